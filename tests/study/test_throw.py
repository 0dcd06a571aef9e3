"""With one card too many: of the discards that cost least, the one that ``advise`` ranks first is thrown."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace

import pytest

import rummy_tutor as rt
from rummy_tutor import RULEBOOKS
from rummy_tutor.study.advice import Discard
from rummy_tutor.study.analysis import Analysis, as_cards
from rummy_tutor.wording.advice_text import explain_discards
from tests import strategies
from tests.strategies import KEYS

# hand, game, turned card, the card thrown, and one that costs as little and leaves the hand farther from declaring
NEARER = [
    ("2S 5S 8S JS TH JH QH 4D 8D 2C 9C 9C QC PJ", "gorummy-13", "7C", "JS", "QC"),
    ("4S 6S JS JS KS 3H 2D 4D 5D 9D AC 4C 7C QC", "octro-13", "7H", "JS", "QC"),
    ("2S 3S 4S 5S 8S TS KS KH 5D JD 4C 8C JC PJ", "vazhushal-13", "PJ", "TS", "JD"),
    ("2S 4S 7S JS 5H TH KH 9D 4C 7C 8C 9C TC QC", "vazhushal-13", "AC", "JS", "KH"),
    ("2S 6S TS QS 6H 7H 7H 9H JH KH 2D 3D 9D TD JD QD 3C 4C 5C TC QC KC", "rummy-21", "6C", "JH", "QS"),
    ("5S 6S 8S 9S TS JS KS AH 4H 4H 6H QH 2D 7D 7D 9D JD 6C 8C TC KC KC", "rummy-21", "QC", "AH", "KS"),
]


def list_discards(result: Analysis, seen: str = "") -> list[Discard]:
    """The discards of a judged hand in the order of the advice."""
    advice = rt.advise(result.hand, result.rulebook, result.turned, result.players, seen=seen, ask=["discards"])
    return list(advice.discards)


@pytest.mark.parametrize(("hand", "key", "turned", "thrown", "other"), NEARER)
def test_of_equal_discards_the_one_nearest_to_declaring_is_thrown(hand, key, turned, thrown, other) -> None:
    """Both leave the same points; the one thrown leaves fewer cards to exchange."""
    result = rt.analyse(hand, key, turned)
    rows = {str(row.card): row for row in list_discards(result)}
    assert str(result.best.discard) == thrown
    assert rows[thrown].score == rows[other].score == result.best.score
    assert rows[thrown].distance < rows[other].distance


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("flavour", strategies.FLAVOURS)
def test_no_discard_as_cheap_is_ranked_before_it(key: str, flavour: str) -> None:
    """Of the discards with the fewest points none is ranked before it by ``advise``; the answer holds all cards."""
    rng = random.Random(f"throw {key} {flavour}")
    for laid_out in range(1 if key == "paplu-27" else 4):
        dealt = strategies.deal(key, None, rng, flavour=flavour, extra=1)
        groups = strategies.random_groups(dealt.cards, rng)
        cards = " | ".join(" ".join(group) for group in groups) if laid_out % 2 else " ".join(dealt.cards)
        result = rt.analyse(cards, key, dealt.turned, dealt.players)
        best, solved = result.best, result.solved
        rows = list_discards(result)
        if best.declares:
            rows = [row for row in rows if row.distance == 0]
        first = next(row for row in rows if row.score == max(row.score for row in rows))
        assert best.discard == first.card, cards
        assert (best.points, best.score, best.declares, best.seen) == (
            solved.points,
            solved.score,
            solved.declares,
            solved.seen,
        )
        assert Counter(card for group in best.as_laid() for card in group) == Counter(result.hand.cards)
        again = rt.analyse(rt.Hand.of_groups(best.as_laid()), key, dealt.turned, dealt.players).arranged
        assert (again.declares, best.declares or again.score) == (best.declares, best.declares or best.score)


def test_the_points_are_those_of_any_discard_also_where_another_one_declares() -> None:
    """Eight pairs declare without a 3, 4 or 5; without a 7 the hand costs least, but seven pairs don't declare."""
    book = RULEBOOKS["rummy-21"]
    book = replace(book, key="pairs", scoring=replace(book.scoring, tiers=book.scoring.tiers[-1:]))
    pairs = "2S 2S 2D 2D 4C 4C 4H 4H 6S 6S 6D 6D 7C 7C 7H 7H"
    for hand in (f"{pairs} 3C 5C 3S 5S 3D 4D", f"{pairs} | 3C | 5C | 3S 5S | 3D 4D"):
        result = rt.analyse(hand, book, "KH")
        assert result.best.declares and result.best.discard not in as_cards("7C 7H")
        assert result.best.points == result.solved.points == 99 - 7


def test_cards_out_of_play_count_where_they_are_known() -> None:
    """When the cards that would help have gone, another of the equal discards is the best."""
    result = rt.analyse("6S 6S 8S TH 2D 7D TD QD QD KD AC TC TC QC", "gorummy-13", "6H")
    for seen, thrown in (("", "7D"), ("QS QS", "7D"), ("QS QS QH QH", "QD")):
        rows = [row for row in list_discards(result, seen) if row.score == result.best.score]
        assert str(rows[0].card) == thrown == str(result.find_best_beside(as_cards(seen)).discard)


def test_what_is_laid_out_stays_laid_out() -> None:
    """Groups that are as good as any keep their places; only the card thrown is another loose one."""
    hand = "2H 3H 4H | 5C 6C 7C | 8D 8S 8C | KS | QD | JH | 3C | 9S"
    result = rt.analyse(hand, "gorummy-13", "2S")
    groups = {group for group in result.hand.groups if len(group) > 1}
    assert groups <= {group.cards for group in result.best.groups}
    assert str(result.best.discard) == "KS"


def test_both_questions_are_answered_in_words() -> None:
    """Where the nearest discard is not the cheapest, the advice names the cheapest too."""
    hand, key, turned = "9C JD 9S 2C QC AD 7S QS 3D QH JS 4S 2D 7H", "gorummy-13", "9S"
    advice, best = rt.advise(hand, key, turned), rt.analyse(hand, key, turned).best
    assert advice.discards[0].card != best.discard
    assert f"If you ask only for the fewest points now, throw {best.discard.pretty}." in " ".join(
        explain_discards(advice)
    )


def test_data_and_text_name_the_same_discard() -> None:
    """What ``batch`` prints names the card that Python names."""
    hand, key, turned, thrown, _ = NEARER[0]
    assert json.loads(rt.analyse(hand, key, turned).to_json())["best"]["discard"] == thrown
