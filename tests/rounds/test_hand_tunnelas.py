"""Tunnelas in the hand at the end earn by their number, or their cards as value cards, whichever is more."""

from __future__ import annotations

import pytest

from rummy_tutor import settle
from rummy_tutor.errors import RuleError
from rummy_tutor.game.cards import CARDS, Hand
from rummy_tutor.game.table import set_table
from rummy_tutor.referee.value_cards import count_bonus
from rummy_tutor.rulebooks.files import make_rulebook
from rummy_tutor.wording.describe import describe
from tests.rounds.settlement_helpers import WON, refuse, seat

HOME = {"base": "marriage-21", "key": "home", "title": "Home"}
NEPALI = make_rulebook({**HOME, "bonus": {"hand_tunnelas": [5, 15, 25]}})


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        # github.com/timecapsulellc/clubroyale-, tunnella_validator_test.dart: 5, 15 and not 10, 25
        ("2C 2C 2C", 5),
        ("2C 2C 2C 5H 5H 5H", 15),
        ("2C 2C 2C 5H 5H 5H 9S 9S 9S", 25),
        ("2C 2C 2C 5H 5H 5H 9S 9S 9S JC JC JC", 25),
        ("2C 2C 5H 5H 9S", 0),
        # turned is the eight of diamonds: three poplus earn 10 by themselves, three tiplus 7
        ("9D 9D 9D", 10),
        ("9D 9D 9D 2C 2C 2C", 15),
        ("8D 8D 8D", 7),
        ("8D 8D 8D 2C 2C 2C", 15),
        ("8S 8S 8S 2C 2C 2C", 15),  # ordinary jokers
        ("7D 8D 9D 8D 8D", 17),  # a marriage, and two tiplus that are no tunnela any more
    ],
)
def test_tunnelas_earn_by_their_number(cards: str, points: int) -> None:
    """Beside what single cards and marriages earn, each card once."""
    deal = set_table(NEPALI, CARDS[0].parse("8D"), 3)
    assert count_bonus(Hand.parse(cards).cards, deal) == points


def test_tunnelas_earn_in_a_round() -> None:
    """From the hand, or of cards told without one; the ledger names them."""
    hand = "2C 2C 2C | 5H 5H 5H | 9S 9S 9S | 3D | 4S | 6C | 7H | JH | QC | KS | AD | 3H | 4C | 6D | TS"
    players = [
        WON,
        seat("Bela", "lost", seen=True, hand=hand),
        seat("Chand", "lost", seen=True, value_cards="JD JD JD 7D"),
    ]
    settled = settle(NEPALI, players, turned="8D")
    assert [row.bonus for row in settled.rows] == [0, 25, 7]
    assert any("3 tunnelas in the hand" in line for line in settled.explain())
    assert settle(NEPALI, [WON, seat("Bela", "lost", seen=True, value_cards="JD JD JD")])["Bela"].bonus == 5
    refuse("no-turned", rulebook=NEPALI, players=[WON, seat("Bela", "lost", seen=True, value_cards="JD JD JD 8D")])
    refuse(
        "no-value-card",
        rulebook=NEPALI,
        players=[WON, seat("Bela", "lost", seen=True, value_cards="JD JD")],
        turned="8D",
    )


def test_the_page_tells_them() -> None:
    """Both sentences stand among the value cards."""
    told = " ".join(line.text for line in describe(NEPALI))
    assert "1, 2 or 3 tunnelas in the hand at the end earn 5, 15 or 25 points from each opponent." in told


NO_TUNNELAS = {"base": "rummy-21", "key": "home", "title": "Home", "melds": {"tunnela_from": "none"}}


@pytest.mark.parametrize(
    "values", [{**HOME, "bonus": {"hand_tunnelas": [5, 3]}}, {**NO_TUNNELAS, "bonus": {"hand_tunnelas": [5]}}]
)
def test_prices_that_fall_or_of_no_meld_are_refused(values: dict[str, object]) -> None:
    """More tunnelas never earn less, and there must be some."""
    with pytest.raises(RuleError, match="hand_tunnelas"):
        make_rulebook(values)
