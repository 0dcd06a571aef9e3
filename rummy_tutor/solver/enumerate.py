"""Every grouping of a hand that serves one aim, found one by one: depth-first over all legal groups.

The first card not yet placed goes into each group it can be in, is thrown, or is left loose; wild cards that no
group took are placed last. What the rest costs at least is asked of the search for the best grouping, which cuts off
what costs too much; a position found to lead nowhere is remembered. Copies of one card are placed in the order of
their groups, so that no grouping is found twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from ..game.cards import CARDS
from ..game.rules import MELDS, Kind, Needs
from ..referee.grammar import list_dublees
from ..referee.melds import read_group
from .goals import TIE, Route
from .instance import Solver
from .meld_columns import FLAGS, flag_of
from .question import Question

_VISIT, _TRY, _READ, _READ_WILD = 5, 3, 5, 25  # steps by what they take: jokers alone are slow to read
_THROWN, _LOOSE = 1 << 20, 1 << 21  # places in the order of choices, after all groups

# groups, loose cards and the card thrown, as sorted card indices
Shape = tuple[tuple[tuple[int, ...], ...], tuple[int, ...], int | None]
Choice = tuple[int, int]  # what a group costs, and its flag


class OutOfWork(Exception):
    """The work allowed is used up."""


class Work:
    """Counts steps of the search, shared by all searches of one question; a step takes about as long as any other."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.done = 0

    def step(self, count: int = 1) -> None:
        """Some more steps.

        Raises:
            OutOfWork: they were too many.
        """
        self.done += count
        if self.done > self.most:
            raise OutOfWork


@dataclass(frozen=True, slots=True)
class Aim:
    """What a grouping must come to.

    Attributes:
        needs: groups that must be there.
        exempt: kinds of groups whose cards cost nothing; None if no card costs points.
        points: most points before limits; where melds are worth points, most points below the ideal.
        loose: most cards in no group.
        aside: whether jokers may lie by themselves at no cost.
    """

    needs: Needs
    exempt: tuple[Kind, ...] | None
    points: int
    loose: int
    aside: bool


@dataclass(slots=True)
class Frame:
    """The cards of a group that are not wild.

    Attributes:
        packed: the cards, packed.
        types: card indices, with copies.
        least: fewest jokers that may make it a group.
        most: most jokers it may hold.
        run: whether it may be a sequence.
        number: its place in the order of frames.
        base: what its cards cost at least.
        share: jokers its cards need at least, in sixtieths.
    """

    packed: int
    types: tuple[int, ...]
    least: int
    most: int
    run: bool
    number: int = 0
    base: int = 0
    share: int = 0


class Groupings:
    """The groupings of one hand that serve one aim.

    Args:
        hand: the hand.
        aim: what a grouping must come to.
        work: steps that may be taken.
        found: told of each grouping; one whose groups can be read in two ways may come twice.
    """

    def __init__(self, hand: Solver, aim: Aim, work: Work, found: Callable[[Shape], None]) -> None:
        self.hand, self.aim, self.work, self.found = hand, aim, work, found
        self.deal, self.rules = hand.deal, hand.melder.grammar
        self.kinds = (*MELDS, Kind.DUBLEE) if aim.needs.dublees else MELDS
        self.types = hand.types[: hand.naturals]
        self.wild_types = hand.types[hand.naturals :]
        self.held, self.ones, self.low = hand.melder.counts, hand.ones, hand.packed.low
        self.guard = hand.packed.guard
        self.free = hand.wilds - aim.needs.jokers
        self.valued = hand.valued and aim.exempt is not None
        self.readings: dict[tuple[int, ...], list[Choice]] = {}
        self.dead: set[tuple] = set()
        self.groups: list[tuple[int, ...]] = []
        self.loose: list[int] = []
        self.set_aside: list[int] = []
        self.thrown: int | None = None
        self._price_cards()

    def search(self) -> None:
        """Find the groupings; ``found`` may end it by raising.

        Raises:
            OutOfWork: the work allowed is used up.
        """
        route, aim = Route(self.aim.needs, self.aim.exempt), self.aim
        if self.free < 0 or not self.hand.can_meet(route):
            return
        question = Question(self.hand, route, self.hand.counts_room(route))
        self.kernel = question.open(self.work.most - self.work.done)
        self.after, self.copies = self.kernel.after, self.kernel.copies
        self.least, self.leave, self.throw = question.least, question.free, question.throw
        self.shares = dict(zip(self.types, self.kernel.shares, strict=True))
        self._list_frames()
        rem, share, disc = self.hand.packed.rem, self.kernel.whole_share(), int(self.hand.throws)
        budget = aim.points * TIE + aim.loose - question.fixed
        need = self.kernel.start
        if self._bound(rem, 0, self.free, need, disc, share, budget) <= budget:
            wild = tuple(self.held[index] for index in self.wild_types)
            self._place(rem, 0, wild, self.free, need, disc, share, budget, aim.points, aim.loose, None)

    def _bound(self, rem: int, at: int, free: int, need: int, disc: int, share: int, budget: int) -> int:
        """The least the rest may cost if that is within the budget, else something above it."""
        before = self.kernel.positions
        least = self.kernel.search(rem, at, free, need, 0, disc, share, budget)
        self.work.step(self.kernel.positions - before)
        return least

    # ---- groups --------------------------------------------------------------------------------------------------
    def _price_cards(self) -> None:
        """Points of each type left loose, thrown, or melded where that costs as well."""
        points, face = self.deal.points, self.deal.rulebook.scoring.card_points
        if self.aim.exempt is None:
            self.pay = self.pay_loose = self.pay_thrown = [0] * 53
        elif self.valued:
            # measured from the ideal that every card is melded and every joker stands for a ten
            top = self.hand.setting.top
            self.pay = [top if self.deal.is_wild[i] else face(CARDS[i]) for i in range(53)]
            self.pay_loose = [self.pay[i] + points[i] for i in range(53)]
            self.pay_thrown = self.pay
        else:
            self.pay = self.pay_loose = list(points)
            self.pay_thrown = [0] * 53

    def _list_frames(self) -> None:
        """All sets of cards that are not wild and may lie together, by their first card."""
        found: dict[int, Frame] = {}
        rows = [(types, least, most, True) for suit in range(4) for types, least, most in self._run_frames(suit * 13)]
        rows += [(types, least, most, False) for rank in range(13) for types, least, most in self._set_frames(rank)]
        rows += [(types, wilds, wilds, False) for types, wilds in self._copies()]
        for types, least, most, run in rows:
            most = min(most, self.free)
            if least > most:
                continue
            packed = sum([self.ones[index] for index in types])
            known = found.setdefault(packed, Frame(packed, types, least, most, run))
            known.least, known.most = min(known.least, least), max(known.most, most)
            known.run = known.run or run
        place = {index: at for at, index in enumerate(self.types)}
        self.frames: list[list[Frame]] = [[] for _ in self.types]
        for number, frame in enumerate(sorted(found.values(), key=lambda f: (f.least, -len(f.types), f.packed))):
            frame.number = number
            frame.base = sum([self.least[place[index]] for index in frame.types])
            frame.share = sum([self.shares[index] for index in frame.types])
            self.frames[min([place[index] for index in frame.types])].append(frame)

    def _run_frames(self, base: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
        """Cards of one suit that may lie in one sequence, and the fewest and most jokers with them."""
        last, longest = 25 if self.rules.round else self.rules.places, self.rules.run_most
        spots = [place for place in range(self.rules.lowest, last) if base + place % 13 in self.types]
        for at, start in enumerate(spots):
            if start > 13:
                break
            grown: list[tuple[int, ...]] = [(start,)]
            while grown:
                chosen = grown.pop()
                size = len(chosen)
                span = max(3, chosen[-1] - start + 1)
                yield tuple([base + spot % 13 for spot in chosen]), span - size, longest - size
                for spot in spots[at + 1 :]:
                    if spot <= chosen[-1]:
                        continue
                    if spot - start - size > self.free or spot - start >= longest:
                        break
                    if spot != 13 or start != 0 or self.held[base] > 1:
                        grown.append((*chosen, spot))

    def _set_frames(self, rank: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
        """Cards of one rank that may lie in one set, and the fewest and most jokers with them."""
        rules = self.rules
        of_rank = range(rank, 52, 13)
        suits = [index for index in of_rank if index in self.types]
        wild = sum([self.held[index] for index in of_rank if index not in self.types])
        for taken in product(*(range((self.held[index] if rules.mixed else 1) + 1) for index in suits)):
            types = tuple([index for index, count in zip(suits, taken, strict=True) for _ in range(count)])
            size = len(types)
            if not size or size > rules.set_most:
                continue
            least = max(0, 3 - size, int(rules.mixed and len(set(types)) == 1))
            most = min(rules.set_most - size, rules.set_holes + wild)
            yield types, least, min(most, size + 2 * wild) if rules.matched else most

    def _copies(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """The cards that are not wild of tunnelas and dublees, and the wild cards with them."""
        for index in self.types:
            if self.held[index] >= 3 and self.deal.makes_tunnela(index):
                yield (index,) * 3, 0
            if self.aim.needs.dublees and self.held[index] >= 2:
                yield (index,) * 2, 0
        if self.aim.needs.dublees and not self.rules.dublees_are_copies:
            for meld in list_dublees(self.rules, self.held):
                types = tuple([index for index in meld.uses if index in self.types])
                if types:
                    yield types, 2 - len(types)

    # ---- placing cards -------------------------------------------------------------------------------------------
    def _place(
        self,
        rem: int,
        at: int,
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
        if not rem & self.low:
            return self._place_wild(rem, wild, need, disc, points, loose, None)
        key = (rem, need, disc, points, loose, last)
        if key in self.dead:
            return False
        if self._lacks_copies(rem, need):
            return False
        self.work.step(_VISIT)
        fields = self.kernel.fields
        while not rem & fields[at]:
            at += 1
        index, one, field = self.types[at], self.kernel.ones[at], fields[at]
        more = rem & field > one  # another copy comes next
        alive = False
        guard, full = self.guard, rem | self.guard
        for frame in self.frames[at]:
            if (full - frame.packed) & guard != guard:
                continue
            if last is not None and frame.number < last[0]:
                continue
            rest = rem - frame.packed
            base, used = frame.base, share - frame.share
            again = more and rest & field
            for count in range(frame.least, min(frame.most, free) + 1):
                if count and not self._may_serve(frame, count, rest, at, free, need, disc, used, budget + base):
                    continue
                for jokers in _multisets(wild, count):
                    if last is not None and (frame.number, jokers) < last:
                        continue
                    if count:
                        self.work.step(_TRY)
                    kept, cards = self._without(wild, rest, jokers) if count else (wild, rest)
                    group = self._with(frame.types, jokers)
                    for cost, flag in self._read(group):
                        after, left = self.after[need][flag], budget + base - cost * TIE
                        if cost > points or left < 0:
                            continue
                        if self._bound(cards, at, free - count, after, disc, used, left) > left:
                            continue
                        self.groups.append(group)
                        alive |= self._place(cards, at, kept, free - count, after, disc, used, left, points - cost,
                                             loose, (frame.number, jokers) if again else None)  # fmt: skip
                        self.groups.pop()
        rest, used = rem - one, share - self.shares[index]
        if disc and (last is None or last[0] <= _THROWN):
            cost, left = self.pay_thrown[index], budget - self.throw[at]
            if cost <= points and left >= 0 and self._bound(rest, at, free, need, 0, used, left) <= left:
                self.thrown = index
                alive |= self._place(rest, at, wild, free, need, 0, used, left, points - cost, loose,
                                     (_THROWN, ()) if more else None)  # fmt: skip
                self.thrown = None
        cost, left = self.pay_loose[index], budget - self.leave[at]
        if loose and cost <= points and left >= 0 and self._bound(rest, at, free, need, disc, used, left) <= left:
            self.loose.append(index)
            alive |= self._place(rest, at, wild, free, need, disc, used, left, points - cost, loose - 1,
                                 (_LOOSE, ()) if more else None)  # fmt: skip
            self.loose.pop()
        if not alive:
            self.dead.add(key)
        return alive

    def _lacks_copies(self, rem: int, need: int) -> bool:
        """Whether the cards left hold too few pairs or threes of one card for the dublees or tunnelas needed."""
        wanted = self.copies[need] if self.copies else None
        return wanted is not None and not self.hand.packed.has_copies(rem, wanted[0], wanted[1])

    def _without(self, wild: tuple[int, ...], rem: int, jokers: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
        """The wild cards, and all cards packed, less some wild cards."""
        for index, count in zip(self.wild_types, jokers, strict=True):
            rem -= count * self.ones[index]
        return tuple([have - count for have, count in zip(wild, jokers, strict=True)]), rem

    def _may_serve(
        self, frame: Frame, count: int, rest: int, at: int, free: int, need: int, disc: int, used: int, left: int
    ) -> bool:
        """Whether a frame with so many jokers may be part of a grouping, whichever jokers these are."""
        size = len(frame.types) + count
        kinds = [Kind.SET]
        if frame.run:
            suit = frame.types[0] // 13
            own = sum([self.held[index] for index in self.wild_types if index // 13 == suit])
            kinds = [Kind.PURE_SEQUENCE if count <= own else Kind.IMPURE_SEQUENCE, Kind.SET]
        for kind in kinds:
            cost = 0
            if self.aim.exempt is not None and not self.valued and not {kind, *kinds[:1]} & set(self.aim.exempt):
                cost = sum([self.pay[index] for index in frame.types]) * TIE
            after = self.after[need][flag_of(kind, size, False)]
            if cost <= left and self._bound(rest, at, free - count, after, disc, used, left - cost) <= left - cost:
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
        self.work.step(_READ if any([index in self.types for index in group]) else _READ_WILD)
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
        kept = [one for one in choices if not any([_is_as_good(two, one) for two in choices if two != one])]
        self.readings[group] = kept
        return kept

    def _place_wild(
        self,
        rem: int,
        wild: tuple[int, ...],
        need: int,
        disc: int,
        points: int,
        loose: int,
        last: tuple[int, tuple[int, ...]] | None,
    ) -> bool:
        """Place the wild cards that no other group took: in groups of their own, aside, thrown, or loose."""
        left = sum(wild)
        aside, jokers_owed = self.aim.aside, self.aim.needs.jokers - len(self.set_aside)
        if not left:
            if need >= self.kernel.free or disc or jokers_owed > 0:
                return False
            self.found(self._shape())
            return True
        if left < self.kernel.ideal[need] + disc or left < jokers_owed + disc or self._lacks_copies(rem, need):
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
        one = tuple([int(i == at) for i in range(len(wild))])
        rest, cards = self._without(wild, rem, one)
        more = rest[at] > 0
        alive = False
        if last is None or not last[0]:
            for size in range(smallest, left + 1):
                for others in _multisets(rest, size - 1):
                    jokers = tuple([a + b for a, b in zip(one, others, strict=True)])
                    if last is not None and (0, jokers) < last:
                        continue
                    self.work.step(_TRY)
                    group = self._with((), jokers)
                    for cost, flag in self._read(group):
                        if cost > points:
                            continue
                        kept, fewer = self._without(rest, cards, others)
                        self.groups.append(group)
                        alive |= self._place_wild(fewer, kept, self.after[need][flag], disc, points - cost, loose,
                                                  (0, jokers) if kept[at] else None)  # fmt: skip
                        self.groups.pop()
        if aside and (last is None or last[0] <= 1):
            self.set_aside.append(index)
            alive |= self._place_wild(cards, rest, need, disc, points, loose, (1, ()) if more else None)
            self.set_aside.pop()
        if disc and (last is None or last[0] <= 2) and self.pay_thrown[index] <= points:
            self.thrown = index
            left = points - self.pay_thrown[index]
            alive |= self._place_wild(cards, rest, need, 0, left, loose, (2, ()) if more else None)
            self.thrown = None
        if loose and self.pay_loose[index] <= points:
            self.loose.append(index)
            left = points - self.pay_loose[index]
            alive |= self._place_wild(cards, rest, need, disc, left, loose - 1, (3, ()) if more else None)
            self.loose.pop()
        if not alive:
            self.dead.add(key)
        return alive

    def _shape(self) -> Shape:
        groups = [*self.groups, tuple(sorted(self.set_aside))] if self.set_aside else self.groups
        return tuple(sorted(groups)), tuple(sorted(self.loose)), self.thrown


def _is_as_good(one: Choice, other: Choice) -> bool:
    """Whether a choice costs no more than another and adds no less."""
    return one[0] <= other[0] and all([a >= b for a, b in zip(FLAGS[one[1]], FLAGS[other[1]], strict=True)])


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
