"""What is the smallest group that two games judge differently?"""

from __future__ import annotations

import random
from itertools import combinations

from ....game.cards import Card, without
from ....game.messages import Message
from ....game.rules import Rulebook
from ....playing.moves import Groups
from ....rulebooks import RULEBOOKS
from ...generate import Stock, open_table
from ...lessons import Lesson
from ...tasks import (
    Ask,
    HandUse,
    Laid,
    Layout,
    Task,
    TaskKind,
    as_groups,
    ask,
    ask_about,
    point,
    write_groups,
)
from ..groups.making import propose_group
from .apart import hint_at_games, is_apart, note_two_games, tell_two_games
from .compare import FAMILY

_MOST = 6  # cards among which a group is looked for


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    other = rng.choice([book for key, book in RULEBOOKS.items() if key != rulebook.key])
    deal = open_table(rulebook, rng, joker=0.0)
    stock = Stock(deal, rng)
    group = propose_group(lesson, stock, level)
    if group is None or len(group) < 3:
        return None
    cards = (*group, *stock.draw(_MOST - len(group)))
    if any(card.is_printed_joker for card in cards):
        return None
    task = ask_about(KIND, lesson, deal, (tuple(sorted(cards)),), ask=Ask(game=other.key))
    return task if _is_apart(group, task) else None


def _is_apart(group: tuple[Card, ...], task: Task) -> bool:
    return is_apart(group, task.deal, RULEBOOKS[task.ask.game])


def _list_smallest(task: Task) -> Groups:
    """The smallest groups that two games judge differently."""
    sizes = range(2, len(task.cards) + 1)
    apart = (tuple(group for group in combinations(task.cards, size) if _is_apart(group, task)) for size in sizes)
    return next(filter(None, apart), ())


def _answer(task: Task) -> list[list[str]] | None:
    """One of them, the other cards loose."""
    smallest = task.once(_list_smallest)
    if not smallest:
        return None
    return write_groups([smallest[0], *((card,) for card in without(task.cards, *smallest[0]))])


def _is_smallest(task: Task, answer: object) -> bool:
    grouped, smallest = [group for group in as_groups(answer) if len(group) > 1], task.once(_list_smallest)
    fits = len(grouped) == 1 and bool(smallest) and len(grouped[0]) == len(smallest[0])
    return fits and _is_apart(grouped[0], task)


KIND = TaskKind(
    family=FAMILY,
    name="smallest",
    asks="groups",
    propose=_propose,
    answer=_answer,
    is_right=_is_smallest,
    rule="melds",
    hand=HandUse.BEST,
    layout=Layout.CARDS,
    question=lambda task: ask("learn.ask_compare:smallest", task, other=RULEBOOKS[task.ask.game]),
    note=lambda task: note_two_games(task, task.once(_list_smallest)),
    hints=lambda task: (hint_at_games(task), point("hint.compare-cards:smallest", as_groups(task.answer)[0][:1])),
    shows=lambda task, given, expected: Laid(as_groups(expected), Message("why.compare:smallest")),
    explains=lambda task, given: tell_two_games(
        task, max(as_groups(given.answer if given.right else given.expected), key=len)
    ),
)
