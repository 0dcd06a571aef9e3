"""Do the figures of this round add up?"""

from __future__ import annotations

import random

from ....game.messages import Message
from ....game.rules import Rulebook
from ....rounds.ledger import is_zero_sum
from ...beliefs import Belief
from ...lessons import Lesson
from ...tasks import NO, RIGHT, YES, HandUse, Layout, Task, TaskKind, ask, ask_about, point, tell_because
from ..parts import list_hand_reasons
from .settling import FAMILY, Played, add_signed, always_signed, settle_believed, settle_task


def ask_figures(lesson: Lesson, played: Played, rng: random.Random) -> Task | None:
    """The figures of a round, one of them wrong every other time."""
    document = {"players": played.players}
    task = ask_about(KIND, lesson, played.deal, played.groups, round=document)
    settled = settle_task(task)
    if settled is None:
        return None
    nets = [row.net for row in settled.rows]
    if rng.random() < 0.5:
        nets[rng.randrange(len(nets))] += rng.choice((-10, 10, 20))
    return ask_about(KIND, lesson, played.deal, played.groups, round={**document, "nets": nets})


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    fits = rulebook.table.players[1] > 1 and is_zero_sum(rulebook)
    return ask_figures(lesson, Played(lesson, rulebook, rng, level), rng) if fits else None


def _nets(task: Task) -> list[int]:
    assert task.round is not None  # such a task is made with one
    return list(task.round["nets"])


def _because(task: Task, given: object, expected: object) -> tuple[Message, ...]:
    """The sum of all figures of a round, which must be 0."""
    nets = _nets(task)
    key = "because.adds-up" if sum(nets) == 0 else "because.adds-up:not"
    return (Message(key, {"figures": add_signed(nets), "n": sum(nets)}),)


def _believe(task: Task, belief: Belief) -> object:
    """Whoever adds up does so rightly, unless they believe that the round cannot have happened."""
    return None if settle_believed(task, belief) is None else RIGHT


KIND = TaskKind(
    family=FAMILY,
    name="adds-up",
    asks="yes-no",
    propose=_propose,
    answer=lambda task: YES if sum(_nets(task)) == 0 else NO,
    believe=_believe,
    reasons=list_hand_reasons,
    rule="settlement",
    hand=HandUse.AS_LAID,
    layout=Layout.HAND,
    signed=always_signed,
    question=lambda task: ask("learn.ask_settle:adds-up", task),
    hints=lambda task: (Message("hint.settle:adds-up"), point("hint.settle-cards:adds-up", ())),
    because=_because,
    key=tell_because,
)
