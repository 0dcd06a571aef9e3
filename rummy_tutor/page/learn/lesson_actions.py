"""What can be asked of the lesson that is open, of its tasks, and of the progress as a whole."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Literal, NotRequired, TypedDict

from ...game.messages import Message
from ...tutor.lessons import BY_KEY, Lesson
from ..asking import NoValues, perform
from ..session import Session
from ..state import MoveError
from ..table.actions import ACTIONS as TABLE
from .courses import courses_from, reached_from
from .study import (
    MODE,
    Home,
    Study,
    ask_next,
    give_answer,
    keep,
    open_anew,
    open_study,
    opened_lesson,
    show_step,
    take_data,
)

_MAX_FILE = 2_000_000  # characters; the longest honest file has some 200,000


class HomeValues(TypedDict):
    """Whether the progress is to be shown instead of the path."""

    show: NotRequired[Literal["progress"]]


class LessonValues(TypedDict):
    """A lesson, and the game if it is another one."""

    lesson: str
    rulebook: NotRequired[str]


class LearnStepValues(TypedDict):
    """How many steps to go on, or that the example begins anew."""

    by: NotRequired[int]
    from_start: NotRequired[bool]


class AnswerValues(TypedDict):
    """An answer, or the places on the table of the cards that are it; neither where it is how the cards lie."""

    answer: NotRequired[object]
    cards: NotRequired[list[int]]


class TableValues(TypedDict):
    """What is to be done at the task's table, with its ``type``."""

    move: Mapping[str, object]


class RecallValues(TypedDict):
    """What the browser kept, null if nothing."""

    data: object


class JoinValues(TypedDict):
    """What another page keeps, and the stamp of what was known here when it was read."""

    data: object
    stamp: int


class LoadValues(TypedDict):
    """The text of a file."""

    text: str


def _home(session: Session, study: Study, values: HomeValues) -> None:
    """Show the path of lessons, or the progress."""
    session.name_on(MODE, **values)
    keep(session, replace(study, of=("", ""), now=Home(), said=None))


def _lesson(session: Session, study: Study, values: LessonValues) -> None:
    """Open a lesson, anew if it is open already; that of another game if one is named."""
    key, rulebook = values["lesson"], values.get("rulebook") or session.rulebook.key
    if key not in BY_KEY:
        raise MoveError("bad_move")
    if rulebook != session.rulebook.key:
        session.go(replace(session.state, rulebook=session.book(rulebook).key, options=()))
    session.mode = MODE
    session.name_on(MODE, lesson=key)
    open_anew(session, replace(study, said=None))


def _step(session: Session, study: Study, values: LearnStepValues) -> None:
    """Show the next step of the worked example, or the one before; what has not been tried is shown done first."""
    lesson = _need_lesson(session)
    if values.get("from_start"):
        show_step(session, study, lesson, 0)
    elif study.example is not None:  # else a second press: the example has been left by the first
        by = values.get("by", 1)
        if by == 1 and not study.example.is_tried:
            keep(session, replace(study, now=study.example.try_out()))
        else:
            show_step(session, study, lesson, study.example.at + by)


def _next(session: Session, study: Study, _: NoValues) -> None:
    """Ask the next task."""
    ask_next(session, study, _need_lesson(session))


def _need_lesson(session: Session) -> Lesson:
    """The lesson that is open.

    Raises:
        MoveError: none is.
    """
    lesson = opened_lesson(session)
    if lesson is None:
        raise MoveError("bad_move")
    return lesson


def _judge(session: Session, study: Study, values: AnswerValues) -> None:
    """Judge an answer; on a table laid out it is how the cards lie."""
    answer, marked = values.get("answer"), values.get("cards")
    if study.asked is not None and marked is not None:
        cards = study.asked.table.state.layout.cards
        if not all(0 <= place < len(cards) for place in marked):
            raise MoveError("bad_move")
        answer = [str(cards[place]) for place in marked]
    give_answer(session, study, answer)


def _hint(session: Session, study: Study, _: NoValues) -> None:
    """Show the next hint."""
    asked = study.asked
    if asked is None or asked.verdict is not None:
        raise MoveError("bad_move")
    keep(session, replace(study, now=replace(asked, hints=asked.hints + asked.has_hint)))


def _lay(session: Session, study: Study, _: NoValues) -> None:
    """Lay cards out that show why an answer is wrong."""
    if study.asked is not None:
        keep(session, replace(study, now=study.asked.lay_why()))


def _table(session: Session, study: Study, values: TableValues) -> None:
    """Do at the task's own table what can be done at any."""
    asked = study.asked
    if asked is None or asked.task.asks != "groups" or asked.verdict is not None:
        raise MoveError("bad_move")
    perform(TABLE, asked.table, values["move"])


def _recall(session: Session, study: Study, values: RecallValues) -> None:
    """Take up what the browser kept."""
    after = take_data(session, study, values["data"], first=True)
    learnt = [key for key in after.courses if key in session.own.all]  # the latest last
    if learnt and not session.chosen.game and not session.named.get(MODE) and session.rulebook.key not in learnt:
        session.go(replace(session.state, rulebook=learnt[-1], options=()))
    is_begun = after.asked is not None and bool(after.asked.verdict or after.asked.hints)
    if (after.courses or after.reached) and not is_begun:  # what was opened without the progress opens anew
        open_anew(session, after)


def _join(session: Session, study: Study, values: JoinValues) -> None:
    """Take up what another page of the same browser keeps, unless something was answered here in the meantime."""
    if values["stamp"] == study.stamp:
        data = values["data"]
        courses = {} if data is None else courses_from(data)
        keep(session, replace(study, courses=courses, reached=reached_from(data)))


def _load(session: Session, study: Study, values: LoadValues) -> None:
    """Take up the progress of a file; one that is damaged changes nothing."""
    try:
        data = json.loads(values["text"]) if len(values["text"]) <= _MAX_FILE else None
    except (ValueError, RecursionError):
        data = None
    take_data(session, study, data)


def _forget(session: Session, study: Study, _: NoValues) -> None:
    """Delete all progress, also what could not be read."""
    keep(session, Study(recalled=True, said=("good", Message("learn.forgotten"))))


def act(session: Session, action: Callable[[Session, Study, Any], None], values: object) -> None:
    """Do it where the learner stands."""
    action(session, open_study(session), values)


OWN_ACTIONS: Mapping[str, Callable[[Session, Study, Any], None]] = {
    "home": _home,
    "lesson": _lesson,
    "step": _step,
    "next": _next,
    "answer": _judge,
    "hint": _hint,
    "lay": _lay,
    "table": _table,
    "recall": _recall,
    "join": _join,
    "load": _load,
    "forget": _forget,
}
