"""The oracle of the distance to declare held against the rules and against itself."""

from __future__ import annotations

import random
from collections import Counter
from functools import partial
from typing import Any

import pytest

from tests import strategies
from tests.distance.distance_cases import ace_case, few_case, small_case
from tests.oracle.distance import SEE, Distance, ask, available, brute_distance, brute_outs, exchanges_to, reaches
from tests.oracle.distance_model import cpsat_distance
from tests.oracle.exhaustive import by_engine, by_referee, compare_all


def whole(key: str, text: str, turned: str | None = None, players: int = 4, seen: str = "", **tweak: Any) -> Distance:
    """The model's answer for cards written in one line."""
    return cpsat_distance(key, text.split(), turned, players, seen.split(), tweak=tweak)


def among(key: str, left: str, text: str, turned: str | None = None, players: int = 4, **tweak: Any) -> Distance:
    """The same when these cards and no others are left to be had."""
    stock = available(key, Counter(text.split()), turned, players)
    seen = stock - Counter(left.split())
    assert (stock - seen) == Counter(left.split()), "the pack does not have them"
    return whole(key, text, turned, players, " ".join(seen.elements()), **tweak)


@pytest.mark.parametrize("key", strategies.KEYS)
def test_brute_force_agrees_with_cpsat(key: str) -> None:
    """Trying every exchange and the integer programme find the same distances."""
    reached = Counter()
    most = 2
    for seed in range(40, 46):
        case = small_case(key, seed)
        tried, solved = case.by(brute_distance, most=most), case.by(cpsat_distance)
        figures = {**solved.by_objective, SEE: solved.seen_exchanges}
        near = {name: None if figure is None or figure > most else figure for name, figure in figures.items()}
        assert {**tried.by_objective, SEE: tried.seen_exchanges} == near, case
        reached.update(near.values())
    assert len(reached) >= 3, "the cases are all alike"


@pytest.mark.parametrize("key", strategies.KEYS)
def test_discards_and_draws_are_those_of_all_the_hands_there_are(key: str) -> None:
    """Each pair of a discard and a draw is right against the list of all hands that declare."""
    rng = random.Random(f"pairs {key}")
    reached, pairs = Counter(), 0
    for number in range(48):
        case = (ace_case if number % 3 else few_case)(key, rng, 500)
        found = compare_all(case.hand, case.seen, case.tweak, by_engine)
        assert not found.wrong, case
        reached[found.exchanges] += 1
        pairs += found.pairs
    assert len(reached) >= 3 and pairs > 100, "the cases are all alike"


@pytest.mark.parametrize("key", strategies.KEYS)
def test_the_hands_that_declare_are_those_of_the_referee(key: str) -> None:
    """The list of declaring hands is the referee's."""
    rng = random.Random(f"referee {key}")
    for make in (few_case, ace_case):
        case = make(key, rng, 200)
        while case.tweak["deal"] > 7:
            case = make(key, rng, 200)
        assert not compare_all(case.hand, case.seen, case.tweak, by_referee).wrong, case


@pytest.mark.parametrize("key", strategies.KEYS)
def test_a_draw_brings_the_hand_one_exchange_nearer_at_most(key: str) -> None:
    """The best draw brings a hand exactly one exchange nearer, and none takes it further away."""
    case = next(case for seed in range(50) if (case := small_case(key, seed)).by(cpsat_distance).exchanges)
    hand, deal = case.hand, case.tweak["deal"]
    cards = hand.cards[:deal]
    before = cpsat_distance(key, cards, hand.turned, hand.players, case.seen, tweak=case.tweak).exchanges
    outs = brute_outs(cpsat_distance, key, cards, hand.turned, hand.players, case.seen, tweak=case.tweak)
    after = [out.exchanges for out in outs if out.exchanges is not None]
    assert before is not None
    assert before > 0 or deal < len(hand.cards)
    assert min(after) == max(0, before - 1)
    assert max(after) <= before


@pytest.mark.parametrize("key", strategies.KEYS)
def test_a_card_too_many_is_thrown_at_its_best(key: str) -> None:
    """With one card more the distance is that after the best discard."""
    cases = [case for seed in range(5) if len((case := small_case(key, seed)).hand.cards) > case.tweak["deal"]]
    assert cases
    for case in cases:
        _, players, turned, cards = case.hand
        after = [
            cpsat_distance(key, cards[:i] + cards[i + 1 :], turned, players, [*case.seen, cards[i]], tweak=case.tweak)
            for i in range(len(cards))
        ]
        figures = [one.exchanges for one in after if one.exchanges is not None]
        assert case.by(cpsat_distance).exchanges == min(figures, default=None), case


def test_cards_held_turned_or_seen_cannot_be_had() -> None:
    """Cards held, turned up or seen are no longer in the pack."""
    stock = available("gorummy-13", Counter(("5H", "5H", "KS", "PJ")), "KS", 4, ["9D", "2C", "2C", "2C"])
    assert [stock[card] for card in ("5H", "KS", "PJ", "9D", "2C", "KH")] == [0, 0, 1, 1, 0, 2]
    assert available("paplu-13", Counter(), "KS", 3)["KS"] == 0
    assert available("paplu-13", Counter(), "KS", 3, (), ("no-additional-jokers",))["KS"] == 1
    assert available("paplu-13", Counter(), None, 3, (), ("no-jokers",))["PJ"] == 0


COMPLETE_21 = "AS AS AS 2H 3H 4H 5D 6D 7D TC JC QC 4S 4H 4D 6S 6H 6D 8S 8H 8D"


@pytest.mark.parametrize(
    ("key", "text", "name", "needed"),
    [
        ("gorummy-13", "AS 2S 3S 4S 5H 6H 7H 9S 9H 9D KS KH KD", "complete", "6H"),
        ("octro-13", "AS 2S 3S 4S 5H PJ 7H 9S 9H 9D KS KH PJ", "complete", "2S"),
        ("paplu-13", "AS 2S 3S 4S 5H PJ 7H 9S 9H 9D KS KH KD", "complete", "2S"),
        ("adgaming-13", "AS 2S 3S 4S 5H 6H 7H 9S 9H 9D 9C PJ PJ", "complete", "2S"),
        ("vazhushal-13", "AS 2S 3S 4S 5H PJ PJ 9S 9H 9D KS KH KD", "complete", "2S"),
        ("rummy-21", COMPLETE_21, "complete", "JC"),
        ("rummy-21", "PJ PJ PJ 6H 6H 6H 5S 5S 5S 2S 4S 6S 8S TS QS 2D 4D 8D 6C 8C TC", "tunnelas", "PJ"),
        ("rummy-21", "PJ PJ PJ 4S 4S 5S 5S 6S JS 2S QS 3D 6D 9D QD 3H 6H 9H QH 3C 7C", "jokers", "PJ"),
        ("paplu-21", "2S 2S 4S 4S 6S 6S 8S 8S TD TD QD QD 2H 2H 4H 4H 6H 8H TH QH 9C", "dublees", "8S"),
        (
            "paplu-27",
            "5C 5C 5C 6H 6H 6H 7D 7D 7D 8S 9S TS JH QH KH 2D 3D 4D 9C TC JC 2H 3H 4H 9D TD JD",
            "tunnelas",
            "5C",
        ),
        (
            "paplu-27",
            "2S 2S 4S 4S 6S 6S 8S 8S TS TS 2H 2H 4H 4H 6H 6H 8H 8H TH TH 2D 3D 4D 9C TC JC QC",
            "dublees",
            "TH",
        ),
        (
            "paplu-27",
            "PJ PJ PJ 5S 5S 6S 6S 6S 4S 4S 2H 3H 4H 5H 6H 7H 8H 9H TH 2D 3D 4D 5D 6D 7D 8D 9D",
            "jokers",
            "PJ",
        ),
        ("marriage-21", COMPLETE_21, "complete", "JC"),
        ("marriage-21", "2S 2S 4S 4S 6S 6S 8S 8S TD TD QD QD 2H 2H 4H 4H 6H 8H TH QH 9C", "dublees", "8S"),
    ],
)
def test_a_hand_that_declares_is_there(key: str, text: str, name: str, needed: str) -> None:
    """A declaring hand has distance 0; without one of its cards it has distance 1, or none if that card is gone."""
    turned = "5S" if name == "jokers" else None
    short = text.replace(needed, "KC", 1)
    assert among(key, "JH", text, turned).by_objective[name] == 0
    assert among(key, "JH", f"{text} 3C", turned).by_objective[name] == 0, "a card too many is thrown"
    assert among(key, f"{needed} JH", short, turned).by_objective[name] == 1
    assert among(key, f"{needed} JH", f"{short} 3C", turned).by_objective[name] == 1
    assert among(key, "", short, turned).by_objective[name] is None, "nothing is left to be had"


SEVEN = "AS 2S 3S 4S 5H 6H 9C"
"""A pure sequence and two hearts that wait for a third card."""


def test_outs_of_a_hand_one_card_short() -> None:
    """A hand one card short has the outs that complete it, each with its copies left."""
    tweak = {"deal": 7}
    assert whole("gorummy-13", SEVEN, deal=7).exchanges == 1
    outs = brute_outs(partial(brute_distance, most=0), "gorummy-13", SEVEN.split(), None, tweak=tweak)
    assert {(out.card, out.copies) for out in outs if out.exchanges == 0} == {("4H", 2), ("7H", 2), ("PJ", 2)}
    assert sum(out.copies for out in outs) == 2 * 52 + 2 - 7
    seen = ["4H", "PJ", "PJ"]
    outs = brute_outs(partial(brute_distance, most=0), "gorummy-13", SEVEN.split(), None, 4, seen, tweak=tweak)
    assert {(out.card, out.copies) for out in outs if out.exchanges == 0} == {("4H", 1), ("7H", 2)}
    assert "PJ" not in {out.card for out in outs}


def test_what_has_been_seen_is_no_way_out() -> None:
    """Cards that have been seen complete no hand."""
    assert whole("gorummy-13", SEVEN, seen="PJ PJ 4H 4H 7H", deal=7).exchanges == 1
    assert whole("gorummy-13", SEVEN, seen="PJ PJ 4H 4H 7H 7H", deal=7).exchanges == 2
    # the one seven of hearts in a single pack lies turned up; a seven that may stand for it will do
    assert whole("paplu-13", SEVEN, "7H", 3, seen="PJ 4H 7S 7D", deal=7).exchanges == 1
    assert whole("paplu-13", SEVEN, "7H", 3, seen="PJ 4H 7S 7D 7C", deal=7).exchanges == 2
    everything = " ".join(available("gorummy-13", Counter(SEVEN.split()), None, 4).elements())
    assert whole("gorummy-13", SEVEN, seen=everything, deal=7) == Distance(None, {"complete": None})


def test_only_a_natural_card_makes_a_pure_sequence() -> None:
    """The pure sequence needs natural cards, however many wild cards are held."""
    hand = "AS 2S 5H 6H PJ PJ 9D 9C 9S KD KC KH QH"
    assert whole("gorummy-13", hand).exchanges == 1
    # whatever the wild cards do, no card of these makes a sequence of cards that stand for themselves
    assert among("gorummy-13", "8D 8C AD AC", hand).exchanges is None
    assert among("gorummy-13", "8D 8C AD 3S", hand).exchanges == 1
    assert among("gorummy-13", "8D 8C 4H", hand, "8H").exchanges == 1


def test_octro_takes_one_wild_card_a_sequence() -> None:
    """Octro allows one wild card a sequence and asks for a sequence of four."""
    hand = "AS 2S 3S 4S 6H PJ PJ"
    assert among("gorummy-13", "8H", hand, deal=7).exchanges == 0
    assert among("octro-13", "8H KC", hand, deal=7).exchanges == 1, "a joker is left over"
    assert among("octro-13", "9H KC", hand, deal=7).exchanges is None
    assert among("octro-13", "9H KC", "AS 2S 3S 4S 5H 6H PJ PJ PJ", deal=9).exchanges == 0, "spare jokers are let be"
    assert among("octro-13", "4S 9C", "AS 2S 3S 5H 6H 7H 9S 9H 9D", deal=9).exchanges is None, "no sequence of four"
    assert among("octro-13", "4S PJ", "AS 2S 3S 5H 6H 7H 9S 9H 9D", deal=9).exchanges == 2
    assert among("octro-13", "4S 9C", "AS 2S 3S 5H 6H 7H 9S 9H 9D KC", deal=10).exchanges == 1


@pytest.mark.parametrize("turned", [None, "2D", "AD", "KD"])
def test_king_ace_two_is_no_way_out(turned: str | None) -> None:
    """King, ace and 2 of a suit are no sequence, also where one of them is wild (R29)."""
    assert among("gorummy-13", "8H QS 3S", "5H 6H 7H KS AS 2S", turned, deal=6).exchanges == 1
    assert among("gorummy-13", "9D 9C 8S", "5H 6H 7H KS AS 2S", turned, deal=6).exchanges != 0
    short = "5H 6H 7H AS 2S 9S"
    assert among("gorummy-13", "KS", short, turned, deal=6).exchanges is None, "also when it is wild"
    assert among("gorummy-13", "KH", short, turned, deal=6).exchanges == (1 if turned == "KD" else None)


def test_rummy_21_by_each_objective() -> None:
    """21-Card Rummy has a distance for each objective."""
    hand = "7S 7S 7S 6H 6H 6H 8D 8D 2S 2S 4S 4S 9S JS QS 3D 3D KD KD TC TC"
    found = whole("rummy-21", hand, "5D")
    assert {**found.by_objective, "complete": 0} == {"complete": 0, "tunnelas": 1, "dublees": 0, "jokers": 8}
    wild = "PJ PJ PJ 4D 4D 4D 5D 5D 6D 6D 6D"
    assert among("rummy-21", f"{wild} 9C", hand, "5D").by_objective["jokers"] == 8
    assert among("rummy-21", f"{wild[9:]} 9C", hand, "5D").by_objective["jokers"] == 8
    assert among("rummy-21", f"{wild[12:]} 9C", hand, "5D").by_objective["jokers"] is None
    assert among("rummy-21", "9C 8D", hand, "5D").by_objective["tunnelas"] == 1
    assert among("rummy-21", "9C", hand, "5D").by_objective["tunnelas"] is None


def test_tunnelas_are_pure_in_rummy_21_only() -> None:
    """A tunnela counts as a pure sequence in rummy-21 and not in paplu-21 (R20)."""
    hand = COMPLETE_21.replace("2H 3H 4H", "9D 9H 9C")
    assert among("rummy-21", "KC", hand).by_objective["complete"] == 0
    assert among("paplu-21", "KC", hand).by_objective["complete"] is None
    assert among("paplu-21", "TD 9S 8C", hand).by_objective["complete"] == 2, "8-9-T of diamonds"


def test_tanala_stands_in_for_a_straight_with_seven_players() -> None:
    """In Paplu a tanala counts as pure with seven players or more."""
    hand = "5S 5S 5S 6H 7H 8D 9H"
    assert among("paplu-13", "8H JC", hand, None, 7, deal=7).exchanges == 1
    assert among("paplu-13", "8H JC", hand, None, 6, deal=7).exchanges is None


def test_the_rest_of_27_cards_has_to_be_melded() -> None:
    """In 27 Card Rummy the cards besides dublees or jokers have to be melded (R37)."""
    wild = "PJ PJ PJ 5S 5S 6S 6S 6S 4S 4S"
    melds = "2H 3H 4H 5H 6H 7H 8H 9H TH 2D 3D 4D 5D 6D 7D 8D"
    assert among("paplu-27", "9D KC", f"{wild} {melds} KC", "5S").by_objective["jokers"] == 1
    assert among("paplu-27", "QC KC", f"{wild} {melds} KC", "5S").by_objective["jokers"] is None
    pairs = " ".join(f"{card} {card}" for card in ("2S", "4S", "6S", "8S", "TS", "2H", "4H", "6H", "8H", "TH"))
    assert among("paplu-27", "7C", f"{pairs} 2D 3D 4D 8C TC JC QC").by_objective["dublees"] is None
    assert among("paplu-27", "9C", f"{pairs} 2D 3D 4D 8C TC JC QC").by_objective["dublees"] == 1
    assert among("paplu-27", "8C", f"{pairs} 2D 3D 4D 8C TC JC QC").by_objective["dublees"] is None
    assert among("paplu-27", "8C QC", f"{pairs} 2D 3D 4D 8C TC JC QC").by_objective["dublees"] == 2, "twelve pairs"
    assert among("paplu-27", "8C", f"{pairs} 2D 3D 4D 8C JC JC QC").by_objective["dublees"] == 1


def test_marriage_has_a_distance_to_seeing() -> None:
    """Marriage has a distance to seeing the tiplu, by pure melds or by dublees."""
    start = "AS AS AS 2H 3H 4H 5D 6D 9C TC JH QH 4S 4H 7S 7H KD KC 2C TS 8S"
    assert whole("marriage-21", start, "7C").seen_exchanges == 1
    assert among("marriage-21", "JC KS", start, "7C").seen_exchanges == 1
    assert among("marriage-21", "7C 7C KS", start, "7C").seen_exchanges is None, "a wild card stands for itself only"
    pairs = "AS AS 3S 3S 5S 5S 7D 7D 9D 9D JD JD 2C 4C 6C 8C TC QC KH 5H 8H"
    found = among("marriage-21", "2C 4C JD", pairs)
    assert (found.seen_exchanges, found.by_objective["dublees"]) == (1, 2)
    assert among("gorummy-13", "7H", SEVEN, deal=7).seen_exchanges is None


def test_wild_cards_of_marriage_are_those_of_a_known_card() -> None:
    """In Marriage nothing is wild as long as the tiplu is not known."""
    hand = "AS AS AS 2H 3H 4H 5D 6D 7D TC JC 9D 4S 4H 9H 6S 6H 9S 8S 8H 9C"
    assert among("marriage-21", "KC", hand, "9C").exchanges == 0
    assert among("marriage-21", "KC", hand, None).exchanges is None
    assert among("marriage-21", "6D 8D", hand, None).exchanges == 2


def test_vazhushal_knows_no_two_identical_melds() -> None:
    """In Vazhushal two identical melds count once (R33)."""
    hand = "5S 6S 7S 5S 6S 7S"
    assert among("gorummy-13", "9C", hand, deal=6).exchanges == 0
    assert among("vazhushal-13", "9C 8S", hand, deal=6).exchanges == 1
    assert among("vazhushal-13", "9C 9S", hand, deal=6).exchanges is None
    assert among("vazhushal-13", "9C", "5S 6S 7S 5S 6S PJ", deal=6).exchanges == 0, "4-5-6 beside 5-6-7"
    assert among("vazhushal-13", "9C", "5H 5S 5D 6H 6S 6D", deal=6).exchanges is None, "no pure sequence"


def test_witnesses_are_hands_that_can_be_had() -> None:
    """The hand that proves a distance is made of cards held and cards left."""
    cards = SEVEN.split()
    question = ask("gorummy-13", cards, None, tweak={"deal": 7})
    for distance in (brute_distance, cpsat_distance):
        groups = distance("gorummy-13", cards, None, seen=["KC"] * 2, tweak={"deal": 7}).witnesses["complete"]
        assert exchanges_to(question, [card for group in groups for card in group]) == 1
        assert reaches(question, groups, "complete")
    assert not reaches(question, [("AS", "2S", "3S", "4S"), ("5H", "6H", "9C")], "complete")
    assert not reaches(question, [("AS", "2S", "3S"), ("5H", "6H", "7H")], "complete"), "six cards"
    assert exchanges_to(question, ["9C", "9C", "9C"]) is None, "there are but two"


def test_a_hand_of_another_size_is_refused() -> None:
    """A hand of another number of cards has no distance."""
    with pytest.raises(ValueError, match="deals 13"):
        whole("gorummy-13", "5H 6H 7H")
