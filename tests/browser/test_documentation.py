"""The documentation: it is built by the README's command without a warning, has every name, and works offline."""

from __future__ import annotations

import dataclasses
import re
import shlex
import subprocess
import sys
from pathlib import Path
from pkgutil import resolve_name

import pytest
from playwright.sync_api import Browser
from sphinx.util.inventory import InventoryFile

import rummy_tutor
from tests.patience import LONG

from .conftest import AXE, PHONE, PROJECTOR, make_once, settle

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMAND = next(iter(re.findall(r"^\.venv/bin/sphinx-build .+$", README, re.MULTILINE)))
KINDS = ("py:module", "py:class", "py:exception", "py:function", "py:data")
FIELDS = ("py:attribute", "py:property")
ROOMS = ("records", "errors", "plot", "tutor", "game")
LOOKED_AT = ("index", "first_steps", "docs/rulebooks", "docs/api/deciding", "docs/gallery")
# the page's own part; Sphinx writes lists of parameters that axe-core does not take for lists
LOOK = "axe.run('[role=main]', {resultTypes: ['violations'], rules: {'definition-list': {enabled: false}}})"


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages, built once for all workers."""

    def build(folder: Path) -> None:
        _, *options, _ = shlex.split(COMMAND)
        command = [sys.executable, "-m", "sphinx", "-q", *options, str(folder / "pages")]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=LONG)
        (folder / "log").write_text("" if done.returncode == 0 else done.stdout + done.stderr)

    folder = make_once(tmp_path_factory, "documentation", build)
    assert (folder / "log").read_text() == ""
    return folder / "pages"


def list_fields(value: object) -> list[str]:
    """The public fields of a class of results; of anything else none."""
    if not isinstance(value, type):
        return []
    fields = [field.name for field in dataclasses.fields(value)] if dataclasses.is_dataclass(value) else []
    return [name for name in fields or getattr(value, "_fields", ()) if not name.startswith("_")]


def test_every_public_name_is_documented(built: Path) -> None:
    """Each public name has a place, also those of rooms that users import from, and each field of a class of them."""
    listed = InventoryFile.loads((built / "objects.inv").read_bytes(), uri="").data
    fields = {name for kind in FIELDS for name in listed[kind]}
    places: dict[int, list[str]] = {}
    for name in (name for kind in KINDS for name in listed[kind]):
        places.setdefault(id(resolve_name(name)), []).append(name)
    for room in (rummy_tutor, *(getattr(rummy_tutor, name) for name in ROOMS)):
        for name in room.__all__:
            value = getattr(room, name)
            assert id(value) in places, f"{room.__name__}.{name}"
            for field in list_fields(value):
                assert fields & {f"{place}.{field}" for place in places[id(value)]}, f"{name}.{field}"


def test_changes_name_what_has_moved() -> None:
    """Each old name that warns stands with its new one in the list of changes."""
    changes = (ROOT / "notebooks" / "docs" / "changes.md").read_text(encoding="utf-8")
    for old, new in rummy_tutor._MOVED.items():
        assert f"| `rt.{old}` | `rt.{new}` |" in changes, old


def test_pages_are_whole_offline(browser: Browser, built: Path) -> None:
    """From the disk alone each page is drawn without an error, asks no other host, and fits a desk's and a phone's
    window."""
    context = browser.new_context(offline=True)
    page, asked, errors = context.new_page(), [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    for name in LOOKED_AT:
        page.goto((built / f"{name}.html").as_uri())
        for size in (PROJECTOR, PHONE):
            page.set_viewport_size(size)
            settle(page)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, size)
        assert page.evaluate("[...document.images].every((image) => image.naturalWidth)"), name
    page.evaluate(AXE)
    for size in (PROJECTOR, PHONE):
        page.set_viewport_size(size)
        settle(page)
        found = [one for one in page.evaluate(LOOK)["violations"] if one["impact"] in ("serious", "critical")]
        assert [(one["id"], one["nodes"][0]["html"][:160]) for one in found] == [], size
    assert not errors
    page.goto((built / "search.html").as_uri() + "?q=rollout")  # without its excerpts, which need a server
    page.wait_for_selector("#search-results li a")
    assert all(url.startswith(("file:", "data:")) for url in asked)
    context.close()
