"""What a page can ask of the best grouping: to reveal it, take it, show another one, or hide it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..answers import lay_answer
from ..session import REVEAL_STEPS, Session
from ..state import MoveError


def reveal(session: Session, values: Mapping) -> None:
    """Show the best grouping up to a step."""
    session.reveal(int(values.get("level", 0)))


def take(session: Session, _: Mapping) -> None:
    """Lay the cards out as in the grouping shown."""
    if isinstance(session.result, ValueError):
        raise session.result
    assert session.answers is not None  # a hand with a verdict has a best grouping
    layout = lay_answer(session.state.layout, session.answers.shown)
    session.go(replace(session.state, layout=layout), same_cards=True)
    session.reveal(0)


def another(session: Session, _: Mapping) -> None:
    """Show another grouping as good as the best one."""
    if session.revealed.level < REVEAL_STEPS or session.answers is None:
        raise MoveError("bad_move")
    session.answers.step()


def keep(session: Session, _: Mapping) -> None:
    """Hide the answer again; the cards stay as they are laid."""
    session.reveal(0)


ACTIONS = {"reveal": reveal, "take": take, "another": another, "keep": keep}
