"""Mistakes made in played rounds, kept until Learn is opened: the lessons that treat them come back at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from ...tutor.lessons import BY_KEY
from ...tutor.progress import Progress
from ..session import Memory, Session

_MOST = 40  # mistakes that are kept


def _read_slips(kept: object) -> tuple[tuple[str, str], ...]:
    """The games and lessons that a tab kept; what is none is left out."""
    pairs = [tuple(pair) for pair in kept if isinstance(pair, list | tuple)] if isinstance(kept, list | tuple) else []
    known = [pair for pair in pairs if len(pair) == 2 and isinstance(pair[0], str) and pair[1] in BY_KEY]
    return tuple((game, lesson) for game, lesson in known[-_MOST:])


_SLIPS: Memory[tuple[tuple[str, str], ...]] = Memory("slips", _read_slips, of_cards=False)


def note_slips(session: Session, game: str, lessons: Iterable[str]) -> None:
    """Keep that mistakes were made which these lessons of a game treat."""
    noted = [*_SLIPS.of(session), *((game, lesson) for lesson in lessons)]
    _SLIPS.keep(session, [list(pair) for pair in dict.fromkeys(noted)][-_MOST:])


def has_slips(session: Session) -> bool:
    """Whether mistakes are kept that Learn does not know of."""
    return bool(_SLIPS.of(session))


def take_slips(session: Session, courses: Mapping[str, Progress]) -> dict[str, Progress]:
    """The progress in each game once Learn knows of the mistakes; they are kept no longer."""
    changed, now = dict(courses), datetime.now(UTC)
    for game, lesson in _SLIPS.of(session):
        if game in changed:
            changed[game] = changed[game].call_back(lesson, now)
    _SLIPS.keep(session, None)
    return changed
