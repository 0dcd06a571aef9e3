"""Two counted hands by going through every split of both: melds, laying off and points are read from the fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from rummy_tutor.game.rules import Objective, Rest, Rulebook, SetSuits

from .any_model import Table, list_windows

Part = tuple[str, ...]


def is_meld(cards: Part, table: Table) -> bool:
    """Whether cards without any joker among them are a sequence, a set or a tunnela."""
    melds = table.melds
    if len(set(cards)) == 1 and len(cards) == 3 and table.tunnelas:
        return True
    suits = {card[1] for card in cards}
    if len({card[0] for card in cards}) == 1:
        most = 99 if melds.set_max is None else melds.set_max
        distinct = len(suits) == len(cards) if melds.set_suits is SetSuits.DISTINCT else len(suits) > 1
        return melds.set_min <= len(cards) <= most and distinct
    ranks = sorted(card[0] for card in cards)
    return len(suits) == 1 and any(sorted(window) == ranks for window in list_windows(melds))


def list_splits(cards: Part, table: Table) -> Iterator[tuple[tuple[Part, ...], Part]]:
    """Every way to put some of the cards into melds: the melds, and what is left over."""
    if not cards:
        yield (), ()
        return
    first, rest = cards[0], cards[1:]
    for melds, left in list_splits(rest, table):
        yield melds, (first, *left)
    for mask in range(1, 1 << len(rest)):
        meld = (first, *(card for at, card in enumerate(rest) if mask >> at & 1))
        if len(meld) > 2 and is_meld(meld, table):
            others = tuple(card for at, card in enumerate(rest) if not mask >> at & 1)
            for melds, left in list_splits(others, table):
                yield (meld, *melds), left


def least_left(cards: Part, melds: tuple[Part, ...], table: Table) -> int:
    """The fewest points left over, with any of the cards laid off on melds all together."""

    @cache
    def least(left: Part, at: int) -> int:
        if at == len(melds):
            return min(sum(map(table.cost, loose)) for _, loose in list_splits(left, table))
        best = least(left, at + 1)
        for mask in range(1, 1 << len(left)):
            more = tuple(card for place, card in enumerate(left) if mask >> place & 1)
            if is_meld((*melds[at], *more), table):
                best = min(best, least(tuple(card for place, card in enumerate(left) if not mask >> place & 1), at + 1))
        return best

    return least(cards, 0)


def allows(way: Objective, melds: tuple[Part, ...], left: Part, table: Table) -> bool:
    """Whether a split declares in some way that asks for no groups or for pure sequences."""
    pure = sum(len({card[0] for card in meld}) > 1 for meld in melds)
    assert way.needs == type(way.needs)(pure=way.needs.pure)  # the model knows no other needs
    if pure < way.needs.pure or (way.rest is Rest.MELDED and left):
        return False
    return way.deadwood is None or sum(map(table.cost, left)) <= way.deadwood


def best_gain(book: Rulebook, knocker: Sequence[str], other: Sequence[str]) -> int | None:
    """What who knocks gets from the other, both laying as is best for them; None where the hand may not knock."""
    rule, table = book.settlement.knock, Table(book, 2, None)
    assert rule is not None
    gains = []
    drawn = len(knocker) > book.deal
    for melds, left in list_splits(tuple(sorted(knocker)), table):
        big = drawn and not left and rule.big_gin is not None
        if big and allows(Objective(name="big", needs=book.objectives[0].needs), melds, (), table):
            gains.append((rule.big_gin or 0) + least_left(tuple(sorted(other)), (), table))
        for thrown in sorted(set(left)) if drawn else [""]:
            kept = tuple(card for at, card in enumerate(left) if not thrown or at != left.index(thrown))
            if not any(allows(way, melds, kept, table) for way in book.objectives):
                continue
            own = sum(map(table.cost, kept))
            count = least_left(tuple(sorted(other)), melds if rule.lay_off and kept else (), table)
            if not kept:
                gains.append(rule.gin + count)
            else:
                gains.append(count - own if count > own else count - own - rule.undercut)
    return max(gains, default=None)
