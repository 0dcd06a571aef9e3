"""A look back at a round: planted mistakes are found by name, good play is left alone, unknown cards do no harm."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import rummy_tutor as rt
from rummy_tutor import RULEBOOKS
from rummy_tutor.cli import main
from rummy_tutor.game.rules import RuleError
from rummy_tutor.output.blocks import write_text
from rummy_tutor.output.review import describe_review, tell_move
from rummy_tutor.playing.bots import Exact, advise_move
from rummy_tutor.playing.chance import Chance
from rummy_tutor.playing.game import Game, seat_players
from rummy_tutor.playing.moves import Move
from rummy_tutor.playing.record import replay
from tests.playing.planting import plant

# two melds, a set, two kings, two loose cards; jacks are wild
HAND = "2H 3H 4H 5S 6S 7S 8C 8D 8H KD KC 2S AC"
CODES = {
    "broke-pure-sequence",
    "broke-meld",
    "threw-joker",
    "threw-needed-card",
    "left-needed-card",
    "took-useless-card",
    "missed-declaration",
    "wrong-declaration",
}


def by_hand(moves: list[list[Any]], drawn: list[list[Any]], hand: str = HAND, **more: Any) -> dict[str, Any]:
    """The record of a round of real cards, written down by its first player."""
    deal = {"turned": "JD", "hands": [hand.split(), None], "open": "TD", "drawn": drawn}
    players = [{"name": "me"}, {"name": "Bela"}]
    return {"play": 1, "rulebook": "gorummy-13", "players": players, "deal": deal, "moves": moves, **more}


def test_planted_mistakes_are_found_by_their_name() -> None:
    """At least 95 of 100 mistakes planted near the end of a round are named rightly, and nothing else is found."""
    named, planted, besides = Counter[str](), Counter[str](), 0
    for rulebook, seeds in (("gorummy-13", range(300_000, 300_008)), ("rummy-21", range(300_000, 300_001))):
        for seed in seeds:
            for code, game, seat in plant(rulebook, seed):
                at = len(game.played.log) - 1
                found = rt.review(game, seat).found
                planted[code] += 1
                named[code] += any(one.at == at and one.code == code for one in found)
                # the exact bot never drops, which the review rightly tells
                besides += sum(one.at != at and one.code != "should-have-dropped" for one in found)
    assert set(planted) == CODES
    assert named.total() >= 0.95 * planted.total(), (named, planted)
    assert besides <= 0.02 * planted.total()


@pytest.mark.parametrize("key", [key for key in RULEBOOKS if key != "paplu-27"])
def test_exact_play_is_hardly_ever_blamed(key: str) -> None:
    """Exact play that drops where it should loses next to nothing by the review's own measure, in every game."""
    reviews = [rt.review(Game(key, seat_players(["strong", "exact"]), seed).go_on(), 0) for seed in (11, 12)]
    assert sum(len(one.found) for one in reviews) <= 1
    told = [one.accuracy for one in reviews if one.accuracy is not None]
    assert not told or min(told) >= 90


def test_what_help_advises_is_never_called_a_mistake() -> None:
    """Over some hundred positions that moves by the advice and random ones lead to; a drop advised is not made."""
    advised = told = 0
    for seed in range(400, 418):
        game, chance = Game("gorummy-13", seat_players(["me", "new"]), seed).go_on(), random.Random(seed)
        by_advice = set[int]()
        while game.outcome is None and len(game.played.log) < 60:
            move, at = advise_move(game.view), len(game.played.log)
            if chance.random() < 0.25 or (move.kind == "drop" and chance.random() < 0.7):
                move = (
                    Exact().choose_draw(game.view, Chance(seed))
                    if move.kind == "drop"
                    else Move.parse(
                        chance.choice([text for text in game.list_moves() if text != "drop" and "declare" not in text])
                    )
                )
            else:
                by_advice.add(at)
            game.play(move.record)
        found = rt.review(game, 0).found
        advised, told = advised + len(by_advice), told + len(found)
        assert by_advice.isdisjoint(mistake.at for mistake in found)
    assert advised >= 150 and told >= 20


def test_the_json_is_as_it_is_documented() -> None:
    """Seat, accuracy, decisions, what was found with its codes, drop and luck."""
    game = Game("gorummy-13", seat_players(["new", "exact"]), 7002).go_on()
    told = rt.review(game.to_dict(), 0).to_dict()
    assert list(told) == ["seat", "accuracy", "decisions", "found", "drop", "luck"]
    found = told["found"]
    assert isinstance(found, list) and found
    assert list(found[0]) == ["at", "move", "best", "code", "grade", "loss", "outs", "belief"]
    assert [one["loss"] for one in found] == sorted((one["loss"] for one in found), reverse=True)
    assert {one["grade"] for one in found} <= {"blunder", "mistake"}
    assert json.loads(json.dumps(told)) == told
    for one in found:
        assert one["move"] == game.played.log[one["at"]].move.record


def test_a_meld_broken_by_hand_is_found() -> None:
    """A round of real cards, the other hand and what they drew unknown: a throw from a set is a blunder."""
    moves = [[0, "draw stock"], [0, "throw 8H"], [1, "draw stock"], [1, "throw TC"], [0, "draw stock"], [0, "throw QS"]]
    review = rt.review(by_hand(moves, [[0, "QS"], [1, None], [0, "3D"]]))
    assert [(one.at, one.move, one.code, one.grade) for one in review.found] == [
        (1, "throw 8H", "broke-meld", "blunder")
    ]
    made, best = review.found[0].outs
    assert made is not None and best is not None
    assert review.known is None and review.seat == 0


def test_a_declaration_missed_by_hand_is_found() -> None:
    """Two kings drawn to two: the hand declares, and its player throws on."""
    hand = "2H 3H 4H 5S 6S 7S 8S 8C 8D 8H KD KC AC"
    review = rt.review(by_hand([[0, "draw stock"], [0, "throw AC"]], [[0, "KS"]], hand))
    assert [(one.code, one.best) for one in review.found] == [("missed-declaration", "declare AC")]


def test_a_wrong_declaration_by_hand_is_found() -> None:
    """Two kings are no set: to declare with them costs the chance that the hand had."""
    groups = {"0": [["2H", "3H", "4H"], ["5S", "6S", "7S"], ["8C", "8D", "8H"], ["KD", "KC"], ["2S"], ["AC"]]}
    review = rt.review(by_hand([[0, "draw stock"], [0, "declare QS"]], [[0, "QS"]], groups=groups))
    assert [one.code for one in review.found] == ["wrong-declaration"]
    assert review.accuracy == 0


def test_a_round_is_judged_as_far_as_its_cards_are_known() -> None:
    """From a card on that its player did not write down nothing is judged."""
    moves = [[0, "draw stock"], [0, "throw QS"], [1, "draw stock"], [1, "throw TC"], [0, "draw stock"], [0, "throw 8H"]]
    review = rt.review(by_hand(moves, [[0, "QS"], [1, None], [0, None]]))
    assert review.known == 4 and not review.found
    assert rt.review(by_hand(moves, [[0, "QS"], [1, None], [0, None]]), 1).decisions == 0
    assert "first 4 moves" in write_text(describe_review(review))


def test_a_record_by_hand_keeps_its_deal() -> None:
    """What was written down is read and written alike, and nobody plays on with cards that were filled in."""
    moves = [[0, "draw stock"], [0, "throw QS"], [1, "draw open"], [1, "throw TC"]]
    told = by_hand(moves, [[0, "QS"]])
    game = rt.load_play(told)
    assert game.to_dict()["deal"] == told["deal"] and game.to_dict()["moves"] == moves
    assert "seed" not in game.to_dict()
    assert replay(game.to_dict()).to_dict() == game.to_dict()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"hands": [["2H"], None]}, "bad-record"),
        ({"hands": [None]}, "bad-record"),
        ({"drawn": [["0", "QS"]]}, "bad-record"),
        ({"drawn": [[1, "QS"]]}, "bad-record"),
        ({"hands": [["2H", "2H", "2H", *HAND.split()[3:]], None]}, "bad-record"),
        ({"hands": [HAND.replace("AC", "TD").split(), None], "drawn": [[0, "TD"]]}, "bad-record"),
        ({"stock": []}, "unknown-key"),
        ({"turned": "XX"}, "bad-card"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(change: dict[str, Any], code: str) -> None:
    """Too few cards, too many of one, a card thrown that its player cannot hold, a field that there is not."""
    told = by_hand([[0, "draw stock"], [0, "throw AC"]], [[0, "QS"]])
    told["deal"] |= change
    with pytest.raises(ValueError) as caught:
        rt.review(told)
    assert caught.value.code == code  # type: ignore[attr-defined]


def test_nobody_sits_there() -> None:
    """A seat that there is not is refused."""
    with pytest.raises(RuleError) as caught:
        rt.review(by_hand([], []), 2)
    assert caught.value.code == "bad-seat"


def test_own_rules_take_the_nearest_game() -> None:
    """A rulebook that nobody measured is reviewed by the game most like it, and the review says so."""
    book = rt.get_rulebook({"base": "octro-13", "key": "house-13", "title": "House rules"})
    review = rt.review(Game(book, seat_players(["steady", "exact"]), 3).go_on(), 0)
    assert review.fitted == "gorummy-13" and not review.exact
    assert rt.RULEBOOKS["gorummy-13"].title in write_text(describe_review(review))
    assert review.decisions > 2


def test_melds_laid_in_turn_are_not_weighed() -> None:
    """Vazhushal: the distance is not all, so that only declarations are judged."""
    review = rt.review(Game("vazhushal-13", seat_players(["new", "exact"]), 3).go_on(), 0)
    assert review.fitted is None and not review.found and review.luck is None


def test_it_is_shown_at_a_terminal_in_a_notebook_and_as_a_frame(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command prints sentences or JSON; a notebook lists what `explain` says; a frame has one row a mistake."""
    record = Game("gorummy-13", seat_players(["new", "exact"]), 7002).go_on().to_dict()
    file = tmp_path / "round.json"
    file.write_text(json.dumps(record))
    review = rt.review(file, 0)
    assert main(["review", str(file), "--seat", "0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == review.to_dict()
    assert main(["review", str(file)]) == 0
    assert "accuracy" in capsys.readouterr().out
    assert main(["review", str(file), "--seat", "5"]) == 2
    assert len(review.to_frame()) == len(review.found)
    sentences = review.explain()
    assert review._repr_html_().count("<li>") == len(sentences) > len(review.worst)
    assert "accuracy" in sentences[0] and any("Better: " in sentence for sentence in sentences)
    assert tell_move("throw TS") == "throw 10♠"  # as in all sentences
    assert len(review.worst) == 3
