"""Results as values: what prints is read back, JSON is the dumped dict, tables and HTML show it all."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pandas as pd
import pytest

import rummy_tutor as rt
from rummy_tutor import RULEBOOKS, Hand
from rummy_tutor.errors import CardError, RuleError

HAND = "2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS"
WAITING = "2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S"
NAMES = {name: getattr(rt, name) for name in rt.__all__}


def make_results() -> list[Any]:
    """One result of each function that answers about a hand."""
    house = rt.get_rulebook({"base": "gorummy-13", "key": "house", "title": "House", "scoring": {"cap": 60}})
    return [
        rt.analyse(HAND, "adgaming-13", turned="QD", players=6),
        rt.analyse("2H 3H", "paplu-13", options=["ace-jokers"]),
        rt.analyse(WAITING, house, "PJ"),
        rt.compare(HAND, turned="QD"),
        rt.compare(HAND, rulebooks=["octro-13", house], players=3),
        rt.advise(WAITING, "gorummy-13", turned="9D", seen="KH KH", open_card="9C"),
        rt.advise(WAITING + " 7C", "vazhushal-13", turned="9D"),
        rt.all_best(HAND, "adgaming-13", turned="QD", players=6),
        rt.what_if(HAND, "adgaming-13", turned="QD", players=6, wild=["8S"], natural=["QS"]),
    ]


@pytest.mark.parametrize("value", make_results(), ids=lambda value: type(value).__name__)
def test_a_result_is_read_back_and_shown(value: Any) -> None:
    """Its repr makes the same again, its JSON is its dict, its table has rows, and it has an HTML display."""
    if not isinstance(value, rt.records.Optima):  # made of records, whose names are in rt.records
        again = eval(repr(value), NAMES)
        assert again.to_dict() == value.to_dict()
    assert value.to_json() == json.dumps(value.to_dict())
    assert isinstance(value.to_frame(), pd.DataFrame) and len(value.to_frame())
    assert value._repr_html_().startswith("<div")


def test_every_rulebook_is_read_back() -> None:
    """What a rulebook prints as makes it again: with its options, and one of one's own under its key."""
    for book in RULEBOOKS.values():
        assert eval(repr(book), NAMES) is book
        own = replace(book, key="mine", title="Mine", scoring=replace(book.scoring, ace=9))
        assert len(repr(own)) < 1500 and eval(repr(own), NAMES) == own
        assert rt.get_rulebook(own.to_dict()) == own and own.to_json() == json.dumps(own.to_dict())
        for name in book.offers:
            try:
                with_option = rt.get_rulebook(book.key, [name])
            except RuleError:  # goes with another option only
                continue
            assert eval(repr(with_option), NAMES) == with_option


def test_a_rulebook_prints_as_its_page() -> None:
    """``print`` and a notebook show a page to read, with the title, a section and the sources."""
    book = rt.get_rulebook("octro-13")
    assert str(book).startswith("Octro Indian Rummy (octro-13)\n") and "[S2]" in str(book)
    assert "Octro Indian Rummy" in book._repr_html_() and "S2" in book._repr_html_()


def test_a_verdict_s_dict_asks_again() -> None:
    """An analysis of what its dict names has the same dict; the answer in it is that of a batch, figure for figure."""
    for key, turned in (("adgaming-13", "QD"), ("marriage-21", "5H"), ("vazhushal-13", None)):
        found = rt.analyse(HAND, key, turned)
        told: Any = found.to_dict()
        again = rt.analyse(told["hand"], told["rulebook"], told["turned"], told["players"], told["options"])
        assert again.to_dict() == told
        assert json.loads(found.write_answer()).items() <= told.items()
        assert found.laid.to_dict() == told["arranged"] and found.best.to_dict() == told["best"]


def test_an_advice_as_a_table() -> None:
    """A row a draw that helps with its chance, or a row a discard; the chances are those of the advice."""
    waiting = rt.advise(WAITING, "gorummy-13", turned="9D")
    frame = waiting.to_frame()
    assert [*frame.index] == [str(draw.card) for draw in waiting.outs or ()]
    assert frame.loc[frame["improves_distance"], "chance"].sum() == pytest.approx(waiting.chance())
    throwing = rt.advise(WAITING + " 7C", "gorummy-13", turned="9D").to_frame()
    assert throwing.index[0] == "7C" and throwing.loc["7C", ["distance", "outs", "points"]].to_list() == [1, 12, 22]
    assert rt.advise("2H 3H", "gorummy-13").to_frame().empty


def test_a_draw_then_a_throw() -> None:
    """Advice after a draw is that on the hand with the card; a card of which none is left cannot be drawn."""
    waiting = rt.advise(WAITING, "gorummy-13", turned="9D", seen="QC")
    assert waiting.after("7C").to_dict() == rt.advise(WAITING + " 7C", "gorummy-13", "9D", seen="QC").to_dict()
    for draw in [one for one in waiting.outs or () if one.distance == 0][:2]:
        assert waiting.after(draw.card).distance.exchanges == 0
    laid = rt.advise("2H 3H 4H | 7S 8S 9S TS | 5C 5D 5H | KD KC 2S", "gorummy-13", turned="9D")
    assert str(laid.after("KH").hand).endswith("| KH")
    with pytest.raises(CardError, match="drawn: 'ZZ'"):
        waiting.after("ZZ")
    with pytest.raises(RuleError):
        rt.advise(WAITING, "gorummy-13", turned="9D", seen="KH KH").after("KH")


def test_all_best_as_a_table() -> None:
    """A row a grouping; each is laid out and judged at the figure it claims."""
    found = rt.all_best(HAND, "adgaming-13", turned="QD", players=6)
    assert len(found) == len(found.to_frame()) == 2 and [*found] == [*found.groupings]
    for text, points in found.to_frame()[["hand", "points"]].itertuples(index=False):
        assert rt.analyse(text, "adgaming-13", turned="QD", players=6).laid.points == points


@pytest.mark.parametrize("key", ["octro-13", "vazhushal-13", "marriage-21"])
def test_many_hands_are_judged_as_one_by_one(key: str) -> None:
    """The table has the figures of a loop, hand for hand, under the labels that the hands came with."""
    texts = [HAND, "2H 3H 4H", WAITING, HAND, "KC 2H | KS"]
    hands = pd.Series(texts, index=[*"vwxyz"], name="hand")
    found = rt.analyse_many(hands, key, turned="QD")
    assert found.index.equals(hands.index)
    for label, text in hands.items():
        alone = rt.analyse(text, key, turned="QD").list_figures()
        row = found.loc[label].to_dict()
        assert {name: None if pd.isna(value) else value for name, value in row.items()} == alone
    listed = rt.analyse_many([Hand.parse(text) for text in texts], key, turned="QD")
    assert [*listed.index] == [*range(5)] and listed.reset_index(drop=True).equals(found.reset_index(drop=True))


def test_many_hands_with_their_own_turned_cards() -> None:
    """Turned cards given one by one belong to the hands in order, a missing one is none; fewer are refused."""
    found = rt.analyse_many([HAND] * 3, "adgaming-13", turned=["QD", None, float("nan")])
    alone = [rt.analyse(HAND, "adgaming-13", turned=card).solved.points for card in ("QD", None, None)]
    assert found["best_points"].to_list() == alone
    with pytest.raises(RuleError, match="2 turned cards for 3 hands"):
        rt.analyse_many([HAND] * 3, "adgaming-13", turned=["QD", None])
    hands, cards = pd.Series([HAND] * 3, [*"abc"]), pd.Series([None, None, "QD"], [*"cba"])
    assert rt.analyse_many(hands, "adgaming-13", turned=cards)["best_points"].to_list() == alone
    with pytest.raises(RuleError) as caught:
        rt.analyse_many(hands, "adgaming-13", players=pd.Series([2, 3, 4]))
    assert "\n" not in str(caught.value)
    with pytest.raises(RuleError, match="other labels"):
        rt.analyse_many(hands, "adgaming-13", turned=cards.reset_index(drop=True))


def test_a_hand_that_cannot_be_judged_is_named_or_left_out() -> None:
    """By default the error says which hand; with coerce its row is missing figures and says why, the others stand."""
    hands = pd.Series([HAND, "7X", None, "PJ 2H"], index=[3, 1, 4, 5])
    with pytest.raises(CardError, match="^Hand 2: '7X'"):
        rt.analyse_many(hands, "marriage-21")
    found = rt.analyse_many(hands, "marriage-21", errors="coerce")
    assert [*found.index] == [3, 1, 4, 5] and found["best_points"].isna().to_list() == [False, True, True, True]
    assert (
        "'7X'" in found.loc[1, "error"] and "printed joker" in found.loc[5, "error"] and pd.isna(found.loc[3, "error"])
    )
    with pytest.raises(RuleError, match="'raise' or 'coerce'"):
        rt.analyse_many(hands, "octro-13", errors="ignore")
    with pytest.raises(RuleError, match="'chess'"):
        rt.analyse_many(hands, "chess", errors="coerce")
    with pytest.raises(CardError, match="a list or a column of hands, not str"):
        rt.analyse_many(HAND, "octro-13")
    for labelled, kind in ((hands.to_frame("hand"), "DataFrame"), ({"Asha": HAND}, "dict")):
        with pytest.raises(CardError, match=f"a list or a column of hands, not {kind}"):
            rt.analyse_many(labelled, "octro-13")
    assert rt.analyse_many([], "octro-13").shape == (0, 11)


def test_many_hands_under_several_rulebooks() -> None:
    """The rulebook is the first level of the index; each row is what ``compare`` has for it."""
    hands = pd.Series([HAND, "2H 3H PJ"], index=["v", "w"])
    found = rt.analyse_many(hands, "all", turned="QD", players=6)
    assert [*found.index] == [(key, label) for key in rt.RULEBOOKS for label in "vw"]
    for label, text in hands.items():
        frame = rt.compare(text, turned="QD", players=6).to_frame()
        row = found.xs(label, level=1)
        assert row.drop(columns="objective").equals(frame[[*row.columns]].drop(columns="objective"))
        assert row["best_points"]["marriage-21"] == 10
    house = {"base": "octro-13", "key": "ours", "title": "Ours", "scoring": {"cap": 50}}
    points = rt.analyse_many(hands, ["octro-13", house], turned="QD")["best_points"].unstack("rulebook")
    assert points["ours"].to_list() == [min(50, figure) for figure in points["octro-13"]]
    with pytest.raises(RuleError, match="twice"):
        rt.analyse_many(hands, ["octro-13", "octro-13"])
