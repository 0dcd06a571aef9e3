"""A puzzle about several games: which of them let the hand declare as it lies."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from ....game.records import Arranged, Group
from ....game.rules import Measure, Rulebook
from ....game.table import set_table
from ....referee.scoring import score_arrangement
from ....rulebooks import RULEBOOKS, get_rulebook
from ....wording.explain import explain
from ....wording.phrases import tell_cited
from ....wording.speech import tell
from ..difficulty import Difficulty, count_wilds, list_rules
from ..greedy import plant_full
from ..puzzle import Goal, Puzzle, Verdict, one_move_from, read_choices
from .kind import Choice, declares_with_melds


class Allow(Choice):
    """Say which games let the hand declare as it lies."""

    goal = Goal.ALLOW
    several = True

    def suits(self, rulebook: Rulebook) -> bool:
        """Whether there is another game that deals as many cards."""
        return declares_with_melds(rulebook) and len(_list_rivals(rulebook)) > 1

    def make(self, rulebook: Rulebook, rng: random.Random) -> Puzzle | None:
        """A hand laid out that declares in some of the games that deal as many cards, and not in all."""
        full = plant_full(rulebook, rulebook.table.nearest(), rng)
        if full is None:
            return None
        laid, deal = full
        if rng.random() < 0.4:
            whole = [layout for layout in one_move_from(laid) if all(len(group) > 1 for group in layout)]
            laid = rng.choice(whole or [laid])
        puzzle = replace(self.new_puzzle(rulebook, deal.turned, laid), choices=_list_rivals(rulebook))
        return puzzle if 0 < len(self.choose(puzzle)) < len(puzzle.choices) else None

    def choose(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Every game that lets the hand declare."""
        return tuple(key for key in puzzle.choices if _lay_in(puzzle, key).declares)

    def judge(self, puzzle: Puzzle, answer: object) -> Verdict:
        """Judge a list of games: all that let the hand declare, and no other."""
        chosen, right = {*read_choices(puzzle, answer)}, {*self.choose(puzzle)}
        if chosen == right:
            return Verdict(right=True, told=self.tell_later("right"))
        if chosen <= right:
            return Verdict(right=False, told=self.tell_later("missing", n=len(right - chosen)))
        return Verdict(right=False, told=self.tell_later("too-many", n=len(chosen - right)))

    def list_hints(self, puzzle: Puzzle) -> tuple[str, ...]:
        """How many games allow the hand, then the group that is the reason of a game that does not, if a group is."""
        refusing = [laid for laid in (_lay_in(puzzle, key) for key in puzzle.choices) if not laid.declares]
        causes = [group for group in map(_find_cause, refusing) if group is not None]
        where = tell("puzzle.hint:allow-group", cards=causes[0].cards) if causes else tell("puzzle.hint:allow-needs")
        return tell("puzzle.hint:allow", n=len(puzzle.choices) - len(refusing)), where

    def list_reasons(self, puzzle: Puzzle, tried: Sequence[str] = (), *, is_seen: bool = False) -> list[str]:
        """Of each game whether the hand declares, and the reason where it does not."""
        return [_tell_game(get_rulebook(key), _lay_in(puzzle, key)) for key in puzzle.choices]

    def measure(self, puzzle: Puzzle) -> Difficulty:
        """By the rules that the answer rests on, and how many games there are."""
        laid = [_lay_in(puzzle, key) for key in puzzle.choices]
        reasons = {reason.code for each in laid for group in each.groups for reason in group.reasons}
        return Difficulty(
            jokers=count_wilds(puzzle.cards, puzzle.deal),
            rules=len(list_rules(puzzle.groups, puzzle.deal) | reasons),
            close=len(puzzle.choices) // 2,
        )


def _list_rivals(rulebook: Rulebook) -> tuple[str, ...]:
    """The games that deal as many cards and declare with melds, this one among them."""
    return tuple(
        key for key, book in RULEBOOKS.items() if book.deal == rulebook.deal and book.scoring.measure is Measure.PENALTY
    )


def _lay_in(puzzle: Puzzle, key: str) -> Arranged:
    """The hand as it lies, judged by another game with as many players as it allows."""
    book = get_rulebook(key)
    turned = puzzle.turned if book.wilds.exposed else None
    return score_arrangement(puzzle.groups, set_table(book, turned, book.table.nearest(puzzle.players)))


def _find_cause(laid: Arranged) -> Group | None:
    """The first group that a game finds wrong; None where it finds each right."""
    return next((group for group in laid.groups if group.reasons), None)


def _tell_game(book: Rulebook, laid: Arranged) -> str:
    """Whether the hand declares in a game, and the reason where it does not."""
    if laid.declares:
        return tell("puzzle.allow:yes", name=book)
    cause = _find_cause(laid)
    if cause is None:
        return tell_cited("puzzle.allow:no", explain(laid.reasons[0], book), name=book)
    return tell_cited("puzzle.allow:no-group", explain(cause.reasons[0], book), name=book, cards=cause.cards)
