"""No task needs what no lesson of its game has told yet: ways to declare, to cost little, to see the turned card."""

from __future__ import annotations

import pytest

from rummy_tutor import RULEBOOKS
from rummy_tutor.referee.scoring import score_arrangement
from rummy_tutor.solver.best import find_best
from rummy_tutor.tutor.lessons import BY_KEY, list_lessons
from rummy_tutor.tutor.planting import make_task
from rummy_tutor.tutor.tasks import list_kinds

SEVERAL_WAYS = [key for key, book in RULEBOOKS.items() if len(book.objectives) > 1]


@pytest.mark.parametrize("key", SEVERAL_WAYS)
def test_before_the_lesson_on_dublees_no_hand_is_best_laid_for_them(key: str) -> None:
    """Until dublees, tunnelas and jokers are told of, a hand declares in the first way, and they make none cheap."""
    book = RULEBOOKS[key]
    first = book.objectives[0].name
    special = {tier.code for tier in book.scoring.tiers if tier.needs.dublees or tier.needs.jokers}
    for lesson in list_lessons(book):
        if lesson.number >= BY_KEY["twenty-one"].number:
            break
        for kind in {"count", "declare?", "build", "repair"} & {*list_kinds(lesson, book)}:
            for seed in range(6):
                task = make_task(book, lesson.key, kind, seed, 1 + seed % 3)
                if len(task.cards) < book.deal:
                    continue
                hands = [task.groups] if kind == "count" else [task.groups, find_best(task.cards, task.deal).as_laid()]
                for laid in [score_arrangement(groups, task.deal) for groups in hands]:
                    level = next((reason.code for reason in laid.reasons if reason.is_level), None)
                    assert laid.objective in (None, first) and level not in special, (lesson.key, kind, seed)


def test_no_hand_is_grouped_to_see_a_hidden_card_before_that_is_told() -> None:
    """Where the turned card lies hidden, the lesson on pure sequences asks about groups, not about whole hands."""
    for book in RULEBOOKS.values():
        assert ("build" in list_kinds(BY_KEY["pure"], book)) is not book.wilds.hidden
