"""The shuffle of a played round: the same seed gives the same cards on every machine and in the browser.

Records name the shuffle's version, so that one made with another is never dealt anew with other cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from ..game.messages import quote
from ..game.rules import refuse

SHUFFLE = 1  # the version of what follows
MOST_SEED = 2**53 - 1  # the largest whole number that every JSON reader keeps
_BITS = 2**64 - 1

Item = TypeVar("Item")


def check_seed(seed: object) -> None:
    """Refuse what is no seed.

    Raises:
        RuleError: ``bad-seed``: it is no whole number from 0 that every JSON reader keeps.
    """
    is_seed = isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed <= MOST_SEED
    refuse("bad-seed:record", not is_seed, found=quote(str(seed)), most=MOST_SEED)


@dataclass(frozen=True, slots=True)
class Chance:
    """A source of random numbers (splitmix64); each use gives the next one.

    Attributes:
        state: where it stands, 64 bits.
    """

    state: int

    def next(self) -> tuple[int, Chance]:
        """64 random bits, and the source after them."""
        state = self.state + 0x9E3779B97F4A7C15 & _BITS
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _BITS
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _BITS
        return mixed ^ mixed >> 31, Chance(state)

    def below(self, limit: int) -> tuple[int, Chance]:
        """A number from 0 to ``limit`` − 1, each as likely as the others, and the source after it."""
        most = (_BITS + 1) // limit * limit
        number, chance = self.next()
        while number >= most:
            number, chance = chance.next()
        return number % limit, chance

    def shuffle(self, items: Sequence[Item]) -> tuple[tuple[Item, ...], Chance]:
        """The items in a random order, every order as likely as the others, and the source after it."""
        order, chance = list(items), self
        for last in range(len(order) - 1, 0, -1):
            at, chance = chance.below(last + 1)
            order[last], order[at] = order[at], order[last]
        return tuple(order), chance
