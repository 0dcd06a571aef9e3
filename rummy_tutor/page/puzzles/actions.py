"""What a page can ask of the puzzles: open one, move its cards, choose, check, a hint, the answer, the next."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date

from ...game.messages import tell_later
from ...rulebooks import RULEBOOKS
from ...tutor.puzzles.generated import make_puzzle
from ...tutor.puzzles.ladder import next_key, open_puzzle, puzzle_of_day
from ...tutor.puzzles.puzzle import PuzzleError
from ...tutor.puzzles.record import Record, read_record
from ..asking import Action
from ..session import Session
from ..state import MoveError
from ..table.actions import ACTIONS as TABLE
from .board import (
    BOARD,
    MANY,
    MODE,
    NAMED,
    Board,
    come_back,
    count_hints,
    find_board,
    first_key,
    keep_board,
    read_move,
    set_board,
)

_MOST_SEED = 1_000_000
_BEFORE = 40  # puzzles that can be gone back to one by one


def answer(session: Session, values: Mapping) -> None:
    """Do what is asked of the puzzles, named by ``do``."""
    what = values.get("do")
    if what == "open":
        open_board(session, values)
        return
    if what == "analyse":
        analyse_puzzle(session)
        return
    board, act = find_board(session), _ACTS.get(what) if isinstance(what, str) else None
    if board is None or act is None:
        raise MoveError("bad_move")
    after = act(session, board, values)
    if what != "previous":
        after = replace(after, before=board.before if after.key == board.key else (*board.before, board.key)[-_BEFORE:])
    keep_board(session, replace(after, record=board.record) if session.classroom else after)


def open_board(session: Session, values: Mapping) -> None:
    """Open the puzzle that the address names, or the first that is not solved, with the record that was kept."""
    if BOARD.is_kept(session):
        return
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
    keep_board(session, set_board(puzzle, record, in_class=session.classroom))


def _move(_: Session, board: Board, values: Mapping) -> Board:
    """Move cards on the puzzle's own table; a verdict on what lay there before no longer holds."""
    move, table = read_move(values), board.table
    act = TABLE.get(str(move.get("type")))
    if table is None or act is None:
        raise MoveError("bad_move")
    before = table.copy()
    try:
        act(table, move)
    except Exception:
        table.restore(before)
        raise
    return replace(board, verdict=None)


def _choose(_: Session, board: Board, values: Mapping) -> Board:
    """Choose an answer, or where several may be right, choose it or take it back."""
    key = values.get("key")
    if key not in board.puzzle.choices:
        raise MoveError("bad_move")
    if board.puzzle.goal not in MANY:
        return replace(board, chosen=(str(key),), verdict=None).check()
    kept = [one for one in board.puzzle.choices if (one in board.chosen) != (one == key)]
    return replace(board, chosen=tuple(kept), verdict=None)


def _check(_: Session, board: Board, __: Mapping) -> Board:
    return board.check()


def _hint(_: Session, board: Board, __: Mapping) -> Board:
    record = board.record if board.shown else board.record.help(board.key)
    return replace(board, hints=min(board.hints + 1, count_hints(board.puzzle)), record=record)


def _show(_: Session, board: Board, __: Mapping) -> Board:
    return board.give_up()


def _restart(session: Session, board: Board, __: Mapping) -> Board:
    return set_board(board.puzzle, board.record, in_class=session.classroom)


def _next(_: Session, board: Board, values: Mapping) -> Board:
    """Open the next puzzle with a goal and of a game, either of them any."""
    goal, book = _wish(values)
    return set_board(open_puzzle(next_key(board.key, board.record.solved, goal, book)), board.record)


def _go(session: Session, board: Board, values: Mapping) -> Board:
    """Open a puzzle by its key."""
    return come_back(session, open_puzzle(str(values.get("key"))), board.record)


def _previous(session: Session, board: Board, _: Mapping) -> Board:
    """Open the puzzle that lay there before this one."""
    if not board.before:
        raise MoveError("bad_move")
    former = come_back(session, open_puzzle(board.before[-1]), board.record)
    return replace(former, before=board.before[:-1])


def _day(session: Session, board: Board, values: Mapping) -> Board:
    """Open the puzzle of the day that the browser's calendar shows."""
    try:
        day = date.fromisoformat(str(values.get("day")))
    except ValueError:
        raise MoveError("bad_move") from None
    return come_back(session, puzzle_of_day(day), board.record)


def _new(_: Session, board: Board, values: Mapping) -> Board:
    """Make a new puzzle with a goal and a game, either of them any."""
    goal, book = _wish(values)
    return set_board(make_puzzle(random.randrange(1, _MOST_SEED), goal or None, RULEBOOKS.get(book)), board.record)


def _wish(values: Mapping) -> tuple[str, str]:
    """The goal and the game that a learner has chosen; empty where any will do."""
    goal, book = str(values.get("goal") or ""), str(values.get("rulebook") or "")
    return goal, book if book in RULEBOOKS else ""


def analyse_puzzle(session: Session) -> None:
    """Lay the puzzle's hand on the table of the analysis, and show that."""
    board = find_board(session)
    if board is None or board.table is None:
        raise MoveError("bad_move")
    session.go(board.table.state)
    session.show("analyse")


_ACTS: dict[str, Callable[[Session, Board, Mapping], Board]] = {
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
ACTIONS: dict[str, Action] = {"puzzle": answer}
