"""Look for hands that take the solver longest, by climbing hills.

    python -m tests.bench.worst [--rulebook KEY] [--minutes 5] [--seed 0]

Begins with the slowest of some mixed hands, exchanges a few cards or the turned one at a time, and keeps what is
slower; after a while without progress it begins anew. Prints each rulebook's worst hand. Times are CPU times of
the kernel at hand, the better of two, so that the machine's own pauses do not count.
"""

from __future__ import annotations

import argparse
import random
import time

from rummy_tutor import RULEBOOKS, Card, is_compiled
from rummy_tutor.solver import find_best
from rummy_tutor.table import set_table
from tests import strategies
from tests.oracle.rules import RANKS, SUITS
from tests.strategies import Dealt

STALLED = 150  # fruitless changes before a new start
CARDS = [rank + suit for suit in SUITS for rank in RANKS] + ["PJ"]


def _known(key: str, turned: int, indices: str) -> Dealt:
    return Dealt(key, 4, CARDS[turned], [CARDS[int(index)] for index in indices.split()])


# the worst hands known: the first two from a search against another order of trial, the others from this program
WORST = [
    _known("paplu-27", 47, "0 7 7 7 8 10 11 12 13 20 20 23 24 26 33 34 36 37 39 44 45 46 47 48 49 49 51"),
    _known("paplu-27", 30, "2 3 4 4 5 6 7 10 15 16 17 18 19 22 27 28 28 29 30 31 32 37 42 43 43 44 45"),
]


def cost(hand: Dealt) -> float:
    """CPU time in milliseconds, the better of two."""
    cards = tuple(map(Card.parse, hand.cards))
    deal = set_table(RULEBOOKS[hand.key], Card.parse(hand.turned), hand.players)
    times = []
    for _ in range(2):
        started = time.process_time_ns()
        find_best(cards, deal)
        times.append((time.process_time_ns() - started) / 1e6)
    return min(times)


def change(hand: Dealt, rng: random.Random) -> Dealt:
    """A hand with up to three cards exchanged, or another card turned up, that the pack can have dealt."""
    while True:
        cards, turned = list(hand.cards), hand.turned
        if rng.random() < 0.15:
            turned = strategies.random_turned(hand.key, rng)
        else:
            for _ in range(rng.randint(1, 3)):
                cards[rng.randrange(len(cards))] = rng.choice(CARDS)
        stock = strategies.copies(hand.key, hand.players)
        stock[turned] -= 1
        stock.subtract(cards)
        if min(stock.values()) >= 0:
            return Dealt(hand.key, hand.players, turned, cards)


def climb(key: str, seconds: float, rng: random.Random) -> tuple[float, Dealt]:
    """The slowest hand found in some time."""
    ends = time.monotonic() + seconds
    best: tuple[float, Dealt] | None = None
    while best is None or time.monotonic() < ends:
        starts = [
            strategies.deal(key, None, rng, flavour=flavour, extra=extra)
            for flavour in strategies.FLAVOURS
            for extra in (0, 1)
            for _ in range(10)
        ]
        top, hand = max(((cost(start), start) for start in starts), key=lambda pair: pair[0])
        stalled = 0
        while stalled < STALLED and time.monotonic() < ends:
            other = change(hand, rng)
            ms = cost(other)
            stalled += 1
            if ms > top:
                if ms > top * 1.01:
                    stalled = 0
                top, hand = ms, other
        if best is None or top > best[0]:
            best = top, hand
    return best


def main() -> None:
    """Print the worst hands found and the times of those known."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rulebook", choices=RULEBOOKS, action="append", help="only this one; may be given again")
    parser.add_argument("--minutes", type=float, default=5, help="for each rulebook")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    print("compiled kernel" if is_compiled() else "interpreted kernel")
    for hand in WORST:
        print(f"known: {cost(hand):.1f} ms {hand.key} turned {hand.turned}: {' '.join(hand.cards)}")
    for key in args.rulebook or RULEBOOKS:
        ms, hand = climb(key, args.minutes * 60, random.Random(f"worst {args.seed} {key}"))
        told = f"turned {hand.turned}, {hand.players} players: {' '.join(sorted(hand.cards, key=CARDS.index))}"
        print(f"{key}: {ms:.1f} ms {told}", flush=True)


if __name__ == "__main__":
    main()
