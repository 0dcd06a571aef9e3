"""What one player may know of a round, copied so that no other hand and no card of the stock can be reached from it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ..game.cards import Card
from ..game.rules import Rulebook
from ..game.unseen import count_stock
from ..rulebooks import RULEBOOKS, get_rulebook
from .moves import Groups
from .round import Done, PlayedRound
from .sight import Sight
from .turn import build, change, list_fields


class Player(NamedTuple):
    """What everybody sees of a player.

    Attributes:
        cards: how many cards they hold, those on the table apart.
        out: whether they have left the round.
        seen: whether they know a hidden turned card; None where none is hidden.
        laid: their melds on the table.
        taken: the cards that they took from the discards and still hold.
    """

    cards: int
    out: bool
    seen: bool | None
    laid: Groups
    taken: tuple[Card, ...]


@dataclass(frozen=True, kw_only=True)
class View(Sight):
    """A round as one player knows it.

    Attributes:
        seat: the player.
        stock: how many cards lie face down.
        others: all players in the order of their turns, this one among them.
        log: every move made.
    """

    seat: int
    stock: int
    others: tuple[Player, ...]
    log: tuple[Done, ...]

    def count_stock(self) -> int:
        """How many cards lie face down."""
        return self.stock

    @cached_property
    def gone(self) -> tuple[Card, ...]:
        """The cards that cannot come from the stock any more: thrown, on the table, or known to be in another hand."""
        elsewhere = [player for seat, player in enumerate(self.others) if seat != self.seat]
        laid = [card for player in elsewhere for group in player.laid for card in group]
        return (*self.discards, *laid, *[card for player in elsewhere for card in player.taken])

    @cached_property
    def supply(self) -> list[int]:
        """Copies that may still come, by card index; the same once one of the cards that are gone is taken."""
        return count_stock(Counter(), self.deal, (*self.cards, *self.gone))

    def to_dict(self) -> dict[str, object]:
        """As plain JSON values, as a program at the table reads it."""
        return {
            "rulebook": name_rulebook(self.rulebook),
            "options": list(self.rulebook.options),
            "turned": None if self.turned is None else str(self.turned),
            "hand": list(map(str, self.hand)),
            "open": None if self.open is None else str(self.open),
            "discards": list(map(str, self.discards)),
            "stock": self.stock,
            "players": [{"cards": other.cards, "out": other.out} for other in self.others],
            "log": [[done.seat, done.move.record] for done in self.log],
            "seen": self.seen if self.rulebook.wilds.hidden else None,
            "laid": [[list(map(str, group)) for group in other.laid] for other in self.others],
        }


def view_round(played: PlayedRound, seat: int) -> View:
    """What a player may know of a round; on another's turn no move is theirs.

    Args:
        played: the whole round.
        seat: the player.
    """
    turn = played.turn if seat == played.seat else change(played, seat=seat, taken=None, owed=None).turn
    known = {name: getattr(turn, name) for name in (*list_fields(Sight), "deal")}
    hides = played.rulebook.wilds.hidden
    if hides and not turn.seen:
        known["turned"] = None
    others = tuple(
        Player(len(place.hand), place.ending is not None, place.seen if hides else None, place.laid, place.taken)
        for place in played.places
    )
    return build(View, **known, seat=seat, stock=len(played.stock), others=others, log=played.log)


def name_rulebook(rulebook: Rulebook) -> str | dict[str, object]:
    """A rulebook as records name it: the key of a shipped one, whose options stand beside it; else its data."""
    if rulebook.key in RULEBOOKS and get_rulebook(rulebook.key, rulebook.options) == rulebook:
        return rulebook.key
    from ..rulebooks.files import write_short  # writing data costs time that few need

    return write_short(rulebook)
