"""How Python is written: formatted, linted and typed; JavaScript has its own test in front/."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import LONG
from tests.syntax import FILES, PACKAGE, list_nodes

ROOT = Path(__file__).parents[1]
MOST_LINES, MOST_OF_LONGER = 60, 90
# functions that may be longer, up to 90 lines: the search loop of the solver
LONGER = {"solver/branch_and_bound.py:search"}
RIDDLES = re.compile(r"\bso (many|few)\b|\b(becomes?|became) of\b|\bthe very card", re.IGNORECASE)


@pytest.mark.parametrize(
    "command", [["ruff", "check"], ["ruff", "format", "--check"], ["mypy"]], ids=["lint", "format", "types"]
)
def test_python_is_formatted_linted_and_typed(command: list[str]) -> None:
    """The linter, the formatter and the type checker find nothing to change; their settings are in pyproject.toml.

    Compiling the engine begins with the same check of types: what it finds would quietly be left interpreted.
    """
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, timeout=LONG, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def count_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function without its docstring."""
    first = function.body[0]
    told = first.end_lineno - first.lineno + 1 if ast.get_docstring(function) is not None else 0
    return function.end_lineno - function.lineno + 1 - told


def test_functions_are_short() -> None:
    """A function has at most 60 lines besides its docstring; only those listed have up to 90."""
    found = {
        f"{path.relative_to(PACKAGE).as_posix()}:{node.name}": count_lines(node)
        for path in FILES
        for node in list_nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert {name for name, lines in found.items() if lines > MOST_LINES} == LONGER
    assert max(found.values()) <= MOST_OF_LONGER


def test_every_test_states_its_rule() -> None:
    """Each test begins with a sentence that states the rule it holds."""
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                assert (ast.get_docstring(node) or "").rstrip().endswith("."), f"{path}, line {node.lineno}"


def test_words_that_say_too_little_are_not_used() -> None:
    """Comments and docstrings name the number, the card and the outcome meant: no "so many", no "becomes of"."""
    assert not [
        f"{path.relative_to(PACKAGE).as_posix()}:{number}: {line.strip()}"
        for path in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.js")])
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if RIDDLES.search(line)
    ]
