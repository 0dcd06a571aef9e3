"""Whether a best grouping is the only one: other groupings with the same figure, looked for and not guessed."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence

from ..analysis import Analysis
from ..cards import Card
from ..solver import Best, find_best
from ..table import set_table

_BUDGET = 0.15  # seconds; the answer to a click must not wait longer


def shape_of(best: Best) -> frozenset:
    """A grouping without the order of groups and cards."""
    groups = Counter(tuple(sorted(group.cards)) for group in best.groups if len(group.cards) > 1)
    return frozenset(groups.items())


def has_another(result: Analysis) -> bool | None:
    """Whether another grouping reaches the figure of ``result.best``.

    The solver shows, of equal groupings, the one nearest to a given one. So it is given many different
    ones to be near to, each a little off the answer: an equal grouping close by then comes up.

    Returns:
        True if one was found, False if all were tried without finding one, None if time ran out.
    """
    best = result.best
    table = set_table(result.rulebook, result.turned, result.players)
    known = shape_of(best)
    deadline = time.perf_counter() + _BUDGET
    for hint in _hints(best):
        other = find_best(result.hand.cards, table, hint)
        if (other.declares, other.score) == (best.declares, best.score) and shape_of(other) != known:
            return True
        if time.perf_counter() > deadline:
            return None
    return False


def _hints(best: Best) -> Iterator[Sequence[Sequence[Card]]]:
    """Groupings a little off the best one: nothing grouped, and each card moved to each other group or loose."""
    yield ()
    groups = [list(group.cards) for group in best.groups]
    alone = [[card] for card in (*best.loose, *((best.discard,) if best.discard else ()))]
    everything = groups + alone
    for at, group in enumerate(groups):
        for card in dict.fromkeys(group):
            rest = list(group)
            rest.remove(card)
            for to in range(len(groups)):
                if to != at:
                    moved = [list(other) for other in everything]
                    moved[at] = rest
                    moved[to] = [*moved[to], card]
                    yield [one for one in moved if one]
            yield [one for one in [*everything[:at], rest, *everything[at + 1 :], [card]] if one]
    for at in range(len(groups)):
        yield [*everything[:at], *([card] for card in groups[at]), *everything[at + 1 :]]
