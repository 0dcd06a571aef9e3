"""How much one stranger may ask: messages at a time, and sockets from one address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable


class Bucket:
    """Lets some things through at once and then some more each second.

    Args:
        rate: how many a second.
        burst: how many at once.
        clock: seconds that only grow.
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left, self._last = burst, clock()

    def has(self) -> bool:
        """Whether one more could pass."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._last) * self._rate)
        self._last = now
        return self._left >= 1

    def take(self) -> bool:
        """Let one more pass; whether it may."""
        if not self.has():
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each address; the least used ones are forgotten.

    Args:
        rate: how many a second for one address.
        burst: how many at once.
        clock: seconds that only grow.
        most: how many addresses are told apart.
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float], most: int = 10_000) -> None:
        self._make = lambda: Bucket(rate, burst, clock)
        self._most = most
        self._kept: dict[str, Bucket] = {}

    def has(self, address: str) -> bool:
        """Whether one more of this address could pass."""
        return address not in self._kept or self._kept[address].has()

    def take(self, address: str) -> bool:
        """Let one more of this address pass; whether it may."""
        bucket = self._kept.pop(address, None) or self._make()
        self._kept[address] = bucket
        if len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]
        return bucket.take()


class Gate:
    """Counts the sockets that have not said yet who they are.

    Args:
        of_one: how many of them one address may have.
    """

    def __init__(self, of_one: int) -> None:
        self._of_one = of_one
        self._waiting: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Let a socket in; whether there was room."""
        if self._waiting[address] >= self._of_one:
            return False
        self._waiting[address] += 1
        return True

    def leave(self, address: str) -> None:
        """A socket that was let in has said who it is, or is gone."""
        self._waiting[address] -= 1
        if self._waiting[address] <= 0:
            del self._waiting[address]
