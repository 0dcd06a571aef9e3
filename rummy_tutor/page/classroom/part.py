"""What a session keeps for the teacher: known before the panel's Python is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..session import Memory, Part, Session

if TYPE_CHECKING:
    from .desk import Desk

MODE = "class"  # the screen
DESK: Part[Desk] = Part()
# the list that somebody works through alone, as JSON values; None where none is
HOMEWORK: Memory[dict[str, Any] | None] = Memory(
    "homework", lambda kept: kept if isinstance(kept, dict) else None, of_cards=False
)


def is_open(session: Session) -> bool:
    """Whether a class is shown something, the screen of lists is, a file has been written for the browser, or a list is
    worked through alone."""
    desk = DESK.of(session)
    return (
        HOMEWORK.of(session) is not None
        or session.mode == MODE
        or session.classroom
        or (desk is not None and desk.file is not None)
    )
