"""What if this card were wild, or were not: the same hand judged both ways."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from ..game.cards import CARDS, Card, CardError, Hand
from ..game.display import Result
from ..game.messages import find_surface, quote
from ..game.rules import RuleError, refuse
from ..game.table import Deal, price_cards
from ..rulebooks.find import Given
from .analysis import DEFAULT_PLAYERS, Analysis, analyse, frame_figures, judge_hand, write_table

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, repr=False)
class Supposed(Analysis):
    """A verdict at a table where other cards are wild than the turned card says.

    Attributes:
        table: the rulebook at that table.
    """

    table: Deal | None = None

    @property
    def deal(self) -> Deal:
        """The rulebook at this table, with the wild cards supposed."""
        assert self.table is not None, "made by what_if only"
        return self.table


@dataclass(frozen=True, repr=False)
class WhatIf(Result):
    """One hand judged twice.

    Attributes:
        before: the verdict as the rules have it.
        after: the verdict with the wild cards supposed.
        wild: the cards supposed to be wild.
        natural: the cards supposed not to be.
    """

    before: Analysis
    after: Analysis
    wild: tuple[Card, ...]
    natural: tuple[Card, ...]

    @property
    def gain(self) -> int:
        """Points the supposition is worth at best; negative if it costs some."""
        return self.after.solved.score - self.before.solved.score

    @property
    def sentences(self) -> tuple[str, ...]:
        """What changes and why, the figure first."""
        return find_surface("what-if")(self)

    def to_dict(self) -> dict[str, object]:
        """What was supposed, and both answers, as plain JSON values."""
        return {
            "wild": list(map(str, self.wild)),
            "natural": list(map(str, self.natural)),
            "gain": self.gain,
            "before": self.before.to_dict(),
            "after": self.after.to_dict(),
        }

    def to_frame(self) -> pandas.DataFrame:
        """A table with two rows, ``before`` and ``after``; see ``Comparison.to_frame``."""
        return frame_figures([self.before.list_figures(), self.after.list_figures()], ["before", "after"])

    def __str__(self) -> str:
        return " ".join(self.sentences)

    def __repr__(self) -> str:
        before = self.before
        parts = [repr(str(before.hand)), write_table(before.rulebook, before.turned, before.players)]
        for name, cards in (("wild", self.wild), ("natural", self.natural)):
            parts += [f"{name}={[*map(str, cards)]!r}"] if cards else []
        return f"what_if({', '.join(parts)})"


@lru_cache(maxsize=256)
def suppose(deal: Deal, wild: frozenset[Card], natural: frozenset[Card]) -> Deal:
    """A table at which some cards more are wild and some fewer; the same suppositions are the same object.

    Args:
        deal: the table as the rules have it.
        wild: cards to be wild, besides those that are.
        natural: cards not to be wild.
    """
    flags = [(flag or card in wild) and card not in natural for card, flag in zip(CARDS, deal.is_wild, strict=True)]
    if tuple(flags) == deal.is_wild:
        return deal
    kept = [card for card in deal.wild if flags[card.index]]
    added = [card for card in CARDS if flags[card.index] and card not in kept and not card.is_printed_joker]
    return replace(
        deal,
        wild=(*kept, *added),
        is_wild=tuple(flags),
        points=price_cards(deal.rulebook.scoring, flags),
    )


def what_if(
    hand: Hand | str | Iterable[Card],
    rulebook: Given,
    turned: Card | str | None = None,
    players: int = DEFAULT_PLAYERS,
    options: Sequence[str] = (),
    wild: Iterable[Card | str] = (),
    natural: Iterable[Card | str] = (),
) -> WhatIf:
    """Judge a hand as it is, and as if some cards were wild or were not.

    Value cards and the pack stay as the turned card has them: only what may stand for another card changes, and
    what it costs if it is left over.

    Args:
        hand: 1 to 28 cards, laid out in groups or not.
        rulebook: a key such as ``"rummy-21"``, or a rulebook of your own.
        turned: the card turned up, ``"PJ"`` or None.
        players: how many play.
        options: house options of the rulebook.
        wild: cards to be wild besides those that are.
        natural: cards not to be wild, also ``"PJ"``.

    Raises:
        CardError: a card or the hand cannot be read.
        RuleError: as for ``analyse``, or a card is to be wild and not wild at once, or none is named.

    Example:
        >>> found = what_if("2H 3H 4H 5C 6C 7S 8D 8S 5C 2D 2C KS QS", "adgaming-13", turned="KD", wild=["7S"])
        >>> found.sentences[0]
        'With 7♠ wild: 19 points instead of 38.'
    """
    more, fewer = _cards(wild, "wild"), _cards(natural, "natural")
    both = [card for card in more if card in fewer]
    if both:
        raise RuleError("bad-supposition:both", card=str(both[0]))
    refuse("bad-supposition:none", not more and not fewer)
    before = analyse(hand, rulebook, turned, players, options)
    deal = suppose(before.deal, frozenset(more), frozenset(fewer))
    judged = judge_hand(before.hand, deal)
    after = Supposed(**{item.name: getattr(judged, item.name) for item in fields(Analysis)}, table=deal)
    return WhatIf(before, after, more, fewer)


def _cards(cards: Iterable[Card | str], name: str) -> tuple[Card, ...]:
    """Card types, each once."""
    if isinstance(cards, str | Card) or not isinstance(cards, Iterable):
        raise CardError("bad-card:no-list", name=name, found=quote(cards))
    return tuple(dict.fromkeys(card if isinstance(card, Card) else Card.parse(card) for card in cards))
