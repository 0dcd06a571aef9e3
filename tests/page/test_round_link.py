"""The round in a link and in a tab's memory: written, read, and read where it is broken or hostile."""

from __future__ import annotations

import base64
import json
import random
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_tutor.game.cards import Card
from rummy_tutor.page.packed import PackedError
from rummy_tutor.page.panels import receive
from rummy_tutor.page.round import links as round_links
from rummy_tutor.page.round.entered import entered_round
from rummy_tutor.page.round.form import Form, SeatForm, empty_round, form_of_series
from rummy_tutor.page.round.links import (
    MAX_CODE,
    MAX_STEPS,
    read_history,
    read_round_link,
    write_history,
    write_round_link,
)
from rummy_tutor.page.round.view import draw_round
from rummy_tutor.page.round.worked_rounds import ROUND_PRESETS
from rummy_tutor.page.session import Session
from rummy_tutor.rounds.series import Series
from rummy_tutor.rulebooks import RULEBOOKS
from rummy_tutor.wording.page_texts import round_texts
from rummy_tutor.wording.speech import say
from tests.page.round_sessions import ask, opened

TEXTS = st.text(max_size=30)
SEATS = st.builds(
    SeatForm,
    name=TEXTS,
    ending=st.sampled_from(["lost", "declared", "first-drop", "playing", "left-table"]),
    cards=st.one_of(TEXTS, st.just("2H 3H 4H | KS QS"), st.just("45")),
    value=TEXTS,
    laid=TEXTS,
    seen=st.sampled_from(["", "yes", "no"]),
    declared_on=st.sampled_from(["", "first-turn", "before-drawing"]),
    objective=TEXTS,
    drew=st.booleans(),
)
FORMS = st.builds(
    Form,
    rulebook=st.sampled_from(sorted(RULEBOOKS)),
    options=st.lists(TEXTS, max_size=3).map(tuple),
    turned=st.one_of(st.none(), st.sampled_from([Card(at) for at in range(53)])),
    rate=TEXTS,
    end=st.sampled_from(["won", "stock", "redeal"]),
    check_pack=st.booleans(),
    seats=st.lists(SEATS, min_size=1, max_size=12).map(tuple),
    deal=st.one_of(st.none(), st.integers(0, 999_999)),
)
# a round as it was sent by the first version that knew such links
SENT = "1ePl_GBg2Q_ElUnKFezjACxz1uP0Ic6ERUrLwBicLAj5EcjPCFFMD1NRlhMMkMn2PV6UpjhhDOAeLJjNcgYuqL7YWANaccYs"

# the third round of a pool, and the steps of a tab, with the series as text inside
SENT_POOL = (
    "1ePl_GBg2zVQxDsIwDPxK1ZkhbakQMyMTM2Zl7MYESIiFFzCzhCfwgz4kT8HnC1HaSoyIoXJjJ87Z8d2gyuGMZqVmpIpM2qUnrZyz4Rh"
    "1ob8om3Iwwb_C8xb8Nfh78A-9HKeoDOVR4r-YTBSSYMEhOTIpEY7gEN1KwscYIYpi1EUSHMvsHHymO1jXtt3Eh5k6BcKu0aFLwCcIkYP"
    "TDFoX72FPGfs8sGjJxeTUsmnNzBdmXG2morPaT9Ph9emlwhlYN069-nYQgkhfItIpMmSDMdfRV-K1oIbyooZdg3-CsZj9dSea9nedkA5"
    "feX4DRKr3ag"
)
KEPT_POOL = (
    "ePl_GBg27VY9D4JQDPwrhpnhgRLj7OjkTBlxMsQoxAH97_bePZonGEe_4uAzbaGUu5Zer6TVB9Rf3r3wfbtGbx3NVxiqKjV4mm6_N64z"
    "56wzzr53475oj522xeFYn-qWzUY8mWICqnRO8-mAPsEo6stHXZyMR2E0ADY3LG2YBw1EkGodq3mBc7HE6XKcmfdku7cUVyEJv7AOlf5Z"
    "_HoWq_Q_jT_BY2SVSS_BEK-FZmIUwyExy5IgHIhGtBTjmjHSLcq3GqaqfGbn4PPiCnbuL_cKi5kaLYSrgQ41gSeLEOOWzyGCjA2YiHIw"
    "m9wFJgIVgYtABtmYpgMn9FLG-WLdOPX62Y1QffSZWrgEGbDFLtf9ruqiwP7X5Z_jfwORIdh96UcjMS9eh4Q0-CXV9QZifG6d"
)
HALVES = st.text(st.characters(categories=["L", "Cs", "Zs", "Cf"]), max_size=12)
HINDI = ("वेंकटेश्वर", "लक्ष्मीनारायण", "अनिरुद्ध", "राजलक्ष्मी", "सुब्रह्मण्यम", "मीनाक्षी")


def change_seat(form: Form, at: int, **changed: object) -> Form:
    """The form with something else told of one player, and no worked round any more."""
    return replace(form, preset="", seats=(*form.seats[:at], replace(form.seats[at], **changed), *form.seats[at + 1 :]))


def open_at(link: object, memory: object = None) -> Session:
    """A table whose round is opened with what a browser sends."""
    session = Session("2H 3H 4H")
    ask(session, "open", memory=memory, link=link)
    return session


# ---- one round -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("key", ROUND_PRESETS)
def test_a_worked_round_is_its_key_and_changed_it_is_whole(key):
    """A worked round is named; changed in one word it is written out, with the rounds before it, and opens the same."""
    form = ROUND_PRESETS[key].form()
    assert write_round_link(form) == key and read_round_link(key) == form
    other = change_seat(form, 0, name="Asha & Ölaf <b>")
    found = read_round_link(write_round_link(other))
    assert replace(found, series=None) == replace(other, series=None)
    assert (found.series is None) == (other.series is None)
    if other.series is not None:
        assert found.series.dumps() == other.series.dumps()
    unchecked = replace(form, check_pack=not form.check_pack)
    assert read_round_link(write_round_link(unchecked)) == unchecked


@settings(max_examples=150)
@given(FORMS)
def test_a_link_opens_the_same_round(form):
    """Writing and reading a link is the identity on everything typed and chosen, good or not."""
    code = write_round_link(form)
    assert code and read_round_link(code) == form
    assert set(code) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


@pytest.mark.parametrize(("key", "players", "most"), [("gorummy-13", 6, 500), ("paplu-27", 5, 750)])
def test_links_are_short(key, players, most):
    """A table full of hands takes a few hundred characters."""
    session = opened()
    ask(session, "game", rulebook=key)
    ask(session, "table", players=players)
    ask(session, "deal", seed=4)
    assert (
        len(entered_round(session).form.seats) == players and len(write_round_link(entered_round(session).form)) <= most
    )


def test_links_sent_before_still_open():
    """What was sent once is read by every later version: S0's table with Player 2 dropping instead."""
    form = read_round_link(SENT)
    seats = [replace(seat, name=seat.name.replace("Player", "player")) for seat in ROUND_PRESETS["s0-six"].form().seats]
    assert form == change_seat(replace(ROUND_PRESETS["s0-six"].form(), seats=tuple(seats)), 1, ending="first-drop")


def test_links_and_steps_with_the_series_as_text_still_open():
    """A sitting once went as text inside the form: it opens as it was, and is written shorter now."""
    form = read_round_link(SENT_POOL)
    assert form.series.totals == {"Āsha": 0, "वेंकट": 55, "C": 150} and form.series.entry_fee == 100
    assert form == form_of_series(form.series) and [seat.name for seat in form.seats] == ["Āsha", "वेंकट"]
    assert read_history(KEPT_POOL) == ([form, form], [form])
    assert len(write_round_link(form)) < len(SENT_POOL) and read_round_link(write_round_link(form)) == form
    assert len(write_history([form, form], [form])) < len(KEPT_POOL)


def test_the_full_stop_of_a_sentence_is_no_part_of_a_link():
    """Marks that a chat has put behind a link are passed over."""
    assert read_round_link(f"{SENT}.") == read_round_link(SENT) == read_round_link(f"{SENT}),")
    for many in (f"{SENT}{'.' * 5000}", "." * 6000, ".-" * 3000):
        with suppress(PackedError):
            assert read_round_link(many) == read_round_link(SENT)


@pytest.mark.parametrize("at", range(0, len(SENT), 5))
def test_a_damaged_link_is_known_to_be(at):
    """A letter changed or lost, or the end cut off: never another round."""
    whole = read_round_link(SENT)
    for broken in (
        SENT[:at],
        SENT[:at] + SENT[at + 1 :],
        SENT[:at] + ("A" if SENT[at] != "A" else "B") + SENT[at + 1 :],
    ):
        with pytest.raises(PackedError) as told:
            assert read_round_link(broken) != whole
        assert not told.value.too_long


def _packed(text: bytes) -> str:
    packer = zlib.compressobj(9, zdict=round_links._COMMON)
    return "1" + base64.urlsafe_b64encode(packer.compress(text) + packer.flush()).decode().rstrip("=")


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("x" * 100_000, "long"),
        (_packed(b" " * 5_000_000), "long"),
        (None, "long"),
        ("no-such-round", "damaged"),
        ("1", "damaged"),
        ("<script>alert(1)</script>", "damaged"),
        ("1ePl_äöü", "damaged"),
        (_packed(b"\xff\xfe"), "damaged"),
        (_packed(b"[1, 2]"), "damaged"),
        (_packed(b'{"seats": 5}'), "damaged"),
        (_packed(b'{"rulebook": "rummy-21", "seats": []}'), "damaged"),
        (_packed(b'{"rulebook": "rummy-21", "seats": [{"name": "A"}], "series": "{"}'), "damaged"),
        (_packed(b"[" * 30_000), "damaged"),
    ],
)
def test_what_is_no_round_is_refused(code, wrong):
    """Too long, packed to burst, or something else altogether: one error that says which."""
    with pytest.raises(PackedError) as told:
        read_round_link(code)
    assert told.value.too_long == (wrong == "long")


def test_a_sitting_too_long_for_a_link_has_none():
    """What would make a link longer than a browser takes is not put in one; shorter sittings go with theirs."""
    session = opened()
    ask(session, "preset", key="s0-six")
    lengths = []
    while entered_round(session).link and len(lengths) < 200:
        lengths.append(len(entered_round(session).link))
        ask(session, "deal", seed=len(lengths))
        ask(session, "next")
    assert len(lengths) > 10 and max(lengths) <= MAX_CODE and entered_round(session).link == ""


def play_on(series: Series, count: int) -> Iterator[Series]:
    """A sitting after each of so many further rounds, every one another."""
    rng = random.Random(count)
    for at in range(count):
        series = series.play(
            [
                {"name": name, "ending": "lost", "points": rng.randint(2, 80)}
                if which != at % len(HINDI)
                else {"name": name, "ending": "declared"}
                for which, name in enumerate(HINDI)
            ]
        )
        yield series


@pytest.mark.parametrize("key", ["gorummy-13", "rummy-21"])
def test_every_link_that_is_written_can_be_read(key):
    """However long the sitting, what its link holds is read again, or there is no link; sixty rounds have one."""
    lengths = []
    for series in play_on(Series.new(key), 160):
        form = form_of_series(series)
        code = write_round_link(form)
        lengths.append(len(code))
        if code and len(series.rounds) % 12 == 0:
            assert read_round_link(code) == form
        assert len(code) <= MAX_CODE
        if not code:
            break
        last = (code, form)
    assert len(lengths) > 60 and lengths[-1] == 0 and read_round_link(last[0]) == last[1]


# ---- opening it ----------------------------------------------------------------------------------------------
def test_a_link_opens_its_round_and_nothing_to_go_back_to():
    """Opened with a link the page shows that round, and no worked round lies behind it."""
    session = open_at(SENT)
    assert (
        entered_round(session).form == read_round_link(SENT)
        and not entered_round(session).steps.past
        and entered_round(session).note is None
    )


def test_the_round_of_a_link_over_one_s_own_is_undoable():
    """A tab that had a round keeps it behind the one of the link; opened again at the same link it goes on."""
    own = open_at("s0-prize")
    ask(own, "seat", at=1, cards="25")
    memory = entered_round(own).memory()
    session = open_at(SENT, memory)
    assert entered_round(session).form == read_round_link(SENT)
    ask(session, "undo")
    assert entered_round(session).form == entered_round(own).form
    again = open_at(memory["link"], {**memory, "form": {**memory["form"], "rate": "7"}})
    assert entered_round(again).form.rate == "7"


@pytest.mark.parametrize(("code", "wrong"), [("1abc", "damaged"), ("x" * 9000, "long"), (SENT[:-4], "damaged")])
def test_a_bad_link_says_so_once_and_loses_nothing(code, wrong):
    """One message beside the round, and the round from before is still there; the next change takes it away."""
    own = open_at("s0-prize")
    ask(own, "seat", at=1, cards="25")
    session = open_at(code, entered_round(own).memory())
    entered = entered_round(session)
    assert (
        entered.form == entered_round(own).form
        and len(entered.steps.past) == 1
        and not session.problem
        and not session.notes
    )
    assert say(entered.note) == round_texts()[f"round_link_{wrong}"].format(kept=round_texts()["round_link_kept"])
    ask(session, "seat", at=1, cards="26")
    assert entered.note is None
    fresh = open_at(code)
    entered = entered_round(fresh)
    assert entered.form == empty_round(fresh.rulebook) and round_texts()["round_link_fresh"] in say(entered.note)


@settings(max_examples=150)
@given(st.one_of(TEXTS, TEXTS.map("1{}".format), FORMS.map(write_round_link), st.binary(max_size=60).map(_packed)))
def test_no_link_breaks_the_page(code):
    """Whatever a link says of a round, a round is drawn, and no error but its message."""
    session = open_at(code)
    assert session.problem is None and entered_round(session).form.seats


def test_a_half_letter_does_not_freeze_the_page():
    """A lone surrogate in a link, typed, or in a file is no letter: the page goes on, and can be sent and kept."""
    session = open_at(_packed(b'{"rulebook":"adgaming-13","seats":[{"name":"\\ud800","cards":"5"},{"name":"B"}]}'))
    assert entered_round(session).form.seats[0].name == "\ufffd"
    for told in (
        {"at": 0, "name": "\ud83d"},
        {"at": 1, "cards": "2H \udfff", "value": "\ud800", "objective": "\ud800"},
    ):
        _check_text(ask(session, "seat", **told))
    _check_text(ask(session, "game", rate="\ud800"))
    for bad in (
        '{"series": 1, "rulebook": "\\ud800"}',
        '{"rulebook": "rummy-21", "players": [{"name": "\\ud800", "ending": "lost", "hand": 5}]}',
    ):
        _check_text(ask(session, "load", text=bad))
    receive(session, {"type": "round", "do": "game", "options": ["\ud800"]})
    _check_text(draw_round(session))
    _check_text(session.problem and session.problem.text)
    assert read_round_link(entered_round(session).link) == entered_round(session).form


def _check_text(drawn: object) -> None:
    """What is drawn can be sent to a browser, its link and steps with it."""
    json.dumps(drawn, ensure_ascii=False).encode()


@settings(max_examples=150)
@given(
    st.fixed_dictionaries(
        {
            "rulebook": st.one_of(st.just("marriage-21"), HALVES),
            "seats": st.lists(
                st.fixed_dictionaries(
                    {}, optional=dict.fromkeys(("name", "cards", "value", "laid", "objective"), HALVES)
                ),
                min_size=1,
                max_size=3,
            ),
        },
        optional={
            "rate": HALVES,
            "options": st.lists(HALVES, max_size=1),
            "preset": HALVES,
            "series": HALVES,
            "turned": HALVES,
            "shared": st.booleans(),
        },
    )
)
def test_no_half_letter_breaks_the_page(values):
    """Whatever a link, a tab's memory or a message holds of half letters, the page is drawn and remembered."""
    for told in ({"link": _packed(json.dumps(values).encode())}, {"memory": {"form": values}}):
        session = Session("2H 3H 4H")
        _check_text(ask(session, "open", **told))
        for seat in values["seats"]:
            receive(session, {"type": "round", "do": "seat", "at": 0, **seat})
            _check_text(draw_round(session))
        _check_text(session.problem and session.problem.text)


# ---- the steps back and forward ------------------------------------------------------------------------------
def test_undo_and_redo_survive_a_reload():
    """A tab that is opened again goes back and forward as it could before, sittings and all."""
    session = opened()
    ask(session, "preset", key="pool")
    ask(session, "next")
    ask(session, "seat", at=0, cards="12")
    ask(session, "seat", at=1, ending="declared")
    ask(session, "undo")
    forms = [entered_round(session).form]
    while entered_round(session).steps.past:
        ask(session, "undo")
        forms.append(entered_round(session).form)
    for _ in forms[1:]:
        ask(session, "redo")
    again = open_at("", entered_round(session).memory())
    for form in forms[1:]:
        ask(again, "undo")
        assert _plain(entered_round(again).form) == _plain(form)
    for _ in forms:
        ask(again, "redo")
    assert entered_round(again).form.seats[1].ending == "declared" and not entered_round(again).steps.future


def _plain(form: Form) -> tuple[Form, str]:
    return replace(form, series=None), "" if form.series is None else form.series.dumps()


def test_a_tab_keeps_no_more_than_so_many_steps():
    """The nearest steps are kept, in a size that a tab's memory takes, also with a long sitting behind each."""
    session = opened()
    for seed in range(2 * MAX_STEPS):
        ask(session, "deal", seed=seed)
        if seed % 2:
            ask(session, "next")
    entered = entered_round(session)
    assert len(entered.steps.past) > MAX_STEPS and len(entered.kept_steps) <= 60_000
    past, future = read_history(entered.kept_steps)
    assert 5 < len(past) <= MAX_STEPS and not future
    assert [_plain(one) for one in past[-3:]] == [_plain(one) for one in entered.steps.past[-3:]]


def test_history_of_a_series_that_goes_on():
    """A sitting shared by many steps is kept once."""
    form = form_of_series(ROUND_PRESETS["pool"].form().series)
    steps = [change_seat(form, 0, cards=str(points)) for points in range(30)]
    assert len(write_history(steps, [])) < 2 * len(write_history(steps[:1], []))


def test_steps_of_a_long_sitting_survive_a_reload():
    """Each step with a sitting one round longer: all steps that a tab keeps come back, the rounds written once."""
    forms = [form_of_series(one) for one in play_on(Series.new("rummy-21"), 105)][60:]
    code = write_history(forms, [forms[0]])
    assert read_history(code) == (forms[-MAX_STEPS:], [forms[0]])
    assert len(code) < 2 * len(write_history(forms[-1:], []))
    apart = [form_of_series(one) for at in range(20) for one in [*play_on(Series.new("gorummy-13"), 60 + at)][-1:]]
    past, _ = read_history(write_history(apart, []))
    assert len(past) > 5 and past == apart[-len(past) :]


def test_a_name_is_as_long_as_in_a_file():
    """The page takes every name that a file may hold, cuts none to another name, and refuses what is too long."""
    names = ("X" * 100, "A\u200d")
    match = Series.new("gorummy-13").play(
        [{"name": f" {names[0]}  ", "ending": "declared"}, {"name": names[1], "ending": "lost", "points": 3}]
    )
    session = opened()
    ask(session, "load", text=match.dumps())
    session = open_at(entered_round(session).link)
    ask(session, "seat", at=0, ending="declared", name=f"{names[0]} ")
    drawn = ask(session, "seat", at=1, cards="5")
    assert entered_round(session).joined[0].totals == {names[0]: 8, names[1]: -8} and not drawn["sitting"]["problem"]
    drawn = ask(session, "seat", at=0, name="X" * 101)
    assert "100 letters at most" in drawn["seats"][0]["error"]


@pytest.mark.parametrize(
    "code", [None, 5, "x", "", _packed(b"{}")[1:], _packed(b'{"steps": [[{}], []], "series": []}')[1:]]
)
def test_a_history_that_makes_no_sense_is_none(code):
    """A tab's memory that was tampered with leaves the round, and no steps."""
    assert read_history(code) == ([], [])
    session = open_at("", {"form": entered_round(opened()).memory()["form"], "history": code})
    assert session.problem is None and not entered_round(session).steps.past
