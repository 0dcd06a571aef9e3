"""The advice as a widget."""

from __future__ import annotations

from .base import TableWidget


class WhatNow(TableWidget, panels=("what_now",)):
    """How far a hand is from declaring, what to throw and what helps, shown step by step.

    Given a ``CardTable`` (or any other of these widgets) it works on the same hand.
    """
