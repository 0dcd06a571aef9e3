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


def list_declarations(trees: list[ast.Module]) -> set[str]:
    """The names of the classes that only declare types: TypedDicts and Protocols, and those that extend them."""
    classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    bases = {
        node.name: {ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases} for node in classes
    }
    declared = {"TypedDict", "Protocol"}
    while more := {name for name, above in bases.items() if above & declared} - declared:
        declared |= more
    return declared


def count_statements(tree: ast.AST, declared: set[str]) -> int:
    """The statements below a node."""
    total = 0
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.stmt):
            if isinstance(child, ast.ClassDef) and child.name in declared:
                continue
            if isinstance(child, ast.Import | ast.ImportFrom):
                continue
            if isinstance(tree, _SCOPES) and child is tree.body[0] and ast.get_docstring(tree, clean=False) is not None:
                continue
            total += 1
        total += count_statements(child, declared)
    return total


def main() -> None:
    """Print the table."""
    package = Path(sys.argv[1]) if len(sys.argv) > 1 else PACKAGE
    paths = [path for path in package.rglob("*.py") if "_compiled" not in path.parts]
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in paths]
    declared = list_declarations(trees)
    rooms: Counter[str] = Counter()
    for path, tree in zip(paths, trees, strict=True):
        rooms[path.relative_to(package).parts[0]] += count_statements(tree, declared)
    for room, count in rooms.most_common():
        print(f"{room:<20}{count:7,}")
    print(f"{'all':<20}{rooms.total():7,}")


if __name__ == "__main__":
    main()
