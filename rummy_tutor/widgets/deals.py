"""Dealing hands for practice: at random, and tricky ones on which the obvious grouping is not the best."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from ..cards import CARDS, Card, Hand
from ..melds import read_group
from ..rules import MELDS, Kind, Measure, Rulebook
from ..scoring import score_arrangement
from ..table import Deal, set_table

_TRIES = 60  # deals looked at before giving up
_LEAST_GAIN = 8  # points by which the best grouping must beat the obvious one


def build_pack(rulebook: Rulebook, players: int) -> list[Card]:
    """Every card of the pack in use with that many players."""
    pack = rulebook.table.pack_for(players)
    return [card for card in CARDS for _ in range(pack.copies(card))]


def deal_hand(rulebook: Rulebook, players: int, size: int, seed: int) -> tuple[Hand, Card | None]:
    """Shuffle, deal one hand and turn a card up; the same seed gives the same deal."""
    pack = build_pack(rulebook, players)
    random.Random(f"deal {seed}").shuffle(pack)
    turned = pack[size] if rulebook.wilds.exposed and size < len(pack) else None
    return Hand(tuple(sorted(pack[:size]))), turned


@dataclass(frozen=True, kw_only=True)
class TrickyDeal:
    """A hand on which grouping greedily does not find the best.

    Attributes:
        hand: the cards, not grouped.
        turned: the turned card.
        seed: the seed that deals exactly this hand.
        greedy: figure of the obvious grouping: points lost, or the score where melds are worth points.
        best: the same figure of the best grouping.
        tried: deals looked at.
        is_tricky: whether the search succeeded.
        note: the text that says what makes it tricky.
    """

    hand: Hand
    turned: Card | None
    seed: int
    greedy: int
    best: int
    tried: int
    is_tricky: bool
    note: str


def deal_tricky(rulebook: Rulebook, players: int, seed: int) -> TrickyDeal:
    """Look for a hand whose obvious grouping is beaten clearly, beginning with ``seed``.

    Every candidate is solved exactly, so the claim is verified and not guessed.
    """
    from ..analysis import analyse

    last = None
    for tried in range(1, _TRIES + 1):
        hand, turned = _plant(rulebook, players, seed + tried - 1)
        table = set_table(rulebook, turned, players)
        groups = group_greedily(hand.cards, table)
        greedy = score_arrangement(groups, table)
        best = analyse(hand, rulebook, turned=turned, players=players).best
        lost = rulebook.scoring.measure is Measure.PENALTY
        last = TrickyDeal(
            hand=hand,
            turned=turned,
            seed=seed + tried - 1,
            greedy=greedy.points if lost else greedy.score,
            best=best.points if lost else best.score,
            tried=tried,
            is_tricky=best.score - greedy.score >= _LEAST_GAIN or (best.declares and not greedy.declares),
            note=_note(lost, best.declares and not greedy.declares),
        )
        if last.is_tricky:
            break
    return last


def _note(lost: bool, only_best_declares: bool) -> str:
    """The key of the text for a tricky deal."""
    if not lost:
        return "tricky_score"
    return "tricky_declares" if only_best_declares else "tricky_note"


def _plant(rulebook: Rulebook, players: int, seed: int) -> tuple[Hand, Card | None]:
    """A hand with melds that share cards: random runs and sets around common cards, filled up at random."""
    chance = random.Random(f"tricky {seed}")
    pack = Counter(build_pack(rulebook, players))
    turned = None
    if rulebook.wilds.exposed:
        turned = chance.choice([card for card in pack if not card.is_printed_joker])
        pack[turned] -= 1
    hand: list[Card] = []

    def take(cards: Sequence[Card]) -> None:
        for card in cards:
            if pack[card] > 0 and len(hand) < rulebook.deal:
                pack[card] -= 1
                hand.append(card)

    while len(hand) < rulebook.deal - 3:
        rank, suit = chance.randrange(13), chance.randrange(4)
        size = chance.choice((3, 3, 4))
        run = [CARDS[suit * 13 + (rank + step) % 13] for step in range(size)] if rank + size <= 13 else []
        crossing = [CARDS[other * 13 + rank] for other in chance.sample(range(4), 3)]
        take(run)
        if chance.random() < 0.6:
            take(crossing)
    jokers = [card for card in pack if card.is_printed_joker or card in set(rulebook.wilds.types(turned))]
    take(chance.sample(jokers, min(len(jokers), chance.choice((1, 1, 2)))))
    while len(hand) < rulebook.deal:
        take([chance.choice(list(pack.elements()))])
    return Hand(tuple(sorted(hand))), turned


def group_greedily(cards: Sequence[Card], table: Deal) -> list[tuple[Card, ...]]:
    """Group as a beginner does: the longest pure sequence, the next, then whatever meld is worth most.

    Returns:
        Groups holding exactly the given cards, the leftover ones in groups of one.
    """
    left = Counter(cards)
    groups: list[tuple[Card, ...]] = []
    while True:
        found = max(_candidates(left, table), key=_appeal(table), default=None)
        if found is None:
            break
        groups.append(found[0])
        left.subtract(Counter(found[0]))
        left += Counter()  # drop what is used up
    return [*groups, *((card,) for card in left.elements())]


def _candidates(left: Counter[Card], table: Deal) -> Iterator[tuple[tuple[Card, ...], Kind, int]]:
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


def _appeal(table: Deal):
    """What a beginner goes for: pure first, few jokers, many points."""

    def rank(found: tuple[tuple[Card, ...], Kind, int]) -> tuple:
        cards, kind, wilds = found
        return kind is Kind.PURE_SEQUENCE, -wilds, len(cards), sum(table.points[card.index] for card in cards), cards

    return rank
