"""Tasks: questions made from a seed, and answers judged by the engine, never by a stored key."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..game.cards import Card
from ..game.messages import TutorError
from ..game.rules import Kind, Rulebook
from ..game.table import Deal, set_table
from .beliefs import Belief
from .lessons import BY_KEY, Lesson
from .turns.turn import Turn

LEVELS = (1, 2, 3)
YES, NO = YES_NO = ("yes", "no")  # the answers of a question that asks for one of these


class TaskError(TutorError):
    """A task that cannot be made, or an answer that cannot be read."""


@dataclass(frozen=True, kw_only=True)
class Task:
    """A question about cards at a table.

    Attributes:
        lesson: the lesson's key.
        kind: the kind of task.
        rulebook: the rules.
        turned: the card turned up.
        players: how many play.
        groups: the cards shown, in groups.
        asks: what an answer is: ``kind``, ``number``, ``yes-no``, ``card``, ``cards``, ``group``, ``groups``,
            ``way``, ``rulebooks`` or ``moves``.
        choices: the answers to choose from; empty where the answer is free.
        open: the card that lies open, if the question is about one.
        asked: what the question names, if it names anything: a kind of meld, a player, or a sort of question.
        turn: the table, where the question is about a move.
        round: the round as ``rounds.documents`` has it, where the question is about its end; a loser's hand is
            laid out in ``groups``, and ``nets`` are the figures to check.
        seed: the seed it was made from.
        level: 1 to 3, how hard it was asked to be.
        stage: how the learner is asked: ``unaided``, or as ``progress.Stage`` names it.
    """

    lesson: str
    kind: str
    rulebook: Rulebook
    turned: Card | None
    players: int
    groups: tuple[tuple[Card, ...], ...]
    asks: str
    choices: tuple[str, ...] = ()
    open: Card | None = None
    asked: str | None = None
    turn: Turn | None = None
    round: Mapping[str, Any] | None = None
    seed: int = 0
    level: int = 1
    stage: str = "unaided"

    @property
    def deal(self) -> Deal:
        """The rulebook at the task's table."""
        return set_table(self.rulebook, self.turned, self.players)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards shown."""
        return tuple(card for group in self.groups for card in group)

    @property
    def offered(self) -> tuple[str, ...]:
        """The choices shown to a learner: kinds of groups that the course has not come to are left out."""
        if self.asks != "kind":
            return self.choices
        known = BY_KEY[self.lesson].known
        return tuple(one for one in self.choices if Kind(one) in (*known, Kind.INVALID))

    def to_dict(self) -> dict[str, object]:
        """The task as plain JSON values."""
        more: dict[str, object] = {"open": str(self.open)} if self.open is not None else {}
        named: dict[str, object] = {"asked": self.asked} if self.asked is not None else {}
        if self.turn is not None:
            more["table"] = _table_of(self.turn)
        if self.round is not None:
            more["round"] = dict(self.round)
        return {
            "lesson": self.lesson,
            "kind": self.kind,
            "rulebook": self.rulebook.key,
            "options": list(self.rulebook.options),
            "turned": None if self.turned is None else str(self.turned),
            "players": self.players,
            "groups": [[str(card) for card in group] for group in self.groups],
            **more,
            "asks": self.asks,
            **named,
            "choices": list(self.choices),
        }


def ask_about(
    lesson: Lesson,
    kind: str,
    deal: Deal,
    groups: tuple[tuple[Card, ...], ...],
    asks: str,
    choices: tuple[str, ...] = (),
    *,
    asked: str | None = None,
    open: Card | None = None,
) -> Task:
    """A task about cards at a table."""
    return Task(
        lesson=lesson.key,
        kind=kind,
        rulebook=deal.rulebook,
        turned=deal.turned,
        players=deal.players,
        groups=groups,
        asks=asks,
        choices=choices,
        asked=asked,
        open=open,
    )


def _table_of(turn: Turn) -> dict[str, object]:
    """A table as plain JSON values, with what the player can see."""
    return {
        "stock": len(turn.stock),
        "discards": [str(card) for card in turn.discards],
        "phase": turn.phase.value,
        "first": turn.first,
        "untouched": turn.untouched,
        "seen": turn.seen,
        "taken": None if turn.taken is None else str(turn.taken),
        "laid": [[str(card) for card in group] for group in turn.laid],
    }


@dataclass(frozen=True, kw_only=True)
class TaskKind:
    """A kind of task.

    Attributes:
        key: its name.
        propose: a task that may do, made at random, or None.
        answer: the answer that the rules give, as plain JSON values; None if the task has no clear one.
        read: an answer from outside as the values that ``answer`` gives.
        believe: the answer that somebody with a belief gives, ``RIGHT`` for the right one; None for kinds where none is
            told.
        silent: the lessons whose questions of the kind no belief answers otherwise, but for habits.
        patience: how many tasks are looked at for one on which a belief shows; few where each takes long to make.
        balanced: whether some of a lesson's tasks for a game are made for their answer, each in turn, since wrong
            beliefs show on tasks with one answer mostly.
        is_right: whether an answer that differs from ``answer`` is as good; None for never.
        fits: whether an answer is as good as the one told, to somebody with a belief; None for never.
        reasons: codes of why.
    """

    key: str
    propose: Callable[[Lesson, Rulebook, random.Random, int], Task | None]
    answer: Callable[[Task], object]
    read: Callable[[Task, object], object]
    believe: Callable[[Task, Belief], object] | None = None
    silent: tuple[str, ...] = ()
    patience: int = 60
    balanced: Callable[[Lesson, Rulebook], bool] = field(default=lambda lesson, rulebook: False)
    is_right: Callable[[Task, object], bool] | None = None
    fits: Callable[[Task, Belief, object], bool] | None = None
    reasons: Callable[[Task], tuple[str, ...]] = field(default=lambda task: ())
    lost: Callable[[Task, object], int | None] = field(default=lambda task, answer: None)

    def tells(self, belief: Belief, lesson: Lesson) -> bool:
        """Whether a belief may show in a lesson's tasks of this kind."""
        if belief.habit is not None:
            return belief.habit[0] == self.key
        return self.believe is not None and lesson.key not in self.silent


KINDS: dict[str, TaskKind] = {}
RIGHT = object()  # stands for the right answer where a belief gives it


def add_kind(kind: TaskKind) -> None:
    """Make a kind of task known."""
    KINDS[kind.key] = kind


def add_variant(asked: str, lessons: Mapping[str, float], variant: TaskKind) -> None:
    """Let a kind of task ask another question in some lessons.

    Args:
        asked: the first word of ``Task.asked`` by which the question is known.
        lessons: the share of tasks with this question, by lesson.
        variant: how it is made and answered; its key is that of the kind.
    """
    base = KINDS[variant.key]

    def of(task: Task) -> TaskKind:
        return variant if task.asked is not None and task.asked.split()[0] == asked else base

    def propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
        share = lessons.get(lesson.key, 0.0)
        chosen = variant if share and rng.random() < share else base
        return chosen.propose(lesson, rulebook, rng, level)

    def believe(task: Task, belief: Belief) -> object:
        told = of(task).believe
        return RIGHT if told is None else told(task, belief)

    def fits(task: Task, belief: Belief, answer: object) -> bool:
        told = of(task).fits
        return told is not None and told(task, belief, answer)

    def is_right(task: Task, answer: object) -> bool:
        judge = of(task).is_right
        return judge is not None and judge(task, answer)

    KINDS[variant.key] = replace(
        base,
        propose=propose,
        answer=lambda task: of(task).answer(task),
        read=lambda task, answer: of(task).read(task, answer),
        believe=None if base.believe is None else believe,
        silent=(*base.silent, *(key for key, share in lessons.items() if share == 1 and variant.believe is None)),
        is_right=is_right,
        fits=fits,
        reasons=lambda task: of(task).reasons(task),
        lost=lambda task, answer: of(task).lost(task, answer),
    )


def believe(task: Task, belief: Belief, right: object) -> object:
    """The answer that somebody with a belief gives; None if he has no clear one.

    Args:
        task: the task.
        belief: what he believes.
        right: the answer that the rules give; also given where his own is as good.
    """
    kind = KINDS[task.kind]
    if belief.habit is not None:
        given = belief.habit[1](task) if belief.habit[0] == task.kind else None
        given = right if given is None else given
    else:
        given = RIGHT if kind.believe is None else kind.believe(task, belief)
    given = right if given is RIGHT else given
    as_good = given not in (right, None) and kind.is_right is not None and kind.is_right(task, given)
    return right if as_good else given


def explains(task: Task, belief: Belief, answer: object, right: object) -> bool:
    """Whether somebody with a belief gives a wrong answer, or another one that is as good to him."""
    kind, told = KINDS[task.kind], believe(task, belief, right)
    if told in (None, right):
        return False
    return told == answer or (belief.habit is None and kind.fits is not None and kind.fits(task, belief, answer))


def list_kinds(lesson: Lesson, rulebook: Rulebook) -> tuple[str, ...]:
    """The kinds of tasks that a lesson has for a rulebook."""
    return tuple(key for key in lesson.kinds if key in KINDS and lesson.has_kind(key, rulebook))
