"""What now? How far the hand is from declaring, what to throw and what helps, shown step by step."""

from __future__ import annotations

import traitlets

from .base import Slow, TableWidget, link_module, link_styles
from .desk import is_pending, work_out
from .what_now_view import draw_what_now, draw_working

ADVICE = Slow(is_pending, work_out, "now_working")


class WhatNow(TableWidget):
    """What now? How far the hand is from declaring, what to throw and what helps, shown step by step.

    Given a ``CardTable`` (or any other of these widgets) it works on the same hand.
    """

    _esm = link_module("what_now.js")
    _css = link_styles("common.css", "best_grouping.css", "comparison_table.css", "hand_editor.css", "what_now.css")
    what_now = traitlets.Dict().tag(sync=True)
    now_working = traitlets.Dict().tag(sync=True)
    _drawings = {"now_working": draw_working, "what_now": draw_what_now}
    _slow = {"what_now": ADVICE}
