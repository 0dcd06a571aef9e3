"""Work on the command line that may last: how far it is, and what is known of it once Ctrl-C has stopped it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TextIO

from ..game.messages import key_of
from ..study.advice import Step
from ..wording.describe import count_cells, pad
from ..wording.speech import tell

_PATIENCE = 1.0  # seconds before anything is told


class Watch:
    """Passes steps of work on until they end or Ctrl-C is pressed, which ends them after the first.

    Args:
        stream: where to tell how far the work is; nothing is told to a stream that is no terminal.

    Attributes:
        stopped: whether Ctrl-C ended the work.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self.stream = stream if stream is not None and stream.isatty() else None
        self.stopped = False
        self.written = 0

    def __call__(self, steps: Iterable[Step]) -> Iterator[Step]:
        """The steps.

        Raises:
            KeyboardInterrupt: Ctrl-C was pressed before anything was known.
        """
        known, started = False, monotonic()
        try:
            for step in steps:
                if monotonic() - started > _PATIENCE:
                    key = key_of("page.now_working_", "" if step.part == "distance" else step.part)
                    self._tell(tell(key, done=step.done, total=step.total))
                known = known or bool(step.found)
                yield step
        except KeyboardInterrupt:
            if not known:
                raise
            self.stopped = True
        finally:
            self._tell("")

    def _tell(self, text: str) -> None:
        """Write a line in the place of the last one."""
        if self.stream is not None and (text or self.written):
            self.stream.write(f"\r{pad(text, self.written)}" + ("" if text else "\r"))
            self.stream.flush()
            self.written = count_cells(text)
