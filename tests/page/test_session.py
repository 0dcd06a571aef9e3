"""A session: what a page may ask of it, its past, and what a browser tab remembers."""

from __future__ import annotations

import gc

import pytest

import rummy_tutor as rt
from rummy_tutor.page.panels import receive
from rummy_tutor.page.session import Session
from rummy_tutor.page.shell.links import link_of
from rummy_tutor.page.shell.memory import write_memory
from rummy_tutor.page.worked_hands import WELCOME

X4 = WELCOME.hand


def test_undo_and_redo_walk_through_the_past():
    """Undo brings back each earlier state, redo each later one, and a new move forgets the later ones."""
    session = Session(X4)
    texts = [session.text]
    for ids in ([0], [4], [8]):
        receive(session, {"type": "move", "cards": ids, "to": "loose"})
        texts.append(session.text)
    for text in reversed(texts[:-1]):
        receive(session, {"type": "undo"})
        assert session.text == text
    receive(session, {"type": "undo"})
    assert session.text == texts[0]
    receive(session, {"type": "redo"})
    assert session.text == texts[1]
    receive(session, {"type": "ungroup", "cards": [5]})
    receive(session, {"type": "redo"})
    assert session.text not in texts


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"type": None},
        {"type": "__class__"},
        {"type": "move"},
        {"type": "move", "cards": "abc", "to": 0},
        {"type": "set", "rulebook": "nope"},
        {"type": "set", "turned": "ZZ"},
        {"type": "set", "players": "many"},
        {"type": "set", "options": ["nope"]},
        {"type": "preset", "key": "nope"},
        {"type": "add", "card": None},
        {"type": "remove", "card": "AH"},
        {"type": "reveal", "level": "x"},
        {"type": "pair", "a": "nope"},
        {"type": "qr", "url": "x" * 9999},
    ],
)
def test_messages_that_make_no_sense_leave_a_problem_and_the_hand(message):
    """A page may send anything: nothing is raised, nothing changes, and the page is told."""
    session = Session(X4)
    before = session.state
    receive(session, message)
    assert session.problem and session.state == before


def test_what_was_revealed_is_found_again_with_the_same_link():
    """A tab that opens its own link again gives back what was revealed; the link itself carries nothing of it."""
    session = Session(X4)
    for message in ({"type": "reveal", "level": 4}, {"type": "show_best_column", "on": True}, {"type": "sort"}):
        receive(session, message)
    receive(session, {"type": "pair", "a": "octro-13", "b": "rummy-21"})
    receive(session, {"type": "text", "text": "2H 3X"})
    session.asked["panel"] = {"on": True}
    again, other = Session("2H 3H"), Session("2H 3H")
    receive(again, {"type": "link", "search": link_of(session), "first": True, "memory": write_memory(session)})
    receive(other, {"type": "link", "search": link_of(session), "first": True})
    assert (
        write_memory(again) == write_memory(session)
        and again.revealed.level == 4
        and again.asked == {"panel": {"on": True}}
    )
    assert (other.revealed.level, other.revealed.best_column, other.asked, other.chosen.sort) == (0, False, {}, "suit")
    receive(again, {"type": "set", "rulebook": "octro-13"})
    assert again.revealed.level == 0 and again.asked == {}


def test_a_lesson_goes_on_after_a_reload():
    """In the classroom too the tab finds again what was shown, and a pupil who opens the link does not."""
    session = Session(X4)
    receive(session, {"type": "classroom", "on": True})
    for _ in range(3):
        receive(session, {"type": "next_step"})
    again, pupil = Session("2H 3H"), Session("2H 3H")
    receive(again, {"type": "link", "search": link_of(session), "first": True, "memory": write_memory(session)})
    receive(pupil, {"type": "link", "search": link_of(session), "first": True})
    assert again.classroom and again.revealed.verdict and again.revealed.level == 2
    assert pupil.classroom and not pupil.revealed.verdict and pupil.revealed.level == 0


@pytest.mark.parametrize(
    "memory",
    [
        None,
        5,
        [],
        {"reveal": "x", "pair": ["nope", "octro-13"], "other": "nope", "sort": 7, "asked": [], "verdict": 1},
        {"reveal": True, "pair": [1], "other": {}, "asked": dict.fromkeys(map(str, range(99)))},
        {"reveal": -7, "pair": "ab", "best_column": "yes", "draft": 5},
        {"draft": "2H 3H"},
    ],
)
def test_a_memory_that_makes_no_sense_is_left_out(memory):
    """Whatever a tab says it remembers, the table of the link is opened and nothing is revealed by it."""
    session = Session("2H 3H")
    receive(session, {"type": "link", "search": "?hand=2H+3H+4H+%7C+KS", "first": True, "memory": memory})
    assert session.problem is None and session.text == "2H 3H 4H | KS"
    assert write_memory(session) == write_memory(Session("2H 3H"))


@pytest.mark.parametrize(
    ("make", "error", "told"),
    [
        (lambda: rt.CardTable("7Z"), rt.errors.CardError, "'7Z'"),
        (lambda: rt.CardTable("7S", turned="ZZ"), rt.errors.CardError, "'ZZ'"),
        (lambda: rt.CardTable("7S", rulebook="chess"), rt.errors.RuleError, "'chess'"),
        (lambda: rt.CardTable("7S", players="x"), rt.errors.RuleError, "whole number"),
        (lambda: rt.WhatNow(5), rt.errors.CardError, "not int"),
        (lambda: rt.BestGrouping(5), rt.errors.CardError, "not int"),
        (lambda: rt.RulebookCard("chess"), rt.errors.RuleError, "'chess'"),
        (lambda: rt.RoundTable(5), rt.errors.RuleError, "not with int"),
    ],
)
@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_a_widget_of_nothing_sensible_is_one_clear_error(make, error: type[Exception], told: str) -> None:
    """What cannot be read is refused in words, and the widget that never came to be leaves no second error."""
    with pytest.raises(error, match=told):
        make()
    gc.collect()


@pytest.mark.parametrize(
    "message",
    [
        {"type": "add", "card": "ZZ"},
        {"type": "puzzle", "do": "go", "key": "nope.nope.1"},
        {"type": "set", "rulebook": "nope"},
        {"type": "round", "do": "load", "text": 5, "seed": 1},
        {"type": "round", "do": "next"},
    ],
)
def test_what_cannot_be_done_is_told_in_words(message):
    """Whatever the engine refuses, its sentence is shown, without the name of a Python class; no card need be meant."""
    session = Session(X4)
    receive(session, {"type": "puzzle", "do": "open"})
    receive(session, {"type": "round", "do": "open"})
    receive(session, {"type": "round", "do": "new"})
    receive(session, message)
    told = session.problem.text if session.problem else ""
    assert "Error" not in told and "cards on the table" not in told
    assert session.problem is None or (told.count("Nothing was changed.") == 1 and "did not work" not in told)


def test_how_many_play_is_told_only_where_somebody_has_said_so():
    """A game with other numbers of players says in Analyse how many play now, in Learn nothing."""
    for mode, told in (("analyse", True), ("learn", False)):
        session = Session(X4, players=6)
        session.show(mode)
        receive(session, {"type": "set", "rulebook": "marriage-21"})
        assert session.state.rulebook == "marriage-21" and bool(session.notes) is told
