"""A class of many: arriving, a task pushed to all, answers at once, memory; against the real command on this machine.

Run ``python -m tests.bench.class_load [--students 200] [--hostile 10000] [--kills 20]``; it prints a table with the
limits for 200 students and ends with status 1 if one of them is missed. Nothing but 127.0.0.1 is spoken to.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import re
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import psutil
from tornado.httpclient import AsyncHTTPClient

from rummy_tutor.hosts.live.keeping.journal import read_class
from tests.hosts.class_clients import Client
from tests.hosts.test_live import make_bad

TASK = {"lesson": "sets", "kind": "classify", "rulebook": "octro-13", "level": 1}
HAND = {"lesson": "declare", "kind": "repair", "rulebook": "gorummy-13", "seed": 3, "level": 1}
PLAN = [*({**TASK, "seed": seed} for seed in range(4)), HAND]
LIMITS = {"page": 0.6, "arrived": 4.0, "push": 0.1, "verdict": 0.03, "kept": 0.3, "tally": 0.5, "memory": 130.0}
THINKING = 6.0  # seconds over which a class answers


def p95(times: Sequence[float]) -> float:
    """The time within which 95 of 100 are."""
    return statistics.quantiles(times, n=20)[-1] if len(times) > 1 else times[0]


class Command:
    """``rummy-tutor class`` in a process of its own, kept in a file.

    Args:
        seats: places in the class.
        kept: its file; one of its own if not given.
        files: how many files the system lets it open at first; as many as this process if not given.
    """

    def __init__(self, seats: int = 250, kept: Path | None = None, files: int | None = None) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self._folder = tempfile.TemporaryDirectory()
        kept = kept or Path(self._folder.name, "class.json")
        words = f"class --port {port} --bind 127.0.0.1 --no-browser --seats {seats} --resume {kept}".split()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rummy_tutor", *words],
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=None if files is None else lambda: allow_files(files),
        )
        assert self.process.stderr is not None  # a pipe
        told = ""
        while "teacher#" not in told:
            told += self.process.stderr.readline()
        threading.Thread(target=self.process.stderr.read, daemon=True).start()  # a full pipe would hold it up
        self.url = f"http://127.0.0.1:{port}/"
        self.secret = re.search(r"teacher#(\S+)", told)[1]  # type: ignore[index]
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                return
            except OSError:
                time.sleep(0.02)

    def memory(self) -> float:
        """Its memory in MB, what it shares with other processes counted in parts."""
        return psutil.Process(self.process.pid).memory_full_info().pss / 1e6

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(10)
        self._folder.cleanup()


def allow_files(count: int) -> None:
    """Let this process open so many files; it may raise that."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (count, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))


class Phone(asyncio.Protocol):
    """A student's side of one socket that notes when bytes arrive and reads them later, so that it costs little."""

    def __init__(self) -> None:
        self.values: dict = {}
        self.last = 0.0  # when bytes arrived last
        self._bytes = bytearray()
        self._open = False
        self._news = asyncio.Event()

    async def connect(self, url: str, greeting: object) -> Phone:
        """Open the socket and say who this is."""
        host, port = url.split("//")[1].strip("/").split(":")
        self.transport, _ = await asyncio.get_running_loop().create_connection(lambda: self, host, int(port))
        lines = [
            "GET /socket HTTP/1.1",
            f"Host: {host}:{port}",
            f"Origin: {url.rstrip('/')}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
        ]
        self.transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        await self.until(lambda values: self._open)
        self.send(greeting)
        return self

    def data_received(self, data: bytes) -> None:
        """Note when bytes have come."""
        self.last = time.perf_counter()
        self._bytes += data
        self._news.set()

    def send(self, message: object) -> None:
        """Send a message as JSON, masked with zeros."""
        data = json.dumps(message).encode()
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        self.transport.write(b"\x81" + size + bytes(4) + data)

    def read(self) -> None:
        """Read what has arrived."""
        if not self._open:
            head, found, rest = bytes(self._bytes).partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head, head
            self._open, self._bytes = True, bytearray(rest)
        while len(self._bytes) >= 2:
            kind, size, start = self._bytes[0] & 15, self._bytes[1], 2
            if size > 125:
                start = 4 if size == 126 else 10
                size = int.from_bytes(self._bytes[2:start], "big")
            if len(self._bytes) < start + size:
                return
            text = bytes(self._bytes[start : start + size])
            del self._bytes[: start + size]
            if kind == 9:
                self.transport.write(b"\x8a\x80" + bytes(4))
            elif kind == 1:
                self.values.update(json.loads(text))

    async def until(self, condition: Callable[[dict], object]) -> None:
        """Until the values fulfil a condition."""
        self.read()
        while not condition(self.values):
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), 60)
            self.read()

    async def until_bytes(self, since: float) -> None:
        """Until bytes have arrived."""
        while self.last <= since:
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), 60)


async def arrive(command: Command, code: str, at: float) -> tuple[Phone, float]:
    """One student: the page, its code and style, the socket, his place; the seconds it took."""
    await asyncio.sleep(at)
    start, http = time.perf_counter(), AsyncHTTPClient(max_clients=1000)
    page = (await http.fetch(command.url)).body.decode()
    for path in set(re.findall(r'"(/code/[^"]+)"', page)):
        await http.fetch(command.url.rstrip("/") + path, headers={"Accept-Encoding": "gzip"})
    client = await Phone().connect(command.url, {"role": "student", "code": code})
    await client.until(lambda values: "own" in values)
    return client, time.perf_counter() - start


async def push(teacher: Client, students: list[Phone], message: dict, at: int) -> list[float]:
    """Ask a task; the seconds until it has arrived at each student."""
    start = time.perf_counter()
    teacher.send(message)
    await asyncio.gather(*(one.until_bytes(start) for one in students))
    times = [one.last - start for one in students]
    for one in students:
        await one.until(lambda values: values["task"] is not None and values["task"]["at"] == at)
    return times


async def answer(client: Phone | Client, at: int, value: object, wait: float) -> tuple[float, float]:
    """One student answers after a while; the seconds until they know that it counts, and that it is kept."""
    await asyncio.sleep(wait)
    start = time.perf_counter()
    client.send({"type": "class-answer", "at": at, "value": value})
    await client.until(lambda values: values["own"]["value"] == value and values["task"]["at"] == at)
    counts = time.perf_counter() - start
    await client.until(lambda values: values["own"]["value"] == value and values["own"]["kept"])
    return counts, time.perf_counter() - start


async def watch(teacher: Client, students: list[Phone], stop: asyncio.Event) -> list[float]:
    """How old the teacher's tally is: the age of the oldest answer that its student knows to count and it lacks."""
    ages: list[float] = []
    known: list[float] = []  # when each answer counted
    while not stop.is_set():
        now = time.perf_counter()
        counted = sum(one.values["own"]["answered"] is not None for one in students)
        known += [now] * (counted - len(known))
        shown = (teacher.values["desk"]["tally"] or {"answered": 0})["answered"]
        ages.append(now - known[shown] if shown < len(known) else 0.0)
        await asyncio.sleep(0.02)
    return ages


async def measure(count: int) -> dict[str, float]:
    """The figures of one class."""
    command = Command(count + 50)
    try:
        teacher = await Client(command.url).connect({"role": "teacher", "token": command.secret})
        await teacher.until(lambda values: "door" in values and "desk" in values)
        code, rng = teacher.values["door"]["code"], random.Random(1)
        alone = [(await arrive(command, code, 0.0))[1] for _ in range(3)]
        start = time.perf_counter()
        coming = asyncio.gather(*(arrive(command, code, rng.random()) for _ in range(count)))
        await teacher.until(lambda values: values["desk"]["at_door"] or coming.done())
        teacher.send({"type": "admit"})  # all come from one address
        came = await coming
        arrived, students = time.perf_counter() - start, [client for client, _ in came]
        gc.collect()
        gc.freeze()  # a collection of what this process has loaded, in the middle of a push, is no wait for the class
        pushes, verdicts, ages = [], [], []
        kept: list[float] = []
        teacher.send({"type": "plan", "tasks": PLAN})
        await teacher.until(lambda values: values["wall"]["to_come"] == len(PLAN))
        for at, task in enumerate(PLAN):
            pushes += await push(teacher, students, {"type": "next"}, at)
            if task is HAND:  # laid out on the table: only the way there is timed
                continue
            stop = asyncio.Event()
            watching = asyncio.ensure_future(watch(teacher, students, stop))
            choices = [one["key"] for one in students[0].values["task"]["choices"]]
            waits = [THINKING * rng.random() for _ in students]
            told = await asyncio.gather(
                *(answer(one, at, rng.choice(choices), wait) for one, wait in zip(students, waits, strict=True))
            )
            verdicts += [counts for counts, _ in told]
            kept += [after for _, after in told]
            await teacher.until(lambda values: values["desk"]["tally"]["answered"] == count)
            stop.set()
            ages += await watching
        return {
            "page": statistics.median(alone),
            "arrived": arrived,
            "push": p95(pushes),
            "verdict": p95(verdicts),
            "kept": p95(kept),
            "tally": max(ages),
            "memory": command.memory(),
        }
    finally:
        command.stop()


async def attack(messages: int) -> bool:
    """Whether a class still works after so many bad messages from 20 browsers, and 500 sockets at once."""
    command = Command()
    try:
        teacher = await Client(command.url).connect({"role": "teacher", "token": command.secret})
        await teacher.until(lambda values: "door" in values and "desk" in values)
        hello = {"role": "student", "code": teacher.values["door"]["code"]}
        one = await Client(command.url).connect(hello)
        await one.until(lambda values: "own" in values)
        teacher.send({"type": "push", **TASK, "seed": 1})
        await one.until(lambda values: values["task"] is not None)
        crowd = await asyncio.gather(*(Client(command.url).connect() for _ in range(500)), return_exceptions=True)

        async def harm(seed: int) -> None:
            rng, client = random.Random(seed), None
            for at in range(messages // 20):
                try:
                    if client is None or client.socket is None:
                        client = await Client(command.url).connect(hello if rng.random() < 0.7 else make_bad(rng, code))
                    client.send(make_bad(rng, code))
                except Exception:
                    client = None
                if at % 10 == 0:
                    await asyncio.sleep(0.01)

        code = teacher.values["door"]["code"]
        await asyncio.gather(*map(harm, range(20)))
        start = time.perf_counter()
        choice = one.values["task"]["choices"][0]["key"]
        await answer(one, 0, choice, 0.0)
        took = time.perf_counter() - start
        await teacher.until(lambda values: values["desk"]["tally"]["answered"] >= 1)
        print(f"{messages} bad messages, {len(crowd)} sockets at once: the next answer counts after {took:.3f} s, "
              f"{command.memory():.0f} MB")  # fmt: skip
        return took < 1
    finally:
        command.stop()


Known = dict[str, tuple[str, str]]  # by a student's token the answer that was called kept last, and the one on its way


async def answer_on(student: Client, rng: random.Random, known: Known) -> list[tuple[float, float]]:
    """A student who changes their answer until the class is killed; the seconds of each, as ``answer`` gives them."""
    times = []
    token, choices = student.values["token"], [one["key"] for one in student.values["task"]["choices"]]
    while student.socket is not None:
        value = rng.choice([one for one in choices if one != student.values["own"]["value"]])
        known[token] = known.get(token, (value, value))[0], value
        answering = asyncio.ensure_future(answer(student, 0, value, 0.0))
        gone = asyncio.ensure_future(student.until_closed())
        await asyncio.wait((answering, gone), return_when=asyncio.FIRST_COMPLETED)
        if answering.done() and answering.exception() is None:  # else the class had just gone
            times.append(answering.result())
            known[token] = value, value
        for waiting in (answering, gone):
            waiting.cancel()
        await asyncio.sleep(0.2 * rng.random())
    return times


async def be_killed(command: Command, tokens: list[str], messages: int, rng: random.Random) -> tuple[dict, list]:
    """A class of 30 under attack until it is killed: what was called kept, and how long honest students waited."""
    teacher = await Client(command.url).connect({"role": "teacher", "token": command.secret})
    await teacher.until(lambda values: "door" in values and "desk" in values)
    hello = {"role": "student", "code": teacher.values["door"]["code"]}
    if teacher.values["task"] is None:
        teacher.send({"type": "push", **TASK, "seed": 1})
        await teacher.until(lambda values: values["task"] is not None)
    students = [await Client(command.url).connect({**hello, "token": token}) for token in tokens]
    await asyncio.sleep(0.5)
    teacher.send({"type": "admit"})
    for at, one in enumerate(students):
        await one.until(lambda values: "own" in values and values["task"] is not None)
        tokens[at] = one.values["token"]
    crowd = await asyncio.gather(*(Client(command.url).connect() for _ in range(500)), return_exceptions=True)
    known: Known = {}
    answering = [asyncio.ensure_future(answer_on(one, rng, known)) for one in students]
    harm: Client | None = None
    for at in range(messages):
        try:
            if harm is None or harm.socket is None:
                harm = await Client(command.url).connect(hello if rng.random() < 0.7 else make_bad(rng, hello["code"]))
            harm.send(make_bad(rng, hello["code"]))
        except Exception:
            harm = None
        if at % 10 == 0:
            await asyncio.sleep(0.01)
    await asyncio.sleep(1 + rng.random())
    command.process.kill()
    times = [time for told in await asyncio.gather(*answering) for time in told]
    for one in crowd:
        if isinstance(one, Client):
            one.close()
    return known, times


def storm(kills: int, messages: int) -> bool:
    """Whether a class that is attacked and killed again and again loses no answer that was called kept, and is quick.

    Each time it may open 256 files at first, 500 sockets say nothing, and its share of the bad messages comes.
    """
    rng, tokens, times, lost = random.Random(1), [""] * 30, [], 0
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder, "class.json")
        for _ in range(kills):
            command = Command(kept=kept, files=256)
            known, told = asyncio.run(be_killed(command, tokens, messages // kills, rng))
            command.process.wait(10)
            times += told
            room = read_class(kept)
            answers = {token: room.items[0].answers[one.number].value for token, one in room.students.items()
                       if one.number in room.items[0].answers}  # fmt: skip
            lost += sum(answers.get(token) not in values for token, values in known.items())
    verdict, after = p95([counts for counts, _ in times]), p95([after for _, after in times])
    print(f"{kills} kills, {messages} bad messages: {lost} answers lost of {len(times)} called kept; "
          f"verdict p95 {verdict:.3f} s, kept p95 {after:.3f} s")  # fmt: skip
    return lost == 0 and verdict <= 0.1 and after <= 0.3


def main() -> int:
    """Print the table; 1 if a limit is missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--students", type=int, nargs="*", default=[200])
    parser.add_argument("--hostile", type=int, default=0)
    parser.add_argument("--kills", type=int, default=0)
    arguments = parser.parse_args()
    print(
        "students | page alone s | all arrived s | push p95 s | verdict p95 s | kept p95 s | tally at most s old | MB"
    )
    missed = []
    for count in arguments.students:
        found = asyncio.run(measure(count))
        print(f"{count} | " + " | ".join(f"{found[name]:.3f}" for name in LIMITS), flush=True)
        missed += [name for name, limit in LIMITS.items() if count <= 200 and found[name] > limit]
    if arguments.hostile and not asyncio.run(attack(arguments.hostile)):
        missed.append("hostile")
    if arguments.kills and not storm(arguments.kills, arguments.hostile):
        missed.append("storm")
    print(json.dumps({"missed": missed}))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
