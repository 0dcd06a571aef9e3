"""The panels of one hand as widgets: the table, choosing another hand, the best grouping, comparison and advice."""

from __future__ import annotations

from ..output.verdicts import comparison_html
from ..page.session import REVEAL_STEPS
from ..page.what_now.question import STEPS
from .base import TableWidget


class CardTable(TableWidget, panels=("table",)):
    """A hand in groups, judged live by one rulebook; cards are moved by mouse, touch or keys.

    The hand comes first when a table is made; later it is the trait ``value``. Read and set ``value``, ``rulebook``,
    ``turned``, ``players`` and ``options``; read ``points``, ``declares`` and ``result``.

    Example:
        >>> table = CardTable("2H 3H 4H | 5C 6C QD | KS QS", rulebook="adgaming-13", turned="QD", players=6)
        >>> table.value
        '2H 3H 4H | 5C 6C QD | KS QS'
    """


class HandEditor(TableWidget, panels=("editor",)):
    """Choosing another hand: text, the cards of the pack, deals, worked hands.

    Given a ``CardTable`` (or any other of these widgets) it works on the same hand.
    """


class BestGrouping(TableWidget, panels=("best",)):
    """The best grouping of a hand, shown step by step and only when asked for.

    Given a ``CardTable`` (or any other of these widgets) it works on the same hand.
    """

    def _draw_saved(self) -> str:
        if self.result is not None and self.session.revealed.level >= REVEAL_STEPS:
            return self.result._repr_html_()
        return self._draw_laid(self._vm_best.get("lines", ()))


class ComparisonTable(TableWidget, panels=("comparison",)):
    """All rulebooks side by side on one hand, with the reasons why two of them differ.

    Given a ``CardTable`` (or any other of these widgets) it works on the same hand.
    """

    def _draw_saved(self) -> str:
        revealed = self.session.revealed
        return comparison_html(self.comparison, best=revealed.best_column) if revealed.verdict else self._draw_laid()


class WhatNow(TableWidget, panels=("what_now",)):
    """How far a hand is from declaring, what to throw and what helps, shown step by step.

    Given a ``CardTable`` (or any other of these widgets) it works on the same hand.
    """

    def _draw_saved(self) -> str:
        view = self._vm_what_now
        advice = self.advice if view.get("level") == STEPS else None
        if advice is not None:
            return advice._repr_html_()
        return self._draw_laid([line for line in (view.get("figure"), *view.get("lines", ())) if line])
