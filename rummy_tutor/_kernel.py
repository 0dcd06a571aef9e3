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
    free: int,
    trans: list[list[int]],
    copies: list[tuple[int, int] | None],
    reach: dict[int, list[bool]],
    wild_loose: int,
    throw: list[int],
    budget: int,
    limit: int,
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
        need: the state of the requirements.
        free: states below this number have all requirements met.
        trans: ``trans[state][flag]`` is the state after a meld with that flag, never a higher one; -1 if it
            is not allowed.
        copies: for each state, the pairs and the threes of one card still needed, None if neither; empty if never any.
        reach: filled here and to be given again with the same ``trans``: for a mask of flags, whether each
            state can be brought below ``free`` with them.
        wild_loose: cost of each wild card that no meld takes.
        throw: if one card must be thrown, the cost of throwing each such type and, last, of a wild card; else empty.
        budget: only a cost up to this is of interest.
        limit: the search looks at about so many positions; the answer is the best found among them.

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
    each = guard >> width - 1
    full_field = (1 << width) - 1
    memo: dict[int, tuple[int, int]] = {}
    end_memo: dict[tuple[int, int, int, int, int], int] = {}
    unit_memo: dict[tuple[int, int, int], int] = {}
    # the cheapest relief of a joker shortage by leaving cards loose
    relief = [(loose[i], shares[i]) for i in range(naturals) if shares[i] > 0]
    num, den = 0, 1
    if relief:
        num, den = min(relief, key=lambda pair: pair[0] / pair[1])
    most = max(loose, default=0)
    alive = _alive(columns, wild_columns, trans, free, reach) if need >= free else []
    ideal = _ideal_jokers(wild_columns, trans, free) if need >= free else [0] * free
    in_threes = wild_loose and all([column[1] == 3 and column[4] == 0 for column in wild_columns])

    def has_copies(rem: int, pairs: int, threes: int) -> bool:
        """Whether so many pairs or threes of one card are left, other needs aside."""
        if width == 3:  # at most three copies of a card
            if pairs:
                return (rem & each << 1).bit_count() >= pairs
            return (rem & rem >> 1 & each).bit_count() >= threes
        size, wanted = (2, pairs) if pairs else (3, threes)
        while rem:
            wanted -= (rem & full_field) // size
            rem >>= width
        return wanted <= 0

    def owed_jokers(rem: int, need: int, at: int) -> int:
        """The fewest wild cards that meet the needs by themselves."""
        if need < free:
            return 0
        key = (rem, need, at)
        known = unit_memo.get(key)
        if known is not None:
            return known
        best = INFINITE
        after = trans[need]
        full = rem | guard
        for i in range(at, len(wild_columns)):
            m, units, _, flag, _, _, _ = wild_columns[i]
            state = after[flag]
            if 0 <= state < need and units + ideal[state] < best and (full - m) & guard == guard:
                best = min(best, units + owed_jokers(rem - m, state, i))
        unit_memo[key] = best
        return best

    def end(rem: int, w: int, need: int, slack: int, at: int) -> int:
        """Cost of what is left when only wild cards are: meet the needs with them, then leave or spread the rest."""
        if need < free and (wild_loose == 0 or w <= slack):
            return 0
        if ideal[need] > w:
            return INFINITE
        if wild_loose == 0:
            return 0 if owed_jokers(rem, need, 0) <= w else INFINITE
        key = (rem, w, need, slack, at)
        known = end_memo.get(key)
        if known is not None:
            return known
        best = wild_loose * (w - slack) if need < free else INFINITE
        hope = wild_loose * (w % 3) if in_threes else 0
        after = trans[need]
        full = rem | guard
        for i in range(at, len(wild_columns)):
            if best <= hope:
                break
            m, units, cost, flag, more, _, _ = wild_columns[i]
            state = after[flag]
            if state >= 0 and units <= w and cost < best and (full - m) & guard == guard:
                value = cost + end(rem - m, w - units, state, slack + more, i)
                if value < best:
                    best = value
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
            value, within = known
            if value <= within or value > budget:
                return value
        if copies and copies[need] and not has_copies(rem, *copies[need]):
            return INFINITE
        first = ((rem & -rem).bit_length() - 1) // width
        if need >= free and not alive[first][need]:
            return INFINITE
        if len(memo) > limit:
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
    while need >= free or (wild_loose and w > slack):
        for i in range(at, len(wild_columns)):
            m, units, price, flag, more, _, name = wild_columns[i]
            state = trans[need][flag]
            if state < 0 or units > w or ((rem | guard) - m) & guard != guard:
                continue
            if wild_loose == 0:  # only the needs count, not what the wild cards cost
                price = 0
                if state == need:
                    continue
            if price <= owed and end(rem - m, w - units, state, slack + more, i) == owed - price:
                rem, w, need, slack, owed, at = rem - m, w - units, state, slack + more, owed - price, i
                moves.append(name)
                break
        else:
            break
    return (INFINITE, []) if owed and len(memo) > limit else (cost, moves)


def _alive(
    columns: list[list[Column]],
    wild_columns: list[Column],
    trans: list[list[int]],
    free: int,
    reach: dict[int, list[bool]],
) -> list[list[bool]]:
    """For each type and state, whether the melds from there on could meet the needs, cards aside."""
    mask = 0
    for column in wild_columns:
        mask |= 1 << column[3]
    alive = []
    for rows in reversed(columns):
        for column in rows:
            mask |= 1 << column[3]
        met = reach.get(mask)
        if met is None:
            flags = [flag for flag in range(mask.bit_length()) if mask >> flag & 1]
            met = [state < free for state in range(len(trans))]
            for state in range(free, len(trans)):
                after = trans[state]
                met[state] = any([met[after[flag]] for flag in flags if 0 <= after[flag] < state])
            reach[mask] = met
        alive.append(met)
    alive.reverse()
    return alive


def _ideal_jokers(wild_columns: list[Column], trans: list[list[int]], free: int) -> list[int]:
    """For each state, the fewest wild cards that could meet the needs if every card were there in any number."""
    price: dict[int, int] = {}
    for column in wild_columns:
        price[column[3]] = min(price.get(column[3], INFINITE), column[1])
    ideal = [0] * free
    for state in range(free, len(trans)):
        after = trans[state]
        steps = [units + ideal[after[flag]] for flag, units in price.items() if 0 <= after[flag] < state]
        ideal.append(min(steps, default=INFINITE))
    return ideal
