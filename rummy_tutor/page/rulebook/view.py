"""The view model of the rulebook to read, and of its differences from another."""

from __future__ import annotations

from functools import lru_cache
from typing import TypedDict

from ...game.rules import Rulebook
from ...rulebooks import RULEBOOKS
from ...rulebooks.sources import RULINGS, SLIPS, SOURCES, by_number
from ...wording.describe import Line, describe, describe_differences, describe_source, group_lines
from ...wording.phrases import Cited
from ...wording.speech import current_language, name_rulebook
from ..faces import BookChoiceView, LineView, draw_line
from ..session import Session


class RuleView(LineView):
    """A rule; ``term`` is what it is about."""

    term: str


class SectionView(TypedDict):
    """Rules under a heading."""

    title: str
    items: list[RuleView]


class RulingView(TypedDict):
    """What a source or a ruling says."""

    code: str
    text: str


class DifferenceView(TypedDict):
    """What two rulebooks say on the same."""

    term: str
    mine: str
    theirs: str


class PageOfRulesView(TypedDict):
    """A rulebook to read, and its differences from another."""

    key: str
    title: str
    source: str
    sections: list[SectionView]
    rulings: list[RulingView]
    other: str
    other_title: str
    differences: list[DifferenceView]


class RulebookView(PageOfRulesView):
    """The same, with the others to choose from."""

    others: list[BookChoiceView]


def draw_rulebook(session: Session) -> RulebookView:
    """The chosen rulebook to read, or that of the puzzle that is shown, and its differences from another."""
    book = _find_shown(session)
    other_key = session.chosen.other
    if other_key not in session.own.all or (other_key == book.key and not book.options):
        other_key = next(key for key in RULEBOOKS if key != book.key)
    assert other_key is not None
    others: list[BookChoiceView] = [
        {"key": other.key, "name": name_rulebook(other)} for other in session.own.all.values() if other.key != book.key
    ]
    return {**_rulebook_page(book, session.book(other_key), current_language()), "others": others}


def _find_shown(session: Session) -> Rulebook:
    if session.mode == "puzzles":
        from ..puzzles.board import find_board  # the first screen waits for no puzzles

        if (board := find_board(session)) is not None:
            return board.puzzle.rulebook
    return session.rulebook


@lru_cache(maxsize=64)
def _rulebook_page(book: Rulebook, other: Rulebook, language: str) -> PageOfRulesView:
    """The page of one rulebook beside another in a language; it does not depend on the hand."""
    lines = describe(book)
    texts = {**SOURCES, **RULINGS, **SLIPS}
    cited = sorted({code for line in lines for code in line.source.codes}, key=by_number)
    return {
        "key": book.key,
        "title": name_rulebook(book),
        "source": describe_source(book),
        "sections": [
            {"title": title, "items": [_draw_rule(line) for line in members]} for title, members in group_lines(lines)
        ],
        "rulings": [{"code": code, "text": texts[code]} for code in cited if code in texts],
        "other": other.key,
        "other_title": name_rulebook(other),
        "differences": [
            {"term": line.term, "mine": line.mine, "theirs": line.theirs} for line in describe_differences(book, other)
        ],
    }


def _draw_rule(line: Line) -> RuleView:
    text = line.text[0].upper() + line.text[1:]
    return {"term": line.term, **draw_line(Cited(text, line.source))}
