"""The hand editor: worked hands and deals."""

from __future__ import annotations

from collections import Counter

import pytest

import rummy_tutor as rt
from rummy_tutor.page.editor.typed import find_error
from rummy_tutor.page.panels import receive
from rummy_tutor.page.session import Session
from rummy_tutor.page.table.view import TableView
from rummy_tutor.page.worked_hands import PRESETS, WELCOME, find_preset
from rummy_tutor.rulebooks import RULEBOOKS
from rummy_tutor.wording.page_texts import page_texts
from rummy_tutor.wording.speech import say
from tests.messages import tell

X4 = WELCOME.hand


@pytest.mark.parametrize("key", sorted(RULEBOOKS))
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_worked_hand_can_be_drawn_in_every_rulebook(preset, key):
    """No worked hand under any rulebook breaks a view model or the best grouping."""
    app = rt.App()
    tell(app, "preset", key=preset)
    tell(app, "set", rulebook=key)
    tell(app, "reveal", level=4)
    assert app.problem == {}
    assert len(app._vm_comparison["rows"]) == len(RULEBOOKS)
    laid = Counter(app.session.state.layout.cards)
    tell(app, "take")
    assert app.problem == {} or isinstance(app.session.why_no_result, rt.errors.RuleError)
    assert Counter(app.session.state.layout.cards) == laid


def test_a_tricky_deal_is_verified_and_repeatable():
    """A tricky hand beats the obvious grouping clearly, and its seed deals it again."""
    session = Session(X4)
    receive(session, {"type": "tricky", "seed": 7})
    assert "better" in say(session.deal_note) or "Another grouping" in say(session.deal_note)
    again = Session(X4)
    receive(again, {"type": "tricky", "seed": 7})
    assert again.text == session.text


def test_a_deal_comes_from_the_pack():
    """A dealt hand and its turned card never hold more copies than the pack."""
    for key, book in RULEBOOKS.items():
        session = Session("2H 3H", key, players=book.table.players[1])
        for seed in range(5):
            receive(session, {"type": "deal_extra", "seed": seed})
            assert session.result.pack_ok and len(session.state.layout.cards) == book.deal + 1


def test_every_worked_hand_says_what_it_shows():
    """Each has a name of its own, what it shows, and its source; none of them is a code."""
    told = [(one.label, one.story, one.source) for one in PRESETS.values()]
    assert len({label for label, _, _ in told}) == len(PRESETS)
    assert all(len(story) > 30 and source for _, story, source in told)


def test_a_worked_hand_is_known_however_it_is_grouped():
    """Its story stands over the table and its entry is marked until other cards or rules come."""
    session = Session(X4, players=6)
    assert find_preset(session.state) is WELCOME and TableView(session).draw()["caption"]["text"] == WELCOME.story
    receive(session, {"type": "move", "cards": [0], "to": "loose"})
    assert find_preset(session.state) is WELCOME
    receive(session, {"type": "remove", "card": "PJ"})
    assert (
        find_preset(session.state) is None
        and TableView(session).draw()["caption"]["text"] == page_texts()["hint_first"]
    )
    receive(session, {"type": "preset", "key": "x2"})
    assert find_preset(session.state) is PRESETS["x2"]
    receive(session, {"type": "set", "rulebook": "gorummy-13"})
    assert find_preset(session.state) is None


def test_a_story_goes_when_its_cards_lie_otherwise() -> None:
    """What is told of groups is told only where they lie; laid back they have their story again."""
    session = Session(WELCOME.hand, WELCOME.rulebook, WELCOME.turned, WELCOME.players)
    assert TableView(session).draw()["caption"]["text"] == WELCOME.story
    receive(session, {"type": "text", "text": WELCOME.hand.replace("|", "")})
    assert TableView(session).draw()["caption"]["text"] != WELCOME.story
    receive(session, {"type": "undo"})
    assert find_preset(session.state) is WELCOME and WELCOME.lies_in(session.state.layout)


def test_commas_in_place_of_bars_are_told() -> None:
    """Commas part cards and no groups: the cards lie loose, and a sentence names the bar."""
    session = Session("2H")
    receive(session, {"type": "text", "text": "3S 4S 5S, 6H 7H 8H"})
    assert len(session.state.layout.groups) == 6
    assert "bar | between groups" in TableView(session).draw()["caption"]["text"]
    receive(session, {"type": "text", "text": "3S, 4S, 5S | 6H 7H"})
    assert "bar" not in TableView(session).draw()["caption"]["text"]


def test_the_note_of_a_deal_goes_with_its_cards():
    """The number of a deal is shown until other cards are laid out."""
    session = Session(X4)
    receive(session, {"type": "deal", "seed": 5})
    assert TableView(session).draw()["caption"]["text"] == "Deal number 5."
    receive(session, {"type": "preset", "key": "x2"})
    assert session.deal_note is None


@pytest.mark.parametrize(
    ("typed", "text", "turned"),
    [
        ("345s 678h", "3S 4S 5S 6H 7H 8H", None),
        ("345s | 10JQd | kh / qd", "3S 4S 5S | TD JD QD | KH", "QD"),
        ("2h3h4h 10s9s/2c", "2H 3H 4H TS 9S", "2C"),
        ("345s6h|pj", "3S 4S 5S 6H | PJ", None),
        ("2h 3h /pj", "2H 3H", "PJ"),
        ("10s 9s", "TS 9S", None),
    ],
)
def test_short_forms_and_the_turned_card_are_typed(typed, text, turned):
    """Ranks of one suit may stand together, and a stroke comes before the turned card; without one it stays."""
    session = Session("2H 3H 4H", turned="KC")
    receive(session, {"type": "text", "text": typed})
    assert session.problem is None and session.draft is None
    assert (session.text, str(session.state.turned)) == (text, turned or "KC")


@pytest.mark.parametrize(("typed", "at"), [("2h 3h / zz", (8, 10)), ("345x 2h", (0, 4)), ("2h /", (0, 0))])
def test_what_is_no_card_is_shown_in_its_place(typed, at):
    """Also in a short form, and behind the stroke."""
    error = find_error(typed)
    assert error is not None and (error.start, error.end) == at


def test_the_place_of_an_error_is_counted_in_what_was_typed():
    """A short form is longer written out, which the reader of the message has not seen."""
    assert "(card 4, character 8)" in str(find_error("345s | 67x"))
