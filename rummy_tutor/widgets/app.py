"""The whole tutor in one widget: all panels, arranged on a page."""

from __future__ import annotations

from ..game.cards import Hand
from ..page.panels import PANELS
from ..page.worked_hands import WELCOME
from ..rulebooks.find import Given
from .base import TableWidget


class App(TableWidget, panels=tuple(panel.key for panel in PANELS), page="app"):
    """The tutor on one page; it opens on a worked hand unless it is given another.

    In Voilà the address bar carries its state; in a notebook it leaves the address alone.

    Example:
        >>> App().hand
        'KH KS KD | 6H 7H PJ | 9S TS JS PJ | 5S 5H 5D'
    """

    def __init__(
        self,
        source: str | Hand | TableWidget | None = None,
        *,
        rulebook: Given = WELCOME.rulebook,
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
