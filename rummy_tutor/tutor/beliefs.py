"""Wrong beliefs about the rules, as data: who holds one judges hands as another rulebook would.

A belief changes fields of a rulebook. Where no rule of any real game says it, a reading stands beside it: a small
function that tells what such a learner takes a group for. It acts on hands as laid alone, so that learners' errors
stay out of the rules. Which beliefs can arise in a game follows from the rulebook: one that changes nothing cannot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..game.cards import CARDS, PRINTED_JOKER, Card
from ..game.procedure import Dropping
from ..game.rules import MELDS, Aces, Kind, Measure, Needs, PickingUp, Rulebook, SetSuits, WildRanks, neighbour
from ..game.table import Deal, set_table
from ..referee.melds import read_group
from ..referee.scoring import Tally, count_points, objective_met, score_arrangement

Reads = Callable[[tuple[Card, ...], Kind, Deal], Kind]


@dataclass(frozen=True, kw_only=True)
class Belief:
    """A wrong belief.

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
    """

    key: str
    lessons: tuple[str, ...]
    changes: Mapping[str, object] = field(default_factory=dict)
    needs: Mapping[str, int] = field(default_factory=dict)
    stricter: bool = False
    reads: Reads | None = None
    wild: Callable[[Card, Rulebook], tuple[Card, ...]] | None = None
    exempt: tuple[Kind, ...] | None = None
    games: Callable[[Rulebook], bool] | None = None

    def rulebook(self, rulebook: Rulebook) -> Rulebook:
        """The rules as this learner has them; as they are where the belief is true."""
        if self.games is not None and not self.games(rulebook):
            return rulebook
        for path, value in self.changes.items():
            rulebook = _set(rulebook, path.split("."), value)
        if self.needs:
            ways = tuple(replace(way, needs=self._needs(way.needs)) for way in rulebook.objectives)
            tiers = tuple(replace(tier, needs=self._needs(tier.needs)) for tier in rulebook.scoring.tiers)
            rulebook = replace(rulebook, objectives=ways, scoring=replace(rulebook.scoring, tiers=tiers))
        if self.exempt is not None:
            tiers = tuple(replace(tier, exempt=self.exempt, flat=None) for tier in rulebook.scoring.tiers)
            rulebook = replace(rulebook, scoring=replace(rulebook.scoring, tiers=tiers))
        return rulebook

    def _needs(self, needs: Needs) -> Needs:
        """The same needs with the numbers believed, where any such group is needed."""
        believed = {name: number for name, number in self.needs.items() if self.fits(getattr(needs, name), number)}
        changed = replace(needs, **believed)
        return replace(changed, sequences=max(changed.sequences, changed.pure) if needs.sequences else 0)

    def fits(self, asked: int, believed: int) -> bool:
        """Whether a number asked for can be taken for the one believed: more than is asked, or less."""
        return 0 < asked < believed if self.stricter else asked > believed

    def deal(self, deal: Deal) -> Deal:
        """The table as this learner sees it."""
        book = self.rulebook(deal.rulebook)
        believed = deal
        if book is not deal.rulebook:  # a key of its own, since equal keys are taken for equal rules
            believed = set_table(replace(book, key=f"{book.key}+{self.key}"), deal.turned, deal.players)
        if self.wild is None or deal.turned is None:
            return believed
        return with_wild(believed, self.wild(deal.turned, deal.rulebook))

    def kind(self, cards: tuple[Card, ...], deal: Deal) -> Kind:
        """What this learner takes a group for, at the true table."""
        kind = kind_of(cards, self.deal(deal))
        return kind if self.reads is None else self.reads(cards, kind, deal)


def with_wild(deal: Deal, wild: Sequence[Card]) -> Deal:
    """A table where these cards, and no others besides the printed joker, are wild."""
    flags = [card in wild for card in CARDS[:52]] + [deal.is_wild[52]]
    scoring = deal.rulebook.scoring
    points = tuple(
        scoring.loose_wild if flag else scoring.card_points(card) for card, flag in zip(CARDS, flags, strict=True)
    )
    return replace(deal, wild=tuple(wild), is_wild=tuple(flags), points=points)


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
        belief: what he believes.
        groups: every card of the hand, a loose card as a group of one.
        deal: the true table.

    Returns:
        The score from his side (points lost are negative), and whether the hand declares.
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


# ---- readings that no rule says --------------------------------------------------------------------------
def _ranks(cards: Sequence[Card]) -> list[int]:
    return sorted(card.index % 13 for card in cards)


def _across_suits(cards: tuple[Card, ...], kind: Kind, deal: Deal) -> Kind:
    """Ranks in order are a sequence whatever the suits."""
    if kind is not Kind.INVALID or len(cards) < 3 or any(card.is_printed_joker for card in cards):
        return kind
    ranks = _ranks(cards)
    return Kind.PURE_SEQUENCE if ranks == list(range(ranks[0], ranks[0] + len(ranks))) else kind


def _pair_is_set(cards: tuple[Card, ...], kind: Kind, deal: Deal) -> Kind:
    """Two cards of a rank are a set."""
    alike = len(cards) == 2 and len({card.index % 13 for card in cards}) == 1 and PRINTED_JOKER not in cards
    return Kind.SET if alike and kind is Kind.INVALID else kind


def _same_is_sequence(cards: tuple[Card, ...], kind: Kind, deal: Deal) -> Kind:
    """Three identical cards are a pure sequence, where the game knows no tunnela."""
    return Kind.PURE_SEQUENCE if kind is Kind.INVALID and len(cards) == 3 and len(set(cards)) == 1 else kind


def _joker_is_pure(cards: tuple[Card, ...], kind: Kind, deal: Deal) -> Kind:
    """A joker leaves a sequence pure."""
    return Kind.PURE_SEQUENCE if kind is Kind.IMPURE_SEQUENCE else kind


def _beside_is_pure(cards: tuple[Card, ...], kind: Kind, deal: Deal) -> Kind:
    """A joker next to a pure run does it no harm."""
    if kind is not Kind.IMPURE_SEQUENCE:
        return kind
    alone = tuple(card for card in cards if not deal.is_wild[card.index])
    return Kind.PURE_SEQUENCE if len(alone) >= 3 and kind_of(alone, deal) is Kind.PURE_SEQUENCE else kind


def _wild_is_impure(cards: tuple[Card, ...], kind: Kind, deal: Deal) -> Kind:
    """A wild card spoils purity also where it stands for itself."""
    return Kind.IMPURE_SEQUENCE if kind is Kind.PURE_SEQUENCE and any(deal.is_wild[c.index] for c in cards) else kind


def _sets_stand_in(cards: tuple[Card, ...], kind: Kind, deal: Deal) -> Kind:
    """A set counts as a sequence."""
    return Kind.IMPURE_SEQUENCE if kind is Kind.SET else kind


def _only_turned(turned: Card, rulebook: Rulebook) -> tuple[Card, ...]:
    return () if turned.is_printed_joker else (turned,)


def _with_neighbours(turned: Card, rulebook: Rulebook) -> tuple[Card, ...]:
    true = rulebook.wilds.types(turned)
    if turned.is_printed_joker:
        return true
    return tuple(dict.fromkeys([*true, neighbour(turned, 1), neighbour(turned, -1)]))


def _loose_jokers_are_free(rulebook: Rulebook) -> bool:
    return rulebook.scoring.loose_wild == 0


BELIEFS: tuple[Belief, ...] = (
    # melds
    Belief(key="round-the-corner", lessons=("pure",), changes={"melds.aces": Aces.ROUND}),
    Belief(key="ace-only-low", lessons=("pure",), changes={"melds.aces": Aces.LOW}),
    Belief(key="ace-only-high", lessons=("pure",), changes={"melds.aces": Aces.HIGH}),
    Belief(key="across-suits", lessons=("pure",), reads=_across_suits),
    Belief(key="same-card-sequence", lessons=("pure", "sets"), reads=_same_is_sequence),
    Belief(key="pair-is-meld", lessons=("sets",), reads=_pair_is_set),
    Belief(key="suit-twice", lessons=("sets",), changes={"melds.set_suits": SetSuits.NOT_ALL_ONE}),
    Belief(key="sets-of-five", lessons=("sets",), changes={"melds.set_max": None}),
    Belief(key="sets-of-four", lessons=("sets",), changes={"melds.set_max": 4}),
    Belief(key="one-joker-only", lessons=("jokers",), changes={"melds.run_wilds": 1, "melds.set_wilds": 1}),
    Belief(key="two-jokers", lessons=("jokers",), changes={"melds.run_wilds": None, "melds.set_wilds": None}),
    Belief(key="joker-leaves-pure", lessons=("jokers",), reads=_joker_is_pure),
    Belief(key="joker-beside-pure", lessons=("jokers",), reads=_beside_is_pure),
    Belief(key="wild-itself-impure", lessons=("jokers",), reads=_wild_is_impure),
    Belief(key="rank-is-dublee", lessons=("twenty-one", "seeing"), changes={"melds.dublee_ranks": True}),
    Belief(key="joker-dublee", lessons=("twenty-one", "seeing"), changes={"melds.dublee_jokers": True}),
    Belief(key="same-meld-twice", lessons=("vazhushal",), changes={"melds.identical": True}),
    Belief(key="four-card-melds", lessons=("seeing",), changes={"melds.run_max": 14, "melds.set_max": 4}),
    # what one may do in a turn
    Belief(
        key="throw-back",
        lessons=("turn",),
        changes={"settlement.pick_up": PickingUp.FREE},
        games=lambda book: book.settlement.pick_up is PickingUp.FREE_BUT_KEPT,
    ),
    Belief(
        key="take-any",
        lessons=("turn", "seeing", "vazhushal"),
        changes={"settlement.pick_up": PickingUp.FREE},
        games=lambda book: book.settlement.pick_up not in (PickingUp.FREE, PickingUp.FREE_BUT_KEPT),
    ),
    Belief(
        key="drop-any-time",
        lessons=("drop",),
        changes={"procedure.dropping": Dropping.ANY_TIME},
        games=lambda book: book.procedure.dropping is Dropping.BEFORE_DRAWING,
    ),
    # money
    Belief(
        key="drop-costs-hand",
        lessons=("drop",),
        changes={"penalties.first_drop": 0},  # the task of settling counts the hand instead
        games=lambda book: book.penalties.first_drop is not None,
    ),
    Belief(key="no-half", lessons=("round", "drop"), changes={"penalties.before_first_move": None}),
    # wild cards
    Belief(key="only-turned-card", lessons=("wild",), wild=_only_turned),
    Belief(key="neighbours-wild", lessons=("wild",), wild=_with_neighbours),
    Belief(key="whole-rank", lessons=("wild",), changes={"wilds.ranks": WildRanks.ALL_SUITS}),
    Belief(key="wrong-colour", lessons=("wild", "vazhushal"), changes={"wilds.ranks": WildRanks.SAME_COLOUR}),
    Belief(key="printed-joker-nothing", lessons=("wild",), changes={"wilds.printed_counts_as": None}),
    Belief(key="printed-joker-aces", lessons=("wild",), changes={"wilds.printed_counts_as": CARDS[0]}),
    # what is needed
    Belief(key="no-pure-needed", lessons=("declare",), needs={"pure": 0}),
    Belief(key="one-sequence", lessons=("declare",), needs={"sequences": 1}),
    Belief(key="second-pure", lessons=("declare",), needs={"pure": 2}, stricter=True),
    Belief(key="two-pure-enough", lessons=("twenty-one", "twenty-seven"), needs={"pure": 2}),
    Belief(key="sets-stand-in", lessons=("declare",), reads=_sets_stand_in),
    Belief(key="no-long-sequence", lessons=("octro",), needs={"long_sequences": 0}),
    Belief(key="tunnela-not-pure", lessons=("twenty-one",), changes={"melds.tunnela_counts_pure": False}),
    Belief(key="tunnela-pure", lessons=("twenty-one", "twenty-seven"), changes={"melds.tunnela_counts_pure": True}),
    Belief(key="tunnela-is-meld", lessons=("sets",), changes={"melds.tunnela_from": 2}),
    Belief(key="fewer-dublees", lessons=("twenty-one", "twenty-seven"), needs={"dublees": 5}),
    # what it costs
    Belief(key="jokers-cost", lessons=("points",), changes={"scoring.loose_wild": 10}, games=_loose_jokers_are_free),
    Belief(key="jokers-free", lessons=("vazhushal",), changes={"scoring.loose_wild": 0}),
    Belief(key="ace-is-one", lessons=("points",), changes={"scoring.ace": 1}),
    Belief(key="ace-is-eleven", lessons=("points",), changes={"scoring.ace": 11}),
    Belief(key="no-cap", lessons=("loser",), changes={"scoring.cap": None}),
    Belief(key="no-minimum", lessons=("loser",), changes={"scoring.floor": 0}),
    Belief(key="pure-always-exempt", lessons=("loser",), exempt=(Kind.PURE_SEQUENCE,)),
    Belief(key="melds-always-exempt", lessons=("loser",), exempt=MELDS),
    Belief(key="nothing-exempt", lessons=("loser",), exempt=()),
)
BY_KEY = {belief.key: belief for belief in BELIEFS}


def beliefs_of(lesson: str) -> tuple[Belief, ...]:
    """The beliefs that a lesson treats."""
    return tuple(belief for belief in BELIEFS if lesson in belief.lessons)
