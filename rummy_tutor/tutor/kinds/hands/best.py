"""Is this the best way to group this hand?"""

from __future__ import annotations

import random

from ....game.messages import Message
from ....game.rules import Rulebook
from ....referee.scoring import score_arrangement
from ....solver.best import find_best
from ...generate import Stock, make_layout, open_table
from ...lessons import Lesson
from ...tasks import NO, YES, YES_NO, HandUse, Laid, Layout, Task, TaskKind, ask, ask_about
from ..parts import list_ways, tell_figure
from .declare import FAMILY, point_at_doubtful

_TRIES = 40  # until the answer is the one that was chosen, so that both come about equally often


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    deal, wanted = open_table(rulebook, rng), rng.choice(YES_NO)
    for _ in range(_TRIES):
        groups = make_layout(Stock(deal, rng), rulebook.deal, level)
        best = find_best([card for group in groups for card in group], deal)
        if wanted == YES:
            groups = best.as_laid()
        if wanted == YES or score_arrangement(groups, deal).score < best.score:
            return ask_about(KIND, lesson, deal, groups)
    return None


def _answer(task: Task) -> str:
    laid, best = score_arrangement(task.groups, task.deal), task.best_at(task.deal)
    return YES if laid.score >= best.score and (laid.declares or not best.declares) else NO


_SHOWN = {YES: "why.declare-best:yes", NO: "why.declare-best:no"}

KIND = TaskKind(
    family=FAMILY,
    name="best",
    asks="yes-no",
    propose=_propose,
    answer=_answer,
    rule="scoring",
    hand=HandUse.BEST,
    layout=Layout.HAND,
    question=lambda task: ask("learn.ask_declare:best", task),
    hints=lambda task: (Message("hint.declare:best", {"asked": list_ways(task)}), point_at_doubtful(task)),
    shows=lambda task, given, expected: Laid(task.best_at(task.deal).as_laid(), Message(_SHOWN[str(expected)])),
    explains=tell_figure,
)
