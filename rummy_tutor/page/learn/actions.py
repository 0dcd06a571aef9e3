"""What a page can ask of Learn: lessons, steps of an example, answers and hints, and what is kept of the progress."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ...game.messages import Message
from ...tutor.hints import give_hints
from ...tutor.lessons import BY_KEY
from ..asking import Action, pick_action
from ..session import Session
from ..state import MoveError
from ..table.actions import ACTIONS as TABLE
from .study import (
    MODE,
    Study,
    ask_next,
    courses_from,
    give_answer,
    keep,
    lay_why,
    open_study,
    opened_lesson,
    show_step,
    take_data,
)
from .turns import TURNS

_MAX_FILE = 2_000_000  # characters; the longest honest file has some 200,000


def answer(session: Session, values: Mapping) -> None:
    """Do what a page asks of Learn, named by ``do``."""
    pick_action(_ACTIONS, values)(session, open_study(session), values)


def _home(session: Session, study: Study, values: Mapping) -> None:
    """Show the path of lessons, or the progress."""
    session.name_on(MODE, **({"show": "progress"} if values.get("show") == "progress" else {}))
    keep(
        session, replace(study, of=("", ""), task=None, table=None, example=None, verdict=None, said=None, played=None)
    )


def _lesson(session: Session, study: Study, values: Mapping) -> None:
    """Open a lesson, anew if it is open already; that of another game if one is named."""
    key = values.get("lesson")
    if not isinstance(key, str) or key not in BY_KEY:
        raise MoveError("bad_move")
    rulebook = values.get("rulebook") or session.rulebook.key
    if rulebook != session.rulebook.key:
        session.go(replace(session.state, rulebook=session.book(str(rulebook)).key, options=()))
    session.mode = MODE
    session.name_on(MODE, lesson=key)
    keep(session, replace(study, of=("", ""), said=None))
    open_study(session)


def _step(session: Session, study: Study, values: Mapping) -> None:
    """Show the next step of the worked example, or the one before."""
    lesson, by = opened_lesson(session), values.get("by", 1)
    if lesson is None or type(by) is not int:
        raise MoveError("bad_move")
    if study.example is None and not values.get("from_start"):
        return  # a second press: the example has been left by the first
    at = 0 if study.example is None or values.get("from_start") else study.example + by
    show_step(session, study, lesson, max(0, at))


def _next(session: Session, study: Study, values: Mapping) -> None:
    """Ask the next task."""
    lesson = opened_lesson(session)
    if lesson is None:
        raise MoveError("bad_move")
    ask_next(session, study, lesson)


def _judge(session: Session, study: Study, values: Mapping) -> None:
    """Judge an answer; on a table laid out it is how the cards lie."""
    answer, marked = values.get("answer"), values.get("cards")
    if study.table is not None and isinstance(marked, list):  # cards of the table by their places
        cards = study.table.state.layout.cards
        if not all(type(one) is int and 0 <= one < len(cards) for one in marked):
            raise MoveError("bad_move")
        answer = [str(cards[one]) for one in marked]
    give_answer(session, study, answer)


def _hint(session: Session, study: Study, values: Mapping) -> None:
    """Show the next hint."""
    if study.task is None or study.verdict is not None:
        raise MoveError("bad_move")
    keep(session, replace(study, hints=min(study.hints + 1, len(give_hints(study.task)))))


def _lay(session: Session, study: Study, values: Mapping) -> None:
    """Lay cards out that show why an answer is wrong."""
    keep(session, lay_why(study))


def _table(session: Session, study: Study, values: Mapping) -> None:
    """Do at the task's own table what can be done at any."""
    move: Any = values.get("move")
    action = TABLE.get(str(move.get("type"))) if isinstance(move, Mapping) else None
    free = study.task is not None and study.task.asks == "groups" and study.verdict is None
    if action is None or study.table is None or not free:
        raise MoveError("bad_move")
    action(study.table, move)


def _recall(session: Session, study: Study, values: Mapping) -> None:
    """Take up what the browser kept."""
    after = take_data(session, study, values.get("data"), first=True)
    learnt = [key for key in after.courses if key in session.own.all]  # the latest last
    if learnt and not session.chosen.game and not session.named_on(MODE) and session.rulebook.key not in learnt:
        session.go(replace(session.state, rulebook=learnt[-1], options=()))
    if after.courses and after.verdict is None and not after.hints:  # what was opened without the progress opens anew
        keep(session, replace(after, of=("", "")))
        open_study(session)


def _join(session: Session, study: Study, values: Mapping) -> None:
    """Take up what another page of the same browser keeps, unless something was answered here in the meantime."""
    if values.get("stamp") == study.stamp:
        data = values.get("data")
        keep(session, replace(study, courses={} if data is None else courses_from(data)))


def _load(session: Session, study: Study, values: Mapping) -> None:
    """Take up the progress of a file; one that is damaged changes nothing."""
    text = values.get("text")
    try:
        data = json.loads(text) if isinstance(text, str) and len(text) <= _MAX_FILE else None
    except (ValueError, RecursionError):
        data = None
    take_data(session, study, data)


def _forget(session: Session, study: Study, values: Mapping) -> None:
    """Delete all progress, also what could not be read."""
    keep(session, Study(recalled=True, said=("good", Message("learn.forgotten"))))


_ACTIONS: Mapping[str, Callable[[Session, Study, Mapping], None]] = {
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
    **TURNS,
}
ACTIONS: dict[str, Action] = {"learn": answer}
