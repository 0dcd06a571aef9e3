"""What a session keeps for the teacher: known before the panel's Python is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..session import Part, Session

if TYPE_CHECKING:
    from .desk import Desk

MODE = "class"  # the screen
DESK: Part[Desk] = Part()


def is_open(session: Session) -> bool:
    """Whether a class is shown something, the screen of lists is, or a file has been written for the browser."""
    desk = DESK.of(session)
    return session.mode == MODE or session.classroom or (desk is not None and desk.file is not None)
