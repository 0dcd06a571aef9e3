"""The pairs of a hand as it is dealt: where there are many, some games deal again."""

from __future__ import annotations

from collections.abc import Iterable

from ..game.cards import Card
from ..game.rules import Rulebook


def list_redeal_pairs(cards: Iterable[Card], rulebook: Rulebook) -> list[tuple[Card, Card]]:
    """The pairs that count towards a new deal: of one rank, or of exactly the same card where a game asks for that.

    Three pairs of one rank would be six cards, and one pack holds four, so pairs of different ranks count together. A
    printed joker is in no pair.

    Example:
        >>> from rummy_tutor import Hand, get_rulebook
        >>> pairs = list_redeal_pairs(Hand.parse("4S 4H 4D 9C KD 9C PJ PJ").cards, get_rulebook("vazhushal-13"))
        >>> [" ".join(map(str, pair)) for pair in pairs]
        ['4S 4H', '9C 9C']
    """
    identical = rulebook.settlement.redeal_identical
    waiting: dict[object, Card] = {}
    pairs = []
    for card in cards:
        alike = card if identical else card.rank
        if card.is_printed_joker:
            continue
        if alike in waiting:
            pairs.append((waiting.pop(alike), card))
        else:
            waiting[alike] = card
    return pairs


def is_redealt(cards: Iterable[Card], rulebook: Rulebook, players: int) -> bool:
    """Whether a hand just dealt has the pairs for which a game deals again; with two players none does."""
    wanted = rulebook.settlement.redeal_pairs
    return wanted is not None and players > 2 and len(list_redeal_pairs(cards, rulebook)) >= wanted
