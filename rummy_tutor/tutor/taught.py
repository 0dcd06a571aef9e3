"""Whether the course has come to what a hand is best laid for: a way to declare, or to cost little.

Before the lesson about dublees, tunnelas and jokers that declare, a learner knows of the first way alone. So no task
before it has a hand that declares in another way, or that dublees or jokers alone make cheap. Where a question is about
the way from a hand to declaring, the first way is the nearest one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from ..distance.exchanges import Finder
from ..game.cards import Card
from ..game.records import Arranged
from ..game.rules import Needs, Objective, Rulebook, Tier
from ..game.table import Deal
from ..referee.scoring import score_arrangement
from .lessons import BY_KEY as LESSONS
from .tasks import HandUse, Task

AnyWay = TypeVar("AnyWay", Objective, Tier)


def is_taught(task: Task) -> bool:
    """Whether the course has come to all that the hand of a task asks for; a task about some cards has no hand."""
    deal = task.deal
    if not LESSONS[task.lesson].before_copies or len(task.cards) < task.rulebook.deal:
        return True
    needs = [way.needs for way in deal.objectives[1:]] + [tier.needs for tier in task.rulebook.scoring.tiers]
    if not any(map(_is_special, needs)):
        return True
    if not _is_plain(score_arrangement(task.groups, deal), deal):
        return False
    use = task.question.hand
    if use is HandUse.AS_LAID:
        return True
    if use is HandUse.NEARER and not _is_first_nearest(task.cards, deal):
        return False
    return _is_plain(score_arrangement(task.best_at(deal).as_laid(), deal), deal)


def _is_first_nearest(cards: tuple[Card, ...], deal: Deal) -> bool:
    """Whether the first way to declare is nearer than any with dublees, tunnelas or jokers."""
    finder = Finder(cards, deal)
    first = finder.nearest(deal.objectives[:1])
    other = finder.nearest([way for way in deal.objectives[1:] if _is_special(way.needs)])
    return first is not None and (other is None or first[0] < other[0])


def _is_plain(laid: Arranged, deal: Deal) -> bool:
    """Whether a hand declares in the first way, if it does, and costs what it does for no dublees and no jokers."""
    level = next((reason.code for reason in laid.reasons if reason.is_level), None)
    special = any(tier.code == level and _is_special(tier.needs) for tier in deal.rulebook.scoring.tiers)
    return not special and laid.objective in (None, *(way.name for way in deal.objectives[:1]))


def list_known(ways: Sequence[AnyWay], lesson: str) -> tuple[AnyWay, ...]:
    """The ways to declare, or the levels of the count, that the course has come to in a lesson; one at least."""
    early = LESSONS[lesson].before_copies
    return tuple(way for way in ways if not (early and _is_special(way.needs))) or tuple(ways[:1])


def as_known(rulebook: Rulebook, lesson: str) -> Rulebook:
    """A rulebook as the sentences on a group may name it: without dublees before their lesson."""
    if not LESSONS[lesson].before_copies:
        return rulebook
    return replace(rulebook, melds=replace(rulebook.melds, dublees=False))


def _is_special(needs: Needs) -> bool:
    return bool(needs.dublees or needs.tunnelas or needs.jokers)
