"""Whether a hand declares within n exchanges: an exact search for yes or no, for one way, or for all ways united.

Depth-first as in ``branch_and_bound``: the first uncovered card that is not wild is put into each meld that begins
with it, or given up. Here a meld may have holes: some are filled by jokers, held or to be had, some by buying the
card itself. A card given up makes room for another, so the places still to be filled (the *room*: wild cards held plus
cards given up less holes) must come out even.

The columns leave open which jokers fill the holes, and how many copies of a card can be had: an arrangement that is
found goes to ``accept``, which looks for a real hand. If it finds none the search goes on, and remembers nothing of
the positions that led there: what it remembers as hopeless is hopeless whatever the question.

A table of discards and draws asks about hundreds of pairs of a card given up and a card bought. For these the same walk
goes on to the end and unites what the ways from each position on give up and buy. The columns must be those that leave
nothing to jokers that a bought card could do. Still the answer is an upper bound: a pair that is not in it is
impossible, one that is in it has to be shown with a real hand (``Reach.show``), or asked for by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from ..referee.bought_melds import Piece
from ..referee.grammar import COPIES, PAIR
from ..solver.bitpack import NEVER, SHARE, States
from .board import GIVEN, Board, Column

UNLIMITED: Final = 1 << 60
_MANY: Final = 500_000  # positions remembered; more than these are forgotten all at once
_PLACES: Final = 7  # bits of a number of places, also below none

if TYPE_CHECKING:  # an integer as the compiled form holds it; interpreted Python does not look at annotations
    from mypy_extensions import i64

    # cards left, packed, which may be more than a machine's word; room; cards that may be bought; cards that may be
    # given up; state of the requirements; room for spare jokers; shares of the cards left; the first type left that is
    # not wild or, of the melds without held cards, the first that may come next; places left, those of the cards that
    # are not wild included
    Position = tuple[int, i64, i64, i64, i64, i64, i64, i64, i64]
# the cards held, packed; places to fill beyond those that are not wild, negative if more cards are held than declared
# with; most cards that may be bought; most cards that are not wild to be given up; the state of the requirements
Question = tuple[int, int, int, int, int]
# what the ways from a position on come to: the fields that may be given up, a bit at the beginning of the block of
# each; the cards that may be bought, as bits; in the block of each field the cards that may be bought when it is given
# up. None if there is no way or it is not known
Ways = tuple[int, int, int] | None
BLOCK: Final = 54  # bits in a block, more than there are cards to buy


class _Known:
    """What is known of the ways from a position on, for one number of buys and of gives.

    Attributes:
        buys, gives: most cards that may be bought, and given up.
        ways: the ways.
        other: the same with other buys and gives, None if that is all.
    """

    __slots__ = ("buys", "gives", "other", "ways")

    def __init__(self, buys: i64, gives: i64, ways: Ways, other: _Known | None) -> None:
        self.buys: i64 = buys
        self.gives: i64 = gives
        self.ways = ways
        self.other = other


class Reach:
    """Looks for a way to declare within a number of exchanges; one object serves many questions on one set of columns.

    Args:
        board: the melds.
        states: the requirements.
        stock: copies that can still be had, by card index.
        wilds: the wild cards among them, as bits.
        scarce: whether wild cards may run out.
        spare: whether jokers may lie by themselves.
        always: whether melds for which a card must be bought are worth a try even if they meet no requirement.
        partly: whether only the requirements count: then a card given up leaves no place to fill.

    Attributes:
        accept: given what the melds stand for, whether real cards can do it; set while one way is looked for. Whoever
            answers holds the walk, and the two would otherwise never be freed by themselves.
        taken: the steps on the way at hand.
        refused: how many arrangements ``accept`` did not take, or one more if it gave up.
        halted: whether the walk ended early: with an arrangement that was taken, or after too many positions.
        nodes: positions looked at.
    """

    def __init__(
        self,
        board: Board,
        states: States,
        stock: Sequence[int],
        wilds: int,
        scarce: bool,
        spare: bool,
        always: bool,
        partly: bool,
    ) -> None:
        packed = board.packed
        self.natural, self.guard, self.fields = packed.low, packed.guard, packed.fields
        self.lows = [unit.bit_length() - 1 for unit in packed.ones]
        self.board, self.ends, self.leave = board, board.ends, board.leave
        self.shares = [board.shares[index] for index in board.types[: board.naturals]]
        self.states, self.trans, self.copies = states, states.trans, states.copies
        self.free: i64 = states.free
        self.stock = [stock[index] if index < len(stock) else 0 for index in board.types]
        # how many pairs and how many threes of one card can be bought whole, at most
        self.whole = [sum([count // size for count in stock]) if size else 0 for size in range(4)]
        self.wilds = wilds
        self.supply: i64 = sum([count for index, count in enumerate(stock) if wilds >> index & 1])
        self.scarce = scarce
        self.spare = spare
        self.always = always
        self.accept: Callable[[list[Piece]], bool] | None = None
        self.taken: list[Column] = []
        self.refused: i64 = 0
        self.most_refused: i64 = UNLIMITED  # refusals after which it gives up
        self.nodes: i64 = 0
        self.most_nodes: i64 = UNLIMITED  # positions after which it gives up
        self.halted = False
        self.unites = False  # whether all ways are united
        # what is known of positions, by a number made of the cards left, room, needs, type and slack
        self.known: dict[int, _Known] = {}
        self.need_bits: i64 = len(self.trans).bit_length()
        self.type_bits: i64 = max(len(board.types), len(board.ends)).bit_length()
        self.place_bits: int = 2 * _PLACES + self.need_bits + self.type_bits
        self.remembered: i64 = 0  # how many these are
        self.kept: i64 = -1  # a field whose cards must not be given up
        self.partly = partly
        self.relief: list[list[int]] = [[] for _ in self.shares]
        self.asked: Question = (-1, 0, 0, 0, 0)  # the question for which this was worked out
        self.first: Position = (0, 0, 0, 0, 0, 0, 0, 0, 0)  # and its first position
        self.least: list[list[int]] = []  # by field and state, the fewest cards to buy for the requirements
        self.extra: list[list[int]] = []  # and the fewest holes, in sixtieths, beyond the shares of the cards
        self.fits: list[int] = []  # by state, the numbers of places that melds which meet it may fill, as bits
        self.end_least: list[int] = []  # the same of the melds without held cards
        self.end_holes: list[int] = []  # and their fewest holes
        self._look_ahead()

    def _look_ahead(self) -> None:
        """Bounds for each field on what the melds from there on must cost to meet the requirements."""
        exact, extra, holes = [[NEVER] * len(self.trans[0]) for _ in range(3)]
        for column in self.ends:
            piece = column.piece
            exact[piece.flag] = min(exact[piece.flag], piece.exact)
            extra[piece.flag] = min(extra[piece.flag], column.extra)
            holes[piece.flag] = min(holes[piece.flag], piece.holes)
        self.end_least = self.states.least_sums(exact)
        self.end_holes = self.states.least_sums(holes)
        board = self.board
        sizes = [0] * len(self.trans[0])
        for piece in board.pieces:
            sizes[piece.flag] = sizes[piece.flag] | piece.places
        self.fits = self.states.fitting(tuple(sizes), self.spare or self.partly)
        for ranks in reversed(board.rows):
            fewer_buys = fewer_holes = not self.least  # than from the next field on
            for rows in ranks:
                for number in rows:
                    piece, more = board.pieces[number], board.extra[number]
                    if piece.exact < exact[piece.flag]:
                        exact[piece.flag], fewer_buys = piece.exact, True
                    if more < extra[piece.flag]:
                        extra[piece.flag], fewer_holes = more, True
            self.least.append(self.states.least_sums(exact) if fewer_buys else self.least[-1])
            self.extra.append(self.states.least_sums(extra) if fewer_holes else self.extra[-1])
        self.least.reverse()
        self.extra.reverse()

    def within(self, question: Question, accept: Callable[[list[Piece]], bool]) -> None:
        """Look for a way that ``accept`` takes; ``refused`` counts those it did not take."""
        self.refused = 0
        self.unites = False
        self.accept = accept
        self._walk(self._begin(question))
        self.accept = None

    def unite(self, question: Question) -> Ways:
        """What all ways come to, if the walk is not halted; what is known by then is kept for the next time."""
        self.unites = True
        return self._walk(self._begin(question))

    def _begin(self, question: Question) -> Position:
        """The first position."""
        self.taken.clear()
        self.halted = False
        if question != self.asked:
            self.asked, self.first = question, self._prepare(question)
        return self.first

    def _first_left(self, rem: int, at: i64, need: i64) -> i64:
        """The first type, not before one, of which cards are left that must be placed; 0 if there is none."""
        if self.is_ended(rem, need):
            return 0
        while not rem & self.fields[at]:
            at += 1
        return at

    def _prepare(self, question: Question) -> Position:
        """The first position, and what giving up each number of the cards from a field on can relieve at most."""
        rem, room, buys, gives, need = question
        share: i64 = 0
        left: i64 = room
        dearest: list[int] = []  # of the cards from a field on, as many as may be given up, the dearest last
        relief = [0] * (gives + 1)
        for field in range(len(self.shares) - 1, -1, -1):
            count = (rem & self.fields[field]) >> self.lows[field]
            if count:
                left += count
                share += self.shares[field] * count
                price = SHARE + self.shares[field]
                if gives and field != self.kept and (len(dearest) < gives or price > dearest[0]):
                    dearest = sorted(dearest + [price] * count)[-gives:]
                    relief = [0, *accumulate(reversed(dearest))] + [sum(dearest)] * (gives - len(dearest))
            self.relief[field] = relief
        return rem, room, buys, gives, need, 0, share, self._first_left(rem, 0, need), left

    def is_ended(self, rem: int, need: i64) -> bool:
        """Whether only wild cards are left to be placed, or only the requirements count and they are met."""
        return not rem & self.natural or (self.partly and need < self.free)

    def is_closed(self, position: Position) -> bool:
        """Whether a way may end here: the requirements are met, and what is left finds a place."""
        rem, room, buys, gives, need, slack, _, _, _ = position
        if need >= self.free or room < 0:
            return False
        return self.partly or (buys - gives <= self.supply and (self.spare or room <= slack))

    def is_hopeless(self, position: Position, ended: bool) -> bool:
        """Whether bounds show that no meld and no card given up leads on."""
        _, room, buys, gives, need, slack, share, at, left = position
        if room + gives < 0:
            return True
        fits: i64 = self.fits[need]
        fewest: i64 = left - slack if left > slack else 0
        if not fits >> fewest & (2 << slack) - 1:
            return True
        if ended:
            least: i64 = self.end_least[need]
            holes: i64 = self.end_holes[need]
            return room <= 0 or least > buys or holes > room or buys - gives - room > self.supply
        least = self.least[at][need]
        extra: i64 = self.extra[at][need]
        relief: i64 = self.relief[at][gives]
        return share + extra - room * SHARE > relief or least > buys or buys - gives - room > self.supply

    def _walk(self, position: Position) -> Ways:
        """What the ways from a position on come to; None where one way is looked for, which halts the walk."""
        ended = self.is_ended(position[0], position[4])
        ways: Ways = None
        if ended and self.is_closed(position):
            ways = self._close(position)
            if self.halted:
                return None
        if self.is_hopeless(position, ended):
            return ways
        rem, room, buys, gives, need, slack, _, at, _ = position
        place: int = (((room << self.need_bits) + need << self.type_bits) + at << _PLACES) + slack
        key = (rem << self.place_bits) + place
        known = self.known.get(key)
        while known is not None:
            if known.ways is None:
                # where jokers may run out, more buys with the same gives mean that more jokers were called for before
                if known.buys >= buys and known.gives >= gives:
                    if not self.scarce or known.buys - known.gives <= buys - gives:
                        return ways
            elif self.unites and known.buys == buys and known.gives == gives:
                return known.ways
            known = known.other
        steps = self.steps(position, ended)
        if not steps:
            return ways
        self.nodes += 1
        if self.nodes > self.most_nodes:
            self.refused += 1
            self.halted = True
            return None
        refused = self.refused
        leads = ways is not None
        given, bought, pairs = ways or (0, 0, 0)
        for column in steps:
            if not self.unites:
                self.taken.append(column)
            child = self._walk(self.after(position, column))
            if self.halted:
                return None
            if not self.unites:
                self.taken.pop()
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
            given, bought, pairs, leads = given | more_given, bought | more_bought, pairs | more_pairs, True
        ways = (given, bought, pairs) if leads else None
        if refused == self.refused:  # what was refused may be taken after other melds
            if self.remembered > _MANY:
                self.known.clear()
                self.remembered = 0
            self.remembered += 1
            self.known[key] = _Known(buys, gives, ways, self.known.get(key))
        return ways

    def _close(self, position: Position) -> Ways:
        """What the way that ends at a position comes to; where one is looked for it is tried with real cards."""
        if self.unites:
            given, bought = self._ending(position)
            return given, bought, given * bought
        if self.accept is not None and self.accept(self.melds()):
            self.halted = True
        else:
            self.refused += 1
            self.halted = self.refused > self.most_refused
        return None

    def _ending(self, position: Position) -> tuple[int, int]:
        """The wild fields that a way which ends at a position may give up, and the wild cards it may buy."""
        rem, _, buys, gives, _, _, _, _, _ = position
        given = 0
        for at in range(len(self.shares), len(self.fields)) if gives else ():
            if rem & self.fields[at]:
                given |= 1 << at * BLOCK
        return given, self.wilds if buys else 0

    def _exchanged(self, column: Column) -> tuple[int, int]:
        """What a step gives up, as the bit of its field, and which cards it may buy."""
        block: int = column.start * BLOCK
        return (1 << block, 0) if column.piece is GIVEN else (0, column.piece.wanted)

    def melds(self) -> list[Piece]:
        """The melds on the way at hand."""
        return [column.piece for column in self.taken if column.piece is not GIVEN]

    def show(self, question: Question, given: int, bought: int) -> bool:
        """Go along a way of a question answered by ``unite``.

        Args:
            question: the question.
            given: the bit of a field that is given up, 0 if it does not matter.
            bought: the bit of a card that may be bought, 0 if it does not matter.

        Returns:
            Whether there is one; ``melds`` are then its melds.
        """
        self.unites = True
        self.most_nodes = UNLIMITED  # it may look at what was forgotten
        return self._trace(given, bought, self._begin(question))

    def _trace(self, given: int, bought: int, position: Position) -> bool:
        """Go along a way that gives up and buys what is asked for, from a position on."""
        ended = self.is_ended(position[0], position[4])
        if ended and self.is_closed(position):
            spare, there = self._ending(position)
            if not bought & ~there and not given & ~spare:
                return True
        for column in self.steps(position, ended):
            after = self.after(position, column)
            child = self._walk(after)
            if child is None:
                continue
            field, cards = self._exchanged(column)
            for give, buy in ((given & ~field, bought & ~cards), (given, bought)):
                if _has(child, give, buy):
                    self.taken.append(column)
                    return self._trace(give, buy, after)
        return False

    def steps(self, position: Position, ended: bool) -> list[Column]:
        """The melds that may cover the first card, or come next when only wild cards are left, then giving it up."""
        rem, room, buys, gives, need, _, share, at, _ = position
        columns: list[Column] = []
        tied: i64 = 0
        if self.copies:
            pairs, threes = self.copies[need]
            tied = max(self.price_copies(rem, pairs, PAIR), self.price_copies(rem, threes, COPIES))
        if tied > buys:
            return columns
        if ended:
            return self._last_steps(position)
        full, guard, after = rem | self.guard, self.guard, self.trans[need]
        most: i64 = self.relief[at][gives] + room * SHARE - share  # what a meld may have beyond its cards' shares
        extra, least = self.extra[at], self.least[at]
        for column in self.board.list_at(at, 0):
            if column.extra > most:
                break
            if column.piece.exact <= buys and (full - column.cards) & guard == guard:
                met: i64 = after[column.piece.flag]
                if met >= 0 and column.extra + extra[met] <= most:
                    columns.append(column)
        ranks: i64 = self.board.most if need >= self.free or self.always else 0
        for rank in range(1, min(buys, ranks) + 1):
            for column in self.board.list_at(at, rank):
                if column.extra <= most and (full - column.cards) & guard == guard:
                    met = after[column.piece.flag]
                    if 0 <= met < need or (self.always and met == need):
                        ahead: i64 = least[met]
                        if met == need and tied > ahead:
                            ahead = tied
                        if column.extra + extra[met] <= most and column.piece.exact + ahead <= buys:
                            columns.append(column)
        if self.partly or (gives and at != self.kept):
            columns.append(self.leave[at])
        return columns

    def after(self, position: Position, column: Column) -> Position:
        """The position after a step."""
        rem, room, buys, gives, need, slack, share, at, left = position
        piece = column.piece
        if piece is GIVEN:
            if self.partly:  # all copies: the melds that take some of them come first
                rest = rem & ~self.fields[at]
            else:
                rest = rem - column.cards
                room += 1
                gives -= 1
                share -= column.share
            return rest, room, buys, gives, need, slack, share, self._first_left(rest, at, need), left
        rest = rem - column.cards
        room -= piece.holes
        met: i64 = self.trans[need][piece.flag]
        if not self.is_ended(rem, need):
            start = self._first_left(rest, at, met)
        else:
            start = 0 if met < self.free <= need else column.start
        slack = min(slack + piece.slack, room + gives)  # more room than this cannot come
        return rest, room, buys - piece.exact, gives, met, slack, share - column.share, start, left - piece.size

    def _last_steps(self, position: Position) -> list[Column]:
        """The melds without held cards that may come next, what is still required first."""
        rem, room, buys, _, need, slack, _, at, _ = position
        columns: list[Column] = []
        full, guard, after = rem | self.guard, self.guard, self.trans[need]
        for column in self.ends[at:]:
            piece = column.piece
            met: i64 = after[piece.flag]
            if piece.holes > room or piece.exact > buys or met < 0 or (full - column.cards) & guard != guard:
                continue
            if met < need or (need < self.free and (room > slack or self.always)):
                columns.append(column)
        return columns

    def price_copies(self, rem: int, number: int, size: int) -> int:
        """The fewest cards to buy for some pairs, or threes, of one card, each by itself."""
        groups = [0] * (size + 1)  # by the cards they lack
        for at, field in enumerate(self.fields if number else ()):
            count = (rem & field) >> self.lows[at]
            groups[0] += count // size
            count %= size
            if count and self.stock[at] >= size - count:
                groups[size - count] += 1
        price = 0
        for lacks, there in enumerate(groups):
            taken = min(number, there)
            price += lacks * taken
            number -= taken
        return price + size * number if number <= self.whole[size] else NEVER


def _has(ways: tuple[int, int, int], given: int, bought: int) -> bool:
    """Whether some ways have one that gives up and buys something."""
    all_given, all_bought, pairs = ways
    if given and bought:
        return pairs & given * bought != 0
    return not given & ~all_given and not bought & ~all_bought
