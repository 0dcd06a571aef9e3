"""One puzzle after the other as a widget."""

from __future__ import annotations

from ..output.html import lines_html
from ..page.puzzles.board import MODE, NAMED, keep_board, set_board
from ..page.worked_hands import WELCOME
from ..rulebooks.find import Given, find_rulebook
from ..tutor.puzzles.generated import make_puzzle
from ..tutor.puzzles.ladder import list_ladder, open_puzzle
from ..tutor.puzzles.record import Record
from .base import TableWidget


class Puzzle(TableWidget, panels=("puzzles",)):
    """A puzzle with its table, hints, verdict and why; Next brings another.

    Args:
        key: a puzzle by its name or key, as ``"x2"``; the first of the ladder if neither this nor a seed is given.
        seed: the number of a made puzzle; the same number gives the same one everywhere.
        goal: what a made puzzle asks for; the seed chooses if left out.
        rulebook: the rules of a made puzzle; the seed chooses if left out.

    Raises:
        PuzzleError: there is no such puzzle.

    Example:
        >>> Puzzle("x4")
        Puzzle('x4')
    """

    def __init__(
        self,
        key: str | None = None,
        *,
        seed: int | None = None,
        goal: str | None = None,
        rulebook: Given | None = None,
    ) -> None:
        if key is None and seed is not None:
            self._puzzle = make_puzzle(seed, goal, None if rulebook is None else find_rulebook(rulebook))
        else:
            self._puzzle = open_puzzle(list_ladder()[0][0] if key is None else key)
        super().__init__(WELCOME.hand)

    def __repr__(self) -> str:
        return f"Puzzle({self.session.named_on(MODE)[NAMED]!r})"

    def _draw_saved(self) -> str:
        view = self._vm_puzzles
        verdict = [view["verdict"]["text"]] if view["verdict"] else []
        lines = [view["rulebook"], view["players"], view["question"], *view["hints"], *verdict]
        return lines_html(view["title"], lines)

    def _begin(self) -> None:
        """Lay the puzzle out."""
        keep_board(self.session, set_board(self._puzzle, Record()))
