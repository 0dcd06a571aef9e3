"""Find another grouping that is as good."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ....game.cards import Card
from ....game.messages import Message
from ....game.rules import MELDS, Rulebook
from ....game.table import Deal
from ....playing.moves import Groups
from ....referee.scoring import score_arrangement
from ....solver.all_best import find_optima
from ....solver.best import find_best
from ...beliefs import kind_of, tidy
from ...generate import Stock, make_layout, open_table
from ...lessons import Lesson
from ...tasks import HandUse, Laid, Layout, Task, TaskKind, as_groups, ask, ask_about, tell_because, write_groups
from ..parts import point_at_together
from .build import FAMILY

_WORK = 20_000  # steps of the search for a second grouping


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    deal = open_table(rulebook, rng)
    groups = make_layout(Stock(deal, rng), rulebook.deal, level)
    best = find_best([card for group in groups for card in group], deal)
    task = ask_about(KIND, lesson, deal, best.as_laid())
    return task if len(best.groups) > 1 and task.answer is not None else None


def _answer(task: Task) -> list[list[str]] | None:
    """A grouping as good as the one shown, of melds alone as that one is."""
    deal = task.deal
    optima = find_optima(task.cards, deal, limit=3, work=_WORK)
    if optima.flat or not _is_melded(task.groups, deal):
        return None
    others = [grouping.as_laid() for grouping in optima.groupings]
    other = next((laid for laid in others if _is_melded(laid, deal) and _is_another(task, laid)), None)
    return None if other is None else write_groups(other)


def _is_melded(groups: Groups, deal: Deal) -> bool:
    """Whether every group of more than one card is a meld."""
    return all(len(group) == 1 or kind_of(group, deal) in MELDS for group in groups)


def _is_another(task: Task, groups: Groups) -> bool:
    """Whether a grouping is not the one shown and as good: no dearer, it declares if that does, as few loose cards."""
    laid, shown = score_arrangement(groups, task.deal), score_arrangement(task.groups, task.deal)
    loose = [sum(len(group) == 1 for group in grouping) for grouping in (groups, task.groups)]
    as_good = laid.score >= shown.score and laid.declares >= shown.declares and loose[0] <= loose[1]
    return as_good and tidy(groups) != tidy(task.groups)


def _is_second(task: Task, answer: object) -> bool:
    groups = as_groups(answer)
    return _is_melded(groups, task.deal) and _is_another(task, groups)


def _because(task: Task, given: object, expected: object) -> tuple[Message, ...]:
    """Whether groups laid out are a second way that is as good as the one shown, and why not."""
    groups = as_groups(given)
    if _is_second(task, given):
        return (Message("because.second:as-good"),)
    laid, shown = score_arrangement(groups, task.deal), score_arrangement(task.groups, task.deal)
    worse = shown.score - laid.score
    spoilt: Sequence[Card] = next(
        (group for group in groups if len(group) > 1 and kind_of(group, task.deal) not in MELDS), ()
    )
    if shown.declares and not laid.declares:
        key = "because.second:declares"
    elif tidy(groups) == tidy(task.groups):
        key = "because.second:same"
    elif worse > 0:
        key = "because.second:worse"
    else:
        key = "because.second:no-meld" if spoilt else "because.second:loose"
    return (Message(key, {"n": worse, "cards": spoilt}),)


KIND = TaskKind(
    family=FAMILY,
    name="second",
    asks="groups",
    propose=_propose,
    answer=_answer,
    is_right=_is_second,
    rule="scoring",
    hand=HandUse.BEST,
    layout=Layout.HAND,
    question=lambda task: ask("learn.ask_build:second", task),
    hints=lambda task: (Message("hint.build"), point_at_together(task)),
    shows=lambda task, given, expected: Laid(as_groups(expected), Message("why.build:second")),
    because=_because,
    key=tell_because,
)
