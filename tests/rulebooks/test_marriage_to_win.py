"""A marriage needed to win: what declares as laid and at best, how far a hand is from it, and what the page says."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from rummy_tutor import advise, analyse, settle
from rummy_tutor.distance.discards import Throws
from rummy_tutor.distance.distance import find_distance
from rummy_tutor.errors import RuleError
from rummy_tutor.game.cards import CARDS, Card, Hand
from rummy_tutor.game.table import set_table
from rummy_tutor.page.round.dealing import deal_round
from rummy_tutor.rulebooks.files import make_rulebook
from rummy_tutor.rulebooks.find import differences
from rummy_tutor.solver.all_best import find_optima
from rummy_tutor.solver.best import find_best
from rummy_tutor.tutor.planting import make_task
from rummy_tutor.wording.describe import describe
from rummy_tutor.wording.explain import explain
from tests.rulebook_strategies import accepted_rulebook, random_cards, random_table

WAYS = [{"name": "complete", "needs": {"pure": 3, "marriages": 1}}]
NEPALI = {"base": "marriage-21", "key": "marriage-to-win", "title": "A marriage to win"}
# timecapsulellc/clubroyale-, marriage_config.dart: "Must have Jhiplu+Tiplu+Poplu combo to declare."
BOOK = make_rulebook({**NEPALI, "objectives": WAYS})
# turned is the eight of diamonds: 7D, 8D and 9D are the marriage, every eight is wild
REST = "2S 3S 4S | 5C 6C 7C | KH KS KD | QH QS QD | JC JH JD"
TOGETHER = f"7D 8D 9D | 4H 5H 6H | {REST}"
APART = "2S 3S 4S | 5C 6C 7C | 3H 4H 5H | KH KS 7D | QH QS 8D | JC JH 9D | TC TS TH"
WITHOUT = f"7D 9D 8S | 4H 5H 6H | {REST}"


@pytest.mark.parametrize(("hand", "declares"), [(TOGETHER, True), (APART, True), (WITHOUT, False)])
def test_only_a_hand_that_holds_a_marriage_declares(hand: str, declares: bool) -> None:
    """Laid by itself or each of its cards as a joker elsewhere; without one the hand is told what it lacks."""
    result = analyse(hand, BOOK, turned="8D")
    assert (result.arranged.declares, result.best.declares) == (declares, declares)
    assert analyse(hand, "marriage-21", turned="8D").best.declares
    told = [explain(reason, BOOK) for reason in result.reasons]
    assert any("it holds no marriage. It needs one." in sentence for sentence in told) is not declares


def test_a_card_of_the_only_marriage_is_not_thrown() -> None:
    """With one card more the other card goes, also where any would leave all melded."""
    cards, deal = Hand.parse(f"{TOGETHER} | 8S").cards, set_table(BOOK, Card.parse("8D"), 4)
    every = find_optima(cards, deal)
    assert len(every.groupings) > 5
    for best in (find_best(cards, deal), *every.groupings):
        assert best.declares and str(best.discard) not in ("7D", "8D", "9D")
    assert not analyse(f"{WITHOUT} | 8C", BOOK, turned="8D").best.declares


def test_the_way_there_buys_what_the_marriage_lacks() -> None:
    """One exchange, of the tiplu for a card that is not needed; none where no copy is left."""
    cards, deal = Hand.parse(WITHOUT).cards, set_table(BOOK, Card.parse("8D"), 4)
    far = find_distance(cards, deal)
    assert far.exchanges == 1 and far.witness is not None and list(map(str, far.witness.missing)) == ["8D"]
    assert find_distance(cards, deal, Hand.parse("8D 8D").cards).exchanges is None
    advice = advise(f"{WITHOUT} | 2C", BOOK, turned="8D")
    assert [(str(card), count) for card, count in advice.discards[0].draws] == [("8D", 2)]


def test_a_winner_without_a_marriage_has_declared_wrongly() -> None:
    """A round says so instead of paying."""
    loser = {"name": "Bela", "ending": "lost", "seen": True, "points": 3, "value_cards": ""}
    won = settle(BOOK, [{"name": "Asha", "ending": "declared", "hand": TOGETHER}, loser], turned="8D")
    assert won["Asha"].net == 13  # 3 points and a marriage of 10
    with pytest.raises(RuleError, match="does not declare"):
        settle(BOOK, [{"name": "Asha", "ending": "declared", "hand": WITHOUT}, loser], turned="8D")


def test_two_marriages() -> None:
    """As many as are asked for, counted by their cards."""
    ways = [{"name": "complete", "needs": {"pure": 3, "marriages": 2}}]
    deal = set_table(make_rulebook({**NEPALI, "objectives": ways}), Card.parse("8D"), 4)
    assert deal.count_marriages(Hand.parse("7D 7D 8D 9D 9D 9D").cards) == 1
    assert deal.count_marriages(Hand.parse("7D 7D 8D 8D 9D 9D").cards) == 2


def test_the_page_and_the_differences_name_it() -> None:
    """It is told with the way to declare."""
    lines = [line.text for line in describe(BOOK)]
    assert any("at least 3 pure sequences" in line and "at least 1 marriage" in line for line in lines)
    assert differences("marriage-21", BOOK) == ("objectives",)


@pytest.mark.parametrize(
    "values",
    [
        {**NEPALI, "scoring": {"tiers": [{"code": "seen", "needs": {"marriages": 1}}, {"code": "not-seen"}]}},
        {**NEPALI, "objectives": WAYS, "wilds": {"exposed": False}},
        {**NEPALI, "objectives": WAYS, "melds": {"jokers": "spare"}, "scoring": {"loose_wild": 5}},
    ],
)  # fmt: skip
def test_a_marriage_where_none_can_be_asked_for_is_refused(values: dict[str, object]) -> None:
    """At a loser's level, without a turned card, and where spare jokers may cost points."""
    with pytest.raises(RuleError, match="marriage can be asked for only to declare"):
        make_rulebook(values)


def test_every_discard_and_draw_of_random_rulebooks_that_ask_for_a_marriage() -> None:
    """As many exchanges as without the card, and the draws that save one of them, each asked for by itself."""
    asked = 0
    for seed in range(30):
        rng = random.Random(f"marriage {seed}")
        book = accepted_rulebook(rng, 6)
        ways = tuple(replace(way, needs=replace(way.needs, marriages=1)) for way in book.objectives)
        try:
            deal = random_table(rng, replace(book, objectives=ways))
        except RuleError:
            continue
        cards = random_cards(rng, deal, 13)
        hand, stock = cards[:7], cards[7:]
        left = Counter({card: deal.pack.copies(card) - cards.count(card) for card in CARDS})
        left[deal.turned] -= deal.exposed
        if deal.turned in stock:
            continue
        gone = tuple((+left).elements())
        throws = Throws(hand, deal, gone)
        list(throws.work_out(find_distance(hand, deal, gone).exchanges))
        for thrown in set(hand):
            rest = Counter(hand) - Counter([thrown])
            far = find_distance(rest.elements(), deal, (*gone, thrown)).exchanges
            assert throws.far.get(thrown.index) == far
            nearer = set()
            for drawn in set(stock) if far else ():
                after = find_distance((*rest.elements(), drawn), deal, (*gone, thrown)).exchanges
                nearer |= {drawn.index} if after is not None and after < (far or 0) else set()
            assert throws.outs[thrown.index] & {card.index for card in stock} == nearer
            asked += len(stock) if far else 1
    assert asked > 200


def test_a_game_that_needs_a_marriage_can_be_learnt() -> None:
    """Tasks whose hand declares are made as well: they begin with a marriage."""
    book = make_rulebook(
        {
            "base": "gorummy-13",
            "key": "a-marriage",
            "title": "A marriage",
            "objectives": [{"name": "complete", "needs": {"pure": 1, "sequences": 2, "marriages": 1}}],
        }
    )
    for seed in range(6):
        task = make_task(book, "jokers", "repair", seed)
        assert find_best(task.cards, task.deal).declares and task.deal.count_marriages(task.cards)


def test_a_round_for_practice_has_a_winner_with_a_marriage() -> None:
    """Its hand is laid out and declares."""
    for seed in range(5):
        dealt, turned = deal_round(BOOK, 4, seed)
        (hand,) = [hand for ending, hand in dealt if ending == "declared"]
        assert analyse(hand, BOOK, turned=turned).arranged.declares
