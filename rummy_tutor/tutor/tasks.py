"""Tasks: questions made from a seed, and answers judged by the engine, never by a stored key."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..game.cards import Card
from ..game.messages import Items, TutorError, quote, show
from ..game.rules import Rulebook
from ..game.table import Deal, set_table
from .beliefs import Belief, beliefs_of
from .lessons import BY_KEY, LESSONS, Lesson
from .turns.turn import Turn

LEVELS = (1, 2, 3)
TRIES = 400  # proposals for one task before it is given up
PATIENCE = 60  # proposals that could do, before one is taken on which the belief aimed at does not show


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
            ``rulebooks`` or ``moves``.
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


@dataclass(frozen=True)
class Verdict:
    """What an answer is worth.

    Attributes:
        right: whether it is right.
        expected: a right answer, as plain JSON values.
        reasons: codes of why, in the order a referee gives them.
        belief: the belief of the lesson that alone explains a wrong answer, None if none or several do.
        fits: the keys of all beliefs of the lesson that explain it.
        lost: points that the answer gives away, where it is about points.
        rule: the source or ruling that decides, such as ``"S3, R2"``.
    """

    right: bool
    expected: object
    reasons: tuple[str, ...] = ()
    belief: str | None = None
    fits: tuple[str, ...] = ()
    lost: int | None = None
    rule: str = ""

    def to_dict(self) -> dict[str, object]:
        """The verdict as plain JSON values."""
        lost = {} if self.lost is None else {"lost": self.lost}
        return {
            "right": self.right,
            "expected": self.expected,
            "reasons": list(self.reasons),
            "belief": self.belief,
            "fits": list(self.fits),
            "rule": self.rule,
            **lost,
        }


@dataclass(frozen=True, kw_only=True)
class TaskKind:
    """A kind of task.

    Attributes:
        key: its name.
        propose: a task that may do, made at random, or None.
        answer: the answer that the rules give, as plain JSON values; None if the task has no clear one.
        read: an answer from outside as the values that ``answer`` gives.
        believe: the answer that somebody with a belief gives; None for kinds where none is told.
        silent: the lessons whose questions of the kind no belief answers otherwise.
        is_right: whether an answer that differs from ``answer`` is as good; None for never.
        reasons: codes of why.
    """

    key: str
    propose: Callable[[Lesson, Rulebook, random.Random, int], Task | None]
    answer: Callable[[Task], object]
    read: Callable[[Task, object], object]
    believe: Callable[[Task, Belief], object] | None = None
    silent: tuple[str, ...] = ()
    is_right: Callable[[Task, object], bool] | None = None
    reasons: Callable[[Task], tuple[str, ...]] = field(default=lambda task: ())
    lost: Callable[[Task, object], int | None] = field(default=lambda task, answer: None)


KINDS: dict[str, TaskKind] = {}


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
        return of(task).answer(task) if told is None else told(task, belief)

    def is_right(task: Task, answer: object) -> bool:
        judge = of(task).is_right
        return judge is not None and judge(task, answer)

    KINDS[variant.key] = TaskKind(
        key=variant.key,
        propose=propose,
        answer=lambda task: of(task).answer(task),
        read=lambda task, answer: of(task).read(task, answer),
        believe=None if base.believe is None else believe,
        silent=(*base.silent, *(key for key, share in lessons.items() if share == 1 and variant.believe is None)),
        is_right=is_right,
        reasons=lambda task: of(task).reasons(task),
        lost=lambda task, answer: of(task).lost(task, answer),
    )


def list_kinds(lesson: Lesson, rulebook: Rulebook) -> tuple[str, ...]:
    """The kinds of tasks that a lesson has for a rulebook."""
    return tuple(key for key in lesson.kinds if key in KINDS) if lesson.belongs_to(rulebook) else ()


def make_task(
    rulebook: Rulebook, lesson: str | None = None, kind: str | None = None, seed: int = 0, level: int = 1
) -> Task:
    """The task of a seed; the same arguments give the same task on any machine.

    Args:
        rulebook: the rules.
        lesson: a lesson's key; None for the first lesson of the rulebook that has the kind.
        kind: a kind of task; None for one that the lesson draws on, chosen by the seed.
        seed: any whole number.
        level: 1 to 3, from few jokers to many.

    Raises:
        TaskError: ``no-such-task``: the rulebook or lesson does not have it.
    """
    found = _find_lesson(rulebook, lesson, kind)
    kinds = list_kinds(found, rulebook)
    rng = random.Random(f"{found.key} {kind} {rulebook.key} {rulebook.options} {seed} {level}")
    chosen = KINDS[kind if kind is not None else rng.choice(kinds)]
    believed = [belief for belief in beliefs_of(found.key) if tells_beliefs(chosen, found)]
    task, _ = _plant(chosen, found, rulebook, rng, level, rng.choice([None, *believed]))
    if task is None:
        raise TaskError("no-such-task:cannot-be-made", lesson=found.key, kind=chosen.key, rulebook=rulebook.key)
    return replace(task, seed=seed, level=level)


def can_show(belief: Belief, lesson: Lesson, kind: str, rulebook: Rulebook, tries: int = 2) -> bool:
    """Whether a belief can be planted in a kind of task: a task that it answers otherwise than the rules do."""
    chosen = KINDS[kind]
    if not tells_beliefs(chosen, lesson):
        return False
    rng = random.Random(f"{belief.key} {lesson.key} {kind} {rulebook.key} {rulebook.options}")
    return any(_plant(chosen, lesson, rulebook, rng, 1 + attempt % 3, belief)[1] for attempt in range(tries))


def tells_beliefs(kind: TaskKind, lesson: Lesson) -> bool:
    """Whether wrong beliefs can show in a lesson's tasks of a kind."""
    return kind.believe is not None and lesson.key not in kind.silent


def _plant(
    kind: TaskKind, lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int, target: Belief | None
) -> tuple[Task | None, bool]:
    """A task on which a belief shows, and whether it does: after some patience any task will do."""
    fallback, tried = None, 0
    for _ in range(TRIES):
        task = kind.propose(lesson, rulebook, rng, level)
        answer = None if task is None else kind.answer(task)
        if task is None or answer is None:
            continue
        if target is None or kind.believe is None:
            return task, False
        if kind.believe(task, target) != answer:
            return task, True
        fallback = fallback or task
        tried += 1
        if tried == PATIENCE:  # the belief cannot show here, or hardly ever
            break
    return fallback, False


def _find_lesson(rulebook: Rulebook, lesson: str | None, kind: str | None) -> Lesson:
    """The lesson asked for, or the first that has the kind."""
    if kind is not None and kind not in KINDS:
        raise TaskError("no-such-task:kind", found=quote(kind), known=Items(tuple(KINDS), "or"))
    if lesson is not None:
        found = BY_KEY.get(lesson)
        if found is None:
            raise TaskError("no-such-task:lesson", found=quote(lesson), known=Items(tuple(BY_KEY), "or"))
        kinds = list_kinds(found, rulebook)
        if not kinds:
            raise TaskError("no-such-task:rulebook", lesson=lesson, rulebook=rulebook.key)
        if kind is not None and kind not in kinds:
            raise TaskError("no-such-task:kind-of-lesson", lesson=lesson, found=quote(kind), known=Items(kinds, "or"))
        return found
    for one in LESSONS:
        kinds = list_kinds(one, rulebook)
        if kinds and (kind is None or kind in kinds):
            return one
    raise TaskError("no-such-task:kind-of-rulebook", found=quote(kind), rulebook=rulebook.key)


def judge_answer(task: Task, answer: object) -> Verdict:
    """Judge an answer by the engine.

    Args:
        task: the task.
        answer: what ``task.asks`` calls for, as plain JSON values.

    Raises:
        TaskError: ``bad-answer``: it is no answer to this task.
    """
    kind = KINDS[task.kind]
    given, expected = kind.read(task, answer), kind.answer(task)
    right = given == expected or (kind.is_right is not None and kind.is_right(task, given))
    reasons = kind.reasons(task)
    if right:
        return Verdict(True, expected, reasons, rule=cite_rule(task, reasons))
    fits = tuple(
        belief.key for belief in beliefs_of(task.lesson) if kind.believe and kind.believe(task, belief) == given
    )
    only = fits[0] if len(fits) == 1 else None
    return Verdict(False, expected, reasons, only, fits, kind.lost(task, given), cite_rule(task, reasons))


# the field of a rulebook that a reason is about, and the one that a kind of task is about
_PATHS = {
    "same-suit-twice": "melds.set_suits",
    "too-many-wilds": "melds.run_wilds",
    "wraps": "melds.aces",
    "set-too-long": "melds.set_max",
    "sequence-too-long": "melds.run_max",
    "laid-twice": "melds.identical",
    "no-dublees": "melds.dublees",
    "capped": "scoring.cap",
    "floor": "scoring.floor",
}
_ABOUT = {
    "classify": "melds",
    "spot": "melds",
    "complete": "melds",
    "compare": "melds",
    "mark": "wilds",
    "count": "scoring",
    "build": "scoring",
    "declare?": "objectives",
    "repair": "objectives",
    "discard": "objectives",
    "take?": "settlement.pick_up",
    "settle": "settlement",
}
_ASKED = {
    "best": "scoring",
    "see": "scoring.tiers",
    "redeal": "settlement.redeal_pairs",
    "value-cards": "bonus",
    "exchanges": "objectives",
    "one-card": "scoring",
}


def cite_rule(task: Task, reasons: tuple[str, ...]) -> str:
    """The source or ruling that decides a task, such as ``"S3, R2"``."""
    if task.turn is not None:
        rulings = [task.turn.judge_move(move) for move in task.choices]
        return next((ruling.source for ruling in rulings if not ruling.allowed and ruling.source), "")
    path = next((_PATHS[code] for code in reasons if code in _PATHS), None)
    path = path or _ASKED.get(str(task.asked)) or _ABOUT.get(task.kind, "melds")
    return task.rulebook.source_of(path) or ""


# ---- reading answers -------------------------------------------------------------------------------------
def read_choice(task: Task, answer: object) -> object:
    """One of the choices.

    Raises:
        TaskError: it is none of them.
    """
    text = str(answer) if isinstance(answer, str | int) and not isinstance(answer, bool) else None
    if text not in task.choices:
        raise TaskError("bad-answer:choice", found=show(answer), known=Items(task.choices, "or"))
    return text


def read_number(task: Task, answer: object) -> object:
    """A whole number.

    Raises:
        TaskError: it is none.
    """
    if not isinstance(answer, int) or isinstance(answer, bool) or abs(answer) > 10_000:
        raise TaskError("bad-answer:number", found=show(answer))
    return answer


def read_cards(task: Task, answer: object) -> object:
    """Some of the cards shown, each type once, in the order of the pack.

    Raises:
        TaskError: it is no list, or names others.
    """
    if not isinstance(answer, list | tuple):
        raise TaskError("bad-answer:list", found=show(answer))
    shown = {str(card) for card in task.cards}
    unknown = [one for one in answer if not isinstance(one, str) or one not in shown]
    if unknown:
        raise TaskError("bad-answer:card", found=show(unknown[0]), known=Items(tuple(sorted(shown)), "or"))
    return sort_cards(answer)


def sort_cards(cards: Iterable[object]) -> list[str]:
    """Cards as text, each once, in the order of the pack."""
    return [str(card) for card in sorted({Card.parse(str(card)) for card in cards})]


def read_groups(task: Task, answer: Any) -> object:
    """All cards of the task in groups, a loose card as a group of one.

    Raises:
        TaskError: it is no list of groups, or not of exactly these cards.
    """
    whole = isinstance(answer, list | tuple) and all(isinstance(group, list | tuple) for group in answer)
    try:
        groups = [[Card.parse(str(card)) for card in group] for group in answer] if whole else None
    except ValueError:
        groups = None
    if groups is None:
        raise TaskError("bad-answer:groups", found=show(answer))
    if sorted(card for group in groups for card in group) != sorted(task.cards):
        raise TaskError("bad-answer:other-cards")
    return [[str(card) for card in group] for group in groups if group]


def as_groups(answer: object) -> tuple[tuple[Card, ...], ...]:
    """Groups of cards from plain values."""
    assert isinstance(answer, list)
    return tuple(tuple(Card.parse(card) for card in group) for group in answer)


def task_from(values: Mapping[str, Any], rulebook: Rulebook) -> Task:
    """The task that a request names: ``lesson``, ``kind``, ``seed`` and ``level``."""
    seed, level = values.get("seed", 0), values.get("level", 1)
    if not isinstance(seed, int) or isinstance(seed, bool) or abs(seed) >= 1 << 63:
        raise TaskError("bad-type:seed", found=show(seed))
    if type(level) is not int or level not in LEVELS:
        raise TaskError("bad-type:level", found=show(level))
    for name in ("lesson", "kind"):
        if values.get(name) is not None and not isinstance(values[name], str):
            raise TaskError("bad-type:name", name=name, found=show(values[name]))
    return make_task(rulebook, values.get("lesson"), values.get("kind"), seed, level)
