"""The sentences of a language: gettext catalogues with one entry a key.

English stands in ``english/*.pot``: ``msgctxt`` is the key, ``msgid`` the sentence with its places in braces, with
``msgid_plural`` where the number ``n`` chooses the form. Another language is one file ``languages/xx.po`` with the same
entries and their translations; what it lacks is said in English. Both are compiled to ``compiled/*.mo``, and anew once
a source no longer holds what they were compiled from.
"""

from __future__ import annotations

import gettext
import io
import os
import tempfile
import zlib
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter

FOLDER = Path(__file__).parent
ENGLISH = "en"
PSEUDO = "qps"
_KEYS = "keys"  # the entry of compiled English that lists the keys of all others
_SOURCES = "sources"  # the entry that tells from which sources a catalogue was compiled


def list_sources(language: str) -> list[Path]:
    """The files that hold a language."""
    if language == ENGLISH:
        return sorted((FOLDER / "english").glob("*.pot"))
    return [FOLDER / "languages" / f"{language}.po"]


def _sum_up(sources: list[bytes]) -> str:
    """A short sum of the contents of files, which changes with any of them; files' times may lie after a checkout."""
    total = 0
    for source in sources:
        total = zlib.crc32(source, total)
    return f"{total:08x}"


@cache
def list_languages() -> list[str]:
    """The languages that can be chosen, English first, without the pseudo-language."""
    return [ENGLISH, *sorted(path.stem for path in (FOLDER / "languages").glob("*.po"))]


def compile_language(language: str, without: str | None = None) -> bytes:
    """The compiled catalogue of a language.

    English is keyed by the key alone, so that it can be looked up without knowing the sentence.

    Args:
        language: its code.
        without: how the keys begin that are left out, None for all keys.

    Raises:
        ValueError: two entries have the same key.
        CatalogueError: a translation does not fit its English sentence.
    """
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    day = datetime(2000, 1, 1, tzinfo=UTC)  # of no meaning: the same sentences compile to the same bytes on any day
    whole = Catalog(fuzzy=False, creation_date=day, revision_date=day)
    seen: set[str] = set()
    sources = {path: path.read_bytes() for path in list_sources(language)}
    whole.add(_SOURCES, _sum_up(list(sources.values())))
    for path, source in sources.items():
        part = read_po(io.BytesIO(source), abort_invalid=True)
        for entry in part:
            if not entry.id:
                if language != ENGLISH:
                    whole.locale, whole.mime_headers = part.locale, part.mime_headers
                continue
            if entry.context is None or entry.context in seen:
                raise ValueError(f"{path.name}: {entry.context or entry.id!r} has no key, or one that stands twice")
            if without is not None and entry.context.startswith(without):
                continue
            seen.add(entry.context)
            if language == ENGLISH:
                plural = isinstance(entry.id, tuple)
                whole.add((entry.context, entry.context) if plural else entry.context, entry.id)
            else:
                texts = [(one,) if isinstance(one, str) else tuple(one or ()) for one in (entry.id, entry.string)]
                fault = find_fault(texts[0], texts[1], part.num_plurals)
                if fault:
                    raise CatalogueError(f"{path.name}: {entry.context}: {fault}")
                whole.add(entry.id, entry.string, context=entry.context)
    if language == ENGLISH:
        whole.add(_KEYS, "\n".join(sorted(seen)))
    buffer = io.BytesIO()
    write_mo(buffer, whole)
    return buffer.getvalue()


class CatalogueError(ValueError):
    """A catalogue that cannot be compiled: its file, the key and what is wrong, for whoever translates."""


def list_places(sentence: str) -> frozenset[str]:
    """The names of the places in a sentence.

    Raises:
        ValueError: its braces do not match, or a place is more than a name.
    """
    places = set()
    for _, name, form, conversion in Formatter().parse(sentence):
        if name is not None:
            if not name.isidentifier() or form or conversion:
                raise ValueError(f"{{{name}}} is no place")
            places.add(name)
    return frozenset(places)


def find_fault(english: tuple[str, ...], told: tuple[str, ...], forms: int) -> str:
    """What is wrong with the forms of a translation; nothing if they fit the English ones.

    Args:
        english: the English sentence, for one and for more where the number chooses.
        told: its translation; empty texts if there is none.
        forms: how many forms the language has.

    Example:
        >>> find_fault(("Group {n}",), ("Groep {figuur}",), 2)
        'the place {figuur} is not in the English sentence'
    """
    if not any(told):
        return ""
    if len(told) != (1 if len(english) == 1 else forms) or not all(told):
        return f"{sum(map(bool, told))} forms, and {1 if len(english) == 1 else forms} are needed"
    known = frozenset().union(*map(list_places, english))
    needed = frozenset.intersection(*map(list_places, english))
    for sentence in told:
        try:
            places = list_places(sentence)
        except ValueError as error:
            return f"{error}: {sentence!r}"
        if places - known:
            return f"the place {{{min(places - known)}}} is not in the English sentence"
        if needed - places:
            return f"the place {{{min(needed - places)}}} is missing"
    return ""


def write_compiled(language: str, folder: Path = FOLDER / "compiled") -> Path:
    """Compile a language into a file; another process that does the same at the same time does no harm."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{language}.mo"
    handle, beside = tempfile.mkstemp(dir=folder)
    with os.fdopen(handle, "wb") as file:
        file.write(compile_language(language))
    Path(beside).chmod(0o644)  # temporary files are for their owner alone
    Path(beside).replace(path)
    return path


@cache
def load(language: str) -> gettext.NullTranslations:
    """The catalogue of a language, compiled anew if a source is no longer what it was compiled from."""
    sources = [path.read_bytes() for path in list_sources(language) if path.exists()]
    path = FOLDER / "compiled" / f"{language}.mo"
    if path.exists():
        compiled = gettext.GNUTranslations(io.BytesIO(path.read_bytes()))
        if not sources or compiled.gettext(_SOURCES) == _sum_up(sources):  # in a browser there are no sources
            return compiled
    with suppress(OSError):  # a folder that cannot be written to: compile in memory each time
        return gettext.GNUTranslations(write_compiled(language, path.parent).open("rb"))
    return gettext.GNUTranslations(io.BytesIO(compile_language(language)))


def list_keys(prefix: str) -> list[str]:
    """The keys of all sentences that begin with these letters."""
    return [key for key in load(ENGLISH).gettext(_KEYS).split("\n") if key.startswith(prefix)]


@lru_cache(maxsize=1 << 13)
def find_forms(key: str) -> tuple[str, str] | None:
    """The English sentence of a key, for one and for more; None if there is no such key."""
    english = load(ENGLISH)
    one, more = english.ngettext(key, key, 1), english.ngettext(key, key, 2)
    if one == key:
        one = more = english.gettext(key)
    return None if one == key else (one, more)


_ACCENTS = str.maketrans("aeiounycAEIOUNYC", "áéíóúñýçÁÉÍÓÚÑÝÇ")


_WORD = 8  # letters of the words that make a sentence longer, so that it breaks into lines as others do


def disguise(text: str) -> str:
    """A sentence in the pseudo-language: accented, a third longer, in brackets, each line; places in braces stay."""
    if "\n" in text:
        return "\n".join(map(disguise, text.split("\n")))
    parts = text.replace("{{", "\0").replace("}}", "\1").split("{")
    told = [parts[0].translate(_ACCENTS)]
    for part in parts[1:]:
        place, _, rest = part.partition("}")
        told.append("{" + place + "}" + rest.translate(_ACCENTS))
    longer = " ".join("·" * min(_WORD, len(text) // 3 - at) for at in range(0, len(text) // 3, _WORD))
    return f"⟦{''.join(told)}{longer}⟧".replace("\0", "{{").replace("\1", "}}")


@lru_cache(maxsize=1 << 13)
def find_template(key: str, n: int | None, language: str) -> str:
    """The sentence of a key with its places in braces.

    Args:
        key: the key.
        n: the number that chooses the form; None for the only form, or the one for more.
        language: the language's code; what it lacks is given in English.

    Raises:
        KeyError: no sentence has this key.
    """
    forms = find_forms(key)
    if forms is None:
        raise KeyError(f"no sentence for {key!r}")
    one, more = forms
    english = one if n == 1 else more
    if language == ENGLISH:
        return english
    if language == PSEUDO:
        return disguise(english)
    other = load(language)
    return other.pgettext(key, one) if one == more else other.npgettext(key, one, more, 2 if n is None else abs(n))
