"""Advice on a hand: how far it is, what to throw, what helps, whether the open card is worth taking."""

from __future__ import annotations

import pytest

import rummy_tutor as rt
from rummy_tutor.game.table import set_table
from rummy_tutor.referee.scoring import score_arrangement
from rummy_tutor.study.advice import ASKS, Advice, advise_in_steps
from rummy_tutor.study.analysis import as_card, as_hand
from tests.advice_hands import SEEN, UNSEEN, WAITING
from tests.strategies import KEYS


@pytest.mark.parametrize("cards", [WAITING, f"{WAITING} 7C", "2H 3H"])
@pytest.mark.parametrize("open_card", [None, "9C"])
def test_the_steps_come_to_the_advice(cards: str, open_card: str | None) -> None:
    """The distance comes first, progress never runs back, and all that was found is what ``advise`` answers."""
    deal = set_table(rt.get_rulebook("gorummy-13"), as_card("9D"), 4)
    steps = list(advise_in_steps(as_hand(cards), deal, (), as_card(open_card)))
    assert steps[0].part == "distance" and "distance" in steps[0].found
    for before, after in zip(steps, steps[1:], strict=False):
        assert before.part != after.part or after.done / after.total >= before.done / before.total
    found = {name: value for step in steps for name, value in step.found.items()}
    advice = Advice(hand=as_hand(cards), deal=deal, seen=(), **found)
    assert advice == rt.advise(cards, "gorummy-13", "9D", open_card=open_card)


def test_what_is_not_asked_for_is_not_worked_out() -> None:
    """Asked for the distance alone, no draw is tried."""
    deal = set_table(rt.get_rulebook("gorummy-13"), as_card("9D"), 4)
    assert [step.part for step in advise_in_steps(as_hand(WAITING), deal, ask=["distance"])] == ["distance"]
    assert rt.advise(WAITING, "gorummy-13", "9D", ask=["distance"]).outs is None
    assert rt.advise(WAITING, "gorummy-13", "9D", ask=iter(["outs"])).outs
    with pytest.raises(rt.errors.RuleError, match="distance, discards, outs") as refused:
        rt.advise(WAITING, "gorummy-13", ask=["luck"])
    assert refused.value.code == "bad-ask" and set(ASKS) == {"distance", "discards", "outs"}
    with pytest.raises(rt.errors.RuleError, match="NoneType"):
        rt.advise(WAITING, "gorummy-13", ask=None)
    with pytest.raises(rt.errors.CardError, match="5 is not a card"):
        rt.advise(WAITING, "gorummy-13", seen=[5])


@pytest.mark.parametrize("key", [key for key in KEYS if rt.RULEBOOKS[key].deal < 27])
@pytest.mark.parametrize("seed", range(4))
def test_the_way_declares_when_it_is_laid_out(key: str, seed: int) -> None:
    """The groups of the way, with the cards that are kept besides, are a hand that declares."""
    from rummy_tutor.page.editor.deals import deal_hand

    book = rt.RULEBOOKS[key]
    hand, turned = deal_hand(book, 4, book.deal + seed % 2, seed)
    advice = rt.advise(hand, key, turned, ask=["distance"])
    witness = advice.distance.witness
    groups = [group.cards for group in advice.way]
    rest = sorted(hand.cards + witness.missing)
    for card in (*witness.given, *(card for group in groups for card in group)):
        rest.remove(card)
    laid = score_arrangement([*groups, *((card,) for card in rest)], advice.deal)
    assert laid.declares
    assert [group.kind for group in laid.groups][: len(groups)] == [group.kind for group in advice.way]


@pytest.mark.parametrize(
    ("cards", "key", "turned", "open_card", "allowed", "take"),
    [
        (f"{WAITING} 3S 4S 6H 6D 6C JD JC QH", "paplu-21", "9D", "PJ", None, None),
        (f"{WAITING} 3S 4S 6H 6D 6C JD JC QH", "paplu-21", "9D", "2C", True, False),
        (UNSEEN, "marriage-21", "8D", "8H", True, True),
        (SEEN, "marriage-21", "8D", "8H", False, False),
        (WAITING, "gorummy-13", "9D", "PJ", True, True),
    ],
)
def test_a_card_that_may_not_be_taken_is_never_simply_advised(cards, key, turned, open_card, allowed, take) -> None:
    """A joker worth taking is no plain "take" where only the first open one may be: the hand does not tell."""
    pick = rt.advise(cards, key, turned, open_card=open_card).pick
    assert (pick.allowed, pick.take) == (allowed, take)


def test_why_to_throw_a_card_in_a_sentence() -> None:
    """A discard is compared with the best one by the first figure in which they differ, and that with the cheapest."""
    advice = rt.advise(f"{WAITING} 7C", "gorummy-13", turned="9D")
    assert advice.explain() == advice.explain("7C") == advice.explain("KD")
    assert advice.explain("KD") == "Throw 7♣ rather than K♦: the hand is then 1 card away from declaring, and not 2."
    assert "7♣ rather than 2♠" in advice.explain("2S") and "22 points instead of 27 points" in advice.explain("2S")
    declares = rt.advise("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC KS 2D", "gorummy-13", turned="9D")
    assert declares.explain("KD") == "Throw 2♦ rather than K♦: the hand then declares, and without K♦ it does not."
    frame = advice.to_frame()
    assert frame.loc["7C", "draws"].split() == [str(card) for card, _ in advice.discards[0].draws]
    assert frame["equal"].to_list() == [row.equal for row in advice.discards] and frame["equal"].any()


def test_why_to_wait_in_a_sentence() -> None:
    """Without a card to throw it is told what helps or how far the hand is; a throw cannot be asked for."""
    waiting = rt.advise(WAITING, "gorummy-13", turned="9D")
    assert waiting.explain().startswith("Of the 92 cards still to come, 12 would bring the hand nearer")
    assert "deals 13 cards" in rt.advise("2H 3H", "gorummy-13").explain()
    with pytest.raises(rt.TutorError, match="K♦ is none of the discards"):
        waiting.explain("KD")
