"""Groupings that are as good as the best one: how they are told apart and judged, and those that leave fewer loose.

The search takes the least points first. Where a limit on cards left over or the fewest points that a loser pays make
more points as good as fewer, a grouping of more points may leave fewer cards loose; it is looked for here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..game.cards import CARDS, Card
from ..game.records import Best, Group
from ..game.rules import Kind, Needs
from ..game.table import Deal
from ..referee.grammar import grammar_at
from ..referee.held_melds import KIND_BITS
from ..referee.melds import lay, read_group
from ..referee.scoring import score_arrangement
from .enumerate import Aim, Groupings, OutOfWork, Shape, Work
from .instance import Solver

_WORK = 100_000  # steps to find one that leaves fewer cards loose


def shape_of(best: Best, deal: Deal) -> Shape:
    """A grouping as compared with others: groups, loose cards and the card thrown, as sorted card indices."""
    groups = [(group.kind, tuple(sorted(card.index for card in group.cards))) for group in best.groups]
    shapes, loose = [group for _, group in groups], [card.index for card in best.loose]
    if grammar_at(deal).spare:
        # jokers left over lie together, also where they were laid one by one
        shapes = [group for kind, group in groups if kind is not Kind.JOKERS]
        spare = [index for kind, group in groups if kind is Kind.JOKERS for index in group]
        spare += [index for index in loose if deal.is_wild[index]]
        shapes += [tuple(sorted(spare))] if spare else []
        loose = [index for index in loose if not deal.is_wild[index]]
    return tuple(sorted(shapes)), tuple(sorted(loose)), None if best.discard is None else best.discard.index


def may_lie_aside(needs: Needs, exempt: Sequence[Kind] | None, deal: Deal) -> bool:
    """Whether the answer may rest on jokers that lie by themselves, with some groups asked for and some exempt."""
    grammar = grammar_at(deal)
    if needs.jokers or grammar.spare:
        return True
    costly = any([wild and points for wild, points in zip(deal.is_wild, deal.points, strict=True)])
    return grammar.joker_groups and costly and Kind.JOKERS in (exempt or ())


def judge_shape(shape: Shape, best: Best, deal: Deal, work: Work) -> Best | None:
    """A grouping with its kinds, as a referee reads it, None if it is not as good as the best one after all.

    The search takes the best reading of each group by itself; where no two melds may show the same
    cards, not all of these can hold together.

    Raises:
        OutOfWork: the work allowed is used up.
    """
    packed, loose, thrown = shape
    groups = [tuple(CARDS[index] for index in group) for group in packed]
    apart = [group for group in groups if grammar_at(deal).is_barred(group)]  # jokers, but no group (R29)
    groups = [group for group in groups if group not in apart]
    left = [*[CARDS[index] for index in loose], *[card for group in apart for card in group]]
    laid = score_arrangement([*groups, *[(card,) for card in left]], deal, (best.declares, best.score), work.weigh)
    counts = not laid.declares or deal.rulebook.settlement.knock is not None
    valid = all(group.kind is not Kind.INVALID for group in laid.groups)
    if laid.declares != best.declares or (counts and laid.score != best.score) or not valid:
        return None
    named = sorted((_in_order(group, deal) for group in laid.groups[: len(groups)]),
                   key=lambda group: (KIND_BITS[group.kind], [-card.index for card in group.cards]))  # fmt: skip
    return replace(
        best,
        objective=laid.objective,
        discard=None if thrown is None else CARDS[thrown],
        groups=tuple(named),
        loose=tuple(left),
        seen=laid.seen,
    )


def _in_order(group: Group, deal: Deal) -> Group:
    """A group with its cards in the order it shows, each joker where the card it stands for would lie."""
    readings = read_group(group.cards, deal)
    same = [reading for reading in readings if reading.kind is group.kind and reading.wilds == group.wilds]
    return lay(group.cards, same[0]).group if same else group


class _Found(Exception):
    """A grouping that leaves fewer cards loose."""


def leave_fewer(cards: Sequence[Card], deal: Deal, best: Best, aims: Sequence[Aim]) -> Best:
    """The best grouping, or one as good that leaves fewer cards loose.

    Args:
        cards: the hand.
        deal: the rulebook at its table.
        best: the best grouping known.
        aims: what groupings that are as good must come to; how many cards they may leave loose does not matter.
    """
    work, fewest = Work(_WORK), best

    def take(shape: Shape) -> None:
        nonlocal fewest
        other = judge_shape(shape, best, deal, work)
        if other is not None and len(shape_of(other, deal)[1]) < len(shape_of(fewest, deal)[1]):
            fewest = other
            raise _Found

    hand = Solver(cards, deal)
    left = list(aims)
    while left and fewest.loose:
        aim = replace(left[-1], loose=len(shape_of(fewest, deal)[1]) - 1)
        try:
            Groupings(hand, aim, work, take).search()
            left.pop()
        except _Found:
            continue
        except OutOfWork:
            break
    return fewest
