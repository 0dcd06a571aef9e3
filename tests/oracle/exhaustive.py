"""The distance to declare where the pack is nearly used up, held against the list of all hands that declare.

With few cards left, every hand of N cards among those held and those left can be put together and judged. The
distance to one of them is the number of its cards that are not held; a card thrown is out of play, so hands that
need it are struck off the list. Held against that list are the distance of the hand, the way shown to it, the
distance after each discard, for each discard the draws that bring the hand nearer (``Throws``), and those of a
hand of N cards (``advise_at``).

The list does not know how the engine searches for a distance. Whether a hand declares is asked of the independent
referee of ``rules``, which tries every partition and takes thirty to two hundred times as long, or of the
engine's own solver, which is held against models of its own: thousands of cases are affordable only so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rummy_tutor import Card, Hand
from rummy_tutor.distance.discards import Throws
from rummy_tutor.distance.distance import find_distance
from rummy_tutor.game.cards import CARDS
from rummy_tutor.game.table import Deal, set_table
from rummy_tutor.solver.best import find_best
from rummy_tutor.study.advice import advise_at
from tests.strategies import Dealt

from .agree import derived, witness_disagreements
from .distance import SEE, Question, aims, ask, choose

MOST = 2000
"""Hands that may be listed for one case."""

READ = {str(card): card for card in CARDS}

Judge = Callable[[Question, Deal, tuple[str, ...]], bool]
"""Whether a hand of N cards, sorted, declares."""


def by_engine(question: Question, deal: Deal, hand: tuple[str, ...]) -> bool:
    """What the engine's solver says."""
    return find_best(tuple([READ[card] for card in hand]), deal).declares


def by_referee(question: Question, deal: Deal, hand: tuple[str, ...]) -> bool:
    """What the referee says, which knows nothing of the engine."""
    return bool(aims(question, hand).keys() - {SEE})


JUDGES: dict[str, Judge] = {"engine": by_engine, "referee": by_referee}


def count_hands(cards: Mapping[str, int], size: int) -> int:
    """How many different hands of so many cards there are among these."""
    ways = [1] + [0] * size
    for copies in cards.values():
        ways = [sum(ways[max(0, total - copies) : total + 1]) for total in range(size + 1)]
    return ways[size]


class Declaring:
    """All hands that declare among the cards held and left."""

    def __init__(self, question: Question, declares: Callable[[tuple[str, ...]], bool]) -> None:
        """List them.

        Raises:
            ValueError: there are more than ``MOST`` hands to judge.
        """
        self.there = question.held + question.stock
        if count_hands(self.there, question.book.deal) > MOST:
            raise ValueError(f"more than {MOST} hands can be put together")
        self.types = sorted(self.there)
        hands = choose(sorted(self.there.items()), question.book.deal)
        self.counts = [self._count(Counter(hand)) for hand in hands if declares(hand)]

    def _count(self, cards: Mapping[str, int]) -> tuple[int, ...]:
        return tuple([cards.get(card, 0) for card in self.types])

    def without(self, card: str) -> list[tuple[int, ...]]:
        """Those that can still be had when a copy of a card is out of play."""
        at = self.types.index(card)
        return [counts for counts in self.counts if counts[at] < self.there[card]]

    def distance(self, cards: Mapping[str, int], counts: Iterable[tuple[int, ...]] | None = None) -> int | None:
        """The fewest cards to be had until one of the hands is held, None if there is no hand."""
        held = self._count(cards)
        return min(
            (
                sum([want - have for want, have in zip(wanted, held, strict=True) if want > have])
                for wanted in (self.counts if counts is None else counts)
            ),
            default=None,
        )


@dataclass(frozen=True)
class Compared:
    """What a comparison came to.

    Attributes:
        wrong: all disagreements, empty if there is none.
        pairs: how many pairs of a discard and a draw were compared.
        exchanges: the distance by the list.
    """

    wrong: list[str]
    pairs: int
    exchanges: int | None


def compare_all(hand: Dealt, seen: Sequence[str], tweak: Mapping[str, Any], judge: Judge = by_engine) -> Compared:
    """Hold the engine against the list: distance, way, discards, and the draws with N and N+1 cards.

    Args:
        hand: a hand with one card more than dealt, at its table.
        seen: cards marked as seen: all of the pack but a few.
        tweak: figures of the rulebook to replace, by the names of ``rules.Book``.
        judge: who says whether a hand declares.
    """
    question = ask(hand.key, hand.cards, hand.turned, hand.players, seen, tweak=tweak)
    deal = set_table(derived(hand.key, tweak), None if hand.turned is None else Card.parse(hand.turned), hand.players)
    listed = Declaring(question, partial(judge, question, deal))
    gone = tuple(map(Card.parse, seen))
    wanted = listed.distance(question.held)
    found = find_distance(tuple(map(Card.parse, hand.cards)), deal, gone)
    wrong = [] if found.exchanges == wanted else [f"distance {found.exchanges} instead of {wanted}"]
    wrong += witness_disagreements(question, found)
    throws = Throws(tuple(map(Card.parse, hand.cards)), deal, gone)
    for _ in throws.work_out(found.exchanges):
        pass
    pairs = 0
    for thrown in sorted(question.held):
        wrong += discard_disagreements(question, listed, throws, thrown)
        pairs += len(question.stock) if READ[thrown].index in throws.far else 0
    wrong += draw_disagreements(question, listed, deal, hand.cards, gone)
    return Compared(wrong, pairs, wanted)


def nearer(question: Question, listed: Declaring, thrown: str) -> tuple[int | None, set[str]]:
    """By the list: how far a discard leaves the hand, and the draws that then bring it nearer."""
    left, hands = question.held - Counter([thrown]), listed.without(thrown)
    far = listed.distance(left, hands)
    if far is None:
        return None, set()
    return far, {card for card in question.stock if listed.distance(left + Counter([card]), hands) < far}


def discard_disagreements(question: Question, listed: Declaring, throws: Throws, thrown: str) -> list[str]:
    """What is wrong with one discard of ``Throws``."""
    far, outs = nearer(question, listed, thrown)
    index = READ[thrown].index
    if throws.far.get(index) != far:
        return [f"{thrown} thrown: {throws.far.get(index)} to exchange instead of {far}"]
    drawn = {READ[card].index for card in outs}
    if throws.outs[index] != drawn:
        return [f"{thrown} thrown, {far} to exchange: draws {sorted(throws.outs[index])} instead of {sorted(drawn)}"]
    return []


def draw_disagreements(
    question: Question, listed: Declaring, deal: Deal, cards: Sequence[str], gone: tuple[Card, ...]
) -> list[str]:
    """What is wrong with the advice on the hand of N cards that is left when the last card has been thrown."""
    *kept, thrown = map(Card.parse, cards)
    far, outs = nearer(question, listed, str(thrown))
    advice = advise_at(Hand(tuple(kept)), deal, (*gone, thrown), ask=("outs",))
    if advice.distance.exchanges != far:
        return [f"without {thrown}: {advice.distance.exchanges} to exchange instead of {far}"]
    drawn = {str(draw.card) for draw in advice.outs if "distance" in draw.improves}
    return (
        [] if drawn == outs else [f"without {thrown}, distance {far}: draws {sorted(drawn)} instead of {sorted(outs)}"]
    )
