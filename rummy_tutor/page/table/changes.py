"""What the last move changed, in a line over the table."""

from __future__ import annotations

from ...game.messages import key_of
from ...game.rules import Measure
from ...study.analysis import Analysis
from ...wording.speech import tell
from ..faces import pretty_card
from ..session import Session
from ..state import Layout


def describe_change(session: Session) -> tuple[str, str] | None:
    """What the last move did to the count, in sentences and their tone; None if there was no move to speak of."""
    _, layout, then = session.last_move
    if then is None or layout is None or not isinstance(session.result, Analysis) or not session.revealed.verdict:
        return None
    old, new = then.laid, session.result.laid
    gained = new.score - old.score
    parts = []
    if new.declares != old.declares:
        parts.append(tell("page.change_declares" if new.declares else "page.change_no_longer"))
    if gained:
        words = (
            ("page.change_fewer", "page.change_more")
            if session.rulebook.scoring.measure is Measure.PENALTY
            else ("page.change_up", "page.change_down")
        )
        parts.append(tell(words[gained < 0], n=abs(gained)))
    elif not parts:
        parts.append(tell("page.change_same"))
    now, before = (new.declares, new.score), (old.declares, old.score)
    tone = "good" if now > before else "bad" if now < before else "plain"
    return " ".join([*parts, *_changed_groups(session, layout)]), tone


def _changed_groups(session: Session, layout: Layout) -> list[str]:
    """The groups that were not there before, by what they are now."""
    known = {frozenset(tray) for tray in layout.trays}
    sentences: list[str] = []
    if isinstance(session.result, ValueError):
        return sentences
    for at, (tray, group) in enumerate(zip(session.state.layout.trays, session.result.laid.groups, strict=False)):
        if frozenset(tray) not in known:
            sentences.append(tell(key_of("page.change_group_", group.kind), n=at + 1))
    if sentences:
        return sentences
    fallen = [index for index in session.state.layout.loose if index not in layout.loose]
    if len(fallen) == 1:
        return [tell("page.change_loose", card=pretty_card(session.state.layout.cards[fallen[0]]))]
    return [tell("page.change_loose_n", n=len(fallen))] if fallen else []
