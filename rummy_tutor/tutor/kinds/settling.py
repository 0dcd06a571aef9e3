"""Tasks about the end of a round: what a player wins or loses, and whether a table of points adds up."""

from __future__ import annotations

import random
from typing import Any

from ...game.messages import TutorError
from ...game.rules import Measure, Rulebook
from ...referee.scoring import score_arrangement
from ...rounds.endings import DROPPED, LOSING, OUT, Ending, price_of
from ...rounds.judge import list_counts
from ...rounds.ledger import Round, is_zero_sum
from ...rounds.settlement import list_endings, settle
from ..about import holds
from ..beliefs import Belief
from ..generate import Stock, make_layout, open_table
from ..lessons import Lesson
from ..tasks import NO, YES, YES_NO, Task, TaskKind, add_kind
from .reading import read_choice, read_number

NAMES = ("Asha", "Bela", "Chand", "Dev")
ADDS_UP = "adds-up"


def propose_round(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    """A round of three or four players, the cards of one loser laid out."""
    least, most = rulebook.table.players
    if most < 2:
        return None  # nobody pays
    names = NAMES[: min(max(2 + level, least), most, len(NAMES))]
    deal = open_table(rulebook, rng, joker=0.0, players=len(names))
    groups = make_layout(Stock(deal, rng), rulebook.deal, level)
    endings = [choice.ending for choice in list_endings(rulebook) if choice.ending in LOSING or choice.ending in OUT]
    if lesson.key != "round" or not holds("halved", rulebook):  # which that lesson tells, where a game has the rule
        endings.remove(Ending.LOST_BEFORE_FIRST_MOVE)
    leaves: list[Ending] = [one for one in endings if one in OUT and one not in (Ending.LEFT_TABLE, Ending.FOUL)]
    about = lesson.key == "drop"  # several leave then, each at another price, and the winner has them all
    early = about and rng.random() < 0.6
    ending = rng.choice(leaves) if early and leaves else rng.choice([one for one in endings if one in LOSING])
    players: list[dict[str, Any]] = [{"name": names[0], "ending": "declared"}]
    players.append({"name": names[1], "ending": ending.value, "groups": [list(map(str, group)) for group in groups]})
    for name in names[2:]:
        gone = {one["ending"] for one in players}
        players.append(_other(name, rulebook, [one for one in leaves if not about or one not in gone], rng, about))
    if rulebook.bonus is not None and lesson.key in ("maal", "round"):
        earned = rulebook.bonus.cards[0].points if rulebook.bonus.cards else ()  # groups alone may earn points
        for one in players:
            one |= {"bonus": rng.choice([0, *earned])} if "groups" not in one else {}
    told: dict[str, Any] = {"players": players}
    if lesson.key == "round" and is_zero_sum(rulebook) and rng.random() < 0.3:
        return _table_of_points(lesson, deal.turned, groups, rulebook, told, rng)
    return Task(
        lesson=lesson.key,
        kind="settle",
        rulebook=rulebook,
        turned=deal.turned,
        players=len(players),
        groups=groups,
        asks="number",
        asked=names[rng.random() >= 0.5] if not early or level > 1 else names[1],
        round=told,
    )


def _table_of_points(
    lesson: Lesson, turned: Any, groups: Any, rulebook: Rulebook, told: dict[str, Any], rng: random.Random
) -> Task | None:
    """The figures of a round, one of them wrong every other time."""
    task = Task(
        lesson=lesson.key,
        kind="settle",
        rulebook=rulebook,
        turned=turned,
        players=len(told["players"]),
        groups=groups,
        asks="yes-no",
        choices=YES_NO,
        asked=ADDS_UP,
        round=told,
    )
    settled = settle_task(task)
    if settled is None:
        return None
    nets = [row.net for row in settled.rows]
    if rng.random() < 0.5:
        nets[rng.randrange(len(nets))] += rng.choice((-10, 10, 20))
    told["nets"] = nets
    return task


def _other(name: str, rulebook: Rulebook, leaves: list[Ending], rng: random.Random, often: bool) -> dict[str, Any]:
    """Another loser, with a stated figure or the price of leaving."""
    if leaves and rng.random() < (0.7 if often else 0.4):
        return {"name": name, "ending": rng.choice(leaves).value}
    if rulebook.scoring.measure is Measure.MELDED_MINUS_LOOSE:
        return {"name": name, "ending": "lost", "score": rng.randrange(-30, 40)}
    counts = list_counts(rulebook)
    usual = [count for count in counts if count <= (rulebook.scoring.cap or 100)]
    return {"name": name, "ending": "lost", "points": rng.choice(usual or counts)}


def settle_task(task: Task, rulebook: Rulebook | None = None, costs: bool = False, owes: bool = False) -> Round | None:
    """The round settled; None if it cannot have happened.

    Args:
        task: the task.
        rulebook: other rules, as somebody believes them.
        costs: whether who leaves pays for his cards, as somebody believes.
        owes: whether who drops pays for value cards besides, as somebody believes.
    """
    assert task.round is not None  # such a task is made with one
    players = [dict(one) for one in task.round["players"]]
    for one in players:
        if owes and one["ending"] in DROPPED:
            (ending,) = (ending for ending in DROPPED if ending == one["ending"])
            one |= {"ending": "lost", "points": price_of(ending, task.rulebook)}
            one.pop("groups", None)
        groups = one.pop("groups", None)
        if groups is None:
            continue
        if one["ending"] in ("lost", "lost-before-first-move") or costs:
            one["hand"] = " | ".join(" ".join(group) for group in groups)
            one["ending"] = one["ending"] if one["ending"].startswith("lost") else "lost"
        elif task.rulebook.bonus is not None:
            one["value_cards"] = []
    try:
        return settle(rulebook or task.rulebook, players, turned=task.turned, check_pack=False)
    except TutorError:
        return None


def _net(task: Task) -> object:
    return _answer(task, settle_task(task))


def _answer(task: Task, settled: Round | None) -> object:
    if settled is None or task.round is None:
        return None
    if task.asked == ADDS_UP:
        return YES if sum(task.round["nets"]) == 0 else NO
    return settled[str(task.asked)].net


def _believed(task: Task, belief: Belief) -> object:
    if belief.key == "drop-costs-hand":
        return _answer(task, settle_task(task, costs=True))
    if belief.key == "value-cards-from-dropped":
        return _answer(task, settle_task(task, owes=True))
    return _answer(task, settle_task(task, belief.rulebook(task.rulebook)))


def _read(task: Task, answer: object) -> object:
    return read_choice(task, answer) if task.asked == ADDS_UP else read_number(task, answer)


def _why(task: Task) -> tuple[str, ...]:
    laid = score_arrangement(task.groups, task.deal)
    return tuple(reason.code for reason in laid.reasons)


add_kind(TaskKind(key="settle", propose=propose_round, answer=_net, read=_read, believe=_believed, reasons=_why))
