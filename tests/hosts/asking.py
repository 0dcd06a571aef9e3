"""What a class is asked and answers, without browsers: as the server does it, at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rummy_tutor.hosts.live.items import Item, go_on, make_item
from rummy_tutor.hosts.live.room import Room
from rummy_tutor.hosts.live.students import Student


def push(room: Room, request: Mapping[str, Any], now: float) -> None:
    """Ask a class a task at once."""
    room.ask(make_item(request), now)


def make_further(room: Room, done: int) -> Item:
    """The further question for those who have done this number of them."""
    assert room.item is not None
    return make_item(go_on(room.item, room.at + 1, done))


def give_answer(room: Room, student: Student, at: object, value: Any, now: float) -> None:
    """Take a student's answer to the task at a place."""
    item = room.open_item(student, at, now)
    read = item.read(value)
    item.judge(read)
    room.keep_answer(student, item, read, now)
