"""How much code there is: statements of the package without imports, docstrings and declarations of types.

``python -m tests.bench.size [FOLDER]`` prints them by room and in all.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "rummy_tutor"
_SCOPES = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def is_declaration(node: ast.stmt) -> bool:
    """Whether a statement only declares types: a TypedDict or a Protocol, with its fields."""
    if isinstance(node, ast.ClassDef):
        bases = [ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases]
        return bool({"TypedDict", "Protocol"} & set(bases))
    return False


def count_statements(tree: ast.AST) -> int:
    """The statements below a node."""
    total = 0
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.stmt):
            if is_declaration(child) or isinstance(child, ast.Import | ast.ImportFrom):
                continue
            if isinstance(tree, _SCOPES) and child is tree.body[0] and ast.get_docstring(tree, clean=False) is not None:
                continue
            total += 1
        total += count_statements(child)
    return total


def main() -> None:
    """Print the table."""
    package = Path(sys.argv[1]) if len(sys.argv) > 1 else PACKAGE
    rooms: Counter[str] = Counter()
    for path in package.rglob("*.py"):
        if "_compiled" not in path.parts:
            parts = path.relative_to(package).parts
            rooms[parts[0]] += count_statements(ast.parse(path.read_text(encoding="utf-8")))
    for room, count in rooms.most_common():
        print(f"{room:<20}{count:7,}")
    print(f"{'all':<20}{rooms.total():7,}")


if __name__ == "__main__":
    main()
