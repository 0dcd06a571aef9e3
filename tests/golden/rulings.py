"""The rulings: what holds where a source is silent or contradicts itself.

Numbered as the product cites them. Rulings about one rulebook stand with its
source (R14 to R28 in ``s0`` to ``s4``); here are those that hold everywhere.
"""

from .records import (
    ADGAMING_13,
    ALL,
    COMPLETE,
    DUBLEE,
    GORUMMY_13,
    IMPURE,
    INVALID,
    JOKERS,
    LOOSE,
    MARRIAGE_21,
    OCTRO_13,
    PAPLU_13,
    PAPLU_21,
    PAPLU_27,
    PURE,
    RUMMY_21,
    SET,
    TUNNELA,
    VAZHUSHAL_13,
    BonusCase,
    FigureCase,
    GroupCase,
    HandCase,
    WildCase,
)

_WITH_PRINTED_JOKERS = tuple(key for key in ALL if key != MARRIAGE_21)

# In Vazhushal a red seven makes the black sevens wild; elsewhere the card itself.
_SEVEN_OF_SPADES_WILD = {key: "7H" if key == VAZHUSHAL_13 else "7S" for key in ALL}

# A pure run laid first, without which Vazhushal takes no other meld.
_FIRST = {key: " | 2D 3D 4D" if key == VAZHUSHAL_13 else " |" for key in ALL}

# Whether a set may have five cards when one of them is a joker.
_SETS_OF_FIVE = (ADGAMING_13, PAPLU_27)

GROUPS = (
    *(GroupCase(f"R1-{key}", key, "6S 7S 8S |", PURE, _SEVEN_OF_SPADES_WILD[key]) for key in ALL),
    GroupCase(
        "R1-tunnela-of-a-wild-type",
        RUMMY_21,
        "8H 8H 8H | 2S 3S 4S | 5C 6C 7C | KS KD KC",
        TUNNELA,
        "7H",
        note="as the third pure sequence it exempts the kings; alone the reading makes no difference",
    ),
    GroupCase("R1-dublee-of-a-wild-type", RUMMY_21, "8H 8H |", DUBLEE, "7H"),
    *(GroupCase(f"R2-ace-low-{key}", key, "AH 2H 3H |", PURE) for key in ALL),
    *(GroupCase(f"R2-ace-high-{key}", key, "QH KH AH |", PURE) for key in ALL),
    *(
        GroupCase(
            f"R2-ace-to-ace-{key}",
            key,
            "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH |",
            PURE,
        )
        for key in ALL
        if key != MARRIAGE_21
    ),
    GroupCase(
        "R2-wild-ace-as-another-card",
        GORUMMY_13,
        "5C 6C AH |",
        IMPURE,
        "AS",
        stands=(("AH", "4C 7C"),),
    ),
    *(GroupCase(f"R29-{key}", key, "KH AH 2H |", INVALID, code="wraps") for key in ALL),
    *(
        # The ace wild, and in the books with neighbours the king and the 2 too.
        GroupCase(
            f"R29-ace-turned-{key}",
            key,
            "KH AH 2H |",
            INVALID,
            "AS" if key == VAZHUSHAL_13 else "AH",
            code="wraps",
        )
        for key in ALL
    ),
    *(
        # A wild king could stand for the 3 beside A and 2, but is not allowed to.
        GroupCase(
            f"R29-king-turned-{key}",
            key,
            "KH AH 2H |",
            INVALID,
            "KS" if key == VAZHUSHAL_13 else "KH",
            code="wraps",
        )
        for key in ALL
    ),
    *(
        # A wild 2 could stand for the queen beside K and A, but is not allowed to.
        GroupCase(
            f"R29-two-turned-{key}",
            key,
            "KH AH 2H |",
            INVALID,
            "2S" if key == VAZHUSHAL_13 else "2H",
            code="wraps",
        )
        for key in ALL
    ),
    GroupCase("R3-gorummy-13", GORUMMY_13, "PJ PJ PJ |", INVALID),
    GroupCase("R3-paplu-13", PAPLU_13, "PJ PJ PJ |", INVALID),
    GroupCase("R3-adgaming-13", ADGAMING_13, "PJ PJ PJ |", INVALID),
    GroupCase("R3-vazhushal-13", VAZHUSHAL_13, "PJ PJ PJ | 2D 3D 4D", INVALID),
    GroupCase("R3-octro-13", OCTRO_13, "PJ PJ PJ |", JOKERS),
    GroupCase("R3-rummy-21", RUMMY_21, "PJ PJ PJ |", TUNNELA),
    GroupCase("R55-printed-jokers-are-no-tanala", PAPLU_13, "PJ PJ PJ |", INVALID, players=7),
    GroupCase("R55-natural-tanala", PAPLU_13, "7S 7S 7S |", TUNNELA, turned="7H", players=7),
    *(
        GroupCase(f"R3-one-natural-card-{key}", key, f"5C PJ PJ{_FIRST[key]}", IMPURE)
        for key in _WITH_PRINTED_JOKERS
        if key != OCTRO_13
    ),
    *(GroupCase(f"R4-two-cards-{key}", key, "5H 6H |", INVALID) for key in ALL),
    *(
        GroupCase(
            f"R4-set-of-five-{key}",
            key,
            f"5S 5H 5D 5C PJ{_FIRST[key]}",
            SET if key in _SETS_OF_FIVE else INVALID,
            code=None if key in _SETS_OF_FIVE else "set-too-long",
        )
        for key in _WITH_PRINTED_JOKERS
    ),
    *(
        GroupCase(f"R5-joker-laid-at-a-run-{key}", key, f"9S TS JS PJ{_FIRST[key]}", IMPURE)
        for key in _WITH_PRINTED_JOKERS
    ),
    GroupCase("R24-dublee-of-an-ordinary-joker", MARRIAGE_21, "7S 7S |", DUBLEE, "7H"),
)

HANDS = (
    HandCase(
        "R8-one-card-too-many",
        ADGAMING_13,
        "2H 3H 4H | 5C 6C 7C QD | 5D 5C 5H | 2D 2C 2H | KS",
        "QD",
        laid=0,
        best=0,
        declares=True,
        can=True,
        objective=COMPLETE,
        discard="KS",
        kinds=(PURE, IMPURE, SET, SET, LOOSE),
        size_ok=True,
        why="S4's player 6 after drawing K♠: it is thrown and the hand declares.",
    ),
    HandCase(
        "R8-the-best-of-two-loose-cards",
        ADGAMING_13,
        "3H 4H 5H | 5C 6C 7C QD | 8D 5C | 2D 2C 2H | KS | 9S",
        "QD",
        laid=22,
        best=21,
        can=False,
        discard="KS",
        size_ok=True,
        why="S4's player 3 after drawing 9♠: the king is thrown, 8+5+9 = 22 stay; at best 8+2+2+9 = 21, as X3.",
    ),
    HandCase(
        "R8-nothing-loose-to-throw",
        ADGAMING_13,
        "2H 3H 4H | 5C 6C 7C QD | 5D 5C 5H | 2D 2C 2H 2S",
        "QD",
        laid=0,
        best=0,
        can=True,
        size_ok=True,
        why="Fourteen cards in groups: none is laid aside to be thrown, so this "
        "layout does not declare; with 2♠ laid aside it does.",
    ),
    HandCase(
        "R8-one-card-too-few",
        ADGAMING_13,
        "2H 3H 4H | 5C 6C 7C | 5D 5C 5H | 2D 2C 2H",
        "QD",
        laid=0,
        best=0,
        can=False,
        size_ok=False,
        why="Twelve cards are scored as held, but can't declare a game of 13.",
    ),
    HandCase(
        "R11-never-less-than-2",
        RUMMY_21,
        "2H 3H 4H | 7S 8S 9S | TC JC QC | KH KS KD | 8H 8C 8D 8S | AS AH AC AD | PJ",
        "5D",
        laid=2,
        best=2,
        can=True,
        pack_ok=True,
        why="Only a joker is loose and costs nothing; a loser still pays 2. Added "
        "to a group the joker lets the hand declare.",
    ),
)

# in Vazhushal the turned card may be held: it is the stock's last card
HANDS += (
    HandCase(
        "R56-the-turned-card-held",
        VAZHUSHAL_13,
        "3H 4H 5H | 7S 7H 7D | 9C TC JC QC | AS 2S 3S",
        turned="7S",
        players=3,
        declares=True,
        can=True,
        objective=COMPLETE,
        pack_ok=True,
        why="With one pack the only 7♠ is the turned card, drawn at the end of the stock.",
    ),
    HandCase(
        "R57-seen-by-dublees",
        MARRIAGE_21,
        "2H 2H | 4S 4S | 6D 6D | 8C 8C | TH TH | QS QS | 3C 3C | AS | 5H | 7D | 9S | JD | KC | 5C",
        turned="9H",
        laid=3,
        best=3,
        seen=True,
        why="Who has shown seven dublees has seen the tiplu.",
    ),
)

BONUSES = (
    *(
        BonusCase(f"no-turned-card-{key}", key, None, "7H 8H 9H", 0)
        for key in (RUMMY_21, PAPLU_21, PAPLU_27, MARRIAGE_21)
    ),
    *(
        BonusCase(f"no-value-cards-{key}", key, "8H", "7H 8H 9H", None)
        for key in (GORUMMY_13, OCTRO_13, PAPLU_13, VAZHUSHAL_13, ADGAMING_13)
    ),
)

WILDS = (
    WildCase("R54-cut-joker-rank", RUMMY_21, "8D", "7D 8D 9D 8S 8H 8C"),
    WildCase("R54-printed-joker", RUMMY_21, "PJ", "AS AH AD AC 2S KS"),
    WildCase("R54-value-cards-only", RUMMY_21, "8D", "7D 8D 9D", options=("value-cards-only",)),
    WildCase("R54-printed-joker-value-cards-only", RUMMY_21, "PJ", "AS 2S KS", options=("value-cards-only",)),
)
PACKS = ()
CARD_POINTS = ()
FIGURES = tuple(
    FigureCase(f"R58-{pool}-{field}", ADGAMING_13, field, price, (pool,))
    for pool, middle in (("pool-101", 40), ("pool-201", 50))
    for field, price in (("middle_drop", middle), ("misses", middle))
)
