"""S3: 27-card rummy (``paplu-27``).

The source states melds, objectives and tables in words and prints hardly a card, so the cards below are
ours; each row says what it shows.
"""

from .records import (
    DUBLEE,
    DUBLEES,
    IMPURE,
    INVALID,
    JOKERS,
    PAPLU_27,
    PURE,
    SET,
    TUNNELA,
    TUNNELAS,
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
    GroupCase("S3-27-tunnela", PAPLU_27, "4C 4C 4C |", TUNNELA),
    GroupCase(
        "S3-27-tunnela-no-wild",
        PAPLU_27,
        "4C 4C PJ |",
        SET,
        note="no tunnela, but a set: the joker stands for another suit",
    ),
    GroupCase("S3-27-tunnela-printed-jokers", PAPLU_27, "PJ PJ PJ |", TUNNELA),
    GroupCase("S3-27-dublee", PAPLU_27, "4C 4C |", DUBLEE),
    GroupCase("S3-27-dublee-no-joker", PAPLU_27, "4C PJ |", INVALID),
    GroupCase("S3-27-dublee-printed-jokers", PAPLU_27, "PJ PJ |", DUBLEE),
    GroupCase("S3-27-set-suit-twice", PAPLU_27, "4C 4C 4S |", SET),
    GroupCase("S3-27-set-of-five", PAPLU_27, "4C 4C 4S 4S 4H |", SET),
    GroupCase("S3-27-set-wilds-equal-naturals", PAPLU_27, "4C 4S PJ PJ |", SET),
    GroupCase(
        "S3-27-set-more-wilds-than-naturals",
        PAPLU_27,
        "4C 4S PJ PJ PJ |",
        INVALID,
        code="more-wilds-than-naturals",
    ),
    GroupCase("S3-27-pure-sequence", PAPLU_27, "5H 6H 7H |", PURE),
    GroupCase(
        "S3-27-pure-sequence-of-wild-types",
        PAPLU_27,
        "5H 6H 7H |",
        PURE,
        "7H",
        note="2-down, 1-down and the same card, each as itself",
    ),
    GroupCase("S3-27-normal-sequence", PAPLU_27, "5H 6H PJ |", IMPURE),
    GroupCase(
        "S3-27-K-A-2-of-wild-cards",
        PAPLU_27,
        "KH AH 2H |",
        INVALID,
        "AH",
        note="all three are wild, and still no legal sequence",
        code="wraps",
    ),
)

WILDS = (
    WildCase("S3-27-two-up-two-down", PAPLU_27, "8D", "6D 7D 8D 9D TD", count=17),
    WildCase("S3-27-ace", PAPLU_27, "AH", "QH KH AH 2H 3H"),
    WildCase("S3-27-two", PAPLU_27, "2H", "KH AH 2H 3H 4H", note="circular by ruling"),
    WildCase("S3-27-king", PAPLU_27, "KH", "JH QH KH AH 2H", note="circular by ruling"),
    WildCase("S3-27-printed-joker", PAPLU_27, "PJ", "AS AH AD AC KS QS 2S 3S"),
)

HANDS = (
    HandCase(
        "S3-27-show-3-tunnelas",
        PAPLU_27,
        "4H 4H 4H | JC JC JC | 5S 5S 5S | 2C 3C 4C | KH KS KD | AH AS AC | 9H 9S 9C | 7C 7H 7S | QS QH QC",
        "8D",
        laid=2,
        best=2,
        declares=True,
        can=True,
        objective=TUNNELAS,
        kinds=(TUNNELA,) * 3 + (PURE,) + (SET,) * 5,
        pack_ok=True,
        size_ok=True,
        why="Three tunnelas and the remaining cards melded.",
    ),
    HandCase(
        "S3-27-3-tunnelas-and-loose-cards",
        PAPLU_27,
        "4H 4H 4H | JC JC JC | 5S 5S 5S | 2C 3C 4C | KH KS KD | AH AS AC | 9H 9S 9C | 7C 7H 7S | QS QH | 2D",
        "8D",
        laid=120,
        best=12,
        can=False,
        why="Here the remaining cards must be melded too. One pure sequence: "
        "12+30+15+30+30+27+21+20+2 = 187, capped at 120. With A♣ at 2♣3♣4♣ and "
        "Q-K-A of spades and hearts three are pure, and only K♦ and 2♦ count: 12.",
    ),
    HandCase(
        "S3-27-show-10-dublees",
        PAPLU_27,
        "2H 2H | 3S 3S | 5C 5C | 7H 7H | 9S 9S | JC JC | QH QH | KS KS | 4C 4C | AH AH | 6S 7S 8S | JD QD KD AD",
        "8D",
        laid=2,
        best=2,
        declares=True,
        can=True,
        objective=DUBLEES,
        kinds=(DUBLEE,) * 10 + (PURE, PURE),
        pack_ok=True,
        why="Ten dublees and the remaining seven in sequences.",
    ),
    HandCase(
        "S3-27-10-dublees-and-loose-cards",
        PAPLU_27,
        "2H 2H | 3S 3S | 5C 5C | 7H 7H | 9S 9S | JC JC | QH QH | KS KS | 4C 4C | AH AH | 6S 7S 8S | JD QD KD | 2D",
        "8D",
        laid=2,
        best=2,
        can=False,
        why="2♦ is in no meld, so no show; six dublees make it 2 points.",
    ),
    HandCase(
        "S3-27-show-10-jokers",
        PAPLU_27,
        "PJ PJ PJ 8D 8D 6D 6D 7D 9D TD | 2H 3H 4H | 7S 8S 9S | TC JC QC | KH KS KD | 5H 5H 5S 5S 5C",
        "8D",
        laid=2,
        best=2,
        declares=True,
        can=True,
        objective=JOKERS,
        kinds=(JOKERS, PURE, PURE, PURE, SET, SET),
        pack_ok=True,
        why="Ten jokers in no meld and the other seventeen cards melded.",
    ),
    HandCase(
        "S3-27-all-melded-is-no-show",
        PAPLU_27,
        "2H 3H 4H | 7S 8S 9S | TC JC QC | KH KS KD | 5H 5S 5C | 9H 9S 9C | AH AS AC | 4S 4C 4D | 6H 6S 6C",
        "8D",
        laid=2,
        best=2,
        can=False,
        kinds=(PURE, PURE, PURE) + (SET,) * 6,
        pack_ok=True,
        why="The list of shows has no plain complete hand; as a loser, 2.",
    ),
)

CARD_POINTS = (
    CardPointsCase("S3-27-card-values", PAPLU_27, card_points()),
    CardPointsCase(
        "S3-27-jokers-cost-nothing",
        PAPLU_27,
        (("PJ", 0), ("8D", 0), ("TD", 0), ("6D", 0)),
        turned="8D",
    ),
)

BONUSES = (
    # 27 cards, turned 8♦: 2-down 6♦, 1-down 7♦, same 8♦, 1-up 9♦, 2-up 10♦.
    BonusCase("S3-27-same-1", PAPLU_27, "8D", "8D", 20),
    BonusCase("S3-27-same-2", PAPLU_27, "8D", "8D 8D", 60),
    BonusCase("S3-27-same-3", PAPLU_27, "PJ", "AS AS AS", 120),
    BonusCase("S3-27-1-up-1", PAPLU_27, "8D", "9D", 10),
    BonusCase("S3-27-1-up-2", PAPLU_27, "8D", "9D 9D", 30),
    BonusCase("S3-27-1-up-3", PAPLU_27, "8D", "9D 9D 9D", 60),
    BonusCase("S3-27-2-up-1", PAPLU_27, "8D", "TD", 10),
    BonusCase("S3-27-2-up-2", PAPLU_27, "8D", "TD TD", 30),
    BonusCase("S3-27-2-up-3", PAPLU_27, "8D", "TD TD TD", 60),
    BonusCase("S3-27-1-down-1", PAPLU_27, "8D", "7D", 10),
    BonusCase("S3-27-1-down-2", PAPLU_27, "8D", "7D 7D", 30),
    BonusCase("S3-27-1-down-3", PAPLU_27, "8D", "7D 7D 7D", 60),
    BonusCase("S3-27-2-down-1", PAPLU_27, "8D", "6D", 25),
    BonusCase("S3-27-2-down-2", PAPLU_27, "8D", "6D 6D", 75),
    BonusCase("S3-27-2-down-3", PAPLU_27, "8D", "6D 6D 6D", 150),
    BonusCase("S3-27-R23-marriage-1", PAPLU_27, "8D", "7D 8D 9D", 100),
    BonusCase("S3-27-R23-marriage-2", PAPLU_27, "8D", "7D 8D 9D 7D 8D 9D", 300),
    BonusCase("S3-27-R23-marriage-3", PAPLU_27, "PJ", "KS AS 2S KS AS 2S KS AS 2S", 500),
    BonusCase("S3-27-one-of-each", PAPLU_27, "8D", "6D 7D 8D 9D TD", 135, "100+25+10"),
    BonusCase("S3-27-marriage-and-a-same", PAPLU_27, "8D", "7D 8D 8D 9D", 120, "100+20"),
    BonusCase("S3-27-only-the-ace-of-spades", PAPLU_27, "PJ", "AS AH AD AC", 20),
    BonusCase(
        "S3-27-printed-joker-neighbours",
        PAPLU_27,
        "PJ",
        "QS KS 2S 3S",
        55,
        "2-down 25, the other three 10 each",
    ),
)

PACKS = (PackCase("S3-27-pack", PAPLU_27, (2, 3, 4, 5), packs=3, jokers=3, dealt=27),)

FIGURES = (
    FigureCase("S3-27-first-drop", PAPLU_27, "first_drop", 30),
    FigureCase("S3-27-later-drop", PAPLU_27, "middle_drop", 70),
    FigureCase("S3-27-cap", PAPLU_27, "cap", 120),
)
