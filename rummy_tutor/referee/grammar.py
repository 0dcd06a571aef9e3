"""The meld grammar: which cards make which meld, made once from a rulebook at a table and read by all of the engine.

A sequence or set is cards used as themselves and holes that wild cards fill. The referee asks which melds some cards
*are*; the solver lists the melds that the cards held *make*, holes open for any wild card; the distance adds cards
still to buy. All of them read the limits here, and no other room reads the rules of melds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Final, NamedTuple

from ..game.cards import MAX_HAND, Card
from ..game.rules import Aces, JokerGroups, Kind, Melds, Needs, SetSuits
from ..game.table import Deal

PRINTED: Final = 52
PLACES: Final = 14  # of a sequence: ace low, 2 … K, ace high
CORNER: Final = 1 | 2 | 1 << 12  # the ranks that make no group of three of one suit: ace, two and king (R29)
ALL_RANKS: Final = (1 << 13) - 1
SET_MOST: Final = 5  # cards used as themselves in a canonical set: six or more are two sets


class Meld(NamedTuple):
    """A meld with open holes.

    Attributes:
        kind: what it is.
        uses: card indices used as themselves, with copies.
        jokers: holes, besides those in ``named``.
        named: wild card indices that fill holes.
        size: cards in all.
        shows: for a sequence, the card indices represented, in order; for a set where it matters, sorted; else empty.
        slack: holes that may still be added.
    """

    kind: Kind
    uses: tuple[int, ...]
    jokers: int
    named: tuple[int, ...] = ()
    size: int = 0
    shows: tuple[int, ...] = ()
    slack: int = 0


class Run(NamedTuple):
    """Ranks of one suit used as themselves, and the lengths of the sequences that hold them.

    Attributes:
        mask: the ranks.
        naturals: how many they are.
        shortest: cards in the shortest such sequence.
        longest: cards in the longest one, holes included.
        start: the place at which the shortest sequence begins, the highest if there are several.
    """

    mask: int
    naturals: int
    shortest: int
    longest: int
    start: int


class Grammar:
    """The rules of melds at a table, limits as numbers.

    Attributes:
        places: places of a sequence; the last is the ace's second one.
        lowest: the first of them that a sequence may begin at.
        round: whether a sequence may go on from the ace to the two.
        run_most: most cards in a sequence.
        run_holes: most wild cards that stand for others in a sequence.
        set_most: most cards in a set.
        set_holes: most wild cards that stand for others in a set.
        matched: whether a set holds no more of them than cards used as themselves.
        least: fewest cards used as themselves beside holes.
        each: fewest cards used as themselves for each hole, 0 for no such rule.
        strict: whether holes depend on the cards used as themselves, so that the parts of a long sequence can be
            forbidden where the whole is not.
        joker_sets: whether wild cards alone are a set.
        mixed: whether a set may show a suit twice, as long as it shows two.
        tunnelas: whether three identical cards are a meld.
        joker_tunnelas: whether three printed jokers are one too.
        tunnela_is_pure: whether they count as a pure sequence.
        dublees: whether two identical cards are a group.
        dublee_ranks: whether two cards of one rank are one too.
        dublee_jokers: whether a card and a joker are one too.
        joker_groups: whether a group of nothing but jokers means something.
        spare: whether jokers may be left over.
        aside: whether jokers count wherever they lie outside melds.
        identical: whether two melds may show the same cards.
        family: the grammar without tunnelas, which lists the same sequences and sets.
    """

    def __init__(self, melds: Melds, tunnelas: bool) -> None:
        self.places: int = PLACES - 1 if melds.aces is Aces.LOW else PLACES
        self.lowest: int = 1 if melds.aces is Aces.HIGH else 0
        self.round: bool = melds.aces is Aces.ROUND
        self.run_most: int = min(melds.run_max, PLACES if melds.aces is Aces.LOW_OR_HIGH else PLACES - 1)
        self.run_holes: int = MAX_HAND if melds.run_wilds is None else melds.run_wilds
        self.set_most: int = MAX_HAND if melds.set_max is None else melds.set_max
        self.set_holes: int = MAX_HAND if melds.set_wilds is None else melds.set_wilds
        self.matched: bool = melds.set_wilds_up_to_naturals
        self.least: int = melds.naturals
        self.each: int = melds.naturals_per_wild
        self.strict: bool = self.least > 1 or self.each > 0
        self.joker_sets: bool = melds.joker_sets
        self.mixed: bool = melds.set_suits is SetSuits.NOT_ALL_ONE
        self.tunnelas = tunnelas
        self.joker_tunnelas: bool = tunnelas and melds.joker_tunnelas
        self.tunnela_is_pure: bool = tunnelas and melds.tunnela_counts_pure
        self.dublees: bool = melds.dublees
        self.dublee_ranks: bool = melds.dublees and melds.dublee_ranks
        self.dublee_jokers: bool = melds.dublees and melds.dublee_jokers
        self.joker_groups: bool = melds.jokers is not JokerGroups.NONE
        self.spare: bool = melds.jokers is JokerGroups.SPARE
        self.aside: bool = melds.jokers is JokerGroups.ASIDE
        self.identical: bool = melds.identical
        self.family = self if not tunnelas else grammar_of(melds, False)

    def makes_tunnela(self, index: int) -> bool:
        """Whether three copies of a card are a meld."""
        return self.joker_tunnelas if index == PRINTED else self.tunnelas

    @property
    def dublees_are_copies(self) -> bool:
        """Whether a dublee is two copies of one card and nothing else."""
        return not (self.dublee_ranks or self.dublee_jokers)

    def is_dublee(self, cards: Sequence[int]) -> bool:
        """Whether two cards that stand for themselves are a dublee."""
        one, other = cards
        alike = self.dublee_ranks and PRINTED not in cards and one % 13 == other % 13
        return self.dublees and (one == other or alike)

    def knows(self, needs: Needs) -> bool:
        """Whether there are groups of all the sorts asked for; else the needs are never met."""
        missing = (
            (needs.tunnelas and not self.tunnelas)
            or (needs.dublees and not self.dublees)
            or (needs.jokers and not self.joker_groups)
            or (needs.long_sequences and self.run_most < 4)
        )
        return not missing

    # ---- sets ------------------------------------------------------------------------------------------------
    def set_room(self, naturals: int) -> int:
        """How many holes a set may have beside a number of cards used as themselves, below 0 if it is too large."""
        room = min(self.set_holes, self.set_most - naturals, self._beside(naturals))
        return min(room, naturals) if self.matched else room

    def _beside(self, naturals: int) -> int:
        """How many holes may lie beside a number of cards used as themselves, other limits aside."""
        if naturals < self.least:
            return 0
        return naturals // self.each if self.each else MAX_HAND

    def joker_set_rooms(self, wilds: int) -> range:
        """The sizes of sets that a number of wild cards make by themselves."""
        return range(3, min(wilds, self.set_most) + 1) if self.joker_sets else range(0)

    def stands(self, rank: int, naturals: Sequence[int], holes: int, every: bool) -> list[tuple[int, ...]]:
        """What the holes of a set may stand for: suits that are missing, all of them in turn where none is left.

        Args:
            rank: 0 to 12.
            naturals: the cards used as themselves, by index.
            holes: how many holes there are.
            every: whether to list every choice, or one.
        """
        of_rank = [rank, 13 + rank, 26 + rank, 39 + rank]
        missing = [index for index in of_rank if index not in naturals]
        if every and holes <= len(missing):
            return list(combinations(missing, holes))
        others = missing or of_rank
        return [tuple(sorted([others[at % len(others)] for at in range(holes)]))]

    # ---- sequences -------------------------------------------------------------------------------------------
    def starts(self, length: int) -> range:
        """The places at which a sequence of some length may begin."""
        return range(13) if self.round else range(self.lowest, self.places - length + 1)

    def is_barred(self, cards: Sequence[Card]) -> bool:
        """Whether the group is K, A and 2 of one suit and nothing else, which is a meld only round the corner (R29)."""
        return not self.round and is_wrap(cards)

    def run_room(self, length: int, holes: int) -> int:
        """How many holes may be added to a sequence of some length."""
        return min(self.run_most - length, self.run_holes_beside(length - holes) - holes)

    def run_holes_beside(self, naturals: int) -> int:
        """How many holes a sequence may have beside a number of cards used as themselves, its length aside."""
        return min(self.run_holes, self._beside(naturals))

    def run_holes_in(self, length: int) -> int:
        """How many holes a sequence of some length may have."""
        most = min(self.run_holes, length - self.least)
        return min(most, length // (self.each + 1)) if self.each else most

    def run_longest(self, naturals: int) -> int:
        """Cards in the longest sequence with a number of cards used as themselves, holes included."""
        return min(self.run_most, naturals + self.run_holes_beside(naturals))

    def spans(self, reach: int, held: int, holes: int = MAX_HAND) -> Iterator[tuple[int, int, int]]:
        """Ranks used as themselves in a sequence, as a mask, with its cards from the first to the last and its start.

        Args:
            reach: most cards from the first to the last.
            held: the ranks to choose from.
            holes: most holes between them.
        """
        spots = [place for place in range(self.lowest, 25 if self.round else self.places) if held >> place % 13 & 1]
        longest = min(reach, PLACES - 1) if self.round else reach
        for at in range(len(spots) - 1, -1, -1):
            start = spots[at]
            for to in range(at, len(spots) if start < 13 or not self.round else 0):
                length = spots[to] - start + 1
                if length > longest:
                    break
                inner = spots[at + 1 : to]
                for count in range(max(0, length - 2 - holes), len(inner) + 1):
                    for places in combinations(inner, count):
                        ranks = {place % 13 for place in (start, *places, spots[to])}
                        yield sum([1 << rank for rank in ranks]), length, start

    def runs(self, reach: int, held: int = ALL_RANKS) -> list[Run]:
        """All choices of ranks that some sequence holds as themselves; what is asked is that of ``spans``."""
        found: dict[int, Run] = {}
        for mask, length, start in self.spans(reach, held):
            count, shortest = mask.bit_count(), max(3, length)
            longest, known = self.run_longest(count), found.get(mask)
            if shortest <= longest and (known is None or shortest < known.shortest):
                found[mask] = Run(mask, count, shortest, longest, min(start, self.starts(shortest)[-1]))
        return list(found.values())


@lru_cache(maxsize=256)
def grammar_of(melds: Melds, tunnelas: bool) -> Grammar:
    """The grammar of some rules of melds, with tunnelas or without."""
    return Grammar(melds, tunnelas)


@lru_cache(maxsize=1024)
def grammar_at(deal: Deal) -> Grammar:
    """The grammar of a rulebook at its table; equal rules of melds have one grammar."""
    return grammar_of(deal.rulebook.melds, deal.tunnelas)


def is_wrap(cards: Sequence[Card]) -> bool:
    """Whether a group is K, A and 2 of one suit and nothing else."""
    return len(cards) == 3 and is_corner([card.index for card in cards])


def is_corner(cards: Iterable[int]) -> bool:
    """Whether three card indices are K, A and 2 of one suit."""
    low, middle, high = sorted(cards)
    return middle == low + 1 and high == low + 12 and low % 13 == 0


# ---- the melds that cards make, for the search ----------------------------------------------------------------
class Style(NamedTuple):
    """Which melds are listed; ``of_rulebook`` says which are needed.

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
    one is asked for); holes at its ends are room that spare wild cards may take, and not listed.

    Args:
        grammar: the grammar.
        style: which are needed.
        held: the ranks that may be used as themselves.
    """
    if style.values:
        return _list_valued(grammar, style, held)
    found = []
    for run in grammar.runs(_reach(grammar, style), held):
        if run.shortest == run.naturals:
            found.append((run.mask, _pure(run)))
        else:
            found.append((run.mask, _holed(run, run.shortest)))
        if style.long and run.shortest == 3 and run.longest > 3:
            found.append((run.mask, _holed(run, 4)))
    return found


def _reach(grammar: Grammar, style: Style) -> int:
    """Cards in the longest sequences that are listed whole."""
    return grammar.run_most if grammar.strict else 6 if style.long else 5


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
    found: list[tuple[int, Meld]] = []
    last = grammar.places - 6
    ends = {sum([1 << place % 13 for place in range(start, start + 6)]) for start in {grammar.lowest, last}}
    for run in grammar.runs(6):
        if not any([run.mask & end == run.mask for end in ends]) or run.longest < 4:
            continue
        for length in range(max(4, run.shortest), min(6, run.longest) + 1):
            if length == run.naturals:
                continue
            if style.values:
                for start in {grammar.lowest, grammar.places - length}:
                    shows = [place % 13 for place in range(start, start + length)]
                    if all([rank in shows for rank in _ranks(run.mask)]):
                        uses = _ranks(run.mask)
                        found.append((run.mask, Meld(Kind.IMPURE_SEQUENCE, uses, length - run.naturals, (), length,
                                                     tuple(shows))))  # fmt: skip
            else:
                found.append((run.mask, _holed(run, length)))
                break
    return found


def _list_valued(grammar: Grammar, style: Style, held: int) -> list[tuple[int, Meld]]:
    """Canonical sequences of the first suit with every number of holes, each at the places worth most."""
    best: dict[tuple[int, int], tuple[int, Meld]] = {}
    for length in range(3, grammar.run_most + 1):
        for start in grammar.starts(length):
            shows = tuple([place % 13 for place in range(start, start + length)])
            worth = sum([style.values[rank] for rank in shows]) - (style.values[13] if 0 in shows[:-1] else 0)
            for natural in _kept_whole(start, length, _reach(grammar, style), held):
                holes = length - len(natural)
                if holes > grammar.run_holes_beside(len(natural)):
                    continue
                mask = sum([1 << rank for rank in {place % 13 for place in natural}])
                if mask.bit_count() < len(natural):  # the ace stands at one end only
                    continue
                if (mask, holes) not in best or worth >= best[mask, holes][0]:
                    kind = Kind.IMPURE_SEQUENCE if holes else Kind.PURE_SEQUENCE
                    best[mask, holes] = worth, Meld(kind, _ranks(mask), holes, (), length, shows)
    return [(mask, meld) for (mask, _), (_, meld) in best.items()]


def _kept_whole(start: int, length: int, reach: int, held: int) -> Iterable[tuple[int, ...]]:
    """The held places used as themselves in sequences that do not fall apart into two, each with such a place."""
    spots = [place for place in range(start, start + length) if held >> place % 13 & 1]
    if length <= reach:
        for count in range(1, len(spots) + 1):
            yield from combinations(spots, count)
        return
    ends = [place for place in spots if place < start + 3], [place for place in spots if place >= start + length - 3]
    yield from {places for end in ends for count in (2, 3) for places in combinations(end, count)}
    yield from [(place,) for place in spots]


def list_all_runs(grammar: Grammar, held: int, most: int) -> list[Meld]:
    """Every sequence of the first suit with every place of its holes, none left out as canonical.

    Where two melds may not show the same, the halves of a long sequence can be forbidden where the whole is not.

    Args:
        grammar: the grammar.
        held: the ranks held.
        most: most holes.
    """
    found = []
    for length in range(3, grammar.run_most + 1):
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
                    found.append(Meld(kind, uses, length - count, (), length, shows))
    return found


def list_wild_runs(grammar: Grammar, style: Style, rank: int, most: int) -> list[Meld]:
    """Sequences of the first suit with one wild card used as itself and holes; they serve when nothing else is left.

    Args:
        grammar: the grammar, without a limit on holes.
        style: which are needed.
        rank: of the wild card.
        most: wild cards held.
    """
    found = []
    longest = most if style.values else 4 if style.long else 3
    for length in range(3, min(longest, most, grammar.run_most) + 1):
        starts, place = grammar.starts(length), rank or 13 * grammar.lowest
        for start in starts if style.values else [min(place, starts[-1])]:
            shows = tuple([place % 13 for place in range(start, start + length)])
            if rank in shows:
                slack = 0 if style.values else grammar.run_most - length
                found.append(Meld(Kind.IMPURE_SEQUENCE, (rank,), length - 1, (), length, shows, slack))
    return found


def list_sets(grammar: Grammar, style: Style) -> list[tuple[tuple[int, ...], Meld]]:
    """Canonical sets of aces, each with the copies that it uses of every suit.

    Six cards used as themselves are two sets, unless all but one of them are of one suit.
    """
    most = MAX_HAND if grammar.mixed else 1
    found: list[tuple[tuple[int, ...], Meld]] = []
    for taken in product(range(min(most, SET_MOST) + 1), repeat=4):
        total = sum(taken)
        if (1 if style.single else 2) <= total <= SET_MOST:
            _add_sets(grammar, style, taken, found)
    if grammar.mixed:
        for many in range(SET_MOST, 9):
            for suit, other in product(range(4), repeat=2):
                if suit != other:
                    taken = tuple([many if at == suit else int(at == other) for at in range(4)])
                    _add_sets(grammar, style, taken, found)
    return found


def _add_sets(
    grammar: Grammar, style: Style, taken: tuple[int, ...], found: list[tuple[tuple[int, ...], Meld]]
) -> None:
    total = sum(taken)
    room = grammar.set_room(total)
    least = max(0, 3 - total)
    if total > 1 and max(taken) == total:
        least = max(least, 1)  # of one suit only: a hole must show another
    uses = tuple([suit * 13 for suit, copies in enumerate(taken) for _ in range(copies)])
    exact = style.values or style.windows
    for holes in range(least, (room if exact else min(least, room)) + 1):
        if not exact:
            found.append((taken, Meld(Kind.SET, uses, holes, (), total + holes, (), room - holes)))
            continue
        for stand in grammar.stands(0, uses, holes, True) if style.windows else [()]:
            shows = tuple(sorted(uses + stand)) if style.windows else ()
            found.append((taken, Meld(Kind.SET, uses, holes, (), total + holes, shows)))


def list_joker_sets(grammar: Grammar, style: Style, wilds: int) -> list[Meld]:
    """Sets of nothing but wild cards: what they show and their size, where it matters, else the smallest with room."""
    found = []
    for size in grammar.joker_set_rooms(wilds):
        if style.windows:
            for rank in range(13):
                found += [Meld(Kind.SET, (), size, (), size, shows) for shows in grammar.stands(rank, (), size, True)]
        elif style.values or size == 3:
            found.append(Meld(Kind.SET, (), size, (), size, (), 0 if style.values else grammar.set_most - size))
    return found


def list_dublees(grammar: Grammar, counts: Sequence[int]) -> list[Meld]:
    """Dublees of the cards held that are not two copies of one card.

    Args:
        grammar: the rules of melds.
        counts: copies by card index.
    """
    held = [index for index, count in enumerate(counts) if count]
    pairs = combinations(held, 2) if grammar.dublee_ranks else ()
    found = [Meld(Kind.DUBLEE, pair, 0, (), 2) for pair in pairs if grammar.is_dublee(pair)]
    return found + ([Meld(Kind.DUBLEE, (index,), 1, (), 2) for index in held] if grammar.dublee_jokers else [])


def moved(meld: Meld, by: int) -> Meld:
    """The same meld of another suit, or rank: all its cards moved by a number of indices."""
    uses = tuple([index + by for index in meld.uses])
    shows = tuple([index + by for index in meld.shows])
    return Meld(meld.kind, uses, meld.jokers, (), meld.size, shows, meld.slack)
