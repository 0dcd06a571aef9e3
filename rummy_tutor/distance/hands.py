"""Real hands for the melds that the search found, judged by the solver where the melds alone do not settle it.

The search leaves open which of several cards is bought, how many copies of it there are and which wild card lies where.
Here a hand is put together from the cards held and those to be had, and counts only if it declares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice, product
from typing import Final, NamedTuple

from ..game.cards import CARDS
from ..game.rules import Kind, Objective, Rest
from ..game.table import Deal
from ..referee.bought_melds import Piece
from ..referee.grammar import COPIES, CORNER, PAIR, WRAP, Grammar, grammar_at
from ..solver.best import declare_by, find_best
from ..solver.bitpack import NEVER
from .board import NONE

_CHOICES: Final = 12  # choices of cards to buy that are tried for the same melds
_MANY: Final = 20_000  # hands of a table that are remembered not to declare


class Filled(NamedTuple):
    """A hand that declares, made of the cards held and some others.

    Attributes:
        way: how it declares.
        hand: its cards, by index.
        bought: card indices that are not held yet.
        given: held card indices it has no use for.
        groups: where only some groups count these, as pairs of a kind and card indices; else empty.
        others: card indices each of which may be bought in place of one of these, the cards given up being the same.
    """

    way: Objective
    hand: tuple[int, ...]
    bought: tuple[int, ...]
    given: tuple[int, ...]
    groups: tuple[tuple[Kind, tuple[int, ...]], ...] = ()
    others: tuple[int, ...] = ()

    def lay_out(self, deal: Deal) -> tuple[tuple[Kind, tuple[int, ...]], ...]:
        """The groups that it is built of."""
        if self.groups:
            return self.groups
        solution = declare_by([CARDS[index] for index in self.hand], deal, self.way)
        assert solution is not None, "a hand counts only if it declares"
        groups = solution.layout.groups()
        if any([all([deal.is_wild[card.index] for card in group.cards]) for group in groups]):
            best = find_best([CARDS[index] for index in self.hand], deal)  # what wild cards alone are read as depends
            groups = best.groups if best.objective == self.way.name else groups
        return tuple([(group.kind, tuple([card.index for card in group.cards])) for group in groups])


class Holding:
    """A hand at a table and the cards to be had.

    Args:
        held: copies held by card index.
        stock: copies that can still be had, by card index.
        deal: the rulebook at its table.
        kept: a card that is not to be given up, ``NONE`` if there is none.
        musts: how many copies of some cards the hand must end with, by card index.

    Attributes:
        counts: copies held, for each card index.
        size: cards held; ``target``: those that a hand declares with.
        wild: the wild cards by index, printed jokers first: they are never K, A or 2 (R29).
        wilds: how many of them are held; ``supply``: how many can be had.
    """

    def __init__(
        self,
        held: Counter[int],
        stock: list[int],
        deal: Deal,
        kept: int = NONE,
        musts: dict[int, int] | None = None,
    ) -> None:
        self.held = held
        self.stock = stock
        self.deal = deal
        self.kept = kept
        self.musts: dict[int, int] = musts or {}
        self.counts = [held.get(index, 0) for index in range(53)]
        self.size = sum(self.counts)
        self.target: int = deal.rulebook.deal
        wild = deal.is_wild
        self.wild = [index for index in range(52, -1, -1) if wild[index]]
        self.wilds = sum([self.counts[index] for index in self.wild])
        self.supply = sum([stock[index] for index in self.wild])
        self.pieces: dict[tuple[bool, int, bool, int, bool], list[Piece]] = {}  # melds listed, by what was asked for


class Judge:
    """Puts hands together that declare in one way.

    Args:
        hand: the cards held and to be had.
        way: the objective.
    """

    def __init__(self, hand: Holding, way: Objective) -> None:
        self.way = way
        self.deal = hand.deal
        self.held, self.stock, self.target, self.musts = hand.counts, hand.stock, hand.target, hand.musts
        self.wild = wild = hand.wild
        self.refused = _refused_at(hand.deal, way)
        self.grammar: Grammar = grammar_at(hand.deal)
        self.melded: bool = way.rest is Rest.MELDED or way.deadwood is not None
        self.corner = corner = [index for index in wild if index < 52 and CORNER >> index % 13 & 1]
        self.orders = [wild, wild[::-1], *[sorted(wild, key=index.__eq__) for index in corner]]
        # whether melds that meet the requirements and hold all cards declare, whatever lies in their holes
        rules = self.grammar
        self.plain: bool = self.melded and way.deadwood is None and not (way.needs.jokers or way.needs.marriages)
        self.plain = self.plain and rules.identical and not (rules.strict or rules.aside)
        self.thrown: int | None = NONE
        self.ask(0, None)

    def ask(self, level: int, thrown: int | None) -> None:
        """Begin a question: most cards that may be bought, and a card of the hand that must go."""
        self.level = level
        if thrown != self.thrown:
            self.thrown = thrown
            self.mine = self.held.copy()
            if thrown is not None:
                self.mine[thrown] -= 1
            self.there = [mine + more for mine, more in zip(self.mine, self.stock, strict=True)]

    def find(self, pieces: Sequence[Piece], wish: int = NONE) -> Filled | None:
        """A hand made of some melds that declares, None if there is none.

        Args:
            pieces: the melds.
            wish: a card that must be bought.
        """
        base, there = [0] * 53, self.there
        jokers: int = self.way.needs.jokers
        slack = 0
        used: list[int] = []
        choices: list[list[tuple[int, ...]]] = []
        for piece in pieces:
            for index in piece.uses:
                base[index] = base[index] + 1
            used += piece.uses
            jokers += piece.jokers
            slack += piece.slack
            if piece.bought[0]:
                choices.append(piece.bought)
        if wish != NONE:
            choices = [sorted(ways, key=lambda cards: wish not in cards) for ways in choices]
        for chosen in islice(product(*choices), _CHOICES):
            hand, named = base[:], used[:]
            for cards in chosen:
                named += cards
                for index in cards:
                    hand[index] = hand[index] + 1
            count, holes, laid = len(named), jokers, hand[:]
            spare = self.target - count - jokers
            if wish != NONE and hand[wish] <= self.mine[wish]:
                count += self.mine[wish] + 1 - hand[wish]
                hand[wish] = self.mine[wish] + 1
                holes -= 1
                named.append(wish)
            missing = self.target - count if self.melded else holes
            if missing < 0 or any([hand[index] > there[index] for index in named]):
                continue
            wished = wish == NONE or self.deal.is_wild[wish] or laid[wish] > self.mine[wish]
            clear = self.plain and wished and 0 <= spare <= slack
            barred = [index for index in self.corner if clear and any([_may_wrap(piece, index) for piece in pieces])]
            for order in self.orders if missing else self.orders[:1]:
                full = self._fill(hand, missing, order)
                if full is None:
                    continue
                if clear and not any([index in full for index in barred]):
                    others = self._list_others(laid, chosen, choices)
                    return self._tell(full, others + self._list_wilds(laid, full, barred))
                if self._declares(full):
                    return self._tell(full, ())
        return None

    def _list_others(
        self, hand: list[int], chosen: Sequence[tuple[int, ...]], choices: list[list[tuple[int, ...]]]
    ) -> tuple[int, ...]:
        """Cards any of which may be bought in place of one that is: the melds are alike then, the same cards given up.

        Args:
            hand: the cards of the melds.
            chosen: those bought for each meld.
            choices: what may be bought for each.
        """
        others: list[int] = []
        mine, there, wild = self.mine, self.there, self.deal.is_wild
        for cards, ways in zip(chosen, choices, strict=True):
            if len(ways) == 1 or any([wild[index] or hand[index] <= mine[index] for index in cards]):
                continue
            for way in ways:
                more = [index for index in way if index not in cards]
                if len(more) == 1 and len([index for index in cards if index not in way]) == 1:
                    index = more[0]
                    if mine[index] <= hand[index] < there[index] and not wild[index]:
                        others.append(index)
        return tuple(others)

    def _list_wilds(self, hand: list[int], full: tuple[int, ...], barred: list[int]) -> tuple[int, ...]:
        """Wild cards each of which may be bought as a joker in place of another that is.

        Args:
            hand: the cards of the melds, jokers apart.
            full: all cards.
            barred: wild cards that may not lie in some meld.
        """
        mine, there = self.mine, self.there
        counts = [full.count(index) for index in self.wild]
        if not any([count > max(mine[i], hand[i]) for i, count in zip(self.wild, counts, strict=True)]):
            return ()
        rows = zip(self.wild, counts, strict=True)
        return tuple([i for i, count in rows if mine[i] <= count < there[i] and i not in barred])

    def _fill(self, hand: list[int], missing: int, order: list[int]) -> tuple[int, ...] | None:
        """Some cards with wild cards in an order, those held first, then the other cards held that cost least."""
        mine = self.mine
        full = hand[:]
        for index, count in self.musts.items():
            if self.deal.is_wild[index]:
                taken = max(0, min(missing, count - full[index]))
                full[index] += taken
                missing -= taken
        for there in (mine, self.there):
            for index in order if missing else ():
                taken = min(missing, there[index] - full[index])
                if taken > 0:
                    full[index] += taken
                    missing -= taken
        if not self.melded:
            for index, count in self.musts.items():
                full[index] = max(full[index], count)
            rest = [index for index in range(53) for _ in range(mine[index] - full[index])]
            for index in sorted(rest, key=self.deal.points.__getitem__)[: max(0, self.target - sum(full))]:
                full[index] += 1
        bought = sum([count - mine[index] for index, count in enumerate(full) if count > mine[index]])
        cards = [index for index, count in enumerate(full) if count for _ in range(count)]
        return tuple(cards) if bought <= self.level and len(cards) == self.target else None

    def _declares(self, cards: tuple[int, ...]) -> bool:
        """Whether the solver declares with a hand."""
        if cards in self.refused:
            return False
        if declare_by([CARDS[index] for index in cards], self.deal, self.way) is not None:
            return True
        if len(self.refused) >= _MANY:
            self.refused.clear()
        self.refused.add(cards)
        return False

    def _tell(self, cards: tuple[int, ...], others: tuple[int, ...]) -> Filled:
        """A hand that declares as an answer; ``others`` as there."""
        more = [-count for count in self.mine]
        for index in cards:
            more[index] = more[index] + 1
        bought = [index for index, count in enumerate(more) if count > 0 for _ in range(count)]
        given = [index for index, count in enumerate(more) if count < 0 for _ in range(-count)]
        if self.thrown is not None:
            given.append(self.thrown)
        return Filled(self.way, cards, tuple(bought), tuple(given), others=others)


def _may_wrap(piece: Piece, wild: int) -> bool:
    """Whether a wild king, ace or two as a joker could make a meld K, A and 2 of its suit, which is none (R29)."""
    if piece.size != WRAP or not piece.jokers:
        return False
    ace = wild // 13 * 13
    others = [index for index in (ace, ace + 1, ace + 12) if index != wild]
    kept = all([index in others for index in piece.uses])
    return kept and any([all([index in others for index in cards]) for cards in piece.bought])


@lru_cache(maxsize=64)
def _refused_at(deal: Deal, way: Objective) -> set[tuple[int, ...]]:
    """Hands that the solver found not to declare in one way."""
    return set()


def is_counted(way: Objective, deal: Deal) -> bool:
    """Whether an objective only counts groups of equal cards, or jokers, whatever the other cards are."""
    needs, grammar = way.needs, grammar_at(deal)
    sorts = (needs.tunnelas > 0) + (needs.dublees > 0) + (needs.jokers > 0)
    others = needs.marriages or needs.pure or needs.sequences or needs.long_sequences or way.deadwood is not None
    if way.rest is not Rest.ANYTHING or sorts != 1 or others or not grammar.knows(needs):
        return False
    if not grammar.as_itself and not needs.jokers:
        return False  # copies of a wild card are no group
    if needs.jokers:
        return needs.jokers != WRAP and not (grammar.spare or grammar.aside)
    return grammar.dublees_are_copies if needs.dublees else grammar.identical


class Count:
    """What it takes to meet an objective that only counts groups of equal cards, or jokers.

    Args:
        hand: the cards held and to be had.
        way: the objective.
    """

    def __init__(self, hand: Holding, way: Objective) -> None:
        needs = way.needs
        self.hand = hand
        self.way = way
        self.jokers: int = needs.jokers
        self.kind = Kind.TUNNELA if needs.tunnelas else Kind.DUBLEE
        self.size = COPIES if needs.tunnelas else PAIR
        self.count: int = needs.tunnelas or needs.dublees
        self.possible = [
            self.size == 2 or grammar_at(hand.deal).makes_tunnela(index, hand.deal.is_wild[index])
            for index in range(53)
        ]
        self.total = [0] * (self.size + 1)  # groups that can be had, by the cards to be bought for each
        for index in range(53):
            self._add(self.total, index, 0, 0, 1)

    def _add(self, total: list[int], index: int, more: int, gone: int, sign: int) -> None:
        """Count the groups of a card with some more held and some fewer to be had."""
        if self.possible[index]:
            for cost in list_costs(self.hand.counts[index] + more, self.hand.stock[index] - gone, self.size):
                total[cost] += sign

    def price(self, thrown: int | None = None, drawn: int | None = None) -> int:
        """Fewest exchanges, after a discard and a draw if there are any; ``NEVER`` if nothing leads on."""
        hand, wilds = self.hand, self.hand.deal.is_wild
        missing, left = 0, self.count
        if self.jokers:
            more = 0 if drawn is None else int(wilds[drawn])
            missing = max(0, self.jokers - hand.wilds - more + (0 if thrown is None else int(wilds[thrown])))
            left = missing if missing > hand.supply - more else 0
        else:
            total = self.total
            if thrown is not None or drawn is not None:
                total = total.copy()
            if drawn is not None:
                self._add(total, drawn, 0, 0, -1)
                self._add(total, drawn, int(drawn != thrown), 1, 1)
            if thrown is not None and drawn != thrown:
                self._add(total, thrown, 0, 0, -1)
                self._add(total, thrown, -1, 0, 1)
            for cost, number in enumerate(total):
                taken = min(left, number)
                missing += cost * taken
                left -= taken
        cards = hand.size - int(thrown is not None) + int(drawn is not None)
        fits = max(self.size * self.count, self.jokers) <= hand.target <= cards + missing
        return missing if fits and not left else NEVER

    def within(self, level: int, thrown: int | None = None) -> Filled | None:
        """A hand that declares within ``level`` exchanges, None if there is none."""
        return self.find(thrown) if self.price(thrown) <= level else None

    def find(self, thrown: int | None = None) -> Filled:
        """A hand with the fewest exchanges, where there is one, without a card that must go if one is given."""
        hand, held, points = self.hand, self.hand.counts.copy(), self.hand.deal.points
        if thrown is not None:
            held[thrown] -= 1
        groups: list[tuple[Kind, tuple[int, ...]]] = []
        bought: list[int] = []
        if self.jokers:
            mine = [index for index in hand.wild for _ in range(held[index])]
            there = [index for index in hand.wild for _ in range(hand.stock[index])]
            bought = there[: max(0, self.jokers - len(mine))]
            groups.append((Kind.JOKERS, (*mine[: self.jokers], *bought)))
        else:
            rows: list[tuple[int, int, int]] = []
            for index in range(53):
                if self.possible[index]:
                    for cost in list_costs(held[index], hand.stock[index], self.size):
                        rows.append((cost, -points[index], index))
            for cost, _, index in sorted(rows)[: self.count]:
                bought += [index] * cost
                groups.append((self.kind, (index,) * self.size))
        used = [index for _, group in groups for index in group]
        rest = [index for index in range(53) for _ in range(held[index] - used.count(index))]
        rest.sort(key=lambda index: (-points[index], index))
        over = sum(held) + len(bought) - hand.target
        given = rest[:over] + ([] if thrown is None else [thrown])
        full = (*used, *rest[over:])
        return Filled(self.way, full, tuple(sorted(bought)), tuple(sorted(given)), groups=tuple(groups))


@lru_cache(maxsize=4096)
def list_costs(held: int, stock: int, size: int) -> tuple[int, ...]:
    """How many copies of a card must be bought for each group of ``size`` that can be had, the cheapest first."""
    return tuple([max(0, min(size, size * number - held)) for number in range(1, (held + stock) // size + 1)])
