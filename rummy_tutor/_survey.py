"""All that the search of ``_reach`` could come to at once: which cards may be given up, and which bought with them.

Where ``Reach`` stops at the first way to declare, this walks through all positions that lead to one and unites what
the ways from there on give up and buy, so that one walk rules out most pairs of a discard and a draw. What it
leaves is an upper bound: real cards are chosen afterwards.

Columns stand for more groups than they name, so what may be bought is read off generously. A way that buys jokers
may buy instead what one of them stands for; a hole that was left out at the end of a longer run or of a larger set
shows as room that is left, and a group without cards held as three of that.
"""

from __future__ import annotations

from collections.abc import Sequence

from ._reach import SHARE, Column, Reach
from ._wanted import Piece
from .rules import Kind

BLOCK = 54  # a bit for each card that may be bought and one more; a block of them for each field that may be given up
# ways differ by the jokers they buy: none; some, with no room left, one place, two places, more
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
        self.nodes = 0
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

    def walk(self, rem: int, room: int, buys: int, gives: int, need: int) -> None:
        """Unite all ways; the arguments are those of ``Reach.within``."""
        reach = self.reach
        reach.chosen.clear()
        reach.given.clear()
        self.share = reach.prepare(rem, gives)
        self.start = rem, room, buys, gives, need
        self.found = self._look(rem, room, buys, gives, need, 0, self.share)
        for given, bought, pairs in self.found.values():
            self.given |= given
            self.bought |= bought
            self.pairs |= pairs
        self.walking = False

    def _look(self, rem: int, room: int, buys: int, gives: int, need: int, slack: int, share: int) -> Union:
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
        self.nodes += 1
        if self.nodes > self.most:
            self.over = True
        if self.over:
            return {}
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
        if self.over:
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
        """The ways after a meld."""
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
        """The ways when only wild cards are left; see ``Reach``."""
        reach = self.reach
        found: Union = {}
        grown = min(room, buys) if reach.stretch else 0
        if need < reach.free and buys - gives - grown <= reach.supply and (reach.spare or room - grown <= slack):
            kind = min(room, 3) + 1 if buys else 0
            bought = self.there if kind == 4 else self.wilds if kind else 0
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
        self.nodes += 1
        if self.nodes > self.most:
            self.over = True
        if self.over:
            return {}
        full, guard, after = rem | reach.guard, reach.guard, reach.trans[need]
        for i in range(at, len(reach.ends)):
            column = reach.ends[i]
            met = after[column.flag]
            rest, left = room - column.holes, buys - column.exact
            if rest < 0 or left < 0 or met < 0 or (full - column.cards) & guard != guard:
                continue
            if left - gives - rest > reach.supply:
                continue
            if met >= need and (need >= reach.free or (room <= slack and not reach.always)):
                continue
            reach.chosen.append(column.piece)
            start = 0 if met < reach.free <= need else i
            child = self._end(rem - column.cards, rest, left, gives, met, min(slack + column.slack, rest), start)
            reach.chosen.pop()
            if child:
                self._add(found, child, column.piece)
        return found

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
        """Lay down a way of a class from a position on that gives up and buys what is asked for."""
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
        reach = self.reach
        grown = min(room, buys) if reach.stretch else 0
        if need < reach.free and buys - gives - grown <= reach.supply and (reach.spare or room - grown <= slack):
            if kind == (min(room, 3) + 1 if buys else 0):
                there = self.there if kind == 4 else self.wilds if kind else 0
                if not bought & ~there and (not given or (gives and given & self._spare(rem))):
                    self.room = room
                    return True
        full, guard, after = rem | reach.guard, reach.guard, reach.trans[need]
        for i in range(at, len(reach.ends)):
            column = reach.ends[i]
            met = after[column.flag]
            rest, left = room - column.holes, buys - column.exact
            if rest < 0 or left < 0 or met < 0 or (full - column.cards) & guard != guard:
                continue
            if left - gives - rest > reach.supply:
                continue
            if met >= need and (need >= reach.free or (room <= slack and not reach.always)):
                continue
            start = 0 if met < reach.free <= need else i
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
