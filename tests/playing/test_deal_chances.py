"""The tables of chances: what they were counted over, and that they are counted again as they stand."""

from __future__ import annotations

import pytest

import rummy_tutor as rt
from rummy_tutor.errors import RuleError
from rummy_tutor.playing.rollout.deal_chances import _read_tables, share_interval
from tests.bench.deal_chances import TURNS, play_alone


def test_every_game_has_its_rows() -> None:
    """Of each game and number of wild cards a chance in its interval; in more turns it is no smaller."""
    for about in ("pure", "declare"):
        table = rt.chances(about)
        assert set(table["rulebook"]) == set(rt.RULEBOOKS)
        assert table["chance"].between(table["low"] - 1e-9, table["high"] + 1e-9).all()
        assert (table["high"] - table["low"] > 0).all() and table["seed"].nunique() == 1
        whole = table[table["wild"] == "all"].set_index("rulebook")["hands"].groupby("rulebook").first()
        parts = table[table["wild"] != "all"].drop_duplicates(["rulebook", "wild"]).groupby("rulebook")["hands"].sum()
        assert (whole.sort_index() == parts.sort_index()).all()
    by_turn = table.groupby(["rulebook", "wild"])["chance"]
    assert by_turn.apply(lambda chance: chance.is_monotonic_increasing).all() and (by_turn.size() == TURNS).all()
    with pytest.raises(RuleError, match="'luck': expected pure or declare"):
        rt.chances("luck")


def test_the_chances_of_a_pure_sequence_are_those_of_the_deals() -> None:
    """Other deals of the same game give a share in keeping with the table's."""
    hands = rt.simulate("gorummy-13", 1500, seed=99, distance=False, n_jobs=1, progress=False)
    low, high = share_interval(int(hands["pure_sequence"].sum()), len(hands))
    row = rt.chances("pure").query("rulebook == 'gorummy-13' and wild == 'all'").iloc[0]
    assert low <= row["high"] and row["low"] <= high


def test_rounds_are_counted_as_the_table_says() -> None:
    """The first rounds of a game, played again, are among those that the table counts."""
    tables = _read_tables()["declare"]
    rows = {row["wild"]: row for row in tables["rows"] if row["rulebook"] == "gorummy-13"}
    for number in range(4):
        wild, turn = play_alone("gorummy-13", tables["seed"] + number)
        row = rows[min(wild, 3)]
        assert row["hands"] >= 1 and (turn is None or row["declared"][turn - 1] >= 1)
