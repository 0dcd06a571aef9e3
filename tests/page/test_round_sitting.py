"""The round table beyond one round: sittings, what it keeps, hostile browsers, alone in a notebook."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rummy_tutor as rt
from rummy_tutor.front.linking import FRONT
from rummy_tutor.page.drawing import draw
from rummy_tutor.page.panels import pick_panels, receive
from rummy_tutor.page.round.actions import ACTIONS
from rummy_tutor.page.round.entered import EnteredRound, entered_round
from rummy_tutor.page.round.form import form_of_round
from rummy_tutor.page.round.kept_forms import read_form, write_form
from rummy_tutor.page.round.view import draw_round
from rummy_tutor.page.round.worked_rounds import ROUND_PRESETS
from rummy_tutor.page.session import Session
from rummy_tutor.rounds.series import loads_series
from rummy_tutor.wording.page_texts import page_texts, round_texts
from tests.golden.rounds import ROUNDS
from tests.page.round_sessions import ask, opened, outcome_of
from tests.rounds.settlement_helpers import write_round

GOLDEN = {case.name: case for case in ROUNDS}


@pytest.fixture
def session() -> Session:
    """A table whose round has been opened."""
    return opened()


# ---- the sitting -----------------------------------------------------------------------------------------
def test_a_pool_adds_up_and_puts_players_out(session: Session) -> None:
    """S4: points stay on the score; who reaches 101 is out and does not play the next round."""
    sitting = ask(session, "preset", key="pool")["sitting"]
    totals = {row["name"]: (row["total"], row["note"]) for row in sitting["rows"]}
    assert totals["Player 4"] == ("105", "out in round 3") and totals["Player 2"] == ("52", "leads")
    drawn = ask(session, "next")
    assert [seat["name"] for seat in drawn["seats"]] == ["Player 1", "Player 2", "Player 3"]
    assert drawn["game"]["locked"] and drawn["sitting"]["played"] == 3
    receive(session, {"type": "round", "do": "game", "rulebook": "octro-13"})
    assert session.problem and entered_round(session).form.rulebook == "adgaming-13"
    session.problem = None
    back = ask(session, "back")
    assert [seat["cards"] for seat in back["seats"]] == ["35", "12", "", "40"] and back["sitting"]["played"] == 2


def test_a_match_ends(session: Session) -> None:
    """When one player is left the match is over, and no further round is offered."""
    ask(session, "preset", key="pool")
    ask(session, "next")
    for at, (ending, cards) in enumerate((("lost", "70"), ("declared", ""), ("lost", "80"))):
        ask(session, "seat", at=at, ending=ending, cards=cards)
    sitting = draw_round(session)["sitting"]
    assert "Player 2 has won" in sitting["over"] and not sitting["can_next"] and sitting["can_save"]
    receive(session, {"type": "round", "do": "next"})
    assert session.problem
    session.problem = None
    assert ask(session, "end_sitting")["sitting"]["played"] == 0


def test_who_is_out_may_come_back_for_another_fee(session: Session) -> None:
    """R48, R49: the page says at what score, the fee is paid anew, undo and redo go both ways."""
    sitting = ask(session, "preset", key="pool")["sitting"]
    assert [row["rejoin"] for row in sitting["rows"]] == [""] * 4 and "400" in sitting["note"]
    drawn = ask(session, "next")
    assert drawn["game"]["rate_label"] == "Entry fee" and drawn["game"]["rate"] == "100"
    assert [row["rejoin"] for row in drawn["sitting"]["rows"]] == ["", "", "", "Come back with 66 points"]
    drawn = ask(session, "rejoin", name="Player 4")
    assert [seat["name"] for seat in drawn["seats"]][-1] == "Player 4"
    assert [row["rejoin"] for row in drawn["sitting"]["rows"]] == [""] * 4
    assert len(ask(session, "undo")["seats"]) == 3 and len(ask(session, "redo")["seats"]) == 4
    for at, (ending, cards) in enumerate((("declared", ""), ("lost", "5"), ("lost", "5"), ("lost", "5"))):
        ask(session, "seat", at=at, ending=ending, cards=cards)
    drawn = draw_round(session)
    rows = {row["name"]: row for row in drawn["sitting"]["rows"]}
    assert (rows["Player 4"]["total"], rows["Player 4"]["money"]) == ("71", "−200")
    assert "came back" in rows["Player 4"]["note"] and "500" in drawn["sitting"]["note"]
    receive(session, {"type": "round", "do": "rejoin", "name": "nobody"})
    assert session.problem


def test_undo_and_redo(session: Session) -> None:
    """What was undone comes back, until something else is typed."""
    ask(session, "seat", at=1, cards="20")
    drawn = ask(session, "undo")
    assert drawn["seats"][1]["cards"] == "50" and drawn["can_redo"]
    drawn = ask(session, "redo")
    assert drawn["seats"][1]["cards"] == "20" and not drawn["can_redo"]
    ask(session, "undo")
    assert not ask(session, "seat", at=1, cards="30")["can_redo"]
    assert ask(session, "redo")["seats"][1]["cards"] == "30"


def test_a_match_of_so_many_rounds_has_chips(session: Session) -> None:
    """R49: in best of two everybody begins with 160 chips."""
    ask(session, "new")
    ask(session, "game", rulebook="adgaming-13")
    ask(session, "table", players=4)
    ask(session, "game", options=["best-of-2"])
    for at, (ending, cards) in enumerate((("declared", ""), ("lost", "30"), ("lost", "5"), ("lost", "5"))):
        drawn = ask(session, "seat", at=at, ending=ending, cards=cards)
    notes = {row["name"]: row["note"] for row in drawn["sitting"]["rows"]}
    assert notes["Player 1"] == "leads, 200 chips" and notes["Player 2"] == "130 chips"


def test_a_bad_entry_fee_is_said(session: Session) -> None:
    """An entry fee that is no number is named below; the round itself is settled."""
    ask(session, "new")
    ask(session, "game", rulebook="adgaming-13")
    ask(session, "table", players=4)
    ask(session, "game", options=["pool-101"], rate="ten")
    for at, (ending, cards) in enumerate((("declared", ""), ("lost", "30"), ("lost", "5"), ("lost", "5"))):
        drawn = ask(session, "seat", at=at, ending=ending, cards=cards)
    assert "entry fee" in drawn["sitting"]["problem"] and not drawn["sitting"]["can_next"]
    assert drawn["ledger"]["rows"]


def test_a_sitting_is_saved_and_opened(session: Session) -> None:
    """The file is the documented one, holds the round on the table too, and opens as it was."""
    ask(session, "preset", key="pool")
    drawn = ask(session, "save")
    text = drawn["file"]["text"]
    assert loads_series(text).totals == {"Player 1": 65, "Player 2": 52, "Player 3": 65, "Player 4": 105}
    assert drawn["file"]["name"].endswith(".json") and "3" in drawn["said"]["text"]
    ask(session, "preset", key="s0-six")
    opened = ask(session, "load", text=text)
    assert opened["sitting"]["played"] == 3 and [seat["name"] for seat in opened["seats"]][-1] == "Player 3"
    cut = ask(session, "load", text=text[: text.rindex("40")])
    assert cut["said"]["tone"] == "bad" and "2 rounds of 3" in cut["said"]["text"] and cut["sitting"]["played"] == 2


def test_a_round_s_document_opens_too(session: Session) -> None:
    """A single round as the command line reads it comes on the table."""
    case = GOLDEN["S0-table-of-six"]
    document = json.dumps(write_round(rt.settle(case.rulebook, case.players, turned=case.turned, point_value=2)))
    drawn = ask(session, "load", text=document)
    assert [row["cells"][-1]["text"] for row in drawn["ledger"]["rows"]][1] == "+220"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"series": 1}', "x" * 1_100_000, None, '{"rulebook": "rummy-21"}'])
def test_a_file_that_is_none_changes_nothing(session: Session, text: object) -> None:
    """What cannot be read leaves everything as it was, with a message."""
    before = entered_round(session).form
    drawn = ask(session, "load", text=text)
    assert drawn["said"]["tone"] == "bad" and entered_round(session).form == before


# ---- memory and hostile browsers -------------------------------------------------------------------------
@pytest.mark.parametrize("key", ROUND_PRESETS)
def test_a_reload_finds_the_round_again(key: str) -> None:
    """What a browser tab keeps is plain JSON and opens the same form, step and sitting."""
    session = Session("2H 3H 4H")
    ask(session, "open")
    ask(session, "preset", key=key)
    ask(session, "seat", at=0, name="Asha", cards="2H 3X")
    drawn = ask(session, "step", shown=1)
    other = Session("2H 3H 4H")
    again = ask(other, "open", memory=json.loads(json.dumps(drawn["memory"])))
    assert entered_round(other).form == entered_round(session).form
    assert again["ledger"] == drawn["ledger"] and again["sitting"] == drawn["sitting"]


VALUES = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-5, 20), st.text(max_size=12), st.sampled_from(["lost", "QD", "2H 3H"])
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)),
    max_leaves=8,
)
KEYS = ["at", "name", "ending", "cards", "value", "laid", "seen", "drew", "dublees", "declared_on", "objective"]
KEYS += ["rulebook", "options", "rate", "turned", "end", "players", "check_pack", "key", "seed", "shown", "on"]
KEYS += ["text", "code", "link", "memory", "form", "seats", "series"]
SENT = st.lists(
    st.tuples(st.sampled_from([*ACTIONS["round"].actions, "nonsense"]), st.dictionaries(st.sampled_from(KEYS), VALUES))
)


@settings(max_examples=150)
@given(SENT)
def test_no_action_breaks_the_round(sent: list[tuple[str, dict]]) -> None:
    """Whatever a browser asks for: the panel is drawn in plain JSON, and what is refused has changed nothing."""
    session = Session("2H 3H 4H | KS")
    receive(session, {"type": "round", "do": "open"})
    for do, values in sent:
        before = session.state, session.classroom, write_form(entered_round(session).form), entered_round(session).shown
        receive(session, {"type": "round", "do": do, **values})
        entered = entered_round(session)
        if session.problem is not None:
            assert (session.state, session.classroom, write_form(entered.form), entered.shown) == before
        if do == "nonsense":
            assert session.problem is not None
        drawn = draw(pick_panels("ledger"), session)["ledger"]
        assert "failed" not in drawn and len(drawn["seats"]) == len(entered.form.seats)
        json.dumps(drawn)


@given(VALUES)
def test_no_memory_breaks_the_round(memory: object) -> None:
    """Whatever a browser tab remembers, the tab opens with players and can be remembered again."""
    for told in (memory, {"form": memory}, {"form": {"rulebook": "rummy-21", "seats": [memory], "series": memory}}):
        session = Session("2H 3H 4H | KS")
        drawn = ask(session, "open", memory=told)
        form = drawn["memory"]["form"]
        assert (
            drawn["seats"] and (form is None) == entered_round(session).is_untouched and (form is None or form["seats"])
        )
        json.dumps(drawn)


def test_forms_round_trip() -> None:
    """A form and its JSON values are the same thing, and so are a settled round and its form."""
    for preset in ROUND_PRESETS.values():
        form = preset.form()
        assert read_form(json.loads(json.dumps(write_form(form)))) == form
        settled = outcome_of(form).settled
        again = outcome_of(form_of_round(settled)).settled
        assert again.rows == settled.rows and again.entries == settled.entries


# ---- alone in a notebook ---------------------------------------------------------------------------------
def test_alone_it_gives_the_round() -> None:
    """The widget settles what it is given; ``round`` can be observed."""
    table = rt.RoundTable("s0-six")
    seen = []
    table.observe(lambda change: seen.append(change["new"]), "round")
    table._receive(table, {"type": "round", "do": "seat", "at": 1, "cards": "20", "seq": 1, "view": "x"}, [])
    assert seen[-1]["Player 2"].net == 140 and table.round is seen[-1]
    table._receive(table, {"type": "round", "do": "seat", "at": 1, "cards": "", "seq": 2, "view": "x"}, [])
    assert table.round is None and "not settled" in repr(table)


def test_alone_it_takes_a_round_a_series_or_players() -> None:
    """A settled round, a series to go on with, players, or a table whose hands it can open."""
    case = GOLDEN["S0-table-of-six"]
    settled = rt.settle(case.rulebook, case.players, turned=case.turned)
    assert rt.RoundTable(settled).round == settled
    told = rt.RoundTable(rulebook="rummy-21", players=case.players, turned="PJ", point_value=2)
    assert told.round["player 2"].money == 220
    match = rt.Series.new("adgaming-13", ["pool-101"]).play(
        [rt.Seat(name="Asha", ending="declared"), rt.Seat(name="Bela", ending="lost", points=35)]
    )
    going = rt.RoundTable(match)
    assert going.series == match and [seat["name"] for seat in going._vm_ledger["seats"]] == ["Asha", "Bela"]
    cards = rt.CardTable("2H 3H 4H | 5C 6C QD | KS QS", rulebook="adgaming-13", turned="QD", players=5)
    beside = rt.RoundTable(cards)
    assert beside.session is cards.session and len(beside._vm_ledger["seats"]) == 5
    with pytest.raises(rt.errors.RuleError, match="no worked round"):
        rt.RoundTable("no-such-round")


def test_a_rulebook_of_one_s_own_is_played_too() -> None:
    """A derived rulebook settles and is kept in the file of its rounds."""
    book = replace(rt.get_rulebook("gorummy-13"), key="house", title="House rules")
    table = rt.RoundTable(
        rulebook=book, players=[{"name": "A", "ending": "declared"}, {"name": "B", "ending": "first-drop"}]
    )
    assert table.round["A"].net == 10 and table._vm_ledger["sitting"]["can_save"]
    assert isinstance(entered_round(table.session), EnteredRound)
    for played in (1, 2, 3):  # with a sitting behind it
        assert ask(table.session, "next")["sitting"]["played"] == played
        ask(table.session, "seat", at=0, ending="declared")
        ask(table.session, "seat", at=1, ending="first-drop")


# ---- texts -----------------------------------------------------------------------------------------------
def test_every_text_is_used_and_there() -> None:
    """No text of the tab is left over, and none that is asked for by name is missing."""
    folder = FRONT.parent / "page" / "round"
    sources = "".join(path.read_text() for path in folder.glob("*.py"))
    sources += "".join(path.read_text() for path in FRONT.glob("round_*.js"))
    asked = set(re.findall(r"(?:\bt|\bof)\(\s*\"([a-z0-9_-]+)\"", sources)) - set(page_texts())
    asked |= set(re.findall(r"['\"]round\.([a-z0-9_-]+)['\"]", sources))
    families = set(re.findall(r"key_of\(\s*\"round\.([a-z0-9_-]*)\"", sources))  # what follows them is a code
    assert families and all(any(key.startswith(family) for key in round_texts()) for family in families)
    assert asked - set(round_texts()) - families == set()
    prefixes = (
        "round_s",
        "round_marriage",
        "round_vazhushal",
        "round_pool",
        "head_",
        "end_",
        "seen_",
        "declared_",
        "verdict_",
        "seat_",
        "cards_",
        "round_cards_",
        "round_open",
        "round_take",
        "dublees_",
    )
    left = {key for key in round_texts() if not key.startswith(prefixes)}
    unused = {key for key in left if not re.search(f"['\"](round\\.)?{key}['\"]", sources)}
    assert unused <= {"objective_"}
    assert not set(round_texts()) & set(page_texts())
