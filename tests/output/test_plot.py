"""Charts: SVG that stands by itself, with every figure in its bars, its description and its data."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import rummy_tutor as rt
from rummy_tutor.errors import RuleError

WAITING = "2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S"
NAME = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def deals() -> Any:
    """Ten deals of three games."""
    return rt.simulate(["octro-13", "rummy-21", "vazhushal-13"], 10, seed=1, progress=False, n_jobs=1)


def read(chart: Any) -> ElementTree.Element:
    """The chart as XML; it holds a title, a description, its own ground and nothing from elsewhere."""
    root = ElementTree.fromstring(chart.svg)
    assert root.find(f"{NAME}title").text == chart.title and root.find(f"{NAME}desc").text == chart.description
    assert root.get("role") == "img" and len(chart.svg) < 8000 and "href" not in chart.svg
    wide = float(root.get("width"))
    for box in root.iter(f"{NAME}rect"):
        if box.get("x") is not None:
            assert 0 <= float(box.get("x")) <= float(box.get("x")) + float(box.get("width")) <= wide
    ends = {text.text: float(text.get("x")) for text in root.iter(f"{NAME}text") if text.get("text-anchor") == "end"}
    for bar in chart.bars:
        assert bar.name in chart.description and bar.note in chart.description
        assert not bar.name or ends[bar.name] >= 7 * len(bar.name)  # no letter is cut off at the left
    return root


def test_draws_that_help() -> None:
    """A bar a card with its copies; the title counts all that bring the hand nearer."""
    advice = rt.advise(WAITING, "gorummy-13", turned="9D")
    chart = rt.plot.outs(advice)
    read(chart)
    assert chart.title.startswith(f"{advice.copies()} cards bring the hand nearer")
    best = chart.data.iloc[0]
    assert (best["card"], best["copies"], best["improves"]) == ("PJ", 2, "distance")
    assert best["chance"] == 2 / advice.unseen
    with pytest.raises(RuleError, match="as many cards as the game deals"):
        rt.plot.outs(rt.advise(WAITING + " 7C", "gorummy-13", turned="9D"))


def test_points_by_rulebook() -> None:
    """Two bars a rulebook where the hand is laid out, one where it is not; none where melds are worth points."""
    comparison = rt.compare("2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS", turned="QD")
    chart = rt.plot.points(comparison)
    read(chart)
    assert len(chart.bars) == 2 * 8 and len(chart.data) == 9
    row = chart.data.set_index("rulebook").loc["adgaming-13"]
    assert (row["arranged"], row["best"]) == (35, 19)
    assert len(rt.plot.points(rt.analyse("KS QS", "octro-13")).bars) == 1
    with pytest.raises(RuleError, match="a verdict, several of them, or a comparison"):
        rt.plot.points([])


def test_deals_and_their_distances(deals: Any) -> None:
    """Shares of a game sum to one; a mean has its interval; of one game there is a histogram of all its hands."""
    far = rt.plot.distance(deals)
    read(far)
    assert far.data.groupby("rulebook")["share"].sum().to_list() == pytest.approx([1.0] * 3)
    several = rt.plot.deals(deals)
    read(several)
    means = deals.groupby("rulebook", sort=False)["score"].mean()
    assert several.data["mean"].to_list() == pytest.approx([-value for value in means])
    one = rt.plot.deals(deals[deals["rulebook"] == "octro-13"])
    read(one)
    assert one.data["hands"].sum() == 10
    for chart in (rt.plot.deals, rt.plot.distance):
        with pytest.raises(RuleError, match="the table that simulate gives"):
            chart(deals[["rulebook"]])


def test_a_review_s_mistakes(tmp_path: Path) -> None:
    """A bar a mistake with its loss and what was better; the chart is shown in a notebook and written to a file."""
    found = rt.review(rt.play("gorummy-13", ["new", "new"], seed=2), 0)
    chart = rt.plot.review(found)
    read(chart)
    assert len(chart.bars) == len(found.found) and chart.data["loss"].max() == max(
        round(one.loss, 1) for one in found.found
    )
    chart.save(tmp_path / "round.svg")
    assert (tmp_path / "round.svg").read_text("utf-8") == chart.svg == chart._repr_svg_()
    with pytest.raises(RuleError, match="takes a review"):
        rt.plot.review(None)


def test_chances_with_their_intervals() -> None:
    """A bar a row, named by what differs; of all rulebooks at once those of any hand after the last turn."""
    pure, declared = rt.chances("pure"), rt.chances("declare")
    of_one = rt.plot.chances(pure.query("rulebook == 'gorummy-13'"))
    read(of_one)
    assert of_one.title.startswith("GoRummy Points Rummy") and len(of_one.bars) == 5
    assert (of_one.bars[2].name, of_one.bars[4].name) == ("1 wild card", "3+ wild cards")
    assert of_one.bars[0].between == (of_one.data["low"][0], of_one.data["high"][0])
    for table in (pure, declared):
        chart = rt.plot.chances(table)
        read(chart)
        assert [*chart.data["rulebook"]] == [*rt.RULEBOOKS] and {*chart.data["wild"]} == {"all"}
    assert rt.plot.chances(declared).title == "Chance to have declared within 20 turns"
    turns = rt.plot.chances(declared.query("rulebook == 'octro-13'"))
    assert [bar.name for bar in turns.bars] == [f"turn {turn}" for turn in range(1, 21)]
    both = rt.plot.chances(pure.query("rulebook in ['octro-13', 'marriage-21'] and wild != 'all'"))
    assert both.bars[0].name == "octro-13, 0 wild cards"
    for wrong in (None, pure.head(0), pure[["rulebook"]]):
        with pytest.raises(RuleError, match="the table that chances gives"):
            rt.plot.chances(wrong)
