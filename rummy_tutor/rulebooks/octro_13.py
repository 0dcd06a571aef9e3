"""octro-13: thirteen cards, one wild a sequence, one sequence of four (source S2)."""

from ..game.procedure import Checking, Direction, Dropping, Finish, Procedure, Starts, WildFrom
from ..game.rules import (
    MELDS,
    JokerGroups,
    Melds,
    Needs,
    Objective,
    Pack,
    Penalties,
    Rulebook,
    Scoring,
    Table,
    Tier,
    WildRanks,
    Wilds,
)

RULEBOOK = Rulebook(
    key="octro-13",
    title="Octro Indian Rummy",
    deal=13,
    table=Table(
        players=(2, 6),
        packs=((3, Pack(decks=2, printed_jokers=4)), (6, Pack(decks=3, printed_jokers=6))),
    ),
    wilds=Wilds(ranks=WildRanks.ALL_SUITS),
    melds=Melds(run_wilds=1, set_wilds=1, jokers=JokerGroups.SPARE),
    objectives=(Objective(name="complete", needs=Needs(pure=1, sequences=2, long_sequences=1)),),
    scoring=Scoring(
        tiers=(
            Tier(code="requirement-met", needs=Needs(pure=1, sequences=2, long_sequences=1), exempt=MELDS),
            Tier(code="requirement-unmet", flat=80),
        ),
        ace=1,
    ),
    penalties=Penalties(first_drop=20, middle_drop=40, wrong_declaration=80),
    procedure=Procedure(
        starts=Starts.LEFT_OF_DEALER,
        direction=Direction.CLOCKWISE,
        dealer_moves=Direction.CLOCKWISE,
        wild_from=WildFrom.FIRST_PLAYER,
        dropping=Dropping.ANY_TIME,
        finish=Finish.FINISH_SLOT,
        checking=Checking.REFEREE,
    ),
    sources=(
        ("deal", "S2, R8"),
        ("table", "S2"),
        ("wilds", "S2, R1"),
        ("wilds.printed_counts_as", "R16"),
        ("melds", "S2, R3, R4"),
        ("melds.jokers", "S2, R31"),
        ("melds.aces", "S2, R2, R29"),
        ("melds.run_max", "R2"),
        ("objectives", "S2"),
        ("scoring", "S2"),
        ("scoring.tiers", "S2, R38"),
        ("scoring.ace", "R17"),
        ("scoring.loose_wild", "S2, R6"),
        ("penalties", "S2"),
        ("bonus", "S2 (no-value-cards)"),
        ("settlement", "S2"),
        ("procedure", "S2"),
    ),
)
