"""The inputs of a rulebook: one for each field of its records that a form can change, made from the records.

A new field of a record has its input here without a line of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any, get_args, get_origin

from ...game.cards import Card
from ...game.checks import find_limits
from ...game.rules import NOT_RULES, Kind, Needs, Rulebook
from ...rulebooks.files import list_fields, split_type
from .kinds import (
    LEVELS,
    POINTS,
    Cards,
    Choice,
    Choices,
    Entries,
    Flag,
    Input,
    Number,
    Numbers,
    OneCard,
    Part,
    list_entries,
)

_NO_GROUPS = (Kind.LOOSE, Kind.INVALID)  # kinds that no rule can name
_ONLY_TO_DECLARE = Needs, "marriages"  # what no level may ask for


@lru_cache(maxsize=16)
def list_inputs(book: Rulebook) -> tuple[Input, ...]:
    """The inputs of a rulebook in the order of its fields.

    Example:
        >>> from rummy_tutor import get_rulebook
        >>> [field.path for field in list_inputs(get_rulebook("octro-13"))][:2]
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
    if path.startswith(LEVELS) and (kind, name) == _ONLY_TO_DECLARE:
        return iter(())
    return _walk(getattr(record, name), hint, f"{path}{name}", kind, name)


def _walk(value: Any, hint: Any, path: str, record: type, name: str) -> Iterator[Input]:
    """The inputs of a value of a type; a text names something and is no rule."""
    (wanted, *others), optional = split_type(hint)
    records: list[Any] = [kind for kind in others if is_dataclass(kind)]
    least, most = find_limits(record.__name__, name)
    common: dict[str, Any] = {"path": path, "name": f"{record.__name__}.{name}", "optional": optional}
    if wanted is int and others:
        yield Choice(choices=(*others[0], POINTS), counted=((POINTS, least),), **common)
        if type(value) is int:
            yield Number(path=f"{path}.{POINTS}", name=common["name"], least=least, most=most)
    elif others and not records:  # one of some names, or a list of several
        first, *rest = [choice.value for choice in wanted]
        yield Choices(choices=tuple(rest), nothing=first, **common)
    elif wanted is Card:
        yield OneCard(**common)
    elif is_dataclass(wanted):
        if optional:
            yield Part(**common)
        if value is not None:
            yield from _walk_record(value, f"{path}.")
    elif get_origin(wanted) is tuple:
        yield from _walk_tuple(value, get_args(wanted), path, record, name, common)
    elif wanted is bool:
        yield Flag(**common)
    elif wanted is int:
        yield Number(least=least, most=most, **common)
    elif isinstance(wanted, type) and issubclass(wanted, StrEnum):
        counted = {name: find_limits(kind.__name__, name)[0] for kind in records for name in list_fields(kind)}
        choices = (*[choice.value for choice in wanted], *counted)
        yield Choice(choices=choices, counted=tuple(counted.items()), **common)
        if is_dataclass(value):
            used = [name for name in counted if getattr(value, name) is not None]
            yield from (
                replace(inner, optional=False) for name in used for inner in _walk_field(value, name, f"{path}.")
            )


def _walk_tuple(
    value: Any, kinds: tuple[Any, ...], path: str, record: type, name: str, common: dict[str, Any]
) -> Iterator[Input]:
    """The inputs of a list: of numbers, cards or choices one together, of records one for each field of each."""
    if set(kinds) - {...} == {int}:
        least, most = find_limits(record.__name__, name)
        yield Numbers(count=None if kinds[-1] is ... else len(kinds), least=least, most=most, **common)
    elif kinds[0] is Card:
        yield Cards(**common)
    elif isinstance(kinds[0], type) and issubclass(kinds[0], StrEnum):
        yield Choices(choices=tuple(choice.value for choice in kinds[0] if choice not in _NO_GROUPS), **common)
    else:
        inner = [kinds[0]] * len(value or ()) if kinds[-1] is ... else kinds
        for at, (element, kind) in enumerate(zip(value or (), inner, strict=True)):
            if is_dataclass(kind):
                yield from _walk_record(element, f"{path}.{at}.")
            else:
                yield from _walk(element, kind, f"{path}.{at}", record, name)
        if value is not None and is_dataclass(kinds[0]):
            yield Entries(choices=tuple(list_entries(path)), **common)
