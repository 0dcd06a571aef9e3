"""May these groups be declared?"""

from __future__ import annotations

import random

from ....game.messages import Message
from ....game.rules import MELDS, Rulebook
from ....referee.scoring import score_arrangement
from ....solver.best import find_best
from ...beliefs import count_believed, kind_of
from ...generate import fill_layout, lay_special
from ...lessons import Lesson
from ...tasks import NO, YES, Errs, Family, HandUse, Hint, Layout, Task, TaskKind, always, ask, ask_about, point
from ..groups.making import open_stock
from ..parts import list_hand_reasons, list_ways, tell_declaring, tell_hand_reasons

FAMILY = Family(
    key="declare?",
    title=Message("classroom.kind_declare"),
    seconds=20,
    slip=0.1,
    errs=Errs(0.95, (0.62,), (0.38,)),
    patience=60,
    is_slow=True,
    balanced=always,
)


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    stock = open_stock(lesson, rulebook, rng)
    special = lesson.other_ways and rng.random() < 0.5
    deal = stock.deal
    groups = lay_special(stock, rulebook.deal) if special else fill_layout(stock, rulebook.deal, level)
    if groups is None:
        return None
    # so that the answers come about equally often, the same cards as they declare
    if not special and rng.random() < 0.5:
        best = find_best(tuple(card for group in groups for card in group), deal)
        groups = best.as_laid() if best.declares else groups
    return ask_about(KIND, lesson, deal, groups)


def point_at_doubtful(task: Task) -> Hint:
    """The group to check first: one that is no meld, or one with a wild card."""
    groups = [group for group in task.groups if len(group) > 1]
    bad = [group for group in groups if kind_of(group, task.deal) not in MELDS]
    wild = [group for group in groups if any(task.deal.is_wild[card.index] for card in group)]
    return point("hint.declare-cards", next(iter([*bad, *wild, *groups]), task.cards[:3]))


KIND = TaskKind(
    family=FAMILY,
    asks="yes-no",
    propose=_propose,
    answer=lambda task: YES if score_arrangement(task.groups, task.deal).declares else NO,
    believe=lambda task, belief: YES if count_believed(belief, task.groups, task.deal)[1] else NO,
    reasons=list_hand_reasons,
    rule="objectives",
    hand=HandUse.BEST,
    layout=Layout.HAND,
    question=lambda task: ask("learn.ask_declare", task),
    hints=lambda task: (Message("hint.declare", {"asked": list_ways(task)}), point_at_doubtful(task)),
    shows=None,  # the groups lie there as they were judged, and the verdict says what they lack
    explains=tell_declaring,
    key=tell_hand_reasons,
)
