"""The melds one hand can form at one table, as columns for the exact search; hands share most of theirs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import combinations_with_replacement
from operator import attrgetter

from ..game.cards import CARDS, MAX_HAND, Card
from ..game.rules import SEQUENCES, Kind, Measure
from ..game.table import Deal
from .grammar import ALL_RANKS, COPIES, CORNER, LONG, PAIR, PRINTED, WRAP, Grammar, Meld, grammar_at
from .meld_lists import (
    Style,
    list_all_runs,
    list_corner_runs,
    list_dublees,
    list_joker_sets,
    list_runs,
    list_sets,
    list_wild_runs,
    moved,
)

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
_MOST_RANKS = 11  # ranks of a suit held, from which on the runs of all ranks are listed at once
_GUARDS = 16 | 16 << 5 | 16 << 10 | 16 << 15  # of copies of each suit, five bits each
PLAIN, TUNNELA_PURE, TUNNELA, DUBLEE = 0, 5, 6, 7
_IMPURE = (PLAIN, 3, 4)


def flag_of(kind: Kind, size: int, tunnela_is_pure: bool) -> int:
    """What a meld adds to the needs, as a number."""
    if kind in SEQUENCES:
        return (1 if kind is Kind.PURE_SEQUENCE else 3) + (size >= LONG)
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
        kinds: the bit of its kind.
        worth: points of what its wild cards show, if that matters, less what an ace loses that a two follows.
        order: melds are tried in this order: by their first card, few wild cards, pure, many naturals, the last of the
            wild cards used as themselves; small enough that lists are sorted by it quickly.
        trial: the same, those of equal order told apart by their cards.
        wraps: mask of the wild cards with which, as its jokers, it would be K, A and 2 of one suit (R29); else 0.
        spares: whether one of its wild cards is used as itself beside others.
        plain: the group that it is without further jokers, as ``Layout`` remembers it.
    """

    __slots__ = ("called", "cards", "first", "flag", "kinds", "meld", "naturals", "order", "plain", "spares", "trial",
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
        places = [_PLACES[index] if index in self.naturals else 53 + index for index in self.cards]
        self.trial = self.order, sorted(places, reverse=True)
        corner = [index - index % 13 + rank for index in uses[:1] for rank in (0, 1, 12)]
        others = [index for index in corner if index not in uses]
        may_wrap = meld.size == WRAP and 0 < meld.jokers == len(others)
        self.wraps = sum([1 << index for index in others]) if may_wrap else 0
        self.spares: bool = count > 0 and self.wilds > self.called
        self.plain: object = None


def search_order(index: int) -> tuple[int, int]:
    """Kings first leaves the fewest positions to search."""
    return -(index % 13), index


_PLACES = {index: place for place, index in enumerate(sorted(range(53), key=search_order))}
_PLACES[NO_CARD] = 53


def _make_form(values: tuple[int, ...], meld: Meld, wild: int, tunnela_is_pure: bool) -> Form:
    return Form(meld, wild, tunnela_is_pure, values)


# a meld of the first suit, or of aces: its ranks, or suits, as a mask, and what it is in each suit, or rank
Listed = tuple[int, Meld, dict[int, Form]]


def _list_by_top(grammar: Grammar, style: Style, held: int) -> list[list[Listed]]:
    """The runs of some ranks by the highest; one in which only the ace is natural is under it."""
    by_top: list[list[Listed]] = [[] for _ in range(13)]
    for mask, meld in list_runs(grammar, style, held):
        by_top[(mask & ~1).bit_length() - 1 if mask > 1 else 0].append((mask, meld, {}))
    return by_top


class _Book:
    """The sequences of a suit, the sets of a rank and every meld's form, remembered: hands share most of theirs."""

    def __init__(self, grammar: Grammar, style: Style) -> None:
        self.grammar = grammar
        self.style = style
        # where holes are not limited, a wild card in an impure meld need not be told from any other in a hole
        self.limited: bool = grammar.run_holes < MAX_HAND or grammar.strict
        self.wild_in_sets: bool = grammar.set_holes < MAX_HAND or grammar.matched or grammar.strict or style.windows
        # the ranks whose wild cards need care, lest a meld of three comes to K, A and 2
        self.corner = 0 if grammar.round else CORNER
        self.most_copies = 15 if grammar.mixed else 1
        # does not hold the book itself, so that it goes as soon as it is forgotten
        self.known_forms = lru_cache(maxsize=1 << 14)(partial(_make_form, style.values))
        self.known: dict[int, tuple[Form, ...]] = {}  # sequences by their cards; sets below 0
        self.copies: dict[int, Form] = {}  # tunnelas and dublees by their card and what it is
        self.runs_of = lru_cache(maxsize=1 << 10)(partial(_list_by_top, grammar, style))
        # the ranks on which the runs under each highest rank depend
        self.reach = [ALL_RANKS] * 13
        if not (style.windows or grammar.strict):
            for top, runs in enumerate(self.runs_of(ALL_RANKS)):
                self.reach[top] = 0
                for mask, _, _ in runs:
                    self.reach[top] |= mask
        self.corner_runs: list[Listed] | None = None
        self.aces: list[tuple[int, Listed]] = []  # with the copies of each suit, five bits each
        for taken, meld in list_sets(grammar, style):
            copies = sum([n << 5 * suit for suit, n in enumerate(taken)])
            self.aces.append((copies, (sum([1 << suit for suit, n in enumerate(taken) if n]), meld, {})))

    def form(self, meld: Meld, wild: int, tunnela_is_pure: bool = False) -> Form:
        """A meld where some cards, those of a mask, are wild."""
        among = 0
        for index in meld.uses:
            among |= wild & 1 << index
        return self.known_forms(meld, among, tunnela_is_pure)

    def sequences(self, suit: int, held: int, wild: int, most: int) -> list[Form]:
        """The sequences of a suit from the ranks held and those wild, also with more wild cards than are held."""
        grammar, style, base = self.grammar, self.style, 13 * suit
        listed: list[Form] = []
        if not style.windows:
            for rank in range(13):
                if held >> rank & 1:
                    listed += self._runs_under(base + rank, held, wild)
        if style.windows or (wild and not self.limited):
            key = (((held if style.windows else 0) << 13 | wild) << 6 | base) << 32 | most
            forms = self.known.get(key)
            if forms is None:
                if style.windows:
                    made = [self.form(moved(meld, base), wild << base) for meld in list_all_runs(grammar, held, most)]
                else:
                    ranks = [rank for rank in range(13) if wild >> rank & 1]
                    alone = [meld for rank in ranks for meld in list_wild_runs(grammar, style, rank, most)]
                    made = [Form(moved(meld, base), wild << base, False, style.values) for meld in alone]
                forms = self._remember(key, made)
            listed += forms
        return listed

    def _runs_under(self, top: int, held: int, wild: int) -> tuple[Form, ...]:
        """The canonical runs of a suit below a card, from the ranks held and those wild."""
        reach = self.reach[top % 13]
        key = ((held & reach) << 13 | wild & reach) << 6 | top
        known = self.known.get(key)
        if known is None:
            # where jokers are not limited, wild cards in an impure run are as good as jokers
            natural = held if self.limited else held & ~wild
            # long runs of few ranks are told apart where holes depend on these: of all ranks there are very many
            few = self.grammar.strict and held.bit_count() < _MOST_RANKS
            runs = self.runs_of(held if few else ALL_RANKS)[top % 13]
            fitting = [listed for listed in runs if not listed[0] & ~(natural if listed[1].jokers else held)]
            known = self._remember(key, [self._at_table(listed, top // 13 * 13, wild, 1) for listed in fitting])
        return known

    def _at_table(self, listed: Listed, base: int, wild: int, step: int) -> Form:
        """A listed meld moved to a suit, or rank, where some of its ranks, or suits (a step apart), are wild."""
        among = listed[0] & wild
        key = among << 6 | base
        form = listed[2].get(key)
        if form is None:
            flags = sum([1 << base + at * step for at in range(13) if among >> at & 1])
            form = listed[2][key] = Form(moved(listed[1], base), flags, False, self.style.values)
        return form

    def _remember(self, key: int, forms: list[Form]) -> tuple[Form, ...]:
        """Forms in the order of trial, kept for other hands."""
        if len(self.known) >= _MANY:
            self.known.clear()
        forms.sort(key=attrgetter("trial"))
        return self.known.setdefault(key, tuple(forms))

    def corners(self, suit: int, held: int, wild: int) -> list[Form]:
        """The sequences at the ace's ends that shorter ones cannot replace, from the ranks held and those wild."""
        if self.corner_runs is None:
            self.corner_runs = [(mask, meld, {}) for mask, meld in list_corner_runs(self.grammar, self.style)]
        natural, wild = (held, wild) if self.limited else (held & ~wild, 0)
        return [self._at_table(listed, 13 * suit, wild, 1) for listed in self.corner_runs if not listed[0] & ~natural]

    def sets(self, rank: int, counts: int, wild: int) -> tuple[Form, ...]:
        """The canonical sets of one rank from the copies of each suit, five bits each, and the suits that are wild."""
        key = -1 - ((counts << 4 | wild) << 4 | rank)
        known = self.known.get(key)
        if known is None:
            full = counts | _GUARDS
            forms = []
            for copies, listed in self.aces:
                careful = self.wild_in_sets or (self.style.single and len(listed[1].uses) == 1)
                if (careful or not listed[0] & wild) and (full - copies) & _GUARDS == _GUARDS:
                    forms.append(self._at_table(listed, rank, wild, 13))
            known = self._remember(key, forms)
        return known


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
        self.table = table = open_table(deal, windows, exact)
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
        most, as_itself = book.most_copies, self.grammar.as_itself
        ranks, wild_ranks = [0] * 13, [0] * 13  # copies of each suit, five bits each, and the suits that are wild
        formed: list[Form] = []
        runs: list[Form] = []
        for suit in range(4):
            base = suit * 13
            held = wild = barred = 0
            for rank in range(13):
                count = counts[base + rank]
                if not count:
                    continue
                if flags[base + rank] and not as_itself:
                    barred |= 1 << rank
                    continue
                held |= 1 << rank
                ranks[rank] = ranks[rank] + ((count if count < most else most) << 5 * suit)
                if flags[base + rank]:
                    wild |= 1 << rank
                    wild_ranks[rank] = wild_ranks[rank] | 1 << suit
            if held:
                listed = [form for form in book.sequences(suit, held, wild, wilds) if form.wilds <= wilds]
                runs += self._unwrap(listed, suit, held, wild) if (wild | barred) & book.corner else listed
        for rank in range(13):
            if ranks[rank]:
                start = len(formed)
                for form in book.sets(rank, ranks[rank], wild_ranks[rank]):
                    if form.wilds <= wilds:
                        formed.append(form)
                if book.style.single and book.corner >> rank & 1 and wilds:
                    formed[start:] = self._unwrap(formed[start:])
        formed += runs
        for index in self.held:
            if counts[index] >= COPIES and self.grammar.makes_tunnela(index, flags[index]):
                formed.append(self._copies(Kind.TUNNELA, index, COPIES))
        return formed + self._joker_sets() if self.grammar.joker_sets else formed

    def _joker_sets(self) -> list[Form]:
        """Sets of nothing but wild cards; two of three that might be K, A and 2 are named (R29)."""
        melds = []
        held = self.table.corners
        corners = [set(corner) for corner in held if all([self.counts[index] for index in corner])]
        for meld in list_joker_sets(self.grammar, self.book.style, self.wilds):
            if not corners or meld.size != WRAP:
                melds.append(meld)
                continue
            for first, other in combinations_with_replacement(self.wild_types, 2):
                if (
                    self.counts[first] > 1
                    if first == other
                    else not any([{first, other} <= corner for corner in corners])
                ):
                    melds.append(meld._replace(jokers=1, named=(first, other)))
        return [self.form_of(meld) for meld in melds]

    def form_of(self, meld: Meld) -> Form:
        """A meld at this table."""
        return self.book.form(meld, self.wild_mask, self.grammar.tunnela_is_pure)

    def _copies(self, kind: Kind, index: int, count: int) -> Form:
        key = ((index * 4 + count) * 2 + self.flags[index]) * 2 + self.grammar.tunnela_is_pure
        form = self.book.copies.get(key)
        if form is None:
            form = self.book.copies[key] = self.form_of(Meld(kind, (index,) * count, 0, (), count))
        return form

    def dublees(self) -> list[Form]:
        """All dublees."""
        if not self.grammar.dublees:
            return []
        grammar, counts = self.grammar, self.counts
        pairs = [
            index for index in self.held if counts[index] >= PAIR and grammar.makes_copies(index, self.flags[index])
        ]
        dublees = [self._copies(Kind.DUBLEE, index, PAIR) for index in pairs]
        if not grammar.dublees_are_copies:
            dublees += [self.form_of(meld) for meld in list_dublees(grammar, counts, self.flags)]
        return dublees

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
        counts, unwrapped = self.counts, []
        for form in forms:
            if not form.wraps or form.wraps & ~self.wild_mask:
                unwrapped.append(form)
                continue
            meld = form.meld
            others = [index for index in self.wild_types if form.wraps >> index & 1]
            named: list[tuple[int, ...]] = [(index,) for index in self.wild_types if index not in others]
            if meld.jokers == 2:
                named += [(index, index) for index in others if counts[index] >= 2]
            for indices in named:
                unwrapped.append(self.form_of(meld._replace(jokers=meld.jokers - len(indices), named=indices)))
            if meld.kind is Kind.SET and meld.slack and form.wilds < self.wilds:
                unwrapped.append(self.form_of(meld._replace(jokers=meld.jokers + 1, size=4, slack=meld.slack - 1)))
        if suit >= 0 and not self.book.style.windows:
            unwrapped += [form for form in self.book.corners(suit, held, wild) if form.wilds <= self.wilds]
        return unwrapped


class Table:
    """What a table says of every hand. It keeps no melds: those of few grammars are remembered.

    Attributes:
        grammar: the rules of melds; ``style``: which melds the rulebook's requirements and points call for.
        valued: whether it matters what jokers stand for; ``flags``: whether each card is wild.
        types: the card types that are not wild, in the order of the search.
        points: points of a loose card, by card.
        top: points of the dearest card; ``most_points``: of the dearest, wild or not, loose or melded.
        most: cards in a hand that must throw one.
        rigid: whether no meld has room for another joker.
        corners: kings, aces and twos of one suit that are all wild, and no group (R29).
    """

    def __init__(self, deal: Deal, windows: bool, exact: bool) -> None:
        book, scoring, grammar = deal.rulebook, deal.rulebook.scoring, grammar_at(deal)
        needs = [tier.needs for tier in scoring.tiers] + [way.needs for way in book.objectives]
        self.valued: bool = exact and scoring.measure is Measure.MELDED_MINUS_LOOSE
        loss = 0 if scoring.ace_low is None else scoring.ace - scoring.ace_low
        values = (*[scoring.card_points(card) for card in CARDS[:13]], loss) if self.valued else ()
        long = any([need.long_sequences > 0 for need in needs])
        self.grammar = grammar
        self.style = Style(long, windows or _needs_single(deal, grammar), values, windows)
        self.flags: list[bool] = list(deal.is_wild)
        self.types: list[int] = sorted([i for i in range(53) if not deal.is_wild[i]], key=search_order)
        self.points: list[int] = list(deal.points)
        self.top: int = max([scoring.card_points(card) for card in CARDS])
        self.most_points: int = max(self.top, *self.points)
        self.most: int = book.deal + 1
        self.rigid: bool = windows or (grammar.run_most == grammar.run_least and grammar.set_most == grammar.set_least)
        corners = [] if grammar.round else [(base, base + 1, base + 12) for base in range(0, 52, 13)]
        self.corners = [cards for cards in corners if all([deal.is_wild[index] for index in cards])]


@lru_cache(maxsize=1024)
def open_table(deal: Deal, windows: bool = False, exact: bool = True) -> Table:
    """A table as every hand at it sees it; ``windows`` and ``exact`` as in ``Melder``."""
    return Table(deal, windows, exact)


def _needs_single(deal: Deal, grammar: Grammar) -> bool:
    """Whether a set of one card and holes may be better than a sequence of that card and as many holes."""
    scoring = deal.rulebook.scoring
    usual = scoring.ace == 10 and scoring.ace_low is None and not scoring.ranks and grammar.places == 14
    if scoring.measure is Measure.MELDED_MINUS_LOOSE and not usual:
        return True
    if grammar.run_holes < MAX_HAND or grammar.strict or grammar.run_most < min(grammar.set_most, 14):
        return True
    if grammar.run_least > grammar.set_least:
        return True
    return any([Kind.SET in tier.exempt and Kind.IMPURE_SEQUENCE not in tier.exempt for tier in scoring.tiers])
