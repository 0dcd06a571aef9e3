"""Whether a best grouping is the only one, as the page says it."""

from __future__ import annotations

from ..analysis import Analysis
from ..optima import Optima, find_optima
from .texts import say

_LIMIT = 20  # more others than these are "at least so many"
_WORK = 10_000  # steps, a tenth of a second at most; the answer to a click must not wait longer


def find_others(result: Analysis) -> Optima:
    """The best groupings of a hand, as far as a click may wait for them."""
    return find_optima(result.hand.cards, result.deal, result.best, _LIMIT, _WORK)


def say_others(optima: Optima) -> str:
    """How many other groupings are as good, in words; nothing if that is not known."""
    if optima.unique is None:
        return ""
    if optima.unique:
        return say("best_only")
    if optima.flat:
        return say("best_flat")
    others = len(optima) - 1 + (optima.stopped == "limit")
    if not optima.complete:
        return say("best_others_least", n=others)
    return say("best_others_1") if others == 1 else say("best_others_n", n=others)
