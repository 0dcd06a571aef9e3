"""What a browser is sent of a session: view models, texts and code of its panels, as values by name.

Every host of the page uses it: it makes the values, and the host carries them to the browser.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Protocol, TypedDict

from ..wording.page_texts import page_texts
from .asking import MODES
from .drawing import NoProblem, Views, draw, draw_problem, is_pending, work_out
from .panels import Panel, PanelEntry, receive
from .session import SaidView, Session

_CLOSED = {"closed": True}
_SLOW_DELAY = 0.06  # seconds that slow answers wait, so that the table is drawn first
_NAME = 20  # characters of a view's name that are echoed


class PanelCode(TypedDict):
    """The browser's code of a panel."""

    esm: str
    css: str


class Font(TypedDict):
    """A font: its file in base64, and the characters that it draws, as CSS names them."""

    data: str
    range: str


class Reply(TypedDict):
    """The number of the message that has been answered last, and the view that sent it."""

    view: str
    seq: int


class PageValues(TypedDict):
    """What a page is sent beside the view models of its panels.

    ``parts`` is the code of late panels that have been opened, by the panel's key.
    """

    texts: dict[str, str]
    panels: list[PanelEntry]
    parts: dict[str, PanelCode]
    reply: Reply
    problem: SaidView | NoProblem
    fonts: list[Font]


class Front(Protocol):
    """Where the browser's code and fonts come from."""

    def read_panel(self, stem: str, styles: Sequence[str]) -> PanelCode:
        """The code of a panel that comes late."""

    def read_fonts(self) -> list[Font]:
        """The fonts of the page."""


@dataclass(eq=False)
class Feed:
    """Makes what the browser of a session is sent.

    Attributes:
        session: the session.
        panels: the panels shown.
        front: where browser code comes from.
        send: takes values by name; they replace those of the same names sent before.
        is_page: whether the panels share a page, so that a late panel's code is sent when it is first opened.
    """

    session: Session
    panels: Sequence[Panel]
    front: Front
    send: Callable[[Mapping[str, Any]], None]
    _: KW_ONLY
    is_page: bool
    # code of late panels that have been opened, by the panel's key
    _parts: dict[str, PanelCode] = field(default_factory=dict, init=False)
    _deferred: asyncio.TimerHandle | None = field(default=None, init=False)

    def describe(self) -> list[PanelEntry]:
        """What the browser is told of the panels: those of each mode in the modes' order, and those of all of them."""
        order = list(MODES)
        of_modes = sorted(self.panels, key=lambda panel: order.index(panel.modes[0]) if panel.modes else len(order))
        return [panel.describe() for panel in of_modes]

    def draw(self) -> None:
        """Draw the session anew, and the slow answers after it."""
        self._show(draw(self._seen(), self.session))
        self.send({"texts": self._list_texts(), "problem": draw_problem(self.session)})
        self._work_soon()

    def receive(self, message: Mapping[str, Any]) -> None:
        """Take one message of a browser; it is answered by its number whatever happens."""
        if message.get("type") == "fonts":
            self.send({"fonts": self.front.read_fonts()})
        else:
            receive(self.session, message)
        self.send({"reply": {"view": str(message.get("view", ""))[:_NAME], "seq": message.get("seq", 0)}})

    def stop(self) -> None:
        """Work no further on slow answers."""
        if self._deferred is not None:
            self._deferred.cancel()
            self._deferred = None

    def _seen(self) -> list[Panel]:
        """The panels on the screen that the page shows; of widgets alone, all of them."""
        return [panel for panel in self.panels if not self.is_page or panel.stands_in(self.session.mode)]

    def _show(self, views: Views) -> None:
        """Send view models, with the code of panels that have been opened."""
        self.send(views)
        for panel in self.panels:
            is_opened = panel.is_late and views.get(panel.key, _CLOSED) != _CLOSED
            if is_opened and self.is_page and panel.key not in self._parts:
                code = self.front.read_panel(panel.stem, (panel.stem, *panel.styles))
                self._parts = {**self._parts, panel.key: code}
                self.send({"parts": self._parts})

    def _list_texts(self) -> dict[str, str]:
        """The texts that the browser fills in for itself; those of a panel that comes late come with it."""
        with self.session.speaking():
            texts = page_texts()
            for panel in self.panels:
                if panel.load_texts is not None and (not self.is_page or panel.key in self._parts):
                    texts |= panel.load_texts()
        return texts

    def _work_soon(self) -> None:
        """Work out slow answers once no click follows for a moment, or at once where no loop runs."""
        self.stop()
        panels = self._seen()
        if not is_pending(panels, self.session):
            return
        steps = work_out(panels, self.session)
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            for _, views in steps:
                self._show(views)
            return
        self._deferred = loop.call_later(_SLOW_DELAY, self._step, steps)

    def _step(self, steps: Iterator[tuple[float, Views]]) -> None:
        """One piece of the slow answers; the next one follows soon."""
        self._deferred = None
        step = next(steps, None)
        if step is not None:
            delay, views = step
            self._show(views)
            self._deferred = asyncio.get_running_loop().call_later(delay, self._step, steps)
