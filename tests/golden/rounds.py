"""Whole rounds as published: who ends with how much, and where a page's figure is not ours.

The rounds here are those of the sources S0, S1 and S4, with their slips X1, X2, X3 and X5; those of other public
pages stand in ``web_rounds`` and ``web_clubs``, their matches in ``web_matches``.
"""

from __future__ import annotations

from .records import ADGAMING_13, GORUMMY_13, RUMMY_21
from .round_records import RoundCase, seats
from .s4 import TABLE_OF_SIX
from .web_clubs import WEB_CLUBS
from .web_rounds import WEB_ROUNDS

_S4_ENDINGS = ("lost", "lost", "lost", "first-drop", "three-misses", "declared")


def _s4_table(laid: bool) -> tuple[dict[str, object], ...]:
    hands = TABLE_OF_SIX if laid else tuple(hand.replace("|", " ") for hand in TABLE_OF_SIX)
    return seats(*((ending, {"hand": hand}) for ending, hand in zip(_S4_ENDINGS, hands, strict=True)))


ROUNDS = (
    RoundCase(
        "S0-table-of-six",
        RUMMY_21,
        seats(
            ("lost", {"points": 2, "value_cards": "KS KS"}),
            ("lost", {"points": 50, "value_cards": "AS 2S KS"}),
            ("first-drop", {}),
            ("first-drop", {}),
            ("declared", {"value_cards": "AS"}),
            ("middle-drop", {"value_cards": "AS"}),
        ),
        nets=(-52, 110, -30, -30, 72, -70),
        printed=(-52, 120, -30, -30, 72, -70),
        turned="PJ",
        slips=("X1",),
        note="A joker was turned, as the table holds three cut jokers. −50 + 200 − 30 − 10 is 110.",
    ),
    RoundCase(
        "S0-prize",
        RUMMY_21,
        seats(("declared", {}), ("lost", {"points": 20}), ("lost", {"points": 30}), ("lost", {"points": 40})),
        nets=(90, -20, -30, -40),
        point_value=2,
        money=(180, -40, -60, -80),
        note="Rs 2 a point: 2 × (20 + 30 + 40).",
    ),
    RoundCase(
        "S0-net-loss-of-two",
        RUMMY_21,
        seats(("declared", {"value_cards": "7H 8H 9H"}), ("lost", {"points": 110})),
        nets=(200, -200),
        turned="8H",
        note="110 and 100 for a marriage are 210, of which 200 are paid.",
    ),
    RoundCase(
        "S0-wrong-declaration-exchanges",
        RUMMY_21,
        seats(("declared", {}), ("wrong-declaration", {"value_cards": "9H 9H"}), ("lost", {"points": 10})),
        nets=(100, -60, -40),
        turned="8H",
        note="120 and 10 to the winner; 30 from each for the wrong declarer's two upper jokers.",
    ),
    RoundCase(
        "S4-table-of-six",
        ADGAMING_13,
        _s4_table(laid=True),
        nets=(-35, -68, -23, -20, -40, 186),
        printed=(-45, -68, -23, -20, -40, None),
        turned="QD",
        check_pack=False,
        slips=("X2", "X3", "X5"),
        note="As laid. The page counts a wild Q♠ as ten; the winner's sum, which it does not print, follows.",
    ),
    RoundCase(
        "S4-table-of-six-regrouped",
        ADGAMING_13,
        _s4_table(laid=False),
        nets=(-19, -68, -22, -20, -40, 169),
        turned="QD",
        check_pack=False,
        slips=("X2", "X3", "X5"),
        note="The same cards at their best.",
    ),
    *(
        RoundCase(
            f"S1-deal-show-{count}",
            GORUMMY_13,
            seats(("declared", {}), ("lost-before-first-move", {"points": count})),
            nets=(half, -half),
            note=f"{count} before a first turn is {half}.",
        )
        for count, half in ((30, 15), (2, 2), (3, 2), (4, 2), (5, 2), (80, 40), (95, 40), (105, 40))
    ),
    *(
        RoundCase(
            f"S1-a-count-of-{count}",
            GORUMMY_13,
            seats(("declared", {}), ("lost", {"points": count})),
            nets=(costs, -costs),
            note="80 points are the most, whatever the cards come to.",
        )
        for count, costs in ((105, 80), (55, 55))
    ),
    *(
        RoundCase(
            f"S0-before-the-first-move-{count}",
            RUMMY_21,
            seats(("declared", {}), ("lost-before-first-move", {"points": count})),
            nets=(half, -half),
        )
        for count, half in ((50, 25), (2, 2), (3, 2), (4, 2), (5, 2), (120, 60), (150, 60))
    ),
    RoundCase(
        "S0-a-count-of-180",
        RUMMY_21,
        seats(("declared", {}), ("lost", {"points": 180})),
        nets=(120, -120),
        note="120 points are the most, whatever the cards come to.",
    ),
    *WEB_ROUNDS,
    *WEB_CLUBS,
)
