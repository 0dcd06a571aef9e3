"""Hints: two for each task, a general one and one that points at cards, neither of which gives the answer away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..game.cards import Card
from ..game.messages import Items, Message
from ..game.rules import Rulebook
from ..wording.phrases import list_way
from ..wording.rule_texts import list_rules
from ..wording.speech import say
from .tasks import Hint, Task
from .taught import list_known
from .turns.turn import Groups

_SEVERAL = 6  # groups of an answer of which a hint shows a third
_LARGE = 20  # cards of a hand of which a part is laid out at first


def give_hints(task: Task) -> tuple[Hint, Hint]:
    """A general hint, and one that points at cards."""
    general, pointed = task.question.hints(task)
    return Hint(general), pointed


# ---- what hints are made of ----------------------------------------------------------------------------------
def point(key: str, cards: Iterable[Card], **values: object) -> Hint:
    """A hint that points at cards."""
    shown = tuple(cards)
    return Hint(Message(key, {"cards": shown, "n": len(shown), **values}), shown)


def tell_rule_of(rulebook: Rulebook, path: str) -> str:
    """What a game says of a field; empty where it says nothing."""
    rule = next((rule for rule in list_rules(rulebook) if path in rule.paths), None)
    return "" if rule is None else " ".join(map(say, rule.sentences))


def list_ways(task: Task) -> Items:
    """The groups that a game asks for before somebody declares, in the ways that the course has come to."""
    ways = list_known(task.rulebook.objectives, task.lesson)
    return Items(tuple(Items(list_way(way, task.rulebook)) for way in ways), "or")


def part_wild(cards: Iterable[Card], task: Task) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards that are not wild, and those that are."""
    shown, wild = tuple(cards), task.deal.is_wild
    return tuple(card for card in shown if not wild[card.index]), tuple(card for card in shown if wild[card.index])


def _list_answered(task: Task) -> list[tuple[Card, ...]]:
    """The groups that the right answer makes."""
    return [tuple(map(Card.parse, group)) for group in task.answer if len(group) > 1]


def point_at_together(task: Task) -> Hint:
    """Cards that the right answer lays together and that do not lie so yet."""
    laid = [Counter(group) for group in task.groups]
    groups = _list_answered(task)
    new = [group for group in groups if Counter(group) not in laid]
    if len(new) >= _SEVERAL:  # the last ones: the first may lie there already
        shown = new[-(len(new) // 3) :]
        return point("hint.build-groups", sum(shown, ()), groups=Items(tuple(shown)))
    return point("hint.build-cards", next(iter([*new, *groups]), task.cards[:3]))


def lay_part(task: Task) -> Groups:
    """The groups that lie there at first where a whole large hand is laid out with help: the first half; else none."""
    helped = task.stage in ("worked", "hinted") and task.question.builds
    if not helped or len(task.cards) < _LARGE:
        return ()
    groups = _list_answered(task)
    return tuple(groups[: len(groups) // 2])
