"""The sentences of a language, with one entry a key in the files of gettext.

English stands in ``english/*.pot``: ``msgctxt`` is the key, ``msgid`` the sentence with its places in braces, with
``msgid_plural`` where the number ``n`` chooses the form. Another language is one file ``languages/xx.po`` with the same
entries and their translations; what it lacks is said in English, and so is what was translated of another sentence than
English has now. Both are compiled to ``compiled/*.json``, and anew once a source no longer holds what they were
compiled from. A language that has what a learner or a round tells is offered to choose.

A place may ask for a form of its value: ``{decks:obl}`` for the entry ``worked.decks@obl`` if the value is the message
``worked.decks``, and ``{near:card|cards}`` for the word that goes with the number ``near``. A form that nobody wrote is
the plain one.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

FOLDER = Path(__file__).parent
ENGLISH = "en"
PSEUDO = "qps"
_MAY_LACK = ("command_line", "errors", "errors_rounds", "rulebook_files", "rulings")  # what such a language may lack
_MOST_LACKING = 0.02  # of all else: a few sentences that have just changed do not take a language away
LISTED = "languages.json"  # beside what is compiled, where a page fetches languages: their names by their codes
FORM = "@"  # between a key and the name of a form
CHOICE = "|"  # between the words in a place that a number chooses from
_CODE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]+)*")
Texts = tuple[str, ...]  # a sentence: its only form, or one for each form that a number may ask for


def list_sources(language: str) -> list[Path]:
    """The files that hold a language."""
    if language == ENGLISH:
        return sorted((FOLDER / "english").glob("*.pot"))
    return [FOLDER / "languages" / f"{language}.po"]


_LAYOUT = b"3"  # of compiled files: one of another layout is compiled anew


def _sum_up(sources: list[bytes]) -> str:
    """A short sum of the contents of files, which changes with any of them; files' times may lie after a checkout."""
    return f"{zlib.crc32(b''.join(sources)):08x}"


@cache
def list_languages() -> list[str]:
    """The languages that there are, English first, without the pseudo-language."""
    return [ENGLISH, *sorted(path.stem for path in (FOLDER / "languages").glob("*.po"))]


_there = {ENGLISH}  # languages that have been seen on disk: a class asks for each of its students


def has_language(code: str) -> bool:
    """Whether there is a catalogue of that code; a page in a browser fetches some while it is open."""
    if code not in _there and _CODE.fullmatch(code) is not None:
        paths = FOLDER / "languages" / f"{code}.po", FOLDER / "compiled" / f"{code}.json"
        if any(path.exists() for path in paths):
            _there.add(code)
    return code in _there


@cache
def name_languages() -> dict[str, str]:
    """The languages that are offered, English first: their own names by their codes."""
    listed = FOLDER / "compiled" / LISTED
    if listed.exists():
        return json.loads(listed.read_text(encoding="utf-8"))
    offered = [code for code in list_languages() if code == ENGLISH or load(code).is_offered]
    return {code: load(code).find("page.own_language", 1) or code for code in offered}


class Entry(NamedTuple):
    """A sentence in a language.

    Attributes:
        english: the English sentence that was translated.
        translated: its translation, empty texts if there is none.
        is_fuzzy: whether it is marked as not certain.
    """

    english: Texts
    translated: Texts
    is_fuzzy: bool = False


class Translation(NamedTuple):
    """A language as its file has it.

    Attributes:
        head: the file as babel reads it, with its plural forms and headers.
        entries: the sentences by their keys.
    """

    head: Catalog
    entries: dict[str, Entry]

    def list_valid(self, english: Mapping[str, Texts]) -> dict[str, Texts]:
        """What is told in the language: what is certain and was translated of what English has now."""
        return {
            key: entry.translated
            for key, entry in self.entries.items()
            if any(entry.translated) and not entry.is_fuzzy and english.get(plain_key(key)) == entry.english
        }


def plain_key(key: str) -> str:
    """The key of a sentence, without the name of a form.

    Example:
        >>> plain_key("worked.decks@obl")
        'worked.decks'
    """
    return key.partition(FORM)[0]


def read_file(path: Path) -> Translation:
    """The sentences of a file.

    Raises:
        ValueError: an entry has no key, or one that stands twice.
    """
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        head = read_po(file, abort_invalid=True)
    entries: dict[str, Entry] = {}
    for entry in head:
        if not entry.id:
            continue
        if entry.context is None or entry.context in entries:
            raise ValueError(f"{path.name}: {entry.context or entry.id!r} has no key, or one that stands twice")
        english, translated = (
            (texts,) if isinstance(texts, str) else tuple(texts or ()) for texts in (entry.id, entry.string)
        )
        entries[entry.context] = Entry(english, translated, entry.fuzzy)
    return Translation(head, entries)


def read_english() -> dict[str, dict[str, Texts]]:
    """The English sentences by their keys, by the names of their files.

    Raises:
        ValueError: an entry has no key, or one that stands twice.
    """
    paths = list_sources(ENGLISH)
    return _read_english(tuple(paths), _sum_up([path.read_bytes() for path in paths]))


@lru_cache(maxsize=1)
def _read_english(paths: tuple[Path, ...], contents: str) -> dict[str, dict[str, Texts]]:
    """The English sentences of files whose contents have a sum: they are read once for all languages compiled."""
    seen: set[str] = set()
    files = {}
    for path in paths:
        files[path.stem] = {key: entry.english for key, entry in read_file(path).entries.items()}
        if twice := seen & files[path.stem].keys():
            raise ValueError(f"{path.name}: {min(twice)!r} stands in another file too")
        seen |= files[path.stem].keys()
    return files


def compile_language(language: str, without: str | None = None, *, beside_english: bool = False) -> bytes:
    """The compiled catalogue of a language as JSON, keys beside texts: a sentence is found without its English.

    Args:
        language: its code.
        without: how the keys begin that are left out, None for all keys.
        beside_english: whether it is only read beside the English one compiled with the same ``without``: its texts
            stand in the order of the English keys, which it does not repeat. That is a fifth less, packed.

    Raises:
        ValueError: two entries have the same key.
        CatalogueError: a translation does not fit its English sentence.
    """
    files = read_english()
    texts = english = {key: text for entries in files.values() for key, text in entries.items()}
    plural, is_offered = "n != 1", True
    if language != ENGLISH:
        translation = read_file(*list_sources(language))
        texts, plural = translation.list_valid(english), translation.head.plural_expr
        for key, translated in texts.items():
            if fault := find_fault(english[plain_key(key)], translated, translation.head.num_plurals):
                raise CatalogueError(f"{language}.po: {key}: {fault}")
        needed = [key for name, entries in files.items() if name not in _MAY_LACK for key in entries]
        is_offered = sum(key not in texts for key in needed) <= _MOST_LACKING * len(needed)
    # in the order of keys, since alike keys have alike texts, and apart from them: packed, both are smaller
    named = {*texts, *english} if beside_english else texts
    keys = sorted(key for key in named if without is None or not key.startswith(without))
    keys.sort(key=lambda key: key not in english)  # forms last
    whole = {
        "sources": _sum_up_sources(language),
        "plural": plural,
        "offered": is_offered,
        "beside_english": beside_english,
        "keys": [key for key in keys if not beside_english or key not in english],
        "texts": [texts.get(key) for key in keys],
    }
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()


class CatalogueError(ValueError):
    """A catalogue that cannot be compiled: its file, the key and what is wrong, for whoever translates."""


def list_places(sentence: str) -> Iterator[tuple[str, str]]:
    """The names of the places in a sentence, each with the form that it asks for.

    Raises:
        ValueError: its braces do not match, or a place is more than a name and a form.
    """
    for _, name, form, conversion in Formatter().parse(sentence):
        if name is not None:
            if not name.isidentifier() or conversion or not (not form or form.isidentifier() or CHOICE in form):
                raise ValueError(f"{{{name}}} is no place")
            yield name, form or ""


def find_fault(english: tuple[str, ...], translated: tuple[str, ...], forms: int) -> str:
    """What is wrong with the forms of a translation; nothing if they fit the English ones.

    Args:
        english: the English sentence, for one and for more where the number chooses.
        translated: its translation; empty texts if there is none.
        forms: how many forms the language has.

    Example:
        >>> find_fault(("Group {n}",), ("Groep {figuur}",), 2)
        'the place {figuur} is not in the English sentence'
    """
    if not any(translated):
        return ""
    if len(translated) != (1 if len(english) == 1 else forms) or not all(translated):
        return f"{sum(map(bool, translated))} forms, and {1 if len(english) == 1 else forms} are needed"
    names = [frozenset(name for name, _ in list_places(sentence)) for sentence in english]
    known, needed = frozenset().union(*names), frozenset.intersection(*names)
    for sentence in translated:
        try:
            places = dict(list_places(sentence))
        except ValueError as error:
            return f"{error}: {sentence!r}"
        for name, form in places.items():
            if name not in known:
                return f"the place {{{name}}} is not in the English sentence"
            if CHOICE in form and form.count(CHOICE) + 1 != forms:
                return f"the place {{{name}}} has {form.count(CHOICE) + 1} words to choose from, and {forms} are needed"
        if needed - places.keys():
            return f"the place {{{min(needed - places.keys())}}} is missing"
    return ""


def write_compiled(language: str, folder: Path = FOLDER / "compiled") -> Path:
    """Compile a language into a file; another process that does the same at the same time does no harm."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{language}.json"
    handle, beside = tempfile.mkstemp(dir=folder)
    with os.fdopen(handle, "wb") as file:
        file.write(compile_language(language))
    Path(beside).chmod(0o644)  # temporary files are for their owner alone
    Path(beside).replace(path)
    return path


def _sum_up_sources(language: str) -> str:
    """The sum of what a catalogue is compiled from: a language's own file and the English ones."""
    paths = list_sources(ENGLISH) if language == ENGLISH else [*list_sources(ENGLISH), *list_sources(language)]
    return _sum_up([_LAYOUT, *(path.read_bytes() for path in paths if path.exists())])


class Catalogue(NamedTuple):
    """A compiled language.

    Attributes:
        texts: the forms of its sentences by their keys.
        plural: which form goes with a number.
        is_offered: whether it can be chosen.
    """

    texts: Mapping[str, Texts]
    plural: Callable[[int], int]
    is_offered: bool

    def find(self, key: str, n: int) -> str | None:
        """The form of a key's sentence that a number asks for, None if there is no such key."""
        forms = self.texts.get(key)
        return None if forms is None else self.choose(forms, n)

    def choose(self, forms: Sequence[str], n: int) -> str:
        """Of a sentence's forms the one that a number asks for.

        The form for one may say "one" in words. So zero takes the form of two where a language has it with one.
        """
        counted = 2 if n == 0 and self.plural(0) == self.plural(1) else n
        return forms[min(self.plural(counted), len(forms) - 1)]


@cache
def load(language: str) -> Catalogue:
    """The catalogue of a language, compiled anew if a source is no longer what it was compiled from."""
    path = FOLDER / "compiled" / f"{language}.json"
    if path.exists():
        whole = json.loads(path.read_bytes())
        has_sources = any(source.exists() for source in list_sources(language))  # in a browser there are none
        if not has_sources or whole["sources"] == _sum_up_sources(language):
            return _open(whole)
    with suppress(OSError):  # a folder that cannot be written to: compile in memory each time
        return _open(json.loads(write_compiled(language, path.parent).read_bytes()))
    return _open(json.loads(compile_language(language)))


def _open(whole: Mapping[str, Any]) -> Catalogue:
    from gettext import c2py  # whose rules are those of the files

    keys = [*(load(ENGLISH).texts if whole["beside_english"] else ()), *whole["keys"]]
    texts = {key: forms for key, forms in zip(keys, whole["texts"], strict=True) if forms is not None}
    return Catalogue(texts, c2py(whole["plural"]), whole["offered"])


def list_keys(prefix: str) -> list[str]:
    """The keys of all sentences that begin with these letters."""
    return [key for key in load(ENGLISH).texts if key.startswith(prefix)]


@lru_cache(maxsize=1 << 13)
def find_forms(key: str) -> tuple[str, str] | None:
    """The English sentence of a key, for one and for more; None if there is no such key."""
    single, more = (load(ENGLISH).find(key, n) for n in (1, 2))
    return None if single is None or more is None else (single, more)


_ACCENTS = str.maketrans("aeiounycAEIOUNYC", "áéíóúñýçÁÉÍÓÚÑÝÇ")


_WORD = 8  # letters of the words that make a sentence longer, so that it breaks into lines as others do


def disguise(text: str) -> str:
    """A sentence in the pseudo-language: accented, a third longer, in brackets, each line; places in braces stay."""
    if "\n" in text:
        return "\n".join(map(disguise, text.split("\n")))
    parts = text.replace("{{", "\0").replace("}}", "\1").split("{")
    disguised = [parts[0].translate(_ACCENTS)]
    for part in parts[1:]:
        place, _, rest = part.partition("}")
        disguised.append("{" + place + "}" + rest.translate(_ACCENTS))
    longer = " ".join("·" * min(_WORD, len(text) // 3 - at) for at in range(0, len(text) // 3, _WORD))
    return f"⟦{''.join(disguised)}{longer}⟧".replace("\0", "{{").replace("\1", "}}")


@lru_cache(maxsize=1 << 13)
def find_template(key: str, n: int | None, language: str, form: str = "") -> str:
    """The sentence of a key with its places in braces.

    Args:
        key: the key.
        n: the number that chooses the form; None for the only form, or the one for more.
        language: the language's code; what it lacks is given in English.
        form: the name of a form, such as ``"obl"``; where a language has none of that name, it is the plain one.

    Raises:
        KeyError: no sentence has this key.
    """
    forms = find_forms(key)
    if forms is None:
        raise KeyError(f"no sentence for {key!r}")
    english = forms[0] if n == 1 else forms[1]
    if language == ENGLISH:
        return english
    if language == PSEUDO:
        return disguise(english)
    number, other = 2 if n is None else abs(n), load(language)
    in_form = other.find(f"{key}{FORM}{form}", number) if form else None
    return in_form or other.find(key, number) or english


def choose_word(words: str, n: int, language: str) -> str:
    """One of several words, by a number and the language's rule for plurals.

    Example:
        >>> choose_word("card|cards", 1, "en")
        'card'
    """
    listed, plural_language = words.split(CHOICE), ENGLISH if language == PSEUDO else language
    return load(plural_language).choose(listed, abs(n))
