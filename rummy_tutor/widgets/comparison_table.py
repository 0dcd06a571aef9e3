"""The comparison of the rulebooks as a widget."""

from __future__ import annotations

from .base import TableWidget


class ComparisonTable(TableWidget, panels=("comparison",)):
    """All rulebooks side by side on one hand, with the reasons why two of them differ.

    Given a ``CardTable`` (or any other of these widgets) it works on the same hand.
    """
