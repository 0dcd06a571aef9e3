"""Helpers of the settlement's tests: players, refusals, and the rounds of golden rows."""

from __future__ import annotations

import pytest

from rummy_tutor import settle
from rummy_tutor.errors import CardError, RuleError
from rummy_tutor.records import Round
from rummy_tutor.rounds.documents import write_game, write_table
from tests.golden.round_records import RoundCase
from tests.strategies import RoundTable

# thirteen cards that declare in every thirteen-card game, and thirteen without three neighbours of a suit
COMPLETE = "2H 3H 4H 5H | 5C 6C 7C | 9S TS JS | KS KH KD"
NO_MELD = "AS 4S 6S 8S TS 2D 9D QD 7H JH KH 7C KC"


def seat(name: str, ending: str, **told: object) -> dict[str, object]:
    """A player's fields."""
    return {"name": name, "ending": ending, **told}


def solve(case: RoundCase, **changes: object) -> Round:
    """The round of a golden row."""
    given = {
        "turned": case.turned,
        "options": case.options,
        "point_value": case.point_value,
        "check_pack": case.check_pack,
        "end": case.end,
        **changes,
    }
    return settle(case.rulebook, case.players, **given)


def write_round(settled: Round) -> dict[str, object]:
    """The document that ``read_round`` settles to the same round."""
    return {**write_game(settled.rulebook, settled.point_value), **write_table(settled)}


def refuse(code: str, *words: str, rulebook: object = "gorummy-13", players: object = (), **given: object) -> None:
    """A round that is refused with a code and one clear line."""
    with pytest.raises((RuleError, CardError)) as caught:
        settle(rulebook, players, **given)
    assert caught.value.code == code, caught.value
    told = str(caught.value)
    assert "\n" not in told and all(word in told for word in words), told


WON, DROPPED = seat("Asha", "declared"), seat("Bela", "first-drop")


def run_table(table: RoundTable, seats: list[dict[str, object]] | None = None, **given: object) -> Round:
    """The round of a generated table."""
    return settle(table.key, seats or table.seats, turned=table.turned, options=table.options, end=table.end, **given)
