"""Homework: a list worked through alone, its code, and what a class makes of it."""

from __future__ import annotations

import pytest

from rummy_tutor.game.messages import TutorError
from rummy_tutor.hosts.live.items import make_item
from rummy_tutor.hosts.live.room import Room
from rummy_tutor.page.classroom.entries import ClassList
from rummy_tutor.page.classroom.home import begin, homework_of, read_result, write_result
from rummy_tutor.page.classroom.lists import ListError, write_code
from rummy_tutor.page.drawing import draw
from rummy_tutor.page.learn.study import study_of
from rummy_tutor.page.panels import pick_panels, receive
from rummy_tutor.page.session import Session
from rummy_tutor.page.shell.links import read_mode
from rummy_tutor.tutor.planting import mark_version
from tests.hosts.asking import give_answer, push

TASK = {"lesson": "sets", "kind": "classify", "rulebook": "octro-13", "seed": 7, "level": 1, **mark_version()}
WORK = ClassList("Friday", (TASK, {"example": "sets", "rulebook": "octro-13"}, {**TASK, "seed": 8}, {"puzzle": "x2"}))


def say(session: Session, what: str, **values: object) -> dict | None:
    """Ask something of Classroom; the homework as it is drawn afterwards."""
    receive(session, {"type": "class", "do": what, **values})
    return draw(pick_panels("classroom"), session)["classroom"].get("home")


def start() -> Session:
    """A page that was opened by the address of a homework."""
    session = Session("AS 2S 3S", "gorummy-13")
    mode, named = read_mode(f"?mode=class&home={write_code(WORK)}")
    session.show(mode, **named)
    say(session, "recall", data=None)
    return session


def answer(session: Session, value: object) -> None:
    """Answer the task that is open."""
    assert study_of(session).asked is not None
    receive(session, {"type": "learn", "do": "answer", "answer": value})


def test_a_list_is_worked_through_alone_and_a_code_says_what_was_answered() -> None:
    """First answers count, what asks for nothing is left out, a class is not begun, and leaving ends it."""
    session = start()
    seen = say(session, "home-name", name=" Asha ")
    assert (seen["place"], seen["title"], seen["first"], seen["code"]) == ("1 of 3", "Friday", True, "")
    assert session.mode == "learn" and not session.classroom
    assert study_of(session).asked.task.seed == 7
    answer(session, "set")
    seen = say(session, "home-go", by=1)
    assert (seen["place"], seen["done"]) == ("2 of 3", "1 of 3 answered") and study_of(session).asked.task.seed == 8
    answer(session, "invalid")
    say(session, "home-go", by=-1)
    answer(session, "invalid")  # the second time does not count
    seen = say(session, "home-go", by=1)
    result = read_result(f" {seen['code'][:40]}\n{seen['code'][40:]} ")
    assert result.name == "Asha" and [value for _, value in result.answers] == ["set", "invalid"]
    assert [entry["seed"] for entry, _ in result.answers] == [7, 8]
    assert say(session, "home-leave") is None


def test_a_code_that_is_damaged_is_told() -> None:
    """One letter too few, another file's code, and an empty one are one sentence."""
    session = start()
    answer(session, "set")
    code = write_result(homework_of(session))
    assert read_result(code).answers
    for bad in (code[:-3], write_code(WORK), "", "é", "x" * 40_000):
        with pytest.raises(ListError) as caught:
            read_result(bad)
        assert caught.value.key == "bad-list:result" and str(caught.value)
    with pytest.raises(TutorError):
        begin(session, ClassList("", ({"example": "sets", "rulebook": "octro-13"},)))


def test_a_class_takes_homework_in_beside_what_it_was_asked() -> None:
    """A student is known by name; the task the class is at stays; an answer given in class is not written over."""
    room = Room()
    asha = room.join(room.code, None, ["Owl"], (), "Asha")
    push(room, TASK, 0.0)
    give_answer(room, asha, 0, "set", 1.0)
    answers = [(make_item(TASK), "invalid"), (make_item({**TASK, "seed": 8}), "set")]
    assert room.add_homework("Asha", answers, 5.0) is asha
    assert room.item is room.items[0] and len(room.items) == 2
    assert room.items[0].answers[asha.number].value == "set" and room.items[1].answers[asha.number].value == "set"
    ravi = room.add_homework("Ravi", [(make_item({**TASK, "seed": 8}), "invalid")], 6.0)
    assert len(room.items) == 2 and len(room.items[1].answers) == 2 and ravi.name == "Ravi"
