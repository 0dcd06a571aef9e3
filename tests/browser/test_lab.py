"""The widgets in JupyterLab."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, TimeoutError

from tests.patience import MILLISECONDS, PATIENCE, eventually
from tests.processes import Written

from .conftest import shoot
from .rounds import seat_field
from .servers import REPOSITORY, end_process, free_port, is_there

CELLS = [
    "import rummy_tutor as rt\n"
    "first = rt.CardTable('2H 3H 4H | 5C 6C QD | KS QS', rulebook='adgaming-13', turned='QD', players=6)\nfirst",
    "second = rt.CardTable('2H 3H 4H | 5C 6C QD | KS QS', rulebook='octro-13')\nsecond",
    "print('first', first.value, first.result.arranged.points); print('second', second.value)",
    "import ipywidgets\nipywidgets.VBox([ipywidgets.Text(), rt.RoundTable('s0-six')])",
]
KEPT = [
    "import rummy_tutor as rt\n"
    "import ipywidgets\n"
    "table = rt.CardTable('2H 3H 4H | 5C 6C QD | KS QS', rulebook='adgaming-13', turned='QD', players=6)\n"
    "table",
    "field = ipywidgets.Text(continuous_update=False)\n"
    "link = ipywidgets.jslink((table, 'value'), (field, 'value'))\n"
    "heard = ipywidgets.interactive_output(lambda value: print('heard', value), {'value': table})\n"
    "display(field, heard)",
]


def write_notebook(path: Path, cells: Sequence[str]) -> None:
    """A notebook whose cells have not been run."""
    empty = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    notebook = {
        "cells": [{**empty, "id": f"cell-{at}", "source": cell} for at, cell in enumerate(cells)],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    path.write_text(json.dumps(notebook), encoding="utf-8")


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """JupyterLab with two notebooks; its address."""
    write_notebook(tmp_path / "two.ipynb", CELLS)
    write_notebook(tmp_path / "kept.ipynb", KEPT)
    port = free_port()
    path = os.pathsep.join(filter(None, [str(REPOSITORY), os.environ.get("PYTHONPATH", "")]))
    process = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}",
         "--ServerApp.port_retries=0", "--IdentityProvider.token=", "--ServerApp.disable_check_xsrf=True",
         f"--ServerApp.root_dir={tmp_path}"],
        env={**os.environ, "PYTHONPATH": path, "JUPYTER_CONFIG_DIR": str(tmp_path / "config"),
             "JUPYTERLAB_SETTINGS_DIR": str(tmp_path / "settings"),
             "JUPYTERLAB_WORKSPACES_DIR": str(tmp_path / "spaces")},
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    written = Written(process, others=True)
    url = f"http://127.0.0.1:{port}/"
    assert eventually(lambda: process.poll() is not None or is_there(f"{url}api"))
    assert process.poll() is None, "JupyterLab did not start"
    yield url
    end_process(process)
    written.check()


def run_cell(page: Page, at: int) -> None:
    """Run a cell of the notebook; keys pressed while JupyterLab is busy may be lost, and are then pressed again."""
    cell = page.locator(".jp-Notebook .jp-CodeCell").nth(at)
    begun = cell.locator(".jp-InputPrompt").filter(has_text=re.compile(r"\[[*\d]"))
    for _ in range(10):
        cell.locator(".cm-content").click()
        page.keyboard.press("Shift+Enter")
        try:
            begun.wait_for(timeout=MILLISECONDS / 10)
            return
        except TimeoutError:
            continue
    pytest.fail("JupyterLab did not run the cell")


def open_notebook(page: Page, lab: str, name: str) -> None:
    """Open a notebook of JupyterLab and wait for its kernel."""
    page.goto(f"{lab}lab/tree/{name}")
    page.wait_for_selector(".jp-Notebook .jp-CodeCell")
    page.locator(".jp-Notebook .jp-CodeCell .cm-content").first.click()
    page.wait_for_selector("[data-status='idle'], .jp-Notebook-ExecutionIndicator[data-status='idle']")


def test_two_tables_in_one_notebook_work_apart(browser, lab):
    """In JupyterLab two tables are drawn, one is worked by mouse and keys, Python sees it, the other stays."""
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    page.set_default_timeout(MILLISECONDS)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    open_notebook(page, lab, "two.ipynb")
    for at in range(2):
        run_cell(page, at)
        page.wait_for_function(f"document.querySelectorAll('.jp-OutputArea .rt-table').length === {at + 1}")
    ours = "[...document.fonts].filter(font => font.family.includes('Rummy Tutor')).length"
    page.wait_for_function(f"{ours} === 2")  # both files, once for all tables
    first, second = page.locator(".rt-table").nth(0), page.locator(".rt-table").nth(1)
    first.locator("[data-card][aria-label^='queen of diamonds']").click()
    page.keyboard.press("u")
    first.locator("[data-tray='loose'] [data-card][aria-label^='queen of diamonds']").wait_for()
    assert second.locator(".rt-tray").count() == 3
    assert page.locator(".jp-OutputArea .rummy-tutor-display").filter(visible=True).count() == 0  # what is kept
    # the letters went to the table and not to the notebook's own shortcuts
    assert page.locator(".jp-Notebook .jp-CodeCell").count() == len(CELLS)
    shoot(page, "jupyterlab")
    run_cell(page, 2)
    printed = page.locator(".jp-OutputArea-output pre", has_text="second")
    printed.wait_for()
    text = printed.inner_text()
    assert "first 2H 3H 4H | 5C | 6C | KS QS | QD" in text or "first 2H 3H 4H | 5C 6C | KS QS | QD" in text
    assert "second 2H 3H 4H | 5C 6C QD | KS QS" in text
    run_cell(page, 3)
    seat_field(page, "Cards or points of Player 2").fill("20")
    page.keyboard.press("Enter")
    page.wait_for_selector(".rt-ledger tbody .rt-col-net:text('+140')")
    assert page.locator(".jp-OutputArea .rummy-tutor-display").filter(visible=True).count() == 0  # of the box neither
    assert not errors
    page.close()


def test_what_a_notebook_keeps_and_a_kernel_that_ends(browser, lab, tmp_path):
    """Linked widgets follow each other; after a restart the table says so; saved, reopened: the last hand as HTML."""
    page = browser.new_page(viewport={"width": 1280, "height": 1400})
    page.set_default_timeout(MILLISECONDS)
    open_notebook(page, lab, "kept.ipynb")
    for at in range(len(KEPT)):
        run_cell(page, at)
    table, field = page.locator(".rt-table"), page.locator(".jp-OutputArea input[type=text]")
    table.wait_for()
    assert field.input_value() == "2H 3H 4H | 5C 6C QD | KS QS"
    field.fill("2H 3H 4H | 5C 6C 7C | KS QS")
    page.keyboard.press("Enter")
    table.locator("[data-card][aria-label^='7 of clubs'], [data-card][aria-label^='seven of clubs']").wait_for()
    table.locator("[data-card][aria-label^='king of spades']").click()
    page.keyboard.press("u")
    page.wait_for_function("document.querySelector('.jp-OutputArea input[type=text]').value.endsWith('| KS | QS')")
    page.locator("pre", has_text="heard 2H 3H 4H | 5C 6C 7C | KS | QS").wait_for()  # ``interactive_output`` ran again
    kept = tmp_path / "kept.ipynb"
    kept_hand = re.compile(r"K♠.*As laid", re.DOTALL)

    def save() -> bool:
        page.get_by_text("File", exact=True).click()
        page.get_by_text("Save Notebook", exact=True).click()
        page.wait_for_timeout(500)
        outputs = json.loads(kept.read_text("utf-8"))["cells"][0]["outputs"]
        html = ["".join(output["data"].get("text/html", "")) for output in outputs if "data" in output]
        return any("7♣" in text and "rummy-tutor-display" in text for text in html)

    assert eventually(save)
    page.get_by_text("Kernel", exact=True).click()
    page.get_by_text("Restart Kernel…", exact=True).click()
    page.locator(".jp-Dialog button", has_text="Restart").click()
    page.locator(".rt-banner", has_text="Run this cell again").wait_for()
    page.close()
    for trusted in (True, False):
        fresh = browser.new_context(viewport={"width": 1280, "height": 1400}).new_page()
        fresh.set_default_timeout(MILLISECONDS)
        if not trusted:
            (tmp_path / "foreign.ipynb").write_text(
                kept.read_text("utf-8").replace("import ipy", "import  ipy"), "utf-8"
            )
        fresh.goto(f"{lab}lab/tree/{'kept' if trusted else 'foreign'}.ipynb")
        shown = fresh.locator(".jp-OutputArea .rummy-tutor-display, .jp-OutputArea [class*='rummy-tutor']").first
        shown.wait_for()
        assert kept_hand.search(shown.inner_text())
        # a model that is not there is looked for for two seconds: the linked field, which keeps nothing, then says so
        if trusted:
            fresh.locator(".jp-OutputArea").nth(1).locator("text=model not found").first.wait_for()
        assert fresh.locator(".jp-OutputArea").first.locator("text=model not found").filter(visible=True).count() == 0
        shoot(fresh, f"jupyterlab-{'kept' if trusted else 'foreign'}")
        fresh.context.close()


def test_a_converted_notebook_shows_every_widget_without_a_network(browser, tmp_path):
    """What nbconvert makes of a notebook that was run is opened offline: each widget's last state stands there."""
    from nbclient import NotebookClient
    from nbconvert import HTMLExporter
    from nbformat import v4

    cells = {
        CELLS[0]: "As laid: 12 points",
        "rt.ComparisonTable(first)": "Octro Indian Rummy",
        "rt.RulebookCard(first)": "After S4",
        "rt.RoundTable('s0-six')": "first drop",
        "rt.PlayTable(seed=7)": "open card",
        "rt.Puzzle('x4')": "Wrong, but only just",
        "rt.Lesson('sets')": "Lesson 4 of 13",
        "rt.Words('first life')": "no joker takes the place",
        "from ipywidgets import Text, VBox\nVBox([Text(), rt.WhatNow(first)])": "As laid: 12 points",
        "first.value = '2H 3H 4H | 3S'": "",
    }
    notebook = v4.new_notebook(cells=[v4.new_code_cell(source) for source in cells])
    NotebookClient(notebook, kernel_name="python3", timeout=PATIENCE).execute()
    path = tmp_path / "converted.html"
    path.write_text(HTMLExporter().from_notebook_node(notebook)[0], encoding="utf-8")
    page = browser.new_context(offline=True, viewport={"width": 1280, "height": 1000}).new_page()
    page.goto(path.as_uri(), wait_until="commit")
    for at, words in enumerate([*cells.values()][:-1]):
        shown = page.locator(".jp-Cell").nth(at).locator(".jp-OutputArea-child").filter(visible=True)
        shown.first.wait_for()
        assert shown.count() == 1 and words in shown.inner_text()
    shoot(page, "converted")
    page.context.close()
