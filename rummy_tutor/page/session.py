"""One table being worked at: its state, the steps back, and what has been revealed.

A session knows nothing of panels and browsers. The actions of the panels change it, their view models read it, and
whoever draws them is told of its changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, Literal, NamedTuple, TypedDict, TypeVar

from ..game.cards import PRINTED_JOKER, Card, CardError, Hand
from ..game.messages import Message, tell_later_if
from ..game.rules import Rulebook
from ..game.table import check_players
from ..rulebooks import RULEBOOKS
from ..rulebooks.find import Given, find_rulebook
from ..study.analysis import Analysis, analyse, as_card, as_hand
from ..wording.speech import say, speaking
from .answers import Answers
from .history import History, Stepping
from .own_books import OwnBooks
from .state import Layout, State, lay_out

REVEAL_STEPS = 4


class SaidView(TypedDict):
    """What has to be said of what was done, or could not be: its tone and its text."""

    tone: Literal["good", "bad"]
    text: str


class Said(NamedTuple):
    """What has to be said of what was done, or could not be: the tone, and the sentences."""

    tone: Literal["good", "bad"]
    message: Message
    more: tuple[Message, ...] = ()

    @property
    def text(self) -> str:
        """The sentences, in the language in force."""
        return " ".join(map(say, (self.message, *self.more)))

    def draw(self) -> SaidView:
        """The same for a browser."""
        return {"tone": self.tone, "text": self.text}


class LastMove(NamedTuple):
    """What the last move changed.

    Attributes:
        touched: the cards moved, by identity.
        layout: how the cards lay before.
        verdict: the verdict before; None if there was none, or it was about other cards or rules.
    """

    touched: tuple[int, ...] = ()
    layout: Layout | None = None
    verdict: Analysis | None = None


@dataclass(frozen=True, kw_only=True)
class Revealed:
    """How much of the answers is shown.

    Attributes:
        level: the steps of the best grouping, 0 to ``REVEAL_STEPS``.
        verdict: whether the hand as laid shows what it costs; hidden in the classroom until it is asked for.
        wilds: whether wild cards are marked; hidden where they are what is asked for.
        best_column: whether the comparison shows its best figures.
    """

    level: int = 0
    verdict: bool = True
    wilds: bool = True
    best_column: bool = False


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """What a reader has chosen to look at, whatever the cards.

    Attributes:
        sort: how loose cards are sorted, by ``suit`` or by ``rank``.
        wilds_last: whether wild cards lie after the others instead of in their suits.
        pair: the two rulebooks of the comparison whose difference is explained; None if not chosen.
        other: the rulebook to compare the rules with; None if not chosen.
        game: whether a reader or the link by which the page was opened has chosen the game.
    """

    sort: str = "suit"
    wilds_last: bool = False
    pair: tuple[str, str] | None = None
    other: str | None = None
    game: bool = False


Kept = TypeVar("Kept")


class Part(Generic[Kept]):
    """What one panel keeps of a table for itself. The panel makes it once, and nobody reaches the value but by it.

    Example:
        >>> SEARCH = Part[str]()
        >>> session = Session("2H 3H 4H")
        >>> SEARCH.keep(session, "joker")
        >>> SEARCH.of(session)
        'joker'
    """

    def of(self, session: Session) -> Kept | None:
        """The value, None if nothing has been kept."""
        return session._parts.get(self)

    def keep(self, session: Session, value: Kept | None) -> None:
        """Keep another value; None keeps nothing."""
        session._parts = {**session._parts, self: value}

    def is_kept(self, session: Session) -> bool:
        """Whether something has been kept."""
        return self.of(session) is not None


class Made(Part[Kept]):
    """The same, made when it is first asked for.

    Args:
        make: makes it.
    """

    def __init__(self, make: Callable[[], Kept]) -> None:
        self._make = make

    def of(self, session: Session) -> Kept:
        """The value."""
        value = super().of(session)
        if value is None:
            value = self._make()
            self.keep(session, value)
        return value


class Memory(Generic[Kept]):
    """What the browser tab of a table keeps for one panel over a reload, as JSON. What comes back is not trusted.

    Args:
        name: its name in the tab.
        read: makes a value of what came back, whatever it is; None stands for nothing.
        of_cards: whether it is forgotten with other cards or other rules.
    """

    def __init__(self, name: str, read: Callable[[object], Kept], *, of_cards: bool) -> None:
        self._name, self._read, self._bag = name, read, "asked" if of_cards else "kept"

    def of(self, session: Session) -> Kept:
        """The value."""
        return self._read(getattr(session, self._bag).get(self._name))

    def keep(self, session: Session, value: object) -> None:
        """Keep another value, as JSON has it."""
        setattr(session, self._bag, {**getattr(session, self._bag), self._name: value})


class Session(Stepping[State]):
    """A table and everything that happens at it.

    Every attribute holds a value that is replaced and never changed, so that a copy of the attributes is a copy of
    the session. What panels keep is reached by their ``Part`` and ``Memory`` alone, what the address names on a screen
    by ``named_on`` and ``name_on``.

    Args:
        hand: the cards as text or ``Hand``; a bar parts groups.
        rulebook: a key, or a rulebook of one's own as a value, a file or plain data.
        turned: the turned card, None if not known.
        players: how many play; the nearest number the game allows is taken.
        options: house options.

    Attributes:
        steps: the states before the present one, and those undone.
        revealed: how much of the answers is shown.
        chosen: what the reader has chosen to look at.
        asked: what a browser tab keeps for panels about these cards and rules, see ``Memory``.
        kept: the same whatever the cards.
        last_move: what the last move changed.
        classroom: whether a teacher shows the page, verdict and answers hidden at first.
        notes: what was adjusted or could not be read, to be told to the reader.
        problem: what could not be done, None if all is well.
        draft: typed text that is no hand, None if there is none.
        deal_note: which deal lies on the table, None if none does.
        version: grows whenever other cards are laid out.
        mode: the screen that the page shows.
        own: the rulebooks of the user's own.
        language: the code of the language chosen for this table; None for that of the whole process.

    Raises:
        ValueError: the hand, rulebook, turned card or an option cannot be read.
    """

    def __init__(
        self,
        hand: str | Hand,
        rulebook: Given = "adgaming-13",
        turned: str | Card | None = None,
        players: int = 4,
        options: tuple[str, ...] = (),
    ) -> None:
        self.steps: History[State] = History()
        self.revealed = Revealed()
        self.chosen = Chosen()
        self.asked: Mapping[str, object] = {}
        self._parts: Mapping[Part[Any], Any] = {}
        self.kept: Mapping[str, object] = {}
        self.last_move = LastMove()
        self.classroom = False
        self.notes: tuple[Message, ...] = ()
        self.problem: Said | None = None
        self.draft: str | None = None
        self.deal_note: Message | None = None
        self.version = 0
        self.mode = "analyse"
        self.named: Mapping[str, Mapping[str, str]] = {}
        self.language: str | None = None
        self.own = OwnBooks()
        self._answers: Answers | None = None
        self._listeners: tuple[Callable[[], None], ...] = ()
        self._present = self._first(hand, rulebook, turned, players, options)

    def _first(self, hand: object, rulebook: Given, turned: Any, players: object, options: tuple[str, ...]) -> State:
        """The state that a table opens with."""
        if not isinstance(hand, str | Hand):
            raise CardError("bad-hand:table", type=type(hand).__name__)
        players = check_players(players)
        layout, card = Layout.of_hand(as_hand(hand)), as_card(turned)
        if not isinstance(rulebook, str) or rulebook not in RULEBOOKS:
            rulebook = find_rulebook(rulebook)
        if isinstance(rulebook, Rulebook):
            if RULEBOOKS.get(rulebook.key) != rulebook:
                self.own = self.own.replace(rulebook)
            options = tuple(rulebook.options) if rulebook.key in RULEBOOKS else options
            rulebook = rulebook.key
        self.book(rulebook, options)
        state = State(layout=layout, rulebook=rulebook, turned=card, players=players, options=tuple(options or ()))
        return self._fit(state)[0]

    # ---- what holds now ------------------------------------------------------------------------
    @property
    def state(self) -> State:
        """The cards as laid and their table."""
        return self._present

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rulebook on the table, house options applied."""
        return self.book(self.state.rulebook, self.state.options)

    def book(self, key: str, options: tuple[str, ...] = ()) -> Rulebook:
        """Any rulebook by key, also one of the user's own; of one dropped, what is played in its place."""
        return self.own.book(key, options)

    def keep_book(self, book: Rulebook) -> None:
        """Have a rulebook of the user's own to choose from, from now on.

        Raises:
            RuleError: another rulebook has its key.
        """
        self.own = self.own.keep(book)

    def keep_free(self, book: Rulebook) -> str:
        """Have a rulebook of the user's own to choose from, under the key that it gets if another one has its own."""
        book = self.own.name_free(book, book.key)
        self.own = self.own.replace(book)
        return book.key

    def replace_book(self, book: Rulebook) -> None:
        """Have a rulebook of the user's own to choose from, in the place of the one with its key if there is one."""
        self.own = self.own.replace(book)
        if self.state.rulebook == book.key:
            self._play_anew(book.key)

    def drop_book(self, key: str, instead: str) -> None:
        """Have a rulebook of the user's own no longer; where it is played, also in steps back, another takes its place.

        Args:
            key: the rulebook's key.
            instead: the key of the other one.
        """
        if key in self.own:
            self.own = self.own.drop(key, instead)
            self.steps = History()
            if self.state.rulebook == key:
                self._play_anew(instead)

    def _play_anew(self, key: str) -> None:
        """Judge the table by a rulebook, also if that had the same key before."""
        state, self.notes = self._fit(replace(self.state, rulebook=key, options=()))
        self._judge_anew(state)
        self.last_move = LastMove()
        self.reveal(0)
        self.asked = {}

    def _judge_anew(self, state: State) -> None:
        """Make a state the present one; its rulebook and its verdict are found when they are asked for."""
        self._present = state
        for name in ("rulebook", "_outcome"):
            vars(self).pop(name, None)

    @cached_property
    def _outcome(self) -> tuple[Analysis | None, ValueError | None]:
        state = self.state
        try:
            hand = state.layout.laid_hand()
            return analyse(hand, self.rulebook, turned=state.turned, players=state.players), None
        except ValueError as error:
            return None, error

    @property
    def result(self) -> Analysis | None:
        """The verdict on the hand as laid; None where the rulebook cannot judge it."""
        return self._outcome[0]

    @property
    def why_no_result(self) -> ValueError | None:
        """Why the rulebook cannot judge the hand; None where it can."""
        return self._outcome[1]

    @property
    def answers(self) -> Answers | None:
        """The best groupings, one of them shown; None if the hand has no verdict."""
        if self._answers is None and self.result is not None:
            self._answers = Answers(self.result, self.state.layout, self.state.out_of_play)
        return self._answers

    @property
    def text(self) -> str:
        """The hand in the text form."""
        return str(self.state.layout.plain_hand())

    def copies_left(self, card: Card) -> int:
        """How many copies of a card the pack still holds beside the hand and the turned card."""
        pack = self.rulebook.table.pack_for(self.state.players)
        taken = self.state.layout.held[card]
        turned = card == self.state.turned and self.rulebook.wilds.exposed
        return max(0, pack.copies(card) - taken - turned)

    def is_better_known(self) -> bool:
        """Whether the best grouping does better than the one laid out."""
        if self.result is None:
            return False
        laid, best = self.result.laid, self.result.solved
        return (best.declares, best.score) > (laid.declares, laid.score)

    def next_level(self) -> int | None:
        """The step of revealing that comes next, None after the last."""
        level = self.revealed.level
        if level == 0:
            return 1
        return level + 1 if level < REVEAL_STEPS and self.is_better_known() else None

    def speaking(self) -> AbstractContextManager[None]:
        """Tell sentences in the language of this table for as long as the context lasts."""
        return nullcontext() if self.language is None else speaking(self.language)

    # ---- listeners -------------------------------------------------------------------------------
    def listen(self, listener: Callable[[], None]) -> None:
        """Call ``listener`` after every change."""
        self._listeners = (*self._listeners, listener)

    def forget(self, listener: Callable[[], None]) -> None:
        """Call ``listener`` no more."""
        self._listeners = tuple(known for known in self._listeners if known != listener)

    def tell(self) -> None:
        """Tell every listener that something changed."""
        for listener in self._listeners:
            listener()

    # ---- changing ------------------------------------------------------------------------------
    def go(self, state: State, *, same_cards: bool = False) -> None:
        """Make ``state`` the present one, undoably.

        Args:
            state: the next state.
            same_cards: whether cards and table stay the same, so that what was revealed stays revealed.
        """
        state, self.notes = (state, ()) if same_cards else self._fit(self._draw(state))
        if state != self.state:
            self.steps = self.steps.after(self.state)
            self._arrive(state, same_cards=same_cards)

    def _return(self, state: State) -> None:
        """Make a state of the past the present one, as far as rules that were changed since allow."""
        state, self.notes = self._fit(state)
        self._arrive(state)

    def lay(self, hand: str | Hand) -> None:
        """Lay out another hand, undoably.

        Raises:
            ValueError: the text is no hand.
        """
        hand = Hand.parse(hand) if isinstance(hand, str) else hand
        self.go(lay_out(self.state, Layout.of_hand(hand)))

    def _arrive(self, state: State, *, same_cards: bool = False) -> None:
        """Make ``state`` the present one; other cards or other rules hide the answer again."""
        before, fresh = self.state, _judged(state) != _judged(self.state)
        verdict = None if fresh else self.result
        if state.layout.cards != before.layout.cards:
            self.version += 1
            self.deal_note = None
            self.revealed = replace(self.revealed, best_column=False, verdict=not self.classroom)
        if fresh or state.out_of_play != before.out_of_play:
            self._answers = None
        self._judge_anew(state)
        if fresh and not same_cards:
            self.reveal(0)
            self.asked = {}
        if fresh or state.layout != before.layout:  # a card marked as seen is no move
            self.last_move = self.last_move._replace(layout=before.layout, verdict=verdict)
        self.draft = None

    def _fit(self, state: State) -> tuple[State, tuple[Message, ...]]:
        """The state with players and turned card that the rulebook allows, and what was changed for that."""
        book = self.book(state.rulebook, state.options)
        (least, most), players = book.table.players, book.table.nearest(state.players)
        others = players != state.players and self.mode == "analyse"  # elsewhere nobody has said how many play
        key = "page.note_players_exact" if least == most else "page.note_players"
        no_joker = not book.table.pack_for(players).printed_jokers and book.wilds.exposed
        lost = state.turned == PRINTED_JOKER and no_joker
        notes = (
            *tell_later_if(key, others, name=book, least=least, most=most, n=players),
            *tell_later_if("page.note_turned", lost, name=book),
        )
        return replace(state, players=players, turned=None if lost else state.turned), notes

    def _draw(self, state: State) -> State:
        """The state without an open card once a card more than is dealt lies there: it was taken, or is seen."""
        held, before = state.layout.cards, self.state.layout.cards
        if state.open is None or not len(before) <= self.book(state.rulebook, state.options).deal < len(held):
            return state
        passed = () if state.open in Counter(held) - Counter(before) else (state.open,)
        return replace(state, open=None, seen=(*state.seen, *passed))

    # ---- revealing -----------------------------------------------------------------------------
    def reveal(self, level: int) -> None:
        """Show the best grouping up to a step; once hidden, it is looked for anew."""
        level = max(0, min(level, REVEAL_STEPS))
        if level and level < REVEAL_STEPS and not self.is_better_known():
            level = 1  # nothing better: there are no further steps
        self.revealed = replace(self.revealed, level=level)
        if not level:
            self._answers = None

    def set_classroom(self, on: bool) -> None:
        """Enter or leave the classroom: verdict and answers are hidden there until the next step is asked for."""
        self.classroom = on
        self.revealed = Revealed(verdict=not on)
        self._answers = None
        self.asked = {}

    def show(self, mode: str, **named: str) -> None:
        """Show the screen of a mode, and there what is named; what was shown there before if nothing is."""
        self.mode = mode
        if named or mode not in self.named:
            self.named = {**self.named, mode: {name: text for name, text in named.items() if text}}

    def named_on(self, mode: str) -> Mapping[str, str]:
        """What the address names on the screen of a mode beside the table."""
        return self.named.get(mode, {})

    def name_on(self, mode: str, **named: str) -> None:
        """Have the address name this on the screen of a mode, and nothing else."""
        self.named = {**self.named, mode: named}


def _judged(state: State) -> tuple:
    """The cards and the rules that judge them, however the cards are laid."""
    return state.layout.cards, state.rulebook, state.turned, state.players, state.options
