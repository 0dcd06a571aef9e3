"""A class on disk, as it is kept for a restart."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NotRequired, TypedDict

from ....game.messages import name_system_error, quote
from ....page.asking import fits
from ....rounds.documents import parse_json
from ....tutor.judging import Verdict
from ....tutor.planting import is_made_today
from ..drawing import draw_desk, draw_wall
from ..items import ClassError, Given, Item, Stage, make_item
from ..room import MOST_ITEMS, MOST_SEATS, Key, Room, Student, clean_code, is_name

FORMAT = "rummy-tutor class"
VERSION = 1
_OF_STUDENTS = ("answers", "firsts", "laid")  # lists of a question that is kept, each entry with a student's number


class KeptStudent(TypedDict):
    """A student as they are kept."""

    number: int
    token: str
    name: str
    practised: int
    practised_right: int
    word: NotRequired[str]


class KeptItem(TypedDict):
    """A question as it is kept: answers as number, value and seconds; layouts as number and groups.

    ``firsts`` are the first answers of those who have changed theirs.
    """

    request: dict[str, object]
    asked: float
    stage: int
    shown: str | None
    until: float | None
    told: NotRequired[bool]
    answers: list[tuple[int, object, float]]
    firsts: NotRequired[list[tuple[int, object]]]
    laid: NotRequired[list[tuple[int, list[list[str]]]]]
    verdicts: NotRequired[dict[str, dict[str, object]]]
    question: NotRequired[dict[str, object]]


class KeptClass(TypedDict):
    """A class as it is kept."""

    code: str
    secret: str
    seats: int
    beliefs: NotRequired[bool]
    door: NotRequired[bool]
    ended: NotRequired[bool]
    back: NotRequired[int | None]
    own: NotRequired[tuple[int, int] | None]
    students: list[KeptStudent]
    plan: list[dict[str, object]]
    items: list[KeptItem]


def save(room: Room, path: Path) -> None:
    """Write everything that a restart needs, in one step, readable for its owner alone: tokens are in it.

    Raises:
        ClassError: ``not-kept:file``: it cannot be written; what was written before stays.
    """
    values = {
        "format": FORMAT,
        "version": VERSION,
        **_write_class(room),
        "students": [vars(saved) for saved in room.students.values()],
        "plan": [dict(saved.request) for saved in room.plan],
        "items": [
            {
                **_write_item(saved),
                "answers": [[number, given.value, given.at] for number, given in saved.answers.items()],
                "verdicts": _write_verdicts(saved),
                "firsts": [[number, given.first] for number, given in saved.answers.items() if given.first is not None],
                **({"laid": [[*entry] for entry in saved.laid.items()]} if saved.laid else {}),
            }
            for saved in room.items
        ],
    }
    write_apart(path, json.dumps(values))


def write_apart(path: Path, text: str) -> None:
    """Write a file in one step, readable for its owner alone.

    Raises:
        ClassError: ``not-kept:file``: it cannot be written; what was written before stays.
    """
    beside = path.with_name(path.name + ".part")
    with telling_faults(path):
        beside.unlink(missing_ok=True)  # a link of this name is not followed
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)


@contextmanager
def telling_faults(path: Path) -> Iterator[None]:
    """Say of a file that it cannot be written, whatever the system says."""
    try:
        yield
    except OSError as error:
        raise ClassError("not-kept:file", file=quote(str(path), 100), why=name_system_error(error)) from None


def _write_class(room: Room) -> dict[str, object]:
    values = {"code": room.code, "secret": room.secret, "seats": room.seats, "beliefs": room.beliefs}
    return {**values, "back": room.back, "own": room.own, "door": room.door, **({"ended": True} if room.ended else {})}


def _write_item(item: Item) -> dict[str, object]:
    """A question without its answers."""
    return {
        "request": dict(item.request),
        "asked": item.asked,
        "stage": int(item.stage),
        "shown": item.shown,
        "until": item.until,
        "told": item.told,
        "question": item.before or item.question.to_dict(),
    }


def write_part(room: Room, key: Key) -> object:
    """What of a class has changed, as it is now: JSON values; None of what is there no more."""
    match key:
        case ("student", number):
            students = [vars(entry) for entry in room.students.values() if entry.number == number]
            return students[0] if students else None
        case ("item", int(at)):
            return _write_item(room.items[at])
        case ("answer", int(at), int(number)):
            given = room.items[at].answers.get(number)
            return given and [given.value, given.at, room.items[at].judge(given.value).to_dict(), given.first]
        case ("laid", int(at), int(number)):
            return room.items[at].laid.get(number)
        case ("plan",):
            return [dict(entry.request) for entry in room.plan]
    return _write_class(room)


def load(path: Path, changes: Iterable[tuple[Key, Any]] = ()) -> Room:
    """The class that ``save`` wrote.

    Args:
        path: the file.
        changes: what changed since, each what ``write_part`` gave under its key.

    Raises:
        ClassError: ``bad-class``: the file is something else, or another version's.
    """
    with reading(path):
        values = _read(path)
        _change(values, changes)
        if not fits(KeptClass)(values):
            raise ValueError
        room = Room(values["seats"])
        room.code, room.secret = values["code"], values["secret"]
        room.beliefs = values.get("beliefs", True)  # a file of before has none: they were always named
        room.ended = values.get("ended", False)
        room.door = values.get("door", True)
        room.seat(Student(**entry) for entry in values["students"])
        room.plan = [make_item(entry) for entry in values["plan"]]
        room.items = [_load_item(entry, path) for entry in values["items"]]
        room.back = values.get("back")
        first, end = values.get("own") or (0, 0)
        room.own = (first, end) if end else None
        _check(room, len(values["students"]))
    return room


def _change(values: dict[str, Any], changes: Iterable[tuple[Key, Any]]) -> None:
    """Change a class as it is kept.

    Raises:
        ValueError: a change is of something that is not there.
    """
    students = {held["number"]: held for held in values["students"]}
    items = values["items"]
    for held in items:  # what each student has given, by their number
        held |= {name: {entry[0]: entry for entry in held.get(name, [])} for name in _OF_STUDENTS}
    for key, part in changes:
        match key:
            case ("class",):
                values.update(part)
            case ("plan",):
                values["plan"] = part
            case ("student", int(number)):
                students[number] = part
            case ("item", int(at)) if at == len(items):
                items.append({**part, "verdicts": {}, **{name: {} for name in _OF_STUDENTS}})
            case ("item", int(at)) if 0 <= at < len(items):
                items[at].update(part)
            case ("answer", int(at), int(number)) if 0 <= at < len(items):
                items[at]["answers"][number] = part and [number, *part[:2]]
                changed = part and part[3:] not in ([], [None])  # before, no first answer was written
                items[at]["firsts"][number] = [number, part[3]] if changed else None
                if part:
                    items[at].setdefault("verdicts", {})[repr(part[0])] = part[2]
            case ("laid", int(at), int(number)) if 0 <= at < len(items):
                items[at]["laid"][number] = part and [number, part]
            case _:
                raise ValueError
    values["students"] = [held for held in students.values() if held is not None]
    for held in items:
        held |= {name: [entry for entry in held[name].values() if entry is not None] for name in _OF_STUDENTS}


def _load_item(kept: KeptItem, path: Path) -> Item:
    """A question with its answers, as it is kept.

    Raises:
        ClassError: ``bad-class:version``: it is of another version of the tutor, and kept without verdicts.
    """
    item = make_item(kept["request"], float(kept["asked"]))
    item.stage, item.shown, item.until = Stage(kept["stage"]), kept["shown"], kept["until"]
    item.told = kept.get("told", item.stage > Stage.FROZEN)
    firsts = dict(kept.get("firsts", []))
    if _is_made_today(kept["request"]):
        read = {number: item.read(value) for number, value in firsts.items()}
        item.answers = {number: Given(item.read(value), at, read.get(number)) for number, value, at in kept["answers"]}
        item.laid = {number: groups for number, groups in kept.get("laid", []) if item.read(groups)}
        return item
    ClassError.refuse("bad-class:version", "verdicts" not in kept, file=quote(str(path), 100))
    item.request, item.before = kept["request"], kept["question"]
    item.answers = {number: Given(value, at, firsts.get(number)) for number, value, at in kept["answers"]}
    item.judged = {key: _read_verdict(verdict) for key, verdict in kept["verdicts"].items()}
    return item


def _check(room: Room, students: int) -> None:
    """Look whether a class that was read holds together: everything of it can be drawn.

    Args:
        room: the class.
        students: how many students the file has, each with a token of their own.

    Raises:
        ValueError: it does not.
    """
    numbers = {student.number for student in room.students.values()}
    if not (
        1 <= room.seats <= MOST_SEATS
        and room.secret
        and clean_code(room.code) == room.code != ""
        and len(numbers) == len(room.students) == students <= room.seats
        and all(student.token and student.number > 0 and is_name(student.name) for student in room.students.values())
        and len(room.items) <= MOST_ITEMS >= len(room.plan)
        and (room.back is None or 0 <= room.back < len(room.items))
        and (room.own is None or 0 <= room.own[0] < room.own[1] <= len(room.items))
    ):
        raise ValueError
    for item in room.items:
        for given in item.answers.values():
            if item.before is not None and repr(given.value) not in item.judged:
                raise ValueError
            item.judge(given.value)
    draw_desk(room, numbers)
    draw_wall(room, 0.0, numbers)


def read_secret(path: Path) -> str:
    """What the teacher of a class that was kept proves themselves with.

    Raises:
        ClassError: ``bad-class``: the file is something else, or another version's.
    """
    with reading(path):
        return str(_read(path)["secret"])


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Say of a file that it holds no class, or that it cannot be read, whatever is wrong with it."""
    try:
        yield
    except OSError as error:
        raise ClassError("no-class", file=quote(str(path), 100), why=name_system_error(error)) from None
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
        if isinstance(error, ClassError) and error.code == "bad-class":
            raise
        raise ClassError("bad-class", file=quote(str(path), 100)) from None


def parse_file(path: Path) -> Any:
    """The values of a file.

    Raises:
        ValueError: it holds none.
    """
    return parse_json(path.read_text(encoding="utf-8"))


def _read(path: Path) -> dict[str, Any]:
    """The values of a class's file.

    Raises:
        ClassError: ``bad-class:version``: another version of the tutor wrote it, in another way.
        ValueError: it is no such file.
    """
    values: dict[str, Any] = parse_file(path)
    if values["format"] != FORMAT:
        raise ValueError
    ClassError.refuse("bad-class:version", values["version"] != VERSION, file=quote(str(path), 100))
    return values


def _is_made_today(request: Mapping[str, Any]) -> bool:
    """Whether a request gives the question today that it gave; a hand or a puzzle names no version of tasks."""
    return bool({"hand", "puzzle", "play"} & {*request}) or is_made_today(request)


def _write_verdicts(item: Item) -> dict[str, object]:
    """The verdict on each different answer, by which ``Item.judge`` finds it again."""
    different = {repr(given.value): given.value for given in item.answers.values()}
    return {key: item.judge(value).to_dict() for key, value in different.items()}


class KeptVerdict(TypedDict):
    """A verdict as it is kept."""

    right: bool
    expected: object
    reasons: list[str]
    belief: str | None
    fits: list[str]
    rule: str
    lost: NotRequired[int]


def _read_verdict(kept: Mapping[str, Any]) -> Verdict:
    """The verdict that was kept of an answer.

    Raises:
        ValueError: it is none.
    """
    if not fits(KeptVerdict)(kept):
        raise ValueError
    return Verdict(**{**kept, "reasons": tuple(kept["reasons"]), "fits": tuple(kept["fits"])})
