"""The levels of a loser's count: what each is called, what it costs, and why it holds for a hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..game.messages import Items, Message, key_of, tell_later, tell_later_if
from ..game.records import Reason
from ..game.rules import Kind, Measure, Needs, Rest, Rulebook, Tier
from .phrases import in_points, list_needs, name_kinds, name_meld


def find_tier(reasons: Iterable[Reason], rulebook: Rulebook) -> Tier | None:
    """The level of the count that the reasons name, or None."""
    code = next((reason.code for reason in reasons if reason.is_level), None)
    return next((tier for tier in rulebook.scoring.tiers if tier.code == code), None)


def _is_last(tier: Tier, rulebook: Rulebook) -> bool:
    """Whether a level is the one that holds for every hand."""
    return tier.code == rulebook.scoring.tiers[-1].code


def _lacks_pure(tier: Tier, rulebook: Rulebook) -> bool:
    """Whether all that the hands of a level lack for the one above it is a pure sequence."""
    above = rulebook.scoring.tiers[-2:-1]
    plain = [
        tier_above for tier_above in above if tier_above.needs == Needs(pure=1) and tier_above.rest is Rest.ANYTHING
    ]
    return bool(plain) and _is_last(tier, rulebook) and tier.needs == Needs() and tier.rest is Rest.ANYTHING


def list_asked(tier: Tier, rulebook: Rulebook) -> tuple[Message, ...]:
    """What a level asks of a hand, each as a noun phrase."""
    which = "need.every-other-card" if tier.needs.dublees or tier.needs.jokers else "need.every-card"
    melded = tell_later_if(which, tier.rest is Rest.MELDED, meld=name_meld(rulebook))
    return *list_needs(tier.needs, rulebook), *melded


def list_wanted(tier: Tier, rulebook: Rulebook) -> tuple[Message, ...]:
    """The groups that a level asks for; where it asks for none, that every card lies in a meld, if it does."""
    return list_needs(tier.needs, rulebook) or list_asked(tier, rulebook)


def list_levels(tiers: Sequence[Tier], rulebook: Rulebook) -> Items:
    """What levels of the count ask for, one or the other; nothing for a level that asks for nothing."""
    return Items(tuple(Items(asked) for tier in tiers if (asked := list_wanted(tier, rulebook))), "or")


# ---- on the page of a rulebook -----------------------------------------------------------------------------
def name_level(tier: Tier, rulebook: Rulebook) -> Message:
    """Whose hand a level counts, such as ``With 1 or 2 pure sequences``: no two levels of a game share it.

    Levels of two rulebooks that ask for the same have the same name.
    """
    if _is_last(tier, rulebook):
        return tell_later("term.level:other" if len(rulebook.scoring.tiers) > 1 else "term.level:every")
    if tier.rest is Rest.ANYTHING and tier.needs == Needs(pure=tier.needs.pure):
        short = _short_of_better(tier, rulebook)
        if short is not None:
            return short
    asked = list_asked(tier, rulebook)
    return tell_later("term.level", asked=Items(asked)) if asked else tell_later("term.level:every")


def _short_of_better(tier: Tier, rulebook: Rulebook) -> Message | None:
    """The name of a level of pure sequences where a better one asks for more: ``With 1 or 2 pure sequences``."""
    pure = tier.needs.pure
    for better in rulebook.scoring.tiers[: rulebook.scoring.tiers.index(tier)]:
        if better.needs == Needs(pure=better.needs.pure) and better.needs.pure > pure:
            numbers = tuple(range(pure, better.needs.pure))
            return tell_later("term.level:pure", n=numbers[-1], numbers=Items(numbers, "or"))
        if better.needs == Needs(pure=pure, sequences=better.needs.sequences) and better.needs.sequences > pure:
            rest = better.needs.sequences - pure
            return tell_later("term.level:pure-alone" if rest == 1 else "term.level:pure-and-few", n=pure, rest=rest)
    return None


def describe_level(tier: Tier, rulebook: Rulebook) -> tuple[Message, ...]:
    """What a level costs, with what the hands of the last one lack."""
    few = tier.players_from > rulebook.table.players[0]
    seen = "rule.level.unseen" if _is_last(tier, rulebook) else "rule.level.seen"
    return (
        *tell_later_if(seen, rulebook.wilds.hidden),
        _describe_cost(tier, rulebook),
        *tell_later_if("rule.level.players", few, n=tier.players_from),
    )


def _describe_cost(tier: Tier, rulebook: Rulebook) -> Message:
    if rulebook.scoring.measure is Measure.MELDED_MINUS_LOOSE:
        return tell_later("rule.level.score" if tier.exempt else "rule.level.score:nothing")
    if tier.flat is not None:
        return tell_later("rule.level.flat", n=tier.flat)
    if tier.exempt:
        return tell_later("rule.level.exempt", kinds=name_kinds(tier, rulebook))
    return tell_later("rule.level.all:no-pure" if _lacks_pure(tier, rulebook) else "rule.level.all")


# ---- in the account of a hand ------------------------------------------------------------------------------
def explain_level(details: Mapping[str, Any], tier: Tier, rulebook: Rulebook) -> Message:
    """Why a level holds for a hand, and what it makes of the cards.

    Args:
        details: what the reason that names the level says of the hand.
        tier: the level.
        rulebook: the rulebook it belongs to.
    """
    asked = Items(list_asked(tier, rulebook))
    if details["melded"]:
        return _explain_score(details, tier, asked, rulebook)
    if tier.flat is not None:
        return _explain_flat(tier, asked, rulebook)
    raw = details["raw"]
    if details.get("pure", 1) < tier.needs.pure and Kind.TUNNELA not in tier.exempt:
        return tell_later("account.tunnela", n=raw)
    if tier.exempt:
        values = {"asked": asked, "kinds": name_kinds(tier, rulebook)}
        if not raw:
            return tell_later("account.exempt:nothing" if asked.values else "account.exempt:any-nothing", **values)
        return tell_later("account.exempt" if asked.values else "account.exempt:any", n=raw, **values)
    return tell_later("account.all:no-pure" if _lacks_pure(tier, rulebook) else "account.all", n=raw)


def _explain_flat(tier: Tier, asked: Items, rulebook: Rulebook) -> Message:
    """A level with a figure of its own."""
    if rulebook.wilds.hidden:
        variant = "unseen" if _is_last(tier, rulebook) else "seen" if asked.values else "any"
    else:
        variant = "" if asked.values else "any"
    return tell_later(key_of("account.flat:", variant), n=tier.flat, asked=asked)


def _explain_score(details: Mapping[str, Any], tier: Tier, asked: Items, rulebook: Rulebook) -> Message:
    """A level of a game where melds earn points."""
    score = in_points(details["raw"])
    if tier.exempt:
        shown, loose = in_points(details["shown"]), in_points(details["loose"])
        key = "account.score" if asked.values else "account.score:any"
        return tell_later(key, asked=asked, shown=shown, loose=loose, score=score)
    lacking = Items(list_asked(rulebook.scoring.tiers[0], rulebook))
    return tell_later("account.score:nothing" if lacking.values else "account.score:all", asked=lacking, score=score)
