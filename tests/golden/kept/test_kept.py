"""What earlier versions wrote is opened by the product's own readers: nothing is lost, and writing it again loses none.

A folder for each version holds what it wrote, and in ``holds.json`` what is in each file, as that version told it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rummy_tutor import RULEBOOKS

from .courses import study_course
from .opening import as_json, is_same, open_class, open_exported_class, opener

FOLDERS = sorted(path.parent for path in Path(__file__).parent.glob("*/holds.json"))
HOLDS: dict[str, dict[str, Any]] = {
    folder.name: json.loads((folder / "holds.json").read_text(encoding="utf-8")) for folder in FOLDERS
}
FILES = [
    folder / name for folder in FOLDERS for name in HOLDS[folder.name]["files"] if not name.startswith("class")
]  # those of a class are opened below


def find_holds(path: Path) -> Any:
    """What is in a file, as the version told it that wrote it."""
    return HOLDS[path.parent.name]["files"][path.name]


def test_every_file_of_every_version_is_opened() -> None:
    """None is forgotten: each has its place in ``holds.json``; a CSV is for spreadsheets alone."""
    for folder in FOLDERS:
        there = {path.name for path in folder.iterdir() if path.suffix != ".csv" and path.name != "holds.json"}
        assert there == set(HOLDS[folder.name]["files"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_what_a_version_wrote_is_read_in_full_and_written_again(path: Path) -> None:
    """Every figure and card, every lesson with its answers and its day of review; and this version writes the same."""
    text = path.read_text(encoding="utf-8")
    opened = opener(path)(text)
    assert json.loads(json.dumps(opened.holds)) == find_holds(path)
    assert is_same(opened.again, text)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_class_under_way_goes_on(folder: Path, tmp_path: Path) -> None:
    """Its students, its plan, and every question with its answers, verdicts and how far it was shown."""
    path = folder / "class-going.json"
    opened = open_class(path, tmp_path / "class.json")
    assert json.loads(json.dumps(opened.holds)) == find_holds(path)
    again = open_class(tmp_path / "class.json", tmp_path / "again.json")
    assert again == opened


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_an_exported_class_is_read_into_a_table(folder: Path) -> None:
    """Every answer is a row."""
    path = folder / "class-done.json"
    assert open_exported_class(path) == find_holds(path)


def test_a_learner_is_led_through_a_course_as_before() -> None:
    """Who answers the same is asked the same tasks, holds the same beliefs, and has the same days of review."""
    path, data = FOLDERS[0] / "progress-gorummy-13.json", study_course(RULEBOOKS["gorummy-13"]).to_data()
    assert len(data.pop("days")) > 10  # which the first version did not keep
    assert as_json(data) == path.read_text(encoding="utf-8")
