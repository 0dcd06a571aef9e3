"""Does a house rule change what a player wins or loses in this round?

It is asked about house rules on value cards and wild cards; of the others a round of this lesson shows nothing.
"""

from __future__ import annotations

import random
from dataclasses import replace

from ....game.messages import Message
from ....game.rules import Rulebook
from ....rulebooks import RULEBOOKS, get_rulebook
from ....wording.describe import describe
from ....wording.speech import say, tell
from ...lessons import Lesson
from ...tasks import (
    NO,
    YES,
    YES_NO,
    Ask,
    Given,
    HandUse,
    Layout,
    Note,
    Task,
    TaskKind,
    ask,
    ask_about,
    tell_because,
)
from ..rounds.settling import Played, hint_at_round, pick_player, settle_task, tell_payments
from .compare import FAMILY

_TRIES = 20  # rounds until the answer is the one that was chosen, so that both come about equally often


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    offered = _list_offered(rulebook)
    wanted = rng.choice(YES_NO)
    for _ in range(_TRIES if offered and rulebook.table.players[1] > 1 else 0):
        played = Played(lesson, rulebook, rng, level)
        player = pick_player(played, rng, level)
        asked, document = Ask(option=rng.choice(offered), player=player), {"players": played.players}
        task = ask_about(KIND, lesson, played.deal, played.groups, ask=asked, round=document)
        if task.answer == wanted:
            return task
    return None


def _list_offered(rulebook: Rulebook) -> list[str]:
    """The house rules on value cards and wild cards that a game of the package is played with."""
    if RULEBOOKS.get(rulebook.key) != rulebook:
        return []
    books = {name: get_rulebook(rulebook.key, [name]) for name in rulebook.offers}
    return [name for name, book in books.items() if (book.bonus, book.wilds) != (rulebook.bonus, rulebook.wilds)]


def _with_option(task: Task) -> Task:
    """The round of a task with the house rule."""
    return replace(task, rulebook=get_rulebook(task.rulebook.key, [task.ask.option]))


def _list_nets(task: Task) -> tuple[int, int] | None:
    """What the player wins or loses without the house rule, and with it; None where the round cannot have happened."""
    nets = [settled[task.ask.player].net for played in (task, _with_option(task)) if (settled := settle_task(played))]
    return (nets[0], nets[1]) if len(nets) == 2 else None


def _answer(task: Task) -> str | None:
    nets = task.once(_list_nets)
    return None if nets is None else YES if nets[0] != nets[1] else NO


def _because(task: Task, given: object, expected: object) -> tuple[Message, ...]:
    """What a player comes to without a house rule and with it."""
    nets = task.once(_list_nets)
    assert nets is not None  # a task has an answer
    key = "because.option:same" if nets[0] == nets[1] else "because.option"
    return (Message(key, {"player": task.ask.player, "n": nets[0], "other": nets[1]}),)


def _explain(task: Task, given: Given) -> list[str]:
    messages, ruled = _because(task, given.answer, given.expected), _with_option(task)
    return [*map(say, messages), *tell_payments(ruled, settle_task(ruled), task.ask.player)]


def _note(task: Task) -> Note:
    rule = next(line.text for line in describe(task.rulebook) if line.option == task.ask.option)
    return Note(tell("learn.note_option", rule=rule))


KIND = TaskKind(
    family=FAMILY,
    name="option",
    asks="yes-no",
    propose=_propose,
    answer=_answer,
    rule="melds",
    hand=HandUse.BEST,
    layout=Layout.CARDS,
    question=lambda task: ask("learn.ask_compare:option", task, player=task.ask.player),
    note=_note,
    hints=lambda task: (Message("hint.compare:option", {"player": task.ask.player}), hint_at_round(task)[1]),
    because=_because,
    explains=_explain,
    key=tell_because,
)
