"""Can a hand declare once so many cards are exchanged? The exact search: yes or no, and one way out.

Depth-first as in ``branch_and_bound``: the first uncovered card that is not wild is put into each meld that begins
with it, or given up. Here a meld may have holes: some are filled by jokers, held or to be had, some by buying the
card itself. A card given up makes room for another, so the places still to be filled (the *room*: wild cards held plus
cards given up less holes) must come out even.

The columns leave open which jokers fill the holes, and how many copies of a card can be had: an arrangement that is
found goes to ``accept``, which looks for a real hand. If it finds none the search goes on, and remembers nothing of
the positions that led there: what it remembers as hopeless is hopeless whatever the question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..solver.bitpack import SHARE, States
from .board import Board

NEVER = 1 << 20  # a price that nothing can pay
UNLIMITED = 1 << 60
MANY = 150_000  # positions remembered; more than these are forgotten all at once

# cards left, packed; room; cards that may be bought; cards that may be given up; state of the requirements; room for
# spare jokers; shares of the cards left; of the melds without held cards the first that may come next
Position = tuple[int, int, int, int, int, int, int, int]
# what is laid, None if a card is given up; its field; the position after it
Step = tuple[Any, int, Position]


class Reach:
    """Looks for a way to declare within a number of exchanges; one object serves many questions on one set of columns.

    Args:
        board: the columns.
        states: the requirements.
        stock: copies that can still be had, by card index.
        prices: sums of prices worked out before for the same requirements.
        supply: wild cards that can still be had.
        scarce: whether they may run out.
        spare: whether jokers may lie by themselves.
        always: whether melds for which a card must be bought are worth a try even if they meet no requirement.
        accept: given what the melds stand for, whether real cards can do it.
    """

    def __init__(
        self,
        board: Board,
        states: States,
        stock: Sequence[int],
        prices: dict[tuple[int, ...], list[int]],
        supply: int,
        scarce: bool,
        spare: bool,
        always: bool,
        accept: Callable[[list[Any]], bool],
    ) -> None:
        self.width = width = board.width
        self.natural = (1 << board.naturals * width) - 1
        self.guard = sum([1 << at * width + width - 1 for at in range(len(board.types))])
        self.plain, self.bought, self.ends = board.plain, board.bought, board.ends
        self.shares = [board.shares[index] for index in board.types[: board.naturals]]
        self.trans, self.free, self.copies = states.trans, states.free, states.copies
        self.stock = [stock[index] if index < len(stock) else 0 for index in board.types]
        # how many pairs and how many threes of one card can be bought whole, at most
        self.whole = sum([count // 2 for count in stock]), sum([count // 3 for count in stock])
        self.prices = prices
        self.supply = supply
        self.scarce = scarce
        self.spare = spare
        self.always = always
        self.accept = accept
        self.chosen: list[Any] = []
        self.refused = 0
        self.most_refused = UNLIMITED  # after so many it gives up
        # positions from which there is no way, without buys, gives and shares, and the buys and gives that were tried
        self.dead: dict[tuple[int, ...], list[tuple[int, int]]] = {}
        self.kept = -1  # a field whose cards must not be given up
        self.partly = False  # whether only the requirements count: then a card given up leaves no place to fill
        self.smallest = 2  # cards in the smallest column that may come last
        self.nodes = 0
        self.most_nodes = UNLIMITED  # positions after which it gives up
        self.relief: list[list[int]] = [[] for _ in self.shares]
        self.least: list[list[int]] = []  # by field and state, the fewest cards to buy for the requirements
        self.extra: list[list[int]] = []  # and the fewest holes, in sixtieths, beyond the shares of the cards
        self.end_least: list[int] = []  # the same of the melds without held cards
        self.end_holes: list[int] = []  # and their fewest holes
        self._look_ahead()

    def _look_ahead(self) -> None:
        """Bounds for each field on what the melds from there on must cost to meet the requirements."""
        exact = [NEVER] * len(self.trans[0])
        extra = [NEVER] * len(self.trans[0])
        holes = [NEVER] * len(self.trans[0])
        for column in self.ends:
            exact[column.flag] = min(exact[column.flag], column.exact)
            extra[column.flag] = min(extra[column.flag], column.extra)
            holes[column.flag] = min(holes[column.flag], column.holes)
        self.end_least = self._cheapest(exact)
        self.end_holes = self._cheapest(holes)
        for plain, bought in zip(reversed(self.plain), reversed(self.bought), strict=True):
            changed = not self.least
            for columns in (plain, bought):
                for column in columns:
                    if column.exact < exact[column.flag]:
                        exact[column.flag] = column.exact
                        changed = True
                    if column.extra < extra[column.flag]:
                        extra[column.flag] = column.extra
                        changed = True
            self.least.append(self._cheapest(exact) if changed else self.least[-1])
            self.extra.append(self._cheapest(extra) if changed else self.extra[-1])
        self.least.reverse()
        self.extra.reverse()

    def _cheapest(self, prices: list[int]) -> list[int]:
        """For each state, the least sum of prices of flags that meet the requirements, were every meld there."""
        key = tuple(prices)
        found = self.prices.get(key)
        if found is not None:
            return found
        known = [0] * self.free
        for state in range(self.free, len(self.trans)):
            after = self.trans[state]
            steps = [price + known[after[flag]] for flag, price in enumerate(prices) if 0 <= after[flag] < state]
            known.append(min(steps, default=NEVER))
        if len(self.prices) > MANY:
            self.prices.clear()
        self.prices[key] = known
        return known

    def within(self, rem: int, room: int, buys: int, gives: int, need: int) -> bool:
        """Whether the requirements can be met.

        Args:
            rem: the cards held, packed.
            room: places to fill beyond the cards that are not wild; negative if more cards are held than declared with.
            buys: most cards that may be bought.
            gives: most cards that are not wild to be given up.
            need: the state of the requirements.

        Returns:
            True if ``accept`` took an arrangement. ``refused`` counts those it did not take.
        """
        share = self.prepare(rem, gives)
        self.chosen.clear()
        return self._search((rem, room, buys, gives, need, 0, share, 0))

    def prepare(self, rem: int, gives: int) -> int:
        """Work out what giving up so many of the cards from a field on can relieve at most.

        Returns:
            The shares of all cards together, in sixtieths.
        """
        share = 0
        worst: list[int] = []
        left = rem & self.natural
        while left:
            field = (left.bit_length() - 1) // self.width
            count = left >> field * self.width
            left -= count << field * self.width
            share += self.shares[field] * count
            if field != self.kept:
                worst += [SHARE + self.shares[field]] * count
            self.relief[field] = _dearest(worst, gives)
        return share

    def is_ended(self, position: Position) -> bool:
        """Whether only wild cards are left to be placed, or only the requirements count and they are met."""
        return not position[0] & self.natural or (self.partly and position[4] < self.free)

    def is_closed(self, position: Position) -> bool:
        """Whether a way may end here: the requirements are met, and what is left finds a place."""
        rem, room, buys, gives, need, slack, _, _ = position
        if need >= self.free or room < 0:
            return False
        if self.partly:
            return True
        return buys - gives <= self.supply and (self.spare or room <= slack)

    def is_hopeless(self, position: Position, ended: bool) -> bool:
        """Whether bounds, or what is remembered, show that no meld and no card given up leads on."""
        rem, room, buys, gives, need, slack, share, at = position
        if ended:
            if room <= 0 or (need < self.free and room < self.smallest):
                return True
            if self.end_least[need] > buys or self.end_holes[need] > room:
                return True
        else:
            field = ((rem & -rem).bit_length() - 1) // self.width
            short = share + self.extra[field][need] - room * SHARE
            if short > self.relief[field][gives] or self.least[field][need] > buys:
                return True
        tried = self.dead.get((rem, room, need, slack, at))
        if tried is not None:
            # where jokers may run out, more buys with the same gives mean that more jokers were called for before
            most = buys - gives if self.scarce else NEVER
            for b, g in tried:
                if b >= buys and g >= gives and b - g <= most:
                    return True
        if not self.copies:
            return False
        wanted = self.copies[need]
        return wanted is not None and not self.has_copies(rem, wanted[0], wanted[1], buys)

    def bury(self, position: Position) -> None:
        """Remember that there is no way from a position."""
        if len(self.dead) > MANY:
            self.dead.clear()
        rem, room, buys, gives, need, slack, _, at = position
        self.dead.setdefault((rem, room, need, slack, at), []).append((buys, gives))

    def _search(self, position: Position) -> bool:
        """Whether there is a way from a position on; ``Survey`` takes the same steps over all ways."""
        ended = self.is_ended(position)
        if ended and self.is_closed(position):
            if self.accept(self.chosen):
                return True
            self.refused += 1
        if self.refused > self.most_refused or self.is_hopeless(position, ended):
            return False
        self.nodes += 1
        if self.nodes > self.most_nodes:
            self.refused += 1  # so that nothing is remembered of what was left off
            return False
        refused = self.refused
        for piece, _, after in self.steps(position, ended):
            if piece is not None:
                self.chosen.append(piece)
            if self._search(after):
                return True
            if piece is not None:
                self.chosen.pop()
        if refused == self.refused:  # what was refused may be taken after other melds
            self.bury(position)
        return False

    def steps(self, position: Position, ended: bool) -> list[Step]:
        """The melds that may cover the first card, or come next when only wild cards are left, then giving it up."""
        rem, room, buys, gives, need, slack, share, at = position
        if ended:
            return self._last_steps(position)
        found: list[Step] = []
        full, guard, after, supply = rem | self.guard, self.guard, self.trans[need], self.supply
        field = ((rem & -rem).bit_length() - 1) // self.width
        relief = self.relief[field]
        most = relief[gives] + room * SHARE - share  # what a meld may have beyond the shares of its cards
        for column in self.plain[field]:
            if column.extra > most:
                break
            if (full - column.cards) & guard != guard or column.exact > buys:
                continue
            rest, left, met = room - column.holes, buys - column.exact, after[column.flag]
            if rest + gives >= 0 and left - gives - rest <= supply and met >= 0:
                spare = min(slack + column.slack, rest + gives)  # more room than this cannot come
                position = rem - column.cards, rest, left, gives, met, spare, share - column.share, 0
                found.append((column.piece, 0, position))
        if buys and (need >= self.free or self.always):
            for column in self.bought[field]:
                if column.exact > buys:
                    break
                if column.extra > most or (full - column.cards) & guard != guard:
                    continue
                rest, left, met = room - column.holes, buys - column.exact, after[column.flag]
                if met < 0 or (met >= need and not self.always) or rest + gives < 0:
                    continue
                if left - gives - rest <= supply:
                    spare = min(slack + column.slack, rest + gives)
                    position = rem - column.cards, rest, left, gives, met, spare, share - column.share, 0
                    found.append((column.piece, 0, position))
        self._leave(field, (rem, room, buys, gives, need, slack, share, at), relief, found)
        return found

    def _leave(self, field: int, position: Position, relief: list[int], found: list[Step]) -> None:
        """The step of giving up the first card, or all of its copies where the melds that take it come first."""
        rem, room, buys, gives, need, slack, share, at = position
        low, part = field * self.width, self.shares[field]
        if self.partly:
            rest = rem & ~((1 << self.width) - 1 << low)
            found.append((None, field, (rest, room, buys, gives, need, slack, share, 0)))
        elif gives and field != self.kept and share - part - (room + 1) * SHARE <= relief[gives - 1]:
            after = rem - (1 << low), room + 1, buys, gives - 1, need, slack, share - part, 0
            found.append((None, field, after))

    def _last_steps(self, position: Position) -> list[Step]:
        """The melds without held cards that may come next, what is still required first."""
        rem, room, buys, gives, need, slack, share, at = position
        found: list[Step] = []
        full, guard, after = rem | self.guard, self.guard, self.trans[need]
        for i in range(at, len(self.ends)):
            column = self.ends[i]
            met = after[column.flag]
            rest, left = room - column.holes, buys - column.exact
            if rest < 0 or left < 0 or met < 0 or (full - column.cards) & guard != guard:
                continue
            if left - gives - rest > self.supply:
                continue
            if met >= need and (need >= self.free or (room <= slack and not self.always)):
                continue
            start = 0 if met < self.free <= need else i
            spare = min(slack + column.slack, rest)
            found.append((column.piece, 0, (rem - column.cards, rest, left, gives, met, spare, share, start)))
        return found

    def has_copies(self, rem: int, pairs: int, threes: int, buys: int) -> bool:
        """Whether so many pairs and threes of one card can come together, each by itself, with so many cards bought."""
        width, mask = self.width, (1 << self.width) - 1
        lacking = [0, 0, 0]  # threes by the cards they lack
        twos = odd = 0
        while rem:
            field = ((rem & -rem).bit_length() - 1) // width
            low = field * width
            count = rem >> low & mask
            rem &= ~(mask << low)
            lacking[0] += count // 3
            lack = 3 - count % 3
            if lack < 3 and lack <= self.stock[field]:
                lacking[lack] += 1
            twos += count >> 1
            if count & 1 and self.stock[field]:
                odd += 1
        whole_pairs, whole_threes = self.whole
        if pairs > twos:
            single = min(pairs - twos, odd)
            pairs -= twos + single
            if pairs > whole_pairs or single + 2 * pairs > buys:
                return False
        threes -= lacking[0]
        for lack in (1, 2):
            if threes > 0:
                taken = min(threes, lacking[lack])
                threes -= taken
                buys -= taken * lack
        return buys >= 0 and (threes <= 0 or (threes <= whole_threes and buys >= 3 * threes))


def _dearest(prices: list[int], most: int) -> list[int]:
    """What up to 0, 1 ... ``most`` of some prices come to at most."""
    total = 0
    sums = [0]
    for price in sorted(prices, reverse=True)[:most]:
        total += price
        sums.append(total)
    return sums + [total] * (most + 1 - len(sums))
