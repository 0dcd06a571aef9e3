"""Hold the solver against the independent model on thousands of hands.

    python -m tests.bench.agreement [--hands 2000] [--rulebook KEY] [--seed 0]

Prints a line a rulebook and every disagreement; exit status 1 if there is one. Hands are random,
near-complete, joker-heavy and duplicate-heavy in turn, half of them with the card drawn.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

from rummy_tutor import RULEBOOKS
from tests import strategies
from tests.oracle import cpsat
from tests.oracle.agree import disagreements


def main() -> int:
    """Run the comparison and print its table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=2000, help="hands a rulebook")
    parser.add_argument("--rulebook", choices=RULEBOOKS, action="append", help="only this one; may be given again")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    flavours = list(strategies.FLAVOURS)
    failures = 0
    for key in args.rulebook or RULEBOOKS:
        rng = random.Random(f"{args.seed} {key}")
        wrong, undecided, started = 0, 0, time.monotonic()
        for number in range(args.hands):
            hand = strategies.deal(
                key,
                None,
                rng,
                flavour=flavours[number % len(flavours)],
                extra=number // len(flavours) % 2,
                turned=None if rng.random() < 0.05 else "",
            )
            try:
                found = disagreements(key, hand.cards, hand.turned, hand.players, cpsat)
            except RuntimeError:  # the model ran out of time
                undecided += 1
                continue
            if found:
                wrong += 1
                print(f"{key} turned {hand.turned} players {hand.players}: {' '.join(hand.cards)}: {found}")
        failures += wrong
        seconds = time.monotonic() - started
        print(f"{key}: {args.hands} hands, {wrong} disagree, {undecided} undecided, {seconds:.0f} s", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
