"""Drop or play on: what hands like this one paid when bots played on with them, beside what leaving costs.

The table is made by ``tests/bench/drops.py``. It goes by the exchanges to declare less the jokers held, by game and
number of players, and holds the points a round that playing on paid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..distance.distance import find_distance
from ..game.cards import Card
from ..game.table import Deal

# for each game: by number of players, for each number of exchanges less jokers the points paid and half the width of
# their 95 % interval
_PAID: dict[str, dict[int, dict[int, tuple[float, float]]]] = {}
_SWINGS: dict[str, float] = {}


@dataclass(frozen=True)
class Drop:
    """Whether to leave a round before one's first draw.

    Attributes:
        price: points that leaving costs.
        on: points that hands like this one paid when they were played on, negative where they cost; None if unknown.
        spread: half the width of the 95 % interval of ``on``.
        exchanges: cards to exchange until the hand declares.
        jokers: wild cards held.
        reason: why it is not known: ``no-drop``, ``no-table``, ``players`` or ``no-way``; empty where it is.
        stake: points that lie between winning and losing such a round.
    """

    price: int | None
    on: float | None = None
    spread: float | None = None
    exchanges: int | None = None
    jokers: int = 0
    reason: str = ""
    stake: float = 1.0

    @property
    def gain(self) -> float | None:
        """How many points more playing on pays than leaving; None if that is not known."""
        return None if self.on is None or self.price is None else self.on + self.price

    @property
    def best(self) -> str | None:
        """``drop`` or ``play``; None where it is not known."""
        return None if self.gain is None else "drop" if self.gain < 0 else "play"

    def to_dict(self) -> dict[str, object]:
        """As plain JSON values."""
        return {"price": self.price, "on": self.on, "best": self.best}


def weigh_drop(cards: Sequence[Card], deal: Deal, seen: Sequence[Card] = (), exchanges: int | None = None) -> Drop:
    """Whether to leave a round before one's first draw.

    Args:
        cards: the hand.
        deal: the rulebook at its table.
        seen: cards known to be out of play.
        exchanges: cards to exchange until the hand declares, where that is known.
    """
    price = deal.rulebook.penalties.first_drop
    if price is None:
        return Drop(None, reason="no-drop")
    table = _PAID.get(deal.rulebook.key) if not deal.rulebook.options else None
    if table is None:
        return Drop(price, reason="no-table")
    if exchanges is None:
        exchanges = find_distance(cards, deal, seen).exchanges
    if exchanges is None or len(cards) != deal.rulebook.deal:
        return Drop(price, reason="no-way")
    players = min(table, key=lambda count: abs(count - deal.players))
    jokers = sum(deal.is_wild[card.index] for card in cards)
    rows = table[players]
    on, spread = rows[max(min(rows), min(max(rows), exchanges - jokers))]
    return Drop(price, on, spread, exchanges, jokers, stake=_SWINGS[deal.rulebook.key])
