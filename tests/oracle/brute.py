"""The best arrangement of a small hand by trying every partition of its cards into groups.

Meant to be obviously right, not fast: every discard, every partition, every reading. Ten cards are about the
limit of patience.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any

from . import rules


def partitions(cards: tuple[str, ...], useful: Any) -> Iterator[list[tuple[str, ...]]]:
    """Every way to split the cards into groups for which ``useful(group)`` holds, singles always included.

    Identical cards may yield the same partition several times.
    """
    if not cards:
        yield []
        return
    first, rest = cards[0], cards[1:]
    for count in range(len(rest) + 1):
        for chosen in combinations(range(len(rest)), count):
            group = (first, *(rest[i] for i in chosen))
            if count and not useful(group):
                continue
            left = tuple(rest[i] for i in range(len(rest)) if i not in chosen)
            for others in partitions(left, useful):
                yield [group, *others]


def best(
    key: str,
    cards: Sequence[str],
    turned: str | None,
    players: int = 4,
    *,
    deal: int | None = None,
    options: Iterable[str] = (),
    tweak: Mapping[str, Any] | None = None,
    everything: bool = False,
) -> dict[str, Any]:
    """The best a small hand can do.

    Args:
        key: rulebook key.
        cards: the cards held.
        turned: the turned card, ``"PJ"`` or None.
        players: players at the table.
        deal: replaces the number of cards dealt (N), so that small hands have the right size.
        options: house options.
        tweak: figures of the rulebook to replace, by the names of ``rules.Book``.
        everything: also try groups that are nothing at all; they are left out otherwise, since their cards
            laid singly come to the same.

    Returns:
        points, score: over all arrangements and discards;
        declares, objectives: whether the hand can declare, and by which aims;
        seen: marriage-21 only, else None;
        shown_points, shown_score: of the arrangement to show: the best declaring one if there is any, else
            the best one;
        fewest_loose: the fewest cards in no group among the arrangements that could be shown: with a
            declaration, the declaring ones with the lowest losing points as laid, else those with the best
            points. Every group of a kind the rulebook knows counts, whatever it is good for;
        fewest_loose_strict: the same with dublees and joker groups counted as groups only from the number on
            at which the rulebook gives them a meaning.
    """
    options = tuple(options)
    tweak = dict(tweak or {})
    if deal is not None:
        tweak["deal"] = deal
    book = rules.get_book(key, tweak)
    hands = [tuple(cards)]
    if len(cards) == book.deal + 1:
        hands = sorted({tuple(sorted(cards[:i] + cards[i + 1 :])) for cards in hands for i in range(len(cards))})

    def useful(group: tuple[str, ...]) -> bool:
        if everything:
            return True
        return any(one.kind != "invalid" for one in rules.find_readings(key, group, turned, players, options))

    verdicts: set[rules.Verdict] = set()
    for hand in hands:
        for groups in partitions(hand, useful):
            found = [rules.find_readings(key, group, turned, players, options) for group in groups]
            for laid in product(*found):
                verdict = rules.weigh(key, book, laid, turned, options)
                if verdict is not None:
                    verdicts.add(verdict)
    right_size = len(hands[0]) == book.deal
    top = max(verdict.score for verdict in verdicts)
    shown = [verdict for verdict in verdicts if right_size and verdict.objectives] or list(verdicts)
    shown_score = max(verdict.score for verdict in shown)
    shown = [verdict for verdict in shown if verdict.score == shown_score]
    objectives = {aim for verdict in verdicts for aim in verdict.objectives} if right_size else set()
    marks = key == "vazhushal-13"
    return {
        "points": None if marks else -top,
        "score": top,
        "declares": bool(objectives),
        "objectives": frozenset(objectives),
        "seen": any(verdict.seen for verdict in verdicts) if key == "marriage-21" else None,
        "shown_points": None if marks else -shown_score,
        "shown_score": shown_score,
        "fewest_loose": min(verdict.loose for verdict in shown),
        "fewest_loose_strict": min(verdict.loose_strict for verdict in shown),
    }
