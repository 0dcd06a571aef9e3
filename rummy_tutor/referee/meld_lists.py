"""The melds of one suit or rank that a grammar allows, with holes for wild cards: those that a search needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product
from typing import NamedTuple

from ..game.cards import MAX_HAND
from ..game.rules import Kind
from .grammar import ALL_RANKS, CORNER, LONG, PLACES, WRAP, Grammar, Meld, Run


class Style(NamedTuple):
    """Which melds are listed; ``Table`` in ``held_melds`` says which a rulebook needs.

    Attributes:
        long: whether sequences of four or more are told from those of three.
        single: whether sets with one card used as itself are listed beside the sequences with as many holes.
        values: points of the thirteen ranks and, last, what an ace loses that a two follows, if it matters what holes
            stand for; else empty.
        windows: whether to list every place of the holes, not only the most valuable.
    """

    long: bool = False
    single: bool = False
    values: tuple[int, ...] = ()
    windows: bool = False


def list_runs(grammar: Grammar, style: Style, held: int = ALL_RANKS) -> list[tuple[int, Meld]]:
    """Canonical sequences of the first suit, each with the mask of its cards used as themselves.

    A sequence of six or more falls apart into two, of which each shows what the whole needs (of seven, where a long
    one is asked for), if holes do not depend on the cards beside them; else those that can be parted are left out.
    Holes at its ends are room that spare wild cards may take, and not listed.

    Args:
        grammar: the grammar.
        style: which are needed.
        held: the ranks that may be used as themselves.
    """
    if style.values:
        return _list_valued(grammar, style, held)
    melds = []
    for run in grammar.runs(_reach(grammar, style), held):
        if grammar.strict and _falls_apart(grammar, run, _longer(grammar, style)):
            continue
        if run.shortest == run.naturals:
            melds.append((run.mask, _pure(run)))
        else:
            melds.append((run.mask, _holed(run, run.shortest)))
        if style.long and run.shortest < LONG <= run.longest:
            melds.append((run.mask, _holed(run, LONG)))
    return melds


def _reach(grammar: Grammar, style: Style) -> int:
    """Cards in the longest sequences that are listed whole."""
    return grammar.run_most if grammar.strict else grammar.run_least + _longer(grammar, style) - 1


def _longer(grammar: Grammar, style: Style) -> int:
    """The fewest cards of the longer part of a sequence that falls apart."""
    return max(grammar.run_least, LONG) if style.long else grammar.run_least


def _falls_apart(grammar: Grammar, run: Run, longer: int) -> bool:
    """Whether a sequence can be laid as two with as much room for wild cards, one of them of ``longer`` cards or more.

    A part of three that could become K, A and 2 is not counted on (R29).
    """
    length, least = run.shortest, grammar.run_least
    for cut in range(least, length - least + 1):
        if max(cut, length - cut) < longer:
            continue
        room = 0
        for start, size in ((run.start, cut), (run.start + cut, length - cut)):
            places = (1 << size) - 1 << start
            ranks = run.mask & (places | places >> 13)
            holes = size - ranks.bit_count()
            more = grammar.run_room(size, holes)
            if more < 0 or (size == WRAP and holes and not ranks & ~CORNER):
                break
            room += more
        else:
            if room >= run.longest - length:
                return True
    return False


def _pure(run: Run) -> Meld:
    shows = tuple([place % 13 for place in range(run.start, run.start + run.naturals)])
    return Meld(Kind.PURE_SEQUENCE, _ranks(run.mask), 0, (), run.naturals, shows)


def _holed(run: Run, length: int) -> Meld:
    return Meld(Kind.IMPURE_SEQUENCE, _ranks(run.mask), length - run.naturals, (), length, (), run.longest - length)


def _ranks(mask: int) -> tuple[int, ...]:
    return tuple([rank for rank in range(13) if mask >> rank & 1])


def list_corner_runs(grammar: Grammar, style: Style) -> list[tuple[int, Meld]]:
    """The sequences of the first suit that must be listed besides where three cards would be K, A and 2.

    There a sequence of three may need one card more, and one of six may not fall apart into two of three.
    """
    melds: list[tuple[int, Meld]] = []
    most = 2 * WRAP
    last = grammar.places - most
    ends = {sum([1 << place % 13 for place in range(start, start + most)]) for start in {grammar.lowest, last}}
    for run in grammar.runs(most):
        if not any([run.mask & end == run.mask for end in ends]) or run.longest <= WRAP:
            continue
        for length in range(max(WRAP + 1, run.shortest), min(most, run.longest) + 1):
            if length == run.naturals:
                continue
            if style.values:
                for start in {grammar.lowest, grammar.places - length}:
                    shows = [place % 13 for place in range(start, start + length)]
                    if all([rank in shows for rank in _ranks(run.mask)]):
                        uses = _ranks(run.mask)
                        melds.append((run.mask, Meld(Kind.IMPURE_SEQUENCE, uses, length - run.naturals, (), length,
                                                     tuple(shows))))  # fmt: skip
            else:
                melds.append((run.mask, _holed(run, length)))
                break
    return melds


def _list_valued(grammar: Grammar, style: Style, held: int) -> list[tuple[int, Meld]]:
    """Canonical sequences of the first suit with every number of holes, each at the places worth most."""
    best: dict[tuple[int, int], tuple[int, Meld]] = {}
    for length in range(grammar.run_least, grammar.run_most + 1):
        for start in grammar.starts(length):
            shows = tuple([place % 13 for place in range(start, start + length)])
            worth = sum([style.values[rank] for rank in shows]) - (style.values[13] if 0 in shows[:-1] else 0)
            for natural in _kept_whole(grammar, style, start, length, held):
                holes = length - len(natural)
                if holes > grammar.run_beside[len(natural)]:
                    continue
                mask = sum([1 << rank for rank in {place % 13 for place in natural}])
                if mask.bit_count() < len(natural):  # the ace stands at one end only
                    continue
                if (mask, holes) not in best or worth >= best[mask, holes][0]:
                    kind = Kind.IMPURE_SEQUENCE if holes else Kind.PURE_SEQUENCE
                    best[mask, holes] = worth, Meld(kind, _ranks(mask), holes, (), length, shows)
    return [(mask, meld) for (mask, _), (_, meld) in best.items()]


def _kept_whole(grammar: Grammar, style: Style, start: int, length: int, held: int) -> Iterable[tuple[int, ...]]:
    """The held places used as themselves in sequences that do not fall apart into two, each with such a place."""
    spots = [place for place in range(start, start + length) if held >> place % 13 & 1]
    if length <= _reach(grammar, style):
        for count in range(1, len(spots) + 1):
            yield from combinations(spots, count)
        return
    least = grammar.run_least
    low, high = start + least, start + length - least
    ends = [place for place in spots if place < low], [place for place in spots if place >= high]
    yield from {places for end in ends for count in range(2, least + 1) for places in combinations(end, count)}
    yield from [(place,) for place in spots]


def list_all_runs(grammar: Grammar, held: int, most: int) -> list[Meld]:
    """Every sequence of the first suit with every place of its holes, none left out as canonical.

    Where two melds may not show the same, the halves of a long sequence can be forbidden where the whole is not.

    Args:
        grammar: the grammar.
        held: the ranks held.
        most: most holes.
    """
    melds = []
    for length in range(grammar.run_least, grammar.run_most + 1):
        limit = min(most, grammar.run_holes_in(length))
        for start in grammar.starts(length):
            spots = range(start, start + length)
            shows = tuple([place % 13 for place in spots])
            there = [place for place in spots if held >> place % 13 & 1]
            if length == PLACES and held & 1:
                there.remove(13)  # one ace is used as itself, at the low end; the other end may be a hole
            for count in range(max(1, length - limit), len(there) + 1):
                for natural in combinations(there, count):
                    uses = tuple(sorted([place % 13 for place in natural]))
                    kind = Kind.IMPURE_SEQUENCE if count < length else Kind.PURE_SEQUENCE
                    melds.append(Meld(kind, uses, length - count, (), length, shows))
    return melds


def list_wild_runs(grammar: Grammar, style: Style, rank: int, most: int) -> list[Meld]:
    """Sequences of the first suit with one wild card used as itself and holes; they serve when nothing else is left.

    Args:
        grammar: the grammar, without a limit on holes.
        style: which are needed.
        rank: of the wild card.
        most: wild cards held.
    """
    melds = []
    longest = most if style.values else _longer(grammar, style)
    for length in range(grammar.run_least, min(longest, most, grammar.run_most) + 1):
        starts, place = grammar.starts(length), rank or 13 * grammar.lowest
        for start in starts if style.values else [min(place, starts[-1])]:
            shows = tuple([place % 13 for place in range(start, start + length)])
            if rank in shows:
                slack = 0 if style.values else grammar.run_most - length
                melds.append(Meld(Kind.IMPURE_SEQUENCE, (rank,), length - 1, (), length, shows, slack))
    return melds


def list_sets(grammar: Grammar, style: Style) -> list[tuple[tuple[int, ...], Meld]]:
    """Canonical sets of aces, each with the copies that it uses of every suit.

    Twice the fewest cards, used as themselves, are two sets, unless all but one of them are of one suit.
    """
    most, whole = MAX_HAND if grammar.mixed else 1, grammar.set_whole
    sets: list[tuple[tuple[int, ...], Meld]] = []
    for taken in product(range(min(most, whole) + 1), repeat=4):
        total = sum(taken)
        if (1 if style.single else 2) <= total <= whole:
            _add_sets(grammar, style, taken, sets)
    if grammar.mixed:
        for many in range(whole, 9):
            for suit, other in product(range(4), repeat=2):
                if suit != other:
                    taken = tuple([many if at == suit else int(at == other) for at in range(4)])
                    _add_sets(grammar, style, taken, sets)
    return sets


def _add_sets(grammar: Grammar, style: Style, taken: tuple[int, ...], sets: list[tuple[tuple[int, ...], Meld]]) -> None:
    total = sum(taken)
    room = grammar.set_room(total)
    least = max(0, grammar.set_least - total)
    if total > 1 and max(taken) == total:
        least = max(least, 1)  # of one suit only: a hole must show another
    uses = tuple([suit * 13 for suit, copies in enumerate(taken) for _ in range(copies)])
    exact = style.values or style.windows
    for holes in range(least, (room if exact else min(least, room)) + 1):
        if not exact:
            sets.append((taken, Meld(Kind.SET, uses, holes, (), total + holes, (), room - holes)))
            continue
        for stand in grammar.stands(0, uses, holes, True) if style.windows else [()]:
            shows = tuple(sorted(uses + stand)) if style.windows else ()
            sets.append((taken, Meld(Kind.SET, uses, holes, (), total + holes, shows)))


def list_joker_sets(grammar: Grammar, style: Style, wilds: int) -> list[Meld]:
    """Sets of nothing but wild cards: what they show and their size, where it matters, else the smallest with room."""
    sets = []
    for size in grammar.joker_set_rooms(wilds):
        if style.windows:
            for rank in range(13):
                sets += [Meld(Kind.SET, (), size, (), size, shows) for shows in grammar.stands(rank, (), size, True)]
        elif style.values or size == grammar.set_least:
            sets.append(Meld(Kind.SET, (), size, (), size, (), 0 if style.values else grammar.set_most - size))
    return sets


def list_dublees(grammar: Grammar, counts: Sequence[int], wild: Sequence[bool]) -> list[Meld]:
    """Dublees of the cards held that are not two copies of one card.

    Args:
        grammar: the rules of melds.
        counts: copies by card index.
        wild: whether each card is wild.
    """
    held = [index for index, count in enumerate(counts) if count and (grammar.as_itself or not wild[index])]
    pairs = combinations(held, 2) if grammar.dublee_ranks else ()
    melds = [Meld(Kind.DUBLEE, pair, 0, (), 2) for pair in pairs if grammar.is_dublee(pair)]
    return melds + ([Meld(Kind.DUBLEE, (index,), 1, (), 2) for index in held] if grammar.dublee_jokers else [])


def moved(meld: Meld, by: int) -> Meld:
    """The same meld of another suit, or rank: all its cards moved by a number of indices."""
    uses = tuple([index + by for index in meld.uses])
    shows = tuple([index + by for index in meld.shows])
    return Meld(meld.kind, uses, meld.jokers, (), meld.size, shows, meld.slack)
