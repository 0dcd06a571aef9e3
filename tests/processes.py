"""What servers that tests start as processes of their own write: read as it comes, and looked through at their end."""

from __future__ import annotations

import atexit
import re
import subprocess
from threading import Thread

from tests.patience import eventually

_RECORD = re.compile(r"\S+ \S+ rummy_tutor[\w.]*: ")  # as `output/logs.py` writes one
_TRACEBACK = re.compile(r"\s*Traceback ")
_AT_THE_END = 10.0  # seconds in which what a process has written last is read; what it has started may hold the pipe


class Written:
    """What a process writes to its standard error: a pipe that nobody reads would hold the process up when it is full.

    Args:
        process: its standard error is a pipe of text.
        others: whether the process is another program's, whose own tracebacks are not ours to judge.
    """

    def __init__(self, process: subprocess.Popen, *, others: bool = False) -> None:
        self._process, self._others = process, others
        self._lines: list[str] = []
        self._reading = Thread(target=self._read, daemon=True)
        self._reading.start()
        atexit.register(process.kill)  # one that did not start in time is ended by nobody else

    def _read(self) -> None:
        assert self._process.stderr is not None  # a pipe
        self._lines.extend(self._process.stderr)

    def read_address(self) -> str:
        """What a class's command says of its addresses, after whatever Python has warned of."""

        def places() -> list[int]:
            return [at for at, line in enumerate(self._lines) if "/teacher#" in line]

        assert eventually(lambda: places() or not self._reading.is_alive(), pause=0.01)
        assert places(), self._lines
        return "".join(self._lines[max(0, places()[0] - 1) : places()[0] + 1])

    @property
    def text(self) -> str:
        """All that has been written until now, and not taken."""
        return "".join(self._lines)

    def take_errors(self) -> str:
        """All that was written from the first error on, which is then forgotten: for a test that plants one."""
        lines = list(self._lines)
        found = next((at for at, line in enumerate(lines) if self._is_error(line)), len(lines))
        del self._lines[: len(lines)]
        return "".join(lines[found:])

    def _is_error(self, line: str) -> bool:
        return bool(_RECORD.match(line) or (not self._others and _TRACEBACK.match(line)))

    def check(self) -> None:
        """When the process has ended: an error that it has written and nobody has taken is a failure."""
        self._reading.join(_AT_THE_END)
        errors = self.take_errors()
        assert not errors, f"a server has written, and nobody expected:\n{errors}"
