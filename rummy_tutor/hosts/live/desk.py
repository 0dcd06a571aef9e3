"""A student's place in a class: what their browsers are sent, the cards before them, and what they ask."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypedDict

from ...page.asking import Brief, NameValues, NoValues, find_action
from ...page.classroom.questions import TABLE
from ...page.state import MoveError
from ...wording.speech import speaking
from .drawing import draw_own, draw_practised, draw_task
from .items import ClassError, Item
from .outbox import Outbox
from .preparing import draw_table
from .students import Student
from .visit import TaskTable

if TYPE_CHECKING:
    from .classroom import Classroom

_ABOUT_CLASS = "class-"  # how the types of messages begin that are about the class and not about the table


def do_asked(actions: Mapping[str, Callable[..., Any]], name: str, message: Mapping[str, Any], *given: object) -> Any:
    """Do what a message asks by its field of a name; the action gets the values that its last parameter declares.

    Raises:
        ClassError: there is no such action, or the values have another shape.
    """
    try:
        action, values = find_action(actions, message.get(name), message)
    except MoveError:
        raise ClassError("bad-message") from None
    return action(*given, values)


@dataclass(eq=False)
class Desk:
    """A student's place: what their browsers are sent, and the card table before them.

    Attributes:
        classroom: the class.
        student: who they are.
        language: the code of the language in which they are told everything.
        outboxes: one for each browser in which they have the page open.
        gone: whether the teacher has taken the place away.
        practising: the further question before them, None where that of the class is.
        looking: the question whose answer they look at.
    """

    classroom: Classroom
    student: Student
    language: str
    outboxes: list[Outbox] = field(default_factory=list)
    gone: bool = False
    practising: Item | None = None
    looking: Item | None = None  # at what came of an answer, where each works at their own pace
    _one_by_one: asyncio.Lock = field(default_factory=asyncio.Lock)  # they may have several browsers
    _table: TaskTable | None = None
    _values: dict[str, Any] = field(default_factory=dict)

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

    def speak(self, language: str) -> None:
        """Tell everything in a language from now on: a further question is laid anew, or left if it was answered."""
        if language != self.language:
            self.language = language
            self.begin(None if self._values.get("practice") else self.practising)
            self.show()

    @property
    def asked(self) -> Item | None:
        """The question of the class that they are at, or look at."""
        return self.looking or self.classroom.room.find_item(self.student)

    @property
    def item(self) -> Item | None:
        """The question that lies before them."""
        return self.practising or self.asked

    def begin(self, further: Item | None = None) -> None:
        """Put the question of the class before the student, or a further one."""
        if self._table is not None:
            self._table.close()
            self._table = None
        self.practising = further
        item, done, task = self.item, self.student.practised, None
        laid = None if item is None or further else item.laid.get(self.student.number)
        with speaking(self.language):
            if item is not None:
                task = draw_task(item, done, further=True) if further else self.classroom.draw_task(item)
            self.put({"task": task, "practice": None, **({} if item is None or laid else draw_table(item))})
            if laid:
                self.table()

    def table(self) -> TaskTable:
        """The card table, laid when it is first used; of the class's task as it lay before them last.

        Raises:
            ClassError: the task has none.
        """
        item = self.item
        if item is None or item.question.asks != TABLE:
            raise ClassError("bad-message")
        if self._table is None:
            laid = None if self.practising else item.laid.get(self.student.number)
            self._table = TaskTable(item.question, self.put, laid)
        return self._table

    def receive(self, message: Mapping[str, Any]) -> Awaitable[None] | None:
        """Do what a student's browser asks; what takes long is done beside the class, one thing after the other."""
        ClassError.refuse("taken-away", self.gone)
        kind = message.get("type")
        if isinstance(kind, str) and not kind.startswith(_ABOUT_CLASS):
            with speaking(self.language):
                self.table().receive(message)
            if self.practising is None:
                self.classroom.room.lay(self.student, self.table().groups)
            return None
        return self._do(message)

    async def _do(self, message: Mapping[str, Any]) -> None:
        async with self._one_by_one:
            with speaking(self.language):
                doing = do_asked(STUDENT_ACTIONS, "type", message, self)
                if doing is not None:
                    await doing
        self.show()
        self.classroom.tell_teachers()

    def show(self) -> None:
        """Draw the student's own state."""
        classroom = self.classroom
        room, student = classroom.room, self.student
        item = self.asked
        key = ("answer", room.at if item is None else room.find_place(item), student.number)
        kept = classroom.journal is None or classroom.journal.is_kept(key)
        with speaking(self.language):
            self.put({"own": draw_own(room, student, classroom.clock(), item=item, kept=kept)})


# ---- what a student asks -----------------------------------------------------------------------------------
class StudentGreeting(TypedDict):
    """Who comes in: the code as typed, what the tab kept of an earlier visit, what they want to be called, a word of
    their own, and the language of their page.

    ``left`` is what the browser kept of a tab that may be closed: it counts only while nobody is there with it.
    """

    role: Literal["student"]
    language: NotRequired[str]
    code: NotRequired[str | None]
    token: NotRequired[str | None]
    left: NotRequired[str | None]
    name: NotRequired[str | None]
    word: NotRequired[str | None]


class StudentAnswerValues(TypedDict):
    """An answer to the question at a place, or to a further one; of cards on a table what lies there is the answer."""

    at: int
    further: NotRequired[bool]
    value: NotRequired[object]


async def _answer(desk: Desk, values: StudentAnswerValues) -> None:
    classroom, student, room = desk.classroom, desk.student, desk.classroom.room
    further, now = desk.practising if values.get("further") else None, classroom.clock()
    item = further or room.open_item(student, values["at"], now)
    read = item.read(desk.table().groups if item.question.asks == TABLE else values.get("value"))
    await classroom.judge(item, read)
    ClassError.refuse("taken-away", desk.gone)
    if further is None:
        room.keep_answer(student, item, read, now)
        desk.looking = None if room.own is None else item
    else:
        ClassError.refuse("nothing-asked", desk.practising is not item)
        room.practise(student, values["at"], right=item.judge(read).right)
        with speaking(desk.language):  # they may have chosen another one meanwhile
            desk.put({"practice": draw_practised(item, read)})


async def _go_on(desk: Desk, _: NoValues) -> None:
    """Put a further question before a student who has answered."""
    classroom, student = desk.classroom, desk.student
    item, done = classroom.room.item, student.practised
    ClassError.refuse("nothing-asked", not classroom.room.may_go_on(student))
    further = await classroom.make_further(done, desk.language)
    if classroom.room.item is item:
        desk.begin(further)
        classroom.make_ready(done + 1)


def _go_to_next(desk: Desk, _: NoValues) -> None:
    """Leave what came of an answer, where each works at their own pace."""
    desk.looking = None
    desk.begin()


STUDENT_ACTIONS: Mapping[str, Callable[[Desk, Any], Awaitable[None] | None]] = {
    "class-name": Brief(
        NameValues, lambda desk, values: desk.classroom.room.students.rename(desk.student, values["name"])
    ),
    "class-answer": _answer,
    "class-more": _go_on,
    "class-back": Brief(NoValues, lambda desk, _: desk.begin()),
    "class-next": _go_to_next,
}
