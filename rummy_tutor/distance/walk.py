"""The columns of ``Reach`` for any rulebook: every meld of the cards held and to be had, partly held, partly bought.

The melds are those of the solver, listed for all cards that can be had. Of each, every choice of cards held and cards
bought is a column; one that takes the same cards held, as many holes and more cards bought is left out where wild
cards cannot run out. A hand found so is judged by the solver before it counts, so that no answer rests on the columns
alone; where the solver refuses one, all columns are listed and the cards to be had are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ..game.cards import CARDS
from ..game.records import Best
from ..game.rules import Needs, Objective, Rest
from ..game.table import Deal
from ..referee.grammar import grammar_at
from ..solver.best import find_best
from ..solver.bitpack import States
from ..solver.goals import need_states
from ..solver.meld_columns import FLAGS, Form, Melder, search_order
from .board import Board, Draft, Part, spread
from .feasibility import Reach

_STOCK = 53  # where cards that can be had are counted they are types of their own, by this and their index


class _Option(NamedTuple):
    """A meld of cards held and to be had.

    Attributes:
        naturals: its cards that are not wild, with copies.
        own: wild cards used as themselves, or named.
        size: cards in all.
        slack: holes that may still be added.
        flag: what it adds to the needs.
    """

    naturals: tuple[int, ...]
    own: tuple[int, ...]
    size: int
    slack: int
    flag: int


class _Choice(NamedTuple):
    """A meld of cards held and cards bought.

    Attributes:
        naturals: the cards held that it takes and that are not wild, with copies.
        own: the wild cards held that it takes as themselves.
        bought: the cards to be bought.
        jokers: its other holes.
    """

    naturals: tuple[int, ...]
    own: tuple[int, ...]
    bought: tuple[int, ...]
    jokers: int


class Walk:
    """Looks for hands that declare in one way.

    Args:
        held: copies held by card index.
        stock: copies that can still be had, by card index.
        deal: the rulebook at its table.
        way: the objective.
    """

    def __init__(self, held: Counter[int], stock: Sequence[int], deal: Deal, way: Objective) -> None:
        self.held, self.stock, self.way = held, stock, way
        self.deal = _only_by(deal, way)
        self.target = deal.rulebook.deal
        self.size = held.total()
        self.is_wild = deal.is_wild
        self.most = deal.deadwood_limit(way)
        self.melded = way.rest is Rest.MELDED or self.most is not None
        self.jokers = way.needs.jokers
        self.grammar = grammar_at(deal)
        self.states = need_states(way.needs) if self.most is None else _states_with_deadwood(way.needs, self.most)
        self.types = sorted([i for i in held if not deal.is_wild[i]], key=search_order)
        self.wild_types = sorted([i for i in held if deal.is_wild[i]])
        self.wilds = sum([held[index] for index in self.wild_types])
        self.supply = sum([stock[index] for index in range(53) if deal.is_wild[index]])
        self.searches: dict[tuple[bool, bool, int], Reach] = {}
        self.shifts: dict[int, int] = {}
        self.thrown: int | None = None
        self.level = 0
        self.found: tuple[Best, Counter[int]] | None = None

    def within(self, level: int, thrown: int | None = None) -> tuple[Best, Counter[int]] | None:
        """A hand that declares within so many exchanges, as the solver lays it out, and its cards; else None.

        Args:
            level: most exchanges.
            thrown: a card of the hand that must go.
        """
        if self.size < self.target or not self.grammar.knows(self.way.needs):
            return None
        self.level, self.thrown, self.found = level, thrown, None
        is_wild = thrown is not None and self.is_wild[thrown]
        wilds, gone = self.wilds - is_wild, thrown is not None
        if self.jokers > wilds + min(level, self.supply):
            return None
        if self.melded:
            gives = level + self.size - self.target - gone
            room = self.wilds + self.target - self.size + (gone and not is_wild) - self.jokers
            if gives < 0 or room + gives < 0:
                return None
        else:
            gives, room = 0, wilds + level - self.jokers
        for full in (False, True):
            reach = self._search(self.supply < level, full)
            rem = sum([count << self.shifts[index] for index, count in self.held.items()])
            if thrown is not None:
                rem -= 1 << self.shifts[thrown]
            if full:
                rem += sum([count << self.shifts[_STOCK + index] for index, count in enumerate(self.stock) if count])
            reach.refused = 0
            if reach.within(rem, room, level, gives, self.states.need):
                return self.found
            if not reach.refused:
                return None
        return None

    def _search(self, scarce: bool, full: bool) -> Reach:
        """The search on the columns of this hand.

        Args:
            scarce: whether wild cards may run out.
            full: whether to list every column and to count the cards to be had.
        """
        key = scarce, full, self.level
        if key in self.searches:
            return self.searches[key]
        part = self._part(scarce, full)
        order = [*self.types, *self.wild_types]
        if full:
            order += range(_STOCK, _STOCK + 53)
        shares = spread(self.types, part.plain + part.bought)
        if not self.melded:
            shares = dict.fromkeys(shares, 0)
        board = Board(order, len(self.types), max([*self.held.values(), *(self.stock if full else ())]), shares)
        board.add(part)
        board.order(True)
        self.shifts.update(board.shifts)
        counted = self.grammar.dublees_are_copies and not full
        reach = Reach(
            board,
            self.states if counted else self.states._replace(copies=[]),
            self.stock,
            {},
            self.supply,
            scarce or full,
            self.grammar.spare or self.jokers > 0,
            True,
            False,
            self._judge,
        )
        reach.partly = not self.melded
        reach.smallest = 2 if self.most is None else 1
        self.searches[key] = reach
        return reach

    def _part(self, scarce: bool, full: bool) -> Part:
        """The columns of this hand: every choice of cards held and, within the exchanges, bought of every meld."""
        after = self.states.trans[self.states.need]
        alike: dict[tuple[tuple[int, ...], int, int], list[Draft]] = {}
        for option in self._list_options():
            if self.melded or after[option.flag] != self.states.need:
                for choice in self._choices(option):
                    uses = choice.naturals + choice.own
                    if full:
                        uses += tuple([_STOCK + index for index in choice.bought])
                    holes = option.size - len(choice.naturals)
                    exact = len(choice.bought)
                    draft = Draft(choice.naturals, uses, holes, exact, option.flag, option.slack, choice)
                    alike.setdefault((draft.naturals, holes, draft.flag), []).append(draft)
        part = Part([], [], [])
        for group in alike.values():
            group.sort(key=lambda draft: (draft.exact, len(draft.piece.own), -draft.slack))
            kept: list[Draft] = []
            for draft in group:
                if full or not any([_is_as_good(other, draft, scarce) for other in kept]):
                    kept.append(draft)
                    rows = part.bought if draft.exact else part.plain
                    (rows if draft.naturals else part.ends).append(draft)
        return part

    def _list_options(self) -> list[_Option]:
        """The melds that lack no more cards than may be exchanged, and cards left over, where their points count."""
        points, is_wild = self.deal.points, self.is_wild
        there = tuple([self.held[index] + count for index, count in enumerate(self.stock)])
        found: dict[_Option, None] = {}
        for index, count in enumerate(there):
            if count and self.most is not None and points[index] <= self.most:
                alone = (index,)
                naturals, single = ((), alone) if is_wild[index] else (alone, ())
                found[_Option(naturals, single, 1, 0, len(FLAGS) + points[index])] = None
        lacks = [0 if self.held[index] else 1 for index in range(53)]
        for form in _list_forms(self.deal, there, self.way.needs.dublees > 0):
            if sum([lacks[index] for index in form.cards]) <= self.level:
                own = tuple(sorted([index for index in form.cards if is_wild[index]]))
                found[_Option(form.naturals, own, form.meld.size, form.meld.slack, form.flag)] = None
        return list(found)

    def _choices(self, option: _Option) -> Iterator[_Choice]:
        """A meld with each choice of cards held and cards bought."""
        held, stock = self.held, self.stock
        rows = []
        for index in dict.fromkeys(option.naturals + option.own):
            count = (option.naturals + option.own).count(index)
            most = min(count, held[index])
            row = [(index, taken, count - taken) for taken in range(max(0, count - stock[index]), most + 1)]
            if not row:
                return
            rows.append(row)
        for chosen in product(*rows):
            naturals: list[int] = []
            own: list[int] = []
            bought: list[int] = []
            for index, taken, missing in chosen:
                (own if self.is_wild[index] else naturals).extend([index] * taken)
                bought += [index] * missing
            naturals.sort(key=search_order)
            jokers = option.size - len(naturals) - len(own) - len(bought)
            if len(bought) <= self.level:
                yield _Choice(tuple(naturals), tuple(own), tuple(bought), jokers)

    def _judge(self, melds: list[_Choice], _gone: list[int], _room: int) -> bool:
        """Whether a hand made of some melds declares; if so it is the answer."""
        hand = Counter([index for meld in melds for index in meld.naturals + meld.own + meld.bought])
        holes = self.jokers + sum([meld.jokers for meld in melds])
        for full in self._hands(hand, holes):
            best = find_best([CARDS[index] for index in full.elements()], self.deal)
            if best.declares:
                self.found = best, full
                return True
        return False

    def _hands(self, hand: Counter[int], holes: int) -> Iterator[Counter[int]]:
        """Hands made of some cards and wild cards: those held first, then the other cards held that cost least."""
        mine = self.held - Counter([] if self.thrown is None else [self.thrown])
        if any([count > mine[index] + self.stock[index] for index, count in hand.items()]):
            return
        wild = [index for index in range(52, -1, -1) if self.is_wild[index]]
        placed = hand.total()
        missing = self.target - placed if self.melded else holes
        for order in (wild, wild[::-1]):
            full = hand.copy()
            for there in (mine, {index: mine[index] + self.stock[index] for index in wild}):
                for index in order:
                    taken = max(0, min(missing - full.total() + placed, there[index] - full[index]))
                    full[index] += taken
            if not self.melded:
                rest = sorted((mine - full).elements(), key=lambda index: self.deal.points[index])
                full.update(rest[: self.target - full.total()])
            if full.total() == self.target and (full - mine).total() <= self.level:
                yield +full


@lru_cache(maxsize=1024)
def _only_by(deal: Deal, way: Objective) -> Deal:
    """The same table where a hand declares in one way only."""
    return replace(deal, rulebook=replace(deal.rulebook, objectives=(way,)))


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


@lru_cache(maxsize=16)
def _list_forms(deal: Deal, there: tuple[int, ...], dublees: bool) -> list[Form]:
    """The melds of some cards, given as copies by card index."""
    melder = Melder([CARDS[index] for index, count in enumerate(there) for _ in range(count)], deal, exact=False)
    forms = melder.forms()
    forms += [melder.form_of(meld) for meld in melder.opened([form.meld for form in forms])]
    return forms + melder.dublees() if dublees else forms


def _is_as_good(one: Draft, other: Draft, scarce: bool) -> bool:
    """Whether a column does all that another does which is alike and takes no fewer cards bought, or held as wild."""
    if one.slack < other.slack or (scarce and one.exact < other.exact):
        return False
    return not Counter(one.piece.own) - Counter(other.piece.own)
