"""What if this card were wild, or were not: the same hand judged both ways, and the change in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache

from .analysis import DEFAULT_PLAYERS, Analysis, analyse, judge_hand
from .cards import CARDS, Card, CardError, Hand
from .phrases import join_words, points_of, show_card, show_cards, with_minus
from .rules import Rulebook, RuleError
from .table import Deal


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


@dataclass(frozen=True)
class WhatIf:
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
        return self.after.best.score - self.before.best.score

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """What changes and why, the figure first."""
        return tuple(_tell(self))

    def __str__(self) -> str:
        return " ".join(self.sentences)


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
    scoring = deal.rulebook.scoring
    kept = [card for card in deal.wild if flags[card.index]]
    added = [card for card in CARDS if flags[card.index] and card not in kept and not card.is_printed_joker]
    return replace(
        deal,
        wild=(*kept, *added),
        is_wild=tuple(flags),
        points=tuple(
            scoring.loose_wild if flag else scoring.card_points(card) for card, flag in zip(CARDS, flags, strict=True)
        ),
    )


def what_if(
    hand: Hand | str | Iterable[Card],
    rulebook: Rulebook | str,
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
        raise RuleError(f"{both[0]} cannot be wild and natural at once", "bad-supposition")
    if not more and not fewer:
        raise RuleError("name at least one card in wild or natural", "bad-supposition")
    before = analyse(hand, rulebook, turned, players, options)
    deal = suppose(before.deal, frozenset(more), frozenset(fewer))
    judged = judge_hand(before.hand, deal)
    after = Supposed(**{item.name: getattr(judged, item.name) for item in fields(Analysis)}, table=deal)
    return WhatIf(before, after, more, fewer)


def _cards(cards: Iterable[Card | str], name: str) -> tuple[Card, ...]:
    """Card types, each once."""
    if isinstance(cards, str | Card) or not isinstance(cards, Iterable):
        raise CardError(f"{name} is a list of cards, not {str(cards)[:40]!r}", "bad-card")
    return tuple(dict.fromkeys(card if isinstance(card, Card) else Card.parse(card) for card in cards))


# ---- in words --------------------------------------------------------------------------------------------
def _tell(case: WhatIf) -> Iterable[str]:
    old, new = case.before.deal, case.after.deal
    supposed = [
        *([f"{_names(case.wild)} wild"] if case.wild else []),
        *([f"{_names(case.natural)} not wild"] if case.natural else []),
    ]
    lead = f"With {join_words(supposed)}"
    before, after = case.before, case.after
    yield f"{lead}: {_change(before.best, after.best)}."
    if before.best.declares != after.best.declares:
        yield "The hand can then declare." if after.best.declares else "The hand can then no longer declare."
    if before.arranged is not None and after.arranged is not None:
        yield f"As laid out: {_change(before.arranged, after.arranged)}."
    same = [card for card in (*case.wild, *case.natural) if old.is_wild[card.index] == new.is_wild[card.index]]
    for card in same:
        yield f"{show_card(card)} is {'wild anyway' if card in case.wild else 'not wild anyway'}."
    held = set(before.hand.cards)
    changed = [card for card in (*case.wild, *case.natural) if card not in same]
    absent = [card for card in changed if card not in held]
    if absent:
        yield f"The hand holds no {join_words([show_card(card) for card in absent], 'or')}."
    for card in changed:
        if card in held:
            yield from _tell_card(case, card)


def _tell_card(case: WhatIf, card: Card) -> Iterable[str]:
    """What one card does before and after."""
    at, name = card.index, show_card(card)
    became = card in case.wild
    judged = case.after if became else case.before
    stands = [
        f"{show_card(wild.stands_for)} in {show_cards(group.cards)}"
        for group in judged.best.groups
        for wild in group.wilds
        if wild.card == card
    ]
    if stands:
        yield f"At best {name} {'then stands' if became else 'stood'} for {join_words(stands)}."
    costs = case.before.deal.points[at], case.after.deal.points[at]
    if costs[0] != costs[1]:
        yield f"Left over, {name} costs {points_of(costs[1])} instead of {costs[0]}."


def _change(before: object, after: object) -> str:
    """Two figures: ``12 points instead of 31``, or that it stays."""
    if after.points is None:
        if after.score == before.score:
            return f"the score stays at {with_minus(after.score)}"
        return f"a score of {with_minus(after.score)} instead of {with_minus(before.score)}"
    if after.points == before.points:
        return f"the cost stays at {points_of(after.points)}"
    return f"{points_of(after.points)} instead of {before.points}"


def _names(cards: Sequence[Card]) -> str:
    return join_words([show_card(card) for card in cards])
