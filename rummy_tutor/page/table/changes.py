"""What the last move changed, in a line over the table."""

from __future__ import annotations

from ...game.messages import key_of
from ...game.rules import Measure
from ...study.analysis import Analysis
from ...wording.speech import tell, tell_if
from ..faces import pretty_card
from ..session import Session
from ..state import Layout


def describe_change(session: Session) -> tuple[str, str] | None:
    """What the last move did to the count, in sentences and their tone; None if there was no move to speak of."""
    _, layout, then = session.last_move
    if then is None or layout is None or session.result is None or not session.revealed.verdict:
        return None
    old, new = then.laid, session.result.laid
    gained = new.score - old.score
    penalty = session.rulebook.scoring.measure is Measure.PENALTY
    fewer, more = ("page.change_fewer", "page.change_more") if penalty else ("page.change_up", "page.change_down")
    turned = new.declares != old.declares
    parts = [
        *tell_if("page.change_declares" if new.declares else "page.change_no_longer", turned),
        *tell_if(more if gained < 0 else fewer, gained, n=abs(gained)),
        *tell_if("page.change_same", not gained and not turned),
    ]
    now, before = (new.declares, new.score), (old.declares, old.score)
    tone = "good" if now > before else "bad" if now < before else "plain"
    return " ".join([*parts, *_changed_groups(session.state.layout, layout, session.result)]), tone


def _changed_groups(cards: Layout, layout: Layout, result: Analysis) -> list[str]:
    """The groups that were not there before, by what they are now."""
    known = {frozenset(tray) for tray in layout.trays}
    sentences = [
        tell(key_of("page.change_group_", group.kind), n=at)
        for at, (tray, group) in enumerate(zip(cards.trays, result.laid.groups, strict=False), 1)
        if frozenset(tray) not in known
    ]
    fallen = [cards.cards[index] for index in cards.loose if index not in layout.loose]
    if sentences or len(fallen) != 1:
        return sentences or tell_if("page.change_loose_n", fallen, n=len(fallen))
    return [tell("page.change_loose", card=pretty_card(fallen[0]))]
