"""Tasks that tests need: the first seed whose task is as wanted, whatever cards a seed gives today."""

from __future__ import annotations

from collections.abc import Callable

from rummy_tutor import get_rulebook
from rummy_tutor.tutor.planting import make_task, write_name
from rummy_tutor.tutor.tasks import Task


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
