"""Is this hand dealt again?"""

from __future__ import annotations

import random
from collections import Counter

from ....game.messages import Message
from ....game.rules import Rulebook
from ....referee.pairs import is_redealt, list_redeal_pairs
from ...generate import Stock, open_table, sort_hand
from ...lessons import Lesson
from ...tasks import NO, YES, YES_NO, HandUse, Hint, Laid, Layout, Task, TaskKind, ask, ask_about, point, tell_because
from .declare import FAMILY

_TRIES = 40  # until the answer is the one that was chosen, so that both come about equally often


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    if rulebook.settlement.redeal_pairs is None:
        return None
    deal, wanted = open_table(rulebook, rng), rng.choice(YES_NO)
    for _ in range(_TRIES):
        cards = tuple(sorted(Stock(deal, rng).draw(rulebook.deal)))
        task = ask_about(KIND, lesson, deal, (cards,))
        if task.answer == wanted:
            return task
    return None


def _hint(task: Task) -> tuple[Message, Hint]:
    pairs = list_redeal_pairs(task.cards, task.rulebook)
    pointed = point("hint.declare-cards:redeal", pairs[0]) if pairs else point("hint.declare-cards", task.cards)
    return Message("hint.declare:redeal", {"wanted": task.rulebook.settlement.redeal_pairs}), pointed


_SHOWN = {YES: "why.declare-redeal:yes", NO: "why.declare-redeal:no"}


def _show(task: Task, given: object, expected: object) -> Laid:
    """The pairs of a hand dealt, and how many of them mean a new deal."""
    pairs = list_redeal_pairs(task.cards, task.rulebook)
    loose = [(card,) for card in sort_hand((Counter(task.cards) - Counter(sum(pairs, ()))).elements())]
    values = {"n": len(pairs), "wanted": task.rulebook.settlement.redeal_pairs, "players": task.players}
    key = "why.declare-redeal:two" if task.players < 3 else _SHOWN[str(expected)]
    return Laid((*pairs, *loose), Message(key, values))


KIND = TaskKind(
    family=FAMILY,
    name="redeal",
    asks="yes-no",
    propose=_propose,
    answer=lambda task: YES if is_redealt(task.cards, task.rulebook, task.players) else NO,
    rule="settlement.redeal_pairs",
    hand=HandUse.BEST,
    layout=Layout.HAND,
    question=lambda task: ask("learn.ask_declare:redeal", task),
    hints=_hint,
    shows=_show,
    because=lambda task, given, expected: (_show(task, given, expected).text,),
    key=tell_because,
)
