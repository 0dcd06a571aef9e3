"""All rulebooks side by side on one hand."""

from __future__ import annotations

import pytest

from rummy_tutor import RULEBOOKS, compare, get_rulebook
from rummy_tutor.errors import RuleError
from rummy_tutor.output.verdicts import draw_comparison
from rummy_tutor.study.analysis import Analysis
from tests.strategies import KEYS

HAND = "2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS"


def test_all_rulebooks_answer_in_order() -> None:
    """A comparison has one verdict a rulebook, in the interface's order."""
    comparison = compare(HAND, turned="QD")
    assert [result.rulebook.key for result in comparison] == list(RULEBOOKS)
    assert comparison["adgaming-13"].arranged.points == 35
    with pytest.raises(RuleError):
        comparison["chess"]


def test_frame_has_one_row_a_rulebook_and_keeps_whole_numbers() -> None:
    """Points stay integers; they are missing where melds are worth points."""
    frame = compare(HAND, turned="QD").to_frame()
    assert list(frame.index) == list(RULEBOOKS)
    assert frame.loc["adgaming-13", "best_points"] == 19
    assert frame["best_points"].isna().sum() == 1
    assert str(frame["best_points"].dtype) == "Int64"
    bare = compare("2H 3H 4H", turned="QD").to_frame()
    assert bare["arranged_points"].isna().all()


def test_players_are_brought_into_range_and_said_so() -> None:
    """Each rulebook takes the nearest number of players it allows."""
    comparison = compare(HAND, turned="QD", players=12)
    assert [comparison[key].players for key in KEYS] == [6, 6, 6, 12, 6, 5, 5, 6, 6]
    notes = [note.code for note in comparison["marriage-21"].notes]
    assert "players-adjusted" in notes
    lines = {
        line.split()[0]: line
        for line in draw_comparison(compare(HAND, turned="QD", players=6), 100).splitlines()
        if line
    }
    assert {key for key in KEYS if "judged for 5 players" in lines[key]} == {"paplu-27", "marriage-21"}


def test_printed_jokers_are_set_aside_where_the_game_has_none() -> None:
    """Marriage judges the other cards, and says how many jokers it left out."""
    result = compare("2H 3H 4H | PJ | PJ 5S", turned="PJ")["marriage-21"]
    assert str(result.hand) == "2H 3H 4H | 5S"
    assert {"jokers-set-aside", "turned-joker-ignored"} <= {note.code for note in result.notes}


@pytest.mark.parametrize("count", [1, 3, 9, 21, 22, 28])
def test_a_hand_of_nothing_but_jokers_is_set_aside_as_a_whole(count: int) -> None:
    """In Marriage such a hand makes nothing and costs what an empty one does; no note contradicts another."""
    jokers = ["PJ"] * count
    result = compare(" | ".join(jokers) if count > 1 else "PJ |")["marriage-21"]
    assert [note.code for note in result.notes] == ["jokers-set-aside", "wrong-size"]
    assert result.pack_ok and not result.size_ok
    for verdict in (result.arranged, result.best, compare(" ".join(jokers))["marriage-21"].best):
        assert (verdict.points, verdict.declares, verdict.seen) == (10, False, False)
    best = result.best
    thrown = [] if best.discard is None else [best.discard]
    assert best.groups == () and [str(card) for card in (*best.loose, *thrown)] == jokers


def test_jokers_set_aside_make_no_meld_where_they_were_laid_together() -> None:
    """Three of them laid as a group are no tunnela in a game played without them."""
    result = compare("PJ PJ PJ |")["marriage-21"]
    assert [group.kind for group in result.arranged.groups] == ["invalid"]
    assert [reason.code for reason in result.arranged.groups[0].reasons] == ["joker-not-wild"]


def test_a_wild_card_that_stands_for_itself_beside_jokers_is_named() -> None:
    """Five of six programs refuse two jokers and a card of the wild rank (R64); with another card there is none."""
    hand = "PJ PJ 7C | 2H 3H 4H | KS KD KC | 9C TC JC QC"
    noted = [result.rulebook.key for result in compare(hand, turned="7S") if "wild-as-itself" in _codes(result)]
    assert "gorummy-13" in noted and "octro-13" not in noted  # at most one joker in a meld
    assert "7♣ stands for itself" in draw_comparison(compare(hand, turned="7S"), 120)
    strict = get_rulebook({"base": "gorummy-13", "key": "strict", "title": "Strict", "wilds.as_itself": False})
    others = compare(hand, turned="7S", rulebooks=[strict]), compare(hand.replace("7C", "8C"), turned="7S")
    assert not any("wild-as-itself" in _codes(result) for comparison in others for result in comparison)


def _codes(result: Analysis) -> list[str]:
    return [note.code for note in result.notes]


def test_options_apply_where_they_are_offered() -> None:
    """An option of one rulebook leaves the others as they are; one that nobody offers is an error."""
    comparison = compare("AS AH AD", turned="PJ", options=["ace-jokers"])
    assert len(comparison["paplu-13"].wild) == 4
    assert comparison["octro-13"].wild == ()
    with pytest.raises(RuleError):
        compare("AS", options=["nonsense"])


def test_why_two_rulebooks_differ_is_told_from_the_reasons() -> None:
    """Octro asks for a sequence of four, which this hand lacks: the sentences say so."""
    sentences = compare(HAND, turned="QD").why("octro-13", "adgaming-13")
    assert any("4" in sentence or "four" in sentence for sentence in sentences)


@pytest.mark.parametrize(
    ("given", "code", "told"),
    [
        ({"players": "x"}, "bad-players", "whole number"),
        ({"players": True}, "bad-players", "whole number"),
        ({"players": 0}, "bad-players", "1 or more"),
        ({"options": "ace-jokers"}, "bad-option", "list of names"),
        ({"rulebooks": "rummy-21"}, "bad-rulebook", "list of keys"),
        ({"rulebooks": None}, "bad-rulebook", "NoneType"),
        ({"rulebooks": []}, "bad-rulebook", "at least one"),
    ],
)
def test_what_cannot_be_compared_is_refused(given: dict[str, object], code: str, told: str) -> None:
    """Players, options and rulebooks that make no sense are one clear error."""
    with pytest.raises(RuleError, match=told) as caught:
        compare("7S", **given)
    assert caught.value.code == code


def test_a_comparison_says_whose_rulebooks_the_options_changed() -> None:
    """Only rulebooks that offer an option are played with it, and each of them says so."""
    changed = [one for one in compare("AS AH AD", turned="PJ", options=["ace-jokers"]) if one.rulebook.options]
    told = {one.rulebook.key: [note.code for note in one.notes] for one in compare("AS AH AD", options=["ace-jokers"])}
    assert [key for key, codes in told.items() if "options-applied" in codes] == [one.rulebook.key for one in changed]
    lines = draw_comparison(compare("AS AH AD", options=["ace-jokers"])).splitlines()
    assert [line.split()[0] for line in lines if "with ace-jokers" in line] == ["paplu-13"]
