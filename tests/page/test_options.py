"""House options on the page: each has its words, ticked ones give way, and what they ask of a round is asked."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product

import pytest

from rummy_tutor.game.rules import RuleError
from rummy_tutor.page.own_books import OwnBooks
from rummy_tutor.page.panels import receive
from rummy_tutor.page.round.entered import EnteredRound, entered_round
from rummy_tutor.page.round.form import Form, SeatForm, form_of_series
from rummy_tutor.page.round.links import read_round_link, write_round_link
from rummy_tutor.page.round.part import ENTERED
from rummy_tutor.page.session import Session
from rummy_tutor.rounds.series import Series, loads_series
from rummy_tutor.rulebooks import RULEBOOKS, get_rulebook
from rummy_tutor.wording.page_texts import page_texts
from tests.page.round_sessions import ask, opened, outcome_of


@pytest.mark.parametrize(("key", "option"), [(key, one) for key, book in RULEBOOKS.items() for one in book.offers])
def test_every_option_has_words_of_its_own(key, option):
    """No option is shown by its key."""
    assert page_texts()[f"option_{option}"][0].isupper()


@pytest.mark.parametrize("key", RULEBOOKS)
def test_what_was_just_ticked_stays_if_it_can(key):
    """From every single option to every other: the new one holds, and what is left goes together."""
    offers = RULEBOOKS[key].offers
    for before, new in product(offers, offers):
        try:
            held = OwnBooks().fit_options(key, [before], ())
            found = OwnBooks().fit_options(key, [*held, new], held)
        except RuleError:
            continue
        assert new in found
        assert get_rulebook(key, found).options == found


def test_a_match_is_changed_at_a_click():
    """Of two matches the one just chosen is played; without its pool coming back ends too; alone it is refused."""
    assert OwnBooks().fit_options("adgaming-13", ["pool-101", "rejoin", "pool-201"], ["pool-101", "rejoin"]) == (
        "rejoin",
        "pool-201",
    )
    assert OwnBooks().fit_options("adgaming-13", ["rejoin"], ["pool-101", "rejoin"]) == ()
    with pytest.raises(RuleError, match="rejoin"):
        OwnBooks().fit_options("adgaming-13", ["rejoin"], ())
    session = Session("2H 3H 4H", "adgaming-13")
    receive(session, {"type": "set", "options": ["rejoin"]})
    assert session.problem.text.startswith("The house option rejoin goes with") and session.state.options == ()
    receive(session, {"type": "set", "options": ["pool-101"]})
    receive(session, {"type": "set", "options": ["pool-101", "pool-201"]})
    assert session.problem is None and session.state.options == ("pool-201",)
    round_ = opened()
    ask(round_, "game", rulebook="adgaming-13")
    ask(round_, "game", options=["best-of-2"])
    drawn = ask(round_, "game", options=["best-of-2", "pool-101"])
    assert [one["key"] for one in drawn["game"]["options"] if one["on"]] == ["pool-101"]


def test_shown_dublees_are_asked_for_where_they_count():
    """With the house rule a loser who has shown dublees pays no points; without it nobody is asked."""
    seats = (SeatForm(name="A", ending="declared"), *(SeatForm(name=name, seen="yes", dublees="yes") for name in "BCD"))
    free = Form(rulebook="marriage-21", options=("dublee-loser-free",), seats=seats)
    assert [row.net for row in outcome_of(free).settled.rows] == [0, 0, 0, 0]
    told = replace(free, seats=(*seats[:3], replace(seats[3], dublees="no")))
    assert [row.net for row in outcome_of(told).settled.rows] == [3, 0, 0, -3]
    assert [row.net for row in outcome_of(replace(free, options=())).settled.rows] == [9, -3, -3, -3]
    assert read_round_link(write_round_link(told)) == told


def test_the_last_of_a_pool_share_its_prize():
    """The button is there when they can, ends the match, says who gets what, and can be undone."""
    match = Series.new("adgaming-13", ["pool-101", "split-by-drops"], entry_fee=100)
    for b, c in ((15, 55), (20, 60)):
        players = [("A", 0), ("B", b), ("C", c)]
        match = match.play(
            [
                {"name": name, "ending": "lost", "points": n} if n else {"name": name, "ending": "declared"}
                for name, n in players
            ]
        )
    assert match.shares
    session = Session("2H 3H 4H")
    ENTERED.keep(session, EnteredRound(session, form_of_series(match)))
    drawn = ask(session, "open")
    assert drawn["sitting"]["share"] == "Share the prize" and not drawn["sitting"]["over"]
    drawn = ask(session, "share")["sitting"]
    assert drawn["over"] == "The match is over: A and B have shared the prize." and not drawn["share"]
    assert not drawn["can_next"] and [row["note"] for row in drawn["rows"]][:2] == ["has a share of the prize"] * 2
    assert len(drawn["beside"]) == 2 and "of the prize of 300" in drawn["beside"][0]

    def open_anew(**told):
        """The sitting as another page draws it that is opened with what this one kept or sent."""
        other = Session("2H 3H 4H")
        return other, ask(other, "open", **told)["sitting"]

    entered = entered_round(session)
    for told in ({"memory": json.loads(json.dumps(entered.memory()))}, {"link": entered.link}):
        assert open_anew(**told)[1] == drawn  # over a reload, and by link
    saved = ask(session, "save")["file"]["text"]
    assert loads_series(saved) == match.share() and ask(session, "load", text=saved)["sitting"] == drawn
    ask(session, "undo")
    assert ask(session, "undo")["sitting"]["share"]
    other, before = open_anew(memory=json.loads(json.dumps(entered.memory())))
    assert before["share"] and not before["over"] and ask(other, "redo")["sitting"] == drawn


def test_a_prize_is_not_shared_again_unasked():
    """Another last round, or the last one opened again, and the prize is shared by nobody until they say so."""
    match = Series.new("adgaming-13", ["pool-101", "split-by-drops"], entry_fee=100)
    for _ in range(3):
        names = {"A": 0, "B": 5, "C": 40}
        match = match.play(
            [
                {"name": name, "ending": "lost", "points": n} if n else {"name": name, "ending": "declared"}
                for name, n in names.items()
            ]
        )
    session = Session("2H 3H 4H")
    ENTERED.keep(session, EnteredRound(session, form_of_series(match.share())))
    drawn = ask(session, "open")["sitting"]
    assert drawn["over"] and not drawn["share"]
    receive(session, {"type": "round", "do": "share"})
    assert session.problem  # once is enough
    assert not ask(session, "seat", at=2, cards="30")["sitting"]["over"]
    assert ask(session, "undo")["sitting"] == drawn
    receive(session, {"type": "round", "do": "next"})
    assert session.problem  # the match is over
    for cards in ("30", "40"):
        assert not ask(session, "seat", at=2, cards=cards)["sitting"]["over"]
    again = ask(session, "next")["sitting"]
    assert again["share"] and not again["over"] and ask(session, "share")["sitting"] == drawn
    ask(session, "back")
    ask(session, "next")
    for at, cards in enumerate(("", "7", "40")):
        other = ask(session, "seat", at=at, ending="lost" if cards else "declared", cards=cards)
    assert not other["sitting"]["over"] and not entered_round(session).joined[0].shared
