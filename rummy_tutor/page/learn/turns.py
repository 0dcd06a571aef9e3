"""Playing at the table of a task or a step: each move is done or refused at once, and can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ...tutor.tasks import Task
from ...tutor.turns.played import Played
from ...tutor.turns.turn import Groups, Turn
from ...wording.speech import tell
from ..faces import draw_line
from ..session import Session
from ..state import MoveError
from .questions import draw_choice, tell_ruling
from .study import Study, give_answer, keep
from .turn_view import draw_said, draw_turn


# ---- what a page asks ----------------------------------------------------------------------------------------
def _make(session: Session, study: Study, values: Mapping[str, Any]) -> None:
    """Make a move. One that a task asks about is made from where the task stands, and is part of the answer."""
    move = values.get("move")
    if study.played is None or not isinstance(move, str):
        raise MoveError("bad_move")
    asked = _is_asked(study)
    played = (Played(turn=_start(study)) if asked else study.played).make(move)
    study = keep(session, replace(study, played=played))
    if asked:
        _decide(session, study, move, allowed=True)


def _refuse(session: Session, study: Study, values: Mapping[str, Any]) -> None:
    """Hold a move of a task for forbidden."""
    move = values.get("move")
    if not _is_asked(study) or study.task is None or move not in study.task.choices:
        raise MoveError("bad_move")
    study = keep(session, replace(study, played=Played(turn=_start(study))))
    _decide(session, study, str(move), allowed=False)


def _decide(session: Session, study: Study, move: str, *, allowed: bool) -> None:
    """Note what a learner holds of a move; after the last one the answer is given."""
    assert study.tried is not None
    tried = study.tried.decide(move, allowed=allowed)
    study = keep(session, replace(study, tried=tried))
    if tried.current is None:
        give_answer(session, study, tried.answer)


def _take_back(session: Session, study: Study, values: Mapping[str, Any]) -> None:
    """Take the last move back."""
    if study.played is None:
        raise MoveError("bad_move")
    keep(session, replace(study, played=study.played.take_back()))


TURNS: Mapping[str, Callable[[Session, Study, Mapping[str, Any]], None]] = {
    "play": _make,
    "refuse": _refuse,
    "take_back": _take_back,
}


def _is_asked(study: Study) -> bool:
    """Whether moves of a task are still to be decided."""
    return study.tried is not None and study.verdict is None


def _start(study: Study) -> Turn:
    assert study.tried is not None
    return study.tried.turn


# ---- what a page shows ---------------------------------------------------------------------------------------
def draw_played(study: Study) -> dict[str, Any] | None:
    """The table at which a turn is played; None where none is.

    A move that a task asks about is shown done, and the table as it was before for the next one.
    """
    played = study.played
    if played is None:
        return None
    melds = _melds(study)
    declared = next(iter(played.move.cards), None) if played.is_declared and played.move is not None else None
    drawn, after = draw_turn(played.turn, melds, declared=declared), None
    if _is_asked(study) and study.tried is not None:
        after = drawn if played.past else None
        drawn = draw_turn(study.tried.turn, melds, study.tried.current)
    return {**drawn, "after": after, "said": draw_said(played), "undo": bool(played.past) and not _is_asked(study)}


def _melds(study: Study) -> Groups:
    return study.task.groups if study.task is not None else study.shown.groups if study.shown is not None else ()


def draw_rows(study: Study, task: Task) -> list[dict[str, Any]]:
    """The moves that a task asks about, each with what has been answered and the rule."""
    if study.tried is None or task.turn is None:
        return []
    return [_draw_row(study, task, move) for move in task.choices]


def _draw_row(study: Study, task: Task, move: str) -> dict[str, Any]:
    assert study.tried is not None and task.turn is not None
    told = draw_choice(task, move)["label"]
    held = study.tried.held.get(move) if study.verdict is None else move in list(study.answer or ())  # type: ignore[call-overload]
    row = {"move": move, "label": told, "refuse": tell("turn.not_allowed:label", move=told), "right": None}
    if held is None:
        return {**row, "current": move == study.tried.current}
    ruling = task.turn.judge_move(move)
    right = held == ruling.allowed
    word = tell("turn.row-right" if right else "turn.row-wrong")
    row |= {"ruled": tell("turn.allowed" if ruling.allowed else "turn.refused")}
    return {**row, "current": False, "right": right, "word": word, "line": draw_line(tell_ruling(move, ruling))}
