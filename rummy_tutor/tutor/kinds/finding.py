"""Questions that look for something: another best grouping, the nearest way to declare, the smallest group apart."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import combinations

from ...distance.exchanges import Finder
from ...game.cards import Card
from ...game.rules import MELDS, Rulebook
from ...game.table import Deal, set_table
from ...referee.scoring import score_arrangement
from ...rulebooks import RULEBOOKS
from ...solver.all_best import find_optima
from ...solver.best import find_best
from ..about import open_deal
from ..beliefs import kind_of
from ..beliefs.habits import tidy
from ..generate import Stock, is_special, lay_special, make_layout, open_table
from ..lessons import Lesson
from ..tasks import KINDS, Task, TaskKind, add_variant, ask_about
from .groups import propose_group
from .reading import as_groups, read_choice, read_groups

Groups = tuple[tuple[Card, ...], ...]
_TRIES = 6  # hands laid out for a way to declare until it is the nearest one
_WORK = 20_000  # steps of the search for a second grouping
_MOST_APART = 6  # cards among which a group is looked for that two games judge differently


# ---- another grouping as good --------------------------------------------------------------------------------
def _second(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    deal = open_table(rulebook, rng)
    groups = make_layout(Stock(deal, rng), rulebook.deal, level)
    best = find_best([card for group in groups for card in group], deal)
    task = ask_about(lesson, "build", deal, best.as_laid(), "groups", asked="second")
    return task if len(best.groups) > 1 and _other_best(task) is not None else None


def _other_best(task: Task) -> list[list[str]] | None:
    """A grouping as good as the one shown, of melds alone as that one is."""
    deal = task.deal
    found = find_optima(task.cards, deal, limit=3, work=_WORK)
    if found.flat or not _is_melded(task.groups, deal):
        return None
    others = [one.as_laid() for one in found.groupings]
    other = next((laid for laid in others if _is_melded(laid, deal) and _is_another(task, laid)), None)
    return None if other is None else [[str(card) for card in group] for group in other]


def _is_melded(groups: Groups, deal: Deal) -> bool:
    """Whether every group of more than one card is a meld."""
    return all(len(group) == 1 or kind_of(group, deal) in MELDS for group in groups)


def _is_another(task: Task, groups: Groups) -> bool:
    """Whether a grouping is not the one shown and as good: no dearer, it declares if that does, as few loose cards."""
    laid, shown = score_arrangement(groups, task.deal), score_arrangement(task.groups, task.deal)
    loose = [sum(len(group) == 1 for group in one) for one in (groups, task.groups)]
    as_good = laid.score >= shown.score and laid.declares >= shown.declares and loose[0] <= loose[1]
    return as_good and tidy(groups) != tidy(task.groups)


def _is_second(task: Task, answer: object) -> bool:
    groups = as_groups(answer)
    return _is_melded(groups, task.deal) and _is_another(task, groups)


# ---- the nearest way to declare ------------------------------------------------------------------------------
def _nearest(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    deal = open_table(rulebook, rng)
    if len(deal.objectives) < 2:
        return None
    ways, wanted = tuple(way.name for way in deal.objectives), rng.choice(deal.objectives)
    for _ in range(_TRIES):  # until it is the way chosen, so that each comes about equally often
        stock = Stock(deal, rng)
        special = lay_special(stock, rulebook.deal, wanted) if is_special(wanted) else None
        groups = special or make_layout(stock, rulebook.deal, level)
        cards = tuple(sorted(card for group in groups for card in group))
        task = ask_about(lesson, "compare", deal, (cards,), "way", ways, asked="nearest")
        if _nearest_way(task) == wanted.name:
            return task
    return None


def _nearest_way(task: Task) -> str | None:
    """The way to declare for which fewest cards must be exchanged; None if two are as near, or none must be."""
    return _find_nearest(task.cards, task.deal)


@lru_cache(maxsize=64)  # a task is looked at several times: made, compared with others, asked, judged
def _find_nearest(cards: tuple[Card, ...], deal: Deal) -> str | None:
    finder = Finder(cards, deal)
    near = sorted((found[0], way.name) for way in deal.objectives if (found := finder.nearest([way])) is not None)
    clear = bool(near) and near[0][0] > 0 and (len(near) == 1 or near[0][0] < near[1][0])
    return near[0][1] if clear else None


# ---- the smallest group that two games judge differently -----------------------------------------------------
def _smallest(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    other = rng.choice([book for key, book in RULEBOOKS.items() if key != rulebook.key])
    deal = open_table(rulebook, rng, joker=0.0)
    stock = Stock(deal, rng)
    group = propose_group(lesson, stock, level)
    if group is None or len(group) < 3:
        return None
    cards = (*group, *stock.draw(_MOST_APART - len(group)))
    if any(card.is_printed_joker for card in cards):
        return None
    task = ask_about(lesson, "compare", deal, (tuple(sorted(cards)),), "groups", asked=f"smallest {other.key}")
    return task if _judged_apart(group, task) else None


def _other_table(task: Task) -> Deal:
    other = RULEBOOKS[str(task.asked).partition(" ")[2]]
    return set_table(other, task.turned, open_deal(other).players)


def _judged_apart(group: tuple[Card, ...], task: Task) -> bool:
    """Whether a group is a meld in one of the two games alone."""
    return (kind_of(group, task.deal) in MELDS) != (kind_of(group, _other_table(task)) in MELDS)


def _smallest_group(task: Task) -> list[list[str]] | None:
    """One smallest group that is judged differently, the other cards loose."""
    for size in range(2, len(task.cards) + 1):
        for group in combinations(task.cards, size):
            if _judged_apart(group, task):
                left = list(task.cards)
                for card in group:
                    left.remove(card)
                return [[str(card) for card in group], *([str(card)] for card in left)]
    return None


def list_apart(task: Task) -> Groups:
    """The smallest groups that two games judge differently."""
    size = max(map(len, _smallest_group(task) or [[]]))
    return tuple(group for group in combinations(task.cards, size) if _judged_apart(group, task))


def _is_smallest(task: Task, answer: object) -> bool:
    grouped = [group for group in as_groups(answer) if len(group) > 1]
    least = _smallest_group(task)
    return (
        len(grouped) == 1 and least is not None and len(grouped[0]) == len(least[0]) and _judged_apart(grouped[0], task)
    )


assert {"build", "compare"} <= set(KINDS)  # the kinds that are varied
add_variant(
    "second",
    {"regroup": 0.3},
    TaskKind(key="build", propose=_second, answer=_other_best, read=read_groups, is_right=_is_second),
)
add_variant(
    "nearest",
    {"twenty-one": 0.5},
    TaskKind(key="compare", propose=_nearest, answer=_nearest_way, read=read_choice),
)
add_variant(
    "smallest",
    {"nine": 0.4},
    TaskKind(key="compare", propose=_smallest, answer=_smallest_group, read=read_groups, is_right=_is_smallest),
)
