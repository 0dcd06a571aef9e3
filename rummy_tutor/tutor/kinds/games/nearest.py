"""Which way to declare is nearest?"""

from __future__ import annotations

import random
from collections import Counter

from ....distance.exchanges import Finder
from ....game.messages import Items, Message
from ....game.rules import Rulebook
from ....wording.phrases import list_way
from ...generate import Stock, lay_special, make_layout, open_table
from ...lessons import Lesson, is_special
from ...tasks import HandUse, Hint, Laid, Layout, Task, TaskKind, ask, ask_about, point, tell_because
from ..parts import list_ways
from .compare import FAMILY

_TRIES = 6  # hands laid out for a way to declare until it is the nearest one


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    deal = open_table(rulebook, rng)
    if len(deal.objectives) < 2:
        return None
    ways, wanted = tuple(way.name for way in deal.objectives), rng.choice(deal.objectives)
    for _ in range(_TRIES):  # until it is the way chosen, so that each comes about equally often
        stock = Stock(deal, rng)
        special = lay_special(stock, rulebook.deal, wanted) if is_special(wanted.needs) else None
        groups = special or make_layout(stock, rulebook.deal, level)
        cards = tuple(sorted(card for group in groups for card in group))
        task = ask_about(KIND, lesson, deal, (cards,), ways)
        if task.answer == wanted.name:
            return task
    return None


def _answer(task: Task) -> str | None:
    """The way to declare for which fewest cards must be exchanged; None if two are as near, or none must be."""
    finder = Finder(task.cards, task.deal)
    near = sorted(
        (near_way[0], way.name) for way in task.deal.objectives if (near_way := finder.nearest([way])) is not None
    )
    clear = bool(near) and near[0][0] > 0 and (len(near) == 1 or near[0][0] < near[1][0])
    return near[0][1] if clear else None


def _hint(task: Task) -> tuple[Message, Hint]:
    """The cards that are there more than once; where there are none, all."""
    general, held = Message("hint.compare:nearest", {"asked": list_ways(task)}), Counter(task.cards)
    copies = [card for card in task.cards if held[card] > 1]
    if copies:
        return general, point("hint.compare-cards:copies", copies)
    return general, point("hint.compare-cards:no-copies", task.cards)


def _tell_way(task: Task, expected: object) -> dict[str, object]:
    ways = [Items(list_way(way, task.rulebook)) for way in task.rulebook.objectives if way.name == expected]
    return {"asked": Items(tuple(ways), "or")}


def _show(task: Task, given: object, expected: object) -> Laid:
    """The hand in its best groups."""
    return Laid(task.best_at(task.deal).as_laid(), Message("why.compare:nearest", _tell_way(task, expected)))


KIND = TaskKind(
    family=FAMILY,
    name="nearest",
    asks="way",
    propose=_propose,
    answer=_answer,
    rule="objectives",
    hand=HandUse.BEST,
    layout=Layout.CARDS,
    question=lambda task: ask("learn.ask_compare:nearest", task),
    hints=_hint,
    shows=_show,
    because=lambda task, given, expected: (Message("because.compare:nearest", _tell_way(task, expected)),),
    key=tell_because,
)
