"""The best arrangement of a hand: exact, deterministic, for every rulebook.

A loser's levels and the ways to declare become routes, each one exact search over the hand's melds;
the best route gives the figure and the grouping. Costs are points first, then loose cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product

from ._kernel import INFINITE, SHARE, minimise
from .cards import CARDS, Card
from .columns import Meld, Melder, shown_values
from .melds import Wild, is_wrap, read_group
from .rules import MELDS, Deal, JokerGroups, Kind, Measure, Needs, Objective, Rest, Tier
from .scoring import Group, is_seen, limit_points

_TIE = 64  # a point outweighs any number of loose cards
_TOP = 10  # points of the dearest natural card
_ORDER = tuple(Kind)

# what a meld adds: pure, sequences, long sequences, tunnelas, dublees
_FLAGS = ((0, 0, 0, 0, 0), (1, 1, 0, 0, 0), (1, 1, 1, 0, 0), (0, 1, 0, 0, 0), (0, 1, 1, 0, 0), (1, 1, 0, 1, 0),
          (0, 0, 0, 1, 0), (0, 0, 0, 0, 1))  # fmt: skip


@lru_cache(maxsize=256)
def _need_states(needs: Needs) -> tuple[int, list[list[int]]]:
    """The requirements as states: the first one, and for each state and flag the state after."""
    want = (needs.pure, needs.sequences, needs.long_sequences, needs.tunnelas, needs.dublees)
    states = list(product(*(range(count + 1) for count in want)))  # the first is all zeros: everything met
    number = {state: i for i, state in enumerate(states)}
    trans = [
        [number[tuple(max(0, have - add) for have, add in zip(state, flag, strict=True))] for flag in _FLAGS]
        for state in states
    ]
    return number[want], trans


@dataclass(frozen=True, slots=True)
class Solution:
    """A best arrangement.

    Attributes:
        groups: the melds and, where they mean something, dublees and jokers.
        loose: cards in no group.
        discard: the card thrown, or None.
        cost: points before limits times 64, plus the number of loose cards.
    """

    groups: tuple[Group, ...]
    loose: tuple[Card, ...]
    discard: Card | None
    cost: int


@dataclass(frozen=True, slots=True)
class Best:
    """The best a hand can do.

    Attributes:
        points: fewest points lost if somebody else declares, None where melds are worth points.
        score: the same from this player's side; more is better.
        declares: whether the cards can declare.
        objective: how they declare, or None.
        discard: the card thrown, with one card more than dealt.
        groups: an arrangement that declares or, failing that, gives the points.
        loose: the cards in no group.
        tier: the level that gives the points.
        seen: whether the wild cards may be seen, in games that hide them, else None.
    """

    points: int | None
    score: int
    declares: bool
    objective: str | None
    discard: Card | None
    groups: tuple[Group, ...]
    loose: tuple[Card, ...]
    tier: str
    seen: bool | None = None
    reasons: tuple = ()


@dataclass(frozen=True, slots=True)
class _Route:
    """One question to the search.

    Attributes:
        needs: groups that must be there.
        exempt: kinds whose cards cost nothing; None: no card costs points, only loose cards count.
        dublees: whether dublees may be laid.
        all_melded: whether nothing may be left over.
    """

    needs: Needs = Needs()
    exempt: tuple[Kind, ...] | None = None
    all_melded: bool = False


@dataclass
class _Laid:
    """A group being built: its meld and the jokers added to it."""

    meld: Meld
    jokers: list[int] = field(default_factory=list)


class Solver:
    """Answers every route for one hand at one table."""

    def __init__(self, cards: Sequence[Card], deal: Deal, windows: bool = False) -> None:
        self.cards = tuple(sorted(cards))
        self.deal = deal
        self.rules = deal.rulebook.melds
        self.scoring = deal.rulebook.scoring
        self.melder = Melder(self.cards, deal, windows)
        self.held = self.melder.held
        self.wilds = self.melder.wilds
        self.throws = len(self.cards) == deal.rulebook.deal + 1
        flags = deal.is_wild
        # kings first leaves the fewest nodes
        naturals = sorted((i for i in self.held if not flags[i]), key=lambda i: (-(i % 13), i // 13))
        self.types = naturals + sorted(self.melder.wild_types)
        self.naturals = len(naturals)
        self.width = max(self.held.values()).bit_length() + 1
        self.place = {index: i for i, index in enumerate(self.types)}
        self.guard = sum(1 << (i * self.width + self.width - 1) for i in range(len(self.types)))
        self.rem = sum(self.held[index] << (i * self.width) for i, index in enumerate(self.types))
        self.rigid = self.rules.run_max == 3 and self.rules.set_max == 3
        self.valued = self.melder.valued
        self.melds = [self._pack(meld) for meld in self.melder.melds()]

    def _pack(self, meld: Meld) -> tuple[Meld, int, int, int, int, int]:
        """A meld with its packed cards, jokers, naturals, first type and flag."""
        packed, wild, first = 0, 0, len(self.types)
        place, width, naturals = self.place, self.width, self.naturals
        for index in meld.uses:
            at = place[index]
            packed += 1 << at * width
            if at >= naturals:
                wild += 1
            elif at < first:
                first = at
        for index in meld.named:
            packed += 1 << place[index] * width
        units = wild + meld.jokers + len(meld.named)
        kind, long = meld.kind, meld.size >= 4
        if kind is Kind.PURE_SEQUENCE:
            flag = 2 if long else 1
        elif kind is Kind.IMPURE_SEQUENCE:
            flag = 4 if long else 3
        elif kind is Kind.TUNNELA:
            flag = 5 if self.rules.tunnela_counts_pure else 6
        else:
            flag = 7 if kind is Kind.DUBLEE else 0
        return meld, packed, units, len(meld.uses) - wild, first, flag

    def can_meet(self, needs: Needs) -> bool:
        """Whether the cards can form the groups asked for, whatever becomes of the others."""
        if needs.jokers > self.wilds:
            return False
        need, trans = _need_states(needs)
        if not need:
            return True
        useful = [row for row in self._candidates(needs) if trans[need][row[5]] != need]
        columns, wild_columns = self._columns(useful, lambda meld: 0)
        zeros = [0] * self.naturals
        throw = [*zeros, 0] if self.throws else []
        wilds = self.wilds - needs.jokers
        cost, _ = minimise(
            self.rem, self.width, self.guard, columns, zeros, zeros, wild_columns, wilds, need, trans, 0, throw, 0
        )
        return cost == 0

    def _candidates(self, needs: Needs) -> list[tuple[Meld, int, int, int, int, int]]:
        return self.melds + [self._pack(meld) for meld in self.melder.dublees()] if needs.dublees else self.melds

    def _columns(self, melds: list, price) -> tuple[list[list], list]:
        """Columns by first type, cheap and wild-sparing first, and those of wild cards only."""
        columns: list[list] = [[] for _ in range(self.naturals)]
        wild_columns = []
        for number, (meld, packed, units, count, first, flag) in enumerate(melds):
            if units > self.wilds:
                continue
            column = (packed, units, price(meld), flag, meld.slack, count, number)
            if first < self.naturals:
                columns[first].append(column)
            else:
                wild_columns.append(column)
        for rows in columns:
            rows.sort(key=lambda row: (row[2], row[1], row[3] in (0, 3, 4), -row[5]))
        wild_columns.sort(key=lambda row: (row[2], row[3] in (0, 3, 4), row[1]))
        return columns, wild_columns

    def solve(self, route: _Route, budget: int = INFINITE) -> Solution | None:
        """The best arrangement on a route, None if there is none within the budget."""
        if not self.can_meet(route.needs):
            return None
        spare = self.rules.jokers is JokerGroups.SPARE or route.needs.jokers > 0
        exact = self.rigid or self.valued or spare
        answer = self._search(route, budget, absorb=False)
        if answer is None or exact:
            return answer
        if any(self.deal.is_wild[card.index] for card in answer.loose):
            answer = self._search(route, budget, absorb=True)
        return answer

    def _search(self, route: _Route, budget: int, absorb: bool) -> Solution | None:
        melds = self._candidates(route.needs)
        if absorb:
            melds = melds + [self._pack(meld) for meld in self._opened()]
        price, loose, wild_loose, wild_base = self._prices(route)
        free = self.rules.jokers is JokerGroups.SPARE or route.needs.jokers > 0
        if free or not (self.rigid or self.valued or absorb):
            wild_loose = wild_base
        columns, wild_columns = self._columns(melds, price)
        if not absorb:
            columns = [[(*row[:4], 0, *row[5:]) for row in rows] for rows in columns]
            wild_columns = [(*row[:4], 0, *row[5:]) for row in wild_columns]
        # take from every cost what each card costs at least, so that a bound of nought is sharp
        base = list(loose)
        for rows in columns:
            for packed, units, cost, _, _, count, number in rows:
                least = (cost - units * wild_base) // count
                if least < max(base):
                    for index in melds[number][0].uses:
                        at = self.place[index]
                        if at < self.naturals and least < base[at]:
                            base[at] = least
        shares = [1 << 30] * self.naturals
        for rows in columns:
            for row in rows:
                share = row[1] * SHARE // row[5]
                for index in melds[row[6]][0].uses:
                    at = self.place[index]
                    if at < self.naturals and share < shares[at]:
                        shares[at] = share
        shares = [0 if share == 1 << 30 else share for share in shares]
        for rows in columns:
            for i, row in enumerate(rows):
                used = [at for at in (self.place[index] for index in melds[row[6]][0].uses) if at < self.naturals]
                cost = row[2] - row[1] * wild_base - sum(base[at] for at in used)
                rows[i] = (row[0], row[1], cost, row[3], row[4], sum(shares[at] for at in used), row[6])
        wild_columns = [(*row[:2], row[2] - row[1] * wild_base, *row[3:]) for row in wild_columns]
        fixed = self.wilds * wild_base + sum(
            self.held[index] * base[at] for at, index in enumerate(self.types[: self.naturals])
        )
        throw = []
        if self.throws:
            dearest = max([*base, wild_base])
            throw = [*(dearest - cost for cost in base), dearest - wild_base]
            fixed -= dearest
        need, trans = _need_states(route.needs)
        cost, moves = minimise(
            self.rem,
            self.width,
            self.guard,
            columns,
            [cost - least for cost, least in zip(loose, base, strict=True)],
            shares,
            wild_columns,
            self.wilds - route.needs.jokers,
            need,
            trans,
            wild_loose - wild_base,
            throw,
            min(budget - fixed, INFINITE - 1),
        )
        if cost >= INFINITE:
            return None
        return self._lay_out(cost + fixed, moves, [row[0] for row in melds], route)

    def _prices(self, route: _Route):
        """What a meld costs, what loose cards cost, and what a loose wild costs, at least and in full."""
        points = self.deal.points
        types = self.types[: self.naturals]
        exempt = route.exempt
        if exempt is None:
            return (lambda meld: 0), [1] * len(types), 1, 0
        wild = self.scoring.loose_wild
        if self.valued and exempt:
            worth = lambda meld: sum(_TOP - value for value in shown_values(meld, self.deal)) * _TIE  # noqa: E731
            return worth, [2 * points[index] * _TIE + 1 for index in types], (wild + _TOP) * _TIE + 1, 0

        def price(meld: Meld) -> int:
            if meld.kind in exempt:
                return 0
            jokers = (meld.jokers + len(meld.named)) * wild
            return (jokers + sum(points[index] for index in meld.uses)) * _TIE

        return price, [points[index] * _TIE + 1 for index in types], wild * _TIE + 1, wild * _TIE

    def _opened(self) -> list[Meld]:
        """The pure sequences as places for spare jokers."""
        return [
            Meld(Kind.IMPURE_SEQUENCE, meld.uses, 0, (), meld.size, meld.shows, self.rules.run_max - meld.size, True)
            for meld, *_ in self.melds
            if meld.kind is Kind.PURE_SEQUENCE and self.rules.run_max > meld.size
        ]

    def _lay_out(self, cost: int, moves: list[int], melds: list[Meld], route: _Route) -> Solution:
        """Turn moves into groups of cards, giving every joker its place."""
        left = Counter(self.held)
        groups: list[_Laid] = []
        loose: list[int] = []
        discard: int | None = None
        for move in moves:
            if move >= 0:
                meld = melds[move]
                groups.append(_Laid(meld, list(meld.named)))
                left.subtract(meld.uses)
                left.subtract(meld.named)
            else:
                index = self.types[(-move - 1) // 2]
                left[index] -= 1
                if move % 2:
                    loose.append(index)
                else:
                    discard = index
        # printed jokers first: they can never be natural
        pool = sorted((index for index in left.elements()), key=lambda index: (-(index // 52), index))
        for laid in groups:
            for _ in range(laid.meld.jokers):
                laid.jokers.append(self._take(pool, laid))
        if self.throws and discard is None:
            discard = pool.pop()
        spare = self.rules.jokers is JokerGroups.SPARE
        jokers: list[int] = []
        if spare or route.needs.jokers:
            jokers, pool = pool, []
        elif not self.valued:
            self._absorb(groups, pool, route)
        built = [self._build(laid) for laid in groups]
        if jokers:
            built.append(Group(tuple(CARDS[i] for i in sorted(jokers)), Kind.JOKERS))
        built.sort(key=lambda group: (_ORDER.index(group.kind), tuple(-card.index for card in group.cards)))
        rest = tuple(sorted(CARDS[i] for i in loose + pool))
        found = cost // _TIE * _TIE + len(rest) if not (self.valued or self.rigid) else cost
        return Solution(tuple(built), rest, None if discard is None else CARDS[discard], found)

    def _take(self, pool: list[int], laid: _Laid) -> int:
        """A joker for a group that does not make it K, A and 2."""
        for at, index in enumerate(pool):
            cards = [CARDS[i] for i in (*laid.meld.uses, *laid.jokers, index)]
            if not is_wrap(cards):
                return pool.pop(at)
        return pool.pop(0)

    def _absorb(self, groups: list[_Laid], pool: list[int], route: _Route) -> None:
        """Give spare jokers a place in the groups, purity and requirements kept."""
        for laid in sorted(groups, key=lambda laid: laid.meld.kind is Kind.SET):
            room = laid.meld.slack
            while room and pool:
                laid.jokers.append(pool.pop(0))
                room -= 1
        if not pool:
            return
        exempt = route.exempt
        if exempt is None or not exempt or Kind.IMPURE_SEQUENCE in exempt:
            pure = [laid for laid in groups if laid.meld.kind is Kind.PURE_SEQUENCE]
            counted = len(pure)
            if self.rules.tunnela_counts_pure:
                counted += sum(laid.meld.kind is Kind.TUNNELA for laid in groups)
            pure.sort(key=lambda laid: laid.meld.size)
            while pool and pure and counted > route.needs.pure:
                laid = pure.pop(0)
                counted -= 1
                for _ in range(min(len(pool), self.rules.run_max - laid.meld.size)):
                    laid.jokers.append(pool.pop(0))
        if len(pool) >= 3 and (self.rules.run_wilds is None):
            naturals = [index for index in pool if index != 52]
            if naturals and len(pool) <= self.rules.run_max and not is_wrap([CARDS[i] for i in pool]):
                first = naturals[-1]
                pool.remove(first)
                rank = min(first % 13, 11)
                shows = tuple(first // 13 * 13 + place % 13 for place in range(rank, rank + 3))
                laid = _Laid(Meld(Kind.IMPURE_SEQUENCE, (first,), 2, (), 3, shows))
                laid.jokers += pool
                pool.clear()
                groups.append(laid)

    def _build(self, laid: _Laid) -> Group:
        """The cards of a group in order, with what its jokers stand for."""
        meld = laid.meld
        naturals = [CARDS[index] for index in meld.uses]
        if not laid.jokers:
            if meld.shows:
                return Group(tuple(CARDS[index] for index in meld.shows), meld.kind)
            return Group(tuple(naturals), meld.kind)
        cards = tuple(naturals + [CARDS[index] for index in laid.jokers])
        shows = tuple(sorted(CARDS[index] for index in meld.shows))
        readings = read_group(cards, self.deal)
        wanted = [r for r in readings if r.kind in (meld.kind, Kind.PURE_SEQUENCE)] or list(readings)
        exact = [r for r in wanted if tuple(sorted(r.shows)) == shows]
        reading = (exact if self.valued and exact else wanted)[0]
        return Group(_in_order(cards, reading), reading.kind, reading.wilds)


def _in_order(cards: tuple[Card, ...], reading) -> tuple[Card, ...]:
    """The cards in the places they take: each joker where the card it stands for would lie."""
    waiting: dict[Card, list[Card]] = {}
    for wild in reading.wilds:
        waiting.setdefault(wild.stands_for, []).append(wild.card)
    naturals = Counter(cards)
    naturals.subtract(wild.card for wild in reading.wilds)
    placed = []
    for card in reading.shows:
        if naturals[card] > 0:
            naturals[card] -= 1
            placed.append(card)
        else:
            placed.append(waiting[card].pop())
    return tuple(placed)


def _tier_routes(tier: Tier) -> _Route:
    exempt = None if tier.flat is not None else tier.exempt
    return _Route(tier.needs, exempt, tier.rest is Rest.MELDED)


def find_best(cards: Sequence[Card], deal: Deal, groups=None) -> Best:
    """The best arrangement of a hand of 1 to 28 cards."""
    solver = Solver(cards, deal)
    book, scoring = deal.rulebook, deal.rulebook.scoring
    penalty = scoring.measure is Measure.PENALTY
    best: tuple[int, Tier, Solution] | None = None
    for tier in scoring.tiers:
        budget = INFINITE
        if tier.rest is Rest.MELDED:
            budget = 0
        elif best is not None:
            if tier.flat is not None and limit_points(tier.flat, deal) > best[0]:
                continue
            if penalty and tier.flat is None:
                budget = best[0] * _TIE + _TIE - 1
        solution = solver.solve(_tier_routes(tier), budget)
        if solution is None or (tier.rest is Rest.MELDED and solution.loose):
            continue
        raw = tier.flat if tier.flat is not None else solution.cost // _TIE
        points = limit_points(raw, deal)
        if best is None or (points, len(solution.loose)) < (best[0], len(best[2].loose)):
            best = points, tier, solution
    points, tier, solution = best
    if penalty and scoring.cap is not None and points == scoring.cap:
        solution = solver.solve(_Route())
    score = -points if penalty else _melded_score(solution, tier, deal)
    objective = None
    if len(cards) in (book.deal, book.deal + 1):
        declaring: tuple[int, Objective, Solution] | None = None
        for way in book.objectives:
            found = solver.solve(_Route(way.needs, None, way.rest is Rest.MELDED), 0 if way.rest is Rest.MELDED else INFINITE)
            if found is None or (way.rest is Rest.MELDED and found.loose):
                continue
            if declaring is None or len(found.loose) < declaring[0]:
                declaring = len(found.loose), way, found
        if declaring:
            _, objective, solution = declaring
    return Best(
        points=points if penalty else None,
        score=score,
        declares=objective is not None,
        objective=objective.name if objective else None,
        discard=solution.discard,
        groups=solution.groups,
        loose=solution.loose,
        tier=tier.code,
        seen=is_seen(tier, deal),
    )


def _melded_score(solution: Solution, tier: Tier, deal: Deal) -> int:
    """Melded value less loose value of a solution."""
    loose = sum(deal.points[card.index] for card in solution.loose)
    if not tier.exempt:
        return -loose - sum(deal.points[card.index] for group in solution.groups for card in group.cards)
    shown = 0
    for group in solution.groups:
        stands = Counter(group.cards)
        stands.subtract(wild.card for wild in group.wilds)
        shown += sum(deal.rulebook.scoring.card_points(card) for card in (+stands).elements())
        shown += sum(deal.rulebook.scoring.card_points(wild.stands_for) for wild in group.wilds)
    return shown - loose
