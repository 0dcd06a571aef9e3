"""A puzzle in words: its title, what it asks, where it comes from, and why its answer is right."""

from __future__ import annotations

from collections.abc import Sequence

from ...game.messages import key_of
from ...wording.speech import tell
from .kinds import kind_of
from .puzzle import Puzzle


def tell_title(puzzle: Puzzle) -> str:
    """What a puzzle is called: by its story, or by its goal."""
    return tell(key_of("puzzle.", puzzle.key if puzzle.is_named else puzzle.goal))


def tell_question(puzzle: Puzzle) -> str:
    """What a puzzle asks, and of groups that are refused, why they are; one with a story tells that instead."""
    if puzzle.is_named:
        return tell(key_of("puzzle.", puzzle.key, "story"))
    return " ".join(kind_of(puzzle).ask(puzzle))


def tell_source(puzzle: Puzzle) -> str:
    """Where a puzzle comes from."""
    return tell(key_of("puzzle.", puzzle.key, "source")) if puzzle.is_named else tell("puzzle.made")


def explain_puzzle(puzzle: Puzzle, tried: Sequence[str] = (), *, is_seen: bool = False) -> tuple[str, ...]:
    """Why the answer is right, sentence by sentence; a puzzle with a story says its point first.

    Args:
        puzzle: the puzzle.
        tried: wrong choices made before; of a throw it is told why each is worse.
        is_seen: whether an answer that is laid out lies beside the text, so that its groups need not be told.
    """
    point = [tell(key_of("puzzle.", puzzle.key, "why"))] if puzzle.is_named else []
    return (*point, *kind_of(puzzle).list_reasons(puzzle, tried, is_seen=is_seen))
