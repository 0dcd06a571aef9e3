"""How a round can end for one player: one record an ending, read by settlement, ledger, series and form alike.

A further ending is one more line of ``Ending`` and its words in the catalogue: ``ending.<code>`` is its label;
``ledger.<code>`` and ``ledger.<code>:on-score`` say what it costs where it has a price.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..game.messages import key_of, tell_later
from ..game.rules import Leaving, Rulebook


class Result(StrEnum):
    """What an ending means for its player, in one word."""

    WON = "won"
    LOST = "lost"  # the cards are counted
    LEFT = "left"  # the player pays a price, whatever the cards are
    PLAYING = "playing"  # the round ended otherwise


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What an ending costs its player, and what has to be known of them.

    Attributes:
        result: whether the player won, lost, left the round, or was still playing.
        price: the field of ``Penalties`` with the price of leaving so; empty where cards are counted.
        undrawn: the field instead if the player had not drawn a card; empty where that changes nothing.
        own: the field that goes before both where the rulebook has such a price; empty where there is none.
        next_round: whether the price goes to the winner of the next round, so that nothing is paid in this one.
        before_first_move: whether the rulebook's rule of losing before the first move holds.
        invalid: whether a hand that does declare as laid contradicts this ending.
        exchanges: whether the player gives and takes for value cards.
        earns: whether the player's own value cards earn anything.
        asks: the fields of a ``Seat`` that matter beside name and ending, as far as the rulebook has a use for them.
        ruling: a ruling that the price follows beside the rulebook's source.
    """

    result: Result
    price: str = ""
    undrawn: str = ""
    own: str = ""
    next_round: bool = False
    before_first_move: bool = False
    invalid: bool = False
    exchanges: bool = True
    earns: bool = True
    asks: tuple[str, ...] = ()
    ruling: str = ""


_HAND = ("cards", "value", "laid")
_LOST = (*_HAND, "seen", "dublees")


class Ending(StrEnum):
    """How a round ended for one player; ``terms`` says what that means."""

    terms: Terms

    def __new__(cls, code: str, terms: Terms) -> Ending:
        """An ending by its code and terms."""
        ending = str.__new__(cls, code)
        ending._value_ = code
        ending.terms = terms
        return ending

    DECLARED = "declared", Terms(result=Result.WON, asks=(*_HAND, "declared_on", "objective"))
    LAST_LEFT = "last-left", Terms(result=Result.WON, asks=_HAND)
    LOST = "lost", Terms(result=Result.LOST, asks=_LOST)
    LOST_BEFORE_FIRST_MOVE = (
        "lost-before-first-move",
        Terms(result=Result.LOST, before_first_move=True, asks=_LOST),
    )
    FIRST_DROP = "first-drop", Terms(result=Result.LEFT, price="first_drop", exchanges=False)
    MIDDLE_DROP = "middle-drop", Terms(result=Result.LEFT, price="middle_drop", exchanges=False)
    THREE_MISSES = "three-misses", Terms(result=Result.LEFT, price="three_misses", exchanges=False)
    LEFT_TABLE = (
        "left-table",
        Terms(
            result=Result.LEFT,
            price="middle_drop",
            undrawn="first_drop",
            own="left_table",
            exchanges=False,
            asks=("cards", "drew"),
            ruling="R40",
        ),
    )
    WRONG_DECLARATION = (
        "wrong-declaration",
        Terms(result=Result.LEFT, price="wrong_declaration", invalid=True, asks=_HAND),
    )
    FOUL = "foul", Terms(result=Result.LEFT, price="foul", next_round=True, earns=False)
    PLAYING = "playing", Terms(result=Result.PLAYING, asks=_HAND)

    @property
    def label(self) -> str:
        """Its name for people."""
        return str(tell_later(key_of("ending.", self.value)))


WINNING = tuple(ending for ending in Ending if ending.terms.result is Result.WON)
LOSING = tuple(ending for ending in Ending if ending.terms.result is Result.LOST)
OUT = tuple(ending for ending in Ending if ending.terms.result is Result.LEFT)
DROPPED = tuple(ending for ending in OUT if not ending.terms.exchanges)


def price_field(ending: Ending, book: Rulebook, drew: bool) -> str:
    """The field of ``Penalties`` with the price of an ending, empty where it has none."""
    terms = ending.terms
    if terms.own and getattr(book.penalties, terms.own) is not None:
        return terms.own
    return terms.price if drew or not terms.undrawn else terms.undrawn


def price_of(ending: Ending, book: Rulebook, drew: bool = True) -> int | Leaving | None:
    """What an ending costs in its own round by the rulebook's price, None if it has no price."""
    field = price_field(ending, book, drew)
    price: int | Leaving | None = getattr(book.penalties, field) if field else None
    return 0 if price is not None and ending.terms.next_round else price


def counts_cards(ending: Ending, book: Rulebook) -> bool:
    """Whether the cards decide what a player pays who ended so: of a loser, and of who pays the whole hand."""
    return ending in LOSING or isinstance(price_of(ending, book), Leaving)


def may_be_last(book: Rulebook) -> bool:
    """Whether one player can be the last one left, since all others can leave the round."""
    leaving = [ending for ending in OUT if not ending.terms.next_round]
    return book.penalties.last_player_wins and any(price_of(ending, book) is not None for ending in leaving)
