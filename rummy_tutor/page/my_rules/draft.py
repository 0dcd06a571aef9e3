"""Rules that are being changed: a rulebook of ours to begin with, what has been changed, and what was refused."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from ...game.cards import CardError
from ...game.rules import Rulebook, RuleError
from ...rulebooks import get_rulebook
from ...rulebooks.files import make_rulebook, to_whole_data, write_short
from ..own_books import MOST_TITLE, OwnBooks
from .inputs import list_inputs
from .kinds import Input, value_at, with_value

_NEW = "draft"  # the key of rules that have none yet


@dataclass(frozen=True, kw_only=True)
class Refused:
    """What was typed and cannot be.

    Attributes:
        typed: what was typed.
        error: why it cannot be.
    """

    typed: object
    error: RuleError | CardError


@dataclass(frozen=True, kw_only=True)
class Draft:
    """Rules that are being changed.

    Attributes:
        base: the rulebook of ours that they began as.
        book: the rules as they are now.
        title: their name as typed.
        key: the key under which they are kept, empty if they are not.
        refused: what was typed and cannot be, by path.
    """

    base: Rulebook
    book: Rulebook
    title: str
    key: str = ""
    refused: Mapping[str, Refused] = field(default_factory=dict)

    @property
    def data(self) -> dict[str, Any]:
        """The rules as plain data."""
        return as_data(self.book)

    @property
    def base_data(self) -> dict[str, Any]:
        """The base as plain data."""
        return as_data(self.base)

    def is_changed(self, path: str) -> bool:
        """Whether the rule at a path is another than in the base."""
        try:
            return bool(value_at(self.data, path) != value_at(self.base_data, path))
        except LookupError:  # the base has no such part
            return True


@lru_cache(maxsize=16)
def as_data(book: Rulebook) -> dict[str, Any]:
    """A rulebook as plain data, remembered."""
    return to_whole_data(book)


def begin(base: Rulebook, title: str) -> Draft:
    """A draft of the rules of a rulebook of ours, options and all."""
    return Draft(base=base, book=replace(base, key=_NEW), title=title)


def open_book(book: Rulebook, key: str) -> Draft:
    """A draft of rules that were made before, from the rulebook of ours that differs least."""
    short = write_short(book)
    base = get_rulebook(str(short["base"]))
    if set(book.options) <= set(base.offers):
        base = get_rulebook(base.key, book.options)
    return Draft(base=base, book=book, title=book.title, key=key)


def find_input(draft: Draft, path: object) -> Input:
    """The input of a path.

    Raises:
        LookupError: there is none.
    """
    for entered in list_inputs(draft.book):
        if entered.path == path:
            return entered
    raise LookupError(path)


def change(draft: Draft, path: object, typed: object) -> Draft:
    """The draft with what was typed at a path; what cannot be stays there beside the reason.

    What was refused before is tried again with it, as two changes may make sense only together.
    """
    changed_field = find_input(draft, path)
    waiting = {at: old.typed for at, old in draft.refused.items() if at != changed_field.path}
    for tried in ({**waiting, changed_field.path: typed}, {changed_field.path: typed}):
        try:
            book = _build(draft, tried)
        except (RuleError, CardError) as error:
            why = error
        else:
            left = {at: old for at, old in draft.refused.items() if at not in tried}
            return replace(draft, book=book, refused=left)
    return replace(draft, refused={**draft.refused, changed_field.path: Refused(typed=typed, error=why)})


def reset(draft: Draft, path: object) -> Draft:
    """The draft with the base's rule at a path; as it is where the draft has no such input any more."""
    try:
        changed_field = find_input(draft, path)
    except LookupError:  # it was part of an entry that is no longer there
        return draft
    left = {at: old for at, old in draft.refused.items() if at != changed_field.path}
    draft = replace(draft, refused=left)
    try:
        value = value_at(draft.base_data, changed_field.path)
    except LookupError:  # the base has no such part
        return draft
    try:
        return replace(draft, book=_with_data(draft, with_value(draft.data, changed_field.path, value)))
    except RuleError as error:
        return replace(draft, refused={**left, changed_field.path: Refused(typed=value, error=error)})


def _build(draft: Draft, typed: Mapping[str, object]) -> Rulebook:
    """The rules with what was typed at some paths.

    Raises:
        RuleError: they make no sense.
        CardError: a card cannot be read.
    """
    data: Any = draft.data
    known = {entered.path: entered for entered in list_inputs(draft.book)}
    for path, value in typed.items():
        if path in known:
            data = with_value(data, path, known[path].read_value(value, value_at(data, path)))
    return _with_data(draft, data)


def _with_data(draft: Draft, data: Mapping[str, Any]) -> Rulebook:
    """The rulebook of plain data that cites the base, and for each rule changed that it is the table's own."""
    rest = {name: value for name, value in data.items() if name not in ("sources", "options")}
    return make_rulebook({"base": draft.base.key, "options": list(draft.base.options), **rest})


def finish(draft: Draft, own: OwnBooks) -> Rulebook:
    """The rules under their name, with a free key made of it unless they have one.

    Args:
        draft: the rules.
        own: the rulebooks kept.

    Raises:
        RuleError: the name cannot be.
    """
    words = "-".join(re.findall(r"[a-z0-9]+", draft.title.lower()))[:30].strip("-")
    title = draft.title.strip()[:MOST_TITLE]
    if draft.key:
        return make_rulebook({**draft.data, "key": draft.key, "title": title})
    return own.name_free(make_rulebook({**draft.data, "key": "own", "title": title}), words or "rules")
