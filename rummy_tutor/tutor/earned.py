"""What value cards earn, told part by part, and laid out so that each part is seen."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from ..game.cards import Card
from ..game.messages import Items, Message
from ..game.rules import neighbour
from ..referee.value_cards import MARRIAGE, BonusItem, list_bonus, list_cards, sum_bonus
from ..wording.speech import say
from .tasks import Task
from .worked.hands import hold
from .worked.steps import add_up


def lay_earned(task: Task) -> tuple[tuple[tuple[Card, ...], ...], Message] | None:
    """The value cards of a hand, and what each part of them earns."""
    base, bonus = task.rulebook.wilds.indicator(task.turned), task.rulebook.bonus
    if base is None or bonus is None:
        return None
    items = list_bonus(task.cards, task.deal)
    groups = tuple(list_cards(item, task.deal) for item in items)
    loose = tuple((card,) for card in hold((Counter(task.cards) - Counter(chain(*groups))).elements()))
    parts = " ".join(say(_tell_part(item, cards)) for item, cards in zip(items, groups, strict=True))
    values = {"earns": list_earned(task), "parts": parts, "sum": add_up([item.points for item in items])}
    married = {neighbour(base, -1), base, neighbour(base, 1)} <= {*task.cards}
    apart = bool(bonus.marriage) and married and all(item.name != MARRIAGE for item in items)
    name = "why.count-earned:apart" if apart else "why.count-earned" if items else "why.count-earned:none"
    return (*groups, *loose), Message(name, {**values, "n": sum_bonus(items)})


def list_earned(task: Task) -> Items:
    """The value cards of the hand of a task, those that earn together with what they earn."""
    items = list_bonus(task.cards, task.deal)
    told = [Message("why.cost", {"card": list_cards(item, task.deal), "points": item.points}) for item in items]
    return Items(tuple(told), "comma")


def _tell_part(item: BonusItem, cards: tuple[Card, ...]) -> Message:
    """What cards earn together."""
    name = "why.part:marriage" if item.name == MARRIAGE else "why.part"
    return Message(name, {"cards": cards, "n": item.count, "points": item.points})
