"""A learner's progress through the course of one game: what they answered, what they believe, what comes next.

A value that never changes: each answer gives a new one. It is kept as small JSON. Rules come back for review after a
day, after a week, and then as the ``fsrs`` package reckons that they are about to be forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from itertools import takewhile
from typing import Any, NamedTuple, TypeVar

from ..game.messages import TutorError
from ..game.rules import Rulebook
from .beliefs import BY_KEY as BELIEFS
from .judging import (
    GONE,
    KNOWS,
    WINDOW,
    Learner,
    Verdict,
    are_enough,
    foretell_all,
    judge_answer,
    new_learner,
    tell_apart,
    weigh_kind,
)
from .lessons import BY_KEY as LESSONS
from .lessons import MOVED
from .planting import aim_seeds, goes_round, list_diagnosable_beliefs, list_possible, make_corner_task, make_task
from .sitting import is_new, leave_out_last, list_easy, weigh_newness
from .tasks import Task, TaskError, believe, list_kinds, read_answer

FORMAT, VERSION = "rummy-tutor-progress", 1
KEPT = 40  # how many steps of a lesson are remembered
DAYS = 14  # how many of the latest days on which something was answered
TOLD = 0.08  # the share of what was thought of a learner that is lost when they are told why they were wrong
DENIED = 0.5  # how likely a belief still is, beside what it was, once the learner has said that it is not theirs
SLEPT = 0.25  # and the share that is lost until a review
HINTED = 2  # right answers with hints before a learner goes on alone
CANDIDATES = 2  # tasks of each kind among which the next one is chosen
LEAST = 0.12  # what any task is worth, in bits
MIXED, CLOSING = 4, 2  # one task alone in this many is about an earlier lesson, and in the last lesson
EXTRA = 0.15  # what a task is worth that does not count for mastery
CORNER_AFTER = 2  # answers alone before the question about K A 2 comes, and before it comes again after a wrong one
ANYWAY = 0.3  # what a task is worth at least beside those seen where it asks about the last belief that is left
FAILED = 3  # seeds that give no task until a kind is left out
_ROUNDED = 0.01  # how far from one the chances that were kept may be together
AGAIN = 8  # tasks that are made so that one shows new cards, and a first one few wild cards
_T = TypeVar("_T")


class ProgressError(TutorError):
    """Data that is no progress, or damaged."""


class Stage(StrEnum):
    """How a learner is asked: after a worked example, with hints, alone, or alone about an earlier lesson."""

    WORKED = "worked"
    HINTED = "hinted"
    UNAIDED = "unaided"
    MIXED = "mixed"


_ALONE = (Stage.UNAIDED, Stage.MIXED)  # with no help


class Step(NamedTuple):
    """One answer: how it was asked for, the kind of task, and whether it was right."""

    stage: str
    kind: str
    right: bool


class Review(NamedTuple):
    """When a rule comes back.

    Attributes:
        due: from when on.
        memory: what ``fsrs`` knows about it, as plain JSON values.
    """

    due: datetime
    memory: Mapping[str, Any]


class Named(NamedTuple):
    """Wrong beliefs by key: those held now, and those once held and given up since."""

    now: tuple[str, ...]
    once: tuple[str, ...]


@dataclass(frozen=True)
class Course:
    """A lesson as far as it went.

    Attributes:
        learner: what is thought of the learner within the lesson.
        steps: their latest answers, the latest last.
        mastered: whether they have ever mastered it.
        corner: whether they have said rightly, alone, what a group round the corner is.
    """

    learner: Learner
    steps: tuple[Step, ...] = ()
    mastered: bool = False
    corner: bool = False

    @property
    def stage(self) -> Stage:
        """How they should be asked next: with hints again after two wrong answers in a row."""
        latest = self.steps[-2:]
        if not self.steps:
            return Stage.WORKED
        if len(latest) == 2 and not any(step.right for step in latest):
            return Stage.HINTED
        alone = any(step.stage in _ALONE for step in self.steps)
        helped = sum(step.right for step in self.steps if step.stage not in _ALONE)
        return Stage.UNAIDED if alone or helped >= HINTED else Stage.HINTED

    @property
    def _helped_to_come(self) -> int:
        """How many right answers with help are needed until answers count; none where they count."""
        if self.stage is Stage.UNAIDED:
            return 0
        alone = any(step.stage in _ALONE for step in self.steps)
        return 1 if alone else HINTED - sum(step.right for step in self.steps)

    @property
    def counted(self) -> list[bool]:
        """The answers that bring the lesson nearer to being mastered: the right ones with help, the latest alone."""
        return [*[True] * (HINTED - self._helped_to_come), *self.learner.answers]

    @property
    def to_come(self) -> int:
        """The fewest answers after which the lesson is mastered, if all of them are right and count."""
        if self.mastered:
            return 0
        answers = self.learner.answers
        alone = next(n for n in range(WINDOW + 1) if are_enough((*answers, *[True] * n)))
        return max(1, self._helped_to_come + alone)  # a doubt may be left where enough are right

    @property
    def level(self) -> int:
        """How hard the next task should be, 1 to 3: harder after two right answers in a row, and after four."""
        run = len(list(takewhile(lambda step: step.right, reversed(self.steps))))
        return 1 + min(2, run // 2)

    @property
    def left(self) -> tuple[str, ...]:
        """The beliefs that alone keep them from mastering it, the likeliest first; none while answers are lacking."""
        learner = self.learner
        if self.mastered or not are_enough(learner.answers):
            return ()
        return tuple(
            sorted((key for key in learner.keys if learner.chance(key) > GONE), key=lambda key: -learner.chance(key))
        )


@dataclass(frozen=True)
class Progress:
    """What a learner has done in the course of one rulebook.

    Attributes:
        rulebook: the rulebook's key.
        lessons: each lesson begun, by key.
        once: the beliefs that were ever likely enough to be named.
        reviews: what comes back and when, by key: ``"sets"`` or ``"sets/suit-twice"``.
        unread: lessons that this version does not know, as another one kept them; they are kept on.
        days: the latest days on which something was answered, in UTC, the latest last.
    """

    rulebook: str
    lessons: Mapping[str, Course] = field(default_factory=dict)
    once: tuple[str, ...] = ()
    reviews: Mapping[str, Review] = field(default_factory=dict)
    unread: Mapping[str, Any] = field(default_factory=dict)
    days: tuple[date, ...] = ()

    @classmethod
    def new(cls, rulebook: Rulebook) -> Progress:
        """Nothing done yet."""
        return cls(rulebook.key)

    # ---- what there is to see ------------------------------------------------------------------------------
    def course(self, lesson_key: str) -> Course:
        """A lesson as far as it went; one that has not been begun has no beliefs to weigh yet."""
        return self.lessons.get(lesson_key) or Course(Learner(lesson_key, {}))

    def state(self, lesson_key: str, at: datetime | None = None) -> str:
        """``new``, ``begun``, ``mastered``, or ``due``: mastered once and to be asked again.

        Args:
            lesson_key: the lesson.
            at: the time; None for now.
        """
        if not self.course(lesson_key).mastered:
            return "begun" if lesson_key in self.lessons else "new"
        return "due" if lesson_key in map(_lesson_of, self.due(at)) else "mastered"

    def count_stars(self, lesson_key: str) -> int:
        """How well a lesson is known, 0 to 3: mastered, known again after a day, and again after a week."""
        if not self.course(lesson_key).mastered:
            return 0
        review = self.reviews.get(lesson_key)
        step = 1 if review is None else review.memory["step"]
        return 3 if step is None else max(1, step)

    def due(self, at: datetime | None = None) -> tuple[str, ...]:
        """What is to be reviewed, the longest waiting first: ``"sets"``, or a belief of it, ``"sets/suit-twice"``."""
        now = _utc(at)
        waiting = [(review.due, key) for key, review in self.reviews.items() if review.due <= now]
        return tuple(key for _, key in sorted(waiting))

    def named_beliefs(self) -> Named:
        """The wrong beliefs they hold now, and those they have given up."""
        now = tuple(dict.fromkeys(key for course in self.lessons.values() for key in course.learner.beliefs))
        return Named(now, tuple(key for key in self.once if key not in now))

    # ---- answers ---------------------------------------------------------------------------------------------
    def judge(self, task: Task, answer: object) -> Verdict:
        """The verdict on an answer; it names a belief that explains it, if all answers so far make that one likely.

        Otherwise ``fits`` holds all beliefs that explain it, and one more answer will tell them apart.

        Args:
            task: what was asked.
            answer: as ``judge_answer`` takes it.

        Raises:
            TaskError: ``bad-answer``: it is no answer to this task.
        """
        verdict = judge_answer(task, answer)
        if not verdict.fits:
            return verdict
        heard = self._weigh(task.lesson, task.rulebook).learner.update(task, read_answer(task, answer))
        return replace(verdict, belief=next((key for key in verdict.fits if key in heard.beliefs), None))

    def record(self, task: Task, answer: object, verdict: Verdict, at: datetime) -> Progress:
        """The progress after an answer.

        Args:
            task: the task.
            answer: the answer, as plain JSON values.
            verdict: what ``judge`` said of it.
            at: when it was given.

        Raises:
            TaskError: ``bad-answer``: it is no answer to this task.
        """
        at, course = _utc(at), self._weigh(task.lesson, task.rulebook)
        due = [key for key in self.due(at) if _lesson_of(key) == task.lesson]
        learner = course.learner.forget(SLEPT) if due else course.learner
        heard = learner.update(task, read_answer(task, answer))
        if not counts(task):
            heard = replace(heard, answers=learner.answers)
        named = tuple(dict.fromkeys([*self.once, *heard.beliefs]))
        if not verdict.right:
            heard = heard.forget(TOLD)
        heard = replace(heard, answers=heard.answers[-WINDOW:])
        steps = (*course.steps, Step(task.stage, task.kind, verdict.right))[-KEPT:]
        corner = course.corner or (task.stage in _ALONE and verdict.right and goes_round(task))
        ready = heard.has_mastered and (corner or not LESSONS[task.lesson].corner)
        done = Course(heard, steps, course.mastered or ready, corner)
        lessons = {**self.lessons, task.lesson: done}
        days = tuple(dict.fromkeys([*self.days, at.date()]))[-DAYS:]
        changed = replace(self, lessons=lessons, once=named, days=days)
        return changed._review(task, verdict.right, due, first=done.mastered and not course.mastered, at=at)

    def list_thoughts(self, task: Task, verdict: Verdict, *, names_games: bool) -> list[str]:
        """The beliefs that explain a wrong answer: the one that is sure, else all, the likeliest by all answers first.

        Args:
            task: the task.
            verdict: what ``judge`` said of the answer.
            names_games: whether those may be told that name another game.
        """
        named = [key for key in verdict.fits if names_games or BELIEFS[key].told is None]
        if verdict.belief in named:
            return [verdict.belief]
        learner = self.course(task.lesson).learner
        chances = {key: round(learner.chance(key), 3) for key in named}
        return sorted(chances, key=lambda key: (-chances[key], BELIEFS[key].told is not None))

    def deny(self, lesson_key: str, beliefs: Sequence[str]) -> Progress:
        """The progress once the learner has said that they do not hold some beliefs.

        Args:
            lesson_key: the lesson in which they were asked.
            beliefs: the keys of the beliefs.
        """
        course = self.lessons.get(lesson_key)
        if course is None:
            return self
        changed = replace(course, learner=course.learner.doubt(beliefs, DENIED))
        return replace(self, lessons={**self.lessons, lesson_key: changed})

    def call_back(self, lesson_key: str, at: datetime) -> Progress:
        """The progress once a mistake in a round was about a lesson: one that was mastered is asked again at once.

        Args:
            lesson_key: the lesson.
            at: when that was, with its time zone.
        """
        review = self.reviews.get(lesson_key)
        if review is None or review.due <= _utc(at):
            return self
        return replace(self, reviews={**self.reviews, lesson_key: review._replace(due=_utc(at))})

    def _review(self, task: Task, right: bool, due: list[str], *, first: bool, at: datetime) -> Progress:
        """What comes back later: a lesson just mastered, a belief given up, and what was due and has been asked."""
        learner, reviews = self.lessons[task.lesson].learner, dict(self.reviews)
        given_up = (
            [f"{task.lesson}/{key}" for key in self.once if key in learner.keys and key not in learner.beliefs]
            if first
            else []
        )
        for key in [task.lesson, *given_up] if first else due:
            if "/" in key and not first:
                meant = foretell_all(task, (key.partition("/")[2],))
                if meant[key.partition("/")[2]] == meant[KNOWS]:
                    continue  # the task says nothing about this belief
            reviews[key] = _schedule(reviews.get(key), right, at)
        return replace(self, reviews=reviews)

    def _weigh(self, lesson_key: str, rulebook: Rulebook) -> Course:
        """A lesson as far as it went, with the beliefs that can arise in the game."""
        course = self.lessons.get(lesson_key)
        return Course(new_learner(lesson_key, list_possible(lesson_key, rulebook))) if course is None else course

    # ---- the next task ---------------------------------------------------------------------------------------
    def next_task(
        self, lesson_key: str, rulebook: Rulebook, at: datetime, seed: int, seen: Sequence[Task] = ()
    ) -> Task:
        """The task that tells most about the learner for the time it takes, at their level.

        The first comes after the worked example, the next ones with hints, then alone; of those every fourth or fewer
        are about an earlier lesson, and every second one in the lesson that closes the course. ``task.stage`` says
        which.

        Args:
            lesson_key: the lesson.
            rulebook: the rules.
            at: the time.
            seed: any whole number; the same progress, time, seed and tasks seen give the same task.
            seen: the tasks of this sitting, the latest last: no cards of theirs come again.

        Raises:
            TaskError: ``no-such-task``: the rulebook has no such lesson.
        """
        lesson = LESSONS.get(lesson_key)
        if lesson is None or not list_kinds(lesson, rulebook):
            return make_task(rulebook, lesson_key)  # which says what is wrong
        stage = self.course(lesson_key).stage
        corner = self._corner_task(lesson_key, rulebook, seed, seen) if stage is Stage.UNAIDED else None
        if corner is not None:
            return corner.asked_at(stage=stage.value)
        every = CLOSING if lesson.closes else MIXED
        mixed = any(task.stage == Stage.MIXED for task in seen[1 - every :])
        if stage is Stage.UNAIDED and seed % every == every - 1 and not mixed:
            earlier = self._earlier(lesson_key, rulebook, at, seed // every)
            if earlier is not None:
                return self._best_task(earlier, rulebook, at, seed, seen).asked_at(stage=Stage.MIXED.value)
        return self._best_task(lesson_key, rulebook, at, seed, seen).asked_at(stage=stage.value)

    def _corner_task(self, lesson_key: str, rulebook: Rulebook, seed: int, seen: Sequence[Task]) -> Task | None:
        """The question about K A 2 where the lesson has one and it is still open, after some others."""
        course = self.lessons[lesson_key]
        early = len(course.learner.answers) < CORNER_AFTER or any(map(goes_round, seen[-CORNER_AFTER:]))
        is_clear = course.corner and course.learner.chance("round-the-corner") <= GONE
        tired = [task.kind for task in seen[-1:]] == ["classify"]
        if early or is_clear or tired or course.mastered or not LESSONS[lesson_key].corner:
            return None
        return make_corner_task(rulebook, lesson_key, seed, course.level, [earlier.groups for earlier in seen])

    def _earlier(self, lesson_key: str, rulebook: Rulebook, at: datetime, turn: int) -> str | None:
        """An earlier lesson to mix in: one that is due, or another that was mastered, each in turn."""
        others = [
            key
            for key, course in self.lessons.items()
            if key != lesson_key and course.mastered and LESSONS[key].belongs_to(rulebook)
        ]
        waiting = [key for key in dict.fromkeys(map(_lesson_of, self.due(at))) if key in others]
        return waiting[0] if waiting else others[turn % len(others)] if others else None

    def _best_task(self, lesson_key: str, rulebook: Rulebook, at: datetime, seed: int, seen: Sequence[Task]) -> Task:
        """Of some tasks of each kind, the one that tells most per second and is not like those seen."""
        course, kinds = self._weigh(lesson_key, rulebook), list_kinds(LESSONS[lesson_key], rulebook)
        rules = [key.partition("/")[2] for key in self.due(at) if key.startswith(f"{lesson_key}/")]
        begins = course.stage is Stage.WORKED
        first_ever = begins and not any(course.steps for course in self.lessons.values())
        easy = kinds if begins and not first_ever else list_easy(kinds, len(course.steps))  # a newcomer presses once
        tried = leave_out_last(easy, [task.kind for task in seen] or [step.kind for step in course.steps])
        tried = tried[:1] if begins else tried
        candidates = [made for kind in tried for made in _weigh_tasks(course, kind, rulebook, rules, seed, seen)]
        if begins:  # the first task is an easy one, if there is any
            candidates = [
                candidate for candidate in candidates if candidate[2] is None or not _is_crowded(candidate[2])
            ] or candidates
        others = [(0.0, kind, None) for kind in kinds]  # where a game of a user's own has no task of the first kind
        for _, kind, made in (*sorted(candidates, key=lambda candidate: -candidate[0]), *others):
            try:
                return made or _make_new(rulebook, lesson_key, kind, range(seed, seed + AGAIN), course, seen)
            except TaskError:
                continue
        return make_task(rulebook, lesson_key, None, seed, course.level)

    # ---- as data ---------------------------------------------------------------------------------------------
    def to_data(self) -> dict[str, Any]:
        """The progress as small plain JSON values."""
        days = {"days": [day.isoformat() for day in self.days]} if self.days else {}
        return {
            "format": FORMAT,
            "version": VERSION,
            "rulebook": self.rulebook,
            "lessons": {**{key: _course_to_data(course) for key, course in self.lessons.items()}, **self.unread},
            "believed": list(self.once),
            "reviews": {
                key: {"due": review.due.isoformat(), "memory": dict(review.memory)}
                for key, review in self.reviews.items()
            },
            **days,
        }

    @classmethod
    def from_data(cls, data: object) -> Progress:
        """The progress that ``to_data`` gave.

        Raises:
            ProgressError: ``bad-progress``: it is something else, of a later version, or damaged.
        """
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ProgressError("bad-progress:foreign")
        if type(data.get("version")) is not int or data["version"] != VERSION:
            raise ProgressError("bad-progress:version")
        try:
            lessons = dict(_follow_moved(data["lessons"]))
            return cls(
                rulebook=_typed(data["rulebook"], str),
                lessons={key: _course_from_data(key, kept) for key, kept in lessons.items() if key in LESSONS},
                once=tuple(key for key in _typed(data["believed"], list) if key in BELIEFS),
                reviews={
                    key: Review(_utc(datetime.fromisoformat(kept["due"])), _memory(kept["memory"]))
                    for key, kept in _follow_moved(data["reviews"])
                    if _is_reviewed(key)
                },
                unread={key: kept for key, kept in lessons.items() if key not in LESSONS},
                days=tuple(date.fromisoformat(day) for day in _typed(data.get("days", []), list))[-DAYS:],
            )
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise ProgressError("bad-progress:damaged") from error


def _weigh_tasks(
    course: Course, kind: str, rulebook: Rulebook, rules: Sequence[str], seed: int, seen: Sequence[Task]
) -> Iterator[tuple[float, str, Task | None]]:
    """Some tasks of a kind, about the beliefs most in doubt: what each is worth, its kind, and it if it is made.

    Args:
        course: the lesson as far as it went.
        kind: the kind of task.
        rulebook: the rules.
        rules: the beliefs of the lesson that are to be reviewed.
        seed: the seed that was asked for.
        seen: the tasks of this sitting.
    """
    learner, begins = course.learner, course.stage is Stage.WORKED
    extra = EXTRA if kind in LESSONS[learner.lesson].extra else 1.0
    weight = weigh_kind(kind, [step.kind for step in course.steps]) * extra
    shown = list_diagnosable_beliefs(learner.lesson, kind, rulebook)
    if not shown:  # all its tasks tell as little: none is made until one is asked
        yield LEAST * weight, kind, None
        return
    first = seed % len(shown) if begins else 0  # of beliefs that are as likely, another one each time
    doubtful = sorted(
        (*shown[first:], *shown[:first]), key=lambda key: (key not in rules, abs(learner.chance(key) - 0.5))
    )
    for key in doubtful[: 1 if begins else CANDIDATES]:
        try:
            task = _make_new(rulebook, learner.lesson, kind, aim_seeds(seed, shown, key, AGAIN), course, seen)
        except TaskError:
            return
        meant = foretell_all(task, learner.likely)
        due = sum(meant.get(rule, meant[KNOWS]) != meant[KNOWS] for rule in rules)
        asks = bool(course.left) and _asks_about(task, course.left[:1])
        worth = (tell_apart(learner, task, meant) + LEAST + due + asks) * weight
        yield worth * max(weigh_newness(task, seen), ANYWAY * asks), kind, task


def _make_new(
    rulebook: Rulebook, lesson: str, kind: str, seeds: Sequence[int], course: Course, seen: Sequence[Task]
) -> Task:
    """A task of the first seed that is like none seen and asks about the mix-up that is left; else of the last.

    A lesson's first task has few wild cards.

    Raises:
        TaskError: none was made of the first seeds; in a game of a user's own some of them may give none.
    """
    task = None
    for tried, seed in enumerate(seeds, 1):
        try:
            task = make_task(rulebook, lesson, kind, seed, course.level)
        except TaskError:
            if task is None and tried == FAILED:
                raise
            continue
        crowded = course.stage is Stage.WORKED and _is_crowded(task)
        if is_new(task, seen) and not crowded and _asks_about(task, course.left[:1]):
            break
    assert task is not None  # of more seeds than may fail
    return task


def _asks_about(task: Task, beliefs: Iterable[str]) -> bool:
    """Whether each of some beliefs gives another answer than the rules."""
    return all(believe(task, BELIEFS[key]) not in (task.answer, None) for key in beliefs)


def _is_crowded(task: Task) -> bool:
    """Whether half of the cards of some group are wild, or more, so that it looks odd to a beginner."""
    wild = task.deal.is_wild
    return any(2 * sum(wild[card.index] for card in group) >= len(group) > 1 for group in task.groups)


def counts(task: Task) -> bool:
    """Whether an answer counts for mastery: one that was given with help does not, nor one beside the lesson's aim."""
    return task.stage in _ALONE and task.kind not in LESSONS[task.lesson].extra


def _lesson_of(key: str) -> str:
    return key.partition("/")[0]


def _utc(at: datetime | None) -> datetime:
    return datetime.now(UTC) if at is None else at.astimezone(UTC)


def _typed(value: object, kind: type[_T]) -> _T:
    if not isinstance(value, kind):
        raise TypeError
    return value


def _flag(value: object) -> bool:
    if value not in (0, 1):
        raise ValueError
    return bool(value)


def _course_to_data(course: Course) -> dict[str, Any]:
    return {
        "likely": {name: round(chance, 6) for name, chance in course.learner.likely.items() if chance >= 5e-5},
        "possible": list(course.learner.keys),
        "answers": [int(right) for right in course.learner.answers],
        "steps": [[step.stage, step.kind, int(step.right)] for step in course.steps],
        "mastered": course.mastered,
        "corner": course.corner,
    }


def _follow_moved(kept: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What was kept of lessons, or of beliefs in them, by the lessons of today; what stands there itself comes last."""
    for key, value in sorted(kept.items(), key=lambda entry: _lesson_of(entry[0]) not in MOVED):
        lesson, parted, belief = key.partition("/")
        for today in MOVED.get(lesson, (lesson,)):
            yield f"{today}{parted}{belief}", value


def _course_from_data(key: str, data: Mapping[str, Any]) -> Course:
    """A lesson out of its data; what it does not say of a hypothesis is next to nothing.

    Where it rests on a belief that the lesson no longer treats, what is thought of the learner begins anew.
    """
    chances = {name: float(chance) for name, chance in data["likely"].items()}
    if not all(0 <= chance <= 1 for chance in chances.values()) or abs(sum(chances.values()) - 1) > _ROUNDED:
        raise ValueError
    names = dict.fromkeys(_typed(name, str) for name in _typed(data["possible"], list))
    fresh = new_learner(key, [name for name in names if name in BELIEFS and key in BELIEFS[name].lessons])
    learner = replace(fresh, answers=tuple(map(_flag, _typed(data["answers"], list)))[-WINDOW:])
    known = {name: chances.get(name, 0.0) for name in fresh.likely}
    if sum(known.values()) > 1 - _ROUNDED:
        learner = replace(learner, likely={name: max(chance, 1e-7) for name, chance in known.items()})
    steps = tuple(
        Step(Stage(stage).value, _typed(kind, str), _flag(right)) for stage, kind, right in _typed(data["steps"], list)
    )
    return Course(learner, steps[-KEPT:], _flag(data["mastered"]), _flag(data.get("corner", False)))


def _is_reviewed(key: str) -> bool:
    """Whether there is such a lesson, and where a belief is named too, such a belief."""
    lesson, parted, belief = key.partition("/")
    return lesson in LESSONS and (not parted or belief in BELIEFS)


def _memory(values: Mapping[str, Any]) -> dict[str, Any]:
    """What ``fsrs`` knows of a review, if it can reckon with each of the values; it is not loaded for that."""
    memory = {name: values[name] for name in ("state", "step", "stability", "difficulty", "last_review")}
    state, step = memory["state"], memory["step"]
    is_learning = type(step) is int and 0 <= step <= 2
    if type(state) is not int or not (state in (1, 3) and is_learning or (state == 2 and step is None)):
        raise ValueError
    if not (0 < float(memory["stability"]) < 1e9 and 1 <= float(memory["difficulty"]) <= 10):
        raise ValueError
    memory["last_review"] = _utc(datetime.fromisoformat(memory["last_review"])).isoformat()
    return memory


def _schedule(review: Review | None, right: bool, at: datetime) -> Review:
    """When a rule comes back after an answer: in a day, then in a week, then as fsrs reckons; in a day if wrong."""
    from fsrs import Card, Rating, Scheduler

    day = timedelta(days=1)
    steps = (timedelta(minutes=1), day, 7 * day)  # the first answer is the one that mastered it
    scheduler = Scheduler(learning_steps=steps, relearning_steps=(day,), enable_fuzzing=False)
    if review is None:
        card = Card(card_id=0, due=at)
    else:
        kept: Any = {**review.memory, "card_id": 0, "due": review.due.isoformat()}
        card = Card.from_dict(kept)
    if not right and review is not None and card.step is not None:
        card.step = 0
    card, _ = scheduler.review_card(card, Rating.Good if right else Rating.Again, at)
    due = card.due if right else at + day
    memory = {name: value for name, value in card.to_dict().items() if name not in ("card_id", "due")}
    return Review(due.astimezone(UTC), memory)
