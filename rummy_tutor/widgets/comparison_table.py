"""Nine rulebooks side by side on one hand, with the reasons why two of them differ."""

from __future__ import annotations

import traitlets

from .base import COMPARISON, TableWidget, link_module, link_styles
from .panels import draw_comparison


class ComparisonTable(TableWidget):
    """Nine rulebooks side by side on one hand, with the reasons why two of them differ.

    Given a ``CardTable`` (or any other of these widgets) it works on the same hand.
    """

    _esm = link_module("comparison_table.js")
    _css = link_styles("common.css", "comparison_table.css")
    comparison = traitlets.Dict().tag(sync=True)
    _drawings = {"comparison": draw_comparison}
    _slow = {"comparison": COMPARISON}
