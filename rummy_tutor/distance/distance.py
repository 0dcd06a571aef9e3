"""How far a hand is from declaring: the fewest cards to exchange, and one way to do it.

A card can be had while the pack still holds a copy that is not held, turned up or marked as seen.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..game.cards import CARDS, Card
from ..game.records import Distance, Witness
from ..game.rules import Needs, Objective
from ..game.table import Deal
from ..referee.held_melds import KIND_BITS
from .exchanges import Finder
from .hands import Filled


def find_distance(cards: Iterable[Card], deal: Deal, seen: Iterable[Card] = ()) -> Distance:
    """The fewest cards to exchange until a hand can declare.

    Args:
        cards: as many as the game deals, or one more (then over all discards).
        deal: the rulebook at its table.
        seen: cards known to be out of play: discards, what others picked.

    Returns:
        The distance with one way to get there.
    """
    finder = Finder(tuple(cards), deal, tuple(seen))
    to_see = None
    in_size = finder.hand.size in (finder.hand.target, finder.hand.target + 1)
    if deal.hidden and in_size:
        shows = [Objective(name=t.code, needs=t.needs, rest=t.rest) for t in deal.tiers if t.needs != Needs()]
        seeing = finder.nearest(shows)
        to_see = None if seeing is None else seeing[0]
    if not in_size:
        return Distance(None, None, to_see)
    found = finder.nearest(deal.objectives)
    if found is None:
        return Distance(None, None, to_see)
    exchanges, filled = found
    return Distance(exchanges, _witness(filled, deal), to_see)


def _witness(filled: Filled, deal: Deal) -> Witness:
    def cards(indices: Iterable[int]) -> tuple[Card, ...]:
        return tuple([CARDS[index] for index in indices])

    groups = sorted(filled.lay_out(deal), key=lambda group: (KIND_BITS[group[0]], [-index for index in group[1]]))
    return Witness(
        filled.way.name,
        tuple((kind, cards(group)) for kind, group in groups),
        cards(filled.bought),
        cards(filled.given),
    )
