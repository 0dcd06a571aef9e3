"""A round as one JSON document, as ``rummy-tutor settle`` reads it and a series keeps it.

.. code-block:: json

    {"rulebook": "rummy-21", "options": [], "turned": "PJ", "point_value": 2, "end": "won",
     "players": [
       {"name": "Asha", "ending": "declared", "hand": "2H 3H 4H | 7S 8S 9S | …"},
       {"name": "Bela", "ending": "lost", "points": 50, "value_cards": ["AS", "2S", "KS"]},
       {"name": "Chand", "ending": "first-drop"}]}

Only ``rulebook`` and ``players`` have to be there, and of a player ``name`` and ``ending``. What may be left
out may also be null.

- ``turned``: a card, ``"PJ"`` or null. ``options``: house options. ``point_value``: money for a point.
- ``end``: ``"won"`` (the default), ``"stock"`` (used up) or ``"redeal"``.
- ``check_pack``: false to settle hands that the pack cannot have dealt; they are then noted.
- ``ending``: ``declared``, ``last-left``, ``lost``, ``lost-before-first-move``, ``first-drop``,
  ``middle-drop``, ``three-misses``, ``left-table``, ``wrong-declaration``, or ``playing`` (stock, redeal).
- ``hand``: text with bars, or a list of cards; or ``groups``, a list of lists of cards. In groups it is
  judged as laid, without groups at its best.
- ``points`` instead of a hand: what it counts to, before halving or doubling; ``score`` where melds are
  worth points. ``seen``: in Marriage, instead of a hand or beside it.
- ``value_cards`` (cards) or ``bonus`` (what each opponent owes) where there is no hand;
  ``laid_tunnelas``: one card of each tunnela laid before play.
- ``objective``: how a winner declared, if the hand does not tell. ``declared_on``: ``first-turn``,
  ``before-drawing`` or ``later``. ``drew``: false if who left the table had not drawn a card.
- ``dublees``: with the option ``dublee-loser-free``, whether a loser has seen by showing dublees, if the hand
  does not tell. With the option ``fouls`` an ``ending`` may be ``foul``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from decimal import Decimal, InvalidOperation

from ._ledger import Round, RoundEnd, as_number
from ._seats import Seat
from .cards import Card, CardError, Hand
from .phrases import name_json_type
from .rulebooks import RULEBOOKS, get_rulebook
from .rules import Rulebook, RuleError
from .settlement import settle

_TABLE_KEYS = ("turned", "end", "check_pack", "players")
_GAME_KEYS = ("rulebook", "options", "point_value")


def parse_json(text: str) -> dict[str, object]:
    """The JSON object in a text.

    Raises:
        RuleError: there is none; ``bad-json``, ``key-twice`` or ``not-an-object``.
    """
    values = load_json(text)
    if not isinstance(values, dict):
        raise RuleError(f"expected a JSON object, not {name_json_type(values)}", "not-an-object")
    return values


def load_json(text: str) -> object:
    """The JSON value in a text, with no key twice and no number that cannot be kept as it stands.

    Raises:
        RuleError: ``bad-json`` or ``key-twice``.
    """
    try:
        return json.loads(
            text, parse_constant=_refuse_constant, parse_float=_read_float, object_pairs_hook=_refuse_twins
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise RuleError(f"no JSON: {error.msg.removesuffix(' at')} at {where}", "bad-json") from None
    except RecursionError:
        raise RuleError("no JSON to read: the brackets are nested too deep", "bad-json") from None
    except RuleError:
        raise
    except ValueError:
        raise RuleError("no JSON to read: a number is too long", "bad-json") from None


def _read_float(text: str) -> float:
    number = float(text)
    try:
        exact = Decimal(text) == Decimal(repr(number))
    except (InvalidOperation, OverflowError):  # an exponent that no decimal number has
        exact = False
    if not exact:
        told = f"the number {text[:40]} cannot be kept exactly: it may have 15 digits, and an exponent up to 307"
        raise RuleError(told, "bad-json")
    return number


def _refuse_constant(name: str) -> object:
    raise RuleError(f"{name} is no JSON number", "bad-json")


def _refuse_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _ in pairs]
        twin = next(name for name in names if names.count(name) > 1)
        raise RuleError(f"the key {twin[:40]!r} stands twice in one object", "key-twice")
    return values


def check_type(value: object, kinds: type | tuple[type, ...], where: str, wanted: str) -> None:
    """Refuse a value of the wrong JSON type; true is no number."""
    kinds = kinds if isinstance(kinds, tuple) else (kinds,)
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise RuleError(f"{where} must be {wanted}, not {name_json_type(value)}", "bad-type")


def check_keys(values: Mapping[str, object], known: tuple[str, ...], where: str) -> dict[str, object]:
    """The values that are not null, all of them under known keys."""
    check_type(values, Mapping, where, "an object")
    for key in values:
        if key not in known:
            raise RuleError(f"unknown key {str(key)[:40]!r} of {where}: one of {', '.join(known)}", "unknown-key")
    return {key: value for key, value in values.items() if value is not None}


def read_game(values: Mapping[str, object]) -> tuple[Rulebook, object]:
    """The rulebook with its options, and the rate of a point, of a document."""
    if values.get("rulebook") is None:
        raise RuleError("rulebook is missing", "missing-key")
    check_type(values["rulebook"], str, "rulebook", "text")
    options = values.get("options")
    options = [] if options is None else options
    check_type(options, list, "options", "a list")
    for option in options:
        check_type(option, str, "an option", "text")
    rate = values.get("point_value")
    if rate is not None:
        check_type(rate, (int, float), "point_value", "a number")
    return get_rulebook(values["rulebook"], options), rate


def read_round(values: Mapping[str, object]) -> Round:
    """Settle the round of a document.

    Raises:
        RuleError: a key or type is wrong, or the round is impossible.
        CardError: a card cannot be read.
    """
    values = check_keys(values, (*_GAME_KEYS, *_TABLE_KEYS), "a round")
    rulebook, rate = read_game(values)
    return read_table({key: values[key] for key in values if key in _TABLE_KEYS}, rulebook, rate)


def read_table(values: Mapping[str, object], rulebook: Rulebook, rate: object) -> Round:
    """Settle a round whose rulebook and rate stand elsewhere, as in a series."""
    values = check_keys(values, _TABLE_KEYS, "a round")
    if "players" not in values:
        raise RuleError("players are missing", "missing-key")
    check_type(values["players"], list, "players", "a list")
    check_type(values.get("end", "won"), str, "end", "text")
    check_type(values.get("check_pack", True), bool, "check_pack", "true or false")
    turned = values.get("turned")
    if turned is not None:
        check_type(turned, str, "turned", "text")
    return settle(
        rulebook,
        [_read_seat(player, f"player {at}") for at, player in enumerate(values["players"], 1)],
        turned=turned,
        point_value=rate,
        end=values.get("end", RoundEnd.WON),
        check_pack=values.get("check_pack", True),
    )


_TEXTS = ("name", "ending", "objective", "declared_on")
_CARDS = ("value_cards", "laid_tunnelas")


def _read_seat(values: object, where: str) -> Seat:
    check_type(values, dict, where, "an object")
    known = tuple(field.name for field in fields(Seat))
    values = check_keys(values, (*known[:3], "groups", *known[3:]), where)
    for key in ("name", "ending"):
        if key not in values:
            raise RuleError(f"{where}: {key} is missing", "missing-key")
    for key in _TEXTS:
        if key in values:
            check_type(values[key], str, f"{where}: {key}", "text")
    where = values["name"]
    for key in ("hand", *_CARDS):
        if key in values:
            values[key] = _read_cards(values[key], f"{where}: {key}")
    groups = values.pop("groups", None)
    if groups is not None:
        check_type(groups, list, f"{where}: groups", "a list")
        laid = [_read_cards(group, f"{where}: a group") for group in groups]
        if any(isinstance(group, str) for group in laid):
            raise RuleError(f"{where}: groups are lists of cards", "bad-type")
        try:
            hand = Hand.of_groups(laid)
            told = values.get("hand", list(hand.cards))
            cards = Hand.parse(told) if isinstance(told, str) else Hand(tuple(told))
            if cards.groups:
                raise RuleError(
                    f"{where}: the hand is laid out in groups already: groups besides are too many", "two-figures"
                )
            values["hand"] = Hand(cards.cards, hand.groups)
        except CardError as error:
            raise CardError(f"{where}: {error}", error.code) from None
    return Seat.of(values)


def _read_cards(value: object, where: str) -> str | list[Card]:
    """Cards as text, to be read later, or a list of cards."""
    check_type(value, (str, list), where, "text or a list of cards")
    if isinstance(value, str):
        return value
    for card in value:
        check_type(card, str, f"a card of {where}", "text")
    try:
        return [Card.parse(card) for card in value]
    except CardError as error:
        raise CardError(f"{where}: {error}", error.code) from None


# ---- writing ---------------------------------------------------------------------------------------------
def write_game(rulebook: Rulebook, rate: object) -> dict[str, object]:
    """The keys of a document that name the game.

    Raises:
        RuleError: the rulebook is none of those with a key.
    """
    if rulebook.key not in RULEBOOKS or get_rulebook(rulebook.key, rulebook.options) != rulebook:
        raise RuleError(f"{rulebook.key} is a rulebook of one's own: only those with a key can be kept", "own-rulebook")
    values: dict[str, object] = {"rulebook": rulebook.key}
    if rulebook.options:
        values["options"] = list(rulebook.options)
    if rate is not None:
        values["point_value"] = as_number(rate)
    return values


def write_round(settled: Round) -> dict[str, object]:
    """The document that ``read_round`` settles to the same round."""
    return {**write_game(settled.rulebook, settled.point_value), **write_table(settled)}


def write_table(settled: Round) -> dict[str, object]:
    """A round without its rulebook and rate, as a series keeps it."""
    values: dict[str, object] = {}
    if settled.turned is not None:
        values["turned"] = str(settled.turned)
    if settled.end is not RoundEnd.WON:
        values["end"] = settled.end.value
    if any(note.code == "pack-surplus" for note in settled.notes):
        values["check_pack"] = False
    values["players"] = [_write_seat(one.seat) for one in settled.judged]
    return values


def _write_seat(seat: Seat) -> dict[str, object]:
    values: dict[str, object] = {}
    for field in fields(seat):
        value = getattr(seat, field.name)
        if value == field.default or value is None:
            continue
        if isinstance(value, Hand):
            value = str(value)
        elif isinstance(value, tuple):
            value = list(map(str, value))
        values[field.name] = value if not isinstance(value, str) else str(value)
    return values
