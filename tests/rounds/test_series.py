"""Matches and sittings: totals, who is out, who comes back, who leads, and what he wins."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rummy_tutor as rt
from rummy_tutor import Series, new_series
from rummy_tutor.rounds.series import loads_series
from rummy_tutor.rounds.standings import Tally
from tests.golden.round_records import SeriesCase
from tests.golden.web_matches import WEB_MATCHES


def table(**endings: object) -> list[dict[str, object]]:
    """Players by name: an ending, the points a loser is said to lose, or the fields of a seat."""
    return [
        {"name": name, "ending": "lost"} | (told if isinstance(told, dict) else {"points": told})
        if isinstance(told, int | dict)
        else {"name": name, "ending": told}
        for name, told in endings.items()
    ]


@contextmanager
def refuse(code: str, *words: str) -> Iterator[None]:
    """What is refused with a code, in one line with these words."""
    with pytest.raises(ValueError) as caught:
        yield
    told = str(caught.value)
    assert caught.value.code == code, told
    assert "\n" not in told and all(word in told for word in words), told


def play(series: Series, *tables: list[dict[str, object]]) -> Series:
    """The series after these rounds."""
    for players in tables:
        series = series.play(players)
    return series


# ---- pools -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("case", WEB_MATCHES, ids=lambda case: case.name)
def test_published_match(case: SeriesCase) -> None:
    """A match ends with the totals, prizes, chips and open doors that its page states."""
    match = play(
        new_series(case.rulebook, case.options, entry_fee=case.entry_fee), *(table(**told) for told in case.rounds)
    )
    assert match.totals == case.totals, case.note
    assert (match.out, match.winner) == (case.out, case.winner)
    if case.shares is not None:
        match = match.share()
        assert match.shares == {name: Decimal(share) for name, share in case.shares.items()}
        assert match.over and match.winners == tuple(case.shares) and loads_series(match.dumps()) == match
    if case.money is not None:
        assert {one.name: one.money for one in match.standings} == {n: Decimal(m) for n, m in case.money.items()}
    if case.chips is not None:
        assert match.chips == case.chips
    if "rejoin" in case.options:
        score = match.rejoin_score if match.may_rejoin else None
        assert score == case.rejoins_at
    if case.next:
        assert match.expected == case.next


@pytest.mark.parametrize(("option", "drop", "limit"), [("pool-101", 20, 101), ("pool-201", 25, 201)])
def test_pool(option: str, drop: int, limit: int) -> None:
    """S4, R43: points stay on the score; who reaches the limit is out, and the last one in wins."""
    match = play(new_series("adgaming-13", [option]), table(A="declared", B=80, C="first-drop", D=2))
    assert match.totals == {"A": 0, "B": 80, "C": drop, "D": 2}
    assert match.leaders == ("A",) and not match.over and match.expected == ("A", "B", "C", "D")
    while "B" not in match.out:
        match = match.play(table(A="declared", B=min(80, limit - match.totals["B"]), C=2, D=0))
    assert match.totals["B"] == limit and match.expected == ("A", "C", "D")
    with refuse("wrong-players", "A, C and D"):
        match.play(table(A="declared", B=3, C=2, D=2))
    with refuse("wrong-players"):
        match.play(table(A="declared", C=2, D=2, E=2))
    while not match.over:
        match = match.play(table(**{name: "declared" if name == "C" else 80 for name in match.expected}))
    assert match.winner == "C" and set(match.out) == {"A", "B", "D"} and match.out[0] == "B"
    with refuse("series-over", match.winner):
        match.play(table(A="declared", C=2))


def test_one_below_the_limit_is_in() -> None:
    """100 points are in, 101 are out."""
    match = play(
        new_series("adgaming-13", ["pool-101"]), table(A="declared", B=80, C=80), table(A="declared", B=20, C=21)
    )
    assert match.out == ("C",) and match.expected == ("A", "B")
    assert [(one.place, one.name, one.out_in) for one in match.standings] == [
        (1, "A", None),
        (2, "B", None),
        (3, "C", 2),
    ]


def test_who_went_out_later_stands_higher() -> None:
    """Places below the players still in go by the round in which the others went out."""
    match = play(
        new_series("adgaming-13", ["pool-101"]),
        table(A="declared", B=80, C=80, D=80),
        table(A="declared", B=80, C=5, D=80),
        table(A="declared", C=79),
    )
    assert [(one.place, one.name) for one in match.standings] == [(1, "A"), (2, "C"), (3, "B"), (3, "D")]
    assert match.out == ("B", "D", "C") and match.winner == "A"


@pytest.mark.parametrize(("option", "number"), [("best-of-2", 2), ("best-of-3", 3)])
def test_best_of(option: str, number: int) -> None:
    """R44: so many rounds, the winner of each takes the points, the highest total wins; no drop."""
    match = new_series("adgaming-13", [option])
    for _ in range(number):
        assert not match.over
        match = match.play(table(A="declared", B=10, C=5))
    assert match.totals == {"A": 15 * number, "B": -10 * number, "C": -5 * number} and match.winner == "A"
    with refuse("no-such-ending", option):
        new_series("adgaming-13", [option]).play(table(A="declared", B="first-drop"))
    with refuse("wrong-players"):
        play(new_series("adgaming-13", [option]), table(A="declared", B=10), table(A="declared", C=10))


def test_a_shared_lead_is_played_off() -> None:
    """R44: who shares the lead plays on, the others do not."""
    match = play(
        new_series("adgaming-13", ["best-of-2"]), table(A="declared", B=10, C=10), table(A=10, B="declared", C=10)
    )
    assert match.totals == {"A": 10, "B": 10, "C": -20}
    assert match.leaders == ("A", "B") and match.expected == ("A", "B") and not match.over
    with refuse("wrong-players"):
        match.play(table(A="declared", B=2, C=2))
    assert match.play(table(A=4, B="declared")).winner == "B"


# ---- coming back, prizes, chips ----------------------------------------------------------------------------------
def test_coming_back() -> None:
    """R48: who is out plays again with one point more than the highest score of those still in, if that is open."""
    match = play(
        new_series("adgaming-13", ["pool-101", "rejoin"], entry_fee=100),
        table(A="declared", B=30, C=80),
        table(A=20, B="declared", C="middle-drop"),
    )
    assert match.out == match.may_rejoin == ("C",) and match.rejoin_score == 31 and match.prize == 300
    without = match.play(table(A=5, B="declared"))
    assert without.totals == {"A": 25, "B": 30, "C": 120} and without.prize == 300
    back = match.play(table(A=5, B="declared", C=7))
    assert back.totals == {"A": 25, "B": 30, "C": 38} and back.out == () and back.prize == 400
    assert back.entered == {"A": 1, "B": 1, "C": 2} and back.expected == ("A", "B", "C")
    out = back.play(table(A=5, B="declared", C=80))
    assert [(one.name, one.out_in) for one in out.standings] == [("A", None), ("B", None), ("C", 4)]
    again = out.play(table(A="declared", B=5, C=0))
    assert again.totals["C"] == 31 and again.entered["C"] == 3
    assert loads_series(again.dumps()) == again
    with refuse("wrong-players"):
        match.play(table(A=5, C="declared"))
    shut = match.play(table(A="declared", B=50))
    assert shut.may_rejoin == ()
    with refuse("no-rejoin", "C cannot come back", "80", "79"):
        shut.play(table(A="declared", B=2, C=2))
    plain = play(
        new_series("adgaming-13", ["pool-101"]), table(A="declared", B=30, C=80), table(A=20, B="declared", C=40)
    )
    assert plain.rejoin_score is None and plain.may_rejoin == ()
    with refuse("wrong-players"):
        plain.play(table(A=5, B="declared", C=7))


def test_the_winner_takes_the_prize() -> None:
    """R49: the entry fees are the prize; a player has paid his fee until he has won."""
    match = new_series("adgaming-13", ["pool-101"], entry_fee="2.5").play(table(A="declared", B=80, C=80))
    assert [one.money for one in match.standings] == [Decimal("-2.5")] * 3
    match = match.play(table(A="declared", B=80, C=80))
    assert {one.name: one.money for one in match.standings} == {"A": 5, "B": Decimal("-2.5"), "C": Decimal("-2.5")}
    answer = match.to_dict()
    assert (answer["entry_fee"], answer["prize"], answer["chips"]) == (2.5, 7.5, None)
    assert "A has won the prize of 7.5" in match._repr_html_()
    again = loads_series(match.dumps())
    assert again == match and again.entry_fee == Decimal("2.5")
    cut = loads_series(match.dumps()[:-20])
    assert cut.entry_fee == match.entry_fee and len(cut.rounds) == 1


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_pool_with_coming_back(data: st.DataObject) -> None:
    """R48, R49: fees paid are the prize, who is at the limit is out, who comes back stands one above the highest."""
    match = new_series("adgaming-13", ["rejoin", data.draw(st.sampled_from(("pool-101", "pool-201")))], entry_fee=10)
    limit, most = {"pool-101": (101, 79), "pool-201": (201, 174)}[match.rulebook.settlement.pool]
    names = ("A", "B", "C", "D")[: data.draw(st.integers(2, 4))]
    stands, paid, playing = dict.fromkeys(names, 0), dict.fromkeys(names, 1), list(names)
    for _ in range(12):
        winner = data.draw(st.sampled_from(playing))
        told = {
            name: "declared" if name == winner else data.draw(st.integers(0, 80).filter(lambda count: count != 1))
            for name in playing
        }
        match = match.play(table(**told))
        for name, points in told.items():
            stands[name] += 0 if name == winner else points
        inside = [name for name in names if stands[name] < limit]
        assert match.totals == stands and set(match.out) == set(names) - set(inside) and match.entered == paid
        assert match.prize == 10 * sum(paid.values()) and match.over == (len(inside) == 1)
        money = {one.name: one.money for one in match.standings}
        assert money == {name: (match.prize if [name] == inside else 0) - 10 * paid[name] for name in names}
        if match.over:
            return
        highest = max(stands[name] for name in inside)
        assert match.may_rejoin == (match.out if highest <= most else ())
        back = data.draw(st.lists(st.sampled_from(match.may_rejoin), unique=True)) if match.may_rejoin else []
        for name in back:
            stands[name] = highest + 1
            paid[name] += 1
        playing = [name for name in names if name in inside or name in back]
    assert loads_series(match.dumps()) == match


def test_chips() -> None:
    """R49: in best of three everybody begins with 240 chips, and no chip is lost."""
    match = new_series("adgaming-13", ["best-of-3"]).play(table(A="declared", B=80, C=35))
    assert match.chips == {"A": 355, "B": 160, "C": 205} and sum(match.chips.values()) == 720
    assert new_series("adgaming-13", ["pool-101"]).play(table(A="declared", B=2)).chips is None


@pytest.mark.parametrize(
    ("code", "key", "options", "told"),
    [
        ("no-match", "gorummy-13", (), {"entry_fee": 10}),
        ("two-stakes", "adgaming-13", ("best-of-2",), {"entry_fee": 10, "point_value": 1}),
        ("bad-entry-fee", "adgaming-13", ("pool-101",), {"entry_fee": 0}),
        ("bad-entry-fee", "adgaming-13", ("pool-101",), {"entry_fee": "ten"}),
        ("bad-entry-fee", "adgaming-13", ("pool-101",), {"entry_fee": True}),
        ("bad-entry-fee", "adgaming-13", ("pool-101",), {"entry_fee": float("nan")}),
        ("bad-entry-fee", "adgaming-13", ("pool-101",), {"entry_fee": "1_000"}),
        ("bad-entry-fee", "adgaming-13", ("pool-101",), {"entry_fee": -2}),
        ("bad-entry-fee", "adgaming-13", ("pool-101",), {"entry_fee": Decimal("0.12345678901234567")}),
        ("bad-point-value", "gorummy-13", (), {"point_value": Decimal("1234567.1234567890123")}),
    ],
)
def test_bad_fees(code: str, key: str, options: tuple[str, ...], told: dict[str, object]) -> None:
    """An entry fee is a number above 0, for a match, and instead of money a point."""
    with refuse(code):
        new_series(key, options, **told)


def test_names_that_look_the_same_are_one() -> None:
    """A player who comes under another writing of his name would be a second one: that is refused."""
    sitting = new_series("gorummy-13").play(table(A="declared", Zoë=10))
    assert sitting.play(table(**{" A ": "declared", "Zoë": 10})).totals == {"A": 20, "Zoë": -20}
    for name in ("A\u200b", "Zoe\u0308"):
        with refuse("name-twice", "look the same"):
            sitting.play(table(**{name: "declared", "C": 10}))
    with refuse("bad-type", "dict"):
        sitting.add({})


@pytest.mark.parametrize("drop", [None, 0])
def test_without_a_drop_s_price_no_prize_is_shared(drop: int | None) -> None:
    """A derived pool in which nobody drops, or for nothing, knows no drops to share by, and says so."""
    book = rt.get_rulebook("adgaming-13", ["pool-101", "split-by-drops"])
    book = replace(book, penalties=replace(book.penalties, first_drop=drop))
    match = play(new_series(book, entry_fee=5), *[table(A="declared", B=70, C=3)] * 2)
    assert match.drops_left == {} and match.shares is None and match.to_dict()["shares"] is None
    assert "A" in match._repr_html_()
    with refuse("no-share", "no drop costs points"):
        match.share()
    assert not Series(book, entry_fee=Decimal(5), shared_after=0).shared


# ---- sittings --------------------------------------------------------------------------------------------------
def test_sitting() -> None:
    """A sitting has running totals, a leader and money, players may come and go, and it never ends by itself."""
    sitting = new_series("gorummy-13", point_value=2)
    assert sitting.leaders == () and sitting.expected is None and sitting.totals == {}
    sitting = play(sitting, table(A="declared", B=10, C="first-drop"), table(B="declared", D=30))
    assert sitting.totals == {"A": 20, "B": 20, "C": -10, "D": -30}
    assert sitting.leaders == ("A", "B") and not sitting.over and sitting.winner is None
    assert sitting.running[0] == {"A": 20, "B": -10, "C": -10, "D": 0}
    assert [one.money for one in sitting.standings] == [40, 40, -20, -60]
    assert [one.place for one in sitting.standings] == [1, 1, 3, 4]
    frame = sitting.to_frame()
    assert frame.loc[2].to_dict() == sitting.totals and frame.index.tolist() == [1, 2]
    with refuse("other-game"):
        sitting.add(rt.settle("gorummy-13", table(A="declared", B=2)))


def test_a_long_series_goes_through_each_round_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading a series adds up each of its rounds once, so that a file twice as long takes twice the time."""
    added, add = [], Tally.add

    def count(tally: Tally, settled: rt.Round, limit: int | None) -> Tally:
        added.append(settled)
        return add(tally, settled, limit)

    monkeypatch.setattr(Tally, "add", count)
    players = [{"name": "A", "ending": "declared"}, {"name": "B", "ending": "lost", "points": 20}]
    series = loads_series(json.dumps({"rulebook": "adgaming-13", "rounds": [{"players": players}] * 40}))
    assert series.totals == {"A": 800, "B": -800} and series.standings[0].name == "A" and len(added) == 40


def test_a_void_game_changes_nothing() -> None:
    """A game without a winner is one more round without points."""
    sitting = play(new_series("paplu-13"), table(A="declared", B=10))
    after = sitting.play(table(A="playing", B="playing"), end="stock")
    assert after.totals == sitting.totals and len(after.rounds) == 2


def test_games_are_counted() -> None:
    """In Vazhushal the totals are game points."""
    sitting = play(new_series("vazhushal-13"), table(A="declared", B="lost"), table(A="declared", B="lost"))
    assert sitting.totals == {"A": 2, "B": 0} and sitting.leaders == ("A",)
    with refuse("no-money"):
        new_series("vazhushal-13", point_value=1)


def test_rich_display() -> None:
    """A series shows its standings as HTML, and says what is lost."""
    series = play(new_series("gorummy-13", point_value="0.5"), table(**{"<A>": "declared", "B": 10}))
    html = series._repr_html_()
    assert "&lt;A&gt;" in html and "+5" in html and "Round 1" in html
    assert "breaks off" in loads_series(series.dumps()[:-5])._repr_html_()
    assert "no round played" in new_series("gorummy-13")._repr_html_()
    assert repr(series) == "Series('gorummy-13', rounds=1: <A> 10, B -10)"
