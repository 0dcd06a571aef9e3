"""Should the open card be taken?"""

from __future__ import annotations

import random

from ....game.cards import Card
from ....game.messages import Message, key_of
from ....game.rules import PickingUp, Rulebook
from ....referee.value_cards import list_value_cards
from ....solver.best import find_best
from ...generate import Stock, make_layout, open_table
from ...lessons import Lesson
from ...tasks import (
    NO,
    YES,
    Errs,
    Family,
    HandUse,
    Laid,
    Layout,
    Task,
    TaskKind,
    ask,
    ask_about,
    name_card,
    point,
    tell_because,
)
from .advising import find_pick

FAMILY = Family(
    key="take?",
    title=Message("classroom.kind_take"),
    seconds=20,
    slip=0.1,
    errs=Errs(0.5, (0.35,), (0.65,)),
    patience=12,
    is_slow=True,
)
_FREE = (PickingUp.FREE, PickingUp.FREE_BUT_KEPT)  # games in which a wild card may be taken
_OPEN_WILD = 0.6  # how often it is one that lies open there


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    deal = open_table(rulebook, rng)
    stock = Stock(deal, rng)
    groups = make_layout(stock, rulebook.deal, level)
    cards: tuple[Card, ...] = tuple(sorted(card for group in groups for card in group))
    dear = list_value_cards(deal)  # worth taking for what they earn, which is another question
    free = set(rulebook.settlement.bars) <= set(_FREE)
    wild = [card for card in stock.wild if stock.left[card] and card not in dear] if free else []
    open_card = rng.choice(wild) if wild and rng.random() < _OPEN_WILD else stock.draw(1)[0]
    if open_card in dear:
        return None
    return ask_about(KIND, lesson, deal, (cards,), open=open_card)


def _answer(task: Task) -> str | None:
    pick = task.once(find_pick)
    if pick is None or pick.allowed is None or (pick.allowed and pick.take is None):
        return None
    return YES if pick.allowed and pick.take else NO


def _list_reasons(task: Task) -> tuple[str, ...]:
    pick = task.once(find_pick)
    return () if pick is None else (str(pick.reason),)


def _values(task: Task) -> dict[str, object]:
    return {"card": task.open and name_card(task.open)}


def _reason(task: Task) -> str:
    return (*_list_reasons(task), "no-use")[0]


def _show(task: Task, given: object, expected: object) -> Laid:
    """The hand with the open card, if it is to be taken, else the hand as it is best without it."""
    cards = (*task.cards, task.open) if expected == YES and task.open is not None else task.cards
    return Laid(find_best(cards, task.deal).as_laid(), Message(key_of("why.take:", _reason(task)), _values(task)))


KIND = TaskKind(
    family=FAMILY,
    asks="yes-no",
    propose=_propose,
    answer=_answer,
    reasons=_list_reasons,
    rule="settlement.pick_up",
    hand=HandUse.NEARER,
    layout=Layout.CARDS,
    question=lambda task: ask("learn.ask_take", task),
    hints=lambda task: (
        Message("hint.take"),
        point("hint.take-cards", () if task.open is None else (task.open,)),
    ),
    shows=_show,
    because=lambda task, given, expected: (Message(key_of("because.take:", _reason(task)), _values(task)),),
    explains=None,
    key=tell_because,
    finish=None,
)
