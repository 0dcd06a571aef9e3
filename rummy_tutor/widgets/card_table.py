"""The hand on the table, to be grouped by mouse, touch or keys."""

from __future__ import annotations

import traitlets

from .base import TableWidget, link_module, link_styles
from .session import Session
from .views import TableView


def draw_table(session: Session) -> dict:
    """The view model of a table."""
    return TableView(session).draw()


class CardTable(TableWidget):
    """A hand in trays, judged live by one rulebook.

    Example:
        >>> table = CardTable("2H 3H 4H | 5C 6C QD | KS QS", rulebook="adgaming-13", turned="QD", players=6)
        >>> table.hand
        '2H 3H 4H | 5C 6C QD | KS QS'
    """

    _esm = link_module("card_table.js")
    _css = link_styles("common.css", "card_table.css")
    table = traitlets.Dict().tag(sync=True)
    _drawings = {"table": draw_table}
