"""The learner: what he believes is found out by his answers, and who knows the rules is not accused."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from rummy_tutor import get_rulebook
from rummy_tutor.tutor.beliefs import BY_KEY as BELIEFS
from rummy_tutor.tutor.beliefs import Belief, beliefs_of
from rummy_tutor.tutor.judging import KNOWS, foretell_answer, new_learner, tell_apart
from rummy_tutor.tutor.planting import list_possible
from rummy_tutor.tutor.tasks import Task
from tests.finding import task_of


def tasks_for(key: str, lesson: str, kind: str, count: int) -> list[Task]:
    """Tasks of one kind."""
    return [task_of(key, lesson, kind, seed) for seed in range(count)]


def can_arise(belief: Belief, tasks: list[Task]) -> bool:
    """Whether a belief answers any of these tasks otherwise than the rules."""
    return any(foretell_answer(belief.key, task) != task.answer for task in tasks)


@pytest.mark.parametrize(("lesson", "kind"), [("pure", "classify"), ("wild", "mark"), ("jokers", "classify")])
def test_a_belief_is_found_and_a_knower_is_left_alone(lesson: str, kind: str) -> None:
    """Within twelve tasks that tell most, each belief that can arise is the likeliest, and none for who knows."""
    pool = tasks_for("gorummy-13", lesson, kind, 40)
    possible = [belief.key for belief in beliefs_of(lesson) if can_arise(belief, pool)]
    assert len(possible) >= 3
    for truth in [KNOWS, *possible]:
        learner, left = new_learner(lesson, possible), list(pool)
        for _ in range(12):
            task = max(left, key=lambda one: tell_apart(learner, one))
            left.remove(task)
            learner = learner.update(task, foretell_answer(truth, task))
        assert learner.beliefs == (() if truth == KNOWS else (truth,))
        assert learner.has_mastered is (truth == KNOWS)


def test_a_slip_is_no_belief() -> None:
    """One wrong answer among right ones accuses nobody."""
    pool = tasks_for("gorummy-13", "jokers", "classify", 12)
    possible = [belief.key for belief in beliefs_of("jokers") if can_arise(belief, pool)]
    learner = new_learner("jokers", possible)
    rng = random.Random(1)
    slip = rng.randrange(len(pool))
    for at, task in enumerate(pool):
        right = foretell_answer(KNOWS, task)
        wrong = next(choice for choice in task.choices if choice != right)
        learner = learner.update(task, wrong if at == slip else right)
    assert learner.beliefs == ()


def count_until_named(lesson: str, kind: str, truth: str) -> int:
    """How many answers that fit a belief it takes to name it."""
    book = get_rulebook("gorummy-13")
    learner = new_learner(lesson, list_possible(lesson, book))
    shown = [task for task in tasks_for("gorummy-13", lesson, kind, 16) if can_arise(BELIEFS[truth], [task])]
    for at, task in enumerate(shown, 1):
        learner = learner.update(task, foretell_answer(truth, task))
        if truth in learner.beliefs:
            return at
    raise AssertionError(f"{truth} is not named after {len(shown)} answers")


def test_one_answer_of_many_proves_more_than_yes_or_no() -> None:
    """A card thrown as a habit has it shows the habit sooner than cards taken as another one has it."""
    thrown, taken = (
        count_until_named("turn", kind, habit)
        for kind, habit in (("discard", "throw-highest"), ("take?", "take-open-joker"))
    )
    assert thrown < taken


@pytest.mark.parametrize(
    ("lesson", "kind", "truth"),
    [("turn", "discard", "throw-highest"), ("pure", "classify", "across-suits"), ("points", "count", "ace-is-one")],
)
def test_one_answer_names_no_belief(lesson: str, kind: str, truth: str) -> None:
    """One answer that fits a belief does not name it, even where hardly anything else is left that he may believe."""
    learner = new_learner(lesson, list_possible(lesson, get_rulebook("gorummy-13")))
    left = {name: chance if name.startswith(truth) else 1e-6 for name, chance in learner.likely.items()}
    learner = replace(learner, likely={name: chance / sum(left.values()) for name, chance in left.items()})
    task = next(task for task in tasks_for("gorummy-13", lesson, kind, 16) if can_arise(BELIEFS[truth], [task]))
    heard = learner.update(task, foretell_answer(truth, task))
    assert heard.chance(truth) > 0.9 and heard.beliefs == ()


def test_likelihoods_are_shares() -> None:
    """Whatever is answered, the hypotheses' chances sum to one."""
    learner = new_learner("sets")
    for task in tasks_for("octro-13", "sets", "classify", 6):
        learner = learner.update(task, "invalid")
        assert sum(learner.likely.values()) == pytest.approx(1)
