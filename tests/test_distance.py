"""The distance to declare: held against the rules, brute force and the independent whole-pack model."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings

from rummy_tutor import RULEBOOKS, Card, Hand
from rummy_tutor.distance import Finder, count_stock, find_distance
from rummy_tutor.solver import find_best
from rummy_tutor.table import Deal, set_table
from tests import strategies
from tests.bench.agreement import distance_disagreements, seen_cards
from tests.oracle.distance import brute_distance
from tests.oracle.distance_model import cpsat_distance
from tests.test_distance_oracle import small_case


def table(key: str, turned: str | None = None, players: int = 4) -> Deal:
    """A rulebook at a table."""
    return set_table(RULEBOOKS[key], None if turned is None else Card.parse(turned), players)


def cards(text: str) -> tuple[Card, ...]:
    """Cards written in one line."""
    return tuple(map(Card.parse, text.split()))


@pytest.mark.parametrize("key", strategies.KEYS)
def test_small_hands_agree_with_every_exchange_tried(key: str) -> None:
    for seed in range(100, 112):
        case = small_case(key, seed)
        wanted = case.by(brute_distance, most=2)
        assert not distance_disagreements(case.hand, case.seen, wanted, case.tweak, most=2), case


@pytest.mark.parametrize("key", strategies.KEYS)
def test_small_hands_agree_with_the_whole_pack_model(key: str) -> None:
    for seed in range(200, 230):
        case = small_case(key, seed)
        assert not distance_disagreements(case.hand, case.seen, case.by(cpsat_distance), case.tweak), case


@pytest.mark.parametrize("flavour", strategies.FLAVOURS)
@pytest.mark.parametrize("key", strategies.KEYS)
def test_full_hands_agree_with_the_whole_pack_model(key: str, flavour: str) -> None:
    rng = random.Random(f"distance {key} {flavour}")
    for number in range(2):
        hand = strategies.deal(key, None, rng, flavour=flavour, extra=number)
        seen = seen_cards(hand, rng)
        wanted = cpsat_distance(hand.key, hand.cards, hand.turned, hand.players, seen)
        assert not distance_disagreements(hand, seen, wanted), (hand, seen)


@given(strategies.hands())
@settings(max_examples=60, deadline=None)
def test_a_hand_declares_if_nothing_need_be_exchanged(hand: strategies.Dealt) -> None:
    deal = table(hand.key, hand.turned, hand.players)
    held = cards(" ".join(hand.cards))
    distance = find_distance(held, deal)
    if len(held) not in (deal.rulebook.deal, deal.rulebook.deal + 1):
        assert distance.exchanges is None
    else:
        assert (distance.exchanges == 0) == find_best(held, deal).declares


@given(strategies.hands())
@settings(max_examples=40, deadline=None)
def test_the_way_shown_declares_and_can_be_had(hand: strategies.Dealt) -> None:
    deal = table(hand.key, hand.turned, hand.players)
    held = cards(" ".join(hand.cards))
    distance = find_distance(held, deal)
    if distance.witness is None:
        return
    missing, given_up = Counter(distance.witness.missing), Counter(distance.witness.given)
    assert missing.total() == distance.exchanges
    assert not given_up - Counter(held)
    stock = count_stock(Counter(card.index for card in held), deal)
    assert all(count <= stock[card.index] for card, count in missing.items())
    reached = Counter(held) - given_up + missing
    assert reached.total() == deal.rulebook.deal
    assert find_best(tuple(reached.elements()), deal).declares
    assert not Counter(card for _, group in distance.witness.groups for card in group) - reached


def test_a_joker_is_as_good_as_the_missing_card_but_in_the_pure_sequence() -> None:
    # 5-6 of hearts would be pure with the 4 or the 7 only; 8-8 takes any joker
    held = cards("5H 6H 9S TS JS KD KC KS 8D 8C 2C 3C 4C")
    distance = find_distance(held, table("gorummy-13", "AD"))
    assert (distance.exchanges, distance.objective) == (2, "complete")


def test_a_card_seen_is_no_way_out() -> None:
    held = cards("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S")
    deal = table("gorummy-13", "9D")
    assert find_distance(held, deal).exchanges == 1
    kings_and_jokers = cards("KH KH KS KS KD KC 9S 9H 9H 9C 9C 9D PJ PJ")
    assert find_distance(held, deal, kings_and_jokers).exchanges == 2


def test_the_turned_card_is_out_of_the_pack() -> None:
    deal = table("gorummy-13", "9D", 2)
    assert count_stock(Counter(), deal)[Card.parse("9D").index] == 1
    assert count_stock(Counter({Card.parse("9D").index: 1}), deal)[Card.parse("9D").index] == 0


def test_marriage_tells_how_far_the_turned_card_is_from_being_seen() -> None:
    held = cards("2H 3H 4H 7S 7S 7S 9C TC QD QD KS KH 5C 5D 8H 8D AC 3S 3S JD 6H")
    assert find_distance(held, table("marriage-21")).to_see == 1
    assert find_distance(held, table("rummy-21", "2S")).to_see is None


def test_a_hand_of_another_size_cannot_declare() -> None:
    assert find_distance(cards("2H 3H 4H"), table("gorummy-13")).exchanges is None


@pytest.mark.parametrize("key", ["gorummy-13", "octro-13", "vazhushal-13", "rummy-21", "marriage-21"])
def test_a_spare_card_leaves_the_hand_as_near_as_before(key: str) -> None:
    rng = random.Random(f"spare {key}")
    book = RULEBOOKS[key]
    for flavour in strategies.FLAVOURS:
        hand = strategies.deal(key, None, rng, flavour=flavour, extra=1)
        deal = table(hand.key, hand.turned, hand.players)
        held = cards(" ".join(hand.cards))
        nearest = find_distance(held, deal).exchanges
        assert nearest is not None
        spare = Finder(held, deal).spare(book.objectives, nearest)
        out_of_play = {}
        for card in set(held):
            rest = list(held)
            rest.remove(card)
            # the card thrown cannot be had again
            out_of_play[card] = find_distance(rest, deal, (card,)).exchanges
        assert spare == {card.index for card, exchanges in out_of_play.items() if exchanges == nearest}


def test_the_order_of_the_cards_does_not_matter() -> None:
    rng = random.Random(7)
    hand = strategies.deal("octro-13", None, rng, flavour=next(iter(strategies.FLAVOURS)), extra=0)
    deal = table(hand.key, hand.turned, hand.players)
    held = list(cards(" ".join(hand.cards)))
    first = find_distance(held, deal)
    rng.shuffle(held)
    assert find_distance(held, deal) == first
    assert Hand(tuple(held))
