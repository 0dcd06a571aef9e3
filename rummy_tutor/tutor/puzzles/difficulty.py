"""How hard a puzzle is, measured by the engine and by a solver that groups as a beginner does and asks for hints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields

from ...game.cards import Card
from ...game.rules import MELDS, SEQUENCES, Kind
from ...game.table import Deal
from ...referee.scoring import score_arrangement
from .greedy import Groups, list_melds

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


# ---- what several kinds of puzzles are measured by ---------------------------------------------------------
def list_melds_of(groups: Sequence[tuple[Card, ...]], deal: Deal) -> list[tuple[Card, ...]]:
    """The groups of a layout that count."""
    return [group.cards for group in score_arrangement(groups, deal).groups if len(group.cards) > 1]


def count_overlap(cards: Sequence[Card], melds: Sequence[Sequence[Card]], deal: Deal) -> int:
    """Melds of these cards that take cards from several groups of the solution, or from one and the loose ones."""
    inside = [Counter(meld) for meld in melds]
    return sum(not any(Counter(meld[0]) <= own for own in inside) for meld in list_melds(Counter(cards), deal))


def count_wilds(cards: Sequence[Card], deal: Deal) -> int:
    """How many of the cards are wild."""
    return sum(deal.is_wild[card.index] for card in cards)


def list_rules(groups: Groups, deal: Deal) -> set[str]:
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
