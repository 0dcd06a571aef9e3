"""Which answers tasks have: none is right nearly always, and the seeds aimed at show the belief they are aimed at."""

from __future__ import annotations

from collections import Counter

import pytest

from rummy_tutor import RULEBOOKS, get_rulebook
from rummy_tutor.tutor.beliefs import BY_KEY
from rummy_tutor.tutor.lessons import list_lessons
from rummy_tutor.tutor.planting import aim_seeds, list_diagnosable_beliefs, make_task
from rummy_tutor.tutor.tasks import believe, list_kinds

SEEDS, MOST = 60, 0.8
BALANCED = ("declare?", "classify")
OTHERS = ("spot", "take?", "settle", "compare")  # kinds with a few answers as well


def count_answers(key: str, lesson: str, kind: str) -> dict[str, Counter[object]]:
    """How often each answer is right among a lesson's tasks of a kind, by the question asked."""
    found: dict[str, Counter[object]] = {}
    for seed in range(SEEDS):
        task = make_task(RULEBOOKS[key], lesson, kind, seed)
        few = task.asks in ("yes-no", "group", "way") and len(task.choices) <= 4
        if task.asks == "kind" or kind == "count" or few:
            asked = str(task.asked).partition(" ")[0]
            found.setdefault(asked, Counter())[task.answer] += 1
    return found


def check_balance(key: str, asked: tuple[str, ...]) -> None:
    """No answer of a lesson's question is right in more than four of five tasks."""
    for lesson in list_lessons(RULEBOOKS[key]):
        for kind in set(asked) & set(list_kinds(lesson, RULEBOOKS[key])):
            for name, answers in count_answers(key, lesson.key, kind).items():
                enough = answers.total() >= SEEDS // 4  # a rarer question leaves too much to chance
                assert not enough or max(answers.values()) <= MOST * answers.total(), (lesson.key, kind, name, answers)


@pytest.mark.parametrize("key", RULEBOOKS)
def test_no_kind_of_group_and_no_yes_is_right_nearly_always(key: str) -> None:
    """Whoever always answers the same to what a group is, or whether a hand declares, is wrong in a fifth or more."""
    check_balance(key, BALANCED)


@pytest.mark.parametrize("key", ["octro-13", "marriage-21"])
def test_no_count_is_right_nearly_always(key: str) -> None:
    """Where a hand without what is asked for costs the same whatever its cards, others come about as often."""
    check_balance(key, ("count",))


@pytest.mark.parametrize("key", ["rummy-21", "paplu-27"])
def test_no_way_to_declare_is_nearest_nearly_always(key: str) -> None:
    """Each way to declare is the nearest one in some tasks."""
    check_balance(key, ("compare",))


@pytest.mark.parametrize("key", ["vazhushal-13", "paplu-21"])
def test_no_choice_among_a_few_is_right_nearly_always(key: str) -> None:
    """The same holds for the other questions with two to four answers."""
    check_balance(key, OTHERS)


def test_a_seed_aimed_at_a_belief_shows_it() -> None:
    """Tasks made for their answers do not come where one for a belief is looked for."""
    book, lesson, kind = get_rulebook("octro-13"), "sets", "classify"
    shown = list_diagnosable_beliefs(lesson, kind, book)
    for at, key in enumerate(shown):
        seeds = [aim_seeds(seed, shown, key, 1)[0] for seed in (0, 100, 1000)]
        assert seeds[0] == at
        for task in (make_task(book, lesson, kind, seed) for seed in seeds):
            right = task.answer
            assert believe(task, BY_KEY[key]) != right
