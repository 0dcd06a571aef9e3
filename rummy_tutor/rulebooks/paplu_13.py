"""paplu-13: Indian Rummy, also called Paplu, with its five house options (source S3, main rules)."""

from dataclasses import replace

from ..game.procedure import (
    Checking,
    Cut,
    Direction,
    Dropping,
    Finish,
    Procedure,
    Seating,
    Starts,
    WildFrom,
)
from ..game.rules import (
    MELDS,
    Halving,
    Kind,
    Melds,
    Needs,
    Objective,
    Pack,
    Penalties,
    PickingUp,
    Rulebook,
    Scoring,
    Settlement,
    Table,
    Tier,
    WhenStockEnds,
    WildRanks,
    Wilds,
)
from .derive import ACE_OF_SPADES, with_option

RULEBOOK = Rulebook(
    key="paplu-13",
    title="Indian Rummy (Paplu)",
    deal=13,
    table=Table(
        players=(2, 12),
        packs=(
            (3, Pack(decks=1, printed_jokers=1)),
            (6, Pack(decks=2, printed_jokers=2)),
            (12, Pack(decks=3, printed_jokers=3)),
        ),
    ),
    wilds=Wilds(ranks=WildRanks.ALL_SUITS),
    melds=Melds(tunnela_from=7, tunnela_counts_pure=True, joker_tunnelas=False),
    objectives=(Objective(name="complete", needs=Needs(pure=1, sequences=2)),),
    scoring=Scoring(
        tiers=(
            Tier(code="requirement-met", needs=Needs(pure=1, sequences=2), exempt=MELDS),
            Tier(code="pure-only", needs=Needs(pure=1), exempt=(Kind.PURE_SEQUENCE,)),
            Tier(code="no-pure-sequence"),
        ),
    ),
    penalties=Penalties(
        first_drop=10,
        middle_drop=40,
        before_first_move=Halving(unmeldable_only=True, double_before_draw=True),
    ),
    settlement=Settlement(stock_end=WhenStockEnds.VOID, pick_up=PickingUp.FREE_BUT_KEPT),
    procedure=Procedure(
        seating=Seating.HIGH_CARDS_CHOOSE,
        cut=Cut.LEFT,
        starts=Starts.RIGHT_OF_DEALER,
        direction=Direction.COUNTER_CLOCKWISE,
        dealer_moves=Direction.COUNTER_CLOCKWISE,
        wild_from=WildFrom.STOCK,
        dropping=Dropping.BEFORE_DRAWING,
        finish=Finish.AFTER_THROWING,
        checking=Checking.PLAYERS,
    ),
    offers=("ace-jokers", "double-on-printed", "no-additional-jokers", "no-jokers", "at-the-block"),
    sources=(
        ("deal", "S3, R8"),
        ("table", "S3"),
        ("wilds", "S3"),
        ("melds", "S3"),
        ("melds.naturals", "R1, R3"),
        ("melds.set_max", "S3, R4"),
        ("melds.set_suits", "S3, R4"),
        ("melds.aces", "S3, R2, R29"),
        ("melds.run_max", "R2"),
        ("melds.set_wilds", "R18"),
        ("melds.joker_tunnelas", "R55"),
        ("objectives", "S3"),
        ("scoring", "S3"),
        ("scoring.loose_wild", "S3, R6"),
        ("penalties", "S3"),
        ("penalties.before_first_move", "S3, R9"),
        ("penalties.before_first_move.double_before_draw", "S3, R41"),
        ("bonus", "S3 (no-value-cards-here)"),
        ("settlement", "S3"),
        ("procedure", "S3"),
    ),
)


def _ace_jokers(book: Rulebook) -> Rulebook:
    wilds = replace(book.wilds, printed_counts_as=ACE_OF_SPADES)
    return with_option(book, "ace-jokers", {"wilds.printed_counts_as": "S3, Ace Jokers"}, wilds=wilds)


def _double_on_printed(book: Rulebook) -> Rulebook:
    scoring = replace(book.scoring, printed_factor=2)
    return with_option(book, "double-on-printed", {"scoring.printed_factor": "S3, Double Score"}, scoring=scoring)


def _no_additional_jokers(book: Rulebook) -> Rulebook:
    wilds = replace(book.wilds, exposed=False)
    return with_option(book, "no-additional-jokers", {"wilds.exposed": "S3, No Additional Jokers"}, wilds=wilds)


def _no_jokers(book: Rulebook) -> Rulebook:
    wilds = replace(book.wilds, exposed=False, printed=False)
    packs = tuple((most, replace(pack, printed_jokers=0)) for most, pack in book.table.packs)
    cited = {"wilds.exposed": "S3, No Jokers", "wilds.printed": "S3, No Jokers", "table.packs": "S3, No Jokers"}
    return with_option(book, "no-jokers", cited, wilds=wilds, table=replace(book.table, packs=packs))


def at_the_block(book: Rulebook, cited: str = "S3, At the Block") -> Rulebook:
    """The discards become a new stock: a house option of the main game of source S3, and of its relatives (R62)."""
    settlement = replace(book.settlement, stock_end=WhenStockEnds.RESHUFFLE)
    return with_option(book, "at-the-block", {"settlement.stock_end": cited}, settlement=settlement)


OPTIONS = {
    "ace-jokers": _ace_jokers,
    "double-on-printed": _double_on_printed,
    "no-additional-jokers": _no_additional_jokers,
    "no-jokers": _no_jokers,
    "at-the-block": at_the_block,
}
