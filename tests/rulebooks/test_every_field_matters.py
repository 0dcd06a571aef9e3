"""Every field of a rulebook decides something: another value changes what some hand, round, series or turn comes to."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import partial
from typing import Any

import pytest

from rummy_tutor import RULEBOOKS, Hand, Rulebook, advise, analyse, get_rulebook, settle
from rummy_tutor.errors import CardError, RuleError
from rummy_tutor.game.cards import Card
from rummy_tutor.game.checks import Checked
from rummy_tutor.game.choices import Joining
from rummy_tutor.game.rules import (
    Bonus,
    Halving,
    Knock,
    Melds,
    Needs,
    Objective,
    Pack,
    Penalties,
    Procedure,
    Scoring,
    Settlement,
    Table,
    Tier,
    ValueCard,
    Wilds,
)
from rummy_tutor.game.table import set_table
from rummy_tutor.rounds.series import Series
from rummy_tutor.solver.best import find_best
from tests.rounds.test_settlement_of_any_rulebook import random_round
from tests.rulebook_strategies import accepted_knock, accepted_rulebook, random_cards, random_table

# fields that no verdict depends on, and why
WITHOUT_EFFECT = {
    "Procedure": "how a game is played; the rules page and the lessons tell it, no card is worth more or less by it",
    "Rulebook.key": "a name",
    "Rulebook.title": "a name",
    "Rulebook.options": "the names of the house options that the other fields already hold",
    "Rulebook.offers": "the names of the house options that may be asked for",
    "Rulebook.sources": "citations",
    "Rulebook.procedure": "see Procedure",
}
RECORDS = (Pack, Table, Wilds, Melds, Needs, Objective, Tier, Scoring, Halving, Penalties, ValueCard, Bonus, Knock,
           Settlement, Procedure, Rulebook)  # fmt: skip
ALL = [f"{kind.__name__}.{item.name}" for kind in RECORDS for item in fields(kind)]
FIELDS = [path for path in ALL if path not in WITHOUT_EFFECT and path.partition(".")[0] not in WITHOUT_EFFECT]


def list_values(value: object, path: str) -> Iterator[object]:
    """Every value that a field has in the records of a rulebook."""
    if isinstance(value, tuple):
        for one in value:
            yield from list_values(one, path)
    elif is_dataclass(value) and isinstance(value, Checked):
        for item in fields(value):
            inner = getattr(value, item.name)
            if path == f"{type(value).__name__}.{item.name}":
                yield inner
            yield from list_values(inner, path)


def change_first(value: Any, path: str, new: object) -> Any:
    """The rulebook with another value in the first record that has a field; the same rulebook if none has."""
    if isinstance(value, tuple):
        for at, one in enumerate(value):
            changed = change_first(one, path, new)
            if changed is not one:
                return (*value[:at], changed, *value[at + 1 :])
    elif is_dataclass(value) and isinstance(value, Checked):
        for item in fields(value):
            inner = getattr(value, item.name)
            if path == f"{type(value).__name__}.{item.name}" and inner != new:
                return replace(value, **{item.name: new})
            changed = change_first(inner, path, new)
            if changed is not inner:
                return replace(value, **{item.name: changed})
    return value


def told(ask: Callable[[], object]) -> object:
    """An answer as text, or the error that was raised instead."""
    try:
        return json.dumps(ask(), default=str)
    except (RuleError, CardError) as error:
        return error.code


def judge_hand(book: Rulebook, seed: int) -> Callable[[Rulebook], object]:
    """What a hand comes to, laid out as is best under the first rulebook."""
    rng = random.Random(seed)
    deal = random_table(rng, book)
    hand = Hand.of_groups(find_best(random_cards(rng, deal, book.deal + seed % 2), deal).as_laid())
    return lambda other: analyse(hand, other, turned=deal.turned, players=deal.players).to_dict()


def judge_round(book: Rulebook, seed: int) -> Callable[[Rulebook], object]:
    """What a round comes to."""
    seats, given = random_round(random.Random(seed), book)
    return lambda other: settle(other, seats, **given).to_dict()


def judge_series(book: Rulebook, seed: int) -> Callable[[Rulebook], object]:
    """How a match stands after some rounds with stated figures."""
    rng = random.Random(seed)
    rounds = [(rng.choice((0, 10, 20, 60)), rng.choice((40, 80, 110))) for _ in range(2)]

    return lambda other: play_match(other, rounds)


def play_match(book: Rulebook, rounds: Sequence[tuple[int, int]]) -> object:
    """How a match of three stands that A has won so far: also who may come back, and how the prize would be shared."""
    series = Series.new(book, entry_fee=100)
    for few, many in rounds:
        losers = [{"name": "B", "ending": "lost", "points": few}, {"name": "C", "ending": "lost", "points": many}]
        series = series.play([{"name": "A", "ending": "declared"}, *losers])
    return series.to_dict(), series.may_rejoin, str(series.shares)


def judge_turn(book: Rulebook, seed: int) -> Callable[[Rulebook], object]:
    """Whether the open card may be taken."""
    rng = random.Random(seed)
    deal = random_table(rng, book)
    *cards, open_card = random_cards(rng, deal, book.deal + 1)
    return lambda other: advise(
        cards, other, turned=deal.turned, players=deal.players, open_card=open_card, ask=()
    ).to_dict()


def list_judges(path: str) -> tuple[Callable[[Rulebook, int], Callable[[Rulebook], object]], ...]:
    """Which verdicts a field may change."""
    record = path.partition(".")[0]
    if path == "Settlement.pick_up":
        return (judge_turn,)
    if record in ("Penalties", "Halving", "Bonus", "ValueCard", "Settlement"):
        return judge_hand, judge_round, judge_series
    return (judge_hand, judge_round) if record in ("Objective", "Scoring", "Rulebook") else (judge_hand,)


# of fields that few random rulebooks show, one that does: it is tried first, and the others if it does no more
FIRST_TRIED = {
    "Wilds.as_itself": 24,
    "Wilds.printed": 134,
    "Wilds.printed_adds": 297,
    "Pack.printed_jokers": 31,
    "Scoring.wild_at_face": 24,
    "Melds.identical": 179,
    "Melds.joker_sets": 217,
    "Melds.set_wilds": 28,
    "Melds.set_wilds_up_to_naturals": 59,
    "Melds.tunnela_from": 79,
    "Settlement.dublee_win": 71,
    "Settlement.redeal_pairs": 37,
}


def matters(path: str, tries: int) -> bool:
    """Whether another value of a field changes any verdict under some random rulebook."""
    for seed in (FIRST_TRIED.get(path, 0), *range(tries)):
        rng = random.Random(f"{path} {seed}")
        book = accepted_rulebook(rng, 4 + seed % 4)
        others = list(list_values(accepted_rulebook(rng, 4 + (seed + 1) % 4), path))
        if not others:
            continue
        try:
            changed = replace(change_first(book, path, rng.choice(others)), key=book.key)
        except RuleError:
            continue
        if changed == book:
            continue
        for judge in list_judges(path):
            ask = judge(book, seed)
            if told(partial(ask, book)) != told(partial(ask, changed)):
                return True
    return False


# fields that decide few hands: a rulebook, another value, and what shows the difference
_BIG, _SMALL = RULEBOOKS["rummy-21"], RULEBOOKS["gorummy-13"]
_THREE = replace(_BIG, key="three", deal=3, objectives=(Objective(name="tunnela", needs=Needs(tunnelas=1)),))


def laid(text: str) -> Callable[[Rulebook], object]:
    """The verdict on a hand as laid."""
    return lambda book: analyse(text, book).to_dict()


def seated(*seats: dict[str, object], **given: object) -> Callable[[Rulebook], object]:
    """A round that the first player won, if he is not told to have done otherwise."""
    named = [{"ending": "declared", **seat, "name": name} for seat, name in zip(seats, "ABCD", strict=False)]
    return lambda book: settle(book, named, **given).to_dict()


def early(**told: object) -> dict[str, object]:
    """A player who lost before his first move."""
    return {"ending": "lost-before-first-move", **told}


def played(book: Rulebook) -> object:
    """A pool in which one of three players goes out."""
    return play_match(book, ((10, 80), (5, 30)))


def joined(book: Rulebook) -> object:
    """A pool that a third player joins in its second round."""
    series = Series.new(book)
    for losers in ("B", "BC"):
        lost = [{"name": name, "ending": "lost", "points": 10} for name in losers]
        series = series.play([{"name": "A", "ending": "declared"}, *lost])
    return series.to_dict()


_POOL = get_rulebook("adgaming-13", ["pool-101"])
_UNSEEN = RULEBOOKS["marriage-21"]
_UNSEEN = replace(_UNSEEN, key="unseen", bonus=replace(_UNSEEN.bonus, only_if_seen=True))
_COMPLETE = "2S 3S 4S 5C 6C 7C 4H 5H 6H KH KS KD QH QS QD JC JH JD 9C TC 8S"
_MIXED = "7S 7H 7D | KD 9D 4C 2H 3S 5D JC 6C 8H TS"
_GIN = accepted_knock(random.Random(0), 3)
_GIN = replace(_GIN, melds=Melds(), settlement=Settlement(knock=Knock(big_gin=31)))
_KNOCKS = seated({"hand": "2S 3S 4S"}, {"ending": "lost", "hand": "5S KD 9C"})
RARE: dict[str, tuple[Rulebook, object, Callable[[Rulebook], object]]] = {
    "Melds.tunnela_counts_pure": (_BIG, False, laid("7S 7S 7S | KD")),
    "Melds.joker_tunnelas": (_THREE, False, laid("PJ PJ PJ |")),
    "Halving.least": (_SMALL, 9, seated({}, early(points=4))),
    "Halving.most": (_SMALL, 11, seated({}, early(points=80))),
    "Halving.unmeldable_only": (_SMALL, True, seated({}, early(hand=_MIXED))),
    "Bonus.halved_before_first_move": (_BIG, True, seated({"value_cards": "8D"}, early(points=4), turned="8D")),
    "Bonus.unseen_to_winner": (
        _UNSEEN,
        True,
        seated({}, {"ending": "lost", "seen": False, "value_cards": "8D"}, turned="8D"),
    ),
    "Bonus.hand_tunnelas": (
        replace(_UNSEEN, bonus=replace(_UNSEEN.bonus, hand_tunnelas=(5,), only_if_seen=False)),
        (7,),
        seated({}, {"ending": "lost", "seen": True, "value_cards": "2C 2C 2C"}),
    ),
    "Needs.marriages": (
        RULEBOOKS["marriage-21"],
        1,
        lambda book: find_best(Hand.parse(_COMPLETE).cards, set_table(book, Card.parse("8D"))).declares,
    ),
    "Penalties.left_table": (_SMALL, 80, seated({}, {"ending": "left-table"})),
    "Knock.gin": (_GIN, 20, _KNOCKS),
    "Knock.undercut": (_GIN, 20, seated({"points": 5}, {"ending": "lost", "points": 5})),
    "Knock.big_gin": (_GIN, None, seated({"hand": "2S 3S 4S 5S |"}, {"ending": "lost", "points": 5})),
    "Knock.lay_off": (
        replace(_GIN, deal=4),
        False,
        seated({"hand": "2S 3S 4S | 2H"}, {"ending": "lost", "hand": "5S KD 9C 8C"}),
    ),
    "Settlement.knock": (_GIN, None, _KNOCKS),
    "Settlement.joining": (_POOL, Joining.HIGHEST_PLUS_ONE, joined),
    "Settlement.rejoin": (_POOL, True, played),
    "Settlement.split_by_drops": (_POOL, True, played),
    "Settlement.redeal_identical": (
        RULEBOOKS["vazhushal-13"],
        True,
        lambda book: analyse("7S 7H 8S 8H 9S 9H KD QD 2C 3C 5D TD JC", book).to_dict(),
    ),
}


@pytest.mark.parametrize("path", [path for path in FIELDS if path not in RARE])
def test_another_value_changes_some_verdict(path: str) -> None:
    """No field of a rulebook is read by nobody."""
    assert matters(path, 1000), path


@pytest.mark.parametrize("path", RARE)
def test_another_value_changes_a_rare_verdict(path: str) -> None:
    """Fields that decide few hands decide the one that is named for them."""
    book, value, ask = RARE[path]
    changed = change_first(book, path, value)
    assert changed != book and told(partial(ask, changed)) != told(partial(ask, book))
