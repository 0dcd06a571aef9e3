"""The hand editor: worked hands and deals."""

from __future__ import annotations

from collections import Counter

import pytest

import rummy_tutor as rt
from rummy_tutor.rulebooks import RULEBOOKS
from rummy_tutor.widgets.presets import PRESETS, WELCOME
from rummy_tutor.widgets.session import Session
from rummy_tutor.widgets.texts import TEXTS
from rummy_tutor.widgets.views import TableView
from tests.intents import tell

X4 = WELCOME.hand


@pytest.mark.parametrize("key", sorted(RULEBOOKS))
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_worked_hand_can_be_drawn_in_every_rulebook(preset, key):
    """No worked hand under any rulebook breaks a view model or the best grouping."""
    app = rt.app()
    tell(app, "preset", key=preset)
    tell(app, "set", rulebook=key)
    tell(app, "reveal", level=4)
    assert app.problem == {}
    assert len(app.comparison["rows"]) == 9
    laid = Counter(app.session.state.layout.cards)
    tell(app, "take")
    assert app.problem == {} or app.result is None
    assert Counter(app.session.state.layout.cards) == laid


def test_a_tricky_deal_is_verified_and_repeatable():
    """A tricky hand beats the obvious grouping clearly, and its seed deals it again."""
    session = Session(X4)
    session.receive({"type": "tricky", "seed": 7})
    assert "does better" in session.deal_note
    again = Session(X4)
    again.receive({"type": "tricky", "seed": 7})
    assert again.text == session.text


def test_a_deal_comes_from_the_pack():
    """A dealt hand and its turned card never hold more copies than the pack."""
    for key, book in RULEBOOKS.items():
        session = Session("2H 3H", key, players=book.table.players[1])
        for seed in range(5):
            session.receive({"type": "deal_extra", "seed": seed})
            assert session.result.pack_ok and len(session.state.layout.cards) == book.deal + 1


def test_every_worked_hand_says_what_it_shows():
    """Each has a name of its own, what it shows, and its source; none of them is a code."""
    told = [(one.label, one.story, one.source) for one in PRESETS.values()]
    assert len({label for label, _, _ in told}) == len(PRESETS)
    assert all(len(story) > 30 and source for _, story, source in told)


def test_a_worked_hand_is_known_however_it_is_grouped():
    """Its story stands over the table and its entry is marked until other cards or rules come."""
    session = Session(X4, players=6)
    assert session.preset is WELCOME and TableView(session).draw()["caption"]["text"] == WELCOME.story
    session.receive({"type": "move", "cards": [0], "to": "loose"})
    assert session.preset is WELCOME
    session.receive({"type": "remove", "card": "PJ"})
    assert session.preset is None and TableView(session).draw()["caption"]["text"] == TEXTS["hint_first"]
    session.receive({"type": "preset", "key": "x2"})
    assert session.preset is PRESETS["x2"]
    session.receive({"type": "set", "rulebook": "gorummy-13"})
    assert session.preset is None


def test_the_note_of_a_deal_goes_with_its_cards():
    """The number of a deal is shown until other cards are laid out."""
    session = Session(X4)
    session.receive({"type": "deal", "seed": 5})
    assert TableView(session).draw()["caption"]["text"] == "Deal number 5."
    session.receive({"type": "preset", "key": "x2"})
    assert session.deal_note == ""
