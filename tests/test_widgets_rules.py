"""The comparison of nine rulebooks, and the page of one."""

from __future__ import annotations

from rummy_tutor.rulebooks import RULEBOOKS
from rummy_tutor.widgets.panels import draw_rulebook
from rummy_tutor.widgets.presets import WELCOME
from rummy_tutor.widgets.session import Session

X4 = WELCOME.hand


def test_a_comparison_is_dropped_if_the_table_changes_meanwhile():
    """Verdicts worked out step by step are kept only if they are of the hand on the table."""
    session = Session(X4)
    steps = session.compare_in_steps()
    next(steps)
    session.receive({"type": "move", "cards": [0], "to": "loose"})
    assert list(steps) == [] and session.comparison is None
    assert len(list(session.compare_in_steps())) == 9
    assert len(session.comparison) == 9 and not session.comparison_pending


def test_the_pages_of_rules_read_as_sentences():
    """Every rule of the page begins with a capital or a figure, and levels are named in words."""
    items = [
        item for key in RULEBOOKS for part in draw_rulebook(Session("2H 3H", key))["sections"] for item in part["items"]
    ]
    assert all(item["text"][0] == item["text"][0].upper() for item in items)
    assert not any(item["term"].startswith("Level") for item in items)
