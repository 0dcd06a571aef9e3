"""A hand that a rule decides: found among hands made of near melds, which random hands seldom hold."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import process_time

from ...game.cards import CARDS, PRINTED_JOKER, Card, CardError, Hand
from ...game.rules import Rulebook, RuleError
from ...game.table import set_table
from ...study.analysis import Analysis, judge_hand
from .draft import Draft, change, find_input, reset
from .kinds import Input, value_at

_SECONDS = 0.6  # of the processor, so that a busy machine finds the same
_TRIES = 1500
# the parts of a rulebook that say what a hand is worth
_JUDGED = ("deal", "wilds", "melds", "objectives", "scoring", "bonus")


@dataclass(frozen=True, kw_only=True)
class Example:
    """A hand on which two rulebooks part.

    Attributes:
        path: the rule that decides it.
        hand: its cards, laid out as the second rulebook has them best.
        turned: the turned card.
        before: the verdict without the change.
        after: the verdict with it.
    """

    path: str
    hand: Hand
    turned: Card | None
    before: Analysis
    after: Analysis


def is_judged(field: Input) -> bool:
    """Whether a rule bears on what a hand is worth, so that a hand can show it."""
    return field.path.partition(".")[0] in _JUDGED


def find_example(draft: Draft, path: str, players: int, seed: int) -> Example | None:
    """A hand that a rule decides, None if none is found in time.

    A rule that was changed is shown against that of the base, any other against another value of it.

    Args:
        draft: the rules.
        path: the rule.
        players: how many play.
        seed: another one gives another hand.
    """
    rng, end = random.Random(f"{path} {seed}"), process_time() + _SECONDS
    pairs = list(_list_pairs(draft, find_input(draft, path)))
    for at in range(_TRIES):
        if not pairs or process_time() > end:
            return None
        before, after = pairs[at % len(pairs)]
        verdicts = _try_hand(rng, before, after, players)
        if verdicts is not None:
            (laid, other), turned = verdicts, verdicts[1].turned
            return Example(
                path=path, hand=Hand.of_groups(other.best.as_laid()), turned=turned, before=laid, after=other
            )
    return None


def _list_pairs(draft: Draft, field: Input) -> Iterator[tuple[Rulebook, Rulebook]]:
    """The rules with one value of a field and with another, the draft's own last: the base's value, if it differs."""
    draft = replace(draft, refused={})
    if draft.is_changed(field.path):
        before = reset(draft, field.path)
        if not before.refused and before.book != draft.book:
            yield before.book, draft.book
            return
    for typed in field.list_others(value_at(draft.data, field.path)):
        other = change(draft, field.path, typed)
        if not other.refused and other.book != draft.book:
            yield other.book, draft.book


def _try_hand(rng: random.Random, before: Rulebook, after: Rulebook, players: int) -> tuple[Analysis, Analysis] | None:
    """One hand under both rulebooks, None if they agree on it."""
    seats = after.table.nearest(players)
    if before.table.nearest(seats) != seats:
        return None
    pack = after.table.pack_for(seats)
    turned = rng.choice([*CARDS[:52], *[PRINTED_JOKER] * (6 if pack.printed_jokers else 0)])
    shown = turned if after.wilds.exposed else None
    tables = [set_table(book, shown, seats) for book in (before, after)]
    wild = [*tables[1].wild, *([PRINTED_JOKER] if pack.printed_jokers else [])]
    cards = _draw_cards(rng, min(before.deal, after.deal), wild, {card: pack.copies(card) for card in CARDS})
    if not cards:
        return None
    try:
        without, with_it = (judge_hand(Hand(cards), table) for table in tables)
    except (RuleError, CardError):
        return None
    same = (without.solved.score, without.solved.declares, without.bonus) == (
        with_it.solved.score,
        with_it.solved.declares,
        with_it.bonus,
    )
    return None if same else (without, with_it)


def _draw_cards(rng: random.Random, size: int, wild: list[Card], copies: dict[Card, int]) -> tuple[Card, ...]:
    """Cards in runs, sets, pairs and jokers, as far as a pack has them."""
    left, drawn = Counter(copies), list[Card]()
    while len(drawn) < size and left.total() > 0:
        suit, rank, count = rng.randrange(4), rng.randrange(13), rng.randint(3, 5)
        kind = rng.random()
        if kind < 0.5:
            piece = [CARDS[13 * suit + (rank + step) % 13] for step in range(count)]
        elif kind < 0.75:
            piece = [CARDS[13 * rng.randrange(4) + rank] for _ in range(count)]
        elif kind < 0.85:
            piece = [CARDS[13 * suit + rank]] * rng.randint(2, 3)
        elif kind < 0.95 and wild:
            piece = [rng.choice(wild) for _ in range(rng.randint(1, 3))]
        else:
            piece = [CARDS[rng.randrange(52)]]
        if wild and len(piece) > 2 and rng.random() < 0.4:
            piece[rng.randrange(len(piece))] = rng.choice(wild)
        for card in piece[: size - len(drawn)]:
            if left[card] > 0:
                left[card] -= 1
                drawn.append(card)
    return tuple(drawn) if len(drawn) == size else ()
