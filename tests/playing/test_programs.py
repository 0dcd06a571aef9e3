"""Programs at the table, and the command that plays: records, replaying, a person at a terminal."""

from __future__ import annotations

import io
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rummy_tutor.cli import main
from rummy_tutor.output.play import settle_named
from rummy_tutor.playing.game import PROGRAM, Game, play, seat_players
from rummy_tutor.playing.programs import Program
from rummy_tutor.playing.record import replay
from rummy_tutor.playing.review import review
from rummy_tutor.wording.speech import speaking, tell

# a player in another language: it draws from the stock, throws the first card, lays nothing out in groups
NODE = """
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const { ask, moves, cards } = JSON.parse(line);
  if (ask === "groups") console.log(JSON.stringify({ groups: cards.map((card) => [card]) }));
  if (ask !== "move") return;
  const wanted = ["draw stock", "play", "throw"];
  const move = wanted.map((start) => moves.find((text) => text.startsWith(start))).find(Boolean) ?? moves[0];
  console.log(JSON.stringify({ move }));
});
"""
STUBBORN = 'import sys\nfor line in sys.stdin:\n    print(\'{"move": "fly"}\', flush=True)\n'


Call = Callable[..., tuple[int, str]]


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Runs the command with some words and what is typed; gives its exit status and output."""

    def run(*words: str, typed: str = "") -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        status = main(["play", *words])
        return status, capsys.readouterr().out

    return run


@pytest.mark.parametrize("key", ["gorummy-13", "marriage-21", "vazhushal-13"])
def test_a_program_in_another_language_plays_ten_rounds(key: str, tmp_path: Path) -> None:
    """A player written for node sits down by the protocol; every round ends, and its record plays again."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    script = tmp_path / "player.js"
    script.write_text(NODE, "utf-8")
    for seed in range(10):
        program = Program(f'"{node}" "{script}"')
        try:
            game = Game(key, seat_players([PROGRAM, "steady"]), seed, minds={0: program}).go_on()
        finally:
            program.close()
        assert game.outcome is not None
        record = game.to_dict()
        assert replay(record).to_dict() == record
        assert str(script) not in json.dumps(record)  # a record holds no command


def test_a_program_that_answers_nothing_useful_leaves_the_round(tmp_path: Path) -> None:
    """After three answers that cannot be taken its seat drops."""
    script = tmp_path / "player.py"
    script.write_text(STUBBORN, "utf-8")
    program = Program(f'"{sys.executable}" "{script}"')
    try:
        game = Game("gorummy-13", seat_players([PROGRAM, "steady"]), 1, minds={0: program}).go_on()
    finally:
        program.close()
    assert game.outcome is not None
    assert [done.move.record for done in game.played.log] == ["drop"]


def test_rounds_as_json_are_records_and_the_same_again(tmp_path: Path, call: Call) -> None:
    """Each line is a record; the same seed gives the same lines; a file of one is played again with status 0."""
    words = ("--rulebook", "octro-13", "--seats", "exact,steady,new", "--seed", "7", "--rounds", "2", "--json")
    status, out = call(*words)
    assert status == 0
    assert call(*words) == (0, out)
    records = [json.loads(line) for line in out.splitlines()]
    assert [(record["seed"], record["play"]) for record in records] == [(7, 1), (8, 1)]
    file = tmp_path / "round.json"
    file.write_text(json.dumps(records[0]), "utf-8")
    assert call("--replay", str(file))[0] == 0
    records[0]["end"]["net"][0] += 1
    file.write_text(json.dumps(records[0]), "utf-8")
    assert call("--replay", str(file))[0] == 1


def test_a_person_plays_at_a_terminal(call: Call) -> None:
    """The table is shown, a refused move says why, and leaving the round tells who pays whom."""
    typed = "throw KS\ndrop\n"
    words = ("--rulebook", "gorummy-13", "--seed", "3")
    status, out = call(*words, typed=typed)
    assert status == 0
    assert "your hand" in out
    assert "The move throw KS is not allowed" in out
    assert "you pays 10 points" in out


def test_people_are_not_asked_where_records_are_wanted(call: Call) -> None:
    """With --json all seats are bots or programs, else the command is refused."""
    assert call("--rulebook", "octro-13", "--json")[0] == 2


def test_a_terminal_calls_computer_players_in_the_script_of_the_language(call: Call) -> None:
    """At the table and when it is settled; cards are written as on the page, with 10 for a ten."""
    words = ("--rulebook", "gorummy-13", "--seed", "4")
    assert "Bikram" in call(*words, typed="drop\n")[1]
    with speaking("hi"):
        status, out = call(*words, typed="drop\n")
    assert status == 0 and "Bikram" not in out and out.count(tell_in("hi", "play.bot-Bikram")) >= 2
    assert "10♠" in out and "T♠" not in out


def test_two_players_of_one_name_are_settled_under_the_names_of_the_round() -> None:
    """A person may be called in their own letters what a computer player is called there."""
    name = tell_in("hi", "play.bot-Bikram")
    game = play("gorummy-13", [name, "steady"], seed=1).play("drop")
    with speaking("hi"):
        assert settle_named(game).names == (name, "Bikram")
        assert (
            review(play("gorummy-13", ["new", "steady"], seed=6), seat=0).explain()[0].startswith(tell("play.bot-Asha"))
        )


def tell_in(language: str, key: str) -> str:
    """A sentence in a language."""
    with speaking(language):
        return tell(key)
