"""The hand on the table as a widget."""

from __future__ import annotations

from .base import TableWidget


class CardTable(TableWidget, panels=("table",)):
    """A hand in groups, judged live by one rulebook; cards are moved by mouse, touch or keys.

    Example:
        >>> table = CardTable("2H 3H 4H | 5C 6C QD | KS QS", rulebook="adgaming-13", turned="QD", players=6)
        >>> table.value
        '2H 3H 4H | 5C 6C QD | KS QS'
    """
