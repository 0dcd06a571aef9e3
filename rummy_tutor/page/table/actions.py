"""What a page can ask of the table: moves of cards, steps back and forward, the order of loose cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...game.cards import PRINTED_JOKER
from ..session import Session
from ..state import LOOSE, NEW_TRAY, MoveError


def move(session: Session, values: Mapping) -> None:
    """Move cards into a group, to a new group, or among the loose cards."""
    cards, to = values.get("cards", ()), values.get("to", "")
    layout = session.state.layout.move(cards, to)
    if to == NEW_TRAY and len(cards) == 1:
        raise MoveError("one_is_loose")
    session.last_move = session.last_move._replace(touched=tuple(cards))
    session.go(replace(session.state, layout=layout), same_cards=True)


def ungroup(session: Session, values: Mapping) -> None:
    """Take cards out of their groups."""
    move(session, {**values, "to": LOOSE})


def undo(session: Session, _: Mapping) -> None:
    """Go back to the state before."""
    session.undo()


def redo(session: Session, _: Mapping) -> None:
    """Go forward again."""
    session.redo()


def sort(session: Session, _: Mapping) -> None:
    """Sort the loose cards by rank instead of by suit, and back."""
    session.chosen = replace(session.chosen, sort="rank" if session.chosen.sort == "suit" else "suit")


def sort_wilds(session: Session, _: Mapping) -> None:
    """Put wild cards after the other loose cards instead of in their suits, and back."""
    session.chosen = replace(session.chosen, wilds_last=not session.chosen.wilds_last)


def drop_jokers(session: Session, _: Mapping) -> None:
    """Take every printed joker away: the way out of a game that is played without them."""
    layout = session.state.layout
    while PRINTED_JOKER in layout.cards:
        layout = layout.remove(PRINTED_JOKER)
    session.go(replace(session.state, layout=layout))


ACTIONS = {
    "move": move,
    "ungroup": ungroup,
    "undo": undo,
    "redo": redo,
    "sort": sort,
    "sort_wilds": sort_wilds,
    "drop_jokers": drop_jokers,
}
