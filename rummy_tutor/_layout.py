"""From the search's moves back to cards: which joker goes where, and where spare jokers find a place."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Final

from .cards import CARDS, Card
from .columns import PRINTED, Form, Meld
from .melds import is_wrap, read_group
from .records import Group, Reading, Wild
from .rules import JokerGroups, Kind
from .table import Deal

_ORDER = {kind: i for i, kind in enumerate(Kind)}
_PURE: Final = Kind.PURE_SEQUENCE
_IMPURE: Final = Kind.IMPURE_SEQUENCE
_SET: Final = Kind.SET
_ACE_TO_ACE: Final = 14  # such a run shows the ace twice


class Layout:
    """The groups of an answer while jokers are being placed.

    Args:
        deal: the rulebook at its table.
        flags: whether each card is wild.
        forms: the melds chosen.
        loose: indices of the natural cards left loose.
        discard: index of the natural card thrown, or None.
        pool: indices of the wild cards that no meld names, printed jokers first.
    """

    def __init__(
        self,
        deal: Deal,
        flags: list[bool],
        forms: Sequence[Form],
        loose: list[int],
        discard: int | None,
        pool: list[int],
    ) -> None:
        self.deal = deal
        self.flags = flags
        self.forms = forms
        self.loose = loose
        self.discard = discard
        self.jokers: list[list[int]] = []
        for form in forms:
            if form.called:
                meld = form.meld
                count = meld.jokers
                self.jokers.append([*meld.named, *pool[:count]])
                del pool[:count]
            else:
                self.jokers.append([])
        self.pool = pool
        self.opened: list[int] = []  # a sequence of the wild cards left over
        self.aside: list[int] = []
        self.apart: list[int] = []  # wild cards that lie alone
        self.exchanged: dict[int, Group] = {}  # melds with another wild card than the search meant
        self.built: tuple[Group, ...] | None = None

    def has_jokers(self) -> bool:
        """Whether any meld holds a card that stands for another."""
        return any([form.called > 0 for form in self.forms])

    def throw_wild(self) -> None:
        """Throw a wild card that is left over."""
        self.discard = self.pool.pop()

    def set_aside(self) -> None:
        """Lay the wild cards left over in a group of their own."""
        self.aside, self.pool = self.pool, []

    def part_aside(self, may_part: bool) -> bool:
        """Make sure that the wild cards laid aside are not K, A and 2 of one suit, which are no group (R29).

        Args:
            may_part: whether they may lie apart.

        Returns:
            False if one cannot be exchanged for another wild card.
        """
        aside = self.aside
        if not is_wrap([CARDS[index] for index in aside]):
            return True
        if may_part:
            self.apart = [aside.pop()]
            return True
        thrown = self.discard
        if thrown is not None and self.flags[thrown]:
            at = 0 if aside[0] != thrown else 1
            self.discard, aside[at] = aside[at], thrown
            return True
        for at, form in enumerate(self.forms):
            cards = [*form.meld.uses, *self.jokers[at]]
            for i, wild in enumerate(cards):
                for j, other in enumerate(aside):
                    if self.flags[wild] and wild != other:
                        laid = tuple([CARDS[index] for index in (*cards[:i], other, *cards[i + 1 :])])
                        alike = [reading for reading in read_group(laid, self.deal) if reading.kind is form.meld.kind]
                        if alike:
                            self.exchanged[at] = _lay(laid, alike[0])
                            aside[j] = wild
                            return True
        return False

    def absorb(self, pure_needed: int, may_open: bool) -> None:
        """Give wild cards left over a place: in sequences and sets that have jokers, in pure sequences
        that are not needed, or in a sequence of their own.

        Args:
            pure_needed: how many pure sequences (and tunnelas counted as such) must stay pure.
            may_open: whether a pure sequence costs no more with a joker in it.
        """
        melds = [form.meld for form in self.forms]
        for sets in (False, True):
            for at, meld in enumerate(melds):
                if (meld.kind is _SET) is sets:
                    self._fill(at, meld.slack)
        rules = self.deal.rulebook.melds
        if self.pool and may_open:
            pure = [at for at, meld in enumerate(melds) if meld.kind is _PURE]
            tunnelas = [meld for meld in melds if meld.kind is Kind.TUNNELA]
            spare = len(pure) + (len(tunnelas) if rules.tunnela_counts_pure else 0) - pure_needed
            room = rules.run_max if rules.run_wilds is None else 0
            for at in sorted(pure, key=lambda at: melds[at].size)[: max(0, spare)]:
                self._fill(at, room - melds[at].size)
        if 3 <= len(self.pool) <= rules.run_max and rules.run_wilds is None:
            if any([index != PRINTED for index in self.pool]) and not is_wrap([CARDS[i] for i in self.pool]):
                self.opened, self.pool = self.pool, []

    def _fill(self, at: int, room: int) -> None:
        if room > 0:
            self.jokers[at] += self.pool[:room]
            del self.pool[:room]

    def groups(self) -> tuple[Group, ...]:
        """The finished groups: pure sequences first, then by kind, high cards first."""
        if self.built is None:
            self.built = self._build()
        return self.built

    def _build(self) -> tuple[Group, ...]:
        flags = self.flags
        built: list[tuple[list[int], Group]] = []
        for at, form in enumerate(self.forms):
            jokers = self.jokers[at]
            if at in self.exchanged:
                built.append(_with_place(self.exchanged[at]))
                continue
            if jokers:
                built.append(_with_place(_place_jokers(form.meld, jokers, flags, self.deal)))
                continue
            if form.plain is None:
                meld = form.meld
                if meld.kind is _SET and any([flags[index] for index in meld.uses]):
                    built.append(_with_place(_place_jokers(meld, jokers, flags, self.deal)))
                    continue
                cards = tuple([CARDS[index] for index in meld.shows or meld.uses])
                form.plain = _with_place(Group(cards, meld.kind))
            built.append(form.plain)
        if self.opened:
            built.append(_with_place(_place_jokers(Meld(_IMPURE, (), 0), self.opened, flags, self.deal)))
        if self.aside:
            cards = tuple([CARDS[index] for index in sorted(self.aside)])
            spare = self.deal.rulebook.melds.jokers is JokerGroups.SPARE
            readings = read_group(cards, self.deal) if spare else ()
            built.append(_with_place(_lay(cards, readings[0]) if readings else Group(cards, Kind.JOKERS)))
        built.sort(key=itemgetter(0))
        return tuple([group for _, group in built])

    def shown_twice(self) -> list[tuple[int, ...]]:
        """What two or more of the melds show alike, as sorted card indices of each such meld."""
        shown: dict[tuple[int, ...], int] = {}
        for group in self.groups():
            shows = tuple(sorted(shown_cards(group)))
            shown[shows] = shown.get(shows, 0) + 1
        return [shows for shows, count in shown.items() if count > 1] if len(shown) < len(self.groups()) else []

    def left(self) -> tuple[Card, ...]:
        """The cards in no group."""
        return tuple([CARDS[index] for index in sorted(self.loose + self.pool)])


def _with_place(group: Group) -> tuple[list[int], Group]:
    """A group and its place among others: by kind, high cards first."""
    place = [_ORDER[group.kind]]
    for card in group.cards:
        place.append(-card.index)
    return place, group


def _place_jokers(meld: Meld, jokers: list[int], flags: list[bool], deal: Deal) -> Group:
    """A meld with jokers as a group, each where the card it stands for would lie."""
    kind, uses = meld.kind, meld.uses
    if kind is _IMPURE and uses and meld.size == len(uses) + len(jokers) < _ACE_TO_ACE:
        suit = uses[0] // 13
        # else a wild card may stand for itself, or the group can be read as something better
        if not any([index // 13 == suit for index in jokers]) and not all([flags[index] for index in uses]):
            return _stand_in(kind, meld.shows, uses, jokers)
    elif kind is _SET and len(uses) > 1 and jokers:
        rank = uses[0] % 13
        of_rank = [rank, 13 + rank, 26 + rank, 39 + rank]
        free = [index for index in of_rank if index not in uses]
        # else a wild card may stand for itself, or more than four cards are shown
        if len(free) == 4 - len(uses) and len(jokers) <= len(free):
            if not any([flags[index] for index in uses]) and not any([index in of_rank for index in jokers]):
                stands = free[: len(jokers)]
                if meld.shows:
                    stands = [index for index in free if index in meld.shows]
                return _stand_in(kind, sorted([*uses, *stands]), uses, jokers)
    cards = tuple([CARDS[index] for index in (*uses, *jokers)])
    readings = read_group(cards, deal)
    if not deal.rulebook.melds.identical:  # what the jokers show was chosen with care
        shows = tuple([CARDS[index] for index in sorted(meld.shows)])
        alike = [r for r in readings if (tuple(sorted(r.shows)) == shows if shows else r.kind is kind)]
        return _lay(cards, alike[0])
    return _lay(cards, readings[0])


def _stand_in(kind: Kind, shows: Sequence[int], uses: tuple[int, ...], jokers: list[int]) -> Group:
    """A group that shows some cards, where jokers stand in turn for those not used."""
    placed: list[Card] = []
    wilds: list[Wild] = []
    for index in shows:
        card = CARDS[index]
        if index not in uses:
            joker = CARDS[jokers[len(wilds)]]
            wilds.append(Wild(joker, card))
            card = joker
        placed.append(card)
    return Group(tuple(placed), kind, tuple(wilds))


def shown_cards(group: Group) -> list[int]:
    """The indices of the cards that a meld represents, those shown by jokers last."""
    shown = [card.index for card in group.cards]
    for wild in group.wilds:
        shown.remove(wild.card.index)
        shown.append(wild.stands_for.index)
    return shown


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
