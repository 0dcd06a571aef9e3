"""What a session keeps of the round: known before the panel's Python is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..session import Part

if TYPE_CHECKING:
    from .entered import EnteredRound

ENTERED: Part[EnteredRound] = Part()
