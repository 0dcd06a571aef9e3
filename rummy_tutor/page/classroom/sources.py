"""What a teacher chooses from for a class: games, their lessons with kinds of tasks, and goals of puzzles."""

from __future__ import annotations

from typing import TypedDict

from ...game.messages import key_of
from ...game.rules import Rulebook
from ...rulebooks import RULEBOOKS, get_rulebook
from ...tutor.lessons import LESSONS
from ...tutor.puzzles.kinds import list_goals
from ...tutor.puzzles.ladder import list_puzzles
from ...tutor.puzzles.sources import NAMED
from ...tutor.tasks import list_kinds
from ...wording.speech import name_rulebook, say, tell
from ..faces import LabelView
from . import entries
from .own_hand import HandAskView, draw_asks


class LessonChoiceView(LabelView):
    """A lesson to choose, with its kinds of tasks."""

    kinds: list[LabelView]


class SourcesView(TypedDict):
    """The games, of each its lessons and its puzzles' goals, and what is asked of a hand."""

    rulebooks: list[LabelView]
    lessons: dict[str, list[LessonChoiceView]]
    goals: dict[str, list[LabelView]]
    asks: list[HandAskView]


def draw_sources() -> SourcesView:
    """The games, of each its lessons with their kinds of tasks and its puzzles' goals, and what is asked of a hand."""
    return {
        "rulebooks": [{"key": key, "label": name_rulebook(book)} for key, book in RULEBOOKS.items()],
        "lessons": {key: draw_lessons(book) for key, book in RULEBOOKS.items()},
        "goals": {key: draw_goals(book) for key, book in RULEBOOKS.items()},
        "asks": draw_asks(),
    }


def draw_lessons(book: Rulebook) -> list[LessonChoiceView]:
    """The lessons of a game."""
    return [
        {
            "key": lesson.key,
            "label": say(lesson.title),
            "kinds": [{"key": kind, "label": entries.name_kind(kind)} for kind in list_kinds(lesson, book)],
        }
        for lesson in LESSONS
        if list_kinds(lesson, book)
    ]


def draw_goals(book: Rulebook) -> list[LabelView]:
    """The goals that puzzles of a game can have."""
    return [{"key": str(goal), "label": tell(key_of("puzzle.", goal))} for goal in list_goals(book)]


def list_named() -> dict[str, str]:
    """The puzzles that have a name, of whatever game, in words."""
    return {key: entries.tell_entry({"puzzle": key}) for key in NAMED}


def pick_puzzles(goal: str, rulebook: str, number: int, n: int) -> tuple[str, ...]:
    """The keys of some puzzles of a game with a goal, from the one of a number on, each once.

    Raises:
        TutorError: there is no such game, or it has no such puzzles.
    """
    book = get_rulebook(rulebook)
    entries.EntryError.refuse("bad-entry", goal not in list_goals(book))
    keys = list_puzzles(book, goal=goal)
    first = (number - 1) % len(keys)
    return tuple((*keys[first:], *keys[:first])[:n])
