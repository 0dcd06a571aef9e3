"""From the search's moves back to cards: which joker goes where, and where spare jokers find a place."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from operator import attrgetter
from typing import Final, cast

from ..game.cards import CARDS, Card
from ..game.records import Group
from ..game.rules import MELDS, Kind
from ..game.table import Deal
from ..referee.grammar import PRINTED, Meld, grammar_at
from ..referee.held_melds import Form
from ..referee.melds import Laid, lay, list_readings

_PURE: Final = Kind.PURE_SEQUENCE
_IMPURE: Final = Kind.IMPURE_SEQUENCE
_SET: Final = Kind.SET
_CARDS: Final = list(CARDS)


class Layout:
    """The groups of an answer while jokers are being placed.

    Args:
        deal: the rulebook at its table.
        flags: whether each card is wild.
        forms: the melds chosen.
        loose: indices of the natural cards left loose.
        discard: index of the natural card thrown, or None.
        pool: indices of the wild cards that no meld names, printed jokers first.
        cheap: places of the melds that take their jokers from the end of the pool.
    """

    def __init__(
        self,
        deal: Deal,
        flags: list[bool],
        forms: Sequence[Form],
        loose: list[int],
        discard: int | None,
        pool: list[int],
        cheap: Sequence[int] = (),
    ) -> None:
        self.deal = deal
        self.flags = flags
        self.forms = forms
        self.loose = loose
        self.discard = discard
        self.jokers: list[list[int]] = []
        for at, form in enumerate(forms):
            if form.called:
                meld = form.meld
                first = len(pool) - meld.jokers if at in cheap else 0
                self.jokers.append([*meld.named, *pool[first : first + meld.jokers]])
                del pool[first : first + meld.jokers]
            else:
                self.jokers.append([])
        self.pool = pool
        self.opened: list[int] = []  # a sequence of the wild cards left over
        self.aside: list[int] = []
        self.apart: list[int] = []  # wild cards that lie alone
        self.exchanged: dict[int, Laid] = {}  # melds with another wild card than the search meant
        self.laid: list[Laid] = []
        self.reread = False  # whether other readings than the first had to be chosen, lest two melds show the same

    def part_aside(self, may_part: bool) -> bool:
        """Make sure that the wild cards laid aside are not K, A and 2 of one suit, which are no group (R29).

        Args:
            may_part: whether they may lie apart.

        Returns:
            False if one cannot be exchanged for another wild card.
        """
        aside = self.aside
        if not grammar_at(self.deal).is_barred([_CARDS[index] for index in aside]):
            return True
        if may_part:
            self.apart = [aside.pop()]
            return True
        rows = [[*form.meld.uses, *self.jokers[at]] for at, form in enumerate(self.forms)]
        rows.append([] if self.discard is None else [self.discard])
        swaps = [
            (abs(self.deal.points[wild] - self.deal.points[other]), at, i, j)
            for at, cards in enumerate(rows)
            for i, wild in enumerate(cards)
            for j, other in enumerate(aside)
            if self.flags[wild] and wild != other
        ]
        for _, at, i, j in sorted(swaps):
            wild, other = rows[at][i], aside[j]
            if at == len(self.forms):
                self.discard, aside[j] = other, wild
                return True
            laid = tuple([_CARDS[index] for index in (*rows[at][:i], other, *rows[at][i + 1 :])])
            alike = [reading for reading in list_readings(laid, self.deal) if reading.kind is self.forms[at].meld.kind]
            if alike:
                self.exchanged[at] = lay(laid, alike[0])
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
        self.fill([meld.slack for meld in melds], 0)
        grammar = grammar_at(self.deal)
        if self.pool and may_open:
            pure = [at for at, meld in enumerate(melds) if meld.kind is _PURE]
            tunnelas = [meld for meld in melds if meld.kind is Kind.TUNNELA]
            spare = len(pure) + (len(tunnelas) if grammar.tunnela_is_pure else 0) - pure_needed
            for at in sorted(pure, key=lambda at: melds[at].size)[: max(0, spare)]:
                self._fill(at, grammar.run_room(melds[at].size, 0))
        count = len(self.pool)
        fits = grammar.run_least <= count <= grammar.run_most and count - 1 <= grammar.run_holes_in(count)
        if fits and may_open and grammar.as_itself:
            if any([index != PRINTED for index in self.pool]) and not grammar.is_barred([_CARDS[i] for i in self.pool]):
                self.opened, self.pool = self.pool, []

    def fill(self, rooms: list[int], kept: int) -> None:
        """Give wild cards left over, but some, a place in sequences and sets that have room, sequences first."""
        for sets in (False, True):
            for at, form in enumerate(self.forms):
                if (form.meld.kind is _SET) is sets:
                    self._fill(at, min(rooms[at], len(self.pool) - kept))

    def _fill(self, at: int, room: int) -> None:
        if room > 0:
            self.jokers[at] += self.pool[:room]
            del self.pool[:room]

    def groups(self) -> tuple[Group, ...]:
        """The finished groups: pure sequences first, then by kind, high cards first."""
        if not self.laid:
            self.laid = self._build()
        return tuple([laid.group for laid in self.laid])

    def shown(self) -> list[tuple[int, ...]]:
        """The card indices that each of the groups shows, sorted."""
        return [laid.shows for laid in self.laid]

    def _build(self) -> list[Laid]:
        flags, deal = self.flags, self.deal
        built: list[Laid] = []
        for at, form in enumerate(self.forms):
            meld, jokers = form.meld, self.jokers[at]
            if at in self.exchanged:
                built.append(self.exchanged[at])
            elif jokers or (meld.kind is _SET and any([flags[index] for index in meld.uses])):
                built.append(_place_jokers(meld, jokers, deal))
            else:
                if form.plain is None:
                    cards = tuple([_CARDS[index] for index in meld.shows or meld.uses])
                    form.plain = Laid(Group(cards, meld.kind), meld.uses)
                built.append(cast("Laid", form.plain))
        if self.opened:
            built.append(_place_jokers(Meld(_IMPURE, (), 0), self.opened, deal))
        if self.aside:
            cards = tuple([_CARDS[index] for index in sorted(self.aside)])
            readings = list_readings(cards, deal) if grammar_at(deal).spare else ()
            built.append(lay(cards, readings[0]) if readings else Laid(Group(cards, Kind.JOKERS), self.aside))
        if len(built) > 1:
            built.sort(key=attrgetter("place"))
        return built

    def tell_apart(self, valued: bool, others: Collection[Kind] = (), needed: Collection[Kind] = ()) -> bool:
        """Read the groups so that no two melds show the same; whether that can be done.

        Args:
            valued: whether what a meld shows must be worth as much as it is now.
            others: the kinds as which jokers that lie by themselves may be read, whatever they are now.
            needed: kinds that are asked for, which stay what they are.
        """
        self.groups()
        melds = [laid.shows for laid in self.laid if laid.group.kind in MELDS]
        if len(set(melds)) == len(melds):
            return True
        worth_of = self.deal.rulebook.scoring.worth
        rows: list[list[Laid]] = []
        for laid in self.laid:
            group, row = laid.group, []
            if group.kind in MELDS:
                readings = list_readings(group.cards, self.deal)
                shown = [_CARDS[index] for index in laid.shows]
                now = [read for read in readings if read.kind is group.kind and sorted(read.shows) == shown]
                # jokers laid aside earn nothing, whatever they could be read as
                aside = sorted([card.index for card in group.cards]) == sorted(self.aside)
                worth = 0 if aside else max([worth_of(read.shows, read.kind) for read in now], default=0)
                kinds = {group.kind, *([_PURE] if group.kind is _IMPURE else [])}
                if group.kind not in needed and all([self.deal.is_wild[card.index] for card in group.cards]):
                    kinds.update(others)
                for reading in readings:
                    if reading.kind in kinds:
                        if not valued or worth_of(reading.shows, reading.kind) >= worth:
                            row.append(lay(group.cards, reading))
            rows.append(row)
        chosen, self.reread = _choose_apart(rows, 0, set()), True
        if chosen is None:
            return False
        self.laid = [other or laid for laid, other in zip(self.laid, chosen, strict=True)]
        return True

    def left(self) -> tuple[Card, ...]:
        """The cards in no group."""
        return tuple([_CARDS[index] for index in sorted(self.loose + self.pool)])


def _choose_apart(rows: list[list[Laid]], at: int, shown: set[tuple[int, ...]]) -> list[Laid | None] | None:
    """One way to lay each group from a place on, so that no two show the same; None if there is none."""
    if at == len(rows):
        return []
    if not rows[at]:
        others = _choose_apart(rows, at + 1, shown)
        return None if others is None else [None, *others]
    for laid in rows[at]:
        if laid.shows not in shown:
            others = _choose_apart(rows, at + 1, shown | {laid.shows})
            if others is not None:
                return [laid, *others]
    return None


def _place_jokers(meld: Meld, jokers: list[int], deal: Deal) -> Laid:
    """A meld with jokers as a group, each where the card it stands for would lie."""
    cards = tuple([_CARDS[index] for index in (*meld.uses, *jokers)])
    identical = grammar_at(deal).identical
    readings = list_readings(cards, deal, first=identical)
    if not identical:  # what the jokers show was chosen with care
        shows = sorted(meld.shows)
        for reading in readings:
            if sorted([card.index for card in reading.shows]) == shows if shows else reading.kind is meld.kind:
                return lay(cards, reading)
    return lay(cards, readings[0])
