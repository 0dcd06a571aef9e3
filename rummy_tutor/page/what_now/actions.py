"""What a page can ask of the advice: its steps, the cards marked as seen, the open card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...game.cards import Card
from ..session import Session
from ..state import MoveError
from .question import KEY, STEPS, job_of
from .view import cards_left


def show_advice(session: Session, values: Mapping) -> None:
    """Show the advice up to a step; work that had failed starts again."""
    level = values.get("level")
    if type(level) is not int or not 0 <= level <= STEPS:
        raise MoveError("bad_move")
    job = job_of(session)
    if job.failed:
        job.stop()
    session.ask(KEY, level)


def mark_seen(session: Session, values: Mapping) -> None:
    """Mark a copy of a card as seen, or take a mark back."""
    card, state = Card.parse(values.get("card", "")), session.state
    if values.get("add") is True:
        if cards_left(session, card) < 1:
            raise MoveError("no_more_copies")
        _mark(session, (*state.seen, card))
    else:
        seen = list(state.seen)
        if card not in seen:
            raise MoveError("bad_move")
        seen.remove(card)
        _mark(session, seen)


def forget_seen(session: Session, _: Mapping) -> None:
    """Take every mark back."""
    _mark(session, ())


def choose_open(session: Session, values: Mapping) -> None:
    """Say which card is open, or that it is not known."""
    word = values.get("card")
    session.go(replace(session.state, open=Card.parse(word) if word else None), same_cards=True)


def _mark(session: Session, seen: Sequence[Card]) -> None:
    session.go(replace(session.state, seen=tuple(seen)), same_cards=True)


ACTIONS = {"what_now": show_advice, "seen": mark_seen, "forget_seen": forget_seen, "open_card": choose_open}
