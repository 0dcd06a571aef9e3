"""paplu-21: 21 Card Indian Rummy (source S3); a relative of rummy-21 with other counts."""

from dataclasses import replace

from ..game.procedure import Checking
from ..game.rules import (
    MELDS,
    Halving,
    JokerGroups,
    Kind,
    Needs,
    Penalties,
    PickingUp,
    Rest,
    Scoring,
    Settlement,
    Tier,
    WhenStockEnds,
    WildRanks,
)
from .derive import OTHER_ACES, change_bonus, derive
from .paplu_13 import RULEBOOK as PAPLU_13
from .rummy_21 import RULEBOOK as RUMMY_21

RULEBOOK = derive(
    RUMMY_21,
    {
        "deal": "S3, R8",
        "table": "S3",
        "wilds": "S3",
        "wilds.ranks": "S3",
        "wilds.printed_adds": "S3, R19",
        "melds": "S3",
        "melds.run_wilds": "S3, R3",
        "melds.tunnela_counts_pure": "R20",
        "melds.identical": "S3 (silent)",
        "objectives": "S3",
        "scoring": "S3",
        "scoring.tiers.all-melded-2-points": "S3, R21",
        "scoring.floor": "S3, R11",
        "scoring.ace": "S3",
        "scoring.loose_wild": "S3, R6",
        "penalties": "S3",
        "penalties.wrong_declaration": "R22",
        "penalties.before_first_move": "S3, R9, R22",
        "melds.jokers": "S3, R32",
        "bonus": "S3, R19, R36",
        "bonus.halved_before_first_move": "S3, R42",
        "settlement": "S3",
        "settlement.net_loss_cap": "S3",
        "procedure": "S3",
    },
    offers=("at-the-block",),
    key="paplu-21",
    title="21 Card Indian Rummy",
    wilds=replace(RUMMY_21.wilds, ranks=WildRanks.NONE, printed_adds=OTHER_ACES),
    melds=replace(RUMMY_21.melds, tunnela_counts_pure=False, jokers=JokerGroups.ASIDE),
    scoring=Scoring(
        tiers=(
            Tier(code="all-melded-2-points", rest=Rest.MELDED, flat=2),
            Tier(code="three-pure", needs=Needs(pure=3), exempt=MELDS),
            Tier(code="dublees-2-points", needs=Needs(dublees=6), flat=2),
            Tier(code="jokers-2-points", needs=Needs(jokers=7), flat=2),
            Tier(code="pure-only", needs=Needs(pure=1), exempt=(Kind.PURE_SEQUENCE,)),
            Tier(code="no-pure-sequence"),
        ),
        cap=120,
        floor=2,
    ),
    penalties=Penalties(
        first_drop=30, middle_drop=70, wrong_declaration=120, before_first_move=Halving(least=2, most=60)
    ),
    bonus=change_bonus(RUMMY_21, halved_before_first_move=True),
    settlement=Settlement(pick_up=PickingUp.NO_JOKER_BUT_FIRST_OPEN),
    procedure=replace(PAPLU_13.procedure, checking=Checking.UNSTATED),
)

OPTIONS = {"at-the-block": {"settlement.stock_end": (WhenStockEnds.RESHUFFLE, "R62")}}
