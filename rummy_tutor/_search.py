"""One hand at one table as integers for the kernel, and the kernel's answers as cards.

A route is one question: which groups must be there, what counts, whether all must be melded. Costs are
points first, then loose cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from operator import attrgetter
from typing import NamedTuple

from ._kernel import INFINITE, SHARE, Column, Packed, States, minimise
from ._layout import Layout
from ._near import FEW, Nearness
from .cards import Card
from .columns import FLAGS, KIND_BITS, NO_CARD, TOP, TUNNELA, Form, Melder, search_order
from .rules import MELDS, JokerGroups, Kind, Needs
from .table import Deal

TIE = 64  # a point outweighs any number of loose cards
_NO_MELD = SHARE * SHARE  # the share of a card that no meld holds
_NEAR = 64 * FEW  # a loose card outweighs any number of moved cards
_PATIENCE = 3000  # positions looked at to settle a tie
_ONE_PURE = Needs(pure=1)


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


class Solution(NamedTuple):
    """The answer to a route.

    Attributes:
        layout: where every card lies.
        loose: cards in no group.
        cost: points before limits times 64 plus the natural cards left loose.
        forms: the melds as the search chose them, before spare jokers found a place.
        route: the question.
        absorb: whether the room for spare jokers was part of the search.
    """

    layout: Layout
    loose: tuple[Card, ...]
    cost: int
    forms: tuple[Form, ...]
    route: Route
    absorb: bool

    @property
    def raw(self) -> int:
        """Points before limits, 0 where the route counts none."""
        return self.cost // TIE


@lru_cache(maxsize=256)
def _need_states(needs: Needs, once: int = 0) -> States:
    """The states of some requirements: what is still wanted of each sort, which of ``once`` melds are allowed.

    Flags 0 to 7 are those of ``FLAGS``; flag ``8 * i + j`` is flag j of a meld that may be laid once, the i-th.
    """
    want = (needs.pure, needs.sequences, needs.long_sequences, needs.tunnelas, needs.dublees)
    states = list(product(*(range(count + 1) for count in want)))  # the first is all zeros: everything met
    number = {state: i for i, state in enumerate(states)}
    trans = []
    for state, allowed in product(states, range(1 << once)):
        row = []
        for i in range(once + 1):
            bit = 1 << i - 1 if i else 0
            for flag in FLAGS:
                after = number[tuple(max(0, have - add) for have, add in zip(state, flag, strict=True))]
                row.append((after << once) + (allowed & ~bit) if allowed & bit == bit else -1)
        trans.append(row)
    copies = [(state[4], state[3]) if state[3] or state[4] else None for state in states]
    return States((number[want] + 1 << once) - 1, 1 << once, trans, copies if any(copies) and not once else [], {}, {})


class Row(Column):
    """A meld of the hand at hand: a column whose cost, share and slack are set for each question.

    Attributes:
        form: the meld and what is known of it whatever the hand.
        first: the first of its types that is not wild, or the number of types if there is none.
    """

    __slots__ = ("first", "form")

    def __init__(self, form: Form, cards: int, first: int, flag: int, name: int) -> None:
        super().__init__(cards, form.wilds, flag, name)
        self.form = form
        self.first = first


class _Prices(NamedTuple):
    """What cards cost on a route.

    Attributes:
        meld: the cost of a meld; None if no meld costs anything.
        loose: the cost of leaving one card loose, for each type that is not wild.
        thrown: the cost of throwing a card of each such type and, last, a wild one.
        wild_least: what each wild card costs whatever becomes of it.
        wild_loose: what a wild card costs that no meld takes.
    """

    meld: Callable[[Form], int] | None
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
        once: what melds show that may be laid only once.
    """

    def __init__(
        self, cards: Sequence[Card], deal: Deal, windows: bool = False, once: Sequence[tuple[int, ...]] = ()
    ) -> None:
        self.cards = cards
        self.deal = deal
        self.melder = Melder(cards, deal, windows)
        self.held = held = self.melder.held
        self.wilds = self.melder.wilds
        self.throws = len(cards) == deal.rulebook.deal + 1
        rules = deal.rulebook.melds
        self.spare = rules.jokers is JokerGroups.SPARE
        self.rigid = rules.run_max == 3 and rules.set_max == 3  # no meld has room for another joker
        self.valued = self.melder.valued
        flags = deal.is_wild
        naturals = sorted([i for i in held if not flags[i]], key=search_order)
        self.naturals = len(naturals)
        self.types = naturals + self.melder.wild_types
        self.packed = Packed([held[index] for index in self.types], self.naturals)
        self.counts = self.packed.counts[: self.naturals]
        self.place = [self.naturals] * (NO_CARD + 1)  # by card
        self.ones = [0] * 53
        for at, index in enumerate(self.types):
            self.place[index] = at
            self.ones[index] = self.packed.ones[at]
        self.once = once  # what melds that may be laid only once show
        self.rows = self._rows(self.melder.forms(), 0)
        self._read_rows()
        self.met: dict[Needs, bool] = {}
        self.melded: dict[Needs, Solution | None] = {}  # by needs, where every meld is exempt

    def _rows(self, forms: Sequence[Form], number: int) -> list[Row]:
        """Forms as columns of this hand, named from a number on."""
        ones, place = self.ones, self.place
        rows = []
        for form in forms:
            packed = 0
            for index in form.cards:
                packed += ones[index]
            flag = form.flag
            if self.once and (shows := tuple(sorted(form.meld.shows))) in self.once:
                flag += 8 * (1 + self.once.index(shows))
            rows.append(Row(form, packed, place[form.first], flag, number))
            number += 1
        return rows

    def _read_rows(self) -> None:
        """What the rows say of each card: the kinds of melds that hold it, and its share."""
        kinds = [0] * 53
        shares = [_NO_MELD] * 53
        for row in self.rows:
            form = row.form
            for index in form.naturals:
                kinds[index] |= form.kinds
                if form.share < shares[index]:
                    shares[index] = form.share
        self.kinds = kinds
        self.shares = shares
        self.plain: tuple[list[list[Column]], list[Column]] | None = None  # the columns while the rows cost nothing

    def _rows_for(self, needs: Needs) -> list[Row]:
        return self._rows(self.melder.dublees(), len(self.rows)) + self.rows if needs.dublees else self.rows

    def least_points(self, exempt: tuple[Kind, ...]) -> int:
        """A bound from below on the points with some kinds of groups exempt; exact if none is."""
        points = self.deal.points
        safe = 0
        for kind in exempt:
            safe |= KIND_BITS[kind]
        total = most = 0
        for index in self.types if not exempt else self.types[: self.naturals]:
            if not self.kinds[index] & safe:
                cost = points[index]
                total += cost * self.held[index]
                if cost > most:
                    most = cost
        return total - most if self.throws else total

    def may_spare_jokers(self, solution: Solution) -> bool:
        """Whether a grouping that costs the same could use fewer jokers: some meld holds a wild card as itself.

        Where spare jokers lie by themselves, any grouping could.
        """
        if not any([meld.jokers or meld.named for meld in solution.layout.melds]):
            return False
        return self.spare or any([row.form.naturals and row.jokers > row.form.called for row in self.rows])

    def can_meet(self, needs: Needs) -> bool:
        """Whether the cards can form the groups asked for, whatever becomes of the others."""
        known = self.met.get(needs)
        if known is None:
            known = self.met[needs] = self._can_meet(needs)
        return known

    def _can_meet(self, needs: Needs) -> bool:
        wilds = self.wilds - needs.jokers
        if wilds < 0:
            return False
        states = _need_states(needs)
        if states.need < states.free:
            return True
        others = needs.pure or needs.sequences or needs.long_sequences or needs.jokers
        if not others and (needs.dublees == 0) != (needs.tunnelas == 0):
            # copies of one card serve no other card's group, so counting them is exact
            each = 2 if needs.dublees else 3
            return sum([count // each for count in self.held.values()]) >= needs.dublees + needs.tunnelas
        useful = [after != states.need for after in states.trans[states.need]]
        rows = [row for row in self._rows_for(needs) if useful[row.flag] and row.jokers <= wilds]
        if needs == _ONE_PURE:
            return any([row.flag != TUNNELA for row in rows])
        if not self.plain:
            self._columns(self.rows, None, self.shares, False)
        columns, wild_columns = self._by_first(rows)
        nought = [0] * (self.naturals + 1)
        throw = nought if self.throws else []
        cost, _ = minimise(self.packed, columns, wild_columns, nought, nought, wilds, states, 0, throw, 0, INFINITE)
        return cost == 0

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
        solver = Solver(self.cards, self.deal, windows=True, once=(*self.once, *twice))
        again = solver._search(route, budget, absorb=False)
        return again and solver._solve_distinct(route, budget, again)

    def refine(self, solution: Solution, groups: Sequence[Sequence[Card]]) -> Solution:
        """Of the arrangements that cost the same, the one nearest to the groups given, then with fewest jokers.

        Near means: over all melds, the fewest cards that do not lie together in one of those groups. The
        search is cut off after a while, so that a tie never costs more than the question itself.
        """
        near = Nearness(groups, self.deal)
        budget = solution.cost * _NEAR
        for form in solution.forms:
            budget += near.moved(form)
        for index in solution.layout.loose:
            budget += near.loosened(index)
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
            rows = rows + self._rows([self.melder.form_of(meld) for meld in near.own_melds()], len(rows))
        if absorb:
            opened = self.melder.opened([row.form.meld for row in self.rows])
            rows = rows + self._rows([self.melder.form_of(meld) for meld in opened], len(rows))
        wilds = self.wilds - route.needs.jokers
        prices = self._prices(route, absorb)
        if near:
            prices = self._prefer_near(prices, near)
        shares = self.shares if rows is self.rows else _join_shares(self.shares, rows)
        costs, least = self._spread(rows, prices, shares)
        fixed = wilds * prices.wild_least
        for count, base in zip(self.counts, least, strict=True):
            fixed += count * base
        throw: list[int] = []
        if self.throws:
            saved = [base - cost for base, cost in zip([*least, prices.wild_least], prices.thrown, strict=True)]
            most = max(saved)
            throw = [most - each for each in saved]
            fixed -= most
        if fixed > budget:
            return None
        columns, wild_columns = self._columns(rows, costs, shares, absorb)
        cost, moves = minimise(
            self.packed,
            columns,
            wild_columns,
            [cost - base for cost, base in zip(prices.loose, least, strict=True)],
            [shares[index] % _NO_MELD for index in self.types[: self.naturals]],
            wilds,
            _need_states(route.needs, len(self.once)),
            prices.wild_loose - prices.wild_least,
            throw,
            min(budget - fixed, INFINITE - 1),
            _PATIENCE if near else INFINITE,
        )
        if cost >= INFINITE:
            return None
        layout, forms = self._lay_out(moves, rows, route)
        return Solution(layout, layout.left(), (cost + fixed) // (_NEAR if near else 1), forms, route, absorb)

    def _spread(self, rows: list[Row], prices: _Prices, shares: list[int]) -> tuple[list[int] | None, list[int]]:
        """Take off every cost what each card costs at least, so that the bounds bite.

        Returns:
            What is left of the cost of each row, None if there are none, and the least cost of each natural type.
        """
        types, loose = self.types, prices.loose
        if prices.meld is None:
            return None, [cost if shares[types[at]] == _NO_MELD else 0 for at, cost in enumerate(loose)]
        price, wild_least, place = prices.meld, prices.wild_least, self.place
        costs = [price(row.form) - row.jokers * wild_least for row in rows]
        least = list(loose)
        for row, cost in zip(rows, costs, strict=True):
            naturals = row.form.naturals
            if naturals:
                each = cost // len(naturals)
                for index in naturals:
                    if each < least[place[index]]:
                        least[place[index]] = each
        for at, row in enumerate(rows):
            for index in row.form.naturals:
                costs[at] -= least[place[index]]
        return costs, least

    def _columns(
        self, rows: list[Row], costs: list[int] | None, shares: list[int], absorb: bool
    ) -> tuple[list[list[Column]], list[Column]]:
        """Rows with their costs and shares, by first type, and those of wild cards only."""
        plain = rows is self.rows and costs is None and not absorb
        if plain and self.plain:
            return self.plain
        for at, row in enumerate(rows):
            form = row.form
            row.cost = costs[at] if costs else 0
            row.slack = form.meld.slack if absorb else 0
            share = 0
            for index in form.naturals:
                share += shares[index]
            row.share = share
        columns, wild_columns = self._by_first(rows)
        if costs and any(costs):
            for entries in (*columns, wild_columns):
                entries.sort(key=attrgetter("cost"))
        self.plain = (columns, wild_columns) if plain else None
        return columns, wild_columns

    def _by_first(self, rows: list[Row]) -> tuple[list[list[Column]], list[Column]]:
        columns: list[list[Column]] = [[] for _ in range(self.naturals + 1)]
        for row in rows:
            columns[row.first].append(row)
        return columns, columns.pop()

    def _prices(self, route: Route, absorb: bool) -> _Prices:
        """What the cards cost on a route."""
        points = self.deal.points
        types = self.types[: self.naturals]
        free = [0] * (self.naturals + 1)
        # spare jokers cost something only where the search itself must find a place for them
        exact = (self.rigid or self.valued or absorb) and not (self.spare or route.needs.jokers)
        exempt = route.exempt
        if exempt is None:
            return _Prices(None, [1] * self.naturals, free, 0, int(exact))
        wild = self.deal.rulebook.scoring.loose_wild
        if self.valued and exempt:
            # against a melded card a thrown one costs its value and a loose one twice that
            return _Prices(
                lambda form: form.short * TIE,
                [2 * points[index] * TIE + 1 for index in types],
                [*[points[index] * TIE for index in types], TOP * TIE],
                0,
                (wild + TOP) * TIE + 1,
            )
        costly = [points[index] * TIE + 1 for index in types]
        if exempt == MELDS and not wild:
            return _Prices(None, costly, free, 0, int(exact))

        def price(form: Form) -> int:
            if form.meld.kind in exempt:
                return 0
            cost = wild * form.wilds
            for index in form.naturals:
                cost += points[index]
            return cost * TIE

        return _Prices(price, costly, free, wild * TIE, wild * TIE + exact)

    def _prefer_near(self, prices: _Prices, near: Nearness) -> _Prices:
        """Prices in which, cost being equal, moved cards and then jokers count."""
        price, types = prices.meld, self.types[: self.naturals]
        return _Prices(
            lambda form: (price(form) if price else 0) * _NEAR + near.moved(form),
            [cost * _NEAR + near.loosened(index) for index, cost in zip(types, prices.loose, strict=True)],
            [cost * _NEAR for cost in prices.thrown],
            prices.wild_least * _NEAR,
            prices.wild_loose * _NEAR,
        )

    def _lay_out(self, moves: list[int], rows: list[Row], route: Route) -> tuple[Layout, tuple[Form, ...]]:
        """Turn moves into groups of cards, and the melds among them."""
        named = rows if rows is self.rows else {row.name: row for row in rows}
        left = dict(self.held)
        forms: list[Form] = []
        loose: list[int] = []
        discard: int | None = None
        for move in moves:
            if move >= 0:
                form = named[move].form
                forms.append(form)
                for index in form.cards:
                    left[index] -= 1
                continue
            index = self.types[(-move - 1) // 2]
            left[index] -= 1
            if move % 2:
                loose.append(index)
            else:
                discard = index
        # printed jokers first: they can never be natural
        pool = [index for index in reversed(self.melder.wild_types) for _ in range(left[index])]
        layout = Layout(self.deal, [form.meld for form in forms], loose, discard, pool)
        if self.throws and discard is None:
            layout.throw_wild()
        if self.spare or route.needs.jokers:
            layout.set_aside()
        elif not (self.rigid or self.valued):
            exempt = route.exempt
            layout.absorb(route.needs.pure, not exempt or Kind.IMPURE_SEQUENCE in exempt)
        return layout, tuple(forms)


def _join_shares(shares: list[int], rows: list[Row]) -> list[int]:
    """The shares of the cards with further melds."""
    joined = list(shares)
    for row in rows:
        form = row.form
        for index in form.naturals:
            if form.share < joined[index]:
                joined[index] = form.share
    return joined
