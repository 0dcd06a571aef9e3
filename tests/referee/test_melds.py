"""Readings of a group: what it can be, what each joker stands for, and why it is nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_tutor import Card, Hand, get_rulebook
from rummy_tutor.game import Kind
from rummy_tutor.game.rules import WildRanks
from rummy_tutor.game.table import Deal, set_table
from rummy_tutor.referee.melds import explain_invalid, read_group
from tests import strategies
from tests.oracle import rules as referee


def table(key: str, turned: str | None = None, players: int = 4) -> Deal:
    """A rulebook at a table."""
    return set_table(get_rulebook(key), None if turned is None else Card.parse(turned), players)


def cards(text: str) -> tuple[Card, ...]:
    """Cards from text."""
    return Hand.parse(text).cards


@pytest.mark.parametrize(
    ("key", "turned", "text", "kinds"),
    [
        ("adgaming-13", None, "9S TS JS", ["pure-sequence"]),
        ("adgaming-13", None, "9S TS JS PJ", ["impure-sequence"]),
        ("gorummy-13", "5H", "5C 6C 7C", ["pure-sequence", "impure-sequence"]),
        ("gorummy-13", "5H", "6C 7C 5H", ["impure-sequence"]),
        ("gorummy-13", "QC", "QS QH QD", ["impure-sequence", "set"]),
        ("gorummy-13", None, "PJ PJ PJ", []),
        ("rummy-21", None, "PJ PJ PJ", ["tunnela", "jokers"]),
        ("rummy-21", "7S", "7S 7S 7S", ["tunnela", "impure-sequence", "set", "jokers"]),
        ("rummy-21", None, "4D 4D", ["dublee"]),
        ("rummy-21", None, "4D PJ", []),
        ("octro-13", None, "4S 5S PJ", ["impure-sequence"]),
        ("octro-13", None, "4S PJ PJ", []),
        ("octro-13", None, "PJ", ["jokers"]),
        ("paplu-27", None, "7S 7S 7H", ["set"]),
        ("paplu-27", None, "7S 7S PJ", ["set"]),
        ("paplu-27", None, "7S PJ PJ", ["impure-sequence"]),
        ("marriage-21", "9H", "4S 5S 6S 7S", []),
        ("adgaming-13", None, "5S 5H 5D 5C PJ", ["set"]),
        ("gorummy-13", None, "5S 5H 5D 5C PJ", []),
    ],
)
def test_kinds_a_group_can_be(key: str, turned: str | None, text: str, kinds: list[str]) -> None:
    """Each kind is listed once or more, sequences before sets (R1, R3, R4, R5)."""
    found = dict.fromkeys(reading.kind.value for reading in read_group(cards(text), table(key, turned)))
    assert list(found) == kinds


def test_a_joker_says_what_it_stands_for() -> None:
    """A joker takes the missing place, or the higher end if none is missing."""
    reading = read_group(cards("4S 6S PJ"), table("gorummy-13"))[0]
    assert [(str(wild.card), str(wild.stands_for)) for wild in reading.wilds] == [("PJ", "5S")]
    reading = read_group(cards("2H 3H PJ"), table("gorummy-13"))[0]
    assert str(reading.wilds[0].stands_for) == "4H"
    reading = read_group(cards("QS KS PJ"), table("gorummy-13"))[0]
    assert str(reading.wilds[0].stands_for) == "AS"


@pytest.mark.parametrize(
    ("key", "text", "code"),
    [
        ("gorummy-13", "7S 7S 7H", "same-suit-twice"),
        ("gorummy-13", "KS AS 2S", "wraps"),
        ("gorummy-13", "QS KS AS 2S", "wraps"),
        ("octro-13", "4S 6S PJ PJ", "too-many-wilds"),
        ("gorummy-13", "PJ PJ PJ", "no-natural"),
        ("gorummy-13", "4S 5S", "too-few-cards"),
        ("gorummy-13", "4S 5S 7S", "gap"),
        ("gorummy-13", "4S 5S 5S", "same-card-twice"),
        ("gorummy-13", "4S 5H 7C", "neither"),
        ("gorummy-13", "8C 8C", "no-dublees"),
        ("paplu-13", "8C 8C 8C", "tunnela-needs-players"),
        ("marriage-21", "4S 5S 6S 7S", "sequence-too-long"),
        ("rummy-21", "5S 5H 5D 5C PJ", "set-too-long"),
        ("paplu-27", "7S 7H PJ PJ PJ", "more-wilds-than-naturals"),
    ],
)
def test_reason_why_a_group_is_nothing(key: str, text: str, code: str) -> None:
    """The first reason named is the one a teacher would name."""
    deal = table(key)
    assert not read_group(cards(text), deal)
    assert explain_invalid(cards(text), deal)[0].code == code


@settings(max_examples=200)
@given(key=strategies.rulebook_keys(), data=st.data())
def test_kinds_agree_with_the_other_referee(key: str, data: st.DataObject) -> None:
    """An independent referee that tries every assignment of jokers finds the same kinds."""
    turned = data.draw(strategies.turned_cards(key))
    texts = data.draw(st.lists(strategies.cards(), min_size=2, max_size=6))
    if key == "marriage-21":
        texts = [text for text in texts if text != "PJ"] or ["7S", "7S"]
    found = {reading.kind for reading in read_group(tuple(map(Card.parse, texts)), table(key, turned))}
    other = {Kind(one.kind) for one in referee.find_readings(key, tuple(texts), turned, 4, ())}
    if len(texts) > 1:
        assert found == other - {Kind.INVALID, Kind.LOOSE}


@given(hand=strategies.grouped_hands(), data=st.data())
def test_order_within_a_group_does_not_matter(hand: strategies.Laid, data: st.DataObject) -> None:
    """A group read in another order has the same kinds."""
    deal = table(hand.key, hand.turned, hand.players)
    for group in hand.groups:
        shuffled = data.draw(st.permutations(group))
        kinds = [[r.kind for r in read_group(tuple(map(Card.parse, g)), deal)] for g in (group, shuffled)]
        assert kinds[0] == kinds[1]


def test_jokers_beside_one_card_of_their_own_suit_are_told_the_limit_of_sequences():
    """Where all cards are of one suit the reason is that of a sequence, also if only one of them is not wild."""
    deal = set_table(get_rulebook("marriage-21"), Card.parse("TC"), 4)
    (reason,) = explain_invalid(tuple(map(Card.parse, ("7C", "9C", "TC", "TC"))), deal)
    assert reason.code == "sequence-too-long"


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        ("4H 5H 6H PJ PJ", "too-many-wilds", 2),
        ("4H 5H 6H 9H PJ", "gap", None),  # one joker, and one would be allowed
        ("6H 6H 6S PJ", "too-many-wilds", 2),  # one six of hearts is itself
    ],
)
def test_a_wild_card_that_stands_for_itself_is_no_joker_where_these_are_too_many(
    text: str, code: str, told: int | None
) -> None:
    """One joker a meld, six and seven of hearts wild."""
    book = get_rulebook("gorummy-13")
    wilds = replace(book.wilds, ranks=WildRanks.NONE, offsets=(0, 1))
    book = replace(book, key="one joker", wilds=wilds, melds=replace(book.melds, run_wilds=1, set_wilds=1))
    (reason,) = explain_invalid(cards(text), set_table(book, Card.parse("6H"), 4))
    assert (reason.code, reason.details.get("count")) == (code, told)
