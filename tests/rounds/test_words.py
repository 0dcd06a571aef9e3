"""What is said of rounds: whole sentences in the pseudo-language, and an ending that is added as one line."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import rummy_tutor
from rummy_tutor import Series, settle
from rummy_tutor.errors import CardError, RuleError
from rummy_tutor.game.messages import TutorError
from rummy_tutor.output.blocks import write_text
from rummy_tutor.output.round_tables import describe_round, describe_series
from rummy_tutor.records import Round
from rummy_tutor.rounds.endings import Ending
from rummy_tutor.rounds.series import loads_series
from rummy_tutor.wording.catalogue import PSEUDO, find_forms
from rummy_tutor.wording.speech import knows, speaking
from tests.golden.rounds import ROUNDS
from tests.rounds.settlement_helpers import seat, solve

PACKAGE = Path(rummy_tutor.__file__).parent
ROOM = sorted((PACKAGE / "rounds").glob("*.py"))
# what stands bare: names, keys, citations, numbers, cards, and the frame of lists and tables
_BARE = re.compile(r"[SRX]\d+|player|p|PJ|[a-z][a-z0-9]*(-[a-z0-9]+)+-?|fouls|rejoin")
_BRACKETS = re.compile(r"⟦[^⟦⟧]*⟧")


def find_bare_words(text: str, names: tuple[str, ...] = ()) -> list[str]:
    """The English words of a text that stand in no brackets."""
    text = re.sub(r"<(style|script).*?</\1>|<[^>]*>", " ", text, flags=re.DOTALL)
    while _BRACKETS.search(text):
        text = _BRACKETS.sub(" ", text)
    for name in names:
        text = text.replace(name, " ")
    return [word for word in re.findall(r"[A-Za-z][A-Za-z0-9-]+", text) if not _BARE.fullmatch(word)]


def tell_all(settled: Round) -> str:
    """Everything that is said of a round."""
    labels = (ending.label for ending in Ending)
    return "\n".join([*settled.explain(), write_text(describe_round(settled)), settled._repr_html_(), *labels])


@pytest.mark.parametrize("case", ROUNDS, ids=lambda case: case.name)
def test_a_round_is_told_from_the_catalogue(case: object) -> None:
    """In the pseudo-language nothing of a settled round, its table and its labels stands outside the brackets."""
    settled = solve(case)
    book = settled.rulebook
    forms = find_forms(f"rulebook.{book.key}")
    own = () if forms and forms[0] == book.title else (book.title,)
    with speaking(PSEUDO):
        assert find_bare_words(tell_all(settled), (*settled.names, *own)) == []


def series_told() -> Iterator[Series]:
    """Series in every state: empty, led, won, out, back, shared, damaged, with a foul carried over."""

    def table(**points: object) -> list[dict[str, object]]:
        return [
            seat(name, told) if isinstance(told, str) else seat(name, "lost", points=told)
            for name, told in points.items()
        ]

    yield Series.new("gorummy-13")
    pool = Series.new("adgaming-13", ["pool-101", "rejoin", "split-by-drops"], entry_fee=100)
    pool = pool.play(table(Asha="declared", Bela=80, Chand=20)).play(table(Asha="declared", Bela=40, Chand=10))
    yield pool
    yield pool.share()
    yield pool.play(table(Asha="declared", Bela=5, Chand=5))
    yield loads_series(pool.dumps()[:-20])
    yield loads_series(pool.dumps() + "x")
    sitting = Series.new("marriage-21", ["fouls"], point_value=2)
    yield sitting.play(table(Asha="declared", Bela="foul")).play(table(Asha="declared", Bela="foul"))
    match = Series.new("adgaming-13", ["pool-101"])
    yield match.play(table(Asha="declared", Bela=80)).play(table(Asha="declared", Bela=80))


@pytest.mark.parametrize("at", range(8))
def test_a_series_is_told_from_the_catalogue(at: int) -> None:
    """In the pseudo-language nothing of a series and its standings stands outside the brackets."""
    series = list(series_told())[at]
    with speaking(PSEUDO):
        told = "\n".join([write_text(describe_series(series)), series._repr_html_(), series.lost])
        assert find_bare_words(told, ("Asha", "Bela", "Chand")) == []


def list_keys() -> set[str]:
    """The keys of the errors and messages that the room's files name."""
    keys = set()
    for path in ROOM:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    if node.func.id in ("RuleError", "CardError", "refuse"):
                        keys.add(f"error.{first.value}")
                    elif node.func.id == "tell_later":
                        keys.add(first.value)
    return keys


def test_every_key_of_the_room_has_a_sentence() -> None:
    """Each error and message that rounds/ names has its sentence."""
    assert len(list_keys()) > 100
    assert [key for key in sorted(list_keys()) if not knows(key)] == []


def test_every_sentence_is_named_somewhere() -> None:
    """Each sentence on rounds is named by the room, whole or with its variant chosen there."""
    text = (PACKAGE / "wording/english/errors_rounds.pot").read_text(encoding="utf-8")
    source = "".join(path.read_text(encoding="utf-8") for path in ROOM)
    for key in re.findall(r'msgctxt "(?:error\.)?([^"]+)"', text):
        code, _, variant = key.rpartition(":" if ":" in key else ".")
        put_together = key.startswith("type.text-or-")  # of the types that a value may have
        assert f'"{key}"' in source or put_together or (f'{variant}"' in source and code in source), key


IMPOSSIBLE = [
    {"players": [seat("Asha", "lost", points=2), seat("Bela", "lost", points=2)]},
    {"players": [seat("Asha", "declared"), seat("Bela", "declared")]},
    {"players": [seat("Asha", "fainted")]},
    {"players": [seat("Asha", "declared"), seat("Bela", "lost")]},
    {"players": [seat("Asha", "declared"), seat("Bela", "lost", hand="2H ZZ")]},
    {"players": [seat("Asha", "declared"), seat("Bela", "first-drop", points=20)]},
    {"players": [seat("Asha", "declared"), seat("Bela", "lost", hand="7S 7S 7S 7S")]},
    {"players": [seat("Asha", "declared"), seat("Bela", "foul")]},
    {"players": [seat("Asha", "declared"), seat("Bela", "lost", points=2)], "turned": "ZZ"},
    {"players": [{"name": "Asha"}]},
    {"rounds": [{"players": []}]},
    {"rounds": 3},
]


@pytest.mark.parametrize("values", IMPOSSIBLE, ids=range(len(IMPOSSIBLE)))
def test_an_error_is_told_from_the_catalogue(values: dict[str, object]) -> None:
    """In the pseudo-language an error of a round shows no word of its own outside the brackets."""
    with pytest.raises((RuleError, CardError)) as caught:
        loads_series(json.dumps({"rulebook": "gorummy-13", "rounds": [values]} if "players" in values else
                                {"rulebook": "gorummy-13", **values}))  # fmt: skip
    with speaking(PSEUDO):
        assert find_bare_words(str(caught.value), ("Asha", "Bela")) == []


def list_given() -> dict[str, list[set[str | None]]]:
    """The places that each call in the room fills, by the key of its error."""
    found: dict[str, list[set[str | None]]] = {}
    for path in ROOM:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("RuleError", "refuse")
            ):
                if node.args and isinstance(node.args[0], ast.Constant):
                    filled = {keyword.arg for keyword in node.keywords}
                    found.setdefault(f"error.{node.args[0].value}", []).append(filled)
    return found


def test_every_error_can_be_told() -> None:
    """The places of each error's sentence are those that the room fills."""
    given = list_given()
    assert given
    for key in (key for key in list_keys() if key.startswith("error.")):
        places = set(re.findall(r"{(\w+)}", "".join(find_forms(key) or ())))
        assert "{" not in str(TutorError(key.removeprefix("error."), **dict.fromkeys(places, 2)))
        assert all(None in names or places <= names for names in given.get(key, ())), (key, places, given[key])


_ADDED = """
import json, sys
import rummy_tutor as rt
from rummy_tutor.page.round.form import SeatForm
from rummy_tutor.page.round.settling import asks_for
from rummy_tutor.rounds.documents import read_round, write_game, write_table

book = rt.get_rulebook("rummy-21")
table = [{"name": "A", "ending": "declared", "value_cards": "7H"}, {"name": "B", "ending": "asleep"},
         {"name": "C", "ending": "timed-out", "points": 30, "value_cards": "7H 7H"}]
settled = rt.settle(book, table, turned="7H", check_pack=False)
series = rt.Series.new(book).play(table, turned="7H", check_pack=False)
form = {one: asks_for(SeatForm(name="X", ending=one), book) for one in ("asleep", "timed-out")}
print(json.dumps({
    "offered": [[one.ending, one.label, one.points] for one in rt.rounds.settlement.list_endings(book)],
    "nets": [row.net for row in settled.rows],
    "told": [entry.sentence for entry in settled.entries],
    "sources": [entry.source for entry in settled.entries],
    "again": read_round({**write_game(book, None), **write_table(settled)}) == settled,
    "dict": [player["ending"] for player in settled.to_dict()["players"]],
    "shown": settled._repr_html_(),
    "totals": series.totals,
    "asks": {one: [name for name, asked in found.items() if asked] for one, found in form.items()},
}))
"""


def test_an_ending_is_one_line(tmp_path: Path) -> None:
    """Two endings added to a copy, a line and its words each, are settled, listed, told, kept and asked for."""
    ignored = shutil.ignore_patterns("_compiled", "compiled")
    shutil.copytree(PACKAGE, tmp_path / "rummy_tutor", ignore=ignored)
    path = tmp_path / "rummy_tutor/rounds/endings.py"
    line = '    PLAYING = "playing",'
    added = (
        '    ASLEEP = "asleep", Terms(result=Result.LEFT, price="middle_drop", exchanges=False)\n'
        '    TIMED_OUT = "timed-out", Terms(result=Result.LOST, asks=_LOST)\n'
    )
    text = path.read_text(encoding="utf-8")
    assert text.count(line) == 1
    path.write_text(text.replace(line, added + line), encoding="utf-8")
    with (tmp_path / "rummy_tutor/wording/english/ledger.pot").open("a", encoding="utf-8") as file:
        for key, sentence in {
            "ending.asleep": "fell asleep",
            "ending.timed-out": "ran out of time",
            "ledger.asleep": "{payer} pays {n} points to {payee} for falling asleep.",
            "ledger.asleep:on-score": "{payer} adds {n} points to the score for falling asleep.",
        }.items():
            file.write(f'\nmsgctxt "{key}"\nmsgid "{sentence}"\nmsgstr ""\n')
    done = subprocess.run(
        [sys.executable, "-c", _ADDED], cwd=tmp_path, capture_output=True, text=True, env={"PYTHONPATH": str(tmp_path)}
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert ["asleep", "fell asleep", 70] in found["offered"]
    assert ["timed-out", "ran out of time", None] in found["offered"]
    assert found["nets"] == [70 + 30 + 10 - 30, -70, -30 + 30 - 10] and found["again"]
    assert found["told"][:2] == [
        "B pays 70 points to A for falling asleep.",
        "C pays 30 points to A, the count given for the hand.",
    ]
    assert found["sources"][0] == "S0" and found["dict"] == ["declared", "asleep", "timed-out"]
    assert "fell asleep" in found["shown"] and "ran out of time, count given" in found["shown"]
    assert found["totals"] == {"A": 80, "B": -70, "C": -10}
    assert found["asks"] == {"asleep": [], "timed-out": ["cards", "value"]}


def test_money_is_written_by_lakhs_where_the_language_does() -> None:
    """A lakh is 1,00,000 in the table and in the rate in each Indian language, and stays as it is in English."""
    players = [seat("Asha", "declared"), seat("Bela", "lost", points=42), seat("Chand", "lost", points=2)]
    settled = settle("gorummy-13", players, point_value=25000)
    for code in ("hi", "ne", "te", "ta", "kn"):
        with speaking(code):
            told = write_text(describe_round(settled))
        assert {"25,000", "+11,00,000", "−10,50,000", "−50,000"} <= {*told.split()}
    assert {"25000", "+1100000", "−1050000"} <= {*write_text(describe_round(settled)).split()}
