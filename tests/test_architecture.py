"""What the engine is: it never asks which rulebook it has, loads nothing heavy, and runs anywhere."""

from __future__ import annotations

import ast
import importlib
import json
import pkgutil
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import rummy_tutor
from tests.patience import LONG
from tests.syntax import FILES, PACKAGE, list_nodes

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
# these may use files and processes; they are not needed for a verdict
NOT_IN_A_BROWSER = {"native.py", "build.py", "study/simulate.py", "rounds/files.py", "rounds/series.py"}
ENGINE = [
    path
    for room in ("game", "rulebooks", "referee", "solver", "distance", "study", "rounds")
    for path in sorted((PACKAGE / room).glob("*.py"))
    if path.relative_to(PACKAGE).as_posix() not in NOT_IN_A_BROWSER
]


def compared_with(node: ast.AST) -> set[object]:
    """The constants that a comparison or a match names."""
    sides: list[ast.AST] = []
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
    elif isinstance(node, ast.Match):
        sides = [case.pattern for case in node.cases]
    return {leaf.value for side in sides for leaf in ast.walk(side) if isinstance(leaf, ast.Constant)}


def test_nobody_asks_which_rulebook() -> None:
    """Outside the rulebooks no code compares a rulebook's key with a key, nor names one of them in a test."""
    keys = set(rummy_tutor.RULEBOOKS)
    for path in FILES:
        if path.parent.name != "rulebooks":
            for node in list_nodes(path):
                assert not compared_with(node) & keys, f"{path}, line {node.lineno}"


def test_rulebooks_hold_no_code() -> None:
    """A rulebook is data: no field of it, however deep, is callable."""
    for book in rummy_tutor.RULEBOOKS.values():
        for path, value in rummy_tutor.game.rules.walk_fields(book):
            assert not callable(value), path


@pytest.mark.parametrize(
    "module", ["rummy_tutor", "rummy_tutor.wording.explain", "rummy_tutor.output.batch", "rummy_tutor.cli"]
)
def test_import_stays_light(module: str) -> None:
    """Importing the package, its sentences or its command line loads no table, no widget and no plotting library."""
    program = f"import sys, json, {module}; print(json.dumps([n for n in {HEAVY!r} if n in sys.modules]))"
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=LONG)
    assert json.loads(answer.stdout) == []


def test_what_is_imported_is_declared() -> None:
    """Whatever a module imports is Python's own, a dependency that the project declares, or a tool of the build."""
    project = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))
    declared = {re.split(r"[^\w-]", line)[0].replace("-", "_") for line in project["project"]["dependencies"]}
    declared |= {"hatchling", "mypy_extensions", "mypyc", "setuptools", PACKAGE.name}
    for path in FILES:
        for node in list_nodes(path):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) and not node.level else []
            foreign = {name.partition(".")[0] for name in names} - sys.stdlib_module_names
            assert foreign <= declared, f"{path}, line {node.lineno}: {foreign - declared}"


def test_a_verdict_stays_light() -> None:
    """Judging, comparing, explaining and drawing a hand need nothing beyond the standard library."""
    program = (
        "import sys\n"
        "before = set(sys.modules)\n"
        "import json, rummy_tutor as rt\n"
        "found = rt.compare('2H 3H 4H | 5C 6C QD', turned='QD')\n"
        "found.why('rummy-21', 'octro-13'); found._repr_html_(); found['octro-13']._repr_html_()\n"
        "loaded = {n.split('.')[0] for n in set(sys.modules) - before}\n"
        "ours = {'rummy_tutor', 'rummy_tutor__mypyc'}\n"
        "outside = loaded - set(sys.stdlib_module_names) - ours\n"
        "print(json.dumps(sorted(outside)))"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=LONG)
    assert json.loads(answer.stdout) == []


def test_engine_runs_anywhere() -> None:
    """The engine imports nothing for threads, processes, files or sockets: it also runs in a browser's Python."""
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
    for path in ENGINE:
        for node in list_nodes(path):
            if isinstance(node, ast.Import):
                assert not banned & {alias.name.split(".")[0] for alias in node.names}, path
            elif isinstance(node, ast.ImportFrom) and not node.level:
                assert (node.module or "").split(".")[0] not in banned, path


def test_type_checkers_know_every_public_name() -> None:
    """Each name is at run time what its import says to type checkers, a star and dir() give the same names."""
    path = Path(rummy_tutor.__file__)
    block = next(node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.If))
    star: dict[str, object] = {}
    exec("from rummy_tutor import *", star)
    assert dir(rummy_tutor) == sorted(rummy_tutor.__all__) == sorted(star.keys() - {"__builtins__"})
    for node in block.body:
        module = importlib.import_module(f".{node.module}", "rummy_tutor") if node.module else rummy_tutor
        for alias in node.names:
            assert star.pop(alias.asname or alias.name) is getattr(module, alias.name)
    assert star.keys() == {"__builtins__"}
    assert path.with_name("py.typed").exists()


PUBLIC = [
    "Card",
    "Hand",
    "Rulebook",
    "RULEBOOKS",
    "get_rulebook",
    "analyse",
    "analyse_many",
    "compare",
    "advise",
    "all_best",
    "what_if",
    "rollout",
    "simulate",
    "chances",
    "settle",
    "Seat",
    "Series",
    "play",
    "load_play",
    "review",
    "plot",
    "language",
    "errors",
    "records",
    "tutor",
    "load_class",
    "TutorError",
    "App",
    "CardTable",
    "HandEditor",
    "BestGrouping",
    "ComparisonTable",
    "WhatNow",
    "RulebookCard",
    "RoundTable",
    "PlayTable",
    "Review",
    "Lesson",
    "Puzzle",
    "Words",
]
# the public names of version 0.1 that have another one, or are found in a room
OLD = [
    "CARDS",
    "Kind",
    "PRINTED_JOKER",
    "Rank",
    "Suit",
    "CardError",
    "RuleError",
    "Advice",
    "Analysis",
    "Arranged",
    "Best",
    "Comparison",
    "Discard",
    "Distance",
    "Draw",
    "Ending",
    "Entry",
    "Game",
    "Group",
    "Optima",
    "Reason",
    "Round",
    "WhatIf",
    "Wild",
    "app",
    "differences",
    "dump_rulebook",
    "is_compiled",
    "lessons",
    "list_endings",
    "load_rulebook",
    "load_series",
    "new_series",
    "Progress",
    "surplus_cards",
]


def test_the_public_names_are_those_agreed_on() -> None:
    """The public names are the agreed list and the version, no more and no less."""
    assert {*rummy_tutor.__all__} == {*PUBLIC, "__version__"}


@pytest.mark.parametrize("name", OLD)
def test_an_old_name_goes_on_and_says_the_new_one(name: str) -> None:
    """A name of version 0.1 warns at the line that uses it, naming where the thing is now; that is what it gives."""
    with pytest.warns(DeprecationWarning, match=rf"rummy_tutor\.{name} is called") as told:
        value = getattr(rummy_tutor, name)
    assert len(told) == 1 and told[0].filename == __file__
    new = re.search(r"called rummy_tutor\.(\S+) now", str(told[0].message))
    assert new is not None
    found = pkgutil.resolve_name(f"rummy_tutor.{new[1]}")
    assert callable(found) == callable(value)
    if name not in ("differences", "dump_rulebook", "load_rulebook"):  # these took more than the new ones do
        assert found == value


def test_the_repository_uses_no_old_name() -> None:
    """Neither the package nor its documents, notebooks and tests use a name that warns."""
    words = rf"\b(?:rt|rummy_tutor)\.(?:{'|'.join(OLD)})\b"
    listed = rf"^ *(?:>>> )?from rummy_tutor import (?:.*\W)?(?:{'|'.join(OLD)})\b"
    root = PACKAGE.parent
    files = [root / "README.md", *(root / "notebooks").glob("*.*[db]"), *FILES, *(root / "tests").rglob("*.py")]
    for path in files:
        found = re.search(f"{words}|{listed}", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert found is None, f"{path}: {found and found[0]}"


def test_results_and_errors_have_rooms_of_their_own() -> None:
    """``records`` names types, ``errors`` names errors that are all a ``TutorError``; each by its own name."""
    for name in rummy_tutor.records.__all__:
        assert getattr(rummy_tutor.records, name).__name__ == name
    for name in rummy_tutor.errors.__all__:
        assert issubclass(getattr(rummy_tutor.errors, name), rummy_tutor.TutorError), name


def test_public_names_exist() -> None:
    """Every public name is there, and an unknown one is refused."""
    for name in rummy_tutor.__all__:
        assert getattr(rummy_tutor, name) is not None
    with pytest.raises(AttributeError):
        rummy_tutor.no_such_name  # noqa: B018


def test_the_answers_yes_and_no_stand_once() -> None:
    """What a question that asks for one of the two is answered with is written in one module, and imported."""
    found = [
        path.relative_to(PACKAGE).as_posix()
        for path in FILES
        for node in list_nodes(path)
        if isinstance(node, ast.Tuple)
        and [leaf.value if isinstance(leaf, ast.Constant) else None for leaf in node.elts] == ["yes", "no"]
    ]
    assert found == ["tutor/tasks.py"]
