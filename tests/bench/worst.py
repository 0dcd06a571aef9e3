"""Look for hands that take the solver longest: among many mixed hands, and by climbing hills.

    python -m tests.bench.worst [--rulebook KEY] [--mixed 10000] [--minutes 5] [--seed 0]
    python -m tests.bench.worst --rulebooks 2500 [--first 0]

Climbing begins with the slowest of the mixed hands, then with the slowest of some new ones, exchanges a few cards or
the turned one at a time, and keeps what is slower; after a while without progress it begins anew. Prints each
rulebook's worst hands. Times are CPU times of the kernel at hand, the best of some, so that the machine's own pauses
do not count.

With a number of random rulebooks, two full hands of 13 cards are timed at a table of each, once: the first meets a
table that the process has never seen, the second one that it knows. Prints both for the best grouping and the distance.
"""

from __future__ import annotations

import argparse
import gc
import random
import time

from rummy_tutor import RULEBOOKS, Card
from rummy_tutor.distance.distance import find_distance
from rummy_tutor.game.table import set_table
from rummy_tutor.native import is_compiled
from rummy_tutor.solver.best import find_best
from tests import strategies
from tests.oracle.rules import RANKS, SUITS
from tests.rulebook_strategies import accepted_rulebook, random_cards, random_table
from tests.strategies import Dealt

STALLED = 150  # fruitless changes before a new start
CARDS = [rank + suit for suit in SUITS for rank in RANKS] + ["PJ"]


def _known(key: str, turned: int, indices: str) -> Dealt:
    return Dealt(key, 4, CARDS[turned], [CARDS[int(index)] for index in indices.split()])


def _found(key: str, turned: str, cards: str) -> Dealt:
    return Dealt(key, 4, turned, cards.split())


# the worst hands known: the first two from a search against another order of trial, the others from this program
WORST = [
    _known("paplu-27", 47, "0 7 7 7 8 10 11 12 13 20 20 23 24 26 33 34 36 37 39 44 45 46 47 48 49 49 51"),
    _known("paplu-27", 30, "2 3 4 4 5 6 7 10 15 16 17 18 19 22 27 28 28 29 30 31 32 37 42 43 43 44 45"),
    _found("paplu-27", "8S", "3S 4S 5S 6S 6S 7S 8S 8S 9S 9S TS TS TS 4H 5H 7H TH AD AD 5D 8D KD 3C 5C 6C 6C 9C"),
    _found("paplu-27", "9C", "AS 7S TS QS 3H 9H 9H JH 3D 7D 8D TD JD QD QD KD AC 2C 3C 4C 5C 7C 7C 8C 9C 9C TC KC"),
    _found("paplu-27", "PJ", "AS 2S 9S TS JS JS QS KS 3H 7H 9H TH JH AD 5D 8D 9D TD JD JD QD 2C 9C TC JC JC JC KC"),
    _found("paplu-27", "PJ", "AS AS AS 2S 2S 3S 3S 3S 4S 4S 4S QS KS KS KS AD AD AD 3D 3D 3D 4D 4D 4D KD KD KD PJ"),
    _found("marriage-21", "2H", "AS 2S JS KS KS AH 2H 2H 3H 3H 6H QH KH AD 2D 9D JD QD KD JC QC KC"),
    _found("paplu-21", "2S", "AS AS 2S 2S 3S 5S 6S 8S KS KS 3H 5H 6H 8H 8H 8D AC 6C 8C TC KC PJ"),
]


def deal_hands(key: str, count: int, seed: int) -> list[strategies.Dealt]:
    """The mixed hands that are timed."""
    return strategies.mixed_hands(key, count, f"speed {seed}")


def cost(hand: Dealt, times_tried: int = 2) -> float:
    """CPU time in milliseconds, the best of some."""
    cards = tuple(map(Card.parse, hand.cards))
    deal = set_table(RULEBOOKS[hand.key], Card.parse(hand.turned), hand.players)
    times = []
    for _ in range(times_tried):
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


def search_mixed(key: str, count: int, seed: int) -> tuple[float, Dealt]:
    """The slowest of some mixed hands."""
    top, slowest = 0.0, None
    for hand in deal_hands(key, count, seed):
        if cost(hand, 1) > top and (ms := cost(hand, 3)) > top:
            top, slowest = ms, hand
    return top, slowest


def climb(key: str, seconds: float, rng: random.Random, start: tuple[float, Dealt]) -> tuple[float, Dealt]:
    """The slowest hand found in some time, beginning with one and its time."""
    ends = time.monotonic() + seconds
    best = top, hand = start
    while time.monotonic() < ends:
        stalled = 0
        while stalled < STALLED and time.monotonic() < ends:
            other = change(hand, rng)
            ms = cost(other)
            stalled += 1
            if ms > top:
                if ms > top * 1.01:
                    stalled = 0
                top, hand = ms, other
        best = max(best, (top, hand), key=lambda pair: pair[0])
        starts = [
            strategies.deal(key, None, rng, flavour=flavour, extra=extra)
            for flavour in strategies.FLAVOURS
            for extra in (0, 1)
            for _ in range(10)
        ]
        top, hand = max(((cost(start), start) for start in starts), key=lambda pair: pair[0])
    return best


def time_rulebooks(rulebooks: int, first: int) -> None:
    """Print what hands take under random rulebooks, and which of these take longest."""
    questions = (find_best, find_distance)
    times: dict[str, list[tuple[float, int]]] = {}
    gc.disable()
    for number in range(first, first + rulebooks):
        rng = random.Random(f"slow {number}")
        deal = random_table(rng, accepted_rulebook(rng, 13))
        for table in ("a new table", "a known table"):
            cards = random_cards(rng, deal, 13)
            for ask in questions:
                started = time.process_time_ns()
                ask(cards, deal)
                ms = (time.process_time_ns() - started) / 1e6
                times.setdefault(f"{ask.__name__} at {table}", []).append((ms, number))
                if ms > 1000:
                    print(f"{ask.__name__}: {ms:.0f} ms in {number}", flush=True)
        if number % 100 == 0:
            gc.collect()
            gc.freeze()  # what is remembered stays: do not look at it again
    for name, found in times.items():
        found.sort()
        at = [f"{found[min(len(found) - 1, int(len(found) * share))][0]:.1f}" for share in (0.5, 0.9, 0.99, 1)]
        slowest = ", ".join([f"{ms:.0f} ms in {number}" for ms, number in found[:-9:-1]])
        print(f"{name}: p50 / p90 / p99 / worst ms of {len(found)}: {' / '.join(at)}; {slowest}", flush=True)


def main() -> None:
    """Print the worst hands found and the times of those known."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rulebook", choices=RULEBOOKS, action="append", help="only this one; may be given again")
    parser.add_argument("--mixed", type=int, default=10_000, help="mixed hands for each rulebook")
    parser.add_argument("--minutes", type=float, default=5, help="of climbing for each rulebook")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rulebooks", type=int, default=0, help="random rulebooks, instead of all else")
    parser.add_argument("--first", type=int, default=0, help="number of the first of them")
    args = parser.parse_args()
    print(f"{'compiled' if is_compiled() else 'interpreted'} kernel")
    if args.rulebooks:
        time_rulebooks(args.rulebooks, args.first)
        return
    for hand in WORST:
        print(f"known: {cost(hand, 3):.1f} ms {tell(hand)}")
    for key in args.rulebook or RULEBOOKS:
        mixed = search_mixed(key, max(1, args.mixed), args.seed)
        print(f"mixed: {mixed[0]:.1f} ms, the worst of {args.mixed}: {tell(mixed[1])}", flush=True)
        rng = random.Random(f"worst {args.seed} {key}")
        if args.minutes:
            found = climb(key, args.minutes * 60, rng, mixed)
            print(f"climbed: {cost(found[1], 5):.1f} ms {tell(found[1])}", flush=True)


def tell(hand: Dealt) -> str:
    """A hand in a line."""
    cards = " ".join(sorted(hand.cards, key=CARDS.index))
    return f"{hand.key} turned {hand.turned}, {hand.players} players: {cards}"


if __name__ == "__main__":
    main()
