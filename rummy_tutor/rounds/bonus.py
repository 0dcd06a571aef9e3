"""What the value cards of a seat earn from each opponent, checked against what is possible at its table."""

from __future__ import annotations

from collections import Counter

from ..game.cards import Card
from ..game.rules import RuleError
from ..game.table import Deal
from ..referee.value_cards import (
    BonusItem,
    limit_bonus,
    list_bonus,
    list_laid_bonus,
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
        if most is not None and seat.bonus > most:
            raise RuleError("stated-over-cap", n=seat.bonus, most=most).within(seat.name)
        return seat.bonus, ()
    tunnelas = list_tunnelas(Counter(seat.value_cards), deal) if book.bonus.hand_tunnelas else ()
    others = seat.laid_tunnelas or any(card not in tunnelas for card in seat.value_cards)
    if others and book.wilds.indicator(deal.turned) is None:
        raise RuleError("no-turned").within(seat.name)
    held = _find_held(seat, deal)
    _check_laid(seat, deal)
    items = list_bonus(held, deal) + list_laid_bonus(seat.laid_tunnelas, deal)
    return sum_bonus(items), items


def refuse_bonus(seat: Seat, deal: Deal, strict: bool) -> None:
    """Refuse value cards and tunnelas laid before play that this game does not know, or that are told twice.

    With ``strict`` the pack counts: value cards beside a laid tunnela of the same card are the ones told twice.

    Raises:
        RuleError: what was told of them cannot be.
    """
    bonus, game = deal.rulebook.bonus, deal.rulebook.key
    if bonus is None and (seat.bonus is not None or seat.value_cards):
        raise RuleError("no-bonus", game=game).within(seat.name)
    if seat.laid_tunnelas and (bonus is None or bonus.laid_tunnelas is None):
        raise RuleError("no-bonus:laid", game=game).within(seat.name)
    if seat.hand is not None and seat.value_cards:
        raise RuleError("two-figures:value-cards").within(seat.name)
    if seat.bonus is not None and seat.known_cards:
        raise RuleError("two-figures:bonus").within(seat.name)
    copies = Counter((*seat.value_cards, *(card for card in seat.laid_tunnelas for _ in range(3))))
    twice = [card for card in seat.laid_tunnelas if card in seat.value_cards and copies[card] > deal.pack.copies(card)]
    if twice and strict:
        raise RuleError("two-figures:laid", card=twice[0]).within(seat.name)


def _find_held(seat: Seat, deal: Deal) -> tuple[Card, ...]:
    """The cards that may earn as value cards: those held, without tunnelas laid before play."""
    bonus = deal.rulebook.bonus
    if seat.hand is None:
        known = list_value_cards(deal)
        if bonus is not None and bonus.hand_tunnelas:  # three alike earn too
            known |= set(list_tunnelas(Counter(seat.value_cards), deal))
        for card in seat.value_cards:
            if card not in known:
                raise RuleError("no-value-card", card=card).within(seat.name)
        return tuple(seat.value_cards)
    left = Counter(seat.hand.cards)
    for laid, times in Counter(seat.laid_tunnelas).items():
        if left[laid] < 3 * times:
            raise RuleError("no-tunnela", card=laid).within(seat.name)
        left[laid] -= 3 * times
    return tuple(left.elements())


def _check_laid(seat: Seat, deal: Deal) -> None:
    """Refuse more tunnelas laid before play than a hand can hold."""
    if not seat.laid_tunnelas:
        return
    book = deal.rulebook
    laid = len(seat.laid_tunnelas)
    if 3 * laid > book.deal:
        values = {"game": book.key, "n": laid, "cards": 3 * laid, "deal": book.deal}
        raise RuleError("too-many-tunnelas", **values).within(seat.name)
