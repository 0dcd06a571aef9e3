"""One table being worked at: its state, its past, what is revealed, and every intent a page can send.

A session knows nothing of browsers. Widgets send it intents (plain dicts) and draw what
``views`` makes of it; several widgets may share one session and are told of its changes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from ..analysis import Analysis, analyse
from ..cards import MAX_HAND, PRINTED_JOKER, Card, Hand
from ..compare import Comparison, compare
from ..rulebooks import RULEBOOKS, get_rulebook
from ..rules import Rulebook
from . import deals
from .alternatives import has_another
from .links import draw_qr, read_link, read_view, write_link, write_view
from .presets import PRESETS, WELCOME, Preset
from .state import NEW_TRAY, Layout, MoveError, State
from .texts import say
from .typed import MAX_TEXT, TextError, parse_text

REVEAL_STEPS = 4
_MAX_PAST = 500


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
        hand = Hand.parse(hand) if isinstance(hand, str) else hand
        turned = Card.parse(turned) if isinstance(turned, str) else turned
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
        self.reveal = 0
        self.classroom = False
        self.touched: tuple[int, ...] = ()  # the cards moved last, for what a screen reader hears
        self.verdict_shown = True
        self.show_best_column = False
        self.pair: tuple[str, str] | None = None
        self.other = None
        self.notes: tuple[str, ...] = ()
        self.problem: tuple[str, str] | None = None  # tone and text
        self.text_error: tuple[str, TextError] | None = None
        self.deal_note = ""
        self.qr: list[str] = []
        self.version = 0  # grows whenever other cards are laid out
        self.preset: str | None = None
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
        self._state = state
        for name in ("rulebook", "result", "another"):
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

    @cached_property
    def another(self) -> bool | None:
        """Whether another grouping is known to reach the best figure; None if not known."""
        return None if isinstance(self.result, ValueError) else has_another(self.result)

    @property
    def _compared(self) -> tuple:
        state = self.state
        groups = tuple(tuple(state.layout.cards[card] for card in group) for group in state.layout.groups)
        return groups, state.turned, state.players, state.options

    @property
    def comparison_pending(self) -> bool:
        """Whether the comparison is of an earlier hand."""
        return self._compared_for != self._compared

    def compare_now(self) -> None:
        """Work the nine verdicts out, unless they are known."""
        for _ in self.compare_in_steps():
            pass

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
        fresh = (state.layout.cards, state.rulebook, state.turned, state.players, state.options) != (
            self.state.layout.cards,
            self.state.rulebook,
            self.state.turned,
            self.state.players,
            self.state.options,
        )
        if state.layout.cards != self.state.layout.cards:
            self.version += 1
            self.preset = None
            self.show_best_column = False
            self.verdict_shown = not self.classroom
        self.state = state
        if fresh and not same_cards:
            self.reveal = 0
        self.text_error = None
        self.qr = []

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
        self.go(replace(self.state, layout=Layout.of_hand(hand)))

    def open_preset(self, preset: Preset) -> None:
        """Lay out a worked hand at its own table."""
        turned = Card.parse(preset.turned) if preset.turned else None
        layout = Layout.of_hand(Hand.parse(preset.hand))
        self.go(State(layout=layout, rulebook=preset.rulebook, turned=turned, players=preset.players))
        self.preset = preset.key

    # ---- intents -------------------------------------------------------------------------------
    def receive(self, intent: Mapping[str, object]) -> None:
        """Do what a page asks for.

        An intent that makes no sense, or an error on the way, changes nothing and leaves a message in
        ``problem``; nothing is raised.
        """
        self.problem = None
        name = intent.get("type")
        handler = _INTENTS.get(name) if isinstance(name, str) else None
        before = self.state
        try:
            if handler is None:
                raise MoveError("bad_move")
            handler(self, intent)
        except MoveError as error:
            self.problem = ("bad", say(error.code))
        except Exception as error:  # a page must say what happened and go on
            self.state = before
            self.problem = ("bad", say("failed", what=f"{type(error).__name__}: {str(error)[:160]}"))
        self.tell()

    def _on_move(self, intent: Mapping) -> None:
        cards, to = _ids(intent), intent.get("to")
        if to == NEW_TRAY and len(cards) == 1:
            raise MoveError("one_is_loose")
        self.touched = tuple(cards)
        self.go(replace(self.state, layout=self.state.layout.move(cards, to)), same_cards=True)

    def _on_ungroup(self, intent: Mapping) -> None:
        self.touched = tuple(_ids(intent))
        self.go(replace(self.state, layout=self.state.layout.move(_ids(intent), "loose")), same_cards=True)

    def _on_undo(self, _: Mapping) -> None:
        if self.past:
            self.future.append(self.state)
            self._arrive(self.past.pop(), same_cards=False)
            self.notes = ()

    def _on_redo(self, _: Mapping) -> None:
        if self.future:
            self.past.append(self.state)
            self._arrive(self.future.pop(), same_cards=False)
            self.notes = ()

    def _on_sort(self, _: Mapping) -> None:
        self.sort = "rank" if self.sort == "suit" else "suit"

    def _on_set(self, intent: Mapping) -> None:
        state = self.state
        if "rulebook" in intent:
            key = str(intent["rulebook"])
            self.book(key)  # an unknown key raises before anything changes
            if key != state.rulebook:
                state = replace(state, rulebook=key, options=())
        if "turned" in intent:
            word = intent["turned"]
            state = replace(state, turned=Card.parse(word) if word else None)
        if "players" in intent:
            state = replace(state, players=int(intent["players"]))
        if "options" in intent:
            options = tuple(str(option) for option in intent["options"])
            get_rulebook(state.rulebook, options)
            state = replace(state, options=options)
        self.go(state)

    def _on_text(self, intent: Mapping) -> None:
        text = str(intent.get("text", ""))
        try:
            self.lay(parse_text(text))
        except TextError as error:
            self.text_error = (text[:MAX_TEXT], error)

    def _on_preset(self, intent: Mapping) -> None:
        preset = PRESETS.get(str(intent.get("key")))
        if preset is None:
            raise MoveError("bad_move")
        self.open_preset(preset)

    def _on_deal(self, intent: Mapping) -> None:
        seed = _seed(intent)
        size = self.rulebook.deal + (1 if intent.get("type") == "deal_extra" else 0)
        hand, turned = deals.deal_hand(self.rulebook, self.state.players, size, seed)
        self.go(replace(self.state, layout=Layout.of_hand(hand), turned=turned))
        self.deal_note = say("deal_note", seed=seed)

    def _on_tricky(self, intent: Mapping) -> None:
        seed = _seed(intent)
        found = deals.deal_tricky(self.rulebook, self.state.players, seed)
        self.go(replace(self.state, layout=Layout.of_hand(found.hand), turned=found.turned))
        self.deal_note = (
            say(found.note, seed=found.seed, greedy=found.greedy)
            if found.is_tricky
            else say("tricky_none", n=found.tried)
        )

    def _on_add(self, intent: Mapping) -> None:
        card = Card.parse(intent.get("card"))
        layout = self.state.layout
        if len(layout.cards) >= MAX_HAND:
            self.problem = ("bad", say("no_room", n=MAX_HAND))
        elif self.copies_left(card) < 1:
            self.problem = ("bad", say("no_copy", card=card.pretty))
        else:
            self.go(replace(self.state, layout=layout.add(card)))

    def _on_remove(self, intent: Mapping) -> None:
        self.go(replace(self.state, layout=self.state.layout.remove(Card.parse(intent.get("card")))))

    def copies_left(self, card: Card) -> int:
        """How many copies of a card the pack still holds beside the hand and the turned card."""
        pack = self.rulebook.table.pack_for(self.state.players)
        taken = self.state.layout.cards.count(card)
        turned = card == self.state.turned and self.rulebook.wilds.exposed
        return max(0, pack.copies(card) - taken - turned)

    def _on_reveal(self, intent: Mapping) -> None:
        level = int(intent.get("level", 0))
        self.reveal = max(0, min(level, REVEAL_STEPS))
        if self.reveal and self.reveal < REVEAL_STEPS and not self.is_better_known():
            self.reveal = 1  # nothing better: there are no further steps

    def is_better_known(self) -> bool:
        """Whether the best grouping does better than the one laid out."""
        result = self.result
        if isinstance(result, ValueError):
            return False
        laid, best = result.arranged, result.best
        return (best.declares, best.score) > (laid.declares, laid.score)

    def _on_take(self, _: Mapping) -> None:
        result = self.result
        if isinstance(result, ValueError):
            raise result
        groups = [group.cards for group in result.best.groups if len(group.cards) > 1]
        self.go(replace(self.state, layout=self.state.layout.arrange(groups)), same_cards=True)
        self.reveal = 0

    def _on_keep(self, _: Mapping) -> None:
        self.reveal = 0

    def _on_best_column(self, intent: Mapping) -> None:
        self.show_best_column = bool(intent.get("on"))

    def _on_pair(self, intent: Mapping) -> None:
        a, b = self.chosen_pair()
        pair = (str(intent.get("a", a)), str(intent.get("b", b)))
        for key in pair:
            self.book(key)
        self.pair = pair

    def chosen_pair(self) -> tuple[str, str]:
        """The two rulebooks whose difference is explained."""
        current = self.state.rulebook if self.state.rulebook in RULEBOOKS else next(iter(RULEBOOKS))
        if self.pair:
            return self.pair
        return current, next(key for key in RULEBOOKS if key != current)

    def _on_other(self, intent: Mapping) -> None:
        self.book(str(intent.get("key")))
        self.other = str(intent.get("key"))

    def _on_classroom(self, intent: Mapping) -> None:
        self.classroom = bool(intent.get("on"))
        self.verdict_shown = not self.classroom
        self.reveal = 0
        self.show_best_column = False

    def _on_next_step(self, _: Mapping) -> None:
        if not self.verdict_shown:
            self.verdict_shown = True
        elif self.next_level() is not None:
            self.reveal = self.next_level()

    def next_level(self) -> int | None:
        """The step of revealing that comes next, None after the last."""
        if self.reveal == 0:
            return 1
        return self.reveal + 1 if self.reveal < REVEAL_STEPS and self.is_better_known() else None

    def _on_link(self, intent: Mapping) -> None:
        is_welcome = self.text == str(Hand.parse(WELCOME.hand))
        state, notes = read_link(intent.get("search"), self._link_base(), is_welcome=is_welcome)
        if self.past and state == self.past[-1]:
            self._on_undo({})
        elif self.future and state == self.future[-1]:
            self._on_redo({})
        else:
            self.go(state)
        if intent.get("first"):
            self.past = []  # what the page would show without a link is nothing to go back to
            self._on_classroom({"on": read_view(intent.get("search"))})
        self.notes = (*notes, *self.notes)

    def _link_base(self) -> State:
        """What a link's missing parts fall back on: never a rulebook of the user's own."""
        return self.state if self.state.rulebook in RULEBOOKS else replace(self.state, rulebook="adgaming-13")

    def _on_qr(self, intent: Mapping) -> None:
        self.qr = draw_qr(str(intent.get("url", "")))

    def _on_nothing(self, _: Mapping) -> None:
        self.notes = ()

    def _on_ping(self, _: Mapping) -> None:
        pass


_INTENTS: dict[str, Callable[[Session, Mapping], None]] = {
    "move": Session._on_move,
    "ungroup": Session._on_ungroup,
    "undo": Session._on_undo,
    "redo": Session._on_redo,
    "sort": Session._on_sort,
    "set": Session._on_set,
    "text": Session._on_text,
    "preset": Session._on_preset,
    "deal": Session._on_deal,
    "deal_extra": Session._on_deal,
    "tricky": Session._on_tricky,
    "add": Session._on_add,
    "remove": Session._on_remove,
    "reveal": Session._on_reveal,
    "take": Session._on_take,
    "keep": Session._on_keep,
    "show_best_column": Session._on_best_column,
    "pair": Session._on_pair,
    "other_rulebook": Session._on_other,
    "classroom": Session._on_classroom,
    "next_step": Session._on_next_step,
    "link": Session._on_link,
    "qr": Session._on_qr,
    "dismiss": Session._on_nothing,
    "ping": Session._on_ping,
}


def _ids(intent: Mapping) -> list[int]:
    cards = intent.get("cards")
    if not isinstance(cards, list | tuple):
        raise MoveError("bad_move")
    return list(cards)


def _seed(intent: Mapping) -> int:
    seed = intent.get("seed")
    return seed if isinstance(seed, int) and not isinstance(seed, bool) else random.randrange(1, 1_000_000)
