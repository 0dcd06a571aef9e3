"""What hands pay that are played on from the first turn, by exchanges to declare less jokers held.

python -m tests.bench.drops gather gorummy-13 --players 2 --rounds 1000 --seed 3000000 >> made.jsonl
python -m tests.bench.drops gather gorummy-13 --players 2 --rounds 600 --seed 3100000 >> checked.jsonl
python -m tests.bench.drops fit made.jsonl checked.jsonl

All play as exact bots, and nobody drops. A table made of one set of seeds is checked on the other: how many points a
hand are saved by dropping where the table says so. What ``fit`` prints stands in ``rummy_tutor/study/dropping.py``.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from math import sqrt
from pathlib import Path

from rummy_tutor import get_rulebook
from rummy_tutor.playing.bots import measure
from rummy_tutor.playing.game import Game, seat_players
from rummy_tutor.playing.moves import Phase
from tests.bench.play import interval

_FEWEST = 25  # hands that a row of the table stands on; rows with fewer go together with the next one
Hand = tuple[int, int]  # exchanges less jokers, and what the hand paid


def play_round(rulebook: str, players: int, seed: int) -> list[Hand]:
    """A round: for each seat its hand before its first draw, and what it paid."""
    game = Game(rulebook, seat_players(["exact"] * players), seed)
    held: dict[int, int] = {}
    while game.outcome is None:
        view = game.view
        if view.phase is Phase.DRAW and view.seat not in held:
            jokers = sum(view.deal.is_wild[card.index] for card in view.hand)
            held[view.seat] = measure(view.cards, view) - jokers
        game.step()
    return [(held[seat], net) for seat, net in enumerate(game.outcome.net) if seat in held]


def read(file: str) -> dict[tuple[str, int], list[Hand]]:
    """The hands of a file by rulebook and number of players."""
    hands = defaultdict(list)
    for line in Path(file).read_text().splitlines():
        told = json.loads(line)
        hands[told["rulebook"], told["players"]] += [tuple(one) for one in told["hands"]]
    return hands


def make_table(hands: list[Hand]) -> dict[int, tuple[float, float]]:
    """For each number of exchanges less jokers what was paid, and half the width of its interval."""
    rows = defaultdict(list)
    for less, net in hands:
        rows[less].append(float(net))
    least, most = min(rows), max(rows)
    while len(rows[most]) < _FEWEST and most > least:
        rows[most - 1] += rows.pop(most)
        most -= 1
    while len(rows[least]) < _FEWEST and most > least:
        rows[least + 1] += rows.pop(least)
        least += 1
    return {less: tuple(round(v, 1) for v in interval(rows[less])) for less in range(least, most + 1)}  # type: ignore


def main() -> None:
    """Gather hands, or make the tables and check them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("gather", "fit"))
    parser.add_argument("of", nargs="+")
    parser.add_argument("--rounds", type=int, default=500)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=3_000_000)
    given = parser.parse_args()
    if given.what == "gather":
        for seed in range(given.seed, given.seed + given.rounds):
            hands = play_round(given.of[0], given.players, seed)
            told = {"rulebook": given.of[0], "players": given.players, "seed": seed, "hands": hands}
            print(json.dumps(told), flush=True)
        return
    made, checked = (read(file) for file in given.of)
    for (key, players), hands in made.items():
        table, price = make_table(hands), get_rulebook(key).penalties.first_drop
        assert price is not None
        spread = sqrt(sum(net * net for _, net in hands) / len(hands))
        print(f"{key}, {players} players, {len(hands)} hands: {table}, typical points {spread:.0f}")
        saved = [
            float(-price - net if table[max(min(table), min(max(table), less))][0] < -price else 0)
            for less, net in checked.get((key, players), [])
        ]
        if saved:
            mean, half = interval(saved)
            share = sum(one != 0 for one in saved) / len(saved)
            print(f"  dropping {share:.0%} of {len(saved)} other hands saves {mean:.1f} ± {half:.1f} points a hand")


if __name__ == "__main__":
    main()
