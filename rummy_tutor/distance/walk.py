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
from .feasibility import Column, Reach
from .partial_melds import spread


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


class _Draft(NamedTuple):
    """A column before it is packed.

    Attributes:
        naturals: the cards held that it takes and that are not wild, with copies.
        own: the wild cards held that it takes as themselves.
        bought: the very cards to be bought.
        holes: places that no card held fills which is not wild.
        flag: what it adds to the needs.
        slack: holes that may still be added.
    """

    naturals: tuple[int, ...]
    own: tuple[int, ...]
    bought: tuple[int, ...]
    holes: int
    flag: int
    slack: int


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
        self.searches: dict[tuple[bool, bool], Reach] = {}
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
                rem += sum([count << self.shifts[53 + index] for index, count in enumerate(self.stock) if count])
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
        known = self.searches.get((scarce, full))
        if known is not None:
            return known
        drafts = self._drafts(scarce, full)
        copies = max([*self.held.values(), *(self.stock if full else ())])
        width = 3 if copies <= 3 else 6
        order = [*self.types, *self.wild_types]
        self.shifts.update({index: at * width for at, index in enumerate(order)})
        if full:
            self.shifts.update({53 + index: (len(order) + index) * width for index in range(53)})
        fields = len(order) + 53 * full
        shares = spread(self.types, [(draft.naturals, draft.holes) for draft in drafts if draft.naturals])
        if not self.melded:
            shares = dict.fromkeys(shares, 0)
        plain: list[list[Column]] = [[] for _ in self.types]
        bought: list[list[Column]] = [[] for _ in self.types]
        ends: list[Column] = []
        for draft in drafts:
            cards = sum([1 << self.shifts[index] for index in draft.naturals + draft.own])
            if full:
                cards += sum([1 << self.shifts[53 + index] for index in draft.bought])
            share = sum([shares[index] for index in draft.naturals])
            column = Column(cards, draft.holes, len(draft.bought), draft.flag, draft.slack, share, draft, 0)
            if not draft.naturals:
                ends.append(column)
            else:
                (bought if draft.bought else plain)[self.shifts[draft.naturals[0]] // width].append(column)
        for columns in plain:
            columns.sort(key=lambda column: (column.extra, -column.share, column.cards))
        for columns in (*bought, ends):
            columns.sort(key=lambda column: (column.exact, column.holes, column.cards))
        reach = Reach(
            (1 << len(self.types) * width) - 1,
            sum([1 << at * width + width - 1 for at in range(fields)]),
            width,
            plain,
            bought,
            ends,
            [shares[index] for index in self.types],
            self.states.trans,
            self.states.free,
            [] if full or not self.grammar.dublees_are_copies else self.states.copies,
            [self.stock[index] for index in order],
            (sum([count // 2 for count in self.stock]), sum([count // 3 for count in self.stock])),
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
        self.searches[scarce, full] = reach
        return reach

    def _drafts(self, scarce: bool, full: bool) -> list[_Draft]:
        """The columns of this hand: every choice of cards held and cards bought of every meld."""
        there = tuple([self.held[index] + count for index, count in enumerate(self.stock)])
        after = self.states.trans[self.states.need]
        alike: dict[tuple[tuple[int, ...], int, int], list[_Draft]] = {}
        found: list[_Draft] = []
        for option in self._list_singles(there) + _list_options(self.deal, there, self.way.needs.dublees > 0):
            if not self.melded and after[option.flag] == self.states.need:
                continue
            for draft in self._choices(option):
                if full:
                    found.append(draft)
                else:
                    alike.setdefault((draft.naturals, draft.holes, draft.flag), []).append(draft)
        for group in alike.values():
            group.sort(key=lambda draft: (len(draft.bought), len(draft.own), -draft.slack))
            kept: list[_Draft] = []
            for draft in group:
                if not any([_is_as_good(other, draft, scarce) for other in kept]):
                    kept.append(draft)
            found += kept
        return found

    def _list_singles(self, there: Sequence[int]) -> list[_Option]:
        """Cards left over by themselves, where their points are limited."""
        points, found = self.deal.points, []
        for index, count in enumerate(there):
            if count and self.most is not None and points[index] <= self.most:
                naturals, own = ((), (index,)) if self.is_wild[index] else ((index,), ())
                found.append(_Option(naturals, own, 1, 0, len(FLAGS) + points[index]))
        return found

    def _choices(self, option: _Option) -> Iterator[_Draft]:
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
            holes = option.size - len(naturals)
            yield _Draft(tuple(naturals), tuple(own), tuple(bought), holes, option.flag, option.slack)

    def _judge(self, drafts: list[_Draft], _gone: list[int], _room: int) -> bool:
        """Whether a hand made of some columns declares; if so it is the answer."""
        hand = Counter([index for draft in drafts for index in draft.naturals + draft.own + draft.bought])
        holes = self.jokers + sum([draft.holes - len(draft.own) - len(draft.bought) for draft in drafts])
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
def _list_options(deal: Deal, there: tuple[int, ...], dublees: bool) -> list[_Option]:
    """The melds of some cards, given as copies by card index."""
    cards = [CARDS[index] for index, count in enumerate(there) for _ in range(count)]
    melder = Melder(cards, deal, exact=False)
    forms: list[Form] = melder.forms()
    forms += [melder.form_of(meld) for meld in melder.opened([form.meld for form in forms])]
    if dublees:
        forms += melder.dublees()
    options: dict[_Option, None] = {}
    for form in forms:
        meld = form.meld
        own = (*[index for index in meld.uses if deal.is_wild[index]], *meld.named)
        options[_Option(form.naturals, tuple(sorted(own)), meld.size, meld.slack, form.flag)] = None
    return list(options)


def _is_as_good(one: _Draft, other: _Draft, scarce: bool) -> bool:
    """Whether a column does all that another does which is alike and takes no fewer cards bought, or held as wild."""
    if one.slack < other.slack or (scarce and len(one.bought) < len(other.bought)):
        return False
    return not Counter(one.own) - Counter(other.own)
