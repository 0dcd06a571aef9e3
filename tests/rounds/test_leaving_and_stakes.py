"""What leaving the table costs where it has a price of its own, and players who play for different money."""

from __future__ import annotations

import json
import random
from decimal import Decimal

import pytest

from rummy_tutor import RULEBOOKS, Rulebook, Series, get_rulebook, settle
from rummy_tutor.page.round.form import form_of_round
from rummy_tutor.page.round.kept_forms import read_form, write_form
from rummy_tutor.page.round.settling import settle_form
from rummy_tutor.rounds.documents import parse_json, read_round
from rummy_tutor.rounds.endings import Ending
from rummy_tutor.rounds.series import loads_series
from rummy_tutor.rounds.settlement import list_endings
from rummy_tutor.rulebooks.files import make_rulebook
from tests.oracle.rounds import pay_in_money
from tests.rounds.settlement_helpers import NO_MELD, WON, refuse, seat, write_round
from tests.rounds.test_settlement_of_any_rulebook import random_round
from tests.rulebook_strategies import accepted_rulebook


def leaving(price: object, base: str = "gorummy-13", **parts: object) -> Rulebook:
    """A rulebook with a price of leaving the table."""
    return make_rulebook({"base": base, "key": "ours", "title": "Ours", "penalties": {"left_table": price}, **parts})


# ---- leaving -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("drew", [True, False])
def test_leaving_has_a_price_of_its_own(drew: bool) -> None:
    """It is paid whether a card was drawn or not; drops keep their prices."""
    book = leaving(80)
    settled = settle(book, [WON, seat("Bela", "left-table", drew=drew), seat("Chand", "middle-drop")])
    assert [row.net for row in settled.rows] == [110, -80, -30]
    assert settled.explain()[0] == "Bela pays 80 points to Asha for leaving the table. [house rule]"
    assert {one.ending: one.points for one in list_endings(book)}[Ending.LEFT_TABLE] == 80


def test_leaving_can_have_a_price_where_nobody_may_drop() -> None:
    """S4's best of two knows no drop, and so no price of leaving before a table sets one."""
    refuse(
        "no-such-ending", rulebook=get_rulebook("adgaming-13", ["best-of-2"]), players=[WON, seat("B", "left-table")]
    )
    assert settle(leaving(50, "adgaming-13", options=["best-of-2"]), [WON, seat("B", "left-table")])["B"].points == 50


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("2H 3H 4H | 5C 6C 7C | 9S TS JS | KS KH KD | QC", 80),  # 9 + 18 + 20 + 30 + 10, cut: nines are wild
        ("2H 3H 4H | 5H 6H 7H | 2S 3S 4S | 2D 3D 4D | PJ", 45),
        ("2H 3H 4H 5H 6H 7H 2S 3S 4S 2D 3D 4D PJ 8C", 53),  # with the card drawn, and no group is told
    ],
)
def test_the_whole_hand_counts_of_who_leaves(hand: str, points: int) -> None:
    """Cards in melds cost as much as loose ones, jokers nothing, within the cap."""
    settled = settle(leaving("full-count"), [WON, seat("Bela", "left-table", hand=hand)], turned="9C")
    assert settled["Bela"].points == points
    assert "since the whole hand counts" in settled.explain()[-1]


def test_a_whole_hand_may_be_stated() -> None:
    """Without cards the figure has to be told; a drop and a declaration need none."""
    book = leaving("full-count")
    assert settle(book, [WON, seat("Bela", "left-table", points=105)])["Bela"].points == 80
    refuse("no-figure", "Bela", rulebook=book, players=[WON, seat("Bela", "left-table")])
    refuse("stated-figure", "Bela", rulebook=book, players=[WON, seat("Bela", "left-table", points=131)])
    assert settle(book, [WON, seat("Bela", "middle-drop")])["Bela"].points == 30
    flat = leaving("full-count", "octro-13")  # where the worst hand has one price, the whole hand has it too
    assert settle(flat, [WON, seat("Bela", "left-table", hand=NO_MELD)], turned="2S")["Bela"].points == 80


def test_whole_hands_cost_points_only_where_hands_do() -> None:
    """Where melds are worth points no hand costs any."""
    with pytest.raises(Exception, match="left_table"):
        leaving("full-count", "vazhushal-13")
    with pytest.raises(Exception, match="full-count"):
        leaving("half")


def test_in_a_pool_leaving_goes_on_the_score() -> None:
    """Who leaves is out of the match with the price on the score (R63)."""
    match = Series.new(leaving(80, "adgaming-13", options=["pool-201"]))
    match = match.play([seat("A", "declared"), seat("B", "left-table"), seat("C", "lost", points=5)])
    assert match.totals == {"A": 0, "B": 80, "C": 5} and match.out == ("B",)
    assert "adds 80 points to the score" in match.rounds[0].explain()[0]


# ---- stakes ------------------------------------------------------------------------------------------------
def test_each_pays_at_the_point_value_at_which_they_finished() -> None:
    """RummyCircle's Raise: the winner gets each opponent's points times the point value of that opponent."""
    players = [
        seat("Asha", "declared"),
        seat("Bela", "lost", points=30, point_value=0.1),
        seat("Chand", "lost", points=20, point_value="0.15"),
        seat("Dev", "first-drop", point_value=Decimal("0.2")),
    ]
    settled = settle("gorummy-13", players)
    assert [row.money for row in settled.rows] == [Decimal(8), Decimal(-3), Decimal(-3), Decimal(-2)]
    assert [row.net for row in settled.rows] == [60, -30, -20, -10]
    assert read_round(parse_json(json.dumps(write_round(settled)))) == settled
    assert settled.to_dict()["players"][2]["point_value"] == 0.15


def test_who_has_no_stake_plays_for_that_of_the_table() -> None:
    """Without either there is no telling what a player pays; a winner pays nothing and needs none."""
    players = [WON, seat("Bela", "lost", points=30, point_value=2), seat("Chand", "lost", points=20)]
    assert [row.money for row in settle("gorummy-13", players, point_value=1).rows] == [80, -60, -20]
    refuse("bad-point-value", "Chand", rulebook="gorummy-13", players=players)
    refuse("no-money", "Bela", rulebook="vazhushal-13", players=[WON, seat("Bela", "lost", point_value=2)])
    refuse(
        "bad-point-value", "Bela", rulebook="gorummy-13", players=[WON, seat("Bela", "lost", points=3, point_value=0)]
    )


def test_value_cards_are_paid_at_the_payers_stake() -> None:
    """Also the winner pays for those of others."""
    players = [
        seat("Asha", "declared", bonus=10, point_value=1),
        seat("Bela", "lost", points=50, bonus=30, point_value=2),
    ]
    assert [row.money for row in settle("rummy-21", players).rows] == [2 * 60 - 30, 30 - 2 * 60]


def test_a_sitting_adds_up_the_money_of_its_rounds() -> None:
    """Stakes may change from round to round; the file keeps them."""
    sitting = Series.new("gorummy-13", point_value=1)
    for stake in (2, 3):
        sitting = sitting.play([seat("A", "declared"), seat("B", "lost", points=10, point_value=stake)])
    sitting = sitting.play([seat("A", "lost", points=4), seat("B", "declared")])
    assert {one.name: one.money for one in sitting.standings} == {"A": 46, "B": -46}
    assert sitting.totals == {"A": 16, "B": -16} and loads_series(sitting.dumps()) == sitting
    assert "a point" in sitting.rounds[0]._repr_html_()


def test_the_page_keeps_what_each_plays_for() -> None:
    """A round read into the form settles to the same, and asks for a stake where there is a rate."""
    players = [WON, seat("Bela", "lost", points=30, point_value=2.5), seat("Chand", "lost", points=20)]
    settled = settle("gorummy-13", players, point_value=1)
    form = form_of_round(settled)
    assert [one.stake for one in form.seats] == ["", "2.5", ""]
    assert settle_form(form, settled.rulebook).settled == settled
    assert read_form(write_form(form)) == form


def test_money_of_any_round_is_what_each_pays_at_their_own_stake() -> None:
    """An independent sum over who pays whom, which is zero in all."""
    done = 0
    for number in range(300):
        rng = random.Random(number)
        book = accepted_rulebook(rng, 7)
        seats, told = random_round(rng, book)
        stakes = {str(one["name"]): rng.choice((1, 2, Decimal("0.5"))) for one in seats}
        try:
            settled = settle(book, [{**one, "point_value": stakes[str(one["name"])]} for one in seats], **told)
        except Exception:  # random rounds are often impossible, and many games have no money
            continue
        assert {row.name: row.money for row in settled.rows} == pay_in_money(settled.names, settled.pays, stakes)
        assert sum(row.money for row in settled.rows) == 0
        done += 1
    assert done > 20


def test_the_nine_have_no_price_of_their_own_for_leaving() -> None:
    """What they say of it is R40."""
    assert all(book.penalties.left_table is None for book in RULEBOOKS.values())
