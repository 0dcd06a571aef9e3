"""What a page can ask of Learn: all that the study does, and the moves of a turn that is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypedDict

from ...playing.moves import Move
from ...tutor.lessons import BY_KEY
from ..asking import Choice, NoValues
from ..session import Session
from ..state import MoveError
from .choosing import ChoosingValues, TakeValues, choose, take
from .lesson_actions import OWN_ACTIONS, act
from .study import (
    PLAYED_FROM,
    Asked,
    Example,
    Playing,
    Study,
    give_answer,
    keep,
    opened_lesson,
    read_open,
    start_practice,
)


class MoveOfTurn(TypedDict):
    """A move as text."""

    move: str


def _make(session: Session, study: Study, values: MoveOfTurn) -> None:
    """Make a move. One that a task asks about is only held for allowed: its table stays as the question tells it."""
    move, now = values["move"], study.now
    if isinstance(now, Playing):
        keep(session, replace(study, now=replace(now, round=now.round.make(move))))
    elif isinstance(now, Asked) and read_open(now) is not None:
        _decide(session, study, move, allowed=True)
    elif isinstance(now, Example) and now.played is not None:
        strays = BY_KEY[study.of[0]].plain and now.strays(move)  # who learns the game is led through one round of it
        played = now.played.as_begun() if strays else now.played.make(move)
        keep(session, replace(study, now=replace(now, played=played, has_strayed=strays)))
    elif isinstance(now, Asked) and now.played is not None:
        keep(session, replace(study, now=replace(now, played=now.played.make(move))))
    else:
        raise MoveError("bad_move")


def _refuse(session: Session, study: Study, values: MoveOfTurn) -> None:
    """Hold a move of a task for forbidden."""
    _decide(session, study, values["move"], allowed=False)


def _decide(session: Session, study: Study, move: str, *, allowed: bool) -> None:
    """Note whether a learner holds a move that a task asks about for allowed; after the last one they answer."""
    asked = study.asked
    tried = None if asked is None else read_open(asked)
    if asked is None or tried is None or str(Move.parse(move)) not in tried.choices:
        raise MoveError("bad_move")
    tried = tried.decide(move, allowed=allowed)
    study = keep(session, replace(study, now=replace(asked, tried=tried)))
    if tried.current is None:
        give_answer(session, study, tried.answer)


def _take_back(session: Session, study: Study, _: NoValues) -> None:
    """Take the last move back."""
    now = study.now
    if isinstance(now, Playing):
        keep(session, replace(study, now=replace(now, round=now.round.take_back())))
    elif isinstance(now, Example | Asked) and now.played is not None:
        keep(session, replace(study, now=replace(now, played=now.played.take_back())))
    else:
        raise MoveError("bad_move")


def _practise(session: Session, study: Study, _: NoValues) -> None:
    """Deal a round in which some turns are played."""
    lesson = opened_lesson(session)
    if lesson is None or lesson.key not in PLAYED_FROM:
        raise MoveError("bad_move")
    start_practice(session, study, lesson)


def _group(session: Session, study: Study, _: NoValues) -> None:
    """Lay the melds of the hand together, or sort it in suits again."""
    playing = study.playing
    if playing is None:
        raise MoveError("bad_move")
    keep(session, replace(study, now=replace(playing, is_grouped=not playing.is_grouped)))


TURNS: Mapping[str, Callable[[Session, Study, Any], None]] = {
    "play": _make,
    "refuse": _refuse,
    "take_back": _take_back,
    "practise": _practise,
    "group": _group,
}


def _deny(session: Session, study: Study, _: NoValues) -> None:
    """Note that the learner did not think what their wrong answer looks like."""
    asked = study.asked
    if asked is None or asked.verdict is None or asked.has_denied:
        raise MoveError("bad_move")
    after = study.progress(session.rulebook).deny(asked.task.lesson, study.list_thoughts(asked.task, asked.verdict))
    courses = {**study.courses, session.rulebook.key: after}
    keep(session, replace(study, courses=courses, now=replace(asked, has_denied=True)))


def _choosing(session: Session, _: Study, values: ChoosingValues) -> None:
    choose(session, values)


def _take_game(session: Session, _: Study, values: TakeValues) -> None:
    take(session, values)


_GAMES = {"choosing": _choosing, "take_game": _take_game}
ACTIONS = {"learn": Choice(act, {**OWN_ACTIONS, "deny": _deny, **_GAMES, **TURNS})}
