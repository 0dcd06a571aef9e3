"""A round as one JSON document, as ``rummy-tutor settle`` reads it and a series keeps it.

.. code-block:: json

    {"rulebook": "rummy-21", "options": [], "turned": "PJ", "point_value": 2, "end": "won",
     "players": [
       {"name": "Asha", "ending": "declared", "hand": "2H 3H 4H | 7S 8S 9S | …"},
       {"name": "Bela", "ending": "lost", "points": 50, "value_cards": ["AS", "2S", "KS"]},
       {"name": "Chand", "ending": "first-drop"}]}

``rulebook`` is a key, or an object as in a rulebook's file. Only it and ``players`` have to be there, and of a player
``name`` and ``ending``. What may be left out may also be null.

- ``turned``: a card, ``"PJ"`` or null. ``options``: house options. ``point_value``: money for a point.
- ``end``: ``"won"`` (the default), ``"stock"`` (used up), ``"redeal"`` or ``"wrong-declaration"`` (by a
  house rule).
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
- ``point_value`` of a player: money for each point that they pay, where not all play for the same.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from decimal import Decimal, InvalidOperation
from typing import Any

from ..game.cards import Card, CardError, Hand
from ..game.messages import Items, Message, key_of, quote, tell_later
from ..game.rules import Rulebook, RuleError, refuse
from ..rulebooks import find_ours, get_rulebook
from ..rulebooks.files import make_rulebook, write_short
from .ledger import Round, RoundEnd, as_number, write_value
from .seats import Seat
from .settlement import settle

Types = type | tuple[type, ...]
# the keys of a document that hold for its game and for one round, and those of a player, with the types of their values
_GAME: dict[str, Types] = {"rulebook": (str, dict), "options": list, "point_value": (int, float)}
_TABLE: dict[str, Types] = {"turned": str, "end": str, "check_pack": bool, "players": list}
_TEXTS: dict[str, Types] = dict.fromkeys(("name", "ending", "objective", "declared_on"), str)
_CARDS = ("hand", "value_cards", "laid_tunnelas")


def parse_json(text: str) -> dict[str, Any]:
    """The JSON object in a text.

    Raises:
        RuleError: there is none; ``bad-json``, ``key-twice`` or ``not-an-object``.
    """
    values: Any = load_json(text)
    refuse("not-an-object", not isinstance(values, dict), type=name_type(values))
    return values


def load_json(text: str) -> object:
    """The JSON value in a text, with no key twice and no number that cannot be kept as it stands.

    Raises:
        RuleError: ``bad-json`` or ``key-twice``.
    """
    refuse("bad-json:empty-file", not text.strip())
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise RuleError("bad-json:document", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise RuleError("bad-json:nested") from None
    except RuleError:
        raise
    except ValueError:
        raise RuleError("bad-json:long-number") from None


def _read_float(text: str) -> float:
    number = float(text)
    try:
        exact = Decimal(text) == Decimal(repr(number))
    except (InvalidOperation, OverflowError):  # an exponent that no decimal number has
        exact = False
    refuse("bad-json:number", not exact, number=text[:40])
    return number


def _refuse_constant(name: str) -> object:
    raise RuleError("bad-json:not-a-number", name=name)


def _refuse_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object of its keys and values in order."""
    values = dict(pairs)
    if len(values) < len(pairs):
        for name, times in Counter(name for name, _ in pairs).items():
            refuse("key-twice", times > 1, key=quote(name))
    return values


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant, parse_float=_read_float, object_pairs_hook=_refuse_twins)
_TYPE_NAMES = {
    type(None): "null",
    bool: "true-or-false",
    int: "number",
    float: "number",
    str: "text",
    list: "list",
    dict: "object",
}


def name_type(value: object) -> Message:
    """What a value read from JSON is called: text, a list, null; a number is shown."""
    name = _TYPE_NAMES.get(type(value), "text")
    return (
        tell_later("type.this-number", value=str(value)[:40]) if name == "number" else tell_later(key_of("type.", name))
    )


def check_type(value: Any, kinds: Types, field: str) -> Any:
    """A value that has one of some JSON types; true is no number.

    Args:
        value: the value.
        kinds: the types it may have.
        field: the key it stands under.

    Raises:
        RuleError: ``bad-type``.
    """
    kinds = kinds if isinstance(kinds, tuple) else (kinds,)
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        wanted = "whole-number" if kinds == (int,) else "-or-".join(dict.fromkeys(_TYPE_NAMES[kind] for kind in kinds))
        values = {"wanted": tell_later(key_of("type.", wanted)), "found": name_type(value)}
        raise RuleError("bad-type:field", field=field, **values)
    return value


def check_types(values: Mapping[str, object], types: Mapping[str, Types]) -> None:
    """Refuse values of the wrong JSON type; what is left out or null is none.

    Raises:
        RuleError: ``bad-type``.
    """
    for key, kinds in types.items():
        if values.get(key) is not None:
            check_type(values[key], kinds, key)


def check_keys(values: Mapping[str, object], known: tuple[str, ...], what: str) -> dict[str, Any]:
    """The values that are not null, all of them under known keys.

    Args:
        values: the object.
        known: the keys it may have.
        what: what the object is, as the variant of an error: ``round``, ``series`` or ``player``.

    Raises:
        RuleError: ``bad-type`` or ``unknown-key``.
    """
    refuse(key_of("bad-type:", what), not isinstance(values, Mapping), found=name_type(values))
    for key in values:
        refuse(key_of("unknown-key:", what), key not in known, key=quote(key), known=Items(known, "comma"))
    return {key: value for key, value in values.items() if value is not None}


def read_game(values: Mapping[str, Any]) -> tuple[Rulebook, Any]:
    """The rulebook with its options, and the rate of a point, of a document."""
    refuse("missing-key", values.get("rulebook") is None, key="rulebook")
    check_types(values, _GAME)
    book, options = values["rulebook"], values.get("options") or []
    for option in options:
        check_type(option, str, "options")
    if isinstance(book, dict):
        try:
            book = make_rulebook(book)
        except RuleError as error:
            raise error.within("rulebook") from None
    return get_rulebook(book, options), values.get("point_value")


def read_round(values: Mapping[str, object]) -> Round:
    """Settle the round of a document.

    Raises:
        RuleError: a key or type is wrong, or the round is impossible.
        CardError: a card cannot be read.
    """
    values = check_keys(values, (*_GAME, *_TABLE), "round")
    rulebook, rate = read_game(values)
    return read_table({key: values[key] for key in values if key in _TABLE}, rulebook, rate)


def read_table(values: Mapping[str, object], rulebook: Rulebook, rate: Any) -> Round:
    """Settle a round whose rulebook and rate stand elsewhere, as in a series."""
    values = check_keys(values, tuple(_TABLE), "round")
    refuse("missing-key", "players" not in values, key="players")
    check_types(values, _TABLE)
    return settle(
        rulebook,
        [_read_seat(player, at) for at, player in enumerate(values["players"], 1)],
        turned=values.get("turned"),
        point_value=rate,
        end=values.get("end", RoundEnd.WON),
        check_pack=values.get("check_pack", True),
    )


def _read_seat(values: Any, number: int) -> Seat:
    """One player of a round; an error gives the number until the name is known."""
    try:
        known = tuple(field.name for field in fields(Seat))
        values = check_keys(values, (*known[:3], "groups", *known[3:]), "player")
        for key in ("name", "ending"):
            refuse("missing-key", key not in values, key=key)
        check_types(values, _TEXTS)
    except RuleError as error:
        raise error.within(tell_later("place.player", n=number)) from None
    try:
        check_types(values, {"point_value": (int, float)})
        values |= {key: _read_cards(values[key], key) for key in _CARDS if key in values}
        groups = values.pop("groups", None)
        if groups is not None:
            values["hand"] = _read_groups(groups, values.get("hand"))
    except (RuleError, CardError) as error:
        raise error.within(values["name"]) from None
    return Seat.of(values)


def _read_groups(groups: Any, hand: str | list[Card] | None) -> Hand:
    """A hand laid out in groups, with the cards told beside them if any are."""
    laid = [_read_cards(group, "groups") for group in check_type(groups, list, "groups")]
    listed = [group for group in laid if not isinstance(group, str)]
    refuse("bad-type:groups", len(listed) < len(laid))
    grouped = Hand.of_groups(listed)
    listed_cards = list(grouped.cards) if hand is None else hand
    cards = Hand.parse(listed_cards) if isinstance(listed_cards, str) else Hand(tuple(listed_cards))
    refuse("two-figures:groups", cards.groups)
    return Hand(cards.cards, grouped.groups)


def _read_cards(value: Any, field: str) -> str | list[Card]:
    """Cards as text, to be read later, or a list of cards."""
    if isinstance(check_type(value, (str, list), field), str):
        return value
    try:
        return [Card.parse(check_type(card, str, field)) for card in value]
    except CardError as error:
        raise error.within(field) from None


# ---- writing ---------------------------------------------------------------------------------------------
def write_game(rulebook: Rulebook, rate: Decimal | None) -> dict[str, object]:
    """The keys of a document that name the game; a rulebook of one's own stands there as a whole.

    Raises:
        RuleError: the rulebook has the key of another one.
    """
    known = find_ours(rulebook)
    refuse("own-rulebook", known not in (None, rulebook), game=rulebook.key)
    values: dict[str, object] = {"rulebook": rulebook.key if known else write_short(rulebook)}
    if known and rulebook.options:
        values["options"] = list(rulebook.options)
    if rate is not None:
        values["point_value"] = as_number(rate)
    return values


def write_table(settled: Round) -> dict[str, object]:
    """A round without its rulebook and rate, as a series keeps it."""
    values: dict[str, object] = {}
    if settled.turned is not None:
        values["turned"] = str(settled.turned)
    if settled.end is not RoundEnd.WON:
        values["end"] = settled.end.value
    if any(note.code == "pack-surplus" for note in settled.notes):
        values["check_pack"] = False
    values["players"] = [_write_seat(judged.seat) for judged in settled.judged]
    return values


def _write_seat(seat: Seat) -> dict[str, object]:
    """What is told of a player, without what is as it usually is."""
    told = {field.name: getattr(seat, field.name) for field in fields(seat)}
    usual = {field.name: field.default for field in fields(seat)}
    return {name: write_value(value) for name, value in told.items() if value not in (None, usual[name])}


def place_of_round(number: int) -> Message:
    """Where an error lies that concerns one round of a series."""
    return tell_later("place.round", n=number)
