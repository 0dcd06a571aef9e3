"""What help at the table advises, and what is as good: never what a look back at the round would call a mistake."""

from __future__ import annotations

from typing import NamedTuple

from ...game.cards import Card
from ...game.procedure import Laying
from ...playing.bots import advise_move, list_loose, list_throws
from ...playing.chances import chance_after_throw
from ...playing.moves import Move
from ...playing.sight import fits
from ...playing.standing import weigh_throws
from ...playing.view import View

_EVEN = 1.0  # points of a hundred of the chance to win by which two throws may differ and are the same
_WEIGHED = 3  # other throws that are weighed at most: each costs time


def advise(view: View) -> Move:
    """The move that is advised; of throws that are as good one that the next player can use less."""
    move = advise_move(view)
    if move.kind != "throw" or not is_counted(view) or find_use(view, move.cards[0]) is None:
        return move
    near, points = weigh_throws(view).near, view.deal.points
    others = [card for card in list_loose(view, list_throws(view)) if card in near and find_use(view, card) is None]
    others = sorted(others, key=lambda card: -points[card.index])[:_WEIGHED]
    standings = weigh_throws(view, [*move.cards, *others]).standings
    chances = {card: 100 * chance_after_throw(standing, view.rulebook) for card, standing in standings.items()}
    best = max(others, key=lambda card: chances[card], default=move.cards[0])
    return Move("throw", (best,)) if chances[best] >= chances[move.cards[0]] - _EVEN else move


class Use(NamedTuple):
    """What the next player may want a card for.

    Attributes:
        seat: the next player.
        taken: a card that they took from the discards and still hold; the other one may lie in a meld with it.
    """

    seat: int
    taken: Card


def find_use(view: View, card: Card) -> Use | None:
    """What the next player may want a card for that is thrown now; None where nothing tells so."""
    after = [(view.seat + step) % len(view.others) for step in range(1, len(view.others))]
    seat = next((seat for seat in after if not view.others[seat].out), view.seat)
    taken = () if seat == view.seat else view.others[seat].taken
    wild = view.deal.is_wild
    return next((Use(seat, held) for held in taken if not wild[held.index] and fits(held, card)), None)


def is_counted(view: View) -> bool:
    """Whether the cards that help are counted: where a hand that is known declares, once a card has been drawn."""
    hides = view.deal.hidden and not view.seen
    in_turn = view.rulebook.procedure.laying is Laying.IN_TURN
    return not hides and not in_turn and len(view.cards) == view.rulebook.deal + 1
