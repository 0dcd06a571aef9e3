"""Tasks about wild cards: which of these cards are wild."""

from __future__ import annotations

import random

from ...game.cards import CARDS
from ...game.rules import Rulebook, neighbour
from ..beliefs import Belief
from ..generate import open_table
from ..lessons import Lesson
from ..tasks import Task, TaskKind, add_kind, ask_about
from .reading import read_cards, sort_cards


def _mark(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    deal = open_table(rulebook, rng, joker=0.25)
    base = rulebook.wilds.indicator(deal.turned) or CARDS[13 * rng.randrange(4)]
    beside = [neighbour(base, step) for step in (0, 1, -1, 2, -2)]
    rank = [CARDS[suit * 13 + base.index % 13] for suit in range(4)]
    aces = [CARDS[suit * 13] for suit in range(4)]
    others = rng.sample(CARDS[:52], 4)
    pool = dict.fromkeys([*rank, *beside, *rng.sample(aces, 2), *others, CARDS[52]])
    there = [card for card in pool if deal.pack.copies(card) - (card == deal.turned) > 0]
    told = [card for card in there if card in rank]  # what some take for wild of a rank is told by all its suits
    rest = [card for card in there if card not in rank]
    shown = sorted([*told, *rng.sample(rest, min(len(rest), 5 + 2 * level - len(told)))])
    return ask_about(lesson, "mark", deal, (tuple(shown),), "cards", tuple(map(str, shown)))


def _wild_cards(task: Task) -> list[str]:
    return sort_cards(card for card in task.cards if task.deal.is_wild[card.index])


def _believed_wild(task: Task, belief: Belief) -> object:
    believed = belief.deal(task.deal)
    return sort_cards(card for card in task.cards if believed.is_wild[card.index])


add_kind(TaskKind(key="mark", propose=_mark, answer=_wild_cards, read=read_cards, believe=_believed_wild))
