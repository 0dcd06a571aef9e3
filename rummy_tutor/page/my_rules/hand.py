"""How the hand on the table fares under the base and under the changed rules, worked out after the page is drawn."""

from __future__ import annotations

from collections.abc import Iterator

from ...study.compare import Comparison, compare
from ..session import Part, Session
from .kept import MY_RULES

_VERDICTS = Part[tuple[tuple, Comparison]]()  # and what they are about


def last_verdicts(session: Session) -> Comparison | None:
    """The verdicts on the hand as it is and the rules as they are, None while they are worked out."""
    verdicts = _VERDICTS.of(session)
    return verdicts[1] if verdicts is not None and verdicts[0] == _subject(session) else None


def is_pending(session: Session) -> bool:
    """Whether the hand has not been judged by the rules as they are."""
    return MY_RULES.of(session).draft is not None and last_verdicts(session) is None


def judge_both(session: Session) -> Iterator[None]:
    """Judge the hand by both rulebooks."""
    draft = MY_RULES.of(session).draft
    if draft is None or last_verdicts(session) is not None:
        return
    state, subject = session.state, _subject(session)
    books = [draft.base, draft.book]
    compared = compare(state.layout.laid_hand(), turned=state.turned, players=state.players, rulebooks=books)
    yield
    if subject == _subject(session):
        _VERDICTS.keep(session, (subject, compared))


def _subject(session: Session) -> tuple:
    """What the verdicts are about: the cards as laid, the turned card, the players and both rulebooks."""
    draft, state = MY_RULES.of(session).draft, session.state
    books = () if draft is None else (draft.base, draft.book)
    return str(state.layout.laid_hand()), state.turned, state.players, books
