"""A class of many: arriving, a task pushed to all, answers at once, memory; against the real command on this machine.

Run ``python -m tests.bench.class_load [--students 200] [--hostile 10000]``; it prints a table with the limits for 200
students and ends with status 1 if one of them is missed. Nothing but 127.0.0.1 is spoken to.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence

import psutil
from tornado.httpclient import AsyncHTTPClient

from tests.class_clients import Client
from tests.hosts.test_live import make_bad

TASK = {"lesson": "sets", "kind": "classify", "rulebook": "octro-13", "level": 1}
HAND = {"lesson": "declare", "kind": "repair", "rulebook": "gorummy-13", "seed": 3, "level": 1}
PLAN = [*({**TASK, "seed": seed} for seed in range(4)), HAND]
LIMITS = {"page": 0.6, "arrived": 4.0, "push": 0.1, "verdict": 0.03, "tally": 0.5, "memory": 130.0}
THINKING = 6.0  # seconds over which a class answers


def p95(times: Sequence[float]) -> float:
    """The time within which 95 of 100 are."""
    return statistics.quantiles(times, n=20)[-1] if len(times) > 1 else times[0]


class Command:
    """``rummy-tutor class`` in a process of its own."""

    def __init__(self, seats: int = 250) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self._folder = tempfile.TemporaryDirectory()
        kept = f"{self._folder.name}/class.json"
        words = f"class --port {port} --bind 127.0.0.1 --no-browser --seats {seats} --resume {kept}".split()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rummy_tutor", *words], stderr=subprocess.PIPE, text=True
        )
        assert self.process.stderr is not None  # a pipe
        told = self.process.stderr.readline() + self.process.stderr.readline()
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


async def answer(client: Phone | Client, at: int, value: object, wait: float) -> float:
    """One student answers after a while; the seconds until he knows that it counts."""
    await asyncio.sleep(wait)
    start = time.perf_counter()
    client.send({"type": "class-answer", "at": at, "value": value})
    await client.until(lambda values: values["own"]["answered"] is not None and values["task"]["at"] == at)
    return time.perf_counter() - start


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
        pushes, verdicts, ages = [], [], []
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
            verdicts += await asyncio.gather(
                *(answer(one, at, rng.choice(choices), wait) for one, wait in zip(students, waits, strict=True))
            )
            await teacher.until(lambda values: values["desk"]["tally"]["answered"] == count)
            stop.set()
            ages += await watching
        return {
            "page": statistics.median(alone),
            "arrived": arrived,
            "push": p95(pushes),
            "verdict": p95(verdicts),
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


def main() -> int:
    """Print the table; 1 if a limit is missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--students", type=int, nargs="*", default=[200])
    parser.add_argument("--hostile", type=int, default=0)
    arguments = parser.parse_args()
    print("students | page alone s | all arrived s | push p95 s | verdict p95 s | tally at most s old | MB")
    missed = []
    for count in arguments.students:
        found = asyncio.run(measure(count))
        print(f"{count} | " + " | ".join(f"{found[name]:.3f}" for name in LIMITS), flush=True)
        missed += [name for name, limit in LIMITS.items() if count <= 200 and found[name] > limit]
    if arguments.hostile and not asyncio.run(attack(arguments.hostile)):
        missed.append("hostile")
    print(json.dumps({"missed": missed}))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
