"""Putting messages and errors into words: ``tell`` looks a sentence up by its key and fills its places."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, singledispatch

from ..game.cards import Card, Rank
from ..game.messages import Items, Message, TutorError, key_of, show
from ..game.records import Reason
from ..game.rules import Kind, Rulebook
from .catalogue import CHOICE, ENGLISH, PSEUDO, choose_word, find_forms, find_template, has_language, list_languages

VARIABLE = "RUMMY_TUTOR_LANGUAGE"
_language: ContextVar[str | None] = ContextVar("rummy_tutor language", default=None)
_is_early: ContextVar[bool] = ContextVar("rummy_tutor early", default=False)
_BY_LAKHS = frozenset({"hi", "kn", "ne", "ta", "te"})  # languages that write 12,34,567
_LONG = re.compile(r"(?<![\d.])\d{5,}")  # whole numbers whose digits stand in groups there, but no decimals
_CARDS_FIRST = ("{card}", "{cards}")
_default: list[str] = []  # the language chosen for the whole process, once it is known


def current_language() -> str:
    """The code of the language in which sentences are told now."""
    chosen = _language.get()
    if chosen is not None:
        return chosen
    if not _default:
        wanted = os.environ.get(VARIABLE, ENGLISH)
        _default.append(wanted if is_language(wanted) else ENGLISH)
    return _default[0]


def is_language(code: str) -> bool:
    """Whether there is a catalogue of that code."""
    return code == PSEUDO or has_language(code)


def language(code: str | None = None) -> str:
    """Choose the language of all sentences from now on, or ask which one it is.

    Args:
        code: a language's code, such as ``"en"``; None changes nothing.

    Returns:
        The code of the language in force.

    Raises:
        TutorError: there is no catalogue of that code.

    Example:
        >>> language()
        'en'
    """
    if code is not None:
        if not isinstance(code, str) or not is_language(code):
            raise TutorError("bad-language", found=str(code)[:20], known=Items(tuple(list_languages()), "or"))
        _default[:] = [code]
    return current_language()


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Tell sentences in a language for as long as the context lasts: one visitor of many in a process."""
    token = _language.set(code if is_language(code) else ENGLISH)
    try:
        yield
    finally:
        _language.reset(token)


@contextmanager
def speaking_early(is_early: bool) -> Iterator[None]:
    """Tell sentences in the words of the first lessons: by the entry ``KEY:early`` where there is one."""
    token = _is_early.set(is_early)
    try:
        yield
    finally:
        _is_early.reset(token)


def tell(key: str, /, **values: object) -> str:
    """The sentence of a key, its places filled.

    Args:
        key: the key in the catalogue.
        values: what stands in its places; ``n`` is the number that chooses the form.

    Raises:
        KeyError: no sentence has this key, or a place has no value.
    """
    return _tell(key, values)


def tell_if(key: str, holds: object, /, **values: object) -> list[str]:
    """The sentence of a key where something holds, else none."""
    return [tell(key, **values)] if holds else []


def _tell(key: str, values: Mapping[str, object], form: str = "") -> str:
    """The sentence of a key, or a form of it that its language may have."""
    if _is_early.get() and knows(early := f"{key}:early"):
        key = early
    n = values.get("n")
    number, chosen = n if isinstance(n, int) else None, current_language()
    template = find_template(key, number, chosen, form)
    places = {name: _Place(value) for name, value in values.items()}
    try:
        sentence = template.format_map(places)
    except (LookupError, ValueError, AttributeError):
        if chosen == ENGLISH:
            raise
        _log_misfit(key, chosen)
        template = find_template(key, number, ENGLISH)
        sentence = template.format_map(places)
    begins = template.startswith(_CARDS_FIRST) and template.endswith(".")  # a sentence, perhaps with a printed joker
    return sentence[:1].upper() + sentence[1:] if begins else sentence


class _Place:
    """A value that is told in the form that its place asks for.

    Args:
        value: the value.
    """

    __slots__ = ("_value",)

    def __init__(self, value: object) -> None:
        self._value = value

    def __format__(self, form: str) -> str:
        if CHOICE in form:
            return choose_word(form, _count(self._value), current_language())
        return in_words(self._value, form)


def _count(value: object) -> int:
    """The number that a value stands for, where a word goes with it."""
    if isinstance(value, Message):
        value = value.values.get("n")
    if isinstance(value, Items):
        value = len(value.values)
    return value if isinstance(value, int) else 2


@cache
def _log_misfit(key: str, code: str) -> None:
    """Write down, once, that a translation has places that its sentence has not: English is told in its stead."""
    logging.getLogger(__name__).error("%s: the places of %s do not fit", code, key)


def knows(key: str) -> bool:
    """Whether there is a sentence of this key."""
    return find_forms(key) is not None


@singledispatch
def in_words(value: object, form: str = "") -> str:
    """A value as it stands in a sentence: a number with a true minus, a card as 7♠, a message told.

    Args:
        value: the value.
        form: the name of a form, as in ``{decks:obl}``; what has no such form is told plainly.
    """
    return str(value)


@in_words.register(int)
@in_words.register(float)
def _(value: float, form: str = "") -> str:
    return with_minus(show(value))


def with_minus(figure: object) -> str:
    """A figure or a text with one, with a true minus and digits in groups as the language has them.

    Example:
        >>> with speaking("hi"):
        ...     with_minus("-1234567.25")
        '−12,34,567.25'
    """
    text = str(figure).replace("-", "−")
    return _LONG.sub(_group, text) if current_language() in _BY_LAKHS else text


def _group(digits: re.Match[str]) -> str:
    """Three digits last, two in each group before them."""
    return re.sub(r"\d(?=(?:\d\d)+$)", r"\g<0>,", digits[0][:-3]) + "," + digits[0][-3:]


@in_words.register
def _(value: Card, form: str = "") -> str:
    return _tell("card.printed-joker", {}, form) if value.is_printed_joker else value.pretty.replace("T", "10")


@in_words.register
def _(value: Rank, form: str = "") -> str:
    return value.replace("T", "10")


@in_words.register
def _(value: Kind, form: str = "") -> str:
    return _tell(key_of("kind.", value), {}, form)


@in_words.register
def _(value: Rulebook, form: str = "") -> str:
    return name_rulebook(value)


@in_words.register
def _(value: Message, form: str = "") -> str:
    return _tell(value.key, value.values, form)


@in_words.register(tuple)
@in_words.register(list)
def _(value: Sequence[object], form: str = "") -> str:
    return " ".join(in_words(part, form) for part in value)


@in_words.register
def _(value: Items, form: str = "") -> str:
    words = [in_words(part, form) for part in value.values]
    if value.join in ("comma", "semicolon") or len(words) < 2:
        return tell("list.semicolon" if value.join == "semicolon" else "list.comma").join(words)
    return tell(key_of("list.", value.join), first=tell("list.comma").join(words[:-1]), last=words[-1])


def name_rulebook(rulebook: Rulebook) -> str:
    """What a rulebook is called: one of ours by its entry, one with a title of its own by that."""
    key = key_of("rulebook.", rulebook.key)
    forms = find_forms(key)
    return tell(key) if forms and forms[0] == rulebook.title else rulebook.title


def say(value: Message | TutorError | Reason) -> str:
    """A message or an error as a sentence.

    An error names where it lies before what it is: ``Asha: a hand or points, not both``.
    """
    if isinstance(value, TutorError):
        sentence = tell(key_of("error.", value.key), **value.values)
        for place in reversed(value.places):
            sentence = tell("error.within", place=place, what=sentence)
        return sentence
    return in_words(value)
