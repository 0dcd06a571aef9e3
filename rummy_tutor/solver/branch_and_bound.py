"""Branch and bound over disjoint melds, memoised by remaining cards: integers in, integers out.

Depth-first on the first uncovered card that is not wild, over the melds that begin with it, then
throwing it, then leaving it loose; memoised, and cut off by a bound on the jokers still needed.
Nothing here knows cards or rules: ``question`` makes the columns, so that the module can be compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .bitpack import INFINITE, SHARE, Column, Packed, States
from .outlook import Outlook

if TYPE_CHECKING:  # an integer as the compiled form holds it; interpreted Python does not look at annotations
    from mypy_extensions import i64

SOON: Final = 16  # positions before it pays to ask whether the needs can still be met
ENDINGS: Final = 2  # ways to lay the wild cards left that count as one position
CLASSES: Final = 12  # unlike prices of wild cards that can be counted, up to 31 each, in one integer


# what a move costs, its name, and then: cards left, wild cards, state, room, whether a card is yet to be thrown, shares
Move = tuple[int, int, int, int, int, int, int, int]


class Spare:
    """What the wild cards cost that no meld takes.

    Attributes:
        each: the cost of each.
        lone: what is added for one alone.
        corner: what is added for three that are no group.
        corners: what the cards left then are, packed.
        aside: wild cards laid by themselves besides.
        uneven: whether anything may have to be added.
        dear: where they cost unlike amounts, the field, one copy and the cost beyond ``each`` of every type of
            wild cards, cheapest first; the dearest fill holes.
        each_pays: whether each pays that; ``lone_pays``: whether one alone does.
        span: states of the requirements that differ in how many wild cards pay for a hole, from none to all.
        step: how far these are apart.
    """

    __slots__ = ("aside", "corner", "corners", "dear", "each", "each_pays", "lone", "lone_pays", "span", "step",
                 "uneven")  # fmt: skip

    def __init__(self, each: int) -> None:
        self.each: i64 = each
        self.lone: i64 = 0
        self.corner: i64 = 0
        self.corners: list[int] = []
        self.aside: i64 = 0
        self.uneven: bool = False
        self.dear: list[tuple[int, int, int]] = []
        self.each_pays: bool = False
        self.lone_pays: bool = False
        self.span: i64 = 1
        self.step: i64 = 1

    def cost(self, rem: int, left: int, need: int) -> int:
        """What the wild cards left over cost; ``rem`` are the cards not used as themselves, ``need`` a state."""
        cost: i64 = self.each * left
        if self.uneven:
            alone = left + self.aside == 1
            if alone:
                cost += self.lone
            elif left + self.aside == 3 and rem in self.corners:
                cost += self.corner
                alone = True
            if self.dear:
                pays = left + self.aside if self.each_pays else 1 if alone and self.lone_pays else 0
                pays += self.span - 1 - need // self.step % self.span
                cost += self._cheapest(rem, pays)
                if self.corner >= INFINITE and left + self.aside == 3:
                    cost += self._exchange(rem, pays)
        return min(cost, INFINITE)

    def _exchange(self, rem: int, count: int) -> int:
        """What it costs that the three laid by themselves are no group, where these are all that pay, or do not."""
        held = [(dearer, unit) for field, unit, dearer in self.dear for _ in range((rem & field) // unit)]
        paying, others = held[:count], held[count:]
        three = [unit for _, unit in (paying if self.each_pays else others)]
        if len(three) != 3 or sum(three) not in self.corners:
            return 0
        return min([b - a for a, unit in paying for b, other in others if unit != other], default=INFINITE)

    def _cheapest(self, rem: int, count: int) -> int:
        """What ``count`` of the wild cards not used as themselves cost beyond ``each``."""
        cost = 0
        for field, unit, dearer in self.dear:
            if count <= 0:
                break
            there = min(count, (rem & field) // unit)
            cost += there * dearer
            count -= there
        return cost


class Search:
    """One question: cover the cards at least cost.

    Args:
        held: the cards.
        columns: for each type that is not wild, the melds in which it comes first.
        wild_columns: melds of wild cards only.
        loose: for each type that is not wild, what leaving one copy loose costs.
        left: for each such type the flag of leaving it loose; empty if that changes no requirement.
        shares: for each such type, the fewest jokers per card (in sixtieths) of a meld that holds it.
        wilds: wild cards held, those used as themselves included.
        states: the requirements.
        spare: what the wild cards cost that no meld takes.
        throw: if one card must be thrown, the cost of throwing each such type and, last, of a wild card; else empty.
        limit: about how many positions the search looks at; the answer is the best found among them.
        roomy: whether some melds have room for spare wild cards.
        outlook: whether the cards left can meet the requirements.
    """

    def __init__(
        self,
        held: Packed,
        columns: list[list[Column]],
        wild_columns: list[Column],
        loose: list[int],
        left: list[int],
        shares: list[int],
        wilds: int,
        states: States,
        spare: Spare,
        throw: list[int],
        limit: int,
        roomy: bool,
        outlook: Outlook,
    ) -> None:
        self.held = held
        self.guard: i64 = held.guard
        self.low: i64 = held.low
        self.ones = held.ones
        self.fields = held.fields
        self.naturals: i64 = held.naturals
        self.columns = columns
        self.wild_columns = wild_columns
        self.loose = loose
        self.left = left
        self.shares = shares
        self.wilds: i64 = wilds
        self.start = states.need
        self.free: i64 = states.free
        self.after = states.trans
        self.spare = spare
        self.throw = throw
        self.limit: i64 = limit
        self.positions: i64 = 0
        self.endings: i64 = 0
        # by state, wild cards left, room and the first type that may still be used as itself, then by the cards
        # passed over and those that were not
        self.end_memo: dict[object, dict[object, dict[object, int]]] = {}
        # the cheapest relief of a joker shortage by leaving cards loose
        self.num: i64 = 0
        self.den: i64 = 0
        self.most: i64 = 0
        for at in range(self.naturals):
            cost, share = loose[at], shares[at]
            if share > self.most:
                self.most = share
            if share > 0 and (self.den == 0 or cost * self.den < self.num * share):
                self.num, self.den = cost, share
        self.outlook = outlook
        self.counted: bool = spare.each > 0 or spare.uneven  # whether wild cards cost anything; else only needs count
        self.parted = False  # whether ``part_wild_columns`` has been called, which few searches need
        # a table for each state, wild cards left, room for spare ones, and whether a card is yet to be thrown
        self.room: i64 = wilds + 1 if roomy else 1
        self.turns: i64 = 2 if throw else 1
        self.memo: list[dict[object, int] | None] = [None] * ((self.start + 1) * (wilds + 1) * self.room * self.turns)

    def part_wild_columns(self) -> None:
        """From each type of wild cards on and, last, for none: what is asked when the wild cards left are laid.

        That is the cards, the melds that begin with the type, and what each card left costs at least, in a meld or not.
        """
        self.parted = True
        held, spare = self.held, self.spare
        self.in_threes = spare.each > 0 and not spare.uneven
        self.classes = self.tell_apart()
        count = len(held.fields) - held.naturals
        self.above: list[int] = [0] * (count + 2)
        self.endings_by: list[list[Column]] = [[] for _ in range(count + 1)]
        self.each_left: list[int] = [spare.each] * (count + 2)
        for column in self.wild_columns:
            self.in_threes = self.in_threes and column.jokers == 3 and column.slack == 0
            at = 0
            while at < count and not column.cards & held.fields[held.naturals + at]:
                at += 1
            self.endings_by[at].append(column)
            self.each_left[at] = min(self.each_left[at], 0 if column.slack else column.cost // column.jokers)
        for at in range(count, -1, -1):
            self.each_left[at] = min(self.each_left[at], self.each_left[at + 1])
            self.above[at] = self.above[at + 1] | (held.fields[held.naturals + at] if at < count else 0)

    def tell_apart(self) -> list[int]:
        """For each type of wild cards what stands for one of them that is left; 0 if it does not matter which is."""
        ones, fields = self.ones[self.naturals :], self.fields[self.naturals :]
        if self.spare.corners:
            return ones
        prices = {field: dearer for field, _, dearer in self.spare.dear}
        kinds = sorted(set(prices.values()))
        if len(kinds) > CLASSES:
            return ones
        return [1 << 5 * kinds.index(prices[field]) if field in prices else 0 for field in fields]

    def left_over(self, rem: int, w: int, slack: int, need: int) -> int:
        """Cost of the wild cards left over, as few of them as there is no room for, or two instead of one."""
        fewest = max(0, w - slack)
        cost = self.spare.cost(rem, fewest, need)
        return min(cost, self.spare.cost(rem, 2, need)) if fewest == 1 and w > 1 else cost

    def end(self, rem: i64, w: i64, need: i64, slack: i64, budget: i64) -> i64:
        """Cost of what is left when only wild cards are: meet the needs with them, then leave or spread the rest.

        As ``search`` it answers the cost if that is within the budget, else a lower bound above it.
        """
        best: i64 = INFINITE
        if need < self.free:
            if not self.counted or (w <= slack and not self.spare.uneven):
                return 0
            best = self.left_over(rem, w, slack, need)
        if not w:
            return best
        if not self.parted:
            self.part_wild_columns()
        if best <= self.hope(w, slack, self.naturals):
            return best
        known: i64 = self.end_from(rem, w, need, slack, self.naturals, 0, min(budget, best - 1))
        return min(best, known)

    def hope(self, w: i64, slack: i64, at: i64) -> i64:
        """A bound from below on what wild cards cost once all types before one are passed over."""
        least: i64 = self.each_left[at - self.naturals]
        hope: i64 = least * max(0, w - slack)
        return max(hope, self.spare.each * max(0, w % 3 - slack)) if self.in_threes else hope

    def known_ends(self, place: i64, passed: i64) -> dict[object, int]:
        """What is known by the cards left, in one place of ``end_memo`` and with some cards passed over."""
        at: object = place
        memos = self.end_memo.get(at)
        if memos is None:
            self.end_memo[at] = memos = {}
        others: object = passed
        memo = memos.get(others)
        if memo is None:
            memos[others] = memo = {}
        return memo

    def end_from(self, rem: i64, w: i64, need: i64, slack: i64, at: i64, passed: i64, budget: i64) -> i64:
        """The same where no type before ``at`` is used as itself any more: the first type's melds, or none of them.

        ``passed`` are the cards of the types before, as far as it matters which they are.
        """
        counted = self.counted
        hope: i64 = 0
        if need < self.free:
            if not counted or (w <= slack and not self.spare.uneven):
                return 0
        left: i64 = rem & self.above[at - self.naturals]
        if need >= self.free and not self.outlook.may_meet(left, w, need):
            return INFINITE
        if counted:
            hope = self.hope(w, slack, at)
            if hope > budget:
                return hope
        types: i64 = len(self.fields)
        while at < types and not left & self.fields[at]:
            at += 1
        if at > types:  # nothing is left but to leave them
            return self.left_over(rem, w, slack, need) if need < self.free else INFINITE
        memo = self.known_ends(((need * (self.wilds + 1) + w) * self.room + slack) * (types + 1) + at, passed)
        mixed: i64 = left ^ left >> 19 ^ left >> 38
        key: object = mixed
        known: i64 = memo.get(key, -1)
        if known >= 0:
            value: i64 = known >> 1
            if known & 1 or value > budget:
                return value
        elif self.endings // ENDINGS > self.limit:
            self.positions = self.limit + 1
            return INFINITE
        else:
            self.endings += 1
        best: i64 = INFINITE
        spend: i64 = budget
        after = self.after[need]
        guard: i64 = self.guard
        full: i64 = rem | guard
        for column in self.endings_by[at - self.naturals]:
            if column.jokers > w or (full - column.cards) & guard != guard:
                continue
            state: i64 = after[column.flag]
            price: i64 = column.cost if counted else 0
            if price > spend:
                best = min(best, price)
            elif state >= 0 and (counted or state < need):
                rest: i64 = w - column.jokers
                more: i64 = min(slack + column.slack, rest)
                value = price + self.end_from(rem - column.cards, rest, state, more, at, passed, spend - price)
                if value < best:
                    best = value
                    if best <= hope:
                        break
                    if best <= spend:
                        spend = best - 1
        if best > hope:
            if at < types:
                passed += (left & self.fields[at]) // self.ones[at] * self.classes[at - self.naturals]
            best = min(best, self.end_from(rem, w, need, slack, at + 1, passed, spend))
        memo[key] = best * 2 + (best <= budget)
        return best

    def search(self, rem: i64, at: i64, w: i64, need: i64, slack: i64, disc: i64, share: i64, budget: i64) -> i64:
        """Least cost from here if it is within the budget, else a lower bound above it.

        Args:
            rem: cards not yet covered; ``at``: a type not above the first of them; ``share``: their shares.
            w: wild cards left; ``slack``: room for spare ones, up to those left.
            need: the state of the requirements.
            disc: 1 if a card is yet to be thrown, else 0.
            budget: only a cost up to this is of interest.
        """
        if not rem & self.low:
            if not disc:
                return self.end(rem, w, need, slack, budget)
            if not w:
                return INFINITE
            thrown: i64 = self.throw[self.naturals]
            return thrown + self.end(rem, w - 1, need, min(slack, w - 1), budget - thrown)
        short: i64 = share - w * SHARE - disc * self.most
        if short > 0:  # then there are shares, and den is set
            bound: i64 = (short * self.num + self.den - 1) // self.den
            if bound > budget:
                return bound
        place: i64 = ((need * (self.wilds + 1) + w) * self.room + slack) * self.turns + disc
        memo = self.memo[place]
        if memo is None:
            self.memo[place] = memo = {}
        mixed: i64 = rem ^ rem >> 19 ^ rem >> 38  # a dict looks at the low bits first: let them depend on all
        key: object = mixed
        known: i64 = memo.get(key, -1)
        if known >= 0:
            value: i64 = known >> 1
            if known & 1 or value > budget:
                return value
        if need >= self.free and self.positions >= SOON and not self.outlook.may_meet(rem, w, need):
            return INFINITE
        fields = self.fields
        while not rem & fields[at]:
            at += 1
        if known < 0:
            if self.positions > self.limit:
                return INFINITE
            self.positions += 1
        best: i64 = INFINITE
        spend: i64 = budget
        guard: i64 = self.guard
        full: i64 = rem | guard
        after = self.after[need]
        for column in self.columns[at]:
            if column.jokers <= w and (full - column.cards) & guard == guard:
                state: i64 = after[column.flag]
                cost: i64 = column.cost
                if cost > spend:
                    if cost < best:
                        best = cost
                elif state >= 0:
                    left: i64 = w - column.jokers
                    more: i64 = slack + column.slack
                    if more > left:
                        more = left
                    rest: i64 = rem - column.cards
                    used: i64 = share - column.share
                    value = cost + self.search(rest, at, left, state, more, disc, used, spend - cost)
                    if value < best:
                        best = value
                        if best == 0:
                            break
                        if best <= spend:
                            spend = best - 1
        if best > 0:
            rest = rem - self.ones[at]
            used = share - self.shares[at]
            if disc:
                value = self.throw[at]
                if value <= spend:
                    value += self.search(rest, at, w, need, slack, 0, used, spend - value)
                if value < best:
                    best = value
                    if best <= spend:
                        spend = best - 1
            value = self.loose[at]
            if value <= spend:
                state = after[self.left[at]] if self.left else need
                if state < 0:
                    value = INFINITE
                else:
                    value += self.search(rest, at, w, state, slack, disc, used, spend - value)
            if value < best:
                best = value
        memo[key] = best * 2 + (best <= budget)
        return best

    def _moves(self, rem: int, at: int, w: int, need: int, slack: int, disc: int, share: int) -> list[Move]:
        """The moves with the first type left, in the order in which ``search`` tries them."""
        moves: list[Move] = []
        for column in self.columns[at]:
            state = self.after[need][column.flag]
            if state >= 0 and column.jokers <= w and (rem | self.guard) - column.cards & self.guard == self.guard:
                left = w - column.jokers
                more, used = min(slack + column.slack, left), share - column.share
                moves.append((column.cost, column.name, rem - column.cards, left, state, more, disc, used))
        rest, used = rem - self.ones[at], share - self.shares[at]
        if disc:
            moves.append((self.throw[at], -2 - 2 * at, rest, w, need, slack, 0, used))
        state = self.after[need][self.left[at]] if self.left else need
        if state >= 0:
            moves.append((self.loose[at], -1 - 2 * at, rest, w, state, slack, disc, used))
        return moves

    def share(self) -> i64:
        """The shares of all cards together."""
        share: i64 = 0
        for at in range(self.naturals):
            share += self.held.counts[at] * self.shares[at]
        return share

    def list_thrown(self, budget: int) -> list[int]:
        """The types of which one can be thrown within a budget, where a card must be thrown."""
        thrown: list[int] = []
        for at, unit in enumerate(self.ones):
            wild = at >= self.naturals
            due = budget - self.throw[self.naturals if wild else at]
            share = self.share() - (0 if wild else self.shares[at])
            rem, left = self.held.rem - unit, self.wilds - wild
            if due >= 0 and left >= 0 and self.search(rem, 0, left, self.start, 0, 0, share, due) <= due:
                thrown.append(at)
        return thrown

    def run(self, budget: int) -> tuple[int, list[int]]:
        """The least cost and the moves, or ``(INFINITE, [])`` if it exceeds a budget.

        A move is a column's name (0 or more), ``-1 - 2 * type`` for a loose card, ``-2 - 2 * type`` for the
        thrown one; wild cards left over or thrown are not listed.
        """
        rem, w, need, slack = self.held.rem, self.wilds, self.start, 0
        disc = 1 if self.throw else 0
        share = self.share()
        cost = self.search(rem, 0, w, need, slack, disc, share, budget)
        if cost > budget or cost >= INFINITE:
            return INFINITE, []

        # walk the best path again: each step is the first move that keeps the cost
        moves: list[int] = []
        owed = cost
        guard, at = self.guard, 0
        while rem & self.low:
            while not rem & self.fields[at]:
                at += 1
            for price, move, rest, left, state, more, still, used in self._moves(rem, at, w, need, slack, disc, share):
                due = owed - price
                if due >= 0 and self.search(rest, at, left, state, more, still, used, due) == due:
                    rem, w, need, slack, disc, share, owed = rest, left, state, more, still, used, due
                    moves.append(move)
                    break
            else:  # the positions allowed are used up
                return INFINITE, []
        if disc:
            owed -= self.throw[self.naturals]
            w -= 1
            slack = min(slack, w)
        first, counted = 0, self.counted
        while need >= self.free or (counted and self.left_over(rem, w, slack, need) != owed):
            for i in range(first, len(self.wild_columns)):
                column = self.wild_columns[i]
                state = self.after[need][column.flag]
                if state < 0 or column.jokers > w or ((rem | guard) - column.cards) & guard != guard:
                    continue
                price = column.cost if counted else 0
                if not counted and state == need:
                    continue
                left = w - column.jokers
                more, due = min(slack + column.slack, left), owed - price
                if due >= 0 and self.end(rem - column.cards, left, state, more, due) == due:
                    rem, w, need, slack, owed, first = rem - column.cards, left, state, more, owed - price, i
                    moves.append(column.name)
                    break
            else:
                break
        if counted:
            owed -= self.left_over(rem, w, slack, need)
        return (INFINITE, []) if owed and self.positions > self.limit else (cost, moves)
