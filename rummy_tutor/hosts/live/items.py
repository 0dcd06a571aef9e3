"""What a class is asked: a question, its answers, and how far the class is with it; and the questions to come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count
from typing import Any, TypeVar

from ...game.messages import TutorError, quote
from ...page.classroom import own_hand
from ...page.classroom.drawing import name_layout
from ...page.classroom.entries import book_of, is_for_class, name_game
from ...page.classroom.lists import clean_line
from ...page.classroom.questions import TABLE, PuzzleQuestion, Question, TaskQuestion
from ...page.classroom.votes import Playing, VoteQuestion
from ...page.own_books import FIELD
from ...tutor.judging import Verdict
from ...tutor.planting import mark_version, task_from
from ...tutor.puzzles.ladder import list_puzzles, open_puzzle

MOST_SECONDS = 3600  # for an answer
MOST_ITEMS = 200  # tasks in one class, of those asked and of those still to come
_ANSWER = 3000  # characters of an answer
_BIG = 1 << 31
_numbers = count(1)
_Made = TypeVar("_Made")


class ClassError(TutorError):
    """Something that cannot be done in this class now."""


class Stage(IntEnum):
    """How far the class is with a question."""

    OPEN = 0
    FROZEN = 1
    TALLY = 2  # the answers and how many gave each
    WHY = 3  # what each of them costs, and which belief it would fit
    ANSWER = 4  # which is right, and the reasons


@dataclass(frozen=True)
class Given:
    """An answer as it was given.

    Attributes:
        value: the answer, as plain JSON values.
        at: seconds after the question was asked.
        first: what they had answered first; None of those who have not changed it.
    """

    value: Any
    at: float
    first: Any = None


@dataclass
class Item:
    """A question that the class has been asked.

    Attributes:
        request: what the question was made from.
        question: the question.
        asked: when it was asked.
        stage: how far the class is with it.
        answers: what each student answered last, by the student's number.
        laid: how the cards lie before each student who has moved them, by the student's number.
        shown: the answer shown on the wall, as ``Room.show`` takes it.
        until: when its answers are frozen; None for no limit.
        made: what has been worked out or drawn of it and does not change, by what it is.
        told: whether anything of the answers has been revealed, so that no more are taken.
        number: by which the teacher's page names it while it is planned.
        before: the question as another version of the tutor asked it, whose answers keep the verdicts that they got;
            None of one that this version makes.
        judged: the verdicts on answers, by how Python writes the answer.
    """

    request: Mapping[str, Any]
    question: Question
    asked: float = 0.0
    stage: Stage = Stage.OPEN
    answers: dict[int, Given] = field(default_factory=dict)
    laid: dict[int, list[list[str]]] = field(default_factory=dict)
    shown: str | None = None
    until: float | None = None
    made: dict[Hashable, Any] = field(default_factory=dict)
    told: bool = False
    number: int = field(default_factory=_numbers.__next__, compare=False)
    before: Mapping[str, Any] | None = None
    judged: dict[str, Verdict] = field(default_factory=dict)

    @property
    def note(self) -> str:
        """What the teacher has written above the question."""
        return str(self.request.get("note", ""))

    @property
    def vote(self) -> VoteQuestion | None:
        """The choice in a round of the class's that is voted on, or that round's end; None of any other question."""
        return self.question if isinstance(self.question, VoteQuestion) else None

    @property
    def choice(self) -> str:
        """The move with the most votes; of those with as many the exact one, if it is among them."""
        counted = Counter(str(given.value) for given in self.answers.values())
        exact = str(self.solve())
        return max(counted, key=lambda move: (counted[move], move == exact), default=exact)

    @property
    def is_hand(self) -> bool:
        """Whether the teacher has given a hand of their own, which belongs to no lesson."""
        return self.request.get("hand") is not None

    def make_once(self, key: Hashable, make: Callable[[], _Made]) -> _Made:
        """What is made of it under a key, made when it is first asked for."""
        if key not in self.made:
            self.made[key] = make()
        made: _Made = self.made[key]
        return made

    def judge(self, value: Any) -> Verdict:
        """The verdict on an answer; equal answers are judged once.

        Raises:
            TutorError: it is no answer to this question.
        """
        key = repr(value)
        if key not in self.judged:
            self.judged[key] = self.question.judge(value)
        return self.judged[key]

    def tally_key(self, value: Any) -> str:
        """Under what an answer is counted: laid answers with the same melds that cost the same are counted together."""
        if self.question.asks != TABLE:
            return repr(value)

        def describe() -> str:
            verdict = self.judge(value)
            return repr((verdict.right, verdict.fits, *name_layout(self.question, value)))

        return self.make_once(("layout", repr(value)), describe)

    def read(self, value: Any) -> Any:
        """An answer as plain values of one form, whatever order a browser gave.

        Raises:
            ClassError: ``bad-message:long``: it is too long.
            TutorError: it is no answer to this question.
        """
        ClassError.refuse("bad-message:long", len(repr(value)) > _ANSWER)
        return self.question.read(value)

    def reveal(self) -> None:
        """Show the next step: how the answers are distributed, then what is behind them, then the right one."""
        if self.vote is not None:
            self.stage = Stage.FROZEN if self.vote.is_over else Stage.ANSWER
        else:
            self.stage = Stage(min(max(self.stage, Stage.FROZEN) + 1, Stage.ANSWER))
        self.until, self.told = None, True

    def solve(self) -> Any:
        """A right answer, worked out once."""
        return self.make_once("solution", self.question.solve)


def make_item(request: Mapping[str, Any], now: float = 0.0) -> Item:
    """What a request names: a puzzle, a hand to be laid out, or a lesson with kind, rulebook, seed and level.

    Raises:
        TutorError: there is no such task, puzzle, rulebook, or hand.
    """
    ClassError.refuse("not-for-a-class", not is_for_class(request))
    if isinstance(request.get("play"), Mapping):
        playing = Playing(request["play"], tuple(request.get("score", ())))
        vote = VoteQuestion(playing)
        stage = Stage.FROZEN if vote.is_over else Stage.OPEN
        return Item(playing.to_request(), vote, now, stage, told=vote.is_over)
    kept: dict[str, Any] = {}
    if request.get("seconds") is not None:
        kept["seconds"] = read_seconds(request["seconds"])
    if request.get("puzzle") is not None:
        puzzle = open_puzzle(str(request["puzzle"])[:80])
        return Item({**kept, "puzzle": puzzle.key}, PuzzleQuestion(puzzle), now)
    book = book_of(request)
    kept |= {name: request[name] for name in ("lesson", "kind", "seed", "level") if name in request}
    own = request.get(FIELD, "")
    kept |= name_game(book, own) if own else {"options": [], **name_game(book)}
    if request.get("hand") is None:
        return Item(kept | mark_version(), TaskQuestion(task_from(request, book)), now)
    task = own_hand.make_task(request, book)
    kept |= own_hand.write_hand(task) | {name: request[name] for name in ("ask",) if name in request}
    note = request.get("note")
    if isinstance(note, str) and (note := clean_line(note, own_hand.MOST_WORDS)):
        kept["note"] = note
    return Item(kept, TaskQuestion(task), now)


def read_seconds(seconds: object) -> float:
    """For how many seconds answers are taken; 0 is without limit.

    Raises:
        ClassError: ``bad-message:seconds``: that is no number of seconds.
    """
    if not isinstance(seconds, int | float) or isinstance(seconds, bool) or not 0 <= seconds <= MOST_SECONDS:
        raise ClassError("bad-message:seconds", found=quote(seconds), n=MOST_SECONDS)
    return seconds


def go_on(item: Item, at: int, done: int) -> dict[str, Any]:
    """The request for a further question on what the class was asked: tasks and puzzles of the same lesson in turn.

    Args:
        item: what the class was asked.
        at: its place in the class, so that another question has other ones.
        done: how many a student has done.
    """
    request, question = item.request, item.question
    lesson = question.lesson if isinstance(question, TaskQuestion) else ""
    puzzles = () if FIELD in request else list_puzzles(question.rulebook, lesson, question.kind)
    others = [key for key in puzzles if key != request.get("puzzle")]
    if others and (not lesson or done % 2):
        return {"puzzle": others[(done // 2 if lesson else done) % len(others)]}
    seed = request.get("seed", 0)
    return {
        "lesson": question.lesson,
        **name_game(question.rulebook, str(request.get(FIELD, ""))),
        "level": request.get("level", 1),
        "seed": (at * 1000 + (seed if isinstance(seed, int) else 0) * 7919 + done) % _BIG,
    }


# ---- the questions to come ---------------------------------------------------------------------------------
@dataclass(eq=False)
class Plan:
    """The questions to come.

    Attributes:
        note: is told that they have changed.
        items: the questions in their order.
        replaced: those that were to come before these, until the first of these is asked.
        dropped: those taken out since then with their places, the last one last.
    """

    note: Callable[[], None]
    items: list[Item] = field(default_factory=list)
    replaced: list[Item] = field(default_factory=list)
    dropped: list[tuple[int, Item]] = field(default_factory=list)

    def set(self, items: Sequence[Item]) -> None:
        """Plan these questions, in place of those before, which can be put back.

        Raises:
            ClassError: ``bad-message:tasks``: they are too many.
        """
        ClassError.refuse("bad-message:tasks", len(items) > MOST_ITEMS, n=MOST_ITEMS)
        self.items, self.replaced, self.dropped = list(items), self.items, []
        self.note()

    def restore(self) -> None:
        """Put back the question that was taken out last; where none was, those that the present ones have replaced.

        Raises:
            ClassError: ``nothing-asked``: there is nothing to put back.
        """
        ClassError.refuse("nothing-asked:plan", not self.dropped and not self.replaced)
        if self.dropped:
            self.items.insert(*self.dropped.pop())
        else:
            self.items, self.replaced = self.replaced, []
        self.note()

    def find(self, number: int) -> int:
        """The place of a question.

        Raises:
            ClassError: ``nothing-asked``: it is not planned.
        """
        at = next((at for at, planned in enumerate(self.items) if planned.number == number), None)
        if at is None:
            raise ClassError("nothing-asked:plan")
        return at

    def move(self, number: int, by: int) -> None:
        """Ask a question one place earlier, if ``by`` is -1, or one place later; at the ends nothing happens.

        Raises:
            ClassError: ``nothing-asked``: it is not planned.
        """
        at = self.find(number)
        to = at + (-1 if by == -1 else 1)
        if 0 <= to < len(self.items):
            self.items[at], self.items[to] = self.items[to], self.items[at]
            self.note()

    def drop(self, number: int) -> None:
        """Take a question out.

        Raises:
            ClassError: ``nothing-asked``: it is not planned.
        """
        at = self.find(number)
        self.dropped.append((at, self.items.pop(at)))
        self.note()

    def copy(self, number: int) -> None:
        """Plan a question once more, after itself.

        Raises:
            ClassError: ``nothing-asked``: it is not planned; ``bad-message:tasks``: there are too many.
        """
        at = self.find(number)
        self.add(make_item(self.items[at].request), at + 1)

    def add(self, item: Item, at: int | None = None) -> None:
        """Plan a question more, at a place or as the last one.

        Raises:
            ClassError: ``bad-message:tasks``: there are too many.
        """
        ClassError.refuse("bad-message:tasks", len(self.items) >= MOST_ITEMS, n=MOST_ITEMS)
        self.items.insert(len(self.items) if at is None else at, item)
        self.note()

    def take(self, n: int) -> list[Item]:
        """Take the first questions out to be asked; nothing can be put back any more."""
        taken, self.items, self.replaced, self.dropped = self.items[:n], self.items[n:], [], []
        self.note()
        return taken
