"""A turn as it is played: moves made at a table one after the other, refused or done, and taken back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ...playing.moves import Move, Phase, Ruling
from ...playing.turn import Turn


@dataclass(frozen=True, kw_only=True)
class Played:
    """A table, how it came about, and what was said of the last move; each move gives a new one.

    Attributes:
        turn: the table now.
        past: the tables before, the latest last.
        move: the last move tried; None before the first and after one has been taken back.
        ruling: what was said of it.
    """

    turn: Turn
    past: tuple[Turn, ...] = ()
    move: Move | None = None
    ruling: Ruling | None = None

    @property
    def is_declared(self) -> bool:
        """Whether the last move was a declaration that holds."""
        return self.move is not None and self.move.kind == "declare" and self.turn.phase is Phase.OVER

    @property
    def is_refused(self) -> bool:
        """Whether the last move tried is not allowed."""
        return self.ruling is not None and not self.ruling.allowed

    def make(self, move: Move | str) -> Played:
        """The table after a move; one that is refused changes nothing but what is said.

        Raises:
            PlayError: ``bad-move``: the text is no move.
        """
        move = Move.parse(move) if isinstance(move, str) else move
        ruling = self.turn.judge_move(move)
        if not ruling.allowed:
            return replace(self, move=move, ruling=ruling)
        return Played(turn=self.turn.play(move), past=(*self.past, self.turn), move=move, ruling=ruling)

    def as_begun(self) -> Played:
        """The table as it is, with nothing said of the last move."""
        return replace(self, move=None, ruling=None)

    def take_back(self) -> Played:
        """The table before the last move that was done."""
        return Played(turn=self.past[-1], past=self.past[:-1]) if self.past else self


@dataclass(frozen=True, kw_only=True)
class Tried:
    """The moves of a question, each tried at the table as it is asked about, or held for forbidden.

    Attributes:
        turn: the table that the question is about.
        choices: the moves asked about.
        held: for each move that has been decided, whether the player held it for allowed.
    """

    turn: Turn
    choices: tuple[str, ...]
    held: Mapping[str, bool] = field(default_factory=dict)

    @property
    def current(self) -> str | None:
        """The first move that has not been decided; None after the last."""
        return next((choice for choice in self.choices if choice not in self.held), None)

    @property
    def latest(self) -> str | None:
        """The move decided last; None before the first."""
        return next(iter(self.held), None)

    @property
    def answer(self) -> list[str]:
        """The moves held for allowed."""
        return [choice for choice in self.choices if self.held.get(choice)]

    def decide(self, move: Move | str, *, allowed: bool) -> Tried:
        """Note that a move is held for allowed or not; what was held of it first stays.

        Raises:
            PlayError: ``bad-move``: the text is no move.
        """
        move = Move.parse(move) if isinstance(move, str) else move
        return replace(self, held={str(move): allowed, **self.held})
