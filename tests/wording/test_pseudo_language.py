"""In the pseudo-language every word of a display, a page of rules and an advice stands in a sentence's brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from rummy_tutor import RULEBOOKS, Hand, advise, analyse, compare, get_rulebook
from rummy_tutor.output.answers import describe_advice
from rummy_tutor.output.blocks import write_text
from rummy_tutor.output.displays import draw_html
from rummy_tutor.output.verdicts import describe_analysis, draw_comparison
from rummy_tutor.rulebooks import list_needed
from rummy_tutor.wording.catalogue import PSEUDO
from rummy_tutor.wording.describe import describe, describe_differences, describe_rulebook, describe_rulings
from rummy_tutor.wording.differences import explain_difference
from rummy_tutor.wording.explain import explain_group
from rummy_tutor.wording.speech import knows, speaking, tell
from tests.golden import rulings, s0, s1, s2, s3_marriage, s3_paplu_13, s3_paplu_21, s3_paplu_27, s3_vazhushal, s4

TABLE = "2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS"
LAID = (
    TABLE,
    "KS AS 2S | 7S 7S 7H | 7S 7S 7S | PJ PJ PJ | 5C 9C PJ | 4S 5S PJ PJ | 5H | 5D | 5D",
    "KH KS KD | 6H 7H PJ | 9S TS JS PJ | 5S 5H 5D",
    "2H 3H 4H 5H | 5H 6H 7H | 8H 9H TH | 2S 3S 4S",
    "2H 3H 4H 5H | 5H 6H 7H | 8H 9H TH | 2S 3S 4S | KD",
    "2H 3H 4H 5H 6H 7H 8H | 2S 3S 4S 5S 6S 7S 8S",
    "2H 3H 4H | 5H 6H 7H | 8H 9H TH | 2S 3S 4S | 5S 6S 7S | 8S 9S TS | JD QD KD",
    "2H 3H 4H | 7S 7S 7S | 9D TD JD | KS",
    "7S 7S | 8S 8S | 9S 9S | TS TS | JS JS | QS QS | KS KS | 2D 2D | 3D 4C 6H 8C TH",
    "PJ PJ PJ QD KD AD QD KD",
)
IN_HAND = (
    ("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S", "KH"),
    ("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S", "QC"),
    ("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S 7C", None),
    ("2H 3H", "7C"),
)
# what may stand bare: keys, citations, card codes, figures and signs, and titles that are in no catalogue
OFFERED = {name for book in RULEBOOKS.values() for name in book.offers}
TITLES = {book.title for book in RULEBOOKS.values() if not knows(f"rulebook.{book.key}")}
KEYS = sorted({*RULEBOOKS, *OFFERED, *TITLES}, key=len, reverse=True)


def find_bare(text: str) -> list[str]:
    """The words outside the brackets of the pseudo-language."""
    text = re.sub(r"<style>.*?</style>|<[^>]*>", " ", text, flags=re.DOTALL)
    bare, depth = [], 0
    for letter in text:
        depth += (letter == "⟦") - (letter == "⟧")
        bare.append(" " if depth or letter == "⟧" else letter)
    assert depth == 0, text
    left = re.sub(r"S\d,\s+[A-Z][A-Za-z\s]+(?=[\];,])", " ", "".join(bare))  # a heading of a source
    for key in KEYS:
        left = left.replace(key, " ")
    return [word for word in re.findall(r"[^\W\d_]+", left) if not re.fullmatch(r"[SRX]|[AKQJ]|PJ", word)]


def test_bare_words_are_found() -> None:
    """The search sees words outside brackets, nested ones too, and lets cards, keys and citations pass."""
    assert find_bare("⟦óne ⟦twó⟧ thréé⟧ four 7♠ K♠ 10♥ rummy-21 [S3, Ace Jokers] [S1, R3]") == ["four"]


SOURCES = (s0, s1, s2, s3_paplu_13, s3_paplu_21, s3_paplu_27, s3_marriage, s3_vazhushal, s4, rulings)
GOLDEN = [row for source in SOURCES for table in (source.GROUPS, source.HANDS) for row in table]


def texts_of_golden_hands(key: str) -> Iterator[str]:
    """What displays and the terminal say of the hands that the sources and rulings state for a rulebook."""
    for row in GOLDEN:
        if row.rulebook == key and row.hand:
            result = analyse(Hand.parse(row.hand), key, row.turned, row.players, row.options)
            yield draw_html(result)
            yield write_text(describe_analysis(result))


def seats(key: str) -> int:
    """Four players, or as many as the game allows."""
    return min(4, RULEBOOKS[key].table.players[1])


def texts_of_hands(key: str) -> Iterator[str]:
    """Everything displays and the terminal say of hands that are laid out, under one rulebook."""
    table, players = RULEBOOKS[key].table, seats(key)
    for cards in LAID:
        hand = Hand.parse(cards)
        for turned in ("QD", "PJ", None):
            if not table.pack_for(players).printed_jokers and (turned == "PJ" or "PJ" in cards):
                continue
            result = analyse(hand, key, turned=turned, players=players)
            yield draw_html(result)
            yield write_text(describe_analysis(result))
            for group in result.arranged.groups if result.arranged else ():
                yield explain_group(group, result)


@pytest.mark.parametrize("key", RULEBOOKS)
def test_verdicts(key: str) -> None:
    """No word of a verdict stands outside, in a notebook or in a terminal."""
    with speaking(PSEUDO):
        for text in (*texts_of_hands(key), *texts_of_golden_hands(key)):
            assert find_bare(text) == [], text


@pytest.mark.parametrize("key", RULEBOOKS)
def test_advice(key: str) -> None:
    """No word of an advice stands outside."""
    with speaking(PSEUDO):
        for cards, card in IN_HAND:
            if RULEBOOKS[key].deal == 13 or card is None:
                advice = advise(cards, key, turned="9D", players=seats(key), open_card=card)
                text = write_text(describe_advice(advice))
                assert find_bare(text) == [], text


def test_comparisons() -> None:
    """No word of a comparison stands outside, nor of why any two rulebooks differ, as laid and at best."""
    with speaking(PSEUDO):
        for cards in LAID:
            found = compare(Hand.parse(cards), turned="QD", players=5)
            texts = [draw_html(found), draw_comparison(found)]
            texts += [
                sentence
                for a in found
                for b in found
                for best in (False, True)
                for sentence in explain_difference(a, b, best=best)
            ]
            for text in texts:
                assert find_bare(text) == [], text


@pytest.mark.parametrize("key", RULEBOOKS)
def test_pages_of_rulebooks(key: str) -> None:
    """No word of a rulebook's page stands outside, with each house option too, nor of what differs from another."""
    with speaking(PSEUDO):
        for name in (None, *RULEBOOKS[key].offers):
            book = get_rulebook(key, [*list_needed(key, name)[:1], name] if name else [])
            assert find_bare(describe_rulebook(book)) == []
            for line in describe(book):
                assert find_bare(f"{line.section} {line.term} {line.text} [{line.source}]") == [], line
        for other in RULEBOOKS.values():
            for row in describe_differences(RULEBOOKS[key], other):
                assert find_bare(f"{row.term} {row.mine} {row.theirs}") == [], row
        assert find_bare(describe_rulings()) == []


def test_texts_follow_the_language() -> None:
    """What was told in one language is not told again in another."""
    book = RULEBOOKS["octro-13"]
    before = describe_rulebook(book)
    with speaking(PSEUDO):
        assert "⟦" in describe_rulebook(book)
        assert tell("sheet.own") != "A rulebook of your own."
    assert describe_rulebook(book) == before and "⟦" not in before
