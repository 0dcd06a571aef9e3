"""What the browser's Python is given: plain Python files, catalogues, code of late panels, and what they need.

Of Python's own library it is given what the page may come to need: the rest would be sent to every visitor for nothing.
"""

from __future__ import annotations

import ast
import io
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from itertools import accumulate
from pathlib import Path

from ...front.linking import FRONT, read_modules
from ...page.panels import PANELS
from ...wording.catalogue import ENGLISH, FOLDER, LISTED, compile_language, name_languages

PACKAGE = Path(__file__).parents[2]
# what a page in the browser has no use for
_LEFT_OUT = (
    "_compiled/", "widgets/", "hosts/", "output/batch.py", "output/displays.py", "output/play.py",
    "output/long_work.py", "output/printing.py", "playing/programs.py", "tutor/lines.py", "build.py",
    "study/simulate.py", "cli.py", "__main__.py", "wording/check/", "wording/compiled/", "errors.py", "records.py",
    "plot/", "plot.py", "playing/rollout/", "output/answers.py", "output/verdicts.py",
    "study/many.py", "page/classroom/votes.py",
)  # fmt: skip
_NEEDED = (
    "hosts/__init__.py", "hosts/live/__init__.py", "hosts/live/outbox.py", "hosts/live/visit.py",
    "hosts/site/__init__.py", "hosts/site/inside.py",
)  # fmt: skip
# of the packages: fitting reviews to what many people remembered, other contents of QR codes, a command line
_PACKAGES_UNUSED = ("fsrs/optimizer.py", "segno/cli.py", "segno/helpers.py")
# of Python's library: tools for developers, servers, mail, other formats, processes, and most encodings
_UNUSED = """
    _markupbase _pyio _pyrepl _sysconfigdata__emscripten_wasm32-emscripten antigravity bdb cProfile cmd code
    compileall configparser csv difflib doctest filecmp fileinput ftplib getopt getpass graphlib imaplib mailbox
    mimetypes modulefinder multiprocessing netrc nturl2path optparse pdb pickletools platform plistlib poplib pprint
    profile pstats pty pyclbr pydoc py_compile rlcompleter runpy sched shelve shlex smtplib socketserver sqlite3
    sre_compile sre_constants sre_parse symtable tabnanny this timeit trace tracemalloc tty unittest uuid wave
    wsgiref xmlrpc zipapp zoneinfo
"""
_ENCODINGS = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "utf_8", "utf_8_sig")
_COMMANDS = "command."  # how the keys begin of what only the command line tells
# asked for while a function runs; those that a page never asks for: tables, simulations, compiling
_NOT_ASKED_FOR = frozenset({"babel", "joblib", "mypy_extensions", "pandas", "tqdm"})
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
# prints the files that Python and the page have opened by the time that the first screen is drawn
_OPEN_FIRST_SCREEN = """
import asyncio, json, sys
opened = set()
sys.addaudithook(lambda event, given: opened.add(str(given[0])) if event == "open" else None)
async def open_page():
    from rummy_tutor.hosts.site.inside import Page
    first = {"type": "link", "search": "", "mode": "learn", "first": True, "seq": 1, "view": "first"}
    Page(print, print).receive(json.dumps(first))
asyncio.run(open_page())
modules = {module.__file__ for module in list(sys.modules.values()) if getattr(module, "__file__", None)}
print(json.dumps(sorted(modules | opened)))
"""
_TIME = (1980, 1, 1, 0, 0, 0)  # of every file in the archive, so that the same files make the same archive


def _list_dependencies() -> dict[str, bytes]:
    """The packages that the page uses, which are plain Python: reviews, QR codes, and rulebooks as files."""
    import fsrs
    import segno
    import tomli_w

    packages = {"typing_extensions.py": b"from typing import Self\n"}  # all that fsrs asks it for, and Python has it
    for module in (fsrs, segno, tomli_w):
        folder = Path(str(module.__file__)).parent
        packages |= {f"{folder.name}/{path.name}": path.read_bytes() for path in folder.glob("*.py")}
    return {name: content for name, content in packages.items() if name not in _PACKAGES_UNUSED}


def list_files() -> dict[str, bytes]:
    """The files by their paths in the archive."""
    files = _list_dependencies()
    for path in sorted(PACKAGE.rglob("*")):
        name = path.relative_to(PACKAGE).as_posix()
        if path.suffix in (".py", ".json") and (name in _NEEDED or not name.startswith(_LEFT_OUT)):
            data = path.read_bytes()
            files[f"{PACKAGE.name}/{name}"] = drop_docstrings(data) if path.suffix == ".py" else data
    for panel in PANELS:
        if panel.is_late:  # the code of the others comes with the page
            styles = [f"{stem}.css" for stem in (panel.stem, *panel.styles)]
            for name in (*read_modules(f"{panel.stem}.js"), *styles):
                files[f"{PACKAGE.name}/front/{name}"] = (FRONT / name).read_bytes()
    inside = f"{PACKAGE.name}/{FOLDER.relative_to(PACKAGE).as_posix()}"
    files[f"{inside}/compiled/{ENGLISH}.json"] = compile_language(ENGLISH, without=_COMMANDS)
    files[f"{inside}/compiled/{LISTED}"] = json.dumps(name_languages()).encode()
    return files


def list_catalogues() -> dict[str, bytes]:
    """The languages beside English that are fetched when they are chosen, by their codes."""
    codes = [code for code in name_languages() if code != ENGLISH]
    return {code: compile_language(code, without=_COMMANDS, beside_english=True) for code in codes}


def drop_docstrings(source: bytes) -> bytes:
    """A module without its docstrings, which no page shows; every line keeps its number.

    Example:
        >>> drop_docstrings(b"def f():\\n    'Do it.'\\n    return 1")
        b'def f():\\n    ""\\n    return 1'
    """
    starts = [0, *accumulate(len(line) for line in source.splitlines(keepends=True))]
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, _DOCUMENTED)]
    texts = [node.body[0] for node in nodes if ast.get_docstring(node, clean=False) is not None]
    for text in sorted(texts, key=lambda node: -node.lineno):
        last = text.end_lineno or text.lineno
        begin, end = starts[text.lineno - 1] + text.col_offset, starts[last - 1] + (text.end_col_offset or 0)
        source = source[:begin] + b'""' + b"\n" * (last - text.lineno) + source[end:]
    return source


def split_files(files: Mapping[str, bytes]) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The files that the first screen needs, found by drawing it, and all others."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(PACKAGE.parent), *sys.path]), "RUMMY_TUTOR_PURE": "1"}
    command = [sys.executable, "-c", _OPEN_FIRST_SCREEN]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    opened = [Path(name).as_posix() for name in json.loads(done.stdout.splitlines()[-1])]
    code = (".py", ".js", ".css")  # other files are read without being asked for first
    first = {name for name in files if not name.endswith(code) or any(path.endswith(f"/{name}") for path in opened)}
    return {name: files[name] for name in first}, {name: files[name] for name in {*files} - first}


def list_modules(files: Mapping[str, bytes]) -> list[str]:
    """The package's modules in the archive and all that they import, also those that a function asks for."""
    modules: set[str] = set()
    for path, data in files.items():
        if not (path.startswith(f"{PACKAGE.name}/") and path.endswith(".py")):
            continue
        modules.add(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        for node in ast.walk(ast.parse(data)):
            if isinstance(node, ast.Import):
                modules |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                modules.add(str(node.module))
    return sorted(name for name in modules if name.split(".")[0] not in _NOT_ASKED_FOR)


def trim_library(library: bytes) -> bytes:
    """Python's own library, as an archive, without what no page needs."""
    unused, kept = frozenset(_UNUSED.split()), {}
    with zipfile.ZipFile(io.BytesIO(library)) as archive:
        for name in archive.namelist():
            first, *rest = name.split("/")
            is_unused = first.removesuffix(".py") in unused or not name.endswith(".py")
            if not is_unused and (first != "encodings" or rest[0].removesuffix(".py") in _ENCODINGS):
                kept[name] = archive.read(name)
    return pack(kept)


def repack(archive: bytes) -> bytes:
    """The files of an archive packed as all others are."""
    with zipfile.ZipFile(io.BytesIO(archive)) as given:
        return pack({name: given.read(name) for name in given.namelist()})


def trim_packages(packages: bytes) -> bytes:
    """Pyodide's list of packages, without the packages: the page uses none of them."""
    return json.dumps({**json.loads(packages), "packages": {}}, sort_keys=True).encode()


def pack(files: Mapping[str, bytes]) -> bytes:
    """An archive of files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _TIME)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, files[name], compresslevel=9)
    return buffer.getvalue()
