"""The command line in other languages: no English word outside the catalogue, and JSON that is always the same."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rummy_tutor import RULEBOOKS
from rummy_tutor.cli import _COMMANDS, main
from rummy_tutor.output.batch import answer_line
from rummy_tutor.wording.catalogue import ENGLISH, PSEUDO
from rummy_tutor.wording.speech import speaking
from tests.golden.rounds import ROUNDS
from tests.wording.test_pseudo_language import find_bare

TABLE = "2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS"
WAITING = "2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S"
OCTRO, GORUMMY = ("--rulebook", "octro-13"), ("--rulebook", "gorummy-13", "--turned", "9D")
ANSWERS = (
    *(
        ("analyse", TABLE, "--rulebook", key, "--turned", "QD", "--players", str(min(4, book.table.players[1])))
        for key, book in RULEBOOKS.items()
    ),
    ("analyse", "2H 3H 4H 5H | 5C 6C 7C | 8D 8S 8C | 2D 2C 2S | KS", "--rulebook", "gorummy-13"),
    ("analyse", "2H KS |", "--rulebook", "paplu-13", "--option", "ace-jokers"),
    ("advise", WAITING, *GORUMMY, "--seen", "KH, KH", "--open", "9C"),
    ("advise", f"{WAITING} 7C", *GORUMMY, "--open", "KH"),
    ("advise", WAITING, "--rulebook", "marriage-21", "--turned", "QD"),
    ("advise", WAITING, "--rulebook", "vazhushal-13", "--turned", "QD", "--open", "7C"),
    ("compare", TABLE, "--turned", "QD"),
    ("compare", "2H 3H PJ", "--turned", "PJ"),
    ("rules",),
    *(("rules", key) for key in RULEBOOKS),
    ("rules", "adgaming-13", "--option", "pool-201"),
    ("--version",),
)
ERRORS = (
    ("nonsense",),
    ("analyse",),
    ("analyse", "--rulebook"),
    ("analyse", "2H", "3H", *OCTRO),
    ("analyse", "2H", *OCTRO, "--json=3"),
    ("analyse", "2H", *OCTRO, "--players", "x"),
    ("analyse", "2H", *OCTRO, "--players", "9"),
    ("analyse", "2H", *OCTRO, "--option", "x"),
    ("analyse", "2H", *OCTRO, "--turned", "9Z"),
    ("analyse", "2H 9Z", *OCTRO),
    ("analyse", "2H || 3H", *OCTRO),
    ("analyse", "", *OCTRO),
    ("analyse", "PJ", "--rulebook", "marriage-21"),
    ("analyse", "2H", "--rulebook", "marriage-21", "--turned", "PJ"),
    ("advise", "2H", *OCTRO, "--seen", "2H 9Z"),
    ("advise", "2H", *OCTRO, "--seen", "2H 2H 2H"),
    ("rules", "--option", "x"),
    ("settle", "/no/such/file"),
    ("app", "--port", "0"),
    ("batch", "x"),
    ("analyse", "2H", "--rulebook", "no.toml"),
    ("rules", "no.toml"),
    ("tasks", "--lesson", "x"),
    ("class", "--port", "x"),
    ("class", "--seats", "0"),
    ("sheet",),
    ("sheet", "--lesson", "no-such", *OCTRO),
    ("sheet", "--lesson", "sets", *OCTRO, "--count", "0"),
    ("sheet", "--lesson", "sets", *OCTRO, "--level", "9"),
    ("site",),
    ("site", "/no/such/file/out", "--pyodide", "/no/such/file"),
)
# what a user wrote himself in the calls above, and what an operating system says
GIVEN = ("nonsense", "rummy-tutor", "/no/such/file/out", "/no/such/file", "no.toml", "no-such")
OPTION = re.compile(r"(?<![\w-])--?[a-z][a-z-]*")


def bare_words(text: str) -> list[str]:
    """The words outside brackets, without the program's name, its commands and options, and what a user wrote."""
    text = OPTION.sub(" ", text)
    for word in (*GIVEN, *_COMMANDS):
        text = re.sub(rf"(?<![\w⟧]){re.escape(word)}(?![\w⟦])", " ", text)
    return find_bare(text)


@pytest.fixture
def call(capsys: pytest.CaptureFixture) -> Iterator[object]:
    """The program called in the pseudo-language: status, and all that it says."""

    def inside(*words: str) -> tuple[int, str]:
        with speaking(PSEUDO):
            status = main(words)
        captured = capsys.readouterr()
        return status, captured.out + captured.err

    yield inside


@pytest.mark.parametrize("words", [("--help",), *((name, "--help") for name in _COMMANDS)], ids=" ".join)
def test_help(call, words: tuple[str, ...]) -> None:
    """All words of the help are the catalogue's, those that argparse has of its own as well."""
    status, told = call(*words)
    assert status == 0 and told.count("⟦") >= 3
    told = re.sub("^  rummy-tutor .*$", "", told, flags=re.MULTILINE)  # examples are typed as they are
    assert bare_words(told) == []


@pytest.mark.parametrize("words", ANSWERS, ids=" ".join)
def test_answers(call, words: tuple[str, ...]) -> None:
    """An answer for people is told in the catalogue's words."""
    status, told = call(*words)
    assert status == 0 and "⟦" in told
    assert bare_words(told) == []


@pytest.mark.parametrize("words", ERRORS, ids=" ".join)
def test_errors(call, words: tuple[str, ...]) -> None:
    """So is an error, on one line."""
    status, told = call(*words)
    assert status == 2 and told.count("\n") == 1 and "⟦" in told
    assert bare_words(told) == []


@pytest.mark.parametrize(
    "case", [case for case in ROUNDS if isinstance(case.rulebook, str)], ids=lambda case: case.name
)
def test_rounds(call, case, tmp_path: Path) -> None:
    """A round of a file is settled in the catalogue's words; names of players are their own."""
    document = {"rulebook": case.rulebook, "turned": case.turned, "options": list(case.options), "players": []}
    document["players"] = [dict(player) for player in case.players]
    for key in ("point_value", "check_pack", "end"):
        if (value := getattr(case, key)) is not None:
            document[key] = value
    path = tmp_path / "round.json"
    path.write_text(json.dumps(document, default=str), encoding="utf-8")
    status, told = call("settle", str(path))
    for player in case.players:
        told = re.sub(rf"\b{re.escape(player['name'])}\b", " ", told)
    assert status == 0 and bare_words(told) == []


REQUESTS = (
    {"rulebook": "all", "hand": TABLE.replace("|", "").split(), "turned": "QD"},
    {"rulebook": "adgaming-13", "groups": [group.split() for group in TABLE.split("|")], "turned": "QD"},
    {"rulebook": "gorummy-13", "hand": WAITING.split(), "ask": ["distance", "outs"], "open": "9C"},
    {"rulebook": "chess", "hand": ["2H"]},
    {"rulebook": "octro-13", "hand": ["2H"], "groups": [["3H"]]},
    {"rulebook": "octro-13", "hand": [7]},
    {"hand": ["9Z"], "rulebook": "octro-13"},
    [],
)


@pytest.mark.parametrize("request_", REQUESTS, ids=str)
def test_json_is_the_same_in_every_language(request_: object) -> None:
    """Answers of a batch hold codes: only the message of an error is told in a language."""
    answers = []
    for code in (ENGLISH, PSEUDO):
        with speaking(code):
            answers.append(answer_line(json.dumps(request_).encode()))
    messages = [answer.get("error", {}).pop("message", None) for answer in answers]
    assert answers[0] == answers[1]
    assert messages == [None, None] or (messages[1].startswith("⟦") and messages[0] != messages[1])


@pytest.mark.parametrize(
    "words",
    [("analyse", TABLE, *GORUMMY), ("advise", WAITING, *GORUMMY), ("compare", TABLE)],
    ids=lambda words: words[0],
)
def test_json_of_commands_is_the_same(call, capsys: pytest.CaptureFixture, words: tuple[str, ...]) -> None:
    """What a command prints with --json does not depend on the language."""
    told = call(*words, "--json")[1]
    main([*words, "--json"])
    assert told == capsys.readouterr().out


def test_json_of_a_ledger_is_the_same(call, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    """The sentences of a ledger as JSON are English whatever the language."""
    path = tmp_path / "round.json"
    players = [{"name": "Asha", "ending": "declared"}, {"name": "Bela", "ending": "lost", "points": 35}]
    path.write_text(json.dumps({"rulebook": "gorummy-13", "players": players}), encoding="utf-8")
    told = call("settle", str(path), "--json")[1]
    main(["settle", str(path), "--json"])
    assert told == capsys.readouterr().out and "⟦" not in told and "sentence" in told


def test_batch_errors_are_told_in_the_language(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture) -> None:
    """Each kind of bad line has its message in the catalogue."""
    lines = [b"", b"nonsense", b'{"a":', b"[" * 100_000, b"\xff", b'{"id": NaN}', b"[]", b"{}", b'{"x": 1e999}']
    lines += [b'{"x": 1}', b'{"rulebook": 1}', b'{"rulebook": "octro-13"}', b'{"rulebook": "octro-13", "hand": 1}']
    source, target = io.BytesIO(b"\n".join(lines)), io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(source))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(target))
    with speaking(PSEUDO):
        assert main(["batch"]) == 1
    answers = [json.loads(line) for line in target.getvalue().splitlines()]
    assert len(answers) == len(lines)
    for answer in answers:
        message = answer["error"]["message"].removeprefix("rulebook: ").removeprefix("hand: ")
        assert find_bare(message) == []
