"""The question what a player wins or loses by value cards alone, where the end of a round is still to come."""

from __future__ import annotations

import random
from typing import Any

from ...game.messages import TutorError
from ...game.rules import Measure, Rulebook
from ...game.table import set_table
from ...referee.value_cards import list_value_cards
from ...rounds.endings import Ending
from ...rounds.judge import list_counts
from ...rounds.ledger import Round
from ...rounds.settlement import settle
from ..beliefs import Belief
from ..generate import Stock, open_table
from ..lessons import Lesson
from ..tasks import KINDS, Task, TaskKind, add_variant
from .reading import read_number
from .settling import NAMES

EARNED = "earned"  # what such a question names, then the player
_OTHERS = 3  # cards beside the value cards


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    """Three players who have stayed in: some cards of one laid out, what those of the others earn told."""
    least, most = rulebook.table.players
    names = NAMES[: min(max(3, least), most, len(NAMES))]
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
    for one in players:
        one |= {"groups": [[str(card)] for card in cards]} if one is players[1] else {"bonus": rng.choice([0, *earned])}
    return Task(
        lesson=lesson.key,
        kind="settle",
        rulebook=rulebook,
        turned=deal.turned,
        players=len(names),
        groups=tuple((card,) for card in cards),
        asks="number",
        asked=f"{EARNED} {names[rng.random() >= 0.5]}",
        round={"players": players},
    )


def settle_earned(task: Task, rulebook: Rulebook | None = None) -> Round | None:
    """The round settled, in which every loser has the cheapest hand there is; None if it cannot have happened.

    Args:
        task: the task.
        rulebook: other rules, as somebody believes them.
    """
    assert task.round is not None  # such a task is made with one
    book = rulebook or task.rulebook
    known = list_value_cards(set_table(book, task.turned, task.players))
    cheap = {"score": 0} if book.scoring.measure is Measure.MELDED_MINUS_LOOSE else {"points": list_counts(book)[0]}
    players = []
    for told in task.round["players"]:
        one = {name: value for name, value in told.items() if name != "groups"}
        one |= {"value_cards": [str(card) for card in task.cards if card in known]} if "groups" in told else {}
        players.append(one | (cheap if one["ending"] == Ending.LOST else {}))
    try:
        return settle(book, players, turned=task.turned, check_pack=False)
    except TutorError:
        return None


def _net(task: Task, rulebook: Rulebook | None = None) -> object:
    settled = settle_earned(task, rulebook)
    if settled is None:
        return None
    row = settled[str(task.asked).partition(" ")[2]]
    return row.received - row.given


def _believed(task: Task, belief: Belief) -> object:
    return _net(task, belief.rulebook(task.rulebook))


assert "settle" in KINDS  # the kind that is varied
add_variant(
    EARNED,
    {"maal": 1.0},
    TaskKind(key="settle", propose=_propose, answer=_net, read=read_number, believe=_believed),
)
