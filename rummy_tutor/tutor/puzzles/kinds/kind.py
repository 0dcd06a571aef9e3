"""What a kind of puzzle knows of its puzzles: how they are made, answered, hinted at, explained and measured."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence

from ....game.cards import Card
from ....game.messages import Message, key_of, tell_later
from ....game.rules import Measure, Rulebook
from ....wording.speech import say
from ..difficulty import Difficulty
from ..greedy import Groups
from ..puzzle import Goal, Puzzle, Verdict, read_choices

_LARGE = 21  # cards; of larger hands few puzzles are made, and only to lay out


class PuzzleKind(ABC):
    """A kind of puzzle.

    Attributes:
        goal: what its puzzles ask for.
        is_made: whether puzzles of this kind are made from seeds.
        several: whether several choices may be right.
        offers_cards: whether the choices are cards.
        is_checked: whether an answer is judged when asked for, not as soon as it is chosen.
    """

    goal: Goal
    is_made = True
    several = False
    offers_cards = False
    is_checked = True

    def suits(self, rulebook: Rulebook) -> bool:
        """Whether a game can have such puzzles."""
        return declares_with_melds(rulebook) and rulebook.deal <= _LARGE

    def make(self, rulebook: Rulebook, rng: random.Random) -> Puzzle | None:
        """A puzzle of chance, verified; None if this hand gives none."""
        raise NotImplementedError(self.goal)

    @abstractmethod
    def solve(self, puzzle: Puzzle) -> object:
        """A right answer, as plain JSON values."""

    @abstractmethod
    def judge(self, puzzle: Puzzle, answer: object) -> Verdict:
        """Judge an answer; whatever is as good as the engine's own is right.

        Raises:
            PuzzleError: ``bad-answer``: it is no answer to this puzzle.
        """

    def ask(self, puzzle: Puzzle) -> list[str]:
        """What a puzzle without a story asks, in sentences."""
        return [say(self.tell_later("ask"))]

    @abstractmethod
    def list_hints(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Hints in the order in which they are given, each saying a little more; none gives the answer away."""

    @abstractmethod
    def list_reasons(self, puzzle: Puzzle, tried: Sequence[str] = (), *, is_seen: bool = False) -> Sequence[str]:
        """Why the answer is right, sentence by sentence.

        Args:
            puzzle: the puzzle.
            tried: wrong choices made before; of a throw it is told why each is worse.
            is_seen: whether an answer that is laid out lies beside the text, so that its groups need not be told.
        """

    @abstractmethod
    def measure(self, puzzle: Puzzle) -> Difficulty:
        """How hard a puzzle is; the same puzzle measures the same everywhere."""

    def new_puzzle(self, rulebook: Rulebook, turned: Card | None, groups: Groups) -> Puzzle:
        """A puzzle of this kind that has no key yet."""
        players = rulebook.table.nearest()
        return Puzzle(key="", goal=self.goal, rulebook=rulebook, turned=turned, players=players, groups=groups)

    def tell_later(self, variant: str, **values: object) -> Message:
        """One of the sentences of this kind."""
        return tell_later(key_of("puzzle.", self.goal, variant), **values)


class Choice(PuzzleKind):
    """A puzzle that is answered by choosing."""

    def solve(self, puzzle: Puzzle) -> list[str]:
        """The right choices: one, or where several games may allow a hand, all of them."""
        return [*self.choose(puzzle)]

    @abstractmethod
    def choose(self, puzzle: Puzzle) -> tuple[str, ...]:
        """The right choices."""

    def is_right(self, puzzle: Puzzle, choice: str) -> bool:
        """Whether one choice is as good as the engine's."""
        return (choice,) == self.choose(puzzle)

    def judge(self, puzzle: Puzzle, answer: object) -> Verdict:
        """Judge a choice; it may come by itself or in a list."""
        chosen = read_choices(puzzle, answer)
        if len(chosen) != 1:
            return Verdict(right=False, told=self.tell_later("wrong"))
        if self.is_right(puzzle, chosen[0]):
            return Verdict(right=True, told=self.tell_later("right"))
        return Verdict(right=False, told=self.blame(puzzle, chosen[0]))

    def blame(self, puzzle: Puzzle, choice: str) -> Message:
        """What is said of a wrong choice, without giving the right one away."""
        return self.tell_later("wrong")


def declares_with_melds(rulebook: Rulebook) -> bool:
    """Whether a hand of a game declares, and needs certain melds for it."""
    return rulebook.scoring.measure is Measure.PENALTY and any(way.needs for way in rulebook.objectives)


def as_singles(cards: tuple[Card, ...]) -> Groups:
    """Cards as they lie before anything is grouped."""
    return tuple((card,) for card in cards)
