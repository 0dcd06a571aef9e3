"""Tasks that tests need: those of the first seeds, and the first that is as wanted, whatever cards a seed gives."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from rummy_tutor import RULEBOOKS, get_rulebook
from rummy_tutor.tutor.planting import make_task, write_name
from rummy_tutor.tutor.tasks import Task


@cache
def task_of(key: str, lesson: str, kind: str, seed: int) -> Task:
    """The task of a seed in a game of the package, at each level in turn: made once for all tests that look at it."""
    return make_task(RULEBOOKS[key], lesson, kind, seed, 1 + seed % 3)


def find_task(key: str, lesson: str, kind: str, fits: Callable[[Task], bool], level: int = 1) -> tuple[str, Task]:
    """A task that fits, and its name in an address."""
    for seed in range(500):
        task = make_task(get_rulebook(key), lesson, kind, seed, level)
        if fits(task):
            return write_name(lesson, kind, seed, level), task
    raise AssertionError("no such task")


def find_draw() -> tuple[str, Task]:
    """The start of a turn of paplu-13, in which one may draw or take the open card and nothing else."""
    return find_task("paplu-13", "turn", "move", lambda task: sorted(task.answer) == ["stock", "take"])


def find_meld() -> tuple[str, Task]:
    """A turn of Vazhushal in which a meld of three or more different cards may be laid down."""

    def fits(task: Task) -> bool:
        laid = any(move.startswith("meld") and task.turn.judge_move(move).allowed for move in task.choices)
        return laid and not task.turn.laid and len(set(task.groups[0])) == len(task.groups[0])

    return find_task("vazhushal-13", "vazhushal", "move", fits)
