"""A class in progress: the room, the browsers of students and teachers, and what each of them is sent."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from ...game.messages import TutorError, key_of
from ...page.classroom.entries import is_for_class, plan_lesson
from ...page.classroom.lists import read_file
from ...page.classroom.questions import TABLE
from ...page.classroom.sheet import MOST as MOST_ON_SHEET
from ...page.classroom.sheet import make_sheet
from ...page.classroom.sources import draw_sources, pick_puzzles
from ...page.shell.qr import draw_qr
from ...rulebooks import get_rulebook
from ...tutor.tasks import LEVELS
from ...wording.speech import tell
from . import records
from .drawing import draw_desk, draw_own, draw_task, draw_verdict, draw_wall
from .items import ClassError, Item, Stage, make_item
from .outbox import Outbox
from .room import MOST_ITEMS, Room, Student
from .visit import TaskTable

_LOG = logging.getLogger(__name__)
_TEACHER_EVERY = 0.2  # seconds between two drawings of the tally
_NAMES = 24
_READY_IN = 2.0  # seconds after which further questions are made: nobody has answered before
_AHEAD = 3  # further questions that are made before they are asked for
_LAST = "class-"  # how the types of messages begin that are about the class and not about the table


class Desk:
    """A student's place: what his browsers are sent, and the card table before him.

    Attributes:
        outboxes: one for each browser in which he has the page open.
    """

    def __init__(self, classroom: Classroom, student: Student) -> None:
        self.classroom = classroom
        self.student = student
        self.outboxes: list[Outbox] = []
        self.practising: Item | None = None
        self._table: TaskTable | None = None
        self._values: dict[str, Any] = {}

    def join(self) -> Outbox:
        """One more browser; it gets everything."""
        outbox = Outbox()
        outbox.put({"token": self.student.token, **self._values})
        self.outboxes.append(outbox)
        return outbox

    def leave(self, outbox: Outbox) -> None:
        """A browser has gone; the place stays."""
        self.outboxes.remove(outbox)

    def put(self, values: Mapping[str, Any]) -> None:
        """Send values to every browser of this student; the texts came with the page."""
        values = {name: value for name, value in values.items() if name != "texts"}
        self._values.update(values)
        for outbox in self.outboxes:
            outbox.put(values)

    def begin(self, item: Item | None, task: Mapping[str, Any] | None, *, practising: bool = False) -> None:
        """Put a task before the student."""
        if self._table is not None:
            self._table.close()
            self._table = None
        self.practising = item if practising else None
        self.put({"task": task, "practice": None, **({} if item is None else draw_table(item))})

    @property
    def item(self) -> Item | None:
        """The task that lies before him."""
        return self.practising or self.classroom.room.item

    def table(self) -> TaskTable:
        """The card table, laid when it is first used; after a restart, as he answered last.

        Raises:
            ClassError: the task has none.
        """
        item = self.item
        if item is None or item.question.asks != TABLE:
            raise ClassError("bad-message")
        if self._table is None:
            self._table = TaskTable(item.question, self.put)
        return self._table

    def receive(self, message: Mapping[str, Any]) -> None:
        """Do what a student's browser asks."""
        room, kind, now = self.classroom.room, message.get("type"), self.classroom.clock()
        if kind == "class-name":
            room.rename(self.student, message.get("name"))
        elif kind == "class-answer":
            item = self.item
            laid = item is not None and item.question.asks == TABLE
            value = self.table().groups if laid else message.get("value")
            if self.practising is not None and message.get("further"):
                done, given, verdict = room.practise(self.student, message.get("at"), value)
                told = draw_verdict(done, given, why=True)
                self.put({"practice": {**told, "right": verdict.right}})
            else:
                room.answer(self.student, message.get("at"), value, now)
        elif kind == "class-more":
            further = room.further(self.student)
            if further is None:
                raise ClassError("nothing-asked")
            self.begin(further, draw_task(further, self.student.practised, further=True), practising=True)
            self.classroom.make_ready(self.student.practised + 1)
        elif kind == "class-back":
            self.classroom.begin_at(self)
        elif isinstance(kind, str) and not kind.startswith(_LAST):
            self.table().receive(message)
            return
        else:
            raise ClassError("bad-message")
        self.show()
        self.classroom.tell_teachers()

    def show(self) -> None:
        """Draw the student's own state."""
        self.put({"own": draw_own(self.classroom.room, self.student, self.classroom.clock())})


def draw_table(item: Item) -> dict[str, Any]:
    """The card table of a task as it lies at first, drawn once for all students."""
    if item.question.asks != TABLE:
        return {}
    if "table" not in item.drawn:
        values: dict[str, Any] = {}
        TaskTable(item.question, values.update).close()
        item.drawn["table"] = {name: values[name] for name in ("table", "problem")}
    return item.drawn["table"]


class Classroom:
    """The class and everybody's browsers.

    Args:
        room: the class.
        clock: the time in seconds, the same after a restart.
        addresses: where phones reach the page, the best first; none without a network.
        with_code: whether a QR code is drawn.

    Attributes:
        over: whether the teacher has ended the class.
    """

    def __init__(
        self, room: Room, clock: Callable[[], float], addresses: Sequence[str] = (), *, with_code: bool = True
    ) -> None:
        self.room = room
        self.clock = clock
        self.desks: dict[str, Desk] = {token: Desk(self, one) for token, one in room.students.items()}
        self.teachers: list[Outbox] = []
        self.over = False
        self._files = itertools.count(1)
        self._names = [tell(key_of("class.animal-", n)) for n in range(_NAMES)]
        self._due: asyncio.TimerHandle | None = None
        rows = draw_qr(f"{addresses[0]}#{room.code}") if addresses and with_code else []
        self._door = {"code": room.code, "addresses": list(addresses), "qr": rows}
        self._sources = draw_sources()
        for desk in self.desks.values():
            self.begin_at(desk)
            desk.show()

    # ---- students ------------------------------------------------------------------------------
    def join(self, message: Mapping[str, Any]) -> Desk:
        """A student's browser has come, with the code or with the token of an earlier visit.

        Raises:
            ClassError: ``wrong-code`` or ``room-full``.
        """
        here = {token for token, desk in self.desks.items() if desk.outboxes}
        student = self.room.join(message.get("code"), message.get("token"), self._names, here, message.get("name"))
        for token in self.desks.keys() - self.room.students.keys():
            del self.desks[token]
        if student.token not in self.desks:
            self.desks[student.token] = desk = Desk(self, student)
            self.begin_at(desk)
            desk.show()
        self.tell_teachers()
        return self.desks[student.token]

    def begin_at(self, desk: Desk) -> None:
        """Put the present task before a student."""
        item = self.room.item
        desk.begin(item, None if item is None else self._draw_task(item))

    def _draw_task(self, item: Item) -> dict[str, Any]:
        if "task" not in item.drawn:
            item.drawn["task"] = draw_task(item, len(self.room.items) - 1)
        return item.drawn["task"]

    # ---- teachers ------------------------------------------------------------------------------
    def enter(self) -> Outbox:
        """A browser of the teacher has come."""
        outbox = Outbox()
        outbox.put({"door": self._door, "sources": self._sources})
        self.teachers.append(outbox)
        self._draw_teachers()
        return outbox

    async def direct(self, message: Mapping[str, Any], outbox: Outbox) -> None:
        """Do what the teacher's browser asks; what takes long is made beside the class, which goes on meanwhile.

        Raises:
            TutorError: it cannot be done.
        """
        room, kind = self.room, message.get("type")
        before = room.item
        if kind == "push":
            item = await asyncio.to_thread(make_item, message)
            room.ask(item, self.clock())
        elif kind == "plan":
            items, left_out = await asyncio.to_thread(_plan, message)
            room.set_plan(items)
            outbox.put({"planned": {"n": len(items), "left_out": left_out, "at": room.version}})
        elif kind == "sheet":
            self._give(outbox, await asyncio.to_thread(_print, message))
        elif kind in _STEPS:
            _STEPS[kind](room, message, self.clock())
            if kind == "plan-back":
                outbox.put({"planned": None})
        elif kind == "export":
            file = records.export(room, message.get("as"), names=message.get("names") is True)
            self._give(outbox, {**file, "answers": sum(len(one.answers) for one in room.items)})
        elif kind == "repeat":
            outbox.put({"repeat": records.list_repeats(room)})
        elif kind == "end":
            self.over = True
        else:
            raise ClassError("bad-message")
        begins = room.item is not before
        self.tell_students(begin=begins)
        if begins:  # a new question goes to the class first
            loop = asyncio.get_running_loop()
            loop.call_soon(self._draw_teachers)
            loop.call_later(_READY_IN, self.make_ready, 0)
        else:
            self._draw_teachers()

    def _give(self, outbox: Outbox, file: Mapping[str, Any]) -> None:
        """Send a file, also one that was sent before."""
        outbox.put({"file": {**file, "n": next(self._files)}})

    def make_ready(self, done: int) -> None:
        """Make further questions beside the class, before those who have done this number ask for them."""
        item = self.room.item

        def make() -> None:
            for at in range(done, done + _AHEAD):
                if item is not None and self.room.item is item:
                    with suppress(TutorError):
                        self.room.make_further(item, at)

        with suppress(RuntimeError):  # no loop: nobody waits
            asyncio.get_running_loop().run_in_executor(None, _log_failure(make))

    def tell_students(self, *, begin: bool = False) -> None:
        """Draw what students see anew, with a new task if there is one."""
        for desk in self.desks.values():
            if begin:
                self.begin_at(desk)
            desk.show()

    def tell_teachers(self) -> None:
        """Draw what the teacher sees, soon: many answers at once are drawn together."""
        if self._due is None:
            self._due = asyncio.get_running_loop().call_later(_TEACHER_EVERY, self._draw_teachers)

    def tell_fault(self, error: TutorError | None) -> None:
        """Tell the teacher what went wrong, or that all is well again."""
        for outbox in self.teachers:
            outbox.put({"said": None} if error is None else refuse(error))

    def _draw_teachers(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None
        if not self.teachers:
            return
        item = self.room.item
        values = {
            "task": None if item is None else self._draw_task(item),
            "wall": draw_wall(self.room, self.clock()),
            "desk": draw_desk(self.room, {desk.student.number for desk in self.desks.values() if desk.outboxes}),
        }
        for outbox in self.teachers:
            outbox.put(values)

    def tick(self) -> None:
        """Look at the time: answers are frozen when theirs is over."""
        item = self.room.item
        before = None if item is None else item.stage
        self.room.tick(self.clock())
        if item is not None and item.stage is not before and item.stage is Stage.FROZEN:
            self.tell_students()
            self._draw_teachers()


# what the teacher does with the question that the class is at, by the type of the message
_STEPS: Mapping[Any, Callable[[Room, Mapping[str, Any], float], None]] = {
    "next": lambda room, message, now: room.next(now),
    "freeze": lambda room, message, now: room.freeze(on=bool(message.get("on", True))),
    "reveal": lambda room, message, now: room.reveal(),
    "hide": lambda room, message, now: room.hide(message.get("step")),
    "plan-back": lambda room, message, now: room.restore_plan(),
    "plan-move": lambda room, message, now: room.move(message.get("task"), message.get("by")),
    "plan-drop": lambda room, message, now: room.drop(message.get("task")),
    "show": lambda room, message, now: room.show(message.get("key")),
    "timer": lambda room, message, now: room.set_timer(message.get("seconds", 0), now),
}


def _log_failure(make: Callable[[], None]) -> Callable[[], None]:
    """The same work, which nobody waits for; what goes wrong in it is logged."""

    def run() -> None:
        try:
            make()
        except Exception:
            _LOG.exception("further questions could not be made")

    return run


def _plan(message: Mapping[str, Any]) -> tuple[list[Item], int]:
    """The questions of a list: given one by one, as a lesson and how many of its tasks, or as a file from the page.

    Returns:
        The questions, and how many entries of the list ask for nothing.
    """
    seconds = {"seconds": message["seconds"]} if message.get("seconds") else {}
    if "file" in message:
        entries = read_file(message["file"]).entries
        asked = [one for one in entries if is_for_class(one)]
        return [make_item({**one, **seconds}) for one in asked], len(entries) - len(asked)
    return [make_item({**one, **seconds}) for one in _read_requests(message)], 0


def _read_requests(message: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    requests = message.get("tasks")
    if isinstance(requests, list) and all(isinstance(one, dict) for one in requests):
        if len(requests) > MOST_ITEMS:
            raise ClassError("bad-message:tasks", n=MOST_ITEMS)
        return requests
    lesson, rulebook, seed, level, n = _read_lesson(message)
    if message.get("goal"):
        return [{"puzzle": key} for key in pick_puzzles(str(message["goal"])[:20], rulebook, seed, n)]
    return [*plan_lesson(lesson, get_rulebook(rulebook), seed, level, n)]


def _read_lesson(message: Mapping[str, Any]) -> tuple[str, str, int, int, int]:
    """Lesson, rulebook, seed, level and how many tasks a message names."""
    words = [message.get("lesson", ""), message.get("rulebook")]
    numbers = [message.get(name, 1) for name in ("seed", "level", "n")]
    if not all(isinstance(one, str) for one in words) or not all(type(one) is int for one in numbers):
        raise ClassError("bad-message")
    if not 1 <= numbers[2] <= 50:
        raise ClassError("bad-message")
    return str(words[0]), str(words[1]), numbers[0], numbers[1], numbers[2]


def _print(message: Mapping[str, Any]) -> dict[str, str]:
    """A worksheet of a lesson."""
    lesson, rulebook, seed, level, n = _read_lesson(message)
    if level not in LEVELS or n > MOST_ON_SHEET:
        raise ClassError("bad-message")
    return {"name": f"{lesson}.html", "text": make_sheet(lesson, rulebook, n, seed, level)}


def refuse(error: TutorError) -> dict[str, Any]:
    """What a browser is told of something that could not be done."""
    return {"said": {"code": error.code, "text": str(error)}}
