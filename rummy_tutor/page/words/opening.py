"""The words before and after they are first looked at: the forms to be marked, then the list and its entries."""

from __future__ import annotations

from collections.abc import Mapping

from ..session import Session


def draw_words_panel(session: Session) -> dict:
    """The view model of the words."""
    from .view import draw_words

    return draw_words(session)


def answer_word(session: Session, values: Mapping) -> None:
    """Open an entry."""
    from .actions import look_up

    look_up(session, values)


def answer_search(session: Session, values: Mapping) -> None:
    """Search the words."""
    from .actions import search

    search(session, values)


ACTIONS = {"word": answer_word, "find_word": answer_search}
