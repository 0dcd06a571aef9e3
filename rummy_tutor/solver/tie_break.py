"""How far melds are from a learner's groups, for settling ties between equal arrangements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..game.cards import Card
from ..game.rules import MELDS, SEQUENCES
from ..game.table import Deal
from ..referee.melds import read_group
from .meld_columns import Form, Meld

FEW = 32  # a moved card outweighs any number of jokers


class Nearness:
    """How far melds are from a learner's groups."""

    def __init__(self, groups: Sequence[Sequence[Card]], deal: Deal) -> None:
        self.deal = deal
        self.groups = [tuple(group) for group in groups if len(group) > 1]
        self.counts = [dict(Counter([card.index for card in group])) for group in self.groups]
        self.alone = {group[0].index for group in groups if len(group) == 1}

    def moved(self, form: Form) -> int:
        """The cost of a meld: cards that lie elsewhere, then jokers."""
        together = 0
        for counts in self.counts:
            left = dict(counts)
            shared = 0
            for index in form.cards:
                if left.get(index, 0) > 0:
                    left[index] -= 1
                    shared += 1
            jokers = form.meld.jokers
            if shared and jokers:
                wilds = sum([n for index, n in counts.items() if self.deal.is_wild[index] and index not in form.cards])
                shared += min(wilds, jokers)
            together = max(together, shared)
        return (form.wilds + len(form.naturals) - together) * FEW + form.called

    def loosened(self, index: int) -> int:
        """The cost of leaving a card loose: nothing if the learner has it so."""
        return 0 if not self.groups or index in self.alone else FEW

    def own_melds(self) -> list[Meld]:
        """The learner's own melds as they are, also those that are not canonical."""
        found = []
        for group in self.groups:
            for reading in read_group(group, self.deal)[:1]:
                jokers = tuple(sorted(wild.card.index for wild in reading.wilds))
                uses = tuple(sorted((Counter([card.index for card in group]) - Counter(jokers)).elements()))
                shows = tuple(card.index for card in reading.shows) if reading.kind in SEQUENCES else ()
                if reading.kind in MELDS:
                    found.append(Meld(reading.kind, uses, 0, jokers, len(group), shows))
        return found
