"""The form that a round opens with: of a settled round, a series, a worked round, or of players by name or number."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from operator import index

from ...game.cards import Card
from ...game.messages import Items, quote
from ...game.rules import Rulebook, RuleError, refuse
from ...game.table import set_table
from ...rounds.ledger import Round
from ...rounds.seats import Seat
from ...rounds.series import Series
from ..session import Session
from .form import Form, SeatForm, empty_seats, form_of_round, form_of_seat, form_of_series
from .worked_rounds import FIRST, ROUND_PRESETS


def form_of_source(source: Round | Series | str | None) -> Form:
    """The form of a settled round, of a series to go on with, or of a worked round by its name; None is the first one.

    Raises:
        RuleError: there is no worked round of that name.
    """
    if isinstance(source, Round):
        return form_of_round(source)
    if isinstance(source, Series):
        return form_of_series(source)
    if source is None:
        return FIRST.form()
    refuse("bad-preset", source not in ROUND_PRESETS, found=quote(source), known=Items(tuple(ROUND_PRESETS), "comma"))
    return ROUND_PRESETS[source].form()


def form_of_players(
    players: object,
    session: Session,
    *,
    turned: Card | str | None,
    options: tuple[str, ...],
    rate: int | float | str | Decimal | None,
    check_pack: bool,
) -> Form:
    """The form of a round at a session's table.

    Args:
        players: the players, as ``Seat`` values or their fields by name; or how many play; None for a usual number.
        session: the session whose rulebook is played.
        turned: the turned card; that of the session if left out.
        options: house options, unless the session has some.
        rate: money for a point.
        check_pack: whether hands that the pack cannot have dealt are refused.

    Raises:
        RuleError: these are no players.
    """
    state = session.state
    return Form(
        rulebook=state.rulebook,
        options=state.options or options,
        turned=Card.parse(turned) if isinstance(turned, str) else turned or state.turned,
        rate="" if rate is None else str(rate),
        check_pack=check_pack,
        seats=_seats_of(players, session.rulebook),
    )


def _seats_of(players: object, book: Rulebook) -> tuple[SeatForm, ...]:
    """The players given, or as many of whom nothing is known."""
    if players is None or hasattr(players, "__index__"):
        count = book.table.nearest() if players is None else index(players)
        return empty_seats(set_table(book, None, count).players)
    if not isinstance(players, Iterable):
        raise RuleError("bad-players:seats", type=type(players).__name__)
    return tuple(form_of_seat(Seat.of(player)) for player in players)
