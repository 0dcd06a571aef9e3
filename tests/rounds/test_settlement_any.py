"""What holds for any round: sums, caps, order, documents, and the ledger in words."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rummy_tutor as rt
from rummy_tutor import Seat, get_rulebook, settle
from rummy_tutor.errors import RuleError
from rummy_tutor.game.cards import Card
from rummy_tutor.rounds.documents import parse_json, read_round
from rummy_tutor.rounds.endings import OUT, Ending
from rummy_tutor.rounds.payments import _FOLLOWS
from rummy_tutor.rounds.settlement import Turn, list_endings
from rummy_tutor.rulebooks.sources import look_up
from rummy_tutor.wording.speech import knows
from tests.patience import LONG
from tests.rounds.settlement_helpers import DROPPED, WON, run_table, seat, write_round
from tests.strategies import CARDS, KEYS, RoundTable, rounds

CAPS = {"rummy-21": 120, "gorummy-13": 80, "octro-13": 80, "paplu-21": 120, "paplu-27": 120, "adgaming-13": 80}
EARLY = {"rummy-21": 60, "gorummy-13": 40, "paplu-21": 60, "paplu-27": 60}


@settings(max_examples=150)
@given(rounds(), st.randoms(use_true_random=False))
def test_any_round(table: RoundTable, rng: object) -> None:
    """Rows and entries sum to 0 in zero-sum games, each net is the sum of its entries, caps hold, order is nothing."""
    settled = run_table(table)
    pool = table.options and table.options[0].startswith("pool")
    assert settled.zero_sum == (table.key != "vazhushal-13" and not pool)
    frame, lines = settled.to_frame(), settled.entries_to_frame()
    if settled.zero_sum:
        assert frame[["won", "net", "net_before", "capped"]].sum().tolist() == [0, 0, 0, 0]
        assert frame["received"].sum() == frame["given"].sum()
        assert (lines.sum(axis=1) == 0).all()
    assert lines.sum().to_dict() == frame["net"].to_dict()
    for row in settled.rows:
        mine = [entry for entry in settled.entries if row.name in (entry.payer, entry.payee)]
        assert row.net == sum(entry.amount * (1 if entry.payee == row.name else -1) for entry in mine)
        assert row.net == row.won + row.received - row.given + row.capped
        assert row.points <= CAPS.get(table.key, row.points)
        if row.ending == "lost-before-first-move":
            assert row.points <= EARLY.get(table.key, row.points)
        if table.key == "rummy-21":
            assert row.net >= -200
        if row.ending in ("first-drop", "middle-drop", "three-misses", "left-table"):
            assert row.received == row.given == row.capped == 0
    assert all(cell >= 0 for row in settled.pays for cell in row)
    shuffled = list(table.seats)
    rng.shuffle(shuffled)
    again = run_table(table, shuffled)
    assert {row.name: row.net for row in again.rows} == {row.name: row.net for row in settled.rows}
    assert Counter(map(str, again.entries)) == Counter(map(str, settled.entries))


@settings(max_examples=80)
@given(rounds())
def test_nets_by_formula(table: RoundTable) -> None:
    """Without the ledger: each net is what S0's formula makes of the points and of the bonus that cards earn."""
    settled = run_table(table)
    if not settled.zero_sum:
        return
    won = {row.name: -row.points for row in settled.rows}
    winner = settled.winners[0]
    won[winner] = -sum(won.values())
    dropped = ("first-drop", "middle-drop", "three-misses", "left-table")
    inside = [row for row in settled.rows if row.ending not in dropped]
    halves = table.key in ("paplu-21", "paplu-27")
    for row in settled.rows:
        net = won[row.name]
        for other in inside if row in inside else []:
            if other is not row:
                theirs, mine = other.bonus or 0, row.bonus or 0
                net -= theirs // 2 if halves and row.ending == "lost-before-first-move" else theirs
                net += mine // 2 if halves and other.ending == "lost-before-first-move" else mine
        assert row.net_before == net


def test_settling_stays_light() -> None:
    """A round, a series and their displays need nothing beyond the standard library."""
    program = (
        "import sys, rummy_tutor as rt\n"
        "table = [{'name': 'A', 'ending': 'declared'}, {'name': 'B', 'ending': 'lost', 'hand': '2H 3H'}]\n"
        "found = rt.settle('gorummy-13', table); found.explain(); found._repr_html_(); found.to_dict()\n"
        "rt.Series.new('gorummy-13').add(found)._repr_html_()\n"
        "print([name for name in ('pandas', 'numpy', 'ipywidgets', 'traitlets') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=LONG)
    assert done.stdout == "[]\n"


@settings(max_examples=60)
@given(st.lists(st.sampled_from([0, 10, 20, 40, 100, 110, 300, 500]), min_size=2, max_size=6), st.data())
def test_any_net_loss_is_capped(bonuses: list[int], data: st.DataObject) -> None:
    """R13, R45: whatever marriages meet whatever points, nobody loses more than 200 and the table sums to 0."""
    players = [seat("p0", "declared", bonus=bonuses[0])]
    for at, bonus in enumerate(bonuses[1:], 1):
        if data.draw(st.booleans()):
            players.append(seat(f"p{at}", "wrong-declaration", bonus=bonus))
        else:
            players.append(seat(f"p{at}", "lost", points=data.draw(st.integers(2, 120)), bonus=bonus))
    settled = settle("rummy-21", players)
    nets = [row.net for row in settled.rows]
    assert sum(nets) == 0 and min(nets) >= -200
    if min(row.net_before for row in settled.rows) >= -200:
        assert all(row.capped == 0 for row in settled.rows)
    excess = sum(max(0, -200 - row.net_before) for row in settled.rows[1:])
    if settled.rows[0].net_before - excess >= -200:  # the winner bears all of it
        assert nets == [settled.rows[0].net_before - excess, *(max(-200, r.net_before) for r in settled.rows[1:])]
    backwards = settle("rummy-21", players[::-1])
    assert {row.name: row.net for row in backwards.rows} == {row.name: row.net for row in settled.rows}


@settings(max_examples=60)
@given(rounds(), st.sampled_from([None, 1, 2.5, "0.10"]))
def test_round_and_document_are_one(table: RoundTable, rate: object) -> None:
    """A round written as JSON and read again is the same round, and its answer is plain JSON."""
    book = get_rulebook(table.key, table.options)
    rate = rate if book.settlement.winner_takes else None
    settled = run_table(table, point_value=rate)
    again = read_round(parse_json(json.dumps(write_round(settled))))
    assert again == settled
    answer = json.loads(json.dumps(settled.to_dict()))
    assert [player["net"] for player in answer["players"]] == [row.net for row in settled.rows]
    assert answer["pays"] == [list(row) for row in settled.pays]


# ---- in words ------------------------------------------------------------------------------------------------
def test_every_entry_cites_what_exists() -> None:
    """Every kind of entry follows a field of the rulebook, and each ruling it may cite exists."""
    for code, (fields, rulings) in _FOLLOWS.items():
        assert fields, code
        for ruling in rulings:
            assert look_up(ruling)


@settings(max_examples=80)
@given(rounds())
def test_every_entry_is_explained(table: RoundTable) -> None:
    """Each entry is one sentence with the payer and payee in it, and a source or ruling."""
    for entry in run_table(table).entries:
        assert entry.sentence.endswith(".") and "{" not in entry.sentence
        assert all(name in entry.sentence for name in (entry.payer, entry.payee) if name)
        assert entry.source and str(entry).endswith("]")


def test_endings_have_labels() -> None:
    """Each ending has a label, each price a sentence; each rulebook offers a winner's, a loser's, an unwon round's."""
    assert all(knows(f"ending.{ending}") and ending.label for ending in Ending)
    assert all(knows(f"ledger.{ending}{where}") for ending in OUT for where in ("", ":on-score"))
    for key in KEYS:
        offered = [choice.ending for choice in list_endings(key)]
        assert offered[0] is Ending.DECLARED and {Ending.LOST, Ending.PLAYING} <= set(offered)  # R62: the stock ends


def test_rich_display_escapes_names() -> None:
    """A round shows itself as HTML, names escaped, minus signs true."""
    settled = settle("gorummy-13", [WON, seat("<b>{x}</b>", "first-drop")], point_value="0.5")
    html = settled._repr_html_()
    assert "&lt;b&gt;{x}&lt;/b&gt;" in html and "<b>" not in html and "−10" in html and "+5" in html
    assert repr(settled) == "Round('gorummy-13': Asha +10, <b>{x}</b> -10)"


def test_money_is_exact() -> None:
    """A rate of a tenth gives exact money."""
    players = [WON, seat("Bela", "lost", points=3)]
    assert settle("gorummy-13", players, point_value=0.1)["Asha"].money == Decimal("0.3")


def test_seats_are_values() -> None:
    """A seat reads texts into hands and endings, and the package offers the names."""
    one = Seat(name="Asha", ending="declared", hand="2H 3H |", declared_on="first-turn")
    assert (one.ending, one.declared_on, len(one.hand.cards)) == (Ending.DECLARED, Turn.FIRST_TURN, 2)
    assert rt.settle is settle and rt.Seat is Seat
    with pytest.raises(RuleError):
        settle("gorummy-13", [WON, DROPPED])["Nobody"]


@pytest.mark.parametrize("text", CARDS[:3])
def test_cards_as_values(text: str) -> None:
    """Cards may be given as Card values in a list."""
    settled = settle("gorummy-13", [WON, seat("Bela", "lost", hand=[Card.parse(text)])])
    assert settled["Bela"].points in (2, 3, 10)
