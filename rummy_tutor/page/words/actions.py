"""What a page can ask of the words: open an entry, and search."""

from __future__ import annotations

from collections.abc import Mapping

from ...tutor.words import WORDS, list_codes
from ..session import Session
from ..state import MoveError

PART = "words"
_MOST = 80  # characters of a search


def look_up(session: Session, values: Mapping) -> None:
    """Open the entry of a word, a source or a ruling; the list alone if none is named."""
    key = values.get("key") or ""
    if key and key not in WORDS and key not in list_codes():
        raise MoveError("bad_move")
    session.parts[PART] = {"key": key, "text": ""}


def search(session: Session, values: Mapping) -> None:
    """Show the entries that a search finds."""
    kept = session.parts.get(PART, {"key": ""})
    session.parts[PART] = {**kept, "text": str(values.get("text", ""))[:_MOST]}
