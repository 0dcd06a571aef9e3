"""What the teacher asks of a class: tasks, steps, students, files."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict

from ...front.fonts import embed_letters
from ...page.asking import Brief, NoValues, SwitchValues
from ...page.classroom.entries import ClassList, is_for_class, plan_lesson, read_entry
from ...page.classroom.home import read_result
from ...page.classroom.lists import read_file, write_code
from ...page.classroom.sheet import MOST as MOST_ON_SHEET
from ...page.classroom.sheet import make_sheet
from ...page.classroom.sources import pick_puzzles
from ...page.classroom.votes import begin_round
from ...rulebooks import get_rulebook
from ...tutor.tasks import LEVELS
from ...wording.speech import speaking, tell
from . import book, results
from .classroom import READY_IN, Classroom, HomeLinkView, PlanView
from .desk import do_asked
from .items import MOST_ITEMS, ClassError, Item, Stage, make_item
from .outbox import Outbox
from .preparing import PreviewView, prepare, prepare_beside, preview
from .results import WrittenFile


async def direct(classroom: Classroom, message: Mapping[str, Any], outbox: Outbox) -> None:
    """Do what the teacher's browser asks; what takes long is made beside the class, which goes on meanwhile.

    Raises:
        TutorError: it cannot be done.
    """
    before = classroom.room.item, classroom.room.own
    with speaking(classroom.teachers.get(outbox, classroom.language)):
        _check_mark(classroom, message)
        doing = do_asked(TEACHER_ACTIONS, "type", message, classroom, outbox)
        if doing is not None:
            await doing
    begins = classroom.room.item is not before[0] or classroom.room.own != before[1]
    classroom.tell_students(begin=begins)
    if begins:  # a new question goes to the class first
        loop = asyncio.get_running_loop()
        loop.call_soon(classroom.draw_teachers)
        loop.call_later(READY_IN, classroom.make_ready, 0)
    else:
        classroom.draw_teachers()


# ---- what the teacher asks -----------------------------------------------------------------------------------
TeacherAction = Callable[[Classroom, Outbox, Any], Awaitable[None] | None]


def _check_mark(classroom: Classroom, values: Mapping[str, Any]) -> None:
    mark = values.get("pressed_on")
    ClassError.refuse("gone-on", mark is not None and mark != classroom.room.mark)


class PressValues(TypedDict):
    """The mark of the class that a step was pressed on; a program that leaves it out means the class as it is."""

    pressed_on: NotRequired[str]


class LimitValues(PressValues):
    """For how many seconds each question is open; without limit if it is not said."""

    seconds: NotRequired[float]


class AskValues(LimitValues):
    """What a question is made from, see ``make_item``."""

    rulebook: NotRequired[str]
    options: NotRequired[list[str]]
    own: NotRequired[str]
    lesson: NotRequired[str]
    kind: NotRequired[str]
    seed: NotRequired[int]
    level: NotRequired[int]
    goal: NotRequired[str]
    puzzle: NotRequired[str]
    ask: NotRequired[str]
    hand: NotRequired[str]
    turned: NotRequired[str | None]
    open: NotRequired[str | None]
    players: NotRequired[int]
    note: NotRequired[str]


class SeveralValues(AskValues):
    """A lesson or the goal of puzzles and how many of them, questions one by one, or a list as a file has it."""

    n: NotRequired[int]
    tasks: NotRequired[list[AskValues]]
    file: NotRequired[str]


class RoundValues(PressValues):
    """The game of a round, how many computer players there are, and how well they play."""

    rulebook: str
    others: int
    level: str


class RoundMoveValues(PressValues):
    """Whose move is made: the one that the class has chosen, or the exact one."""

    by: Literal["class", "exact"]


class FreezeValues(PressValues):
    """Whether no more answers are taken; left out, none are."""

    on: NotRequired[bool]


class HideValues(PressValues):
    """The step that is shown no longer."""

    step: Literal["tally", "answer", "why"]


class PlannedValues(TypedDict):
    """A question to come, by its number."""

    task: int


class AskedValues(PressValues):
    """The place of a question that was asked before."""

    at: int


class PreviewValues(AskValues):
    """What a question is made from, or its number on the plan."""

    task: NotRequired[int]


class PlanMoveValues(PlannedValues):
    """The same, and whether it comes earlier or later."""

    by: int


class AnswerShownValues(PressValues):
    """The answer to show on the wall; None for none."""

    key: str | None


class TimerValues(PressValues):
    """How many seconds more there are to answer."""

    seconds: float


# in which form the answers are given, and whether students are called by their names
ExportValues = TypedDict("ExportValues", {"as": Literal["csv", "json"], "names": NotRequired[bool]})


class HomeCodeValues(TypedDict):
    """The code of a homework."""

    code: str


class StudentValues(TypedDict):
    """A student, by their number."""

    student: int


class CalledValues(StudentValues):
    """The same, and what they are to be called."""

    name: str


class SameValues(StudentValues):
    """The same, and the number under which they were in the class before."""

    into: int


def _call_student(classroom: Classroom, outbox: Outbox, values: CalledValues) -> None:
    students = classroom.room.students
    students.rename(students.find(values["student"]), values["name"])


def _remove_student(classroom: Classroom, outbox: Outbox, values: StudentValues) -> None:
    student = classroom.room.students.find(values["student"])
    classroom.room.remove(student)
    classroom.take_away(classroom.desks.pop(student.token))


def _merge_students(classroom: Classroom, outbox: Outbox, values: SameValues) -> None:
    student, into = (classroom.room.students.find(values[name]) for name in ("student", "into"))
    ClassError.refuse("no-student", student is into)
    desk, other = classroom.desks.pop(student.token), classroom.desks.pop(into.token)
    if other.outboxes and not desk.outboxes:
        desk, other = other, desk
    classroom.take_away(other)
    classroom.room.merge(student, into, desk.student.token)
    classroom.desks[into.token], desk.student = desk, into
    desk.begin()


async def _ask(classroom: Classroom, values: PressValues, request: Callable[[], Mapping[str, Any]]) -> None:
    """Ask the class what a request names; both are made beside the class."""
    item = await _make(classroom, request)
    _check_mark(classroom, values)  # another teacher may have pressed meanwhile
    classroom.room.ask(item, classroom.clock())


async def _make(classroom: Classroom, request: Callable[[], Mapping[str, Any]]) -> Item:
    languages = classroom.list_languages()
    return await asyncio.to_thread(lambda: prepare(make_item(request()), languages))


async def _preview(classroom: Classroom, outbox: Outbox, values: PreviewValues) -> None:
    number = values.get("task")
    plan = classroom.room.plan
    planned = None if number is None else plan.items[plan.find(number)]
    name, here = classroom.names[0], len(classroom.here)

    def make() -> PreviewView:
        with speaking(classroom.teachers.get(outbox, classroom.language)):
            item = planned or make_item(values)
            return preview(classroom.room, item, name, here, planned=number)

    outbox.put({"preview": await asyncio.to_thread(make)})


async def _make_plan(classroom: Classroom, outbox: Outbox, values: SeveralValues) -> None:
    items, left_out = await asyncio.to_thread(_plan, values, classroom.list_languages())
    classroom.room.plan.set(items)
    plan: PlanView = {"n": len(items), "left_out": left_out, "at": classroom.room.version}
    outbox.put({"planned": plan})


def _restore_plan(classroom: Classroom, outbox: Outbox, _: NoValues) -> None:
    classroom.room.plan.restore()
    outbox.put({"planned": None})


async def _add_planned(classroom: Classroom, outbox: Outbox, values: AskValues) -> None:
    classroom.room.plan.add(await _make(classroom, lambda: values))


async def _begin_own(classroom: Classroom, outbox: Outbox, values: PressValues) -> None:
    languages = classroom.list_languages()
    for item in [*classroom.room.plan.items]:
        await prepare_beside(item, languages)
    _check_mark(classroom, values)
    classroom.room.begin_own(classroom.clock())


async def _ask_next(classroom: Classroom, outbox: Outbox, values: PressValues) -> None:
    plan = classroom.room.plan.items
    if plan:
        await prepare_beside(plan[0], classroom.list_languages())
        _check_mark(classroom, values)  # another teacher may have asked something meanwhile
    classroom.room.next(classroom.clock())


async def _begin_round(classroom: Classroom, outbox: Outbox, values: RoundValues) -> None:
    book, name = get_rulebook(values["rulebook"]), tell("class.round-seat")
    await _ask(classroom, values, lambda: begin_round(book, values["others"], values["level"], name).to_request())


async def _play_round(classroom: Classroom, outbox: Outbox, values: RoundMoveValues) -> None:
    item = classroom.room.item
    if item is None or item.vote is None or item.stage < Stage.ANSWER:
        raise ClassError("nothing-asked")
    vote, move = item.vote, item.choice if values["by"] == "class" else item.solve()
    await _ask(classroom, values, lambda: vote.play(move).to_request())


async def _play_again(classroom: Classroom, outbox: Outbox, values: PressValues) -> None:
    vote = None if classroom.room.item is None else classroom.room.item.vote
    if vote is None or not vote.is_over:
        raise ClassError("nothing-asked")
    await _ask(classroom, values, lambda: vote.again().to_request())


async def _give_sheet(classroom: Classroom, outbox: Outbox, values: SeveralValues) -> None:
    classroom.give(outbox, await asyncio.to_thread(_print, values))


def _export(classroom: Classroom, outbox: Outbox, values: ExportValues) -> None:
    room = classroom.room
    file = results.export(room, values["as"], names=values.get("names", False))
    classroom.give(outbox, {**file, "answers": sum(len(item.answers) for item in room.items)})


async def _write_book(classroom: Classroom, outbox: Outbox, _: NoValues) -> None:
    path = classroom.book
    if path is None:
        raise ClassError("bad-message")
    classes = await asyncio.to_thread(book.write_book, path, book.describe(classroom.room))
    outbox.put({"book": book.draw_book(path, classes)})


async def _link_home(classroom: Classroom, outbox: Outbox, _: NoValues) -> None:
    plan = [entry.request for entry in classroom.room.plan.items if not entry.is_hand]
    entries = tuple(read_entry(entry) for entry in plan)
    home: HomeLinkView = {"code": write_code(ClassList("", entries)) if entries else "", "n": len(entries)}
    outbox.put({"home": home})


async def _read_home(classroom: Classroom, outbox: Outbox, values: HomeCodeValues) -> None:
    result = read_result(values["code"])

    def judge() -> list[tuple[Item, Any]]:
        made = [(make_item(entry), value) for entry, value in result.answers]
        answers = [(item, item.read(value)) for item, value in made]
        for item, read in answers:
            item.judge(read)
        return answers

    student = classroom.room.add_homework(
        result.name or tell("class.homework"), await asyncio.to_thread(judge), classroom.clock()
    )
    classroom.seat_student(student, classroom.language)
    outbox.put({"read": {"name": student.name, "n": len(result.answers)}})


TEACHER_ACTIONS: Mapping[str, TeacherAction] = {
    "preview": _preview,
    "push": Brief(AskValues, lambda held, outbox, values: _ask(held, values, lambda: values)),
    "back": Brief(AskedValues, lambda held, outbox, values: held.room.go_back(values["at"])),
    "plan": _make_plan,
    "plan-back": _restore_plan,
    "plan-move": Brief(PlanMoveValues, lambda held, outbox, values: held.room.plan.move(values["task"], values["by"])),
    "plan-drop": Brief(PlannedValues, lambda held, outbox, values: held.room.plan.drop(values["task"])),
    "plan-copy": Brief(PlannedValues, lambda held, outbox, values: held.room.plan.copy(values["task"])),
    "plan-add": _add_planned,
    "next": _ask_next,
    "own-begin": _begin_own,
    "own-end": Brief(PressValues, lambda held, outbox, _: held.room.end_own()),
    "round-begin": _begin_round,
    "round-play": _play_round,
    "round-again": _play_again,
    "freeze": Brief(FreezeValues, lambda held, outbox, values: held.room.freeze(on=values.get("on", True))),
    "reveal": Brief(PressValues, lambda held, outbox, _: held.room.reveal()),
    "hide": Brief(HideValues, lambda held, outbox, values: held.room.hide(values["step"])),
    "show": Brief(AnswerShownValues, lambda held, outbox, values: held.room.show(values["key"])),
    "timer": Brief(TimerValues, lambda held, outbox, values: held.room.add_time(values["seconds"], held.clock())),
    "beliefs": Brief(SwitchValues, lambda held, outbox, values: held.room.switch("beliefs", on=values["on"])),
    "door": Brief(SwitchValues, lambda held, outbox, values: held.room.switch("door", on=values["on"])),
    "sheet": _give_sheet,
    "export": _export,
    "repeat": Brief(NoValues, lambda held, outbox, _: outbox.put({"repeat": results.list_repeats(held.room)})),
    "book": _write_book,
    "home-link": _link_home,
    "home-read": _read_home,
    "student-call": _call_student,
    "student-remove": _remove_student,
    "student-merge": _merge_students,
    "code": Brief(NoValues, lambda held, outbox, _: held.change_code()),
    "admit": Brief(NoValues, lambda held, outbox, _: held.admit()),
    "end": Brief(NoValues, lambda held, outbox, _: held.end()),
    "forget": Brief(NoValues, lambda held, outbox, _: held.end(forget=True)),
}


def _plan(values: SeveralValues, languages: Collection[str]) -> tuple[list[Item], int]:
    """The questions of a list: given one by one, as a lesson and how many of its tasks, or as a file from the page.

    Returns:
        The questions, and how many entries of the list ask for nothing.
    """
    limit = {"seconds": values["seconds"]} if values.get("seconds") else {}
    if "file" in values:
        entries = read_file(values["file"]).entries
        asked = [entry for entry in entries if is_for_class(entry)]
        return [prepare(make_item({**entry, **limit}), languages) for entry in asked], len(entries) - len(asked)
    return [prepare(make_item({**request, **limit}), languages) for request in _list_requests(values)], 0


def _list_requests(values: SeveralValues) -> Sequence[Mapping[str, Any]]:
    if "tasks" in values:
        ClassError.refuse("bad-message:tasks", len(values["tasks"]) > MOST_ITEMS, n=MOST_ITEMS)
        return values["tasks"]
    lesson, rulebook, seed, level, n = _read_lesson(values)
    if values.get("goal"):
        return [{"puzzle": key} for key in pick_puzzles(values["goal"], rulebook, seed, n)]
    return plan_lesson(lesson, get_rulebook(rulebook), seed, level, n)


def _read_lesson(values: SeveralValues) -> tuple[str, str, int, int, int]:
    """Lesson, rulebook, seed, level and how many tasks are asked for."""
    n = values.get("n", 1)
    ClassError.refuse("bad-message", "rulebook" not in values or not 1 <= n <= 50)
    return values.get("lesson", ""), values["rulebook"], values.get("seed", 1), values.get("level", 1), n


def _print(values: SeveralValues) -> WrittenFile:
    """A worksheet of a lesson."""
    lesson, rulebook, seed, level, n = _read_lesson(values)
    ClassError.refuse("bad-message", level not in LEVELS or n > MOST_ON_SHEET)
    return {"name": f"{lesson}.html", "text": embed_letters(make_sheet(lesson, rulebook, n, seed, level))}
