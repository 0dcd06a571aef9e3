"""Points of an arrangement as it is laid out, with the reasons in the order a referee gives them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

from ..game.cards import Card
from ..game.records import Arranged, Group, Reason
from ..game.rules import MELDS, SEQUENCES, Kind, Measure, Needs, Objective, Rest, Scoring, Tier
from ..game.table import Deal
from .grammar import LONG, grammar_at
from .melds import Reading, explain_invalid, read_group

_KINDS = tuple(Kind)
Charge = Callable[[int], None]


class Tally(NamedTuple):
    """What a choice of readings amounts to, summed over the groups; indices are those of ``Kind``.

    Attributes:
        groups: number of groups by kind.
        cards: number of cards by kind.
        values: loose points of the cards by kind.
        long: sequences of four or more cards.
        jokers: cards in the largest group of jokers.
        aside: wild cards outside melds and dublees.
        shown: value by kind of the cards that melds represent, where melds are worth points.
        total: points of all cards.
        marriages: marriages held, counted only where a way to declare asks for them.
    """

    groups: tuple[int, ...] = (0,) * len(_KINDS)
    cards: tuple[int, ...] = (0,) * len(_KINDS)
    values: tuple[int, ...] = (0,) * len(_KINDS)
    long: int = 0
    jokers: int = 0
    aside: int = 0
    shown: tuple[int, ...] = (0,) * len(_KINDS)
    total: int = 0
    marriages: int = 0

    def of(self, counts: tuple[int, ...], kinds: Sequence[Kind]) -> int:
        """The sum of one of the tuples over some kinds."""
        return sum([counts[_INDEX[kind]] for kind in kinds])

    def add(self, cards: Sequence[Card], kind: Kind, shown: int, deal: Deal) -> Tally:
        """The tally with one more group."""
        value = sum([deal.points[card.index] for card in cards])
        wilds = sum([deal.is_wild[card.index] for card in cards])
        at = _INDEX[kind]
        return Tally(
            groups=_bump(self.groups, at, 1),
            cards=_bump(self.cards, at, len(cards)),
            values=_bump(self.values, at, value),
            long=self.long + (kind in SEQUENCES and len(cards) >= LONG),
            jokers=max(self.jokers, len(cards)) if kind is Kind.JOKERS else self.jokers,
            aside=self.aside + (0 if kind in MELDS or kind is Kind.DUBLEE else wilds),
            shown=_bump(self.shown, at, shown) if shown else self.shown,
            total=self.total + value,
            marriages=self.marriages,
        )

    def without_spare_jokers(self) -> Tally:
        """The tally of a hand that declares where jokers may be left over: these cost nothing (R65)."""
        at = _INDEX[Kind.JOKERS]
        spare = self.values[at]
        return self._replace(values=_bump(self.values, at, -spare), total=self.total - spare) if spare else self


_INDEX = {kind: i for i, kind in enumerate(_KINDS)}


def _bump(counts: tuple[int, ...], at: int, by: int) -> tuple[int, ...]:
    return counts[:at] + (counts[at] + by,) + counts[at + 1 :]


def meets(tally: Tally, needs: Needs, deal: Deal) -> bool:
    """Whether a tally shows all the groups asked for."""
    return all([has >= need for has, need in _found(tally, needs, deal)])


def missing_groups(tally: Tally, needs: Needs, deal: Deal) -> tuple[Reason, ...]:
    """What a tally lacks of the groups asked for, one reason each."""
    pure, sequences, long, tunnelas, dublees, jokers = _found(tally, needs, deal)
    counts = (
        ("no-pure-sequence" if pure[0] == 0 else "too-few-pure", *pure),
        ("too-few-sequences", *sequences),
        ("no-long-sequence", *long),
        ("too-few-tunnelas", *tunnelas),
        ("too-few-dublees", *dublees),
        ("too-few-jokers", *jokers),
    )
    return tuple([Reason(code, {"has": has, "needs": need}) for code, has, need in counts if has < need])


def _found(tally: Tally, needs: Needs, deal: Deal) -> list[tuple[int, int]]:
    """How many there are, and are asked for: pure sequences, sequences, long ones, tunnelas, dublees, jokers."""
    grammar = grammar_at(deal)
    tunnelas = tally.groups[_INDEX[Kind.TUNNELA]]
    as_pure = tunnelas if grammar.tunnela_is_pure else 0
    return [
        (tally.groups[_INDEX[Kind.PURE_SEQUENCE]] + as_pure, needs.pure),
        (tally.of(tally.groups, SEQUENCES) + as_pure, needs.sequences),
        (tally.long, needs.long_sequences),
        (tunnelas, needs.tunnelas),
        (tally.groups[_INDEX[Kind.DUBLEE]], needs.dublees),
        (tally.aside if grammar.aside else tally.jokers, needs.jokers),
    ]


def is_rest_met(tally: Tally, needs: Needs, rest: Rest, deal: Deal) -> bool:
    """Whether the cards outside the groups asked for are what they must be."""
    if rest is Rest.ANYTHING:
        return True
    allowed = tally.of(tally.cards, MELDS)
    if needs.dublees:
        allowed += tally.cards[_INDEX[Kind.DUBLEE]]
    grammar = grammar_at(deal)
    if grammar.spare:
        allowed += tally.cards[_INDEX[Kind.JOKERS]]
    elif needs.jokers:
        allowed += tally.aside if grammar.aside else tally.cards[_INDEX[Kind.JOKERS]]
    return allowed == sum(tally.cards)


def objective_met(tally: Tally, deal: Deal) -> Objective | None:
    """The first way to declare that a tally meets, whatever the number of cards."""
    for objective in deal.objectives:
        if objective.needs.marriages > tally.marriages:
            continue
        if meets(tally, objective.needs, deal) and is_rest_met(tally, objective.needs, objective.rest, deal):
            limit = deal.deadwood_limit(objective)
            if limit is None or tally.total - tally.of(tally.values, list_melded(objective.needs, deal)) <= limit:
                return objective
    return None


def list_melded(needs: Needs, deal: Deal) -> tuple[Kind, ...]:
    """The kinds of groups whose cards are not left over by a hand that declares with some groups."""
    jokers = needs.jokers > 0 or grammar_at(deal).spare
    return (*MELDS, *((Kind.DUBLEE,) if needs.dublees else ()), *((Kind.JOKERS,) if jokers else ()))


def list_sparing(deal: Deal) -> list[tuple[Objective, Tier]]:
    """Ways to declare, each with the levels that a hand may reach besides, its spare jokers costing nothing (R65)."""
    if not grammar_at(deal).spare:
        return []
    pairs = []
    for way, tier in product(deal.objectives, deal.tiers):
        sides = ((way.rest, way.needs, tier.needs), (tier.rest, tier.needs, way.needs))
        if not any([rest is Rest.MELDED and other.dublees and not own.dublees for rest, own, other in sides]):
            pairs.append((way, tier))
    return pairs


@dataclass(frozen=True, slots=True)
class Count:
    """A loser's figure: the level that holds, before and after limits.

    Attributes:
        tier: the level.
        raw: points before limits; in games where melds are worth points, melded less loose.
        points: points after limits.
    """

    tier: Tier
    raw: int
    points: int


def printed_factor(deal: Deal) -> int:
    """What points are multiplied with: more than 1 only where a turned printed joker raises them."""
    factor = deal.rulebook.scoring.printed_factor
    if factor == 1 or deal.turned is None:
        return 1
    return factor if deal.turned.is_printed_joker and deal.rulebook.wilds.exposed else 1


def limit_points(raw: int, deal: Deal) -> int:
    """Apply floor, factor and, last, the cap (R10)."""
    scoring = deal.rulebook.scoring
    points = max(raw, scoring.floor) * printed_factor(deal)
    return points if scoring.cap is None else min(points, scoring.cap)


def count_points(tally: Tally, deal: Deal) -> Count:
    """The level best for the player, and what it costs."""
    scoring = deal.rulebook.scoring
    best: Count | None = None
    for tier in deal.tiers:
        if not (meets(tally, tier.needs, deal) and is_rest_met(tally, tier.needs, tier.rest, deal)):
            continue
        raw = _tier_cost(tally, tier, scoring)
        count = Count(tier, raw, raw if scoring.measure is Measure.MELDED_MINUS_LOOSE else limit_points(raw, deal))
        if best is None or _is_better(count, best, scoring):
            best = count
    assert best is not None, "the last tier of a rulebook holds for every hand"
    return best


def _is_better(a: Count, b: Count, scoring: Scoring) -> bool:
    return a.points > b.points if scoring.measure is Measure.MELDED_MINUS_LOOSE else a.raw < b.raw


def _tier_cost(tally: Tally, tier: Tier, scoring: Scoring) -> int:
    if scoring.measure is Measure.MELDED_MINUS_LOOSE:
        if not tier.exempt:
            return -tally.total
        return tally.of(tally.shown, tier.exempt) - (tally.total - tally.of(tally.values, tier.exempt))
    if tier.flat is not None:
        return tier.flat
    return tally.total - tally.of(tally.values, tier.exempt)


def is_seen(tier: Tier, deal: Deal) -> bool | None:
    """Whether a level lets the player see hidden wild cards; None where they are not hidden."""
    return tier is not deal.rulebook.scoring.tiers[-1] if deal.rulebook.wilds.hidden else None


def _choose_reading(
    groups: Sequence[tuple[Card, ...]],
    readings: Sequence[tuple[Reading, ...]],
    deal: Deal,
    known: tuple[bool, int] | None,
    charge: Charge | None,
) -> tuple[int | None, Tally, tuple[Reading | None, ...], Count, Objective | None]:
    """The loose card to throw, if one is, and the reading of the other groups that are best for the player.

    Args:
        groups, deal, known, charge: those of ``score_arrangement``.
        readings: what each group can be read as.

    Returns:
        The place of the card thrown, what is melded, the reading of each group of several cards, the count, and how
        the hand declares.
    """
    size, deals = sum(map(len, groups)), deal.rulebook.deal
    together = [i for i, group in enumerate(groups) if len(group) > 1]
    singles = [i for i, group in enumerate(groups) if len(group) == 1]
    throws: list[int | None] = [None]
    if size == deals + 1 and singles:
        first_copy = {groups[i][0]: i for i in reversed(singles)}
        throws = [*first_copy.values()]
    can_declare = size == deals or (size == deals + 1 and throws != [None])
    penalty, spares = deal.rulebook.scoring.measure is Measure.PENALTY, grammar_at(deal).spare

    best: tuple[tuple[bool, int], int | None, Tally, tuple[Reading | None, ...], Count, Objective | None] | None = None
    chooser = _Chooser([(groups[i], readings[i]) for i in together], deal, charge)
    choices: Iterable[tuple[Tally, tuple[Reading | None, ...]]] = chooser.choose()
    if len(throws) > 1:
        choices = list(choices)
    for throw in throws:
        kept = [i for i in singles if i != throw]
        loose = [groups[i][0] for i in kept if not readings[i]]
        spare = [groups[i] for i in kept if readings[i]]
        for tally, chosen in choices:
            tally = tally.add(loose, Kind.LOOSE, 0, deal)
            for single in spare:
                tally = tally.add(single, Kind.JOKERS, 0, deal)
            if deal.asks_marriages:
                cards = [card for at, group in enumerate(groups) if at != throw for card in group]
                tally = tally._replace(marriages=deal.count_marriages(cards))
            objective = objective_met(tally, deal) if can_declare else None
            if objective and spares:
                tally = tally.without_spare_jokers()
            count = count_points(tally, deal)
            worth = -count.points if penalty else count.points
            rank = (objective is not None, worth)
            if best is None or rank > best[0]:
                best = (rank, throw, tally, chosen, count, objective)
                if rank == known:
                    break
                if not penalty and (objective or not can_declare) and len(throws) == 1:
                    chooser.worth = worth + sum([deal.points[card.index] for card in loose])
    assert best is not None, "there is always a reading, if only as no meld"
    return best[1:]


def score_arrangement(
    groups: Sequence[tuple[Card, ...]],
    deal: Deal,
    known: tuple[bool, int] | None = None,
    charge: Charge | None = None,
) -> Arranged:
    """Judge a hand as laid out (R5, R8).

    Args:
        groups: every card of the hand, a loose card as a group of one.
        deal: the rulebook at its table.
        known: whether the hand declares, and its score, if that is known: nothing better is looked for.
        charge: is told how many choices of readings were weighed, as they are; may end it by raising.

    Returns:
        The verdict. If a group can be read in several ways, or several loose cards can be thrown, what is best for
        the player holds: what declares, then what costs least. Points are those of that reading, so that a hand that
        declares may cost more as laid than at its best.
    """
    size = sum(map(len, groups))
    deals = deal.rulebook.deal
    penalty = deal.rulebook.scoring.measure is Measure.PENALTY
    readings = [read_group(tuple(group), deal) for group in groups]
    together = [i for i, group in enumerate(groups) if len(group) > 1]
    singles = [i for i, group in enumerate(groups) if len(group) == 1]
    throw, tally, chosen, count, objective = _choose_reading(groups, readings, deal, known, charge)
    kinds = dict(zip(together, chosen, strict=True))
    laid = tuple(_group(tuple(group), kinds.get(i), deal) for i, group in enumerate(groups))
    reasons = _reasons(tally, count, objective, size, throw is not None, deal)
    if size == deals + 1 and not singles:
        thrown, left = _after_throwing(groups, deal)
        worse = -left > count.points if penalty else left < count.points
        if worse:  # more melded than any hand can keep
            count = replace(count, points=-left if penalty else left)
            reasons = (*reasons, Reason("one-to-throw", {"card": str(thrown), "left": count.points}))
    return Arranged(
        points=count.points if penalty else None,
        score=-count.points if penalty else count.points,
        declares=objective is not None,
        objective=objective.name if objective else None,
        discard=None if throw is None else groups[throw][0],
        groups=laid,
        reasons=reasons,
        seen=is_seen(count.tier, deal),
    )


def _after_throwing(groups: Sequence[tuple[Card, ...]], deal: Deal) -> tuple[Card, int]:
    """The card whose going leaves the highest score, and that score, where no card is loose and one must be thrown."""
    left = []
    for at, group in enumerate(groups):
        for card in sorted(set(group)):
            kept = list(group)
            kept.remove(card)
            left.append((card, score_arrangement([*groups[:at], tuple(kept), *groups[at + 1 :]], deal).score))
    return max(left, key=lambda option: option[1])


def _group(cards: tuple[Card, ...], reading: Reading | None, deal: Deal) -> Group:
    if len(cards) == 1:
        alone = read_group(cards, deal)
        return Group(cards, alone[0].kind if alone else Kind.LOOSE)
    if reading is None:
        reasons = explain_invalid(cards, deal) if not read_group(cards, deal) else (Reason("laid-twice"),)
        return Group(cards, Kind.INVALID, (), reasons)
    return Group(cards, reading.kind, reading.wilds)


class _Chooser:
    """Chooses a reading for each group, depth-first; where melds may not be alike, those that show something new.

    Attributes:
        rows: for each group its readings that may matter, as ``_list_options`` tells them.
        worth: where melds are worth points, what a choice must show more than to matter.
        most: what the groups from each on may be worth.
        shows: what the groups from each on may show that others show too, a bit each.
        given: the tallies of the choices made.
        ends: the tallies that the groups from each on may come to, from some tally, alike or not.
    """

    def __init__(
        self, groups: list[tuple[tuple[Card, ...], tuple[Reading, ...]]], deal: Deal, charge: Charge | None
    ) -> None:
        self.deal = deal
        self.charge = charge
        self.cards = [cards for cards, _ in groups]
        melded = deal.rulebook.scoring.measure is Measure.MELDED_MINUS_LOOSE
        self.rows = _list_options(groups, deal, melded)
        self.worth = -1
        self.most, self.shows = [0], [0]
        for row in reversed(self.rows):
            self.most.append(self.most[-1] + max([worth for worth, _, _ in row]))
            bits = self.shows[-1]
            for _, _, bit in row:
                bits |= bit
            self.shows.append(bits)
        self.most.reverse()
        self.shows.reverse()
        self.given: set[Tally] = set()
        self.ends: dict[tuple[int, Tally], frozenset[Tally]] = {}
        # then many choices may come to few tallies
        self.counts_ends: bool = not melded and self.shows[0] > 0

    def choose(self) -> Iterator[tuple[Tally, tuple[Reading | None, ...]]]:
        """Every tally that some choice gives, each once, with the first choice that gives it."""
        known: set[tuple[int, Tally, int]] = set()
        stack: list[tuple[Tally, int, int, tuple[Reading | None, ...]]] = [(Tally(), 0, 0, ())]
        while stack:
            tally, worth, laid, chosen = stack.pop()
            at = len(chosen)
            if worth + self.most[at] <= self.worth or (at, tally, laid) in known:
                continue
            if self.counts_ends and self.ends_from(at, tally) <= self.given:
                continue
            known.add((at, tally, laid))
            if self.charge is not None:
                self.charge(1)
            if at == len(self.rows):
                if tally not in self.given:
                    self.given.add(tally)
                    yield tally, chosen
                continue
            for more, reading, bit in reversed(self.rows[at]):  # the first of them is taken from the stack first
                if not laid & bit:
                    shown = (laid | bit) & self.shows[at + 1]  # what no later group can show matters no more
                    stack.append((self.add(at, tally, more, reading), worth + more, shown, (*chosen, reading)))

    def add(self, at: int, tally: Tally, worth: int, reading: Reading | None) -> Tally:
        """A tally with one more group, read in some way."""
        return tally.add(self.cards[at], reading.kind if reading else Kind.INVALID, worth, self.deal)

    def ends_from(self, at: int, tally: Tally) -> frozenset[Tally]:
        """The tallies that the groups from one on may come to, were melds that are alike allowed."""
        if at == len(self.rows):
            return frozenset((tally,))
        ends = self.ends.get((at, tally))
        if ends is None:
            if self.charge is not None:
                self.charge(len(self.rows[at]))
            after = {self.add(at, tally, worth, reading) for worth, reading, _ in self.rows[at]}
            ends = self.ends[at, tally] = frozenset([end for longer in after for end in self.ends_from(at + 1, longer)])
        return ends


def _list_options(
    groups: list[tuple[tuple[Card, ...], tuple[Reading, ...]]], deal: Deal, melded: bool
) -> list[list[tuple[int, Reading | None, int]]]:
    """For each group the readings that may matter: what each is worth, and a bit for what another group can show too.

    Of one kind the one worth most will do, where no two melds may show the same as many of them as there are groups.
    """
    identical = grammar_at(deal).identical
    shared: set[tuple[int, ...]] = set()
    if not identical:
        shows = [{_key(reading) for reading in readings if reading.kind in MELDS} for _, readings in groups]
        for at, mine in enumerate(shows):
            shared |= mine & {key for others in shows[at + 1 :] for key in others}
    bits = {key: 1 << at for at, key in enumerate(sorted(shared))}
    rows = []
    for _, readings in groups:
        row: list[tuple[int, Reading | None, int]] = []
        for kind in dict.fromkeys(reading.kind for reading in readings):
            alike = [reading for reading in readings if reading.kind is kind]
            if melded and kind in MELDS:
                alike.sort(key=lambda reading: -_worth(reading, deal))
            for reading in alike[: 1 if identical or kind not in MELDS else len(groups)]:
                bit = bits.get(_key(reading), 0) if bits and kind in MELDS else 0
                row.append((_worth(reading, deal) if melded and kind in MELDS else 0, reading, bit))
                if not bit:
                    break
        if all([bit for _, _, bit in row]):
            row.append((0, None, 0))  # laid twice, it counts as loose
        rows.append(row)
    return rows


def _key(reading: Reading) -> tuple[int, ...]:
    """What a meld shows, whatever its order, as card indices."""
    return tuple(sorted([card.index for card in reading.shows]))


def _worth(reading: Reading, deal: Deal) -> int:
    """Value of a meld by the cards it represents."""
    return deal.rulebook.scoring.worth(reading.shows, reading.kind)


def _reasons(
    tally: Tally, count: Count, objective: Objective | None, size: int, thrown: bool, deal: Deal
) -> tuple[Reason, ...]:
    """The account of a figure: the level, what it leaves out, what counts, limits, and the declaration."""
    book, scoring = deal.rulebook, deal.rulebook.scoring
    reasons: list[Reason] = []
    if size not in (book.deal, book.deal + 1):
        reasons.append(Reason("wrong-size", {"held": size, "deal": book.deal}))
    elif size == book.deal + 1 and not thrown:
        reasons.append(Reason("no-loose-card", {"held": size}))
    tier = count.tier
    for better in deal.tiers[: deal.tiers.index(tier)]:
        if better.flat is None or better.needs.pure:
            lacks = missing_groups(tally, better.needs, deal)
            reasons += [reason for reason in lacks if reason.code != tier.code]
            break
    melded = scoring.measure is Measure.MELDED_MINUS_LOOSE
    details = {
        "pure": tally.groups[_INDEX[Kind.PURE_SEQUENCE]],
        "sequences": tally.of(tally.groups, SEQUENCES),
        "flat": tier.flat,
        "exempt": tuple(kind.value for kind in tier.exempt),
        "raw": count.raw,
        "shown": tally.of(tally.shown, tier.exempt),
        "loose": tally.total - (tally.of(tally.values, tier.exempt) if tier.exempt else 0),
        "melded": melded,
    }
    reasons.append(Reason(tier.code, details))
    if not melded:
        if count.raw < scoring.floor:
            reasons.append(Reason("floor", {"raw": count.raw, "floor": scoring.floor}))
        raw = max(count.raw, scoring.floor)
        factor = printed_factor(deal)
        if factor != 1:
            raw *= factor
            reasons.append(Reason("doubled", {"factor": factor}))
        if scoring.cap is not None and raw > scoring.cap:
            reasons.append(Reason("capped", {"raw": raw, "cap": scoring.cap}))
    if objective:
        reasons.append(Reason("declares", {"objective": objective.name}))
    elif deal.asks_marriages and (size == book.deal or thrown):
        way = objective_met(tally._replace(marriages=size), deal)
        if way:
            reasons.append(Reason("too-few-marriages", {"has": tally.marriages, "needs": way.needs.marriages}))
    return tuple(dict.fromkeys(reasons))
