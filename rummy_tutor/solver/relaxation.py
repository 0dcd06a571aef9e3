"""Which cards of a hand may lie together, and what the cards not yet placed cost at least.

The bound is the least cost over pieces: runs of three to six cards and sets, each with as few jokers as it can
have, joker types not told apart, spare jokers free. Any legal group falls apart into such pieces without more
jokers, more cost or fewer groups asked for, so the bound never exceeds the truth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from ..game.cards import CARDS, Card
from ..game.rules import Kind, Measure, Needs
from ..game.table import Deal
from ..referee.grammar import grammar_at, list_dublees

TIE = 64  # a point outweighs any number of loose cards
NEVER = 1 << 40
_SHARE = 60  # jokers are counted in sixtieths when spread over the cards of a meld

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


# what a group adds to the needs: pure, sequences, long sequences, tunnelas, dublees
_ADDS = (
    (0, 0, 0, 0, 0),
    (1, 1, 0, 0, 0),
    (1, 1, 1, 0, 0),
    (0, 1, 0, 0, 0),
    (0, 1, 1, 0, 0),
    (1, 1, 0, 1, 0),
    (0, 0, 0, 1, 0),
    (0, 0, 0, 0, 1),
)
_PLAIN, _TUNNELA_PURE, _TUNNELA, _DUBLEE = 0, 5, 6, 7


def flag_of(kind: Kind, size: int, tunnela_pure: bool) -> int:
    """What a group adds to the needs, as a number."""
    if kind is Kind.PURE_SEQUENCE:
        return 2 if size >= 4 else 1
    if kind is Kind.IMPURE_SEQUENCE:
        return 4 if size >= 4 else 3
    if kind is Kind.TUNNELA:
        return _TUNNELA_PURE if tunnela_pure else _TUNNELA
    return _DUBLEE if kind is Kind.DUBLEE else _PLAIN


def is_as_good(one: Choice, other: Choice) -> bool:
    """Whether a choice costs no more than another and adds no less."""
    return one[0] <= other[0] and all(a >= b for a, b in zip(_ADDS[one[1]], _ADDS[other[1]], strict=True))


class Pieces:
    """The cards of one hand as integers, the frames of its groups, and the bound for one aim.

    Args:
        cards: the hand.
        deal: the rulebook at its table.
        aim: what a grouping must come to.
        work: steps that may be taken.
    """

    def __init__(self, cards: Sequence[Card], deal: Deal, aim: Aim, work: Work) -> None:
        self.deal, self.aim, self.work = deal, aim, work
        self.top = max(map(deal.rulebook.scoring.card_points, CARDS))
        self.rules = grammar_at(deal)
        self.valued = deal.rulebook.scoring.measure is Measure.MELDED_MINUS_LOOSE and aim.exempt is not None
        self.throws = len(cards) == deal.rulebook.deal + 1
        held = Counter(card.index for card in cards)
        flags = deal.is_wild
        self.types = sorted((i for i in held if not flags[i]), key=lambda i: (-(i % 13), i))
        self.wild_types = sorted(i for i in held if flags[i])
        self.held = held
        self.width = width = max(held.values()).bit_length() + 1
        self.ones = {index: 1 << at * width for at, index in enumerate(self.types)}
        self.guard = sum(self.ones.values()) << width - 1
        self.wild_counts = tuple(held[i] for i in self.wild_types)
        self.wilds = sum(held[i] for i in self.wild_types)
        self.memo: dict[tuple[int, int, int, int], tuple[int, int]] = {}
        only_threes = self.rules.run_most == 3 and self.rules.set_most == 3
        self.in_threes = only_threes and not aim.needs.dublees and not aim.aside
        self._number_states(aim.needs)
        self._price_cards()
        self.frames: list[list[Frame]] = [[] for _ in self.types]
        self.columns: list[list[tuple[int, int, int, int, int]]] = [[] for _ in self.types]
        self._list_frames()
        self._list_columns()

    # ---- what is asked for -----------------------------------------------------------------------
    def _number_states(self, needs: Needs) -> None:
        """The states of the requirements, the state after each group, and what each state still lacks."""
        want = (needs.pure, needs.sequences, needs.long_sequences, needs.tunnelas, needs.dublees)
        states = list(product(*(range(count + 1) for count in want)))  # the first is all zeros: everything met
        number = {state: at for at, state in enumerate(states)}
        self.after = [
            [number[tuple(max(0, a - b) for a, b in zip(state, add, strict=True))] for add in _ADDS] for state in states
        ]
        self.lacks = [sum(1 << at for at, count in enumerate(state) if count) for state in states]
        self.start = number[want]
        copies = self.rules.dublees_are_copies
        self.copies = [(state[3], state[4] * copies) if state[3] or state[4] * copies else None for state in states]

    def _price_cards(self) -> None:
        """Points of each type left loose, thrown, or melded where that costs as well."""
        points, exempt = self.deal.points, self.aim.exempt
        if exempt is None:
            self.pay = [0] * 53
            self.pay_loose = self.pay_thrown = self.pay
        elif self.valued:
            # measured from the ideal that every card is melded and every joker stands for a ten
            face = self.deal.rulebook.scoring.card_points
            wild = self.deal.is_wild
            self.pay = [self.top if wild[i] else face(CARDS[i]) for i in range(53)]
            self.pay_loose = [self.pay[i] + points[i] for i in range(53)]
            self.pay_thrown = self.pay
        else:
            self.pay = self.pay_loose = list(points)
            self.pay_thrown = [0] * 53

    def _list_frames(self) -> None:
        """All sets of cards that are not wild and may lie together, by their first card."""
        found: dict[int, Frame] = {}

        def add(types: tuple[int, ...], least: int, most: int, run: bool) -> None:
            most = min(most, free)
            if least > most:
                return
            packed = sum(self.ones[index] for index in types)
            known = found.get(packed)
            if known is None:
                found[packed] = Frame(packed, types, least, most, run)
            else:
                known.least, known.most = min(known.least, least), max(known.most, most)
                known.run = known.run or run

        free = self.wilds - self.aim.needs.jokers
        self.free = free
        if free < 0:
            return
        for suit in range(4):
            for types, span in self._run_frames(suit * 13):
                add(types, max(span, 3) - len(types), self.rules.run_most - len(types), True)
        for rank in range(13):
            for types, least, most in self._set_frames(rank):
                add(types, least, most, False)
        for index in self.types:
            if self.held[index] >= 3 and self.deal.makes_tunnela(index):
                add((index,) * 3, 0, 0, False)
            if self.aim.needs.dublees and self.held[index] >= 2:
                add((index,) * 2, 0, 0, False)
        for types, wilds in self._other_dublees():
            add(types, wilds, wilds, False)
        place = {index: at for at, index in enumerate(self.types)}
        for number, frame in enumerate(sorted(found.values(), key=lambda f: (f.least, -len(f.types), f.packed))):
            frame.number = number
            self.frames[min(place[index] for index in frame.types)].append(frame)

    def _other_dublees(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """The cards that are not wild of dublees other than two copies of one card, and the wild cards with them."""
        if self.aim.needs.dublees and not self.rules.dublees_are_copies:
            for meld in list_dublees(self.rules, [self.held[index] for index in range(53)]):
                types = tuple([index for index in meld.uses if index in self.ones])
                if types:
                    yield types, 2 - len(types)

    def _run_frames(self, base: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Cards of one suit that may lie in one run, and the places they span."""
        last = 25 if self.rules.round else self.rules.places
        spots = [place for place in range(self.rules.lowest, last) if base + place % 13 in self.ones]
        for at, start in enumerate(spots):
            if start > 13:
                break
            grown: list[tuple[int, ...]] = [(start,)]
            while grown:
                chosen = grown.pop()
                span = chosen[-1] - start + 1
                yield tuple(base + spot % 13 for spot in chosen), span
                for spot in spots[at + 1 :]:
                    if spot <= chosen[-1]:
                        continue
                    if spot - start - len(chosen) > self.free or spot - start >= self.rules.run_most:
                        break
                    if spot == 13 and start == 0 and self.held[base] < 2:
                        continue
                    grown.append((*chosen, spot))

    def _set_frames(self, rank: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
        """Cards of one rank that may lie in one set, and the fewest and most jokers with them."""
        rules = self.rules
        distinct = not rules.mixed
        suits = [suit * 13 + rank for suit in range(4) if suit * 13 + rank in self.ones]
        wild = sum(self.held[suit * 13 + rank] for suit in range(4) if suit * 13 + rank not in self.ones)
        for taken in product(*(range((1 if distinct else self.held[index]) + 1) for index in suits)):
            types = tuple(index for index, count in zip(suits, taken, strict=True) for _ in range(count))
            size = len(types)
            if not size or size > rules.set_most:
                continue
            least = max(0, 3 - size)
            if not distinct and len(set(types)) == 1:
                least = max(least, 1)
            most = min(self.free, rules.set_most - size, rules.set_holes + wild)
            if rules.matched:
                most = min(most, size + 2 * wild)
            yield types, least, most

    # ---- the bound ---------------------------------------------------------------------------------
    def _list_columns(self) -> None:
        """The pieces the bound is made of, what each card costs at least, and what the jokers alone may do."""
        pieces: dict[tuple[int, int], set[tuple[int, int]]] = {}
        types_of: dict[int, tuple[int, ...]] = {}
        long = self.aim.needs.long_sequences > 0
        rules = self.rules

        def add(types: tuple[int, ...], wilds: int, flag: int, cost: int) -> None:
            if wilds <= self.free:
                packed = sum(self.ones[index] for index in types)
                types_of[packed] = types
                pieces.setdefault((packed, wilds), set()).add((cost, flag))

        if self.free >= 0:
            for suit in range(4):
                for types, span in self._run_frames(suit * 13):
                    if span <= (6 if long else 5):
                        for size in {max(span, 3), max(span, 4)} if long else (max(span, 3),):
                            if size <= rules.run_most:
                                self._run_piece(types, size, suit * 13, add)
            for rank in range(13):
                for types, least, most in self._set_frames(rank):
                    if least <= most:
                        value = self.deal.rulebook.scoring.card_points(CARDS[types[0]])
                        add(types, least, _PLAIN, self._price(Kind.SET, types, least, least * (self.top - value)))
        for index in self.types:
            if self.held[index] >= 3 and self.deal.makes_tunnela(index):
                flag = flag_of(Kind.TUNNELA, 3, rules.tunnela_is_pure)
                add((index,) * 3, 0, flag, self._price(Kind.TUNNELA, (index,) * 3, 0, 0))
            if self.aim.needs.dublees and self.held[index] >= 2:
                add((index,) * 2, 0, _DUBLEE, self._price(Kind.DUBLEE, (index,) * 2, 0, 0))
        for types, wilds in self._other_dublees():
            add(types, wilds, _DUBLEE, self._price(Kind.DUBLEE, types, wilds, 0))
        self._spread(pieces, types_of)
        self._reach()

    def _run_piece(self, types: tuple[int, ...], size: int, base: int, add: Callable) -> None:
        """A run of so many cards as a piece: as pure as its missing places allow, at its least cost."""
        wilds = size - len(types)
        if wilds > self.free:
            return
        value = self.deal.rulebook.scoring.card_points
        best: dict[Kind, int] = {}
        for start in self.rules.starts(size):
            missing = [base + place % 13 for place in range(start, start + size)]
            try:
                for index in types:
                    missing.remove(index)
            except ValueError:
                continue
            standing = sum(1 for index in missing if index not in self.wild_types)
            if standing > self.rules.run_holes:
                continue
            kind = Kind.IMPURE_SEQUENCE if standing else Kind.PURE_SEQUENCE
            cost = self._price(kind, types, wilds, sum(self.top - value(CARDS[index]) for index in missing))
            best[kind] = min(cost, best.get(kind, cost))
        for kind, cost in best.items():
            add(types, wilds, flag_of(kind, size, False), cost)

    def _price(self, kind: Kind, types: tuple[int, ...], wilds: int, short: int) -> int:
        """What a piece costs at least."""
        if self.aim.exempt is None:
            return 0
        if self.valued:
            return short
        return 0 if kind in self.aim.exempt else sum(self.pay[index] for index in types)

    def _spread(self, pieces: dict, types_of: dict[int, tuple[int, ...]]) -> None:
        """Take off every cost what each card costs at least, so that the bound bites early."""
        least = {index: self.pay_loose[index] * TIE + 1 for index in self.types}
        shares = dict.fromkeys(self.types, NEVER)
        for (packed, wilds), choices in pieces.items():
            types = types_of[packed]
            each = min(cost for cost, _ in choices) * TIE // len(types)
            for index in types:
                least[index] = min(least[index], each)
                shares[index] = min(shares[index], wilds * _SHARE // len(types))
        self.least = least
        self.shares = {index: 0 if share == NEVER else share for index, share in shares.items()}
        self.leave = [self.pay_loose[index] * TIE + 1 - least[index] for index in self.types]
        saved = [least[index] - self.pay_thrown[index] * TIE for index in self.types]
        wild_thrown = max((self.pay_thrown[index] for index in self.wild_types), default=0) * TIE
        self.rebate = max([*saved, -wild_thrown]) if self.throws else 0
        self.throw = [self.rebate - each for each in saved]
        self.throw_wild = self.rebate + min((self.pay_thrown[i] for i in self.wild_types), default=0) * TIE
        place = {index: at for at, index in enumerate(self.types)}
        for (packed, wilds), choices in pieces.items():
            types = types_of[packed]
            base = sum(least[index] for index in types)
            used = sum(self.shares[index] for index in types)
            first = min(place[index] for index in types)
            for cost, flag in choices:
                if not any(is_as_good(other, (cost, flag)) for other in choices if other != (cost, flag)):
                    self.columns[first].append((packed, wilds, cost * TIE - base, flag, used))
        for entries in self.columns:
            entries.sort(key=lambda column: (column[2], column[1], column[0]))
        for frames in self.frames:
            for frame in frames:
                frame.base = sum(least[index] for index in frame.types)
                frame.share = sum(self.shares[index] for index in frame.types)
        relief = [(self.leave[at], self.shares[index]) for at, index in enumerate(self.types) if self.shares[index]]
        self.relief = min(relief, key=lambda pair: pair[0] / pair[1], default=(0, 1))  # without shares none is short

    def _reach(self) -> None:
        """What the jokers alone may add for how many cards, and what the groups from each card on may add."""
        wild = [index for index in self.wild_types if index != 52]
        threes = [index for index in self.wild_types if self.held[index] >= 3 and self.deal.makes_tunnela(index)]
        runs = any({index, index // 13 * 13 + (index + 1) % 13, index // 13 * 13 + (index + 2) % 13} <= set(wild)
                   for index in wild)  # fmt: skip
        alone = []
        if wild and self.wilds >= 3:
            alone += [(3, 3), (4, 4)]
            if runs:
                alone += [(3, 1), (4, 2)]
        if threes:
            alone.append((3, flag_of(Kind.TUNNELA, 3, self.rules.tunnela_is_pure)))
        pairs = self.wilds >= 2 and not self.rules.dublees_are_copies
        if self.aim.needs.dublees and (pairs or any(self.held[index] >= 2 for index in self.wild_types)):
            alone.append((2, _DUBLEE))
        self.ideal = [0]
        for state in range(1, len(self.after)):
            row = self.after[state]
            steps = [units + self.ideal[row[flag]] for units, flag in alone if row[flag] != state]
            self.ideal.append(min(steps, default=NEVER))
        mask = 0
        for _, flag in alone:
            mask |= sum(1 << at for at, count in enumerate(_ADDS[flag]) if count)
        self.may_add = []
        for entries in reversed(self.columns):
            for column in entries:
                mask |= sum(1 << at for at, count in enumerate(_ADDS[column[3]]) if count)
            self.may_add.append(mask)
        self.may_add.reverse()

    def lacks_copies(self, nat: int, wild: tuple[int, ...], copies: tuple[int, int]) -> bool:
        """Whether the cards left hold too few threes or pairs of one card for the tunnelas or dublees needed."""
        threes, pairs = copies
        counts = [*wild]
        while nat:
            counts.append(nat & (1 << self.width) - 1)
            nat >>= self.width
        return sum([n // 3 for n in counts]) < threes or sum([n // 2 for n in counts]) < pairs

    def bound(self, nat: int, free: int, need: int, disc: int, share: int, budget: int) -> int:
        """The least the rest may cost, exact for the pieces if within the budget, else something above it."""
        if not nat:
            if free < self.ideal[need] + disc:
                return NEVER
            # where every group has three cards, jokers by themselves fill groups or are left over
            return (self.throw_wild if disc else 0) + ((free - disc) % 3 if self.in_threes else 0)
        short = share - free * _SHARE
        if short > 0 and not disc:
            cost, each = self.relief
            least = -(-short * cost // each)
            if least > budget:
                return least
        key = (nat, free, need, disc)
        known = self.memo.get(key)
        if known is not None and (known[0] <= known[1] or budget <= known[1]):
            return known[0]
        first = ((nat & -nat).bit_length() - 1) // self.width
        if self.lacks[need] & ~self.may_add[first]:
            return NEVER
        if (copies := self.copies[need]) is not None and self.lacks_copies(nat, self.wild_counts, copies):
            return NEVER
        self.work.step()
        best, spend = NEVER, budget
        guard = self.guard
        full = nat | guard
        after = self.after[need]
        for packed, wilds, cost, flag, used in self.columns[first]:
            if cost > spend:
                best = min(best, cost)
                break
            if wilds <= free and (full - packed) & guard == guard:
                value = cost + self.bound(nat - packed, free - wilds, after[flag], disc, share - used, spend - cost)
                if value < best:
                    best = value
                    if not best:
                        break
                    spend = min(spend, best - 1)
        if best:
            rest = nat - (1 << first * self.width)
            used = share - self.shares[self.types[first]]
            for cost, still in (
                ((self.throw[first], 0), (self.leave[first], disc)) if disc else ((self.leave[first], 0),)
            ):
                value = cost
                if cost <= spend:
                    value += self.bound(rest, free, need, still, used, spend - cost)
                if value < best:
                    best = value
                    spend = min(spend, best - 1)
        self.memo[key] = (best, budget)
        return best
