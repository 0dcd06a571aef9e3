"""The traits of a table: what may be set, checked as one change, and what can only be read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import traitlets

from ..game.messages import TutorError
from ..game.table import set_table
from ..page.session import Session
from ..page.state import Layout, State, lay_out
from ..rulebooks import RULEBOOKS, find_ours, get_rulebook
from ..rulebooks.find import find_rulebook
from ..study.analysis import as_card, as_hand

SETTABLE = ("value", "hand", "rulebook", "turned", "players", "options")


class TableError(traitlets.TraitError, TutorError):
    """A trait of a table was set to what it cannot be; nothing has changed. It begins with the trait's name."""


class TableTrait(traitlets.TraitType):
    """A trait of the table: setting it changes the session, and the session being drawn sets what it shows."""

    def set(self, obj: Any, value: Any) -> None:
        """Take what the session holds; anything else is a change of the table.

        What cannot be is told on the page too: where a link sets it, nobody sees the error.

        Raises:
            TableError: it cannot be that.
        """
        if obj.is_drawing:
            obj.is_drawing = False  # what listens to this trait may set others
            super().set(obj, value)
        else:
            try:
                obj.update(**{str(self.name): value})
            except TableError as error:
                obj.tell_refused(error)
                raise


class ReadTrait(TableTrait):
    """A trait that tells of the table and cannot be set."""

    def set(self, obj: Any, value: Any) -> None:
        """Take what the session holds.

        Raises:
            TableError: it is being set from outside.
        """
        TableError.refuse("read-only", not obj.is_drawing, name=self.name)
        super().set(obj, value)


def change_table(session: Session, changes: Mapping[str, Any]) -> None:
    """Change several things of a table as one step; where one of them cannot be, nothing changes.

    Args:
        session: the table.
        changes: values by the names in ``SETTABLE``; with another rulebook house options begin anew, and players and
            turned card that are not among the changes are fitted to it.

    Raises:
        TableError: one cannot be what it is set to, or both ``value`` and ``hand`` are given.
    """
    TableError.refuse("two-hands", "value" in changes and "hand" in changes)
    state, own = session.state, session.own
    for name in ("value", "hand"):
        if name in changes and str(changes[name]) != session.text:
            state = lay_out(state, Layout.of_hand(_check(name, as_hand, changes[name])))
    same_key = False
    if "rulebook" in changes:
        book = _check("rulebook", find_rulebook, changes["rulebook"])
        options = tuple(book.options) if book.key in RULEBOOKS else ()
        if session.own.get(book.key) != book and find_ours(book) != book:
            session.own, same_key = own.replace(book), book.key == state.rulebook
        if book != session.rulebook:
            state = replace(state, rulebook=book.key, options=options)
    try:
        session.go(_set_table(session, state, changes))
    except TableError:
        session.own = own
        raise
    if same_key:
        session.replace_book(book)


def _set_table(session: Session, state: State, changes: Mapping[str, Any]) -> State:
    """The state with the options, players and turned card that are among the changes."""
    book = session.book(state.rulebook, state.options)
    if "options" in changes:
        known = session.own.get(state.rulebook, state.rulebook)
        book = _check("options", lambda names: get_rulebook(known, names), changes["options"])
        state = replace(state, options=tuple(book.options) if isinstance(known, str) else ())
    if "players" in changes:
        _check("players", lambda number: set_table(book, None, number), changes["players"])
        state = replace(state, players=changes["players"])
    if "turned" in changes:
        card = _check("turned", as_card, changes["turned"] or None)
        _check("turned", lambda card: set_table(book, card, book.table.nearest(state.players)), card)
        state = replace(state, turned=card)
    return state


def _check(name: str, read: Callable[[Any], Any], value: Any) -> Any:
    """A value as it is read; what cannot be read is an error of the trait."""
    try:
        return read(value)
    except TutorError as error:
        places = error.places if error.places[:1] == (name,) else (name, *error.places)
        raise TableError(error.key, **error.values).within(*places, code=error.code) from None
