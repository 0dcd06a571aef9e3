"""The comparison of all rulebooks, and the page of one."""

from __future__ import annotations

from rummy_tutor.page.comparison.job import compare_in_steps, is_pending, last_comparison
from rummy_tutor.page.panels import receive
from rummy_tutor.page.rulebook.view import draw_rulebook
from rummy_tutor.page.session import Session
from rummy_tutor.page.worked_hands import WELCOME
from rummy_tutor.rulebooks import RULEBOOKS
from rummy_tutor.tutor.puzzles.ladder import game_of, list_ladder

X4 = WELCOME.hand


def test_a_comparison_is_dropped_if_the_table_changes_meanwhile():
    """Verdicts worked out step by step are kept only if they are of the hand on the table."""
    session = Session(X4)
    steps = compare_in_steps(session)
    next(steps)
    receive(session, {"type": "move", "cards": [0], "to": "loose"})
    assert list(steps) == [] and last_comparison(session) is None
    assert len(list(compare_in_steps(session))) == len(RULEBOOKS)
    assert len(last_comparison(session)) == len(RULEBOOKS) and not is_pending(session)


def test_the_pages_of_rules_read_as_sentences():
    """Every rule of the page begins with a capital or a figure, and levels are named in words."""
    items = [
        item for key in RULEBOOKS for part in draw_rulebook(Session("2H 3H", key))["sections"] for item in part["items"]
    ]
    assert all(item["text"][0] == item["text"][0].upper() for item in items)
    assert not any(item["term"].startswith("Level") for item in items)


def test_with_a_puzzle_the_rules_are_those_of_its_game():
    """On the other screens they are those of the game that is chosen."""
    session = Session(X4, "gorummy-13")
    key = next(key for key, _ in list_ladder() if game_of(key) == "octro-13")
    receive(session, {"type": "mode", "mode": "puzzles", "puzzle": key})
    receive(session, {"type": "puzzle", "do": "open"})
    assert draw_rulebook(session)["title"] == "Octro Indian Rummy"
    receive(session, {"type": "mode", "mode": "learn"})
    assert draw_rulebook(session)["title"] == "GoRummy Points Rummy"
