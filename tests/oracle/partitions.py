"""The best of a small hand under any rulebook: every partition of its cards, judged as laid by the referee.

Knows nothing of the search: only how a group is read and how an arrangement is scored.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from rummy_tutor.game.cards import Card
from rummy_tutor.game.rules import MELDS, Kind
from rummy_tutor.game.table import Deal
from rummy_tutor.referee.melds import read_group
from rummy_tutor.referee.scoring import score_arrangement


@dataclass(frozen=True)
class Judged:
    """What the best of all arrangements comes to.

    Attributes:
        score: the highest score.
        declares: whether any arrangement declares; ``declared``: the highest score of those that do.
    """

    score: int
    declares: bool
    declared: int | None


def partitions(cards: tuple[Card, ...], deal: Deal) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Every way to lay sorted cards in groups that have a reading, and single cards; like cards may repeat one."""
    if not cards:
        yield ()
        return
    first, rest = cards[0], cards[1:]
    tried: set[tuple[Card, ...]] = set()
    for count in range(len(rest) + 1):
        for chosen in combinations(range(len(rest)), count):
            group = (first, *(rest[i] for i in chosen))
            if group in tried or (count and not read_group(group, deal)):
                continue
            tried.add(group)
            left = tuple(card for i, card in enumerate(rest) if i not in chosen)
            for others in partitions(left, deal):
                yield (group, *others)


def judge_every(cards: tuple[Card, ...], deal: Deal) -> Judged:
    """The best score and whether any arrangement declares.

    A reading that declares is taken before one that costs less, so points are also counted where nothing declares.
    """
    loser = replace(deal, rulebook=replace(deal.rulebook, objectives=()))
    best: int | None = None
    declared: int | None = None
    for groups in set(partitions(tuple(sorted(cards)), deal)):
        laid = score_arrangement(groups, deal)
        if laid.declares:
            declared = laid.score if declared is None else max(declared, laid.score)
        score = max(score_arrangement(groups, loser).score, laid.score) if laid.declares else laid.score
        best = score if best is None else max(best, score)
    return Judged(best, declared is not None, declared)


def list_hands(cards: tuple[Card, ...], deal: Deal) -> list[tuple[Card | None, tuple[Card, ...]]]:
    """Each card that may be thrown with the others, sorted; None with all of them if none is thrown."""
    hand = tuple(sorted(cards))
    if len(cards) != deal.rulebook.deal + 1:
        return [(None, hand)]
    return [(card, _without(card, hand)) for card in sorted(set(cards))]


def list_best(cards: tuple[Card, ...], deal: Deal) -> set[tuple]:
    """All best groupings of a hand whose groups are melds: groups, loose cards and the card thrown, as indices.

    Best are those that declare, else those of the highest score, and of these the ones with fewest loose cards. Where
    two counted hands are settled, the score counts also if they declare.
    """
    knock = deal.rulebook.settlement.knock is not None
    ranked: dict[tuple[bool, int, int], set[tuple]] = {}
    for thrown, hand in list_hands(cards, deal):
        for groups in set(partitions(hand, deal)):
            laid = score_arrangement(groups, deal)
            if any(group.kind not in MELDS for group in laid.groups if len(group.cards) > 1):
                continue
            indices = [tuple(sorted(card.index for card in group)) for group in groups]
            loose = tuple(sorted(index for group in indices if len(group) == 1 for index in group))
            melds = tuple(sorted(group for group in indices if len(group) > 1))
            rank = laid.declares, 0 if laid.declares and not knock else laid.score, -len(loose)
            ranked.setdefault(rank, set()).add((melds, loose, None if thrown is None else thrown.index))
    return ranked[max(ranked)]


def list_saving(cards: tuple[Card, ...], deal: Deal, score: int, loose: int) -> set[tuple]:
    """The groupings of a score, with no more cards loose, in which every dublee and group of jokers saves points.

    All jokers laid aside are one group.
    """
    found = set()
    for thrown, hand in list_hands(cards, deal):
        for groups in set(partitions(hand, deal)):
            laid = score_arrangement(groups, deal)
            alone = [group[0].index for group in groups if len(group) == 1]
            if laid.declares or laid.score != score or len(alone) > loose:
                continue
            others = [group.cards for group in laid.groups if len(group.cards) > 1 and group.kind not in MELDS]
            if [group.kind for group in laid.groups].count(Kind.JOKERS) > 1:
                continue
            if all(score_arrangement(_broken(groups, group), deal).score < score for group in others):
                melds = sorted(tuple(sorted(card.index for card in group)) for group in groups if len(group) > 1)
                found.add((tuple(melds), tuple(sorted(alone)), None if thrown is None else thrown.index))
    return found


def _broken(groups: tuple[tuple[Card, ...], ...], broken: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """The groups with the cards of one of them left loose."""
    at = [sorted(group) for group in groups].index(sorted(broken))
    return [*groups[:at], *groups[at + 1 :], *[(card,) for card in broken]]


def _without(card: Card, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """A hand with one copy of a card thrown."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]
