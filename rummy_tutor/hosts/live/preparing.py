"""A question before the class has it: drawn ahead, so that it is there when it is asked, and shown to the teacher."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, NotRequired, TypedDict

from ...page.classroom.questions import TABLE
from ...page.drawing import NoProblem
from ...page.session import SaidView
from ...page.table.view import CardTableView
from ...wording.speech import speaking
from .drawing import (
    ClassTaskView,
    ClassVerdictView,
    OwnView,
    WallView,
    draw_once,
    draw_own,
    draw_task,
    draw_verdict,
    draw_wall,
)
from .items import Item
from .room import Room
from .students import Student
from .visit import TaskTable


class PreviewView(TypedDict):
    """A question before it is asked, as phones and wall will have it, with the right answer for the teacher.

    ``planned`` is its number on the plan; None of one that is not there.
    """

    task: ClassTaskView
    wall: WallView
    own: OwnView
    table: NotRequired[CardTableView]
    problem: NotRequired[SaidView | NoProblem]
    verdict: ClassVerdictView
    planned: int | None


def draw_table(item: Item) -> dict[str, Any]:
    """The card table of a task as it lies at first, drawn once for all students of a language."""
    return draw_once(item, lambda: _lay_table(item), "table") if item.question.asks == TABLE else {}


def _lay_table(item: Item) -> dict[str, Any]:
    values: dict[str, Any] = {}
    TaskTable(item.question, values.update).close()
    return {name: values[name] for name in ("table", "problem")}


def prepare(item: Item, languages: Iterable[str]) -> Item:
    """A question with all drawn of it that takes long, so that it is there when it is asked in these languages."""
    for language in languages:
        with speaking(language):
            item.make_once(
                ("ready", language), lambda: (draw_task(item, 0), draw_table(item), draw_verdict(item, None))
            )
    return item


async def prepare_beside(item: Item, languages: Iterable[str]) -> None:
    """The same beside the class, where it has not been done yet."""
    missing = [language for language in languages if ("ready", language) not in item.made]
    if missing:  # a thread would wait for its turn on a busy machine
        await asyncio.to_thread(prepare, item, missing)


def preview(room: Room, item: Item, name: str, here: int, *, planned: int | None) -> PreviewView:
    """A question before it is asked.

    Args:
        room: the class that is to be asked it.
        item: the question.
        name: what the student of whom the phone is shown is called.
        here: how many students are there.
        planned: its number on the plan, if it is there.
    """
    asked = Room()
    asked.plan = room.plan
    asked.items = [item]
    return {
        "task": draw_task(item, len(room.items)),
        "wall": {**draw_wall(asked, item.asked, ()), "here": here},
        "own": draw_own(asked, Student(0, "", name), item.asked),
        **draw_table(item),  # type: ignore[typeddict-item]  # by the names of the views
        "verdict": draw_verdict(item, None),
        "planned": planned,
    }
