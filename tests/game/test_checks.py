"""What a rulebook may be: values without sense are refused when it is made, all others are taken."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from rummy_tutor import RULEBOOKS, RuleError
from rummy_tutor.game.rules import (
    JokerGroups,
    Kind,
    Measure,
    Melds,
    Needs,
    Objective,
    Pack,
    Rest,
    Rulebook,
    Scoring,
    Table,
    Tier,
)
from tests.rulebook_strategies import random_rulebook

BOOK = RULEBOOKS["gorummy-13"]
LAST = Tier(code="last")


def with_needs(**needs: int) -> Rulebook:
    """A rulebook that asks for some groups to declare."""
    return replace(BOOK, objectives=(Objective(name="complete", needs=Needs(**needs)),))


def with_tiers(*tiers: Tier) -> Rulebook:
    """A rulebook with other levels."""
    return replace(BOOK, scoring=replace(BOOK.scoring, tiers=tiers))


@pytest.mark.parametrize(
    ("make", "field", "told"),
    [
        (lambda: replace(BOOK, deal="13"), "Rulebook.deal", "1 to 27"),
        (lambda: replace(BOOK, deal=0), "Rulebook.deal", "1 to 27"),
        (lambda: replace(BOOK, deal=True), "Rulebook.deal", "1 to 27"),
        (lambda: Pack(decks=-1, printed_jokers=0), "Pack.decks", "0 to 8"),
        (lambda: Scoring(tiers=(LAST,), ace=-1), "Scoring.ace", "0 to 100"),
        (lambda: Scoring(tiers=(LAST,), cap=-5), "Scoring.cap", "0 to"),
        (lambda: Needs(sequences=-1), "Needs.sequences", "0 to 9"),
        (lambda: Melds(run_max=None), "Melds.run_max", "3 to 14"),
        (lambda: Melds(aces="low"), "Melds.aces", "high or round"),
        (lambda: Melds(identical=1), "Melds.identical", "bool"),
        (lambda: Tier(code="x", needs=None), "Tier.needs", "Needs"),
        (lambda: Scoring(tiers=[LAST]), "Scoring.tiers", "tuple"),
        (lambda: Table(players=(2,), packs=()), "Table.players", "2 values"),
        (lambda: replace(BOOK, table=Table(players=(2, 6), packs=())), "table.packs", "6 or more"),
        (lambda: replace(BOOK, table=replace(BOOK.table, players=(6, 2))), "table.players", "above"),
        (lambda: replace(BOOK, objectives=BOOK.objectives * 2), "objectives", "name of its own"),
        (lambda: replace(BOOK, objectives=(Objective(name="x", needs=Needs(), rest=Rest.ANYTHING),)), "x", "nothing"),
        (lambda: with_tiers(), "scoring.tiers", "every hand"),
        (lambda: with_tiers(Tier(code="x", needs=Needs(pure=1))), "scoring.tiers", "every hand"),
        (lambda: with_tiers(Tier(code="x", rest=Rest.MELDED)), "scoring.tiers", "every hand"),
        (lambda: with_tiers(Tier(code="x", exempt=(Kind.LOOSE,)), LAST), "scoring.tiers.x.exempt", "pure-sequence"),
        (lambda: with_tiers(Tier(code="x", exempt=(Kind.IMPURE_SEQUENCE,)), LAST), "x.exempt", "impure"),
        (lambda: with_tiers(Tier(code="x", exempt=(Kind.SET,), flat=2), LAST), "x.flat", "exempt"),
        (lambda: replace(BOOK, scoring=Scoring(tiers=(LAST,), cap=80, floor=81)), "scoring.floor", "0 to 80"),
        (
            lambda: replace(BOOK, scoring=Scoring(tiers=(LAST,), cap=80, measure=Measure.MELDED_MINUS_LOOSE)),
            "scoring.cap",
            "left out",
        ),
    ],
)
def test_a_value_without_sense_is_refused(make: Callable[[], object], field: str, told: str) -> None:
    """The error names the field and what is possible."""
    with pytest.raises(RuleError, match="bad-rule|") as caught:
        make()
    assert caught.value.code == "bad-rule"
    assert field in str(caught.value) and told in str(caught.value), str(caught.value)


def test_a_group_of_one_joker_is_none() -> None:
    """A rulebook that wants jokers in one group can't ask for one."""
    melds = Melds(jokers=JokerGroups.ONE_GROUP)
    with pytest.raises(RuleError, match="two cards"):
        replace(with_needs(pure=1), melds=melds, objectives=(Objective(name="jokers", needs=Needs(jokers=1)),))


def test_what_has_sense_is_taken() -> None:
    """At least 95 % of rulebooks made of sensible values are accepted."""
    rng = random.Random("sensible")
    refused = 0
    for _ in range(2000):
        try:
            random_rulebook(rng, 13)
        except RuleError:
            refused += 1
    assert refused <= 100
