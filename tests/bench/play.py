"""How strong the computer players are: levels play the same deals, each from every seat.

python -m tests.bench.play steady exact --deals 500 --rulebook gorummy-13 --seed 1000000
python -m tests.bench.play new steady exact strong --deals 500 --rulebook rummy-21

Of each two levels the share of rounds that the later one wins and its points a round; with
``--together`` what each of the levels gets at one table.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import combinations
from math import sqrt
from statistics import mean
from time import process_time

from rummy_tutor.playing.game import Game, seat_players


def play_deal(levels: Sequence[str], rulebook: str, seed: int) -> list[tuple[float, float]]:
    """For each level its share of the rounds won and its points a round, from all seats of one deal."""
    shares: list[list[float]] = [[] for _ in levels]
    points: list[list[float]] = [[] for _ in levels]
    for first in range(len(levels)):
        order = [(first + seat) % len(levels) for seat in range(len(levels))]
        outcome = Game(rulebook, seat_players([levels[at] for at in order]), seed).go_on().outcome
        assert outcome is not None
        for seat, at in enumerate(order):
            shares[at].append(1 / len(levels) if outcome.winner is None else float(outcome.winner == seat))
            points[at].append(float(outcome.net[seat]))
    return [(mean(won), mean(net)) for won, net in zip(shares, points, strict=True)]


def interval(values: list[float]) -> tuple[float, float]:
    """The mean, and the half-width of its 95 % interval."""
    middle = sum(values) / len(values)
    spread = sqrt(sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1))
    return middle, 1.96 * spread / sqrt(len(values))


def report(levels: Sequence[str], rulebook: str, deals: int, seed: int, shown: int) -> None:
    """Print what the first levels get of some deals: the rounds of one deal are no independent ones."""
    start = process_time()
    results = [play_deal(levels, rulebook, at) for at in range(seed, seed + deals)]
    rounds = deals * len(levels)
    milliseconds = 1000 * (process_time() - start) / rounds
    print(f"{rulebook}, {rounds} rounds from seed {seed}, {milliseconds:.0f} ms of processor time a round:")
    for at, level in enumerate(levels[:shown]):
        share, share_half = interval([deal[at][0] for deal in results])
        net, net_half = interval([deal[at][1] for deal in results])
        others = ", ".join(other for other in levels if other != level)
        print(f"  {level} beside {others}: won {share:.1%} ± {share_half:.1%}, ", end="")
        print(f"points a round {net:+.1f} ± {net_half:.1f}", flush=True)


def main() -> None:
    """Print the share of rounds won and the points a round of each two levels, or of all of them together."""
    parser = argparse.ArgumentParser()
    parser.add_argument("levels", nargs="+")
    parser.add_argument("--rulebook", default="gorummy-13")
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--together", action="store_true", help="all at one table")
    given = parser.parse_args()
    tables = [given.levels] if given.together else [pair[::-1] for pair in combinations(given.levels, 2)]
    for levels in tables:
        report(levels, given.rulebook, given.deals, given.seed, len(levels) if given.together else 1)


if __name__ == "__main__":
    main()
