"""What the value cards of a seat earn from each opponent, part by part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ._seats import Seat
from .analysis import count_bonus
from .cards import Card
from .phrases import show_card
from .rules import RuleError, neighbour
from .table import Deal


@dataclass(frozen=True)
class BonusItem:
    """Part of what each opponent owes for cards held: what, how often, and for how many points."""

    name: str
    count: int
    points: int


def judge_bonus(seat: Seat, deal: Deal) -> tuple[int | None, tuple[BonusItem, ...]]:
    """What each opponent owes a seat for value cards, None where there are none, and what that is made of.

    Raises:
        RuleError: what was told of value cards is impossible at this table.
    """
    book = deal.rulebook
    if book.bonus is None:
        if seat.bonus is not None or seat.value_cards or seat.laid_tunnelas:
            raise RuleError(f"{seat.name}: {book.key} has no value cards", "no-bonus")
        return None, ()
    if seat.hand is not None and seat.value_cards:
        raise RuleError(f"{seat.name}: a hand or its value cards, not both", "two-figures")
    if seat.bonus is not None:
        if seat.known_cards:
            raise RuleError(f"{seat.name}: a bonus or the cards that earn it, not both", "two-figures")
        _check_bonus(seat, deal)
        return seat.bonus, ()
    indicator = book.wilds.indicator(deal.turned)
    if (seat.value_cards or seat.laid_tunnelas) and indicator is None:
        raise RuleError(f"{seat.name}: value cards are unknown without the turned card", "no-turned")
    items = list_bonus(_held(seat, deal), deal) + _list_laid(seat, deal)
    return sum(item.points for item in items), items


def _check_bonus(seat: Seat, deal: Deal) -> None:
    """Refuse a stated bonus beyond all the value cards of the pack."""
    bonus = deal.rulebook.bonus
    if bonus.laid_tunnelas is not None:
        return  # tunnelas of any cards may have been laid before play
    decks = deal.pack.decks
    most = max(bonus.marriage, default=0) + sum(max(kind.points) for kind in bonus.cards)
    indicator = deal.rulebook.wilds.indicator(deal.turned)
    if indicator is not None:
        pack = Counter({neighbour(indicator, kind.offset): decks for kind in bonus.cards})
        pack[deal.turned] -= 1
        most = count_bonus(pack.elements(), deal)
    if seat.bonus > most:
        raise RuleError(f"{seat.name}: a bonus of {seat.bonus}: all value cards earn {most}", "stated-over-cap")


def _held(seat: Seat, deal: Deal) -> tuple[Card, ...]:
    """The cards that may earn as value cards: those held, without tunnelas laid before play."""
    indicator = deal.rulebook.wilds.indicator(deal.turned)
    if seat.hand is None:
        known = {neighbour(indicator, kind.offset) for kind in deal.rulebook.bonus.cards} if indicator else set()
        for card in seat.value_cards:
            if card not in known:
                raise RuleError(f"{seat.name}: {show_card(card)} is no value card at this table", "no-value-card")
        return seat.value_cards
    left = Counter(seat.hand.cards)
    for card, times in Counter(seat.laid_tunnelas).items():
        if left[card] < 3 * times:
            raise RuleError(f"{seat.name}: no tunnela of {show_card(card)} in the hand", "no-tunnela")
        left[card] -= 3 * times
    return tuple(left.elements())


def list_bonus(cards: Iterable[Card], deal: Deal) -> tuple[BonusItem, ...]:
    """What value cards earn from each opponent, part by part: each card once, the best way."""
    bonus, indicator = deal.rulebook.bonus, deal.rulebook.wilds.indicator(deal.turned)
    if bonus is None or indicator is None:
        return ()
    held = Counter(cards)
    counts = Counter({kind.offset: held[neighbour(indicator, kind.offset)] for kind in bonus.cards})
    most = min(counts[0], counts[1], counts[-1], len(bonus.marriage))
    choices = []
    for pairs in range(most, -1, -1):
        items = [BonusItem("marriage", pairs, bonus.marriage[pairs - 1])] if pairs else []
        for kind in bonus.cards:
            number = counts[kind.offset] - (pairs if abs(kind.offset) <= 1 else 0)
            if number > 0:
                items.append(BonusItem(kind.name, number, kind.points[min(number, len(kind.points)) - 1]))
        choices.append(tuple(items))
    return max(choices, key=lambda items: sum(item.points for item in items))


def _list_laid(seat: Seat, deal: Deal) -> tuple[BonusItem, ...]:
    """What tunnelas laid before play earn from each opponent."""
    if not seat.laid_tunnelas:
        return ()
    prices = deal.rulebook.bonus.laid_tunnelas
    if prices is None:
        raise RuleError(f"{seat.name}: {deal.rulebook.key} pays nothing for tunnelas laid before play", "no-bonus")
    held = 3 * len(seat.laid_tunnelas)
    if held > deal.rulebook.deal:
        told = (
            f"{len(seat.laid_tunnelas)} tunnelas are {held} cards, and {deal.rulebook.key} deals {deal.rulebook.deal}"
        )
        raise RuleError(f"{seat.name}: {told}", "too-many-tunnelas")
    indicator = deal.rulebook.wilds.indicator(deal.turned)
    names = (
        "tunnela laid before play",
        "tunnela of jokers laid before play",
        "tunnela beside the turned card laid before play",
    )
    sorts = Counter(
        2 if card in (neighbour(indicator, 1), neighbour(indicator, -1)) else int(deal.is_wild[card.index])
        for card in seat.laid_tunnelas
    )
    return tuple(BonusItem(names[sort], times, times * prices[sort]) for sort, times in sorted(sorts.items()))
