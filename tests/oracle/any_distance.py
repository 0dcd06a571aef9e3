"""The distance to declare under any rulebook as an integer programme over the whole pack, driven by the fields.

The hand to be reached is a variable, as in ``distance_model``: as many cards as are dealt, each held or to be had. The
melds are those that ``any_model`` reads from the rulebook's fields. Since the pack holds all places of a suit,
sequences of four and more are not listed by their naturals: each window lies there as often as the hand has room for
it, and each of its places holds the card itself or a joker. Likewise one variable counts the jokers of all sets with
the same naturals where it does not matter what they show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

from rummy_tutor.game.rules import Kind, Rulebook

from .any_model import Column, Expr, Model, Table, allows_holes, list_sequences, list_sets, list_windows
from .rules import SUITS


class Reached(Model):
    """The hands within reach, with every way to lay one out.

    Args:
        table: the rulebook at its table.
        held: the hand.
        stock: the cards that can still be had.
    """

    effort = 3.0

    def __init__(self, table: Table, held: Sequence[str], stock: Sequence[str]) -> None:
        self.mine = Counter(held)
        self.deal = table.book.deal
        super().__init__(table, [*held, *stock])

    def choose_cards(self) -> dict[str, Expr]:
        """How many of each card the hand to be reached has."""
        self.throws = False
        self.jokers = min(self.deal, self.jokers)
        own = {card: self.var(min(self.deal, count)) for card, count in self.held.items()}
        self.model.add(sum(own.values()) == self.deal)
        self.bought = []
        for card, count in own.items():
            if self.held[card] > self.mine[card]:
                more = self.var(self.held[card] - self.mine[card])
                self.model.add(more >= count - self.mine[card])
                self.bought.append(more)
        return own

    def list_columns(self) -> list[Column]:
        """Sequences of three, and the sets that are not counted together; the longer ones are laid here."""
        threes = list(list_sequences(self.table, self.held, self.jokers, longest=3))
        self._lay_windows()
        columns = [column for column in list_sets(self.table, self.held, self.jokers) if column.size <= self.deal]
        if not self.melds.identical:
            return threes + columns
        larger: dict[tuple[str, ...], list[Column]] = {}
        for column in columns:
            if column.size > 3:
                larger.setdefault(column.naturals, []).append(column)
        for naturals, alike in larger.items():
            self._lay_sets(naturals, alike)
        return threes + [column for column in columns if column.size == 3]

    def _lay_sets(self, naturals: tuple[str, ...], alike: Sequence[Column]) -> None:
        """Sets of four or more with the same naturals, which differ by how many jokers they take."""
        holes = sorted({column.holes for column in alike})
        assert holes == list(range(holes[0], holes[-1] + 1))
        most = min([self.deal // alike[0].size, *(self.held[card] // n for card, n in Counter(naturals).items())])
        count, jokers = self.var(most), self.var(most * holes[-1])
        self.model.add(jokers >= holes[0] * count)
        self.model.add(jokers <= holes[-1] * count)
        for card in naturals:
            self.use[card].append(count)
        self.holes.append(jokers)
        self.by_kind[Kind.SET].append((count, alike[0]))

    def _lay_windows(self) -> None:
        """Every sequence of four and more, as often as the hand has room for it."""
        windows = {"".join(sorted(window)): window for window in list_windows(self.melds)}  # of the same cards one
        for window, suit in product(windows.values(), SUITS):
            size = len(window)
            cards = [rank + suit for rank in window]
            before: Expr = 1
            for _ in range(self.deal // size if 3 < size <= self.deal else 0):
                before = self._lay_window(cards, before)
                if not self.melds.identical:
                    break

    def _lay_window(self, cards: list[str], before: Expr) -> Expr:
        """One sequence, which lies there only if the one before does; whether it does."""
        melds, size = self.melds, len(cards)
        there = self.model.new_bool_var("")
        pure = self.model.new_bool_var("")
        self.model.add(there <= before)
        self.model.add(pure <= there)
        naturals = []
        for card in cards:
            if self.held[card] and self.table.stands(card):
                natural = self.model.new_bool_var("")
                self.model.add(natural <= there)
                self.use[card].append(natural)
                naturals.append(natural)
        count = sum(naturals)
        holes = self.var(min(size, self.jokers))
        self.model.add(holes == size * there - count)
        self.holes.append(holes)
        self.model.add(count >= size).only_enforce_if(pure)
        impure = self.model.new_bool_var("")
        self.model.add(impure == there - pure)
        self.model.add(count >= 1).only_enforce_if(impure)
        self.model.add(holes >= 1).only_enforce_if(impure)
        allowed = [[n] for n in range(1, size) if allows_holes(melds, n, size - n, melds.run_wilds)]
        figure = self.var(size)
        self.model.add(figure == count)
        if allowed:
            self.model.add_allowed_assignments([figure], allowed).only_enforce_if(impure)
        else:
            self.model.add(impure == 0)
        for var, kind in ((pure, Kind.PURE_SEQUENCE), (impure, Kind.IMPURE_SEQUENCE)):
            self.by_kind[kind].append((var, Column(kind, tuple(cards), 0, ())))
        return there


def can_declare_sooner(
    book: Rulebook, hand: Sequence[str], stock: Sequence[str], players: int, turned: str | None, exchanges: int | None
) -> bool:
    """Whether a hand can declare with fewer exchanges than some number, or at all if that is None.

    To refute one number is far quicker than to find the fewest: the way that needs so many is at hand.

    Args:
        book: the rulebook.
        hand: as many cards as are dealt, or one more.
        stock: the cards that can still be had.
        players: how many play.
        turned: the card turned up.
        exchanges: the number.
    """
    if exchanges == 0:
        return False
    reached = Reached(Table(book, players, turned), hand, stock)
    if exchanges is not None:
        reached.model.add(sum(reached.bought) < exchanges)
    ways = [way for way in book.objectives if way.players_from <= players]
    return any(reached.price(way, 0) is not None for way in ways)
