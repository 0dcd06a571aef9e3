"""What a page can ask of the best grouping: to reveal it, take it, show another one, or hide it again."""

from __future__ import annotations

from dataclasses import replace
from typing import TypedDict

from ..answers import lay_answer
from ..asking import Action, NoValues
from ..session import REVEAL_STEPS, Session
from ..state import check_move, take_known


class RevealValues(TypedDict):
    """The step up to which the best grouping is shown, 0 for none."""

    level: int


def reveal(session: Session, values: RevealValues) -> None:
    """Show the best grouping up to a step."""
    session.reveal(values["level"])


def take(session: Session, _: NoValues) -> None:
    """Lay the cards out as in the grouping shown."""
    if isinstance(session.result, ValueError):
        raise session.result
    assert session.answers is not None  # a hand with a verdict has a best grouping
    layout = lay_answer(session.state.layout, session.answers.shown)
    session.go(replace(session.state, layout=layout), same_cards=True)
    session.reveal(0)


def another(session: Session, _: NoValues) -> None:
    """Show another grouping as good as the best one."""
    check_move(session.revealed.level == REVEAL_STEPS)
    take_known(session.answers).step()


def keep(session: Session, _: NoValues) -> None:
    """Hide the answer again; the cards stay as they are laid."""
    session.reveal(0)


ACTIONS: dict[str, Action] = {"reveal": reveal, "take": take, "another": another, "keep": keep}
