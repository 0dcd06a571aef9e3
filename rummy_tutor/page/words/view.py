"""The view model of the words: the forms to be marked in texts, the list, what a search finds, and one entry."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ...game.messages import Items
from ...game.rules import Rulebook
from ...rulebooks import RULEBOOKS
from ...rulebooks.sources import RULINGS, SOURCES
from ...rulebooks.sources import look_up as read_code
from ...tutor.words import WORDS, Example, cited_by, find_words, list_codes, list_marks
from ...wording.speech import current_language, in_words, name_rulebook, tell
from ..faces import draw_lines, plain_card, plain_group
from ..session import Session
from .actions import PART


def draw_words(session: Session) -> dict:
    """The words; until they are first looked at no more than the forms to be marked."""
    language = current_language()
    marks = _marks(language)
    kept = session.parts.get(PART)
    if kept is None:
        return {"closed": True, "marks": marks}
    found = list(find_words(kept["text"])) if kept["text"].strip() else None
    entry = _entry(kept["key"], language) if kept["key"] else None
    return {"marks": marks, "index": _index(language), "found": found, "text": kept["text"], "entry": entry}


@lru_cache(maxsize=8)
def _marks(language: str) -> list[dict]:
    return [{"key": key, "forms": list(forms)} for key, forms in list_marks()]


@lru_cache(maxsize=8)
def _index(language: str) -> list[dict]:
    """Every entry by its name, questions first."""
    words = sorted(WORDS.values(), key=lambda word: (not word.is_question, "" if word.is_question else word.name))
    listed = [
        {"key": word.key, "name": word.name, "kind": "question" if word.is_question else "word"} for word in words
    ]
    return listed + [{"key": code, "name": f"{code}: {read_code(code)}", "kind": "code"} for code in list_codes()]


@lru_cache(maxsize=256)
def _entry(key: str, language: str) -> dict:
    """One entry: a word, a source or a ruling."""
    if key not in WORDS:
        return _code_entry(key)
    word = WORDS[key]
    games = word.games()
    rules = [{"games": _names(books), "lines": list(lines)} for books, lines in word.rules()]
    return {
        "key": key,
        "name": word.name,
        "also": tell("page.words_also", names=Items(word.also, "or")) if word.also else "",
        "what": word.what,
        "example": None if word.example is None else _example(word.example),
        "rules": rules,
        "games": tell("page.words_games:all")
        if len(games) == len(RULEBOOKS)
        else tell("page.words_games", games=Items(tuple(games)), n=len(games)),
        "see": [{"key": one, "name": WORDS[one].name} for one in word.see],
    }


def _names(books: Iterable[Rulebook]) -> str:
    return in_words(Items(tuple(map(name_rulebook, books)), "comma"))


def _code_entry(code: str) -> dict:
    """A source, a ruling or a slip: what it says, and the games that rest on it."""
    books = cited_by(code)
    kind = "source" if code in SOURCES else "ruling" if code in RULINGS else "slip"
    return {
        "key": code,
        "name": tell(f"page.words_kind_{kind}", code=code),
        "also": "",
        "what": read_code(code),
        "example": None,
        "rules": [],
        "games": tell("page.words_cited", games=Items(tuple(books)), n=len(books)) if books else "",
        "see": [],
    }


def _example(example: Example) -> dict:
    """Cards judged by a game: how they look, and what is to be said of each group."""
    deal = example.deal
    return {
        "rulebook": name_rulebook(deal.rulebook),
        "turned": None if deal.turned is None else plain_card(deal.turned, "turned"),
        "groups": [plain_group(group, str(at)) for at, group in enumerate(example.judge())],
        "lines": draw_lines(example.explain()),
    }
