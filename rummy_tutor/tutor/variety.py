"""Keeping the tasks of one sitting apart: no cards come twice, and the right answer changes."""

from __future__ import annotations

from collections.abc import Sequence

from .tasks import KINDS, Task

_RECENT = 12  # tasks within which cards of the same ranks are not asked about again
_SAME_PLACE = (1.0, 0.7, 0.15)  # what a task is worth whose right answer is that of the last one, of the last two
_REPEATED = 0.05  # and what one that shows the same cards is worth


def repeats_cards(task: Task, seen: Sequence[Task]) -> bool:
    """Whether a task shows the cards of one seen before, or of a late one but for their suits.

    Args:
        task: the task.
        seen: the tasks of this sitting, the latest last.
    """
    if not seen:
        return False
    cards, ranks = _cards(task), _ranks(task)
    return any(_cards(one) == cards for one in seen) or any(_ranks(one) == ranks for one in seen[-_RECENT:])


def weigh_newness(task: Task, seen: Sequence[Task]) -> float:
    """What a task is worth beside those seen: little if its cards or its right answer come again.

    Args:
        task: the task.
        seen: the tasks of this sitting, the latest last.
    """
    place, run = _place(task), 0
    for one in reversed([one for one in seen if one.kind == task.kind][-2:] if place is not None else []):
        if _place(one) != place:
            break
        run += 1
    return _SAME_PLACE[run] * (_REPEATED if repeats_cards(task, seen) else 1.0)


def is_new(task: Task, seen: Sequence[Task]) -> bool:
    """Whether a task shows new cards and has not the right answer of the last two of its kind."""
    return weigh_newness(task, seen) >= _SAME_PLACE[1]


def _place(task: Task) -> int | None:
    """Where the right answer stands among those to choose from; None where the answer is free."""
    answer = KINDS[task.kind].answer(task) if task.offered else None
    return task.offered.index(answer) if isinstance(answer, str) and answer in task.offered else None


def _cards(task: Task) -> object:
    """All cards that a task shows, and the round it is about."""
    hand = () if task.turn is None else (tuple(sorted(task.turn.hand)), task.turn.discards[-1:])
    return (sorted(map(sorted, task.groups)), task.turned, task.open, hand, str(task.round))


def _ranks(task: Task) -> object:
    """What a task looks like where suits do not count: the ranks of a single group; all cards of a larger one."""
    if len(task.groups) != 1 or len(task.cards) > 5:
        return _cards(task)
    return (task.kind, sorted(card.index % 13 if card.index < 52 else 52 for card in task.cards), task.turned)
