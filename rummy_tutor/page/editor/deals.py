"""Dealing hands for practice: at random, and tricky ones on which the obvious grouping is not the best."""

from __future__ import annotations

import random
from dataclasses import dataclass

from ...game.cards import Card, Hand
from ...game.records import Arranged, Best
from ...game.rules import Measure, Rulebook
from ...game.table import set_table
from ...referee.scoring import score_arrangement
from ...study.analysis import analyse
from ...tutor.puzzles.greedy import count_pack, group_greedily, plant_hand
from ..faces import figure_of

TRIES = 60  # deals looked at before giving up
_LEAST_GAIN = 8  # points by which the best grouping must beat the obvious one


def deal_hand(rulebook: Rulebook, players: int, size: int, seed: int) -> tuple[Hand, Card | None]:
    """Shuffle, deal one hand and turn a card up; the same seed gives the same deal."""
    pack = list(count_pack(rulebook, players).elements())
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
        note: the text that says what makes it tricky; empty where the search found no tricky hand.
    """

    hand: Hand
    turned: Card | None
    seed: int
    greedy: int
    note: str


def deal_tricky(rulebook: Rulebook, players: int, seed: int) -> TrickyDeal:
    """Look for a hand whose obvious grouping is beaten clearly, beginning with ``seed``; the last one if none is.

    Every candidate is solved exactly, so the claim is verified and not guessed.
    """
    for number in range(seed, seed + TRIES):
        cards, turned = plant_hand(rulebook, players, random.Random(f"tricky {number}"))
        table = set_table(rulebook, turned, players)
        greedy = score_arrangement(group_greedily(cards, table), table)
        note = _find_note(greedy, analyse(Hand(cards), rulebook, turned=turned, players=players).best, rulebook)
        if note:
            break
    return TrickyDeal(hand=Hand(cards), turned=turned, seed=number, greedy=figure_of(greedy), note=note)


def _find_note(greedy: Arranged, best: Best, rulebook: Rulebook) -> str:
    """The key of the text that says how the best grouping beats the obvious one; empty if it does not clearly."""
    only_best_declares = best.declares and not greedy.declares
    if not only_best_declares and best.score - greedy.score < _LEAST_GAIN:
        return ""
    if rulebook.scoring.measure is not Measure.PENALTY:
        return "tricky_score"
    return "tricky_declares" if only_best_declares else "tricky_note"
