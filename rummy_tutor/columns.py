"""The melds one hand can form at one table, as columns for the exact search; hands share most of theirs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from ._canonical import (
    SET_MOST,
    Meld,
    Style,
    all_runs,
    corner_runs,
    rank_sets,
    run_patterns,
    run_room,
    suit_run,
    wild_runs,
)
from ._packed import SHARE
from .cards import CARDS, Card
from .rules import SEQUENCES, Kind, Measure, Melds, SetSuits
from .table import Deal

if TYPE_CHECKING:
    from mypy_extensions import i64

PRINTED = 52
NO_CARD = 53
TOP = 10  # points of the dearest natural card
KIND_BITS = {kind: 1 << at for at, kind in enumerate(Kind)}
# what a meld adds to the needs: pure, sequences, long sequences, tunnelas, dublees
FLAGS = (
    (0, 0, 0, 0, 0),
    (1, 1, 0, 0, 0),
    (1, 1, 1, 0, 0),
    (0, 1, 0, 0, 0),
    (0, 1, 1, 0, 0),
    (1, 1, 0, 1, 0),
    (0, 0, 0, 1, 0),
    (0, 0, 0, 0, 1),
)
PLAIN, TUNNELA_PURE, TUNNELA, DUBLEE = 0, 5, 6, 7
_RUN_FLAGS = {(Kind.PURE_SEQUENCE, False): 1, (Kind.PURE_SEQUENCE, True): 2, (Kind.IMPURE_SEQUENCE, False): 3,
              (Kind.IMPURE_SEQUENCE, True): 4}  # fmt: skip
_IMPURE = (PLAIN, 3, 4)
_CORNER = 1 | 2 | 1 << 12  # ace, two and king


class Form:
    """A meld at a table, with what the search asks of it whatever the other cards are.

    Args:
        meld: the meld.
        wild: mask of the wild cards among its cards used as themselves.
        tunnela_flag: what a tunnela adds to the requirements.
        values: points of the thirteen ranks if it matters what jokers stand for, else empty.

    Attributes:
        meld: the meld.
        wilds: wild cards it takes, those used as themselves included.
        called: jokers among them.
        naturals: its cards that are not wild, by index.
        first: the one of them that the search covers first, ``NO_CARD`` if there is none.
        cards: its cards used as themselves, and named jokers.
        flag: what it adds to the requirements.
        share: wild cards per natural card, in sixtieths.
        kinds: the bit of its kind.
        short: by how much what its wild cards represent falls short of the dearest cards, if that matters.
        rank: melds with the same first card are tried in this order: few wild cards, pure, many naturals.
        order: the same, and a place among those of one rank.
        spares: whether one of its wild cards is used as itself beside others.
        plain: the group that it is without further jokers, as ``_layout`` remembers it.
    """

    __slots__ = (
        "called",
        "cards",
        "first",
        "flag",
        "kinds",
        "meld",
        "naturals",
        "order",
        "plain",
        "rank",
        "share",
        "short",
        "spares",
        "wilds",
    )

    def __init__(self, meld: Meld, wild: int, tunnela_flag: int, values: tuple[int, ...]) -> None:
        kind, uses = meld.kind, meld.uses
        self.meld = meld
        self.naturals: tuple[int, ...] = tuple([index for index in uses if not wild >> index & 1])
        count = len(self.naturals)
        self.wilds = meld.size - count
        self.called = meld.jokers + len(meld.named)
        self.first = min(self.naturals, key=search_order) if count else NO_CARD
        self.cards = uses + meld.named
        if kind in SEQUENCES:
            self.flag = _RUN_FLAGS[kind, meld.size >= 4]
        elif kind is Kind.TUNNELA:
            self.flag = tunnela_flag
        else:
            self.flag = DUBLEE if kind is Kind.DUBLEE else PLAIN
        self.share = self.wilds * SHARE // count if count else 0
        self.kinds = KIND_BITS[kind]
        self.short = 0
        if values:
            shown = [uses[0]] * self.wilds if kind is Kind.SET else [i for i in meld.shows if i not in self.naturals]
            for index in shown:
                self.short += TOP - values[index % 13]
        packed = 0
        for index in uses:
            packed += 1 << 5 * (53 + index if wild >> index & 1 else _PLACES[index])
        for index in meld.named:
            packed += 1 << 5 * (53 + index)
        rank = (self.wilds * 2 + (self.flag in _IMPURE)) * 32 - count
        self.rank: i64 = rank
        self.order = (rank << 5 * 106 | packed) << 4 | self.flag
        self.spares: bool = count > 0 and self.wilds > self.called
        self.plain: object = None


def search_order(index: int) -> tuple[int, int]:
    """Kings first leaves the fewest positions to search."""
    return -(index % 13), index


_PLACES = {index: place for place, index in enumerate(sorted(range(53), key=search_order))}


class _Listed:
    """A meld listed for all hands.

    Attributes:
        cards: the ranks it uses as a mask or, for a set, its copies of each suit, five bits each.
        kinds: its ranks or, for a set, its suits as a mask.
        meld: the meld.
        forms: by those of the ranks or suits that are wild, what it is at such a table.
    """

    __slots__ = ("cards", "forms", "kinds", "meld")

    def __init__(self, cards: int, kinds: int, meld: Meld) -> None:
        self.cards = cards
        self.kinds = kinds
        self.meld = meld
        self.forms: dict[int, Form] = {}


_GUARDS = 16 | 16 << 5 | 16 << 10 | 16 << 15


class _Book:
    """The suits' runs and the ranks' sets of one rulebook, remembered; hands share most of theirs."""

    def __init__(self, melds: Melds, style: Style) -> None:
        self.melds = melds
        self.limited = melds.run_wilds is not None
        self.windows = style.windows
        self.tunnela_flag = TUNNELA_PURE if melds.tunnela_counts_pure else TUNNELA
        self.style = style
        self.wild_forms = lru_cache(maxsize=1 << 12)(self._wild_forms)
        self.all_runs = lru_cache(maxsize=1 << 10)(partial(all_runs, melds))
        self.known_forms = lru_cache(maxsize=1 << 14)(self._form)
        # runs by suit and highest rank; a run in which only the ace is natural is under the ace
        self.top_runs: list[list[_Listed]] = [[] for _ in range(52)]
        for pattern in run_patterns(melds, style):
            top = (pattern[0] & ~1).bit_length() - 1 if pattern[0] > 1 else 0
            for base in range(0, 52, 13):
                self.top_runs[base + top].append(_Listed(pattern[0], pattern[0], suit_run(melds, pattern, base)))
        # the runs at the ace's ends by suit, and the sets by rank
        self.corners = [
            [_Listed(mask, mask, meld) for mask, meld in corner_runs(melds, style, base)] for base in range(0, 52, 13)
        ]
        self.rank_sets: list[list[_Listed]] = [[] for _ in range(13)]
        for rank, found in enumerate(self.rank_sets):
            for taken, meld in rank_sets(melds, style, rank):
                counts = sum([n << 5 * suit for suit, n in enumerate(taken)])
                found.append(_Listed(counts, sum([1 << suit for suit, n in enumerate(taken) if n]), meld))
        # elsewhere wild cards in a set are as good as jokers
        self.wild_in_sets = melds.set_wilds is not None or melds.set_wilds_up_to_naturals or style.windows
        self.most_copies = 1 if melds.set_suits is SetSuits.DISTINCT else SET_MOST
        # the ranks on which the runs under a card depend
        self.reach = [0] * 52
        for top, runs in enumerate(self.top_runs):
            for listed in runs:
                self.reach[top] |= listed.cards
        self.known_runs: list[dict[int, tuple[Form, ...]]] = [{} for _ in range(52)]
        self.known_sets: list[dict[int, tuple[Form, ...]]] = [{} for _ in range(13)]
        self.known_copies: dict[int, Form] = {}

    def form(self, meld: Meld, wild: int) -> Form:
        """A meld where some cards, those of a mask, are wild."""
        among = 0
        for index in meld.uses:
            among |= wild & 1 << index
        return self.known_forms(meld, among)

    def _form(self, meld: Meld, wild: int) -> Form:
        return Form(meld, wild, self.tunnela_flag, self.style.values)

    def _wild_forms(self, base: int, wild: int, most: int) -> tuple[Form, ...]:
        """The sequences of one wild card as itself and jokers."""
        runs = wild_runs(self.melds, self.style, base, wild, most)
        return _in_order([self._form(meld, wild << base) for meld in runs])

    def runs_under(self, top: int, held: int, wild: int) -> tuple[Form, ...]:
        """The canonical runs of a suit whose highest rank is that of a card, fewest wild cards first.

        Args:
            top: index of the card.
            held: ranks held of the suit.
            wild: those of them that are wild.
        """
        reach = self.reach[top]
        key = (held & reach) << 13 | wild & reach
        found = self.known_runs[top].get(key)
        if found is None:
            found = self._list_runs(top, held, wild & reach)
            _remember(self.known_runs[top], key, found)
        return found

    def _list_runs(self, top: int, held: int, wild: int) -> tuple[Form, ...]:
        # where jokers are not limited, wild cards in an impure run are as good as jokers
        natural = held if self.limited else held & ~wild
        base = top // 13 * 13
        forms = []
        for listed in self.top_runs[top]:
            if not listed.cards & ~(natural if listed.meld.jokers else held):
                forms.append(self._at_table(listed, wild, wild << base))
        return _in_order(forms)

    def _at_table(self, listed: _Listed, wild: int, flags: int) -> Form:
        """A listed meld where some of its ranks or suits are wild; ``flags`` are those cards."""
        among = listed.kinds & wild
        form = listed.forms.get(among)
        if form is None:
            form = listed.forms[among] = self._form(listed.meld, flags)
        return form

    def corner_runs(self, suit: int, held: int, wild: int) -> list[Form]:
        """The runs at the ace's ends that shorter ones cannot replace, from the ranks held and those of them wild."""
        flags = wild << 13 * suit
        return [self._at_table(listed, wild, flags) for listed in self.corners[suit] if not listed.cards & ~held]

    def sets(self, rank: int, counts: int, wild: int) -> tuple[Form, ...]:
        """The canonical sets of one rank, fewest wild cards first.

        Args:
            rank: 0 to 12.
            counts: copies held of each suit, five bits each, up to ``most_copies``.
            wild: mask of the suits whose card of this rank is wild.
        """
        key = counts << 4 | wild
        found = self.known_sets[rank].get(key)
        if found is None:
            flags = sum([1 << suit * 13 + rank for suit in range(4) if wild >> suit & 1])
            full = counts | _GUARDS
            forms = []
            for listed in self.rank_sets[rank]:
                if (full - listed.cards) & _GUARDS == _GUARDS and (self.wild_in_sets or not listed.kinds & wild):
                    forms.append(self._at_table(listed, wild, flags))
            found = _in_order(forms)
            _remember(self.known_sets[rank], key, found)
        return found

    def copies(self, index: int, count: int, is_wild: bool) -> Form:
        """A tunnela, or a dublee, of a card."""
        key = (index << 2 | count) << 1 | is_wild
        found = self.known_copies.get(key)
        if found is None:
            meld = Meld(Kind.TUNNELA if count == 3 else Kind.DUBLEE, (index,) * count, 0, (), count)
            found = self.known_copies[key] = self._form(meld, 1 << index if is_wild else 0)
        return found


_MANY = 1 << 13  # results remembered in one table


def _remember(known: dict[int, tuple[Form, ...]], key: int, found: tuple[Form, ...]) -> None:
    if len(known) >= _MANY:
        known.clear()
    known[key] = found


def _in_order(forms: list[Form]) -> tuple[Form, ...]:
    return tuple(sorted(forms, key=lambda form: (form.order, form.meld)))


@lru_cache(maxsize=64)
def _book_of(melds: Melds, style: Style) -> _Book:
    return _Book(melds, style)


class Melder:
    """The melds that one hand can form at one table.

    Args:
        cards: the hand.
        deal: the rulebook at its table.
        windows: list every place of the jokers where their value matters, not only the best.

    Attributes:
        counts: copies by card index.
        held: indices of the cards held, each once.
        wilds: wild cards held, printed jokers included.
        wild_types: indices of the wild cards held.
        valued: whether it matters what jokers stand for.
    """

    def __init__(self, cards: Sequence[Card], deal: Deal, windows: bool = False) -> None:
        self.deal = deal
        counts = [0] * 53
        for card in cards:
            counts[card.index] += 1
        self.counts = counts
        table = _open_table(deal, windows)
        self.flags = flags = table.flags
        self.book = table.book
        self.valued = table.valued
        self.tunnelas = table.tunnelas
        self.held: list[int] = []
        self.wild_types: list[int] = []
        self.wilds = 0
        for index in range(53):
            count = counts[index]
            if count:
                self.held.append(index)
                if flags[index]:
                    self.wild_types.append(index)
                    self.wilds += count

    def forms(self) -> list[Form]:
        """All canonical melds that the wild cards held suffice for; those from one source in the order of trial."""
        counts, flags, wilds, book = self.counts, self.flags, self.wilds, self.book
        most = book.most_copies
        suits, wild_suits = [0] * 4, [0] * 4
        ranks, wild_ranks = [0] * 13, [0] * 13
        for index in self.held:
            if index == PRINTED:
                continue
            suit, rank = index // 13, index % 13
            count = counts[index]
            suits[suit] |= 1 << rank
            ranks[rank] += (count if count < most else most) << 5 * suit
            if flags[index]:
                wild_suits[suit] |= 1 << rank
                wild_ranks[rank] |= 1 << suit
        found: list[Form] = []
        if not book.windows:
            for index in self.held:
                suit = index // 13
                if index != PRINTED and not wild_suits[suit] & _CORNER:
                    for form in book.runs_under(index, suits[suit], wild_suits[suit]):
                        if form.wilds > wilds:
                            break
                        found.append(form)
        for suit in range(4):
            wild = wild_suits[suit]
            if book.windows:
                if suits[suit]:
                    found += self._list_all(suit * 13, suits[suit], wild)
            elif wild & _CORNER:
                found += self._unwrapped(suit * 13, suits[suit], wild)
            elif wild and not book.limited:
                found += book.wild_forms(suit * 13, wild, wilds)
        for rank in range(13):
            if ranks[rank]:
                for form in book.sets(rank, ranks[rank], wild_ranks[rank]):
                    if form.wilds > wilds:
                        break
                    found.append(form)
        if self.tunnelas:
            for index in self.held:
                if counts[index] >= 3:
                    found.append(book.copies(index, 3, flags[index]))
        return found

    def _list_all(self, base: int, held: int, wild: int) -> list[Form]:
        """Every run of a suit, canonical or not."""
        runs = self.book.all_runs(base, held, wild, self.wilds)
        forms = [self.book.form(meld, wild << base) for meld in runs]
        if wild & _CORNER:
            forms = self._unwrap(forms, base)
        return [form for form in forms if form.wilds <= self.wilds]

    def _unwrapped(self, base: int, held: int, wild: int) -> list[Form]:
        """The runs of a suit where K, A and 2 may come together."""
        book = self.book
        runs = [] if book.limited else [*book.wild_forms(base, wild, self.wilds)]
        for rank in range(13):
            if held >> rank & 1:
                for form in book.runs_under(base + rank, held, wild):
                    if form.wilds > self.wilds:
                        break
                    runs.append(form)
        return sorted(self._unwrap(runs, base), key=lambda form: (form.order, form.meld))

    def form_of(self, meld: Meld) -> Form:
        """A meld at this table."""
        return self.book.form(meld, self._flags())

    def _flags(self) -> int:
        """The wild cards held as a mask."""
        flags = 0
        for index in self.wild_types:
            flags |= 1 << index
        return flags

    def dublees(self) -> list[Form]:
        """All pairs of one card."""
        if not self.book.melds.dublees:
            return []
        return [self.book.copies(index, 2, self.flags[index]) for index in self.held if self.counts[index] >= 2]

    def opened(self, melds: list[Meld]) -> list[Meld]:
        """The pure sequences among some melds as places for spare jokers."""
        return [
            Meld(Kind.IMPURE_SEQUENCE, meld.uses, 0, (), meld.size, meld.shows, room)
            for meld in melds
            if meld.kind is Kind.PURE_SEQUENCE and (room := run_room(self.book.melds, meld.size, 0)) > 0
        ]

    def _unwrap(self, runs: list[Form], base: int) -> list[Form]:
        """The runs of a suit where K, A and 2 may come together (R29).

        A run of three that could become these cards names a joker that prevents it, or takes one joker more.
        """
        flags, counts = self.flags, self.counts
        corner = (base, base + 1, base + 12)
        longer = False
        found = []
        for form in runs:
            meld = form.meld
            if meld.size > 3 or not meld.jokers:
                found.append(form)
                continue
            others = [index for index in corner if index not in meld.uses]
            if len(others) != meld.jokers or not all([flags[index] and counts[index] for index in others]):
                found.append(form)
                continue
            named: list[tuple[int, ...]] = [(index,) for index in self.wild_types if index not in others]
            if meld.jokers == 2:
                named += [(index, index) for index in others if counts[index] >= 2]
            for indices in named:
                found.append(self.form_of(meld._replace(jokers=meld.jokers - len(indices), named=indices)))
            longer = True
        if longer and self.book.melds.run_max > 3 and not self.book.windows:
            natural, wild = self._ranks(base)
            corners = self.book.corner_runs(base // 13, natural, wild)
            found += [form for form in corners if form.wilds <= self.wilds]
        return found

    def _ranks(self, base: int) -> tuple[int, int]:
        """The ranks of a suit that may be natural in an impure sequence, and those of them that are wild."""
        natural = wild = 0
        for rank in range(13):
            if self.counts[base + rank]:
                if not self.flags[base + rank]:
                    natural |= 1 << rank
                elif self.book.limited:  # else wild cards are as good as jokers
                    natural |= 1 << rank
                    wild |= 1 << rank
        return natural, wild


class _Table:
    """What a table says of every hand: its melds and flags of cards.

    Attributes:
        book: the melds in the style that the rulebook's requirements and points call for.
        valued: whether it matters what jokers stand for.
        flags: whether each card is wild.
        tunnelas: whether three identical cards are a meld.
    """

    def __init__(self, deal: Deal, windows: bool) -> None:
        scoring = deal.rulebook.scoring
        needs = [tier.needs for tier in scoring.tiers] + [way.needs for way in deal.rulebook.objectives]
        self.valued = scoring.measure is Measure.MELDED_MINUS_LOOSE
        values = tuple([scoring.card_points(card) for card in CARDS[:13]]) if self.valued else ()
        long = any([need.long_sequences > 0 for need in needs])
        self.book = _book_of(deal.rulebook.melds, Style(long, values, windows))
        self.flags: list[bool] = list(deal.is_wild)
        self.tunnelas: bool = deal.tunnelas


@lru_cache(maxsize=1024)
def _open_table(deal: Deal, windows: bool) -> _Table:
    return _Table(deal, windows)
