"""A whole round in a notebook: who pays whom, built up line by line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from operator import index

import traitlets

from .._ledger import Round
from .._seats import Seat
from ..cards import Card
from ..rulebooks import get_rulebook
from ..rules import Rulebook, RuleError
from ..series import Series
from .base import TableWidget, link_module, link_styles
from .presets import WELCOME
from .round_desk import RoundDesk
from .round_form import Form, SeatForm, empty_seats, form_of_round, form_of_seat, form_of_series
from .round_panel import MODULE, STYLES, draw_ledger
from .round_presets import FIRST, ROUND_PRESETS
from .round_texts import ROUND_TEXTS
from .texts import TEXTS


class RoundTable(TableWidget):
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
        >>> table.round["player 2"].net
        110
    """

    _esm = link_module(MODULE)
    _css = link_styles("common.css", *STYLES)
    texts = traitlets.Dict({**TEXTS, **ROUND_TEXTS}).tag(sync=True)
    ledger = traitlets.Dict().tag(sync=True)
    round = traitlets.Any(allow_none=True)
    series = traitlets.Any(allow_none=True)
    _drawings = {"ledger": draw_ledger}

    def __init__(
        self,
        source: Round | Series | str | TableWidget | None = None,
        *,
        rulebook: str | Rulebook | None = None,
        players: Iterable[Seat | Mapping[str, object]] | int | None = None,
        turned: Card | str | None = None,
        options: Sequence[str] = (),
        point_value: int | float | str | Decimal | None = None,
        check_pack: bool = True,
    ) -> None:
        if source is not None and not isinstance(source, Round | Series | str | TableWidget):
            told = f"a Round, a Series, the name of a worked round or a widget, not {type(source).__name__}"
            raise RuleError(f"a round table opens with {told}", "bad-round")
        book = source.rulebook if isinstance(source, Round | Series) else rulebook
        self._told = (source, rulebook, players, turned, tuple(options), point_value, check_pack)
        super().__init__(
            source if isinstance(source, TableWidget) else WELCOME.hand,
            rulebook=WELCOME.rulebook if book is None else get_rulebook(book, () if book is not rulebook else options),
        )

    def __repr__(self) -> str:
        desk = self.session.round
        told = repr(desk.round) if desk.round is not None else f"not settled, {desk.form.rulebook!r}"
        return f"RoundTable({told})"

    def _open(self) -> None:
        """Lay out what was asked for; a round that another widget of this table has opened goes on."""
        source, rulebook, players, turned, options, rate, check_pack = self._told
        linked = isinstance(source, TableWidget)
        if linked and self.session.round is not None and players is None:
            return
        state = self.session.state
        if isinstance(source, Round):
            form = form_of_round(source)
        elif isinstance(source, Series):
            form = form_of_series(source)
        elif isinstance(source, str):
            if source not in ROUND_PRESETS:
                raise RuleError(f"no worked round {source[:40]!r}: one of {', '.join(ROUND_PRESETS)}", "bad-preset")
            form = ROUND_PRESETS[source].form()
        elif source is None and rulebook is None and players is None:
            form = FIRST.form()
        else:
            seats = _seats_of(state.players if players is None and linked else players, self.session.rulebook)
            form = Form(
                rulebook=state.rulebook,
                options=state.options or options,
                turned=Card.parse(turned) if isinstance(turned, str) else turned or state.turned,
                rate="" if rate is None else str(rate),
                check_pack=check_pack,
                seats=seats,
            )
        self.session.round = RoundDesk(self.session, form, linked=linked)

    def _refresh(self) -> None:
        if not self._drawn:
            self._open()
        super()._refresh()
        desk = self.session.round
        self.round, self.series = desk.round, desk.form.series


def _seats_of(players: object, book: Rulebook) -> tuple[SeatForm, ...]:
    """The players told, or so many of whom nothing is known."""
    if players is None or hasattr(players, "__index__"):
        count = 4 if players is None else index(players)
        return empty_seats(min(max(count or 4, book.table.players[0]), book.table.players[1]))
    if not isinstance(players, Iterable):
        raise RuleError(f"players are a whole number or seats, not {type(players).__name__}", "bad-players")
    return tuple(form_of_seat(Seat.of(one)) for one in players)
