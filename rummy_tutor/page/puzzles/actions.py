"""What a page can ask of the puzzles: open one, move its cards, choose, check, a hint, the answer, the next."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any, NotRequired, TypedDict

from ...game.messages import tell_later
from ...rulebooks import RULEBOOKS
from ...tutor.puzzles.kinds import kind_of
from ...tutor.puzzles.ladder import make_near, next_key, open_puzzle, puzzle_of_day
from ...tutor.puzzles.puzzle import PuzzleError
from ...tutor.puzzles.record import Record, read_record
from ..asking import Choice, KeyValues, NoValues, perform
from ..history import undone_on_error
from ..session import Session
from ..state import MoveError, check_move, take_known
from ..table.actions import ACTIONS as TABLE
from .board import (
    MODE,
    NAMED,
    Board,
    come_back,
    count_hints,
    find_board,
    first_key,
    keep_board,
    set_board,
)

_MOST_SEED = 1_000_000
_BEFORE = 40  # puzzles that can be gone back to one by one


class RecordValues(TypedDict):
    """The record of the puzzles that the browser kept, null if none."""

    kept: NotRequired[object]


class TableMove(TypedDict):
    """What is to be done at the puzzle's table, with its ``type``."""

    move: Mapping[str, object]


class DayValues(TypedDict):
    """A day as the browser's calendar writes it."""

    day: str


class WishValues(TypedDict):
    """A goal and a game, either of them empty where any will do."""

    goal: NotRequired[str]
    rulebook: NotRequired[str]


def _act(session: Session, action: Callable[[Session, Any, Any], Board | None], values: object) -> None:
    """Do it with the puzzle that lies there, and keep what comes of it."""
    board = find_board(session)
    check_move(board is not None or action is _open)
    after = action(session, board, values)
    if after is None:
        return
    if board is not None and action is not _previous:
        after = replace(after, before=board.before if after.key == board.key else (*board.before, board.key)[-_BEFORE:])
    if board is not None and session.classroom:
        after = replace(after, record=board.record)
    keep_board(session, after)


def _open(session: Session, board: Board | None, values: RecordValues) -> Board | None:
    """Open the puzzle that the address names, or the first that is not solved, with the record that was kept."""
    if board is not None:
        return None
    kept = values.get("kept")
    record = Record() if kept is None else read_record(kept) or Record(lasts=False)
    if not record.lasts:
        session.notes = (*session.notes, tell_later("page.puzzle_damaged"))
    wanted = session.named_on(MODE).get(NAMED)
    try:
        puzzle = open_puzzle(wanted or first_key(record, session.rulebook))
    except PuzzleError as error:  # a link may name anything
        session.notes = (*session.notes, tell_later("page.puzzle_none", why=error))
        puzzle = open_puzzle(first_key(record, session.rulebook))
    return set_board(puzzle, record, in_class=session.classroom)


def _move(_: Session, board: Board, values: TableMove) -> Board:
    """Move cards on the puzzle's own table; a verdict on what lay there before no longer holds."""
    table = take_known(board.table)
    with undone_on_error(table):
        perform(TABLE, table, values["move"])
    return replace(board, verdict=None)


def _choose(_: Session, board: Board, values: KeyValues) -> Board:
    """Choose an answer, or where several may be right, choose it or take it back."""
    key = values["key"]
    check_move(key in board.puzzle.choices)
    if not kind_of(board.puzzle).several:
        return replace(board, chosen=(key,), verdict=None).check()
    kept = [choice for choice in board.puzzle.choices if (choice in board.chosen) != (choice == key)]
    return replace(board, chosen=tuple(kept), verdict=None)


def _check(_: Session, board: Board, __: NoValues) -> Board:
    return board.check()


def _hint(_: Session, board: Board, __: NoValues) -> Board:
    record = board.record if board.shown else board.record.help(board.key)
    return replace(board, hints=min(board.hints + 1, count_hints(board.puzzle)), record=record)


def _show(_: Session, board: Board, __: NoValues) -> Board:
    return board.give_up()


def _restart(session: Session, board: Board, __: NoValues) -> Board:
    return set_board(board.puzzle, board.record, in_class=session.classroom)


def _next(_: Session, board: Board, values: WishValues) -> Board:
    """Open the next puzzle with a goal and of a game, either of them any."""
    goal, book = _wish(values)
    return set_board(open_puzzle(next_key(board.key, board.record.solved, goal, book)), board.record)


def _go(session: Session, board: Board, values: KeyValues) -> Board:
    """Open a puzzle by its key."""
    return come_back(session, open_puzzle(values["key"]), board.record)


def _previous(session: Session, board: Board, _: NoValues) -> Board:
    """Open the puzzle that lay there before this one."""
    check_move(board.before)
    former = come_back(session, open_puzzle(board.before[-1]), board.record)
    return replace(former, before=board.before[:-1])


def _day(session: Session, board: Board, values: DayValues) -> Board:
    """Open the puzzle of the day that the browser's calendar shows."""
    try:
        day = date.fromisoformat(values["day"])
    except ValueError:
        raise MoveError("bad_move") from None
    return come_back(session, puzzle_of_day(day), board.record)


def _new(_: Session, board: Board, values: WishValues) -> Board:
    """Make a new puzzle with a goal and a game, either of them any, at the learner's level."""
    goal, book = _wish(values)
    return set_board(make_near(random.randrange(1, _MOST_SEED), board.record.solved, goal, book), board.record)


def _wish(values: WishValues) -> tuple[str, str]:
    """The goal and the game that a learner has chosen; empty where any will do."""
    goal, book = values.get("goal", ""), values.get("rulebook", "")
    return goal, book if book in RULEBOOKS else ""


def _analyse(session: Session, board: Board, _: NoValues) -> None:
    """Lay the puzzle's hand on the table of the analysis, and show that."""
    session.go(take_known(board.table).state)
    session.show("analyse")


_ACTS: Mapping[str, Callable[[Session, Any, Any], Board | None]] = {
    "open": _open,
    "analyse": _analyse,
    "move": _move,
    "choose": _choose,
    "check": _check,
    "hint": _hint,
    "show": _show,
    "restart": _restart,
    "next": _next,
    "go": _go,
    "previous": _previous,
    "day": _day,
    "new": _new,
}
ACTIONS = {"puzzle": Choice(_act, _ACTS)}
