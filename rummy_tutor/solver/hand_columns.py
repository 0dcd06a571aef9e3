"""The cards of one hand as integers and its melds as columns, whatever is asked of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..game.cards import Card
from ..game.rules import Kind
from ..game.table import Deal
from ..referee.grammar import WRAP, Grammar
from ..referee.held_melds import KIND_BITS, NO_CARD, Form, Melder
from .bitpack import INFINITE, SHARE, Column, Packed, States
from .goals import TIE, Route
from .outlook import Outlook

DUBLEE_BIT: Final = KIND_BITS[Kind.DUBLEE]
NO_MELD: Final = SHARE * SHARE  # the share of a card that no meld holds
_MANY_MELDS: Final = 64  # with fewer a search takes less time than raising shares


class Row(Column):
    """A meld of the hand at hand: a column whose cost, share and slack are set for each question.

    ``first`` is the first of its types that is not wild, or the number of those types if there is none.
    """

    __slots__ = ("first", "form")

    def __init__(self, form: Form, cards: int, first: int, flag: int, name: int) -> None:
        super().__init__(cards, form.wilds, flag, name)
        self.form = form
        self.first = first


def share_jokers(rows: Sequence[Row]) -> list[int]:
    """The least wild cards, in sixtieths, per card that is not wild of a meld that holds each card."""
    shares = [NO_MELD] * 53
    for row in rows:
        naturals = row.form.naturals
        share = row.jokers * SHARE // max(1, len(naturals))
        for index in naturals:
            if share < shares[index]:
                shares[index] = share
    return shares


def raise_shares(shares: list[int], rows: Sequence[Row]) -> None:
    """Add to each card's share what all melds have beyond their cards' shares, up to the highest (one is thrown)."""
    holding: dict[int, list[Row]] = {}  # the melds of each card that takes some
    for row in rows:
        for index in row.form.naturals:
            if shares[index]:
                holding.setdefault(index, []).append(row)
    highest = max([shares[index] for index in holding], default=0)
    for index, melds in sorted(holding.items(), key=lambda entry: len(entry[1])):
        more = highest - shares[index]
        for row in melds:
            naturals = row.form.naturals
            if more:
                more = min(more, (row.jokers * SHARE - sum([shares[i] for i in naturals])) // naturals.count(index))
        shares[index] += more


class HandColumns:
    """One hand at one table: its cards packed, its melds as columns by their first type.

    Args:
        cards: 1 to 28 cards.
        deal: the rulebook at its table.
        windows: list every place of the jokers where their value matters.
        once: what melds show that may be laid only once.
    """

    def __init__(
        self, cards: Sequence[Card], deal: Deal, windows: bool = False, once: Sequence[tuple[int, ...]] = ()
    ) -> None:
        self.cards = cards
        self.deal = deal
        self.melder = melder = Melder(cards, deal, windows)
        self.setting = setting = melder.table
        self.windows = windows
        self.wilds = melder.wilds
        self.throws: bool = len(cards) == setting.most
        self.grammar: Grammar = melder.grammar
        self.spare: bool = melder.grammar.spare
        self.pairs_are_copies: bool = melder.grammar.dublees_are_copies
        self.rigid: bool = setting.rigid
        self.valued = melder.valued
        held = melder.counts
        types: list[int] = []
        counts: list[int] = []
        for index in setting.types:
            count = held[index]
            if count:
                types.append(index)
                counts.append(count)
        self.naturals = naturals = len(types)
        for index in melder.wild_types:
            types.append(index)
            counts.append(held[index])
        self.types = types
        self.packed = packed = Packed(counts, naturals)
        self.place = [naturals] * (NO_CARD + 1)  # by card
        self.ones = [0] * 53
        for at, index in enumerate(types):
            self.place[index] = at
            self.ones[index] = packed.ones[at]
        self._price_wilds()
        # more than all cards can cost
        self.forbidden: int = TIE * (1 + len(cards) * (2 * setting.most_points + 1))
        self.outlooks: dict[int, Outlook] = {}  # by number of needs
        self.once = once  # what melds that may be laid only once show
        self._list_rows()

    def _price_wilds(self) -> None:
        """What the wild cards cost, and what each card costs beyond the cheapest, if they cost unlike amounts."""
        points = self.setting.points
        least, dearest = INFINITE, 0
        for index in self.melder.wild_types:
            least, dearest = min(least, points[index]), max(dearest, points[index])
        self.wild_price: int = least if self.wilds else 0
        self.costly: bool = dearest > 0
        self.dear = [each - least for each in points] if dearest > least else []

    def _list_rows(self) -> None:
        """The melds as columns by their first type, and what they say of each card."""
        # by first type: few each, so that putting them in order takes little
        forms: list[list[Form]] = [[] for _ in range(self.naturals + 1)]
        for form in self.melder.forms():
            entries = forms[self.place[form.first]]
            at = len(entries)
            while at and form.order < entries[at - 1].order:
                at -= 1
            entries.insert(at, form)
        self.rows = rows = self.list_rows([form for entries in forms for form in entries], 0)
        self.columns, self.wild_columns = self.by_first(rows)
        self.kinds = kinds = [0] * 53
        self.spares = False  # whether some meld holds a wild card as itself
        for row in rows:
            self.spares = self.spares or row.form.spares
            for index in row.form.naturals:
                kinds[index] |= row.form.kinds
        self.shares = shares = share_jokers(rows)
        if len(rows) >= _MANY_MELDS and not self.valued:
            raise_shares(shares, rows)
        self.summed: list[int] = []  # the shares by card that those of the rows are sums of
        self.sum_shares(rows, shares)
        self.priced = False  # whether the rows still cost what the last question had them cost

    def sum_shares(self, rows: list[Row], shares: list[int]) -> None:
        """Give rows the shares of their cards together."""
        self.summed = shares
        for row in rows:
            share = 0
            for index in row.form.naturals:
                share += shares[index]
            row.share = share

    def list_rows(self, forms: Sequence[Form], number: int) -> list[Row]:
        """Forms as columns of this hand, named from a number on."""
        ones, place = self.ones, self.place
        rows = []
        for form in forms:
            packed = 0
            for index in form.cards:
                packed += ones[index]
            flag = form.flag
            if self.once and (shows := tuple(sorted(form.meld.shows or form.meld.uses))) in self.once:
                flag += 8 * (1 + self.once.index(shows))
            rows.append(Row(form, packed, place[form.first], flag, number))
            number += 1
        return rows

    def least_points(self, safe: int) -> int:
        """A bound from below on the points with some kinds of groups exempt, given by their bits; exact if none is."""
        points, kinds = self.setting.points, self.kinds
        total = most = 0
        counts = self.packed.counts
        for at in range(self.naturals if safe else len(self.types)):
            index = self.types[at]
            if not kinds[index] & safe and not (safe & DUBLEE_BIT and (counts[at] > 1 or not self.pairs_are_copies)):
                cost = points[index]
                total += cost * counts[at]
                if cost > most:
                    most = cost
        return total - most if self.throws else total

    def all_points(self) -> int:
        """What all cards cost loose."""
        points, counts = self.setting.points, self.packed.counts
        return sum([points[index] * counts[at] for at, index in enumerate(self.types)])

    def most_points(self) -> int:
        """The most that the cards can show in melds."""
        points, counts = self.setting.points, self.packed.counts
        return sum([points[self.types[at]] * counts[at] for at in range(self.naturals)]) + self.wilds * self.setting.top

    def outlook(self, route: Route) -> Outlook:
        """Whether cards left can meet a route's needs."""
        known = self.outlooks.get(route.number)
        if known is None:
            rows = self.list_rows(self.melder.dublees(), len(self.rows)) + self.rows if route.dublees else self.rows
            known = Outlook(rows, self.states_of(route), self.packed, self.wilds - route.jokers)
            self.outlooks[route.number] = known
        return known

    def states_of(self, route: Route) -> States:
        """The states of a route's needs, without counting copies where other cards are dublees too."""
        return route.states if self.pairs_are_copies or not route.dublees else route.states._replace(copies=[])

    def counts_room(self, route: Route) -> bool:
        """Whether the room for spare wild cards must be part of the search, since they cost something left over."""
        return not (self.rigid or self.valued) and route.exempt is not None and self.costly

    def may_part(self, route: Route) -> bool:
        """Whether of three wild cards outside melds one may lie apart."""
        joined = route.jokers == WRAP or (route.jokers == WRAP - 1 and route.all_melded and not self.spare)
        return self.grammar.aside or not joined

    def by_first(self, rows: list[Row]) -> tuple[list[list[Column]], list[Column]]:
        """Columns by their first type, the cheapest first, and those of wild cards only."""
        columns: list[list[Column]] = [[] for _ in range(self.naturals + 1)]
        for row in rows:
            entries = columns[row.first]
            at = len(entries)
            while at and row.cost < entries[at - 1].cost:
                at -= 1
            entries.insert(at, row)
        wild_columns = columns.pop()
        return columns, wild_columns
