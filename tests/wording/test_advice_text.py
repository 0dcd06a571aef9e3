"""Advice in words: the distance, chances, discards and the open card, each in whole sentences."""

from __future__ import annotations

from itertools import pairwise

import pytest

import rummy_tutor as rt
from rummy_tutor.wording.advice_text import (
    explain_discards,
    explain_pick,
    explain_way,
    percent,
    say_chance,
    say_distance,
    say_verdict,
)
from rummy_tutor.wording.speech import in_words
from tests.advice_hands import NO_RUN, ONE_RUN, SEEN, UNSEEN, WAITING


def test_chances_are_in_per_cent() -> None:
    """Small chances keep a digit, none is none."""
    assert [percent(x) for x in (0, 0.0055, 0.021, 0.12, 1)] == ["0 %", "0.5 %", "2.1 %", "12 %", "100 %"]


def test_the_distance_in_words() -> None:
    """Far, near, there, never, and a hand of another size each have their own sentence."""

    def told(cards: str, key: str = "gorummy-13", seen: str = "", turned: str | None = "9D") -> str:
        advice = rt.advise(cards, key, turned, seen=seen, ask=["distance"])
        return say_distance(advice.distance, advice.deal, len(advice.hand.cards))

    assert told(WAITING) == "1 card away from declaring."
    assert told("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC KS") == "These cards can declare."
    assert told("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC KS 2S") == "Throw one card, and the others can declare."
    assert told("2H 3H") == "GoRummy Points Rummy deals 13 cards. A hand of 2 cards cannot declare."
    held = "2H 4H 6H 8S TS QS AC 3C 5C 7D 9D JD KD"
    known = [*held.split(), "9D"]
    everything = " ".join(card for card in map(str, rt.game.CARDS) for _ in range(2 - known.count(card)))
    assert "can never declare" in told(held, seen=everything)


def test_the_chance_in_words() -> None:
    """Copies that can still come are counted, nearer and cheaper apart."""
    assert say_chance(rt.advise(WAITING, "gorummy-13", "9D")) == (
        "Of the 92 cards still to come, 12 would bring the hand nearer (13 %) and 63 would make it cheaper (68 %)."
    )
    done = rt.advise("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC KS", "gorummy-13", "9D")
    assert say_chance(done) == "The hand can declare. None of the 92 cards still to come makes it better."


def test_ties_among_discards_are_told() -> None:
    """The best discards that are equally good are named together."""
    told = explain_discards(rt.advise("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC KS QH QD", "gorummy-13", "9D"))
    assert told == ()
    told = explain_discards(rt.advise("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KH KD KC KS", "gorummy-13", "9D"))
    assert told[0].startswith("Throw ") and " or " in told[0] and "the hand then declares" in told[0]
    assert "equally good" in told[-1]


def test_a_cheap_card_is_thrown_and_a_dear_one_kept_for_the_cards_that_help_then() -> None:
    """The reason compares with the card that leaves fewest points, and gives the number that decides."""
    advice = rt.advise("AH 9H JH 4C 8C 2D 3S 5S 6S 7S TC JC QC KD", "gorummy-13", turned="8D")
    outs = {str(row.card): (row.distance, row.outs) for row in advice.discards or ()}
    assert outs["2D"] == (3, 67) and outs["AH"] == (3, 66)
    rather = "Throw 2♦ rather than A♥: the hand is as near to declaring, with 67 outs instead of 66."
    assert advice.explain() == rather
    assert f"{rather} If you ask only for the fewest points now, throw A♥." in explain_discards(advice)


def test_of_cards_equally_good_the_dearest_goes() -> None:
    """Where distance and outs are the same, no cheaper card stands before a dearer one."""
    for hand in ("AH 9H JH 4C 8C 2D 3S 5S 6S 7S TC JC QC KD", "5H 6H 7H 3S 4C 8C 2D TS JS QS KH KD 9D KC"):
        rows = rt.advise(hand, "gorummy-13", turned="8D").discards or ()
        alike = [
            pair for pair in pairwise(rows) if pair[0].outs == pair[1].outs and pair[0].distance == pair[1].distance
        ]
        assert alike and all(first.score >= second.score for first, second in alike)


@pytest.mark.parametrize(
    ("cards", "key", "turned", "open_card", "verdict", "why"),
    [
        (WAITING, "gorummy-13", "9D", "KH", "Take the K♥.", "the hand declares"),
        (WAITING, "gorummy-13", "9D", "AH", "Take the A♥.", "no nearer to declaring, but"),
        (WAITING, "gorummy-13", "9D", "8C", "Leave the 8♣.", "the points stay the same"),
        (WAITING, "gorummy-13", "9D", "QC", "Leave the Q♣.", "makes it no better"),
        (
            f"{WAITING} 3S 4S 6H 6D 6C JD JC QH",
            "paplu-21",
            "9D",
            "9D",
            "Take the 9♦ if it is the first open card of the round.",
            "the first open card of the round",
        ),
        (WAITING, "vazhushal-13", "9D", "4H", "Take the 4♥.", "melded at once"),
        (UNSEEN, "marriage-21", "8D", "8H", "Take the 8♥.", "With these cards nobody can have shown enough"),
        (SEEN, "marriage-21", "8D", "8H", "The 8♥ may not be taken.", "has seen the turned card"),
        (
            NO_RUN,
            "vazhushal-13",
            "9D",
            "KS",
            "The K♠ may not be taken.",
            "You cannot lay a meld with this card at once",
        ),
        (NO_RUN, "vazhushal-13", "9D", "PJ", "The printed joker may not be taken.", "these cards hold none"),
        (ONE_RUN, "vazhushal-13", "9D", "PJ", "only with a pure sequence on the table.", "melded at once"),
    ],
)
def test_the_open_card_in_words(cards, key, turned, open_card, verdict, why) -> None:
    """Nearer, cheaper, no use, forbidden: each verdict says why, with the rule on picking up and its source."""
    if key == "vazhushal-13" and cards == WAITING:
        cards = cards.replace("4H", "5H", 1)
    advice = rt.advise(cards, key, turned, open_card=open_card)
    told = " ".join(explain_pick(advice.pick, advice))
    assert say_verdict(advice.pick).endswith(verdict) and why in told and "[S" in told


def test_a_way_says_how_many_of_its_cards_can_come_and_where_any_wild_card_will_do() -> None:
    """Each card still needed has its unseen copies; for one that only has to be wild all unseen wild ones count."""
    cards = "KH KS 6H 7H 9S TS 4C 5S 5H 5D 4D 2C 8D"
    advice = rt.advise(cards, "adgaming-13", "4H", players=6, ask=["distance"])
    told = " ".join(explain_way(advice))
    for card in set(advice.distance.witness.missing):
        left = advice.deal.pack.copies(card) - cards.split().count(str(card)) - (str(card) == "4H")
        assert f"{left} × {in_words(card)}" in told
    as_wild = [wild.card for group in advice.way for wild in group.wilds]
    # eight fours and two printed jokers, less one four turned up and two held
    assert ("7 of them can still come" in told) == bool({*as_wild} & {*advice.distance.witness.missing})
