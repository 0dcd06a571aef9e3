"""Every meld that a hand could come to lay with cards still to be had, as columns on one board.

The melds are those of the solver, listed by the grammar. Each is split into cards held and cards to be bought; what
the search cannot tell apart is one column with a choice of cards to buy. Where wild cards cannot run out, a column is
left out if another buys fewer cards and has jokers in their place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final

from ..game.cards import CARDS, MAX_HAND
from ..game.rules import Kind
from ..game.table import Deal
from .grammar import COPIES, PAIR, Grammar, Meld
from .held_melds import FLAGS, PLAIN, Melder, flag_of, search_order
from .meld_lists import Style, list_dublees, list_joker_sets, list_runs, list_sets

if TYPE_CHECKING:  # an integer as the compiled form holds it; interpreted Python does not look at annotations
    from mypy_extensions import i64

_BITS: Final = 26  # those of all cards of a suit, packed, or of a rank
_HOLES: Final = 1 << 8  # more than a meld has
_COUNT: Final = 5  # bits of a card's copies
_MANY: Final = 1 << 15  # lists of columns remembered
_MANY_PARTS: Final = 1 << 12  # lists of the columns of a suit or rank remembered
_COPIES: Final = (Kind.TUNNELA, Kind.DUBLEE)


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
        holes: its places but those of the naturals, wild cards used as themselves included.
        exact: holes that must be filled by buying the card itself: no joker will do.
        places: the numbers of places that it can fill, as bits.
        rank: 0 if it is always worth a try; the cards bought where jokers could do as well. Copies of one card lie in
            no other meld, so there they could not.
        order: where the rank is not 0, or at the end, melds are tried in this order.
    """

    __slots__ = ("bought", "exact", "flag", "holes", "kind", "naturals", "order", "places", "rank", "size", "slack",
                 "uses", "wanted")  # fmt: skip

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
        self.size: i64 = size
        self.flag: i64 = flag
        self.slack: i64 = slack
        self.wanted = 0
        for cards in bought:
            for index in cards:
                self.wanted |= 1 << index
        self.holes: i64 = size - len(naturals)
        self.exact: i64 = len(bought[0])
        self.places: int = (2 << slack) - 1 << size
        self.rank = 0 if kind in _COPIES else self.exact
        self.order = self.exact * _HOLES + self.holes

    @property
    def jokers(self) -> int:
        """Holes that wild cards fill."""
        return self.size - len(self.uses) - self.exact


class _Split:
    """Melds of the first suit, or of aces, with the same cards held and as many bought.

    Attributes:
        kind, size, flag, slack: as in ``Meld`` and ``Form``.
        uses: the cards held, by index, the first to be covered first.
        exact: how many are bought.
        shared: whether jokers or cards of other suits lie beside two of its cards.
        ways: the choices of cards bought, by index; ``packed``: the same packed.
        whole: no fewer of each card than any choice buys, packed.
        made: its columns, by the first card of their suit or rank, the wild cards held, and the choices there are, as
            bits; 0 if there are all.
    """

    __slots__ = ("exact", "flag", "kind", "made", "packed", "shared", "size", "slack", "uses", "ways", "whole")

    def __init__(self, kind: Kind, size: int, flag: int, slack: int, uses: tuple[int, ...], exact: int) -> None:
        self.kind = kind
        self.size = size
        self.flag = flag
        self.slack = slack
        self.uses = uses
        self.exact: i64 = exact
        count = len(uses) + exact
        self.shared: bool = count > 1 and (count < size or kind is Kind.SET)
        self.ways: list[tuple[int, ...]] = []
        self.packed: list[i64] = []
        self.whole: i64 = 0
        self.made: dict[int, Piece] = {}

    def add(self, packed: int, cards: tuple[int, ...]) -> None:
        """One more choice of cards bought."""
        self.ways.append(cards)
        self.packed.append(packed)
        self.whole |= packed


class _Splits:
    """Melds of the first suit, or of aces, split into cards held and cards bought, by the cards held.

    Args:
        melds: the melds.
        width: bits of a card's field, of which the highest is the guard.
        step: what the indices of two neighbouring fields differ by.
        careful: whether to keep what jokers could do as well.
        long: whether sequences of four or more are told from those of three.
        plain: whether to keep sets with bought cards, which no requirement asks for.
    """

    def __init__(
        self, melds: Sequence[Meld], width: int, step: int, careful: bool, long: bool = True, plain: bool = True
    ) -> None:
        self.width: i64 = width
        self.step = step
        # columns of a suit or rank, by its first card, those held, to be had, wild and barred, and the most bought
        self.known: dict[tuple[int, int, int, int, int, int], list[Piece]] = {}
        self.guard: i64 = sum([1 << width * at + width - 1 for at in range(13 if step == 1 else 4)])
        alike: dict[tuple[int, int], list[tuple[int, int, int, int, Meld, tuple[int, ...], tuple[int, ...]]]] = {}
        for meld in melds:
            flag = flag_of(meld.kind, meld.size if long else 0, False)
            whole = self.pack(meld.uses)
            for uses, bought in split_cards(meld.uses, None, None):
                if bought and flag == PLAIN and not plain:
                    continue
                held = self.pack(uses)
                row = (len(bought), meld.size, -meld.slack, whole - held, meld, uses, bought)
                alike.setdefault((held, flag), []).append(row)
        by_held: dict[int, list[_Split]] = {}
        for (held, _), rows in alike.items():
            rows.sort(key=lambda row: row[:4])
            by_kind: dict[tuple[int, int, int], _Split] = {}
            kept: list[tuple[int, int, int]] = []
            for exact, size, slack, rest, meld, uses, bought in rows:
                most = size - slack
                # another takes the same cards, buys no others, and fills as many places with jokers
                if not careful and any(
                    [less <= size and most <= more and self.fits(r, rest) for less, more, r in kept]
                ):
                    continue
                kept.append((size, most, rest))
                key = exact, size, slack
                if key not in by_kind:
                    ordered = tuple(sorted(uses, key=search_order))
                    by_kind[key] = _Split(meld.kind, size, flag_of(meld.kind, size, False), -slack, ordered, exact)
                by_kind[key].add(rest, bought)
            by_held.setdefault(held, []).extend(by_kind.values())
        # by the highest field of the cards held; first those that hold none
        self.by_top: list[list[tuple[i64, list[_Split]]]] = [[] for _ in range(14)]
        for held, splits in by_held.items():
            self.by_top[(held.bit_length() + width - 1) // width].append((held, splits))

    def pack(self, cards: Sequence[int]) -> int:
        """Some of these cards as one integer."""
        return sum([1 << self.width * (index // self.step) for index in cards])

    def fits(self, cards: int, among: int) -> bool:
        """Whether cards are among others."""
        return (among | self.guard) - cards & self.guard == self.guard


def split_cards(
    cards: Sequence[int], held: Counter[int] | None, stock: Sequence[int] | None
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Some cards, split in every way into those held and those to be bought, from what there is if that is given."""
    rows = []
    for index in dict.fromkeys(cards):
        count = cards.count(index)
        most = count if held is None else min(count, held[index])
        least = 0 if stock is None else max(0, count - stock[index])
        rows.append([((index,) * taken, (index,) * (count - taken)) for taken in range(least, most + 1)])
    for chosen in product(*rows):
        uses: list[int] = []
        bought: list[int] = []
        for taken, missing in chosen:
            uses += taken
            bought += missing
        yield tuple(uses), tuple(bought)


@lru_cache(maxsize=64)
def _split_runs(grammar: Grammar, style: Style, careful: bool) -> _Splits:
    """The sequences of the first suit; a pure one also as a place for jokers that are left."""
    melds = [meld for _, meld in list_runs(grammar, style)]
    for meld in melds[:]:
        room = grammar.run_room(meld.size, 0) if meld.kind is Kind.PURE_SEQUENCE else 0
        if room > 0:
            melds.append(Meld(Kind.IMPURE_SEQUENCE, meld.uses, 0, (), meld.size, (), room))
    return _Splits(melds, 2, 1, careful, style.long)


@lru_cache(maxsize=64)
def _split_sets(grammar: Grammar, style: Style, careful: bool) -> _Splits:
    """The sets of aces."""
    return _Splits(
        [meld for _, meld in list_sets(grammar, style)], 5, 13, careful, plain=careful or not is_free(grammar)
    )


class ColumnMaker:
    """Makes the columns of hands at one table; hands share most of those of a suit or a rank.

    Args:
        deal: the rulebook at its table.
        careful: whether to list bought cards also where jokers would do as well.
        level: most cards that may be bought.
        dublees: whether dublees are wanted.
        most: the most points that cards left over may have; below 0 if none may be left over.
    """

    def __init__(self, deal: Deal, careful: bool, level: int, dublees: bool, most: int) -> None:
        self.deal = deal
        self.melder = melder = Melder((), deal, exact=False)
        self.grammar: Grammar = melder.grammar
        self.copies = lru_cache(maxsize=1 << 10)(self._copies)
        self.level = level
        self.dublees = dublees
        self.most = most
        self.wild = wild = deal.is_wild
        self.wild_mask = sum([1 << index for index in range(53) if wild[index]])
        # the suits and ranks: melds, cards, copies that matter, the wild cards, packed, and those that are barred
        self.parts: list[tuple[_Splits, range, int, int, int]] = []
        if self.grammar.strict:  # then there are too many sequences of all ranks
            return
        book, family = melder.book, self.grammar.family
        runs, sets = _split_runs(family, book.style, careful), _split_sets(family, book.style, careful)
        for base in range(0, 52, 13):
            packed = runs.pack([rank for rank in range(13) if wild[base + rank]])
            barred = 0 if book.limited and self.grammar.as_itself else packed
            self.parts.append((runs, range(base, base + 13), 1, packed, barred))
        for rank in range(13):
            packed = 15 * sets.pack([at for at in range(0, 52, 13) if wild[at + rank]])
            cap = 15 if self.grammar.mixed else 1
            barred = 0 if book.wild_in_sets and self.grammar.as_itself else packed
            self.parts.append((sets, range(rank, 52, 13), cap, packed, barred))

    def list_pieces(self, held: Counter[int], stock: list[int], counted: bool) -> list[Piece]:
        """What a hand could come to lay.

        Args:
            held: copies held by card index.
            stock: copies that can still be had, by card index.
            counted: whether every choice of cards is to be a column of its own.
        """
        if counted or self.grammar.strict:
            return self._list_each(held, stock)
        pieces: list[Piece] = []
        have = [held.get(index, 0) for index in range(53)]
        for splits, cards, cap, wild, barred in self.parts:
            mine = there = at = 0
            for index in cards:
                mine += (have[index] if have[index] < cap else cap) << at
                there += (stock[index] if stock[index] < cap else cap) << at
                at += splits.width
            key = cards[0], mine, there, wild, barred, self.level
            part = splits.known.get(key)
            if part is None:
                if len(splits.known) >= _MANY_PARTS:
                    splits.known.clear()
                part = splits.known[key] = self._part(splits, cards[0], mine, there, wild, barred)
            pieces += part
        sizes = ([COPIES] if self.grammar.tunnelas else []) + ([PAIR] if self.dublees and self.grammar.dublees else [])
        for index in range(53) if sizes else ():
            if have[index] or stock[index] >= min(sizes):
                for size in sizes:
                    pieces += self.copies(index, size, min(have[index], size), min(stock[index], size))
        return pieces + self._others(held, stock)

    def _list_each(self, held: Counter[int], stock: Sequence[int]) -> list[Piece]:
        """The melds of this hand and what can be had, every choice of cards a column of its own."""
        there = tuple([held[index] + count for index, count in enumerate(stock)])
        lacks = sum([1 << index for index in range(53) if not held[index]])
        mine = sum([count << _COUNT * index for index, count in held.items()])
        pieces = self._left_over(held, stock)
        forms, made = _list_forms(self.deal, there, self.dublees)
        if len(made) >= _MANY:
            made.clear()
        for bits, fields, form in forms:
            if (bits & lacks).bit_count() <= self.level:
                key = form, mine & fields
                known = made.get(key)
                if known is None:
                    known = made[key] = [[] for _ in range(len(form[1]) + 1)]
                    for piece in self._split(*form, held, stock):
                        known[piece.exact].append(piece)
                for alike in known[: self.level + 1]:
                    pieces += alike
        return pieces

    def _piece(
        self, kind: Kind | None, uses: tuple[int, ...], bought: list[tuple[int, ...]], size: int, flag: int, slack: int
    ) -> Piece:
        naturals = uses
        for index in uses:
            if self.wild_mask >> index & 1:
                naturals = tuple([index for index in uses if not self.wild_mask >> index & 1])
                break
        return Piece(kind, uses, naturals, bought, size, flag, slack)

    def _part(self, splits: _Splits, by: int, held: i64, stock: i64, wild: i64, barred: i64) -> list[Piece]:
        """The columns of a suit or rank.

        Args:
            splits: those of the first suit or rank.
            by: the index of its first card.
            held: the cards held, packed.
            stock: those to be had.
            wild: the wild cards.
            barred: wild cards that are not listed as themselves in a set or beside a joker, where they do no more than
                a joker does, or nowhere, where no wild card stands for itself.
        """
        guard, width, level, as_itself = splits.guard, splits.width, self.level, self.grammar.as_itself
        full, there = held | guard, stock | guard
        pieces: list[Piece] = []
        field = (1 << width) - 1
        for top in range(14):
            if top and not held >> width * (top - 1) & field:
                continue
            for mine, rows in splits.by_top[top]:
                if (full - mine) & guard != guard:
                    continue
                for split in rows:
                    shut = barred if split.shared or not as_itself else 0
                    if split.exact > level or shut & mine:
                        continue
                    choices = 0
                    whole = not shut & split.whole and (there - split.whole) & guard == guard
                    if not whole:
                        bit = 1
                        for rest in split.packed:
                            if not shut & rest and (there - rest) & guard == guard:
                                choices += bit
                            bit += bit
                        if not choices:
                            continue
                    called: int = mine & wild
                    key = (choices << _BITS | called) * 64 + by
                    piece = split.made.get(key)
                    if piece is None:
                        uses = tuple([index + by for index in split.uses])
                        bought = [cards for at, cards in enumerate(split.ways) if whole or choices >> at & 1]
                        bought = [tuple([index + by for index in cards]) for cards in bought]
                        piece = self._piece(split.kind, uses, bought, split.size, split.flag, split.slack)
                        split.made[key] = piece
                    pieces.append(piece)
        return pieces

    def _copies(self, index: int, size: int, held: int, stock: int) -> list[Piece]:
        """Three copies of a card, or two."""
        wild = self.wild[index]
        if not (self.grammar.makes_tunnela(index, wild) if size == COPIES else self.grammar.makes_copies(index, wild)):
            return []
        kind = Kind.TUNNELA if size == COPIES else Kind.DUBLEE
        flag = flag_of(kind, size, self.grammar.tunnela_is_pure)
        pieces = []
        for taken in range(max(0, size - min(stock, self.level)), min(held, size) + 1):
            pieces.append(self._piece(kind, (index,) * taken, [(index,) * (size - taken)], size, flag, 0))
        return pieces

    def _others(self, held: Counter[int], stock: Sequence[int]) -> list[Piece]:
        """Sets of wild cards alone, dublees that are not two copies, cards left over."""
        pieces = self._left_over(held, stock)
        grammar = self.grammar
        if grammar.joker_sets:
            wilds = sum([held[index] + stock[index] for index in range(53) if self.wild[index]])
            for meld in list_joker_sets(grammar, self.melder.book.style, wilds):
                pieces.append(
                    self._piece(Kind.SET, (), [()], meld.size, flag_of(Kind.SET, meld.size, False), meld.slack)
                )
        if self.dublees and not grammar.dublees_are_copies:
            there = [held[index] + count for index, count in enumerate(stock)]
            flag = flag_of(Kind.DUBLEE, PAIR, False)
            for meld in list_dublees(grammar, there, self.wild):
                pieces += self._split(Kind.DUBLEE, meld.uses, 2, flag, 0, held, stock)
        return pieces

    def _left_over(self, held: Counter[int], stock: Sequence[int]) -> list[Piece]:
        """Cards left over, where their points count."""
        pieces: list[Piece] = []
        for index in range(53) if self.most >= 0 else ():
            points = self.deal.points[index]
            if points <= self.most and held[index] + stock[index]:
                pieces += self._split(None, (index,), 1, len(FLAGS) + points, 0, held, stock)
        return pieces

    def _split(
        self,
        kind: Kind | None,
        cards: tuple[int, ...],
        size: int,
        flag: int,
        slack: int,
        held: Counter[int],
        stock: Sequence[int],
    ) -> list[Piece]:
        """A meld of some cards with each choice of those bought as a column of its own."""
        return [
            self._piece(kind, tuple(sorted(uses, key=search_order)), [bought], size, flag, slack)
            for uses, bought in split_cards(cards, held, stock)
        ]


def is_free(grammar: Grammar) -> bool:
    """Whether a joker may lie in any hole of any meld, so that no card need be bought where jokers do not run out."""
    return grammar.run_holes == MAX_HAND and grammar.set_holes == MAX_HAND and not grammar.strict


# a meld: its kind, cards, size, flag and slack
_Listed = tuple[Kind, tuple[int, ...], int, int, int]


@lru_cache(maxsize=16)
def _list_forms(
    deal: Deal, there: tuple[int, ...], dublees: bool
) -> tuple[list[tuple[int, int, _Listed]], dict[tuple[_Listed, int], list[list[Piece]]]]:
    """The melds of some cards, given as copies by card index, and what hands split them into.

    With each meld come its cards as bits, and the fields of packed counts that are theirs. Its columns are remembered
    by the counts of these cards in the hand, and told apart by how many are bought.
    """
    melder = Melder([CARDS[index] for index, count in enumerate(there) for _ in range(count)], deal, exact=False)
    forms = melder.forms()
    forms += [melder.form_of(meld) for meld in melder.opened([form.meld for form in forms])]
    forms += melder.dublees() if dublees else []
    rows = dict.fromkeys([(made.meld.kind, made.cards, made.meld.size, made.flag, made.meld.slack) for made in forms])
    field = (1 << _COUNT) - 1
    return [
        (sum({1 << index for index in row[1]}), sum({field << _COUNT * index for index in row[1]}), row) for row in rows
    ], {}


@lru_cache(maxsize=512)
def maker_for(deal: Deal, careful: bool, level: int, dublees: bool, most: int) -> ColumnMaker:
    """The maker of a table's columns; see there."""
    return ColumnMaker(deal, careful, level, dublees, most)
