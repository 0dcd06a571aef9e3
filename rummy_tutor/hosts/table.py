"""The command that plays: bots alone, programs, a person at a terminal, or a record that is played again."""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from contextlib import ExitStack
from pathlib import Path

from ..game.messages import Items, TutorError, tell_later
from ..game.rules import refuse
from ..output.blocks import write_text
from ..output.play import draw_table, list_choices, settle_named
from ..output.printing import find_width, print_text
from ..output.review import describe_review
from ..output.round_tables import describe_round
from ..playing.bots import LEVELS
from ..playing.game import EXEC, PROGRAM, YOU, Game, Mind, seat_players
from ..playing.programs import Program
from ..playing.record import load_play, replay, save_play
from ..playing.review import review
from ..rounds.documents import parse_json
from ..rulebooks.find import find_rulebook
from ..wording.speech import tell
from .commands import KEYS, Argument, UsageError, read_number

_MOST_SEED, _MOST_ROUNDS, _MOST_SEATS = 10**9 - 1, 1_000_000, 99


PLAY = (
    Argument("--rulebook", KEYS, "KEY"),
    Argument("--option", tell_later("command.option"), "NAME", {"action": "append", "default": [], "dest": "options"}),
    Argument(
        "--seats",
        tell_later("command.play:seats", levels=Items(LEVELS, "comma")),
        "SEATS",
        {"default": f"{YOU},exact"},
    ),
    Argument("--seed", tell_later("command.play:seed"), "N"),
    Argument("--rounds", tell_later("command.play:rounds"), "N", {"default": "1"}),
    Argument("--replay", tell_later("command.play:replay"), "FILE"),
    Argument("--save", tell_later("command.play:save"), "FILE"),
    Argument("--json", tell_later("command.play:json")),
)
REVIEW = (
    Argument("file", tell_later("command.review:file"), "FILE"),
    Argument("--seat", tell_later("command.review:seat"), "N"),
    Argument("--json", tell_later("command.review:json")),
)


def run_play(arguments: argparse.Namespace) -> int:
    """Play rounds, or a record again; 1 if that comes to another end than it tells."""
    if arguments.replay is not None:
        return _replay(arguments)
    UsageError.refuse(
        "missing-argument", arguments.rulebook is None, command="play", needed=Items(("--rulebook",), "comma")
    )
    given = read_number(arguments.seed, "--seed", 0, _MOST_SEED)
    seed = secrets.randbelow(_MOST_SEED) if given is None else given
    rounds = read_number(arguments.rounds, "--rounds", 1, _MOST_ROUNDS)
    book = find_rulebook(arguments.rulebook, arguments.options)
    words = [word.strip() for word in arguments.seats.split(",")]
    refuse("bad-seats:program", PROGRAM in words)
    sitters = seat_players(words)
    TutorError.refuse("nobody-asked", arguments.json and any(sitter.bot is None for sitter in sitters))
    for number in range(rounds):
        with ExitStack() as ending:
            commands = {seat: word.removeprefix(EXEC) for seat, word in enumerate(words) if word.startswith(EXEC)}
            programs: dict[int, Mind] = {}
            for seat, command in commands.items():
                program = programs[seat] = Program(command)
                ending.callback(program.close)
            game = Game(book, sitters, seed + number, minds=programs).go_on()
            finished = _play_here(game)
        if arguments.save is not None:
            save_play(game, arguments.save)
        if not finished:
            break
        print_text(game.to_json() if arguments.json else _tell_end(game))
    return 0


def run_review(arguments: argparse.Namespace, text: str) -> None:
    """Look back at the round of a record."""
    reviewed = review(parse_json(text), read_number(arguments.seat, "--seat", 0, _MOST_SEATS))
    print_text(
        json.dumps(reviewed.to_dict()) if arguments.json else write_text(describe_review(reviewed), find_width())
    )


def _tell_end(game: Game) -> str:
    """Who pays whom."""
    return "\n".join(
        [tell("play.seed", seed=str(game.seed)), write_text(describe_round(settle_named(game)), find_width())]
    )


def _replay(arguments: argparse.Namespace) -> int:
    try:
        game = replay(Path(arguments.replay))
    except TutorError as error:
        if not error.key.startswith("bad-record:end"):
            raise
        print_text(str(error))
        return 1
    if game.outcome is None and not arguments.json:
        game = load_play(game.to_dict())
        if not _play_here(game):
            return 0
    print_text(game.to_json() if arguments.json or game.outcome is None else _tell_end(game))
    return 0


# ---- a person at a terminal -----------------------------------------------------------------------------------
def _play_here(game: Game) -> bool:
    """Ask the people at the table for their moves, until the round ends; false if they stop before."""
    seen = 0
    while game.outcome is None:
        print_text("")
        print_text(draw_table(game, seen))
        seen = len(game.played.log)
        if not _make_move(game):
            return False
    return True


def _make_move(game: Game) -> bool:
    """Ask for a move until one is made; false where nothing more is said."""
    while True:
        answer = _ask(tell("play.ask", moves=list_choices(game.list_moves())))
        if answer is None:
            return False
        if answer in ("help", "?"):
            print_text("  ".join(game.list_moves()))
            continue
        if answer == "back":
            game.take_back()
            return True
        try:
            groups = None
            if answer.startswith("declare") and game.judge_move(answer).allowed:
                groups = _ask(tell("play.lay-out")) or None
            game.play(answer, groups)
            return True
        except TutorError as error:
            print_text(str(error))


def _ask(question: str) -> str | None:
    """What is answered; None at the end of the input."""
    sys.stdout.write(question + " ")
    sys.stdout.flush()
    line = sys.stdin.readline()
    return line.strip() if line else None
