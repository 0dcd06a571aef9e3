"""Values on their way to one browser; one that has not left yet is replaced by a newer one of its name."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

_LOG = logging.getLogger(__name__)
_GONE = ("WebSocketClosedError", "StreamClosedError")  # the browser has gone; its socket says so too
_MOST_KEPT = 64
_kept: dict[int, tuple[object, str]] = {}  # values encoded lately: a whole class is sent the same task

Write = Callable[[str], Awaitable[object]]


@dataclass(eq=False)
class Outbox:
    """What a browser has to know: all of it after it has connected, then what changes.

    A browser that reads slowly costs one copy of its values, however much happens meanwhile.

    Attributes:
        values: the latest values by name.
        since: when the write under way began; None if none is.
    """

    values: dict[str, Any] = field(default_factory=dict)
    since: float | None = None
    _due: dict[str, None] = field(default_factory=dict)
    _write: Write | None = None
    _soon: asyncio.Handle | None = None

    def put(self, values: Mapping[str, Any]) -> None:
        """Send values; those that are as they were are left out."""
        for name, value in values.items():
            if name not in self.values or self.values[name] != value:
                self.values[name] = value
                self._due[name] = None
        self._send_soon()

    def attach(self, write: Write) -> None:
        """Send to a browser that has just connected: everything that there is."""
        self.detach()
        self._write = write
        self._due = dict.fromkeys(self.values)
        self._send_soon()

    def writes_to(self, write: Write) -> bool:
        """Whether no other browser has taken the place of one since it connected."""
        return self._write in (None, write)

    def detach(self) -> None:
        """Keep the values for a browser that may come back."""
        if self._soon is not None:
            self._soon.cancel()
        self._write = self._soon = self.since = None

    def _send_soon(self) -> None:
        """Write what is put until then in one message, after the one under way."""
        if self._write is not None and self._due and self._soon is None and self.since is None:
            self._soon = asyncio.get_running_loop().call_soon(self._send, self._write)

    def _send(self, write: Write) -> None:
        names, self._due, self._soon = self._due, {}, None
        self.since = time.monotonic()
        try:
            text = "{" + ",".join(f'"{name}":{_encode(self.values[name])}' for name in names) + "}"
            written = asyncio.ensure_future(write(text))
        except Exception as error:
            self._fail(error)
        else:
            written.add_done_callback(lambda done: self._go_on(write, done))

    def _go_on(self, write: Write, written: asyncio.Future[object]) -> None:
        """A message has been written, or could not be."""
        error = None if written.cancelled() else written.exception()
        if self._write is not write:  # its browser has gone, or another one has come
            return
        self.since = None
        if error is not None:
            self._fail(error)
        elif self._due:
            self._send(write)

    def _fail(self, error: BaseException) -> None:
        if type(error).__name__ not in _GONE:
            _LOG.error("values could not be sent", exc_info=error)
        self._write = self.since = None


def _encode(value: object) -> str:
    """A value as JSON; one that many are sent is encoded once."""
    encoded = _kept.get(id(value))
    if encoded is not None and encoded[0] is value:
        return encoded[1]
    text = json.dumps(value, separators=(",", ":"))
    if isinstance(value, dict):
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        _kept[id(value)] = value, text
    return text
