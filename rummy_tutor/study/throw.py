"""With one card too many, which one to throw: of the discards that cost least, the one nearest to declaring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..distance.discards import choose_nearest
from ..game.cards import CARDS, Card, Hand, without
from ..game.records import Best
from ..game.table import Deal
from ..referee.scoring import score_arrangement
from ..solver.best import find_best, list_declaring, list_equal


def choose_throw(hand: Hand, deal: Deal, best: Best, seen: Sequence[Card] = ()) -> Best:
    """The best arrangement of a hand, with the discard that ``advise`` ranks first of those that cost as little.

    These are compared in one survey of the ways to declare: fewest exchanges, then most outs; of equal discards the
    one worth most points, then the first of the pack. A hand that declares throws a card with which it does.

    Args:
        hand: the cards; its groups, if it is laid out, lie in the answer as far as they can.
        deal: the rulebook at its table.
        best: what the solver answers; it is the answer with any other number of cards.
        seen: cards known to be out of play.
    """
    if len(hand.cards) != deal.rulebook.deal + 1:
        return best
    asked = list_declaring(hand.cards, deal) if best.declares else list_equal(hand.cards, deal, best.score)
    order = sorted(asked, key=lambda card: (-deal.points[card.index], card.index))
    thrown = order[0]
    if best.declares:
        thrown = _choose_declaring(hand.cards, deal, order, best)
    elif len(order) > 1:  # no discard declares: an exchange is needed at least
        chosen, _ = choose_nearest(hand.cards, deal, seen, [card.index for card in order], least=1)
        thrown = CARDS[chosen]
    if thrown == best.discard:
        return best
    rest = without(hand.cards, thrown)
    shown = find_best(rest, deal) if hand.groups is None else _rearrange(hand.groups, thrown, deal)
    # the figures are those of any discard, whether this one leaves as little or only declares
    return replace(shown, discard=thrown, points=best.points, score=best.score, seen=best.seen)


def _choose_declaring(cards: tuple[Card, ...], deal: Deal, order: Sequence[Card], best: Best) -> Card:
    """Of the discards that may let a hand declare one that does and leaves the highest score."""
    chosen, highest = order[0], None
    for card in order:
        after = best if card == best.discard else find_best(without(cards, card), deal)
        if after.declares and (highest is None or after.score > highest):
            chosen, highest = card, after.score
            if highest == best.score:
                break
    return chosen


def _rearrange(groups: Sequence[tuple[Card, ...]], thrown: Card, deal: Deal) -> Best:
    """The best arrangement without a card, as near as can be to the groups in which the hand was laid out."""
    home = min([group for group in groups if thrown in group], key=len)
    kept = [group for group in groups if group is not home] + [without(home, thrown)]
    kept = [group for group in kept if group]
    cards = [card for group in kept for card in group]
    return find_best(cards, deal, kept, score_arrangement(kept, deal))
