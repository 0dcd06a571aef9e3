"""The card table: how cards lie and move, and what is said of them."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rummy_tutor as rt
from rummy_tutor.game.cards import Card, Hand
from rummy_tutor.game.rules import Kind
from rummy_tutor.page.panels import receive
from rummy_tutor.page.session import Session
from rummy_tutor.page.state import Layout, MoveError
from rummy_tutor.page.table.view import TableView
from rummy_tutor.page.worked_hands import WELCOME
from rummy_tutor.rulebooks import RULEBOOKS
from rummy_tutor.wording.page_texts import page_texts
from rummy_tutor.wording.phrases import in_order
from tests.messages import tell

X4 = WELCOME.hand


def test_a_layout_keeps_copies_apart_and_round_trips():
    """Two copies of one card are two cards; the hand comes back as it was laid."""
    layout = Layout.of_hand(Hand.parse("5C 5C 6C | 7C | 5C"))
    assert layout.trays == ((0, 1, 2),) and layout.loose == (3, 4)
    assert str(layout.plain_hand()) == "5C 5C 6C | 7C | 5C"


@pytest.mark.parametrize("cards", [[0, 0], [99], [-1], ["0"], [True], [], [0.0]])
def test_moves_of_cards_that_are_not_there_are_refused(cards):
    """A card named twice, unknown or not by number changes nothing."""
    layout = Layout.of_hand(Hand.parse(X4))
    with pytest.raises(MoveError):
        layout.move(cards, "loose")


@pytest.mark.parametrize("to", [9, -1, "somewhere", None, True, 1.0])
def test_moves_to_nowhere_are_refused(to):
    """A tray that does not exist takes no card."""
    with pytest.raises(MoveError):
        Layout.of_hand(Hand.parse(X4)).move([0], to)


@settings(max_examples=200)
@given(
    st.lists(st.sampled_from([Card(i) for i in range(53)]), min_size=1, max_size=28),
    st.lists(
        st.tuples(st.lists(st.integers(0, 27), max_size=5), st.sampled_from(["new", "loose", 0, 1, 2, 3])), max_size=12
    ),
)
def test_no_series_of_moves_creates_or_loses_a_card(cards, moves):
    """Whatever is moved where, the table holds the same cards."""
    layout = Layout.of_hand(Hand(tuple(cards)))
    for ids, to in moves:
        try:
            layout = layout.move(ids, to)
        except MoveError:
            continue
        assert Counter(layout.laid_hand().cards) == Counter(cards)
        assert all(len(tray) > 1 for tray in layout.trays)


def test_arranging_conserves_cards_and_prefers_copies_that_lie_together():
    """The answer is laid out with the learner's own cards, and cards in none of its groups are loose."""
    layout = Layout.of_hand(Hand.parse("5C 6C 7C | 5C 8C 9C | KS"))
    target = layout.arrange([[Card.parse(card) for card in ("5C", "8C", "9C")]])
    assert set(target.trays[0]) == {3, 4, 5} and sorted(target.loose) == [0, 1, 2, 6]
    with pytest.raises(MoveError):
        layout.arrange([[Card.parse("AH")]])


def test_a_table_is_used_from_python():
    """hand, result and observe work from Python, also when cards are moved in the browser."""
    table = rt.CardTable(
        "2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS", rulebook="adgaming-13", turned="QD", players=6
    )
    assert (table.result.arranged.points, table.result.best.points) == (35, 19)
    seen = []
    table.observe(lambda change: seen.append(change["new"]), "value")
    tell(table, "move", cards=[0], to="loose")
    assert seen == ["3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS | 2H"] and table.value == seen[0]
    table.hand = "2h 3h 4h | ks"
    assert table.value == "2H 3H 4H | KS" and table._vm_table["trays"][0]["icon"] == "pure-sequence"
    with pytest.raises(rt.errors.TableError):
        table.hand = "2H nonsense"
    assert table.value == "2H 3H 4H | KS"
    assert repr(table) == "CardTable('2H 3H 4H | KS', rulebook='adgaming-13')"


def test_a_rulebook_of_ones_own_is_judged():
    """A table takes a rulebook value that is not among those of the package."""
    from dataclasses import replace

    own = replace(RULEBOOKS["gorummy-13"], key="house", title="House rules")
    table = rt.CardTable("2H 3H 4H | KS", rulebook=own)
    assert table.result.rulebook.key == "house"


def test_jokers_stand_in_their_place():
    """A group is shown in order, with each joker where its card would be, and the ace high after a king."""
    cards = [Card.parse(card) for card in ("PJ", "7H", "5H")]
    assert in_order(cards, Kind.IMPURE_SEQUENCE, [Card.parse("6H"), None, None]) == [2, 0, 1]
    cards = [Card.parse(card) for card in ("AS", "QS", "KS")]
    assert in_order(cards, Kind.PURE_SEQUENCE, [None] * 3) == [1, 2, 0]
    cards = [Card.parse(card) for card in ("3S", "AS", "2S")]
    assert in_order(cards, Kind.PURE_SEQUENCE, [None] * 3) == [1, 2, 0]


def test_cards_that_are_no_meld_are_shown_by_rank():
    """King, ace and 2 lie in that order, allowed or not; others go up by rank, the ace at its nearer end."""
    told = {"2S AS KS": "KS AS 2S", "AS QS KS": "QS KS AS", "3S AS 2S": "AS 2S 3S", "7D 7S": "7S 7D"}
    round_or_run = tuple(told)[:3]
    told |= {"9D 8D 4D": "4D 8D 9D", "JD 4D 3D": "3D 4D JD", "AC 4C 3C KC": "3C 4C KC AC", "5H QD 6S 5C": "5H 5C 6S QD"}
    for cards, shown in told.items():
        laid = [Card.parse(card) for card in cards.split()]
        for kind in (Kind.INVALID, Kind.PURE_SEQUENCE) if cards in round_or_run else (Kind.INVALID,):
            assert " ".join(str(laid[at]) for at in in_order(laid, kind, [None] * len(laid))) == shown


def test_one_card_is_no_group():
    """A single card cannot be grouped by itself: nothing changes, and the page is told why."""
    session = Session(X4)
    receive(session, {"type": "move", "cards": [0], "to": "new"})
    assert session.text == X4 and session.problem.text == page_texts()["one_is_loose"]


def test_a_hand_no_rulebook_can_judge_says_what_to_do():
    """Printed jokers in a game without them: the rulebook by its title, and the way out."""
    session = Session(X4, "marriage-21")
    view = TableView(session).draw()
    assert view["headline"]["sentence"].startswith("Indian (Nepali) Marriage is played without printed jokers,")
    assert "this hand has 2" in view["headline"]["sentence"] and view["size_note"] == ""


def test_a_move_says_what_it_changed():
    """The line over the table gives the difference and the group; in the classroom it waits for the verdict."""
    session = Session(X4)
    receive(session, {"type": "move", "cards": [9], "to": "loose"})
    caption = TableView(session).draw()["caption"]
    assert caption == {"text": "You pay 80 points less. Group 3 is now a pure sequence.", "tone": "good"}
    receive(session, {"type": "undo"})
    assert TableView(session).draw()["caption"]["text"].startswith("You pay 80 points more.")
    receive(session, {"type": "move", "cards": [0], "to": "loose"})
    assert TableView(session).draw()["caption"]["text"] == "The points stay the same. Group 1 is not a meld."
    receive(session, {"type": "take"})
    caption = TableView(session).draw()["caption"]
    assert caption["text"].startswith("Now this hand can declare! You pay 80 ") and caption["tone"] == "good"
    receive(session, {"type": "classroom", "on": True})
    assert TableView(session).draw()["caption"]["tone"] == "story"
    receive(session, {"type": "set", "rulebook": "octro-13"})
    assert session.last_move.verdict is None


def test_a_hand_that_costs_nothing_says_why_it_does_not_declare():
    """Nothing to pay is not yet a declaration: the card that lies loose is named."""
    session = Session("KH KS KD | 6H 7H PJ | 9S TS JS | 5S 5H 5D | PJ")
    headline = TableView(session).draw()["headline"]
    assert headline["figure"] == "0" and headline["sentence"].endswith(
        "It cannot declare yet: the printed joker is in no meld."
    )
    assert "cannot declare" not in TableView(Session("5H 6H 7H | PJ")).draw()["headline"]["sentence"]


def test_printed_jokers_can_be_taken_away_at_once():
    """Where a game knows none the page offers to take them away or to go back; both are undoable, cards stay."""
    mine = X4.replace("5D", "4D")  # no welcome hand, which would change with the game
    session = Session(mine, "gorummy-13")
    receive(session, {"type": "set", "rulebook": "marriage-21"})
    ways = TableView(session).draw()["headline"]["ways_out"]
    assert [way["act"] for way in ways] == ["drop_jokers", "undo"] and session.text == mine
    receive(session, {"type": "drop_jokers"})
    assert session.text == "KH KS KD | 6H 7H | 9S TS JS | 5S 5H 4D" and session.result is not None
    receive(session, {"type": "undo"})
    assert session.text == mine
    alone = Session("PJ PJ", "marriage-21")
    assert TableView(alone).draw()["headline"]["ways_out"] == []
    receive(alone, {"type": "drop_jokers"})
    assert alone.text == "PJ PJ" and alone.problem


def test_more_of_a_card_than_the_pack_holds_is_told():
    """Three of a card of two packs: the page judges the hand and says that it cannot have been dealt."""
    drawn = TableView(Session("3H 3H 3H | 5S 6S 7S", "adgaming-13", "QD")).draw()
    assert "3♥" in drawn["pack_note"] and drawn["headline"]["figure"]
    assert TableView(Session("3H 3H | 5S 6S 7S", "adgaming-13", "QD")).draw()["pack_note"] == ""


def test_a_group_of_the_wild_rank_shows_both_readings():
    """It lies as a sequence, and the tray says that it could be a set."""
    tray = TableView(Session("7H 7D 7C | KS", "adgaming-13", "7S")).draw()["trays"][0]
    assert tray["icon"] == "impure-sequence"
    assert [line["text"] for line in tray["reasons"]] == ["It could also be a set, if each card stands for itself."]


def test_wild_cards_stay_in_their_suits_unless_they_are_to_lie_last() -> None:
    """Loose cards are sorted by suit with the wild ones among them; the switch puts these after the others."""
    session = Session("2S QD KD 3H", "adgaming-13", turned="QH")

    def order() -> list[str]:
        return [card["name"].split(",")[0] for card in TableView(session).draw()["loose"]["cards"]]

    suits = ["two of spades", "three of hearts", "queen of diamonds", "king of diamonds"]
    assert order() == suits and TableView(session).draw()["loose"]["has_wilds"]
    receive(session, {"type": "sort_wilds"})
    assert order() == [*suits[:2], "king of diamonds", "queen of diamonds"]
    receive(session, {"type": "sort_wilds"})
    assert order() == suits


def test_the_discard_says_why_it_goes_also_where_it_would_fit_a_meld() -> None:
    """Of one card more than is dealt one goes; a card that would lengthen a meld is told by the meld's number."""
    hand = "2H 3H 4H | 7S 8S 9S | 5C 5D 5S | JC QC KC | {} | 8D"
    fits = TableView(Session(hand.format("TS"), "gorummy-13")).draw()["loose"]["note"]
    assert fits == "10♠ fits group 2, but of 14 cards you must throw one"
    plain = TableView(Session(hand.format("KD"), "gorummy-13")).draw()["loose"]["note"]
    assert plain == "You throw K♦: of 14 cards you must throw one"


def test_no_card_is_named_to_be_thrown_before_anything_is_grouped() -> None:
    """Which of them goes is the player's to find out: the note says no more than that one must."""
    loose = TableView(Session("5H 6H 7H 8H 9S TS QS 7C 4D 4C 4S KD AD JD", "gorummy-13", "7D")).draw()["loose"]
    assert loose["note"] == "One card too many: throw one"
    assert not any(card.get("discard") for card in loose["cards"])


def test_a_hand_with_a_card_too_many_says_so_beside_its_figure():
    """Where all cards lie in groups, so that no thrown card is named below."""
    headline = TableView(Session("2H 3H 4H | 5C 6C QD | KS QS 7S 8S 9D TD JD 2C", "gorummy-13", "QD")).headline()
    assert headline["sentence"].startswith("14 cards: one is to be thrown. ")


def test_points_lost_have_a_minus_where_melds_earn_points() -> None:
    """Loose cards, each of them too, and broken groups lose points; only melds have a plus."""
    view = TableView(Session("2H 3H 4H | 5C 5D 9S | KD | 7S", "vazhushal-13")).draw()
    assert [tray["cost"][0] for tray in view["trays"]] == ["+", "−"]
    assert view["loose"]["cost"] == "−17 points"
    assert [card["cost"] for card in view["loose"]["cards"]] == ["−7", "−10"]
    assert TableView(Session("2H 3H 4H | KD", "gorummy-13")).draw()["loose"]["cost"] == "10 points"
