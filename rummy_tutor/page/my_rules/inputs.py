"""The inputs of a rulebook: one for each field of its records that a form can change, made from the records.

A new field of a record has its input here without a line of its own. Its place in the plain data of a rulebook is its
path, such as ``scoring.tiers.0.flat``: names of fields, and numbers of entries.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, is_dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from ...game.cards import Card, Hand
from ...game.checks import find_limits
from ...game.rules import NOT_RULES, Kind, Needs, Rulebook, RuleError
from ...rulebooks import RULEBOOKS
from ...rulebooks.files import NONE, list_fields, to_whole_data

_NO_GROUPS = (Kind.LOOSE, Kind.INVALID)  # kinds that no rule can name
_LEVELS = "scoring.tiers"
_ONLY_TO_DECLARE = Needs, "marriages"  # what no level may ask for
_MINUS = str.maketrans({"−": "-", "–": "-"})
_POINTS = "points"  # the last step of the path of a number that may also be one of some names


@dataclass(frozen=True, kw_only=True)
class Input:
    """One field that a form can change.

    Attributes:
        path: where it stands in the plain data of a rulebook.
        name: the record and the field, such as ``Melds.run_max``.
        kind: ``flag``, ``number``, ``choice``, ``choices`` (any of several), ``numbers``, ``cards``, ``card``,
            ``part`` for a record that may be left out, or ``entries`` for a list of records, to which one can be added.
        optional: whether there may be no value.
        choices: what can be chosen.
        counted: those of the choices that are a number besides, each with the one to begin with.
        least: the least number.
        most: the greatest number.
        count: how many numbers there must be, None for any.
        nothing: of choices of which one stands without a list, what stands for none of them; else empty.
    """

    path: str
    name: str
    kind: str
    optional: bool = False
    choices: tuple[str, ...] = ()
    counted: tuple[tuple[str, int], ...] = ()
    least: int = 0
    most: int = 0
    count: int | None = None
    nothing: str = ""


@lru_cache(maxsize=16)
def list_inputs(book: Rulebook) -> tuple[Input, ...]:
    """The inputs of a rulebook in the order of its fields.

    Example:
        >>> [one.path for one in list_inputs(RULEBOOKS["octro-13"])][:2]
        ['deal', 'table.players']
    """
    return tuple(_walk_record(book, ""))


def _walk_record(record: Any, path: str) -> Iterator[Input]:
    kind: type = type(record)
    for name in list_fields(kind):
        if path or name not in NOT_RULES:
            yield from _walk_field(record, name, path)


def _walk_field(record: Any, name: str, path: str) -> Iterator[Input]:
    kind: type = type(record)
    _, hint = list_fields(kind)[name]
    if path.startswith(_LEVELS) and (kind, name) == _ONLY_TO_DECLARE:
        return iter(())
    return _walk(getattr(record, name), hint, f"{path}{name}", kind, name)


def _walk(value: Any, hint: Any, path: str, record: type, name: str) -> Iterator[Input]:
    """The inputs of a value of a type; a text names something and is no rule."""
    options = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    optional = NoneType in options
    wanted, *others = [kind for kind in options if kind is not NoneType]
    records: list[Any] = [kind for kind in others if is_dataclass(kind)]
    common: dict[str, Any] = {"path": path, "name": f"{record.__name__}.{name}", "optional": optional}
    least, most = find_limits(record.__name__, name)
    if wanted is int and others:
        yield Input(kind="choice", choices=(*others[0], _POINTS), counted=((_POINTS, least),), **common)
        if type(value) is int:
            common |= {"path": f"{path}.{_POINTS}", "optional": False}
            yield Input(kind="number", least=least, most=most, **common)
    elif others and not records:  # one of some names, or a list of several
        first, *rest = [choice.value for choice in wanted]
        yield Input(kind="choices", choices=tuple(rest), nothing=first, **common)
    elif wanted is Card:
        yield Input(kind="card", **common)
    elif is_dataclass(wanted):
        if optional:
            yield Input(kind="part", **common)
        if value is not None:
            yield from _walk_record(value, f"{path}.")
    elif get_origin(wanted) is tuple:
        yield from _walk_tuple(value, wanted, path, record, name, optional)
    elif wanted is bool:
        yield Input(kind="flag", **common)
    elif wanted is int:
        yield Input(kind="number", least=least, most=most, **common)
    elif isinstance(wanted, type) and issubclass(wanted, StrEnum):
        counted = {name: find_limits(kind.__name__, name)[0] for kind in records for name in list_fields(kind)}
        choices = (*[choice.value for choice in wanted], *counted)
        yield Input(kind="choice", choices=choices, counted=tuple(counted.items()), **common)
        if is_dataclass(value):
            used = [name for name in counted if getattr(value, name) is not None]
            yield from (
                replace(inner, optional=False) for name in used for inner in _walk_field(value, name, f"{path}.")
            )


def _walk_tuple(value: Any, hint: Any, path: str, record: type, name: str, optional: bool) -> Iterator[Input]:
    """The inputs of a list: of numbers, cards or choices one together, of records one for each field of each."""
    kinds = get_args(hint)
    common: dict[str, Any] = {"path": path, "name": f"{record.__name__}.{name}", "optional": optional}
    least, most = find_limits(record.__name__, name)
    if set(kinds) - {...} == {int}:
        count = None if kinds[-1] is ... else len(kinds)
        yield Input(kind="numbers", least=least, most=most, count=count, **common)
    elif kinds[0] is Card:
        yield Input(kind="cards", **common)
    elif isinstance(kinds[0], type) and issubclass(kinds[0], StrEnum):
        known = tuple(choice.value for choice in kinds[0] if choice not in _NO_GROUPS)
        yield Input(kind="choices", choices=known, **common)
    else:
        inner = [kinds[0]] * len(value or ()) if kinds[-1] is ... else kinds
        for at, (element, kind) in enumerate(zip(value or (), inner, strict=True)):
            if is_dataclass(kind):
                yield from _walk_record(element, f"{path}.{at}.")
            else:
                yield from _walk(element, kind, f"{path}.{at}", record, name)
        if value is not None and is_dataclass(kinds[0]):
            yield Input(kind="entries", choices=tuple(_list_entries(path)), **common)


@cache
def _list_entries(path: str) -> dict[str, object]:
    """The entries that our rulebooks have in a list, each once, by rulebook and number; a last level fits no other."""
    entries_by_name: dict[str, object] = {}
    for book in RULEBOOKS.values():
        try:
            entries = value_at(to_whole_data(book), path)
        except LookupError:  # the rulebook has no such part
            continue
        for at, entry in enumerate(entries[:-1] if path == _LEVELS else entries):
            if entry not in entries_by_name.values():
                entries_by_name[f"{book.key}.{at}"] = entry
    return entries_by_name


# ---- values ------------------------------------------------------------------------------------------------
def value_at(data: Any, path: str) -> Any:
    """The value at a path of plain data.

    Raises:
        LookupError: there is no such part.
    """
    for step in path.split("."):
        if isinstance(data, list | tuple) and step.isdecimal():
            data = data[int(step)]
        elif isinstance(data, Mapping):
            data = data[step]
        elif step != _POINTS or type(data) is not int:
            raise LookupError(path)
    return data


def with_value(data: Any, path: str, value: object) -> Any:
    """Plain data with another value at a path."""
    step, _, rest = path.partition(".")
    if step == _POINTS and not isinstance(data, Mapping):
        return value
    if isinstance(data, list | tuple):
        changed = with_value(data[int(step)], rest, value) if rest else value
        return [changed if at == int(step) else element for at, element in enumerate(data)]
    return {**data, step: with_value(data[step], rest, value) if rest else value}


def show_value(field: Input, value: Any) -> object:
    """A value of plain data as its input shows it."""
    if field.kind == "part":
        return value != NONE
    if field.kind == "entries":
        return ""
    if field.optional and value == NONE:
        return ""
    if field.kind == "choice" and type(value) is int:
        return _POINTS
    if field.kind == "choices" and field.nothing:
        return [
            choice for choice in field.choices if choice == value or choice in (value if type(value) is list else ())
        ]
    if field.kind == "choice" and isinstance(value, Mapping):
        return next(name for name, _ in field.counted if value[name] != NONE)
    if field.kind in ("numbers", "cards"):
        return ", ".join(str(item).replace("-", "−") for item in value)
    return value


def read_value(field: Input, typed: object, now: Any) -> object:
    """What was typed or chosen, as a value of plain data.

    Args:
        field: the input.
        typed: what was typed; of ``entries`` the one of ``choices`` to add, or the number of the entry to leave out.
        now: the value so far, which ``entries`` need, and a choice with a number, which then keeps it.

    Raises:
        RuleError: it is none.
    """
    if field.kind == "entries":
        return _read_entries(field, typed, list(now))
    if field.kind in ("flag", "part"):
        if not isinstance(typed, bool):
            raise RuleError("bad-input:choice")
        return typed if field.kind == "flag" else find_part(field.path) if typed else NONE
    if field.kind == "choices":
        if not isinstance(typed, list) or not set(typed) <= set(field.choices):
            raise RuleError("bad-input:choice")
        chosen = [choice for choice in field.choices if choice in typed]
        return chosen if len(chosen) > 1 or not field.nothing else (*chosen, field.nothing)[0]
    if field.optional and typed in ("", None, NONE):
        return NONE
    text = str(typed).strip().translate(_MINUS)[:200]
    if field.kind == "choice":
        if text not in field.choices:
            raise RuleError("bad-input:choice")
        counted = dict(field.counted)
        if text not in counted:
            return text
        if text == _POINTS:
            return now if type(now) is int else counted[text]
        same = isinstance(now, Mapping) and now[text] != NONE
        return now if same else {**dict.fromkeys(counted, NONE), text: counted[text]}
    if field.kind in ("card", "cards"):
        cards = [str(card) for card in Hand.parse(text).cards] if text else []
        if field.kind == "card" and len(cards) != 1:
            raise RuleError("bad-input:card")
        return cards[0] if field.kind == "card" else cards
    return _read_numbers(field, text)


def _read_entries(field: Input, typed: object, now: list[Any]) -> list[Any]:
    """A list with an entry more, or one fewer.

    The last level of a count stays the last, as it holds for every hand; no two levels have one code, by which the
    account of a hand finds them.
    """
    if type(typed) is int and 0 <= typed < len(now):
        return [*now[:typed], *now[typed + 1 :]]
    if typed not in field.choices:
        raise RuleError("bad-input:choice")
    if field.path != _LEVELS:
        return [*now, _list_entries(field.path)[str(typed)]]
    added: Any = _list_entries(field.path)[str(typed)]
    codes = [level["code"] for level in now]
    free = (f"{added['code']}-{n}" for n in range(2, len(now) + 3))
    code = added["code"] if added["code"] not in codes else next(name for name in free if name not in codes)
    return [*now[:-1], {**added, "code": code}, now[-1]]


def _read_numbers(field: Input, text: str) -> object:
    words = re.split(r"[\s,;]+", text) if text else []
    good = all(re.fullmatch(r"[+-]?\d{1,9}", word) and field.least <= int(word) <= field.most for word in words)
    if field.kind == "number":
        if not good or len(words) != 1:
            raise RuleError("bad-input:number", least=field.least, most=field.most)
        return int(words[0])
    if not good or (field.count is not None and len(words) != field.count):
        key = "bad-input:numbers" if field.count is None else "bad-input:so-many-numbers"
        raise RuleError(key, least=field.least, most=field.most, n=field.count or 0)
    return [int(word) for word in words]


def find_part(path: str) -> object:
    """A part to begin with where a rulebook has none: that of the first of ours that has it, or as it is made."""
    ours = (value_at(to_whole_data(book), path) for book in RULEBOOKS.values())
    return next((part for part in ours if part != NONE), {})
