"""How far a hand is from declaring: the fewest cards to exchange, and one way to do it.

A card can be had while the pack still holds a copy that is not held, turned up or marked as seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ._fill import Filled, Filler
from ._reach import Reach
from ._routes import need_states
from ._wanted import NONE, Board, Scope, Wanted
from .cards import CARDS, Card
from .rules import Aces, JokerGroups, Kind, Needs, Objective, Rest
from .table import Deal

_ORDER = {kind: i for i, kind in enumerate(Kind)}


@dataclass(frozen=True)
class Witness:
    """One way to a hand that declares.

    Attributes:
        objective: how it declares.
        groups: the groups it is built of, as pairs of a kind and cards, the missing cards included.
        missing: cards to be had; where a joker is missing, one that can be had is named.
        given: cards to be given up, with a card too many in hand also the one thrown.
    """

    objective: str
    groups: tuple[tuple[Kind, tuple[Card, ...]], ...]
    missing: tuple[Card, ...]
    given: tuple[Card, ...]


@dataclass(frozen=True)
class Distance:
    """How far a hand is from declaring.

    Attributes:
        exchanges: fewest cards to exchange, 0 if the hand can declare; None if it never can: with a number of
            cards that the game does not deal, or where the cards wanted cannot be had.
        witness: one way to do it, None if there is none.
        to_see: fewest cards to exchange until the turned card may be seen; None where the game hides no card.
    """

    exchanges: int | None
    witness: Witness | None
    to_see: int | None = None

    @property
    def objective(self) -> str | None:
        """The way to declare that is nearest."""
        return None if self.witness is None else self.witness.objective


class Finder:
    """Answers questions about one hand at one table and the cards still to be had.

    Args:
        cards: the hand.
        deal: the rulebook at its table.
        seen: further cards out of play.
    """

    def __init__(self, cards: Iterable[Card], deal: Deal, seen: Iterable[Card] = ()) -> None:
        self.deal = deal
        self.base: Finder | None = None
        self.drawn = NONE
        held = Counter(sorted([card.index for card in cards]))
        self._count(held, count_stock(held, deal, seen))

    def with_drawn(self, index: int) -> Finder:
        """The same for the hand with one more card, which is not to be given up unless it is wild."""
        other = object.__new__(Finder)
        other.deal = self.deal
        other.drawn = NONE if self.deal.is_wild[index] else index
        # of a card that is new only its own melds have to be listed
        new = other.drawn != NONE and not self.held[index] and self.stock[index] > 1
        other.base = self if new else None
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
        self._searches: dict[tuple[Needs, Scope], tuple[Reach, Filler, list[Filled], Board]] = {}
        self._wide: dict[tuple[Needs, Scope], Board] = {}

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
            if way.rest is Rest.ANYTHING and not way.needs.pure:
                found = self._counted(self.held, way.needs)
                if found is not None and found[0] <= most:
                    best, most = (found[0], way, found[1]), found[0] - 1
        for level in range(max(0, self.target - self.size), most + 1):
            for way in ways:
                if way.rest is Rest.MELDED or way.needs.pure:
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
        for full in (False, True):
            scope = Scope(self.wilds + self.supply > 0, self.supply < level, full)
            reach, filler, answers, board = self._search(way.needs, scope)
            answers.clear()
            reach.refused = 0
            filler.thrown, filler.most, filler.stretch = thrown, level, reach.stretch
            rem = board.pack(self.held)
            if thrown is not None:
                rem -= 1 << board.shifts[thrown]
            if reach.within(rem, room, level, gives, need_states(way.needs).need):
                return answers[0]
            if not reach.refused:
                return None
        return None

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

    def _search(self, needs: Needs, scope: Scope) -> tuple[Reach, Filler, list[Filled], Board]:
        key = needs, scope
        if key not in self._searches:
            wanted = _wanted(self.deal, scope, needs.long_sequences > 0, needs.dublees > 0)
            if self.base is None:
                board = wanted.columns(self.held, self.stock)
            else:
                board = wanted.with_drawn(self.base.wide_board(needs, scope), self.held, self.stock, self.drawn)
            rules = self.deal.rulebook.melds
            spare = rules.jokers is JokerGroups.SPARE or needs.jokers > 0
            filler = Filler(self.held, self.stock, self.deal, needs.jokers, spare)
            answers: list[Filled] = []

            def accept(pieces: list[Any], fields: list[int], room: int) -> bool:
                filled = filler.fill(pieces, [board.types[field] for field in fields], room)
                if filled is None:
                    return False
                answers.append(filled)
                return True

            states = need_states(needs)
            width = board.width
            guard = sum([1 << at * width + width - 1 for at in range(len(board.types))])
            always = scope.scarce or scope.full or rules.run_wilds is not None
            reach = Reach(
                (1 << board.naturals * width) - 1,
                guard,
                width,
                board.plain,
                board.bought,
                board.ends,
                [board.shares[index] for index in board.types[: board.naturals]],
                states.trans,
                states.free,
                states.copies,
                [self.stock[index] for index in board.types],
                (sum([count // 2 for count in self.stock]), sum([count // 3 for count in self.stock])),
                _prices(needs),
                self.supply,
                scope.scarce,
                spare,
                always,
                rules.run_max > 3 and not scope.full,
                accept,
            )
            if self.drawn != NONE:
                reach.kept = board.types.index(self.drawn)
            self._searches[key] = reach, filler, answers, board
        return self._searches[key]

    def wide_board(self, needs: Needs, scope: Scope) -> Board:
        """The columns with room for a card that is drawn."""
        key = needs, scope
        if key not in self._wide:
            wanted = _wanted(self.deal, scope, needs.long_sequences > 0, needs.dublees > 0)
            self._wide[key] = wanted.columns(self.held, self.stock, wide=True)
        return self._wide[key]

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
            wanted = Counter(cards)
            missing = tuple((wanted - held).elements())
            if len(missing) <= level and all(self.stock[i] >= n for i, n in Counter(missing).items()):
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
    rules = deal.rulebook.melds
    found: list[tuple[Kind, tuple[int, ...]]] = []
    for base in range(0, 52, 13):
        places = 14 if rules.aces is Aces.LOW_OR_HIGH else 13
        for start in range(places - 2):
            found.append((Kind.PURE_SEQUENCE, tuple([base + (start + i) % 13 for i in range(3)])))
    if deal.tunnelas and rules.tunnela_counts_pure:
        found += [(Kind.TUNNELA, (index,) * 3) for index in range(53)]
    return found


def count_stock(held: Counter[int], deal: Deal, seen: Iterable[Card] = ()) -> list[int]:
    """Copies that can still be had, by card index: the pack less the cards held, turned up and seen."""
    pack = deal.pack
    stock = [pack.decks] * 52 + [pack.printed_jokers]
    for index, count in held.items():
        stock[index] -= count
    if deal.turned is not None and deal.rulebook.wilds.exposed:
        stock[deal.turned.index] -= 1
    for card in seen:
        stock[card.index] -= 1
    return [max(0, count) for count in stock]


def find_distance(cards: Iterable[Card], deal: Deal, seen: Iterable[Card] = ()) -> Distance:
    """The fewest cards to exchange until a hand can declare.

    Args:
        cards: as many as the game deals, or one more (then over all discards).
        deal: the rulebook at its table.
        seen: cards known to be out of play: discards, what others picked.

    Returns:
        The distance with one way to get there.
    """
    finder = Finder(cards, deal, seen)
    book = deal.rulebook
    to_see = None
    in_size = finder.size in (finder.target, finder.target + 1)
    if book.wilds.hidden and in_size:
        shows = [Objective(name=t.code, needs=t.needs, rest=t.rest) for t in book.scoring.tiers if t.needs != Needs()]
        seeing = finder.nearest(shows)
        to_see = None if seeing is None else seeing[0]
    if not in_size:
        return Distance(None, None, to_see)
    found = finder.nearest(book.objectives)
    if found is None:
        return Distance(None, None, to_see)
    exchanges, way, filled = found
    return Distance(exchanges, _witness(way.name, filled), to_see)


def _witness(name: str, filled: Filled) -> Witness:
    def cards(indices: Iterable[int]) -> tuple[Card, ...]:
        return tuple([CARDS[index] for index in indices])

    groups = sorted(filled.groups, key=lambda group: (_ORDER[group[0]], [-index for index in group[1]]))
    return Witness(
        name, tuple((kind, cards(group)) for kind, group in groups), cards(filled.bought), cards(filled.given)
    )
