"""Many hands under one rulebook or several, as a table that keeps their index."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..game.cards import Card, CardError, Hand
from ..game.messages import quote, tell_later
from ..game.rules import Rulebook, RuleError, refuse
from ..game.table import check_players
from ..rulebooks.find import Given, find_some
from .analysis import DEFAULT_PLAYERS, FIGURES, Analysis, analyse, as_card, as_hand, frame_figures
from .compare import judge_anyway

if TYPE_CHECKING:
    import pandas

RAISE, COERCE = "raise", "coerce"


def analyse_many(
    hands: Iterable[Hand | str],
    rulebook: Given | Sequence[Given],
    turned: Card | str | None | Iterable[Card | str | None] = None,
    players: int = DEFAULT_PLAYERS,
    options: Sequence[str] = (),
    *,
    errors: str = RAISE,
) -> pandas.DataFrame:
    """Judge many hands; a hand that comes again with the same turned card is judged once.

    Args:
        hands: the hands, as text or values; of a ``pandas.Series`` the index is kept.
        rulebook: a key such as ``"rummy-21"``, a rulebook of your own, a list of these, or ``"all"``.
        turned: the card turned up for all, or as many as there are hands, in their order; of two ``pandas.Series`` each
            hand has the card with its label.
        players: how many play; of several rulebooks each takes the nearest number it allows.
        options: house options; of several rulebooks those take them that offer them.
        errors: ``"raise"``, or ``"coerce"``: a hand that cannot be judged gets a row of missing figures, and the
            column ``error`` says why; it is missing for the others.

    Returns:
        One row a hand with the figures of ``Comparison.to_frame``, the same as ``analyse`` has for each:
        ``best_declares`` says whether the hand can declare, ``arranged_declares`` whether it does as laid. Of several
        rulebooks one row a rulebook and hand, the rulebook's key being the first level of the index, as ``compare``
        judges each: printed jokers of a game without them are set aside.

    Raises:
        CardError: a hand or turned card cannot be read; the error says which one.
        RuleError: as for ``analyse``, ``errors`` is another word, there are more or fewer turned cards than hands, or
            their labels are not the same.

    Example:
        >>> found = analyse_many(["2H 3H 4H | KS 9S", "5C 5C"], ["gorummy-13", "octro-13"], turned="QD")
        >>> found["best_points"].unstack("rulebook").values.tolist()
        [[19, 80], [10, 80]]
    """
    import pandas as pd

    refuse("bad-errors", errors not in (RAISE, COERCE), found=quote(errors))
    if isinstance(hands, str | Hand | Mapping | pd.DataFrame) or not isinstance(hands, Iterable):
        raise CardError("bad-hands", type=type(hands).__name__)
    books, single = find_some(rulebook, options)
    index = hands.index if isinstance(hands, pd.Series) else None
    check_players(players, several=not single)
    given = list(hands)
    if index is not None and isinstance(turned, pd.Series) and not turned.index.equals(index):
        turned = _order(turned, index)
    asked = [*zip(given, _turn_cards(turned, len(given)), strict=True)]
    columns = [*FIGURES, *(["error"] if errors == COERCE else [])]
    judge, blank = analyse if single else _judge_beside, dict.fromkeys(columns)
    filled = {book.key: [blank | row for row in _list_rows(asked, book, players, judge, errors)] for book in books}
    tables = {key: frame_figures(rows, index, columns, missing=errors == COERCE) for key, rows in filled.items()}
    return tables[books[0].key] if single else pd.concat(tables, names=["rulebook"])


def _order(turned: pandas.Series, index: pandas.Index) -> pandas.Series:
    """The turned cards in the order of the hands with the same labels."""
    refuse("bad-turned:index", not turned.index.is_unique or set(turned.index) != set(index))
    return turned.loc[index]


def _turn_cards(turned: Any, count: int) -> list[Any]:
    """The turned card of each hand."""
    alone = turned is None or isinstance(turned, str | Card) or not isinstance(turned, Iterable)
    cards = [turned] * count if alone else [*turned]
    refuse("bad-turned:count", len(cards) != count, n=len(cards), hands=count)
    return [None if card != card else card for card in cards]  # how a column of pandas may have "none"


def _judge_beside(hand: Any, book: Rulebook, card: Any, players: int) -> Analysis:
    """The verdict of one of several rulebooks."""
    return judge_anyway(as_hand(hand), book, as_card(card), players)


def _list_rows(
    asked: Sequence[tuple[Any, Any]], book: Rulebook, players: int, judge: Callable[..., Analysis], errors: str
) -> list[dict[str, object]]:
    """The figures of each hand with its turned card, or why there are none."""
    judged: dict[tuple[object, object], dict[str, object]] = {}
    rows = []
    for number, (hand, card) in enumerate(asked, 1):
        key = _as_key(hand), _as_key(card)
        if key not in judged:
            try:
                judged[key] = judge(hand, book, card, players).list_figures()
            except (CardError, RuleError) as error:
                if errors == RAISE:
                    raise error.within(tell_later("place.hand", number=number)) from None
                judged[key] = {"error": str(error)}
        rows.append(judged[key])
    return rows


def _as_key(value: object) -> object:
    """What tells one hand or card from another: its text as given."""
    return value if isinstance(value, str) else repr(value)
