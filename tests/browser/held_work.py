"""Work beside the page that stands still until a test lets it go on: for a server that starts with ``hold``."""

from __future__ import annotations

import queue
from pathlib import Path

from rummy_tutor.page.what_now import job


class Held:
    """A process that works advice out; of what it tells only how far the hand is comes through before the gate opens.

    Attributes:
        messages: itself, since what is read of it is held back here.
    """

    def __init__(self, worker: job.Helper, gate: Path) -> None:
        self.worker, self.gate, self.messages = worker, gate, self
        self.has_told = False
        self.ask, self.is_alive, self.end = worker.ask, worker.is_alive, worker.end

    def get_nowait(self) -> object:
        """The next message, if it may be read; the gate is open as soon as there is its file."""
        if self.has_told and not self.gate.exists():
            raise queue.Empty
        message = self.worker.messages.get_nowait()
        self.has_told = self.has_told or "distance" in getattr(message, "found", ())
        return message


def hold(gate: str) -> None:
    """Let the work of every session of this process wait at a gate."""
    hire = job.Worker
    job.Worker = lambda: Held(hire(), Path(gate))  # type: ignore[misc, assignment]
