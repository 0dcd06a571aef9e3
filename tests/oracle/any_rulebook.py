"""Random rulebooks: the engine's answers against every partition, every exchange, a model, and easier rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from rummy_tutor.distance.distance import find_distance
from rummy_tutor.game.cards import CARDS, Card
from rummy_tutor.game.records import Best, Distance
from rummy_tutor.game.rules import MELDS, JokerGroups, Kind, Rulebook
from rummy_tutor.game.table import Deal, set_table
from rummy_tutor.referee.melds import read_group
from rummy_tutor.referee.scoring import list_melded, score_arrangement
from rummy_tutor.solver.all_best import find_optima, shape_of
from rummy_tutor.solver.best import find_best, list_declaring, list_equal
from rummy_tutor.solver.enumerate import Shape
from tests.rulebook_strategies import accepted_rulebook, random_cards, random_table, wild_cards

from .any_distance import can_declare_sooner
from .any_model import judge
from .any_round import compare_bonus, compare_knock, compare_leaving
from .partitions import judge_every, list_best, list_hands, list_saving, partitions
from .relaxing import some_relaxed


@dataclass(frozen=True)
class Tried:
    """One hand tried under one rulebook.

    Attributes:
        rulebook: the rulebook.
        wrong: what is wrong with the answer, empty if nothing is.
        line: the hand and its table.
        compared: how many answers were compared.
        undecided: whether the model ran out of time.
    """

    rulebook: Rulebook
    wrong: list[str]
    line: str
    compared: int = 1
    undecided: bool = False


def best_disagreements(cards: tuple[Card, ...], deal: Deal) -> list[str]:
    """What is wrong with the best of a small hand, held against every partition of its cards."""
    wanted, best = judge_every(cards, deal), find_best(cards, deal)
    wrong = []
    if best.score != wanted.score:
        wrong.append(f"score {best.score} instead of {wanted.score}")
    if best.declares != wanted.declares:
        wrong.append(f"declares: {best.declares} instead of {wanted.declares}")
    spare = deal.rulebook.melds.jokers is JokerGroups.SPARE
    if spare and any(deal.is_wild[card.index] and deal.points[card.index] for card in cards):
        laid = score_arrangement(best.as_laid(), deal)
        if wanted.declared == wanted.score != laid.score:
            wrong.append(f"laid out it scores {laid.score} instead of {wanted.declared}")
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
    if laid.score > best.score or (laid.score != best.score and not best.declares):
        wrong.append(f"laid out it scores {laid.score} instead of {best.score}")
    return wrong


def model_disagreements(cards: tuple[Card, ...], deal: Deal) -> list[str]:
    """What is wrong with the best of a hand, held against the integer programme, and whether its distance is 0."""
    turned = None if deal.turned is None else str(deal.turned)
    wanted = judge(deal.rulebook, list(map(str, cards)), deal.players, turned)
    best = find_best(cards, deal)
    wrong = layout_disagreements(cards, deal)
    if best.score != wanted.score:
        wrong.append(f"score {best.score} instead of {wanted.score}")
    if best.declares != bool(wanted.objectives):
        wrong.append(f"declares: {best.declares} instead of {sorted(wanted.objectives)}")
    elif best.objective is not None and best.objective not in wanted.objectives:
        wrong.append(f"declares by {best.objective} instead of {sorted(wanted.objectives)}")
    return wrong


def zero_disagreements(cards: tuple[Card, ...], deal: Deal) -> list[str]:
    """Whether the distance is 0 where the hand declares, and nowhere else."""
    exchanges, declares = find_distance(cards, deal).exchanges, find_best(cards, deal).declares
    return [] if (exchanges == 0) == declares else [f"distance {exchanges}, but declares: {declares}"]


def discards_disagreements(cards: tuple[Card, ...], deal: Deal) -> list[str]:
    """Which discards are listed wrongly of a hand with one card too many, held against the best without each card."""
    best = find_best(cards, deal)
    after = {card: find_best([*cards[:at], *cards[at + 1 :]], deal) for at, card in enumerate(cards)}
    equal = {card for card, rest in after.items() if rest.score == best.score}
    able = {card for card, rest in after.items() if rest.declares}
    wrong = [] if list_equal(cards, deal, best.score) == equal else [f"{sorted(equal)} cost as little"]
    return wrong + ([] if able <= list_declaring(cards, deal) else [f"{sorted(able)} declare"])


def relaxing_disagreements(cards: tuple[Card, ...], deal: Deal, rng: random.Random, most: int) -> tuple[list[str], int]:
    """What is lost where a rule is made easier, and how many rules were."""
    before = find_best(cards, deal)
    wrong, tried = [], 0
    for name, book in some_relaxed(deal.rulebook, rng, most):
        after = find_best(cards, set_table(book, deal.turned, deal.players))
        tried += 1
        if after.score < before.score:
            wrong.append(f"with an easier {name} {after.score} instead of {before.score}")
        if before.declares and not after.declares:
            wrong.append(f"with an easier {name} it does not declare")
    return wrong, tried


def all_best_disagreements(cards: tuple[Card, ...], deal: Deal) -> list[str]:
    """What is wrong with all best groupings of a small hand, held against every partition where groups are melds."""
    best = find_best(cards, deal)
    found = find_optima(cards, deal, best, limit=10_000, work=10**7)
    wrong = []
    for grouping in found.groupings:
        laid = score_arrangement(grouping.as_laid(), deal)
        if laid.declares != best.declares or (not best.declares and laid.score != best.score):
            wrong.append(f"{grouping.as_laid()} declares: {laid.declares}, scores {laid.score}")
        if len(grouping.loose) > len(best.loose):
            wrong.append(f"{grouping.as_laid()} leaves more cards loose")
    shapes = {shape_of(grouping, deal) for grouping in found.groupings}
    if len(shapes) < len(found.groupings):
        wrong.append("a grouping stands twice")
    if found.complete and not found.flat and found.unique is not (len(shapes) == 1):
        wrong.append(f"unique: {found.unique} with {len(shapes)}")
    melds = deal.rulebook.melds
    if found.flat or not found.complete:
        return wrong
    if melds.dublees or melds.jokers is not JokerGroups.NONE:
        if not best.declares:
            spare = melds.jokers is JokerGroups.SPARE
            saving = set() if spare else list_saving(cards, deal, best.score, len(best.loose))
            return wrong + ([f"lacks {saving - shapes}"] if saving - shapes else [])
        if deal.rulebook.settlement.knock is not None:
            return wrong
        wanted = list_ways(cards, deal, best)
    else:
        wanted = list_best(cards, deal)
    if wanted is not None and shapes != wanted:
        wrong.append(f"lacks {wanted - shapes}, has {shapes - wanted} besides")
    return wrong


def list_ways(cards: tuple[Card, ...], deal: Deal, best: Best) -> set[Shape] | None:
    """The groupings that declare with the groups of one way and leave no more cards loose than the best one.

    None where groups of wild cards can be read both as melds and as jokers laid aside, for which there is no place.
    """
    found: set[Shape] = set()
    for way in deal.objectives:
        table = replace(deal, rulebook=replace(deal.rulebook, objectives=(way,)))
        kinds = list_melded(way.needs, deal)
        most_aside = int(Kind.JOKERS in kinds)
        for thrown, hand in list_hands(cards, deal):
            for groups in set(partitions(hand, table)):
                laid = score_arrangement(groups, table)
                kept = tuple(group for group in laid.groups if len(group.cards) > 1)
                aside = [group for group in kept if group.kind is Kind.JOKERS]
                if not laid.declares or any(group.kind not in kinds for group in kept if group not in aside):
                    continue
                if len(aside) > most_aside:
                    if any(reading.kind in MELDS for group in aside for reading in read_group(group.cards, deal)):
                        return None
                    continue
                loose = tuple(group.cards[0] for group in laid.groups if len(group.cards) == 1)
                shape = shape_of(replace(best, groups=kept, loose=loose, discard=thrown), deal)
                if len(shape[1]) <= len(shape_of(best, deal)[1]):
                    found.add(shape)
    return found


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
    if deal.turned is not None and deal.rulebook.wilds.exposed and not deal.rulebook.table.turned_drawn_last:
        left[deal.turned] -= 1
    left.subtract(hand + stock)
    found = find_distance(hand, deal, tuple((+left).elements()))
    if deal.turned in stock and deal.rulebook.wilds.exposed and deal.rulebook.table.turned_drawn_last:
        there = Counter(stock) - Counter([deal.turned])  # it is drawn when nothing else is left
        stock = tuple(there.elements()) or stock
    wanted = distance_by_every_exchange(hand, stock, deal)
    wrong = [] if found.exchanges == wanted else [f"distance {found.exchanges} instead of {wanted}"]
    if (found.exchanges == 0) != find_best(hand, deal).declares:
        wrong.append(f"distance {found.exchanges}, but declares: {find_best(hand, deal).declares}")
    return wrong


def whole_pack_disagreements(hand: tuple[Card, ...], deal: Deal, gone: int, rng: random.Random) -> list[str]:
    """What is wrong with the distance of a full hand: its way as laid, and the whole pack's integer programme.

    Args:
        hand: as many cards as are dealt, or one more.
        deal: the rulebook at its table.
        gone: of a hundred cards that nobody holds, how many are out of play.
        rng: source of chance.
    """
    left = Counter({card: deal.pack.copies(card) for card in CARDS})
    left.subtract(hand)
    if deal.turned is not None and deal.rulebook.wilds.exposed:
        left[deal.turned] -= 1  # also where it is drawn last: then there are others left to draw
    there = sorted((+left).elements())
    rng.shuffle(there)
    kept = there[len(there) * gone // 100 :]
    found = find_distance(hand, deal, there[: len(there) - len(kept)])
    wrong = [] if found.witness is None else _way_faults(hand, kept, found, deal)
    turned, names = None if deal.turned is None else str(deal.turned), [list(map(str, some)) for some in (hand, kept)]
    if can_declare_sooner(deal.rulebook, *names, deal.players, turned, found.exchanges):
        wrong.append(f"distance {found.exchanges}, but fewer exchanges do")
    return wrong


def _way_faults(hand: tuple[Card, ...], stock: Sequence[Card], found: Distance, deal: Deal) -> list[str]:
    """What is wrong with a way to declare: it must give up cards held, take cards that are there, and declare."""
    way = found.witness
    assert way is not None
    given, missing = Counter(way.given), Counter(way.missing)
    after = Counter(hand) - given + missing
    wrong = []
    if given - Counter(hand) or missing - Counter(stock) or after.total() != deal.rulebook.deal:
        wrong.append(f"gives {way.given} and takes {way.missing}")
    if len(way.missing) != found.exchanges:
        wrong.append(f"takes {len(way.missing)} cards in {found.exchanges} exchanges")
    groups = [cards for _, cards in way.groups]
    single = after - Counter([card for cards in groups for card in cards])
    if not score_arrangement([*groups, *[(card,) for card in single.elements()]], deal).declares:
        wrong.append(f"{groups} do not declare as laid")
    return wrong


# ---- hands of each sort ------------------------------------------------------------------------------------
def small_table(rng: random.Random, at: int) -> tuple[tuple[Card, ...], Deal]:
    """A hand of six to eight cards, the book dealing as many, one fewer, or another number."""
    size = rng.choice((6, 7, 7, 8))
    deal = random_table(rng, accepted_rulebook(rng, rng.choice((size, size, size - 1, size - 1, 13))))
    return random_cards(rng, deal, size), deal


def full_table(rng: random.Random, at: int) -> tuple[tuple[Card, ...], Deal]:
    """A full hand, every other one with the card drawn."""
    size = rng.choice((7, 10, 13, 13, 13, 13, 16))
    deal = random_table(rng, accepted_rulebook(rng, size))
    return random_cards(rng, deal, size + at % 2), deal


def _try_points(rng: random.Random, at: int) -> Tried:
    cards, deal = small_table(rng, at)
    return _tried(cards, deal, best_disagreements(cards, deal))


def _try_model(rng: random.Random, at: int) -> Tried:
    cards, deal = full_table(rng, at)
    try:
        return _tried(cards, deal, model_disagreements(cards, deal))
    except RuntimeError:
        return Tried(deal.rulebook, [], "", 0, undecided=True)


def _try_discards(rng: random.Random, at: int) -> Tried:
    size = rng.choice((6, 7, 8, 10, 13, 13, 16))
    deal = random_table(rng, accepted_rulebook(rng, size))
    cards = (random_cards if at % 4 else wild_cards)(rng, deal, size + 1)
    return _tried(cards, deal, discards_disagreements(cards, deal))


def _try_wild(rng: random.Random, at: int) -> Tried:
    small = at % 4 > 0
    size = rng.choice((6, 7, 8) if small else (9, 10, 13, 13))
    deal = random_table(rng, accepted_rulebook(rng, rng.choice((size, size - 1))))
    cards = wild_cards(rng, deal, size)
    try:
        return _tried(cards, deal, (best_disagreements if small else model_disagreements)(cards, deal))
    except RuntimeError:
        return Tried(deal.rulebook, [], "", 0, undecided=True)


def _try_zero(rng: random.Random, at: int) -> Tried:
    cards, deal = full_table(rng, at)
    return _tried(cards, deal, zero_disagreements(cards, deal))


def _try_relaxing(rng: random.Random, at: int) -> Tried:
    cards, deal = (full_table if at % 2 else small_table)(rng, at)
    wrong, compared = relaxing_disagreements(cards, deal, rng, 6)
    return _tried(cards, deal, wrong, compared)


def _try_all_best(rng: random.Random, at: int) -> Tried:
    cards, deal = small_table(rng, at)
    return _tried(cards, deal, all_best_disagreements(cards, deal))


def _try_distance(rng: random.Random, at: int) -> Tried:
    size = rng.choice((6, 7))
    deal = random_table(rng, accepted_rulebook(rng, size))
    cards = random_cards(rng, deal, size + at % 2 + rng.randint(3, 5))
    hand, stock = cards[: size + at % 2], cards[size + at % 2 :]
    left = f" left {' '.join(map(str, stock))}"
    return _tried(hand, deal, distance_disagreements(hand, stock, deal), more=left)


def _try_whole_pack(rng: random.Random, at: int) -> Tried:
    size = rng.choice((7, 7, 10, 10, 13))
    deal = random_table(rng, accepted_rulebook(rng, size))
    cards, gone = random_cards(rng, deal, size + at % 2), rng.choice((0, 0, 50, 80))
    try:
        return _tried(cards, deal, whole_pack_disagreements(cards, deal, gone, rng), more=f" {gone} % gone")
    except RuntimeError:
        return Tried(deal.rulebook, [], "", 0, undecided=True)


def _tried(cards: tuple[Card, ...], deal: Deal, wrong: list[str], compared: int = 1, more: str = "") -> Tried:
    line = f"{' '.join(map(str, cards))}{more} turned {deal.turned} players {deal.players} under {deal.rulebook}"
    return Tried(deal.rulebook, wrong, line, compared)


def _try_knock(rng: random.Random, at: int) -> Tried:
    return Tried(*compare_knock(rng)[0])


def _try_bonus(rng: random.Random, at: int) -> Tried:
    return Tried(*compare_bonus(rng))


def _try_leaving(rng: random.Random, at: int) -> Tried:
    return Tried(*compare_leaving(rng))


ASKS: dict[str, Callable[[random.Random, int], Tried]] = {
    "points": _try_points,
    "model": _try_model,
    "relaxing": _try_relaxing,
    "all-best": _try_all_best,
    "distance": _try_distance,
    "whole-pack": _try_whole_pack,
    "zero": _try_zero,
    "wild": _try_wild,
    "discards": _try_discards,
    "knock": _try_knock,
    "bonus": _try_bonus,
    "leaving": _try_leaving,
}
"""What can be asked of random rulebooks, each with a hand of its own."""


def try_rulebooks(ask: str, rulebooks: int, seed: int) -> Iterator[Tried]:
    """Try a hand under each of some random rulebooks.

    Args:
        ask: one of ``ASKS``.
        rulebooks: how many rulebooks.
        seed: of the random choices.
    """
    for number in range(rulebooks):
        yield ASKS[ask](random.Random(f"{ask} {seed} {number}"), number)
