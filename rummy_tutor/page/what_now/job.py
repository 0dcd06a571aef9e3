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
from ...game.table import set_table
from ...output.logs import find_terminal
from ...study.advice import Advice, Step
from .worker import DONE, FAILED, Question

_LOG = logging.getLogger(__name__)
_SLICE = 0.03  # seconds of work between two clicks, where the work is done in this process
GONE = "gone"
_NICE = 10  # the niceness of the process that works out advice: the page comes first
_TREE = str(Path(__file__).parents[3])


class Helper(Protocol):
    """What works advice out beside the page."""

    messages: queue.SimpleQueue[object]

    def ask(self, question: Question) -> None:
        """Begin with a question."""

    def is_alive(self) -> bool:
        """Whether it can be asked again."""

    def end(self) -> None:
        """Stop at once."""


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

    def ask(self, question: Question) -> None:
        """Begin with a question."""
        assert self.process.stdin is not None  # a pipe, as is stdout
        pickle.dump(question, self.process.stdin)
        self.process.stdin.flush()

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

    def __init__(self) -> None:
        self.question: Question | None = None
        self.hire: Callable[[], Helper] = Worker
        self._worker: Helper | None = None
        self._steps: Iterator[Step] | None = None
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
        deal = set_table(question.rulebook, question.turned, question.players)
        return Advice(hand=question.hand, deal=deal, seen=question.seen, **self.found)

    def is_pending(self, question: Question) -> bool:
        """Whether work on a question has not ended."""
        return question != self.question or not (self.complete or self.failed)

    def start(self, question: Question, *, here: bool = False) -> None:
        """Start on a question; work on another one ends, work on this one goes on.

        Args:
            question: the question.
            here: whether to work in this process.
        """
        if question == self.question:
            return
        self.stop()
        self.question = question
        if here or not self._send(question):
            self._steps = question.steps()

    def _send(self, question: Question) -> bool:
        """Give a question to a process; whether there is one."""
        try:
            self._retry = self._worker is not None  # one that has been idle may be about to end
            if self._worker is None or not self._worker.is_alive():
                self._worker, self._retry = self.hire(), False
            self._worker.ask(question)
        except Exception:  # no processes here, or a rulebook that cannot be sent
            _LOG.warning("advice is worked out between clicks", exc_info=True)
            self._drop_worker()
            return False
        return True

    def _drop_worker(self) -> None:
        if self._worker is not None:
            self._worker.end()
            self._worker = None

    def stop(self) -> None:
        """Work no more, and forget what is known."""
        if self.question is not None and not self.complete:
            self._drop_worker()
        self.question = self._steps = None
        self._clear()

    def work(self) -> bool:
        """Take what has been worked out meanwhile; whether anything is new."""
        if self.complete or self.failed:
            return False
        return self._work_here(self._steps) if self._steps is not None else self._read()

    def _work_here(self, steps: Iterator[Step]) -> bool:
        until = time.perf_counter() + _SLICE
        while time.perf_counter() < until:
            step = next(steps, None)
            if step is None:
                self.complete = True
                self._steps = None
                break
            self._note(step)
        return True

    def _read(self) -> bool:
        new = False
        while self._worker is not None and not self.complete and not self.failed:
            try:
                message: Any = self._worker.messages.get_nowait()
            except queue.Empty:
                break
            new = True
            if message == DONE:
                self.complete = True
            elif isinstance(message, Step):
                self._note(message)
                self._retry = False
            elif message == GONE and self._retry:
                self._worker = None
                assert self.question is not None  # it is being worked on
                if not self._send(self.question):
                    self._steps = self.question.steps()
                break
            else:
                self.failed = message[1] if message[0] == FAILED else tell_later("page.now_ended")
                self._drop_worker()
        return new

    def _note(self, step: Step) -> None:
        self.found |= step.found
        if step.found:
            self.answers += 1
            self.drawn = {}
        self.progress = (step.part, step.done, step.total)
