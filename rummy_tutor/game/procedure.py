"""How a game is played, beside how its cards are judged: seats, the deal, the parts of a turn, the end."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .checks import Checked


class Starts(StrEnum):
    """Who has the first turn."""

    UNSTATED = "unstated"
    TOSS = "toss"
    LEFT_OF_DEALER = "left-of-dealer"
    RIGHT_OF_DEALER = "right-of-dealer"


class Direction(StrEnum):
    """Which way deal and turn go."""

    UNSTATED = "unstated"
    CLOCKWISE = "clockwise"
    COUNTER_CLOCKWISE = "counter-clockwise"


class Seating(StrEnum):
    """How seats and the first dealer are found."""

    UNSTATED = "unstated"
    HIGH_CARDS_CHOOSE = "high-cards-choose"  # the highest card drawn chooses first, who sits left of it deals
    HIGH_CARD_DEALS = "high-card-deals"


class Cut(StrEnum):
    """Who cuts the pack, as seen from the dealer."""

    UNSTATED = "unstated"
    LEFT = "left"
    RIGHT = "right"


class WildFrom(StrEnum):
    """Where the card comes from that names the wild cards."""

    UNSTATED = "unstated"
    CHOSEN_AT_RANDOM = "chosen-at-random"
    STOCK = "stock"  # the stock's top card, laid under it
    FIRST_PLAYER = "first-player"  # drawn from the stock by who sits left of the dealer
    CUT = "cut"  # from where the stock was cut, looked at once no redeal is due
    FIRST_TO_SEE = "first-to-see"  # drawn unseen from the middle of the stock by the first who shows melds


class Dropping(StrEnum):
    """When a player may leave a round."""

    UNSTATED = "unstated"
    BEFORE_DRAWING = "before-drawing"
    ANY_TIME = "any-time"


class Laying(StrEnum):
    """When melds are laid on the table."""

    AT_THE_END = "at-the-end"
    TO_SEE = "to-see"
    IN_TURN = "in-turn"


class Finish(StrEnum):
    """How a player declares."""

    UNSTATED = "unstated"
    FINISH_SLOT = "finish-slot"  # a last card is laid on a place of its own
    AFTER_THROWING = "after-throwing"
    OUT_OF_CARDS = "out-of-cards"  # all but the last card melded, and that one thrown
    AFTER_DRAWING = "after-drawing"  # what is left over is thrown all at once


class Checking(StrEnum):
    """Who checks a declaration."""

    UNSTATED = "unstated"
    PLAYERS = "players"
    REFEREE = "referee"


UNSTATED = "unstated"  # the value of each part that a source says nothing of
# how a part goes then, by ruling R66
USUAL = {
    "starts": Starts.TOSS,
    "dropping": Dropping.ANY_TIME,
    "finish": Finish.FINISH_SLOT,
    "checking": Checking.PLAYERS,
}


@dataclass(frozen=True, kw_only=True)
class Procedure(Checked):
    """How a game is played; nothing of it changes what cards are worth.

    Attributes:
        seating: how seats and the first dealer are found.
        cut: who cuts the pack.
        starts: who has the first turn.
        direction: which way deal and turn go.
        dealer_moves: which way the deal passes on after a round.
        wild_from: where the card comes from that names the wild cards.
        open_first: whether the dealer turns a card up to begin the discards.
        dropping: when a player may leave a round.
        tunnelas_first: whether tunnelas may be laid down before play.
        laying: when melds are laid on the table.
        lay_off: whether players may add to their own melds on the table and rearrange them.
        finish: how a player declares.
        checking: who checks the declaration.
        play_on: whether the others play on after a wrong declaration.
        stake: whether a stake is laid on the table before the game.
    """

    seating: Seating = Seating.UNSTATED
    cut: Cut = Cut.UNSTATED
    starts: Starts = Starts.UNSTATED
    direction: Direction = Direction.UNSTATED
    dealer_moves: Direction = Direction.UNSTATED
    wild_from: WildFrom = WildFrom.UNSTATED
    open_first: bool = True
    dropping: Dropping = Dropping.UNSTATED
    tunnelas_first: bool = False
    laying: Laying = Laying.AT_THE_END
    lay_off: bool = False
    finish: Finish = Finish.UNSTATED
    checking: Checking = Checking.UNSTATED
    play_on: bool = True
    stake: bool = False
