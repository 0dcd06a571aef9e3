"""Every field of every record refuses what has no sense, and says which field, what it was given and what it takes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from rummy_tutor import RULEBOOKS, RuleError
from rummy_tutor.game.cards import PRINTED_JOKER
from rummy_tutor.game.checks import Checked, find_limits
from rummy_tutor.game.rules import Bonus, Halving, Rulebook, ValueCard
from tests.rulebook_strategies import random_rulebook

_HALVING = Halving(most=40)
_BONUS = Bonus(cards=(ValueCard(name="same", offset=0, points=(10,)),), marriage=(100,))
_BOOK = RULEBOOKS["rummy-21"]
_WHOLE = replace(_BOOK, bonus=_BONUS, penalties=replace(_BOOK.penalties, before_first_move=_HALVING))


def list_records(value: object) -> Iterator[Any]:
    """Every record that a rulebook consists of."""
    if isinstance(value, tuple):
        for one in value:
            yield from list_records(one)
    elif is_dataclass(value) and isinstance(value, Checked):
        yield value
        for item in fields(value):
            yield from list_records(getattr(value, item.name))


RECORDS = {type(record): record for record in list_records(_WHOLE)}
FIELDS = [(kind, item.name) for kind in RECORDS for item in fields(kind)]


def list_bad(hint: Any, limits: tuple[int, int]) -> list[object]:
    """Values that a field of some type can't have."""
    parts = get_args(hint)
    if get_origin(hint) is tuple:
        inner = list_bad(parts[0], limits)
        bad: list[object] = [None, 3, "text", [], {}, (object(),), tuple(inner[:1])]
        if parts[-1] is not ...:
            good = {int: limits[0], str: "text"}.get(parts[0])
            bad += [(), (good,) * (len(parts) + 1)]
        return bad
    if NoneType in parts:
        return [value for value in list_bad(parts[0], limits) if value is not None]
    if hint is int:
        return [None, "13", "", 1.5, True, (), [], limits[0] - 1, limits[1] + 1, -(10**30), float("nan")]
    if hint is bool:
        return [None, 0, 1, "yes", ()]
    if hint is str:
        return [None, 3, "", "  ", "two\nlines", ("text",)]
    bad = [None, 3, "nonsense", (), {}, object()]
    return [*bad, next(iter(hint)).value] if issubclass(hint, Enum) else bad


@pytest.mark.parametrize(("kind", "name"), FIELDS, ids=lambda value: getattr(value, "__name__", value))
def test_a_value_of_the_wrong_sort_is_refused(kind: type, name: str) -> None:
    """Wrong types, numbers beyond the limits, empty texts, wrong lengths: the error names field, value and choice."""
    limits = find_limits(kind.__name__, name)
    for value in list_bad(get_type_hints(kind)[name], limits):
        with pytest.raises(RuleError) as caught:
            replace(RECORDS[kind], **{name: value})
        told = str(caught.value)
        assert caught.value.code == "bad-rule", (value, told)
        assert told.startswith(f"{kind.__name__}.{name}"), (value, told)
        assert "\n" not in told and len(told) < 400 and told.count(". ") >= 1, (value, told)
        shown = value[0] if isinstance(value, tuple) and len(value) == 1 else value
        if isinstance(shown, int | str | NoneType | float) and len(str(shown)) < 30:
            assert str(shown) in told or repr(shown) in told, (value, told)


@pytest.mark.parametrize(
    ("make", "field", "told"),
    [
        (lambda: ValueCard(name="x", offset=0, points=()), "ValueCard.points", "One value or more"),
        (lambda: Halving(least=50, most=10), "Halving.least is 50", "0 to 10"),
        (lambda: replace(_BOOK.wilds, printed_counts_as=PRINTED_JOKER), "Wilds.printed_counts_as is PJ", "of a suit"),
        (lambda: replace(_BOOK.wilds, printed_adds=(PRINTED_JOKER,)), "Wilds.printed_adds is PJ", "of a suit"),
    ],
)
def test_fields_that_do_not_go_together_are_refused(make: Any, field: str, told: str) -> None:
    """What no hand could be judged by is refused when the record is made."""
    with pytest.raises(RuleError) as caught:
        make()
    assert field in str(caught.value) and told in str(caught.value)


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("scoring.tiers", lambda book: {"scoring": replace(book.scoring, tiers=())}),
        ("table.packs", lambda book: {"table": replace(book.table, packs=())}),
    ],
)
def test_what_a_rulebook_needs_one_of_is_not_empty(field: str, change: Any) -> None:
    """Without levels or packs nothing could be judged."""
    with pytest.raises(RuleError, match=field):
        replace(_BOOK, **change(_BOOK))


def test_nearly_all_rulebooks_of_sensible_values_are_accepted() -> None:
    """Of random ones at least 95 % are accepted, whatever the number of cards dealt."""
    rng = random.Random("sensible in all fields")
    accepted = 0
    for number in range(1500):
        try:
            accepted += isinstance(random_rulebook(rng, (13, 21, 7, 10, 27)[number % 5]), Rulebook)
        except RuleError as error:
            assert error.code == "bad-rule"
    assert accepted >= 0.95 * 1500
