"""What a rulebook may be: values without sense are refused when it is made, all others are taken."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from rummy_tutor import RULEBOOKS, analyse
from rummy_tutor.errors import RuleError
from rummy_tutor.game.cards import CARDS, PRINTED_JOKER
from rummy_tutor.game.rules import (
    Bonus,
    Halving,
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
    ValueCard,
)
from tests.rulebook_strategies import random_rulebook

BOOK = RULEBOOKS["gorummy-13"]
LAST = Tier(code="last")


def with_needs(**needs: int) -> Rulebook:
    """A rulebook that asks for some groups to declare."""
    return replace(BOOK, objectives=(Objective(name="complete", needs=Needs(**needs)),))


def with_values(*cards: ValueCard) -> Rulebook:
    """A rulebook with value cards."""
    return replace(BOOK, bonus=Bonus(cards=cards, marriage=()))


def value(name: str, offset: int) -> ValueCard:
    """A value card some ranks above the turned card."""
    return ValueCard(name=name, offset=offset, points=(3,))


def with_wilds(**fields: object) -> Rulebook:
    """A rulebook with other wild cards."""
    return replace(BOOK, wilds=replace(BOOK.wilds, **fields))


def with_half(**limits: int) -> Rulebook:
    """A rulebook in which who had no turn pays half, within limits."""
    return replace(BOOK, penalties=replace(BOOK.penalties, before_first_move=Halving(**limits)))


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
        (lambda: replace(BOOK, objectives=BOOK.objectives * 2), "objectives.name", "one of its own"),
        (lambda: replace(BOOK, objectives=(replace(BOOK.objectives[0], name=""),)), "objectives.name", "not empty"),
        (lambda: with_tiers(Tier(code="last", needs=Needs(pure=1)), LAST), "scoring.tiers.code", "'last' more than"),
        (lambda: with_tiers(Tier(code=" ", needs=Needs(pure=1)), LAST), "scoring.tiers.code", "not empty"),
        (lambda: replace(BOOK, objectives=(Objective(name="x", needs=Needs(), rest=Rest.ANYTHING),)), "x", "nothing"),
        (lambda: with_tiers(), "scoring.tiers", "every hand"),
        (lambda: with_tiers(Tier(code="x", needs=Needs(pure=1))), "scoring.tiers", "every hand"),
        (lambda: with_tiers(Tier(code="x", rest=Rest.MELDED)), "scoring.tiers", "every hand"),
        (lambda: with_tiers(Tier(code="x", exempt=(Kind.LOOSE,)), LAST), "scoring.tiers.x.exempt", "pure-sequence"),
        (lambda: with_tiers(Tier(code="x", exempt=(Kind.IMPURE_SEQUENCE,)), LAST), "x.exempt", "impure"),
        (lambda: with_tiers(Tier(code="x", exempt=(Kind.SET,), flat=2), LAST), "x.flat", "exempt"),
        (lambda: replace(BOOK, scoring=Scoring(tiers=(LAST,), cap=80, floor=81)), "scoring.floor", "0 to 80"),
        (lambda: with_half(least=50, most=5), "before_first_move.least", "0 to 5"),
        (lambda: with_values(ValueCard(name="tiplu", offset=0, points=())), "bonus.cards.tiplu.points", "empty"),
        (lambda: with_values(ValueCard(name="tiplu", offset=0, points=(5, 2))), "bonus.cards.tiplu.points", "go up"),
        (lambda: with_wilds(printed_counts_as=PRINTED_JOKER), "wilds.printed_counts_as", "'PJ'"),
        (lambda: with_wilds(printed_adds=(CARDS[13], PRINTED_JOKER)), "wilds.printed_adds[2]", "'PJ'"),
        (lambda: with_values(value("jhiplu", -1), value("other", 12)), "bonus.cards.other.offset", "'jhiplu'"),
        (lambda: with_values(value("poplu", 1), value("poplu", 1)), "bonus.cards.poplu.offset", "'poplu'"),
        (
            lambda: replace(BOOK, scoring=Scoring(tiers=(LAST,), cap=80, measure=Measure.MELDED_MINUS_LOOSE)),
            "scoring.cap",
            "left out",
        ),
    ],
)
def test_a_value_without_sense_is_refused(make: Callable[[], object], field: str, told: str) -> None:
    """The error names the field and what is possible."""
    with pytest.raises(RuleError) as caught:
        make()
    assert caught.value.code == "bad-rule"
    assert field in str(caught.value) and told in str(caught.value), str(caught.value)


def test_a_group_of_one_joker_is_none() -> None:
    """A rulebook that wants jokers in one group can't ask for one."""
    melds = Melds(jokers=JokerGroups.ONE_GROUP)
    with pytest.raises(RuleError, match="two cards"):
        replace(with_needs(pure=1), melds=melds, objectives=(Objective(name="jokers", needs=Needs(jokers=1)),))


def test_a_card_may_be_counted_up_or_down() -> None:
    """Twelve ranks up is the card one rank down: it makes the same marriage."""
    book, hand = RULEBOOKS["rummy-21"], "7D 8D 9D 2C 2S 3H 4H 5C 6C JC QS KS 10S"
    cards = tuple(replace(card, offset=card.offset % 13) for card in book.bonus.cards)
    same = replace(book, key="upwards", bonus=replace(book.bonus, cards=cards))
    earned = [analyse(hand, one, turned="8D").bonus for one in (book, same)]
    assert earned[0] == earned[1] and book.bonus.marriage and earned[0] >= book.bonus.marriage[0]


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
