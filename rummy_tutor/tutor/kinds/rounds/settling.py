"""Rounds to be settled: how one is made, what it comes to, and how that is told."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ....game.messages import Message, TutorError
from ....game.rules import Rulebook
from ....game.table import Deal
from ....playing.moves import Groups
from ....referee.value_cards import list_bonus, sum_bonus
from ....rounds.endings import DROPPED, LOSING, OUT, Ending, price_of
from ....rounds.judge import list_counts
from ....rounds.ledger import Round
from ....rounds.payments import Entry
from ....rounds.settlement import list_endings, settle
from ....wording.phrases import Cited, Sources
from ....wording.speech import tell
from ...beliefs import Belief
from ...generate import Stock, make_layout, open_table
from ...lessons import Lesson, holds, name_value_cards
from ...tasks import Errs, Family, Hint, Task, is_scored, point
from ..hands.counting import tell_count
from ..hands.value_cards import list_earned

NAMES = ("Asha", "Bela", "Chand", "Dev")
FAMILY = Family(
    key="settle",
    title=Message("classroom.kind_settle"),
    seconds=50,
    slip=0.1,
    errs=Errs(0.45, (0.3, 0.38), (0.45, 0.43)),
    patience=60,
    is_slow=True,
)


def always_signed(task: Task) -> bool:
    """Who pays has a minus."""
    return True


# ---- making a round ------------------------------------------------------------------------------------------
class Played:
    """A round of three or four players, the cards of one loser laid out.

    Args:
        lesson: the lesson.
        rulebook: the rules.
        rng: the source of chance.
        level: 1 to 3, how many play.

    Attributes:
        deal: the table.
        groups: the loser's hand.
        players: each player as ``rounds.documents`` has one.
        early: whether the loser left the round before its end.
    """

    def __init__(self, lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> None:
        names = NAMES[: rulebook.table.nearest(2 + level)]
        self.deal: Deal = open_table(rulebook, rng, joker=0.0, players=len(names))
        self.groups: Groups = make_layout(Stock(self.deal, rng), rulebook.deal, level)
        wanted = lesson.rounds
        endings = [
            ending.ending for ending in list_endings(rulebook) if ending.ending in LOSING or ending.ending in OUT
        ]
        if not wanted.halved or not holds("halved", rulebook):
            endings.remove(Ending.LOST_BEFORE_FIRST_MOVE)
        leaves: list[Ending] = [
            ending for ending in endings if ending in OUT and ending not in (Ending.LEFT_TABLE, Ending.FOUL)
        ]
        self.early = wanted.leaving and rng.random() < 0.6
        losing = [ending for ending in endings if ending in LOSING]
        ending = rng.choice(leaves) if self.early and leaves else rng.choice(losing)
        laid = [list(map(str, group)) for group in self.groups]
        self.players: list[dict[str, Any]] = [{"name": names[0], "ending": "declared"}]
        self.players.append({"name": names[1], "ending": ending.value, "groups": laid})
        for name in names[2:]:
            gone = {player["ending"] for player in self.players} if wanted.leaving else ()
            left = [ending for ending in leaves if ending not in gone]
            self.players.append(_make_loser(name, rulebook, left, rng, often=wanted.leaving))
        if rulebook.bonus is not None and wanted.bonus:
            earned = rulebook.bonus.cards[0].points if rulebook.bonus.cards else ()  # groups alone may earn points
            for player in self.players:
                player |= {"bonus": rng.choice([0, *earned])} if "groups" not in player else {}


def _make_loser(
    name: str, rulebook: Rulebook, leaves: list[Ending], rng: random.Random, *, often: bool
) -> dict[str, Any]:
    """Another loser, with a stated figure or the price of leaving."""
    if leaves and rng.random() < (0.7 if often else 0.4):
        return {"name": name, "ending": rng.choice(leaves).value}
    if is_scored(rulebook):
        return {"name": name, "ending": "lost", "score": rng.randrange(-30, 40)}
    counts = list_counts(rulebook)
    usual = [count for count in counts if count <= (rulebook.scoring.cap or 100)]
    return {"name": name, "ending": "lost", "points": rng.choice(usual or counts)}


def pick_player(played: Played, rng: random.Random, level: int) -> str:
    """The player whose figure is asked for: the winner or the loser whose cards are laid out."""
    if played.early and level == 1:
        return str(played.players[1]["name"])
    return str(played.players[rng.random() >= 0.5]["name"])


# ---- what it comes to ----------------------------------------------------------------------------------------
def settle_task(task: Task, rulebook: Rulebook | None = None, costs: bool = False, owes: bool = False) -> Round | None:
    """The round settled; None if it cannot have happened.

    Args:
        task: the task.
        rulebook: other rules, as somebody believes them.
        costs: whether who leaves pays for their cards, as somebody believes.
        owes: whether who drops pays for value cards besides, as somebody believes.
    """
    assert task.round is not None  # such a task is made with one
    players = [dict(player) for player in task.round["players"]]
    for player in players:
        groups = player.pop("groups", None)
        ending = Ending(player["ending"])  # type: ignore[call-arg]  # looked up by its code
        if owes and ending in DROPPED:
            player |= {"ending": "lost", "points": price_of(ending, task.rulebook)}
        elif groups is not None and (ending in LOSING or costs):
            player["hand"] = " | ".join(" ".join(group) for group in groups)
            player["ending"] = ending.value if ending in LOSING else "lost"
        elif groups is not None and task.rulebook.bonus is not None:
            player["value_cards"] = []
    try:
        return settle(rulebook or task.rulebook, players, turned=task.turned, check_pack=False)
    except TutorError:
        return None


def settle_believed(task: Task, belief: Belief) -> Round | None:
    """The round as somebody with a belief settles it."""
    if belief.key == "drop-costs-hand":
        return settle_task(task, costs=True)
    if belief.key == "value-cards-from-dropped":
        return settle_task(task, owes=True)
    return settle_task(task, belief.rulebook(task.rulebook))


# ---- how it is told ------------------------------------------------------------------------------------------
def tell_hand(task: Task) -> tuple[Message, ...]:
    """How the points of a hand on the table came about that a loser pays, and what its value cards earn.

    Nothing is told of the points where another price is paid, and nothing of value cards where there are none.
    """
    payers = list_payers(task)
    if payers and holds("penalty, shown", task.rulebook):
        return (Message("because.settle", {"player": payers[0], "told": tell_count(task)}), *tell_earned(task))
    return tell_earned(task)


def list_payers(task: Task) -> list[str]:
    """The losers whose hands lie on the table."""
    players = [] if task.round is None else task.round["players"]
    return [player["name"] for player in players if "groups" in player and player["ending"] in LOSING]


def tell_earned(task: Task) -> tuple[Message, ...]:
    """What the value cards of a loser's hand on the table earn; nothing where there are none."""
    payers, players = list_payers(task), [] if task.round is None else task.round["players"]
    items = list_bonus(task.cards, task.deal) if payers and any("bonus" in player for player in players) else ()
    if not items:
        return ()
    values = {"player": payers[0], "earns": list_earned(task), "n": sum_bonus(items)}
    return (Message("because.earned", {**values, "maal": name_value_cards(task.rulebook)}),)


def tell_payments(task: Task, settled: Round | None, player: str | None) -> list[str]:
    """The payments of a round, and their sum: those of one player, or all."""
    if settled is None:
        return []
    mine = [entry for entry in settled.entries if player is None or player in (entry.payer, entry.payee)]
    return tell_entries(task, mine, settled.entries, player)


def tell_entries(task: Task, mine: list[Entry], every: Iterable[Entry], player: str | None) -> list[str]:
    """Some payments of a round, and what they come to for a player; all, if there are none of theirs."""
    payments: list[str] = [Cited(_tell_entry(entry, task), Sources(tuple(entry.cited))) for entry in mine or every]
    if not mine:
        return [*payments, tell("learn.no_payment", player=player)]
    signed = [entry.amount if entry.payee == player else -entry.amount for entry in mine]
    if player is None or len(mine) < 2 or None in [name for entry in mine for name in (entry.payer, entry.payee)]:
        return payments
    figures = add_signed(signed)
    figures = f"−{figures[2:]}" if figures.startswith("− ") else figures
    return [*payments, tell("learn.payments_sum", player=player, figures=figures, n=sum(signed))]


def add_signed(figures: Iterable[int]) -> str:
    """Figures with their signs between them: ``4 − 3 + 2``."""
    return " ".join(f"{'−' if figure < 0 else '+'} {abs(figure)}" for figure in figures).removeprefix("+ ")


def _tell_entry(entry: Entry, task: Task) -> str:
    """A payment in words; what cards earned it is told apart from it, by the cards themselves."""
    if entry.code != "bonus":
        return entry.sentence
    items = [{"name": "maal", "count": 1, "points": entry.amount}] if holds("hidden", task.rulebook) else []
    return replace(entry, data={**entry.data, "items": items}).sentence


def hint_at_round(task: Task) -> tuple[Message, Hint]:
    """What each player owes: the price of a hand only where its cards are counted."""
    assert task.round is not None  # such a task is made with one
    players = task.round["players"]
    if holds("games counted", task.rulebook):
        general = Message("hint.settle:games", {"n": task.rulebook.settlement.game_point})
        return general, point("hint.settle-cards:games", task.cards)
    values = {"maal": name_value_cards(task.rulebook)}
    general = Message("hint.settle:bonus" if any("bonus" in player for player in players) else "hint.settle", values)
    endings = [player["ending"] for player in players if "groups" in player]
    counted = {*endings} <= {Ending.LOST, Ending.LOST_BEFORE_FIRST_MOVE}
    return general, point("hint.settle-cards" if counted else "hint.settle-cards:left", task.cards)
