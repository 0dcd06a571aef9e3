"""What somebody who watches the computer players would find silly: they do not do it."""

from __future__ import annotations

from collections import Counter

import pytest

from rummy_tutor.game.cards import without
from rummy_tutor.playing.bots import make_bot
from rummy_tutor.playing.chance import Chance
from rummy_tutor.playing.game import Game, seat_players
from rummy_tutor.playing.moves import Move, Phase
from rummy_tutor.playing.view import View
from rummy_tutor.solver.best import find_best


def list_moves(key: str, level: str, rounds: int) -> list[tuple[View, Move, bool]]:
    """The moves of a level beside an exact player, with what it saw and whether it won by them."""
    made = []
    for seed in range(rounds):
        levels = (level, "exact") if seed % 2 else ("exact", level)
        game = Game(key, seat_players(levels), 600 + seed)
        while game.outcome is None:
            view = game.view
            game.step()
            if levels[view.seat] == level:
                won = game.outcome is not None and game.outcome.winner == view.seat
                made.append((view, game.played.log[-1].move, won))
    return made


@pytest.mark.parametrize(("key", "rounds"), [("gorummy-13", 16), ("octro-13", 16), ("marriage-21", 3)])
def test_a_beginner_keeps_what_it_took(key: str, rounds: int) -> None:
    """The card just taken is not thrown, nor a wild one; by far not every card is taken."""
    made = list_moves(key, "new", rounds)
    draws = Counter(move.kind for view, move, _ in made if view.phase is Phase.DRAW)
    assert 0 < draws["take"] < 0.8 * draws.total()
    for view, move, _ in made:
        if move.kind == "throw":
            assert view.taken is None or move.cards[0] != view.taken or len(set(view.hand)) == 1
            assert not view.deal.is_wild[move.cards[0].index]


def test_a_beginner_seldom_declares_what_does_not_declare() -> None:
    """Now and then, with two loose cards: one too many."""
    failed = [
        (view, move) for view, move, won in list_moves("gorummy-13", "new", 40) if move.kind == "declare" and not won
    ]
    assert 0 < len(failed) < 8
    for view, _ in failed:
        assert sum(len(group.cards) for group in find_best(view.cards, view.deal).groups) == len(view.cards) - 2


@pytest.mark.parametrize("level", ["new", "steady", "exact"])
def test_an_open_wild_card_is_taken(level: str) -> None:
    """Turned up by the dealer it may be taken, and is."""
    views = [Game("gorummy-13", seat_players(["ann", "ben"]), seed).view for seed in range(150)]
    offered = [view for view in views if view.open is not None and view.deal.is_wild[view.open.index]]
    assert len(offered) > 5
    assert {make_bot(level).choose(view, Chance(0)).kind for view in offered} == {"take"}


def test_a_steady_player_breaks_no_meld_of_a_marriage() -> None:
    """Points tell nothing there: a loose card is thrown while there is one."""
    for view, move, _ in list_moves("marriage-21", "steady", 3):
        if move.kind == "throw":
            melded = Counter(card for group in find_best(view.cards, view.deal).groups for card in group.cards)
            assert Counter(view.cards)[move.cards[0]] > melded[move.cards[0]]


@pytest.mark.parametrize("key", ["gorummy-13", "octro-13"])
def test_a_steady_player_keeps_melds_before_all_that_declaring_asks_for(key: str) -> None:
    """Where a hand costs the most whatever it holds, no throw leaves cards in no meld that cost more than before."""
    kept = []
    for view, move, _ in list_moves(key, "steady", 8):
        if move.kind == "throw":
            before, after = (find_best(cards, view.deal) for cards in (view.cards, without(view.cards, *move.cards)))
            left, right = (sum(view.deal.points[card.index] for card in best.loose) for best in (before, after))
            assert right <= left
            kept.append(before.score == after.score)
    assert any(kept)


@pytest.mark.parametrize(("levels", "seed"), [(("new", "new"), 617), (("new", "steady"), 5600706)])
def test_players_do_not_take_each_others_throws_without_end(levels: tuple[str, str], seed: int) -> None:
    """Who has thrown a card takes none like it: in these rounds nobody would draw from the stock again."""
    game = Game("gorummy-13", seat_players(levels), seed)
    while game.step():
        assert len(game.played.log) < 400
