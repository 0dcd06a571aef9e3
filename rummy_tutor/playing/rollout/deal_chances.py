"""Chances counted once and shipped as tables: a pure sequence in the deal, and to declare within a number of turns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...game.messages import Items, quote
from ...game.rules import refuse

if TYPE_CHECKING:
    import pandas

SURE = 1.96  # standard errors in half a 95 % interval
_MOST_WILD = 3  # wild cards from which hands are taken together
TABLES = ("pure", "declare")


def chances(about: str = "pure") -> pandas.DataFrame:
    """How likely things are at the deal, counted by rulebook and by the wild cards held.

    ``"pure"``: the hand as dealt holds a pure sequence, with four at the table. ``"declare"``: an exact player declares
    in their first ``turn`` turns, beside one other who draws from the stock and throws the card drawn; nobody drops.
    Both were counted once, from ``seed`` on; ``tests/bench/deal_chances.py`` counts them again.

    Args:
        about: ``"pure"`` or ``"declare"``.

    Returns:
        One row a rulebook of ours, a number of wild cards as text (``wild``, printed jokers among them: ``"0"`` to
        ``"2"``, ``"3+"`` for three and more, ``"all"`` for any number) and, of ``"declare"``, a ``turn`` from 1 to 20.
        Columns: ``hands`` counted, ``chance`` from 0 to 1, its 95 % interval from ``low`` to ``high`` (Wilson's), and
        the ``seed``.

    Raises:
        RuleError: ``no-such-chances``: there is no such table.

    Example:
        >>> table = chances("pure").set_index(["rulebook", "wild"])
        >>> round(float(table.loc[("gorummy-13", "all"), "chance"]), 2)
        0.34
    """
    import pandas

    refuse("no-such-chances", about not in TABLES, found=quote(about), known=Items(TABLES, "or"))
    return pandas.DataFrame(_list_rows(about))


@cache
def _read_tables() -> dict[str, Any]:
    return json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))


def _list_rows(about: str) -> Iterator[dict[str, object]]:
    table = _read_tables()[about]
    of_game: dict[str, list[dict[str, Any]]] = {}
    for row in table["rows"]:
        of_game.setdefault(row["rulebook"], []).append(row)
    for key, counted in of_game.items():
        rows = sorted(counted, key=lambda row: row["wild"])
        groups = [("all", rows), *((f"{row['wild']}{'+' if row['wild'] == _MOST_WILD else ''}", [row]) for row in rows)]
        for wild, some in groups:
            hands = sum(row["hands"] for row in some)
            counts = [row["declared"] if about == "declare" else [row["pure"]] for row in some]
            for at, count in enumerate(map(sum, zip(*counts, strict=True))):
                turn = {"turn": at + 1} if about == "declare" else {}
                low, high = share_interval(count, hands)
                figures = {"hands": hands, "chance": count / hands, "low": low, "high": high}
                yield {"rulebook": key, "wild": wild, **turn, **figures, "seed": table["seed"]}


def share_interval(count: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's), from 0 to 1.

    Example:
        >>> [round(end, 3) for end in share_interval(50, 100)]
        [0.404, 0.596]
    """
    share, square = count / of, SURE**2
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = SURE * sqrt(share * (1 - share) / of + square / (4 * of**2)) / (1 + square / of)
    return max(0.0, middle - half), min(1.0, middle + half)
