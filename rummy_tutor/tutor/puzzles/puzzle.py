"""A puzzle as a value: the cards, the goal, and the table at which the engine judges answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ...game.cards import Card, Hand
from ...game.messages import Message, TutorError
from ...game.rules import Rulebook
from ...game.table import Deal, set_table
from .greedy import Groups


class PuzzleError(TutorError):
    """A puzzle that there is not, or an answer that cannot be read."""


class Goal(StrEnum):
    """What a puzzle asks for."""

    GROUP = "group"  # lay the cards out so that they cost least, or declare
    ONE_MOVE = "one-move"  # move one card so that the hand declares
    REPAIR = "repair"  # lay a refused hand out so that it declares
    SECOND = "second"  # find another grouping that is as good
    THROW = "throw"  # choose the card to throw
    TAKE = "take"  # take the open card, or draw from the stock
    ALLOW = "allow"  # say which games let the hand declare as it lies
    SUM = "sum"  # find the player whose printed total is wrong
    SURPLUS = "surplus"  # find a card that turns up more often than the pack allows


@dataclass(frozen=True, kw_only=True)
class Seat:
    """A line of a published table: a player, and what is printed of them.

    Attributes:
        won: points before value cards.
        cards: their value cards, or all their cards in groups.
        dropped: whether they left the round early.
        net: the total printed.
    """

    cards: str
    won: int = 0
    dropped: bool = False
    net: int = 0


@dataclass(frozen=True, kw_only=True)
class Puzzle:
    """A hand with a goal.

    Attributes:
        key: its name, or goal, rulebook and seed; a link holds it.
        goal: what is asked for.
        rulebook: the rules.
        turned: the card turned up.
        players: how many play.
        groups: the cards as they lie at first, a loose card as a group of one.
        open: the card that lies open, if the question is about one.
        choices: the answers to choose from; empty where the cards are laid out.
        seats: the lines of a published table, if the question is about one.
        is_named: whether it is one of the puzzles with a story of their own.
    """

    key: str
    goal: Goal
    rulebook: Rulebook
    turned: Card | None = None
    players: int = 4
    groups: Groups = ()
    open: Card | None = None
    choices: tuple[str, ...] = ()
    seats: tuple[Seat, ...] = ()
    is_named: bool = False

    @property
    def deal(self) -> Deal:
        """The rulebook at the puzzle's table."""
        return set_table(self.rulebook, self.turned, self.players)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the hand."""
        return tuple(card for group in self.groups for card in group)

    @property
    def hand(self) -> Hand:
        """The hand as it lies at first."""
        return Hand.of_groups(self.groups) if self.is_laid else Hand(self.cards)

    @property
    def is_laid(self) -> bool:
        """Whether cards lie in groups at first."""
        return any(len(group) > 1 for group in self.groups)


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What an answer is worth.

    Attributes:
        right: whether it reaches the goal.
        told: what is said of it, without giving the answer away.
    """

    right: bool
    told: Message


def same_groups(a: Groups, b: Groups) -> bool:
    """Whether two layouts hold the same groups, in whatever order."""
    return sort_groups(a) == sort_groups(b)


def sort_groups(groups: Groups) -> list[tuple[Card, ...]]:
    """A layout in one form, whatever order its groups and cards have."""
    return sorted(tuple(sorted(group)) for group in groups if group)


def one_move_from(groups: Groups) -> list[Groups]:
    """Every layout that is one moved card away: into another group, or out of its group."""
    layouts: list[Groups] = []
    seen = [sort_groups(groups)]
    for at, group in enumerate(groups):
        for place, card in enumerate(group):
            rest = group[:place] + group[place + 1 :]
            others = [there for other, there in enumerate(groups) if other != at]
            kept = [rest] if rest else []
            targets = [[*others[:to], (*others[to], card), *others[to + 1 :]] for to in range(len(others))]
            for laid in (*targets, [*others, (card,)]):
                whole = (*kept, *laid)
                if (shape := sort_groups(whole)) not in seen:
                    seen.append(shape)
                    layouts.append(whole)
    return layouts


def read_groups(puzzle: Puzzle, answer: object) -> Groups:
    """An answer as groups of exactly the puzzle's cards.

    Raises:
        PuzzleError: it is no list of groups, or not of these cards.
    """
    if not isinstance(answer, list | tuple) or not all(isinstance(group, list | tuple) for group in answer):
        raise PuzzleError("bad-answer:layout")
    try:
        groups = tuple(tuple(Card.parse(str(card)) for card in group) for group in answer if group)
    except ValueError:
        raise PuzzleError("bad-answer:layout") from None
    if Counter(card for group in groups for card in group) != Counter(puzzle.cards):
        raise PuzzleError("bad-answer:layout")
    return groups


def read_choices(puzzle: Puzzle, answer: object) -> tuple[str, ...]:
    """An answer as some of the puzzle's choices, in their order; one alone may come by itself.

    Raises:
        PuzzleError: it names something else.
    """
    chosen: Sequence[object] = answer if isinstance(answer, list | tuple) else [answer]
    if not all(isinstance(choice, str) and choice in puzzle.choices for choice in chosen):
        raise PuzzleError("bad-answer:choices")
    return tuple(choice for choice in puzzle.choices if choice in chosen)
