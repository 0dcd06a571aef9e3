"""The players of a round before a class: what each of them holds, so that the class can say who pays whom."""

from __future__ import annotations

from typing import Any

from ...game.cards import Hand
from ...wording.speech import tell
from ..faces import card_face
from .entered import EnteredRound
from .form import SeatForm


def draw_hands(entered: EnteredRound) -> list[dict[str, Any]]:
    """Each player with his cards, his value cards, or the figures that are stated instead."""
    return [_draw_seat(seat) for seat in entered.form.seats]


def _draw_seat(seat: SeatForm) -> dict[str, Any]:
    stated, groups = _read(seat.cards)
    worth, value = _read(seat.value)
    told = [tell(f"ending.{seat.ending}")]
    if stated:
        told.append(tell("round.class_stated", figure=stated))
    if worth:
        told.append(tell("round.class_worth", figure=worth))
    return {"name": seat.name, "told": told, "groups": groups, "value": [card for group in value for card in group]}


def _read(text: str) -> tuple[str, list[list[dict[str, Any]]]]:
    """What is typed in a field: a figure that is stated, or cards in their groups; neither of what cannot be read."""
    text = text.strip()
    try:
        hand = Hand.parse(text) if text else None
    except ValueError:
        return (text if text.lstrip("-−–").isdigit() else ""), []
    groups = [] if hand is None else hand.groups or [hand.cards]
    return "", [[card_face(card) for card in group] for group in groups]
