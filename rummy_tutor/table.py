"""A rulebook put on a table: which cards are wild and what each costs, for one turned card and number of players."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from .cards import CARDS, PRINTED_JOKER, Card
from .rules import Pack, Rulebook, RuleError


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

    @property
    def pack(self) -> Pack:
        """The cards in play."""
        return self.rulebook.table.pack_for(self.players)

    @property
    def tunnelas(self) -> bool:
        """Whether three identical cards are a meld at this table."""
        return self.rulebook.melds.has_tunnelas(self.players)


def set_table(rulebook: Rulebook, turned: Card | None = None, players: int = 4) -> Deal:
    """Put a rulebook on a table; the same table is the same object.

    Raises:
        RuleError: that many players or that turned card are impossible in the game.
    """
    if not isinstance(players, int) or isinstance(players, bool):
        raise RuleError(f"players must be a whole number, not {players!r}", "bad-players")
    return _set_table(rulebook, turned, players)


@lru_cache(maxsize=1024)
def _set_table(rulebook: Rulebook, turned: Card | None, players: int) -> Deal:
    least, most = rulebook.table.players
    if not least <= players <= most:
        noun = "player" if players == 1 else "players"
        raise RuleError(f"{players} {noun}: {rulebook.key} is for {least} to {most}", "bad-players")
    pack = rulebook.table.pack_for(players)
    if turned == PRINTED_JOKER and not pack.printed_jokers and rulebook.wilds.exposed:
        raise RuleError(f"PJ cannot be turned up: {rulebook.key} has no printed jokers", "bad-turned")
    wild = rulebook.wilds.types(turned)
    flags = [False] * 52 + [rulebook.wilds.printed]
    for card in wild:
        flags[card.index] = True
    scoring = rulebook.scoring
    points = tuple(
        scoring.loose_wild if flag else scoring.card_points(card) for card, flag in zip(CARDS, flags, strict=True)
    )
    return Deal(rulebook, turned, players, wild, tuple(flags), points)
