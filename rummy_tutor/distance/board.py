"""The melds that a hand could come to lay, as columns on one board: cards held, holes, and what holes cost."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from ..game.rules import Kind
from ..solver.bitpack import SHARE, Packed

NONE = -1
STOCK = 53  # where cards that can be had are counted they are types of their own, by this and their index
_COPIES = (Kind.TUNNELA, Kind.DUBLEE)
_HOLES = 1 << 8  # more than a meld has
_SHARES = 1 << 16  # more than the shares of a meld's cards come to
_ORDER = attrgetter("order")


class Piece:
    """A meld of cards held, cards to be bought and jokers; or a card left over.

    Attributes:
        kind: what it is; None for a card left over.
        uses: indices of the held cards used as themselves, the first to be covered first.
        naturals: those of them that are not wild.
        bought: the choices of cards to be bought.
        size: cards in all.
        flag: what it adds to the requirements.
        slack: further jokers it can take.
        wanted: the cards that may be bought, as bits.
    """

    __slots__ = ("bought", "flag", "kind", "naturals", "size", "slack", "uses", "wanted")

    def __init__(
        self,
        kind: Kind | None,
        uses: tuple[int, ...],
        naturals: tuple[int, ...],
        bought: list[tuple[int, ...]],
        size: int,
        flag: int,
        slack: int,
    ) -> None:
        self.kind = kind
        self.uses = uses
        self.naturals = naturals
        self.bought = bought
        self.size = size
        self.flag = flag
        self.slack = slack
        self.wanted = 0
        for cards in bought:
            for index in cards:
                self.wanted |= 1 << index

    @property
    def jokers(self) -> int:
        """Holes that wild cards fill."""
        return self.size - len(self.uses) - len(self.bought[0])


GIVEN = Piece(None, (), (), [()], 0, 0, 0)  # a card given up


class Column:
    """A meld with holes as the search sees it.

    Attributes:
        cards: its held cards, packed.
        holes: its other places, wild cards used as themselves included.
        exact: holes that must be filled by buying the card itself: no joker will do.
        flag, slack: those of its piece.
        share: the sum of its cards' shares.
        extra: its holes, in sixtieths, beyond the shares of its cards.
        order: columns with the same first card are tried in this order.
        start: of the melds without held cards its number; of a card given up its type.
        piece: what it stands for; ``GIVEN`` if a card is given up.
    """

    __slots__ = ("cards", "exact", "extra", "flag", "holes", "order", "piece", "share", "slack", "start")

    def __init__(self, piece: Piece, cards: int, share: int) -> None:
        self.cards = cards
        self.holes = piece.size - len(piece.naturals)
        self.exact = len(piece.bought[0])
        self.flag = piece.flag
        self.slack = piece.slack
        self.share = share
        self.extra = self.holes * SHARE - share
        self.order = self.start = 0
        self.piece = piece


class Board:
    """The columns of one hand, packed.

    Attributes:
        types: card types with a field each, those that are not wild first, in the order in which they are covered.
        naturals: how many of them are not wild.
        packed: the cards.
        plain: for each field, the melds in which it comes first and which are always worth a try.
        bought: for each field, those that jokers could fill as well, fewest cards to buy first.
        ends: melds with no held card but wild ones, and with none at all.
        leave: for each field, that one of its cards is given up.
        shares: for each type, the fewest holes per card (in sixtieths) of a meld that holds it.
    """

    def __init__(self, types: list[int], naturals: int, counts: list[int], shares: list[int]) -> None:
        self.types = types
        self.naturals = naturals
        self.packed = Packed(counts, naturals)
        self.shares = shares
        self.plain: list[list[Column]] = [[] for _ in range(naturals)]
        self.bought: list[list[Column]] = [[] for _ in range(naturals)]
        self.ends: list[Column] = []
        self.leave = [Column(GIVEN, one, shares[types[at]]) for at, one in enumerate(self.packed.ones[:naturals])]
        for at, column in enumerate(self.leave):
            column.start = at

    def fill(self, pieces: Sequence[Piece], counted: bool) -> None:
        """Pack the columns and bring them into order; of those without held cards that are alike, one is left.

        Args:
            pieces: what they stand for.
            counted: whether the cards to be had are types as well.
        """
        ones = [0] * (STOCK + 53)
        places = [0] * 53
        for at, index in enumerate(self.types):
            ones[index] = self.packed.ones[at]
            if at < self.naturals:
                places[index] = at
        shares = self.shares
        ends: dict[tuple[int, int, int, int, int], Column] = {}
        for piece in pieces:
            cards = share = 0
            for index in piece.uses:
                cards += ones[index]
            for index in piece.naturals:
                share += shares[index]
            if counted:
                for index in piece.bought[0]:
                    cards += ones[STOCK + index]
            column = Column(piece, cards, share)
            if not piece.naturals:
                column.order = column.exact * _HOLES + column.holes
                key = cards, column.holes, column.exact, column.flag, column.slack
                known = ends.setdefault(key, column)
                if known is not column and column.exact:
                    other = known.piece
                    bought = other.bought + piece.bought
                    known.piece = Piece(other.kind, other.uses, (), bought, other.size, other.flag, other.slack)
            elif column.exact and piece.kind not in _COPIES:
                column.order = column.exact * _HOLES + column.holes
                self.bought[places[piece.naturals[0]]].append(column)
            else:  # copies of one card lie in no other meld, so jokers would not do
                column.order = column.extra * _SHARES - share
                self.plain[places[piece.naturals[0]]].append(column)
        self.ends = list(ends.values())
        for columns in [*self.plain, *self.bought, self.ends]:
            columns.sort(key=_ORDER)
        for at, column in enumerate(self.ends):
            column.start = at


def spread(natural: list[int], melds: Sequence[Piece]) -> list[int]:
    """Spread the holes of the melds over their cards, in sixtieths, so that no meld's cards get more than its holes.

    Each card first gets the least that a meld holding it can give to all of its cards alike, then what is left
    in every meld that holds it: the sum bounds the holes that a cover must have.
    """
    shares = [SHARE * 3] * 53
    holding: list[list[int]] = [[] for _ in range(53)]
    spare: list[int] = []
    for at, meld in enumerate(melds):
        naturals = meld.naturals
        holes = (meld.size - len(naturals)) * SHARE
        spare.append(holes)
        for index in naturals:
            if not holding[index] or holes // len(naturals) < shares[index]:
                shares[index] = holes // len(naturals)
            holding[index].append(at)  # once for each copy
    for at, meld in enumerate(melds):
        for index in meld.naturals:
            spare[at] -= shares[index]
    for index in natural:
        more = SHARE * SHARE
        for at in holding[index]:
            more = min(more, spare[at] // melds[at].naturals.count(index)) if spare[at] else 0
            if not more:
                break
        if more and holding[index]:
            shares[index] += more
            for at in holding[index]:
                spare[at] -= more
    return shares
