"""The proof of the tutor in small: beliefs show and are found, the chosen order is shorter. The bench has it all."""

from __future__ import annotations

import statistics

import pytest

from rummy_tutor import get_rulebook
from tests.bench.teaching import make_pool, run_diagnosis, run_matrix, run_teaching

FIRST = ("pure", "wild", "jokers")


@pytest.mark.parametrize("key", ["octro-13", "vazhushal-13"])
def test_every_belief_that_can_arise_shows(key: str) -> None:
    """Some task of its lesson answers each belief otherwise, and who knows the rules is always right."""
    matrix = run_matrix(get_rulebook(key), 2, FIRST)
    assert matrix.shown and not matrix.missed
    assert matrix.right == matrix.tasks > 0


def test_most_learners_are_read_rightly() -> None:
    """Of learners with one belief most are found within twelve tasks, and nobody who knows is accused by mistake."""
    book = get_rulebook("gorummy-13")
    read = run_diagnosis(book, make_pool(book, 2, FIRST), 12)
    assert read.found >= 0.8 and read.accused <= 0.1 and read.wrong <= 0.1


def test_the_chosen_order_is_shorter() -> None:
    """Learners master lessons with fewer tasks than in random order."""
    counts = run_teaching(get_rulebook("gorummy-13"), 1, 8, FIRST)
    assert statistics.mean(counts["best"]) < 0.8 * statistics.mean(counts["random"])
