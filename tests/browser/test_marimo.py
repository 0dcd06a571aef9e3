"""A widget in marimo, whose cells run again after what happens in a browser."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import MILLISECONDS, eventually
from tests.processes import Written

from .servers import REPOSITORY, end_process, free_port, is_there

PROGRAM = """
import marimo

app = marimo.App()

@app.cell
def _():
    import marimo as mo
    import rummy_tutor as rt
    table = mo.ui.anywidget(rt.CardTable("2H 3H 4H | 5C 6C QD | KS QS", rulebook="adgaming-13", turned="QD"))
    table
    return mo, table

@app.cell
def _(mo, table):
    mo.md(f"seen: {table.widget.value}, {table.widget.points} points")
    return
"""


@pytest.fixture
def marimo(tmp_path: Path) -> Iterator[str]:
    """A marimo notebook as an app; its address."""
    pytest.importorskip("marimo")
    (tmp_path / "table.py").write_text(PROGRAM, encoding="utf-8")
    port = free_port()
    path = os.pathsep.join(filter(None, [str(REPOSITORY), os.environ.get("PYTHONPATH", "")]))
    process = subprocess.Popen(
        [sys.executable, "-m", "marimo", "run", "table.py", "--headless", "--no-token", f"--port={port}"],
        env={**os.environ, "PYTHONPATH": path}, cwd=tmp_path,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    written = Written(process, others=True)
    url = f"http://127.0.0.1:{port}/"
    assert eventually(lambda: process.poll() is not None or is_there(url))
    assert process.poll() is None, "marimo did not start"
    yield url
    end_process(process)
    written.check()


def test_cells_run_again_after_a_click(browser, marimo):
    """The table is drawn with its own code and styles; a move made there is seen by the cell that reads it."""
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    page.set_default_timeout(MILLISECONDS)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(marimo)
    page.get_by_text("seen: 2H 3H 4H | 5C 6C QD | KS QS, 10 points").wait_for()
    page.locator(".rt-table [data-card][aria-label^='king of spades']").click()
    page.keyboard.press("u")
    page.get_by_text("seen: 2H 3H 4H | 5C 6C QD | KS | QS, 10 points").wait_for()
    assert page.locator(".rt-tray").count() == 2 and page.locator(".rt-failed").count() == 0
    assert not errors
    page.close()
