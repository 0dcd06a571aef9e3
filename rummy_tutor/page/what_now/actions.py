"""What a page can ask of the advice: its steps, the cards marked as seen, the open card."""

from __future__ import annotations

from dataclasses import replace
from typing import TypedDict

from ...game.cards import Card, without
from ..asking import Action, Brief, LevelValues, NoValues
from ..session import Session
from ..state import MoveError, check_move
from .question import JOB, LEVEL, STEPS
from .view import cards_left


class SeenValues(TypedDict):
    """A card as text, and whether a copy of it is marked or a mark taken back."""

    card: str
    add: bool


class OpenValues(TypedDict):
    """The open card as text; empty if it is not known."""

    card: str | None


def show_advice(session: Session, values: LevelValues) -> None:
    """Show the advice up to a step; work that had failed starts again."""
    check_move(0 <= values["level"] <= STEPS)
    job = JOB.of(session)
    if job.failed:
        job.stop()
    LEVEL.keep(session, values["level"])


def mark_seen(session: Session, values: SeenValues) -> None:
    """Mark a copy of a card as seen, or take a mark back."""
    card, state = Card.parse(values["card"]), session.state
    if values["add"]:
        if cards_left(session, card) < 1:
            raise MoveError("no_more_copies")
        _mark(session, (*state.seen, card))
    else:
        check_move(card in state.seen)
        _mark(session, without(state.seen, card))


def choose_open(session: Session, values: OpenValues) -> None:
    """Say which card is open, or that it is not known."""
    word = values["card"]
    session.go(replace(session.state, open=Card.parse(word) if word else None), same_cards=True)


def _mark(session: Session, seen: tuple[Card, ...]) -> None:
    session.go(replace(session.state, seen=seen), same_cards=True)


ACTIONS: dict[str, Action] = {
    "what_now": show_advice,
    "seen": mark_seen,
    "forget_seen": Brief(NoValues, lambda session, _: _mark(session, ())),
    "open_card": choose_open,
}
