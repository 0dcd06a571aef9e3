"""Answers that take longer than a click may wait: worked out piece by piece after the page is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .session import Session


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
    """

    is_pending: Callable[[Session], bool]
    steps: Callable[[Session], Iterator[Pause | None]]
