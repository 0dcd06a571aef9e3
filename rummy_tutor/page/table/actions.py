"""What a page can ask of the table: moves of cards, steps back and forward, the order of loose cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypedDict

from ...game.cards import PRINTED_JOKER
from ..asking import Action, Brief, NoValues
from ..session import Session
from ..state import LOOSE, NEW_TRAY, MoveError


class CardsValues(TypedDict):
    """Cards by their identities."""

    cards: list[int]


class MoveValues(CardsValues):
    """Cards, and where they go: into a group by its index, into a new one, or among the loose cards."""

    to: int | Literal["new", "loose"]


def move(session: Session, values: MoveValues) -> None:
    """Move cards into a group, to a new group, or among the loose cards."""
    cards, to = values["cards"], values["to"]
    layout = session.state.layout.move(cards, to)
    if to == NEW_TRAY and len(cards) == 1:
        raise MoveError("one_is_loose")
    session.last_move = session.last_move._replace(touched=tuple(cards))
    session.go(replace(session.state, layout=layout), same_cards=True)


def sort(session: Session, _: NoValues) -> None:
    """Sort the loose cards by rank instead of by suit, and back."""
    session.chosen = replace(session.chosen, sort="rank" if session.chosen.sort == "suit" else "suit")


def sort_wilds(session: Session, _: NoValues) -> None:
    """Put wild cards after the other loose cards instead of in their suits, and back."""
    session.chosen = replace(session.chosen, wilds_last=not session.chosen.wilds_last)


def drop_jokers(session: Session, _: NoValues) -> None:
    """Take every printed joker away: the way out of a game that is played without them."""
    layout = session.state.layout
    while PRINTED_JOKER in layout.cards:
        layout = layout.remove(PRINTED_JOKER)
    session.go(replace(session.state, layout=layout))


ACTIONS: dict[str, Action] = {
    "move": move,
    "ungroup": Brief(CardsValues, lambda session, values: move(session, {"cards": values["cards"], "to": LOOSE})),
    "undo": Brief(NoValues, lambda session, _: session.undo()),
    "redo": Brief(NoValues, lambda session, _: session.redo()),
    "sort": sort,
    "sort_wilds": sort_wilds,
    "drop_jokers": drop_jokers,
}
