"""Searches about one hand at one table: ways to declare within so many exchanges, and all they come to at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..game.cards import MAX_HAND, Card
from ..game.rules import Kind, Needs, Objective, Rest, Tier
from ..game.table import Deal
from ..referee.grammar import grammar_at
from ..solver.goals import need_states
from .completion import Filled, Filler
from .exchange_union import BLOCK, Survey
from .feasibility import UNLIMITED, Reach
from .partial_melds import NONE, Board, Scope, Wanted
from .unseen import count_stock
from .walk import Walk

_ORDER = {kind: i for i, kind in enumerate(Kind)}
_MOST = 400_000  # positions a survey looks at
_MOST_EACH = 40_000  # and for each card that is asked about
_STRIDE = 4_000  # positions between two reports
_MOST_SCARCE = 60_000  # and where jokers may run out
_FEW = 30  # with so few cards left to be had it is quickly seen what can never be
_SOME = 60  # and with so few they may all be counted as held
_FAR = 3  # exchanges from which on it pays to ask first whether they lead anywhere
_MANY_REFUSED = 300
_QUICK = 1_000  # positions looked at for a quick answer
_PATIENCE = 30  # times that no real cards are found before that is done


@dataclass(frozen=True)
class Surveyed:
    """What the ways to meet an objective within so many exchanges can come to at most.

    Attributes:
        given: cards that may be given up.
        bought: cards that may be bought, as bits.
        pairs: the same for each card that is given up.
        answers: some of the ways, with real cards.
        show: finds one that gives up some card, or any, and may buy another, or any; None where it finds none.
    """

    given: frozenset[int]
    bought: int
    pairs: dict[int, int]
    answers: tuple[Filled, ...]
    show: Callable[[int, int], Filled | None]

    def rules_out(self, given: int, bought: int) -> bool:
        """Whether no way gives up one card and buys another."""
        return given not in self.given or not self.pairs[given] >> bought & 1


@lru_cache(maxsize=1024)
def is_proved(deal: Deal) -> bool:
    """Whether the quick search is held against models for these rules of melds and objectives; else ``Walk`` answers.

    Its columns draw conclusions from the rules together: lengths and holes without limits or those of the games
    that limit both, needs that are asked for with all cards melded, or of one sort by themselves.
    """
    grammar = grammar_at(deal)
    usual = grammar.dublees_are_copies and not (grammar.lowest or grammar.round or grammar.strict or grammar.joker_sets)
    free = grammar.run_holes == MAX_HAND and grammar.set_holes == MAX_HAND
    runs = grammar.run_most >= 13 and (free or (grammar.run_holes == 1 and grammar.set_holes == 1 and grammar.spare))
    threes = grammar.run_most == 3 and grammar.set_most == 3 and free
    sets = grammar.mixed == grammar.matched and (not grammar.mixed or grammar.set_most == MAX_HAND)
    sizes = threes or (runs and grammar.set_most in (4, MAX_HAND))
    apart = grammar.identical or not (grammar.tunnelas or grammar.dublees or grammar.joker_groups or grammar.mixed)
    hidden = deal.tiers if deal.hidden else ()
    knocks = any([way.deadwood is not None for way in deal.objectives])
    asked: list[Objective | Tier] = [*deal.objectives, *[tier for tier in hidden if tier.needs != Needs()]]
    return (
        usual
        and not knocks
        and sets
        and sizes
        and apart
        and all([grammar.knows(way.needs) and _is_asked_plainly(way.needs, way.rest) for way in asked])
    )


def _is_asked_plainly(needs: Needs, rest: Rest) -> bool:
    """Whether all cards must be melded, or only groups of one sort are needed."""
    sorts = [needs.pure, needs.tunnelas, needs.dublees, needs.jokers]
    others = needs.sequences or needs.long_sequences
    if rest is Rest.MELDED:
        return sum(map(bool, sorts[1:])) + bool(needs.pure or others) <= 1
    return sum(map(bool, sorts)) == 1 and not others


class Finder:
    """Answers questions about one hand at one table and the cards still to be had.

    Args:
        cards: the hand.
        deal: the rulebook at its table.
        seen: further cards out of play.
    """

    def __init__(self, cards: Iterable[Card], deal: Deal, seen: Iterable[Card] = ()) -> None:
        self.deal = deal
        self.drawn = NONE
        held = Counter(sorted([card.index for card in cards]))
        self._count(held, count_stock(held, deal, seen))

    def with_drawn(self, index: int) -> Finder:
        """The same for the hand with one more card, which is not to be given up unless it is wild."""
        other = object.__new__(Finder)
        other.deal = self.deal
        other.drawn = NONE if self.deal.is_wild[index] else index
        held, stock = self.held.copy(), list(self.stock)
        held[index] += 1
        stock[index] -= 1
        other._count(held, stock)
        return other

    def _count(self, held: Counter[int], stock: list[int]) -> None:
        deal = self.deal
        self.held = held
        self.size = held.total()
        self.stock = stock
        self.target = deal.rulebook.deal
        self.wilds = sum([count for index, count in self.held.items() if deal.is_wild[index]])
        self.supply = sum([self.stock[index] for index in range(53) if deal.is_wild[index]])
        self._searches: dict[tuple[Needs, Scope, bool], tuple[Reach, Filler, list[Filled], Board]] = {}
        self._walks: dict[Objective, Walk] = {}
        self.quick = is_proved(deal)

    @property
    def positions(self) -> int:
        """How many positions the searches have looked at."""
        return sum([reach.nodes for reach, _, _, _ in self._searches.values()])

    def nearest(self, ways: Sequence[Objective], most: int | None = None) -> tuple[int, Objective, Filled] | None:
        """The objective with fewest exchanges; of equal ones the first.

        Args:
            ways: the objectives.
            most: only so many exchanges are of interest.
        """
        most = min(self.target if most is None else most, sum(self.stock))  # no more than are left to be had
        best: tuple[int, Objective, Filled] | None = None
        for way in ways:
            if self.is_counted(way):
                found = self._counted(self.held, way.needs)
                if found is not None and found[0] <= most:
                    best, most = (found[0], way, found[1]), found[0] - 1
        searched = [way for way in ways if not self.is_counted(way)]
        for level in range(max(0, self.target - self.size), most + 1):
            if level == _FAR:
                searched = [way for way in searched if self.is_possible(way)]
            for way in searched:
                filled = self.within(way, level)
                if filled is not None:
                    return level, way, filled
        return best

    def within(self, way: Objective, level: int, thrown: int | None = None) -> Filled | None:
        """A hand that declares in one way within so many exchanges, None if there is none.

        Args:
            way: the objective.
            level: most exchanges.
            thrown: a card of the hand that must go, not counted as an exchange if the hand holds one too many.
        """
        if not self.quick:
            return self._walk(way, level, thrown)
        if way.rest is Rest.ANYTHING:
            held = self.held if thrown is None else self.held - Counter([thrown])
            if way.needs.pure:
                return self._some_melds(held, way.needs, level)
            found = self._counted(held, way.needs)
            return found[1] if found is not None and found[0] <= level else None
        room = self.wilds + self.target - self.size - way.needs.jokers
        gives = level + self.size - self.target
        if thrown is not None and not self.deal.is_wild[thrown]:
            room, gives = room + 1, gives - 1
        elif thrown is not None:
            gives -= 1
        if gives < 0 or room + gives < 0:
            return None
        few = self.supply < level and sum(self.stock) <= _SOME
        for full in (False, True):
            reach, filler, answers, board = self._begin(way, level, full)
            filler.thrown = thrown
            rem = board.pack(self.held)
            if thrown is not None:
                rem -= 1 << board.shifts[thrown]
            reach.most_refused = (_MANY_REFUSED if full else _PATIENCE) if few else UNLIMITED
            if reach.within(rem, room, level, gives, need_states(way.needs).need):
                return answers[0]
            if not reach.refused:
                return None
            # what is wanted twice may be better looked for among the cards there are
            if few and (not full or reach.refused > reach.most_refused):
                filled, decided = self._within_few(way, level, thrown, UNLIMITED if full else _QUICK)
                if decided:
                    return filled
        return None

    def is_counted(self, way: Objective) -> bool:
        """Whether an objective only counts groups of equal cards, or jokers."""
        return self.quick and way.rest is Rest.ANYTHING and not way.needs.pure

    def _walk(self, way: Objective, level: int, thrown: int | None) -> Filled | None:
        """The same by the walk that knows every rulebook."""
        walk = self._walks.get(way)
        if walk is None:
            walk = self._walks[way] = Walk(self.held, self.stock, self.deal, way)
        found = walk.within(level, thrown)
        if found is None:
            return None
        best, hand = found
        groups = [(group.kind, tuple([card.index for card in group.cards])) for group in best.groups]
        bought, given = hand - self.held, self.held - hand
        if thrown is not None and not given[thrown]:
            given[thrown] += 1
        return Filled(tuple(groups), tuple(sorted(bought.elements())), tuple(sorted(given.elements())))

    def is_possible(self, way: Objective, thrown: int | None = None) -> bool:
        """Whether an objective can be met at all, as far as that is quickly seen."""
        if not self.quick or way.rest is Rest.ANYTHING or sum(self.stock) > _FEW:
            return True
        filled, decided = self._within_few(way, sum(self.stock), thrown, _QUICK)
        return filled is not None or not decided

    def _within_few(self, way: Objective, level: int, thrown: int | None, most: int) -> tuple[Filled | None, bool]:
        """The same by choosing the hand among all cards held and to be had, where these are few.

        Args:
            way: the objective.
            level: most exchanges.
            thrown: a card of the hand that must go.
            most: positions after which it gives up.

        Returns:
            The hand, None if there is none, and whether that is certain.
        """
        among = self.held + Counter({index: count for index, count in enumerate(self.stock) if count})
        size = self.size + sum(self.stock)
        room = self.wilds + self.supply + self.target - size - way.needs.jokers
        gives, keeps = size - self.target, level + self.size - self.target
        if thrown is not None:
            gives, keeps = gives - 1, keeps - 1
            if not self.deal.is_wild[thrown]:
                room += 1
        if keeps < 0 or room + gives < 0:
            return None, True
        for full in (False, True):
            reach, filler, answers, board = self._search(
                way.needs, Scope(self.wilds + self.supply > 0, False, full), among
            )
            answers.clear()
            reach.refused = 0
            filler.thrown, filler.most, filler.stretch = thrown, level, False
            reach.among = [self.stock[index] for index in board.types]
            rem = board.pack(among)
            if thrown is not None:
                rem -= 1 << board.shifts[thrown]
            reach.most_nodes = reach.nodes + most
            if reach.within(rem, room, keeps, gives, need_states(way.needs).need):
                return answers[0], True
            if not reach.refused:
                return None, True
            if reach.nodes > reach.most_nodes:
                return None, False
        return None, True

    def reaches(self, ways: Sequence[Objective], level: int) -> bool:
        """Whether any of some objectives can be met within so many exchanges."""
        return level >= 0 and any(self.within(way, level) is not None for way in ways)

    def throwing(self, way: Objective, level: int, wanted: set[int]) -> Iterator[Filled]:
        """Ways to meet an objective within so many exchanges, until no more of some cards can be given up.

        Args:
            way: the objective.
            level: most exchanges.
            wanted: the cards; those given up are taken out.
        """
        filled = self.within(way, level) if wanted else None
        if filled is None:
            return
        wanted.difference_update(filled.given)  # one answer settles every card that it gives up
        yield filled
        for index in sorted(wanted):
            if index in wanted:
                filled = self.within(way, level, index)
                if filled is not None:
                    wanted.difference_update(filled.given)
                    yield filled

    def survey(
        self, way: Objective, level: int, asked: int, stride: int = _STRIDE
    ) -> Generator[None, None, Surveyed | None]:
        """What the ways to meet an objective within so many exchanges give up and buy; None if that takes too long.

        It yields now and then, so that whoever waits can be told or stop asking.

        Args:
            way: an objective by which all cards are melded.
            level: exchanges; the fewest that lead on without the cards asked about.
            asked: how many cards are asked about.
            stride: positions looked at between two yields.
        """
        if not self.quick:
            return None
        room, gives = self.wilds + self.target - self.size - way.needs.jokers, level + self.size - self.target
        if gives < 0 or room + gives < 0:
            return Surveyed(frozenset(), 0, {}, (), lambda _given, _bought: None)
        reach, filler, answers, board = self._begin(way, level, False)
        filler.thrown = None
        most = _MOST_SCARCE if reach.scarce else min(_MOST, max(_MOST_SCARCE, _MOST_EACH * asked))
        grammar = grammar_at(self.deal)
        survey = Survey(reach, self.stock, self.deal.is_wild, grammar.places, not grammar.mixed, most)
        survey.begin(board.pack(self.held), room, level, gives, need_states(way.needs).need)
        while not survey.walk(stride):
            yield
        if survey.over:
            return None
        pairs = {}
        for at, index in enumerate(board.types):
            low = at * BLOCK
            if survey.given >> low & 1:
                pairs[index] = survey.pairs >> low & (1 << BLOCK) - 1

        def show(given: int, bought: int) -> Filled | None:
            at = 0 if given == NONE else 1 << board.types.index(given) * BLOCK
            if not survey.show(at, 0 if bought == NONE else 1 << bought):
                return None
            filler.thrown = given if given != NONE and self.deal.is_wild[given] else None
            filler.most, filler.stretch = level, reach.stretch
            return filler.fill(reach.chosen, [board.types[field] for field in reach.given], survey.room, bought)

        return Surveyed(frozenset(pairs), survey.bought, pairs, tuple(answers), show)

    def _begin(self, way: Objective, level: int, full: bool) -> tuple[Reach, Filler, list[Filled], Board]:
        """The search for an objective, ready for a new question."""
        scope = Scope(self.wilds + self.supply > 0, self.supply < level, full)
        reach, filler, answers, board = self._search(way.needs, scope)
        answers.clear()
        reach.refused = 0
        filler.most, filler.stretch = level, reach.stretch
        return reach, filler, answers, board

    def _search(
        self, needs: Needs, scope: Scope, among: Counter[int] | None = None
    ) -> tuple[Reach, Filler, list[Filled], Board]:
        key = needs, scope, among is not None
        if key not in self._searches:
            held, stock = (self.held, self.stock) if among is None else (among, [0] * 53)
            wanted = _wanted(self.deal, scope, needs.long_sequences > 0, needs.dublees > 0)
            board = wanted.columns(held, stock)
            grammar = grammar_at(self.deal)
            spare = grammar.spare or needs.jokers > 0
            filler = Filler(held, stock, self.deal, needs.jokers, spare, not needs.sequences)
            filler.own = None if among is None else self.held
            answers: list[Filled] = []

            def accept(pieces: list[Any], fields: list[int], room: int) -> bool:
                filled = filler.fill(pieces, [board.types[field] for field in fields], room)
                if filled is not None and among is not None:
                    filled = self._told_apart(filled, among, filler.thrown)
                    if len(filled.bought) > filler.most:
                        return False
                if filled is None:
                    return False
                answers.append(filled)
                return True

            reach = Reach(
                board,
                need_states(needs),
                stock,
                _prices(needs),
                self.supply if among is None else UNLIMITED,
                scope.scarce,
                spare,
                scope.scarce or scope.full or grammar.run_holes < MAX_HAND,
                grammar.run_most > 3 and not scope.full and among is None,
                accept,
            )
            if self.drawn != NONE and among is None:
                reach.kept = board.types.index(self.drawn)
            self._searches[key] = reach, filler, answers, board
        return self._searches[key]

    def _told_apart(self, filled: Filled, among: Counter[int], thrown: int | None) -> Filled:
        """An answer of ``_within_few`` with what is bought told from what is held."""
        hand = among - Counter(filled.given)
        mine = self.held if thrown is None else self.held - Counter([thrown])
        given = [*(mine - hand).elements(), *([] if thrown is None else [thrown])]
        return Filled(filled.groups, tuple(sorted((hand - mine).elements())), tuple(sorted(given)))

    def _counted(self, held: Counter[int], needs: Needs) -> tuple[int, Filled] | None:
        """The fewest exchanges for a number of tunnelas, dublees or jokers, whatever the other cards are."""
        groups: list[tuple[int, int, Kind, int]] = []
        if needs.jokers:
            wild = [index for index in sorted(held.elements(), reverse=True) if self.deal.is_wild[index]]
            there = [i for i in (52, *range(52)) if self.deal.is_wild[i] for _ in range(self.stock[i])]
            missing = max(0, needs.jokers - len(wild))
            if missing > len(there):
                return None
            group = (*wild[: needs.jokers], *there[:missing])
            return self._complete(held, [(Kind.JOKERS, group)], there[:missing])
        size, count, kind = (3, needs.tunnelas, Kind.TUNNELA) if needs.tunnelas else (2, needs.dublees, Kind.DUBLEE)
        for index in range(53):
            if kind is Kind.TUNNELA and not self.deal.makes_tunnela(index):
                continue
            have, stock = held[index], self.stock[index]
            for number in range((have + stock) // size):
                groups.append((max(0, min(size, size * (number + 1) - have)), -self.deal.points[index], kind, index))
        groups.sort()
        if len(groups) < count:
            return None
        chosen = groups[:count]
        bought = [index for cost, _, _, index in chosen for _ in range(cost)]
        return self._complete(held, [(kind, (index,) * size) for _, _, kind, index in chosen], bought)

    def _complete(
        self, held: Counter[int], groups: list[tuple[Kind, tuple[int, ...]]], bought: list[int]
    ) -> tuple[int, Filled] | None:
        """The rest of a hand of which only some groups matter: the cards kept besides, and those given up."""
        used = Counter(index for _, group in groups for index in group)
        rest = sorted((held - used).elements(), key=lambda index: (-self.deal.points[index], index))
        over = held.total() + len(bought) - self.target
        if not 0 <= over <= len(rest):
            return None
        given = rest[:over] + list((self.held - held).elements())
        return len(bought), Filled(tuple(groups), tuple(sorted(bought)), tuple(sorted(given)))

    def _some_melds(self, held: Counter[int], needs: Needs, level: int) -> Filled | None:
        """Pure groups of three to show, whatever the other cards are, within so many cards bought."""
        found: list[tuple[int, Kind, tuple[int, ...], tuple[int, ...]]] = []
        for kind, cards in _pure_threes(self.deal):
            missing = cards[held[cards[0]] :] if kind is Kind.TUNNELA else tuple([i for i in cards if not held[i]])
            if len(missing) <= level and all([self.stock[i] >= missing.count(i) for i in missing]):
                found.append((len(missing), kind, cards, missing))
        found.sort(key=lambda row: (row[0], _ORDER[row[1]], row[2]))

        def choose(at: int, used: Counter[int], buys: int, done: list[tuple[Kind, tuple[int, ...]]]) -> Filled | None:
            if len(done) == needs.pure:
                bought = list((used - held).elements())
                answer = self._complete(held, done, bought) if len(bought) <= level else None
                return answer[1] if answer else None
            for i in range(at, len(found)):
                least, kind, cards, _ = found[i]
                if buys + least * (needs.pure - len(done)) > level:
                    break
                total = used + Counter(cards)
                short = total - held
                cost = short.total()
                if cost <= level and all(self.stock[index] >= n for index, n in short.items()):
                    further = choose(i, total, cost, [*done, (kind, cards)])
                    if further:
                        return further
            return None

        return choose(0, Counter(), 0, [])


@lru_cache(maxsize=256)
def _wanted(deal: Deal, scope: Scope, long: bool, dublees: bool) -> Wanted:
    return Wanted(deal, scope, long, dublees)


@lru_cache(maxsize=256)
def _prices(needs: Needs) -> dict[tuple[int, ...], list[int]]:
    """What the searches for some needs have worked out about prices."""
    return {}


@lru_cache(maxsize=64)
def _pure_threes(deal: Deal) -> list[tuple[Kind, tuple[int, ...]]]:
    """All pure sequences of three, and tunnelas where they count as pure."""
    grammar = grammar_at(deal)
    found: list[tuple[Kind, tuple[int, ...]]] = []
    for base in range(0, 52, 13):
        for start in range(grammar.places - 2):
            found.append((Kind.PURE_SEQUENCE, tuple([base + (start + i) % 13 for i in range(3)])))
    if grammar.tunnela_is_pure:
        found += [(Kind.TUNNELA, (index,) * 3) for index in range(53) if deal.makes_tunnela(index)]
    return found
