"""An error that is nobody's mistake: it is logged, told in one sentence, and everything else goes on."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace

import pytest

from rummy_tutor.output.logs import Limit
from rummy_tutor.page import drawing, panels
from rummy_tutor.page.panels import OWNERS, PANELS, Code, Panel, receive
from rummy_tutor.page.session import Session

SECRET = "int() of something that no user should read"
HAND = "2H 3H 4H | 5C 6C QD"


def fail(*_: object) -> None:
    """What a planted fault does."""
    raise AttributeError(SECRET)


def fail_slowly(_: Session) -> Iterator[None]:
    """The same in slow work."""
    yield None
    raise AttributeError(SECRET)


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.key)
def test_a_panel_that_cannot_be_drawn_says_so_and_is_logged(panel: Panel, logged_errors: list) -> None:
    """Its place holds one sentence without Python's text, the traceback is in the log, the others are drawn."""
    session = Session(HAND)
    broken = replace(panel, code=Code(fail, {}))
    views = drawing.draw([broken if one is panel else one for one in PANELS], session)
    assert "AttributeError" in views[panel.key]["failed"] and SECRET not in views[panel.key]["failed"]
    assert all("failed" not in views[one.key] or not views[one.key]["failed"] for one in PANELS if one is not panel)
    (record,) = logged_errors
    assert panel.key in record.getMessage() and record.exc_info[1].args == (SECRET,)
    logged_errors.clear()


@pytest.mark.parametrize("name", OWNERS)
def test_an_action_that_fails_changes_nothing_and_is_logged(
    name: str, monkeypatch: pytest.MonkeyPatch, logged_errors: list
) -> None:
    """The problem is one sentence without Python's text, and the page is as it was."""
    session = Session(HAND)
    monkeypatch.setattr(panels, "perform", fail)
    receive(session, {"type": name})
    assert SECRET not in str(session.problem.text) and "AttributeError" in str(session.problem.text)
    assert session.text == Session(HAND).text
    (record,) = logged_errors
    assert record.exc_info[1].args == (SECRET,)
    logged_errors.clear()


def test_slow_work_that_fails_is_logged(logged_errors: list) -> None:
    """A slow answer that fails says so in its panel's place."""
    table = next(panel for panel in PANELS if panel.key == "table")
    broken = replace(table, code=table.loaded._replace(slow=drawing.Slow(lambda _: True, fail_slowly)))
    *_, (_, views) = drawing.work_out([broken], Session(HAND))
    assert SECRET not in views["table"]["failed"]
    assert [record.exc_info[1].args for record in logged_errors] == [(SECRET,)]
    logged_errors.clear()


def test_what_makes_no_sense_is_no_error() -> None:
    """A message that no panel knows is told as such and not logged."""
    session = Session(HAND)
    receive(session, {"type": "nope"})
    assert session.problem is not None


def test_other_packages_write_one_line_a_kind_and_minute() -> None:
    """Strangers can cause many records: one of a kind is written in a minute, and without its traceback."""
    now = [0.0]
    limit = Limit(lambda: now[0])

    def record(name: str, message: str) -> logging.LogRecord:
        try:
            raise OSError("a long story")
        except OSError as error:
            fault = (type(error), error, None)
        return logging.LogRecord(name, logging.ERROR, "", 0, message, (), fault)

    first = record("asyncio", "socket.accept() out of system resource\nmore")
    assert limit.filter(first) and first.exc_info is None
    assert first.getMessage() == "socket.accept() out of system resource (OSError)"
    assert not limit.filter(record("asyncio", "another text of the same error"))
    assert limit.filter(record("tornado.general", "another logger"))
    now[0] = 61.0
    assert limit.filter(record("asyncio", "later"))
    ours = record("rummy_tutor.page", "ours")
    assert limit.filter(ours) and limit.filter(ours) and ours.exc_info
