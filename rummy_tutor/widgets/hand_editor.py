"""The hand editor as a widget."""

from __future__ import annotations

from .base import TableWidget


class HandEditor(TableWidget, panels=("editor",)):
    """Choosing another hand: text, the cards of the pack, deals, worked hands.

    Given a ``CardTable`` (or any other of these widgets) it works on the same hand.
    """
