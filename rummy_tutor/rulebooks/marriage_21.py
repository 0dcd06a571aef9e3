"""marriage-21: Indian (Nepali) Marriage, with its hidden wild cards and its maal (source S3)."""

from ..game.procedure import Cut, Direction, Finish, Laying, Procedure, Starts, WildFrom
from ..game.rules import (
    Bonus,
    Melds,
    Needs,
    Objective,
    Pack,
    PickingUp,
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

RULEBOOK = Rulebook(
    key="marriage-21",
    title="Indian (Nepali) Marriage",
    deal=21,
    table=Table(players=(2, 5), packs=((5, Pack(decks=3, printed_jokers=0)),)),
    wilds=Wilds(printed=False, hidden=True, offsets=(0, 1, -1), ranks=WildRanks.ALL_SUITS),
    melds=Melds(run_max=3, set_max=3, tunnela_from=2, tunnela_counts_pure=True, dublees=True),
    objectives=(
        Objective(name="complete", needs=Needs(pure=3)),
        Objective(name="dublees", needs=Needs(dublees=8), rest=Rest.ANYTHING),
    ),
    scoring=Scoring(
        tiers=(
            Tier(code="seen", needs=Needs(pure=3), flat=3),
            Tier(code="seen-by-dublees", needs=Needs(dublees=7), flat=3),
            Tier(code="not-seen", flat=10),
        ),
    ),
    bonus=Bonus(
        cards=(
            ValueCard(name="tiplu", offset=0, points=(3, 7)),
            ValueCard(name="poplu", offset=1, points=(2, 5, 10)),
            ValueCard(name="jhiplu", offset=-1, points=(2, 5, 10)),
        ),
        marriage=(10, 20),
        laid_tunnelas=(5, 10, 20),
    ),
    settlement=Settlement(dublee_win=5, pick_up=PickingUp.NO_WILD_ONCE_SEEN),
    procedure=Procedure(
        cut=Cut.RIGHT,
        starts=Starts.LEFT_OF_DEALER,
        direction=Direction.CLOCKWISE,
        wild_from=WildFrom.FIRST_TO_SEE,
        tunnelas_first=True,
        laying=Laying.TO_SEE,
        finish=Finish.AFTER_DRAWING,
    ),
    offers=("unseen-maal-void", "unseen-maal-to-winner", "dublee-loser-free", "fouls"),
    sources=(
        ("deal", "S3, R8"),
        ("table", "S3"),
        ("wilds", "S3"),
        ("melds", "S3"),
        ("melds.naturals", "R1, R3"),
        ("melds.aces", "S3, R2, R29"),
        ("melds.dublees", "S3, R24"),
        ("objectives", "S3"),
        ("scoring", "S3"),
        ("scoring.tiers.seen-by-dublees", "R57"),
        ("penalties", "S3 (silent)"),
        ("bonus", "S3"),
        ("settlement", "S3"),
        ("procedure", "S3"),
    ),
)

OPTIONS = {
    "unseen-maal-void": {"bonus.only_if_seen": (True, "R50")},
    "unseen-maal-to-winner": {"bonus.only_if_seen": (True, "R50"), "bonus.unseen_to_winner": (True, "R50")},
    "dublee-loser-free": {"settlement.dublee_loser_free": (4, "R51")},
    "fouls": {"penalties.foul": (15, "R52")},
}
ONE_OF = (("unseen-maal-void", "unseen-maal-to-winner"),)
