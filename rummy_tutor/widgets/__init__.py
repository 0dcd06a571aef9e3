"""Widgets for notebooks and for the page: each usable alone, and all together in ``App``."""

from __future__ import annotations

from .app import App
from .best_grouping import BestGrouping
from .card_table import CardTable
from .comparison_table import ComparisonTable
from .hand_editor import HandEditor
from .rulebook_card import RulebookCard
from .what_now import WhatNow

__all__ = [
    "App",
    "BestGrouping",
    "CardTable",
    "ComparisonTable",
    "HandEditor",
    "RoundTable",
    "RulebookCard",
    "WhatNow",
    "app",
]


def app(*args: object, **kwargs: object) -> App:
    """The whole tutor, for the last line of a notebook cell; takes what ``App`` takes.

    Example:
        >>> app("2H 3H 4H | KS QS", turned="QD")
        App('2H 3H 4H | KS QS', rulebook='adgaming-13')
    """
    return App(*args, **kwargs)


def __getattr__(name: str) -> object:
    """The round table loads when it is first used, as its tab does."""
    if name == "RoundTable":
        from .round_table import RoundTable

        return RoundTable
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
