"""One rulebook as a page to read, with its differences from another."""

from __future__ import annotations

import traitlets

from ..cards import CardError, Hand
from ..rulebooks import get_rulebook
from ..rules import Rulebook, RuleError
from .base import TableWidget, link_module, link_styles
from .panels import draw_rulebook
from .presets import WELCOME


class RulebookCard(TableWidget):
    """One rulebook as a page to read, with its differences from another.

    Given a ``CardTable`` (or any other of these widgets) it shows the rules of that table.

    Args:
        source: a rulebook or its key, a hand, or another widget whose table this one shares.
        table: rulebook, turned card, players and options, as of every widget.

    Example:
        >>> RulebookCard("octro-13").session.rulebook.title
        'Octro Indian Rummy'
    """

    _esm = link_module("rulebook_card.js")
    _css = link_styles("common.css", "rulebook_card.css")
    rulebook = traitlets.Dict().tag(sync=True)
    _drawings = {"rulebook": draw_rulebook}

    def __init__(self, source: str | Rulebook | Hand | TableWidget, **table: object) -> None:
        if isinstance(source, Rulebook) or _is_key(source):
            if "rulebook" in table:
                raise RuleError("two rulebooks: one is given first, and one as rulebook=", "bad-rulebook")
            source, table = WELCOME.hand, {"rulebook": get_rulebook(source, table.pop("options", ())), **table}
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
