"""A process of its own that works advice out, so that a page never waits for it.

It reads requests from standard input and writes one message a step to standard output, both pickled, since
both ends are this package. It ends when nobody listens any more, and when nobody has asked for a while.
"""

from __future__ import annotations

import logging
import os
import pickle
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple, cast

from ...game.cards import Card, Hand
from ...game.records import Distance
from ...game.rules import Rulebook
from ...game.table import Deal, set_table
from ...study.advice import Step, advise_in_steps
from ...study.likely import find_likely

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

    @property
    def deal(self) -> Deal:
        """The rulebook at its table."""
        return set_table(self.rulebook, self.turned, self.players)

    def steps(self) -> Iterator[Step]:
        """The steps of the answer; at last, of the ways that are as near, one whose cards are likely to come."""
        deal = self.deal
        nearest: Distance | None = None
        for step in advise_in_steps(self.hand, deal, self.seen, self.open):
            nearest = cast("Distance | None", step.found.get("distance", nearest))
            yield step
        if nearest is not None and nearest.exchanges:
            seen = self.seen if self.open is None else (*self.seen, self.open)
            yield Step("distance", 1, 1, {"distance": find_likely(self.hand.cards, deal, seen, nearest)})


def main() -> None:
    """Answer questions until standard input ends, or none comes for a while."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupted kernel is no reason to end
    target = os.fdopen(os.dup(sys.stdout.fileno()), "wb")

    def send(message: object) -> None:
        pickle.dump(message, target)
        target.flush()

    sys.stdout = sys.stderr  # nothing else may write between the messages
    questions: queue.SimpleQueue[Question] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    while True:
        try:
            question = questions.get(timeout=_IDLE)
        except queue.Empty:
            os._exit(0)  # Python's own end would wait for the lock of the thread that reads
        answer(question, send)


def _listen(questions: queue.SimpleQueue) -> None:
    """Read questions; when the other end is gone, end the process, whatever it is doing."""
    try:
        while True:
            questions.put(pickle.load(sys.stdin.buffer))
    except Exception:  # the pipe has ended, as it does with the page
        os._exit(0)


def answer(question: Question, send: Callable[[object], None]) -> None:
    """Work a question out, and send each step that found something, now and then a step that did not, and the end."""
    reported = 0.0
    try:
        for step in question.steps():
            if step.found or time.monotonic() - reported >= _REPORT:
                reported = time.monotonic()
                send(step)
        send(DONE)
    except Exception as error:
        logging.getLogger(__name__).exception("advice failed")
        send((FAILED, type(error).__name__))


if __name__ == "__main__":
    main()
