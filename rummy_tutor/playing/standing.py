"""How well a player stands in a round, by what they may know: exchanges to declare, and the cards that save one."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from ..distance.discards import Throws
from ..game.cards import CARDS, Card, without
from .bots import FAR, list_throws, measure
from .view import View


class Standing(NamedTuple):
    """Where a player stands.

    Attributes:
        exchanges: fewest cards to exchange until the hand declares, or until a hidden card may be seen.
        outs: how many of the cards that may still come save one of these; None where that is not known.
        unseen: how many cards may still come.
        turns: how often the player has drawn.
        playing: how many have not left the round.
        seen: whether a hidden turned card has been seen, or none is hidden.
        draws: the cards that ``outs`` counts, each once, by their index.
    """

    exchanges: int
    outs: int | None
    unseen: int
    turns: int
    playing: int
    seen: bool
    draws: tuple[int, ...] = ()


class Choice(NamedTuple):
    """The throws that a hand may choose from.

    Attributes:
        best: a card whose throw leaves the fewest exchanges and of these the most outs.
        near: the cards whose throw leaves as few exchanges, by the search that found the best.
        standings: where the player stands after the best throw, and after others that were asked about.
    """

    best: Card
    near: frozenset[Card]
    standings: dict[Card, Standing]


def count_turns(view: View) -> int:
    """How often the player has drawn."""
    return sum(done.seat == view.seat and done.move.kind in ("stock", "take") for done in view.log)


def _stand(view: View, exchanges: int, outs: int | None, unseen: int, draws: tuple[int, ...] = ()) -> Standing:
    playing = sum(not player.out for player in view.others)
    return Standing(exchanges, outs, unseen, count_turns(view), playing, view.seen or not view.deal.hidden, draws)


def find_standing(view: View) -> Standing:
    """Where a player stands before drawing; outs are not counted."""
    return _stand(view, measure(view.cards, view), None, 0)


def weigh_throws(view: View, asked: Collection[Card] = ()) -> Choice:
    """What the throws of a hand with a card too many lead to.

    Args:
        view: what the player may know.
        asked: further cards whose throws are weighed.
    """
    throws = sorted(list_throws(view), key=lambda card: (-view.deal.points[card.index], card.index))
    if view.deal.hidden and not view.seen:
        far = {card: measure(without(view.cards, card), view) for card in throws}
        near = frozenset(card for card in throws if far[card] == min(far.values()))
        best = next(card for card in throws if card in near)
        return Choice(best, near, {card: _stand(view, far[card], None, 0) for card in {best, *asked}})
    table = Throws(view.cards, view.deal, view.gone)
    best = CARDS[table.choose([card.index for card in throws])]
    near = frozenset(CARDS[index] for index in table.far)
    # of the whole table only what is asked for is worked out
    wanted = {best.index, *(card.index for card in asked)}
    table.far, table.outs = {}, {index: set() for index in wanted}
    for _ in table.work_out(table.nearest):
        pass
    stock = table.finder.hand.stock
    standings = {}
    for index in wanted:
        draws = tuple(sorted(drawn for drawn in table.outs[index] if stock[drawn]))
        outs = sum(stock[drawn] for drawn in draws)
        standings[CARDS[index]] = _stand(view, table.far.get(index, FAR), outs, sum(stock), draws)
    return Choice(best, near | {best}, standings)
