"""A class in progress: the room, the browsers of students and teachers, and what each of them is sent."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NotRequired, TypedDict

from ...game.messages import TutorError, key_of
from ...page.classroom.sources import SourcesView, draw_sources
from ...page.classroom.votes import RoundChoicesView, draw_choices
from ...page.drawing import NoProblem
from ...page.session import SaidView
from ...page.shell.qr import draw_qr
from ...page.slow import log_failure
from ...page.table.view import CardTableView
from ...wording.speech import current_language, is_language, speaking, tell
from .book import BookView
from .desk import Desk, StudentGreeting
from .drawing import (
    ClassTaskView,
    DeskView,
    OwnView,
    PractisedView,
    WallView,
    draw_desk,
    draw_once,
    draw_task,
    draw_wall,
)
from .items import ClassError, Item, go_on, make_item
from .keeping.journal import Journal
from .outbox import Outbox
from .preparing import PreviewView, prepare
from .results import RepeatsView, WrittenFile
from .room import Key, Room
from .students import Student

_TEACHER_EVERY = 0.2  # seconds between two drawings of the tally
_NAMES = 24
READY_IN = 2.0  # seconds after which further questions are made: nobody has answered before
_AHEAD = 3  # further questions that are made before they are asked for


class DoorView(TypedDict):
    """How to come in: the code, the addresses, the best first, and the rows of a QR code."""

    code: str
    addresses: list[str]
    qr: list[str]


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
