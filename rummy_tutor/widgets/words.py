"""The words of the game to look up as a widget."""

from __future__ import annotations

from ..output.html import lines_html
from ..page.words.actions import look_up, search
from ..page.words.search import find_words
from ..page.worked_hands import WELCOME
from ..tutor.words import WORDS, list_codes
from .base import TableWidget


class Words(TableWidget, panels=("words",)):
    """The words of the game with what each means, a judged example and what each game says; with a search.

    Args:
        word: what to open: a word by its key or any of its names, or the number of a source or ruling; None for the
            list alone. If nothing is called so, the list says that nothing was found.

    Example:
        >>> Words("first life")._vm_words["entry"]["key"]
        'pure-sequence'
    """

    def __init__(self, word: str | None = None) -> None:
        self._word = "" if word is None else str(word)
        super().__init__(WELCOME.hand)

    def __repr__(self) -> str:
        return f"Words({self._word!r})"

    def _draw_saved(self) -> str:
        entry = self._vm_words["entry"]
        if entry is None:
            return lines_html(self._word, [line["name"] for line in self._vm_words["index"]])
        own = [line["text"] for line in entry["own"]["lines"]] if entry["own"] else []
        return lines_html(entry["name"], [entry["also"], entry["answer"], entry["what"], entry["about"], *own])

    def _begin(self) -> None:
        """Open the entry."""
        known = self._word in WORDS or self._word in list_codes()
        key = self._word if known else next(iter(find_words(self._word)), "")
        look_up(self.session, {"key": key})
        if not key:
            search(self.session, {"text": self._word})
