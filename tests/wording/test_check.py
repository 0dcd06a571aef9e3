"""What a translator is told of a language: errors, warnings, and a file that keeps up with English."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rummy_tutor.output.blocks import set_columns
from rummy_tutor.wording import catalogue
from rummy_tutor.wording.check import check_language, main
from rummy_tutor.wording.check.comments import SHORT, derive_comments
from rummy_tutor.wording.describe import count_cells
from tests.patience import LONG
from tests.wording.test_catalogue import write_catalogue

# the key, the English sentence, its translation
SAID = {
    "plain": ("A first card", "पहला पत्ता"),
    "again": ("A first card", "प्रथम पत्ता"),
    "stale": ("A card that is no longer here", "पत्ता"),
    "fuzzy": ("A second card", "दूसरा पत्ता"),
    "place": ("There are {n} of {most} cards.", "{n} पत्ते।"),
    "quotes": ("“It” is a card.", "“वह पत्ता है।"),
    "script": ("This is a hand.", "यह கை है।"),
    "end": ("This is a card", "यह पत्ता है।"),
    "no-end": ("This is no card.", "यह पत्ता नहीं है"),
    "spaces": ("It is a good card.", "अच्छा पत्ता है ।"),
    "joined": ("Another card", "और पत्ता क\u095e\u093c"),
    "english": ("That is the hand.", "यह hand है।"),
    "label": ("Name", "बहुत ही लम्बा नाम जो कहीं नहीं समाता"),
    "long": ("It is one of many cards.", " ".join(["पत्ता"] * 21) + "।"),
    "gender": ("You throw it tomorrow.", "आप यह पत्ता कल ही फेंकेंगे।"),
    "glued": ("There are {n} more cards.", "और {n}पत्ते हैं।"),
}
ENGLISH_SAID = {key: english for key, (english, _) in SAID.items()} | {"missing": "A card", "stale": "A card is here"}
FAULTS = {
    ("E1", "gone"), ("E1", "stale"), ("E1", "fuzzy"), ("E2", "missing"), ("E3", "place"), ("E4", "forms"),
    ("E5", "quotes"), ("E6", "script"), ("E7", "end"), ("E7", "no-end"), ("E8", "spaces"), ("E9", "joined"),
    ("W1", "english"), ("W2", "label"), ("W5", "again"), ("W7", "long"), ("W8", "gender"), ("W9", "glued"),
}  # fmt: skip


def write_entries(said: dict[str, str]) -> str:
    """English entries by their keys."""
    entries = "".join(f'\nmsgctxt "{key}"\nmsgid "{text}"\nmsgstr ""\n' for key, text in said.items())
    return entries + '\nmsgctxt "forms"\nmsgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr ""\n'


def write_told() -> str:
    """The translations, some of which are wrong."""
    entries = ['msgctxt "gone"\nmsgid "A joker"\nmsgstr "जोकर"\n']
    entries.append('msgctxt "forms"\nmsgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n} पत्ता"\nmsgstr[1] ""\n')
    for key, (english, told) in SAID.items():
        flag = "#, fuzzy\n" if key == "fuzzy" else ""
        entries.append(f'{flag}msgctxt "{key}"\nmsgid "{english}"\nmsgstr "{told}"\n')
    return "\n".join(entries)


def test_each_fault_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every rule finds the sentence that breaks it, and no rule finds another."""
    file = write_catalogue(tmp_path, monkeypatch, write_entries(ENGLISH_SAID), write_told())
    file.rename(file.with_stem("hi"))
    assert {(one.rule, one.key) for one in check_language("hi")} == FAULTS


def test_a_language_is_begun_and_kept_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A new file lacks everything; when English changes, what was translated stays, marked as fuzzy, and what is new is
    missing."""
    write_catalogue(tmp_path, monkeypatch, write_entries({"plain": "Card", "other": "Hand"}))
    assert main(["new", "hi"]) == 0 and main(["hi"]) == 1 and main(["new", "hi"]) == 1
    assert [(one.rule, one.key) for one in check_language("hi")] == [("E2", "forms"), ("E2", "other"), ("E2", "plain")]
    file = tmp_path / "languages" / "hi.po"
    begun = file.read_text(encoding="utf-8")
    for at, said in enumerate(("पत्ता", "हाथ")):
        begun = begun.replace('msgstr ""', f'msgstr "{said}"', at + 2).replace(f'msgstr "{said}"', 'msgstr ""', at + 1)
    begun = begun.replace('msgstr[0] ""', 'msgstr[0] "{n} पत्ता"').replace('msgstr[1] ""', 'msgstr[1] "{n} पत्ते"')
    file.write_text(begun, encoding="utf-8")
    told = {key: entry.translated for key, entry in catalogue.read_file(file).entries.items()}
    assert told["forms"] == ("{n} पत्ता", "{n} पत्ते")
    (tmp_path / "english" / "page.pot").write_text(write_entries({"plain": "A card", "new": "Deck"}), encoding="utf-8")
    assert main(["update", "hi"]) == 0
    after = catalogue.read_file(file).entries
    assert (
        list(after) == ["plain", "new", "forms"]
        and after["plain"].translated == told["plain"]
        and after["plain"].is_fuzzy
    )
    assert after["plain"].english == ("A card",) and after["forms"].translated == told["forms"]
    assert main(["hi"]) == 1 and "hi: E1 1, E2 1\n" in capsys.readouterr().out


def test_a_translator_is_told_of_every_place_and_label() -> None:
    """Of each place in an English sentence it says what stands there, and of each label where it stands."""
    silent = []
    for source in catalogue.list_sources(catalogue.ENGLISH):
        part = catalogue.read_file(source)
        own = {entry.context: entry.auto_comments for entry in part.head}
        for key, (english, _, _) in part.entries.items():
            told = " ".join([*own[key], *derive_comments(key, english, own[key])])
            silent += [
                (key, name) for text in english for name, _ in catalogue.list_places(text) if f"{{{name}}}" not in told
            ]
            silent += [(key, "label")] if len(english[0].split()) <= SHORT and not told else []
    assert silent == []


def test_nothing_else_is_asked_of_the_command() -> None:
    """An unknown language is not understood."""
    command = [sys.executable, "-m", "rummy_tutor.wording.check", "xx"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONG)
    assert done.returncode == 2 and "new|update" in done.stderr


@pytest.mark.parametrize("language", [code for code in catalogue.name_languages() if code != catalogue.ENGLISH])
def test_a_language_that_is_offered_has_no_errors(language: str) -> None:
    """Each sentence of a language that can be chosen fits English; what is missing or out of date is told in it."""
    assert not [str(one) for one in check_language(language) if one.is_error and one.rule not in ("E1", "E2")]


def test_columns_count_cells() -> None:
    """Rows of Devanagari and Latin begin their second column in one cell of the terminal."""
    lines = set_columns([["सेट", "7"], ["sequence", "8"], ["चिड़ी", "9"]], right=())
    assert {count_cells(line) for line in lines} == {11}
