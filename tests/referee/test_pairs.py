"""Pairs of a hand dealt: counted in one place, so that an analysis, a round and a task say the same of a hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rummy_tutor import Hand, Seat, analyse, get_rulebook, settle
from rummy_tutor.errors import RuleError
from rummy_tutor.referee.pairs import is_redealt, list_redeal_pairs
from rummy_tutor.tutor.judging import show_why
from rummy_tutor.tutor.planting import make_task

THREE = "4S 4S 9H 9H KD KD AC 2H 3D 5H 6C 8C TC"  # three pairs of exactly the same cards
HANDS = {
    THREE: (True, True),
    "4S 4H 9H 9D KD KC AC 2H 3D 5H 6C 8C TC": (True, False),
    "4S 4H 4D 4C 4S 4H AC 2H 3D 5H 6C 8C TC": (True, False),  # six of one rank are three pairs
    "4S 4H 4D 9C 9H AC 2H 3D 5H 6C 8C TC QS": (False, False),
    "4S 4S 9H 9H PJ PJ AC 2H 3D 5H 6C 8C TC": (False, False),  # printed jokers are no pair
}


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("identical", [False, True])
@pytest.mark.parametrize("players", [2, 4])
def test_an_analysis_a_round_and_a_task_agree_on_a_new_deal(hand: str, identical: bool, players: int) -> None:
    """Pairs of one rank, or of the same card where the game asks for that; never with two players."""
    book = get_rulebook("vazhushal-13", ["identical-pairs"] if identical else [])
    cards = Hand.parse(hand).cards
    again = HANDS[hand][identical] and players > 2
    assert is_redealt(cards, book, players) is again
    result = analyse(hand, book, turned=None, players=players)
    assert any(note.code.startswith("redeal") for note in result.notes) is again
    seats = [Seat(name="Asha", ending="playing", hand=hand)]
    seats += [Seat(name=name, ending="playing") for name in ("Bela", "Chand", "Dev")[: players - 1]]
    if again:
        assert settle(book, seats, end="redeal", check_pack=False).void
    else:
        with pytest.raises(RuleError):
            settle(book, seats, end="redeal", check_pack=False)
    task = make_task(book, "vazhushal", "declare?", 1)
    task = replace(task, groups=(cards,), players=players, turned=None)
    assert task.asked == "redeal" and task.answer == ("yes" if again else "no")
    shown = show_why(task, "no" if again else "yes")
    pairs = list_redeal_pairs(cards, book)
    assert shown is not None and [group for group in shown.groups if len(group) == 2] == pairs
