"""Cards and hands: the text notation, and what is said of text that is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy_tutor import Card, Hand
from rummy_tutor.errors import CardError
from rummy_tutor.game import CARDS, PRINTED_JOKER, Rank, Suit
from tests.strategies import cards


def test_53_card_types() -> None:
    """There are 52 cards and the printed joker, each once, in the order spades, hearts, diamonds, clubs."""
    assert len(set(CARDS)) == 53
    assert [str(card) for card in CARDS[:3]] == ["AS", "2S", "3S"]
    assert [str(card) for card in CARDS[50:]] == ["QC", "KC", "PJ"]


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_every_card_round_trips(card: Card) -> None:
    """A card's text and its pretty form both read as the same card."""
    assert Card.parse(str(card)) == card
    assert Card.parse(card.pretty) == card
    assert Card.parse(str(card).lower()) == card


@pytest.mark.parametrize("text", ["TH", "th", "10H", "10h", "T♥", "10♥", "10♡", "t♥", "10♥\ufe0f", " TH "])
def test_forms_of_a_ten(text: str) -> None:
    """Letters in either case, 10 for T, and suit signs filled or hollow all name the ten of hearts."""
    assert str(Card.parse(text)) == "TH"


@pytest.mark.parametrize("text", ["PJ", "pj", "JK", "jk", "Joker", "JOKER", "🃏", "🃏\ufe0f"])
def test_forms_of_the_printed_joker(text: str) -> None:
    """PJ, JK, the word and the picture all name the printed joker."""
    assert Card.parse(text) is PRINTED_JOKER


@pytest.mark.parametrize("text", ["", " ", "7", "S", "1S", "11S", "7X", "7SS", "S7", "010H", "7 S", "7S,", "PJJ", "٧S"])
def test_no_card(text: str) -> None:
    """Anything else is refused, and the message says what was read and what was expected."""
    with pytest.raises(CardError) as caught:
        Card.parse(text)
    assert repr(text) in str(caught.value)
    assert "expected a rank A 2-9 T J Q K with a suit S H D C" in str(caught.value)
    assert caught.value.code == "bad-card"


@pytest.mark.parametrize("value", [7, None, b"7S", ["7S"], ["7S"] * 100])
def test_only_text_is_read(value: object) -> None:
    """A value that is no text is refused as such."""
    with pytest.raises(CardError, match="expected text") as caught:
        Card.parse(value)
    assert len(str(caught.value)) < 200


def test_parts_of_a_card() -> None:
    """A card has a rank and a suit, the printed joker neither."""
    card = Card.parse("QD")
    assert (card.rank, card.suit, card.suit.symbol, card.suit.is_red) == (Rank.QUEEN, Suit.DIAMONDS, "♦", True)
    assert PRINTED_JOKER.rank is None and PRINTED_JOKER.suit is None and PRINTED_JOKER.pretty == "PJ"
    with pytest.raises(CardError):
        Card(53)


@given(st.lists(cards(), min_size=1, max_size=28))
def test_hand_round_trips(texts: list[str]) -> None:
    """Reading a hand and writing it again is the identity."""
    text = " ".join(texts)
    hand = Hand.parse(text)
    assert str(hand) == text and hand.groups is None
    assert Hand.parse(str(hand)) == hand


@given(st.lists(st.lists(cards(), min_size=1, max_size=7), min_size=1, max_size=4))
def test_laid_out_hand_round_trips(groups: list[list[str]]) -> None:
    """Groups are kept as they were laid, a single one by its closing bar."""
    hand = Hand.of_groups([[Card.parse(text) for text in group] for group in groups])
    again = Hand.parse(str(hand))
    assert again == hand
    assert [list(map(str, group)) for group in again.groups] == groups


@pytest.mark.parametrize("text", ["2H,3H,4H", "2H, 3H ,4H", "  2h\t3♥\n4H ", ",2H 3H 4H,"])
def test_separators(text: str) -> None:
    """Cards are parted by spaces or commas, however many."""
    assert str(Hand.parse(text)) == "2H 3H 4H"


def test_cards_may_stand_together() -> None:
    """Each with its suit; what holds anything else is no card."""
    assert str(Hand.parse("2h3H10h|5♠6♠, kd")) == "2H 3H TH | 5S 6S KD"
    assert str(Hand.parse("pj2hPJ🃏")) == "PJ 2H PJ PJ"
    assert len(Hand.parse("2h" * 28)) == 28
    for text in ("2h3", "23h", "2h3x", "2h" * 29):
        with pytest.raises(CardError):
            Hand.parse(text)


def test_bars_need_no_spaces() -> None:
    """A bar parts groups also without spaces around it."""
    assert str(Hand.parse("2H 3H|4H|PJ")) == "2H 3H | 4H | PJ"


def test_single_group() -> None:
    """One group alone is written with a closing bar, so that it differs from a hand not laid out."""
    hand = Hand.parse("2H 3H |")
    assert len(hand.groups) == 1 and str(hand) == "2H 3H |"


def test_bad_token_is_named_with_its_place() -> None:
    """The message names the token, which card it is, and at which character it begins."""
    with pytest.raises(CardError) as caught:
        Hand.parse("2H 3H | 1Z 5C")
    message = str(caught.value)
    assert message.startswith("'1Z' (card 3, character 9) is not a card: expected a rank")


def test_long_token_is_shortened() -> None:
    """A message repeats only the beginning of a long token."""
    with pytest.raises(CardError) as caught:
        Hand.parse("x" * 5000)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "hand-size"), (" ", "hand-size"), ("|", "empty-group"), ("| 2H", "empty-group"), ("2H || 3H", "empty-group"),
     ("2H " * 29, "hand-size"), ("2H " * 5000, "hand-size")],
)  # fmt: skip
def test_hands_that_are_none(text: str, code: str) -> None:
    """A hand has 1 to 28 cards and no empty group."""
    with pytest.raises(CardError) as caught:
        Hand.parse(text)
    assert caught.value.code == code


def test_too_many_cards_are_counted() -> None:
    """The message about too many cards says how many there are."""
    with pytest.raises(CardError, match=r"^The hand has 30 cards: expected 1 to 28\.$"):
        Hand.parse("2H " * 30)


def test_groups_hold_the_hand() -> None:
    """A hand whose groups hold other cards is refused."""
    with pytest.raises(CardError) as caught:
        Hand((CARDS[0], CARDS[1]), ((CARDS[0],), (CARDS[2],)))
    assert caught.value.code == "groups-mismatch"


def test_values_are_frozen() -> None:
    """Cards and hands cannot be changed, and equal ones are one key."""
    card = Card.parse("7S")
    with pytest.raises(AttributeError):
        card.index = 3
    assert {Hand.parse("7S 8S"), Hand.parse("7♠,8♠")} == {Hand((card, Card.parse("8S")))}


def test_reprs_are_stable() -> None:
    """Reprs show the text form and never the picture."""
    assert repr(Card.parse("7♠")) == "Card('7S')"
    assert repr(Hand.parse("7♠ | 🃏")) == "Hand('7S | PJ')"


def test_true_is_no_card() -> None:
    """A card is made of a whole number; True and 1.0 are none, though they equal one."""
    for value in (True, False, 1.0, "7", None, -1, 53):
        with pytest.raises(CardError):
            Card(value)


def test_groups_that_do_not_hold_the_hand_say_what_is_wrong() -> None:
    """The message names the cards left out and those beyond the hand."""
    five, six, joker = (Card.parse(text) for text in ("5H", "6H", "PJ"))
    with pytest.raises(CardError) as error:
        Hand((five, five, joker), ((five, six), (joker,)))
    assert error.value.code == "groups-mismatch"
    assert str(error.value).endswith("they leave out 5H and hold 6H beyond it.")
    with pytest.raises(CardError, match=r"leave out 5H\.$"):
        Hand((five, five), ((five,),))


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: Hand(5), "bad-hand"),
        (lambda: Hand("7S", [CARDS[:1]]), "bad-hand"),
        (lambda: Hand(CARDS[:2], 5), "bad-hand"),
        (lambda: Hand(CARDS[:2], [5]), "bad-hand"),
        (lambda: Hand(([],), [[[]]]), "bad-card"),
        (lambda: Hand(CARDS[:1], [[[]]]), "bad-card"),
        (lambda: Hand.of_groups(5), "bad-hand"),
        (lambda: Hand.of_groups(["7S"]), "bad-hand"),
    ],
)
def test_a_hand_of_something_else_is_refused(make: Callable[[], object], code: str) -> None:
    """What is no cards at all is one clear error."""
    with pytest.raises(CardError) as caught:
        make()
    assert caught.value.code == code


def test_a_repr_is_read_back() -> None:
    """What a card or a hand prints as makes it again; text is read as by parse, and refused with the same words."""
    for value in (*CARDS, Hand.parse("7♠ 7S PJ"), Hand.parse("2H 3H 4H |"), Hand.parse("2H | PJ 5C")):
        assert eval(repr(value), {"Card": Card, "Hand": Hand}) == value
    for kind, text in ((Card, "1S"), (Hand, "7S 1S")):
        with pytest.raises(CardError) as caught:
            kind.parse(text)
        with pytest.raises(CardError) as again:
            kind(text)
        assert str(again.value) == str(caught.value)


def test_a_hand_is_a_sequence_of_cards() -> None:
    """A hand has a length, places and slices, and can be gone through and looked into."""
    hand = Hand.parse("2H 3H | PJ 5C 5C")
    assert isinstance(hand, Sequence) and len(hand) == 5 and [*hand] == [*hand.cards]
    assert hand[0] == hand[-5] == Card("2H") and hand[1:3] == (Card("3H"), PRINTED_JOKER)
    assert Card("5C") in hand and hand.count(Card("5C")) == 2 and hand.index(PRINTED_JOKER) == 2
    assert Card("KS") not in hand and [*reversed(hand)] == [*hand.cards][::-1]


def test_an_index_that_is_no_card_is_refused() -> None:
    """A number beyond the 53 cards is no card."""
    with pytest.raises(CardError, match=r"index 53 .*expected a whole number from 0 to 52\.$"):
        Card(53)
