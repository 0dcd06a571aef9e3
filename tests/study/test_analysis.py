"""One hand under one rulebook: value cards, the pack, notes, and the answer as data."""

from __future__ import annotations

import json

import pytest

from rummy_tutor import analyse
from rummy_tutor.errors import CardError, RuleError

ANSWER = {
    "hand",
    "turned",
    "options",
    "rulebook",
    "players",
    "wild",
    "size_ok",
    "pack_ok",
    "arranged",
    "best",
    "bonus",
    "notes",
}


def test_answer_as_data_has_the_documented_fields() -> None:
    """The plain answer holds what the interface promises and can be written as JSON."""
    answer = analyse("5H 5H | PJ", "rummy-21", "8D").to_dict()
    assert set(answer) == ANSWER
    assert answer["wild"] == ["8D", "9D", "7D", "8S", "8H", "8C"]
    assert {"points", "score", "declares", "objective", "discard", "groups", "loose"} <= set(answer["best"])
    assert {"points", "score", "declares", "reasons", "groups"} <= set(answer["arranged"])
    json.dumps(answer)
    assert "arranged" not in analyse("5H 5H PJ", "rummy-21", "8D").to_dict()


@pytest.mark.parametrize(
    ("key", "turned", "text", "bonus"),
    [
        ("rummy-21", "8D", "8D 8D 2C", 30),
        ("rummy-21", "8D", "7D 8D 9D 9D", 110),
        ("rummy-21", "PJ", "KS AS 2S", 100),
        ("rummy-21", None, "KS AS 2S", 0),
        ("paplu-27", "9C", "7C 7C 8C TC 9C", 175),
        ("marriage-21", "7H", "6H 7H 7H 8H 8H 8H", 19),
        ("gorummy-13", "8D", "8D 8D 2C", None),
    ],
)
def test_bonus_counts_each_card_once_the_best_way(key: str, turned: str | None, text: str, bonus: int | None) -> None:
    """Marriages and single value cards are added up so that the sum is greatest (S0, S3, R23)."""
    assert analyse(text, key, turned).bonus == bonus


def test_turned_card_is_out_of_the_pack() -> None:
    """Two queens of diamonds beside the turned one are more than two decks hold (R34)."""
    assert analyse("QD QD 2C", "gorummy-13", "5S").pack_ok
    assert not analyse("QD QD 2C", "gorummy-13", "QD").pack_ok


def test_three_pairs_in_vazhushal_are_noted() -> None:
    """A dealt hand with three pairs would be thrown in with three or more players (S3, R35)."""
    hand = "2S 2H 5D 5C KS KH 3D 4C 8S 9H TD JC 7S"
    assert "redeal" in [note.code for note in analyse(hand, "vazhushal-13", players=4).notes]
    assert "redeal" not in [note.code for note in analyse(hand, "vazhushal-13", players=2).notes]


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: analyse("2X", "rummy-21"), "bad-card"),
        (lambda: analyse("", "rummy-21"), "hand-size"),
        (lambda: analyse("2S", "chess"), "bad-rulebook"),
        (lambda: analyse("2S", "rummy-21", players=9), "bad-players"),
        (lambda: analyse("2S", "rummy-21", options=["ace-jokers"]), "bad-option"),
        (lambda: analyse("2S PJ", "marriage-21"), "printed-joker"),
        (lambda: analyse("2S", "marriage-21", "PJ"), "bad-turned"),
        (lambda: analyse("2S", "adgaming-13", options=["pool-101", "pool-201"]), "bad-option"),
    ],
)
def test_bad_requests_have_one_clear_error(call: object, code: str) -> None:
    """A request that cannot be answered names what is wrong with a stable code."""
    with pytest.raises((CardError, RuleError)) as caught:
        call()
    assert caught.value.code == code
