"""Groups near another one: with one card changed, or of other cards around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ....game.cards import CARDS, Card
from ....game.table import Deal
from ...lessons import BY_KEY
from ...tasks import Task
from ..parts import name_card


class Changed(NamedTuple):
    """A group that differs from another in one card.

    Attributes:
        cards: the group.
        how: ``other``, ``fewer`` or ``more``.
        new: the card that came in; None for none.
        old: the card that went; None for none.
    """

    cards: tuple[Card, ...]
    how: str
    new: Card | None
    old: Card | None

    @property
    def values(self) -> dict[str, object]:
        """The cards as sentences have them."""
        return {role: name_card(card) for role, card in (("new", self.new), ("old", self.old)) if card is not None}


def list_changed(task: Task, group: tuple[Card, ...], *, wild: bool = False, near: bool = False) -> Iterator[Changed]:
    """The groups that differ in one card, or in one card more or less, and how.

    Args:
        task: the task.
        group: the group.
        wild: whether wild cards come in.
        near: whether the last card is changed first, and for the nearest other of its suit: almost any spoils a meld.
    """
    deal = task.deal
    others = [card for card in CARDS if deal.pack.copies(card) and (wild or not deal.is_wild[card.index])]
    for at, old in sorted(enumerate(group), reverse=near):
        if near:
            others = [card for card in others if card not in group]
            others.sort(key=lambda card: (card.index // 13 != old.index // 13, abs(card.index - old.index)))
        for card in others:
            yield Changed((*group[:at], card, *group[at + 1 :]), "other", card, old)
    for at, old in enumerate(group):
        yield Changed(group[:at] + group[at + 1 :], "fewer", None, old)
    for card in others:
        yield Changed((*group, card), "more", card, None)


def make_near(group: tuple[Card, ...], deal: Deal) -> Iterator[tuple[Card, ...]]:
    """Groups of two or three cards around each card of another group: in order, of one rank, and of equal cards."""
    wild = [card for card in deal.wild if deal.pack.copies(card)]
    for card in [card for card in group if not card.is_printed_joker]:
        suit, rank = divmod(card.index, 13)
        for first in range(max(0, rank - 2), min(rank, 10) + 1):
            low, middle, high = (CARDS[13 * suit + first + step] for step in range(3))
            yield low, middle, high
            yield from ((low, joker, high) for joker in wild)
        others = [CARDS[13 * other + rank] for other in range(4) if other != suit]
        yield card, others[0], others[1]
        yield card, card, card
        yield card, card
    yield from ((card, card, card) for card in wild[:1])


def is_far(changed: Changed, task: Task) -> tuple[bool, bool]:
    """Whether a change brings an ace in before a lesson has told where it stands; whether it brings another rank in."""
    new, old = changed.new, changed.old
    if new is None or new.is_printed_joker:
        return False, True
    return is_early_ace((new,), task), old is None or old.is_printed_joker or old.index % 13 != new.index % 13


def is_early_ace(cards: Sequence[Card], task: Task) -> bool:
    """Whether there is an ace among cards of a lesson that comes before the one that tells where it stands."""
    return BY_KEY[task.lesson].simple and any(card.index % 13 == 0 for card in cards)
