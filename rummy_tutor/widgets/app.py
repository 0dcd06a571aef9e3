"""The whole tutor in one widget: all panels, arranged on a page."""

from __future__ import annotations

from ..game.cards import Card, Hand
from ..page.panels import PANELS
from ..page.worked_hands import WELCOME
from ..rulebooks.find import Given
from ..tutor.lessons import find_first_game
from .base import TableWidget


class App(TableWidget, panels=tuple(panel.key for panel in PANELS), page="app"):
    """The tutor on one page; it opens on a worked hand of the game to begin with, unless it is given another.

    In Voilà the address bar carries its state; in a notebook it leaves the address alone.

    Example:
        >>> App("2H 3H 4H | KS QS", turned="QD")
        App('2H 3H 4H | KS QS', rulebook='adgaming-13')
        >>> App().value
        'KH KS KD | 6H 7H PJ | 9S TS JS PJ | 5S 5H 5D'
    """

    def __init__(
        self,
        source: str | Hand | TableWidget | None = None,
        rulebook: Given | None = None,
        turned: Card | str | None = WELCOME.turned,
        players: int = WELCOME.players,
        options: tuple[str, ...] = (),
    ) -> None:
        if rulebook is None:
            rulebook = WELCOME.rulebook if source is not None else find_first_game().key
        super().__init__(
            source,
            rulebook=rulebook,
            turned=turned,
            players=players,
            options=options,
        )
