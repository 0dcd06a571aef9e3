"""Large hands: they are begun for who is helped, and a lesson shows no picture twice."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from rummy_tutor import RULEBOOKS
from rummy_tutor.game.table import set_table
from rummy_tutor.referee.scoring import score_arrangement
from rummy_tutor.tutor.beliefs import kind_of
from rummy_tutor.tutor.kinds.parts import lay_part
from rummy_tutor.tutor.lessons import list_lessons, open_deal
from rummy_tutor.tutor.planting import make_task
from rummy_tutor.tutor.tasks import as_groups
from rummy_tutor.tutor.worked.steps import list_steps
from rummy_tutor.wording.speech import say


def test_a_large_hand_is_begun_with_help_alone() -> None:
    """Half of the groups of the right answer lie there while a learner is helped, none when he answers on his own."""
    task = make_task(RULEBOOKS["paplu-27"], "twenty-one", "build", 1)
    groups = [Counter(group) for group in as_groups(task.answer) if len(group) > 1]
    for stage in ("worked", "hinted"):
        part = lay_part(replace(task, stage=stage))
        assert len(part) == len(groups) // 2 > 1 and all(Counter(group) in groups for group in part)
    assert lay_part(task) == () == lay_part(replace(task, stage="mixed"))
    small = make_task(RULEBOOKS["gorummy-13"], "loser", "build", 1)
    assert lay_part(replace(small, stage="worked")) == ()


@pytest.mark.parametrize("key", ["rummy-21", "paplu-21", "paplu-27"])
def test_the_ways_to_declare_come_with_what_makes_melds_cost_nothing(key: str) -> None:
    """Three pure sequences keep the melds from counting: that stands beside the ways to declare."""
    (lesson,) = (one for one in list_lessons(RULEBOOKS[key]) if one.key == "twenty-one")
    notes = " ".join(say(note) for note in list_steps(lesson, RULEBOOKS[key])[-1].notes)
    assert "at least 3 pure sequences, your melds cost nothing. If you have fewer, only pure sequences" in notes


def test_the_lesson_on_twenty_seven_cards_repeats_nothing() -> None:
    """It shows a set with too many wild cards beside one that has few, and a hand that declares with dublees."""
    book = RULEBOOKS["paplu-27"]
    steps = {one.key: list_steps(one, book) for one in list_lessons(book) if one.key in ("twenty-one", "twenty-seven")}
    assert not {step.groups for step in steps["twenty-one"]} & {step.groups for step in steps["twenty-seven"]}
    _, matched, last = steps["twenty-seven"]
    deal = set_table(book, matched.turned, open_deal(book).players)
    assert [kind_of(group, deal).value for group in matched.groups] == ["set", "invalid"]
    assert [reason.code for reason in score_arrangement(matched.groups, deal).groups[1].reasons] == [
        "more-wilds-than-naturals"
    ]
    assert score_arrangement(last.groups, set_table(book, last.turned, deal.players)).declares
    assert say(last.text).startswith("There are 10 dublees here")
