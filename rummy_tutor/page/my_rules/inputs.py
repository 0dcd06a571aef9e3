"""The inputs of a rulebook: one for each field of its records that a form can change, made from the records.

A new field of a record has its input here without a line of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import is_dataclass, replace
from functools import lru_cache
from typing import Any

from ...game.fields import FieldType, Sort, ValueType, list_fields
from ...game.rules import NOT_RULES, Needs, Rulebook
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
    """The inputs of a field of a record."""
    kind: type = type(record)
    if path.startswith(LEVELS) and (kind, name) == _ONLY_TO_DECLARE:
        return iter(())
    return _walk(getattr(record, name), list_fields(kind)[name], f"{path}{name}", f"{kind.__name__}.{name}")


def _walk(value: Any, field: FieldType, path: str, name: str) -> Iterator[Input]:
    """The inputs of a value; a text names something and is no rule.

    Args:
        value: the value.
        field: what it can be.
        path: where it stands in a rulebook's plain data.
        name: what the field is called, with its record.
    """
    first, *others = field.values
    common: dict[str, Any] = {"path": path, "name": name, "optional": field.is_optional}
    limits: dict[str, Any] = {"least": first.least, "most": first.most}
    if first.sort is Sort.NUMBER and others:
        yield Choice(choices=(*others[0].choices, POINTS), counted=((POINTS, first.least),), **common)
        if type(value) is int:
            yield Number(path=f"{path}.{POINTS}", name=name, **limits)
    elif others and others[0].sort is Sort.LIST:  # one of some names, or a list of several
        nothing, *rest = [choice.value for choice in first.choices]
        yield Choices(choices=tuple(rest), nothing=nothing, **common)
    elif first.sort is Sort.RECORD:
        if field.is_optional:
            yield Part(**common)
        if value is not None:
            yield from _walk_record(value, f"{path}.")
    elif first.sort is Sort.LIST:
        yield from _walk_list(value, first, common)
    elif first.sort is Sort.CHOICE:
        yield from _walk_choice(value, first, others, common)
    elif first.sort is Sort.NUMBER:
        yield Number(**limits, **common)
    elif first.sort is not Sort.TEXT:
        yield (OneCard if first.sort is Sort.CARD else Flag)(**common)


def _walk_choice(
    value: Any, choice: ValueType, records: Sequence[ValueType], common: dict[str, Any]
) -> Iterator[Input]:
    """The inputs of one of some names, of which a record stands for those that are a number besides."""
    numbers = {name: field for record in records for name, field in list_fields(record.kind).items()}
    counted = tuple((name, field.values[0].least) for name, field in numbers.items())
    yield Choice(choices=(*choice.choices, *numbers), counted=counted, **common)
    if is_dataclass(value):
        for name in numbers:
            if getattr(value, name) is not None:
                yield from (replace(inner, optional=False) for inner in _walk_field(value, name, f"{common['path']}."))


def _walk_list(value: Any, listed: ValueType, common: dict[str, Any]) -> Iterator[Input]:
    """The inputs of a list: of numbers, cards or choices one together, of records one for each field of each."""
    entry, path = listed.entries[0].values[0], common["path"]
    if {value.sort for field in listed.entries for value in field.values} == {Sort.NUMBER}:
        count = None if listed.is_open else len(listed.entries)
        yield Numbers(count=count, least=entry.least, most=entry.most, **common)
    elif entry.sort is Sort.CARD:
        yield Cards(**common)
    elif entry.sort is Sort.CHOICE:
        yield Choices(choices=tuple(choice.value for choice in entry.choices), **common)
    else:
        entries = value or ()
        for at, element in enumerate(entries):
            if entry.sort is Sort.RECORD:
                yield from _walk_record(element, f"{path}.{at}.")
            else:
                yield from _walk(element, listed.entries[0 if listed.is_open else at], f"{path}.{at}", common["name"])
        if value is not None and entry.sort is Sort.RECORD:
            yield Entries(choices=tuple(list_entries(path)), **common)
