"""House rules of real tables, each as a rulebook of one value: what is a meld there, and what the page says of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from rummy_tutor import RULEBOOKS, Hand, analyse, get_rulebook
from rummy_tutor.game.cards import Card
from rummy_tutor.game.rules import Aces, PickingUp, Rulebook, WildRanks
from rummy_tutor.game.table import set_table
from rummy_tutor.referee.melds import explain_invalid, read_group
from rummy_tutor.rulebooks.files import dump_rulebook, loads_rulebook
from rummy_tutor.rulebooks.find import differences
from rummy_tutor.wording.describe import describe
from rummy_tutor.wording.explain import explain

HOW_TO = (Path(__file__).parents[2] / "notebooks" / "how_to.md").read_text(encoding="utf-8")
# the rows of the how-to's table: a house rule, the rulebook it changes, and what a file says
NEPALI = (PickingUp.NO_WILD_ONCE_SEEN, PickingUp.ONCE_SEEN, PickingUp.STOCK_FIRST)
LISTED = [
    row.strip("| ").split(" | ")
    for row in HOW_TO.partition("| house rule |")[2].partition("\n## ")[0].splitlines()[2:]
    if row
]


def house(key: str, base: str, **parts: object) -> Rulebook:
    """A published rulebook with some fields of some parts changed."""
    book = RULEBOOKS[base]
    changed = {
        name: replace(getattr(book, name), **value) if isinstance(value, dict) else value
        for name, value in parts.items()
    }
    return replace(book, key=key, title=key.capitalize(), **changed)


@dataclass(frozen=True, kw_only=True)
class House:
    """A house rule.

    Attributes:
        book: the value that says it.
        differs: the fields in which it differs from its base.
        told: part of a sentence of its page.
        groups: groups of cards and what they are, ``"invalid"`` for no meld.
        loses: hands in groups, and the points they cost as laid and at best.
        turned: the card turned up.
        players: how many play.
        source: a page that has the rule.
    """

    book: Rulebook
    differs: tuple[str, ...]
    told: str
    groups: dict[str, str] = field(default_factory=dict)
    loses: dict[str, tuple[int, int]] = field(default_factory=dict)
    turned: str = "5D"
    players: int = 4
    source: str = ""


HOUSES = (
    House(
        book=house("round-the-corner", "gorummy-13", melds={"aces": Aces.ROUND}),
        differs=("melds.aces",),
        told="K-A-2 is a sequence",
        groups={
            "KS AS 2S": "pure-sequence",
            "QS KS AS 2S 3S": "pure-sequence",
            "KS PJ 2S": "impure-sequence",
            "PJ AS 2S 3S": "impure-sequence",
            "KS AS 3S": "invalid",
        },
        source="https://www.adda52.com/blog/ace-in-rummy-high-or-low/",
    ),
    House(
        book=house("ace-high", "gorummy-13", melds={"aces": Aces.HIGH}),
        differs=("melds.aces",),
        told="An ace goes after the king only",
        groups={"QS KS AS": "pure-sequence", "AS 2S 3S": "invalid", "KS AS 2S": "invalid", "JS QS AS": "invalid"},
    ),
    House(
        book=house("jokers-alone", "gorummy-13", melds={"joker_sets": True}),
        differs=("melds.joker_sets",),
        told="Three or more jokers alone are a set",
        groups={"PJ PJ PJ": "set", "PJ PJ PJ PJ": "set", "PJ PJ PJ PJ PJ": "invalid", "PJ PJ": "invalid"},
    ),
    House(
        book=house("one-joker-to-three-cards", "gorummy-13", melds={"naturals_per_wild": 2}),
        differs=("melds.naturals_per_wild",),
        told="Each joker needs 2 cards in its group that stand for themselves",
        groups={
            "7S 8S PJ": "impure-sequence",
            "7S PJ PJ": "invalid",
            "7S 8S 9S PJ PJ": "invalid",
            "7S 8S 9S TS PJ PJ": "impure-sequence",
            "7S 7H PJ": "set",
            "7S 7H PJ PJ": "invalid",
            "4D 5D PJ": "impure-sequence",
        },
    ),
    House(
        book=house("joker-beside-two", "gorummy-13", melds={"naturals": 2}),
        differs=("melds.naturals",),
        told="A joker goes only beside 2 or more cards that stand for themselves",
        groups={"7S PJ PJ": "invalid", "7S PJ PJ TS": "impure-sequence", "7S 7H PJ PJ": "set", "8H PJ PJ": "invalid"},
    ),
    House(
        book=house("wild-never-itself", "gorummy-13", wilds={"as_itself": False}),
        differs=("wilds.as_itself",),
        told="A wild card never stands for itself: in a sequence or set it is always a joker.",
        groups={
            "PJ PJ 5C": "invalid",
            "4S 5S 6S": "impure-sequence",
            "5C 5D PJ": "invalid",
            "7S 5S 5S": "impure-sequence",
            "8S 8H 5D": "set",
            "4S 5S 6S 7S": "impure-sequence",
        },
    ),
    House(
        book=house("sequences-of-four", "gorummy-13", melds={"run_min": 4}),
        differs=("melds.run_min",),
        told="A sequence has 4 or more cards of one suit in order.",
        groups={
            "7S 8S 9S": "invalid",
            "7S 8S 9S TS": "pure-sequence",
            "7S 8S PJ": "invalid",
            "7S 8S PJ TS": "impure-sequence",
            "7S 7H 7D": "set",
        },
        source="http://prezentnaslub.info/shanghai-rummy-card-game/",
    ),
    House(
        book=house("sets-of-four", "gorummy-13", melds={"set_min": 4}),
        differs=("melds.set_min",),
        told="A set has exactly 4 cards of one rank.",
        groups={"7S 7H 7D": "invalid", "7S 7H 7D PJ": "set", "7S 8S 9S": "pure-sequence", "7S 7H PJ": "invalid"},
    ),
    House(
        book=house("dublees-of-a-rank", "rummy-21", melds={"dublee_ranks": True}),
        differs=("melds.dublee_ranks",),
        told="A dublee is two cards of one rank, each standing for itself",
        groups={"7S 7H": "dublee", "7S 7S": "dublee", "PJ PJ": "dublee", "7S 8S": "invalid", "7S PJ": "invalid"},
    ),
    House(
        book=house("dublees-with-a-joker", "rummy-21", melds={"dublee_jokers": True}),
        differs=("melds.dublee_jokers",),
        told="two identical cards, or one card and a joker that stands for the other",
        groups={"7S PJ": "dublee", "7S 5D": "dublee", "5D PJ": "dublee", "7S 7H": "invalid"},
    ),
    House(
        book=house("octro-later", "octro-13", melds={"tunnela_from": 4, "tunnela_counts_pure": True}),
        differs=("melds.tunnela_from", "melds.tunnela_counts_pure"),
        told="It is a meld only with 4 or more players. It counts as a pure sequence",
        groups={"9S 9S 9S": "tunnela", "JH JH JH": "tunnela", "9S 9S PJ": "invalid", "KS AS 2S": "invalid"},
        source="http://www.octrorummy.com/aboutus.html",
    ),
    House(
        book=house("no-printed-joker-from-the-pile", "gorummy-13", settlement={"pick_up": PickingUp.NO_PRINTED_JOKER}),
        differs=("settlement.pick_up",),
        told="A player may take the top card, but never a printed joker",
    ),
    House(
        book=house("nepali-drawing", "marriage-21", settlement={"pick_up": NEPALI}),
        differs=("settlement.pick_up",),
        told="who has not seen the turned card may take no card from the discards. The first card that a player draws",
        source="https://github.com/timecapsulellc/clubroyale-/blob/main/docs/MARRIAGE_FAQ.md",
    ),
    House(
        book=house("melds-of-four", "marriage-21", melds={"run_max": 4, "set_max": 4}),
        differs=("melds.run_max", "melds.set_max"),
        told="3 to 4 cards of one suit",
        groups={"7S 8S 9S TS": "pure-sequence", "7S 7H 7D 7C": "set", "7S 8S 9S TS JS": "invalid"},
    ),
    House(
        book=house("same-colour", "vazhushal-13", wilds={"ranks": WildRanks.SAME_COLOUR}),
        differs=("wilds.ranks",),
        told="rank and colour are wild",
        groups={"9S TS 5H": "impure-sequence", "9S TS 5D": "impure-sequence", "9S TS 5C": "invalid"},
    ),
    House(
        book=house("wild-at-face", "gorummy-13", scoring={"wild_at_face": True}),
        differs=("scoring.wild_at_face",),
        told="A wild card left over costs the points of its own card. A printed joker left over costs nothing",
        turned="9D",
        loses={
            "2H 3H 4H | KD KC KS | 9S": (39, 39),
            "2H 3H 4H | 6S 7S PJ | KD QC | 9S": (29, 20),
            "2H | 4H | 6S | 8S | 3C | 5S | AD | 3D | 5D | 7H | 9S | 9C | PJ": (71, 71),
        },
    ),
    House(
        book=house("wild-at-face-dearest-laid", "rummy-21", scoring={"wild_at_face": True, "loose_wild": 15}),
        differs=("scoring.loose_wild", "scoring.wild_at_face"),
        told="A printed joker left over costs 15 points",
        turned="8D",
        loses={
            "2H 3H 4H | 5C 6C 7C | TS JS QS | KH KC KD 7D | 9D": (9, 7),
            "2H 3H 4H | 5C 6C 7C | TS JS QS | KH KC KD 9D | PJ": (15, 9),
        },
    ),
)  # fmt: skip
IDS = [one.book.key for one in HOUSES]


@pytest.mark.parametrize("one", HOUSES, ids=IDS)
def test_a_house_rule_is_one_value(one: House) -> None:
    """It differs from the published rulebook in its own fields alone, its page says so, and it may stand in a file."""
    base = min(RULEBOOKS.values(), key=lambda book: len(differences(book, one.book)))
    assert differences(base, one.book) == one.differs
    lines = [line.text for line in describe(one.book)]
    assert any(one.told in line for line in lines), lines
    assert loads_rulebook(dump_rulebook(one.book)) == one.book


@pytest.mark.parametrize("one", HOUSES, ids=IDS)
def test_a_house_rule_judges_groups(one: House) -> None:
    """Each group is what the rule says, and a group that is no meld has a reason with a sentence."""
    deal = set_table(one.book, Card.parse(one.turned), one.players)
    for text, kind in one.groups.items():
        cards = Hand.parse(text).cards
        readings = read_group(cards, deal)
        assert (readings[0].kind.value if readings else "invalid") == kind, text
        if not readings:
            reasons = explain_invalid(cards, deal)
            told = [explain(reason, one.book) for reason in reasons]
            assert told and not any(sentence.startswith("The rulebook has its own reason") for sentence in told)


@pytest.mark.parametrize("one", [one for one in HOUSES if one.loses], ids=lambda one: one.book.key)
def test_a_house_rule_counts_hands(one: House) -> None:
    """Each hand costs as laid, and at its best, what the rule says."""
    for text, (laid, best) in one.loses.items():
        result = analyse(text, one.book, turned=one.turned, players=one.players)
        assert (result.arranged.points, result.best.points) == (laid, best), text


@pytest.mark.parametrize("row", LISTED, ids=lambda row: row[0])
def test_each_house_rule_of_the_how_to_is_a_file(row: list[str]) -> None:
    """What the table has a file say can be read, and changes the fields that it names and no others."""
    _, bases, said = row
    lines = re.findall(r"`([^`]+)`", said)
    options = [name for line in lines if line.startswith("options") for name in re.findall(r'"([^"]+)"', line)]
    named = {line.partition(" = ")[0] for line in lines if not line.startswith("options")}
    for key in RULEBOOKS if bases == "any" else [bases.strip("`")]:
        text = "\n".join([f'base = "{key}"', 'key = "house"', 'title = "House"', *lines])
        book = loads_rulebook(text)
        assert set(differences(get_rulebook(key, options), book)) <= named, text
        assert book.options == tuple(options) and loads_rulebook(dump_rulebook(book)) == book
        if bases != "any":
            assert set(differences(get_rulebook(key, options), book)) == named, text
    assert len(LISTED) >= 28


@pytest.mark.parametrize("path", sorted((Path(__file__).parents[2] / "notebooks" / "house_rules").glob("*.toml")))
def test_each_rulebook_file_of_another_game_is_read_and_named(path: Path) -> None:
    """A file has the name of its key, says what it is, and the how-to names it."""
    book = loads_rulebook(path.read_text(encoding="utf-8"))
    assert book.key == path.stem and path.read_text(encoding="utf-8").startswith("# ")
    assert f"house_rules/{path.name}" in HOW_TO


def test_the_rulebook_file_of_the_how_to_is_read() -> None:
    """The example is a file: its two fields differ from the rulebook that it names."""
    book = loads_rulebook(HOW_TO.partition("```toml\n")[2].partition("```")[0])
    assert differences("gorummy-13", book) == ("melds.aces", "scoring.cap")
