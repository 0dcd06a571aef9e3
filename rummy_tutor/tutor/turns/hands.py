"""What a hand at the table comes to: whether it can declare, what it lacks, which card is best thrown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ...game.cards import Card
from ...game.messages import Message
from ...game.rules import MELDS, SEQUENCES, Kind
from ...game.table import Deal
from ...referee.scoring import score_arrangement
from ...solver.best import find_best
from ..puzzles.greedy import group_greedily
from .turn import Groups, Move, Phase, Turn, is_meld

_APART = 2  # ranks apart at which two cards of a suit are one card short of a sequence


def lay_melds(cards: Sequence[Card], deal: Deal) -> Groups:
    """The melds of a hand in its best grouping; where that saves few, because too little is shown, a beginner's."""
    best = find_best(cards, deal)
    if best.declares:
        return tuple(group for group in best.as_laid() if len(group) > 1)
    found = [
        tuple(tuple(group) for group in groups if len(group) > 1 and is_meld(tuple(group), deal))
        for groups in (best.as_laid(), group_greedily(cards, deal))
    ]
    return max(found, key=lambda groups: sum(map(len, groups)))


def find_last_card(turn: Turn) -> Card | None:
    """The card to throw so that the others declare; None where they cannot."""
    if turn.phase is not Phase.THROW or len(turn.hand) < 2 or turn.laid:
        return None
    last = find_best(turn.hand, turn.deal).discard
    return last if last is not None and turn.judge_move(Move("declare", (last,))).allowed else None


def find_better_throw(turn: Turn, thrown: Card) -> Card | None:
    """A card that would leave a better hand than the one thrown; None if none would.

    Args:
        turn: the table before the throw.
        thrown: the card.
    """

    def rate(card: Card) -> tuple[bool, int]:
        hand = list(turn.hand)
        hand.remove(card)
        best = find_best(hand, turn.deal)
        return best.declares, best.score

    cards = [card for card in dict.fromkeys(turn.hand) if turn.judge_move(Move("throw", (card,))).allowed]
    best = max(cards, key=rate, default=thrown)
    return best if rate(best) > rate(thrown) else None


def name_missing(cards: Sequence[Card], deal: Deal) -> tuple[Message, ...]:
    """The first thing that a hand lacks to declare with all its cards, and cards that nearly make it; none if nothing.

    Args:
        cards: the hand as it is at best.
        deal: the rulebook at its table.
    """
    melds = lay_melds(cards, deal)
    left = Counter(cards) - Counter(card for group in melds for card in group)
    return name_missing_of((*melds, *((card,) for card in left.elements())), deal)


def name_missing_of(groups: Groups, deal: Deal) -> tuple[Message, ...]:
    """The same for groups as they are laid, a loose card as a group of one."""
    laid = score_arrangement(groups, deal)
    if laid.declares:
        return ()
    needs = deal.objectives[0].needs
    kinds = Counter(group.kind for group in laid.groups)
    pure = kinds[Kind.PURE_SEQUENCE] + (kinds[Kind.TUNNELA] if deal.rulebook.melds.tunnela_counts_pure else 0)
    sequences = pure + kinds[Kind.IMPURE_SEQUENCE]
    long = sum(group.kind in SEQUENCES and len(group.cards) >= 4 for group in laid.groups)
    values = {"pure": pure, "sequences": sequences, "needed": needs.sequences, "wanted": needs.pure}
    loose = tuple(card for group in laid.groups if group.kind not in MELDS for card in group.cards)
    if pure < needs.pure or sequences < needs.sequences:
        name = "pure" if pure < needs.pure else "sequences"
        name += ":all" if needs.pure >= needs.sequences else ""
        return Message(f"missing.{name}", values), *_name_near(loose, deal)
    for name, have, wanted in (
        ("long", long, needs.long_sequences),
        ("tunnelas", kinds[Kind.TUNNELA], needs.tunnelas),
        ("dublees", kinds[Kind.DUBLEE], needs.dublees),
    ):
        if have < wanted:
            return (Message(f"missing.{name}", {"n": have, "wanted": wanted}),)
    return (Message("missing.loose", {"cards": loose, "n": len(loose)}), *_name_near(loose, deal)) if loose else ()


def _name_near(loose: Sequence[Card], deal: Deal) -> tuple[Message, ...]:
    """Two loose cards that are one card short of a sequence, if there are any."""
    plain = sorted({card for card in loose if not deal.is_wild[card.index]})
    for one, other in zip(plain, plain[1:], strict=False):
        if one.index // 13 == other.index // 13 and other.index - one.index <= _APART:
            return (Message("missing.near", {"cards": (one, other)}),)
    return ()
