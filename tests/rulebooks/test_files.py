"""Rulebooks as files: written, read back as the same value, and refused with line and field."""

from __future__ import annotations

import json
import random
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest

import rummy_tutor as rt
from rummy_tutor import RULEBOOKS
from rummy_tutor.errors import RuleError
from rummy_tutor.output.batch import answer_line
from rummy_tutor.page.panels import receive
from rummy_tutor.page.session import Session
from rummy_tutor.rounds.documents import read_round
from rummy_tutor.rulebooks import get_rulebook
from rummy_tutor.rulebooks.files import (
    MOST_BYTES,
    OWN,
    dump_rulebook,
    dump_schema,
    loads_rulebook,
    make_rulebook,
    make_schema,
    read_meanings,
    to_data,
    write_short,
)
from rummy_tutor.rulebooks.find import find_rulebook
from rummy_tutor.tutor.lines import write_task
from tests.rulebook_strategies import accepted_rulebook

HOUSE = 'base = "gorummy-13"\nkey = "house"\ntitle = "Our table"\n'
BOOKS = [
    *RULEBOOKS.values(),
    *(get_rulebook(key, [name]) for key, name in (("paplu-13", "no-jokers"), ("marriage-21", "fouls"))),
    get_rulebook("adgaming-13", ["pool-101", "rejoin"]),
    replace(RULEBOOKS["octro-13"], key="changed", sources=()),
]


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: "-".join([book.key, *book.options]))
def test_a_file_reads_back_as_the_same_rulebook(book: rt.Rulebook) -> None:
    """Written whole, or as what differs from any of our rulebooks, a rulebook is read back equal to the last field."""
    assert loads_rulebook(dump_rulebook(book)) == book
    assert make_rulebook(json.loads(json.dumps(to_data(book)))) == book
    for base in RULEBOOKS:
        assert loads_rulebook(dump_rulebook(book, base)) == book


def test_every_file_fits_the_schema() -> None:
    """The JSON Schema accepts what is written, whole or derived."""
    import jsonschema  # it takes a second, and other tests are collected with these

    schema = json.loads(dump_schema())
    jsonschema.Draft202012Validator.check_schema(schema)
    check = jsonschema.Draft202012Validator(schema)
    for book in BOOKS:
        check.validate(to_data(book))
        check.validate(to_data(book, "paplu-21"))


def test_the_schema_tells_what_each_field_means() -> None:
    """Each rule in the schema has its meaning from the records, and a wrong type does not fit."""
    import jsonschema

    schema = make_schema()
    assert "most points" in schema["$defs"]["Scoring"]["properties"]["cap"]["description"]
    assert set(read_meanings(rt.Rulebook)) >= {"deal", "melds", "bonus"}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"base": "octro-13", "deal": "13"}, schema)


def test_a_rule_of_the_house_cites_the_house() -> None:
    """A field that a file changes is the table's own rule; the others cite what the base cites."""
    book = loads_rulebook(f"{HOUSE}[scoring]\ncap = 100\n")
    assert book.source_of("scoring.cap") == OWN
    assert book.source_of("scoring.ace") == RULEBOOKS["gorummy-13"].source_of("scoring.ace")
    assert RULEBOOKS["gorummy-13"].differences(book) == ("scoring.cap",)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"key": "../x"}, "key is '../x'"),
        ({"key": "all"}, "key is 'all'"),
        ({"key": "rummy-21"}, "Choose another key"),
        ({"key": "x", "options": ("zz",)}, "options is 'zz'"),
    ],
)
def test_what_could_not_be_read_back_is_not_written(changes: dict[str, object], told: str) -> None:
    """A rulebook is written only under a key that a file may have, and with house options that there are."""
    with pytest.raises(RuleError) as caught:
        dump_rulebook(replace(RULEBOOKS["octro-13"], **changes))
    assert told in str(caught.value)
    for base in ("nope", 5, RULEBOOKS["octro-13"]):
        with pytest.raises(RuleError, match="base is "):
            dump_rulebook("octro-13", base)


def test_the_schema_explains_and_limits_every_field() -> None:
    """Each field of each record is explained, and what the records refuse does not fit the schema either."""
    import jsonschema

    schema = make_schema()
    for name, record in {"Rulebook": schema, **schema["$defs"]}.items():
        assert [field for field, told in record["properties"].items() if "description" not in told] == [], name
    for given in (
        {"deal": 500},
        {"scoring": {"cap": -3}},
        {"scoring": {"tiers": [{"code": "x", "exempt": ["loose"]}]}},
        {"key": "A B"},
        {"key": "all"},
        {"title": ""},
        {"objectives": [{"name": "x"}]},
    ):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({"base": "octro-13", **given}, schema)
        with pytest.raises(RuleError):
            make_rulebook({"base": "octro-13", "key": "x", "title": "x", **given})


def test_an_error_in_a_file_names_the_file(tmp_path: Path) -> None:
    """What is wrong in a file is told with its name; what is no key is told that a file's name ends in .toml."""
    path = tmp_path / "house.toml"
    for text, told in ((HOUSE + "deal = 99\n", f"{path}: Line 4: deal is 99"), ("key = 1 2", f"{path}: ")):
        path.write_text(text, "utf-8")
        with pytest.raises(RuleError) as caught:
            rt.get_rulebook(str(path))
        assert str(caught.value).startswith(told)
    with pytest.raises(RuleError, match=r"ends in \.toml"):
        find_rulebook("house.TOML")


WHOLE = dump_rulebook(replace(RULEBOOKS["octro-13"], key="house"))


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        ("key = 1 2", "bad-toml", "line 1"),
        ('base = "chess"\n', "bad-field", "Line 1: base is 'chess'"),
        (HOUSE + '[scoring]\ncap = "x"\n', "bad-field", "Line 5: scoring.cap is 'x'. A whole number"),
        (HOUSE + "[scoring]\ncap = true\n", "bad-field", "Line 5: scoring.cap is true. A whole number"),
        (HOUSE + '[melds]\naces = "up"\n', "bad-field", "Line 5: melds.aces is 'up'. Choose low"),
        (HOUSE + "[scorin]\ncap = 1\n", "unknown-field", "There is no field scorin"),
        (HOUSE + '[wilds]\nprinted_counts_as = "1S"\n', "bad-field", "Line 5: wilds.printed_counts_as is '1S'. A card"),
        (HOUSE + "[table]\nplayers = [2]\n", "bad-field", "Line 5: table.players has 1 entries, and 2 are expected"),
        ('base = "gorummy-13"\n[scoring]\ncap = 90\n', "bad-field", "Choose another key"),
        ('key = "a"\n', "missing-field", "title"),
        (HOUSE + "deal = " + "9" * 5000, "bad-toml", "a number in it is too long"),
        (HOUSE + "deal = 0x" + "f" * 5000, "bad-rule", "Line 4: deal is …"),
        (HOUSE + f"deal = [0x{'f' * 5000}]", "bad-field", "Line 4: deal is …"),
        (HOUSE + 'offers = ["bar"]\n', "bad-field", "Line 4: offers is 'bar'. Choose "),
        (HOUSE + 'options = ["bar"]\n', "bad-option", "'bar'"),
        (WHOLE.replace("options = []", 'options = ["bar"]'), "bad-field", "options is 'bar'. Choose "),
        (HOUSE + "melds = 3\n", "bad-field", "Line 4: melds is 3. A table"),
        (HOUSE + "[scoring]\ncap = -5\n", "bad-rule", "Line 5: scoring.cap is -5"),
        (HOUSE + "deal = 99\n", "bad-rule", "Line 4: deal is 99"),
        (HOUSE + "[scoring]\ncap = 10\nfloor = 20\n", "bad-rule", "Line 6: "),
        (HOUSE + "[table]\nplayers = [6, 2]\n", "bad-rule", "Line 5: "),
        ('base = "gorummy-13"\nkey = "../x"\n', "bad-field", "Line 2: key is '../x'. A key is"),
        (HOUSE + "[[objectives]]\nname = 1e2\nneeds = {}\n", "bad-field", "is 100.0. Text is"),
        (HOUSE + 'base = ["gorummy-13"]\n', "bad-toml", "twice"),
        (HOUSE.replace('"gorummy-13"', '["gorummy-13"]'), "bad-field", 'base is ["gorummy-13"]. '),
        (HOUSE + '[[scoring.tiers]]\ncode = "x"\nexempt = ["foo"]\n', "bad-field", "dublee or jokers."),
        ('base = "gorummy-13"\nkey = "all"\n', "bad-field", "Line 2: key is 'all'"),
        ('base = "gorummy-13"\nkey = "b"\ntitle = ""\n', "bad-rule", "Line 3: title is ''. A text that is not empty"),
        ('base = "gorummy-13"\nkey = "b"\ntitle = "a\\u001b[2J"\n', "bad-field", "Line 3: title is not one line"),
        (HOUSE + '[sources]\n"scoring.cap" = "Q9, S9"\n', "bad-field", "S9, but there is no such source"),
        (HOUSE + '[sources]\n"zz.q" = "S1"\n', "unknown-field", "sources.zz.q"),
    ],
)
def test_what_is_wrong_is_told_with_line_and_field(text: str, code: str, told: str) -> None:
    """A file that makes no sense gets one error that names the line, the field, what stands there and what may."""
    with pytest.raises(RuleError) as caught:
        loads_rulebook(text)
    assert caught.value.code == code
    assert told in str(caught.value)


def test_a_name_of_thousands_of_parts_is_refused_before_it_is_read() -> None:
    """Forty thousand letters of dotted names would take gigabytes: they are refused with next to no memory."""
    for text in (".".join(["a"] * 20_000) + " = 1\n", "[" + ".".join(["a"] * 20_000) + "]\n"):
        tracemalloc.start()
        with pytest.raises(RuleError) as caught:
            loads_rulebook(text)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert caught.value.key == "bad-field:depth" and most < 1_000_000


def test_a_file_is_limited_and_runs_nothing(tmp_path: Path) -> None:
    """Size and depth are limited, a missing file is told in one line, and keys alone never open a file."""
    with pytest.raises(RuleError, match="longer than"):
        loads_rulebook("#" * (MOST_BYTES + 1))
    with pytest.raises(RuleError, match="deep"):
        make_rulebook({"base": "octro-13", "melds": {"a": {"b": {"c": {"d": {"e": {"f": {"g": {"h": 1}}}}}}}}})
    with pytest.raises(RuleError) as caught:
        rt.get_rulebook(tmp_path / "none.toml")
    assert caught.value.code == "no-file"
    (tmp_path / "house.toml").write_text(HOUSE)
    with pytest.raises(RuleError) as caught:
        get_rulebook(str(tmp_path / "house.toml"))
    assert caught.value.code == "bad-rulebook"


def test_python_takes_a_file_where_it_takes_a_key(tmp_path: Path) -> None:
    """``analyse``, ``compare`` and the others judge by the rulebook of a file."""
    path = tmp_path / "house.toml"
    path.write_text(f"{HOUSE}[scoring]\ncap = 20\n")
    hand = "2H 4S 6C 8D TH QS KC AD 3S 5C 7D 9H JS"
    assert rt.analyse(hand, str(path)).best.points == 20
    assert rt.analyse(hand, path).rulebook == find_rulebook(path) == rt.get_rulebook(path)
    found = rt.compare(hand, rulebooks=["gorummy-13", str(path)])
    assert [result.best.points for result in found.results] == [80, 20]
    assert found.why("gorummy-13", "house")


def test_plain_data_may_name_a_field_by_its_path() -> None:
    """``"scoring.cap"`` is ``cap`` within ``scoring``, beside the table itself; a path too long is refused."""
    start = {"base": "gorummy-13", "key": "house"}
    nested = {**start, "scoring": {"cap": 100, "ace": 1}, "penalties": {"first_drop": 25}}
    dotted = {**start, "scoring": {"ace": 1}, "scoring.cap": 100, "penalties.first_drop": 25}
    assert rt.get_rulebook(dotted) == rt.get_rulebook(nested)
    with pytest.raises(RuleError, match="There is no field scoring.capp"):
        rt.get_rulebook({**start, "scoring.capp": 100})
    with pytest.raises(RuleError, match="nested more than 8"):
        rt.get_rulebook({**start, "scoring" + ".cap" * 20_000: 100})


def test_every_question_takes_a_file_or_plain_data(tmp_path: Path) -> None:
    """Wherever Python takes a key it takes a TOML file and the object that stands in JSON, the widgets too."""
    path = tmp_path / "house.toml"
    path.write_text(f"{HOUSE}[penalties]\nfirst_drop = 33\n")
    own, table = rt.get_rulebook(path), [{"name": "A", "ending": "declared"}, {"name": "B", "ending": "first-drop"}]
    for given in (path, str(path), own, to_data(own)):
        assert rt.analyse("7S", given).rulebook == own
        assert rt.compare("7S", rulebooks=[given]).results[0].rulebook == own
        assert rt.advise("7S 8S", given).rulebook == own
        assert rt.all_best("7S 8S", given).groupings
        assert len(rt.simulate(given, 1, 1)) == 1
        assert rt.Series.new(given).rulebook == own
        assert rt.settle(given, table)["A"].net == 33
        assert rt.CardTable("7S 8S", rulebook=given).session.rulebook == own
        assert rt.RulebookCard("7S 8S", rulebook=given).session.rulebook == own
        assert rt.RulebookCard(given).session.rulebook == own
        assert rt.get_rulebook(given) == own
        assert RULEBOOKS["gorummy-13"].differences(given) == ("penalties.first_drop",)
        assert rt.Lesson("sets", rulebook=given).session.rulebook == own
        assert rt.Puzzle(seed=1, rulebook=given)
        assert rt.RoundTable(rulebook=given).session.rulebook == own


def test_a_rulebook_is_written_by_its_key() -> None:
    """A rulebook is written as a file by its key too, and a key that does not exist is refused as everywhere."""
    assert dump_rulebook("octro-13") == RULEBOOKS["octro-13"].to_toml()
    with pytest.raises(RuleError) as caught:
        dump_rulebook("chess")
    assert caught.value.code == "bad-rulebook"


def test_data_never_names_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes in a line, a document, a link or a message of the page opens no file that it names."""
    (tmp_path / "house.toml").write_text(HOUSE)
    monkeypatch.chdir(tmp_path)
    line = {"rulebook": "house.toml", "hand": ["7S"]}
    assert answer_line(json.dumps(line).encode())["error"]["code"] == "bad-rulebook"
    task = {"lesson": "sets", "kind": "classify", "rulebook": "house.toml", "seed": 1, "level": 1}
    assert answer_line(json.dumps(task).encode(), write_task)["error"]["code"] == "bad-rulebook"
    table = [{"name": "A", "ending": "declared"}, {"name": "B", "ending": "first-drop"}]
    with pytest.raises(RuleError) as caught:
        read_round({"rulebook": "house.toml", "players": table})
    assert caught.value.code == "bad-rulebook"
    session = Session("7S 8S", "octro-13")
    for message in ({"type": "set", "rulebook": "house.toml"}, {"type": "link", "search": "?rules=house.toml"}):
        receive(session, message)
        assert session.state.rulebook == "octro-13"


@pytest.mark.parametrize("seed", range(20))
def test_the_shortest_text_is_read_as_the_same_rulebook(seed: int) -> None:
    """Whatever base is taken, plain data gives the rulebook back exactly."""
    book = accepted_rulebook(random.Random(seed), 13)
    assert make_rulebook(write_short(book)) == book


@pytest.mark.parametrize(
    "changes",
    [
        {"scoring": {"\ud800": 1}},
        {"scoring": {"\x1b[31m": 1}},
        {"sources": {"scoring.\ud800": "own"}},
        {"sources": {"scoring." + "x" * 400: "own"}},
    ],
)
def test_names_that_cannot_be_shown_are_refused_in_words_that_can(changes: dict[str, object]) -> None:
    """Plain data may hold half a character, or the start of a terminal's colour."""
    with pytest.raises(rt.errors.RuleError) as refused:
        make_rulebook({"base": "gorummy-13", "key": "ours", "title": "Ours", **changes})
    assert str(refused.value).isprintable() and str(refused.value).encode()
