"""What a page can ask of Learn: lessons, steps of an example, answers and hints, and what is kept of the progress."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ...game.messages import Message
from ...tutor.lessons import BY_KEY
from ..asking import Action, pick_action
from ..session import Session
from ..state import MoveError
from ..table.actions import ACTIONS as TABLE
from .study import (
    MODE,
    Home,
    Study,
    ask_next,
    courses_from,
    give_answer,
    keep,
    open_anew,
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
    keep(session, replace(study, of=("", ""), now=Home(), said=None))


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
    open_anew(session, replace(study, said=None))


def _step(session: Session, study: Study, values: Mapping) -> None:
    """Show the next step of the worked example, or the one before."""
    lesson, by = opened_lesson(session), values.get("by", 1)
    if lesson is None or type(by) is not int:
        raise MoveError("bad_move")
    if values.get("from_start"):
        show_step(session, study, lesson, 0)
    elif study.example is not None:  # else a second press: the example has been left by the first
        show_step(session, study, lesson, study.example.at + by)


def _next(session: Session, study: Study, values: Mapping) -> None:
    """Ask the next task."""
    lesson = opened_lesson(session)
    if lesson is None:
        raise MoveError("bad_move")
    ask_next(session, study, lesson)


def _judge(session: Session, study: Study, values: Mapping) -> None:
    """Judge an answer; on a table laid out it is how the cards lie."""
    answer, marked = values.get("answer"), values.get("cards")
    if study.asked is not None and isinstance(marked, list):  # cards of the table by their places
        cards = study.asked.table.state.layout.cards
        if not all(type(place) is int and 0 <= place < len(cards) for place in marked):
            raise MoveError("bad_move")
        answer = [str(cards[place]) for place in marked]
    give_answer(session, study, answer)


def _hint(session: Session, study: Study, values: Mapping) -> None:
    """Show the next hint."""
    asked = study.asked
    if asked is None or asked.verdict is not None:
        raise MoveError("bad_move")
    keep(session, replace(study, now=replace(asked, hints=asked.hints + asked.has_hint)))


def _lay(session: Session, study: Study, values: Mapping) -> None:
    """Lay cards out that show why an answer is wrong."""
    if study.asked is not None:
        keep(session, replace(study, now=study.asked.lay_why()))


def _table(session: Session, study: Study, values: Mapping) -> None:
    """Do at the task's own table what can be done at any."""
    move: Any = values.get("move")
    action = TABLE.get(str(move.get("type"))) if isinstance(move, Mapping) else None
    asked = study.asked
    if action is None or asked is None or asked.task.asks != "groups" or asked.verdict is not None:
        raise MoveError("bad_move")
    action(asked.table, move)


def _recall(session: Session, study: Study, values: Mapping) -> None:
    """Take up what the browser kept."""
    after = take_data(session, study, values.get("data"), first=True)
    learnt = [key for key in after.courses if key in session.own.all]  # the latest last
    if learnt and not session.chosen.game and not session.named.get(MODE) and session.rulebook.key not in learnt:
        session.go(replace(session.state, rulebook=learnt[-1], options=()))
    is_begun = after.asked is not None and bool(after.asked.verdict or after.asked.hints)
    if after.courses and not is_begun:  # what was opened without the progress opens anew
        open_anew(session, after)


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
