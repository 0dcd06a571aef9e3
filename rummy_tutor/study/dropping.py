"""Drop or play on: what hands like this one paid when bots played on with them, beside what leaving costs.

The table is made by ``tests/bench/drops.py``. It goes by the exchanges to declare less the jokers held, by game and
number of players, and holds the points a round that playing on paid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..distance.distance import find_distance
from ..game.cards import Card
from ..game.table import Deal

SURE = 4.0  # points by which playing on must be better or worse than a drop to be blamed, or to be left by a bot


class Table(NamedTuple):
    """What hands paid with one number of players.

    Attributes:
        stake: points between winning and losing such a round.
        paid: by exchanges less jokers the points that playing on paid, and half the width of their 95 % interval.
    """

    stake: float
    paid: Mapping[int, tuple[float, float]]


# for each game by number of players, the points between winning and losing being twice the typical points of a round;
# hands from seed 3,000,000 on: gorummy-13 900 and 110 rounds, octro-13 450 and 60, rummy-21 220 and 120, paplu-13 and
# adgaming-13 600 and 60, paplu-21 150 and 120, paplu-27 250
_TABLES: dict[str, dict[int, Table]] = {
    "gorummy-13": {
        2: Table(
            106,
            {-2: (43.1, 15.4), -1: (30.5, 11.7), 0: (27.9, 6.7), 1: (15.2, 6.0), 2: (8.7, 4.7), 3: (-13.5, 5.0),
             4: (-20.0, 5.7), 5: (-33.5, 8.6)},
        ),
        6: Table(
            242,
            {-1: (169.4, 45.1), 0: (74.1, 40.4), 1: (24.1, 26.0), 2: (1.8, 18.9), 3: (-33.9, 11.7), 4: (-58.0, 7.8),
             5: (-65.3, 5.4)},
        ),
    },
    "octro-13": {
        2: Table(
            132,
            {-2: (34.1, 21.7), -1: (37.1, 17.3), 0: (21.7, 13.1), 1: (17.6, 10.4), 2: (2.1, 8.7), 3: (-11.1, 9.0),
             4: (-27.6, 10.2), 5: (-37.1, 16.9)},
        ),
        6: Table(
            282,
            {-1: (128.7, 61.8), 0: (70.4, 47.0), 1: (6.9, 36.6), 2: (-13.7, 30.7), 3: (-29.4, 25.3), 4: (-73.0, 4.2)},
        ),
    },
    "rummy-21": {
        2: Table(
            172,
            {-3: (76.0, 26.6), -2: (40.3, 20.5), -1: (17.5, 17.3), 0: (-5.1, 17.2), 1: (3.6, 15.3), 2: (-41.6, 22.1),
             3: (-74.5, 19.2)},
        ),
        6: Table(
            424,
            {-3: (327.6, 80.0), -2: (88.1, 43.6), -1: (64.5, 34.4), 0: (-23.3, 28.6), 1: (-86.1, 17.2),
             2: (-111.7, 17.5), 3: (-143.4, 16.5)},
        ),
    },
    "paplu-13": {
        2: Table(
            114,
            {-1: (43.5, 13.8), 0: (29.1, 9.7), 1: (32.2, 6.3), 2: (0.7, 6.3), 3: (-11.9, 6.8), 4: (-29.6, 6.8),
             5: (-43.7, 10.1)},
        ),
        6: Table(
            246,
            {-1: (127.9, 70.0), 0: (116.1, 59.6), 1: (4.6, 30.6), 2: (17.1, 30.0), 3: (-32.3, 18.0), 4: (-49.2, 15.5),
             5: (-62.9, 12.6)},
        ),
    },
    "adgaming-13": {
        2: Table(
            112,
            {-1: (39.3, 11.0), 0: (30.9, 8.0), 1: (17.5, 7.8), 2: (9.1, 6.0), 3: (-14.8, 6.3), 4: (-20.0, 7.4),
             5: (-36.3, 11.4)},
        ),
        6: Table(
            254,
            {-1: (148.7, 71.0), 0: (107.4, 60.1), 1: (11.6, 34.5), 2: (15.5, 29.8), 3: (-31.7, 18.9), 4: (-50.1, 15.7),
             5: (-65.0, 8.5)},
        ),
    },
    "paplu-21": {
        2: Table(
            182,
            {-1: (84.7, 31.4), 0: (40.5, 26.0), 1: (5.9, 23.6), 2: (-13.7, 17.7), 3: (-33.2, 16.5)},
        ),
        6: Table(
            410,
            {-1: (261.8, 85.2), 0: (137.7, 47.3), 1: (2.6, 25.4), 2: (-37.6, 22.6), 3: (-76.9, 21.9),
             4: (-133.0, 25.2)},
        ),
    },
    "paplu-27": {
        2: Table(
            146,
            {-3: (76.4, 26.3), -2: (54.1, 21.4), -1: (10.8, 17.8), 0: (10.5, 12.2), 1: (-14.5, 12.0), 2: (-9.1, 17.1),
             3: (-29.1, 17.4), 4: (-46.8, 19.6)},
        ),
    },
}  # fmt: skip


@dataclass(frozen=True)
class Drop:
    """Whether to leave a round before one's first draw.

    Attributes:
        price: points that leaving costs.
        on: points that hands like this one paid when they were played on, negative where they cost; None if unknown.
        spread: half the width of the 95 % interval of ``on``.
        exchanges: cards to exchange until the hand declares.
        jokers: wild cards held.
        reason: why it is not known: ``no-drop`` (the game has none), ``no-table`` (nobody measured it), ``wrong-size``
            (not as many cards as dealt) or ``no-way`` (no cards lead to a declaration); empty where it is.
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
    tables = _TABLES.get(deal.rulebook.key) if not deal.rulebook.options else None
    if tables is None or not deal.players <= max(tables):
        return Drop(price, reason="no-table")
    if len(cards) != deal.rulebook.deal:
        return Drop(price, reason="wrong-size")
    if exchanges is None:
        exchanges = find_distance(cards, deal, seen).exchanges
    if exchanges is None:
        return Drop(price, reason="no-way")
    jokers = sum(deal.is_wild[card.index] for card in cards)
    less = exchanges - jokers
    # between two numbers of players that were measured, as far along as the number is
    fewer = max(count for count in tables if count <= deal.players)
    more = min(count for count in tables if count >= deal.players)
    along = 0.0 if fewer == more else (deal.players - fewer) / (more - fewer)
    (on, spread), (further, wider) = (_look_up(tables[count], less) for count in (fewer, more))
    stake = tables[fewer].stake + along * (tables[more].stake - tables[fewer].stake)
    paid = round(on + along * (further - on), 1)
    return Drop(price, paid, max(spread, wider) if along else spread, exchanges, jokers, stake=stake)


def _look_up(table: Table, less: int) -> tuple[float, float]:
    """What hands so far off paid; those farther off or nearer than the table tells as its last ones."""
    return table.paid[max(min(table.paid), min(max(table.paid), less))]
