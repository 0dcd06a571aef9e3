"""A rulebook put on a table: which cards are wild and what each costs, for one turned card and number of players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from .cards import CARDS, PRINTED_JOKER, Card
from .messages import represent
from .rules import KnockLimit, Objective, Pack, Rulebook, RuleError, Scoring, Tier, neighbour


@dataclass(frozen=True, eq=False)
class Deal:
    """A rulebook at one table: what the engine needs to judge cards.

    Compared by identity, as ``set_table`` makes each only once.

    Attributes:
        rulebook: the rules.
        turned: the card turned up, None if none or not known.
        players: how many play.
        wild: wild card types without the printed joker.
        is_wild: 53 flags by card index, the printed joker included.
        points: 53 points by card index of a card left loose.
    """

    rulebook: Rulebook
    turned: Card | None
    players: int
    wild: tuple[Card, ...]
    is_wild: tuple[bool, ...]
    points: tuple[int, ...]

    @cached_property
    def pack(self) -> Pack:
        """The cards in play."""
        return self.rulebook.table.pack_for(self.players)

    @cached_property
    def available(self) -> tuple[int, ...]:
        """How many copies of each card can be dealt, by card index.

        The turned card lies on the table, so one copy of it cannot, unless it is the stock's last card.
        """
        left = [self.pack.copies(card) for card in CARDS]
        if self.turned is not None and self.exposed and not self.rulebook.table.turned_drawn_last:
            left[self.turned.index] = max(0, left[self.turned.index] - 1)
        return tuple(left)

    @cached_property
    def marriage(self) -> tuple[Card, ...]:
        """The cards of a marriage, the turned one first; none where no card makes others wild."""
        base = self.rulebook.wilds.indicator(self.turned)
        return () if base is None else tuple(neighbour(base, step) for step in (0, 1, -1))

    def count_marriages(self, cards: Sequence[Card]) -> int:
        """How many marriages some cards hold, whatever groups they lie in."""
        return min([cards.count(card) for card in self.marriage], default=0)

    @cached_property
    def asks_marriages(self) -> bool:
        """Whether some way to declare asks for a marriage."""
        return any(way.needs.marriages for way in self.objectives)

    @property
    def hidden(self) -> bool:
        """Whether players see the turned card only once they have shown melds."""
        return self.rulebook.wilds.hidden

    @property
    def exposed(self) -> bool:
        """Whether a card is turned at all."""
        return self.rulebook.wilds.exposed

    @cached_property
    def objectives(self) -> tuple[Objective, ...]:
        """The ways to declare with that many players."""
        return tuple(way for way in self.rulebook.objectives if way.players_from <= self.players)

    @cached_property
    def tiers(self) -> tuple[Tier, ...]:
        """The levels of a loser's count with that many players."""
        return tuple(tier for tier in self.rulebook.scoring.tiers if tier.players_from <= self.players)

    def with_rules(self, **changes: Any) -> Deal:
        """The same table under a rulebook of which some fields have other values."""
        return set_table(replace(self.rulebook, **changes), self.turned, self.players)

    def __reduce__(self) -> tuple[object, ...]:  # copied or sent to another process, it is still that one table
        own = set_table(self.rulebook, self.turned, self.players)
        if (own.is_wild, own.points) == (self.is_wild, self.points):
            return set_table, (self.rulebook, self.turned, self.players)
        return Deal, (self.rulebook, self.turned, self.players, self.wild, self.is_wild, self.points)

    def deadwood_limit(self, objective: Objective) -> int | None:
        """The most points of cards left over by a hand that declares in some way; None for no limit."""
        most, turned = objective.deadwood, self.turned
        if most is None or objective.deadwood_by is KnockLimit.FIXED or turned is None:
            return most
        if turned.is_printed_joker or not self.exposed:
            return most
        if objective.deadwood_by is KnockLimit.TURNED_ACE_GIN and turned.index % 13 == 0:
            return 0
        return min(most, self.rulebook.scoring.card_points(turned))

    def pack_surplus(self, cards: Iterable[Card]) -> dict[Card, tuple[int, int]]:
        """Cards held more often than they can have been dealt: card -> (held, available)."""
        held, available, over = [0] * len(CARDS), self.available, set()
        for card in cards:
            index = card.index
            held[index] += 1
            if held[index] > available[index]:
                over.add(index)
        return {CARDS[index]: (held[index], available[index]) for index in sorted(over)} if over else {}

    @property
    def tunnelas(self) -> bool:
        """Whether three identical cards are a meld at this table."""
        return self.rulebook.melds.has_tunnelas(self.players)


def check_players(players: object, several: bool = False) -> int:
    """A number of players, refused if it is none.

    Args:
        players: what was given.
        several: whether each of several rulebooks takes the nearest number that it allows, so that 1 is the least.
    """
    if not isinstance(players, int) or isinstance(players, bool):
        raise RuleError("bad-players:type", found=represent(players))
    if several and players < 1:
        raise RuleError("bad-players:least", found=represent(players))
    return players


def set_table(rulebook: Rulebook, turned: Card | None = None, players: int = 4) -> Deal:
    """Put a rulebook on a table; the same table is the same object.

    Args:
        rulebook: the rules, options included.
        turned: the card turned up to choose the wild cards; None: none, or not known.
        players: how many play; the pack depends on it.

    Raises:
        RuleError: that many players or that turned card are impossible in the game, or a value is of another type.
    """
    check_players(players)
    if not isinstance(rulebook, Rulebook):
        raise RuleError("bad-rulebook:table", found=represent(rulebook))
    if turned is not None and not isinstance(turned, Card):
        raise RuleError("bad-turned:type", found=represent(turned))
    return _set_table(rulebook, turned, players)


@lru_cache(maxsize=1024)
def _set_table(rulebook: Rulebook, turned: Card | None, players: int) -> Deal:
    least, most = rulebook.table.players
    if not least <= players <= most:
        key = "bad-players" if least < most else "bad-players:exact"
        raise RuleError(key, n=players, rulebook=rulebook.key, least=least, most=most)
    pack = rulebook.table.pack_for(players)
    if turned == PRINTED_JOKER and not pack.printed_jokers and rulebook.wilds.exposed:
        raise RuleError("bad-turned:no-jokers", rulebook=rulebook.key)
    wild = rulebook.wilds.types(turned)
    flags = [False] * 52 + [rulebook.wilds.printed]
    for card in wild:
        flags[card.index] = True
    return Deal(rulebook, turned, players, wild, tuple(flags), price_cards(rulebook.scoring, flags))


def price_cards(scoring: Scoring, flags: Sequence[bool]) -> tuple[int, ...]:
    """Points of each card left loose, by card index, where some are wild."""
    return tuple(scoring.loose_points(card, flag) for card, flag in zip(CARDS, flags, strict=True))
