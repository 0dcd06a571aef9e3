"""How many cards must be exchanged before this hand declares?"""

from __future__ import annotations

import random
from collections import Counter

from ....distance.distance import Distance, find_distance
from ....game.messages import Message
from ....game.rules import Rulebook
from ...generate import Stock, make_layout, open_table, sort_hand
from ...lessons import Lesson
from ...tasks import HandUse, Hint, Laid, Layout, Task, TaskKind, ask, ask_about, list_cards, point, tell_because
from ..parts import list_ways
from .count import FAMILY


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    deal = open_table(rulebook, rng)
    groups = make_layout(Stock(deal, rng), rulebook.deal, level)
    cards = tuple(sorted(card for group in groups for card in group))
    return ask_about(KIND, lesson, deal, (cards,))


def _measure(task: Task) -> Distance:
    return find_distance(task.cards, task.deal)


def _hint(task: Task) -> tuple[Message, Hint]:
    """A group of the nearest hand that declares for which no card has to be drawn."""
    general, measured = Message("hint.count:exchanges", {"asked": list_ways(task)}), task.once(_measure)
    groups = () if measured.witness is None else tuple(cards for _, cards in measured.witness.groups)
    held = Counter(task.cards)
    whole = next((group for group in groups if len(group) > 1 and Counter(group) <= held), None)
    if whole is None:
        return general, point("hint.no-group", task.cards)
    return general, point("hint.count-cards:exchanges", whole)


def _tell_exchanges(measured: Distance) -> dict[str, object]:
    assert measured.witness is not None  # a task has an answer
    missing, given = measured.witness.missing, measured.witness.given
    return {"n": measured.exchanges, "missing": list_cards(missing), "given": list_cards(given)}


def _show(task: Task, given: object, expected: object) -> Laid:
    """The hand after the fewest exchanges, so that it may declare."""
    measured = task.once(_measure)
    assert measured.witness is not None  # a task has an answer
    missing, gone = measured.witness.missing, measured.witness.given
    groups = tuple(cards for _, cards in measured.witness.groups)
    left = Counter((*task.cards, *missing)) - Counter(gone) - Counter(card for group in groups for card in group)
    key = "why.count-exchanges" if missing else "why.count-exchanges:none"
    return Laid((*groups, *((card,) for card in sort_hand(left.elements()))), Message(key, _tell_exchanges(measured)))


def _because(task: Task, given: object, expected: object) -> tuple[Message, ...]:
    measured = task.once(_measure)
    assert measured.witness is not None  # a task has an answer
    key = "because.count-exchanges" if measured.witness.missing else "because.count-exchanges:none"
    return (Message(key, _tell_exchanges(measured)),)


KIND = TaskKind(
    family=FAMILY,
    name="exchanges",
    asks="number",
    propose=_propose,
    answer=lambda task: task.once(_measure).exchanges,
    rule="objectives",
    hand=HandUse.NEARER,
    layout=Layout.HAND,
    question=lambda task: ask("learn.ask_count:exchanges", task),
    hints=_hint,
    shows=_show,
    because=_because,
    key=tell_because,
)
