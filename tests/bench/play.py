"""How strong the computer players are: two levels play the same deals, seats swapped.

python -m tests.bench.play exact steady --deals 500 --rulebook gorummy-13 --seed 1000000
"""

from __future__ import annotations

import argparse
from math import sqrt
from time import process_time

from rummy_tutor.playing.game import Game, seat_players


def play_pair(first: str, second: str, rulebook: str, seed: int) -> list[tuple[float, float]]:
    """What the first level gets of a deal from either seat: its share of the round won, and its points."""
    results = []
    for seat, levels in enumerate(((first, second), (second, first))):
        outcome = Game(rulebook, seat_players(levels), seed).go_on().outcome
        assert outcome is not None
        won = 0.5 if outcome.winner is None else float(outcome.winner == seat)
        results.append((won, float(outcome.net[seat])))
    return results


def interval(values: list[float]) -> tuple[float, float]:
    """The mean, and the half-width of its 95 % interval."""
    mean = sum(values) / len(values)
    spread = sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1))
    return mean, 1.96 * spread / sqrt(len(values))


def main() -> None:
    """Print the share of rounds won and the points a round of the first level."""
    parser = argparse.ArgumentParser()
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--rulebook", default="gorummy-13")
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1_000_000)
    given = parser.parse_args()
    shares, points, start = [], [], process_time()
    for seed in range(given.seed, given.seed + given.deals):
        pair = play_pair(given.first, given.second, given.rulebook, seed)
        shares.append(sum(won for won, _ in pair) / 2)  # the two rounds of a deal are no two independent ones
        points.append(sum(net for _, net in pair) / 2)
    share, share_half = interval(shares)
    net, net_half = interval(points)
    seconds = (process_time() - start) / (2 * given.deals)
    print(f"{given.first} over {given.second}, {given.rulebook}, {2 * given.deals} rounds from seed {given.seed}:")
    print(f"won {share:.1%} ± {share_half:.1%}, points a round {net:+.1f} ± {net_half:.1f}")
    print(f"{1000 * seconds:.0f} ms of processor time a round")


if __name__ == "__main__":
    main()
