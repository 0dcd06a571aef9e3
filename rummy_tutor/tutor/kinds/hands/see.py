"""May the hidden card be seen with this hand?"""

from __future__ import annotations

import random

from ....game.messages import Message
from ....game.rules import Rulebook
from ....game.table import set_table
from ....playing.sight import may_see
from ....referee.scoring import score_arrangement
from ....wording.levels import list_levels
from ...generate import Stock, make_layout, open_table
from ...lessons import Lesson
from ...tasks import NO, YES, HandUse, Laid, Layout, Task, TaskKind, ask, ask_about, tell_because
from ...turns.hands import lay_to_see
from .declare import FAMILY, point_at_doubtful

_TRIES = 40  # until the answer is the one that was chosen, so that both come about equally often


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    deal = set_table(rulebook, None, open_table(rulebook, rng).players)
    stock, wanted = Stock(deal, rng), rng.random() < 0.5
    groups = [list(group) for group in make_layout(stock, rulebook.deal + 1, level)]  # a card has been drawn
    for _ in range(_TRIES):
        laid = tuple(map(tuple, groups))
        if score_arrangement(laid, deal).seen == wanted == may_see(tuple(card for meld in laid for card in meld), deal):
            return ask_about(KIND, lesson, deal, laid)
        group, fresh = rng.choice(groups), stock.draw(1)
        if not fresh:  # the pack has no card more
            break
        group[rng.randrange(len(group))] = fresh[0]
    return None


def _levels(task: Task) -> dict[str, object]:
    """What has to be shown."""
    return {"asked": list_levels(task.rulebook.scoring.tiers[:-1], task.rulebook)}


_SHOWN = {YES: "why.declare-see:yes", NO: "why.declare-see:no"}
_BECAUSE = {YES: "because.declare-see:yes", NO: "because.declare-see:no"}


KIND = TaskKind(
    family=FAMILY,
    name="see",
    asks="yes-no",
    propose=_propose,
    answer=lambda task: YES if may_see(task.cards, task.deal) else NO,
    rule="scoring.tiers",
    hand=HandUse.BEST,
    layout=Layout.HAND,
    question=lambda task: ask("learn.ask_declare:see", task),
    hints=lambda task: (Message("hint.declare:see", _levels(task)), point_at_doubtful(task)),
    shows=lambda task, given, expected: Laid(
        lay_to_see(task.groups, task.deal), Message(_SHOWN[str(expected)], _levels(task))
    ),
    because=lambda task, given, expected: (Message(_BECAUSE[str(expected)], _levels(task)),),
    key=tell_because,
)
