"""Choosing another hand: text, palette of the pack, deals, worked hands."""

from __future__ import annotations

import traitlets

from .base import TableWidget, link_module, link_styles
from .panels import draw_editor


class HandEditor(TableWidget):
    """Choosing another hand: text, palette of the pack, deals, worked hands.

    Given a ``CardTable`` (or any other of these widgets) it works on the same hand.
    """

    _esm = link_module("hand_editor.js")
    _css = link_styles("common.css", "hand_editor.css")
    editor = traitlets.Dict().tag(sync=True)
    _drawings = {"editor": draw_editor}
