"""One table being worked at: its state, its past, and what is revealed.

A session knows nothing of browsers. Widgets send it intents (plain dicts, answered in ``intents``) and draw
what ``views`` makes of it; several widgets may share one session and are told of its changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from ..analysis import Analysis, analyse, as_card, as_hand
from ..cards import PRINTED_JOKER, Card, CardError, Hand
from ..compare import Comparison, compare
from ..rulebooks import RULEBOOKS, get_rulebook
from ..rules import Rulebook, RuleError
from .alternatives import Answers
from .desk import Desk
from .intents import INTENTS
from .links import read_link, read_view, write_link, write_view
from .presets import WELCOME, Preset, find_preset
from .state import Layout, MoveError, State, lay_out
from .texts import say
from .typed import MAX_TEXT, TextError, parse_text

if TYPE_CHECKING:
    from .round_desk import RoundDesk

REVEAL_STEPS = 4
_MAX_PAST = 500
_MAX_ASKED = 20


def _judged(state: State) -> tuple:
    """The cards and the rules that judge them, however the cards are laid."""
    return state.layout.cards, state.rulebook, state.turned, state.players, state.options


class Session:
    """A table and everything that happens at it.

    Args:
        hand: the cards as text or ``Hand``; a bar parts groups.
        rulebook: a key or a ``Rulebook`` value of one's own.
        turned: the turned card, None if not known.
        players: how many play; the nearest number the game allows is taken.
        options: house options.

    Raises:
        ValueError: the hand, rulebook, turned card or an option cannot be read.
    """

    def __init__(
        self,
        hand: str | Hand,
        rulebook: str | Rulebook = "adgaming-13",
        turned: str | Card | None = None,
        players: int = 4,
        options: tuple[str, ...] = (),
    ) -> None:
        self._own: dict[str, Rulebook] = {}
        if not isinstance(hand, str | Hand):
            told = f"a table shows a hand, as text or a Hand, or another widget's, not {type(hand).__name__}"
            raise CardError(told, "bad-hand")
        if not isinstance(players, int) or isinstance(players, bool):
            raise RuleError(f"players must be a whole number, not {players!r}", "bad-players")
        hand, turned = as_hand(hand), as_card(turned)
        if isinstance(rulebook, Rulebook):
            if RULEBOOKS.get(rulebook.key) != rulebook:
                self._own[rulebook.key] = rulebook
            options = tuple(rulebook.options) if rulebook.key in RULEBOOKS else tuple(options)
            rulebook = rulebook.key
        get_rulebook(self._own.get(rulebook, rulebook), () if rulebook in self._own else options)
        state = State(
            layout=Layout.of_hand(hand), rulebook=rulebook, turned=turned, players=players, options=tuple(options)
        )
        self.past: list[State] = []
        self.future: list[State] = []
        self.sort = "suit"
        self._reveal = 0
        self._answers: Answers | None = None
        self.classroom = False
        self.touched: tuple[int, ...] = ()  # the cards moved last, for what a screen reader hears
        self.verdict_shown = True
        self.show_best_column = False
        # what further panels were asked for of these very cards and rules: plain JSON values by the panel's name
        self.asked: dict[str, object] = {}
        self.round: RoundDesk | None = None  # the whole round, once its tab has been opened
        self.desk = Desk()  # where advice is worked out
        self.pair: tuple[str, str] | None = None
        self.other: str | None = None
        self.notes: tuple[str, ...] = ()
        self.problem: tuple[str, str] | None = None  # tone and text
        self.text_error: tuple[str, TextError] | None = None
        self.deal_note = ""
        self.qr: tuple[str, list[str]] = ("", [])  # the last link drawn as a code, and the code
        self.version = 0  # grows whenever other cards are laid out
        self.before: tuple[Layout, Analysis] | None = None  # what lay there before the last move, and its verdict
        self.comparison: Comparison | None = None  # the last one worked out
        self._compared_for: tuple | None = None
        self._listeners: list[Callable[[], None]] = []
        self.state = self._fit(state, notes=[])

    # ---- what holds now ------------------------------------------------------------------------
    @property
    def state(self) -> State:
        """The cards as laid and their table."""
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        if self._answers is not None and _judged(state) != _judged(self._state):
            self._answers = None
        self._state = state
        for name in ("rulebook", "result"):
            self.__dict__.pop(name, None)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rulebook on the table, house options applied."""
        return self.book(self.state.rulebook, self.state.options)

    def book(self, key: str, options: tuple[str, ...] = ()) -> Rulebook:
        """A rulebook by key, also the user's own one of this table."""
        return self._own[key] if key in self._own else get_rulebook(key, options)

    @cached_property
    def result(self) -> Analysis | ValueError:
        """The verdict on the hand as laid, or why there is none."""
        state = self.state
        try:
            return analyse(state.layout.laid_hand(), self.rulebook, turned=state.turned, players=state.players)
        except ValueError as error:
            return error

    @property
    def reveal(self) -> int:
        """How much of the best grouping is shown; hidden again, it is looked for anew."""
        return self._reveal

    @reveal.setter
    def reveal(self, level: int) -> None:
        self._reveal = level
        if not level:
            self._answers = None

    @property
    def answers(self) -> Answers | None:
        """The best groupings, one of them shown; None if the hand has no verdict."""
        if self._answers is None and not isinstance(self.result, ValueError):
            self._answers = Answers(self.result, self.state.layout)
        return self._answers

    @property
    def preset(self) -> Preset | None:
        """The worked hand on the table, or None."""
        return find_preset(self.state.layout.cards, self.state.turned, self.state.rulebook)

    @property
    def _compared(self) -> tuple:
        state = self.state
        groups = tuple(tuple(state.layout.cards[card] for card in group) for group in state.layout.groups)
        return groups, state.turned, state.players, state.options

    @property
    def comparison_pending(self) -> bool:
        """Whether the comparison is of an earlier hand."""
        return self._compared_for != self._compared

    def compare_in_steps(self) -> Iterator[None]:
        """Work the nine verdicts out one by one, so that an intent can be answered between two of them.

        Nothing is kept if the table changes on the way.
        """
        if not self.comparison_pending:
            return
        state = self.state
        key = self._compared
        offered = RULEBOOKS[state.rulebook].offers if state.rulebook in RULEBOOKS else ()
        options = tuple(option for option in state.options if option in offered)
        hand = state.layout.laid_hand()
        results: list[Analysis] = []
        for name in RULEBOOKS:
            results += compare(
                hand, turned=state.turned, players=state.players, options=options, rulebooks=[name]
            ).results
            yield
            if key != self._compared:
                return
        self.comparison = Comparison(hand, state.turned, state.players, tuple(results))
        self._compared_for = key

    @property
    def link(self) -> str:
        """The query string that opens this table."""
        return write_link(self.state) + write_view(self.classroom)

    @property
    def text(self) -> str:
        """The hand in the text form."""
        return str(self.state.layout.plain_hand())

    # ---- listeners -----------------------------------------------------------------------------
    def listen(self, listener: Callable[[], None]) -> None:
        """Call ``listener`` after every change."""
        self._listeners.append(listener)

    def forget(self, listener: Callable[[], None]) -> None:
        """Call ``listener`` no more."""
        if listener in self._listeners:
            self._listeners.remove(listener)

    def tell(self) -> None:
        """Tell every listener that something changed."""
        for listener in tuple(self._listeners):
            listener()

    # ---- changing ------------------------------------------------------------------------------
    def go(self, state: State, *, same_cards: bool = False) -> None:
        """Make ``state`` the present one, undoably."""
        notes: list[str] = []
        state = self._fit(state, notes)
        self.notes = tuple(notes)
        if state == self.state:
            return
        self.past = [*self.past[-_MAX_PAST:], self.state]
        self.future = []
        self._arrive(state, same_cards=same_cards)

    def _arrive(self, state: State, *, same_cards: bool) -> None:
        """Make ``state`` the present one; other cards or other rules hide the answer again."""
        fresh = _judged(state) != _judged(self.state)
        layout, judged = self.state.layout, None if fresh else self.result
        if state.layout.cards != layout.cards:
            self.version += 1
            self.deal_note = ""
            self.show_best_column = False
            self.verdict_shown = not self.classroom
        self.state = state
        if fresh and not same_cards:
            self.reveal = 0
            self.asked = {}
        if fresh or state.layout != layout:  # a card marked as seen is no move
            self.before = (layout, judged) if isinstance(judged, Analysis) else None
        self.text_error = None
        self.qr = ("", [])

    def _fit(self, state: State, notes: list[str]) -> State:
        """The state with players and turned card the rulebook allows, saying what was changed."""
        book = self.book(state.rulebook, state.options)
        least, most = book.table.players
        players = min(max(state.players, least), most)
        if players != state.players:
            notes.append(say("note_players", name=book.title, least=least, most=most, n=players))
            state = replace(state, players=players)
        no_joker = not book.table.pack_for(players).printed_jokers and book.wilds.exposed
        if state.turned == PRINTED_JOKER and no_joker:
            notes.append(say("note_turned", name=book.title))
            state = replace(state, turned=None)
        return state

    def lay(self, hand: str | Hand) -> None:
        """Lay out another hand, undoably.

        Raises:
            ValueError: the text is no hand.
        """
        hand = Hand.parse(hand) if isinstance(hand, str) else hand
        self.go(lay_out(self.state, Layout.of_hand(hand)))

    def open_preset(self, preset: Preset) -> None:
        """Lay out a worked hand at its own table."""
        turned = Card.parse(preset.turned) if preset.turned else None
        layout = Layout.of_hand(Hand.parse(preset.hand))
        self.go(State(layout=layout, rulebook=preset.rulebook, turned=turned, players=preset.players))

    # ---- intents -------------------------------------------------------------------------------
    def receive(self, intent: Mapping[str, object]) -> None:
        """Do what a page asks for.

        An intent that makes no sense, or an error on the way, changes nothing and leaves a message in
        ``problem``; nothing is raised.
        """
        self.problem = None
        name = intent.get("type")
        handler = INTENTS.get(name) if isinstance(name, str) else None
        before = self.state
        try:
            if handler is None:
                raise MoveError("bad_move")
            handler(self, intent)
        except MoveError as error:
            self.problem = ("bad", say(error.code))
        except RuleError as error:
            self.state = before
            why = str(error).rstrip(".")
            self.problem = ("bad", say("refused", why=why[:1].upper() + why[1:200]))
        except Exception as error:  # a page must say what happened and go on
            self.state = before
            self.problem = ("bad", say("failed", what=f"{type(error).__name__}: {str(error)[:160]}"))
        self.tell()

    # ---- what intents and panels ask for -------------------------------------------------------
    def undo(self) -> None:
        """Go back to the state before, if there is one."""
        if self.past:
            self.future.append(self.state)
            self._arrive(self.past.pop(), same_cards=False)
            self.notes = ()

    def redo(self) -> None:
        """Go forward again, if there is somewhere to go."""
        if self.future:
            self.past.append(self.state)
            self._arrive(self.future.pop(), same_cards=False)
            self.notes = ()

    def copies_left(self, card: Card) -> int:
        """How many copies of a card the pack still holds beside the hand and the turned card."""
        pack = self.rulebook.table.pack_for(self.state.players)
        taken = self.state.layout.cards.count(card)
        turned = card == self.state.turned and self.rulebook.wilds.exposed
        return max(0, pack.copies(card) - taken - turned)

    def reveal_to(self, level: int) -> None:
        """Show the best grouping up to a step."""
        self.reveal = max(0, min(level, REVEAL_STEPS))
        if self.reveal and self.reveal < REVEAL_STEPS and not self.is_better_known():
            self.reveal = 1  # nothing better: there are no further steps

    def show_another(self) -> None:
        """Show another grouping as good as the best one.

        Raises:
            MoveError: the best one is not shown.
        """
        if self.reveal < REVEAL_STEPS or self.answers is None:
            raise MoveError("bad_move")
        self.answers.step()

    def is_better_known(self) -> bool:
        """Whether the best grouping does better than the one laid out."""
        result = self.result
        if isinstance(result, ValueError):
            return False
        laid, best = result.arranged, result.best
        return (best.declares, best.score) > (laid.declares, laid.score)

    def next_level(self) -> int | None:
        """The step of revealing that comes next, None after the last."""
        if self.reveal == 0:
            return 1
        return self.reveal + 1 if self.reveal < REVEAL_STEPS and self.is_better_known() else None

    def chosen_pair(self) -> tuple[str, str]:
        """The two rulebooks whose difference is explained."""
        current = self.state.rulebook if self.state.rulebook in RULEBOOKS else next(iter(RULEBOOKS))
        if self.pair:
            return self.pair
        return current, next(key for key in RULEBOOKS if key != current)

    def set_classroom(self, on: bool) -> None:
        """Enter or leave the classroom: verdict and answers are hidden there until the next step is asked for."""
        self.classroom = on
        self.verdict_shown = not on
        self.reveal = 0
        self.show_best_column = False
        self.asked = {}

    def follow_link(self, search: object, *, first: bool = False, memory: object = None) -> None:
        """Open the table of a link: a step back or forward if it leads there, else undoably.

        Args:
            search: the query string, as it came.
            first: whether the page was opened with it.
            memory: what this browser tab had revealed of the very same link, see ``memory``.
        """
        is_welcome = self.text == str(Hand.parse(WELCOME.hand))
        state, notes = read_link(search, self._link_base(), is_welcome=is_welcome)
        if self.past and state == self.past[-1]:
            self.undo()
        elif self.future and state == self.future[-1]:
            self.redo()
        else:
            self.go(state)
        if first:
            self.past = []  # what the page would show without a link is nothing to go back to
            self.set_classroom(read_view(search))
            self._recall(memory)
        self.notes = (*notes, *self.notes)

    def _link_base(self) -> State:
        """What a link's missing parts fall back on: never a rulebook of the user's own."""
        return self.state if self.state.rulebook in RULEBOOKS else replace(self.state, rulebook="adgaming-13")

    def memory(self) -> dict[str, object]:
        """What was asked for and is in no link: a browser tab keeps it over a reload, and nobody else gets it."""
        return {
            "reveal": self.reveal,
            "answer": self.answers.text if self.reveal >= REVEAL_STEPS and self.answers and self.answers.at else "",
            "verdict": self.verdict_shown,
            "best_column": self.show_best_column,
            "sort": self.sort,
            "pair": list(self.pair or ()),
            "other": self.other,
            "asked": self.asked,
            "draft": self.text_error[0] if self.text_error else "",
        }

    def _recall(self, memory: object) -> None:
        """Take up what a tab remembers of this very table; whatever makes no sense is left out."""
        if not isinstance(memory, Mapping):
            return
        level, asked, pair = memory.get("reveal"), memory.get("asked"), memory.get("pair")
        if type(level) is int:
            self.reveal_to(level)
        if isinstance(memory.get("answer"), str) and self.reveal >= REVEAL_STEPS and self.answers:
            self.answers.find(memory["answer"])
        self.verdict_shown = self.verdict_shown or memory.get("verdict") is True
        self.show_best_column = memory.get("best_column") is True
        self.sort = "rank" if memory.get("sort") == "rank" else "suit"
        if isinstance(pair, list) and len(pair) == 2 and all(key in RULEBOOKS for key in map(str, pair)):
            self.pair = (str(pair[0]), str(pair[1]))
        if isinstance(memory.get("other"), str) and memory["other"] in RULEBOOKS:
            self.other = memory["other"]
        if isinstance(memory.get("draft"), str) and memory["draft"]:
            try:
                parse_text(memory["draft"])
            except TextError as error:
                self.text_error = (memory["draft"][:MAX_TEXT], error)
        if isinstance(asked, Mapping) and len(asked) <= _MAX_ASKED:
            self.asked = {str(name): value for name, value in asked.items()}
