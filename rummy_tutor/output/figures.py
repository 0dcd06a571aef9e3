"""What displays say of a figure and of the turned card, in HTML and in a terminal alike."""

from __future__ import annotations

from ..game.cards import PRINTED_JOKER, Card
from ..game.messages import Message, tell_later
from ..game.records import Arranged, Best
from ..game.table import Deal
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


def tell_wild(deal: Deal) -> str:
    """What is wild at a table: the cards that JSON names as well, and whether printed jokers are.

    Example:
        >>> from rummy_tutor.game.cards import Card
        >>> from rummy_tutor.game.table import set_table
        >>> from rummy_tutor.rulebooks import RULEBOOKS
        >>> tell_wild(set_table(RULEBOOKS["octro-13"], Card.parse("8D"), 4))
        'wild: 8♠ 8♥ 8♦ 8♣, and printed jokers'
    """
    printed = deal.is_wild[PRINTED_JOKER.index]
    if not deal.wild:
        return tell("table.wild:only-printed" if printed else "table.wild:none")
    return tell("table.wild:printed" if printed else "table.wild", cards=deal.wild)
