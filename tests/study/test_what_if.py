"""What if this card were wild, or were not: the same judges at a table with other wild cards."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import rummy_tutor as rt
from rummy_tutor import RULEBOOKS, Card, analyse
from rummy_tutor.errors import CardError, RuleError
from rummy_tutor.game import CARDS, PRINTED_JOKER
from rummy_tutor.game.rules import WildRanks, Wilds
from rummy_tutor.game.table import set_table
from rummy_tutor.referee.scoring import score_arrangement
from rummy_tutor.study.what_if import suppose, what_if
from rummy_tutor.wording.explain import explain_points
from tests import strategies

KEYS = strategies.KEYS
HAND = "2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS"


def test_both_figures_and_the_change_are_told() -> None:
    """The figure before and after comes first, then what the card does and what it costs left over."""
    found = what_if("2H 3H 4H 5C 6C 7S 8D 8S 5C 2D 2C KS QS", "adgaming-13", turned="KD", wild=["7S"])
    assert (
        found.sentences[0] == f"With 7♠ wild: {found.after.best.points} points instead of {found.before.best.points}."
    )
    assert found.gain == found.before.best.points - found.after.best.points > 0
    assert any(sentence.startswith("In the best grouping 7♠ then stands for") for sentence in found.sentences)
    assert "Left over, 7♠ costs 0 points instead of 7." in found.sentences
    assert str(found) == " ".join(found.sentences)


def test_a_wild_card_can_be_made_natural() -> None:
    """A card that is wild loses that, and its points count again."""
    found = what_if(HAND, "adgaming-13", turned="QD", players=6, natural=["QD", "QS"])
    assert [str(card) for card in found.after.wild] == ["QH", "QC"]
    assert found.after.best.points > found.before.best.points
    assert found.gain < 0
    assert "Left over, Q♠ costs 10 points instead of 0." in found.sentences
    assert any(sentence.startswith("As laid out: ") for sentence in found.sentences)


def test_the_printed_joker_can_be_made_natural() -> None:
    """Without its wildness the printed joker fits no group and still costs nothing."""
    found = what_if("2H 3H 4H 5C 6C PJ 8D 8S 5C 2D 2C KS QS", "gorummy-13", natural=["PJ"])
    assert not found.after.deal.is_wild[PRINTED_JOKER.index]
    assert PRINTED_JOKER in found.after.best.loose
    assert found.after.deal.points[PRINTED_JOKER.index] == 0


def test_a_declaration_won_or_lost_is_said() -> None:
    """A hand that can declare only with the card wild says so, in both directions."""
    hand = "2S 3S 4S 6H 7H 9D TC JC QC KC 5D 5S 5H"
    found = what_if(hand, "gorummy-13", turned="AD", wild=["9D"])
    assert (found.before.best.declares, found.after.best.declares) == (False, True)
    assert "The hand can then declare." in found.sentences
    back = what_if(hand, "gorummy-13", turned="9S", natural=["9D"])
    assert (back.before.best.declares, back.after.best.declares) == (True, False)
    assert "The hand can then no longer declare." in back.sentences


def test_nothing_changes_where_the_card_is_so_already() -> None:
    """A card that is wild anyway, or not wild anyway, leaves the table what it is."""
    found = what_if(HAND, "adgaming-13", turned="QD", wild=["QS"], natural=["2H"])
    assert found.after.deal is found.before.deal
    assert found.sentences == (
        f"With Q♠ wild and 2♥ not wild: the cost stays at {found.before.best.points} points.",
        f"As laid out: the cost stays at {found.before.arranged.points} points.",
        "Q♠ is wild anyway.",
        "2♥ is not wild anyway.",
    )


def test_a_card_that_is_not_held_is_said_to_be_absent() -> None:
    """A supposition about a card outside the hand changes nothing, and the sentence says why."""
    found = what_if("2H 3H 4H", "gorummy-13", wild=["9D"])
    assert "The hand holds no 9♦." in found.sentences
    assert found.gain == 0


def test_melded_values_are_scores() -> None:
    """In Vazhushal the change is one of scores, and a wild card left over costs 20."""
    found = what_if("AS 2S 3S 4H 5H PJ 7D 8D 9C", "vazhushal-13", turned="QD", wild=["9C"])
    assert found.sentences[0].startswith("With 9♣ wild: a score of ")
    assert "Left over, 9♣ costs 20 points instead of 9." in found.sentences


def test_the_account_is_of_the_supposed_table() -> None:
    """Laid out and explained, the supposed verdict is judged with the supposed wild cards."""
    found = what_if("2H 3H 4H 5C 6C 7S 8D 8S 5C 2D 2C KS QS", "adgaming-13", turned="KD", wild=["7S"])
    assert found.after.best_laid.points == found.after.best.points
    assert found.after.best_laid == score_arrangement(found.after.best.as_laid(), found.after.deal)
    assert explain_points(found.after, best=True)
    assert found.after.to_dict()["wild"][-1] == "7S"


def test_suppositions_are_one_table_each() -> None:
    """The same supposition is the same object, so that what is worked out for it is remembered."""
    deal = set_table(RULEBOOKS["gorummy-13"], Card.parse("5D"))
    seven = frozenset({Card.parse("7S")})
    assert suppose(deal, seven, frozenset()) is suppose(deal, seven, frozenset())
    assert suppose(deal, frozenset(), frozenset()) is deal


@pytest.mark.parametrize("key", KEYS)
def test_supposed_cards_do_as_cards_that_the_turned_card_makes_wild(key: str) -> None:
    """Supposing exactly what another turned card makes wild gives that card's figure."""
    rng = random.Random(f"what if {key}")
    for _ in range(6):
        hand = strategies.deal(key, None, rng)
        cards = [Card.parse(card) for card in hand.cards]
        turned = None if hand.turned is None else Card.parse(hand.turned)
        other = Card.parse(rng.choice(strategies.PLAIN))
        here, there = (set_table(RULEBOOKS[key], card, hand.players) for card in (turned, other))
        found = what_if(cards, key, turned, hand.players, wild=there.wild, natural=set(here.wild) - set(there.wild))
        assert found.after.deal.is_wild == there.is_wild
        assert found.after.deal.points == there.points
        wanted = analyse(cards, key, other, hand.players).best
        assert (found.after.best.score, found.after.best.declares) == (wanted.score, wanted.declares)


def test_a_supposition_does_as_a_rulebook_that_says_so() -> None:
    """Making all sevens wild is the same as a rulebook in which the turned seven does."""
    book = replace(RULEBOOKS["paplu-13"], key="sevens", wilds=Wilds(ranks=WildRanks.ALL_SUITS))
    hand = "2H 3H 4H 5C 6C 7S 8D 8S 5C 2D 7C KS QS"
    supposed = what_if(hand, "paplu-13", wild=["7S", "7H", "7D", "7C"])
    assert supposed.after.best.points == analyse(hand, book, "7D").best.points


def test_bad_suppositions_are_refused() -> None:
    """A card both wild and not, no card at all, and what is no list of cards are named."""
    with pytest.raises(RuleError, match="7S cannot be wild and natural at once"):
        what_if(HAND, "gorummy-13", wild=["7S"], natural=["7♠"])
    with pytest.raises(RuleError, match="at least one card"):
        what_if(HAND, "gorummy-13")
    with pytest.raises(CardError, match="wild must be a list of cards, not '7S'"):
        what_if(HAND, "gorummy-13", wild="7S")
    with pytest.raises(CardError, match="1X"):
        what_if(HAND, "gorummy-13", natural=["1X"])


def test_the_package_offers_it() -> None:
    """``rummy_tutor.what_if`` is the front door, again and again; it loads when first used."""
    assert rt.what_if is what_if
    assert rt.what_if is what_if
    assert isinstance(rt.what_if("2S 3S 4S", "gorummy-13", wild=[CARDS[5]]), rt.records.WhatIf)
