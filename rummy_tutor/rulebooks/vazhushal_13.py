"""vazhushal-13: Vazhushal, where melds are worth points and the highest score wins (source S3)."""

from dataclasses import replace

from ..game.procedure import Cut, Direction, Finish, Laying, Procedure, Seating, Starts, WildFrom
from ..game.rules import (
    MELDS,
    Measure,
    Melds,
    Needs,
    Objective,
    Pack,
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
from .derive import with_option

RULEBOOK = Rulebook(
    key="vazhushal-13",
    title="Vazhushal",
    deal=13,
    table=Table(
        players=(2, 6),
        packs=((3, Pack(decks=1, printed_jokers=2)), (6, Pack(decks=2, printed_jokers=4))),
        turned_drawn_last=True,
    ),
    wilds=Wilds(ranks=WildRanks.OPPOSITE_COLOUR),
    melds=Melds(identical=False),
    objectives=(Objective(name="complete", needs=Needs(pure=1)),),
    scoring=Scoring(
        measure=Measure.MELDED_MINUS_LOOSE,
        tiers=(
            Tier(code="pure-run-laid", needs=Needs(pure=1), exempt=MELDS),
            Tier(code="nothing-melded"),
        ),
        loose_wild=20,
    ),
    settlement=Settlement(
        winner_takes=False,
        game_point=1,
        stock_end=WhenStockEnds.SCORE,
        redeal_pairs=3,
        pick_up=PickingUp.ANY_IF_LOWEST_MELDED,
    ),
    procedure=Procedure(
        seating=Seating.HIGH_CARD_DEALS,
        cut=Cut.RIGHT,
        starts=Starts.LEFT_OF_DEALER,
        direction=Direction.CLOCKWISE,
        dealer_moves=Direction.CLOCKWISE,
        wild_from=WildFrom.CUT,
        laying=Laying.IN_TURN,
        lay_off=True,
        finish=Finish.OUT_OF_CARDS,
    ),
    offers=("identical-pairs",),
    sources=(
        ("deal", "S3, R8"),
        ("table", "S3"),
        ("wilds", "S3"),
        ("wilds.printed_counts_as", "R25"),
        ("table.turned_drawn_last", "S3, R56"),
        ("melds", "S3"),
        ("melds.naturals", "R1, R3"),
        ("melds.set_max", "S3, R4"),
        ("melds.set_suits", "S3, R4"),
        ("melds.identical", "S3, R33"),
        ("melds.aces", "S3, R2, R29"),
        ("melds.run_max", "R2"),
        ("objectives", "S3"),
        ("scoring", "S3"),
        ("penalties", "S3 (silent)"),
        ("bonus", "S3 (no-value-cards-here)"),
        ("settlement", "S3"),
        ("settlement.redeal_pairs", "S3, R35"),
        ("settlement.stock_end", "S3, R39"),
        ("procedure", "S3"),
    ),
)


def _identical_pairs(book: Rulebook) -> Rulebook:
    settlement = replace(book.settlement, redeal_identical=True)
    return with_option(book, "identical-pairs", {"settlement.redeal_identical": "R35"}, settlement=settlement)


OPTIONS = {"identical-pairs": _identical_pairs}
