"""Keeping the tasks of one sitting apart: another kind, new cards, another look, another answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from .judging import weigh_kind
from .tasks import Task

_RECENT = 12  # tasks within which cards of the same ranks are not asked about again
_SAME_PLACE = (1.0, 0.7, 0.15)  # what a task is worth whose right answer is that of the last one, of the last two
_REPEATED = 0.05  # and what one that shows the same cards is worth
_EASY = 2  # kinds that a lesson begins with, and answers until there is another one
_ALIKE = 0.6  # and what one that looks like the last of its kind but for ranks is worth


def repeats_cards(task: Task, seen: Sequence[Task]) -> bool:
    """Whether a task shows the cards of one seen before, or of a late one but for their suits.

    Args:
        task: the task.
        seen: the tasks of this sitting, the latest last.
    """
    if not seen:
        return False
    cards, ranks = _cards(task), _ranks(task)
    return any(_cards(earlier) == cards for earlier in seen) or any(
        _ranks(earlier) == ranks for earlier in seen[-_RECENT:]
    )


def weigh_newness(task: Task, seen: Sequence[Task]) -> float:
    """What a task is worth beside those seen: less if its cards, its look or its right answer come again.

    Args:
        task: the task.
        seen: the tasks of this sitting, the latest last.
    """
    place, latest = _place(task), [earlier for earlier in seen if earlier.kind == task.kind][-2:]
    same = takewhile(lambda earlier: _place(earlier) == place, reversed(latest))
    run = 0 if place is None else len(list(same))
    shape = _shape(task)
    alike = _ALIKE if shape is not None and latest and _shape(latest[-1]) == shape else 1.0
    return _SAME_PLACE[run] * alike * (_REPEATED if repeats_cards(task, seen) else 1.0)


def is_new(task: Task, seen: Sequence[Task]) -> bool:
    """Whether a task shows new cards, looks unlike the last of its kind, and has another answer than the last two."""
    return weigh_newness(task, seen) >= _SAME_PLACE[1]


def _place(task: Task) -> int | None:
    """Where the right answer stands among those to choose from; None where the answer is free."""
    answer = task.answer if task.offered else None
    return task.offered.index(answer) if isinstance(answer, str) and answer in task.offered else None


def _shape(task: Task) -> object:
    """What a few cards look like whatever their ranks: three identical ones, four of one rank; None of a whole hand."""
    if len(task.groups) == 1 and len(task.cards) <= 5:
        cards, wild = task.cards, task.deal.is_wild
        ranks = sorted(Counter(card.index % 13 for card in cards if not card.is_printed_joker).values())
        suits = len({card.suit for card in cards})
        return (task.asked, ranks, suits, len({*cards}), sum(wild[card.index] for card in cards))
    if all(len(group) == 1 for group in task.groups):
        return (task.asked, len(task.cards), any(card.is_printed_joker for card in task.cards))
    return None


def _cards(task: Task) -> object:
    """All cards that a task shows, and the round it is about."""
    hand = () if task.turn is None else (tuple(sorted(task.turn.hand)), task.turn.discards[-1:])
    return (sorted(map(sorted, task.groups)), task.turned, task.open, hand, str(task.round))


def _ranks(task: Task) -> object:
    """What a task looks like where suits do not count: the ranks of a single group; all cards of a larger one."""
    if len(task.groups) != 1 or len(task.cards) > 5:
        return _cards(task)
    return (task.kind, sorted(card.index % 13 if card.index < 52 else 52 for card in task.cards), task.turned)


def leave_out_last(kinds: Sequence[str], asked: Sequence[str]) -> tuple[str, ...]:
    """The kinds of which the next task may be, since none comes twice running where there is another."""
    return tuple(kind for kind in kinds if kind not in asked[-1:]) or tuple(kinds)


def list_easy(kinds: Sequence[str], answered: int) -> tuple[str, ...]:
    """The kinds that are answered quickest: two at first, and one more after every two answers."""
    quickest = sorted(kinds, key=weigh_kind, reverse=True)
    return tuple(quickest[: _EASY + max(0, answered - 1) // _EASY])
