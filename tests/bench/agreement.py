"""Hold the engine against the independent models on thousands of hands.

    python -m tests.bench.agreement [--ask distance] [--hands 2000] [--rulebook KEY] [--seed 0]

Prints a line a rulebook and every disagreement; exit status 1 if there is one. Hands are random,
near-complete, joker-heavy and duplicate-heavy in turn, half of them with the card drawn. Asked for the
distance, most of them come with cards marked as seen, sometimes nearly all jokers or nearly the whole pack,
and half of the hands of a rulebook with house options on jokers are played with some of them.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rummy_tutor import RULEBOOKS, Card, Rulebook, get_rulebook
from rummy_tutor.table import set_table
from tests import strategies
from tests.oracle import cpsat
from tests.oracle import distance as distances
from tests.oracle.agree import disagreements
from tests.oracle.distance_model import cpsat_distance
from tests.oracle.rules import wild_types

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


def derived(key: str, tweak: Mapping[str, Any]) -> Rulebook:
    """The engine's rulebook with the figures of the oracle's book replaced by ``tweak``."""
    book = RULEBOOKS[key]
    names = {"pure": "pure", "sequences": "sequences", "long": "long_sequences"}
    figures = {names.get(name, name): figure for name, figure in tweak.items()}
    deal = figures.pop("deal", book.deal)
    few = figures.pop("few_dublees", None)

    def change(record: Any, figures: Mapping[str, Any]) -> Any:
        found = {name: figure for name, figure in figures.items() if getattr(record.needs, name)}
        return replace(record, needs=replace(record.needs, **found))

    tiers = tuple(change(tier, {**figures, **({"dublees": few} if few else {})}) for tier in book.scoring.tiers)
    return replace(
        book,
        key=f"{key} {sorted(tweak.items())}",  # rulebooks of one key are taken for one
        deal=deal,
        objectives=tuple(change(way, figures) for way in book.objectives),
        scoring=replace(book.scoring, tiers=tiers),
    )


def distance_disagreements(
    hand: strategies.Dealt,
    seen: Sequence[str],
    wanted: distances.Distance,
    tweak: Mapping[str, Any] | None = None,
    most: int | None = None,
    options: Sequence[str] = (),
) -> list[str]:
    """What is wrong with the engine's distance of one hand; empty if nothing is.

    Args:
        hand: the hand at its table.
        seen: cards marked as seen.
        wanted: the oracle's answer.
        tweak: figures of the rulebook that were replaced for it.
        most: how far the oracle looked, None if it looked as far as there is.
        options: house options.
    """
    from rummy_tutor.distance import find_distance

    book = derived(hand.key, tweak) if tweak else get_rulebook(hand.key, options)
    turned = None if hand.turned is None else Card.parse(hand.turned)
    cards, gone = tuple(map(Card.parse, hand.cards)), tuple(map(Card.parse, seen))
    found = find_distance(cards, set_table(book, turned, hand.players), gone)

    def near(figure: int | None) -> int | None:
        return None if figure is not None and most is not None and figure > most else figure

    wrong = []
    if near(found.exchanges) != wanted.exchanges:
        wrong.append(f"distance {found.exchanges} instead of {wanted.exchanges} ({wanted.by_objective})")
    for way in book.objectives if len(book.objectives) > 1 else ():
        only = replace(book, key=f"{book.key} {way.name}", objectives=(way,))
        figure = find_distance(cards, set_table(only, turned, hand.players), gone).exchanges
        if near(figure) != wanted.by_objective[way.name]:
            wrong.append(f"{way.name} in {figure} instead of {wanted.by_objective[way.name]}")
    to_see = found.seen_exchanges if hasattr(found, "seen_exchanges") else found.to_see
    if near(to_see) != wanted.seen_exchanges:
        wrong.append(f"{to_see} to see instead of {wanted.seen_exchanges}")
    witness = found.witness
    if witness is None:
        if found.exchanges is not None:
            wrong.append("no witness")
    else:
        question = distances.ask(hand.key, hand.cards, hand.turned, hand.players, seen, options, tweak)
        groups: list[tuple[str, ...]] = []
        for kind, cards in witness.groups:
            group = tuple(map(str, cards))
            # the referee tries all uses of a group's wild cards: keep a joker group no larger than it has to be
            size = (question.book.jokers or 1) if kind == "jokers" else len(group)
            groups += [group[:size], *((card,) for card in group[size:])]
        used = Counter(card for group in groups for card in group)
        missing, given = Counter(map(str, witness.missing)), Counter(map(str, witness.given))
        after = question.held + missing - given
        groups += [(card,) for card in (after - used).elements()]
        if used - after or not distances.reaches(question, groups, witness.objective):
            wrong.append(f"the other referee refuses {groups} as {witness.objective}")
        if after - question.held != missing or question.held - after != given:
            wrong.append(f"missing {missing}, given {given} are not the difference")
        if distances.exchanges_to(question, after.elements()) != found.exchanges:
            wrong.append(f"the witness takes {missing.total()} cards, or some that can't be had")
    return wrong


def describe(hand: strategies.Dealt, seen: Sequence[str] = (), options: Sequence[str] = ()) -> str:
    """A hand as a line from which it can be put together again."""
    told = f"{'+'.join((hand.key, *options))} turned {hand.turned} players {hand.players}: {' '.join(hand.cards)}"
    return f"{told} seen {' '.join(seen)}" if seen else told


def compare(ask: str, hand: strategies.Dealt, rng: random.Random) -> tuple[list[str], str]:
    """What is wrong with the engine's answer to one question, and the question as a line."""
    if ask == "points":
        return disagreements(hand.key, hand.cards, hand.turned, hand.players, cpsat), describe(hand)
    options = house_options(hand, rng)
    seen = seen_cards(hand, rng, options)
    wanted = cpsat_distance(hand.key, hand.cards, hand.turned, hand.players, seen, options=options)
    return distance_disagreements(hand, seen, wanted, options=options), describe(hand, seen, options)


def main() -> int:
    """Run the comparison and print its table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ask", choices=("points", "distance"), default="points", help="what is compared")
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
                found, line = compare(args.ask, hand, rng)
            except RuntimeError:  # the model ran out of time
                undecided += 1
                continue
            if found:
                wrong += 1
                print(f"{line}: {found}")
        failures += wrong
        seconds = time.monotonic() - started
        print(f"{key}: {args.hands} hands, {wrong} disagree, {undecided} undecided, {seconds:.0f} s", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
