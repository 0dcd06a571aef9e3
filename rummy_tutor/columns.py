"""The melds a hand can form, as columns for the exact search.

Only canonical melds are listed, which lose no optimum: a run of six or more is two shorter ones, a
joker at the end of a run of four or five is better spared, a wild card in an impure meld need not be
told from a joker (save where the rules limit jokers), and a set takes as few jokers as it can.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

from .cards import CARDS, Card
from .rules import Aces, Deal, Kind, Measure, Melds, SetSuits

PRINTED = 52


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld as the search sees it.

    Attributes:
        kind: what it is.
        uses: card indices used as themselves, with copies.
        jokers: cards standing for others, besides those in ``named``.
        named: wild card indices that must be among the jokers.
        size: cards in all.
        shows: for a sequence, the card indices represented, in order; else empty.
        slack: jokers that may still be added.
        opened: whether a pure sequence is meant to take jokers.
    """

    kind: Kind
    uses: tuple[int, ...]
    jokers: int
    named: tuple[int, ...] = ()
    size: int = 0
    shows: tuple[int, ...] = ()
    slack: int = 0
    opened: bool = False


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


@lru_cache(maxsize=4096)
def _runs_of(melds: Melds, style: _Style, held: int, wild: int, most: int) -> tuple[tuple[int, int, int, int], ...]:
    """The run patterns that a suit's held ranks allow."""
    absent = 8191 & ~held
    hidden = wild if melds.run_wilds is None else 0  # wild cards in an impure run are as good as jokers
    return tuple(
        run
        for run in _run_patterns(melds, style)
        if not run[0] & absent and run[1] <= most and not (run[1] and run[0] & hidden)
    )


class Melder:
    """The melds that one hand can form at one table.

    Args:
        cards: the hand.
        deal: the rulebook at its table.
        windows: list every place of the jokers where their value matters, not only the best.
    """

    def __init__(self, cards: tuple[Card, ...], deal: Deal, windows: bool = False) -> None:
        self.deal = deal
        self.rules = deal.rulebook.melds
        self.held = Counter(card.index for card in cards)
        flags = deal.is_wild
        self.wilds = sum(count for index, count in self.held.items() if flags[index])
        self.wild_types = [index for index in self.held if flags[index]]
        self.valued = deal.rulebook.scoring.measure is Measure.MELDED_MINUS_LOOSE
        long = any(t.needs.long_sequences for t in deal.rulebook.scoring.tiers) or any(
            o.needs.long_sequences for o in deal.rulebook.objectives
        )
        points = deal.rulebook.scoring.card_points
        values = tuple(points(card) for card in CARDS[:13]) if self.valued else ()
        self.style = _Style(long, values, windows)

    def melds(self) -> list[Meld]:
        """All canonical melds, those of wild cards only included (runs, tunnelas and one-natural sequences)."""
        found = self._runs()
        found += self._sets() if self.rules.set_suits is SetSuits.DISTINCT else self._mixed_sets()
        if self.deal.tunnelas:
            found += [Meld(Kind.TUNNELA, (i,) * 3, 0, size=3) for i, count in self.held.items() if count >= 3]
        return found

    def dublees(self) -> list[Meld]:
        """All pairs of one card."""
        if not self.rules.dublees:
            return []
        return [Meld(Kind.DUBLEE, (i,) * 2, 0, size=2) for i, count in self.held.items() if count >= 2]

    def _runs(self) -> list[Meld]:
        found = []
        flags = self.deal.is_wild
        ranks, wild = [0] * 4, [0] * 4
        for index in self.held:
            if index != PRINTED:
                ranks[index // 13] |= 1 << index % 13
                if flags[index]:
                    wild[index // 13] |= 1 << index % 13
        for suit in range(4):
            if not ranks[suit]:
                continue
            base = suit * 13
            for mask, jokers, start, length in _runs_of(
                self.rules, self.style, ranks[suit], wild[suit], self.wilds
            ):
                shows = tuple(base + place % 13 for place in range(start, start + length))
                uses = tuple(base + rank for rank in range(13) if mask >> rank & 1)
                kind = Kind.IMPURE_SEQUENCE if jokers else Kind.PURE_SEQUENCE
                room = self.rules.run_max - length
                if self.rules.run_wilds is not None:
                    room = min(room, self.rules.run_wilds - jokers)
                for named in self._unwrapped(base, mask, jokers, length):
                    found.append(Meld(kind, uses, jokers - len(named), named, length, shows, room if jokers else 0))
            if wild[suit] and self.rules.run_wilds is None:
                found += self._wild_runs(base, wild[suit])
        return found

    def _unwrapped(self, base: int, mask: int, jokers: int, length: int) -> list[tuple[int, ...]]:
        """The wild cards that must be named so that a run of three is not K, A and 2 (R29): usually none."""
        corner = 1 | 2 | 1 << 12
        if length != 3 or not jokers or mask & ~corner:
            return [()]
        flags = self.deal.is_wild
        others = [base + rank for rank in (0, 1, 12) if not mask >> rank & 1]
        if not all(flags[index] and self.held[index] for index in others):
            return [()]
        named = [(index,) for index in self.wild_types if index not in others]
        if jokers == 2:
            named += [(index, index) for index in others if self.held[index] >= 2]
        return named

    def _wild_runs(self, base: int, wild: int) -> list[Meld]:
        """Sequences of one wild card used as itself and two or three jokers; they serve when nothing else is left."""
        found = []
        if self.valued:
            return self._valued_wild_runs(base, wild)
        for rank in range(13):
            if not wild >> rank & 1:
                continue
            for length in (3, 4) if self.style.long and self.rules.run_max > 3 else (3,):
                start = min(rank, _places(self.rules) - length)
                shows = tuple(base + place % 13 for place in range(start, start + length))
                if length <= self.wilds:
                    room = self.rules.run_max - length
                    found.append(Meld(Kind.IMPURE_SEQUENCE, (base + rank,), length - 1, (), length, shows, room))
        return found

    def _valued_wild_runs(self, base: int, wild: int) -> list[Meld]:
        """The same where it matters what the jokers stand for: every window that holds the wild card."""
        found = []
        for rank in range(13):
            if not wild >> rank & 1:
                continue
            for length in range(3, min(self.wilds, self.rules.run_max) + 1):
                for start in range(_places(self.rules) - length + 1):
                    shows = tuple(base + place % 13 for place in range(start, start + length))
                    if base + rank in shows:
                        found.append(Meld(Kind.IMPURE_SEQUENCE, (base + rank,), length - 1, (), length, shows))
        return found

    def _most_set_wilds(self, naturals: int) -> int:
        """How many jokers a set with so many naturals may take."""
        most = self.wilds
        if self.rules.set_wilds is not None:
            most = min(most, self.rules.set_wilds)
        if self.rules.set_wilds_up_to_naturals:
            most = min(most, naturals)
        if self.rules.set_max is not None:
            most = min(most, self.rules.set_max - naturals)
        return most

    def _sets(self) -> list[Meld]:
        """Sets of distinct suits."""
        found = []
        flags = self.deal.is_wild
        limited = self.rules.set_wilds is not None or self.rules.set_wilds_up_to_naturals
        fewest = 1 if self.rules.run_wilds is not None else 2  # else a run of one natural does as well
        for rank in range(13):
            suits = [base + rank for base in (0, 13, 26, 39) if self.held[base + rank]]
            if not suits:
                continue
            for count in range(fewest, len(suits) + 1):
                least, most = max(0, 3 - count), self._most_set_wilds(count)
                if most < least:
                    continue
                for uses in combinations(suits, count):
                    wild = sum(flags[index] for index in uses)
                    if wild and not limited:
                        continue
                    for jokers in range(least, most + 1) if self.valued else (least,):
                        found.append(
                            Meld(Kind.SET, uses, jokers, (), count + jokers, (), 0 if self.valued else most - jokers)
                        )
        return found

    def _mixed_sets(self) -> list[Meld]:
        """Sets that may hold one card more than once but are not all of one suit; six or more are two sets."""
        found = []
        for rank in range(13):
            suits = [base + rank for base in (0, 13, 26, 39) if self.held[base + rank]]
            if sum(self.held[index] for index in suits) < 2:
                continue
            for counts in product(*(range(self.held[index] + 1) for index in suits)):
                total = sum(counts)
                if not 2 <= total <= 5:
                    continue
                least = 1 if total == 2 or sum(map(bool, counts)) == 1 else 0
                most = self._most_set_wilds(total)
                if least <= most:
                    uses = tuple(index for index, n in zip(suits, counts, strict=True) for _ in range(n))
                    found.append(Meld(Kind.SET, uses, least, (), total + least, (), most - least))
        return found


def shown_values(meld: Meld, deal: Deal) -> list[int]:
    """The values of the cards that the jokers and wild cards of a meld represent."""
    points = deal.rulebook.scoring.card_points
    if meld.kind is Kind.SET:
        return [points(CARDS[meld.uses[0]])] * meld.jokers
    shown = list(meld.shows)
    for index in meld.uses:
        shown.remove(index)
    return [points(CARDS[index]) for index in shown]
