"""Settlements held against a second model that knows only the rules' tables: random rounds of the zero-sum games."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_tutor import settle
from tests.oracle.rounds import DROPPED, Player, lost, settle_again, worth
from tests.strategies import KEYS, RoundTable, rounds

ZERO_SUM = [key for key in KEYS if key != "vazhushal-13"]


def read_player(told: dict[str, object], count: int | None, seen: bool | None) -> Player:
    """A generated seat as the model wants it."""
    cards = (told.get("hand") or told.get("value_cards") or "").replace("|", " ")
    return Player(
        ending=told["ending"],
        count=told.get("points", count) or 0,
        seen=bool(seen),
        held=tuple(cards.split()),
        laid=tuple(told.get("laid_tunnelas", "").split()),
        drew=told.get("drew", True),
    )


@pytest.mark.parametrize("key", ZERO_SUM)
@settings(max_examples=40)
@given(data=st.data())
def test_every_net_and_every_payment(key: str, data: st.DataObject) -> None:
    """Who owes whom, and each net before caps, is what the second model makes of the same round."""
    table: RoundTable = data.draw(rounds(key))
    seats = [dict(one) for one in table.seats]
    dublees = False
    if key == "marriage-21":
        dublees = data.draw(st.booleans())
        spare = [card for card in ("2S", "5D", "8C", "JH") if card[0] != table.turned[0]]
        for told in seats:
            if told["ending"] == "declared" and dublees:
                told["objective"] = "dublees"
            if "hand" not in told and spare and data.draw(st.booleans()):
                told["laid_tunnelas"] = spare.pop()
    given_cards = {"turned": table.turned, "options": table.options, "check_pack": False}
    settled = settle(table.key, seats, **given_cards)
    players = {
        one.name: read_player(told, one.count, one.seen) for told, one in zip(seats, settled.judged, strict=True)
    }
    before = any(told.get("declared_on") == "before-drawing" for told in seats)
    nets, owes = settle_again(key, table.options, table.turned, players, before_drawing=before, dublees=dublees)
    if settled.zero_sum:
        assert {row.name: row.net_before for row in settled.rows} == nets
        paid = dict.fromkeys(owes, 0)
        for entry in settled.entries:
            if entry.code != "net-loss-cap":
                paid[entry.payer, entry.payee] += entry.amount
        assert paid == owes
    else:
        scores = {name: lost(key, table.options, table.turned, one, before) for name, one in players.items()}
        assert {row.name: row.points for row in settled.rows} == {**scores, settled.winners[0]: 0}
    if key != "rummy-21" or min(nets.values()) >= -200:
        assert all(row.capped == 0 for row in settled.rows)


@pytest.mark.parametrize("key", ["rummy-21", "paplu-21", "paplu-27", "marriage-21"])
@settings(max_examples=80)
@given(
    held=st.lists(st.sampled_from(("6H", "7H", "8H", "9H", "TH")), max_size=15),
    turned=st.sampled_from(("8H", "PJ")),
)
def test_value_cards(key: str, held: list[str], turned: str) -> None:
    """Any value cards are worth what the second model makes of them, also with a printed joker turned up."""
    if turned == "PJ":
        if key == "marriage-21":
            return
        held = [{"6H": "QS", "7H": "KS", "8H": "AS", "9H": "2S", "TH": "3S"}[card] for card in held]
    known = [card for card in held if key == "paplu-27" or card not in ("6H", "TH", "QS", "3S")]
    known = [card for at, card in enumerate(known) if known[:at].count(card) < 3]
    told = {"name": "B", "ending": "lost", "value_cards": " ".join(known)}
    told |= {"seen": True} if key == "marriage-21" else {"points": 2}
    seats = [{"name": "A", "ending": "declared"}, told]
    settled = settle(key, seats, turned=turned, check_pack=False)
    assert settled["B"].bonus == worth(key, turned, Player("lost", held=tuple(known)))


def test_the_model_knows_who_dropped() -> None:
    """The endings of the model are those of the engine."""
    from rummy_tutor.rounds.settlement import DROPPED as ENGINE

    assert tuple(map(str, ENGINE)) == DROPPED
