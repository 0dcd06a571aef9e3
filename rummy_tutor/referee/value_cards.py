"""What value cards, marriages and tunnelas laid before play earn from each opponent: in all, and part by part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

from ..game.cards import Card
from ..game.rules import neighbour
from ..game.table import Deal
from .grammar import COPIES, grammar_at

MARRIAGE = "marriage"
HAND = "hand-tunnela"
# tunnelas laid before play: of other cards, of wild cards, of the cards one rank beside the turned one
LAID = ("laid-tunnela", "laid-joker-tunnela", "laid-tunnela-beside")


class BonusItem(NamedTuple):
    """Part of what each opponent owes for cards held.

    Attributes:
        name: ``marriage``, ``HAND``, one of ``LAID``, or what the rulebook calls the value card.
        count: how many of them.
        points: points from each opponent, for all of them together.
    """

    name: str
    count: int  # type: ignore[assignment]  # a tuple has a method of that name
    points: int


def list_bonus(cards: Iterable[Card], deal: Deal, laid: Sequence[Card] = ()) -> tuple[BonusItem, ...]:
    """What value cards earn from each opponent, part by part: each card counts once, in the way that earns most.

    So do tunnelas in the hand, where these earn, and tunnelas laid before play, whose cards earn as such or as value
    cards.

    Args:
        cards: the cards held, without those of tunnelas laid before play.
        deal: the table.
        laid: one card of each tunnela laid before play.

    Returns:
        Nothing where the rulebook has no value cards, or none is held. Without a card turned up only tunnelas in the
        hand earn.
    """
    bonus = deal.rulebook.bonus
    if bonus is None:
        return ()
    held = Counter(cards)
    if not bonus.hand_tunnelas and not laid:
        return _list_value_cards(held, deal)
    threes = list_tunnelas(held, deal) if bonus.hand_tunnelas else {}
    known, choices = list_value_cards(deal), []
    for as_laid in product(*[(True, False) if card in known else (True,) for card in laid]):
        tunnelas = [card for card, whole in zip(laid, as_laid, strict=True) if whole]
        others = Counter({card: COPIES * count for card, count in (Counter(laid) - Counter(tunnelas)).items()})
        for counts in product(*[range(count, -1, -1) for count in threes.values()]):
            left = held - Counter({card: COPIES * count for card, count in zip(threes, counts, strict=True)})
            points = bonus.hand_tunnelas[min(sum(counts), len(bonus.hand_tunnelas)) - 1] if any(counts) else 0
            items = (BonusItem(HAND, sum(counts), points),) if points else ()
            choices.append((*items, *_list_value_cards(left + others, deal), *_list_laid(tunnelas, deal)))
    return max(choices, key=sum_bonus)


def list_tunnelas(held: Counter[Card], deal: Deal) -> dict[Card, int]:
    """The cards of which three alike are held that may be a tunnela at this table, each with how many they make."""
    if not deal.rulebook.melds.has_tunnelas(deal.players):
        return {}
    makes = grammar_at(deal).makes_tunnela
    threes = {card: count // COPIES for card, count in sorted(held.items()) if count >= COPIES}
    return {card: count for card, count in threes.items() if makes(card.index, deal.is_wild[card.index])}


def _list_value_cards(held: Counter[Card], deal: Deal) -> tuple[BonusItem, ...]:
    """What single value cards and marriages earn from each opponent."""
    bonus, indicator = deal.rulebook.bonus, deal.rulebook.wilds.indicator(deal.turned)
    if bonus is None or indicator is None:
        return ()
    counts = [held[kind.beside(indicator)] for kind in bonus.cards]
    married = [kind.beside(indicator) in deal.marriage for kind in bonus.cards]
    most = min(*(held[card] for card in deal.marriage), len(bonus.marriage))
    if not most and not any(counts):
        return ()
    choices = []
    for pairs in range(most, -1, -1):
        items = [BonusItem(MARRIAGE, pairs, bonus.marriage[pairs - 1])] if pairs else []
        for kind, count, part in zip(bonus.cards, counts, married, strict=True):
            number = count - (pairs if part else 0)
            if number > 0:
                items.append(BonusItem(kind.name, number, kind.points[min(number, len(kind.points)) - 1]))
        choices.append(tuple(items))
    return max(choices, key=sum_bonus) if most else choices[0]


def list_cards(item: BonusItem, deal: Deal) -> tuple[Card, ...]:
    """The cards of which a part is made, a marriage in order; none for tunnelas laid before play."""
    bonus, indicator = deal.rulebook.bonus, deal.rulebook.wilds.indicator(deal.turned)
    if bonus is None or indicator is None:
        return ()
    if item.name == MARRIAGE:
        return tuple(neighbour(indicator, step) for step in (-1, 0, 1)) * item.count
    return tuple(kind.beside(indicator) for kind in bonus.cards if kind.name == item.name) * item.count


def _list_laid(tunnelas: Iterable[Card], deal: Deal) -> tuple[BonusItem, ...]:
    """What tunnelas laid before play earn from each opponent; ``tunnelas`` holds one card of each."""
    bonus, indicator = deal.rulebook.bonus, deal.rulebook.wilds.indicator(deal.turned)
    if bonus is None or bonus.laid_tunnelas is None or indicator is None:
        return ()
    beside = (neighbour(indicator, 1), neighbour(indicator, -1))
    sorts = Counter(2 if card in beside else int(deal.is_wild[card.index]) for card in tunnelas)
    return tuple(BonusItem(LAID[sort], n, n * bonus.laid_tunnelas[sort]) for sort, n in sorted(sorts.items()))


def sum_bonus(items: Iterable[BonusItem]) -> int:
    """Points from each opponent for all parts."""
    return sum(item.points for item in items)


def count_bonus(cards: Iterable[Card], deal: Deal) -> int | None:
    """Points each opponent pays for the value cards and marriages held, None where the rulebook has none.

    No card turned up means 0 points.
    """
    return None if deal.rulebook.bonus is None else sum_bonus(list_bonus(cards, deal))


def limit_bonus(deal: Deal) -> int | None:
    """The most that cards held can earn from each opponent, None where there is no limit.

    Tunnelas of any cards may have been laid before play, so where these earn there is none.
    """
    bonus = deal.rulebook.bonus
    if bonus is None or bonus.laid_tunnelas is not None:
        return None
    indicator = deal.rulebook.wilds.indicator(deal.turned)
    if indicator is None or deal.turned is None:
        alone = max(bonus.marriage, default=0) + sum(max(kind.points) for kind in bonus.cards)
        return alone + max(bonus.hand_tunnelas, default=0)
    pack = Counter({card: deal.pack.copies(card) for card in list_value_cards(deal)})
    pack[deal.turned] -= not deal.rulebook.table.turned_drawn_last
    without = Counter(pack.elements())
    return sum_bonus(_list_value_cards(without, deal)) + max(bonus.hand_tunnelas, default=0)


def list_value_cards(deal: Deal) -> frozenset[Card]:
    """The value cards at a table and those of a marriage that earns, none where no card is turned up."""
    bonus, indicator = deal.rulebook.bonus, deal.rulebook.wilds.indicator(deal.turned)
    if bonus is None or indicator is None:
        return frozenset()
    married = deal.marriage if bonus.marriage else ()
    return frozenset((*[kind.beside(indicator) for kind in bonus.cards], *married))
