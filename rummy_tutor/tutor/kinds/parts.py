"""What kinds of tasks about whole hands share: hints, and what is told of a hand."""

from __future__ import annotations

from collections import Counter

from ...game.cards import Card
from ...game.messages import Items
from ...game.rules import Rulebook
from ...playing.moves import Groups
from ...referee.scoring import score_arrangement
from ...wording.explain import explain, explain_points
from ...wording.phrases import Cited, cite, list_way
from ...wording.rule_texts import list_rules
from ...wording.speech import say
from ..lessons import list_known
from ..tasks import Given, Hint, Task, point
from ..turns.hands import name_missing_of

_SEVERAL = 6  # groups of an answer of which a hint shows a third
_LARGE = 20  # cards of a hand of which a part is laid out at first


# ---- what hints are made of ----------------------------------------------------------------------------------


def tell_rule_of(rulebook: Rulebook, path: str) -> str:
    """What a game says of a field; empty where it says nothing."""
    rule = next((rule for rule in list_rules(rulebook) if path in rule.paths), None)
    return "" if rule is None else " ".join(map(say, rule.sentences))


def list_ways(task: Task) -> Items:
    """The groups that a game asks for before somebody declares, in the ways that the course has come to."""
    ways = list_known(task.rulebook.objectives, task.lesson)
    return Items(tuple(Items(list_way(way, task.rulebook)) for way in ways), "or")


def _list_answered(task: Task) -> list[tuple[Card, ...]]:
    """The groups that the right answer makes."""
    return [tuple(map(Card.parse, group)) for group in task.answer if len(group) > 1]


def point_at_together(task: Task) -> Hint:
    """Cards that the right answer lays together and that do not lie so yet."""
    laid = [Counter(group) for group in task.groups]
    groups = _list_answered(task)
    new = [group for group in groups if Counter(group) not in laid]
    if len(new) >= _SEVERAL:  # the last ones: the first may lie there already
        shown = new[-(len(new) // 3) :]
        return point("hint.build-groups", sum(shown, ()), groups=Items(tuple(shown)))
    return point("hint.build-cards", next(iter([*new, *groups]), task.cards[:3]))


def lay_part(task: Task) -> Groups:
    """The groups that lie there at first where a whole large hand is laid out with help: the first half; else none."""
    helped = task.stage in ("worked", "hinted") and task.question.builds
    if not helped or len(task.cards) < _LARGE:
        return ()
    groups = _list_answered(task)
    return tuple(groups[: len(groups) // 2])


_DEALT = ("redeal", "redeal-identical")  # notes on a hand just dealt, which that of a task is not


# ---- whole hands ---------------------------------------------------------------------------------------------
def list_hand_reasons(task: Task) -> tuple[str, ...]:
    """The codes of what a referee says of a hand as it lies."""
    return tuple(reason.code for reason in score_arrangement(task.groups, task.deal).reasons)


def tell_hand_reasons(task: Task) -> list[str]:
    """What a referee says of a hand as it lies."""
    reasons = score_arrangement(task.groups, task.deal).reasons
    return [explain(reason, task.rulebook) for reason in dict.fromkeys(reasons)]


def tell_figure(task: Task, given: Given) -> list[str]:
    """How the figure of the hand on the table comes about; nothing where the game has no figure for it."""
    if given.result is None:
        return []
    dealt = [explain(note, task.rulebook) for note in given.result.notes if note.code in _DEALT]
    return [line for line in explain_points(given.result) if line not in dealt]


def tell_declaring(task: Task, given: Given) -> list[str]:
    """Why the hand on the table may declare, or the first thing that it lacks."""
    laid = score_arrangement(given.table, task.deal)
    if laid.declares:
        return [explain(reason, task.rulebook) for reason in laid.reasons if reason.code == "declares"]
    lacks = " ".join(map(say, name_missing_of(given.table, task.deal)))
    return [Cited(lacks, cite(task.rulebook, "objectives"))] if lacks else []
