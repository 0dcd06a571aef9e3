"""Rules made easier, one field at a time: no hand may come to less, and what declared must go on declaring."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rummy_tutor.game.rules import (
    MELDS,
    Aces,
    JokerGroups,
    Kind,
    KnockLimit,
    Measure,
    Melds,
    Needs,
    Objective,
    Rest,
    Rulebook,
    RuleError,
    SetSuits,
    Tier,
    WildRanks,
)

# each field of Melds by itself: its easiest value, whatever the others are
EASIEST: dict[str, Any] = {
    "run_min": 3,
    "run_max": 14,
    "run_wilds": None,
    "set_min": 3,
    "set_max": None,
    "set_suits": SetSuits.NOT_ALL_ONE,
    "set_wilds": None,
    "set_wilds_up_to_naturals": False,
    "naturals": 1,
    "naturals_per_wild": 0,
    "joker_sets": True,
    "tunnela_from": 1,
    "tunnela_counts_pure": True,
    "joker_tunnelas": True,
    "dublees": True,
    "dublee_ranks": True,
    "dublee_jokers": True,
    "identical": True,
}


def relaxed_melds(melds: Melds) -> Iterator[tuple[str, Melds]]:
    """Rules of melds with one field at its easiest."""
    for field, value in EASIEST.items():
        if getattr(melds, field) != value:
            yield f"melds.{field}", replace(melds, **{field: value})
    if melds.aces in (Aces.LOW, Aces.HIGH):
        yield "melds.aces", replace(melds, aces=Aces.LOW_OR_HIGH)
    if melds.aces is Aces.LOW_OR_HIGH and melds.run_max < 14:  # round the corner no sequence has 14 cards
        yield "melds.aces", replace(melds, aces=Aces.ROUND)
    easier = {JokerGroups.NONE: JokerGroups.ONE_GROUP, JokerGroups.ONE_GROUP: JokerGroups.SPARE}.get(melds.jokers)
    if easier is not None:
        yield "melds.jokers", replace(melds, jokers=easier)
    if melds.jokers is JokerGroups.ONE_GROUP:
        yield "melds.jokers", replace(melds, jokers=JokerGroups.ASIDE)


def relaxed_needs(needs: Needs) -> Iterator[tuple[str, Needs]]:
    """Needs of one group less of a sort; of dublees and jokers one is kept, since needs allow what they name."""
    for field in ("pure", "sequences", "long_sequences", "tunnelas", "dublees", "jokers", "marriages"):
        count = getattr(needs, field)
        if count > (1 if field == "dublees" else 2 if field == "jokers" else 0):
            yield f"needs.{field}", replace(needs, **{field: count - 1})


def relaxed_objectives(book: Rulebook) -> Iterator[tuple[str, tuple[Objective, ...]]]:
    """Ways to declare, one of them easier."""
    for at, way in enumerate(book.objectives):
        easier = [(f"objectives.{name}", replace(way, needs=needs)) for name, needs in relaxed_needs(way.needs)]
        if way.rest is Rest.MELDED:
            easier.append(("objectives.rest", replace(way, rest=Rest.ANYTHING)))
        if way.deadwood is not None:
            easier.append(("objectives.deadwood", replace(way, deadwood=way.deadwood + 7)))
            if way.deadwood_by is not KnockLimit.FIXED:
                easier.append(("objectives.deadwood_by", replace(way, deadwood_by=KnockLimit.FIXED)))
        if way.players_from > 1:
            easier.append(("objectives.players_from", replace(way, players_from=1)))
        for name, one in easier:
            yield name, (*book.objectives[:at], one, *book.objectives[at + 1 :])


def relaxed_tiers(book: Rulebook) -> Iterator[tuple[str, tuple[Tier, ...]]]:
    """Levels of the count, one of them easier or cheaper."""
    tiers = book.scoring.tiers
    for at, tier in enumerate(tiers):
        easier = [(f"tiers.{name}", replace(tier, needs=needs)) for name, needs in relaxed_needs(tier.needs)]
        if tier.rest is Rest.MELDED:
            easier.append(("tiers.rest", replace(tier, rest=Rest.ANYTHING)))
        if tier.players_from > 1:
            easier.append(("tiers.players_from", replace(tier, players_from=1)))
        if tier.flat:
            easier.append(("tiers.flat", replace(tier, flat=tier.flat // 2)))
        elif tier.flat is None:
            more = [kind for kind in (*MELDS, Kind.DUBLEE, Kind.JOKERS) if kind not in tier.exempt]
            easier += [("tiers.exempt", replace(tier, exempt=(*tier.exempt, kind))) for kind in more[:2]]
        for name, one in easier:
            yield name, (*tiers[:at], one, *tiers[at + 1 :])


def relaxed(book: Rulebook) -> Iterator[tuple[str, Rulebook]]:
    """The rulebook with one field easier; fields whose easier value has no sense beside the others are left out."""
    found: list[tuple[str, dict[str, Any]]] = [(name, {"melds": melds}) for name, melds in relaxed_melds(book.melds)]
    found += [(name, {"objectives": ways}) for name, ways in relaxed_objectives(book)]
    scoring = book.scoring
    found += [(name, {"scoring": replace_checked(scoring, tiers=tiers)}) for name, tiers in relaxed_tiers(book)]
    if scoring.measure is Measure.PENALTY:
        limits = {"cap": 15, "floor": 0, "printed_factor": 1, "loose_wild": 0}
        cheaper = {name: value for name, value in limits.items() if (getattr(scoring, name) or 99) > value}
        if all(way.deadwood_by is KnockLimit.FIXED for way in book.objectives):  # else the turned card's points count
            cheaper |= {"ace": scoring.ace - 1}
            cheaper |= {"ranks": tuple(max(0, points - 1) for points in scoring.ranks)} if scoring.ranks else {}
        if scoring.wild_at_face and not scoring.loose_wild:
            cheaper["wild_at_face"] = False
        found += [(f"scoring.{name}", {"scoring": replace_checked(scoring, **{name: value})}) for name, value in
                  cheaper.items()]  # fmt: skip
    if not scoring.loose_wild:  # a loose wild card costs nothing, so one wild card more is never dear
        if book.wilds.as_itself:  # else a card that becomes wild is lost as itself
            found.append(("wilds.ranks", {"wilds": replace(book.wilds, ranks=WildRanks.ALL_SUITS)}))
        found.append(("wilds.as_itself", {"wilds": replace(book.wilds, as_itself=True)}))
        found.append(("wilds.printed", {"wilds": replace(book.wilds, printed=True)}))
    for name, change in found:
        if None in change.values():
            continue
        try:
            yield name, replace(book, key=f"{book.key} {name}", **change)
        except RuleError:
            continue


def replace_checked(record: Any, **changes: Any) -> Any:
    """The record with other values, None where they have no sense."""
    try:
        return replace(record, **changes)
    except RuleError:
        return None


def some_relaxed(book: Rulebook, rng: random.Random, most: int) -> list[tuple[str, Rulebook]]:
    """A few of the easier rulebooks, each of a field of its own."""
    found = list(relaxed(book))
    rng.shuffle(found)
    return list({name: (name, easier) for name, easier in found}.values())[:most]
