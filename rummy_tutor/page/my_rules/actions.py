"""What a page can ask of rules of one's own: to begin, change, keep, load and write them, and for an example."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import reduce
from typing import Any, TypedDict

from ...game.messages import tell_later
from ...game.rules import RuleError, refuse
from ...rulebooks import RULEBOOKS, get_rulebook
from ...rulebooks.files import MOST_BYTES, dump_rulebook, loads_rulebook, write_short
from ...wording.speech import name_rulebook, tell
from ..asking import Action, Brief, Choice, KeyValues, NoValues, TextValues, TitleValues
from ..faces import next_file
from ..own_books import MOST_BOOKS, MOST_TITLE
from ..session import Said, Session
from ..state import Layout, check_move, take_known
from ..worked_hands import fit_welcome
from .draft import Draft, begin, change, finish, open_book, reset
from .examples import find_example
from .kept import MY_RULES, MyRules, recall


class RuleValues(TypedDict):
    """A field of the rules by its path, and what was typed or chosen there."""

    path: str
    value: str | bool | int | list[str]


class PathsValues(TypedDict):
    """Fields of the rules by their paths."""

    paths: list[str]


class PathValues(TypedDict):
    """A field of the rules by its path."""

    path: str


class KeptValues(TypedDict):
    """What the browser has kept; it may be anything."""

    memory: object


def act(session: Session, action: Callable[[Session, MyRules, Any], MyRules], values: Mapping[str, Any]) -> None:
    """Do what was asked for and keep what comes of it; what was said of the last thing no longer holds."""
    mine = replace(MY_RULES.of(session), said=None)
    try:
        mine = action(session, mine, values)
    except RuleError as error:
        if action not in _REFUSED:
            raise
        mine = replace(mine, said=Said("bad", tell_later(_REFUSED[action], why=error)))
    MY_RULES.keep(session, mine)


def _draft_of(session: Session, mine: MyRules) -> Draft:
    """The rules being changed; those of the table if none are yet."""
    return mine.draft or _begin(session, session.state.rulebook)


def _begin(session: Session, key: str) -> Draft:
    """A draft that begins with a rulebook: one of ours, with the table's options if it is played, or the user's own."""
    if key in session.own:
        return open_book(session.own[key], key)
    check_move(key in RULEBOOKS)
    book = get_rulebook(key, session.state.options if key == session.state.rulebook else ())
    return begin(book, tell("my_rules.default_title", name=name_rulebook(book))[:MOST_TITLE])


def _with_draft(mine: MyRules, draft: Draft) -> MyRules:
    """Other rules are being changed: an example of those before is one no longer."""
    return replace(mine, draft=draft, example=None, without_example="")


def _title(session: Session, mine: MyRules, values: TitleValues) -> MyRules:
    return replace(mine, draft=replace(_draft_of(session, mine), title=values["title"][:MOST_TITLE]))


def _set(session: Session, mine: MyRules, values: RuleValues) -> MyRules:
    return _with_draft(mine, change(_draft_of(session, mine), values["path"], values["value"]))


def _reset(session: Session, mine: MyRules, values: PathsValues) -> MyRules:
    """Take the base's rules back at some paths."""
    return _with_draft(mine, reduce(reset, values["paths"], _draft_of(session, mine)))


def _keep(session: Session, mine: MyRules, _: NoValues) -> MyRules:
    """Keep the rules, and play by them at the table."""
    draft = _draft_of(session, mine)
    book = finish(draft, session.own)
    refuse("too-many-rulebooks", book.key not in session.own and len(session.own) >= MOST_BOOKS, n=MOST_BOOKS)
    before = session.state
    state = replace(before, rulebook=book.key, options=())
    state = fit_welcome(before, state, session.book(before.rulebook), book)
    session.replace_book(book)
    session.go(state)
    forgotten = tuple(key for key in mine.forgotten if key != book.key)
    said = Said("good", tell_later("my_rules.kept", name=book))
    return replace(mine, draft=replace(draft, book=book, key=book.key), said=said, forgotten=forgotten)


def _forget(session: Session, mine: MyRules, values: KeyValues) -> MyRules:
    """Keep a rulebook no longer; a table that is played by it goes back to its base."""
    key = values["key"]
    book = session.own[key]
    before, base = session.state, str(write_short(book)["base"])
    session.drop_book(key, base)
    if before.rulebook == key:
        fitting = fit_welcome(before, replace(session.state, turned=before.turned), book, session.book(base))
        if fitting.layout != before.layout:
            session.go(fitting)
    draft = mine.draft
    if draft is not None and draft.key == key:
        draft = replace(draft, key="")
    said = Said("good", tell_later("my_rules.forgotten", name=book))
    return replace(mine, draft=draft, said=said, forgotten=(*mine.forgotten, key))


def _write(session: Session, mine: MyRules, _: NoValues) -> MyRules:
    """Write the file of the rules."""
    draft = _draft_of(session, mine)
    book = finish(draft, session.own)
    text = dump_rulebook(book, draft.base.key)
    return replace(mine, file=next_file(mine.file, f"{book.key}.toml", text))


def _load(session: Session, mine: MyRules, values: TextValues) -> MyRules:
    """Open the rules of a file; they are kept once that is asked for."""
    refuse("file-too-long:text", len(values["text"]) > MOST_BYTES, most=MOST_BYTES)
    book = loads_rulebook(values["text"].removeprefix("\ufeff"))
    is_kept = session.own.get(book.key) == book
    said = Said("good", tell_later("my_rules.loaded", name=book))
    return replace(_with_draft(mine, open_book(book, book.key if is_kept else "")), said=said)


def _example(session: Session, mine: MyRules, values: PathValues) -> MyRules:
    """Look for a hand that a rule decides."""
    draft, path = _draft_of(session, mine), values["path"]
    example = find_example(draft, path, session.state.players, mine.seed)
    missing = "" if example is not None else path
    return replace(mine, draft=draft, example=example, without_example=missing, seed=mine.seed + 1)


def _lay(session: Session, mine: MyRules, _: NoValues) -> MyRules:
    """Lay the example out on the table."""
    example = take_known(mine.example)
    session.go(replace(session.state, layout=Layout.of_hand(example.hand), turned=example.turned, seen=(), open=None))
    return mine


_REFUSED: dict[object, str] = {  # what is said of an action that rules refuse
    _keep: "my_rules.not_kept",
    _write: "my_rules.not_kept",
    _load: "my_rules.not_loaded",
}
_DO: dict[str, Callable[[Session, MyRules, Any], MyRules]] = {
    "open": Brief(NoValues, lambda session, mine, _: replace(mine, draft=_draft_of(session, mine))),
    "start": Brief(KeyValues, lambda session, mine, values: _with_draft(mine, _begin(session, values["key"]))),
    "title": _title,
    "set": _set,
    "reset": _reset,
    "keep": _keep,
    "forget": _forget,
    "write": _write,
    "load": _load,
    "example": _example,
    "lay": _lay,
    "recall": Brief(KeptValues, lambda session, mine, values: recall(session, mine, values["memory"])),
}
ACTIONS: dict[str, Action] = {"my_rules": Choice(act, _DO)}
