"""A player's turn at a table: what the table looks like after each move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cache, cached_property
from typing import Any, TypeVar

from ..game.cards import Card, without
from ..game.rules import PickingUp
from .moves import Groups, Move, Phase, PlayError
from .sight import Sight, find_added, find_shown

Record = TypeVar("Record")


@cache
def list_fields(kind: Any) -> tuple[str, ...]:
    """The names of a dataclass's fields."""
    return tuple(field.name for field in fields(kind))


@cache
def _list_derived(kind: Any) -> tuple[str, ...]:
    """The names of what a dataclass works out once."""
    return tuple(name for base in kind.mro() for name, made in vars(base).items() if isinstance(made, cached_property))


def build(kind: type[Record], **values: object) -> Record:
    """A frozen dataclass from the values of all its fields, and of what else is worked out from them.

    It takes a fraction of the time of the class itself, for nothing is checked.
    """
    built = object.__new__(kind)
    object.__setattr__(built, "__dict__", values)
    return built


def change(record: Record, **values: object) -> Record:
    """A frozen dataclass with other values in some fields, unchecked; what it has worked out is not taken over."""
    kind: Any = type(record)
    known = vars(record) | values
    for name in _list_derived(kind):
        known.pop(name, None)
    changed: Record = build(kind, **known)
    return changed


@dataclass(frozen=True, kw_only=True)
class Turn(Sight):
    """A player's turn at a table; it does not change, each move gives a new one.

    Attributes:
        stock: the cards face down, the next one first.
    """

    stock: tuple[Card, ...]

    def count_stock(self) -> int:
        """How many cards lie face down."""
        return len(self.stock)

    def play(self, move: Move | str) -> Turn:
        """The table after a move.

        Raises:
            PlayError: ``move-refused``: it is not allowed.
        """
        move = Move.parse(move) if isinstance(move, str) else move
        ruling = self.judge_move(move)
        if not ruling.allowed:
            raise PlayError("move-refused", move=str(move), why=ruling.text)
        return _PLAYS[move.kind](self, move)


# ---- playing each kind of move -------------------------------------------------------------------------------
def _play_stock(turn: Turn, move: Move) -> Turn:
    stock, discards = turn.stock, turn.discards
    if not stock:  # the discards but the open one, turned over
        stock, discards = discards[:-1], discards[-1:]
    return change(
        turn, hand=(*turn.hand, stock[0]), stock=stock[1:], discards=discards, phase=Phase.THROW, untouched=False
    )


def _play_take(turn: Turn, move: Move) -> Turn:
    card = move.cards[0] if move.cards else turn.discards[-1]
    at = turn.lies_in(card)
    wiping = PickingUp.ANY_IF_LOWEST_MELDED in turn.rulebook.settlement.bars
    as_joker = wiping and turn.untouched and turn.deal.is_wild[card.index]
    return change(
        turn,
        hand=(*turn.hand, *turn.discards[at:]),
        discards=turn.discards[:at],
        phase=Phase.THROW,
        untouched=False,
        taken=card,
        owed=card if wiping and not (as_joker and turn.laid) else None,
    )


def _play_over(turn: Turn, move: Move) -> Turn:
    return change(turn, hand=without(turn.hand, *move.cards), phase=Phase.OVER)


def _play_laying(turn: Turn, cards: Iterable[Card], laid: Groups) -> Turn:
    # a card that had to be melded is among these: nothing else may be laid before it
    return change(turn, hand=without(turn.hand, *cards), laid=laid, owed=None)


_PLAYS = {
    "stock": _play_stock,
    "take": _play_take,
    "throw": lambda turn, move: change(_play_over(turn, move), discards=(*turn.discards, *move.cards), taken=None),
    "drop": _play_over,
    "declare": _play_over,
    "meld": lambda turn, move: _play_laying(turn, move.cards, (*turn.laid, move.cards)),
    "add": lambda turn, move: _play_laying(turn, move.cards, find_added(turn, move) or turn.laid),
    "tunnela": lambda turn, move: _play_laying(turn, move.cards * 3, (*turn.laid, move.cards * 3)),
    "see": lambda turn, move: change(turn, seen=True, shown=move.groups or find_shown(turn)),
    "play": lambda turn, move: change(turn, phase=Phase.DRAW),
}
