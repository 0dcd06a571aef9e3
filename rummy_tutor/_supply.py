"""What can still be had: the pack less the cards held, turned up and known to be out of play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from .cards import CARDS, Card
from .rules import RuleError
from .table import Deal

_NAMED = 3  # surplus cards named in an error; the others are counted


def count_stock(held: Counter[int], deal: Deal, seen: Iterable[Card] = ()) -> list[int]:
    """Copies that can still be had, by card index; none of a card known of more often than the pack holds it.

    Args:
        held: copies held by card index.
        deal: the rulebook at its table.
        seen: further cards out of play.
    """
    pack = deal.pack
    stock = [pack.decks] * 52 + [pack.printed_jokers]
    for index, count in held.items():
        stock[index] -= count
    if deal.turned is not None and deal.rulebook.wilds.exposed:
        stock[deal.turned.index] -= 1
    for card in seen:
        stock[card.index] -= 1
    return [max(0, count) for count in stock]


def check_supply(cards: Sequence[Card], deal: Deal, seen: Sequence[Card], open_card: Card | None = None) -> None:
    """Refuse cards out of play that the pack cannot hold beside the hand.

    A hand that the pack cannot have dealt is let be: that is said of the hand itself.

    Args:
        cards: the hand.
        deal: the rulebook at its table.
        seen: cards known to be out of play.
        open_card: the discard that may be taken, if any.

    Raises:
        RuleError: of some card there are more than the pack holds; ``bad-open`` if the open card alone is too many,
            else ``bad-seen``.
    """
    book = deal.rulebook
    if book.pack_surplus(cards, deal.turned, deal.players):
        return
    turned = [deal.turned] if deal.turned is not None and book.wilds.exposed else []
    known = Counter([*cards, *seen, *turned])
    code = "bad-seen"
    if open_card is not None:
        # it is the one to blame only where all would be well without it
        code = "bad-seen" if any(count > deal.pack.copies(card) for card, count in known.items()) else "bad-open"
        known[open_card] += 1
    over = sorted([card for card, count in known.items() if count > deal.pack.copies(card)], key=CARDS.index)
    if not over:
        return
    told = [f"{known[card]} × {card}, of which it holds {deal.pack.copies(card)}" for card in over[:_NAMED]]
    if len(over) > _NAMED:
        told.append(f"and {len(over) - _NAMED} more")
    players = "1 player" if deal.players == 1 else f"{deal.players} players"
    raise RuleError(
        f"held, turned up, open or marked as seen are more cards than the pack for {players} holds: {'; '.join(told)}",
        code,
    )
