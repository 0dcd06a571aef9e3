"""Which cards the ways to declare can give up and which they can buy, found in one walk over all of them.

``Reach`` stops at the first way to declare within a number of exchanges. A table of discards and draws asks about
hundreds of pairs; so this goes through all positions of the same search and unites what the ways from there on give up
and buy. The columns must be those that leave nothing to jokers that a bought card could do. Still the answer is an
upper bound: a pair that is not in it is impossible, one that is in it has to be shown with a real hand
(``Survey.show``, then ``Judge.find``), or asked for by itself.
"""

from __future__ import annotations

from .board import GIVEN, Column, Piece
from .feasibility import UNLIMITED, Position, Reach, Ways

BLOCK = 54  # a bit for each card that may be bought and one more; a block of them for each field that may be given up


class Survey:
    """Walks through all ways to declare within a number of exchanges.

    Args:
        reach: the search.
        wilds: the wild cards that can still be had, as bits.
        most: positions after which it gives up.

    Attributes:
        ways: the fields that may be given up, a bit at the beginning of the block of each; the cards that may be
            bought, as bits; in the block of each field, the cards that may be bought when it is given up.
        over: whether it gave up; then nothing is known.
    """

    def __init__(self, reach: Reach, wilds: int, most: int) -> None:
        self.reach = reach
        self.wilds = wilds
        self.most = most
        self.nodes = 0
        self.stop = 0  # positions after which it rests or gives up
        self.halted = False
        self.over = False
        self.ways: tuple[int, int, int] = (0, 0, 0)
        self.tried = 0  # pairs for which real cards have been looked for
        self.walking = True
        self.start = (0, 0, 0, 0, 0)
        self.taken: list[Column] = []  # the steps on the way at hand
        self.blocks = [1 << at * BLOCK for at in range(len(reach.fields))]

    def begin(self, rem: int, room: int, buys: int, gives: int, need: int) -> None:
        """Stand at the first position; the arguments are those of ``Reach.within``."""
        self.start = rem, room, buys, gives, need

    def walk(self, positions: int) -> bool:
        """Walk on for about so many positions; what is known by then is kept for the next time.

        Returns:
            Whether the walk has come to its end.
        """
        self.halted = False
        self.stop = min(self.most, self.nodes + positions)
        ways = self._look(self._begin())
        if self.halted:
            self.over = self.nodes >= self.most
            return self.over
        self.ways = ways or (0, 0, 0)
        self.walking = False
        self.stop = self.most = UNLIMITED  # showing a way may look at what was forgotten
        return True

    def _begin(self) -> Position:
        """The first position."""
        self.taken.clear()
        rem, room, buys, gives, need = self.start
        return rem, room, buys, gives, need, 0, self.reach.prepare(rem, gives), 0

    def _look(self, position: Position) -> Ways:
        """The ways from a position on."""
        reach = self.reach
        ended = reach.is_ended(position)
        found = self._close(position) if ended else None
        if self.halted or reach.is_hopeless(position, ended):
            return found
        key = reach.key(position)
        known, ways = reach.recall(key, position)
        if known:
            return ways or found
        steps = reach.steps(position, ended)
        if not steps:
            return found
        if self.nodes >= (self.most if ended else self.stop):  # it does not rest where nothing is remembered
            self.halted = True
            return None
        self.nodes += 1
        given = bought = pairs = 0
        leads = found is not None
        if found is not None:
            given, bought, pairs = found
        for column in steps:
            self.taken.append(column)
            child = self._look(reach.after(position, column))
            self.taken.pop()
            if self.halted:  # not all of them are known yet
                return None
            if child is None:
                continue
            more_given, more_bought, more_pairs = child
            field, cards = self._exchanged(column)
            if field:
                more_pairs |= more_bought * field
                more_given |= field
            elif cards:
                more_pairs |= more_given * cards
                more_bought |= cards
            if leads:
                given |= more_given
                bought |= more_bought
                pairs |= more_pairs
            else:  # most often there is only this one
                given, bought, pairs = more_given, more_bought, more_pairs
                leads = True
        found = (given, bought, pairs) if leads else None
        if found is None or not ended:  # real cards are looked for at every end
            reach.remember(key, position, found)
        return found

    def _close(self, position: Position) -> Ways:
        """The way that ends at a position, None if none may; real cards are looked for if it shows new pairs."""
        reach = self.reach
        if not reach.is_closed(position):
            return None
        given, bought = self._ending(position)
        if self.walking:
            all_given, all_bought = given, bought | 1 << BLOCK - 1  # also if nothing is bought
            for column in self.taken:
                field, cards = self._exchanged(column)
                all_given |= field
                all_bought |= cards
            if all_given * all_bought & ~self.tried:
                self.tried |= all_given * all_bought
                reach.accept(self.melds())
        return given, bought, given * bought

    def _ending(self, position: Position) -> tuple[int, int]:
        """The wild fields that a way which ends at a position may give up, and the wild cards it may buy."""
        rem, _, buys, gives, _, _, _, _ = position
        reach = self.reach
        given = 0
        if gives:
            for at in range(len(reach.shares), len(reach.fields)):
                if rem & reach.fields[at]:
                    given |= self.blocks[at]
        return given, self.wilds if buys else 0

    def _exchanged(self, column: Column) -> tuple[int, int]:
        """What a step gives up, as the bit of its field, and which cards it may buy."""
        return (self.blocks[column.start], 0) if column.piece is GIVEN else (0, column.piece.wanted)

    def melds(self) -> list[Piece]:
        """The melds on the way at hand."""
        return [column.piece for column in self.taken if column.piece is not GIVEN]

    def show(self, given: int, bought: int) -> bool:
        """Find a way that gives up one card and may buy another.

        Args:
            given: the bit of a field in ``given``, 0 if it does not matter.
            bought: the bit of a card, 0 if it does not matter.

        Returns:
            Whether there is one; ``melds`` are then its melds.
        """
        return self._trace(given, bought, self._begin())

    def _trace(self, given: int, bought: int, position: Position) -> bool:
        """Go along a way that gives up and buys what is asked for, from a position on."""
        reach = self.reach
        ended = reach.is_ended(position)
        if ended and reach.is_closed(position):
            spare, there = self._ending(position)
            if not bought & ~there and not given & ~spare:
                return True
        for column in reach.steps(position, ended):
            after = reach.after(position, column)
            child = self._look(after)
            if child is None:
                continue
            field, cards = self._exchanged(column)
            for give, buy in ((given & ~field, bought & ~cards), (given, bought)):
                if _has(child, give, buy):
                    self.taken.append(column)
                    return self._trace(give, buy, after)
        return False


def _has(ways: tuple[int, int, int], given: int, bought: int) -> bool:
    """Whether some ways have one that gives up and buys something."""
    all_given, all_bought, pairs = ways
    if given and bought:
        return pairs & given * bought != 0
    return not given & ~all_given and not bought & ~all_bought
