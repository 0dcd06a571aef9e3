"""Matches from public pages: pools, prizes won or shared, coming back, best of so many deals, fouls carried over."""

from __future__ import annotations

from .round_records import SeriesCase
from .web_rounds import GITHUB, PLAYPENNY

_SCORER = GITHUB + "adityabondada/rummyscorer/blob/2062103f5bdf6121079bfcf811b63dbb751f1ebe/engine/src/{}.test.ts"


_CIRCLE = "https://www.rummycircle.com/help/pool-rummy/split.html"
_KOJU = (
    GITHUB + "TheKojuEffect/marriage-game-points-calculator/blob/01c67c9826e2623a00685b939838ed7635a47436/"
    "__test__/calculatePoints.test.ts"
)
_PLAYSHIP = "https://www.playship.com/how-to-play/pool-rummy/"
_COME_BACK = (
    {"A": "declared", "B": 10, "C": 80},
    {"A": 30, "B": "declared", "C": 45},
)

WEB_MATCHES = (
    SeriesCase(
        "web-junglee-pool-101",
        ("pool-101",),
        (
            {"A": "declared", "B": 80, "C": 20, "D": "first-drop"},
            {"A": 10, "B": 40, "C": "declared", "D": "first-drop"},
        ),
        {"A": 10, "B": 120, "C": 20, "D": 40},
        ("B",),
        "https://www.jungleerummy.com/rummy-variations/pool-rummy",
        "Four players; one loses 80 and then 40, and is out with 120.",
    ),
    SeriesCase(
        "web-playpenny-pool-101",
        ("pool-101",),
        ({"A": "declared", "B": 75}, {"A": "declared", "B": 30}),
        {"A": 0, "B": 105},
        ("B",),
        PLAYPENNY.format("PoolComp"),
        "75 and 30 are 105: out.",
        winner="A",
    ),
    SeriesCase(
        "web-playpenny-pool-201",
        ("pool-201",),
        ({"A": "declared", "B": 80}, {"A": "declared", "B": 80}, {"A": "declared", "B": 50}),
        {"A": 0, "B": 210},
        ("B",),
        PLAYPENNY.format("PoolComp"),
        "80, 80 and 50 are 210: out.",
        winner="A",
    ),
    SeriesCase(
        "web-playpenny-prize-of-three",
        ("pool-101",),
        ({"A": "declared", "B": 80, "C": 75}, {"A": "declared", "B": 21, "C": 30}),
        {"A": 0, "B": 101, "C": 105},
        ("B", "C"),
        PLAYPENNY.format("PoolComp"),
        "Three players at 250: the winner gets 750 before the house's fee, of which 250 are his own. The rounds are ours.",
        entry_fee=250,
        money={"A": 500, "B": -250, "C": -250},
        winner="A",
    ),
    SeriesCase(
        "web-playpenny-prize-of-two",
        ("best-of-2",),
        ({"A": "declared", "B": 10}, {"A": "declared", "B": 20}),
        {"A": 30, "B": -30},
        (),
        PLAYPENNY.format("DRComp"),
        "Two players on a table of 500 begin with 160 chips each and play for 1000. The rounds are ours.",
        entry_fee=500,
        money={"A": 500, "B": -500},
        winner="A",
        chips={"A": 190, "B": 130},
    ),
    SeriesCase(
        "web-rummyscorer-outright",
        ("pool-101",),
        ({"A": "declared", "B": 80, "C": 80}, {"A": "declared", "B": 51, "C": 51}),
        {"A": 0, "B": 131, "C": 131},
        ("B", "C"),
        _SCORER.format("settlement"),
        "Three players at 10: the winner nets 20, the others pay 10. Its limit is another, and only who goes past it is "
        "out; S4 puts who reaches 101 out.",
        entry_fee=10,
        money={"A": 20, "B": -10, "C": -10},
        winner="A",
    ),
    SeriesCase(
        "web-rummyscorer-rejoin",
        ("pool-101", "rejoin"),
        (*_COME_BACK, {"A": "declared", "B": 5, "C": 0}),
        {"A": 30, "B": 15, "C": 31},
        (),
        _SCORER.format("rejoin"),
        "A stands at 30 and B at 10 when C comes back: at 31. The pot goes from 30 to 40. Its limit is 60, ours 101.",
        entry_fee=10,
        money={"A": -10, "B": -10, "C": -20},
    ),
    SeriesCase(
        "web-rummyscorer-rejoin-money",
        ("pool-101", "rejoin"),
        (
            *_COME_BACK,
            {"A": "declared", "B": 80, "C": 60},
            {"A": "declared", "B": 60, "C": 60},
        ),
        {"A": 30, "B": 150, "C": 151},
        ("B", "C"),
        _SCORER.format("rejoin"),
        "C has paid twice: A nets 30 of 40, B loses 10 and C 20.",
        entry_fee=10,
        money={"A": 30, "B": -10, "C": -20},
        winner="A",
    ),
    SeriesCase(
        "web-rummyscorer-two-come-back",
        ("pool-101", "rejoin"),
        (
            {"A": "declared", "B": 5, "C": 80, "D": 80},
            {"A": "declared", "B": 5, "C": 61, "D": 62},
            {"A": "declared", "B": 0, "C": 0, "D": 0},
        ),
        {"A": 0, "B": 10, "C": 11, "D": 11},
        (),
        _SCORER.format("rejoin"),
        "Two come back at once: both at 11, one more than the highest before, and the pot of 40 is 60.",
        entry_fee=10,
        money={"A": -10, "B": -10, "C": -20, "D": -20},
    ),
    SeriesCase(
        "web-playship-rejoin-at-72",
        ("pool-101", "rejoin"),
        ({"A": "declared", "B": 71, "C": 80}, {"A": "declared", "B": 0, "C": 40}),
        {"A": 0, "B": 71, "C": 120},
        ("C",),
        _PLAYSHIP,
        "The highest score is 71: who comes back stands at 72.",
        rejoins_at=72,
    ),
    SeriesCase(
        "web-playship-no-rejoin-above-79",
        ("pool-101", "rejoin"),
        ({"A": "declared", "B": 80, "C": 80}, {"A": "declared", "B": 0, "C": 40}),
        {"A": 0, "B": 80, "C": 120},
        ("C",),
        _PLAYSHIP,
        "Nobody comes back once one still in has more than 79.",
    ),
    SeriesCase(
        "web-playship-no-rejoin-above-174",
        ("pool-201", "rejoin"),
        (
            {"A": "declared", "B": 80, "C": 80},
            {"A": "declared", "B": 80, "C": 80},
            {"A": "declared", "B": 15, "C": 41},
        ),
        {"A": 0, "B": 175, "C": 201},
        ("C",),
        _PLAYSHIP,
        "In a pool of 201 the bound is 174.",
    ),
    SeriesCase(
        "web-a23-rejoin-at-174",
        ("pool-201", "rejoin"),
        (
            {"A": "declared", "B": 80, "C": 80},
            {"A": "declared", "B": 80, "C": 80},
            {"A": "declared", "B": 14, "C": 41},
        ),
        {"A": 0, "B": 174, "C": 201},
        ("C",),
        GITHUB + "rajasekhar27/a23-new/blob/f59a60b51c8ed3e783bd7faa0a67e5042f78c09e/"
        "src/components/MainBody/Rummy/PoolRummy/aboutPoolRummy.js",
        "Whoever is not above 174 keeps the door open.",
        rejoins_at=175,
    ),
    SeriesCase(
        "web-a23-tie-after-two",
        ("best-of-2",),
        ({"A": "declared", "B": 20}, {"A": 20, "B": "declared"}),
        {"A": 0, "B": 0},
        (),
        GITHUB + "rajasekhar27/a23-new/blob/f59a60b51c8ed3e783bd7faa0a67e5042f78c09e/"
        "src/components/MainBody/Rummy/DealsRummy/aboutDealsRummy.js",
        "Equal after two rounds: a third is played.",
        chips={"A": 160, "B": 160},
        next=("A", "B"),
    ),
    SeriesCase(
        "web-deals-tie-break-among-the-tied",
        ("best-of-2",),
        ({"P1": 0, "P2": "declared", "P3": 60}, {"P1": "declared", "P2": 20, "P3": 20}),
        {"P1": 40, "P2": 40, "P3": -80},
        (),
        "https://m.jungleerummy.com/rummy-faq/deals-rummy-faq",
        "Players with equal chips play on to find the winner; the figures are ours.",
        chips={"P1": 200, "P2": 200, "P3": 80},
        next=("P1", "P2"),
    ),
    SeriesCase(
        "web-rummycircle-split",
        ("pool-101", "split-by-drops"),
        (
            {"A": 40, "B": 80, "C": 80, "D": 80, "E": 80, "F": "declared"},
            {"A": "declared", "B": 0, "C": 20, "D": 21, "E": 21, "F": 80},
            {"A": "declared", "B": 0, "C": 0, "F": 21},
        ),
        {"A": 40, "B": 80, "C": 100, "D": 101, "E": 101, "F": 101},
        ("D", "E", "F"),
        _CIRCLE,
        "A prize of 150 at a fee of 25, and 3, 1 and 0 drops left: 75 and 25 first, then 50 in three parts. The page "
        "rounds these up to 16.67 each, a hundredth more than there is. The rounds are ours.",
        entry_fee=25,
        money={"A": "66.67", "B": "16.67", "C": "-8.34", "D": -25, "E": -25, "F": -25},
        shares={"A": "91.67", "B": "41.67", "C": "16.66"},
    ),
    *(
        SeriesCase(
            f"web-a23-split-{difference}-drops",
            ("pool-101", "rejoin", "split-by-drops"),
            (
                {"A": "declared", "B": 0, "C": 80, "D": 80, "E": 80},
                {"A": "declared", "B": 0, "C": 21, "D": 21, "E": 21},
                {"A": "declared", "B": 0, "C": 80, "D": 80, "E": 80},
                {"A": "declared", "B": 20 * difference, "C": 20, "D": 20, "E": 20},
            ),
            {"A": 0, "B": 20 * difference, "C": 101, "D": 101, "E": 101},
            ("C", "D", "E"),
            "https://www.a23.com/rummycardsplitbydrops.html",
            "Five players at 100 and three who came back: a prize of 800, of which 100 are for each drop more. The rounds "
            "are ours.",
            entry_fee=100,
            shares={"A": f"{400 + 50 * difference}", "B": f"{400 - 50 * difference}"},
        )
        for difference in range(5)
    ),
    SeriesCase(
        "web-ace2three-split-101",
        ("pool-101", "split-by-drops"),
        (
            {"A": 60, "B": 80, "C": 80, "D": "declared", "E": 80, "F": 80},
            {"A": "declared", "B": 0, "C": 15, "D": 80, "E": 21, "F": 21},
            {"A": "declared", "B": 0, "C": 0, "D": 21},
        ),
        {"A": 60, "B": 80, "C": 95, "D": 101, "E": 101, "F": 101},
        ("E", "F", "D"),
        "https://www.ace2three.com/rummythreeplayersoptionalsplit.html",
        "At 60, 80 and 95 two, one and no drops are left. Its 2640, 1760 and 880 are ours less the house's 12 per cent.",
        entry_fee=1000,
        shares={"A": "3000", "B": "2000", "C": "1000"},
    ),
    SeriesCase(
        "web-ace2three-split-201",
        ("pool-201", "split-by-drops"),
        (
            {"A": 80, "B": 80, "C": 80, "D": "declared", "E": 80, "F": 80},
            {"A": 70, "B": 80, "C": 80, "D": "declared", "E": 80, "F": 80},
            {"A": "declared", "B": 15, "C": 20, "D": 80, "E": 41, "F": 41},
            {"A": "declared", "B": 0, "C": 0, "D": 80},
            {"A": "declared", "B": 0, "C": 0, "D": 41},
        ),
        {"A": 150, "B": 175, "C": 180, "D": 201, "E": 201, "F": 201},
        ("E", "F", "D"),
        "https://www.ace2three.com/rummythreeplayersoptionalsplit.html",
        "At 150, 175 and 180 of 201 two, one and no drops of 25 are left, and the shares are those of its pool of 101.",
        entry_fee=1000,
        shares={"A": "3000", "B": "2000", "C": "1000"},
    ),
    SeriesCase(
        "web-junglee-split-of-two",
        ("pool-101", "split-by-drops"),
        (
            {"A": 80, "B": 80, "C": 80, "D": "declared"},
            {"A": 10, "B": 5, "C": "declared", "D": 80},
            {"A": 0, "B": 0, "C": "declared", "D": 21},
            {"A": "declared", "B": 0, "C": 21},
        ),
        {"A": 90, "B": 85, "C": 101, "D": 101},
        ("D", "C"),
        "https://www.jungleerummy.com/pool-rummy",
        "With 90 and 85 nobody has a drop left, and the prize is shared equally. There it is done by itself.",
        entry_fee=50,
        shares={"A": "100", "B": "100"},
    ),
    SeriesCase(
        "web-marriage-points-fouls-carried",
        ("fouls",),
        (
            {"P1": "declared", "P2": {"seen": True}, "P3": "foul", "P4": "foul"},
            {
                "P1": {"ending": "declared", "bonus": 1},
                "P2": {"seen": True, "bonus": 2},
                "P3": {"seen": False},
                "P4": "foul",
            },
        ),
        {"P1": 3 + 44, "P2": -3 + 2, "P3": -28, "P4": -18},
        (),
        _KOJU,
        "Who made a foul pays 15 to the winner of the next round: 44, 2, −28 and −18 in it. The first round is ours.",
        rulebook="marriage-21",
    ),
    SeriesCase(
        "web-marriage-points-the-foul-wins",
        ("fouls",),
        (
            {"P1": "declared", "P4": "foul"},
            {"P1": {"seen": True, "bonus": 1}, "P4": {"ending": "declared", "bonus": 6}},
        ),
        {"P1": -8, "P4": 8},
        (),
        _KOJU,
        "Who wins the next round himself owes nobody. The first round is ours.",
        rulebook="marriage-21",
    ),
    SeriesCase(
        "web-marriage-points-the-foul-sits-out",
        ("fouls",),
        (
            {"P1": "declared", "P2": {"seen": True}, "P4": "foul"},
            {"P1": {"ending": "declared", "bonus": 1}, "P2": {"seen": True}},
        ),
        {"P1": 3 + 19, "P2": -3 - 4, "P4": -15},
        (),
        _KOJU,
        "Who sits the next round out pays for his foul all the same: 19, −4 and −15 in it. The first round is ours.",
        rulebook="marriage-21",
    ),
)
