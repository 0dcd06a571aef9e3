"""Two counted hands: the knocker's and that of the other, who may lay off on the melds that the knocker shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from ..game.cards import Card
from ..game.rules import MELDS, Knock, Needs, Objective, Rest, Rulebook, Tier
from ..game.table import Deal
from ..referee.melds import read_group
from ..referee.scoring import score_arrangement
from ..solver.best import find_best
from ..study.analysis import Analysis

BIG_GIN = "big-gin"
Melds = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True)
class Knocked:
    """What two counted hands come to.

    Attributes:
        own: points left over in the knocker's hand.
        count: points left over in the other's, once all that can be is laid off.
        sort: ``knock``, ``gin`` or ``big-gin``.
        laid_off: the cards laid off, in order.
    """

    own: int
    count: int
    sort: str = "knock"
    laid_off: tuple[Card, ...] = ()

    @property
    def undercut(self) -> bool:
        """Whether the other has no more left over than who knocked with cards left over."""
        return self.sort == "knock" and self.count <= self.own

    def gains(self, rule: Knock) -> int:
        """What the knocker gets; below 0 what the knocker pays."""
        if self.undercut:
            return self.count - self.own - rule.undercut
        return self.count - self.own + {"gin": rule.gin, BIG_GIN: rule.big_gin or 0}.get(self.sort, 0)


def seat_big_gin(book: Rulebook) -> Rulebook:
    """The rulebook by which a hand with the card drawn declares where every one of its cards lies in a meld."""
    needs = book.objectives[0].needs if book.objectives else Needs()
    return replace(book, deal=book.deal + 1, objectives=(Objective(name=BIG_GIN, needs=needs, rest=Rest.MELDED),))


def count_hands(
    knocker: Analysis | int, other: Analysis | int, deal: Deal, rule: Knock, sort: str = "knock"
) -> Knocked:
    """The two hands counted, each player laying as is best for them; a hand laid out is counted as it is laid.

    Args:
        knocker: the hand of who knocked, or the points said to be left over in it.
        other: the other's hand, or the points said to be left over in it after laying off.
        deal: the table.
        rule: the rule of two counted hands.
        sort: what a knock is without cards: ``knock``, ``gin`` or ``big-gin``.
    """
    counts: list[Knocked] = []
    counted: dict[tuple[Card, ...], int] = {}
    for own, melds, kind in _list_knocks(knocker, deal) if isinstance(knocker, Analysis) else [(knocker, (), sort)]:
        if isinstance(other, int):
            counts.append(Knocked(own, other, kind))
            continue
        on = melds if rule.lay_off and kind == "knock" else ()
        count, laid_off = _count_other(other, on, deal, counted)
        counts.append(Knocked(own, count, kind, laid_off))
    return max(counts, key=lambda knocked: (knocked.gains(rule), -knocked.own))


def _list_knocks(analysis: Analysis, deal: Deal) -> Iterator[tuple[int, Melds, str]]:
    """What is left over, the melds shown and what it is called, for each way to lay out a hand that declares."""
    table, cards = analysis.deal, analysis.hand.cards
    if analysis.arranged is not None:
        laid: list[Melds] = [tuple(group.cards for group in analysis.arranged.groups)]
    else:
        laid = [(*melds, *((card,) for card in left)) for melds, left in _list_layouts(cards, table)]
    for groups in laid:
        verdict = score_arrangement(groups, table)
        if not verdict.declares:
            continue
        melds = tuple(group.cards for group in verdict.groups if group.kind in MELDS)
        left = Counter(cards) - Counter(card for meld in melds for card in meld)
        if verdict.discard is not None:
            left -= Counter((verdict.discard,))
        big = verdict.objective == BIG_GIN
        sort = BIG_GIN if big else "knock" if left else "gin"
        yield sum(deal.points[card.index] for card in left.elements()), melds, sort


def _list_layouts(cards: Sequence[Card], deal: Deal) -> Iterator[tuple[Melds, tuple[Card, ...]]]:
    """Every choice of melds that cards can be laid out in, and the cards left over."""
    melds = _list_melds(cards, deal)
    stack: list[tuple[int, Melds, Counter[Card]]] = [(0, (), Counter(cards))]
    while stack:
        start, laid, left = stack.pop()
        yield laid, tuple(sorted(left.elements()))
        for at in range(start, len(melds)):
            need = Counter(melds[at])
            if need <= left:
                stack.append((at, (*laid, melds[at]), left - need))


def _list_melds(cards: Sequence[Card], deal: Deal) -> list[tuple[Card, ...]]:
    """Every meld among some cards, each once."""
    known: set[tuple[Card, ...]] = set()
    alike: dict[object, list[Card]] = {}
    for card in sorted(cards):
        alike.setdefault(("suit", card.index // 13), []).append(card)
        alike.setdefault(("rank", card.index % 13), []).append(card)
    rules = deal.rulebook.melds
    for group in alike.values():
        for size in {3, rules.run_min, rules.set_min}:  # a longer meld has such a part
            for least in {meld for meld in combinations(group, size) if _is_meld(meld, deal)}:
                more = _list_added(least, Counter(group) - Counter(least), deal)
                known |= {tuple(sorted((*least, *added))) for added in more}
    return sorted(known)


def _is_meld(cards: tuple[Card, ...], deal: Deal) -> bool:
    return any(reading.kind in MELDS for reading in read_group(cards, deal))


def _count_other(
    analysis: Analysis, melds: Melds, deal: Deal, counted: dict[tuple[Card, ...], int]
) -> tuple[int, tuple[Card, ...]]:
    """The fewest points that can be left over by laying off on some melds, and the cards laid off."""
    cards, arranged = Counter(analysis.hand.cards), analysis.arranged
    if arranged is not None:  # what lies in a meld stays there
        cards -= Counter(card for group in arranged.groups if group.kind in MELDS for card in group.cards)
    best: tuple[int, tuple[Card, ...]] | None = None
    for laid_off in sorted(_list_laid_off(melds, cards, deal), key=len):
        rest = tuple(sorted((cards - Counter(laid_off)).elements()))
        if rest not in counted:
            counted[rest] = (
                _count_rest(rest, deal) if arranged is None else sum(deal.points[card.index] for card in rest)
            )
        left = counted[rest]
        if best is None or left < best[0]:
            best = left, laid_off
    assert best is not None  # nothing need be laid off
    return best


def _count_rest(cards: tuple[Card, ...], deal: Deal) -> int:
    """The fewest points of cards in no meld."""
    if not cards:
        return 0
    scoring = replace(deal.rulebook.scoring, tiers=(Tier(code="left", exempt=MELDS),))
    points = find_best(cards, deal.with_rules(deal=len(cards), objectives=(), scoring=scoring)).points
    assert points is not None  # hands cost points where one may knock
    return points


def _list_laid_off(melds: Melds, cards: Counter[Card], deal: Deal) -> set[tuple[Card, ...]]:
    """Every choice of cards that can be laid off on some melds; each added card leaves a meld."""
    choices: set[tuple[Card, ...]] = {()}
    for meld in melds:
        choices = {
            tuple(sorted((*before, *more)))
            for before in choices
            for more in _list_added(meld, cards - Counter(before), deal)
        }
    return choices


def _list_added(meld: tuple[Card, ...], cards: Counter[Card], deal: Deal) -> set[tuple[Card, ...]]:
    """Every choice of cards by which a meld can grow, card by card: each part of a longer meld is one."""
    melds: set[tuple[Card, ...]] = {()}
    fresh: list[tuple[Card, ...]] = [()]
    while fresh:
        added = fresh.pop()
        for card in cards - Counter(added):
            longer = tuple(sorted((*added, card)))
            if longer not in melds and _is_meld((*meld, *longer), deal):
                melds.add(longer)
                fresh.append(longer)
    return melds
