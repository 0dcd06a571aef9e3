"""What several kinds of tasks share: questions, answers read, hints, and what is told of groups and hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from ...game.cards import Card, CardError
from ...game.messages import Items, Message, show
from ...game.records import Group
from ...game.rules import Kind, Measure, Rulebook
from ...game.table import Deal
from ...playing.turn import Groups
from ...referee.melds import explain_invalid
from ...referee.scoring import score_arrangement
from ...wording.describe import describe
from ...wording.explain import explain, explain_points, explain_remark
from ...wording.phrases import Cited, as_shown, cite, find_cited, list_way
from ...wording.rule_texts import list_rules
from ...wording.speech import say, tell
from ..about import name_value_cards
from ..beliefs import kind_of
from ..beliefs.habits import tidy
from ..lessons import BY_KEY, Lesson
from ..tasks import Given, Hint, Task, TaskError
from ..taught import as_known, list_known
from ..turns.hands import name_missing_of
from ..worked.hands import sort_hand


def always(lesson: Lesson, rulebook: Rulebook) -> bool:
    """Some tasks are made for their answers in every lesson and game."""
    return True


def tell_because(task: Task) -> list[str]:
    """Why the right answer is right, in words."""
    because = task.question.because
    return [] if because is None else [say(told) for told in because(task, task.answer, task.answer)]


def is_scored(rulebook: Rulebook) -> bool:
    """Whether melds earn points."""
    return rulebook.scoring.measure is Measure.MELDED_MINUS_LOOSE


def ask(key: str, task: Task, **more: Any) -> Message:
    """A question, with what it may name."""
    turned = {} if task.turned is None else {"turned": task.turned}
    values = {"name": task.rulebook, "players": task.players, "maal": name_value_cards(task.rulebook), **turned}
    return Message(key, {**values, **more})


def name_card(card: Card) -> Card | Message:
    """A card as it stands in a sentence, without an article."""
    return Message("why.printed-joker") if card.is_printed_joker else card


def list_cards(cards: Any) -> Items:
    """Cards in a sentence, in the order in which they are held."""
    return Items(tuple(map(name_card, sort_hand(cards))))


# ---- answers from outside, read as the engine gives them -----------------------------------------------------
def read_answer(task: Task, answer: object) -> Any:
    """An answer from outside as ``Task.answer`` has it.

    Raises:
        TaskError: ``bad-answer``: it is no answer to this task.
    """
    return _READERS.get(task.asks, _read_choice)(task, answer)


def _read_choice(task: Task, answer: object) -> object:
    """One of the choices."""
    text = str(answer) if isinstance(answer, str | int) and not isinstance(answer, bool) else None
    text = _read_card(text) if task.asks == "card" else text
    if text not in task.choices:
        raise TaskError("bad-answer:choice", found=show(answer), known=Items(task.choices, "or"))
    return text


def _read_number(task: Task, answer: object) -> object:
    """A whole number."""
    if not isinstance(answer, int) or isinstance(answer, bool) or abs(answer) > 10_000:
        raise TaskError("bad-answer:number", found=show(answer))
    return answer


def _read_list(answer: object) -> list[Any]:
    if not isinstance(answer, list | tuple):
        raise TaskError("bad-answer:list", found=show(answer))
    return list(answer)


def _read_cards(task: Task, answer: object) -> object:
    """Some of the cards shown, each type once, in the order of the pack."""
    cards, shown = _read_list(answer), {str(card) for card in task.cards}
    unknown = [card for card in cards if _read_card(card) not in shown]
    if unknown:
        raise TaskError("bad-answer:card", found=show(unknown[0]), known=Items(tuple(sorted(shown)), "or"))
    return sort_cards(cards)


def _read_choices(task: Task, answer: object) -> object:
    """Some of the choices, in their order."""
    chosen = {_read_choice(task, one) for one in _read_list(answer)}
    return [choice for choice in task.choices if choice in chosen]


def _read_card(text: object) -> str | None:
    """A card however it is written, such as ``7♠`` or ``jk``, as the choices name it; None for what is none."""
    try:
        return str(Card.parse(text)) if isinstance(text, str) else None
    except CardError:
        return None


def sort_cards(cards: Iterable[object]) -> list[str]:
    """Cards as text, each once, in the order of the pack."""
    return [str(card) for card in sorted({Card.parse(str(card)) for card in cards})]


def _read_groups(task: Task, answer: Any) -> object:
    """All cards of the task in groups, a loose card as a group of one."""
    whole = isinstance(answer, list | tuple) and all(isinstance(group, list | tuple) for group in answer)
    try:
        groups = [[Card.parse(str(card)) for card in group] for group in answer] if whole else None
    except ValueError:
        groups = None
    if groups is None:
        raise TaskError("bad-answer:groups", found=show(answer))
    if sorted(card for group in groups for card in group) != sorted(task.cards):
        raise TaskError("bad-answer:other-cards")
    return tidy([group for group in groups if group])


# by what is asked for; for everything else one of the choices is
_READERS: Mapping[str, Callable[[Task, Any], object]] = {
    "number": _read_number,
    "cards": _read_cards,
    "groups": _read_groups,
    "rulebooks": _read_choices,
    "moves": _read_choices,
}


def as_groups(answer: object) -> tuple[tuple[Card, ...], ...]:
    """Groups of cards from plain values."""
    assert isinstance(answer, list)
    return tuple(tuple(Card.parse(card) for card in group) for group in answer)


def lay_loose(task: Task) -> list[list[str]]:
    """The answer of somebody who groups nothing."""
    return [[str(card)] for card in task.cards]


def write_groups(groups: Iterable[Iterable[Card]]) -> list[list[str]]:
    """Groups of cards as plain values."""
    return [[str(card) for card in group] for group in groups]


_SEVERAL = 6  # groups of an answer of which a hint shows a third
_LARGE = 20  # cards of a hand of which a part is laid out at first


# ---- what hints are made of ----------------------------------------------------------------------------------
def point(key: str, cards: Iterable[Card], **values: object) -> Hint:
    """A hint that points at cards."""
    shown = tuple(cards)
    return Hint(Message(key, {"cards": shown, "n": len(shown), **values}), shown)


def tell_rule_of(rulebook: Rulebook, path: str) -> str:
    """What a game says of a field; empty where it says nothing."""
    rule = next((rule for rule in list_rules(rulebook) if path in rule.paths), None)
    return "" if rule is None else " ".join(map(say, rule.sentences))


def list_ways(task: Task) -> Items:
    """The groups that a game asks for before somebody declares, in the ways that the course has come to."""
    ways = list_known(task.rulebook.objectives, task.lesson)
    return Items(tuple(Items(list_way(way, task.rulebook)) for way in ways), "or")


def part_wild(cards: Iterable[Card], task: Task) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards that are not wild, and those that are."""
    shown, wild = tuple(cards), task.deal.is_wild
    return tuple(card for card in shown if not wild[card.index]), tuple(card for card in shown if wild[card.index])


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
