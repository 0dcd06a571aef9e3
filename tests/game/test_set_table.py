"""A rulebook at a table: what is refused there, and that a table copied is the same table."""

from __future__ import annotations

import copy
import pickle

import pytest

import rummy_tutor as rt
from rummy_tutor.game.table import set_table

BOOK = rt.RULEBOOKS["gorummy-13"]
WAITING = "2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S"


@pytest.mark.parametrize(
    ("book", "turned", "players", "code"),
    [
        ("gorummy-13", None, 4, "bad-rulebook"),
        (BOOK, "9D", 4, "bad-turned"),
        (BOOK, 5, 4, "bad-turned"),
        (BOOK, None, "4", "bad-players"),
        (BOOK, None, 7, "bad-players"),
    ],
)
def test_a_table_of_something_else_is_refused(book: object, turned: object, players: object, code: str) -> None:
    """A table is set with a rulebook, a card and a number of players that the game allows."""
    with pytest.raises(rt.errors.RuleError) as caught:
        set_table(book, turned, players)
    assert caught.value.code == code and str(caught.value)


@pytest.mark.parametrize("digits", [400, 5000])
def test_a_number_of_thousands_of_digits_is_refused_in_a_short_sentence(digits: int) -> None:
    """However long a number is, the error that refuses it is one sentence of usual length."""
    number = 10**digits
    for ask in (
        lambda: rt.analyse(WAITING, BOOK, players=number),
        lambda: rt.compare(WAITING, players=-number),
        lambda: rt.all_best(WAITING, BOOK, limit=-number),
    ):
        with pytest.raises(rt.errors.RuleError) as caught:
            ask()
        assert 20 < len(str(caught.value)) < 150 and "…" in str(caught.value)


def test_what_is_known_of_a_table_is_equal_to_its_copy() -> None:
    """Advice and a change of a hand equal themselves after copying or a way to another process."""
    for value in (rt.advise(WAITING, BOOK, "9D", ask=["distance"]), rt.analyse(WAITING, BOOK, "9D")):
        assert copy.deepcopy(value) == value == pickle.loads(pickle.dumps(value))
