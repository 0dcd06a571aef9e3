"""Searches about one hand at one table: a way to declare within n exchanges, and what all such ways come to."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from ..game.cards import CARDS, Card
from ..game.rules import Objective, Rest
from ..game.table import Deal
from ..game.unseen import count_stock
from ..referee.bought_melds import Piece, is_free, maker_for
from ..referee.grammar import Grammar, grammar_at
from ..referee.held_melds import search_order
from ..solver.goals import need_states, states_with_points
from .board import NONE, STOCK, Board
from .feasibility import BLOCK, UNLIMITED, Question, Reach
from .hands import Count, Filled, Holding, Judge, is_counted

_MOST: Final = 400_000  # positions looked at to unite all ways
_MOST_EACH: Final = 40_000  # and for each card that is asked about
_STRIDE: Final = 4_000  # positions between two reports
_MOST_SCARCE: Final = 60_000  # and where jokers may run out
_NEAR: Final = 2  # most exchanges for which few cards are bought in a meld
_STEPS: Final = (0, 2, 3, 5)  # exchanges for which melds are listed where there are many
_FEW: Final = 30  # with no more cards left to be had it is soon seen what can never be
_QUICK: Final = 1_000  # positions looked at for a quick answer
_PATIENCE: Final = 100  # times that no real hand is found before the cards to be had are counted


@contextmanager
def uncollected() -> Iterator[None]:
    """Python's collector of circles turned off: a search makes many objects but no circle, and is a fifth quicker.

    As a decorator it lets a search go before the collector would look through it.
    """
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


class Surveyed:
    """What the ways to meet an objective within n exchanges can come to at most.

    Args:
        search: the search for the objective.
        reach: the walk that united the ways.
        question: what it was asked.
        ways: its answer.

    Attributes:
        bought: cards that may be bought, as bits.
        pairs: the same for each card that may be given up.
        sure: the cards that can be bought wherever the pairs have them, as bits, where no fewer exchanges do.
    """

    def __init__(self, search: Search, reach: Reach, question: Question, ways: tuple[int, int, int]) -> None:
        self.search, self.reach, self.question = search, reach, question
        given, self.bought, pairs = ways
        self.pairs: dict[int, int] = {
            index: pairs >> at * BLOCK & (1 << BLOCK) - 1
            for at, index in enumerate(reach.board.types)
            if given >> at * BLOCK & 1
        }
        # such a way buys one other card at most, and fails only for a second copy of this one that cannot be had
        level, stock, judge = question[2], search.hand.stock, search.judge
        is_plain = judge.plain and not judge.corner and not reach.spare and level <= _NEAR
        bits = [1 << index for index in range(53) if stock[index] >= (1 if judge.deal.is_wild[index] else level)]
        self.sure = sum(bits) if is_plain and level else 0

    def list_sure(self, given: int) -> set[int]:
        """The cards any of which is surely bought by a way that gives up some card."""
        bits = 0 if self.search.judge.deal.is_wild[given] else self.pairs.get(given, 0) & self.sure
        return {index for index in range(53) if bits >> index & 1}

    def rules_out(self, given: int, bought: int) -> bool:
        """Whether no way gives up one card and buys another."""
        return not self.pairs.get(given, 0) >> bought & 1

    def show(self, given: int, bought: int) -> Filled | None:
        """A way with real cards that gives up some card, or any, and buys another, or any; None if none is found."""
        reach, judge = self.reach, self.search.judge
        field = 0 if given == NONE else 1 << reach.board.types.index(given) * BLOCK
        if not reach.show(self.question, field, 0 if bought == NONE else 1 << bought):
            return None
        judge.ask(self.question[2], given if given != NONE and judge.deal.is_wild[given] else None)
        return judge.find(reach.melds(), bought)


class Search:
    """The search for hands that declare in one way.

    Args:
        hand: the cards held and to be had.
        way: the objective.
        precise: that of ``Finder``.
    """

    def __init__(self, hand: Holding, way: Objective, precise: bool) -> None:
        self.hand = hand
        self.way = way
        self.precise = precise
        self.grammar: Grammar = grammar_at(hand.deal)
        self.limit = limit = hand.deal.deadwood_limit(way)
        self.melded: bool = way.rest is Rest.MELDED or limit is not None
        there = [held + more for held, more in zip(hand.counts, hand.stock, strict=True)]
        fits = hand.size >= hand.target and self.grammar.can_meet(way, hand.target)
        self.possible: bool = fits and self.grammar.can_supply(way.needs, there, hand.deal.is_wild)
        self.states = need_states(way.needs) if limit is None else states_with_points(way.needs, limit)
        self.judge = Judge(hand, way)
        self.answers: list[Filled] = []
        self.known: dict[tuple[bool, int, bool], Reach] = {}

    def within(self, level: int, thrown: int | None = None) -> Filled | None:
        """A hand that declares within ``level`` exchanges, None if there is none.

        Args:
            level: most exchanges.
            thrown: a card of the hand that must go, not counted as an exchange if the hand holds one too many.
        """
        if self._ask(level, thrown, False, UNLIMITED) and not self.answers:
            self._ask(level, thrown, True, UNLIMITED)
        return self.answers[0] if self.answers else None

    def is_possible(self, thrown: int | None = None) -> bool:
        """Whether the objective can be met at all, as far as that is quickly seen where few cards can be had."""
        there = sum(self.hand.stock)
        return there > _FEW or self._ask(min(self.hand.target, there), thrown, False, _QUICK)

    def _ask(self, level: int, thrown: int | None, counted: bool, positions: int) -> bool:
        """Put a question to a walk; whether there is an answer or, as no real hand was found, may be one.

        Args:
            level, thrown: those of ``within``.
            counted: whether the cards to be had are counted, and every choice of them is a column of its own.
            positions: as many as are looked at before it is left open, as if a hand had been refused.
        """
        self.answers.clear()
        room, gives = self._room(level, thrown)
        if not self.possible or gives < 0 or room + gives < 0:
            return False
        reach = self._reach(level, counted)
        cards = reach.board.packed.rem - (0 if thrown is None else reach.board.ones[thrown])
        self.judge.ask(level, thrown)
        reach.most_refused = UNLIMITED if counted else _PATIENCE
        reach.most_nodes = reach.nodes + positions
        reach.within((cards, room, level, gives, self.states.need), self._accept)
        return bool(self.answers) or reach.refused > 0

    def _room(self, level: int, thrown: int | None = None) -> tuple[int, int]:
        """The places to fill beyond the cards that are not wild, and how many of these may be given up."""
        hand, jokers = self.hand, self.way.needs.jokers
        is_wild = thrown is not None and hand.deal.is_wild[thrown]
        if not self.melded:
            wilds = hand.wilds - is_wild
            return (wilds + level - jokers, 0) if jokers <= wilds + min(level, hand.supply) else (0, -1)
        room = hand.wilds + hand.target - hand.size - jokers
        gives = level + hand.size - hand.target
        return (room, gives) if thrown is None else (room + (not is_wild), gives - 1)

    def survey(self, level: int, asked: int, stride: int = _STRIDE) -> Iterator[Surveyed | None]:
        """What the ways to meet the objective within n exchanges give up and buy; None if that takes too long.

        It yields None now and then, so that whoever waits can be told or stop asking, and the answer last.

        Args:
            level: exchanges; the fewest that lead on without the cards asked about.
            asked: how many cards are asked about.
            stride: positions looked at between two yields.
        """
        if not self.melded or self.limit is not None:
            return
        reach = self._reach(level, False)
        room, gives = self._room(level)
        question = reach.board.packed.rem, room, level, gives, self.states.need
        if gives < 0 or room + gives < 0:
            yield Surveyed(self, reach, question, (0, 0, 0))
            return
        most = reach.nodes + (_MOST_SCARCE if reach.scarce else min(_MOST, max(_MOST_SCARCE, _MOST_EACH * asked)))
        while reach.nodes < most:
            reach.most_nodes = min(most, reach.nodes + stride)
            ways = reach.unite(question)
            yield None if reach.halted else Surveyed(self, reach, question, ways or (0, 0, 0))
            if not reach.halted:
                return

    def _accept(self, pieces: Sequence[Piece]) -> bool:
        """Whether some melds make a hand that declares; it is then the answer."""
        filled = self.judge.find(pieces)
        if filled is not None:
            self.answers.append(filled)
        return filled is not None

    def _reach(self, level: int, counted: bool) -> Reach:
        """The walk over the columns that suffice for some number of exchanges; what is asked is that of ``_ask``."""
        scarce, listed = self.hand.supply < level, level
        if not counted:  # the same columns are listed for several
            steps = _STEPS if self.grammar.strict or self.precise else (_NEAR,)
            listed = next((step for step in steps if step >= level), self.hand.target)
        most = level if self.precise else listed
        key = scarce, most, counted
        reach = self.known.get(key)
        if reach is None:
            reach = self.known[key] = self._make_reach(scarce, listed, most, counted)
        return reach

    def _make_reach(self, scarce: bool, level: int, most: int, counted: bool) -> Reach:
        """A walk over the columns listed for a level, for at most some exchanges."""
        hand, way, limit, grammar = self.hand, self.way, self.limit, self.grammar
        held, stock, wild = hand.held, hand.stock, hand.deal.is_wild
        careful = scarce or counted or self.precise
        key = careful, level, way.needs.dublees > 0, -1 if limit is None else limit, counted
        pieces = hand.pieces.get(key)
        if pieces is None:
            pieces = hand.pieces[key] = maker_for(hand.deal, *key[:4]).list_pieces(held, stock, counted)
        holes: int = hand.wilds + most  # one that has more is never filled
        pieces = [piece for piece in pieces if piece.exact <= most and piece.holes <= holes]
        if not self.melded:
            after = self.states.trans[self.states.need]
            pieces = [piece for piece in pieces if after[piece.flag] != self.states.need]
        types = sorted([index for index in held if not wild[index]], key=search_order)
        order = types + sorted([index for index in held if wild[index]])
        counts = [held[index] for index in order]
        if counted:
            order += range(STOCK, STOCK + 53)
            counts += stock
        reach = Reach(
            Board(order, len(types), counts, pieces, self.melded, counted),
            self.states if grammar.dublees_are_copies else self.states._replace(copies=[]),
            stock,
            sum([1 << index for index in range(53) if stock[index] and wild[index]]),
            scarce or counted,
            grammar.spare or way.needs.jokers > 0,
            careful or limit is not None or not is_free(grammar),
            not self.melded,
        )
        if hand.kept != NONE and self.melded:
            reach.kept = order.index(hand.kept)
        return reach


class Married(Search):
    """The search for hands that declare in a way that asks for marriages.

    The cards of these that are missing are bought first; a search of the hand with them keeps what it must hold.
    """

    def __init__(self, hand: Holding, way: Objective, precise: bool) -> None:
        super().__init__(hand, way, precise)
        self.musts = {card.index: way.needs.marriages for card in hand.deal.marriage}
        self.parts: dict[int, tuple[tuple[int, ...], Search | None]] = {}

    def within(self, level: int, thrown: int | None = None) -> Filled | None:
        """A hand that declares within ``level`` exchanges, None if there is none; see ``Search``."""
        bought, search = self._part(thrown)
        filled = None if search is None or level < len(bought) else search.within(level - len(bought), thrown)
        return None if filled is None else filled._replace(bought=tuple(sorted((*bought, *filled.bought))))

    def is_possible(self, thrown: int | None = None) -> bool:
        """Whether the objective can be met at all, as far as that is quickly seen where few cards can be had."""
        _, search = self._part(thrown)
        return search is not None and search.is_possible(thrown)

    def survey(self, level: int, asked: int, stride: int = _STRIDE) -> Iterator[Surveyed | None]:
        """Nothing: its ways are asked for one by one."""
        return iter(())

    def _part(self, thrown: int | None) -> tuple[tuple[int, ...], Search | None]:
        """The cards that must be bought, and the search of the hand with them; None where they cannot be had."""
        hand = self.hand
        key = NONE if thrown is None or hand.counts[thrown] > self.musts.get(thrown, 0) else thrown
        part = self.parts.get(key)
        if part is None:
            held, stock, bought = hand.held.copy(), hand.stock.copy(), list[int]()
            for index, count in self.musts.items():
                more = max(0, count - hand.counts[index] + (index == key))
                bought += [index] * more
                held[index] += more
                stock[index] -= more
            search = None
            if self.musts and min(stock) >= 0:
                search = Search(Holding(held, stock, hand.deal, hand.kept, self.musts), self.way, self.precise)
            part = self.parts[key] = tuple(bought), search
        return part


class Finder:
    """Answers questions about one hand at one table and the cards still to be had.

    Args:
        cards: the hand.
        deal: the rulebook at its table.
        seen: further cards out of play.
        precise: whether to look at bought cards also where jokers would do as well, as surveys must.
        drawn: one of the cards that is not to be given up unless it is wild; ``NONE`` if there is none.
    """

    def __init__(
        self, cards: Sequence[Card], deal: Deal, seen: Sequence[Card] = (), precise: bool = False, drawn: int = NONE
    ) -> None:
        self.cards, self.seen = cards, seen
        held = Counter(sorted([card.index for card in cards]))
        kept = NONE if drawn != NONE and deal.is_wild[drawn] else drawn
        self.hand = Holding(held, count_stock(held, deal, seen), deal, kept)
        self.precise = precise
        self.aims: dict[Objective, Count | Search] = {}

    def with_drawn(self, index: int) -> Finder:
        """The same for the hand with one more card, which is to be kept."""
        return Finder((*self.cards, CARDS[index]), self.hand.deal, self.seen, self.precise, index)

    @property
    def positions(self) -> int:
        """How many positions the searches have looked at."""
        searches = [aim for aim in self.aims.values() if isinstance(aim, Search)]
        return sum([reach.nodes for search in searches for reach in search.known.values()])

    def aim(self, way: Objective) -> Count | Search:
        """What answers questions about one objective: a count of groups where only these matter, else a search."""
        known = self.aims.get(way)
        if known is None:
            counted = is_counted(way, self.hand.deal)
            search = Married if way.needs.marriages else Search
            known = self.aims[way] = Count(self.hand, way) if counted else search(self.hand, way, self.precise)
        return known

    def nearest(self, ways: Sequence[Objective], least: int = 0) -> tuple[int, Filled] | None:
        """The fewest exchanges by any of some objectives; of equal ones the first that is counted, else the first.

        Args:
            ways: the objectives.
            least: exchanges that are known to be needed.
        """
        most = min(self.hand.target, sum(self.hand.stock))  # no more than are left to be had
        best: Count | None = None
        searches: list[Search] = []
        for aim in [self.aim(way) for way in ways]:
            if isinstance(aim, Search):
                searches.append(aim)
            elif aim.price() <= most:
                best, most = aim, aim.price() - 1
        for level in range(max(least, self.hand.target - self.hand.size), most + 1):
            if level == max(least, _NEAR + 1):
                searches = [search for search in searches if search.is_possible()]
            for search in searches:
                filled = search.within(level)
                if filled is not None:
                    return level, filled
        return None if best is None else (best.price(), best.find())

    def reaches(self, ways: Sequence[Objective], level: int) -> bool:
        """Whether any of some objectives can be met within ``level`` exchanges."""
        return level >= 0 and any(self.aim(way).within(level) is not None for way in ways)

    def throwing(
        self, way: Objective, level: int, wanted: set[int], asked: Sequence[int] | None = None
    ) -> Iterator[Filled]:
        """Ways to meet an objective within n exchanges, until no more of some cards can be given up.

        Args:
            way: the objective.
            level: most exchanges.
            wanted: the cards; those given up are taken out.
            asked: those of them that may be given up, where that is known: one is asked about after the other.
        """
        aim = self.aim(way)
        if asked is None:
            filled = aim.within(level) if wanted else None
            if filled is None:
                return
            wanted.difference_update(filled.given)  # one answer settles every card that it gives up
            yield filled
        for index in sorted(wanted) if asked is None else asked:
            if index in wanted:
                filled = aim.within(level, index)
                if filled is not None:
                    wanted.difference_update(filled.given)
                    yield filled
