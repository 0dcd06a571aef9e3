"""The melds a hand can form, as columns for the exact search.

Only canonical melds are listed: a run of six or more is two shorter ones, a joker at the end of a run
of four or five is better spared, a wild card in an impure meld need not be told from a joker (save
where the rules limit jokers), and a set takes as few jokers as it can. Two exceptions keep this exact:
beside K, A and 2 of one suit, which are no group of three (R29), longer runs are listed too, and where
identical melds may not be laid every run is, once two melds have come out alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations, product
from typing import NamedTuple

from .cards import CARDS, MAX_HAND, Card
from .rules import Aces, Kind, Measure, Melds, SetSuits
from .table import Deal

PRINTED = 52
_CORNER = 1 | 2 | 1 << 12  # ace, two and king


class Meld(NamedTuple):
    """A meld as the search sees it.

    Attributes:
        kind: what it is.
        uses: card indices used as themselves, with copies.
        jokers: cards standing for others, besides those in ``named``.
        named: wild card indices that must be among the jokers.
        size: cards in all.
        shows: for a sequence, the card indices represented, in order; for a set where it matters, sorted; else empty.
        slack: jokers that may still be added.
    """

    kind: Kind
    uses: tuple[int, ...]
    jokers: int
    named: tuple[int, ...] = ()
    size: int = 0
    shows: tuple[int, ...] = ()
    slack: int = 0


@dataclass(frozen=True, slots=True)
class _Style:
    """Which runs are listed.

    Attributes:
        long: whether runs of four or more are told from runs of three.
        values: points of the thirteen ranks if it matters what jokers stand for, else empty.
        windows: whether to list every place of the jokers, not only the most valuable.
    """

    long: bool = False
    values: tuple[int, ...] = ()
    windows: bool = False


@lru_cache(maxsize=64)
def _run_patterns(melds: Melds, style: _Style) -> tuple[tuple[int, int, int, int], ...]:
    """Canonical runs within one suit: (mask of natural ranks, jokers, start, length)."""
    places = _places(melds)
    longest = min(melds.run_max, 14 if style.values else 6 if style.long else 5)
    best: dict[tuple, tuple[int, tuple[int, int, int, int]]] = {}
    for length in range(3, longest + 1):
        for start in range(places - length + 1):
            for natural in _natural_places(start, length, style):
                jokers = length - len(natural)
                mask = sum(1 << place for place in {place % 13 for place in natural})
                too_many = melds.run_wilds is not None and jokers > melds.run_wilds
                if too_many or bin(mask).count("1") < len(natural):  # the ace stands at one end only
                    continue
                worth = sum(style.values[place % 13] for place in range(start, start + length)) if style.values else 0
                key = (mask, jokers, start if style.windows else style.long and length >= 4)
                if key not in best or worth >= best[key][0]:
                    best[key] = (worth, (mask, jokers, start, length))
    return tuple(sorted((run for _, run in best.values()), key=lambda run: (run[1], -run[3], -run[2])))


def _natural_places(start: int, length: int, style: _Style) -> Iterator[tuple[int, ...]]:
    """The places that naturals take in the canonical runs of a window."""
    spots = range(start, start + length)
    if style.values and length > 5:
        # such a run falls apart in two unless all naturals lie within three places at one end
        ends = {spots[:3], spots[-3:]}
        yield from {places for end in ends for count in (1, 2, 3) for places in combinations(end, count)}
        return
    for count in range(1, length + 1):
        for places in combinations(spots, count):
            at_ends = places[0] == spots[0] and places[-1] == spots[-1]
            if at_ends or length == 3 or style.values or (style.long and length == 4):
                yield places


def _places(melds: Melds) -> int:
    """How many places a sequence may span: the ace counts twice if it may stand high."""
    return 14 if melds.aces is Aces.LOW_OR_HIGH else 13


def _suit_runs(melds: Melds, style: _Style, pure: bool, base: int, held: int) -> tuple[Meld, ...]:
    """The canonical runs of one suit, fewest jokers first.

    Args:
        melds: the rules of melds.
        style: which runs are listed.
        pure: whether to list the runs without jokers or those with some.
        base: index of the suit's ace.
        held: mask of the ranks that may be used as themselves.
    """
    absent = 8191 & ~held
    found = []
    for mask, jokers, start, length in _run_patterns(melds, style):
        if mask & absent or pure is (jokers > 0):
            continue
        shows = tuple([base + place % 13 for place in range(start, start + length)])
        uses = tuple([base + rank for rank in range(13) if mask >> rank & 1])
        if pure:
            found.append(Meld(Kind.PURE_SEQUENCE, uses, 0, (), length, shows))
        else:
            found.append(Meld(Kind.IMPURE_SEQUENCE, uses, jokers, (), length, shows, _run_room(melds, length, jokers)))
    return tuple(found)


def _corner_runs(melds: Melds, style: _Style, base: int, held: int) -> tuple[Meld, ...]:
    """The runs of four to six at the ace's ends that shorter ones cannot replace where those would be K, A and 2.

    A run of four may need its end joker, and a run of six may not fall apart into two of three.
    """
    places = _places(melds)
    found = []
    for length in (4, 5, 6):
        if length > melds.run_max:
            break
        for start in {0, places - length}:
            spots = range(start, start + length)
            shows = tuple([base + place % 13 for place in spots])
            there = [place for place in spots if held >> place % 13 & 1]
            for count in range(1, len(there) + 1):
                jokers = length - count
                if not jokers or (melds.run_wilds is not None and jokers > melds.run_wilds):
                    continue
                for natural in combinations(there, count):
                    uses = tuple(sorted([base + place % 13 for place in natural]))
                    room = 0 if style.values else _run_room(melds, length, jokers)
                    found.append(Meld(Kind.IMPURE_SEQUENCE, uses, jokers, (), length, shows, room))
    return tuple(found)


def _all_runs(melds: Melds, base: int, held: int, wild: int, most: int) -> tuple[Meld, ...]:
    """Every run of one suit with every place of its jokers, none left out as canonical.

    Where identical melds may not be laid, the halves of a long run can be forbidden where the whole is not.
    """
    places = _places(melds)
    ranks = {place: 1 << place % 13 for place in range(places)}
    limit = most if melds.run_wilds is None else min(most, melds.run_wilds)
    found = []
    for length in range(3, min(melds.run_max, places) + 1):
        for start in range(places - length + 1):
            spots = range(start, start + length)
            shows = tuple([base + place % 13 for place in spots])
            there = [place for place in spots if ranks[place] & held]
            if length == 14 and ranks[0] & held:
                there.remove(13)  # one ace is natural, at the low end; the other end may hold a joker
            for count in range(max(1, length - limit), len(there) + 1):
                for natural in combinations(there, count):
                    jokers = length - count
                    uses = tuple(sorted([base + place % 13 for place in natural]))
                    kind = Kind.IMPURE_SEQUENCE if jokers else Kind.PURE_SEQUENCE
                    found.append(Meld(kind, uses, jokers, (), length, shows))
    return tuple(found)


def _wild_runs(melds: Melds, style: _Style, base: int, wild: int, most: int) -> tuple[Meld, ...]:
    """Sequences of one wild card used as itself and jokers; they serve when nothing else is left."""
    found = []
    longest = most if style.values else 4 if style.long else 3
    for rank in range(13):
        if not wild >> rank & 1:
            continue
        for length in range(3, min(longest, most, melds.run_max) + 1):
            last = _places(melds) - length
            for start in range(last + 1) if style.values else [min(rank, last)]:
                shows = tuple([base + place % 13 for place in range(start, start + length)])
                if base + rank in shows:
                    room = melds.run_max - length
                    found.append(Meld(Kind.IMPURE_SEQUENCE, (base + rank,), length - 1, (), length, shows, room))
    return tuple(found)


def _run_room(melds: Melds, length: int, jokers: int) -> int:
    """How many jokers may be added to a run."""
    room = melds.run_max - length
    return room if melds.run_wilds is None else min(room, melds.run_wilds - jokers)


def _rank_sets(melds: Melds, style: _Style, rank: int, counts: tuple[int, ...], wild: int) -> tuple[Meld, ...]:
    """The canonical sets of one rank.

    Args:
        melds: the rules of melds.
        style: where values matter, any number of jokers is listed, and with ``windows`` each choice of suits.
        rank: 0 to 12.
        counts: copies held in each suit.
        wild: mask of the suits whose card of this rank is wild.
    """
    limited = melds.set_wilds is not None or melds.set_wilds_up_to_naturals
    distinct = melds.set_suits is SetSuits.DISTINCT
    # a run of one natural does as well as such a set, unless a run is limited or may be laid already
    fewest = 1 if distinct and (melds.run_wilds is not None or style.windows) else 2
    found = []
    for taken in product(*(range((min(count, 1) if distinct else count) + 1) for count in counts)):
        total = sum(taken)
        if not fewest <= total <= 5:  # six or more are two sets
            continue
        if not limited and not style.windows and any(n and wild >> suit & 1 for suit, n in enumerate(taken)):
            continue  # wild cards in a set are as good as jokers
        least = max(0, 3 - total)
        if not distinct and sum(map(bool, taken)) == 1:
            least = max(least, 1)
        room = _set_room(melds, total)
        uses = tuple([suit * 13 + rank for suit, n in enumerate(taken) for _ in range(n)])
        for jokers in range(least, (room if style.values else min(least, room)) + 1):
            if style.windows:
                others = [suit * 13 + rank for suit, n in enumerate(taken) if not n]
                for stand in combinations(others, jokers):
                    found.append(Meld(Kind.SET, uses, jokers, (), total + jokers, tuple(sorted(uses + stand))))
            else:
                slack = 0 if style.values else room - jokers
                found.append(Meld(Kind.SET, uses, jokers, (), total + jokers, (), slack))
    return tuple(found)


def _set_room(melds: Melds, naturals: int) -> int:
    """How many jokers a set with so many naturals may hold."""
    most = MAX_HAND
    if melds.set_wilds is not None:
        most = min(most, melds.set_wilds)
    if melds.set_wilds_up_to_naturals:
        most = min(most, naturals)
    return most if melds.set_max is None else min(most, melds.set_max - naturals)


class _Book:
    """The suits' runs and the ranks' sets of one rulebook, remembered; hands share most of theirs."""

    def __init__(self, melds: Melds, style: _Style) -> None:
        self.limited = melds.run_wilds is not None
        self.pure_runs = lru_cache(maxsize=1 << 14)(partial(_suit_runs, melds, style, True))
        self.impure_runs = lru_cache(maxsize=1 << 14)(partial(_suit_runs, melds, style, False))
        self.wild_runs = lru_cache(maxsize=1 << 12)(partial(_wild_runs, melds, style))
        self.sets = lru_cache(maxsize=1 << 14)(partial(_rank_sets, melds, style))
        self.windows = style.windows
        self.corner_runs = lru_cache(maxsize=1 << 10)(partial(_corner_runs, melds, style))
        self.all_runs = lru_cache(maxsize=1 << 10)(partial(_all_runs, melds))

    def runs(self, base: int, held: int, wild: int, most: int) -> list[Meld]:
        """The canonical runs of one suit, from the ranks held, the wild ones among them, and all wild cards."""
        if self.windows:
            return [*self.all_runs(base, held, wild, most)]
        found = [*self.pure_runs(base, held)]
        if most:
            # where jokers are not limited, wild cards in an impure run are as good as jokers
            natural = held if self.limited else held & ~wild
            if natural:
                found += [meld for meld in self.impure_runs(base, natural) if meld.jokers <= most]
            if wild and not self.limited:
                found += self.wild_runs(base, wild, most)
        return found


@lru_cache(maxsize=64)
def _book_of(melds: Melds, style: _Style) -> _Book:
    return _Book(melds, style)


class Melder:
    """The melds that one hand can form at one table.

    Args:
        cards: the hand.
        deal: the rulebook at its table.
        windows: list every place of the jokers where their value matters, not only the best.

    Attributes:
        held: copies by card index.
        wilds: wild cards held, printed jokers included.
        wild_types: indices of the wild cards held.
        valued: whether it matters what jokers stand for.
    """

    def __init__(self, cards: tuple[Card, ...], deal: Deal, windows: bool = False) -> None:
        self.deal = deal
        self.rules = deal.rulebook.melds
        self.held = Counter(sorted([card.index for card in cards]))  # the order of the cards must not matter
        flags = deal.is_wild
        self.wild_types = [index for index in self.held if flags[index]]
        self.wilds = sum([self.held[index] for index in self.wild_types])
        self.valued = deal.rulebook.scoring.measure is Measure.MELDED_MINUS_LOOSE
        self.book = _open_book(deal, windows)

    def melds(self) -> list[Meld]:
        """All canonical melds, those of wild cards only included."""
        held, flags = self.held, self.deal.is_wild
        suits, wild_suits = [0] * 5, [0] * 5
        ranks: dict[int, list[int]] = {}
        wild_ranks = [0] * 13
        for index, count in held.items():
            suit, rank = divmod(index, 13)
            if suit == 4:
                continue
            suits[suit] |= 1 << rank
            ranks.setdefault(rank, [0, 0, 0, 0])[suit] = count
            if flags[index]:
                wild_suits[suit] |= 1 << rank
                wild_ranks[rank] |= 1 << suit
        found: list[Meld] = []
        for suit in range(4):
            if suits[suit]:
                runs = self.book.runs(suit * 13, suits[suit], wild_suits[suit], self.wilds)
                found += self._unwrap(runs, suit * 13) if wild_suits[suit] & _CORNER else runs
        for rank, counts in ranks.items():
            found += self.book.sets(rank, tuple(counts), wild_ranks[rank])
        if self.deal.tunnelas:
            found += [Meld(Kind.TUNNELA, (index,) * 3, 0, (), 3) for index, count in held.items() if count >= 3]
        return found

    def dublees(self) -> list[Meld]:
        """All pairs of one card."""
        if not self.rules.dublees:
            return []
        return [Meld(Kind.DUBLEE, (index,) * 2, 0, (), 2) for index, count in self.held.items() if count >= 2]

    def opened(self, melds: list[Meld]) -> list[Meld]:
        """The pure sequences among some melds as places for spare jokers."""
        return [
            Meld(Kind.IMPURE_SEQUENCE, meld.uses, 0, (), meld.size, meld.shows, room)
            for meld in melds
            if meld.kind is Kind.PURE_SEQUENCE and (room := _run_room(self.rules, meld.size, 0)) > 0
        ]

    def _unwrap(self, runs: list[Meld], base: int) -> Iterator[Meld]:
        """The runs of a suit where K, A and 2 may come together (R29).

        A run of three that could become these cards names a joker that prevents it, or takes one joker more.
        """
        flags = self.deal.is_wild
        corner = (base, base + 1, base + 12)
        longer = set()
        for meld in runs:
            others = [index for index in corner if index not in meld.uses]
            risky = (
                meld.size == 3
                and meld.jokers
                and len(others) == meld.jokers
                and all(flags[index] and self.held[index] for index in others)
            )
            if not risky:
                yield meld
                continue
            named = [(index,) for index in self.wild_types if index not in others]
            if meld.jokers == 2:
                named += [(index, index) for index in others if self.held[index] >= 2]
            for indices in named:
                yield meld._replace(jokers=meld.jokers - len(indices), named=indices)
            longer.add(meld.uses)
        if longer and self.rules.run_max > 3 and not self.book.windows:
            for meld in self.book.corner_runs(base, self._mask(base)):
                if meld.jokers <= self.wilds:
                    yield meld

    def _mask(self, base: int) -> int:
        """The ranks of a suit held that are not wild, or all of them where jokers in sequences are limited."""
        flags = self.deal.is_wild if self.rules.run_wilds is None else ()
        return sum(1 << rank for rank in range(13) if self.held[base + rank] and not (flags and flags[base + rank]))


@lru_cache(maxsize=1024)
def _open_book(deal: Deal, windows: bool) -> _Book:
    """The melds in the style that a rulebook's requirements and points call for."""
    scoring = deal.rulebook.scoring
    needs = [tier.needs for tier in scoring.tiers] + [way.needs for way in deal.rulebook.objectives]
    valued = scoring.measure is Measure.MELDED_MINUS_LOOSE
    values = tuple(scoring.card_points(card) for card in CARDS[:13]) if valued else ()
    long = any(need.long_sequences for need in needs)
    return _book_of(deal.rulebook.melds, _Style(long, values, windows))


def joker_values(meld: Meld, deal: Deal) -> list[int]:
    """The values of the cards that a meld's jokers, and the wild cards used as themselves, represent."""
    points = deal.rulebook.scoring.card_points
    if meld.kind is Kind.SET:
        wild = sum([deal.is_wild[index] for index in meld.uses])
        return [points(CARDS[meld.uses[0]])] * (meld.jokers + wild)
    natural = [index for index in meld.uses if not deal.is_wild[index]]
    return [points(CARDS[index]) for index in meld.shows if index not in natural]
