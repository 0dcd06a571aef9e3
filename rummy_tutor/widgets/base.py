"""A widget: a session of ``page``, the panels it shows, and their browser code of ``front``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any
from uuid import uuid4

import anywidget
import traitlets
from ipywidgets import ValueWidget

from ..front import panel_files
from ..game.cards import Card, Hand
from ..game.messages import tell_later
from ..game.records import Best
from ..game.rules import Rulebook
from ..output.html import hand_html, laid_html, lines_html
from ..output.logs import OURS, start_log
from ..page.comparison.job import compare_in_steps, last_comparison
from ..page.feed import Feed
from ..page.panels import Panel, pick_panels
from ..page.session import Said, Session
from ..page.worked_hands import welcome_to
from ..rulebooks.find import Given, find_rulebook
from ..study.advice import Advice, advise_beside
from ..study.compare import Comparison
from ..wording.speech import name_rulebook
from .saved import KeptWidget
from .shared import find_shared, is_alone
from .traits import SETTABLE, ReadTrait, TableError, TableTrait, change_table

VIEW = "_vm_"  # how the traits of view models begin


class TableWidget(KeptWidget, anywidget.AnyWidget, ValueWidget):
    """A widget that shows panels of one session; several widgets may share it.

    A class of widgets names its panels: ``class CardTable(TableWidget, panels=("table",))``. The view models of these
    are traits for the browser alone, ``_vm_`` and their names.

    Args:
        source: the hand as text or ``Hand``, or another widget whose table this one shares; None for a hand that fits
            the rulebook.
        rulebook: a key, or a rulebook of one's own as a value, a file or plain data.
        turned: the turned card as text, None if not known.
        players: how many play.
        options: house options.

    Attributes:
        value: the hand as text; set it to lay out other cards.
        rulebook: the key of the rulebook; set it to a key, a rulebook, a file or plain data.
        turned: the turned card as text, None if not known.
        players: how many play.
        options: the house options.
        points: what the hand as laid costs; read only, None where melds are worth points, where the rulebook cannot
            judge the hand, and while the page hides the verdict.
        declares: whether the hand as laid declares; read only, None where ``points`` has no verdict to tell.
        hand: the hand as a ``Hand``; set it as ``value``.
        result: the ``Analysis`` of the hand as laid; None where the rulebook cannot judge it.
        error: why there is no result, None if there is one.

    What is set wrongly is a ``TableError``, and nothing has changed; ``update`` sets several at once.
    """

    value = TableTrait("").tag(sync=True)
    rulebook = TableTrait("").tag(sync=True)
    turned = TableTrait(None, allow_none=True).tag(sync=True)
    players = TableTrait(0).tag(sync=True)
    options = TableTrait(()).tag(sync=True)
    points = ReadTrait(None, allow_none=True).tag(sync=True)
    declares = ReadTrait(None, allow_none=True).tag(sync=True)
    hand = TableTrait(None, allow_none=True)
    result = ReadTrait(None, allow_none=True)
    error = ReadTrait(None, allow_none=True)
    description = traitlets.Unicode()  # ``ipywidgets.interactive`` sets it
    texts = traitlets.Dict()
    panels: traitlets.List = traitlets.List().tag(sync=True)  # what the browser is told of the panels
    parts = traitlets.Dict().tag(sync=True)  # browser code of panels whose tabs have been opened, by the panel's key
    reply = traitlets.Dict({"view": "", "seq": 0}).tag(sync=True)
    problem = traitlets.Dict().tag(sync=True)
    # sent when a browser asks: a page with many widgets needs them once
    fonts: traitlets.List = traitlets.List().tag(sync=True)
    # by which a browser finds the widget's own model, that of what all widgets share, and there its files and texts
    _widget = traitlets.Unicode().tag(sync=True)
    _shared = traitlets.Unicode().tag(sync=True)
    _files = traitlets.Unicode().tag(sync=True)
    _texts = traitlets.Unicode().tag(sync=True)
    is_drawing = True  # while a trait is given what the session holds, and before the first drawing
    _drawn = 0
    session: Session
    _panels: tuple[Panel, ...] = ()
    _page = ""

    def __init_subclass__(cls, *, panels: tuple[str, ...] = (), page: str = "", **more: Any) -> None:
        """Take the panels from their list.

        Args:
            panels: the keys of the panels shown.
            page: the stem of the files that arrange them on a page; a single panel needs none.
            more: for the base class.
        """
        super().__init_subclass__(**more)
        if panels:
            cls._panels, cls._page = pick_panels(*panels), page

    def __init__(
        self,
        source: str | Hand | TableWidget | None = None,
        rulebook: Given = "adgaming-13",
        turned: Card | str | None = None,
        players: int = 4,
        options: tuple[str, ...] = (),
    ) -> None:
        start_log(OURS)
        if isinstance(source, TableWidget):
            self.session = source.session
        else:
            if source is None:
                welcome = welcome_to(find_rulebook(rulebook))
                source, turned = welcome.layout.plain_hand(), turned or welcome.turned
            self.session = Session(source, rulebook, turned, players, options)
        self._feed = Feed(self.session, self._panels, panel_files, self._take, is_page=bool(self._page))
        own = uuid4().hex
        names = [name for panel in self._panels for name in panel.views]
        self._views = frozenset(names)
        self.add_traits(**{f"{VIEW}{name}": traitlets.Dict().tag(sync=True) for name in names})
        super().__init__(panels=self._feed.describe(), model_id=own, _widget=own, **self._bring_code())
        self._begin()
        self._refresh()
        self.session.listen(self._refresh)
        self.on_msg(self._receive)

    def _bring_code(self) -> dict[str, str]:
        """Have browsers find the code: in the shared model, whose names are returned, or in the widget itself."""
        if is_alone():
            self._esm, self._css = panel_files.link_panels(self._panels, self._page)
            self.add_traits(texts=traitlets.Dict().tag(sync=True), echo=traitlets.Unicode().tag(sync=True))
            return {}
        self._esm = panel_files.read_loader()
        files, shared = panel_files.list_files(self._panels, self._page), find_shared()
        shared.put_files(files)
        return {"_files": files.name, "_shared": shared.model_id}

    def _begin(self) -> None:
        """What has to be done with the session before it is drawn first; nothing, for most widgets."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.session.text!r}, rulebook={self.session.state.rulebook!r})"

    # ---- the table -----------------------------------------------------------------------------
    def update(self, **changes: Any) -> None:
        """Set several of ``value``, ``rulebook``, ``turned``, ``players`` and ``options`` as one step.

        Raises:
            TableError: one of them cannot be what it is set to; nothing has changed.
            AttributeError: there is no such trait.
        """
        for name in changes:
            if name not in SETTABLE:
                raise self._name_unknown(name, SETTABLE)
        change_table(self.session, changes)
        self.session.problem = None
        self.session.tell()

    def tell_refused(self, error: TableError) -> None:
        """Tell on the page what was not set and why, until something else is done."""
        self.session.problem = Said("bad", tell_later("page.refused", why=error))
        self.session.tell()

    def undo(self) -> None:
        """Take the last step back, if there is one."""
        self.session.undo()
        self.session.tell()

    def redo(self) -> None:
        """Make the step again that was taken back last."""
        self.session.redo()
        self.session.tell()

    @property
    def game(self) -> Rulebook:
        """The rulebook on the table, house options applied."""
        return self.session.rulebook

    @property
    def best(self) -> Best | None:
        """The best arrangement of the cards, None where the rulebook cannot judge them."""
        return None if self.result is None else self.result.best

    @property
    def comparison(self) -> Comparison:
        """The verdicts of all rulebooks on the hand as laid."""
        for _ in compare_in_steps(self.session):
            pass
        comparison = last_comparison(self.session)
        assert comparison is not None
        return comparison

    @property
    def advice(self) -> Advice | None:
        """What to do now, with the cards marked as seen and the open card; None where the hand cannot be judged."""
        state = self.session.state
        if self.result is None:
            return None
        return replace(advise_beside(self.result, state.seen, state.open), hand=self.hand)

    def __setattr__(self, name: str, value: object) -> None:
        if not name.startswith("_") and not hasattr(type(self), name) and name != "session":
            raise self._name_unknown(name, [known for known in dir(type(self)) if not known.startswith("_")])
        super().__setattr__(name, value)

    def _name_unknown(self, name: str, known: Iterable[str]) -> AttributeError:
        """The error of an attribute that does not exist, with the name that was probably meant."""
        from difflib import get_close_matches

        meant = get_close_matches(name, known, 1)
        hint = f"; did you mean {meant[0]!r}?" if meant else ""
        return AttributeError(f"{type(self).__name__} has no attribute {name!r}{hint}", name=name, obj=self)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take what a browser sets; what cannot be is taken back and told on the page."""
        asked = {name: value for name, value in sync_data.items() if name in SETTABLE}
        shown = [name for name in sync_data if name in ("points", "declares")]
        try:
            if asked:
                self.update(**asked)
        except TableError as error:
            self.tell_refused(error)
        if asked or shown:
            self.send_state([*asked, *shown])
        super().set_state({name: value for name, value in sync_data.items() if name not in asked and name not in shown})

    def close(self) -> None:
        """Stop drawing the session and close the widget."""
        if "session" in self.__dict__:  # one that was refused has none, and never opened
            self._feed.stop()
            self.session.forget(self._refresh)
            super().close()

    # ---- in a notebook -------------------------------------------------------------------------
    def _draw_saved(self) -> str:
        return self._draw_laid()

    def _draw_laid(self, lines: Iterable[str] = ()) -> str:
        """The hand on the table, what it costs unless that is hidden, and more lines."""
        if self.result is not None and self.session.revealed.verdict:
            return laid_html(self.result, lines)
        return lines_html(
            name_rulebook(self.game), [] if self.error is None else [str(self.error)], hand_html(self.hand)
        )

    # ---- drawing and messages ------------------------------------------------------------------
    def _refresh(self) -> None:
        """Draw the session anew, and the slow answers after it."""
        with self.hold_sync():
            self._feed.draw()
            self._take_table()
        self._renew_saved()

    def _take_table(self) -> None:
        """Give the traits of the table what the session holds."""
        session, state = self.session, self.session.state
        result = session.result
        verdict = result.arranged if result is not None and session.revealed.verdict else None
        turned = None if state.turned is None else str(state.turned)
        values = {
            "value": session.text,
            "rulebook": state.rulebook,
            "turned": turned,
            "players": state.players,
            "options": tuple(state.options),
            "points": None if verdict is None else verdict.points,
            "declares": None if verdict is None else verdict.declares,
            "error": session.why_no_result,
            "hand": state.layout.plain_hand(),
            "result": result,
        }
        self._drawn += 1
        drawn = self._drawn
        for name, value in values.items():
            if drawn == self._drawn:  # what listens to one of them may have changed the table, which drew it anew
                self.is_drawing = True
                setattr(self, name, value)

    def _take(self, values: Mapping[str, Any]) -> None:
        """Set traits, which sends those that have changed."""
        for name, value in values.items():
            if name == "texts" and value != self.texts and self._shared:
                self._texts = find_shared().put_texts(value)
            setattr(self, f"{VIEW}{name}" if name in self._views else name, value)
        self._renew_saved()

    def _receive(self, _: object, content: dict, buffers: object) -> None:
        """Take one message of a browser."""
        if isinstance(content, dict):
            with self.hold_sync():
                self._feed.receive(content)
