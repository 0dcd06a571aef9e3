"""The kinds of puzzles by their goals: each is one class that knows all of its puzzles.

To add one, add its goal, its class here and its sentences.
"""

from __future__ import annotations

from collections.abc import Mapping

from ....game.rules import Rulebook
from ..puzzle import Goal, Puzzle, Verdict
from .games import Allow
from .kind import PuzzleKind
from .layouts import Grouping, Layout, OneMove, Repair, Second
from .published import Sum, Surplus
from .turns import Take, Throw

KINDS: Mapping[Goal, PuzzleKind] = {
    kind.goal: kind for kind in (Grouping(), Repair(), OneMove(), Second(), Throw(), Take(), Allow(), Sum(), Surplus())
}
ON_TABLE = tuple(goal for goal, kind in KINDS.items() if isinstance(kind, Layout))  # answered by laying the cards out
MADE = tuple(goal for goal, kind in KINDS.items() if kind.is_made)


def kind_of(puzzle: Puzzle) -> PuzzleKind:
    """The kind of a puzzle."""
    return KINDS[puzzle.goal]


def list_goals(rulebook: Rulebook) -> tuple[Goal, ...]:
    """The goals that puzzles of a game can have."""
    return tuple(goal for goal in MADE if KINDS[goal].suits(rulebook))


def judge_puzzle(puzzle: Puzzle, answer: object) -> Verdict:
    """Judge an answer.

    Args:
        puzzle: the puzzle.
        answer: a list of groups where the cards are laid out, a loose card as a group of one; else a choice, or a list
            of choices where several may be right.

    Raises:
        PuzzleError: ``bad-answer``: it is no answer to this puzzle.
    """
    return kind_of(puzzle).judge(puzzle, answer)
