"""The door to the round table: what a page holds of it before its tab is opened.

Everything else of the tab, in Python and in JavaScript, is loaded when it is first opened.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .base import link_module, link_styles
from .intents import intent

if TYPE_CHECKING:
    from .session import Session

MODULE, STYLES = "round_table.js", ("round_table.css", "round_class.css")


def draw_ledger(session: Session) -> dict:
    """The view model of the round table; of one that has not been opened no more than that."""
    if session.round is None:
        return {"closed": True}
    from .round_views import draw_round

    return draw_round(session)


def draw_parts(session: Session) -> dict:
    """Browser code of the tabs that have been opened, by the trait they draw."""
    if session.round is None:
        return {}
    from .round_texts import ROUND_TEXTS

    return {"ledger": {"esm": link_module(MODULE), "css": link_styles(*STYLES), "texts": ROUND_TEXTS}}


@intent("round")
def _on_round(session: Session, values: Mapping) -> None:
    from .round_desk import answer

    answer(session, values)
