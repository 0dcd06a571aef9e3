"""What the search works on: melds as columns, the cards packed into one integer, requirements as states.

Nothing here knows cards or rules, so that the modules that do the work can be compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:  # an integer as the compiled form holds it; interpreted Python does not look at annotations
    from mypy_extensions import i64

INFINITE: Final = 1 << 60
NEVER: Final = 1 << 20  # more cards, or sixtieths of a hole, than can come into question
PLACES: Final = (1 << 30) - 1  # the numbers of places that a hand can have, as bits
_MANY: Final = 1 << 15  # sums remembered for the same needs
SHARE: Final = 60  # jokers are counted in sixtieths when spread over the cards of a meld


class Column:
    """A meld as the search sees it.

    Attributes:
        cards: its cards used as themselves, packed.
        jokers: wild cards it takes, those used as themselves included.
        cost: what it costs.
        flag: what it adds to the requirements.
        slack: spare wild cards it has room for.
        share: the sum of its cards' shares.
        name: its number in the moves, 0 or more.
    """

    __slots__ = ("cards", "cost", "flag", "jokers", "name", "share", "slack")

    def __init__(self, cards: int, jokers: int, flag: int, name: int) -> None:
        self.cards: i64 = cards
        self.jokers: i64 = jokers
        self.cost: i64 = 0
        self.flag: i64 = flag
        self.slack: i64 = 0
        self.share: i64 = 0
        self.name: i64 = name


class Packed:
    """The cards held as one integer: a field for each card type, those that are not wild first.

    A field counts the copies and keeps its highest bit, the guard, free. A card takes two bits at most, so
    that 28 cards fit into a machine's word.

    Attributes:
        rem: the cards.
        guard: the guard bits of all fields.
        low: the fields of the cards that are not wild.
        naturals: how many types are not wild.
        ones: for each type, one copy.
        fields: for each type, its field.
        counts: for each type, its copies.
        small: the lowest bits of the fields of two or three copies.
        big: the types of four copies or more.
    """

    __slots__ = ("big", "counts", "fields", "guard", "low", "naturals", "ones", "rem", "small")

    def __init__(self, counts: list[int], naturals: int) -> None:
        self.counts = counts
        self.naturals = naturals
        self.ones: list[int] = []
        self.fields: list[int] = []
        self.big: list[int] = []
        rem = guard = low = small = 0
        unit = 1
        for at, count in enumerate(counts):
            if at == naturals:
                low = unit - 1
            self.ones.append(unit)
            rem += unit * count
            top = unit * 2
            if count > 1:
                top *= 2
                if count < 4:
                    small += unit
                else:
                    self.big.append(at)
                    while top <= unit * count:
                        top *= 2
            guard += top
            self.fields.append(top - unit)
            unit = top * 2
        self.rem = rem
        self.guard = guard
        self.small = small
        self.low = unit - 1 if naturals == len(counts) else low

    def has_copies(self, rem: int, wilds: int, pairs: int, threes: int) -> bool:
        """Whether some pairs or, if none is asked for, threes of one card are left, with at most ``wilds`` wild."""
        size = 2 if pairs else 3
        wild = min(self._copies(rem & ~self.low, size), wilds // size)
        return self._copies(rem & self.low, size) + wild >= (pairs or threes)

    def _copies(self, rem: int, size: int) -> int:
        groups = (rem & self.small << 1 if size == 2 else rem & rem >> 1 & self.small).bit_count()
        for at in self.big:
            groups += (rem & self.fields[at]) // self.ones[at] // size
        return groups


class States(NamedTuple):
    """Requirements as states.

    Attributes:
        need: the state of the requirements.
        free: states below this number have all requirements met.
        trans: ``trans[state][flag]`` is the state after a meld with that flag, never a higher one; -1 if it
            is not allowed.
        first: ``first[state][flag]`` is whether a meld with that flag is of the rarest sort still needed.
        copies: for each state, the pairs and the threes of one card still needed; empty if never any.
        sums: filled by searches: for prices by flag, the least sum that meets each state's needs.
    """

    need: int
    free: int
    trans: list[list[int]]
    first: list[list[bool]]
    copies: list[tuple[int, int]]
    sums: dict[tuple[int, ...], list[int]]

    def least_sums(self, prices: list[int]) -> list[int]:
        """For each state, the least sum of prices that meets its needs, were every meld there in any number.

        Args:
            prices: by flag; ``NEVER`` or more if there is no such meld.
        """
        key = tuple(prices)
        sums = self.sums.get(key)
        if sums is None:
            sums = [0] * self.free
            for state in range(self.free, len(self.trans)):
                after = self.trans[state]
                flags = [flag for flag, price in enumerate(prices) if price < NEVER and 0 <= after[flag] < state]
                sums.append(min([prices[flag] + sums[after[flag]] for flag in flags], default=INFINITE))
            if len(self.sums) >= _MANY:
                self.sums.clear()
            self.sums[key] = sums
        return sums

    def fitting(self, sizes: tuple[int, ...], more: bool) -> list[int]:
        """For each state the numbers of places, as bits, that melds meeting its needs can fill.

        Args:
            sizes: by flag, the sizes of its melds, as bits.
            more: whether any number of places may be left over.
        """
        key = *sizes, more - 2
        if key not in self.sums:
            sums: list[int] = []
            for state, after in enumerate(self.trans):
                fits, again = (PLACES if more else 1) if state < self.free else 0, 0
                for flag, there in enumerate(sizes):
                    if after[flag] == state:
                        again |= there
                    elif after[flag] >= 0:
                        fits |= _add_sizes(sums[after[flag]], there)
                while (wider := fits | _add_sizes(fits, again)) != fits:
                    fits = wider
                sums.append(fits)
            self.sums[key] = sums
        return self.sums[key]


def _add_sizes(places: int, sizes: int) -> int:
    """The sums of a number of places and a size, all as bits."""
    sums = 0
    while sizes and places:
        sums |= places * (sizes & -sizes)
        sizes &= sizes - 1
    return sums & PLACES
