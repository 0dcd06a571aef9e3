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


ALTER = make_rulebook(
    {
        **HOME,
        "bonus": {
            "cards": [
                {"name": "tiplu", "offset": 0, "points": [3, 7]},
                {"name": "poplu", "offset": 1, "points": [2, 5, 10]},
                {"name": "jhiplu", "offset": -1, "points": [2, 5, 10]},
                {"name": "alter", "offset": 0, "points": [5, 10, 15], "other_suit": True},
            ],
            "hand_tunnelas": [5, 15, 25],
        },
    }
)


@pytest.mark.parametrize(
    ("rest", "laid", "points"),
    [
        ("7D 8D 9D", "8H", 15 + 10),  # three alters earn 15, laid as jokers 10
        ("2C 2C 2C", "8H", 15 + 5),  # and a tunnela in the hand, which is the only one there
        ("7D 8D 9D", "8S", 10 + 10),  # the other jokers are no value cards
        ("7D 8D TD", "9D", 20 + 2 + 3),  # 20 laid and 5 beside are more than a marriage and two poplus, 15
    ],
)
def test_a_tunnela_laid_before_play_earns_as_such_or_by_its_cards(rest: str, laid: str, points: int) -> None:
    """Each card counts once, in the way that earns most; the eight of diamonds is turned up."""
    more = "5C 6C 7C 2H 3H 4H TS JS QS KC KD KH 5S 6S 7S"
    player = seat("Asha", "lost", seen=True, hand=f"{laid} {laid} {laid} {rest} {more}", laid_tunnelas=laid)
    assert settle(ALTER, [seat("Bela", "declared", bonus=0), player], turned="8D")["Asha"].bonus == points


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
