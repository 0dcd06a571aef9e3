"""What displays say of a figure, of the turned card, of draws and throws, in HTML and in a terminal alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..game.cards import PRINTED_JOKER, Card
from ..game.messages import Items, Message, key_of, tell_later
from ..game.records import Arranged, Best
from ..game.rules import Measure
from ..game.table import Deal
from ..rulebooks import get_rulebook
from ..wording.advice_text import percent
from ..wording.speech import in_words, tell, tell_if, with_minus

if TYPE_CHECKING:
    from ..playing.review import Review
    from ..study.advice import Advice, Discard, Draw

_MOST_DRAWS = 8  # cards named of what helps after a discard
_MEASURES = {Measure.PENALTY: "points"}  # columns of figures; of all others it is the score
OUTS = ("card", "copies", "chance", "distance", "figure", "improves")
DISCARDS = ("card", "distance", "outs", "figure", "waiting-for")


def tell_turned(turned: Card | None) -> str:
    """Which card is turned up."""
    return tell("table.turned:none" if turned is None else "table.turned", card=turned)


def tell_figure(verdict: Arranged | Best) -> Message:
    """Points or score, and whether the turned card has been seen."""
    points = verdict.points
    figure = tell_later("verdict.score", n=verdict.score) if points is None else tell_later("verdict.points", n=points)
    if verdict.seen is None:
        return figure
    return tell_later("verdict.seen" if verdict.seen else "verdict.unseen", figure=figure)


def tell_short(verdict: Arranged | Best, *, marked: bool = False) -> str:
    """Points as a bare number, or the score, and whether the cards declare.

    Args:
        verdict: what the cards come to.
        marked: whether a sign shows that they declare, where the signs of a display can be drawn.
    """
    figure = tell("verdict.score", n=verdict.score) if verdict.points is None else str(verdict.points)
    if not verdict.declares:
        return figure
    return f"{figure} {tell('verdict.mark')}" if marked else tell("comparison.declares", figure=figure)


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


def name_columns(columns: Iterable[str], advice: Advice) -> list[str]:
    """The headings of ``OUTS`` or ``DISCARDS``; their figure is points or a score."""
    return [tell(key_of("column.", _measure(advice) if name == "figure" else name)) for name in columns]


def list_outs(advice: Advice) -> list[list[str]]:
    """The cards that help, a row each with the cells of ``OUTS``."""
    rows = []
    for draw in advice.outs or ():
        names = [name if name == "distance" else _measure(advice) for name in draw.improves]
        improves = in_words(Items(tuple(tell_later(key_of("column.", name)) for name in names)))
        chance = percent(draw.copies / advice.unseen)
        figures = [str(draw.copies), chance, _tell_distance(draw.distance), _tell_points(draw)]
        rows.append([in_words(draw.card), *figures, improves])
    return rows


def list_discards(advice: Advice) -> list[list[str]]:
    """The cards to throw, a row each: a mark where it is as good as the one above, then the cells of ``DISCARDS``."""
    rows = []
    for row in advice.discards or ():
        draws = " ".join(f"{in_words(card)}×{copies}" for card, copies in row.draws[:_MOST_DRAWS])
        if len(row.draws) > _MOST_DRAWS:
            draws = tell("advice.more", cards=draws, n=len(row.draws) - _MOST_DRAWS)
        mark, outs = "=" if row.equal else "", str(row.outs)
        rows.append([mark, in_words(row.card), _tell_distance(row.distance), outs, _tell_points(row), draws])
    return rows


def _measure(advice: Advice) -> str:
    return _MEASURES.get(advice.rulebook.scoring.measure, "score")


def _tell_distance(exchanges: int | None) -> str:
    return tell("advice.never") if exchanges is None else str(exchanges)


def _tell_points(row: Draw | Discard) -> str:
    return str(row.points) if row.points is not None else with_minus(row.score)


def tell_limits(review: Review) -> list[str]:
    """What else is to be known of a review: mistakes not shown, moves not seen, and how the chances were had."""
    more = len(review.found) - len(review.worst)
    game = "" if review.fitted is None else get_rulebook(review.fitted)
    return [
        *tell_if("review.more", more, n=more),
        *tell_if("review.unknown", review.known is not None, n=review.known),
        *tell_if("review.in-turn", review.fitted is None),
        *tell_if("review.fitted", review.fitted is not None and not review.exact, game=game),
    ]
