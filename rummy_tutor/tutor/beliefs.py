"""Wrong beliefs about the rules: what one is, those that the tutor knows, those from another game, and habits.

Who holds a belief judges hands as another rulebook would. A belief changes fields of a rulebook. Where no rule of any
real game says it, a reading stands beside it: a small function that tells what such a learner takes a group for. It
acts on hands as laid alone, so that learners' errors stay out of the rules.

Habits are functions that answer a task, whatever the cards are, or give None where they do not act on it.

Beliefs from another game take one rule of the learner's game for that of another rulebook. Players who change games
believe these. They cost no code: each is the value of some fields, and is made for every game in which that value is
another one.

Which beliefs can arise in a game, and on which tasks they show, is found out by trying (``planting``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import permutations
from typing import Any, NamedTuple

from ..game.cards import CARDS, PRINTED_JOKER, Card
from ..game.messages import Message, key_of
from ..game.procedure import Dropping
from ..game.rules import (
    MELDS,
    SEQUENCES,
    Aces,
    Kind,
    Measure,
    Needs,
    PickingUp,
    Rulebook,
    RuleError,
    SetSuits,
    WildRanks,
    neighbour,
)
from ..game.table import Deal, price_cards, set_table
from ..referee.melds import read_group
from ..referee.scoring import Tally, count_points, objective_met, score_arrangement
from ..rulebooks import RULEBOOKS
from ..solver.best import find_best
from .lessons import jokers_are_free
from .puzzles import greedy

Task = Any  # tasks.Task, which stands above


def group_greedily(task: Task) -> object:
    """Group as a beginner does: the longest pure sequence first, then the dearest meld."""
    return tidy(greedy.group_greedily(task.cards, task.deal))


def tidy(groups: Any) -> list[list[str]]:
    """Groups as plain values, however they lie: each in the order of the pack, the loose cards last."""
    rows = sorted((sorted(map(Card.parse, map(str, group))) for group in groups), key=lambda row: (len(row) < 2, row))
    return [[str(card) for card in row] for row in rows]


def throw_highest(task: Task) -> object:
    """Throw the card that costs most of those that lie in no meld."""
    return str(greedy.throw_greedily(task.cards, task.deal))


def take_joker(task: Task) -> object:
    """Take the open card whenever it is wild."""
    return "yes" if task.open is not None and task.deal.is_wild[task.open.index] else None


def regroup(task: Task) -> object:
    """Count a hand as if it lay in its best groups."""
    if task.asked is not None:
        return None
    best = find_best(task.cards, task.deal)
    return best.score if task.deal.rulebook.scoring.measure is Measure.MELDED_MINUS_LOOSE else -best.score


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
            shown = [reading for reading in read_group(tuple(group), believed) if reading.kind in MELDS]
            choices = [(reading.shows, reading.kind) for reading in shown] or [(tuple(group), kind)]
            worth = max(believed.rulebook.scoring.worth(*choice) for choice in choices)
        tally = tally.add(tuple(group), kind, worth, believed)
    if believed.asks_marriages:
        tally = tally._replace(marriages=believed.count_marriages([card for group in groups for card in group]))
    count = count_points(tally, believed)
    scored = believed.rulebook.scoring.measure is Measure.MELDED_MINUS_LOOSE
    fits = sum(map(len, groups)) == believed.rulebook.deal
    return count.points if scored else -count.points, fits and objective_met(tally, believed) is not None


class _Rule(NamedTuple):
    """What is borrowed.

    Attributes:
        name: the part of the key and the sentence.
        paths: the fields, by dotted path.
        lessons: the lessons that treat it.
        most: how many other values are tried in a game, those of games with as many cards first.
        alike: whether it is borrowed only between games of as many cards.
        priced: whether a game without such a price is no source: who has learnt a price looks for one.
    """

    name: str
    paths: tuple[str, ...]
    lessons: tuple[str, ...]
    most: int = 1
    alike: bool = False
    priced: bool = False


_RULES = (
    _Rule("wild-cards", ("wilds.offsets", "wilds.ranks"), ("wild", "vazhushal", "twenty-seven"), most=2),
    _Rule("printed-joker", ("wilds.printed_counts_as", "wilds.printed_adds"), ("wild", "twenty-seven")),
    _Rule("wild-itself", ("wilds.as_itself",), ("pure", "jokers")),
    _Rule("short-sequences", ("melds.run_min",), ("pure",)),
    _Rule("long-melds", ("melds.run_max",), ("pure",)),
    _Rule("run-jokers", ("melds.run_wilds",), ("jokers",)),
    _Rule("set-jokers", ("melds.set_wilds",), ("jokers",)),
    _Rule("joker-share", ("melds.set_wilds_up_to_naturals",), ("jokers", "twenty-seven")),
    _Rule("small-sets", ("melds.set_min",), ("sets",)),
    _Rule("set-size", ("melds.set_max",), ("sets",), most=2),
    _Rule("set-suits", ("melds.set_suits",), ("sets",)),
    _Rule("tunnelas", ("melds.tunnela_from",), ("sets",)),
    _Rule("pure-tunnelas", ("melds.tunnela_counts_pure",), ("twenty-one", "twenty-seven")),
    _Rule("joker-groups", ("melds.jokers",), ("declare", "octro")),
    _Rule("declaring", ("objectives",), ("declare",), alike=True),
    _Rule("levels", ("scoring.tiers",), ("loser",), most=2, alike=True),
    _Rule("cap", ("scoring.cap",), ("loser",)),
    _Rule("least", ("scoring.floor",), ("loser",)),
    _Rule("ace", ("scoring.ace",), ("points",)),
    _Rule("joker-cost", ("scoring.loose_wild", "scoring.wild_at_face"), ("points",)),
    _Rule("first-drop", ("penalties.first_drop",), ("drop",), priced=True),
    _Rule("middle-drop", ("penalties.middle_drop",), ("drop",), priced=True),
    _Rule("wrong-declaration", ("penalties.wrong_declaration",), ("drop",), priced=True),
    _Rule("first-move", ("penalties.before_first_move",), ("round",), priced=True),
    _Rule("pick-up", ("settlement.pick_up",), ("turn", "seeing", "vazhushal")),
    _Rule("value-cards", ("bonus.cards",), ("maal",)),
    _Rule("marriages", ("bonus.marriage",), ("maal",)),
    _Rule("dublee-win", ("settlement.dublee_win",), ("round",)),
)


def _value(rulebook: Rulebook, path: str) -> Any:
    """A field of a rulebook; None where the record that holds it is missing."""
    value: Any = rulebook
    for name in path.split("."):
        value = None if value is None else getattr(value, name)
    return value


BORROWED = tuple(
    Belief(
        key=f"{game.key}:{rule.name}",
        lessons=rule.lessons,
        changes={path: _value(game, path) for path in rule.paths},
        told=(key_of("belief.as-in:", rule.name), {"game": game}),
    )
    for game in RULEBOOKS.values()
    for rule in _RULES
)
_BY_KEY = {belief.key: belief for belief in BORROWED}


@lru_cache(maxsize=64)
def list_borrowed(rulebook: Rulebook) -> tuple[Belief, ...]:
    """The beliefs that a rule is that of another game, each value of the rule once."""
    games = sorted(RULEBOOKS.values(), key=lambda game: abs(game.deal - rulebook.deal))
    return tuple(belief for rule in _RULES for belief in _list_values(rule, rulebook, games))


def _list_values(rule: _Rule, rulebook: Rulebook, games: Sequence[Rulebook]) -> list[Belief]:
    """The beliefs of one rule."""
    own = tuple(_value(rulebook, path) for path in rule.paths)
    if any("." in path and _value(rulebook, path.rpartition(".")[0]) is None for path in rule.paths):
        return []  # the game has no such record
    seen: list[tuple[Any, ...]] = [own]
    listed: list[Belief] = []
    for game in games:
        values = tuple(_value(game, path) for path in rule.paths)
        unlike = game.deal != rulebook.deal or game.scoring.measure is not rulebook.scoring.measure
        missing = None in values and (rule.priced or rule.paths[0].startswith("bonus"))
        if values in seen or missing or (rule.alike and unlike) or (rule.priced and None in own):
            continue
        belief = _BY_KEY[f"{game.key}:{rule.name}"]
        if len(listed) < rule.most and belief.rulebook(rulebook) is not rulebook:
            listed.append(belief)
        seen.append(values)
    return listed


@lru_cache(maxsize=512)
def _borrow(game: Rulebook, paths: tuple[str, ...]) -> Belief:
    """The belief that some fields of a game are those of another one."""
    return Belief(key=f"{game.key}:{paths[0]}", lessons=(), changes={path: _value(game, path) for path in paths})


_OF = {"melds.run": SEQUENCES, "melds.aces": SEQUENCES, "melds.set": {Kind.SET}, "melds.tunnela": {Kind.TUNNELA}}


@lru_cache(maxsize=64)  # the same question is shown several times
def list_deciding(
    fields: tuple[tuple[str, ...], ...], groups: tuple[tuple[Card, ...], ...], deals: tuple[Deal, ...]
) -> tuple[tuple[str, ...], ...]:
    """The rules by which games judge groups differently: on wild cards, and on the kinds of melds that these are.

    Args:
        fields: the fields of each rule, by dotted path.
        groups: the groups.
        deals: the games at their tables.
    """
    kinds = {kind_of(group, deal) for group in groups for deal in deals}
    about = [
        paths
        for paths in fields
        if not any(paths[0].startswith(name) and not kinds & {*some} for name, some in _OF.items())
    ]
    return tuple(paths for paths in about if _decides(paths, groups, deals)) or fields


def _decides(paths: tuple[str, ...], groups: Sequence[tuple[Card, ...]], deals: Sequence[Deal]) -> bool:
    """Whether with some fields of one game another would take a group for a meld that is none there, or for none."""
    return any(
        (_borrow(other.rulebook, paths).kind(group, deal) in MELDS) != (kind_of(group, deal) in MELDS)
        for deal, other in permutations(deals, 2)
        for group in groups
    )


# ---- readings that no rule says --------------------------------------------------------------------------
def _ranks(cards: Sequence[Card]) -> list[int]:
    return sorted(card.index % 13 for card in cards)


def _across_suits(cards: tuple[Card, ...], kind: Kind, deal: Deal) -> Kind:
    """Ranks in order are a sequence even where the suits differ."""
    fits = 3 <= len(cards) <= deal.rulebook.melds.run_max and PRINTED_JOKER not in cards
    if kind is not Kind.INVALID or not fits or len({card.suit for card in cards}) == 1:
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


_MANY = ("twenty-one", "twenty-seven", "seeing")
BELIEFS: tuple[Belief, ...] = (
    # melds
    Belief(key="round-the-corner", lessons=("pure",), changes={"melds.aces": Aces.ROUND}),
    Belief(key="ace-only-low", lessons=("pure",), changes={"melds.aces": Aces.LOW}),
    Belief(key="ace-only-high", lessons=("pure",), changes={"melds.aces": Aces.HIGH}),
    Belief(key="across-suits", lessons=("pure",), reads=_across_suits),
    Belief(key="same-card-sequence", lessons=("pure", "sets"), reads=_same_is_sequence),
    Belief(key="pair-is-meld", lessons=("sets",), reads=_pair_is_set),
    Belief(key="suit-twice", lessons=("sets",), changes={"melds.set_suits": SetSuits.NOT_ALL_ONE}),
    Belief(key="sets-of-five", lessons=("sets", "jokers"), changes={"melds.set_max": None}),
    Belief(key="sets-of-four", lessons=("sets",), changes={"melds.set_max": 4}),
    Belief(key="one-joker-only", lessons=("jokers",), changes={"melds.run_wilds": 1, "melds.set_wilds": 1}),
    Belief(key="two-jokers", lessons=("jokers",), changes={"melds.run_wilds": None, "melds.set_wilds": None}),
    Belief(key="joker-leaves-pure", lessons=("jokers",), reads=_joker_is_pure),
    Belief(key="joker-beside-pure", lessons=("jokers",), reads=_beside_is_pure),
    Belief(key="wild-itself-impure", lessons=("jokers",), reads=_wild_is_impure),
    Belief(key="rank-is-dublee", lessons=("twenty-one", "seeing"), changes={"melds.dublee_ranks": True}),
    Belief(key="joker-dublee", lessons=("twenty-one", "seeing"), changes={"melds.dublee_jokers": True}),
    Belief(key="same-meld-twice", lessons=("vazhushal",), changes={"melds.identical": True}),
    Belief(
        key="four-card-melds",
        lessons=("pure", "seeing"),
        changes={"melds.run_max": 14, "melds.set_max": 4},
        games=lambda book: book.melds.run_max < 4,
    ),
    # what one may do in a turn
    Belief(
        key="throw-back",
        lessons=("turn",),
        changes={"settlement.pick_up": PickingUp.FREE},
        games=lambda book: PickingUp.FREE_BUT_KEPT in book.settlement.bars,
    ),
    Belief(
        key="take-any",
        lessons=("turn", "seeing", "vazhushal"),
        changes={"settlement.pick_up": PickingUp.FREE},
        games=lambda book: not {*book.settlement.bars} <= {PickingUp.FREE, PickingUp.FREE_BUT_KEPT},
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
    Belief(
        key="value-cards-from-dropped",
        lessons=("round",),
        changes={"penalties.last_player_wins": False},  # the task of settling lets who dropped pay instead
        games=lambda book: book.bonus is not None and book.penalties.first_drop is not None,
    ),
    Belief(
        key="maal-unseen",
        lessons=("round",),
        changes={"bonus.only_if_seen": False},
        games=lambda book: book.bonus is not None and book.bonus.only_if_seen,
    ),
    Belief(key="no-half", lessons=("round",), changes={"penalties.before_first_move": None}),
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
    Belief(key="no-long-sequence", lessons=("declare", "octro"), needs={"long_sequences": 0}),
    Belief(key="tunnela-not-pure", lessons=("twenty-one",), changes={"melds.tunnela_counts_pure": False}),
    Belief(key="tunnela-pure", lessons=("twenty-one", "twenty-seven"), changes={"melds.tunnela_counts_pure": True}),
    Belief(key="tunnela-is-meld", lessons=("sets",), changes={"melds.tunnela_from": 2}),
    Belief(key="seven-dublees", lessons=_MANY, needs={"dublees": 7}),
    Belief(key="six-jokers", lessons=_MANY, needs={"jokers": 6}),
    # what it costs
    Belief(key="jokers-cost", lessons=("points",), changes={"scoring.loose_wild": 10}, games=jokers_are_free),
    Belief(key="jokers-free", lessons=("vazhushal",), changes={"scoring.loose_wild": 0, "scoring.wild_at_face": False}),
    Belief(key="ace-is-one", lessons=("points",), changes={"scoring.ace": 1}),
    Belief(key="ace-is-eleven", lessons=("points",), changes={"scoring.ace": 11}),
    Belief(key="court-cards-dearer", lessons=("points",), changes={"scoring.ranks": (*range(2, 11), 11, 12, 13)}),
    Belief(key="no-cap", lessons=("loser",), changes={"scoring.cap": None}),
    Belief(key="no-minimum", lessons=("loser",), changes={"scoring.floor": 0}),
    Belief(key="pure-always-exempt", lessons=("loser",), exempt=(Kind.PURE_SEQUENCE,)),
    Belief(key="melds-always-exempt", lessons=("loser",), exempt=MELDS),
    Belief(key="nothing-exempt", lessons=("loser",), exempt=()),
    Belief(key="pure-not-exempt", lessons=("loser",), counts=(Kind.PURE_SEQUENCE,)),
    Belief(key="sets-exempt", lessons=("loser",), spares=(Kind.SET,)),
    Belief(key="referee-regroups", lessons=("loser", "declare", "vazhushal"), habit=("count", regroup)),
    # habits
    Belief(key="greedy-grouping", lessons=("regroup", "declare", "loser"), habit=("build", group_greedily)),
    Belief(key="throw-highest", lessons=("turn",), habit=("discard", throw_highest)),
    Belief(key="take-open-joker", lessons=("turn",), habit=("take?", take_joker)),
)
BY_KEY = {belief.key: belief for belief in (*BELIEFS, *BORROWED)}
_WHOLE = {"long-melds": "four-card-melds"}  # a rule of another game, and the belief that says it and more


@lru_cache(maxsize=1024)
def beliefs_of(lesson: str, rulebook: Rulebook | None = None) -> tuple[Belief, ...]:
    """The beliefs that a lesson treats.

    Args:
        lesson: the lesson's key.
        rulebook: the learner's game, for those that come from another one as well; None for the others alone.
    """
    own = tuple(belief for belief in BELIEFS if lesson in belief.lessons)
    if rulebook is None:
        return own
    believed = [belief.rulebook(rulebook) for belief in BELIEFS]
    listed = [replace(book, key=rulebook.key) for book in believed if book is not rulebook]
    borrowed = [
        belief for belief in list_borrowed(rulebook) if lesson in belief.lessons and not _is_part(belief, rulebook)
    ]
    return own + tuple(
        belief for belief in borrowed if replace(belief.rulebook(rulebook), key=rulebook.key) not in listed
    )


def _is_part(belief: Belief, rulebook: Rulebook) -> bool:
    """Whether a belief from another game is a part of a known one that can arise in the game."""
    whole = _WHOLE.get(belief.key.partition(":")[2])
    return whole is not None and BY_KEY[whole].changes_anything(rulebook)
