"""The panel of Learn before its Python is loaded: the tutor's lessons and tasks come with the first look at it."""

from __future__ import annotations

from collections.abc import Mapping

from ..session import Session


def draw_learn_panel(session: Session) -> dict:
    """The view model of Learn."""
    from .view import draw_learn

    return draw_learn(session)


def answer_learn(session: Session, values: Mapping) -> None:
    """Do what a page asks of Learn."""
    from .actions import answer

    answer(session, values)


ACTIONS = {"learn": answer_learn}
