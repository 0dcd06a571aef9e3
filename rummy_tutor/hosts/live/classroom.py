"""A class in progress: the room, the browsers of students and teachers, and what each of them is sent."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NotRequired, TypedDict

from ...game.messages import TutorError, key_of
from ...page.asking import Brief, NameValues, NoValues, find_action
from ...page.classroom.questions import TABLE
from ...page.classroom.sources import SourcesView, draw_sources
from ...page.classroom.votes import RoundChoicesView, draw_choices
from ...page.drawing import NoProblem
from ...page.session import SaidView
from ...page.shell.qr import draw_qr
from ...page.slow import log_failure
from ...page.state import MoveError
from ...page.table.view import CardTableView
from ...wording.speech import current_language, is_language, speaking, tell
from .book import BookView
from .drawing import (
    ClassTaskView,
    ClassVerdictView,
    DeskView,
    OwnView,
    PractisedView,
    WallView,
    draw_desk,
    draw_once,
    draw_own,
    draw_practised,
    draw_task,
    draw_verdict,
    draw_wall,
)
from .items import ClassError, Item, go_on, make_item
from .keeping.journal import Journal
from .outbox import Outbox
from .results import RepeatsView, WrittenFile
from .room import Key, Room
from .students import Student
from .visit import TaskTable

_TEACHER_EVERY = 0.2  # seconds between two drawings of the tally
_NAMES = 24
READY_IN = 2.0  # seconds after which further questions are made: nobody has answered before
_AHEAD = 3  # further questions that are made before they are asked for
_ABOUT_CLASS = "class-"  # how the types of messages begin that are about the class and not about the table


class DoorView(TypedDict):
    """How to come in: the code, the addresses, the best first, and the rows of a QR code."""

    code: str
    addresses: list[str]
    qr: list[str]


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


class HomeLinkView(TypedDict):
    """What a link says of the tasks to come, empty if it would be too long, and how many of them it has."""

    code: str
    n: int


class HomeReadView(TypedDict):
    """Whose homework was read, and how many answers it has."""

    name: str
    n: int


class PlanView(TypedDict):
    """How many questions a plan has that was made, how many entries were left out, and when it was made."""

    n: int
    left_out: int
    at: int


class ClassFileView(WrittenFile):
    """A file by its number; of exported answers, how many it holds."""

    n: int
    answers: NotRequired[int]


class ClassSaidView(TypedDict):
    """Why something could not be done."""

    code: str
    text: str


class ClassValues(TypedDict):
    """What the browsers of a class are sent by name; each only what is for students, for the teacher, or for both."""

    words: dict[str, str]
    said: NotRequired[ClassSaidView | None]
    task: NotRequired[ClassTaskView | None]
    token: NotRequired[str]
    own: NotRequired[OwnView]
    practice: NotRequired[PractisedView | None]
    table: NotRequired[CardTableView]
    problem: NotRequired[SaidView | NoProblem]
    secret: NotRequired[str]
    door: NotRequired[DoorView]
    sources: NotRequired[SourcesView]
    rounds: NotRequired[RoundChoicesView]
    wall: NotRequired[WallView]
    desk: NotRequired[DeskView]
    planned: NotRequired[PlanView | None]
    file: NotRequired[ClassFileView]
    repeat: NotRequired[RepeatsView]
    preview: NotRequired[PreviewView | None]
    book: NotRequired[BookView]
    home: NotRequired[HomeLinkView]
    read: NotRequired[HomeReadView]


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


# ---- the class ---------------------------------------------------------------------------------------------
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


class Classroom:
    """The class and everybody's browsers.

    Args:
        room: the class.
        clock: the time in seconds, the same after a restart.
        addresses: where phones reach the page, the best first; none without a network.
        with_code: whether a QR code is drawn.
        journal: where the class is kept; None for nowhere.
        book: the file of the class book; None without one.

    Attributes:
        language: the code of the language of who has not chosen another.
        teachers: the browsers of the teacher and their languages.
        names: what students may be called who say nothing else.
        over: whether the teacher has ended the class.
        count_waiting: how many ask to come in.
        admit: lets them in.
    """

    def __init__(
        self,
        room: Room,
        clock: Callable[[], float],
        addresses: Sequence[str] = (),
        *,
        with_code: bool = True,
        journal: Journal | None = None,
        book: Path | None = None,
    ) -> None:
        self.room = room
        self.book = book
        self.journal = journal
        if journal is not None:
            journal.on_kept, journal.on_fault = self.show_kept, self.tell_fault
        self.clock = clock
        self.language = current_language()
        self.desks: dict[str, Desk] = {}
        self.teachers: dict[Outbox, str] = {}
        self.over = False
        self.count_waiting: Callable[[], int] = lambda: 0
        self.admit: Callable[[], None] = lambda: None
        # one of each: what students wait for leaves the class its share, and judging never waits for making
        self._maker, self._judge = ThreadPoolExecutor(1, "further"), ThreadPoolExecutor(1, "judge")
        # of the present task, by how many were done before and the language
        self._further: dict[tuple[int, str], asyncio.Future[Item]] = {}
        self._made: dict[int, Item] = {}  # the same in whatever language
        self._further_at = 0
        self._files = itertools.count(1)
        self.names = [tell(key_of("class.animal-", n)) for n in range(_NAMES)]
        self._due: asyncio.TimerHandle | None = None
        self._addresses, self._with_code = addresses, with_code
        self._door = self._draw_door()
        for student in room.students.values():
            self.seat_student(student, self.language)

    # ---- students ------------------------------------------------------------------------------
    def join(self, greeting: StudentGreeting) -> Desk:
        """A student's browser has come, with the code or with a token of an earlier visit.

        Raises:
            ClassError: ``wrong-code`` or ``room-full``.
        """
        here = {token for token, desk in self.desks.items() if desk.outboxes}
        student = self.room.join(
            greeting.get("code"),
            self.find_token(greeting),
            self.names,
            here,
            greeting.get("name"),
            greeting.get("word"),
        )
        for token in self.desks.keys() - self.room.students.keys():
            del self.desks[token]
        language = self.find_language(greeting.get("language"))
        desk = self.seat_student(student, language)
        desk.speak(language)
        self.tell_teachers()
        return desk

    def seat_student(self, student: Student, language: str) -> Desk:
        """The place of a student, who may have come without a browser; a new one speaks this language."""
        if student.token not in self.desks:
            self.desks[student.token] = desk = Desk(self, student, language)
            desk.begin()
            desk.show()
        return self.desks[student.token]

    def find_token(self, greeting: StudentGreeting) -> str | None:
        """The token of the student whose browser has come; None if they are to be a new one."""
        token, left = greeting.get("token"), greeting.get("left")
        if token in self.room.students:
            return token
        desk = None if left is None else self.desks.get(left)
        return None if desk is None or desk.outboxes else left

    def find_language(self, code: str | None) -> str:
        """The language of a browser: its own, if there is such a language."""
        return code if code is not None and is_language(code) else self.language

    def list_languages(self) -> list[str]:
        """The languages in which somebody of the class is told what it is asked."""
        return sorted({self.language, *self.teachers.values(), *(desk.language for desk in self.desks.values())})

    def draw_task(self, item: Item) -> ClassTaskView:
        """A question of the class in the language in force, drawn once for all students of a language."""
        return draw_once(item, lambda: draw_task(item, self.room.find_place(item)), "task")

    def close(self) -> None:
        """Begin no more work."""
        for worker in (self._maker, self._judge):
            worker.shutdown(wait=False, cancel_futures=True)

    def end(self, *, forget: bool = False) -> None:
        """End the class, or leave nothing of it."""
        if not forget:
            self.room.switch("ended", on=True)
        elif self.journal is not None:
            self.journal.deletes = True
        self.over = True

    # ---- teachers ------------------------------------------------------------------------------
    def _draw_door(self) -> DoorView:
        addresses, code = self._addresses, self.room.code
        rows = draw_qr(f"{addresses[0]}#{code}") if addresses and self._with_code else []
        return {"code": code, "addresses": list(addresses), "qr": rows}

    def change_code(self) -> None:
        """Let students in with another code."""
        self.room.change_code()
        self._door = self._draw_door()
        for outbox in self.teachers:
            outbox.put({"door": self._door})

    @property
    def here(self) -> set[int]:
        """The numbers of the students who are there."""
        return {desk.student.number for desk in self.desks.values() if desk.outboxes}

    def take_away(self, desk: Desk) -> None:
        """Take a student's place away: their browsers are told so, and their sockets are closed at the next look."""
        desk.gone = True
        with speaking(desk.language):
            desk.put(refuse(ClassError("taken-away")))

    def enter(self, language: str | None = None) -> Outbox:
        """A browser of the teacher has come, with the language of its page."""
        outbox = Outbox()
        self.teachers[outbox] = self.find_language(language)
        with speaking(self.teachers[outbox]):
            outbox.put({"door": self._door, "sources": draw_sources(), "rounds": draw_choices()})
        self.draw_teachers()
        return outbox

    def give(self, outbox: Outbox, file: Mapping[str, Any]) -> None:
        """Send a file, also one that was sent before."""
        outbox.put({"file": {**file, "n": next(self._files)}})

    def make_ready(self, done: int) -> None:
        """Make further questions beside the class, before those who have done this number ask for them."""
        for at in range(done, done + _AHEAD):
            for language in self.list_languages():
                self.make_further(at, language)

    def make_further(self, done: int, language: str) -> Awaitable[Item]:
        """The further question for those who have done this number, made beside the class and once for all of them,
        and drawn once for all of a language."""
        at = self.room.at
        if self._further_at != at:
            self._further, self._made, self._further_at = {}, {}, at
        key = done, language
        if key not in self._further:
            making = asyncio.get_running_loop().run_in_executor(self._maker, self._make_further, self.room.item, *key)
            making.add_done_callback(log_failure)  # it may be that nobody asks for it
            self._further[key] = making
        return self._further[key]

    def _make_further(self, item: Item | None, done: int, language: str) -> Item:
        if item is None or item.vote is not None or self.room.item is not item:
            raise ClassError("nothing-asked")
        if done not in self._made:
            self._made[done] = make_item(go_on(item, self.room.at + 1, done))
        return prepare(self._made[done], [language])

    async def judge(self, item: Item, read: Any) -> None:
        """Judge an answer beside the class, where no equal one was judged before.

        Raises:
            TutorError: it is no answer to this question.
        """
        if repr(read) not in item.judged:
            await asyncio.get_running_loop().run_in_executor(self._judge, item.judge, read)

    def tell_students(self, *, begin: bool = False) -> None:
        """Draw what students see anew, with a new task if there is one."""
        for desk in self.desks.values():
            if begin:
                desk.looking = None
                desk.begin()
            desk.show()

    def tell_teachers(self) -> None:
        """Draw what the teacher sees, soon: many answers at once are drawn together."""
        if self._due is None:
            self._due = asyncio.get_running_loop().call_later(_TEACHER_EVERY, self.draw_teachers)

    def show_kept(self, keys: Collection[Key]) -> None:
        """Show students that their answers are on disk now."""
        numbers = {key[2] for key in keys if key[0] == "answer"}
        if numbers:
            for desk in self.desks.values():
                if desk.student.number in numbers:
                    desk.show()

    def tell_fault(self, error: TutorError | None) -> None:
        """Tell the teacher what went wrong, or that all is well again."""
        for outbox, language in self.teachers.items():
            with speaking(language):
                outbox.put({"said": None} if error is None else refuse(error))

    def draw_teachers(self) -> None:
        """Draw what the teacher sees."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
        if not self.teachers:
            return
        item, here = self.room.item, self.here
        kept_in = "" if self.journal is None else str(self.journal.path)
        for language in {*self.teachers.values()}:
            with speaking(language):
                values = {
                    "task": None if item is None else self.draw_task(item),
                    "wall": draw_wall(self.room, self.clock(), here),
                    "desk": draw_desk(self.room, here, kept_in, self.count_waiting(), has_book=self.book is not None),
                }
            for outbox in (outbox for outbox, own in self.teachers.items() if own == language):
                outbox.put(values)

    def tick(self) -> None:
        """Look at the time: answers are frozen when theirs is over."""
        item, now = self.room.item, self.clock()
        before = None if item is None else item.stage
        waits = self.room.wait_for(self.here, now)
        self.room.tick(now)
        if waits or (item is not None and item.stage is not before):
            self.tell_students()
            self.draw_teachers()


def refuse(error: TutorError) -> dict[str, ClassSaidView]:
    """What a browser is told of something that could not be done."""
    return {"said": {"code": error.code, "text": str(error)}}
