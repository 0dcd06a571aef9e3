"""Finding a word, a question, a source or a ruling by what a reader types: a name, some words, or a whole question.

An entry counts for more the more of the words typed it holds, a rare word more than a frequent one, and a word in its
name, its other names or the questions it answers more than one in its text. In another language the English words find
it too, and the language's own in Latin letters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log
from unicodedata import category, normalize

from ...game.messages import key_of
from ...rulebooks.sources import look_up
from ...tutor.words import WORDS, list_codes, list_names
from ...wording.catalogue import ENGLISH
from ...wording.speech import current_language, speaking
from .latin import spell

_STEM = 5  # letters by which words are alike, a plural without its s
_LEAST_HEARD = 3  # letters of a word that is looked for by ear
_SHARE, _MOST = 0.25, 12  # how near an entry must come to the best one to be shown, and how many are at most
_NAMED = 3.0  # how much more a word counts that stands in a name
_ASKED = 1.25  # how much more a question counts where one is typed
_CODE = 0.5  # and how much less a source or a ruling
_SUITS = {"♠": " spades ", "♥": " hearts ", "♦": " diamonds ", "♣": " clubs "}


@dataclass(frozen=True)
class _Entry:
    """An entry as it is searched: what it is called, the words of its names, and all its words."""

    names: frozenset[str]
    named: frozenset[str]
    words: frozenset[str]
    worth: float


def find_words(text: str) -> tuple[str, ...]:
    """The words and questions that a search finds, the best one first, and after them the sources and rulings.

    Example:
        >>> find_words("first life")[0]
        'pure-sequence'
        >>> find_words("can I use a joker in a pure sequence")[0]
        'ask-joker-pure'
    """
    typed = _split(text)
    common, asking = (frozenset(_split(" ".join(list_names(key_of("word.", name))))) for name in ("common", "asking"))
    rare = [word for word in typed if word not in common] or typed
    entries = _list_entries(current_language())
    known = frozenset[str]().union(*(entry.words for entry in entries.values()))
    asks = text.strip().endswith("?") or bool(asking & {*typed})
    rated = _rate([_find_stem(word, known) for word in dict.fromkeys(rare)], entries)
    name = _join_words(text)
    if asks:
        rated |= {key: rated[key] * _ASKED for key, word in WORDS.items() if word.is_question}
    least = _SHARE * max(rated.values())
    keys = [key for key, rate in rated.items() if rate > 0 and rate >= least]
    names = {name, " ".join(rare)}

    def rank(key: str) -> tuple[bool, bool, bool, float]:
        about = key.removeprefix("ask-")  # ``ask-maal`` is about the word ``maal``
        called = bool(names & entries[about if about in entries else key].names)
        return not called, key not in WORDS, called and asks != (about != key), -rated[key]

    keys.sort(key=rank)
    return tuple(keys[:_MOST])


def _split(text: str) -> list[str]:
    """The words of a text in small letters, suits by their names."""
    for sign, name in _SUITS.items():
        text = text.replace(sign, name)
    return _join_words(text).split()


def _join_words(text: str) -> str:
    """The words of a text in small letters, with the marks that belong to them, a space between two."""
    kept = (
        letter if letter.isalnum() or category(letter) in ("Mn", "Mc") else "" if category(letter) == "Cf" else " "
        for letter in normalize("NFC", text.casefold())
    )
    return " ".join("".join(kept).split())


def _stem(word: str) -> str:
    """The letters by which a word is found in all its forms, such as ``declares`` and ``declaring``."""
    return word.removesuffix("s")[:_STEM]


def _find_stem(word: str, known: frozenset[str]) -> str:
    """The letters by which a typed word is looked for: by ear if nothing begins so and another language is read."""
    stem, heard = _stem(word), _stem(spell(word))
    by_ear = current_language() != ENGLISH and word.isascii() and len(heard) >= _LEAST_HEARD
    return heard if by_ear and not any(other.startswith(stem) for other in known) else stem


@lru_cache(maxsize=4)
def _list_entries(language: str) -> Mapping[str, _Entry]:
    """Every entry, with its words by their first letters."""

    def stems(text: str) -> frozenset[str]:
        words = _split(text)
        return frozenset(map(_stem, [*words, *(spell(word) for word in words if not word.isascii())]))

    entries = {
        code: _Entry(frozenset({code.casefold()}), stems(code), stems(f"{code} {look_up(code)}"), _CODE)
        for code in list_codes()
    }
    for word in WORDS.values():
        names = (word.name, *word.also, *word.marks)
        named = stems(" ".join((*names, *list_names(key_of("word.", word.key, "find")))))
        rules = (line for _, lines in word.rules() for line in lines)
        called = frozenset(map(_join_words, names))
        entries[word.key] = _Entry(called, named, named | stems(" ".join((word.what, *rules))), 1.0)
    if language == ENGLISH:
        return entries
    with speaking(ENGLISH):
        english = _list_entries(ENGLISH)
    return {
        key: _Entry(entry.names | also.names, entry.named | also.named, entry.words | also.words, entry.worth)
        for (key, entry), also in zip(entries.items(), english.values(), strict=True)
    }


def _rate(wanted: list[str], entries: Mapping[str, _Entry]) -> dict[str, float]:
    """What each entry is worth for some words; the last of them may still be being typed."""
    rated = dict.fromkeys(entries, 0.0)
    for at, stem in enumerate(wanted):
        begun = at == len(wanted) - 1 and not any(stem in entry.words for entry in entries.values())

        def holds(words: frozenset[str], stem: str = stem, begun: bool = begun) -> bool:
            return stem in words or (begun and any(word.startswith(stem) for word in words))

        held = [key for key, entry in entries.items() if holds(entry.words)]
        worth = log(1 + len(entries) / len(held)) if held else 0.0
        for key in held:
            rated[key] += entries[key].worth * worth * (_NAMED if holds(entries[key].named) else 1.0)
    return {key: rate * (1 + 1 / len(entries[key].named)) for key, rate in rated.items()}  # a short name says it all
