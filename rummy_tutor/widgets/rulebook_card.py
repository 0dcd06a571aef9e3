"""A rulebook to read as a widget."""

from __future__ import annotations

from typing import Any

from ..game.cards import CardError, Hand
from ..game.rules import Rulebook, RuleError
from ..page.worked_hands import WELCOME
from ..rulebooks.find import find_rulebook
from .base import TableWidget


class RulebookCard(TableWidget, panels=("rulebook",)):
    """One rulebook as a page to read, with its differences from another.

    Given a ``CardTable`` (or any other of these widgets) it shows the rules of that table.

    Args:
        source: a rulebook or its key, a hand, or another widget whose table this one shares.
        table: rulebook, turned card, players and options, as of every widget.

    Example:
        >>> RulebookCard("octro-13").session.rulebook.title
        'Octro Indian Rummy'
    """

    def __init__(self, source: str | Rulebook | Hand | TableWidget, **table: Any) -> None:
        if isinstance(source, Rulebook) or _is_key(source):
            if "rulebook" in table:
                raise RuleError("bad-rulebook:two")
            source, table = WELCOME.hand, {"rulebook": find_rulebook(source, table.pop("options", ())), **table}
        super().__init__(source, **table)


def _is_key(source: object) -> bool:
    """Whether a word is meant as a rulebook's key: it is no card."""
    if not isinstance(source, str) or len(source.split()) != 1:
        return False
    try:
        Hand.parse(source)
    except CardError:
        return True
    return False
