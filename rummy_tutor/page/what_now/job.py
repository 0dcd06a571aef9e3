"""Working out advice beside the page, so that no click waits for it.

A process of its own does the work, or what a host has instead; where there is none, it is done in slices between two
clicks. One question is worked on at a time, and another question ends the work on it.
"""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

from ...game.messages import Message, tell_later
from ...output.logs import find_terminal
from ...study.advice import Advice, Step
from .worker import DONE, FAILED, Question

_LOG = logging.getLogger(__name__)
_SLICE = 0.03  # seconds of work between two clicks, where the work is done in this process
GONE = "gone"
_NICE = 10  # the niceness of the process that works out advice: the page comes first
_TREE = str(Path(__file__).parents[3])


class Asked(Protocol):
    """What takes long to answer."""

    def steps(self) -> Iterator[Step]:
        """The steps of the answer."""


class Helper(Protocol):
    """What works advice out beside the page; a host's own may know one kind of question alone."""

    def ask(self, question: Any) -> None:
        """Begin with a question."""

    def read(self) -> Iterator[object]:
        """What it has said since it was read last."""

    def is_alive(self) -> bool:
        """Whether it can be asked again."""

    def end(self) -> None:
        """Stop at once."""


def read_all(messages: queue.SimpleQueue[object]) -> Iterator[object]:
    """What has come in."""
    while not messages.empty():
        yield messages.get()


class Here:
    """Works advice out in this process, a slice of time whenever it is read."""

    def ask(self, question: Asked) -> None:
        """Begin with a question."""
        self._steps = question.steps()

    def read(self) -> Iterator[object]:
        """What a slice of work brings."""
        until = time.perf_counter() + _SLICE
        while time.perf_counter() < until:
            yield next(self._steps, DONE)

    def is_alive(self) -> bool:
        """Whether it can be asked again: for another question a process is tried anew."""
        return False

    def end(self) -> None:
        """Nothing has to be stopped."""


class Worker:
    """The process that works advice out; its messages are queued until they are read.

    Args:
        niceness: how far it stands back behind the page.
    """

    def __init__(self, niceness: int = _NICE) -> None:
        paths = [_TREE, *filter(None, [os.environ.get("PYTHONPATH")])]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rummy_tutor.page.what_now.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=find_terminal(),
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
        with contextlib.suppress(AttributeError, OSError):  # from its first moment: clicks come first
            os.setpriority(os.PRIO_PROCESS, self.process.pid, niceness)
        self.messages: queue.SimpleQueue[object] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def ask(self, question: Asked) -> None:
        """Begin with a question."""
        assert self.process.stdin is not None  # a pipe, as is stdout
        pickle.dump(question, self.process.stdin)
        self.process.stdin.flush()

    def read(self) -> Iterator[object]:
        """What it has said since it was read last."""
        return read_all(self.messages)

    def _listen(self) -> None:
        assert self.process.stdout is not None
        try:
            while True:
                self.messages.put(pickle.load(self.process.stdout))
        except Exception:
            self.messages.put(GONE)
        self.process.wait()

    def is_alive(self) -> bool:
        """Whether it can be asked again."""
        return self.process.poll() is None

    def end(self) -> None:
        """Stop at once."""
        self.process.kill()


class AdviceJob:
    """The advice of one session, as far as it is known.

    Attributes:
        question: what it is about, None if nothing has been asked.
        found: attributes of the ``Advice`` known so far.
        progress: what is being worked out, how much of it is done, and out of how much.
        complete: whether nothing is left to do.
        failed: why the work ended early, or nothing.
        answers: how often something has been found.
        drawn: view models of what is known, by their names and languages, kept until more is found.
        hire: opens what works beside the page: a process, unless a host has something else.
    """

    def __init__(self, hire: Callable[[], Helper] | None = None) -> None:
        self.question: Asked | None = None
        self.hire = hire or Worker
        self._worker: Helper | None = None
        self._clear()

    def _clear(self) -> None:
        self.found: dict[str, Any] = {}
        self.progress: tuple[str, int, int] = ("distance", 0, 1)
        self.complete = False
        self.failed: Message | str = ""
        self.answers = 0
        self.drawn: dict[tuple[str, str], Any] = {}
        self._retry = False

    def advice(self, question: Question | None) -> Advice | None:
        """What is known about a question, None if that is nothing yet; never the answer to another one."""
        if question is None or question != self.question or "distance" not in self.found:
            return None
        return Advice(hand=question.hand, deal=question.deal, seen=question.seen, **self.found)

    def is_pending(self, question: Asked) -> bool:
        """Whether work on a question has not ended."""
        return question != self.question or not (self.complete or self.failed)

    def start(self, question: Asked, *, here: bool = False) -> None:
        """Start on a question; work on another one ends, work on this one goes on.

        Args:
            question: the question.
            here: whether to work in this process.
        """
        if question == self.question:
            return
        self.stop()
        self.question = question
        if here:
            self._drop_worker()
        self._ask(question, Here if here else self.hire)

    def _ask(self, question: Asked, hire: Callable[[], Helper]) -> None:
        """Have a question worked on, by what worked before or what is hired, in this process if that cannot be."""
        try:
            self._retry = self._worker is not None  # one that has been idle may be about to end
            if self._worker is None or not self._worker.is_alive():
                self._worker, self._retry = hire(), False
            self._worker.ask(question)
        except Exception:  # no processes here, or a rulebook that cannot be sent
            _LOG.warning("advice is worked out between clicks", exc_info=True)
            self._drop_worker()
            self._worker = Here()
            self._worker.ask(question)

    def _drop_worker(self) -> None:
        if self._worker is not None:
            self._worker.end()
            self._worker = None

    def stop(self) -> None:
        """Work no more, and forget what is known."""
        if self.question is not None and not self.complete:
            self._drop_worker()
        self.question = None
        self._clear()

    def work(self) -> bool:
        """Take what has been worked out meanwhile; whether anything is new."""
        worker, is_new = self._worker, False
        if worker is None or self.complete:
            return False
        for message in worker.read():
            is_new = True
            self._take(message)
            if self.complete or self._worker is not worker:
                break
        return is_new

    def _take(self, message: Any) -> None:
        """Take one message of what works the advice out."""
        if isinstance(message, Step):
            self.found |= message.found
            if message.found:
                self.answers += 1
                self.drawn = {}
            self.progress = (message.part, message.done, message.total)
            self._retry = False
        elif message == DONE:
            self.complete = True
        elif message == GONE and self._retry and self.question is not None:
            self._worker = None
            self._ask(self.question, self.hire)
        else:
            self.failed = message[1] if message[0] == FAILED else tell_later("page.now_ended")
            self._drop_worker()
