"""Find out which wrong beliefs show on which tasks, which cannot arise in a game, and which always answer alike.

``python -m tests.bench.teaching --write`` puts that into ``rummy_tutor/tutor/showing.json``, from which the tutor knows
what to plant and what a learner of a game may believe.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from itertools import combinations
from multiprocessing import Pool
from typing import Any

from rummy_tutor import RULEBOOKS
from rummy_tutor.game.rules import Rulebook
from rummy_tutor.tutor.beliefs import BY_KEY, beliefs_of
from rummy_tutor.tutor.kinds import KINDS, propose
from rummy_tutor.tutor.lessons import Lesson, list_lessons
from rummy_tutor.tutor.planting import SHOWING, make_diagnostic_task, try_beliefs
from rummy_tutor.tutor.tasks import Task, believe, list_kinds

TRIES = 12  # how often each belief is planted in each kind of task
APART = 150  # tasks that are looked at before two beliefs are said to answer alike


def find_showing(key: str) -> tuple[str, dict[str, Any]]:
    """What there is to know about a rulebook, by its key."""
    book, shows, equal, impossible = RULEBOOKS[key], {}, {}, {}
    for lesson in list_lessons(book):
        found = {kind: try_beliefs(lesson.key, kind, book, TRIES) for kind in list_kinds(lesson, book)}
        there = {one for keys in found.values() for one in keys}
        order = [belief.key for belief in beliefs_of(lesson.key, book)]
        if missing := [one for one in order if one not in there]:
            impossible[lesson.key] = missing
        merged = find_equal(lesson, book, [one for one in order if one in there], found)
        if merged:
            equal[lesson.key] = [list(pair) for pair in merged]
        gone = {other for _, other in merged}
        kept = {kind: [one for one in keys if one not in gone] for kind, keys in found.items()}
        shows[lesson.key] = kept  # also the kinds that show none, so that one added since is known as such
    return key, {"shows": shows, "equal": equal, "impossible": impossible}


def find_equal(
    lesson: Lesson, book: Rulebook, keys: Sequence[str], found: dict[str, tuple[str, ...]]
) -> list[tuple[str, str]]:
    """Pairs of beliefs of a lesson that answer alike, the one that is kept first."""
    tasks = [task for kind, shown in found.items() for task in _plant_all(lesson, book, kind, shown)]
    given = {key: [believe(task, BY_KEY[key]) for task in tasks] for key in keys}
    merged: list[tuple[str, str]] = []
    gone: set[str] = set()
    for one, other in combinations(keys, 2):
        if one not in gone and other not in gone and given[one] == given[other]:
            kinds = [kind for kind, shown in found.items() if one in shown or other in shown]
            if not can_differ(lesson, book, one, other, kinds):
                merged.append((one, other))
                gone.add(other)
    return merged


def _plant_all(lesson: Lesson, book: Rulebook, kind: str, keys: Iterable[str]) -> list[Task]:
    """Tasks on which the beliefs show."""
    tasks = []
    for key in keys:
        for level in (1, 3):
            rng = random.Random(f"{lesson.key} {book.key} {kind} {key} {level}")
            task, _ = make_diagnostic_task(KINDS[kind], lesson, book, rng, level, BY_KEY[key])
            if task is not None:
                tasks.append(task)
    return tasks


def can_differ(lesson: Lesson, book: Rulebook, one: str, other: str, kinds: Iterable[str]) -> bool:
    """Whether two beliefs answer some task of these kinds differently."""
    for kind in kinds:
        rng = random.Random(f"{lesson.key} {book.key} {kind} {one} {other}")
        for turn in range(APART):
            task = propose(lesson, kind, book, rng, 1 + turn % 3)
            if task is None or task.answer is None:
                continue
            if believe(task, BY_KEY[one]) != believe(task, BY_KEY[other]):
                return True
    return False


def write_showing(keys: Sequence[str] = tuple(RULEBOOKS)) -> None:
    """Find everything out anew and write it down."""
    known = json.loads(SHOWING.read_text(encoding="utf-8")) if SHOWING.exists() else {}
    with Pool(2) as pool:
        for key, found in pool.imap_unordered(find_showing, keys):
            known[key] = found
            print(key, flush=True)
    rows = [f'"{key}": {_dump(known[key])}' for key in RULEBOOKS if key in known]
    SHOWING.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def _dump(found: dict[str, Any]) -> str:
    """One line for each lesson."""
    parts = []
    for name, lessons in found.items():
        lines = ",\n".join(f'    "{lesson}": {json.dumps(value)}' for lesson, value in lessons.items())
        parts.append(f'  "{name}": {{\n{lines}\n  }}' if lines else f'  "{name}": {{}}')
    return "{\n" + ",\n".join(parts) + "\n}"
