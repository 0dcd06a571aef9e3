"""What is this group?"""

from __future__ import annotations

import random

from ....game.cards import Card
from ....game.messages import Message, key_of
from ....game.rules import MELDS, Kind, Rulebook
from ....game.table import Deal
from ....referee.melds import read_group
from ....referee.scoring import score_arrangement
from ....wording.phrases import stand_ins
from ...beliefs import Belief, kind_of
from ...lessons import Lesson
from ...tasks import Errs, Family, HandUse, Hint, Laid, Layout, Task, TaskKind, always, ask, ask_about, point
from .making import (
    ask_of_group,
    list_changed,
    list_choices,
    list_wrong,
    make_near,
    open_stock,
    part_wild,
    propose_group,
    tell_groups,
)


def _rules_out(lesson: Lesson, answer: str) -> bool:
    """Whether no group of a lesson is a set: without wild cards none in order is one, and none of equal cards."""
    return answer == Kind.SET and lesson.plain and {*lesson.shapes.of} <= {"run", "gap", "suits", "same"}


FAMILY = Family(
    key="classify",
    title=Message("classroom.kind_classify"),
    seconds=6,
    slip=0.1,
    errs=Errs(0.65, (0.24, 0.4, 0.67, 0.7), (0.64, 0.5, 0.29, 0.26)),
    patience=150,
    is_slow=False,
    balanced=always,
    rules_out=_rules_out,
)


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    stock = open_stock(lesson, rulebook, rng)
    deal, group = stock.deal, propose_group(lesson, stock, level)
    kind = None if group is None else kind_of(group, deal)
    if group is None or (kind is Kind.INVALID and rng.random() < 0.4):
        return None  # so that the answers come about equally often
    if _has_two_answers(group, deal):
        return None
    return ask_about(KIND, lesson, deal, (group,), list_choices(lesson, deal))


def _has_two_answers(group: tuple[Card, ...], deal: Deal) -> bool:
    """Whether a group is rightly called a set as well: wild cards of one rank are one, as they lie."""
    kinds = {reading.kind for reading in read_group(group, deal)}
    return Kind.SET in kinds and bool(kinds & {Kind.IMPURE_SEQUENCE, Kind.JOKERS})


def _believe(task: Task, belief: Belief) -> object:
    kind = belief.kind(task.groups[0], task.deal).value
    return kind if kind in task.choices else None  # they look for an answer that the game does not have


def _hint(task: Task) -> tuple[Message, Hint]:
    _, wild = part_wild(task.cards, task)
    general = Message("hint.classify", {"asks": ask_of_group(task)})
    return general, point("hint.classify-cards", wild or (task.cards[0], task.cards[-1]))


def _show(task: Task, given: object, expected: object) -> Laid | None:
    """The group with one card changed, so that it is what was answered, or another that is, and the group itself."""
    (group,), deal, kind = task.groups, task.deal, Kind(str(given))
    wild = kind in (Kind.IMPURE_SEQUENCE, Kind.JOKERS)
    values = {"given": Message(key_of("a-kind.", kind)), "found": Message(key_of("a-kind.", kind_of(group, deal)))}
    laid = score_arrangement((group,), deal).groups[0]
    filled = tuple(stand or card for card, stand in zip(group, stand_ins(laid, group), strict=True))
    if kind is Kind.INVALID and filled != group and kind_of(filled, deal) in MELDS:
        return Laid((filled, group), Message("why.classify:filled", values))
    for changed in list_changed(task, group, wild=wild, near=kind is Kind.INVALID):
        if kind_of(changed.cards, deal) is kind:
            text = Message(key_of("why.classify:", changed.how), {**changed.values, **values})
            return Laid((changed.cards, group), text)
    sample = next((made for made in make_near(group, deal) if kind_of(made, deal) is kind), None)
    return None if sample is None else Laid((sample, group), Message("why.classify:sample", values))


KIND = TaskKind(
    family=FAMILY,
    asks="kind",
    propose=_propose,
    answer=lambda task: kind_of(task.groups[0], task.deal).value,
    believe=_believe,
    reasons=lambda task: tuple(dict.fromkeys(code for code, _ in list_wrong(task))),
    rule="melds",
    hand=HandUse.BEST,
    layout=Layout.CARDS,
    question=lambda task: ask("learn.ask_classify", task),
    hints=_hint,
    shows=_show,
    explains=lambda task, given: tell_groups(score_arrangement(task.groups, task.deal).groups, task),
    key=lambda task: [sentence for _, sentence in list_wrong(task)],
)
