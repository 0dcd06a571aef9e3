"""The comparison of all rulebooks, and the page of one."""

from __future__ import annotations

from rummy_tutor.page.comparison.job import compare_in_steps, is_pending, last_comparison
from rummy_tutor.page.panels import receive
from rummy_tutor.page.rulebook.view import draw_rulebook
from rummy_tutor.page.session import Session
from rummy_tutor.page.worked_hands import WELCOME
from rummy_tutor.rulebooks import RULEBOOKS

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
