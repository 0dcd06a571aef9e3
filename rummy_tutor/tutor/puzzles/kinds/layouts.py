"""Puzzles that are answered by laying the cards out: the cheapest grouping, a declaring one, another one as good."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from ....game.cards import Card, Hand
from ....game.messages import Items, Message
from ....game.records import Arranged, Best, Group, Optima
from ....game.rules import Kind, Measure, Rulebook
from ....game.table import set_table
from ....referee.scoring import score_arrangement
from ....solver.all_best import find_optima
from ....solver.best import find_best
from ....study.analysis import analyse
from ....wording.explain import explain, explain_group, explain_points
from ....wording.phrases import as_sentence, tell_cited
from ....wording.speech import say, tell
from ...turns.hands import name_missing_of
from ..difficulty import Difficulty, count_overlap, count_wilds, list_melds_of, list_rules
from ..greedy import Groups, group_greedily, plant_full, plant_hand
from ..puzzle import Goal, Puzzle, Verdict, one_move_from, read_groups, same_groups, sort_groups
from .kind import PuzzleKind, as_singles

_LEAST_GAIN = 8  # points by which the best grouping must beat the greedy one
_WORK = 40_000  # steps in which it must be proved that the answer is the only one
_OPTIMA_WORK = 60_000
_MOST_HINTS = 3  # groups; a beginner who must be told as many is told all


class Layout(PuzzleKind):
    """A puzzle that is answered by laying the cards out."""

    def lay_out(self, puzzle: Puzzle) -> Groups:
        """A layout that reaches the goal, every card in it."""
        return find_best(puzzle.cards, puzzle.deal).as_laid()

    def solve(self, puzzle: Puzzle) -> list[list[str]]:
        """A layout that reaches the goal: groups of cards as text, a loose card as a group of one."""
        return [[str(card) for card in group] for group in self.lay_out(puzzle)]

    def judge(self, puzzle: Puzzle, answer: object) -> Verdict:
        """Judge a layout: a list of groups, a loose card as a group of one."""
        groups = read_groups(puzzle, answer)
        laid, best = score_arrangement(groups, puzzle.deal), find_best(puzzle.cards, puzzle.deal)
        is_good = laid.declares if best.declares else laid.score >= best.score
        refusal = self.refuse(puzzle, groups, is_good=is_good)
        if refusal is None and is_good:
            return Verdict(right=True, told=self.praise(laid))
        return Verdict(right=False, told=refusal or self.blame(laid, best))

    def refuse(self, puzzle: Puzzle, groups: Groups, *, is_good: bool) -> Message | None:
        """Why a layout is not what was asked for, whatever it costs; None if it is."""
        return None

    @abstractmethod
    def praise(self, laid: Arranged) -> Message:
        """What is said of a right layout."""

    @abstractmethod
    def blame(self, laid: Arranged, best: Best) -> Message:
        """What is said of a wrong layout."""

    def list_reasons(self, puzzle: Puzzle, tried: Sequence[str] = (), *, is_seen: bool = False) -> tuple[str, ...]:
        """What haste would cost, the groups of the answer, and what they cost."""
        deal, solution = puzzle.deal, self.lay_out(puzzle)
        sentences = [] if puzzle.is_named or puzzle.is_laid else [_compare_greedy(puzzle)]
        if not is_seen:
            kept, fresh = _part_melds(puzzle, solution)
            sentences += [*_tell_kept(kept), *(explain_group(group, deal) for group in fresh)]
        result = analyse(Hand.of_groups(solution), puzzle.rulebook, puzzle.turned, puzzle.players)
        account = explain_points(result)
        # who declares loses nothing: what the cards would have cost says nothing then
        return (*map(as_sentence, sentences), *(account[-1:] if result.laid.declares else account))

    def measure(self, puzzle: Puzzle) -> Difficulty:
        """By how the answer differs from the layout given, or from what a beginner would lay."""
        deal, solution = puzzle.deal, self.lay_out(puzzle)
        melds = list_melds_of(solution, deal)
        start = puzzle.groups if puzzle.is_laid else tuple(group_greedily(puzzle.cards, deal))
        first, best = score_arrangement(start, deal), score_arrangement(solution, deal)
        known = sort_groups(start)
        return Difficulty(
            overlap=count_overlap(puzzle.cards, melds, deal),
            gap=max(0, best.score - first.score),
            changes=sum(tuple(sorted(group)) not in known for group in melds),
            jokers=count_wilds(puzzle.cards, deal),
            rules=len(list_rules(solution, deal)),
            steps=len(find_hints(puzzle, solution)),
        )


class Cheapest(Layout):
    """A grouping that costs least, or declares."""

    def suits(self, rulebook: Rulebook) -> bool:
        """Every game has hands with a best grouping."""
        return True

    def ask(self, puzzle: Puzzle) -> list[str]:
        """For few points, or where points are won, for many."""
        is_cost = puzzle.rulebook.scoring.measure is Measure.PENALTY
        return [say(self.tell_later("ask" if is_cost else "ask-score"))]

    def praise(self, laid: Arranged) -> Message:
        """That it declares, or what it costs."""
        if laid.declares:
            return self.tell_later("declares")
        if laid.points is None:
            return self.tell_later("scores", n=laid.score)
        return self.tell_later("right", n=laid.points)

    def blame(self, laid: Arranged, best: Best) -> Message:
        """That the hand could declare, or what it costs as laid."""
        if best.declares:
            return self.tell_later("can-declare")
        if laid.points is None:
            return self.tell_later("scores-less", n=laid.score)
        return self.tell_later("wrong", n=laid.points)


class Grouping(Cheapest):
    """Lay the cards out so that they cost least, or declare."""

    goal = Goal.GROUP

    def make(self, rulebook: Rulebook, rng: random.Random) -> Puzzle | None:
        """A hand on which greed fails, with one best grouping."""
        cards, turned = plant_hand(rulebook, rulebook.table.nearest(), rng)
        puzzle = self.new_puzzle(rulebook, turned, as_singles(cards))
        deal = puzzle.deal
        greedy, best = score_arrangement(group_greedily(cards, deal), deal), find_best(cards, deal)
        if best.score - greedy.score < _LEAST_GAIN and not (best.declares and not greedy.declares):
            return None
        return puzzle if find_optima(cards, deal, best, limit=2, work=_WORK).unique else None

    def measure(self, puzzle: Puzzle) -> Difficulty:
        """By the number of best groupings, too: the more, the easier."""
        return replace(super().measure(puzzle), optima=max(1, len(_list_optima(puzzle).groupings)))

    def list_hints(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Groups of the answer; before them what the cards cost at best, where that is not nothing."""
        best, groups = find_best(puzzle.cards, puzzle.deal), _hint_groups(puzzle, self.lay_out(puzzle))
        if best.declares:
            return groups
        if best.points is None:
            return tell("puzzle.hint:scores", n=best.score), *groups
        return tell("puzzle.hint:costs", n=best.points), *groups


class Second(Cheapest):
    """Find another grouping that is as good."""

    goal = Goal.SECOND

    def make(self, rulebook: Rulebook, rng: random.Random) -> Puzzle | None:
        """A hand with exactly two best groupings; one of them lies there, and nothing of it can be left out."""
        cards, turned = plant_hand(rulebook, rulebook.table.nearest(), rng)
        deal = set_table(rulebook, turned, rulebook.table.nearest())
        optima = find_optima(cards, deal, limit=3, work=_WORK)
        if optima.flat or not optima.complete or len(optima.groupings) != 2:
            return None
        first, second = (best.as_laid() for best in optima.groupings)
        puzzle = self.new_puzzle(rulebook, turned, first)
        return puzzle if puzzle.is_laid and _has_new_meld(puzzle, second) and _is_worth_laying(puzzle) else None

    def lay_out(self, puzzle: Puzzle) -> Groups:
        """The other one of the best groupings."""
        layouts = [best.as_laid() for best in _list_optima(puzzle).groupings]
        return next(laid for laid in layouts if not same_groups(puzzle.groups, laid))

    def refuse(self, puzzle: Puzzle, groups: Groups, *, is_good: bool) -> Message | None:
        """A layout without a new meld is no other grouping."""
        return None if _has_new_meld(puzzle, groups) else self.tell_later("same")

    def list_hints(self, puzzle: Puzzle) -> tuple[str, ...]:
        """The groups that stay, then one that is new."""
        kept, fresh = _part_melds(puzzle, self.lay_out(puzzle))
        return (*_tell_kept(kept), *_tell_groups(puzzle, fresh[:1]))


class Declaring(Layout):
    """Lay a refused hand out so that it declares."""

    def ask(self, puzzle: Puzzle) -> list[str]:
        """The question, and why the groups that lie there are refused."""
        return [*super().ask(puzzle), *map(say, name_missing_of(puzzle.groups, puzzle.deal))]

    def praise(self, laid: Arranged) -> Message:
        """That it declares."""
        return self.tell_later("right")

    def blame(self, laid: Arranged, best: Best) -> Message:
        """That it does not declare."""
        return self.tell_later("wrong")

    def list_hints(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Why the hand may not declare as it lies, where the question has not said so; then what helps."""
        reasons = score_arrangement(puzzle.groups, puzzle.deal).reasons[:1] if puzzle.is_named else ()
        return (*(explain(reason, puzzle.rulebook).text for reason in reasons), *self.list_helps(puzzle))

    @abstractmethod
    def list_helps(self, puzzle: Puzzle) -> tuple[str, ...]:
        """What helps to lay it out."""


class Repair(Declaring):
    """Lay a refused hand out so that it declares."""

    goal = Goal.REPAIR

    def make(self, rulebook: Rulebook, rng: random.Random) -> Puzzle | None:
        """A refused hand that takes more than one move and declares in one way alone."""
        full = plant_full(rulebook, rulebook.table.nearest(), rng)
        if full is None:
            return None
        groups, deal = [list(group) for group in full[0]], full[1]
        for _ in range(rng.choice((2, 3))):
            here, there = rng.sample(range(len(groups)), 2)
            at, to = rng.randrange(len(groups[here])), rng.randrange(len(groups[there]))
            groups[here][at], groups[there][to] = groups[there][to], groups[here][at]
        puzzle = self.new_puzzle(rulebook, deal.turned, tuple(map(tuple, groups)))
        laid = score_arrangement(puzzle.groups, deal)
        melded = sum(not group.reasons for group in laid.groups)
        if laid.declares or not melded or any(True for _ in list_one_moves(puzzle)):
            return None
        return puzzle if find_optima(puzzle.cards, deal, limit=2, work=_WORK).unique else None

    def list_helps(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Groups of the answer."""
        return _hint_groups(puzzle, self.lay_out(puzzle))


class OneMove(Declaring):
    """Move one card so that the hand declares."""

    goal = Goal.ONE_MOVE

    def make(self, rulebook: Rulebook, rng: random.Random) -> Puzzle | None:
        """A declaring hand with one card in a wrong place, which one move alone puts right."""
        full = plant_full(rulebook, rulebook.table.nearest(), rng)
        if full is None:
            return None
        groups, deal = full
        refused = [layout for layout in one_move_from(groups) if not score_arrangement(layout, deal).declares]
        whole = [layout for layout in refused if all(len(group) > 1 for group in layout)]
        if not whole:
            return None
        puzzle = self.new_puzzle(rulebook, deal.turned, rng.choice(whole))
        return puzzle if len([*list_one_moves(puzzle)]) == 1 else None

    def lay_out(self, puzzle: Puzzle) -> Groups:
        """The first declaring layout that is one move away."""
        return next(list_one_moves(puzzle))

    def refuse(self, puzzle: Puzzle, groups: Groups, *, is_good: bool) -> Message | None:
        """A declaring layout that took more moves is not what was asked for."""
        is_one = any(same_groups(groups, layout) for layout in one_move_from(puzzle.groups))
        return self.tell_later("more") if is_good and not is_one else None

    def list_helps(self, puzzle: Puzzle) -> tuple[str, ...]:
        """The groups between which the card moves."""
        known = sort_groups(self.lay_out(puzzle))
        changed = [group for group in puzzle.groups if tuple(sorted(group)) not in known]
        return (tell("puzzle.hint:between", groups=Items(tuple(changed))),)

    def measure(self, puzzle: Puzzle) -> Difficulty:
        """Easier than another layout: all but one card lies where it belongs, and its points are not asked for."""
        whole = super().measure(puzzle)
        return replace(whole, overlap=whole.overlap // 3, gap=0, steps=0)


def list_one_moves(puzzle: Puzzle) -> Iterator[Groups]:
    """The declaring layouts that are one moved card away."""
    return (laid for laid in one_move_from(puzzle.groups) if score_arrangement(laid, puzzle.deal).declares)


def find_hints(puzzle: Puzzle, solution: Groups) -> tuple[tuple[Card, ...], ...]:
    """The fewest groups of the solution with which the greedy grouping of the other cards is as good as the solution.

    Who groups as a beginner does finds the rest without help. All groups, if no fewer do.
    """
    deal = puzzle.deal
    wanted = score_arrangement(solution, deal)
    melds = list_melds_of(solution, deal)
    for count in range(min(len(melds), _MOST_HINTS)):
        for chosen in combinations(melds, count):
            rest = Counter(puzzle.cards)
            for group in chosen:
                rest.subtract(group)
            laid = score_arrangement([*chosen, *group_greedily(sorted(rest.elements()), deal)], deal)
            if laid.declares if wanted.declares else laid.score >= wanted.score:
                return chosen
    return tuple(melds)


def _list_optima(puzzle: Puzzle) -> Optima:
    """The best groupings of the hand, three at most."""
    return find_optima(puzzle.cards, puzzle.deal, limit=3, work=_OPTIMA_WORK)


def _has_new_meld(puzzle: Puzzle, groups: Groups) -> bool:
    """Whether a layout has a meld that is no part of one that lay there at first.

    Groups that were only taken apart, made shorter or laid elsewhere make no other grouping.
    """
    first = [Counter(meld) for meld in _list_laid_melds(puzzle, puzzle.groups)]
    return not all(any(Counter(meld) <= other for other in first) for meld in _list_laid_melds(puzzle, groups))


def _list_laid_melds(puzzle: Puzzle, groups: Groups) -> list[tuple[Card, ...]]:
    """The groups of a layout that are melds."""
    dead = (Kind.INVALID, Kind.LOOSE)
    return [group.cards for group in score_arrangement(groups, puzzle.deal).groups if group.kind not in dead]


def _is_worth_laying(puzzle: Puzzle) -> bool:
    """Whether each meld that lies there is needed: not so where points are flat, as any three pure sequences cost."""
    deal = puzzle.deal
    laid = score_arrangement(puzzle.groups, deal)
    if laid.declares:
        return True
    for at, group in enumerate(puzzle.groups):
        apart = (*puzzle.groups[:at], *as_singles(group), *puzzle.groups[at + 1 :])
        if len(group) > 1 and score_arrangement(apart, deal).score >= laid.score:
            return False
    return True


def _part_melds(puzzle: Puzzle, solution: Groups) -> tuple[list[Group], list[Group]]:
    """The melds of a solution that lie there already, and the others."""
    known = sort_groups(puzzle.groups)
    melds = [group for group in score_arrangement(solution, puzzle.deal).groups if len(group.cards) > 1]
    kept = [group for group in melds if tuple(sorted(group.cards)) in known]
    return kept, [group for group in melds if group not in kept]


def _hint_groups(puzzle: Puzzle, solution: Groups) -> tuple[str, ...]:
    """Groups of the answer that do not lie there, first those without which a beginner does not find the rest."""
    _, fresh = _part_melds(puzzle, solution)
    new = {group.cards: group for group in fresh}
    needed = [cards for cards in find_hints(puzzle, solution) if cards in new]
    shown = [*dict.fromkeys([*needed, *new])][: max(1, len(fresh) - 1)]
    return _tell_groups(puzzle, [new[cards] for cards in shown])


def _tell_groups(puzzle: Puzzle, groups: Sequence[Group]) -> tuple[str, ...]:
    """Groups of the answer, one a sentence."""
    return tuple(tell_cited("puzzle.hint:group", explain_group(group, puzzle.deal)) for group in groups)


def _tell_kept(kept: Sequence[Group]) -> list[str]:
    """That some groups stay as they lie."""
    return [tell("puzzle.hint:keep", groups=Items(tuple(group.cards for group in kept)))] if kept else []


def _compare_greedy(puzzle: Puzzle) -> str:
    """What the obvious grouping costs, and what the best one does."""
    greedy = score_arrangement(group_greedily(puzzle.cards, puzzle.deal), puzzle.deal)
    best = find_best(puzzle.cards, puzzle.deal)
    if greedy.points is None or best.points is None:
        return tell("puzzle.greedy:score", n=greedy.score, best=best.score)
    if best.declares:
        return tell("puzzle.greedy:declares", n=greedy.points)
    return tell("puzzle.greedy", n=greedy.points, best=best.points)
