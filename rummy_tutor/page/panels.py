"""The panels of the page, listed once, and doing what a browser asks of them.

A panel is a folder here with its view model and its actions, files of one stem in ``front/``, and a line in ``PANELS``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypedDict

from ..game.messages import Message, TutorError, key_of, tell_later
from ..wording.page_texts import round_texts
from .asking import MODES, Action, ClosedView, perform
from .best.actions import ACTIONS as BEST
from .best.view import draw_best
from .classroom.part import is_open as is_class_open
from .comparison.actions import ACTIONS as COMPARISON
from .comparison.job import compare_in_steps
from .comparison.job import is_pending as is_comparison_pending
from .comparison.view import draw_comparison
from .editor.actions import ACTIONS as EDITOR
from .editor.view import draw_editor
from .history import undone_on_error
from .my_rules.actions import ACTIONS as MY_RULES
from .my_rules.hand import is_pending as is_judging_pending
from .my_rules.hand import judge_both
from .my_rules.view import draw_my_rules
from .round.part import ENTERED
from .rulebook.actions import ACTIONS as RULEBOOK
from .rulebook.view import draw_rulebook
from .session import Said, Session
from .shell.actions import ACTIONS as SHELL
from .shell.view import draw_shell
from .slow import Slow
from .state import MoveError
from .table.actions import ACTIONS as TABLE
from .table.view import draw_table
from .what_now.actions import ACTIONS as WHAT_NOW
from .what_now.question import is_pending as is_advice_pending
from .what_now.question import work_out as work_out_advice
from .what_now.view import draw_what_now, draw_working

View = Callable[[Session], Mapping[str, Any]]  # a TypedDict, from which the browser's types are made
PLACES = ("bar", "left", "side", "below", "sheet")  # the sheet opens over any screen
_CLOSED: ClosedView = {"closed": True}
_LOG = logging.getLogger(__name__)


class PanelEntry(TypedDict):
    """What the browser is told of a panel; ``late`` says whether its browser code comes when it is first opened."""

    key: str
    stem: str
    place: str
    modes: list[str]
    tab: str
    late: bool


class Code(NamedTuple):
    """What a panel does in Python.

    Attributes:
        draw: makes its view model.
        actions: what can be asked of it, by the name that a browser sends.
        also: further view models by name, sent apart since they change more often.
        slow: how an answer that takes longer is worked out.
    """

    draw: View
    actions: Mapping[str, Action]
    also: Mapping[str, View] = {}
    slow: Slow | None = None


class Late(NamedTuple):
    """The same of a panel whose Python is imported when it is first needed.

    Attributes:
        load: imports it.
        actions: the names of its actions.
        is_open: whether there is more to draw than that the panel is closed; nothing is imported while there is not.
    """

    load: Callable[[], Code]
    actions: Sequence[str]
    is_open: Callable[[Session], bool]


@dataclass(frozen=True, kw_only=True)
class Panel:
    """One panel of the page.

    Attributes:
        key: its name, also that of its view model.
        stem: the name of its files in ``front/``, without ending.
        code: what it does.
        place: where it stands, one of ``PLACES``.
        modes: the screens that it stands on, by their names in ``asking.MODES``; empty for all of them.
        tab: the key of the text on its tab; empty if it is always seen.
        styles: stems of further style sheets that it needs.
        load_texts: the texts of a panel whose browser code is sent when its tab is first opened; its view model is
            ``{"closed": True}`` until then. None for a panel that comes with the page.
    """

    key: str
    stem: str
    code: Code | Late
    place: str
    modes: tuple[str, ...]
    tab: str = ""
    styles: tuple[str, ...] = ()
    load_texts: Callable[[], Mapping[str, str]] | None = None

    def __post_init__(self) -> None:
        if self.place not in PLACES or not MODES.keys() >= {*self.modes}:
            raise ValueError(f"the panel {self.key} stands nowhere: {self.place}, {self.modes}")
        if self.place == "sheet" and not self.tab:
            raise ValueError(f"the panel {self.key} is in the sheet and has no tab to open it by")

    @property
    def loaded(self) -> Code:
        """What it does; its Python is imported now if it has not been."""
        return self.code.load() if isinstance(self.code, Late) else self.code

    def open_code(self, session: Session) -> Code | None:
        """What it does, None while it is closed."""
        return None if isinstance(self.code, Late) and not self.code.is_open(session) else self.loaded

    def draw(self, session: Session) -> Mapping[str, Any]:
        """Its view model."""
        code = self.open_code(session)
        return _CLOSED if code is None else code.draw(session)

    @property
    def views(self) -> dict[str, View]:
        """All its view models by name."""
        return {**({} if isinstance(self.code, Late) else self.code.also), self.key: self.draw}

    @property
    def is_late(self) -> bool:
        """Whether its browser code is sent when its tab is first opened."""
        return self.load_texts is not None

    def describe(self) -> PanelEntry:
        """What the browser is told of the panel."""
        return {
            "key": self.key,
            "stem": self.stem,
            "place": self.place,
            "modes": list(self.modes),
            "tab": self.tab,
            "late": self.is_late,
        }

    def stands_in(self, mode: str) -> bool:
        """Whether it is seen on the screen of a mode."""
        return not self.modes or mode in self.modes


def _load_puzzles() -> Code:
    from .puzzles.actions import ACTIONS
    from .puzzles.view import draw_puzzles

    return Code(draw_puzzles, ACTIONS)


def _load_play() -> Code:
    from .play.actions import ACTIONS
    from .play.look import is_pending, work_out
    from .play.view import draw_play

    return Code(draw_play, ACTIONS, slow=Slow(is_pending, work_out, moves=True))


def _load_round() -> Code:
    from .round.actions import ACTIONS
    from .round.view import draw_round

    return Code(draw_round, ACTIONS)


def _load_learn() -> Code:
    from .learn.actions import ACTIONS
    from .learn.study import lacks_next, make_next
    from .learn.view import draw_learn

    return Code(draw_learn, ACTIONS, slow=Slow(lacks_next, make_next, moves=True))


def _load_classroom() -> Code:
    from .classroom.actions import ACTIONS
    from .classroom.view import draw_classroom

    return Code(draw_classroom, ACTIONS)


def _load_words() -> Code:
    from .words.actions import ACTIONS
    from .words.view import draw_words

    return Code(draw_words, ACTIONS)


def _always(_: Session) -> bool:
    return True


_TABLE = ("analyse",)  # the mode that most panels stand in

# in the order in which they are drawn, stand on the page, and work out slow answers: the advice takes longest
PANELS = (
    Panel(key="editor", stem="hand_editor", code=Code(draw_editor, EDITOR), place="left", modes=_TABLE),
    Panel(key="table", stem="card_table", code=Code(draw_table, TABLE), place="left", modes=_TABLE),
    Panel(key="best", stem="best_grouping", code=Code(draw_best, BEST), place="side", modes=_TABLE),
    Panel(key="comparison", stem="comparison_table", place="side", modes=_TABLE, tab="tab_comparison",
          code=Code(draw_comparison, COMPARISON, slow=Slow(is_comparison_pending, compare_in_steps))),
    Panel(key="what_now", stem="what_now", place="side", modes=_TABLE, tab="tab_what_now",
          code=Code(draw_what_now, WHAT_NOW, {"now_working": draw_working}, Slow(is_advice_pending, work_out_advice)),
          styles=("best_grouping", "comparison_table", "hand_editor")),
    Panel(key="my_rules", stem="my_rules", place="side", modes=_TABLE, tab="tab_my_rules",
          code=Code(draw_my_rules, MY_RULES, slow=Slow(is_judging_pending, judge_both))),
    Panel(key="play", stem="play", place="below", modes=("play",), styles=("play_review", "turn_table", "learn"),
          code=Late(_load_play, ("play",), lambda session: session.mode == "play")),
    Panel(key="puzzles", stem="puzzles", place="below", modes=("puzzles",), styles=("card_table", "task"),
          code=Late(_load_puzzles, ("puzzle",), lambda session: session.mode == "puzzles")),
    Panel(key="ledger", stem="round_table", code=Late(_load_round, ("round",), ENTERED.is_kept), place="below",
          modes=("round",), tab="tab_round", styles=("round_class",), load_texts=round_texts),
    Panel(key="words", stem="words", place="sheet", modes=(), tab="tab_words",
          code=Late(_load_words, ("word", "find_word"), _always)),
    Panel(key="rulebook", stem="rulebook_card", place="sheet", modes=(), tab="tab_rulebook",
          code=Code(draw_rulebook, RULEBOOK)),
    Panel(key="learn", stem="learn", place="below", modes=("learn",), styles=("card_table", "turn_table", "task"),
          code=Late(_load_learn, ("learn",), _always)),
    Panel(key="classroom", stem="classroom", place="bar", modes=(),
          code=Late(_load_classroom, ("class", "next_step"), is_class_open)),
    Panel(key="shell", stem="shell", place="bar", modes=(), code=Code(draw_shell, SHELL)),
)  # fmt: skip
OWNERS = {name: panel for panel in PANELS for name in panel.code.actions}  # the panels, by what can be asked of them


def pick_panels(*keys: str) -> tuple[Panel, ...]:
    """Panels by their keys."""
    known = {panel.key: panel for panel in PANELS}
    return tuple(known[key] for key in keys)


def receive(session: Session, message: Mapping[str, Any]) -> None:
    """Do what a browser asks, named by the ``type`` of its message, and tell the session's listeners.

    A message that makes no sense, or an error on the way, changes nothing and leaves a problem in the session;
    nothing is raised.
    """
    session.problem = None
    owner = OWNERS.get(str(message.get("type")))
    try:
        with session.speaking(), undone_on_error(session):
            perform({} if owner is None else owner.loaded.actions, session, message)
    except Exception as error:  # a browser may send anything; the page says what happened and goes on
        session.problem = Said("bad", _say_why(error))
    session.tell()


def _say_why(error: Exception) -> Message:
    if isinstance(error, MoveError):
        return tell_later(key_of("page.", error.code))
    if isinstance(error, TutorError):
        return tell_later("page.refused", why=error)
    _LOG.exception("an action failed")
    return tell_later("page.failed", code=type(error).__name__)
