"""S3: Vazhushal (``vazhushal-13``).

The source states melds, objectives and tables in words and prints hardly a card, so the cards below are
ours; each row says what it shows.
"""

from .records import (
    COMPLETE,
    IMPURE,
    INVALID,
    LOOSE,
    PURE,
    SET,
    VAZHUSHAL_13,
    BonusCase,
    CardPointsCase,
    FigureCase,
    GroupCase,
    HandCase,
    PackCase,
    WildCase,
    card_points,
)

GROUPS = (
    # Vazhushal; the pure run 2♦3♦4♦ is there because it must come first.
    GroupCase("S3-vazhushal-set", VAZHUSHAL_13, "9S 9H 9D | 2D 3D 4D", SET),
    GroupCase("S3-vazhushal-set-of-four", VAZHUSHAL_13, "9S 9H 9D 9C | 2D 3D 4D", SET),
    GroupCase("S3-vazhushal-set-suit-twice", VAZHUSHAL_13, "9S 9S 9D | 2D 3D 4D", INVALID, code="same-suit-twice"),
    GroupCase(
        "S3-vazhushal-set-with-wild",
        VAZHUSHAL_13,
        "9S 9H PJ | 2D 3D 4D",
        SET,
        stands=(("PJ", "9D 9C"),),
    ),
    GroupCase("S3-vazhushal-run", VAZHUSHAL_13, "5H 6H 7H |", PURE),
    GroupCase("S3-vazhushal-run-ace-low", VAZHUSHAL_13, "AH 2H 3H |", PURE),
    GroupCase("S3-vazhushal-run-ace-high", VAZHUSHAL_13, "QH KH AH |", PURE),
    GroupCase("S3-vazhushal-run-round-the-corner", VAZHUSHAL_13, "KH AH 2H |", INVALID, code="wraps"),
    GroupCase(
        "S3-vazhushal-run-ace-at-both-ends",
        VAZHUSHAL_13,
        # All thirteen and a second ace: a very long meld.
        "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH |",
        PURE,
    ),
    GroupCase("S3-vazhushal-wild-run", VAZHUSHAL_13, "5H PJ PJ 8H | 2D 3D 4D", IMPURE),
    GroupCase("S3-vazhushal-jokers-only", VAZHUSHAL_13, "PJ PJ PJ | 2D 3D 4D", INVALID, code="no-natural"),
    GroupCase(
        "S3-vazhushal-wild-as-itself",
        VAZHUSHAL_13,
        "6S 7S 8S |",
        PURE,
        "7H",
        note="a wild 7♠ that represents itself is a natural card",
    ),
    GroupCase(
        "S3-vazhushal-turned-colour-is-not-wild",
        VAZHUSHAL_13,
        "9S TS 7D | 2D 3D 4D",
        INVALID,
        "7H",
    ),
    GroupCase(
        "S3-vazhushal-opposite-colour-is-wild",
        VAZHUSHAL_13,
        "9S TS 7C | 2D 3D 4D",
        IMPURE,
        "7H",
        stands=(("7C", "8S JS"),),
    ),
)

WILDS = (
    WildCase("S3-vazhushal-red-turned", VAZHUSHAL_13, "7H", "7S 7C"),
    WildCase("S3-vazhushal-black-turned", VAZHUSHAL_13, "KC", "KH KD"),
    WildCase("S3-vazhushal-R25-printed-joker", VAZHUSHAL_13, "PJ", ""),
)

HANDS = (
    HandCase(
        "S3-vazhushal-score",
        VAZHUSHAL_13,
        "4S 5S 6S | 9H 9D 7C | KS QS PJ | 2H | 3D | 8C | TC",
        "7H",
        score=49,
        best_score=49,
        can=False,
        kinds=(PURE, SET, IMPURE) + (LOOSE,) * 4,
        pack_ok=True,
        size_ok=True,
        why="Melded 15+27+30 (7♣ as a nine, PJ as A♠ or J♠), loose 2+3+8+10: 49.",
    ),
    HandCase(
        "S3-vazhushal-wild-left-over",
        VAZHUSHAL_13,
        "4S 5S 6S | 9H 9D 9C | 7S | PJ | AH | 2H | TC | 8D | QD",
        "7H",
        score=-38,
        best_score=42,
        can=False,
        kinds=(PURE, SET) + (LOOSE,) * 7,
        why="Melded 15+27, loose 20+20 for the wild cards and 10+2+10+8+10 for the rest: 42 - 80 = -38. Both wild cards with "
        "one ten-valued card make 30 more: 72 - 30 = 42.",
    ),
    HandCase(
        "S3-vazhushal-no-pure-run",
        VAZHUSHAL_13,
        "4S 5S PJ | 9H 9D 7C | KS KD KC | 2H | 3D | 8C | TC",
        "7H",
        score=-120,
        best_score=-120,
        can=False,
        why="The first meld must be a pure run and none can be laid, so all is loose: 9+20, 18+20, 30, 23.",
    ),
    HandCase(
        "S3-vazhushal-identical-melds",
        VAZHUSHAL_13,
        "4S 5S 6S | 4S 5S 6S | 9H 9D 9C | 2H | 3D | 8C | TC",
        "7H",
        score=4,
        best_score=4,
        can=False,
        kinds=(PURE, INVALID, SET) + (LOOSE,) * 4,
        pack_ok=True,
        why="One player's second identical meld is none: 15+27 - 15 - 23 = 4.",
    ),
    HandCase(
        "S3-vazhushal-going-out",
        VAZHUSHAL_13,
        "4S 5S 6S | 9H 9D 7C | KS QS PJ | 2H 2D 2C 2S | 8C",
        "7H",
        score=80,
        best_score=80,
        declares=True,
        can=True,
        objective=COMPLETE,
        discard="8C",
        kinds=(PURE, SET, IMPURE, SET, LOOSE),
        pack_ok=True,
        size_ok=True,
        why="All but the last card melded, and that one is discarded: 15+27+30+8 = 80.",
    ),
)

CARD_POINTS = (
    CardPointsCase("S3-vazhushal-card-values", VAZHUSHAL_13, card_points()),
    CardPointsCase(
        "S3-vazhushal-wild-cards-cost-20",
        VAZHUSHAL_13,
        (("PJ", 20), ("7S", 20), ("7C", 20), ("7D", 7)),
        turned="7H",
    ),
)

BONUSES = (BonusCase("S3-vazhushal-no-bonus", VAZHUSHAL_13, "7H", "7S 7C", None),)

PACKS = (
    PackCase("S3-vazhushal-pack-2-3", VAZHUSHAL_13, (2, 3), packs=1, jokers=2, dealt=13),
    PackCase("S3-vazhushal-pack-4-6", VAZHUSHAL_13, (4, 5, 6), packs=2, jokers=4, dealt=13),
)

FIGURES = (
    FigureCase("S3-vazhushal-game-point", VAZHUSHAL_13, "game_point", 1),
    FigureCase("S3-vazhushal-redeal", VAZHUSHAL_13, "redeal_pairs", 3),
)
