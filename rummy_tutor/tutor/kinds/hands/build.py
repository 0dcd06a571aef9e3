"""Group this hand as well as it goes."""

from __future__ import annotations

import random

from ....game.messages import Items, Message
from ....game.rules import Rulebook
from ....game.table import Deal
from ....referee.scoring import score_arrangement
from ....wording.phrases import list_needs
from ....wording.speech import tell
from ...beliefs import Belief, tidy
from ...generate import make_layout
from ...lessons import BY_KEY, Lesson, first_needs, holds
from ...tasks import (
    RIGHT,
    Errs,
    Family,
    HandUse,
    Hint,
    Laid,
    Layout,
    Note,
    Task,
    TaskKind,
    as_groups,
    ask,
    ask_about,
    is_scored,
    lay_loose,
    write_groups,
)
from ..groups.making import open_stock
from ..parts import lay_part, point_at_together, tell_figure

FAMILY = Family(
    key="build",
    title=Message("classroom.kind_build"),
    seconds=90,
    slip=0.1,
    errs=Errs(0.35, (0.25, 0.5), (0.5, 0.4)),
    patience=60,
    is_slow=True,
    on_paper="sheet.ask_build",
)


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    stock = open_stock(lesson, rulebook, rng)
    deal, groups = stock.deal, make_layout(stock, rulebook.deal, level)
    cards = sorted(card for group in groups for card in group)
    task = ask_about(KIND, lesson, deal, (tuple(cards),))
    best = task.best_at(deal)
    if any(len(group.cards) > 1 and group.kind not in lesson.known for group in best.groups):
        return None
    return None if _is_best_at(deal, task, lay_loose(task)) else task  # as where jokers alone declare


def lay_best(task: Task) -> list[list[str]]:
    """The best groups of a hand."""
    return write_groups(task.best_at(task.deal).as_laid())


def _is_best_at(deal: Deal, task: Task, answer: object) -> bool:
    laid, best = score_arrangement(as_groups(answer), deal), task.best_at(deal)
    return laid.declares if best.declares else laid.score >= best.score


def _fits(task: Task, belief: Belief, answer: object) -> bool:
    """Whether groups are the best to somebody with a belief about rules; of other readings of groups none is told."""
    return belief.reads is None and _is_best_at(belief.deal(task.deal), task, answer)


def _believe(task: Task, belief: Belief) -> object:
    """The best groups by the rules that somebody believes; the right ones where they are as good to them."""
    if belief.reads is not None or _fits(task, belief, task.answer):
        return RIGHT
    return tidy(task.best_at(belief.deal(task.deal)).as_laid())


def _ask(task: Task) -> Message:
    if is_scored(task.rulebook):
        return ask("learn.ask_build:score", task)
    return ask("learn.ask_build:hidden" if holds("flat, hidden", task.rulebook) else "learn.ask_build", task)


def _note(task: Task) -> Note | None:
    """That half of the groups lies there already, and what is needed where no lesson has said so."""
    begun = [tell("learn.note_begun")] if lay_part(task) else []
    early = BY_KEY[task.lesson].is_before("declare") and holds("counted", task.rulebook)
    asked = list_needs(first_needs(task.rulebook), task.rulebook) if early else ()
    needs = [tell("learn.note_needs", asked=Items(asked))] if asked else []
    return Note(" ".join((*begun, *needs))) if begun or needs else None


def _hint(task: Task) -> tuple[Message, Hint]:
    plain = BY_KEY[task.lesson].plain
    return Message("hint.build:plain" if plain else "hint.build"), point_at_together(task)


def _show(task: Task, given: object, expected: object) -> Laid:
    """The groups that the engine makes, and how much better they are than those answered."""
    groups = as_groups(expected)
    better = score_arrangement(groups, task.deal).score - score_arrangement(as_groups(given), task.deal).score
    return Laid(groups, Message("why.build", {"n": better}) if better else Message("why.build:declares"))


KIND = TaskKind(
    family=FAMILY,
    asks="groups",
    propose=_propose,
    answer=lay_best,
    believe=_believe,
    is_right=lambda task, answer: _is_best_at(task.deal, task, answer),
    fits=_fits,
    lost=lambda task, answer: task.best_at(task.deal).score - score_arrangement(as_groups(answer), task.deal).score,
    rule="scoring",
    hand=HandUse.BEST,
    layout=Layout.HAND,
    builds=True,
    question=_ask,
    note=_note,
    hints=_hint,
    shows=_show,
    explains=tell_figure,
)
