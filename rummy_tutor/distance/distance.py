"""How far a hand is from declaring: the fewest cards to exchange, and one way to do it.

A card can be had while the pack still holds a copy that is not held, turned up or marked as seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..game.cards import CARDS, Card
from ..game.records import Distance, Witness
from ..game.rules import Needs, Objective
from ..game.table import Deal
from ..referee.held_melds import KIND_BITS
from .exchanges import Finder, uncollected
from .hands import Filled


@uncollected()
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
    seeing = finder.nearest(list_shows(deal)) if deal.hidden and _fits(finder) else None
    to_see = None if seeing is None else seeing[0]
    nearest = finder.nearest(deal.objectives) if _fits(finder) else None
    if nearest is None:
        return Distance(None, None, to_see)
    exchanges, filled = nearest
    return Distance(exchanges, _witness(filled, deal), to_see)


@uncollected()
def count_exchanges(
    cards: Sequence[Card], deal: Deal, seen: Sequence[Card] = (), ways: Sequence[Objective] = (), least: int = 0
) -> int | None:
    """The fewest cards to exchange, None if nothing leads on; quicker than ``find_distance``, which shows a way.

    Args:
        cards, deal, seen: those of ``find_distance``.
        ways: what is aimed at; declaring if it is left out.
        least: exchanges that are known to be needed.
    """
    finder = Finder(cards, deal, seen)
    nearest = finder.nearest(ways or deal.objectives, least) if _fits(finder) else None
    return None if nearest is None else nearest[0]


@uncollected()
def reaches(cards: Sequence[Card], deal: Deal, seen: Sequence[Card], level: int) -> bool:
    """Whether a hand can declare within some exchanges; the other arguments are those of ``find_distance``."""
    return Finder(cards, deal, seen).reaches(deal.objectives, level)


@uncollected()
def list_nearest(cards: Sequence[Card], deal: Deal, seen: Sequence[Card], ways: Sequence[Objective]) -> set[Card]:
    """The discards of a hand with one card too many that leave the fewest exchanges; none if nothing leads on.

    Args:
        cards, deal, seen: those of ``find_distance``.
        ways: what is aimed at.
    """
    finder = Finder(cards, deal, seen)
    nearest = finder.nearest(ways)
    left = {card.index for card in cards}
    if nearest is not None:
        for way in ways:
            for _ in finder.throwing(way, nearest[0], left):
                pass
    return {card for card in cards if card.index not in left}


def list_shows(deal: Deal) -> list[Objective]:
    """What a hand may show to see a hidden turned card, each as if it were a way to declare."""
    return [Objective(name=tier.code, needs=tier.needs, rest=tier.rest) for tier in deal.tiers if tier.needs != Needs()]


def _fits(finder: Finder) -> bool:
    """Whether a hand has as many cards as are dealt, or one more."""
    return finder.hand.size in (finder.hand.target, finder.hand.target + 1)


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
