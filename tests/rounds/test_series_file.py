"""The files of rounds and series: nothing is lost if one is cut short; and the command that reads them."""

from __future__ import annotations

import errno
import io
import json
import types
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_tutor import Series, get_rulebook
from rummy_tutor.cli import main
from rummy_tutor.errors import RuleError
from rummy_tutor.rounds.documents import parse_json, read_round
from rummy_tutor.rounds.files import decode
from rummy_tutor.rounds.series import loads_series, read_series
from tests.golden.rounds import ROUNDS
from tests.rounds.settlement_helpers import write_round
from tests.rounds.test_series import play, refuse, table
from tests.strategies import rounds


# ---- the file --------------------------------------------------------------------------------------------------
def sitting_of(number: int) -> Series:
    """A sitting of some rounds, with a name that is not ASCII."""
    series = Series.new("adgaming-13", ["pool-201"])
    for at in range(number):
        series = series.play(table(**{"A": "declared", "Zoë ♠": 2 * at}))
    return series


def test_file_is_one_json_document(tmp_path: Path) -> None:
    """The file is JSON, one round a line, and gives the same series; no other file stays beside it."""
    series, path = sitting_of(4), tmp_path / "evening.json"
    series.save(path)
    lines = path.read_text(encoding="ascii").splitlines()
    values = json.loads(path.read_text(encoding="ascii"))
    assert values["count"] == len(values["rounds"]) == len(lines) - 2 == 4
    assert Series.load(path) == series and [file.name for file in tmp_path.iterdir()] == ["evening.json"]
    shorter = sitting_of(1)
    shorter.save(path, replaces=True)
    assert Series.load(path) == shorter


@pytest.mark.parametrize("reformatted", [False, True], ids=["as-saved", "indented"])
def test_file_cut_anywhere_keeps_every_complete_round(reformatted: bool) -> None:
    """Cut after any byte, the file gives each round that is whole and says what is lost, or says it is none."""
    series = sitting_of(3)
    text = series.dumps()
    if reformatted:
        text = json.dumps(json.loads(text), indent=2, ensure_ascii=False)
    data = text.encode()
    # where each round is complete, found by reading the whole text another way
    ends, reader, at = [], json.JSONDecoder(), text.index('"rounds"')
    at = text.index("[", at) + 1
    for _ in range(3):
        at = text.index("{", at)
        _, at = reader.raw_decode(text, at)
        ends.append(len(text[:at].encode()))
    head = data.index(b"[", data.index(b'"rounds"')) + 1
    for cut in range(len(data)):
        try:
            found = loads_series(decode(data[:cut]))
        except RuleError as error:
            assert error.code == "series-cut" and cut < head
            continue
        whole = sum(end <= cut for end in ends)
        assert cut >= head and len(found.rounds) == whole
        assert found.rounds == series.rounds[:whole]
        if data[:cut].strip() == data.strip():
            assert found.lost == ""
        else:
            assert ("of 3" in found.lost) == (whole < 3) and "breaks off" in found.lost


def test_rounds_that_were_taken_out_are_missed() -> None:
    """A file that is whole as a document but holds fewer rounds than it counts says what is lost."""
    values = json.loads(sitting_of(3).dumps())
    del values["rounds"][1:]
    found = loads_series(json.dumps(values))
    assert len(found.rounds) == 1 and "1 round of 3" in found.lost


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"ending": "declared"', 'ending "declared"'),
        ('"ending": "declared"', '"ending": '),
        ('"A", "ending": "declared"}, ', '"A", '),  # what follows is the next round
        ('"lost", "points": 2}]}', '"lost'),
    ],
)
def test_a_file_damaged_in_a_round_names_it_by_its_line(old: str, new: str) -> None:
    """What stands before the damage is read; that more follows, and which round is damaged, is told."""
    lines = sitting_of(4).dumps().split("\n")
    assert old in lines[2]
    lines[2] = lines[2][: lines[2].index(old)] + new
    whole = "\n".join(lines)
    for text, line in ((whole, 3), (whole.replace(', "rounds": [', ', "rounds":\n['), 4)):
        found = loads_series(text)
        assert len(found.rounds) == 1 and found.lost == (
            f"The file is damaged in the round that begins in line {line}. "
            "1 round of 4 could be read. The rest is lost."
        )


def test_a_file_damaged_beside_its_rounds_is_read_whole() -> None:
    """A comma between two rounds is missing, or a bracket at the end: nothing is lost, and that is told."""
    text = sitting_of(3).dumps()
    for broken in (text.replace("},\n{", "}\n{"), f"{text[:-3]}}}"):
        found = loads_series(broken)
        assert len(found.rounds) == 3 and found.lost == (
            "The file is damaged beside its rounds. All of its 3 rounds could be read."
        )


def test_the_second_of_two_writers_is_told(tmp_path: Path) -> None:
    """Two have loaded the same file: what the first has saved is not written over, whatever the second has."""
    path = tmp_path / "evening.json"
    sitting_of(2).save(path)
    first, second = Series.load(path), Series.load(path)
    first.play(table(**{"A": "declared", "Zoë ♠": 50})).save(path)
    before = path.read_bytes()
    for late in (second, second.play(table(**{"A": "declared", "Zoë ♠": 70}))):
        with pytest.raises(RuleError) as caught:
            late.save(path)
        assert caught.value.code == "other-rounds" and path.read_bytes() == before
    Series.load(path).play(table(**{"A": "declared", "Zoë ♠": 70})).save(path)
    assert len(Series.load(path).rounds) == 4
    second.save(path, replaces=True)
    assert len(Series.load(path).rounds) == 2


def test_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the new file cannot be put in place, the old one is untouched and nothing is left beside it."""
    path = tmp_path / "evening.json"
    sitting_of(2).save(path)
    before = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "disk full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="no space is left"):
        sitting_of(3).save(path)
    assert path.read_bytes() == before and len(list(tmp_path.iterdir())) == 1
    with pytest.raises(OSError, match=r"no such file or folder: .*nowhere'$"):
        sitting_of(1).save(tmp_path / "nowhere" / "evening.json")
    with pytest.raises(OSError, match="it is a folder"):
        sitting_of(1).save(tmp_path)


def test_own_rulebooks_are_kept_with_their_rounds(tmp_path: Path) -> None:
    """A file holds what a rulebook of one's own changes; one that took the key of another cannot be kept."""
    book = get_rulebook("gorummy-13")
    changed = replace(book, penalties=replace(book.penalties, first_drop=20))
    own = replace(changed, key="ours", title="Ours")
    series = Series.new(own).play(table(A="declared", B="first-drop"))
    assert series.totals == {"A": 20, "B": -20}
    series.save(tmp_path / "evening.json")
    assert Series.load(tmp_path / "evening.json") == series
    assert json.loads(series.dumps())["rulebook"]["penalties"] == {"first_drop": 20}
    with refuse("own-rulebook"):
        Series.new(changed).save(tmp_path / "evening.json")


def test_a_round_takes_a_rulebook_object() -> None:
    """``settle`` takes the same object as ``batch``; what is wrong with it is told with its place."""
    players = [{"name": "A", "ending": "declared"}, {"name": "B", "ending": "first-drop"}]
    own = {"base": "gorummy-13", "key": "ours", "title": "Ours", "penalties": {"first_drop": 20}}
    settled = read_round({"rulebook": own, "players": players})
    assert settled["A"].net == 20 and read_round(write_round(settled)) == settled
    with refuse("bad-rule"):
        read_round({"rulebook": {**own, "deal": 99}, "players": players})


@settings(max_examples=40)
@given(st.sampled_from(("rummy-21", "marriage-21", "paplu-13", "vazhushal-13", "gorummy-13")), st.data())
def test_totals_are_sums_and_survive_the_file(key: str, data: st.DataObject) -> None:
    """Totals are the sums of the rounds' nets, in zero-sum games they sum to 0, and the file keeps them all."""
    series = Series.new(key)
    for _ in range(data.draw(st.integers(0, 3))):
        one = data.draw(rounds(key).filter(lambda one: not one.options))
        series = series.play(one.seats, turned=one.turned, end=one.end)
    for name in series.names:
        assert series.totals[name] == sum(row.net for one in series.rounds for row in one.rows if row.name == name)
    if series.rulebook.settlement.winner_takes:
        assert sum(series.totals.values()) == 0
    assert loads_series(series.dumps()) == series


@pytest.mark.parametrize(
    ("text", "code", "word"),
    [
        ("", "series-cut", "The file is empty."),
        ("[]", "not-an-object", "a list"),
        ('{"series": 2, "rulebook": "rummy-21", "rounds": []}', "bad-version", "2"),
        ('{"series": 1, "rounds": []}', "missing-key", "rulebook"),
        ('{"series": 1, "rulebook": "chess", "rounds": []}', "bad-rulebook", "'chess'"),
        ('{"series": 1, "rulebook": "rummy-21", "mood": 1, "rounds": []}', "unknown-key", "'mood'"),
        ('{"series": 1, "rulebook": "rummy-21", "rounds": [3]}', "bad-type", "round 1"),
        ('{"series": 1, "rulebook": "rummy-21", "count": "two", "rounds": []}', "bad-type", "count"),
        ('{"series": 1, "rulebook": "rummy-21", "entry_fee": "2", "rounds": []}', "bad-type", "entry_fee"),
        ('{"series": 1, "rulebook": "rummy-21", "entry_fee": 2, "rounds": []}', "no-match", "entry fee"),
        ('{"series": 1, "rulebook": "rummy-21", "rounds": [{}]}', "missing-key", "round 1: The field players"),
        ('{"series": 1, "rulebook": "rummy-21", "rounds": [{"players": []}]}', "bad-players", "round 1"),
        ('{"series": 1, "rulebook": "rummy-21", "rulebook": "octro-13", "rounds": []}', "key-twice", "'rulebook'"),
        ('{"series": 1.0, "rulebook": "rummy-21", "rounds": []}', "bad-version", "1.0"),
        ('{"series": 1, "rulebook": "rummy-21"}', "missing-key", "rounds"),
        ('{"series": 1, "rulebook": "rummy-21", "rounds": null}', "missing-key", "rounds"),
        ('{"series": 1, "rulebook": "rummy-21", "count": -1, "rounds": []}', "bad-count", "−1"),
        ('{"series": 1, "rulebook": "rummy-21", "count": true, "rounds": []}', "bad-type", "count"),
        (
            '{"series": 1, "rulebook": "rummy-21", "count": 0, "rounds": [{"players": []}]}',
            "bad-count",
            "1 round follows",
        ),
        ('{"series": 1, "rulebook": "rummy-21", "count": 0, "rounds": [{}, {}]}', "bad-count", "2 rounds follow"),
        ('{"series": 1, "rulebook": "rummy-21", "count": -2, "rounds": []}', "bad-count", "0 rounds follow"),
        ('{"rulebook": "rummy-21", "point_value": 1e99999999999999999999, "rounds": []}', "bad-json", "kept exactly"),
        ('{"rulebook": "rummy-21", "point_value": 1e-99999999999999999999, "rounds": []}', "bad-json", "kept exactly"),
        ('{"series": 1, "rulebook": "rummy-21", "shared": 1, "rounds": []}', "bad-type", "shared"),
        ('{"series": 1, "rulebook": "rummy-21", "shared": true, "rounds": []}', "no-share", "split-by-drops"),
        ('{"series": 1, "rulebook": "rummy-21", "options": {}, "rounds": []}', "bad-type", "options"),
        ('{"series": 1, "rulebook": "adgaming-13", "options": ["rejoin"], "rounds": []}', "bad-option", "pool-101"),
        ('{"series": 1, "rulebook": "rummy-21", "point_value": 1e400, "rounds": []}', "bad-json", "1e400 cannot"),
        ('{"series": 1, "rulebook": "rummy-21", "point_value": 0.1234567890123456789, "rounds": []}', "bad-json", "15"),
        ('{"series": 1, "rulebook": "rummy-21", "point_value": -0.5, "rounds": []}', "bad-point-value", "-0.5"),
        ('{"series": 1, "rulebook": "rummy-21", "rounds": [{"end": NaN}', "bad-json", "NaN"),
        ('{"series": 1, "rulebook": "rummy-21", "rounds": [{"end": "won", "end": "won"}', "key-twice", "'end'"),
    ],
)
def test_bad_series(text: str, code: str, word: str) -> None:
    """A document that is no series, or holds an impossible round, is refused with one line."""
    with refuse(code, word):
        loads_series(text)


def test_what_follows_a_whole_series_is_named() -> None:
    """Something after the end is no cut: the series is whole, and the rest is said to be left out."""
    text = sitting_of(2).dumps()
    for more in ("x", "{}", "\x00\x00", text):
        found = loads_series(text + more)
        assert found.rounds == sitting_of(2).rounds and "left out" in found.lost
    with refuse("bad-type", "A series"):
        read_series([])


@settings(max_examples=150)
@given(
    st.one_of(
        st.sampled_from(
            ["0.1", "12.35", "0.10", "1e-7", "1E+3", "0.30000000000000004", "999999999.999999", "1000000000"]
        ),
        st.decimals("0.0001", "1000000000", places=4, allow_nan=False).map(str),
        st.floats(1e-6, 1e9).map(repr),
        st.integers(1, 10**9).map(str),
    )
)
def test_money_is_kept_to_the_last_digit(amount: str) -> None:
    """A fee and a rate come back from a file as they went, or are refused before anything is played."""
    try:
        match = Series.new("adgaming-13", ["pool-101"], entry_fee=Decimal(amount))
    except RuleError as error:
        assert error.code == "bad-entry-fee" and "15 digits" in str(error) and len(amount.replace(".", "")) > 15
        return
    match = match.play(table(A="declared", B=80))
    again = loads_series(match.dumps())
    assert again == match and again.entry_fee == Decimal(amount) and again.prize == 2 * Decimal(amount)
    assert loads_series(again.dumps()).dumps() == again.dumps() == match.dumps()
    sitting = Series.new("gorummy-13", point_value=amount).play(table(A="declared", B=7))
    back = loads_series(sitting.dumps())
    assert back.point_value == Decimal(amount) and back.standings[0].money == 7 * Decimal(amount)
    document = json.dumps(write_round(sitting.rounds[0]))
    assert read_round(parse_json(document)) == sitting.rounds[0]


# ---- a round's document ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("values", "code", "word"),
    [
        ({}, "missing-key", "rulebook"),
        ({"rulebook": "gorummy-13"}, "missing-key", "players"),
        ({"rulebook": 3}, "bad-type", "the number 3"),
        ({"rulebook": "gorummy-13", "players": {}}, "bad-type", "an object"),
        ({"rulebook": "gorummy-13", "players": [3]}, "bad-type", "player 1"),
        ({"rulebook": "gorummy-13", "players": [{"name": "A"}]}, "missing-key", "ending"),
        ({"rulebook": "gorummy-13", "players": [{"name": 1, "ending": "lost"}]}, "bad-type", "name"),
        ({"rulebook": "gorummy-13", "players": [{"name": "A", "ending": "lost", "x": 1}]}, "unknown-key", "'x'"),
        (
            {"rulebook": "gorummy-13", "players": [{"name": "A", "ending": "lost", "hand": 3}]},
            "bad-type",
            "A: The field",
        ),
        ({"rulebook": "gorummy-13", "players": [{"name": "A", "ending": "lost", "hand": ["ZZ"]}]}, "bad-card", "'ZZ'"),
        (
            {"rulebook": "gorummy-13", "players": [{"name": "A", "ending": "lost", "hand": [3]}]},
            "bad-type",
            "A: The field",
        ),
        (
            {"rulebook": "gorummy-13", "players": [{"name": "A", "ending": "lost", "groups": [["2H"], []]}]},
            "empty-group",
            "A: ",
        ),
        (
            {"rulebook": "gorummy-13", "players": [{"name": "A", "ending": "lost", "groups": [["2H"]], "hand": "3H"}]},
            "groups-mismatch",
            "A: ",
        ),
        ({"rulebook": "gorummy-13", "players": [], "turned": "ZZ"}, "bad-turned", "turned"),
        ({"rulebook": "gorummy-13", "players": [], "options": "x"}, "bad-type", "options"),
        ({"rulebook": "gorummy-13", "players": [], "options": ["x"]}, "bad-option", "'x'"),
        ({"rulebook": "gorummy-13", "players": [], "point_value": "2"}, "bad-type", "point_value"),
        ({"rulebook": "gorummy-13", "players": [], "point_value": True}, "bad-type", "point_value"),
        ({"rulebook": "gorummy-13", "players": [], "check_pack": 1}, "bad-type", "check_pack"),
        ({"rulebook": "gorummy-13", "players": [], "end": 3}, "bad-type", "end"),
        ({"rulebook": "gorummy-13", "players": [], "mood": 3}, "unknown-key", "'mood'"),
        ({3: 1}, "unknown-key", "'3'"),
        ([], "bad-type", "A round"),
        *(
            ({"rulebook": "gorummy-13", "players": [], "options": options}, "bad-type", "options")
            for options in ({}, "", 0, False)
        ),
        (
            {
                "rulebook": "gorummy-13",
                "players": [{"name": "A", "ending": "lost", "groups": [["2H", "3H"]], "hand": "2H | 3H"}],
            },
            "two-figures",
            "A: ",
        ),
        (
            {"rulebook": "gorummy-13", "players": [{"name": "A", "ending": "lost", "value_cards": False}]},
            "bad-type",
            "field value_cards",
        ),
    ],
)
def test_bad_round_document(values: dict[str, object], code: str, word: str) -> None:
    """Wrong keys, types and cards of a round's document are named."""
    with refuse(code, word):
        read_round(values)


def test_forms_of_a_hand() -> None:
    """A hand may be text, a list of cards, or groups; null is as good as left out."""
    laid = {"name": "B", "ending": "lost", "groups": [["2H", "3H", "4H"], ["KS"]], "points": None}
    listed = {"name": "B", "ending": "lost", "hand": ["2H", "3H", "4H", "KS"]}
    text = {"name": "B", "ending": "lost", "hand": "2H 3H 4H | KS"}
    found = [
        read_round({"rulebook": "paplu-13", "turned": None, "players": [{"name": "A", "ending": "declared"}, one]})["B"]
        for one in (laid, listed, text)
    ]
    assert [(row.points, row.figure.value) for row in found] == [(10, "laid"), (10, "best"), (10, "laid")]


@pytest.mark.parametrize("text", ["{", "nul", '{"a": NaN}', "[" * 100_000, '{"a": ' + "9" * 5000 + "}"], ids=range(5))
def test_bad_json(text: str) -> None:
    """What is no JSON is refused in one line."""
    with refuse("bad-json"):
        parse_json(text)


# ---- the command -------------------------------------------------------------------------------------------------
ROUND = {"rulebook": "rummy-21", "turned": "PJ", "point_value": 2, "players": list(ROUNDS[0].players)}


def run(capsys: pytest.CaptureFixture, *words: object) -> tuple[int, str, str]:
    """The command called inside this process: status, output, errors."""
    status = main(["settle", *map(str, words)])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_command_settles_a_round(capsys: pytest.CaptureFixture, tmp_path: Path) -> None:
    """The ledger is printed for people, every entry with its source, or as JSON."""
    path = tmp_path / "round.json"
    path.write_text(json.dumps(ROUND), encoding="utf-8")
    status, out, err = run(capsys, path)
    assert (status, err) == (0, "")
    assert out.startswith("21-Card Rummy (rummy-21) · 6 players · turned printed joker · 2 a point\n")
    assert "- player 1 gives 100 points to player 2 for a marriage. [S0]" in out and "+110" in out and "−104" in out
    status, out, _ = run(capsys, path, "--json")
    answer = json.loads(out)
    assert status == 0 and out.count("\n") == 1
    assert [player["net"] for player in answer["players"]] == [-52, 110, -30, -30, 72, -70]
    assert answer["players"][1]["money"] == 220 and answer["zero_sum"] is True


def test_command_reads_standard_input(capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dash is standard input, also with a byte order mark."""
    data = b"\xef\xbb\xbf" + json.dumps(ROUND).encode()
    monkeypatch.setattr("sys.stdin", types.SimpleNamespace(buffer=io.BytesIO(data)))
    status, out, _ = run(capsys, "-")
    assert status == 0 and "player 6" in out
    monkeypatch.setattr("sys.stdin", None)
    status, _, err = run(capsys, "-")
    assert status == 2 and "closed" in err


def test_command_settles_a_series(capsys: pytest.CaptureFixture, tmp_path: Path) -> None:
    """A series shows its standings; if its end is lost, the rest is shown, one line says so, and the status is 1."""
    path = tmp_path / "evening.json"
    series = play(
        Series.new("adgaming-13", ["pool-101"]), table(A="declared", B=80, C=5), table(A="declared", B=40, C=5)
    )
    series.save(path)
    status, out, err = run(capsys, path)
    assert (status, err) == (0, "") and "2 rounds; A leads" in out and "out in round 2" in out
    status, out, _ = run(capsys, path, "--json")
    assert json.loads(out)["standings"][2] == {
        "place": 3,
        "name": "B",
        "total": 120,
        "money": None,
        "out_in": 2,
        "entered": 1,
    }
    path.write_bytes(path.read_bytes()[:-40])
    status, out, err = run(capsys, path)
    assert status == 1 and "1 round; A leads" in out
    assert err == "rummy-tutor: The file breaks off. 1 round of 2 could be read. The rest is lost.\n"


def test_the_help_of_settle_says_what_a_lost_part_means(capsys: pytest.CaptureFixture) -> None:
    """Status 1 is for an answer from a file of which part is lost."""
    status, out, _ = run(capsys, "--help")
    assert status == 0 and "1 done, but part of the file of a series is lost" in " ".join(out.split())


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "empty"),
        (b"{}", "The field rulebook is missing"),
        (b"\xff", "Byte 1 of the file is not UTF-8"),
        (b'{"rulebook": "gorummy-13", "players": []}', "0 players"),
        (b'{"series": 1', "breaks off"),
        (b'{"rulebook": "gorummy-13", "point_value": 1e99999999999999999999, "players": []}', "kept exactly"),
        (b'{"rulebook": "gorummy-13", "players": [{"name": "A", "ending": "lost", "points": 2}, '
         b'{"name": "B", "ending": "lost", "points": 2}]}', "Nobody won"),
        (b" " * ((1 << 24) + 1), "longer than"),
    ],
    ids=["empty", "no-key", "no-utf8", "no-players", "cut-head", "exponent", "no-winner", "too-long"],
)  # fmt: skip
def test_command_refuses_in_one_line(capsys: pytest.CaptureFixture, tmp_path: Path, data: bytes, word: str) -> None:
    """An unreadable file or an impossible round is one line on standard error and status 2."""
    path = tmp_path / "round.json"
    path.write_bytes(data)
    status, out, err = run(capsys, path)
    assert (status, out) == (2, "") and word in err
    assert err.startswith("rummy-tutor: ") and err.count("\n") == 1


def test_command_needs_a_file(capsys: pytest.CaptureFixture, tmp_path: Path) -> None:
    """No such file, a folder, a name with a null: each is one line."""
    for name in (tmp_path / "nowhere.json", tmp_path, "a\0b"):
        status, _, err = run(capsys, name)
        assert status == 2 and "cannot be read" in err and err.count("\n") == 1


def test_what_is_no_series_at_all_is_one_clear_error(tmp_path: Path) -> None:
    """An empty file, rounds that are null, and a folder in place of a file are each named as what they are."""
    empty = tmp_path / "empty.json"
    empty.touch()
    assert str(pytest.raises(RuleError, Series.load, empty).value) == "The file is empty."
    error = pytest.raises(RuleError, loads_series, '{"rulebook": "gorummy-13", "rounds": null}').value
    assert error.code == "missing-key" and "rounds is null" in str(error)
    refused = pytest.raises(IsADirectoryError, sitting_of(1).save, tmp_path).value
    assert refused.filename == str(tmp_path) and list(tmp_path.iterdir()) == [empty]


@pytest.mark.parametrize(
    ("name", "kind", "why"),
    [
        ("", IsADirectoryError, "it is a folder"),
        ("nowhere.json", FileNotFoundError, "there is no such file or folder"),
        ("a\0b", FileNotFoundError, "a file cannot have this name"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_in_our_words(
    tmp_path: Path, name: str, kind: type[OSError], why: str
) -> None:
    """Why the system cannot read a file is a sentence of the catalogue, with the system's kind of error."""
    error = pytest.raises(kind, Series.load, tmp_path / name).value
    assert error.strerror == why and error.errno
