"""House options as they are ticked one by one: what does not go with the one just chosen gives way."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ..game.rules import Rulebook, RuleError
from ..rulebooks import get_rulebook

_MOST = 10  # more than any rulebook offers


def fit_options(key: str | Rulebook, wanted: Sequence[str], before: Sequence[str] = ()) -> tuple[str, ...]:
    """As many of the options wanted as go together, those not chosen before among them.

    Args:
        key: the rulebook; one of the user's own, as a value, offers none.
        wanted: the options that are to hold.
        before: those that held until now.

    Raises:
        RuleError: an option is unknown, or one just chosen goes with none of the others.

    Example:
        >>> fit_options("adgaming-13", ["pool-101", "pool-201"], ["pool-101"])
        ('pool-201',)
    """
    wanted = tuple(dict.fromkeys(wanted))[:_MOST]
    fresh = {option for option in wanted if option not in before}
    refused: RuleError | None = None
    for count in range(len(wanted), -1, -1):
        for some in combinations(wanted, count):
            if fresh.issubset(some):
                try:
                    get_rulebook(key, some)
                    return some
                except RuleError as error:
                    refused = refused or error
    assert refused is not None  # all that was wanted has been tried
    raise refused
