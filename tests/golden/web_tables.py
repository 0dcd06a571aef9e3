"""Rules that tables have, from public pages and programs' own tests, each with its address.

Pools of another limit, players of different stakes, value cards and tunnelas of Nepali tables, wild cards that never
stand for themselves, what leaving costs, and gin.
"""

from __future__ import annotations

from pathlib import Path

from rummy_tutor import Rulebook, get_rulebook
from rummy_tutor.rulebooks.files import make_rulebook

from .web_rounds import GITHUB

SCORER = GITHUB + "adityabondada/rummyscorer/blob/2062103f5bdf6121079bfcf811b63dbb751f1ebe/engine/src/{}.test.ts"
RAISE = "https://www.rummycircle.com/help/raise-rummy/format.html"
CLUB = GITHUB + "timecapsulellc/clubroyale-/blob/2b51a672afe2e3cb3bce078cfe6d3b3f381c5c17/{}"
FULL_COUNT = "https://rummyera.com/points-rummy"


def table(base: str, **rules: object) -> Rulebook:
    """A table's rules as a file would have them."""
    return make_rulebook({"base": base, "key": "table", "title": "A table", **rules})


# out only once the score goes past 50, so at 51; 10 to take part
POOL = table("adgaming-13", settlement={"pool": {"limit": 51}, "winner_takes": False})
# rounds, totals, who is out, the places, and what the first player wins or loses
POOLS = (
    ("rounds", ({"A": 0, "B": 50, "C": 51},), {"A": 0, "B": 50, "C": 51}, ("C",), {"A": 1, "B": 2, "C": 3}, None),
    (
        "rounds",
        ({"A": 0, "B": 51, "C": 20}, {"A": 0, "C": 31}),
        {"A": 0, "B": 51, "C": 51},
        ("B", "C"),
        {"A": 1, "C": 2, "B": 3},
        20,
    ),
    (
        "settlement",
        ({"A": 0, "B": 51, "C": 20, "D": 30}, {"A": 0, "C": 31, "D": 10}, {"A": 0, "D": 11}),
        {"A": 0, "B": 51, "C": 51, "D": 51},
        ("B", "C", "D"),
        {"A": 1, "D": 2, "C": 3, "B": 4},
        30,
    ),
    (
        "settlement",
        ({"A": 0, "B": 55, "C": 55, "D": 10}, {"A": 0, "D": 45}),
        {"A": 0, "B": 55, "C": 55, "D": 55},
        ("B", "C", "D"),
        {"A": 1, "D": 2, "B": 3, "C": 3},
        30,
    ),
)

# tiplu 3, poplu and jhiplu 2, alter 5, man 2; one marriage 10, two 30; tunnelas 5, 15, 25
NEPALI = get_rulebook(Path(__file__).parents[2] / "notebooks" / "house_rules" / "nepali-21.toml")
# cards held with the eight of diamonds turned up, and what they earn
MAAL = (
    ("docs/MARRIAGE_QUICK_REFERENCE.md", "8D", 3),
    ("docs/MARRIAGE_QUICK_REFERENCE.md", "9D", 2),
    ("docs/MARRIAGE_QUICK_REFERENCE.md", "7D", 2),
    ("docs/MARRIAGE_QUICK_REFERENCE.md", "8H", 5),
    ("docs/MARRIAGE_QUICK_REFERENCE.md", "PJ", 2),
    ("test/games/marriage/maal_scoring_test.dart", "8D 9D 8H 2H", 3 + 2 + 5),
    ("lib/games/marriage/marriage_maal_calculator.dart", "8D 8D 9D 9D 8H 8H PJ PJ", 6 + 4 + 10 + 4),  # card by card
    ("test/games/marriage/maal_calculator_test.dart", "7D 8D 9D", 10),
    ("test/games/marriage/maal_calculator_test.dart", "7D 8D 9D 7D 8D 9D", 30),
    ("test/games/marriage/tunnella_validator_test.dart", "2C 2C 2C", 5),
    ("test/games/marriage/tunnella_validator_test.dart", "2C 2C 2C 5H 5H 5H", 15),
    ("test/games/marriage/tunnella_validator_test.dart", "2C 2C 2C 5H 5H 5H JS JS JS", 25),
)

# bhidne: totals of one, two and three; cards held with the eight of hearts turned up (its tests of scoring)
BHIDNE = table(
    "marriage-21",
    table={"packs": [[5, {"decks": 3, "printed_jokers": 3}]]},
    wilds={"printed": True},
    bonus={
        "cards": [
            {"name": "tiplu", "offset": 0, "points": [3, 8, 15]},
            {"name": "poplu", "offset": 1, "points": [2, 5, 10]},
            {"name": "jhiplu", "offset": -1, "points": [2, 5, 10]},
            {"name": "man", "card": "PJ", "points": [2, 5, 10]},
        ],
        "marriage": [10, 25, 50],
    },
)
TOTALS = (
    ("8H", "7H 7H 8H 8H 9H 9H PJ", 25 + 2),
    ("8H", "7H 7H 7H", 10),
    ("AH", "KH AH 2H AS", 10),
)

# "How to Use Rummy", the page of a package: a set needs one card that is no wild one, a sequence two, a pure one all
PACKAGE = table("gorummy-13", wilds={"as_itself": False})
GROUPS = (  # with sevens wild
    ("PJ PJ 7C", "invalid"),
    ("7C 7D 7H", "invalid"),
    ("6C 7C 8C", "impure-sequence"),
    ("5C 6C 7D", "impure-sequence"),
    ("KC KD 7D", "set"),
    ("KC KD PJ", "set"),
    ("QC KC AC", "pure-sequence"),
)
