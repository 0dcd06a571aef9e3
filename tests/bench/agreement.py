"""Hold the engine against the independent models on thousands of hands.

    python -m tests.bench.agreement [--ask distance] [--hands 2000] [--rulebook KEY] [--seed 0]
    python -m tests.bench.agreement --ask pairs [--judge referee] ...
    python -m tests.bench.agreement --rulebooks 2000 [--ask model] [--seed 0]

Prints a line a rulebook and every disagreement; exit status 1 if there is one. Hands are random,
near-complete, joker-heavy and duplicate-heavy in turn, half of them with the card drawn. Asked for the
distance, every fifth hand is one of kings, aces and twos where such cards are wild, half of these with little
else left. Most hands come with cards marked as seen, sometimes nearly all jokers or nearly the whole pack, and
half of the hands of a rulebook with house options on jokers are played with some of them. Asked for pairs, small
hands are taken of which nearly the whole pack is seen: every discard and every draw is held against a list of all
hands that declare, as the engine's solver tells or, far slower and for shorter lists, the referee.

With a number of random rulebooks each of these is asked of one hand a rulebook, or only one of them: *points* and
*all-best* (small hands against every partition as the referee judges it), *model* (full hands against an integer
programme that reads the rulebook's fields), *relaxing* (no field made easier makes a hand cost more), *distance*
(small hands against every hand that can be put together from the few cards left), *whole-pack* (the distance of full
hands against an integer programme of the whole pack that reads the fields), *zero* (full hands declare where their
distance is 0, and only there), *discards* (those that cost as little, and those that let a hand declare, against the
best of the other cards), and of rounds *knock* (two counted hands against every split of both), *bonus* (value
cards and tunnelas against every choice), *leaving* (a whole hand against the sum of its cards).
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from rummy_tutor import RULEBOOKS
from rummy_tutor.errors import RuleError
from tests import strategies
from tests.distance.distance_cases import ace_case, deal_round_the_ace, few_case, sharp_cards
from tests.oracle import cpsat
from tests.oracle import distance as distances
from tests.oracle.agree import disagreements, distance_disagreements
from tests.oracle.any_rulebook import ASKS, try_rulebooks
from tests.oracle.distance_model import cpsat_distance
from tests.oracle.exhaustive import JUDGES, MOST, compare_all
from tests.oracle.rules import wild_types
from tests.rulebook_strategies import random_rulebook

HOUSE = {"paplu-13": (("ace-jokers",), ("no-additional-jokers",), ("no-jokers",), ("ace-jokers", "no-jokers"))}
"""House options that change which cards are wild or to be had."""


def house_options(hand: strategies.Dealt, rng: random.Random) -> tuple[str, ...]:
    """None, or some that the hand can be played with."""
    if hand.key not in HOUSE or rng.random() < 0.5:
        return ()
    options = rng.choice(HOUSE[hand.key])
    return () if "no-jokers" in options and "PJ" in (*hand.cards, hand.turned) else options


def seen_cards(hand: strategies.Dealt, rng: random.Random, options: Sequence[str] = ()) -> list[str]:
    """Cards to mark as seen: none, some, most jokers, one suit, or most of the pack."""
    stock = distances.available(hand.key, Counter(hand.cards), hand.turned, hand.players, (), options)
    left = sorted(stock.elements())
    wild = wild_types(hand.key, hand.turned, options)
    jokers = [card for card in left if card in wild]
    shape = rng.randrange(6)
    if shape == 0:
        seen = []
    elif shape in (1, 2):
        seen = rng.sample(left, rng.randint(1, min(30, len(left))))
    elif shape == 3:
        seen = rng.sample(jokers, max(0, len(jokers) - rng.randint(0, 2)))
        seen += rng.sample([card for card in left if card not in wild], rng.randint(0, 15))
    elif shape == 4:
        suit = rng.choice("SHDC")
        seen = [card for card in left if card[1] == suit or rng.random() < 0.2]
    else:
        seen = rng.sample(left, len(left) * rng.randint(50, 95) // 100)
    rng.shuffle(seen)
    return seen


def describe(hand: strategies.Dealt, seen: Sequence[str] = (), options: Sequence[str] = ()) -> str:
    """A hand as a line from which it can be put together again."""
    told = f"{'+'.join((hand.key, *options))} turned {hand.turned} players {hand.players}: {' '.join(hand.cards)}"
    return f"{told} seen {' '.join(seen)}" if seen else told


@dataclass(frozen=True)
class Answer:
    """What came of one hand: what is wrong, the question as a line, and the pairs of discard and draw compared."""

    wrong: list[str]
    line: str
    pairs: int = 0


def deal_mixed(key: str, number: int, rng: random.Random) -> strategies.Dealt:
    """A hand of the four flavours in turn, half of them with the card drawn, now and then without a turned card."""
    flavours = list(strategies.FLAVOURS)
    return strategies.deal(
        key,
        None,
        rng,
        flavour=flavours[number % len(flavours)],
        extra=number // len(flavours) % 2,
        turned=None if rng.random() < 0.05 else "",
    )


def compare_points(key: str, number: int, rng: random.Random) -> Answer:
    """The best arrangement, by the model of a hand."""
    hand = deal_mixed(key, number, rng)
    return Answer(disagreements(hand.key, hand.cards, hand.turned, hand.players, cpsat), describe(hand))


def compare_distance(key: str, number: int, rng: random.Random) -> Answer:
    """The distance, by the model of the whole pack; every fifth hand is one of kings, aces and twos."""
    if number % 5 == 4:
        hand = deal_round_the_ace(key, rng, strategies.PACKS[key].dealt + number // 5 % 2)
    else:
        hand = deal_mixed(key, number - number // 5, rng)
    options = house_options(hand, rng)
    seen = seen_cards(hand, rng, options)
    if number % 5 == 4 and rng.random() < 0.5:
        stock = distances.available(hand.key, Counter(hand.cards), hand.turned, hand.players, (), options)
        seen = sorted((stock - Counter(sharp_cards(hand, rng))).elements())
    wanted = cpsat_distance(hand.key, hand.cards, hand.turned, hand.players, seen, options=options)
    return Answer(distance_disagreements(hand, seen, wanted, options=options), describe(hand, seen, options))


def compare_pairs(key: str, number: int, rng: random.Random, judge: str = "engine") -> Answer:
    """Every discard and draw of a small hand, by a list of all hands; every other one of kings, aces and twos."""
    most = MOST // 10 if judge == "referee" else MOST
    hand, seen, tweak = (ace_case if number % 2 else few_case)(key, rng, most)
    found = compare_all(hand, seen, tweak, JUDGES[judge])
    left = distances.available(key, Counter(hand.cards), hand.turned, hand.players, seen)
    line = f"{describe(hand)} left {' '.join(sorted(left.elements()))} figures {tweak}"
    return Answer(found.wrong, line, found.pairs)


COMPARISONS: dict[str, Callable[[str, int, random.Random], Answer]] = {
    "points": compare_points,
    "distance": compare_distance,
    "pairs": compare_pairs,
}


def count_accepted(rulebooks: int, seed: int) -> int:
    """How many of so many random rulebooks the checks let pass."""
    rng, accepted = random.Random(f"accepted {seed}"), 0
    for _ in range(rulebooks):
        try:
            random_rulebook(rng, rng.choice((7, 13, 21, 27)))
        except RuleError:
            continue
        accepted += 1
    return accepted


def compare_rulebooks(asks: Sequence[str], rulebooks: int, seed: int) -> int:
    """Print what hands under random rulebooks come to, a line a question; how many are wrong."""
    failures = 0
    print(f"of {rulebooks} rulebooks with sensible values {count_accepted(rulebooks, seed)} are accepted", flush=True)
    for ask in asks:
        answers = wrong = undecided = 0
        started = time.process_time()
        for tried in try_rulebooks(ask, rulebooks, seed):
            answers += tried.compared
            undecided += tried.undecided
            if tried.wrong:
                wrong += 1
                print(f"{tried.line}: {tried.wrong}", flush=True)
        seconds = time.process_time() - started
        told = f"{rulebooks} rulebooks, {answers} answers, {wrong} wrong, {undecided} undecided, {seconds:.0f} s"
        print(f"{ask}: {told}", flush=True)
        failures += wrong
    return failures


def main() -> int:
    """Run the comparison and print its table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ask", choices=(*COMPARISONS, *ASKS), help="what is compared; points if nothing is said")
    parser.add_argument("--hands", type=int, default=2000, help="hands a rulebook")
    parser.add_argument("--rulebook", choices=RULEBOOKS, action="append", help="only this one; may be given again")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--judge", choices=JUDGES, default="engine", help="asked for pairs: who says what declares")
    parser.add_argument("--rulebooks", type=int, help="so many random rulebooks instead of the known ones")
    args = parser.parse_args()
    if args.rulebooks is not None:
        if args.ask not in (None, *ASKS):
            parser.error(f"of random rulebooks it is asked for {', '.join(ASKS)}")
        return 1 if compare_rulebooks([args.ask] if args.ask else list(ASKS), args.rulebooks, args.seed) else 0
    ask = args.ask or "points"
    if ask not in COMPARISONS:
        parser.error(f"{ask} is asked of random rulebooks (--rulebooks N)")
    compare = COMPARISONS[ask]
    if ask == "pairs":
        compare = partial(compare_pairs, judge=args.judge)
    failures = 0
    for key in args.rulebook or RULEBOOKS:
        rng = random.Random(f"{args.seed} {key}")
        wrong, undecided, pairs, started = 0, 0, 0, time.monotonic()
        for number in range(args.hands):
            try:
                answer = compare(key, number, rng)
            except RuntimeError:  # the model ran out of time
                undecided += 1
                continue
            pairs += answer.pairs
            if answer.wrong:
                wrong += 1
                print(f"{answer.line}: {answer.wrong}", flush=True)
        failures += wrong
        seconds = time.monotonic() - started
        hands = f"{args.hands} hands, {pairs} pairs" if ask == "pairs" else f"{args.hands} hands"
        print(f"{key}: {hands}, {wrong} disagree, {undecided} undecided, {seconds:.0f} s", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
