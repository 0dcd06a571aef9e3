"""Of the nearest ways to declare one that is likely to come: with cards of which many copies are unseen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import comb, prod

from ..distance.distance import find_distance
from ..game.cards import CARDS, Card
from ..game.records import Distance
from ..game.table import Deal
from ..game.unseen import count_stock

_TRIES = 8  # ways that are looked at


def find_likely(cards: Sequence[Card], deal: Deal, seen: Sequence[Card], nearest: Distance) -> Distance:
    """A way as near as the nearest one whose missing cards can come in more ways, as far as a few tries find one.

    The card that comes least likely is left aside, or one copy of it kept, and the nearest way found without it.

    Args:
        cards: the cards held.
        deal: the rulebook at its table.
        seen: cards known to be out of play.
        nearest: what ``find_distance`` answers for these.
    """
    stock = count_stock(Counter([card.index for card in cards]), deal, seen)
    best = present = nearest
    out, needed = list(seen), set[Card]()
    for _ in range(_TRIES):
        rare = _find_rare(present, stock, needed)
        if rare is None:
            break
        card, copies = rare
        trial = find_distance(cards, deal, [*out, *[card] * copies])
        if trial.exchanges != nearest.exchanges:
            needed.add(card)
            continue
        out += [card] * copies
        present = trial
        if _count_ways(trial, stock) > _count_ways(best, stock):
            best = trial
    return best


def _missing(distance: Distance) -> Counter[Card]:
    return Counter(() if distance.witness is None else distance.witness.missing)


def _count_ways(distance: Distance, stock: Sequence[int]) -> int:
    """In how many ways the missing cards can come from the unseen ones."""
    return prod([comb(stock[card.index], n) for card, n in _missing(distance).items()])


def _find_rare(distance: Distance, stock: Sequence[int], needed: set[Card]) -> tuple[Card, int] | None:
    """The missing card to do without, and how many copies of it: one stays where several are missing."""
    most = max([stock[card.index] for card in CARDS])
    rare = [
        (comb(stock[card.index], n), card, n)
        for card, n in _missing(distance).items()
        if card not in needed and (n > 1 or stock[card.index] < most)
    ]
    if not rare:
        return None
    _, card, n = min(rare)
    return card, stock[card.index] - (1 if n > 1 else 0)
