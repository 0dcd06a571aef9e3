"""Time the solver, compiled and interpreted, against two independent models on the same hands in one run.

    python -m tests.bench.speed [--hands 10000] [--peer 60] [--seed 0] [--only KEY]

CPU time; each kernel runs in a process of its own, and the first hundred hands warm its caches up. The cyclic
garbage collector is off while timing, as in ``timeit``: its pauses belong to the libraries loaded beside.
CP-SAT answers the same questions: least points, whether and how the hand declares, fewest loose cards; ours
also lays the cards out. HiGHS says only the least points. Both ratios are given: that of the medians, and the
median of the hands' own ratios.
"""

from __future__ import annotations

import argparse
import gc
import io
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

from rummy_tutor import RULEBOOKS, Card, Hand, compare
from rummy_tutor.game.table import Deal, set_table
from rummy_tutor.native import is_compiled
from rummy_tutor.output.batch import run_batch
from rummy_tutor.solver.best import find_best
from rummy_tutor.study.advice import advise_beside
from rummy_tutor.study.analysis import judge_hand
from tests import strategies
from tests.bench.worst import WORST, deal_hands

WARM_UP = 100
BATCH = 10_000
KERNELS = {"compiled": "0", "interpreted": "1"}


def milliseconds(call: Callable[[], object]) -> float:
    """CPU time of one call."""
    started = time.process_time_ns()
    call()
    return (time.process_time_ns() - started) / 1e6


def at(times: list[float], share: float) -> float:
    """A percentile."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def choose(hands: int, peer: int) -> list[int]:
    """Which of the hands the peers solve too: some of all, so that the solver's caches are as warm as usual."""
    return sorted(random.Random(peer).sample(range(hands), min(hands, peer)))


def make_ready(hand: strategies.Dealt) -> tuple[tuple[Card, ...], Deal]:
    """A hand as the solver takes it."""
    return tuple(map(Card.parse, hand.cards)), set_table(RULEBOOKS[hand.key], Card.parse(hand.turned), hand.players)


# ---- what a process with one kernel measures -------------------------------------------------------------
def time_hands(key: str, hands: int, peer: int, seed: int) -> list[float]:
    """The solver's times on one rulebook's hands."""
    ready = [make_ready(hand) for hand in deal_hands(key, hands + WARM_UP, seed)]
    for cards, deal in ready[:WARM_UP]:
        find_best(cards, deal)
    gc.collect()
    gc.disable()
    return [milliseconds(lambda c=cards, d=deal: find_best(c, d)) for cards, deal in ready[WARM_UP:]]


def time_worst(hands: int, seed: int) -> list[float]:
    """The worst hands known, the best of three times each."""
    ready = [make_ready(hand) for hand in WORST]
    return [min(milliseconds(lambda c=c, d=d: find_best(c, d)) for _ in range(3)) for c, d in ready]


def time_comparison(hands: int, seed: int) -> list[float]:
    """Nine rulebooks on one 13-card hand."""
    dealt = deal_hands("adgaming-13", min(hands, 1000) + WARM_UP, seed)
    ready = [(Hand(tuple(map(Card.parse, hand.cards))), Card.parse(hand.turned)) for hand in dealt]
    for hand, turned in ready[:WARM_UP]:
        compare(hand, turned)
    gc.collect()
    gc.disable()
    return [milliseconds(lambda h=hand, t=turned: compare(h, t)) for hand, turned in ready[WARM_UP:]]


def time_throws(hands: int, seed: int) -> list[float]:
    """Hands with one card too many in the games of 13 cards: the medians of what judging one takes.

    The solver's answer alone, a second time, then with the best card to throw, then the whole table of discards beside
    it, also without the choice; and the solver's answer the first time, as the card to throw is chosen.
    """
    rows = []
    for key in (key for key, book in RULEBOOKS.items() if book.deal == 13):
        dealt = [hand for hand in deal_hands(key, min(hands, 400) + WARM_UP, seed) if len(hand.cards) == 14]
        for number, hand in enumerate(dealt):
            cards, deal = make_ready(hand)
            started = time.process_time_ns()
            judged = judge_hand(Hand(cards), deal)
            first = (time.process_time_ns() - started) / 1e6
            if number < WARM_UP // 2:  # half of the hands have a card too many
                judged.find_best_beside(())
                continue
            solving = milliseconds(lambda c=cards, d=deal: judge_hand(Hand(c), d))
            choosing = milliseconds(lambda j=judged: j.find_best_beside(()))
            listing = milliseconds(lambda j=judged: advise_beside(j))
            rows.append((solving, solving + choosing, solving + choosing + listing, solving + listing, first))
    return [at(list(times), 0.5) for times in zip(*rows, strict=True)]


def time_batch(hands: int, seed: int) -> list[float]:
    """``batch`` on 13-card hands: hands a second, and the peak of memory in MiB after a fifth of them and after all."""
    lines = [
        json.dumps({"rulebook": hand.key, "hand": hand.cards, "turned": hand.turned, "players": hand.players})
        for hand in deal_hands("gorummy-13", BATCH, seed)
    ]
    peaks, spent = [], 0.0
    for part in (lines[: BATCH // 5], lines[BATCH // 5 :]):
        source, target = io.BytesIO("\n".join(part).encode()), open(os.devnull, "wb")  # noqa: PTH123, SIM115
        spent += milliseconds(lambda s=source, t=target: run_batch(s, t)) / 1000
        peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        target.close()
    return [BATCH / spent, *peaks]


def time_cpsat(key: str, hands: int, peer: int, seed: int) -> list[float]:
    """The CP-SAT model's times on the chosen hands of a rulebook."""
    from tests.oracle import cpsat

    gc.disable()
    dealt = deal_hands(key, hands + WARM_UP, seed)[WARM_UP:]
    dealt = [dealt[i] for i in choose(hands, peer)]
    return [milliseconds(lambda h=h: cpsat.best(h.key, h.cards, h.turned, h.players, literal=False)) for h in dealt]


def time_highs(key: str, hands: int, peer: int, seed: int) -> list[float]:
    """The HiGHS programme's times on the same hands; none for a rulebook it does not know."""
    from tests.oracle import highs  # its library and CP-SAT's do not load into one process

    gc.disable()
    dealt = deal_hands(key, hands + WARM_UP, seed)[WARM_UP:]
    dealt = [dealt[i] for i in choose(hands, peer)] if key in highs.KEYS else []
    return [milliseconds(lambda h=h: highs.Programme(h.key, h.cards, h.turned).points()) for h in dealt]


def work(task: str, key: str, hands: int, peer: int, seed: int) -> list[float]:
    """Do one task of this process."""
    if task in BY_KEY:
        return BY_KEY[task](key, hands, peer, seed)
    return OTHERS[task](hands, seed)


BY_KEY = {"own": time_hands, "cpsat": time_cpsat, "highs": time_highs}
OTHERS = {"worst": time_worst, "nine": time_comparison, "batch": time_batch, "throws": time_throws}


def measure(task: str, kernel: str, hands: int, seed: int, key: str = "", peer: int = 0) -> list[float]:
    """Have a process with a kernel do a task; nothing if there is no such kernel."""
    command = [sys.executable, "-m", "tests.bench.speed", "--task", task, key]
    command += ["--hands", str(hands), "--seed", str(seed), "--peer", str(peer)]
    env = {**os.environ, "RUMMY_TUTOR_PURE": KERNELS[kernel]}
    said = json.loads(subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, text=True).stdout)
    return said["times"] if said["compiled"] == (kernel == "compiled") else []


# ---- the table -------------------------------------------------------------------------------------------
class Times(NamedTuple):
    """Times in milliseconds: each kernel's on all hands, the peers' on the first of them or on none."""

    compiled: list[float]
    interpreted: list[float]
    cpsat: list[float]
    highs: list[float]

    def row(self, name: str) -> str:
        """A row of the table."""
        cells = [name]
        for own in (self.compiled, self.interpreted):
            cells.append(f"{at(own, 0.5):.3f} / {at(own, 0.99):.2f} / {max(own):.1f}" if own else "–")
        for peer in (self.cpsat, self.highs):
            cells.append(f"{at(peer, 0.5):.1f}" if peer else "–")
            cells += [_ratios(peer, own) for own in (self.compiled, self.interpreted)]
        return f"| {' | '.join(cells)} |"


HEAD = (
    "| rulebook | compiled p50 / p99 / max ms | interpreted | CP-SAT p50 ms | ratio compiled | ratio interpreted "
    "| HiGHS p50 ms | ratio compiled | ratio interpreted |"
)


def _ratios(peer: list[float], own: list[float]) -> str:
    """The ratio of the medians and the median of the hands' ratios."""
    if not peer or not own:
        return "–"
    own = own[: len(peer)]
    pairs = [theirs / ours for theirs, ours in zip(peer, own, strict=True)]
    return f"{at(peer, 0.5) / at(own, 0.5):.0f}× / {at(pairs, 0.5):.0f}×"


def time_rulebook(key: str, hands: int, peer: int, seed: int) -> Times:
    """Both kernels and the peers on one rulebook's hands."""
    own = [measure("own", kernel, hands, seed, key) for kernel in KERNELS]
    chosen = choose(hands, peer)
    rest = sorted(set(range(hands)) - set(chosen))
    own = [[times[i] for i in (*chosen, *rest)] if times else [] for times in own]
    peers = [measure(name, "interpreted", hands, seed, key, peer) if peer else [] for name in ("cpsat", "highs")]
    return Times(*own, *peers)


def pool(rows: list[Times]) -> Times:
    """Several rulebooks as one; the hands shared with the models come first, and HiGHS does not do all rulebooks."""
    own = []
    for times in zip(*[row[:2] for row in rows], strict=True):
        shared = [ms for part, row in zip(times, rows, strict=True) for ms in part[: len(row.cpsat)]]
        own.append(shared + [ms for part, row in zip(times, rows, strict=True) for ms in part[len(row.cpsat) :]])
    return Times(*own, [ms for row in rows for ms in row.cpsat], [])


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=10_000, help="hands a rulebook")
    parser.add_argument("--peer", type=int, default=60, help="hands the models solve too; 0 for none")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=RULEBOOKS, action="append")
    parser.add_argument("--task", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.task:
        print(json.dumps({"compiled": is_compiled(), "times": work(*args.task, args.hands, args.peer, args.seed)}))
        return
    print(HEAD + "\n" + "|---" * 9 + "|")
    pooled: dict[str, list[Times]] = {}
    for key in args.only or RULEBOOKS:
        times = time_rulebook(key, args.hands, args.peer, args.seed)
        pooled.setdefault("13 cards" if RULEBOOKS[key].deal == 13 else "21 and 27 cards", []).append(times)
        print(times.row(key), flush=True)
    for name, rows in pooled.items():
        print(pool(rows).row(f"all with {name}"))
    print()
    for kernel in KERNELS:
        if nine := measure("nine", kernel, args.hands, args.seed):
            told = f"p50 {at(nine, 0.5):.2f}, p99 {at(nine, 0.99):.2f}, max {max(nine):.1f} ms"
            print(f"{kernel}: nine rulebooks on one hand: {told}")
            rate, early, late = measure("batch", kernel, args.hands, args.seed)
            told = f"peak {early:.0f} MiB after {BATCH // 5} hands, {late:.0f} after all"
            print(f"{kernel}: batch {rate:.0f} hands/s, {told}")
            solved, chosen, whole, before, first = measure("throws", kernel, args.hands, args.seed)
            told = f"p50 {solved:.2f} ms ({first:.2f} the first time), {chosen:.2f} with the card to throw"
            print(
                f"{kernel}: a hand of 14 cards: {told}, {whole:.2f} with all discards ({before:.2f} without the choice)"
            )
            worst = ", ".join(f"{ms:.1f}" for ms in measure("worst", kernel, args.hands, args.seed))
            print(f"{kernel}: the worst hands known: {worst} ms", flush=True)


if __name__ == "__main__":
    main()
