"""A rulebook as a file: TOML or JSON data, complete or with a ``base`` and only what differs.

A file is data and can run nothing. Records are tables under their field names, lists are arrays, a card is its
two-letter form, and ``"none"`` stands for no value. How a field is read follows from its type in ``game.rules``, so
that a new field needs no line here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Any, NoReturn

from ..game.cards import CARDS, Card, CardError
from ..game.fields import FieldType, Sort, ValueType, list_fields
from ..game.messages import Items, is_readable, key_of, quote, show, tell_later
from ..game.rules import LATER, NOT_RULES, Rulebook, RuleError, refuse
from . import ALL_OPTIONS, RULEBOOKS, find_ours, get_rulebook
from .sources import RULINGS, SOURCES, find_citations

MOST_BYTES = 64 * 1024
MOST_DEPTH = 8
MOST_ITEMS = 60  # entries of a list, and cited sources
MOST_TEXT = 400  # characters of a text
MOST_NAME = 40  # characters of a key
NONE = "none"
OWN = "own"  # the source of a rule that a table has made for itself
_SOURCES = "sources"  # the field that is written as a table: path = source


# ---- reading ---------------------------------------------------------------------------------------------
def loads_rulebook(text: str) -> Rulebook:
    """The rulebook of a text in TOML.

    Raises:
        RuleError: as for ``load_rulebook``.

    Example:
        >>> book = loads_rulebook('base = "gorummy-13"\\nkey = "ours"\\ntitle = "Ours"\\n[scoring]\\ncap = 100\\n')
        >>> book.scoring.cap, book.deal
        (100, 13)
    """
    import tomllib  # slow to load, and seldom wanted

    refuse("file-too-long:text", len(text) > MOST_BYTES, most=MOST_BYTES)
    parts = max(line.count(".") for line in text.split("\n"))  # a name of thousands of parts takes gigabytes
    refuse("bad-field:depth", parts > MOST_TEXT, most=MOST_DEPTH)
    try:
        values = tomllib.loads(text.replace("\r\n", "\n"))
    except RecursionError:
        raise RuleError("bad-field:depth", most=MOST_DEPTH) from None
    except tomllib.TOMLDecodeError as error:
        raise _explain_toml(str(error)) from None
    except ValueError:  # a whole number of thousands of digits
        raise RuleError("bad-toml:long") from None
    try:
        return make_rulebook(values)
    except RuleError as error:
        line = _find_line(text, str(error.values.get("field", "")))
        if line is None:
            raise
        raise error.within(tell_later("place.line", line=line)) from None


def _explain_toml(message: str) -> RuleError:
    """The error of a text that is no TOML: where it cannot be read, of which Python tells line and column."""
    at = re.findall(r"\d+", message[message.rfind("(") :])
    if len(at) < 2:
        return RuleError("bad-toml:ends")
    variant = "twice" if re.search("overwrite|twice|mutate", message) else ""
    return RuleError(key_of("bad-toml:", variant), line=int(at[0]), column=int(at[1]))


def make_rulebook(values: Mapping[str, object]) -> Rulebook:
    """The rulebook of plain data, as read from TOML or JSON; ``"scoring.cap"`` is the entry ``cap`` of ``scoring``.

    Raises:
        RuleError: a field is unknown, missing, of another type or out of range.
    """
    if not isinstance(values, Mapping):
        _refuse("rulebook", "table", values)
    given = _unfolded(values)
    _check_depth(given)
    name = given.pop("base", None)
    if name is not None:
        base = _find_base(name, given.pop("options", ()))
        cited = given.pop("sources", None)
        start = to_whole_data(base)
        given = _merged(start, given)
        given["sources"] = _cite_changes(base, start, given) if cited is None else cited
    book = _record_from(given, Rulebook, "")
    assert isinstance(book, Rulebook)
    _check_names(book)
    return find_ours(book) or book  # an older file of ours names neither later house options nor later citations


def _unfolded(values: Mapping[str, object]) -> dict[str, object]:
    """A table with entries such as ``"scoring.cap"`` put where they belong, as TOML does with names without quotes."""
    table: dict[str, object] = {}
    for path, value in values.items():
        name, *within = str(path).split(".", MOST_DEPTH + 1)
        for inner in reversed(within):
            value = {inner: value}
        table = _merged(table, {name: value})
    return table


_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def _check_names(book: Rulebook) -> None:
    """Refuse a key that no command could take or that is ours, and house options and sources that do not exist."""
    no_key = not _KEY.fullmatch(book.key) or len(book.key) > MOST_NAME or book.key == "all"
    refuse("bad-field:key", no_key, field="key", found=quote(book.key), most=MOST_NAME)
    ours = find_ours(book)
    taken = ours is not None and replace(book, offers=ours.offers, sources=ours.sources) != ours
    refuse("bad-field:key-taken", taken, field="key", found=quote(book.key))
    for field in ("options", "offers"):
        for name in getattr(book, field):
            known = Items(ALL_OPTIONS, "or")
            refuse("bad-field:choice", name not in ALL_OPTIONS, field=field, found=quote(name), known=known)
    known = Items(tuple(list_fields(Rulebook)), "comma")
    for path, source in book.sources:
        where = f"sources.{path}"[:80]
        refuse("unknown-field", path.partition(".")[0] not in known.values, field=where, known=known)
        for code in find_citations(source):
            refuse("bad-field:source", code not in SOURCES and code not in RULINGS, field=where, found=code)


def _find_base(name: object, options: object) -> Rulebook:
    """The rulebook that a file derives from, with the house options that it names: the file gives what differs."""
    if not isinstance(name, str) or name not in RULEBOOKS:
        raise RuleError("bad-field:base", field="base", found=show(name), known=Items(tuple(RULEBOOKS), "or"))
    if not isinstance(options, list | tuple):
        _refuse("options", "list", options)
    return get_rulebook(name, [str(option) for option in options])


def _cite_changes(base: Rulebook, before: Mapping[str, object], after: Mapping[str, object]) -> dict[str, str]:
    """The sources of a base, and for each rule changed that it is the table's own."""
    leaves = _list_leaves(_changes(before, after), before)
    changed = (path for path in leaves if path.partition(".")[0] not in NOT_RULES)
    return {**dict(base.sources), **dict.fromkeys(changed, OWN)}


def _list_leaves(table: Mapping[str, object], before: Mapping[str, object], path: str = "") -> Iterator[str]:
    """The dotted paths of a table's entries that are no tables themselves, or were none before."""
    for name, value in table.items():
        old = before.get(name)
        if isinstance(value, Mapping) and isinstance(old, Mapping):
            yield from _list_leaves(value, old, f"{path}{name}.")
        else:
            yield f"{path}{name}"


def _check_depth(value: object, depth: int = 0) -> None:
    """Refuse data nested deeper than any rulebook is."""
    refuse("bad-field:depth", depth > MOST_DEPTH, most=MOST_DEPTH)
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    for part in inner:
        _check_depth(part, depth + 1)


def _merged(base: Mapping[str, object], changes: Mapping[str, object]) -> dict[str, object]:
    """A table with another's entries put in: tables are merged, everything else is replaced."""
    merged = dict(base)
    for name, value in changes.items():
        before = merged.get(name)
        if isinstance(value, Mapping) and isinstance(before, Mapping):
            value = _merged(before, value)
        merged[name] = value
    return merged


# the plain values of which a field's value can be read
_READ_FROM: dict[Sort, type | tuple[type, ...]] = {
    Sort.FLAG: bool,
    Sort.NUMBER: int,
    Sort.TEXT: str,
    Sort.CHOICE: str,
    Sort.CARD: str,
    Sort.LIST: (list, tuple),
    Sort.RECORD: Mapping,
}


def _from_data(data: object, field: FieldType, path: str) -> object:
    """A value of a field, made of plain data; ``path`` is where it stands, for errors."""
    if field.is_optional and data in (None, NONE):
        return None
    fits = [known for known in field.values if isinstance(data, _READ_FROM[known.sort])]
    wanted = (*fits, *field.values)[0]
    if wanted.sort is Sort.RECORD:
        return _record_from(data, wanted.kind, path)
    if wanted.sort is Sort.LIST:
        return tuple(_cited_from(data, wanted, path)) if path == _SOURCES else _tuple_from(data, wanted, path)
    if wanted.sort is Sort.CARD:
        try:
            return Card.parse(data) if isinstance(data, str) else _refuse(path, "card", data)
        except CardError:
            _refuse(path, "card", data)
    if wanted.sort is Sort.CHOICE:
        if not isinstance(data, str) or data not in wanted.choices:
            known = Items(tuple(map(str, wanted.choices)), "or")
            raise RuleError("bad-field:choice", field=path, found=show(data), known=known)
        return wanted.kind(data)
    if type(data) is not wanted.kind:
        _refuse(path, wanted.sort, data)
    if isinstance(data, str):
        refuse("bad-field:long", len(data) > MOST_TEXT, field=path, most=MOST_TEXT)
        refuse("bad-field:unprintable", not is_readable(data), field=path)
    return data


def _refuse(path: str, wanted: str, data: object) -> NoReturn:
    """Raise the error of a value of another type."""
    raise RuleError(key_of("bad-field:", wanted), field=path or "rulebook", found=show(data))


def _record_from(data: object, record: type, path: str) -> object:
    if not isinstance(data, Mapping):
        _refuse(path, "table", data)
    known = list_fields(record)
    unknown = [name for name in data if name not in known]
    if unknown:
        name = str(unknown[0])
        where = ".".join(filter(None, [path, name if name.isprintable() else ascii(name)]))
        raise RuleError("unknown-field", field=where[:80], known=Items(tuple(known), "comma"))
    values = {}
    for name, field in known.items():
        where = f"{path}.{name}" if path else name
        if name in data:
            values[name] = _from_data(data[name], field, where)
        else:
            refuse("missing-field", field.is_needed, field=where)
    try:
        return record(**values)
    except RuleError as error:  # which names the record, not where it stands
        within, _, rest = str(error.values.get("field", "")).partition(".")
        if within != record.__name__:
            raise
        raise RuleError(error.key, **{**error.values, "field": f"{path}.{rest}" if path else rest}) from None


def _tuple_from(data: object, wanted: ValueType, path: str) -> tuple[object, ...]:
    if not isinstance(data, list | tuple):
        _refuse(path, wanted.sort, data)
    refuse("bad-field:many", wanted.is_open and len(data) > MOST_ITEMS, field=path, most=MOST_ITEMS)
    entries = wanted.entries * len(data) if wanted.is_open else wanted.entries
    refuse("bad-field:length", len(data) != len(entries), field=path, n=len(entries), found=len(data))
    return tuple(
        _from_data(item, entry, f"{path}[{at}]") for at, (item, entry) in enumerate(zip(data, entries, strict=True), 1)
    )


def _cited_from(data: object, wanted: ValueType, path: str) -> Iterator[tuple[str, str]]:
    if not isinstance(data, Mapping):
        _refuse(path, "table", data)
    (pair,) = wanted.entries[0].values
    refuse("bad-field:many", len(data) > MOST_ITEMS, field=path, most=MOST_ITEMS)
    for name, source in data.items():
        _from_data(str(name), pair.entries[0], path)  # a path is a text as any other
        yield str(name), str(_from_data(source, pair.entries[1], f"{path}.{name}"))


_HEADER = re.compile(r"\s*\[\[?\s*([\w.\"-]+?)\s*\]\]?\s*(?:#.*)?$")


def _find_line(text: str, field: str) -> int | None:
    """The line of a TOML text where a field or, failing that, the table around it stands; None if in neither."""
    path = re.sub(r"\[\d+\]", "", field)
    table, nearest = "", None
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.match(line)
        if header:
            table = header[1].replace('"', "")
            name = table
        else:
            key = re.match(r"\s*([\w.\"-]+)\s*=", line)
            if key is None:
                continue
            name = ".".join(filter(None, [table, key[1].replace('"', "")]))
        if path == name:
            return number
        if path.startswith(f"{name}."):
            nearest = number
    return nearest


# ---- writing ---------------------------------------------------------------------------------------------
def dump_rulebook(rulebook: Rulebook | str, base: str | None = None) -> str:
    """A rulebook as TOML, which ``loads_rulebook`` reads back as the same value.

    Args:
        rulebook: any rulebook, or its key.
        base: the key of the rulebook from which only the differences are written; None for every field, which are
            also written where the base does not offer the house options that the rulebook names.

    Raises:
        RuleError: the base is none of our keys, or the rulebook's own key or names could not be read back.

    Example:
        >>> print(dump_rulebook(get_rulebook("paplu-13", ["ace-jokers"]), base="paplu-13").splitlines()[0])
        base = "paplu-13"
    """
    import tomli_w

    book = get_rulebook(rulebook)
    _check_names(book)
    return tomli_w.dumps(to_data(book, base))


def to_data(rulebook: Rulebook, base: str | None = None) -> dict[str, object]:
    """A rulebook as plain data that JSON and TOML can hold; the arguments are those of ``dump_rulebook``."""
    if base is None or not set(rulebook.options) <= set(_find_base(base, ()).offers):
        return _to_data(rulebook, whole=False)
    whole = to_whole_data(rulebook)
    options = list(rulebook.options)
    start = to_whole_data(get_rulebook(base, options))
    changes = _changes(start, whole)
    if tuple(_cite_changes(get_rulebook(base, options), start, whole).items()) == rulebook.sources:
        changes.pop("sources", None)
    else:
        changes["sources"] = dict(rulebook.sources)
    named = {"base": base, "key": rulebook.key, "title": rulebook.title, **({"options": options} if options else {})}
    return {**named, **{name: value for name, value in changes.items() if name not in named}}


def to_whole_data(rulebook: Rulebook) -> dict[str, object]:
    """A rulebook as plain data with every field that a file can have."""
    return _to_data(rulebook, whole=True)


def write_short(rulebook: Rulebook) -> dict[str, object]:
    """A rulebook as plain data, from the base that leaves least to write.

    Example:
        >>> write_short(make_rulebook({"base": "paplu-13", "key": "ours", "title": "Ours", "deal": 11}))
        {'base': 'paplu-13', 'key': 'ours', 'title': 'Ours', 'deal': 11}
    """
    return min((to_data(rulebook, base) for base in RULEBOOKS), key=lambda data: len(json.dumps(data)))


def _changes(before: Mapping[str, object], after: Mapping[str, object]) -> dict[str, object]:
    """The entries of a table that another one has not, or not so."""
    changed: dict[str, object] = {}
    for name, value in after.items():
        old = before.get(name)
        if isinstance(value, Mapping) and isinstance(old, Mapping) and set(old) <= set(value):
            inner = _changes(old, value)
            if inner:
                changed[name] = inner
        elif value != old:
            changed[name] = value
    return changed


def _to_data(value: object, *, whole: bool) -> Any:
    """A value as plain data; if not whole, later fields that say nothing are left out, as in the files of before."""
    if value is None:
        return NONE
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, Rulebook):
        return {**_record_to(value, whole), "sources": dict(value.sources)}
    if is_dataclass(value):
        return _record_to(value, whole)
    if isinstance(value, tuple):
        return [_to_data(item, whole=whole) for item in value]
    return value.value if isinstance(value, StrEnum) else value


def _record_to(value: Any, whole: bool) -> dict[str, object]:
    return {
        item.name: _to_data(getattr(value, item.name), whole=whole)
        for item in fields(value)
        if whole or not (item.metadata.get(LATER) and getattr(value, item.name) == item.default)
    }


# ---- the schema ------------------------------------------------------------------------------------------
def make_schema() -> dict[str, object]:
    """The JSON Schema of a rulebook file, made from the records: types, choices, and what each field means."""
    records: dict[str, object] = {}
    book = _record_schema(Rulebook, records)
    meaning = str(_find_base.__doc__)
    properties = {"base": {"enum": list(RULEBOOKS), "description": meaning}, **book["properties"]}
    properties["key"] |= {"pattern": f"^{_KEY.pattern}$", "maxLength": MOST_NAME, "not": {"const": "all"}}
    properties["title"]["minLength"] = 1
    sources = {"type": "object", "additionalProperties": {"type": "string"}, "maxProperties": MOST_ITEMS}
    properties[_SOURCES] = {**sources, "description": properties[_SOURCES]["description"]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Rulebook",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "anyOf": [{"required": ["base"]}, {"required": book["required"]}],
        "$defs": records,
    }


def _schema_of(field: FieldType, records: dict[str, object]) -> dict[str, object]:
    known = [_schema_of_value(value, records) for value in field.values]
    nothing = [{"enum": [NONE, None]}] if field.is_optional else []
    return {"anyOf": [*known, *nothing]} if len([*known, *nothing]) > 1 else known[0]


def _schema_of_value(value: ValueType, records: dict[str, object]) -> dict[str, object]:
    if value.sort is Sort.RECORD:
        return _refer_to(value.kind, records)
    if value.sort is Sort.LIST:
        items = [_schema_of(entry, records) for entry in value.entries]
        if value.is_open:
            return {"type": "array", "items": items[0], "maxItems": MOST_ITEMS}
        return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}
    plain: dict[Sort, dict[str, object]] = {
        Sort.CARD: {"enum": [str(card) for card in CARDS]},
        Sort.CHOICE: {"enum": [choice.value for choice in value.choices]},
        Sort.NUMBER: {"type": "integer", "minimum": value.least, "maximum": value.most},
        Sort.FLAG: {"type": "boolean"},
        Sort.TEXT: {"type": "string", "maxLength": MOST_TEXT},
    }
    return plain[value.sort]


def _refer_to(record: type, records: dict[str, object]) -> dict[str, object]:
    """A reference to the schema of a record, which is made now if it has not been."""
    if record.__name__ not in records:
        records[record.__name__] = {}
        records[record.__name__] = _record_schema(record, records)
    return {"$ref": f"#/$defs/{record.__name__}"}


def _record_schema(record: type, records: dict[str, object]) -> dict[str, Any]:
    meanings = read_meanings(record)
    properties = {
        name: {**_schema_of(field, records), **({"description": meanings[name]} if name in meanings else {})}
        for name, field in list_fields(record).items()
    }
    needed = [name for name, field in list_fields(record).items() if field.is_needed]
    # of a part of a rulebook a file with a base may give some fields alone
    parts = {value.kind for field in list_fields(Rulebook).values() for value in field.values}
    whole = {"required": needed} if needed and record not in parts else {}
    return {"type": "object", "properties": properties, **whole, "additionalProperties": False}


@cache
def read_meanings(record: type) -> dict[str, str]:
    """What each field of a record means, from the list of attributes in its docstring."""
    _, _, listed = (record.__doc__ or "").partition("Attributes:")
    meanings = re.findall(r"^ {8}(\w+): (.*(?:\n {12}.*)*)", listed, re.MULTILINE)
    return {name: re.sub(r"\s+", " ", text) for name, text in meanings}


def dump_schema() -> str:
    """The JSON Schema as text."""
    return json.dumps(make_schema(), indent=1)
