"""Making groups for a lesson's tasks, and what may be asked of one."""

from __future__ import annotations

import random

from ....game.cards import Card
from ....game.messages import Message
from ....game.rules import Kind, Rulebook, SetSuits
from ....game.table import Deal
from ....wording.speech import say
from ...beliefs import kind_of
from ...generate import Stock, make_group, open_table
from ...lessons import BY_KEY, Lesson
from ...tasks import Task


def open_stock(lesson: Lesson, rulebook: Rulebook, rng: random.Random, *, joker: float = 0.1) -> Stock:
    """The pack for a lesson's task; before the lesson about wild cards there are none, and no card is turned up."""
    deal = open_table(rulebook, rng, joker=joker, plain=lesson.plain)
    alike = Kind.TUNNELA in lesson.known
    return Stock(deal, rng, plain=lesson.plain, simple=lesson.simple, alike=alike)


def list_choices(lesson: Lesson, deal: Deal) -> tuple[str, ...]:
    """The three kinds of every game, those of this game that the course has come to, and that a group is none."""
    melds = deal.rulebook.melds
    own = [Kind.TUNNELA] if deal.tunnelas else []
    own += [Kind.DUBLEE] if melds.dublees else []
    own += [Kind.JOKERS] if melds.jokers.value != "none" else []
    every = (Kind.PURE_SEQUENCE, Kind.IMPURE_SEQUENCE, Kind.SET)
    return tuple(kind.value for kind in (*every, *(kind for kind in own if kind in lesson.known), Kind.INVALID))


def propose_group(lesson: Lesson, stock: Stock, level: int) -> tuple[Card, ...] | None:
    """A group of the shapes that a lesson is about, out of what the pack still holds."""
    rng, wanted = stock.rng, lesson.shapes
    shape = rng.choice(wanted.of)
    few = 2 if shape == "same" or (wanted.pairs and rng.random() < 0.3) else 3
    size = rng.randint(few, 3 if shape == "same" else 3 + min(level, 2))
    if stock.simple:
        size = min(size, stock.deal.rulebook.melds.run_max, 4)  # a set of five has a suit twice
    may_have = size > 2 or wanted.joker_pairs
    wild = rng.randint(1, min(level, size - 1)) if may_have and rng.random() < wanted.jokers else 0
    if wanted.matched and shape == "set" and wild and rng.random() < 0.5:
        size, wild = 5, 3
    group = make_group(stock, shape, size, wild)
    if group is not None and not _fits(group, lesson, stock.deal):
        stock.give_back(group)
        return None
    return group


def _fits(group: tuple[Card, ...], lesson: Lesson, deal: Deal) -> bool:
    """Whether the course has come to what a group is; the first lessons have no group that nearly is a set."""
    kind = kind_of(group, deal)
    if kind is Kind.INVALID:
        return not lesson.simple or len({card.index % 13 for card in group}) > 1
    return kind in lesson.known


def ask_of_group(task: Task) -> str:
    """What to ask of a group, one thing after the other, as far as the course has come."""
    lesson, melds = BY_KEY[task.lesson], task.rulebook.melds
    offered = list_choices(lesson, task.deal)
    asks = ["hint.ask-same"] if {Kind.TUNNELA, Kind.DUBLEE} & {*offered} else []
    asks += ["hint.ask-three"] if melds.run_max == 3 else []
    asks += ["hint.ask-run", "hint.ask-set" if melds.set_suits is SetSuits.DISTINCT else "hint.ask-set:shared"]
    if not lesson.plain:
        asks.append("hint.ask-joker")
    asks += ["hint.ask-jokers"] if Kind.JOKERS in offered else []
    return " ".join(say(Message(key)) for key in asks)
