"""The golden cases: what the five sources state, each test named after its source.

The rows are in ``tests/golden``. Who pays whom is not tested here, except for the one table (S0's six
players) whose sums show what the value cards are worth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest

import rummy_tutor as rt
from tests.golden import rulings, s0, s1, s2, s3_marriage, s3_paplu_13, s3_paplu_21, s3_paplu_27, s3_vazhushal, s4
from tests.golden.records import (
    ADGAMING_13,
    ALL,
    MARRIAGE_21,
    OCTRO_13,
    PAPLU_13,
    RUMMY_21,
    BonusCase,
    CardPointsCase,
    FigureCase,
    GroupCase,
    HandCase,
    PackCase,
    WildCase,
)

SOURCES = (s0, s1, s2, s3_paplu_13, s3_paplu_21, s3_paplu_27, s3_marriage, s3_vazhushal, s4, rulings)


def gather(table: str, given: str | None = None) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Parametrise a test over one table of every source, named after the rows; ``given`` must not be None."""
    rows: Sequence[Any] = [row for source in SOURCES for row in getattr(source, table)]
    if given is not None:
        rows = [row for row in rows if getattr(row, given) not in (None, ())]
    names = [row.name for row in rows]
    twice = [name for name, count in Counter(names).items() if count > 1]
    assert not twice, f"two rows of {table} have the name {twice}"
    return pytest.mark.parametrize("case", rows, ids=names)


def judge(case: Any, hand: str) -> Any:
    """Analyse a hand in text form on the table a row describes."""
    players = getattr(case, "players", 4)
    options = getattr(case, "options", ())
    return rt.analyse(rt.Hand.parse(hand), case.rulebook, turned=case.turned, players=players, options=options)


def sort_cards(cards: Any) -> list[str]:
    """Return cards in text form, sorted, so that only which and how many counts."""
    return sorted(str(card) for card in cards)


class TestGroups:
    """A stated group is what its source says it is."""

    @gather("GROUPS")
    def test_kind(self, case: GroupCase) -> None:
        """A group laid as the source states it is of the kind the source gives it."""
        group = judge(case, case.hand).arranged.groups[0]
        assert group.kind == case.kind, case.note

    @gather("GROUPS", given="stands")
    def test_what_jokers_stand_for(self, case: GroupCase) -> None:
        """A wild card in a stated group stands for a card that is missing there, and for one only."""
        group = judge(case, case.hand).arranged.groups[0]
        stands = {str(wild.card): str(wild.stands_for) for wild in group.wilds}
        for card, choices in case.stands:
            assert stands[card] in choices.split(), case.note
        assert len(set(stands.values())) == len(group.wilds) == len(case.stands)

    @gather("GROUPS")
    def test_reason(self, case: GroupCase) -> None:
        """An invalid group says why, with the code of the source's own objection where it makes one."""
        group = judge(case, case.hand).arranged.groups[0]
        codes = [reason.code for reason in group.reasons]
        assert codes or group.kind != "invalid"
        if case.code is not None:
            assert case.code in codes


class TestHands:
    """A stated hand costs what its source says, or what the rules say if the source slips."""

    @gather("HANDS")
    def test_as_laid(self, case: HandCase) -> None:
        """A layout has the points, the kinds and the declaration worked out from the rules."""
        arranged = judge(case, case.hand).arranged
        if case.kinds:
            assert tuple(str(group.kind) for group in arranged.groups) == case.kinds
        assert arranged.points == case.laid, case.why
        if case.laid is not None:
            assert arranged.score == -case.laid
        if case.score is not None:
            assert arranged.score == case.score, case.why
        assert arranged.declares == case.declares, case.why
        if case.declares:
            assert arranged.objective == case.objective
        if case.seen is not None:
            assert arranged.seen == case.seen, case.why
        if case.discard is not None:
            assert str(arranged.discard) == case.discard, case.why

    @gather("HANDS")
    def test_best(self, case: HandCase) -> None:
        """The best regrouping has the points worked out from the rules and is never worse than the layout."""
        analysis = judge(case, case.hand)
        best, arranged = analysis.best, analysis.arranged
        assert best.score >= arranged.score
        assert best.declares or not arranged.declares
        if case.best is not None:
            assert best.points == case.best, case.why
        if case.best_score is not None:
            assert best.score == case.best_score, case.why
        if case.can is not None:
            assert best.declares == case.can, case.why

    @gather("HANDS")
    def test_of_the_pack(self, case: HandCase) -> None:
        """A stated hand has the stated size, can or can't be dealt, and earns the stated bonus."""
        analysis = judge(case, case.hand)
        if case.pack_ok is not None:
            assert analysis.pack_ok == case.pack_ok, case.why
        if case.size_ok is not None:
            assert analysis.size_ok == case.size_ok, case.why
        if case.bonus is not None:
            assert analysis.bonus == case.bonus, case.why

    @pytest.mark.parametrize(
        "name, differs",
        [
            ("S4-player-1", True),
            ("S4-player-2", False),
            ("S4-player-3", False),
            ("S4-player-6", False),
            ("S1-105-is-80", False),
            ("S1-55-is-55", False),
        ],
    )
    def test_printed_figure(self, name: str, differs: bool) -> None:
        """A figure printed in a source is ours as well, except where we list it as the source's slip (X2)."""
        case = next(row for source in SOURCES for row in source.HANDS if row.name == name)
        arranged = judge(case, case.hand).arranged
        assert (arranged.points != case.source) == differs, case.why


class TestWildCards:
    """A turned card makes the stated cards wild."""

    @gather("WILDS")
    def test_types(self, case: WildCase) -> None:
        """Exactly the stated card types are wild, printed jokers apart."""
        wild = judge(case, "2C 3C 4C").wild
        assert sort_cards(card for card in wild if str(card) != "PJ") == sorted(case.wild.split()), case.note

    @gather("WILDS", given="count")
    def test_count(self, case: WildCase) -> None:
        """The pack holds the stated number of wild cards once one card lies turned."""
        wild = {str(card) for card in judge(case, "2C 3C 4C").wild} - {"PJ"}
        pack = rt.get_rulebook(case.rulebook, case.options).table.pack_for(case.players)
        total = pack.decks * len(wild) + pack.printed_jokers
        assert total - (case.turned in wild or case.turned == "PJ") == case.count, case.note


class TestCardPoints:
    """A card left over costs what the source's table says."""

    @gather("CARD_POINTS")
    def test_left_over(self, case: CardPointsCase) -> None:
        """Each card adds its own points to what the other cards cost."""
        # Octro charges a flat figure until its two runs are there; elsewhere two kings count with the card.
        company = "4H 5H 6H 7H | 9S TS JS" if case.rulebook == OCTRO_13 else "KS | KD"
        without = judge(case, company).arranged.score
        found = {card: without - judge(case, f"{company} | {card}").arranged.score for card, _ in case.points}
        assert found == dict(case.points), case.note


class TestBonus:
    """Value cards earn what the source's table says, from each opponent."""

    @gather("BONUSES")
    def test_value_cards(self, case: BonusCase) -> None:
        """Value cards are counted each once and in the best way, marriages included."""
        assert judge(case, case.cards).bonus == case.bonus, case.note


class TestPacks:
    """Packs, hands and tables are as big as stated."""

    @gather("PACKS")
    def test_pack_and_hand(self, case: PackCase) -> None:
        """The pack for a number of players has the stated decks and jokers, the hand the stated cards."""
        rulebook = rt.get_rulebook(case.rulebook)
        assert rulebook.deal == case.dealt
        for players in case.players:
            pack = rulebook.table.pack_for(players)
            assert (pack.decks, pack.printed_jokers) == (case.packs, case.jokers), case.note

    @pytest.mark.parametrize("key", ALL)
    def test_players(self, key: str) -> None:
        """A game takes as many players as its packs are stated for."""
        stated = [n for source in SOURCES for row in source.PACKS if row.rulebook == key for n in row.players]
        assert rt.get_rulebook(key).table.players == (min(stated), max(stated))

    @pytest.mark.parametrize(
        "key, options",
        [(MARRIAGE_21, ()), (PAPLU_13, ("no-jokers",))],
        ids=["S3-marriage-no-printed-jokers", "S3-13-option-no-jokers"],
    )
    def test_no_printed_jokers(self, key: str, options: tuple[str, ...]) -> None:
        """A game whose pack has no printed jokers refuses a hand with one."""
        assert rt.get_rulebook(key, options).table.pack_for(4).printed_jokers == 0
        with pytest.raises(ValueError):
            rt.analyse(rt.Hand.parse("5H 6H PJ |"), key, options=options)


FIGURES: dict[str, Callable[[Any], Any]] = {
    "first_drop": lambda book: book.penalties.first_drop,
    "middle_drop": lambda book: book.penalties.middle_drop,
    "misses": lambda book: book.penalties.three_misses,
    "wrong_declaration": lambda book: book.penalties.wrong_declaration,
    "early_floor": lambda book: book.penalties.before_first_move.least,
    "early_cap": lambda book: book.penalties.before_first_move.most,
    "cap": lambda book: book.scoring.cap,
    "floor": lambda book: book.scoring.floor,
    "net_cap": lambda book: book.settlement.net_loss_cap,
    "dublee_win": lambda book: book.settlement.dublee_win,
    "game_point": lambda book: book.settlement.game_point,
    "redeal_pairs": lambda book: book.settlement.redeal_pairs,
}


class TestFigures:
    """Drops, caps and penalties are the stated figures."""

    @gather("FIGURES")
    def test_figure(self, case: FigureCase) -> None:
        """The rulebook holds the figure its source states."""
        rulebook = rt.get_rulebook(case.rulebook, case.options)
        assert FIGURES[case.figure](rulebook) == case.value, case.note


class SixPlayers(NamedTuple):
    """A row of S0's table of six, as printed and as it must be."""

    name: str
    won: int
    value_cards: str
    dropped: bool
    printed: int
    net: int


class TestTables:
    """The two tables of six players, each with a slip of its source."""

    def test_s0_six_players(self) -> None:
        """X1: player 2's net is 110, not the printed 120, and only then does the table sum to 0."""
        rows = [SixPlayers(*row) for row in s0.SIX_PLAYERS]
        playing = [row for row in rows if not row.dropped]
        earns = {
            row.name: rt.analyse(rt.Hand.parse(row.value_cards), RUMMY_21, turned="PJ", players=6).bonus
            for row in playing
        }
        nets = {
            row.name: row.won + (earns[row.name] * len(playing) - sum(earns.values()) if row in playing else 0)
            for row in rows
        }
        assert nets == {row.name: row.net for row in rows}
        assert sum(nets.values()) == 0
        assert [row.name for row in rows if row.printed != row.net] == ["player-2"]
        assert sum(row.printed for row in rows) == 10

    def test_s4_table_of_six(self) -> None:
        """X5: the six hands and the turned card need more of thirteen cards than the two decks hold."""
        hands = [rt.Hand.parse(hand) for hand in s4.TABLE_OF_SIX]
        held = Counter(str(card) for hand in hands for card in hand.cards)
        held["QD"] += 1  # the turned card
        pack = rt.get_rulebook(ADGAMING_13).table.pack_for(6)
        over = {card: count for card, count in held.items() if count > pack.decks}
        assert over == s4.TABLE_OF_SIX_OVER

    def test_s4_each_hand_of_the_table(self) -> None:
        """X5: only players 2 and 5, with two queens of diamonds, hold a hand that can't be dealt by itself."""
        judged = [
            rt.analyse(rt.Hand.parse(hand), ADGAMING_13, turned="QD", players=6).pack_ok for hand in s4.TABLE_OF_SIX
        ]
        assert judged == [True, False, True, True, False, True]
