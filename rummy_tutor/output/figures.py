"""What displays say of a figure and of the turned card, in HTML and in a terminal alike."""

from __future__ import annotations

from ..game.cards import Card
from ..game.messages import Message, tell_later
from ..game.records import Arranged, Best
from ..wording.speech import tell


def tell_turned(turned: Card | None) -> str:
    """Which card is turned up."""
    return tell("table.turned:none" if turned is None else "table.turned", card=turned)


def tell_bonus(points: int) -> str:
    """What value cards earn."""
    return tell("verdict.bonus" if points else "verdict.bonus:none", n=points)


def tell_figure(verdict: Arranged | Best) -> Message:
    """Points or score, and whether the turned card has been seen."""
    points = verdict.points
    figure = tell_later("verdict.score", n=verdict.score) if points is None else tell_later("verdict.points", n=points)
    if verdict.seen is None:
        return figure
    return tell_later("verdict.seen" if verdict.seen else "verdict.unseen", figure=figure)


def tell_short(verdict: Arranged | Best) -> str:
    """Points as a bare number, or the score."""
    return tell("verdict.score", n=verdict.score) if verdict.points is None else str(verdict.points)
