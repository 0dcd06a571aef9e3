"""Exact for any rulebook its records allow: random ones against every partition, a model, easier rules, exchanges."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rummy_tutor import RULEBOOKS, Card, Hand, get_rulebook
from rummy_tutor.distance.distance import find_distance
from rummy_tutor.game.rules import (
    MELDS,
    JokerGroups,
    Kind,
    Knock,
    Needs,
    Objective,
    Pack,
    Rest,
    Rulebook,
    Tier,
    WildRanks,
)
from rummy_tutor.game.table import set_table
from rummy_tutor.referee.scoring import score_arrangement
from rummy_tutor.solver.all_best import find_optima
from rummy_tutor.solver.best import find_best
from tests.oracle.any_rulebook import all_best_disagreements, best_disagreements, try_rulebooks


@pytest.mark.parametrize(
    ("ask", "rulebooks"),
    [
        ("points", 200),
        ("model", 200),
        ("relaxing", 200),
        ("all-best", 200),
        ("distance", 100),
        ("whole-pack", 12),
        ("zero", 25),
        ("wild", 120),
        ("discards", 120),
        ("knock", 200),
        ("bonus", 300),
        ("leaving", 100),
    ],
)
def test_random_rulebooks_are_judged_exactly(ask: str, rulebooks: int) -> None:
    """No partition, model, easier rule or exchange contradicts what the engine says under a random rulebook."""
    undecided = 0
    for tried in try_rulebooks(ask, rulebooks, seed=1):
        assert not tried.wrong, (tried.wrong, tried.line)
        undecided += tried.undecided
    assert undecided * 4 <= rulebooks, "the model proves nothing where it runs out of work"


def test_a_card_between_jokers_is_worth_the_highest_run_it_reaches() -> None:
    """Vazhushal: one jack with six wild cards is 8 to ace, with jokers on both sides of it."""
    book = replace(RULEBOOKS["vazhushal-13"], key="no way to declare", objectives=())
    hand = Hand.parse("2H 2S JH 2S PJ 2C 2C 3C PJ 4C 3H PJ 5C PJ")
    best = find_best(hand.cards, set_table(book, Card.parse("2H"), 6))
    assert best.score == 94
    assert score_arrangement(best.as_laid(), set_table(book, Card.parse("2H"), 6)).score == 94


def test_whether_groups_can_be_met_does_not_depend_on_what_was_asked_before() -> None:
    """Two pure sequences beside cards that count: the way to declare is found after the loser's level was."""
    book = RULEBOOKS["vazhushal-13"]
    book = replace(
        book,
        key="pure only",
        deal=10,
        table=replace(book.table, packs=((6, Pack(decks=2, printed_jokers=6)),)),
        wilds=replace(book.wilds, ranks=WildRanks.ALL_SUITS),
        melds=replace(book.melds, identical=True, set_wilds_up_to_naturals=True, tunnela_from=2),
        objectives=(Objective(name="two", needs=Needs(pure=2, sequences=2)),),
        scoring=replace(
            book.scoring, tiers=(Tier(code="last", exempt=(Kind.PURE_SEQUENCE,)),), ace_low=2, loose_wild=10
        ),
    )
    best = find_best(Hand.parse("3C 2C 2S 2H AC AC 2D 3C KC 2C").cards, set_table(book, Card.parse("2S"), 2))
    assert best.declares


@pytest.mark.parametrize("groups", [JokerGroups.SPARE, JokerGroups.ONE_GROUP])
@pytest.mark.parametrize(
    ("hand", "declares"),
    [("AH 2H KH 4S 6D 8C TC", False), ("AH 2H KH PJ 4S 6D 8C", True), ("AH 2H KH KH 4S 6D 8C", True)],
)
def test_three_jokers_together_are_not_king_ace_and_two(groups: JokerGroups, hand: str, declares: bool) -> None:
    """K, A and 2 of one suit are no group (R29), also of jokers of which three must lie together."""
    book = RULEBOOKS["gorummy-13"]
    book = replace(
        book,
        key=f"three-{groups}",
        deal=7,
        wilds=replace(book.wilds, ranks=WildRanks.NONE, offsets=(-1, 0, 1)),
        melds=replace(book.melds, jokers=groups),
        objectives=(Objective(name="three", needs=Needs(jokers=3), rest=Rest.ANYTHING),),
        scoring=replace(book.scoring, tiers=(Tier(code="last"),), wild_at_face=True),
    )
    deal = set_table(book, Card.parse("AH"), 4)
    best = find_best(Hand.parse(hand).cards, deal)
    assert (best.declares, score_arrangement(best.as_laid(), deal).declares) == (declares, declares)


def test_a_printed_joker_that_is_not_wild_makes_a_dublee_with_a_joker() -> None:
    """A joker stands for the other card of a dublee, whichever card that is."""
    book = RULEBOOKS["rummy-21"]
    book = replace(
        book,
        key="printed not wild",
        deal=4,
        wilds=replace(book.wilds, printed=False),
        melds=replace(book.melds, dublee_jokers=True),
        objectives=(Objective(name="dublees", needs=Needs(dublees=2), rest=Rest.MELDED),),
    )
    assert find_best(Hand.parse("PJ 8S 3C 3C").cards, set_table(book, Card.parse("8D"), 4)).declares


def test_jokers_by_themselves_are_a_set_where_their_sequence_lies_there_already() -> None:
    """Where jokers may be left over and no two melds be alike, jokers alone show another meld of the same value."""
    book = RULEBOOKS["vazhushal-13"]
    book = replace(book, key="spare jokers", melds=replace(book.melds, jokers=JokerGroups.SPARE))
    deal = set_table(book, Card.parse("AS"), 4)
    best = find_best(Hand.parse("4S 4H 9H AD AD 4D 9D QD KD 4C 9C PJ PJ").cards, deal)
    laid = score_arrangement(best.as_laid(), deal)
    assert (best.declares, best.score) == (laid.declares, laid.score) == (True, 103)


@pytest.mark.parametrize(("hand", "declares"), [("PJ PJ PJ PJ PJ PJ 3S", False), ("PJ PJ PJ 7H 7H 7H 3S", True)])
def test_two_tunnelas_of_the_same_card_are_identical_melds(hand: str, declares: bool) -> None:
    """Where no two melds may be alike, six copies of a card are one tunnela and three cards more."""
    book = RULEBOOKS["gorummy-13"]
    book = replace(
        book,
        key="two tunnelas",
        deal=7,
        table=replace(book.table, packs=((6, Pack(decks=6, printed_jokers=6)),)),
        melds=replace(book.melds, tunnela_from=2, tunnela_counts_pure=True, identical=False),
        objectives=(Objective(name="two", needs=Needs(pure=2), rest=Rest.ANYTHING),),
    )
    deal, cards = set_table(book, None, 2), Hand.parse(hand).cards
    best = find_best(cards, deal)
    assert best.declares is declares
    assert (find_distance(cards, deal).exchanges == 0) is declares
    assert score_arrangement(best.as_laid(), deal).declares is declares


def test_jokers_that_cost_only_in_melds_are_counted_there() -> None:
    """Spare jokers cost nothing by themselves, but a level that wants a pure sequence of them has them pay in it."""
    book = RULEBOOKS["gorummy-13"]
    tiers = (Tier(code="shown", needs=Needs(pure=1), exempt=(Kind.JOKERS,)), Tier(code="last"))
    book = replace(
        book,
        key="jokers alone exempt",
        deal=4,
        wilds=replace(book.wilds, offsets=(0, 1, -1)),
        melds=replace(book.melds, jokers=JokerGroups.SPARE),
        scoring=replace(book.scoring, tiers=tiers, loose_wild=20),
    )
    deal = set_table(book, Card.parse("4H"), 4)
    for hand, points in (("3H 4H 5H", 60), ("3H 4H 5H PJ", 60), ("6S 7S 8S PJ", 21), ("6S 7H 8S PJ", 41)):
        best = find_best(Hand.parse(hand).cards, deal)
        assert best.points == points == -score_arrangement(best.as_laid(), deal).score


@pytest.mark.parametrize(("run_max", "loose"), [(13, 0), (3, 1)])
def test_of_equal_groupings_a_joker_lies_in_a_meld_that_saves_no_points_rather_than_loose(
    run_max: int, loose: int
) -> None:
    """Where melds that are not pure cost as much as loose cards, still as few cards as possible are left loose."""
    book = RULEBOOKS["gorummy-13"]
    book = replace(
        book,
        key="only pure sequences exempt",
        melds=replace(book.melds, run_max=run_max),
        scoring=replace(book.scoring, tiers=(Tier(code="last", exempt=(Kind.PURE_SEQUENCE,)),), loose_wild=2),
    )
    best = find_best(Hand.parse("PJ PJ PJ 8S 8S TS 9S 9S").cards, set_table(book, Card.parse("QD"), 4))
    assert (best.points, len(best.loose)) == (23, loose)


@pytest.mark.parametrize(("key", "score"), [("vazhushal-13", 47), ("gorummy-13", -17)])
def test_melds_that_come_out_twice_in_turn_are_each_laid_once(key: str, score: int) -> None:
    """Where no two melds may be alike, 8-9-joker comes out twice in one place, then in the next, until all differ."""
    book, cards = RULEBOOKS[key], Hand.parse("PJ PJ 8D 8D 8D 9D 9D 9D TD").cards
    table = replace(book.table, packs=((6, Pack(decks=3, printed_jokers=6)),))
    book = replace(book, key="three packs", deal=9, table=table, melds=replace(book.melds, identical=False))
    deal = set_table(book, Card.parse("3D"), 2)
    assert find_best(cards, deal).score == score
    assert not best_disagreements(cards, deal)


@pytest.mark.parametrize(("hand", "points"), [("8S 8S PJ PJ PJ 4D KD", 30), ("8S 8S PJ PJ PJ PJ KD", 5)])
def test_jokers_laid_aside_are_no_dublee_besides(hand: str, points: int) -> None:
    """Two dublees and two jokers by themselves take four jokers where one of the dublees is of jokers."""
    book = RULEBOOKS["rummy-21"]
    tiers = (
        Tier(code="both", needs=Needs(dublees=2, jokers=2), flat=5),
        Tier(code="last", exempt=(Kind.PURE_SEQUENCE,)),
    )
    book = replace(book, key="dublees and jokers", deal=7, scoring=replace(book.scoring, tiers=tiers))
    deal, cards = set_table(book, Card.parse("2S"), 4), Hand.parse(hand).cards
    assert find_best(cards, deal).points == points
    assert not best_disagreements(cards, deal)


def spare_book(ways: tuple[Objective, ...] = (), **scoring: object) -> Rulebook:
    """Points Rummy with jokers that may be left over, at some price, and a card's rank wild in its own colour."""
    book = RULEBOOKS["gorummy-13"]
    return replace(
        book,
        key=f"spare {ways} {scoring}",
        wilds=replace(book.wilds, ranks=WildRanks.SAME_COLOUR),
        melds=replace(book.melds, jokers=JokerGroups.SPARE),
        objectives=ways or book.objectives,
        scoring=replace(book.scoring, **scoring),
    )


@pytest.mark.parametrize("price", [{"wild_at_face": True}, {"loose_wild": 20}])
@pytest.mark.parametrize(
    ("hand", "declares", "points"),
    [
        ("7S 8S 9S | 7S 8S 9S | 3S 4S 5S | 3S 4S 5S | TS", True, 0),  # the joker could lie in a sequence too
        ("7S 8S 9S | 7S 8S 9S | 3S 4S 5S | 3S 4S 5S | TS | KD", True, 0),  # with the card drawn
        ("2H 3H 4H | 7S 8S 9S | 5D 6D 7D | QH QD QS | TC", True, 0),
        ("2H 3H 4H | 7S 8S 9S | 5D 6D 7D | QH QD | KH | TC TS", False, None),  # nothing is free before it declares
    ],
)
def test_spare_jokers_of_a_hand_that_declares_cost_nothing(
    price: dict[str, object], hand: str, declares: bool, points: int | None
) -> None:
    """R65: whatever a loose joker costs, a hand that declares pays nothing for those left over, as laid or at best."""
    laid = Hand.parse(hand)
    deal = set_table(spare_book(**price), Card.parse("TC"), 4)
    arranged, best = score_arrangement(laid.groups, deal), find_best(laid.cards, deal)
    assert arranged.declares is declares
    if declares:
        assert (arranged.points, best.points) == (points, points)
        assert score_arrangement(best.as_laid(), deal).points == points
    else:
        spare = 20 if price == {"wild_at_face": True} else 40
        assert arranged.points == 20 + spare  # two queens; the king is thrown


def test_jokers_that_find_no_meld_are_free_once_the_hand_declares() -> None:
    """R65: where sequences and sets take no further joker, those left over cost 20 each until all else is laid."""
    book = spare_book(loose_wild=20)
    book = replace(book, key="one joker each", melds=replace(book.melds, run_max=3, set_max=3))
    deal = set_table(book, Card.parse("TC"), 4)
    best = find_best(Hand.parse("2H 3H 4H 7S 8S 9S 5D 6D 7D QH QD QS PJ").cards, deal)
    assert (best.declares, best.points) == (True, 0)
    best = find_best(Hand.parse("2H 3H 4H 7S 8S 9S 5D 6D 7D QH QD 2S PJ").cards, deal)
    assert (best.declares, best.points) == (False, 2)  # the joker lies in the set
    best = find_best(Hand.parse("2H 3H 4H 7S 8S 9S 5D 6D 7D QH KC 2S PJ").cards, deal)
    assert (best.declares, best.points) == (False, 24)  # in the sequence instead of a two


@pytest.mark.parametrize(
    ("cards", "exempt", "jokers", "declares", "points"),
    [
        ("2H 3H 4H 3S KC KD PJ PJ", (), False, True, 52),  # all cards but one joker, which is left over
        ("2H 3H 4H 3S KC KD PJ PJ", MELDS, False, True, 3),
        ("2H 3H 4H 2S 2S 3S 5S PJ", (Kind.PURE_SEQUENCE, Kind.DUBLEE), False, True, 28),  # the joker lies in a sequence
        ("2H 3H 4H 2S 2S 5S 5S PJ", (*MELDS, Kind.DUBLEE), False, False, 20),  # the two dublees are 14 points
        ("2H 3H 4H 3S 3S KD PJ PJ", (Kind.PURE_SEQUENCE, Kind.DUBLEE), True, True, 3),
    ],
)
def test_a_limit_on_cards_left_over_and_a_level_that_counts_others_both_hold(
    cards: str, exempt: tuple[Kind, ...], jokers: bool, declares: bool, points: int
) -> None:
    """R65: jokers left over cost nothing where at most 10 points lie outside melds; then the level has its price."""
    book = spare_book(
        (Objective(name="knock", needs=Needs(pure=1), rest=Rest.ANYTHING, deadwood=10),),
        loose_wild=20,
        tiers=(Tier(code="pure", needs=Needs(pure=1), exempt=exempt), Tier(code="last")),
    )
    melds = replace(book.melds, dublees=True, dublee_jokers=jokers)
    book = replace(book, key=f"knock {exempt} {jokers}", deal=8, melds=melds)
    hand, deal = Hand.parse(cards).cards, set_table(book, Card.parse("TD"), 4)
    best = find_best(hand, deal)
    assert (best.declares, best.points) == (declares, points)
    assert not best_disagreements(hand, deal)


@pytest.mark.parametrize(
    "level",
    [
        Tier(code="long", needs=Needs(long_sequences=1), flat=10),
        Tier(code="long", needs=Needs(long_sequences=1), exempt=(Kind.PURE_SEQUENCE, Kind.JOKERS)),
    ],
)
def test_the_grouping_that_declares_with_spare_jokers_costs_no_more_as_laid(level: Tier) -> None:
    """R65: of the groupings that declare the one that reaches the cheaper level is shown, be more loose or not."""
    book = spare_book(
        (Objective(name="one", needs=Needs(sequences=1), rest=Rest.ANYTHING),),
        loose_wild=20,
        tiers=(level, Tier(code="last")),
    )
    deal = set_table(replace(book, key=f"long {level}", deal=8), Card.parse("TC"), 4)
    cards = Hand.parse("2H 3H 4H 5H 5D 5C KD TC").cards
    best = find_best(cards, deal)
    assert (best.declares, best.points) == (True, 10 if level.flat else 20)
    assert score_arrangement(best.as_laid(), deal).points == best.points
    assert not best_disagreements(cards, deal)


def test_wild_cards_that_stand_for_themselves_fill_no_place_that_a_limit_counts() -> None:
    """No joker may stand for another: two wild cards as themselves still lie in a pure run of six."""
    book = RULEBOOKS["gorummy-13"]
    book = replace(
        book,
        key="no joker in a run",
        deal=7,
        wilds=replace(book.wilds, ranks=WildRanks.NONE, offsets=(0, 2)),
        melds=replace(book.melds, run_wilds=0),
        objectives=(Objective(name="all", needs=Needs()),),
    )
    deal, cards = set_table(book, Card.parse("5H"), 4), Hand.parse("5D 7S 8H 4H 7H 5H 3H 6H").cards
    runs = [tuple(map(str, group.cards)) for one in find_optima(cards, deal).groupings for group in one.groups]
    assert ("3H", "4H", "5H", "6H", "7H", "8H") in runs
    assert not all_best_disagreements(cards, deal)


def test_below_the_fewest_points_a_loser_pays_fewest_loose_cards_decide() -> None:
    """Two points are the least: a two in a sequence that counts costs no more than a wild king left loose."""
    book = RULEBOOKS["rummy-21"]
    book = replace(
        book,
        key="two at least",
        deal=6,
        wilds=replace(book.wilds, ranks=WildRanks.NONE, offsets=(-1, 0)),
        melds=replace(book.melds, run_max=5, tunnela_from=None, dublees=False, jokers=JokerGroups.NONE),
        objectives=(Objective(name="two", needs=Needs(pure=2)),),
        scoring=replace(book.scoring, tiers=(Tier(code="last", exempt=(Kind.PURE_SEQUENCE,)),)),
    )
    deal, cards = set_table(book, Card.parse("KH"), 4), Hand.parse("2S 5S 3S AS KH 4S QH").cards
    best = find_best(cards, deal)
    assert (best.points, best.loose) == (2, ())
    assert score_arrangement(best.as_laid(), deal).points == 2
    assert not all_best_disagreements(cards, deal)


def test_below_a_limit_on_cards_left_over_fewest_of_them_are_shown() -> None:
    """Ten points may be left over: one ten is fewer cards than two threes, and who declares pays for neither."""
    book = RULEBOOKS["gorummy-13"]
    book = replace(
        book,
        key="ten left over",
        deal=6,
        melds=replace(book.melds, set_min=4, set_max=5),
        objectives=(Objective(name="ten", needs=Needs(), rest=Rest.ANYTHING, deadwood=10),),
        scoring=replace(book.scoring, tiers=(Tier(code="last", exempt=MELDS),)),
    )
    deal, cards = set_table(book, None, 4), Hand.parse("3D 3S 3C TS TH PJ PJ").cards
    best = find_best(cards, deal)
    assert (best.declares, best.points, [card.index % 13 for card in best.loose]) == (True, 6, [9])
    assert not all_best_disagreements(cards, deal)


@pytest.mark.parametrize(("knock", "loose"), [(None, {"4S", "7S"}), (Knock(), {"4S"})])
def test_who_declares_with_cards_left_over_leaves_least_points_where_these_are_paid(
    knock: Knock | None, loose: set[str]
) -> None:
    """Of a run of four where three are the most, either end is left over; two counted hands pay for the difference."""
    book = get_rulebook("notebooks/house_rules/gin-10.toml")
    melds, settlement = replace(book.melds, run_max=3), replace(book.settlement, knock=knock)
    book = replace(book, key=f"knock {knock}", deal=7, melds=melds, settlement=settlement)
    deal, cards = set_table(book, None, 2), Hand.parse("4S 5S 6S 7S AH AD AC").cards
    found = find_optima(cards, deal).groupings
    assert {str(card) for one in found for card in one.loose} == loose
    assert not all_best_disagreements(cards, deal)


def test_dublees_that_save_points_are_groups_of_every_best_grouping() -> None:
    """Two of a rank cost nothing where nobody asks for dublees either: of three kings any one is left over."""
    book = RULEBOOKS["gorummy-13"]
    book = replace(
        book,
        key="free dublees",
        deal=5,
        melds=replace(book.melds, dublees=True, dublee_ranks=True, set_min=4, run_min=4),
        scoring=replace(book.scoring, tiers=(Tier(code="last", exempt=(Kind.DUBLEE,)),)),
    )
    found = find_optima(Hand.parse("KS KH KD 7S 4C").cards, set_table(book, None, 4))
    assert found.unique is False
    assert {str(card) for one in found.groupings for card in one.loose} == {"KS", "KH", "KD", "7S", "4C"}
    assert len(found.groupings) == 3


def test_jokers_that_cost_nothing_by_themselves_are_a_group_of_every_best_grouping() -> None:
    """Where a level leaves out jokers that lie together, two of them may leave a run without costing more."""
    book = RULEBOOKS["gorummy-13"]
    book = replace(
        book,
        key="free jokers",
        deal=6,
        wilds=replace(book.wilds, ranks=WildRanks.NONE, offsets=(0, 1)),
        melds=replace(book.melds, jokers=JokerGroups.ONE_GROUP, run_wilds=0, set_wilds=0),
        scoring=replace(book.scoring, tiers=(Tier(code="last", exempt=(*MELDS, Kind.JOKERS)),), loose_wild=2),
    )
    cards, deal = Hand.parse("4D 5D 6D 7D 8D AD").cards, set_table(book, Card.parse("7D"), 4)
    shown = {tuple(len(group.cards) for group in one.groups) for one in find_optima(cards, deal).groupings}
    assert shown == {(5,), (3, 2)}


def test_where_every_grouping_costs_the_least_that_a_loser_pays_fewest_loose_cards_are_shown() -> None:
    """A loser pays a hundred points at least, which no hand of these costs."""
    book = RULEBOOKS["gorummy-13"]
    scoring = replace(book.scoring, floor=100, cap=None)
    deal = set_table(replace(book, key="a hundred at least", deal=7, scoring=scoring), None, 4)
    best = find_best(Hand.parse("5S 5H 5D 6D 7D 8D KC").cards, deal)
    assert (best.points, len(best.loose)) == (100, 1)


def test_a_hand_declares_with_dublees_though_fewer_points_leave_a_card_loose() -> None:
    """King, ace and king, ace as dublees beside 10 to queen; a level that counts dublees leaves two aces or kings."""
    base = RULEBOOKS["gorummy-13"]
    pair = Needs(dublees=1)
    book = replace(
        base,
        key="a pair",
        deal=7,
        melds=replace(base.melds, dublees=True, dublee_ranks=True),
        objectives=(Objective(name="pairs", needs=pair),),
        scoring=replace(base.scoring, tiers=(Tier(code="pair", needs=pair, exempt=MELDS), Tier(code="none"))),
    )
    hand, deal = Hand.parse("KH JH 9C AH QH KD TH AD").cards, set_table(book, Card.parse("2S"))
    assert find_best(hand, deal).declares
    assert not best_disagreements(hand, deal)


def test_a_pure_sequence_that_is_asked_for_is_not_read_as_another_to_tell_it_from_its_like() -> None:
    """Two times queen, king, ace of clubs, all wild, are one pure sequence where no two melds may be alike."""
    base = RULEBOOKS["gorummy-13"]
    book = replace(
        base,
        key="two pure",
        table=replace(base.table, packs=((6, Pack(decks=3, printed_jokers=0)),)),
        wilds=replace(base.wilds, offsets=(0, 1, -1), ranks=WildRanks.NONE),
        melds=replace(base.melds, identical=False),
        scoring=replace(
            base.scoring, tiers=(Tier(code="two-pure", needs=Needs(pure=2), flat=2), Tier(code="none")), loose_wild=10
        ),
    )
    hand, deal = Hand.parse("QC KC QC KC KC AC AC").cards, set_table(book, Card.parse("KC"))
    assert find_best(hand, deal).points == 70
    assert not best_disagreements(hand, deal)


def test_king_ace_and_two_laid_aside_are_loose_cards_in_every_best_grouping() -> None:
    """Four eights and two of these jokers declare with no card loose; three of them, which are no group, would be."""
    base = RULEBOOKS["gorummy-13"]
    book = replace(
        base,
        key="jokers aside",
        deal=6,
        wilds=replace(base.wilds, offsets=(0, 1, -1), ranks=WildRanks.NONE),
        melds=replace(base.melds, jokers=JokerGroups.ASIDE),
        objectives=(Objective(name="jokers", needs=Needs(jokers=2)),),
    )
    hand, deal = Hand.parse("8C 2S AS KS 8D 8S 8H").cards, set_table(book, Card.parse("AS"))
    assert find_best(hand, deal).declares
    assert not all_best_disagreements(hand, deal)


def test_each_way_to_part_jokers_that_are_no_group_is_a_best_grouping() -> None:
    """King, ace and two are three jokers wherever they lie, but no group: any of them may be the one that costs."""
    base = RULEBOOKS["gorummy-13"]
    book = replace(
        base,
        key="three jokers aside",
        deal=8,
        wilds=replace(base.wilds, offsets=(1, 2), as_itself=False),
        melds=replace(base.melds, jokers=JokerGroups.ASIDE),
        objectives=(Objective(name="jokers", needs=Needs(jokers=2)),),
        scoring=replace(
            base.scoring,
            tiers=(Tier(code="jokers", needs=Needs(jokers=3), exempt=(Kind.JOKERS,)), Tier(code="last")),
            loose_wild=20,
        ),
    )
    hand, deal = Hand.parse("3S AS 5S 4S 2S 9D KS 2D").cards, set_table(book, Card.parse("KS"))
    assert len(find_optima(hand, deal).groupings) == 3
    assert not all_best_disagreements(hand, deal)


def test_no_card_of_a_marriage_that_is_needed_is_thrown_in_any_best_grouping() -> None:
    """The four of diamonds is turned up: who throws it, or the five, keeps no marriage, though a queen could go."""
    base = RULEBOOKS["gorummy-13"]
    book = replace(
        base,
        key="a marriage to declare",
        deal=5,
        wilds=replace(base.wilds, offsets=(0, 1, -1), ranks=WildRanks.NONE, as_itself=False),
        melds=replace(base.melds, run_wilds=3),
        objectives=(Objective(name="married", needs=Needs(long_sequences=1, marriages=1), rest=Rest.ANYTHING),),
    )
    hand, deal = Hand.parse("QH 5D 3D 4D QD 3D").cards, set_table(book, Card.parse("4D"))
    thrown = {grouping.discard for grouping in find_optima(hand, deal).groupings}
    assert not thrown & set(Hand.parse("4D 5D").cards)
    assert not all_best_disagreements(hand, deal)
