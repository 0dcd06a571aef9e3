"""Which game is mine, on Learn's first screen: one question after the other, then the nearest rulebook."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Literal, NotRequired, TypedDict
from zlib import crc32

from ...game.messages import Items
from ...game.rules import Rulebook, RuleError
from ...rulebooks.files import write_short
from ...study.choosing import MOST_QUESTIONS, Chooser, Chosen
from ...wording.choosing_text import tell_choices, tell_chosen, tell_question
from ...wording.phrases import list_options
from ...wording.speech import tell
from ..own_books import MOST_BOOKS, MOST_TITLE
from ..session import Part, Session
from ..state import MoveError
from ..worked_hands import fit_welcome


class ChoosingValues(TypedDict):
    """What is done: the question is opened, answered by the place of an answer or a number, left open or taken back."""

    what: Literal["open", "answer", "number", "skip", "back"]
    value: NotRequired[int]


class TakeValues(TypedDict):
    """What the game is called from now on."""

    title: str


class OtherwiseView(TypedDict):
    """A rule that is otherwise in the nearest rulebook."""

    term: str
    mine: str
    theirs: str


class NearestView(TypedDict):
    """Where the table begins; without differences it is a game of ours, and ``title`` is empty."""

    text: str
    options: str
    head: str
    differences: list[OtherwiseView]
    title: str


class ChoosingView(TypedDict):
    """The question that is asked, or what came of them; ``first`` until something has been answered."""

    place: str
    ask: str
    answers: list[str]
    number: bool
    first: bool
    nearest: NearestView | None


@dataclass(frozen=True)
class _Asked:
    """The chooser after each answer, the latest last."""

    steps: tuple[Chooser, ...] = (Chooser(),)

    @property
    def now(self) -> Chooser:
        return self.steps[-1]


_CHOOSING = Part[_Asked]()
_TAKEN = Part[Rulebook]()


def draw_taken(session: Session) -> dict[str, object] | None:
    """The game of the table's own that was taken last, for the browser to keep; None where none was."""
    book = _TAKEN.of(session)
    return None if book is None else write_short(book)


def draw_choosing(session: Session) -> ChoosingView | None:
    """The question that is asked; None where nobody has asked which game is theirs."""
    asked = _CHOOSING.of(session)
    if asked is None:
        return None
    chooser = asked.now
    question = chooser.question
    view: ChoosingView = {
        "place": "",
        "ask": "",
        "answers": list(tell_choices(chooser).values()),
        "number": question is not None and question.number,
        "first": len(asked.steps) == 1,
        "nearest": None,
    }
    if question is None:
        return {**view, "nearest": _draw_nearest(_choose(chooser))}
    place = tell("learn.choosing_place", at=len(chooser.answers) + 1, all=MOST_QUESTIONS)
    return {**view, "place": place, "ask": tell_question(question)}


def _choose(chooser: Chooser, title: str = "") -> Chosen:
    return chooser.choose(title=title or tell("choose.title"))


def _draw_nearest(chosen: Chosen) -> NearestView:
    base, differences = chosen.base, tell_chosen(chosen)
    options = list_options(base)
    return {
        "text": tell("learn.choosing_nearest", rulebook=base),
        "options": tell("choose.options", options=Items(tuple(options))) if options else "",
        "head": tell("choose.differs" if differences else "choose.same"),
        "differences": [{"term": row.term, "mine": row.theirs, "theirs": row.mine} for row in differences],
        "title": chosen.book.title if differences else "",
    }


def choose(session: Session, values: ChoosingValues) -> None:
    """Open the question, answer it, leave it open, or take the last answer back.

    Raises:
        MoveError: there is no such answer, or nothing is asked.
    """
    steps, what = (_CHOOSING.of(session) or _Asked()).steps, values["what"]
    if what == "back":
        steps = steps[:-1] or steps
    elif what != "open":
        steps = (*steps, _answer(steps[-1], values))
    _CHOOSING.keep(session, _Asked(steps))


def _answer(chooser: Chooser, values: ChoosingValues) -> Chooser:
    value, choices = values.get("value", 0), chooser.choices
    try:
        if values["what"] == "skip":
            return chooser.answer(None)
        if values["what"] == "number" and value >= 0:
            return chooser.answer((value,))
        if values["what"] == "answer" and 0 <= value < len(choices):
            return chooser.answer(choices[value])
    except RuleError:
        pass
    raise MoveError("bad_move")


def _name(book: Rulebook) -> str:
    """A key made of the rules: the browser may keep other games that this page has not been told of."""
    return f"our-table-{crc32(json.dumps(write_short(book)).encode()):08x}"


def take(session: Session, values: TakeValues) -> None:
    """Play by what was chosen: a game of ours, or one of the table's own that is kept.

    Raises:
        MoveError: nothing has been chosen.
        RuleError: there are too many rulebooks of the table's own.
    """
    asked = _CHOOSING.of(session)
    if asked is None or asked.now.question is not None:
        raise MoveError("bad_move")
    chosen = _choose(asked.now, values["title"].strip()[:MOST_TITLE])
    before, book = session.state, chosen.base
    state = replace(before, rulebook=book.key, options=book.options)
    if tell_chosen(chosen):
        book = session.own.name_free(chosen.book, _name(chosen.book))
        if book.key not in session.own and len(session.own) >= MOST_BOOKS:
            raise RuleError("too-many-rulebooks", n=MOST_BOOKS)
        session.replace_book(book)
        _TAKEN.keep(session, book)
        state = replace(before, rulebook=book.key, options=())
    session.go(fit_welcome(before, state, session.book(before.rulebook), book))
    _CHOOSING.keep(session, None)
