"""Widgets in a notebook: what it keeps of them, and how much their code weighs."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from ipywidgets import HBox, Text, VBox, Widget
from nbclient import NotebookClient
from nbformat import v4

import rummy_tutor as rt
from rummy_tutor.widgets import saved
from rummy_tutor.widgets.shared import find_shared
from tests.messages import tell
from tests.patience import PATIENCE, until

HAND = "2H 3H 4H | 5C 6C QD | KS QS"
FIVE = """
import json, rummy_tutor as rt
from ipywidgets import Widget
first = rt.CardTable({hand!r}, rulebook="adgaming-13", turned="QD", players=6)
five = [first, rt.BestGrouping(first), rt.ComparisonTable(first), rt.WhatNow(first), rt.RulebookCard(first)]
states = Widget.get_manager_state()["state"]
before = len(json.dumps(states))
rt.CardTable("AS 2S 3S | KD")
print(before, len(json.dumps(Widget.get_manager_state()["state"])) - before)
"""


def read(html: str) -> str:
    """The words of a display, as a reader without styles has them."""
    return " ".join(re.sub(r"<[^>]+>", " ", re.sub(r"<style>.*?</style>", "", html)).split())


def test_code_is_sent_once_a_kernel() -> None:
    """Five widgets weigh at most 260 kB in a notebook, and a second table 12 kB more."""
    done = subprocess.run([sys.executable, "-c", FIVE.format(hand=HAND)], capture_output=True, text=True, check=True)
    five, more = map(int, done.stdout.split())
    assert five <= 260_000 and more <= 12_000


def test_a_click_weighs_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move sends what has changed on the table, and nothing of code, texts or the HTML that is kept."""
    table = rt.CardTable(HAND, rulebook="adgaming-13", turned="QD", players=6)
    sent: list[int] = []
    monkeypatch.setattr(Widget, "_send", lambda self, message, buffers=None: sent.append(len(json.dumps(message))))
    table._receive(table, {"type": "move", "cards": [5], "to": "loose", "seq": 1, "view": "a"}, [])
    assert 1_000 < sum(sent) <= 3_908


def test_what_is_shared_is_found_and_is_made_anew_where_it_was_closed() -> None:
    """Files and texts stand under the names that a widget says; another language adds its texts and keeps the first."""
    table = rt.CardTable(HAND)
    shared = find_shared()
    assert table._shared == shared.model_id and getattr(shared, table._texts) == table.texts
    first = table._texts
    tell(table, "language", code="hi")
    assert table._texts != first and getattr(shared, table._texts)["lang"] == "hi" and first in shared.keys
    before = shared.model_id
    shared.close()
    again = rt.CardTable(HAND)
    assert again._shared == find_shared().model_id != before and again._files in find_shared().keys


def test_in_marimo_a_widget_brings_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where models find no other models each has its whole module, styles and texts."""

    class Marimo:
        running_in_notebook = staticmethod(lambda: True)

    monkeypatch.setitem(sys.modules, "marimo", Marimo)
    table = rt.CardTable(HAND)
    assert "class CardTableView" in table._esm and ".rt-tray" in table._css
    assert "texts" in table.keys and table.get_state()["texts"]["lang"] == "en"


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[dict[str, Any]]]:
    """What a notebook is given to display, in order."""
    import IPython.display

    given: list[dict[str, Any]] = []

    def take(bundle: dict[str, Any], *, raw: bool, display_id: str | None = None) -> None:
        given.append({**bundle, "id": display_id})

    monkeypatch.setattr(saved, "is_in_notebook", lambda: True)
    monkeypatch.setattr(IPython.display, "display", take)
    monkeypatch.setattr(IPython.display, "update_display", take)
    yield given


def test_a_notebook_keeps_the_hand_and_the_verdict(shown: list[dict[str, Any]]) -> None:
    """Before the widget stands what it shows as HTML; it is written anew after a move, and not if nothing changed."""
    table = rt.CardTable(HAND, rulebook="adgaming-13", turned="QD", players=6)
    table._ipython_display_()
    html, widget = shown
    told = read(html["text/html"])
    assert "2♥ 3♥ 4♥" in told and "As laid: 10 points" in told and "AD Gaming Rummy 6 players" in told
    assert html["text/plain"] == repr(table) and "Best" not in told
    assert widget["application/vnd.jupyter.widget-view+json"]["model_id"] == table.model_id and widget["id"] is None
    table.value = "2H 3H 4H | 5C 6C | QD KS QS"
    assert shown[-1]["id"] == html["id"] and "5♣ 6♣ Q♦" not in read(shown[-1]["text/html"])
    count = len(shown)
    tell(table, "ping")
    assert len(shown) == count


def test_a_box_keeps_what_its_widgets_keep(shown: list[dict[str, Any]]) -> None:
    """Before a box stands the HTML of every widget in it, hidden while one lives; a change of one is written there."""
    table = rt.CardTable(HAND)
    now = rt.WhatNow(rt.CardTable("7S 8S | KD"))
    box = HBox([Text("note"), VBox([table, now])])
    saved._show_kept(box)
    html, widget = shown
    assert "5♣ 6♣ Q♦" in read(html["text/html"]) and "7♠ 8♠" in read(html["text/html"])
    assert all(f"rummy-tutor-{one.model_id}-live" in html["text/html"] for one in (table, now))
    assert widget["application/vnd.jupyter.widget-view+json"]["model_id"] == box.model_id
    table.value = "2H 3H 4H | KD"
    assert len(shown) == 3 and shown[2]["id"] == html["id"] and "K♦" in read(table._draw_saved())
    assert read(shown[2]["text/html"]) == read(table._draw_saved() + now._draw_saved())
    with pytest.raises(NotImplementedError):
        saved._show_kept(HBox([Text("note")]))

    class OwnBox(HBox):
        def _ipython_display_(self) -> None:
            shown.append({"own": True})

    saved._show_kept(OwnBox([table]))
    assert shown[3:] == [{"own": True}]


def test_a_notebook_run_as_a_whole_keeps_its_last_state() -> None:
    """What a cell changes stands in the notebook at the cell's end, by itself and in a box."""
    cells = [
        f"import rummy_tutor as rt\nfrom ipywidgets import Tab, Text\ntable = rt.CardTable({HAND!r})\ntable",
        "Tab([Text(), rt.ComparisonTable(table)])",
        "table.value = '2H 3H 4H | KD'",
    ]
    notebook = v4.new_notebook(cells=[v4.new_code_cell(source) for source in cells])
    NotebookClient(notebook, kernel_name="python3", timeout=PATIENCE).execute()
    alone, box = (read(cell.outputs[0]["data"]["text/html"]) for cell in notebook.cells[:2])
    assert "K♦" in alone and "Q♦" not in alone and box.startswith("4 cards")


def test_moves_in_a_row_are_written_once(shown: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    """In a kernel the HTML waits until no more moves come; a closed widget writes nothing."""
    monkeypatch.setattr(saved, "_DELAY", 0.01)

    async def move() -> None:
        table = rt.CardTable(HAND)
        table._ipython_display_()
        table.value, table.value = "2H 3H | 4H", "2H 3H 4H | KD"
        assert len(shown) == 2
        await until(lambda: len(shown) > 2)
        assert len(shown) == 3 and "K♦" in read(shown[2]["text/html"])
        table.value = "2H 3H"
        table.close()
        await asyncio.sleep(0.1)
        assert len(shown) == 3

    asyncio.run(move())


def test_answers_that_are_hidden_are_not_kept() -> None:
    """A best grouping, the best figures of a comparison and advice are kept once they have been asked for."""
    table = rt.CardTable("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S", rulebook="gorummy-13", turned="9D")
    best, compared, now = rt.BestGrouping(table), rt.ComparisonTable(table), rt.WhatNow(table)
    said = {name: read(html) for name, html in (("best", best._draw_saved()), ("now", now._draw_saved()))}
    assert "At best" not in said["best"] and "declar" not in said["now"].split("As laid")[0]
    hidden = read(compared._draw_saved())
    assert "As laid" in hidden and "Best" not in hidden.split("Remarks")[0]
    tell(best, "reveal", level=4)
    assert (
        read(rt.analyse(table.hand, "gorummy-13", "9D")._repr_html_()).split("At best")[1:]
        == (read(best._draw_saved()).split("At best")[1:])
    )
    table.session.set_classroom(True)
    table.session.tell()
    assert "points" not in read(table._draw_saved()) and "K♦" in read(table._draw_saved())


def test_every_widget_keeps_something_to_read() -> None:
    """Each widget's HTML names what it is about."""
    game = rt.play("gorummy-13", ["new", "new"], seed=2)
    widgets = {
        "Octro Indian Rummy": rt.RulebookCard("octro-13"),
        "first drop": rt.RoundTable("s0-six"),
        "GoRummy Points Rummy": rt.RoundTable(players=3, rulebook="gorummy-13"),
        "open card": rt.PlayTable("gorummy-13", seed=7),
        "decisions": rt.Review(game),
        "X4": rt.Puzzle("x4"),
        "Lesson 4 of 13": rt.Lesson("sets"),
        "Pure sequences": rt.Lesson(),
        "My progress": rt.widgets.Progress(),
        "no joker takes the place": rt.Words("first life"),
        "tunnela": rt.Words(),
        "K♥": rt.App(),
        "without printed jokers": rt.CardTable("PJ", rulebook="marriage-21"),
    }
    for word, widget in widgets.items():
        assert word in read(widget._draw_saved()), widget
    assert "Asha pays 80 points to Bikram" in read(game._repr_html_())


def test_outside_a_notebook_a_widget_is_printed() -> None:
    """A terminal's IPython is told to print it."""
    with pytest.raises(NotImplementedError):
        rt.CardTable(HAND)._ipython_display_()
    assert json.dumps(Widget.get_manager_state()["state"])
