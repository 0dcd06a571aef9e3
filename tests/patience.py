"""How long the tests wait: until what they wait for has happened, with one patience for all of them.

A wait that ends by what happened costs nothing, so that the patience is that of a machine busy with other things.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

PATIENCE = 180.0  # seconds that such a machine may take to answer, or to start a server
MILLISECONDS = PATIENCE * 1000  # the same for Playwright
LONG = 10 * PATIENCE  # seconds that a whole program may take: the type checker, a plot, a build


def eventually(condition: Callable[[], object], patience: float = PATIENCE, pause: float = 0.05) -> bool:
    """Whether something comes true in time."""
    deadline = time.monotonic() + patience
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
    return True


async def until(condition: Callable[[], object], pause: float = 0.01) -> None:
    """Let a loop run until something comes true.

    Raises:
        TimeoutError: it has not come true in time.
    """
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(pause)
