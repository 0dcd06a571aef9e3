"""Widgets for notebooks and for the page: each usable alone, and all together in ``App``."""

from __future__ import annotations

from .app import App
from .rulebook_card import RulebookCard
from .table_panels import BestGrouping, CardTable, ComparisonTable, HandEditor, WhatNow

__all__ = [
    "App",
    "BestGrouping",
    "CardTable",
    "ComparisonTable",
    "HandEditor",
    "Lesson",
    "PlayTable",
    "Progress",
    "Puzzle",
    "Review",
    "RoundTable",
    "RulebookCard",
    "WhatNow",
    "Words",
]


def __getattr__(name: str) -> object:
    """The round table, lessons, puzzles and words load when they are first used."""
    if name == "RoundTable":
        from .round_table import RoundTable

        return RoundTable
    if name == "Lesson":
        from .lesson import Lesson

        return Lesson
    if name == "Progress":
        from .lesson import Progress

        return Progress
    if name in ("PlayTable", "Review"):
        from . import play_table

        return getattr(play_table, name)
    if name == "Puzzle":
        from .puzzle import Puzzle

        return Puzzle
    if name == "Words":
        from .words import Words

        return Words
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
