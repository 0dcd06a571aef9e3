"""What changes in the verdict on a hand if a card were wild, or were not."""

from __future__ import annotations

from collections.abc import Iterator

from ..game.cards import Card
from ..game.messages import Items, key_of, tell_later
from ..game.records import Arranged, Best
from ..study.what_if import WhatIf
from .speech import tell


def tell_what_if(case: WhatIf) -> tuple[str, ...]:
    """What changes and why, the figure first."""
    return tuple(_tell(case))


def _tell(case: WhatIf) -> Iterator[str]:
    before, after = case.before, case.after
    supposed = "both" if case.wild and case.natural else "wild" if case.wild else "natural"
    yield _tell_change(before.solved, after.solved, supposed, wild=Items(case.wild), natural=Items(case.natural))
    if before.solved.declares != after.solved.declares:
        yield tell("what-if.declares" if after.solved.declares else "what-if.declares-no-more")
    if before.arranged is not None and after.arranged is not None:
        yield _tell_change(before.arranged, after.arranged, "laid")
    old, new = before.deal.is_wild, after.deal.is_wild
    changed = [card for card in (*case.wild, *case.natural) if old[card.index] != new[card.index]]
    for card in (*case.wild, *case.natural):
        if card not in changed:
            yield tell("what-if.wild-anyway" if card in case.wild else "what-if.natural-anyway", card=card)
    absent = tuple(card for card in changed if card not in before.hand.cards)
    if absent:
        yield tell("what-if.not-held", cards=Items(absent, "or"))
    for card in changed:
        if card not in absent:
            yield from _tell_card(case, card)


def _tell_card(case: WhatIf, card: Card) -> Iterator[str]:
    """What one card does before and after."""
    became = card in case.wild
    stands = tuple(
        tell_later("what-if.stands-for", card=wild.stands_for, group=group.cards)
        for group in (case.after if became else case.before).best.groups
        for wild in group.wilds
        if wild.card == card
    )
    if stands:
        yield tell("what-if.stands" if became else "what-if.stood", card=card, places=Items(stands))
    before, after = (result.deal.points[card.index] for result in (case.before, case.after))
    if before != after:
        yield tell("what-if.left-over", card=card, n=after, before=before)


def _tell_change(before: Best | Arranged, after: Best | Arranged, supposed: str, **cards: Items) -> str:
    """Two figures, or that the figure stays."""
    if after.points is not None:
        key = "points-stay" if after.points == before.points else "points"
        return tell(key_of("what-if.", key, supposed), n=after.points, before=before.points, **cards)
    key = "score-stays" if after.score == before.score else "score"
    return tell(key_of("what-if.", key, supposed), n=after.score, before=before.score, **cards)
