"""Whether what a review tells is real: both moves are played to the end many times, the stock shuffled anew.

python -m tests.bench.review gather gorummy-13 --each 200 --playouts 40 --seed 4000000 >> weighed.jsonl
python -m tests.bench.review compare weighed.jsonl

Moves of steady bots and of beginners, and planted mistakes, are judged; each and its better move are then played on by
exact bots from the same cards. Told and real loss are compared by grade and by code. As many moves of each grade are
weighed; "good" are those that the review lets pass though it knows a better one.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import NamedTuple

from rummy_tutor.playing.bots import Exact
from rummy_tutor.playing.chance import Chance
from rummy_tutor.playing.game import Game, seat_players
from rummy_tutor.playing.moves import Move
from rummy_tutor.playing.review import Reviewer
from rummy_tutor.playing.round import PlayedRound
from tests.bench.play import interval
from tests.playing.planting import plant

_LEFT_OUT = ("wrong-declaration", "should-have-dropped")  # what is lost is certain, or counted in points


class Spot(NamedTuple):
    """A move beside a better one, and what the review tells of it: ``good`` is the grade of what it lets pass."""

    before: PlayedRound
    at: int
    move: str
    best: str
    code: str
    grade: str
    told: float


def list_spots(game: Game, seat: int) -> Iterator[Spot]:
    """The moves of a player that the review judges, and to which it knows a better one."""
    reviewer, judged = Reviewer(game, seat), 0
    for done in reviewer.judge_moves():
        at = done - 1
        move, before = game.played.log[at].move.record, game.rounds[at]
        mistake = next((mistake for mistake in reviewer.found if mistake.at == at), None)
        last = reviewer.judged[judged:]  # nothing where the move was not judged
        judged = len(reviewer.judged)
        if mistake is not None:
            yield Spot(before, at, move, mistake.best, mistake.code, mistake.grade, mistake.loss)
        elif last and last[0].found and last[0].best > last[0].made:
            best, code = last[0].found
            yield Spot(before, at, move, best, code, "good", 100 * (last[0].best - last[0].made))


def deal_anew(played: PlayedRound, chance: Chance) -> PlayedRound:
    """A round with the stock shuffled anew. The others keep their hands: dealt at random these would be too weak."""
    stock, chance = chance.shuffle(played.stock)
    return replace(played, stock=stock, chance=chance)


def play_on(played: PlayedRound, move: str) -> float:
    """The share of the round that the player whose turn it is wins when all play on exactly after a move."""
    seat, bot = played.seat, Exact()
    made = Move.parse(move)
    game = Game(played.rulebook, seat_players(["exact"] * len(played.places)), 0, played=played)
    game.make(made, bot.lay_out(game.view, made) if made.kind == "declare" else None)
    game.go_on()
    assert game.outcome is not None
    return 1 / len(played.places) if game.outcome.winner is None else float(game.outcome.winner == seat)


def weigh(spot: Spot, playouts: int) -> float:
    """What a move really lost, in points of a hundred."""
    lost = 0.0
    for number in range(playouts):
        dealt = deal_anew(spot.before, Chance(number * 7919 + spot.at))
        lost += play_on(dealt, spot.best) - play_on(dealt, spot.move)
    return 100 * lost / playouts


def find_spots(rulebook: str, first: int, each: int) -> Iterator[tuple[int, Spot]]:
    """So many moves of each grade with the seed of their deal, four a deal and grade at most."""
    missing = dict.fromkeys(("blunder", "mistake", "good"), each)
    for seed in count(first):
        game = Game(rulebook, seat_players([("steady", "new")[seed % 2], "exact"]), seed).go_on()
        spots = list(list_spots(game, 0))
        for _, cut, seat in plant(rulebook, seed) if seed % 4 == 0 else ():
            spots += [spot for spot in list_spots(cut, seat) if spot.at == len(cut.played.log) - 1]
        for grade in missing:
            graded = [spot for spot in spots if spot.grade == grade and spot.code not in _LEFT_OUT]
            taken = graded[: min(4, missing[grade])]
            missing[grade] -= len(taken)
            yield from ((seed, spot) for spot in taken)
        if not any(missing.values()):
            return


def gather(rulebook: str, each: int, playouts: int, seed: int) -> None:
    """Weigh moves, a line of JSON each."""
    for number, spot in find_spots(rulebook, seed, each):
        real = weigh(spot, playouts)
        line = {"rulebook": rulebook, "seed": number, **spot._asdict(), "real": real, "playouts": playouts}
        del line["before"]
        print(json.dumps(line), flush=True)


def compare(files: list[str]) -> None:
    """Told and real losses of the moves in some files, by grade and by code."""
    told, real = defaultdict(list), defaultdict(list)
    for line in (json.loads(text) for file in files for text in Path(file).read_text().splitlines()):
        names = [line["grade"]] if line["grade"] == "good" else [line["grade"], line["code"]]
        for name in names:
            told[line["rulebook"], name].append(line["told"])
            real[line["rulebook"], name].append(line["real"])
    for key, name in sorted(told):
        (mean, _), (lost, half) = interval(told[key, name]), interval(real[key, name])
        print(f"{key}, {name}: {len(told[key, name])} moves, told {mean:.1f}, real {lost:.1f} ± {half:.1f}")


def main() -> None:
    """Compare told and real losses."""
    if sys.argv[1] == "compare":
        return compare(sys.argv[2:])
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["gather"])
    parser.add_argument("rulebook")
    parser.add_argument("--each", type=int, default=40, help="moves of each grade")
    parser.add_argument("--playouts", type=int, default=40)
    parser.add_argument("--seed", type=int, default=4_000_000)
    given = parser.parse_args()
    return gather(given.rulebook, given.each, given.playouts, given.seed)


if __name__ == "__main__":
    main()
