"""Points as laid: levels, limits, readings chosen together, and the discard."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from rummy_tutor import Card, Hand, analyse
from tests import strategies
from tests.oracle import rules as referee


@settings(max_examples=300)
@given(hand=strategies.grouped_hands())
def test_as_laid_agrees_with_the_other_referee(hand: strategies.Laid) -> None:
    """A referee written from the rules alone gives the same points, score and declaration."""
    groups = [tuple(map(Card.parse, group)) for group in hand.groups]
    laid = analyse(Hand.of_groups(groups), hand.key, hand.turned, hand.players).arranged
    other = referee.judge(hand.key, hand.groups, hand.turned, hand.players)
    if "one-to-throw" in [reason.code for reason in laid.reasons]:
        assert laid.score < other["score"] and laid.discard is None  # the referee counts more than can be kept
        return
    assert (laid.points, laid.score, laid.declares, laid.seen) == (
        other["points"],
        other["score"],
        other["declares"],
        other["seen"],
    )
    assert (laid.discard is None) == (other["discard"] is None)
    if laid.discard is not None:
        assert str(laid.discard) in other["discards"]


@pytest.mark.parametrize(
    ("key", "turned", "text", "points", "code"),
    [
        ("gorummy-13", None, "KS KH KD | QS QH QD | JS JH JD | 9S 9H 9D | 2C", 80, "capped"),
        ("gorummy-13", None, "2S 3S 4S | KH KD KC | 9S 8H 7D 5C 5D 2C JH", 76, "pure-only"),
        ("octro-13", None, "2S 3S 4S | 5H 6H 7H | KH KD KC | 2H 3D 5C 8C", 80, "requirement-unmet"),
        ("octro-13", None, "2S 3S 4S 5S | 5H 6H 7H | KH KD KC | AH 3D 5C", 9, "requirement-met"),
        ("rummy-21", None, "2S 3S 4S | 5H 5H 5H | 7C 8C 9C | 2D 3D 4D | 5D 6D 7D | KS KH KD | QS QH QD", 2, "floor"),
        ("rummy-21", None, "2S 2S | 3S 3S | 4H 4H | 5D 5D | 6C 6C | 7C 7C | KS QH JD 9C 8D 5H TH TD 9D", 2, None),
        ("marriage-21", None, "2S 3S 4S | 5H 5H 5H | 7C 8C 9C | KS QH JD 9C 8D 5C TH TD 9D 4D 4H 2C", 3, "seen"),
    ],
)
def test_level_that_holds(key: str, turned: str | None, text: str, points: int, code: str | None) -> None:
    """The level best for the player gives the figure, within the rulebook's limits."""
    laid = analyse(text, key, turned).arranged
    assert laid.points == points
    assert code is None or code in [reason.code for reason in laid.reasons]


def test_readings_are_chosen_for_the_whole_hand() -> None:
    """Three queens, all wild, count as the second sequence the hand lacks (R5)."""
    hand = "6H 7H 8H 9H | QH QS QD | 5S 5H 5D | TS TH TD"
    with_queens = analyse(hand, "adgaming-13", "QC").arranged
    assert with_queens.declares
    assert with_queens.groups[1].kind == "impure-sequence"
    without = analyse(hand, "adgaming-13").arranged
    assert without.points == 80
    assert without.groups[1].kind == "set"


def test_with_one_card_more_the_most_helpful_loose_card_is_thrown() -> None:
    """Of the loose cards the one that declares goes, else the dearest (R8, R30)."""
    melds = "2S 3S 4S | 5H 6H 7H | 9S 9H 9D | JC QC KC AC"
    laid = analyse(f"{melds} | 8D", "gorummy-13").arranged
    assert laid.declares
    assert str(laid.discard) == "8D"
    laid = analyse("2S 3S 4S | 5H 6H 7H | 9S 9H 9D | 2C | KC | 4D | 7D | TH", "gorummy-13").arranged
    assert str(laid.discard) in ("KC", "TH")
    assert laid.points == 23


def test_a_hand_of_another_size_is_scored_as_held() -> None:
    """With neither N nor N+1 cards nothing is thrown and nobody declares (R8)."""
    result = analyse("2S 3S 4S | 5H 6H 7H | KD", "gorummy-13")
    assert not result.size_ok
    assert result.arranged.points == 10
    assert not result.arranged.declares
    assert "wrong-size" in [reason.code for reason in result.notes]


@pytest.mark.parametrize(
    ("text", "score", "codes"),
    [
        # a heap is a heap: 63 in melds, 45 in the kings with a five among them
        ("2H 3H 4H | 7S 8S 9S | TC JC QC | KH KD KS KC 5S", 18, {"no-loose-card"}),
        # all fourteen in melds are worth 113, but 106 is the most that thirteen of them can be
        ("2H 3H 4H | 7S 8S 9S TS | TC JC QC | KH KD KS KC", 106, {"no-loose-card", "one-to-throw"}),
    ],
)
def test_a_card_too_many_where_melds_are_worth_points(text: str, score: int, codes: set[str]) -> None:
    """Groups are judged as laid (R5); with none to throw all count, but for no more than can be kept (R30)."""
    result = analyse(text, "vazhushal-13", "6D")
    assert (result.arranged.score, result.arranged.discard, result.arranged.declares) == (score, None, False)
    assert {reason.code for reason in result.arranged.reasons} & {"no-loose-card", "one-to-throw"} == codes
    assert result.best.score >= score and result.best.declares
