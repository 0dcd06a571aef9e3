"""Routes answered for one hand: the search asked, its moves turned back into groups of cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..game.cards import Card
from ..game.rules import MELDS, Kind
from ..game.table import Deal
from ..referee.grammar import WRAP
from ..referee.held_melds import Form
from .bitpack import INFINITE
from .goals import Route, Solution
from .hand_columns import HandColumns, Row
from .joker_placement import Layout
from .question import NEAR, Nearness, Question

_PATIENCE: Final = 3000  # positions looked at to settle a tie


class Solver(HandColumns):
    """Answers routes for one hand at one table; see ``HandColumns`` for what it is made from."""

    def __init__(
        self, cards: Sequence[Card], deal: Deal, windows: bool = False, once: Sequence[tuple[int, ...]] = ()
    ) -> None:
        super().__init__(cards, deal, windows, once)
        self.met: dict[int, bool] = {}  # by number of needs
        self.melded: dict[int, Solution | None] = {}  # by number of needs, where every meld is exempt

    def can_meet(self, route: Route) -> bool:
        """Whether the cards can form the groups asked for, the other cards left aside."""
        if route.anything:
            return True
        if route.number not in self.met:
            self.met[route.number] = self._can_meet(route)
        return self.met[route.number]

    def _can_meet(self, route: Route) -> bool:
        wilds = self.wilds - route.jokers
        if wilds < 0 or (route.rare and not self.grammar.knows(route.needs)):
            return False
        states = self.states_of(route)
        if route.least + self.throws > len(self.cards):
            return False
        if states.need < states.free:
            return True
        if states.copies and route.pairs_only:
            return self.packed.has_copies(self.packed.rem, wilds, route.dublees, 0)
        outlook = self.outlook(route)  # never asked before: later a yes that it remembers may be without proof
        if not outlook.may_meet(self.packed.rem, wilds, states.need):
            return False
        return outlook.steps >= 0 or self._search(Route(route.needs), INFINITE, absorb=False) is not None

    def solve(self, route: Route, budget: int = INFINITE) -> Solution | None:
        """The best arrangement on a route, None if there is none within a budget of points * 64 + loose cards."""
        if not self.can_meet(route):
            return None
        if route.all_melded and route.exempt is not None:
            budget = min(budget, self.forbidden - 1)
        # where wild cards left over may cost nothing it is quicker to see afterwards whether they find a place
        costly = self.counts_room(route)
        lean = not (costly or self.rigid or self.valued or self.spare or route.jokers)
        answer = self._search(route, budget, absorb=costly)
        if lean and answer is not None and any([self.melder.flags[card.index] for card in answer.loose]):
            answer = self._search(route, budget, absorb=True)
        return answer if answer is None or self.grammar.identical else self._solve_distinct(route, budget, answer)

    def list_thrown(self, route: Route, budget: int) -> list[int]:
        """The cards one of which can be thrown on a route within a budget, by index; no other one can.

        Where wild cards cost points, are laid by themselves, or no two melds may be alike, some may be listed that
        cannot be thrown.
        """
        if not self.can_meet(route):
            return []
        if route.all_melded and route.exempt is not None:
            budget = min(budget, self.forbidden - 1)
        question = Question(
            self, route, self.counts_room(route) or (route.all_melded and not (self.rigid or self.valued))
        )
        return [
            self.types[at] for at in question.open(INFINITE).list_thrown(min(budget - question.fixed, INFINITE - 1))
        ]

    def _solve_distinct(self, route: Route, budget: int, answer: Solution) -> Solution | None:
        """The best arrangement without two identical melds, from the best one that may have some.

        What comes out twice may be laid once. This ends: each round names another of the melds that the cards show.
        """
        solver, needs = self, route.needs
        others = () if needs.sequences or needs.long_sequences else MELDS if route.exempt is None else route.exempt
        needed = (Kind.PURE_SEQUENCE, Kind.TUNNELA) if needs.pure else (Kind.TUNNELA,) if needs.tunnelas else ()
        while not answer.layout.tell_apart(solver.valued, others, needed):
            once = {*solver.once, *answer.shown_twice()}
            assert len(once) > len(solver.once) or not solver.windows, "every place is listed, and laid once if named"
            solver = Solver(self.cards, self.deal, windows=True, once=tuple(once))
            solution = solver._search(route, budget, absorb=False)
            if solution is None:
                return None
            answer, solution.layout.reread = solution, True
        return answer

    def refine(self, solution: Solution, groups: Sequence[Sequence[Card]]) -> Solution:
        """Of the arrangements that cost the same, the one nearest to the groups given, then with fewest jokers.

        Near means: over all melds, the fewest cards that do not lie together in one of those groups. The
        search is cut off after a while, so that a tie never costs more than the question itself.
        """
        # where no meld holds a wild card as itself, and none may be left over, the search had no jokers to spare
        spare = (self.spare or self.spares) and any([form.called > 0 for form in solution.forms])
        if not (spare or any([len(group) > 1 for group in groups])):
            return solution
        near = Nearness(groups, self.deal)
        budget = solution.cost * NEAR - 1  # what is no nearer is not worth finding
        for form in solution.forms:
            budget += near.moved(form)
        for index in solution.layout.loose:
            budget += near.loosened(index)
        refined = self._search(solution.route, budget, solution.absorb, near)
        if refined is None or len(refined.loose) > len(solution.loose):
            return solution
        return refined if self.grammar.identical or refined.layout.tell_apart(self.valued) else solution

    def _search(self, route: Route, budget: int, absorb: bool, near: Nearness | None = None) -> Solution | None:
        """One run of the kernel.

        Without ``absorb`` wild cards left over are free and find a place afterwards if they can; with it
        the room for them is part of the search. The first is faster and nearly always enough.
        """
        question = Question(self, route, absorb, near)
        if question.fixed > budget:
            return None
        search = question.open(_PATIENCE if near else INFINITE)
        cost, moves = search.run(min(budget - question.fixed, INFINITE - 1))
        if cost >= INFINITE:
            return None
        whole = cost + question.fixed
        solution = self._lay_out(moves, question.made, route, whole // NEAR if near else whole, absorb)
        if solution is not None:
            solution.search = search
        return solution

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
        pool = [index for index in reversed(self.melder.wild_types) for _ in range(left[index])]
        cheap: list[int] = []
        if self.dear and route.exempt is not None:
            # the dearest fill holes where they cost nothing, or are thrown
            pool.sort(key=lambda index: -self.dear[index])
            cheap = [at for at, form in enumerate(forms) if not form.kinds & route.safe]
        layout = Layout(self.deal, self.melder.flags, forms, loose, None if discard < 0 else discard, pool, cheap)
        if self.throws and discard < 0:
            layout.discard = layout.pool.pop(0 if self.dear and route.exempt is not None else -1)
        by_themselves = route.joker_groups and self.grammar.joker_groups and self.costly
        if absorb and not (self.rigid or self.valued):
            kept = max(0, len(layout.pool) - route.jokers - sum(rooms))
            if by_themselves and not self.spare and kept + route.jokers == 1 and len(layout.pool) > 1:
                kept += 1  # two are a group, one is none
            layout.fill(rooms, kept + route.jokers)
        if self.spare or route.jokers or (by_themselves and len(layout.pool) > 1):
            layout.aside, layout.pool = layout.pool, []
            if len(layout.aside) == WRAP and not layout.part_aside(self.may_part(route)):
                return None
        elif not (self.rigid or self.valued or absorb) and layout.pool:
            layout.absorb(route.needs.pure, not route.exempt or Kind.IMPURE_SEQUENCE in route.exempt)
        return Solution(layout, layout.left(), cost, forms, route, absorb)
