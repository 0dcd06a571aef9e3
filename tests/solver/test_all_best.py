"""All best groupings and whether there is only one, against every partition, a model with cuts, and by the rules."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rummy_tutor as rt
from rummy_tutor import RULEBOOKS, Card, Rulebook
from rummy_tutor.errors import RuleError
from rummy_tutor.game import Kind
from rummy_tutor.game.cards import CARDS
from rummy_tutor.game.records import Optima
from rummy_tutor.game.rules import Needs
from rummy_tutor.game.table import Deal, set_table
from rummy_tutor.referee.grammar import is_wrap
from rummy_tutor.referee.melds import list_readings
from rummy_tutor.referee.scoring import score_arrangement
from rummy_tutor.solver.all_best import LIMIT, find_optima, list_aims, shape_of
from rummy_tutor.solver.best import find_best
from rummy_tutor.solver.enumerate import _choose
from rummy_tutor.study.optima import all_best
from tests import strategies
from tests.oracle import optima as oracle
from tests.oracle import rules

KEYS = strategies.KEYS
EASE = {"pure": 1, "sequences": 1, "tunnelas": 1, "dublees": 2, "jokers": 4, "few_dublees": 2, "few_jokers": 4}
PAGE = 10_000  # the steps a click may wait for


def cards_of(text: str) -> list[Card]:
    """Cards from their text."""
    return [Card.parse(word) for word in text.split()]


def table_of(dealt: strategies.Dealt, book: Rulebook | None = None) -> tuple[list[Card], Deal]:
    """A dealt hand and its table."""
    turned = None if dealt.turned is None else Card.parse(dealt.turned)
    return [Card.parse(card) for card in dealt.cards], set_table(book or RULEBOOKS[dealt.key], turned, dealt.players)


def ease(book: Rulebook, dealt: int, eased: bool) -> Rulebook:
    """A rulebook that deals few cards, its demands cut down so that few cards can meet them."""
    if not eased:
        return replace(book, key=f"{book.key}-{dealt}", deal=dealt)

    def less(needs: Needs) -> Needs:
        return replace(
            needs,
            pure=min(needs.pure, EASE["pure"]),
            sequences=min(needs.sequences, EASE["sequences"]),
            tunnelas=min(needs.tunnelas, EASE["tunnelas"]),
            dublees=min(needs.dublees, EASE["dublees"]),
            jokers=min(needs.jokers, EASE["jokers"]),
        )

    tiers = tuple(replace(tier, needs=less(tier.needs)) for tier in book.scoring.tiers)
    return replace(
        book,
        key=f"{book.key}-{dealt}-eased",
        deal=dealt,
        objectives=tuple(replace(way, needs=less(way.needs)) for way in book.objectives),
        scoring=replace(book.scoring, tiers=tiers),
    )


def as_text(shape: tuple) -> oracle.Grouping:
    """A grouping as the oracle writes it."""
    groups, loose, thrown = shape
    texts = [tuple(sorted(str(CARDS[index]) for index in group)) for group in groups]
    return (
        tuple(sorted(texts)),
        tuple(sorted(str(CARDS[index]) for index in loose)),
        None if thrown is None else str(CARDS[thrown]),
    )


def texts(found: Optima, deal: Deal) -> list[oracle.Grouping]:
    """All groupings as the oracle writes them."""
    return [as_text(shape_of(grouping, deal)) for grouping in found.groupings]


@pytest.mark.parametrize("key", KEYS)
def test_small_hands_have_the_groupings_that_every_partition_gives(key: str) -> None:
    """The best groupings are those found among all partitions; flat hands cost the same however they are laid."""
    rng = random.Random(f"optima {key}")
    book = rules.BOOKS[key]
    listed = 0
    for _ in range(35):
        size = rng.randint(4, 8)
        dealt = rng.choice((size, size, size - 1, size - 1, book.deal))
        eased = rng.random() < 0.6
        tweak = {"deal": dealt}
        if eased:
            tweak |= {name: min(most, getattr(book, name)) for name, most in EASE.items() if getattr(book, name)}
        players = strategies.random_players(key, rng)
        turned = None if rng.random() < 0.05 else strategies.random_turned(key, rng)
        held = strategies.melded_hand(key, players, turned, size, rng)
        hand = strategies.Dealt(key, players, turned, held)
        cards, deal = table_of(hand, ease(RULEBOOKS[key], dealt, eased))
        best = find_best(cards, deal)
        found = find_optima(cards, deal, best, limit=100_000, work=10**9)
        declares, score, wanted, scores = oracle.best_groupings(key, held, turned, players, tweak)
        assert (declares, score) == (best.declares, best.score), (hand, dealt, eased)
        if found.flat:
            assert scores[None if best.discard is None else str(best.discard)] == {score}, (hand, dealt, eased)
            continue
        mine = texts(found, deal)
        assert len(set(mine)) == len(mine), (hand, dealt, eased)
        assert set(mine) == wanted, (hand, dealt, eased)
        assert found.complete
        assert found.unique is (len(wanted) == 1)
        listed += 1
    assert listed >= 5, "too few hands whose groupings matter"


@pytest.mark.parametrize("key", KEYS)
def test_a_model_finds_nothing_beyond_a_complete_list(key: str) -> None:
    """With the groupings found cut off, a model of every legal group has no further one: the list is complete."""
    rng = random.Random(f"cuts {key}")
    asked = 0
    while asked < (1 if key == "paplu-27" else 4):
        hand = strategies.deal(key, None, rng, flavour=rng.choice(("random", "near-complete", "duplicate-heavy")))
        wild = rules.wild_types(key, hand.turned)
        if sum(card in wild for card in hand.cards) > (2 if key == "paplu-27" else 5):
            continue
        cards, deal = table_of(hand)
        best = find_best(cards, deal)
        found = find_optima(cards, deal, best, limit=40)
        if found.flat or not found.complete:
            continue
        aims = list_aims(cards, best, deal)
        known = texts(found, deal)
        if any(aim.aside for aim in aims) and any(set(group) <= wild for one in known for group in one[0]):
            continue  # the model tells jokers laid aside from a meld of the same cards
        models = [
            oracle.Aim(
                vars_of(aim.needs),
                None if aim.exempt is None else [kind.value for kind in aim.exempt],
                best.score if best.points is None else aim.points,
                aim.loose,
            )
            for aim in aims
        ]
        throws = len(cards) == deal.rulebook.deal + 1
        another = oracle.find_another(key, hand.cards, hand.turned, hand.players, models, throws, known)
        assert another is None, (hand, another)
        asked += 1


def vars_of(needs: Needs) -> dict[str, int]:
    """The figures of some needs by name."""
    return {name: getattr(needs, name) for name in Needs.__dataclass_fields__}


@pytest.mark.parametrize("key", KEYS)
def test_every_grouping_listed_is_as_good_as_the_best(key: str) -> None:
    """Laid out, each gives the same score or declares as well, with the same cards and no more of them loose."""
    rng = random.Random(f"as good {key}")
    for flavour in strategies.FLAVOURS:
        for _ in range(4):
            hand = strategies.deal(key, None, rng, flavour=flavour)
            cards, deal = table_of(hand)
            best = find_best(cards, deal)
            found = find_optima(cards, deal, best, limit=12, work=PAGE)
            shapes = [shape_of(grouping, deal) for grouping in found.groupings]
            assert shapes[0] == shape_of(best, deal)
            assert len(set(shapes)) == len(shapes) <= 12
            for grouping, shape in zip(found.groupings, shapes, strict=True):
                laid = grouping.as_laid()
                assert Counter(card for group in laid for card in group) == Counter(cards)
                judged = score_arrangement(laid, deal)
                other = rules.judge(key, [[str(card) for card in group] for group in laid], hand.turned, hand.players)
                assert judged.declares == other["declares"] == best.declares, (hand, grouping)
                if not best.declares:
                    assert judged.score == other["score"] == best.score, (hand, grouping)
                assert grouping.declares == best.declares
                assert [group.kind for group in judged.groups[: len(grouping.groups)]] == [
                    group.kind for group in grouping.groups
                ]
                assert len(shape[1]) <= len(shapes[0][1])
                assert not any(is_wrap(group.cards) for group in grouping.groups), "R29"


@pytest.mark.parametrize("key", KEYS)
def test_the_page_nearly_always_knows_in_time(key: str) -> None:
    """With the work that a click may wait for, uniqueness is settled for dealt hands of every game."""
    rng = random.Random(f"in time {key}")
    for flavour in ("random", "near-complete", "duplicate-heavy"):
        for _ in range(8):
            cards, deal = table_of(strategies.deal(key, None, rng, flavour=flavour))
            found = find_optima(cards, deal, None, 20, PAGE)
            assert found.unique is not None
            assert found.work <= PAGE


def groups_of(found: Optima) -> set[frozenset[str]]:
    """The groups of each grouping as text, the order of groups left out."""
    return {
        frozenset(" ".join(map(str, sorted(group.cards))) for group in grouping.groups) for grouping in found.groupings
    }


def test_a_run_of_six_is_also_two_runs_of_three() -> None:
    """Every legal group counts, also those the solver has no need of."""
    found = all_best("4S 5S 6S 7S 8S 9S KH KD KC 2H 3H 4H 7D", "gorummy-13", turned="TD")
    assert groups_of(found) == {
        frozenset({"4S 5S 6S", "7S 8S 9S", "KH KD KC", "2H 3H 4H"}),
        frozenset({"4S 5S 6S 7S 8S 9S", "KH KD KC", "2H 3H 4H"}),
    }
    assert found.complete
    assert found.unique is False


def test_a_spare_joker_in_either_of_two_places_makes_two() -> None:
    """A joker that no meld needs may lie in any that has room; at either end of one it is the same grouping."""
    found = all_best("4S 5S 6S 8H 9H TH JH KH KD KC 2D 2C PJ", "gorummy-13", turned="7D")
    assert groups_of(found) == {frozenset({"4S 5S 6S", "8H 9H TH JH", "KH KD KC", "2D 2C PJ"})}
    assert found.unique is True
    found = all_best("4S 5S 6S 8H 9H TH KH KD KC 2D 3D 4D PJ", "gorummy-13", turned="7D")
    groups = ["4S 5S 6S", "8H 9H TH", "KH KD KC", "2D 3D 4D"]
    assert groups_of(found) == {
        frozenset(f"{group} PJ" if group == longer else group for group in groups) for longer in groups
    }


def test_jokers_of_different_types_in_swapped_places_make_two() -> None:
    """A printed joker and a wild card change places: other cards lie together, so it is another grouping."""
    found = all_best("2S 3S 4S 6H 7H PJ 9C 9D 8D QC KC AC TD", "gorummy-13", turned="8S")
    assert {frozenset({"6H 7H PJ"}), frozenset({"6H 7H 8D"})} <= {
        frozenset(group for group in groups if group.startswith("6H")) for groups in groups_of(found)
    }
    same = all_best("2S 3S 4S 6H 7H PJ 9C 9D PJ QC KC AC TD", "gorummy-13", turned="8S")
    assert same.unique is True, "two printed jokers in swapped places are the same cards"


def test_however_a_group_is_read_it_is_one_grouping() -> None:
    """A joker beside 5 and 6 may stand for the 4 or the 7: one group, one grouping."""
    found = all_best("2S 3S 4S 5H 6H PJ TC JC QC KC 9D 9S 9H", "gorummy-13", turned="8S")
    assert len({groups for groups in groups_of(found) if "5H 6H PJ" in groups}) == 1


def test_where_everything_costs_the_same_nothing_is_listed() -> None:
    """A flat price, a cap, and no pure sequence where all depends on one: every grouping costs that."""
    for key, text in (
        ("octro-13", "2S 2H 2D 4C 7S 9H JD KC 5S 8H TD QC AS"),
        ("gorummy-13", "2S 2H 2D 4C 7S 9H JD KC 5S 8H TD QC AS"),
        ("adgaming-13", "2S 3S 4S KC KD QH JD TD TS 8C 8H KH 6C"),
        ("marriage-21", "2S 2H 2D 4C 7S 9H JD KC 5S 8H TD QC AS 3H 6C 6D 9C JS QH KD 4S"),
    ):
        found = all_best(text, key, turned="5H" if key == "adgaming-13" else "3C")
        assert (found.flat, found.unique, found.complete, found.stopped, len(found)) == (True, False, False, "flat", 1)


def test_a_hand_without_any_group_has_one_grouping() -> None:
    """Where nothing can be grouped, leaving all cards loose is the only way."""
    found = all_best("2S 4H 6D 8C TS QH AD 3C 5S 7H 9D JC KS", "gorummy-13")
    assert (found.flat, found.unique, found.complete, len(found)) == (True, True, True, 1)


@given(st.lists(st.integers(0, 4), max_size=9).map(sorted).map(tuple), st.integers(0, 9))
def test_equal_cards_are_chosen_by_their_number(cards: tuple[int, ...], count: int) -> None:
    """Every choice of some cards comes once, in order, as if all choices were listed and doubles left out."""
    assert list(_choose(cards, count)) == list(dict.fromkeys(combinations(cards, count)))


def test_a_hand_of_printed_jokers_is_no_list_of_forty_million_choices() -> None:
    """28 jokers of paplu-27 with the five of diamonds turned: of equal cards only the number is chosen."""
    assert list(_choose((52,) * 28, 14)) == [(52,) * 14]
    assert all_best("PJ " * 28, "paplu-27", turned="5D").complete
    # of 27 wild cards that may stand for themselves the same: their 2 ** 27 choices took 14 s
    assert len(list_readings((Card.parse("9D"),) * 27, set_table(RULEBOOKS["paplu-27"], Card.parse("8D"), 3))) == 2
    assert len(all_best("9D " * 27 + "QD", "paplu-27", turned="8D", players=3).groupings) == LIMIT


def test_groups_of_jokers_that_can_be_read_in_many_ways_are_read_at_once() -> None:
    """Vazhushal: 28 cards, 22 of them wild: as laid and at best, each group shows what no other does."""
    hand = "6S 6S 6S 7S QS QS" + " 4H" * 10 + " 4D" * 6 + " PJ" * 6
    result = rt.analyse(hand, "vazhushal-13", turned="4S")
    assert result.best.score == result.best_laid.score
    found = find_optima(result.hand.cards, result.deal, result.best, work=20_000)
    assert found.groupings[0].score == result.best.score


def test_wild_cards_of_many_types_are_chosen_one_by_one() -> None:
    """No list of all choices is made before the first of them is looked at, so that the work allowed ends it."""
    cards = tuple(index for index in range(28) for _ in range(2))
    assert next(iter(_choose(cards, 28))) == cards[:28]


def test_more_than_the_limit_is_said() -> None:
    """At the limit the list is complete only if there is no further grouping."""
    hand = "4S 5S 6S 8H 9H TH JH KH KD KC 2D 3D 4D PJ"
    everything = all_best(hand, "gorummy-13", turned="7D", limit=1000)
    count = len(everything)
    assert everything.complete
    assert everything.stopped is None
    exact = all_best(hand, "gorummy-13", turned="7D", limit=count)
    assert (len(exact), exact.complete) == (count, True)
    fewer = all_best(hand, "gorummy-13", turned="7D", limit=count - 1)
    assert (len(fewer), fewer.complete, fewer.stopped, fewer.unique) == (count - 1, False, "limit", False)
    one = all_best(hand, "gorummy-13", turned="7D", limit=1)
    assert (len(one), one.unique, one.stopped) == (1, False, "limit")


def test_work_used_up_leaves_the_question_open() -> None:
    """Without work nothing is proved; another grouping next to the best one is found all the same."""
    cards = cards_of("2S 3S 4S 5H 6H 7H TC JC QC KC 9D 9S 9H")
    alone = find_optima(cards, set_table(RULEBOOKS["gorummy-13"]), work=1)
    assert (alone.unique, alone.complete, alone.stopped, len(alone)) == (None, False, "work", 1)
    assert find_optima(cards, set_table(RULEBOOKS["gorummy-13"])).unique is True
    cards = cards_of("2S 3S 4S 6H 7H PJ 9C 9D 8D QC KC AC TD")
    near = find_optima(cards, set_table(RULEBOOKS["gorummy-13"], Card.parse("8S")), work=1)
    assert (near.unique, near.complete, near.stopped) == (False, False, "work")


def test_the_learners_own_grouping_comes_first() -> None:
    """Of equal groupings the one laid out is the first in the list."""
    hand = "4S 5S 6S 7S 8S 9S | KH KD KC | 2H 3H 4H | 7D"
    found = all_best(hand, "gorummy-13", turned="TD")
    assert " ".join(map(str, found.groupings[0].groups[0].cards)) == "4S 5S 6S 7S 8S 9S"


def test_dublees_that_count_for_nothing_are_loose_cards() -> None:
    """A pair laid together where pairs are worth nothing makes no other grouping."""
    text = "4S 5S 6S | 7H 7H | 9C 9C | JD QD KD | 2C 3C 4C | AH 3S 8D KC QS 6H TD 5C"
    loose = text.replace("7H 7H | 9C 9C", "7H | 7H | 9C | 9C")
    first, second = (all_best(hand, "rummy-21", turned="8H") for hand in (text, loose))
    deal = set_table(RULEBOOKS["rummy-21"], Card.parse("8H"))
    assert set(texts(first, deal)) == set(texts(second, deal))


def test_a_dublee_may_hold_a_joker() -> None:
    """Where a card and a joker are a dublee, every one that a hand can declare with is listed."""
    book = RULEBOOKS["gorummy-13"]
    melds = replace(book.melds, dublees=True, dublee_jokers=True)
    way = replace(book.objectives[0], needs=Needs(dublees=1))
    found = all_best("4S 5S 6S 7S PJ", replace(book, key="mine", deal=5, melds=melds, objectives=(way,)), turned="9D")
    assert groups_of(found) == {frozenset({"4S 5S 6S", "7S PJ"}), frozenset({"5S 6S 7S", "4S PJ"})}
    assert found.complete


def test_no_two_identical_melds_are_listed_in_vazhushal() -> None:
    """One player may not lay the same meld twice, so one that is read as nothing is no grouping (R33)."""
    cards = cards_of("3D 3D 4D 2D 4D 4S 2D 2S")
    book = ease(RULEBOOKS["vazhushal-13"], 7, True)
    deal = set_table(book, Card.parse("JS"), 5)
    found = find_optima(cards, deal)
    assert all(group.kind is not Kind.INVALID for one in found.groupings for group in one.groups)
    assert {len(one.groups) for one in found.groupings} == {1}


def test_spare_jokers_lie_together_in_octro() -> None:
    """Jokers left over lie on one plank, so laying them singly or together is one grouping."""
    text = "4S 5S 6S | 8H 9H TH JH | KH KD KC | 2D | PJ | PJ"
    together = text.replace("PJ | PJ", "PJ PJ")
    first, second = (all_best(hand, "octro-13", turned="9D", limit=100) for hand in (text, together))
    deal = set_table(RULEBOOKS["octro-13"], Card.parse("9D"))
    assert set(texts(first, deal)) == set(texts(second, deal))
    assert any(("PJ", "PJ") in groups for groups, _, _ in texts(first, deal))


def test_a_tenth_rulebook_is_answered_as_well() -> None:
    """The listing asks no game by name: a rulebook of one's own, with three-card hands, has its best groupings."""
    book = replace(RULEBOOKS["gorummy-13"], key="mine", deal=6)
    found = all_best("2S 3S 4S 5S 6S 7S", replace(book, objectives=()), turned="KD")
    assert len(found) == 2, "without a way to declare only one level is asked: 2-7, and 2-4 with 5-7"


@pytest.mark.parametrize("bad", [{"limit": 0}, {"limit": True}, {"work": 0}, {"work": 1.5}])
def test_limits_below_one_are_refused(bad: dict) -> None:
    """At least one grouping and one step: anything else is named and refused."""
    with pytest.raises(RuleError, match=f"{next(iter(bad))} must be a whole number of at least 1"):
        find_optima(cards_of("2S 3S 4S"), set_table(RULEBOOKS["gorummy-13"]), **bad)


def test_the_package_offers_it() -> None:
    """``rummy_tutor.all_best`` is the front door; it loads when first used."""
    assert rt.all_best is all_best
    assert isinstance(rt.all_best("2S 3S 4S", "gorummy-13"), rt.records.Optima)
