"""A move at the table as text, and the ruling on it.

Two spellings are read. Records and programs write ``draw stock``, ``draw open``, ``draw 7S`` (that card and all above
it), ``throw 7S``, ``drop``, ``declare 7S`` (throwing a last card), ``declare``, ``lay 5H 6H 7H``,
``lay 8H on 5H 6H 7H``,
``tunnela 7S`` (before play), ``see 5S 5S 5S, 2H 3H 4H, 6C 7C 8C`` and ``play`` (begin). Tasks' choices are shorter:
``stock``, ``take``, ``take 7S``, ``meld 5H 6H 7H``, ``add 8H``, ``see``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from ..game.cards import Card, CardError, format_cards
from ..game.messages import Message, TutorError, key_of, quote

Groups = tuple[tuple[Card, ...], ...]
_MOST_WORDS = 40  # of a move's text that are read
# how many cards a move names
_CARDS = {
    "stock": (0, 0),
    "take": (0, 1),
    "throw": (1, 1),
    "drop": (0, 0),
    "declare": (0, 1),
    "meld": (2, 14),
    "add": (1, 1),
    "tunnela": (1, 1),
    "see": (0, 21),
    "play": (0, 0),
}


class PlayError(TutorError):
    """Text that is no move, or a move that cannot be made."""


class Phase(StrEnum):
    """The part of a turn."""

    BEFORE_PLAY = "before-play"
    DRAW = "draw"
    THROW = "throw"
    OVER = "over"


class Ruling(NamedTuple):
    """Whether a move is allowed.

    Attributes:
        allowed: whether it is.
        code: why not, or what allows it; its sentence stands in the catalogue under ``move.``.
        source: the source or ruling that says so.
    """

    allowed: bool
    code: str
    source: str

    @property
    def text(self) -> Message:
        """The ruling as a sentence."""
        return Message(key_of("move.", self.code))


class Move(NamedTuple):
    """A move: what is done, and with which cards.

    Attributes:
        kind: what is done, in the word of the shorter spelling.
        cards: the cards named.
        groups: the groups shown to see a hidden card, or the meld that a card is added to.
    """

    kind: str
    cards: tuple[Card, ...] = ()
    groups: Groups = ()

    @classmethod
    def parse(cls, text: str) -> Move:
        """The move of a text in either spelling.

        Raises:
            PlayError: ``bad-move``.

        Example:
            >>> Move.parse("throw 7S"), Move.parse("draw open")
            (Move(kind='throw', cards=(Card('7S'),), groups=()), Move(kind='take', cards=(), groups=()))
        """
        if not isinstance(text, str):
            raise PlayError("bad-move", found=quote(text))
        try:
            move = _read(text)
        except CardError:
            move = None
        if move is None or not _CARDS[move.kind][0] <= len(move.cards) <= _CARDS[move.kind][1]:
            raise PlayError("bad-move", found=quote(text))
        return move

    def __str__(self) -> str:
        return " ".join([self.kind, *map(str, self.cards)])

    @property
    def record(self) -> str:
        """The text of a record."""
        cards = format_cards(self.cards)
        if self.kind == "see" and self.groups:
            return "see " + ", ".join(map(format_cards, self.groups))
        if self.kind == "add" and self.groups:
            return f"lay {cards} on {format_cards(self.groups[0])}"
        words = {"stock": "draw stock", "take": f"draw {cards or 'open'}", "meld": f"lay {cards}"}
        return words.get(self.kind, str(self))


def _read(text: str) -> Move | None:
    """The move of a text, None where its first word is none that is known."""
    kind, _, rest = text.strip().partition(" ")
    if kind == "draw":
        if rest in ("stock", "open"):
            return Move("stock" if rest == "stock" else "take")
        kind = "take" if rest else ""
    if kind == "lay":
        added, on, meld = rest.partition(" on ")
        return Move("add", _cards(added), (_cards(meld),)) if on else Move("meld", _cards(rest))
    if kind == "see" and rest:
        groups = tuple(_cards(part) for part in rest.split(","))
        return Move("see", tuple(card for group in groups for card in group), groups)
    return Move(kind, _cards(rest)) if kind in _CARDS else None


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()[:_MOST_WORDS]))
