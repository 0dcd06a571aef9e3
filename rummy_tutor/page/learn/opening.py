"""The panel of Learn before its Python is loaded: the tutor's lessons and tasks come with the first look at it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..session import Session
from ..slow import Pause


def draw_learn_panel(session: Session) -> dict:
    """The view model of Learn."""
    from .view import draw_learn

    return draw_learn(session)


def answer_learn(session: Session, values: Mapping) -> None:
    """Do what a page asks of Learn."""
    from .actions import answer

    answer(session, values)


def is_next_pending(session: Session) -> bool:
    """Whether a task is to be made ahead."""
    if "learn" not in session.parts:
        return False
    from .study import lacks_next

    return lacks_next(session)


def make_ahead(session: Session) -> Iterator[Pause | None]:
    """Make it."""
    from .study import make_next

    return make_next(session)


ACTIONS = {"learn": answer_learn}
