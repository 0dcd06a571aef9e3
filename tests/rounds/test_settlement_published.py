"""Rounds from the sources and from other pages: each player's net, money, slips, surplus cards."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_tutor import settle
from rummy_tutor.rounds.settlement import surplus_cards
from rummy_tutor.rulebooks import RULEBOOKS
from rummy_tutor.rulebooks.sources import SLIPS
from tests.golden import s4
from tests.golden.round_records import RoundCase, seats
from tests.golden.rounds import ROUNDS
from tests.rounds.settlement_helpers import refuse, solve


# ---- published rounds ------------------------------------------------------------------------------------------
class TestPublished:
    """Rounds from the sources and other pages end as stated, save for their slips."""

    @pytest.mark.parametrize("case", ROUNDS, ids=lambda case: case.name)
    def test_nets(self, case: RoundCase) -> None:
        """Each player ends with the net worked out from the rules, and the ledger's tables agree with it."""
        settled = solve(case)
        assert tuple(row.net for row in settled.rows) == case.nets, case.note
        assert settled.to_frame()["net"].tolist() == list(case.nets)
        if settled.zero_sum:
            assert sum(case.nets) == 0
        if case.scores is not None:
            assert tuple(row.score for row in settled.rows) == case.scores
        assert settled.void == (case.end == "redeal")

    @pytest.mark.parametrize("case", [case for case in ROUNDS if case.money], ids=lambda case: case.name)
    def test_money(self, case: RoundCase) -> None:
        """Money is the net at the rate of a point."""
        settled = solve(case)
        assert tuple(row.money for row in settled.rows) == case.money
        assert settled.to_frame()["money"].tolist() == list(case.money)

    @pytest.mark.parametrize("case", [case for case in ROUNDS if case.printed], ids=lambda case: case.name)
    def test_printed(self, case: RoundCase) -> None:
        """X1, X2: all figures are ours but for one player, and his slip is listed; other pages have a reason."""
        differ = [
            (printed, net) for printed, net in zip(case.printed, case.nets, strict=True) if printed not in (None, net)
        ]
        if case.address is not None:
            assert differ and case.note
            return
        assert len(differ) == 1
        told = " ".join(SLIPS[slip] for slip in case.slips)
        assert all(str(abs(number)) in told for number in differ[0])

    def test_x1_only_our_table_sums_to_nought(self) -> None:
        """X1: S0's printed nets sum to 10; with player 2 at 110 the table sums to 0."""
        case = ROUNDS[0]
        assert sum(case.printed) == 10 and sum(case.nets) == 0

    def test_s0_entries(self) -> None:
        """Every payment of S0's table is a line that names payer, payee and what for."""
        settled = solve(ROUNDS[0])
        told = [entry.sentence for entry in settled.entries]
        assert "player 1 gives 100 points to player 2 for a marriage." in told
        assert "player 5 gives 30 points to player 1 for 2 lower jokers." in told
        assert "player 6 pays 70 points to player 5 for a middle drop." in told
        assert settled["player 1"].given_to == {"player 2": 100, "player 5": 10}
        assert settled["player 2"].received_from == {"player 1": 100, "player 5": 100}
        assert settled.pays[4][1] == 100 and settled.pays[5][4] == 70
        assert ("player 1", "player 2", 70) in settled.transfers

    def test_x2_x3_as_laid_and_regrouped(self) -> None:
        """X2, X3: players 1 and 3 of S4 pay 35 and 23 as laid, 19 and 22 at their best."""
        laid, best = (solve(case) for case in ROUNDS if case.name.startswith("S4-table"))
        assert [laid[name].points for name in ("player 1", "player 3")] == [35, 23]
        assert [best[name].points for name in ("player 1", "player 3")] == [19, 22]
        assert {row.figure.value for row in laid.rows} == {"laid", "price"}
        assert {row.figure.value for row in best.rows} == {"best", "price"}

    def test_x5_names_each_surplus_card(self) -> None:
        """X5: S4's table is refused with each surplus card named; the checker lists them without raising."""
        case = next(case for case in ROUNDS if case.name == "S4-table-of-six")
        found = surplus_cards(case.rulebook, case.players, turned=case.turned)
        held = {str(one.card): one.held + one.turned for one in found}
        assert held == s4.TABLE_OF_SIX_OVER
        queen = next(one for one in found if str(one.card) == "QD")
        assert (queen.held, queen.available, queen.turned) == (7, 1, True)
        assert str(queen) == "7 × Q♦ (the pack has 2, one of them turned up)"
        assert dict(queen.holders) == {"player 1": 1, "player 2": 2, "player 3": 1, "player 5": 2, "player 6": 1}
        refuse(
            "pack-surplus",
            *(f"× {one.card.pretty.replace('T', '10')}" for one in found),
            rulebook=case.rulebook,
            players=case.players,
            turned="QD",
        )
        assert [note.code for note in solve(case).notes] == ["pack-surplus"] * len(found)
        assert surplus_cards("rummy-21", ROUNDS[0].players, turned="PJ") == ()


def test_other_pages_are_named() -> None:
    """Each row of another page has its address, is named after it, and says how its figure comes about."""
    others = [case for case in ROUNDS if case.address is not None]
    assert len(others) >= 30 and len({case.name for case in ROUNDS}) == len(ROUNDS)
    for case in others:
        assert case.name.startswith("web-") and case.address.startswith(("https://", "http://")) and case.note
        derived = not isinstance(case.rulebook, str)
        assert not derived or case.rulebook.key not in RULEBOOKS


@settings(max_examples=80)
@given(
    st.lists(st.tuples(st.integers(0, 40), st.booleans()), min_size=1, max_size=4),
    st.integers(0, 40),
    st.booleans(),
)
def test_marriage_by_the_formula_of_score_keepers(losers: list[tuple[int, bool]], winner: int, dublees: bool) -> None:
    """A loser pays all players' maal, 3 or 10 and 5 for dublees, less his own maal times the number of players.

    The formula is that of https://github.com/TheKojuEffect/marriage-game-points-calculator and other score keepers.
    """
    told = [("lost", {"bonus": maal, "seen": seen}) for maal, seen in losers]
    first = ("declared", {"bonus": winner} | ({"objective": "dublees"} if dublees else {}))
    settled = settle("marriage-21", seats(first, *told))
    total = winner + sum(maal for maal, _ in losers)
    for row, (maal, seen) in zip(settled.rows[1:], losers, strict=True):
        assert -row.net == total + (3 if seen else 10) + (5 if dublees else 0) - len(settled.rows) * maal
