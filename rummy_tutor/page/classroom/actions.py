"""What a page can ask of Classroom: show a list to the class and go through it; make, keep and give away lists."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NotRequired, TypedDict

from ...game.messages import Message, TutorError, key_of
from ...wording.speech import say
from ..asking import Action, Brief, Choice, NameValues, NoValues, PlaceValues, TextValues, TitleValues, take_place
from ..editor.typed import find_error, parse_text
from ..learn.study import opened_lesson
from ..session import Said, Session
from ..state import check_move, take_known
from . import home, running
from .desk import NAMED, Desk, desk_of, keep
from .entries import ClassList, Entry, list_lesson
from .lists import ListError, clean_title, read_code, read_file, read_kept, write_list
from .part import MODE
from .sheet import MOST, make_sheet
from .sources import list_named, pick_puzzles
from .view import list_here, title_of, write_hand, write_played

_TASKS = 6  # of a lesson that is shown as it is
_MOST_TASKS = 40
_MOST_SEED = 1_000_000


class HowManyValues(TypedDict):
    """How many, and the number of the first."""

    n: int
    seed: int


class ClassSourceValues(TypedDict):
    """What a teacher has chosen to be shown: ``source`` says which of the fields beside it count."""

    source: str
    text: NotRequired[str]
    lesson: NotRequired[str]
    example: NotRequired[bool]
    goal: NotRequired[str]
    puzzle: NotRequired[str]
    n: NotRequired[int]
    seed: NotRequired[int]


class EntryMoveValues(PlaceValues):
    """The same, and whether it goes up or down."""

    by: int


class HomeMoveValues(TypedDict):
    """Whether the next task of the homework comes, or the one before."""

    by: int


class KeptListsValues(TypedDict):
    """The lists as the browser kept them; None if it kept none."""

    data: NotRequired[object]


class SheetValues(HowManyValues):
    """The lesson of a worksheet, and where the page is served."""

    lesson: str
    url: NotRequired[str | None]


def answer(session: Session, act: Callable[[Session, Desk, Any], None], values: Mapping[str, Any]) -> None:
    """Do what a page asks of Classroom."""
    act(session, desk_of(session), values)


# ---- before the class --------------------------------------------------------------------------------------
def _here(session: Session, desk: Desk, _: NoValues) -> None:
    """Show the class what the page shows: its hand, lesson, puzzle or round; choose where it shows nothing."""
    if session.mode == "analyse":  # the hand as it lies, with what is marked at it
        session.set_classroom(True)
        return
    lesson = opened_lesson(session) if session.mode == "learn" else None
    here = list_here(session)
    sort = {"puzzles": "puzzle", "round": "round"}.get(session.mode, "")
    if lesson is not None:
        entries = _list_lesson(session, lesson.key, _TASKS, 1, example=True)
        running.run(session, ClassList(say(lesson.title), entries))
    elif sort in here:
        running.run(session, ClassList("", (here[sort],)))
    else:
        session.show(MODE)


def _lists(session: Session, desk: Desk, _: NoValues) -> None:
    """Show the screen of lists; whoever ends the class there comes back to the screen of before."""
    if session.mode != MODE:
        keep(session, replace(desk, came=session.mode))
    session.show(MODE)


def _show(session: Session, desk: Desk, values: ClassSourceValues) -> None:
    """Show what has been chosen, or the list that is built."""
    if _is_misread(session, desk, values):
        return
    if values["source"] == "list":
        check_move(desk.built.entries)
        running.run(session, desk.built)
    else:
        running.run(session, _choose(session, values))


# ---- the list that is built --------------------------------------------------------------------------------
def _choose(session: Session, values: ClassSourceValues) -> ClassList:
    """What a teacher has chosen: tasks of a lesson, puzzles, or what lies on the page."""
    source, here = values["source"], list_here(session)
    if source == "typed":
        hand, turned = parse_text(values.get("text", ""))
        return ClassList("", (write_hand(session, str(hand), turned),))
    if source in here:
        return ClassList("", (here[source],))
    check_move(source in ("puzzles", "lesson") and "n" in values and "seed" in values)
    n, seed = _limit(values["n"], values["seed"])
    if source == "lesson":
        lesson = values.get("lesson", "")
        entries = _list_lesson(session, lesson, n, seed, example=values.get("example", False))
        return ClassList(say(Message(key_of("lesson.", lesson))), entries)
    puzzle = values.get("puzzle")
    check_move(not puzzle or puzzle in list_named())
    keys = (puzzle,) if puzzle else pick_puzzles(values.get("goal", ""), session.rulebook.key, seed, n)
    return ClassList("", tuple({"puzzle": key} for key in keys))


def _is_misread(session: Session, desk: Desk, values: ClassSourceValues) -> bool:
    """Whether a hand was typed that cannot be read, which is said then."""
    error = find_error(values.get("text", "")) if values["source"] == "typed" else None
    if error is not None:
        keep(session, replace(desk, said=Said("bad", Message("classroom.not_typed", {"why": str(error)}))))
    return error is not None


def _limit(n: int, seed: int) -> tuple[int, int]:
    """How many tasks, and the number of the first, as far as they can be asked for."""
    return min(max(1, n), _MOST_TASKS), min(max(0, seed), _MOST_SEED)


def _list_lesson(session: Session, lesson: str, n: int, seed: int, *, example: bool) -> tuple[Entry, ...]:
    return list_lesson(session.rulebook, write_played(session), lesson, seed, n, example=example)


def _add(session: Session, desk: Desk, values: ClassSourceValues) -> None:
    """Add what has been chosen to the list that is built."""
    if _is_misread(session, desk, values):
        return
    before = () if desk.edited is None else desk.built.entries
    keep(session, replace(desk.change((*before, *_choose(session, values).entries)), said=None))


def _move(session: Session, desk: Desk, values: EntryMoveValues) -> None:
    """Move an entry up or down."""
    entries = list(desk.built.entries)
    at = take_place(values, len(entries))
    to = at + (1 if values["by"] == 1 else -1)
    if 0 <= to < len(entries):
        entries[at], entries[to] = entries[to], entries[at]
        keep(session, desk.change(tuple(entries)))


def _out(session: Session, desk: Desk, values: PlaceValues) -> None:
    """Take an entry out."""
    entries = desk.built.entries
    at = take_place(values, len(entries))
    keep(session, desk.change((*entries[:at], *entries[at + 1 :])))


def _delete(session: Session, desk: Desk, values: NoValues) -> None:
    """Delete the list that is built."""
    at = take_known(desk.edited)
    left = (*desk.lists[:at], *desk.lists[at + 1 :])
    keep(session, replace(desk, lists=left, edited=None, said=None))


# ---- lists that come and go --------------------------------------------------------------------------------
def _recall(session: Session, desk: Desk, values: KeptListsValues) -> None:
    """Take up the lists that the browser kept, then the one of the address, which is shown at once."""
    desk = replace(desk, recalled=True)
    if values.get("data") is not None:
        try:
            desk = _join(desk, read_kept(values["data"]))
        except TutorError as error:  # what is damaged is left as the browser has it
            desk = replace(desk, recalled=False, said=Said("bad", Message("classroom.kept_damaged", {"why": error})))
    named = session.named_on(MODE)
    code = named.get(home.NAMED) or named.get(NAMED)
    session.name_on(MODE)
    if not code:
        keep(session, desk)
        return
    try:
        sent = read_code(code)
        if named.get(home.NAMED):
            keep(session, desk)
            home.begin(session, sent)
            return
    except ListError as error:
        _refuse(session, desk, error)
        return
    keep(session, desk.take(sent))
    if sent.entries:
        running.run(session, sent)


def _refuse(session: Session, desk: Desk, error: TutorError) -> None:
    """Say why a list was not taken up; nothing else has changed."""
    keep(session, replace(desk, said=Said("bad", Message("classroom.not_taken", {"why": error}))))


def _join(desk: Desk, kept: tuple[ClassList, ...]) -> Desk:
    """The desk with the lists that the browser kept; those that there are besides follow."""
    edited = None if desk.edited is None else desk.lists[desk.edited]
    lists = (*kept, *(known for known in desk.lists if known not in kept))
    return replace(desk, lists=lists, edited=None if edited is None else lists.index(edited))


def _load(session: Session, desk: Desk, values: TextValues) -> None:
    """Take up the list of a file; one that is damaged changes nothing."""
    try:
        read = read_file(values["text"])
    except ListError as error:
        _refuse(session, desk, error)
        return
    said = Message("classroom.taken", {"title": title_of(read), "n": len(read.entries)})
    keep(session, replace(desk.take(read), said=Said("good", said)))


def _save(session: Session, desk: Desk, _: NoValues) -> None:
    """Write the list that is built as a file."""
    edited = desk.built
    name = re.sub(r"\W+", "-", edited.title.lower()).strip("-") or "list"
    text = json.dumps(write_list(edited), ensure_ascii=False, indent=1)
    keep(session, desk.give(f"rummy-{name}.json", text))


def _sheet(session: Session, desk: Desk, values: SheetValues) -> None:
    """Write a worksheet of a lesson."""
    lesson, url = values["lesson"], values.get("url") or ""
    n, seed = _limit(values["n"], values["seed"])
    address = url if len(url) < 300 else ""
    page = make_sheet(lesson, session.rulebook, min(n, MOST), seed, address=address)
    keep(session, desk.give(f"rummy-{lesson}-{seed}.html", page))


def _home_go(session: Session, desk: Desk, values: HomeMoveValues) -> None:
    """Open the next task of the homework, or the one before."""
    work = take_known(home.homework_of(session))
    home.go(session, work, work.at + (1 if values["by"] == 1 else -1))


def _taken(session: Session, desk: Desk, _: NoValues) -> None:
    """The browser has the file."""
    keep(session, replace(desk, file=None if desk.file is None else {**desk.file, "name": "", "text": ""}))


_ACTIONS: Mapping[str, Callable[[Session, Desk, Any], None]] = {
    "here": _here,
    "lists": _lists,
    "show": _show,
    "next": Brief(NoValues, lambda session, desk, _: running.go(session, 1)),
    "back": Brief(NoValues, lambda session, desk, _: running.go(session, -1)),
    "leave": Brief(NoValues, lambda session, desk, _: running.leave(session)),
    "add": _add,
    "new": Brief(NoValues, lambda session, desk, _: keep(session, replace(desk.begin(ClassList("")), said=None))),
    "open": Brief(
        PlaceValues, lambda session, desk, values: keep(session, desk.open(take_place(values, len(desk.lists))))
    ),
    "title": Brief(
        TitleValues, lambda session, desk, values: keep(session, desk.change(title=clean_title(values["title"])))
    ),
    "move": _move,
    "out": _out,
    "delete": _delete,
    "recall": _recall,
    "load": _load,
    "save": _save,
    "sheet": _sheet,
    "taken": _taken,
    "home-go": _home_go,
    "home-name": Brief(NameValues, lambda session, desk, values: home.call(session, values["name"])),
    "home-leave": Brief(NoValues, lambda session, desk, _: home.leave(session)),
}


ACTIONS: dict[str, Action] = {
    "class": Choice(answer, _ACTIONS),
    "next_step": Brief(NoValues, lambda session, _: running.take_step(session)),
}
