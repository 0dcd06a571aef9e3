"""README and documentation are right: their commands run, their data hold (their Python examples are doctests)."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from rummy_tutor import advise
from rummy_tutor.rounds.documents import read_round
from tests.patience import LONG

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
NOTEBOOKS = ROOT / "notebooks"
HOW_TO = (NOTEBOOKS / "how_to.md").read_text(encoding="utf-8")
DEVELOPERS = (NOTEBOOKS / "docs" / "developers.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", *NOTEBOOKS.glob("*.md"), *(NOTEBOOKS / "docs").glob("*.md")]
COMMANDS = re.findall(r"^\$ (.*rummy-tutor.*)$", README + HOW_TO, re.MULTILINE)
DATA = re.findall(r"```json\n(.+?)\n```", HOW_TO, re.DOTALL)


def test_the_readme_is_short() -> None:
    """The README has at most 170 lines of at most 100 columns."""
    lines = README.splitlines()
    assert len(lines) <= 170 and max(map(len, lines)) <= 100


def test_what_can_be_added_is_told_in_ten_lines() -> None:
    """The page for developers has at most ten lines to tell how to add something, and the README leads to it."""
    parts = DEVELOPERS.split("\n## ")[1:]
    assert len(parts) == 8 and "(notebooks/docs/developers.md)" in README
    for part in parts:
        assert len([line for line in part.splitlines()[1:] if line]) <= 10, part


@pytest.mark.parametrize("command", COMMANDS)
def test_command_lines_run(command: str) -> None:
    """Each command line prints something and ends with status 0."""
    runnable = command.replace("rummy-tutor", f"{shlex.quote(sys.executable)} -m rummy_tutor")
    done = subprocess.run(runnable, shell=True, capture_output=True, text=True, timeout=LONG, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def _shows(part: object, whole: object) -> bool:
    """Whether data hold everything that an excerpt of them shows."""
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(key in whole and _shows(part[key], whole[key]) for key in part)
    if isinstance(part, list) and part and isinstance(part[0], dict):
        return all(any(_shows(one, other) for other in whole) for one in part)
    return part == whole


def test_the_advice_shown_as_json_is_what_a_batch_answers() -> None:
    """The excerpt of an advice is part of the answer to the hand of its examples."""
    shown = json.loads(next(block for block in DATA if '"pick"' in block))
    advice = advise("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S", "gorummy-13", turned="9D", open_card="9C")
    assert _shows(shown, json.loads(json.dumps(advice.to_dict())))


def test_the_round_shown_as_json_is_settled() -> None:
    """The document of a round: Bela's marriage earns him more than his 50 points cost."""
    shown = next(block for block in DATA if '"players"' in block)
    settled = read_round(json.loads(shown))
    assert [row.net for row in settled.rows] == [-10, 40, -30] and settled.rows[1].money == 80


def test_ci_runs_the_readme_s_test_command() -> None:
    """The continuous integration runs the README's second command and nothing else."""
    commands = re.findall(r"```sh\n(.+)\n```", README)
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert commands[1] == "python3 tests/run.py"
    enter = 'cd "$(dirname "$0")/.." || exit'
    assert [line for line in script if line and not line.startswith("#")] == [enter, f"exec {commands[1]}"]


@pytest.mark.parametrize("page", PAGES, ids=[path.stem for path in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    """Each file that the README or a page of the documentation links to or shows is there."""
    for target in re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).is_file(), target
