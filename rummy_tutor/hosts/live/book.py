"""The class book: the results of several classes in one file, what each student should repeat, and all as a table."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

from ...game.messages import quote, represent
from ...rounds.files import write_apart
from ...wording.speech import tell
from .items import ClassError
from .keeping.records import FORMAT, OWNER_ALONE, VERSION, demand, parse_file, reading, telling_faults
from .results import COLUMNS, describe_class, is_to_repeat, name_lesson_key
from .room import Room
from .students import Student

if TYPE_CHECKING:
    import pandas

BOOK_FORMAT = "rummy-tutor class book"
_MOST_CLASSES = 400
# what a table has beside the columns of one answer: see ``load_class``
_FURTHER = ("class", "date", "question", "first", "absent")


class WrittenStudent(TypedDict):
    """A student as a file has them; ``mark`` is that of ``mark_student``, empty where only this class knows them."""

    student: str
    mark: str


class WrittenAnswer(TypedDict):
    """An answer as a file has it."""

    task: int
    lesson: str
    kind: str
    rulebook: str
    student: str
    answer: object
    right: bool
    belief: str | None
    fits: list[str]
    seconds: float


class WrittenClass(TypedDict):
    """A class as a file has it; one that an older version wrote names no students but in their answers."""

    tasks: list[dict[str, object]]
    answers: list[WrittenAnswer]
    students: NotRequired[list[WrittenStudent]]


class BookStudentView(TypedDict):
    """A student in the class book: their classes, how many answers were right, and the lessons to repeat."""

    name: str
    told: str
    again: list[str]


class BookView(TypedDict):
    """The class book: its file, how many classes it holds, and its students."""

    file: str
    classes: int
    students: list[BookStudentView]


def mark_student(student: Student) -> str:
    """By what a student is known in every class: what they are called and their own word, neither to be read of it."""
    text = f"{student.name.casefold()}\n{student.word.casefold()}"
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def read_book(path: Path) -> list[dict[str, Any]]:
    """The classes of a class book, the earliest first; none if there is no such file.

    Raises:
        ClassError: ``bad-class``: the file is something else; ``no-class``: it cannot be read.
    """
    return _read_classes(path, (BOOK_FORMAT,)) if path.exists() else []


def describe(room: Room) -> dict[str, Any]:
    """A class as the class book has it: by its names, each with its mark."""
    held = describe_class(room, names=True)
    held["students"] = [{"student": student.name, "mark": mark_student(student)} for student in room.students.values()]
    held["id"] = hashlib.sha256(room.secret.encode()).hexdigest()[:12]
    return held


def write_book(path: Path, held: dict[str, Any]) -> list[dict[str, Any]]:
    """Write a class into the class book, in the place of what the book had of it; all its classes afterwards.

    Args:
        path: the class book, which is begun if it is not there.
        held: the class, as ``describe`` gives it.

    Raises:
        ClassError: ``bad-class``, ``no-class``: the file is something else; ``not-kept``: it cannot be written, and
            what was written before stays.
    """
    before = [written for written in read_book(path) if written.get("id") != held["id"]]
    classes = sorted([*before, held], key=lambda written: str(written.get("date")))[-_MOST_CLASSES:]
    values = {"format": BOOK_FORMAT, "version": VERSION, "classes": classes}
    with telling_faults(path):
        write_apart(path, json.dumps(values, indent=1, ensure_ascii=False).encode(), OWNER_ALONE)
    return classes


def draw_book(path: Path, classes: Sequence[Mapping[str, Any]]) -> BookView:
    """The class book as the teacher sees it: whoever has most to repeat first."""
    called: dict[str, str] = {}
    came, asked, right = Counter[str](), Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for written in classes:
        marks = {student["student"]: student["mark"] for student in written["students"]}
        called |= {mark: name for name, mark in marks.items()}
        came.update(marks.values())
        for row in written["answers"]:
            key = marks.get(row["student"], ""), row["lesson"]
            asked[key] += 1
            right[key] += row["right"]
    again = {
        mark: [lesson for of, lesson in asked if of == mark and is_to_repeat(right[of, lesson], asked[of, lesson])]
        for mark in called
    }
    return {
        "file": str(path),
        "classes": len(classes),
        "students": [
            {
                "name": called[mark],
                "told": tell(
                    "class.book-student",
                    classes=came[mark],
                    right=sum(n for (of, _), n in right.items() if of == mark),
                    n=sum(n for (of, _), n in asked.items() if of == mark),
                ),
                "again": [name_lesson_key(lesson)[0] for lesson in again[mark]],
            }
            for mark in sorted(called, key=lambda written: (-len(again[written]), called[written]))
        ],
    }


# ---- as a table ------------------------------------------------------------------------------------------
def load_class(paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]]) -> pandas.DataFrame:
    """The answers of one exported class, of several, or of a class book, as a table.

    There is a row for each student and task, one after the other: ``class`` is the number of the class, from 1,
    ``date`` when the task was asked, ``question`` its text, ``first`` what the student answered first, where they
    changed it, and ``answer`` what counts. Who has not answered has a row without an answer; ``absent`` is true of who
    was not in that class, and has been in another one. What an older file does not say is missing.

    Args:
        paths: files ``class.json`` that the teacher's page exports, or class books.

    Raises:
        ClassError: ``bad-class``: a file is something else.
    """
    import pandas as pd

    several = isinstance(paths, Iterable) and not isinstance(paths, str)
    classes: list[dict[str, Any]] = []
    for file in paths if several else [paths]:  # type: ignore[union-attr]
        if not isinstance(file, str | os.PathLike):
            raise ClassError("bad-class", file=represent(file))
        classes += _read_classes(Path(file))
    table = pd.DataFrame(_list_rows(classes), columns=[*COLUMNS, *_FURTHER])
    return table.astype({"right": "boolean"})  # a missing answer is neither right nor wrong


def _read_classes(path: Path, formats: Sequence[str] = (FORMAT, BOOK_FORMAT)) -> list[dict[str, Any]]:
    """The classes of a file, checked as far as they are read here."""
    with reading(path):
        values = parse_file(path)
        if values["format"] not in formats:
            raise ValueError
        ClassError.refuse("bad-class:version", values["version"] != VERSION, file=quote(str(path), 100))
        classes = values["classes"] if values["format"] == BOOK_FORMAT else [values]
        for written in classes:
            most = len(demand(WrittenClass, written)["tasks"])
            if not all(0 < row["task"] <= most for row in written["answers"]):
                raise ValueError
    return classes


def _list_rows(classes: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """A row for each student of any of the classes and each task of each class."""
    everybody: dict[str, str] = {}  # who they are, and what they are called in the latest class
    for at, written in enumerate(classes, 1):
        everybody |= {mark: name for name, mark in _list_students(written, at).items()}
    order = list(everybody)
    for at, written in enumerate(classes, 1):
        marks = _list_students(written, at)
        given = {(row["task"], marks[row["student"]]): row for row in written["answers"]}
        known = {mark for mark in everybody if ":" not in mark} | {*marks.values()}
        for number, task in enumerate(written["tasks"], 1):
            about = {
                "task": number,
                **{name: task.get(name) for name in ("lesson", "kind", "rulebook")},
                "class": at,
                "date": task.get("date"),
                "question": task.get("question"),
            }
            for mark in sorted(known, key=order.index):
                row = given.get((number, mark), {})
                taken = {name: row.get(name) for name in (*COLUMNS[5:], "first")}
                absent = mark not in marks.values()
                yield {**about, "student": everybody[mark], **taken, **row, "absent": absent}


def _list_students(written: Mapping[str, Any], at: int) -> dict[str, str]:
    """By what each student of a class is known, by what they are called there; in this class alone if nobody says."""
    listed = {
        student["student"]: student["mark"] or f"{at}:{student['student']}" for student in written.get("students", [])
    }
    answered = {row["student"]: f"{at}:{row['student']}" for row in written["answers"]}
    return {**answered, **listed}
