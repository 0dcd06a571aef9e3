"""The question whether a house rule of the game changes what a player wins or loses in a round.

It is asked about house rules on value cards and wild cards; of the others a round of this lesson shows nothing.
"""

from __future__ import annotations

import random
from dataclasses import replace

from ...game.rules import Rulebook
from ...rulebooks import RULEBOOKS, get_rulebook
from ..lessons import Lesson
from ..tasks import KINDS, NO, YES, YES_NO, Task, TaskKind, add_variant
from .reading import read_choice
from .settling import ADDS_UP, propose_round, settle_task

_TRIES = 20  # rounds until the answer is the one that was chosen, so that both come about equally often


def _changes(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    offered = _list_offered(rulebook)
    wanted = rng.choice(YES_NO)
    for _ in range(_TRIES if offered else 0):
        task = propose_round(lesson, rulebook, rng, level)
        if task is None or task.asked == ADDS_UP:
            continue
        asked = f"option {rng.choice(offered)} {task.asked}"
        task = replace(task, kind="compare", asks="yes-no", choices=YES_NO, asked=asked)
        if _does_change(task) == wanted:
            return task
    return None


def _list_offered(rulebook: Rulebook) -> list[str]:
    """The house rules on value cards and wild cards that a game of the package is played with."""
    if RULEBOOKS.get(rulebook.key) != rulebook:
        return []
    books = {name: get_rulebook(rulebook.key, [name]) for name in rulebook.offers}
    return [name for name, book in books.items() if (book.bonus, book.wilds) != (rulebook.bonus, rulebook.wilds)]


def name_option(task: Task) -> tuple[str, str]:
    """The house rule that a task is about, and the player."""
    _, option, player = str(task.asked).split()
    return option, player


def settle_both(task: Task) -> tuple[Task, Task]:
    """The round of a task by the rules of the game, and with the house rule."""
    option, player = name_option(task)
    plain = replace(task, kind="settle", asked=player)
    return plain, replace(plain, rulebook=get_rulebook(task.rulebook.key, [option]))


def list_nets(task: Task) -> tuple[int, int] | None:
    """What the player wins or loses without the house rule, and with it; None where the round cannot have happened."""
    settled = [settle_task(one) for one in settle_both(task)]
    _, player = name_option(task)
    nets = [one[player].net for one in settled if one is not None]
    return (nets[0], nets[1]) if len(nets) == 2 else None


def _does_change(task: Task) -> str | None:
    nets = list_nets(task)
    return None if nets is None else YES if nets[0] != nets[1] else NO


assert {"settle", "compare"} <= set(KINDS)  # the kind that is made, and the one that is varied
add_variant(
    "option",
    {"maal": 0.5},
    TaskKind(key="compare", propose=_changes, answer=_does_change, read=read_choice),
)
