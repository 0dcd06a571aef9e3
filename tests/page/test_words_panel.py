"""The words on the page: the list, its entries and the search."""

from __future__ import annotations

import json

from rummy_tutor.page.panels import pick_panels, receive
from rummy_tutor.page.session import Session
from rummy_tutor.page.worked_hands import WELCOME
from rummy_tutor.rulebooks.sources import RULINGS
from rummy_tutor.tutor.words import WORDS, list_codes

(PANEL,) = pick_panels("words")


def test_the_list_and_its_entries_are_drawn() -> None:
    """Closed it holds the forms alone; opened the list, a word, a ruling; every entry can be drawn."""
    session = Session(WELCOME.hand)
    assert set(PANEL.draw(session)) == {"closed", "marks"}
    receive(session, {"type": "word", "key": ""})
    view = PANEL.draw(session)
    assert view["entry"] is None and {one["key"] for one in view["index"]} == {*WORDS, *list_codes()}
    for one in view["index"]:
        receive(session, {"type": "word", "key": one["key"]})
        entry = PANEL.draw(session)["entry"]
        assert entry["key"] == one["key"] and entry["what"]
        json.dumps(entry)
    receive(session, {"type": "word", "key": "R28"})
    entry = PANEL.draw(session)["entry"]
    assert entry["what"] == RULINGS["R28"] and "AD Gaming" in entry["games"]


def test_the_list_is_searched() -> None:
    """A search narrows the list, no letters bring it back, and what is no entry is refused."""
    session = Session(WELCOME.hand)
    receive(session, {"type": "word", "key": ""})
    receive(session, {"type": "find_word", "text": "tunnela"})
    assert PANEL.draw(session)["found"][0] == "tunnela"
    receive(session, {"type": "find_word", "text": "zzz"})
    assert PANEL.draw(session)["found"] == []
    receive(session, {"type": "find_word", "text": " "})
    assert PANEL.draw(session)["found"] is None
    receive(session, {"type": "word", "key": "nope"})
    assert session.problem is not None
