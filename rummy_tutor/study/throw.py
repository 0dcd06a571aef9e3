"""With one card too many, which one to throw: of the discards that cost least, the one nearest to declaring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..distance.discards import choose_nearest
from ..game.cards import CARDS, Card, Hand
from ..game.records import Best
from ..game.table import Deal
from ..referee.scoring import score_arrangement
from ..solver.best import find_best, reaches


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
    left = {card: _without(hand.cards, card) for card in set(hand.cards)}
    order = sorted(left, key=lambda card: (-deal.points[card.index], card.index))
    if best.declares:
        after = {card: find_best(left[card], deal) for card in order}
        thrown = max([card for card in order if after[card].declares], key=lambda card: after[card].score)
    else:
        alike = _list_alike(best, deal)
        equal = [card for card in order if card in alike or reaches(left[card], deal, best.score)]
        thrown = equal[0]
        if len(equal) > 1:  # no discard declares: an exchange is needed at least
            chosen, _ = choose_nearest(hand.cards, deal, seen, [card.index for card in equal], least=1)
            thrown = CARDS[chosen]
    if thrown == best.discard:
        return best
    shown = find_best(left[thrown], deal) if hand.groups is None else _rearrange(hand.groups, thrown, deal)
    # the figures are those of any discard, whether this one leaves as little or only declares
    return replace(shown, discard=thrown, points=best.points, score=best.score, seen=best.seen)


def _list_alike(best: Best, deal: Deal) -> set[Card]:
    """The card thrown and the loose cards that might change places with it: as many points, and no joker."""
    thrown = best.discard
    if thrown is None or deal.is_wild[thrown.index]:
        return set() if thrown is None else {thrown}
    points = deal.points[thrown.index]
    loose = [card for card in best.loose if not deal.is_wild[card.index]]
    return {thrown, *[card for card in loose if deal.points[card.index] == points]}


def _rearrange(groups: Sequence[tuple[Card, ...]], thrown: Card, deal: Deal) -> Best:
    """The best arrangement without a card, as near as can be to the groups in which the hand was laid out."""
    home = min([group for group in groups if thrown in group], key=len)
    kept = [group for group in groups if group is not home] + [_without(home, thrown)]
    kept = [group for group in kept if group]
    cards = [card for group in kept for card in group]
    return find_best(cards, deal, kept, score_arrangement(kept, deal))


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Some cards without one copy of one of them."""
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])
