"""Who pays whom: drops, halves, Paplu's first turn and house options, the net loss cap, Vazhushal."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pandas as pd
import pytest

from rummy_tutor import RULEBOOKS, get_rulebook, settle
from rummy_tutor.errors import RuleError
from rummy_tutor.game.rules import WhenStockEnds
from rummy_tutor.rounds.settlement import list_endings
from tests.rounds.settlement_helpers import COMPLETE, DROPPED, NO_MELD, WON, refuse, seat


# ---- drops, misses, wrong declarations -----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("key", "prices"),
    [
        ("rummy-21", {"first-drop": 30, "middle-drop": 70, "three-misses": 70, "wrong-declaration": 120}),
        ("gorummy-13", {"first-drop": 10, "middle-drop": 30, "three-misses": 30, "wrong-declaration": 80}),
        ("octro-13", {"first-drop": 20, "middle-drop": 40, "wrong-declaration": 80}),
        ("paplu-13", {"first-drop": 10, "middle-drop": 40}),
        ("paplu-21", {"first-drop": 30, "middle-drop": 70, "wrong-declaration": 120}),
        ("paplu-27", {"first-drop": 30, "middle-drop": 70, "wrong-declaration": 120}),
        ("marriage-21", {}),
        ("vazhushal-13", {}),
        ("adgaming-13", {"first-drop": 20, "middle-drop": 40, "three-misses": 40, "wrong-declaration": 80}),
    ],
)
def test_prices_of_leaving(key: str, prices: dict[str, int]) -> None:
    """An ending costs the rulebook's price, and one without a price is refused."""
    endings = ("first-drop", "middle-drop", "three-misses", "wrong-declaration")
    for ending in endings:
        players = [WON, seat("Bela", ending)]
        if ending in prices:
            assert settle(key, players)["Bela"].net == -prices[ending]
        else:
            refuse("no-such-ending", "Bela", key, rulebook=key, players=players)
    offered = {choice.ending.value: choice.points for choice in list_endings(key) if choice.points is not None}
    left = {"left-table": prices["middle-drop"]} if prices else {}
    assert {name: offered[name] for name in (*endings, "left-table") if name in offered} == {**prices, **left}


@pytest.mark.parametrize(("drew", "points"), [(True, 40), (False, 20)])
def test_leaving_the_table(drew: bool, points: int) -> None:
    """S4: who leaves has dropped, first or later by whether he had drawn."""
    settled = settle("adgaming-13", [WON, seat("Bela", "left-table", drew=drew)])
    assert settled["Bela"].net == -points and "R40" in settled.entries[0].source


def test_pools_and_matches_price_drops_their_way() -> None:
    """S4: a drop costs 20 in a pool of 101 and 25 in one of 201; best of two or three knows none."""
    for option, points in (("pool-101", 20), ("pool-201", 25)):
        assert settle("adgaming-13", [WON, DROPPED], options=[option])["Bela"].net == -points
    for option in ("best-of-2", "best-of-3"):
        for ending in ("first-drop", "middle-drop", "left-table"):
            players = [WON, seat("Bela", ending)]
            refuse("no-such-ending", "Bela", option, rulebook="adgaming-13", players=players, options=[option])


def test_last_player_left_wins() -> None:
    """Where all others dropped or declared wrongly, the last one left takes their points."""
    players = [seat("Asha", "last-left"), DROPPED, seat("Chand", "wrong-declaration")]
    assert [row.net for row in settle("gorummy-13", players).rows] == [90, -10, -80]
    refuse("not-last", "Dev", players=[*players, seat("Dev", "lost", points=3)])
    refuse("no-winner", "Asha is the last one left", players=[seat("Asha", "lost", points=2), DROPPED])
    refuse("no-such-ending", rulebook="vazhushal-13", players=[seat("Asha", "last-left"), seat("Bela", "lost")])


# ---- halves ----------------------------------------------------------------------------------------------------
def test_half_of_a_hand() -> None:
    """R12: before a first move a hand costs half of what it would ordinarily, at most the stated half of the cap."""
    for key, most in (("gorummy-13", 40), ("rummy-21", 60)):
        hand = "KS QS JS TS KH QH JH TH KD QD JD 9C 7C" + ("" if key == "gorummy-13" else " 9H 7H 5H 3H 9D 7D 5D 3D")
        settled = settle(key, [WON, seat("Bela", "lost-before-first-move", hand=hand.replace("TS", "2S"))])
        row = settled["Bela"]
        full = settle(key, [WON, seat("Bela", "lost", hand=hand.replace("TS", "2S"))])["Bela"].points
        assert row.points == min(full // 2, most)


@pytest.mark.parametrize(
    ("key", "ending", "stated", "told"),
    [
        ("gorummy-13", "lost", 105, "80 points to Asha .* was 105 points, but a hand costs 80 points at most"),
        ("paplu-21", "lost", 195, "120 points to Asha .* was 195 points, but a hand costs 120 points at most"),
        ("rummy-21", "lost", 0, "2 points to Asha .* was 0 points, but a loser pays 2 points at least"),
        (
            "gorummy-13",
            "lost-before-first-move",
            105,
            "half of 80 points, .* 105 points, but .* 80 points at most",
        ),
        (
            "rummy-21",
            "lost-before-first-move",
            0,
            "half of 2 points, .* less than 2 points.* 0 points, .* 2 points at least",
        ),
        (
            "adgaming-13",
            "lost-before-first-move",
            81,
            "the full count: .* 81 points, but .* 80 points at most",
        ),
        ("paplu-13", "lost", 105, "105 points to Asha, the count given"),
    ],
)
def test_a_stated_count_beyond_the_limits_is_told_and_limited(key: str, ending: str, stated: int, told: str) -> None:
    """A stated figure beyond the rulebook's limits is cut or raised, and the entry says so."""
    entry = settle(key, [WON, seat("Bela", ending, points=stated)]).entries[0]
    assert re.search(told, entry.sentence), entry.sentence
    if "stated" in entry.data:
        assert entry.data["stated"] == stated
    # the least of the 21-card games (R11) is cited where it held, and nowhere else
    assert ("R11" in entry.source) == (key == "rummy-21" and ending == "lost")


def test_who_had_no_move_pays_in_full_without_a_rule() -> None:
    """R46: Octro spares nobody for having had no move."""
    settled = settle("octro-13", [WON, seat("Bela", "lost-before-first-move", points=30)])
    assert settled["Bela"].net == -30 and "R46" in settled.entries[0].source


class TestPapluFirstTurn:
    """S3: Paplu's rules for a declaration on the winner's first turn."""

    LOSER = "2H 3H 4H KS KH KD 9S 7C 5D 3S 2C 9D TC"

    def test_half_of_unmeldable_cards(self) -> None:
        """Who had no turn pays half of the cards in no meld, whatever the hand lacks."""
        plain = settle("paplu-13", [WON, seat("Bela", "lost", hand=self.LOSER)])
        early = settle("paplu-13", [WON, seat("Bela", "lost-before-first-move", hand=self.LOSER)])
        assert plain["Bela"].points == 75  # the kings count: there is no second sequence
        assert early["Bela"].points == 45 // 2
        laid = "2H 3H 4H | KS KH KD | 9S | 7C | 5D | 3S | 2C | 9D | TC"
        assert settle("paplu-13", [WON, seat("Bela", "lost-before-first-move", hand=laid)])["Bela"].points == 22

    def test_double_before_drawing(self) -> None:
        """R41: a declaration before drawing costs those without a turn twice their ordinary count, others once."""
        winner = seat("Asha", "declared", declared_on="before-drawing")
        players = [winner, seat("Bela", "lost-before-first-move", hand=self.LOSER), seat("Chand", "lost", points=30)]
        settled = settle("paplu-13", players)
        assert [row.net for row in settled.rows] == [180, -150, -30]
        assert settled.entries[0].source == "S3, R41"

    def test_later_contradicts(self) -> None:
        """Nobody is without a turn once the winner had a second one."""
        players = [seat("Asha", "declared", declared_on="later"), seat("Bela", "lost-before-first-move", points=4)]
        refuse("bad-turn", "Bela: ", "had no move", "Asha declared", rulebook="paplu-13", players=players)

    def test_only_where_the_rulebook_knows_it(self) -> None:
        """Elsewhere nobody declares before drawing."""
        players = [seat("Asha", "declared", declared_on="before-drawing"), DROPPED]
        refuse("bad-turn", "gorummy-13", players=players)


class TestPapluOptions:
    """S3: the five house options in a round."""

    PLAYERS = (WON, seat("Bela", "first-drop"), seat("Chand", "lost", hand=NO_MELD))

    def test_double_on_printed(self) -> None:
        """A turned printed joker doubles all scores, drops and halves too (R47); another card doubles nothing."""
        single = settle("paplu-13", self.PLAYERS, turned="PJ")
        double = settle("paplu-13", self.PLAYERS, turned="PJ", options=["double-on-printed"])
        assert [row.net for row in double.rows] == [2 * row.net for row in single.rows]
        assert "R47" in double.entries[0].source and "2 times" in double.entries[0].sentence
        assert settle("paplu-13", self.PLAYERS, turned="4C", options=["double-on-printed"])["Bela"].net == -10
        odd = [WON, seat("Bela", "lost-before-first-move", points=5)]
        assert settle("paplu-13", odd, turned="PJ", options=["double-on-printed"])["Bela"].net == -4

    def test_ace_jokers(self) -> None:
        """With aces wild, the loser's ace costs nothing."""
        plain, aces = (settle("paplu-13", self.PLAYERS, turned="PJ", options=o) for o in ((), ("ace-jokers",)))
        assert plain["Chand"].points - aces["Chand"].points == 10

    @pytest.mark.parametrize("option", ["no-additional-jokers", "no-jokers"])
    def test_no_more_jokers(self, option: str) -> None:
        """With no card turned up, its rank costs as usual, and a card said to be turned is told to mean nothing."""
        usual = settle("paplu-13", self.PLAYERS, turned="9C")["Chand"].points
        ignored = settle("paplu-13", self.PLAYERS, turned="9C", options=[option])
        assert ignored["Chand"].points == usual + 9
        assert "No card is turned up" in ignored.explain()[0]

    def test_at_the_block(self) -> None:
        """The stock that runs out voids the game, drops included; at the block it is made anew."""
        players = [seat("Asha", "playing"), seat("Bela", "first-drop"), seat("Chand", "playing")]
        settled = settle("paplu-13", players, end="stock")
        assert settled.void and settled.entries == () and settled.winners == ()
        assert [row.net for row in settled.rows] == [row.points for row in settled.rows] == [0, 0, 0]
        assert "void" in settled.explain()[0]

    @pytest.mark.parametrize("key", [key for key in RULEBOOKS if key != "vazhushal-13"])
    def test_a_stock_that_ends_again_voids_the_round(self, key: str) -> None:
        """In each game a round whose stock ended can be settled: nobody pays anything (S3, R62)."""
        players = [seat("Asha", "playing"), seat("Bela", "playing")]
        settled = settle(key, players, end="stock")
        assert settled.void and not settled.entries and not settled.winners
        assert ("again" in settled.explain()[0]) == (RULEBOOKS[key].stock_end is not WhenStockEnds.VOID)


# ---- the net loss cap ----------------------------------------------------------------------------------------
class TestNetLossCap:
    """R13: nobody loses more than 200 in 21-Card Rummy; what is not paid is taken off the winner first."""

    def test_the_winner_first(self) -> None:
        """The winner goes without, the other creditor gets all."""
        players = [
            seat("Asha", "declared"),
            seat("Bela", "lost", points=110),
            seat("Chand", "wrong-declaration", value_cards="7H 8H 9H"),
        ]
        settled = settle("rummy-21", players, turned="8H")
        assert [row.net for row in settled.rows] == [120, -200, 80]
        assert [row.net_before for row in settled.rows] == [130, -210, 80]
        assert settled["Chand"].received_from == {"Asha": 100, "Bela": 100}
        last = settled.entries[-1]
        assert (last.code, last.payer, last.payee, last.amount) == ("net-loss-cap", "Bela", "Asha", -10)
        assert settled.pays[1][0] == 100 and "R13" in last.source

    def test_the_winner_bears_what_others_are_owed(self) -> None:
        """R45: the part above the cap is the winner's loss also where the capped loser owes him less."""
        players = [
            seat("Asha", "declared"),
            seat("Bela", "lost", points=20),
            seat("Chand", "lost", points=120, bonus=250),
        ]
        settled = settle("rummy-21", players)
        assert [row.net_before for row in settled.rows] == [-110, -270, 380]
        assert [row.net for row in settled.rows] == [-180, -200, 380]
        assert [(e.payer, e.payee, e.amount) for e in settled.entries if e.code == "net-loss-cap"] == [
            ("Bela", "Asha", -20),
            ("Bela", "Chand", -50),
            ("Asha", "Chand", 50),
        ]
        told = "Asha, the winner, pays 50 points to Chand in place of Bela, who already loses as much as anybody may."
        assert settled.entries[-1].sentence == told

    def test_then_the_others(self) -> None:
        """R45: when the winner can bear no more, who gets most is next."""
        players = [
            seat("Asha", "declared"),
            seat("Bela", "lost", points=20),
            seat("Chand", "lost", points=2, bonus=300),
        ]
        settled = settle("rummy-21", players)
        assert settled["Bela"].net == -200
        assert [(e.payer, e.payee, e.amount) for e in settled.entries if e.code == "net-loss-cap"] == [
            ("Bela", "Asha", -20),
            ("Bela", "Chand", -100),
            ("Asha", "Chand", -98),
        ]

    def test_the_winner_is_capped_too(self) -> None:
        """A winner who owes for marriages loses no more than 200 either."""
        settled = settle("rummy-21", [WON, seat("Bela", "lost", points=2, bonus=500)])
        assert [row.net for row in settled.rows] == [-200, 200]

    def test_no_cap_elsewhere(self) -> None:
        """S3 caps no net loss."""
        settled = settle(
            "paplu-21", [WON, seat("Bela", "lost", points=120), seat("Chand", "lost", points=2, bonus=300)]
        )
        assert settled["Bela"].net == -420


# ---- Vazhushal -----------------------------------------------------------------------------------------------
class TestVazhushal:
    """S3: games are counted, not points; at the end of the stock the highest score wins."""

    def test_going_out(self) -> None:
        """The winner gets a game point, and nobody pays."""
        losers = [seat("Bela", "lost", hand=NO_MELD), seat("Chand", "lost"), seat("Dev", "lost")]
        settled = settle("vazhushal-13", [seat("Asha", "declared", hand=COMPLETE), *losers])
        assert [row.net for row in settled.rows] == [1, 0, 0, 0] and not settled.zero_sum
        assert [(entry.payer, entry.payee, entry.amount) for entry in settled.entries] == [(None, "Asha", 1)]
        refuse("no-money", rulebook="vazhushal-13", players=[WON, seat("Bela", "lost")], point_value=2)

    def test_stock_end(self) -> None:
        """The best score, melded less loose, wins the game point; stated scores may be below 0."""
        players = [
            seat("Asha", "playing", hand="2H 3H 4H 5H | 9S | KS"),
            seat("Bela", "playing", hand=NO_MELD),
            seat("Chand", "playing", score=-4),
        ]
        settled = settle("vazhushal-13", players, end="stock")
        assert [row.score for row in settled.rows] == [14 - 19, -103, -4]
        assert settled.winners == ("Chand",) and [row.net for row in settled.rows] == [0, 0, 1]
        refuse("no-figure", rulebook="vazhushal-13", players=[*players, seat("Dev", "playing")], end="stock")

    def test_equal_scores(self) -> None:
        """R39: players with the same best score get a game point each."""
        players = [seat(name, "playing", score=score) for name, score in (("A", 12), ("B", 30), ("C", 30))]
        settled = settle("vazhushal-13", players, end="stock")
        assert settled.winners == ("B", "C") and all("R39" in entry.source for entry in settled.entries)

    def test_new_deal(self) -> None:
        """A dealt hand with three pairs calls for a new deal with three or more players: nobody gets anything."""
        pairs = "7S 7H 4C 4D KS KH 2C 3D 5H 9S JD QC AS"
        players = [seat("A", "playing", hand=pairs), seat("B", "playing"), seat("C", "playing")]
        settled = settle("vazhushal-13", players, end="redeal")
        assert settled.void and [note.code for note in settled.notes] == ["redeal"]
        refuse("no-redeal", "Two players", rulebook="vazhushal-13", players=players[:2], end="redeal")
        players[0] = seat("A", "playing", hand=NO_MELD)
        refuse("no-redeal", "3 pairs", rulebook="vazhushal-13", players=players, end="redeal")
        refuse("no-redeal", "gorummy-13", players=players, end="redeal")

    def test_new_deal_for_identical_pairs_only(self) -> None:
        """R35: as a house option, only pairs of identical cards call for a new deal."""
        pairs = "7S 7H 4C 4D KS KH 2C 3D 5H 9S JD QC AS"
        option = {"rulebook": "vazhushal-13", "options": ["identical-pairs"], "end": "redeal"}
        players = [seat(name, "playing") for name in "ABCD"]
        players[0] = seat("A", "playing", hand=pairs)
        refuse("no-redeal", "3 pairs of identical cards", players=players, **option)
        players[0] = seat("A", "playing", hand="7S 7S 4C 4C KS KS 2C 3D 5H 9S JD QC AS")
        settled = settle(players=players, **option)
        assert settled.void and "3 pairs or more of identical cards" in settled.explain()[0]


def test_the_score_stands_in_the_table_where_it_decides() -> None:
    """Vazhushal's DataFrame shows each score when the stock is used up; other games have no such column."""
    players = [seat("A", "playing", score=12), seat("B", "playing", score=-3)]
    assert settle("vazhushal-13", players, end="stock").to_frame()["score"].tolist() == [12, -3]
    assert "score" not in settle("gorummy-13", [WON, DROPPED]).to_frame()


def test_whole_numbers_out_of_a_table_are_points() -> None:
    """What comes out of a DataFrame is no int by type, but a whole number; a truth value or a fraction is none."""
    points = pd.DataFrame({"points": [45]})["points"][0]
    settled = settle("gorummy-13", [WON, seat("Bela", "lost", points=points)])
    assert settled["Bela"].net == -45 and json.dumps(settled.to_dict())
    for wrong in (pd.Series([True])[0], pd.Series([4.5])[0], "45"):
        refuse("bad-points", "whole number", players=[WON, seat("Bela", "lost", points=wrong)])


def test_a_cap_comes_after_everything_else() -> None:
    """R10: in a rulebook of one's own that has both, half or twice a count and a printed joker end at the cap."""
    book = get_rulebook("paplu-13", ["double-on-printed"])
    book = replace(book, scoring=replace(book.scoring, cap=80))
    for ending, points, costs in (
        ("lost", 50, 80),
        ("lost-before-first-move", 70, 70),
        ("lost-before-first-move", 90, 80),
    ):
        settled = settle(book, [WON, seat("Bela", ending, points=points)], turned="PJ")
        assert settled["Bela"].net == -costs, (ending, points)


# ---- rulings on losers -----------------------------------------------------------------------------------
FOURTEEN = "2H 3H 4H 5H 7S 8S 9S TC JC QC KD 9C 4D 2S"


def test_a_loser_with_a_card_too_many_throws_none() -> None:
    """All that a loser holds counts, and the round says so (R60); a winner with one card too many throws one."""
    players = [
        {"name": "Asha", "ending": "declared", "hand": "2H 3H 4H 5H | 7S 8S 9S | TC JC QC | 6D 6H 6S | KD"},
        {"name": "Bela", "ending": "lost", "hand": FOURTEEN},
    ]
    settled = settle("gorummy-13", players, turned="3C")
    assert settled["Bela"].points == 10 + 4 + 2
    assert "seat-size" in [note.code for note in settled.notes]
    thirteen = [players[0], {"name": "Bela", "ending": "lost", "hand": FOURTEEN.replace("KD ", "")}]
    assert settle("gorummy-13", thirteen, turned="3C")["Bela"].points == 4 + 2


def test_a_loser_may_hold_a_card_too_many_of_the_largest_game() -> None:
    """28 cards of the 27-card game count all, and are no rulebook out of range."""
    hand = "2H 3H 4H 5H 7S 8S 9S TC JC QC KD 9C 4D 2S 2D 3D 6D 7D 8D 4C 5C AH TH JH AS 4S QS KS"
    settled = settle("paplu-27", [WON, {"name": "Bela", "ending": "lost", "hand": hand}], turned="3C")
    assert settled["Bela"].points == 10
    assert "seat-size" in [note.code for note in settled.notes]


@pytest.mark.parametrize(
    ("winner_takes", "score", "nets", "told"),
    [
        (True, -25, [25, -25], "Bela pays 25 points to Asha: the hand scores −25 points."),
        (True, 12, [-12, 12], "Asha pays 12 points to Bela, who lost the round with a hand that scores 12 points."),
        (False, -25, [0, -25], "Bela loses 25 points: the hand scores −25 points."),
        (False, 12, [0, 12], "Bela gets 12 points: the hand scores 12 points."),
    ],
)
def test_a_loser_s_score_is_paid_where_melds_are_worth_points(
    winner_takes: bool, score: int, nets: list[int], told: str
) -> None:
    """Without a game point a loser pays what his hand scores below 0, and is paid what it scores above."""
    book = get_rulebook("vazhushal-13")
    rules = replace(book.settlement, winner_takes=winner_takes, game_point=None)
    settled = settle(replace(book, key="scored", settlement=rules), [WON, seat("Bela", "lost", score=score)])
    assert [row.net for row in settled.rows] == nets
    assert settled.entries[0].sentence == told
    assert settled.zero_sum is winner_takes


def test_who_shares_the_best_score_shares_what_the_others_pay() -> None:
    """At the end of the stock two best hands get half of each other player's score below 0."""
    book = get_rulebook("vazhushal-13")
    book = replace(book, key="scored", settlement=replace(book.settlement, winner_takes=True, game_point=None))
    scores = {"A": 30, "B": 30, "C": -20}
    players = [seat(name, "playing", score=score) for name, score in scores.items()]
    settled = settle(book, players, end="stock")
    assert [row.net for row in settled.rows] == [10, 10, -20]


def test_a_game_point_beside_points_is_no_payment_between_players() -> None:
    """Where the winner takes points and a game point the table does not sum to zero, and says so."""
    book = get_rulebook("gorummy-13")
    book = replace(book, key="pointed", settlement=replace(book.settlement, game_point=1))
    settled = settle(book, [WON, seat("Bela", "lost", points=20)])
    assert [row.net for row in settled.rows] == [21, -20] and not settled.zero_sum
    refuse("no-money", rulebook=book, players=[WON, seat("Bela", "lost", points=20)], point_value=2)


def test_who_has_seen_or_not_where_levels_count_cards() -> None:
    """With a hidden card and no flat prices: unseen, every card of the last level counts; seen, the better level."""
    book = get_rulebook("gorummy-13")
    book = replace(book, key="hiding", wilds=replace(book.wilds, hidden=True))
    hand = "2H 3H 4H 5H | 7S 8S 9S | TC JC QC | 5C | 9D | KD"
    for seen, points in ((True, 5 + 9 + 10), (False, 80)):
        settled = settle(book, [WON, seat("Bela", "lost", hand=hand, seen=seen)], turned="6C")
        assert settled["Bela"].points == points


@pytest.mark.parametrize(("seen", "paid", "refused"), [(True, (3, 5), 10), (False, (10,), 3)])
def test_a_stated_price_is_one_of_those_for_who_has_seen_or_has_not(
    seen: bool, paid: tuple[int, ...], refused: int
) -> None:
    """Where two levels are for who has seen the hidden card, each at its own price, either may be stated."""
    book = get_rulebook("marriage-21")
    first, *others = book.scoring.tiers
    tiers = (first, replace(first, code="by-dublees", flat=5), *others)
    book = replace(book, key="two-prices", scoring=replace(book.scoring, tiers=tiers))
    for points in paid:
        assert settle(book, [WON, seat("Bela", "lost", points=points, seen=seen)])["Bela"].points == points
    told = " or ".join(map(str, paid))
    with pytest.raises(RuleError, match=f"a loser pays {told}$|a loser pays {told}[^0-9]"):
        settle(book, [WON, seat("Bela", "lost", points=refused, seen=seen)])


@pytest.mark.parametrize(
    ("key", "points", "told"),
    [
        ("paplu-13", 1_000_000, "0 or 2 to 130"),
        ("adgaming-13", 1, "0 or 2 to 130"),
        ("octro-13", 61, "0 to 60 or 80"),
        ("octro-13", 79, "0 to 60 or 80"),
        ("octro-13", 95, "0 to 60 or 80"),
        ("gorummy-13", 131, "0 or 2 to 130"),
    ],
)
def test_a_stated_figure_is_one_that_a_hand_can_count_to(key: str, points: int, told: str) -> None:
    """Points that no hand of the game counts to are refused with the range (R61)."""
    players = [{"name": "A", "ending": "declared"}, {"name": "B", "ending": "lost", "points": points}]
    with pytest.raises(RuleError, match=told) as caught:
        settle(key, players)
    assert caught.value.code == "stated-figure"


@pytest.mark.parametrize(("key", "stated", "paid"), [("gorummy-13", 105, 80), ("octro-13", 1, 1), ("rummy-21", 0, 2)])
def test_a_stated_figure_beyond_a_limit_is_cut_or_raised(key: str, stated: int, paid: int) -> None:
    """What a hand counts to is cut to the cap, as S1 cuts 105 to 80, and raised to the least that a loser pays."""
    players = [{"name": "A", "ending": "declared"}, {"name": "B", "ending": "lost", "points": stated}]
    assert settle(key, players)["B"].points == paid


def test_a_flat_price_for_every_hand_need_not_be_stated() -> None:
    """With one level that costs a fixed price every loser pays it."""
    scoring = {"tiers": [{"code": "lost", "flat": 25}]}
    book = get_rulebook({"base": "gorummy-13", "key": "ours", "title": "Ours", "scoring": scoring})
    settled = settle(book, [seat("Asha", "declared"), seat("Bela", "lost"), seat("Chand", "lost", points=25)])
    assert [row.net for row in settled.rows] == [50, -25, -25]
    refuse("stated-figure", rulebook=book, players=[seat("Asha", "declared"), seat("Bela", "lost", points=20)])


# ---- a winner who has taken many discards --------------------------------------------------------------------
class TestWipedWinner:
    """Vazhushal (S3): who takes a discard takes all above it, and may win with more cards than were dealt."""

    MELDS = "2H 3H 4H | 5C 6C 7C | 8D 8S 8C | 9S TS JS | QH QS QD"

    @pytest.mark.parametrize("hand", [MELDS, f"{MELDS} | KS", f"{MELDS} | 4D 5D 6D | KS", MELDS.replace(" |", "")])
    def test_declares_with_more_cards_than_were_dealt(self, hand: str) -> None:
        """Every card but the discard lies in a meld: the game point is theirs, and no size is noted."""
        settled = settle("vazhushal-13", [seat("Asha", "declared", hand=hand), seat("Bela", "lost")], turned="9C")
        assert [row.net for row in settled.rows] == [1, 0]
        assert not [note for note in settled.notes if note.code == "seat-size"]

    @pytest.mark.parametrize("hand", [f"{MELDS} | KS | 2D", "8D 8S 8C | 8D 8S 8H | 9S 9H 9D | TS TH TD | JS JH JD"])
    def test_every_card_must_be_melded_and_one_meld_be_a_pure_run(self, hand: str) -> None:
        """Two loose cards are one too many, and sets alone win nothing."""
        players = [seat("Asha", "declared", hand=hand), seat("Bela", "lost")]
        refuse("does-not-declare", rulebook="vazhushal-13", players=players, turned="9C", check_pack=False)

    def test_elsewhere_nobody_holds_more(self) -> None:
        """In games without such taking a hand of that size cannot declare."""
        players = [seat("Asha", "declared", hand=self.MELDS), seat("Bela", "lost", points=5)]
        refuse("does-not-declare", rulebook="gorummy-13", players=players, turned="9C")
