"""The seam between Python and the browser: a name that one side changes alone is found here.

``python -m tests.front.test_types`` lists the fields that the browser's code does not read.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import MappingProxyType

from tests.front.page_types import OTHERS, TARGET, Types, write_types
from tests.front.test_javascript import ROOT, TOOLS, install, node_command
from tests.patience import LONG

_TAB = "the tab keeps it for Python and sends it back as it is"
_PROGRAM = "asked for by programs; the page has other ways to it"
# fields that the browser's code neither reads nor sends
UNREAD = {
    **{
        f"MemoryView.{field}": _TAB
        for field in (
            "table", "reveal", "answer", "verdict", "best_column", "sort", "wilds_last", "pair", "other", "asked",
            "kept", "draft",
        )
    },
    **{f"PastRound.{field}": _TAB for field in ("game", "accuracy", "code", "turns", "solved")},
    **{f"UnderWayView.{field}": _TAB for field in ("record", "aided", "guided")},
    **{f"EndedRound.{field}": _TAB for field in ("game", "level", "won")},
    "RoundMemoryView.history": _TAB,
    "RoundMemoryView.shown": _TAB,
    **{
        f"FormValues.{field}": _TAB
        for field in ("rulebook", "options", "turned", "end", "check_pack", "preset", "deal", "shared", "series")
    },
    **{f"ModeValues.{field}": _PROGRAM for field in ("lesson", "list", "puzzle", "show", "task")},
    "SwitchValues.on": _PROGRAM,
}  # fmt: skip


def check_types(files: Mapping[str, str] = MappingProxyType({})) -> str:
    """What TypeScript finds wrong, a line an error; with other texts in place of some files of ``front/``."""
    with tempfile.TemporaryDirectory() as folder:
        front, tools = Path(folder) / "rummy_tutor" / "front", Path(folder) / "tests" / "front"
        left_out = shutil.ignore_patterns("*.py", "*.css", "fonts", "__pycache__")
        shutil.copytree(ROOT / "rummy_tutor" / "front", front, ignore=left_out)
        for name, text in files.items():
            (front / name).write_text(text, encoding="utf-8")
        tools.mkdir(parents=True)
        for name in ("tsconfig.json", "dom.d.ts"):
            shutil.copy(TOOLS / name, tools)
        command = [*node_command(), str(install("typescript") / "bin" / "tsc"), "--pretty", "false", "-p", str(tools)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONG, cwd=folder)
        return re.sub(r"\n +", " ", done.stdout) + done.stderr


def list_noticed(told: str, types: Types, names: Collection[str]) -> set[str]:
    """The fields of some declarations that errors name, as ``Declaration.field``."""
    noticed = set()
    for line in told.splitlines():
        words = set(re.findall(r"\w+", line))
        for name in words.intersection(names):
            noticed |= {f"{name}.{field}" for field in types.fields[name] if field in words}
    return noticed


def list_floors(types: Types) -> list[list[str]]:
    """The declarations in groups of which none needs another one of its group."""
    floors: dict[str, int] = {}
    for name in reversed(types.texts):  # each after what it needs
        above = [floors[other] for other in floors if name in types.needed[other]]
        floors[name] = max(above, default=-1) + 1
    return [[name for name in floors if floors[name] == at] for at in range(max(floors.values()) + 1)]


def find_unnoticed() -> list[str]:
    """The fields that can be given another name in Python alone without an error in the browser's code.

    Those of many declarations are renamed at once, then those that no error names one by one.
    """
    types = Types()
    write_types(types)
    fields = {f"{name}.{field}" for name in types.texts for field in types.fields[name]}
    with ThreadPoolExecutor(max_workers=2) as pool:
        floors = list_floors(types)
        for names, told in zip(floors, pool.map(_check_renamed, floors), strict=True):
            fields -= list_noticed(told, types, names)
        left = sorted(fields)
        return [
            field
            for field, told in zip(left, pool.map(lambda one: _check_renamed([one]), left), strict=True)
            if not told
        ]


def _check_renamed(names: Collection[str]) -> str:
    return check_types({TARGET.name: write_types(Types(names))})


def test_the_types_are_those_of_the_package() -> None:
    """What the browser's code is held against says what the package declares now."""
    assert TARGET.read_text(encoding="utf-8") == write_types(), "run python -m tests.front.page_types"


def test_the_code_keeps_to_the_types() -> None:
    """TypeScript finds nothing wrong in the browser's code: it reads and sends what Python declares."""
    assert not check_types()


def test_a_field_renamed_in_python_is_found() -> None:
    """Of every view model that is declared some field is read, and of every action's values some are sent."""
    types = Types()
    write_types(types)
    tops = list_floors(types)[0]
    noticed = {field.partition(".")[0] for field in list_noticed(_check_renamed(tops), types, tops)}
    wanted = {name for name in tops if any(f"{name}.{field}" not in UNREAD for field in types.fields[name])}
    assert wanted - noticed <= {other.__name__ for other in OTHERS}


def test_a_field_renamed_in_the_browser_is_found() -> None:
    """What the browser's code reads of a view model or sends with an action is declared by Python."""
    text = (TARGET.parent / "words.js").read_text(encoding="utf-8")
    for before, after in (
        ("entry.what)", "entry.meaning)"),
        ("key: target.dataset.word", "name: target.dataset.word"),
    ):
        assert text.count(before) == 1
        text = text.replace(before, after)
    errors = check_types({"words.js": text}).splitlines()
    assert len(errors) == 2
    for error in errors:
        assert "words.js" in error and "does not exist in type" in error.replace("on type", "in type")


if __name__ == "__main__":
    unnoticed = set(find_unnoticed())
    print("\n".join(sorted(unnoticed - set(UNREAD))))
    assert not set(UNREAD) - unnoticed, "some of these are read now"
