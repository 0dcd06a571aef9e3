"""Widgets for notebooks and for the page: each usable alone, and all together in ``App``."""

from __future__ import annotations

from importlib import import_module

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


# the module of each widget that loads when it is first used
_LATER = {
    "Lesson": "lesson",
    "PlayTable": "play_table",
    "Progress": "lesson",
    "Puzzle": "puzzle",
    "Review": "play_table",
    "RoundTable": "round_table",
    "Words": "words",
}


def __getattr__(name: str) -> object:
    """Load a widget when it is first used."""
    if name in _LATER:
        return getattr(import_module(f".{_LATER[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
