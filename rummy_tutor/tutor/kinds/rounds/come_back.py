"""May a player who is out of a pool come back?"""

from __future__ import annotations

import random
from typing import Any

from ....game.messages import Message
from ....game.rules import Pool, Rulebook
from ....referee.scoring import score_arrangement
from ....rounds.judge import list_counts
from ....rounds.series import Series
from ....rulebooks import RULEBOOKS, get_rulebook
from ...generate import Stock, make_layout, open_table
from ...lessons import Lesson, name_value_cards
from ...tasks import NO, YES, YES_NO, Ask, HandUse, Hint, Layout, Task, TaskKind, ask, point
from .settling import FAMILY, NAMES, always_signed

_POOLS = (Pool.POOL_101, Pool.POOL_201)
_ROUNDS = 12  # after which a match is given up in which nobody is out


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    """A pool after the round in which somebody went out."""
    pools = [pool for pool in _POOLS if pool.value in rulebook.offers]
    if "rejoin" not in rulebook.offers or not pools or RULEBOOKS.get(rulebook.key) != rulebook:
        return None
    book = get_rulebook(rulebook.key, [rng.choice(pools).value, "rejoin"])
    names = list(NAMES[: 3 + (level > 1)])
    counts = [count for count in list_counts(book) if count]
    match, rounds = Series.new(book), list[list[dict[str, Any]]]()
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
        return None  # theirs are the cards that are laid out
    players = [{"name": name, "ending": "playing", "total": match.totals[name]} for name in names]
    task = Task(
        lesson=lesson.key,
        question=KIND,
        rulebook=book,
        turned=deal.turned,
        players=len(names),
        groups=groups,
        choices=YES_NO,
        ask=Ask(player=loser),
        round={"players": players, "rounds": rounds},
    )
    return task if task.answer == rng.choice(task.choices) else None


def _play_again(task: Task) -> Series:
    """The match that a task is about."""
    assert task.round is not None  # such a task is made with one
    match = Series.new(task.rulebook)
    for played in task.round["rounds"]:
        match = match.play(played)
    return match


def _hint(task: Task) -> tuple[Message, Hint]:
    values = {"maal": name_value_cards(task.rulebook), "player": task.ask.player}
    return Message("hint.settle:come-back", values), point("hint.settle-cards:come-back", ())


KIND = TaskKind(
    family=FAMILY,
    name="come-back",
    asks="yes-no",
    propose=_propose,
    answer=lambda task: YES if task.ask.player in _play_again(task).may_rejoin else NO,
    rule="settlement.rejoin",
    hand=HandUse.AS_LAID,
    layout=Layout.HAND,
    signed=always_signed,
    question=lambda task: ask("learn.ask_settle:come-back", task, player=task.ask.player),
    hints=_hint,
)
