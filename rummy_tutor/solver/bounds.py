"""Prices of cards, wild cards and needs, from which the search bounds what a position costs at least.

They are the dual solution of the linear programme in which melds may be laid in parts. Rounded to integers and
made feasible again they bound every position, not only the first, whatever was lost on the way.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .bitpack import Column, Packed, States

SCALE: Final = 1 << 10  # parts of a cost
_UNMET: Final = 1e7  # cost of a need that is not met
_TINY: Final = 1e-7
_PIVOTS: Final = 300


class Prices(NamedTuple):
    """What cards, wild cards and needs are worth, in parts of a cost.

    Attributes:
        types: the worth of covering a card, for each type that is not wild.
        wild: the worth of a wild card.
        states: for each state of the requirements, the worth of meeting what is still needed.
        throw: the worth of being allowed to throw a card.
        bound: what the whole hand costs at least, in such parts.
    """

    types: list[int]
    wild: int
    states: list[int]
    throw: int
    bound: int


def find_prices(
    held: Packed, columns: list[Column], loose: list[int], throw: list[int], wilds: int, states: States
) -> Prices:
    """Prices under which no meld is worth more than it costs, and no card more than leaving it loose costs.

    Args:
        held: the cards.
        columns: all melds.
        loose: for each type that is not wild, the cost of leaving one copy loose.
        throw: if one card must be thrown, the cost of throwing one of each such type; else empty.
        wilds: wild cards held.
        states: the requirements.
    """
    count = held.naturals
    wanted = [i for i, want in enumerate(states.wants[states.need]) if want]
    wants = [states.wants[states.need][i] for i in wanted]
    uses = [[_copies(held, column, at) for at in range(count)] for column in columns]
    gains = [[states.gains[column.flag][i] for i in wanted] for column in columns]
    types, wild, needs = _solve(held, columns, uses, gains, loose, throw, wilds, wants)

    # round, and where a meld is worth too much make wild cards dearer or one of its cards cheaper
    worth = [int(need * SCALE) for need in needs]
    lam = int(wild * SCALE) + 1
    over = [0] * len(columns)
    for at, column in enumerate(columns):
        over[at] = sum([gain * worth[i] for i, gain in enumerate(gains[at])]) - column.cost * SCALE
        if not any(uses[at]) and over[at] > lam * column.jokers:
            lam = over[at] // column.jokers + 1
    price = [min(int(each * SCALE), cost * SCALE) for each, cost in zip(types, loose, strict=True)]
    for at, column in enumerate(columns):
        excess = over[at] - lam * column.jokers
        first = -1
        for i, copies in enumerate(uses[at]):
            if copies:
                excess += copies * price[i]
                first = i if first < 0 else first
        if excess > 0 and first >= 0:
            price[first] -= excess
    saved = 0
    if throw:
        for at, each in enumerate(price):
            saved = max(saved, each - throw[at] * SCALE)
    needed = [sum([want[i] * worth[j] for j, i in enumerate(wanted)]) for want in states.wants]
    bound = needed[states.need] - lam * wilds - saved
    for at, each in enumerate(price):
        bound += held.counts[at] * each
    return Prices(price, lam, needed, saved, bound)


def _copies(held: Packed, column: Column, at: int) -> int:
    return (column.cards & held.fields[at]) // held.ones[at]


def _solve(
    held: Packed,
    columns: list[Column],
    uses: list[list[int]],
    gains: list[list[int]],
    loose: list[int],
    throw: list[int],
    wilds: int,
    wants: list[int],
) -> tuple[list[float], float, list[float]]:
    """The worth of the types, of a wild card and of the needs, by the simplex method from everything left loose."""
    count, many = held.naturals, len(columns)
    # a row for each type, the wild cards, the throw and each need; a column for each meld, each type loose, wild cards
    # left over, no throw, needs met beyond what is asked, and each type thrown
    last = many + count + 2 + len(wants)
    width = last + count if throw else last
    rows = [[float(use[at]) for use in uses] for at in range(count)]
    rows += [[float(column.jokers) for column in columns], [0.0] * many]
    rows += [[float(gain[at]) for gain in gains] for at in range(len(wants))]
    amounts = [*held.counts[:count], wilds, 1, *wants]
    for at, row in enumerate(rows):
        row += [0.0] * (width - many)
        row[many + at] = 1.0 if at < count + 2 else -1.0
        if throw and at < count:
            row[last + at] = 1.0
        elif throw and at == count + 1:
            row[last:] = [1.0] * count
        row.append(float(amounts[at]))
    costs = [float(column.cost) for column in columns] + [float(cost) for cost in loose] + [0.0] * (2 + len(wants))
    if throw:
        costs += [float(throw[at]) for at in range(count)]
    costs.append(0.0)
    for at, row in enumerate(rows):
        if at < count or at > count + 1:
            _subtract(costs, row, float(loose[at]) if at < count else _UNMET)
    for _ in range(_PIVOTS):
        enter, least = -1, -_TINY
        for i in range(width):
            if costs[i] < least:
                enter, least = i, costs[i]
        if enter < 0:
            break
        leave, best = -1, 0.0
        for at, row in enumerate(rows):
            part = row[enter]
            if part > _TINY:
                ratio = row[width] / part
                if leave < 0 or ratio < best:
                    leave, best = at, ratio
        if leave < 0:
            break
        part = rows[leave][enter]
        pivot = rows[leave] = [value / part for value in rows[leave]]
        for at, row in enumerate(rows):
            if at != leave and row[enter]:
                _subtract(row, pivot, row[enter])
        _subtract(costs, pivot, costs[enter])
    types = [loose[at] - costs[many + at] for at in range(count)]
    return types, max(0.0, costs[many + count]), [max(0.0, costs[i]) for i in range(many + count + 2, last)]


def _subtract(row: list[float], pivot: list[float], times: float) -> None:
    """Take a multiple of one row off another."""
    for at, value in enumerate(pivot):
        if value:
            row[at] -= times * value
