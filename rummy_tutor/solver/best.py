"""The best arrangement of a hand: exact, deterministic, for every rulebook.

A loser's levels and the ways to declare become routes, each one exact search over the hand's melds;
the best route gives the figure and the grouping. Of equal groupings the one with fewest loose cards is
shown, then the one nearest to the learner's own, then the one with fewest jokers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ..game.cards import CARDS, Card, without
from ..game.records import Arranged, Best, Group
from ..game.rules import MELDS, Kind, Measure, Objective, Rest, Tier
from ..game.table import Deal
from ..referee.grammar import WRAP, grammar_at
from ..referee.melds import list_readings
from ..referee.scoring import is_seen, list_melded, list_sparing, printed_factor, score_arrangement
from .as_good import leave_fewer, may_lie_aside
from .bitpack import INFINITE
from .enumerate import Aim
from .goals import TIE, Route, Solution
from .instance import Solver


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
    cheapest, solution = _find_cheapest(solver, plan)
    points, objective = cheapest.points, cheapest.level.way
    rivals = cheapest.rivals if objective is None else []
    thrown: Card | None = None
    if objective is None and plan.size <= len(cards) <= plan.size + 1:
        objective, solution, others, thrown = _declaration(solver, plan, solution)
        if thrown is not None:
            solver = Solver(without(cards, thrown), deal)
        rivals = rivals if objective is None else others
    own = _as_good(laid, -points, objective, solution, solver) if laid else None
    if own:
        kept, loose, discard = own
    else:
        if not solver.valued:
            solution = solver.refine(solution, groups)
        kept, loose = solution.layout.groups(), solution.loose
        if solution.layout.apart:
            loose = (*loose, *[CARDS[index] for index in solution.layout.apart])
        discard = thrown if solution.layout.discard is None else CARDS[solution.layout.discard]
        bare = plan.grammar.aside and any([all([plan.flags[card.index] for card in group.cards]) for group in kept])
        if solver.valued or bare:
            # wild cards by themselves can be read in several ways: name the groups as a referee would
            clear = not (plan.grammar.identical or solution.layout.reread)
            named = _best_names(kept, solution.layout.shown(), plan) if clear else []
            lying = [*[group.cards for group in kept], *[(card,) for card in loose]]
            known = (objective is not None, -points)
            kept = tuple(named or score_arrangement(lying, deal, known).groups[: len(kept)])
    best = Best(
        points if plan.penalty else None,
        -points,
        objective is not None,
        objective,
        discard,
        kept,
        loose,
        is_seen(cheapest.level.tier, deal) if plan.hidden else None,
    )
    return leave_fewer(cards, deal, best, rivals) if rivals and loose else best


def _as_good(
    laid: Arranged, score: int, objective: str | None, solution: Solution, solver: Solver
) -> tuple[tuple[Group, ...], tuple[Card, ...], Card | None] | None:
    """The learner's own arrangement as groups, loose cards and discard, if it is as good as the solution."""
    differs = laid.score != score or laid.declares != (objective is not None) or laid.objective != objective
    if differs or (solver.throws and laid.discard is None):
        return None
    groups = list(laid.groups)
    if laid.discard is not None:  # it lies alone, also if it is a joker, which is a group of its own in some games
        groups.remove(next(group for group in groups if group.cards == (laid.discard,)))
    kept = tuple([group for group in groups if group.kind not in (Kind.LOOSE, Kind.INVALID)])
    left = sorted([card for group in groups if group.kind in (Kind.LOOSE, Kind.INVALID) for card in group.cards])
    return (kept, tuple(left), laid.discard) if len(left) <= len(solution.loose) else None


def list_equal(cards: Sequence[Card], deal: Deal, score: int) -> set[Card]:
    """The cards of a hand with one too many without which it scores as much as it can with any discard.

    Args:
        cards: the hand.
        deal: the rulebook at its table.
        score: what it scores at best.
    """
    plan, most = _plan_for(deal), -score
    if plan.penalty and most >= plan.cap:
        return set(cards)
    solver = Solver(cards, deal)
    ideal = solver.most_points()
    equal: set[int] = set()
    for level in _list_levels(solver, plan):
        route, counts, raw = level.route, level.flat < 0, most
        if not plan.penalty:
            raw += ideal if level.exempts else 0
        elif plan.limit(max(level.flat, 0)) > most:
            continue
        elif counts:
            raw //= plan.factor
        budget = raw * TIE + TIE - 1 if counts else 0 if level.all_melded else INFINITE
        equal.update(solver.list_thrown(route, min(budget, level.most)))
    sure = plan.grammar.identical and not (solver.costly or any([level.route.jokers > 0 for level in plan.levels]))
    thrown = [CARDS[index] for index in equal]
    return {card for card in thrown if sure or find_best(without(cards, card), deal).score == score}


def list_declaring(cards: Sequence[Card], deal: Deal) -> set[Card]:
    """The cards of a hand with one too many without which it may declare; without any other one it does not."""
    solver = Solver(cards, deal)
    ways = [solver.list_thrown(route, budget) for _, route, budget in _plan_for(deal).ways]
    return {CARDS[index] for thrown in ways for index in thrown}


class _Level:
    """A loser's level as a question to the search.

    Args:
        tier: the level.
        way: the way to declare that the hand must meet besides, if its spare jokers are to cost nothing (R65).
        deal: the table.
    """

    def __init__(self, tier: Tier, way: Objective | None, deal: Deal) -> None:
        self.tier = tier
        self.way: str | None = None
        needs, rest = tier.needs, tier.rest
        exempt: tuple[Kind, ...] | None = tier.exempt if tier.flat is None else None
        most = None if way is None else deal.deadwood_limit(way)
        kept: tuple[Kind, ...] = ()
        if way is not None:
            self.way = way.name
            needs = needs.joined(way.needs.groups)
            rest = Rest.MELDED if Rest.MELDED in (rest, way.rest) else rest
            kept = list_melded(way.needs, deal)
            if exempt is None:
                exempt = None if most is None else kept
            elif Kind.JOKERS not in exempt:
                exempt = (*exempt, Kind.JOKERS)
        self.most = INFINITE  # that the search may find
        if most is not None and {*(exempt or ())} == {*kept}:  # what is left over is what costs points
            self.most, most = most * TIE + TIE - 1, None
        self.all_melded: bool = rest is Rest.MELDED
        self.flat: int = -1 if tier.flat is None else tier.flat  # below 0 if the cards count
        self.aim = Aim(needs, exempt, deal.rulebook.scoring.floor, 0, may_lie_aside(needs, exempt, deal))
        self.route = Route(needs, exempt, self.all_melded, most, kept)
        self.bare = Route(needs, None, self.all_melded)  # every card counts: only the loose cards can differ
        # copies or jokers only are asked for; three jokers may be K, A and 2, which are no group
        self.is_plain: bool = not (
            self.all_melded or needs.pure or needs.sequences or needs.long_sequences or needs.jokers == WRAP
        )
        self.exempts: bool = len(exempt or ()) > 0
        self.exempts_all: bool = exempt == MELDS
        self.exempts_melds: bool = exempt is not None and {*MELDS} <= {*exempt}  # what costs more leaves a card loose
        self.safe = 0 if tier.flat is not None else self.route.safe


class _Plan:
    """What a table asks of every hand."""

    def __init__(self, deal: Deal) -> None:
        book = deal.rulebook
        self.deal = deal
        self.flags: list[bool] = list(deal.is_wild)
        self.penalty: bool = book.scoring.measure is Measure.PENALTY
        self.hidden: bool = deal.hidden
        self.cap: int = INFINITE if book.scoring.cap is None else book.scoring.cap
        # below the cap and above the floor a point more or less always shows
        self.sharp: bool = book.scoring.printed_factor == 1
        self.size: int = book.deal
        self.grammar = grammar_at(deal)
        self.any = Route()
        self.levels = [_Level(tier, None, deal) for tier in deal.tiers]
        self.spare = [_Level(tier, way, deal) for way, tier in list_sparing(deal)]
        self.ways: list[tuple[Objective, Route, int]] = [(way, *_route_of(way, deal)) for way in deal.objectives]
        self.married: bool = deal.asks_marriages  # whether some way asks for marriages
        self.floor: int = book.scoring.floor if self.penalty else 0
        self.factor: int = printed_factor(deal)
        self.least: int = self.limit(0)
        self.counted: bool = book.settlement.knock is not None  # whether who declares pays for cards left over

    def limit(self, raw: int) -> int:
        """Apply floor, factor and, last, the cap (R10), as ``limit_points`` does."""
        return min(max(raw, self.floor) * self.factor, self.cap)


@lru_cache(maxsize=1024)
def _route_of(way: Objective, deal: Deal) -> tuple[Route, int]:
    """A way to declare as a question to the search, and the most that the cards may cost then."""
    most, melded = deal.deadwood_limit(way), way.rest is Rest.MELDED
    route = Route(way.needs.groups, None if most is None else list_melded(way.needs, deal), melded)
    return route, most * TIE + TIE - 1 if most is not None else 0 if melded else INFINITE


def declare_by(cards: Sequence[Card], deal: Deal, way: Objective) -> Solution | None:
    """An arrangement of as many cards as the game deals that declares in one way, None if there is none."""
    if way.needs.marriages and deal.count_marriages(cards) < way.needs.marriages:
        return None
    route, budget = _route_of(way, deal)
    answer = Solver(cards, deal).solve(route, budget)
    return None if answer is None or (route.all_melded and answer.loose) else answer


@lru_cache(maxsize=1024)
def _plan_for(deal: Deal) -> _Plan:
    return _Plan(deal)


class _Cheapest:
    """The loser's level that costs least of those tried, and an arrangement that reaches it.

    Args:
        solver: the hand.
        plan: what its table asks.

    Attributes:
        points: what it costs; where melds are worth points, the score from the other side.
        level: the level.
        solution: the arrangement, None before a level was found that the hand reaches.
        rivals: what groupings come to that might cost as little and leave fewer cards loose.
    """

    def __init__(self, solver: Solver, plan: _Plan) -> None:
        self.solver, self.plan, self.deal = solver, plan, plan.deal
        self.points = INFINITE
        self.level = plan.levels[-1]
        self.solution: Solution | None = None
        self.rivals: list[Aim] = []
        self.ceiling = plan.cap  # at most the least flat level that is easily seen to hold
        for level in plan.levels:
            if 0 <= level.flat < self.ceiling and level.is_plain and solver.can_meet(level.route):
                self.ceiling = level.flat

    def try_penalty(self, level: _Level) -> None:
        """A level of a game in which points are lost."""
        solver, plan, route, flat = self.solver, self.plan, level.route, level.flat
        floor, budget = flat, 0 if level.all_melded else INFINITE
        if flat < 0:
            budget = self.ceiling * TIE + TIE - 1 if self.ceiling < plan.cap else INFINITE
            floor = solver.least_points(level.safe)
            if not level.exempts and (not solver.throws or plan.limit(floor) == plan.cap):
                route = level.bare  # every card counts, or the cap does: only loose cards can differ
        counts = flat < 0 and route.exempt is not None
        best = self.solution
        if best is not None and not level.all_melded:
            limited, loose = plan.limit(floor), len(best.loose)
            if limited > self.points or (self.points == plan.least and not (loose or level.way)):
                return
            if counts:
                sharp = plan.sharp and plan.least < self.points != plan.cap and not level.way
                budget = min(budget, self.points * TIE + (loose if sharp else TIE) - 1)
            elif limited == self.points and not level.way:
                budget = loose - 1
        solution = solver.solve(route, min(budget, level.most))
        if level.exempts_all and not (solver.costly or route.dublees):  # a dublee counts as much as loose cards there
            solver.melded[route.number] = solution
        if solution is None:
            return
        if counts and solution.raw < plan.floor and len(solution.loose) > level.exempts_melds and not level.way:
            self.rivals.append(level.aim)  # up to the fewest points that a loser pays, more are as good
        self._keep(plan.limit(solution.raw if counts else floor), level, solution)

    def try_valued(self, level: _Level) -> None:
        """A level of a game in which melds are worth points."""
        solver = self.solver
        if not level.exempts and self.solution is not None and solver.least_points(0) > self.points:
            return  # whatever is laid out, every card counts
        ideal = solver.most_points() if level.exempts else 0
        solution = solver.solve(level.route, level.most)
        if solution is not None:
            self._keep(solution.raw - ideal, level, solution)

    def _keep(self, points: int, level: _Level, solution: Solution) -> None:
        """Take a level's arrangement if it costs less, or as much and leaves fewer cards loose, or declares besides."""
        if level.all_melded and solution.loose:
            return
        best = self.solution
        sooner = level.way is not None and self.level.way is None
        if (
            best is None
            or points < self.points
            or (points == self.points and (sooner or len(solution.loose) < len(best.loose)))
        ):
            self.points, self.level, self.solution = points, level, solution


def _list_levels(solver: Solver, plan: _Plan) -> list[_Level]:
    """The levels to try for a hand."""
    declares = solver.costly and plan.size <= len(solver.cards) <= plan.size + 1
    return plan.levels + plan.spare if declares else plan.levels


def _find_cheapest(solver: Solver, plan: _Plan) -> tuple[_Cheapest, Solution]:
    """The loser's level that costs least, and an arrangement that reaches it."""
    best = _Cheapest(solver, plan)
    for level in _list_levels(solver, plan):
        if plan.penalty:
            best.try_penalty(level)
        else:
            best.try_valued(level)
    solution = best.solution
    assert solution is not None, "the last tier of a rulebook holds for every hand"
    if plan.penalty and not best.level.way and _cost_alike(solver, plan, best.points):
        best.rivals = []
        if not solution.route.is_any:
            solution = solver.solve(plan.any) or solution
    return best, solution


def _cost_alike(solver: Solver, plan: _Plan, points: int) -> bool:
    """Whether all arrangements cost as much as the best one, so that the one with fewest loose cards is shown."""
    flat = plan.levels[-1].flat
    floored = points == plan.least and plan.floor > 0
    return points == plan.cap or (floored and plan.limit(flat if flat >= 0 else solver.all_points()) == points)


def _declaration(
    solver: Solver, plan: _Plan, solution: Solution
) -> tuple[str | None, Solution, list[Aim], Card | None]:
    """The way to declare that leaves fewest cards loose, and its arrangement; else the solution given.

    Besides what groupings below a limit on cards left over come to, which might leave fewer, and the card thrown where
    the arrangement is that of the other cards. Where who declares pays for cards left over, fewest points come first.
    """
    name: str | None = None
    rivals: list[Aim] = []
    thrown: Card | None = None
    for way, route, budget in plan.ways:
        melded, gone = route.all_melded, None
        if plan.married and way.needs.marriages:
            answer, gone = _solve_married(solver, plan.deal, way)
        elif melded and route.number in solver.melded:
            answer = solver.melded[route.number]  # a level with the same needs left the fewest cards loose
        else:
            answer = solver.solve(route, budget)
        if answer is None or (melded and answer.loose):
            continue
        if plan.counted:
            better = name is None or answer.cost < solution.cost
        else:
            better = name is None or len(answer.loose) < len(solution.loose)
            if route.exempt is not None and answer.cost < budget - budget % TIE and len(answer.loose) > 1:
                rivals.append(
                    Aim(
                        route.needs, route.exempt, budget // TIE, 0, may_lie_aside(route.needs, route.exempt, plan.deal)
                    )
                )
        if better:
            name, solution, thrown = way.name, answer, gone
    return name, solution, rivals, thrown


def _solve_married(solver: Solver, deal: Deal, way: Objective) -> tuple[Solution | None, Card | None]:
    """The best arrangement that declares in a way that asks for marriages, and the card thrown, if one is."""
    best: tuple[Solution | None, Card | None] = None, None
    if not solver.throws:
        return declare_by(solver.cards, deal, way), None
    if deal.count_marriages(solver.cards) < way.needs.marriages or solver.solve(*_route_of(way, deal)) is None:
        return best
    for card in dict.fromkeys(solver.cards):
        answer = declare_by(without(solver.cards, card), deal, way)
        if answer is not None and (best[0] is None or answer.cost < best[0].cost):
            best = answer, card
    return best


def _best_names(groups: tuple[Group, ...], shows: list[tuple[int, ...]], plan: _Plan) -> list[Group]:
    """The groups read as worth most where no two melds may show the same, if they are clear; else none."""
    scoring = plan.deal.rulebook.scoring
    named: list[Group] = []
    shown: set[tuple[int, ...]] = set()
    may_be_pure = is_pure = False
    for at, group in enumerate(groups):
        if _is_clear(group, plan):
            named.append(group)
            shown.add(shows[at])
            is_pure = is_pure or group.kind is Kind.PURE_SEQUENCE
            continue
        readings = [reading for reading in list_readings(group.cards, plan.deal) if reading.kind in MELDS]
        if not readings:
            return []
        may_be_pure = may_be_pure or any([reading.kind is Kind.PURE_SEQUENCE for reading in readings])
        best = max(readings, key=lambda reading: scoring.worth(reading.shows, reading.kind))
        is_pure = is_pure or best.kind is Kind.PURE_SEQUENCE
        shown.add(tuple(sorted([card.index for card in best.shows])))
        same = group.kind is best.kind and group.wilds == best.wilds
        named.append(group if same else Group(group.cards, best.kind, best.wilds))
    return named if len(shown) == len(groups) and (is_pure or not may_be_pure) else []


def _is_clear(group: Group, plan: _Plan) -> bool:
    """Whether nothing worth more can be read into a meld, as is seen where no wild card in it might lie as itself."""
    wild = [card.index for card in group.cards if plan.flags[card.index]]
    fixed = [card.index for card in group.cards if not plan.flags[card.index]]
    if not wild or len(fixed) < 2 or plan.penalty:
        return not wild
    if group.kind is Kind.SET:
        return all([index % 13 != fixed[0] % 13 for index in wild])
    return all([index // 13 != fixed[0] // 13 for index in wild])
