"""The melds one hand can form at one table, as columns for the exact search; hands share most of theirs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import combinations_with_replacement

from ..game.cards import CARDS, MAX_HAND, Card
from ..game.rules import SEQUENCES, Kind, Measure
from ..game.table import Deal
from ..referee.grammar import (
    ALL_RANKS,
    CORNER,
    PRINTED,
    Grammar,
    Meld,
    Style,
    grammar_at,
    list_all_runs,
    list_corner_runs,
    list_dublees,
    list_joker_sets,
    list_runs,
    list_sets,
    list_wild_runs,
    moved,
)
from .bitpack import SHARE

NO_CARD = 53
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
_MANY = 1 << 15  # lists of melds that one book remembers
_GUARDS = 16 | 16 << 5 | 16 << 10 | 16 << 15  # of copies of each suit, five bits each
PLAIN, TUNNELA_PURE, TUNNELA, DUBLEE = 0, 5, 6, 7
_IMPURE = (PLAIN, 3, 4)


def flag_of(kind: Kind, size: int, tunnela_is_pure: bool) -> int:
    """What a meld adds to the needs, as a number."""
    if kind in SEQUENCES:
        return (1 if kind is Kind.PURE_SEQUENCE else 3) + (size >= 4)
    if kind is Kind.TUNNELA:
        return TUNNELA_PURE if tunnela_is_pure else TUNNELA
    return DUBLEE if kind is Kind.DUBLEE else PLAIN


class Form:
    """A meld at a table, with what the search asks of it whatever the other cards are.

    Args:
        meld: the meld.
        wild: mask of the wild cards among its cards used as themselves.
        tunnela_is_pure: whether a tunnela counts as a pure sequence; ``values`` as in ``Style``.

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
        worth: points of what its wild cards show, if that matters, less what an ace loses that a two follows.
        order: melds are tried in this order: by their first card, few wild cards, pure, many naturals, the last of the
            wild cards used as themselves; small enough that lists are sorted by it quickly.
        wraps: mask of the wild cards with which, as its jokers, it would be K, A and 2 of one suit (R29); else 0.
        spares: whether one of its wild cards is used as itself beside others.
        plain: the group that it is without further jokers, as ``Layout`` remembers it.
    """

    __slots__ = ("called", "cards", "first", "flag", "kinds", "meld", "naturals", "order", "plain", "share", "spares",
                 "wilds", "worth", "wraps")  # fmt: skip

    def __init__(self, meld: Meld, wild: int, tunnela_is_pure: bool, values: tuple[int, ...]) -> None:
        kind, uses = meld.kind, meld.uses
        self.meld = meld
        self.naturals: tuple[int, ...] = tuple([index for index in uses if not wild >> index & 1])
        count = len(self.naturals)
        self.wilds = meld.size - count
        self.called = meld.jokers + len(meld.named)
        self.first = min(self.naturals, key=search_order) if count else NO_CARD
        self.cards = uses + meld.named
        self.flag = flag_of(kind, meld.size, tunnela_is_pure)
        self.share = self.wilds * SHARE // count if count else 0
        self.kinds = KIND_BITS[kind]
        self.worth = 0
        if values and not uses:
            self.worth = max(values[:13]) * meld.size
        elif values and uses[0] != PRINTED:
            shown = [i for i in meld.shows if i not in self.naturals] if kind in SEQUENCES else [uses[0]] * self.wilds
            for index in shown:
                self.worth += values[index % 13]
            if kind in SEQUENCES and any([index % 13 == 0 for index in meld.shows[:-1]]):
                self.worth -= values[13]
        rank = (self.wilds * 2 + (self.flag in _IMPURE)) * 32 - count
        last = max([index + 1 for index in self.cards if wild >> index & 1 or index in meld.named], default=0)
        self.order = ((_PLACES[self.first] << 12) + rank << 6) + last
        corner = [index - index % 13 + rank for index in uses[:1] for rank in (0, 1, 12)]
        others = [index for index in corner if index not in uses]
        self.wraps = sum([1 << index for index in others]) if meld.size == 3 and 0 < meld.jokers == len(others) else 0
        self.spares: bool = count > 0 and self.wilds > self.called
        self.plain: object = None


def search_order(index: int) -> tuple[int, int]:
    """Kings first leaves the fewest positions to search."""
    return -(index % 13), index


_PLACES = {index: place for place, index in enumerate(sorted(range(53), key=search_order))}
_PLACES[NO_CARD] = 53


class _Listed:
    """A meld of the first suit, or of aces, listed for all of them and for all hands.

    Attributes:
        cards: the ranks it uses as a mask or, for a set, its copies of each suit, five bits each.
        kinds: its ranks or, for a set, its suits as a mask.
        meld: the meld.
        forms: what it is in each suit, or rank, by that and by those of its cards that are wild.
    """

    __slots__ = ("cards", "forms", "kinds", "meld")

    def __init__(self, cards: int, kinds: int, meld: Meld) -> None:
        self.cards = cards
        self.kinds = kinds
        self.meld = meld
        self.forms: dict[int, Form] = {}


def _make_form(style: Style, meld: Meld, wild: int, tunnela_is_pure: bool = False) -> Form:
    return Form(meld, wild, tunnela_is_pure, style.values)


def _list_wild_forms(grammar: Grammar, style: Style, base: int, wild: int, most: int) -> tuple[Form, ...]:
    """The sequences of one wild card as itself and jokers."""
    return _in_order(
        [
            _make_form(style, moved(meld, base), wild << base)
            for rank in range(13)
            if wild >> rank & 1
            for meld in list_wild_runs(grammar, style, rank, most)
        ]
    )


def _list_all_forms(
    grammar: Grammar, make: Callable[[Meld, int], Form], base: int, held: int, wild: int, most: int
) -> list[Form]:
    """Every sequence of the suit of an ace with every place of its holes, from the ranks held and those wild."""
    melds = [moved(meld, base) for meld in list_all_runs(grammar, held, most)]
    forms = [make(meld, wild << base & sum([1 << index for index in meld.uses])) for meld in melds]
    return [form for form in forms if form.wilds <= most]


def _list_by_top(grammar: Grammar, style: Style, held: int) -> list[list[_Listed]]:
    """The runs of some ranks by the highest; one in which only the ace is natural is under it."""
    found: list[list[_Listed]] = [[] for _ in range(13)]
    for mask, meld in list_runs(grammar, style, held):
        found[(mask & ~1).bit_length() - 1 if mask > 1 else 0].append(_Listed(mask, mask, meld))
    return found


class _Book:
    """The suits' runs and the ranks' sets of one grammar, remembered; hands share most of theirs."""

    def __init__(self, grammar: Grammar, style: Style) -> None:
        self.grammar = grammar
        # where holes are not limited, a wild card in an impure meld need not be told from any other in a hole
        self.limited: bool = grammar.run_holes < MAX_HAND or grammar.strict
        # the ranks whose wild cards need care, lest a meld of three comes to K, A and 2
        self.corner = 0 if grammar.round else CORNER
        self.wild_in_sets: bool = grammar.set_holes < MAX_HAND or grammar.matched or grammar.strict or style.windows
        self.single = style.single
        self.windows = style.windows
        self.style = style
        self.most_copies = 15 if grammar.mixed else 1
        # none of these holds the book itself, so that it goes as soon as it is forgotten
        self.wild_forms = lru_cache(maxsize=1 << 12)(partial(_list_wild_forms, grammar, style))
        self.known_forms = lru_cache(maxsize=1 << 14)(partial(_make_form, style))
        self.all_forms = lru_cache(maxsize=1 << 8)(partial(_list_all_forms, grammar, self.known_forms))
        self.runs_of = lru_cache(maxsize=1 << 10)(partial(_list_by_top, grammar, style))
        self.known_copies: dict[int, Form] = {}
        self.known: dict[int, tuple[Form, ...]] = {}  # runs by their highest rank and others held; sets below 0
        # the ranks on which the runs under each highest rank depend
        self.reach = [ALL_RANKS] * 13
        if not (style.windows or grammar.strict):
            for top, runs in enumerate(self.runs_of(ALL_RANKS)):
                self.reach[top] = 0
                for listed in runs:
                    self.reach[top] |= listed.cards
        self.corners: list[_Listed] | None = None
        self.aces: list[_Listed] = []
        for taken, meld in list_sets(grammar, style):
            copies = sum([n << 5 * suit for suit, n in enumerate(taken)])
            self.aces.append(_Listed(copies, sum([1 << suit for suit, n in enumerate(taken) if n]), meld))

    def form(self, meld: Meld, wild: int) -> Form:
        """A meld where some cards, those of a mask, are wild."""
        among = 0
        for index in meld.uses:
            among |= wild & 1 << index
        return self.known_forms(meld, among)

    def runs_under(self, top: int, held: int, wild: int) -> tuple[Form, ...]:
        """The canonical runs of a suit below a card, from the ranks held and those wild."""
        reach = self.reach[top % 13]
        key = ((held & reach) << 13 | wild & reach) << 6 | top
        found = self.known.get(key)
        if found is None:
            # where jokers are not limited, wild cards in an impure run are as good as jokers
            natural = held if self.limited else held & ~wild
            forms = []
            # long runs of few ranks are told apart where holes depend on these: of all ranks they would be too many
            for listed in self.runs_of(held if self.grammar.strict else ALL_RANKS)[top % 13]:
                if not listed.cards & ~(natural if listed.meld.jokers else held):
                    forms.append(self._at_table(listed, top // 13 * 13, wild & reach, 1))
            found = self._remember(key, forms)
        return found

    def _remember(self, key: int, found: list[Form]) -> tuple[Form, ...]:
        """Forms in the order of trial, kept for other hands."""
        if len(self.known) >= _MANY:
            self.known.clear()
        return self.known.setdefault(key, _in_order(found))

    def _at_table(self, listed: _Listed, base: int, wild: int, step: int) -> Form:
        """A listed meld moved to a suit, or rank, where some of its ranks, or suits (a step apart), are wild."""
        among = listed.kinds & wild
        key = among << 6 | base
        form = listed.forms.get(key)
        if form is None:
            flags = sum([1 << base + at * step for at in range(13) if among >> at & 1])
            form = listed.forms[key] = _make_form(self.style, moved(listed.meld, base), flags)
        return form

    def corner_runs(self, suit: int, held: int, wild: int) -> list[Form]:
        """The runs at the ace's ends that shorter ones cannot replace, from the ranks held and those of them wild."""
        if self.corners is None:
            self.corners = [_Listed(mask, mask, meld) for mask, meld in list_corner_runs(self.grammar, self.style)]
        return [self._at_table(listed, 13 * suit, wild, 1) for listed in self.corners if not listed.cards & ~held]

    def sets(self, rank: int, counts: int, wild: int) -> tuple[Form, ...]:
        """The canonical sets of one rank from the copies of each suit, five bits each, and the suits that are wild."""
        key = -1 - ((counts << 4 | wild) << 4 | rank)
        found = self.known.get(key)
        if found is None:
            full = counts | _GUARDS
            forms = []
            for listed in self.aces:
                among = listed.kinds & wild
                if among and not self.wild_in_sets and not (self.single and len(listed.meld.uses) == 1):
                    continue
                if (full - listed.cards) & _GUARDS == _GUARDS:
                    forms.append(self._at_table(listed, rank, wild, 13))
            found = self._remember(key, forms)
        return found

    def copies(self, index: int, count: int, tunnela_is_pure: bool, is_wild: bool) -> Form:
        """A dublee of two copies of a card, or a tunnela of three."""
        key = ((index << 2 | count) << 1 | tunnela_is_pure) << 1 | is_wild
        form = self.known_copies.get(key)
        if form is None:
            meld = Meld(Kind.TUNNELA if count == 3 else Kind.DUBLEE, (index,) * count, 0, (), count)
            form = self.known_copies[key] = _make_form(self.style, meld, is_wild << index, tunnela_is_pure)
        return form


def _in_order(forms: list[Form]) -> tuple[Form, ...]:
    """Forms in the order of trial, those of equal order by their cards."""

    def places(form: Form) -> list[int]:
        return sorted([_PLACES[index] if index in form.naturals else 53 + index for index in form.cards], reverse=True)

    return tuple(sorted(forms, key=lambda form: (form.order, places(form), form.meld)))


@lru_cache(maxsize=24)  # few: a full collection of garbage looks at every meld remembered
def _book_of(grammar: Grammar, style: Style) -> _Book:
    return _Book(grammar, style)


class Melder:
    """The melds that one hand can form at one table.

    Args:
        cards: the hand.
        deal: the rulebook at its table.
        windows: list every place of the jokers where their value matters, not only the best.
        exact: whether it matters what jokers stand for where melds are worth points.

    Attributes:
        counts: copies by card index.
        held: indices of the cards held, each once.
        wilds: wild cards held, printed jokers included.
        wild_types: indices of the wild cards held, ``wild_mask`` the same as a mask.
        valued: whether it matters what jokers stand for.
    """

    def __init__(self, cards: Sequence[Card], deal: Deal, windows: bool = False, exact: bool = True) -> None:
        counts = [0] * 53
        for card in cards:
            index = card.index
            counts[index] = counts[index] + 1
        self.counts = counts
        table = _open_table(deal, windows, exact)
        self.flags = flags = table.flags
        self.book = _book_of(table.grammar.family, table.style)
        self.grammar = table.grammar
        self.valued = table.valued
        self.held: list[int] = []
        self.wild_types: list[int] = []
        self.wilds = 0
        self.wild_mask = 0
        for index in range(53):
            count = counts[index]
            if count:
                self.held.append(index)
                if flags[index]:
                    self.wild_types.append(index)
                    self.wild_mask |= 1 << index
                    self.wilds += count

    def forms(self) -> list[Form]:
        """All canonical melds that the wild cards held suffice for; of equal order the first to try comes first."""
        counts, flags, wilds, book = self.counts, self.flags, self.wilds, self.book
        most = book.most_copies
        ranks, wild_ranks = [0] * 13, [0] * 13  # copies of each suit, five bits each, and the suits that are wild
        found: list[Form] = []
        runs: list[Form] = []
        for suit in range(4):
            base = suit * 13
            held = wild = 0
            tops: list[int] = []
            for rank in range(13):
                count = counts[base + rank]
                if count:
                    tops.append(base + rank)
                    held |= 1 << rank
                    ranks[rank] = ranks[rank] + ((count if count < most else most) << 5 * suit)
                    if flags[base + rank]:
                        wild |= 1 << rank
                        wild_ranks[rank] = wild_ranks[rank] | 1 << suit
            if not held:
                continue
            if book.windows:
                runs += self._unwrap(book.all_forms(base, held, wild, wilds))
            else:
                listed = self._list_suit(tops, held, wild)
                runs += self._unwrap(listed, suit, held, wild) if wild & book.corner else listed
        for rank in range(13):
            if ranks[rank]:
                start = len(found)
                for form in book.sets(rank, ranks[rank], wild_ranks[rank]):
                    if form.wilds <= wilds:
                        found.append(form)
                if book.single and book.corner >> rank & 1 and wilds:
                    found[start:] = self._unwrap(found[start:])
        found += runs
        for index in self.held:
            if counts[index] >= 3 and self.grammar.makes_tunnela(index):
                found.append(self._tunnela(index))
        return found + self._joker_sets() if self.grammar.joker_sets else found

    def _joker_sets(self) -> list[Form]:
        """Sets of nothing but wild cards; two of three that might be K, A and 2 are named (R29)."""
        found = []
        corners = [
            {base, base + 1, base + 12}
            for base in range(0, 52, 13)
            if all([self.counts[index] and self.flags[index] for index in (base, base + 1, base + 12)])
        ]
        for meld in list_joker_sets(self.grammar, self.book.style, self.wilds):
            if not corners or self.grammar.round or meld.size > 3:
                found.append(meld)
                continue
            for one, other in combinations_with_replacement(self.wild_types, 2):
                if self.counts[one] > 1 if one == other else not any([{one, other} <= corner for corner in corners]):
                    found.append(meld._replace(jokers=1, named=(one, other)))
        return [self.form_of(meld) for meld in found]

    def _list_suit(self, tops: list[int], held: int, wild: int) -> list[Form]:
        """The canonical runs of a suit from its cards held, by index, and from their ranks and those wild, as masks."""
        book, wilds = self.book, self.wilds
        found: list[Form] = []
        for top in tops:
            for form in book.runs_under(top, held, wild):
                if form.wilds <= wilds:
                    found.append(form)
        if wild and not book.limited:
            found += book.wild_forms(tops[0] // 13 * 13, wild, wilds)
        return found

    def form_of(self, meld: Meld) -> Form:
        """A meld at this table."""
        if meld.kind is Kind.TUNNELA:
            return self._tunnela(meld.uses[0])
        return self.book.form(meld, self.wild_mask)

    def _tunnela(self, index: int) -> Form:
        return self.book.copies(index, 3, self.grammar.tunnela_is_pure, self.flags[index])

    def dublees(self) -> list[Form]:
        """All dublees."""
        if not self.grammar.dublees:
            return []
        pairs = [self.book.copies(index, 2, False, self.flags[index]) for index in self.held if self.counts[index] >= 2]
        if self.grammar.dublees_are_copies:
            return pairs
        return pairs + [self.form_of(meld) for meld in list_dublees(self.grammar, self.counts)]

    def opened(self, melds: list[Meld]) -> list[Meld]:
        """The pure sequences among some melds as places for spare jokers."""
        return [
            Meld(Kind.IMPURE_SEQUENCE, meld.uses, 0, (), meld.size, (), room)
            for meld in melds
            if meld.kind is Kind.PURE_SEQUENCE and (room := self.grammar.run_room(meld.size, 0)) > 0
        ]

    def _unwrap(self, forms: list[Form], suit: int = -1, held: int = 0, wild: int = 0) -> list[Form]:
        """Melds that may come to K, A and 2 of one suit (R29), kept from it.

        A meld of three that could become these cards names a joker that prevents it, or takes one joker more. To
        canonical runs of a suit, from the ranks held and those of them wild, longer ones may have to be added.
        """
        if self.grammar.round or not any([form.wraps and not form.wraps & ~self.wild_mask for form in forms]):
            return forms
        counts, found = self.counts, []
        for form in forms:
            if not form.wraps or form.wraps & ~self.wild_mask:
                found.append(form)
                continue
            meld = form.meld
            others = [index for index in self.wild_types if form.wraps >> index & 1]
            named: list[tuple[int, ...]] = [(index,) for index in self.wild_types if index not in others]
            if meld.jokers == 2:
                named += [(index, index) for index in others if counts[index] >= 2]
            for indices in named:
                found.append(self.form_of(meld._replace(jokers=meld.jokers - len(indices), named=indices)))
            if meld.kind is Kind.SET and meld.slack and form.wilds < self.wilds:
                found.append(self.form_of(meld._replace(jokers=meld.jokers + 1, size=4, slack=meld.slack - 1)))
        if suit >= 0:
            # where jokers are not limited, wild cards are as good as jokers
            natural, wild = (held, wild) if self.book.limited else (held & ~wild, 0)
            found += [form for form in self.book.corner_runs(suit, natural, wild) if form.wilds <= self.wilds]
        return found


class _Table:
    """What a table says of every hand. It keeps no melds: those of few grammars are remembered.

    Attributes:
        grammar: the rules of melds; ``style``: which melds the rulebook's requirements and points call for.
        valued: whether it matters what jokers stand for; ``flags``: whether each card is wild.
    """

    def __init__(self, deal: Deal, windows: bool, exact: bool) -> None:
        book, scoring, grammar = deal.rulebook, deal.rulebook.scoring, grammar_at(deal)
        needs = [tier.needs for tier in scoring.tiers] + [way.needs for way in book.objectives]
        self.valued = exact and scoring.measure is Measure.MELDED_MINUS_LOOSE
        loss = 0 if scoring.ace_low is None else scoring.ace - scoring.ace_low
        values = (*[scoring.card_points(card) for card in CARDS[:13]], loss) if self.valued else ()
        long = any([need.long_sequences > 0 for need in needs])
        self.grammar = grammar
        self.style = Style(long, windows or _needs_single(deal, grammar), values, windows)
        self.flags: list[bool] = list(deal.is_wild)


def _needs_single(deal: Deal, grammar: Grammar) -> bool:
    """Whether a set of one card and holes may be better than a sequence of that card and as many holes."""
    scoring = deal.rulebook.scoring
    usual = scoring.ace == 10 and scoring.ace_low is None and not scoring.ranks and grammar.places == 14
    if scoring.measure is Measure.MELDED_MINUS_LOOSE and not usual:
        return True
    if grammar.run_holes < MAX_HAND or grammar.strict or grammar.run_most < min(grammar.set_most, 14):
        return True
    return any([Kind.SET in tier.exempt and Kind.IMPURE_SEQUENCE not in tier.exempt for tier in scoring.tiers])


@lru_cache(maxsize=1024)
def _open_table(deal: Deal, windows: bool, exact: bool) -> _Table:
    return _Table(deal, windows, exact)
