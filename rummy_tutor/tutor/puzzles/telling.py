"""A puzzle in words: what it asks, hints step by step, and why its answer is right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from ...game.cards import Hand, without
from ...game.messages import Items, key_of, tell_later
from ...game.records import Group
from ...game.rules import Measure
from ...referee.scoring import score_arrangement
from ...rulebooks import get_rulebook
from ...solver.best import find_best
from ...study.advice import Discard, advise
from ...study.analysis import analyse
from ...wording.advice_text import explain_pick, list_cards, percent, say_distance, say_verdict
from ...wording.explain import explain, explain_group, explain_points
from ...wording.phrases import as_sentence, tell_cited
from ...wording.speech import say, tell
from ..turns.hands import name_missing_of
from .difficulty import find_hints
from .greedy import Groups, group_greedily
from .judging import (
    advise_at,
    allows,
    compare_throws,
    count_surplus,
    list_discards,
    rank_discard,
    right_totals,
    solve_choice,
    solve_layout,
    table_of,
    value_of,
)
from .puzzle import ON_TABLE, Goal, Puzzle


def tell_title(puzzle: Puzzle) -> str:
    """What a puzzle is called: by its story, or by its goal."""
    return tell(key_of("puzzle.", puzzle.key if puzzle.is_named else puzzle.goal))


def tell_question(puzzle: Puzzle) -> str:
    """What a puzzle asks, and of groups that are refused, why they are; one with a story tells that instead."""
    if puzzle.is_named:
        return tell(key_of("puzzle.", puzzle.key, "story"))
    variant = "ask-score" if puzzle.rulebook.scoring.measure is not Measure.PENALTY else "ask"
    if puzzle.goal not in (Goal.GROUP, Goal.SECOND):
        variant = "ask"
    refused = name_missing_of(puzzle.groups, puzzle.deal) if puzzle.goal in (Goal.ONE_MOVE, Goal.REPAIR) else ()
    return " ".join([tell(key_of("puzzle.", puzzle.goal, variant)), *map(say, refused)])


def tell_source(puzzle: Puzzle) -> str:
    """Where a puzzle comes from."""
    return tell(key_of("puzzle.", puzzle.key, "source")) if puzzle.is_named else tell("puzzle.made")


# ---- hints -------------------------------------------------------------------------------------------------
def list_hints(puzzle: Puzzle) -> tuple[str, ...]:
    """Hints in the order in which they are given, each saying a little more; none gives the whole answer away."""
    return _HINTS[puzzle.goal](puzzle)


def _hint_layout(puzzle: Puzzle) -> tuple[str, ...]:
    best, deal = find_best(puzzle.cards, puzzle.deal), puzzle.deal
    if best.declares:
        sentences = [tell("puzzle.hint:declares")]
    elif best.points is None:
        sentences = [tell("puzzle.hint:scores", n=best.score)]
    else:
        sentences = [tell("puzzle.hint:costs", n=best.points)]
    solution = solve_layout(puzzle)
    _, fresh = _part_melds(puzzle, solution)
    new = {group.cards: group for group in fresh}
    needed = [cards for cards in find_hints(puzzle, solution) if cards in new]
    shown = list(dict.fromkeys([*needed, *new]))[: max(1, len(fresh) - 1)]
    return (*sentences, *(tell_cited("puzzle.hint:group", explain_group(new[cards], deal)) for cards in shown))


def _part_melds(puzzle: Puzzle, solution: Groups) -> tuple[list[Group], list[Group]]:
    """The melds of a solution that lie there already, and the others."""
    known = [tuple(sorted(group)) for group in puzzle.groups]
    melds = [group for group in score_arrangement(solution, puzzle.deal).groups if len(group.cards) > 1]
    kept = [group for group in melds if tuple(sorted(group.cards)) in known]
    return kept, [group for group in melds if group not in kept]


def _tell_kept(kept: Sequence[Group]) -> list[str]:
    """That some groups stay as they lie."""
    return [tell("puzzle.hint:keep", groups=Items(tuple(group.cards for group in kept)))] if kept else []


def _tell_refused(puzzle: Puzzle) -> list[str]:
    """Why the hand may not declare as it lies, where the question has not said so."""
    reasons = score_arrangement(puzzle.groups, puzzle.deal).reasons[:1] if puzzle.is_named else ()
    return [explain(reason, puzzle.rulebook).text for reason in reasons]


def _hint_refused(puzzle: Puzzle) -> tuple[str, ...]:
    return (*_tell_refused(puzzle), *_hint_layout(puzzle)[1:])


def _hint_move(puzzle: Puzzle) -> tuple[str, ...]:
    known = [tuple(sorted(group)) for group in solve_layout(puzzle)]
    changed = [group for group in puzzle.groups if tuple(sorted(group)) not in known]
    return (*_tell_refused(puzzle), tell("puzzle.hint:between", groups=Items(tuple(changed))))


def _hint_second(puzzle: Puzzle) -> tuple[str, ...]:
    kept, fresh = _part_melds(puzzle, solve_layout(puzzle))
    shown = [tell_cited("puzzle.hint:group", explain_group(group, puzzle.deal)) for group in fresh[:1]]
    return (*_tell_kept(kept), *shown)


def _hint_throw(puzzle: Puzzle) -> tuple[str, ...]:
    """The groups that stay after the best throw, then three cards one of which is the best to throw."""
    rows = list_discards(puzzle)
    held = without(puzzle.cards, rows[0].card)
    way = advise(Hand(held), puzzle.rulebook, puzzle.turned, puzzle.players, ask=("distance",)).way
    left, kept = Counter(held), []
    for group in way:
        needed = Counter(group.cards)
        if len(group.cards) > 2 and needed <= left:
            left -= needed
            kept.append(group.cards)
    kept_groups = [tell("puzzle.hint:throw-keep", groups=Items(tuple(kept)))] if kept else []
    return (*kept_groups, tell("puzzle.hint:throw-among", cards=list_cards([row.card for row in rows[:3]], "or")))


def _hint_take(puzzle: Puzzle) -> tuple[str, ...]:
    advice = advise_at(puzzle, ("distance",))
    assert advice.pick is not None  # an open card lies there
    sentence = say_distance(advice.distance, puzzle.deal, len(puzzle.cards))
    far, points = advice.pick.distance, advice.pick.points
    taken = () if far is None else (tell("puzzle.hint:take-far", card=puzzle.open, n=far),)
    cheaper = points is not None and advice.pick.reason == "cheaper"
    return (sentence, *taken, *((tell("puzzle.hint:take-cheaper", n=points),) if cheaper else ()))


def _hint_allow(puzzle: Puzzle) -> tuple[str, ...]:
    """How many games allow the hand, then the group that is the reason of a game that does not, if a group is."""
    sentence = tell("puzzle.hint:allow", n=len(solve_choice(puzzle)))
    for key in puzzle.choices:
        group = None if allows(puzzle, key) else _find_cause(puzzle, key)
        if group is not None:
            return sentence, tell("puzzle.hint:allow-group", cards=group.cards)
    return sentence, tell("puzzle.hint:allow-needs")


def _find_cause(puzzle: Puzzle, key: str) -> Group | None:
    """The first group that a game finds wrong; None where it finds each right."""
    laid = score_arrangement(puzzle.groups, table_of(puzzle, key))
    return next((group for group in laid.groups if group.reasons), None)


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
def explain_puzzle(puzzle: Puzzle, tried: Sequence[str] = (), *, is_seen: bool = False) -> tuple[str, ...]:
    """Why the answer is right, sentence by sentence; a puzzle with a story says its point first.

    Args:
        puzzle: the puzzle.
        tried: wrong choices made before; of a throw it is told why each is worse.
        is_seen: whether an answer that is laid out lies beside the text, so that its groups need not be told.
    """
    sentences = [tell(key_of("puzzle.", puzzle.key, "why"))] if puzzle.is_named else []
    if puzzle.goal in ON_TABLE:
        return (*sentences, *_why_layout(puzzle, is_seen=is_seen))
    if puzzle.goal is Goal.THROW:
        return (*sentences, *_why_throw(puzzle, tried))
    return (*sentences, *_WHYS[puzzle.goal](puzzle))


def _why_layout(puzzle: Puzzle, *, is_seen: bool) -> tuple[str, ...]:
    deal, solution = puzzle.deal, solve_layout(puzzle)
    sentences: list[str] = [] if puzzle.is_named or puzzle.is_laid else _compare_greedy(puzzle)
    if not is_seen:
        kept, fresh = _part_melds(puzzle, solution)
        sentences += [*_tell_kept(kept), *(explain_group(group, deal) for group in fresh)]
    result = analyse(Hand.of_groups(solution), puzzle.rulebook, puzzle.turned, puzzle.players)
    account = explain_points(result)
    # who declares loses nothing: what the cards would have cost says nothing then
    return (*map(as_sentence, sentences), *(account[-1:] if result.laid.declares else account))


def _compare_greedy(puzzle: Puzzle) -> list[str]:
    """What the obvious grouping costs, and what the best one does."""
    greedy = score_arrangement(group_greedily(puzzle.cards, puzzle.deal), puzzle.deal)
    best = find_best(puzzle.cards, puzzle.deal)
    if greedy.points is None or best.points is None:
        return [tell("puzzle.greedy:score", n=greedy.score, best=best.score)]
    if best.declares:
        return [tell("puzzle.greedy:declares", n=greedy.points)]
    return [tell("puzzle.greedy", n=greedy.points, best=best.points)]


def _why_throw(puzzle: Puzzle, tried: Sequence[str] = ()) -> tuple[str, ...]:
    """What the best throw leaves, and beside it what another leaves: those tried, or else the next best."""
    rows = list_discards(puzzle)
    best, *_ = rows
    worse = [row for row in rows if rank_discard(row) > rank_discard(best)]
    shown = [row for row in worse if str(row.card) in tried] or worse[:1]
    equal = [row.card for row in rows if rank_discard(row) == rank_discard(best)]
    sentences = [_tell_throw("best" if best.distance else "now", best, best, puzzle)]
    if len(equal) > 1:
        sentences.append(tell("puzzle.throw:equal", cards=list_cards(equal)))
    return (*sentences, *(_tell_throw(compare_throws(row, best), row, best, puzzle) for row in shown))


def _tell_throw(how: str, row: Discard, best: Discard, puzzle: Puzzle) -> str:
    """A throw beside the best one, with the cards that help after it."""
    deal, drawn = puzzle.deal, Counter(dict(row.draws))
    jokers = sum(n for card, n in drawn.items() if deal.is_wild[card.index])
    plain = sorted(card for card in drawn if not deal.is_wild[card.index])
    copies = [tell_later("way.copies", card=card, n=drawn[card]) for card in plain]
    if jokers:
        copies.append(tell_later("puzzle.throw-wild", n=jokers))
    unseen = advise_at(puzzle, ("discards",)).unseen
    values: dict[str, Any] = {
        "card": row.card,
        "far": row.distance,
        "n": row.outs,
        "points": row.points,
        "best": best.points,
    }
    values |= {"all": unseen, "share": percent(row.outs / unseen if unseen else 0.0)}
    return tell(key_of("puzzle.throw-", how), **values, copies=Items(tuple(copies), "comma"))


def _why_take(puzzle: Puzzle) -> tuple[str, ...]:
    advice = advise_at(puzzle, ("distance",))
    assert advice.pick is not None  # an open card lies there
    return say_verdict(advice.pick), *explain_pick(advice.pick, advice)


def _why_allow(puzzle: Puzzle) -> tuple[str, ...]:
    right, sentences = solve_choice(puzzle), list[str]()
    for key in puzzle.choices:
        book = get_rulebook(key)
        if key in right:
            sentences.append(tell("puzzle.allow:yes", name=book))
            continue
        cause = _find_cause(puzzle, key)
        if cause is not None:
            sentences.append(
                tell_cited("puzzle.allow:no-group", explain(cause.reasons[0], book), name=book, cards=cause.cards)
            )
            continue
        reasons = score_arrangement(puzzle.groups, table_of(puzzle, key)).reasons
        sentences.append(tell_cited("puzzle.allow:no", explain(reasons[0], book), name=book))
    return tuple(sentences)


def _why_sum(puzzle: Puzzle) -> tuple[str, ...]:
    totals, sentences = right_totals(puzzle), []
    for at, seat in enumerate(puzzle.seats):
        if not seat.dropped:
            sentences.append(tell("puzzle.sum:worth", player=at + 1, n=value_of(puzzle, at)))
        if totals[at] != seat.net:
            sentences.append(tell("puzzle.sum:wrong-total", player=at + 1, printed=seat.net, n=totals[at]))
    return tuple(sentences)


def _why_surplus(puzzle: Puzzle) -> tuple[str, ...]:
    surplus = sorted(count_surplus(puzzle).items(), key=lambda item: item[1][1] - item[1][0])
    return tuple(tell("puzzle.surplus:card", card=card, n=count, there=there) for card, (count, there) in surplus[:4])


_WHYS: dict[Goal, Callable[[Puzzle], tuple[str, ...]]] = {
    Goal.TAKE: _why_take,
    Goal.ALLOW: _why_allow,
    Goal.SUM: _why_sum,
    Goal.SURPLUS: _why_surplus,
}
