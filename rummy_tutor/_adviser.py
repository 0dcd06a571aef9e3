"""A process of its own that works advice out, so that a page never waits for it.

It reads requests from standard input and writes one message a step to standard output, both pickled, since
both ends are this package. It ends when nobody listens any more, and when nobody has asked for a while.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import sys
import threading
import time
from typing import NamedTuple

from .advice import advise_in_steps
from .cards import Card, Hand
from .rules import Rulebook
from .table import set_table

DONE = "done"
FAILED = "failed"
_IDLE = 90  # seconds without a request after which it ends
_REPORT = 0.05  # seconds between two reports of progress


class Question(NamedTuple):
    """What advice is asked about."""

    hand: Hand
    rulebook: Rulebook
    turned: Card | None
    players: int
    seen: tuple[Card, ...]
    open: Card | None

    def steps(self):  # noqa: ANN201 - an iterator of Step
        """The steps of the answer."""
        deal = set_table(self.rulebook, self.turned, self.players)
        return advise_in_steps(self.hand, deal, self.seen, self.open)


def main() -> None:
    """Answer questions until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupted kernel is no reason to end
    target = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr  # nothing else may write between the messages
    questions: queue.SimpleQueue[Question] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    while True:
        try:
            question = questions.get(timeout=_IDLE)
        except queue.Empty:
            return
        _answer(question, target)


def _listen(questions: queue.SimpleQueue) -> None:
    """Read questions; when the other end is gone, end the process, whatever it is doing."""
    try:
        while True:
            questions.put(pickle.load(sys.stdin.buffer))
    except Exception:
        os._exit(0)


def _answer(question: Question, target) -> None:  # noqa: ANN001 - a binary stream
    reported = 0.0
    try:
        for step in question.steps():
            if step.found or time.monotonic() - reported >= _REPORT:
                reported = time.monotonic()
                _send(step, target)
        _send(DONE, target)
    except Exception as error:
        _send((FAILED, f"{type(error).__name__}: {str(error)[:160]}"), target)


def _send(message: object, target) -> None:  # noqa: ANN001
    pickle.dump(message, target)
    target.flush()


if __name__ == "__main__":
    main()
