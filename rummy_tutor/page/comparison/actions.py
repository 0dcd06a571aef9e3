"""What a page can ask of the comparison: other rulebooks to explain, and its best figures."""

from __future__ import annotations

from dataclasses import replace
from typing import NotRequired, TypedDict

from ..asking import Action, SwitchValues
from ..session import Session
from ..state import check_move
from .job import chosen_pair


class PairValues(TypedDict):
    """Two rulebooks by their keys; one that is left out stays."""

    a: NotRequired[str]
    b: NotRequired[str]


def choose_pair(session: Session, values: PairValues) -> None:
    """Explain the difference of two rulebooks, one of them or both named."""
    a, b = chosen_pair(session)
    pair = values.get("a", a), values.get("b", b)
    check_move(session.own.all.keys() >= {*pair})
    session.chosen = replace(session.chosen, pair=pair)


def show_best_column(session: Session, values: SwitchValues) -> None:
    """Show or hide the best figures."""
    session.revealed = replace(session.revealed, best_column=values["on"])


ACTIONS: dict[str, Action] = {"pair": choose_pair, "show_best_column": show_best_column}
