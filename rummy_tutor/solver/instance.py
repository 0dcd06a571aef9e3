"""One hand at one table as integers for the kernel, and the kernel's answers as cards.

Costs are points first, then loose cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Final, cast

from ..game.cards import Card
from ..game.rules import Kind
from ..game.table import Deal
from .bitpack import INFINITE, SHARE, Column, Packed, States
from .bounds import SCALE, find_prices
from .branch_and_bound import Search, Spare
from .goals import PURE_FLAGS, TIE, Costs, Meeter, Route, Solution, need_states, setting_for
from .joker_placement import Layout
from .meld_columns import KIND_BITS, NO_CARD, Form, Melder
from .tie_break import FEW, Nearness

_DUBLEE: Final = KIND_BITS[Kind.DUBLEE]
_NO_MELD: Final = SHARE * SHARE  # the share of a card that no meld holds
_NEAR: Final = 64 * FEW  # a loose card outweighs any number of moved cards
_PATIENCE: Final = 3000  # positions looked at to settle a tie
_FIRST_LOOK: Final = 2000  # positions looked at before a better bound is worth its while
_STEPS: Final = 4000  # tries to show by hand that groups can be formed, before the kernel is asked


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
        self.setting = setting = setting_for(deal)
        self.melder = melder = Melder(cards, deal, windows)
        self.windows = windows
        self.wilds = melder.wilds
        self.throws: bool = len(cards) == setting.most
        self.spare = setting.spare
        self.pairs_are_copies = melder.grammar.dublees_are_copies
        self.rigid: bool = setting.rigid or windows
        self.valued = melder.valued
        held = melder.counts
        types: list[int] = []
        counts: list[int] = []
        for index in setting.types:
            count = held[index]
            if count:
                types.append(index)
                counts.append(count)
        self.naturals = naturals = len(types)
        self.counts = list(counts)
        for index in melder.wild_types:
            types.append(index)
            counts.append(held[index])
        self.types = types
        self.packed = packed = Packed(counts, naturals)
        self.place = [naturals] * (NO_CARD + 1)  # by card
        self.ones = [0] * 53
        for at, index in enumerate(types):
            self.place[index] = at
            self.ones[index] = packed.ones[at]
        # more than all cards can cost
        self.forbidden = TIE * (1 + sum([2 * max(setting.points[card.index], setting.top) for card in cards]))
        self.forbidden += TIE * len(cards) * (1 + setting.loose_wild)
        self.once = once  # what melds that may be laid only once show
        self.met: dict[int, bool] = {}  # by number of needs
        self.melded: dict[int, Solution | None] = {}  # by number of needs, where every meld is exempt
        self._list_rows()

    def _list_rows(self) -> None:
        """The melds as columns by their first type, and what they say of each card."""
        self.made = made = self._rows(self.melder.forms(), 0)
        buckets: list[list[Row]] = [[] for _ in range(self.naturals + 1)]
        kinds = [0] * 53
        shares = [_NO_MELD] * 53
        flags = 0
        spares = False
        for row in made:
            form = row.form
            if form.spares:
                spares = True
            flags |= 1 << row.flag
            bits, share = form.kinds, form.share
            for index in form.naturals:
                kinds[index] |= bits
                if share < shares[index]:
                    shares[index] = share
            bucket = buckets[row.first]
            if not bucket or not _is_before(form, bucket[-1].form):
                bucket.append(row)
                continue
            at = len(bucket) - 1
            while at and _is_before(form, bucket[at - 1].form):
                at -= 1
            bucket.insert(at, row)
        self.kinds = kinds
        self.shares = shares
        self.flags = flags
        self.spares = spares  # whether some meld holds a wild card as itself
        if self.wilds:
            for row in made:
                row.share = _sum_of(shares, row.form.naturals)
        self.rows: list[Row] = []
        for bucket in buckets:
            self.rows += bucket
        self.wild_columns = cast("list[Column]", buckets.pop())
        self.columns = cast("list[list[Column]]", buckets)
        self.priced = False  # whether the rows are still as the last question had them

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

    def least_points(self, safe: int) -> int:
        """A bound from below on the points with some kinds of groups exempt, given by their bits; exact if none is."""
        points, kinds = self.setting.points, self.kinds
        total = most = 0
        counts = self.packed.counts
        for at in range(self.naturals if safe else len(self.types)):
            index = self.types[at]
            if not kinds[index] & safe and not (safe & _DUBLEE and (counts[at] > 1 or not self.pairs_are_copies)):
                cost = points[index]
                total += cost * counts[at]
                if cost > most:
                    most = cost
        return total - most if self.throws else total

    def most_points(self) -> int:
        """The most that the cards can show in melds."""
        return sum([self.setting.points[self.types[at]] * count for at, count in enumerate(self.counts)]) + (
            self.wilds * self.setting.top
        )

    def may_spare_jokers(self, solution: Solution) -> bool:
        """Whether a grouping that costs the same could use fewer jokers: some meld holds a wild card as itself.

        Where spare jokers lie by themselves, any grouping could.
        """
        if not (self.spare or self.spares):
            return False
        return solution.layout.has_jokers()

    def can_meet(self, route: Route) -> bool:
        """Whether the cards can form the groups asked for, whatever becomes of the others."""
        if route.anything:
            return True
        known = self.met.get(route.number)
        if known is None:
            known = self.met[route.number] = self._can_meet(route)
        return known

    def _can_meet(self, route: Route) -> bool:
        wilds = self.wilds - route.jokers
        if wilds < 0 or not self.melder.grammar.knows(route.needs):
            return False
        states = route.states
        if states.need < states.free:
            return True
        if route.copies_only and (self.pairs_are_copies or not route.dublees):
            # copies of one card serve no other card's group, so counting them is exact
            each, wanted = 2 if route.dublees else 3, route.dublees + route.tunnelas
            grammar = self.melder.grammar
            found = 0
            for at, count in enumerate(self.packed.counts):
                if route.dublees:
                    found += count // 2
                elif grammar.makes_tunnela(self.types[at]):
                    found += count // 3 if grammar.identical else count >= 3
            return (
                (grammar.dublees or not route.dublees)
                and found >= wanted
                and len(self.cards) - self.throws >= each * wanted
            )
        if route.one_pure:
            return self.flags & PURE_FLAGS != 0
        rows = self._rows(self.melder.dublees(), len(self.made)) + self.rows if route.dublees else self.rows
        after = states.trans[states.need]
        useful = [row for row in rows if after[row.flag] != states.need and row.jokers <= wilds]
        meeter = Meeter(self.packed, useful, states, self.throws, _STEPS)
        if meeter.lay(0, self.packed.rem, wilds, states.need):
            return True
        if meeter.steps <= _STEPS:
            return False
        columns, wild_columns = self._by_first(useful)
        nought = [0] * (self.naturals + 1)
        throw = nought if self.throws else []
        free = Spare(0)
        states = self._states(route)
        search = Search(self.packed, columns, wild_columns, nought, nought, wilds, states, free, throw, INFINITE, False)
        return search.run(0)[0] == 0

    def _states(self, route: Route) -> States:
        """The states of a route's needs, without counting copies where other cards are dublees too."""
        return route.states if self.pairs_are_copies or not route.dublees else route.states._replace(copies=[])

    def solve(self, route: Route, budget: int = INFINITE) -> Solution | None:
        """The best arrangement on a route, None if there is none within a budget of points * 64 + loose cards."""
        if not self.can_meet(route):
            return None
        if route.all_melded and route.exempt is not None:
            budget = min(budget, self.forbidden - 1)
        # where wild cards left over may cost nothing it is quicker to see afterwards whether they find a place
        roomy = not (self.rigid or self.valued)
        costly = route.exempt is not None and self.setting.loose_wild > 0
        lean = roomy and not (costly or self.spare or route.jokers)
        answer = self._search(route, budget, absorb=roomy and costly)
        if lean and answer is not None and answer.loose:
            flags = self.melder.flags
            if any([flags[card.index] for card in answer.loose]):
                answer = self._search(route, budget, absorb=True)
        if answer is not None and not self.setting.identical:
            return self._solve_distinct(route, budget, answer)
        return answer

    def _solve_distinct(self, route: Route, budget: int, answer: Solution) -> Solution | None:
        """The best arrangement without two identical melds, from the best one that may have some.

        Whatever comes out twice may be laid once, until nothing does; two identical melds are rare.
        """
        solver = self
        while True:
            twice = answer.shown_twice() if solver.windows else ()
            if not twice and answer.layout.tell_apart(solver.valued):
                return answer
            assert twice or not solver.windows, "every place of the holes is listed"
            solver = Solver(self.cards, self.deal, windows=True, once=(*solver.once, *twice))
            found = solver._search(route, budget, absorb=False)
            if found is None:
                return None
            answer = found

    def refine(self, solution: Solution, groups: Sequence[Sequence[Card]]) -> Solution:
        """Of the arrangements that cost the same, the one nearest to the groups given, then with fewest jokers.

        Near means: over all melds, the fewest cards that do not lie together in one of those groups. The
        search is cut off after a while, so that a tie never costs more than the question itself.
        """
        near = Nearness(groups, self.deal)
        if not near.groups and self.needs_jokers(solution):
            return solution
        budget = solution.cost * _NEAR
        for form in solution.forms:
            budget += near.moved(form)
        for index in solution.layout.loose:
            budget += near.loosened(index)
        found = self._search(solution.route, budget, solution.absorb, near)
        if found is None or len(found.loose) > len(solution.loose):
            return solution
        return found if self.setting.identical or found.layout.tell_apart(self.valued) else solution

    def needs_jokers(self, solution: Solution) -> bool:
        """Whether no arrangement that costs the same has fewer jokers; no, if that is not said at a glance.

        A wild card used as itself, thrown or left over at a cost makes it another question than how many are there.
        """
        search = solution.search
        if search is None or self.spares or self.wild_columns or self.throws or solution.absorb:
            return False
        if search.wild_loose or solution.route.jokers:
            return False
        return search.needs_wilds(sum([form.wilds for form in solution.forms]), solution.asked)

    def _search(self, route: Route, budget: int, absorb: bool, near: Nearness | None = None) -> Solution | None:
        """One run of the kernel.

        Without ``absorb`` wild cards left over are free and find a place afterwards if they can; with it
        the room for them is part of the search. The first is faster and nearly always enough.
        """
        rows, made = self.rows, self.made
        if route.pairs:
            more = self._rows(self.melder.dublees(), len(made))
            rows, made = more + rows, made + more
        own = near.own_melds() if near else []
        if own:
            more = self._rows([self.melder.form_of(meld) for meld in own], len(made))
            rows, made = rows + more, made + more
        if absorb:
            opened = self.melder.opened([row.form.meld for row in self.rows])
            more = self._rows([self.melder.form_of(meld) for meld in opened], len(made))
            rows, made = rows + more, made + more
        wilds = self.wilds - route.jokers
        prices = self._prices(route, absorb)
        if absorb and prices.held and route.all_melded:
            more = self._filled(rows, route, len(made))
            rows, made = rows + more, made + more
        if near:
            self._prefer_near(prices, near)
        shares = self.shares if rows is self.rows else _join_shares(self.shares, rows)
        loose, types = prices.loose, self.types
        costs: list[int] = []
        least: list[int]
        if near or prices.counted:
            least = self._spread(rows, prices, shares, route, near, costs)
        else:
            least = [cost if shares[types[at]] == _NO_MELD else 0 for at, cost in enumerate(loose)]
        fixed = route.jokers * self._aside_cost(route)
        free = []
        for at, base in enumerate(least):
            fixed += self.counts[at] * base
            free.append(loose[at] - base)
        throw: list[int] = []
        if self.throws:
            saved = [base - prices.thrown[at] for at, base in enumerate(least)]
            saved.append(-prices.thrown[self.naturals])
            most = max(saved)
            throw = [most - each for each in saved]
            fixed -= most
        if fixed > budget:
            return None
        columns, wild_columns = self.columns, self.wild_columns
        if rows is not self.rows or costs or absorb or self.priced:
            for at, row in enumerate(rows):
                row.cost = costs[at] if costs else 0
                # a meld that is not exempt saves no wild card its cost
                row.slack = row.form.meld.slack if absorb and not (prices.held and not self._is_safe(row, route)) else 0
                row.share = _sum_of(shares, row.form.naturals)
            self.priced = rows is not self.rows or absorb or len(costs) > 0
            if rows is not self.rows or any(costs):
                columns, wild_columns = self._by_first(rows)
                if any(costs):
                    for entries in (*columns, wild_columns):
                        if len(entries) > 1:
                            entries.sort(key=attrgetter("cost"))
        states = need_states(route.needs, len(self.once)) if self.once else self._states(route)
        look = [shares[types[at]] % _NO_MELD for at in range(self.naturals)]
        limit = _PATIENCE if near else _FIRST_LOOK
        budget = min(budget - fixed, INFINITE - 1)
        packed, spare = self.packed, prices.spare
        search = Search(packed, columns, wild_columns, free, look, wilds, states, spare, throw, limit, absorb)
        cost, moves = search.run(budget)
        if search.positions > limit and not near:
            worth = find_prices(packed, cast("list[Column]", rows), free, throw, wilds, states)
            if worth.bound > 0:
                for row in rows:
                    row.share = _sum_at(worth.types, row.form.naturals, self.place)
                self.priced = True
            search = Search(packed, columns, wild_columns, free, look, wilds, states, spare, throw, INFINITE, absorb)
            if worth.bound > 0:
                search.tighten(worth.types, worth.wild, worth.states, worth.throw, SCALE)
            cost, moves = search.run(budget)
        if cost >= INFINITE:
            return None
        whole = cost + fixed
        solution = self._lay_out(moves, made, route, whole // _NEAR if near else whole, absorb)
        if solution is not None:
            solution.search, solution.asked = search, cost
        return solution

    def _is_safe(self, row: Row, route: Route) -> bool:
        """Whether a meld is of a kind that costs nothing."""
        return route.exempt is None or row.form.kinds & route.safe != 0

    def _filled(self, rows: list[Row], route: Route, number: int) -> list[Row]:
        """Melds that are not exempt with further wild cards, where these cost something and none may be left over."""
        more = []
        for row in rows:
            meld = row.form.meld
            if meld.slack and not self._is_safe(row, route):
                for extra in range(1, min(meld.slack, self.wilds - row.form.wilds) + 1):
                    more.append(meld._replace(jokers=meld.jokers + extra, size=meld.size + extra, slack=0))
        return self._rows([self.melder.form_of(meld) for meld in more], number)

    def _spread(
        self,
        rows: list[Row],
        prices: Costs,
        shares: list[int],
        route: Route,
        near: Nearness | None,
        costs: list[int],
    ) -> list[int]:
        """Take off every cost what each card costs at least, so that the bounds bite.

        Fills ``costs`` with what is left of the cost of each row, and returns the least cost of each natural type.
        """
        place, loose = self.place, prices.loose
        held, counted, top = prices.held, prices.counted, self.setting.top * TIE
        valued = self.valued and route.exempt is not None
        least = list(loose)
        for row in rows:
            form = row.form
            naturals = form.naturals
            cost = 0
            if counted and not self._is_safe(row, route):
                cost = held * form.wilds
                for index in naturals:
                    cost += prices.charged[place[index]]
            elif valued and form.kinds & _DUBLEE:  # exempt, but worth nothing
                cost = form.wilds * top
                for index in naturals:
                    cost += prices.thrown[place[index]] // (_NEAR if near else 1)
            elif valued:
                cost = form.wilds * top - form.worth * TIE
            if near:
                cost = cost * _NEAR + near.moved(form)
            costs.append(cost)
            if naturals:
                each = cost // len(naturals)
                for index in naturals:
                    if each < least[place[index]]:
                        least[place[index]] = each
        for at, row in enumerate(rows):
            cost = costs[at]
            for index in row.form.naturals:
                cost -= least[place[index]]
            costs[at] = cost
        return least

    def _by_first(self, rows: list[Row]) -> tuple[list[list[Column]], list[Column]]:
        columns: list[list[Column]] = [[] for _ in range(self.naturals + 1)]
        for row in rows:
            columns[row.first].append(row)
        wild_columns = columns.pop()
        return columns, wild_columns

    def _aside_cost(self, route: Route) -> int:
        """What each wild card costs that lies by itself, in ties not counted."""
        if route.exempt is None:
            return 0
        points = 0 if route.joker_groups and self.setting.joker_groups else self.setting.loose_wild
        return (points + (self.setting.top if self.valued and route.exempt else 0)) * TIE

    def _spare(self, route: Route, absorb: bool) -> Spare:
        """What wild cards cost that no meld takes."""
        setting = self.setting
        forbidden = 1 if route.exempt is None else self.forbidden
        allowed = self.spare or route.jokers > 0
        each = self._aside_cost(route)
        if not allowed and (self.rigid or self.valued or absorb):
            each += forbidden if route.all_melded else 1
        spare = Spare(each)
        lone = corner = 0
        if route.joker_groups and setting.joker_groups and not self.spare:
            lone = corner = setting.loose_wild * TIE
        if not setting.may_part and (route.jokers == 3 or (route.jokers == 2 and route.all_melded)):
            corner = INFINITE
        if lone or corner:
            corners = []
            for cards in setting.corners:
                if all([self.place[index] >= self.naturals and self.ones[index] for index in cards]):
                    corners.append(sum([self.ones[index] for index in cards]))
            spare.add(lone, corner, corners, route.jokers)
        return spare

    def _prices(self, route: Route, absorb: bool) -> Costs:
        """What the cards cost on a route."""
        count = self.naturals
        spare = self._spare(route, absorb)
        exempt = route.exempt
        if exempt is None:
            return Costs([1] * count, [0] * (count + 1), spare)
        points, types, setting = self.setting.points, self.types, self.setting
        valued = self.valued and len(exempt) > 0
        # against a melded card a thrown one costs its value where melds are worth points, and a loose one twice that
        times = 2 if valued else 1
        tie = self.forbidden if route.all_melded else 1
        charged = [times * points[types[at]] * TIE for at in range(count)]
        loose = [charge + tie for charge in charged]
        thrown = [points[types[at]] * TIE if valued else 0 for at in range(count)]
        thrown.append(setting.top * TIE if valued else 0)
        prices = Costs(loose, thrown, spare)
        prices.charged = charged
        prices.counted = valued or not route.all_exempt or route.pairs
        prices.held = (setting.loose_wild + (setting.top if valued else 0)) * TIE
        return prices

    def _prefer_near(self, prices: Costs, near: Nearness) -> None:
        """Make moved cards and then jokers count, cost being equal."""
        for at in range(self.naturals):
            prices.loose[at] = prices.loose[at] * _NEAR + near.loosened(self.types[at])
        prices.thrown = [cost * _NEAR for cost in prices.thrown]
        spare = prices.spare
        spare.each *= _NEAR
        spare.lone *= _NEAR
        spare.corner = min(spare.corner * _NEAR, INFINITE)

    def _lay_out(self, moves: list[int], made: list[Row], route: Route, cost: int, absorb: bool) -> Solution | None:
        """Turn moves into groups of cards; None if the jokers to be laid by themselves are no group."""
        left = list(self.melder.counts)
        forms: list[Form] = []
        rooms: list[int] = []
        loose: list[int] = []
        discard = -1
        for move in moves:
            if move >= 0:
                form = made[move].form
                forms.append(form)
                rooms.append(made[move].slack)
                for index in form.cards:
                    left[index] -= 1
                continue
            index = self.types[(-move - 1) // 2]
            if move % 2:
                loose.append(index)
            else:
                discard = index
        # printed jokers first: they can never be natural
        pool: list[int] = []
        for index in reversed(self.melder.wild_types):
            for _ in range(left[index]):
                pool.append(index)
        layout = Layout(self.deal, self.melder.flags, forms, loose, None if discard < 0 else discard, pool)
        if self.throws and discard < 0:
            layout.throw_wild()
        by_themselves = route.joker_groups and self.setting.joker_groups and self.setting.loose_wild > 0
        if absorb and not (self.rigid or self.valued):
            kept = max(0, len(layout.pool) - route.jokers - sum(rooms))
            if by_themselves and not self.spare and kept + route.jokers == 1 and len(layout.pool) > 1:
                kept += 1  # two are a group, one is none
            layout.fill(rooms, kept + route.jokers)
        if self.spare or route.jokers or (by_themselves and len(layout.pool) > 1):
            layout.set_aside()
            if len(layout.aside) == 3 and not layout.part_aside(self.setting.may_part or not route.jokers):
                return None
        elif not (self.rigid or self.valued or absorb) and layout.pool:
            layout.absorb(route.pure, route.may_open)
        return Solution(layout, layout.left(), cost, forms, route, absorb)


def _is_before(form: Form, other: Form) -> bool:
    """Whether a meld is tried before another with the same first card."""
    return form.rank < other.rank or (form.rank == other.rank and form.order < other.order)


def _sum_of(shares: list[int], naturals: tuple[int, ...]) -> int:
    share = 0
    for index in naturals:
        share += shares[index]
    return share


def _sum_at(worth: list[int], naturals: tuple[int, ...], place: list[int]) -> int:
    total = 0
    for index in naturals:
        total += worth[place[index]]
    return total


def _join_shares(shares: list[int], rows: list[Row]) -> list[int]:
    """The shares of the cards with further melds."""
    joined = list(shares)
    for row in rows:
        form = row.form
        for index in form.naturals:
            if form.share < joined[index]:
                joined[index] = form.share
    return joined
