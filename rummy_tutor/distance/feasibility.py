"""Can a hand declare once so many cards are exchanged? The exact search: integers in, yes or no and one way out.

As in ``branch_and_bound`` the first uncovered card that is not wild is put into each meld that begins with it,
or given up. Here a meld may have holes: some are filled by jokers, held or to be had, some must be
filled by the very card. A card given up makes room for another, so the places still to be filled (the
*room*: wild cards held plus cards given up less holes) must come out even.

The melds come as columns from ``partial_melds`` or ``walk``. They leave open which cards fill the holes: an
arrangement that is found goes to ``accept``, which looks for real cards. If it finds none the search goes on, and
remembers nothing of the positions that led there: what it remembers as hopeless is hopeless whatever the question.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

SHARE = 60  # holes are counted in sixtieths when spread over the cards of a meld
NEVER = 1 << 20  # a price that nothing can pay
UNLIMITED = 1 << 60
MANY = 150_000  # positions remembered; more than these are forgotten all at once


class Column:
    """A meld with holes as the search sees it.

    Attributes:
        cards: its held cards, packed.
        holes: its other places, wild cards used as themselves included.
        exact: holes that need the very card.
        flag: what it adds to the requirements.
        slack: further jokers it can take.
        share: the sum of its cards' shares.
        extra: its holes, in sixtieths, beyond the shares of its cards.
        piece: what it stands for.
        part: the number of the suit, rank or card it belongs to.
    """

    __slots__ = ("cards", "exact", "extra", "flag", "holes", "part", "piece", "share", "slack")

    def __init__(
        self, cards: int, holes: int, exact: int, flag: int, slack: int, share: int, piece: Any, part: int
    ) -> None:
        self.cards = cards
        self.holes = holes
        self.exact = exact
        self.flag = flag
        self.slack = slack
        self.share = share
        self.extra = holes * SHARE - share
        self.piece = piece
        self.part = part


class Reach:
    """Looks for a way to declare within a number of exchanges; one object serves many questions on one set of columns.

    Args:
        natural: mask of the fields of cards that are not wild.
        guard: the guard bits of all fields.
        width: bits of a field; see ``_packed.Packed``.
        plain: for each field, the melds in which it comes first and which are always worth a try.
        bought: for each field, those that jokers could fill as well, fewest very cards first.
        ends: melds with no held card but wild ones, and with none at all.
        shares: for each field, the fewest holes per card (in sixtieths) of a meld that holds it.
        trans: ``trans[state][flag]`` is the state of the requirements after a meld.
        free: states below this number have all requirements met.
        copies: for each state, the pairs and the threes of one card still needed, None if neither; empty if never any.
        stock: for each field, how many copies can still be had.
        whole: how many pairs and how many threes of one card can be bought whole, at most.
        prices: sums of prices worked out before for the same ``trans`` and ``free``.
        supply: wild cards that can still be had.
        scarce: whether they may run out.
        spare: whether jokers may lie by themselves.
        always: whether melds that need the very card are worth a try even if they meet no requirement.
        stretch: whether a sequence may grow by further cards.
        accept: given what the melds stand for, the fields given up and the room left, whether real cards can do it.
    """

    def __init__(
        self,
        natural: int,
        guard: int,
        width: int,
        plain: list[list[Column]],
        bought: list[list[Column]],
        ends: list[Column],
        shares: list[int],
        trans: list[list[int]],
        free: int,
        copies: list[tuple[int, int] | None],
        stock: list[int],
        whole: tuple[int, int],
        prices: dict[tuple[int, ...], list[int]],
        supply: int,
        scarce: bool,
        spare: bool,
        always: bool,
        stretch: bool,
        accept: Callable[[list[Any], list[int], int], bool],
    ) -> None:
        self.natural = natural
        self.guard = guard
        self.width = width
        self.plain = plain
        self.bought = bought
        self.ends = ends
        self.shares = shares
        self.trans = trans
        self.free = free
        self.copies = copies
        self.stock = stock
        self.whole = whole
        self.prices = prices
        self.supply = supply
        self.scarce = scarce
        self.spare = spare
        self.always = always
        self.stretch = stretch
        self.accept = accept
        self.chosen: list[Any] = []
        self.given: list[int] = []
        self.refused = 0
        self.most_refused = UNLIMITED  # after so many it gives up
        # positions from which there is no way: without buys and gives, and those with which it was tried
        self.dead: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self.kept = -1  # a field whose cards must not be given up
        # where all cards that can be had count as held: how many of each field; giving them up is free, and ``buys``
        # are the other cards that may be given up
        self.among: list[int] = []
        self.partly = False  # whether only the requirements count: then a card given up leaves no place to fill
        self.smallest = 2  # cards in the smallest column that may come last
        self.ended: set[tuple[int, int]] = set()
        self.nodes = 0
        self.relief: list[list[int]] = [[] for _ in shares]
        self.reliefs: list[list[list[int]]] = [[] for _ in shares]
        self.most_nodes = UNLIMITED  # positions after which it gives up
        self.least: list[list[int]] = []  # by field and state, the fewest very cards the requirements still need
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
            buys: most holes that may need the very card.
            gives: most cards that are not wild to be given up.
            need: the state of the requirements.

        Returns:
            True if ``accept`` took an arrangement. ``refused`` counts those it did not take.
        """
        share = self.prepare_among(rem, buys, gives) if self.among else self.prepare(rem, gives)
        self.chosen.clear()
        self.given.clear()
        return self._search(rem, room, buys, gives, need, 0, share)

    def prepare(self, rem: int, gives: int) -> int:
        """Work out what giving up so many of the cards from a field on can relieve at most.

        Returns:
            The shares of all cards together, in sixtieths.
        """
        share = 0
        worst: list[int] = []
        for field, count in self._held_fields(rem):
            share += self.shares[field] * count
            if field != self.kept:
                worst += [SHARE + self.shares[field]] * count
            self.relief[field] = _dearest(worst, gives)
        return share

    def prepare_among(self, rem: int, keeps: int, gives: int) -> int:
        """The same where all cards that can be had count as held: also by how many held ones are given up."""
        share = 0
        free: list[int] = []
        held: list[int] = []
        for field, count in self._held_fields(rem):
            share += self.shares[field] * count
            less = min(count, self.among[field])
            free += [SHARE + self.shares[field]] * less
            held += [SHARE + self.shares[field]] * (count - less)
            held.sort(reverse=True)
            # the dearest of both, but so many of those held at most
            self.reliefs[field] = [_dearest(free + held[:most], gives) for most in range(keeps + 1)]
        return share

    def _held_fields(self, rem: int) -> list[tuple[int, int]]:
        """The fields of the cards that are not wild, the last first, with how many cards each holds."""
        found: list[tuple[int, int]] = []
        left = rem & self.natural
        while left:
            field = (left.bit_length() - 1) // self.width
            count = left >> field * self.width
            left -= count << field * self.width
            found.append((field, count))
        return found

    def _search(self, rem: int, room: int, buys: int, gives: int, need: int, slack: int, share: int) -> bool:
        """Whether there is a way from a position on; ``Survey._look`` is the same walk over all ways."""
        left = rem & self.natural
        if not left or (self.partly and need < self.free):
            return room >= 0 and self._finish(rem, room, buys, gives, need, slack, 0)
        field = ((left & -left).bit_length() - 1) // self.width
        relief = self.reliefs[field][buys] if self.among else self.relief[field]
        if share + self.extra[field][need] - room * SHARE > relief[gives] or self.least[field][need] > buys:
            return False
        state = (need << 6 | slack) << 7 | room + 64, rem
        if self.is_dead(state, buys, gives) or self.refused > self.most_refused:
            return False
        if self.copies and (wanted := self.copies[need]) and not self.has_copies(rem, wanted[0], wanted[1], buys):
            return False
        self.nodes += 1
        if self.nodes > self.most_nodes:
            self.refused += 1  # so that nothing is remembered of what was left off
            return False
        refused = self.refused
        full, guard, after = rem | self.guard, self.guard, self.trans[need]
        most = relief[gives] + room * SHARE - share  # what a meld may have beyond the shares of its cards
        for column in self.plain[field]:
            if column.extra > most:
                break
            if (full - column.cards) & guard != guard or column.exact > buys:
                continue
            rest, left = room - column.holes, buys - column.exact
            if rest + gives < 0 or left - gives - rest > self.supply or after[column.flag] < 0:
                continue
            # more room than this cannot come
            spare = min(slack + column.slack, rest + gives)
            self.chosen.append(column.piece)
            if self._search(rem - column.cards, rest, left, gives, after[column.flag], spare, share - column.share):
                return True
            self.chosen.pop()
        if buys and (need >= self.free or self.always):
            for column in self.bought[field]:
                if column.exact > buys:
                    break
                if column.extra > most or (full - column.cards) & guard != guard:
                    continue
                met = after[column.flag]
                rest, left = room - column.holes, buys - column.exact
                if met < 0 or (met >= need and not self.always) or rest + gives < 0:
                    continue
                if left - gives - rest > self.supply:
                    continue
                spare = min(slack + column.slack, rest + gives)
                self.chosen.append(column.piece)
                if self._search(rem - column.cards, rest, left, gives, met, spare, share - column.share):
                    return True
                self.chosen.pop()
        part = self.shares[field]
        if self.partly:
            if self._search(
                rem & ~((1 << self.width) - 1 << field * self.width), room, buys, gives, need, slack, share
            ):
                return True
        elif self.among:
            # the melds come first, so that all copies left over are given up at once
            count = rem >> field * self.width & (1 << self.width) - 1
            cost = max(0, count - self.among[field])
            if gives >= count and buys >= cost:
                if share - (part + SHARE) * count - room * SHARE <= self.reliefs[field][buys - cost][gives - count]:
                    self.given += [field] * count
                    cards = rem - (count << field * self.width)
                    less = share - part * count
                    if self._search(cards, room + count, buys - cost, gives - count, need, slack, less):
                        return True
                    del self.given[len(self.given) - count :]
        elif gives and field != self.kept and share - part - (room + 1) * SHARE <= relief[gives - 1]:
            self.given.append(field)
            if self._search(rem - (1 << field * self.width), room + 1, buys, gives - 1, need, slack, share - part):
                return True
            self.given.pop()
        if refused == self.refused:  # what was refused may be taken after other melds
            self.bury(state, buys, gives)
        return False

    def is_dead(self, state: tuple[int, int], buys: int, gives: int) -> bool:
        """Whether it is known that there is no way from a position with so many buys and gives left."""
        tried = self.dead.get(state)
        if tried is not None:
            # where jokers may run out, more buys with the same gives mean that more jokers were called for before
            most = buys - gives if self.scarce else NEVER
            for b, g in tried:
                if b >= buys and g >= gives and b - g <= most and (g == gives or not self.among):
                    return True
        return False

    def bury(self, state: tuple[int, int], buys: int, gives: int) -> None:
        """Remember that there is no way from a position."""
        if len(self.dead) > MANY:
            self.dead.clear()
        tried = self.dead.get(state)
        if tried is None:
            self.dead[state] = [(buys, gives)]
        else:
            tried.append((buys, gives))

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

    def _held_left(self, rem: int, gives: int) -> int:
        """How many of the wild cards held find no place, where all that can be had count as held."""
        mask = (1 << self.width) - 1
        wilds = own = 0
        for field in range(len(self.shares), len(self.among)):
            count = rem >> field * self.width & mask
            wilds += count
            own += max(0, count - self.among[field])
        return max(0, own - (wilds - gives))

    def _finish(self, rem: int, room: int, buys: int, gives: int, need: int, slack: int, at: int) -> bool:
        """Fill the room that is left when only wild cards are."""
        grown = min(room, buys) if self.stretch else 0  # cards that may be bought to lengthen sequences
        enough = buys - gives - grown <= self.supply if not self.among else self._held_left(rem, gives) <= buys
        if need < self.free and (self.partly or (enough and (self.spare or room - grown <= slack))):
            if self.accept(self.chosen, self.given, room):
                return True
            self.refused += 1
        if not room or (need < self.free and room < self.smallest):
            return False
        if self.end_least[need] > buys or self.end_holes[need] > room:
            return False
        if self.copies and (wanted := self.copies[need]) and not self.has_copies(rem, wanted[0], wanted[1], buys):
            return False
        state = ((((need << 6 | slack) << 7 | room + 64) << 6 | buys) << 6 | gives) << 16 | at + 1, rem
        if state in self.ended:
            return False
        self.nodes += 1
        refused = self.refused
        for column, met, start in self.next_ends(rem, room, buys, gives, need, slack, at):
            self.chosen.append(column.piece)
            rest, left = room - column.holes, buys - column.exact
            if self._finish(rem - column.cards, rest, left, gives, met, min(slack + column.slack, rest), start):
                return True
            self.chosen.pop()
        if refused == self.refused:
            if len(self.ended) > MANY:
                self.ended.clear()
            self.ended.add(state)
        return False

    def next_ends(
        self, rem: int, room: int, buys: int, gives: int, need: int, slack: int, at: int
    ) -> list[tuple[Column, int, int]]:
        """The melds of ``ends`` that may come next, from the one numbered ``at`` on.

        Returns:
            Of each the meld, the state of the requirements after it, and from which on others may follow.
        """
        found: list[tuple[Column, int, int]] = []
        full, guard, after = rem | self.guard, self.guard, self.trans[need]
        for i in range(at, len(self.ends)):
            column = self.ends[i]
            met = after[column.flag]
            rest, left = room - column.holes, buys - column.exact
            if rest < 0 or left < 0 or met < 0 or (full - column.cards) & guard != guard:
                continue
            if left - gives - rest > self.supply:
                continue
            # what is still required comes first
            if met >= need and (need >= self.free or (room <= slack and not self.always)):
                continue
            found.append((column, met, 0 if met < self.free <= need else i))
        return found


def _dearest(prices: list[int], most: int) -> list[int]:
    """What up to 0, 1 ... ``most`` of some prices come to at most."""
    total = 0
    sums = [0]
    for price in sorted(prices, reverse=True)[:most]:
        total += price
        sums.append(total)
    return sums + [total] * (most + 1 - len(sums))
