"""The package with the oldest versions that ``pyproject.toml`` allows: ``python -m tests.bench.lower_bounds PYTHON …``.

For each Python, such as ``python3.11``, an environment is made in which each direct dependency has the lowest version
declared, and used there: every public name, a widget, a table of pandas, the command line, the app and a class. It
needs a network and ``uv`` on the path, and takes some minutes; it ends with status 1 if anything fails.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0  # seconds until a server has answered
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


def install(python: str, folder: Path) -> Path:
    """An environment with the lowest versions; its folder of programs."""
    uv, place = shutil.which("uv"), folder / "environment"
    assert uv, "uv is not on the path"
    subprocess.run([uv, "venv", "--quiet", "--python", python, place], check=True)
    programs = place / ("Scripts" if os.name == "nt" else "bin")
    words = ["pip", "install", "--quiet", "--resolution", "lowest-direct", "--python", programs / "python", ROOT]
    subprocess.run([uv, *words], check=True, env={**os.environ, "RUMMY_TUTOR_COMPILE": "0"})
    return programs


def serve(programs: Path, *words: str) -> None:
    """Start a server and end it once it has answered.

    Raises:
        TimeoutError: it does not answer.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    process = subprocess.Popen([programs / "rummy-tutor", *words, "--port", port, "--no-browser"])
    try:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and process.poll() is None:
            try:
                with urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE) as answer:
                    page = answer.read().decode()
                    assert "<!doctype html>" in page.lower(), page[:400]
                return
            except (URLError, ConnectionError):
                time.sleep(0.2)
        raise TimeoutError(" ".join(words))
    finally:
        process.terminate()
        process.wait(PATIENCE)


def main() -> int:
    """Try each Python; 1 if one of them fails."""
    failed = []
    for python in sys.argv[1:] or [sys.executable]:
        with TemporaryDirectory() as folder:
            try:
                programs = install(python, Path(folder))
                subprocess.run([programs / "python", "-c", USED], check=True, cwd=folder)
                hand = ["2H 3H 4H | 5C 6C QD | KS QS", "--turned", "QD"]
                subprocess.run([programs / "rummy-tutor", "compare", *hand], check=True, stdout=subprocess.DEVNULL)
                serve(programs)
                serve(programs, "class", "--bind", "127.0.0.1", "--no-keep")
            except (subprocess.CalledProcessError, TimeoutError, AssertionError) as error:
                failed.append(python)
                print(f"{python}: {error}")
            else:
                print(f"{python}: all works")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
