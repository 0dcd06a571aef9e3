"""The types of what Python and the browser tell each other, for TypeScript: made of the declarations in the package.

``python -m tests.front.page_types`` writes them to ``rummy_tutor/front/page.d.ts``. It is a tool of the tests, not of
the package: what it writes is checked there, and no browser loads it.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from rummy_tutor.hosts.live.classroom import ClassValues
from rummy_tutor.hosts.live.desk import STUDENT_ACTIONS
from rummy_tutor.hosts.live.serving.server import GREETINGS
from rummy_tutor.hosts.live.teaching import TEACHER_ACTIONS
from rummy_tutor.page.asking import Choice, read_fields, shape_of_values
from rummy_tutor.page.drawing import FailedView
from rummy_tutor.page.faces import SuitChoiceView
from rummy_tutor.page.feed import PageValues
from rummy_tutor.page.panels import PANELS

TARGET = Path(__file__).parents[2] / "rummy_tutor" / "front" / "page.d.ts"
# shapes that are sent beside the view models and actions of panels
OTHERS: tuple[type, ...] = (ClassValues, FailedView, PageValues, SuitChoiceView)
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", object: "unknown"}
_HEAD = """// What Python and the browser tell each other, made of the declarations in the package. To change it, change
// those, then run: python -m tests.front.page_types
"""
_FOOT = """/** All that a page has by name; from its host how the connection is, what is set
 * after an answer, what each screen shows at first, and what stands around the screens in other languages. */
export interface Values extends Views, PageValues {
  connection?: string | null;
  echo?: string;
  first?: Record<string, Partial<Views>>;
  frames?: Record<string, Record<string, string>>;
}

/** What is sent with an action that stands for several, told apart by `do`. */
export type Asked<Type, One = Action> = One extends { type: Type } ? Omit<One, "type"> : never;

/** What a page keeps of what it is sent, and what it sends by. */
export interface Model {
  get<Name extends keyof Values>(name: Name): Values[Name];
  set?<Name extends keyof Values>(name: Name, value: Values[Name]): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
  send(message: object): void;
}
"""


class Types:
    """The declarations found.

    Args:
        renamed: the declarations all of whose fields get another name, or single fields as ``Declaration.field``.

    Attributes:
        shapes: the declarations by their names in TypeScript.
        texts: what is written of each, after what it needs.
        fields: the names of the fields of each.
        needed: the declarations that each is made of.
    """

    def __init__(self, renamed: Collection[str] = ()) -> None:
        self.renamed = renamed
        self.shapes: dict[str, Any] = {}
        self.texts: dict[str, str] = {}
        self.fields: dict[str, list[str]] = {}
        self.needed: dict[str, set[str]] = {}
        self._declaring: list[str] = []

    def name(self, shape: Any) -> str:
        """A type as TypeScript writes it; what it is made of is declared."""
        kind, parts = get_origin(shape), get_args(shape)
        if shape in _PLAIN:
            return _PLAIN[shape]
        if is_typeddict(shape):
            return self._declare(shape)
        if kind in (Union, UnionType):
            return _join(self.name(part) for part in parts)
        if kind is Literal:
            return _join(_literal(part) for part in parts)
        if isinstance(shape, type) and issubclass(shape, StrEnum):
            return _join(_literal(part.value) for part in shape)
        if kind is tuple and parts[1:] != (...,):
            return f"[{', '.join(map(self.name, parts))}]"
        if kind in (list, tuple, Sequence):
            item = self.name(parts[0])
            return f"({item})[]" if " | " in item else f"{item}[]"
        if kind in (dict, Mapping):
            return f"Record<string, {self.name(parts[1])}>"
        if shape in (dict, Mapping, Any) or kind is None and not parts:
            return "any"  # not declared yet
        raise TypeError(f"{shape} is nothing that is sent")

    def _declare(self, shape: Any) -> str:
        name = shape.__name__
        if self._declaring:
            self.needed[self._declaring[-1]].add(name)
        known = self.shapes.setdefault(name, shape)
        assert known is shape, f"{known.__module__} and {shape.__module__} both declare {name}"
        assert shape.__total__, f"{name}: mark what may be missing by NotRequired"
        if name not in self.needed:
            self.needed[name] = set()
            self._declaring.append(name)
            above = [self._declare(base) for base in list_bases(shape)]
            inherited = {field for base in list_bases(shape) for field in read_fields(base)}
            fields = {
                field: (self.name(hint), needed)
                for field, (hint, needed) in read_fields(shape).items()
                if field not in inherited
            }
            self._declaring.pop()
            self.fields[name] = list(fields)
            lines = "".join(
                f"  {self._rename(name, field)}{'' if needed else '?'}: {hint};\n"
                for field, (hint, needed) in fields.items()
            )
            extended = f" extends {', '.join(above)}" if above else ""
            self.texts[name] = f"{_comment(shape)}export interface {name}{extended} {{\n{lines}}}\n"
        return name

    def _rename(self, name: str, field: str) -> str:
        return f"other_{field}" if {name, f"{name}.{field}"} & {*self.renamed} else field


@cache
def list_bases(shape: Any) -> tuple[type, ...]:
    """The declarations that one builds on. Python 3.11 keeps no note of them: they stand in its source."""
    try:
        (tree,) = ast.parse(inspect.getsource(shape)).body
    except OSError:  # written as a call, for names that are words of Python
        return ()
    assert isinstance(tree, ast.ClassDef)
    named = [getattr(sys.modules[shape.__module__], ast.unparse(base)) for base in tree.bases]
    return tuple(base for base in named if is_typeddict(base))


def _join(names: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(names))


def _literal(value: object) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value).replace("'", '"')


def _comment(shape: Any) -> str:
    text = inspect.cleandoc(shape.__doc__ or "").partition("\n\n")[0].replace("\n", " ")
    return f"/** {text} */\n" if text else ""


def _union(name: str, members: Sequence[str], comment: str) -> str:
    return f"/** {comment} */\nexport type {name} =\n" + "\n".join(f"  | {one}" for one in members) + ";\n"


def _ask(types: Types, name: str, do: str, action: Callable[..., object]) -> str:
    """What is sent to ask for an action."""
    shape = shape_of_values(action)
    what = f'{{ type: "{name}"; do: "{do}" }}' if do else f'{{ type: "{name}" }}'
    if not is_typeddict(shape):
        return f"{what[:-2]}; [more: string]: any }}"  # not declared yet
    return f"({what} & {types.name(shape)})" if read_fields(shape) else what


def list_views() -> dict[str, Any]:
    """The types of the view models, by the names under which the browser gets them."""
    views = {}
    for panel in PANELS:
        drawn = {**panel.loaded.also, panel.key: panel.loaded.draw}
        for name, draw in drawn.items():
            shape = get_type_hints(draw)["return"]
            views[name] = shape
    return views


def list_actions() -> dict[str, dict[str, Callable[..., object]]]:
    """The actions by what the browser calls them, those told apart by ``do`` under their words."""
    actions: dict[str, dict[str, Callable[..., object]]] = {}
    for panel in PANELS:
        for name, action in panel.loaded.actions.items():
            actions[name] = dict(action.actions) if isinstance(action, Choice) else {"": action}
    return actions


def write_types(types: Types | None = None) -> str:
    """The text of the file."""
    types = types or Types()
    views = {name: types.name(shape) for name, shape in list_views().items()}
    asked = ['{ type: "fonts" }']  # which the feed answers for itself
    for name, actions in list_actions().items():
        asked += [_ask(types, name, do, action) for do, action in actions.items()]
    of_class = [_ask(types, name, "", do) for name, do in {**STUDENT_ACTIONS, **TEACHER_ACTIONS}.items()]
    greetings = [types.name(shape_of_values(greet)) for greet in GREETINGS.values()]
    for other in OTHERS:
        types.name(other)
    lines = "".join(f"  {name}: {shape};\n" for name, shape in views.items())
    return "\n".join(
        [
            _HEAD,
            *types.texts.values(),
            f"/** The view models by the names under which they come. */\nexport interface Views {{\n{lines}}}\n",
            _union("Action", asked, "What a page may ask."),
            _union("ClassAction", of_class, "What a student's or the teacher's page of a class may ask."),
            _union("Greeting", greetings, "What a browser says when it comes in, by which it is known who it is."),
            _FOOT,
        ]
    )


if __name__ == "__main__":
    TARGET.write_text(write_types(), encoding="utf-8")
    print(TARGET)
