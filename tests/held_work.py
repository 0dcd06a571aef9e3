"""Work beside the page whose findings are held back until a test lets them through, however quick the engine is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rummy_tutor.page.what_now import job
from rummy_tutor.study.advice import Step


class Held:
    """A process that works advice out; through its gate come how far the hand is, and mere progress."""

    def __init__(self, worker: job.Worker, gate: Path) -> None:
        self.worker, self.gate = worker, gate
        self.process = worker.process
        self.has_told = False
        self.back: object = None  # what may not be read yet
        self.ask, self.is_alive, self.end = worker.ask, worker.is_alive, worker.end

    def read(self) -> Iterator[object]:
        """What may be read of what it has said; the gate is open as soon as there is its file."""
        while self.back is not None or not self.worker.messages.empty():
            if self.back is None:
                message = self.worker.messages.get()
                if not self.has_told or (isinstance(message, Step) and not message.found):
                    self.has_told = self.has_told or "distance" in getattr(message, "found", ())
                    yield message
                    continue
                self.back = message
            if not self.gate.exists():
                yield from [] if self.worker.is_alive() else [job.GONE]
                return
            message, self.back = self.back, None
            yield message


def hold(gate: str) -> None:
    """Let the work of every session of this process wait at a gate."""
    hire = job.Worker
    job.Worker = lambda **given: Held(hire(**given), Path(gate))  # type: ignore[misc, assignment]
