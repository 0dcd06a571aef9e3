"""The kinds of tasks, one module each, found by their files; and which of them a lesson asks.

Every module of a folder here that holds ``KIND`` is a kind of task; ``FAMILY`` is what it belongs to. The other modules
are what several kinds share. To add one, add its file, its sentences, and its family or its variant to a lesson.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from ...game.rules import Rulebook
from ..beliefs import Belief
from ..lessons import Lesson
from ..tasks import Family, Task, TaskKind

# the order in which families are listed; those not named here come after them by their files
_FIRST = (
    *("groups.classify", "groups.spot", "groups.complete", "games.compare"),
    *("hands.count", "hands.declare", "hands.build", "hands.repair"),
    *("turns.discard", "turns.take", "rounds.settle", "turns.move", "groups.mark"),
)


def _find_kinds() -> Iterator[TaskKind]:
    """The kinds in order."""
    folders = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__) if module.ispkg]
    names = [f"{folder.__name__}.{module.name}" for folder in folders for module in iter_modules(folder.__path__)]
    for name in dict.fromkeys([*(f"{__name__}.{first}" for first in _FIRST), *sorted(names)]):
        module = import_module(name)
        if hasattr(module, "KIND"):
            yield module.KIND


_FOUND = tuple(_find_kinds())
KINDS: dict[str, Family] = {kind.family.key: kind.family for kind in _FOUND}
QUESTIONS: dict[tuple[str, str], TaskKind] = {(kind.family.key, kind.name): kind for kind in _FOUND}


def list_questions(lesson: Lesson, family: str) -> tuple[TaskKind, ...]:
    """The questions of a family that a lesson asks."""
    variants = [variant for variant in lesson.variants if variant.family == family]
    usual = [""] if all(variant.share < 1 for variant in variants) else []
    return tuple(QUESTIONS[family, name] for name in (*(variant.name for variant in variants), *usual))


def propose(lesson: Lesson, family: str, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    """A task of one of a lesson's questions of a family, as its lot falls; None if none came of it."""
    for variant in lesson.variants:
        if variant.family == family and rng.random() < variant.share:
            return QUESTIONS[family, variant.name].propose(lesson, rulebook, rng, level)
    return QUESTIONS[family, ""].propose(lesson, rulebook, rng, level)


def can_show(belief: Belief, lesson: Lesson, family: str) -> bool:
    """Whether a belief may show in a lesson's tasks of a family."""
    if belief.habit is not None:
        return belief.habit[0] == family
    return any(question.believe is not None for question in list_questions(lesson, family))
