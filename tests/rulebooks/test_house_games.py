"""Games of other families, each as one rulebook, held against the pages that tell them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rummy_tutor import RULEBOOKS, Hand, Seat, advise, analyse, get_rulebook, settle
from rummy_tutor.distance.distance import find_distance
from rummy_tutor.errors import RuleError
from rummy_tutor.game.cards import PRINTED_JOKER, Card
from rummy_tutor.game.rules import (
    MELDS,
    Aces,
    KnockLimit,
    Measure,
    Melds,
    Needs,
    Objective,
    Pack,
    PickingUp,
    Rest,
    Rulebook,
    Scoring,
    Table,
    Tier,
    ValueCard,
    Wilds,
)
from rummy_tutor.game.table import set_table
from rummy_tutor.records import Round
from rummy_tutor.referee.value_cards import count_bonus
from rummy_tutor.rulebooks.files import dump_rulebook, loads_rulebook
from rummy_tutor.wording.advice_text import explain_pick
from rummy_tutor.wording.describe import describe
from rummy_tutor.wording.explain import explain


def tell_page(book: Rulebook) -> str:
    """The sentences of a rulebook's page."""
    return " ".join(line.text for line in describe(book))


# ---- gin -----------------------------------------------------------------------------------------------------
GIN_WAY = Objective(name="gin", needs=Needs())
KNOCK = Objective(name="knock", needs=Needs(), rest=Rest.ANYTHING, deadwood=10)
# https://whiteknucklecards.com/games/ginrummy.html and most others: up to ten points may be left over
GIN = Rulebook(
    key="gin-knock",
    title="Gin Rummy",
    deal=10,
    table=Table(players=(2, 2), packs=((2, Pack(decks=1, printed_jokers=0)),), turned_drawn_last=True),
    wilds=Wilds(printed=False),
    melds=Melds(aces=Aces.LOW, run_max=13),
    objectives=(GIN_WAY, KNOCK),
    scoring=Scoring(tiers=(Tier(code="deadwood", exempt=MELDS),), ace=1),
)
# http://www.bicyclecards.com/card-games/rule/oklahoma-gin: the upcard is the limit, and with an ace it is gin alone
OKLAHOMA = replace(
    GIN, key="oklahoma", title="Oklahoma Gin",
    objectives=(GIN_WAY, replace(KNOCK, deadwood_by=KnockLimit.TURNED_ACE_GIN)),
)  # fmt: skip
# https://rummyrulebook.com/pages/oklahoma-gin-rummy/: many, not all, play that an ace allows gin alone
OKLAHOMA_ONE = replace(
    OKLAHOMA, key="oklahoma-one", objectives=(GIN_WAY, replace(KNOCK, deadwood_by=KnockLimit.TURNED))
)
TEN = "2S 3S 4S 7H 7D 7C 9H 9D 9C KD"  # ten points left over
FIVE = "2S 3S 4S 7H 7D 7C 9H 9D 9C 5D"
ONE = "2S 3S 4S 7H 7D 7C 9H 9D 9C AD"
NOTHING = "2S 3S 4S 7H 7D 7C 9H 9D 9C 9S"


@pytest.mark.parametrize(
    ("book", "hand", "turned", "objective"),
    [
        (GIN, TEN, None, "knock"),
        (GIN, "2S 3S 4S 7H 7D 7C 9H 9D AC AD", None, None),
        (GIN, NOTHING, None, "gin"),
        (OKLAHOMA, TEN, "QH", "knock"),
        (OKLAHOMA, TEN, "5H", None),
        (OKLAHOMA, FIVE, "5H", "knock"),
        (OKLAHOMA, FIVE, "4H", None),
        (OKLAHOMA, ONE, "AH", None),
        (OKLAHOMA, NOTHING, "AH", "gin"),
        (OKLAHOMA_ONE, ONE, "AH", "knock"),
    ],
)
def test_knocking(book: Rulebook, hand: str, turned: str | None, objective: str | None) -> None:
    """Who has few enough points left over may knock, and the distance is 0 just then."""
    result = analyse(hand, book, turned=turned, players=2)
    assert (result.best.declares, result.best.objective) == (objective is not None, objective)
    far = find_distance(Hand.parse(hand).cards, set_table(book, None if turned is None else Card.parse(turned), 2))
    assert (far.exchanges == 0) is (objective is not None)


def test_how_far_from_knocking() -> None:
    """A nine for the king leaves five points; with an ace turned up the last card must be melded too."""
    cards = Hand.parse("2S 3S 4S 7H 7D 7C 9H 9D 5C KD").cards
    far = find_distance(cards, set_table(OKLAHOMA, Card.parse("5H"), 2))
    assert far.exchanges == 1 and far.objective == "knock"
    assert find_distance(cards, set_table(OKLAHOMA, Card.parse("AH"), 2)).exchanges == 2
    cards = Hand.parse("2S 3S 4S 7H 7D 7C QD KS JH TC").cards
    assert find_distance(cards, set_table(GIN, None, 2)).exchanges == 2


def test_with_a_card_too_many_the_dearest_is_thrown() -> None:
    """Eleven cards: the king goes, and five points are left."""
    result = analyse(f"{FIVE} KS", OKLAHOMA, turned="5H", players=2)
    assert (result.best.points, str(result.best.discard), result.best.objective) == (5, "KS", "knock")


def test_knocking_in_words() -> None:
    """The page tells the limit and what lowers it, the verdict why the hand declares; a file holds both."""
    page = tell_page(OKLAHOMA)
    assert "The cards that lie in no meld may be worth 10 points at most." in page
    assert "if that is an ace, every card must lie in a meld" in page
    result = analyse("2S 3S 4S | 7H 7D 7C | 9H 9D 9C | 5D", OKLAHOMA, turned="5H", players=2)
    told = [explain(reason, OKLAHOMA) for reason in result.arranged.reasons]
    assert "These cards can declare: those in no meld are worth few enough points." in told
    for book in (GIN, OKLAHOMA, OKLAHOMA_ONE):
        assert loads_rulebook(dump_rulebook(book)) == book


@pytest.mark.parametrize(("card", "allowed"), [("PJ", False), ("5H", True), ("9C", True)])
def test_no_printed_joker_from_the_open_pile(card: str, allowed: bool) -> None:
    """A printed joker may not be taken, a card that the turned one makes wild may."""
    book = RULEBOOKS["gorummy-13"]
    settlement = replace(book.settlement, pick_up=PickingUp.NO_PRINTED_JOKER)
    book = replace(book, key="no-printed-joker", settlement=settlement)
    advice = advise("2S 3S 4S 5S 7H 7D 7C 9H 9D 9S QD KD JC", book, turned="5D", players=2, open_card=card)
    assert advice.pick.allowed is allowed


SEEING = "2H 3H 4H 7S 8S 9S TC JC QC AS 5S 9C JD KH 3S 7D 2C 6D 8H TD 4S"
NOT_SEEN = "2H 4H 6H 8S TS QS AC 3C 5C 7C 9C KD JD 2D 4D 6D 8D TD AS 3S 5S"


@pytest.mark.parametrize(
    ("hand", "card", "allowed", "rule", "told"),
    [
        (NOT_SEEN, "9H", False, "once-seen", "nobody can have shown enough to see the turned card"),
        (SEEING, "9H", None, "stock-first", "The first card that a player draws comes from the stock."),
        (SEEING, "5H", False, "no-wild-once-seen", "may not take a wild card"),
    ],
)
def test_several_rules_on_the_open_card(hand: str, card: str, allowed: bool | None, rule: str, told: str) -> None:
    """Before one has seen nothing may be taken, in the first turn nothing at all, and then no wild card."""
    book = RULEBOOKS["marriage-21"]
    bars = (PickingUp.STOCK_FIRST, PickingUp.ONCE_SEEN, PickingUp.NO_WILD_ONCE_SEEN, PickingUp.FREE)
    book = replace(book, key="nepali", settlement=replace(book.settlement, pick_up=bars))
    assert book.settlement.bars == (PickingUp.NO_WILD_ONCE_SEEN, PickingUp.ONCE_SEEN, PickingUp.STOCK_FIRST)
    advice = advise(hand, book, turned="5D", players=3, open_card=card, ask=())
    assert (advice.pick.allowed, advice.pick.rule) == (allowed, rule)
    assert told in " ".join(explain_pick(advice.pick, advice))


def test_rules_on_picking_up_go_together_or_are_refused() -> None:
    """One rule alone is no list, seeing needs a hidden card, and of any card no rule speaks but these two."""
    book = RULEBOOKS["marriage-21"]
    alone = replace(book.settlement, pick_up=(PickingUp.ONCE_SEEN,))
    assert alone == replace(book.settlement, pick_up=PickingUp.ONCE_SEEN) and alone.bars == (PickingUp.ONCE_SEEN,)
    assert replace(book.settlement, pick_up=()).pick_up is PickingUp.FREE
    for base, bars in (
        ("gorummy-13", (PickingUp.ONCE_SEEN,)),
        ("vazhushal-13", (PickingUp.ANY_IF_LOWEST_MELDED, PickingUp.NO_PRINTED_JOKER)),
    ):
        book = RULEBOOKS[base]
        with pytest.raises(RuleError, match="settlement.pick_up"):
            replace(book, key="ours", settlement=replace(book.settlement, pick_up=bars))
    any_card = (PickingUp.STOCK_FIRST, PickingUp.ANY_IF_LOWEST_MELDED)
    assert replace(book, key="ours", settlement=replace(book.settlement, pick_up=any_card)).settlement.bars == any_card


# ---- Marriage with as many players as may see by dublees ------------------------------------------------------
def test_dublees_show_the_turned_card_only_with_four_players() -> None:
    """Seven dublees see with four players and not with three; eight declare with four alone."""
    book = RULEBOOKS["marriage-21"]
    ways = tuple(replace(way, players_from=4) if way.needs.dublees else way for way in book.objectives)
    tiers = tuple(replace(tier, players_from=4) if tier.needs.dublees else tier for tier in book.scoring.tiers)
    book = replace(book, key="dublees-from-four", objectives=ways, scoring=replace(book.scoring, tiers=tiers))
    seven = "2S 2S 5S 5S 8S 8S JS JS 3H 3H 6H 6H 9H 9H KD 4C 7C TC QC 2D 5C"
    assert [analyse(seven, book, turned="AC", players=n).best.seen for n in (3, 4)] == [False, True]
    eight = "2S 2S 5S 5S 8S 8S JS JS 3H 3H 6H 6H 9H 9H KD KD 7C TC QC 2D 5C"
    assert [analyse(eight, book, turned="AC", players=n).best.declares for n in (3, 4)] == [False, True]
    page = tell_page(book)
    assert "This way is open only with 4 or more players." in page and "This holds only with 4 or more players." in page
    assert loads_rulebook(dump_rulebook(book)) == book


# https://github.com/timecapsulellc/clubroyale-/blob/main/docs/MARRIAGE_QUICK_REFERENCE.md: tiplu 3, poplu and jhiplu 2,
# alter 5, and two to six players
ALTER = replace(
    RULEBOOKS["marriage-21"],
    key="alter",
    table=Table(players=(2, 6), packs=((6, Pack(decks=3, printed_jokers=0)),)),
    bonus=replace(
        RULEBOOKS["marriage-21"].bonus,
        cards=(
            *RULEBOOKS["marriage-21"].bonus.cards,
            ValueCard(name="alter", offset=0, points=(5, 10, 15), other_suit=True),
        ),
    ),
)


@pytest.mark.parametrize(
    ("cards", "turned", "points"),
    [
        ("7D", "7H", 5),
        ("7D 7D", "7H", 10),
        ("7S", "7H", 0),
        ("7C", "7S", 5),
        ("7H 8H 6H", "7H", 10),
        ("7H 8H 6H 7D", "7H", 15),
        ("7D 8H 6H", "7H", 9),
    ],
)
def test_the_other_card_of_rank_and_colour(cards: str, turned: str, points: int) -> None:
    """The alter earns five and is no part of a marriage, which stays 10."""
    deal = set_table(ALTER, Card.parse(turned), 6)
    assert count_bonus(Hand.parse(cards).cards, deal) == points
    assert "rank in the other suit of its colour" in tell_page(ALTER)
    assert loads_rulebook(dump_rulebook(ALTER, "marriage-21")) == ALTER


MAN = replace(
    RULEBOOKS["marriage-21"],
    key="man",
    table=Table(players=(2, 5), packs=((5, Pack(decks=3, printed_jokers=3)),)),
    bonus=replace(
        RULEBOOKS["marriage-21"].bonus,
        cards=(
            *RULEBOOKS["marriage-21"].bonus.cards,
            ValueCard(name="man", card=PRINTED_JOKER, points=(2, 5, 10)),
        ),
    ),
)


@pytest.mark.parametrize(
    ("cards", "points"), [("PJ", 2), ("PJ PJ", 5), ("PJ PJ PJ", 10), ("PJ 7H", 5), ("PJ 7H 8H 6H", 12), ("8S", 0)]
)
def test_a_printed_joker_is_a_value_card(cards: str, points: int) -> None:
    """The man earns 2, 5 or 10 whatever card is turned up, beside tiplu, poplu and jhiplu."""
    deal = set_table(MAN, Card.parse("7H"), 4)
    assert count_bonus(Hand.parse(cards).cards, deal) == points
    assert "This is a printed joker, whatever card is turned up." in tell_page(MAN)
    assert loads_rulebook(dump_rulebook(MAN, "marriage-21")) == MAN


def test_a_value_card_is_counted_from_the_turned_card_or_is_the_printed_joker() -> None:
    """Any other card might be one that is counted from the turned card, and cannot be named."""
    with pytest.raises(RuleError, match="bonus.cards.man.card"):
        with_cards(Card.parse("2S"))
    with pytest.raises(RuleError, match="the same card as 'man'"):
        with_cards(PRINTED_JOKER, PRINTED_JOKER)


def with_cards(*cards: Card) -> Rulebook:
    """The game with some cards as its value cards."""
    values = tuple(ValueCard(name=("man", "other")[at], card=card, points=(2,)) for at, card in enumerate(cards))
    return replace(MAN, bonus=replace(MAN.bonus, cards=values))


# ---- matches --------------------------------------------------------------------------------------------------
def test_drops_are_priced_in_best_of_two() -> None:
    """Where a house prices drops in a match of two rounds, who leaves pays the price to the winner."""
    book = get_rulebook("adgaming-13", ["best-of-2"])
    book = replace(book, key="best-of-two", penalties=replace(book.penalties, first_drop=20, middle_drop=40))
    endings = {"A": "declared", "B": "first-drop", "C": "middle-drop", "D": "left-table"}
    seats = [Seat(name=name, ending=ending) for name, ending in endings.items()]
    result = settle(book, seats)
    assert [result[name].net for name in endings] == [100, -20, -40, -40]


# ---- melds worth points ---------------------------------------------------------------------------------------
# https://zoboko.com/text/qn045jqw/card-play-the-rules-to-30-popular-card-games/25: an ace 15 with kings, in a set or
# in the hand, 1 beside the 2; court cards 10. Others give the low ace 5 and the cards from 2 to 9 five points each.
FIVE_HUNDRED = Rulebook(
    key="rummy-500",
    title="Rummy 500",
    deal=13,
    table=Table(players=(2, 2), packs=((2, Pack(decks=1, printed_jokers=0)),)),
    wilds=Wilds(printed=False, exposed=False),
    melds=Melds(),
    objectives=(Objective(name="out", needs=Needs()),),
    scoring=Scoring(measure=Measure.MELDED_MINUS_LOOSE, tiers=(Tier(code="melded", exempt=MELDS),), ace=15, ace_low=1),
)
BY_FIVES = replace(
    FIVE_HUNDRED,
    key="rummy-500-fives",
    scoring=replace(FIVE_HUNDRED.scoring, ace_low=5, ranks=(5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10)),
)


@pytest.mark.parametrize(
    ("book", "hand", "score"),
    [
        (FIVE_HUNDRED, "AS 2S 3S |", 1 + 2 + 3),
        (FIVE_HUNDRED, "QS KS AS |", 35),
        (FIVE_HUNDRED, "AS AH AD |", 45),
        (FIVE_HUNDRED, "AS 2S 3S | KH", 6 - 10),
        (FIVE_HUNDRED, "AS | 2S | KH", -27),
        (FIVE_HUNDRED, "AS 2S 3S | AH AD KD", 6 - 40),
        (BY_FIVES, "AS 2S 3S |", 15),
        (BY_FIVES, "7S 8S 9S TS |", 25),
        (BY_FIVES, "QS KS AS | 4H", 30),
    ],
)
def test_melds_are_worth_points_by_rank_and_place(book: Rulebook, hand: str, score: int) -> None:
    """What is melded counts for the player, what is left against him, and the low ace less than others."""
    assert analyse(hand, book, players=2).arranged.score == score


def test_the_ace_goes_where_it_is_worth_most() -> None:
    """Three aces and Q K, 2 3 of spades: one set of aces would waste the runs; the best leaves nothing loose."""
    best = analyse("AS 2S 3S QS KS AH AD", FIVE_HUNDRED, players=2).best
    assert best.score == 45 - 2 - 3 - 10 - 10
    best = analyse("AS 2S 3S QS KS", FIVE_HUNDRED, players=2).best
    assert best.score == 35 - 5
    assert sorted(map(str, best.loose)) == ["2S", "3S"]


def test_points_by_rank_and_place_in_words() -> None:
    """The page names each figure, and a file holds them."""
    assert "In a sequence an ace followed by the 2 is worth 1 point." in tell_page(FIVE_HUNDRED)
    assert "in order: 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10." in tell_page(BY_FIVES)
    for book in (FIVE_HUNDRED, BY_FIVES):
        assert loads_rulebook(dump_rulebook(book)) == book


# ---- a wrong declaration that ends the round (R59) --------------------------------------------------------------
def end_wrong(*endings: str, **given: object) -> Round:
    """A round of AD Gaming's players A, B … that a wrong declaration ended."""
    seats = [Seat(name=name, ending=ending) for name, ending in zip("ABCD", endings, strict=False)]
    return settle("adgaming-13", seats, options=["wrong-declaration-ends"], end="wrong-declaration", **given)


def test_a_wrong_declaration_ends_the_round_by_a_house_rule() -> None:
    """The declarer pays 80, who dropped before pays nothing, and nobody wins."""
    result = end_wrong("wrong-declaration", "playing", "first-drop")
    assert [row.net for row in result.rows] == [-80, 0, 0] and result.winners == ()
    assert [note.code for note in result.notes] == ["wrong-declaration-ended"]
    assert result.explain() == (
        "The wrong declaration ended the round. The player who made it pays, nobody else pays, and nobody wins. [R59]",
        "A adds 80 points to the score for a wrong declaration. [S4, R59]",
    )
    assert "With three or more players it ends the round" in tell_page(result.rulebook)


def test_after_a_wrong_declaration_the_others_play_on() -> None:
    """Without the house rule one of the others wins, and page and ledger cite the ruling besides the price's source."""
    seats = [Seat(name="A", ending="wrong-declaration"), Seat(name="B", ending="declared")]
    for others in ([], [Seat(name="C", ending="lost", points=20)]):
        entry = settle("adgaming-13", [*seats, *others]).entries[0]
        assert str(entry) == "A pays 80 points to B for a wrong declaration. [S4, R59]"
    told = "With two players the other one wins at once. With more, the others play on."
    assert told in tell_page(RULEBOOKS["adgaming-13"]) and "play on" not in tell_page(RULEBOOKS["gorummy-13"])


@pytest.mark.parametrize(
    ("endings", "given", "code"),
    [
        (("wrong-declaration", "playing"), {}, "no-wrong-end"),
        (("playing", "playing", "first-drop"), {}, "no-wrong-end"),
        (("wrong-declaration", "wrong-declaration", "playing"), {}, "no-wrong-end"),
        (("wrong-declaration", "lost", "playing"), {}, "bad-ending"),
        (("wrong-declaration", "playing", "playing"), {"point_value": 2}, "no-money"),
    ],
)
def test_what_cannot_end_by_a_wrong_declaration(endings: tuple[str, ...], given: dict, code: str) -> None:
    """Two players, nobody or two who declared wrongly, somebody who lost, and money for points are refused."""
    with pytest.raises(RuleError) as caught:
        end_wrong(*endings, **given)
    assert caught.value.code == code
    with pytest.raises(RuleError) as caught:
        settle("adgaming-13", [Seat(name=name, ending="playing") for name in "ABC"], end="wrong-declaration")
    assert caught.value.code == "no-wrong-end"


# ---- a better game -----------------------------------------------------------------------------------------------
def test_a_better_game_doubles_the_round() -> None:
    """Marriage won with seven pure melds counts twice: points and maal."""
    book = RULEBOOKS["marriage-21"]
    better = Objective(name="better", needs=Needs(pure=7), factor=2)
    book = replace(book, key="better-game", objectives=(*book.objectives, better))
    pure = "2S 3S 4S | 5S 6S 7S | 8H 9H TH | 2D 3D 4D | 5D 6D 7D | JC QC KC | TD TD TD"
    mixed = "2S 3S 4S | 5S 6S 7S | 8H 9H TH | 2D 3D 4D | 5D 6D 7D | JC QC KC | 5H 5C 5D"
    for hand, factor in ((pure, 2), (mixed, 1)):
        seats = [
            Seat(name="A", ending="declared", hand=hand),
            Seat(name="B", ending="lost", seen=True, value_cards="9S"),
            Seat(name="C", ending="lost", seen=False),
        ]
        result = settle(book, seats, turned="9S")
        assert [row.net for row in result.rows] == [factor * (3 + 10 - 3), factor * (-3 + 6), factor * (-10 - 3)]
    told = settle(book, [Seat(name="A", ending="declared", objective="better"), *seats[1:]], turned="9S").explain()
    assert "B pays 3 points more to A: the round was won in a way that counts 2 times. [S3]" in told
    assert "Everything paid in a round that is won this way counts 2 times." in tell_page(book)
    assert loads_rulebook(dump_rulebook(book)) == book
