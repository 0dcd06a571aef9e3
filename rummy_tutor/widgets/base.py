"""What every widget shares: its browser module put together, its intents, and its drawing.

The browser code is plain ES modules, one stem a widget. A widget is handed to the browser as one
module, so ``link_module`` joins the files it imports; names are unique across them.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import anywidget
import traitlets

from ..cards import Hand
from ..rules import Rulebook
from .desk import Pause
from .session import Session
from .texts import TEXTS, say

STATIC = Path(__file__).parent / "static"
_IMPORT = re.compile(r'^import\s*\{[^}]*\}\s*from\s*"\./([\w.]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\b)", re.MULTILINE)
_DEFAULT = re.compile(r"^export default .*?;\n", re.MULTILINE | re.DOTALL)
_SLOW_DELAY = 0.06  # seconds that slow answers wait, so that the table is drawn first
_STEP_DELAY = 0.001  # and between two steps of one, so that a click is answered first


class Slow(NamedTuple):
    """How an answer that takes longer is worked out after the table is drawn.

    Attributes:
        is_pending: whether the session still lacks it.
        steps: works it out piece by piece and keeps it in the session; if the table changes on the way, it ends.
            Between two pieces it may say how long to pause, and that what is known so far is to be drawn.
        progress: the drawing of how far it has come, if that is another one.
    """

    is_pending: Callable[[Session], bool]
    steps: Callable[[Session], Iterator[Pause | None]]
    progress: str = ""


COMPARISON = Slow(lambda session: session.comparison_pending, Session.compare_in_steps)


@cache
def link_module(name: str) -> str:
    """One ES module made of a file of ``static`` and everything it imports, each once."""
    parts: dict[str, str] = {}

    def visit(name: str) -> None:
        if name in parts:
            return
        parts[name] = ""
        source = (STATIC / name).read_text(encoding="utf-8")
        for needed in _IMPORT.findall(source):
            visit(needed)
        body = _EXPORT.sub("", _IMPORT.sub("", source))
        del parts[name]
        parts[name] = body

    visit(name)
    return "\n".join(body if part == name else _DEFAULT.sub("", body) for part, body in parts.items())


@cache
def link_styles(*names: str) -> str:
    """The style sheets of a widget, one after the other."""
    return "\n".join((STATIC / name).read_text(encoding="utf-8") for name in names)


class TableWidget(anywidget.AnyWidget):
    """A widget that draws one session; several may share it.

    Args:
        source: the hand as text or ``Hand``, or another widget whose table this one shares.
        rulebook: a key or a ``Rulebook``.
        turned: the turned card as text, None if not known.
        players: how many play.
        options: house options.

    Attributes:
        hand: the hand in its text form; set it to lay out other cards.
        result: the ``Analysis`` of the hand as laid, or None if the rulebook cannot judge it.
    """

    hand = traitlets.Unicode()
    result = traitlets.Any(allow_none=True)
    texts = traitlets.Dict(TEXTS).tag(sync=True)
    reply = traitlets.Dict({"view": "", "seq": 0}).tag(sync=True)
    problem = traitlets.Dict().tag(sync=True)
    # view models drawn by this widget: trait name -> function of a session
    _drawings: dict[str, Callable[[Session], dict]] = {}
    # those of them whose answers take longer: drawn at once as pending, and again when they are known
    _slow: dict[str, Slow] = {}

    def __init__(
        self,
        source: str | Hand | TableWidget,
        *,
        rulebook: str | Rulebook = "adgaming-13",
        turned: str | None = None,
        players: int = 4,
        options: tuple[str, ...] = (),
    ) -> None:
        if isinstance(source, TableWidget):
            self.session = source.session
        else:
            self.session = Session(source, rulebook, turned, players, tuple(options))
        self._deferred: asyncio.TimerHandle | None = None
        self._drawn = False
        super().__init__()
        self._refresh()
        self._drawn = True
        self._work_soon()
        self.session.listen(self._refresh)
        self.on_msg(self._receive)

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
            self.session.forget(self._refresh)
            super().close()

    # ---- drawing -------------------------------------------------------------------------------
    def _refresh(self) -> None:
        """Draw the session anew; a drawing that fails leaves the old one and a message."""
        problem = self.session.problem
        drawings = {}
        try:
            drawings = {name: draw(self.session) for name, draw in self._drawings.items()}
        except Exception as error:  # the page must say so, and keep what it shows
            problem = ("bad", say("failed", what=f"{type(error).__name__}: {str(error)[:160]}"))
            if not self._drawn:
                raise
        result = self.session.result
        with self.hold_sync():
            for name, drawing in drawings.items():
                setattr(self, name, drawing)
            self.problem = {"tone": problem[0], "text": problem[1]} if problem else {}
        self.hand = self.session.text
        self.result = None if isinstance(result, ValueError) else result
        if self._drawn:
            self._work_soon()

    def _work_soon(self) -> None:
        """Work out slow answers once no click follows for a moment, or at once where no loop runs."""
        if self._deferred is not None:
            self._deferred.cancel()
            self._deferred = None
        if not any(slow.is_pending(self.session) for slow in self._slow.values()):
            return
        steps = self._work()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            for _ in steps:
                pass
            return
        self._deferred = loop.call_later(_SLOW_DELAY, self._step, steps)

    def _step(self, steps: Iterator[float]) -> None:
        """One step of the slow answers; the next one follows soon."""
        self._deferred = None
        delay = next(steps, None)
        if delay is not None:
            self._deferred = asyncio.get_running_loop().call_later(delay, self._step, steps)

    def _work(self) -> Iterator[float]:
        """All slow answers, each drawn when it is complete; one that fails leaves a message.

        Gives the seconds to wait before it goes on.
        """
        for name, slow in self._slow.items():
            if not slow.is_pending(self.session):
                continue
            try:
                for pause in slow.steps(self.session):
                    if pause is not None and pause.draw:
                        for part in filter(None, (slow.progress, name)):
                            setattr(self, part, self._drawings[part](self.session))
                    yield _STEP_DELAY if pause is None else pause.seconds
                setattr(self, name, self._drawings[name](self.session))
            except Exception as error:
                what = f"{type(error).__name__}: {str(error)[:160]}"
                self.problem = {"tone": "bad", "text": say("failed", what=what)}
            yield _STEP_DELAY

    # ---- intents -------------------------------------------------------------------------------
    def _receive(self, _: object, content: dict, buffers: object) -> None:
        """Take one message of a browser; it is answered by its number whatever happens."""
        if not isinstance(content, dict):
            return
        with self.hold_sync():
            self.session.receive(content)
            self.reply = {"view": str(content.get("view", ""))[:20], "seq": content.get("seq", 0)}
