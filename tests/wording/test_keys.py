"""The key of a sentence is found by a search for what stands in the code: whole, or its family and its code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain

import pytest

from rummy_tutor.rulebooks.sources import RULINGS, SLIPS, SOURCES
from tests.syntax import PACKAGE
from tests.wording.test_catalogue import SCRIPTS, called, entries, error_classes, literals, nodes

TELLING = {"tell", "tell_if", "tell_later", "tell_later_if", "tell_later_or", "say", "knows", "refuse"}
TELLING |= {"list_names", "Message", "ask", "point"}
MARKS = "._:-"
# what the browser's code is sent under a key without its area, and may choose by a mark and a part of it
AREAS = ("page", "round", "class", "table")


def calls_in(syntax: Sequence[ast.AST]) -> Iterator[tuple[str, ast.Call]]:
    """The calls that are given a key, each with the name of what is called."""
    names = {name: name for name in TELLING | error_classes() | {"key_of"}}
    for node in syntax:
        if isinstance(node, ast.ImportFrom):
            names |= {alias.asname: alias.name for alias in node.names if alias.asname and alias.name in names}
    for node in syntax:
        if isinstance(node, ast.Call) and (name := names.get(called(node))) is not None and node.args:
            yield name, node


def is_glued(node: ast.expr, glued_names: frozenset[str] = frozenset()) -> bool:
    """Whether an expression puts a text together: an f-string, ``+``, ``%``, ``.format`` or ``.join``."""
    if isinstance(node, ast.IfExp):
        return is_glued(node.body, glued_names) or is_glued(node.orelse, glued_names)
    if isinstance(node, ast.Name):
        return node.id in glued_names
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr in ("format", "join")
    return isinstance(node, ast.JoinedStr | ast.BinOp)


def find_glued(syntax: Sequence[ast.AST]) -> list[int]:
    """The lines in which a key is put together in another way than by ``key_of`` with a literal family.

    A key may stand in a local name before it is told: such a name is followed within its function.
    """
    lines = set(_find_glued(syntax, frozenset()))
    for function in syntax:
        if isinstance(function, ast.FunctionDef):
            inside = [node for statement in function.body for node in ast.walk(statement)]
            glued_names = frozenset(
                target.id
                for node in inside
                if isinstance(node, ast.Assign) and is_glued(node.value)
                for target in node.targets
                if isinstance(target, ast.Name)
            )
            if glued_names:  # else its calls are among those of the module
                lines |= {*_find_glued(inside, glued_names)}
    return sorted(lines)


def _find_glued(syntax: Sequence[ast.AST], glued_names: frozenset[str]) -> Iterator[int]:
    for name, node in calls_in(syntax):
        if name == "key_of":
            families = [*literals(node.args[0])]
            if not families or any(family[-1:] not in MARKS for family in families):
                yield node.lineno
        elif is_glued(node.args[0], glued_names):
            yield node.lineno


def test_keys_are_made_in_one_way() -> None:
    """No f-string and no ``+`` makes a key: the family is a literal, and its code is beside it."""
    glued = [f"{path.relative_to(PACKAGE)}:{line}" for path, syntax in nodes().items() for line in find_glued(syntax)]
    assert not glued, " ".join(glued)


@pytest.mark.parametrize(
    "source",
    [
        'tell(f"ending.{code}")',
        'tell("ending." + code)',
        'Message("ending.%s" % code)',
        'TutorError("bad-{}".format(code))',
        'tell("a" if x else f"b.{x}")',
        "tell(key_of(family, code))",
        'tell(key_of("ending", code))',
        'def draw(code):\n    key = f"ending.{code}"\n    return tell(key)',
    ],
)
def test_a_glued_key_is_noticed(source: str) -> None:
    """Each other way of making a key fails."""
    assert find_glued([*ast.walk(ast.parse(source))])


@cache
def stands() -> frozenset[str]:
    """What stands in the code: texts and their words, the names of classes and fields, and what can be cited."""
    found = {*SOURCES, *RULINGS, *SLIPS}
    for node in chain(*nodes().values()):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= {node.value, *node.value.split()} if len(node.value) < 400 else set()
        elif isinstance(node, ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return frozenset(found)


@cache
def families() -> frozenset[str]:
    """The families of keys: those of ``key_of``, and in the browser's code what stands before a part that changes."""
    python = {
        family
        for syntax in nodes().values()
        for name, node in calls_in(syntax)
        if name == "key_of"
        for family in literals(node.args[0])
    }
    return frozenset(python | set(re.findall(r"`([a-z_]{3,}[_.:-])\$\{", scripts())))


@cache
def scripts() -> str:
    """The browser's code."""
    return " ".join(path.read_text(encoding="utf-8") for path in SCRIPTS)


def stands_in_code(code: str) -> bool:
    """Whether a code stands whole, or is numbered, or is put together of such by marks."""
    if code in stands() or code.isdecimal():
        return True
    ends = [at for at, mark in enumerate(code) if mark in MARKS and at]
    return any((code[:at] in stands() or code[:at].isdecimal()) and stands_in_code(code[at + 1 :]) for at in ends)


def is_found(key: str, words: set[str]) -> bool:
    """Whether a search finds a key: whole, or by its family and its code."""
    area, _, rest = key.partition(".")
    names = {key, rest} if area in (*AREAS, "error") else {key}
    if names & stands() or (area in AREAS and rest in words):
        return True
    for name in names:
        for family in families():
            if name == family[:-1] or (name.startswith(family) and stands_in_code(name[len(family) :])):
                return True
    return False


def test_every_key_is_found_by_a_search() -> None:
    """Each sentence of the catalogue leads to the code that tells it."""
    words = set(re.findall(r"[\w:.-]+", scripts()))
    words |= {word.rpartition(".")[2] for word in words}
    lost = [key for key in entries() if not is_found(key, words)]
    assert not lost, " ".join(lost)


def test_a_key_that_nothing_makes_is_noticed() -> None:
    """A sentence whose code stands nowhere is not found."""
    assert not is_found("reason.zebra-crossing", set()) and not is_found("zebra.declares", set())
