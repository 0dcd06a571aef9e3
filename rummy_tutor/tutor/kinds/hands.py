"""Tasks about hands laid out: count one, say whether it declares, build the best grouping, repair a refused one."""

from __future__ import annotations

import random
from itertools import combinations

from ...game.cards import PRINTED_JOKER, Card
from ...game.rules import MELDS, Measure, Rulebook
from ...game.table import Deal
from ...referee.scoring import score_arrangement
from ...solver.best import find_best
from ..about import holds
from ..beliefs import Belief, count_believed, kind_of
from ..beliefs.habits import tidy
from ..generate import fill_layout, lay_special, make_layout
from ..lessons import Lesson
from ..tasks import NO, RIGHT, YES, YES_NO, Task, TaskKind, add_kind, add_variant, ask_about
from ..taught import find_hand
from .groups import open_stock
from .reading import as_groups, read_choice, read_groups, read_number

_TRIES = 40  # hands laid out until one costs what it is to cost
_PAIRED = 0.4  # how often two loose cards of a rank lie together in a hand to count
_SPECIAL = ("twenty-one", "twenty-seven")  # lessons about dublees, tunnelas and jokers that declare


def _is_scored(deal: Deal) -> bool:
    return deal.rulebook.scoring.measure is Measure.MELDED_MINUS_LOOSE


# ---- count -----------------------------------------------------------------------------------------------
def _count(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    """A hand to count; before the lesson about declaring one that shows all that melds need to be left out.

    Where hands that lack it all cost the same, every other one shows it.
    """
    shown, two = lesson.before_needs and not holds("flat", rulebook), _has_two_counts(lesson, rulebook)
    met = shown or (two and rng.random() < 0.5)
    asked = max([1, *(max(way.needs.sequences, way.needs.pure) for way in rulebook.objectives[:1])])
    for _ in range(_TRIES if two else 1):
        stock = open_stock(lesson, rulebook, rng)
        groups = make_layout(stock, rulebook.deal, level, asked if met else 0)
        if not lesson.simple and rng.random() < _PAIRED:
            groups = _lay_pair(groups)
        task = ask_about(lesson, "count", stock.deal, groups, "number")
        if shown:
            fits = _points(task) == _count_plainly(task)
        else:
            fits = not two or met == (_points(task) != rulebook.scoring.tiers[-1].flat)
        if fits:
            return task
    return None


def _has_two_counts(lesson: Lesson, rulebook: Rulebook) -> bool:
    """Whether a lesson counts hands that show what is asked for, and others that all cost the same."""
    told = not lesson.before_needs or holds("flat", rulebook)
    return told and rulebook.scoring.tiers[-1].flat is not None


def _lay_pair(groups: tuple[tuple[Card, ...], ...]) -> tuple[tuple[Card, ...], ...]:
    """The same groups, two loose cards of a rank together, which some take for a set."""
    loose = [group[0] for group in groups if len(group) == 1 and not group[0].is_printed_joker]
    pair = next((two for two in combinations(loose, 2) if two[0].index % 13 == two[1].index % 13), None)
    if pair is None:
        return groups
    left = list(groups)
    for card in pair:
        left.remove((card,))
    at = len(left) - len(loose) + 2
    return (*left[:at], pair, *left[at:])


def _count_plainly(task: Task) -> int:
    """What a hand counts to if every meld is left out of the count, or earns what it is worth."""
    deal, total = task.deal, 0
    for group in task.groups:
        kind = kind_of(group, deal)
        if kind not in MELDS:
            total += sum(deal.points[card.index] for card in group)
        elif _is_scored(deal):
            total -= task.rulebook.scoring.worth(group, kind)
    return -total if _is_scored(deal) else total


def _points(task: Task) -> int:
    """What the hand counts to as laid: points lost, or the score where melds are worth points."""
    laid = score_arrangement(task.groups, task.deal)
    return laid.score if laid.points is None else laid.points


def _believed_points(task: Task, belief: Belief) -> object:
    score, _ = count_believed(belief, task.groups, task.deal)
    return score if _is_scored(task.deal) else -score


def _why_count(task: Task) -> tuple[str, ...]:
    return tuple(reason.code for reason in score_arrangement(task.groups, task.deal).reasons)


add_kind(
    TaskKind(
        key="count",
        balanced=_has_two_counts,
        propose=_count,
        answer=_points,
        read=read_number,
        believe=_believed_points,
        reasons=_why_count,
    )
)


# ---- what loose cards cost -------------------------------------------------------------------------------
def _loose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    """Some loose cards, now and then a printed joker among them.

    A whole hand where it is harder, and where the referee counts loose cards otherwise than by adding them up.
    """
    if holds("flat", rulebook) or holds("scored", rulebook):
        return _count(lesson, rulebook, rng, level)
    stock = open_stock(lesson, rulebook, rng)
    cards = sorted(stock.draw(rng.choice((3, 4, 5))))
    if rulebook.wilds.printed and stock.deal.pack.printed_jokers and rng.random() < 0.5:
        cards.append(PRINTED_JOKER)
    if any(kind_of(three, stock.deal) in MELDS for three in combinations(cards, 3)):
        return None  # nobody is left with cards that are a meld
    return ask_about(lesson, "count", stock.deal, tuple((card,) for card in cards), "number", asked="loose")


def _add_up(task: Task, deal: Deal) -> int:
    return sum(deal.points[card.index] for card in task.cards)


add_variant(
    "loose",
    {"points": 1.0},
    TaskKind(
        key="count",
        propose=_loose,
        answer=lambda task: _add_up(task, task.deal),
        read=read_number,
        believe=lambda task, belief: _add_up(task, belief.deal(task.deal)),
    ),
)


# ---- declare? --------------------------------------------------------------------------------------------
def _declare(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    stock = open_stock(lesson, rulebook, rng)
    special = lesson.key in _SPECIAL and rng.random() < 0.5
    deal = stock.deal
    groups = lay_special(stock, rulebook.deal) if special else fill_layout(stock, rulebook.deal, level)
    if groups is None:
        return None
    if (
        not special and rng.random() < 0.5
    ):  # so that the answers come about equally often, the same cards as they declare
        best = find_best(tuple(card for group in groups for card in group), deal)
        groups = best.as_laid() if best.declares else groups
    return ask_about(lesson, "declare?", deal, groups, "yes-no", YES_NO)


def _declares(task: Task) -> str:
    return YES if score_arrangement(task.groups, task.deal).declares else NO


def _believed_declares(task: Task, belief: Belief) -> object:
    return YES if count_believed(belief, task.groups, task.deal)[1] else NO


add_kind(
    TaskKind(
        key="declare?",
        balanced=lambda lesson, rulebook: True,
        propose=_declare,
        answer=_declares,
        read=read_choice,
        believe=_believed_declares,
        reasons=_why_count,
    )
)


# ---- build -----------------------------------------------------------------------------------------------
def _build(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    stock = open_stock(lesson, rulebook, rng)
    deal, groups = stock.deal, make_layout(stock, rulebook.deal, level)
    cards = sorted(card for group in groups for card in group)
    task = ask_about(lesson, "build", deal, (tuple(cards),), "groups")
    best = find_hand(task.cards, deal)
    if any(len(group.cards) > 1 and group.kind not in lesson.known for group in best.groups):
        return None
    worst = score_arrangement(tuple((card,) for card in cards), deal)
    return task if best.declares or best.score > worst.score else None


def _best_groups(task: Task) -> list[list[str]]:
    best = find_hand(task.cards, task.deal)
    return [[str(card) for card in group] for group in best.as_laid()]


def _is_best_at(deal: Deal, task: Task, answer: object) -> bool:
    laid, best = score_arrangement(as_groups(answer), deal), find_hand(task.cards, deal)
    return laid.declares if best.declares else laid.score >= best.score


def _is_best(task: Task, answer: object) -> bool:
    return _is_best_at(task.deal, task, answer)


def _is_believed_best(task: Task, belief: Belief, answer: object) -> bool:
    """Whether groups are the best to somebody with a belief about rules; of other readings of groups none is told."""
    return belief.reads is None and _is_best_at(belief.deal(task.deal), task, answer)


def _believed_groups(task: Task, belief: Belief) -> object:
    """The best groups by the rules that somebody believes; the right ones where they are as good to him."""
    if belief.reads is not None or _is_believed_best(task, belief, _best_groups(task)):
        return RIGHT
    return tidy(find_hand(task.cards, belief.deal(task.deal)).as_laid())


def _lost(task: Task, answer: object) -> int | None:
    return find_hand(task.cards, task.deal).score - score_arrangement(as_groups(answer), task.deal).score


add_kind(
    TaskKind(
        key="build",
        propose=_build,
        answer=_best_groups,
        read=read_groups,
        believe=_believed_groups,
        is_right=_is_best,
        fits=_is_believed_best,
        lost=_lost,
    )
)


# ---- repair ----------------------------------------------------------------------------------------------
def _repair(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    """A layout that is refused though the same cards can declare: one card of a good one lies in a wrong place."""
    stock = open_stock(lesson, rulebook, rng)
    deal, groups = stock.deal, fill_layout(stock, rulebook.deal, level)
    found = find_best(tuple(card for group in groups or () for card in group), deal)
    best = [list(group) for group in found.as_laid()]
    if not found.declares or len(best) < 2:
        return None
    for _ in range(level):
        a, b = rng.sample(range(len(best)), 2)
        if len(best[a]) > 3:
            best[b].append(best[a].pop(rng.randrange(len(best[a]))))
        else:
            at, to = rng.randrange(len(best[a])), rng.randrange(len(best[b]))
            best[a][at], best[b][to] = best[b][to], best[a][at]
    laid = tuple(map(tuple, best))
    return None if score_arrangement(laid, deal).declares else ask_about(lesson, "repair", deal, laid, "groups")


def _repaired(task: Task, answer: object) -> bool:
    return score_arrangement(as_groups(answer), task.deal).declares


add_kind(
    TaskKind(
        key="repair",
        propose=_repair,
        answer=_best_groups,
        read=read_groups,
        is_right=_repaired,
        reasons=_why_count,
    )
)
