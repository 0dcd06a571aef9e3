"""Whether what a review tells is real: both moves are played to the end many times, the stock shuffled anew.

python -m tests.bench.review gorummy-13 --moves 40 --playouts 40 --seed 4000000

Moves of steady bots and of beginners, and planted mistakes, are judged; each and its better move are then played on by
exact bots from the same cards. Told and real loss are compared by grade and by code.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from dataclasses import replace
from time import process_time

import rummy_tutor as rt
from rummy_tutor.playing.bots import Exact
from rummy_tutor.playing.chance import Chance
from rummy_tutor.playing.game import Game, seat_players
from rummy_tutor.playing.moves import Move
from rummy_tutor.playing.review import Found
from rummy_tutor.playing.round import PlayedRound
from tests.bench.play import interval
from tests.playing.planting import plant

_LEFT_OUT = ("wrong-declaration", "should-have-dropped")  # what is lost is certain, or counted in points


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


def weigh(game: Game, found: Found, playouts: int) -> float:
    """What a move really lost, in points of a hundred."""
    before, lost = game.rounds[found.at], 0.0
    for number in range(playouts):
        dealt = deal_anew(before, Chance(number * 7919 + found.at))
        lost += play_on(dealt, found.best) - play_on(dealt, found.move)
    return 100 * lost / playouts


def main() -> None:
    """Compare told and real losses."""
    parser = argparse.ArgumentParser()
    parser.add_argument("rulebook")
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--playouts", type=int, default=40)
    parser.add_argument("--seed", type=int, default=4_000_000)
    given = parser.parse_args()
    told, real, start = defaultdict(list), defaultdict(list), process_time()
    judged, seed = 0, given.seed
    while judged < given.moves:
        seed += 1
        level = ("steady", "new")[seed % 2]
        game = Game(given.rulebook, seat_players([level, "exact"]), seed).go_on()
        looked = [(game, one) for one in rt.review(game, 0).found if one.code not in _LEFT_OUT]
        for _, cut, seat in plant(given.rulebook, seed) if seed % 4 == 0 else ():
            looked += [(cut, one) for one in rt.review(cut, seat).found if one.code not in _LEFT_OUT]
        for where, one in looked[:4]:
            loss = weigh(where, one, given.playouts)
            for name in (one.grade, one.code):
                told[name].append(one.loss)
                real[name].append(loss)
            judged += 1
            print(f"{seed} {one.at} {one.code} told {one.loss:.1f} real {loss:.1f}", flush=True)
    for name in sorted(told):
        (mean, _), (found, half) = interval(told[name]), interval(real[name])
        print(f"{name}: {len(told[name])} moves, told {mean:.1f}, real {found:.1f} ± {half:.1f}")
    print(f"{process_time() - start:.0f} s")


if __name__ == "__main__":
    main()
