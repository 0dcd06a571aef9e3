"""The whole tutor in one widget: choices, table, best grouping, comparison, editor and rulebook."""

from __future__ import annotations

import traitlets

from ..cards import Hand
from ..rules import Rulebook
from .base import COMPARISON, TableWidget, link_module, link_styles
from .best_view import draw_best
from .card_table import draw_table
from .panels import draw_comparison, draw_editor, draw_rulebook, draw_shell
from .presets import WELCOME
from .round_panel import draw_ledger, draw_parts
from .what_now import ADVICE
from .what_now_view import draw_what_now, draw_working


class App(TableWidget):
    """The tutor on one page; it opens on a worked hand unless it is given another.

    In Voilà the address bar carries its state; in a notebook it leaves the address alone.

    Example:
        >>> App().hand
        'KH KS KD | 6H 7H PJ | 9S TS JS PJ | 5S 5H 5D'
    """

    _esm = link_module("app.js")
    _css = link_styles(
        "common.css", "card_table.css", "best_grouping.css", "comparison_table.css", "hand_editor.css",
        "rulebook_card.css", "what_now.css", "app.css",
    )  # fmt: skip
    table = traitlets.Dict().tag(sync=True)
    best = traitlets.Dict().tag(sync=True)
    comparison = traitlets.Dict().tag(sync=True)
    now_working = traitlets.Dict().tag(sync=True)
    what_now = traitlets.Dict().tag(sync=True)
    editor = traitlets.Dict().tag(sync=True)
    rulebook = traitlets.Dict().tag(sync=True)
    parts = traitlets.Dict().tag(sync=True)  # browser code of tabs that have been opened
    ledger = traitlets.Dict().tag(sync=True)
    shell = traitlets.Dict().tag(sync=True)
    _drawings = {
        "table": draw_table,
        "best": draw_best,
        "comparison": draw_comparison,
        "now_working": draw_working,
        "what_now": draw_what_now,
        "editor": draw_editor,
        "rulebook": draw_rulebook,
        "parts": draw_parts,
        "ledger": draw_ledger,
        "shell": draw_shell,
    }
    _slow = {"comparison": COMPARISON, "what_now": ADVICE}  # in this order; the advice takes longest

    def __init__(
        self,
        source: str | Hand | TableWidget | None = None,
        *,
        rulebook: str | Rulebook = WELCOME.rulebook,
        turned: str | None = WELCOME.turned,
        players: int = WELCOME.players,
        options: tuple[str, ...] = (),
    ) -> None:
        super().__init__(
            WELCOME.hand if source is None else source,
            rulebook=rulebook,
            turned=turned,
            players=players,
            options=options,
        )
