"""The least loose points as a template programme in the style of den Hertog and Hulshof, solved by HiGHS.

Every meld that the hand could hold is a column that says how often it is laid; each card type has a row.
A second peer to measure the solver against, for the rulebooks whose loser's points follow from pure sequences
and sequences alone. It knows nothing of K-A-2 (R29), so a rare hand comes out cheaper than it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np

from . import rules
from .rules import RANKS, RUN, SUITS

KEYS = ("gorummy-13", "adgaming-13", "paplu-27")


class Template(NamedTuple):
    """A meld: the cards used as themselves, the jokers beside them, and what it counts as."""

    cards: tuple[str, ...]
    jokers: int
    pure: bool = False
    sequence: bool = False


def list_templates(key: str, held: Counter[str], wild: frozenset[str]) -> list[Template]:
    """The melds that the cards allow; longer runs are shorter ones side by side."""
    wilds = sum(held[card] for card in held if card in wild)
    found = set()
    for suit in SUITS:
        for length in (3, 4, 5):
            for start in range(len(RUN) - length + 1):
                window = [rank + suit for rank in RUN[start : start + length]]
                if all(held[card] for card in window):
                    found.add(Template(tuple(window), 0, True, True))
                plain = [card for card in window if held[card] and card not in wild]
                for count in range(1, len(plain) + 1):
                    for cards in combinations(plain, count):
                        found.add(Template(cards, length - count, False, True))
                found |= {Template((card,), length - 1, False, True) for card in window if held[card] and card in wild}
    for rank in RANKS:
        cards = [rank + suit for suit in SUITS if held[rank + suit] and rank + suit not in wild]
        if key == "paplu-27":
            found |= {Template((card,) * 3, 0) for card in cards if held[card] >= 3}
            for count in (2, 3, 4, 5):
                for chosen in combinations_with_replacement(cards, count):
                    found.add(Template(chosen, max(3 - count, int(len(set(chosen)) == 1))))
        else:
            for count in (2, 3, 4):
                found |= {Template(chosen, max(0, 3 - count)) for chosen in combinations(cards, count)}
    if key == "paplu-27":
        found |= {Template((card,) * 3, 0) for card in held if card in wild and held[card] >= 3}
    return sorted(
        template
        for template in found
        if 0 <= template.jokers <= wilds and all(held[card] >= n for card, n in Counter(template.cards).items())
    )


class Programme:
    """The programme of one hand: columns are the templates, then one a card type left loose, then one thrown."""

    def __init__(self, key: str, cards: Sequence[str], turned: str | None) -> None:
        self.key, self.book = key, rules.get_book(key)
        self.wild = rules.wild_types(key, turned)
        self.held = Counter(cards)
        self.types = sorted(self.held)
        self.templates = list_templates(key, self.held, self.wild)
        self.worth = [rules.value(self.book, card, self.wild) for card in self.types]
        self.throws = int(len(cards) == self.book.deal + 1)
        types, melds = len(self.types), len(self.templates)
        self.width = melds + 2 * types
        # rows: the types, the jokers, the card thrown, pure sequences, sequences
        rows = np.zeros((types + 4, self.width))
        place = {card: at for at, card in enumerate(self.types)}
        for column, template in enumerate(self.templates):
            for card in template.cards:
                rows[place[card], column] += 1
            rows[types : types + 4, column] = template.jokers, 0, template.pure, template.sequence
        for at, card in enumerate(self.types):
            rows[at, [melds + at, melds + types + at]] = 1
            rows[types, melds + at] = -(card in self.wild)  # jokers are taken from the wild cards left loose
            rows[types + 1, melds + types + at] = 1
        self.rows = rows

    def least(self, pure: int, sequences: int, only_pure: bool = False) -> int | None:
        """The least points with so many pure sequences and sequences, None if there are not so many."""
        import highspy  # late: it does not load beside OR-Tools, which carries another HiGHS

        cost = np.zeros(self.width)
        melds = len(self.templates)
        cost[melds : melds + len(self.types)] = self.worth
        if only_pure:
            worth = dict(zip(self.types, self.worth, strict=True))
            cost[:melds] = [0 if t.pure else sum(worth[card] for card in t.cards) for t in self.templates]
        counts = [self.held[card] for card in self.types]
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = self.width, len(self.rows)
        lp.col_cost_ = cost
        lp.col_lower_, lp.col_upper_ = np.zeros(self.width), np.full(self.width, 28.0)
        lp.row_lower_ = np.array([*counts, -highspy.kHighsInf, self.throws, pure, sequences])
        lp.row_upper_ = np.array([*counts, 0, self.throws, highspy.kHighsInf, highspy.kHighsInf])
        columns, at = np.nonzero(self.rows.T)
        lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        lp.a_matrix_.start_ = np.searchsorted(columns, np.arange(self.width + 1))
        lp.a_matrix_.index_, lp.a_matrix_.value_ = at, self.rows.T[columns, at]
        lp.integrality_ = [highspy.HighsVarType.kInteger] * self.width
        solver = highspy.Highs()
        solver.setOptionValue("output_flag", False)
        solver.setOptionValue("threads", 1)
        solver.passModel(lp)
        solver.run()
        if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        return round(solver.getInfo().objective_function_value)

    def points(self) -> int:
        """The least points a loser can have."""
        book = self.book
        wilds = sum(self.held[card] for card in self.held if card in self.wild)
        pairs = sum(count // 2 for count in self.held.values())
        if (book.few_jokers and wilds >= book.few_jokers) or (book.few_dublees and pairs >= book.few_dublees):
            return book.floor
        total = sum(worth * self.held[card] for card, worth in zip(self.types, self.worth, strict=True))
        found = [total - (max(self.worth) if self.throws else 0)]
        if self.key == "paplu-27" and (loose := self.least(0, 0)) is not None:
            found += [0] * (loose == 0)  # all melded
        for only_pure, pure, sequences in ((False, book.pure, book.sequences), (True, 1, 0)):
            if not (only_pure and self.key == "adgaming-13"):
                cost = self.least(pure, sequences, only_pure)
                found += [] if cost is None else [cost]
        points = max(min(found), book.floor)
        return points if book.cap is None else min(points, book.cap)
