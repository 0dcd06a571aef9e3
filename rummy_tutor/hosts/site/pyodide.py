"""Pyodide, which is Python for browsers: a folder that the user names, or the npm package, fetched once and kept."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from ...game.messages import TutorError, quote

VERSION = "314.0.7"
LIBRARY, PACKAGES = "python_stdlib.zip", "pyodide-lock.json"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", LIBRARY, PACKAGES)
_PACKAGE = f"pyodide@{VERSION}"
_PATIENCE = 300  # seconds for npm
_PAUSE = "--fetch-retry-mintimeout=1000"  # ms before npm tries again


class PyodideError(TutorError):
    """There is no Pyodide to build with."""


def find_pyodide(folder: Path | None = None) -> Path:
    """The folder with Pyodide's files.

    Args:
        folder: the one that the user names; None takes the npm package, which npm fetches if it has not been yet.

    Raises:
        PyodideError: the folder is another one, or npm is missing or fails.
    """
    if folder is None:
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        folder = cache / "rummy-tutor" / f"pyodide-{VERSION}"
        if not folder.exists():
            _fetch(folder)
    elif not (folder / FILES[0]).exists() and (folder / "package").is_dir():
        folder = folder / "package"  # where a package of npm is unpacked as it is
    for file in (*FILES, "package.json"):
        PyodideError.refuse("no-pyodide:folder", not (folder / file).is_file(), folder=quote(folder, 100), file=file)
    return folder


def read_version(folder: Path) -> str:
    """The version of the Pyodide in a folder."""
    return str(json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"])


def compile_library(folder: Path, library: bytes) -> bytes | None:
    """Python's own library as an archive of compiled modules, which load in a third of the time.

    Args:
        folder: the folder with Pyodide's files, to whose Python alone they belong.
        library: the archive of its sources.

    Returns:
        The archive as Python wrote it; None where node is missing or cannot run this Pyodide.
    """
    try:
        return _run_node("compile.mjs", folder, {"library.zip": library})
    except PyodideError:
        return None


def make_snapshot(folder: Path, library: bytes, engine: bytes, modules: Sequence[str]) -> bytes:
    """A copy of the memory of a Python that has imported the engine; the same files make the same copy.

    Args:
        folder: the folder with Pyodide's files, to which alone the copy belongs.
        library: the archive of Python's own library.
        engine: the archive of the engine.
        modules: the names of the modules to import.

    Raises:
        PyodideError: node is missing or fails.
    """
    given = {"library.zip": library, "engine.zip": engine, "modules.json": json.dumps(modules).encode()}
    return _run_node("snapshot.mjs", folder, given)


_FAULT = re.compile(r"[A-Z]\w*(Error|Exception): ")  # how the line begins that names a fault


def _run_node(script: str, folder: Path, given: Mapping[str, bytes]) -> bytes:
    """What a script here makes with Pyodide of some files, which it is given in this order.

    Raises:
        PyodideError: node is missing or fails.
    """
    node = shutil.which("node")
    if node is None:
        raise PyodideError("no-snapshot:node")
    with tempfile.TemporaryDirectory() as name:
        paths = [Path(name) / part for part in given]
        for path, data in zip(paths, given.values(), strict=True):
            path.write_bytes(data)
        made = Path(name) / "made"
        command = [node, *map(str, (Path(__file__).parent / script, folder.resolve(), *paths, made))]
        with (Path(name) / "told").open("w+", encoding="utf-8") as printed:  # of a pipe node leaves out the end
            try:
                done = subprocess.run(command, stdout=printed, stderr=printed, timeout=_PATIENCE)
            except (OSError, subprocess.TimeoutExpired) as error:
                raise PyodideError("no-snapshot:failed", why=str(error)[:200]) from None
            if done.returncode or not made.exists():
                printed.seek(0)
                faults = [line.strip() for line in printed if _FAULT.match(line)]
                raise PyodideError("no-snapshot:failed", why=(faults or ["?"])[-1][:300].rstrip("."))
        return made.read_bytes()


def _fetch(folder: Path) -> None:
    """Have npm fetch the package; what is unpacked appears as a whole or not at all."""
    npm = shutil.which("npm")
    if npm is None:
        raise PyodideError("no-pyodide:npm", package=_PACKAGE)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as name:
        beside = Path(name)
        command = [npm, "pack", "--silent", _PACKAGE, "--pack-destination", name, "--fetch-retries=1", _PAUSE]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE, cwd=name)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise PyodideError("no-pyodide:fetch", package=_PACKAGE, why=str(error)[:200]) from None
        archive = next(beside.glob("*.tgz"), None)
        if done.returncode or archive is None:
            raise PyodideError("no-pyodide:fetch", package=_PACKAGE, why=done.stderr.strip()[-300:].rstrip("."))
        with tarfile.open(archive) as packed:
            packed.extractall(beside, filter="data")
        with suppress(OSError):  # another process has done the same meanwhile
            (beside / "package").rename(folder)
