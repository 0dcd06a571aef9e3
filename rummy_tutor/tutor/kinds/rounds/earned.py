"""What does a player win or lose by value cards alone, where the end of the round is still to come?"""

from __future__ import annotations

import random
from typing import Any

from ....game.messages import Message, TutorError
from ....game.rules import Rulebook
from ....game.table import set_table
from ....referee.value_cards import list_value_cards
from ....rounds.endings import Ending
from ....rounds.judge import list_counts
from ....rounds.ledger import Round
from ....rounds.settlement import settle
from ....wording.speech import say
from ...generate import Stock, open_table
from ...lessons import Lesson, name_value_cards
from ...tasks import Ask, HandUse, Hint, Layout, Task, TaskKind, ask, ask_about, is_scored, point
from ..hands.value_cards import list_earning
from .settling import FAMILY, NAMES, always_signed, tell_earned, tell_entries

_OTHERS = 3  # cards beside the value cards


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    """Three players who have stayed in: some cards of one laid out, what those of the others earn told."""
    names = NAMES[: rulebook.table.nearest(3)]
    if len(names) < 2 or rulebook.bonus is None:
        return None
    deal = open_table(rulebook, rng, joker=0.0, players=len(names))
    stock, wanted = Stock(deal, rng), sorted(list_value_cards(deal))
    held = [card for card in rng.choices(wanted, k=1 + 2 * level) if stock.take((card,))] if wanted else []
    if not held:
        return None
    cards = tuple(sorted((*held, *stock.draw(_OTHERS))))
    earned = rulebook.bonus.cards[0].points if rulebook.bonus.cards else rulebook.bonus.marriage
    players: list[dict[str, Any]] = [{"name": name, "ending": Ending.LOST.value} for name in names]
    players[0]["ending"] = Ending.DECLARED.value
    for player in players:
        if player is players[1]:
            player["groups"] = [[str(card)] for card in cards]
        else:
            player["bonus"] = rng.choice([0, *earned])
    asked, groups = Ask(player=names[rng.random() >= 0.5]), tuple((card,) for card in cards)
    return ask_about(KIND, lesson, deal, groups, ask=asked, round={"players": players})


def settle_earned(task: Task, rulebook: Rulebook | None = None) -> Round | None:
    """The round settled, in which every loser has the cheapest hand there is; None if it cannot have happened.

    Args:
        task: the task.
        rulebook: other rules, as somebody believes them.
    """
    assert task.round is not None  # such a task is made with one
    book = rulebook or task.rulebook
    known = list_value_cards(set_table(book, task.turned, task.players))
    cheap = {"score": 0} if is_scored(book) else {"points": list_counts(book)[0]}
    players = []
    for given in task.round["players"]:
        player = {name: value for name, value in given.items() if name != "groups"}
        player |= {"value_cards": [str(card) for card in task.cards if card in known]} if "groups" in given else {}
        players.append(player | (cheap if player["ending"] == Ending.LOST else {}))
    try:
        return settle(book, players, turned=task.turned, check_pack=False)
    except TutorError:
        return None


def _net(task: Task, settled: Round | None) -> object:
    if settled is None:
        return None
    row = settled[task.ask.player]
    return row.received - row.given


def _hint(task: Task) -> tuple[Message, Hint]:
    values = {"maal": name_value_cards(task.rulebook), "player": task.ask.player}
    return Message("hint.settle:earned", values), point("hint.settle-cards:earned", list_earning(task))


def _tell(task: Task) -> list[str]:
    """What the value cards on the table earn, and what follows for the player who is asked for."""
    settled, player = task.once(settle_earned), task.ask.player
    assert settled is not None  # a task has an answer
    mine = [entry for entry in settled.entries if player in (entry.payer, entry.payee) and entry.code == "bonus"]
    return [*map(say, tell_earned(task)), *tell_entries(task, mine, settled.entries, player)]


KIND = TaskKind(
    family=FAMILY,
    name="earned",
    asks="number",
    propose=_propose,
    answer=lambda task: _net(task, task.once(settle_earned)),
    believe=lambda task, belief: _net(task, settle_earned(task, belief.rulebook(task.rulebook))),
    rule="settlement",
    hand=HandUse.AS_LAID,
    layout=Layout.CARDS,
    signed=always_signed,
    question=lambda task: ask("learn.ask_settle:earned", task, player=task.ask.player),
    hints=_hint,
    because=lambda task, given, expected: tell_earned(task),
    explains=lambda task, given: _tell(task),
    key=_tell,
)
