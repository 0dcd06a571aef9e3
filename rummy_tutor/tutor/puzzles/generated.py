"""Puzzles made from a seed; each is verified before it is shown, and the same seed gives the same one everywhere."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from ...game.cards import PRINTED_JOKER, Card
from ...game.messages import Items, quote, show
from ...game.rules import Measure, Rulebook
from ...game.table import set_table
from ...referee.scoring import score_arrangement
from ...rulebooks import RULEBOOKS
from ...solver.all_best import find_optima
from ...solver.best import find_best
from .difficulty import takes_greedily
from .greedy import Groups, count_pack, group_greedily, plant_full, plant_hand
from .judging import (
    NO,
    YES,
    advise_at,
    has_new_meld,
    is_worth_laying,
    list_discards,
    list_one_moves,
    rank_discard,
    solve_choice,
)
from .puzzle import Goal, Puzzle, PuzzleError, one_move_from

MADE = (Goal.GROUP, Goal.REPAIR, Goal.ONE_MOVE, Goal.SECOND, Goal.THROW, Goal.TAKE, Goal.ALLOW)
MAX_SEED = 10**9
_TRIES = 1500  # hands looked at before giving up
_LEAST_GAIN = 8  # points by which the best grouping must beat the greedy one
_WORK = 40_000  # steps in which it must be proved that the answer is the only one
_MOST_ADVISED = 13  # cards of a hand whose every discard is looked at
_LARGE = 21  # cards; larger hands have few puzzles, made on request alone
_NEAR = 2  # exchanges that a hand with a question about the next turn is away from declaring, at most

Proposal = Puzzle | None


def make_puzzle(seed: int, goal: Goal | str | None = None, rulebook: Rulebook | None = None) -> Puzzle:
    """The puzzle of a seed; the same arguments give the same puzzle on any machine.

    Args:
        seed: a whole number from 0 to a thousand millions.
        goal: what it asks for; None lets the seed choose.
        rulebook: the rules; None lets the seed choose.

    Raises:
        PuzzleError: ``no-such-puzzle``: the seed is none, or this game has no such puzzle.
    """
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= MAX_SEED:
        raise PuzzleError("no-such-puzzle:seed", found=show(seed), most=MAX_SEED)
    if goal is not None and goal not in MADE:
        raise PuzzleError("no-such-puzzle:goal", found=quote(goal), known=Items(tuple(map(str, MADE)), "or"))
    chance = random.Random(f"puzzle {seed}")
    if rulebook is None:
        usual = [book for book in RULEBOOKS.values() if book.deal <= _LARGE]
        fitting = [book for book in usual if goal is None or goal in list_goals(book)]
        rulebook = chance.choice(fitting)
    goals = list_goals(rulebook)
    wanted = Goal(goal) if goal is not None else chance.choice(goals)
    if wanted not in goals:
        raise PuzzleError("no-such-puzzle:rulebook", found=str(wanted), rulebook=rulebook.key)
    rng = random.Random(f"puzzle {seed} {wanted} {rulebook.key}")
    for _ in range(_TRIES):
        puzzle = _MAKERS[wanted](rulebook, rng)
        if puzzle is not None:
            return replace(puzzle, key=f"{wanted}.{rulebook.key}.{seed}")
    raise PuzzleError("no-such-puzzle:cannot-be-made", found=str(wanted), rulebook=rulebook.key)


def list_goals(rulebook: Rulebook) -> tuple[Goal, ...]:
    """The goals that puzzles of a game can have."""
    declares = rulebook.scoring.measure is Measure.PENALTY and any(way.needs for way in rulebook.objectives)
    small = rulebook.deal <= _MOST_ADVISED
    fits = {
        Goal.REPAIR: declares and rulebook.deal <= _LARGE,
        Goal.ONE_MOVE: declares and rulebook.deal <= _LARGE,
        Goal.ALLOW: declares and len(_rivals(rulebook)) > 1,
        Goal.THROW: declares and small,
        Goal.TAKE: declares and small,
    }
    return tuple(goal for goal in MADE if fits.get(goal, True))


def _rivals(rulebook: Rulebook) -> tuple[str, ...]:
    """The games that deal as many cards and declare with melds, this one among them."""
    return tuple(
        key for key, book in RULEBOOKS.items() if book.deal == rulebook.deal and book.scoring.measure is Measure.PENALTY
    )


def _puzzle(goal: Goal, rulebook: Rulebook, turned: Card | None, groups: Groups) -> Puzzle:
    players = rulebook.table.nearest()
    return Puzzle(key="", goal=goal, rulebook=rulebook, turned=turned, players=players, groups=groups)


def _singles(cards: tuple[Card, ...]) -> Groups:
    return tuple((card,) for card in cards)


# ---- hands to lay out --------------------------------------------------------------------------------------
def _make_group(rulebook: Rulebook, rng: random.Random) -> Proposal:
    """A hand on which greed fails, with one best grouping."""
    cards, turned = plant_hand(rulebook, rulebook.table.nearest(), rng)
    puzzle = _puzzle(Goal.GROUP, rulebook, turned, _singles(cards))
    deal = puzzle.deal
    greedy, best = score_arrangement(group_greedily(cards, deal), deal), find_best(cards, deal)
    if best.score - greedy.score < _LEAST_GAIN and not (best.declares and not greedy.declares):
        return None
    return puzzle if find_optima(cards, deal, best, limit=2, work=_WORK).unique else None


def _make_second(rulebook: Rulebook, rng: random.Random) -> Proposal:
    """A hand with exactly two best groupings; one of them lies there, and nothing of it can be left out."""
    cards, turned = plant_hand(rulebook, rulebook.table.nearest(), rng)
    deal = set_table(rulebook, turned, rulebook.table.nearest())
    optima = find_optima(cards, deal, limit=3, work=_WORK)
    if optima.flat or not optima.complete or len(optima.groupings) != 2:
        return None
    first, second = (best.as_laid() for best in optima.groupings)
    puzzle = _puzzle(Goal.SECOND, rulebook, turned, first)
    return puzzle if puzzle.is_laid and has_new_meld(puzzle, second) and is_worth_laying(puzzle) else None


def _make_one_move(rulebook: Rulebook, rng: random.Random) -> Proposal:
    """A declaring hand with one card in a wrong place, which one move alone puts right."""
    full = plant_full(rulebook, rulebook.table.nearest(), rng)
    if full is None:
        return None
    laid = [layout for layout in one_move_from(full[0]) if not score_arrangement(layout, full[1]).declares]
    whole = [layout for layout in laid if all(len(group) > 1 for group in layout)]
    if not whole:
        return None
    puzzle = _puzzle(Goal.ONE_MOVE, rulebook, full[1].turned, rng.choice(whole))
    return puzzle if len(list(list_one_moves(puzzle))) == 1 else None


def _make_repair(rulebook: Rulebook, rng: random.Random) -> Proposal:
    """A refused hand that takes more than one move and declares in one way alone."""
    full = plant_full(rulebook, rulebook.table.nearest(), rng)
    if full is None:
        return None
    groups, deal = [list(group) for group in full[0]], full[1]
    for _ in range(rng.choice((2, 3))):
        here, there = rng.sample(range(len(groups)), 2)
        at, to = rng.randrange(len(groups[here])), rng.randrange(len(groups[there]))
        groups[here][at], groups[there][to] = groups[there][to], groups[here][at]
    puzzle = _puzzle(Goal.REPAIR, rulebook, deal.turned, tuple(map(tuple, groups)))
    laid = score_arrangement(puzzle.groups, deal)
    melded = sum(not group.reasons for group in laid.groups)
    if laid.declares or not melded or any(True for _ in list_one_moves(puzzle)):
        return None
    return puzzle if find_optima(puzzle.cards, deal, limit=2, work=_WORK).unique else None


# ---- questions ---------------------------------------------------------------------------------------------
def _make_throw(rulebook: Rulebook, rng: random.Random) -> Proposal:
    """A hand with a card drawn, where one discard is better than all others and is not simply the dearest."""
    players = rulebook.table.nearest()
    cards, turned = plant_hand(rulebook, players, rng, rulebook.deal + 1)
    puzzle = replace(_puzzle(Goal.THROW, rulebook, turned, _singles(cards)), choices=_each(cards))
    if not _is_near(puzzle):
        return None
    discards = list_discards(puzzle)
    best, second = map(rank_discard, discards[:2])
    if best >= second:
        return None
    deal = puzzle.deal
    loose = [group[0] for group in group_greedily(cards, deal) if len(group) == 1] or list(cards)
    dearest = max(deal.points[card.index] for card in loose)
    tricky = deal.points[discards[0].card.index] < dearest or discards[0].card not in loose
    return puzzle if tricky or rng.random() < 0.1 else None


def _is_near(puzzle: Puzzle) -> bool:
    """Whether a hand is near to declaring and cannot declare yet."""
    far = advise_at(puzzle, ("distance",)).distance.exchanges
    return far is not None and 0 < far <= _NEAR


def _each(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """Each card once, in the order in which they lie on a table."""
    return tuple(map(str, sorted({*cards}, key=lambda card: card.place)))


def _make_take(rulebook: Rulebook, rng: random.Random) -> Proposal:
    """A hand and an open card that a beginner would judge otherwise, or now and then as the engine does."""
    players = rulebook.table.nearest()
    cards, turned = plant_hand(rulebook, players, rng)
    pack = count_pack(rulebook, players)
    pack.subtract(cards)
    if turned is not None:
        pack[turned] -= 1
    wild = set_table(rulebook, turned, players).is_wild
    there = [card for card in sorted(pack) if pack[card] > 0 and not wild[card.index] and card != PRINTED_JOKER]
    puzzle = replace(_puzzle(Goal.TAKE, rulebook, turned, _singles(cards)), open=rng.choice(there), choices=(YES, NO))
    if not _is_near(puzzle):
        return None
    pick = advise_at(puzzle, ()).pick
    if pick is None or pick.take is None or not pick.allowed:
        return None
    trap = takes_greedily(puzzle) != pick.take
    return puzzle if trap or (pick.take and rng.random() < 0.2) else None


def _make_allow(rulebook: Rulebook, rng: random.Random) -> Proposal:
    """A hand laid out that declares in some of the games that deal as many cards, and not in all."""
    full = plant_full(rulebook, rulebook.table.nearest(), rng)
    if full is None:
        return None
    laid = full[0]
    if rng.random() < 0.4:
        laid = rng.choice(
            [layout for layout in one_move_from(laid) if all(len(group) > 1 for group in layout)] or [laid]
        )
    puzzle = replace(_puzzle(Goal.ALLOW, rulebook, full[1].turned, laid), choices=_rivals(rulebook))
    right = solve_choice(puzzle)
    return puzzle if 0 < len(right) < len(puzzle.choices) else None


_MAKERS: dict[Goal, Callable[[Rulebook, random.Random], Proposal]] = {
    Goal.GROUP: _make_group,
    Goal.REPAIR: _make_repair,
    Goal.ONE_MOVE: _make_one_move,
    Goal.SECOND: _make_second,
    Goal.THROW: _make_throw,
    Goal.TAKE: _make_take,
    Goal.ALLOW: _make_allow,
}
