"""A class as values and actions: who is in it, what is asked, who answered what; it knows no socket and no clock."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from ...game.cards import Hand
from ...game.messages import TutorError, quote
from ...game.rules import Kind, Rulebook
from ...rulebooks import get_rulebook
from ...study.analysis import as_card
from ...tutor import kinds
from ...tutor.lessons import BY_KEY, Lesson
from ...tutor.tasks import KINDS, Task, Verdict, judge_answer, list_kinds, make_task, task_from

SEATS = 250
MOST_ITEMS = 200  # tasks in one class, asked and still to come
MOST_SECONDS = 3600
_LETTERS = "ACDEFHJKLMNPRTUVWXY"  # none that is taken for another one
_CODE = 4
_TOKEN = 16  # bytes of chance
_NAME = 24
_ANSWER = 3000  # characters of an answer
_BIG = 1 << 31
_SHIFT = 1_000_003  # between the number of a task that is not for a class and that of the one tried instead
_SHIFTS = 30
# what the pages of a class can ask: kinds of tasks, and by the first word of ``asked`` other questions of a kind
CLASS_KINDS = (
    "classify", "spot", "complete", "compare", "mark", "count", "declare?", "build", "repair", "discard", "take?",
)  # fmt: skip
CLASS_QUESTIONS = ("best", "see", "redeal", "exchanges", "value-cards", "one-card", "joker", "differ", *Kind)
assert kinds.__all__  # loading them makes them known


class ClassError(TutorError):
    """Something that cannot be done in this class now."""


class Stage(IntEnum):
    """How far the class is with a task."""

    OPEN = 0
    FROZEN = 1
    TALLY = 2
    ANSWER = 3
    WHY = 4


@dataclass(frozen=True)
class Given:
    """An answer as it was given.

    Attributes:
        value: the answer, as plain JSON values.
        at: seconds after the task was asked.
    """

    value: Any
    at: float


@dataclass
class Item:
    """A task that the class has been asked.

    Attributes:
        request: what the task was made from.
        task: the task.
        asked: when it was asked.
        stage: how far the class is with it.
        answers: what each student answered last, by the student's number.
        shown: the answer shown on the wall, as ``find_answer`` takes it.
        until: when its answers are frozen; None for no limit.
        drawn: what has been drawn of it and does not change, by what it is.
    """

    request: Mapping[str, Any]
    task: Task
    asked: float = 0.0
    stage: Stage = Stage.OPEN
    answers: dict[int, Given] = field(default_factory=dict)
    shown: str | None = None
    until: float | None = None
    drawn: dict[Any, Any] = field(default_factory=dict)
    _judged: dict[str, Verdict] = field(default_factory=dict)

    def judge(self, value: Any) -> Verdict:
        """The verdict on an answer; equal answers are judged once.

        Raises:
            TaskError: it is no answer to this task.
        """
        key = repr(value)
        if key not in self._judged:
            self._judged[key] = judge_answer(self.task, value)
        return self._judged[key]

    def read(self, value: Any) -> Any:
        """An answer as plain values of one form, whatever order a browser gave.

        Raises:
            TaskError: it is no answer to this task.
        """
        read = KINDS[self.task.kind].read(self.task, value)
        return sorted(sorted(group) for group in read) if self.task.asks == "groups" else read  # type: ignore[attr-defined]


@dataclass
class Student:
    """One student.

    Attributes:
        number: the place in which he came.
        token: what his browser proves itself with.
        name: what he is called.
        practised: how many further tasks he has answered.
        practised_right: how many of them he got right.
    """

    number: int
    token: str
    name: str
    practised: int = 0
    practised_right: int = 0


def make_item(request: Mapping[str, Any], now: float = 0.0) -> Item:
    """The task that a request names: a lesson with kind, rulebook, seed and level, or a hand to be laid out.

    Raises:
        TutorError: there is no such task, rulebook, or hand.
    """
    rulebook, options = request.get("rulebook"), request.get("options", [])
    if not isinstance(rulebook, str) or not isinstance(options, list | tuple):
        raise ClassError("bad-message")
    book = get_rulebook(rulebook, tuple(map(str, options)))
    kept = {name: request[name] for name in ("lesson", "kind", "seed", "level", "seconds") if name in request}
    kept |= {"rulebook": rulebook, "options": list(book.options)}
    if request.get("hand") is None:
        task, kept["seed"] = _find_task(request, book)
    else:
        cards = Hand.parse(str(request["hand"])[:_ANSWER]).cards
        turned = as_card(str(request["turned"])) if request.get("turned") else None
        least, most = book.table.players
        lesson = next(key for key, one in BY_KEY.items() if "build" in one.kinds)
        task = Task(lesson=lesson, kind="build", rulebook=book, turned=turned, players=min(max(4, least), most),
                    groups=(tuple(sorted(cards)),), asks="groups")  # fmt: skip
        kept |= {"hand": " ".join(map(str, cards)), "turned": None if turned is None else str(turned)}
        KINDS[task.kind].answer(task)  # what the rulebook cannot judge is refused here
    return Item(kept, task, now)


def _find_task(request: Mapping[str, Any], book: Rulebook) -> tuple[Task, int]:
    """The task of a request and its number: the first one from there on that the pages of a class can ask."""
    seed = request.get("seed", 0)
    for shift in range(_SHIFTS):
        task = task_from({**request, "seed": seed + shift * _SHIFT} if shift else request, book)
        if task.kind in CLASS_KINDS and (task.asked is None or task.asked.split()[0] in CLASS_QUESTIONS):
            return task, seed + shift * _SHIFT
    raise ClassError("not-for-a-class", kind=task.kind)


def list_class_kinds(lesson: Lesson, rulebook: Rulebook) -> tuple[str, ...]:
    """The kinds of tasks of a lesson that a class can be asked."""
    return tuple(kind for kind in list_kinds(lesson, rulebook) if kind in CLASS_KINDS)


class Room:
    """A class.

    Args:
        seats: how many students there is room for.

    Attributes:
        code: what students type to come in.
        secret: what the teacher's browser proves itself with.
        students: the students by token.
        items: the tasks asked so far, the present one last.
        plan: the tasks to come.
        version: grows with each change.
    """

    def __init__(self, seats: int = SEATS) -> None:
        self.seats = seats
        self.code = "".join(secrets.choice(_LETTERS) for _ in range(_CODE))
        self.secret = secrets.token_urlsafe(_TOKEN)
        self.students: dict[str, Student] = {}
        self.items: list[Item] = []
        self.plan: list[Item] = []
        self.version = 0
        self._last_number = 0
        self._further: dict[str, Item] = {}

    @property
    def item(self) -> Item | None:
        """The task that the class is at."""
        return self.items[-1] if self.items else None

    # ---- students ------------------------------------------------------------------------------
    def seat(self, students: Iterable[Student]) -> None:
        """Seat students of an earlier start of this class."""
        self.students = {one.token: one for one in students}
        self._last_number = max((one.number for one in self.students.values()), default=0)

    def join(self, code: object, token: object, names: Sequence[str], here: Collection[str] = ()) -> Student:
        """Let a student in, or back in.

        Args:
            code: the code of the room as he typed it.
            token: what his browser kept from an earlier visit, if any.
            names: names to be called by, of which he gets one that is free.
            here: the tokens of the students whose browsers are connected; the seat of one who is not, and has never
                answered, goes to somebody else when the class is full.

        Raises:
            ClassError: ``wrong-code`` or ``room-full``.
        """
        known = self.students.get(token) if isinstance(token, str) else None
        if known is not None:
            return known
        if not isinstance(code, str) or not secrets.compare_digest(code.strip().upper().encode(), self.code.encode()):
            raise ClassError("wrong-code")
        if len(self.students) >= self.seats:
            self._free_seats(here)
        if len(self.students) >= self.seats:
            raise ClassError("room-full", n=self.seats)
        number = self._last_number = self._last_number + 1
        student = Student(number, secrets.token_urlsafe(_TOKEN), self._free_name(secrets.choice(names)))
        self.students[student.token] = student
        self.version += 1
        return student

    def _free_seats(self, here: Collection[str]) -> None:
        """Forget students who are away and have never answered."""
        answered = {number for item in self.items for number in item.answers}
        for token, one in list(self.students.items()):
            if token not in here and one.number not in answered and not one.practised:
                del self.students[token]

    def rename(self, student: Student, name: object) -> None:
        """Call a student as he wants to be called.

        Raises:
            ClassError: ``bad-name``: nothing that can be read is left of it.
        """
        text = "".join(letter if letter.isprintable() else " " for letter in name) if isinstance(name, str) else ""
        text = " ".join(text.split())[:_NAME].strip()
        if not text:
            raise ClassError("bad-name:student", n=_NAME)
        if text != student.name:
            student.name = self._free_name(text)
            self.version += 1

    def _free_name(self, name: str) -> str:
        """The name, with a number if somebody has it."""
        taken = {one.name for one in self.students.values()}
        numbered = (f"{name} {n}" for n in range(2, len(taken) + 3))
        return name if name not in taken else next(one for one in numbered if one not in taken)

    def answer(self, student: Student, at: object, value: Any, now: float) -> None:
        """Take a student's answer to a task; it replaces the one he gave before.

        Args:
            student: who answers.
            at: the place of the task in ``items``, so that a late answer is not taken for one to the next task.
            value: the answer.
            now: the time.

        Raises:
            ClassError: ``answers-closed``, ``nothing-asked`` or ``too-long``.
            TaskError: it is no answer to this task.
        """
        item = self.item
        if item is None:
            raise ClassError("nothing-asked")
        self.tick(now)
        if at != len(self.items) - 1 or item.stage > Stage.OPEN:
            raise ClassError("answers-closed")
        if len(repr(value)) > _ANSWER:
            raise ClassError("bad-message:long")
        read = item.read(value)
        item.judge(read)
        before = item.answers.get(student.number)
        if before is None or before.value != read:
            item.answers[student.number] = Given(read, round(now - item.asked, 1))
            self.version += 1

    # ---- further tasks -------------------------------------------------------------------------
    def further(self, student: Student) -> Item | None:
        """The next task of the same lesson for a student who has answered; None while there is none."""
        item = self.item
        if item is None or student.number not in item.answers:
            return None
        seed = item.request.get("seed", 0)
        request = {
            "lesson": item.task.lesson,
            "rulebook": item.request["rulebook"],
            "options": item.request["options"],
            "level": item.request.get("level", 1),
            "seed": (len(self.items) * 1000 + (seed if isinstance(seed, int) else 0) * 7919 + student.practised) % _BIG,
        }
        key = repr(request)
        if key not in self._further:
            self._further[key] = make_item(request)
        return self._further[key]

    def practise(self, student: Student, done: object, value: Any) -> tuple[Item, Any, Verdict]:
        """Judge an answer to a further task; the next one follows.

        Args:
            student: who answers.
            done: how many he had done, so that an answer sent twice counts once.
            value: the answer.

        Raises:
            ClassError: ``nothing-asked`` or ``too-long``.
            TaskError: it is no answer to this task.
        """
        item = self.further(student)
        if item is None or done != student.practised:
            raise ClassError("nothing-asked")
        if len(repr(value)) > _ANSWER:
            raise ClassError("bad-message:long")
        read = item.read(value)
        verdict = item.judge(read)
        student.practised += 1
        student.practised_right += verdict.right
        self.version += 1
        return item, read, verdict

    # ---- the teacher ---------------------------------------------------------------------------
    def push(self, request: Mapping[str, Any], now: float) -> None:
        """Ask the class a task at once.

        Raises:
            TutorError: there is no such task.
        """
        self._ask(make_item(request), now)

    def set_plan(self, requests: Sequence[Mapping[str, Any]]) -> None:
        """Put a list of tasks on the plan, in place of the one before.

        Raises:
            TutorError: one of them does not exist; nothing changes then.
        """
        if len(requests) > MOST_ITEMS:
            raise ClassError("bad-message:tasks", n=MOST_ITEMS)
        self.plan = [make_item(request) for request in requests]
        self.version += 1

    def next(self, now: float) -> None:
        """Ask the next task of the plan.

        Raises:
            ClassError: ``nothing-asked``: the plan is at its end.
        """
        if not self.plan:
            raise ClassError("nothing-asked:plan")
        self._ask(self.plan[0], now)
        self.plan = self.plan[1:]

    def _ask(self, item: Item, now: float) -> None:
        if len(self.items) >= MOST_ITEMS:
            raise ClassError("bad-message:tasks", n=MOST_ITEMS)
        item.asked = now
        self.items.append(item)
        self._further.clear()
        self.version += 1
        if item.request.get("seconds"):
            self.set_timer(item.request["seconds"], now)

    def set_timer(self, seconds: object, now: float) -> None:
        """Freeze the answers after so many seconds; 0 takes the limit away.

        Raises:
            ClassError: ``bad-message``: that is no number of seconds.
        """
        item = self._present()
        if not isinstance(seconds, int | float) or isinstance(seconds, bool) or not 0 <= seconds <= MOST_SECONDS:
            raise ClassError("bad-message:seconds", found=quote(seconds), n=MOST_SECONDS)
        item.until = now + seconds if seconds else None
        self.version += 1

    def tick(self, now: float) -> None:
        """Freeze the answers if their time is over."""
        item = self.item
        if item is not None and item.stage is Stage.OPEN and item.until is not None and now >= item.until:
            self.freeze()

    def freeze(self, *, on: bool = True) -> None:
        """Take no more answers; or take them again, as long as nothing has been revealed."""
        item = self._present()
        if item.stage <= Stage.FROZEN:
            item.stage = Stage.FROZEN if on else Stage.OPEN
            item.until = None
            self.version += 1

    def reveal(self) -> None:
        """Show the next step: how the answers are distributed, then the right one, then why."""
        item = self._present()
        item.stage = Stage(min(max(item.stage, Stage.FROZEN) + 1, Stage.WHY))
        item.until = None
        self.version += 1

    def show(self, key: object) -> None:
        """Show one answer on the wall, without a name; None takes it away."""
        item = self._present()
        item.shown = (
            key if isinstance(key, str) and any(repr(one.value) == key for one in item.answers.values()) else None
        )
        self.version += 1

    def _present(self) -> Item:
        if self.item is None:
            raise ClassError("nothing-asked")
        return self.item


def plan_lesson(lesson: str, rulebook: str, options: Sequence[str], seed: int, level: int, n: int) -> list[dict]:
    """Requests for the tasks of a lesson, its kinds in turn.

    Raises:
        TutorError: there is no such lesson for this rulebook.
    """
    book = get_rulebook(rulebook, tuple(options))
    known = BY_KEY.get(lesson)
    found = () if known is None else list_class_kinds(known, book)
    if not found:
        make_task(book, lesson)  # says why there is no such task
        raise ClassError("not-for-a-class", kind=lesson)
    return [
        {
            "lesson": lesson,
            "kind": found[at % len(found)],
            "rulebook": rulebook,
            "options": list(options),
            "seed": seed + at,
            "level": level,
        }
        for at in range(n)
    ]
