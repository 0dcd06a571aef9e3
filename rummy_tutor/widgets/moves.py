"""What lies between two ways to lay the same cards: the cards that move, and what a move has changed."""

from __future__ import annotations

from ..analysis import Analysis
from ..rules import Measure
from .alternatives import lay_answer
from .session import Session
from .state import Layout
from .texts import say


def moving_cards(session: Session) -> list[int]:
    """The fewest cards to move from the grouping laid out to the best one shown, by identity."""
    layout = session.state.layout
    return layout.moves_to(lay_answer(layout, session.answers.shown))


def describe_change(session: Session) -> tuple[str, str] | None:
    """What the last move did to the count, in a line and its tone; None if there was no move to speak of."""
    if session.before is None or not isinstance(session.result, Analysis) or not session.verdict_shown:
        return None
    layout, then = session.before
    old, new = then.arranged, session.result.arranged
    gained = new.score - old.score
    parts = []
    if new.declares != old.declares:
        parts.append(say("change_declares" if new.declares else "change_no_longer"))
    if gained:
        words = (
            ("change_fewer", "change_more")
            if session.rulebook.scoring.measure is Measure.PENALTY
            else ("change_up", "change_down")
        )
        parts.append(say(words[gained < 0], n=abs(gained)))
    elif not parts:
        parts.append(say("change_same"))
    tone = "good" if new.declares > old.declares or (gained > 0 and new.declares == old.declares) else "plain"
    if new.declares < old.declares or (gained < 0 and new.declares == old.declares):
        tone = "bad"
    because = _changed_groups(session, layout)
    return (f"{' '.join(parts)}: {', '.join(because)}." if because else f"{' '.join(parts)}."), tone


def _changed_groups(session: Session, layout: Layout) -> list[str]:
    """The groups that were not there before, by what they are now."""
    known = {frozenset(tray) for tray in layout.trays}
    told = []
    for at, (tray, group) in enumerate(zip(session.state.layout.trays, session.result.arranged.groups, strict=False)):
        if frozenset(tray) not in known:
            told.append(say("change_group", n=at + 1, what=say(f"is_{group.kind}")))
    if told:
        return told
    fallen = [one for one in session.state.layout.loose if one not in layout.loose]
    if len(fallen) == 1:
        return [say("change_loose", cards=session.state.layout.cards[fallen[0]].pretty.replace("T", "10"))]
    return [say("change_loose_n", n=len(fallen))] if fallen else []
