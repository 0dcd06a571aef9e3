"""Dealing hands for practice: at random, and tricky ones on which the obvious grouping is not the best."""

from __future__ import annotations

import random
from dataclasses import dataclass

from ...game.cards import Card, Hand
from ...game.rules import Measure, Rulebook
from ...game.table import set_table
from ...referee.scoring import score_arrangement
from ...study.analysis import analyse
from ...tutor.puzzles.greedy import count_pack, group_greedily, plant_hand

_TRIES = 60  # deals looked at before giving up
_LEAST_GAIN = 8  # points by which the best grouping must beat the obvious one


def build_pack(rulebook: Rulebook, players: int) -> list[Card]:
    """Every card of the pack in use with that many players."""
    return list(count_pack(rulebook, players).elements())


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
    tried = 0
    while True:
        tried += 1
        cards, turned = plant_hand(rulebook, players, random.Random(f"tricky {seed + tried - 1}"))
        hand = Hand(cards)
        table = set_table(rulebook, turned, players)
        groups = group_greedily(hand.cards, table)
        greedy = score_arrangement(groups, table)
        best = analyse(hand, rulebook, turned=turned, players=players).solved
        lost = rulebook.scoring.measure is Measure.PENALTY
        deal = TrickyDeal(
            hand=hand,
            turned=turned,
            seed=seed + tried - 1,
            greedy=greedy.score if greedy.points is None else greedy.points,
            best=best.score if best.points is None else best.points,
            tried=tried,
            is_tricky=best.score - greedy.score >= _LEAST_GAIN or (best.declares and not greedy.declares),
            note=_note(lost, best.declares and not greedy.declares),
        )
        if deal.is_tricky or tried == _TRIES:
            return deal


def _note(lost: bool, only_best_declares: bool) -> str:
    """The key of the text for a tricky deal."""
    if not lost:
        return "tricky_score"
    return "tricky_declares" if only_best_declares else "tricky_note"
