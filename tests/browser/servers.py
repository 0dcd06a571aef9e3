"""Servers for the browser tests: Voilà with a kernel for each page, and one process for all."""

from __future__ import annotations

import os
import random
import re
import socket
import subprocess
import sys
import urllib.request
from contextlib import suppress
from pathlib import Path

import psutil

from tests.patience import PATIENCE, eventually
from tests.processes import Written

REPOSITORY = Path(__file__).parents[2]
_QUIET = "bind='127.0.0.1', open_browser=False"
# what is dealt at random is the same in every run: tests look where it lies
_SAME_DEALS = "import random; random.randrange = lambda *_: 5"


def free_port() -> int:
    """A port nobody listens on, and that no connection of the system's own choice takes before it is used."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def is_there(address: str) -> bool:
    """Whether a server answers at an address; where nobody listens it is known at once."""
    with suppress(OSError), urllib.request.urlopen(address, timeout=PATIENCE):
        return True
    return False


def end_process(process: subprocess.Popen) -> None:
    """End a process that was started, also one that takes its time."""
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Server:
    """The app, served by a process of its own.

    Args:
        options: what is given to ``serve``; no kernel is kept ready unless that is asked for, so that each is a page's,
            and no token is asked for.
    """

    def __init__(self, **options: object) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self.options = {"preheat": 0, "token": "", "open_browser": False, **options}
        self.written: list[Written] = []
        self.start()

    def start(self) -> None:
        """Start serving and wait until the port answers."""
        call = f"serve(port={self.port}, **{self.options!r})"
        path = os.pathsep.join(filter(None, [str(REPOSITORY), os.environ.get("PYTHONPATH", "")]))
        environment = {**os.environ, "PYTHONPATH": path}
        environment.pop("PYTEST_CURRENT_TEST", None)  # by which a kernel knows that it is tested, and writes nothing
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"from rummy_tutor.hosts.voila.serve import serve; {call}"],
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.written.append(Written(self.process, others=True))
        address = f"{self.url}voila/static/voila.js"
        assert eventually(lambda: self.process.poll() is not None or is_there(address)), "the server did not answer"
        assert self.process.poll() is None, "the server ended at once"

    def kernels(self) -> list[psutil.Process]:
        """The kernels that run now."""
        found = []
        for child in psutil.Process(self.process.pid).children(recursive=True):
            try:
                if any("ipykernel" in word for word in child.cmdline()) and child.status() != psutil.STATUS_ZOMBIE:
                    found.append(child)
            except psutil.NoSuchProcess:
                continue
        return found

    def stop(self) -> None:
        """End the server and its kernels."""
        end_process(self.process)
        for written in self.written:
            written.check()


class LiveServer:
    """The same page from one process for all visitors: it is there at once, without a kernel to start.

    Args:
        held: the file that lets the work beside its pages go on; none where that is never held back.
    """

    def __init__(self, held: str = "") -> None:
        port = free_port()
        path = os.pathsep.join(filter(None, [str(REPOSITORY), os.environ.get("PYTHONPATH", "")]))
        program = f"from rummy_tutor.hosts.live.serving.serve import serve_class as serve; serve(port={port}, {_QUIET})"
        program = f"{_SAME_DEALS}; {program}"
        if held:
            program = f"from tests.held_work import hold; hold({held!r}); {program}"
        self.process = subprocess.Popen(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONPATH": path},
            stderr=subprocess.PIPE,
            text=True,
        )
        self.written = Written(self.process)
        told = self.written.read_address()
        found = re.search(r"#(\S+)", told)
        assert found, told
        self.secret = found[1]
        self.url = f"http://127.0.0.1:{port}/tutor"

    def stop(self) -> None:
        """End the server."""
        end_process(self.process)
        self.written.check()
