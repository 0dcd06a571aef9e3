"""How the points of a hand come about, told by the reasons that the referee gives."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from ....game.messages import Items, Message, key_of
from ....game.rules import MELDS, Rulebook, Tier
from ....referee.scoring import score_arrangement
from ....wording.levels import find_tier, list_levels, list_wanted
from ....wording.phrases import name_kinds
from ...generate import sort_hand
from ...lessons import find_met, list_known
from ...tasks import Task, is_scored
from ...worked.steps import add_up, tell_cost

_FEW = 8  # cards whose points are told one by one; of more, those of each group


def tell_count(task: Task) -> Message:
    """Which cards of a hand count."""
    laid, deal = score_arrangement(task.groups, task.deal), task.deal
    if is_scored(task.rulebook):
        return Message("why.count:score")
    codes = {reason.code for reason in laid.reasons}
    unmet = next((reason.details for reason in laid.reasons if "exempt" in reason.details), None)
    tier = find_tier(laid.reasons, task.rulebook)
    exempt: Sequence[object] = MELDS if unmet is None else unmet["exempt"]  # type: ignore[assignment]
    counting = [group.cards for group in laid.groups if group.kind not in exempt]
    costs = [[deal.points[card.index] for card in cards] for cards in counting]
    sums, each = list(map(sum, costs)), list(chain(*costs))
    values = {"n": laid.points, "sum": add_up(each if len(each) <= _FEW else sums)}
    if laid.points != sum(sums):
        if "capped" not in codes and tier is not None and tier.flat is not None:
            return _tell_fixed(tier, task, laid.points)
        return Message("why.count:capped" if "capped" in codes else "why.count", values)
    if not counting:
        return Message("why.count:nothing")
    if all(len(cards) == 1 for cards in counting):
        priced = Items(tuple(tell_cost(card, deal) for card in sort_hand(card for (card,) in counting)), "comma")
        return Message("why.count:loose", {"n": laid.points, "costs": priced})
    if {*MELDS} <= {*exempt}:
        return Message("why.count:melds", values)
    left = dict.fromkeys(group.kind for group in laid.groups if group.kind in exempt)
    if left:
        kinds = Items(tuple(Message(key_of("kinds.", kind)) for kind in left))
        return Message("why.count:some", {**values, "kinds": kinds})
    return Message("why.count:all-without-pure" if "no-pure-sequence" in codes else "why.count:all", values)


def _tell_fixed(tier: Tier, task: Task, points: int | None) -> Message:
    """What a hand has, or has not, at whose level the cards are not added up."""
    tiers, book = task.rulebook.scoring.tiers, task.rulebook
    last = tier is tiers[-1]
    asked = list_levels(list_known(tiers[:-1], task.lesson) if last else (tier,), book)
    values = {"n": points, "asked": asked}
    if not asked.values:
        return Message("why.count:fixed", values)
    return Message("why.count:fixed-lacks" if last else "why.count:fixed-has", values)


def tell_levels(book: Rulebook, lesson: str) -> Message:
    """What a hand must have for its melds to cost nothing in a game, and what it costs without."""
    tiers = (*list_known(book.scoring.tiers[:-1], lesson), book.scoring.tiers[-1])
    met = find_met(book)
    part = next((tier for tier in tiers if tier.exempt and tier is not met), None)
    values: dict[str, object] = {"asked": Items(list_wanted(met, book)), "n": tiers[-1].flat}
    if not list_wanted(met, book):
        return _tell_any(met, book)
    if is_scored(book):
        return Message("hint.count:score", values)
    if met.flat is not None:
        ways = list_levels(tiers[:-1], book)
        return Message("hint.count:flat", {"asked": ways, "least": met.flat, "n": tiers[-1].flat})
    if tiers[-1].flat is not None:
        return Message("hint.count:fixed", values)
    if part is None:
        return Message("hint.count:all", values)
    values["kinds"] = name_kinds(part, book)
    flat = [tier for tier in tiers if tier.flat is not None and list_wanted(tier, book)]
    if flat:
        return Message("hint.count:part-flat", {**values, "ways": list_levels(flat, book), "least": flat[0].flat})
    return Message("hint.count:part", values)


def _tell_any(tier: Tier, book: Rulebook) -> Message:
    """What a hand costs in a game that counts every hand alike, whatever groups it shows."""
    if tier.flat is not None:
        return Message("hint.count:one", {"n": tier.flat})
    if not tier.exempt:
        return Message("hint.count:every")
    return Message("why.count:score" if is_scored(book) else "hint.count:plain")
