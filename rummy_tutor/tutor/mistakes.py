"""The mistakes that a review of a played round tells: the lesson that treats each, and the rule behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..game.rules import Rulebook
from .lessons import Lesson, list_lessons


class Mistake(NamedTuple):
    """What lies behind a mistake.

    Attributes:
        lessons: the lessons that treat it, by key, the closest first; a game may lack some.
        rule: the field of a rulebook that says what it went against; empty where the odds say it.
    """

    lessons: tuple[str, ...]
    rule: str = ""


MISTAKES: Mapping[str, Mistake] = {
    "broke-pure-sequence": Mistake(("pure", "turn", "seeing"), "objectives"),
    "broke-meld": Mistake(("turn", "seeing")),
    "threw-joker": Mistake(("jokers", "turn", "seeing"), "wilds"),
    "threw-needed-card": Mistake(("turn", "seeing")),
    "left-needed-card": Mistake(("turn", "seeing")),
    "took-useless-card": Mistake(("turn", "seeing")),
    "missed-declaration": Mistake(("declare", "turn", "seeing"), "objectives"),
    "wrong-declaration": Mistake(("declare", "turn", "seeing"), "objectives"),
    "should-have-dropped": Mistake(("drop", "turn", "seeing"), "penalties.first_drop"),
    "dropped-too-early": Mistake(("drop", "turn", "seeing"), "penalties.first_drop"),
}


def find_lesson(code: str, rulebook: Rulebook) -> Lesson | None:
    """The lesson of a game that treats a mistake; None if it has none."""
    known = {lesson.key: lesson for lesson in list_lessons(rulebook)}
    return next((known[key] for key in MISTAKES[code].lessons if key in known), None)
