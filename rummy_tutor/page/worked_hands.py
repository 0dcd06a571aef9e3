"""Worked hands to open at a click, the sources' own examples and a few larger ones; and the hand of a first visit."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ..game.cards import Card, Hand
from ..game.messages import key_of
from ..game.rules import Rulebook
from ..game.table import set_table
from ..tutor.puzzles.greedy import group_greedily, plant_hand
from ..wording.speech import tell
from .state import Layout, State


@dataclass(frozen=True, kw_only=True)
class Worked:
    """A worked hand or a worked round, told in the catalogue.

    Attributes:
        key: short name, as a browser sends it.
    """

    key: str

    @property
    def label(self) -> str:
        """What the list calls it."""
        return self._tell("")

    @property
    def story(self) -> str:
        """What it shows, without giving an answer away."""
        return self._tell("story")

    @property
    def source(self) -> str:
        """Where it is taken from."""
        return self._tell("source")

    def _tell(self, variant: str) -> str:
        """A form of its sentence."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Preset(Worked):
    """A hand with the table it belongs to.

    Attributes:
        hand: the cards as laid out there.
        rulebook: key of the rulebook it is judged by.
        turned: the turned card as text, None if not known.
        players: how many play.
        also: keys of other rulebooks in which it shows the same.
    """

    hand: str
    rulebook: str = "adgaming-13"
    turned: str | None = None
    players: int = 6
    also: tuple[str, ...] = ()

    def _tell(self, variant: str) -> str:
        return tell(key_of("page.hand_", self.key, variant))

    def lies_in(self, layout: Layout) -> bool:
        """Whether the cards of a table lie in the groups of this hand; always so if it has none."""
        groups = [sorted(group) for group in Hand.parse(self.hand).groups or ()]
        laid = [sorted(layout.cards[card] for card in group) for group in layout.groups]
        return not groups or sorted(groups) == sorted(laid)

    def state(self) -> State:
        """The hand as laid out, on its own table."""
        turned = Card.parse(self.turned) if self.turned else None
        layout = Layout.of_hand(Hand.parse(self.hand))
        return State(layout=layout, rulebook=self.rulebook, turned=turned, players=self.players)


PRESETS: dict[str, Preset] = {
    preset.key: preset
    for preset in (
        Preset(
            key="x4",
            hand="KH KS KD | 6H 7H PJ | 9S TS JS PJ | 5S 5H 5D",
            also=("gorummy-13",),
        ),
        Preset(
            key="x2",
            hand="2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS",
            turned="QD",
        ),
        Preset(
            key="player-2",
            hand="4S 4H 4C | 4D 5D QD | 3S 7S 8S | QD KD | TC 9C",
            turned="QD",
        ),
        Preset(
            key="x3",
            hand="3H 4H 5H | 5C 6C 7C QD | 8D 5C | 2D 2C 2H | KS",
            turned="QD",
        ),
        Preset(
            key="player-4",
            hand="AH 4H 5H | 5C 6C TC JD | 8D 5C | 2D 2C QH | KS",
            turned="QD",
        ),
        Preset(
            key="player-5",
            hand="4S 4H 4C | 4D 5D QD | AS 7S 8S | QD KD | JC 9C",
            turned="QD",
        ),
        Preset(
            key="player-6",
            hand="2H 3H 4H | 5C 6C 7C QD | 5D 5C 5H | 2D 2C 2H",
            turned="QD",
        ),
        Preset(
            key="wrong-1",
            hand="TS TH TD TC | 5S 5H 5D | 6S 6H 6C | 9H 9D PJ",
        ),
        Preset(
            key="x6",
            hand="QH QS QD | 6H 7H 8H 9H | 5S 5H 5D | TS TH TD",
        ),
        Preset(
            key="set-of-five",
            hand="2H 3H 4H 5H | 5C 6C 7C 8C | 5D 5C PJ QH QS",
            turned="QD",
        ),
        Preset(
            key="octro",
            hand="8H 9H TH | JS QS KS PJ | 4C 4D 4H | 7D 7S 7C",
            rulebook="octro-13",
            turned="2D",
            players=2,
        ),
        Preset(
            key="pure-21",
            hand="4H 5H 6H | 9C TC JC | 6S 6D 6C | 7S 7D 7C | 8S 8D 8C | QH QS QD | 2H | 3D | 5S",
            rulebook="rummy-21",
            turned="9H",
            players=4,
            also=("paplu-21", "marriage-21"),
        ),
        Preset(
            key="marriage",
            hand="7D 8D 9D | 8D 9D PJ | 2S 3S 4S 5S | KH KC KS | 5C 5C | JH JH | AS 6H 3C TS",
            rulebook="rummy-21",
            turned="8D",
            players=4,
        ),
        Preset(
            key="dublees",
            hand="2C 2C | 4H 4H | 7S 7S | TD TD | QC QC | KH KH | 5D 6D 7D | 9C 9C | AH 3S PJ JD",
            rulebook="paplu-21",
            turned="6S",
            players=4,
        ),
        Preset(
            key="pure-27",
            hand="4H 5H 6H | 9C TC JC | 6S 6D 6C | 7S 7D 7C | 8S 8D 8C | QH QS QD | KH KS KC | 3D 3D 3D | 2H | AS | 5S",
            rulebook="paplu-27",
            turned="9H",
            players=4,
        ),
        Preset(
            key="twenty-seven",
            hand="AS 8S 8S 8S 9S JS QS KS AH 8H 8H JH QH AD 8D 9D JD QD AC 6C 7C 8C 9C TC JC JC KC",
            rulebook="paplu-27",
            turned="9C",
            players=4,
        ),
    )
}

WELCOME = PRESETS["x4"]
_WELCOMES = (WELCOME, PRESETS["pure-21"], PRESETS["pure-27"])  # one for each number of cards that our games deal


@lru_cache(maxsize=64)
def welcome_to(book: Rulebook) -> State:
    """The table that a visit opens with which names a game and no hand: as many cards as it deals, all in its pack.

    Each can be grouped better than it lies. Where no worked hand fits, one is made in which melds share cards.
    """
    for preset in _WELCOMES:
        state = preset.state()
        players = book.table.nearest(state.players)
        pack, held = book.table.pack_for(players), state.layout.held
        if len(state.layout.cards) == book.deal and all(pack.copies(card) >= n for card, n in held.items()):
            turned = state.turned if book.wilds.exposed else None
            return replace(state, rulebook=book.key, turned=turned, players=players)
    players = book.table.nearest()
    cards, turned = plant_hand(book, players, random.Random("welcome"))
    layout = Layout.of_hand(Hand(cards)).arrange(group_greedily(cards, set_table(book, turned, players)))
    return State(layout=layout, rulebook=book.key, turned=turned, players=players)


def is_welcome(state: State, book: Rulebook) -> bool:
    """Whether the hand that a visit opens with lies there untouched."""
    welcome = welcome_to(book)
    return (state.layout, state.turned, state.seen, state.open) == (welcome.layout, welcome.turned, (), None)


def fit_welcome(before: State, after: State, old: Rulebook, new: Rulebook) -> State:
    """A table after its game was chosen: with the welcome hand of that game, if the one of the game before lies there.

    Args:
        before: the table as it was.
        after: the same with what was chosen.
        old: its rulebook before.
        new: its rulebook now.
    """
    welcome = welcome_to(new)
    is_other = (after.layout, after.turned) != (before.layout, before.turned)
    is_same = (before.layout, before.turned) == (welcome.layout, welcome.turned)
    if is_other or is_same or not is_welcome(before, old):
        return after
    return replace(after, layout=welcome.layout, turned=welcome.turned)


def _signature(cards: Sequence[Card], turned: Card | None, rulebook: str) -> tuple:
    return tuple(sorted(cards)), turned, rulebook


_KNOWN = {
    _signature(Hand.parse(preset.hand).cards, Card.parse(preset.turned) if preset.turned else None, key): preset
    for preset in PRESETS.values()
    for key in (preset.rulebook, *preset.also)
}


def find_preset(state: State) -> Preset | None:
    """The worked hand on the table, however its cards are grouped; None if it is none of them."""
    return _KNOWN.get(_signature(state.layout.cards, state.turned, state.rulebook))
