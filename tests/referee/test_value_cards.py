"""What value cards earn under any rulebook: each card once, in the way that earns most."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rummy_tutor import RULEBOOKS, Card, Hand
from rummy_tutor.game.rules import Bonus, ValueCard
from rummy_tutor.game.table import set_table
from rummy_tutor.referee.value_cards import count_bonus, limit_bonus, list_value_cards

TURNED = Card.parse("8D")


def value(offset: int, *points: int, other_suit: bool = False) -> ValueCard:
    """A value card beside the turned one."""
    return ValueCard(name=f"offset {offset}", offset=offset, points=points, other_suit=other_suit)


@pytest.mark.parametrize(
    ("bonus", "cards", "points"),
    [
        (Bonus(cards=(), marriage=(10,)), "7D 8D 9D", 10),
        (Bonus(cards=(value(0, 5),), marriage=(10, 25)), "7D 8D 9D 7D 8D 9D", 25),
        (Bonus(cards=(value(0, 5),), marriage=(10,)), "7D 8D 9D 8D", 15),
        (Bonus(cards=(value(0, 50, 60),), marriage=(10,)), "7D 8D 9D", 50),
        (Bonus(cards=(value(0, 5), value(0, 1, 20)), marriage=()), "8D", 5),
        (Bonus(cards=(value(0, 5), value(0, 1, 20)), marriage=()), "8D 8D", 20),
        (Bonus(cards=(value(-1, 5), value(12, 7)), marriage=()), "7D", 7),
        (Bonus(cards=(value(0, 3, other_suit=True),), marriage=(10,)), "8H 8D", 3),
        (Bonus(cards=(), marriage=()), "7D 8D 9D", 0),
    ],
)
def test_each_card_earns_once_in_the_best_way(bonus: Bonus, cards: str, points: int) -> None:
    """Marriages count also where their cards earn nothing alone; of two prices for a card the better one holds."""
    deal = set_table(replace(RULEBOOKS["rummy-21"], key="own bonus", bonus=bonus), TURNED, 4)
    held = Hand.parse(cards).cards
    assert count_bonus(held, deal) == points
    assert count_bonus(held, deal) <= limit_bonus(deal) or len(held) > 5
    assert all(card in list_value_cards(deal) for card in held) or not bonus.marriage or bonus.cards
