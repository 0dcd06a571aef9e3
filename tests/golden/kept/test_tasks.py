"""Tasks stay what they are: the same seed gives the same task, the same verdicts, hints, reasons and sentences."""

from __future__ import annotations

import pytest

from .tasks import Group, draw_sample, list_differences, list_groups, open_rulebooks, read_digests

BOOKS, KEPT, SAMPLE = open_rulebooks(), read_digests(), draw_sample(7)


def test_every_lesson_has_the_kinds_of_tasks_that_it_had() -> None:
    """In the games of the package and in two with house rules."""
    assert list_groups(BOOKS) == list(KEPT)


@pytest.mark.parametrize(("lesson", "kind"), sorted(group[1:] for group in SAMPLE))
def test_a_seed_gives_the_task_that_it_gave(lesson: str, kind: str) -> None:
    """One task of each kind of each lesson; ``python -m tests.golden.kept.tasks`` compares all."""
    group, seed = next((group, seed) for group, seed in SAMPLE.items() if group[1:] == (lesson, kind))
    kept = dict(zip(group.seeds, KEPT[group].split(), strict=True))
    assert not list_differences(group, seed, kept[seed], BOOKS[group.rulebook])


def test_a_task_that_is_another_one_is_named() -> None:
    """The game, the lesson, the kind, the seed, the level and the part that differs."""
    group = Group("octro-13", "sets", "classify")
    letters = KEPT[group].split()[2]
    changed = f"???{letters[3:]}"
    assert list_differences(group, group.seeds[2], changed, BOOKS["octro-13"]) == ["octro-13: sets.classify.2.3: task"]
