"""The meld grammar: which cards make which meld, made once from a rulebook at a table and read by all of the engine.

A sequence or set is cards used as themselves and holes that wild cards fill. The referee asks which melds some cards
*are*; the solver lists the melds that the cards held *make*, holes open for any wild card; the distance adds cards
still to buy. All of them read the limits here, and no other room reads the rules of melds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from ..game.cards import MAX_HAND, Card
from ..game.rules import Aces, JokerGroups, Kind, Melds, Needs, Objective, Rest, SetSuits
from ..game.table import Deal

PRINTED: Final = 52
PLACES: Final = 14  # of a sequence: ace low, 2 … K, ace high
CORNER: Final = 1 | 2 | 1 << 12  # the ranks that make no group of three of one suit: ace, two and king (R29)
ALL_RANKS: Final = (1 << 13) - 1
LONG: Final = 4  # fewest cards in a long sequence
COPIES: Final = 3  # cards in a tunnela
PAIR: Final = 2  # in a dublee
WRAP: Final = 3  # in a group of king, ace and two


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
        run_least: fewest cards in a sequence.
        run_most: most cards in a sequence.
        run_holes: most wild cards that stand for others in a sequence.
        run_beside: the same beside each number of cards used as themselves, the length of the sequence aside.
        set_least: fewest cards in a set.
        set_whole: most cards used as themselves in a canonical set: with more it is two sets.
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
        as_itself: whether a wild card that is no printed joker may stand for itself.
        smallest: fewest cards in a meld.
        family: the grammar without tunnelas, which lists the same sequences and sets.
    """

    def __init__(self, melds: Melds, tunnelas: bool, as_itself: bool = True) -> None:
        self.places: int = PLACES - 1 if melds.aces is Aces.LOW else PLACES
        self.lowest: int = 1 if melds.aces is Aces.HIGH else 0
        self.round: bool = melds.aces is Aces.ROUND
        self.run_least: int = melds.run_min
        self.run_most: int = min(melds.run_max, PLACES if melds.aces is Aces.LOW_OR_HIGH else PLACES - 1)
        self.run_holes: int = MAX_HAND if melds.run_wilds is None else melds.run_wilds
        self.set_least: int = melds.set_min
        self.set_whole: int = 2 * melds.set_min - 1
        self.set_most: int = MAX_HAND if melds.set_max is None else melds.set_max
        self.set_holes: int = MAX_HAND if melds.set_wilds is None else melds.set_wilds
        self.matched: bool = melds.set_wilds_up_to_naturals
        self.least: int = melds.naturals
        self.each: int = melds.naturals_per_wild
        self.run_beside = [min(self.run_holes, self._beside(count)) for count in range(MAX_HAND + 1)]
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
        self.as_itself: bool = as_itself
        self.smallest: int = min(melds.run_min, melds.set_min, COPIES if tunnelas else MAX_HAND)
        self.family = self if not tunnelas else grammar_of(melds, False, as_itself)

    def makes_tunnela(self, index: int, wild: bool) -> bool:
        """Whether three copies of a card are a meld."""
        return self.joker_tunnelas if index == PRINTED else self.tunnelas and self.makes_copies(index, wild)

    def makes_copies(self, index: int, wild: bool) -> bool:
        """Whether copies of a card may lie together as what they are; printed jokers may."""
        return self.as_itself or not wild or index == PRINTED

    @property
    def dublees_are_copies(self) -> bool:
        """Whether a dublee is two copies of any one card and nothing else."""
        return self.as_itself and not (self.dublee_ranks or self.dublee_jokers)

    def is_dublee(self, cards: Sequence[int]) -> bool:
        """Whether two cards that stand for themselves are a dublee."""
        first, other = cards
        alike = self.dublee_ranks and PRINTED not in cards and first % 13 == other % 13
        return self.dublees and (first == other or alike)

    def knows(self, needs: Needs) -> bool:
        """Whether there are groups of all the sorts asked for; else the needs are never met."""
        missing = (
            (needs.tunnelas and not self.tunnelas)
            or (needs.dublees and not self.dublees)
            or (needs.jokers and not self.joker_groups)
            or (needs.long_sequences and self.run_most < LONG)
        )
        return not missing

    def can_meet(self, way: Objective, size: int) -> bool:
        """Whether a hand of a size could declare in a way, as far as sorts and sizes of groups tell.

        With all cards in melds, those beside the groups asked for must come out even, in melds that are not too large.
        """
        needs, least = way.needs, self.least_cards(way.needs)
        if least > size or not self.knows(needs):
            return False
        if way.rest is not Rest.MELDED or needs.jokers or self.spare:
            return True
        sequences = self._count_sequences(needs)
        most = least - self._add_long(needs) + sequences * (self.run_most - self.run_least)
        largest = max(self.run_most, self.set_most)
        for rest in range(max(0, size - most), size - least + 1):
            for pairs in range(rest // PAIR + 1 if needs.dublees else 1):
                left = rest - PAIR * pairs
                if left <= left // self.smallest * largest:
                    return True
        return False

    def least_cards(self, needs: Needs) -> int:
        """The fewest cards in which all groups asked for could lie; no card lies in two of them."""
        cards = self.run_least * self._count_sequences(needs) + self._add_long(needs)
        return cards + COPIES * needs.tunnelas + PAIR * needs.dublees + needs.jokers

    def _add_long(self, needs: Needs) -> int:
        """What long sequences have more than the shortest."""
        return max(0, LONG - self.run_least) * needs.long_sequences

    def _count_sequences(self, needs: Needs) -> int:
        """The fewest sequences besides the tunnelas asked for, which stand for short ones where they count as pure."""
        gone = needs.tunnelas if self.tunnela_is_pure else 0
        return max(needs.pure - gone, needs.sequences - gone, needs.long_sequences)

    def can_supply(self, needs: Needs, there: Sequence[int], wild: Sequence[bool]) -> bool:
        """Whether some cards, given as copies by card index, can hold the tunnelas, and the dublees, asked for."""
        if not (needs.tunnelas or needs.dublees):
            return True
        threes = [
            count // COPIES
            for index, count in enumerate(there)
            if count >= COPIES and self.makes_tunnela(index, wild[index])
        ]
        if (sum(threes) if self.identical else len(threes)) < needs.tunnelas:
            return False
        alike: dict[int, int] = {}  # by rank, or by card
        jokers = 0
        for index, count in enumerate(there):
            if wild[index] and self.dublee_jokers:
                jokers += count  # each makes one dublee at most
            else:
                alike_by = index % 13 if self.dublee_ranks and index != PRINTED else 13 + index
                alike[alike_by] = alike.get(alike_by, 0) + count
        return jokers + sum([count // PAIR for count in alike.values()]) >= needs.dublees

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
        return range(self.set_least, min(wilds, self.set_most) + 1) if self.joker_sets else range(0)

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
        return min(self.run_most - length, self.run_beside[length - holes] - holes)

    def run_holes_in(self, length: int) -> int:
        """How many holes a sequence of some length may have."""
        most = min(self.run_holes, length - self.least)
        return min(most, length // (self.each + 1)) if self.each else most

    def run_longest(self, naturals: int) -> int:
        """Cards in the longest sequence with a number of cards used as themselves, holes included."""
        return min(self.run_most, naturals + self.run_beside[naturals])

    def spans(self, reach: int, held: int, holes: int = MAX_HAND, own: int = 0) -> Iterator[tuple[int, int, int]]:
        """Ranks used as themselves in a sequence, as a mask, with its cards from the first to the last and its start.

        Args:
            reach: most cards from the first to the last.
            held: the ranks to choose from.
            holes: most places between them that others fill, besides the limits of a sequence.
            own: how many of these may lie as themselves, so that they are no holes.
        """
        spots = [place for place in range(self.lowest, 25 if self.round else self.places) if held >> place % 13 & 1]
        bits = [1 << place % 13 for place in spots]
        longest = min(reach, PLACES - 1) if self.round else reach
        most = [self.run_holes_in(max(self.run_least, length)) for length in range(PLACES + 1)]
        for at in range(len(spots) - 1, -1, -1):
            start = spots[at]
            for to in range(at, len(spots) if start < 13 or not self.round else 0):
                length = spots[to] - start + 1
                if length > longest:
                    break
                ends, inner = bits[at] | bits[to], bits[at + 1 : to]
                for count in range(max(0, length - 2 - min(holes, most[length] + own)), len(inner) + 1):
                    for ranks in combinations(inner, count):
                        yield ends + sum(ranks), length, start

    def runs(self, reach: int, held: int = ALL_RANKS) -> list[Run]:
        """All choices of ranks that some sequence holds as themselves; what is asked is that of ``spans``."""
        runs: dict[int, Run] = {}
        most = [self.run_longest(count) for count in range(PLACES)]
        last = [self.starts(length)[-1] for length in range(max(self.run_least, reach) + 1)]
        for mask, length, start in self.spans(reach, held):
            count, shortest = mask.bit_count(), max(self.run_least, length)
            longest, known = most[count], runs.get(mask)
            if shortest <= longest and (known is None or shortest < known.shortest):
                runs[mask] = Run(mask, count, shortest, longest, min(start, last[shortest]))
        return list(runs.values())


@lru_cache(maxsize=256)
def grammar_of(melds: Melds, tunnelas: bool, as_itself: bool) -> Grammar:
    """The grammar of some rules of melds, with tunnelas or without."""
    return Grammar(melds, tunnelas, as_itself)


@lru_cache(maxsize=1024)
def grammar_at(deal: Deal) -> Grammar:
    """The grammar of a rulebook at its table; equal rules of melds have one grammar."""
    return grammar_of(deal.rulebook.melds, deal.tunnelas, deal.rulebook.wilds.as_itself)


def is_wrap(cards: Sequence[Card]) -> bool:
    """Whether a group is K, A and 2 of one suit and nothing else."""
    if len(cards) != WRAP:
        return False
    ranks = suits = 0
    for card in cards:
        ranks |= 1 << card.index % 13
        suits |= 1 << card.index // 13
    return ranks == CORNER and suits & suits - 1 == 0
