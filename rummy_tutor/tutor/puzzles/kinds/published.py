"""Puzzles about published tables that have a slip: a wrong total, a card that is dealt too often; none are made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ....game.cards import Card, Hand
from ....referee.value_cards import count_bonus
from ....wording.speech import tell
from ..difficulty import Difficulty
from ..puzzle import Goal, Puzzle
from .kind import Choice

_MOST_TOLD = 4  # cards


class Published(Choice):
    """A slip in a published table."""

    is_made = False
    is_checked = False


class Sum(Published):
    """Find the player whose printed total is wrong."""

    goal = Goal.SUM

    def choose(self, puzzle: Puzzle) -> tuple[str, ...]:
        """The first player whose total is wrong."""
        return tuple(choice for choice in puzzle.choices if self.is_right(puzzle, choice))[:1]

    def is_right(self, puzzle: Puzzle, choice: str) -> bool:
        """Whether a player's printed total is wrong."""
        at = int(choice) - 1
        return _right_totals(puzzle)[at] != puzzle.seats[at].net

    def list_hints(self, puzzle: Puzzle) -> tuple[str, ...]:
        """What the totals add up to, and who pays for value cards."""
        return tell("puzzle.hint:sum", n=sum(seat.net for seat in puzzle.seats)), tell("puzzle.hint:sum-stay")

    def list_reasons(self, puzzle: Puzzle, tried: Sequence[str] = (), *, is_seen: bool = False) -> list[str]:
        """What each player's value cards earn, and the right total beside a wrong one."""
        totals, sentences = _right_totals(puzzle), []
        for at, seat in enumerate(puzzle.seats):
            if not seat.dropped:
                sentences.append(tell("puzzle.sum:worth", player=at + 1, n=_value_of(puzzle, at)))
            if totals[at] != seat.net:
                sentences.append(tell("puzzle.sum:wrong-total", player=at + 1, printed=seat.net, n=totals[at]))
        return sentences

    def measure(self, puzzle: Puzzle) -> Difficulty:
        """By the number of players, and by whether some dropped."""
        return Difficulty(rules=len(puzzle.seats) // 2, close=2, trap=any(seat.dropped for seat in puzzle.seats))


class Surplus(Published):
    """Find a card that turns up more often than the pack allows."""

    goal = Goal.SURPLUS
    offers_cards = True

    def choose(self, puzzle: Puzzle) -> tuple[str, ...]:
        """The card that turns up too often by most."""
        surplus = _count_surplus(puzzle)
        return (str(max(surplus, key=lambda card: surplus[card][0] - surplus[card][1])),)

    def is_right(self, puzzle: Puzzle, choice: str) -> bool:
        """Whether a card turns up too often."""
        return Card.parse(choice) in _count_surplus(puzzle)

    def list_hints(self, puzzle: Puzzle) -> tuple[str, ...]:
        """How many decks there are, and how many cards turn up too often."""
        decks = puzzle.rulebook.table.pack_for(puzzle.players).decks
        return tell("puzzle.hint:surplus", n=decks), tell("puzzle.hint:surplus-many", n=len(_count_surplus(puzzle)))

    def list_reasons(self, puzzle: Puzzle, tried: Sequence[str] = (), *, is_seen: bool = False) -> list[str]:
        """Of the cards that turn up too often how often they do and how often they may."""
        surplus = sorted(_count_surplus(puzzle).items(), key=lambda item: item[1][1] - item[1][0])[:_MOST_TOLD]
        return [tell("puzzle.surplus:card", card=card, n=count, there=there) for card, (count, there) in surplus]

    def measure(self, puzzle: Puzzle) -> Difficulty:
        """Hard, the easier the more cards there are to find."""
        return Difficulty(close=3, rules=5, optima=min(3, len(_count_surplus(puzzle))))


def _count_surplus(puzzle: Puzzle) -> dict[Card, tuple[int, int]]:
    """Cards that the hands of the table hold more often than the pack: how often they do, how often they may."""
    held = Counter(card for seat in puzzle.seats for card in Hand.parse(seat.cards).cards)
    pack = puzzle.rulebook.table.pack_for(puzzle.players)
    there = {card: pack.copies(card) - (card == puzzle.turned) for card in held}
    return {card: (count, there[card]) for card, count in sorted(held.items()) if count > there[card]}


def _value_of(puzzle: Puzzle, seat: int) -> int:
    """What a player's value cards earn them from each opponent who stays in."""
    text = puzzle.seats[seat].cards
    return (count_bonus(Hand.parse(text).cards, puzzle.deal) or 0) if text else 0


def _right_totals(puzzle: Puzzle) -> list[int]:
    """What each player should have won in all: value cards are paid among those who stay in."""
    staying = [at for at, seat in enumerate(puzzle.seats) if not seat.dropped]
    worth = {at: _value_of(puzzle, at) for at in staying}
    return [
        seat.won + (len(staying) * worth[at] - sum(worth.values()) if at in worth else 0)
        for at, seat in enumerate(puzzle.seats)
    ]
