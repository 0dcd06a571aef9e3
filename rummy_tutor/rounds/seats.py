"""One player's place in a round, as told: how it ended for them and what is known of their cards."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from ..game.cards import Card, CardError, Hand
from ..game.messages import Items, quote
from ..game.rules import RuleError, refuse
from ..study.analysis import as_hand, as_whole
from .endings import Ending

MOST_STATED = 10**6  # far beyond any hand or bonus; keeps sums and tables within bounds
_UNPRINTED = {"Cc", "Cs", "Zl", "Zp"}  # control characters, halves of letters, line and paragraph separators
_TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}  # what turns the direction of writing
LONGEST_NAME = 100


class Turn(StrEnum):
    """When the winner declared."""

    BEFORE_DRAWING = "before-drawing"
    FIRST_TURN = "first-turn"
    LATER = "later"


@dataclass(frozen=True, kw_only=True)
class Seat:
    """One player of a round, as told.

    Attributes:
        name: what the player is called, without spaces at its ends; each name once at a table.
        ending: how the round ended for the player, an ``Ending`` or its text.
        hand: the cards, given as a hand, text or list; laid out in groups they are judged as laid, else at their best.
        points: instead of a hand, what it counts to before any halving or doubling.
        score: instead of a hand, its score in games where melds are worth points.
        value_cards: without a hand, the value cards the player is known to hold.
        bonus: instead of cards, what each opponent owes for value cards (maal).
        seen: in games with a hidden turned card, whether the player has seen it.
        objective: how the player declared, if the hand does not tell.
        laid_tunnelas: one card of each tunnela laid before play.
        declared_on: when the player declared, if that matters.
        drew: whether the player had drawn a card before leaving the table.
        dublees: whether the player saw a hidden turned card by showing dublees, where a house rule favours that.
        point_value: money for each point that this player pays, where not all play for the same.
    """

    name: str
    ending: Ending
    hand: Hand | None = None
    points: int | None = None
    score: int | None = None
    value_cards: tuple[Card, ...] = ()
    bonus: int | None = None
    seen: bool | None = None
    objective: str | None = None
    laid_tunnelas: tuple[Card, ...] = ()
    declared_on: Turn | None = None
    drew: bool = True
    dublees: bool | None = None
    point_value: Decimal | None = None

    if TYPE_CHECKING:  # a seat is made from texts too, and keeps what they stand for

        def __init__(
            self,
            *,
            name: str,
            ending: Ending | str,
            hand: Hand | str | Iterable[Card] | None = None,
            points: int | None = None,
            score: int | None = None,
            value_cards: str | Iterable[Card] = (),
            bonus: int | None = None,
            seen: bool | None = None,
            objective: str | None = None,
            laid_tunnelas: str | Iterable[Card] = (),
            declared_on: Turn | str | None = None,
            drew: bool = True,
            dublees: bool | None = None,
            point_value: int | float | str | Decimal | None = None,
        ) -> None: ...

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", check_name(self.name))
        try:
            for field, read in _READERS.items():
                value = getattr(self, field)
                if value is not None or field not in _OPTIONAL:
                    object.__setattr__(self, field, read(field, value))
            refuse("bad-ending:drew", not self.drew and not self.ending.terms.undrawn, ending=self.ending.value)
        except (RuleError, CardError) as error:
            raise error.within(self.name) from None

    @classmethod
    def of(cls, given: Seat | Mapping[str, Any]) -> Seat:
        """A seat from itself or from its fields by name.

        Raises:
            RuleError: a field is unknown, missing or wrong.
            CardError: cards cannot be read.
        """
        if isinstance(given, Seat):
            return given
        refuse("bad-type:seat", not isinstance(given, Mapping), found=type(given).__name__)
        known = tuple(field.name for field in fields(cls))
        for key in given:
            refuse("unknown-key:player", key not in known, key=quote(key), known=Items(known, "comma"))
        refuse("missing-key:name", "name" not in given)
        refuse("missing-key", "ending" not in given, str(given["name"]), key="ending")
        return cls(**given)

    @property
    def known_cards(self) -> tuple[Card, ...]:
        """Every card the player is known to have held."""
        if self.hand is not None:
            return self.hand.cards
        return (*self.value_cards, *(card for card in self.laid_tunnelas for _ in range(3)))


def check_name(name: object) -> str:
    """A player's name without spaces at its ends; see ``Seat``."""
    if not isinstance(name, str):
        raise RuleError("bad-name:type", found=type(name).__name__)
    unseen = any(
        unicodedata.category(character) in _UNPRINTED or unicodedata.bidirectional(character) in _TURNING
        for character in name
    )
    refuse("bad-name:lines", unseen, name=quote(name))
    refuse("bad-name:empty", not plain_name(name))
    name = name.strip()
    refuse("bad-name:too-long", len(name) > LONGEST_NAME, name=quote(name, 20), n=len(name), most=LONGEST_NAME)
    return name


def read_choice(kind: type[StrEnum], value: Any, key: str) -> StrEnum:
    """A choice from its text.

    Raises:
        RuleError: with this key, as there is no such choice.
    """
    try:
        return kind(value)
    except ValueError:
        raise RuleError(key, found=quote(value), known=Items(tuple(kind), "comma")) from None


def _check_flag(field: str, value: Any) -> bool:
    """What is true or false."""
    refuse("bad-type:true-or-false", not isinstance(value, bool), field=field, found=quote(value))
    return value


def _check_number(field: str, value: Any) -> int:
    """A stated figure as a whole number within bounds, also one out of a DataFrame."""
    least = -MOST_STATED if field == "score" else 0
    number = as_whole(value)
    if number is None or not least <= number <= MOST_STATED:
        given = quote(value) if isinstance(value, str) else str(value)[:40]
        raise RuleError("bad-points:number", field=field, least=least, most=MOST_STATED, found=given)
    return number


def as_amount(value: object, code: str, digits: str) -> Decimal:
    """A sum of money as an exact number.

    Raises:
        RuleError: with this code, if it is no number above 0; with ``digits``, if it has too many of them.
    """
    try:
        amount = Decimal(str(value)) if not isinstance(value, bool) and "_" not in str(value) else Decimal(0)
    except InvalidOperation:
        amount = Decimal(0)
    refuse(code, not amount.is_finite() or amount <= 0 or amount > 10**9, found=quote(value))
    refuse(digits, amount != Decimal(repr(float(amount))), found=quote(value))
    return amount


def _read_cards(cards: Any) -> tuple[Card, ...]:
    """Cards from text or a list; nothing, an empty text and an empty list are none."""
    none = cards is None or (isinstance(cards, str | list | tuple) and not cards)
    return () if none else as_hand(cards).cards


# how what is told of a player is read, in the order in which errors are told; what is optional may also be None
_READERS: dict[str, Callable[[str, Any], object]] = {
    "ending": lambda _, value: read_choice(Ending, value, "bad-ending:unknown"),
    "declared_on": lambda _, value: read_choice(Turn, value, "bad-turn:unknown"),
    "points": _check_number,
    "bonus": _check_number,
    "score": _check_number,
    "seen": _check_flag,
    "drew": _check_flag,
    "dublees": _check_flag,
    "point_value": lambda _, value: as_amount(value, "bad-point-value", "bad-point-value:digits"),
    "hand": lambda _, value: as_hand(value),
    "value_cards": lambda _, value: _read_cards(value),
    "laid_tunnelas": lambda _, value: _read_cards(value),
}
_OPTIONAL = {"declared_on", "points", "bonus", "score", "seen", "dublees", "point_value", "hand"}


def plain_name(name: str) -> str:
    """A name without what nobody sees: names that are alike so are the same to the eye."""
    seen = "".join(letter for letter in unicodedata.normalize("NFC", name) if unicodedata.category(letter) != "Cf")
    return " ".join(seen.split())


def refuse_alike(key: str, names: Iterable[str]) -> None:
    """Refuse names that look the same.

    Raises:
        RuleError: with this key.
    """
    known: dict[str, str] = {}
    for name in names:
        first = known.setdefault(plain_name(name), name)
        refuse(key, first != name, first=quote(first, LONGEST_NAME), second=quote(name, LONGEST_NAME))
