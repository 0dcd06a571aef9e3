"""The command line: answers on standard output, one line on standard error, exit status 0, 1 or 2."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from rummy_tutor import RULEBOOKS, Hand, __version__, analyse, compare
from rummy_tutor.cli import _COMMANDS, _read_arguments, main
from rummy_tutor.hosts.announce import ServeError
from rummy_tutor.native import is_compiled
from rummy_tutor.output import long_work
from rummy_tutor.output.batch import answer_line
from rummy_tutor.rulebooks.files import loads_rulebook
from rummy_tutor.study import advice
from rummy_tutor.study.advice import Step
from rummy_tutor.wording.speech import tell
from tests.patience import LONG

TABLE = "2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS"
COMMAND = [sys.executable, "-m", "rummy_tutor"]
GOOD = json.dumps({"id": 1, "rulebook": "adgaming-13", "turned": "QD", "hand": ["2H", "3H", "4H"]}).encode() + b"\n"


def run(*words: str, **given: object) -> subprocess.CompletedProcess:
    """The program run to its end."""
    return subprocess.run([*COMMAND, *words], capture_output=True, timeout=LONG, check=False, **given)


@pytest.fixture
def call(capsys: pytest.CaptureFixture) -> Iterator[object]:
    """The program called inside this process: status, output, errors."""

    def inside(*words: str) -> tuple[int, str, str]:
        status = main(words)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    yield inside


def assert_one_line(errors: str, *words: str) -> None:
    """Standard error holds one line that names the program and the trouble."""
    assert errors.endswith("\n") and errors.count("\n") == 1, errors
    assert errors.startswith("rummy-tutor: ")
    for word in words:
        assert word in errors


# ---- analyse -----------------------------------------------------------------------------------------------------
def test_analyse_for_people(call) -> None:
    """The verdict names rulebook, table, groups with pretty cards, figures and reasons."""
    status, out, err = call("analyse", TABLE, "--rulebook", "adgaming-13", "--turned", "QD", "--players", "6")
    assert (status, err) == (0, "")
    assert out.startswith("AD Gaming Rummy (adgaming-13) · 6 players · turned Q♦\n")
    assert "As laid: 35 points" in out and "Best: 19 points" in out
    assert "impure sequence 5♣ 6♣ Q♦" in out and "Q♦ stands for 7♣" in out
    assert "Counted in points: 5♣ 5, 8♠ 8, 8♦ 8" in out


def test_analyse_as_json(call) -> None:
    """``--json`` prints the batch answer without its id, on one line."""
    status, out, _ = call("analyse", TABLE, "--rulebook", "rummy-21", "--turned", "QD", "--players", "6", "--json")
    assert status == 0 and out.count("\n") == 1
    assert json.loads(out) == json.loads(analyse(TABLE, "rummy-21", turned="QD", players=6).write_answer())


@pytest.mark.parametrize("turned", [(), ("--turned", "none"), ("--turned", "NONE")])
def test_no_turned_card(call, turned: tuple[str, ...]) -> None:
    """Without a turned card, or with ``none``, nothing is turned."""
    _, out, _ = call("analyse", "2H 3H", "--rulebook", "gorummy-13", *turned, "--json")
    assert json.loads(out)["wild"] == []


def test_house_options(call) -> None:
    """``--option`` may be repeated and reaches the rulebook."""
    words = ("--rulebook", "paplu-13", "--turned", "PJ", "--option", "ace-jokers", "--option", "double-on-printed")
    _, out, _ = call("analyse", "2H KS |", *words, "--json")
    answer = json.loads(out)
    assert len(answer["wild"]) == 4 and answer["best"]["points"] == 24
    _, out, _ = call("analyse", "2H KS |", *words)
    assert "with ace-jokers, double-on-printed" in out


def test_declaring_hand_is_told(call) -> None:
    """A hand that declares says how, and which card it throws."""
    hand = "2H 3H 4H 5H | 5C 6C 7C | 8D 8S 8C | 2D 2C 2S | KS"
    status, out, _ = call("analyse", hand, "--rulebook", "gorummy-13")
    assert status == 0
    assert "As laid: 0 points, declares (complete)" in out and "K♠ is thrown and does not count." in out


@pytest.mark.parametrize("key", RULEBOOKS)
def test_analyse_under_every_rulebook(call, key: str) -> None:
    """Every rulebook's verdict can be printed."""
    players = str(min(4, RULEBOOKS[key].table.players[1]))
    status, out, err = call("analyse", TABLE, "--rulebook", key, "--turned", "QD", "--players", players)
    assert (status, err) == (0, "") and RULEBOOKS[key].title in out


# ---- advise ------------------------------------------------------------------------------------------------------
WAITING = "2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S"
GORUMMY = ("--rulebook", "gorummy-13", "--turned", "9D")


def test_advise_for_people(call) -> None:
    """How far, one way there, what the next draw brings, and whether the open card is worth taking."""
    status, out, err = call("advise", WAITING, *GORUMMY, "--seen", "KH, KH", "--open", "9C")
    assert (status, err) == (0, "")
    assert out.startswith(
        "GoRummy Points Rummy (gorummy-13) · 4 players · turned 9♦\nwild: 9♠ 9♥ 9♦ 9♣, and printed jokers\n"
    )
    assert "1 card away from declaring." in out and "If another player declares next: 22 points." in out
    assert "  pure sequence   7♠ 8♠ 9♠ 10♠\n" in out and "Cards to give up: 2♠." in out
    assert "Of the 89 cards still to come, 9 would bring the hand nearer (10 %)" in out
    assert ["K♠", "2", "2.2", "%", "0", "0", "distance", "and", "points"] in [line.split() for line in out.splitlines()]
    assert "  K♥ " not in out
    assert "Open card: Take the 9♣." in out and "With it the hand declares." in out


def test_advise_with_a_card_too_many(call) -> None:
    """The discards are listed best first, ties marked and told."""
    _, out, _ = call("advise", f"{WAITING} 7C", *GORUMMY)
    rows = [line.split() for line in out.splitlines()]
    assert ["7♣", "1", "12", "22"] in [row[:4] for row in rows] and ["=", "K♣", "2", "47", "19"] in [
        row[:5] for row in rows
    ]
    told = " ".join(out.split())
    assert "Throw 7♣: the hand is then 1 card away from declaring, with 12 outs." in told
    assert "If another player declares next, it comes to 22 points." in told
    assert "A discard marked = is as good as the one above" in out


def test_an_open_card_beside_a_full_hand_is_not_judged(call) -> None:
    """With a card too many in hand no other can be taken, and the answer says so."""
    status, out, err = call("advise", f"{WAITING} 7C", *GORUMMY, "--open", "KH")
    assert (status, err) == (0, "")
    assert "Open card: K♥ is not judged. It can be taken with 13 cards in hand, and this hand has 14." in " ".join(
        out.split()
    )


def test_advise_as_json(call) -> None:
    """``--json`` prints the batch answer with everything asked, without its id."""
    status, out, _ = call("advise", WAITING, *GORUMMY, "--open", "9C", "--json")
    request = {"rulebook": "gorummy-13", "turned": "9D", "hand": WAITING.split(), "open": "9C"}
    answer = answer_line(json.dumps({**request, "ask": ["distance", "discards", "outs"]}).encode())
    del answer["id"]
    assert status == 0 and json.loads(out) == json.loads(json.dumps(answer))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("2H 9Z", *GORUMMY), "9Z"),
        ((WAITING, *GORUMMY, "--seen", "7S 9Z"), "9Z"),
        ((WAITING, *GORUMMY, "--open", "9Z"), "9Z"),
        ((WAITING, "--rulebook", "marriage-21", "--open", "PJ"), "PJ"),
        ((WAITING, "--rulebook", "chess"), "chess"),
        ((WAITING,), "--rulebook"),
        ((WAITING, *GORUMMY, "--players", "9"), "9 players"),
    ],
)
def test_advise_refuses_what_it_cannot_read(call, words: tuple[str, ...], told: str) -> None:
    """Bad cards, rulebooks and numbers are one clear line and status 2."""
    status, out, err = call("advise", *words)
    assert (status, out) == (2, "")
    assert_one_line(err, told)


@pytest.mark.parametrize("key", [key for key in RULEBOOKS if RULEBOOKS[key].deal == 13])
@pytest.mark.parametrize("cards", [WAITING, f"{WAITING} 7C", "2H 3H"])
def test_advise_under_every_small_rulebook(call, key: str, cards: str) -> None:
    """Every rulebook has words for every number of cards; those it does not deal cannot declare."""
    status, out, err = call("advise", cards, "--rulebook", key, "--turned", "QD", "--open", "7C")
    assert (status, err) == (0, "") and RULEBOOKS[key].title in out
    assert ("A hand of 2 cards cannot declare" in out) is (cards == "2H 3H")


# ---- compare -----------------------------------------------------------------------------------------------------
def test_compare_for_people(call) -> None:
    """The table has one row a rulebook."""
    status, out, err = call("compare", TABLE, "--turned", "QD")
    assert (status, err) == (0, "")
    rows = [line.split() for line in out.splitlines()]
    assert [row[0] for row in rows if row and row[0] in RULEBOOKS] == list(RULEBOOKS)
    assert ["octro-13", "4", "80", "80", "–", "–"] in rows


def test_compare_as_json(call) -> None:
    """``--json`` prints an object with every rulebook's result."""
    _, out, _ = call("compare", TABLE, "--turned", "QD", "--players", "5", "--json")
    found = compare(TABLE, turned="QD", players=5)
    assert json.loads(out) == {"results": [json.loads(result.write_answer()) for result in found]}


def test_advice_says_what_analyse_notes(call) -> None:
    """More of a card than the pack holds is told before the advice; a score is called one."""
    _, out, _ = call("advise", "2H 2H 2H 2H 8S 9S TS 5C 5D 5H KD KC 2S", "--rulebook", "gorummy-13")
    assert "Note: 4 × 2♥ is more than the pack of this table has: 2" in out.split("away from declaring")[0]
    _, out, _ = call("advise", "2H 2H 3H 4H 8S 9S TS 5C 5D 5H KD KC 2S", "--rulebook", "vazhushal-13")
    assert "distance and score" in out and "points" not in out.split("still to come")[1]


# ---- rules -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("key", RULEBOOKS)
def test_rules_of_a_rulebook(call, key: str) -> None:
    """``rules KEY`` prints the rulebook with its sources in brackets."""
    status, out, _ = call("rules", key)
    assert status == 0 and out.startswith(RULEBOOKS[key].title) and re.search(r"\[[SR]\d", out)
    assert all(f"\n  {option} " in out for option in RULEBOOKS[key].offers)  # as --option takes them


def test_rules_without_a_key(call) -> None:
    """``rules`` lists the rulebooks, the rulings and the sources' slips."""
    status, out, _ = call("rules")
    assert status == 0
    for word in (*RULEBOOKS, "S0", "R1 ", "R29", "X6"):
        assert f"  {word}" in out


def test_rules_asks_which_game_is_yours() -> None:
    """``rules --ask`` asks on the error stream; what differs is told, or written as a file with ``--toml``."""
    typed = "13\n25\n1\nx\n1\n100\n1\n1\n"
    done = run("rules", "--ask", input=typed, text=True)
    assert done.returncode == 0 and "The nearest rulebook is" in done.stdout and "1/8" in done.stderr
    assert "This is none of the answers." in done.stderr and "100 points" in done.stdout
    file = run("rules", "--ask", "--toml", input=typed, text=True).stdout
    assert loads_rulebook(file).penalties.first_drop == 25 and 'title = "Our table"' in file
    assert run("rules", "--ask", input=b"").returncode == 0
    assert run("rules", "--ask", "octro-13").returncode == 2


def test_rules_with_an_option(call) -> None:
    """``rules KEY --option`` prints the derived rulebook."""
    _, out, _ = call("rules", "adgaming-13", "--option", "pool-201")
    assert "(adgaming-13) with pool-201" in out and "25 points" in out
    assert call("rules", "--option", "pool-201")[0] == 2


# ---- bad usage ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nonsense",), ("nonsense", "analyse")),
        (("analyse",), ("HAND", "--rulebook")),
        (("analyse", "2H"), ("--rulebook",)),
        (("analyse", "2H", "--rulebook", "chess"), ("'chess'", "rummy-21")),
        (("analyse", "2H 1Z", "--rulebook", "octro-13"), ("'1Z' (card 2, character 4)", "expected a rank")),
        (("analyse", "", "--rulebook", "octro-13"), ("0 cards", "1 to 28")),
        (("analyse", "2H " * 29, "--rulebook", "octro-13"), ("29 cards",)),
        (("analyse", "2H || 3H", "--rulebook", "octro-13"), ("Group 2 is empty",)),
        (("analyse", "2H", "--rulebook", "octro-13", "--turned", "ZZ"), ("--turned", "'ZZ'")),
        (("analyse", "2H", "--rulebook", "octro-13", "--players", "x"), ("--players", "'x'")),
        (("analyse", "2H", "--rulebook", "octro-13", "--players", "9"), ("9 players", "2 to 6")),
        (("analyse", "2H", "--rulebook", "octro-13", "--option", "x"), ("'x'", "offers none")),
        (("analyse", "PJ", "--rulebook", "marriage-21"), ("PJ", "marriage-21")),
        (("analyse", "2H", "--rulebook", "marriage-21", "--turned", "PJ"), ("PJ", "turned up")),
        (("analyse", "2H", "--rulebook", "octro-13", "--frob"), ("--frob",)),
        (("analyse", "2H", "3H", "--rulebook", "octro-13"), ("3H",)),
        (("compare", "2H zz"), ("'zz'",)),
        (("compare", "2H", "--option", "zz"), ("'zz'",)),
        (("rules", "chess"), ("'chess'",)),
        (("rules", "--toml"), ("--toml", "KEY")),
        (("rules", "--option", "ace-jokers"), ("--option", "KEY")),
        (("rules", "--schema", "octro-13"), ("--schema",)),
        (("rules", "--schema", "--toml"), ("--schema",)),
        (("analyse", "2H", "--rulebook", "octro-13", "--rulebook", "paplu-13"), ("--rulebook", "twice")),
        (("compare", "2H", "--rulebook", "octro-13"), ("octro-13", "twice")),
        (("batch", "file"), ("file",)),
        (("app", "--port", "0"), ("--port", "'0'")),
        (("app", "--port", "99999"), ("--port",)),
        (("batch", "--jobs", "1_0"), ("--jobs", "'1_0'", "1 to 1024")),
        (("analyse", "2H", "--rulebook", "octro-13", "--players", "٤"), ("--players", "'٤'")),
        (("analyse", "2H", "--rulebook", "house.TOML"), ("'house.TOML'", "ends in .toml")),
        (("settle", ""), ("settle", "FILE")),
        (("--frob",), ("--frob",)),
    ],
)  # fmt: skip
def test_bad_usage(call, words: tuple[str, ...], told: tuple[str, ...]) -> None:
    """Bad usage and unreadable hands end with status 2 and one line that says what is wrong."""
    status, out, err = call(*words)
    assert (status, out) == (2, "")
    assert_one_line(err, *told)


def test_bytes_that_are_no_text() -> None:
    """An argument that is no UTF-8 is refused like any other bad card."""
    done = subprocess.run(
        [*COMMAND, "analyse", b"\xff\xfe", "--rulebook", "octro-13"], capture_output=True, timeout=LONG
    )
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1 and b"Traceback" not in done.stderr


@pytest.mark.parametrize("code", ["xx", "../en", "EN"])
def test_a_language_without_a_catalogue(call, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """An unknown language is told in one line, and everything is in English."""
    monkeypatch.setenv("RUMMY_TUTOR_LANGUAGE", code)
    status, out, err = call("rules", "octro-13")
    assert status == 0 and out.startswith(RULEBOOKS["octro-13"].title)
    assert_one_line(err, repr(code), "English is used")


@pytest.mark.parametrize("code", ["", "en", "qps"])
def test_a_language_with_a_catalogue(call, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """A language that exists, or none, is taken without a word."""
    monkeypatch.setenv("RUMMY_TUTOR_LANGUAGE", code)
    assert call("--version")[0::2] == (0, "")


def test_advise_solves_the_hand_once(call, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is judged for the notes is not solved again for the advice."""
    from rummy_tutor.study import advice, analysis

    solved = []
    for module in (advice, analysis):
        find_best = module.find_best
        monkeypatch.setattr(module, "find_best", lambda *given, find=find_best: solved.append(given) or find(*given))
    assert call("advise", WAITING, *GORUMMY)[0] == 0
    assert [cards for cards, *_ in solved].count(Hand.parse(WAITING).cards) == 1


def test_a_hand_is_read_from_standard_input(call, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dash in the place of the hand reads it from standard input, for a verdict, advice and a comparison."""
    rules = ("--rulebook", "octro-13", "--turned", "QD")
    for words in (("analyse", *rules), ("advise", *rules), ("compare", "--turned", "QD")):
        expected = call(words[0], TABLE, *words[1:], "--json")
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(f"{TABLE}\n".encode())))
        assert call(words[0], "-", *words[1:], "--json") == expected and expected[0] == 0
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"2H 3X")))
    status, out, err = call("analyse", "-", *rules)
    assert (status, out) == (2, "") and "'3X'" in err


def test_rules_as_json(call) -> None:
    """``rules KEY --json`` prints every field, which makes the same rulebook again; without a key there are all."""
    data = json.loads(call("rules", "paplu-13", "--option", "ace-jokers", "--json")[1])
    assert data["options"] == ["ace-jokers"] and data["deal"] == 13
    whole = json.loads(call("rules", "--json")[1])["rulebooks"]
    assert [one["key"] for one in whole] == [*RULEBOOKS]
    assert whole[0] == RULEBOOKS["rummy-21"].to_dict()
    status, _, err = call("rules", "octro-13", "--json", "--toml")
    assert status == 2 and "give one of them" in err


def test_a_misspelt_command_is_told_with_the_right_one(call) -> None:
    """What is nearly a command is told with the command that was meant; anything else with all of them."""
    assert "did you mean analyse?" in call("analyze")[2] and "did you mean compare?" in call("compar")[2]
    status, _, err = call("zzz")
    assert status == 2 and "did you mean" not in err and "expected one of app, class" in err


def test_each_command_has_examples_that_are_understood(call) -> None:
    """The help of each command ends with examples whose arguments the command line takes."""
    for name in _COMMANDS:
        told = call(name, "--help")[1]
        assert "Examples:\n" in told
        for words in _COMMANDS[name].examples:
            assert f"  rummy-tutor {words}\n" in told and words.split()[0] == name
            _read_arguments(shlex.split(re.split(" [<>] ", words)[0]))


def test_red_cards_are_red_in_a_terminal_that_has_colours(call, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hearts and diamonds are written in red in a terminal; not in a file, and not where ``NO_COLOR`` is set."""
    words = ("analyse", "2H TC QD", "--rulebook", "octro-13")
    plain = call(*words)[1]
    assert "\x1b" not in plain
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    coloured = call(*words)[1]
    assert "\x1b[31m2♥\x1b[39m" in coloured and "\x1b[31mT♣" not in coloured
    assert re.sub("\x1b\\[[0-9]+m", "", coloured) == plain
    for name, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
        with monkeypatch.context() as patch:
            patch.setenv(name, value)
            assert call(*words)[1] == plain


def test_version_and_help(call) -> None:
    """``--version`` and ``--help`` answer on standard output."""
    kernel = "compiled" if is_compiled() else "interpreted"
    assert call("--version") == (0, f"rummy-tutor {__version__} ({kernel} kernel)\n", "")
    status, out, _ = call("--help")
    assert status == 0 and all(word in out for word in ("app", "analyse", "compare", "rules", "batch"))
    assert "--no-browser" in call("app", "--help")[1]


# ---- the app -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "port", "browser"),
    [((), None, True), (("app",), None, True), (("app", "--port", "8123", "--no-browser"), 8123, False),
     (("--no-browser",), None, False)],
)  # fmt: skip
def test_app_is_served(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], port: int | None, browser: bool
) -> None:
    """Without a command the app is served; port and browser are passed on."""
    asked = []
    stand_in = types.ModuleType("rummy_tutor.hosts.voila.serve")
    stand_in.serve = lambda port=None, **options: asked.append((port, options))
    monkeypatch.setitem(sys.modules, "rummy_tutor.hosts.voila.serve", stand_in)
    assert main(words) == 0
    assert asked[0][0] == port and asked[0][1]["open_browser"] is browser


def test_app_that_cannot_start(monkeypatch: pytest.MonkeyPatch, call) -> None:
    """If the app cannot be served, one line says why."""
    stand_in = types.ModuleType("rummy_tutor.hosts.voila.serve")

    def refuse(port: int | None = None, **options: object) -> None:
        raise ServeError("port-taken", port=8866)

    stand_in.serve = refuse
    monkeypatch.setitem(sys.modules, "rummy_tutor.hosts.voila.serve", stand_in)
    status, _, err = call("app")
    assert status == 2
    assert_one_line(err, "Port 8866 is taken")


# ---- the process -------------------------------------------------------------------------------------------------
def test_plain_terminals() -> None:
    """A terminal that knows no suit signs gets letters instead of a traceback."""
    done = run(
        "analyse", TABLE, "--rulebook", "adgaming-13", "--turned", "QD", env={**os.environ, "PYTHONIOENCODING": "ascii"}
    )
    assert done.returncode == 0 and done.stderr == b""
    assert b"QD stands for 7C" in done.stdout


def test_reader_that_leaves() -> None:
    """If the reader of the output has gone, the program ends without a word."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*COMMAND, "rules"], stdout=writing, stderr=subprocess.PIPE, timeout=LONG, check=False)
    os.close(writing)
    assert done.stderr == b"" and done.returncode == 0


def test_batch_answers_before_the_input_ends() -> None:
    """Each line is answered while standard input is still open."""
    with subprocess.Popen([*COMMAND, "batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        watchdog = threading.Timer(LONG, process.kill)
        watchdog.start()
        for _ in range(3):
            process.stdin.write(GOOD)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == 1
        process.stdin.close()
        assert process.wait(timeout=LONG) == 0
        watchdog.cancel()


def test_batch_side_by_side_ends_with_its_reader() -> None:
    """With several processes too the program ends, without a word, once nobody takes its answers."""
    words = [*COMMAND, "batch", "--jobs", "2"]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(words, bufsize=0, **pipes) as process:
        watchdog = threading.Timer(LONG, process.kill)
        watchdog.start()
        process.stdin.write(GOOD)
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == 1
        process.stdout.close()
        with pytest.raises(BrokenPipeError):  # the input stays open: it ends in the middle of waiting for a line
            while True:
                process.stdin.write(GOOD)
                process.stdin.flush()
        assert (process.wait(), process.stderr.read()) == (0, b"")
        watchdog.cancel()


def test_interrupt() -> None:
    """Ctrl-C ends the program at once and without a traceback."""
    with subprocess.Popen(
        [*COMMAND, "batch"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # a shell that runs the tests in the background has the signal ignored
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        process.stdin.write(GOOD)
        process.stdin.flush()
        process.stdout.readline()  # it is running
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=LONG)
        assert errors == b"rummy-tutor: Stopped by Ctrl-C; the rest is not worked out.\n"
        assert process.returncode == 130


def test_interrupt_of_several_processes() -> None:
    """Ctrl-C reaches all processes of a terminal: one line is told, and what is answered stands."""
    with subprocess.Popen(
        [*COMMAND, "batch", "--jobs", "2"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        start_new_session=True,
    ) as process:
        process.stdin.write(GOOD)
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == 1
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=LONG)
        assert errors == b"rummy-tutor: Stopped by Ctrl-C; the rest is not worked out.\n"
        assert process.returncode == 130


def test_interrupted_advice_tells_what_is_known(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture) -> None:
    """Advice stopped in the middle is printed as far as it is known, with one line that says so."""

    def interrupted(*_: object) -> Iterator[Step]:
        yield Step("discards", 1, 9)
        raise KeyboardInterrupt

    monkeypatch.setattr(advice, "_discards", interrupted)
    hand = "2H 3H 4H 5C 6C 7C 8D 8S 8H 9D TD JS KS 2C"
    assert main(["advise", hand, "--rulebook", "gorummy-13", "--turned", "QD"]) == 130
    out, errors = capsys.readouterr()
    assert "2 cards away" in out and tell("advice.throw") not in out
    assert errors == "rummy-tutor: Stopped by Ctrl-C; this is what was known by then.\n"
    assert main(["advise", hand, "--rulebook", "gorummy-13", "--turned", "QD", "--json"]) == 130
    told = json.loads(capsys.readouterr().out)["advice"]
    assert told["distance"] is not None and "discards" not in told


def test_long_work_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal, work that lasts longer than a second tells how much is done, in one line that goes again."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    now = iter(range(0, 90, 9))
    monkeypatch.setattr(long_work, "monotonic", lambda: next(now))
    terminal, other = Terminal(), io.StringIO()
    steps = [Step("distance", 1, 1), Step("outs", 3, 40)]
    assert [*long_work.Watch(terminal)(steps)] == steps
    assert "3 of 40" in terminal.getvalue() and terminal.getvalue().rpartition("\r")[2] == ""
    assert [*long_work.Watch(other)(steps)] == steps and other.getvalue() == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this machine has no full device")
@pytest.mark.parametrize("words", [["rules"], ["batch"]])
def test_output_that_cannot_be_written(words: list[str]) -> None:
    """A full disk is told in one line with status 2."""
    request = json.dumps({"rulebook": "gorummy-13", "hand": ["5H"]})
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*COMMAND, *words], input=request, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert_one_line(done.stderr, "Standard output cannot be written")


def test_closed_input() -> None:
    """Without standard input a batch says so in one line."""
    done = subprocess.run(f"{shlex.join(COMMAND)} batch <&-", shell=True, capture_output=True, check=False)
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1 and b"Traceback" not in done.stderr


def test_batch_status() -> None:
    """Status 0 if every line was answered, 1 if some line was answered with an error, 0 for no line at all."""
    assert run("batch", input=GOOD).returncode == 0
    assert run("batch", input=b"").returncode == 0
    done = run("batch", input=b"nonsense\n" + GOOD)
    assert done.returncode == 1 and done.stderr == b"" and done.stdout.count(b"\n") == 2


def test_batch_survives_bad_lines() -> None:
    """Every sort of bad line gets its own error line, in order, and the good line after it its answer."""
    bad = [
        b"", b"hello", b"[" * 100_000, b"\xff\xfe", b'{"id": NaN}', b"[]", b"{}",
        json.dumps({"rulebook": "octro-13", "hand": ["2H"] * 5000}).encode(),
        b'"' + b"x" * (3 << 20) + b'"',
    ]  # fmt: skip
    done = run("batch", input=b"".join(line + b"\n" + GOOD for line in bad))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1 and done.stderr == b""
    assert ["error" in answer for answer in answers] == [True, False] * len(bad)


def feed(sink: io.BufferedWriter, line: bytes, count: int) -> None:
    """Write a line many times and close."""
    for _ in range(count):
        sink.write(line)
    sink.close()


def test_batch_memory_is_bounded() -> None:
    """Ninety megabytes of input, among them one line of sixty, need little more memory than an idle program."""
    long_line = b'{"id": "' + b"x" * 30_000 + b'", "rulebook": "octro-13", "hand": ["2H"]}\n'
    program = (
        "import resource, sys; from rummy_tutor.cli import main; status = main(['batch']);"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr); sys.exit(status)"
    )

    def peak(parts: list[tuple[bytes, int]]) -> int:
        with subprocess.Popen(
            [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        ) as process:
            for line, count in parts[:-1]:
                for _ in range(count):
                    process.stdin.write(line)
            feed(process.stdin, *parts[-1])
            return int(process.stderr.read())

    idle = peak([(GOOD, 1)])
    busy = peak([(b"y" * (1 << 20), 60), (b"\n", 1), (long_line, 1000)])
    unit = 1 if sys.platform != "darwin" else 1024
    assert (busy - idle) / unit < 20 * 1024, (idle, busy)


@pytest.mark.parametrize("key", RULEBOOKS)
def test_people_and_programs_are_told_of_the_same_wild_cards(call, key: str) -> None:
    """The line for people names the cards of the JSON field, and says in words whether printed jokers are wild."""
    players, printed = RULEBOOKS[key].table.players[0], RULEBOOKS[key].wilds.printed
    asked = ("analyse", "5H 6H 7H", "--rulebook", key, "--turned", "8D", "--players", str(players))
    told = next(line for line in call(*asked)[1].splitlines() if line.startswith("wild: "))
    cards, _, more = told.removeprefix("wild: ").partition(", ")
    wild = json.loads(call(*asked, "--json")[1])["wild"]
    if not wild:
        assert cards == ("only printed jokers" if printed else "none")
        return
    assert list(Hand.parse(cards).cards) == list(Hand.parse(" ".join(wild)).cards)
    assert more == ("and printed jokers" if printed else "")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("rummy-tutor an", ["analyse"]),
        ("rummy-tutor rules gor", ["gorummy-13"]),
        ("rummy-tutor rules hou", ["house.toml"]),
        ("rummy-tutor advise 2H --rulebook octro-13 --se", ["--seen"]),
        ("rummy-tutor compare 2H --option ace", ["ace-jokers"]),
    ],
)
def test_a_shell_completes_commands_options_and_rulebooks(typed: str, offered: list[str], tmp_path: Path) -> None:
    """What a shell that asks by argcomplete is offered."""
    pytest.importorskip("argcomplete")
    (tmp_path / "house.toml").touch()
    answer = tmp_path / "answer"
    asked = {"_ARGCOMPLETE": "1", "COMP_LINE": typed, "COMP_POINT": str(len(typed)), "_ARGCOMPLETE_IFS": "\n"}
    folders = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, **asked, "_ARGCOMPLETE_STDOUT_FILENAME": str(answer), "PYTHONPATH": folders}
    assert run(env=environment, cwd=tmp_path).returncode == 0
    assert [word.strip() for word in answer.read_text("utf-8").splitlines()] == offered
