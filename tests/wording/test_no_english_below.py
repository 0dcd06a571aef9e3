"""Below wording nobody holds a sentence: the rooms under it have codes, and what they say stands in the catalogue."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.syntax import PACKAGE, list_nodes

ROOMS = ("game", "rulebooks", "referee", "solver", "distance", "study", "rounds")
FILES = sorted(path for room in ROOMS for path in (PACKAGE / room).rglob("*.py"))
# what has words in it and yet is told to nobody, or is the name of something
ALLOWED = {
    "build.py": "what the build prints for developers",
    "native.py": "what is asked of mypyc",
}
# calls whose texts are for developers: a seed of random numbers, a fault of the program
FOR_DEVELOPERS = {"Random", "AssertionError", "TypeError", "KeyError", "tqdm", "AttributeError"}
# a rulebook's own name and the names of its value cards, of which the catalogue may have others
NAMES = {"title", "name"}
WORDS = re.compile(r"[A-Za-z’']{2,}[,;:]? [A-Za-z’']{2,}")
HEADING = re.compile(r"S\d, [A-Z][A-Za-z ]+")  # a citation with the heading that the source has there


def sentences(path: Path) -> Iterator[tuple[int, str]]:
    """Texts of a file that read as English, with their lines; docstrings and what is for developers apart."""
    nodes = list_nodes(path)
    apart: set[ast.AST] = set()
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            apart.add(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            called = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if called in FOR_DEVELOPERS:
                apart.update(ast.walk(node))
        elif isinstance(node, ast.keyword) and node.arg in NAMES:
            apart.update(ast.walk(node.value))
        elif isinstance(node, ast.Assert) and node.msg is not None:
            apart.update(ast.walk(node.msg))
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in apart:
            if WORDS.search(node.value) and not HEADING.fullmatch(node.value):
                yield node.lineno, node.value


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_sentence(path: Path) -> None:
    """A text with two words beside each other is a sentence, and stands in the catalogue."""
    name = path.relative_to(PACKAGE).as_posix()
    assert name in ALLOWED or not list(sentences(path))
