"""Canonical melds: the runs and sets that an exact search needs, and no others.

A run of six or more is two shorter ones, a joker at the end of a run of four or five is better spared, a
wild card in an impure meld need not be told from a joker (save where the rules limit jokers), and a set
takes as few jokers as it can. Two exceptions keep this exact: beside K, A and 2 of one suit, which are no
group of three (R29), longer runs are listed too, and where identical melds may not be laid every run is,
once two melds have come out alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from .cards import MAX_HAND
from .rules import Aces, Kind, Melds, SetSuits

SET_MOST = 5  # naturals in a set: six or more are two sets


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
class Style:
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
def run_patterns(melds: Melds, style: Style) -> tuple[tuple[int, int, int, int], ...]:
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


def _natural_places(start: int, length: int, style: Style) -> Iterator[tuple[int, ...]]:
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


def suit_run(melds: Melds, pattern: tuple[int, int, int, int], base: int) -> Meld:
    """A canonical run of the suit whose ace has index ``base``."""
    mask, jokers, start, length = pattern
    shows = tuple([base + place % 13 for place in range(start, start + length)])
    uses = tuple([base + rank for rank in range(13) if mask >> rank & 1])
    if not jokers:
        return Meld(Kind.PURE_SEQUENCE, uses, 0, (), length, shows)
    return Meld(Kind.IMPURE_SEQUENCE, uses, jokers, (), length, shows, run_room(melds, length, jokers))


def corner_runs(melds: Melds, style: Style, base: int) -> list[tuple[int, Meld]]:
    """The runs of four to six at the ace's ends that shorter ones cannot replace where those would be K, A and 2.

    A run of four may need its end joker, and a run of six may not fall apart into two of three. Each comes with
    the mask of its natural ranks.
    """
    places = _places(melds)
    found = []
    for length in (4, 5, 6):
        if length > melds.run_max:
            break
        for start in {0, places - length}:
            spots = range(start, start + length)
            shows = tuple([base + place % 13 for place in spots])
            for count in range(1, length):
                jokers = length - count
                if melds.run_wilds is not None and jokers > melds.run_wilds:
                    continue
                for natural in combinations(spots, count):
                    mask = sum([1 << place % 13 for place in natural])
                    uses = tuple(sorted([base + place % 13 for place in natural]))
                    room = 0 if style.values else run_room(melds, length, jokers)
                    found.append((mask, Meld(Kind.IMPURE_SEQUENCE, uses, jokers, (), length, shows, room)))
    return found


def all_runs(melds: Melds, base: int, held: int, wild: int, most: int) -> tuple[Meld, ...]:
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


def wild_runs(melds: Melds, style: Style, base: int, wild: int, most: int) -> tuple[Meld, ...]:
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


def run_room(melds: Melds, length: int, jokers: int) -> int:
    """How many jokers may be added to a run."""
    room = melds.run_max - length
    return room if melds.run_wilds is None else min(room, melds.run_wilds - jokers)


def rank_sets(melds: Melds, style: Style, rank: int) -> list[tuple[tuple[int, ...], Meld]]:
    """The canonical sets of one rank, each with the copies it takes of every suit.

    Args:
        melds: the rules of melds.
        style: where values matter, any number of jokers is listed, and with ``windows`` each choice of suits.
        rank: 0 to 12.
    """
    distinct = melds.set_suits is SetSuits.DISTINCT
    # a run of one natural does as well as such a set, unless a run is limited or may be laid already
    fewest = 1 if distinct and (melds.run_wilds is not None or style.windows) else 2
    found = []
    for taken in product(range(2 if distinct else SET_MOST + 1), repeat=4):
        total = sum(taken)
        if not fewest <= total <= SET_MOST:
            continue
        least = max(0, 3 - total)
        if not distinct and sum(map(bool, taken)) == 1:
            least = max(least, 1)
        room = _set_room(melds, total)
        uses = tuple([suit * 13 + rank for suit, n in enumerate(taken) for _ in range(n)])
        for jokers in range(least, (room if style.values else min(least, room)) + 1):
            if style.windows:
                others = [suit * 13 + rank for suit, n in enumerate(taken) if not n]
                for stand in combinations(others, jokers):
                    shows = tuple(sorted(uses + stand))
                    found.append((taken, Meld(Kind.SET, uses, jokers, (), total + jokers, shows)))
            else:
                slack = 0 if style.values else room - jokers
                found.append((taken, Meld(Kind.SET, uses, jokers, (), total + jokers, (), slack)))
    return found


def _set_room(melds: Melds, naturals: int) -> int:
    """How many jokers a set with so many naturals may hold."""
    most = MAX_HAND
    if melds.set_wilds is not None:
        most = min(most, melds.set_wilds)
    if melds.set_wilds_up_to_naturals:
        most = min(most, naturals)
    return most if melds.set_max is None else min(most, melds.set_max - naturals)
