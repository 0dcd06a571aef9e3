"""What a session and a browser keep of rules of one's own: the draft, the rulebooks, and the file last written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypedDict

from ...game.messages import tell_later
from ...game.rules import Rulebook, RuleError, refuse
from ...rulebooks import RULEBOOKS, get_rulebook
from ...rulebooks.files import make_rulebook, write_short
from ..asking import fits
from ..faces import FileView
from ..own_books import MOST_TITLE
from ..session import Made, Said, Session
from .draft import Draft
from .examples import Example

_MOST_READ = 300  # of a browser that has more of them, from links and other tabs


class DraftMemory(TypedDict):
    """The rules being changed, as a browser keeps them."""

    base: str
    options: list[str]
    title: str
    key: str
    book: dict[str, object]


class RulesMemory(TypedDict):
    """What a browser keeps over a visit: the rulebooks, the keys of those forgotten, and the draft."""

    books: list[dict[str, object]]
    forgotten: list[str]
    draft: DraftMemory | None


@dataclass(frozen=True, kw_only=True)
class MyRules:
    """What a session keeps of the panel; a value that is replaced and never changed.

    Attributes:
        draft: the rules being changed, None until the panel is opened.
        file: the file last written, None if none was.
        example: a hand that a rule decides, None if none is shown.
        without_example: the rule for which no such hand was found, empty if none was looked for.
        seed: of the next example.
        said: what was done or could not be.
        forgotten: the keys of rulebooks that the browser is to keep no longer.
        unread: rulebooks and drafts of rules that the browser has kept and this version cannot read, as they are.
    """

    draft: Draft | None = None
    file: FileView | None = None
    example: Example | None = None
    without_example: str = ""
    seed: int = 0
    said: Said | None = None
    forgotten: tuple[str, ...] = ()
    unread: tuple[dict[str, object], ...] = ()


MY_RULES = Made(MyRules)  # what a session keeps of the panel


def write_memory(session: Session) -> RulesMemory:
    """What a browser keeps over a visit: the rulebooks, those forgotten, and the draft."""
    mine = MY_RULES.of(session)
    draft = mine.draft
    held: DraftMemory | None = None
    if draft is not None and (draft.book != replace(draft.base, key=draft.book.key, title=draft.book.title)):
        held = {"base": draft.base.key, "options": list(draft.base.options), "title": draft.title, "key": draft.key,
                "book": _shorten(draft.book)}  # fmt: skip
    return {
        "books": [*(_shorten(book) for book in session.own.values()), *mine.unread],
        "forgotten": list(mine.forgotten),
        "draft": held,
    }


@lru_cache(maxsize=64)
def _shorten(book: Rulebook) -> dict[str, object]:
    return write_short(book)


def recall(session: Session, mine: MyRules, memory: object) -> MyRules:
    """Take up what a browser has kept; what cannot be read is kept on as it is, and said."""
    if not isinstance(memory, Mapping) or not isinstance(memory.get("books"), list):
        session.notes = (*session.notes, tell_later("my_rules.kept_damaged"))
        return mine
    unread: list[object] = []
    for values in memory["books"][:_MOST_READ]:
        try:
            session.keep_free(make_rulebook(values))
        except RuleError:
            unread.append(values)
    draft, begun = memory.get("draft"), None
    try:
        begun = None if draft is None else _read_draft(draft, session.own)
    except RuleError:
        unread.append(draft.get("book") if isinstance(draft, Mapping) else None)
    new = [book for book in unread if isinstance(book, dict) and book not in mine.unread]
    if new:
        session.notes = (*session.notes, tell_later("my_rules.unread", n=len(new)))
    return replace(mine, draft=mine.draft or begun, unread=(*mine.unread, *new))


def _read_draft(values: Any, own: Mapping[str, Rulebook]) -> Draft:
    """The draft that a browser has kept.

    Raises:
        RuleError: it is none that can be read.
    """
    refuse("bad-rulebook", not fits(DraftMemory)(values), found="", known="")
    base = get_rulebook(values["base"], values["options"])
    refuse("bad-rulebook", base.key not in RULEBOOKS, found=base.key, known="")
    key = values["key"]
    title = values["title"][:MOST_TITLE]
    return Draft(base=base, book=make_rulebook(values["book"]), title=title, key=key if key in own else "")
