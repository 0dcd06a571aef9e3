"""What a browser may ask of the page: a screen by its mode, what a panel can do by its name, rules by a link.

What a browser sends has the shape that the action declares for its values, or it is refused.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import (
    Any,
    ClassVar,
    Literal,
    NotRequired,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)
from urllib.parse import parse_qsl

from ..game.messages import Message, tell_later
from ..game.rules import RuleError
from .own_books import FIELD, MOST, read_own
from .session import Session
from .state import check_move, take_known

# the screens of the page in their order, and what the address names on each beside the table
MODES: Mapping[str, tuple[str, ...]] = {
    "learn": ("lesson", "show", "task"),
    "play": ("record", "at", "move"),
    "puzzles": ("puzzle",),
    "analyse": (),
    "round": (),
    "class": ("list", "home"),
}
WITH_TABLE = ("analyse", "round")  # the screens whose address names the table


Action = Callable[[Session, Any], None]


class NoValues(TypedDict):
    """What is sent with an action that needs nothing."""


class PlaceValues(TypedDict):
    """One of several things by its place, counted from 0."""

    at: int


class KeyValues(TypedDict):
    """One of several things by its key; empty for none of them, where that can be."""

    key: str


class NameValues(TypedDict):
    """What somebody is called."""

    name: str


class TitleValues(TypedDict):
    """What something is to be called."""

    title: str


class TextValues(TypedDict):
    """What is typed, or what a file holds."""

    text: str


class SwitchValues(TypedDict):
    """Whether something is to be on."""

    on: bool


class LevelValues(TypedDict):
    """The step up to which something is shown, 0 for none."""

    level: int


class DealValues(TypedDict):
    """The number of a deal; any if there is none."""

    seed: NotRequired[int]


class ClosedView(TypedDict):
    """The view model of a panel that has not been opened."""

    closed: Literal[True]


@dataclass(frozen=True)
class Brief:
    """An action that one line says.

    Attributes:
        shape: the type of its values.
        act: does it; takes the values last.
    """

    shape: type
    act: Callable[..., Any]

    def __call__(self, *given: Any) -> Any:
        """Do it."""
        return self.act(*given)


@dataclass(frozen=True, eq=False)
class Choice:
    """Several actions of one name, told apart by ``do``: together an action that takes the whole message.

    Attributes:
        act: does the one chosen: takes the session, the action and its values.
        actions: the actions; the last parameter of each declares its values.
    """

    act: Callable[[Session, Any, Any], None]
    actions: Mapping[str, Callable[..., object]]
    shape: ClassVar = Mapping

    def __call__(self, session: Session, message: Mapping[str, Any]) -> None:
        """Do the one that a message names."""
        self.act(session, *find_action(self.actions, message.get("do"), message))


def perform(actions: Mapping[str, Action], session: Session, message: Mapping[str, Any]) -> None:
    """Do what a message asks, named by its ``type``; it gets the values that it declares, and no others.

    Raises:
        MoveError: there is no such action, or the values have another shape.
    """
    action, values = find_action(actions, message.get("type"), message)
    action(session, values)


def find_action(
    actions: Mapping[str, Callable[..., Any]], name: object, message: Mapping[str, Any]
) -> tuple[Callable[..., Any], Mapping[str, Any]]:
    """The action of a name, and what a message holds of the values that it declares.

    Raises:
        MoveError: there is no such action, or they have another shape.
    """
    action = take_known(actions.get(name) if isinstance(name, str) else None)
    return action, take_values(action, message)


def take_values(action: Callable[..., object], message: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a message holds of the values that an action declares.

    Raises:
        MoveError: they have another shape.
    """
    shape = shape_of_values(action)
    if shape is Mapping:
        return message
    check_move(fits(shape)(message))
    return {name: message[name] for name in read_fields(shape) if name in message}


def take_place(values: PlaceValues, count: int) -> int:
    """The place that a browser names.

    Raises:
        MoveError: there is none at that place.
    """
    check_move(0 <= values["at"] < count)
    return values["at"]


def pick_fitting(shape: Any, value: object) -> dict[str, Any]:
    """The fields of a declaration that a value has in their declared types; of what was sent and may be anything."""
    given = value if isinstance(value, Mapping) else {}
    fields = read_fields(shape).items()
    return {name: given[name] for name, (hint, _) in fields if name in given and fits(hint)(given[name])}


@cache
def shape_of_values(action: Callable[..., object]) -> Any:
    """The type that an action declares for its values, its last parameter."""
    if isinstance(action, Brief | Choice):
        return action.shape
    return get_type_hints(action)[list(inspect.signature(action).parameters)[-1]]


@cache
def read_fields(shape: Any) -> dict[str, tuple[Any, bool]]:
    """The fields of a ``TypedDict``: the type of each, and whether it has to be there."""
    hints = get_type_hints(shape, include_extras=True)
    return {
        name: (get_args(hint)[0], False) if get_origin(hint) is NotRequired else (hint, True)
        for name, hint in hints.items()
    }


@cache
def fits(shape: Any) -> Callable[[Any], bool]:
    """The test of whether a value as JSON has it is of a declared type.

    Raises:
        TypeError: values of that type are not sent.

    Example:
        >>> fits(list[int] | None)([1, 2]), fits(list[int] | None)(["1"]), fits(int)(True)
        (True, False, False)
    """
    kind, parts = get_origin(shape), get_args(shape)
    if is_typeddict(shape):
        fields = [(name, fits(hint), needed) for name, (hint, needed) in read_fields(shape).items()]
        return lambda value: (
            isinstance(value, Mapping)
            and all(test(value[name]) if name in value else not needed for name, test, needed in fields)
        )
    if kind in (Union, UnionType):
        tests = [fits(part) for part in parts]
        return lambda value: any(test(value) for test in tests)
    if kind is Literal:
        return lambda value: any(type(value) is type(part) and value == part for part in parts)
    if kind is tuple and parts[1:] != (...,):
        tests = [fits(part) for part in parts]
        return lambda value: (
            isinstance(value, list | tuple)
            and len(value) == len(tests)
            and all(test(item) for test, item in zip(tests, value, strict=True))
        )
    if kind in (list, tuple, Sequence):
        test = fits(parts[0])
        return lambda value: isinstance(value, list | tuple) and all(map(test, value))
    if kind in (dict, Mapping):
        test = fits(parts[1])
        return lambda value: isinstance(value, Mapping) and all(map(test, value.values()))
    if shape is object:
        return lambda value: True
    if shape is float:
        return lambda value: type(value) in (int, float)
    if shape in (str, int, bool, NoneType):
        return lambda value: type(value) is shape
    if isinstance(shape, type) and issubclass(shape, StrEnum):
        return lambda value: isinstance(value, str) and value in list(shape)
    raise TypeError(f"no test for values of {shape}")


def take_own(session: Session, search: object) -> tuple[str, tuple[Message, ...]]:
    """Keep the rulebook that a link brings, under a free key.

    Returns:
        Its key, empty if the link brings none that makes sense, and what is to be said of one that does not.
    """
    if not isinstance(search, str) or f"{FIELD}=" not in search:
        return "", ()
    try:
        fields = dict(parse_qsl(search.lstrip("?"), max_num_fields=50))
        book = read_own(fields.get(FIELD, "")[: MOST + 1])
    except (RuleError, ValueError) as error:
        why = error if isinstance(error, RuleError) else RuleError("bad-link:rulebook")
        return "", (tell_later("page.link_own", why=why),)
    return session.keep_free(book), ()
