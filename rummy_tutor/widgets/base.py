"""A widget: a session of ``page``, the panels it shows, and their browser code of ``front``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import anywidget
import traitlets

from ..front import panel_files
from ..game.cards import Hand
from ..output.logs import OURS, start_log
from ..page.feed import Feed
from ..page.panels import Panel, pick_panels
from ..page.session import Session
from ..rulebooks.find import Given


class _Verdict(traitlets.Any):
    """A trait that holds a verdict, or the error that says why there is none and is then raised."""

    def get(self, obj: traitlets.HasTraits, cls: Any = None) -> Any:
        """The verdict."""
        verdict = super().get(obj, cls)
        if isinstance(verdict, ValueError):
            raise verdict
        return verdict


class TableWidget(anywidget.AnyWidget):
    """A widget that shows panels of one session; several widgets may share it.

    A class of widgets names its panels: ``class CardTable(TableWidget, panels=("table",))``. It has a trait for each
    of their view models, by name.

    Args:
        source: the hand as text or ``Hand``, or another widget whose table this one shares.
        rulebook: a key, or a rulebook of one's own as a value, a file or plain data.
        turned: the turned card as text, None if not known.
        players: how many play.
        options: house options.

    Attributes:
        hand: the hand in its text form; set it to lay out other cards.
        result: the ``Analysis`` of the hand as laid; where the rulebook cannot judge it, the error that says why
            is raised, as by ``analyse``.
    """

    hand = traitlets.Unicode()
    result = _Verdict()
    texts = traitlets.Dict().tag(sync=True)
    panels: traitlets.List = traitlets.List().tag(sync=True)  # what the browser is told of the panels
    parts = traitlets.Dict().tag(sync=True)  # browser code of panels whose tabs have been opened, by the panel's key
    reply = traitlets.Dict({"view": "", "seq": 0}).tag(sync=True)
    problem = traitlets.Dict().tag(sync=True)
    # sent when a browser asks: a page with many widgets needs them once
    fonts: traitlets.List = traitlets.List().tag(sync=True)
    session: Session
    _panels: tuple[Panel, ...] = ()
    _is_page = False

    def __init_subclass__(cls, *, panels: tuple[str, ...] = (), page: str = "", **more: Any) -> None:
        """Take browser code and styles from the list of panels.

        Args:
            panels: the keys of the panels shown.
            page: the stem of the files that arrange them on a page; a single panel needs none.
            more: for the base class.
        """
        super().__init_subclass__(**more)
        if not panels:
            return
        cls._panels, cls._is_page = pick_panels(*panels), bool(page)
        cls._esm, cls._css = panel_files.link_panels(cls._panels, page)

    def __init__(
        self,
        source: str | Hand | TableWidget,
        *,
        rulebook: Given = "adgaming-13",
        turned: str | None = None,
        players: int = 4,
        options: tuple[str, ...] = (),
    ) -> None:
        start_log(OURS)
        if isinstance(source, TableWidget):
            self.session = source.session
        else:
            self.session = Session(source, rulebook, turned, players, options)
        self._feed = Feed(self.session, self._panels, panel_files, self._take, is_page=self._is_page)
        names = [name for panel in self._panels for name in panel.views]
        self.add_traits(**{name: traitlets.Dict().tag(sync=True) for name in names})
        super().__init__(panels=self._feed.describe())
        self._begin()
        self._refresh()
        self.session.listen(self._refresh)
        self.on_msg(self._receive)

    def _begin(self) -> None:
        """What has to be done with the session before it is drawn first; nothing, for most widgets."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.session.text!r}, rulebook={self.session.state.rulebook!r})"

    @traitlets.validate("hand")
    def _check_hand(self, proposal: dict) -> str:
        text = proposal["value"]
        if text != self.session.text:
            hand = Hand.parse(text)  # raises before anything changes
            text = str(hand)
        return text

    @traitlets.observe("hand")
    def _lay_hand(self, change: dict) -> None:
        if change["new"] != self.session.text:
            self.session.lay(change["new"])
            self.session.tell()

    def close(self) -> None:
        """Stop drawing the session and close the widget."""
        if "session" in self.__dict__:  # one that was refused has none, and never opened
            self._feed.stop()
            self.session.forget(self._refresh)
            super().close()

    # ---- drawing and messages ------------------------------------------------------------------
    def _refresh(self) -> None:
        """Draw the session anew, and the slow answers after it."""
        with self.hold_sync():
            self._feed.draw()
        self.hand = self.session.text
        self.result = self.session.result

    def _take(self, values: Mapping[str, Any]) -> None:
        """Set traits, which sends those that have changed."""
        for name, value in values.items():
            setattr(self, name, value)

    def _receive(self, _: object, content: dict, buffers: object) -> None:
        """Take one message of a browser."""
        if isinstance(content, dict):
            with self.hold_sync():
                self._feed.receive(content)
