"""What can be asked at the play table: deal a round, a move, take it back, help, another round."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypedDict

from ...playing.bots import LEVELS
from ...playing.game import Game, Sitter, name_bots
from ...playing.moves import Move
from ...wording.speech import tell
from ..asking import Choice, NoValues
from ..session import Session
from ..state import MoveError
from .seated import Seated, find_seated, keep_seated

_SEEDS = 1_000_000_000
_HELP = 2  # steps of help


class OpponentValues(TypedDict):
    """How many others play, and their level."""

    others: int
    level: str


class PlayMoveValues(TypedDict):
    """A move, as a record has it."""

    move: str


def _deal(session: Session, _: Seated | None, values: OpponentValues) -> Seated:
    """Deal a round of the learner's game; whose turn is first differs from round to round."""
    book, others = session.rulebook, values["others"]
    least, most = book.table.players
    if values["level"] not in LEVELS or not max(1, least - 1) <= others < most:
        raise MoveError("bad_move")
    seed = random.randrange(_SEEDS)
    sitters = [Sitter(name, values["level"]) for name in name_bots(others)]
    sitters.insert(seed % (others + 1), Sitter(tell("play.you")))
    game = Game(book, sitters, seed).go_on()
    return Seated(sitters=tuple(sitters), seed=seed, played=game.played)


def _play(_: Session, seated: Seated | None, values: PlayMoveValues) -> Seated:
    """Make a move; a declaration that would fail is asked about first."""
    return _there(seated).make(Move.parse(values["move"]))


def _declare(_: Session, seated: Seated | None, __: NoValues) -> Seated:
    """Make the declaration that was asked about."""
    seated = _there(seated)
    if seated.risky is None:
        raise MoveError("bad_move")
    return seated.make(Move("declare", seated.risky), sure=True)


def _play_on(_: Session, seated: Seated | None, __: NoValues) -> Seated:
    """Leave a declaration that was asked about, and play on."""
    return replace(_there(seated), risky=None)


def _take_back(_: Session, seated: Seated | None, __: NoValues) -> Seated:
    return _there(seated).take_back()


def _group(_: Session, seated: Seated | None, __: NoValues) -> Seated:
    seated = _there(seated)
    return replace(seated, grouped=not seated.grouped)


def _help(_: Session, seated: Seated | None, __: NoValues) -> Seated:
    seated = _there(seated)
    return replace(seated, help=min(_HELP, seated.help + 1))


def _again(session: Session, seated: Seated | None, __: NoValues) -> Seated:
    """Another round with the same players."""
    seated = _there(seated)
    level = next(str(sitter.bot) for sitter in seated.sitters if sitter.bot is not None)
    least, most = session.rulebook.table.players
    others = min(max(len(seated.sitters) - 1, least - 1, 1), most - 1)
    return _deal(session, None, {"others": others, "level": level})


def _leave(_: Session, __: Seated | None, ___: NoValues) -> None:
    """Get up from the table; the round is given up."""


def _there(seated: Seated | None) -> Seated:
    if seated is None:
        raise MoveError("bad_move")
    return seated


def _act(session: Session, action: Callable[[Session, Any, Any], Seated | None], values: object) -> None:
    """Do it at the table, and keep what comes of it."""
    keep_seated(session, action(session, find_seated(session), values))


_ACTS: Mapping[str, Callable[[Session, Any, Any], Seated | None]] = {
    "deal": _deal,
    "play": _play,
    "declare": _declare,
    "play_on": _play_on,
    "take_back": _take_back,
    "group": _group,
    "help": _help,
    "again": _again,
    "leave": _leave,
}
ACTIONS = {"play": Choice(_act, _ACTS)}
