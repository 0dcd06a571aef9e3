"""Gin to the end: two counted hands, gin and big gin, the undercut, and laying off on the knocker's melds."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

import rummy_tutor as rt
from rummy_tutor import Rulebook, settle
from rummy_tutor.errors import RuleError
from rummy_tutor.game.rules import Knock
from rummy_tutor.rounds.documents import parse_json, read_round
from rummy_tutor.rulebooks.files import dump_rulebook, loads_rulebook
from rummy_tutor.wording.describe import describe
from tests.oracle.any_round import compare_knock
from tests.rounds.settlement_helpers import refuse, seat, write_round

FOLDER = Path(__file__).parents[2] / "notebooks" / "house_rules"
GIN, OKLAHOMA = (rt.get_rulebook(FOLDER / f"{name}.toml") for name in ("gin-10", "oklahoma-10"))
# 5 left over: three runs and sets of three
KNOCKER = "2S 3S 4S | 7H 7D 7C | QD QH QS | 5C"


def gain(book: Rulebook, knocker: object, other: object, **told: object) -> int:
    """What who knocks gets; hands as texts, points as numbers."""
    known = [{"hand": one} if isinstance(one, str) else {"points": one} for one in (knocker, other)]
    players = [seat("Asha", "declared", **known[0]), seat("Bela", "lost", **known[1])]
    settled = settle(book, players, **told)
    assert sum(row.net for row in settled.rows) == 0
    assert read_round(parse_json(json.dumps(write_round(settled)))) == settled
    return settled["Asha"].net


# ---- published cases ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("knocker", "other", "won"),
    [
        (8, 10, 2),  # promisekit.org: who knocks with 8 against 10 after laying off gets 2
        (5, 5, -25),  # groupgames.xyz: equal is an undercut too: 25 and the difference
        (9, 4, -30),  # the same, and cardgames.wikia.com: 25 beside the difference
        (0, 18, 43),  # cardgamesplanet.com: gin gets 25 besides
        (0, 0, 25),  # and nobody undercuts gin
        (9, 6, -28),  # a guide of pvpspinarena: lays off, is left with 6, and gets 3 and 25
        (7, 3, -29),  # a test of a program: 4 and 25
        # the guide's worked knock: 7 of spades and 10 of hearts are laid off, 9 are left against 2
        ("4S 5S 6S | 9D 9C 9H | JH QH KH | 2C", "7S 3D 3H 3C TH 5D 6D 7D AC 8C", 7),
    ],
)
def test_published_counts(knocker: object, other: object, won: int) -> None:
    """Stated points are those left over, the other's after laying off."""
    assert gain(GIN, knocker, other) == won


def test_what_fits_a_meld_is_laid_off() -> None:
    """5 and 6 of spades go on the run of the knocker."""
    players = [seat("Asha", "declared", hand=KNOCKER), seat("Bela", "lost", hand="5S 6S TH JC KC 2H 4D AD 9C 8C")]
    settled = settle(GIN, players)
    assert settled["Asha"].net == 54 - 5 and "Laid off: 5♠ and 6♠" in settled.entries[0].sentence


def test_cards_laid_off_may_undercut() -> None:
    """With nothing to lay off the knocker would win by far."""
    other = "5S 6S QC AH AD AC 8H 8C 8S 2H"
    closed = replace(GIN, key="closed", settlement=replace(GIN.settlement, knock=Knock(lay_off=False)))
    assert gain(closed, KNOCKER, other) == 23 - 5
    assert gain(GIN, KNOCKER, other) == 2 - 5 - 25
    equal = other.replace("2H", "5H")
    assert gain(GIN, KNOCKER, equal) == 5 - 5 - 25
    settled = settle(GIN, [seat("Asha", "declared", hand=KNOCKER), seat("Bela", "lost", hand=equal)])
    assert settled.winners == ("Bela",) and [row.net for row in settled.rows] == [-25, 25]
    assert "for the undercut" in settled.explain()[-1]


def test_nobody_lays_off_on_gin() -> None:
    """Gin earns its points and all that is left over."""
    gin = "2S 3S 4S 5S | 7H 7D 7C | QD QH QS"
    assert gain(GIN, gin, "6S 8S TH JC KC 2H 4D AD 9C 3C") == 25 + 6 + 8 + 30 + 2 + 4 + 1 + 9 + 3
    players = [seat("Asha", "declared", hand=gin), seat("Bela", "lost", points=12)]
    told = settle(GIN, players).explain()
    assert "for the cards left over" in told[0] and "for gin: no card is left over" in told[1]


@pytest.mark.parametrize("hand", ["2S 3S 4S 5S | 7H 7D 7C | QD QH QS QC", "2S 3S 4S 5S 7H 7D 7C QD QH QS QC"])
def test_big_gin_throws_no_card(hand: str) -> None:
    """spielegratis24.de: six more than gin where all eleven cards lie in melds; without the rule it is gin."""
    assert gain(GIN, hand, 12) == 31 + 12
    plain = replace(GIN, key="plain", settlement=replace(GIN.settlement, knock=Knock()))
    if "|" not in hand:
        assert gain(plain, hand, 12) == 25 + 12
    players = [seat("Asha", "declared", objective="big-gin"), seat("Bela", "lost", points=12)]
    assert settle(GIN, players)["Asha"].net == 43
    refuse("bad-objective", rulebook=plain, players=players)


def test_a_hand_laid_out_is_counted_as_it_is_laid() -> None:
    """The other who leaves a meld apart pays for it; who knocks must be within the limit as laid."""
    assert gain(GIN, KNOCKER, "8D 8H | 8C | KD | 2C | AD | TH | JC | 6D | 9H") == 72 - 5
    assert gain(GIN, KNOCKER, "8D 8H 8C KD 2C AD TH JC 6D 9H") == 45 - 5  # hearts in order
    apart = seat("A", "declared", hand="2S 3S | 4S | 7H 7D 7C | QD QH QS | 5C")
    refuse("does-not-declare", rulebook=GIN, players=[apart, seat("B", "lost", points=3)])


def test_the_limit_may_be_the_upcard() -> None:
    """Oklahoma (bicyclecards.com): at most the upcard's points may be left over, and with an ace none."""
    assert gain(OKLAHOMA, KNOCKER, 30, turned="6H") == 25
    for turned in ("4H", "AH"):
        refuse("does-not-declare", rulebook=OKLAHOMA, turned=turned,
               players=[seat("A", "declared", hand=KNOCKER), seat("B", "lost", points=30)])  # fmt: skip
        refuse("stated-figure", rulebook=OKLAHOMA, turned=turned,
               players=[seat("A", "declared", points=5), seat("B", "lost", points=30)])  # fmt: skip


def test_what_is_not_told_is_asked_for() -> None:
    """Without cards the points of who knocks are needed, unless the way to declare leaves nothing over."""
    refuse("no-figure", "A", rulebook=GIN, players=[seat("A", "declared"), seat("B", "lost", points=3)])
    assert gain(GIN, 0, 3) == 28
    players = [seat("A", "declared", objective="gin"), seat("B", "lost", points=3)]
    assert settle(GIN, players)["A"].net == 28


# ---- the rule in words and files -------------------------------------------------------------------------------
def test_both_games_are_files_that_say_all() -> None:
    """They are read, written and read again, and their pages tell the rule."""
    for book in (GIN, OKLAHOMA):
        assert loads_rulebook(dump_rulebook(book)) == loads_rulebook(dump_rulebook(book, "gorummy-13")) == book
        told = " ".join(line.text for line in describe(book))
        assert (
            "Both hands are counted." in told and "Big gin, with the card drawn in a meld too, earns 31 points" in told
        )
        assert book.source_of("settlement.knock") == "own"


@pytest.mark.parametrize(
    ("changes", "other"),
    [
        ("table.players = [2, 3]", "table.players"),
        ("wilds.printed = true", "wilds"),
        ("scoring.cap = 100", "scoring"),
        ("deal = 21", "deal"),
        ("settlement.winner_takes = false", "settlement.winner_takes"),
        ("settlement.pool = {limit = 100}", "settlement.pool"),
    ],
)
def test_what_does_not_go_with_it_is_refused(changes: str, other: str) -> None:
    """The message names the field that stands in the way."""
    field = changes.partition(" = ")[0]
    lines = [line for line in (FOLDER / "gin-10.toml").read_text().splitlines() if not line.startswith(f"{field} = ")]
    packs = "table.packs = [[3, {decks = 1, printed_jokers = 0}]]" if "players" in changes else ""
    lines = [line for line in lines if not (packs and line.startswith("table.packs"))]
    with pytest.raises(RuleError, match=other):
        loads_rulebook("\n".join([*lines, packs, changes]))


# ---- against every split of both hands -------------------------------------------------------------------------
def test_any_two_hands_come_to_what_a_model_says() -> None:
    """Both lay out their cards as is best for them; the model tries every split and all that can be laid off."""
    tried = [compare_knock(random.Random(seed)) for seed in range(300)]
    assert not [(line, wrong) for (_, wrong, line), _ in tried if wrong]
    assert sum(knocks for _, knocks in tried) > 45
