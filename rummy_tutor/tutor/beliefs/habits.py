"""Habits of players: answers that follow no rule, whatever the cards are.

Each takes a task and gives the answer of who has the habit, or None where it does not act on such a task.
"""

from __future__ import annotations

from typing import Any

from ...game.cards import Card
from ...game.rules import Measure
from ...game.table import Deal
from ...solver.best import find_best
from ..puzzles import greedy

Task = Any  # tasks.Task, which stands above


def group_greedily(task: Task) -> object:
    """Group as a beginner does: the longest pure sequence first, then the dearest meld."""
    return tidy(greedy.group_greedily(task.cards, task.deal))


def tidy(groups: Any) -> list[list[str]]:
    """Groups as plain values, however they lie: each in the order of the pack, the loose cards last."""
    rows = sorted((sorted(map(Card.parse, map(str, group))) for group in groups), key=lambda row: (len(row) < 2, row))
    return [[str(card) for card in row] for row in rows]


def throw_highest(task: Task) -> object:
    """Throw the card that costs most of those that lie in no meld."""
    deal: Deal = task.deal
    loose = [group[0] for group in greedy.group_greedily(task.cards, deal) if len(group) == 1]
    return str(max(loose or task.cards, key=lambda card: (deal.points[card.index], card)))


def take_joker(task: Task) -> object:
    """Take the open card whenever it is wild."""
    return "yes" if task.open is not None and task.deal.is_wild[task.open.index] else None


def regroup(task: Task) -> object:
    """Count a hand as if it lay in its best groups."""
    if task.asked is not None:
        return None
    best = find_best(task.cards, task.deal)
    return best.score if task.deal.rulebook.scoring.measure is Measure.MELDED_MINUS_LOOSE else -best.score
