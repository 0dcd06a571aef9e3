"""A class on disk, as it is kept for a restart."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NotRequired, TypedDict

from ....game.messages import name_system_error, quote
from ....page.asking import fits, read_fields
from ....rounds.documents import parse_json
from ....rounds.files import write_apart
from ....tutor.judging import Verdict
from ....tutor.planting import is_made_today
from ..drawing import draw_desk, draw_wall
from ..items import MOST_ITEMS, ClassError, Given, Item, Stage, make_item
from ..room import MOST_SEATS, Key, Room, clean_code
from ..students import Student, is_name

FORMAT = "rummy-tutor class"
VERSION = 1
OWNER_ALONE = 0o600  # who may read a file


class KeptStudent(TypedDict):
    """A student as they are kept."""

    number: int
    token: str
    name: str
    practised: int
    practised_right: int
    word: NotRequired[str]


class KeptQuestion(TypedDict):
    """A question as it is kept, without its answers; ``question`` is what it asks."""

    request: dict[str, object]
    asked: float
    stage: int
    shown: str | None
    until: float | None
    told: NotRequired[bool]
    question: NotRequired[dict[str, object]]


class KeptItem(KeptQuestion):
    """The same in a file, with answers as number, value and seconds, and layouts as number and groups.

    ``firsts`` are the first answers of those who have changed theirs.
    """

    answers: list[tuple[int, object, float]]
    firsts: NotRequired[list[tuple[int, object]]]
    laid: NotRequired[list[tuple[int, list[list[str]]]]]
    verdicts: NotRequired[dict[str, dict[str, object]]]


class KeptWhole(TypedDict):
    """What is kept of a class as a whole, by the names that ``Room`` has for it."""

    code: str
    secret: str
    seats: int
    beliefs: NotRequired[bool]
    door: NotRequired[bool]
    ended: NotRequired[bool]
    back: NotRequired[int | None]
    own: NotRequired[tuple[int, int] | None]


class KeptClass(KeptWhole):
    """A class in a file."""

    students: list[KeptStudent]
    plan: list[dict[str, object]]
    items: list[KeptItem]


class KeptVerdict(TypedDict):
    """A verdict as it is kept."""

    right: bool
    expected: object
    reasons: list[str]
    belief: str | None
    fits: list[str]
    rule: str
    lost: NotRequired[int]


def save(room: Room, path: Path) -> None:
    """Write everything that a restart needs, in one step, readable for its owner alone: tokens are in it.

    Raises:
        ClassError: ``not-kept:file``: it cannot be written; what was written before stays.
    """
    values = {
        "format": FORMAT,
        "version": VERSION,
        **_write_whole(room),
        "students": [vars(saved) for saved in room.students.values()],
        "plan": write_part(room, ("plan",)),
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
    with telling_faults(path):
        write_apart(path, json.dumps(values).encode(), OWNER_ALONE)


@contextmanager
def telling_faults(path: Path) -> Iterator[None]:
    """Say of a file that it cannot be written, whatever the system says."""
    try:
        yield
    except OSError as error:
        raise ClassError("not-kept:file", file=quote(str(path), 100), why=name_system_error(error)) from None


def _write_item(item: Item) -> KeptQuestion:
    """A question without its answers."""
    return {
        "request": dict(item.request),
        "asked": item.asked,
        "stage": int(item.stage),
        "shown": item.shown,
        "until": item.until,
        "told": item.told,
        "question": item.before or item.question.to_dict(),  # type: ignore[typeddict-item]  # a mapping
    }


def write_part(room: Room, key: Key) -> object:
    """A part of a class as it is now: JSON values; None of what is there no more."""
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
            return [dict(entry.request) for entry in room.plan.items]
    return _write_whole(room)


def _write_whole(room: Room) -> dict[str, object]:
    return {name: getattr(room, name) for name in read_fields(KeptWhole)}


# ---- reading -------------------------------------------------------------------------------------------------
def load(path: Path, changes: Iterable[tuple[Key, Any]] = ()) -> Room:
    """The class that ``save`` wrote.

    Args:
        path: the file.
        changes: what changed since, each what ``write_part`` gave under its key.

    Raises:
        ClassError: ``bad-class``: the file is something else, or another version's.
    """
    with reading(path):
        parts = dict(_list_parts(demand(KeptClass, _read(path)))) | dict(changes)
        students = [Student(**demand(KeptStudent, part)) for key, part in parts.items() if key[0] == "student" and part]
        room = Room()
        room.students.seat(students)
        for key, part in parts.items():
            if key[0] != "student" and part is not None:
                _take_part(room, key, part, path)
        _check(room, len(students))
    return room


def _list_parts(values: KeptClass) -> Iterator[tuple[Key, Any]]:
    """The parts of a class in a file by their keys, each as ``write_part`` gives it."""
    yield ("class",), values
    yield ("plan",), values["plan"]
    yield from ((("student", student["number"]), student) for student in values["students"])
    for at, item in enumerate(values["items"]):
        yield ("item", at), item
        firsts, verdicts = dict(item.get("firsts", [])), item.get("verdicts", {})
        for number, value, seconds in item["answers"]:
            yield ("answer", at, number), [value, seconds, verdicts.get(repr(value)), firsts.get(number)]
        yield from ((("laid", at, number), groups) for number, groups in item.get("laid", []))


def _take_part(room: Room, key: Key, part: Any, path: Path) -> None:
    """Put a part into a class, whose students are there already.

    Raises:
        ValueError: there is no such part.
        ClassError: ``bad-class:version``: it is of another version of the tutor, and kept without what it asks.
    """
    match key:
        case ("class",):
            kept = demand(KeptWhole, part)
            vars(room).update({name: kept[name] for name in read_fields(KeptWhole) if name in kept})
            room.own = room.own and (room.own[0], room.own[1])  # JSON has lists
        case ("plan",):
            room.plan.items = [make_item(entry) for entry in part]
        case ("item", int(at)) if at == len(room.items):
            room.items.append(_read_item(demand(KeptQuestion, part), path))
        case ("answer", int(at), int(number)) if 0 <= at < len(room.items):
            value, seconds, verdict, *first = part  # an older journal has no first answer
            item = room.items[at]
            if item.before is None:
                value, *first = (answer if answer is None else item.read(answer) for answer in (value, *first))
            else:
                item.judged[repr(value)] = _read_verdict(verdict)
            item.answers[number] = Given(value, demand(float, seconds), *first)
        case ("laid", int(at), int(number)) if 0 <= at < len(room.items):
            item = room.items[at]
            if item.before is None and item.read(part):
                item.laid[number] = part
        case _:
            raise ValueError


def _read_item(kept: KeptQuestion, path: Path) -> Item:
    """A question without its answers; one of another version of the tutor is left as it is.

    Raises:
        ClassError: ``bad-class:version``: it is of another version, and kept without what it asks.
    """
    item = make_item(kept["request"], float(kept["asked"]))
    item.stage, item.shown, item.until = Stage(kept["stage"]), kept["shown"], kept["until"]
    item.told = kept.get("told", item.stage > Stage.FROZEN)
    if not _is_made_today(kept["request"]):
        ClassError.refuse("bad-class:version", "question" not in kept, file=quote(str(path), 100))
        item.request, item.before = kept["request"], kept["question"]
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
        and len(room.items) <= MOST_ITEMS >= len(room.plan.items)
        and (room.back is None or 0 <= room.back < len(room.items))
        and (room.own is None or 0 <= room.own[0] < room.own[1] <= len(room.items))
    ):
        raise ValueError
    for item in room.items:
        for given in item.answers.values():
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


def demand(shape: Any, value: Any) -> Any:
    """A value that has the declared shape.

    Raises:
        ValueError: it has another one.
    """
    if not fits(shape)(value):
        raise ValueError
    return value


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


def _read_verdict(kept: Mapping[str, Any]) -> Verdict:
    """The verdict that was kept of an answer.

    Raises:
        ValueError: it is none.
    """
    verdict = demand(KeptVerdict, kept)
    return Verdict(**{**verdict, "reasons": tuple(verdict["reasons"]), "fits": tuple(verdict["fits"])})
