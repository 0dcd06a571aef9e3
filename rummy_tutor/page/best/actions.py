"""What a page can ask of the best grouping: to reveal it, take it, show another one, or hide it again."""

from __future__ import annotations

from dataclasses import replace

from ..answers import lay_answer
from ..asking import Action, Brief, LevelValues, NoValues
from ..session import REVEAL_STEPS, Session
from ..state import check_move, take_known


def take(session: Session, _: NoValues) -> None:
    """Lay the cards out as in the grouping shown."""
    if session.why_no_result is not None:
        raise session.why_no_result
    assert session.answers is not None  # a hand with a verdict has a best grouping
    layout = lay_answer(session.state.layout, session.answers.shown)
    session.go(replace(session.state, layout=layout), same_cards=True)
    session.reveal(0)


def another(session: Session, _: NoValues) -> None:
    """Show another grouping as good as the best one."""
    check_move(session.revealed.level == REVEAL_STEPS)
    take_known(session.answers).step()


ACTIONS: dict[str, Action] = {
    "reveal": Brief(LevelValues, lambda session, values: session.reveal(values["level"])),
    "take": take,
    "another": another,
    "keep": Brief(NoValues, lambda session, _: session.reveal(0)),  # the cards stay as they are laid
}
