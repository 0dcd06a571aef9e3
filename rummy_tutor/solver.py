"""The best arrangement of a hand: exact, deterministic, for every rulebook.

A loser's levels and the ways to declare become routes, each one exact search over the hand's melds;
the best route gives the figure and the grouping. Of equal groupings the one with fewest loose cards is
shown, then the one nearest to the learner's own, then the one with fewest jokers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ._kernel import INFINITE
from ._layout import shown_cards
from ._search import TIE, Route, Solution, Solver
from .cards import CARDS, Card
from .records import Arranged, Best, Group
from .rules import MELDS, JokerGroups, Kind, Measure, Rest, Tier
from .scoring import is_seen, limit_points, score_arrangement
from .table import Deal


def find_best(
    cards: Sequence[Card], deal: Deal, groups: Sequence[Sequence[Card]] = (), laid: Arranged | None = None
) -> Best:
    """The best arrangement of a hand.

    Args:
        cards: 1 to 28 cards.
        deal: the rulebook at its table.
        groups: the learner's groups, all cards in them; of equal answers the nearest to these is given.
        laid: the verdict on these groups; they are the answer if none is better.
    """
    plan = _plan_for(deal)
    solver = Solver(cards, deal)
    points, tier, solution = _cheapest(solver, deal)
    objective = None
    if len(cards) in plan.sizes:
        objective, solution = _declaration(solver, deal, solution)
    own = _as_good(laid, -points, objective, solution, solver) if laid else None
    if own:
        kept, loose, discard = own
    else:
        if not solver.valued and (any(len(group) > 1 for group in groups) or solver.may_spare_jokers(solution)):
            solution = solver.refine(solution, groups)
        kept, loose = solution.layout.groups(), solution.loose
        discard = None if solution.layout.discard is None else CARDS[solution.layout.discard]
        if solver.valued or (plan.aside and any([all([deal.is_wild[c.index] for c in group.cards]) for group in kept])):
            # wild cards by themselves can be read in several ways: name the groups as a referee would
            alone = [(card,) for card in (*loose, *([discard] if discard else []))]
            kept = score_arrangement([*(group.cards for group in kept), *alone], deal).groups[: len(kept)]
    return Best(
        points=points if plan.penalty else None,
        score=-points,
        declares=objective is not None,
        objective=objective,
        discard=discard,
        groups=kept,
        loose=loose,
        seen=is_seen(tier, deal),
    )


def _as_good(
    laid: Arranged, score: int, objective: str | None, solution: Solution, solver: Solver
) -> tuple[tuple[Group, ...], tuple[Card, ...], Card | None] | None:
    """The learner's own arrangement as groups, loose cards and discard, if it is as good as the solution."""
    if laid.score != score or laid.declares != (objective is not None) or laid.objective != objective:
        return None
    if solver.throws and laid.discard is None:
        return None
    kept = tuple(group for group in laid.groups if group.kind not in (Kind.LOOSE, Kind.INVALID))
    loose = Counter(card for group in laid.groups if group not in kept for card in group.cards)
    if laid.discard is not None:
        loose[laid.discard] -= 1
    left = tuple(sorted((+loose).elements()))
    return (kept, left, laid.discard) if len(left) <= len(solution.loose) else None


class _Level(NamedTuple):
    """A loser's level as a question to the search.

    Attributes:
        tier: the level.
        route: the question.
        bare: the question where every card counts, so that only the loose cards can differ.
        all_melded: whether nothing may be left over.
        flat: the points it costs, None if the cards count.
    """

    tier: Tier
    route: Route
    bare: Route
    all_melded: bool
    flat: int | None


class _Way(NamedTuple):
    """A way to declare as a question to the search; ``melded``: nothing may be left over."""

    name: str
    route: Route
    melded: bool


class _Plan:
    """What a table asks of every hand."""

    def __init__(self, deal: Deal) -> None:
        book = deal.rulebook
        self.penalty = book.scoring.measure is Measure.PENALTY
        self.cap = book.scoring.cap
        self.least = limit_points(0, deal)
        # below the cap and above the floor a point more or less always shows
        self.sharp = book.scoring.printed_factor == 1
        self.sizes = (book.deal, book.deal + 1)
        self.aside = book.melds.jokers is JokerGroups.ASIDE
        self.levels: list[_Level] = []
        for tier in book.scoring.tiers:
            melded = tier.rest is Rest.MELDED
            route = Route(tier.needs, None if tier.flat is not None else tier.exempt, melded)
            self.levels.append(_Level(tier, route, Route(tier.needs), melded, tier.flat))
        self.ways: list[_Way] = []
        for way in book.objectives:
            melded = way.rest is Rest.MELDED
            self.ways.append(_Way(way.name, Route(way.needs, None, melded), melded))


@lru_cache(maxsize=1024)
def _plan_for(deal: Deal) -> _Plan:
    return _Plan(deal)


_ANY = Route()


def _cheapest(solver: Solver, deal: Deal) -> tuple[int, Tier, Solution]:
    """The loser's level that costs least, its points, and an arrangement that reaches it."""
    plan = _plan_for(deal)
    penalty, cap, least = plan.penalty, plan.cap, plan.least
    best: tuple[int, Tier, Solution] | None = None
    for tier, route, bare, all_melded, flat in plan.levels:
        budget = 0 if all_melded else INFINITE
        floor = 0 if flat is None else flat
        if penalty and flat is None:
            floor = solver.least_points(tier.exempt)
            if not tier.exempt and (not solver.throws or limit_points(floor, deal) == cap):
                route = bare  # every card counts, or the cap does: only loose cards can differ
        counts = penalty and route.exempt is not None
        if best is not None and penalty and not all_melded:
            points, loose = best[0], len(best[2].loose)
            limited = limit_points(floor, deal)
            if limited > points or (points == least and not loose):
                continue
            if counts:
                sharp = plan.sharp and least < points != cap
                budget = points * TIE + (loose if sharp else TIE) - 1
            elif limited == points:
                budget = loose - 1
        solution = solver.solve(route, budget)
        if penalty and tier.exempt == MELDS:
            solver.melded[tier.needs] = solution
        if solution is None or (all_melded and solution.loose):
            continue
        if penalty:
            points = limit_points(solution.raw if counts else floor, deal)
        else:
            points = -_melded_score(solution, tier, deal)
        if best is None or (points, len(solution.loose)) < (best[0], len(best[2].loose)):
            best = points, tier, solution
    assert best is not None, "the last tier of a rulebook holds for every hand"
    if penalty and best[0] == cap and best[2].route != _ANY:
        # no arrangement costs less: show the one with fewest loose cards
        best = best[0], best[1], solver.solve(_ANY) or best[2]
    return best


def _declaration(solver: Solver, deal: Deal, solution: Solution) -> tuple[str | None, Solution]:
    """The way to declare that leaves fewest cards loose, and its arrangement; else the solution given."""
    found: tuple[str, Solution] | None = None
    for name, route, melded in _plan_for(deal).ways:
        if melded and route.needs in solver.melded:
            answer = solver.melded[route.needs]  # a level with the same needs left the fewest cards loose
        else:
            answer = solver.solve(route, 0 if melded else INFINITE)
        if answer is None or (melded and answer.loose):
            continue
        if found is None or len(answer.loose) < len(found[1].loose):
            found = name, answer
    return found or (None, solution)


def _melded_score(solution: Solution, tier: Tier, deal: Deal) -> int:
    """Melded value less loose value of a solution."""
    if not tier.exempt:
        cards = [card for group in solution.layout.groups() for card in group.cards]
        return -sum(deal.points[card.index] for card in (*cards, *solution.loose))
    shown, card_points = 0, deal.rulebook.scoring.card_points
    for group in solution.layout.groups():
        shown += sum([card_points(card) for card in shown_cards(group)])
    return shown - sum([deal.points[card.index] for card in solution.loose])
