"""Which cards the ways to declare can give up and which they can buy, found in one walk over all of them.

``Reach`` stops at the first way to declare within so many exchanges. A table of discards and draws asks about
hundreds of pairs; so this goes through all positions of the same search and unites what the ways from there on give up
and buy. The answer is an upper bound: a pair that is not in it is impossible, one that is in it has still to be shown
with a real hand (``Survey.show``, then ``Judge.find``), or asked for by itself.

Columns stand for more groups than they name, so what may be bought is read off generously. A way that buys jokers
may buy instead what one of them stands for; a hole that was left out at the end of a longer run or of a larger set
shows as room that is left, and so does a group without cards held.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..game.rules import MELDS, SEQUENCES, Kind
from ..referee.grammar import Grammar
from .board import Piece
from .feasibility import UNLIMITED, Position, Reach
from .hands import list_window

BLOCK = 54  # a bit for each card that may be bought and one more; a block of them for each field that may be given up
# ways differ by the jokers they buy: none; some, with no room left, one place, two places, room for a group of its own
CLASSES = 5

# of the ways of one class: the blocks of what they give up, the cards they buy, and the pairs of both
Union = dict[int, tuple[int, int, int]]


class Survey:
    """Walks through all ways to declare within a number of exchanges.

    Args:
        reach: the search.
        stock: copies that can still be had, by card index.
        is_wild: whether each card is wild.
        grammar: the rules of melds.
        most: positions after which it gives up.

    Attributes:
        given: fields that may be given up, a bit at the beginning of the block of each.
        bought: cards that may be bought, as bits.
        pairs: in the block of each field, the cards that may be bought when it is given up.
        over: whether it gave up; then nothing is known.
    """

    def __init__(
        self, reach: Reach, stock: Sequence[int], is_wild: Sequence[bool], grammar: Grammar, most: int
    ) -> None:
        self.reach = reach
        self.stock = stock
        self.there = sum([1 << index for index in range(53) if stock[index] > 0])
        self.wilds = sum([1 << index for index in range(53) if stock[index] > 0 and is_wild[index]])
        self.grammar = grammar
        self.most = most
        naturals = len(reach.shares)
        # of each wild field its number and its cards
        self.wild_fields = [
            (at, (1 << reach.width) - 1 << at * reach.width) for at in range(naturals, len(reach.stock))
        ]
        # places of the smallest group that may be bought as a whole: two for a dublee
        self.smallest = min([3, *[column.holes for column in reach.ends if column.exact == column.holes]])
        self.nodes = 0
        self.stop = 0  # positions after which it rests or gives up
        self.halted = False
        self.over = False
        self.given = 0
        self.bought = 0
        self.pairs = 0
        self.thrown: list[int] = []  # fields given up on the way at hand
        self.tried = 0  # pairs for which real cards have been looked for
        self.walking = True
        self.start = (0, 0, 0, 0, 0)
        self.found: Union = {}
        self.known: dict[Position, Union] = {}
        self.masks: dict[Piece, list[int]] = {}

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
        self.found = self._look(self._begin())
        if self.halted:
            self.over = self.nodes >= self.most
            return self.over
        for given, bought, pairs in self.found.values():
            self.given |= given
            self.bought |= bought
            self.pairs |= pairs
        self.walking = False
        self.stop = self.most = UNLIMITED  # showing a way may look at what was forgotten
        return True

    def _begin(self) -> Position:
        """The first position."""
        reach = self.reach
        reach.chosen.clear()
        self.thrown.clear()
        rem, room, buys, gives, need = self.start
        return rem, room, buys, gives, need, 0, reach.prepare(rem, gives), 0

    def _look(self, position: Position) -> Union:
        """The ways from a position on."""
        if self.halted:
            return {}
        reach = self.reach
        known = self.known.get(position)
        if known is not None:
            return known
        found: Union = {}
        ended = reach.is_ended(position)
        if ended and reach.is_closed(position):
            self._close(found, position)
        if reach.is_hopeless(position, ended):
            return found
        if self.nodes >= (self.most if ended else self.stop):  # it does not rest where nothing is remembered
            self.halted = True
            return {}
        self.nodes += 1
        for piece, field, after in reach.steps(position, ended):
            if piece is not None:
                reach.chosen.append(piece)
                child = self._look(after)
                reach.chosen.pop()
                if child:
                    self._add(found, child, piece)
            else:
                self.thrown.append(field)
                child = self._look(after)
                self.thrown.pop()
                low = field * BLOCK
                for at, (given, bought, pairs) in child.items():
                    _unite(found, at, given | 1 << low, bought, pairs | bought << low)
        if self.halted:  # not all of them are known yet
            return {}
        if not found:
            reach.bury(position)
        elif not ended:
            self.known[position] = found
        return found

    def _close(self, found: Union, position: Position) -> None:
        """Take down a way that ends at a position, and look for real cards for it."""
        kind, given, bought = self._ending(position)
        found[kind] = given, bought, given * bought
        if self.walking:
            self._try_cards(kind, given, bought)

    def _ending(self, position: Position) -> tuple[int, int, int]:
        """The class of a way that ends at a position, the wild fields it may give up and the cards it may buy."""
        rem, room, buys, gives, _, _, _, _ = position
        kind = self._class(room, buys)
        bought = self.there if kind == CLASSES - 1 else self.wilds if kind else 0
        return kind, self._spare(rem) if gives else 0, bought

    def _add(self, found: Union, child: Union, piece: Piece) -> None:
        """Unite with the ways after a meld, those of the meld among what they buy."""
        masks = self._masks(piece)
        for at, (given, bought, pairs) in child.items():
            more = masks[at]
            _unite(found, at, given, bought | more, pairs | given * more)

    def _masks(self, piece: Piece) -> list[int]:
        """The cards that a group may buy, by the class of ways, as bits."""
        masks = self.masks.get(piece)
        if masks is None:
            exact = sum([1 << index for index in {index for cards in piece.bought for index in cards}])
            places = [(exact | self._stood_for(piece, room)) & self.there for room in range(CLASSES - 2)]
            masks = self.masks[piece] = [exact, *places, self.there]
        return masks

    def _stood_for(self, piece: Piece, room: int) -> int:
        """The cards that its jokers stand for, or that are added with so much room left."""
        if piece.kind not in MELDS or piece.kind is Kind.TUNNELA or not (piece.jokers or room):
            return 0
        if not piece.uses:
            return self.there
        uses, found = piece.uses, set()
        if piece.kind in SEQUENCES:
            found.update([index for index in list_window(uses, piece.size + room, self.grammar) if index not in uses])
        if piece.kind is Kind.SET or len(uses) == 1:  # a single card with two jokers may as well lie in a set
            rank = range(uses[0] % 13, 52, 13)
            found.update([index for index in rank if self.grammar.mixed or index not in uses])
        return sum([1 << index for index in found])

    def _class(self, room: int, buys: int) -> int:
        """The class of a way that ends with so much room and so many cards still to be bought; see ``CLASSES``."""
        if not buys:
            return 0
        return CLASSES - 1 if room >= self.smallest else room + 1

    def _spare(self, rem: int) -> int:
        """The wild cards that lie in no meld, as fields that may be given up."""
        found = 0
        for at, mask in self.wild_fields:
            if rem & mask:
                found |= 1 << at * BLOCK
        return found

    def _try_cards(self, kind: int, given: int, bought: int) -> None:
        """Look for real cards for the way at hand if it may give up and buy what none before did."""
        reach = self.reach
        for field in self.thrown:
            given |= 1 << field * BLOCK
        for piece in reach.chosen:
            bought |= self._masks(piece)[kind]
        pairs = given * (bought | 1 << BLOCK - 1)  # also if nothing is bought
        if pairs & ~self.tried:
            self.tried |= pairs
            reach.accept(reach.chosen)

    def show(self, given: int, bought: int) -> bool:
        """Find a way that gives up one card and may buy another.

        Args:
            given: the bit of a field in ``given``, 0 if it does not matter.
            bought: the bit of a card, 0 if it does not matter.

        Returns:
            Whether there is one; its melds are then those of ``reach``.
        """
        start = self._begin()
        for kind in self.found:
            if _has(self.found, kind, given, bought):
                return self._trace(kind, given, bought, start)
        return False

    def _trace(self, kind: int, given: int, bought: int, position: Position) -> bool:
        """Lay down a way of a class that gives up and buys what is asked for, from a position on."""
        reach = self.reach
        ended = reach.is_ended(position)
        if ended and reach.is_closed(position):
            last, spare, there = self._ending(position)
            if kind == last and not bought & ~there and (not given or given & spare):
                return True
        for piece, field, after in reach.steps(position, ended):
            child = self._look(after)
            if kind not in child:
                continue
            if piece is not None:
                wishes = [(given, bought & ~self._masks(piece)[kind]), (given, bought)]
            else:
                wishes = [(given & ~(1 << field * BLOCK), bought), (given, bought)]
            for give, buy in wishes:
                if _has(child, kind, give, buy):
                    if piece is not None:
                        reach.chosen.append(piece)
                    return self._trace(kind, give, buy, after)
        return False


def _has(found: Union, kind: int, given: int, bought: int) -> bool:
    """Whether the ways of a class have one that gives up and buys something."""
    if kind not in found:
        return False
    all_given, all_bought, pairs = found[kind]
    if given and bought:
        return pairs & given * bought != 0
    return (not given or all_given & given != 0) and (not bought or all_bought & bought != 0)


def _unite(found: Union, at: int, given: int, bought: int, pairs: int) -> None:
    """Add to the ways of a class."""
    known = found.get(at)
    if known is not None:
        given, bought, pairs = given | known[0], bought | known[1], pairs | known[2]
    found[at] = given, bought, pairs
