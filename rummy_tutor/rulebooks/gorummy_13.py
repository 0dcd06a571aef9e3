"""gorummy-13: points rummy with thirteen cards (source S1)."""

from ..game.procedure import Dropping, Finish, Procedure, WildFrom
from ..game.rules import (
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
from .derive import ACE_OF_SPADES

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
    procedure=Procedure(
        wild_from=WildFrom.CHOSEN_AT_RANDOM,
        dropping=Dropping.BEFORE_DRAWING,
        finish=Finish.FINISH_SLOT,
    ),
    sources=(
        ("deal", "S1, R8"),
        ("table", "S1"),
        ("table.packs", "S1, R14"),
        ("wilds", "S1"),
        ("wilds.ranks", "R15"),
        # S1 asks for sequences and sets and lets jokers into them, but doesn't say what they are
        ("melds", "R4"),
        ("melds.aces", "R2, R29"),
        ("melds.run_max", "R2, R4"),
        ("melds.run_wilds", "S1, R3"),
        ("melds.naturals", "R1, R3"),
        ("melds.set_wilds", "S1, R3"),
        ("melds.tunnela_from", "S1 (silent)"),
        ("melds.tunnela_counts_pure", "S1 (silent)"),
        ("melds.dublees", "S1 (silent)"),
        ("melds.jokers", "S1 (silent)"),
        ("melds.identical", "S1 (silent)"),
        ("objectives", "S1"),
        ("scoring", "S1"),
        ("scoring.loose_wild", "S1, R6"),
        ("penalties", "S1"),
        ("penalties.before_first_move", "S1, R9"),
        ("bonus", "S1 (no-value-cards)"),
        ("settlement", "S1"),
        ("procedure", "S1"),
    ),
)
