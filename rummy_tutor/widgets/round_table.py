"""The round as a widget: who pays whom, payment by payment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

import traitlets

from ..game.cards import Card
from ..game.rules import refuse
from ..output.html import lines_html
from ..page.round.entered import EnteredRound, entered_round
from ..page.round.given import form_of_players, form_of_source
from ..page.round.part import ENTERED
from ..page.worked_hands import WELCOME
from ..rounds.ledger import Round
from ..rounds.seats import Seat
from ..rounds.series import Series
from ..rulebooks.find import Given, find_rulebook
from ..wording.speech import name_rulebook
from .base import TableWidget


class RoundTable(TableWidget, panels=("ledger",)):
    """The players of a round, how it ended for each, and who pays whom.

    Args:
        source: a ``Round``, a ``Series`` to go on with, the name of a worked round such as ``"s0-six"``, or another
            widget whose table hands can be opened at; a worked round if nothing at all is given.
        rulebook: the rulebook of a round of your own.
        players: its players, as ``Seat`` values or their fields by name; or how many play.
        turned: its turned card.
        options: its house options.
        point_value: money for a point.
        check_pack: whether hands that the pack cannot have dealt are refused.

    Attributes:
        round: the settled ``Round``, or None while something is missing or wrong.
        series: the rounds played before it, or None.

    Example:
        >>> table = RoundTable("s0-six")
        >>> table.round["Player 2"].net
        110
    """

    round = traitlets.Any(allow_none=True)
    series = traitlets.Any(allow_none=True)

    def __init__(
        self,
        source: Round | Series | str | TableWidget | None = None,
        *,
        rulebook: Given | None = None,
        players: Iterable[Seat | Mapping[str, object]] | int | None = None,
        turned: Card | str | None = None,
        options: Sequence[str] = (),
        point_value: int | float | str | Decimal | None = None,
        check_pack: bool = True,
    ) -> None:
        known = source is None or isinstance(source, Round | Series | str | TableWidget)
        refuse("bad-round:source", not known, type=type(source).__name__)
        if isinstance(source, Round | Series):
            rulebook, options = source.rulebook, ()
        book = find_rulebook(WELCOME.rulebook if rulebook is None else rulebook, options)
        self._source, self._players = source, players
        self._is_own = source is None and not (rulebook is None and players is None)
        self._own: dict[str, Any] = {
            "turned": turned,
            "options": tuple(options),
            "rate": point_value,
            "check_pack": check_pack,
        }
        super().__init__(source if isinstance(source, TableWidget) else WELCOME.hand, rulebook=book)

    def __repr__(self) -> str:
        entered = entered_round(self.session)
        shown = repr(entered.round) if entered.round is not None else f"not settled, {entered.form.rulebook!r}"
        return f"RoundTable({shown})"

    def _draw_saved(self) -> str:
        if self.round is None:
            settled = lines_html(name_rulebook(self.game), [seat["name"] for seat in self._vm_ledger["seats"]])
        else:
            settled = self.round._repr_html_()
        return settled if self.series is None else settled + self.series._repr_html_()

    def _begin(self) -> None:
        """Enter what was given; a round that another widget of this table has opened goes on."""
        linked = isinstance(self._source, TableWidget)
        if linked and ENTERED.is_kept(self.session) and self._players is None:
            return
        if linked or self._is_own:
            players = self.session.state.players if linked and self._players is None else self._players
            form = form_of_players(players, self.session, **self._own)
        else:
            form = form_of_source(self._source)
        ENTERED.keep(self.session, EnteredRound(self.session, form, linked=linked))

    def _refresh(self) -> None:
        super()._refresh()
        entered = entered_round(self.session)
        self.round, self.series = entered.round, entered.form.series
