"""rummy-21: the 21-card game with value cards and marriages (source S0)."""

from ..game.procedure import Dropping, Finish, Procedure, Starts, WildFrom
from ..game.rules import (
    MELDS,
    Bonus,
    Halving,
    JokerGroups,
    Kind,
    Melds,
    Needs,
    Objective,
    Pack,
    Penalties,
    Rest,
    Rulebook,
    Scoring,
    Settlement,
    Table,
    Tier,
    ValueCard,
    WildRanks,
    Wilds,
)
from .derive import ACE_OF_SPADES

RULEBOOK = Rulebook(
    key="rummy-21",
    title="21-Card Rummy",
    deal=21,
    table=Table(players=(2, 6), packs=((6, Pack(decks=3, printed_jokers=3)),)),
    wilds=Wilds(offsets=(0, 1, -1), ranks=WildRanks.ALL_SUITS, printed_counts_as=ACE_OF_SPADES),
    melds=Melds(tunnela_from=2, tunnela_counts_pure=True, dublees=True, jokers=JokerGroups.ONE_GROUP),
    objectives=(
        Objective(name="complete", needs=Needs(pure=3)),
        Objective(name="tunnelas", needs=Needs(tunnelas=3), rest=Rest.ANYTHING),
        Objective(name="dublees", needs=Needs(dublees=8), rest=Rest.ANYTHING),
        Objective(name="jokers", needs=Needs(jokers=8), rest=Rest.ANYTHING),
    ),
    scoring=Scoring(
        tiers=(
            Tier(code="three-pure", needs=Needs(pure=3), exempt=MELDS),
            Tier(code="dublees-2-points", needs=Needs(dublees=6), flat=2),
            Tier(code="jokers-2-points", needs=Needs(jokers=7), flat=2),
            Tier(code="pure-only", needs=Needs(pure=1), exempt=(Kind.PURE_SEQUENCE, Kind.TUNNELA)),
            Tier(code="no-pure-sequence"),
        ),
        cap=120,
        floor=2,
    ),
    penalties=Penalties(
        first_drop=30,
        middle_drop=70,
        three_misses=70,
        wrong_declaration=120,
        before_first_move=Halving(least=2, most=60),
    ),
    bonus=Bonus(
        cards=(
            ValueCard(name="cut joker", offset=0, points=(10, 30, 50)),
            ValueCard(name="upper joker", offset=1, points=(10, 30, 50)),
            ValueCard(name="lower joker", offset=-1, points=(10, 30, 50)),
        ),
        marriage=(100, 300, 500),
    ),
    settlement=Settlement(net_loss_cap=200),
    procedure=Procedure(
        starts=Starts.TOSS,
        wild_from=WildFrom.CHOSEN_AT_RANDOM,
        dropping=Dropping.BEFORE_DRAWING,
        finish=Finish.FINISH_SLOT,
        stake=True,
    ),
    offers=("value-cards-only",),
    sources=(
        ("deal", "S0, R8"),
        ("table", "S0"),
        ("wilds", "S0"),
        ("wilds.ranks", "R54"),
        ("melds", "S0"),
        ("melds.aces", "R2, R29"),
        ("melds.run_max", "R2"),
        ("melds.run_wilds", "S0, R3"),
        ("melds.naturals", "R1, R3"),
        ("melds.set_max", "R4"),
        ("melds.set_suits", "R4"),
        ("melds.identical", "S0 (silent)"),
        ("objectives", "S0"),
        ("scoring", "S0"),
        ("scoring.floor", "R11"),
        ("scoring.ace", "S0, R7"),
        ("scoring.loose_wild", "S0, R6"),
        ("penalties", "S0"),
        ("penalties.before_first_move", "S0, R9, R12"),
        ("bonus", "S0"),
        ("settlement", "S0"),
        ("settlement.net_loss_cap", "S0, R13, R45"),
        ("procedure", "S0"),
    ),
)

# besides the printed jokers only the cut joker and the cards beside it are wild
OPTIONS = {"value-cards-only": {"wilds.ranks": (WildRanks.NONE, "R54")}}
