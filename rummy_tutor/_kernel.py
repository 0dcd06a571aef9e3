"""The exact search: integers in, integers out.

Depth-first on the first uncovered card that is not wild, over the melds that begin with it, then
throwing it, then leaving it loose; memoised, and cut off by a bound on the jokers still needed.
Nothing here knows cards or rules: ``solver`` makes the columns, so that the module can be compiled.
"""

from __future__ import annotations

INFINITE = 1 << 60
SHARE = 60  # jokers are counted in sixtieths when spread over the cards of a meld

# a column: packed cards, jokers, cost, flag, slack, share, identity
Column = tuple[int, int, int, int, int, int, int]


def minimise(
    rem: int,
    width: int,
    guard: int,
    columns: list[list[Column]],
    loose: list[int],
    shares: list[int],
    wild_columns: list[Column],
    wilds: int,
    need: int,
    trans: list[list[int]],
    wild_loose: int,
    throw: list[int],
    budget: int,
) -> tuple[int, list[int]]:
    """Cover the cards at least cost.

    Args:
        rem: a field of ``width`` bits for each card type held, cards that are not wild first; each
            counts copies and leaves its highest bit, the guard, free.
        width: bits of a field.
        guard: the guard bits of all fields.
        columns: for each type that is not wild, the melds in which it comes first.
        loose: for each such type, the cost of leaving one copy loose.
        shares: for each such type, the fewest jokers per card (in sixtieths) of a meld that holds it.
        wild_columns: melds of wild cards only.
        wilds: wild cards held, those used as themselves included.
        need: the state of the requirements; 0 means that all are met.
        trans: ``trans[state][flag]`` is the state after a meld with that flag, -1 if it is not allowed.
        wild_loose: cost of each wild card that no meld takes.
        throw: if one card must be thrown, the cost of throwing each such type and, last, of a wild card; else empty.
        budget: only a cost up to this is of interest.

    Returns:
        The least cost and the moves, or ``(INFINITE, [])`` if it exceeds the budget. A move is a column's
        identity (0 or more), ``-1 - 2 * type`` for a loose card, ``-2 - 2 * type`` for the thrown one;
        wild cards left over or thrown are not listed.
    """
    naturals = len(columns)
    top = naturals * width
    low_mask = (1 << top) - 1
    ones = [1 << (i * width) for i in range(naturals)]
    total_bits = guard.bit_length()
    memo: dict[int, tuple[int, int]] = {}
    end_memo: dict[tuple[int, int, int, int, int], int] = {}
    # the cheapest relief of a joker shortage by leaving cards loose
    relief = [(loose[i], shares[i]) for i in range(naturals) if shares[i] > 0]
    num, den = 0, 1
    if relief:
        num, den = min(relief, key=lambda pair: pair[0] / pair[1])
    most = max(loose, default=0)
    alive = _alive(columns, wild_columns, trans)

    def end(rem: int, w: int, need: int, slack: int, at: int) -> int:
        """Cost of what is left when only wild cards are: meet the needs with them, then leave or spread the rest."""
        if need == 0 and (wild_loose == 0 or w <= slack):
            return 0
        if at == len(wild_columns):
            return INFINITE if need else wild_loose * max(0, w - slack)
        key = (rem, w, need, slack, at)
        known = end_memo.get(key)
        if known is not None:
            return known
        best = end(rem, w, need, slack, at + 1)
        m, units, cost, flag, more, _, _ = wild_columns[at]
        if units <= w and ((rem | guard) - m) & guard == guard and trans[need][flag] >= 0:
            best = min(best, cost + end(rem - m, w - units, trans[need][flag], slack + more, at))
        end_memo[key] = best
        return best

    def search(rem: int, w: int, need: int, slack: int, disc: int, share: int, budget: int) -> int:
        """Least cost from here if it is within the budget, else a lower bound above it."""
        if not rem & low_mask:
            if disc:
                return throw[naturals] + end(rem, w - 1, need, min(slack, w - 1), 0) if w else INFINITE
            return end(rem, w, need, slack, 0)
        short = share - w * SHARE
        if short > 0:
            bound = short * num // den
            if disc:
                bound -= most
            if bound > budget:
                return bound
        key = (((slack << 6 | w) << 12 | need) << 1 | disc) << total_bits | rem
        known = memo.get(key)
        if known is not None:
            value, limit = known
            if value <= limit or value > budget:
                return value
        first = ((rem & -rem).bit_length() - 1) // width
        if need and not alive[first][need]:
            return INFINITE
        best = INFINITE
        spend = budget
        full = rem | guard
        after = trans[need]
        for m, units, cost, flag, more, used, _ in columns[first]:
            if units <= w and (full - m) & guard == guard:
                state = after[flag]
                if cost > spend:
                    best = cost if cost < best else best
                elif state >= 0:
                    left = w - units
                    more += slack
                    value = cost + search(
                        rem - m, left, state, more if more < left else left, disc, share - used, spend - cost
                    )
                    if value < best:
                        best = value
                        if best == 0:
                            break
                        if best <= spend:
                            spend = best - 1
        if best > 0:
            rest, used = rem - ones[first], share - shares[first]
            if disc:
                cost = throw[first]
                value = cost + (search(rest, w, need, slack, 0, used, spend - cost) if cost <= spend else 0)
                if value < best:
                    best = value
                    if best <= spend:
                        spend = best - 1
            cost = loose[first]
            value = cost + (search(rest, w, need, slack, disc, used, spend - cost) if cost <= spend else 0)
            if value < best:
                best = value
        memo[key] = (best, budget)
        return best

    share = 0
    for i in range(naturals):
        share += (rem >> i * width & ((1 << width) - 1)) * shares[i]
    discard = 1 if throw else 0
    cost = search(rem, wilds, need, 0, discard, share, budget)
    if cost > budget or cost >= INFINITE:
        return INFINITE, []

    # walk the best path again: each step is the first move that keeps the cost
    moves: list[int] = []
    w, slack, disc, owed = wilds, 0, discard, cost
    while rem & low_mask:
        first = ((rem & -rem).bit_length() - 1) // width
        for m, units, price, flag, more, used, name in columns[first]:
            state = trans[need][flag]
            if units <= w and price <= owed and ((rem | guard) - m) & guard == guard and state >= 0:
                left = w - units
                new_slack = min(slack + more, left)
                if search(rem - m, left, state, new_slack, disc, share - used, owed - price) == owed - price:
                    rem, w, need, slack = rem - m, left, state, new_slack
                    share -= used
                    owed -= price
                    moves.append(name)
                    break
        else:
            rem -= ones[first]
            share -= shares[first]
            price = throw[first] if disc else 0
            if disc and price <= owed and search(rem, w, need, slack, 0, share, owed - price) == owed - price:
                disc = 0
                owed -= price
                moves.append(-2 - 2 * first)
            else:
                owed -= loose[first]
                moves.append(-1 - 2 * first)
    if disc:
        owed -= throw[naturals]
        w -= 1
        slack = min(slack, w)
    at = 0
    while at < len(wild_columns) and not (need == 0 and (wild_loose == 0 or w <= slack)):
        if end(rem, w, need, slack, at + 1) == owed:
            at += 1
            continue
        m, units, price, flag, more, _, name = wild_columns[at]
        rem, w, need, slack, owed = rem - m, w - units, trans[need][flag], slack + more, owed - price
        moves.append(name)
    return cost, moves


def _alive(columns: list[list[Column]], wild_columns: list[Column], trans: list[list[int]]) -> list[list[bool]]:
    """For each type and state, whether the melds from there on could meet the needs, cards aside."""
    flags = {column[3] for column in wild_columns}
    alive = []
    for rows in [[], *reversed(columns)]:
        flags |= {column[3] for column in rows}
        met = [state == 0 for state in range(len(trans))]
        for state, after in enumerate(trans):  # a meld leads to a lower state
            met[state] = met[state] or any(met[after[flag]] for flag in flags if 0 <= after[flag] < state)
        alive.append(met)
    return alive[:0:-1]
