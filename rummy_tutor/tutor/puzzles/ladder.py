"""The order of the puzzles: the sources' hands first, then made ones from easy to hard, then new ones without end."""

from __future__ import annotations

from datetime import date
from functools import cache, lru_cache

from ...game.messages import quote
from ...rulebooks import RULEBOOKS
from .generated import MADE, MAX_SEED, make_puzzle
from .puzzle import Puzzle, PuzzleError
from .sources import NAMED
from .steps import STEPS

DAILY = "day"


@lru_cache(maxsize=128)
def open_puzzle(key: str) -> Puzzle:
    """A puzzle by its key: a name as ``x2``, a seed as ``7``, or goal, rulebook and seed as ``throw.octro-13.7``.

    Raises:
        PuzzleError: ``no-such-puzzle``: there is none.

    Example:
        >>> open_puzzle("x4").goal
        <Goal.ONE_MOVE: 'one-move'>
    """
    if key in NAMED:
        return NAMED[key]
    goal, _, rest = key.partition(".")
    book, _, seed = rest.rpartition(".")
    if key.isascii() and key.isdigit() and len(key) <= len(str(MAX_SEED)):
        return make_puzzle(int(key))
    if goal in MADE and book in RULEBOOKS and seed.isascii() and seed.isdigit() and len(seed) <= len(str(MAX_SEED)):
        return make_puzzle(int(seed), goal, RULEBOOKS[book])
    raise PuzzleError("no-such-puzzle:key", found=quote(key))


def puzzle_of_day(day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody."""
    return make_puzzle(int(f"{day:%Y%m%d}"))


@cache
def list_ladder() -> tuple[tuple[str, int], ...]:
    """The keys of all puzzles of the ladder in order, each with its measured difficulty."""
    return STEPS


def next_key(key: str, solved: object = ()) -> str:
    """The puzzle after one: the next of the ladder that is not solved, or a new one."""
    keys = [one for one, _ in STEPS]
    at = keys.index(key) + 1 if key in keys else 0 if not _is_made(key) else len(keys)
    done = set(solved) if isinstance(solved, set | frozenset | dict | tuple | list) else set()
    for one in keys[at:]:
        if one not in done:
            return one
    seed = int(key.rpartition(".")[2]) if _is_made(key) else 0
    return make_puzzle((seed + 1) % MAX_SEED).key


def _is_made(key: str) -> bool:
    return key.rpartition(".")[2].isdigit()
