"""A puzzle in words: what it asks, hints step by step, and why its answer is right."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...game.cards import Hand
from ...game.messages import Items
from ...game.rules import Measure
from ...referee.melds import read_group
from ...referee.scoring import Group, score_arrangement
from ...rulebooks import get_rulebook
from ...solver.best import find_best
from ...study.analysis import analyse
from ...wording.advice_text import explain_discards, explain_pick, say_distance, say_verdict
from ...wording.explain import explain, explain_group, explain_points
from ...wording.phrases import as_sentence, tell_cited
from ...wording.speech import tell
from .difficulty import find_hints
from .greedy import group_greedily
from .judging import (
    advise_at,
    count_surplus,
    list_discards,
    right_totals,
    solve_choice,
    solve_layout,
    table_of,
    value_of,
)
from .puzzle import ON_TABLE, Goal, Puzzle


def tell_title(puzzle: Puzzle) -> str:
    """What a puzzle is called: by its story, or by its goal."""
    return tell(f"puzzle.{puzzle.key}") if puzzle.is_named else tell(f"puzzle.{puzzle.goal}")


def tell_question(puzzle: Puzzle) -> str:
    """What a puzzle asks; one with a story tells that first."""
    if puzzle.is_named:
        return tell(f"puzzle.{puzzle.key}:story")
    variant = ":ask-score" if puzzle.rulebook.scoring.measure is not Measure.PENALTY else ":ask"
    if puzzle.goal not in (Goal.GROUP, Goal.SECOND):
        variant = ":ask"
    return tell(f"puzzle.{puzzle.goal}{variant}")


def tell_source(puzzle: Puzzle) -> str:
    """Where a puzzle comes from."""
    return tell(f"puzzle.{puzzle.key}:source") if puzzle.is_named else tell("puzzle.made")


# ---- hints -------------------------------------------------------------------------------------------------
def list_hints(puzzle: Puzzle) -> tuple[str, ...]:
    """Hints in the order in which they are given, each saying a little more; none gives the whole answer away."""
    return _HINTS[puzzle.goal](puzzle)


def _hint_layout(puzzle: Puzzle) -> tuple[str, ...]:
    best, deal = find_best(puzzle.cards, puzzle.deal), puzzle.deal
    if best.declares:
        told = [tell("puzzle.hint:declares")]
    elif best.points is None:
        told = [tell("puzzle.hint:scores", n=best.score)]
    else:
        told = [tell("puzzle.hint:costs", n=best.points)]
    solution = solve_layout(puzzle)
    melds = [group for group in score_arrangement(solution, deal).groups if len(group.cards) > 1]
    known = [tuple(sorted(group)) for group in puzzle.groups]
    needed = [group for group in find_hints(puzzle, solution) if tuple(sorted(group)) not in known]
    fresh = [group.cards for group in melds if tuple(sorted(group.cards)) not in known]
    shown = [*needed, *(cards for cards in fresh if cards not in needed)][: max(1, len(fresh) - 1)]
    judged = {group.cards: group for group in melds}
    return (*told, *(tell_cited("puzzle.hint:group", explain_group(judged[cards], deal)) for cards in shown))


def _hint_refused(puzzle: Puzzle) -> tuple[str, ...]:
    laid = score_arrangement(puzzle.groups, puzzle.deal)
    told = [explain(reason, puzzle.rulebook).text for reason in laid.reasons[:1]]
    return (*told, *_hint_layout(puzzle)[1:])


def _hint_move(puzzle: Puzzle) -> tuple[str, ...]:
    laid = score_arrangement(puzzle.groups, puzzle.deal)
    told = [explain(reason, puzzle.rulebook).text for reason in laid.reasons[:1]]
    known = [tuple(sorted(group)) for group in solve_layout(puzzle)]
    changed = [group for group in puzzle.groups if tuple(sorted(group)) not in known]
    return (*told, tell("puzzle.hint:between", groups=Items(tuple(changed))))


def _hint_second(puzzle: Puzzle) -> tuple[str, ...]:
    deal, solution = puzzle.deal, solve_layout(puzzle)
    known = [tuple(sorted(group)) for group in puzzle.groups]
    judged = score_arrangement(solution, deal).groups
    kept = [group for group in judged if len(group.cards) > 1 and tuple(sorted(group.cards)) in known]
    fresh = [group for group in judged if len(group.cards) > 1 and tuple(sorted(group.cards)) not in known]
    told = [tell("puzzle.hint:keep", groups=Items(tuple(group.cards for group in kept)))] if kept else []
    return (*told, *(tell_cited("puzzle.hint:group", explain_group(group, deal)) for group in fresh[:1]))


def _hint_throw(puzzle: Puzzle) -> tuple[str, ...]:
    best = list_discards(puzzle)[0]
    far = tell("puzzle.hint:throw-far", n=best.distance)
    return far, tell("puzzle.hint:throw-outs", n=best.outs)


def _hint_take(puzzle: Puzzle) -> tuple[str, ...]:
    advice = advise_at(puzzle, ("distance",))
    assert advice.pick is not None  # an open card lies there
    told = say_distance(advice.distance, puzzle.deal, len(puzzle.cards))
    far = advice.pick.distance
    return (told,) if far is None else (told, tell("puzzle.hint:take-far", card=puzzle.open, n=far))


def _hint_allow(puzzle: Puzzle) -> tuple[str, ...]:
    told = [tell("puzzle.hint:allow", n=len(solve_choice(puzzle)))]
    for group in puzzle.groups:
        kinds = {str(_kind(group, puzzle, key)) for key in puzzle.choices}
        if len(kinds) > 1:
            return (*told, tell("puzzle.hint:allow-group", cards=group))
    return (*told, tell("puzzle.hint:allow-needs"))


def _kind(group: Sequence, puzzle: Puzzle, key: str) -> object:
    readings = read_group(tuple(group), table_of(puzzle, key))
    return readings[0].kind if readings else None


def _hint_sum(puzzle: Puzzle) -> tuple[str, ...]:
    return tell("puzzle.hint:sum", n=sum(seat.net for seat in puzzle.seats)), tell("puzzle.hint:sum-stay")


def _hint_surplus(puzzle: Puzzle) -> tuple[str, ...]:
    pack = puzzle.rulebook.table.pack_for(puzzle.players)
    return tell("puzzle.hint:surplus", n=pack.decks), tell("puzzle.hint:surplus-many", n=len(count_surplus(puzzle)))


_HINTS: dict[Goal, Callable[[Puzzle], tuple[str, ...]]] = {
    Goal.GROUP: _hint_layout,
    Goal.REPAIR: _hint_refused,
    Goal.ONE_MOVE: _hint_move,
    Goal.SECOND: _hint_second,
    Goal.THROW: _hint_throw,
    Goal.TAKE: _hint_take,
    Goal.ALLOW: _hint_allow,
    Goal.SUM: _hint_sum,
    Goal.SURPLUS: _hint_surplus,
}


# ---- why ---------------------------------------------------------------------------------------------------
def explain_puzzle(puzzle: Puzzle) -> tuple[str, ...]:
    """Why the answer is right, sentence by sentence; a puzzle with a story says its point first."""
    told = [tell(f"puzzle.{puzzle.key}:why")] if puzzle.is_named else []
    if puzzle.goal in ON_TABLE:
        return (*told, *_why_layout(puzzle))
    return (*told, *_WHYS[puzzle.goal](puzzle))


def _why_layout(puzzle: Puzzle) -> tuple[str, ...]:
    deal, solution = puzzle.deal, solve_layout(puzzle)
    told: list[str] = [] if puzzle.is_named or puzzle.is_laid else _compare_greedy(puzzle)
    judged = score_arrangement(solution, deal).groups
    told += [explain_group(group, deal) for group in judged if _is_worth_telling(group, puzzle)]
    result = analyse(Hand.of_groups(solution), puzzle.rulebook, puzzle.turned, puzzle.players)
    account = explain_points(result)
    # who declares loses nothing: what the cards would have cost says nothing then
    return (*map(as_sentence, told), *(account[-1:] if result.laid.declares else account))


def _is_worth_telling(group: Group, puzzle: Puzzle) -> bool:
    """Whether a group of the solution is new to the one who sees the puzzle."""
    known = [tuple(sorted(one)) for one in puzzle.groups]
    return len(group.cards) > 1 and tuple(sorted(group.cards)) not in known


def _compare_greedy(puzzle: Puzzle) -> list[str]:
    """What the obvious grouping costs, and what the best one does."""
    greedy = score_arrangement(group_greedily(puzzle.cards, puzzle.deal), puzzle.deal)
    best = find_best(puzzle.cards, puzzle.deal)
    if greedy.points is None or best.points is None:
        return [tell("puzzle.greedy:score", n=greedy.score, best=best.score)]
    if best.declares:
        return [tell("puzzle.greedy:declares", n=greedy.points)]
    return [tell("puzzle.greedy", n=greedy.points, best=best.points)]


def _why_throw(puzzle: Puzzle) -> tuple[str, ...]:
    return explain_discards(advise_at(puzzle, ("discards",)))


def _why_take(puzzle: Puzzle) -> tuple[str, ...]:
    advice = advise_at(puzzle, ("distance",))
    assert advice.pick is not None  # an open card lies there
    return say_verdict(advice.pick), *explain_pick(advice.pick, advice)


def _why_allow(puzzle: Puzzle) -> tuple[str, ...]:
    right, told = solve_choice(puzzle), list[str]()
    for key in puzzle.choices:
        book, laid = get_rulebook(key), score_arrangement(puzzle.groups, table_of(puzzle, key))
        if key in right:
            told.append(tell("puzzle.allow:yes", name=book))
            continue
        wrong = [explain(reason, book) for group in laid.groups for reason in group.reasons]
        reasons = wrong or [explain(reason, book) for reason in laid.reasons]
        told.append(tell_cited("puzzle.allow:no", reasons[0], name=book))
    return tuple(told)


def _why_sum(puzzle: Puzzle) -> tuple[str, ...]:
    totals, told = right_totals(puzzle), []
    for at, seat in enumerate(puzzle.seats):
        if not seat.dropped:
            told.append(tell("puzzle.sum:worth", player=at + 1, n=value_of(puzzle, at)))
        if totals[at] != seat.net:
            told.append(tell("puzzle.sum:wrong-total", player=at + 1, printed=seat.net, n=totals[at]))
    return tuple(told)


def _why_surplus(puzzle: Puzzle) -> tuple[str, ...]:
    surplus = sorted(count_surplus(puzzle).items(), key=lambda item: item[1][1] - item[1][0])
    return tuple(tell("puzzle.surplus:card", card=card, n=count, there=there) for card, (count, there) in surplus[:4])


_WHYS: dict[Goal, Callable[[Puzzle], tuple[str, ...]]] = {
    Goal.THROW: _why_throw,
    Goal.TAKE: _why_take,
    Goal.ALLOW: _why_allow,
    Goal.SUM: _why_sum,
    Goal.SURPLUS: _why_surplus,
}
