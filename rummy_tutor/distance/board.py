"""The melds that a hand could come to lay, as columns on one board: cards held, holes, and what holes cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..referee.bought_melds import Piece
from ..solver.bitpack import NEVER, SHARE, Packed

if TYPE_CHECKING:  # an integer as the compiled form holds it; interpreted Python does not look at annotations
    from mypy_extensions import i64

NONE: Final = -1
STOCK: Final = 53  # where cards that can be had are counted they are types of their own, by this and their index
_SHARES: Final = 1 << 16  # more than the shares of a meld's cards come to
_NUMBER: Final = 20  # bits of the number of a meld
_LONE: Final = SHARE * 3  # the share of a card that lies in no meld
GIVEN: Final = Piece(None, (), (), [()], 0, 0, 0)  # a card given up


class Column:
    """A meld with holes as the search sees it.

    Attributes:
        cards: its held cards, packed.
        share: the sum of its cards' shares.
        extra: its holes, in sixtieths, beyond the shares of its cards.
        start: of the melds without held cards its number; of a card given up its type.
        piece: what it stands for; ``GIVEN`` if a card is given up.
    """

    __slots__ = ("cards", "extra", "piece", "share", "start")

    def __init__(self, piece: Piece, cards: int, extra: int, start: int = 0) -> None:
        self.cards = cards
        self.share: i64 = piece.holes * SHARE - extra
        self.extra: i64 = extra
        self.start: i64 = start
        self.piece = piece


class Board:
    """The melds of one hand by the field that they cover first; those that the search comes to are packed as columns.

    Args:
        types: card types with a field each, those that are not wild first, in the order in which they are covered.
        naturals: how many of them are not wild.
        counts: how many there are of each.
        pieces: the melds.
        melded: whether every card must be melded or given up, so that the cards share the holes of their melds.
        counted: whether the cards to be had are types as well.

    Attributes:
        types, naturals, pieces: as given.
        packed: the cards.
        rows: for each field, and for each rank up to ``most``, the numbers of the melds in which the field comes first.
        ends: melds with no held card but wild ones, and with none at all.
        leave: for each field, that one of its cards is given up.
        shares: for each type, the fewest holes per card (in sixtieths) of a meld that holds it.
        extra: for each meld, its holes in sixtieths beyond the shares of its cards.
    """

    def __init__(
        self, types: list[int], naturals: int, counts: list[int], pieces: list[Piece], melded: bool, counted: bool
    ) -> None:
        self.types = types
        self.naturals = naturals
        self.pieces = pieces
        self.counted = counted
        self.packed = Packed(counts, naturals)
        self.ones = [0] * (STOCK + 53)
        places = [0] * (STOCK + 53)
        for at, index in enumerate(types):
            self.ones[index] = self.packed.ones[at]
            places[index] = at
        self.shares = self._spread() if melded else [0] * 53
        self.extra: list[int] = []
        self.most: i64 = 0
        for piece in pieces:
            extra: i64 = piece.holes * SHARE
            for index in piece.naturals:
                extra -= self.shares[index]
            self.extra.append(extra)
            self.most = max(self.most, piece.exact)
        self.rows: list[list[list[int]]] = [[[] for _ in range(self.most + 1)] for _ in range(naturals)]
        self.columns: list[list[list[Column] | None]] = [[None] * (self.most + 1) for _ in range(naturals)]
        last: list[int] = []  # the numbers of the others in the lowest bits, their order above
        for at, piece in enumerate(pieces):
            if piece.naturals:
                self.rows[places[piece.naturals[0]]][piece.rank].append(at)
            else:
                last.append((piece.order << _NUMBER) + at)
        ends = [pieces[key & (1 << _NUMBER) - 1] for key in sorted(last)]
        self.ends = [Column(piece, self._pack(piece), piece.holes * SHARE, at) for at, piece in enumerate(ends)]
        ones = self.packed.ones[:naturals]
        self.leave = [Column(GIVEN, unit, -self.shares[types[at]], at) for at, unit in enumerate(ones)]

    def _spread(self) -> list[int]:
        """Spread the holes of the melds over their cards, so that no meld's cards get more than its holes.

        Each card gets the least that a meld holding it can give to all of its cards alike: the sum bounds the holes
        that a cover must have.
        """
        shares = [NEVER] * 53
        for meld in self.pieces:
            each = meld.holes * SHARE // max(1, len(meld.naturals))
            for index in meld.naturals:
                if each < shares[index]:
                    shares[index] = each
        return [_LONE if share == NEVER else share for share in shares]

    def list_at(self, field: int, rank: int) -> list[Column]:
        """The melds of a rank in which a field comes first, in the order in which they are tried."""
        columns = self.columns[field][rank]
        if columns is None:
            keys: list[int] = []  # the number of the meld in the lowest bits
            for number in self.rows[field][rank]:
                piece, extra = self.pieces[number], self.extra[number]
                key = piece.order if rank else extra * _SHARES - piece.holes * SHARE + extra
                keys.append((key << _NUMBER) + number)
            keys.sort()
            numbers = [key & (1 << _NUMBER) - 1 for key in keys]
            columns = [Column(self.pieces[at], self._pack(self.pieces[at]), self.extra[at]) for at in numbers]
            self.columns[field][rank] = columns
        return columns

    def _pack(self, piece: Piece) -> int:
        """The held cards of a meld and, where they are counted, those bought."""
        cards = 0
        for index in piece.uses:
            cards += self.ones[index]
        if self.counted:
            for index in piece.bought[0]:
                cards += self.ones[STOCK + index]
        return cards
