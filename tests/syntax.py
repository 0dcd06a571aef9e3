"""The syntax of the package's files, read once a process: many tests look through all of them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import rummy_tutor

PACKAGE = Path(rummy_tutor.__file__).parent
FILES = [path for path in sorted(PACKAGE.rglob("*.py")) if "_compiled" not in path.parts]


@cache
def list_nodes(path: Path) -> tuple[ast.AST, ...]:
    """The nodes of a file's syntax, each before those in it."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
