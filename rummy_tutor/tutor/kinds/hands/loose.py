"""What do these loose cards cost?"""

from __future__ import annotations

import random
from itertools import combinations

from ....game.cards import PRINTED_JOKER
from ....game.messages import Items, Message
from ....game.rules import MELDS, Rulebook
from ....game.table import Deal
from ....wording.speech import tell
from ...beliefs import kind_of
from ...generate import sort_hand
from ...lessons import Lesson, holds
from ...tasks import HandUse, Laid, Layout, Task, TaskKind, ask, ask_about
from ...worked.steps import add_up, tell_cost
from ..groups.making import open_stock
from ..parts import tell_rule_of
from .count import FAMILY, point_at_loose, propose_hand


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    """Some loose cards, now and then a printed joker among them.

    A whole hand where melds earn points.
    """
    if holds("scored", rulebook):
        return propose_hand(lesson, rulebook, rng, level)
    stock = open_stock(lesson, rulebook, rng)
    cards = sorted(stock.draw(rng.choice((3, 4, 5))))
    if rulebook.wilds.printed and stock.deal.pack.printed_jokers and rng.random() < 0.5:
        cards.append(PRINTED_JOKER)
    if any(kind_of(three, stock.deal) in MELDS for three in combinations(cards, 3)):
        return None  # nobody is left with cards that are a meld
    return ask_about(KIND, lesson, stock.deal, tuple((card,) for card in cards))


def _add_up(task: Task, deal: Deal) -> int:
    return sum(deal.points[card.index] for card in task.cards)


def _show(task: Task, given: object, expected: object) -> Laid:
    """The cards, and what each costs."""
    costs = tuple(tell_cost(card, task.deal) for card in sort_hand(task.cards))
    return Laid(task.groups, Message("why.count:sum", {"costs": Items(costs, "comma"), "n": expected}))


KIND = TaskKind(
    family=FAMILY,
    name="loose",
    asks="number",
    propose=_propose,
    answer=lambda task: _add_up(task, task.deal),
    believe=lambda task, belief: _add_up(task, belief.deal(task.deal)),
    rule="scoring",
    hand=HandUse.AS_LAID,
    layout=Layout.LEFT,
    question=lambda task: ask("learn.ask_count:loose", task),
    hints=lambda task: (
        Message("hint.count:simple", {"rule": tell_rule_of(task.rulebook, "scoring.ace")}),
        point_at_loose(task),
    ),
    shows=_show,
    explains=lambda task, given: [
        tell("learn.why_loose", sum=add_up([task.deal.points[card.index] for card in sort_hand(task.cards)]))
    ],
)
