"""Random rulebooks: the best of small hands against every partition, distances against every exchange."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from rummy_tutor.distance.distance import find_distance
from rummy_tutor.game.cards import CARDS, Card
from rummy_tutor.game.rules import Rulebook
from rummy_tutor.game.table import Deal
from rummy_tutor.referee.scoring import score_arrangement
from rummy_tutor.solver.best import find_best
from tests.rulebook_strategies import accepted_rulebook, random_cards, random_table

from .partitions import judge_every


@dataclass(frozen=True)
class Tried:
    """One hand tried under one rulebook.

    Attributes:
        rulebook: the rulebook.
        wrong: what is wrong with the answer, empty if nothing is.
        line: the hand and its table.
    """

    rulebook: Rulebook
    wrong: list[str]
    line: str


def best_disagreements(cards: tuple[Card, ...], deal: Deal) -> list[str]:
    """What is wrong with the best of a small hand, held against every partition of its cards."""
    wanted, best = judge_every(cards, deal), find_best(cards, deal)
    wrong = []
    if best.score != wanted.score:
        wrong.append(f"score {best.score} instead of {wanted.score}")
    if best.declares != wanted.declares:
        wrong.append(f"declares: {best.declares} instead of {wanted.declares}")
    return wrong + layout_disagreements(cards, deal)


def layout_disagreements(cards: tuple[Card, ...], deal: Deal) -> list[str]:
    """What is wrong with the best arrangement as laid out: cards, declaration, score."""
    best = find_best(cards, deal)
    laid = score_arrangement(best.as_laid(), deal)
    wrong = []
    if sorted(card for group in best.as_laid() for card in group) != sorted(cards):
        wrong.append("cards are lost or made up")
    if laid.declares != best.declares:
        wrong.append(f"laid out it declares: {laid.declares}")
    if not best.declares and laid.score != best.score:
        wrong.append(f"laid out it scores {laid.score} instead of {best.score}")
    return wrong


def distance_by_every_exchange(hand: tuple[Card, ...], stock: tuple[Card, ...], deal: Deal) -> int | None:
    """The fewest cards to exchange, by every hand that can be put together."""
    held, size = Counter(hand), deal.rulebook.deal
    nearest: int | None = None
    for final in dict.fromkeys(combinations(sorted(hand + stock), size)):
        exchanges = (Counter(final) - held).total()
        if (nearest is None or exchanges < nearest) and find_best(final, deal).declares:
            nearest = exchanges
    return nearest


def distance_disagreements(hand: tuple[Card, ...], stock: tuple[Card, ...], deal: Deal) -> list[str]:
    """What is wrong with the distance of a small hand when only a few cards are left in the pack."""
    left = Counter({card: deal.pack.copies(card) for card in CARDS})
    if deal.turned is not None and deal.rulebook.wilds.exposed:
        left[deal.turned] -= 1
    left.subtract(hand + stock)
    found = find_distance(hand, deal, tuple((+left).elements()))
    wanted = distance_by_every_exchange(hand, stock, deal)
    wrong = [] if found.exchanges == wanted else [f"distance {found.exchanges} instead of {wanted}"]
    if (found.exchanges == 0) != find_best(hand, deal).declares:
        wrong.append(f"distance {found.exchanges}, but declares: {find_best(hand, deal).declares}")
    return wrong


def try_rulebooks(ask: str, rulebooks: int, seed: int, hands: int = 3) -> Iterator[Tried]:
    """Try hands under random rulebooks.

    Args:
        ask: ``"points"`` or ``"distance"``.
        rulebooks: how many rulebooks.
        seed: of the random choices.
        hands: hands a rulebook.
    """
    for number in range(rulebooks):
        rng = random.Random(f"{ask} {seed} {number}")
        size = rng.choice((6, 7, 7, 8)) if ask == "points" else rng.choice((6, 7))
        dealt = size if ask == "distance" else rng.choice((size, size, size - 1, size - 1, 13))
        book = accepted_rulebook(rng, dealt)
        for at in range(hands):
            deal = random_table(rng, book)
            extra = at % 2 if ask == "distance" else 0
            cards = random_cards(rng, deal, size + extra + (rng.randint(3, 5) if ask == "distance" else 0))
            hand, stock = cards[: size + extra], cards[size + extra :]
            told = f"{' '.join(map(str, hand))} left {' '.join(map(str, stock))} turned {deal.turned} "
            told += f"players {deal.players} under {book}"
            if ask == "points":
                yield Tried(book, best_disagreements(hand, deal), told)
            else:
                yield Tried(book, distance_disagreements(hand, stock, deal), told)
