"""Every grouping of a hand that serves one aim, found one by one: depth-first over all legal groups.

The first card not yet placed goes into each group it can be in, is laid aside, thrown, or left loose; wild cards come
last. What the rest costs at least is asked of the search for the best grouping, which cuts off what costs too much; a
position found to lead nowhere is remembered. Copies of one card are placed in the order of their groups, so that no
grouping is found twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations, product

from ..game.cards import CARDS
from ..game.rules import MELDS, Kind, Needs
from ..game.table import Deal
from ..referee.grammar import PAIR, PLACES
from ..referee.held_melds import FLAGS, flag_of, open_table
from ..referee.melds import read_group
from .branch_and_bound import ENDINGS
from .goals import TIE, Route
from .instance import Solver
from .question import Question

_VISIT, _TRY, _READ, _READ_WILD = 5, 3, 5, 25  # steps by what they take: jokers alone are slow to read
_FOUND, _WEIGHED = 40, 2  # and to judge what was found, with each choice of readings that is weighed
_ASIDE, _THROWN, _LOOSE = 1 << 20, 1 << 21, 1 << 22  # places in the order of choices, after all groups

# groups, loose cards and the card thrown, as sorted card indices
Shape = tuple[tuple[tuple[int, ...], ...], tuple[int, ...], int | None]
Choice = tuple[int, int]  # what a group costs, and its flag
Mark = tuple[int, tuple[int, ...]]  # where a card went: a place in the order of choices, and jokers
# card indices, the fewest and most jokers with them, and the most with which they may be a pure sequence
Cards = tuple[tuple[int, ...], int, int, int]


class OutOfWork(Exception):
    """The work allowed is used up."""


class Work:
    """Counts steps of the search, shared by all searches of one question; a step takes about as long as any other."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.done = 0

    def step(self, count: int = 1) -> None:
        """Count some more steps; ``OutOfWork`` is raised if they are too many."""
        self.done += count
        if self.done > self.most:
            raise OutOfWork

    def weigh(self, choices: int) -> None:
        """Count the steps of weighing some choices of readings."""
        self.step(_WEIGHED * choices)


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
    """The cards of a group that are not wild; for a group of wild cards only, the first of them.

    Attributes:
        types: card indices, with copies; ``cards``: the same packed.
        least: fewest jokers that may make it a group.
        most: most jokers it may hold.
        own: most jokers with which it may be a pure sequence, below 0 if it can be no sequence.
        number: its place in the order of frames.
    """

    types: tuple[int, ...]
    cards: int
    least: int
    most: int
    own: int
    number: int = 0

    def flag_with(self, jokers: int) -> int:
        """The most that it adds to the needs with a number of jokers, whichever these are."""
        kind = Kind.PURE_SEQUENCE if jokers <= self.own else Kind.SET if self.own < 0 else Kind.IMPURE_SEQUENCE
        size = len(self.types) + jokers
        return flag_of(Kind.DUBLEE if size == PAIR else kind, size, False)


def ideal_points(index: int, deal: Deal) -> int:
    """What a card can earn where melds are worth points: its value, for a wild card that of the dearest."""
    return open_table(deal).top if deal.is_wild[index] else deal.rulebook.scoring.card_points(CARDS[index])


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
        self.pairs = aim.needs.dublees > 0 or Kind.DUBLEE in (aim.exempt or ())  # whether dublees are groups
        self.kinds = (*MELDS, Kind.DUBLEE) if self.pairs else MELDS
        self.held, self.naturals = hand.melder.counts, hand.naturals
        self.valued = hand.valued and aim.exempt is not None
        # what a card costs wherever it lies, for it might earn more, and besides where it is not exempt
        self.ideal = [0] * 53
        for index in hand.types if self.valued else ():
            self.ideal[index] = ideal_points(index, hand.deal)
        self.points = [0] * 53 if aim.exempt is None else list(hand.deal.points)
        self.alone_too = self.rules.spare or aim.needs.jokers == 1  # whether one joker may lie by itself
        self.smallest = PAIR if self.pairs else self.rules.smallest
        self.shift = hand.packed.low.bit_length()
        self.wilds: dict[int, tuple[int, ...]] = {}
        self.weights: dict[int, tuple[int, int]] = {}
        self.readings: dict[tuple[int, ...], list[Choice]] = {}
        self.dead: set[tuple] = set()
        self.groups: list[tuple[int, ...]] = []
        self.alone: dict[int, list[int]] = {_ASIDE: [], _THROWN: [], _LOOSE: []}

    def search(self) -> None:
        """Find the groupings; ``found`` may end it by raising.

        Raises:
            OutOfWork: the work allowed is used up.
        """
        hand, aim = self.hand, self.aim
        route, free = Route(aim.needs, aim.exempt), hand.wilds - aim.needs.jokers
        if free < 0 or not hand.can_meet(route):
            return
        question = Question(hand, route, hand.counts_room(route))
        self.kernel = question.open(self.work.most - self.work.done)
        self.after = self.kernel.after
        # as loose the search counts also wild cards that lie by themselves at no cost
        self.counted = free if aim.aside and not (self.rules.spare or aim.needs.jokers) else 0
        self.least = question.least
        _, least = self._weigh(hand.packed.rem)
        self.fixed = question.fixed - least
        self.saved = question.throw[-1] - question.thrown[-1] if hand.throws else 0  # by being allowed to throw a card
        disc = int(hand.throws)
        if self._may_serve(hand.packed.rem, 0, free, self.kernel.start, disc, aim.points, aim.loose):
            self._list_frames(free)
            self._place(hand.packed.rem, 0, self.kernel.start, disc, aim.points, aim.loose, None)

    def _weigh(self, rem: int) -> tuple[int, int]:
        """The jokers that cards need at least, in sixtieths, and what those that are not wild cost at least."""
        rem &= self.hand.packed.low
        known = self.weights.get(rem)
        if known is None:
            share = cost = 0
            for at in range(self.naturals):
                count = (rem & self.kernel.fields[at]) // self.kernel.ones[at]
                share, cost = share + count * self.kernel.shares[at], cost + count * self.least[at]
            known = self.weights[rem] = share, cost
        return known

    def _may_serve(self, rem: int, at: int, free: int, need: int, disc: int, points: int, loose: int) -> bool:
        """Whether the rest may come to no more than is allowed; where only wild cards are left, this is not looked at.

        Args:
            rem: the cards not yet placed.
            at: a type not above the first of them.
            free: wild cards among them that need not be laid by themselves.
            need: the state of the requirements.
            disc: 1 if a card is yet to be thrown, else 0.
            points: most points.
            loose: most cards in no group.
        """
        if points < 0 or at >= self.naturals:
            return points >= 0
        share, least = self._weigh(rem)
        budget = points * TIE + loose + self.counted - least - self.fixed - (0 if disc else self.saved)
        if budget < 0:
            return False
        kernel = self.kernel
        before = kernel.positions + kernel.endings // ENDINGS
        least = kernel.search(rem, at, free, need, 0, disc, share, budget)
        self.work.step(kernel.positions + kernel.endings // ENDINGS - before)
        return least <= budget

    # ---- groups --------------------------------------------------------------------------------------------------
    def _list_frames(self, free: int) -> None:
        """All sets of cards that are not wild and may lie together, by their first card."""
        frames: dict[tuple[int, ...], Frame] = {}
        for types, least, most, own in chain(self._run_frames(free), self._set_frames(free), self._copies()):
            if least <= min(most, free):
                known = frames.get(types)
                if known is None:
                    frames[types] = Frame(types, sum([self.hand.ones[index] for index in types]), least, most, own)
                else:
                    known.least, known.most = min(known.least, least), max(known.most, most)
        self.frames: list[list[Frame]] = [[] for _ in self.hand.types]
        for number, frame in enumerate(sorted(frames.values(), key=lambda f: (f.least, -len(f.types), f.cards))):
            frame.number = number
            self.frames[min([self.hand.place[index] for index in frame.types])].append(frame)
        for at in range(self.naturals, len(self.hand.types)):
            least = self.smallest - 1
            self.frames[at].append(Frame((self.hand.types[at],), self.kernel.ones[at], least, free - 1, -1))

    def _run_frames(self, free: int) -> Iterator[Cards]:
        """Cards of one suit that may lie in one sequence."""
        wild = self.deal.is_wild
        for base in range(0, 52, 13):
            ranks = [rank for rank in range(13) if self.held[base + rank] and not wild[base + rank]]
            own = sum([self.held[base + rank] for rank in range(13) if wild[base + rank]])
            longest = [self.rules.run_longest(count + own) for count in range(len(ranks) + 1)]
            held = sum([1 << rank for rank in ranks])
            for mask, length, _ in self.rules.spans(self.rules.run_most, held, free, own):
                types = tuple([base + rank for rank in ranks if mask >> rank & 1])
                yield types, max(self.rules.run_least, length) - len(types), longest[len(types)] - len(types), own
            if self.rules.run_most == PLACES and 0 in ranks and self.held[base] > 1:  # an ace at both ends
                for count in range(max(0, PLACES - 2 - free), len(ranks)):
                    for inner in combinations(ranks[1:], count):
                        types = (base, base, *[base + rank for rank in inner])
                        yield types, PLACES - len(types), PLACES - len(types), own

    def _set_frames(self, free: int) -> Iterator[Cards]:
        """Cards of one rank that may lie in one set."""
        rules, wild = self.rules, self.deal.is_wild
        for rank in range(13):
            suits = [index for index in range(rank, 52, 13) if self.held[index] and not wild[index]]
            own = sum([self.held[index] for index in range(rank, 52, 13) if wild[index]])
            for taken in product(*[range((self.held[index] if rules.mixed else 1) + 1) for index in suits]):
                types = tuple([index for index, count in zip(suits, taken, strict=True) for _ in range(count)])
                size = len(types)
                least = max(0, rules.set_least - size, int(len(set(types)) == 1))
                if types and least <= free:
                    yield types, least, max([more + rules.set_room(size + more) for more in range(own + 1)]), -1

    def _copies(self) -> Iterator[Cards]:
        """The cards that are not wild of tunnelas and dublees."""
        forms = [row.form for row in self.hand.rows if row.form.meld.kind is Kind.TUNNELA]
        for form in forms + (self.hand.melder.dublees() if self.pairs else []):
            if form.naturals:
                yield form.naturals, form.wilds, form.wilds, -1

    # ---- placing cards -------------------------------------------------------------------------------------------
    def _place(self, rem: int, at: int, need: int, disc: int, points: int, loose: int, last: Mark | None) -> bool:
        """Place the first card; whether any grouping came of it. ``last`` keeps copies of one card in order."""
        owed = self.aim.needs.jokers - len(self.alone[_ASIDE])
        if not rem:
            lone = len(self.alone[_ASIDE]) == 1 and not self.alone_too
            if need >= self.kernel.free or disc or owed > 0 or lone:
                return False
            for shape in self._shapes():
                self.work.step(_FOUND)
                self.found(shape)
            return True
        key = (rem, need, disc, points, loose, owed, last)
        if key in self.dead or self._is_short(rem, need, disc, loose, owed):
            return False
        self.work.step(_VISIT)
        while not rem & self.kernel.fields[at]:
            at += 1
        alive = False
        for mark, group, rest, free in self._list_groups(rem, at, need, disc, points, loose, last):
            again = mark if rest & self.kernel.fields[at] else None
            for cost, flag in self._read(group):
                after, fewer = self.after[need][flag], points - cost
                if self._may_serve(rest, at, free, after, disc, fewer, loose):
                    self.groups.append(group)
                    alive |= self._place(rest, at, after, disc, fewer, loose, again)
                    self.groups.pop()
        rest, index = rem - self.kernel.ones[at], self.hand.types[at]
        more, free = rest & self.kernel.fields[at], len(self._wilds_in(rem)) - owed
        for number, may, cost in (
            (_ASIDE, at >= self.naturals and self.aim.aside, 0),
            (_THROWN, disc, self.ideal[index]),
            (_LOOSE, loose and not (at >= self.naturals and self.rules.spare), self.ideal[index] + self.points[index]),
        ):
            if not may or (last is not None and last[0] > number):
                continue
            kept, fewer, others = disc - (number == _THROWN), points - cost, loose - (number == _LOOSE)
            if self._may_serve(rest, at, free, need, kept, fewer, others):
                self.alone[number].append(index)
                alive |= self._place(rest, at, need, kept, fewer, others, (number, ()) if more else None)
                self.alone[number].pop()
        if not alive:
            self.dead.add(key)
        return alive

    def _is_short(self, rem: int, need: int, disc: int, loose: int, owed: int) -> bool:
        """Whether the cards left are surely too few for what is needed."""
        left = len(self._wilds_in(rem))
        if not rem & self.hand.packed.low:
            most = 0 if left >= self.smallest or self.aim.aside else left - disc
            left -= disc
            if left < owed or most > loose:
                return True
        return not self.kernel.outlook.may_meet(rem, left, need)

    def _wilds_in(self, rem: int) -> tuple[int, ...]:
        """The wild cards among some cards, by index."""
        known = self.wilds.get(rem >> self.shift)
        if known is None:
            rows = [*zip(self.hand.types, self.kernel.fields, self.kernel.ones, strict=True)][self.naturals :]
            held = [index for index, field, unit in rows for _ in range((rem & field) // unit)]
            known = self.wilds[rem >> self.shift] = tuple(held)
        return known

    def _list_groups(
        self, rem: int, at: int, need: int, disc: int, points: int, loose: int, last: Mark | None
    ) -> Iterator[tuple[Mark, tuple[int, ...], int, int]]:
        """The groups that may hold the first card left, with the cards left then and the wild cards among them."""
        guard = self.hand.packed.guard
        full = rem | guard
        for frame in self.frames[at]:
            if (full - frame.cards) & guard != guard or (last is not None and frame.number < last[0]):
                continue
            rest = rem - frame.cards
            wild = self._wilds_in(rest)
            free = len(wild) - self.aim.needs.jokers + len(self.alone[_ASIDE])
            for count in range(frame.least, min(frame.most, free) + 1):
                if count and at < self.naturals:
                    after = self.after[need][frame.flag_with(count)]
                    if not self._may_serve(rest, at, free - count, after, disc, points, loose):
                        continue
                for jokers in _choose(wild, count):
                    mark = frame.number, jokers
                    if last is not None and mark < last:
                        continue
                    self.work.step(_TRY if count else 0)
                    fewer = rest - sum([self.hand.ones[index] for index in jokers])
                    yield mark, tuple(sorted(frame.types + jokers)), fewer, free - count

    def _read(self, group: tuple[int, ...]) -> list[Choice]:
        """What a group may be, as cost and flag, without what is worse in both; empty if it is none."""
        known = self.readings.get(group)
        if known is None:
            wild = [self.deal.is_wild[index] for index in group]
            self.work.step(_READ_WILD if all(wild) else _READ)
            choices: dict[Choice, None] = {}
            for reading in read_group(tuple([CARDS[index] for index in group]), self.deal):
                if reading.kind in self.kinds:
                    cost = sum([self.ideal[index] for index in group])
                    if self.aim.exempt is not None and reading.kind not in self.aim.exempt:
                        cost += sum([self.points[index] for index in group])
                    elif self.valued and reading.kind in MELDS:
                        cost -= self.deal.rulebook.scoring.worth(reading.shows, reading.kind)
                    choices[cost, flag_of(reading.kind, len(group), self.rules.tunnela_is_pure)] = None
            known = [
                choice for choice in choices if not any([_is_as_good(two, choice) for two in choices if two != choice])
            ]
            self.readings[group] = known
        return known

    def _shapes(self) -> Iterator[Shape]:
        """What was laid, as groupings; jokers laid aside that are no group are parted where they count all the same."""
        aside, thrown, loose = self.alone.values()
        apart = aside if self.rules.aside and self.rules.is_barred([CARDS[index] for index in aside]) else ()
        for card in apart or (None,):
            together = tuple(sorted([index for index in aside if index != card]))
            left = loose if card is None else [*loose, card]
            groups = [*self.groups, together] if together else self.groups
            yield tuple(sorted(groups)), tuple(sorted(left)), thrown[0] if thrown else None


def _is_as_good(choice: Choice, other: Choice) -> bool:
    """Whether a choice costs no more than another and adds no less."""
    return choice[0] <= other[0] and all([a >= b for a, b in zip(FLAGS[choice[1]], FLAGS[other[1]], strict=True)])


def _choose(cards: tuple[int, ...], count: int) -> Iterator[tuple[int, ...]]:
    """Every choice of a number of sorted cards, in their order, choices of equal cards only once."""
    if not count:
        yield ()
    elif len(cards) >= count:
        same = cards.count(cards[0])
        for taken in range(min(same, count), -1, -1):
            for others in _choose(cards[same:], count - taken):
                yield cards[:taken] + others
