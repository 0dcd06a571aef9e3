"""A class on disk while it is held: nothing that was called kept is lost, and no file of another is touched."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rummy_tutor.hosts.live import results
from rummy_tutor.hosts.live.classroom import Classroom
from rummy_tutor.hosts.live.items import ClassError
from rummy_tutor.hosts.live.keeping import folder as kept
from rummy_tutor.hosts.live.keeping import journal as journals
from rummy_tutor.hosts.live.keeping import records
from rummy_tutor.hosts.live.keeping.journal import Journal, read_class
from rummy_tutor.hosts.live.room import Room
from rummy_tutor.hosts.live.serving.serve import serve_class
from rummy_tutor.hosts.live.students import Student
from tests.browser.servers import free_port
from tests.hosts.asking import give_answer, push
from tests.hosts.class_clients import Client, serve
from tests.hosts.test_live import CLASSIFY, REPAIR, has
from tests.patience import until
from tests.processes import Written

CHOICES = ("pure-sequence", "set", "invalid")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which classes keep themselves, which is not there yet."""
    monkeypatch.setattr(kept, "find_folder", lambda: tmp_path / "classes")
    return tmp_path / "classes"


def begin(path: Path, **environment: str) -> tuple[subprocess.Popen, Written, str, str]:
    """A class that is served by the command and kept in a file; its address and the teacher's secret."""
    port = free_port()
    words = f"class --port {port} --bind 127.0.0.1 --no-browser --no-qr --resume {path}".split()
    process = subprocess.Popen(
        [sys.executable, "-m", "rummy_tutor", *words],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )
    written = Written(process)
    secret = written.read_address().partition("#")[2].split()[0]
    return process, written, f"http://127.0.0.1:{port}/", secret


async def answer_on(client: Client, rng: random.Random, sent: dict[str, tuple[str, str]]) -> None:
    """A student who changes their answer again and again.

    ``sent`` gets the answer that was called kept last, and the one on its way.
    """
    while client.socket is not None:
        value = rng.choice([one for one in CHOICES if one != (client.values["own"]["value"])])
        token = client.values["token"]
        if token in sent:
            sent[token] = sent[token][0], value
        client.send({"type": "class-answer", "at": 0, "value": value})
        while client.socket is not None and not (
            client.values["own"]["value"] == value and client.values["own"]["kept"]
        ):
            await asyncio.sleep(0.001)
        if client.socket is not None:
            sent[token] = value, value
        await asyncio.sleep(0.07 * rng.random())


def test_what_was_called_kept_outlives_a_kill(tmp_path: Path) -> None:
    """A class is killed at any moment while its students answer: none has an older answer than was called kept."""
    path, rng = tmp_path / "class.json", random.Random(5)
    tokens: list[str] = [""] * 8

    async def lesson(url: str, secret: str, process: subprocess.Popen, *, first: bool) -> dict[str, tuple[str, str]]:
        code = json.loads(path.read_text())["code"]
        teacher = await Client(url).connect({"role": "teacher", "token": secret})
        await teacher.until(lambda values: "desk" in values)
        if first:
            teacher.send(CLASSIFY)
        students = []
        for at, token in enumerate(tokens):
            student = await Client(url).connect({"role": "student", "code": code, "token": token})
            await student.until(has("task", at=0))
            tokens[at] = student.values["token"]
            students.append(student)
        sent: dict[str, tuple[str, str]] = {}
        answering = [asyncio.ensure_future(answer_on(one, rng, sent)) for one in students]
        await until(lambda: len(sent) == len(students))
        await asyncio.sleep(0.3 * rng.random())
        process.kill()
        await asyncio.gather(*answering)
        return sent

    for at in range(2):
        process, written, url, secret = begin(path)
        try:
            sent = asyncio.run(lesson(url, secret, process, first=at == 0))
        finally:
            process.kill()
            process.wait()
        written.check()
        room = read_class(path)
        answers = {token: room.items[0].answers[one.number].value for token, one in room.students.items()}
        assert set(sent) == set(answers)
        assert all(answers[token] in values for token, values in sent.items())


def test_an_answer_is_called_kept_after_it_is_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until then it counts and is said to be on its way; answers that wait go to disk together."""
    path, written, forced = tmp_path / "class.json", [], {}
    append, force = Journal._append, os.fsync

    def slowly(one: Journal, data: bytes) -> None:
        time.sleep(0.3)
        append(one, data)
        written.append(data)

    def to_disk(file: int) -> None:
        force(file)
        forced[os.fstat(file).st_ino] = os.fstat(file).st_size

    monkeypatch.setattr(Journal, "_append", slowly)
    monkeypatch.setattr(os, "fsync", to_disk)

    async def lesson() -> None:
        async with serve(path=path) as served:
            teacher = await served.teacher()
            students = [await served.student() for _ in range(4)]
            teacher.send(CLASSIFY)
            for student in students:
                await student.until(has("task", at=0))
            await until(lambda: b'["item",0]' in b"".join(written))
            del written[:]
            for student in students:
                student.send({"type": "class-answer", "at": 0, "value": "set"})
            for student in students:
                await student.until(lambda values: values["own"]["answered"])
            assert not any(student.values["own"]["kept"] for student in students) and not written
            for student in students:
                await student.until(has("own", kept=True))
                number = served.room.students[student.values["token"]].number
                beside = path.with_name("class.json.journal")
                on_disk = beside.read_bytes()[: forced[beside.stat().st_ino]]
                assert f'["answer",0,{number}]'.encode() in on_disk
            assert len(written) <= 2

    asyncio.run(lesson())
    assert len(records.load(path).items[0].answers) == 4 and list(tmp_path.iterdir()) == [path]


def test_cards_that_are_laid_out_come_back(tmp_path: Path) -> None:
    """What lies before a student and is not handed in lies there again after a restart."""
    path = tmp_path / "class.json"

    async def lay() -> tuple[str, list]:
        async with serve(path=path) as served:
            teacher, one = await served.teacher(), await served.student()
            teacher.send(REPAIR)
            await one.until(lambda values: "table" in values and has("task", asks="table")(values))
            cards = [card["id"] for card in one.values["table"]["trays"][0]["cards"]]
            one.send({"type": "move", "cards": cards[:1], "to": "loose", "seq": 1, "view": "v"})
            await one.until(has("reply", seq=1))
            return one.values["token"], describe(one.values["table"])

    async def come_back(token: str) -> list:
        async with serve(path=path) as served:
            one = await served.student(token)
            await one.until(lambda values: "table" in values)
            assert one.values["own"]["answered"] is None
            return describe(one.values["table"])

    def describe(table: dict) -> list:
        trays = [sorted(card["name"] for card in tray["cards"]) for tray in (*table["trays"], table["loose"])]
        return sorted(trays)

    token, before = asyncio.run(lay())
    assert asyncio.run(come_back(token)) == before


# ---- the journal -----------------------------------------------------------------------------------------
def hold(path: Path, *, end: bool = False) -> Room:
    """A class in which everything happens that can be kept, held for a moment and killed, or ended."""

    async def run() -> Room:
        journal = Journal(path, lambda: Room(9))
        room = journal.room
        one, two = (room.join(room.code, None, ["Owl"]) for _ in range(2))
        push(room, CLASSIFY, 100.0)
        give_answer(room, one, 0, "set", 103.0)
        give_answer(room, two, 0, "invalid", 104.0)
        room.students.rename(two, "Asha")
        room.set_timer(60, 105.0)
        room.reveal()
        room.practise(one, 0, right=True)
        push(room, REPAIR, 200.0)
        room.lay(one, [[str(card) for card in group] for group in room.item.question.groups])
        room.plan.set([records.make_item({**CLASSIFY, "seed": 9})])
        room.switch("beliefs", on=False)
        await until(lambda: journal._task is None)
        if end:
            journal.close()
        else:
            journal._lock.release()
        return room

    return asyncio.run(run())


def describe_class(room: Room) -> tuple:
    """All of a class that is kept."""
    return (
        room.code,
        room.secret,
        room.beliefs,
        list(map(vars, room.students.values())),
        [(item.answers, item.laid, item.stage, item.until, item.told, item.question.to_dict()) for item in room.items],
        [item.question.to_dict() for item in room.plan.items],
    )


@pytest.mark.parametrize("end", [False, True], ids=["killed", "ended"])
def test_every_change_is_read_again(tmp_path: Path, end: bool) -> None:
    """The file with its journal, or the file alone after the class has ended, holds the class as it was."""
    path = tmp_path / "class.json"
    room = hold(path, end=end)
    assert path.with_name("class.json.journal").exists() is not end
    assert describe_class(read_class(path)) == describe_class(room)
    assert all(one.stat().st_mode & 0o077 == 0 for one in tmp_path.iterdir())


def test_a_journal_that_was_cut_short_loses_its_last_line_alone(tmp_path: Path) -> None:
    """Cut anywhere, it gives the class of before the line that is not whole; nothing is refused."""
    path = tmp_path / "class.json"
    hold(path)
    beside = path.with_name("class.json.journal")
    raw = beside.read_bytes()
    for at in (len(raw) - 1, len(raw) - 30, raw.index(b'["answer"') + 5):
        beside.write_bytes(raw[:at])
        assert len(read_class(path).students) == 2
    lines = raw.splitlines(keepends=True)
    for bad in (
        [*lines[:2], b"{}\n", *lines[2:]],
        [*lines, b'[["answer",7,1],["set",1.0,{}]]\n'],
        [*lines, b'[["student",1],{"name":["x"]}]\n'],
        [*lines, b'[["item",0],{"until":"soon"}]\n'],
        lines[1:],
    ):
        beside.write_bytes(b"".join(bad))
        with pytest.raises(ClassError) as caught:
            Journal(path, Room)
        assert caught.value.code == "bad-class" and beside.read_bytes() == b"".join(bad)


def test_a_journal_belongs_to_its_class(tmp_path: Path) -> None:
    """Beside the file of another class, or beside none, it is refused and left as it is."""
    path = tmp_path / "class.json"
    hold(path)
    beside = path.with_name("class.json.journal")
    raw = beside.read_bytes()
    records.save(Room(), path)
    for _ in range(2):
        with pytest.raises(ClassError) as caught:
            Journal(path, Room)
        assert caught.value.key == "bad-class:part" and beside.read_bytes() == raw
        path.unlink(missing_ok=True)


def test_a_long_journal_keeps_the_last_line_about_each_thing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It grows with what there is and not with how often that changes."""
    monkeypatch.setattr(journals, "_LONG", 3000)
    path = tmp_path / "class.json"

    async def run() -> Room:
        journal = Journal(path, Room)
        one = journal.room.join(journal.room.code, None, ["Owl"])
        push(journal.room, CLASSIFY, 0.0)
        for at in range(300):
            give_answer(journal.room, one, 0, CHOICES[at % 3], float(at))
            await until(lambda: journal._task is None)
        journal._lock.release()
        return journal.room

    room = asyncio.run(run())
    assert path.with_name("class.json.journal").stat().st_size < 10_000
    assert describe_class(read_class(path)) == describe_class(room)


def test_a_disk_that_is_full_is_told_and_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The teacher hears of it, no answer is called kept, and once there is room all of it is written."""
    path, told, full = tmp_path / "class.json", [], [True]
    write = journals.write_all
    monkeypatch.setattr(journals, "_AGAIN", 0.01)

    def write_a_part(file: int, data: bytes) -> None:
        write(file, data[:20] if full[0] else data)
        if full[0]:
            raise OSError(28, "No space left on device")

    async def run() -> Room:
        journal = Journal(path, Room)
        monkeypatch.setattr(journals, "write_all", write_a_part)
        journal.on_fault = told.append
        one = journal.room.join(journal.room.code, None, ["Owl"])
        await until(lambda: told)
        assert told[0].key == "not-kept" and not journal.is_kept(("student", one.number))
        full[0] = False
        await until(lambda: journal._task is None)
        assert told[1:] == [None] and journal.is_kept(("student", one.number))
        journal._lock.release()
        return journal.room

    room = asyncio.run(run())
    assert describe_class(read_class(path)) == describe_class(room)


# ---- other people's files --------------------------------------------------------------------------------
def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    """It is told in one sentence and writes nothing; when the first has gone, another one may hold the class."""
    path = tmp_path / "class.json"
    first = Journal(path, Room)
    before = {one: one.read_bytes() for one in tmp_path.iterdir()}
    for _ in range(2):
        with pytest.raises(ClassError) as caught:
            serve_class(resume=path, open_browser=False)
        assert caught.value.code == "class-in-use"
    assert {one: one.read_bytes() for one in tmp_path.iterdir()} == before
    first.close()
    Journal(path, Room).close()


def test_no_link_is_followed_when_a_class_is_written(tmp_path: Path) -> None:
    """A link in place of the file or of one beside it never leads to the file that it names."""
    other, path = tmp_path / "other", tmp_path / "class.json"
    for name in ("class.json.part", "class.json.journal.part", "class.json.lock", "class.json"):
        other.write_text("mine")
        (tmp_path / name).symlink_to(other)
        try:
            hold(path)
        except ClassError as error:
            assert error.code == "not-kept"
        assert other.read_text() == "mine"
        for one in tmp_path.glob("class.json*"):
            one.unlink()


@pytest.mark.parametrize("path", ["missing/class.json", ".", "file/class.json"])
def test_a_place_that_cannot_be_written_is_told_at_once(tmp_path: Path, path: str) -> None:
    """One sentence names the file and why; no class begins that could not be kept."""
    (tmp_path / "file").write_text("")
    with pytest.raises(ClassError) as caught:
        serve_class(resume=tmp_path / path, open_browser=False)
    assert caught.value.code in ("not-kept", "no-class") and tmp_path.name in str(caught.value)


def list_values(value: object, place: tuple = ()) -> Iterator[tuple]:
    """The places of all values in a JSON value."""
    yield place
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from list_values(inner, (*place, key))


def test_a_file_that_was_tampered_with_is_refused_or_works(tmp_path: Path) -> None:
    """Whatever one value is replaced by, the class is refused in one sentence, or it can be held and drawn."""
    path, rng = tmp_path / "class.json", random.Random(3)
    hold(path, end=True)
    text = path.read_text()
    places = sorted(list_values(json.loads(text)), key=repr)
    others = (None, True, -1, 7, 1 << 80, 0.5, "", "soon", "x" * 5000, [], ["x"], [[]], {}, {"a": 1})
    outcomes = set()
    for _ in range(40):
        values = json.loads(text)
        *way, last = rng.choice([place for place in places if place])
        holder = values
        for key in way:
            holder = holder[key]
        if rng.random() < 0.2 and isinstance(holder, dict):
            del holder[last]
        else:
            holder[last] = rng.choice(others)
        path.write_text(json.dumps(values))
        outcomes.add(hold_a_moment(path))
    for cut in range(0, len(text), 211):
        path.write_text(text[:cut])
        assert hold_a_moment(path) == "bad-class"
    assert outcomes == {"bad-class", "held"}


def hold_a_moment(path: Path) -> str:
    """What comes of holding the class of a file: the code of what is said, or that all of it works."""

    async def run() -> None:
        journal = Journal(path, Room)
        classroom = Classroom(journal.room, lambda: 300.0, journal=journal)
        classroom.enter()
        for desk in classroom.desks.values():
            desk.join()
        list(results.list_answers(journal.room, names=True))
        results.list_repeats(journal.room)
        journal.close()

    try:
        asyncio.run(run())
    except ClassError as error:
        assert "\n" not in str(error)
        return error.code
    return "held"


# ---- classes that keep themselves ------------------------------------------------------------------------
def keep_one(folder: Path, began: float = 0.0, *, end: bool = False) -> Path:
    """A class with a student that has kept itself."""
    path = kept.name_new()
    room = Room()
    room.students.seat([Student(1, "token", "Owl")])
    if end:
        room.switch("ended", on=True)
    records.save(room, path)
    if began:
        os.utime(path, (began, began))
    return path


def test_a_class_that_was_not_ended_is_found_again(folder: Path) -> None:
    """The latest of them, unless it is held; those of the last 30 days stay, older ones go with what lies beside."""
    assert kept.find_open() is None
    now = time.time()
    old, kept_one, last = (keep_one(folder, now - days * 86_400) for days in (31, 29, 1))
    old.with_name(old.name + ".journal").write_text("")
    keep_one(folder, end=True)
    held = Journal(keep_one(folder), Room)
    kept.forget_old(now)
    assert not list(folder.glob(old.name + "*")) and kept_one.exists()
    found = kept.find_open()
    assert found is not None and (found.path, found.students, found.answers) == (last, 1, 0)
    assert folder.stat().st_mode & 0o077 == 0
    held.close()


def test_whether_a_class_goes_on_is_asked_at_a_terminal(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    """Enter or 1 goes on with it, 2 begins another; where nobody can be asked, it is said how to go on with it."""
    from rummy_tutor.hosts.live.serving import serve as serving

    path, given = keep_one(folder), ["x\n", "\n"]
    assert serving._choose_class() is None and f"--resume {path}" in capsys.readouterr().err
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stdin, "readline", lambda: given.pop(0), raising=False)
    assert serving._choose_class() == path and not given
    for line, found in (("1\n", path), ("2\n", None), ("", None)):
        given.append(line)
        assert serving._choose_class() == found


def test_the_teacher_ends_and_deletes_a_class(tmp_path: Path) -> None:
    """The teacher's page says where the class is kept; deleted, nothing of it is left on disk."""
    path = tmp_path / "class.json"

    async def lesson() -> None:
        async with serve(path=path) as served:
            teacher = await served.teacher()
            assert teacher.values["desk"]["kept_in"] == str(path) and path.exists()
            teacher.send({"type": "forget"})
            await until(lambda: served.live.classroom.over)

    asyncio.run(lesson())
    assert not list(tmp_path.iterdir())
