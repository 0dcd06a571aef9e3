"""What earlier versions wrote is opened by the product's own readers: nothing is lost, and writing it again loses none.

A folder for each version holds what it wrote, and in ``holds.json`` what is in each file, as that version told it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rummy_tutor import RULEBOOKS
from rummy_tutor.tutor import list_lessons
from rummy_tutor.tutor.planting import TASKS_VERSION

from .courses import FILE, LED, study_course
from .opening import as_json, is_same, open_class, open_exported_class, opener, without_offers

FOLDERS = sorted(path.parent for path in Path(__file__).parent.glob("*/holds.json"))
HOLDS: dict[str, dict[str, Any]] = {
    folder.name: json.loads((folder / "holds.json").read_text(encoding="utf-8")) for folder in FOLDERS
}
FILES = [
    folder / name for folder in FOLDERS for name in HOLDS[folder.name]["files"] if not name.startswith("class")
]  # those of a class are opened below


TODAY = [folder for folder in FOLDERS if HOLDS[folder.name]["tasks"] == TASKS_VERSION]  # whose tasks are made today
NAMING = ("link-learn-task", "link-learn-options", "link-list-wide")  # files that open a task


def find_holds(path: Path) -> Any:
    """What is in a file, as the version told it that wrote it; of lessons, those that the game has today.

    A lesson that the game has no more stays in the progress, which is told beside them.
    """
    holds = HOLDS[path.parent.name]["files"][path.name]
    if path.name != "courses.json":
        return holds
    course = {key: [lesson.key for lesson in list_lessons(RULEBOOKS[key])] for key in holds}
    assert all(set(held["begun"]) - set(course[key]) <= set(held["progress"]["lessons"]) for key, held in holds.items())
    return {
        key: {**held, "begun": {lesson: held["begun"].get(lesson, False) for lesson in course[key]}}
        for key, held in holds.items()
    }


def compare_without_task(opened: Any, holds: Any) -> None:
    """See to it that the address of a task of another version opens its lesson, with one note, and all else as it was."""
    assert opened["learn"]["task"] is None and opened["notes"] == holds["notes"] + 1
    assert opened["learn"]["lesson"] == holds["learn"]["lesson"]
    mine, theirs = (
        {
            **held,
            "learn": None,
            "notes": 0,
            "named": {name: held["named"][name] for name in held["named"] if name != "task"},
        }
        for held in (opened, holds)
    )
    assert mine == theirs


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
    told, holds = without_offers(json.loads(json.dumps(opened.holds))), without_offers(find_holds(path))
    if path.name.startswith(NAMING) and path.parent not in TODAY:
        compare_without_task(told, holds)
        text = re.sub("task=[^&]*&", "", text)  # the address of the page names it no longer
    else:
        assert told == holds
    assert is_same(opened.again, text) or opener(path)(opened.again) == opened and "offers" in text


@pytest.mark.parametrize("folder", TODAY, ids=lambda folder: folder.name)
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
    assert as_json(study_course(RULEBOOKS[LED]).to_data()) == FILE.read_text(encoding="utf-8")
