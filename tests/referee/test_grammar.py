"""Hands as laid under rulebooks of one's own: what each rule of melds means, beyond the nine rulebooks."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

import rummy_tutor
from rummy_tutor import RULEBOOKS, Card, Hand
from rummy_tutor.game.records import Arranged
from rummy_tutor.game.rules import (
    MELDS,
    Aces,
    JokerGroups,
    Kind,
    Melds,
    Needs,
    Objective,
    Rest,
    Rulebook,
    Scoring,
    SetSuits,
    Tier,
)
from rummy_tutor.game.table import Deal, set_table
from rummy_tutor.referee.grammar import Run, grammar_at, grammar_of
from rummy_tutor.referee.meld_lists import Style, list_runs
from rummy_tutor.referee.melds import read_group
from rummy_tutor.referee.scoring import score_arrangement


def house(key: str, melds: Melds | None = None, **others: object) -> Rulebook:
    """One of the nine with some rules of its own."""
    book = RULEBOOKS[key]
    return replace(book, key=f"{key} of the house", melds=melds or book.melds, **others)


def table(book: Rulebook, turned: str | None = None) -> Deal:
    """A rulebook at a table of four."""
    return set_table(book, None if turned is None else Card.parse(turned), 4)


def laid(text: str, deal: Deal) -> Arranged:
    """A hand as laid."""
    return score_arrangement(Hand.parse(text).groups, deal)


def kinds(text: str, deal: Deal) -> list[str]:
    """The kinds that a group can be."""
    return list(dict.fromkeys(reading.kind.value for reading in read_group(Hand.parse(text).cards, deal)))


def test_a_set_all_of_one_suit_is_none_where_identical_melds_are_not_laid_either() -> None:
    """NOT_ALL_ONE holds with identical=False as without it."""
    for identical in (True, False):
        melds = replace(RULEBOOKS["paplu-27"].melds, identical=identical, tunnela_from=None)
        deal = table(house("paplu-27", melds))
        assert kinds("5C 5C 5C", deal) == []
        assert kinds("5C 5C 5C 5H", deal) == ["set"]
        assert kinds("5C 5C 5C PJ", deal) == ["set"]


def test_wild_cards_of_a_set_lie_as_themselves_as_often_as_its_rule_allows() -> None:
    """Two copies of a wild card show themselves twice under NOT_ALL_ONE, once where the suits are distinct."""
    melds = Melds(set_suits=SetSuits.NOT_ALL_ONE, run_wilds=0, set_wilds=0, identical=False)
    deal = table(house("gorummy-13", melds), "5S")
    assert "set" in kinds("5S 5S 5H", deal)
    assert [str(card) for card in read_group(Hand.parse("5S 5S 5H").cards, deal)[0].shows] == ["5S", "5S", "5H"]
    deal = table(house("gorummy-13", Melds(set_wilds=0, identical=False)), "5S")
    assert "set" not in kinds("5S 5S 5H", deal)


def test_sets_of_more_than_four_are_read_where_identical_melds_are_not_laid() -> None:
    """With set_max=None a fifth card is another of the rank."""
    deal = table(house("vazhushal-13", replace(RULEBOOKS["vazhushal-13"].melds, set_max=None)), "KD")
    reading = read_group(Hand.parse("5S 5H 5D 5C PJ").cards, deal)[0]
    assert (reading.kind, len(reading.shows)) == (Kind.SET, 5)
    assert laid("2S 3S 4S | 5S 5H 5D 5C PJ | 8H | 9H | TH | QH | KH", deal).score == 9 + 25 - 8 - 9 - 30


def test_melds_are_worth_the_same_where_two_may_be_alike() -> None:
    """Vazhushal with identical=True: the second meld of the same cards is worth its points too."""
    melds = replace(RULEBOOKS["vazhushal-13"].melds, identical=True)
    text = "2S 3S 4S | 2S 3S 4S | 9H | 9D | KH | 7C | 8D | QC | QD"
    left = 9 + 9 + 10 + 7 + 8 + 10 + 10
    assert laid(text, table(house("vazhushal-13", melds))).score == 18 - left
    assert laid(text, table(RULEBOOKS["vazhushal-13"])).score == 9 - 9 - left


def test_only_the_kinds_a_level_exempts_are_worth_their_points() -> None:
    """Where melds are worth points, a meld that a level does not exempt counts as loose."""
    tiers = (Tier(code="pure-run-laid", needs=Needs(pure=1), exempt=(Kind.PURE_SEQUENCE,)), Tier(code="nothing-melded"))
    scoring = replace(RULEBOOKS["vazhushal-13"].scoring, tiers=tiers)
    text = "2S 3S 4S | 9S 9H 9D | KH | 7C | 8D | QC | QD | 2D | 4D"
    left = 10 + 7 + 8 + 10 + 10 + 2 + 4
    assert laid(text, table(house("vazhushal-13", scoring=scoring))).score == 9 - 27 - left
    assert laid(text, table(RULEBOOKS["vazhushal-13"])).score == 9 + 27 - left


def test_dublees_and_groups_of_jokers_may_always_be_laid_twice() -> None:
    """The ban on identical melds means sequences, sets and tunnelas; dublees and jokers are read under it."""
    melds = Melds(dublees=True, jokers=JokerGroups.ONE_GROUP, identical=False)
    ways = (Objective(name="dublees", needs=Needs(dublees=4)), Objective(name="jokers", needs=Needs(jokers=2)))
    scoring = Scoring(tiers=(Tier(code="last", exempt=(*MELDS, Kind.DUBLEE)),))
    deal = table(house("gorummy-13", melds, deal=8, objectives=ways, scoring=scoring))
    found = laid("7S 7S | 7S 7S | 8D 8D | 9C 9C", deal)
    assert (found.declares, found.objective, found.points) == (True, "dublees", 0)
    found = laid("PJ PJ | 2S 3S 4S | 7D 7C 7H", deal)
    assert (found.declares, found.objective) == (True, "jokers")


def test_what_declares_is_taken_before_what_costs_less() -> None:
    """A group that can be read in two ways is read so that the hand declares, at whatever price as laid."""
    ways = (Objective(name="complete", needs=Needs(tunnelas=1)),)
    scoring = Scoring(tiers=(Tier(code="last", exempt=(Kind.PURE_SEQUENCE, Kind.IMPURE_SEQUENCE, Kind.SET)),))
    book = house("gorummy-13", Melds(tunnela_from=2), deal=6, objectives=ways, scoring=scoring)
    found = laid("5S 5S 5S | 7H 8H 9H", table(book, "5D"))
    assert (found.declares, found.points) == (True, 0)
    book = replace(book, scoring=replace(scoring, loose_wild=5))
    found = laid("5S 5S 5S | 7H 8H 9H", table(book, "5D"))
    assert (found.declares, found.points, found.groups[0].kind) == (True, 15, Kind.TUNNELA)


def test_with_no_loose_card_to_throw_a_figure_is_what_the_best_throw_leaves() -> None:
    """Seven dublees of fourteen cards: one of them must go, and six with a loose card are what is kept."""
    scoring = Scoring(tiers=(Tier(code="seven", needs=Needs(dublees=7), flat=2), Tier(code="last")), cap=80)
    deal = table(house("gorummy-13", Melds(dublees=True), scoring=scoring))
    found = laid("2S 2S | 3S 3S | 4S 4S | 5S 5S | 6S 6S | 7S 7S | 8S 8S", deal)
    assert (found.points, found.declares, found.reasons[-1].code) == (2 * 35 - 8, False, "one-to-throw")


@pytest.mark.parametrize(
    ("melds", "mask", "lengths"),
    [
        (Melds(), 0b111, (3, 14)),
        (Melds(), 0b101, (3, 14)),
        (Melds(run_wilds=1), 0b101, (3, 3)),
        (Melds(run_max=5), 1 | 1 << 12, (3, 5)),
        (Melds(run_max=3), 0b10001, None),
    ],
)
def test_a_sequence_is_as_short_as_its_cards_and_as_long_as_its_rules(
    melds: Melds, mask: int, lengths: tuple[int, int] | None
) -> None:
    """The cards used as themselves leave holes between the shortest and the longest sequence that holds them."""
    runs: dict[int, Run] = {run.mask: run for run in grammar_at(table(house("gorummy-13", melds))).runs(5)}
    found = runs.get(mask)
    assert (found and (found.shortest, found.longest)) == lengths


def part(ranks: list[int], listed: dict[int, Run]) -> list[list[Run]]:
    """Every way to lay some cards, in their order, as listed sequences."""
    if not ranks:
        return [[]]
    found = []
    for count in range(1, len(ranks) + 1):
        run = listed.get(sum([1 << rank for rank in ranks[:count]]))
        if run:
            found += [[run, *others] for others in part(ranks[count:], listed)]
    return found


@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize(
    "melds",
    [
        Melds(naturals=2, run_max=10),
        Melds(naturals_per_wild=1, run_max=10),
        Melds(naturals_per_wild=2, run_wilds=3),
        Melds(naturals_per_wild=3, aces=Aces.ROUND, run_max=10),
    ],
)
def test_a_sequence_that_is_not_listed_can_be_laid_as_listed_ones(melds: Melds, long: bool) -> None:
    """With the same cards, no more holes, as much room for wild cards and, where one is asked for, a long sequence."""
    grammar = grammar_of(melds, False, True)
    runs = {run.mask: run for run in grammar.runs(grammar.run_most)}
    names = {mask for mask, _ in list_runs(grammar, Style(long=long))}
    listed = {mask: run for mask, run in runs.items() if mask in names}
    assert len(listed) < len(runs) / 2
    for run in [run for mask, run in runs.items() if mask not in names]:
        places = range(run.start, run.start + run.shortest)
        ways = part([place % 13 for place in places if run.mask >> place % 13 & 1], listed)
        for parts in ways:
            holes = sum([one.shortest - one.naturals for one in parts])
            if long and all([one.shortest < 4 for one in parts]):
                holes += 1 if any([one.longest > 3 for one in parts]) else 99
            room = sum([one.longest - one.naturals for one in parts])
            if holes <= run.shortest - run.naturals and room >= run.longest - run.naturals:
                break
        else:
            pytest.fail(f"ranks {run.mask:013b} from {run.start}")


@pytest.mark.parametrize(
    ("needs", "melds", "can"),
    [
        (Needs(), Melds(run_max=3, set_max=3), False),
        (Needs(), Melds(run_max=3, set_max=4), True),
        (Needs(dublees=1), Melds(run_max=3, set_max=3, dublees=True), True),
        (Needs(dublees=6), Melds(dublees=True), False),
        (Needs(long_sequences=3), Melds(run_max=4, set_max=14), False),
        (Needs(long_sequences=3), Melds(run_max=5), True),
        (Needs(long_sequences=2), Melds(run_max=4, set_max=4), False),
        (Needs(long_sequences=2), Melds(run_max=4, set_max=5), True),
        (Needs(pure=4), Melds(run_max=3), False),
        (Needs(pure=2, sequences=3), Melds(run_max=3), True),
        (Needs(sequences=4), Melds(), True),
        (Needs(pure=3, tunnelas=1), Melds(run_max=3, set_max=4, tunnela_from=2), False),
        (Needs(pure=3, tunnelas=1), Melds(run_max=3, set_max=4, tunnela_from=2, tunnela_counts_pure=True), True),
    ],
)
def test_where_all_cards_must_be_melded_the_sizes_of_groups_have_to_add_up(
    needs: Needs, melds: Melds, can: bool
) -> None:
    """Of 13 cards three sequences of four leave one over, which no meld can hold: there is no way to declare."""
    grammar, way = grammar_of(melds, melds.tunnela_from is not None, True), Objective(name="way", needs=needs)
    assert grammar.can_meet(way, 13) is can
    assert grammar.can_meet(replace(way, rest=Rest.ANYTHING), 13) is (grammar.least_cards(needs) <= 13)


@pytest.mark.parametrize(
    ("needs", "melds", "decks", "can"),
    [
        (Needs(tunnelas=1), Melds(tunnela_from=2, joker_tunnelas=False), 2, False),
        (Needs(tunnelas=1), Melds(tunnela_from=2, joker_tunnelas=False), 3, True),
        (Needs(tunnelas=2), Melds(tunnela_from=2), 2, True),
        (Needs(tunnelas=3), Melds(tunnela_from=2), 2, False),
        (Needs(tunnelas=2), Melds(tunnela_from=2, identical=False), 2, False),
        (Needs(dublees=4), Melds(dublees=True), 1, False),
        (Needs(dublees=3), Melds(dublees=True), 1, True),
        (Needs(dublees=11), Melds(dublees=True, dublee_jokers=True), 1, False),
        (Needs(dublees=10), Melds(dublees=True, dublee_jokers=True), 1, True),
        (Needs(dublees=7), Melds(dublees=True, dublee_ranks=True), 1, True),
    ],
)
def test_a_pack_holds_only_so_many_tunnelas_and_dublees(needs: Needs, melds: Melds, decks: int, can: bool) -> None:
    """Of one card no more copies can be had than the pack has, here with six printed jokers and four wild aces."""
    there = [decks] * 52 + [6]
    wild = [index % 13 == 0 for index in range(53)]
    assert grammar_of(melds, melds.tunnela_from is not None, True).can_supply(needs, there, [*wild[:52], True]) is can


@pytest.mark.parametrize(
    ("aces", "text", "code"),
    [
        (Aces.ROUND, "8S 9S TS JS QS KS AS 2S 3S 4S 5S 6S 7S PJ", "sequence-too-long"),
        (Aces.LOW, "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS PJ", "sequence-too-long"),
        (Aces.ROUND, "AC AC 3C 4C 5C 6C 7C 8C 9C TC JC QC KC PJ", "same-card-twice"),
        (Aces.LOW_OR_HIGH, "AC AC AC 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", "same-card-twice"),
        (Aces.LOW_OR_HIGH, "5C 9C PJ", "gap"),
    ],
)
def test_why_a_group_is_no_sequence_follows_from_the_longest_that_there_is(aces: Aces, text: str, code: str) -> None:
    """Only an ace that counts low or high has two places; a group is called full of gaps only where jokers lack."""
    group = laid(f"{text} |", table(house("gorummy-13", Melds(aces=aces)))).groups[0]
    assert [reason.code for reason in group.reasons] == [code]
    details = group.reasons[0].details
    assert details.get("missing", 1) > details.get("wilds", 0)


@pytest.mark.parametrize("room", ["solver", "distance", "study", "rounds", "output"])
def test_the_rules_of_melds_are_read_in_one_room(room: str) -> None:
    """Who solves, measures or settles asks the grammar, and never a field of a rulebook's rules of melds."""
    names = "|".join(one.name for one in fields(Melds))
    for path in (Path(rummy_tutor.__file__).parent / room).glob("*.py"):
        if path.name == "choosing.py":  # it asks which rules are a table's, and applies none
            continue
        text = path.read_text(encoding="utf-8")
        assert not re.findall(rf"melds\.(?:{names})\b", text), path.name
        assert room not in ("solver", "distance") or not re.findall(r"book\.(?:melds|wilds)\b", text), path.name


def test_below_the_referee_the_rules_of_melds_are_checked_but_not_applied() -> None:
    """The records ask for their own sense, and from how many players three identical cards are a meld; nothing else."""
    names = "|".join(one.name for one in fields(Melds))
    texts = {path.name: path.read_text("utf-8") for path in (Path(rummy_tutor.__file__).parent / "game").glob("*.py")}
    found = {name: re.findall(rf"melds\.({names})\b", text) for name, text in texts.items()}
    assert {name: read for name, read in found.items() if read} == {"checks.py": ["tunnela_from", *["jokers"] * 2]}
