"""What a teacher chooses from for a class: games, their lessons with kinds of tasks, and goals of puzzles."""

from __future__ import annotations

from typing import Any

from ...game.rules import Rulebook
from ...rulebooks import RULEBOOKS, get_rulebook
from ...tutor.lessons import LESSONS, Lesson
from ...tutor.puzzles.generated import list_goals
from ...tutor.puzzles.ladder import list_puzzles
from ...tutor.puzzles.sources import NAMED
from ...tutor.tasks import list_kinds
from ...wording.speech import name_rulebook, say, tell
from . import entries
from .own_hand import draw_asks


def draw_sources() -> dict[str, Any]:
    """The games, of each its lessons with their kinds of tasks and its puzzles' goals, and what is asked of a hand."""
    return {
        "rulebooks": [{"key": key, "label": name_rulebook(book)} for key, book in RULEBOOKS.items()],
        "lessons": {key: draw_lessons(book) for key, book in RULEBOOKS.items()},
        "goals": {key: draw_goals(book) for key, book in RULEBOOKS.items()},
        "asks": draw_asks(),
    }


def draw_lessons(book: Rulebook) -> list[dict[str, Any]]:
    """The lessons of a game."""
    return [_draw_lesson(one, book) for one in LESSONS if list_kinds(one, book)]


def _draw_lesson(lesson: Lesson, book: Rulebook) -> dict[str, Any]:
    words = [{"key": kind, "label": entries.name_kind(kind)} for kind in list_kinds(lesson, book)]
    return {"key": lesson.key, "label": say(lesson.title), "kinds": words}


def draw_goals(book: Rulebook) -> list[dict[str, str]]:
    """The goals that puzzles of a game can have."""
    return [{"key": str(goal), "label": tell(f"puzzle.{goal}")} for goal in list_goals(book)]


def list_named() -> dict[str, str]:
    """The puzzles that have a name, of whatever game, in words."""
    return {key: entries.tell_entry({"puzzle": key}) for key in NAMED}


def pick_puzzles(goal: str, rulebook: str, number: int, n: int) -> tuple[str, ...]:
    """The keys of some puzzles of a game with a goal, from the one of a number on, each once.

    Raises:
        TutorError: there is no such game, or it has no such puzzles.
    """
    book = get_rulebook(rulebook)
    if goal not in list_goals(book):
        raise entries.EntryError("bad-entry")
    keys = list_puzzles(book, goal=goal)
    first = (number - 1) % len(keys)
    return tuple((*keys[first:], *keys[:first])[:n])
