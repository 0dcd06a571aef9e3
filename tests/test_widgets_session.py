"""A session: what a page may ask of it, its past, and what a browser tab remembers."""

from __future__ import annotations

import gc

import pytest

import rummy_tutor as rt
from rummy_tutor.widgets.presets import WELCOME
from rummy_tutor.widgets.session import Session

X4 = WELCOME.hand


def test_undo_and_redo_walk_through_the_past():
    """Undo brings back each earlier state, redo each later one, and a new move forgets the later ones."""
    session = Session(X4)
    texts = [session.text]
    for ids in ([0], [4], [8]):
        session.receive({"type": "move", "cards": ids, "to": "loose"})
        texts.append(session.text)
    for text in reversed(texts[:-1]):
        session.receive({"type": "undo"})
        assert session.text == text
    session.receive({"type": "undo"})
    assert session.text == texts[0]
    session.receive({"type": "redo"})
    assert session.text == texts[1]
    session.receive({"type": "ungroup", "cards": [5]})
    session.receive({"type": "redo"})
    assert session.text not in texts


@pytest.mark.parametrize(
    "intent",
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
def test_intents_that_make_no_sense_leave_a_message_and_the_hand(intent):
    """A page may send anything: nothing is raised, nothing changes, and the page is told."""
    session = Session(X4)
    before = session.state
    session.receive(intent)
    assert session.problem and session.state == before


def test_what_was_revealed_is_found_again_with_the_same_link():
    """A tab that opens its own link again gives back what was revealed; the link itself carries nothing of it."""
    session = Session(X4)
    for intent in ({"type": "reveal", "level": 4}, {"type": "show_best_column", "on": True}, {"type": "sort"}):
        session.receive(intent)
    session.receive({"type": "pair", "a": "octro-13", "b": "rummy-21"})
    session.receive({"type": "text", "text": "2H 3X"})
    session.asked["panel"] = {"on": True}
    again, other = Session("2H 3H"), Session("2H 3H")
    again.receive({"type": "link", "search": session.link, "first": True, "memory": session.memory()})
    other.receive({"type": "link", "search": session.link, "first": True})
    assert again.memory() == session.memory() and again.reveal == 4 and again.asked == {"panel": {"on": True}}
    assert (other.reveal, other.show_best_column, other.asked, other.sort) == (0, False, {}, "suit")
    again.receive({"type": "set", "rulebook": "octro-13"})
    assert again.reveal == 0 and again.asked == {}


def test_a_lesson_goes_on_after_a_reload():
    """In the classroom too the tab finds again what was shown, and a pupil who opens the link does not."""
    session = Session(X4)
    session.receive({"type": "classroom", "on": True})
    for _ in range(3):
        session.receive({"type": "next_step"})
    again, pupil = Session("2H 3H"), Session("2H 3H")
    again.receive({"type": "link", "search": session.link, "first": True, "memory": session.memory()})
    pupil.receive({"type": "link", "search": session.link, "first": True})
    assert again.classroom and again.verdict_shown and again.reveal == 2
    assert pupil.classroom and not pupil.verdict_shown and pupil.reveal == 0


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
    session.receive({"type": "link", "search": "?hand=2H+3H+4H+%7C+KS", "first": True, "memory": memory})
    assert session.problem is None and session.text == "2H 3H 4H | KS"
    assert session.memory() == Session("2H 3H").memory()


@pytest.mark.parametrize(
    ("make", "error", "told"),
    [
        (lambda: rt.CardTable("7Z"), rt.CardError, "'7Z'"),
        (lambda: rt.CardTable("7S", turned="ZZ"), rt.CardError, "'ZZ'"),
        (lambda: rt.CardTable("7S", rulebook="chess"), rt.RuleError, "'chess'"),
        (lambda: rt.CardTable("7S", players="x"), rt.RuleError, "whole number"),
        (lambda: rt.WhatNow(5), rt.CardError, "not int"),
        (lambda: rt.BestGrouping(5), rt.CardError, "not int"),
        (lambda: rt.RulebookCard("chess"), rt.RuleError, "'chess'"),
        (lambda: rt.RoundTable(5), rt.RuleError, "not int"),
    ],
)
@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_a_widget_of_nothing_sensible_is_one_clear_error(make, error: type[Exception], told: str) -> None:
    """What cannot be read is refused in words, and the widget that never came to be leaves no second error."""
    with pytest.raises(error, match=told):
        make()
    gc.collect()
