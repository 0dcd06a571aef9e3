"""What runs in the visitor's browser: their session in one worker, and advice in a second one.

Texts go out by a function that the worker gives; nothing here needs a browser. What the first screen does without is
imported late here too. A copy of memory that is made after ``prepare`` has all modules and needs no files; without one
the files of later screens come after the first screen, or at once when a module is missing.
"""

from __future__ import annotations

import base64
import json
import pickle
import queue
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ...page.what_now.job import GONE, read_all
from ...page.what_now.question import JOB
from ...page.what_now.worker import Question, answer
from ..live.outbox import Outbox
from ..live.visit import Visit

Post = Callable[[str], object]


class Beside(Protocol):
    """A worker of the browser."""

    def postMessage(self, text: str) -> None:
        """Send it a text."""

    def terminate(self) -> None:
        """End it at once."""


@dataclass(eq=False)
class AdviceWorker:
    """A worker that works advice out, as ``AdviceJob`` knows it.

    Attributes:
        beside: the browser's worker.
    """

    beside: Beside
    _alive: bool = True
    _messages: queue.SimpleQueue[object] = field(default_factory=queue.SimpleQueue)

    def ask(self, question: Question) -> None:
        """Begin with a question."""
        self.beside.postMessage(_to_text(question))

    def hear(self, text: str) -> None:
        """Take what it says; nothing means that it has ended."""
        self._alive = bool(text)
        self._messages.put(_from_text(text) if text else GONE)

    def read(self) -> Iterator[object]:
        """What it has said since it was read last."""
        return read_all(self._messages)

    def is_alive(self) -> bool:
        """Whether it can be asked again."""
        return self._alive

    def end(self) -> None:
        """Stop at once."""
        self._alive = False
        self.beside.terminate()


def prepare() -> None:
    """Draw every screen once and make a task, before a copy of memory is made: it holds what they read of files."""
    from ...front import panel_files
    from ...page.asking import MODES
    from ...page.panels import PANELS
    from ...rulebooks import RULEBOOKS
    from ...tutor.planting import make_task

    visit = Visit(dict[str, Any]().update)
    for mode in MODES:
        visit.receive({"type": "mode", "mode": mode})
    visit.stop()
    make_task(RULEBOOKS["gorummy-13"], "sets", "classify", seed=1)
    for panel in PANELS:
        if panel.is_late:  # their code is read and kept
            panel_files.read_panel(panel.stem, (panel.stem, *panel.styles))


class Fetching:
    """Has files fetched as soon as a module is missing that is not there yet.

    Args:
        fetch: puts the files where modules are looked for; it returns when they are there.
    """

    def __init__(self, fetch: Callable[[], object]) -> None:
        self._fetch = fetch
        at = [getattr(finder, "__name__", "") for finder in sys.meta_path].index("PathFinder")
        self._finder = sys.meta_path[at]  # looks through the folders
        sys.meta_path.insert(at + 1, self)

    def find_spec(self, fullname: str, path: Sequence[str] | None = None, target: Any = None) -> Any:
        """Fetch the files, and find there the module that Python has found nowhere."""
        at = sys.meta_path.index(self)
        sys.meta_path.remove(self)  # unpacking files imports modules too
        try:
            self._fetch()
        except BaseException:
            sys.meta_path.insert(at, self)
            raise
        self.end()
        return self._finder.find_spec(fullname, path, target)

    def end(self) -> None:
        """Fetch nothing any more: the files have come."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)
        sys.path_importer_cache.clear()


class Page:
    """The session of the page.

    Args:
        post: sends values by name to the page, as JSON.
        open_beside: opens a second worker.
    """

    def __init__(self, post: Post, open_beside: Callable[[], Beside]) -> None:
        random.seed()  # a copy of memory made earlier holds the same numbers for everybody
        self._advice: AdviceWorker | None = None
        self._open_beside = open_beside
        self.outbox = Outbox()
        self.visit = Visit(self.outbox.put)
        JOB.of(self.visit.session).hire = self._hire

        async def write(text: str) -> None:
            post(text)

        self.outbox.attach(write)

    def _hire(self) -> AdviceWorker:
        self._advice = AdviceWorker(self._open_beside())
        return self._advice

    def receive(self, text: str) -> None:
        """Take one message of the page."""
        self.visit.receive(json.loads(text))

    def hear(self, text: str) -> None:
        """Take what the worker beside it says."""
        if self._advice is not None:
            self._advice.hear(text)


@dataclass(frozen=True)
class Advising:
    """Works advice out, step by step.

    Attributes:
        post: sends what is found to the session.
    """

    post: Post

    def receive(self, text: str) -> None:
        """Answer one question."""

        def send(message: object) -> None:
            self.post(_to_text(message))

        answer(_from_text(text), send)


def _to_text(message: object) -> str:
    return base64.b64encode(pickle.dumps(message)).decode("ascii")


def _from_text(text: str) -> Question:
    return pickle.loads(base64.b64decode(text))
