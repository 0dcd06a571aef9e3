"""Move cards so that this refused hand may be declared."""

from __future__ import annotations

import random

from ....game.messages import Message
from ....game.rules import Needs, Rest, Rulebook
from ....referee.scoring import score_arrangement
from ....solver.best import find_best
from ....wording.phrases import name_meld
from ...generate import fill_layout
from ...lessons import Lesson, list_known
from ...tasks import Errs, Family, HandUse, Hint, Laid, Layout, Task, TaskKind, as_groups, ask, ask_about, lay_loose
from ..groups.making import open_stock
from ..parts import list_hand_reasons, list_ways, point_at_together, tell_declaring
from .build import lay_best

FAMILY = Family(
    key="repair",
    title=Message("classroom.kind_repair"),
    seconds=60,
    slip=0.1,
    errs=Errs(0.5, (0.5,), (0.35,)),
    patience=60,
    is_slow=True,
    on_paper="sheet.ask_repair",
)


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    """A layout that is refused though the same cards can declare: one card of a good one lies in a wrong place."""
    stock = open_stock(lesson, rulebook, rng)
    deal, groups = stock.deal, fill_layout(stock, rulebook.deal, level)
    solved = find_best(tuple(card for group in groups or () for card in group), deal)
    best = [list(group) for group in solved.as_laid()]
    if not solved.declares or len(best) < 2:
        return None
    for _ in range(level):
        a, b = rng.sample(range(len(best)), 2)
        if len(best[a]) > 3:
            best[b].append(best[a].pop(rng.randrange(len(best[a]))))
        else:
            at, to = rng.randrange(len(best[a])), rng.randrange(len(best[b]))
            best[a][at], best[b][to] = best[b][to], best[a][at]
    laid = tuple(map(tuple, best))
    if score_arrangement(laid, deal).declares:
        return None
    task = ask_about(KIND, lesson, deal, laid)
    return None if _is_repaired(task, lay_loose(task)) else task  # as where jokers alone declare


def _is_repaired(task: Task, answer: object) -> bool:
    return score_arrangement(as_groups(answer), task.deal).declares


def _hint(task: Task) -> tuple[Message, Hint]:
    ways = list_known(task.rulebook.objectives, task.lesson)
    whole = all(way.rest is Rest.MELDED and way.needs != Needs() for way in ways)
    values = {"asked": list_ways(task), "meld": name_meld(task.rulebook)}
    return Message("hint.repair:whole" if whole else "hint.repair", values), point_at_together(task)


KIND = TaskKind(
    family=FAMILY,
    asks="groups",
    propose=_propose,
    answer=lay_best,
    is_right=_is_repaired,
    reasons=list_hand_reasons,
    rule="objectives",
    hand=HandUse.BEST,
    layout=Layout.HAND,
    question=lambda task: ask("learn.ask_repair", task),
    hints=_hint,
    shows=lambda task, given, expected: Laid(as_groups(expected), Message("why.repair")),
    explains=tell_declaring,
)
