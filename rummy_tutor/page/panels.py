"""The panels of the page, listed once, and doing what a browser asks of them.

A panel is a folder here with its view model and its actions, files of one stem in ``front/``, and a line in ``PANELS``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ..game.messages import Message, TutorError, tell_later
from .best.actions import ACTIONS as BEST
from .best.view import draw_best
from .classroom.opening import ACTIONS as CLASSROOM
from .classroom.opening import draw_class_panel
from .comparison.actions import ACTIONS as COMPARISON
from .comparison.job import compare_in_steps
from .comparison.job import is_pending as is_comparison_pending
from .comparison.view import draw_comparison
from .editor.actions import ACTIONS as EDITOR
from .editor.view import draw_editor
from .learn.opening import ACTIONS as LEARN
from .learn.opening import draw_learn_panel, is_next_pending, make_ahead
from .my_rules.actions import ACTIONS as MY_RULES
from .my_rules.hand import is_pending as is_judging_pending
from .my_rules.hand import judge_both
from .my_rules.view import draw_my_rules
from .puzzles.opening import ACTIONS as PUZZLES
from .puzzles.opening import draw_puzzles_panel
from .round.opening import ACTIONS as ROUND
from .round.opening import draw_round_panel, load_texts
from .rulebook.actions import ACTIONS as RULEBOOK
from .rulebook.view import draw_rulebook
from .session import Problem, Session
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
from .words.opening import ACTIONS as WORDS
from .words.opening import draw_words_panel

Action = Callable[[Session, Mapping], None]
View = Callable[[Session], dict]


@dataclass(frozen=True, kw_only=True)
class Panel:
    """One panel of the page.

    Attributes:
        key: its name, also that of its view model.
        stem: the name of its files in ``front/``, without ending.
        draw: makes its view model.
        actions: what can be asked of it, by the name that a browser sends.
        place: where it stands: ``bar``, ``left``, ``side``, ``below``, or in the ``sheet`` that opens over any screen.
        modes: the screens that it stands on, by their names in ``asking.MODES``; empty for all of them.
        tab: the key of the text on its tab; empty if it is always seen.
        also: further view models by name, sent apart since they change more often.
        slow: how an answer that takes longer is worked out.
        styles: stems of further style sheets that it needs.
        load_texts: the texts of a panel whose browser code is sent when its tab is first opened; its view model is
            ``{"closed": True}`` until then. None for a panel that comes with the page.
    """

    key: str
    stem: str
    draw: View
    actions: Mapping[str, Action]
    place: str
    modes: tuple[str, ...] = ()
    tab: str = ""
    also: Mapping[str, View] = field(default_factory=dict)
    slow: Slow | None = None
    styles: tuple[str, ...] = ()
    load_texts: Callable[[], Mapping[str, str]] | None = None

    @property
    def views(self) -> dict[str, View]:
        """All its view models by name."""
        return {**self.also, self.key: self.draw}

    @property
    def is_late(self) -> bool:
        """Whether its browser code is sent when its tab is first opened."""
        return self.load_texts is not None

    def describe(self) -> dict[str, object]:
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


COMPARING = Slow(is_comparison_pending, compare_in_steps)
JUDGING = Slow(is_judging_pending, judge_both)
ADVISING = Slow(is_advice_pending, work_out_advice)
ASKING = Slow(is_next_pending, make_ahead, moves=True)

_TABLE, _ROUND, _PUZZLES = ("analyse",), ("round",), ("puzzles",)  # the modes that panels stand in

# in the order in which they are drawn, stand on the page, and work out slow answers: the advice takes longest
PANELS = (
    Panel(key="editor", stem="hand_editor", draw=draw_editor, actions=EDITOR, place="left", modes=_TABLE),
    Panel(key="table", stem="card_table", draw=draw_table, actions=TABLE, place="left", modes=_TABLE),
    Panel(key="best", stem="best_grouping", draw=draw_best, actions=BEST, place="side", modes=_TABLE),
    Panel(key="comparison", stem="comparison_table", draw=draw_comparison, actions=COMPARISON, place="side",
          modes=_TABLE, tab="tab_comparison", slow=COMPARING),
    Panel(key="what_now", stem="what_now", draw=draw_what_now, actions=WHAT_NOW, place="side", modes=_TABLE,
          tab="tab_what_now", slow=ADVISING, also={"now_working": draw_working},
          styles=("best_grouping", "comparison_table", "hand_editor")),
    Panel(key="my_rules", stem="my_rules", draw=draw_my_rules, actions=MY_RULES, place="side", modes=_TABLE,
          tab="tab_my_rules", slow=JUDGING),
    Panel(key="puzzles", stem="puzzles", draw=draw_puzzles_panel, actions=PUZZLES, place="below", modes=_PUZZLES),
    Panel(key="ledger", stem="round_table", draw=draw_round_panel, actions=ROUND, place="below", modes=_ROUND,
          tab="tab_round", styles=("round_class",), load_texts=load_texts),
    Panel(key="words", stem="words", draw=draw_words_panel, actions=WORDS, place="sheet", tab="tab_words"),
    Panel(key="rulebook", stem="rulebook_card", draw=draw_rulebook, actions=RULEBOOK, place="sheet",
          tab="tab_rulebook"),
    Panel(key="learn", stem="learn", draw=draw_learn_panel, actions=LEARN, place="below", modes=("learn",),
          styles=("card_table", "turn_table"), slow=ASKING),
    Panel(key="classroom", stem="classroom", draw=draw_class_panel, actions=CLASSROOM, place="bar"),
    Panel(key="shell", stem="shell", draw=draw_shell, actions=SHELL, place="bar"),
)  # fmt: skip
ACTIONS: dict[str, Action] = {name: action for panel in PANELS for name, action in panel.actions.items()}


def pick_panels(*keys: str) -> tuple[Panel, ...]:
    """Panels by their keys."""
    known = {panel.key: panel for panel in PANELS}
    return tuple(known[key] for key in keys)


def receive(session: Session, message: Mapping[str, object]) -> None:
    """Do what a browser asks, named by the ``type`` of its message, and tell the session's listeners.

    A message that makes no sense, or an error on the way, changes nothing and leaves a problem in the session;
    nothing is raised.
    """
    session.problem = None
    before = session.copy()
    name = message.get("type")
    action = ACTIONS.get(name) if isinstance(name, str) else None
    try:
        if action is None:
            raise MoveError("bad_move")
        with session.speaking():
            action(session, message)
    except Exception as error:  # a browser may send anything; the page says what happened and goes on
        session.restore(before)
        session.problem = Problem("bad", _say_why(error))
    session.tell()


def _say_why(error: Exception) -> Message:
    if isinstance(error, MoveError):
        return tell_later(f"page.{error.code}")
    if isinstance(error, TutorError):
        return tell_later("page.refused", why=error)
    return tell_later("page.failed", what=name_error(error))


def name_error(error: Exception) -> str:
    """An unexpected error in a few words."""
    return f"{type(error).__name__}: {str(error)[:160]}"
