"""What a wrong belief about the rules is: who holds one judges hands as another rulebook would.

A belief changes fields of a rulebook. Where no rule of any real game says it, a reading stands beside it: a small
function that tells what such a learner takes a group for. It acts on hands as laid alone, so that learners' errors
stay out of the rules. A few beliefs are habits instead: functions that answer a task. The beliefs themselves stand in
``known`` and ``borrowed``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from ...game.cards import CARDS, Card
from ...game.messages import Message, key_of
from ...game.rules import MELDS, Kind, Measure, Needs, Rulebook, RuleError
from ...game.table import Deal, price_cards, set_table
from ...referee.melds import read_group
from ...referee.scoring import Tally, count_points, objective_met, score_arrangement

Reads = Callable[[tuple[Card, ...], Kind, Deal], Kind]


@dataclass(frozen=True, kw_only=True, eq=False)
class Belief:
    """A wrong belief; each is one object, compared by identity.

    Attributes:
        key: short name; its sentence stands in the catalogue under ``belief.`` and this key.
        lessons: the lessons that treat it.
        changes: fields of the rulebook by dotted path, as such a learner has them.
        needs: numbers of groups asked for, in each way to declare and level that asks for more of them.
        stricter: whether such a learner takes more groups to be needed than are, not fewer.
        games: whether a game is one in which the belief is wrong; None for every game that it changes.
        reads: what such a learner takes a group for, given the cards and what they are; None for as the rules do.
        wild: further cards such a learner takes for wild, by the turned card; None for none.
        exempt: kinds of groups that such a learner leaves out of the count in every level; None as the rules do.
        spares: kinds of groups that they leave out of the count in every level besides.
        counts: kinds of groups that they count in every level but those that leave all melds out.
        habit: the kind of task on which a habit acts, and the answer, None for tasks on which it does not act.
        told: the key of its sentence and the values of its places, where it shares the sentence with others.
    """

    key: str
    lessons: tuple[str, ...]
    changes: Mapping[str, object] = field(default_factory=dict)
    needs: Mapping[str, int] = field(default_factory=dict)
    stricter: bool = False
    reads: Reads | None = None
    wild: Callable[[Card, Rulebook], tuple[Card, ...]] | None = None
    exempt: tuple[Kind, ...] | None = None
    spares: tuple[Kind, ...] = ()
    counts: tuple[Kind, ...] = ()
    habit: tuple[str, Callable[[Any], object]] | None = None
    told: tuple[str, Mapping[str, object]] | None = None
    games: Callable[[Rulebook], bool] | None = None

    @property
    def sentence(self) -> Message:
        """The belief in the words of who holds it."""
        return Message(key_of("belief.", self.key)) if self.told is None else Message(*self.told)

    def changes_anything(self, rulebook: Rulebook) -> bool:
        """Whether the belief differs from the rules of a game at all."""
        hooked = self.reads is not None or self.wild is not None or self.habit is not None
        return hooked or self.rulebook(rulebook) is not rulebook

    def rulebook(self, rulebook: Rulebook) -> Rulebook:
        """The rules as this learner has them; as they are where the belief is true."""
        return _believed_rulebook(self, rulebook)

    def needs_of(self, needs: Needs) -> Needs:
        """The same needs with the numbers believed, where any such group is needed."""
        believed = {name: number for name, number in self.needs.items() if self.fits(getattr(needs, name), number)}
        changed = replace(needs, **believed)
        return replace(changed, sequences=max(changed.sequences, changed.pure) if needs.sequences else 0)

    def exempts(self, exempt: tuple[Kind, ...]) -> tuple[Kind, ...]:
        """The kinds of groups that this learner leaves out of the count where the rules leave these out."""
        if set(MELDS) <= set(exempt):
            return exempt
        return tuple(kind for kind in MELDS if (kind in exempt or kind in self.spares) and kind not in self.counts)

    def fits(self, asked: int, believed: int) -> bool:
        """Whether a number asked for can be taken for the one believed: more than is asked, or less."""
        return 0 < asked < believed if self.stricter else asked > believed

    def deal(self, deal: Deal) -> Deal:
        """The table as this learner sees it."""
        return _believed_deal(self, deal)

    def kind(self, cards: tuple[Card, ...], deal: Deal) -> Kind:
        """What this learner takes a group for, at the true table."""
        kind = kind_of(cards, self.deal(deal))
        return kind if self.reads is None else self.reads(cards, kind, deal)


@lru_cache(maxsize=4096)
def _believed_rulebook(belief: Belief, rulebook: Rulebook) -> Rulebook:
    """The rules as a learner with a belief has them, made once; as they are if that would make no sense."""
    if belief.games is not None and not belief.games(rulebook):
        return rulebook
    try:
        believed = _change(belief, rulebook)
    except RuleError:
        return rulebook
    if believed == rulebook:
        return rulebook
    return replace(believed, key=f"{believed.key}+{belief.key}")  # equal keys are taken for equal rules


def _change(belief: Belief, rulebook: Rulebook) -> Rulebook:
    """A rulebook with all that a belief changes; what declaring needs also changes where a level needs the same."""
    asked = {way.name: way.needs for way in rulebook.objectives}
    for path, value in belief.changes.items():
        rulebook = _set(rulebook, path.split("."), value)
    tiers = rulebook.scoring.tiers
    if "objectives" in belief.changes:
        now = {asked[way.name]: way.needs for way in rulebook.objectives if way.name in asked}
        tiers = tuple(replace(tier, needs=now.get(tier.needs, tier.needs)) for tier in tiers)
    if belief.needs:
        ways = tuple(replace(way, needs=belief.needs_of(way.needs)) for way in rulebook.objectives)
        rulebook = replace(rulebook, objectives=ways)
        tiers = tuple(replace(tier, needs=belief.needs_of(tier.needs)) for tier in tiers)
    if belief.exempt is not None:
        tiers = tuple(replace(tier, exempt=belief.exempt, flat=None) for tier in tiers)
    elif belief.spares or belief.counts:
        tiers = tuple(replace(tier, exempt=belief.exempts(tier.exempt)) for tier in tiers)
    if tiers == rulebook.scoring.tiers:
        return rulebook
    return replace(rulebook, scoring=replace(rulebook.scoring, tiers=tiers))


@lru_cache(maxsize=16384)
def _believed_deal(belief: Belief, deal: Deal) -> Deal:
    """The table as a learner with a belief sees it, made once."""
    book = belief.rulebook(deal.rulebook)
    believed = deal if book is deal.rulebook else set_table(book, deal.turned, deal.players)
    if belief.wild is None or deal.turned is None:
        return believed
    return with_wild(believed, belief.wild(deal.turned, deal.rulebook))


def with_wild(deal: Deal, wild: Sequence[Card]) -> Deal:
    """A table where these cards, and no others besides the printed joker, are wild."""
    flags = [card in wild for card in CARDS[:52]] + [deal.is_wild[52]]
    return replace(deal, wild=tuple(wild), is_wild=tuple(flags), points=price_cards(deal.rulebook.scoring, flags))


def _set(record: Any, path: Sequence[str], value: object) -> Any:
    """A record with a field, however deep, replaced."""
    name, *rest = path
    return replace(record, **{name: _set(getattr(record, name), rest, value) if rest else value})


def kind_of(cards: tuple[Card, ...], deal: Deal) -> Kind:
    """What a group is by the rules: its best reading, or no meld."""
    readings = read_group(cards, deal)
    if readings:
        return readings[0].kind
    return Kind.LOOSE if len(cards) == 1 else Kind.INVALID


def count_believed(belief: Belief, groups: Sequence[tuple[Card, ...]], deal: Deal) -> tuple[int, bool]:
    """The score of a hand as laid and whether it declares, as a learner with a belief works them out.

    Args:
        belief: what they believe.
        groups: every card of the hand, a loose card as a group of one.
        deal: the true table.

    Returns:
        The score from their side (points lost are negative), and whether the hand declares.
    """
    believed, tally = belief.deal(deal), Tally()
    if belief.reads is None:
        laid = score_arrangement(groups, believed)
        return laid.score, laid.declares
    for group in groups:
        kind = belief.kind(tuple(group), deal) if len(group) > 1 else kind_of(tuple(group), believed)
        worth = 0
        if kind in MELDS:
            shown = [one for one in read_group(tuple(group), believed) if one.kind in MELDS]
            choices = [(one.shows, one.kind) for one in shown] or [(tuple(group), kind)]
            worth = max(believed.rulebook.scoring.worth(*choice) for choice in choices)
        tally = tally.add(tuple(group), kind, worth, believed)
    count = count_points(tally, believed)
    scored = believed.rulebook.scoring.measure is Measure.MELDED_MINUS_LOOSE
    fits = sum(map(len, groups)) == believed.rulebook.deal
    return count.points if scored else -count.points, fits and objective_met(tally, believed) is not None
