"""Tasks about a turn: which card to throw, and whether to take the open card."""

from __future__ import annotations

import random
from functools import lru_cache

from ...game.cards import Card, Hand
from ...game.rules import PickingUp, Rulebook
from ...game.table import Deal
from ...referee.value_cards import list_value_cards
from ...study.advice import Advice, Discard, advise
from ..generate import Stock, make_layout, open_table
from ..lessons import Lesson
from ..tasks import NO, YES, YES_NO, Task, TaskKind, add_kind, ask_about
from .reading import read_choice

_FREE = (PickingUp.FREE, PickingUp.FREE_BUT_KEPT)  # games in which a wild card may be taken
_OPEN_WILD = 0.6  # how often it is one that lies open there


def _discard(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    deal = open_table(rulebook, rng)
    groups = make_layout(Stock(deal, rng), rulebook.deal + 1, level)
    held = [card for group in groups for card in group]
    cards = tuple(sorted(held, key=lambda card: card.place))  # as they lie on a table, and so are the choices
    return ask_about(lesson, "discard", deal, (cards,), "card", tuple(dict.fromkeys(map(str, cards))))


def _advise(task: Task, ask: tuple[str, ...]) -> Advice:
    return _advise_on(task.cards, task.deal, task.open, ask)


@lru_cache(maxsize=64)  # a task is looked at several times: made, compared with others, asked, judged
def _advise_on(cards: tuple[Card, ...], deal: Deal, open_card: Card | None, ask: tuple[str, ...]) -> Advice:
    return advise(Hand(cards), deal.rulebook, deal.turned, deal.players, open_card=open_card, ask=ask)


def list_discards(task: Task) -> tuple[Discard, ...]:
    """What each card that may be thrown leaves, the best first."""
    discards = _advise(task, ("discards",)).discards
    assert discards is not None  # they were asked for
    return discards


def _best_throw(task: Task) -> str:
    return str(list_discards(task)[0].card)


def _is_as_good(task: Task, answer: object) -> bool:
    """Whether a card thrown leaves the hand as near, with as many outs and as few points, as the best one."""
    discards = list_discards(task)
    ranks = {str(one.card): (one.distance, one.outs, one.score) for one in discards}
    return ranks.get(str(answer)) == ranks[str(discards[0].card)]


add_kind(
    TaskKind(key="discard", propose=_discard, answer=_best_throw, read=read_choice, is_right=_is_as_good, patience=4)
)


# ---- take? -----------------------------------------------------------------------------------------------
def _take(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    deal = open_table(rulebook, rng)
    stock = Stock(deal, rng)
    groups = make_layout(stock, rulebook.deal, level)
    cards: tuple[Card, ...] = tuple(sorted(card for group in groups for card in group))
    dear = list_value_cards(deal)  # worth taking for what they earn, which is another question
    free = rulebook.settlement.pick_up in _FREE
    wild = [card for card in stock.wild if stock.left[card] and card not in dear] if free else []
    open_card = rng.choice(wild) if wild and rng.random() < _OPEN_WILD else stock.draw(1)[0]
    if open_card in dear:
        return None
    return ask_about(lesson, "take?", deal, (cards,), "yes-no", YES_NO, open=open_card)


def _takes(task: Task) -> str | None:
    pick = _advise(task, ()).pick
    if pick is None or pick.allowed is None or (pick.allowed and pick.take is None):
        return None
    return YES if pick.allowed and pick.take else NO


def _why_take(task: Task) -> tuple[str, ...]:
    pick = _advise(task, ()).pick
    return () if pick is None else (str(pick.reason),)


add_kind(TaskKind(key="take?", propose=_take, answer=_takes, read=read_choice, reasons=_why_take, patience=12))
