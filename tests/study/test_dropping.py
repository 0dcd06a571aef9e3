"""Drop or play on: what hands paid that were played on, where it was measured, and why not where it was not."""

from __future__ import annotations

import pytest

import rummy_tutor as rt
from rummy_tutor.output.answers import describe_advice
from rummy_tutor.output.blocks import write_text
from rummy_tutor.playing.game import Game, seat_players
from rummy_tutor.playing.moves import Phase
from rummy_tutor.study.dropping import _TABLES, SURE

FAR = "AH 3H 8H KH 2C 6C TC QC 4D 7D 9S JS KS"  # four exchanges or more, no joker
GOOD = "2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S"


def test_a_hopeless_hand_is_dropped_and_a_good_one_played() -> None:
    """GO Rummy, two players, price 10: the sentence tells both figures and what to do."""
    far, good = (rt.advise(hand, "gorummy-13", turned="5S", players=2) for hand in (FAR, GOOD))
    assert far.drop.best == "drop" and far.drop.price == 10
    assert far.drop.on is not None and far.drop.on < -10
    assert "to drop costs 10 points" in write_text(describe_advice(far)) and "Drop." in write_text(describe_advice(far))
    assert good.drop.best == "play" and "Play." in write_text(describe_advice(good))
    assert "drop" not in far.to_dict()


@pytest.mark.parametrize(
    ("rulebook", "cards", "reason"),
    [
        ("marriage-21", " ".join([FAR, "2D 3D 4D 5D 6D 8D 9D TD"]), "no-drop"),
        (rt.get_rulebook("paplu-27", ["at-the-block"]), GOOD, "no-table"),
        ("gorummy-13", f"{GOOD} 3C", "wrong-size"),
    ],
)
def test_where_it_is_not_known_the_reason_is_told(rulebook: str | rt.Rulebook, cards: str, reason: str) -> None:
    """A game without drops, one that nobody measured, and a hand with a card drawn."""
    drop = rt.advise(cards, rulebook, players=2, ask=[]).drop
    assert (drop.reason, drop.on, drop.best, drop.gain) == (reason, None, None, None)


def test_more_players_make_hopeless_hands_dearer() -> None:
    """Between two and six players the figure lies between those that were measured."""
    two, four, six = (rt.advise(FAR, "gorummy-13", turned="5S", players=n, ask=[]).drop.on for n in (2, 4, 6))
    assert two is not None and four is not None and six is not None and two > four > six


def test_every_table_has_no_gap() -> None:
    """From the nearest hands to the farthest each number of exchanges has its row, and the last ones are dropped."""
    for key, tables in _TABLES.items():
        price = rt.RULEBOOKS[key].penalties.first_drop
        for table in tables.values():
            rows = sorted(table.paid)
            assert rows == list(range(rows[0], rows[-1] + 1))
            assert price is not None and table.paid[rows[-1]][0] < -price < table.paid[rows[0]][0]


def test_the_strong_bot_drops_by_the_table_and_the_review_agrees() -> None:
    """Of twenty rounds it leaves some at once, each with a hand for which the table says so by some points."""
    dropped = 0
    for seed in range(20):
        game = Game("gorummy-13", seat_players(["strong", "exact"]), seed)
        view = game.view
        assert view.phase is Phase.DRAW
        drop = rt.advise(rt.Hand(view.hand), "gorummy-13", turned=view.turned, players=2, seen=view.discards).drop
        game.step()
        left = game.played.log[0].move.kind == "drop"
        assert drop.gain is not None and left == (drop.gain < -SURE)
        dropped += left
        review = rt.review(game, 0)
        assert not review.found and review.drop == drop
    assert 1 < dropped < 12
