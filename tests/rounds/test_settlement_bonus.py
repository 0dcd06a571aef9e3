"""Value cards and marriages, and the game of Marriage with its maal."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_tutor import RULEBOOKS, analyse, get_rulebook, settle
from rummy_tutor.game.cards import Card
from rummy_tutor.game.table import set_table
from rummy_tutor.referee.value_cards import list_bonus
from rummy_tutor.study.analysis import count_bonus
from rummy_tutor.wording.describe import describe
from tests.rounds.settlement_helpers import WON, refuse, seat


# ---- value cards ---------------------------------------------------------------------------------------------
class TestValueCards:
    """Value cards are paid for by every opponent who has not dropped, whoever won."""

    @pytest.mark.parametrize("ending", ["first-drop", "middle-drop", "three-misses", "left-table"])
    def test_who_dropped_neither_gives_nor_takes(self, ending: str) -> None:
        """S0: a player who is out by a drop exchanges nothing."""
        players = [seat("Asha", "declared", value_cards="9H"), seat("Bela", ending, value_cards="7H 8H 9H")]
        row = settle("rummy-21", players, turned="8H")["Bela"]
        assert row.received == row.given == 0 and row.net == -row.points

    @pytest.mark.parametrize(
        ("cards", "bonus", "words"),
        [
            ("9H 9H", 30, "2 upper jokers"),
            ("9H 7H", 20, "an upper joker and a lower joker"),
            ("9H 9H 7H", 40, "2 upper jokers and a lower joker"),
            ("8H 8H 7H 7H", 60, "2 cut jokers and 2 lower jokers"),
            ("7H 8H 9H", 100, "a marriage"),
            ("7H 7H 8H 8H 9H 9H", 300, "2 marriages"),
            ("7H 8H 8H 9H", 110, "a marriage and a cut joker"),
        ],
    )
    def test_s0_examples(self, cards: str, bonus: int, words: str) -> None:
        """S0's value cards and marriages, from each opponent, stated by name."""
        players = [WON, seat("Bela", "lost", points=2, value_cards=cards), seat("Chand", "lost", points=2)]
        settled = settle("rummy-21", players, turned="8H")
        assert settled["Bela"].bonus == bonus and settled["Bela"].received_from == {"Asha": bonus, "Chand": bonus}
        assert f"Chand gives {bonus} points to Bela for {words}." in [entry.sentence for entry in settled.entries]

    @pytest.mark.parametrize(
        ("cards", "bonus"),
        [
            ("8H", 20),
            ("8H 8H", 60),
            ("9H", 10),
            ("9H 9H", 30),
            ("9H 9H 9H", 60),
            ("TH", 10),
            ("TH TH", 30),
            ("TH TH TH", 60),
            ("7H", 10),
            ("7H 7H", 30),
            ("7H 7H 7H", 60),
            ("6H", 25),
            ("6H 6H", 75),
            ("6H 6H 6H", 150),
            ("7H 8H 9H", 100),
            ("6H 7H 8H 9H TH", 135),
        ],
    )
    def test_five_kinds_of_27(self, cards: str, bonus: int) -> None:
        """S3: the five kinds of the 27-card game, half from who had no turn, rounded down (R42)."""
        players = [
            seat("Asha", "declared", value_cards=cards),
            seat("Bela", "lost-before-first-move", points=40),
            seat("Chand", "lost", points=40),
        ]
        settled = settle("paplu-27", players, turned="8H")
        assert settled["Asha"].received_from == {"Bela": bonus // 2, "Chand": bonus}
        assert settled["Bela"].points == 20

    def test_half_bonus_goes_one_way(self) -> None:
        """R42: who had no turn pays half and gets the whole for his own cards."""
        players = [seat("Asha", "declared"), seat("Bela", "lost-before-first-move", points=40, value_cards="6H")]
        assert settle("paplu-27", players, turned="8H")["Bela"].received == 25

    def test_cards_in_a_hand_count(self) -> None:
        """Value cards are found in a hand, laid out or not."""
        hand = "9H 9H | AS 3S 5S 7S 2D 9D QD 3C JC KC 7C TC AD 4D 6D 8D 2S 4S 6C"
        players = [WON, seat("Bela", "lost", hand=hand)]
        assert settle("rummy-21", players, turned="8H")["Bela"].bonus == 30
        assert settle("rummy-21", players)["Bela"].bonus == 0

    @pytest.mark.parametrize(
        ("cards", "bonus"), [("7H 8H 9H", 100), ("7H 8H 8H 9H", 110), ("7H 7H 8H 8H 9H 9H", 300), ("7H 9H", 0)]
    )
    def test_a_marriage_earns_whichever_of_its_cards_earn_alone(self, cards: str, bonus: int) -> None:
        """Where the cut joker alone is a value card, or no card is, a marriage is still the three cards."""
        book = RULEBOOKS["rummy-21"]
        alone = replace(book, key="alone", bonus=replace(book.bonus, cards=book.bonus.cards[:1]))
        settled = settle(alone, [WON, seat("Bela", "lost", points=2, value_cards=cards)], turned="8H")
        assert settled["Bela"].bonus == bonus
        none = replace(book, key="none", bonus=replace(book.bonus, cards=()))
        assert analyse(cards, none, turned="8H").bonus == bonus // 100 * 100

    @settings(max_examples=60)
    @given(
        st.sampled_from(("rummy-21", "paplu-21", "paplu-27", "marriage-21")),
        st.lists(st.sampled_from(["8H", "9H", "7H", "TH", "6H"]), max_size=15),
    )
    def test_items_sum_to_the_bonus(self, key: str, cards: list[str]) -> None:
        """The parts named in the ledger are worth what the analysis of the same cards says."""
        held = [Card.parse(card) for card, times in Counter(cards).items() for _ in range(min(times, 3))]
        deal = set_table(get_rulebook(key), Card.parse("8H"), 4)
        items = list_bonus(held, deal)
        assert sum(item.points for item in items) == count_bonus(held, deal)

    def test_refused(self) -> None:
        """Value cards where there are none, of the wrong cards, without a turned card, or beyond the pack."""

        def one(**told: object) -> list[dict[str, object]]:
            return [WON, seat("Bela", "lost", points=2, **told)]

        refuse("no-bonus", "Bela", players=one(value_cards="7H"))
        refuse("no-value-card", "7♠", rulebook="rummy-21", players=one(value_cards="7S"), turned="8H")
        refuse("no-turned", rulebook="rummy-21", players=one(value_cards="7H"))
        refuse("two-figures", rulebook="rummy-21", players=one(value_cards="7H", bonus=10), turned="8H")
        refuse("stated-over-cap", "999", rulebook="rummy-21", players=one(bonus=999), turned="8H")
        refuse("pack-surplus", "3 × 8♥", rulebook="rummy-21", players=one(value_cards="8H 8H 8H"), turned="8H")
        refuse("no-bonus", rulebook="rummy-21", players=one(laid_tunnelas="2C"), turned="8H")


# ---- Marriage ------------------------------------------------------------------------------------------------
UNSEEN = "A player who has not seen the turned card earns no maal."


class TestMarriage:
    """S3: seen or not, won by dublees, tunnelas laid before play, maal for each opponent."""

    PLAYERS = (
        seat("Asha", "declared", value_cards="7H"),
        seat("Bela", "lost", seen=True, value_cards="8H 8H"),
        seat("Chand", "lost", seen=False),
    )

    def test_points_and_maal(self) -> None:
        """3 from who has seen, 10 from who has not, and the difference of maal of each two."""
        settled = settle("marriage-21", self.PLAYERS, turned="7H")
        assert [row.points for row in settled.rows] == [0, 3, 10]
        assert [row.bonus for row in settled.rows] == [3, 5, 0]
        assert [row.net for row in settled.rows] == [13 + 6 - 5, -3 + 10 - 3, -10 - 3 - 5]
        told = "Chand pays 10 points to Asha, the price for a loser who has not seen the turned card."
        assert told in settled.entries[1].sentence

    def test_won_by_dublees(self) -> None:
        """A win by eight dublees costs every loser 5 more, stated or shown."""
        stated = [seat("Asha", "declared", objective="dublees", value_cards="7H"), *self.PLAYERS[1:]]
        plain = settle("marriage-21", self.PLAYERS, turned="7H")
        more = settle("marriage-21", stated, turned="7H")
        assert more["Asha"].net == plain["Asha"].net + 10 and more["Bela"].net == plain["Bela"].net - 5
        shown = "2S 2S | 4D 4D | 9H 9H | JC JC | KD KD | 5S 5S | AC AC | TS TS | 3H | 8S | TD | QH | 6C"
        for hand in (shown, shown.replace("|", " ")):
            players = [seat("Asha", "declared", hand=hand), seat("Bela", "lost", seen=True)]
            assert settle("marriage-21", players, turned="7D")["Asha"].won == 8

    def test_dublees_are_found_beside_melds(self) -> None:
        """Cards that are melds as well as dublees win by dublees, which pays more."""
        hand = "AS AS 2S 2S 3S 3S 4S 4S 5S 5S 6S 6S 7S 7S 8S 8S 9S TS JS QS KS"
        settled = settle("marriage-21", [seat("Asha", "declared", hand=hand), seat("Bela", "lost", seen=False)])
        assert settled["Asha"].won == 15
        melds = "AS 2S 3S | AS 2S 3S | 4S 5S 6S | 4S 5S 6S | 7S 8S 9S | 7S 8S TS | JS QS KS"
        laid = melds.replace("7S 8S TS", "8S 9S TS").replace("7S 8S 9S |", "7S 7S 7S |")
        settled = settle("marriage-21", [seat("Asha", "declared", hand=laid), seat("Bela", "lost", seen=False)])
        assert settled["Asha"].won == 10

    @pytest.mark.parametrize(("card", "points"), [("9D", 5), ("7S", 10), ("7D", 10), ("8H", 20), ("6H", 20), ("8D", 5)])
    def test_tunnelas_laid_before_play(self, card: str, points: int) -> None:
        """5 for ordinary cards, 10 for ordinary jokers, 20 for poplus or jhiplus, which then earn nothing more."""
        players = [WON, seat("Bela", "lost", seen=False, laid_tunnelas=card)]
        assert settle("marriage-21", players, turned="7H")["Bela"].bonus == points
        hand = f"{card} {card} {card} 2S 4S 9S JS KS AD 4D JD 3C 5C TC QC 2H TH QH KH AH 3D"
        players = [WON, seat("Bela", "lost", hand=hand, laid_tunnelas=card)]
        assert settle("marriage-21", players, turned="7H")["Bela"].bonus == points

    def test_laid_and_held(self) -> None:
        """Two laid tunnelas and a tiplu beside them; three held poplus that were not laid are 10."""
        players = [
            seat("Asha", "declared", laid_tunnelas="9D 8H", value_cards="7H"),
            seat("Bela", "lost", seen=True, value_cards="6H 6H 6H"),
        ]
        settled = settle("marriage-21", players, turned="7H")
        assert [row.bonus for row in settled.rows] == [28, 10]
        told = "tunnela of a card beside the turned one, laid before play"
        assert any(told in entry.sentence for entry in settled.entries)
        players[0] = seat("Asha", "declared", laid_tunnelas="7H")
        refuse("pack-surplus", "7♥", rulebook="marriage-21", players=players, turned="7H")
        players[0] = seat("Asha", "declared", laid_tunnelas="9D 9D")
        refuse("pack-surplus", "9♦", rulebook="marriage-21", players=players, turned="7H")

    def test_seen_is_what_was_shown(self) -> None:
        """A hand tells whether it can have seen; that its player never showed it can be stated."""
        melds = "2S 3S 4S | TC JC QC | 9D 9D 9D | AH | 3H | 5H | 9H | JH | 2D | 4D | QD | 7S | 9S | 3C | KC"
        for told, points in ((None, 3), (True, 3), (False, 10)):
            players = [WON, seat("Bela", "lost", hand=melds, seen=told)]
            assert settle("marriage-21", players, turned="7H")["Bela"].points == points
        unseen = melds.replace("9D 9D 9D", "9D 9D 8D")
        for code, players in (
            ("cannot-have-seen", [WON, seat("Bela", "lost", hand=unseen, seen=True)]),
            ("cannot-have-seen", [seat("Asha", "declared", seen=False), seat("Bela", "lost", points=3)]),
            ("stated-figure", [WON, seat("Bela", "lost", points=4)]),
            ("stated-figure", [WON, seat("Bela", "lost", points=10, seen=True)]),
            ("no-figure", [WON, seat("Bela", "lost")]),
            (
                "too-many-tunnelas",
                [seat("Asha", "declared", laid_tunnelas="2H 3H 4H 5H 6H 8H 9H TH"), seat("Bela", "lost", seen=True)],
            ),
            ("must-have-seen", [WON, seat("Bela", "lost", seen=False, laid_tunnelas="5H 6H 9H")]),
            ("no-tunnela", [WON, seat("Bela", "lost", hand=melds, laid_tunnelas="2S")]),
        ):
            refuse(code, rulebook="marriage-21", players=players, turned="7H")
        refuse("no-hidden-card", players=[WON, seat("Bela", "lost", points=3, seen=True)])

    def test_a_house_rule_may_void_unseen_maal(self) -> None:
        """A derived rulebook lets who has not seen get nothing for maal, though he still gives."""
        book = get_rulebook("marriage-21")
        house = replace(book, key="house", bonus=replace(book.bonus, only_if_seen=True))
        players = [seat("Asha", "declared", bonus=3), seat("Bela", "lost", seen=False, bonus=20)]
        assert [row.net for row in settle(house, players).rows] == [13, -13]
        assert [row.net for row in settle(book, players).rows] == [-7, 7]
        void = settle("marriage-21", players, options=["unseen-maal-void"])
        assert [row.net for row in void.rows] == [13, -13]

    @pytest.mark.parametrize(
        ("option", "text"),
        [
            ("unseen-maal-void", UNSEEN),
            (
                "unseen-maal-to-winner",
                f"{UNSEEN} The winner earns it instead.",
            ),
        ],
    )
    def test_the_house_rules_are_put_into_words(self, option: str, text: str) -> None:
        """R50: the page of such a rulebook says so and cites the ruling; the plain one has no such line."""
        term = "Turned card not seen"
        lines = {line.term: line for line in describe(get_rulebook("marriage-21", [option]))}
        assert lines[term].text == text and "R50" in lines[term].source.codes
        assert term not in {line.term for line in describe(get_rulebook("marriage-21"))}

    def test_or_give_it_to_the_winner(self) -> None:
        """R50: the winner earns the maal of who has not seen, from everybody, and nobody else does."""
        players = [
            seat("Asha", "declared", bonus=3),
            seat("Bela", "lost", seen=True, bonus=4),
            seat("Chand", "lost", seen=False, bonus=20),
        ]
        settled = settle("marriage-21", players, options=["unseen-maal-to-winner"])
        assert [row.net for row in settled.rows] == [13 + 2 * 23 - 4, -3 + 8 - 23, -10 - 23 - 4]
        told = [entry.sentence for entry in settled.entries if entry.payee == "Asha" and entry.code == "bonus"]
        assert told[0] == (
            "Bela gives 23 points to Asha for value cards. "
            "This includes 20 points for the value cards of players who have not seen the turned card."
        )
        players[0] = seat("Asha", "declared")
        settled = settle("marriage-21", players, options=["unseen-maal-to-winner"])
        assert settled["Asha"].received == 40
