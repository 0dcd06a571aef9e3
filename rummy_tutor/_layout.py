"""From the search's moves back to cards: which joker goes where, and where spare jokers find a place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter

from .cards import CARDS, Card
from .columns import PRINTED, Meld
from .melds import is_wrap, read_group
from .records import Group, Reading, Wild
from .rules import JokerGroups, Kind
from .table import Deal

_ORDER = {kind: i for i, kind in enumerate(Kind)}


class Layout:
    """The groups of an answer while jokers are being placed.

    Args:
        deal: the rulebook at its table.
        melds: the melds chosen.
        loose: indices of the natural cards left loose.
        discard: index of the natural card thrown, or None.
        pool: indices of the wild cards that no meld names, printed jokers first.
    """

    def __init__(self, deal: Deal, melds: Sequence[Meld], loose: list[int], discard: int | None, pool: list[int]):
        self.deal = deal
        self.rules = deal.rulebook.melds
        self.melds = list(melds)
        self.loose = loose
        self.discard = discard
        self.jokers: list[list[int]] = []
        for meld in melds:
            self.jokers.append([*meld.named, *pool[: meld.jokers]])
            del pool[: meld.jokers]
        self.pool = pool
        self.aside: list[int] = []
        self.built: tuple[Group, ...] | None = None

    def throw_wild(self) -> None:
        """Throw a wild card that is left over."""
        self.discard = self.pool.pop()

    def set_aside(self) -> None:
        """Lay the wild cards left over in a group of their own."""
        self.aside, self.pool = self.pool, []

    def absorb(self, pure_needed: int, may_open: bool) -> None:
        """Give wild cards left over a place: in sequences and sets that have jokers, in pure sequences
        that are not needed, or in a sequence of their own.

        Args:
            pure_needed: how many pure sequences (and tunnelas counted as such) must stay pure.
            may_open: whether a pure sequence costs no more with a joker in it.
        """
        for at in sorted(range(len(self.melds)), key=lambda at: self.melds[at].kind is Kind.SET):
            self._fill(at, self.melds[at].slack)
        if self.pool and may_open:
            pure = [at for at, meld in enumerate(self.melds) if meld.kind is Kind.PURE_SEQUENCE]
            tunnelas = [meld for meld in self.melds if meld.kind is Kind.TUNNELA]
            spare = len(pure) + (len(tunnelas) if self.rules.tunnela_counts_pure else 0) - pure_needed
            room = self.rules.run_max if self.rules.run_wilds is None else 0
            for at in sorted(pure, key=lambda at: self.melds[at].size)[: max(0, spare)]:
                self._fill(at, room - self.melds[at].size)
        if 3 <= len(self.pool) <= self.rules.run_max and self.rules.run_wilds is None:
            if any(index != PRINTED for index in self.pool) and not is_wrap([CARDS[i] for i in self.pool]):
                self.melds.append(Meld(Kind.IMPURE_SEQUENCE, (), 0))
                self.jokers.append(self.pool)
                self.pool = []

    def _fill(self, at: int, room: int) -> None:
        taken = max(0, room)
        self.jokers[at] += self.pool[:taken]
        del self.pool[:taken]

    def groups(self) -> tuple[Group, ...]:
        """The finished groups: pure sequences first, then by kind, high cards first."""
        if self.built is None:
            self.built = self._build()
        return self.built

    def _build(self) -> tuple[Group, ...]:
        deal, flags = self.deal, self.deal.is_wild
        built = []
        for meld, jokers in zip(self.melds, self.jokers, strict=True):
            plain = not jokers and not (meld.kind is Kind.SET and any([flags[index] for index in meld.uses]))
            built.append(_plain_group(meld) if plain else _with_place(_place_jokers(meld, jokers, deal)))
        if self.aside:
            cards = tuple([CARDS[index] for index in sorted(self.aside)])
            spare = self.rules.jokers is JokerGroups.SPARE
            readings = read_group(cards, self.deal) if spare else ()
            built.append(_with_place(_lay(cards, readings[0]) if readings else Group(cards, Kind.JOKERS)))
        built.sort(key=itemgetter(0))
        return tuple([group for _, group in built])

    def shown_twice(self) -> list[tuple[int, ...]]:
        """What two or more of the melds show alike, as sorted card indices of each such meld."""
        shown: dict[tuple[int, ...], int] = {}
        for group in self.groups():
            shows = tuple(sorted([card.index for card in shown_cards(group)]))
            shown[shows] = shown.get(shows, 0) + 1
        return [shows for shows, count in shown.items() if count > 1]

    def left(self) -> tuple[Card, ...]:
        """The cards in no group."""
        return tuple([CARDS[index] for index in sorted(self.loose + self.pool)])


def _with_place(group: Group) -> tuple[list[int], Group]:
    """A group and its place among others: by kind, high cards first."""
    return [_ORDER[group.kind], *[-card.index for card in group.cards]], group


@lru_cache(maxsize=1 << 12)
def _plain_group(meld: Meld) -> tuple[list[int], Group]:
    """A meld without jokers as a group, and its place among others."""
    return _with_place(Group(tuple([CARDS[index] for index in meld.shows or meld.uses]), meld.kind))


def _place_jokers(meld: Meld, jokers: list[int], deal: Deal) -> Group:
    """A meld with jokers as a group, each where the card it stands for would lie."""
    flags = deal.is_wild
    if meld.size == len(meld.uses) + len(jokers) and meld.kind is Kind.IMPURE_SEQUENCE and meld.uses:
        missing = [index for index in meld.shows if index not in meld.uses]
        suit = meld.uses[0] // 13
        # else a wild card may stand for itself, or the group can be read as something better
        if not any([index // 13 == suit for index in jokers]) and not all([flags[index] for index in meld.uses]):
            stand = dict(zip(missing, jokers, strict=True))
            placed = tuple([CARDS[stand.get(index, index)] for index in meld.shows])
            wilds = tuple([Wild(CARDS[joker], CARDS[index]) for index, joker in stand.items()])
            return Group(placed, meld.kind, wilds)
    cards = tuple([CARDS[index] for index in (*meld.uses, *jokers)])
    readings = read_group(cards, deal)
    if not deal.rulebook.melds.identical:  # what the jokers show was chosen with care
        shows = tuple([CARDS[index] for index in sorted(meld.shows)])
        alike = [r for r in readings if (tuple(sorted(r.shows)) == shows if shows else r.kind is meld.kind)]
        return _lay(cards, alike[0])
    return _lay(cards, readings[0])


def shown_cards(group: Group) -> list[Card]:
    """The cards that a meld represents, those shown by jokers last."""
    shown = list(group.cards)
    for wild in group.wilds:
        shown.remove(wild.card)
    return shown + [wild.stands_for for wild in group.wilds]


def _lay(cards: tuple[Card, ...], reading: Reading) -> Group:
    """A group in the order it shows, each joker where the card it stands for would lie."""
    if not reading.shows:
        return Group(cards, reading.kind, reading.wilds)
    placed = list(reading.shows)
    naturals = list(cards)
    for wild in reading.wilds:
        naturals.remove(wild.card)
    places = [at for at, card in enumerate(placed) if not _drop(naturals, card)]
    waiting = list(reading.wilds)
    for at in places:
        wild = next(wild for wild in waiting if wild.stands_for == placed[at])
        waiting.remove(wild)
        placed[at] = wild.card
    return Group(tuple(placed), reading.kind, reading.wilds)


def _drop(cards: list[Card], card: Card) -> bool:
    """Take a card off a list if it is there."""
    if card not in cards:
        return False
    cards.remove(card)
    return True
