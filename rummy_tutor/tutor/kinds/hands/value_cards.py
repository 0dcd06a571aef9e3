"""What do the value cards of this hand earn?"""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain

from ....game.cards import PRINTED_JOKER, Card
from ....game.messages import Items, Message
from ....game.rules import Rulebook, neighbour
from ....referee.value_cards import (
    MARRIAGE,
    BonusItem,
    count_bonus,
    list_bonus,
    list_cards,
    list_value_cards,
    sum_bonus,
)
from ....wording.speech import say
from ...generate import Stock, open_table, sort_hand
from ...lessons import Lesson, name_value_cards
from ...tasks import HandUse, Hint, Laid, Layout, Task, TaskKind, ask, ask_about, point, tell_because
from ...worked.steps import add_up
from .count import FAMILY

_CARDS = 9  # that are shown


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    deal = open_table(rulebook, rng)
    stock, wanted = Stock(deal, rng), sorted(list_value_cards(deal))
    held = [card for card in rng.choices(wanted, k=1 + 2 * level) if stock.take((card,))] if wanted else []
    if not held:
        return None
    cards = (*held, *stock.draw(_CARDS - len(held)))
    if lesson.is_before("maal") and any(item.name == MARRIAGE for item in list_bonus(cards, deal)):
        return None
    return ask_about(KIND, lesson, deal, (tuple(sorted(cards)),))


def list_earning(task: Task) -> tuple[Card, ...]:
    """The cards of a task that earn points."""
    worth = list_value_cards(task.deal)
    return tuple(card for card in task.cards if card in worth)


def _hint(task: Task) -> tuple[Message, Hint]:
    values = {"base": task.rulebook.wilds.indicator(task.turned), "maal": name_value_cards(task.rulebook)}
    printed = task.turned == PRINTED_JOKER
    general = Message("hint.count:value-cards-printed" if printed else "hint.count:value-cards", values)
    return general, point("hint.count-cards:value-cards", list_earning(task))


def list_earned(task: Task) -> Items:
    """The value cards of the hand of a task, those that earn together with what they earn."""
    items = list_bonus(task.cards, task.deal)
    earned = [Message("why.cost", {"card": list_cards(item, task.deal), "points": item.points}) for item in items]
    return Items(tuple(earned), "comma")


def _tell_part(item: BonusItem, cards: tuple[Card, ...]) -> Message:
    """What cards earn together."""
    key = "why.part:marriage" if item.name == MARRIAGE else "why.part"
    return Message(key, {"cards": cards, "n": item.count, "points": item.points})


def _show(task: Task, given: object, expected: object) -> Laid | None:
    """The value cards of a hand, and what each part of them earns."""
    base, bonus = task.rulebook.wilds.indicator(task.turned), task.rulebook.bonus
    if base is None or bonus is None:
        return None
    items = list_bonus(task.cards, task.deal)
    groups = tuple(list_cards(item, task.deal) for item in items)
    loose = tuple((card,) for card in sort_hand((Counter(task.cards) - Counter(chain(*groups))).elements()))
    parts = " ".join(say(_tell_part(item, cards)) for item, cards in zip(items, groups, strict=True))
    values = {"earns": list_earned(task), "parts": parts, "sum": add_up([item.points for item in items])}
    married = {neighbour(base, -1), base, neighbour(base, 1)} <= {*task.cards}
    apart = bool(bonus.marriage) and married and all(item.name != MARRIAGE for item in items)
    key = "why.count-earned:apart" if apart else "why.count-earned" if items else "why.count-earned:none"
    return Laid((*groups, *loose), Message(key, {**values, "n": sum_bonus(items)}))


# what is said of the cards where they aren't laid out
_UNLAID = {
    "why.count-earned": "because.count-earned",
    "why.count-earned:apart": "because.count-earned:apart",
    "why.count-earned:none": "why.count-earned:none",
}


def _because(task: Task, given: object, expected: object) -> tuple[Message, ...]:
    laid = _show(task, given, expected)
    return () if laid is None else (Message(_UNLAID[laid.text.key], laid.text.values),)


KIND = TaskKind(
    family=FAMILY,
    name="value-cards",
    asks="number",
    propose=_propose,
    answer=lambda task: count_bonus(task.cards, task.deal),
    believe=lambda task, belief: count_bonus(task.cards, belief.deal(task.deal)),
    rule="bonus",
    hand=HandUse.AS_LAID,
    layout=Layout.CARDS,
    question=lambda task: ask("learn.ask_count:value-cards", task),
    hints=_hint,
    shows=_show,
    because=_because,
    key=tell_because,
)
