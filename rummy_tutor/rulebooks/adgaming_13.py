"""adgaming-13: AD Gaming Rummy, with pools and sets of any size (source S4)."""

from ..game.procedure import Dropping, Procedure, WildFrom
from ..game.rules import (
    MELDS,
    Melds,
    Needs,
    Objective,
    Pack,
    Penalties,
    Pool,
    Rulebook,
    Scoring,
    Table,
    Tier,
    WildRanks,
    Wilds,
)
from .derive import HouseOption

RULEBOOK = Rulebook(
    key="adgaming-13",
    title="AD Gaming Rummy",
    deal=13,
    table=Table(players=(2, 6), packs=((6, Pack(decks=2, printed_jokers=2)),)),
    wilds=Wilds(ranks=WildRanks.ALL_SUITS),
    melds=Melds(set_max=None),
    objectives=(Objective(name="complete", needs=Needs(pure=1, sequences=2)),),
    scoring=Scoring(
        tiers=(
            Tier(code="requirement-met", needs=Needs(pure=1, sequences=2), exempt=MELDS),
            Tier(code="requirement-unmet"),
        ),
        cap=80,
    ),
    penalties=Penalties(first_drop=20, middle_drop=40, three_misses=40, wrong_declaration=80),
    procedure=Procedure(
        wild_from=WildFrom.CHOSEN_AT_RANDOM,
        dropping=Dropping.ANY_TIME,
    ),
    offers=(*(pool.value for pool in Pool), "rejoin", "split-by-drops", "wrong-declaration-ends"),
    sources=(
        ("deal", "S4, R8"),
        ("table", "S4"),
        ("wilds", "S4"),
        ("wilds.ranks", "R26"),
        ("wilds.printed_counts_as", "R27"),
        ("melds", "S4"),
        ("melds.naturals", "R1, R3"),
        ("melds.aces", "R2, R29"),
        ("melds.run_max", "R2"),
        ("objectives", "S4"),
        ("scoring", "S4"),
        ("scoring.tiers.requirement-met", "S4, R28"),
        ("scoring.loose_wild", "S4, R6"),
        ("penalties", "S4"),
        ("bonus", "S4 (no-value-cards)"),
        ("settlement", "S4"),
        ("settlement.wrong_declaration_ends", "R59"),
        ("procedure", "S4"),
    ),
)


def _play_as(pool: Pool, drop: int | None = None, middle: int | None = None) -> HouseOption:
    """An option that plays the game as a pool or match, with its prices of drops (None: no dropping).

    In a pool the losers' points stay on their scores; in a match of some rounds the winner takes them.
    """
    is_match = pool.limit is None
    misses = RULEBOOK.penalties.three_misses if middle is None else middle
    return {
        "penalties.first_drop": (drop, "S4, R58"),
        "penalties.middle_drop": (middle, "R58"),
        "penalties.three_misses": (misses, "R58"),
        "settlement.pool": (pool, "S4, R44, R49" if is_match else "S4, R43, R49"),
        "settlement.winner_takes": (is_match, "R44" if is_match else "R43"),
    }


OPTIONS: dict[str, HouseOption] = {
    Pool.POOL_101.value: _play_as(Pool.POOL_101, 20, 40),
    Pool.POOL_201.value: _play_as(Pool.POOL_201, 25, 50),
    Pool.BEST_OF_2.value: _play_as(Pool.BEST_OF_2),
    Pool.BEST_OF_3.value: _play_as(Pool.BEST_OF_3),
    # with three or more players nobody plays on after a wrong declaration
    "wrong-declaration-ends": {"settlement.wrong_declaration_ends": (True, "R59")},
    "rejoin": {"settlement.rejoin": (True, "R48")},  # who is out of the pool may come back
    "split-by-drops": {"settlement.split_by_drops": (True, "R53")},  # the last players of the pool may share its prize
}
ONE_OF = (tuple(pool.value for pool in Pool),)
_WITH_A_LIMIT = tuple(pool.value for pool in Pool if pool.limit is not None)
NEEDED = {"rejoin": _WITH_A_LIMIT, "split-by-drops": _WITH_A_LIMIT}
