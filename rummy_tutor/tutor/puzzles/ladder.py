"""The order of the puzzles: those of the ladder from easy to hard, then new ones without end; that of the day."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from datetime import date
from functools import cache, lru_cache
from itertools import count

from ...game.messages import quote
from ...game.rules import Rulebook
from ...rulebooks import RULEBOOKS
from ..lessons import list_lessons
from .difficulty import level_of
from .generated import MAX_SEED, make_puzzle
from .kinds import MADE, ON_TABLE, kind_of, list_goals
from .puzzle import Goal, Puzzle, PuzzleError
from .sources import NAMED
from .steps import STEPS

_OF_DAY, _DAY_LEVEL, _DAY_TRIES = "gorummy-13", 2, 80  # the puzzle of the day: its game, how hard, hands looked at
_MOST_SEED = 1_000_000
_SMALL, _NEAR_TRIES = 13, 4  # cards of a hand whose puzzles are made quickly; how many are made to find an easy one
_SEEDS = 12  # the puzzles of a game and goal that are given beside those of the ladder
# the goals of puzzles in which a lesson is practised
_OF_LESSON: Mapping[str, tuple[Goal, ...]] = {
    "jokers": (Goal.GROUP,),
    "declare": (Goal.REPAIR, Goal.ONE_MOVE),
    "octro": (Goal.REPAIR, Goal.ONE_MOVE),
    "loser": (Goal.GROUP,),
    "regroup": (Goal.GROUP, Goal.SECOND),
    "turn": (Goal.THROW, Goal.TAKE),
    "vazhushal": (Goal.GROUP, Goal.SECOND),
    "twenty-one": (Goal.REPAIR, Goal.ONE_MOVE, Goal.GROUP),
    "twenty-seven": (Goal.GROUP,),
    "seeing": (Goal.GROUP, Goal.SECOND),
    "nine": (Goal.ALLOW,),
}


@lru_cache(maxsize=128)
def open_puzzle(key: str) -> Puzzle:
    """A puzzle by its key: a name as ``x2``, a seed as ``7``, or goal, rulebook and seed as ``throw.octro-13.7``.

    Raises:
        PuzzleError: ``no-such-puzzle``: there is none.

    Example:
        >>> open_puzzle("x4").goal
        <Goal.ONE_MOVE: 'one-move'>
    """
    if not isinstance(key, str) or not (key in NAMED or is_puzzle_key(key)):
        raise PuzzleError("no-such-puzzle:key", found=quote(key))
    if key in NAMED:
        return NAMED[key]
    goal, _, rest = key.partition(".")
    book, _, seed = rest.rpartition(".")
    return make_puzzle(int(seed), goal, RULEBOOKS[book]) if rest else make_puzzle(int(key))


@lru_cache(maxsize=4)
def puzzle_of_day(day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody and easy enough for anybody."""
    rng, game, goals = random.Random(f"day {day}"), RULEBOOKS[_OF_DAY], sorted(ON_TABLE)
    tried = (make_puzzle(rng.randrange(_MOST_SEED), rng.choice(goals), game) for _ in range(_DAY_TRIES))
    return next((puzzle for puzzle in tried if measure_level(puzzle) <= _DAY_LEVEL), NAMED["d"])


def measure_level(puzzle: Puzzle) -> int:
    """How hard a puzzle is: 1 for easy to 5 for very hard."""
    return kind_of(puzzle).measure(puzzle).level


def make_near(seed: int, solved: Collection[str], goal: str = "", game: str = "") -> Puzzle:
    """A new puzzle at most one level above what was solved of its game, or the easiest of the few that are tried."""
    reached = max((level_of(total) for key, total in STEPS if key in solved and game in ("", game_of(key))), default=1)
    book, tried = RULEBOOKS.get(game), list[tuple[int, Puzzle]]()
    for step in range(1 if book and book.deal > _SMALL else _NEAR_TRIES):
        puzzle = make_puzzle((seed + step) % MAX_SEED, goal or None, book)
        tried.append((measure_level(puzzle), puzzle))
        if tried[-1][0] <= reached + 1:
            break
    return min(tried, key=lambda pair: pair[0])[1]


@cache
def list_ladder() -> tuple[tuple[str, int], ...]:
    """The keys of all puzzles of the ladder in order, each with its measured difficulty."""
    return STEPS


def list_puzzles(rulebook: Rulebook, lesson: str = "", goal: str = "") -> tuple[str, ...]:
    """The keys of a game's puzzles for a lesson, or with a goal: those of the ladder first.

    Args:
        rulebook: the game.
        lesson: the key of a lesson; there may be no puzzles in which it is practised.
        goal: a goal; with none, or one that no puzzle is made for, those of every goal.

    Example:
        >>> from rummy_tutor.rulebooks import get_rulebook
        >>> list_puzzles(get_rulebook("octro-13"), "turn")[0]
        'take.octro-13.8'
    """
    named = _OF_LESSON.get(lesson, ()) if lesson else (Goal(goal),) if goal in MADE else MADE
    goals = [named_goal for named_goal in named if named_goal in list_goals(rulebook)]
    further = [f"{goal_key}.{rulebook.key}.{seed}" for seed in range(1, _SEEDS + 1) for goal_key in goals]
    begins = tuple(f"{goal_key}.{rulebook.key}." for goal_key in goals)
    listed = [key for key, _ in STEPS if begins and key.startswith(begins)]
    return tuple(dict.fromkeys([*listed, *further]))


def list_helping(puzzle: Puzzle) -> tuple[str, ...]:
    """The keys of the lessons of its game in which what a puzzle asks for is taught, in the order of the course."""
    own = [lesson.key for lesson in list_lessons(puzzle.rulebook)]
    return tuple(key for key in own if puzzle.goal in _OF_LESSON.get(key, ()))


def is_puzzle_key(key: str) -> bool:
    """Whether a key looks like one of a puzzle; whether the puzzle can be made is only known once it is."""
    goal, _, rest = key.partition(".")
    book, _, seed = rest.rpartition(".")
    number = seed if rest else key
    is_seed = number.isascii() and number.isdigit() and len(number) <= len(str(MAX_SEED))
    return key in NAMED or is_seed and (not rest or (goal in MADE and book in RULEBOOKS))


def game_of(key: str) -> str:
    """The key of a puzzle's game; empty where it is only known once the puzzle has been made."""
    return NAMED[key].rulebook.key if key in NAMED else key.partition(".")[2].rpartition(".")[0]


def goal_of(key: str) -> Goal:
    """The goal of a puzzle of the ladder."""
    return NAMED[key].goal if key in NAMED else Goal(key.partition(".")[0])


def next_key(key: str, solved: Collection[str] = (), goal: str = "", game: str = "") -> str:
    """The puzzle after one: the next of the ladder that is not solved, or a new one.

    Args:
        key: the puzzle to go on from.
        solved: the keys of the puzzles that are left out.
        goal: the goal it must have; any if left out.
        game: the key of the game it must be of; any if left out.

    Raises:
        PuzzleError: ``no-such-puzzle``: the game has no puzzles with this goal.

    Example:
        >>> next_key("d", goal="take", game="octro-13")
        'take.octro-13.8'
    """
    keys, made, fits = [listed for listed, _ in STEPS], _is_made(key), _is_of(key, goal, game)
    at = 0 if not fits else keys.index(key) + 1 if key in keys else len(keys) if made else 0
    for following in keys[at:]:
        if following != key and following not in solved and _is_of(following, goal, game):
            return following
    first = int(key.rpartition(".")[2]) if made and fits else 0
    fresh = (make_puzzle(seed % MAX_SEED, goal or None, RULEBOOKS.get(game)).key for seed in count(first + 1))
    return next(new for new in fresh if new not in keys and new not in solved)


def _is_of(key: str, goal: str, game: str) -> bool:
    """Whether a puzzle has a goal and is of a game; either may be left open."""
    own = str(NAMED[key].goal) if key in NAMED else key.partition(".")[0]
    return goal in ("", own) and game in ("", game_of(key))


def _is_made(key: str) -> bool:
    return key.rpartition(".")[2].isdigit()
