"""Time the solver against the independent CP-SAT model on the same hands in one run.

    python -m tests.bench.speed [--hands 5000] [--peer 60] [--seed 0] [--only KEY]

CPU time of this process; the first hundred hands warm the caches up. The cyclic garbage collector is off
while timing, as in ``timeit``: its pauses belong to the libraries loaded beside. Both answer the same:
least points, whether and how the hand declares, fewest loose cards; ours also lays the cards out. Ratios
compare medians on the hands that both have solved.
"""

from __future__ import annotations

import argparse
import gc
import random
import time
from collections.abc import Callable
from typing import NamedTuple

from rummy_tutor import RULEBOOKS, Card, Hand, compare
from rummy_tutor.solver import find_best
from rummy_tutor.table import set_table
from tests import strategies
from tests.oracle import cpsat

WARM_UP = 100


def milliseconds(call: Callable[[], object]) -> float:
    """CPU time of one call."""
    started = time.process_time()
    call()
    return (time.process_time() - started) * 1000


def at(times: list[float], share: float) -> float:
    """A percentile of sorted times."""
    return times[min(len(times) - 1, int(len(times) * share))]


def deal_hands(key: str, count: int, seed: int) -> list[strategies.Dealt]:
    """Mixed hands: the four flavours in turn, half with the card drawn."""
    rng = random.Random(f"speed {seed} {key}")
    flavours = list(strategies.FLAVOURS)
    return [
        strategies.deal(key, None, rng, flavour=flavours[i % len(flavours)], extra=i // len(flavours) % 2)
        for i in range(count)
    ]


class Times(NamedTuple):
    """CPU times in milliseconds: the solver's on all hands, its and the model's on the shared ones."""

    own: list[float]
    shared: list[float]
    model: list[float]

    def row(self, name: str) -> str:
        """A row of the table."""
        own, shared, model = sorted(self.own), sorted(self.shared), sorted(self.model)
        times = f"{1000 * len(own) / sum(own):.0f} | {at(own, 0.5):.2f} | {at(own, 0.99):.1f} | {own[-1]:.1f}"
        if not model:
            return f"| {name} | {times} | – | – |"
        return f"| {name} | {times} | {at(model, 0.5):.1f} | {at(model, 0.5) / at(shared, 0.5):.0f}× |"


def time_rulebook(key: str, hands: int, peer: int, seed: int) -> Times:
    """The solver's and the model's times on one rulebook's hands."""
    dealt = deal_hands(key, hands + WARM_UP, seed)
    ready = [
        (tuple(map(Card.parse, hand.cards)), set_table(RULEBOOKS[key], Card.parse(hand.turned), hand.players))
        for hand in dealt
    ]
    for cards, deal in ready[:WARM_UP]:
        find_best(cards, deal)
    dealt, ready = dealt[WARM_UP:], ready[WARM_UP:]
    gc.collect()
    gc.disable()
    own = [milliseconds(lambda c=cards, d=deal: find_best(c, d)) for cards, deal in ready]
    model = [
        milliseconds(lambda h=hand: cpsat.best(h.key, h.cards, h.turned, h.players, literal=False))
        for hand in dealt[:peer]
    ]
    return Times(own, own[:peer], model)


def time_comparison(hands: int, seed: int) -> str:
    """Nine rulebooks on one 13-card hand."""
    dealt = deal_hands("adgaming-13", hands + WARM_UP, seed)
    ready = [(Hand(tuple(map(Card.parse, hand.cards))), Card.parse(hand.turned)) for hand in dealt]
    for hand, turned in ready[:WARM_UP]:
        compare(hand, turned)
    gc.collect()
    gc.disable()
    times = sorted(milliseconds(lambda h=hand, t=turned: compare(h, t)) for hand, turned in ready[WARM_UP:])
    return f"nine rulebooks on one hand: p50 {at(times, 0.5):.1f}, p99 {at(times, 0.99):.1f}, max {times[-1]:.1f} ms"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=5000, help="hands a rulebook")
    parser.add_argument("--peer", type=int, default=60, help="hands the model solves too; 0 for none")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=RULEBOOKS, action="append")
    args = parser.parse_args()
    print("| rulebook | hands/s | p50 ms | p99 ms | max ms | CP-SAT p50 ms | ratio |")
    print("|---|---|---|---|---|---|---|")
    pooled: dict[str, list[Times]] = {}
    for key in args.only or RULEBOOKS:
        times = time_rulebook(key, args.hands, args.peer, args.seed)
        pooled.setdefault("13 cards" if RULEBOOKS[key].deal == 13 else "21 and 27 cards", []).append(times)
        print(times.row(key), flush=True)
    for name, rows in pooled.items():
        print(Times(*(sum(parts, []) for parts in zip(*rows, strict=True))).row(f"all with {name}"))
    print(time_comparison(min(args.hands, 1000), args.seed))


if __name__ == "__main__":
    main()
