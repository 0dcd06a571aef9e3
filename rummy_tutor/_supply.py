"""What can still be had: the pack less the cards held, turned up and known to be out of play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from .cards import CARDS, Card
from .rules import RuleError
from .table import Deal

_NAMED = 3  # surplus cards named in an error; the others are counted


def count_stock(held: Counter[int], deal: Deal, seen: Iterable[Card] = ()) -> list[int]:
    """Copies that can still be had, by card index; 0 where more are known than the pack holds.

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


def find_surplus(
    cards: Sequence[Card], deal: Deal, seen: Sequence[Card], open_card: Card | None = None
) -> dict[Card, tuple[int, int]]:
    """Of which cards more are held, turned up, seen or open than the pack holds.

    Args:
        cards: the hand.
        deal: the rulebook at its table.
        seen: cards known to be out of play.
        open_card: the discard that may be taken, if any.

    Returns:
        For each such card how many are known and how many the pack holds; nothing at all if the hand alone cannot
        have been dealt, since that is said of the hand itself.
    """
    book = deal.rulebook
    if book.pack_surplus(cards, deal.turned, deal.players):
        return {}
    turned = [deal.turned] if deal.turned is not None and book.wilds.exposed else []
    known = Counter([*cards, *seen, *turned, *([] if open_card is None else [open_card])])
    pack = {card: deal.pack.copies(card) for card in known}
    return {card: (known[card], pack[card]) for card in sorted(known, key=CARDS.index) if known[card] > pack[card]}


def check_supply(cards: Sequence[Card], deal: Deal, seen: Sequence[Card], open_card: Card | None = None) -> None:
    """Refuse cards out of play that the pack cannot hold beside the hand; the arguments are those of ``find_surplus``.

    Raises:
        RuleError: there are such cards; ``bad-open`` if all would be well without the open card, else ``bad-seen``.
    """
    over = find_surplus(cards, deal, seen, open_card)
    if not over:
        return
    told = [f"{pack} × {card}, but {known} are held, turned up, seen or open" for card, (known, pack) in over.items()]
    if len(over) > _NAMED:
        told[_NAMED:] = [f"and so on for {len(over) - _NAMED} more"]
    code = "bad-seen" if find_surplus(cards, deal, seen) else "bad-open"
    raise RuleError(f"the pack for {deal.players} players holds {'; '.join(told)}", code)
