"""Work beside the page whose findings are held back until a test lets them through, however quick the engine is."""

from __future__ import annotations

import queue
from pathlib import Path

from rummy_tutor.page.what_now import job
from rummy_tutor.study.advice import Step


class Held:
    """A process that works advice out; through its gate come how far the hand is, and mere progress.

    Attributes:
        messages: itself, since what is read of it is held back here.
    """

    def __init__(self, worker: job.Worker, gate: Path) -> None:
        self.worker, self.gate, self.messages = worker, gate, self
        self.process = worker.process
        self.has_told = False
        self.back: object = None  # what may not be read yet
        self.ask, self.is_alive, self.end = worker.ask, worker.is_alive, worker.end

    def get_nowait(self) -> object:
        """The next message, if it may be read; the gate is open as soon as there is its file."""
        if self.back is None:
            message = self.worker.messages.get_nowait()
            if not self.has_told or (isinstance(message, Step) and not message.found):
                self.has_told = self.has_told or "distance" in getattr(message, "found", ())
                return message
            self.back = message
        if not self.gate.exists():
            if self.worker.is_alive():
                raise queue.Empty
            return job.GONE
        message, self.back = self.back, None
        return message


def hold(gate: str) -> None:
    """Let the work of every session of this process wait at a gate."""
    hire = job.Worker
    job.Worker = lambda **given: Held(hire(**given), Path(gate))  # type: ignore[misc, assignment]
