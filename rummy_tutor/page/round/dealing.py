"""Dealing a whole round for practice: one pack, a winner whose hand declares, and losers with a meld or two."""

from __future__ import annotations

import random

from ...game.cards import Card, Hand
from ...game.rules import Measure, Rulebook
from ...game.table import set_table
from ...rounds.endings import Ending, price_of
from ...study.analysis import analyse
from ...tutor.generate import Stock, fill_layout, lay_special, make_group, open_table
from ...tutor.lessons import is_special

TRIES = 40
_LEAVING = (Ending.FIRST_DROP, Ending.MIDDLE_DROP)


def deal_round(rulebook: Rulebook, players: int, seed: int) -> tuple[list[tuple[str, str]], Card | None]:
    """Deal a finished round; the same seed gives the same one.

    Returns:
        Each player's ending and hand as text, and the turned card. The winner's hand is laid out in groups, the
        others' are not.

    Raises:
        ValueError: no declaring hand was found.
    """
    rng = random.Random(f"round {rulebook.key} {players} {seed}")
    stock, winner = _deal_winner(rulebook, players, rng)
    known = [ending for ending in _LEAVING if price_of(ending, rulebook) is not None and players > 2]
    dealt = []
    for _ in range(players - 1):
        ending = rng.choice(known) if known and rng.random() < 0.25 else Ending.LOST
        dealt.append((ending.value, str(_deal_loser(stock))))
    dealt.insert(rng.randrange(players), (Ending.DECLARED.value, str(winner)))
    return dealt, stock.deal.turned


def _deal_winner(rulebook: Rulebook, players: int, rng: random.Random) -> tuple[Stock, Hand]:
    """A hand that declares, laid out, and the pack without it."""
    ways = set_table(rulebook, None, players).objectives
    for way in rng.choices(ways, k=TRIES if ways else 0):
        stock = Stock(open_table(rulebook, rng, joker=0, players=players), rng, simple=True)
        special = is_special(way.needs)
        groups = lay_special(stock, rulebook.deal, way) if special else fill_layout(stock, rulebook.deal, 1)
        if groups is not None:
            result = analyse(Hand.of_groups(groups), rulebook, turned=stock.deal.turned, players=players)
            if result.best.declares:
                return stock, result.hand if result.laid.declares else Hand.of_groups(result.best.as_laid())
    raise ValueError(rulebook.key)


def _deal_loser(stock: Stock) -> Hand:
    """A hand with some melds in it."""
    book, rng = stock.deal.rulebook, stock.rng
    most = book.deal // 3 - (1 if book.scoring.measure is Measure.PENALTY else 2)
    shapes = rng.choices(("run", "set"), (7, 3), k=rng.randrange(max(1, most)))
    melds = [card for shape in shapes for card in make_group(stock, shape, 3, 0) or ()]
    return Hand(tuple(sorted([*melds, *stock.draw(book.deal - len(melds))])))
