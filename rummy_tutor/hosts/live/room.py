"""A class as values and actions: who is in it, what is asked, who answered what; it knows no socket and no clock."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal

from ...page.classroom.lists import clean_line
from .items import MOST_ITEMS, ClassError, Given, Item, Plan, Stage, read_seconds
from .students import NAME, Student, Students

SEATS, MOST_SEATS = 250, 2000
_LETTERS = "ACDEFHJKLMNPRTUVWXY"  # none that is taken for another one
_CODE = 4
_SECRET = 16  # bytes of chance
_LAST_LOOK = 5.0  # seconds after the last vote
_CODE_LENGTH = 12  # at most, of a code

# what of a class has changed: ("class",), ("plan",), ("student", number), ("item", place), and of the task at a place
# ("answer", place, number of the student) and ("laid", place, number of the student)
Key = tuple[str | int, ...]


def clean_code(text: str) -> str:
    """A code as it is compared: letters and digits in capitals; empty if nothing is left."""
    return "".join(filter(str.isalnum, text.upper()))[:_CODE_LENGTH]


def _make_code() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_CODE))


class Room:
    """A class.

    Args:
        seats: how many students there is room for.

    Attributes:
        code: what students type to come in.
        secret: what the teacher's browser proves itself with.
        students: the students by token.
        items: the tasks asked so far, in order.
        own: the place of the first task that students work at, each at their own pace, and the place after the last
            one; None while the class works together.
        back: the place of the task that the class has gone back to; None while it is at the last one.
        plan: the tasks to come.
        version: grows with each change.
        note: is told of each change.
        ended: whether the teacher has ended it.
        beliefs: whether the wall names the beliefs that wrong answers would fit.
        door: whether the wall shows the QR code beside a question too: not all are in yet.
    """

    def __init__(self, seats: int = SEATS) -> None:
        self.seats = seats
        self.code = _make_code()
        self.secret = secrets.token_urlsafe(_SECRET)
        self.students = Students(lambda number: self._change("student", number))
        self.items: list[Item] = []
        self.back: int | None = None
        self.own: tuple[int, int] | None = None
        self.plan = Plan(lambda: self._change("plan"))
        self.version = 0
        self.note: Callable[[Key], None] = lambda key: None
        self.beliefs = True
        self.door = True
        self.ended = False

    @property
    def at(self) -> int:
        """The place of the task that the class is at; -1 while none was asked."""
        return len(self.items) - 1 if self.back is None else self.back

    @property
    def item(self) -> Item | None:
        """The task that the class is at; none after one that another version of the tutor asked, and none while each
        student is at another one."""
        if self.own is not None:
            return None
        return self.items[self.at] if self.items and self.items[self.at].before is None else None

    @property
    def own_items(self) -> list[tuple[int, Item]]:
        """The tasks that students work at, each at their own pace, with their places."""
        first, end = self.own or (0, 0)
        return [(at, self.items[at]) for at in range(first, end) if self.items[at].before is None]

    def find_item(self, student: Student) -> Item | None:
        """The task a student is at: that of the class, or of those for all the first that they have not answered."""
        if self.own is None:
            return self.item
        return next((item for _, item in self.own_items if student.number not in item.answers), None)

    def find_place(self, item: Item) -> int:
        """The place of a task that was asked."""
        return next(at for at, known in enumerate(self.items) if known is item)

    @property
    def mark(self) -> str:
        """By which a step of the teacher is known to be pressed on the class as it is now."""
        item = self.item
        place = f"{self.at + 1}/{len(self.items)}"
        if self.own is not None:
            return f"{place}.own"
        if item is None:
            return place
        return f"{place}.{item.stage:d}.{item.until if item.vote is None else None}"

    def _change(self, *key: str | int) -> None:
        self.version += 1
        self.note(key)

    # ---- students ------------------------------------------------------------------------------
    def join(
        self,
        code: str | None,
        token: str | None,
        names: Sequence[str],
        here: Collection[str] = (),
        name: str | None = None,
        word: str | None = None,
    ) -> Student:
        """Let a student in, or back in.

        Args:
            code: the code of the room as they typed it, if they did.
            token: what their browser kept from an earlier visit, if any.
            names: names to be called by, of which they get one that is free.
            here: the tokens of the students whose browsers are connected; the seat of one who is not, and has never
                answered, goes to somebody else when the class is full.
            name: what they want to be called; one of the names above if nothing can be read of it.
            word: a word of their own, if they have one.

        Raises:
            ClassError: ``wrong-code`` or ``room-full``.
        """
        if token is not None and token in self.students:
            return self.students[token]
        ClassError.refuse("wrong-code", not self.is_code(code))
        if len(self.students) >= self.seats:
            self._free_seats(here)
        ClassError.refuse("room-full", len(self.students) >= self.seats, n=self.seats)
        called = clean_line(name or "", NAME) or secrets.choice(names)
        return self.students.add(called, clean_line(word or "", NAME))

    def is_code(self, code: str | None) -> bool:
        """Whether that is the code of the room, as somebody typed it."""
        return secrets.compare_digest(clean_code(code or "").encode(), self.code.encode())

    def change_code(self) -> None:
        """Let students in with another code; those who are in stay."""
        before = self.code
        while self.code == before:
            self.code = _make_code()
        self._change("class")

    def remove(self, student: Student) -> None:
        """Take a student out of the class, with their answers."""
        self.students.remove(student)
        self._move_answers(student.number, None)

    def merge(self, student: Student, into: Student, token: str) -> None:
        """Make one of two students who are the same: the second stays, with what the first has answered besides.

        Args:
            student: the first.
            into: the second.
            token: what their browser proves itself with from now on, that of one of them.
        """
        self.students.merge(student, into, token)
        self._move_answers(student.number, into.number)

    def _move_answers(self, number: int, into: int | None) -> None:
        for at, item in enumerate(self.items):
            places: Mapping[str, dict[int, Any]] = {"answer": item.answers, "laid": item.laid}
            for name, kept in places.items():
                if number in kept:
                    value = kept.pop(number)
                    self._change(name, at, number)
                    if into is not None and into not in kept:
                        kept[into] = value
                        self._change(name, at, into)

    def _free_seats(self, here: Collection[str]) -> None:
        """Forget students who are away and have never answered."""
        answered = {number for item in self.items for number in item.answers}
        for student in list(self.students.values()):
            if student.token not in here and student.number not in answered and not student.practised:
                self.students.remove(student)

    def open_item(self, student: Student, at: object, now: float) -> Item:
        """The task at a place, which takes answers of a student now.

        Raises:
            ClassError: ``answers-closed`` or ``nothing-asked``.
        """
        item = self.find_item(student)
        if item is None:
            raise ClassError("nothing-asked")
        self.tick(now)
        ClassError.refuse("answers-closed", at != self.find_place(item) or item.stage > Stage.OPEN)
        return item

    def keep_answer(self, student: Student, item: Item, read: Any, now: float) -> None:
        """Keep an answer that came while a task took answers, and has been judged.

        Args:
            student: who has answered.
            item: the task.
            read: the answer, as ``Item.read`` gave it.
            now: the time at which it came.

        Raises:
            ClassError: ``answers-closed``: something of the answers has been shown meanwhile, or the class has gone on.
        """
        ClassError.refuse("answers-closed", item is not self.find_item(student) or item.told)
        before = item.answers.get(student.number)
        if before is None or before.value != read:
            first = None if before is None else before.value if before.first is None else before.first
            item.answers[student.number] = Given(read, round(now - item.asked, 1), None if first == read else first)
            self._change("answer", self.find_place(item), student.number)

    def lay(self, student: Student, groups: list[list[str]]) -> None:
        """Note how the cards of the present task lie before a student, handed in or not."""
        item = self.find_item(student)
        if item is not None and item.laid.get(student.number) != groups:
            item.laid[student.number] = groups
            self._change("laid", self.find_place(item), student.number)

    # ---- further tasks -------------------------------------------------------------------------
    def may_go_on(self, student: Student) -> bool:
        """Whether a student has answered a task after which others follow."""
        return self.item is not None and self.item.vote is None and student.number in self.item.answers

    def practise(self, student: Student, done: int, *, right: bool) -> None:
        """Count a student's answer to a further task; the next one follows.

        Args:
            student: who answers.
            done: how many they had done, so that an answer sent twice counts once.
            right: whether they got it right.

        Raises:
            ClassError: ``nothing-asked``: it was counted, or nothing follows the task that the class is at.
        """
        ClassError.refuse("nothing-asked", done != student.practised or not self.may_go_on(student))
        student.practised += 1
        student.practised_right += right
        self._change("student", student.number)

    # ---- the teacher ---------------------------------------------------------------------------
    def next(self, now: float) -> None:
        """Ask the next task of the plan.

        Raises:
            ClassError: ``nothing-asked``: the plan is at its end.
        """
        ClassError.refuse("nothing-asked:plan", not self.plan.items)
        self.ask(self.plan.items[0], now)
        self.plan.take(1)

    def begin_own(self, now: float) -> None:
        """Give students all tasks of the plan, each at their own pace.

        Raises:
            ClassError: ``nothing-asked``: there is none; ``bad-message:tasks``: they are too many.
        """
        first, n = len(self.items), len(self.plan.items)
        ClassError.refuse("nothing-asked:plan", not n)
        ClassError.refuse("bad-message:tasks", first + n > MOST_ITEMS, n=MOST_ITEMS)
        for item in self.plan.take(n):
            self._add_item(item, now)
        self.back, self.own = None, (first, first + n)
        self._change("class")

    def add_homework(self, name: str, answers: Iterable[tuple[Item, Any]], now: float) -> Student:
        """Take in what a student has answered at home: they are known by what they are called, or come anew. What they
        answered in class stays as it is, and so does the task that the class is at.

        Args:
            name: what they are called, not empty.
            answers: the tasks with the answers, as ``Item.read`` gave them.
            now: the time.

        Raises:
            ClassError: ``room-full``, or ``bad-message:tasks``: there are too many.
        """
        called = clean_line(name, NAME)
        student = next((candidate for candidate in self.students.values() if candidate.name == called), None)
        if student is None:
            ClassError.refuse("room-full", len(self.students) >= self.seats, n=self.seats)
            student = self.join(self.code, None, [""], (), called)
        back = self.back if self.back is not None or not self.items else len(self.items) - 1
        for item, value in answers:
            known = next((candidate for candidate in self.items if candidate.request == item.request), None)
            if known is None:
                ClassError.refuse("bad-message:tasks", len(self.items) >= MOST_ITEMS, n=MOST_ITEMS)
                item.stage, item.told = Stage.FROZEN, True
                self._add_item(item, now)
            held = known or item
            if student.number not in held.answers:
                held.answers[student.number] = Given(value, 0.0)
                self._change("answer", self.find_place(held), student.number)
        self._turn_to(None if back is None or back == len(self.items) - 1 else back)
        return student

    def end_own(self) -> None:
        """Work together again, at the first of the tasks: whoever has answered knows what is right, so that none of
        them takes answers any more.

        Raises:
            ClassError: ``nothing-asked``: the class works together.
        """
        ClassError.refuse("nothing-asked", self.own is None)
        asked = self.own_items
        for at, item in asked:
            item.stage, item.told = Stage.FROZEN, True
            self._change("item", at)
        self.own = None
        self._change("class")
        if asked:
            self.go_back(asked[0][0])

    def ask(self, item: Item, now: float) -> None:
        """Ask the class a question that has been made.

        Raises:
            ClassError: ``bad-message:tasks``: it has been asked as many as there may be; ``own-pace``: students are at
                tasks at their own pace.
        """
        ClassError.refuse("own-pace", self.own is not None)
        ClassError.refuse("bad-message:tasks", len(self.items) >= MOST_ITEMS, n=MOST_ITEMS)
        self._add_item(item, now)
        self._turn_to(None)
        if item.request.get("seconds"):
            self.set_timer(item.request["seconds"], now)

    def _add_item(self, item: Item, now: float) -> None:
        item.asked = now
        self.items.append(item)
        self._change("item", len(self.items) - 1)

    def go_back(self, at: int) -> None:
        """Put a task before the class again that was asked before, with its answers and its steps; or the last one.

        Raises:
            ClassError: ``nothing-asked``: there is no such task, or another version of the tutor asked it.
        """
        ClassError.refuse("own-pace", self.own is not None)
        ClassError.refuse("nothing-asked", not 0 <= at < len(self.items) or self.items[at].before is not None)
        self._turn_to(None if at == len(self.items) - 1 else at)

    def _turn_to(self, back: int | None) -> None:
        if self.back != back:
            self.back = back
            self._change("class")

    def set_timer(self, seconds: float, now: float) -> None:
        """Freeze the answers after some seconds; 0 takes the limit away.

        Raises:
            ClassError: ``bad-message:seconds``: these are too many, or fewer than none.
        """
        limit = read_seconds(seconds)
        with self._stepping() as item:
            item.until = now + limit if limit else None

    def add_time(self, seconds: float, now: float) -> None:
        """Freeze the answers so much later; where there was no limit, after these seconds.

        Raises:
            ClassError: ``answers-closed``: no answers are taken any more; ``bad-message``: that is no time.
        """
        with self._stepping() as item:
            ClassError.refuse("answers-closed", item.stage > Stage.OPEN)
            item.until = (now if item.until is None else item.until) + read_seconds(seconds)

    def tick(self, now: float) -> None:
        """Freeze the answers if their time is over; of a vote they are shown then."""
        item = self.item
        if item is not None and item.stage is Stage.OPEN and item.until is not None and now >= item.until:
            self.freeze()

    def wait_for(self, here: Collection[int], now: float) -> bool:
        """Close a vote soon after all who are there have voted, so that the last one can still change their mind.

        Args:
            here: the numbers of the students who are there.
            now: the time.

        Returns:
            Whether the time that is left has changed.
        """
        item = self.item
        if item is None or item.vote is None or item.stage > Stage.OPEN:
            return False
        is_full = bool(here) and item.answers.keys() >= {*here}
        if is_full is (item.until is not None):
            return False
        item.until = now + _LAST_LOOK if is_full else None
        self._change("item", self.at)
        return True

    def freeze(self, *, on: bool = True) -> None:
        """Take no more answers; or take them again, as long as nothing has been revealed. A vote is shown at once."""
        with self._stepping() as item:
            if item.vote is not None and on and item.stage is Stage.OPEN:
                item.reveal()
            elif item.vote is None and item.stage <= Stage.FROZEN and not item.told:
                item.stage, item.until = Stage.FROZEN if on else Stage.OPEN, None

    def reveal(self) -> None:
        """Show the next step."""
        with self._stepping() as item:
            item.reveal()

    def hide(self, step: Literal["tally", "answer", "why"]) -> None:
        """Show a step no longer that has been revealed, nor those after it; it can be revealed again."""
        stage = Stage[step.upper()]
        with self._stepping() as item:
            if item.stage >= stage and item.vote is None:
                item.stage = Stage(stage - 1)

    def show(self, key: str | None) -> None:
        """Show one of the answers on the wall, without a name; None takes it away."""
        with self._stepping() as item:
            given = {item.tally_key(answer.value) for answer in item.answers.values()}
            item.shown = key if key in given else None

    @contextmanager
    def _stepping(self) -> Iterator[Item]:
        """The question that the class is at, of which something is changed.

        Raises:
            ClassError: ``nothing-asked``: there is none.
        """
        if self.item is None:
            raise ClassError("nothing-asked")
        yield self.item
        self._change("item", self.at)

    def switch(self, what: Literal["beliefs", "door", "ended"], *, on: bool) -> None:
        """Have one of the things be so that hold of the whole class, or not."""
        if getattr(self, what) is not on:
            setattr(self, what, on)
            self._change("class")
