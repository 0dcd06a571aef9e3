"""The best grouping of a hand as a widget."""

from __future__ import annotations

from .base import TableWidget


class BestGrouping(TableWidget, panels=("best",)):
    """The best grouping of a hand, shown step by step and only when asked for.

    Given a ``CardTable`` (or any other of these widgets) it works on the same hand.
    """
