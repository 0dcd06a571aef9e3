"""Searches about one hand at one table: ways to declare within so many exchanges, and all they come to at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from ..game.cards import Card
from ..game.rules import Needs, Objective, Rest
from ..game.table import Deal
from ..referee.grammar import grammar_at
from ..solver.bitpack import States
from ..solver.goals import need_states
from ..solver.meld_columns import search_order
from .board import NONE, STOCK, Board, Piece
from .columns import is_free, maker_for
from .exchange_union import BLOCK, Survey
from .feasibility import UNLIMITED, Reach
from .hands import Count, Filled, Judge, is_counted
from .unseen import count_stock

_MOST = 400_000  # positions a survey looks at
_MOST_EACH = 40_000  # and for each card that is asked about
_STRIDE = 4_000  # positions between two reports
_MOST_SCARCE = 60_000  # and where jokers may run out
_NEAR = 2  # most exchanges for which few cards are bought in a meld
_FEW = 30  # with so few cards left to be had it is soon seen what can never be
_QUICK = 1_000  # positions looked at for a quick answer
_PATIENCE = 100  # times that no real hand is found before the cards to be had are counted


@dataclass(frozen=True)
class Surveyed:
    """What the ways to meet an objective within so many exchanges can come to at most.

    Attributes:
        bought: cards that may be bought, as bits.
        pairs: the same for each card that may be given up.
        answers: some of the ways, with real cards.
        show: finds one that gives up some card, or any, and may buy another, or any; None where it finds none.
    """

    bought: int
    pairs: dict[int, int]
    answers: tuple[Filled, ...]
    show: Callable[[int, int], Filled | None]

    def rules_out(self, given: int, bought: int) -> bool:
        """Whether no way gives up one card and buys another."""
        return not self.pairs.get(given, 0) >> bought & 1


class _Search:
    """The search for hands of one way to declare, among columns that suffice for some number of exchanges.

    Args:
        finder: the hand.
        way: the objective.
        scarce: whether wild cards may run out.
        level: most exchanges.
        counted: whether the cards to be had are counted, and every choice of them is a column of its own.
    """

    def __init__(self, finder: Finder, way: Objective, scarce: bool, level: int, counted: bool) -> None:
        held, stock, deal = finder.held, finder.stock, finder.deal
        grammar = grammar_at(deal)
        limit = deal.deadwood_limit(way)
        self.melded = way.rest is Rest.MELDED or limit is not None
        self.states = need_states(way.needs) if limit is None else _states_with_deadwood(way.needs, limit)
        self.answers: list[Filled] = []
        careful = scarce or counted or finder.precise or not is_free(grammar)
        maker = maker_for(deal, careful, level, way.needs.dublees > 0, -1 if limit is None else limit)
        pieces = maker.list_pieces(held, stock, counted)
        types = sorted([index for index in held if not deal.is_wild[index]], key=search_order)
        if not self.melded:
            after = self.states.trans[self.states.need]
            pieces = [piece for piece in pieces if after[piece.flag] != self.states.need]
        order = types + sorted([index for index in held if deal.is_wild[index]])
        counts = [held[index] for index in order]
        if counted:
            order += range(STOCK, STOCK + 53)
            counts += stock
        self.board = Board(order, len(types), counts, pieces, self.melded, counted)
        self.judge = Judge(held, stock, deal, way)
        self.reach = reach = Reach(
            self.board,
            self.states if grammar.dublees_are_copies else self.states._replace(copies=[]),
            stock,
            {} if limit is not None else _prices(way.needs),
            finder.supply,
            scarce or counted,
            grammar.spare or way.needs.jokers > 0,
            careful or limit is not None,
            self._accept,
        )
        reach.partly = not self.melded
        reach.smallest = 2 if limit is None else 1
        if finder.drawn != NONE and self.melded:
            reach.kept = order.index(finder.drawn)

    def _accept(self, pieces: Sequence[Piece]) -> bool:
        """Whether some melds make a hand that declares; it is then among the answers."""
        filled = self.judge.find(pieces)
        if filled is None:
            return False
        self.answers.append(filled)
        return True


class Finder:
    """Answers questions about one hand at one table and the cards still to be had.

    Args:
        cards: the hand.
        deal: the rulebook at its table.
        seen: further cards out of play.
        precise: whether to look at bought cards also where jokers would do as well, as surveys must.
    """

    def __init__(self, cards: Iterable[Card], deal: Deal, seen: Iterable[Card] = (), precise: bool = False) -> None:
        self.deal = deal
        self.precise = precise
        self.drawn = NONE
        held = Counter(sorted([card.index for card in cards]))
        self._count(held, count_stock(held, deal, seen))

    def with_drawn(self, index: int) -> Finder:
        """The same for the hand with one more card, which is not to be given up unless it is wild."""
        other = object.__new__(Finder)
        other.deal, other.precise = self.deal, self.precise
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
        self._searches: dict[tuple[Objective, bool, int, bool], _Search] = {}
        self._counts: dict[Objective, Count] = {}

    @property
    def positions(self) -> int:
        """How many positions the searches have looked at."""
        return sum([search.reach.nodes for search in self._searches.values()])

    def nearest(self, ways: Sequence[Objective], most: int | None = None) -> tuple[int, Filled] | None:
        """The objective with fewest exchanges; of equal ones the first that is counted, else the first.

        Args:
            ways: the objectives.
            most: only so many exchanges are of interest.
        """
        most = min(self.target if most is None else most, sum(self.stock))  # no more than are left to be had
        best: Count | None = None
        for count in [self.count(way) for way in ways if is_counted(way, self.deal)]:
            if count.price() <= most:
                best, most = count, count.price() - 1
        searched = [way for way in ways if not is_counted(way, self.deal)]
        for level in range(max(0, self.target - self.size), most + 1):
            if level == _NEAR + 1:
                searched = [way for way in searched if self.is_possible(way)]
            for way in searched:
                filled = self.within(way, level)
                if filled is not None:
                    return level, filled
        return None if best is None else (best.price(), best.find())

    def within(self, way: Objective, level: int, thrown: int | None = None) -> Filled | None:
        """A hand that declares in one way within so many exchanges, None if there is none.

        Args:
            way: the objective.
            level: most exchanges.
            thrown: a card of the hand that must go, not counted as an exchange if the hand holds one too many.
        """
        if is_counted(way, self.deal):
            count = self.count(way)
            return count.find(thrown) if count.price(thrown) <= level else None
        if self.size < self.target or not grammar_at(self.deal).knows(way.needs):
            return None
        for counted in (False, True):
            search = self._ask(way, level, thrown, counted, UNLIMITED)
            if search is None or not (search.answers or search.reach.refused):
                return None
            if search.answers:
                return search.answers[0]
        return None

    def count(self, way: Objective) -> Count:
        """What is known of an objective that only counts groups."""
        found = self._counts.get(way)
        if found is None:
            found = self._counts[way] = Count(self.held, self.stock, self.deal, way)
        return found

    def is_possible(self, way: Objective, thrown: int | None = None) -> bool:
        """Whether an objective can be met at all, as far as that is quickly seen where few cards can be had."""
        if sum(self.stock) > _FEW or is_counted(way, self.deal):
            return True
        search = self._ask(way, min(self.target, sum(self.stock)), thrown, False, _QUICK)
        return search is not None and (search.answers != [] or search.reach.refused > 0)

    def _ask(self, way: Objective, level: int, thrown: int | None, counted: bool, positions: int) -> _Search | None:
        """Put a question to the search for an objective; None if it need not be asked.

        Args:
            way, level, thrown: those of ``within``.
            counted: whether the cards to be had are counted.
            positions: as many as are looked at before it is left open, as if a hand had been refused.
        """
        melded = way.rest is Rest.MELDED or self.deal.deadwood_limit(way) is not None
        room, gives = self._room(way, level, melded, thrown)
        if gives < 0 or room + gives < 0:
            return None
        search = self._search(way, level, counted)
        packed = search.board.packed
        cards = packed.rem - (0 if thrown is None else packed.ones[search.board.types.index(thrown)])
        reach = search.reach
        search.judge.ask(level, thrown)
        reach.refused = 0
        reach.most_refused = UNLIMITED if counted else _PATIENCE
        reach.most_nodes = reach.nodes + positions
        reach.within(cards, room, level, gives, search.states.need)
        return search

    def _room(self, way: Objective, level: int, melded: bool, thrown: int | None = None) -> tuple[int, int]:
        """The places to fill beyond the cards that are not wild, and how many of these may be given up."""
        is_wild = thrown is not None and self.deal.is_wild[thrown]
        if not melded:
            jokers = way.needs.jokers
            wilds = self.wilds - is_wild
            return (wilds + level - jokers, 0) if jokers <= wilds + min(level, self.supply) else (0, -1)
        room = self.wilds + self.target - self.size - way.needs.jokers
        gives = level + self.size - self.target
        return (room, gives) if thrown is None else (room + (not is_wild), gives - 1)

    def reaches(self, ways: Sequence[Objective], level: int) -> bool:
        """Whether any of some objectives can be met within so many exchanges."""
        return level >= 0 and any(self.within(way, level) is not None for way in ways)

    def throwing(
        self, way: Objective, level: int, wanted: set[int], asked: Sequence[int] | None = None
    ) -> Iterator[Filled]:
        """Ways to meet an objective within so many exchanges, until no more of some cards can be given up.

        Args:
            way: the objective.
            level: most exchanges.
            wanted: the cards; those given up are taken out.
            asked: those of them that may be given up, where that is known: one is asked about after the other.
        """
        if asked is None:
            filled = self.within(way, level) if wanted else None
            if filled is None:
                return
            wanted.difference_update(filled.given)  # one answer settles every card that it gives up
            yield filled
        for index in sorted(wanted) if asked is None else asked:
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
        search = self._search(way, level, False)
        if not search.melded or way.deadwood is not None:
            return None
        room, gives = self._room(way, level, True)
        if gives < 0 or room + gives < 0:
            return Surveyed(0, {}, (), lambda _given, _bought: None)
        reach, judge, board = search.reach, search.judge, search.board
        judge.ask(level, None)
        most = _MOST_SCARCE if reach.scarce else min(_MOST, max(_MOST_SCARCE, _MOST_EACH * asked))
        wilds = sum([1 << index for index in range(53) if self.stock[index] and self.deal.is_wild[index]])
        survey = Survey(reach, wilds, most)
        search.answers.clear()
        survey.begin(board.packed.rem, room, level, gives, search.states.need)
        while not survey.walk(stride):
            yield
        if survey.over:
            return None
        given, bought, pairs = survey.ways
        by_card = {
            index: pairs >> at * BLOCK & (1 << BLOCK) - 1
            for at, index in enumerate(board.types)
            if given >> at * BLOCK & 1
        }

        def show(given: int, bought: int) -> Filled | None:
            at = 0 if given == NONE else 1 << board.types.index(given) * BLOCK
            if not survey.show(at, 0 if bought == NONE else 1 << bought):
                return None
            judge.ask(level, given if given != NONE and self.deal.is_wild[given] else None)
            return judge.find(survey.melds(), bought)

        return Surveyed(bought, by_card, tuple(search.answers), show)

    def _search(self, way: Objective, level: int, counted: bool) -> _Search:
        """The search for an objective, ready for a new question."""
        scarce = self.supply < level
        if not counted and not grammar_at(self.deal).strict:
            level = _NEAR if level <= _NEAR else self.target  # the same columns suffice for several
        key = way, scarce, level, counted
        search = self._searches.get(key)
        if search is None:
            search = self._searches[key] = _Search(self, way, scarce, level, counted)
        search.answers.clear()
        return search


@lru_cache(maxsize=256)
def _prices(needs: Needs) -> dict[tuple[int, ...], list[int]]:
    """What the searches for some needs have worked out about prices."""
    return {}


@lru_cache(maxsize=64)
def _states_with_deadwood(needs: Needs, most: int) -> States:
    """The states of some requirements, each with every number of points that cards left over may still have.

    The flags after those of melds are points of a card left over.
    """
    plain = need_states(needs)
    trans = []
    for state, left in product(range(len(plain.trans)), range(most + 1)):
        row = [after * (most + 1) + left for after in plain.trans[state]]
        trans.append(row + [state * (most + 1) + left - cost if cost <= left else -1 for cost in range(most + 1)])
    need, free = plain.need * (most + 1) + most, plain.free * (most + 1)
    copies = [copy for copy in plain.copies for _ in range(most + 1)]
    return plain._replace(need=need, free=free, trans=trans, copies=copies)
