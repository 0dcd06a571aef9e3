"""Hints: two for each task, a general one and one that points at cards, neither of which gives the answer away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..game.cards import Card
from ..game.messages import Message
from ..game.rules import MELDS
from ..solver.best import find_best
from .beliefs import kind_of
from .lessons import BY_KEY
from .tasks import Task
from .turns.turn import Phase

_OF_JOKERS = ("classify", "spot", "compare", "build", "count")  # kinds whose general hint speaks of jokers
Points = Callable[[Task], tuple[Card, ...]]


@dataclass(frozen=True)
class Hint:
    """What helps with a task.

    Attributes:
        text: the sentence.
        cards: the cards it points at; empty for a general hint.
    """

    text: Message
    cards: tuple[Card, ...] = ()


def give_hints(task: Task) -> tuple[Hint, Hint]:
    """A general hint, and one that points at cards."""
    name = task.kind.rstrip("?")
    found = _POINTS.get(task.kind, _all)(task)
    cards = found or task.cards[:3]
    loose = task.kind == "count" and not found  # nothing lies in melds
    pointed = Message(f"hint.{name}-cards:loose" if loose else f"hint.{name}-cards", {"cards": cards})
    return Hint(_general(task, name)), Hint(pointed, cards)


def _general(task: Task, name: str) -> Message:
    """What to think of first in a task."""
    dealt = task.rulebook.deal
    if task.turn is not None and task.turn.phase in (Phase.DRAW, Phase.THROW) and not task.turn.laid:
        return Message("hint.move:count", {"dealt": dealt, "drawn": dealt + 1})
    lesson = BY_KEY[task.lesson]
    if task.asked == "loose" or (task.kind == "spot" and lesson.simple):
        return Message(f"hint.{name}:simple")
    if task.kind in _OF_JOKERS and lesson.plain:  # which the course has not come to
        return Message(f"hint.{name}:plain")
    return Message(f"hint.{name}")


def _all(task: Task) -> tuple[Card, ...]:
    return task.cards


def _jokers(task: Task) -> tuple[Card, ...]:
    """The wild cards shown; where there are none, those at the ends."""
    wild = tuple(card for card in task.cards if task.deal.is_wild[card.index])
    return wild or (task.cards[0], task.cards[-1])


def _good_group(task: Task) -> tuple[Card, ...]:
    """One of the groups that are melds."""
    return next((group for group in task.groups if kind_of(group, task.deal) in MELDS), ())


def _melded(task: Task) -> tuple[Card, ...]:
    """All cards that lie in melds."""
    return tuple(card for group in task.groups if kind_of(group, task.deal) in MELDS for card in group)


def _doubtful(task: Task) -> tuple[Card, ...]:
    """The group to check first: one that is no meld, or one with a wild card."""
    deal = task.deal
    groups = [group for group in task.groups if len(group) > 1]
    bad = [group for group in groups if kind_of(group, deal) not in MELDS]
    wild = [group for group in groups if any(deal.is_wild[card.index] for card in group)]
    return next(iter([*bad, *wild, *groups]), ())


def _together(task: Task) -> tuple[Card, ...]:
    """Cards that belong together and do not lie so."""
    laid = {tuple(sorted(group)) for group in task.groups}
    best = [group for group in find_best(task.cards, task.deal).as_laid() if len(group) > 1]
    return next((group for group in best if tuple(sorted(group)) not in laid), best[0] if best else ())


def _turned(task: Task) -> tuple[Card, ...]:
    return () if task.turned is None else (task.turned,)


def _open(task: Task) -> tuple[Card, ...]:
    return () if task.open is None else (task.open,)


_POINTS: Mapping[str, Points] = {
    "classify": _jokers,
    "spot": _good_group,
    "compare": _jokers,
    "mark": _turned,
    "count": _melded,
    "declare?": _doubtful,
    "build": _together,
    "repair": _together,
    "discard": _together,
    "take?": _open,
}
