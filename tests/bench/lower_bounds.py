"""The package with the oldest versions that ``pyproject.toml`` allows: ``python -m tests.bench.lower_bounds PYTHON …``.

For each Python, such as ``python3.11``, an environment is made in which each direct dependency has the lowest version
declared, with the engine compiled where there is a C compiler. Used there: every public name, a widget, a table of
pandas, the command line, the golden tests, a page of the app with its kernel, and a class in which a student answers a
task. It needs a network and ``uv`` on the path, and takes some minutes; it ends with status 1 if anything fails.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from rummy_tutor.build import find_compiler
from tests.browser.servers import REPOSITORY, end_process, free_port, is_there
from tests.hosts.class_clients import Client
from tests.patience import PATIENCE, eventually
from tests.processes import Written

USED = """
import rummy_tutor as rt
for name in rt.__all__:
    getattr(rt, name)
comparison = rt.compare("2H 3H 4H | 5C 6C QD | KS QS", turned="QD")
assert comparison.to_frame()["best_points"]["octro-13"] == 80
table = rt.CardTable("2H 3H 4H | 5C 6C QD | KS QS", rulebook="adgaming-13", turned="QD")
assert table.points == 10
assert len(rt.simulate("octro-13", 4, seed=1, progress=False, n_jobs=2)) == 4
rt.plot.points(comparison)
"""
COMPILED = "from rummy_tutor.native import OBSTACLE; assert OBSTACLE is None, OBSTACLE"
TASK = {"lesson": "sets", "kind": "classify", "rulebook": "octro-13", "seed": 1, "level": 1}


def install(python: str, folder: Path) -> Path:
    """Make an environment with the lowest versions, and what the golden tests need; its folder of programs."""
    place = folder / "environment"
    subprocess.run(["uv", "venv", "--quiet", "--python", python, place], check=True)
    programs = place / ("Scripts" if sys.platform == "win32" else "bin")
    into = ["uv", "pip", "install", "--quiet", "--python", programs / "python"]
    subprocess.run([*into, "--resolution", "lowest-direct", REPOSITORY], check=True)
    subprocess.run([*into, "pytest", "hypothesis"], check=True)  # what is there stays as old as it is
    return programs


def serve(programs: Path, first: str, *words: str) -> tuple[str, Written, subprocess.Popen]:
    """Start a server and wait until it answers: its address, what it writes, and its process.

    Args:
        programs: where its program is.
        first: the path of what it answers with at once.
        words: the command.
    """
    port = free_port()
    command = [programs / "rummy-tutor", *words, "--port", str(port), "--no-browser"]
    process = subprocess.Popen(command, cwd=programs, stderr=subprocess.PIPE, text=True)
    written, address = Written(process, others=True), f"http://127.0.0.1:{port}/"
    assert eventually(lambda: process.poll() is not None or is_there(address + first)), "the server does not answer"
    assert process.poll() is None, written.text
    return address, written, process


def open_app(programs: Path) -> None:
    """Open a page of the app, which is whole once its kernel has drawn it."""
    address, written, process = serve(programs, "voila/static/voila.js", "app")
    try:
        with urlopen(address, timeout=PATIENCE) as answer:
            page = answer.read().decode()
        assert answer.status == 200 and page.count('id="values"') == 1, page[:400]
    finally:
        end_process(process)
        written.check()


def hold_class(programs: Path) -> None:
    """Hold a class: a student comes in and answers a task."""
    address, written, process = serve(programs, "", "class", "--bind", "127.0.0.1", "--no-keep")
    try:
        secret = re.search(r"teacher#(\S+)", written.read_address())
        assert secret
        asyncio.run(_answer_a_task(address, secret[1]))
    finally:
        end_process(process)
        written.check()


async def _answer_a_task(address: str, secret: str) -> None:
    """Ask a class of one student a task, and answer it."""
    teacher = await Client(address).connect({"role": "teacher", "token": secret})
    await teacher.until(lambda values: "door" in values and "desk" in values)
    student = await Client(address).connect({"role": "student", "code": teacher.values["door"]["code"]})
    await student.until(lambda values: "own" in values)
    teacher.send({"type": "push", **TASK})
    await student.until(lambda values: values["task"] is not None)
    choice = student.values["task"]["choices"][0]["key"]
    student.send({"type": "class-answer", "at": 0, "value": choice})
    await student.until(lambda values: values["own"]["value"] == choice and values["own"]["answered"] is not None)
    await teacher.until(lambda values: (values["desk"]["tally"] or {}).get("answered") == 1)


def use(programs: Path, folder: Path) -> None:
    """Use all that is installed, from a folder in which the checkout's own package is not found."""
    python = programs / "python"
    for name in ("tests", "notebooks"):  # whose house rules a test reads
        shutil.copytree(REPOSITORY / name, folder / name, ignore=shutil.ignore_patterns("node_modules"))
    for program in (USED, *[COMPILED] * (find_compiler() is not None)):
        subprocess.run([python, "-c", program], check=True, cwd=folder)
    hand = ["2H 3H 4H | 5C 6C QD | KS QS", "--turned", "QD"]
    subprocess.run([programs / "rummy-tutor", "compare", *hand], check=True, cwd=folder, stdout=subprocess.DEVNULL)
    subprocess.run([python, "-m", "pytest", "--quiet", "tests/golden"], check=True, cwd=folder)
    open_app(programs)
    hold_class(programs)


def main() -> int:
    """Try each Python; 1 if one of them fails."""
    os.environ.pop("PYTHONPATH", None)  # by which a checkout would stand in for what is installed
    failed = []
    for python in sys.argv[1:] or [sys.executable]:
        with TemporaryDirectory() as folder:
            try:
                use(install(python, Path(folder)), Path(folder))
            except (subprocess.CalledProcessError, OSError, AssertionError) as error:  # a time-out is an OSError too
                failed.append(python)
                print(f"{python}: {error}")
            else:
                print(f"{python}: all works")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
