"""Reasons in words: every code has its sentence, figures are accounted for, and differences name their rule."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from rummy_tutor import RULEBOOKS, Card, Hand, analyse, compare, get_rulebook
from rummy_tutor.game import Kind
from rummy_tutor.game.table import set_table
from rummy_tutor.records import Analysis, Reason
from rummy_tutor.rulebooks import list_needed
from rummy_tutor.rulebooks.sources import RULINGS, look_up
from rummy_tutor.wording.catalogue import find_forms, list_sources
from rummy_tutor.wording.describe import describe, describe_differences
from rummy_tutor.wording.differences import explain_difference
from rummy_tutor.wording.explain import CITED, explain, explain_group, explain_points
from rummy_tutor.wording.levels import find_tier
from rummy_tutor.wording.phrases import as_shown, list_stands, stand_names
from tests.strategies import FLAVOURS, KEYS, deal, laid_hand, random_groups, random_players, random_turned
from tests.syntax import FILES, list_nodes

UNKNOWN = "The rulebook has its own reason: "
WELCOME = "KH KS KD | 6H 7H PJ | 9S TS JS PJ | 5S 5H 5D"
TABLE = "2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS"


def codes_in(path: Path) -> Iterator[str]:
    """The codes a module gives to ``Reason``, also through a variable or a table of the same function."""
    for outer in list_nodes(path):
        if not isinstance(outer, ast.FunctionDef):
            continue
        for node in ast.walk(outer):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reason" and node.args):
                continue
            code = node.args[0]
            where = outer if isinstance(code, ast.Name) else code
            for leaf in ast.walk(where):
                if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str):
                    if re.fullmatch(r"[a-z]+(-[a-z]+)*", leaf.value) and (where is code or "-" in leaf.value):
                        yield leaf.value


WRITTEN = sorted({code for path in FILES for code in codes_in(path) if path.parent.name != "wording"})


KEPT = {
    key.partition(":")[0]
    for path in list_sources("en")
    for key in re.findall(r'^msgctxt "reason\.(.+)"$', path.read_text(encoding="utf-8"), re.M)
}


@pytest.mark.parametrize("code", WRITTEN)
def test_every_code_in_the_engine_has_a_sentence(code: str) -> None:
    """Whatever code the engine's text gives to a reason stands in the catalogue, and the rule it follows is known."""
    assert code in KEPT
    assert any(key.partition(":")[0] == code for key in CITED)


def test_the_scan_finds_codes() -> None:
    """The scan sees codes given as they are, through a variable, and through a table."""
    assert {"wraps", "capped", "tunnela-needs-players", "no-dublees", "too-few-jokers", "redeal"} <= set(WRITTEN)


def test_no_sentence_is_left_over() -> None:
    """The catalogue holds no sentence for a code that the engine does not know."""
    assert KEPT - {"unknown"} <= set(WRITTEN)
    assert {key.partition(":")[0] for key in CITED} <= set(WRITTEN)
    assert all(find_forms(f"reason.{key}") for key in CITED)


@pytest.mark.parametrize("key", KEYS)
def test_every_level_has_a_sentence(key: str) -> None:
    """Each level of each rulebook is put into words, with and without house options."""
    for options in [(), *((*list_needed(key, name)[:1], name) for name in RULEBOOKS[key].offers)]:
        book = get_rulebook(key, options)
        for tier in book.scoring.tiers:
            details = {"raw": 7, "shown": 9, "loose": 2, "melded": book.scoring.measure != "penalty"}
            assert_sentence(explain(Reason(tier.code, details), book))


def reasons_of(result: Analysis) -> Iterator[Reason]:
    """Every reason of a verdict."""
    yield from result.notes
    yield from result.best_laid.reasons
    if result.arranged is not None:
        yield from result.arranged.reasons
        for group in result.arranged.groups:
            yield from group.reasons


def assert_sentence(text: str) -> None:
    """One sentence for people: a capital or a figure or a card first, a full stop, no braces, no two-letter card."""
    sentence = re.sub(r" \[[^\]]*\]$", "", text)
    assert re.match(r"[A-Z0-9]", sentence), text
    assert sentence.endswith("."), text
    assert "{" not in text and "None" not in text and "_" not in text, text
    assert not re.search(r"\b[A2-9TJQK][SHDC]\b", text), text
    for code in re.findall(r"\b[SRX]\d+\b", text):
        assert look_up(code)


def verdicts(key: str, count: int, seed: int) -> Iterator[Analysis]:
    """Verdicts on hands of all flavours, laid out well, anyhow, and not at all."""
    rng = random.Random(f"{key} {seed}")
    for number in range(count):
        players, turned = random_players(key, rng), random_turned(key, rng)
        size = RULEBOOKS[key].deal + rng.choice((0, 0, 1, -3))
        size = min(size, 28)
        if number % 3 == 0:
            dealt = deal(key, players, rng, flavour=rng.choice(list(FLAVOURS)), size=size, turned=turned)
            hand = Hand.of_groups([Card.parse(c) for c in group] for group in random_groups(dealt.cards, rng))
        else:
            groups = laid_hand(key, players, turned, size, rng)
            hand = Hand.of_groups([Card.parse(c) for c in group] for group in groups)
        yield analyse(hand, key, turned, players)


@pytest.mark.parametrize("key", KEYS)
def test_every_emitted_reason_has_a_sentence(key: str) -> None:
    """Whatever the engine says of generated hands becomes a sentence of its own, naming sources that exist."""
    for result in verdicts(key, 40, 1):
        for reason in reasons_of(result):
            sentence = explain(reason, result.rulebook)
            assert not sentence.startswith(UNKNOWN), reason
            assert_sentence(sentence)
        for best in (False, True):
            for sentence in explain_points(result, best=best):
                assert_sentence(sentence)
        for group in (*result.arranged.groups, *result.best.groups):
            assert explain_group(group, result)


@pytest.mark.parametrize("key", KEYS)
def test_the_account_adds_up(key: str) -> None:
    """The cards counted, before floor and cap, sum to the figure of the level that holds."""
    for result in verdicts(key, 25, 2):
        told = explain_points(result)
        sums = [int(match[1]) for text in told if (match := re.search(r"; together (\d+)\.$", text))]
        raw = next(dict(reason.details) for reason in result.arranged.reasons if find_tier([reason], result.rulebook))
        if raw["flat"] is not None:
            assert sums == []
        elif raw["melded"]:
            assert sum(sums) == raw["loose"]
        else:
            assert sum(sums) == raw["raw"]


# ---- what exactly is said ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("key", "group", "players", "sentence"),
    [
        ("gorummy-13", "7S 7S 7H", 4, "7♠ is here 2 times, but each suit may be in a set only once. [R4]"),
        ("gorummy-13", "KS AS 2S", 4, "K♠ A♠ 2♠ is not a sequence: an ace goes before the 2 or after the king, never between them. [R2, R29]"),
        ("octro-13", "4S 5S PJ PJ", 4, "2 jokers are too many: a sequence takes 1 at most. [S2]"),
        ("octro-13", "TS TH PJ PJ", 4, "2 jokers are too many: a set takes 1 at most. [S2]"),
        ("gorummy-13", "PJ PJ PJ", 4, "Printed jokers alone make no meld: at least one card must stand for itself. [S1, R3]"),
        ("gorummy-13", "5C 9C TC", 4, "5♣ 9♣ 10♣ do not follow each other: 3 cards are missing between them. [R4]"),
        ("gorummy-13", "5C 9C PJ", 4, "5♣ 9♣ do not follow each other: 3 cards are missing between them, with only 1 joker to fill in. [R4]"),
        ("gorummy-13", "7S 7S 7S", 4, "Three copies of 7♠ are no set, for they are all of one suit. This game has no tunnelas. [S1 is silent]"),
        ("paplu-13", "7S 7S 7S", 4, "Three copies of 7♠ are a meld only with 7 or more players. [S3]"),
        ("paplu-27", "7S 7S 7S 7S", 4, "Every card is 7♠: the cards of a set must not all be of one suit. [S3]"),
        ("gorummy-13", "7S 7H 7D 7C PJ", 4, "5 cards are too many: a set has 4 at most. [R4]"),
        ("marriage-21", "7S 8S 9S TS", 4, "4 cards are too many: a sequence has 3 at most. [S3]"),
        ("gorummy-13", "8H 9S TS", 4, "8♥ does not fit 9♠ 10♠: it has another suit. [R4]"),
        ("gorummy-13", "QS AS KH PJ", 4, "K♥ does not fit Q♠ A♠: it has another suit. [R4]"),
        ("gorummy-13", "8S 8D 5C", 4, "5♣ does not fit 8♠ 8♦: it has another rank. [R4]"),
        ("gorummy-13", "7S 8S 8H", 4, "7♠ 8♠ 8♥ are neither all of one suit nor all of one rank. [R4]"),
        ("gorummy-13", "4S 5H 7C", 4, "4♠ 5♥ 7♣ are neither all of one suit nor all of one rank. [R4]"),
        ("gorummy-13", "7S 7S 8S 9S", 4, "7♠ lies here more than once; a sequence has each card only once. [R4]"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_group(key: str, group: str, players: int, sentence: str) -> None:
    """A group that is no meld is told why in one sentence, cards shown with their suit signs."""
    result = analyse(group + " |", key, players=players)
    laid = result.arranged.groups[0]
    assert laid.kind is Kind.INVALID
    assert explain(laid.reasons[0], result.rulebook) == sentence


def test_a_level_may_be_called_as_any_other_reason() -> None:
    """Whatever its code, the sentence that gives the points is the level's, and no other reason is taken for it."""
    base = RULEBOOKS["gorummy-13"]
    first, last = base.scoring.tiers[0], base.scoring.tiers[-1]
    told = set()
    for code in sorted({*WRITTEN, *KEPT}):
        scoring = replace(base.scoring, tiers=(replace(first, code="met"), replace(last, code=code)))
        result = analyse("2H 4H 6H | 7S 7S 7H | QS KS | 9D | JC | TC | 8C | 3D", replace(base, scoring=scoring))
        said = [explain(reason, result.rulebook) for reason in reasons_of(result) if reason.is_level]
        told |= {sentence.partition(" [")[0] for sentence in said}
        assert find_tier(reasons_of(result), result.rulebook).code == code
        assert explain_points(result), code
    assert told == {"Every card counts, also those in melds: 93 points."}


def test_what_jokers_stand_for() -> None:
    """A group's line says what each joker stands for, and which wild card stands for itself."""
    result = analyse("5C 6C QD | JD QD KD | QD | 2S", "adgaming-13", turned="QD", players=6)
    lines = [explain_group(group, result) for group in result.arranged.groups]
    assert lines == [
        "impure sequence 5♣ 6♣ Q♦: Q♦ stands for 7♣",
        "pure sequence J♦ Q♦ K♦: Q♦ is wild but stands for itself",
        "loose Q♦: wild, costs 0 points",
        "loose 2♠: costs 2 points",
    ]
    deal_ = set_table(RULEBOOKS["adgaming-13"], Card.parse("QD"), 6)
    assert [explain_group(group, deal_) for group in result.arranged.groups] == lines


def test_a_joker_more_than_a_set_has_suits_for_is_told_by_its_rank() -> None:
    """Where sets have no most, no two jokers of a set are said to be the same card."""
    result = analyse("QS QH QD PJ AS |", "adgaming-13", turned="AC")
    told = explain_group(result.arranged.groups[0], result)
    assert told.endswith("A♠ stands for Q♣, printed joker stands for one more queen")


@pytest.mark.parametrize(
    ("group", "turned", "told"),
    [
        ("QS KS AS 2S", "2D", "2♠ stands for J♠ (no card comes after the ace)"),
        ("KS AS 5H", "5D", "5♥ stands for Q♠ (no card comes after the ace)"),
        ("QS AS PJ", "5D", "printed joker stands for K♠"),
        ("AS 2S PJ", "5D", "printed joker stands for 3♠"),
    ],
)
def test_a_wild_card_beside_a_last_ace_stands_in_front(group: str, turned: str, told: str) -> None:
    """Behind an ace above the king no card can stand, so a wild card laid beside it stands for a lower one."""
    result = analyse(group + " |", "gorummy-13", turned=turned)
    assert explain_group(result.arranged.groups[0], result).partition(": ")[2] == told


@pytest.mark.parametrize("laid", list(permutations(("QS", "QH", "QD", "PJ", "AS")))[::7])
def test_each_joker_of_a_set_is_named_with_its_own_card(laid: tuple[str, ...]) -> None:
    """However the cards lie, the wild card is shown first and takes the suit left, and the printed joker after it."""
    result = analyse(f"{' '.join(laid)} |", "adgaming-13", turned="AC")
    group = result.arranged.groups[0]
    assert [(str(wild.card), str(name)) for wild, name in list_stands(group)] == [("AS", "QC"), ("PJ", "Q")]
    shown = {str(card): str(name) for card, name in zip(group.cards, stand_names(group, group.cards), strict=True)}
    assert (shown["AS"], shown["PJ"], shown["QS"]) == ("QC", "Q", "None")
    assert [str(card) for card in as_shown(group)][-2:] == ["AS", "PJ"]


def test_a_wild_two_does_not_turn_the_corner() -> None:
    """King, ace and a 2 that is wild are no sequence, and the sentence says that being wild changes nothing."""
    result = analyse("KS AS 2S |", "gorummy-13", turned="2D")
    assert "not even where one of them is wild" in explain(result.arranged.groups[0].reasons[0], result.rulebook)


def test_account_of_the_first_player() -> None:
    """S4's player 1 is accounted for: level, what is exempt, what each card costs (X2)."""
    result = analyse(TABLE, "adgaming-13", turned="QD", players=6)
    assert explain_points(result) == (
        "The hand has at least 2 sequences, 1 of them pure, so its melds cost nothing. The other cards cost 35 points. [S4, R28]",
        "Not counted: pure sequence 2♥ 3♥ 4♥ and impure sequence 5♣ 6♣ Q♦.",
        "Counted in points: 5♣ 5, 8♠ 8, 8♦ 8, 2♦ 2, 2♣ 2, Q♠ 0, K♠ 10; together 35.",
    )


def test_no_points_are_counted_where_no_card_is_left() -> None:
    """A hand whose cards all lie in melds is told that no other card costs points, not that others cost 0 points."""
    all_melded = analyse("2H 3H 4H | 5H 6H 7H | 8S 8H 8D | 9S TS JS QS", "gorummy-13")
    told = " ".join(explain_points(all_melded))
    assert "so its melds cost nothing. No other card costs points." in told and "other cards" not in told


def test_caps_and_floors_are_said() -> None:
    """Where a limit changes the figure, the account says so and cites it."""
    high = analyse("KS | QS | JS | TS | KH | QH | JH | TH | KD | QD | JD | TD | AC", "gorummy-13")
    account = explain_points(high)
    assert "No hand costs more than 80 points, so that is what it costs. [S1, R10]" in account
    assert sum("130 points" in text for text in account) == 1, "the sum is said once"
    melded = "2H 3H 4H | 5H 6H 7H | 8H 9H TH | 2S 3S 4S | 5S 6S 7S | 8S 9S TS | JD QD KD"
    low = analyse(melded, "rummy-21")
    assert "The hand would cost 0 points, but a loser pays at least 2 points. [R11]" in explain_points(low)
    assert any(
        text.startswith("These cards can declare: they have at least 3 pure sequences") for text in explain_points(low)
    )


def test_what_a_hand_lacks_reads_as_a_sentence() -> None:
    """None, one and more than one of what is needed each have their words."""
    none = explain_points(analyse("TS TH TD TC | 5S 5H 5D | 6S 6H 6C | 9H 9D PJ", "adgaming-13"))
    assert "There is no pure sequence. To do better the hand needs one. [S4]" in none
    assert "There is no sequence. To do better the hand needs 2. [S4]" in none
    some = explain_points(analyse("2H 3H 4H | 5S 6S 7S | KD", "rummy-21"))
    assert "There are only 2 pure sequences. To do better the hand needs 3. [S0]" in some
    alone = explain_points(analyse("TS TH TD | KD", "gorummy-13"))
    assert "There is no pure sequence, so every card counts: 40 points. [S1]" in alone


def test_doubling_is_said() -> None:
    """The house option that doubles is named when a printed joker was turned."""
    result = analyse("2H 3H 4H | KS", "paplu-13", turned="PJ", options=["double-on-printed"])
    assert "A printed joker was turned up, so the points are doubled. [S3, Double Score]" in explain_points(result)


def test_discard_is_said() -> None:
    """With one card more than dealt the account names the card thrown and leaves it out of the sum."""
    result = analyse(TABLE + " | KC", "adgaming-13", turned="QD", players=6)
    assert "K♣ is thrown and does not count." in explain_points(result)
    assert any(text.endswith("; together 35.") for text in explain_points(result))


def test_other_grouping_is_said() -> None:
    """Where the grouping that declares is not the one that costs least, the account of the best names the other figure."""
    tunnelas = "3S 3S 3S 9H 9H 9H KD KD KD"
    result = analyse(f"{tunnelas} AH 2H 4C 6C 8C TC JS QS KC AD 5D 7D", "rummy-21", turned="2C")
    told = explain_points(result, best=True)
    assert result.best.declares and any(
        text.startswith("These cards can declare: they have at least 3 separate tunnelas") for text in told
    )
    differs = result.best_laid.points != result.best.points
    assert any("another grouping of these cards costs" in text for text in told) is differs


def test_vazhushal_account() -> None:
    """Where melds are worth points, the account gives what each earns and what the loose cards cost."""
    told = explain_points(analyse("2H 3H 4H | 8S PJ 8D | KS", "vazhushal-13"))
    assert "Melds in points: 2♥ 3♥ 4♥ 9, 8♠ 8♦ joker 24." in told
    assert "Other cards in points: K♠ 10; together 10." in told
    assert any("33 points in melds less 10 points in other cards make a score of 23" in text for text in told)


def test_marriage_account() -> None:
    """In Marriage the account says whether the turned card has been seen."""
    melds = "2H 3H 4H | 7S 7S 7S | 9D TD JD | KS"
    assert any("has been seen" in text for text in explain_points(analyse(melds, "marriage-21")))
    assert any("has not been seen" in text for text in explain_points(analyse("KS QS |", "marriage-21")))


def test_hand_not_laid_out_is_accounted_at_best() -> None:
    """A hand without groups is accounted for in its best arrangement."""
    cards = TABLE.replace("|", " ")
    told = explain_points(analyse(cards, "adgaming-13", turned="QD", players=6))
    assert any(text.endswith("; together 19.") for text in told)


# ---- two rulebooks -----------------------------------------------------------------------------------------------
def test_agreement_is_said() -> None:
    """Where two rulebooks agree and nothing between them bears on the hand, just that is said."""
    told = compare(TABLE, turned="QD").why("gorummy-13", "adgaming-13")
    assert told[0] == "GoRummy Points Rummy and AD Gaming Rummy agree on this hand: 35 points as laid."
    assert re.fullmatch(r"They differ in \d+ rules, none of which touches this figure\.", told[1])
    assert len(told) == 2


def test_other_wild_cards_are_named() -> None:
    """A card that is wild in one of the two only is named with the rulings of both."""
    told = compare(TABLE, turned="QD").why("gorummy-13", "vazhushal-13")
    assert "Q♦ is wild in GoRummy Points Rummy but not in Vazhushal. [S3, R15]" in told
    assert any(
        text.startswith("5♣ 6♣ Q♦ is an impure sequence in GoRummy Points Rummy, not a meld in Vazhushal: ")
        for text in told
    )
    assert "Q♠ left over costs 0 points in GoRummy Points Rummy and 20 points in Vazhushal. [S1, S3, R6]" in told


def test_other_levels_are_named() -> None:
    """Octro's flat 80 is explained by what the hand lacks there."""
    told = compare(TABLE, turned="QD").why("gorummy-13", "octro-13")
    assert told[0] == "GoRummy Points Rummy: 35 points as laid. Octro Indian Rummy: 80 points as laid."
    assert any(
        "No sequence has four or more cards" in text and "80 points, whatever its cards" in text for text in told
    )


def test_other_card_points_are_named() -> None:
    """Octro's cheap ace is named where it makes the difference."""
    told = compare("2H 3H 4H 5H | 5C 6C 7C | 9S | 9D | JC | JD | AS | KS", turned="3C").why("gorummy-13", "octro-13")
    assert "A♠ left over costs 10 points in GoRummy Points Rummy and 1 point in Octro Indian Rummy. [S1, R17]" in told


def test_other_caps_are_named() -> None:
    """A cap that bites in one rulebook only is named."""
    hand = "KS | QS | JS | TS | KH | QH | JH | TH | KD | QD | JD | TD | AC"
    told = compare(hand, turned="3C").why("paplu-13", "gorummy-13")
    assert "GoRummy Points Rummy: No hand costs more than 80 points, so that is what it costs. [S1, R10]" in told


def test_other_sizes_are_named() -> None:
    """A game that deals another number of cards is said to."""
    told = compare(TABLE, turned="QD").why("gorummy-13", "rummy-21")
    assert any("this game deals 21" in text for text in told)


def test_other_readings_of_a_tunnela() -> None:
    """Three identical cards are a tunnela here and no meld there, with the reason."""
    told = compare("7S 7S 7S | 2H 3H 4H | KD", turned="3C").why("rummy-21", "gorummy-13")
    assert any(
        text.startswith("7♠ 7♠ 7♠ is a tunnela in 21-Card Rummy, not a meld in GoRummy Points Rummy: ") for text in told
    )


def test_every_pair_is_explained() -> None:
    """Any two rulebooks are explained on any hand, as laid and at best; unequal figures have a cause."""
    rng = random.Random(5)
    for key in ("paplu-13", "rummy-21", "octro-13"):
        groups = laid_hand(key, 5, "QD", RULEBOOKS[key].deal, rng)
        found = compare(Hand.of_groups([Card.parse(c) for c in group] for group in groups), "QD", 5)
        for a in KEYS:
            for b in KEYS:
                for best in (False, True):
                    told = explain_difference(found[a], found[b], best=best)
                    assert told and all(text.strip() for text in told)
                    figures = [(x.best if best else x.arranged) for x in (found[a], found[b])]
                    if figures[0].points != figures[1].points:
                        assert len(told) > 1, (a, b, told)


def test_the_same_rulebook_agrees_with_itself() -> None:
    """A rulebook compared with itself differs in nothing."""
    result = analyse(TABLE, "octro-13", turned="QD")
    assert explain_difference(result, result) == (
        "Octro Indian Rummy and Octro Indian Rummy agree on this hand: 80 points as laid.",
    )


def test_unknown_codes_do_no_harm() -> None:
    """A code without a sentence is still readable."""
    assert explain(Reason("house-custom"), RULEBOOKS["paplu-13"]) == f"{UNKNOWN}house-custom."


def test_our_own_rulings_are_cited() -> None:
    """The rulings that settle what the sources leave open are cited where they decide."""
    assert {f"R{n}" for n in range(30, 38)} <= set(RULINGS)
    fourteen = analyse("2H 3H 4H 5H 6H 7H 8H | 2S 3S 4S 5S 6S 7S 8S", "gorummy-13")
    assert any("R30" in text for text in explain_points(fourteen))
    pairs = analyse("7S 7H 4C 4D KS KH 2C 3D 5H 9S JD QC AS", "vazhushal-13", turned="TD")
    assert any("R35" in text for text in explain_points(pairs))


@pytest.mark.parametrize("key", KEYS)
def test_levels_are_named_by_what_they_are_about(key: str) -> None:
    """A page names a loser's levels in words, each once, and never by a number."""
    book = RULEBOOKS[key]
    levels = [line for line in describe(book) if line.paths == ("scoring.tiers",)]
    assert len({line.term for line in levels}) == len(levels) == len(book.scoring.tiers)
    assert all(line.term.startswith(("With ", "Any other")) for line in levels)


def test_levels_are_compared_by_what_they_say() -> None:
    """The same level is no difference, wherever it stands in the list; one that a game lacks is a dash there."""
    found = {line.term: line for line in describe_differences(RULEBOOKS["rummy-21"], RULEBOOKS["paplu-21"])}
    assert "With at least 3 pure sequences" not in found
    assert "tunnelas" in found["With 1 or 2 pure sequences"].mine
    assert "tunnelas" not in found["With 1 or 2 pure sequences"].theirs
    assert found["With every card in a sequence, set or tunnela"].mine == "–"


def test_when_a_wild_first_open_card_may_be_taken_is_told() -> None:
    """Vazhushal's page says both cases in which a first open card that is wild may be picked up."""
    text = next(line.text for line in describe(RULEBOOKS["vazhushal-13"]) if line.term == "From the discards")
    assert "first open card that is wild" in text and "stand for itself" in text and "has laid a pure sequence" in text


def test_a_lone_tunnela_is_said_not_to_be_exempt() -> None:
    """With seven players a tunnela counts as pure in Paplu, yet alone it leaves nothing out; the account says so."""
    result = analyse("5C 5C 5C | 2H 3H 4D | KS QS JH | 9C 9D | 7C 8D", "paplu-13", players=8)
    assert result.arranged.points == 87
    told = explain_points(result)
    assert any(text.startswith("A tunnela counts as a pure sequence here, but its own") for text in told)
    assert not any("cost nothing" in text for text in told)


def test_cards_of_the_wild_rank_are_told_in_both_readings() -> None:
    """Three naturals of the wild rank lie as a sequence; that they could be a set is said as well."""
    result = analyse("7H 7D 7C | 5C 6C 7S |", "adgaming-13", turned="7S")
    wild, other = result.arranged.groups
    assert wild.kind is Kind.IMPURE_SEQUENCE
    assert explain_group(wild, result).endswith("it could also be a set, if each card stands for itself")
    assert "could also be" not in explain_group(other, result)


def test_a_loser_with_a_card_too_many_is_told_with_its_ruling() -> None:
    """All that he holds counts (R60)."""
    note = Reason("seat-size", {"player": "Bela", "held": 14, "deal": 13})
    told = explain(note, get_rulebook("gorummy-13"))
    assert told.startswith("Bela lost with 14 cards, one more than this game deals: all of them count.")
    assert told.endswith("R60]")


def test_a_hand_that_costs_the_least_is_not_told_to_do_better() -> None:
    """Who sees the tiplu by seven dublees pays 3 points like everybody who sees it, whatever sequences are lacking."""
    pairs = "2S 2S | 4H 4H | 6D 6D | 8C 8C | TS TS | QH QH | KD KD | AS 3C 5D 7H 9S JC AD"
    told = explain_points(analyse(pairs, "marriage-21"))
    assert analyse(pairs, "marriage-21").arranged.points == 3 and not any("To do better" in one for one in told)
