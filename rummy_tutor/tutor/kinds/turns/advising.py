"""What the engine advises at the table of a task."""

from __future__ import annotations

from ....game.cards import Hand
from ....study.advice import Advice, Discard, Pick, advise
from ...tasks import Task


def _advise(task: Task, *ask: str) -> Advice:
    hand = Hand(task.cards)
    return advise(hand, task.rulebook, task.turned, task.players, open_card=task.open, ask=ask)


def list_discards(task: Task) -> tuple[Discard, ...]:
    """What each card that may be thrown leaves, the best first."""
    discards = _advise(task, "discards").discards
    assert discards is not None  # they were asked for
    return discards


def find_pick(task: Task) -> Pick | None:
    """Whether the open card may and should be taken."""
    return _advise(task).pick
