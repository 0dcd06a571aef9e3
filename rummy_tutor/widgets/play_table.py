"""A round against computer players, and the look back at one, as widgets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import traitlets

from ..game.rules import refuse
from ..output.play import game_html
from ..page.play.look import find_look, open_look
from ..page.play.seated import Seated, find_seated, keep_seated
from ..page.worked_hands import WELCOME
from ..playing.game import YOU, Game, play
from ..playing.record import load_play
from ..playing.review import Review as Found
from ..playing.review import review
from ..rulebooks.find import Given
from .base import TableWidget


class PlayTable(TableWidget, panels=("play",)):
    """A round that one person plays by clicks, or from Python by ``play``; help is given when it is asked for.

    Args:
        source: the rulebook; or a round that is going on, as ``rummy_tutor.play`` or ``load_play`` gives it.
        seats: who plays, the first to play first: ``"you"`` or another name once, and computer players by their level.
        seed: a whole number from 0; the same one deals the same cards.
        options: house options of the rulebook.

    Attributes:
        outcome: how the round ended, None while it goes on; read only.

    Raises:
        RuleError: the rulebook, the players or the seed are impossible, or not one person sits there.

    Example:
        >>> table = PlayTable("gorummy-13", seed=7)
        >>> table.round.list_moves()
        ['draw stock', 'draw open', 'drop']
        >>> table.play("draw stock")
        >>> len(table.round.view.hand)
        14
    """

    outcome = traitlets.Any(None, allow_none=True)

    def __init__(
        self,
        source: Given | Game = "gorummy-13",
        seats: Iterable[str] = (YOU, "exact"),
        *,
        seed: int = 0,
        options: Sequence[str] = (),
    ) -> None:
        self._game = source if isinstance(source, Game) else play(source, seats, seed, options)
        people = sum(sitter.bot is None for sitter in self._game.sitters)
        refuse("bad-seats:one-person", people != 1 or self._game.by_hand is not None)
        super().__init__(WELCOME.hand, rulebook=self._game.played.rulebook)

    def _begin(self) -> None:
        """Sit down."""
        self.session.show("play")
        keep_seated(self.session, _seat(self._game.go_on()))

    @property
    def round(self) -> Game:
        """The round as it stands, for Python to look at; playing there changes nothing on this table."""
        return self._seated.game

    @property
    def record(self) -> dict[str, Any]:
        """The record of the round, which ``load_play`` and ``review`` read.

        Raises:
            RuleError: the rulebook has the key of another one.
        """
        return self._seated.game.to_dict()

    def play(self, move: str) -> None:
        """Make a move, such as ``"draw stock"`` or ``"throw KS"``; the others then make theirs.

        Raises:
            PlayError: it is no move, or is refused; the round stays as it was.
        """
        seated = self._seated
        game = seated.game.play(move)
        keep_seated(self.session, replace(_seat(game), past=(*seated.past, seated.played)))
        self.session.tell()

    @property
    def _seated(self) -> Seated:
        # a person who has left the table: the round that was begun is still known
        return find_seated(self.session) or _seat(self._game)

    def _refresh(self) -> None:
        super()._refresh()
        self.outcome = self._seated.played.outcome

    def _draw_saved(self) -> str:
        return game_html(self.round)

    def __repr__(self) -> str:
        return f"PlayTable({self.round!r})"


def _seat(game: Game) -> Seated:
    """A round as the page keeps it."""
    return Seated(sitters=game.sitters, seed=game.seed, played=game.played)


class Review(TableWidget, panels=("play",)):
    """A look back at a round: its course, and each mistake at its table, where another move can be tried.

    Args:
        record: a round as ``rummy_tutor.play`` or ``load_play`` gives it, a ``PlayTable``, or the record of a round:
            its data, its JSON text or the name of its file. One person sat there, or computer players alone.

    Raises:
        RuleError: it is no record, or one of another version.
        PlayError: one of its moves is not allowed.

    Example:
        >>> Review(play("gorummy-13", ["new", "new"], seed=3)).review.seat
        0
    """

    def __init__(self, record: Game | PlayTable | Mapping[str, Any] | str | Path) -> None:
        source = record.record if isinstance(record, PlayTable) else record
        self._game = source if isinstance(source, Game) else load_play(source)
        super().__init__(WELCOME.hand, rulebook=self._game.played.rulebook)

    def _begin(self) -> None:
        """Open the round."""
        self.session.show("play")
        open_look(self.session, self._game.to_dict())

    @property
    def review(self) -> Found:
        """What was found, as ``rummy_tutor.review`` gives it."""
        look = find_look(self.session)
        return review(self._game) if look is None or look.looked is None else look.looked.review

    def _draw_saved(self) -> str:
        return self.review._repr_html_()

    def __repr__(self) -> str:
        return f"Review({self._game!r})"
