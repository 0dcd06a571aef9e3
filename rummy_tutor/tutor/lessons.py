"""The course: lessons in order, each with the kinds of tasks it draws on and the rulebooks it belongs to.

Which lessons, examples and tasks a game has is told by properties of its rulebook, read from its fields.

The lesson on value cards compares a game with its own house rules. A game that offers none about value or wild cards
compares groups with other games instead, as most lessons do. A test of all that came before is the last lesson.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, TypeVar

from ..game.messages import Message, key_of
from ..game.procedure import Finish
from ..game.rules import (
    MELDS,
    Aces,
    JokerGroups,
    Kind,
    Measure,
    Melds,
    Needs,
    Objective,
    PickingUp,
    Pool,
    Rest,
    Rulebook,
    SetSuits,
    Tier,
    WhenStockEnds,
)
from ..game.table import Deal, set_table
from ..rulebooks import RULEBOOKS

PROPERTIES: Mapping[str, Callable[[Rulebook], bool]] = {
    "wild": lambda book: book.wilds.exposed and has_jokers(book),
    "jokers": lambda book: has_jokers(book),
    "no jokers": lambda book: not has_jokers(book),
    "penalty": lambda book: book.scoring.measure is Measure.PENALTY,
    "long": lambda book: any(way.needs.long_sequences for way in book.objectives),
    "scored": lambda book: book.scoring.measure is Measure.MELDED_MINUS_LOOSE,
    "several ways": lambda book: has_ways(book) and any(is_special(way.needs) for way in book.objectives),
    "other ways": lambda book: has_ways(book) and not holds("several ways", book),
    "matched": lambda book: book.melds.set_wilds_up_to_naturals,
    "shown": lambda book: not PROPERTIES["hidden"](book),
    "hidden": lambda book: book.wilds.exposed and book.wilds.hidden,
    "seen": lambda book: (
        PROPERTIES["hidden"](book)
        and any(tier.needs != Needs() or tier.rest is Rest.MELDED for tier in book.scoring.tiers[:-1])
    ),
    "spare": lambda book: book.melds.jokers is JokerGroups.SPARE,
    "pool": lambda book: any(pool.value in book.offers for pool in Pool) or book.settlement.pool is not None,
    "bonus": lambda book: (
        book.wilds.exposed and book.bonus is not None and bool(book.bonus.cards or book.bonus.marriage)
    ),
    "priced drops": lambda book: book.penalties.first_drop is not None,
    "later drops": lambda book: book.penalties.middle_drop is not None,
    "flat": lambda book: all(tier.flat is not None for tier in book.scoring.tiers),
    "counted": lambda book: not PROPERTIES["flat"](book) and PROPERTIES["penalty"](book),
    "card values": lambda book: not PROPERTIES["flat"](book),
    "halved": lambda book: book.penalties.before_first_move is not None,
    "redeal": lambda book: book.settlement.redeal_pairs is not None,
    "misses": lambda book: book.penalties.three_misses is not None,
    "priced errors": lambda book: book.penalties.wrong_declaration is not None,
    "free jokers": lambda book: jokers_are_free(book) and not PROPERTIES["flat"](book),
    "dear jokers": lambda book: book.scoring.loose_wild > 0 and not book.scoring.wild_at_face,
    "only low ace": lambda book: book.melds.aces is Aces.LOW,
    "only high ace": lambda book: book.melds.aces is Aces.HIGH,
    "low and high ace": lambda book: book.melds.aces not in (Aces.LOW, Aces.HIGH),
    "straight ranks": lambda book: book.melds.aces is not Aces.ROUND,
    "round ranks": lambda book: book.melds.aces is Aces.ROUND,
    "own suits": lambda book: book.melds.set_suits is SetSuits.DISTINCT,
    "shared suits": lambda book: book.melds.set_suits is SetSuits.NOT_ALL_ONE,
    "tunnelas": lambda book: open_deal(book).tunnelas,
    "plain tunnelas": lambda book: open_deal(book).tunnelas and not book.melds.tunnela_counts_pure,
    "pure tunnelas": lambda book: open_deal(book).tunnelas and book.melds.tunnela_counts_pure,
    "dublees": lambda book: book.melds.dublees,
    "tunnelas named": lambda book: book.melds.tunnela_from is not None,
    "copies named": lambda book: book.melds.tunnela_from is not None or book.melds.dublees,
    "finish slot": lambda book: book.procedure.finish is Finish.FINISH_SLOT,
    "cap of 80": lambda book: 80 in (book.scoring.cap, book.scoring.tiers[-1].flat),
    "dublees shown": lambda book: any(tier.needs.dublees for tier in book.scoring.tiers[:-1]),
    "longer melds": lambda book: book.melds.run_max > 3,
    "one joker": lambda book: book.melds.run_wilds == 1,
    "printed": lambda book: book.wilds.printed and open_deal(book).pack.printed_jokers > 0,
    "no printed": lambda book: not PROPERTIES["printed"](book),
    "two kinds needed": lambda book: 0 < first_needs(book).pure < first_needs(book).sequences,
    "pure needed": lambda book: first_needs(book).pure >= max(1, first_needs(book).sequences),
    "tunnelas needed": lambda book: first_needs(book).tunnelas > 0,
    "winner takes": lambda book: book.settlement.winner_takes and PROPERTIES["penalty"](book),
    "games counted": lambda book: book.settlement.game_point is not None,
    "kept a turn": lambda book: PickingUp.FREE_BUT_KEPT in book.settlement.bars,
    "no joker taken": lambda book: PickingUp.NO_JOKER_BUT_FIRST_OPEN in book.settlement.bars,
    "no wild taken": lambda book: PickingUp.NO_WILD_ONCE_SEEN in book.settlement.bars,
    "wiping": lambda book: PickingUp.ANY_IF_LOWEST_MELDED in book.settlement.bars,
    "turned up": lambda book: book.wilds.exposed,
    "needs": lambda book: first_needs(book) != Needs(),
    "knocks": lambda book: any(way.deadwood is not None for way in book.objectives[:1]),
    "valued ranks": lambda book: bool(book.scoring.ranks),
    "stock scored": lambda book: book.settlement.stock_end is WhenStockEnds.SCORE,
    "short runs": lambda book: book.melds.run_max == 3,
    "short sets": lambda book: book.melds.set_max == 3,
    "several jokers": lambda book: (
        has_jokers(book)
        and not (book.melds.set_wilds_up_to_naturals or book.melds.naturals_per_wild or book.melds.naturals > 1)
        and book.melds.run_wilds is None
        and book.melds.set_wilds is None
    ),
    "long sets": lambda book: book.melds.set_max is None and PROPERTIES["several jokers"](book),
    "tunnelas first": lambda book: book.procedure.tunnelas_first,
    "dublees win": lambda book: any(way.needs.dublees for way in book.objectives),
    "twins dealt again": lambda book: book.settlement.redeal_identical,
}


def find_met(rulebook: Rulebook) -> Tier:
    """The level at which melds cost nothing; the best one where there is none."""
    tiers = rulebook.scoring.tiers
    return next((tier for tier in tiers if tier.flat is None and set(tier.exempt) >= set(MELDS)), tiers[0])


def name_value_cards(rulebook: Rulebook) -> Message:
    """The game's own word for cards that earn points: Marriage, where the turned card is hidden, calls them maal."""
    return Message("value-cards.maal" if rulebook.wilds.hidden else "value-cards")


def first_needs(rulebook: Rulebook) -> Needs:
    """What the first way to declare asks for; nothing where there is no such way."""
    return rulebook.objectives[0].needs if rulebook.objectives else Needs()


def has_jokers(rulebook: Rulebook) -> bool:
    """Whether any card may be wild, turned up or printed."""
    return rulebook.wilds.makes_cards_wild or PROPERTIES["printed"](rulebook)


def has_ways(rulebook: Rulebook) -> bool:
    """Whether there is more than one way to declare, seen by all from the start."""
    return len(rulebook.objectives) > 1 and PROPERTIES["shown"](rulebook)


def jokers_are_free(rulebook: Rulebook) -> bool:
    """Whether no wild card costs anything outside melds."""
    return rulebook.scoring.loose_wild == 0 and not rulebook.scoring.wild_at_face


def holds(about: str, rulebook: Rulebook) -> bool:
    """Whether a rulebook has a property, or several parted by commas; every one has the empty property."""
    return about == "" or all(PROPERTIES[name](rulebook) for name in about.split(", "))


def open_deal(rulebook: Rulebook) -> Deal:
    """A table of the usual four players, or as near to four as the game allows, before a card is turned."""
    return set_table(rulebook, None, rulebook.table.nearest())


def find_first_game() -> Rulebook:
    """The game to begin with for who plays none yet: the first with 13 cards, usual melds and no house options."""
    usual = Melds()
    fits = (book for book in RULEBOOKS.values() if book.deal == 13 and book.melds == usual and not book.offers)
    return next(fits, next(iter(RULEBOOKS.values())))


# ---- lessons --------------------------------------------------------------------------------------------------
class Unit(StrEnum):
    """What lessons that follow each other have in common; its title stands in the catalogue under ``unit.``."""

    MELDS = "melds"
    JOKERS = "jokers"
    WINNING = "winning"
    TABLE = "table"
    GAME = "game"
    BEYOND = "beyond"


class Variant(NamedTuple):
    """A question that a lesson asks in place of the usual one of a family.

    Attributes:
        family: the family of tasks.
        name: the question's name in it.
        share: the share of the family's tasks with it; of those that are left, where variants stand before it.
    """

    family: str
    name: str
    share: float


class Shapes(NamedTuple):
    """What the groups of a lesson's tasks are made of.

    Attributes:
        of: their shapes, as ``generate.make_group`` has them; one that comes twice comes twice as often.
        jokers: how often a group has any.
        pairs: whether some are of two cards, whatever their shape.
        joker_pairs: whether a pair may be of a card and a joker.
        matched: whether sets of five are made with three jokers, where a set holds no more jokers than other cards; of
            four cards, that is a sequence.
        plain_sets: whether no group of one rank has a wild card, since the course has not come to these yet.
    """

    of: tuple[str, ...] = ("run", "set", "same", "mixed")
    jokers: float = 0.4
    pairs: bool = False
    joker_pairs: bool = False
    matched: bool = False
    plain_sets: bool = False


class Compared(NamedTuple):
    """What games are compared by, where it is asked which of them allow a group.

    Attributes:
        fields: the fields of rulebooks that decide, in the order in which they are told: those that the course has come
            to, where the learner knows the rules of one game.
        one_rank: whether groups are of one rank, so that how long a sequence may be is no part of the question.
        by_wild_card: whether a group is a meld in just the games in which a certain card of it is wild.
    """

    fields: tuple[str, ...] = (
        "melds.run_max",
        "melds.run_wilds",
        "melds.aces",
        "melds.set_max",
        "melds.set_wilds",
        "melds.tunnela_from",
        "wilds.ranks",
    )
    one_rank: bool = False
    by_wild_card: bool = False


class Rounds(NamedTuple):
    """What the rounds are like whose payments a lesson asks about.

    Attributes:
        leaving: whether several leave the round, each at another price, so that the winner has them all.
        halved: whether somebody may lose before their first move.
        bonus: whether value cards are told.
        figures: the share of tasks that ask whether the figures of a round add up.
    """

    leaving: bool = False
    halved: bool = False
    bonus: bool = False
    figures: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """A lesson; its title and aim stand in the catalogue under ``lesson.`` and its key.

    Attributes:
        key: short name.
        unit: the part of the course that it belongs to.
        kinds: the families of tasks it draws on, the easiest first.
        extra: those of them that do not count for mastery: they are not about the aim, or what they are about comes
            later.
        variants: the questions of these families that it asks in place of the usual ones, in the order they are drawn.
        shapes: what the groups of its tasks are.
        completes: the kind of meld that a card is to complete; None for any of three.
        compared: what games are compared by.
        moves: the moves that it asks about besides drawing and throwing; empty for now and then a drop.
        other_ways: whether hands are laid for dublees, tunnelas or jokers that declare.
        rounds: what rounds are like whose payments it asks about.
        before: the lessons to know before it.
        about: which property of a rulebook makes it worth teaching; empty for every rulebook.
        known: the kinds of melds that the course has come to; other kinds are neither shown nor named.
        only: kinds of tasks that not every rulebook has, each with the property that it must have.
        simple: whether its tasks leave groups out that nearly are melds.
        corner: whether nobody masters it without having said alone what a group round the corner is, as K A 2.
        closes: whether it tests the whole course: every second task alone is about an earlier lesson.
        number: its place in the course, from 0.
    """

    key: str
    unit: Unit
    kinds: tuple[str, ...]
    extra: tuple[str, ...] = ()
    variants: tuple[Variant, ...] = ()
    shapes: Shapes = Shapes()
    completes: Kind | None = None
    compared: Compared = Compared()
    moves: tuple[str, ...] = ()
    other_ways: bool = False
    rounds: Rounds = Rounds()
    before: tuple[str, ...] = ()
    about: str = ""
    known: tuple[Kind, ...] = tuple(Kind)
    only: tuple[tuple[str, str], ...] = ()
    simple: bool = False
    corner: bool = False
    closes: bool = False
    number: int = 0

    @property
    def title(self) -> Message:
        """What the lesson is called."""
        return Message(key_of("lesson.", self.key))

    @property
    def aim(self) -> Message:
        """What the learner can do after it, in one sentence."""
        return Message(key_of("lesson.", self.key, "aim"))

    def belongs_to(self, rulebook: Rulebook) -> bool:
        """Whether the lesson has something to teach about a rulebook."""
        return holds(self.about, rulebook)

    def has_kind(self, kind: str, rulebook: Rulebook) -> bool:
        """Whether it draws on a kind of task for a rulebook."""
        return kind in self.kinds and self.belongs_to(rulebook) and holds(dict(self.only).get(kind, ""), rulebook)

    @property
    def plain(self) -> bool:
        """Whether its tasks leave wild cards out, because the course has not come to them."""
        return Kind.IMPURE_SEQUENCE not in self.known

    def is_before(self, lesson_key: str) -> bool:
        """Whether the course has not come yet to what another lesson tells."""
        return self.number < BY_KEY[lesson_key].number


_FIRST = (Kind.PURE_SEQUENCE, Kind.SET)
_WILD = (*_FIRST, Kind.TUNNELA, Kind.IMPURE_SEQUENCE)
# before any lesson has told where the ace stands: melds, and groups that are wrong in four ways
_SIMPLE = Shapes((*("run", "set") * 3, "gap", "gap", "suits", "suits", "odd", "mixed"))
_ORDER = (
    Lesson(
        key="two-minutes",
        unit=Unit.MELDS,
        kinds=("move", "spot", "complete"),
        shapes=_SIMPLE,
        known=_FIRST,
        simple=True,
    ),
    Lesson(
        key="points",
        unit=Unit.MELDS,
        kinds=("count", "spot"),
        extra=("spot",),
        variants=(Variant("count", "loose", 1.0),),
        shapes=_SIMPLE,
        about="card values",
        known=_FIRST,
        simple=True,
    ),
    Lesson(
        key="pure",
        unit=Unit.MELDS,
        kinds=("classify", "complete", "spot", "build"),
        shapes=Shapes(("run", "run", "same"), 0.0),
        completes=Kind.PURE_SEQUENCE,
        before=("points",),
        known=_FIRST,
        only=(("build", "shown"),),  # a hand is grouped to see the hidden card there, which comes later
        corner=True,
    ),
    Lesson(
        key="tiplu",
        unit=Unit.MELDS,
        kinds=("mark", "count"),
        variants=(Variant("count", "value-cards", 1.0),),
        before=("pure",),
        about="hidden, bonus",
        known=_WILD,
    ),
    Lesson(
        key="sets",
        unit=Unit.MELDS,
        kinds=("classify", "spot", "complete", "compare", "count"),
        extra=("compare", "count"),
        shapes=Shapes(("set", "set", "set", "same", "mixed"), 0.15, pairs=True),
        completes=Kind.SET,
        compared=Compared(("melds.set_max", "melds.tunnela_from"), one_rank=True),
        before=("pure",),
        known=(*_FIRST, Kind.TUNNELA),
        only=(("count", "card values"),),
    ),
    Lesson(
        key="wild",
        unit=Unit.JOKERS,
        kinds=("mark", "compare", "classify"),
        extra=("compare",),
        shapes=Shapes(plain_sets=True),
        compared=Compared(("wilds.ranks",), by_wild_card=True),
        before=("sets",),
        about="wild",
        known=_WILD,
    ),
    Lesson(
        key="jokers",
        unit=Unit.JOKERS,
        kinds=("classify", "complete", "spot", "repair", "count"),
        extra=("repair", "count"),
        shapes=Shapes(("run", "run", "set"), 0.8),
        completes=Kind.IMPURE_SEQUENCE,
        before=("wild",),
        about="jokers",
        known=_WILD,
        only=(("count", "card values"),),
    ),
    Lesson(
        key="declare",
        unit=Unit.WINNING,
        kinds=("declare?", "repair", "build", "complete", "count"),
        extra=("count",),
        before=("jokers",),
        only=(("count", "card values"),),
    ),
    Lesson(
        key="octro",
        unit=Unit.WINNING,
        kinds=("compare", "repair", "spot", "count", "classify"),
        extra=("compare",),
        shapes=Shapes(("run", "set", "jokers"), 0.6),
        before=("declare",),
        about="long",
    ),
    Lesson(
        key="loser",
        unit=Unit.WINNING,
        kinds=("count", "build", "compare", "repair"),
        extra=("compare",),
        variants=(Variant("repair", "one-card", 1.0),),
        before=("declare",),
        about="penalty",
    ),
    Lesson(
        key="regroup",
        unit=Unit.WINNING,
        kinds=("build", "declare?", "complete"),
        variants=(Variant("build", "second", 0.3), Variant("declare?", "best", 1.0), Variant("complete", "joker", 1.0)),
        before=("loser",),
        only=(("complete", "jokers"),),
    ),
    Lesson(
        key="turn",
        unit=Unit.TABLE,
        kinds=("move", "discard", "take?", "count"),
        variants=(Variant("count", "exchanges", 1.0),),
        moves=("take",),
        before=("regroup",),
        about="shown",
    ),
    Lesson(
        key="drop",
        unit=Unit.TABLE,
        kinds=("move", "count", "settle"),
        extra=("count",),
        moves=("drop",),
        rounds=Rounds(leaving=True),
        before=("turn",),
        about="priced drops",
    ),
    Lesson(
        key="vazhushal",
        unit=Unit.GAME,
        kinds=("mark", "count", "classify", "compare", "declare?", "move"),
        extra=("compare",),
        variants=(Variant("declare?", "redeal", 1.0),),
        moves=("take", "meld", "add"),
        before=("jokers",),
        about="scored",
        only=(("mark", "wild"),),
    ),
    Lesson(
        key="twenty-one",
        unit=Unit.GAME,
        kinds=("classify", "declare?", "build", "repair", "compare", "count"),
        variants=(Variant("compare", "nearest", 0.5),),
        shapes=Shapes(("same", "run", "set"), 0.4, pairs=True, joker_pairs=True),
        other_ways=True,
        before=("declare",),
        about="several ways",
    ),
    Lesson(
        key="twenty-seven",
        unit=Unit.GAME,
        kinds=("mark", "classify", "declare?", "build", "repair"),
        shapes=Shapes(("set", "same", "run"), 0.4, joker_pairs=True, matched=True),
        other_ways=True,
        before=("twenty-one",),
        about="matched",
        only=(("mark", "wild"),),
    ),
    Lesson(
        key="seeing",
        unit=Unit.GAME,
        kinds=("build", "classify", "declare?", "move"),
        variants=(Variant("declare?", "see", 1.0),),
        shapes=Shapes(("same", "run", "set"), 0.3, pairs=True, joker_pairs=True),
        moves=("see", "tunnela", "take"),
        before=("declare",),
        about="seen",
    ),
    Lesson(
        key="maal",
        unit=Unit.GAME,
        kinds=("count", "settle", "repair", "compare"),
        extra=("repair", "compare"),
        variants=(
            Variant("count", "value-cards", 1.0),
            Variant("settle", "earned", 1.0),
            Variant("compare", "option", 0.5),
        ),
        rounds=Rounds(bonus=True),
        before=("declare",),
        about="bonus",
    ),
    Lesson(
        key="round",
        unit=Unit.BEYOND,
        kinds=("settle", "count"),
        extra=("count",),
        variants=(Variant("settle", "come-back", 0.2),),
        rounds=Rounds(halved=True, bonus=True, figures=0.3),
        before=("loser",),
    ),
    Lesson(
        key="nine",
        unit=Unit.BEYOND,
        kinds=("compare", "classify", "count"),
        variants=(Variant("compare", "differ", 0.5), Variant("compare", "smallest", 0.4)),
        before=("loser",),
        closes=True,
    ),
)
LESSONS: tuple[Lesson, ...] = tuple(replace(lesson, number=number) for number, lesson in enumerate(_ORDER))
BY_KEY = {lesson.key: lesson for lesson in LESSONS}
# Lessons that were renamed, moved or split since a version that people have: the key of before, and those of today.
# Progress, links, lists and classes that name the old one are read with it.
MOVED: Mapping[str, tuple[str, ...]] = {}


def find_moved(key: str, kind: str = "") -> str:
    """The key today of a lesson that was kept; of one that was split, the first that has the kind of task.

    A key that no lesson has or had is given back.
    """
    keys = MOVED.get(key, (key,))
    return next(
        (lesson_key for lesson_key in keys if lesson_key in BY_KEY and kind in BY_KEY[lesson_key].kinds), keys[0]
    )


def list_lessons(rulebook: Rulebook | None = None) -> tuple[Lesson, ...]:
    """The lessons of a rulebook in order, or all of them."""
    return tuple(lesson for lesson in LESSONS if rulebook is None or lesson.belongs_to(rulebook))


AnyWay = TypeVar("AnyWay", Objective, Tier)


def list_known(ways: Sequence[AnyWay], lesson: str) -> tuple[AnyWay, ...]:
    """The ways to declare, or the levels of the count, that the course has come to in a lesson; one at least."""
    early = BY_KEY[lesson].is_before("twenty-one")
    return tuple(way for way in ways if not (early and is_special(way.needs))) or tuple(ways[:1])


def as_known(rulebook: Rulebook, lesson: str) -> Rulebook:
    """A rulebook as the sentences on a group may name it: without dublees before their lesson."""
    if not BY_KEY[lesson].is_before("twenty-one"):
        return rulebook
    return replace(rulebook, melds=replace(rulebook.melds, dublees=False))


def is_special(needs: Needs) -> bool:
    """Whether dublees, tunnelas or jokers are asked for."""
    return bool(needs.dublees or needs.tunnelas or needs.jokers)
