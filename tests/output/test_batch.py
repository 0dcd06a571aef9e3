"""JSON lines: every line gets one answer, good or bad, and a bad one never ends the stream."""

from __future__ import annotations

import io
import json
import re
import tracemalloc
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_tutor import RULEBOOKS, Card, Hand, advise, analyse
from rummy_tutor.game import Kind
from rummy_tutor.output import batch
from rummy_tutor.output.batch import MAX_LINE, answer_line, run_batch
from tests.strategies import KEYS, Laid, grouped_hands

KINDS = {kind.value for kind in Kind}
GOOD = {"id": "good", "rulebook": "adgaming-13", "turned": "QD", "players": 6, "hand": ["2H", "3H", "4H"]}


def ask(request: object) -> dict:
    """The answer to one request, as it would be read again from the output."""
    return json.loads(json.dumps(answer_line(json.dumps(request).encode())))


def stream(*lines: bytes) -> tuple[list[dict], int]:
    """The answers to a stream of lines and the number of errors."""
    target = io.BytesIO()
    errors = run_batch(io.BytesIO(b"".join(lines)), target)
    text = target.getvalue().decode("ascii")
    assert text == "" or text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()], errors


@pytest.mark.parametrize("key", [*KEYS, 'of "my" house é'])
def test_an_answer_is_written_as_json_writes_it(key: str) -> None:
    """The text of an answer is that of its plain values, whatever the rulebook is called, laid out or not."""
    for cards in ("2H 3H 4H | 5C 6C QD | 8D 8S 5C", "2H 2H 2H 3H 4H 5C 6C QD 8D 8S 5C KD KS"):
        book = RULEBOOKS[key] if key in KEYS else replace(RULEBOOKS["octro-13"], key=key)
        result = analyse(cards, book, "QD")
        told = json.loads(result.write_answer())
        assert result.write_answer() == json.dumps(told) and told["rulebook"] == key


def test_a_hand_as_text_is_the_same_as_its_cards() -> None:
    """Text is read as everywhere: without bars it is a hand, with bars it is laid out as with groups."""
    about = {"rulebook": "octro-13", "turned": "QD"}
    plain = ask({**about, "hand": "5H 5♥, PJ"})
    assert plain == ask({**about, "hand": ["5H", "5H", "PJ"]}) and "arranged" not in plain
    laid = ask({**about, "hand": "5H 5H | PJ"})
    assert laid == ask({**about, "groups": [["5H", "5H"], ["PJ"]]}) and "arranged" in laid
    assert laid == ask({**about, "hand": "PJ 5H 5H", "groups": [["5H", "5H"], ["PJ"]]})


# ---- good requests -----------------------------------------------------------------------------------------------
def test_shape_of_an_answer() -> None:
    """An answer has the fields of the interface, in its order, with the groups as they were laid."""
    request = {
        "id": "a1", "rulebook": "rummy-21", "turned": "8D", "players": 4,
        "hand": ["5H", "5H", "PJ"], "groups": [["5H", "5H"], ["PJ"]],
    }  # fmt: skip
    answer = ask(request)
    order = [
        key for key in answer if key in ("id", "rulebook", "wild", "size_ok", "pack_ok", "arranged", "best", "bonus")
    ]
    assert order == ["id", "rulebook", "wild", "size_ok", "pack_ok", "arranged", "best", "bonus"]
    assert (answer["id"], answer["rulebook"], answer["players"]) == ("a1", "rummy-21", 4)
    assert answer["wild"] == ["8D", "9D", "7D", "8S", "8H", "8C"]
    assert (answer["size_ok"], answer["pack_ok"], answer["bonus"]) == (False, True, 0)
    laid = answer["arranged"]
    assert (laid["points"], laid["score"], laid["declares"]) == (10, -10, False)
    assert laid["groups"][0] == {"cards": ["5H", "5H"], "kind": "dublee", "wilds": [], "reasons": []}
    assert laid["groups"][1] == {"cards": ["PJ"], "kind": "loose", "wilds": [], "reasons": []}
    assert "no-pure-sequence" in laid["reasons"]
    best = answer["best"]
    assert {"points", "score", "declares", "objective", "discard", "groups", "loose"} <= set(best)


def test_hand_alone_is_not_arranged() -> None:
    """Without groups there is no verdict as laid."""
    assert "arranged" not in ask(GOOD)
    assert "arranged" in ask({**GOOD, "groups": [["2H", "3H", "4H"]]})


def test_groups_alone_are_the_hand() -> None:
    """With groups only, the hand is all their cards."""
    request = {key: value for key, value in GOOD.items() if key != "hand"} | {"groups": [["3H", "2H"], ["4H"]]}
    answer = ask(request)
    assert [group["cards"] for group in answer["arranged"]["groups"]] == [["3H", "2H"], ["4H"]]


def test_joker_stands_for_a_card() -> None:
    """A joker of a group is answered with the card it stands for."""
    answer = ask({**GOOD, "hand": ["5C", "6C", "QD"], "groups": [["5C", "6C", "QD"]]})
    group = answer["arranged"]["groups"][0]
    assert (group["kind"], group["wilds"]) == ("impure-sequence", [{"card": "QD", "as": "7C"}])


def test_all_rulebooks() -> None:
    """``all`` answers one result a rulebook in order, each without an id, with the players it took."""
    answer = ask({**GOOD, "rulebook": "all", "players": 12, "turned": "PJ", "hand": ["2H", "3H", "PJ"]})
    assert (answer["id"], answer["rulebook"]) == ("good", "all")
    assert list(answer) == ["id", "rulebook", "results"]
    assert [result["rulebook"] for result in answer["results"]] == list(RULEBOOKS)
    players = {result["rulebook"]: result["players"] for result in answer["results"]}
    assert [players[key] for key in KEYS] == [6, 6, 6, 12, 6, 5, 5, 6, 6]
    assert not any("id" in result for result in answer["results"])
    marriage = answer["results"][6]
    held = [card for group in marriage["best"]["groups"] for card in group["cards"]] + marriage["best"]["loose"]
    assert sorted(held) == ["2H", "3H"] and "jokers-set-aside" in marriage["notes"]


def test_all_applies_options_where_offered() -> None:
    """House options of ``all`` go to the rulebooks that offer them."""
    request = {**GOOD, "rulebook": "all", "turned": "PJ"}
    plain, other = ask(request), ask({**request, "options": ["ace-jokers"]})
    changed = [a["rulebook"] for a, b in zip(plain["results"], other["results"], strict=True) if a != b]
    assert changed == ["paplu-13"]
    assert sorted(other["results"][3]["wild"]) == ["AC", "AD", "AH", "AS"]


def test_melded_points_are_null() -> None:
    """Vazhushal answers a score and no points; Marriage says whether the turned card was seen."""
    answer = ask({**GOOD, "rulebook": "vazhushal-13"})
    assert answer["best"]["points"] is None and answer["best"]["score"] == 9
    answer = ask({**GOOD, "rulebook": "marriage-21", "players": 4})
    assert answer["best"]["seen"] is False and answer["best"]["points"] == 10


@pytest.mark.parametrize(
    "ident", [None, 0, -1.5, "", "\ud800", "é\u2028\n", True, [1, [2]], {"a": {"b": None}}, 10**30]
)
def test_any_id_is_echoed(ident: object) -> None:
    """An id may be any JSON value, also a lone surrogate, and comes back equal, with errors as well."""
    line = json.dumps({**GOOD, "id": ident}).encode()
    answers, _ = stream(line + b"\n", json.dumps({"id": ident}).encode())
    assert [answer["id"] for answer in answers] == [ident, ident]


def test_missing_id_is_null() -> None:
    """Without an id the answer's is null."""
    assert ask({key: value for key, value in GOOD.items() if key != "id"})["id"] is None


def test_defaults() -> None:
    """Left out, players are four, nothing is turned, and no option holds."""
    short = ask({"id": 1, "rulebook": "gorummy-13", "hand": ["2H"]})
    full = ask({"id": 1, "rulebook": "gorummy-13", "hand": ["2H"], "players": 4, "turned": None, "options": []})
    assert short == full and short["wild"] == []


@given(grouped_hands())
@settings(max_examples=60)
def test_answers_hold_the_hand(laid: Laid) -> None:
    """Best groups, loose cards and the discard are exactly the hand; every kind and reason is plain text."""
    request = {"rulebook": laid.key, "turned": laid.turned, "players": laid.players, "groups": laid.groups}
    answer = ask(request)
    assert "error" not in answer, answer
    best = answer["best"]
    shown = [card for group in best["groups"] for card in group["cards"]] + best["loose"]
    shown += [best["discard"]] if best["discard"] else []
    assert sorted(shown) == sorted(card for group in laid.groups for card in group)
    assert [group["cards"] for group in answer["arranged"]["groups"]] == laid.groups
    assert {group["kind"] for group in (*best["groups"], *answer["arranged"]["groups"])} <= KINDS
    assert answer["arranged"]["score"] <= best["score"]
    assert best["points"] is None or best["score"] == -best["points"]


# ---- advice ------------------------------------------------------------------------------------------------------
WAITING = ["2H", "3H", "4H", "7S", "8S", "9S", "TS", "5C", "5D", "5H", "KD", "KC", "2S"]
WAITS = {"id": 1, "rulebook": "gorummy-13", "turned": "9D", "hand": WAITING}


def test_advice_holds_what_was_asked_for() -> None:
    """Each question brings its own part and no other; outs belong to the cards dealt, discards to one more."""
    assert "advice" not in ask(WAITS)
    assert ask({**WAITS, "ask": []})["advice"] == {}
    assert ask({**WAITS, "ask": None}) == ask(WAITS)
    far = ask({**WAITS, "ask": ["distance"]})["advice"]
    assert far["distance"] == 1 and far["objective"] == "complete" and not {"outs", "discards", "pick"} & set(far)
    assert sorted(far["way"]["missing"]) == ["PJ"] and far["way"]["given"] == ["2S"]
    outs = ask({**WAITS, "ask": ["outs", "discards"]})["advice"]
    assert "distance" not in outs and "discards" not in outs
    assert {
        key: next(draw for draw in outs["outs"] if draw["card"] == "KH")[key]
        for key in ("card", "copies", "distance", "points")
    } == {"card": "KH", "copies": 2, "distance": 0, "points": 0}
    more = ask({**WAITS, "hand": [*WAITING, "QH"], "ask": ["discards", "outs"]})["advice"]
    assert "outs" not in more
    assert {key: more["discards"][0][key] for key in ("card", "points", "distance")} == {
        "card": "QH", "points": 22, "distance": 1,
    }  # fmt: skip
    assert more["discards"][0]["outs"] == sum(draw["copies"] for draw in more["discards"][0]["draws"]) == 12


def test_advice_agrees_with_the_library() -> None:
    """The answer is ``Advice.to_answer()``, and everything beside it is as without a question."""
    request = {**WAITS, "ask": ["distance", "discards", "outs"], "seen": ["KH", "KH"], "open": "9C"}
    answer = ask(request)
    advice = advise(" ".join(WAITING), "gorummy-13", "9D", seen="KH KH", open_card="9C")
    assert answer.pop("advice") == json.loads(json.dumps(advice.to_answer()))
    assert answer == ask(WAITS)


def test_cards_seen_do_not_come_again() -> None:
    """Copies seen are subtracted; more of a card than the pack holds are an error, or with ``"all"`` none is left."""

    def copies(*seen: str) -> int:
        outs = ask({**WAITS, "ask": ["outs"], "seen": list(seen)})["advice"]["outs"]
        return sum(draw["copies"] for draw in outs if draw["card"] == "KH")

    assert [copies(), copies("KH"), copies("KH", "KH")] == [2, 1, 0]
    error = ask({**WAITS, "ask": ["outs"], "seen": ["KH"] * 200})["error"]
    assert error["code"] == "bad-seen" and "holds 2 × KH and not 200" in error["message"]
    error = ask({**WAITS, "ask": ["outs"], "seen": ["KH"] * 2, "open": "KH"})["error"]
    assert error["code"] == "bad-open" and "holds 2 × KH and not 3" in error["message"]
    for result in ask({**WAITS, "rulebook": "all", "ask": ["outs"], "seen": ["KH"] * 200})["results"]:
        assert "KH" not in [draw["card"] for draw in result["advice"].get("outs", ())]


def test_advice_for_all_rulebooks() -> None:
    """Every rulebook answers by its own hand size; without such a card or such a hand it says null and never fails."""
    request = {**WAITS, "rulebook": "all", "ask": ["distance", "outs"], "open": "PJ"}
    results = {result["rulebook"]: result for result in ask(request)["results"]}
    assert list(results) == list(RULEBOOKS)
    for key, result in results.items():
        in_size = RULEBOOKS[key].deal == 13
        assert ("outs" in result["advice"]) is in_size and ("pick" in result["advice"]) is in_size
        assert in_size or result["advice"]["distance"] is None
    jokers = ask({"rulebook": "all", "hand": ["PJ"] * 21, "ask": ["distance", "outs", "discards"]})["results"]
    assert next(one for one in jokers if one["rulebook"] == "marriage-21")["advice"]["distance"] is None


# ---- bad requests ------------------------------------------------------------------------------------------------
BAD = {
    "nothing": (b"", "empty-line"),
    "spaces": (b" \t\r", "empty-line"),
    "no JSON": (b"hello", "bad-json"),
    "half an object": (b'{"id": 1', "bad-json"),
    "two objects": (b"{} {}", "bad-json"),
    "NaN": (b'{"id": NaN}', "bad-json"),
    "Infinity": (b'{"players": -Infinity}', "bad-json"),
    "number too large": (b'{"id": 1e999}', "bad-json"),
    "number too long": (b'{"id": ' + b"9" * 5000 + b"}", "bad-json"),
    "100 kB of brackets": (b"[" * 100_000, "bad-json"),
    "100 kB of objects": (b'{"a":' * 20_000, "bad-json"),
    "brackets in the id": (b'{"id": ' + b"[" * 50_000 + b"]" * 50_000 + b"}", "bad-json"),
    "no UTF-8": (b'{"id": "\xff"}', "bad-utf8"),
    "UTF-16": ('{"id": 1}'.encode("utf-16"), "bad-utf8"),
    "surrogates as bytes": (b'{"id": "\xed\xa0\x80"}', "bad-utf8"),
    "a list": (b"[1]", "not-an-object"),
    "a number": (b"7", "not-an-object"),
    "null": (b"null", "not-an-object"),
    "a key twice": (b'{"id": 1, "id": 2}', "key-twice"),
}
HOUSE = {"base": "gorummy-13", "key": "house", "title": "House"}
BAD_VALUES = {
    "unknown key": ({**GOOD, "hnad": []}, "unknown-key"),
    "no rulebook": ({"hand": ["2H"]}, "missing-key"),
    "no hand": ({"rulebook": "rummy-21"}, "missing-key"),
    "rulebook is null": ({**GOOD, "rulebook": None}, "bad-type"),
    "rulebook is a list": ({**GOOD, "rulebook": []}, "bad-type"),
    "unknown rulebook": ({**GOOD, "rulebook": "chess"}, "bad-rulebook"),
    "rules with an unknown field": ({**GOOD, "rulebook": {**HOUSE, "colour": 1}}, "unknown-field"),
    "rules without a base": ({**GOOD, "rulebook": {"key": "house", "title": "House"}}, "missing-field"),
    "rules with a bad value": ({**GOOD, "rulebook": {**HOUSE, "deal": "13"}}, "bad-field"),
    "rules outside their limits": ({**GOOD, "rulebook": {**HOUSE, "deal": 99}}, "bad-rule"),
    "hand is a number": ({**GOOD, "hand": 5}, "bad-type"),
    "no card in a hand as text": ({**GOOD, "hand": "2H 3X"}, "bad-card"),
    "no card in an empty text": ({**GOOD, "hand": ""}, "hand-size"),
    "hand is null": ({**GOOD, "hand": None}, "missing-key"),
    "card is a number": ({**GOOD, "hand": [7]}, "bad-type"),
    "card is a list": ({**GOOD, "hand": [["2H"]]}, "bad-type"),
    "unknown card": ({**GOOD, "hand": ["2H", "1Z"]}, "bad-card"),
    "empty card": ({**GOOD, "hand": [""]}, "bad-card"),
    "long card": ({**GOOD, "hand": ["x" * 100_000]}, "bad-card"),
    "no card": ({**GOOD, "hand": []}, "hand-size"),
    "29 cards": ({**GOOD, "hand": ["2H"] * 29}, "hand-size"),
    "5,000 cards": ({**GOOD, "hand": ["2H"] * 5000}, "hand-size"),
    "5,000 groups": ({**GOOD, "groups": [["2H"]] * 5000}, "hand-size"),
    "groups is an object": ({**GOOD, "groups": {}}, "bad-type"),
    "group is text": ({**GOOD, "groups": ["2H"]}, "bad-type"),
    "no groups": ({"rulebook": "rummy-21", "groups": []}, "hand-size"),
    "empty group": ({**GOOD, "groups": [["2H", "3H", "4H"], []]}, "empty-group"),
    "other cards": ({**GOOD, "groups": [["2H", "3H", "5H"]]}, "groups-mismatch"),
    "fewer cards": ({**GOOD, "groups": [["2H", "3H"]]}, "groups-mismatch"),
    "players true": ({**GOOD, "players": True}, "bad-type"),
    "players 4.0": ({**GOOD, "players": 4.0}, "bad-type"),
    "players text": ({**GOOD, "players": "4"}, "bad-type"),
    "no players": ({**GOOD, "players": 0}, "bad-players"),
    "too many players": ({**GOOD, "players": 10**40}, "bad-players"),
    "turned is a number": ({**GOOD, "turned": 7}, "bad-type"),
    "turned is no card": ({**GOOD, "turned": "ZZ"}, "bad-turned"),
    "joker turned in marriage": ({**GOOD, "rulebook": "marriage-21", "players": 4, "turned": "PJ"}, "bad-turned"),
    "joker held in marriage": ({**GOOD, "rulebook": "marriage-21", "players": 4, "hand": ["PJ"]}, "printed-joker"),
    "options is text": ({**GOOD, "options": "pool-101"}, "bad-type"),
    "option is a number": ({**GOOD, "options": [1]}, "bad-type"),
    "unknown option": ({**GOOD, "options": ["ace-jokers"]}, "bad-option"),
    "unknown option for all": ({**GOOD, "rulebook": "all", "options": ["nope"]}, "bad-option"),
    "ask is text": ({**GOOD, "ask": "distance"}, "bad-type"),
    "ask of a number": ({**GOOD, "ask": [1]}, "bad-type"),
    "unknown question": ({**GOOD, "ask": ["distance", "luck"]}, "bad-ask"),
    "unknown question for all": ({**GOOD, "rulebook": "all", "ask": ["luck"]}, "bad-ask"),
    "seen is text": ({**GOOD, "ask": ["outs"], "seen": "7S"}, "bad-type"),
    "seen a number": ({**GOOD, "ask": ["outs"], "seen": [7]}, "bad-type"),
    "seen is no card": ({**GOOD, "ask": ["outs"], "seen": ["7S", "9Z"]}, "bad-seen"),
    "5,000 cards seen": ({**GOOD, "ask": ["outs"], "seen": ["7S"] * 5000}, "bad-seen"),
    "open is a list": ({**GOOD, "ask": ["outs"], "open": ["7S"]}, "bad-type"),
    "open is no card": ({**GOOD, "ask": ["outs"], "open": "9Z"}, "bad-open"),
    "joker open": ({**GOOD, "rulebook": "marriage-21", "players": 4, "ask": ["outs"], "open": "PJ"}, "bad-open"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_unreadable_lines(name: str) -> None:
    """A line that holds no request gets an error with id null, and the next line is answered."""
    line, code = BAD[name]
    answers, errors = stream(line + b"\n", json.dumps(GOOD).encode() + b"\n")
    assert [answer["id"] for answer in answers] == [None, "good"]
    assert answers[0]["error"]["code"] == code
    assert "error" not in answers[1] and errors == 1


@pytest.mark.parametrize("name", BAD_VALUES)
def test_unanswerable_requests(name: str) -> None:
    """A request that cannot be answered gets an error with its id and a short message, and the next is answered."""
    request, code = BAD_VALUES[name]
    answers, errors = stream(json.dumps({**request, "id": 7}).encode() + b"\n", json.dumps(GOOD).encode())
    assert (answers[0]["id"], answers[0]["error"]["code"]) == (7, code)
    assert list(answers[0]) == ["id", "error"] and list(answers[0]["error"]) == ["code", "message"]
    assert 0 < len(answers[0]["error"]["message"]) <= 300
    assert "error" not in answers[1] and errors == 1


def test_codes_are_documented() -> None:
    """The module's text lists the codes of the requests above, and no code that none of them brings."""
    codes = {code for _, code in (*BAD.values(), *BAD_VALUES.values())} | {"line-too-long", "internal"}
    table = batch.__doc__[batch.__doc__.index("====") :]
    assert set(re.findall(r"^``([a-z0-9-]+)`` ", table, re.M)) == codes


def test_internal_fault_is_answered(monkeypatch: pytest.MonkeyPatch, logged_errors: list) -> None:
    """A fault of the engine on one line becomes an error line and is logged, and the stream goes on."""
    real = batch.analyse

    def fail_once(*arguments: object) -> object:
        monkeypatch.setattr(batch, "analyse", real)
        raise ZeroDivisionError("inner workings")

    monkeypatch.setattr(batch, "analyse", fail_once)
    answers, errors = stream(*[json.dumps(GOOD).encode() + b"\n"] * 2)
    assert (answers[0]["id"], answers[0]["error"]["code"]) == ("good", "internal")
    assert "inner workings" not in answers[0]["error"]["message"]
    assert "best" in answers[1] and errors == 1
    assert [str(record.exc_info[1]) for record in logged_errors] == ["inner workings"]
    logged_errors.clear()


# ---- the stream --------------------------------------------------------------------------------------------------
def test_one_answer_a_line() -> None:
    """Blank lines too are answered; an empty stream is not."""
    answers, errors = stream(b"\n\r\n", json.dumps(GOOD).encode(), b"\n\n")
    assert [answer.get("error", {}).get("code") for answer in answers] == [
        "empty-line",
        "empty-line",
        None,
        "empty-line",
    ]
    assert errors == 3
    assert stream(b"") == ([], 0)


def test_line_ends() -> None:
    """CRLF, a byte order mark before the first line, and a last line without its newline are accepted."""
    line = json.dumps(GOOD).encode()
    answers, errors = stream(b"\xef\xbb\xbf" + line + b"\r\n", line)
    assert len(answers) == 2 and errors == 0
    answers, errors = stream(line + b"\n", b"\xef\xbb\xbf" + line)
    assert errors == 1  # elsewhere the mark is no JSON


@pytest.mark.parametrize("extra", [-1, 0, 1, 2, 100_000])
def test_longest_line(extra: int) -> None:
    """A line up to the limit is read, a longer one refused, and its rest is not taken for another line."""
    line = json.dumps(GOOD).encode()
    padded = line[:-1] + b" " * (MAX_LINE - len(line) + extra) + b"}"
    answers, _ = stream(padded + b"\n", line + b"\n")
    assert len(answers) == 2
    assert answers[0].get("error", {}).get("code") == ("line-too-long" if extra > 0 else None)
    assert "error" not in answers[1]
    answers, _ = stream(padded)
    assert len(answers) == 1


def test_side_by_side_gives_the_same_lines() -> None:
    """Several processes answer good and bad lines as one does, in order, with the same count of errors."""
    keys = tuple(RULEBOOKS)
    asked = [{**GOOD, "id": at, "rulebook": keys[at % len(keys)]} for at in range(100)]
    lines = b"".join(json.dumps(one).encode() + b"\n" + b"nonsense\n" * (one["id"] % 3) for one in asked)
    alone, together = io.BytesIO(), io.BytesIO()
    errors = run_batch(io.BytesIO(lines), alone)
    assert errors == run_batch(io.BytesIO(lines), together, jobs=2) >= 99
    assert together.getvalue() == alone.getvalue()


class Pieces(io.BytesIO):
    """A stream that comes in pieces; what has been written to a target by then is noted before each."""

    def __init__(self, pieces: list[bytes], target: io.BytesIO) -> None:
        super().__init__()
        self.pieces, self.target, self.noted = iter(pieces), target, list[int]()

    def read1(self, size: int | None = -1) -> bytes:
        self.noted.append(self.target.getvalue().count(b"\n"))
        return next(self.pieces, b"")


def test_every_line_there_is_is_answered_before_more_is_waited_for() -> None:
    """Lines may come in any pieces: those that are whole are answered and sent before the next piece is read."""
    line = json.dumps(GOOD).encode() + b"\n"
    target = io.BytesIO()
    source = Pieces([line, line[:9], line[9:] + line + line[:1], line[1:-1]], target)
    buffered = io.BufferedWriter(target)
    assert run_batch(source, buffered) == 0
    assert source.noted == [0, 1, 1, 3, 3] and target.getvalue().count(b"\n") == 4
    assert len(set(target.getvalue().splitlines())) == 1


def test_a_long_line_in_pieces_is_one_error() -> None:
    """A line too long is one error wherever it is cut, and the lines about it are answered."""
    line, long = json.dumps(GOOD).encode() + b"\n", b"x" * (MAX_LINE + 1)
    for pieces in ([line + long, long + b"\n" + line], [line + long + b"\n" + line], [line, long, b"x", b"\n", line]):
        target = io.BytesIO()
        buffered = io.BufferedWriter(target)
        assert run_batch(Pieces(pieces, target), buffered) == 1
        assert ["error" in json.loads(told) for told in target.getvalue().splitlines()] == [False, True, False]


def test_side_by_side_a_fault_of_a_stream_ends_the_run() -> None:
    """What cannot be read or written is raised as with one process, and the lines read before are answered."""

    class Torn(io.BytesIO):
        def read1(self, size: int | None = -1) -> bytes:
            some = super().read1(size)
            if not some:
                raise OSError("torn")
            return some

    class Shut(io.BytesIO):
        def write(self, data: bytes) -> int:
            raise BrokenPipeError

    line = json.dumps(GOOD).encode() + b"\n"
    target = io.BytesIO()
    with pytest.raises(OSError, match="torn"):
        run_batch(Torn(line * 3), target, jobs=2)
    assert target.getvalue().count(b"\n") == 3
    with pytest.raises(BrokenPipeError):
        run_batch(io.BytesIO(line * 3000), Shut(), jobs=2)


class Endless(io.RawIOBase):
    """A line of ``size`` bytes without a newline, made as it is read."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.left = size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:
        count = min(len(buffer), self.left)
        buffer[:count] = b"x" * count
        self.left -= count
        return count


def test_endless_line_is_not_stored() -> None:
    """Two hundred megabytes without a newline are skipped in a few megabytes of memory."""
    target = io.BytesIO()
    tracemalloc.start()
    errors = run_batch(io.BufferedReader(Endless(200 << 20)), target)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert errors == 1 and json.loads(target.getvalue())["error"]["code"] == "line-too-long"
    assert peak < 8 << 20


@given(st.lists(st.binary(max_size=60).filter(lambda line: b"\n" not in line), max_size=8))
def test_any_bytes_are_answered(lines: list[bytes]) -> None:
    """Whatever bytes come, each line gets one error line of ASCII and the good request after them its answer."""
    answers, errors = stream(*(line + b"\n" for line in lines), json.dumps(GOOD).encode())
    assert len(answers) == len(lines) + 1 and errors == len(lines)
    assert "best" in answers[-1]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.fixed_dictionaries(
        {}, optional=dict.fromkeys(("id", "rulebook", "turned", "players", "hand", "groups", "options"), JSON)
    )
)
@settings(max_examples=200)
def test_any_values_are_answered(request: dict) -> None:
    """Whatever JSON values stand at a request's keys, the answer is an error with a known code and the same id."""
    answer = ask(request)
    assert answer["id"] == request.get("id")
    assert f"``{answer['error']['code']}`` " in batch.__doc__ and answer["error"]["code"] != "internal"


def test_every_notation_is_read() -> None:
    """Cards may be written in every form that the notation knows; answers use the two letters."""
    answer = ask({**GOOD, "hand": ["10h", "J♥", "qh", "joker"]})
    held = [card for group in answer["best"]["groups"] for card in group["cards"]] + answer["best"]["loose"]
    assert sorted(held) == ["JH", "PJ", "QH", "TH"]
    assert Hand(tuple(Card.parse(card) for card in held))


def test_nothing_but_jokers_is_answered_by_all_rulebooks() -> None:
    """A legal card list is answered under every rulebook, also where none of its cards are known."""
    answers, _ = stream(json.dumps({**GOOD, "rulebook": "all", "hand": ["PJ", "PJ"]}).encode())
    assert [result["rulebook"] for result in answers[0]["results"]] == list(RULEBOOKS)


def test_messages_name_what_is_missing_or_too_much() -> None:
    """A missing key and groups that do not hold the hand are named, with what was expected."""

    def message(**values: object) -> str:
        return answer_line(json.dumps(values).encode())["error"]["message"]

    assert "'rulebook' is missing: expected one of rummy-21, " in message(hand=["7S"])
    assert "'hand' is missing" in message(rulebook="all") and "'groups'" in message(rulebook="all")
    told = message(rulebook="all", hand=["5H", "5H", "PJ"], groups=[["5H", "6H"], ["PJ"]])
    assert "leave out 5H" in told and "hold 6H beyond it" in told


def test_a_key_that_stands_twice_in_one_object_is_refused() -> None:
    """Of two values nobody can tell which was meant: the line is an error, as for ``settle``."""
    for line in (b'{"id": 1, "hand": ["7S"], "hand": ["8S"]}', b'{"rulebook": {"deal": 1, "deal": 2}}'):
        assert answer_line(line)["error"]["code"] == "key-twice"
