"""The catalogue: every key that the package uses has its sentence, every sentence is used, languages fall back."""

from __future__ import annotations

import ast
import os
import pickle
import re
import shutil
import string
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import rummy_tutor
from rummy_tutor.game.cards import Card, CardError
from rummy_tutor.game.messages import Items, Message, TutorError, tell_later
from rummy_tutor.page.drawing import draw
from rummy_tutor.page.panels import PANELS
from rummy_tutor.page.session import Session
from rummy_tutor.rulebooks import RULEBOOKS
from rummy_tutor.rulebooks.sources import RULINGS, SLIPS, SOURCES
from rummy_tutor.wording import catalogue
from rummy_tutor.wording.catalogue import (
    ENGLISH,
    PSEUDO,
    compile_language,
    find_forms,
    find_template,
    list_languages,
    list_sources,
    plain_key,
)
from rummy_tutor.wording.speech import current_language, knows, language, name_rulebook, speaking, tell
from tests.patience import LONG
from tests.syntax import FILES, PACKAGE, list_nodes

SCRIPTS = sorted((PACKAGE / "front").rglob("*.js"))
# where a key is looked up by a part of it: the function's file and name, and what stands before the key
PREFIXES = {
    ("wording.speech", "tell"): "",
    ("speech", "tell"): "",
    ("wording.speech", "tell_if"): "",
    ("speech", "tell_if"): "",
    ("game.messages", "tell_later"): "",
    ("game.messages", "tell_later_if"): "",
    ("messages", "tell_later_if"): "",
    ("phrases", "tell_later_or"): "",
    ("game.messages", "Message"): "",
    ("messages", "tell_later"): "",
    ("messages", "Message"): "",
    ("wording.page_texts", "say"): "page.",
    ("page_texts", "say"): "page.",
}


@cache
def entries() -> dict[str, tuple[str, ...]]:
    """The forms of every key."""
    found: dict[str, tuple[str, ...]] = {}
    for path in list_sources(ENGLISH):
        with path.open("rb") as file:
            for entry in read_po(file, abort_invalid=True):
                if entry.id:
                    found[entry.context] = entry.id if isinstance(entry.id, tuple) else (entry.id,)
    return found


@cache
def nodes() -> dict[Path, tuple[ast.AST, ...]]:
    """The package's files as nodes of syntax."""
    return {path: list_nodes(path) for path in FILES}


@cache
def error_classes() -> frozenset[str]:
    """The names of all errors that are told by key."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for node in chain(*nodes().values())
        if isinstance(node, ast.ClassDef)
    }
    found = {"TutorError"}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return frozenset(found)


def called(node: ast.Call) -> str:
    """The name of what is called; of what an error's class refuses that of the method; else nothing."""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr if node.func.attr == "refuse" else ""
    return node.func.id if isinstance(node.func, ast.Name) else ""


def literals(node: ast.expr) -> Iterator[str]:
    """The texts that an expression may be, where it says so itself."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)


def uses(path: Path) -> Iterator[tuple[str, set[str] | None, int]]:
    """Keys that a file names where it tells them: key, values given (None if they cannot be read), line."""
    prefixes = dict.fromkeys([*error_classes(), "refuse"], "error.")
    for node in nodes()[path]:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if (prefix := PREFIXES.get((node.module or "", alias.name))) is not None:
                    prefixes[alias.asname or alias.name] = prefix
    for node in nodes()[path]:
        if not isinstance(node, ast.Call) or called(node) not in prefixes or not node.args:
            continue
        prefix = prefixes[called(node)]
        named = {keyword.arg for keyword in node.keywords}
        given = None if None in named or (called(node) == "Message" and len(node.args) > 1) else named
        for key in literals(node.args[0]):
            yield prefix + key, given, node.lineno


@cache
def all_uses() -> list[tuple[Path, str, set[str] | None, int]]:
    """What every file uses."""
    return [(path, *use) for path in FILES for use in uses(path)]


def places(forms: tuple[str, ...]) -> set[str]:
    """The names of the places in a sentence."""
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name is not None}


def test_every_key_used_has_a_sentence() -> None:
    """Whatever is told by a key that stands in the code is in the catalogue."""
    assert len(all_uses()) > 300
    missing = [
        f"{path.relative_to(PACKAGE)}:{line}: {key}" for path, key, _, line in all_uses() if key not in entries()
    ]
    assert not missing


def test_every_place_gets_a_value() -> None:
    """Where the values stand beside the key, each place has one, and a sentence with a plural its number."""
    wrong = []
    for path, key, given, line in all_uses():
        if given is None or key not in entries():
            continue
        needed = places(entries()[key]) | ({"n"} if len(entries()[key]) > 1 else set())
        if needed - given:
            wrong.append(f"{path.relative_to(PACKAGE)}:{line}: {key} lacks {sorted(needed - given)}")
    assert not wrong


def test_every_sentence_is_used() -> None:
    """Each key stands in the code, or is made there of a part that does; what the browser shows, in its code."""
    texts: set[str] = set()
    patterns: list[str] = []
    for path, syntax in nodes().items():
        for node in syntax:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(node.value)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "key_of":
                for family in literals(node.args[0]):
                    patterns.append(f"{re.escape(family[:-1])}|{re.escape(family)}.+")
            elif isinstance(node, ast.JoinedStr) and path.stem != "speech":  # which tells any error
                parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
                fixed = "".join(part for part in parts if part)
                if len(fixed) >= (3 if parts[0] else 5) and " " not in fixed:
                    patterns.append("".join(".+" if part is None else re.escape(part) for part in parts))
    scripts = " ".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    patterns += [f"{re.escape(part)}.+" for part in re.findall(r"`([a-z_]{3,})\$\{", scripts)]
    made = re.compile("|".join(patterns))
    words = set(re.findall(r"[\w:.-]+", scripts))
    words |= {word.rpartition(".")[2] for word in words}
    unused = []
    for key in entries():
        area, _, rest = key.partition(".")
        if {key, rest} & texts or made.fullmatch(key) or made.fullmatch(rest):
            continue
        if area not in ("page", "round", "class", "table") or rest not in words:
            unused.append(key)
    assert not unused, " ".join(unused)


def test_what_is_cited_has_its_text() -> None:
    """Each source, ruling and slip has a text, and no text is without one."""
    told = {key.removeprefix("citation.") for key in entries() if key.startswith("citation.")}
    assert told == {*SOURCES, *RULINGS, *SLIPS}


@pytest.mark.parametrize("key", RULEBOOKS)
def test_a_rulebook_is_called_by_its_title(key: str) -> None:
    """The English name of a rulebook is the title that its file has, with an entry in the catalogue or without one."""
    assert name_rulebook(RULEBOOKS[key]) == RULEBOOKS[key].title
    assert not knows(f"rulebook.{key}") or tell(f"rulebook.{key}") == RULEBOOKS[key].title


def test_the_names_of_nine_rulebooks_can_be_translated() -> None:
    """Each of the nine has an entry, which a language may have too."""
    assert sum(knows(f"rulebook.{key}") for key in RULEBOOKS) == 9


def test_a_key_stands_once() -> None:
    """Compiling refuses a key that two files have; here none does, and every sentence can be looked up."""
    assert compile_language(ENGLISH)
    for key, forms in entries().items():
        assert find_forms(key) == (forms[0], forms[-1])


def test_a_key_that_stands_twice_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two sentences under one key are an error that names the file and the key."""
    (tmp_path / "english").mkdir()
    entry = 'msgctxt "a.b"\nmsgid "One"\nmsgstr ""\n'
    for name in ("one", "two"):
        (tmp_path / "english" / f"{name}.pot").write_text(entry, encoding="utf-8")
    monkeypatch.setattr("rummy_tutor.wording.catalogue.FOLDER", tmp_path)
    with pytest.raises(ValueError, match=r"two\.pot: 'a\.b' stands in another file too"):
        compile_language(ENGLISH)


def test_a_sentence_reads_as_one() -> None:
    """No sentence has spaces at its ends or twice in a row, and its places have names."""
    for key, forms in entries().items():
        for form in forms:
            if not key.startswith("list."):
                assert form == form.strip() and "  " not in form.replace("  (", " ("), key
            assert all(name and name.isidentifier() for name in places((form,))), key


def test_an_error_is_a_whole_sentence() -> None:
    """An error ends as a sentence does, or with another error."""
    errors = {key: forms for key, forms in entries().items() if key.startswith("error.") and key != "error.within"}
    assert errors
    for key, forms in errors.items():
        assert all(form[-1] in ".?!" or form.endswith(". {why}") for form in forms), key


def test_an_unknown_key_is_an_error() -> None:
    """Nothing is told of a key that nobody wrote a sentence for, nor of a place without a value."""
    with pytest.raises(KeyError, match="no-such-key"):
        tell("no-such-key")
    with pytest.raises(KeyError, match="most"):
        tell("error.hand-size", held=30)


# ---- values in words ---------------------------------------------------------------------------------------------
def test_numbers_choose_the_form() -> None:
    """One is singular, every other number plural."""
    told = [tell("command.rulebooks:one", rulebook="X", n=n) for n in (0, 1, 2)]
    assert told == ["X, 0 cards", "X, 1 card", "X, 2 cards"]


@pytest.mark.parametrize("code", catalogue.name_languages())
def test_zero_is_never_told_as_one(code: str) -> None:
    """Sentences for one may say so in words, also where the language's own rule has zero with one."""
    listed = catalogue.load(code)
    assert all(listed.find(key, 0) == listed.find(key, 2) for key in listed.texts)
    with speaking(code):
        assert tell("learn.stated_points", n=0).startswith("0")


def test_values_are_put_into_words() -> None:
    """Negative numbers have a true minus, cards their suit, lists their words between."""
    cards = tuple(map(Card.parse, ("7S", "TH", "PJ")))
    assert tell("error.within", place=-5, what=cards) == "−5: 7♠ 10♥ printed joker"
    told = [tell("error.within", place="a", what=Items(cards, join)) for join in ("and", "or", "comma", "semicolon")]
    assert told == [
        "a: 7♠, 10♥ and printed joker",
        "a: 7♠, 10♥ or printed joker",
        *(f"a: 7♠{sign} 10♥{sign} printed joker" for sign in ",;"),
    ]


def test_braces_in_what_a_user_gave_stay() -> None:
    """Text with braces is no place to be filled."""
    assert "{x}" in str(CardError("bad-card", found="'{x}'"))


def test_errors_travel() -> None:
    """An error sent to another process has its class, code, places and sentence."""
    error = CardError("hand-size", held=30, most=28).within("Asha", tell_later("place.seen-card", number=2))
    again = pickle.loads(pickle.dumps(error.within("round 2", code="bad-round")))
    assert (type(again), again.code, again.key) == (CardError, "bad-round", "hand-size")
    assert str(again) == "round 2: Asha: seen card 2: The hand has 30 cards: expected 1 to 28."


def test_messages_travel() -> None:
    """A message is a plain value: it can be compared, hashed and sent."""
    message = Message("place.seen-card", {"number": 3})
    assert pickle.loads(pickle.dumps(message)) == message == tell_later("place.seen-card", number=3)
    assert len({message, tell_later("place.seen-card", number=3)}) == 1 and str(message) == "seen card 3"


# ---- languages ---------------------------------------------------------------------------------------------------
def test_choosing_a_language() -> None:
    """A language holds for the process, or for as long as a context lasts; an unknown one is refused."""
    assert (language(), current_language()) == (ENGLISH, ENGLISH)
    with speaking(PSEUDO):
        assert current_language() == PSEUDO and tell("kind.set").startswith("⟦")
        with speaking("xx"):
            assert tell("kind.set") == "set"
    try:
        assert rummy_tutor.language(PSEUDO) == PSEUDO
        assert str(CardError("empty-group")).startswith("⟦")
    finally:
        language(ENGLISH)
    with pytest.raises(TutorError, match="'?xx'?") as caught:
        language("xx")
    assert caught.value.code == "bad-language" and language() == ENGLISH


def test_the_pseudo_language_keeps_the_places() -> None:
    """Disguised, a sentence stands in brackets, is longer, and has the same places."""
    for key, forms in entries().items():
        for n, form in ((1, forms[0]), (2, forms[-1])):
            disguised = find_template(key, n, PSEUDO)
            assert disguised[0] + disguised[-1] == "⟦⟧" and len(disguised) >= len(form) + 2, key
            assert places((disguised,)) == places((form,)), key


LANGUAGE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: pl\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

msgctxt "command.rulebooks:one"
msgid "{rulebook}, {n} card"
msgid_plural "{rulebook}, {n} cards"
msgstr[0] "{rulebook}: {n} karta"
msgstr[1] "{rulebook}: {n} karty"
msgstr[2] "{rulebook}: {n} kart"

msgctxt "kind.set"
msgid "set"
msgstr "komplet"

msgctxt "kind.tunnela"
msgid "tunnela"
msgstr ""
"""
PROGRAM = """
import rummy_tutor as rt
from rummy_tutor.wording.catalogue import list_languages
from rummy_tutor.wording.speech import tell
print(list_languages(), rt.language())
print([tell("command.rulebooks:one", rulebook="X", n=n) for n in (1, 2, 5, 12, 22)])
print(rt.game.Kind.SET, tell("kind.set"), tell("kind.tunnela"), tell("kind.dublee"), sep="; ")
rt.language("en")
print(tell("kind.set"))
"""


def test_a_language_is_one_file(tmp_path: Path) -> None:
    """A catalogue put beside the others is found, has its own plural forms, and leaves what it lacks to English."""
    copy = tmp_path / "rummy_tutor"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("_compiled", "compiled"))
    (copy / "wording" / "languages").mkdir(exist_ok=True)
    (copy / "wording" / "languages" / "xx.po").write_text(LANGUAGE, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "RUMMY_TUTOR_LANGUAGE": "xx", "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=LONG
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        f"{[*list_languages(), 'xx']} xx",
        "['X: 1 karta', 'X: 2 karty', 'X: 5 kart', 'X: 12 kart', 'X: 22 karty']",
        "set; komplet; tunnela; dublee",
        "set",
    ]


def test_the_day_does_not_matter() -> None:
    """The same sentences compile to the same bytes on any day, so that what is built of them is the same too."""
    assert date.today().isoformat().encode() not in compile_language("en")


def test_a_changed_sentence_is_said_whatever_its_files_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was compiled from other sentences is compiled anew, also where a checkout gave the source an older time."""
    monkeypatch.setattr(catalogue, "FOLDER", tmp_path)
    source = tmp_path / "english" / "page.pot"
    source.parent.mkdir()
    for said in ("Good morning", "Good evening"):
        source.write_text(f'msgctxt "hello"\nmsgid "{said}"\nmsgstr ""\n', encoding="utf-8")
        os.utime(source, (0, 0))
        assert catalogue.load.__wrapped__("en").texts["hello"] == [said]
    source.unlink()
    assert catalogue.load.__wrapped__("en").texts["hello"] == ["Good evening"]


def test_a_language_beside_english_tells_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the keys that English has, a page reads the same sentences, forms of them, and what is missing."""
    english = "".join(f'\nmsgctxt "{key}"\nmsgid "{key} card"\nmsgstr ""\n' for key in ("b", "command.x", "c", "a"))
    said = (("c", "c kaart"), ("a", "a kaart"), ("a@obl", "a kaarts"), ("command.x", "x kaart"))
    told = "".join(f'\nmsgctxt "{key}"\nmsgid "{plain_key(key)} card"\nmsgstr "{text}"\n' for key, text in said)
    write_catalogue(tmp_path, monkeypatch, english, told)
    compiled = {
        code: compile_language(code, without="command.", beside_english=code != ENGLISH) for code in (ENGLISH, "xx")
    }
    for folder in ("english", "languages"):
        shutil.rmtree(tmp_path / folder)
    (tmp_path / "compiled").mkdir(exist_ok=True)
    for code, content in compiled.items():
        (tmp_path / "compiled" / f"{code}.json").write_bytes(content)
    assert catalogue.load("xx").texts == {"a": ["a kaart"], "c": ["c kaart"], "a@obl": ["a kaarts"]}
    assert b'"c"' not in compiled["xx"]


# sentences that a beginner meets early, or that say who gets what; none has more words than this
SHORT = 20
READ_ONCE = (
    "worked.two-minutes-melds",
    "worked.two-minutes-melds:shared",
    "worked.two-minutes-melds:three",
    "why.spot:apart",
    "discard.order",
    "discard.order:score",
    "rule.early.least",
    "ledger.bonus:only-both",
)


@pytest.mark.parametrize("key", READ_ONCE)
def test_a_definition_is_read_once(key: str) -> None:
    """Each thought is a sentence of its own: no semicolon, and few words up to the full stop."""
    for form in entries()[key]:
        assert ";" not in form
        assert all(len(sentence.split()) <= SHORT for sentence in form.replace("\n", " ").split(". ")), form


# ---- translations that do not fit --------------------------------------------------------------------------------
CARDS = """
msgctxt "far.away"
msgid "{n} card away"
msgid_plural "{n} cards away"
msgstr ""
"""
HEAD = 'msgid ""\nmsgstr ""\n'
HEAD += '"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
ONE = 'msgctxt "far.away"\nmsgid "{n} card away"\nmsgid_plural "{n} cards away"\nmsgstr[0] "%s"\nmsgstr[1] "%s"\n'


def write_catalogue(folder: Path, monkeypatch: pytest.MonkeyPatch, english: str, told: str = "") -> Path:
    """Have catalogues lie in another folder: English, and a language of two forms; its file."""
    for name in ("english", "languages"):
        (folder / name).mkdir()
    (folder / "english" / "page.pot").write_text(english, encoding="utf-8")
    file = folder / "languages" / "xx.po"
    file.write_text(HEAD + told, encoding="utf-8")
    monkeypatch.setattr(catalogue, "FOLDER", folder)
    monkeypatch.setattr(catalogue, "_there", {catalogue.ENGLISH})
    for kept in (catalogue.load, catalogue.list_languages, catalogue.name_languages, find_template, find_forms):
        monkeypatch.setattr(catalogue, kept.__name__, kept.__wrapped__)
    return file


@pytest.mark.parametrize(
    ("one", "more", "fault"),
    [
        ("{figuur} kaart.", "{n} kaarten.", "the place {figuur} is not in the English sentence"),
        ("{n} kaart.", "Kaarten.", "the place {n} is missing"),
        ("{n kaart.", "{n} kaarten.", "{n kaart."),
        ("{n} kaart}.", "{n} kaarten.", "{n} kaart}."),
        ("{} kaart.", "{n} kaarten.", "{} is no place"),
        ("{n} kaart.", "", "1 forms, and 2 are needed"),
        ("{n:kaart|kaarten|kaartens}.", "{n} kaarten.", "the place {n} has 3 words to choose from, and 2 are needed"),
        ("{n:5d} kaart.", "{n} kaarten.", "{n} is no place"),
    ],
)
def test_a_translation_that_does_not_fit_is_refused(
    one: str, more: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiling names the file, the key and what is wrong with its places or forms."""
    file = write_catalogue(tmp_path, monkeypatch, CARDS)
    file.write_text(HEAD + ONE % ("{n} kaart.", "{n} kaarten."), encoding="utf-8")
    assert compile_language("xx")
    file.write_text(HEAD + ONE % (one, more), encoding="utf-8")
    with pytest.raises(catalogue.CatalogueError, match="xx.po: far.away: ") as caught:
        compile_language("xx")
    assert fault in str(caught.value)


def test_a_compiled_translation_that_does_not_fit_is_told_in_english(
    monkeypatch: pytest.MonkeyPatch, logged_errors: list
) -> None:
    """The whole page is drawn though every sentence of its language has a wrong place; each is logged once."""

    real = catalogue.load
    texts = dict.fromkeys(real(ENGLISH).texts, ("{figuur}",))
    wrong = real(ENGLISH)._replace(texts=texts)
    monkeypatch.setattr(catalogue, "load", lambda code: wrong if code == "xw" else real(code))
    monkeypatch.setattr("rummy_tutor.wording.speech.has_language", lambda code: code in (ENGLISH, "xw"))
    session = Session("2H 3H 4H | 5C 6C QD")
    with speaking("xw"):
        assert tell("far.away", n=3) == tell("far.away", n=3) == "3 cards away"
        views = draw(PANELS, session)
    assert not [key for key, view in views.items() if view.get("failed")]
    told = [record.getMessage() for record in logged_errors]
    assert told.count("xw: the places of far.away do not fit") == 1 and len(told) == len(set(told))
    logged_errors.clear()


# ---- what a language may do with a sentence ----------------------------------------------------------------------
FORMS_ENGLISH = """
msgctxt "decks"
msgid "{n} deck"
msgid_plural "{n} decks"
msgstr ""

msgctxt "from"
msgid "From {decks}"
msgstr ""

msgctxt "near"
msgid "{near} of {n} would help"
msgstr ""

msgctxt "list.and"
msgid "{first} and {last}"
msgstr ""

msgctxt "list.comma"
msgid ", "
msgstr ""
"""
FORMS_TOLD = """
msgctxt "decks"
msgid "{n} deck"
msgid_plural "{n} decks"
msgstr[0] "{n} gaddi"
msgstr[1] "{n} gaddiyan"

msgctxt "decks@obl"
msgid "{n} deck"
msgid_plural "{n} decks"
msgstr[0] "{n} gaddi"
msgstr[1] "{n} gaddiyon"

msgctxt "from"
msgid "From {decks}"
msgstr "{decks:obl} se, {decks:dat} ko"

msgctxt "near"
msgid "{near} of {n} would help"
msgstr "{n}: {near} {near:patta|patte}"

msgctxt "list.and"
msgid "{first} and {last}"
msgstr "{first} aur {last}"
"""


def test_a_place_asks_for_a_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A place has the form of its message that it names, in a list too; one that nobody wrote is the plain one."""
    write_catalogue(tmp_path, monkeypatch, FORMS_ENGLISH, FORMS_TOLD)
    for name in ("find_template", "find_forms"):
        monkeypatch.setattr(f"rummy_tutor.wording.speech.{name}", getattr(catalogue, name))
    decks = [tell_later("decks", n=n) for n in (1, 2)]
    with speaking("xx"):
        assert tell("from", decks=decks[1]) == "2 gaddiyon se, 2 gaddiyan ko"
        assert tell("from", decks=Items(tuple(decks))) == "1 gaddi aur 2 gaddiyon se, 1 gaddi aur 2 gaddiyan ko"
        assert [tell("near", near=near, n=9) for near in (1, 3)] == ["9: 1 patta", "9: 3 patte"]
    assert tell("from", decks=decks[1]) == "From 2 decks"


@pytest.mark.parametrize(
    ("told", "offered"),
    [
        (FORMS_TOLD + 'msgctxt "list.comma"\nmsgid ", "\nmsgstr ", "\n', True),
        (FORMS_TOLD, False),
        (FORMS_TOLD + '#, fuzzy\nmsgctxt "list.comma"\nmsgid ", "\nmsgstr ", "\n', False),
        (FORMS_TOLD + 'msgctxt "list.comma"\nmsgid "; "\nmsgstr ", "\n', False),
    ],
    ids=["whole", "lacking", "fuzzy", "of-another-sentence"],
)
def test_only_a_whole_language_is_offered(
    told: str, offered: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A language is offered once it has all that a learner reads, certain and up to date; another can be asked for."""
    write_catalogue(tmp_path, monkeypatch, FORMS_ENGLISH, told)
    assert list(catalogue.name_languages()) == ([ENGLISH, "xx"] if offered else [ENGLISH])
    assert catalogue.has_language("xx") and not catalogue.has_language("../languages/xx")
