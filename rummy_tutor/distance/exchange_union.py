"""Which cards the ways to declare can give up and which they can buy, found in one walk over all of them.

``Reach`` stops at the first way to declare within so many exchanges. A table of discards and draws asks about
hundreds of pairs; so this goes through all positions of the same search and unites what the ways from there on give up
and buy. The answer is an upper bound: a pair that is not in it is impossible, one that is in it has still to be shown
with real cards (``Survey.show``, then ``Filler.fill``), or asked for by itself.

Columns stand for more groups than they name, so what may be bought is read off generously. A way that buys jokers
may buy instead what one of them stands for; a hole that was left out at the end of a longer run or of a larger set
shows as room that is left, and so does a group without cards held.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..game.rules import Kind
from .feasibility import SHARE, UNLIMITED, Column, Reach
from .partial_melds import Piece

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
        sides: places of a sequence.
        distinct: whether a set holds a suit once.
        most: positions after which it gives up.

    Attributes:
        given: fields that may be given up, a bit at the beginning of the block of each.
        bought: cards that may be bought, as bits.
        pairs: in the block of each field, the cards that may be bought when it is given up.
        over: whether it gave up; then nothing is known.
    """

    def __init__(
        self, reach: Reach, stock: Sequence[int], is_wild: Sequence[bool], sides: int, distinct: bool, most: int
    ) -> None:
        self.reach = reach
        self.stock = stock
        self.there = sum([1 << index for index in range(53) if stock[index] > 0])
        self.wilds = sum([1 << index for index in range(53) if stock[index] > 0 and is_wild[index]])
        self.sides = sides
        self.distinct = distinct
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
        self.tried = 0  # pairs for which real cards have been looked for
        self.walking = True
        self.share = 0
        self.start = (0, 0, 0, 0, 0)
        self.found: Union = {}
        self.room = 0
        self.known: dict[tuple[int, int, int, int], Union] = {}
        self.masks: dict[Piece, list[int]] = {}

    def begin(self, rem: int, room: int, buys: int, gives: int, need: int) -> None:
        """Stand at the first position; the arguments are those of ``Reach.within``."""
        self.start = rem, room, buys, gives, need

    def walk(self, positions: int) -> bool:
        """Walk on for about so many positions; what is known by then is kept for the next time.

        Returns:
            Whether the walk has come to its end.
        """
        reach = self.reach
        reach.chosen.clear()
        reach.given.clear()
        rem, room, buys, gives, need = self.start
        self.share = reach.prepare(rem, gives)
        self.halted = False
        self.stop = min(self.most, self.nodes + positions)
        self.found = self._look(rem, room, buys, gives, need, 0, self.share)
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

    def _look(self, rem: int, room: int, buys: int, gives: int, need: int, slack: int, share: int) -> Union:
        """The ways from a position on.

        The walk is that of ``Reach._search`` written out again: shared steps would cost a call for each meld in the
        innermost loop of both, and the search stops where the walk goes on.
        """
        if self.halted:
            return {}
        reach = self.reach
        left = rem & reach.natural
        if not left:
            return self._end(rem, room, buys, gives, need, slack, 0) if room >= 0 else {}
        width = reach.width
        field = ((left & -left).bit_length() - 1) // width
        relief = reach.relief[field]
        most = relief[gives] + room * SHARE - share
        if reach.extra[field][need] > most or reach.least[field][need] > buys:
            return {}
        place = (need << 6 | slack) << 7 | room + 64
        key = place, rem, buys, gives
        known = self.known.get(key)
        if known is not None:
            return known
        state = place, rem
        if reach.is_dead(state, buys, gives):
            return {}
        if reach.copies and (wanted := reach.copies[need]) and not reach.has_copies(rem, wanted[0], wanted[1], buys):
            return {}
        if self.nodes >= self.stop:
            self.halted = True
            return {}
        self.nodes += 1
        found: Union = {}
        full, guard, after = rem | reach.guard, reach.guard, reach.trans[need]
        for column in reach.plain[field]:
            if column.extra > most:
                break
            if (full - column.cards) & guard != guard or column.exact > buys:
                continue
            child = self._lay(column, rem, room, buys, gives, after[column.flag], slack, share)
            if child:
                self._add(found, child, column.piece)
        if buys and (need >= reach.free or reach.always):
            for column in reach.bought[field]:
                if column.exact > buys:
                    break
                if column.extra > most or (full - column.cards) & guard != guard:
                    continue
                met = after[column.flag]
                if met < need or reach.always:
                    child = self._lay(column, rem, room, buys, gives, met, slack, share)
                    if child:
                        self._add(found, child, column.piece)
        part = reach.shares[field]
        if gives and field != reach.kept and share - part - (room + 1) * SHARE <= relief[gives - 1]:
            reach.given.append(field)
            child = self._look(rem - (1 << field * width), room + 1, buys, gives - 1, need, slack, share - part)
            reach.given.pop()
            low = field * BLOCK
            for at, (given, bought, pairs) in child.items():
                _unite(found, at, given | 1 << low, bought, pairs | bought << low)
        if self.halted:  # not all of them are known yet
            return {}
        if found:
            self.known[key] = found
        else:
            reach.bury(state, buys, gives)
        return found

    def _lay(
        self,
        column: Column,
        rem: int,
        room: int,
        buys: int,
        gives: int,
        met: int,
        slack: int,
        share: int,
    ) -> Union:
        """The ways after a meld; none if it leaves too few places or calls for more jokers than there are."""
        reach = self.reach
        rest, left = room - column.holes, buys - column.exact
        if rest + gives < 0 or left - gives - rest > reach.supply or met < 0:
            return {}
        spare = min(slack + column.slack, rest + gives)
        reach.chosen.append(column.piece)
        child = self._look(rem - column.cards, rest, left, gives, met, spare, share - column.share)
        reach.chosen.pop()
        return child

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
            exact = self._exact(piece) & self.there
            places = [(exact | self._stood_for(piece, room)) & self.there for room in range(CLASSES - 2)]
            masks = self.masks[piece] = [exact, *places, self.there]
        return masks

    def _exact(self, piece: Piece) -> int:
        """The cards that fill the holes that need the very card."""
        if not piece.bought:
            return 0
        if piece.kind in (Kind.TUNNELA, Kind.DUBLEE):
            if piece.uses:
                return 1 << piece.at
            return sum([1 << index for index in range(53) if self.stock[index] >= piece.bought])
        if not piece.uses:
            return self.there
        return self._same_rank(piece) if piece.kind is Kind.SET else self._window(piece, piece.size)

    def _stood_for(self, piece: Piece, room: int) -> int:
        """The cards that its jokers stand for, or that are added with so much room left."""
        if piece.kind in (Kind.TUNNELA, Kind.DUBLEE) or not (piece.jokers or room):
            return 0
        if not piece.uses:
            return self.there
        if piece.kind is Kind.SET:
            return self._same_rank(piece)
        window = self._window(piece, piece.size + room)
        # a single card with two jokers may as well lie in a set
        return window | self._same_rank(piece) if len(piece.uses) == 1 else window

    def _same_rank(self, piece: Piece) -> int:
        """The cards that a set of its cards can hold besides."""
        found = sum([1 << index for index in range(piece.uses[0] % 13, 52, 13)])
        if self.distinct:
            found &= ~sum([1 << index for index in piece.uses])
        return found

    def _window(self, piece: Piece, length: int) -> int:
        """The cards that a sequence so long can hold besides its own."""
        length = min(length, self.sides)
        found = 0
        for start in range(self.sides - length + 1):
            shows = [piece.at + (start + i) % 13 for i in range(length)]
            if all([index in shows for index in piece.uses]):
                found |= sum([1 << index for index in set(shows)])
        return found & ~sum([1 << index for index in piece.uses])

    def _end(self, rem: int, room: int, buys: int, gives: int, need: int, slack: int, at: int) -> Union:
        """The ways when only wild cards are left; see ``Reach._finish``."""
        reach = self.reach
        found: Union = {}
        grown = min(room, buys) if reach.stretch else 0
        if need < reach.free and buys - gives - grown <= reach.supply and (reach.spare or room - grown <= slack):
            kind = self._class(room, buys)
            bought = self.there if kind == CLASSES - 1 else self.wilds if kind else 0
            given = self._spare(rem) if gives else 0
            found[kind] = given, bought, given * bought
            if self.walking:
                self._try_cards(kind, given, bought, room)
        if not room or (need < reach.free and room < 2):
            return found
        if reach.end_least[need] > buys or reach.end_holes[need] > room:
            return found
        if reach.copies and (wanted := reach.copies[need]) and not reach.has_copies(rem, wanted[0], wanted[1], buys):
            return found
        if self.nodes >= self.most:  # it does not rest here, where nothing is remembered
            self.halted = True
            return {}
        self.nodes += 1
        for column, met, start in reach.next_ends(rem, room, buys, gives, need, slack, at):
            rest, left = room - column.holes, buys - column.exact
            reach.chosen.append(column.piece)
            child = self._end(rem - column.cards, rest, left, gives, met, min(slack + column.slack, rest), start)
            reach.chosen.pop()
            if child:
                self._add(found, child, column.piece)
        return found

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

    def _try_cards(self, kind: int, given: int, bought: int, room: int) -> None:
        """Look for real cards for the way at hand if it may give up and buy what none before did."""
        reach = self.reach
        for field in reach.given:
            given |= 1 << field * BLOCK
        for piece in reach.chosen:
            bought |= self._masks(piece)[kind]
        pairs = given * (bought | 1 << BLOCK - 1)  # also if nothing is bought
        if pairs & ~self.tried:
            self.tried |= pairs
            reach.accept(reach.chosen, reach.given, room)

    def show(self, given: int, bought: int) -> bool:
        """Find a way that gives up one card and may buy another.

        Args:
            given: the bit of a field in ``given``, 0 if it does not matter.
            bought: the bit of a card, 0 if it does not matter.

        Returns:
            Whether there is one; its melds, the fields given up and the room left are then those of ``reach`` and
            of ``room``.
        """
        reach = self.reach
        reach.chosen.clear()
        reach.given.clear()
        rem, room, buys, gives, need = self.start
        reach.prepare(rem, gives)
        for kind in self.found:
            if _has(self.found, kind, given, bought):
                return self._trace(kind, given, bought, rem, room, buys, gives, need, 0, self.share)
        return False

    def _trace(
        self,
        kind: int,
        given: int,
        bought: int,
        rem: int,
        room: int,
        buys: int,
        gives: int,
        need: int,
        slack: int,
        share: int,
    ) -> bool:
        """Lay down a way of a class that gives up and buys what is asked for, from a position on: ``_look`` again."""
        reach = self.reach
        left = rem & reach.natural
        if not left:
            return self._trace_end(kind, given, bought, rem, room, buys, gives, need, slack, 0)
        field = ((left & -left).bit_length() - 1) // reach.width
        full, guard, after = rem | reach.guard, reach.guard, reach.trans[need]
        for columns in (reach.plain[field], reach.bought[field]):
            for column in columns:
                if (full - column.cards) & guard != guard or column.exact > buys:
                    continue
                met = after[column.flag]
                if columns is reach.bought[field] and met >= need and not reach.always:
                    continue
                child = self._lay(column, rem, room, buys, gives, met, slack, share)
                if kind not in child:
                    continue
                for wish in (bought & ~self._masks(column.piece)[kind], bought):
                    if _has(child, kind, given, wish):
                        reach.chosen.append(column.piece)
                        rest, less = room - column.holes, buys - column.exact
                        spare = min(slack + column.slack, rest + gives)
                        cards, part = rem - column.cards, share - column.share
                        return self._trace(kind, given, wish, cards, rest, less, gives, met, spare, part)
        if gives and field != reach.kept:
            cards, part = rem - (1 << field * reach.width), share - reach.shares[field]
            reach.given.append(field)
            child = self._look(cards, room + 1, buys, gives - 1, need, slack, part)
            for wish in (given & ~(1 << field * BLOCK), given):
                if _has(child, kind, wish, bought):
                    return self._trace(kind, wish, bought, cards, room + 1, buys, gives - 1, need, slack, part)
            reach.given.pop()
        return False

    def _trace_end(
        self,
        kind: int,
        given: int,
        bought: int,
        rem: int,
        room: int,
        buys: int,
        gives: int,
        need: int,
        slack: int,
        at: int,
    ) -> bool:
        """The same when only wild cards are left: ``_end`` again."""
        reach = self.reach
        grown = min(room, buys) if reach.stretch else 0
        if need < reach.free and buys - gives - grown <= reach.supply and (reach.spare or room - grown <= slack):
            if kind == self._class(room, buys):
                there = self.there if kind == CLASSES - 1 else self.wilds if kind else 0
                if not bought & ~there and (not given or (gives and given & self._spare(rem))):
                    self.room = room
                    return True
        for column, met, start in reach.next_ends(rem, room, buys, gives, need, slack, at):
            rest, left = room - column.holes, buys - column.exact
            spare = min(slack + column.slack, rest)
            child = self._end(rem - column.cards, rest, left, gives, met, spare, start)
            for wish in (bought & ~self._masks(column.piece)[kind], bought):
                if _has(child, kind, given, wish):
                    reach.chosen.append(column.piece)
                    return self._trace_end(kind, given, wish, rem - column.cards, rest, left, gives, met, spare, start)
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
