"""The proof of the tutor in small: beliefs show and are found, the chosen order is shorter. The bench has it all."""

from __future__ import annotations

import random
import statistics

import pytest

from rummy_tutor import get_rulebook
from rummy_tutor.tutor.judging import new_learner, tell_apart
from tests.bench.choosing import Chooser
from tests.bench.teaching import make_pool, merge_equal, run_diagnosis, run_matrix, run_teaching

FIRST = ("pure", "wild", "jokers")


@pytest.mark.parametrize("key", ["octro-13", "vazhushal-13"])
def test_every_belief_that_can_arise_shows(key: str) -> None:
    """Some task of its lesson answers each belief otherwise, and who knows the rules is always right."""
    matrix = run_matrix(get_rulebook(key), 2, FIRST)
    assert matrix.shown and not matrix.missed
    assert matrix.right == matrix.tasks > 0


def test_most_learners_are_read_rightly() -> None:
    """Of learners with one belief most are found within twelve tasks, and hardly anybody who knows is accused."""
    book = get_rulebook("gorummy-13")
    read = run_diagnosis(book, make_pool(book, 3, FIRST), 36)  # each belief of these lessons twice
    assert read.found >= 0.85 and read.accused <= 0.03 and read.wrong <= 0.03


def test_the_chosen_order_is_shorter() -> None:
    """Learners master lessons with fewer tasks than in random order."""
    counts = run_teaching(get_rulebook("gorummy-13"), 1, 8, FIRST)
    assert statistics.mean(counts["best"]) < 0.8 * statistics.mean(counts["random"])


def test_the_bench_chooses_tasks_as_the_tutor_weighs_them() -> None:
    """What the bench expects a task to tell is what the learner model says, of pairs of beliefs too."""
    pool = make_pool(get_rulebook("gorummy-13"), 2, FIRST)
    chooser = Chooser(pool, new_learner("", merge_equal(pool)))
    learner, truth = chooser.learner, chooser.learner.keys[4]
    for _ in range(5):
        told = [tell_apart(learner, item.task, item.complete(learner.leading)) for item in pool]
        assert chooser.tell(learner) == pytest.approx(told, abs=1e-9)
        item = pool[chooser.choose(learner, "best", random.Random(1))]
        meant = item.complete(learner.likely)
        learner = learner.update(item.task, meant[truth], meant)
    assert truth in learner.beliefs
