"""Hands for puzzles, and the grouping that a beginner finds: longest pure sequence first, then the dearest meld."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from ...game.cards import CARDS, Card
from ...game.rules import MELDS, Kind, Rulebook
from ...game.table import Deal, set_table
from ...referee.melds import read_group
from ...referee.scoring import score_arrangement

Groups = tuple[tuple[Card, ...], ...]
Candidate = tuple[tuple[Card, ...], Kind, int]  # the cards, what they are, and how many wild cards stand in

_SHUFFLES = 200  # tries for groups that fill a hand


def count_pack(rulebook: Rulebook, players: int) -> Counter[Card]:
    """How many copies of each card the pack holds with that many players."""
    pack = rulebook.table.pack_for(players)
    return Counter({card: pack.copies(card) for card in CARDS if pack.copies(card)})


def turn_card(rulebook: Rulebook, pack: Counter[Card], rng: random.Random) -> Card | None:
    """Turn a card up and take it out of the pack; None where the game turns none."""
    if not rulebook.wilds.exposed:
        return None
    turned = rng.choice([card for card in sorted(pack) if not card.is_printed_joker])
    pack[turned] -= 1
    return turned


def _take(hand: list[Card], pack: Counter[Card], cards: Sequence[Card], most: int) -> None:
    """Put cards into the hand as far as the pack holds them and there is room."""
    for card in cards:
        if pack[card] > 0 and len(hand) < most:
            pack[card] -= 1
            hand.append(card)


def plant_hand(
    rulebook: Rulebook, players: int, rng: random.Random, size: int | None = None
) -> tuple[tuple[Card, ...], Card | None]:
    """A hand with melds that share cards: random runs, sets that cross them, some wild cards, the rest at random.

    Args:
        rulebook: the rules.
        players: how many play.
        rng: the source of chance.
        size: how many cards; as many as are dealt if left out.

    Returns:
        The cards in order, and the card turned up.
    """
    size = rulebook.deal if size is None else size
    pack = count_pack(rulebook, players)
    turned = turn_card(rulebook, pack, rng)
    hand: list[Card] = []
    while len(hand) < size - 3:
        rank, suit = rng.randrange(13), rng.randrange(4)
        length = rng.choice((3, 3, 4))
        run = [CARDS[suit * 13 + rank + step] for step in range(length)] if rank + length <= 13 else []
        crossing = [CARDS[other * 13 + rank] for other in rng.sample(range(4), 3)]
        _take(hand, pack, run, size)
        if rng.random() < 0.6:
            _take(hand, pack, crossing, size)
    jokers = _list_wilds(rulebook, turned, pack)
    _take(hand, pack, rng.sample(jokers, min(len(jokers), rng.choice((1, 1, 2)))), size)
    while len(hand) < size:
        _take(hand, pack, [rng.choice(sorted(pack.elements()))], size)
    return tuple(sorted(hand)), turned


def _list_wilds(rulebook: Rulebook, turned: Card | None, pack: Counter[Card]) -> list[Card]:
    """The wild cards of the pack, each once."""
    wild = set(rulebook.wilds.types(turned)) if turned is not None else set()
    return [card for card in sorted(pack) if card.is_printed_joker or card in wild]


def plant_full(rulebook: Rulebook, players: int, rng: random.Random) -> tuple[Groups, Deal] | None:
    """A hand that lies in melds and declares; None if these throws of the dice gave none."""
    pack = count_pack(rulebook, players)
    table = set_table(rulebook, turn_card(rulebook, pack, rng), players)
    wild = _list_wilds(rulebook, table.turned, pack)
    longest = min(4, rulebook.melds.run_max)
    groups: list[tuple[Card, ...]] = []
    room = rulebook.deal
    for _ in range(_SHUFFLES):
        if room == 0:
            break
        size = rng.choice((3, longest))
        if size > room or 0 < room - size < 3:
            continue
        if rng.random() < 0.65:
            suit, rank = rng.randrange(4), rng.randrange(15 - size)
            cards = [CARDS[suit * 13 + (rank + step) % 13] for step in range(size)]
        else:
            rank = rng.randrange(13)
            cards = [CARDS[suit * 13 + rank] for suit in rng.sample(range(4), min(size, 4))]
        if wild and rng.random() < 0.35:
            cards[rng.randrange(len(cards))] = rng.choice(wild)
        needed = Counter(cards)
        if any(pack[card] < count for card, count in needed.items()):
            continue
        pack.subtract(needed)
        groups.append(tuple(cards))
        room -= len(cards)
    laid = tuple(groups)
    return (laid, table) if room == 0 and score_arrangement(laid, table).declares else None


def group_greedily(cards: Sequence[Card], table: Deal) -> list[tuple[Card, ...]]:
    """Group as a beginner does: the longest pure sequence, the next, then whatever meld is worth most.

    Returns:
        Groups holding exactly the given cards, the leftover ones in groups of one.
    """
    left = Counter(cards)
    groups: list[tuple[Card, ...]] = []
    while True:
        meld = max(list_melds(left, table), key=_appeal(table), default=None)
        if meld is None:
            break
        groups.append(meld[0])
        left.subtract(Counter(meld[0]))
        left += Counter()  # drop what is used up
    return [*groups, *((card,) for card in left.elements())]


def throw_greedily(cards: Sequence[Card], table: Deal) -> Card:
    """The card that a beginner throws: of those in no meld, the one that costs most; of all if every one is in one."""
    loose = [group[0] for group in group_greedily(cards, table) if len(group) == 1]
    return max(loose or cards, key=lambda card: (table.points[card.index], card))


def list_melds(left: Counter[Card], table: Deal) -> Iterator[Candidate]:
    """Melds of three cards, and pure sequences of any length, that can be laid from the cards left."""
    cards = sorted(left.elements())
    seen = set()
    for three in combinations(cards, 3):
        if three in seen:
            continue
        seen.add(three)
        readings = [reading for reading in read_group(three, table) if reading.kind in MELDS]
        if readings:
            yield three, readings[0].kind, len(readings[0].wilds)
    for suit in range(4):
        for low in range(13):
            run: list[Card] = []
            for place in range(low, 14):
                card = CARDS[suit * 13 + place % 13]
                if not left[card] or card in run:
                    break
                run.append(card)
                if len(run) > 3 and read_group(tuple(run), table):
                    yield tuple(run), Kind.PURE_SEQUENCE, 0


def _appeal(table: Deal) -> Callable[[Candidate], tuple]:
    """What a beginner goes for: pure first, few jokers, many points."""

    def rank(candidate: Candidate) -> tuple:
        cards, kind, wilds = candidate
        return kind is Kind.PURE_SEQUENCE, -wilds, len(cards), sum(table.points[card.index] for card in cards), cards

    return rank
