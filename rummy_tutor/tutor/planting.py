"""Making tasks from a seed, around a belief that they are to show; and which beliefs show on which tasks.

Which beliefs show is found out by trying. For the rulebooks of the package the bench has done that once and for all
(``showing.json``, written by ``python -m tests.bench.teaching --write``); for others, and for beliefs that come from
a rulebook added since, it is done when it is asked for.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

from ..distance.exchanges import Finder
from ..game.cards import Card
from ..game.messages import Items, quote, show
from ..game.records import Arranged
from ..game.rules import Rulebook
from ..game.table import Deal
from ..referee.scoring import score_arrangement
from ..rulebooks import RULEBOOKS
from ..rulebooks.find import Given, find_rulebook
from .beliefs import BY_KEY as BELIEFS
from .beliefs import Belief, beliefs_of
from .kinds import KINDS, can_show, propose
from .kinds.groups import classify
from .lessons import BY_KEY as BY_LESSON
from .lessons import LESSONS, Lesson, find_moved, is_special
from .tasks import LEVELS, Family, HandUse, Task, TaskError, believe, list_kinds

# Raised whenever a seed gives another task, or a task another right answer (``tests/golden/kept/tasks.py`` compares):
# what is kept of tasks that were made before is then shown as it was kept, and never judged anew.
TASKS_VERSION = 2
TRIES = 400  # proposals for one task before it is given up
MORE = 2000  # the same for a short question in one of the nine games, whose proposals cost next to nothing
FEWER = 200  # the same for a whole hand in a game of a user's own, where none may fit and each takes long to make
LOOKS = 8  # tasks of such a game that are looked at for one on which a belief shows
LARGE = 14  # cards of such a game, up to which whole hands are made only to see which beliefs show on them
TURNS = 3  # where answers are balanced, one turn in three is planted for beliefs, the others are made for answers
_MOST_SEED = 10**18
_NUMBER = re.compile("0|[1-9][0-9]{0,17}")  # as an address has it: written in one way only
SHOWING = Path(__file__).with_name("showing.json")


def make_task(
    rulebook: Given, lesson: str | None = None, kind: str | None = None, seed: int = 0, level: int = 1
) -> Task:
    """The task of a seed; the same arguments give the same task on any machine.

    Args:
        rulebook: the rules, or their key.
        lesson: a lesson's key; None for the first lesson of the rulebook that has the kind.
        kind: a kind of task; None for one that the lesson draws on, chosen by the seed.
        seed: any whole number of up to 18 digits.
        level: 1 to 3, from few jokers to many.

    Raises:
        TaskError: ``no-such-task``: the rulebook or lesson does not have it; ``bad-type``: a value is of another type.
        RuleError: there is no such rulebook.
    """
    rulebook = rulebook if isinstance(rulebook, Rulebook) else find_rulebook(rulebook)
    if type(seed) is not int or abs(seed) >= _MOST_SEED:
        raise TaskError("bad-type:seed", found=show(seed))
    if type(level) is not int or level not in LEVELS:
        raise TaskError("bad-type:level", found=show(level))
    for name, value in (("lesson", lesson), ("kind", kind)):
        if value is not None and not isinstance(value, str):
            raise TaskError("bad-type:name", name=name, found=show(value))
    chosen_lesson = _find_lesson(rulebook, lesson, kind)
    kinds = list_kinds(chosen_lesson, rulebook)
    rng = random.Random(f"{chosen_lesson.key} {kind} {rulebook.key} {rulebook.options} {seed} {level}")
    family = KINDS[kind if kind is not None else rng.choice(kinds)]
    targets = [*(BELIEFS[key] for key in list_diagnosable_beliefs(chosen_lesson.key, family.key, rulebook)), None]
    turn, at = divmod(seed, len(targets))
    if turn % TURNS and family.balanced is not None and family.balanced(chosen_lesson, rulebook):
        task = make_with_answer(family, chosen_lesson, rulebook, rng, level, seed)
    else:
        task, _ = make_diagnostic_task(family, chosen_lesson, rulebook, rng, level, targets[at])  # each in turn
    if task is None:
        raise TaskError("no-such-task:cannot-be-made", lesson=chosen_lesson.key, kind=family.key, rulebook=rulebook.key)
    return task.asked_at(seed=seed, level=level)


def make_corner_task(rulebook: Rulebook, lesson: str, seed: int, level: int, but: Container[object]) -> Task | None:
    """A task that asks what a group round the corner is, such as K A 2; None if none was found.

    Args:
        rulebook: the rules.
        lesson: a lesson's key.
        seed: any whole number.
        level: 1 to 3, how hard it is.
        but: groups that are not asked about again as long as there are others.
    """
    shown = list_diagnosable_beliefs(lesson, classify.FAMILY.key, rulebook)
    planted = "round-the-corner" in shown
    tries = TRIES // 4
    fallback = None
    for at in aim_seeds(seed, shown, "round-the-corner", tries) if planted else range(seed, seed + tries):
        task = make_task(rulebook, lesson, classify.FAMILY.key, at, level)
        if goes_round(task):
            fallback = fallback or task
            if task.groups not in but:
                return task
    return fallback


def goes_round(task: Task) -> bool:
    """Whether a task asks what a group is that goes round the corner: king, ace and 2 of a suit, and what follows."""
    if task.question is not classify.KIND:
        return False
    ranks = {card.index % 13 for card in task.cards}
    gaps = [rank for rank in ranks if (rank + 1) % 13 not in ranks]
    one_suit = len({card.suit for card in task.cards}) == 1 and len(ranks) == len(task.cards)
    return one_suit and {12, 0, 1} <= ranks and len(gaps) == 1


def aim_seeds(seed: int, shown: Sequence[str], key: str, count: int) -> range:
    """Seeds near another one whose tasks are planted for one of the beliefs that a kind of task shows, in order."""
    step = TURNS * (len(shown) + 1)
    first = seed - seed % step + shown.index(key)
    return range(first, first + count * step, step)


def make_diagnostic_task(
    kind: Family,
    lesson: Lesson,
    rulebook: Rulebook,
    rng: random.Random,
    level: int,
    target: Belief | None,
) -> tuple[Task | None, bool]:
    """A task on which a belief shows, and whether it does: after some patience any task will do."""
    fallback = None
    patience = kind.patience if _find_known(rulebook) is not None else min(kind.patience, LOOKS)
    for tried, task in enumerate(_propose_all(kind, lesson, rulebook, rng, level), 1):
        if target is None:
            return task, False
        if believe(task, target) not in (task.answer, None):
            return task, True
        fallback = fallback or task
        if tried == patience:  # the belief cannot show here, or hardly ever
            break
    return fallback, False


def _count_tries(kind: Family, rulebook: Rulebook) -> int:
    is_ours = _find_known(rulebook) is not None
    if kind.is_slow:
        return TRIES if is_ours else FEWER
    return MORE if is_ours else TRIES


def _propose_all(kind: Family, lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Iterator[Task]:
    """Tasks that may do, until there have been tries enough."""
    for _ in range(_count_tries(kind, rulebook)):
        if (task := _propose(kind, lesson, rulebook, rng, level)) is not None:
            yield task


def _propose(kind: Family, lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    """A task with a clear answer; none if it needs what no lesson has told yet."""
    task = propose(lesson, kind.key, rulebook, rng, level)
    return None if task is None or not is_taught(task) or task.answer is None else task


def make_with_answer(
    kind: Family, lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int, number: int
) -> Task | None:
    """A task with one of the answers to choose from as the right one, as their number comes; any if none is found.

    Where there are none to choose from, the kind itself makes tasks with each answer about as often.
    """
    fallback = None
    for task in _propose_all(kind, lesson, rulebook, rng, level):
        offered = task.offered
        wanted = offered[number % len(offered)] if offered else task.answer
        if task.answer == wanted or (kind.rules_out is not None and kind.rules_out(lesson, wanted)):
            return task
        fallback = fallback or task
    return fallback


def _find_lesson(rulebook: Rulebook, lesson: str | None, kind: str | None) -> Lesson:
    """The lesson asked for, or the first that has the kind."""
    if kind is not None and kind not in KINDS:
        raise TaskError("no-such-task:kind", found=quote(kind), known=Items(tuple(KINDS), "or"))
    if lesson is not None:
        named = BY_LESSON.get(find_moved(lesson, kind or ""))
        if named is None:
            raise TaskError("no-such-task:lesson", found=quote(lesson), known=Items(tuple(BY_LESSON), "or"))
        kinds = list_kinds(named, rulebook)
        if not kinds:
            raise TaskError("no-such-task:rulebook", lesson=lesson, rulebook=rulebook.key)
        if kind is not None and kind not in kinds:
            raise TaskError("no-such-task:kind-of-lesson", lesson=lesson, found=quote(kind), known=Items(kinds, "or"))
        return named
    for offered in LESSONS:
        kinds = list_kinds(offered, rulebook)
        if kinds and (kind is None or kind in kinds):
            return offered
    raise TaskError("no-such-task:kind-of-rulebook", found=quote(kind), rulebook=rulebook.key)


def task_from(values: Mapping[str, Any], rulebook: Rulebook) -> Task:
    """The task that a request names: ``lesson``, ``kind``, ``seed`` and ``level``."""
    return make_task(rulebook, values.get("lesson"), values.get("kind"), values.get("seed", 0), values.get("level", 1))


# ---- tasks that are kept by their names ------------------------------------------------------------------------
def mark_version() -> dict[str, int]:
    """What stands beside the lesson, kind and seed of a task that is kept; nothing in the first version."""
    return {"tasks": TASKS_VERSION} if TASKS_VERSION > 1 else {}


def is_made_today(values: Mapping[str, Any]) -> bool:
    """Whether what names a task means the one that this version makes."""
    return bool(values.get("tasks", 1) == TASKS_VERSION)


def write_name(lesson: str, kind: str, seed: int, level: int) -> str:
    """A task of this version as an address names it."""
    return ".".join(map(str, (lesson, kind, seed, level, *mark_version().values())))


def name_task(task: Task) -> str:
    """A task as an address names it."""
    return write_name(task.lesson, task.kind, task.seed, task.level)


def read_name(name: str) -> dict[str, Any] | None:
    """The lesson, kind, seed and level that an address names, and the version of its tasks; None if it names none."""
    parts = name.split(".")
    if len(parts) not in (4, 5) or parts[1] not in KINDS or not all(map(_NUMBER.fullmatch, parts[2:])):
        return None
    numbers = dict(zip(("seed", "level", "tasks"), map(int, parts[2:]), strict=False))
    return {"lesson": parts[0], "kind": parts[1], **numbers}


# ---- which beliefs show --------------------------------------------------------------------------------------
@lru_cache(maxsize=1)
def _read_showing() -> dict[str, Any]:
    """What the bench found out."""
    showing: dict[str, Any] = json.loads(SHOWING.read_text(encoding="utf-8"))
    return showing


def _find_known(rulebook: Rulebook) -> dict[str, Any] | None:
    """What the bench found out about a rulebook of the package; None for any other."""
    return _read_showing().get(rulebook.key) if RULEBOOKS.get(rulebook.key) == rulebook else None


@lru_cache(maxsize=1024)
def list_diagnosable_beliefs(lesson: str, kind: str, rulebook: Rulebook) -> tuple[str, ...]:
    """The beliefs of a lesson that show on its tasks of a kind, one of those that always answer alike.

    A hand of a large game of a user's own takes up to seconds to make: there none is made only to be looked at.
    """
    known = _find_known(rulebook)
    if known is None:
        return () if KINDS[kind].is_slow and rulebook.deal > LARGE else try_beliefs(lesson, kind, rulebook)
    shows, equal = known["shows"].get(lesson, {}), known["equal"].get(lesson, ())
    if kind not in shows:  # a kind that the lesson has drawn on since
        return try_beliefs(lesson, kind, rulebook)
    tried = {*chain(*shows.values(), *equal), *known["impossible"].get(lesson, ())}
    treated = {belief.key for belief in beliefs_of(lesson, rulebook)}
    kept = tuple(key for key in shows[kind] if key in treated)
    return kept + (try_beliefs(lesson, kind, rulebook, but=tried) if treated - tried else ())


def try_beliefs(
    lesson: str, kind: str, rulebook: Rulebook, tries: int = 1, but: Container[str] = ()
) -> tuple[str, ...]:
    """The beliefs of a lesson that can be planted in its tasks of a kind.

    Args:
        lesson: the lesson's key.
        kind: the kind of task.
        rulebook: the rules.
        tries: how often each belief is tried, at each level in turn.
        but: the keys of beliefs that are not tried.
    """
    family, chosen = KINDS[kind], BY_LESSON[lesson]
    shown = []
    for belief in beliefs_of(lesson, rulebook):
        if belief.key in but or not (belief.changes_anything(rulebook) and can_show(belief, chosen, kind)):
            continue
        rng = random.Random(f"{belief.key} {lesson} {kind} {rulebook.key} {rulebook.options}")
        if any(make_diagnostic_task(family, chosen, rulebook, rng, 1 + turn % 3, belief)[1] for turn in range(tries)):
            shown.append(belief.key)
    return tuple(shown)


def list_explaining(lesson: str, kind: str, rulebook: Rulebook) -> tuple[str, ...]:
    """The beliefs of a lesson that may explain an answer to a task of a kind; all that may arise, if not found out."""
    if _find_known(rulebook) is not None:
        return list_possible(lesson, rulebook)
    chosen = BY_LESSON[lesson]
    treated = beliefs_of(lesson, rulebook)
    return tuple(
        belief.key for belief in treated if belief.changes_anything(rulebook) and can_show(belief, chosen, kind)
    )


@lru_cache(maxsize=256)
def list_possible(lesson: str, rulebook: Rulebook) -> tuple[str, ...]:
    """The beliefs of a lesson that can arise in a game: some task of the lesson shows them."""
    chosen = BY_LESSON[lesson]
    shown = {key for kind in list_kinds(chosen, rulebook) for key in list_diagnosable_beliefs(lesson, kind, rulebook)}
    return tuple(belief.key for belief in beliefs_of(lesson, rulebook) if belief.key in shown)


# ---- what the course has come to ------------------------------------------------------------------------------
def is_taught(task: Task) -> bool:
    """Whether the course has come to all that the hand of a task asks for; a task about some cards has no hand."""
    deal = task.deal
    if not BY_LESSON[task.lesson].is_before("twenty-one") or len(task.cards) < task.rulebook.deal:
        return True
    needs = [way.needs for way in deal.objectives[1:]] + [tier.needs for tier in task.rulebook.scoring.tiers]
    if not any(map(is_special, needs)):
        return True
    if not _is_plain(score_arrangement(task.groups, deal), deal):
        return False
    use = task.question.hand
    if use is HandUse.AS_LAID:
        return True
    if use is HandUse.NEARER and not _is_first_nearest(task.cards, deal):
        return False
    return _is_plain(score_arrangement(task.best_at(deal).as_laid(), deal), deal)


def _is_first_nearest(cards: tuple[Card, ...], deal: Deal) -> bool:
    """Whether the first way to declare is nearer than any with dublees, tunnelas or jokers."""
    finder = Finder(cards, deal)
    first = finder.nearest(deal.objectives[:1])
    other = finder.nearest([way for way in deal.objectives[1:] if is_special(way.needs)])
    return first is not None and (other is None or first[0] < other[0])


def _is_plain(laid: Arranged, deal: Deal) -> bool:
    """Whether a hand declares in the first way, if it does, and costs what it does for no dublees and no jokers."""
    level = next((reason.code for reason in laid.reasons if reason.is_level), None)
    special = any(tier.code == level and is_special(tier.needs) for tier in deal.rulebook.scoring.tiers)
    return not special and laid.objective in (None, *(way.name for way in deal.objectives[:1]))
