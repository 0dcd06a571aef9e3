"""The front door keeps its promises: its commands run (its Python examples are doctests)."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ (.*rummy-tutor.*)$", README, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_command_lines_run(command: str) -> None:
    """Each command line of the README prints something and ends with status 0."""
    runnable = command.replace("rummy-tutor", f"{shlex.quote(sys.executable)} -m rummy_tutor")
    done = subprocess.run(runnable, shell=True, capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_ci_runs_the_readme_s_test_command() -> None:
    """The continuous integration runs the README's second command and nothing else."""
    commands = re.findall(r"```sh\n(.+)\n```", README)
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert commands[1] == "python3 tests/run.py"
    assert [line for line in script if line and not line.startswith("#")] == [f"exec {commands[1]}"]


def test_pictures_are_there() -> None:
    """The README shows a picture that exists."""
    for picture in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README):
        assert (ROOT / picture).is_file(), picture
