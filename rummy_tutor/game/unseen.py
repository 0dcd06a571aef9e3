"""What can still be had: the pack less the cards held, turned up and known to be out of play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from .cards import CARDS, Card
from .messages import Items, key_of, tell_later
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
    for card in seen:
        stock[card.index] -= 1
    if deal.turned is not None and deal.exposed:
        at = deal.turned.index
        # one that is drawn last is no use while any other card is left to draw
        last = deal.rulebook.table.turned_drawn_last and stock[at] <= 1
        if not last or any([count > 0 for index, count in enumerate(stock) if index != at]):
            stock[at] -= 1
    return [count if count > 0 else 0 for count in stock]


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
    if deal.pack_surplus(cards):
        return {}
    lies_there = deal.exposed and not book.table.turned_drawn_last
    turned = [deal.turned] if deal.turned is not None and lies_there else []
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
    surplus = [
        tell_later("surplus-card", card=str(card), known=known, pack=pack) for card, (known, pack) in over.items()
    ]
    more = len(surplus) - _NAMED
    variant = "surplus-and-more" if more > 0 else "surplus"
    key = key_of("bad-seen:" if find_surplus(cards, deal, seen) else "bad-open:", variant)
    raise RuleError(key, players=deal.players, cards=Items(tuple(surplus[:_NAMED]), "comma"), n=more)
