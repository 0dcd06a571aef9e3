"""With one card more than dealt: how far each discard leaves the hand, and which draws then bring it nearer.

Each way to declare that is found settles the discards that it gives up and the draws that it buys; the search is
asked only about the pairs of a discard and a draw that are still open.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from typing import Final

from ..game.cards import CARDS, Card, without
from ..game.table import Deal
from ..solver.bitpack import NEVER
from .board import NONE
from .exchanges import Finder, Search, Surveyed, uncollected
from .hands import Count, Filled

_MANY: Final = 10_000  # positions that a search keeps in mind; one that has more is forgotten
_CLOSE: Final = 3  # exchanges from which on it pays to look whether nothing leads on at all


class Kept:
    """What is known of a hand after its discard: what a draw changes can often be told from it without a new search.

    Args:
        deal: the rulebook at its table.
        counts: copies held, by card index.
        stock: copies that could then be had.
        far: exchanges to make.
        hopes: the draws that may bring the hand nearer; no other one does.
        outs: those of them that do, while all can be had that could, where two exchanges are left at most.
        ways: ways to declare with as many exchanges, which give up none but these cards.
    """

    def __init__(
        self,
        deal: Deal,
        counts: list[int],
        stock: list[int],
        far: int,
        hopes: set[int],
        outs: set[int],
        ways: list[Filled],
    ) -> None:
        self.deal, self.counts, self.stock, self.far = deal, counts, stock, far
        self.hopes, self.outs, self.ways = hopes, outs, ways

    def bound(self, cards: Sequence[Card], deal: Deal, stock: list[int]) -> tuple[int, int]:
        """The least and the most exchanges that a hand needs; 0 and ``NEVER`` where nothing is known of it.

        Args:
            cards: this hand, or the same with one card more.
            deal: the rulebook at its table.
            stock: copies that can now be had, by card index.
        """
        known = self._compare(cards, deal, stock)
        if known is None:
            return 0, NEVER
        drawn, left = known
        least = max(0, self.far - 1) if drawn in self.hopes else self.far
        saved = any([drawn in way.bought or drawn in way.others for way in left]) or self._is_out(drawn, stock)
        return least, self.far - saved if left else NEVER

    def _is_out(self, drawn: int, stock: list[int]) -> bool:
        """Whether a card drawn brings the hand nearer, also where the one to be bought besides has become scarcer."""
        if drawn not in self.outs:
            return False
        fewer = [index for index in range(53) if stock[index] + (index == drawn) < self.stock[index]]
        return self.far == 1 or not any([index == drawn or not stock[index] for index in fewer])

    def list_ways(self, cards: Sequence[Card], deal: Deal, stock: list[int]) -> list[Filled]:
        """The ways to declare that are known of this hand with one card more; the arguments are those of ``bound``."""
        known = self._compare(cards, deal, stock)
        ways: list[Filled] = []
        drawn, left = (NONE, ways) if known is None else known
        for way in left if drawn != NONE else ():
            if drawn in way.bought:
                ways.append(Filled(way.way, way.hand, without(way.bought, drawn), way.given, way.groups))
            else:
                there = [index for index in way.others if way.hand.count(index) < self.counts[index] + stock[index]]
                others = tuple([index for index in there if index != drawn])
                ways.append(Filled(way.way, way.hand, way.bought, (*way.given, drawn), way.groups, others))
        return ways

    def _compare(self, cards: Sequence[Card], deal: Deal, stock: list[int]) -> tuple[int, list[Filled]] | None:
        """Which card was drawn, if one was, and the ways to declare that are still open; None if nothing is known."""
        if deal is not self.deal:
            return None
        lacks = self.counts.copy()
        for card in cards:
            lacks[card.index] -= 1
        drawn = NONE
        for index in range(53):
            if lacks[index]:
                if lacks[index] != -1 or drawn != NONE:
                    return None
                drawn = index
            # whoever draws a card could have drawn it then, and nothing else has come back
            if stock[index] - lacks[index] > self.stock[index]:
                return None
        return drawn, [
            way
            for way in self.ways
            if all([way.bought.count(index) <= stock[index] - lacks[index] for index in way.bought])
        ]


@uncollected()
def choose_nearest(
    cards: Sequence[Card],
    deal: Deal,
    seen: Sequence[Card],
    asked: Sequence[int],
    least: int = 0,
    kept: Kept | None = None,
) -> tuple[int, Kept | None]:
    """The discard that ``Throws.choose`` chooses, and what is known of the hand after it; the arguments as there."""
    throws = Throws(cards, deal, seen)
    chosen = throws.choose(asked, least, kept)
    return chosen, throws.keep(chosen)


@uncollected()
def keep_hand(cards: Sequence[Card], deal: Deal, seen: Sequence[Card], least: int) -> Kept | None:
    """What is known of a hand once its exchanges are found: any draw may bring it nearer; None if nothing leads on.

    Args:
        cards, deal, seen: the hand, as many cards as are dealt, its table, and further cards out of play.
        least: exchanges that are known to be needed.
    """
    finder = Finder(cards, deal, seen)
    nearest = finder.nearest(deal.objectives, least)
    if nearest is None:
        return None
    hand = finder.hand
    return Kept(deal, hand.counts, hand.stock, nearest[0], set(range(53)), set(), [nearest[1]])


class Throws:
    """All discards of one hand.

    Args:
        cards: the hand, one card more than dealt.
        deal: the rulebook at its table.
        seen: further cards out of play.

    Attributes:
        far: exchanges still to make, by the card thrown; a card is missing if nothing leads on without it.
        outs: the draws that save one of them, by the card thrown; cards are indices.
    """

    def __init__(self, cards: Sequence[Card], deal: Deal, seen: Sequence[Card]) -> None:
        self.finder = finder = Finder(cards, deal, seen, precise=True)
        aims = [finder.aim(way) for way in deal.objectives]
        self.searched = [aim for aim in aims if isinstance(aim, Search)]
        self.counted = [aim for aim in aims if isinstance(aim, Count)]
        self.far: dict[int, int] = {}
        self.outs: dict[int, set[int]] = {index: set() for index in finder.hand.held}
        self.drawn: dict[int, Finder] = {}
        self.surveys: dict[tuple[str, int], Surveyed | None] = {}
        self.nearest: int | None = None
        self.ways: list[Filled] = []  # ways to declare
        self.possible: dict[int, set[int]] = {}  # draws that may save an exchange, by the card thrown

    def work_out(self, nearest: int | None) -> Iterator[tuple[int, int]]:
        """Work everything out; yields how much is done, out of how much.

        Args:
            nearest: exchanges still to make with the best discard.
        """
        self.nearest = nearest
        there = [index for index in range(53) if self.finder.hand.stock[index] > 0]
        total = len(self.outs) + len(there)
        for _ in self._measure(self.outs, NEVER if nearest is None else nearest, False, []):
            yield len(self.far), total
        levels = sorted({level for level in self.far.values() if level})
        for at, level in enumerate(levels):
            for done, index in enumerate(there):
                yield len(self.outs) + (len(there) * at + done) // len(levels), total
                self._draw(index, level, self.far)

    def choose(self, asked: Sequence[int], least: int = 0, kept: Kept | None = None) -> int:
        """Of some discards one that leaves the fewest exchanges and, of these, has the most outs.

        Args:
            asked: the discards; of equal ones the first is taken.
            least: exchanges that are known to be needed with the best discard of all.
            kept: what is known of the hand before a card was drawn.
        """
        self.nearest = None
        known: list[Filled] = []
        if kept is not None:
            hand = self.finder.hand
            least, most = kept.bound(self.finder.cards, hand.deal, hand.stock)
            self.nearest = most if least == most else None
            known = kept.list_ways(self.finder.cards, hand.deal, hand.stock)
        for _ in self._measure(asked, least, True, known):
            pass
        near = [index for index in asked if index in self.far]
        if len(near) < 2 or not self.far[near[0]]:
            return near[0] if near else asked[0]
        return self._choose_of_near(near)

    def _choose_of_near(self, near: Sequence[int]) -> int:
        """Of some discards that leave as many exchanges one with the most outs; of equal ones the first."""
        stock, level = self.finder.hand.stock, self.far[near[0]]
        possible = self.possible = {index: self._list_hopes(index) for index in near}
        for index in near if level == self.nearest else ():
            self.outs[index] |= self._list_sure(index) & possible[index]
        hopes = [sum([stock[drawn] for drawn in possible[index]]) for index in near]
        while True:
            at = hopes.index(max(hopes))
            best = near[at]
            unknown = possible[best] - self.outs[best]
            sure = hopes[at] - sum([stock[drawn] for drawn in unknown])
            if all([other < sure + (later >= at) for later, other in enumerate(hopes) if later != at]):
                return best
            drawn = max(sorted(unknown), key=stock.__getitem__)  # what decides soonest
            self._draw(drawn, level, [best])
            if drawn not in self.outs[best]:
                possible[best].remove(drawn)
                hopes[at] -= stock[drawn]

    def keep(self, thrown: int) -> Kept | None:
        """What is known of the hand after the discard that was chosen, None if nothing leads on without it."""
        far = self.far.get(thrown)
        if far is None:
            return None
        hand = self.finder.hand
        counts = hand.counts.copy()
        counts[thrown] -= 1
        left = [way for way in self.ways if thrown in way.given and len(way.bought) == far]
        if not left:
            shown = [survey.show(thrown, NONE) for survey in self._list_surveys(far) if thrown in survey.pairs]
            left = [way for way in shown if way is not None]
        ways = [
            Filled(way.way, way.hand, way.bought, without(way.given, thrown), way.groups, way.others) for way in left
        ]
        hopes = self.possible.get(thrown)
        if hopes is None:
            hopes = self._list_hopes(thrown)
        outs = self.outs[thrown] | self._list_sure(thrown) & hopes if far == self.nearest and far <= 2 else set[int]()
        return Kept(hand.deal, counts, hand.stock, far, hopes, outs, ways)

    def _list_surveys(self, level: int) -> list[Surveyed]:
        """The surveys of the ways with some exchanges."""
        surveys = [self.surveys.get((search.way.name, level)) for search in self.searched]
        return [survey for survey in surveys if survey is not None]

    def _list_sure(self, thrown: int) -> set[int]:
        """The draws that surely bring the hand nearer after a discard that leaves it as near as any."""
        return {drawn for survey in self._list_surveys(self.far[thrown]) for drawn in survey.list_sure(thrown)}

    def _list_hopes(self, thrown: int) -> set[int]:
        """The draws that may bring the hand nearer after a discard, as far as the surveys tell."""
        stock, level = self.finder.hand.stock, self.far[thrown]
        there = [index for index in range(53) if stock[index] > 0]
        bits = 0
        for search in self.searched:
            survey, before, back = self._surveys_after(search, thrown)
            later = 0 if not back else -1 if before is None else before.bought
            bits |= -1 if survey is None else survey.pairs.get(thrown, 0) | 1 << thrown | later
        hopes = {drawn for drawn in there if bits >> drawn & 1}
        for count in self._list_counted(thrown, level):
            hopes.update([drawn for drawn in there if count.price(thrown, drawn) < level])
        if level == self.nearest:
            hopes.discard(thrown)
        return hopes

    def _measure(self, asked: Collection[int], least: int, enough: bool, known: Sequence[Filled]) -> Iterator[None]:
        """Find the exchanges still to make after some discards, and with the best of all; yields now and then.

        Args:
            asked: the discards.
            least: exchanges that are known to be needed.
            enough: whether those that leave the fewest exchanges are enough.
            known: ways to declare that are known.
        """
        filled_ways, pending = list[Filled](), set(asked)
        most = min(self.finder.hand.target, sum(self.finder.hand.stock))  # no more can be had
        level = least
        while level <= most and pending and not (enough and self.far):
            if self.nearest is None and level == max(least, _CLOSE):
                self.searched = [search for search in self.searched if search.is_possible()]
            # a card that every nearest way keeps costs one exchange to get back, or more if none is left
            if self.nearest is not None and level == self.nearest + 2:
                pending = {index for index in pending if self._is_possible(index)}
            wanted = set(pending)
            spare = {index for index in wanted if any([count.price(index) <= level for count in self.counted])}
            shown = [index for filled in known if len(filled.bought) == level for index in filled.given]
            wanted.difference_update(shown)
            spare.update(pending.intersection(shown))
            is_nearest = bool(shown)
            for search in self.searched:
                yield None
                left, open_ = set(wanted), None
                survey = yield from self._survey(search, level, len(pending))
                if survey is not None:
                    if enough and self.nearest in (None, level):
                        left = {index for index in left if not survey.list_sure(index)}
                        is_nearest = is_nearest or left != wanted
                    for index in sorted(left & survey.pairs.keys()):
                        if index in left and (filled := survey.show(index, NONE)) is not None:
                            filled_ways.append(filled)
                            left.difference_update(filled.given)
                    open_ = sorted(left & survey.pairs.keys())
                for other in self.finder.throwing(search.way, level, left, open_):
                    filled_ways.append(other)
                    yield None
                if self.nearest is None and not (is_nearest or filled_ways) and survey is not None and survey.pairs:
                    filled = search.within(level)  # giving up none of the cards asked about
                    filled_ways += [] if filled is None else [filled]
                spare |= wanted - left
            is_nearest = is_nearest or bool(filled_ways) or any([count.price() <= level for count in self.counted])
            if self.nearest is None and is_nearest:
                self.nearest = level
            self.far |= dict.fromkeys(spare, level)
            pending -= spare
            level += 1
        for way in (*known, *filled_ways):
            self._note(way, None)

    def _survey(self, search: Search, level: int, asked: int) -> Generator[None, None, Surveyed | None]:
        """A survey, reporting now and then that it is still going on."""
        name = search.way.name
        survey: Surveyed | None = None
        if self.surveys.get((name, level - 1), self) is not None:  # else with more exchanges it takes longer still
            for latest in search.survey(level, asked):
                survey = latest
                yield None
        self.surveys[name, level] = survey
        return survey

    def _is_possible(self, thrown: int) -> bool:
        """Whether the hand may still declare without a card, as far as that is quickly seen."""
        if any([count.price(thrown) < NEVER for count in self.counted]):
            return True
        return any([search.is_possible(thrown) for search in self.searched])

    def _list_counted(self, thrown: int, level: int) -> list[Count]:
        """The objectives that a draw may bring below some exchanges after a discard: it saves one at most."""
        return [count for count in self.counted if count.price(thrown) <= level]

    def _draw(self, drawn: int, level: int, thrown: Iterable[int]) -> None:
        """Find the discards that leave ``level`` exchanges, and one less after a draw."""
        # one that every nearest way keeps may be drawn again
        pending = [i for i in thrown if self.far[i] == level and (i != drawn or level != self.nearest)]
        for index in pending:
            if any([count.price(index, drawn) < level for count in self._list_counted(index, level)]):
                self.outs[index].add(drawn)
        if drawn in pending and drawn not in self.outs[drawn] and self._is_back(drawn, level):
            self.outs[drawn].add(drawn)
        for search in self.searched:
            wanted = set()
            for index in pending:
                if drawn not in self.outs[index] and not self._is_settled(search, index, drawn):
                    wanted.add(index)
            if not wanted:
                continue
            finder = self.drawn.get(drawn)
            if finder is None:
                finder = self.drawn[drawn] = self.finder.with_drawn(drawn)
            asked = None if self.surveys.get((search.way.name, level)) is None else sorted(wanted)
            for filled in finder.throwing(search.way, level - 1, wanted, asked):
                self._note(filled, drawn)
        finder = self.drawn.get(drawn)
        if finder is not None and finder.positions > _MANY:
            del self.drawn[drawn]  # what it remembers takes more than it spares

    def _is_back(self, thrown: int, level: int) -> bool:
        """Whether a card that was thrown and is drawn again brings the hand nearer."""
        finder = Finder(self.finder.cards, self.finder.hand.deal, (*self.finder.seen, CARDS[thrown]))
        return finder.reaches(self.finder.hand.deal.objectives, level - 1)

    def _is_settled(self, search: Search, thrown: int, drawn: int) -> bool:
        """Whether surveys show that a way throws one card and draws another, which is noted, or that none does."""
        asked = self._list_open(search, thrown, drawn)
        for known, given in asked or ():
            filled = known.show(given, drawn)
            if filled is not None:
                self._note(filled, None)
            if drawn in self.outs[thrown]:
                return True
        return asked is not None and not asked

    def _list_open(self, search: Search, thrown: int, drawn: int) -> list[tuple[Surveyed, int]] | None:
        """The surveys that may hold ways to throw one card and draw another; None if others may have such ways too."""
        survey, before, back = self._surveys_after(search, thrown)
        asked: list[tuple[Surveyed, int]] = []
        if survey is not None and not survey.rules_out(thrown, drawn):
            asked.append((survey, thrown))
        if back and before is not None and before.bought >> drawn & 1:
            asked.append((before, NONE))
        surveyed = thrown != drawn and survey is not None and not (back and before is None)
        return asked if asked or surveyed else None

    def _surveys_after(self, search: Search, thrown: int) -> tuple[Surveyed | None, Surveyed | None, bool]:
        """The surveys of the ways with as many exchanges as a discard leaves, of those with one less, if these matter.

        These do if the card thrown may be bought back: they keep it.
        """
        name, far = search.way.name, self.far[thrown]
        before = self.surveys.get((name, far - 1)) if far - 1 == self.nearest else None
        return self.surveys.get((name, far)), before, far != self.nearest and self.finder.hand.stock[thrown] > 0

    def _note(self, filled: Filled, drawn: int | None) -> None:
        """Take down the discards and draws that a way to declare stands for."""
        given = list(filled.given)
        bought = {*filled.bought, *filled.others}
        size = len(filled.bought)
        if drawn is None:
            self.ways.append(filled)
        if drawn in given:
            given.remove(drawn)
        elif drawn is not None:
            bought.add(drawn)
            size += 1
        for index in given:
            if self.far.get(index) == size:
                self.outs[index] |= bought
        if size != self.nearest:
            return
        for index, far in self.far.items():
            # a card that all of the nearest ways keep may be bought back besides
            if far == size + 1 and self.finder.hand.stock[index] > filled.bought.count(index) + (index == drawn):
                self.outs[index] |= bought | {index}
