"""Properties of rulebooks, read from their fields: which lessons, examples and tasks a game has."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..game.messages import Message
from ..game.rules import (
    MELDS,
    Aces,
    JokerGroups,
    Measure,
    Melds,
    Needs,
    PickingUp,
    Pool,
    Rest,
    Rulebook,
    SetSuits,
    Tier,
    WildRanks,
)
from ..game.table import Deal, set_table
from ..rulebooks import RULEBOOKS

PROPERTIES: Mapping[str, Callable[[Rulebook], bool]] = {
    "wild": lambda book: book.wilds.exposed and has_jokers(book),
    "jokers": lambda book: has_jokers(book),
    "no jokers": lambda book: not has_jokers(book),
    "penalty": lambda book: book.scoring.measure is Measure.PENALTY,
    "long": lambda book: any(way.needs.long_sequences for way in book.objectives),
    "scored": lambda book: book.scoring.measure is Measure.MELDED_MINUS_LOOSE,
    "several ways": lambda book: has_ways(book) and _asks_for_copies(book),
    "other ways": lambda book: has_ways(book) and not _asks_for_copies(book),
    "matched": lambda book: book.melds.set_wilds_up_to_naturals,
    "shown": lambda book: not PROPERTIES["hidden"](book),
    "hidden": lambda book: book.wilds.exposed and book.wilds.hidden,
    "seen": lambda book: PROPERTIES["hidden"](book) and any(map(_asks, book.scoring.tiers[:-1])),
    "spare": lambda book: book.melds.jokers is JokerGroups.SPARE,
    "pool": lambda book: any(pool.value in book.offers for pool in Pool) or book.settlement.pool is not None,
    "bonus": lambda book: (
        book.wilds.exposed and book.bonus is not None and bool(book.bonus.cards or book.bonus.marriage)
    ),
    "priced drops": lambda book: book.penalties.first_drop is not None,
    "later drops": lambda book: book.penalties.middle_drop is not None,
    "flat": lambda book: all(tier.flat is not None for tier in book.scoring.tiers),
    "counted": lambda book: not PROPERTIES["flat"](book) and PROPERTIES["penalty"](book),
    "card values": lambda book: not PROPERTIES["flat"](book),
    "halved": lambda book: book.penalties.before_first_move is not None,
    "redeal": lambda book: book.settlement.redeal_pairs is not None,
    "misses": lambda book: book.penalties.three_misses is not None,
    "priced errors": lambda book: book.penalties.wrong_declaration is not None,
    "free jokers": lambda book: jokers_are_free(book) and not PROPERTIES["flat"](book),
    "dear jokers": lambda book: book.scoring.loose_wild > 0 and not book.scoring.wild_at_face,
    "only low ace": lambda book: book.melds.aces is Aces.LOW,
    "only high ace": lambda book: book.melds.aces is Aces.HIGH,
    "low and high ace": lambda book: book.melds.aces not in (Aces.LOW, Aces.HIGH),
    "straight ranks": lambda book: book.melds.aces is not Aces.ROUND,
    "round ranks": lambda book: book.melds.aces is Aces.ROUND,
    "own suits": lambda book: book.melds.set_suits is SetSuits.DISTINCT,
    "shared suits": lambda book: book.melds.set_suits is SetSuits.NOT_ALL_ONE,
    "tunnelas": lambda book: open_deal(book).tunnelas,
    "plain tunnelas": lambda book: open_deal(book).tunnelas and not book.melds.tunnela_counts_pure,
    "pure tunnelas": lambda book: open_deal(book).tunnelas and book.melds.tunnela_counts_pure,
    "dublees": lambda book: book.melds.dublees,
    "dublees shown": lambda book: any(tier.needs.dublees for tier in book.scoring.tiers[:-1]),
    "longer melds": lambda book: book.melds.run_max > 3,
    "one joker": lambda book: book.melds.run_wilds == 1,
    "printed": lambda book: book.wilds.printed and open_deal(book).pack.printed_jokers > 0,
    "no printed": lambda book: not PROPERTIES["printed"](book),
    "two kinds needed": lambda book: 0 < first_needs(book).pure < first_needs(book).sequences,
    "pure needed": lambda book: first_needs(book).pure >= max(1, first_needs(book).sequences),
    "tunnelas needed": lambda book: first_needs(book).tunnelas > 0,
    "winner takes": lambda book: book.settlement.winner_takes and PROPERTIES["penalty"](book),
    "games counted": lambda book: book.settlement.game_point is not None,
    "kept a turn": lambda book: book.settlement.pick_up is PickingUp.FREE_BUT_KEPT,
    "no joker taken": lambda book: book.settlement.pick_up is PickingUp.NO_JOKER_BUT_FIRST_OPEN,
    "no wild taken": lambda book: book.settlement.pick_up is PickingUp.NO_WILD_ONCE_SEEN,
    "wiping": lambda book: book.settlement.pick_up is PickingUp.ANY_IF_LOWEST_MELDED,
}


def _asks(level: Tier) -> bool:
    """Whether a level asks for anything."""
    return level.needs != Needs() or level.rest is Rest.MELDED


def find_met(rulebook: Rulebook) -> Tier:
    """The level at which melds cost nothing; the best one where there is none."""
    tiers = rulebook.scoring.tiers
    return next((tier for tier in tiers if tier.flat is None and set(tier.exempt) >= set(MELDS)), tiers[0])


def name_value_cards(rulebook: Rulebook) -> Message:
    """The game's own word for cards that earn points: Marriage, where the turned card is hidden, calls them maal."""
    return Message("value-cards.maal" if rulebook.wilds.hidden else "value-cards")


def first_needs(rulebook: Rulebook) -> Needs:
    """What the first way to declare asks for; nothing where there is no such way."""
    return rulebook.objectives[0].needs if rulebook.objectives else Needs()


def has_jokers(rulebook: Rulebook) -> bool:
    """Whether any card may be wild, turned up or printed."""
    wilds = rulebook.wilds
    turned = wilds.exposed and (bool(wilds.offsets) or wilds.ranks is not WildRanks.NONE)
    return turned or PROPERTIES["printed"](rulebook)


def has_ways(rulebook: Rulebook) -> bool:
    """Whether there is more than one way to declare, seen by all from the start."""
    return len(rulebook.objectives) > 1 and PROPERTIES["shown"](rulebook)


def _asks_for_copies(rulebook: Rulebook) -> bool:
    """Whether a way to declare asks for groups of equal cards, or for jokers."""
    needs = [way.needs for way in rulebook.objectives]
    return any(one.dublees or one.tunnelas or one.jokers for one in needs)


def jokers_are_free(rulebook: Rulebook) -> bool:
    """Whether no wild card costs anything outside melds."""
    return rulebook.scoring.loose_wild == 0 and not rulebook.scoring.wild_at_face


def holds(about: str, rulebook: Rulebook) -> bool:
    """Whether a rulebook has a property, or several parted by commas; every one has the empty property."""
    return about == "" or all(PROPERTIES[one](rulebook) for one in about.split(", "))


def open_deal(rulebook: Rulebook) -> Deal:
    """A table of the usual four players, or as near to four as the game allows, before a card is turned."""
    least, most = rulebook.table.players
    return set_table(rulebook, None, min(max(4, least), most))


def find_first_game() -> Rulebook:
    """The game to begin with for who plays none yet: the first with 13 cards, usual melds and no house options."""
    usual = Melds()
    fits = (book for book in RULEBOOKS.values() if book.deal == 13 and book.melds == usual and not book.offers)
    return next(fits, next(iter(RULEBOOKS.values())))
