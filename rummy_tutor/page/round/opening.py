"""The round's panel before and after its tab is opened: everything else of it is loaded with the first opening."""

from __future__ import annotations

from collections.abc import Mapping

from ...wording.page_texts import round_texts
from ..session import Session

_KEY = "ledger"  # of the panel, and of the round that a session keeps for it


def draw_round_panel(session: Session) -> dict:
    """The view model of the round; of one that has not been opened no more than that."""
    if _KEY not in session.parts:
        return {"closed": True}
    from .view import draw_round

    return draw_round(session)


def load_texts() -> Mapping[str, str]:
    """The texts of the panel, sent with its browser code."""
    return round_texts()


def answer_round(session: Session, values: Mapping) -> None:
    """Open the round, or do what a page asks of it."""
    from .actions import answer

    answer(session, values)


ACTIONS = {"round": answer_round}
