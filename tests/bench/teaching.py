"""Prove that the tutor's tasks show each wrong belief, that answers are read rightly, and that the course is short.

    python -m tests.bench.teaching [--ask matrix,diagnosis,teaching] [--seeds 200] [--runs 60] [--only KEY,KEY]
        [--orders best,all-open,random,classify] [--first N]

*matrix*: the beliefs of each lesson against the tasks of its kinds, in every rulebook: which show, on how many seeds,
which cannot arise, which give the same answers. *diagnosis*: simulated learners with one belief, none, two, or one that
is not on the list, who slip now and then. *teaching*: simulated learners with several beliefs, who learn and forget.
Simulation proves that tasks cover the beliefs and that the diagnosis works. It says nothing about people's memory.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from multiprocessing import Pool

from rummy_tutor import RULEBOOKS
from rummy_tutor.game.rules import Rulebook
from rummy_tutor.tutor.beliefs import BY_KEY as BELIEFS
from rummy_tutor.tutor.judging import KNOWS, SURE, Learner, foretell_all, judge_answer, name_pair, new_learner
from rummy_tutor.tutor.lessons import list_lessons
from rummy_tutor.tutor.planting import TURNS, list_diagnosable_beliefs, list_possible, make_task
from rummy_tutor.tutor.tasks import Task, list_kinds

from .choosing import Chooser, Item
from .showing import write_showing

SLIP = 0.1
OF = 2  # planted tasks of which the one that shows most beliefs is kept, to read learners by
OPEN = 30  # beliefs among which one is looked for


def list_aimed(shown: Sequence[str], rounds: int, first: int = 0) -> list[int]:
    """Seeds of tasks planted for each of the beliefs that a kind of task shows, and of one for none, in turn.

    Args:
        shown: the beliefs.
        rounds: how many tasks of each.
        first: a seed near the first one.
    """
    turn = len(shown) + 1
    begin = first - first % (TURNS * turn)
    return [begin + TURNS * turn * at + place for at in range(rounds) for place in range(turn)]


def make_items(
    book: Rulebook,
    rounds: int,
    believed: Sequence[str] | None = None,
    lessons: Sequence[str] | None = None,
    seeds: int | None = None,
    first: int = 0,
    of: int = 1,
) -> dict[str, list[Item]]:
    """Tasks of lessons whose kinds can show beliefs, with what the lesson's beliefs answer, or those named.

    Args:
        book: the rules.
        rounds: how often each belief is planted in each kind that shows it.
        believed: the beliefs; None for those of each lesson.
        lessons: the lessons; None for all of the game.
        seeds: how many tasks of each kind instead.
        first: the seed of the first one.
        of: how many tasks each is chosen from: the one that shows most beliefs.
    """
    found: dict[str, list[Item]] = {}
    for lesson in list_lessons(book):
        if lessons is not None and lesson.key not in lessons:
            continue
        keys = list_possible(lesson.key, book) if believed is None else believed
        for kind in list_kinds(lesson, book):
            shown = list_diagnosable_beliefs(lesson.key, kind, book)
            made = range(first, first + seeds) if seeds else list_aimed(shown, rounds * of, first)
            items = []
            for at, seed in enumerate(made if shown else ()):
                task = make_task(book, lesson.key, kind, seed, 1 + sum(divmod(at, len(shown) + 1)) % 3)
                items.append(Item(task, foretell_all(task, keys)))
            if items:
                found.setdefault(lesson.key, []).extend(items if seeds else keep_telling(items, keys, rounds, of))
    return found


def keep_telling(items: Sequence[Item], keys: Sequence[str], rounds: int, of: int) -> list[Item]:
    """Of tasks planted for the same belief in rounds one after the other, each time the one that shows most beliefs."""
    width = len(items) // (rounds * of)
    turns = [items[at : at + of * width] for at in range(0, len(items), of * width)]
    return [
        max(turn[place::width], key=lambda item: sum(map(item.shows, keys))) for turn in turns for place in range(width)
    ]


# ---- matrix ----------------------------------------------------------------------------------------------
@dataclass
class Matrix:
    """What the tasks of a rulebook show.

    Attributes:
        shown: for each lesson and belief, the share of the tasks of each kind on which it shows.
        missed: beliefs that can arise in a lesson, and yet show on none of its tasks.
        equal: beliefs of a lesson that answer alike on every task.
        tasks: how many tasks there were, and how many a knower got right.
    """

    shown: dict[tuple[str, str], dict[str, float]] = field(default_factory=dict)
    missed: list[tuple[str, str]] = field(default_factory=list)
    equal: list[tuple[str, str, str]] = field(default_factory=list)
    tasks: int = 0
    right: int = 0


def run_matrix(book: Rulebook, rounds: int, lessons: Sequence[str] | None = None, seeds: int | None = None) -> Matrix:
    """Every belief against the tasks of its lesson; rounds and seeds as ``make_items`` has them."""
    matrix = Matrix()
    for lesson, items in make_items(book, rounds, lessons=lessons, seeds=seeds).items():
        matrix.tasks += len(items)
        matrix.right += sum(judge_answer(item.task, item.meant[KNOWS]).right for item in items)
        possible = list_possible(lesson, book)
        for key in possible:
            counts: dict[str, list[bool]] = {}
            for item in items:
                counts.setdefault(item.task.kind, []).append(item.shows(key))
            matrix.shown[lesson, key] = {kind: statistics.mean(one) for kind, one in counts.items()}
            if not any(map(any, counts.values())):
                matrix.missed.append((lesson, key))
        for one, other in combinations(possible, 2):
            if all(item.meant[one] == item.meant[other] for item in items):
                matrix.equal.append((lesson, one, other))
    return matrix


# ---- diagnosis -------------------------------------------------------------------------------------------
@dataclass
class Diagnosis:
    """How simulated learners were read, as shares of runs, and the median number of tasks until the name.

    Attributes:
        likely: the belief held became likely enough, whether or not it was named.
        found: it was named.
        wrong: another one was named.
        accused: one was named though the learner knows the rules.
        pairs: both of two were named.
        unlisted: one was named though the one held is not on the list.
    """

    likely: float = 0.0
    found: float = 0.0
    wrong: float = 0.0
    accused: float = 0.0
    pairs: float = 0.0
    unlisted: float = 0.0
    median: float = 0.0
    beliefs: int = 0


def slip(task: Task, meant: object, right: object, rng: random.Random) -> object:
    """The answer given by somebody who means another: now and then a slip."""
    share = task.question.family.slip if SLIP else 0.0
    if meant is not None and rng.random() >= share:
        return meant
    if task.asks in ("number",):
        base = meant if isinstance(meant, int) else right
        return (base if isinstance(base, int) else 0) + rng.choice((-10, -1, 1, 5, 10))
    if task.asks in ("cards", "rulebooks", "moves"):
        flipped, shown = rng.choice(task.choices), meant if isinstance(meant, list) else right
        assert isinstance(shown, list)
        return [one for one in task.choices if (one in shown) != (one == flipped)]
    if task.asks == "groups":
        return [[str(card)] for card in task.cards]
    return rng.choice([one for one in task.choices if one != meant])


def merge_equal(items: Sequence[Item]) -> list[str]:
    """The beliefs that show on some task, one of each group that answers alike."""
    kept: list[str] = []
    for key in (key for key in items[0].meant if key in BELIEFS):
        if not any(item.shows(key) for item in items):
            continue
        if not any(all(item.meant[key] == item.meant[one] for item in items) for one in kept):
            kept.append(key)
    return kept


def are_two(items: Sequence[Item], one: str, other: str) -> bool:
    """Whether two beliefs can be held at once: each shows on some task where the other one does not, or otherwise."""
    shown = [(item.meant[one], item.meant[other], item.meant[KNOWS]) for item in items]
    return any(a not in (b, right) for a, b, right in shown) and any(a == right != b for a, b, right in shown)


def ask_learner(truth: str, chooser: Chooser, most: int, order: str, rng: random.Random) -> Iterator[Learner]:
    """What is thought of a simulated learner after each task."""
    learner, asked, seen = chooser.learner, list[int](), list[Task]()
    for _ in range(most):
        asked.append(chooser.choose(learner, order, rng, seen, asked))
        item = chooser.items[asked[-1]]
        seen.append(item.task)
        meant = item.complete([truth, *learner.likely])
        given = slip(item.task, meant[truth], meant[KNOWS], rng)
        learner = learner.update(item.task, given, meant)
        yield learner


def named(learner: Learner) -> set[str]:
    """The beliefs likely enough to be named."""
    return set(learner.beliefs)


def list_beliefs(book: Rulebook, lessons: Sequence[str] | None = None) -> list[str]:
    """The beliefs of all lessons of a game, or of some."""
    found = [lesson.key for lesson in list_lessons(book) if lessons is None or lesson.key in lessons]
    return list(dict.fromkeys(key for lesson in found for key in list_possible(lesson, book)))


def make_pool(book: Rulebook, rounds: int, lessons: Sequence[str] | None = None, first: int = 0) -> list[Item]:
    """Tasks of all lessons, or some, with what each of their beliefs answers; seeds as ``make_items`` has them."""
    believed = list_beliefs(book, lessons)
    groups = make_items(book, rounds, believed, lessons, first=first, of=OF).values()
    return [item for group in groups for item in group]


def run_diagnosis(
    book: Rulebook,
    items: Sequence[Item],
    runs: int,
    order: str = "best",
    only: str | None = None,
    opened: int = OPEN,
    first: int = 0,
) -> Diagnosis:
    """Simulated learners with one belief, none, two, and one that is not on the list.

    Args:
        book: the rules.
        items: the tasks to choose from, as ``make_pool`` gives them.
        runs: learners of each sort.
        order: ``best``, or ``random`` for tasks in any order.
        only: a kind of task; None for all.
        opened: how many beliefs there are to choose among, drawn for each learner.
        first: which learners, by any whole number.
    """
    items = [item for item in items if only is None or item.task.kind == only]
    possible = merge_equal(items)
    rng = random.Random(f"diagnosis {book.key} {order}" + (f" {first}" if first else ""))
    most, longest = (12, 20) if book.deal < 20 else (15, 20)
    result, firsts = Diagnosis(beliefs=min(opened, len(possible))), []
    truths = rng.sample(possible, len(possible))
    for run in range(runs):
        truth = truths[run % len(truths)]
        others = [key for key in possible if key != truth]
        some = rng.sample(others, min(opened - 1, len(others)))
        among, without = Chooser(items, new_learner("", [truth, *some])), Chooser(items, new_learner("", some))
        heard = list(ask_learner(truth, among, most, order, rng))
        seen = [named(learner) for learner in heard]
        result.likely += any(learner.chance(truth) >= SURE for learner in heard)
        result.found += any(truth in one for one in seen)
        result.wrong += any(one - {truth} for one in seen)
        firsts += [at for at, one in enumerate(seen, 1) if truth in one][:1] or [most + 1]
        result.accused += any(named(learner) for learner in ask_learner(KNOWS, without, most, order, rng))
        two = [truth, next((key for key in some if are_two(items, truth, key)), some[0])]
        *_, last = ask_learner(name_pair(*two), among, longest, order, rng)
        result.pairs += set(two) <= named(last)
        result.unlisted += any(named(learner) for learner in ask_learner(truth, without, most, order, rng))
    for name in ("likely", "found", "wrong", "accused", "pairs", "unlisted"):
        setattr(result, name, getattr(result, name) / runs)
    result.median = statistics.median(firsts)
    return result


# ---- teaching --------------------------------------------------------------------------------------------
def run_teaching(book: Rulebook, rounds: int, runs: int, lessons: Sequence[str] | None = None) -> dict[str, list[int]]:
    """How many tasks simulated learners need to master the course, by the order of the tasks."""
    items = make_items(book, rounds, lessons=lessons)
    choosers = [Chooser(some, new_learner(lesson, merge_equal(some))) for lesson, some in items.items()]
    counts: dict[str, list[int]] = {"best": [], "random": [], "fixed": []}
    for run in range(runs):
        for order, found in counts.items():
            rng = random.Random(f"teaching {book.key} {run}")
            found.append(sum(master(chooser, order, rng) for chooser in choosers))
    return counts


def master(chooser: Chooser, order: str, rng: random.Random, most: int = 80) -> int:
    """Tasks of a lesson until it is mastered, for a learner with up to two of its beliefs."""
    held = [key for key in chooser.learner.keys if rng.random() < 0.4][:2]
    dropped: list[str] = []
    learner, items, seen = chooser.learner, chooser.items, list[Task]()
    for at in range(most):
        item = items[at % len(items) if order == "fixed" else chooser.choose(learner, order, rng, seen)]
        seen.append(item.task)
        meant = item.complete([*learner.likely, *held])
        right = meant[KNOWS]
        shows = next((key for key in held if meant[key] != right), None)
        given = slip(item.task, right if shows is None else meant[shows], right, rng)
        learner = learner.update(item.task, given, meant)
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
def report(job: tuple[str, str, argparse.Namespace]) -> str:
    """One result of one rulebook, as lines of text."""
    what, key, options = job
    book = RULEBOOKS[key]
    if what == "matrix":
        matrix = run_matrix(book, 1, seeds=options.seeds)
        shown = [share for kinds in matrix.shown.values() for share in [max(kinds.values())]]
        return (
            f"{key} matrix: {len(matrix.shown)} beliefs in lessons, {len(matrix.missed)} missed {matrix.missed}, "
            f"equal {matrix.equal}, shown in the median on {statistics.median(shown):.0%} of the tasks of their best "
            f"kind, a knower right in {matrix.right} of {matrix.tasks}"
        )
    if what == "diagnosis":
        pool, lines = make_pool(book, options.rounds, first=options.first), []
        for name in options.orders.split(","):
            order, only, opened = _ORDERS[name]
            read = run_diagnosis(book, pool, options.runs, order, only, opened, options.first)
            lines.append(f"{key} diagnosis {name}: {read}")
        return "\n".join(lines)
    counts, lines = run_teaching(book, options.rounds, options.runs), []
    for order in ("random", "fixed"):
        ratios = sorted(a / b for a, b in zip(counts["best"], counts[order], strict=True))
        spread = f"{ratios[len(ratios) // 10]:.2f} to {ratios[-1 - len(ratios) // 10]:.2f}"
        mean = statistics.mean(counts["best"])
        lines.append(f"{key} teaching: {mean:.0f} tasks, of {order} order {statistics.median(ratios):.2f} ({spread})")
    return "\n".join(lines)


# how the next task is chosen, of which kind only, among how many beliefs
_ORDERS = {
    "best": ("best", None, OPEN),
    "all-open": ("best", None, 999),
    "random": ("random", None, OPEN),
    "classify": ("best", "classify", OPEN),
}


def main() -> None:
    """Print the three results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ask", default="diagnosis,teaching,matrix")
    parser.add_argument("--seeds", type=int, default=200, help="tasks of each lesson and kind, for the matrix")
    parser.add_argument("--rounds", type=int, default=8, help="tasks planted for each belief, for the rest")
    parser.add_argument("--runs", type=int, default=60, help="learners of each sort")
    parser.add_argument("--orders", default=",".join(_ORDERS), help="ways to choose the next task, for the diagnosis")
    parser.add_argument("--first", type=int, default=0, help="other tasks and learners, to tune the diagnosis by")
    parser.add_argument("--only", default=",".join(RULEBOOKS))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="find out anew which beliefs show on which tasks")
    options = parser.parse_args()
    if options.write:
        write_showing(options.only.split(","))
        return
    jobs = [(what, key, options) for what in options.ask.split(",") for key in options.only.split(",")]
    with Pool(options.jobs) as pool:
        for lines in pool.imap(report, jobs):
            print(lines, flush=True)


if __name__ == "__main__":
    main()
