"""What a page can ask of the words: open an entry, and search."""

from __future__ import annotations

from typing import NamedTuple

from ...tutor.words import WORDS, list_codes
from ..asking import KeyValues, TextValues
from ..session import Part, Session
from ..state import check_move

_MOST = 80  # characters of a search


class Looked(NamedTuple):
    """What is looked up: the key of an entry, and what is searched."""

    key: str = ""
    text: str = ""


LOOKED = Part[Looked]()


def look_up(session: Session, values: KeyValues) -> None:
    """Open the entry of a word, a source or a ruling; the list alone if none is named."""
    key = values["key"]
    check_move(not key or key in WORDS or key in list_codes())
    LOOKED.keep(session, Looked(key))


def search(session: Session, values: TextValues) -> None:
    """Show the entries that a search finds."""
    before = LOOKED.of(session) or Looked()
    LOOKED.keep(session, before._replace(text=values["text"][:_MOST]))


ACTIONS = {"word": look_up, "find_word": search}
