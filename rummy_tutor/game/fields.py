"""What the fields of a rulebook's records can hold, described once from their types.

Whoever checks a record, reads one from a file, writes the schema of such files or asks for its values follows this.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache, cached_property
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from .cards import Card
from .choices import MELDS, Kind

# fewest and most of each number, by record and field; other numbers are points, from 0
_LIMITS: dict[str, dict[str, tuple[int, int]]] = {
    "Pack": {"decks": (0, 8), "printed_jokers": (0, 40)},
    "Table": {"players": (1, 24), "packs": (1, 24)},
    "Wilds": {"offsets": (-12, 12)},
    "Melds": {
        "run_min": (3, 6),
        "run_max": (3, 14),
        "run_wilds": (0, 28),
        "set_min": (3, 6),
        "set_max": (3, 28),
        "set_wilds": (0, 28),
        "naturals": (1, 2),
        "naturals_per_wild": (0, 3),
        "tunnela_from": (1, 24),
    },
    "Needs": {
        "pure": (0, 9),
        "sequences": (0, 9),
        "long_sequences": (0, 7),
        "tunnelas": (0, 9),
        "dublees": (0, 14),
        "jokers": (0, 28),
        "marriages": (0, 8),
    },
    "Objective": {"deadwood": (0, 100), "players_from": (1, 24), "factor": (1, 10)},
    "Tier": {"players_from": (1, 24)},
    "Scoring": {
        "ace": (0, 100),
        "ranks": (0, 100),
        "ace_low": (0, 100),
        "loose_wild": (0, 100),
        "printed_factor": (1, 10),
    },
    "Match": {"limit": (1, 100_000), "deals": (2, 1_000)},
    "Settlement": {"dublee_loser_free": (1, 24), "redeal_pairs": (1, 13)},
    "ValueCard": {"offset": (-12, 12)},
    "Rulebook": {"deal": (1, 27)},
}
_POINTS = (0, 100_000)
EXEMPT = (*MELDS, Kind.DUBLEE, Kind.JOKERS)  # the groups whose cards a level may leave out of the count
_CHOICES = {"exempt": EXEMPT}  # fields for which not every choice has a meaning


class Sort(StrEnum):
    """What a value is."""

    FLAG = "true-or-false"
    NUMBER = "number"
    TEXT = "text"
    CHOICE = "choice"
    CARD = "card"
    LIST = "list"
    RECORD = "record"


_PLAIN = {bool: Sort.FLAG, int: Sort.NUMBER, str: Sort.TEXT, Card: Sort.CARD, tuple: Sort.LIST}


@dataclass(frozen=True)
class ValueType:
    """One type of which a field's value can be.

    Attributes:
        sort: what such a value is.
        kind: its class.
        least: of a number the least; of a list that of its numbers.
        most: the greatest.
        choices: the names of which it may be one.
        entries: what a list holds, one by one; alone if it has any number of them.
        is_open: whether a list has any number of entries.
    """

    sort: Sort
    kind: Any
    least: int
    most: int
    choices: tuple[StrEnum, ...] = ()
    entries: tuple[FieldType, ...] = ()
    is_open: bool = False


@dataclass(frozen=True)
class FieldType:
    """What a field, or an entry of a list, can hold.

    Attributes:
        values: the types of which its value can be.
        is_optional: whether there may be none.
        is_needed: whether a record cannot be made without it.
    """

    values: tuple[ValueType, ...]
    is_optional: bool
    is_needed: bool = True

    @cached_property
    def by_kind(self) -> dict[type, ValueType]:
        """The same types by their classes."""
        return {value.kind: value for value in self.values}


@cache
def list_fields(record: type) -> dict[str, FieldType]:
    """What the fields of a record can hold, by their names.

    Example:
        >>> from .rules import Pack
        >>> [str(value.sort) for value in list_fields(Pack)["decks"].values]
        ['number']
    """
    hints = get_type_hints(record)
    needed = {entry.name: entry.default is MISSING and entry.default_factory is MISSING for entry in fields(record)}
    return {name: _describe(hints[name], record.__name__, name, is_needed) for name, is_needed in needed.items()}


def _describe(hint: Any, record: str, field: str, is_needed: bool = True) -> FieldType:
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    values = tuple(_describe_value(kind, record, field) for kind in kinds if kind is not NoneType)
    return FieldType(values, NoneType in kinds, is_needed)


def _describe_value(hint: Any, record: str, field: str) -> ValueType:
    kind, parts = get_origin(hint) or hint, get_args(hint)
    limits = _LIMITS.get(record, {}).get(field, _POINTS)
    sort = _PLAIN.get(kind) or (Sort.RECORD if is_dataclass(kind) else Sort.CHOICE)
    choices = _CHOICES.get(field, tuple(kind)) if sort is Sort.CHOICE else ()
    entries = tuple(_describe(part, record, field) for part in parts if part is not ...)
    return ValueType(sort, kind, *limits, choices, entries, is_open=... in parts)
