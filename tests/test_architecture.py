"""Where things live: imports run one way, the engine never asks which rulebook it has, and it loads nothing heavy."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import rummy_tutor

PACKAGE = Path(rummy_tutor.__file__).parent

# from the ground up; a module may import from its own row's left and from the rows before
LAYERS = (
    ("_native",),
    ("cards",),
    ("rules", "table", "records"),
    ("rulebooks",),
    ("melds",),
    ("scoring",),
    ("_packed", "_kernel", "_bounds", "_canonical", "columns", "_layout", "_near", "_routes", "_search", "solver"),
    ("_supply", "_reach", "_wanted", "_survey", "_fill", "_finder", "distance", "_throws"),
    ("analysis",),
    ("_pieces", "_groupings", "optima"),
    ("compare", "advice", "trials"),
    ("rulings", "phrases", "describe", "sentences", "explain"),
    ("_seats", "_maal", "_judging", "_payments", "_ledger", "settlement", "rounds", "_files", "_standings", "series"),
    ("counsel", "supposing"),
    ("lessons", "quiz"),
    ("display", "round_view", "advice_view", "batch"),
    ("serve", "_voila", "_adviser"),
    ("cli", "widgets"),
    ("__main__",),
)
# the surface of the package, and displays and sentences that load when they are asked for
LATE = {
    "cards": {"display"},
    "analysis": {"display"},
    "compare": {"explain", "display"},
    "_ledger": {"round_view"},
    "series": {"round_view"},
    "serve": {"_voila"},
}
ENGINE = (
    "cards",
    "rules",
    "table",
    "records",
    "melds",
    "scoring",
    "solver",
    "_kernel",
    "_packed",
    "_bounds",
    "_canonical",
    "_layout",
    "_near",
    "_routes",
    "_search",
    "columns",
    "_supply",
    "_reach",
    "_wanted",
    "_survey",
    "_fill",
    "_finder",
    "distance",
    "_throws",
    "advice",
    "analysis",
    "_pieces",
    "_groupings",
    "optima",
    "supposing",
    "compare",
    "_seats",
    "_maal",
    "_judging",
    "_payments",
    "_ledger",
    "settlement",
    "rounds",
)
HEAVY = (
    "pandas",
    "numpy",
    "joblib",
    "tqdm",
    "ipywidgets",
    "anywidget",
    "matplotlib",
    "IPython",
    "voila",
    "traitlets",
    "jupyter_client",
)
BUILD = "_build.py"  # runs when the package is built, not with it
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "__pycache__" not in path.parts and path.name != BUILD)


def name_of(path: Path) -> str:
    """A module's name inside the package; the modules of the rulebooks and of the widgets are one each."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    if parts[0] == "rulebooks":
        return "rulebooks"
    if parts[0] == "widgets":
        return "widgets"
    return ".".join(parts)


def imports_of(path: Path) -> Iterator[tuple[str, bool]]:
    """The package's modules a file imports, and whether only inside a function."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    depth = len(path.relative_to(PACKAGE).parts)
    late = {
        node
        for outer in ast.walk(tree)
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(outer)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom):
            continue
        if node.level:
            above = depth - node.level
            start = list(path.relative_to(PACKAGE).parts[:above])
            target = [*start, *(node.module.split(".") if node.module else [])]
        elif (node.module or "").split(".")[0] == "rummy_tutor":
            target = node.module.split(".")[1:]
        else:
            continue
        names = [target[0]] if target else [alias.name for alias in node.names]
        for name in names:
            yield name, node in late


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_run_one_way(path: Path) -> None:
    """A module imports only what lies below it; what is imported late is listed."""
    order = {name: place for place, name in enumerate(name for row in LAYERS for name in row)}
    here = name_of(path)
    if here == "__init__":
        return
    assert here in order, f"{here} has no layer"
    for name, late in imports_of(path):
        if name == here or name == "__version__":
            continue
        if late:
            lower = name in order and order[name] < order[here]
            assert lower or name in LATE.get(here, set()), f"{here} imports {name} late"
        else:
            assert order.get(name, len(order)) < order[here], f"{here} imports {name}"


def test_late_imports_are_still_needed() -> None:
    """The list of late imports names no import that has gone."""
    for here, names in LATE.items():
        found = {name for name, late in imports_of(PACKAGE / f"{here}.py") if late}
        assert names <= found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_nobody_asks_which_rulebook(path: Path) -> None:
    """Outside the rulebooks no code compares a rulebook's key with a key, nor names one of the nine in a test."""
    if path.parent.name == "rulebooks":
        return
    keys = set(rummy_tutor.RULEBOOKS)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            constants = {leaf.value for side in sides for leaf in ast.walk(side) if isinstance(leaf, ast.Constant)}
            assert not constants & keys, f"line {node.lineno} asks for a rulebook"
        if isinstance(node, ast.Match):
            cases = {
                leaf.value for case in node.cases for leaf in ast.walk(case.pattern) if isinstance(leaf, ast.Constant)
            }
            assert not cases & keys, f"line {node.lineno} asks for a rulebook"


def test_rulebooks_hold_no_code() -> None:
    """A rulebook is data: no field of it, however deep, is callable."""
    for book in rummy_tutor.RULEBOOKS.values():
        for path, value in rummy_tutor.rules.walk_fields(book):
            assert not callable(value), path


@pytest.mark.parametrize("module", ["rummy_tutor", "rummy_tutor.explain", "rummy_tutor.batch", "rummy_tutor.cli"])
def test_import_stays_light(module: str) -> None:
    """Importing the package, its sentences or its command line loads no table, no widget and no plotting library."""
    program = f"import sys, json, {module}; print(json.dumps([n for n in {HEAVY!r} if n in sys.modules]))"
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(answer.stdout) == []


def test_a_verdict_stays_light() -> None:
    """Judging, comparing, explaining and drawing a hand need nothing beyond the standard library."""
    program = (
        "import sys, json, rummy_tutor as rt\n"
        "found = rt.compare('2H 3H 4H | 5C 6C QD', turned='QD')\n"
        "found.why('rummy-21', 'octro-13'); found._repr_html_(); found['octro-13']._repr_html_()\n"
        "outside = {n.split('.')[0] for n in sys.modules} - set(sys.stdlib_module_names) - {'rummy_tutor'}\n"
        f"print(json.dumps(sorted(outside & set({HEAVY!r}))))"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(answer.stdout) == []


@pytest.mark.parametrize("name", ENGINE)
def test_engine_runs_anywhere(name: str) -> None:
    """The engine uses no threads, processes, files or sockets, so that it also runs in a browser's Python."""
    path = PACKAGE / f"{name}.py"
    if not path.exists():
        pytest.skip("not written yet")
    banned = {
        "threading",
        "multiprocessing",
        "subprocess",
        "socket",
        "asyncio",
        "concurrent",
        "ctypes",
        "os",
        "pathlib",
    }
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert not banned & {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            assert (node.module or "").split(".")[0] not in banned


def test_public_names_exist() -> None:
    """Every public name that is no widget is there, and an unknown one is refused."""
    for name in rummy_tutor.__all__:
        if name not in rummy_tutor._LAZY:
            assert getattr(rummy_tutor, name) is not None
    with pytest.raises(AttributeError):
        rummy_tutor.no_such_name  # noqa: B018
