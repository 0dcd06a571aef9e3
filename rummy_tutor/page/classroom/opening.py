"""Classroom before it is used: what shows lessons and lists to a class is loaded when somebody asks for it."""

from __future__ import annotations

from collections.abc import Mapping

from ..session import Session

MODE, PART = "class", "classroom"  # the screen, and what a session keeps for it


def draw_class_panel(session: Session) -> dict:
    """The bar above what a class is shown, and the screen on which a teacher chooses; neither if there is no class."""
    desk = session.parts.get(PART)
    if session.mode != MODE and not session.classroom and (desk is None or desk.file is None):
        return {"closed": True}
    from .view import draw_classroom

    return draw_classroom(session)


def answer_class(session: Session, values: Mapping) -> None:
    """Do what a page asks of Classroom."""
    from .actions import answer

    answer(session, values)


def next_step(session: Session, _: Mapping) -> None:
    """Show the class the next step of what lies there."""
    from .running import take_step

    take_step(session)


ACTIONS = {"class": answer_class, "next_step": next_step}
