"""Putting messages and errors into words: ``tell`` looks a sentence up by its key and fills its places."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, singledispatch

from ..game.cards import Card, Rank
from ..game.messages import Items, Message, TutorError, key_of, show
from ..game.records import Reason
from ..game.rules import Kind, Rulebook
from .catalogue import ENGLISH, PSEUDO, find_forms, find_template, list_languages

VARIABLE = "RUMMY_TUTOR_LANGUAGE"
_language: ContextVar[str | None] = ContextVar("rummy_tutor language", default=None)
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
    return code == PSEUDO or code in list_languages()


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
        if not is_language(code):
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


def tell(key: str, /, **values: object) -> str:
    """The sentence of a key, its places filled.

    Args:
        key: the key in the catalogue.
        values: what stands in its places; ``n`` is the number that chooses the form.

    Raises:
        KeyError: no sentence has this key, or a place has no value.
    """
    n = values.get("n")
    number, chosen = n if isinstance(n, int) else None, current_language()
    template = find_template(key, number, chosen)
    words = {name: in_words(value) for name, value in values.items()}
    try:
        told = template.format_map(words)
    except (LookupError, ValueError, AttributeError):
        if chosen == ENGLISH:
            raise
        _log_misfit(key, chosen)
        template = find_template(key, number, ENGLISH)
        told = template.format_map(words)
    begins = template.startswith(_CARDS_FIRST) and template.endswith(".")  # a sentence, perhaps with a printed joker
    return told[:1].upper() + told[1:] if begins else told


@cache
def _log_misfit(key: str, code: str) -> None:
    """Write down, once, that a translation has places that its sentence has not: English is told in its stead."""
    logging.getLogger(__name__).error("%s: the places of %s do not fit", code, key)


def knows(key: str) -> bool:
    """Whether there is a sentence of this key."""
    return find_forms(key) is not None


@singledispatch
def in_words(value: object) -> str:
    """A value as it stands in a sentence: a number with a true minus, a card as 7♠, a message told."""
    return str(value)


@in_words.register
def _(value: int) -> str:
    return show(value).replace("-", "−")


@in_words.register
def _(value: Card) -> str:
    return tell("card.printed-joker") if value.is_printed_joker else value.pretty.replace("T", "10")


@in_words.register
def _(value: Rank) -> str:
    return value.replace("T", "10")


@in_words.register
def _(value: Kind) -> str:
    return tell(key_of("kind.", value))


@in_words.register
def _(value: Rulebook) -> str:
    return name_rulebook(value)


@in_words.register
def _(value: Message) -> str:
    return tell(value.key, **value.values)


@in_words.register(tuple)
@in_words.register(list)
def _(value: Sequence[object]) -> str:
    return " ".join(map(in_words, value))


@in_words.register
def _(value: Items) -> str:
    words = [in_words(one) for one in value.values]
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
        told = tell(key_of("error.", value.key), **value.values)
        for place in reversed(value.places):
            told = tell("error.within", place=place, what=told)
        return told
    return in_words(value)
