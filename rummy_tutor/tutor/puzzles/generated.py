"""Puzzles made from a seed; each is verified before it is shown, and the same seed gives the same one everywhere."""

from __future__ import annotations

import random
from dataclasses import replace

from ...game.messages import Items, quote, show
from ...game.rules import Rulebook
from ...rulebooks import RULEBOOKS
from .kinds import KINDS, MADE, list_goals
from .puzzle import Goal, Puzzle, PuzzleError

MAX_SEED = 10**9
_TRIES = 1500  # hands looked at before giving up
_LARGE = 21  # cards; puzzles of larger hands are made on request alone


def make_puzzle(seed: int, goal: Goal | str | None = None, rulebook: Rulebook | None = None) -> Puzzle:
    """The puzzle of a seed; the same arguments give the same puzzle on any machine.

    Args:
        seed: a whole number from 0 to a thousand millions.
        goal: what it asks for; None lets the seed choose.
        rulebook: the rules; None lets the seed choose.

    Raises:
        PuzzleError: ``no-such-puzzle``: the seed is none, or this game has no such puzzle.
    """
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= MAX_SEED:
        raise PuzzleError("no-such-puzzle:seed", found=show(seed), most=MAX_SEED)
    if goal is not None and goal not in MADE:
        raise PuzzleError("no-such-puzzle:goal", found=quote(goal), known=Items(tuple(map(str, MADE)), "or"))
    chance = random.Random(f"puzzle {seed}")
    if rulebook is None:
        usual = [book for book in RULEBOOKS.values() if book.deal <= _LARGE]
        fitting = [book for book in usual if goal is None or goal in list_goals(book)]
        rulebook = chance.choice(fitting)
    goals = list_goals(rulebook)
    wanted = Goal(goal) if goal is not None else chance.choice(goals)
    if wanted not in goals:
        raise PuzzleError("no-such-puzzle:rulebook", found=str(wanted), rulebook=rulebook.key)
    rng = random.Random(f"puzzle {seed} {wanted} {rulebook.key}")
    for _ in range(_TRIES):
        puzzle = KINDS[wanted].make(rulebook, rng)
        if puzzle is not None:
            return replace(puzzle, key=f"{wanted}.{rulebook.key}.{seed}")
    raise PuzzleError("no-such-puzzle:cannot-be-made", found=str(wanted), rulebook=rulebook.key)
