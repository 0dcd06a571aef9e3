"""S4: AD Gaming's rummy with 13 cards (``adgaming-13``).

The source names the queen of diamonds as the wild card of its table of six,
and calls queens jokers in its invalid sets; its own five-card set uses two
queens of other suits (R26: every card of the turned rank is wild).
"""

from .records import (
    ADGAMING_13,
    COMPLETE,
    IMPURE,
    INVALID,
    LOOSE,
    PURE,
    SET,
    CardPointsCase,
    FigureCase,
    GroupCase,
    HandCase,
    PackCase,
    WildCase,
    card_points,
)

# The table of six players, turned Q♦. Groups as printed.
TABLE_OF_SIX = (
    "2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS",
    "4S 4H 4C | 4D 5D QD | 3S 7S 8S | QD KD | TC 9C",
    "3H 4H 5H | 5C 6C 7C QD | 8D 5C | 2D 2C 2H | KS",
    "AH 4H 5H | 5C 6C TC JD | 8D 5C | 2D 2C QH | KS",
    "4S 4H 4C | 4D 5D QD | AS 7S 8S | QD KD | JC 9C",
    "2H 3H 4H | 5C 6C 7C QD | 5D 5C 5H | 2D 2C 2H",
)

# X5: how many of a card the six hands and the turned card hold together.
# The pack has two of each. Counted by hand, row by row.
TABLE_OF_SIX_OVER = {
    "2H": 4,
    "3H": 3,
    "4H": 6,
    "5H": 3,
    "2D": 4,
    "5D": 3,
    "8D": 3,
    "QD": 8,
    "2C": 4,
    "5C": 8,
    "6C": 4,
    "8S": 3,
    "KS": 3,
}

HANDS = (
    HandCase(
        "S4-player-1",
        ADGAMING_13,
        TABLE_OF_SIX[0],
        "QD",
        laid=35,
        best=19,
        can=False,
        kinds=(PURE, IMPURE, INVALID, INVALID, INVALID),
        players=6,
        source=45,
        pack_ok=True,
        size_ok=True,
        why="X2: 45 counts Q♠ as ten, but queens are wild and cost nothing: "
        "8+8+5+2+2+10 = 35. Using Q♠ as a joker too, 8♦8♠Q♠ is a set and only "
        "5+2+2+10 = 19 is left.",
    ),
    HandCase(
        "S4-player-2",
        ADGAMING_13,
        TABLE_OF_SIX[1],
        "QD",
        laid=68,
        best=68,
        can=False,
        kinds=(SET, IMPURE, INVALID, INVALID, INVALID),
        players=6,
        source=68,
        pack_ok=False,
        why="No three neighbours of a suit, so no pure sequence and everything "
        "counts. X5: with Q♦ turned, one Q♦ is left in the pack and this hand "
        "has two.",
    ),
    HandCase(
        "S4-player-3",
        ADGAMING_13,
        TABLE_OF_SIX[2],
        "QD",
        laid=23,
        best=22,
        can=False,
        kinds=(PURE, IMPURE, INVALID, SET, LOOSE),
        players=6,
        source=23,
        pack_ok=True,
        why="X3: 8+5+10 = 23 as laid (R28: the set is exempt too). 5♣6♣7♣ needs "
        "no joker and 2♥3♥4♥ frees 5♥ for 5♥5♣Q♦: 8+2+2+10 = 22.",
    ),
    HandCase(
        "S4-player-4",
        ADGAMING_13,
        TABLE_OF_SIX[3],
        "QD",
        laid=77,
        best=77,
        can=False,
        kinds=(INVALID, INVALID, INVALID, SET, LOOSE),
        players=6,
        pack_ok=True,
        why="The source lets this player drop for 20; played on, the hand has no "
        "pure sequence in it and would cost 77.",
    ),
    HandCase(
        "S4-player-5",
        ADGAMING_13,
        TABLE_OF_SIX[4],
        "QD",
        laid=75,
        best=75,
        can=False,
        kinds=(SET, IMPURE, INVALID, INVALID, INVALID),
        players=6,
        pack_ok=False,
        why="The source charges 40 for three misses; played on, there is no pure "
        "sequence and the hand would cost 75. X5: two Q♦ again.",
    ),
    HandCase(
        "S4-player-6",
        ADGAMING_13,
        TABLE_OF_SIX[5],
        "QD",
        laid=0,
        best=0,
        declares=True,
        can=True,
        objective=COMPLETE,
        kinds=(PURE, IMPURE, SET, SET),
        players=6,
        source=0,
        pack_ok=True,
        why="The winner: a pure and an impure sequence, two sets.",
    ),
    HandCase(
        "S4-typical-example",
        ADGAMING_13,
        # The suit of the first loose 5 is lost in the source: diamonds here.
        "2H 3H 4H 5H | 5C 6C 7C 8C | 5D 5C PJ QH QS",
        "QD",
        laid=0,
        best=0,
        declares=True,
        can=True,
        objective=COMPLETE,
        kinds=(PURE, PURE, SET),
        pack_ok=True,
        why="Two pure sequences and a set of five made with three jokers.",
    ),
    HandCase(
        "S4-chart-valid-declaration",
        ADGAMING_13,
        # The chart's cards are pictures; only the wild 8♣ is named. The rest is ours.
        "2H 3H 4H 5H | 9S TS 8C | KS KH KD | 6C 6D PJ",
        "8H",
        laid=0,
        best=0,
        declares=True,
        can=True,
        objective=COMPLETE,
        kinds=(PURE, IMPURE, SET, SET),
        pack_ok=True,
        why="Pure of four, impure of three with a wild 8♣, a set, a set with PJ.",
    ),
    HandCase(
        "S4-invalid-sequences-1",
        ADGAMING_13,
        "TS TH TD TC | 5S 5H 5D | 6S 6H 6C | 9H 9D PJ",
        "QD",
        laid=80,
        best=80,
        can=False,
        kinds=(SET, SET, SET, SET),
        pack_ok=True,
        why="Four sets, no sequence; no regrouping has a pure one, so all 91 "
        "points count and the cap makes them 80. The source gives no turned card.",
    ),
    HandCase(
        "S4-invalid-sequences-2",
        ADGAMING_13,
        "KH KS KD | 6H 7H PJ | 9S TS JS PJ | 5S 5H 5D",
        "QD",
        laid=80,
        best=0,
        can=True,
        kinds=(SET, IMPURE, IMPURE, SET),
        pack_ok=True,
        why="X4: no pure sequence as laid, 87 points capped at 80. Yet 9♠10♠J♠ is "
        "pure once its joker moves to another group, and the hand declares.",
    ),
    HandCase(
        "S4-invalid-sequences-3",
        ADGAMING_13,
        "QH QS QD | 6H 7H 8H 9H | 5S 5H 5D | TS TH TD",
        None,
        laid=80,
        best=30,
        can=False,
        kinds=(SET, PURE, SET, SET),
        pack_ok=True,
        why="X6: one sequence as laid, 105 points capped at 80. 5♥6♥7♥ and "
        "8♥9♥10♥ are two pure ones; 5♠5♦10♠10♦ stay: 30. No card is turned here: "
        "the figure of 80 needs queens that are not wild.",
    ),
    HandCase(
        "S4-invalid-sequences-3-queens-wild",
        ADGAMING_13,
        "QH QS QD | 6H 7H 8H 9H | 5S 5H 5D | TS TH TD",
        "QC",
        laid=0,
        best=0,
        declares=True,
        can=True,
        objective=COMPLETE,
        kinds=(IMPURE, PURE, SET, SET),
        why="The same cards when queens are wild: R5 lets two queens stand for "
        "the neighbours of the third, which is the missing second sequence.",
    ),
)

GROUPS = (
    GroupCase("S4-set-of-five", ADGAMING_13, "5D 5C PJ QH QS |", SET, "QD"),
    GroupCase(
        "S4-set-of-four-and-joker",
        ADGAMING_13,
        "TS TH TD TC QH |",
        SET,
        "QD",
        note="a joker makes a set of four one of five",
    ),
    GroupCase("S4-set-three-suits", ADGAMING_13, "5S 5H 5D |", SET, "QD"),
    GroupCase(
        "S4-invalid-set-1",
        ADGAMING_13,
        "TS TS TD TC QH |",
        INVALID,
        "QD",
        note="the joker is no fault, the second 10♠ is",
        code="same-suit-twice",
    ),
    GroupCase(
        "S4-invalid-set-2",
        ADGAMING_13,
        "KH KH KD |",
        INVALID,
        "QD",
        note="two cards of one suit",
        code="same-suit-twice",
    ),
    GroupCase("S4-points-8-9-10", ADGAMING_13, "8H 9H TH |", PURE, "QD"),
    GroupCase(
        "S4-invalid-sequences-2-pure-inside",
        ADGAMING_13,
        "9S TS JS PJ |",
        IMPURE,
        "QD",
        stands=(("PJ", "8S QS"),),
        note="laid with a joker, a natural run is impure",
    ),
)

WILDS = (
    WildCase(
        "S4-wild-queen-of-diamonds",
        ADGAMING_13,
        "QD",
        "QS QH QD QC",
        players=6,
        count=9,
        note="the rank, whatever the suit (R26); 8 - 1 turned + 2 PJ",
    ),
    WildCase("S4-R27-printed-joker", ADGAMING_13, "PJ", "", count=1),
)

PACKS = (
    PackCase(
        "S4-pack",
        ADGAMING_13,
        (2, 3, 4, 5, 6),
        packs=2,
        jokers=2,
        dealt=13,
        note="two decks with two jokers in all, two to six at a table",
    ),
)

CARD_POINTS = (
    CardPointsCase("S4-card-values", ADGAMING_13, card_points()),
    CardPointsCase("S4-card-values-example", ADGAMING_13, (("8H", 8), ("9H", 9), ("TH", 10))),
    CardPointsCase(
        "S4-jokers-cost-nothing",
        ADGAMING_13,
        (("PJ", 0), ("QS", 0), ("QH", 0)),
        turned="QD",
    ),
)

FIGURES = (
    FigureCase("S4-first-drop", ADGAMING_13, "first_drop", 20),
    FigureCase("S4-middle-drop", ADGAMING_13, "middle_drop", 40),
    FigureCase("S4-three-misses", ADGAMING_13, "misses", 40),
    FigureCase("S4-wrong-declaration", ADGAMING_13, "wrong_declaration", 80),
    FigureCase("S4-cap", ADGAMING_13, "cap", 80),
    FigureCase("S4-pool-101-drop", ADGAMING_13, "first_drop", 20, ("pool-101",)),
    FigureCase("S4-pool-201-drop", ADGAMING_13, "first_drop", 25, ("pool-201",)),
    FigureCase("S4-best-of-2-no-drop", ADGAMING_13, "first_drop", None, ("best-of-2",)),
    FigureCase("S4-best-of-3-no-drop", ADGAMING_13, "first_drop", None, ("best-of-3",)),
)

BONUSES = ()
