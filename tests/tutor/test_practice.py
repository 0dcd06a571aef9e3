"""A few turns played for practice: the others keep to the rules, no card is lost, and the round comes to an end."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rummy_tutor.page.learn.result import settle_practice
from rummy_tutor.referee.scoring import score_arrangement
from rummy_tutor.rulebooks import RULEBOOKS, get_rulebook
from rummy_tutor.tutor.turns.practice import Practice, deal_practice
from rummy_tutor.tutor.turns.turn import Move, Phase


def held(one: Practice) -> Counter:
    """All cards of the round."""
    laid = [card for group in one.turn.laid for card in group]
    others = [card for hand in one.others for card in hand]
    return Counter([*one.turn.hand, *one.turn.stock, *one.turn.discards, *laid, *others])


@pytest.mark.parametrize("key", list(RULEBOOKS))
def test_turns_are_played_until_the_round_ends(key: str) -> None:
    """Whatever the learner may do, no card is lost, the others hold what they were dealt, and all can be taken back."""
    rng = random.Random(key)
    book = get_rulebook(key)
    first = one = deal_practice(book, 3)
    assert first == deal_practice(book, 3) != deal_practice(book, 4)
    moves = 0
    while one.ending is None and moves < 25:
        ends = ("drop", "declare", "meld", *(("take",) if key == "vazhushal-13" else ()))  # which must be melded
        choices = [move for move in one.turn.moves() if move.kind not in ends]
        one = one.make(rng.choice(choices))
        moves += 1
        assert held(one) == held(first) and all(len(hand) == book.deal for hand in one.others)
    assert one.turns > 0
    for _ in range(moves):
        one = one.take_back()
    assert one == first


@pytest.mark.parametrize("key", [key for key in RULEBOOKS if key != "paplu-27"])  # there the stock is used up first
def test_the_others_declare_with_a_hand_that_may(key: str) -> None:
    """Against who throws any card another player wins sooner or later; what he shows declares, and is settled."""
    lost = (play_idly(deal_practice(get_rulebook(key), seed)) for seed in range(30))
    one = next(one for one in lost if one.ending == "lost")
    assert one.shown is not None and one.turn.moves() == () and one.turn.discards[-1] == one.shown.threw
    assert score_arrangement(one.shown.shows, one.turn.deal).declares
    settled = settle_practice(one)
    assert settled is not None and len(settled.rows) == 4 and one.take_back().ending is None


def play_idly(one: Practice) -> Practice:
    """The round played to its end by a learner who throws the card drawn."""
    one = one.make("play") if one.turn.phase is Phase.BEFORE_PLAY else one
    while one.ending is None:
        held = one.turn.hand
        one = one.make("stock")
        if one.ending is None:
            drawn = Counter(one.turn.hand) - Counter(held)
            one = one.make(Move("throw", tuple(drawn)))
    return one


def test_the_others_play_after_a_throw_and_are_told_of() -> None:
    """Each other player has drawn and thrown one card, the last of which lies open; then it is the learner's turn."""
    one = deal_practice(get_rulebook("gorummy-13"), 1)
    refused = one.make("throw 2S")
    assert refused.turn == one.turn and not refused.past and refused.played.ruling is not None
    one = one.make("stock")
    assert not one.news
    one = one.make(Move("throw", (one.turn.hand[0],)))
    assert [told.seat for told in one.news] == [2, 3, 4] and one.turn.open == one.news[-1].threw
    assert one.turn.phase is Phase.DRAW and not one.turn.first and one.turns == 1 and one.ending is None


@pytest.mark.parametrize("ending", ["drop", "declare"])
def test_a_drop_or_a_declaration_ends_the_round(ending: str) -> None:
    """After it nothing more can be done but taking it back."""
    one = deal_practice(get_rulebook("gorummy-13"), 1)
    if ending == "declare":
        easy = "4S 5S 6S 7S 9H TH JH 3C 4C 5C KS KH KD QS"
        hand = tuple(Move.parse(f"meld {easy}").cards)
        turn = type(one.turn)(**{**vars(one.turn), "hand": hand, "phase": Phase.THROW})
        one = Practice(played=type(one.played)(turn=turn), others=one.others)
    one = one.make("drop" if ending == "drop" else "declare QS")
    assert one.ending == ending and one.turn.moves() == () and one.take_back().ending is None


def test_an_empty_stock_ends_the_round() -> None:
    """Where the discards are not turned over, a player who finds no card to draw ends it."""
    one = deal_practice(get_rulebook("vazhushal-13"), 1)
    turn = type(one.turn)(**{**vars(one.turn), "stock": one.turn.stock[:2]})
    one = Practice(played=type(one.played)(turn=turn), others=one.others).make("stock")
    one = one.make(Move("throw", (one.turn.hand[-1],)))
    assert one.ending == "stock" and len(one.news) == 1
