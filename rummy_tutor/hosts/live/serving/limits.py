"""How much one stranger may ask: messages at a time, connections from one address, all that the system allows."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

if sys.platform != "win32":
    import resource

_OWN = 64  # descriptors for files, threads and what listens
_WITHOUT = 8192  # connections where the system names no limit
_TRIED = 1 << 20, 1 << 16, 10_240  # limits that are tried where the system names none: macOS refuses more than it has


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

    def take(self) -> bool:
        """Let one more pass; whether it may."""
        before, self._last = self._last, self._clock()
        self._left = min(self._burst, self._left + (self._last - before) * self._rate)
        passes = self._left >= 1
        self._left -= passes
        return passes


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

    def take(self, address: str) -> bool:
        """Let one more of this address pass; whether it may."""
        bucket = self._kept.pop(address, None) or self._make()
        self._kept[address] = bucket
        if len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]
        return bucket.take()


def raise_connections() -> int:
    """Have the system allow as many files as it may at all; how many connections then fit."""
    if sys.platform == "win32":
        return _WITHOUT
    limit, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in _TRIED if most == resource.RLIM_INFINITY else (most,):
        with suppress(OSError, ValueError):
            if limit != resource.RLIM_INFINITY and limit < wanted:
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
            break
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _WITHOUT if limit == resource.RLIM_INFINITY else max(1, limit - _OWN)


class Stream(Protocol):
    """A connection."""

    def closed(self) -> bool:
        """Whether it has ended."""


@dataclass(eq=False)
class Connections:
    """Counts the connections that are open.

    Attributes:
        most: how many there may be.
        of_one: how many of them one address may have.
    """

    most: int
    of_one: int
    _open: dict[str, list[Stream]] = field(default_factory=dict, init=False)
    _count: int = field(default=0, init=False)

    def enter(self, address: str, stream: Stream) -> bool:
        """Let a connection in; whether there was room."""
        if len(self._open.get(address, ())) >= self.of_one:
            self._look(address)
        if self._count >= self.most:
            for other in list(self._open):
                self._look(other)
        if self._count >= self.most or len(self._open.get(address, ())) >= self.of_one:
            return False
        self._open.setdefault(address, []).append(stream)
        self._count += 1
        return True

    def _look(self, address: str) -> None:
        """Forget the connections of an address that have ended."""
        before = self._open.pop(address)
        left = [known for known in before if not known.closed()]
        self._count -= len(before) - len(left)
        if left:
            self._open[address] = left


@dataclass(eq=False)
class Gate:
    """Counts the sockets that have not said yet who they are.

    Attributes:
        of_one: how many of them one address may have.
    """

    of_one: int
    _waiting: Counter[str] = field(default_factory=Counter, init=False)

    def enter(self, address: str) -> bool:
        """Let a socket in; whether there was room."""
        if self._waiting[address] >= self.of_one:
            return False
        self._waiting[address] += 1
        return True

    def leave(self, address: str) -> None:
        """A socket that was let in has said who it is, or is gone."""
        self._waiting[address] -= 1
        if self._waiting[address] <= 0:
            del self._waiting[address]
