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
from .derive import ACE_OF_SPADES

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

_PACKS_WITHOUT_JOKERS = tuple((most, replace(pack, printed_jokers=0)) for most, pack in RULEBOOK.table.packs)
OPTIONS = {
    "ace-jokers": {"wilds.printed_counts_as": (ACE_OF_SPADES, "S3, Ace Jokers")},
    "double-on-printed": {"scoring.printed_factor": (2, "S3, Double Score")},
    "no-additional-jokers": {"wilds.exposed": (False, "S3, No Additional Jokers")},
    "no-jokers": {
        "wilds.exposed": (False, "S3, No Jokers"),
        "wilds.printed": (False, "S3, No Jokers"),
        "table.packs": (_PACKS_WITHOUT_JOKERS, "S3, No Jokers"),
    },
    # the discards become a new stock
    "at-the-block": {"settlement.stock_end": (WhenStockEnds.RESHUFFLE, "S3, At the Block")},
}
