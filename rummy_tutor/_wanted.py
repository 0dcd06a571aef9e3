"""Melds with cards still to be had, as columns for the search in ``_reach``, and real cards for them again.

A column tells only what the search must know: the cards held that it takes, its holes, how many of them
need the very card. Which cards could fill them is settled at the end, by ``fill``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ._reach import SHARE, Column
from .rules import Aces, Kind, Melds, SetSuits
from .table import Deal

PRINTED = 52
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


class _Part(NamedTuple):
    """The columns of one suit or one rank: by first field, those that need cards apart, those without held cards."""

    plain: dict[int, list[Column]]
    bought: dict[int, list[Column]]
    ends: list[Column]


def field_of(index: int) -> int:
    """The place of a card type in the packing: kings first, the printed joker last."""
    return PRINTED if index == PRINTED else (12 - index % 13) * 4 + index // 13


def index_of(field: int) -> int:
    """The card index of a field."""
    return PRINTED if field == PRINTED else field % 4 * 13 + 12 - field // 4


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
        width: bits of a field.
    """

    def __init__(self, deal: Deal, scope: Scope, long: bool, dublees: bool, width: int) -> None:
        self.deal = deal
        self.rules: Melds = deal.rulebook.melds
        self.scope = scope
        self.long = long
        self.width = width
        self.limited = self.rules.run_wilds is not None
        self.wild = deal.is_wild
        self.copies = ([3] if deal.tunnelas else []) + ([2] if dublees and self.rules.dublees else [])
        self.sides = 14 if self.rules.aces is Aces.LOW_OR_HIGH else 13
        self.run_part = lru_cache(maxsize=1 << 13)(self._run_part)
        self.set_part = lru_cache(maxsize=1 << 13)(self._set_part)
        self.copy_part = lru_cache(maxsize=1 << 11)(self._copy_part)

    def columns(
        self, held: Counter[int], stock: Sequence[int]
    ) -> tuple[list[list[Column]], list[list[Column]], list[Column], list[int]]:
        """All columns of a hand: by first field without and with very cards needed, those without held cards, shares.

        Args:
            held: copies held by card index.
            stock: copies that can still be had, by card index.
        """
        parts = []
        for suit in range(4):
            base = suit * 13
            mask = some = 0
            for rank in range(13):
                if held[base + rank]:
                    mask |= 1 << rank
                if stock[base + rank] > 0:
                    some |= 1 << rank
            parts.append(self.run_part(base, mask, some))
        for rank in range(13):
            counts = tuple([held[suit * 13 + rank] for suit in range(4)])
            if any(counts) or self.scope.scarce or self.scope.full:
                parts.append(self.set_part(rank, counts, tuple([stock[suit * 13 + rank] > 0 for suit in range(4)])))
        if self.copies:
            for index in range(53):
                if held[index] or stock[index] >= min(self.copies):
                    parts.append(self.copy_part(index, min(held[index], 3), min(stock[index], 3)))
        plain: list[list[Column]] = [[] for _ in range(53)]
        bought: list[list[Column]] = [[] for _ in range(53)]
        ends: dict[tuple, Column] = {}
        for part in parts:
            for field, columns in part.plain.items():
                plain[field] += columns
            for field, columns in part.bought.items():
                bought[field] += columns
            for column in part.ends:
                ends.setdefault(column[:5], column)
        shares = _share(plain, bought)
        weigh = shares.__getitem__
        for field in range(53):
            for columns in (plain, bought):
                if columns[field]:
                    columns[field] = [(*c[:5], sum(map(weigh, c[5])), c[6]) for c in columns[field]]
            plain[field].sort(key=_by_holes)
            bought[field].sort(key=_by_need)
        return plain, bought, sorted(ends.values(), key=_by_need), shares

    def _part(self, found: dict[tuple, Piece]) -> _Part:
        """Columns from the pieces of a suit or rank, keyed by all the search can tell them by."""
        plain: dict[int, list[Column]] = {}
        bought: dict[int, list[Column]] = {}
        ends: list[Column] = []
        for (packed, holes, exact, flag, slack), piece in found.items():
            natural = [field_of(index) for index in piece.uses if not self.wild[index]]
            column = (packed, holes, exact, flag, slack, tuple(natural), piece)
            if not natural:
                ends.append(column)
                continue
            # copies of one card are in no other meld: jokers would not do
            apart = exact and piece.kind not in (Kind.TUNNELA, Kind.DUBLEE)
            (bought if apart else plain).setdefault(min(natural), []).append(column)
        return _Part(plain, bought, ends)

    def _add(self, found: dict[tuple, Piece], piece: Piece, flag: int) -> None:
        packed = holes = 0
        for index in piece.uses:
            packed += 1 << field_of(index) * self.width
            holes += self.wild[index]
        key = (packed, holes + piece.jokers + piece.bought, piece.bought, flag, piece.slack)
        found.setdefault(key, piece)

    def _run_part(self, base: int, held: int, stock: int) -> _Part:
        rules, scope = self.rules, self.scope
        wild = sum([1 << rank for rank in range(13) if self.wild[base + rank]])
        found: dict[tuple, Piece] = {}
        for mask, others, length in _patterns(self.sides, rules.run_max, self.long, scope.full):
            if mask & ~held:
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
            room = 0 if scope.full and not rules.identical else rules.run_max - length
            fillable = (others & stock).bit_count()
            if room and not self.limited and (not missing or (scope.scarce and fillable == missing)):
                # a place for jokers that are left
                self._add(found, Piece(Kind.IMPURE_SEQUENCE, base, uses, 0, missing, room), flag)
            most = missing if rules.run_wilds is None else min(missing, rules.run_wilds)
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
                slack = room if rules.run_wilds is None else min(room, rules.run_wilds - jokers)
                self._add(found, Piece(Kind.IMPURE_SEQUENCE, base, uses, jokers, exact, slack), flag)
        return self._part(found)

    def _set_part(self, rank: int, counts: tuple[int, ...], stock: tuple[bool, ...]) -> _Part:
        rules, scope = self.rules, self.scope
        distinct = rules.set_suits is SetSuits.DISTINCT
        limited = rules.set_wilds is not None or rules.set_wilds_up_to_naturals
        careful = scope.scarce or scope.full or self.limited
        found: dict[tuple, Piece] = {}
        for taken in product(*(range((min(count, 1) if distinct else min(count, 5)) + 1) for count in counts)):
            total = sum(taken)
            if total > 5 or (not careful and total < 2):
                continue
            wilds = sum([n for suit, n in enumerate(taken) if self.wild[suit * 13 + rank]])
            if wilds and not (limited or careful):
                continue
            uses = tuple([suit * 13 + rank for suit, n in enumerate(taken) for _ in range(n)])
            open_suits = [suit for suit in range(4) if stock[suit] and not (distinct and taken[suit])]
            largest = (4 if distinct else 5) if rules.set_max is None else min(4, rules.set_max)
            alone = not distinct and sum(map(bool, taken)) == 1
            for size in range(max(3, total), max(3, total + alone, largest if careful else 0) + 1):
                if rules.set_max is not None and size > rules.set_max:
                    break
                for jokers in range(size - total + 1):
                    exact = size - total - jokers
                    if exact and not careful:
                        continue
                    if exact > (len(open_suits) if distinct else 3 * len(open_suits)):
                        continue
                    if jokers and not scope.jokers or not total + exact:
                        continue
                    if rules.set_wilds is not None and jokers > rules.set_wilds:
                        continue
                    if rules.set_wilds_up_to_naturals and jokers > total + exact:
                        continue
                    if not distinct and sum(map(bool, taken)) <= 1 and not jokers:
                        if not any(not taken[suit] for suit in open_suits) or not exact:
                            continue
                    slack = 0
                    if scope.jokers and not (scope.full and not rules.identical):
                        slack = self._set_room(total + exact) - jokers
                    self._add(found, Piece(Kind.SET, rank, uses, jokers, exact, slack), FLAGS["plain"])
        return self._part(found)

    def _set_room(self, naturals: int) -> int:
        """How many jokers a set with so many naturals may hold."""
        rules = self.rules
        most = 28 if rules.set_max is None else rules.set_max - naturals
        if rules.set_wilds is not None:
            most = min(most, rules.set_wilds)
        return min(most, naturals) if rules.set_wilds_up_to_naturals else most

    def _copy_part(self, index: int, held: int, stock: int) -> _Part:
        found: dict[tuple, Piece] = {}
        for size in self.copies:
            if size == 2:
                kind, flag = Kind.DUBLEE, FLAGS["dublee"]
            else:
                kind = Kind.TUNNELA
                flag = FLAGS["pure-tunnela" if self.rules.tunnela_counts_pure else "tunnela"]
            for uses in range(min(held, size) + 1):
                if size - uses <= stock:
                    self._add(found, Piece(kind, index, (index,) * uses, 0, size - uses), flag)
        return self._part(found)


def _share(plain: list[list[Column]], bought: list[list[Column]]) -> list[int]:
    """Spread the holes of the melds over their cards, in sixtieths, so that no meld's cards get more than its holes.

    Each card first gets the least that a meld holding it can give to all of its cards alike, then what is left
    in every meld that holds it: the sum bounds the holes that a cover must have.
    """
    holding: list[list[int]] = [[] for _ in plain]
    spare: list[int] = []
    counts: list[tuple[int, ...]] = []
    for columns in (*plain, *bought):
        for column in columns:
            for field in column[5]:
                holding[field].append(len(spare))
            spare.append(column[1] * SHARE)
            counts.append(column[5])
    shares = [SHARE * 3] * len(plain)
    for field, numbers in enumerate(holding):
        if numbers:
            shares[field] = min([spare[number] // len(counts[number]) for number in numbers])
    for number, fields in enumerate(counts):
        for field in fields:
            spare[number] -= shares[field]
    for field, numbers in enumerate(holding):
        if numbers:
            most = min([spare[number] // counts[number].count(field) for number in numbers])
            if most:
                shares[field] += most
                for number in numbers:
                    spare[number] -= most  # once for each copy, as often as the meld is listed
    return shares


def _by_holes(column: Column) -> tuple[int, int, int]:
    return column[1], -column[5], column[0]


def _by_need(column: Column) -> tuple[int, int, int]:
    return column[2], column[1], column[0]
