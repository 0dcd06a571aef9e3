"""A rulebook to read as a widget."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeGuard

from ..game.cards import CardError, Hand
from ..game.rules import Rulebook, refuse
from ..output.answers import rulebook_html
from ..page.worked_hands import WELCOME
from ..rulebooks.find import Given, HasPath, find_rulebook
from .base import TableWidget


class RulebookCard(TableWidget, panels=("rulebook",)):
    """One rulebook as a page to read, with its differences from another.

    Given a ``CardTable`` (or any other of these widgets) it shows the rules of that table.

    Args:
        source: a rulebook, its key, file or plain data; a hand; or another widget whose table this one shares. AD
            Gaming Rummy if nothing is given.
        table: rulebook, turned card, players and options, as of every widget.

    Example:
        >>> RulebookCard("octro-13").session.rulebook.title
        'Octro Indian Rummy'
    """

    def __init__(self, source: Given | Hand | TableWidget | None = None, **table: Any) -> None:
        hand: Any = source
        if _is_rulebook(source):
            refuse("bad-rulebook:two", "rulebook" in table)
            hand, table = WELCOME.hand, {"rulebook": find_rulebook(source, table.pop("options", ())), **table}
        super().__init__(hand, **table)

    def _draw_saved(self) -> str:
        return rulebook_html(self.game)


def _is_rulebook(source: object) -> TypeGuard[Given]:
    """Whether a rulebook is meant: a value, a file, plain data, or a word that is no card."""
    if not isinstance(source, str):
        return isinstance(source, Rulebook | HasPath | Mapping)
    if source.endswith(".toml"):
        return True
    if len(source.split()) != 1:
        return False
    try:
        Hand.parse(source)
    except CardError:
        return True
    return False
