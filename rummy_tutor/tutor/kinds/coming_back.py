"""The question whether a player who is out of a pool may come back, in games that may be played as one."""

from __future__ import annotations

import random
from typing import Any

from ...game.rules import Pool, Rulebook
from ...referee.scoring import score_arrangement
from ...rounds.judge import list_counts
from ...rounds.series import Series, new_series
from ...rulebooks import RULEBOOKS, get_rulebook
from ..generate import Stock, make_layout, open_table
from ..lessons import Lesson
from ..tasks import KINDS, NO, YES, YES_NO, Task, TaskKind, add_variant
from .reading import read_choice
from .settling import NAMES

_POOLS = (Pool.POOL_101, Pool.POOL_201)
_ROUNDS = 12  # after which a match is given up in which nobody is out


def _comes_back(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    """A pool after the round in which somebody went out."""
    pools = [pool for pool in _POOLS if pool.value in rulebook.offers]
    if "rejoin" not in rulebook.offers or not pools or RULEBOOKS.get(rulebook.key) != rulebook:
        return None
    book = get_rulebook(rulebook.key, [rng.choice(pools).value, "rejoin"])
    names = list(NAMES[: 3 + (level > 1)])
    counts = [count for count in list_counts(book) if count]
    match, rounds = new_series(book), list[list[dict[str, Any]]]()
    deal = open_table(book, rng, joker=0.0)
    groups = make_layout(Stock(deal, rng), book.deal, level)
    points = score_arrangement(groups, deal).points
    loser = ""
    while points and not match.out and len(rounds) < _ROUNDS:
        winner, loser = rng.sample(names, 2)
        played: list[dict[str, Any]] = [{"name": winner, "ending": "declared"}]
        for name in names:
            if name != winner:
                lost = points if name == loser else rng.choice(counts)
                played.append({"name": name, "ending": "lost", "points": lost})
        rounds.append(played)
        match = match.play(played)
    if match.out != (loser,) or match.over or not points:
        return None  # his are the cards that are laid out
    players = [{"name": name, "ending": "playing", "total": match.totals[name]} for name in names]
    task = Task(
        lesson=lesson.key,
        kind="settle",
        rulebook=book,
        turned=deal.turned,
        players=len(names),
        groups=groups,
        asks="yes-no",
        choices=YES_NO,
        asked=f"come-back {loser}",
        round={"players": players, "rounds": rounds},
    )
    return task if _may_return(task) == rng.choice(task.choices) else None


def _match(task: Task) -> Series:
    """The match that a task is about, played again."""
    assert task.round is not None  # such a task is made with one
    match = new_series(task.rulebook)
    for played in task.round["rounds"]:
        match = match.play(played)
    return match


def _may_return(task: Task) -> str:
    return YES if str(task.asked).partition(" ")[2] in _match(task).may_rejoin else NO


assert "settle" in KINDS  # the kind that is varied
add_variant(
    "come-back",
    {"round": 0.2},
    TaskKind(key="settle", propose=_comes_back, answer=_may_return, read=read_choice),
)
