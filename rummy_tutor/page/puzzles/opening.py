"""The puzzles before and after they are first shown: everything else of them is loaded then."""

from __future__ import annotations

from collections.abc import Mapping

from ..session import Session

_KEY = "puzzles"  # of the panel's part of a session, and of the screen


def draw_puzzles_panel(session: Session) -> dict:
    """The view model of the puzzles; while another screen is shown no more than that they are closed."""
    if _KEY not in session.parts or session.mode != _KEY:
        return {"closed": True}
    from .view import draw_puzzles

    return draw_puzzles(session)


def answer_puzzle(session: Session, values: Mapping) -> None:
    """Open the puzzles, or do what a page asks of them."""
    from .actions import answer

    answer(session, values)


ACTIONS = {"puzzle": answer_puzzle}
