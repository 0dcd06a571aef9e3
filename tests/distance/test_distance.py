"""The distance to declare: held against the rules, brute force and the independent whole-pack model."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from math import comb, prod

import pytest
from hypothesis import given, settings

from rummy_tutor import RULEBOOKS, Card, Hand
from rummy_tutor.cli import main
from rummy_tutor.distance.discards import Throws, keep_hand
from rummy_tutor.distance.distance import count_exchanges, find_distance
from rummy_tutor.distance.exchanges import Finder, Search, Surveyed
from rummy_tutor.errors import RuleError
from rummy_tutor.game.cards import CARDS, without
from rummy_tutor.game.rules import JokerGroups, Needs, Objective, Pack, Rest, SetSuits, Table, Wilds
from rummy_tutor.game.table import Deal, set_table
from rummy_tutor.game.unseen import count_stock
from rummy_tutor.referee.grammar import grammar_at
from rummy_tutor.solver.best import declare_by, find_best
from rummy_tutor.solver.bitpack import Packed
from rummy_tutor.study.advice import advise
from rummy_tutor.study.likely import find_likely
from tests import strategies
from tests.bench.agreement import seen_cards
from tests.distance.distance_cases import small_case
from tests.oracle.agree import derived, distance_disagreements
from tests.oracle.distance import available, brute_distance
from tests.oracle.distance_model import cpsat_distance


def table(key: str, turned: str | None = None, players: int = 4) -> Deal:
    """A rulebook at a table."""
    return set_table(RULEBOOKS[key], None if turned is None else Card.parse(turned), players)


def cards(text: str) -> tuple[Card, ...]:
    """Cards written in one line."""
    return tuple(map(Card.parse, text.split()))


@pytest.mark.parametrize("key", strategies.KEYS)
def test_small_hands_agree_with_every_exchange_tried(key: str) -> None:
    """In small hands the distance is what trying every exchange of up to two cards finds."""
    for seed in range(100, 112):
        case = small_case(key, seed)
        wanted = case.by(brute_distance, most=2)
        assert not distance_disagreements(case.hand, case.seen, wanted, case.tweak, most=2), case


@pytest.mark.parametrize("key", strategies.KEYS)
def test_small_hands_agree_with_the_whole_pack_model(key: str) -> None:
    """In small hands the distance is that of an independent model of the whole pack."""
    for seed in range(200, 230):
        case = small_case(key, seed)
        assert not distance_disagreements(case.hand, case.seen, case.by(cpsat_distance), case.tweak), case


@pytest.mark.parametrize("flavour", strategies.FLAVOURS)
@pytest.mark.parametrize("key", strategies.KEYS)
def test_full_hands_agree_with_the_whole_pack_model(key: str, flavour: str) -> None:
    """In full hands, with cards seen, the distance is that of an independent model of the whole pack."""
    rng = random.Random(f"distance {key} {flavour}")
    for number in range(2):
        hand = strategies.deal(key, None, rng, flavour=flavour, extra=number)
        seen = seen_cards(hand, rng)
        wanted = cpsat_distance(hand.key, hand.cards, hand.turned, hand.players, seen)
        assert not distance_disagreements(hand, seen, wanted), (hand, seen)


@given(strategies.hands())
@settings(max_examples=60)
def test_a_hand_declares_if_nothing_need_be_exchanged(hand: strategies.Dealt) -> None:
    """A hand of the right size declares exactly if its distance is 0; one of another size has no distance."""
    deal = table(hand.key, hand.turned, hand.players)
    held = cards(" ".join(hand.cards))
    distance = find_distance(held, deal)
    if len(held) not in (deal.rulebook.deal, deal.rulebook.deal + 1):
        assert distance.exchanges is None
    else:
        assert (distance.exchanges == 0) == find_best(held, deal).declares


@given(strategies.hands())
@settings(max_examples=40)
def test_the_way_shown_declares_and_can_be_had(hand: strategies.Dealt) -> None:
    """The way shown takes as many cards as the distance, all of them still in the pack, and then declares."""
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


def test_a_hand_is_packed_together_with_all_cards_to_be_had() -> None:
    """More cards than a hand has can be packed, each in a field of its own."""
    packed = Packed([1, 2, 3, 4, 5] * 20, 10)
    assert sum((packed.rem & field) // one for field, one in zip(packed.fields, packed.ones, strict=True)) == 300


def test_a_joker_is_as_good_as_the_missing_card_but_in_the_pure_sequence() -> None:
    """A joker fills any hole but that of the one pure sequence."""
    # 5-6 of hearts would be pure with the 4 or the 7 only; 8-8 takes any joker
    held = cards("5H 6H 9S TS JS KD KC KS 8D 8C 2C 3C 4C")
    distance = find_distance(held, table("gorummy-13", "AD"))
    assert (distance.exchanges, distance.objective) == (2, "complete")


def test_a_card_seen_is_no_way_out() -> None:
    """A card of which every copy has been seen cannot be drawn."""
    held = cards("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S")
    deal = table("gorummy-13", "9D")
    assert find_distance(held, deal).exchanges == 1
    kings_and_jokers = cards("KH KH KS KS KD KC 9S 9H 9H 9C 9C 9D PJ PJ")
    assert find_distance(held, deal, kings_and_jokers).exchanges == 2


def test_the_turned_card_is_out_of_the_pack() -> None:
    """The turned card lies on the table: one copy less of it is in the pack."""
    deal = table("gorummy-13", "9D", 2)
    assert count_stock(Counter(), deal)[Card.parse("9D").index] == 1
    assert count_stock(Counter({Card.parse("9D").index: 1}), deal)[Card.parse("9D").index] == 0


def test_the_last_card_of_the_stock_is_no_out_while_others_are_left() -> None:
    """In Vazhushal the turned card lies under the stock and is drawn last (R56): till then nobody can count on it."""
    hand = "2H 3H 4H 6C 7C 8C 9D TD JD QS QH QD 5S"
    draws = {str(draw.card) for draw in advise(hand, "vazhushal-13", turned="QC", players=3).outs}
    assert "QC" not in draws and "5H" in draws
    others = [str(card) for card in CARDS for _ in range(2 if card.is_printed_joker else 1)]
    seen = [card for card in others if card not in hand.split() and card != "QC"]
    last = advise(hand, "vazhushal-13", turned="QC", players=3, seen=" ".join(seen))
    assert [(str(draw.card), draw.copies) for draw in last.outs if draw.distance == 0] == [("QC", 1)]


def test_marriage_tells_how_far_the_turned_card_is_from_being_seen() -> None:
    """Marriage has a second distance, to seeing the tiplu; games without a hidden card have none."""
    held = cards("2H 3H 4H 7S 7S 7S 9C TC QD QD KS KH 5C 5D 8H 8D AC 3S 3S JD 6H")
    assert find_distance(held, table("marriage-21")).to_see == 1
    assert find_distance(held, table("rummy-21", "2S")).to_see is None


def test_a_hand_of_another_size_cannot_declare() -> None:
    """A hand of another number of cards has no distance."""
    assert find_distance(cards("2H 3H 4H"), table("gorummy-13")).exchanges is None


@pytest.mark.parametrize("key", ["gorummy-13", "octro-13", "vazhushal-13", "rummy-21", "marriage-21"])
def test_a_spare_card_leaves_the_hand_as_near_as_before(key: str) -> None:
    """With one card more, the cards that some nearest way gives up are those whose loss costs no exchange."""
    rng = random.Random(f"spare {key}")
    book = RULEBOOKS[key]
    for flavour in strategies.FLAVOURS:
        hand = strategies.deal(key, None, rng, flavour=flavour, extra=1)
        deal = table(hand.key, hand.turned, hand.players)
        held = cards(" ".join(hand.cards))
        nearest = find_distance(held, deal).exchanges
        assert nearest is not None
        finder, kept = Finder(held, deal), {card.index for card in held}
        spare = set(kept)
        for way in book.objectives:
            for filled in finder.throwing(way, nearest, kept):
                assert set(filled.given) <= spare
        spare -= kept
        out_of_play = {}
        for card in set(held):
            rest = list(held)
            rest.remove(card)
            # the card thrown cannot be had again
            out_of_play[card] = find_distance(rest, deal, (card,)).exchanges
        assert spare == {card.index for card, exchanges in out_of_play.items() if exchanges == nearest}


def left_over(key: str, players: int, turned: str | None, held: str, left: str) -> list[str]:
    """What has been seen if these cards and no others are left to be had."""
    stock = available(key, Counter(held.split()), turned, players)
    return list((stock - Counter(left.split())).elements())


@pytest.mark.parametrize(
    ("key", "players", "turned", "held", "left", "tweak", "by_objective"),
    [
        # 7-8 of clubs and a jack: a run wholly bought, and only these two clubs are there
        ("gorummy-13", 4, "JS", "QC 7D KH QH JH 7S", "7C 8C 9H JH", {"deal": 6}, {"complete": 3}),
        # two dublees wholly bought, each of another card
        (
            "paplu-27",
            5,
            "AS",
            "9S 2S KS JS 6H JS",
            "2D 3S 3S AS AS",
            {"tunnelas": 1, "dublees": 2, "jokers": 3, "deal": 6},
            {"tunnelas": None, "dublees": 4, "jokers": 2},
        ),
        (
            "paplu-27",
            5,
            "TS",
            "TC TC TC AC AD AH",
            "2H 2H 5S AH AH",
            {"tunnelas": 1, "dublees": 2, "jokers": 3, "deal": 6},
            {"tunnelas": 0, "dublees": 3, "jokers": None},
        ),
    ],
)
def test_melds_bought_as_a_whole_differ_by_the_cards_there_are(
    key: str, players: int, turned: str, held: str, left: str, tweak: dict, by_objective: dict
) -> None:
    """Melds of drawn cards alone are made of the copies that are left."""
    seen = left_over(key, players, turned, held, left)
    hand = strategies.Dealt(key, players, turned, held.split())
    wanted = cpsat_distance(key, hand.cards, turned, players, seen, tweak=tweak)
    assert wanted.by_objective == by_objective
    assert not distance_disagreements(hand, seen, wanted, tweak)


@pytest.mark.parametrize(
    ("key", "turned", "held", "left", "exchanges"),
    [
        # ace and two of spades take a king of hearts, which is wild, but not that of spades
        ("gorummy-13", "KD", "2S AS 3H 4H 5H 8D 8C 8H TC JC QC 9C 6D", "KS KH 7C", 1),
        ("gorummy-13", "KD", "2S AS 3H 4H 5H 8D 8C 8H TC JC QC 9C 6D", "KS KS 7C", 2),
        # the wild king of spades is exchanged for that of hearts
        ("gorummy-13", "KD", "2S AS KS 3H 4H 5H 8D 8C 8H TC JC QC 9C", "KH 7D", 1),
        ("gorummy-13", "2D", "KS AS 2S 3H 4H 5H 8D 8C 8H TC JC QC KC", "2H 7D", 1),
        ("paplu-13", "AD", "KS 2S AS AH 4H 5H 6H 8D 8C 8H TC JC QC", "AC 7D 9D", 1),
        # of the jokers held too many, the one that lies beside ace and two of clubs is kept
        ("gorummy-13", "KD", "2C AC KC KH 3H 4H 5H 8D 8C 8H TS JS QS 9S", "7D 6D", 0),
    ],
)
def test_of_the_wild_cards_one_is_taken_that_is_no_king_ace_two(
    key: str, turned: str, held: str, left: str, exchanges: int
) -> None:
    """A wild card is chosen that does not make king, ace and 2 of a suit, where there is one (R29)."""
    seen = left_over(key, 4, turned, held, left)
    hand = strategies.Dealt(key, 4, turned, held.split())
    wanted = cpsat_distance(key, hand.cards, turned, 4, seen)
    assert wanted.exchanges == exchanges
    assert not distance_disagreements(hand, seen, wanted)


def test_discards_and_draws_keep_king_ace_two_apart() -> None:
    """A draw that would make king, ace and 2 of a suit helps no discard (R29)."""
    held, left = "2S AS 3H 4H 5H 8D 8C 8H TC JC QC 9C 6D 5C", "KS KH 7C"
    throws = Throws(
        cards(held), table("gorummy-13", "KD"), cards(" ".join(left_over("gorummy-13", 4, "KD", held, left)))
    )
    for _ in throws.work_out(1):
        pass
    assert throws.far[Card.parse("6D").index] == 1
    assert throws.outs[Card.parse("6D").index] == {Card.parse("KH").index}


def test_what_can_not_be_had_is_seen_without_a_long_search() -> None:
    """An objective for which cards are missing is ruled out within 5,000 positions."""
    held = "TS 2C 6S TD 5S KH 8D 8C 4S 7C QC JD 4C 3S 5S 2C 2S 5C 6S TS QS PJ KS 8D 3S 5S 4S 8C"
    left = "2S 8S JS JS AH 3H 4H 4H 5H 6H 6H 7H JH QH QH AD 5D 7D 9D KD 5C 9C TC JC KC"
    deal = table("paplu-27", "4S", 5)
    finder = Finder(cards(held), deal, cards(" ".join(left_over("paplu-27", 5, "4S", held, left))))
    found = {way.name: finder.nearest([way]) for way in deal.rulebook.objectives}
    assert {name: answer and answer[0] for name, answer in found.items()} == {
        "tunnelas": None,  # there is one card of which three can be had
        "dublees": 3,
        "jokers": 2,
    }
    assert finder.positions < 5000


@pytest.mark.parametrize("key", strategies.KEYS)
def test_discards_and_draws_are_those_found_one_by_one(key: str) -> None:
    """For each discard, distance and outs are those of searches of their own."""
    rng = random.Random(f"throws {key}")
    for flavour in ("near-complete", "duplicate-heavy"):
        hand = strategies.deal(key, None, rng, flavour=flavour, extra=1)
        seen = tuple(map(Card.parse, seen_cards(hand, rng)))
        deal = table(hand.key, hand.turned, hand.players)
        held = cards(" ".join(hand.cards))
        throws = Throws(held, deal, seen)
        for _ in throws.work_out(find_distance(held, deal, seen).exchanges):
            pass
        stock = count_stock(Counter(card.index for card in held), deal, seen)
        there = [card for card in CARDS if stock[card.index]]
        for card in rng.sample(sorted(set(held)), 5):
            rest = list(held)
            rest.remove(card)
            gone = (*seen, card)  # the card thrown cannot be had again
            far = find_distance(rest, deal, gone).exchanges
            assert throws.far.get(card.index) == far
            if far is not None:
                better = {
                    drawn.index
                    for drawn in rng.sample(there, min(20, len(there)))
                    if find_distance((*rest, drawn), deal, gone).exchanges != far
                }
                sampled = throws.outs[card.index]
                assert better <= sampled
                wrong = [
                    index
                    for index in rng.sample(sorted(sampled), min(8, len(sampled)))
                    if find_distance((*rest, CARDS[index]), deal, gone).exchanges != far - 1
                ]
                assert not wrong


@pytest.mark.parametrize("key", strategies.KEYS)
def test_ways_found_without_the_solver_declare_by_it(key: str) -> None:
    """Each way that a choice of a discard stands on declares by the solver, and each draw that is sure saves one."""
    rng = random.Random(f"ways {key}")
    for _ in range(6):
        hand = strategies.deal(key, None, rng, flavour=rng.choice([*strategies.FLAVOURS]), extra=1)
        deal, held = table(key, hand.turned, hand.players), cards(" ".join(hand.cards))
        throws = Throws(held, deal, ())
        throws.choose(sorted({card.index for card in held}))
        for way in throws.ways:
            assert way.groups or declare_by([CARDS[index] for index in way.hand], deal, way.way)
        for thrown in [index for index, far in throws.far.items() if far == throws.nearest]:
            sure = sorted(throws.list_sure(thrown) - {thrown})
            for drawn in rng.sample(sure, min(3, len(sure))):
                after = (*without(held, CARDS[thrown]), CARDS[drawn])
                assert count_exchanges(after, deal, [CARDS[thrown]]) == throws.far[thrown] - 1


def test_a_hand_that_declares_does_so_with_any_card_more() -> None:
    """What is known of a hand that declares says that it still does with a card drawn, whichever that is."""
    held, deal = cards("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC KH"), table("gorummy-13", "9D")
    kept = keep_hand(held, deal, (), 0)
    assert kept is not None
    for drawn in CARDS:
        if drawn not in held:
            stock = count_stock(Counter(card.index for card in (*held, drawn)), deal)
            assert kept.bound((*held, drawn), deal, stock) == (0, 0)


def test_a_dublee_that_is_bought_whole_is_a_way_out() -> None:
    """A first card of a pair of which both are drawn is an out."""
    # with 7-7, A-A, 6-6-6 any pair will do, and so will two jokers with the sixes
    book = derived("paplu-27", {"tunnelas": 1, "dublees": 2, "jokers": 3, "deal": 9})
    held, left = "AC AC 6C 6D 6D 7S 7S 7S 2C 3S", "QH QH 2H 2H AH JS"
    seen = cards(" ".join(left_over("paplu-27", 5, "2H", held, left)))
    throws = Throws(cards(held), set_table(book, Card.parse("2H"), 5), seen)
    for _ in throws.work_out(1):
        pass
    assert throws.far[Card.parse("7S").index] == 2
    assert throws.outs[Card.parse("7S").index] == {card.index for card in cards("QH 2H AH")}


def test_three_jokers_that_are_no_tunnela_are_no_way_out() -> None:
    """Where three printed jokers are no tunnela, a third one brings no hand nearer to one."""
    book = RULEBOOKS["paplu-27"]
    way = Objective(name="tunnelas", needs=Needs(tunnelas=1), rest=Rest.ANYTHING)
    melds = replace(book.melds, joker_tunnelas=False)
    book = replace(book, key="three alike", deal=5, melds=melds, objectives=(way,))
    held, left = "PJ PJ 4S 7H 7H 9D", "PJ 7H 3C 2D"
    seen = cards(" ".join(left_over("paplu-27", 5, "2H", held, left)))
    throws = Throws(cards(held), set_table(book, Card.parse("2H"), 5), seen)
    for _ in throws.work_out(1):
        pass
    seven, nine = Card.parse("7H").index, Card.parse("9D").index
    assert throws.outs[nine] == {seven}
    assert seven not in throws.far


def test_a_sequence_that_grows_does_not_become_another_of_the_same_in_vazhushal() -> None:
    """In Vazhushal a sequence does not grow into a second copy of another one."""
    # 4-5-6-7 beside 5-6-7: with the other four they would be two identical melds
    hand, tweak = (
        strategies.Dealt("vazhushal-13", 4, None, ["4D", "5D", "5D", "6D", "6D", "7D", "7D", "QC"]),
        {"deal": 8},
    )
    seen = left_over(hand.key, 4, None, " ".join(hand.cards), "4D TH 6H")
    wanted = cpsat_distance(hand.key, hand.cards, None, 4, seen, tweak=tweak)
    assert wanted.exchanges is None
    assert not distance_disagreements(hand, seen, wanted, tweak)


def test_cards_to_throw_and_to_draw_are_ruled_out_together() -> None:
    """The table of discards and draws of 28 cards takes one search for many cards, below 400,000 positions."""
    # every draw would be a search of its own for each discard
    held = "AS 2S 3S 6S TS KS AH 4H 8H 9H TH JH QH KH KH 2D 3D 3D 5D TD JD QD 2C TC JC KC KC KC"
    deal = table("paplu-27", "KC", 2)
    throws = Throws(cards(held), deal, ())
    for _ in throws.work_out(find_distance(cards(held), deal).exchanges):
        pass
    assert throws.finder.positions + sum([finder.positions for finder in throws.drawn.values()]) < 400_000
    assert all(survey is not None for survey in throws.surveys.values())


def test_a_survey_reports_now_and_then_and_comes_to_the_same() -> None:
    """A search that rests now and then finds what one without rests finds."""
    held = "AS 2S 3S 6S TS KS AH 4H 8H 9H TH JH QH KH KH 2D 3D 3D 5D TD JD QD 2C TC JC KC KC KC"
    deal = table("paplu-27", "KC", 2)
    way = next(way for way in deal.rulebook.objectives if way.name == "tunnelas")

    def walk(stride: int) -> tuple[int, Surveyed | None]:
        finder = Finder(cards(held), deal)
        nearest = finder.nearest([way])
        assert nearest is not None
        search = finder.aim(way)
        assert isinstance(search, Search)
        *rests, answer = search.survey(nearest[0], len(set(held)), stride)
        assert not any(rests)
        return len(rests), answer

    whole, parts = walk(1 << 40), walk(100)
    assert whole[0] == 0 and parts[0] > 3
    assert whole[1] is not None and parts[1] is not None
    for name in ("bought", "pairs"):
        assert getattr(whole[1], name) == getattr(parts[1], name)


WAITING = "2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S"


@pytest.mark.parametrize(
    ("seen", "open_card", "code", "told"),
    [
        ("KD KD", None, "bad-seen", "holds 2 × KD and not 3"),  # one is held
        ("9D 9D", None, "bad-seen", "holds 2 × 9D and not 3"),  # one is turned up
        ("PJ PJ PJ KH KH KH", None, "bad-seen", "holds 2 × KH and not 3, 2 × PJ and not 3"),
        ("KD", "KD", "bad-open", "holds 2 × KD and not 3"),
        ("KD KD KH", "KH", "bad-seen", "2 × KD and not 3"),
    ],
)
def test_more_of_a_card_than_the_pack_holds_are_refused(
    seen: str, open_card: str | None, code: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """More of a card held, turned, seen and open than the pack holds is an error that names the card."""
    with pytest.raises(RuleError, match=re.escape(told)) as caught:
        advise(WAITING, "gorummy-13", "9D", 2, seen=seen, open_card=open_card)
    assert caught.value.code == code
    assert "the pack for 2 players holds" in str(caught.value)
    line = ["advise", WAITING, "--rulebook", "gorummy-13", "--turned", "9D", "--players", "2", "--seen", seen]
    assert main([*line, "--open", open_card] if open_card else line) == 2
    assert told in capsys.readouterr().err


def test_all_of_the_pack_may_be_seen_and_a_hand_beyond_it_is_answered() -> None:
    """The whole pack may have been seen, and a hand that the pack cannot deal is still answered."""
    everything = available("gorummy-13", Counter(WAITING.split()), "9D", 2)
    assert advise(WAITING, "gorummy-13", "9D", 2, seen=" ".join(everything.elements())).unseen == 0
    # the hand alone is more than the pack holds, which ``analyse`` tells
    assert advise(WAITING.replace("KC", "KD KD"), "gorummy-13", "9D", 2, seen="KD KH KH KH").unseen > 0


def test_an_open_card_of_which_no_copy_is_left_is_refused() -> None:
    """The open card has to be one of which a copy is left."""
    with pytest.raises(RuleError, match="holds 1 × KS and not 2") as caught:
        advise("AS 2S 3S 4S 5H 6H 7H 9S 9H 9D KS KH KD", "paplu-13", None, 2, open_card="KS")
    assert caught.value.code == "bad-open"


def test_what_is_wanted_twice_is_looked_for_among_the_cards_that_are_left() -> None:
    """A card wanted by two melds is counted against the copies left, in a short search."""
    held = "TC QC 3S AS KS KS 2C QC 6D 2S TH 5H QH 4C 7D 7H JC AH TH 9D PJ 8H"
    left = "KD 2S 9C TD QS 9D 8D 6S 3C 2H 6C QD"
    deal = table("paplu-21", "7H", 3)
    seen = left_over("paplu-21", 3, "7H", held, left)
    hand = strategies.Dealt("paplu-21", 3, "7H", held.split())
    wanted = cpsat_distance("paplu-21", hand.cards, "7H", 3, seen)
    assert not distance_disagreements(hand, seen, wanted)
    throws = Throws(cards(held), deal, cards(" ".join(seen)))
    for _ in throws.work_out(find_distance(cards(held), deal, cards(" ".join(seen))).exchanges):
        pass
    assert throws.finder.positions < 100_000


def test_a_joker_that_makes_a_sequence_pure_lies_at_its_place() -> None:
    """A joker that stands for itself is shown at its place in the sequence."""
    advice = advise("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC KS", "octro-13", turned="4S", ask=("distance",))
    assert ["2H", "3H", "4H"] in [[str(card) for card in group.cards] for group in advice.way]


def test_the_order_of_the_cards_does_not_matter() -> None:
    """The distance of a hand does not depend on the order of its cards."""
    rng = random.Random(7)
    hand = strategies.deal("octro-13", None, rng, flavour=next(iter(strategies.FLAVOURS)), extra=0)
    deal = table(hand.key, hand.turned, hand.players)
    held = list(cards(" ".join(hand.cards)))
    first = find_distance(held, deal)
    rng.shuffle(held)
    assert find_distance(held, deal) == first
    assert Hand(tuple(held))


@pytest.mark.parametrize("key", ["gorummy-13", "octro-13", "paplu-13", "vazhushal-13", "adgaming-13", "rummy-21"])
def test_the_likely_way_is_as_near_and_comes_in_no_fewer_ways(key: str) -> None:
    """Of dealt hands it needs as many cards, which can be had, and there are as many ways or more that they come."""
    book, better = RULEBOOKS[key], 0
    for seed in range(12):
        chance = random.Random(seed)
        pack = [card for card in CARDS for _ in range(set_table(book, None, 4).pack.copies(card))]
        chance.shuffle(pack)
        turned, cards = next(card for card in pack[book.deal :] if not card.is_printed_joker), pack[: book.deal]
        deal = set_table(book, turned, 4)
        nearest = find_distance(cards, deal)
        likely = find_likely(cards, deal, (), nearest)
        assert likely.exchanges == nearest.exchanges
        if nearest.witness is None:
            assert likely is nearest
            continue
        stock = count_stock(Counter(card.index for card in cards), deal, ())
        one, other = (
            prod(comb(stock[card.index], n) for card, n in Counter(found.witness.missing).items())
            for found in (nearest, likely)
        )
        assert 0 < one <= other
        better += one < other
    assert better


@pytest.mark.parametrize(("dublees", "can"), [(5, True), (6, False), (7, False)])
def test_dublees_that_leave_one_card_over_are_no_way_to_declare(dublees: int, can: bool) -> None:
    """Of 13 cards six dublees leave one, which no meld can hold, and seven are too many: no exchange is enough."""
    way = Objective(name="dublees", needs=Needs(dublees=dublees))
    book = replace(
        RULEBOOKS["gorummy-13"], melds=replace(RULEBOOKS["gorummy-13"].melds, dublees=True), objectives=(way,)
    )
    deal = set_table(book, None, 2)
    assert grammar_at(deal).can_meet(way, 13) is can
    cards = tuple(map(Card.parse, ["2S", "2S", "3S", "3S", "4S", "4S", "5S", "5S", "6S", "6S", "7H", "7D", "7C"]))
    assert find_distance(cards, deal).exchanges == (0 if can else None)


@pytest.mark.parametrize(
    ("needs", "least"),
    [
        (Needs(pure=4), 12),
        (Needs(pure=5), 15),
        (Needs(sequences=9), 27),
        (Needs(pure=2, sequences=4, long_sequences=1), 13),
        (Needs(long_sequences=4), 16),
        (Needs(dublees=7), 14),
        (Needs(dublees=6, pure=1), 15),
        (Needs(dublees=5, jokers=4), 14),
        (Needs(pure=3, tunnelas=3), 18),
    ],
)
def test_groups_that_need_more_cards_than_a_hand_has_are_no_way_to_declare(needs: Needs, least: int) -> None:
    """No card lies in two of the groups asked for: where they need more than 13 cards, no exchange is enough."""
    melds = replace(
        RULEBOOKS["gorummy-13"].melds, dublees=True, dublee_ranks=True, jokers=JokerGroups.ONE_GROUP, tunnela_from=2
    )
    way = Objective(name="way", needs=needs, rest=Rest.ANYTHING)
    deal = set_table(replace(RULEBOOKS["gorummy-13"], melds=melds, objectives=(way,)), Card.parse("4D"), 4)
    cards = tuple(map(Card.parse, ["QC", "KD", "9S", "JH", "QD", "9H", "JD", "4H", "2S", "3S", "6D", "8C", "JD"]))
    assert grammar_at(deal).least_cards(needs) == least
    assert (find_distance(cards, deal).exchanges is None) is (least > 13)


def test_a_tunnela_that_counts_as_a_pure_sequence_needs_no_cards_besides() -> None:
    """Three pure sequences and three tunnelas are nine cards where tunnelas count; a long sequence is ever its own."""
    melds = replace(RULEBOOKS["gorummy-13"].melds, tunnela_from=2, tunnela_counts_pure=True)
    grammar = grammar_at(set_table(replace(RULEBOOKS["gorummy-13"], melds=melds), None, 4))
    assert grammar.least_cards(Needs(pure=3, tunnelas=3)) == 9
    assert grammar.least_cards(Needs(pure=3, tunnelas=3, long_sequences=1)) == 13


def test_melds_whose_sizes_do_not_add_up_are_not_tried() -> None:
    """Two sequences of four leave five cards: no meld of five is there to be had, which is seen before any is laid."""
    melds = replace(RULEBOOKS["gorummy-13"].melds, run_max=4, set_max=5, set_suits=SetSuits.NOT_ALL_ONE, set_wilds=0)
    way = Objective(name="way", needs=Needs(long_sequences=2))
    one_deck = Table(players=(2, 4), packs=((4, Pack(decks=1, printed_jokers=1)),))
    book = replace(RULEBOOKS["gorummy-13"], melds=melds, table=one_deck, wilds=Wilds(offsets=()), objectives=(way,))
    deal = set_table(book, Card.parse("AC"), 4)
    assert grammar_at(deal).can_meet(way, 13)
    finder = Finder(cards("7H 2S 6H 2D KC AD 4D 6S AS 3D 2C 3S 8D"), deal)
    assert finder.nearest([way]) is None
    assert finder.positions == 0
