"""What lies on the table, as a value: cards in trays, and the moves that lead from one value to the next.

Cards are told apart by their place in ``Layout.cards``, so that two copies of one card stay two cards.
Every move returns a new value holding the same cards; none can create or lose one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Final, TypeVar

from ..game.cards import Card, Hand
from .pairing import pair_up

NEW_TRAY: Final = "new"
LOOSE: Final = "loose"
Known = TypeVar("Known")


class MoveError(ValueError):
    """A move that does not fit the cards on the table; ``code`` names a text of the widgets."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def check_move(holds: object) -> None:
    """Refuse what a browser asks where it makes no sense.

    Raises:
        MoveError: it does not hold.
    """
    if not holds:
        raise MoveError("bad_move")


def take_known(value: Known | None) -> Known:
    """What a browser names.

    Raises:
        MoveError: there is no such thing.
    """
    if value is None:
        raise MoveError("bad_move")
    return value


@dataclass(frozen=True, kw_only=True)
class Layout:
    """The cards and how they are laid.

    Attributes:
        cards: every card; its index is its identity on this table.
        trays: groups of two or more cards, by identity, in the order they were made.
        loose: the other cards, by identity.
    """

    cards: tuple[Card, ...]
    trays: tuple[tuple[int, ...], ...] = ()
    loose: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        laid = [*(card for tray in self.trays for card in tray), *self.loose]
        check_move(Counter(laid) == Counter(range(len(self.cards))))

    @cached_property
    def held(self) -> Counter[Card]:
        """How many there are of each card."""
        return Counter(self.cards)

    @classmethod
    def of_hand(cls, hand: Hand) -> Layout:
        """Lay a hand out as it is grouped; single cards are loose."""
        groups = hand.groups if hand.groups is not None else tuple((card,) for card in hand.cards)
        cards = tuple(card for group in groups for card in group)
        identities = iter(range(len(cards)))
        laid = [tuple(islice(identities, len(group))) for group in groups]
        trays = tuple(ids for ids in laid if len(ids) > 1)
        return cls(cards=cards, trays=trays, loose=tuple(ids[0] for ids in laid if len(ids) == 1))

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Trays, then each loose card as a group of one, by identity."""
        return (*self.trays, *((card,) for card in self.loose))

    def laid_hand(self) -> Hand:
        """The hand with all its groups, a loose card being a group of one."""
        return Hand.of_groups([[self.cards[card] for card in group] for group in self.groups])

    def plain_hand(self) -> Hand:
        """The hand for links and texts: without bars if nothing is grouped."""
        return self.laid_hand() if self.trays else Hand(tuple(self.cards[card] for card in self.loose))

    def move(self, ids: Sequence[int], to: int | str) -> Layout:
        """Move cards into a tray (by index), to a new tray, or among the loose cards.

        Trays left with one card or none dissolve.

        Raises:
            MoveError: an identity is unknown or named twice, or there is no such tray.
        """
        moved = self._known(ids)
        chosen = set(moved)
        trays = [[card for card in tray if card not in chosen] for tray in self.trays]
        loose = [card for card in self.loose if card not in chosen]
        if to == NEW_TRAY:
            trays.append(list(moved))
        elif to == LOOSE:
            loose += moved
        elif isinstance(to, int) and not isinstance(to, bool) and 0 <= to < len(trays):
            trays[to] += moved
        else:
            raise MoveError("bad_move")
        for tray in trays:
            if len(tray) == 1:
                loose += tray
        return self._with([tray for tray in trays if len(tray) > 1], loose)

    def arrange(self, groups: Iterable[Iterable[Card]]) -> Layout:
        """Lay the same cards out in the given groups; cards in none, and cards alone, are loose.

        Of several copies those are taken that leave the fewest cards to move, see ``moves_to``.

        Raises:
            MoveError: the groups hold a card that is not on the table.
        """
        laid = [list(group) for group in groups]
        left = Counter(self.cards)
        left.subtract(card for cards in laid for card in cards)
        check_move(min(left.values(), default=0) >= 0)
        wanted = [cards for cards in laid if len(cards) > 1]
        left.update(card for cards in laid if len(cards) == 1 for card in cards)
        mine = [Counter(self.cards[index] for index in tray) for tray in self.trays]
        shared = [[(held & Counter(cards)).total() for cards in wanted] for held in mine]
        nearest = {place: at for at, place in enumerate(pair_up(shared)) if place is not None}
        loose = []  # a copy that may stay loose does
        for index in self.loose:
            if left[self.cards[index]]:
                left[self.cards[index]] -= 1
                loose.append(index)
        free = set(range(len(self.cards))).difference(loose)
        trays: list[list[int | None]] = []
        for at, cards in enumerate(wanted):  # first whatever stays where it is
            home = set(self.trays[nearest[at]]) if at in nearest else set()
            trays.append([self._take(card, free & home, free) for card in cards])
        for tray, cards in zip(trays, wanted, strict=True):  # then a loose copy, or one out of another tray
            for at, card in enumerate(cards):
                if tray[at] is None:
                    single = self._take(card, free & set(self.loose), free)
                    tray[at] = self._take(card, free, free) if single is None else single
        return self._with([[index for index in tray if index is not None] for tray in trays], [*loose, *sorted(free)])

    def _take(self, card: Card, among: Iterable[int], free: set[int]) -> int | None:
        """The first copy of a card among some cards, no longer free; None if there is none."""
        first = min((index for index in among if self.cards[index] == card), default=None)
        free.discard(first)
        return first

    def moves_to(self, target: Layout) -> list[int]:
        """The fewest cards to move from here to another layout of the same cards, by identity.

        Each group becomes at most one group, the pairs being those that share most in all; a card stays if it is
        in both groups of a pair, or loose here and there.
        """
        there = [set(tray) for tray in target.trays]
        pairs = pair_up([[len(tray.intersection(mine)) for tray in there] for mine in self.trays])
        staying = set(self.loose) & set(target.loose)
        for mine, place in zip(self.trays, pairs, strict=True):
            if place is not None:
                staying |= there[place].intersection(mine)
        return [index for index in range(len(self.cards)) if index not in staying]

    def moves_to_show(self, target: Layout) -> list[int]:
        """The cards to move that are worth pointing at: not those of a group that falls apart, once they are loose.

        A group falls apart where no two of its cards lie together in the target.
        """
        there = [set(tray) for tray in target.trays]
        apart = {
            index for mine in self.trays if all(len(tray.intersection(mine)) < 2 for tray in there) for index in mine
        }
        return [index for index in self.moves_to(target) if not (index in apart and index in target.loose)]

    def has_groups_of(self, other: Layout) -> bool:
        """Whether another layout groups the same cards alike, in whatever order."""
        return {frozenset(tray) for tray in self.trays} == {frozenset(tray) for tray in other.trays}

    def add(self, card: Card) -> Layout:
        """The table with one more loose card."""
        return replace(self, cards=(*self.cards, card), loose=(*self.loose, len(self.cards)))

    def remove(self, card: Card) -> Layout:
        """The table without one copy of a card, a loose one if there is one.

        Raises:
            MoveError: no such card lies there, or it is the last one.
        """
        copies = [index for index, held in enumerate(self.cards) if held == card]
        check_move(copies)
        if len(self.cards) == 1:
            raise MoveError("last_card")
        gone = next((index for index in copies if index in self.loose), copies[-1])

        def renumber(ids: Iterable[int]) -> list[int]:
            return [index - (index > gone) for index in ids if index != gone]

        trays = [renumber(tray) for tray in self.trays]
        loose = renumber(self.loose) + [index for tray in trays if len(tray) == 1 for index in tray]
        return Layout(
            cards=self.cards[:gone] + self.cards[gone + 1 :],
            trays=tuple(tuple(tray) for tray in trays if len(tray) > 1),
            loose=tuple(loose),
        )

    def _known(self, ids: Sequence[int]) -> tuple[int, ...]:
        check_move(all(type(index) is int and 0 <= index < len(self.cards) for index in ids))
        check_move(ids and len({*ids}) == len(ids))
        return tuple(ids)

    def _with(self, trays: Iterable[Iterable[int]], loose: Iterable[int]) -> Layout:
        return replace(self, trays=tuple(tuple(tray) for tray in trays), loose=tuple(loose))


@dataclass(frozen=True, kw_only=True)
class State:
    """Everything a link names: the cards as laid and the table they lie on.

    Attributes:
        layout: the cards as laid.
        rulebook: the key of the rulebook.
        turned: the card turned up.
        players: how many play.
        options: house options.
        seen: cards marked as seen, out of play.
        open: the open card, if it is to be judged.
    """

    layout: Layout
    rulebook: str
    turned: Card | None = None
    players: int = 4
    options: tuple[str, ...] = ()
    seen: tuple[Card, ...] = ()
    open: Card | None = None

    @property
    def out_of_play(self) -> tuple[Card, ...]:
        """The cards that cannot come from the stock, those of the hand apart."""
        return self.seen if self.open is None else (*self.seen, self.open)


def lay_out(state: State, layout: Layout) -> State:
    """Other cards on the same table; unless one was drawn or thrown, what was seen in the last deal is forgotten."""
    old, new = Counter(state.layout.cards), Counter(layout.cards)
    if max((old - new).total(), (new - old).total()) <= 1:
        return replace(state, layout=layout)
    return replace(state, layout=layout, seen=(), open=None)
