"""The list of panels, and what a browser may send: all of it without Jupyter."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from rummy_tutor.page.asking import MODES, NoValues
from rummy_tutor.page.comparison.job import compare_in_steps
from rummy_tutor.page.comparison.view import draw_comparison
from rummy_tutor.page.drawing import draw
from rummy_tutor.page.feed import Feed
from rummy_tutor.page.panels import OWNERS, PANELS, receive
from rummy_tutor.page.session import Memory, Session
from rummy_tutor.page.shell.actions import ACTIONS as SHELL
from rummy_tutor.page.worked_hands import WELCOME
from rummy_tutor.rulebooks.files import make_rulebook
from rummy_tutor.wording.page_texts import page_texts
from tests.patience import LONG

WITHOUT_JUPYTER = """
import json, sys
for name in ("ipywidgets", "anywidget", "traitlets", "IPython", "jupyter_client", "voila"):
    sys.modules[name] = None  # to import it is an error
from rummy_tutor.page.drawing import draw, work_out
from rummy_tutor.page.panels import PANELS, receive
from rummy_tutor.page.session import Session
session = Session("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S", "gorummy-13", "9D")
told = []
session.listen(lambda: told.append(session.problem))
for message in json.loads(sys.argv[1]):
    receive(session, message)
assert told == [None] * len(told) and told, told
for _, views in work_out(PANELS, session):
    pass
views = draw(PANELS, session)
json.dumps(views)
assert not any("failed" in view and view["failed"] for view in views.values()), views
assert views["comparison"]["pending"] is False and len(views["best"]["lines"]) > 0
assert views["what_now"]["outs"] and views["what_now"]["way"] and not views["what_now"]["working"]
assert views["ledger"]["ledger"]["rows"] and views["ledger"]["sitting"]["played"] == 1
print(sorted(views))
"""


def test_the_page_needs_no_jupyter() -> None:
    """Session, actions, a round, advice and every panel's view model work where no widget can be imported."""
    messages = [
        {"type": "move", "cards": [0, 1, 2], "to": "new"},
        {"type": "reveal", "level": 4},
        {"type": "what_now", "level": 3},
        {"type": "round", "do": "open"},
        {"type": "round", "do": "deal", "seed": 4},
        {"type": "round", "do": "next"},
        {"type": "round", "do": "deal", "seed": 4},
        {"type": "qr", "url": "http://127.0.0.1/"},
        {"type": "pair", "a": "octro-13", "b": "rummy-21"},
    ]
    command = [sys.executable, "-c", WITHOUT_JUPYTER, json.dumps(messages)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONG)
    assert done.returncode == 0, done.stderr
    named = sorted(name for panel in PANELS for name in panel.views)
    assert done.stdout.strip() == str(named)


def test_no_two_panels_share_a_name() -> None:
    """Keys, stems, views and actions belong to one panel each; every tab has a word and every stem its files."""
    for names in (
        [panel.key for panel in PANELS],
        [panel.stem for panel in PANELS],
        [name for panel in PANELS for name in panel.views],
        [name for panel in PANELS for name in panel.code.actions],
    ):
        assert len(names) == len(set(names)), names
    assert all({*panel.code.actions} == {*panel.loaded.actions} for panel in PANELS)
    assert set(OWNERS) == {name for panel in PANELS for name in panel.code.actions}
    assert all(panel.tab in page_texts() for panel in PANELS if panel.tab)
    front = Path(sys.modules["rummy_tutor"].__file__).parent / "front"
    for panel in PANELS:
        assert (front / f"{panel.stem}.js").exists() and (front / f"{panel.stem}.css").exists()
        assert all((front / f"{stem}.css").exists() for stem in panel.styles)


@pytest.mark.parametrize("given", [{"place": "attic"}, {"modes": ("nowhere",)}, {"place": "sheet", "tab": ""}], ids=str)
def test_a_panel_that_stands_nowhere_cannot_be_made(given: dict[str, object]) -> None:
    """A place or a mode that the page has not, or no tab to open it by, is an error when the panel is made."""
    with pytest.raises(ValueError, match="the panel best"):
        replace(next(panel for panel in PANELS if panel.key == "best"), **given)


def test_an_action_that_fails_on_the_way_changes_nothing(monkeypatch: pytest.MonkeyPatch, logged_errors: list) -> None:
    """Whatever an action had changed when it failed holds no longer, and what could be undone still can be."""
    session = Session(WELCOME.hand)
    receive(session, {"type": "move", "cards": [9], "to": "loose"})
    receive(session, {"type": "reveal", "level": 2})
    drawn, before = draw(PANELS, session), dict(vars(session))

    def broken(session: Session, values: NoValues) -> None:
        session.lay("2H 3H")
        session.set_classroom(True)
        Memory("panel", str, of_cards=True).keep(session, 1)
        raise ZeroDivisionError

    monkeypatch.setitem(SHELL, "ping", broken)
    receive(session, {"type": "ping"})
    assert "ZeroDivisionError" in session.problem.text
    session.problem = None
    assert dict(vars(session)) == before and draw(PANELS, session) == drawn
    assert [record.exc_info[0] for record in logged_errors] == [ZeroDivisionError]
    logged_errors.clear()


def test_a_browser_is_told_of_the_panels_in_the_order_of_the_modes() -> None:
    """Its buttons stand as the modes do; panels of one mode, and those of all, stay in the order of the list."""
    told = Feed(Session("2H"), PANELS, object(), print, is_page=True).describe()
    modes = list(dict.fromkeys(mode for panel in told for mode in panel["modes"]))
    assert modes == [mode for mode in MODES if mode in modes] and len(modes) > 3
    for mode in modes:
        here = [panel["key"] for panel in told if mode in panel["modes"] or not panel["modes"]]
        assert here == [panel.key for panel in PANELS if panel.stands_in(mode) and panel.modes] + [
            panel.key for panel in PANELS if not panel.modes
        ]


def test_the_note_below_the_table_tells_of_what_is_on_it() -> None:
    """A mark that no row in sight has is not told; a game's score says in its own cell which way is better."""
    good = "2H 3H 4H 5H | 7C 8C 9C | KS KH KD | 5S 5D 5C"
    for hand, best, declares in ((WELCOME.hand, False, False), (WELCOME.hand, True, True), (good, False, True)):
        session = Session(hand, WELCOME.rulebook)
        for _ in compare_in_steps(session):
            pass
        receive(session, {"type": "show_best_column", "on": best})
        drawn = draw_comparison(session)
        assert ("✓" in drawn["folded_note"], "◆" in drawn["folded_note"]) == (declares, best)
        told = {row["key"]: row["plot_label"] for row in drawn["rows"]}
        assert told["vazhushal-13"] == "score: more is better" and "score" not in told["adgaming-13"]
        assert len(drawn["folded_note"]) < 80


def test_a_table_of_scores_alone_has_no_note_of_bars() -> None:
    """Where no row in sight has a bar none is explained."""
    session = Session("2H 3H 4H | KS", make_rulebook({"base": "vazhushal-13", "key": "ours", "deal": 4}))
    for _ in compare_in_steps(session):
        pass
    assert "bar" not in draw_comparison(session)["folded_note"] and "bar" in draw_comparison(session)["note"]
