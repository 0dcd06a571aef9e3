"""What a hand at the table comes to: whether it can declare, what it lacks, which card is best thrown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from ...distance.distance import count_exchanges
from ...game.cards import CARDS, Card, without
from ...game.messages import Items, Message, key_of
from ...game.records import Arranged
from ...game.rules import MELDS, SEQUENCES, Kind, Measure, Needs, Objective
from ...game.table import Deal
from ...playing.moves import Groups, Move, Phase
from ...playing.sight import is_meld, is_pure
from ...playing.turn import Turn
from ...referee.melds import read_group
from ...referee.scoring import list_melded, score_arrangement
from ...solver.best import find_best
from ...wording.levels import find_tier
from ...wording.phrases import as_shown
from ..puzzles.greedy import group_greedily

_LONG = 4  # cards of a long sequence


class Broken(NamedTuple):
    """What a throw does to a meld of the hand.

    Attributes:
        how: empty where no meld is left of it, ``shorter`` where one is, ``long`` where that is too short to declare.
        cards: the meld before the throw.
        rest: the cards left of it.
    """

    how: str
    cards: tuple[Card, ...]
    rest: tuple[Card, ...]


class Waiting(NamedTuple):
    """Which melds of a hand do not count yet, and what they wait for.

    Attributes:
        sort: what is lacking: ``pure``, ``sequences`` or ``long``.
        n: how many of that sort are lacking.
        groups: of each group, whether it is a meld that does not count yet.
    """

    sort: str
    n: int
    groups: tuple[bool, ...]


def lay_melds(cards: Sequence[Card], deal: Deal, before: Groups = ()) -> Groups:
    """The melds of a hand in its best grouping; where that saves few, because too little is shown, a beginner's.

    Args:
        cards: the hand.
        deal: the rulebook at its table.
        before: groups in which cards of it lay: of equal groupings the one nearest to these is given.
    """
    best = find_best(cards, deal, list_held(before, cards))
    if best.declares:
        return tuple(group for group in best.as_laid() if len(group) > 1)
    layouts = [
        tuple(tuple(group) for group in groups if len(group) > 1 and is_meld(tuple(group), deal))
        for groups in (best.as_laid(), group_greedily(cards, deal))
    ]
    return _join_loose(max(layouts, key=lambda groups: sum(map(len, groups))), cards, deal)


def list_held(groups: Groups, cards: Sequence[Card]) -> Groups:
    """What is left of groups in a hand, empty where nothing is."""
    left, held = Counter(cards), list[tuple[Card, ...]]()
    for group in groups:
        there = Counter(group) & left
        left -= there
        held.append(tuple(there.elements()))
    return tuple(held)


def _join_loose(groups: Groups, cards: Sequence[Card], deal: Deal) -> Groups:
    """The groups, each with the other cards that fit it and leave it what it is, as with the fourth card of a set."""
    joined = list(groups)
    for card in (Counter(cards) - Counter(card for group in groups for card in group)).elements():
        for at, group in enumerate(joined):
            was, now = score_arrangement((group, (*group, card)), deal).groups
            if now.kind is was.kind:
                joined[at] = tuple(as_shown(now))
                break
    return tuple(joined)


def find_last_card(turn: Turn) -> Card | None:
    """The card to throw so that the others declare; None where they cannot."""
    if turn.phase is not Phase.THROW or len(turn.hand) < 2 or turn.laid:
        return None
    last = find_best(turn.hand, turn.deal).discard
    return last if last is not None and turn.judge_move(Move("declare", (last,))).allowed else None


def find_best_throw(turn: Turn) -> tuple[Card, str] | None:
    """The one card whose throw leaves a better hand than that of every other; None where two do equally well.

    Args:
        turn: the table before the throw.

    Returns:
        The card, and what is better: ``points``, or ``score`` where melds are worth points.
    """

    def rate(card: Card) -> int:
        return find_best(without(turn.hand, card), turn.deal).score

    cards = [card for card in dict.fromkeys(turn.hand) if turn.judge_move(Move("throw", (card,))).allowed]
    rates = sorted(((rate(card), card) for card in cards), reverse=True)
    if len(rates) < 2 or rates[0][0] == rates[1][0]:
        return None
    scored = turn.rulebook.scoring.measure is Measure.MELDED_MINUS_LOOSE
    return rates[0][1], "score" if scored else "points"


def find_broken(cards: Sequence[Card], card: Card, deal: Deal, melds: Groups = ()) -> Broken | None:
    """The meld that a throw breaks or makes shorter; None where other groups are as good, or where no card was loose.

    Args:
        cards: the hand before the throw.
        card: the card thrown.
        deal: the rulebook at its table.
        melds: the melds as they lie on a table; those of the best grouping where none are given.
    """
    laid = melds or lay_melds(cards, deal)
    group = next((meld for meld in laid if card in meld and len(meld) > 2), ())
    melded = Counter(held for meld in laid for held in meld)
    if not group or melded[card] < cards.count(card) or melded.total() == len(cards):
        return None
    kept = lay_melds(without(cards, card), deal)
    lost, gone = melded.total() - sum(map(len, kept)), _list_gone(laid, kept, deal)
    at = group.index(card)
    rest = (*group[:at], *group[at + 1 :])
    if is_meld(rest, deal):
        rest = tuple(as_shown(score_arrangement((rest,), deal).groups[0]))
        only = "long" in gone and deal.objectives[0].needs.long_sequences == 1
        return Broken("long" if only else "shorter", group, rest) if lost > 0 or gone else None
    return Broken("", group, rest) if lost > 1 or gone else None


def _list_gone(before: Groups, after: Groups, deal: Deal) -> list[str]:
    """The sorts of sequences that the first way to declare asks for, of which there are fewer than there were."""
    if not deal.objectives:
        return []
    needs = deal.objectives[0].needs
    was, now = (_list_parts(score_arrangement(groups, deal), needs, deal) for groups in (before, after))
    return [name for name in ("pure", "sequences", "long") if now[name][0] < min(was[name])]


def name_missing_ways(cards: Sequence[Card], deal: Deal, known: Sequence[Objective]) -> tuple[Message, ...]:
    """The first thing that a hand lacks for each way to declare, and cards that nearly make a sequence.

    Args:
        cards: the hand as it is at best.
        deal: the rulebook at its table.
        known: the ways to declare that may be named.
    """
    if find_best(cards, deal).declares:
        return ()
    laid_ways = zip(deal.objectives, _lay_ways(tuple(cards), deal), strict=True)
    ways = [laid_way for way, laid_way in laid_ways if way in known]
    if len(ways) < 2:
        return _name_nearest(ways, deal)
    named_lacks = [_name_lacks(score_arrangement(laid, deal), needs, deal) for needs, laid in ways]
    return (*named_lacks[0], *(lacks[0] for lacks in named_lacks[1:] if lacks), Message("missing.one-enough"))


def lay_nearest(cards: Sequence[Card], deal: Deal, before: Groups = ()) -> Groups:
    """The groups of a hand for the way to declare that is nearest, be it one by dublees or jokers.

    Args:
        cards: the hand.
        deal: the rulebook at its table.
        before: groups in which cards of it lay: those that are as good stay, and all keep their places.
    """
    if len(deal.objectives) < 2 or find_best(cards, deal).declares:
        laid = lay_melds(cards, deal, before)
    else:
        way = list_nearest_ways(tuple(cards), deal)[0]
        laid = tuple(group for group in _lay_towards(cards, way.needs, deal, before) if len(group) > 1)

    def place(group: tuple[Card, ...]) -> int:
        shared = [len(list((Counter(group) & Counter(was)).elements())) for was in before]
        return shared.index(max(shared)) if max(shared, default=0) > 1 else len(before)

    return tuple(sorted(laid, key=place))


def list_nearest_ways(cards: tuple[Card, ...], deal: Deal) -> list[Objective]:
    """The ways to declare that need the fewest exchanges; where that is unknown the one of which most is there."""
    far = [None if deal.hidden else count_exchanges(cards, deal, (), (way,)) for way in deal.objectives]
    least = min((exchanges for exchanges in far if exchanges is not None), default=None)
    if least is not None:
        return [way for way, exchanges in zip(deal.objectives, far, strict=True) if exchanges == least]
    ways = _lay_ways(cards, deal)
    return [deal.objectives[_find_nearest([(needs, score_arrangement(laid, deal)) for needs, laid in ways], deal)]]


@lru_cache(maxsize=8)
def _lay_ways(cards: tuple[Card, ...], deal: Deal) -> list[tuple[Needs, Groups]]:
    """A hand in groups for each way to declare."""
    return [(way.needs, _lay_towards(cards, way.needs, deal)) for way in deal.objectives]


def name_missing_of(groups: Groups, deal: Deal) -> tuple[Message, ...]:
    """The same for groups as they are laid, a loose card as a group of one."""
    return _name_nearest([(way.needs, groups) for way in deal.objectives], deal)


def lay_to_see(groups: Groups, deal: Deal) -> Groups:
    """The cards of groups laid out to see a hidden card; where they do not, with most of what is first asked for.

    Args:
        groups: the cards as they lie, which is kept where nothing is better.
        deal: the rulebook at its table.
    """
    cards = tuple(card for group in groups for card in group)
    first = deal.rulebook.scoring.tiers[0].needs
    if (best := find_best(cards, deal)).seen:
        return best.as_laid()
    return max(
        (groups, best.as_laid(), _lay_towards(cards, replace(first, tunnelas=1), deal)),
        key=lambda laid: _share(_list_parts(score_arrangement(laid, deal), first, deal)),
    )


def _lay_towards(cards: Sequence[Card], needs: Needs, deal: Deal, before: Groups = ()) -> Groups:
    """A hand in groups, those of equal cards or jokers first where a way to declare asks for them.

    Of tunnelas that are all that is asked for the pairs lie together too: they lack one card.
    """
    most = 3 if needs.tunnelas else 2 if needs.dublees else 0
    least = 2 if needs.dublees or not needs.pure else 3
    equal = [(card,) * min(most, n - at) for card, n in Counter(cards).items() if most for at in range(0, n, most)]
    apart = [group for group in equal if len(group) >= least]
    if needs.jokers:
        apart.append(tuple(card for card in cards if deal.is_wild[card.index]))
    apart = [group for group in apart if len(group) > 1 and read_group(group, deal)]
    left = Counter(cards) - Counter(card for group in apart for card in group)
    melds = lay_melds(tuple(left.elements()), deal, before) if left else ()
    left -= Counter(card for group in melds for card in group)
    return (*apart, *melds, *((card,) for card in left.elements()))


def _name_nearest(laid: Sequence[tuple[Needs, Groups]], deal: Deal) -> tuple[Message, ...]:
    """What the way to declare lacks of which most is there."""
    scored = [(needs, score_arrangement(groups, deal)) for needs, groups in laid]
    if not scored or any(judged.declares for _, judged in scored):
        return ()
    at = _find_nearest(scored, deal)
    return _name_lacks(scored[at][1], scored[at][0], deal)


def _find_nearest(scored: Sequence[tuple[Needs, Arranged]], deal: Deal) -> int:
    """The way to declare of which most is there: another than the first only where over half of it is."""
    shares = [_share(_list_parts(judged, needs, deal)) for needs, judged in scored]
    return max(range(len(shares)), key=lambda at: shares[at] if at == 0 or shares[at] > 0.5 else -1)


def _list_parts(laid: Arranged, needs: Needs, deal: Deal) -> dict[str, tuple[int, int]]:
    """How many groups of each sort there are, and how many are asked for; of jokers, cards of one group."""
    kinds = Counter(group.kind for group in laid.groups)
    wild = [group.cards for group in laid.groups if all(deal.is_wild[card.index] for card in group.cards)]
    pure = kinds[Kind.PURE_SEQUENCE] + (kinds[Kind.TUNNELA] if deal.rulebook.melds.tunnela_counts_pure else 0)
    return {
        "pure": (pure, needs.pure),
        "sequences": (pure + kinds[Kind.IMPURE_SEQUENCE], needs.sequences),
        "long": (
            sum(group.kind in SEQUENCES and len(group.cards) >= _LONG for group in laid.groups),
            needs.long_sequences,
        ),
        "tunnelas": (kinds[Kind.TUNNELA], needs.tunnelas),
        "dublees": (kinds[Kind.DUBLEE], needs.dublees),
        "jokers": (max(map(len, wild), default=0), needs.jokers),  # fewer than are asked for may be a sequence as well
    }


def find_waiting(groups: Groups, others: Groups, deal: Deal) -> Waiting | None:
    """The melds of a hand that cost what loose cards cost, because it lacks sequences; None where nothing is lacking.

    A meld that is itself of the sort that is lacking waits for nothing.

    Args:
        groups: the groups that are asked about.
        others: what else the hand is judged with: melds on the table, and each loose card alone.
        deal: the rulebook at its table.
    """
    judged, tiers = score_arrangement((*groups, *others), deal), deal.tiers
    tier, needs = (
        find_tier(judged.reasons, deal.rulebook),
        next((tier.needs for tier in tiers if tier.needs.pure), None),
    )
    if judged.declares or tier is None or needs is None or (tier.flat is not None and tier != tiers[-1]):
        return None
    parts = _list_parts(judged, needs, deal)
    sort = next((name for name in ("pure", "sequences", "long") if parts[name][0] < parts[name][1]), None)
    if sort is None or {*tier.exempt} >= {*MELDS}:
        return None
    pure = (Kind.PURE_SEQUENCE, *((Kind.TUNNELA,) if deal.rulebook.melds.tunnela_counts_pure else ()))
    counting = {*tier.exempt, *pure, *(() if sort == "pure" else SEQUENCES)}
    waits = [group.kind in MELDS and group.kind not in counting for group in judged.groups[: len(groups)]]
    return Waiting(sort, parts[sort][1] - parts[sort][0], tuple(waits))


def _share(parts: Mapping[str, tuple[int, int]]) -> float:
    """How much of what is asked for is there."""
    asked = sum(wanted for _, wanted in parts.values())
    return sum(min(part) for part in parts.values()) / asked if asked else 1.0


def _name_lacks(laid: Arranged, needs: Needs, deal: Deal) -> tuple[Message, ...]:
    """The first thing that laid groups lack of what one way to declare asks for."""
    parts = _list_parts(laid, needs, deal)
    kinds = list_melded(needs, deal)
    apart = tuple(group.cards for group in laid.groups if group.kind not in kinds)
    loose = tuple(card for group in apart for card in group)
    for name, (have, wanted) in parts.items():
        if have >= wanted:
            continue
        if name not in ("pure", "sequences"):
            return (Message(key_of("missing.", name), {"n": have, "wanted": wanted}),)
        values = {"pure": parts["pure"][0], "sequences": parts["sequences"][0]}
        if needs.pure >= needs.sequences:
            counts = deal.tunnelas and deal.rulebook.melds.tunnela_counts_pure
            name += ":all-tunnelas" if name == "pure" and counts else ":all"
        elif name == "sequences" and any(group.kind is Kind.SET for group in laid.groups):
            name += ":set"
        return (
            Message(key_of("missing.", name), {**values, "needed": needs.sequences, "wanted": needs.pure}),
            *_name_near(apart, deal),
        )
    return (Message("missing.loose", {"cards": loose, "n": len(loose)}), *_name_near(apart, deal)) if loose else ()


def _name_near(groups: Groups, deal: Deal) -> tuple[Message, ...]:
    """The pairs of cards outside melds that are one card short of a sequence, those that more cards help first."""
    loose = {card for group in groups for card in group}
    jokered = {card for group in groups if any(deal.is_wild[card.index] for card in group) for card in group}
    plain = sorted(loose - jokered)
    lacking = {pair: _list_lacking(pair, deal) for pair in combinations(plain, 2)}
    near = [pair for pair, lacks in lacking.items() if lacks and not lacks & loose]  # else what they lack is there
    near.sort(key=lambda pair: -len(lacking[pair]))
    if len(near) == 1:
        return (Message("missing.near", {"cards": near[0]}),)
    return (Message("missing.near:several", {"pairs": Items(tuple(near))}),) if near else ()


def _list_lacking(pair: tuple[Card, Card], deal: Deal) -> set[Card]:
    """The cards each of which makes a pure sequence of two others."""
    suit = pair[0].index // 13 * 13
    if pair[1].index // 13 * 13 != suit:
        return set()
    return {card for card in CARDS[suit : suit + 13] if card not in pair and is_pure((*pair, card), deal)}
