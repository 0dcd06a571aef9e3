"""The notebooks as files: valid, with the outputs a reader sees, and free of what only one machine knows.

That their cells run, and that the outputs marked for it stay the same, is for nbval:
``pytest --nbval-lax notebooks``.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rummy_tutor.tutor.puzzles.sources import NAMED
from rummy_tutor.tutor.puzzles.telling import explain_puzzle

if TYPE_CHECKING:
    from nbformat import NotebookNode

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
NAMES = ("app", "class_results", "deals", "first_steps", "lessons", "played", "rounds", "rulebooks", "tricky_hands")
LESSONS = tuple(name for name in NAMES if name != "app")
# places on one machine: homes, temporary folders, drives; a lone "/" or a fraction is none of them
_PATH = re.compile(r"(?<![\w.<])/(?:home|root|tmp|work|usr|opt|var|mnt|Users|private)/|\b[A-Z]:\\\\?\w")
_CHANGING = re.compile(
    r"\brt\.(?:plot\.\w+|CardTable|BestGrouping|ComparisonTable|RoundTable|RulebookCard|Lesson|Puzzle)\("
)
_MOST_BYTES = 400_000


def load(name: str) -> NotebookNode:
    """Read a notebook."""
    import nbformat  # it takes two seconds, and other tests are collected with these

    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)


def code_cells(notebook: NotebookNode) -> list[NotebookNode]:
    """The cells that run."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def tags(cell: NotebookNode) -> list[str]:
    """What nbval is told about a cell, out of a reader's sight."""
    return cell.metadata.get("tags", [])


def texts(cell: NotebookNode) -> str:
    """Everything a code cell has put out, as one text."""
    found = []
    for output in cell.outputs:
        found += [output.get("text", ""), *map(str, output.get("data", {}).values())]
    return "".join(found)


def test_which_notebooks_there_are() -> None:
    """The folder holds the app and the eight notebooks to run, and nothing else."""
    assert tuple(sorted(path.stem for path in FOLDER.glob("*.ipynb"))) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_notebook_is_valid(name: str) -> None:
    """A notebook is valid nbformat, asks for the plain Python kernel and has a title."""
    import nbformat

    notebook = load(name)
    nbformat.validate(notebook)
    assert notebook.metadata.kernelspec.name == "python3"
    assert notebook.metadata.title
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("name", NAMES)
def test_notebook_shows_no_error(name: str) -> None:
    """No stored output is an error or a warning."""
    for cell in code_cells(load(name)):
        for output in cell.outputs:
            assert output.output_type != "error", cell.id
            assert output.get("name") != "stderr", cell.id


@pytest.mark.parametrize("name", NAMES)
def test_notebook_knows_no_machine(name: str) -> None:
    """No absolute path, time of execution or widget state of the machine it ran on is stored."""
    notebook = load(name)
    assert "widgets" not in notebook.metadata
    for cell in notebook.cells:
        assert "execution" not in cell.metadata
        words = cell.source + (texts(cell) if cell.cell_type == "code" else "")
        assert not _PATH.search(words), cell.id
    assert (FOLDER / f"{name}.ipynb").stat().st_size < _MOST_BYTES


def test_app_is_one_cell() -> None:
    """The app is a single code cell that has not been run."""
    (cell,) = load("app").cells
    assert cell.cell_type == "code"
    assert cell.outputs == [] and cell.execution_count is None
    assert "rt.App()" in cell.source


def test_first_steps_are_ten() -> None:
    """The first steps take ten cells of code, each under a heading with its number."""
    notebook = load("first_steps")
    assert len(code_cells(notebook)) == 10
    heads = re.findall(r"^## (\d+) ·", "\n".join(cell.source for cell in notebook.cells), re.MULTILINE)
    assert heads == [str(number) for number in range(1, 11)]


def test_tricky_hands_are_puzzles_without_their_solutions() -> None:
    """Each puzzle with a story is a table to solve it at; no cell and no stored output tells an answer or its why."""
    notebook = load("tricky_hands")
    heads = re.findall(r"^## (X\d|[A-E]) ·", "\n".join(cell.source for cell in notebook.cells), re.MULTILINE)
    assert [head.lower() for head in heads] == list(NAMED)
    tables = re.findall(
        r'^rt\.Puzzle\("(\w+)"\)$', "\n".join(cell.source for cell in code_cells(notebook)), re.MULTILINE
    )
    assert tables == list(NAMED)
    page = "\n".join(cell.source + (texts(cell) if cell.cell_type == "code" else "") for cell in notebook.cells)
    assert not [line for puzzle in NAMED.values() for line in explain_puzzle(puzzle) if line in page]
    assert "Right!" not in page


@pytest.mark.parametrize("name", LESSONS)
def test_plots_are_stored(name: str) -> None:
    """A cell that draws a plot holds its picture, so that a lesson can be read without running it."""
    for cell in code_cells(load(name)):
        if "rt.plot." in cell.source:
            assert any("image/svg+xml" in output.get("data", {}) for output in cell.outputs), cell.id


def test_deals_show_their_errors() -> None:
    """Every mean or share of the random deals is printed with its sampling error."""
    notebook = load("deals")
    checked = [cell for cell in code_cells(notebook) if "nbval-check-output" in tags(cell)]
    assert all("±" in texts(cell) for cell in checked)
    assert sum("rt.plot." in cell.source for cell in code_cells(notebook)) == 4


@pytest.mark.parametrize("name", NAMES)
def test_notebook_needs_only_what_is_installed(name: str) -> None:
    """Cells import the standard library and what the package itself needs, so that each runs after the one install."""
    project = tomllib.loads((FOLDER.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    installed = {re.split(r"[^\w-]", needed)[0] for needed in project["dependencies"]}
    for cell in code_cells(load(name)):
        nodes = [*ast.walk(ast.parse(cell.source))]
        names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
        names += [str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)]
        known = {*sys.stdlib_module_names, *installed, "rummy_tutor"}
        assert {module.partition(".")[0] for module in names} <= known, cell.id


@pytest.mark.parametrize("name", NAMES)
def test_notebook_keeps_its_widgets(name: str) -> None:
    """Beside each widget stands what it showed, for a page that runs nothing."""
    for cell in code_cells(load(name)):
        if cell.outputs and re.search(r"\brt\.(?:CardTable|RoundTable|Lesson|Puzzle)\(", cell.source):
            assert any("rummy-tutor-display" in output.get("data", {}).get("text/html", "") for output in cell.outputs)


@pytest.mark.parametrize("name", LESSONS)
def test_lessons_were_run_in_order(name: str) -> None:
    """A lesson stores the outputs of one run from top to bottom, and has figures that nbval compares."""
    cells = code_cells(load(name))
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    checked = [cell for cell in cells if "nbval-check-output" in tags(cell)]
    assert checked and all(cell.outputs for cell in checked)


@pytest.mark.parametrize("name", LESSONS)
def test_changing_outputs_are_not_compared(name: str) -> None:
    """Widgets and plots are never compared, and no output names a place in memory."""
    for cell in code_cells(load(name)):
        if _CHANGING.search(cell.source):
            assert "nbval-ignore-output" in tags(cell), cell.id
        assert not re.search(r"\bat 0x[0-9a-f]+", texts(cell)), cell.id
