"""What came of a class: its answers as JSON or CSV, and what to repeat next time."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, TypedDict

from ...game.cards import Card
from ...game.messages import key_of
from ...page.classroom.questions import TABLE
from ...page.classroom.votes import ROUND
from ...page.faces import pretty_card
from ...tutor.lessons import BY_KEY
from ...tutor.tasks import as_groups
from ...wording.speech import say, tell
from .drawing import draw_shown, name_lesson, tell_beliefs
from .items import ClassError, Item
from .keeping.records import FORMAT, VERSION
from .room import Room

_AGAIN = 0.8  # of the answers to a lesson: who has fewer right repeats it
_HAND = "own-hand"  # stands for a lesson where the teacher brought the cards
COLUMNS = ("task", "lesson", "kind", "rulebook", "student", "answer", "right", "belief", "fits", "seconds")
# the same in words, as further columns of a spreadsheet
_IN_WORDS = ("task_in_words", "lesson_in_words", "answer_in_words", "right_answer", "right_answer_in_words", "verdict",
             "belief_in_words")  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would take for a formula


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
    ClassError.refuse("bad-message", form != "csv")
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
    parts += [": ".join(filter(None, (row["name"], row["told"]))) for row in question.rows()]
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
        titles[lesson] = name_lesson_key(lesson)
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
                "again": is_to_repeat(right[lesson], asked[lesson]),
                "beliefs": [
                    tell("class.repeat-belief", belief=belief, n=n)
                    for belief, n in beliefs.get(lesson, Counter[str]()).most_common()
                ],
            }
            for lesson in order
        ]
    }


def is_to_repeat(right: int, asked: int) -> bool:
    """Whether a lesson is to come again, by how many answers of how many were right."""
    return right < _AGAIN * asked


def name_lesson_key(key: str) -> tuple[str, str]:
    """What a lesson is called, and its aim; of the puzzles the same, and of hands that the teacher brought."""
    if key == _HAND:
        return tell("class.source-hand"), ""
    if key == ROUND:
        return tell("class.source-round"), ""
    lesson = BY_KEY.get(key)
    return (say(lesson.title), say(lesson.aim)) if lesson else (tell("class.puzzles"), tell("class.puzzles-aim"))
