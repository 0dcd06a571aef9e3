"""The widgets as they are used from Python: each alone, several together, and what they send to a browser."""

from __future__ import annotations

import subprocess
import sys

import pytest

import rummy_tutor as rt
from rummy_tutor.widgets.base import STATIC, link_module
from rummy_tutor.widgets.best_view import draw_best
from rummy_tutor.widgets.presets import WELCOME
from rummy_tutor.widgets.round_texts import ROUND_TEXTS
from rummy_tutor.widgets.session import Session
from rummy_tutor.widgets.texts import TEXTS
from rummy_tutor.widgets.views import TableView
from tests.intents import tell

X4 = WELCOME.hand


def test_importing_the_package_loads_no_widget_and_no_pandas():
    """The engine alone stays light: widgets and pandas load when first used."""
    heavy = ("ipywidgets", "anywidget", "pandas", "segno")
    code = f"import sys, rummy_tutor; print([name for name in {heavy} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


def test_the_app_needs_no_pandas():
    """The app's kernel never imports pandas, also after comparing."""
    code = "import sys, rummy_tutor as rt; print(rt.app().comparison['rows'][0]['arranged'], 'pandas' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "87 False"


def test_tables_do_not_disturb_each_other_unless_they_share():
    """Two tables are apart; a panel made from a table follows it."""
    one, two = rt.CardTable(X4), rt.CardTable(X4)
    best = rt.BestGrouping(one)
    tell(one, "move", cards=[9], to="loose")
    assert two.hand == X4 and best.hand == one.hand != two.hand
    tell(best, "reveal", level=4)
    tell(best, "take")
    assert one.result.arranged.declares and not two.result.arranged.declares


@pytest.mark.parametrize("name", ["CardTable", "HandEditor", "BestGrouping", "ComparisonTable", "RulebookCard", "App"])
def test_each_widget_stands_alone(name):
    """Every widget opens on a hand, answers an intent, and closes."""
    widget = getattr(rt, name)(X4, rulebook="gorummy-13", turned="PJ")
    tell(widget, "ping")
    assert widget.reply == {"view": "test", "seq": 1} and widget.problem == {}
    widget.close()


def test_errors_of_a_view_reach_the_page(monkeypatch):
    """If drawing fails the page keeps what it shows and gets a message."""
    table = rt.CardTable(X4)
    monkeypatch.setattr(TableView, "draw", lambda self: 1 / 0)
    before = table.table
    tell(table, "sort")
    assert table.table == before and "ZeroDivisionError" in table.problem["text"]


def test_nothing_hidden_is_sent():
    """Before it is asked for, neither the best grouping nor its figure is in what the browser gets."""
    app = rt.app()
    assert app.best["groups"] == [] and app.best["lines"] == []
    assert all(row["best"] is None and row["plot_best"] is None for row in app.comparison["rows"])
    tell(app, "classroom", on=True)
    assert app.table["headline"] is None and app.table["reasons"] == []
    assert all(tray["kind"] == "" and not tray["cost"] for tray in app.table["trays"])
    assert draw_best(app.session)["lines"] == []


def test_every_text_the_browser_asks_for_exists():
    """Each key used in the scripts is one of the texts."""
    import re

    used = set()
    for path in STATIC.glob("*.js"):
        used |= set(re.findall(r"\bt\(\"(\w+)\"", path.read_text(encoding="utf-8")))
    assert used and used <= {*TEXTS, *ROUND_TEXTS}


def test_no_text_is_left_over():
    """Each text is named somewhere, or is one of a family whose names are put together."""
    import re

    files = [*STATIC.glob("*.js"), *(path for path in STATIC.parent.glob("*.py") if path.name != "texts.py")]
    sources = "".join(path.read_text(encoding="utf-8") for path in files)
    families = ("hand_", "is_", "kind_", "now_working_", "option_", "pair_", "what_", "word_")
    named = {key for key in TEXTS if re.search(f"['\"]{re.escape(key)}['\"]", sources)}
    assert named and all(key.startswith(families) for key in set(TEXTS) - named)


def test_every_tab_of_the_page_has_a_word():
    """The words on the tabs are texts like any other."""
    import re

    words = re.findall(r'\btab: "(\w+)"', (STATIC / "app.js").read_text(encoding="utf-8"))
    assert len(words) >= 3 and set(words) <= set(TEXTS)


@pytest.mark.parametrize("path", sorted(STATIC.glob("*.js")), ids=lambda path: path.stem)
def test_a_linked_module_imports_nothing_and_exports_once(path):
    """What is handed to the browser is one module that needs no other file."""
    module = link_module(path.name)
    assert "\nimport " not in f"\n{module}" and module.count("export default") <= 1
    assert "\nexport " not in "\n" + module.replace("export default", "")


def test_a_slow_answer_that_fails_is_a_message_and_the_others_come():
    """An error in one slow answer reaches the page; what comes after it is worked out all the same."""
    from rummy_tutor.widgets.base import COMPARISON, Slow

    def broken(_: Session):
        yield
        raise ZeroDivisionError("on purpose")

    app = rt.app()
    app._slow = {"best": Slow(lambda _: True, broken), "comparison": COMPARISON}
    tell(app, "preset", key="x2")
    assert "on purpose" in app.problem["text"] and app.comparison["pending"] is False
