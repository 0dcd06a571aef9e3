"""What a user can type wrongly in Python: each is refused by one plain sentence of ours, and nothing is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import rummy_tutor as rt

HAND = "2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S"
Wrong = Callable[[Any], object]  # a call of the package that cannot be done

WRONG: dict[str, list[Wrong]] = {
    "hands and cards": [
        lambda rt: rt.Hand.parse(None),
        lambda rt: rt.Hand.parse("2H 99"),
        lambda rt: rt.Card.parse(7),
        lambda rt: rt.analyse(5, "gorummy-13"),
        lambda rt: rt.analyse([], "gorummy-13"),
        lambda rt: rt.analyse(["2H", None], "gorummy-13"),
        lambda rt: rt.analyse_many([float("nan")], "gorummy-13"),
        lambda rt: rt.analyse_many("2H 3H", "gorummy-13"),
        lambda rt: rt.analyse_many([HAND], "gorummy-13", turned=["9D", "8D"]),
        lambda rt: rt.advise(HAND, "gorummy-13").after(None),
        lambda rt: rt.what_if(HAND, "gorummy-13", wild="8S"),
    ],
    "rulebooks and tables": [
        lambda rt: rt.analyse(HAND, None),
        lambda rt: rt.analyse(HAND, {}),
        lambda rt: rt.analyse(HAND, "nowhere.toml"),
        lambda rt: rt.analyse(HAND, "gorummy-13", turned=["9D"]),
        lambda rt: rt.analyse(HAND, "gorummy-13", players="6"),
        lambda rt: rt.analyse(HAND, "gorummy-13", options=5),
        lambda rt: rt.compare(HAND, "gorummy-13"),
        lambda rt: rt.get_rulebook({"base": "octro-13", "key": "a", "title": "b", "scoring": {"cap": "x"}}),
        lambda rt: rt.language(5),
    ],
    "questions": [
        lambda rt: rt.analyse_many([HAND], "gorummy-13", errors="ignore"),
        lambda rt: rt.advise(HAND, "gorummy-13", ask="outs"),
        lambda rt: rt.advise(HAND, "gorummy-13").chance("score"),
        lambda rt: rt.all_best(HAND, "gorummy-13", limit=-1),
        lambda rt: rt.simulate("gorummy-13", "5", seed=1),
        lambda rt: rt.simulate("gorummy-13", 5, seed=None),
        lambda rt: rt.chances("sets"),
        lambda rt: rt.rollout(HAND + " 7C", "gorummy-13", "9D", bots=5),
        lambda rt: rt.rollout(HAND + " 7C", "gorummy-13", "9D", bots="stedy"),
        lambda rt: rt.plot.points(5),
        lambda rt: rt.plot.review(rt.play("gorummy-13", seed=7)),
    ],
    "rounds": [
        lambda rt: rt.settle("gorummy-13", 5),
        lambda rt: rt.Series.new(5),
        lambda rt: rt.play("gorummy-13", ["Exact", "you"]),
        lambda rt: rt.play("gorummy-13", ["stron", "you"]),
        lambda rt: rt.play("gorummy-13", ["you", "you"]),
        lambda rt: rt.play("gorummy-13", ["", "exact"]),
        lambda rt: rt.play("gorummy-13", ["you", "program"]),
        lambda rt: rt.play("gorummy-13", ["you", "exec:python bot.py"]),
        lambda rt: rt.play("gorummy-13", seed=1.5),
        lambda rt: rt.play("gorummy-13", seed=7).play(5),
        lambda rt: rt.load_play(None),
        lambda rt: rt.load_play("[]"),
        lambda rt: rt.load_play("nowhere.json"),
        lambda rt: rt.review([]),
        lambda rt: rt.review({}),
        lambda rt: rt.review(rt.play("gorummy-13", ["new", "new"]), seat="Asha"),
        lambda rt: rt.load_class(5),
        lambda rt: rt.load_class([5]),
        lambda rt: rt.load_class("nowhere.json"),
    ],
    "widgets": [
        lambda rt: rt.CardTable(5),
        lambda rt: rt.CardTable(rulebook="nope"),
        lambda rt: rt.CardTable(turned=5),
        lambda rt: rt.RulebookCard("nope"),
        lambda rt: rt.RoundTable("nope"),
        lambda rt: rt.RoundTable(options=5),
        lambda rt: rt.tutor.open_puzzle(5),
        lambda rt: rt.PlayTable("gorummy-13", ["Exact", "you"]),
        lambda rt: rt.Review(5),
        lambda rt: rt.Lesson("nope"),
        lambda rt: rt.Puzzle(5),
        lambda rt: rt.CardTable().update(players="x"),
    ],
}


@pytest.mark.parametrize("family", WRONG)
def test_what_cannot_be_done_is_refused_in_one_plain_sentence(family: str) -> None:
    """Each wrong call is a ``TutorError`` whose text is one line and no message of Python or of the system."""
    for number, call in enumerate(WRONG[family], 1):
        with pytest.raises(rt.TutorError) as raised:
            call(rt)
        told = str(raised.value)
        assert told.endswith((".", "exact.", "?")) and "\n" not in told, (family, number, told)
        assert not any(word in told for word in ("Errno", "No such file", "object has", "argument")), (number, told)


def test_a_misspelt_level_is_not_taken_for_a_person() -> None:
    """Seats are levels, or persons by any other name; a computer player never has the name of a person."""
    with pytest.raises(rt.TutorError, match="did you mean 'strong'"):
        rt.play("gorummy-13", ["Stron", "you"])
    sitters = rt.play("gorummy-13", ["Newt", "exact", "bikram"]).sitters
    assert [(sitter.name, sitter.bot) for sitter in sitters] == [("Newt", None), ("Chitra", "exact"), ("bikram", None)]
    with pytest.raises(rt.TutorError, match="The seats are a list"):
        rt.play("gorummy-13", {"Asha": "exact", "Bela": "new"})


def test_every_table_opens_without_a_hand() -> None:
    """A widget that is given nothing shows a hand that fits its game; the rulebook comes second, as of ``analyse``."""
    for kind in (rt.CardTable, rt.HandEditor, rt.BestGrouping, rt.ComparisonTable, rt.WhatNow, rt.RulebookCard):
        assert kind().result is not None
    assert len(rt.CardTable(rulebook="paplu-27").hand.cards) == 27
    table = rt.CardTable(HAND, "gorummy-13", "9D")
    assert (table.rulebook, table.turned) == ("gorummy-13", "9D")
