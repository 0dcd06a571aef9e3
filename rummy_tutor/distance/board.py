"""The melds that a hand could come to lay, as columns on one board: cards held, holes, and what holes cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..solver.bitpack import SHARE


class Draft(NamedTuple):
    """A column before it is packed.

    Attributes:
        naturals: the held cards that it takes and that are not wild, the first to be covered first.
        uses: all cards that it takes of those packed.
        holes: see ``Column``, as the others.
    """

    naturals: tuple[int, ...]
    uses: tuple[int, ...]
    holes: int
    exact: int
    flag: int
    slack: int
    piece: Any


class Part(NamedTuple):
    """The columns of one suit, rank or card, or of a whole hand.

    Attributes:
        plain: those that are always worth a try.
        bought: those that jokers could fill as well.
        ends: those without held cards that are not wild.
    """

    plain: list[Draft]
    bought: list[Draft]
    ends: list[Draft]


class Column:
    """A meld with holes as the search sees it.

    Attributes:
        cards: its held cards, packed.
        holes: its other places, wild cards used as themselves included.
        exact: holes that must be filled by buying the card itself: no joker will do.
        flag: what it adds to the requirements.
        slack: further jokers it can take.
        share: the sum of its cards' shares.
        extra: its holes, in sixtieths, beyond the shares of its cards.
        piece: what it stands for.
    """

    __slots__ = ("cards", "exact", "extra", "flag", "holes", "piece", "share", "slack")

    def __init__(self, draft: Draft, shifts: dict[int, int], shares: dict[int, int]) -> None:
        self.cards = sum([1 << shifts[index] for index in draft.uses])
        self.holes = draft.holes
        self.exact = draft.exact
        self.flag = draft.flag
        self.slack = draft.slack
        self.share = sum([shares[index] for index in draft.naturals])
        self.extra = self.holes * SHARE - self.share
        self.piece = draft.piece


class Board:
    """The columns of one hand, packed.

    Attributes:
        types: card types with a field each, those that are not wild first, in the order in which they are covered.
        shifts: where the field of a type begins.
        naturals: how many of them are not wild.
        width: bits of a field; the highest of them is the guard.
        plain: for each field, the melds in which it comes first and which are always worth a try.
        bought: for each field, those that jokers could fill as well, fewest cards to buy first.
        ends: melds with no held card but wild ones, and with none at all.
        shares: for each type, the fewest holes per card (in sixtieths) of a meld that holds it.
    """

    def __init__(self, types: list[int], naturals: int, most: int, shares: dict[int, int]) -> None:
        self.types = types
        self.naturals = naturals
        self.width = width = 3 if most <= 3 else 6
        self.shifts = {index: at * width for at, index in enumerate(types)}
        self.shares = shares
        self.plain: list[list[Column]] = [[] for _ in range(naturals)]
        self.bought: list[list[Column]] = [[] for _ in range(naturals)]
        self.ends: list[Column] = []

    def pack(self, held: Counter[int]) -> int:
        """A hand of these types as one integer."""
        shifts = self.shifts
        return sum([count << shifts[index] for index, count in held.items()])

    def add(self, part: Part) -> None:
        """Pack the columns of a part."""
        shifts, shares = self.shifts, self.shares
        for drafts, columns in ((part.plain, self.plain), (part.bought, self.bought)):
            for draft in drafts:
                columns[shifts[draft.naturals[0]] // self.width].append(Column(draft, shifts, shares))
        self.ends += [Column(draft, shifts, shares) for draft in part.ends]

    def order(self, full: bool) -> None:
        """Bring the columns into order, and leave out melds without held cards that the search cannot tell apart."""
        for columns in self.plain:
            columns.sort(key=_by_extra)
        for columns in self.bought:
            columns.sort(key=_by_need)
        ends: dict[tuple[int, int, int, int, int, Any], Column] = {}
        for column in self.ends:
            # what must be bought tells melds apart as well, but only matters where cards run out
            where = column.piece if column.exact and full else None
            ends.setdefault((column.cards, column.holes, column.exact, column.flag, column.slack, where), column)
        self.ends = sorted(ends.values(), key=_by_need)


def _by_extra(column: Column) -> tuple[int, int, int]:
    return column.extra, -column.share, column.cards


def _by_need(column: Column) -> tuple[int, int, int]:
    return column.exact, column.holes, column.cards


def spread(natural: list[int], melds: Sequence[Draft]) -> dict[int, int]:
    """Spread the holes of the melds over their cards, in sixtieths, so that no meld's cards get more than its holes.

    Each card first gets the least that a meld holding it can give to all of its cards alike, then what is left
    in every meld that holds it: the sum bounds the holes that a cover must have.
    """
    shares: dict[int, int] = {}
    holding: dict[int, list[int]] = {index: [] for index in natural}
    spare: list[int] = []
    for at, meld in enumerate(melds):
        for index in meld.naturals:
            holding[index].append(at)  # once for each copy
        spare.append(meld.holes * SHARE)
    for index in natural:
        shares[index] = min([spare[at] // len(melds[at].naturals) for at in holding[index]], default=SHARE * 3)
    for at, meld in enumerate(melds):
        for index in meld.naturals:
            spare[at] -= shares[index]
    for index in natural:
        numbers = holding[index]
        more = min([spare[at] // melds[at].naturals.count(index) for at in numbers], default=0)
        if more:
            shares[index] += more
            for at in numbers:
                spare[at] -= more
    return shares
