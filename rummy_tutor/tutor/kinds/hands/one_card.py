"""Move one card so that this hand costs least."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from ....game.messages import Message
from ....game.rules import Rulebook
from ....playing.moves import Groups
from ....referee.scoring import score_arrangement
from ....solver.best import find_best
from ...generate import Stock, make_layout, open_table
from ...lessons import Lesson
from ...tasks import HandUse, Laid, Layout, Task, TaskKind, as_groups, ask, ask_about, write_groups
from ..parts import point_at_together, tell_figure
from .repair import FAMILY


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    deal = open_table(rulebook, rng)
    groups = make_layout(Stock(deal, rng), rulebook.deal, level)
    best = [list(group) for group in find_best([card for group in groups for card in group], deal).as_laid()]
    whole = [group for group in best if len(group) > 2]
    if len(whole) < 2:
        return None
    source = rng.choice(whole)
    card = source.pop(rng.randrange(len(source)))
    if rng.random() < 0.5:
        best.append([card])
    else:
        rng.choice([group for group in whole if group is not source]).append(card)
    return ask_about(KIND, lesson, deal, tuple(map(tuple, best)))


def _list_moved(groups: Groups) -> Iterator[Groups]:
    """The layouts that come of moving one card to another group, or out of every group."""
    for at, group in enumerate(groups):
        for place in range(len(group)):
            card, rest = group[place], (*group[:place], *group[place + 1 :])
            left = [*groups[:at], *([rest] if rest else []), *groups[at + 1 :]]
            if len(group) > 1:
                yield (*left, (card,))
            for to, other in enumerate(left):
                if other is not rest and len(other) > 1:
                    yield tuple((*cards, card) if here == to else cards for here, cards in enumerate(left))


def _find_best_move(task: Task) -> Groups | None:
    now = score_arrangement(task.groups, task.deal).score
    scored = [(score_arrangement(laid, task.deal).score, laid) for laid in _list_moved(task.groups)]
    score, laid = max(scored, key=lambda pair: pair[0], default=(now, task.groups))
    return laid if score > now else None


def _answer(task: Task) -> list[list[str]] | None:
    laid = task.once(_find_best_move)
    return None if laid is None else write_groups(laid)


def _moves_well(task: Task, answer: object) -> bool:
    """Whether an answer moves one card, to as good a place as any."""
    given, best, deal = as_groups(answer), task.once(_find_best_move), task.deal
    same = Counter(tuple(sorted(group)) for group in given)
    moved = any(Counter(tuple(sorted(group)) for group in laid) == same for laid in _list_moved(task.groups))
    return moved and best is not None and score_arrangement(given, deal).score >= score_arrangement(best, deal).score


KIND = TaskKind(
    family=FAMILY,
    name="one-card",
    asks="groups",
    propose=_propose,
    answer=_answer,
    is_right=_moves_well,
    rule="scoring",
    hand=HandUse.BEST,
    layout=Layout.HAND,
    question=lambda task: ask("learn.ask_repair:one-card", task),
    hints=lambda task: (Message("hint.repair:one-card"), point_at_together(task)),
    shows=lambda task, given, expected: Laid(as_groups(expected), Message("why.repair")),
    explains=tell_figure,
)
