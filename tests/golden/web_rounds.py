"""Rounds from public pages that are no sources of this tutor, each with its address.

Where a page's house rule is another, the option or derived rulebook that gives its figure stands beside ours.
"""

from __future__ import annotations

from dataclasses import replace

from rummy_tutor import get_rulebook
from rummy_tutor.game.rules import Rulebook

from .records import ADGAMING_13, GORUMMY_13, MARRIAGE_21, PAPLU_21, RUMMY_21
from .round_records import RoundCase, seats

GITHUB = "https://github.com/"
PLAYPENNY = (
    GITHUB
    + "Compyneller/playpenny2.0/blob/d308d751340c41114a3fd91e29ee1581d5e35edb/src/components/HowToPlayComp/{}.jsx"
)
_CALCULATOR = (
    GITHUB + "sanjeebko/MarriageCalculator/blob/320379790048574cb732b849b5c9b54839b0a1e9/"
    "MarriageCalculator/MarriageCalculator.Core.Tests/Services/ScoringEngineTests.cs"
)
_KOJU = (
    GITHUB + "TheKojuEffect/marriage-game-points-calculator/blob/95b6f758083a3318b7bd7af7178fd28401fb3f5d/"
    "__test__/calculateScores.test.ts"
)
_CLUBROYALE = GITHUB + "timecapsulellc/clubroyale-/blob/36a7f3f57ece275b6a0bad7b56628d7bb438b6e8/docs/MARRIAGE_RULES.md"


def _maal(winner: int, *told: tuple[int, bool], dublees: bool = False) -> tuple[tuple[str, dict[str, object]], ...]:
    """Seats of Marriage by each player's maal and whether he has seen, the winner's place counted from 1."""
    return tuple(
        ("declared", {"bonus": maal} | ({"objective": "dublees"} if dublees else {}))
        if at == winner
        else ("lost", {"bonus": maal, "seen": seen})
        for at, (maal, seen) in enumerate(told, 1)
    )


_SEEN, _UNSEEN = True, False
_KOJU_KIDNAP = seats(*_maal(2, (1, _UNSEEN), (5, _SEEN), (5, _SEEN)))
_FOUR = ((5, _SEEN), (6, _SEEN), (0, _SEEN), (10, _SEEN))
_FIVE = ((0, _UNSEEN), (2, _SEEN), (3, _SEEN), (4, _SEEN), (5, _SEEN))
_FOUL = ("foul", {})
# name, seats, nets, options, note; who sits out is left aside, since he does not play
_KOJU_ROUNDS = (
    ("0", _maal(1, (1, _SEEN), (0, _SEEN)), (4, -4), (), "3 and 1 of maal."),
    ("1", _maal(1, (1, _SEEN), (5, _SEEN)), (-1, 1), (), "The winner gets 3 and owes 4."),
    (
        "2-kidnap",
        _maal(2, (1, _UNSEEN), (5, _SEEN), (5, _SEEN)),
        (-21, 20, 1),
        ("unseen-maal-to-winner",),
        "House rule: the maal of who has not seen is the winner's.",
    ),
    ("3", _maal(2, (0, _UNSEEN), (0, _SEEN), (0, _UNSEEN)), (-10, 20, -10), (), "10 from each."),
    ("4", _maal(2, (5, _SEEN), (6, _SEEN)), (-4, 4), (), "A third player sits out."),
    ("5", _maal(3, *_FOUR), (-4, 0, -12, 16), (), "The winner ends with the least."),
    ("6-dublees", _maal(3, *_FOUR, dublees=True), (-9, -5, 3, 11), (), "5 more from each loser."),
    ("7", _maal(5, *_FIVE), (-24, -7, -2, 3, 30), (), "Five players, one of whom has not seen."),
    ("8-dublees", _maal(5, *_FIVE, dublees=True), (-29, -12, -7, -2, 50), (), "5 more from each loser."),
    (
        "9-foul",
        (*_maal(1, (10, _SEEN)), _FOUL),
        (10, -10),
        ("fouls",),
        "After a foul neither 3 nor 10, only maal; 15 follow in the next round.",
    ),
    (
        "10-fouls",
        (
            ("declared", {"bonus": 5, "objective": "dublees"}),
            ("lost", {"bonus": 2, "seen": _SEEN}),
            _FOUL,
            ("lost", {"seen": _UNSEEN}),
            _FOUL,
        ),
        (51, -5, -12, -22, -12),
        ("fouls",),
        "Two fouls in a round won by dublees, 5 of which they pay too.",
    ),
)


def _marriage(key: str, seen: int, unseen: int, foul: int, dublee_win: int = 5) -> Rulebook:
    """Marriage with fouls and prices of its own."""
    book = get_rulebook(MARRIAGE_21, ["fouls"])
    *levels, last = book.scoring.tiers
    tiers = (*(replace(tier, flat=seen) for tier in levels), replace(last, flat=unseen))
    return replace(
        book,
        key=key,
        scoring=replace(book.scoring, tiers=tiers),
        penalties=replace(book.penalties, foul=foul),
        settlement=replace(book.settlement, dublee_win=dublee_win),
    )


WEB_ROUNDS = (
    RoundCase(
        "web-rummyculture-points",
        GORUMMY_13,
        seats(("declared", {}), *(("lost", {"points": n}) for n in (15, 25, 10, 20, 5))),
        nets=(75, -15, -25, -10, -20, -5),
        point_value=1,
        money=(75, -15, -25, -10, -20, -5),
        address="https://www.rummyculture.com/rummy-variations/points-rummy-game/",
        note="Six players at ₹1 a point; its first drop costs 20 where GoRummy's costs 10, which this table does not meet.",
    ),
    RoundCase(
        "web-playpenny-points",
        ADGAMING_13,
        seats(("declared", {}), *(("lost", {"points": n}) for n in (50, 30, 20, 20, 10))),
        nets=(130, -50, -30, -20, -20, -10),
        point_value=3,
        money=(390, -150, -90, -60, -60, -30),
        address=PLAYPENNY.format("PRComp"),
        note="Six players at 3 a point: 3 × 130 is 390, before the house's fee.",
    ),
    RoundCase(
        "web-playpenny-deals",
        ADGAMING_13,
        seats(
            *(("lost", {"points": n}) for n in (60, 50, 40)),
            ("declared", {}),
            *(("lost", {"points": n}) for n in (30, 20)),
        ),
        nets=(-60, -50, -40, 200, -30, -20),
        options=("best-of-2",),
        address=PLAYPENNY.format("DRComp"),
        note="A deal of six: the winner goes from 480 chips to 680. Its match has six deals, ours two or three; the "
        "payments of one deal are the same.",
    ),
    RoundCase(
        "web-marriagecalculator-two",
        MARRIAGE_21,
        seats(("declared", {"bonus": 15}), ("lost", {"seen": True, "bonus": 10})),
        nets=(8, -8),
        address=_CALCULATOR,
        note="3 for a loser who has seen, and 15 − 10 of maal.",
    ),
    RoundCase(
        "web-marriagecalculator-money",
        MARRIAGE_21,
        seats(("declared", {"bonus": 10}), ("lost", {"seen": True, "bonus": 5})),
        nets=(8, -8),
        point_value=5,
        money=(40, -40),
        address=_CALCULATOR,
        note="8 points at 5 a point.",
    ),
    RoundCase(
        "web-marriagecalculator-winner-loses",
        MARRIAGE_21,
        seats(("declared", {"bonus": 0}), *(("lost", {"seen": True, "bonus": n}) for n in (30, 25))),
        nets=(-49, 32, 17),
        address=_CALCULATOR,
        note="The winner collects 6 and pays 55 of maal; the page says that he ends below nought.",
    ),
    RoundCase(
        "web-marriagecalculator-no-maal",
        MARRIAGE_21,
        seats(("declared", {}), ("lost", {"seen": True}), ("lost", {"seen": True}), ("lost", {"seen": False})),
        nets=(16, -3, -3, -10),
        printed=(13, 0, -3, -10),
        address=_CALCULATOR,
        note="S3 does not let its second player off the 3 for having played for dublees.",
    ),
    RoundCase(
        "web-marriagecalculator-dublee-loser",
        MARRIAGE_21,
        seats(
            ("declared", {}), ("lost", {"dublees": True}), ("lost", {"seen": True}), ("lost", {"seen": False}), first=1
        ),
        nets=(13, 0, -3, -10),
        options=("unseen-maal-void", "dublee-loser-free"),
        address=_CALCULATOR,
        note="A loser who has seen by dublees pays nothing, the others 3 and 10.",
    ),
    RoundCase(
        "web-marriagecalculator-dublee-loser-of-three",
        MARRIAGE_21,
        seats(("declared", {}), ("lost", {"dublees": True}), ("lost", {"seen": True})),
        nets=(6, -3, -3),
        options=("unseen-maal-void", "dublee-loser-free"),
        address=_CALCULATOR,
        note="With three players dublees let nobody off.",
    ),
    RoundCase(
        "web-marriagecalculator-dublees-not-shown",
        MARRIAGE_21,
        seats(("declared", {}), ("lost", {"seen": False}), ("lost", {"seen": False}), ("lost", {"seen": True})),
        nets=(23, -10, -10, -3),
        options=("unseen-maal-void", "dublee-loser-free"),
        address=_CALCULATOR,
        note="Its second player collects dublees but has not seen: he pays the 10.",
    ),
    RoundCase(
        "web-marriagecalculator-murder",
        MARRIAGE_21,
        seats(("declared", {"bonus": 20}), *(("lost", {"seen": False, "bonus": n}) for n in (5, 3, 0))),
        nets=(90, -30, -30, -30),
        options=("unseen-maal-void",),
        address=_CALCULATOR,
        note="Its “murder” mode: 3 × 10, and 3 × 20 since the maal of who has not seen is void.",
    ),
    RoundCase(
        "web-marriagecalculator-murder-as-s3",
        MARRIAGE_21,
        seats(("declared", {"bonus": 20}), *(("lost", {"seen": False, "bonus": n}) for n in (5, 3, 0))),
        nets=(82, -18, -26, -38),
        printed=(90, None, None, None),
        address=_CALCULATOR,
        note="The same round under S3, where maal counts whether seen or not.",
    ),
    *(
        RoundCase(
            f"web-marriage-points-{name}",
            MARRIAGE_21,
            seats(*told),
            nets=nets,
            options=options,
            address=_KOJU,
            note=note,
        )
        for name, told, nets, options, note in _KOJU_ROUNDS
    ),
    RoundCase(
        "web-marriage-points-own-prices",
        _marriage("marriage-5-12-20", 5, 12, 20),
        seats(*_maal(1, (1, _SEEN), (2, _SEEN), (0, _UNSEEN)), _FOUL),
        nets=(18, 0, -15, -3),
        address=_KOJU,
        note="5 if seen, 12 if not, 20 for a foul, in the next round: scoring.tiers, penalties.foul.",
    ),
    RoundCase(
        "web-marriage-points-own-prices-dublees",
        _marriage("marriage-2-7-12", 2, 7, 12, dublee_win=8),
        seats(*_maal(2, (1, _SEEN), (2, _SEEN), (0, _UNSEEN), dublees=True), _FOUL),
        nets=(-9, 38, -18, -11),
        address=_KOJU,
        note="2 if seen, 7 if not, 8 for a win by dublees, which the foul pays too; a fifth player sits out.",
    ),
    RoundCase(
        "web-marriage-points-kidnap-as-s3",
        MARRIAGE_21,
        _KOJU_KIDNAP,
        nets=(-18, 17, 1),
        printed=(-21, 20, None),
        address=_KOJU,
        note="Under S3 the first player's own maal of 1 comes back from the other two.",
    ),
    RoundCase(
        "web-clubroyale-maal-unseen-counts",
        MARRIAGE_21,
        seats(("declared", {"bonus": 8}), ("lost", {"seen": True, "bonus": 5}), ("lost", {"seen": False, "bonus": 12})),
        nets=(12, -13, 1),
        address=_CLUBROYALE,
        note="The page's players under S3, which lets the unseen player's maal count: "
        "13 by points and 3 + (8 − 12) = −1 by maal for the first.",
    ),
    RoundCase(
        "web-clubroyale-maal",
        MARRIAGE_21,
        seats(("declared", {"bonus": 8}), ("lost", {"seen": True, "bonus": 5}), ("lost", {"seen": False, "bonus": 12})),
        nets=(24, -1, -23),
        options=("unseen-maal-void",),
        address=_CLUBROYALE,
        note="House rule: who has not seen gets nothing for maal. By maal +11, +2, −13 as the page has it, "
        "by points 3 and 10.",
    ),
    RoundCase(
        "web-double-marriage-of-25",
        replace(
            get_rulebook(MARRIAGE_21),
            key="marriage-double-25",
            bonus=replace(
                get_rulebook(MARRIAGE_21).bonus,
                marriage=(10, 25),
                cards=tuple(
                    replace(card, points=(3, 8)) if card.offset == 0 else card
                    for card in get_rulebook(MARRIAGE_21).bonus.cards
                ),
            ),
        ),
        seats(
            ("declared", {"value_cards": "7H 7H"}),
            ("lost", {"seen": True, "value_cards": "8H 8H 6H 6H"}),
            ("lost", {"seen": False}),
        ),
        nets=(13 + 16 - 10, -3 + 20 - 8, -10 - 8 - 10),
        turned="7H",
        address=GITHUB
        + "sanjeebko/MarriageCalculator/blob/7f1b60121fef3e0c7aee41cf483224751f5179d3/MarriageCalculator/"
        "Android/app/src/test/java/np/com/sanjeeb/marriagecalculator/data/model/MaalCalculatorTest.kt",
        note="Its two tiplus are worth 8 where S3 has 7, and two marriages 25 where S3 has 20: bonus.cards, "
        "bonus.marriage. Two poplus and two jhiplus are 5 each, as with S3. The round is ours.",
    ),
    RoundCase(
        "web-gorummy-pool-201-middle-drop",
        ADGAMING_13,
        seats(("declared", {}), ("first-drop", {}), ("middle-drop", {}), ("lost", {"points": 80})),
        nets=(0, -25, -50, -80),
        address="https://dev.gorummy.com/desktop/how-to-play-rummy/pools-rummy/",
        note="In its pool of 201 a middle drop costs 50, as R58 has it.",
        options=("pool-201",),
    ),
    *(
        RoundCase(
            f"web-junglee-value-cards-{points}",
            PAPLU_21,
            seats(("declared", {}), ("lost", {"points": 20, "value_cards": cards}), ("first-drop", {})),
            nets=(50 - points, points - 20, -30),
            turned="8H",
            address="https://junglee-rummy-21.com/rummy-game/31.html",
            note="What the page's value cards earn from each player who has not dropped; the round around them is ours.",
        )
        for cards, points in (
            ("9H 9H", 30),
            ("9H 7H", 20),
            ("9H 9H 7H", 40),
            ("8H 8H 7H 7H", 60),
            ("7H 8H 9H", 100),
        )
    ),
    RoundCase(
        "web-junglee-marriage-of-value-cards",
        PAPLU_21,
        seats(("declared", {}), ("lost", {"points": 20, "value_cards": "7H 8H 9H"}), ("lost", {"points": 30}), first=1),
        nets=(-50, 180, -130),
        turned="8H",
        address="https://junglee-rummy-21.com/rummy-game/31.html",
        note="One same suit, one up and one down joker: 100 from each player who has not dropped.",
    ),
    RoundCase(
        "web-adda52-upper-limit",
        replace(
            get_rulebook(RUMMY_21),
            key="adda52-21",
            penalties=replace(get_rulebook(RUMMY_21).penalties, middle_drop=75),
            settlement=replace(get_rulebook(RUMMY_21).settlement, net_loss_cap=240),
        ),
        seats(
            ("declared", {"value_cards": "7H 8H 9H"}),
            ("lost", {"points": 120}),
            ("lost", {"points": 50, "value_cards": "8H 9H 9H"}),
            ("middle-drop", {}),
        ),
        nets=(385, -240, -70, -75),
        turned="8H",
        address="https://www.adda52rummy.com/how-to-play/21cards-marriage-rummy/point-system",
        note="Its limit is 240, its middle drop 75: settlement.net_loss_cap, penalties.middle_drop. 120 + 100 + 40 = 260 "
        "is cut by 20. The round is ours, the figures are the page's. Its rule that middle drops still exchange "
        "value cards is not ours.",
    ),
    RoundCase(
        "web-classicrummy-drops",
        GORUMMY_13,
        seats(("declared", {}), ("first-drop", {}), ("middle-drop", {}), ("lost", {"points": 80})),
        nets=(120, -10, -30, -80),
        address="https://www.classicrummy.com/points-rummy",
        note="Its prices of 10, 30 and 80 are GoRummy's; the round is ours.",
    ),
    RoundCase(
        "web-jungleerummy-drops",
        ADGAMING_13,
        seats(("declared", {}), ("first-drop", {}), ("middle-drop", {}), ("wrong-declaration", {})),
        nets=(140, -20, -40, -80),
        address="https://m.jungleerummy.com/rummy-faq/points-rummy-faq",
        note="Its prices of 20, 40 and 80 are AD Gaming's; the round is ours.",
    ),
)
