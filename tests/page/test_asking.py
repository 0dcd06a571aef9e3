"""What a browser sends is held against what an action declares, and what panels keep of a table is theirs alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict, is_typeddict

import pytest

from rummy_tutor.game.rules import Kind
from rummy_tutor.page.asking import Choice, fits, perform, shape_of_values, take_values
from rummy_tutor.page.history import undone_on_error
from rummy_tutor.page.panels import PANELS, receive
from rummy_tutor.page.session import Made, Memory, Part, Session
from rummy_tutor.page.state import MoveError


class Inner(TypedDict):
    """A value inside another."""

    n: int


class Values(TypedDict):
    """Values of an action."""

    inner: Inner
    names: NotRequired[list[str]]


class Named(TypedDict):
    """One of two, told by its word."""

    do: Literal["name"]
    name: str


class Counted(TypedDict):
    """The other one."""

    do: Literal["count"]
    n: int


@pytest.mark.parametrize(
    ("shape", "good", "bad"),
    [
        (int, [0, -3], [True, 1.0, "1", None]),
        (bool, [True, False], [0, 1, None, "true"]),
        (str, ["", "x"], [b"x", 1, None, ["x"]]),
        (str | None, [None, "x"], [0, False, []]),
        (Literal["a", 1], ["a", 1], ["b", True, 1.0, None]),
        (int | Literal["new"], [4, "new"], ["old", True]),
        (Kind, ["set", "loose"], ["sets", 1, None]),
        (list[int], [[], [1, 2], (1,)], [["1"], [True], {}, "12", None, {"0": 1}]),
        (tuple[str, int], [["a", 1], ("a", 1)], [["a"], ["a", 1, 2], [1, "a"], "a1"]),
        (tuple[int, ...], [[], [1, 2]], [["1"], 1]),
        (dict[str, list[str]], [{}, {"a": ["b"]}], [{"a": "b"}, [["a", ["b"]]], None]),
        (Mapping[str, int], [{"a": 1}], [{"a": None}]),
        (Inner, [{"n": 1}, {"n": 1, "more": 2}], [{}, {"n": "1"}, {"n": None}, [], None]),
        (
            Values,
            [{"inner": {"n": 1}}, {"inner": {"n": 1}, "names": []}],
            [{"inner": {}}, {"names": []}, {"inner": {"n": 1}, "names": None}],
        ),
        (
            Named | Counted,
            [{"do": "name", "name": "x"}, {"do": "count", "n": 2}],
            [{"do": "name", "n": 2}, {"do": "other", "n": 2}, {"name": "x"}],
        ),
        (object, [None, 1, {"a": []}], []),
    ],
)
def test_a_value_has_the_declared_shape(shape: Any, good: list, bad: list) -> None:
    """Values of a type fit it, and no others: a number is no switch, a text no list, no field is missing."""
    assert [value for value in good if not fits(shape)(value)] == []
    assert [value for value in bad if fits(shape)(value)] == []


def test_a_type_that_is_not_sent_is_an_error_of_the_one_who_declares_it() -> None:
    """A declaration that nothing can be held against is found when it is first used, not answered to the user."""
    with pytest.raises(TypeError, match="bytes"):
        fits(list[bytes])


def take(session: Session, values: Values) -> None:
    """An action that keeps what it was given."""
    GIVEN.keep(session, values)


def call(session: Session, act: Any, values: Mapping) -> None:
    """Do one of several actions."""
    act(session, values)


GIVEN = Part[Values]()


def test_an_action_gets_what_it_declares_and_no_more() -> None:
    """What stands beside the values in a message is the envelope's; a message of another shape is refused."""
    session = Session("2H 3H 4H")
    message = {"type": "take", "seq": 3, "view": "x", "inner": {"n": 1}, "n": 9}
    assert take_values(take, message) == {"inner": {"n": 1}}
    perform({"take": take}, session, message)
    assert GIVEN.of(session) == {"inner": {"n": 1}}
    several = {"many": Choice(call, {"take": take, "rest": lambda session, values: None})}
    perform(several, session, {**message, "type": "many", "do": "take", "names": ["a"]})
    assert GIVEN.of(session) == {"inner": {"n": 1}, "names": ["a"]}
    for wrong in ({}, {"type": "many"}, {"type": "many", "do": ["take"]}, {"type": ["take"]}, {"type": "take"}):
        with pytest.raises(MoveError):
            perform({"take": take, **several}, session, wrong)


def test_every_action_declares_its_values() -> None:
    """What can be asked of each panel can be held against a declaration."""
    for panel in PANELS:
        for action in panel.loaded.actions.values():
            for one in action.actions.values() if isinstance(action, Choice) else (action,):
                shape = shape_of_values(one)
                assert is_typeddict(shape) and callable(fits(shape)), (panel.key, one)


def test_a_message_of_another_shape_is_answered_in_a_sentence() -> None:
    """Whoever sends nonsense is told that it cannot be done, in no words of Python, and nothing has changed."""
    session = Session("2H 3H 4H 5C")
    before = dict(vars(session))
    for message in (
        {"type": "move", "cards": ["0", "1"], "to": "new"},
        {"type": "move", "cards": [0, 1], "to": None},
        {"type": "set", "players": "four"},
        {"type": "reveal", "level": None},
        {"type": "text", "text": 7},
        {"type": "pair", "a": ["octro-13"]},
    ):
        receive(session, message)
        assert session.problem is not None and session.problem.text == "That cannot be done now. Nothing was changed."
        session.problem = None
        assert dict(vars(session)) == before, message


def test_what_a_panel_keeps_belongs_to_one_table() -> None:
    """A part of one session is none of another, goes with what failed, and is made once where it is always there."""
    part, always, first, second = Part[list](), Made[list](list), Session("2H 3H"), Session("2H 3H")
    with pytest.raises(ZeroDivisionError), undone_on_error(first):
        made = always.of(first)
        part.keep(first, made)
        assert always.of(first) is made and always.of(second) is not made and not part.is_kept(second)
        raise ZeroDivisionError
    assert part.of(first) is None and always.of(first) is not made
    part.keep(first, [1])
    part.keep(first, None)
    assert not part.is_kept(first)


def test_what_a_tab_keeps_is_read_before_it_is_believed() -> None:
    """What comes back from a browser may be anything; what is about the cards is forgotten with them."""
    level = Memory("test", lambda value: value if isinstance(value, int) else 0, of_cards=True)
    lasting = Memory("test", lambda value: value, of_cards=False)
    session = Session("2H 3H 4H")
    level.keep(session, 3)
    lasting.keep(session, "kept")
    assert (level.of(session), lasting.of(session)) == (3, "kept")
    session.lay("5H 6H 7H")
    assert (level.of(session), lasting.of(session)) == (0, "kept")
    level.keep(session, "nonsense")
    assert level.of(session) == 0
