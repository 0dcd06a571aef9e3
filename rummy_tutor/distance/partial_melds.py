"""Every meld that a hand could come to lay with cards still to be had, as columns for the search in ``_reach``.

A column tells only what the search must know: the cards held that it takes, its holes, how many of them
need the very card. Which cards could fill them is settled at the end, by ``fill``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ..game.cards import MAX_HAND
from ..game.rules import Kind
from ..game.table import Deal
from ..referee.grammar import Grammar, grammar_at
from .feasibility import SHARE, Column

PRINTED = 52
NONE = -1
FLAGS = {"plain": 0, "pure": 1, "long-pure": 2, "run": 3, "long-run": 4, "tunnela": 6, "pure-tunnela": 5, "dublee": 7}


class Piece(NamedTuple):
    """What a column stands for.

    Attributes:
        kind: what it is.
        at: index of the suit's ace for a sequence, the rank for a set, the card index for copies of one card.
        uses: indices of the held cards used as themselves.
        jokers: holes that jokers fill, besides those that may be added.
        bought: holes that need the very card.
        slack: jokers that may be added.
    """

    kind: Kind
    at: int
    uses: tuple[int, ...]
    jokers: int
    bought: int
    slack: int = 0

    @property
    def size(self) -> int:
        """Cards in all."""
        return len(self.uses) + self.jokers + self.bought


class Scope(NamedTuple):
    """Which columns are worth listing.

    Attributes:
        jokers: whether any wild card is held or to be had.
        scarce: whether jokers may run out, so that any hole may need the very card.
        full: whether to list every place of every hole, nothing left out as canonical.
    """

    jokers: bool
    scarce: bool
    full: bool


# a column before it is packed: its cards that are not wild, kings first, then holes, those that need the very card,
# flag, slack, and what it stands for
_Draft = tuple[tuple[int, ...], int, int, int, int, Piece]


# what the search can tell columns by: the cards used, holes, those that need the very card, flag, slack
_Key = tuple[tuple[int, ...], int, int, int, int]


class _Part(NamedTuple):
    """The columns of one suit, rank or card.

    Attributes:
        number: which of them it is.
        plain: by first card.
        bought: those that jokers could fill as well.
        ends: those without held cards that are not wild.
    """

    number: int
    plain: dict[int, list[_Draft]]
    bought: dict[int, list[_Draft]]
    ends: list[_Draft]


class Board:
    """The columns of one hand, packed.

    Attributes:
        types: card types with a field each, those that are not wild first and kings first.
        shifts: where the field of a type begins.
        naturals: how many of them are not wild.
        width: bits of a field.
        plain: see ``Reach``, as the next two.
        bought: by first field.
        ends: melds without held cards but wild ones.
        shares: by type; see ``Reach``.
        loose_ends: all of ``ends`` before those alike to the search were left out.
    """

    def __init__(self, types: list[int], naturals: int, width: int, shares: dict[int, int]) -> None:
        self.types = types
        self.naturals = naturals
        self.width = width
        self.shifts = {index: at * width for at, index in enumerate(types)}
        self.shares = shares
        self.plain: list[list[Column]] = [[] for _ in range(naturals)]
        self.bought: list[list[Column]] = [[] for _ in range(naturals)]
        self.ends: list[Column] = []
        self.loose_ends: list[Column] = []

    def pack(self, held: Counter[int]) -> int:
        """A hand of these types as one integer."""
        shifts = self.shifts
        return sum([count << shifts[index] for index, count in held.items()])

    def add(self, part: _Part) -> None:
        """Pack the columns of a part."""
        shifts, shares, width = self.shifts, self.shares, self.width
        for drafts, columns in ((part.plain, self.plain), (part.bought, self.bought)):
            for index, found in drafts.items():
                columns[shifts[index] // width] += [_pack(draft, shifts, shares, part.number) for draft in found]
        self.loose_ends += [_pack(draft, shifts, shares, part.number) for draft in part.ends]

    def order(self, fields: Iterable[int], full: bool) -> None:
        """Bring some fields' columns into order, and choose the melds without held cards."""
        for field in fields:
            self.plain[field].sort(key=_by_extra)
            self.bought[field].sort(key=_by_need)
        ends: dict[tuple[int, int, int, int, int, int], Column] = {}
        for column in self.loose_ends:
            # what must be bought tells melds apart as well, but only matters where cards run out
            where = column.piece.at if column.exact and full else -1
            ends.setdefault((column.cards, column.holes, column.exact, column.flag, column.slack, where), column)
        self.ends = sorted(ends.values(), key=_by_need)


def _height(index: int) -> int:
    """Where a card type stands: kings first leaves the fewest positions."""
    return (12 - index % 13) * 4 + index // 13


@lru_cache(maxsize=32)
def _patterns(places: int, run_max: int, long: bool, full: bool) -> tuple[tuple[int, int, int], ...]:
    """Sequences within one suit: (mask of the ranks used as themselves, mask of the others, length)."""
    longest = min(run_max, 13 if full else 6 if long else 5)
    found = set()
    for length in range(3, longest + 1):
        for start in range(places - length + 1):
            ranks = [1 << (start + i) % 13 for i in range(length)]
            whole = sum(ranks)
            for taken in product((False, True), repeat=length):
                # at the end of a longer one a hole is better spared
                if length > (4 if long else 3) and not full and not (taken[0] and taken[-1]):
                    continue
                mask = sum([rank for rank, use in zip(ranks, taken, strict=True) if use])
                found.add((mask, whole & ~mask, length))
    return tuple(sorted(found, key=lambda run: (run[2] - run[0].bit_count(), -run[2], run)))


class Wanted:
    """The columns of one table, remembered by suit and rank; hands share most of theirs.

    Args:
        deal: the rulebook at its table.
        scope: which columns are listed.
        long: whether sequences of four or more are told from those of three.
        dublees: whether dublees are wanted.
    """

    def __init__(self, deal: Deal, scope: Scope, long: bool, dublees: bool) -> None:
        self.deal = deal
        self.rules: Grammar = grammar_at(deal)
        self.scope = scope
        self.long = long
        self.limited = self.rules.run_holes < MAX_HAND
        self.wild = deal.is_wild
        self.copies = ([3] if deal.tunnelas else []) + ([2] if dublees and self.rules.dublees else [])
        self.sides = self.rules.places
        self.run_part = lru_cache(maxsize=1 << 13)(self._run_part)
        self.set_part = lru_cache(maxsize=1 << 13)(self._set_part)
        self.copy_part = lru_cache(maxsize=1 << 11)(self._copy_part)

    def columns(self, held: Counter[int], stock: Sequence[int], wide: bool = False) -> Board:
        """All columns of a hand.

        Args:
            held: copies held by card index.
            stock: copies that can still be had, by card index.
            wide: whether to leave room for another card that can be drawn.
        """
        natural = sorted([index for index in held if not self.wild[index]], key=_height)
        parts = self._parts(held, stock, range(4), range(13), range(53))
        drafts = [
            draft for part in parts for rows in (part.plain, part.bought) for row in rows.values() for draft in row
        ]
        shares = spread(natural, [(draft[0], draft[1]) for draft in drafts])
        if wide:
            natural = [NONE, *natural]  # a card that is drawn comes first
        types = natural + sorted([index for index in held if self.wild[index]])
        most = max(held.values())
        board = Board(types, len(natural), 3 if most <= 3 else 6, shares)
        for part in parts:
            board.add(part)
        board.order(range(len(natural)), self.scope.full)
        return board

    def _parts(
        self,
        held: Counter[int],
        stock: Sequence[int],
        suits: Iterable[int],
        ranks: Iterable[int],
        copies: Iterable[int],
    ) -> list[_Part]:
        """The columns of some suits, of some ranks, and of copies of some cards."""
        parts = []
        for suit in suits:
            base = suit * 13
            mask, some = self._ranks(base, held, stock)
            parts.append(self.run_part(base, mask, some))
        for rank in ranks:
            counts = tuple([held[suit * 13 + rank] for suit in range(4)])
            if any(counts) or self.scope.scarce or self.scope.full:
                parts.append(self.set_part(rank, counts, tuple([stock[suit * 13 + rank] > 0 for suit in range(4)])))
        for index in copies if self.copies else ():
            if held[index] or stock[index] >= min(self.copies):
                parts.append(self.copy_part(index, min(held[index], 3), min(stock[index], 3)))
        return parts

    def _ranks(self, base: int, held: Counter[int], stock: Sequence[int]) -> tuple[int, int]:
        """The ranks of a suit that are held, and those that can be had, as masks."""
        mask = some = 0
        for rank in range(13):
            if base + rank in held:
                mask |= 1 << rank
            if stock[base + rank] > 0:
                some |= 1 << rank
        return mask, some

    def with_drawn(self, board: Board, held: Counter[int], stock: Sequence[int], drawn: int) -> Board:
        """The columns of a hand with one more card, made from those of the hand without it.

        Args:
            board: those of the hand without it, with room for the card.
            held: copies held by card index, the drawn card included.
            stock: copies that can still be had without it; some of the drawn card are among them.
            drawn: the card, which is not wild and not held before.
        """
        rank = drawn % 13
        base = drawn - rank
        mask, some = self._ranks(base, held, stock)
        parts = [self.run_part(base, mask, some, 1 << rank), *self._parts(held, stock, (), (rank,), (drawn,))]
        # all that is new are the melds that use it
        plain = [draft for part in parts for found in part.plain.values() for draft in found if drawn in draft[0]]
        bought = [draft for part in parts for found in part.bought.values() for draft in found if drawn in draft[0]]
        # its share is what its melds leave of their holes; the others keep theirs
        shares = dict(board.shares)
        shares[drawn] = 0
        shares[drawn] = min(
            [
                (draft[1] * SHARE - sum([shares[index] for index in draft[0]])) // draft[0].count(drawn)
                for draft in (*plain, *bought)
            ],
            default=SHARE * 3,
        )
        found = Board([drawn, *board.types[1:]], board.naturals, board.width, shares)
        found.plain = [[_pack(draft, found.shifts, shares, 0) for draft in plain], *board.plain[1:]]
        found.bought = [[_pack(draft, found.shifts, shares, 0) for draft in bought], *board.bought[1:]]
        copies = 17 + drawn
        found.loose_ends = [column for column in board.loose_ends if column.part != copies]
        for part in parts:
            if part.number == copies:
                found.loose_ends += [_pack(draft, found.shifts, shares, copies) for draft in part.ends]
        found.order((0,), self.scope.full)
        return found

    def _part(self, number: int, found: dict[_Key, Piece]) -> _Part:
        """Columns from the pieces of a suit or rank, keyed by all the search can tell them by."""
        plain: dict[int, list[_Draft]] = {}
        bought: dict[int, list[_Draft]] = {}
        ends: list[_Draft] = []
        for (_, holes, exact, flag, slack), piece in found.items():
            natural = tuple(sorted([index for index in piece.uses if not self.wild[index]], key=_height))
            draft = (natural, holes, exact, flag, slack, piece)
            if not natural:
                ends.append(draft)
            elif exact and piece.kind not in (Kind.TUNNELA, Kind.DUBLEE):
                bought.setdefault(natural[0], []).append(draft)
            else:  # for copies of one card, which lie in no other meld, jokers would not do
                plain.setdefault(natural[0], []).append(draft)
        return _Part(number, plain, bought, ends)

    def _add(self, found: dict[_Key, Piece], piece: Piece, flag: int) -> None:
        holes = piece.jokers + piece.bought + sum([self.wild[index] for index in piece.uses])
        found.setdefault((piece.uses, holes, piece.bought, flag, piece.slack), piece)

    def _run_part(self, base: int, held: int, stock: int, among: int = 0) -> _Part:
        """The sequences of a suit from the ranks held and to be had; with ``among`` only those that use that rank."""
        rules, scope = self.rules, self.scope
        wild = sum([1 << rank for rank in range(13) if self.wild[base + rank]])
        found: dict[_Key, Piece] = {}
        for mask, others, length in _patterns(self.sides, rules.run_most, self.long, scope.full):
            if mask & ~held or among & ~mask:
                continue
            uses = tuple([base + rank for rank in range(13) if mask >> rank & 1])
            missing = length - len(uses)
            is_long = length >= 4
            if not others & ~stock:
                self._add(
                    found, Piece(Kind.PURE_SEQUENCE, base, uses, 0, missing), FLAGS["long-pure" if is_long else "pure"]
                )
            if not scope.jokers:
                continue
            flag = FLAGS["long-run" if is_long else "run"]
            room = 0 if scope.full and not rules.identical else rules.run_most - length
            fillable = (others & stock).bit_count()
            if room and not self.limited and (not missing or (scope.scarce and fillable == missing)):
                # a place for jokers that are left
                self._add(found, Piece(Kind.IMPURE_SEQUENCE, base, uses, 0, missing, room), flag)
            most = min(missing, rules.run_holes)
            for jokers in range(1, most + 1):
                exact = missing - jokers
                if exact > fillable or (not uses and not exact):
                    continue
                if exact and uses and not (scope.scarce or scope.full or self.limited):
                    continue
                if not (self.limited or scope.full) and mask & wild:
                    # a wild card used as itself does no more than a joker where another card is natural
                    if len(uses) > 1 or exact or length > 3:
                        continue
                slack = min(room, rules.run_holes - jokers)
                self._add(found, Piece(Kind.IMPURE_SEQUENCE, base, uses, jokers, exact, slack), flag)
        return self._part(base // 13, found)

    def _set_part(self, rank: int, counts: tuple[int, ...], stock: tuple[bool, ...]) -> _Part:
        rules, scope = self.rules, self.scope
        distinct = not rules.mixed
        limited = rules.set_holes < MAX_HAND or rules.matched
        careful = scope.scarce or scope.full or self.limited
        found: dict[_Key, Piece] = {}
        for taken in product(*(range((min(count, 1) if distinct else min(count, 5)) + 1) for count in counts)):
            total = sum(taken)
            if total > 5 or (not careful and total < 2):
                continue
            wilds = sum([n for suit, n in enumerate(taken) if self.wild[suit * 13 + rank]])
            if wilds and not (limited or careful):
                continue
            uses = tuple([suit * 13 + rank for suit, n in enumerate(taken) for _ in range(n)])
            open_suits = [suit for suit in range(4) if stock[suit] and not (distinct and taken[suit])]
            largest = (4 if distinct else 5) if rules.set_most == MAX_HAND else min(4, rules.set_most)
            alone = not distinct and sum(map(bool, taken)) == 1
            for size in range(max(3, total), max(3, total + alone, largest if careful else 0) + 1):
                if size > rules.set_most:
                    break
                for jokers in range(size - total + 1):
                    exact = size - total - jokers
                    if exact and not careful:
                        continue
                    if exact > (len(open_suits) if distinct else 3 * len(open_suits)):
                        continue
                    if jokers and not scope.jokers or not total + exact:
                        continue
                    if jokers > rules.set_holes or (rules.matched and jokers > total + exact):
                        continue
                    if not distinct and sum(map(bool, taken)) <= 1 and not jokers:
                        if not any(not taken[suit] for suit in open_suits) or not exact:
                            continue
                    slack = 0
                    if scope.jokers and not (scope.full and not rules.identical):
                        slack = rules.set_room(total + exact) - jokers
                    self._add(found, Piece(Kind.SET, rank, uses, jokers, exact, slack), FLAGS["plain"])
        return self._part(4 + rank, found)

    def _copy_part(self, index: int, held: int, stock: int) -> _Part:
        found: dict[_Key, Piece] = {}
        for size in self.copies:
            if size == 3 and not self.deal.makes_tunnela(index):
                continue
            if size == 2:
                kind, flag = Kind.DUBLEE, FLAGS["dublee"]
            else:
                kind = Kind.TUNNELA
                flag = FLAGS["pure-tunnela" if self.rules.tunnela_is_pure else "tunnela"]
            for uses in range(min(held, size) + 1):
                if size - uses <= stock:
                    self._add(found, Piece(kind, index, (index,) * uses, 0, size - uses), flag)
        return self._part(17 + index, found)


def spread(natural: list[int], melds: Sequence[tuple[tuple[int, ...], int]]) -> dict[int, int]:
    """Spread the holes of the melds over their cards, in sixtieths, so that no meld's cards get more than its holes.

    Each card first gets the least that a meld holding it can give to all of its cards alike, then what is left
    in every meld that holds it: the sum bounds the holes that a cover must have.

    Args:
        natural: the cards.
        melds: the cards of each meld, with copies, and its holes.
    """
    shares: dict[int, int] = {}
    holding: dict[int, list[int]] = {index: [] for index in natural}
    spare: list[int] = []
    for at, (cards, holes) in enumerate(melds):
        for index in cards:
            holding[index].append(at)  # once for each copy
        spare.append(holes * SHARE)
    for index in natural:
        shares[index] = min([spare[at] // len(melds[at][0]) for at in holding[index]], default=SHARE * 3)
    for at, (cards, _) in enumerate(melds):
        for index in cards:
            spare[at] -= shares[index]
    for index in natural:
        numbers = holding[index]
        more = min([spare[at] // melds[at][0].count(index) for at in numbers], default=0)
        if more:
            shares[index] += more
            for at in numbers:
                spare[at] -= more
    return shares


def _pack(draft: _Draft, shifts: dict[int, int], shares: dict[int, int], part: int) -> Column:
    """A column of one hand."""
    natural, holes, exact, flag, slack, piece = draft
    packed = share = 0
    for index in piece.uses:
        packed += 1 << shifts[index]
    for index in natural:
        share += shares[index]
    return Column(packed, holes, exact, flag, slack, share, piece, part)


def _by_extra(column: Column) -> tuple[int, int, int]:
    return column.extra, -column.share, column.cards


def _by_need(column: Column) -> tuple[int, int, int]:
    return column.exact, column.holes, column.cards
