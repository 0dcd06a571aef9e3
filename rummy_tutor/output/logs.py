"""The log: errors that are nobody's mistake are written to the terminal, with their traceback."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable
from traceback import walk_tb
from typing import TextIO

OURS = __name__.partition(".")[0]
_EVERY = 60.0  # seconds in which a message of another package is written once


class Limit(logging.Filter):
    """Lets our own records pass, and of other packages one line a kind and minute: strangers can cause many.

    Args:
        clock: the time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._written: dict[tuple[object, ...], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written; of another package with its traceback only where that leads through ours."""
        if record.name.partition(".")[0] == OURS:
            return True
        error, _, trace = record.exc_info or (None, None, None)
        kind, now = (record.name, record.levelno, record.msg if error is None else error), self._clock()
        if now - self._written.get(kind, -_EVERY) < _EVERY:
            return False
        self._written = {old: at for old, at in self._written.items() if now - at < _EVERY} | {kind: now}
        if any(frame.f_globals.get("__name__", "").startswith(OURS) for frame, _ in walk_tb(trace)):
            return True
        text = record.getMessage().partition("\n")[0][:200]
        record.msg, record.args = (text if error is None else f"{text} ({error.__name__})"), ()
        record.exc_info = record.exc_text = record.stack_info = None
        return True


def find_terminal() -> int | None:
    """A kernel's own way to the terminal, None elsewhere: its standard error is shown nowhere."""
    return getattr(sys.stderr, "_original_stdstream_copy", None)  # ipykernel keeps it there


def _open_terminal() -> TextIO:
    raw = find_terminal()
    return sys.stderr if raw is None else os.fdopen(os.dup(raw), "w", buffering=1)


def start_log(name: str = "") -> None:
    """Write what goes wrong to the terminal from now on; once is enough.

    Args:
        name: the logger whose records are written: ours in a notebook, where others belong to the user; all of them
            where the process is ours.
    """
    logger = logging.getLogger(name)
    if any(isinstance(known, Limit) for handler in logger.handlers for known in handler.filters):
        return
    handler = logging.StreamHandler(_open_terminal())
    handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("%(asctime)s %(name)s: %(message)s"))
    handler.addFilter(Limit())
    logger.addHandler(handler)
