"""Rules that tables have, held against what public pages and programs say of them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from rummy_tutor import Hand, Series, settle
from rummy_tutor.game.cards import Card
from rummy_tutor.game.table import set_table
from rummy_tutor.referee.melds import read_group
from rummy_tutor.referee.value_cards import count_bonus

from .web_tables import BHIDNE, GROUPS, MAAL, NEPALI, PACKAGE, POOL, POOLS, TOTALS, table


@pytest.mark.parametrize(("page", "rounds", "totals", "out", "places", "won"), POOLS)
def test_a_pool_of_another_limit(
    page: str,
    rounds: tuple[dict[str, int], ...],
    totals: dict[str, int],
    out: tuple[str, ...],
    places: dict[str, int],
    won: int | None,
) -> None:
    """Who is past it plays no more; the last one wins what all have paid."""
    match = Series.new(POOL, entry_fee=10)
    for points in rounds:
        winner = next(name for name, lost in points.items() if not lost)
        losers = [{"name": name, "ending": "lost", "points": lost} for name, lost in points.items() if name != winner]
        match = match.play([{"name": winner, "ending": "declared"}, *losers])
    assert match.totals == totals and set(match.out) == set(out)
    assert {one.name: one.place for one in match.standings} == places
    assert match.over is (won is not None)
    if won is not None:
        assert match.standings[0].money == Decimal(won)


@pytest.mark.parametrize(("page", "cards", "points"), MAAL)
def test_a_nepali_table_pays_for_cards_in_the_hand(page: str, cards: str, points: int) -> None:
    """Value cards, the man, marriages and tunnelas."""
    assert count_bonus(Hand.parse(cards).cards, set_table(NEPALI, Card.parse("8D"), 4)) == points


@pytest.mark.parametrize(("turned", "cards", "points"), TOTALS)
def test_a_table_with_prices_by_number(turned: str, cards: str, points: int) -> None:
    """The dearest choice of marriages and single cards; a third tiplu and a third marriage may have a price."""
    assert count_bonus(Hand.parse(cards).cards, set_table(BHIDNE, Card.parse(turned), 4)) == points


def test_a_nepali_table_takes_the_maal_of_who_has_not_seen() -> None:
    """clubroyale-, docs/MARRIAGE_FAQ.md, "kidnap": 3 and 10 for the game, the difference of maal, the unseen's taken."""
    players = [
        {"name": "A", "ending": "declared", "value_cards": "8D 9D"},  # 3 and 2
        {"name": "B", "ending": "lost", "seen": True, "value_cards": "PJ"},  # 2
        {"name": "C", "ending": "lost", "seen": False, "value_cards": "8H 7D"},  # 7, of which C gets nothing
    ]
    settled = settle(NEPALI, players, turned="8D")
    assert [row.net for row in settled.rows] == [3 + 3 + 10 + 5 + 2 * 7, -3 - 3 + 2 - 7, -10 - 5 - 2 - 7]


@pytest.mark.parametrize(("cards", "kind"), GROUPS)
def test_a_wild_card_that_never_stands_for_itself(cards: str, kind: str) -> None:
    """Neither the one natural card of a group nor part of a pure sequence."""
    readings = read_group(Hand.parse(cards).cards, set_table(PACKAGE, Card.parse("7S"), 4))
    assert (readings[0].kind.value if readings else "invalid") == kind


def test_raise_multiplies_each_opponents_points_with_their_own_point_value() -> None:
    """RummyCircle: the points of each opponent times the point value at which that opponent finished, added up."""
    losers = ((10, "0.10"), (25, "0.12"), (80, "0.20"))
    players = [
        {"name": f"Opponent {at}", "ending": "lost", "points": points, "point_value": value}
        for at, (points, value) in enumerate(losers, 1)
    ]
    settled = settle("gorummy-13", [{"name": "Winner", "ending": "declared"}, *players])
    assert settled["Winner"].money == sum(points * Decimal(value) for points, value in losers) == Decimal(20)


def test_a_full_count_is_never_more_than_80() -> None:
    """Rummy Era: first drop 10, middle drop 30, full count 80."""
    book = table("gorummy-13", penalties={"left_table": "full-count"})
    hand = "KS KH KD QS QH QD JS JH JD TS TH TD AS"
    players = [{"name": "A", "ending": "declared"}, {"name": "B", "ending": "left-table", "hand": hand}]
    assert settle(book, players)["B"].points == 80
