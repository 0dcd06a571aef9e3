"""How hard a puzzle is, measured by the engine and by a solver that groups as a beginner does and asks for hints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import combinations

from ...game.cards import Card
from ...game.rules import MELDS, SEQUENCES, Kind
from ...game.table import Deal
from ...referee.scoring import score_arrangement
from .greedy import Groups, group_greedily, list_melds, throw_greedily
from .judging import (
    YES,
    count_surplus,
    list_discards,
    list_optima,
    rank_discard,
    solve_choice,
    solve_layout,
    table_of,
)
from .puzzle import ON_TABLE, Goal, Puzzle

LEVELS = 5
_BOUNDS = (5, 8, 11, 14)  # the totals from which a puzzle is of the next level


@dataclass(frozen=True, kw_only=True)
class Difficulty:
    """What makes a puzzle hard.

    Attributes:
        overlap: melds that share cards with the solution and are not part of it.
        gap: points between the greedy grouping, or the layout given, and the best.
        optima: groupings that are as good as the best, three at most.
        changes: groups of the solution that the greedy grouping, or the layout given, has not.
        jokers: wild cards in the hand.
        rules: different rules that the solution rests on.
        close: how little the best answer is better than the second: 0 to 3.
        steps: groups of the solution that a beginner must be told before they find the rest.
        trap: whether the habit of a beginner gives a wrong answer.
    """

    overlap: int = 0
    gap: int = 0
    optima: int = 1
    changes: int = 0
    jokers: int = 0
    rules: int = 0
    close: int = 0
    steps: int = 0
    trap: bool = False

    @property
    def total(self) -> int:
        """One number: the larger, the harder."""
        whole = 4 * self.steps + min(self.overlap, 12) + 2 * self.changes + self.jokers + 2 * self.rules
        whole += min(self.gap, 40) // 10 + 3 * self.close + 4 * self.trap - 2 * (self.optima - 1)
        return max(1, round(whole / 2))

    @property
    def level(self) -> int:
        """1 for easy to 5 for very hard."""
        return level_of(self.total)

    def to_dict(self) -> dict[str, int]:
        """As plain JSON values."""
        return {part.name: int(getattr(self, part.name)) for part in fields(self)} | {"total": self.total}


def level_of(total: int) -> int:
    """The level of a measured total: 1 for easy to 5 for very hard."""
    return 1 + sum(total >= bound for bound in _BOUNDS)


def measure(puzzle: Puzzle) -> Difficulty:
    """Measure a puzzle; the same puzzle measures the same everywhere."""
    if puzzle.goal in ON_TABLE:
        return _measure_layout(puzzle)
    return _MEASURES[puzzle.goal](puzzle)


# ---- hands to lay out --------------------------------------------------------------------------------------
def _measure_layout(puzzle: Puzzle) -> Difficulty:
    deal, solution = puzzle.deal, solve_layout(puzzle)
    melds = _melds_of(solution, deal)
    start = puzzle.groups if puzzle.is_laid else tuple(group_greedily(puzzle.cards, deal))
    first, best = score_arrangement(start, deal), score_arrangement(solution, deal)
    known = {tuple(sorted(group)) for group in start}
    single = puzzle.goal is Goal.ONE_MOVE
    return Difficulty(
        overlap=_count_overlap(puzzle.cards, melds, deal) // (3 if single else 1),
        gap=max(0, best.score - first.score),
        optima=max(1, len(list_optima(puzzle).groupings)) if puzzle.goal is Goal.GROUP else 1,
        changes=sum(tuple(sorted(group)) not in known for group in melds),
        jokers=_count_jokers(puzzle.cards, deal),
        rules=len(_rules_of(solution, deal)),
        steps=0 if single else len(find_hints(puzzle, solution)),
    )


def _melds_of(groups: Groups, deal: Deal) -> list[tuple[Card, ...]]:
    """The groups of a layout that count."""
    return [group.cards for group in score_arrangement(groups, deal).groups if len(group.cards) > 1]


def _count_overlap(cards: Sequence[Card], melds: Sequence[Sequence[Card]], deal: Deal) -> int:
    """Melds of these cards that take cards from several groups of the solution, or from one and the loose ones."""
    inside = [Counter(meld) for meld in melds]
    return sum(not any(Counter(meld[0]) <= own for own in inside) for meld in list_melds(Counter(cards), deal))


def _count_jokers(cards: Sequence[Card], deal: Deal) -> int:
    return sum(deal.is_wild[card.index] for card in cards)


def _rules_of(groups: Groups, deal: Deal) -> set[str]:
    """The rules that a layout rests on: kinds of melds beyond the first, an ace on top, a wild card as itself, …"""
    laid = score_arrangement(groups, deal)
    rules = {str(group.kind) for group in laid.groups if group.kind in MELDS or group.kind is Kind.DUBLEE}
    for group in laid.groups:
        standing = Counter(wild.card for wild in group.wilds)
        alone = Counter(group.cards) - standing
        if group.kind is Kind.PURE_SEQUENCE and any(deal.is_wild[card.index] for card in alone):
            rules.add("as-itself")
        if group.kind in SEQUENCES and {0, 12} <= {card.index % 13 for card in alone}:
            rules.add("ace-high")
        if group.wilds and len(group.wilds) > 1:
            rules.add("two-jokers")
    return rules - {str(Kind.PURE_SEQUENCE)}


def find_hints(puzzle: Puzzle, solution: Groups | None = None) -> tuple[tuple[Card, ...], ...]:
    """The fewest groups of the solution with which the greedy grouping of the other cards is as good as the solution.

    Who groups as a beginner does finds the rest without help. All groups, if no fewer do.
    """
    deal = puzzle.deal
    solution = solve_layout(puzzle) if solution is None else solution
    wanted = score_arrangement(solution, deal)
    melds = _melds_of(solution, deal)
    for count in range(min(len(melds), 3)):
        for chosen in combinations(melds, count):
            rest = Counter(puzzle.cards)
            for group in chosen:
                rest.subtract(group)
            laid = score_arrangement([*chosen, *group_greedily(sorted(rest.elements()), deal)], deal)
            if laid.declares if wanted.declares else laid.score >= wanted.score:
                return chosen
    return tuple(melds)


# ---- questions ---------------------------------------------------------------------------------------------
def _measure_throw(puzzle: Puzzle) -> Difficulty:
    deal, discards = puzzle.deal, list_discards(puzzle)
    best, second = rank_discard(discards[0]), rank_discard(discards[1])
    far, outs, cost = second[0] - best[0], second[1] - best[1], second[2] - best[2]
    melds = _melds_of(tuple(group_greedily(puzzle.cards, deal)), deal)
    return Difficulty(
        overlap=_count_overlap(puzzle.cards, melds, deal),
        gap=max(0, cost) if not far and not outs else 0,
        jokers=_count_jokers(puzzle.cards, deal),
        close=1 if far else 2 if abs(outs) > 2 else 3,
        trap=throw_greedily(puzzle.cards, deal) != discards[0].card,
    )


def _measure_take(puzzle: Puzzle) -> Difficulty:
    deal = puzzle.deal
    melds = _melds_of(tuple(group_greedily(puzzle.cards, deal)), deal)
    return Difficulty(
        overlap=_count_overlap(puzzle.cards, melds, deal),
        jokers=_count_jokers(puzzle.cards, deal),
        close=1,
        trap=takes_greedily(puzzle) != (solve_choice(puzzle) == (YES,)),
    )


def takes_greedily(puzzle: Puzzle) -> bool:
    """Whether a beginner takes the open card: where the greedy grouping has a use for it."""
    assert puzzle.open is not None  # the question is about one
    groups = group_greedily((*puzzle.cards, puzzle.open), puzzle.deal)
    return (puzzle.open,) not in groups


def _measure_allow(puzzle: Puzzle) -> Difficulty:
    reasons = {
        reason.code
        for key in puzzle.choices
        for group in score_arrangement(puzzle.groups, table_of(puzzle, key)).groups
        for reason in group.reasons
    }
    return Difficulty(
        jokers=_count_jokers(puzzle.cards, puzzle.deal),
        rules=len(_rules_of(puzzle.groups, puzzle.deal) | reasons),
        close=len(puzzle.choices) // 2,
    )


_MEASURES = {
    Goal.THROW: _measure_throw,
    Goal.TAKE: _measure_take,
    Goal.ALLOW: _measure_allow,
    Goal.SUM: lambda puzzle: Difficulty(
        rules=len(puzzle.seats) // 2, close=2, trap=any(seat.dropped for seat in puzzle.seats)
    ),
    Goal.SURPLUS: lambda puzzle: Difficulty(close=3, rules=5, optima=min(3, len(count_surplus(puzzle)))),
}
