"""Install everything and run every test: ``python3 tests/run.py``, with Python 3.11 or newer and nothing else.

Makes ``.venv`` beside the package, installs the package with its test extra, finds or installs a Chromium, and runs
pytest (also formatter, linter and type checker, the doctests, the README's examples, the documentation and the browser
tests) and nbval.
Where a C compiler is at hand all of it runs on the compiled engine; while it is compiled, the engine's own tests run
interpreted as well, and those that need no engine.
Each step and its time are printed at the end, and for how long processors worked. Further arguments are handed to
pytest, which then runs alone.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import venv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
SHELL = "chromium-headless-shell"  # Chromium without windows: its pages take two thirds of the time
SYSTEM_BROWSERS = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CORES = max(os.cpu_count() or 2, 2)
# the interpreted engine answers every hand as the compiled one does: tests/test_native.py. What is run again are the
# published hands, the referee, and the search itself; what is made of its answers, tasks for one, is never compiled
ENGINE_TESTS = ["tests/golden/test_golden.py", "tests/golden/test_web_tables.py", "tests/referee"]
ENGINE_TESTS += ["tests/study/test_analysis.py", "tests/rulebooks/test_house_games.py"]
ENGINE_TESTS += ["tests/solver/test_branch_and_bound.py"]
# they answer the same whatever becomes of the engine; the first installs tools that tests of the other run look for
WITHOUT_ENGINE = ["tests/front", "tests/wording", "tests/test_style.py", "tests/test_architecture.py"]
WITHOUT_ENGINE += ["tests/test_rooms.py"]
# what fails in a browser is tried once more, and told: on a machine busy with other things Chromium itself may stand
# still for longer than any patience. A fault of the product fails twice.
PATIENTLY = ["--reruns", "1", "-r", "R"]
AT_ONCE = ["-p", "no:rerunfailures"]
# what only notebooks need, and what only stands beside: with them a test of a millisecond takes two
UNUSED = ["-p", "no:nbval", "-p", "no:anyio"]
PYTEST = (PYTHON, "-m", "pytest", "-q", "--dist", "worksteal", *UNUSED)
GIVING_WAY = ("nice", "-n", "5") if shutil.which("nice") else ()  # everything else goes first
UV_OPTIONS = ("index-url", "extra-index-url", "find-links", "constraint")  # of pip, which uv calls the same
PIP = (PYTHON, "-m", "pip", "--disable-pip-version-check")
BUILD_NEEDS = (
    "import json\n"
    "from hatchling.build import get_requires_for_build_editable\n"
    "print(json.dumps(get_requires_for_build_editable()))\n"
)
HAS_BROWSER = (
    "import sys, pathlib\n"
    "from playwright.sync_api import sync_playwright\n"
    "with sync_playwright() as play:\n"
    "    sys.exit(not pathlib.Path(play.chromium.executable_path).exists())\n"
)


def call(*command: object, later: bool = False, **env: str) -> int:
    """Run a command in the repository, with further environment variables, and say so; the exit status.

    What it prints comes at once, or when it has ended: ``later`` is for what runs beside other things.
    """
    words = [str(word) for word in command]
    started = " ".join(["$", *(f"{name}={value}" for name, value in env.items()), *words])
    if later:
        ended = subprocess.run(
            words, cwd=ROOT, env={**os.environ, **env}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        print(started, ended.stdout.decode(errors="replace"), sep="\n", flush=True)
        return ended.returncode
    print(started, flush=True)
    return subprocess.call(words, cwd=ROOT, env={**os.environ, **env})


def find_uv() -> tuple[tuple[object, ...], dict[str, str]]:
    """Install uv, which takes a fifth of pip's time: its command and environment, none where it is not to be had.

    uv does not read how pip is set up, so that it is told: where packages come from, and which versions may not.
    """
    if call(*PIP, "install", "--quiet", "uv"):
        return (), {}
    settings = subprocess.run([*PIP, "config", "list"], capture_output=True, text=True).stdout.splitlines()
    options, env = [], {}
    for setting in settings:
        name, _, value = setting.partition("=")
        name, values = name.rpartition(".")[2], value.strip("'\"").replace("\\n", " ").split()
        if name in UV_OPTIONS:
            options += [word for one in values for word in (f"--{name}", one)]
        elif name == "cert":
            env["SSL_CERT_FILE"] = values[0]
    uv = (PYTHON.with_name("uv"), "pip", "install", "--quiet", "--python", PYTHON)
    return (*uv, "--index-strategy", "unsafe-best-match", *options), env


def fetch(packages: list[str], uv: tuple[object, ...], env: dict[str, str]) -> None:
    """Install packages by uv, and by pip what uv cannot do."""
    if uv and call(*uv, *packages, **env) == 0:
        return
    if call(*PIP, "install", "--quiet", *packages, PIP_COMPILE="0"):  # Python compiles what is imported
        sys.exit("the packages could not be installed")


def install() -> subprocess.Popen:
    """Make the virtual environment with all that the package and its tests need; the package itself is being built.

    Its engine is compiled meanwhile: that takes longer than all the rest, and begins as soon as it can.
    """
    if sys.version_info < (3, 11):  # noqa: UP036 - it may be started with any Python
        sys.exit(f"Python 3.11 or newer is needed, this is {sys.version.split()[0]}")
    import tomllib  # Python 3.11 has it

    if not PYTHON.exists():
        venv.create(VENV, with_pip=True)
    uv = find_uv()
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    fetch(settings["build-system"]["requires"], *uv)
    if needs := json.loads(subprocess.check_output([PYTHON, "-c", BUILD_NEEDS], cwd=ROOT)):
        fetch(needs, *uv)
    build = ("install", "--quiet", "--no-deps", "--no-build-isolation", "--editable", ".")
    building = subprocess.Popen([*PIP, *build], cwd=ROOT)
    fetch([*settings["project"]["dependencies"], *settings["project"]["optional-dependencies"]["test"]], *uv)
    return building


def install_shell() -> None:
    """Install the system's package of Chromium without windows, where there is one and it is not there yet."""
    if shutil.which(SHELL) or not shutil.which("apt-get"):
        return
    call("apt-get", "update", "-qq", later=True)
    call("apt-get", "install", "-y", "-qq", "--no-install-recommends", SHELL, later=True)


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
        call("apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium")
    if not any(shutil.which(name) for name in SYSTEM_BROWSERS):
        sys.exit("no Chromium: install one, or let Playwright download it (playwright install chromium)")


def measure(name: str, *command: object, later: bool = False, **env: str) -> tuple[str, int, float]:
    """Run a step; its name, its exit status and its seconds."""
    start = time.monotonic()
    return name, call(*command, later=later, **env), time.monotonic() - start


def test_meanwhile() -> tuple[str, int, float]:
    """Run what needs no compiled engine, while it is compiled and on beside the other tests."""
    command = (*PYTEST, *AT_ONCE, "-n", 0, "-p", "no:cacheprovider", *WITHOUT_ENGINE, *ENGINE_TESTS)
    return measure("while it is compiled", *command, later=True, RUMMY_TUTOR_PURE="1")


def test() -> list[tuple[str, int, float]]:
    """Run every other test; each step with its exit status and its seconds.

    A browser is waited for now and then: what needs none runs beside it, and gives way to it.
    """
    elsewhere = [f"--ignore={path}" for path in ("tests/browser", *WITHOUT_ENGINE)]
    beside = [
        ("tests", *GIVING_WAY, *PYTEST, *AT_ONCE, "-n", CORES, *elsewhere),
        ("notebooks", *GIVING_WAY, PYTHON, "-m", "pytest", "-q", "-p", "no:xdist", "--nbval-lax", "notebooks"),
    ]
    with ThreadPoolExecutor() as pool:
        running = [pool.submit(measure, *step, later=True) for step in beside]
        browser = measure("tests in the browser", *PYTEST, *PATIENTLY, "-n", CORES, "tests/browser")
    return [browser, *(step.result() for step in running)]


def main() -> int:
    """Run it all; the exit status is that of the first step that failed."""
    start = time.monotonic()
    # what Python has compiled is kept, also where images of machines forbid it: the tests start it hundreds of times
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with ThreadPoolExecutor() as pool:
        browser = pool.submit(install_shell)
        building = install()
        meanwhile = [] if len(sys.argv) > 1 else [pool.submit(test_meanwhile)]
        browser.result()
        if building.wait():
            sys.exit("the package could not be installed")
        find_chromium()
        if len(sys.argv) > 1:
            return call(PYTHON, "-m", "pytest", *sys.argv[1:])
        installed = ("installation", 0, time.monotonic() - start)
        others = test()
        done = [installed, *(tests.result() for tests in meanwhile), *others]
    for name, status, seconds in done:
        print(f"{name:<22}{seconds / 60:5.1f} min  {'passed' if status == 0 else 'failed'}")
    # Chromium waits for none of the processes that draw its pages, so that nobody is told how long they worked
    lasted, worked = time.monotonic() - start, sum(os.times()[2:4])
    print(f"{'all of it':<22}{lasted / 60:5.1f} min  {worked / 60:.1f} min of work and a browser's pages")
    return next((status for _, status, _ in done if status), 0)


if __name__ == "__main__":
    sys.exit(main())
