"""A rulebook as a page to read, and where two rulebooks part."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from unicodedata import category, east_asian_width

from ..game.messages import Items, Message, key_of, tell_later
from ..game.rules import Rulebook
from ..rulebooks import RULEBOOKS, get_rulebook, list_needed
from ..rulebooks.find import differences
from ..rulebooks.sources import RULINGS, SLIPS, SLIPS_OF, SOURCES, find_citations, look_up
from .phrases import Cited, Sources, by_number, cite, name_option
from .rule_texts import Rule, list_rules
from .speech import in_words, name_rulebook, say, tell

_WIDEST_TERM = 34  # characters; the text of a longer term begins on the next line
_NOTHING = "–"  # where a rulebook has no such rule


@dataclass(frozen=True, kw_only=True)
class Line:
    """One rule in words.

    Attributes:
        section: the part of the page.
        term: what the rule is about; no two lines of a rulebook share it.
        text: the rule.
        source: where it is taken from; empty if nobody says.
        paths: the fields it puts into words.
        option: the key of the house option it describes, empty for a rule.
    """

    section: str
    term: str
    text: str
    source: Sources
    paths: tuple[str, ...]
    option: str = ""

    @property
    def heading(self) -> str:
        """What stands before the rule: what it is about, or the key of the option."""
        return self.option or self.term


def group_lines(lines: Iterable[Line]) -> Iterator[tuple[str, Iterator[Line]]]:
    """Each part of the page with its lines."""
    return groupby(lines, key=attrgetter("section"))


@dataclass(frozen=True, kw_only=True)
class Difference:
    """One rule that two rulebooks have differently; a dash where one has no such rule."""

    term: str
    mine: str
    theirs: str


def _tell_all(sentences: Iterable[Message]) -> str:
    return " ".join(map(say, sentences))


def describe(rulebook: Rulebook) -> tuple[Line, ...]:
    """Every rule of a rulebook in words, house options last.

    Example:
        >>> describe(RULEBOOKS["octro-13"])[0].text
        '2 to 6 players.'
    """
    return (
        *(
            Line(
                section=tell(key_of("section.", rule.section)),
                term=say(rule.term),
                text=_tell_all(rule.sentences),
                source=cite(rulebook, *rule.cited),
                paths=rule.paths,
            )
            for rule in list_rules(rulebook)
        ),
        *(_describe_option(rulebook, name) for name in rulebook.offers),
    )


def _describe_option(rulebook: Rulebook, name: str) -> Line:
    """A house option by what it changes."""
    sentences, source = [tell_later("rule.option.variant")], Sources()
    if name in rulebook.options:
        sentences = [tell_later("rule.option.in-force")]
    elif rulebook.key in RULEBOOKS and name in RULEBOOKS[rulebook.key].offers:
        needed = list_needed(rulebook.key, name)
        plain, other = get_rulebook(rulebook.key, needed[:1]), get_rulebook(rulebook.key, [*needed[:1], name])
        sentences = [
            tell_later("rule.option.changes", term=term, what=_tell_all(_find_new(mine, theirs)))
            for term, mine, theirs in _list_changes(plain, other)
        ] or [tell_later("rule.option.no-difference")]
        sentences += [tell_later("rule.option.goes-with", options=Items(needed, "or"))] if needed else []
        source = cite(other, *differences(plain, other))
    term = in_words(name_option(name))
    return Line(
        section=tell("section.options"), term=term, text=_tell_all(sentences), source=source, paths=(), option=name
    )


def _find_new(mine: Rule | None, theirs: Rule | None) -> tuple[Message, ...]:
    """What the other rulebook says beyond the first, all of it if it only leaves something out."""
    before = mine.sentences if mine else ()
    after = theirs.sentences if theirs else ()
    return tuple(sentence for sentence in after if sentence not in before) or after


def _list_changes(mine: Rulebook, theirs: Rulebook) -> list[tuple[Message, Rule | None, Rule | None]]:
    """The rules two rulebooks have differently: what each is about, and what both say."""
    changed = differences(mine, theirs)
    left = {rule.term: rule for rule in list_rules(mine)}
    right = {rule.term: rule for rule in list_rules(theirs)}
    changes = []
    for term in dict.fromkeys([*left, *right]):
        a, b = left.get(term), right.get(term)
        known = a or b
        if known and _is_touched(known.paths, changed) and (a is None or b is None or a.sentences != b.sentences):
            changes.append((term, a, b))
    return changes


def _is_touched(paths: Iterable[str], changed: Iterable[str]) -> bool:
    return any(path == field or field.startswith(path + ".") for path in paths for field in changed)


def describe_differences(mine: Rulebook, theirs: Rulebook) -> tuple[Difference, ...]:
    """The rules two rulebooks have differently, in the order of the page.

    Example:
        >>> [line.term for line in describe_differences(RULEBOOKS["gorummy-13"], RULEBOOKS["adgaming-13"])][:2]
        ['Printed joker turned up', 'Sets']
    """

    def say_rule(rule: Rule | None) -> str:
        return _NOTHING if rule is None else _tell_all(rule.sentences)

    return tuple(
        Difference(term=say(term), mine=say_rule(a), theirs=say_rule(b)) for term, a, b in _list_changes(mine, theirs)
    )


def describe_source(rulebook: Rulebook) -> str:
    """One line saying which source a rulebook follows."""
    codes = dict.fromkeys(code for _, text in rulebook.sources for code in find_citations(text) if code in SOURCES)
    if not codes:
        return tell("sheet.own")
    sources = tuple(tell_later("sheet.source", source=code, what=look_up(code)) for code in codes)
    return tell("sheet.after", sources=Items(sources))


# ---- as a page of text -------------------------------------------------------------------------------------
def describe_rulebook(rulebook: Rulebook, width: int = 110) -> str:
    """A rulebook as a page of text ``width`` characters wide, each line with its source in brackets.

    The sources and rulings that the lines cite follow at the end, and the slips of those sources.
    """
    lines = describe(rulebook)
    column = min(max(len(line.heading) for line in lines) + 4, _WIDEST_TERM)
    head = tell(
        "sheet.head:options" if rulebook.options else "sheet.head",
        title=name_rulebook(rulebook),
        key=rulebook.key,
        options=Items(rulebook.options, "comma"),
    )
    page = [head, "=" * len(head), describe_source(rulebook)]
    for section, members in group_lines(lines):
        page += ["", section]
        page += (_hang(f"  {line.heading}", Cited(line.text, line.source), column, width) for line in members)
    cited = {code for line in lines for code in line.source.codes}
    rulings = [(code, look_up(code)) for code in sorted(cited, key=by_number) if code in RULINGS]
    rulings += [(code, look_up(code)) for code, source in SLIPS_OF.items() if source in cited]
    if rulings:
        page += ["", tell("sheet.rulings")]
        page += [_hang(f"  {code}", text, 7, width) for code, text in rulings]
    return "\n".join(page) + "\n"


_TABLES: Mapping[str, Mapping[str, str]] = {
    "sheet.sources": SOURCES,
    "sheet.all-rulings": RULINGS,
    "sheet.slips": SLIPS,
}


def describe_rulings(width: int = 110) -> str:
    """The sources, every ruling and every slip as a page of text."""
    page = []
    for head, table in _TABLES.items():
        page += [tell(head), *(_hang(f"  {code}", text, 7, width) for code, text in table.items()), ""]
    return "\n".join(page)


def _hang(term: str, text: str, column: int, width: int) -> str:
    """A term and its text, the text's further lines under its first."""
    rest = " " * column
    body = textwrap.fill(text, max(width, column + 30), initial_indent=rest, subsequent_indent=rest)
    return pad(term, column) + body[column:] if count_cells(term) < column else f"{term}\n{body}"


# ---- columns of a terminal ---------------------------------------------------------------------------------------
def count_cells(text: str) -> int:
    """How many cells of a terminal a text takes: marks over and under letters take none, wide letters two.

    Example:
        >>> [count_cells(text) for text in ("set", "सेट", "七")]
        [3, 2, 2]
    """
    return sum(
        0 if category(letter) in ("Mn", "Me", "Cf") else 1 + (east_asian_width(letter) in ("W", "F")) for letter in text
    )


def pad(text: str, cells: int, *, right: bool = False) -> str:
    """A text filled up with spaces to a number of cells; to the right it stands at their end."""
    spaces = " " * (cells - count_cells(text))
    return spaces + text if right else text + spaces
