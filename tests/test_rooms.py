"""The house: rooms one above the other, imports one way, no circle of files."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from rummy_tutor.game import messages
from tests.syntax import FILES, PACKAGE, list_nodes

ROOMS = (
    "game",
    "rulebooks",
    "referee",
    "solver",
    "distance",
    "study",
    "rounds",
    "playing",
    "wording",
    "output",
    "plot",
    "tutor",
    "page",
    "front",
    "widgets",
    "hosts",
)
# within the page: what a table is, then its session, then the panels, each a folder, then their list and its drawing
BELOW_PANELS = (
    "packed",
    "pairing",
    "own_books",
    "history",
    "slow",
    "state",
    "answers",
    "worked_hands",
    "session",
    "asking",
    "faces",
)
ABOVE_PANELS = ("classroom", "panels", "drawing", "feed")  # a class is shown what other panels hold
# what one panel takes from another
SHARED = {
    ("page.learn.lesson_actions", "page.table.actions"),
    ("page.learn.shapes", "page.table.view"),
    ("page.learn.view", "page.table.view"),
    ("page.puzzles.view", "page.learn.study"),
    ("page.rulebook.view", "page.puzzles.board"),  # a puzzle has a game of its own
    ("page.round.dealing", "page.editor.deals"),
    ("page.shell.memory", "page.editor.typed"),
    ("page.play.view", "page.learn.turn_view"),
    ("page.play.review_view", "page.learn.turn_view"),
    ("page.play.help", "page.learn.turn_view"),
    ("page.play.view", "page.learn.shapes"),
    ("page.play.wild", "page.learn.shapes"),
    ("page.play.wild", "page.learn.study"),
    ("page.play.look", "page.learn.slips"),
    ("page.play.look", "page.what_now.job"),
    ("page.play.look", "page.what_now.worker"),
    ("page.puzzles.actions", "page.table.actions"),
    ("page.puzzles.view", "page.play.past"),
    ("page.puzzles.view", "page.table.view"),
}
# beside the rooms; native and build import none of them, errors and records are lists of names
BESIDE = ("__init__", "__main__", "build", "cli", "errors", "native", "records")


def name_of(path: Path) -> str:
    """A file's dotted name inside the package; a folder's own file is named after the folder."""
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__") or "__init__"


NAMES = {name_of(path): path for path in FILES}


# the files that may import by a name worked out at run time: the public names that load when first used, the words and
# displays of values (a test below), rulebooks and kinds of tasks by their files, the compiled modules, a look for Voilà
IMPORT_BY_NAME = {"__init__", "game.messages", "rulebooks", "tutor.kinds", "native", "build", "hosts.voila.serve"}
_NAMED = re.compile(rf"\b{PACKAGE.name}((?:\.[a-z_0-9]+)+)")
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def imports_of(source: str, folder: tuple[str, ...]) -> Iterator[str]:
    """The names of the package's files that a source imports, late ones too; what only types need is left out.

    A module named in a text, as in a program handed to another process, counts as imported.
    """
    tree = ast.parse(source)
    left_out = {
        node
        for outer in ast.walk(tree)
        if isinstance(outer, ast.If) and ast.unparse(outer.test) == "TYPE_CHECKING"
        for inner in outer.body
        for node in ast.walk(inner)
    }
    for outer in ast.walk(tree):
        if isinstance(outer, _DOCUMENTED) and ast.get_docstring(outer) is not None:
            left_out |= set(ast.walk(outer.body[0]))
    for node in ast.walk(tree):
        if node in left_out:
            continue
        targets: list[tuple[str, ...]] = []
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            named = [name[1:].split(".") for name in _NAMED.findall(node.value)]
            targets = [(PACKAGE.name, *name) for name in named if name[0] in ROOMS]
        elif isinstance(node, ast.Import):
            targets = [tuple(alias.name.split(".")) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = folder[: len(folder) - node.level + 1] if node.level else ()
            base = (*base, *(node.module.split(".") if node.module else ()))
            targets = [(*base, alias.name) for alias in node.names]
        for target in targets:
            if target[0] != PACKAGE.name:
                continue
            inside = ".".join(target[1:])
            yield inside if inside in NAMES else ".".join(target[1:-1]) or "__init__"


def read_imports(path: Path) -> set[str]:
    """The names that a file imports."""
    return set(imports_of(path.read_text(encoding="utf-8"), path.relative_to(PACKAGE.parent).parent.parts))


@cache
def all_imports() -> Mapping[str, set[str]]:
    """The names that each file imports."""
    return {name: read_imports(path) - {name} for name, path in NAMES.items()}


def room_of(name: str) -> str:
    """The room in which a file lies, or its own name where it lies beside the rooms."""
    return name.partition(".")[0]


def test_every_name_is_known() -> None:
    """Each room and each file beside the rooms has its place in the order, and each imported name exists."""
    assert {room_of(name) for name in NAMES} <= {*ROOMS, *BESIDE}
    assert set().union(*all_imports().values()) <= set(NAMES)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from ..page.session import Session", {"page.session"}),
        ("def draw():\n    from ..page import session", {"page.session"}),
        ("from .. import page", {"page"}),
        ("import rummy_tutor.page.session as table", {"page.session"}),
        ("import rummy_tutor", {"__init__"}),
        (
            "if TYPE_CHECKING:\n    from ..page import session\nelse:\n    from ..front import linking",
            {"front.linking"},
        ),
        ("run([python, '-c', 'import rummy_tutor.page.session'])", {"page.session"}),
        ('def draw():\n    """See rummy_tutor.page.session."""', set()),
        ("from ..nowhere import something", {"nowhere"}),
    ],
)
def test_imports_are_found(source: str, found: set[str]) -> None:
    """An import is seen wherever it stands and however it is written; a docstring or a type imports nothing."""
    assert set(imports_of(source, (PACKAGE.name, "game"))) == found


def names_used(node: ast.AST) -> set[str]:
    """The modules that a node imports, and the function that it calls."""
    if isinstance(node, ast.Import):
        return {alias.name.split(".")[0] for alias in node.names}
    if isinstance(node, ast.ImportFrom) and not node.level:
        return {str(node.module).split(".")[0]}
    return {node.func.id} if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else set()


def test_nobody_imports_by_a_name_worked_out() -> None:
    """Outside the few files that are listed nothing is imported or run by a name that no test can follow."""
    worked_out = {"importlib", "runpy", "pkgutil", "__import__", "exec", "eval"}
    for name in set(NAMES) - IMPORT_BY_NAME:
        for node in list_nodes(NAMES[name]):
            assert not names_used(node) & worked_out, f"{name}, line {node.lineno}"


def test_values_reach_up_to_words_and_displays_alone() -> None:
    """What values look for by name lies in wording, in output, and what a rulebook looks for among the rulebooks."""
    assert {module.partition(".")[0] for module, _ in messages._SURFACES.values()} == {"wording", "output", "rulebooks"}
    assert all(callable(messages.find_surface(name)) for name in messages._SURFACES)


def test_imports_run_downwards() -> None:
    """A file imports from its own room and from rooms below it; only the command line sees the package's own file."""
    order = ("native", "build", *ROOMS, "errors", "records", "cli", "__init__", "__main__")
    for name in set(NAMES) - {"__init__"}:
        here = order.index(room_of(name))
        above = {other for other in all_imports()[name] if order.index(room_of(other)) > here}
        if room_of(name) == "cli":
            above -= {"__init__"}  # for the version
        assert not above, f"{name} imports {sorted(above)} from above"


def floor_of(name: str) -> int:
    """The place of a file of the page: below the panels, a panel of its own, or above them."""
    part = name.split(".")[1]
    if part not in ABOVE_PANELS and (PACKAGE / "page" / part).is_dir():
        return len(BELOW_PANELS)
    return (*BELOW_PANELS, "", *ABOVE_PANELS).index(part)


def test_the_page_has_an_order_of_its_own() -> None:
    """State, session, panels, list of panels: each imports from those before it, and a panel from no other panel."""
    pairs = [(name, other) for name, others in all_imports().items() for other in others]
    for name, other in pairs:
        if name.startswith("page.") and other.startswith("page.") and (name, other) not in SHARED:
            same = name.split(".")[1] == other.split(".")[1]
            assert same or floor_of(other) < floor_of(name), f"{name} imports {other}"


def test_no_circle_of_files() -> None:
    """Following imports never leads back to where it began."""
    waiting = {name: set(imports) - {"__init__"} for name, imports in all_imports().items()}
    while ready := [name for name, imports in waiting.items() if not imports]:
        for name in ready:
            del waiting[name]
        for imports in waiting.values():
            imports.difference_update(ready)
    assert not waiting, f"these import each other in a circle: {sorted(waiting)}"


def test_folders_stay_small() -> None:
    """Beside the rooms lie at most seven files; a folder holds at most fourteen beside its own."""
    counts = {folder: len(list(folder.glob("*.py"))) for folder in {path.parent for path in FILES}}
    assert not {folder: count for folder, count in counts.items() if count > (7 if folder == PACKAGE else 15)}


def test_files_stay_short() -> None:
    """A file has at most 700 lines: what belongs together may stand together, longer ones hide two things."""
    lines = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in NAMES.items()}
    assert not {name: count for name, count in lines.items() if count > 700}
