"""All groupings of a hand that are as good as its best, asked for by hand and rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..game.cards import Card, Hand
from ..game.records import Optima
from ..rulebooks.find import Given
from ..solver.all_best import LIMIT, find_optima
from .analysis import DEFAULT_PLAYERS, analyse


def all_best(
    hand: Hand | str | Iterable[Card],
    rulebook: Given,
    turned: Card | str | None = None,
    players: int = DEFAULT_PLAYERS,
    options: Sequence[str] = (),
    limit: int = LIMIT,
) -> Optima:
    """All best groupings of a hand under one rulebook, up to a limit, and whether the best is the only one.

    Args:
        hand: 1 to 28 cards; laid out, a best grouping near to the groups comes first.
        rulebook: a key such as ``"rummy-21"``, or a rulebook of your own.
        turned: the card turned up, ``"PJ"`` or None.
        players: how many play.
        options: house options of the rulebook.
        limit: the most groupings that are listed.

    Raises:
        CardError: the hand or the turned card cannot be read.
        RuleError: as for ``analyse``, or the limit is less than 1.

    Example:
        >>> found = all_best("4S 5S 6S 7S 8S 9S KH KD KC 2H 3H 4H 7D", "gorummy-13", turned="TD")
        >>> found.unique, found.complete, [len(one.groups) for one in found.groupings]
        (False, True, [4, 3])
    """
    result = analyse(hand, rulebook, turned, players, options)
    return find_optima(result.hand.cards, result.deal, result.best, limit)
