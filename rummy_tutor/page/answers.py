"""The best groupings of the hand on a table, the nearest first, and how the page speaks of them."""

from __future__ import annotations

from collections.abc import Sequence

from ..game.cards import Card, Hand
from ..game.records import Best
from ..solver.all_best import find_optima
from ..study.analysis import Analysis
from ..wording.speech import tell
from .state import Layout

_LIMIT = 20  # groupings looked for; where there are more, "at least 20" is said
_WORK = 10_000  # steps, a tenth of a second at most; the answer to a click must not wait longer


class Answers:
    """The best groupings of some cards, one of them shown.

    Those that throw the best card come first, of these the one with the fewest cards to move. The order stays while
    the learner moves cards, so that what is shown never changes by itself.

    Args:
        result: the verdict on the cards.
        layout: how they lie.
        seen: cards that are out of play.

    Attributes:
        groupings: the groupings known, at least one.
        optima: whether these are all.
        at: which of them is shown.
    """

    def __init__(self, result: Analysis, layout: Layout, seen: Sequence[Card] = ()) -> None:
        best = result.find_best_beside(seen) if seen else result.best
        self.optima = find_optima(result.hand.cards, result.deal, best, _LIMIT, _WORK)
        groupings = self.optima.groupings
        if len(groupings) > 1:  # sorting leaves ties as they were
            groupings = tuple(
                sorted(
                    groupings,
                    key=lambda each: (each.discard != best.discard, len(layout.moves_to(lay_answer(layout, each)))),
                )
            )
        self.groupings: tuple[Best, ...] = groupings
        self.at = 0

    @property
    def shown(self) -> Best:
        """The grouping shown."""
        return self.groupings[self.at]

    @property
    def text(self) -> str:
        """The grouping shown as text."""
        return _write(self.shown)

    def moves_from(self, layout: Layout) -> list[int]:
        """The cards to point at that move from a layout to the grouping shown, by identity."""
        return layout.moves_to_show(lay_answer(layout, self.shown))

    def step(self) -> None:
        """Show the next one; after the last comes the first again."""
        self.at = (self.at + 1) % len(self.groupings)

    def find(self, text: str) -> None:
        """Show the grouping of this text, if there is one."""
        self.at = next((at for at, grouping in enumerate(self.groupings) if _write(grouping) == text), self.at)

    def tell(self) -> str:
        """How many others are as good, or which of them is shown; nothing if that is not known."""
        optima = self.optima
        if optima.unique is None:
            return ""
        if optima.unique:
            return tell("page.best_only")
        if optima.flat:
            return tell("page.best_flat")
        known = len(optima) + (optima.stopped == "limit")
        if self.at:
            return tell("page.best_number" if optima.complete else "page.best_number_least", n=self.at + 1, m=known)
        if not optima.complete:
            return tell("page.best_others_least", n=known - 1)
        return tell("page.best_others", n=known - 1)


def _write(best: Best) -> str:
    return str(Hand.of_groups(best.as_laid()))


def lay_answer(layout: Layout, best: Best) -> Layout:
    """The cards of a table laid out as a best grouping has them."""
    return layout.arrange([group.cards for group in best.groups if len(group.cards) > 1])
