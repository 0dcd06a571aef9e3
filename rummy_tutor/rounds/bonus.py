"""What the value cards of a seat earn from each opponent, checked against what is possible at its table."""

from __future__ import annotations

from collections import Counter

from ..game.cards import Card
from ..game.rules import refuse
from ..game.table import Deal
from ..referee.value_cards import (
    BonusItem,
    limit_bonus,
    list_bonus,
    list_tunnelas,
    list_value_cards,
    sum_bonus,
)
from .seats import Seat


def judge_bonus(seat: Seat, deal: Deal) -> tuple[int | None, tuple[BonusItem, ...]]:
    """What each opponent owes a seat for value cards, None where there are none, and what that is made of.

    Raises:
        RuleError: what was told of value cards is impossible at this table.
    """
    book = deal.rulebook
    if book.bonus is None:
        return None, ()
    if seat.bonus is not None:
        most = limit_bonus(deal)
        refuse("stated-over-cap", most is not None and seat.bonus > most, seat.name, n=seat.bonus, most=most)
        return seat.bonus, ()
    tunnelas = list_tunnelas(Counter(seat.value_cards), deal) if book.bonus.hand_tunnelas else ()
    others = seat.laid_tunnelas or any(card not in tunnelas for card in seat.value_cards)
    refuse("no-turned", others and book.wilds.indicator(deal.turned) is None, seat.name)
    held = _find_held(seat, deal)
    laid = len(seat.laid_tunnelas)
    values = {"game": book.key, "n": laid, "cards": 3 * laid, "deal": book.deal}
    refuse("too-many-tunnelas", 3 * laid > book.deal, seat.name, **values)
    items = list_bonus(held, deal, seat.laid_tunnelas)
    return sum_bonus(items), items


def refuse_bonus(seat: Seat, deal: Deal, strict: bool) -> None:
    """Refuse value cards and tunnelas laid before play that this game does not know, or that are told twice.

    With ``strict`` the pack counts: value cards beside a laid tunnela of the same card are the ones told twice.

    Raises:
        RuleError: what was told of them cannot be.
    """
    bonus, game = deal.rulebook.bonus, deal.rulebook.key
    laid = seat.laid_tunnelas
    refuse("no-bonus", bonus is None and (seat.bonus is not None or seat.value_cards), seat.name, game=game)
    refuse("no-bonus:laid", laid and (bonus is None or bonus.laid_tunnelas is None), seat.name, game=game)
    refuse("two-figures:value-cards", seat.hand is not None and seat.value_cards, seat.name)
    refuse("two-figures:bonus", seat.bonus is not None and seat.known_cards, seat.name)
    copies = Counter((*seat.value_cards, *(card for card in laid for _ in range(3))))
    for card in laid if strict else ():
        twice = card in seat.value_cards and copies[card] > deal.pack.copies(card)
        refuse("two-figures:laid", twice, seat.name, card=card)


def _find_held(seat: Seat, deal: Deal) -> tuple[Card, ...]:
    """The cards that may earn as value cards: those held, without tunnelas laid before play."""
    bonus = deal.rulebook.bonus
    if seat.hand is None:
        known = list_value_cards(deal)
        if bonus is not None and bonus.hand_tunnelas:  # three alike earn too
            known |= set(list_tunnelas(Counter(seat.value_cards), deal))
        for card in seat.value_cards:
            refuse("no-value-card", card not in known, seat.name, card=card)
        return tuple(seat.value_cards)
    left = Counter(seat.hand.cards)
    for laid, times in Counter(seat.laid_tunnelas).items():
        refuse("no-tunnela", left[laid] < 3 * times, seat.name, card=laid)
        left[laid] -= 3 * times
    return tuple(left.elements())
