"""Homework: a list that somebody works through alone, and the code that says what they have answered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ...game.messages import TutorError
from ...tutor.planting import name_task, write_name
from ..learn import study as learn
from ..packed import pack, unpack
from ..puzzles.board import MODE as PUZZLES
from ..puzzles.board import find_board
from ..session import Session
from ..state import take_known
from . import running
from .entries import ClassList, Entry, is_for_class, read_entry
from .lists import ListError, clean_line, read_list, write_list
from .part import HOMEWORK

NAMED = "home"  # what the address names on the screen
MOST_RESULT = 30_000  # characters of a code
_MOST_PLAIN = 100_000  # bytes of what it holds
_MOST_NAME = 24
_RESULT = "rummy-tutor-result"


@dataclass(frozen=True, kw_only=True)
class Homework:
    """A list that is worked through alone.

    Attributes:
        work: the list.
        at: the entry that is open.
        given: the first answer to each entry, as JSON values; None where there is none, or the right one was looked at.
        name: what the student is called.
    """

    work: ClassList
    at: int = 0
    given: tuple[Any, ...] = ()
    name: str = ""


@dataclass(frozen=True)
class Result:
    """What somebody has answered at home.

    Attributes:
        name: what they are called.
        answers: each entry that was answered, with the answer.
    """

    name: str
    answers: tuple[tuple[Entry, Any], ...]


def begin(session: Session, homework: ClassList) -> None:
    """Work a list through from its first task on; worked examples, hands and rounds ask for nothing and are left out.

    Raises:
        ListError: ``bad-list:empty``: nothing of it asks for anything.
    """
    entries = tuple(entry for entry in homework.entries if is_for_class(entry) and "hand" not in entry)
    ListError.refuse("bad-list:empty", not entries)
    go(session, Homework(work=ClassList(homework.title, entries), given=(None,) * len(entries)), 0)


def homework_of(session: Session) -> Homework | None:
    """The list that is worked through, with what was answered until now; None if none is."""
    kept = HOMEWORK.of(session)
    if kept is None:
        return None
    try:
        work, given, at = read_list(kept["work"]), tuple(kept["given"]), kept["at"]
    except (TutorError, LookupError, TypeError):
        return None
    if len(given) != len(work.entries) or type(at) is not int or not 0 <= at < len(given):
        return None
    home = Homework(work=work, at=at, given=given, name=clean_line(str(kept.get("name")), _MOST_NAME))
    return _take_answer(session, home)


def _take_answer(session: Session, home: Homework) -> Homework:
    """The homework with the answer that has been given on the screen of its task, the first one alone."""
    if home.given[home.at] is not None:
        return home
    answer, entry = None, home.work.entries[home.at]
    if "puzzle" in entry:
        board = find_board(session) if session.mode == PUZZLES else None
        if board is not None and board.key == entry["puzzle"] and board.verdict is not None:
            answer = board.answer()
    else:
        asked = learn.study_of(session).asked
        wanted = write_name(entry["lesson"], str(entry.get("kind")), entry.get("seed", 0), entry.get("level", 1))
        if asked is not None and asked.verdict is not None and not asked.was_shown and name_task(asked.task) == wanted:
            answer = asked.answer
    if answer is None:
        return home
    return _keep(session, replace(home, given=(*home.given[: home.at], answer, *home.given[home.at + 1 :])))


def _keep(session: Session, home: Homework) -> Homework:
    values = {"work": write_list(home.work), "at": home.at, "given": [*home.given], "name": home.name}
    HOMEWORK.keep(session, values)
    return home


def go(session: Session, home: Homework, at: int) -> None:
    """Open one of the tasks; one that is not there is none."""
    if 0 <= at < len(home.work.entries):
        _keep(session, replace(home, at=at))
        running.open_entry(session, home.work.entries[at], alone=True)


def call(session: Session, name: str) -> None:
    """Note what the student is called.

    Raises:
        MoveError: no list is worked through.
    """
    _keep(session, replace(take_known(homework_of(session)), name=clean_line(name, _MOST_NAME)))


def leave(session: Session) -> None:
    """Work the list through no more."""
    HOMEWORK.keep(session, None)


# ---- results -------------------------------------------------------------------------------------------------
def write_result(home: Homework) -> str:
    """What was answered as a code; empty where nothing was, or it would be too long."""
    pairs = zip(home.work.entries, home.given, strict=True)
    answers = [[dict(entry), value] for entry, value in pairs if value is not None]
    return pack([_RESULT, home.name, answers], MOST_RESULT, _MOST_PLAIN) if answers else ""


def read_result(code: str) -> Result:
    """What a code says. It proves nothing: anybody can make one.

    Raises:
        ListError: ``bad-list:result``: it is damaged or another one.
    """
    try:
        kind, name, answers = unpack("".join(code.split()) if len(code) <= MOST_RESULT else "", _MOST_PLAIN)
        pairs = tuple((read_entry(entry), value) for entry, value in answers)
        if kind != _RESULT or not isinstance(name, str) or not all(is_for_class(entry) for entry, _ in pairs):
            raise ValueError
    except (ValueError, TypeError):  # a PackedError and a TutorError are ValueErrors
        raise ListError("bad-list:result") from None
    return Result(clean_line(name, _MOST_NAME), pairs)
