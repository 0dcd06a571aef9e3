"""gorummy-13: points rummy with thirteen cards (source S1)."""

from ..rules import (
    MELDS,
    Halving,
    Kind,
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
from ._derive import ACE_OF_SPADES

RULEBOOK = Rulebook(
    key="gorummy-13",
    title="GoRummy Points Rummy",
    deal=13,
    table=Table(players=(2, 6), packs=((6, Pack(decks=2, printed_jokers=2)),)),
    wilds=Wilds(ranks=WildRanks.ALL_SUITS, printed_counts_as=ACE_OF_SPADES),
    melds=Melds(),
    objectives=(Objective(name="complete", needs=Needs(pure=1, sequences=2)),),
    scoring=Scoring(
        tiers=(
            Tier(code="requirement-met", needs=Needs(pure=1, sequences=2), exempt=MELDS),
            Tier(code="pure-only", needs=Needs(pure=1), exempt=(Kind.PURE_SEQUENCE,)),
            Tier(code="no-pure-sequence"),
        ),
        cap=80,
    ),
    penalties=Penalties(
        first_drop=10,
        middle_drop=30,
        three_misses=30,
        wrong_declaration=80,
        before_first_move=Halving(least=2, most=40),
    ),
    sources=(
        ("deal", "S1, R8"),
        ("table", "S1"),
        ("table.packs", "S1, R14"),
        ("wilds", "S1, R1"),
        ("wilds.ranks", "R15"),
        ("melds", "S1, R3, R4"),
        ("melds.aces", "R2, R29"),
        ("melds.run_max", "R2"),
        ("objectives", "S1"),
        ("scoring", "S1"),
        ("scoring.loose_wild", "S1, R6"),
        ("penalties", "S1"),
        ("penalties.before_first_move", "S1, R9"),
        ("bonus", "S1 knows no value cards"),
        ("settlement", "S1"),
    ),
)
