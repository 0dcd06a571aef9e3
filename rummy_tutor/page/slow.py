"""Answers that take longer than a click may wait: worked out piece by piece after the page is drawn."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ..game.messages import TutorError

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

    from .session import Session

_LOOK_EVERY = 0.02  # seconds between two looks at work that is done beside the page
_T = TypeVar("_T")


class Pause(NamedTuple):
    """What slow work says between two pieces.

    Attributes:
        seconds: how long to wait before the next piece.
        draw: whether what is known so far is to be drawn.
    """

    seconds: float
    draw: bool


class Slow(NamedTuple):
    """How the slow answer of a panel is worked out.

    Attributes:
        is_pending: whether the session still lacks it.
        steps: works it out and keeps it in the session; if the table changes on the way, it ends. Between two pieces
            it gives None, or a ``Pause``.
        moves: whether the answer may bring another screen, so that the address is drawn anew with it.
    """

    is_pending: Callable[[Session], bool]
    steps: Callable[[Session], Iterator[Pause | None]]
    moves: bool = False


# ---- beside the page -----------------------------------------------------------------------------------------
@cache
def _open_thread(name: str) -> ThreadPoolExecutor:
    """One thread of a name for all visitors of a process; what they ask for is made in turn."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)


def can_work_beside() -> bool:
    """Whether clicks can be answered while something is made: a loop runs, and there are threads.

    A browser's Python has none: what takes long is made in its worker, and the page says so meanwhile.
    """
    if sys.platform == "emscripten":
        return False
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def work_beside(make: Callable[[], _T], thread: str = "beside") -> Future[_T]:
    """Begin to make something beside the page; it may not change anything that the page holds.

    What fails is logged as it happens: whoever asked for it may have gone, and nobody may look at it.

    Args:
        make: makes it.
        thread: the name of the thread that makes it, where others shall not wait for it.
    """
    work = _open_thread(thread).submit(make)
    work.add_done_callback(log_failure)
    return work


def log_failure(work: Future[_T] | asyncio.Future[_T]) -> None:
    """Log what went wrong in work that nobody may wait for; what is refused is no fault."""
    error = None if work.cancelled() else work.exception()
    if error is not None and not isinstance(error, TutorError):
        logging.getLogger(__name__).error("work beside the page failed", exc_info=error)


def work_here(make: Callable[[], _T]) -> Future[_T]:
    """The same made at once, where nothing can be made beside the page."""
    from concurrent.futures import Future

    work: Future[_T] = Future()
    try:
        work.set_result(make())
    except Exception as error:
        work.set_exception(error)
    return work


def follow(work: Future[_T]) -> Iterator[Pause]:
    """Look from time to time whether work has ended."""
    while not work.done():
        yield Pause(_LOOK_EVERY, False)
