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
from rummy_tutor import Series
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
        Series.new(case.rulebook, case.options, entry_fee=case.entry_fee), *(table(**told) for told in case.rounds)
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
    match = play(Series.new("adgaming-13", [option]), table(A="declared", B=80, C="first-drop", D=2))
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
        Series.new("adgaming-13", ["pool-101"]), table(A="declared", B=80, C=80), table(A="declared", B=20, C=21)
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
        Series.new("adgaming-13", ["pool-101"]),
        table(A="declared", B=80, C=80, D=80),
        table(A="declared", B=80, C=5, D=80),
        table(A="declared", C=79),
    )
    assert [(one.place, one.name) for one in match.standings] == [(1, "A"), (2, "C"), (3, "B"), (3, "D")]
    assert match.out == ("B", "D", "C") and match.winner == "A"


@pytest.mark.parametrize(("option", "number"), [("best-of-2", 2), ("best-of-3", 3)])
def test_best_of(option: str, number: int) -> None:
    """R44: so many rounds, the winner of each takes the points, the highest total wins; no drop."""
    match = Series.new("adgaming-13", [option])
    for _ in range(number):
        assert not match.over
        match = match.play(table(A="declared", B=10, C=5))
    assert match.totals == {"A": 15 * number, "B": -10 * number, "C": -5 * number} and match.winner == "A"
    with refuse("no-such-ending", option):
        Series.new("adgaming-13", [option]).play(table(A="declared", B="first-drop"))
    with refuse("wrong-players"):
        play(Series.new("adgaming-13", [option]), table(A="declared", B=10), table(A="declared", C=10))


def test_a_shared_lead_is_played_off() -> None:
    """R44: who shares the lead plays on, the others do not."""
    match = play(
        Series.new("adgaming-13", ["best-of-2"]), table(A="declared", B=10, C=10), table(A=10, B="declared", C=10)
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
        Series.new("adgaming-13", ["pool-101", "rejoin"], entry_fee=100),
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
        Series.new("adgaming-13", ["pool-101"]), table(A="declared", B=30, C=80), table(A=20, B="declared", C=40)
    )
    assert plain.rejoin_score is None and plain.may_rejoin == ()
    with refuse("wrong-players"):
        plain.play(table(A=5, B="declared", C=7))


def test_the_winner_takes_the_prize() -> None:
    """R49: the entry fees are the prize; a player has paid his fee until he has won."""
    match = Series.new("adgaming-13", ["pool-101"], entry_fee="2.5").play(table(A="declared", B=80, C=80))
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


@settings(max_examples=60)
@given(st.data())
def test_any_pool_with_coming_back(data: st.DataObject) -> None:
    """R48, R49: fees paid are the prize, who is at the limit is out, who comes back stands one above the highest."""
    match = Series.new("adgaming-13", ["rejoin", data.draw(st.sampled_from(("pool-101", "pool-201")))], entry_fee=10)
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
    match = Series.new("adgaming-13", ["best-of-3"]).play(table(A="declared", B=80, C=35))
    assert match.chips == {"A": 355, "B": 160, "C": 205} and sum(match.chips.values()) == 720
    assert Series.new("adgaming-13", ["pool-101"]).play(table(A="declared", B=2)).chips is None


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
        Series.new(key, options, **told)


def test_names_that_look_the_same_are_one() -> None:
    """A player who comes under another writing of his name would be a second one: that is refused."""
    sitting = Series.new("gorummy-13").play(table(A="declared", Zoë=10))
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
    match = play(Series.new(book, entry_fee=5), *[table(A="declared", B=70, C=3)] * 2)
    assert match.drops_left == {} and match.shares is None and match.to_dict()["shares"] is None
    assert "A" in match._repr_html_()
    with refuse("no-share", "no drop costs points"):
        match.share()
    assert not Series(book, entry_fee=Decimal(5), shared_after=0).shared


# ---- sittings --------------------------------------------------------------------------------------------------
def test_sitting() -> None:
    """A sitting has running totals, a leader and money, players may come and go, and it never ends by itself."""
    sitting = Series.new("gorummy-13", point_value=2)
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

    def count(tally: Tally, settled: rt.records.Round, limit: int | None, joins: bool) -> Tally:
        added.append(settled)
        return add(tally, settled, limit, joins)

    monkeypatch.setattr(Tally, "add", count)
    players = [{"name": "A", "ending": "declared"}, {"name": "B", "ending": "lost", "points": 20}]
    series = loads_series(json.dumps({"rulebook": "adgaming-13", "rounds": [{"players": players}] * 40}))
    assert series.totals == {"A": 800, "B": -800} and series.standings[0].name == "A" and len(added) == 40


def test_a_void_game_changes_nothing() -> None:
    """A game without a winner is one more round without points."""
    sitting = play(Series.new("paplu-13"), table(A="declared", B=10))
    after = sitting.play(table(A="playing", B="playing"), end="stock")
    assert after.totals == sitting.totals and len(after.rounds) == 2


def test_games_are_counted() -> None:
    """In Vazhushal the totals are game points."""
    sitting = play(Series.new("vazhushal-13"), table(A="declared", B="lost"), table(A="declared", B="lost"))
    assert sitting.totals == {"A": 2, "B": 0} and sitting.leaders == ("A",)
    with refuse("no-money"):
        Series.new("vazhushal-13", point_value=1)


def test_rich_display() -> None:
    """A series shows its standings as HTML, and says what is lost."""
    series = play(Series.new("gorummy-13", point_value="0.5"), table(**{"<A>": "declared", "B": 10}))
    html = series._repr_html_()
    assert "&lt;A&gt;" in html and "+5" in html and "Round 1" in html
    assert "breaks off" in loads_series(series.dumps()[:-5])._repr_html_()
    assert "no round played" in Series.new("gorummy-13")._repr_html_()
    assert repr(series) == "Series('gorummy-13', rounds=1: <A> 10, B -10)"


# ---- matches of one's own --------------------------------------------------------------------------------------
def own_match(base: str = "adgaming-13", options: tuple[str, ...] = (), **settlement: object) -> Series:
    """A match by a rulebook file that says how it ends."""
    data = {"base": base, "options": list(options), "key": "ours", "title": "Ours", "settlement": settlement}
    return Series.new(rt.get_rulebook(data), entry_fee=100)


def test_a_pool_has_any_limit() -> None:
    """A pool of 250 ends when one player is left below 250 points."""
    match = own_match(pool={"limit": 250}, winner_takes=False)
    match = play(match, *[table(A="declared", B=80, C=70) for _ in range(3)])
    assert match.totals == {"A": 0, "B": 240, "C": 210} and match.out == () and not match.over
    match = play(match, table(A="declared", B=10, C=39))
    assert match.out == ("B",) and match.expected == ("A", "C") and not match.over
    match = play(match, table(A=5, C="declared"), table(A="declared", C=2))
    assert match.out == ("B", "C") and match.winner == "A"
    assert loads_series(match.dumps()).to_dict() == match.to_dict()


def test_a_match_has_any_number_of_deals() -> None:
    """A match of six deals is decided after the sixth, or by whoever leads after more; chips are 80 a deal."""
    match = play(own_match(pool={"deals": 6}), *[table(A="declared", B=10), table(A=10, B="declared")] * 3)
    assert match.totals == {"A": 0, "B": 0} and not match.over and match.expected == ("A", "B")
    match = play(match, table(A="declared", B=10))
    assert match.over and match.winner == "A" and match.chips == {"A": 490, "B": 470}


@pytest.mark.parametrize(
    ("settlement", "code", "word"),
    [
        ({"pool": {"limit": 250, "deals": 6}}, "bad-rule", "limit"),
        ({"pool": {}}, "bad-rule", "deals"),
        ({"pool": {"limit": 0}}, "bad-rule", "settlement.pool.limit"),
        ({"pool": {"rounds": 3}}, "unknown-field", "settlement.pool.rounds"),
        ({"pool": 250}, "bad-field", "pool-101"),
        ({"pool": {"limit": 250}, "rejoin": True}, "bad-rule", "101 or 201"),
        ({"joining": "highest-plus-one"}, "bad-rule", "settlement.joining"),
        ({"pool": {"deals": 6}, "joining": "highest-plus-one"}, "bad-rule", "settlement.joining"),
    ],
)
def test_a_match_without_sense_is_refused(settlement: dict[str, object], code: str, word: str) -> None:
    """What a match is must be clear when the rulebook is made; the message names the field."""
    with refuse(code, word):
        own_match(**settlement)


def test_who_joins_later_begins_with_the_highest_score_and_one_more() -> None:
    """RummyPulse: a player who comes later has one point more than the highest of those still in."""
    match = own_match(options=("pool-101",), joining="highest-plus-one")
    match = play(match, table(A="declared", B=40, C=80), table(A=20, B="declared", C=21))
    assert match.out == ("C",) and match.joining_score == 41
    match = play(match, table(A="declared", B=10, D=5))
    assert match.totals == {"A": 20, "B": 50, "C": 101, "D": 46}
    assert match.prize == 400 and match.expected == ("A", "B", "D")
    assert loads_series(match.dumps()).totals == match.totals
    match = play(match, table(A="declared", B=50, D=5))
    assert match.totals["B"] == 100 and match.joining_score is None
    with refuse("wrong-players", "E"):
        match.play(table(A="declared", B=5, D=5, E=5))
    with refuse("wrong-players", "C"):
        match.play(table(A="declared", B=5, C=5, D=5))


def test_without_the_rule_nobody_joins() -> None:
    """The players of a pool's first round play it to the end."""
    with refuse("wrong-players", "D"):
        play(Series.new("adgaming-13", ["pool-101"]), table(A="declared", B=40), table(A="declared", B=5, D=5))


# ---- leaving a match (R63) -------------------------------------------------------------------------------------
@pytest.mark.parametrize("options", [["pool-101"], ["pool-101", "rejoin"]])
def test_who_leaves_a_match_is_out_of_it(options: list[str]) -> None:
    """Later rounds are for the others; the total of who left stays, and they cannot win, come back or join."""
    match = play(
        Series.new("adgaming-13", options), table(A=10, B="declared", C=60), table(A=5, B="left-table", C="declared")
    )
    assert match.totals == {"A": 15, "B": 40, "C": 60}
    assert match.left == match.out == ("B",) and match.expected == ("A", "C") and match.may_rejoin == ()
    assert [(one.name, one.place, one.out_in) for one in match.standings] == [
        ("A", 1, None),
        ("C", 2, None),
        ("B", 3, 2),
    ]
    with refuse("wrong-players", "B"):
        match.play(table(A="declared", B=5, C=5))
    match = play(match, table(A="declared", C=50))
    assert match.over and match.winner == "A"
    assert loads_series(match.dumps()).to_dict() == match.to_dict()


@pytest.mark.parametrize("pool", [{"limit": 101}, {"deals": 6}])
def test_a_match_of_two_ends_when_one_leaves(pool: dict[str, int]) -> None:
    """The player who stays has won, whatever the totals are."""
    book = rt.get_rulebook({"base": "gorummy-13", "key": "ours", "title": "Ours", "settlement": {"pool": pool}})
    match = play(Series.new(book, entry_fee=50), table(A="declared", B=60), table(A="left-table", B="last-left"))
    assert match.over and match.winner == "B" and match.winners == ("B",)
    assert [(one.name, one.money) for one in match.standings] == [("B", Decimal(50)), ("A", Decimal(-50))]
    with refuse("series-over"):
        match.play(table(A="declared", B=5))


def test_in_a_sitting_who_leaves_may_sit_down_again() -> None:
    """A sitting is no match: anybody may play each of its rounds."""
    sitting = play(Series.new("gorummy-13"), table(A="declared", B="left-table", C=5), table(A="declared", B=5, C=5))
    assert sitting.left == () and sitting.expected is None


def test_a_file_of_before_in_which_a_leaver_played_on_is_read_as_it_was() -> None:
    """A file whose leaver plays a later round was written when who left a round was still in the match."""
    head = '{"series": 1, "rulebook": "adgaming-13", "options": ["pool-101"], "count": 2, "rounds": [\n'
    rounds = [table(A="declared", B="left-table", C=5), table(A="declared", B=5, C=5)]
    text = head + ",\n".join(json.dumps({"players": players}) for players in rounds) + "\n]}\n"
    match = loads_series(text)
    assert match.totals == {"A": 0, "B": 45, "C": 10} and match.out == () and match.left == ()
    assert match.expected == ("A", "B", "C") and loads_series(match.dumps()) == match
