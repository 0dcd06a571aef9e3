"""One route for one hand as a covering problem: what leaving a card loose, throwing it and each meld costs.

Costs are points times 64 plus one for every natural card left loose. The least that each type costs is subtracted
from everything that covers it and summed up in ``fixed``, so that most costs are 0 and bounds cut early.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from ..game.cards import Card
from ..game.rules import MELDS, SEQUENCES
from ..game.table import Deal
from ..referee.grammar import Meld
from ..referee.held_melds import Form
from ..referee.melds import read_group
from .bitpack import INFINITE
from .branch_and_bound import Search, Spare
from .goals import TIE, Route, need_states, states_with_points
from .hand_columns import DUBLEE_BIT, NO_MELD, HandColumns, Row, share_jokers
from .outlook import Outlook

FEW: Final = 32  # a moved card outweighs any number of jokers
NEAR: Final = 64 * FEW  # a loose card outweighs any number of moved cards


class Nearness:
    """How far melds are from a learner's groups."""

    def __init__(self, groups: Sequence[Sequence[Card]], deal: Deal) -> None:
        self.deal = deal
        self.groups = [tuple(group) for group in groups if len(group) > 1]
        self.counts = [dict(Counter([card.index for card in group])) for group in self.groups]
        self.alone = {group[0].index for group in groups if len(group) == 1}

    def moved(self, form: Form) -> int:
        """The cost of a meld: cards that lie elsewhere, then jokers."""
        together = 0
        for counts in self.counts:
            left = dict(counts)
            shared = 0
            for index in form.cards:
                if left.get(index, 0) > 0:
                    left[index] -= 1
                    shared += 1
            jokers = form.meld.jokers
            if shared and jokers:
                wilds = sum([n for index, n in counts.items() if self.deal.is_wild[index] and index not in form.cards])
                shared += min(wilds, jokers)
            together = max(together, shared)
        return (form.wilds + len(form.naturals) - together) * FEW + form.called

    def loosened(self, index: int) -> int:
        """The cost of leaving a card loose: nothing if the learner has it so."""
        return 0 if not self.groups or index in self.alone else FEW

    def own_melds(self) -> list[Meld]:
        """The learner's own melds as they are, also those that are not canonical."""
        melds = []
        for group in self.groups:
            for reading in read_group(group, self.deal)[:1]:
                jokers = tuple(sorted(wild.card.index for wild in reading.wilds))
                uses = tuple(sorted((Counter([card.index for card in group]) - Counter(jokers)).elements()))
                shows = tuple(card.index for card in reading.shows) if reading.kind in SEQUENCES else ()
                if reading.kind in MELDS:
                    melds.append(Meld(reading.kind, uses, 0, jokers, len(group), shows))
        return melds


class Question:
    """A route for one hand, priced.

    Where melds are worth points, every card is charged with the most that it can earn, and earns it back in a meld.

    Args:
        hand: the hand; its rows carry the costs of one question at a time.
        route: what is asked.
        absorb: whether the room that melds have for spare wild cards is part of the search.
        near: the groups to stay near to, cost being equal, if any.

    Attributes:
        made: the melds by the names that the moves give them.
        least: for each type that is not wild, what it costs at least.
        fixed: what the whole hand costs besides what the search finds.
    """

    def __init__(self, hand: HandColumns, route: Route, absorb: bool, near: Nearness | None = None) -> None:
        self.hand = hand
        self.route = route
        self.absorb = absorb
        self.wilds: int = hand.wilds - route.jokers
        self.spare = self._spare()
        self.loose: list[int] = []
        self.thrown: list[int] = []  # by type, the last for a wild card
        self.rate = 0  # what each point costs in a meld that is not exempt
        self.held = 0  # a wild card in such a meld
        self.top = 0  # what each wild card can earn, if melds are worth points
        self.counted = False  # whether melds cost anything
        self._charge_cards()
        self.rows = self.made = hand.rows
        self._add_rows(near)
        if near:
            self._prefer_near(near)
        self.shares = hand.shares if self.rows is hand.rows else share_jokers(self.rows)
        self.priced = near is not None or self.counted  # whether the rows have costs, and any but 0
        self.dear = False
        once, paid = len(hand.once), self.spare.span - 1
        self.states = need_states(route.needs, once, paid) if once or paid else hand.states_of(route)
        self.left: list[int] = []  # the flags of leaving cards loose, if the states count that
        if route.most is not None:
            self._count_left(route.most)
        self.columns, self.wild_columns = hand.columns, hand.wild_columns
        self.least = self._spread(near)
        self.fixed: int = route.jokers * self._aside_cost()
        self.free: list[int] = []
        for at, base in enumerate(self.least):
            self.fixed += hand.packed.counts[at] * base
            self.free.append(self.loose[at] - base)
        self.throw: list[int] = []
        if hand.throws:
            saved = [base - self.thrown[at] for at, base in enumerate(self.least)]
            saved.append(-self.thrown[hand.naturals])
            most = max(saved)
            self.throw = [most - each for each in saved]
            self.fixed -= most

    # ---- what cards cost -------------------------------------------------------------------------------------
    def _aside_cost(self) -> int:
        """What each wild card costs that lies by itself, in ties not counted."""
        route, setting = self.route, self.hand.setting
        if route.exempt is None:
            return 0
        points = 0 if route.joker_groups and self.hand.grammar.joker_groups else self.hand.wild_price
        return (points + (setting.top if self.hand.valued and route.exempt else 0)) * TIE

    def _spare(self) -> Spare:
        """What wild cards cost that no meld takes."""
        hand, route, setting = self.hand, self.route, self.hand.setting
        forbidden = 1 if route.exempt is None else hand.forbidden
        each = self._aside_cost()
        if not (hand.spare or route.jokers > 0) and (hand.rigid or hand.valued or self.absorb):
            each += forbidden if route.all_melded else 1
        spare = Spare(each)
        spare.aside = route.jokers
        grouped = route.joker_groups and hand.grammar.joker_groups
        corner = 0
        if grouped and not hand.spare:
            spare.lone = corner = hand.wild_price * TIE
        if not hand.may_part(route):
            corner = INFINITE
        for cards in setting.corners if corner else ():
            if all([hand.place[index] >= hand.naturals and hand.ones[index] for index in cards]):
                spare.corners.append(sum([hand.ones[index] for index in cards]))
                spare.corner = corner
        spare.uneven = spare.lone > 0 or spare.corner > 0
        if hand.dear and route.exempt is not None:
            spare.uneven, spare.each_pays, spare.lone_pays = True, not grouped, grouped and not hand.spare
            for index in sorted(hand.melder.wild_types, key=lambda index: hand.dear[index]):
                at = hand.place[index]
                spare.dear.append((hand.packed.fields[at], hand.packed.ones[at], hand.dear[index] * TIE))
        return spare

    def _charge_cards(self) -> None:
        """What the cards cost loose, thrown, or in a meld that is not exempt."""
        hand, route, setting = self.hand, self.route, self.hand.setting
        count, exempt = hand.naturals, route.exempt
        if exempt is None:
            self.loose, self.thrown = [1] * count, [0] * (count + 1)
            return
        valued = hand.valued and len(exempt) > 0
        tie = hand.forbidden if route.all_melded else 1
        points = [setting.points[hand.types[at]] * TIE for at in range(count)]
        # against a melded card a thrown one costs its value where melds are worth points, and a loose one twice that
        self.rate = 2 * TIE if valued else TIE
        self.loose = [(2 if valued else 1) * cost + tie for cost in points]
        self.thrown = [*points, setting.top * TIE] if valued else [0] * (count + 1)
        self.counted = valued or not route.all_exempt or route.pairs
        self.held = (hand.wild_price + (setting.top if valued else 0)) * TIE
        self.top = setting.top * TIE if hand.valued else 0

    def _prefer_near(self, near: Nearness) -> None:
        """Make moved cards and then jokers count, cost being equal."""
        for at in range(self.hand.naturals):
            self.loose[at] = self.loose[at] * NEAR + near.loosened(self.hand.types[at])
        self.thrown = [cost * NEAR for cost in self.thrown]
        spare = self.spare
        spare.each *= NEAR
        spare.dear = [(field, unit, dearer * NEAR) for field, unit, dearer in spare.dear]
        spare.lone *= NEAR
        spare.corner = min(spare.corner * NEAR, INFINITE)

    # ---- melds and what they cost ----------------------------------------------------------------------------
    def _add_rows(self, near: Nearness | None) -> None:
        """Add the melds that only some questions ask about to those of the hand."""
        hand, melder = self.hand, self.hand.melder
        if self.route.pairs:
            more = hand.list_rows(melder.dublees(), len(self.made))
            self.rows, self.made = more + self.rows, self.made + more
        melds = near.own_melds() if near else []
        if self.absorb:
            melds += melder.opened([row.form.meld for row in hand.rows])
        self._append([melder.form_of(meld) for meld in melds])
        if self.absorb and hand.costly:
            # in a meld that is not exempt a wild card costs as much as left over, but there it is not loose
            forms = []
            for form in [row.form for row in self.rows if not self._is_safe(row)]:
                meld = form.meld
                for extra in range(1, min(meld.slack, hand.wilds - form.wilds) + 1):
                    further = meld._replace(jokers=meld.jokers + extra, size=meld.size + extra, slack=0)
                    forms.append(melder.form_of(further))
            self._append(forms)
        if self.spare.dear and self.counted:
            self._count_paid()

    def _count_paid(self) -> None:
        """Have the states count the jokers of melds that are not exempt: these are the cheapest wild cards."""
        each = 8 * (len(self.hand.once) + 1)
        paid = [0 if self._is_safe(row) else row.form.meld.jokers for row in self.made]
        if any(paid):
            self.spare.span = self.wilds + 1
            self.made = [
                Row(row.form, row.cards, row.first, row.flag + each * paid[at], row.name)
                for at, row in enumerate(self.made)
            ]
            self.rows = [self.made[row.name] for row in self.rows if row.form.wilds <= self.wilds]

    def _count_left(self, most: int) -> None:
        """Have the states count the points of cards left over: loose ones, and dublees if they are not asked for."""
        hand, points = self.hand, self.hand.setting.points
        most = min(most, hand.all_points())
        flags = len(self.states.trans[0])
        states = states_with_points(self.route.needs, most, len(hand.once), self.spare.span - 1)
        self.states = states._replace(copies=[])
        self.spare.step = most + 1
        self.left = [flags + min(points[index], most + 1) for index in hand.types[: hand.naturals]]
        pairs = [row.form for row in self.rows if row.form.kinds & DUBLEE_BIT & ~self.route.kept]
        self.rows = [row for row in self.rows if row.form not in pairs]
        count = len(self.made)
        for form in pairs:  # one with a joker once for each joker, since these may cost unlike amounts
            melds = [form.meld._replace(jokers=0, named=(index,)) for index in hand.melder.wild_types]
            forms = [hand.melder.form_of(meld) for meld in melds] if form.meld.jokers else [form]
            self._append([form for form in forms if sum([points[index] for index in form.cards]) <= most])
        for row in self.made[count:]:
            row.flag = flags + most + 2 + sum([points[index] for index in row.form.cards])

    def _append(self, forms: list[Form]) -> None:
        if forms:
            more = self.hand.list_rows(forms, len(self.made))
            self.rows, self.made = self.rows + more, self.made + more

    def _is_safe(self, row: Row) -> bool:
        """Whether a meld is of a kind that costs nothing."""
        return self.route.exempt is None or row.form.kinds & self.route.safe != 0

    def _cost_of(self, row: Row, near: Nearness | None) -> int:
        """What a meld costs."""
        form, points = row.form, self.hand.setting.points
        cost = 0
        if self.counted and not form.kinds & self.route.safe:
            cost = self.held * form.wilds
            for index in form.naturals:
                cost += points[index] * self.rate
            if self.spare.dear:
                cost += sum([self.hand.dear[index] for index in form.cards if self.hand.melder.flags[index]]) * TIE
        elif self.top and form.kinds & DUBLEE_BIT:  # exempt, but worth nothing
            cost = self.top * form.wilds + sum([points[index] for index in form.naturals]) * TIE
        elif self.top:
            cost = self.top * form.wilds - form.worth * TIE
        return cost * NEAR + near.moved(form) if near else cost

    def _spread(self, near: Nearness | None) -> list[int]:
        """What each type that is not wild costs at least; taken off the costs of the melds that hold it."""
        types, rows = self.hand.types, self.rows
        if not self.priced:
            return [cost if self.shares[types[at]] == NO_MELD else 0 for at, cost in enumerate(self.loose)]
        self.hand.priced = True
        least = [0] * 53  # by card
        for at, cost in enumerate(self.loose):
            least[types[at]] = cost
        for row in rows:
            naturals = row.form.naturals
            cost = self._cost_of(row, near)
            row.cost = cost
            if naturals:
                each = cost // len(naturals)
                for index in naturals:
                    if each < least[index]:
                        least[index] = each
        for row in rows:
            cost = row.cost
            for index in row.form.naturals:
                cost -= least[index]
            row.cost = cost
            if cost:
                self.dear = True
        return [least[types[at]] for at in range(len(self.loose))]

    # ---- the kernel ------------------------------------------------------------------------------------------
    def open(self, limit: int) -> Search:
        """The kernel on this question, with a limit on the positions that it looks at."""
        hand, rows, shares = self.hand, self.rows, self.shares
        more = self.absorb or rows is not hand.rows
        if more or self.priced or hand.priced:
            for row in rows:
                if not self.priced:
                    row.cost = 0
                # a meld that is not exempt saves no wild card its cost
                row.slack = row.form.meld.slack if self.absorb and not (hand.costly and not self._is_safe(row)) else 0
            hand.priced = more or self.priced
        if shares is not hand.summed:
            hand.sum_shares(rows, shares)
        if self.dear or rows is not hand.rows:
            self.columns, self.wild_columns = hand.by_first(rows)
        types = hand.types
        special = hand.once or self.spare.span > 1 or self.route.most is not None  # states of their own
        outlook = Outlook(rows, self.states, hand.packed, self.wilds) if special else hand.outlook(self.route)
        look = [self.shares[types[at]] % NO_MELD for at in range(hand.naturals)]
        search = Search(
            hand.packed,
            self.columns,
            self.wild_columns,
            self.free,
            self.left,
            look,
            self.wilds,
            self.states,
            self.spare,
            self.throw,
            limit,
            self.absorb,
            outlook,
        )
        if self.counted and any([column.cost > 0 for column in self.wild_columns]):
            search.counted = True
        return search
