"""The widgets in JupyterLab."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, TimeoutError

from tests.patience import MILLISECONDS, eventually
from tests.processes import Written

from .conftest import SCREENSHOTS
from .rounds import seat_field
from .servers import REPOSITORY, end_process, free_port, is_there

CELLS = [
    "import rummy_tutor as rt\n"
    "first = rt.CardTable('2H 3H 4H | 5C 6C QD | KS QS', rulebook='adgaming-13', turned='QD', players=6)\nfirst",
    "second = rt.CardTable('2H 3H 4H | 5C 6C QD | KS QS', rulebook='octro-13')\nsecond",
    "print('first', first.value, first.result.arranged.points); print('second', second.value)",
    "rt.RoundTable('s0-six')",
]


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """JupyterLab with one notebook; its address."""
    empty = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    notebook = {
        "cells": [{**empty, "id": f"cell-{at}", "source": cell} for at, cell in enumerate(CELLS)],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (tmp_path / "two.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
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


def test_two_tables_in_one_notebook_work_apart(browser, lab):
    """In JupyterLab two tables are drawn, one is worked by mouse and keys, Python sees it, the other stays."""
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    page.set_default_timeout(MILLISECONDS)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{lab}lab/tree/two.ipynb")
    page.wait_for_selector(".jp-Notebook .jp-CodeCell")
    page.locator(".jp-Notebook .jp-CodeCell .cm-content").first.click()
    page.wait_for_selector("[data-status='idle'], .jp-Notebook-ExecutionIndicator[data-status='idle']")
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
    # the letters went to the table and not to the notebook's own shortcuts
    assert page.locator(".jp-Notebook .jp-CodeCell").count() == len(CELLS)
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / "jupyterlab.png")
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
    assert not errors
    page.close()
