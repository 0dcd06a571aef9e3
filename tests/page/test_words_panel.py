"""The words on the page: the list, its entries and the search."""

from __future__ import annotations

import json
import re

import pytest

from rummy_tutor.page.panels import pick_panels, receive
from rummy_tutor.page.session import Session
from rummy_tutor.page.worked_hands import WELCOME
from rummy_tutor.rulebooks import RULEBOOKS
from rummy_tutor.rulebooks.sources import RULINGS
from rummy_tutor.tutor.words import WORDS, list_codes
from rummy_tutor.wording.speech import name_rulebook, speaking

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
    view = PANEL.draw(session)
    assert view["found"][0] == "tunnela"
    assert view["entry"]["key"] == "tunnela" and not view["chosen"], "the nearest entry is shown beside the list"
    receive(session, {"type": "find_word", "text": "zzz"})
    assert PANEL.draw(session)["found"] == []
    receive(session, {"type": "find_word", "text": " "})
    view = PANEL.draw(session)
    assert view["found"] is None and view["entry"] is None
    receive(session, {"type": "word", "key": "nope"})
    assert session.problem is not None


def test_the_own_game_comes_first_and_judges_the_examples() -> None:
    """What the learner's game says stands apart, it judges the examples, and a word it lacks is said to be so."""
    session = Session(WELCOME.hand, "paplu-27")
    receive(session, {"type": "word", "key": "ask-two-sevens"})
    entry = PANEL.draw(session)["entry"]
    assert entry["own"]["head"] == "In your game, 27 Card Rummy" and entry["own"]["lines"][0]["codes"]
    assert not any("27 Card Rummy" in one["games"] for one in entry["rules"])
    assert entry["example"]["rulebook"] == "27 Card Rummy" and entry["example"]["lines"][0]["text"] == "Set 7♠ 7♠ 7♥"
    receive(session, {"type": "word", "key": "melded-score"})
    entry = PANEL.draw(session)["entry"]
    assert entry["own"] is None and "does not have this" in entry["about"]
    points = Session(WELCOME.hand, "gorummy-13")
    receive(points, {"type": "word", "key": "ask-why-80"})
    example = PANEL.draw(points)["entry"]["example"]
    assert example["rulebook"] == "GoRummy Points Rummy" and any(
        "80 points" in line["text"] for line in example["lines"]
    )


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_question_begins_with_its_answer_in_the_own_game(rulebook: str) -> None:
    """One that asks whether with yes or no, one that asks how many with the number, the others with what a thing is."""
    begins = {
        "ask-k-a-2": f"No. In {name_rulebook(RULEBOOKS[rulebook])} ",
        "ask-two-sevens": "Yes. In " if rulebook == "paplu-27" else "No. In ",
        "ask-joker-pure": "No. ",
        "ask-wild-itself": "Yes. ",
        "ask-how-many": {
            "marriage-21": "3. In ",
            "rummy-21": "3. In ",
            "paplu-21": "3. In ",
            "paplu-27": "None. In ",
        }.get(rulebook, "1. In " if rulebook == "vazhushal-13" else "2. In "),
        "ask-tunnela-dublee": "A tunnela is ",
        "ask-tiplu": "The card ",
        "ask-maal": "Maal is ",
        "ask-why-80": "Because ",
        "ask-my-turn": "First you ",
    }
    session = Session(WELCOME.hand, rulebook)
    for key, words in begins.items():
        receive(session, {"type": "word", "key": key})
        entry = PANEL.draw(session)["entry"]
        assert (entry["answer"] or entry["what"]).startswith(words), key


def test_a_source_lists_the_rules_that_come_from_it() -> None:
    """Its entry says what a source is, and names every rule of the own game and of the others that cites it."""
    session = Session(WELCOME.hand, "adgaming-13")
    receive(session, {"type": "word", "key": "S4"})
    entry = PANEL.draw(session)["entry"]
    assert entry["about"].startswith("A source is a page") and entry["folded"] and not entry["rules"]
    assert all("S4" in line["codes"] for line in entry["own"]["lines"]) and len(entry["own"]["lines"]) > 10
    receive(session, {"type": "word", "key": "R4"})
    games = {one["games"] for one in PANEL.draw(session)["entry"]["rules"]}
    assert "GoRummy Points Rummy" in games


def test_other_names_stand_in_the_letters_of_the_language() -> None:
    """Spellings in Latin letters are found by the search, but what a word is called besides is told in its own script;
    in English, where there are no others, all are told."""
    for code, search, letters in (("te", "tanala", "టనాలా"), ("hi", "tanala", "टनाला"), ("en", "trail", "trail")):
        with speaking(code):
            session = Session(WELCOME.hand)
            receive(session, {"type": "find_word", "text": search})
            also = PANEL.draw(session)["entry"]["also"]
        assert letters in also and bool(re.search("[a-z]", also)) == (code == "en"), also
