"""S1: GoRummy's points rummy (``gorummy-13``).

The source prints no hand at all; its examples are bare totals (105, 55, 30).
The hands below are ours and have those totals.
"""

from .records import (
    COMPLETE,
    GORUMMY_13,
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

GROUPS = (
    GroupCase(
        "S1-more-jokers-in-a-sequence",
        GORUMMY_13,
        "5C PJ QH 8C |",
        IMPURE,
        "QD",
        stands=(("PJ", "6C 7C"), ("QH", "6C 7C")),
        note="one or more jokers may arrange sequences",
    ),
    GroupCase(
        "S1-more-jokers-in-a-set",
        GORUMMY_13,
        "5C PJ QH 5D |",
        SET,
        "QD",
        stands=(("PJ", "5S 5H"), ("QH", "5S 5H")),
        note="one or more jokers may arrange sets",
    ),
    GroupCase(
        "S1-ace-after-a-printed-joker",
        GORUMMY_13,
        "5C 6C AH |",
        IMPURE,
        "PJ",
        stands=(("AH", "4C 7C"),),
        note="the printed joker turned makes aces of all suits jokers",
    ),
    GroupCase("S1-ace-otherwise", GORUMMY_13, "5C 6C AH |", INVALID, "QD"),
)

WILDS = (
    WildCase("S1-rank-of-the-turned-card", GORUMMY_13, "7D", "7S 7H 7D 7C", count=9),
    WildCase("S1-printed-joker-turned", GORUMMY_13, "PJ", "AS AH AD AC", count=9),
)

HANDS = (
    HandCase(
        "S1-105-is-80",
        GORUMMY_13,
        "AS KS | AH KH | AD KD | AC KC | JS | 2H | 3D | 4C | 6S",
        "9D",
        laid=80,
        best=80,
        can=False,
        source=80,
        pack_ok=True,
        size_ok=True,
        why="Nine tens and 2+3+4+6 are 105 with no pure sequence: capped at 80.",
    ),
    HandCase(
        "S1-55-is-55",
        GORUMMY_13,
        "2S 2H 2D | 3D | 3C 3C | 4S 4H | 5S | 6D 6C | 7C | 8D",
        "KH",
        laid=55,
        best=55,
        can=False,
        kinds=(SET, LOOSE, INVALID, INVALID, LOOSE, INVALID, LOOSE, LOOSE),
        source=55,
        pack_ok=True,
        why="No pure sequence, so the set counts too: 6+3+6+8+5+12+7+8 = 55.",
    ),
    HandCase(
        "S1-no-pure-sequence",
        GORUMMY_13,
        "5C 6C PJ | 2H 3H 7S | 9S 9H 9D | 4D | 4S | TD | JC",
        "7D",
        laid=71,
        best=71,
        can=False,
        kinds=(IMPURE, IMPURE, SET, LOOSE, LOOSE, LOOSE, LOOSE),
        pack_ok=True,
        why="Two sequences and a set, none pure: 11+5+27+4+4+10+10 = 71, the joker and the wild 7 nothing.",
    ),
    HandCase(
        "S1-pure-but-one-sequence",
        GORUMMY_13,
        "2H 3H 4H | 9S 9H 9D | KS KH KC | 6C | 8C | TD | JC",
        "7D",
        laid=80,
        best=80,
        can=False,
        kinds=(PURE, SET, SET, LOOSE, LOOSE, LOOSE, LOOSE),
        pack_ok=True,
        why="Only the pure sequence is exempt: 27+30+6+8+10+10 = 91, capped at 80.",
    ),
    HandCase(
        "S1-pure-but-one-sequence-below-the-cap",
        GORUMMY_13,
        "2H 3H 4H | 5S 5H 5D | 6S 6C 6D | 8C | 8S | TD | 2C",
        "KD",
        laid=61,
        best=56,
        can=False,
        kinds=(PURE, SET, SET, LOOSE, LOOSE, LOOSE, LOOSE),
        pack_ok=True,
        why="Only the pure sequence is exempt: 15+18+8+8+10+2 = 61. With 5♥ at its end the sequence exempts 5 more.",
    ),
    HandCase(
        "S1-two-sequences-one-pure",
        GORUMMY_13,
        "2H 3H 4H | 5C 6C PJ | KS KH KC | 9D | TD | JC | 8S",
        "7D",
        laid=37,
        best=29,
        can=False,
        kinds=(PURE, IMPURE, SET, LOOSE, LOOSE, LOOSE, LOOSE),
        pack_ok=True,
        why="Cards in no group count: 9+10+10+8 = 37. The joker is better used for 9♦10♦: 5+6+10+8 = 29.",
    ),
    HandCase(
        "S1-objective",
        GORUMMY_13,
        "2H 3H 4H | 5C 6C PJ | KS KH KC | 9D 9S 9C 7S",
        "7D",
        laid=0,
        best=0,
        declares=True,
        can=True,
        objective=COMPLETE,
        kinds=(PURE, IMPURE, SET, SET),
        pack_ok=True,
        why="All thirteen in groups, two sequences, one pure; the winner gets 0.",
    ),
    HandCase(
        "S1-one-sequence-is-not-enough",
        GORUMMY_13,
        "2H 3H 4H | 5C 5D 5S | KS KH KC | 9D 9S 9C 9H",
        "7D",
        laid=80,
        best=80,
        can=False,
        kinds=(PURE, SET, SET, SET),
        why="Everything is in a group, but one sequence is missing: 15+30+36 = 81, capped at 80.",
    ),
    HandCase(
        "S1-two-impure-are-not-enough",
        GORUMMY_13,
        "2H 3H PJ | 5C 6C PJ | KS KH KC | 9D 9S 9C 9H",
        "7D",
        laid=80,
        best=80,
        can=False,
        kinds=(IMPURE, IMPURE, SET, SET),
        why="No pure sequence to be had: 5+11+30+36 = 82, capped at 80.",
    ),
)

CARD_POINTS = (
    CardPointsCase("S1-card-values", GORUMMY_13, card_points()),
    CardPointsCase("S1-card-values-example", GORUMMY_13, (("7S", 7), ("3D", 3))),
    CardPointsCase(
        "S1-jokers-cost-nothing",
        GORUMMY_13,
        (("PJ", 0), ("7S", 0), ("7D", 0)),
        turned="7H",
    ),
)

PACKS = (
    PackCase(
        "S1-pack",
        GORUMMY_13,
        (2, 3, 4, 5, 6),
        packs=2,
        jokers=2,
        dealt=13,
        note="two packs of 53 or more; R14 settles on two",
    ),
)

FIGURES = (
    FigureCase("S1-first-drop", GORUMMY_13, "first_drop", 10),
    FigureCase("S1-middle-drop", GORUMMY_13, "middle_drop", 30),
    FigureCase("S1-three-misses", GORUMMY_13, "misses", 30),
    FigureCase("S1-wrong-declaration", GORUMMY_13, "wrong_declaration", 80),
    FigureCase("S1-cap", GORUMMY_13, "cap", 80),
    FigureCase("S1-deal-show-least", GORUMMY_13, "early_floor", 2),
    FigureCase("S1-deal-show-most", GORUMMY_13, "early_cap", 40),
)

BONUSES = ()
