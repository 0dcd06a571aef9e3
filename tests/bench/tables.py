"""Time the table of discards and draws, compiled and interpreted, on the same hands in one run.

    python -m tests.bench.tables [--hands 100] [--seed 0] [--only KEY] [--seen]

A hand holds one card more than dealt: the answer is every discard with its points, its distance and every draw
that then helps. CPU time; each kernel runs in a process of its own, and the first hands warm its caches up.
With ``--seen`` the hands come with cards marked as seen, down to nearly the whole pack, and p50, p99 and the worst
of ``distance`` alone are given as well, with the peak of memory.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import resource
import subprocess
import sys

from rummy_tutor import RULEBOOKS, Card, Hand
from rummy_tutor.distance.distance import find_distance
from rummy_tutor.game.table import Deal, set_table
from rummy_tutor.native import is_compiled
from rummy_tutor.study.advice import advise_at
from tests import strategies
from tests.bench.speed import KERNELS, at, milliseconds

WARM_UP = 8


def deal_hands(key: str, count: int, seed: int, with_seen: bool) -> list[tuple[Hand, Deal, tuple[Card, ...]]]:
    """Hands with a card too many, the four flavours in turn, and the cards seen."""
    rng = random.Random(f"tables {seed} {key}")
    flavours = list(strategies.FLAVOURS)
    found = []
    for number in range(count):
        hand = strategies.deal(key, None, rng, flavour=flavours[number % len(flavours)], extra=1)
        seen: list[str] = []
        if with_seen:
            from tests.bench.agreement import seen_cards  # loads CP-SAT

            seen = seen_cards(hand, rng)
        deal = set_table(RULEBOOKS[key], Card.parse(hand.turned), hand.players)
        found.append((Hand(tuple(map(Card.parse, hand.cards))), deal, tuple(map(Card.parse, seen))))
    return found


def work(key: str, hands: int, seed: int, with_seen: bool) -> dict[str, object]:
    """What a process with one kernel measures: times of the distance and of the whole table, and its peak of memory."""
    ready = deal_hands(key, hands + WARM_UP, seed, with_seen)
    for hand, deal, seen in ready[:WARM_UP]:
        advise_at(hand, deal, seen)
    gc.collect()
    gc.disable()
    distance, table = [], []
    for hand, deal, seen in ready[WARM_UP:]:
        distance.append(milliseconds(lambda h=hand, d=deal, s=seen: find_distance(h.cards, d, s)))
        table.append(milliseconds(lambda h=hand, d=deal, s=seen: advise_at(h, d, s)))
        gc.collect()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"compiled": is_compiled(), "distance": distance, "table": table, "peak": peak}


def measure(kernel: str, key: str, args: argparse.Namespace) -> dict[str, object] | None:
    """Have a process with a kernel measure a rulebook; None if there is no such kernel."""
    command = [sys.executable, "-m", "tests.bench.tables", "--task", key]
    command += ["--hands", str(args.hands), "--seed", str(args.seed), *(["--seen"] if args.seen else [])]
    env = {**os.environ, "RUMMY_TUTOR_PURE": KERNELS[kernel]}
    said = json.loads(subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, text=True).stdout)
    return said if said["compiled"] == (kernel == "compiled") else None


def cell(times: list[float]) -> str:
    """Median, 99th percentile and worst."""
    return f"{at(times, 0.5):.1f} / {at(times, 0.99):.0f} / {max(times):.0f}"


def row(name: str, said: list[dict[str, object] | None]) -> str:
    """A row of the table, the compiled kernel first."""
    cells = [name]
    for part in ("table", "distance"):
        cells += [cell(one[part]) if one else "–" for one in said]
    cells += [f"{one['peak']:.0f}" if one else "–" for one in said]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=100, help="hands a rulebook")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=RULEBOOKS, action="append", help="only this one; may be given again")
    parser.add_argument("--seen", action="store_true", help="with cards marked as seen")
    parser.add_argument("--task", choices=RULEBOOKS, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.task:
        print(json.dumps(work(args.task, args.hands, args.seed, args.seen)))
        return
    print("| rulebook, cards | table compiled p50 / p99 / max ms | interpreted ", end="")
    print("| distance compiled | interpreted | peak MiB compiled | interpreted |\n" + "|---" * 7 + "|")
    pooled: dict[int, list[list[dict[str, object] | None]]] = {}
    for key in args.only or sorted(RULEBOOKS, key=lambda key: RULEBOOKS[key].deal):
        said = [measure(kernel, key, args) for kernel in KERNELS]
        size = RULEBOOKS[key].deal + 1
        pooled.setdefault(size, []).append(said)
        print(row(f"{key}, {size}", said), flush=True)
    for size, rows in pooled.items():
        both = []
        for kernel in zip(*rows, strict=True):
            there = [one for one in kernel if one]
            both.append(
                {
                    "distance": [ms for one in there for ms in one["distance"]],
                    "table": [ms for one in there for ms in one["table"]],
                    "peak": max([one["peak"] for one in there]),
                }
                if there
                else None
            )
        print(row(f"all with {size} cards", both))


if __name__ == "__main__":
    main()
