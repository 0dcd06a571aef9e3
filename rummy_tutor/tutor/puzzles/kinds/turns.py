"""Puzzles about the next turn: the card to throw, and whether to take the open card."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ....game.cards import PRINTED_JOKER, Hand, without
from ....game.messages import Items, Message, key_of, tell_later
from ....game.rules import Rulebook
from ....game.table import set_table
from ....study.advice import Advice, Discard, Pick, advise
from ....wording.advice_text import explain_pick, list_cards, percent, say_distance, say_verdict
from ....wording.speech import tell
from ..difficulty import Difficulty, count_overlap, count_wilds, list_melds_of
from ..greedy import count_pack, group_greedily, plant_hand, throw_greedily
from ..puzzle import Goal, Puzzle
from .kind import Choice, as_singles, declares_with_melds

YES, NO = "take", "leave"
_MOST_ADVISED = 13  # cards of a hand whose every discard is looked at
_NEAR = 2  # exchanges that the hand is away from declaring, at most


class Turn(Choice):
    """A question about the next turn, of a hand near to declaring."""

    def suits(self, rulebook: Rulebook) -> bool:
        """Whether the game's hands are small enough to look at every discard."""
        return declares_with_melds(rulebook) and rulebook.deal <= _MOST_ADVISED

    def measure(self, puzzle: Puzzle) -> Difficulty:
        """By the melds that lead astray, and by whether a beginner's habit does."""
        melds = list_melds_of(group_greedily(puzzle.cards, puzzle.deal), puzzle.deal)
        return Difficulty(
            overlap=count_overlap(puzzle.cards, melds, puzzle.deal),
            jokers=count_wilds(puzzle.cards, puzzle.deal),
            close=1,
            trap=self.is_trap(puzzle),
        )

    @abstractmethod
    def is_trap(self, puzzle: Puzzle) -> bool:
        """Whether the habit of a beginner gives a wrong answer."""


class Throw(Turn):
    """Choose the card to throw."""

    goal = Goal.THROW
    offers_cards = True

    def make(self, rulebook: Rulebook, rng: random.Random) -> Puzzle | None:
        """A hand with a card drawn, where one discard is better than all others and is not simply the dearest."""
        cards, turned = plant_hand(rulebook, rulebook.table.nearest(), rng, rulebook.deal + 1)
        each = sorted({*cards}, key=lambda card: card.place)
        puzzle = replace(self.new_puzzle(rulebook, turned, as_singles(cards)), choices=tuple(map(str, each)))
        if not _is_near(puzzle):
            return None
        best, second = list_discards(puzzle)[:2]
        if rank_discard(best) >= rank_discard(second):
            return None
        points = puzzle.deal.points
        loose = [group[0] for group in group_greedily(cards, puzzle.deal) if len(group) == 1] or cards
        is_tricky = points[best.card.index] < max(points[card.index] for card in loose) or best.card not in loose
        return puzzle if is_tricky or rng.random() < 0.1 else None

    def choose(self, puzzle: Puzzle) -> tuple[str, ...]:
        """The best throw."""
        return (str(list_discards(puzzle)[0].card),)

    def is_right(self, puzzle: Puzzle, choice: str) -> bool:
        """Whether a throw is as good as the best."""
        best, *_ = discards = list_discards(puzzle)
        return rank_discard(_discard_of(discards, choice)) <= rank_discard(best)

    def blame(self, puzzle: Puzzle, choice: str) -> Message:
        """In what a wrong throw is worse than the best one, which is not named."""
        best, *_ = discards = list_discards(puzzle)
        row = _discard_of(discards, choice)
        how = compare_throws(row, best)
        mine, other = {
            "never": (0, 0),
            "farther": (row.distance, best.distance),
            "fewer": (row.outs, best.outs),
            "dearer": (row.points, best.points),
        }[how]
        return self.tell_later(how, card=row.card, n=mine, best=other)

    def list_hints(self, puzzle: Puzzle) -> tuple[str, ...]:
        """The groups that stay after the best throw, then three cards one of which is the best to throw."""
        rows = list_discards(puzzle)
        held = without(puzzle.cards, rows[0].card)
        way = advise(Hand(held), puzzle.rulebook, puzzle.turned, puzzle.players, ask=("distance",)).way
        left, kept = Counter(held), []
        for group in way:
            needed = Counter(group.cards)
            if len(group.cards) > 2 and needed <= left:
                left -= needed
                kept.append(group.cards)
        kept_groups = [tell("puzzle.hint:throw-keep", groups=Items(tuple(kept)))] if kept else []
        return (*kept_groups, tell("puzzle.hint:throw-among", cards=list_cards([row.card for row in rows[:3]], "or")))

    def list_reasons(self, puzzle: Puzzle, tried: Sequence[str] = (), *, is_seen: bool = False) -> list[str]:
        """What the best throw leaves, and beside it what another leaves: those tried, or else the next best."""
        best, *_ = rows = list_discards(puzzle)
        worse = [row for row in rows if rank_discard(row) > rank_discard(best)]
        shown = [row for row in worse if str(row.card) in tried] or worse[:1]
        equal = [row.card for row in rows if rank_discard(row) == rank_discard(best)]
        sentences = [_tell_throw("best" if best.distance else "now", best, best, puzzle)]
        if len(equal) > 1:
            sentences.append(tell("puzzle.throw:equal", cards=list_cards(equal)))
        return sentences + [_tell_throw(compare_throws(row, best), row, best, puzzle) for row in shown]

    def measure(self, puzzle: Puzzle) -> Difficulty:
        """By how little the best throw is better than the second, too."""
        best, second = map(rank_discard, list_discards(puzzle)[:2])
        far, outs, cost = (after - first for first, after in zip(best, second, strict=True))
        return replace(
            super().measure(puzzle),
            gap=max(0, cost) if not far and not outs else 0,
            close=1 if far else 2 if abs(outs) > 2 else 3,
        )

    def is_trap(self, puzzle: Puzzle) -> bool:
        """Whether a beginner throws another card."""
        return throw_greedily(puzzle.cards, puzzle.deal) != list_discards(puzzle)[0].card


class Take(Turn):
    """Take the open card, or draw from the stock."""

    goal = Goal.TAKE
    is_checked = False

    def make(self, rulebook: Rulebook, rng: random.Random) -> Puzzle | None:
        """A hand and an open card that a beginner would judge otherwise, or now and then as the engine does."""
        players = rulebook.table.nearest()
        cards, turned = plant_hand(rulebook, players, rng)
        pack = count_pack(rulebook, players)
        pack.subtract(cards)
        if turned is not None:
            pack[turned] -= 1
        wild = set_table(rulebook, turned, players).is_wild
        there = [card for card in sorted(pack) if pack[card] > 0 and not wild[card.index] and card != PRINTED_JOKER]
        plain = self.new_puzzle(rulebook, turned, as_singles(cards))
        puzzle = replace(plain, open=rng.choice(there), choices=(YES, NO))
        if not _is_near(puzzle):
            return None
        pick = advise_at(puzzle, ()).pick
        if pick is None or pick.take is None or not pick.allowed:
            return None
        return puzzle if self.is_trap(puzzle) or (pick.take and rng.random() < 0.2) else None

    def choose(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Whether the open card is worth taking."""
        return (YES if _pick_of(advise_at(puzzle, ())).take else NO,)

    def list_hints(self, puzzle: Puzzle) -> tuple[str, ...]:
        """How far the hand is, how far it is with the open card, and that points count too."""
        advice = advise_at(puzzle, ("distance",))
        pick = _pick_of(advice)
        sentences = [say_distance(advice.distance, puzzle.deal, len(puzzle.cards))]
        if pick.distance is not None:
            sentences.append(tell("puzzle.hint:take-far", card=puzzle.open, n=pick.distance))
        if pick.points is not None and pick.reason == "cheaper":
            sentences.append(tell("puzzle.hint:take-cheaper", n=pick.points))
        return tuple(sentences)

    def list_reasons(self, puzzle: Puzzle, tried: Sequence[str] = (), *, is_seen: bool = False) -> tuple[str, ...]:
        """The advice on the open card and its reasons."""
        advice = advise_at(puzzle, ("distance",))
        return say_verdict(_pick_of(advice)), *explain_pick(_pick_of(advice), advice)

    def is_trap(self, puzzle: Puzzle) -> bool:
        """Whether a beginner errs, who takes the open card where the greedy grouping has a use for it."""
        assert puzzle.open is not None  # the question is about one
        is_used = (puzzle.open,) not in group_greedily((*puzzle.cards, puzzle.open), puzzle.deal)
        return is_used != (self.choose(puzzle) == (YES,))


def advise_at(puzzle: Puzzle, ask: tuple[str, ...]) -> Advice:
    """The advice on the hand."""
    return advise(Hand(puzzle.cards), puzzle.rulebook, puzzle.turned, puzzle.players, open_card=puzzle.open, ask=ask)


def _is_near(puzzle: Puzzle) -> bool:
    """Whether a hand is near to declaring and cannot declare yet."""
    exchanges = advise_at(puzzle, ("distance",)).distance.exchanges
    return exchanges is not None and 0 < exchanges <= _NEAR


def _pick_of(advice: Advice) -> Pick:
    """What is advised of the open card."""
    assert advice.pick is not None  # an open card lies there
    return advice.pick


def list_discards(puzzle: Puzzle) -> tuple[Discard, ...]:
    """Every card that may be thrown, best first."""
    discards = advise_at(puzzle, ("discards",)).discards
    assert discards is not None  # they were asked for
    return discards


def _discard_of(discards: Sequence[Discard], choice: str) -> Discard:
    return next(row for row in discards if str(row.card) == choice)


def rank_discard(discard: Discard) -> tuple[int, int, int]:
    """How good a card is to throw, the smaller the better: exchanges still to make, outs, points."""
    return (99 if discard.distance is None else discard.distance, -discard.outs, -discard.score)


def compare_throws(row: Discard, best: Discard) -> str:
    """In what a throw is worse than the best one: ``"farther"``, ``"fewer"`` (cards that help) or ``"dearer"``."""
    mine, other = rank_discard(row), rank_discard(best)
    if row.distance is None:
        return "never"
    return "farther" if mine[0] > other[0] else "fewer" if mine[1] > other[1] else "dearer"


def _tell_throw(how: str, row: Discard, best: Discard, puzzle: Puzzle) -> str:
    """A throw beside the best one, with the cards that help after it."""
    is_wild, drawn = puzzle.deal.is_wild, Counter(dict(row.draws))
    jokers = sum(n for card, n in drawn.items() if is_wild[card.index])
    plain = sorted(card for card in drawn if not is_wild[card.index])
    copies = [tell_later("way.copies", card=card, n=drawn[card]) for card in plain]
    if jokers:
        copies.append(tell_later("puzzle.throw-wild", n=jokers))
    unseen = advise_at(puzzle, ("discards",)).unseen
    return tell(
        key_of("puzzle.throw-", how),
        card=row.card,
        far=row.distance,
        n=row.outs,
        points=row.points,
        best=best.points,
        all=unseen,
        share=percent(row.outs / unseen if unseen else 0.0),
        copies=Items(tuple(copies), "comma"),
    )
