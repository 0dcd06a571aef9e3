"""Many hands under one rulebook, as a table that keeps their index."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..game.cards import Card, CardError, Hand
from ..game.messages import quote, tell_later
from ..game.rules import RuleError
from ..game.table import check_players
from ..rulebooks.find import Given, find_rulebook
from .analysis import DEFAULT_PLAYERS, FIGURES, analyse, frame_figures

if TYPE_CHECKING:
    import pandas

RAISE, COERCE = "raise", "coerce"


def analyse_many(
    hands: Iterable[Hand | str],
    rulebook: Given,
    turned: Card | str | None | Iterable[Card | str | None] = None,
    players: int = DEFAULT_PLAYERS,
    options: Sequence[str] = (),
    *,
    errors: str = RAISE,
) -> pandas.DataFrame:
    """Judge many hands under one rulebook; a hand that comes again with the same turned card is judged once.

    Args:
        hands: the hands, as text or values; of a ``pandas.Series`` the index is kept.
        rulebook: a key such as ``"rummy-21"``, or a rulebook of your own.
        turned: the card turned up for all, or as many as there are hands, in their order.
        players: how many play.
        options: house options of the rulebook.
        errors: ``"raise"``, or ``"coerce"``: a hand that cannot be judged gets a row of missing figures, and the
            column ``error`` says why; it is missing for the others.

    Returns:
        One row a hand with the figures of ``Comparison.to_frame``, the same as ``analyse`` has for each:
        ``best_declares`` says whether the hand can declare, ``arranged_declares`` whether it does as laid.

    Raises:
        CardError: a hand or turned card cannot be read; the error says which one.
        RuleError: as for ``analyse``, ``errors`` is another word, or there are more or fewer turned cards than hands.

    Example:
        >>> found = analyse_many(["2H 3H 4H | KS 9S", "5C 5C"], "gorummy-13", turned="QD")
        >>> found["best_points"].to_list()
        [19, 10]
    """
    import pandas as pd

    if errors not in (RAISE, COERCE):
        raise RuleError("bad-errors", found=quote(errors))
    if isinstance(hands, str | Hand | Mapping | pd.DataFrame) or not isinstance(hands, Iterable):
        raise CardError("bad-hands", type=type(hands).__name__)
    book, index = find_rulebook(rulebook, options), hands.index if isinstance(hands, pd.Series) else None
    check_players(players)
    given: list[Any] = list(hands)
    alone = turned is None or isinstance(turned, str | Card) or not isinstance(turned, Iterable)
    cards: list[Any] = [turned] * len(given) if alone else [*turned]  # type: ignore[misc]
    if len(cards) != len(given):
        raise RuleError("bad-turned:count", n=len(cards), hands=len(given))
    cards = [None if card != card else card for card in cards]  # how a column of pandas may have "none"
    asked = [*zip(map(_as_key, given), map(_as_key, cards), strict=True)]
    judged: dict[tuple[object, object], dict[str, object]] = {}
    for number, key in enumerate(asked, 1):
        if key in judged:
            continue
        try:
            judged[key] = analyse(given[number - 1], book, cards[number - 1], players).list_figures()
        except (CardError, RuleError) as error:
            if errors == RAISE:
                raise error.within(tell_later("place.hand", number=number)) from None
            judged[key] = {"error": str(error)}
    columns = [*FIGURES, *(["error"] if errors == COERCE else [])]
    rows = [{**dict.fromkeys(columns), **judged[key]} for key in asked]
    return frame_figures(rows, index, columns, missing=errors == COERCE)


def _as_key(value: object) -> object:
    """What tells one hand or card from another: its text as given."""
    return value if isinstance(value, str) else repr(value)
