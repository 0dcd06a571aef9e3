"""Prove that the tutor's tasks show each wrong belief, that answers are read rightly, and that the course is short.

    python -m tests.bench.teaching [--ask matrix,diagnosis,teaching] [--seeds 200] [--runs 40] [--only KEY,KEY]

*matrix*: the beliefs of each lesson against the tasks of its kinds, in every rulebook: which show, on how many seeds,
which cannot arise, which give the same answers. *diagnosis*: simulated learners with one belief, none, two, or one that
is not on the list, who slip now and then. *teaching*: simulated learners with several beliefs, who learn and forget.
Simulation proves that tasks cover the beliefs and that the diagnosis works. It says nothing about people's memory.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from rummy_tutor import RULEBOOKS
from rummy_tutor.game.rules import Rulebook
from rummy_tutor.tutor import kinds
from rummy_tutor.tutor.beliefs import BY_KEY as BELIEFS
from rummy_tutor.tutor.beliefs import beliefs_of
from rummy_tutor.tutor.learner import (
    KNOWS,
    SLIPS,
    SURE,
    Learner,
    foretell_all,
    list_possible,
    meet,
    name_pair,
    worth_asking,
)
from rummy_tutor.tutor.lessons import list_lessons
from rummy_tutor.tutor.tasks import KINDS, Task, TaskError, judge_answer, list_kinds, make_task, tells_beliefs

assert kinds.__all__  # loading them makes them known
SLIP = 0.1


@dataclass
class Item:
    """A task and what each belief answers to it."""

    task: Task
    meant: dict[str, object]

    def complete(self, names: Sequence[str]) -> Mapping[str, object]:
        """The answers of pairs too: of two beliefs the one that shows."""
        right = self.meant[KNOWS]
        for name in names:
            if name not in self.meant:
                self.meant[name] = next((self.meant[key] for key in name.split("+") if self.meant[key] != right), right)
        return self.meant


def make_items(
    book: Rulebook, seeds: int, believed: Sequence[str] | None = None, lessons: Sequence[str] | None = None
) -> dict[str, list[Item]]:
    """Tasks of lessons whose kinds can show beliefs, with what the lesson's beliefs answer, or those named."""
    found: dict[str, list[Item]] = {}
    for lesson in list_lessons(book):
        if lessons is not None and lesson.key not in lessons:
            continue
        keys = [belief.key for belief in beliefs_of(lesson.key)] if believed is None else list(believed)
        for kind in list_kinds(lesson, book):
            if not keys or not tells_beliefs(KINDS[kind], lesson):
                continue
            for seed in range(seeds):
                try:
                    task = make_task(book, lesson.key, kind, seed, 1 + seed % 3)
                except TaskError:
                    break
                found.setdefault(lesson.key, []).append(Item(task, foretell_all(task, keys)))
    return found


# ---- matrix ----------------------------------------------------------------------------------------------
@dataclass
class Matrix:
    """What the tasks of a rulebook show.

    Attributes:
        shown: for each lesson and belief, the share of the tasks of each kind on which it shows.
        impossible: beliefs that cannot arise in this game, as the tutor has it.
        missed: beliefs that can arise, and yet show on no task of their lesson.
        equal: beliefs of a lesson that answer alike on every task.
        tasks: how many tasks there were, and how many a knower got right.
    """

    shown: dict[tuple[str, str], dict[str, float]] = field(default_factory=dict)
    impossible: list[tuple[str, str]] = field(default_factory=list)
    missed: list[tuple[str, str]] = field(default_factory=list)
    equal: list[tuple[str, str, str]] = field(default_factory=list)
    tasks: int = 0
    right: int = 0


def run_matrix(book: Rulebook, seeds: int, lessons: Sequence[str] | None = None) -> Matrix:
    """Every belief against the tasks of its lesson."""
    matrix = Matrix()
    for lesson, items in make_items(book, seeds, lessons=lessons).items():
        matrix.tasks += len(items)
        matrix.right += sum(judge_answer(item.task, item.meant[KNOWS]).right for item in items)
        arising = []
        for belief in beliefs_of(lesson):
            counts: dict[str, list[bool]] = {}
            for item in items:
                shows = item.meant[belief.key] != item.meant[KNOWS]
                counts.setdefault(item.task.kind, []).append(shows)
            shares = {kind: statistics.mean(one) for kind, one in counts.items()}
            if any(shares.values()):
                arising.append(belief.key)
                matrix.shown[lesson, belief.key] = shares
            elif belief.key in list_possible(lesson, book):
                matrix.missed.append((lesson, belief.key))
            else:
                matrix.impossible.append((lesson, belief.key))
        for one, other in combinations(arising, 2):
            if all(item.meant[one] == item.meant[other] for item in items):
                matrix.equal.append((lesson, one, other))
    return matrix


# ---- diagnosis -------------------------------------------------------------------------------------------
@dataclass
class Diagnosis:
    """How simulated learners were read, as shares of runs, and the median number of tasks until the name."""

    found: float = 0.0
    wrong: float = 0.0
    accused: float = 0.0
    pairs: float = 0.0
    unlisted: float = 0.0
    median: float = 0.0
    beliefs: int = 0


def slip(task: Task, meant: object, right: object, rng: random.Random) -> object:
    """The answer given by somebody who means another: now and then a slip."""
    share = SLIPS.get(task.kind, SLIP) if SLIP else 0.0
    if meant is not None and rng.random() >= share:
        return meant
    if task.asks in ("number",):
        base = meant if isinstance(meant, int) else right
        return (base if isinstance(base, int) else 0) + rng.choice((-10, -1, 1, 5, 10))
    if task.asks in ("cards", "rulebooks", "moves"):
        flipped, shown = rng.choice(task.choices), meant if isinstance(meant, list) else right
        assert isinstance(shown, list)
        return [one for one in task.choices if (one in shown) != (one == flipped)]
    return rng.choice([one for one in task.choices if one != meant])


def choose(learner: Learner, items: Sequence[Item], order: str, rng: random.Random) -> Item:
    """The next task: the one that tells most per second, or any."""
    if order == "random":
        return rng.choice(items)
    names = list(learner.likely)
    return max(items, key=lambda item: worth_asking(learner, item.task, item.complete(names)))


def merge_equal(items: Sequence[Item], keys: Sequence[str]) -> list[str]:
    """The beliefs that show on some task, one of each group that answers alike."""
    kept: list[str] = []
    for key in keys:
        if all(item.meant[key] == item.meant[KNOWS] for item in items):
            continue
        if not any(all(item.meant[key] == item.meant[one] for item in items) for one in kept):
            kept.append(key)
    return kept


def ask_learner(
    truth: str, possible: Sequence[str], items: Sequence[Item], most: int, order: str, rng: random.Random
) -> Iterator[Learner]:
    """What is thought of a simulated learner after each task."""
    learner, left = meet("", possible), list(items)
    for _ in range(most):
        item = choose(learner, left, order, rng)
        left.remove(item)
        meant = item.complete([truth, *learner.likely])
        given = slip(item.task, meant[truth], meant[KNOWS], rng)
        learner = learner.hear(item.task, given, meant)
        yield learner


def named(learner: Learner) -> set[str]:
    """The beliefs likely enough to be named."""
    return {key for key in learner.keys if learner.chance(key) >= SURE}


def list_beliefs(book: Rulebook, lessons: Sequence[str] | None = None) -> list[str]:
    """The beliefs of all lessons of a game, or of some."""
    found = [lesson.key for lesson in list_lessons(book) if lessons is None or lesson.key in lessons]
    return list(dict.fromkeys(belief.key for key in found for belief in beliefs_of(key)))


def make_pool(book: Rulebook, seeds: int, lessons: Sequence[str] | None = None) -> list[Item]:
    """Tasks of all lessons, or some, with what each of their beliefs answers."""
    believed = list_beliefs(book, lessons)
    return [item for group in make_items(book, seeds, believed, lessons).values() for item in group]


def run_diagnosis(
    book: Rulebook,
    seeds: int,
    runs: int,
    order: str = "best",
    only: str | None = None,
    items: Sequence[Item] | None = None,
) -> Diagnosis:
    """Simulated learners with one belief, none, two, and one that is not on the list.

    Args:
        book: the rules.
        seeds: tasks of each lesson and kind to choose from.
        runs: learners of each sort.
        order: ``best``, or ``random`` for tasks in any order.
        only: a kind of task; None for all.
        items: the tasks to choose from, where they have been made.
    """
    items = make_pool(book, seeds) if items is None else items
    items = [item for item in items if only is None or item.task.kind == only]
    keys = [key for key in items[0].meant if key in BELIEFS]
    possible = merge_equal(items, keys)
    rng = random.Random(f"diagnosis {book.key} {order}")
    most, longest = (12, 20) if book.deal < 20 else (15, 20)
    result, firsts = Diagnosis(beliefs=len(possible)), []
    for run in range(runs):
        truth = possible[run % len(possible)]
        seen = [named(learner) for learner in ask_learner(truth, possible, items, most, order, rng)]
        result.found += truth in seen[-1] or any(truth in one for one in seen)
        result.wrong += any(one - {truth} for one in seen)
        firsts += [at for at, one in enumerate(seen, 1) if truth in one][:1] or [most + 1]
        knower = [named(learner) for learner in ask_learner(KNOWS, possible, items, most, order, rng)]
        result.accused += any(knower)
        two = rng.sample(possible, 2)
        pair = name_pair(*sorted(two, key=possible.index))
        *_, last = ask_learner(pair, possible, items, longest, order, rng)
        result.pairs += set(two) <= named(last)
        others = [key for key in possible if key != truth]
        seen = [named(learner) for learner in ask_learner(truth, others, items, most, order, rng)]
        result.unlisted += any(seen)
    for name in ("found", "wrong", "accused", "pairs", "unlisted"):
        setattr(result, name, getattr(result, name) / runs)
    result.median = statistics.median(firsts)
    return result


# ---- teaching --------------------------------------------------------------------------------------------
def run_teaching(book: Rulebook, seeds: int, runs: int, lessons: Sequence[str] | None = None) -> dict[str, list[int]]:
    """How many tasks simulated learners need to master the course, by the order of the tasks."""
    items = make_items(book, seeds, lessons=lessons)
    counts: dict[str, list[int]] = {"best": [], "random": [], "fixed": []}
    for run in range(runs):
        for order, found in counts.items():
            rng = random.Random(f"teaching {book.key} {run}")
            found.append(sum(master(lesson, items[lesson], order, rng) for lesson in items))
    return counts


def master(lesson: str, items: Sequence[Item], order: str, rng: random.Random, most: int = 80) -> int:
    """Tasks of a lesson until it is mastered, for a learner with up to two of its beliefs."""
    possible = merge_equal(items, [belief.key for belief in beliefs_of(lesson)])
    held = [key for key in possible if rng.random() < 0.4][:2]
    dropped: list[str] = []
    learner = meet(lesson, possible)
    for at in range(most):
        item = items[at % len(items)] if order == "fixed" else choose(learner, items, order, rng)
        meant = item.complete([*learner.likely, *held])
        right = meant[KNOWS]
        shows = next((key for key in held if meant[key] != right), None)
        given = slip(item.task, right if shows is None else meant[shows], right, rng)
        learner = learner.hear(item.task, given, meant)
        if shows is not None and rng.random() < (0.6 if shows in named(learner) else 0.35):  # he is told why
            held.remove(shows)
            dropped.append(shows)
        if given != right:
            learner = learner.forget(0.08)
        if dropped and rng.random() < 0.02:  # and now and then forgets
            held.append(dropped.pop())
        if learner.has_mastered:
            return at + 1
    return most


# ---- the report ------------------------------------------------------------------------------------------
def main() -> None:
    """Print the three results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ask", default="matrix,diagnosis,teaching")
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument(
        "--pool", type=int, default=12, help="tasks of each lesson and kind, for diagnosis and teaching"
    )
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--only", default=",".join(RULEBOOKS))
    options = parser.parse_args()
    for key in options.only.split(","):
        book = RULEBOOKS[key]
        if "matrix" in options.ask:
            matrix = run_matrix(book, options.seeds)
            print(
                f"{key} matrix: {len(matrix.shown)} beliefs shown, {len(matrix.impossible)} cannot arise, "
                f"{len(matrix.missed)} missed {matrix.missed}, equal {matrix.equal}, "
                f"knower {matrix.right} of {matrix.tasks}",
                flush=True,
            )
        if "diagnosis" in options.ask:
            pool = make_pool(book, options.pool)
            for order, only in (("best", None), ("random", None), ("best", "classify")):
                read = run_diagnosis(book, 0, options.runs, order, only, pool)
                print(f"{key} diagnosis {order} {only or 'all kinds'}: {read}", flush=True)
        if "teaching" in options.ask:
            counts = run_teaching(book, options.pool, options.runs)
            for order in ("random", "fixed"):
                ratios = sorted(a / b for a, b in zip(counts["best"], counts[order], strict=True))
                spread = f"{ratios[len(ratios) // 10]:.2f} to {ratios[-1 - len(ratios) // 10]:.2f}"
                print(f"{key} teaching: {statistics.mean(counts['best']):.0f} tasks, of {order} order ", end="")
                print(f"{statistics.median(ratios):.2f} ({spread})", flush=True)


if __name__ == "__main__":
    main()
