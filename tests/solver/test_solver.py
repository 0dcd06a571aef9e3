"""The exact solver against brute force, an independent model, OpenSpiel, and its own promises."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_tutor import RULEBOOKS, Card, Hand, analyse
from rummy_tutor.game import PRINTED_JOKER, Kind
from rummy_tutor.game.rules import (
    MELDS,
    Aces,
    Melds,
    Needs,
    Objective,
    Pack,
    Rulebook,
    Scoring,
    Table,
    Tier,
    Wilds,
)
from rummy_tutor.referee.grammar import is_wrap
from tests import strategies
from tests.oracle import brute, cpsat
from tests.oracle.agree import disagreements

KEYS = strategies.KEYS
FLAVOURS = list(strategies.FLAVOURS)

GIN = Rulebook(
    key="gin-10",
    title="Gin rummy",
    deal=10,
    table=Table(players=(2, 2), packs=((2, Pack(decks=1, printed_jokers=0)),)),
    wilds=Wilds(printed=False, exposed=False),
    melds=Melds(aces=Aces.LOW),
    objectives=(Objective(name="gin", needs=Needs()),),
    scoring=Scoring(tiers=(Tier(code="deadwood", exempt=MELDS),), ace=1),
)


@pytest.mark.parametrize("key", KEYS)
def test_small_hands_agree_with_brute_force(key: str) -> None:
    """Trying every partition of a small hand finds nothing better, and nothing that the solver invents."""
    rng = random.Random(f"brute {key}")
    for _ in range(150):
        size = rng.randint(3, 7)
        dealt = rng.choice((size, size - 1, None))
        flavour = rng.choice(FLAVOURS)
        turned = None if rng.random() < 0.1 else ""
        hand = strategies.deal(key, None, rng, flavour=flavour, size=size, turned=turned)
        wrong = disagreements(key, hand.cards, hand.turned, hand.players, brute, dealt)
        assert not wrong, (hand, dealt, wrong)


@pytest.mark.parametrize("key", KEYS)
def test_whole_hands_agree_with_an_independent_model(key: str) -> None:
    """An integer programme written from the rules alone gives the same figures on hands of full size."""
    rng = random.Random(f"model {key}")
    for number in range(12 if RULEBOOKS[key].deal > 21 else 36):
        flavour = FLAVOURS[number % len(FLAVOURS)]
        hand = strategies.deal(key, None, rng, flavour=flavour, extra=number // len(FLAVOURS) % 2)
        wrong = disagreements(key, hand.cards, hand.turned, hand.players, cpsat)
        assert not wrong, (hand, wrong)


def test_gin_deadwood_agrees_with_openspiel() -> None:
    """A gin rulebook made of the same parts gives OpenSpiel's least deadwood for 10 and 11 cards."""
    pyspiel = pytest.importorskip("pyspiel")
    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    rng = random.Random("gin")
    order = [Card.parse(rank + suit) for suit in "SCDH" for rank in "A23456789TJQK"]
    for number in range(2000):
        ids = rng.sample(range(52), 10 + number % 2)
        hand = Hand(tuple(order[i] for i in ids))
        assert analyse(hand, GIN, players=2).best.points == utils.min_deadwood(ids), hand


@settings(max_examples=150)
@given(hand=strategies.hands(), data=st.data())
def test_order_of_cards_does_not_matter(hand: strategies.Dealt, data: st.DataObject) -> None:
    """The same cards in another order have the same answer to the letter."""
    shuffled = data.draw(st.permutations(hand.cards))
    answers = [
        analyse(Hand(tuple(map(Card.parse, cards))), hand.key, hand.turned, hand.players).to_dict() | {"hand": None}
        for cards in (hand.cards, shuffled)
    ]
    assert answers[0] == answers[1]


@settings(max_examples=150)
@given(hand=strategies.hands())
def test_cards_are_conserved_and_laying_the_best_out_gives_its_points(hand: strategies.Dealt) -> None:
    """Groups, loose cards and discard are the hand; as laid they score and declare what the answer says."""
    result = analyse(Hand(tuple(map(Card.parse, hand.cards))), hand.key, hand.turned, hand.players)
    laid = result.best.as_laid()
    assert Counter(card for group in laid for card in group) == Counter(result.hand.cards)
    again = analyse(Hand.of_groups(laid), hand.key, hand.turned, hand.players).arranged
    assert again.declares == result.best.declares
    if not again.declares:
        assert again.score == result.best.score


@settings(max_examples=300)
@given(hand=strategies.grouped_hands())
def test_the_best_of_a_hand_laid_out_holds_its_cards_too(hand: strategies.Laid) -> None:
    """Also with the learner's own groups each card is answered once, and the answer laid out is as good as it says."""
    groups = [tuple(map(Card.parse, group)) for group in hand.groups]
    result = analyse(Hand.of_groups(groups), hand.key, hand.turned, hand.players)
    again = analyse(Hand.of_groups(result.best.as_laid()), hand.key, hand.turned, hand.players)
    assert sorted(again.hand.cards) == sorted(result.hand.cards)
    assert again.arranged.declares == result.best.declares
    assert again.arranged.declares or again.arranged.score == result.best.score


@settings(max_examples=150)
@given(hand=strategies.grouped_hands())
def test_best_is_never_worse_than_as_laid(hand: strategies.Laid) -> None:
    """No arrangement of the learner's beats the best."""
    groups = [tuple(map(Card.parse, group)) for group in hand.groups]
    result = analyse(Hand.of_groups(groups), hand.key, hand.turned, hand.players)
    assert result.best.score >= result.arranged.score
    assert result.best.declares or not result.arranged.declares


@given(hand=strategies.hands())
def test_adding_a_printed_joker_never_raises_the_minimum(hand: strategies.Dealt) -> None:
    """A joker more can be left loose at no cost, so the least points cannot grow."""
    book = RULEBOOKS[hand.key]
    if not book.wilds.printed or book.scoring.loose_wild:
        return
    cards = tuple(map(Card.parse, hand.cards))
    if len(cards) >= 28 or len(cards) in (book.deal, book.deal + 1):
        cards = cards[:-2]  # with the size of the game a card more or less is also thrown or not
    if len(cards) in (0, book.deal - 1, book.deal, book.deal + 1):
        return
    before = analyse(Hand(cards), hand.key, hand.turned, hand.players).best.points
    after = analyse(Hand((*cards, PRINTED_JOKER)), hand.key, hand.turned, hand.players).best.points
    assert after <= before


@given(hand=strategies.hands())
def test_relaxing_a_rule_never_costs_points(hand: strategies.Dealt) -> None:
    """With fewer groups required, larger sets or more wilds allowed, no hand loses more."""
    book = RULEBOOKS[hand.key]
    cards = Hand(tuple(map(Card.parse, hand.cards)))
    strict = analyse(cards, book, hand.turned, hand.players).best
    easier = [
        replace(book, key="more-wilds", melds=replace(book.melds, run_wilds=None, set_wilds=None)),
        replace(book, key="larger-sets", melds=replace(book.melds, set_max=None)),
        replace(
            book,
            key="fewer-needs",
            scoring=replace(
                book.scoring,
                tiers=tuple(
                    replace(tier, needs=replace(tier.needs, pure=min(tier.needs.pure, 1), sequences=0))
                    for tier in book.scoring.tiers
                ),
            ),
        ),
    ]
    for relaxed in easier:
        assert analyse(cards, relaxed, hand.turned, hand.players).best.score >= strict.score, relaxed.key


@settings(max_examples=150)
@given(hand=strategies.hands())
def test_no_answer_holds_king_ace_two(hand: strategies.Dealt) -> None:
    """K, A and 2 of one suit never make a group of three, whichever of them are wild (R29)."""
    result = analyse(Hand(tuple(map(Card.parse, hand.cards))), hand.key, hand.turned, hand.players)
    assert not any(is_wrap(group.cards) for group in result.best.groups)


@pytest.mark.parametrize(
    ("key", "turned", "text"),
    [
        ("gorummy-13", "KH", "AS 2S KS 5H 6H 7H 8H 9C 9D JC 3D 4C QC"),
        ("rummy-21", "AH", "KH AH 2H"),
        ("paplu-21", "PJ", "KS AS 2S"),
        ("marriage-21", "AH", "KH AH 2H 7D 7D 7D"),
        ("paplu-27", "KH", "KH AH 2H 3H"),
        ("octro-13", "2C", "KS AS 2S 4H 5H 6H 7H"),
    ],
)
def test_king_ace_two_is_avoided_even_when_nothing_else_is_left(key: str, turned: str, text: str) -> None:
    """A joker that would complete K-A-2 has to go elsewhere, or the cards stay loose (R29)."""
    result = analyse(Hand.parse(text), key, turned)
    assert not any(is_wrap(group.cards) for group in result.best.groups)
    wrong = disagreements(key, text.split(), turned, 4, cpsat)
    assert not wrong


def test_ties_are_settled_towards_the_learners_own_groups() -> None:
    """Of two arrangements that cost the same, the one that moves fewer of the learner's cards is shown."""
    laid = Hand.parse("AS 2S 3S | 8D 9D 4D | AD 4S 3D | 6S 7S | 3H | 5H")
    found = [analyse(hand, "gorummy-13", "4H").best for hand in (laid, Hand(laid.cards))]
    kept, free = [{frozenset(map(str, group.cards)) for group in best.groups} for best in found]
    assert found[0].points == found[1].points
    assert frozenset(["AD", "4S", "3D"]) in kept - free


def test_an_arrangement_that_is_already_best_is_returned_unchanged() -> None:
    """A learner who found the optimum sees his own grouping, a seven-card run included."""
    text = "3H 4H 5H 6H 7H 8H 9H | TS JS PJ | 2C 2D 2S"
    best = analyse(text, "gorummy-13").best
    assert best.declares
    assert [len(group.cards) for group in best.groups] == [7, 3, 3]


def test_identical_melds_are_not_laid_twice_in_vazhushal() -> None:
    """Where a player may not lay two identical melds, the second run of the same cards stays loose (S3)."""
    result = analyse("4S 5S 6S 4S 5S 6S 9H 9D 9C 2H 3D 8C TC", "vazhushal-13", "7H")
    runs = [group.cards for group in result.best.groups if group.kind is Kind.PURE_SEQUENCE]
    assert len(runs) == len(set(runs))
    assert result.best.score == 4


@pytest.mark.parametrize(
    ("turned", "text"),
    [
        ("7H", "7C PJ KS JS 9H 9D 9H 9S 9S 2S 5S QD 7D"),
        ("7C", "7H PJ 7D PJ 3H 3H 4H 4H AH AH TH 3H 6C"),
        ("9H", "9C 6D TC 6C 7C 6C 6S 6D 6S PJ 9D QH 4H"),
        ("6D", "PJ 6S PJ 9S 9S 8S 5D 5H 6S 8S QD TH 8D"),
    ],
)
def test_groups_that_might_show_the_same_are_named_as_the_referee_names_them(turned: str, text: str) -> None:
    """Vazhushal's best grouping, laid out and judged, has the same kinds and the same cards for its wild cards."""
    best = analyse(text, "vazhushal-13", turned).best
    laid = analyse(Hand.of_groups(best.as_laid()), "vazhushal-13", turned).arranged
    judged = [(group.cards, group.kind, group.wilds) for group in laid.groups if len(group.cards) > 1]
    assert judged == [(group.cards, group.kind, group.wilds) for group in best.groups]


def test_spare_jokers_must_find_a_place_before_a_complete_declaration() -> None:
    """Three runs of four, two sets of four and one joker: nothing takes the joker, unless a card is thrown (S0)."""
    melds = "5D 6D 7D 8D 6H 7H 8H 9H 7C 8C 9C TC 2S 2H 2D 2C KS KH KD KC PJ"
    assert not disagreements("rummy-21", melds.split(), None, 4, cpsat)
    assert analyse(melds, "rummy-21", None).best.objective is None
    assert analyse(melds + " JC", "rummy-21", None).best.objective == "complete"


@pytest.mark.parametrize(
    ("key", "turned", "players", "text"),
    [
        ("gorummy-13", "2D", 4, "QS KS AS 2S 2S KS AS 4H 5H 6H 8D 8S 8C"),
        ("gorummy-13", "2D", 4, "9S TS JS 2S KS AS 4H 5H 6H 7H 8D 8S 8C"),
        ("paplu-13", "KS", 7, "4S 5S 6S QS KS AS 2S TS JS QS KS JS AS"),
        ("adgaming-13", "2S", 4, "2S AS 2S 2S AS KS 5S 3S"),
        ("vazhushal-13", "5H", 4, "8H 9H TH 5H 5S 5C 8H 5C TH KC QS 2C 3D"),
        ("vazhushal-13", "KD", 4, "AS 2S KS 4S 5S 6S TS JS QS JH QH KH AH"),
        ("vazhushal-13", "4S", 4, "4C 3C 4C 4H 8C 5C 3C 4C 5C 4D"),
        ("vazhushal-13", "JD", 4, "6H 7H 8H JS JC 7H 8H 9H 3H 7H"),
        ("vazhushal-13", "5C", 4, "6H 7H 8H 9H 7H TH 2H 5D 2H 5H 6H"),
        ("vazhushal-13", "9H", 4, "8C 8C PJ PJ PJ 8C 3C 9C TC AC 7C 8C 9C"),
    ],
)
def test_hands_where_short_melds_do_not_replace_a_long_one(key: str, turned: str, players: int, text: str) -> None:
    """Beside K-A-2, and where identical melds are barred, the longer sequence is needed as a whole (R29, R33)."""
    assert not disagreements(key, text.split(), turned, players, cpsat)


@pytest.mark.parametrize("key", KEYS)
def test_dense_hands_agree_with_an_independent_model(key: str) -> None:
    """Hands of few ranks around the ace, or full of copies, where canonical melds could fall short."""
    rng = random.Random(f"dense {key}")
    for _ in range(60):
        suit = rng.choice("SHDC")
        if rng.random() < 0.5:
            turned = rng.choice("A2K") + rng.choice("SHDC")
            pool = [rank + suit for rank in "A2K"] * 3 + [rank + suit for rank in "A23456TJQK"] * 2
            pool += [rank + other for rank in "258" for other in "SHD"]
        else:
            first, suits = rng.randint(0, 7), rng.sample("SHDC", 2)
            turned = rng.choice("A23456789TJQK") + suit
            pool = ["A23456789TJQK"[first + i] + other for i in range(6) for other in suits] * 2
        cards = rng.sample(pool, rng.randint(4, 11))
        wrong = disagreements(key, cards, turned, 4, cpsat, len(cards) - rng.randrange(2))
        wrong = [text for text in wrong if "loose cards" not in text]
        assert not wrong, (cards, turned, wrong)


@pytest.mark.parametrize(
    "text",
    [
        "KD TD JD QD | KC | TH JH QH | 9S JS TS | 4D 5D KH",  # declares, with a joker to throw
        "2H 4D 6S 8C TH QD | KC | 3S 5S 7H 9D | JC 2C 4C",  # the full 80, whatever is thrown
    ],
)
def test_a_joker_laid_alone_that_is_thrown_is_no_group(text: str) -> None:
    """Octro's spare joker is a group of its own unless it is the discard: no card is held twice."""
    hand = Hand.parse(text)
    best = analyse(hand, "octro-13", "KH").best
    discard = [best.discard] if best.discard else []
    held = [card for group in best.groups for card in group.cards] + [*best.loose, *discard]
    assert sorted(held) == sorted(hand.cards) and discard
    laid = analyse(
        Hand.of_groups([*(g.cards for g in best.groups), *((c,) for c in (*best.loose, *discard))]), "octro-13", "KH"
    )
    assert (laid.arranged.declares, laid.arranged.score) == (best.declares, best.score)
