"""Exact for any rulebook its records allow: random rulebooks against every partition and every exchange."""

from __future__ import annotations

import random
from dataclasses import replace

from rummy_tutor import RULEBOOKS, Card, Hand
from rummy_tutor.game.table import set_table
from rummy_tutor.referee.scoring import score_arrangement
from rummy_tutor.solver.best import find_best
from tests.oracle.any_rulebook import layout_disagreements, try_rulebooks
from tests.rulebook_strategies import accepted_rulebook, random_cards, random_table


def test_best_of_small_hands_under_random_rulebooks() -> None:
    """200 rulebooks: no partition of the cards scores more, and none declares where the best does not."""
    for tried in try_rulebooks("points", 200, seed=1):
        assert not tried.wrong, (tried.wrong, tried.line)


def test_distance_of_small_hands_under_random_rulebooks() -> None:
    """40 rulebooks: no fewer exchanges among the cards left lead to a hand that declares."""
    for tried in try_rulebooks("distance", 40, seed=1, hands=2):
        assert not tried.wrong, (tried.wrong, tried.line)


def test_whole_hands_under_random_rulebooks_are_laid_out_as_they_say() -> None:
    """100 rulebooks, 13 and 14 cards: the arrangement holds the hand's cards and scores and declares as told."""
    for number in range(100):
        rng = random.Random(f"whole {number}")
        deal = random_table(rng, accepted_rulebook(rng, 13))
        cards = random_cards(rng, deal, 13 + number % 2)
        assert not layout_disagreements(cards, deal), (cards, deal)


def test_a_card_between_jokers_is_worth_the_highest_run_it_reaches() -> None:
    """Vazhushal: one jack with six wild cards is 8 to ace, with jokers on both sides of it."""
    book = replace(RULEBOOKS["vazhushal-13"], key="no way to declare", objectives=())
    hand = Hand.parse("2H 2S JH 2S PJ 2C 2C 3C PJ 4C 3H PJ 5C PJ")
    best = find_best(hand.cards, set_table(book, Card.parse("2H"), 6))
    assert best.score == 94
    assert score_arrangement(best.as_laid(), set_table(book, Card.parse("2H"), 6)).score == 94
