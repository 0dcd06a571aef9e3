"""Which card does the joker stand for?"""

from __future__ import annotations

import random

from ....game.cards import CARDS, Card, without
from ....game.messages import Message
from ....game.rules import MELDS, Rulebook
from ....referee.scoring import score_arrangement
from ...beliefs import kind_of
from ...generate import Stock, open_table
from ...lessons import Lesson
from ...tasks import Ask, HandUse, Hint, Layout, Task, TaskKind, ask, ask_about, name_card, point
from .complete import FAMILY
from .making import part_wild, propose_group, tell_groups


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    deal = open_table(rulebook, rng)
    stock = Stock(deal, rng)
    group = propose_group(lesson, stock, level)
    if group is None or kind_of(group, deal) not in MELDS or not deal.wild:
        return None
    at = rng.randrange(len(group))
    if deal.is_wild[group[at].index]:
        return None
    joker = rng.choice(deal.wild)
    if not stock.take((joker,)):
        return None
    laid = (*group[:at], joker, *group[at + 1 :])
    others = [card for card in CARDS[:52] if card != group[at] and card.index % 13 in _near(group[at])]
    choices = sorted([group[at], *rng.sample(others, 3)])
    task = ask_about(KIND, lesson, deal, (laid,), tuple(map(str, choices)), Ask(card=joker))
    return task if kind_of(laid, deal) in MELDS else None


def _near(card: Card) -> tuple[int, ...]:
    rank = card.index % 13
    return tuple((rank + step) % 13 for step in (-2, -1, 0, 1, 2))


def _joker_of(task: Task) -> Card:
    assert task.ask.card is not None  # such a task is made with one
    return task.ask.card


def _others(task: Task) -> tuple[Card, ...]:
    """The cards of the group beside the joker."""
    return without(task.groups[0], _joker_of(task))


def _answer(task: Task) -> str | None:
    """The one card of the choices that the joker can stand for, if the referee names the same one."""
    fits = [choice for choice in task.choices if kind_of((*_others(task), Card.parse(choice)), task.deal) in MELDS]
    laid = score_arrangement(task.groups, task.deal).groups[0]
    named = [str(wild.stands_for) for wild in laid.wilds if wild.card == _joker_of(task)]
    return fits[0] if len(fits) == 1 and fits[0] in named else None


def _hint(task: Task) -> tuple[Message, Hint]:
    others = _others(task)
    plain, _ = part_wild(others, task)
    return Message("hint.complete:joker"), point("hint.complete-cards:joker", plain or others, joker=_joker_of(task))


KIND = TaskKind(
    family=FAMILY,
    name="joker",
    asks="card",
    propose=_propose,
    answer=_answer,
    rule="melds",
    hand=HandUse.BEST,
    layout=Layout.CARDS,
    question=lambda task: ask("learn.ask_complete:joker", task, card=name_card(_joker_of(task))),
    hints=_hint,
    explains=lambda task, given: tell_groups(score_arrangement(task.groups, task.deal).groups, task),
)
