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
    """The widgets that are not on the page at first load when one of them is first used."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import lesson, play_table, puzzle, round_table, words

    return next(
        vars(module)[name] for module in (lesson, play_table, puzzle, round_table, words) if name in vars(module)
    )
