"""A class over real sockets on this machine: pages, students, the teacher, and strangers who mean harm."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from typing import Any

import pytest
from tornado.httpclient import AsyncHTTPClient, HTTPClientError

from rummy_tutor.front.fonts import FOLDER, list_scripts
from rummy_tutor.hosts.announce import ServeError
from rummy_tutor.hosts.live import classroom as classrooms
from rummy_tutor.hosts.live import drawing as class_drawing
from rummy_tutor.hosts.live.desk import STUDENT_ACTIONS, do_asked
from rummy_tutor.hosts.live.items import ClassError, Item, go_on
from rummy_tutor.hosts.live.keeping.journal import read_class
from rummy_tutor.hosts.live.room import Room
from rummy_tutor.hosts.live.serving import server as limits
from rummy_tutor.hosts.live.serving.addresses import list_addresses, list_hosts
from rummy_tutor.hosts.live.serving.serve import serve_class
from rummy_tutor.hosts.live.serving.server import GREETINGS
from rummy_tutor.hosts.live.teaching import TEACHER_ACTIONS
from rummy_tutor.page.classroom.drawing import draw_answer
from rummy_tutor.page.classroom.entries import ClassList
from rummy_tutor.page.classroom.lists import write_list
from rummy_tutor.page.classroom.questions import TaskQuestion
from rummy_tutor.page.classroom.sheet import make_sheet
from rummy_tutor.tutor.judging import Verdict
from rummy_tutor.wording.catalogue import ENGLISH, name_languages
from rummy_tutor.wording.speech import current_language, speaking, tell
from tests.browser.servers import free_port, is_there
from tests.hosts.asking import make_further
from tests.hosts.class_clients import Client, Served, serve
from tests.patience import PATIENCE, eventually, until
from tests.processes import Written

CLASSIFY = {"type": "push", "lesson": "sets", "kind": "classify", "rulebook": "octro-13", "seed": 7, "level": 1}
REPAIR = {"type": "push", "lesson": "declare", "kind": "repair", "rulebook": "gorummy-13", "seed": 3, "level": 1}
LATIN = ("noto-sans-latin-wght-normal.woff2", "noto-sans-symbols-2-signs.woff2")
LIGHT = 250_000  # bytes that a phone loads until it can answer


def hold(lesson: Callable[[Served], Awaitable[None]], room: Room | None = None) -> None:
    """Serve a class for the length of a test."""

    async def run() -> None:
        async with serve(room) as served:
            await lesson(served)

    asyncio.run(run())


def has(name: str, **wanted: object) -> Callable[[dict], bool]:
    """Whether a value has fields of these contents."""
    return lambda values: values.get(name) is not None and all(values[name][key] == one for key, one in wanted.items())


def is_hindi(values: object) -> bool:
    """Whether there is a word in Devanagari."""
    return any("\u0900" <= letter < "\u0980" for letter in str(values))


# ---- pages -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", name_languages())
def test_a_page_of_a_class_comes_in_a_language(language: str) -> None:
    """By its address, by what the browser has chosen or by its own language; and a phone still loads little."""

    async def lesson(served: Served) -> None:
        client = AsyncHTTPClient(force_instance=True)
        with speaking(language):
            title = tell("class.title")
        for path, headers in (
            (f"?lang={language}", {"Accept-Language": "de"}),
            ("", {"Cookie": f"{limits.LANGUAGE_COOKIE}={language}", "Accept-Language": "en"}),
            ("", {"Accept-Language": f"de-DE,{language}-IN;q=0.9,en;q=0.8"}),
        ):
            page = (await client.fetch(served.url + path, headers=headers)).body.decode()
            assert f'<html lang="{language}">' in page and f"<title>{title}</title>" in page
        packed = await client.fetch(
            f"{served.url}?lang={language}", headers={"Accept-Encoding": "gzip"}, decompress_response=False
        )
        page = served.live.files.find("/", language)
        assert packed.body == page.packed
        linked = [one for path, one in served.live.files.found.items() if path in page.data.decode()]
        fonts = [FOLDER / name for name in (*LATIN, *list_scripts(name_languages()[language]))]
        loaded = sum(len(one.packed or one.data) for one in (page, *linked)) + sum(one.stat().st_size for one in fonts)
        assert loaded < LIGHT, loaded

    hold(lesson)


def test_each_phone_of_a_class_has_its_own_language() -> None:
    """A student is told everything in the language of their page, what is refused too, and may choose another one."""

    async def lesson(served: Served) -> None:
        teacher = await served.teacher()
        hello = {"role": "student", "code": served.room.code, "language": "hi"}
        client = await Client(served.url).connect({**hello, "code": "WRONG"})
        await client.until(lambda values: "said" in values)
        assert is_hindi(client.values["said"])
        hindi = await Client(served.url).connect(hello)
        await hindi.until(lambda values: "own" in values)
        english = await served.student()
        teacher.send(CLASSIFY)

        def sees(code: str) -> Callable[[dict], bool]:
            with speaking(code):
                word = tell("kind.set")
            return lambda values: values.get("task") and word in str(values["task"]["choices"])

        await english.until(sees(ENGLISH))
        await hindi.until(sees("hi"))
        await teacher.until(sees(ENGLISH))
        hindi.send({"type": "class-answer", "at": 0, "value": "set"})
        await hindi.until(lambda values: values["own"]["answered"] and values["own"]["kept"])
        assert is_hindi(hindi.values["own"]["answered"])
        hindi.send({"type": "class-more"})
        await hindi.until(has("task", further=True))
        assert is_hindi(hindi.values["task"]["question"])
        further = make_further(served.room, 0)
        hindi.send({"type": "class-answer", "at": 0, "further": True, "value": further.solve()})
        await hindi.until(lambda values: values.get("practice"))
        with speaking("hi"):
            right = draw_answer(further.question, further.solve())
        assert hindi.values["practice"]["expected"] == hindi.values["practice"]["answered"] == right
        teacher.send({"type": "student-call", "student": 1, "name": "Asha"})
        await hindi.until(lambda values: values["own"]["name"] == "Asha")
        assert is_hindi(hindi.values["own"]) and not is_hindi(teacher.values["desk"])
        again = await Client(served.url).connect(
            {"role": "student", "token": hindi.values["token"], "language": ENGLISH}
        )
        await again.until(sees(ENGLISH))
        assert english.values["task"] == again.values["task"] and not again.values["practice"]
        assert not is_hindi(again.values["own"]) and again.values["own"]["practised"] == 1

    hold(lesson)


def test_a_question_is_drawn_beside_the_class_in_all_its_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Phones of two languages wait for a question no longer than phones of one: nothing is drawn in between."""
    drawn: list[tuple[str, bool]] = []
    draw = class_drawing.draw_reasons

    def note(sentences: Iterable[str]) -> Any:
        drawn.append((current_language(), threading.current_thread() is threading.main_thread()))
        return draw(sentences)

    async def lesson(served: Served) -> None:
        teacher, student = await served.teacher(), await served.student()
        hindi = await Client(served.url).connect({"role": "student", "code": served.room.code, "language": "hi"})
        await hindi.until(lambda values: "own" in values)
        monkeypatch.setattr(class_drawing, "draw_reasons", note)
        teacher.send(CLASSIFY)
        for client in (student, hindi):
            await client.until(has("task", at=0))
            client.send({"type": "class-answer", "at": 0, "value": "set"})
            await client.until(lambda values: values["own"]["answered"])
            client.send({"type": "class-more"})
            await client.until(has("task", further=True))
        assert {language for language, _ in drawn} == {ENGLISH, "hi"}
        assert not any(in_loop for _, in_loop in drawn)

    hold(lesson)


def test_only_the_pages_are_served() -> None:
    """Four pages with their code; anything else, another host name, another method: one line and no file."""

    async def lesson(served: Served) -> None:
        patient = {"connect_timeout": PATIENCE, "request_timeout": PATIENCE}
        client = AsyncHTTPClient(force_instance=True, defaults=patient)
        pages = {path: served.live.files.find(path, ENGLISH) for path in ("/", "/teacher", "/wall")}
        for path, one in {**pages, **served.live.files.found}.items():
            response = await client.fetch(served.url.rstrip("/") + path)
            assert response.body == one.data and "default-src 'none'" in response.headers["Content-Security-Policy"]
        for path, headers, status in [
            ("pyproject.toml", {}, 404),
            ("..%2f..%2fetc/passwd", {}, 404),
            ("code/", {}, 404),
            ("", {"Host": "evil.example"}, 403),
            ("", {"Host": f"evil.example:{served.url.rsplit(':')[-1].strip('/')}"}, 403),
        ]:
            with pytest.raises(HTTPClientError) as caught:
                await client.fetch(served.url + path, headers=headers)
            assert caught.value.code == status and len(caught.value.response.body) < 100
        with pytest.raises(HTTPClientError) as caught:
            await client.fetch(served.url, method="POST", body="x" * 500)
        assert caught.value.code == 405

    hold(lesson)


def test_addresses_are_those_that_phones_reach() -> None:
    """A server on this machine alone has none to show, and answers under its own names only."""
    assert list_addresses("127.0.0.1") == [] and list_addresses("192.0.2.7") == ["192.0.2.7"]
    assert not any(one.startswith("127.") for one in list_addresses("0.0.0.0"))
    assert {"localhost", "127.0.0.1"} <= list_hosts("127.0.0.1") and "" not in list_hosts("")


# ---- a class ---------------------------------------------------------------------------------------------
def test_a_task_goes_to_all_and_the_tally_comes_back() -> None:
    """Students answer, the teacher sees it, nobody sees another's answer, and all see what is revealed."""

    async def lesson(served: Served) -> None:
        teacher = await served.teacher()
        students = [await served.student() for _ in range(3)]
        teacher.send(CLASSIFY)
        for student in students:
            await student.until(has("task", at=0))
        right = served.room.item.judge("set").expected
        students[0].send({"type": "class-answer", "at": 0, "value": "set"})
        students[1].send({"type": "class-answer", "at": 0, "value": right})
        await teacher.until(lambda values: values["desk"]["tally"] and values["desk"]["tally"]["answered"] == 2)
        assert [one["answered"] for one in teacher.values["desk"]["students"]] == [True, True, False]
        assert students[2].values["own"]["answered"] is None and students[2].values["own"]["verdict"] is None
        for stage in ("frozen", "tally", "why", "answer"):
            teacher.send({"type": "reveal"} if stage != "frozen" else {"type": "freeze"})
            await teacher.until(has("wall", stage=stage))
        await students[0].until(lambda values: values["own"]["stage"] == "answer")
        assert students[1].values["own"]["verdict"]["right"] and students[2].values["own"]["verdict"]["right"] is None
        sent = json.dumps([one.log for one in students])
        assert not any(one["name"] in json.dumps(students[0].log) for one in teacher.values["desk"]["students"][1:])
        assert served.room.secret not in sent and "tally" not in sent.replace('"stage": "tally"', "")

    hold(lesson)


def test_a_step_that_was_pressed_twice_is_taken_once() -> None:
    """A step says on which state of the class it was pressed; after that it does nothing and says so."""

    async def lesson(served: Served) -> None:
        one, two = await served.teacher(), await served.teacher()

        async def press_twice(first: Client, other: Client, asked: dict) -> None:
            pressers = {id(client): client for client in (first, other)}.values()
            for client in pressers:
                client.values.pop("said", None)
            pressed = {**asked, "pressed_on": one.values["wall"]["mark"]}
            first.send(pressed)
            other.send(pressed)
            await until(lambda: any("said" in client.values for client in pressers))
            assert [client.values["said"]["code"] for client in pressers if "said" in client.values] == ["gone-on"]
            for teacher in (one, two):
                await teacher.until(lambda values: values["wall"]["mark"] == served.room.mark != pressed["pressed_on"])

        for teacher in (one, two):  # both at once, then one of them twice
            await press_twice(one, teacher, {**CLASSIFY, "seconds": 100})
        assert len(served.room.items) == 2
        limit = served.room.item.until
        await press_twice(one, two, {"type": "timer", "seconds": 60})
        assert served.room.item.until == limit + 60
        await press_twice(two, two, {"type": "freeze"})
        for stage in (2, 3, 4):
            await press_twice(one, two, {"type": "reveal"})
            assert served.room.item.stage == stage
        one.send({"type": "plan", "lesson": "sets", "rulebook": "octro-13", "n": 3})
        await one.until(lambda values: len(values["desk"]["plan"]) == 3)
        await press_twice(one, two, {"type": "next"})
        assert len(served.room.items) == 3 and len(served.room.plan.items) == 2
        one.send({"type": "reveal"})  # a program with a class of its own names no mark
        await one.until(has("wall", stage="tally"))

    hold(lesson)


def test_cards_are_laid_out_on_the_table_and_handed_in() -> None:
    """A student moves cards on a table of his own; what lies there is his answer; nothing on it tells more."""

    async def lesson(served: Served) -> None:
        teacher, one, two = await served.teacher(), await served.student(), await served.student()
        teacher.send(REPAIR)
        await one.until(has("task", asks="table"))
        await two.until(lambda values: "table" in values)
        first = one.values["table"]
        cards = [card["id"] for card in first["trays"][0]["cards"]]
        one.send({"type": "move", "cards": cards[:1], "to": "loose", "seq": 1, "view": "v"})
        await one.until(has("reply", seq=1))
        assert len(one.values["table"]["loose"]["cards"]) > len(first["loose"]["cards"])
        for asked in ("reveal", "next_step", "take", "classroom", "what_now", "link", "deal", "language"):
            one.send({"type": asked, "level": 4, "on": False, "seq": 2, "view": "v"})
        one.send({"type": "undo", "seq": 3, "view": "v"})
        await one.until(has("reply", seq=3))
        assert one.values["table"]["trays"] == first["trays"] and one.values["table"]["headline"] is None
        one.send({"type": "class-answer", "at": 0})
        await one.until(lambda values: values["own"]["answered"])
        assert two.values["table"] == first and two.values["own"]["answered"] is None

    hold(lesson)


def test_further_tasks_follow_an_answer() -> None:
    """Whoever has answered goes on by himself, is told at once, and comes back to the class."""

    async def lesson(served: Served) -> None:
        teacher, one = await served.teacher(), await served.student()
        teacher.send(CLASSIFY)
        await one.until(has("task", at=0))
        one.send({"type": "class-more"})
        await one.until(lambda values: values.get("said", {}).get("code") == "nothing-asked")
        one.send({"type": "class-answer", "at": 0, "value": "set"})
        one.send({"type": "class-more"})
        await one.until(has("task", further=True))
        item = make_further(served.room, 0)
        expected = item.question.task.choices[0] if item.question.task.choices else None
        if item.question.task.asks in ("cards", "rulebooks"):
            expected = [expected]
        one.send({"type": "class-answer", "at": 0, "further": True, "value": 0 if expected is None else expected})
        await one.until(lambda values: values.get("practice"))
        assert one.values["own"]["practised"] == 1 and one.values["practice"]["why"] is not None
        one.send({"type": "class-back"})
        await one.until(has("task", further=False))
        assert served.room.item.answers[1].value == "set"

    hold(lesson)


def test_a_list_of_the_page_runs_through() -> None:
    """A file that Classroom on the page saved is the plan; what asks for nothing is left out and counted."""
    entries = [{"puzzle": "x2"}, {"example": "sets", "rulebook": "octro-13"}, {"round": "s0-six"},
               {"hand": "2H 3H 4H 5C", "rulebook": "gorummy-13", "turned": "QD"}]  # fmt: skip
    kept = write_list(ClassList("Monday", tuple(entries)))

    async def lesson(served: Served) -> None:
        teacher, one = await served.teacher(), await served.student()
        teacher.send({"type": "plan", "file": json.dumps(kept)})
        await teacher.until(lambda values: values.get("planned"))
        assert (teacher.values["planned"]["n"], teacher.values["planned"]["left_out"]) == (2, 2)
        teacher.send({"type": "next"})
        await one.until(has("task", asks="table"))
        teacher.send({"type": "plan", "file": json.dumps(kept)[:-9]})
        await teacher.until(lambda values: values.get("said"))
        assert teacher.values["said"]["code"] == "bad-list" and len(served.room.plan.items) == 1
        teacher.send({"type": "plan", "file": json.dumps(kept), "seconds": 30})
        await teacher.until(has("desk", replaced=1))
        assert [one.request.get("seconds") for one in served.room.plan.items] == [30, 30]
        teacher.send({"type": "plan-back"})
        await teacher.until(has("desk", replaced=0))
        assert len(served.room.plan.items) == 1 and "seconds" not in served.room.plan.items[0].request
        teacher.send({"type": "plan-back"})
        await teacher.until(lambda values: values["said"]["code"] == "nothing-asked")
        teacher.send({"type": "sheet", "lesson": "sets", "rulebook": "octro-13", "seed": 7, "n": 3})
        await teacher.until(lambda values: values.get("file"))
        assert teacher.values["file"]["text"] == make_sheet("sets", "octro-13", 3, 7)

    hold(lesson)


def test_a_phone_that_comes_back_has_its_place_again() -> None:
    """With its token a browser gets name, task, answer and table as they were; so does one after a restart."""

    async def lesson(served: Served) -> None:
        teacher, one = await served.teacher(), await served.student()
        one.send({"type": "class-name", "name": "Asha"})
        teacher.send(CLASSIFY)
        await one.until(has("task", at=0))
        one.send({"type": "class-answer", "at": 0, "value": "set"})
        await one.until(lambda values: values["own"]["answered"] and values["own"]["name"] == "Asha")
        one.close()
        await teacher.until(lambda values: not values["desk"]["students"][0]["here"])
        again = await served.student(one.values["token"])
        assert again.values["own"] == one.values["own"] and again.values["task"] == one.values["task"]
        await teacher.until(lambda values: values["desk"]["students"][0]["here"])
        assert len(served.room.students) == 1
        teacher.close()
        assert (await served.teacher()).values["wall"]["answered"] == 1
        async with serve(served.room) as after:
            back = await after.student(one.values["token"])
            assert back.values["own"]["value"] == "set" and back.values["token"] == one.values["token"]

    hold(lesson)


def test_an_address_of_another_computer_is_told() -> None:
    """A class that is asked to listen where this computer has no address says so, and speaks of no port."""
    with pytest.raises(ServeError, match="'192.0.2.77' is no address of this computer"):
        serve_class(None, bind="192.0.2.77", open_browser=False)


def test_the_whole_page_is_for_the_teacher() -> None:
    """With his token a visitor gets every panel, and the same table after a lost connection."""

    async def lesson(served: Served) -> None:
        hello = {"role": "tutor", "token": served.room.secret, "visit": "tab"}
        page = await Client(served.url).connect(hello)
        await page.until(lambda values: "comparison" in values)
        page.send({"type": "preset", "key": "x2", "seq": 1, "view": "v"})
        await page.until(has("reply", seq=1))
        page.close()
        again = await Client(served.url).connect(hello)
        await again.until(lambda values: "editor" in values)
        assert again.values["editor"]["text"] == page.values["editor"]["text"]

    hold(lesson)


def test_a_browser_that_took_a_visit_over_keeps_it() -> None:
    """Where a tab was doubled, or came back before its old connection was lost, the old one is closed, ends nothing."""

    async def lesson(served: Served) -> None:
        hello = {"role": "tutor", "token": served.room.secret, "visit": "tab"}
        pages = []
        for _ in range(2):
            pages.append(await Client(served.url).connect(hello))
            await pages[-1].until(lambda values: "editor" in values)
        await pages[0].until_closed()
        await until(lambda: len(served.live.sockets) == 1)
        assert served.live.visits["tab"].left is None
        pages[1].send({"type": "preset", "key": "x2", "seq": 1, "view": "v"})
        await pages[1].until(has("reply", seq=1))

    hold(lesson)


def test_a_full_house_gives_the_place_of_who_has_gone_longest_to_a_newcomer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A visitor's session is kept after he has gone, but never at the cost of one who comes."""

    async def lesson(served: Served) -> None:
        async def visit(tab: str) -> Client:
            page = await Client(served.url).connect({"role": "tutor", "token": served.room.secret, "visit": tab})
            await page.until(lambda values: "editor" in values or "said" in values)
            return page

        monkeypatch.setattr(limits, "_VISITS", 2)
        first, second = await visit("first"), await visit("second")
        assert (await visit("third")).values["said"]["code"] == "too-many"
        first.close()
        await until(lambda: served.live.visits["first"].left is not None)
        assert "editor" in (await visit("third")).values
        second.send({"type": "preset", "key": "x2", "seq": 1, "view": "v"})
        await second.until(has("reply", seq=1))

    hold(lesson)


def test_what_takes_long_holds_up_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Further tasks and verdicts are made beside the class, a task once for all who want it, while others go on."""
    slow, made, judged = 1.0, [], []
    judge = TaskQuestion.judge

    def go_on_slowly(item: Item, at: int, done: int) -> dict[str, object]:
        made.append(done)
        time.sleep(slow)
        return go_on(item, at, done)

    def judge_slowly(question: TaskQuestion, value: object) -> Verdict:
        judged.append((threading.current_thread() is threading.main_thread(), value))
        time.sleep(slow / 4)
        return judge(question, value)

    async def lesson(served: Served) -> None:
        teacher, other, *students = await served.teacher(), *[await served.student() for _ in range(5)]
        teacher.send(CLASSIFY)
        for student in (other, *students):
            await student.until(has("task", at=0))
        monkeypatch.setattr(classrooms, "go_on", go_on_slowly)
        monkeypatch.setattr(TaskQuestion, "judge", judge_slowly)
        for student in students:
            student.send({"type": "class-answer", "at": 0, "value": "set"})
            student.send({"type": "class-more"})
        began = asyncio.get_running_loop().time()
        other.send({"type": "class-name", "name": "Asha"})
        await other.until(lambda values: values["own"]["name"] == "Asha")
        assert asyncio.get_running_loop().time() - began < slow
        for student in students:
            await student.until(has("task", further=True))
        assert made.count(0) == 1
        assert judged and not any(in_loop for in_loop, _ in judged)

    hold(lesson)


# ---- strangers -------------------------------------------------------------------------------------------
def make_bad(rng: random.Random, code: str) -> str | bytes:
    """A message that nobody should send."""
    kinds: list = [
        "push",
        "reveal",
        "freeze",
        "next",
        "plan",
        "export",
        "show",
        "timer",
        "repeat",
        "set",
        "fonts",
        "move",
    ]
    kinds += ["class-answer", "class-name", "class-more", "class-back", "class-", 7, None, {}, "x" * 300]
    values = [None, True, -1, 1 << 70, 1e308, "set", "<script>", [], [[]], {"a": [1]}, ["PJ"] * 99, "\x00", "é" * 50]
    shape = rng.randrange(6)
    if shape == 0:
        return rng.choice(["", "{", "[]", "null", "7", '"x"', "[" * 5000, '{"type":' * 400, "\ud83d\ude00", "{}"])
    if shape == 1:
        return rng.randbytes(rng.randrange(1, 200))
    if shape == 2:
        return json.dumps({"type": "class-answer", "at": 0, "value": "x" * rng.choice((5000, 20_000, 60_000))})
    message = {"type": rng.choice(kinds), "token": code}
    for name in ("at", "value", "name", "cards", "to", "seq", "view", "further", "as", "key", "tasks", "lesson"):
        if rng.random() < 0.5:
            message[name] = rng.choice(values)
    return json.dumps(message)


async def attack(served: Served, messages: int, seed: int) -> None:
    """A student's browser in the wrong hands: so many messages as fast as they go."""
    rng = random.Random(seed)
    greetings = [{"role": "student", "code": served.room.code}, {"role": "teacher", "token": "forged"}, {"role": 7}, []]
    client: Client | None = None
    for at in range(messages):
        if client is None or client.socket is None:
            client = await Client(served.url).connect(greetings[0 if at % 3 else rng.randrange(4)])
        try:
            client.send(make_bad(rng, served.room.code))
        except Exception:
            client = None
        if at % 20 == 0:
            await asyncio.sleep(0)
    if client is not None:
        client.close()


def test_hostile_browsers_leave_the_class_working(monkeypatch: pytest.MonkeyPatch) -> None:
    """Malformed, oversized, forged and out-of-turn messages, silent sockets and browsers that do not read."""
    monkeypatch.setattr(limits, "_MORE_SOCKETS", 10)

    async def lesson(served: Served) -> None:
        teacher, one = await served.teacher(), await served.student()
        teacher.send(CLASSIFY)
        await one.until(has("task", at=0))
        monkeypatch.setattr(limits, "_HELLO_IN", 0.5)
        silent = [await Client(served.url).connect() for _ in range(60)]
        await asyncio.gather(*(attack(served, 300, seed) for seed in range(6)))
        for client in silent:
            await client.until_closed()
        monkeypatch.undo()  # a slow machine's student has time again to say who he is
        one.send({"type": "class-answer", "at": 0, "value": "set"})
        await one.until(lambda values: values["own"]["answered"])
        await teacher.until(lambda values: values["desk"]["students"][0]["answered"])
        assert served.room.item.stage == 0 and len(served.room.items) == 1 and not served.room.plan.items
        late = await served.student()
        assert late.values["task"]["at"] == 0

    hold(lesson, Room(30))


def test_a_closed_tab_and_a_new_one_are_the_same_student() -> None:
    """What a browser kept of a closed tab brings its student back without a code, unless somebody is there with it."""

    async def lesson(served: Served) -> None:
        async def come(**greeting: str) -> Client:
            client = await Client(served.url).connect({"role": "student", **greeting})
            await client.until(lambda values: "own" in values or "said" in values)
            return client

        first = await come(code=served.room.code)
        token = first.values["token"]
        beside = await come(code=served.room.code, left=token)
        assert beside.values["token"] != token and len(served.room.students) == 2
        assert (await come(left=token)).values["said"]["code"] == "wrong-code"
        first.close()
        await until(lambda: not served.live.classroom.desks[token].outboxes)
        again = await come(left=token)
        assert again.values["token"] == token and again.values["own"]["name"] == first.values["own"]["name"]
        assert (await come(left="x" * 22)).values["said"]["code"] == "wrong-code"
        assert len(served.room.students) == 2

    hold(lesson, Room(5))


def test_many_who_come_at_once_from_one_address_are_asked_of_the_teacher(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who takes seats in a burst waits at the door; one press lets in all of them, and who comes later."""
    monkeypatch.setattr(limits, "_SEATS", 0.0)
    monkeypatch.setattr(limits, "_SEATS_BURST", 3)
    monkeypatch.setattr(limits, "_HELLO_IN", 0.5)

    async def run() -> None:
        async with serve(Room(20), trusts=False) as served:
            teacher = await served.teacher()
            inside = [await served.student() for _ in range(3)]
            hello = {"role": "student", "code": served.room.code}
            waiting = [await Client(served.url).connect(hello) for _ in range(5)]
            for client in waiting:
                await client.until(lambda values: values.get("said", {}).get("code") == "at-the-door")
            await teacher.until(has("desk", at_door=5))
            await asyncio.sleep(1.0)  # longer than who says nothing may stay
            waiting.pop().close()
            await teacher.until(has("desk", at_door=4))
            back = await served.student(inside[0].values["token"])
            assert back.values["token"] == inside[0].values["token"] and len(served.room.students) == 3
            teacher.send({"type": "admit"})
            for client in waiting:
                await client.until(lambda values: "own" in values)
            await teacher.until(has("desk", at_door=0))
            await served.student()
            assert len(served.room.students) == 8

    asyncio.run(run())


def test_the_teacher_renames_merges_and_removes_students_and_changes_the_code(tmp_path) -> None:
    """What a student answered goes with them; who was taken out acts no more; all of it is there after a restart."""
    path = tmp_path / "class.json"

    async def run() -> tuple[str, list]:
        async with serve(path=path) as served:
            teacher = await served.teacher()
            first, second, third = [await served.student() for _ in range(3)]
            teacher.send(CLASSIFY)
            for at, student in enumerate((first, second, third)):
                await student.until(has("task", at=0))
                student.send({"type": "class-answer", "at": 0, "value": ("set", "invalid", "set")[at]})
                await student.until(lambda values: values["own"]["answered"])
            teacher.send({"type": "push", **REPAIR})
            await second.until(has("task", at=1))
            second.send({"type": "class-answer", "at": 1})
            await second.until(lambda values: values["own"]["answered"])
            teacher.send({"type": "student-call", "student": 1, "name": "Asha"})
            await first.until(lambda values: values["own"]["name"] == "Asha")
            first.close()
            await until(lambda: not served.live.classroom.desks[first.values["token"]].outboxes)
            teacher.send({"type": "student-merge", "student": 2, "into": 1})
            await second.until(lambda values: values["own"]["name"] == "Asha")
            assert [sorted(item.answers) for item in served.room.items] == [[1, 3], [1]]
            assert served.room.items[0].answers[1].value == "set"
            teacher.send({"type": "student-remove", "student": 3})
            third.send({"type": "class-answer", "at": 1})
            await third.until_closed()
            assert third.values["said"]["code"] == "taken-away"
            assert [sorted(item.answers) for item in served.room.items] == [[1], [1]]
            before = served.room.code
            teacher.send({"type": "code"})
            await teacher.until(lambda values: values["door"]["code"] not in (before, ""))
            late = await Client(served.url).connect({"role": "student", "code": before})
            await late.until(lambda values: values.get("said", {}).get("code") == "wrong-code")
            nobody, itself = (
                {"type": "student-remove", "student": 3},
                {"type": "student-merge", "student": 1, "into": 1},
            )
            for message in (nobody, itself):
                teacher.values.pop("said", None)
                teacher.send(message)
                await teacher.until(lambda values: values.get("said", {}).get("code") == "no-student")
            await until(lambda: served.live.classroom.journal._task is None)
            room = read_class(path)
            assert room.code == served.room.code != before and room.students == served.room.students
            assert [item.answers for item in room.items] == [item.answers for item in served.room.items]
            return second.values["token"], list(served.room.students.values())

    token, (student,) = asyncio.run(run())
    assert student.name == "Asha" and student.token == token and student.number == 1


def test_a_right_code_lets_in_however_many_wrong_ones_came_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """A school shares one address: who guesses keeps nobody out."""
    monkeypatch.setattr(limits, "_GUESSES", 0.0)

    async def lesson(served: Served) -> None:
        told = []
        for _ in range(50):
            client = await Client(served.url).connect({"role": "student", "code": "ZZZZ"})
            await client.until(lambda values: "said" in values)
            told.append(client.values["said"]["code"])
            client.close()
        assert told[0] == "wrong-code" and told[-1] == "too-many"
        assert (await served.student()).values["own"]["name"]

    hold(lesson, Room(5))


def test_what_is_not_allowed_gets_one_clear_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong code, full room, forged token, teacher's words from a student, a foreign page, guessing on and on."""
    monkeypatch.setattr(limits, "_GUESSES", 0.0)  # on a slow machine too no guess is earned anew meanwhile

    async def lesson(served: Served) -> None:
        async def told(greeting: object, *more: object) -> str:
            client = await Client(served.url).connect(greeting)
            for one in more:
                client.send(one)
            await client.until(lambda values: "said" in values)
            assert client.values["said"]["text"]
            client.close()
            return client.values["said"]["code"]

        mine = {"role": "student", "code": served.room.code}
        assert await told({"role": "student", "code": "ZZZZ"}) == "wrong-code"
        assert await told({"role": "teacher", "token": served.room.code}) == "not-the-teacher"
        assert await told({"role": "tutor", "token": "é", "visit": "tab"}) == "not-the-teacher"
        assert await told({"role": "teacher", "token": None}) == "not-the-teacher"
        assert await told({"role": "janitor"}) == await told("[]") == await told("{") == "bad-message"
        assert await told(mine, {"type": "class-push", **REPAIR}) in ("bad-message", "nothing-asked")
        assert await told(mine, {"type": "reveal"}) == "bad-message"
        assert await told(mine, {"type": "class-answer", "at": 0, "value": "set"}) == "nothing-asked"
        for _ in range(served.room.seats):  # those who have gone without an answer make room
            await served.student()
        assert await told(mine) == "room-full"
        assert served.room.items == []
        for headers in ({"Origin": "http://evil.example"}, {"Host": "evil.example", "Origin": "http://evil.example"}):
            with pytest.raises(HTTPClientError):
                await Client(served.url).connect(**headers)
        codes = {await told({"role": "student", "code": "ZZZZ"}) for _ in range(45)}
        assert codes == {"wrong-code", "too-many"}

    hold(lesson, Room(5))


@pytest.mark.parametrize(
    "greeting",
    [
        {"role": "student", "code": 7},
        {"role": "student", "token": ["x"]},
        {"role": "student", "name": {}},
        {"role": "teacher"},
        {"role": "teacher", "token": 7},
        {"role": "tutor", "token": "x"},
        {"role": "tutor", "token": "x", "visit": 7},
        {"role": ["teacher"], "token": "x"},
    ],
    ids=str,
)
def test_who_comes_in_says_it_in_the_declared_form(greeting: Mapping[str, object]) -> None:
    """A greeting of another shape lets nobody in, whatever it holds."""
    with pytest.raises(ClassError) as caught:
        do_asked(GREETINGS, "role", greeting, None, "")
    assert caught.value.code == "bad-message"


@pytest.mark.parametrize(
    "message",
    [
        {"type": "plan-move", "task": "1", "by": 1},
        {"type": "plan-drop", "task": None},
        {"type": "hide", "step": "frozen"},
        {"type": "hide", "step": 3},
        {"type": "show", "key": 7},
        {"type": "timer", "seconds": "soon"},
        {"type": "timer", "seconds": True},
    ],
    ids=str,
)
def test_what_the_teacher_asks_has_the_declared_form(message: Mapping[str, object]) -> None:
    """A message of another shape reaches no class."""
    with pytest.raises(ClassError) as caught:
        do_asked(TEACHER_ACTIONS, "type", message, None, None)
    assert caught.value.code == "bad-message"


@pytest.mark.parametrize("values", [{"name": 7}, {"name": None}, {}], ids=str)
def test_a_name_is_a_text(values: Mapping[str, object]) -> None:
    """What is no text renames nobody."""
    with pytest.raises(ClassError) as caught:
        do_asked(STUDENT_ACTIONS, "type", {"type": "class-name", **values}, None)
    assert caught.value.code == "bad-message"


def test_a_host_that_is_none_is_told_as_that() -> None:
    """A header that names no host is a bad request; one that names another host is refused."""

    async def lesson(served: Served) -> None:
        port = int(served.url.rsplit(":")[-1].strip("/"))
        for host, status in (("[", b"400"), ("a:b", b"400"), ("x@localhost", b"400"), ("evil.example", b"403")):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
            assert (await reader.readline()).split(b" ")[1] == status, host
            writer.close()

    hold(lesson)


def test_a_browser_that_does_not_read_costs_one_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its values are replaced while they wait, and after a while its socket is closed."""

    async def lesson(served: Served) -> None:
        host, port = "127.0.0.1", int(served.url.rsplit(":")[-1].strip("/"))
        deaf = socket.create_connection((host, port))
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        key = "dGhlIHNhbXBsZSBub25jZQ=="
        deaf.sendall(
            f"GET /socket HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: http://{host}:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        hello = json.dumps({"role": "teacher", "token": served.room.secret}).encode()
        deaf.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
        await until(lambda: served.live.classroom.teachers)
        (outbox,) = served.live.classroom.teachers
        for at in range(40):
            outbox.put({"wall": "x" * 1_000_000 + str(at)})
            await asyncio.sleep(0)
        assert len(outbox.values["wall"]) < 1_000_010 and outbox.since is not None
        monkeypatch.setattr(limits, "_READ_IN", 0.1)
        await until(lambda: not served.live.classroom.teachers)
        deaf.close()

    hold(lesson)


# ---- the command -----------------------------------------------------------------------------------------
def test_the_command_goes_on_where_it_was_killed(tmp_path) -> None:
    """It says where it is, keeps the class in its file, and has the same code and address token after a restart."""
    kept, told = tmp_path / "class.json", []
    port = free_port()
    command = [sys.executable, "-m", "rummy_tutor", "class", "--port", str(port), "--bind", "127.0.0.1", "--no-browser",
               "--no-qr", "--resume", str(kept)]  # fmt: skip
    for _ in range(2):
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        try:
            written = Written(process)
            told.append(written.read_address())
            assert eventually(lambda: is_there(f"http://127.0.0.1:{port}/"))
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE) as page:
                assert b"rummy" in page.read().lower()
            assert eventually(kept.exists)
        finally:
            process.kill()
            process.wait()
        written.check()
    assert told[0] == told[1] and f"127.0.0.1:{port}/teacher#" in told[0]
    assert json.loads(kept.read_text())["code"] in told[0]


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as a signal")
def test_ctrl_c_ends_a_class_without_a_complaint() -> None:
    """As its command says: nothing more is written, and the status is that of something done."""
    command = [sys.executable, "-m", "rummy_tutor", "class", "--port", str(free_port()), "--bind", "127.0.0.1",
               "--no-browser", "--no-keep"]  # fmt: skip
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # a run in the background hands it on as ignored
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=heard) as process:
        while "/teacher#" not in process.stderr.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=PATIENCE) == (None, "")
    assert process.returncode == 0


def test_the_browser_that_is_opened_gets_a_ticket_and_no_secret(tmp_path) -> None:
    """What stands on its command line, for others of this computer to read, lets in once."""
    opened, port = tmp_path / "opened", free_port()
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$@" > {opened}.new; mv {opened}.new {opened}\n')
    browser.chmod(0o700)
    command = [sys.executable, "-m", "rummy_tutor", "class", "--port", str(port), "--bind", "127.0.0.1", "--no-keep"]
    process = subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env={**os.environ, "BROWSER": f"{browser} %s"}
    )

    async def lesson(url: str, ticket: str, secret: str) -> None:
        first, second = [await Client(url).connect({"role": "teacher", "token": ticket}) for _ in range(2)]
        await first.until(lambda values: "desk" in values)
        assert first.values["secret"] == secret
        await second.until(lambda values: "said" in values)
        assert second.values["said"]["code"] == "not-the-teacher" and "desk" not in second.values
        again = await Client(url).connect({"role": "teacher", "token": secret})
        await again.until(lambda values: "desk" in values)
        assert "secret" not in again.values

    try:
        written = Written(process)
        secret = written.read_address().partition("#")[2].split()[0]
        assert eventually(opened.exists)
        url, _, ticket = opened.read_text().strip().partition("teacher#")
        assert secret not in opened.read_text() and ticket
        asyncio.run(lesson(url, ticket, secret))
    finally:
        process.kill()
        process.wait()
    written.check()


# ---- what the system allows ------------------------------------------------------------------------------
def test_connections_that_say_nothing_stop_no_class(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than there is room for are hung up at once, those that send half a head after a while; students get in."""
    monkeypatch.setattr(limits, "_HEADERS_IN", 1.0)
    monkeypatch.setattr(limits, "_MORE", 20)

    async def lesson(served: Served) -> None:
        port = int(served.url.rsplit(":")[-1].strip("/"))
        opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(120)]
        for _, writer in opened:
            writer.write(b"GET / HTTP/1.1\r\nHost: local")
        began = asyncio.get_running_loop().time()
        ends = [asyncio.ensure_future(reader.read()) for reader, _ in opened]
        await until(lambda: sum(one.done() for one in ends) >= 120 - 8 * 5 - 20)
        await until(lambda: all(one.done() for one in ends))
        assert asyncio.get_running_loop().time() - began < PATIENCE
        student = await served.student()
        assert student.values["own"]["name"]

    hold(lesson, Room(5))


def test_a_student_has_few_sockets_and_the_latest_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who opens the page again and again is one student, and the oldest of more than four pages is told so."""

    async def lesson(served: Served) -> None:
        first = await served.student()
        token = first.values["token"]
        more = [await served.student(token) for _ in range(5)]
        await first.until_closed()
        await more[0].until_closed()
        (desk,) = served.live.classroom.desks.values()
        await until(lambda: len(desk.outboxes) == 4)
        more[-1].send({"type": "class-name", "name": "Asha"})
        for client in more[1:]:
            await client.until(lambda values: values["own"]["name"] == "Asha")
        assert len(served.room.students) == 1

    hold(lesson, Room(5))


_FEW = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[1]), int(sys.argv[2])))
from rummy_tutor.hosts.live.serving.limits import raise_connections
print(raise_connections(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the system has no such limit")
@pytest.mark.parametrize(("soft", "hard", "left"), [(256, 1024, 1024), (256, 256, 256)])
def test_as_many_files_are_allowed_as_the_system_lets(soft: int, hard: int, left: int) -> None:
    """The limit is raised to the hard one; what is left beside our own files is for connections, and seats fit."""
    done = subprocess.run(
        [sys.executable, "-c", _FEW, str(soft), str(hard)], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    connections, limit = map(int, done.stdout.split())
    assert limit == left and 100 < connections < limit and limits.count_seats(connections) * 2 < connections
