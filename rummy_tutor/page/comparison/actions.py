"""What a page can ask of the comparison: other rulebooks to explain, and its best figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..session import Session
from ..state import MoveError
from .job import chosen_pair


def choose_pair(session: Session, values: Mapping) -> None:
    """Explain the difference of two rulebooks, one of them or both named."""
    a, b = chosen_pair(session)
    pair = values.get("a", a), values.get("b", b)
    if not all(isinstance(key, str) and key in session.own.all for key in pair):
        raise MoveError("bad_move")
    session.chosen = replace(session.chosen, pair=pair)


def show_best_column(session: Session, values: Mapping) -> None:
    """Show or hide the best figures."""
    session.revealed = replace(session.revealed, best_column=bool(values.get("on")))


ACTIONS = {"pair": choose_pair, "show_best_column": show_best_column}
