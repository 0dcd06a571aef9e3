"""Which of these groups do two games judge differently?"""

from __future__ import annotations

import random

from ....game.cards import Card
from ....game.messages import Message
from ....game.rules import Rulebook
from ....rulebooks import RULEBOOKS
from ...generate import Stock, open_table
from ...lessons import Lesson
from ...tasks import Ask, HandUse, Hint, Laid, Layout, Task, TaskKind, ask, ask_about, point
from ..groups.making import propose_group
from .apart import hint_at_games, is_apart, note_two_games, tell_two_games
from .compare import FAMILY


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    others = [book for key, book in RULEBOOKS.items() if key != rulebook.key]
    other = rng.choice(others)
    deal = open_table(rulebook, rng, joker=0.0)
    stock = Stock(deal, rng)
    groups: list[tuple[Card, ...]] = []
    for _ in range(40):
        group = propose_group(lesson, stock, level)
        if group is None:
            continue
        jokers = any(card.is_printed_joker for card in group)
        if len(group) < 3 or jokers or is_apart(group, deal, other) != (not groups):
            stock.give_back(group)
            continue
        groups.append(group)
        if len(groups) == 3:
            rng.shuffle(groups)
            return ask_about(KIND, lesson, deal, tuple(groups), ("1", "2", "3"), Ask(game=other.key))
    return None


def _answer(task: Task) -> str | None:
    other = RULEBOOKS[task.ask.game]
    apart = [str(at) for at, group in enumerate(task.groups, 1) if is_apart(group, task.deal, other)]
    return apart[0] if len(apart) == 1 else None


def _hint(task: Task) -> tuple[Message, Hint]:
    alike = next(group for at, group in enumerate(task.groups, 1) if str(at) != task.answer)
    return hint_at_games(task), point("hint.compare-cards:alike", alike)


def _show(task: Task, given: object, expected: object) -> Laid:
    """The group that was to be found, and the one answered."""
    right, other = int(str(expected)), int(str(given))
    groups = (task.groups[right - 1], task.groups[other - 1])
    return Laid(groups, Message("why.compare:differ", {"right": right, "given": other}))


KIND = TaskKind(
    family=FAMILY,
    name="differ",
    asks="group",
    propose=_propose,
    answer=_answer,
    rule="melds",
    hand=HandUse.BEST,
    layout=Layout.CARDS,
    question=lambda task: ask("learn.ask_compare:differ", task, other=RULEBOOKS[task.ask.game]),
    note=lambda task: note_two_games(task, task.groups),
    hints=_hint,
    shows=_show,
    explains=lambda task, given: tell_two_games(
        task, task.groups[int(str(given.answer if given.right else given.expected)) - 1]
    ),
)
