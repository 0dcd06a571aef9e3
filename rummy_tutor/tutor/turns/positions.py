"""The steps of worked examples that are played: where the table stands, and what the step invites to try."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ...game.cards import Card
from ...game.messages import Message
from ...game.rules import Rulebook
from ...game.table import Deal
from ...playing.moves import Groups, Phase
from ...playing.turn import Turn
from ..lessons import holds


@dataclass(frozen=True, kw_only=True)
class Position:
    """A table beside the hand of a step; cards as text, a W being a card that is wild.

    Attributes:
        phase: the part of the turn.
        stock: the cards of the stock, the next one first.
        pile: the cards thrown, the open one last.
        first: whether it is the player's first turn.
        taken: the card just taken.
        hidden: the turned card where the game hides it.
        tries: the moves that the step invites to try, in order.
        refused: whether the last of them is refused.
    """

    phase: Phase = Phase.DRAW
    stock: str = "2S 3D 8C JC"
    pile: str = "2C"
    first: bool = False
    taken: str = ""
    hidden: str = ""
    tries: tuple[str, ...] = ()
    refused: bool = False


SPARE = "AC"  # fits none of the easy hands
USELESS = "QD"  # nor does this one, and it costs no less
_LATER = Position(stock="KD 5S 9D", pile=f"6H {USELESS} 3D JS 7C")  # a turn later, three others having drawn and thrown
POSITIONS: Mapping[str, Position] = {
    "two-minutes-turn": Position(stock="JH 2S TD 8C KD 5S 9D", pile="6H", tries=("stock", f"throw {USELESS}")),
    "two-minutes-show": replace(_LATER, tries=("stock", f"declare {SPARE}")),
    "two-minutes-lay": replace(_LATER, tries=("stock", "meld 4S 5S 6S 7S")),
    "turn-draw": Position(pile="2C 7H", tries=("take",)),
    "turn-kept": Position(phase=Phase.THROW, taken="7H", tries=("throw 7H",), refused=True),
    "turn-no-joker": Position(pile="2C W", tries=("take",), refused=True),
    "turn-wiping": Position(pile="7H 2C 3D", tries=("take 7H", "meld 5H 6H 7H")),
    "turn-throw": Position(phase=Phase.THROW, tries=("throw KS",)),
    "drop-first": Position(first=True, tries=("drop",)),
    "drop-middle": Position(tries=("drop",)),
    "vazhushal-first": Position(phase=Phase.THROW, tries=("meld 5H 6H 7H",)),
    "seeing-show": Position(phase=Phase.THROW, hidden="8D", tries=("see",)),
}


def name_slot(rulebook: Rulebook) -> Message:
    """What stands on the place where a last card is laid to declare."""
    return Message("turn.slot" if holds("finish slot", rulebook) else "turn.slot_table")


def lay_turn(name: str, groups: Groups, deal: Deal, wild: Card | None) -> Turn | None:
    """The table of a step; None where the step is only looked at.

    Args:
        name: the lesson's key and the step's.
        groups: the hand.
        deal: the rulebook at its table.
        wild: a card that is wild there.
    """
    at = POSITIONS.get(name)
    if at is None:
        return None

    def read(cards: str) -> tuple[Card, ...]:
        return tuple(wild if word == "W" and wild is not None else Card.parse(word) for word in cards.split())

    hidden = deal.rulebook.wilds.hidden
    return Turn(
        rulebook=deal.rulebook,
        turned=Card.parse(at.hidden) if at.hidden else deal.turned,
        players=deal.players,
        hand=tuple(card for group in groups for card in group),
        stock=read(at.stock),
        discards=read(at.pile),
        phase=at.phase,
        first=at.first,
        seen=hidden and not at.hidden,
        taken=Card.parse(at.taken) if at.taken else None,
    )
