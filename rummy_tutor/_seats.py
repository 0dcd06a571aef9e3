"""One player's place in a round, as told: how it ended for him and what is known of his cards."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from operator import index

from .analysis import as_hand
from .cards import Card, CardError, Hand
from .rules import Rulebook, RuleError

MOST_STATED = 10**6  # far beyond any hand or bonus; keeps sums and tables within bounds
_UNPRINTED = {"Cc", "Cs", "Zl", "Zp"}  # control characters, halves of letters, line and paragraph separators
_TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}  # what turns the direction of writing
LONGEST_NAME = 100


class Ending(StrEnum):
    """How a round ended for one player."""

    DECLARED = "declared"
    LAST_LEFT = "last-left"
    LOST = "lost"
    LOST_BEFORE_FIRST_MOVE = "lost-before-first-move"
    FIRST_DROP = "first-drop"
    MIDDLE_DROP = "middle-drop"
    THREE_MISSES = "three-misses"
    LEFT_TABLE = "left-table"
    WRONG_DECLARATION = "wrong-declaration"
    FOUL = "foul"
    PLAYING = "playing"


LABELS: dict[Ending, str] = {
    Ending.DECLARED: "declared and won",
    Ending.LAST_LEFT: "won as the last one left",
    Ending.LOST: "lost",
    Ending.LOST_BEFORE_FIRST_MOVE: "lost before the first move",
    Ending.FIRST_DROP: "first drop",
    Ending.MIDDLE_DROP: "middle drop",
    Ending.THREE_MISSES: "three misses in a row",
    Ending.LEFT_TABLE: "left the table",
    Ending.WRONG_DECLARATION: "wrong declaration",
    Ending.FOUL: "foul",
    Ending.PLAYING: "still playing",
}
WINNING = (Ending.DECLARED, Ending.LAST_LEFT)
LOSING = (Ending.LOST, Ending.LOST_BEFORE_FIRST_MOVE)
DROPPED = (Ending.FIRST_DROP, Ending.MIDDLE_DROP, Ending.THREE_MISSES, Ending.LEFT_TABLE)
OUT = (*DROPPED, Ending.WRONG_DECLARATION, Ending.FOUL)


class Turn(StrEnum):
    """When the winner declared."""

    BEFORE_DRAWING = "before-drawing"
    FIRST_TURN = "first-turn"
    LATER = "later"


@dataclass(frozen=True, kw_only=True)
class Seat:
    """One player of a round, as told.

    Attributes:
        name: what he is called, without spaces at its ends; each name once at a table.
        ending: how the round ended for him, an ``Ending`` or its text.
        hand: his cards as a hand, text or list; laid out in groups they are judged as laid, else at their best.
        points: instead of a hand, what it counts to before any halving or doubling.
        score: instead of a hand, its score in games where melds are worth points.
        value_cards: without a hand, the value cards he is known to hold.
        bonus: instead of cards, what each opponent owes him for value cards (maal).
        seen: in games with a hidden turned card, whether he has seen it.
        objective: how he declared, if the hand does not tell.
        laid_tunnelas: one card of each tunnela he laid before play.
        declared_on: when he declared, if that matters.
        drew: whether he had drawn a card before he left the table.
        dublees: whether he saw a hidden turned card by showing dublees, where a house rule favours that.
    """

    name: str
    ending: Ending | str
    hand: Hand | str | Iterable[Card] | None = None
    points: int | None = None
    score: int | None = None
    value_cards: tuple[Card, ...] | str | Iterable[Card] = ()
    bonus: int | None = None
    seen: bool | None = None
    objective: str | None = None
    laid_tunnelas: tuple[Card, ...] | str | Iterable[Card] = ()
    declared_on: Turn | str | None = None
    drew: bool = True
    dublees: bool | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise RuleError(f"a player's name is text, not {type(self.name).__name__}", "bad-name")
        if any(unicodedata.category(x) in _UNPRINTED or unicodedata.bidirectional(x) in _TURNING for x in self.name):
            raise RuleError(f"a player's name is one line of text, not {self.name[:40]!r}", "bad-name")
        if not plain_name(self.name):
            raise RuleError("a player has no name: each has one of his own", "bad-name")
        self._set(name=self.name.strip())
        if len(self.name) > LONGEST_NAME:
            told = f"{len(self.name)} letters, as in {self.name[:20]!r}…, are no name: it has {LONGEST_NAME} at most"
            raise RuleError(told, "bad-name")
        self._set(ending=self._choose(Ending, self.ending, "bad-ending"))
        if self.declared_on is not None:
            self._set(declared_on=self._choose(Turn, self.declared_on, "bad-turn"))
        for field in ("points", "bonus", "score"):
            self._set(**{field: self._check_number(field, getattr(self, field))})
        for field in ("seen", "drew", "dublees"):
            value = getattr(self, field)
            if not isinstance(value, bool) and not (field != "drew" and value is None):
                raise RuleError(f"{self.name}: {field} is true or false, not {value!r}", "bad-type")
        try:
            if self.hand is not None:
                self._set(hand=as_hand(self.hand))
            for field in ("value_cards", "laid_tunnelas"):
                cards = getattr(self, field)
                none = cards is None or (isinstance(cards, str | list | tuple) and not cards)
                self._set(**{field: () if none else as_hand(cards).cards})
        except CardError as error:
            raise CardError(f"{self.name}: {error}", error.code) from None
        if not self.drew and self.ending is not Ending.LEFT_TABLE:
            raise RuleError(f"{self.name}: drew is for who left the table, not for {self.ending}", "bad-ending")

    def _set(self, **values: object) -> None:
        for field, value in values.items():
            object.__setattr__(self, field, value)

    def _choose(self, kind: type[StrEnum], value: object, code: str) -> StrEnum:
        try:
            return kind(value)
        except ValueError:
            known = ", ".join(kind)
            shown = str(value)[:40]
            raise RuleError(f"{self.name}: unknown {kind.__name__.lower()} {shown!r}: one of {known}", code) from None

    def _check_number(self, field: str, value: object) -> int | None:
        if value is None:
            return None
        least = -MOST_STATED if field == "score" else 0
        try:
            number = None if isinstance(value, bool) else index(value)  # also a whole number out of a DataFrame
        except TypeError:
            number = None
        if number is None or not least <= number <= MOST_STATED:
            told = f"{field} is a whole number from {least} to {MOST_STATED}, not {repr(value)[:40]}"
            raise RuleError(f"{self.name}: {told}", "bad-points")
        return number

    @classmethod
    def of(cls, told: Seat | Mapping[str, object]) -> Seat:
        """A seat from itself or from its fields by name.

        Raises:
            RuleError: a field is unknown, missing or wrong.
            CardError: cards cannot be read.
        """
        if isinstance(told, Seat):
            return told
        if not isinstance(told, Mapping):
            raise RuleError(f"a player is a Seat or its fields by name, not {type(told).__name__}", "bad-type")
        known = [field.name for field in fields(cls)]
        for key in told:
            if key not in known:
                raise RuleError(f"unknown key {str(key)[:40]!r} of a player: one of {', '.join(known)}", "unknown-key")
        for key in ("name", "ending"):
            if key not in told:
                who = f"{told['name']}: " if key == "ending" else "a player: "
                raise RuleError(f"{who}{key} is missing", "missing-key")
        return cls(**told)

    @property
    def known_cards(self) -> tuple[Card, ...]:
        """Every card he is known to have held."""
        if self.hand is not None:
            return self.hand.cards
        return (*self.value_cards, *(card for card in self.laid_tunnelas for _ in range(3)))


def plain_name(name: str) -> str:
    """A name without what nobody sees: names that are alike so are the same to the eye."""
    seen = "".join(letter for letter in unicodedata.normalize("NFC", name) if unicodedata.category(letter) != "Cf")
    return " ".join(seen.split())


def find_alike(names: Iterable[str]) -> tuple[str, str] | None:
    """The first two names that look the same, None if there are none."""
    known: dict[str, str] = {}
    for name in names:
        first = known.setdefault(plain_name(name), name)
        if first != name:
            return first, name
    return None


def price_of(ending: Ending, book: Rulebook, drew: bool = True) -> int | None:
    """The rulebook's price of an ending that has one, None if it has not."""
    penalties = book.penalties
    first, middle = penalties.first_drop, penalties.middle_drop
    return {
        Ending.FIRST_DROP: first,
        Ending.MIDDLE_DROP: middle,
        Ending.THREE_MISSES: penalties.three_misses,
        Ending.LEFT_TABLE: middle if drew else first,
        Ending.WRONG_DECLARATION: penalties.wrong_declaration,
        Ending.FOUL: None if penalties.foul is None else 0,  # what it costs is paid in the next round
    }.get(ending)
