"""Every grouping of a hand that serves one aim, found one by one: a depth-first search over all legal groups.

The first card not yet placed goes into each group it can be in, is thrown, or is left loose; wild cards that no
group took are placed last. The bound cuts off what costs too much, and a position found to lead nowhere is
remembered. Copies of one card are placed in the order of their groups, so that no grouping is found twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ..game.cards import CARDS, Card
from ..game.rules import MELDS, Kind
from ..game.table import Deal
from ..referee.melds import read_group
from .relaxation import TIE, Aim, Choice, Frame, Pieces, Work, flag_of, is_as_good

_VISIT, _TRY, _READ, _READ_WILD = 5, 3, 5, 25  # steps by what they take: jokers alone are slow to read
_THROWN, _LOOSE = 1 << 20, 1 << 21  # places in the order of choices, after all groups

# groups, loose cards and the card thrown, as sorted card indices
Shape = tuple[tuple[tuple[int, ...], ...], tuple[int, ...], int | None]


class Groupings(Pieces):
    """The groupings of one hand that serve one aim.

    Args:
        cards: the hand.
        deal: the rulebook at its table.
        aim: what a grouping must come to.
        work: steps that may be taken.
        found: told of each grouping; one whose groups can be read in two ways may come twice.
    """

    def __init__(self, cards: Sequence[Card], deal: Deal, aim: Aim, work: Work, found: Callable[[Shape], None]) -> None:
        super().__init__(cards, deal, aim, work)
        self.found = found
        self.kinds = (*MELDS, Kind.DUBLEE) if aim.needs.dublees else MELDS
        self.readings: dict[tuple[int, ...], list[Choice]] = {}
        self.dead: set[tuple] = set()
        self.groups: list[tuple[int, ...]] = []
        self.loose: list[int] = []
        self.set_aside: list[int] = []
        self.thrown: int | None = None

    def search(self) -> None:
        """Find the groupings; ``found`` may end it by raising.

        Raises:
            OutOfWork: the work allowed is used up.
        """
        if self.free < 0:
            return
        nat = sum(self.ones[index] * self.held[index] for index in self.types)
        budget = self.aim.points * TIE + self.aim.loose + self.rebate
        budget -= sum(self.least[index] * self.held[index] for index in self.types)
        share = sum(self.shares[index] * self.held[index] for index in self.types)
        disc = 1 if self.throws else 0
        if self.bound(nat, self.free, self.start, disc, share, budget) <= budget:
            wild = tuple(self.held[index] for index in self.wild_types)
            self._place(nat, wild, self.free, self.start, disc, share, budget, self.aim.points, self.aim.loose, None)

    def _place(
        self,
        nat: int,
        wild: tuple[int, ...],
        free: int,
        need: int,
        disc: int,
        share: int,
        budget: int,
        points: int,
        loose: int,
        last: tuple[int, tuple[int, ...]] | None,
    ) -> bool:
        """Place the first card; whether any grouping came of it. ``last`` keeps copies of one card in order."""
        if not nat:
            return self._place_wild(wild, need, disc, points, loose, None)
        key = (nat, wild, need, disc, points, loose, last)
        if key in self.dead:
            return False
        if (copies := self.copies[need]) is not None and self.lacks_copies(nat, wild, copies):
            return False
        self.work.step(_VISIT)
        first = ((nat & -nat).bit_length() - 1) // self.width
        index = self.types[first]
        one = 1 << first * self.width
        more = nat & one * ((1 << self.width) - 1) > one  # another copy comes next
        alive = False
        guard, full = self.guard, nat | self.guard
        for frame in self.frames[first]:
            if (full - frame.packed) & guard != guard:
                continue
            if last is not None and frame.number < last[0]:
                continue
            rest = nat - frame.packed
            base, used = frame.base, share - frame.share
            again = more and rest & one * ((1 << self.width) - 1)
            for count in range(frame.least, min(frame.most, free) + 1):
                if count and not self._may_serve(frame, count, rest, free, need, disc, used, budget + base):
                    continue
                for jokers in _multisets(wild, count):
                    if last is not None and (frame.number, jokers) < last:
                        continue
                    if count:
                        self.work.step(_TRY)
                    group = self._with(frame.types, jokers)
                    for cost, flag in self._read(group):
                        after, left = self.after[need][flag], budget + base - cost * TIE
                        if cost > points or left < 0:
                            continue
                        if self.bound(rest, free - count, after, disc, used, left) > left:
                            continue
                        kept = tuple(a - b for a, b in zip(wild, jokers, strict=True)) if count else wild
                        self.groups.append(group)
                        alive |= self._place(rest, kept, free - count, after, disc, used, left, points - cost, loose,
                                             (frame.number, jokers) if again else None)  # fmt: skip
                        self.groups.pop()
        rest, used = nat - one, share - self.shares[index]
        if disc and (last is None or last[0] <= _THROWN):
            cost, left = self.pay_thrown[index], budget - self.throw[first]
            if cost <= points and left >= 0 and self.bound(rest, free, need, 0, used, left) <= left:
                self.thrown = index
                alive |= self._place(rest, wild, free, need, 0, used, left, points - cost, loose,
                                     (_THROWN, ()) if more else None)  # fmt: skip
                self.thrown = None
        cost, left = self.pay_loose[index], budget - self.leave[first]
        if loose and cost <= points and left >= 0 and self.bound(rest, free, need, disc, used, left) <= left:
            self.loose.append(index)
            alive |= self._place(rest, wild, free, need, disc, used, left, points - cost, loose - 1,
                                 (_LOOSE, ()) if more else None)  # fmt: skip
            self.loose.pop()
        if not alive:
            self.dead.add(key)
        return alive

    def _may_serve(
        self, frame: Frame, count: int, rest: int, free: int, need: int, disc: int, used: int, left: int
    ) -> bool:
        """Whether a frame with so many jokers may be part of a grouping, whichever jokers these are."""
        size = len(frame.types) + count
        kinds = [Kind.SET]
        if frame.run:
            suit = frame.types[0] // 13
            own = sum(self.held[index] for index in self.wild_types if index // 13 == suit)
            kinds = [Kind.PURE_SEQUENCE if count <= own else Kind.IMPURE_SEQUENCE, Kind.SET]
        for kind in kinds:
            cost = 0
            if self.aim.exempt is not None and not self.valued and not {kind, *kinds[:1]} & set(self.aim.exempt):
                cost = sum(self.pay[index] for index in frame.types) * TIE
            after = self.after[need][flag_of(kind, size, False)]
            if cost <= left and self.bound(rest, free - count, after, disc, used, left - cost) <= left - cost:
                return True
        return False

    def _with(self, types: tuple[int, ...], jokers: tuple[int, ...]) -> tuple[int, ...]:
        if not jokers:
            return tuple(sorted(types))
        extra = [index for index, count in zip(self.wild_types, jokers, strict=True) for _ in range(count)]
        return tuple(sorted([*types, *extra]))

    def _read(self, group: tuple[int, ...]) -> list[Choice]:
        """What a group may be, as cost and flag, without what is worse in both; empty if it is none."""
        known = self.readings.get(group)
        if known is not None:
            return known
        self.work.step(_READ if any(index in self.ones for index in group) else _READ_WILD)
        cards = tuple([CARDS[index] for index in group])
        size = len(group)
        best: dict[int, int] = {}
        for reading in read_group(cards, self.deal):
            if reading.kind not in self.kinds:
                continue
            flag = flag_of(reading.kind, size, self.rules.tunnela_is_pure)
            if self.aim.exempt is None:
                cost = 0
            elif self.valued:
                shown = self.deal.rulebook.scoring.worth(reading.shows, reading.kind)
                cost = sum(self.pay[index] for index in group) - shown
            else:
                cost = 0 if reading.kind in self.aim.exempt else sum(self.pay[index] for index in group)
            best[flag] = min(cost, best.get(flag, cost))
        choices = [(cost, flag) for flag, cost in best.items()]
        kept = [one for one in choices if not any(is_as_good(two, one) for two in choices if two != one)]
        self.readings[group] = kept
        return kept

    def _place_wild(
        self,
        wild: tuple[int, ...],
        need: int,
        disc: int,
        points: int,
        loose: int,
        last: tuple[int, tuple[int, ...]] | None,
    ) -> bool:
        """Place the wild cards that no other group took: in groups of their own, aside, thrown, or loose."""
        left = sum(wild)
        aside = self.aim.aside
        if not left:
            if need or disc or len(self.set_aside) < self.aim.needs.jokers:
                return False
            self.found(self._shape())
            return True
        if left < self.ideal[need] + disc or left + len(self.set_aside) < self.aim.needs.jokers + disc:
            return False
        if (copies := self.copies[need]) is not None and self.lacks_copies(0, wild, copies):
            return False
        smallest = 2 if self.aim.needs.dublees else 3
        if left < smallest and not aside and left - disc > loose:
            return False
        key = (wild, need, disc, points, loose, last, len(self.set_aside))
        if key in self.dead:
            return False
        self.work.step(_VISIT)
        at = next(i for i, count in enumerate(wild) if count)
        index = self.wild_types[at]
        one = tuple(int(i == at) for i in range(len(wild)))
        rest = tuple(a - b for a, b in zip(wild, one, strict=True))
        more = rest[at] > 0
        alive = False
        if last is None or not last[0]:
            for size in range(smallest, left + 1):
                for others in _multisets(rest, size - 1):
                    jokers = tuple(a + b for a, b in zip(one, others, strict=True))
                    if last is not None and (0, jokers) < last:
                        continue
                    self.work.step(_TRY)
                    group = self._with((), jokers)
                    for cost, flag in self._read(group):
                        if cost > points:
                            continue
                        kept = tuple(a - b for a, b in zip(wild, jokers, strict=True))
                        self.groups.append(group)
                        alive |= self._place_wild(kept, self.after[need][flag], disc, points - cost, loose,
                                                  (0, jokers) if kept[at] else None)  # fmt: skip
                        self.groups.pop()
        if aside and (last is None or last[0] <= 1):
            self.set_aside.append(index)
            alive |= self._place_wild(rest, need, disc, points, loose, (1, ()) if more else None)
            self.set_aside.pop()
        if disc and (last is None or last[0] <= 2) and self.pay_thrown[index] <= points:
            self.thrown = index
            left = points - self.pay_thrown[index]
            alive |= self._place_wild(rest, need, 0, left, loose, (2, ()) if more else None)
            self.thrown = None
        if loose and self.pay_loose[index] <= points:
            self.loose.append(index)
            left = points - self.pay_loose[index]
            alive |= self._place_wild(rest, need, disc, left, loose - 1, (3, ()) if more else None)
            self.loose.pop()
        if not alive:
            self.dead.add(key)
        return alive

    def _shape(self) -> Shape:
        groups = [*self.groups, tuple(sorted(self.set_aside))] if self.set_aside else self.groups
        return tuple(sorted(groups)), tuple(sorted(self.loose)), self.thrown


def _multisets(counts: tuple[int, ...], size: int) -> Iterator[tuple[int, ...]]:
    """Every choice of ``size`` cards out of so many of each type, as counts."""
    if not size:
        yield (0,) * len(counts)
        return
    if len(counts) == 1:
        if size <= counts[0]:
            yield (size,)
        return
    room = sum(counts[1:])
    for taken in range(min(counts[0], size), max(0, size - room) - 1, -1):
        for others in _multisets(counts[1:], size - taken):
            yield (taken, *others)
