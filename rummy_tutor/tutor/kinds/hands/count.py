"""What does this hand count to as it lies?"""

from __future__ import annotations

import random
from itertools import combinations

from ....game.cards import without
from ....game.messages import Message
from ....game.rules import MELDS, Rulebook
from ....playing.moves import Groups
from ....referee.scoring import score_arrangement
from ....wording.explain import explain
from ....wording.levels import describe_level, list_wanted, name_level
from ....wording.speech import say, tell
from ...beliefs import Belief, count_believed, kind_of
from ...generate import make_layout
from ...lessons import BY_KEY, Lesson, as_known, find_met, holds
from ...tasks import (
    Errs,
    Family,
    Given,
    HandUse,
    Hint,
    Laid,
    Layout,
    Note,
    Task,
    TaskKind,
    ask,
    ask_about,
    is_scored,
    point,
)
from ..groups.making import open_stock
from ..parts import list_hand_reasons, tell_figure, tell_hand_reasons
from .counting import tell_count, tell_levels

_TRIES = 40  # hands laid out until one costs what it is to cost
_PAIRED = 0.4  # how often two loose cards of a rank lie together


def has_two_counts(lesson: Lesson, rulebook: Rulebook) -> bool:
    """Whether a lesson counts hands that show what is asked for, and others that all cost the same."""
    return not lesson.is_before("declare") and rulebook.scoring.tiers[-1].flat is not None


FAMILY = Family(
    key="count",
    title=Message("classroom.kind_count"),
    seconds=40,
    slip=0.15,
    errs=Errs(0.55, (0.35, 0.55), (0.32, 0.27)),
    patience=60,
    is_slow=True,
    balanced=has_two_counts,
)


def propose_hand(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    """A hand to count; before the lesson about declaring one that shows all that melds need to be left out.

    Where hands that lack it all cost the same, every other one shows it.
    """
    shown, two = lesson.is_before("declare"), has_two_counts(lesson, rulebook)
    met = shown or (two and rng.random() < 0.5)
    asked = max([1, *(max(way.needs.sequences, way.needs.pure) for way in rulebook.objectives[:1])])
    for _ in range(_TRIES if two else 1):
        stock = open_stock(lesson, rulebook, rng)
        groups = make_layout(stock, rulebook.deal, level, asked if met else 0)
        if not lesson.simple and rng.random() < _PAIRED:
            groups = _lay_pair(groups)
        task = ask_about(KIND, lesson, stock.deal, groups)
        if score_arrangement(groups, stock.deal).declares:
            continue  # who declares pays nothing, whatever the hand would cost
        if shown:
            fits = task.answer == _count_plainly(task)
        else:
            fits = not two or met == (task.answer != rulebook.scoring.tiers[-1].flat)
        if fits:
            return task
    return None


def _lay_pair(groups: Groups) -> Groups:
    """The same groups, two loose cards of a rank together, which some take for a set."""
    loose = [group[0] for group in groups if len(group) == 1 and not group[0].is_printed_joker]
    pair = next((two for two in combinations(loose, 2) if two[0].index % 13 == two[1].index % 13), None)
    if pair is None:
        return groups
    left = without(groups, *((card,) for card in pair))
    at = len(left) - len(loose) + 2
    return (*left[:at], pair, *left[at:])


def _count_plainly(task: Task) -> int:
    """What a hand counts to if every meld is left out of the count, or earns what it is worth."""
    deal, scored, total = task.deal, is_scored(task.rulebook), 0
    for group in task.groups:
        kind = kind_of(group, deal)
        if kind not in MELDS:
            total += sum(deal.points[card.index] for card in group)
        elif scored:
            total -= task.rulebook.scoring.worth(group, kind)
    return -total if scored else total


def _answer(task: Task) -> int:
    """Points lost, or the score where melds are worth points."""
    laid = score_arrangement(task.groups, task.deal)
    return laid.score if laid.points is None else laid.points


def _believe(task: Task, belief: Belief) -> object:
    score, _ = count_believed(belief, task.groups, task.deal)
    return score if is_scored(task.rulebook) else -score


def _note(task: Task) -> Note | None:
    """How a hand is counted where no lesson has said so: what is needed, or what hands cost by their level."""
    lesson, book = BY_KEY[task.lesson], task.rulebook
    if not lesson.is_before("loser"):
        return None
    if not lesson.is_before("declare"):  # a later lesson tells what hands cost
        return Note(fold=tell("learn.levels"), rules=_list_levels(book))
    return Note(tell("learn.note_score" if is_scored(book) else "learn.note_melds"))


def _list_levels(rulebook: Rulebook) -> tuple[str, ...]:
    """What hands cost by the level that they reach, but for dublees and jokers, of which a later lesson tells."""
    tiers = [tier for tier in rulebook.scoring.tiers if not (tier.needs.dublees or tier.needs.jokers)]
    rules = [(name_level(tier, rulebook), " ".join(map(say, describe_level(tier, rulebook)))) for tier in tiers]
    return tuple(tell("learn.level", level=level, rule=rule) for level, rule in rules)


def _hint(task: Task) -> tuple[Message, Hint]:
    """How a game counts a hand, as far as the course has come, and its melds."""
    book, early = task.rulebook, BY_KEY[task.lesson].is_before("declare")
    if not early:
        return tell_levels(book, task.lesson), _point_at_melds(task)
    return Message("why.count:score" if is_scored(book) else "hint.count:plain"), _point_at_melds(task)


def _point_at_melds(task: Task) -> Hint:
    """The cards that lie in melds, with what to ask of them; where a fixed number is paid, the first group."""
    book, deal = task.rulebook, task.deal
    groups = [group for group in task.groups if len(group) > 1]
    if holds("flat", book):
        return point("hint.count-cards:flat", groups[0]) if groups else point("hint.count-cards:none", task.cards)
    melded = [card for group in groups if kind_of(group, deal) in MELDS for card in group]
    if not melded:
        fixed = book.scoring.tiers[-1].flat is not None
        return point("hint.count-cards:none", task.cards) if fixed else point_at_loose(task)
    if BY_KEY[task.lesson].is_before("declare") or not list_wanted(find_met(book), book):
        return point("hint.discard-cards", melded)
    return point("hint.count-cards:score" if is_scored(book) else "hint.count-cards", melded)


def point_at_loose(task: Task) -> Hint:
    """The first loose cards."""
    return point("hint.count-cards:loose", task.cards[:3])


def _explain(task: Task, given: Given) -> list[str]:
    """What is wrong with the groups of a hand as they lie, and how its points come about."""
    laid, book = score_arrangement(task.groups, task.deal).groups, as_known(task.rulebook, task.lesson)
    return [*(explain(reason, book) for group in laid for reason in group.reasons), *tell_figure(task, given)]


KIND = TaskKind(
    family=FAMILY,
    asks="number",
    propose=propose_hand,
    answer=_answer,
    believe=_believe,
    reasons=list_hand_reasons,
    rule="scoring",
    hand=HandUse.AS_LAID,
    layout=Layout.HAND,
    signed=lambda task: is_scored(task.rulebook),
    question=lambda task: ask("learn.ask_count:score" if is_scored(task.rulebook) else "learn.ask_count", task),
    note=_note,
    hints=_hint,
    shows=lambda task, given, expected: Laid(task.groups, tell_count(task)),
    explains=_explain,
    key=tell_hand_reasons,
)
