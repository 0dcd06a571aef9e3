"""``python -m rummy_tutor.wording.check``: for whoever translates, what is wrong with a language, and its file kept up.

``check XX`` prints errors and warnings of ``languages/XX.po``, ``check new XX`` begins that file, ``check update XX``
brings it up to what English has now: a sentence that has changed keeps its translation, marked as fuzzy.
"""

from __future__ import annotations

import argparse
import re
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from .. import catalogue
from ..catalogue import ENGLISH, FORM, Entry, Texts, Translation, find_fault, list_sources, plain_key, read_english
from ..describe import count_cells
from .comments import derive_comments

_PLACE = re.compile(r"\{[^{}]*\}")
_LATIN = re.compile(r"[A-Za-z][a-z]{2,}")
_MARKUP = re.compile(r"`[^`]*`|\"[^\"]*\"|https?:\S+|--?[a-z-]+|\b[\w-]+\.(?:json|toml|html)\b|\b[a-z]+-\d\d\b")
_SENTENCE = re.compile(r"[.?!।॥]\s+")
_PAIRS = {"(": ")", "[": "]", "“": "”", "«": "»", "⟦": "⟧"}
_STOPS = {".": ".।", "?": "?", "!": "!", ":": ":", "…": "…"}  # how English ends, and how a translation then may
_MOST_WORDS = 20
_LISTS = (":marks", ":also", ":find", "word.common", "word.asking")  # ends of keys: words that the search knows
_LABEL, _WIDER = 16, 1.6  # letters of a short label, and how many times as wide it may be
# how the file of a language begins, without a day, so that it changes with its sentences alone
_HEAD = """# The sentences of the language {language}: see notebooks/docs/developers.md, A sentence, a language.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: {language}\\n"
"Plural-Forms: {plural}\\n"

"""
_JOINERS = "\u200c\u200d"
_SCRIPTS = ("DEVANAGARI", "TELUGU", "TAMIL", "KANNADA", "MALAYALAM", "BENGALI", "CYRILLIC", "GREEK", "ARABIC", "HEBREW")
# endings of verbs that tell whether the reader is a woman or a man, by language
_GENDERED = {"hi": re.compile(r"आप(?:\s+\S+){0,8}?\s+\S*(?:ेंगे|ेंगी|ओगे|ओगी|(?:ते|ती|रहे|रही)\s+(?:हैं|थे|थीं))(?![ऀ-ॣ])")}


class Finding(NamedTuple):
    """Something that is wrong, or is to be looked at.

    Attributes:
        rule: its short name; those of errors begin with E, those of warnings with W.
        key: the sentence.
        what: what is wrong.
    """

    rule: str
    key: str
    what: str

    @property
    def is_error(self) -> bool:
        """Whether it has to be mended."""
        return self.rule.startswith("E")

    def __str__(self) -> str:
        return f"{self.rule} {self.key}: {self.what}"


def check_language(language: str) -> list[Finding]:
    """All that is found in the file of a language, errors first.

    Raises:
        ValueError: an entry has no key, or one that stands twice.
    """
    english = {key: texts for entries in read_english().values() for key, texts in entries.items()}
    translation = catalogue.read_file(*list_sources(language))
    entries = translation.entries.items()
    translated = {key: entry for key, entry in entries if any(entry.translated) and not entry.is_fuzzy}
    findings = [*_check_keys(english, translation), *_check_alike(translated)]
    script = _main_script(translated)
    for key, entry in translated.items():
        first = find_fault(entry.english, entry.translated, translation.head.num_plurals)
        if first:
            findings.append(Finding("E4" if first.endswith("are needed") else "E3", key, first))
            continue
        for at, text in enumerate(entry.translated):
            model = entry.english[min(at, len(entry.english) - 1)]
            findings += [
                Finding(rule, key, f"{what}: {text!r}")
                for rule, what in _check_text(model, text, script)
                if rule.startswith("E") or not key.endswith(_LISTS)
            ]
            if language in _GENDERED and (match := _GENDERED[language].search(text)):
                findings.append(Finding("W8", key, f"the verb tells a woman from a man: {match[0]!r}"))
    return sorted(findings, key=lambda finding: (finding.rule, finding.key))


def _check_keys(english: Mapping[str, Texts], translation: Translation) -> Iterator[Finding]:
    """E1 and E2: entries of sentences that English has not, of what it had, and what is missing."""
    for key, entry in translation.entries.items():
        if plain_key(key) not in english:
            yield Finding("E1", key, "English has no such sentence")
        elif entry.english != english[plain_key(key)]:
            yield Finding("E1", key, f"English says now {english[plain_key(key)][0]!r}")
        elif entry.is_fuzzy:
            yield Finding("E1", key, "it is marked as fuzzy")
    for key in english:
        if not any(translation.entries.get(key, Entry((), ())).translated):
            yield Finding("E2", key, f"it is missing: {english[key][0]!r}")


def _main_script(entries: Mapping[str, Entry]) -> str:
    """The script that most sentences are written in, empty for Latin."""
    seen = Counter(script for entry in entries.values() for text in entry.translated for script in _list_scripts(text))
    return seen.most_common(1)[0][0] if seen else ""


def _list_scripts(text: str) -> set[str]:
    """The scripts beside Latin of the letters of a text; its stops are shared by several."""
    names = {unicodedata.name(letter, "").partition(" ")[0] for letter in text if letter.isalpha()}
    return names & {*_SCRIPTS}


def _check_text(english: str, translated: str, script: str) -> Iterator[tuple[str, str]]:
    """What is found in one form of a translation: the rule and what is wrong."""
    for check in (_check_marks, _check_letters, _check_words):
        yield from ((rule, what) for rule, holds, what in check(english, translated, script) if holds)


Faults = Iterator[tuple[str, object, str]]  # a rule, whether it is broken, and what is wrong


def _check_marks(english: str, translated: str, script: str) -> Faults:
    """E5, E7 and E8: brackets and quotes, how it ends, spaces."""
    for opening, closing in _PAIRS.items():
        apart = translated.count(opening) != translated.count(closing)
        yield "E5", apart, f"{opening} and {closing} do not go in pairs"
    for mark in {*'"`', *re.findall(r"</?[a-z]+>", english + translated)}:
        here, there = translated.count(mark), english.count(mark)
        yield "E5", here != there, f"{here} of {mark}, English has {there}"
    end, last = english[-1:], translated[-1:]
    yield "E7", end in _STOPS and last not in _STOPS.get(end, ""), f"English ends with {end}"
    yield "E7", end not in _STOPS and last and last in ".।", "English ends without a full stop"
    ends = [(text[:1].isspace(), text[-1:].isspace()) for text in (english, translated)]
    yield "E8", ends[0] != ends[1], "spaces at its ends are not as in English"
    two, before_stop = r"[^\S\n]{2,}", r"\s[,।?!;]"
    yield "E8", re.search(two, translated) and not re.search(two, english), "two spaces in a row"
    spaced = re.search(before_stop, translated) and not re.search(before_stop, english)
    yield "E8", spaced, "a space before a stop"


def _check_letters(english: str, translated: str, script: str) -> Faults:
    """E6 and E9: letters of other scripts, joined letters as Unicode writes them, joiners where they join."""
    others = _list_scripts(translated) - {script}
    yield "E6", others, f"letters of {', '.join(sorted(others)).title()}"
    joined = unicodedata.normalize("NFC", translated) == translated
    yield "E9", not joined, "its letters are not joined as Unicode normalizes them (NFC)"
    joiners = [at for at, letter in enumerate(translated) if letter in _JOINERS]
    beside = [(translated[max(at - 1, 0) : at].strip(), translated[at + 1 : at + 2].strip()) for at in joiners]
    yield "E9", not all(map(all, beside)), "a joiner joins nothing"


def _check_words(english: str, translated: str, script: str) -> Faults:
    """W1, W2, W7 and W9: English left over, labels much wider, long sentences, endings glued to a place."""
    plain, wide = _PLACE.sub("", _MARKUP.sub("", translated)), count_cells(translated)
    left = _LATIN.findall(plain) if script else []
    yield "W1", left, f"English left: {' '.join(left[:6])}"
    is_label = "." not in english and len(english) <= _LABEL
    yield "W2", is_label and wide > _WIDER * len(english) + 2, f"a label {wide} wide, in English {len(english)}"
    for sentence in _SENTENCE.split(plain.replace("\n", " ")):
        words = len(sentence.split())
        yield "W7", words > _MOST_WORDS, f"{words} words in a sentence"
    glued = r"\}[^\W\d_]|[^\W\d_]\{"
    yield "W9", re.search(glued, translated) and not re.search(glued, english), "letters stand right beside a place"


def _check_alike(entries: Mapping[str, Entry]) -> Iterator[Finding]:
    """W5: one English text that is told in two ways."""
    ways: dict[Texts, dict[Texts, list[str]]] = defaultdict(lambda: defaultdict(list))
    for key, entry in entries.items():
        if FORM not in key:
            ways[entry.english][entry.translated].append(key)
    for english, keys in ways.items():
        if len(keys) > 1:
            said = " | ".join(f"{texts[0]} ({', '.join(where[:2])})" for texts, where in keys.items())
            yield Finding("W5", min(min(where) for where in keys.values()), f"{english[0]!r} is told as {said}")


# ---- the file of a language ------------------------------------------------------------------------------------
def write_language(language: str, kept: Mapping[str, Entry]) -> Path:
    """Write the file of a language with an entry for each English sentence, in the order of the English files.

    A translation of what English said before is marked as fuzzy; one of no English sentence is left out.

    Args:
        language: its code.
        kept: its translations so far, by their keys.

    Raises:
        UnknownLocaleError: there is no language of that code.
    """
    from babel import Locale
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po
    from babel.plural import to_gettext

    plural = to_gettext(Locale.parse(language, sep="-").plural_form)
    whole = Catalog(language)
    whole.mime_headers = [("Plural-Forms", plural)]
    forms: dict[str, list[str]] = defaultdict(list)
    for key in kept:
        if FORM in key:
            forms[plain_key(key)].append(key)
    for source in list_sources(ENGLISH):
        part = catalogue.read_file(source)
        comments = {entry.context: entry.auto_comments for entry in part.head}
        for plain, (english, _, _) in part.entries.items():
            for key in (plain, *forms[plain]):
                before = kept.get(key, Entry(english, ()))
                translated = fit_forms(before.translated, whole.num_plurals if len(english) > 1 else 1)
                is_fuzzy = any(translated) and (before.is_fuzzy or before.english != english)
                ids, texts = (english, translated) if len(english) > 1 else (english[0], translated[0])
                flags = ["fuzzy"] if is_fuzzy else []
                explained = [*comments[plain], *derive_comments(plain, english, comments[plain])]
                whole.add(ids, texts, flags=flags, auto_comments=explained, context=key)
    path = catalogue.FOLDER / "languages" / f"{language}.po"
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as file:
        file.write(_HEAD.format(language=language, plural=plural).encode())
        write_po(file, whole, width=120, omit_header=True)
    return path


def fit_forms(texts: Texts, n: int) -> Texts:
    """A translation in a number of forms: the last one stands for those that there are none of.

    Example:
        >>> fit_forms(("{n} card", "{n} cards"), 3)
        ('{n} card', '{n} cards', '{n} cards')
    """
    kept = texts[:n] or ("",)
    return kept + kept[-1:] * (n - len(kept))


def print_findings(language: str) -> int:
    """Print what is found in a language; 1 if there are errors, else 0."""
    findings = check_language(language)
    for finding in findings:
        print(finding)
    counts = Counter(finding.rule for finding in findings)
    print(f"{language}: " + (", ".join(f"{rule} {n}" for rule, n in sorted(counts.items())) or "nothing found"))
    return int(any(finding.is_error for finding in findings))


def begin(language: str) -> int:
    """Begin a language: its file with no sentence translated; 1 if there is one already."""
    if catalogue.has_language(language):
        print(f"{language} is there already")
        return 1
    print(write_language(language, {}))
    return 0


def update(language: str) -> int:
    """Bring the file of a language up to what English has now."""
    print(write_language(language, catalogue.read_file(*list_sources(language)).entries))
    return 0


def main(arguments: list[str]) -> int:
    """Do what the command line asks for; its exit status."""
    parser = argparse.ArgumentParser(prog="python -m rummy_tutor.wording.check", description=__doc__)
    parser.add_argument("do", nargs="*", metavar="[new|update] XX")
    match parser.parse_args(arguments).do:
        case ["new", language]:
            return begin(language)
        case ["update", language]:
            return update(language)
        case [language] if catalogue.has_language(language):
            return print_findings(language)
    parser.print_usage(sys.stderr)
    return 2
