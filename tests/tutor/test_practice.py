"""A few turns played for practice: the others keep to the rules, no card is lost, and the round comes to an end."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from rummy_tutor.distance.distance import find_distance
from rummy_tutor.game.procedure import Laying
from rummy_tutor.page.learn.turns import settle_practice
from rummy_tutor.playing.moves import Move, Phase
from rummy_tutor.referee.scoring import score_arrangement
from rummy_tutor.rulebooks import RULEBOOKS, get_rulebook
from rummy_tutor.tutor.turns.practice import Practice, deal_practice


def held(one: Practice) -> Counter:
    """All cards of the round."""
    laid = [card for group in one.turn.laid for card in group]
    others = [card for hand in one.others for card in hand]
    return Counter([*one.turn.hand, *one.turn.stock, *one.turn.discards, *laid, *others])


@pytest.mark.parametrize("key", list(RULEBOOKS))
def test_turns_are_played_until_the_round_ends(key: str) -> None:
    """Whatever the learner may do, no card is lost, the others hold what they were dealt, and all can be taken back."""
    book = get_rulebook(key)
    assert deal_practice(book, 3) == deal_practice(book, 3) != deal_practice(book, 4)
    rounds = (play_at_random(deal_practice(book, seed)) for seed in range(20))
    one = next(one for one in rounds if one.turns > 3)
    first = one.past[0]
    assert first == deal_practice(book, one.seed)
    for state in (*one.past, one):
        assert held(state) == held(first) and all(len(hand) == book.deal for hand in state.others)
    for _ in range(len(one.past)):
        one = one.take_back()
    assert one == first


def play_at_random(one: Practice) -> Practice:
    """The round after at most 25 moves of a learner who does anything but end it."""
    key = one.turn.rulebook.key
    rng = random.Random(key)
    ends = ("drop", "declare", "meld", *(("take",) if key == "vazhushal-13" else ()))  # which must be melded
    while one.ending is None and len(one.past) < 25:
        one = one.make(rng.choice([move for move in one.turn.moves() if move.kind not in ends]))
    return one


@pytest.mark.parametrize("key", list(RULEBOOKS))
def test_the_others_declare_with_a_hand_that_may(key: str) -> None:
    """Against who throws any card another player wins sooner or later; the referee lets him, and it is settled."""
    deals = (deal_practice(get_rulebook(key), seed) for seed in range(30))
    lost = (play_idly(give_tunnelas(one) if key == "paplu-27" else one) for one in deals)
    one = next(one for one in lost if one.ending == "lost")
    assert one.shown is not None and one.turn.moves() == () and one.turn.discards[-1] == one.shown.threw
    hand = (*(card for group in one.shown.shows for card in group), one.shown.threw)
    table = replace(one.turn, hand=hand, laid=(), phase=Phase.THROW, seen=False)
    if one.shown.seat in one.seen_by and table.rulebook.wilds.hidden:
        table = table.play("see")
    assert score_arrangement(one.shown.shows, table.deal).declares
    if table.rulebook.procedure.laying is not Laying.IN_TURN:
        assert table.judge_move(Move("declare", (one.shown.threw,))).allowed
    settled = settle_practice(one)
    assert settled is not None and len(settled.rows) == one.turn.players and one.take_back().ending is None


def give_tunnelas(one: Practice) -> Practice:
    """The round with tunnelas alone in a player's hand: as the cards come, the stock is used up before one declares."""
    rest = held(one) - Counter([*one.turn.hand, *one.turn.discards])
    threes = [card for card, n in rest.items() if n == 3 and not one.turn.deal.is_wild[card.index]]
    wins = tuple(card for card in threes[: one.turn.rulebook.deal // 3] for _ in range(3))
    left = list((rest - Counter(wins)).elements())
    size = len(wins)
    others = (wins, *(tuple(left[at * size : (at + 1) * size]) for at in range(len(one.others) - 1)))
    stock = tuple(left[(len(one.others) - 1) * size :])
    return replace(one, others=others, played=replace(one.played, turn=replace(one.turn, stock=stock)))


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


def test_practice_begins_with_something_to_do() -> None:
    """The hand dealt needs two cards or more before it can declare, in the first lessons too."""
    for seed in range(8):
        turn = deal_practice(get_rulebook("gorummy-13"), seed, plain=True).turn
        assert find_distance(turn.hand, turn.deal).exchanges >= 2


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
