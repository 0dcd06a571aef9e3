"""All best groupings of a hand, and whether the best one is the only one.

A grouping is as good as the best one if it gives the same answer:

- a hand that can declare: it declares, and leaves no more cards loose than the best one. What the cards would
  have cost does not count, for who declares loses nothing, unless two counted hands are settled: then it costs as
  many points as well;
- a hand that cannot: it costs as many points (where melds are worth points, it scores as much), and leaves no
  more cards loose than the best one. Fewest loose cards is how the solver chooses among equals.

Two groupings differ if their groups, as cards, differ, or their loose cards, or the card thrown. The order of
groups and cards does not matter, nor which of two copies of a card lies where, nor how a group is read: a joker
that may stand for either end of a sequence is in one group all the same. Every legal group is considered, so that
a run of six and two runs of three are two groupings, and a spare joker in one of two places makes two.

A dublee or a group of jokers only is a group where the answer rests on it: where dublees or jokers declare, save
points, or may be left over. Elsewhere it is nothing but loose cards. All jokers laid aside are one group.

Where no grouping costs less than all cards counted (a flat price, a cap, or no pure sequence where all depends on
one), every grouping is as good as any other as long as the same card is thrown: ``flat`` says so, and none is listed
but the best one given. Such a hand may have thousands of groupings, and no learner gains from one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product

from ..game.cards import CARDS, Card
from ..game.records import Best, Optima
from ..game.rules import MELDS, Kind, Measure, Rest, RuleError
from ..game.table import Deal
from ..referee.grammar import grammar_at
from ..referee.melds import read_group
from ..referee.scoring import limit_points, list_melded, printed_factor
from .as_good import judge_shape, may_lie_aside, shape_of
from .best import find_best
from .enumerate import Aim, Groupings, OutOfWork, Shape, Work, ideal_points
from .instance import Solver

LIMIT = 20  # groupings listed
WORK = 400_000  # steps of the search, less than two seconds
_NEAR = 100_000  # and to weigh groupings that differ by a card or two, where these are used up


def find_optima(
    cards: Sequence[Card], deal: Deal, best: Best | None = None, limit: int = LIMIT, work: int = WORK
) -> Optima:
    """All groupings of a hand that are as good as the best one.

    Args:
        cards: 1 to 28 cards.
        deal: the rulebook at its table.
        best: the best grouping if it is known; it comes first in the answer.
        limit: most groupings that are listed.
        work: most steps that are taken; some ten thousand are a fraction of a second.

    Returns:
        The groupings and whether they are all; see the module for what counts as good and as different.

    Raises:
        RuleError: the limit or the work is less than 1.
    """
    for key, value in (("bad-limit", limit), ("bad-work", work)):
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise RuleError(key, found=value if type(value) is int else repr(value))
    if best is None or any(group.kind in (Kind.DUBLEE, Kind.JOKERS) for group in best.groups):
        # a learner's own grouping may hold dublees that count for nothing
        mine, best = best, find_best(cards, deal)
        if mine is not None and len(shape_of(mine, deal)[1]) == len(best.loose):
            best = mine
    if is_flat(cards, best, deal):
        only = not best.groups and _equal_discards(cards, best, deal) == 1
        return Optima((best,), only, only, True, None if only else "flat")
    counter = Work(work)
    collector = _Collector(cards, deal, best, limit, counter)
    stopped = None
    try:
        try:
            hand = Solver(cards, deal)
            for aim in list_aims(cards, best, deal):
                Groupings(hand, aim, counter, collector.take).search()
        except OutOfWork:
            stopped = "work"
            collector.look_near()
    except _Enough:
        stopped = "limit"
    groupings = collector.ordered()
    unique = False if len(groupings) > 1 or stopped == "limit" else None if stopped else True
    return Optima(groupings, stopped is None, unique, False, stopped, min(counter.done, work))


# ---- what is as good as the best -------------------------------------------------------------------------
def is_flat(cards: Sequence[Card], best: Best, deal: Deal) -> bool:
    """Whether the best grouping costs no less than all cards counted, so that any other costs the same.

    With one card more than dealt this holds while the same card is thrown.
    """
    return not best.declares and best.score == _worst_score(cards, deal, best.discard)


def _worst_score(cards: Sequence[Card], deal: Deal, thrown: Card | None) -> int:
    """The score if no group counts, with a card thrown or none."""
    scoring = deal.rulebook.scoring
    last = scoring.tiers[-1]
    total = sum(deal.points[card.index] for card in cards) - (0 if thrown is None else deal.points[thrown.index])
    if scoring.measure is not Measure.PENALTY:
        return -total
    return -limit_points(total if last.flat is None else last.flat, deal)


def _equal_discards(cards: Sequence[Card], best: Best, deal: Deal) -> int:
    """How many card types may be thrown at the same price when no group counts; 1 if none is thrown."""
    if len(cards) != deal.rulebook.deal + 1:
        return 1
    return sum(1 for card in set(cards) if _worst_score(cards, deal, card) == best.score)


def list_aims(cards: Sequence[Card], best: Best, deal: Deal) -> list[Aim]:
    """The ways to be as good as the best: each way to declare, or each level that gives the same points."""
    loose, aims = len(shape_of(best, deal)[1]), list[Aim]()
    if best.declares:
        for way in sorted(deal.objectives, key=lambda way: way.name != best.objective):
            most, aside = deal.deadwood_limit(way), may_lie_aside(way.needs, None, deal)
            if most is not None:
                most = -best.score if deal.rulebook.settlement.knock is not None else most
                aims.append(Aim(way.needs, list_melded(way.needs, deal), most, loose, aside))
            else:
                aims.append(Aim(way.needs, None, 0, 0 if way.rest is Rest.MELDED else loose, aside))
        return aims
    for tier in deal.tiers:
        # points before limits; the cap does not matter here: where it holds, every grouping costs the same
        exempt: tuple[Kind, ...] | None = tier.exempt
        most = -best.score // printed_factor(deal)
        if deal.rulebook.scoring.measure is not Measure.PENALTY:
            most, serves = sum([ideal_points(card.index, deal) for card in cards]) - best.score, len(tier.exempt) > 0
        elif tier.flat is not None:
            exempt, most, serves = None, 0, limit_points(tier.flat, deal) == -best.score
        else:
            serves = limit_points(most, deal) == -best.score
        if serves:
            left = 0 if tier.rest is Rest.MELDED else loose
            aims.append(Aim(tier.needs, exempt, most, left, may_lie_aside(tier.needs, exempt, deal)))
    return aims


class _Enough(Exception):
    """More groupings were found than asked for."""


class _Collector:
    """Takes the groupings as they are found, judges each, and keeps those that are as good as the best."""

    def __init__(self, cards: Sequence[Card], deal: Deal, best: Best, limit: int, work: Work) -> None:
        self.deal, self.best, self.limit, self.work = deal, best, limit, work
        self.first = shape_of(best, deal)
        self.found: dict[Shape, Best | None] = {self.first: best}
        self.kept = 1
        self.spare = grammar_at(deal).spare

    def take(self, shape: Shape) -> None:
        """One more grouping.

        Raises:
            _Enough: it is one more than asked for.
        """
        if shape in self.found:
            return
        self.found[shape] = None
        grouping = judge_shape(shape, self.best, self.deal, self.work)
        if grouping is None:
            return
        known = shape_of(grouping, self.deal)  # groups of jokers that are none lie among the loose cards
        if (known != shape and known in self.found) or len(known[1]) > len(self.first[1]):
            return
        self.found[known] = grouping
        self.kept += 1
        if self.kept > self.limit:
            del self.found[known]
            raise _Enough

    def look_near(self) -> None:
        """Where no other grouping is known, try those that differ from the best one by one card or two."""
        self.work = Work(_NEAR)
        kinds = {*MELDS, *[group.kind for group in self.best.groups], *([Kind.JOKERS] if self.spare else [])}
        for shape in _neighbours(self.first, grammar_at(self.deal).smallest):
            groups = [read_group(tuple(CARDS[index] for index in group), self.deal) for group in shape[0]]
            if self.kept == 1 and all(any(reading.kind in kinds for reading in group) for group in groups):
                try:
                    self.take(shape)
                except OutOfWork:
                    return

    def ordered(self) -> tuple[Best, ...]:
        """The groupings, the first one given first, then those that share most cards in like groups with it."""
        mine = Counter(self.first[0])

        def shared(shape: Shape) -> int:
            return sum(len(group) * count for group, count in (mine & Counter(shape[0])).items())

        others = [(shape, best) for shape, best in self.found.items() if shape != self.first and best is not None]
        others.sort(key=lambda other: -shared(other[0]))
        return (self.best, *(best for _, best in others))


def _neighbours(shape: Shape, smallest: int) -> Iterator[Shape]:
    """The groupings in which two cards change places or one goes to another group, no meld too small."""
    groups, loose, thrown = shape
    places = [*groups, loose, () if thrown is None else (thrown,)]
    last = len(groups)
    for i, j in permutations(range(len(places)), 2):
        swaps = [[other] for other in set(places[j])] if i < j else []
        moves: list[list[int]] = [[]] if max(i, j) < last and len(groups[i]) > smallest else []
        for card, back in product(set(places[i]), swaps + moves):
            after = [list(place) for place in places]
            for giver, other, cards in ((i, j, [card]), (j, i, back)):
                for index in cards:
                    after[giver].remove(index)
                    after[other].append(index)
            packed = [tuple(sorted(place)) for place in after]
            yield tuple(sorted(packed[:last])), packed[last], None if thrown is None else packed[-1][0]
