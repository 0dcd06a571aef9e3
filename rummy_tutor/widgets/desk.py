"""Where a session's advice is worked out: beside the page, so that no click waits for it.

The work is done by a process of its own; where there can be none (a browser's Python), in slices between two
clicks. There is one piece of work at a time, known by what it is about: another question ends it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .._adviser import DONE, FAILED, Question
from ..advice import Advice, Step
from ..cards import PRINTED_JOKER, Hand
from ..table import set_table

if TYPE_CHECKING:
    from .session import Session

ASKED = "what_now"
_SLICE = 0.03  # seconds of work between two clicks, where the work is done in this process
_GONE = "gone"
_NICE = 10  # how far the process stands back
_LOOK_EVERY = 0.02  # seconds between two looks at what the process says
_DRAW_EVERY = 0.25  # and between two drawings of mere progress
_TREE = str(Path(__file__).parents[2])


class Pause(NamedTuple):
    """What slow work says between two steps: how many seconds to wait, and whether to draw what is known."""

    seconds: float
    draw: bool


class Worker:
    """The process that works; what it says is queued until somebody looks."""

    def __init__(self) -> None:
        paths = [_TREE, *filter(None, [os.environ.get("PYTHONPATH")])]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rummy_tutor._adviser"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
        with contextlib.suppress(AttributeError, OSError):  # from its first moment: whoever clicks comes first
            os.setpriority(os.PRIO_PROCESS, self.process.pid, _NICE)
        self.messages: queue.SimpleQueue[object] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def ask(self, question: Question) -> None:
        """Begin with a question."""
        pickle.dump(question, self.process.stdin)
        self.process.stdin.flush()

    def _listen(self) -> None:
        try:
            while True:
                self.messages.put(pickle.load(self.process.stdout))
        except Exception:
            self.messages.put(_GONE)
        self.process.wait()

    def is_alive(self) -> bool:
        """Whether it can be asked again."""
        return self.process.poll() is None

    def end(self) -> None:
        """Stop at once."""
        self.process.kill()


class Desk:
    """The advice of one session, as far as it is known.

    Attributes:
        question: what it is about, None if nothing has been asked.
        found: attributes of the ``Advice`` known so far.
        progress: what is being worked out, how much of it is done, and out of how much.
        complete: whether nothing is left to do.
        failed: why the work ended early, or nothing.
        answers: how often something has been found.
        drawn: what has been drawn of what is known, for whoever draws it again.
    """

    def __init__(self) -> None:
        self.question: Question | None = None
        self._worker: Worker | None = None
        self._steps: Iterator[Step] | None = None
        self._clear()

    def _clear(self) -> None:
        self.found: dict[str, object] = {}
        self.progress: tuple[str, int, int] = ("distance", 0, 1)
        self.complete = False
        self.failed = ""
        self.answers = 0
        self.drawn: dict[str, object] = {}
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
        """Take a question up; work on another one ends, work on this one goes on.

        Args:
            question: the question.
            here: whether to work in this process.
        """
        if question == self.question:
            return
        self.stop()
        self.question = question
        if not here and self._send(question):
            return
        self._steps = question.steps()

    def _send(self, question: Question) -> bool:
        """Give a question to a process; whether there is one."""
        if sys.platform == "emscripten" or not sys.executable:
            return False
        try:
            self._retry = self._worker is not None  # one that has been idle may be about to end
            if self._worker is None or not self._worker.is_alive():
                self._worker, self._retry = Worker(), False
            self._worker.ask(question)
        except Exception:  # no processes here, or a rulebook that cannot be sent
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
        return self._work_here() if self._steps is not None else self._read()

    def _work_here(self) -> bool:
        until = time.perf_counter() + _SLICE
        while time.perf_counter() < until:
            step = next(self._steps, None)
            if step is None:
                self.complete = True
                self._steps = None
                break
            self._note(step)
        return True

    def _read(self) -> bool:
        new = False
        while not self.complete and not self.failed:
            try:
                message = self._worker.messages.get_nowait()
            except queue.Empty:
                break
            new = True
            if message == DONE:
                self.complete = True
            elif isinstance(message, Step):
                self._note(message)
                self._retry = False
            elif message == _GONE and self._retry:
                self._worker = None
                if not self._send(self.question):
                    self._steps = self.question.steps()
                break
            else:
                self.failed = message[1] if message[0] == FAILED else "the process that works it out has ended"
                self._drop_worker()
        return new

    def _note(self, step: Step) -> None:
        self.found |= step.found
        if step.found:
            self.answers += 1
            self.drawn = {}
        self.progress = (step.part, step.done, step.total)


# ---- a session and its desk --------------------------------------------------------------------------------
def question_of(session: Session) -> Question | None:
    """What the cards on the table ask, None if the rulebook cannot judge them."""
    state = session.state
    pack = session.rulebook.table.pack_for(state.players)
    if isinstance(session.result, ValueError) or (PRINTED_JOKER in state.layout.cards and not pack.printed_jokers):
        return None
    cards = Hand(tuple(sorted(state.layout.cards)))  # how they are laid changes nothing
    pile = state.open if state.open is not None and pack.copies(state.open) else None
    return Question(cards, session.rulebook, state.turned, state.players, state.seen, pile)


def level_of(session: Session) -> int:
    """How much of the advice has been asked for; what a browser remembers is not trusted."""
    level = session.asked.get(ASKED)
    return level if type(level) is int and 0 <= level <= 3 else 0


def is_pending(session: Session) -> bool:
    """Whether advice has been asked for and is not complete; what has been overtaken is stopped."""
    question = question_of(session) if level_of(session) else None
    if question is None:
        session.desk.stop()
        return False
    return session.desk.is_pending(question)


def work_out(session: Session) -> Iterator[Pause]:
    """Work the advice out, or follow the work under way."""
    question = question_of(session)
    try:
        asyncio.get_running_loop()
        here = False
    except RuntimeError:  # nobody can click meanwhile
        here = True
    session.desk.start(question, here=here)
    desk, drawn, due = session.desk, 0.0, False
    while desk.is_pending(question):
        before = desk.answers
        due = desk.work() or due
        draw = due and (desk.answers > before or time.monotonic() - drawn > _DRAW_EVERY)
        if draw:
            drawn, due = time.monotonic(), False
        yield Pause(_LOOK_EVERY, draw)
