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
import time
from collections.abc import Sequence

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
        words = f"class --port {port} --bind 127.0.0.1 --no-browser --seats {seats}".split()
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


async def arrive(command: Command, code: str, at: float) -> tuple[Client, float]:
    """One student: the page, its code and style, the socket, his place; the seconds it took."""
    await asyncio.sleep(at)
    start, http = time.perf_counter(), AsyncHTTPClient(max_clients=1000)
    page = (await http.fetch(command.url)).body.decode()
    for path in set(re.findall(r'"(/code/[^"]+)"', page)):
        await http.fetch(command.url.rstrip("/") + path, headers={"Accept-Encoding": "gzip"})
    client = await Client(command.url).connect({"role": "student", "code": code})
    await client.until(lambda values: "own" in values)
    return client, time.perf_counter() - start


async def push(teacher: Client, students: list[Client], message: dict, at: int) -> list[float]:
    """Ask a task; the seconds until each student has it."""

    async def got(client: Client) -> float:
        await client.until(lambda values: values["task"] is not None and values["task"]["at"] == at)
        return time.perf_counter() - start

    start = time.perf_counter()
    teacher.send(message)
    return await asyncio.gather(*map(got, students))


async def answer(client: Client, at: int, value: object, wait: float) -> float:
    """One student answers after a while; the seconds until he knows that it counts."""
    await asyncio.sleep(wait)
    start = time.perf_counter()
    client.send({"type": "class-answer", "at": at, "value": value})
    await client.until(lambda values: values["own"]["answered"] is not None and values["task"]["at"] == at)
    return time.perf_counter() - start


async def watch(teacher: Client, students: list[Client], stop: asyncio.Event) -> list[float]:
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
        came = await asyncio.gather(*(arrive(command, code, rng.random()) for _ in range(count)))
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
