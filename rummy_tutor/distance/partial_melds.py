"""Every meld that a hand could come to lay with cards still to be had, as columns for ``Reach``.

A column tells only what the search must know: the cards held that it takes, its holes, how many of them
a bought card must fill. Which cards could fill them is settled at the end, by ``Filler``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ..game.cards import MAX_HAND
from ..game.rules import Kind
from ..game.table import Deal
from ..referee.grammar import Grammar, grammar_at
from ..solver.meld_columns import flag_of, search_order
from .board import Board, Draft, Part, spread

NONE = -1


class Piece(NamedTuple):
    """What a column stands for.

    Attributes:
        kind: what it is.
        at: index of the suit's ace for a sequence, the rank for a set, the card index for copies of one card.
        uses: indices of the held cards used as themselves.
        jokers: holes that jokers fill, besides those that may be added.
        bought: holes that a bought card must fill.
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
        scarce: whether jokers may run out, so that any hole may have to be filled by a bought card.
        full: whether to list every place of every hole, nothing left out as canonical.
    """

    jokers: bool
    scarce: bool
    full: bool


# what the search can tell columns by: the cards used, holes, those that a bought card must fill, flag, slack
_Key = tuple[tuple[int, ...], int, int, int, int]


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

    def columns(self, held: Counter[int], stock: Sequence[int]) -> Board:
        """All columns of a hand.

        Args:
            held: copies held by card index.
            stock: copies that can still be had, by card index.
        """
        natural = sorted([index for index in held if not self.wild[index]], key=search_order)
        parts = self._parts(held, stock)
        drafts = [draft for part in parts for draft in (*part.plain, *part.bought)]
        types = natural + sorted([index for index in held if self.wild[index]])
        board = Board(types, len(natural), max(held.values()), spread(natural, drafts))
        for part in parts:
            board.add(part)
        board.order(self.scope.full)
        return board

    def _parts(self, held: Counter[int], stock: Sequence[int]) -> list[Part]:
        """The columns of each suit, of each rank, and of copies of each card."""
        parts = []
        for base in range(0, 52, 13):
            mask = sum([1 << rank for rank in range(13) if base + rank in held])
            parts.append(self.run_part(base, mask, sum([1 << rank for rank in range(13) if stock[base + rank] > 0])))
        for rank in range(13):
            counts = tuple([held[index] for index in range(rank, 52, 13)])
            if any(counts) or self.scope.scarce or self.scope.full:
                parts.append(self.set_part(rank, counts, tuple([stock[index] > 0 for index in range(rank, 52, 13)])))
        for index in range(53) if self.copies else ():
            if held[index] or stock[index] >= min(self.copies):
                parts.append(self.copy_part(index, min(held[index], 3), min(stock[index], 3)))
        return parts

    def _part(self, found: dict[_Key, Piece]) -> Part:
        """Columns from the pieces of a suit or rank, keyed by all the search can tell them by."""
        part = Part([], [], [])
        for (_, holes, exact, flag, slack), piece in found.items():
            natural = tuple(sorted([index for index in piece.uses if not self.wild[index]], key=search_order))
            # for copies of one card, which lie in no other meld, jokers would not do
            bought = exact and piece.kind not in (Kind.TUNNELA, Kind.DUBLEE)
            rows = part.bought if bought else part.plain
            (rows if natural else part.ends).append(Draft(natural, piece.uses, holes, exact, flag, slack, piece))
        return part

    def _add(self, found: dict[_Key, Piece], piece: Piece, size: int) -> None:
        flag = flag_of(piece.kind, size, self.rules.tunnela_is_pure)
        holes = piece.jokers + piece.bought + sum([self.wild[index] for index in piece.uses])
        found.setdefault((piece.uses, holes, piece.bought, flag, piece.slack), piece)

    def _run_part(self, base: int, held: int, stock: int) -> Part:
        """The sequences of a suit from the ranks held and to be had."""
        rules, scope = self.rules, self.scope
        wild = sum([1 << rank for rank in range(13) if self.wild[base + rank]])
        found: dict[_Key, Piece] = {}
        for mask, others, length in _patterns(self.sides, rules.run_most, self.long, scope.full):
            if mask & ~held:
                continue
            uses = tuple([base + rank for rank in range(13) if mask >> rank & 1])
            missing = length - len(uses)
            if not others & ~stock:
                self._add(found, Piece(Kind.PURE_SEQUENCE, base, uses, 0, missing), length)
            if not scope.jokers:
                continue
            room = 0 if scope.full and not rules.identical else rules.run_most - length
            fillable = (others & stock).bit_count()
            if room and not self.limited and (not missing or (scope.scarce and fillable == missing)):
                # a place for jokers that are left
                self._add(found, Piece(Kind.IMPURE_SEQUENCE, base, uses, 0, missing, room), length)
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
                self._add(found, Piece(Kind.IMPURE_SEQUENCE, base, uses, jokers, exact, slack), length)
        return self._part(found)

    def _set_part(self, rank: int, counts: tuple[int, ...], stock: tuple[bool, ...]) -> Part:
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
                    self._add(found, Piece(Kind.SET, rank, uses, jokers, exact, slack), size)
        return self._part(found)

    def _copy_part(self, index: int, held: int, stock: int) -> Part:
        found: dict[_Key, Piece] = {}
        for size in self.copies:
            if size == 3 and not self.deal.makes_tunnela(index):
                continue
            kind = Kind.DUBLEE if size == 2 else Kind.TUNNELA
            for uses in range(min(held, size) + 1):
                if size - uses <= stock:
                    self._add(found, Piece(kind, index, (index,) * uses, 0, size - uses), size)
        return self._part(found)
