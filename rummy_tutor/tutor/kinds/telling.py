"""What is said of groups and hands once an answer has been given, with the rules that say so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...game.records import Group
from ...game.rules import Kind, Rulebook
from ...game.table import Deal
from ...referee.melds import explain_invalid
from ...referee.scoring import score_arrangement
from ...wording.describe import describe
from ...wording.explain import explain, explain_points, explain_remark
from ...wording.phrases import Cited, as_shown, cite, find_cited
from ...wording.speech import say, tell
from ..beliefs import kind_of
from ..lessons import BY_KEY
from ..tasks import Given, Task
from ..taught import as_known
from ..turns.hands import name_missing_of
from .parts import name_card

_DEALT = ("redeal", "redeal-identical")  # notes on a hand just dealt, which that of a task is not

# the field of a rulebook whose rule says what a kind of group is
RULES = {
    Kind.PURE_SEQUENCE: "melds.run_max",
    Kind.IMPURE_SEQUENCE: "melds.run_max",
    Kind.SET: "melds.set_max",
    Kind.TUNNELA: "melds.tunnela_from",
    Kind.DUBLEE: "melds.dublees",
    Kind.JOKERS: "melds.jokers",
}


# ---- groups and their rules ---------------------------------------------------------------------------------
def tell_groups(groups: Iterable[Group], task: Task) -> list[str]:
    """What groups are, or why they are no melds; what holds for several is told once."""
    return list(dict.fromkeys(line for group in groups for line in tell_group(group, task)))


def tell_group(group: Group, task: Task) -> list[str]:
    """What a group is and the rule that says so, or why it is no meld."""
    if group.kind not in RULES:
        return [explain(reason, as_known(task.rulebook, task.lesson)) for reason in group.reasons]
    return [name_group(group, task.deal), *tell_rule(task, RULES[group.kind], group)]


def tell_no_meld(group: Group, rulebook: Rulebook) -> str:
    """Why a group is no meld, or what else it is."""
    if group.kind not in RULES:
        return explain(group.reasons[0], rulebook)
    return tell("learn.why_kind:no-meld", cards=[name_card(card) for card in as_shown(group)], kind=group.kind)


def name_group(group: Group, deal: Deal) -> str:
    """What a meld is, and what has to be noted about it."""
    remark = explain_remark(group, deal, ends=True)
    cards = [name_card(card) for card in as_shown(group)]
    return tell("learn.why_kind:told" if remark else "learn.why_kind", cards=cards, kind=group.kind, told=remark)


def tell_field(rulebook: Rulebook, path: str) -> str:
    """The rule that a field of a rulebook stands for, with its source; empty where no line tells it."""
    line = next((line for line in describe(rulebook) if path in line.paths), None)
    return "" if line is None else Cited(line.text, line.source)


def tell_rule(task: Task, path: str, group: Group | None = None) -> list[str]:
    """The rule that a field of the rulebook stands for, with its source; in plain words until jokers are known.

    For a sequence the sources are those of what is in it: an ace, a joker, a wild card that stands for itself.
    """
    rule = tell_field(task.rulebook, path)
    if path == "melds.run_max" and group is not None:
        fields = ["melds", *["melds.aces"] * any(card.index % 13 == 0 for card in group.cards if card.rank)]
        fields += ["melds.naturals"] * any(task.deal.is_wild[card.index] for card in group.cards)
        found, said = cite(task.rulebook, *fields), _tell_sequence(task, group)
        left_out = {"R29", "R3"} if said else {"R29"}  # rulings on K-A-2 alone, and on jokers alone
        sources = replace(found, codes=tuple(code for code in found.codes if code not in left_out))
        rule = Cited(said or find_cited(rule)[0], sources)
    return [rule] if rule else []


def _tell_sequence(task: Task, group: Group) -> str:
    """Why a sequence is pure or not, in one sentence; empty where sequences have few cards, which the rule tells."""
    if BY_KEY[task.lesson].plain:
        return tell("learn.pure_plain")
    if task.rulebook.melds.run_max < task.rulebook.deal:
        return ""
    return tell("learn.is_pure" if group.kind is Kind.PURE_SEQUENCE else "learn.is_impure")


def list_wrong(task: Task) -> list[tuple[str, str]]:
    """The codes of what is wrong with groups of a task, and the same in words, each once."""
    wrong = [group for group in task.groups if len(group) > 1 and kind_of(group, task.deal) is Kind.INVALID]
    reasons = dict.fromkeys(reason for group in wrong for reason in explain_invalid(group, task.deal))
    return [(reason.code, explain(reason, task.rulebook)) for reason in reasons]


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
