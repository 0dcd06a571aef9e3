"""A class on disk: kept for a restart, exported as JSON or CSV, read into a table, and what to repeat next time."""

from __future__ import annotations

import csv
import io
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NotRequired, TypedDict

from ...game.cards import Card
from ...game.messages import key_of, name_system_error, quote
from ...page.asking import fits
from ...page.classroom.questions import TABLE
from ...page.classroom.votes import ROUND
from ...page.faces import pretty_card
from ...rounds.documents import parse_json
from ...tutor.judging import Verdict
from ...tutor.lessons import BY_KEY
from ...tutor.planting import is_made_today
from ...tutor.tasks import as_groups
from ...wording.speech import say, tell
from .drawing import draw_desk, draw_shown, draw_wall, name_lesson, tell_beliefs
from .items import ClassError, Given, Item, Stage, make_item
from .room import MOST_ITEMS, MOST_SEATS, Key, Room, Student, clean_code, is_name

FORMAT = "rummy-tutor class"
VERSION = 1
_HAND = "own-hand"  # stands for a lesson where the teacher brought the cards
COLUMNS = ("task", "lesson", "kind", "rulebook", "student", "answer", "right", "belief", "fits", "seconds")
# the same in words, as further columns of a spreadsheet
_IN_WORDS = ("task_in_words", "lesson_in_words", "answer_in_words", "right_answer", "right_answer_in_words", "verdict",
             "belief_in_words")  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would take for a formula


# ---- for a restart ---------------------------------------------------------------------------------------
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
    given = [{entry[0]: entry for entry in held["answers"]} for held in items]
    firsts = [dict(held.get("firsts", [])) for held in items]
    laid = [{entry[0]: entry for entry in held.get("laid", [])} for held in items]
    for key, part in changes:
        match key:
            case ("class",):
                values.update(part)
            case ("plan",):
                values["plan"] = part
            case ("student", int(number)):
                students[number] = part
            case ("item", int(at)) if at == len(items):
                items.append({**part, "verdicts": {}})
                given.append({})
                firsts.append({})
                laid.append({})
            case ("item", int(at)) if 0 <= at < len(items):
                items[at].update(part)
            case ("answer", int(at), int(number)) if 0 <= at < len(items):
                given[at][number] = part and [number, *part[:2]]
                firsts[at][number] = part[3] if part and len(part) > 3 else None  # before, none was written
                if part:
                    items[at].setdefault("verdicts", {})[repr(part[0])] = part[2]
            case ("laid", int(at), int(number)) if 0 <= at < len(items):
                laid[at][number] = part and [number, part]
            case _:
                raise ValueError
    values["students"] = [held for held in students.values() if held is not None]
    for item, answers, first, layouts in zip(items, given, firsts, laid, strict=True):
        item["answers"] = [held for held in answers.values() if held is not None]
        item["firsts"] = [[number, value] for number, value in first.items() if value is not None]
        item["laid"] = [held for held in layouts.values() if held is not None]


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
    if "verdicts" not in kept:
        raise ClassError("bad-class:version", file=quote(str(path), 100))
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
    if values["version"] != VERSION:
        raise ClassError("bad-class:version", file=quote(str(path), 100))
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


# ---- after the class -------------------------------------------------------------------------------------
def list_answers(room: Room, *, names: bool) -> Iterator[dict[str, Any]]:
    """Every answer with its task and verdict, one after the other.

    Args:
        room: the class.
        names: whether students are called by their names; by numbers otherwise.
    """
    called = {student.number: student.name for student in room.students.values()} if names else {}
    for at, item in enumerate(room.items, 1):
        for number, given in sorted(item.answers.items()):
            verdict = item.judge(given.value)
            yield {
                "task": at,
                "lesson": item.question.lesson,
                "kind": item.question.kind,
                "rulebook": item.question.rulebook.key,
                "student": called.get(number, str(number)),
                "answer": given.value,
                "right": verdict.right,
                "belief": verdict.belief,
                "fits": list(verdict.fits),
                "seconds": given.at,
                "first": given.first,
            }


class WrittenFile(TypedDict):
    """A file: its name and its text."""

    name: str
    text: str


def export(room: Room, form: object, *, names: bool) -> WrittenFile:
    """The class as a file: its name and its text.

    Args:
        room: the class.
        form: ``csv`` or ``json``.
        names: whether students are called by their names.

    Raises:
        ClassError: it is another form.
    """
    if form == "json":
        return {"name": "class.json", "text": json.dumps(describe_class(room, names=names), indent=1)}
    rows = list(list_answers(room, names=names))
    if form != "csv":
        raise ClassError("bad-message")
    target = io.StringIO()
    writer = csv.DictWriter(target, (*COLUMNS, *_IN_WORDS), extrasaction="ignore", lineterminator="\r\n")
    writer.writeheader()
    for row in rows:
        cells = {**row, **_tell_row(room.items[row["task"] - 1], row["answer"])}
        writer.writerow({name: _as_cell(value) for name, value in cells.items()})
    return {"name": "class.csv", "text": target.getvalue()}


def describe_class(room: Room, *, names: bool) -> dict[str, Any]:
    """A class as plain JSON values: its students, its tasks with what they ask, and its answers."""
    called = [entry.name if names else str(entry.number) for entry in room.students.values()]
    dates = [datetime.fromtimestamp(entry.asked, UTC).isoformat(timespec="seconds") for entry in room.items]
    return {
        "format": FORMAT,
        "version": VERSION,
        "date": dates[0] if dates else None,
        "students": [{"student": entry, "mark": ""} for entry in called],
        "tasks": [
            {
                "request": dict(entry.request),
                **(
                    entry.before
                    or {"lesson": entry.question.lesson, "kind": entry.question.kind, **entry.question.to_dict()}
                ),
                "date": date,
                "question": " ".join(filter(None, (entry.note, entry.question.ask()))),
            }
            for entry, date in zip(room.items, dates, strict=True)
        ],
        "answers": list(list_answers(room, names=names)),
    }


def _tell_row(item: Item, answer: Any) -> dict[str, Any]:
    """What a row says in words: the task, the answers, the verdict, and the beliefs that the answer would fit.

    Of a question that another version of the tutor asked, the cards are in its JSON alone.
    """
    verdict = item.judge(answer)
    words = {
        "lesson_in_words": name_lesson(item),
        "verdict": tell("class.right" if verdict.right else "class.wrong"),
        "belief_in_words": " / ".join(tell_beliefs(item, verdict)),
    }
    if item.before is not None:
        return {**dict.fromkeys(_IN_WORDS, ""), **words, "right_answer": verdict.expected}
    return {
        **words,
        "task_in_words": _tell_task(item),
        "answer_in_words": _tell_given(item, answer),
        "right_answer": item.solve(),
        "right_answer_in_words": _tell_given(item, item.solve()),
    }


def _tell_task(item: Item) -> str:
    """The question and what lies there, in one line."""
    question = item.question
    parts = [item.note, question.ask(), _tell_groups(question.groups)]
    for word, card in (("turned", question.turned), ("open-card", question.open)):
        if card is not None:
            parts.append(f"{tell(key_of('class.', word))} {pretty_card(card)}")
    parts += [f"{row['name']}: {row['told']}" for row in question.rows()]
    return " · ".join(filter(None, parts))


def _tell_given(item: Item, value: Any) -> str:
    """An answer in words, with its groups where it is a way to lay cards out."""
    word = str(draw_shown(item, value)["word"])
    return f"{word}: {_tell_groups(as_groups(value))}" if item.question.asks == TABLE else word


def _tell_groups(groups: Sequence[Sequence[Card]]) -> str:
    return " | ".join(" ".join(map(pretty_card, group)) for group in groups)


def _as_cell(value: Any) -> str | int | float:
    """A value as a cell of a spreadsheet, which never takes it for a formula."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return value
    if isinstance(value, list):
        text = " | ".join(" ".join(map(str, part)) if isinstance(part, list) else str(part) for part in value)
    else:
        text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text


class RepeatView(TypedDict):
    """A lesson: how many answers were right, whether it is to come again, and the beliefs that showed."""

    title: str
    aim: str
    told: str
    again: bool
    beliefs: list[str]


class RepeatsView(TypedDict):
    """What to repeat next time."""

    lessons: list[RepeatView]


def list_repeats(room: Room) -> RepeatsView:
    """What to repeat next time: lessons with the share of right answers, the lowest first, and beliefs that showed."""
    asked, right = Counter[str](), Counter[str]()
    titles: dict[str, tuple[str, str]] = {}
    beliefs: dict[str, Counter[str]] = {}
    for item in room.items:
        if item.vote is not None:
            continue  # a vote is about no rule
        lesson = _HAND if item.is_hand else item.question.lesson
        titles[lesson] = _name_lesson(lesson)
        for given in item.answers.values():
            verdict = item.judge(given.value)
            asked[lesson] += 1
            right[lesson] += verdict.right
            for belief in item.question.tell_beliefs([verdict.belief] if verdict.belief else []):
                beliefs.setdefault(lesson, Counter())[belief] += 1
    order = sorted(asked, key=lambda lesson: (right[lesson] / asked[lesson], lesson))
    return {
        "lessons": [
            {
                "title": titles[lesson][0],
                "aim": titles[lesson][1],
                "told": tell("class.repeat-right", right=right[lesson], n=asked[lesson]),
                "again": right[lesson] < 0.8 * asked[lesson],
                "beliefs": [
                    tell("class.repeat-belief", belief=belief, n=n)
                    for belief, n in beliefs.get(lesson, Counter[str]()).most_common()
                ],
            }
            for lesson in order
        ]
    }


def name_lesson_key(key: str) -> str:
    """What a lesson is called."""
    return _name_lesson(key)[0]


def _name_lesson(key: str) -> tuple[str, str]:
    """What a lesson is called, and its aim; of the puzzles the same, and of hands that the teacher brought."""
    if key == _HAND:
        return tell("class.source-hand"), ""
    if key == ROUND:
        return tell("class.source-round"), ""
    lesson = BY_KEY.get(key)
    return (say(lesson.title), say(lesson.aim)) if lesson else (tell("class.puzzles"), tell("class.puzzles-aim"))
