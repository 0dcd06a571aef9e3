"""One hand at one table as integers for the kernel, and the kernel's answers as cards.

A route is one question: which groups must be there, what counts, whether all must be melded. Costs are
points first, then loose cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from operator import itemgetter
from typing import NamedTuple

from ._kernel import INFINITE, SHARE, Column, minimise
from ._layout import Layout
from ._near import FEW, Nearness
from .cards import Card
from .columns import Meld, Melder, joker_values
from .rules import MELDS, SEQUENCES, JokerGroups, Kind, Needs
from .table import Deal

TIE = 64  # a point outweighs any number of loose cards
_NO_MELD = SHARE * SHARE  # the share of a card that no meld holds
_NEAR = 64 * FEW  # a loose card outweighs any number of moved cards
_PATIENCE = 3000  # positions looked at to settle a tie
_TOP = 10  # points of the dearest natural card

# what a meld adds to the needs: pure, sequences, long sequences, tunnelas, dublees
_FLAGS = [
    (0, 0, 0, 0, 0),
    (1, 1, 0, 0, 0),
    (1, 1, 1, 0, 0),
    (0, 1, 0, 0, 0),
    (0, 1, 1, 0, 0),
    (1, 1, 0, 1, 0),
    (0, 0, 0, 1, 0),
    (0, 0, 0, 0, 1),
]
_PLAIN, _TUNNELA_PURE, _TUNNELA, _DUBLEE = 0, 5, 6, 7
_RUN_FLAGS = {(Kind.PURE_SEQUENCE, False): 1, (Kind.PURE_SEQUENCE, True): 2, (Kind.IMPURE_SEQUENCE, False): 3,
              (Kind.IMPURE_SEQUENCE, True): 4}  # fmt: skip
_ONE_PURE = Needs(pure=1)
_IMPURE = (_PLAIN, 3, 4)


@dataclass(frozen=True, slots=True)
class Route:
    """One question to the search.

    Attributes:
        needs: groups that must be there.
        exempt: kinds of groups whose cards cost nothing; None if no card costs points and loose cards are only counted.
        all_melded: whether nothing may be left over.
    """

    needs: Needs = Needs()
    exempt: tuple[Kind, ...] | None = None
    all_melded: bool = False


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to a route.

    Attributes:
        layout: where every card lies.
        loose: cards in no group.
        cost: points before limits times 64 plus the natural cards left loose.
        route: the question.
        absorb: whether the room for spare jokers was part of the search.
    """

    layout: Layout
    loose: tuple[Card, ...]
    cost: int
    route: Route
    absorb: bool

    @property
    def raw(self) -> int:
        """Points before limits, 0 where the route counts none."""
        return self.cost // TIE


class _States(NamedTuple):
    """Requirements as states for the search; see the arguments of ``minimise``."""

    need: int
    free: int
    trans: list[list[int]]
    copies: list[tuple[int, int] | None]
    reach: dict[int, list[bool]]


@lru_cache(maxsize=256)
def _need_states(needs: Needs, once: int = 0) -> _States:
    """The states of some requirements: what is still wanted of each sort, which of ``once`` melds are allowed.

    Flags 0 to 7 are those of ``_FLAGS``; flag ``8 * i + j`` is flag j of a meld that may be laid once, the i-th.
    """
    want = (needs.pure, needs.sequences, needs.long_sequences, needs.tunnelas, needs.dublees)
    states = list(product(*(range(count + 1) for count in want)))  # the first is all zeros: everything met
    number = {state: i for i, state in enumerate(states)}
    trans = []
    for state, allowed in product(states, range(1 << once)):
        row = []
        for i in range(once + 1):
            bit = 1 << i - 1 if i else 0
            for flag in _FLAGS:
                after = number[tuple(max(0, have - add) for have, add in zip(state, flag, strict=True))]
                row.append((after << once) + (allowed & ~bit) if allowed & bit == bit else -1)
        trans.append(row)
    copies = [(state[4], state[3]) if state[3] or state[4] else None for state in states]
    return _States((number[want] + 1 << once) - 1, 1 << once, trans, copies if any(copies) and not once else [], {})


class _Row(NamedTuple):
    """A meld made ready for the search.

    Attributes:
        wilds: wild cards it takes, those used as themselves included.
        impure: whether it adds no purity; with ``wilds`` and ``more`` this gives the order of trial.
        more: the number of its cards that are not wild, negative.
        packed: its cards used as themselves, and named jokers, packed.
        flag: what it adds to the needs.
        first: the first of its types that is not wild, or the number of types if there is none.
        naturals: places of its cards that are not wild.
        meld: the meld.
    """

    wilds: int
    impure: bool
    more: int
    packed: int
    flag: int
    first: int
    naturals: list[int]
    meld: Meld


class _Prices(NamedTuple):
    """What cards cost on a route.

    Attributes:
        meld: the cost of a meld; None if no meld costs anything.
        loose: the cost of leaving one card loose, for each type that is not wild.
        thrown: the cost of throwing a card of each such type and, last, a wild one.
        wild_least: what each wild card costs whatever becomes of it.
        wild_loose: what a wild card costs that no meld takes.
    """

    meld: Callable[[Meld], int] | None
    loose: list[int]
    thrown: list[int]
    wild_least: int
    wild_loose: int


class Solver:
    """Answers routes for one hand at one table.

    Args:
        cards: 1 to 28 cards.
        deal: the rulebook at its table.
        windows: list every place of the jokers where their value matters.
    """

    def __init__(self, cards: Sequence[Card], deal: Deal, windows: bool = False) -> None:
        self.cards = tuple(cards)
        self.deal = deal
        self.melder = Melder(self.cards, deal, windows)
        self.held = held = self.melder.held
        self.wilds = self.melder.wilds
        self.throws = len(cards) == deal.rulebook.deal + 1
        rules = deal.rulebook.melds
        self.spare = rules.jokers is JokerGroups.SPARE
        self.rigid = rules.run_max == 3 and rules.set_max == 3  # no meld has room for another joker
        self.valued = self.melder.valued
        flags = deal.is_wild
        # kings first leaves the fewest nodes
        naturals = sorted([i for i in held if not flags[i]], key=lambda i: (-(i % 13), i))
        self.naturals = len(naturals)
        self.types = naturals + sorted(self.melder.wild_types)
        self.place = {index: at for at, index in enumerate(self.types)}
        self.width = width = max(held.values()).bit_length() + 1
        self.ones = [1 << at * width for at in range(len(self.types))]
        self.guard = sum(self.ones) << width - 1
        self.rem = sum([held[index] << at * width for at, index in enumerate(self.types)])
        self.counts = [held[index] for index in naturals]
        self.rows = sorted([self._row(meld) for meld in self.melder.melds()])
        self.shares: list[int] = []
        self.plain: tuple[list[list[Column]], list[Column]] | None = None  # the columns if no meld costs anything
        self.once: list[tuple[int, ...]] = []  # what melds that may be laid only once show
        self.met: dict[Needs, bool] = {}
        self.melded: dict[Needs, Solution | None] = {}  # by needs, where every meld is exempt

    def _row(self, meld: Meld) -> _Row:
        place, ones, bound = self.place, self.ones, self.naturals
        packed = 0
        naturals = []
        for index in meld.uses:
            at = place[index]
            packed += ones[at]
            if at < bound:
                naturals.append(at)
        for index in meld.named:
            packed += ones[place[index]]
        kind = meld.kind
        if kind in SEQUENCES:
            flag = _RUN_FLAGS[kind, meld.size >= 4]
        elif kind is Kind.TUNNELA:
            flag = _TUNNELA_PURE if self.deal.rulebook.melds.tunnela_counts_pure else _TUNNELA
        else:
            flag = _DUBLEE if kind is Kind.DUBLEE else _PLAIN
        count = len(naturals)
        first = min(naturals) if naturals else bound
        return _Row(meld.size - count, flag in _IMPURE, -count, packed, flag, first, naturals, meld)

    def _rows_for(self, needs: Needs) -> list[_Row]:
        return [self._row(meld) for meld in self.melder.dublees()] + self.rows if needs.dublees else self.rows

    def least_points(self, exempt: tuple[Kind, ...]) -> int:
        """A bound from below on the points with some kinds of groups exempt; exact if none is."""
        points = self.deal.points
        safe = {at for row in self.rows if row.meld.kind in exempt for at in row.naturals} if exempt else ()
        costs = [points[index] for at, index in enumerate(self.types[: self.naturals]) if at not in safe]
        if not exempt:
            costs += [points[index] for index in self.types[self.naturals :]]
            total = sum([points[index] * count for index, count in self.held.items()])
        else:
            total = sum(
                [points[i] * self.counts[at] for at, i in enumerate(self.types[: self.naturals]) if at not in safe]
            )
        return total - max(costs, default=0) if self.throws else total

    def may_spare_jokers(self, solution: Solution) -> bool:
        """Whether a grouping that costs the same could use fewer jokers: some meld holds a wild card as itself."""
        if not any([meld.jokers or meld.named for meld in solution.layout.melds]):
            return False
        return any([row.more and row.wilds > row.meld.jokers + len(row.meld.named) for row in self.rows])

    def can_meet(self, needs: Needs) -> bool:
        """Whether the cards can form the groups asked for, whatever becomes of the others."""
        if needs not in self.met:
            self.met[needs] = self._can_meet(needs)
        return self.met[needs]

    def _can_meet(self, needs: Needs) -> bool:
        wilds = self.wilds - needs.jokers
        if wilds < 0:
            return False
        states = _need_states(needs)
        if states.need < states.free:
            return True
        if needs == Needs(dublees=needs.dublees, tunnelas=needs.tunnelas) and 0 in (needs.dublees, needs.tunnelas):
            # copies of one card serve no other card's group, so counting them is exact
            each = 2 if needs.dublees else 3
            return sum([count // each for count in self.held.values()]) >= needs.dublees + needs.tunnelas
        useful = [after != states.need for after in states.trans[states.need]]
        rows = [row for row in self._rows_for(needs) if useful[row.flag] and row.wilds <= wilds]
        if needs == _ONE_PURE:
            return any([row.flag != _TUNNELA for row in rows])
        nought = [0] * self.naturals
        columns, wild_columns = self._columns(rows, [0] * len(rows), nought, False)
        throw = [0] * (self.naturals + 1) if self.throws else []
        cost, _ = minimise(
            self.rem,
            self.width,
            self.guard,
            columns,
            nought,
            nought,
            wild_columns,
            wilds,
            *states,
            0,
            throw,
            0,
            INFINITE,
        )
        return cost == 0

    def _columns(
        self, rows: list[_Row], costs: list[int], shares: list[int], absorb: bool
    ) -> tuple[list[list[Column]], list[Column]]:
        """Rows as columns by first type, cheap and joker-sparing first, and those of wild cards only."""
        plain = rows is self.rows and not absorb and not self.once and not any(costs)
        if plain and self.plain:
            return self.plain
        columns: list[list[Column]] = [[] for _ in range(self.naturals + 1)]
        for number, row in enumerate(rows):
            share = 0
            for at in row.naturals:
                share += shares[at]
            slack = row.meld.slack if absorb else 0
            flag = row.flag
            if self.once and (shows := tuple(sorted(row.meld.shows))) in self.once:
                flag += 8 * (1 + self.once.index(shows))
            columns[row.first].append((row.packed, row.wilds, costs[number], flag, slack, share, number))
        if any(costs):
            for entries in columns:
                entries.sort(key=itemgetter(2))
        wild_columns = columns.pop()
        if plain:
            self.plain = columns, wild_columns
        return columns, wild_columns

    def solve(self, route: Route, budget: int = INFINITE) -> Solution | None:
        """The best arrangement on a route, None if there is none within a budget of points * 64 + loose cards."""
        if not self.can_meet(route.needs):
            return None
        answer = self._search(route, budget, absorb=False)
        if self.deal.rulebook.melds.identical is False and answer is not None:
            return self._solve_distinct(route, budget, answer)
        if answer is not None and not (self.rigid or self.valued or self.spare or route.needs.jokers):
            if any([self.deal.is_wild[card.index] for card in answer.loose]):
                answer = self._search(route, budget, absorb=True)
        return answer

    def _solve_distinct(self, route: Route, budget: int, answer: Solution) -> Solution | None:
        """The best arrangement without two identical melds, from the best one that may have some.

        Whatever comes out twice may be laid once, until nothing does; two identical melds are rare.
        """
        twice = answer.layout.shown_twice()
        if not twice:
            return answer
        solver = Solver(self.cards, self.deal, windows=True)
        solver.once = [*self.once, *twice]
        again = solver._search(route, budget, absorb=False)
        return again and solver._solve_distinct(route, budget, again)

    def refine(self, solution: Solution, groups: Sequence[Sequence[Card]]) -> Solution:
        """Of the arrangements that cost the same, the one nearest to the groups given, then with fewest jokers.

        Near means: over all melds, the fewest cards that do not lie together in one of those groups. The
        search is cut off after a while, so that a tie never costs more than the question itself.
        """
        near = Nearness(groups, self.deal)
        budget = (solution.cost + 1) * _NEAR - 1
        found = self._search(solution.route, budget, solution.absorb, near)
        if found is None or len(found.loose) > len(solution.loose):
            return solution
        return found

    def _search(self, route: Route, budget: int, absorb: bool, near: Nearness | None = None) -> Solution | None:
        """One run of the kernel.

        Without ``absorb`` wild cards left over are free and find a place afterwards if they can; with it
        the room for them is part of the search. The first is faster and nearly always enough.
        """
        rows = self._rows_for(route.needs)
        if near:
            rows = rows + [self._row(meld) for meld in near.own_melds()]
        if absorb:
            rows = rows + [self._row(meld) for meld in self.melder.opened([row.meld for row in self.rows])]
        wilds = self.wilds - route.needs.jokers
        prices = self._prices(route, absorb)
        if near:
            prices = self._prefer_near(prices, near)
        costs = [prices.meld(row.meld) - row.wilds * prices.wild_least for row in rows] if prices.meld else None
        shares = self._shares(rows)
        costs, least = self._spread(rows, costs, prices.loose, shares)
        shares = [0 if share == _NO_MELD else share for share in shares]
        fixed = wilds * prices.wild_least + sum([n * cost for n, cost in zip(self.counts, least, strict=True)])
        throw: list[int] = []
        if self.throws:
            saved = [base - cost for base, cost in zip([*least, prices.wild_least], prices.thrown, strict=True)]
            throw = [max(saved) - each for each in saved]
            fixed -= max(saved)
        if fixed > budget:
            return None
        columns, wild_columns = self._columns(rows, costs, shares, absorb)
        cost, moves = minimise(
            self.rem,
            self.width,
            self.guard,
            columns,
            [cost - base for cost, base in zip(prices.loose, least, strict=True)],
            shares,
            wild_columns,
            wilds,
            *_need_states(route.needs, len(self.once)),
            prices.wild_loose - prices.wild_least,
            throw,
            min(budget - fixed, INFINITE - 1),
            _PATIENCE if near else INFINITE,
        )
        if cost >= INFINITE:
            return None
        layout = self._lay_out(moves, rows, route)
        return Solution(layout, layout.left(), (cost + fixed) // (_NEAR if near else 1), route, absorb)

    def _spread(
        self, rows: list[_Row], costs: list[int] | None, loose: list[int], shares: list[int]
    ) -> tuple[list[int], list[int]]:
        """Take off every cost what each card costs at least, so that the bounds bite: what is left, and the leasts."""
        if costs is None:
            return [0] * len(rows), [
                cost if share == _NO_MELD else 0 for cost, share in zip(loose, shares, strict=True)
            ]
        least = list(loose)
        for row, cost in zip(rows, costs, strict=True):
            if row.more:
                each = cost // -row.more
                for at in row.naturals:
                    if each < least[at]:
                        least[at] = each
        return [cost - sum([least[at] for at in row.naturals]) for row, cost in zip(rows, costs, strict=True)], least

    def _shares(self, rows: list[_Row]) -> list[int]:
        """For each type that is not wild, the fewest jokers per card of a meld that holds it, in sixtieths."""
        if rows is self.rows and self.shares:
            return self.shares
        shares = [_NO_MELD] * self.naturals
        wilds = self.wilds
        for row in rows:
            if row.more and row.wilds <= wilds:
                share = row.wilds * SHARE // -row.more
                for at in row.naturals:
                    if share < shares[at]:
                        shares[at] = share
        if rows is self.rows:
            self.shares = shares
        return shares

    def _prices(self, route: Route, absorb: bool) -> _Prices:
        """What the cards cost on a route."""
        points = self.deal.points
        types = self.types[: self.naturals]
        free = [0] * (len(types) + 1)
        # spare jokers cost something only where the search itself must find a place for them
        exact = (self.rigid or self.valued or absorb) and not (self.spare or route.needs.jokers)
        exempt = route.exempt
        if exempt is None:
            return _Prices(None, [1] * len(types), free, 0, int(exact))
        wild = self.deal.rulebook.scoring.loose_wild
        if self.valued and exempt:
            # against a melded card a thrown one costs its value and a loose one twice that
            return _Prices(
                lambda meld: sum([_TOP - value for value in joker_values(meld, self.deal)]) * TIE,
                [2 * points[index] * TIE + 1 for index in types],
                [*(points[index] * TIE for index in types), _TOP * TIE],
                0,
                (wild + _TOP) * TIE + 1,
            )
        costly = [points[index] * TIE + 1 for index in types]
        if exempt == MELDS and not wild:
            return _Prices(None, costly, free, 0, int(exact))

        def price(meld: Meld) -> int:
            if meld.kind in exempt:
                return 0
            return (sum([points[index] for index in meld.uses]) + wild * (meld.size - len(meld.uses))) * TIE

        return _Prices(price, costly, free, wild * TIE, wild * TIE + exact)

    def _prefer_near(self, prices: _Prices, near: Nearness) -> _Prices:
        """Prices in which, cost being equal, moved cards and then jokers count."""
        meld, types = prices.meld, self.types[: self.naturals]
        return _Prices(
            lambda this: (meld(this) if meld else 0) * _NEAR + near.moved(this),
            [cost * _NEAR + near.loosened(index) for index, cost in zip(types, prices.loose, strict=True)],
            [cost * _NEAR for cost in prices.thrown],
            prices.wild_least * _NEAR,
            prices.wild_loose * _NEAR,
        )

    def _lay_out(self, moves: list[int], rows: list[_Row], route: Route) -> Layout:
        """Turn moves into groups of cards."""
        left = dict(self.held)
        melds: list[Meld] = []
        loose: list[int] = []
        discard: int | None = None
        for move in moves:
            if move >= 0:
                meld = rows[move].meld
                melds.append(meld)
                for used in (*meld.uses, *meld.named):
                    left[used] -= 1
                continue
            index = self.types[(-move - 1) // 2]
            left[index] -= 1
            if move % 2:
                loose.append(index)
            else:
                discard = index
        # printed jokers first: they can never be natural
        pool = [index for index in sorted(left, reverse=True) for _ in range(left[index])]
        layout = Layout(self.deal, melds, loose, discard, pool)
        if self.throws and discard is None:
            layout.throw_wild()
        if self.spare or route.needs.jokers:
            layout.set_aside()
        elif not (self.rigid or self.valued):
            exempt = route.exempt
            layout.absorb(route.needs.pure, not exempt or Kind.IMPURE_SEQUENCE in exempt)
        return layout
