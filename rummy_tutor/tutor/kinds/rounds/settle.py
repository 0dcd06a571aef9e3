"""What does a player win or lose in this round?"""

from __future__ import annotations

import random

from ....game.messages import Message
from ....game.rules import Rulebook
from ....rounds.ledger import Round, is_zero_sum
from ....wording.speech import say
from ...lessons import Lesson, holds
from ...tasks import Ask, HandUse, Layout, Task, TaskKind, ask, ask_about
from ..parts import list_hand_reasons
from . import adds_up
from .settling import (
    FAMILY,
    Played,
    always_signed,
    hint_at_round,
    pick_player,
    settle_believed,
    settle_task,
    tell_hand,
    tell_payments,
)


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    if rulebook.table.players[1] < 2:
        return None  # nobody pays
    played = Played(lesson, rulebook, rng, level)
    if lesson.rounds.figures and is_zero_sum(rulebook) and rng.random() < lesson.rounds.figures:
        return adds_up.ask_figures(lesson, played, rng)
    asked = Ask(player=pick_player(played, rng, level))
    return ask_about(KIND, lesson, played.deal, played.groups, ask=asked, round={"players": played.players})


def _net(task: Task, settled: Round | None) -> object:
    return None if settled is None else settled[task.ask.player].net


def _ask(task: Task) -> Message:
    games = holds("games counted", task.rulebook)
    return ask("learn.ask_settle:games" if games else "learn.ask_settle", task, player=task.ask.player)


def _tell(task: Task) -> list[str]:
    """How the loser's points came about, and who pays whom."""
    return [*map(say, tell_hand(task)), *tell_payments(task, task.once(settle_task), task.ask.player)]


KIND = TaskKind(
    family=FAMILY,
    asks="number",
    propose=_propose,
    answer=lambda task: _net(task, task.once(settle_task)),
    believe=lambda task, belief: _net(task, settle_believed(task, belief)),
    reasons=list_hand_reasons,
    rule="settlement",
    hand=HandUse.AS_LAID,
    layout=Layout.HAND,
    signed=always_signed,
    question=_ask,
    hints=hint_at_round,
    because=lambda task, given, expected: tell_hand(task),
    explains=lambda task, given: _tell(task),
    key=_tell,
)
