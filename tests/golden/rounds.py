"""Whole rounds and series as published: who ends with how much, and where a page's figure is not ours.

The first rounds are those of the sources S0, S1 and S4, with their slips X1, X2, X3 and X5. The others are
from public pages that are no source of ours; each names its address, and the option or derived rulebook
that gives its figure where its house rule is another.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from rummy_tutor import Rulebook, get_rulebook

from .records import ADGAMING_13, GORUMMY_13, MARRIAGE_21, PAPLU_21, RUMMY_21
from .s4 import TABLE_OF_SIX


class RoundCase(NamedTuple):
    """One round: what is known of each player, and what each ends with.

    Attributes:
        name: Test id, beginning with the source.
        rulebook: Key of the rulebook, or the derived rulebook.
        players: Fields of each player's seat.
        nets: Net of each player, in order.
        printed: The page's own nets, where they are not all ours; None for one it does not print.
        turned: The card turned up.
        options: House options.
        point_value: Money for a point.
        money: Money of each player, in order.
        check_pack: Whether the table can be dealt.
        slips: The slips listed for this table.
        address: Where the page was found, if it is none of S0 to S4.
        note: How the figures come about.
    """

    name: str
    rulebook: str | Rulebook
    players: tuple[dict[str, object], ...]
    nets: tuple[int, ...]
    printed: tuple[int | None, ...] | None = None
    turned: str | None = None
    options: tuple[str, ...] = ()
    point_value: float | None = None
    money: tuple[float, ...] | None = None
    check_pack: bool = True
    slips: tuple[str, ...] = ()
    address: str | None = None
    note: str = ""


class SeriesCase(NamedTuple):
    """One match: its rounds, the totals after them, and who is out.

    Attributes:
        name: Test id, beginning with the source.
        options: The match.
        rounds: For each round each player's ending and stated points, in order of ``players``.
        players: The players' names.
        totals: The totals in the end.
        out: Who is out.
        address: Where the page was found.
        note: What the page says, in our words.
    """

    name: str
    options: tuple[str, ...]
    players: tuple[str, ...]
    rounds: tuple[tuple[tuple[str, int | None], ...], ...]
    totals: tuple[int, ...]
    out: tuple[str, ...]
    address: str
    note: str = ""


def seats(*told: tuple[str, dict[str, object]], first: int = 1) -> tuple[dict[str, object], ...]:
    """Seats of players named by number."""
    return tuple({"name": f"player {at}", "ending": ending, **more} for at, (ending, more) in enumerate(told, first))


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
        for count, half in ((30, 15), (2, 2), (3, 2), (4, 2), (5, 2), (80, 40))
    ),
    *(
        RoundCase(
            f"S0-before-the-first-move-{count}",
            RUMMY_21,
            seats(("declared", {}), ("lost-before-first-move", {"points": count})),
            nets=(half, -half),
        )
        for count, half in ((50, 25), (2, 2), (3, 2), (4, 2), (5, 2), (120, 60))
    ),
    # ---- pages that are no sources of ours -----------------------------------------------------------------
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
        "web-clubroyale-maal-unseen-counts",
        MARRIAGE_21,
        seats(("declared", {"bonus": 8}), ("lost", {"seen": True, "bonus": 5}), ("lost", {"seen": False, "bonus": 12})),
        nets=(12, -13, 1),
        address="https://github.com/timecapsulellc/clubroyale-/blob/36a7f3f57ece275b6a0bad7b56628d7bb438b6e8/docs/MARRIAGE_RULES.md",
        note="The page's players under S3, which lets the unseen player's maal count: "
        "13 by points and 3 + (8 − 12) = −1 by maal for the first.",
    ),
    RoundCase(
        "web-clubroyale-maal",
        replace(
            get_rulebook(MARRIAGE_21),
            key="marriage-seen-only",
            bonus=replace(get_rulebook(MARRIAGE_21).bonus, only_if_seen=True),
        ),
        seats(("declared", {"bonus": 8}), ("lost", {"seen": True, "bonus": 5}), ("lost", {"seen": False, "bonus": 12})),
        nets=(24, -1, -23),
        address="https://github.com/timecapsulellc/clubroyale-/blob/36a7f3f57ece275b6a0bad7b56628d7bb438b6e8/docs/MARRIAGE_RULES.md",
        note="House rule: who has not seen gets nothing for maal (only_if_seen). By maal +11, +2, −13 as the page has it, "
        "by points 3 and 10.",
    ),
    RoundCase(
        "web-gorummy-pool-201-middle-drop",
        replace(
            get_rulebook(ADGAMING_13, ["pool-201"]),
            key="gorummy-pool-201",
            penalties=replace(get_rulebook(ADGAMING_13, ["pool-201"]).penalties, middle_drop=50),
        ),
        seats(("declared", {}), ("first-drop", {}), ("middle-drop", {}), ("lost", {"points": 80})),
        nets=(0, -25, -50, -80),
        address="https://dev.gorummy.com/desktop/how-to-play-rummy/pools-rummy/",
        note="In its pool of 201 a middle drop costs 50, where S4 names 40 only: penalties.middle_drop.",
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
)

SERIES = (
    SeriesCase(
        "web-junglee-pool-101",
        ("pool-101",),
        ("A", "B", "C", "D"),
        (
            (("declared", None), ("lost", 80), ("lost", 20), ("first-drop", None)),
            (("lost", 10), ("lost", 40), ("declared", None), ("first-drop", None)),
        ),
        (10, 120, 20, 40),
        ("B",),
        "https://www.jungleerummy.com/rummy-variations/pool-rummy",
        "Four players; one loses 80 and then 40, and is out with 120.",
    ),
)
