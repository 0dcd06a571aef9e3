"""Install everything and run every test: ``python3 tests/run.py``, with Python 3.11 or newer and nothing else.

Makes ``.venv`` beside the package, installs the package with its test extra, finds or installs a
Chromium, and runs pytest (also the doctests, the README's examples and the browser tests) and nbval. Where a C
compiler was at hand all of it runs on the compiled engine, and the engine's own tests once more interpreted.
Further arguments are handed to pytest, which then runs alone.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
PACKAGES = ["chromium", "fonts-dejavu", "fonts-noto-core", "fonts-noto-color-emoji"]
SYSTEM_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ENGINE_TESTS = [f"tests/test_{name}.py" for name in ("solver", "golden", "melds", "scoring", "analysis", "rules")]
IS_COMPILED = "import sys, rummy_tutor; sys.exit(not rummy_tutor.is_compiled())"
HAS_BROWSER = (
    "import sys, pathlib\n"
    "from playwright.sync_api import sync_playwright\n"
    "with sync_playwright() as play:\n"
    "    sys.exit(not pathlib.Path(play.chromium.executable_path).exists())\n"
)


def call(*command: object, **env: str) -> int:
    """Run a command in the repository, with further environment variables, and say so; the exit status."""
    words = [str(word) for word in command]
    print("$", *(f"{name}={value}" for name, value in env.items()), *words, flush=True)
    return subprocess.call(words, cwd=ROOT, env={**os.environ, **env})


def install() -> None:
    """Make the virtual environment and install the package with its test extra."""
    if sys.version_info < (3, 11):  # noqa: UP036 - it may be started with any Python
        sys.exit(f"Python 3.11 or newer is needed, this is {sys.version.split()[0]}")
    if not PYTHON.exists():
        venv.create(VENV, with_pip=True)
    if call(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable", ".[test]"):
        sys.exit("the packages could not be installed")


def find_chromium() -> None:
    """Make sure of a Chromium: one at hand, Playwright's own, or the system's package."""
    if any(shutil.which(name) for name in SYSTEM_BROWSERS):
        return
    if (
        subprocess.call([PYTHON, "-c", HAS_BROWSER]) == 0
        or call(PYTHON, "-m", "playwright", "install", "chromium") == 0
    ):
        return
    if shutil.which("apt-get"):
        call("apt-get", "update", "-qq")
        call("apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES)
    if not any(shutil.which(name) for name in SYSTEM_BROWSERS):
        sys.exit("no Chromium: install one, or let Playwright download it (playwright install chromium)")


def main() -> int:
    """Run it all; the exit status is that of the first step that failed."""
    install()
    find_chromium()
    if len(sys.argv) > 1:
        return call(PYTHON, "-m", "pytest", *sys.argv[1:])
    status = call(PYTHON, "-m", "pytest", "-q", "-n", "2", "--dist", "loadgroup", "--ignore=tests/browser")
    if subprocess.call([PYTHON, "-c", IS_COMPILED], cwd=ROOT) == 0:
        status = call(PYTHON, "-m", "pytest", "-q", "-n", "2", *ENGINE_TESTS, RUMMY_TUTOR_PURE="1") or status
    status = call(PYTHON, "-m", "pytest", "-q", "-n", "2", "--dist", "worksteal", "tests/browser") or status
    return call(PYTHON, "-m", "pytest", "-q", "-p", "no:xdist", "--nbval-lax", "notebooks") or status


if __name__ == "__main__":
    sys.exit(main())
