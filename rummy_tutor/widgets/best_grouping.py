"""The best grouping of a hand, shown step by step and only when asked for."""

from __future__ import annotations

import traitlets

from .base import TableWidget, link_module, link_styles
from .best_view import draw_best


class BestGrouping(TableWidget):
    """The best grouping of a hand, shown step by step and only when asked for.

    Given a ``CardTable`` (or any other of these widgets) it works on the same hand.
    """

    _esm = link_module("best_grouping.js")
    _css = link_styles("common.css", "best_grouping.css")
    best = traitlets.Dict().tag(sync=True)
    _drawings = {"best": draw_best}
