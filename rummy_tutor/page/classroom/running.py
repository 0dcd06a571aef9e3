"""A list before a class: each entry opens on the screen that it belongs to, and is revealed step by step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ...game.messages import tell_later
from ...tutor.planting import is_made_today, write_name
from ..asking import perform, take_own
from ..learn import study as learn
from ..own_books import FIELD
from ..puzzles.board import BOARD, come_back, count_hints, find_board, forget_class, keep_board
from ..puzzles.board import MODE as PUZZLES
from ..puzzles.board import NAMED as PUZZLE
from ..round.actions import ACTIONS as ROUNDS
from ..session import Session
from ..shell.links import read_link
from .desk import desk_of, keep
from .entries import ClassList, Entry, link_entry
from .part import MODE

ANALYSE, ROUND = "analyse", "round"
Step = tuple[str, Callable[[], object]]  # the key of the text that says what a step shows, and what shows it
_HINT, _ANSWER = "classroom.step_hint", "classroom.step_answer"
_BEST = ("page.best_ask", "page.best_ask_points", "page.best_ask_moves", "page.best_ask_whole")  # by level


def run(session: Session, shown: ClassList) -> None:
    """Show a list to the class; it has entries."""
    keep(session, replace(desk_of(session), running=shown, at=0, said=None))
    forget_class(session)
    open_entry(session, shown.entries[0])


def go(session: Session, by: int) -> None:
    """Go on by a step of a worked example, else by an entry; at the ends of the list nothing happens."""
    desk = desk_of(session)
    if learn.step_in_example(session, by):
        return
    if desk.running is not None and 0 <= desk.at + by < len(desk.running.entries):
        keep(session, replace(desk, at=desk.at + by))
        open_entry(session, desk.running.entries[desk.at + by])


def leave(session: Session) -> None:
    """End the class; what was shown last stays on the page."""
    desk = keep(session, replace(desk_of(session), running=None, at=0))
    session.set_classroom(False)
    if session.mode == MODE:
        session.show(desk.came or learn.MODE)


def open_entry(session: Session, entry: Entry, *, alone: bool = False) -> None:
    """Open an entry: before a class its answer is hidden, but for a puzzle whose answer it has seen already.

    Args:
        session: the session.
        entry: the entry; a task or a puzzle for somebody who works alone.
        alone: whether somebody works alone.

    Raises:
        TutorError: it cannot be made or read.
    """
    session.set_classroom(not alone)
    if "puzzle" in entry:
        _open_puzzle(session, entry)
    elif "round" in entry:
        perform(ROUNDS, session, {"type": "round", "do": "link", "code": entry["round"]})
        session.show(ROUND)
        perform(ROUNDS, session, {"type": "round", "do": "class", "on": True})
    elif "hand" in entry:
        _open_hand(session, entry)
    else:
        _open_lesson(session, entry)


def _open_puzzle(session: Session, entry: Entry) -> None:
    session.show(PUZZLES, **{PUZZLE: entry["puzzle"]})
    board = find_board(session)  # one that is not there yet is set when the browser tells which puzzles are solved
    if board is not None:
        BOARD.keep(session, come_back(session, board.puzzle, board.record))


def _open_hand(session: Session, entry: Entry) -> None:
    search = link_entry(entry)
    key, _ = take_own(session, search)
    state, _ = read_link(search, session.state, books=session.own.all)
    session.go(replace(state, rulebook=key, options=()) if key else state)
    session.show(ANALYSE)


def _open_lesson(session: Session, entry: Entry) -> None:
    lesson = entry.get("example") or entry["lesson"]
    key, _ = take_own(session, f"?{FIELD}={entry[FIELD]}") if FIELD in entry else (entry["rulebook"], ())
    session.go(replace(session.state, rulebook=key, options=tuple(entry.get("options", ()))))
    task = ""
    if "lesson" in entry and is_made_today(entry):
        task = write_name(lesson, str(entry.get("kind")), entry.get("seed", 0), entry.get("level", 1))
    elif "lesson" in entry:
        session.notes = (*session.notes, tell_later("page.other_task"))
    session.show(learn.MODE, lesson=lesson, task=task)
    learn.open_anew(session, learn.study_of(session))


def ends(session: Session) -> tuple[bool, bool]:
    """Whether nothing comes before what the class sees, and whether nothing comes after it."""
    desk, last = desk_of(session), 0
    example = learn.study_of(session).example if session.mode == learn.MODE else None
    if desk.running is not None:
        last = len(desk.running.entries) - 1
    return (
        desk.at == 0 and not (example and example.at),
        desk.at == last and (example is None or example.is_last),
    )


# ---- step by step ------------------------------------------------------------------------------------------
def shows_example(session: Session) -> bool:
    """Whether the class sees a worked example of a lesson."""
    return session.mode == learn.MODE and learn.study_of(session).example is not None


def find_step(session: Session) -> Step | None:
    """What comes next of what is on the page; None where all is shown."""
    find = _FINDS.get(session.mode)
    return find(session) if find else None


def _find_on_hand(session: Session) -> Step | None:
    """The verdict, then the best grouping."""
    level = session.next_level()
    if not session.revealed.verdict:
        return "page.step_verdict", partial(setattr, session, "revealed", replace(session.revealed, verdict=True))
    return None if level is None else (_BEST[level - 1], partial(session.reveal, level))


def _find_on_board(session: Session) -> Step | None:
    """A hint after another, then the answer."""
    board = find_board(session)
    if board is None or board.shown:
        return None
    if count_hints(board.puzzle) > board.hints:
        return _HINT, partial(keep_board, session, replace(board, hints=board.hints + 1))
    return _ANSWER, lambda: keep_board(session, board.show_class())


def _find_in_lesson(session: Session) -> Step | None:
    """The next step of a worked example; of a task a hint after another, then the answer."""
    study = learn.study_of(session)
    example, asked, take = study.example, study.asked, partial(learn.step_on, session, study)
    if example is not None:
        return None if example.is_last else ("classroom.step_example", take)
    if asked is None or asked.verdict is not None:
        return None
    return _HINT if asked.has_hint else _ANSWER, take


_FINDS: dict[str, Callable[[Session], Step | None]] = {
    ANALYSE: _find_on_hand,
    PUZZLES: _find_on_board,
    learn.MODE: _find_in_lesson,
}


def take_step(session: Session) -> None:
    """Show what comes next."""
    step = find_step(session)
    if step is not None:
        step[1]()
