"""The view model of the words: the forms to be marked in texts, the list, what a search finds, and one entry."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, TypedDict

from ...game.messages import Items, key_of
from ...game.rules import Rulebook
from ...rulebooks import RULEBOOKS
from ...rulebooks.sources import RULINGS, SOURCES
from ...rulebooks.sources import look_up as read_code
from ...tutor.lessons import holds
from ...tutor.words import WORDS, Example, cited_by, list_codes, list_marks
from ...wording.describe import Line, describe
from ...wording.phrases import Cited
from ...wording.speech import current_language, in_words, name_rulebook, tell
from ..faces import LineView, PlainCardView, PlainGroupView, draw_line, draw_lines, plain_card, plain_group
from ..session import Session
from .actions import LOOKED
from .search import find_words


class MarkView(TypedDict):
    """A word to be marked in texts, in the forms in which it stands there."""

    key: str
    forms: list[str]


class IndexView(TypedDict):
    """An entry in the list."""

    key: str
    name: str
    kind: Literal["question", "word", "code"]


class OwnRuleView(LineView):
    """A rule of the learner's own game; ``term`` is what it is about."""

    term: str


class OwnRulesView(TypedDict):
    """What the learner's own game says."""

    head: str
    lines: list[OwnRuleView]


class GameRulesView(TypedDict):
    """What other games say, those that say the same together."""

    games: str
    lines: list[str]


class WordLinkView(TypedDict):
    """Another entry to see."""

    key: str
    name: str


class ExampleView(TypedDict):
    """Cards judged by a game, and what is to be said of them."""

    rulebook: str
    turned: PlainCardView | None
    groups: list[PlainGroupView]
    lines: list[LineView]


class EntryView(TypedDict):
    """One entry; of the others' rules ``folded`` says whether they are folded up at first."""

    key: str
    name: str
    also: str
    answer: str
    what: str
    about: str
    own: OwnRulesView | None
    example: ExampleView | None
    rules: list[GameRulesView]
    folded: bool
    games: str
    see: list[WordLinkView]


class MarksView(TypedDict):
    """The words before they are first looked at."""

    closed: Literal[True]
    marks: list[MarkView]


class WordsView(TypedDict):
    """The list, what a search finds (None without a search) and one entry; ``chosen`` unless a search shows it."""

    marks: list[MarkView]
    index: list[IndexView]
    found: list[str] | None
    text: str
    entry: EntryView | None
    chosen: bool


def draw_words(session: Session) -> MarksView | WordsView:
    """The words; until they are first looked at no more than the forms to be marked."""
    language = current_language()
    marks = _marks(language)
    looked = LOOKED.of(session)
    if looked is None:
        return {"closed": True, "marks": marks}
    keys = list(find_words(looked.text)) if looked.text.strip() else None
    key = keys[0] if keys else looked.key  # what is searched is shown before it is chosen
    return {
        "marks": marks,
        "index": _index(language),
        "found": keys,
        "text": looked.text,
        "entry": _entry(key, session.rulebook, language) if key else None,
        "chosen": not keys,
    }


@lru_cache(maxsize=8)
def _marks(language: str) -> list[MarkView]:
    return [{"key": key, "forms": list(forms)} for key, forms in list_marks()]


@lru_cache(maxsize=8)
def _index(language: str) -> list[IndexView]:
    """Every entry by its name, questions first."""
    words = sorted(WORDS.values(), key=lambda word: (not word.is_question, "" if word.is_question else word.name))
    listed: list[IndexView] = [
        {"key": word.key, "name": word.name, "kind": "question" if word.is_question else "word"} for word in words
    ]
    for code in list_codes():
        listed.append({"key": code, "name": f"{code}: {read_code(code)}", "kind": "code"})
    return listed


@lru_cache(maxsize=256)
def _entry(key: str, book: Rulebook, language: str) -> EntryView:
    """One entry: a word, a source or a ruling; a question begins with its answer in the learner's own game."""
    if key not in WORDS:
        return _code_entry(key, book)
    word = WORDS[key]
    games = word.games()
    others = [(tuple(other for other in books if other.key != book.key), said) for books, said in word.rules()]
    example = word.example
    used = holds(word.about, book)
    if example is not None and used:
        example = example.judged_in(book)
    lines = [line for line in describe(book) if {*line.paths} & {*word.paths}] if used else []
    # spellings in Latin letters are for the search, where a language has letters of its own
    also = tuple(name for name in word.also if not name.isascii()) or word.also
    return {
        "key": key,
        "name": word.name,
        "also": tell("page.words_also", names=Items(also, "or")) if also else "",
        "answer": word.answer(book),
        "what": word.what,
        "about": "" if used else tell("page.words_unused", game=book),
        "own": _own(book, lines),
        "example": None if example is None else _example(example),
        "rules": [
            {
                "games": in_words(Items(tuple(map(name_rulebook, books)), "comma")),
                "lines": list(said),
            }
            for books, said in others
            if books
        ],
        "folded": word.is_question,
        "games": tell("page.words_games:all")
        if len(games) == len(RULEBOOKS)
        else tell("page.words_games", games=Items(tuple(games)), n=len(games)),
        "see": [{"key": word_key, "name": WORDS[word_key].name} for word_key in word.see],
    }


def _own(book: Rulebook, lines: Iterable[Line]) -> OwnRulesView | None:
    """What the learner's own game says; None if nothing."""
    said: list[OwnRuleView] = [
        {"term": line.term, **draw_line(Cited(line.text, line.source))} for line in lines if not line.option
    ]
    return {"head": tell("page.words_own", game=book), "lines": said} if said else None


def _code_entry(code: str, book: Rulebook) -> EntryView:
    """A source, a ruling or a slip: what it is, what it says, and the rules of each game that rest on it."""
    books = cited_by(code)
    kind = "source" if code in SOURCES else "ruling" if code in RULINGS else "slip"
    return {
        "key": code,
        "name": tell(key_of("page.words_kind_", kind), code=code),
        "also": "",
        "answer": "",
        "what": read_code(code),
        "about": tell(key_of("page.words_about_", kind)),
        "own": _own(book, _list_citing(book, code)),
        "example": None,
        "rules": [
            {
                "games": name_rulebook(other),
                "lines": [f"{line.term}: {line.text}" for line in _list_citing(other, code)],
            }
            for other in books
            if other.key != book.key
        ],
        "folded": True,
        "games": tell("page.words_cited", games=Items(tuple(books)), n=len(books)) if books else "",
        "see": [],
    }


def _list_citing(book: Rulebook, code: str) -> list[Line]:
    """The rules of a game that rest on a source or a ruling."""
    return [line for line in describe(book) if code in line.source.codes]


def _example(example: Example) -> ExampleView:
    """Cards judged by a game: how they look, and what is to be said of each group."""
    deal = example.deal
    return {
        "rulebook": name_rulebook(deal.rulebook),
        "turned": None if deal.turned is None else plain_card(deal.turned, "turned"),
        "groups": [plain_group(group, str(at)) for at, group in enumerate(example.judge())],
        "lines": draw_lines([*example.explain(), *example.account()]),
    }
