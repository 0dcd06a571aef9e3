"""Judging answers to puzzles by the engine; whatever is as good as the engine's own answer is right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...game.cards import Card, Hand
from ...game.messages import Message, key_of, tell_later
from ...game.records import Arranged, Best, Optima
from ...game.rules import Kind, Measure
from ...game.table import Deal, set_table
from ...referee.scoring import score_arrangement
from ...referee.value_cards import count_bonus
from ...rulebooks import get_rulebook
from ...solver.all_best import find_optima
from ...solver.best import find_best
from ...study.advice import Advice, Discard, advise
from .greedy import Groups
from .puzzle import ON_TABLE, Goal, Puzzle, Verdict, one_move_from, read_choices, read_groups, same_groups

YES, NO = "take", "leave"
_OPTIMA_WORK = 60_000


def judge(puzzle: Puzzle, answer: object) -> Verdict:
    """Judge an answer.

    Args:
        puzzle: the puzzle.
        answer: a list of groups where the cards are laid out, a loose card as a group of one; else a choice, or a list
            of choices where several may be right.

    Raises:
        PuzzleError: ``bad-answer``: it is no answer to this puzzle.
    """
    if puzzle.goal in ON_TABLE:
        return _judge_layout(puzzle, read_groups(puzzle, answer))
    chosen = read_choices(puzzle, answer)
    right = set(chosen) == set(solve_choice(puzzle)) if puzzle.goal is Goal.ALLOW else is_right_choice(puzzle, chosen)
    key = key_of("puzzle.", puzzle.goal, "right" if right else "wrong")
    if puzzle.goal is Goal.THROW and not right and len(chosen) == 1:
        return Verdict(right=False, told=_blame_throw(puzzle, chosen[0]))
    if puzzle.goal is not Goal.ALLOW or right:
        return Verdict(right=right, told=tell_later(key))
    wanted = set(solve_choice(puzzle))
    if not set(chosen) <= wanted:
        return Verdict(right=False, told=tell_later("puzzle.allow:too-many", n=len(set(chosen) - wanted)))
    return Verdict(right=False, told=tell_later("puzzle.allow:missing", n=len(wanted - set(chosen))))


def solve(puzzle: Puzzle) -> object:
    """A right answer, as plain JSON values."""
    if puzzle.goal in ON_TABLE:
        return [[str(card) for card in group] for group in solve_layout(puzzle)]
    return list(solve_choice(puzzle))


# ---- answers that are laid out -----------------------------------------------------------------------------
def solve_layout(puzzle: Puzzle) -> Groups:
    """A layout that reaches the goal, every card in it."""
    if puzzle.goal is Goal.ONE_MOVE:
        return next(list_one_moves(puzzle))
    if puzzle.goal is Goal.SECOND:
        layouts = [best.as_laid() for best in list_optima(puzzle).groupings]
        return next(laid for laid in layouts if not same_groups(puzzle.groups, laid))
    return find_best(puzzle.cards, puzzle.deal).as_laid()


def list_one_moves(puzzle: Puzzle) -> Iterator[Groups]:
    """The declaring layouts that are one moved card away."""
    return (laid for laid in one_move_from(puzzle.groups) if score_arrangement(laid, puzzle.deal).declares)


def list_optima(puzzle: Puzzle) -> Optima:
    """The best groupings of the hand, three at most."""
    return find_optima(puzzle.cards, puzzle.deal, limit=3, work=_OPTIMA_WORK)


def _judge_layout(puzzle: Puzzle, groups: Groups) -> Verdict:
    deal, goal = puzzle.deal, puzzle.goal
    laid, best = score_arrangement(groups, deal), find_best(puzzle.cards, deal)
    good = laid.declares if best.declares else laid.score >= best.score
    if goal is Goal.SECOND and not has_new_meld(puzzle, groups):
        return Verdict(right=False, told=tell_later("puzzle.second:same"))
    if (
        goal is Goal.ONE_MOVE
        and good
        and not any(same_groups(groups, layout) for layout in one_move_from(puzzle.groups))
    ):
        return Verdict(right=False, told=tell_later("puzzle.one-move:more"))
    if good:
        return Verdict(
            right=True, told=_praise(goal, laid, scored=deal.rulebook.scoring.measure is not Measure.PENALTY)
        )
    return Verdict(right=False, told=_blame(puzzle, laid, best))


def has_new_meld(puzzle: Puzzle, groups: Groups) -> bool:
    """Whether a layout has a meld that is no part of one that lay there at first.

    Groups that were only taken apart, made shorter or laid elsewhere make no other grouping.
    """
    first = [Counter(meld) for meld in list_laid_melds(puzzle, puzzle.groups)]
    return not all(any(Counter(meld) <= other for other in first) for meld in list_laid_melds(puzzle, groups))


def list_laid_melds(puzzle: Puzzle, groups: Groups) -> list[tuple[Card, ...]]:
    """The groups of a layout that are melds."""
    dead = (Kind.INVALID, Kind.LOOSE)
    return [group.cards for group in score_arrangement(groups, puzzle.deal).groups if group.kind not in dead]


def is_worth_laying(puzzle: Puzzle) -> bool:
    """Whether each meld that lies there is needed: not so where points are flat, as any three pure sequences cost."""
    deal = puzzle.deal
    laid = score_arrangement(puzzle.groups, deal)
    if laid.declares:
        return True
    for at, group in enumerate(puzzle.groups):
        apart = (*puzzle.groups[:at], *((card,) for card in group), *puzzle.groups[at + 1 :])
        if len(group) > 1 and score_arrangement(apart, deal).score >= laid.score:
            return False
    return True


def _praise(goal: Goal, laid: Arranged, *, scored: bool) -> Message:
    if goal in (Goal.ONE_MOVE, Goal.REPAIR):
        return tell_later(key_of("puzzle.", goal, "right"))
    if laid.declares:
        return tell_later(key_of("puzzle.", goal, "declares"))
    if scored:
        return tell_later(key_of("puzzle.", goal, "scores"), n=laid.score)
    return tell_later(key_of("puzzle.", goal, "right"), n=laid.points)


def _blame(puzzle: Puzzle, laid: Arranged, best: Best) -> Message:
    goal = puzzle.goal
    if goal in (Goal.ONE_MOVE, Goal.REPAIR):
        return tell_later(key_of("puzzle.", goal, "wrong"))
    if best.declares:
        return tell_later(key_of("puzzle.", goal, "can-declare"))
    if laid.points is None:
        return tell_later(key_of("puzzle.", goal, "scores-less"), n=laid.score)
    return tell_later(key_of("puzzle.", goal, "wrong"), n=laid.points)


# ---- answers that are chosen -------------------------------------------------------------------------------
def solve_choice(puzzle: Puzzle) -> tuple[str, ...]:
    """The right choices: one, or where several games may allow a hand, all of them."""
    goal = puzzle.goal
    if goal is Goal.ALLOW:
        return tuple(key for key in puzzle.choices if allows(puzzle, key))
    if goal is Goal.SUM:
        return tuple(str(at + 1) for at, net in enumerate(right_totals(puzzle)) if net != puzzle.seats[at].net)[:1]
    if goal is Goal.SURPLUS:
        surplus = count_surplus(puzzle)
        return (str(max(surplus, key=lambda card: surplus[card][0] - surplus[card][1])),)
    if goal is Goal.THROW:
        return (str(list_discards(puzzle)[0].card),)
    pick = advise_at(puzzle, ()).pick
    assert pick is not None  # an open card lies there
    return (YES if pick.take else NO,)


def is_right_choice(puzzle: Puzzle, chosen: tuple[str, ...]) -> bool:
    """Whether one chosen answer is as good as the engine's."""
    if len(chosen) != 1:
        return False
    if puzzle.goal is Goal.SURPLUS:
        return Card.parse(chosen[0]) in count_surplus(puzzle)
    if puzzle.goal is Goal.SUM:
        at = int(chosen[0]) - 1
        return right_totals(puzzle)[at] != puzzle.seats[at].net
    if puzzle.goal is Goal.THROW:
        discards = list_discards(puzzle)
        mine = next(row for row in discards if str(row.card) == chosen[0])
        return rank_discard(mine) <= rank_discard(discards[0])
    return chosen == solve_choice(puzzle)


def table_of(puzzle: Puzzle, key: str) -> Deal:
    """Another game at the puzzle's table, with as many players as it allows."""
    book = get_rulebook(key)
    return set_table(book, puzzle.turned if book.wilds.exposed else None, book.table.nearest(puzzle.players))


def allows(puzzle: Puzzle, key: str) -> bool:
    """Whether the hand declares as it lies in another game."""
    return score_arrangement(puzzle.groups, table_of(puzzle, key)).declares


def advise_at(puzzle: Puzzle, ask: tuple[str, ...]) -> Advice:
    """The advice on the hand."""
    return advise(Hand(puzzle.cards), puzzle.rulebook, puzzle.turned, puzzle.players, open_card=puzzle.open, ask=ask)


def list_discards(puzzle: Puzzle) -> tuple[Discard, ...]:
    """Every card that may be thrown, best first."""
    discards = advise_at(puzzle, ("discards",)).discards
    assert discards is not None  # they were asked for
    return discards


def rank_discard(discard: Discard) -> tuple[int, int, int]:
    """How good a card is to throw, the smaller the better: exchanges still to make, outs, points."""
    return (99 if discard.distance is None else discard.distance, -discard.outs, -discard.score)


def compare_throws(row: Discard, best: Discard) -> str:
    """In what a throw is worse than the best one: ``"farther"``, ``"fewer"`` (cards that help) or ``"dearer"``."""
    mine, other = rank_discard(row), rank_discard(best)
    if row.distance is None:
        return "never"
    return "farther" if mine[0] > other[0] else "fewer" if mine[1] > other[1] else "dearer"


def _blame_throw(puzzle: Puzzle, chosen: str) -> Message:
    """In what a wrong throw is worse than the best one, which is not named."""
    best, *rows = list_discards(puzzle)
    row = next(row for row in rows if str(row.card) == chosen)
    how = compare_throws(row, best)
    mine, other = {
        "never": (0, 0),
        "farther": (row.distance, best.distance),
        "fewer": (row.outs, best.outs),
        "dearer": (row.points, best.points),
    }[how]
    return tell_later(key_of("puzzle.throw:", how), card=row.card, n=mine, best=other)


def count_surplus(puzzle: Puzzle) -> dict[Card, tuple[int, int]]:
    """Cards that the hands of the table hold more often than the pack: how often they do, how often they may."""
    held = Counter(card for seat in puzzle.seats for card in Hand.parse(seat.cards).cards)
    pack = puzzle.rulebook.table.pack_for(puzzle.players)
    there = {card: pack.copies(card) - (card == puzzle.turned) for card in held}
    return {card: (count, there[card]) for card, count in sorted(held.items()) if count > there[card]}


def value_of(puzzle: Puzzle, seat: int) -> int:
    """What a player's value cards earn them from each opponent who stays in."""
    text = puzzle.seats[seat].cards
    return (count_bonus(Hand.parse(text).cards, puzzle.deal) or 0) if text else 0


def right_totals(puzzle: Puzzle) -> list[int]:
    """What each player should have won in all: value cards are paid among those who stay in."""
    staying = [at for at, seat in enumerate(puzzle.seats) if not seat.dropped]
    worth = {at: value_of(puzzle, at) for at in staying}
    return [
        seat.won + (len(staying) * worth[at] - sum(worth.values()) if at in worth else 0)
        for at, seat in enumerate(puzzle.seats)
    ]
