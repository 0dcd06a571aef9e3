"""Worked rounds to open at a click: those of the sources, with their own figures, and a few more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...game.cards import Card
from ...game.messages import key_of
from ...rounds.ledger import RoundEnd
from ...rounds.series import Series
from ...rulebooks import get_rulebook
from ...wording.speech import tell
from ..worked_hands import Worked
from .form import Form, SeatForm
from .settling import asks_fee


@dataclass(frozen=True, kw_only=True)
class RoundPreset(Worked):
    """A worked round.

    Attributes:
        rulebook: key of its rulebook.
        seats: for each player their ending and what else is told of them.
        turned: the turned card as text.
        options: house options.
        rate: money for a point, in a pool the entry fee.
        end: how the round ended for all.
        check_pack: whether the table can be dealt.
        printed: the net of each player as the page prints it, None for one it does not print; empty if it prints none.
        slips: the slips of the page.
        is_sourced: whether a source tells it.
        before: rounds of the same sitting, each player's ending and stated points.
    """

    rulebook: str
    seats: tuple[tuple[str, dict[str, Any]], ...]
    turned: str | None = None
    options: tuple[str, ...] = ()
    rate: str = ""
    end: RoundEnd = RoundEnd.WON
    check_pack: bool = True
    printed: tuple[int | None, ...] = ()
    slips: tuple[str, ...] = ()
    is_sourced: bool = True
    before: tuple[tuple[tuple[str, int | None], ...], ...] = ()

    def _tell(self, variant: str) -> str:
        return tell(key_of("round.round_", self.key, variant))

    def form(self) -> Form:
        """The round as if typed."""
        names = [tell("round.player_n", n=at) for at in range(1, len(self.seats) + 1)]
        return Form(
            rulebook=self.rulebook,
            options=self.options,
            turned=Card.parse(self.turned) if self.turned else None,
            rate=self.rate,
            end=self.end.value,
            check_pack=self.check_pack,
            seats=tuple(
                SeatForm(name=name, ending=ending, **given)
                for name, (ending, given) in zip(names, self.seats, strict=True)
            ),
            preset=self.key,
            series=self._played(names) if self.before else None,
        )

    def _played(self, names: list[str]) -> Series:
        fee = asks_fee(get_rulebook(self.rulebook, self.options))
        stake = {"entry_fee" if fee else "point_value": self.rate or None}
        series = Series.new(self.rulebook, self.options, **stake)
        for endings in self.before:
            seats = [
                {"name": name, "ending": ending} | ({} if points is None else {"points": points})
                for name, (ending, points) in zip(names, endings, strict=True)
            ]
            series = series.play(seats)
        return series


def _lost(points: int, **more: str) -> tuple[str, dict[str, str]]:
    return "lost", {"cards": str(points), **more}


_WON: tuple[str, dict[str, Any]] = ("declared", {})
_S4_HANDS = (
    ("lost", "2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS"),
    ("lost", "4S 4H 4C | 4D 5D QD | 3S 7S 8S | QD KD | TC 9C"),
    ("lost", "3H 4H 5H | 5C 6C 7C QD | 8D 5C | 2D 2C 2H | KS"),
    ("first-drop", "AH 4H 5H | 5C 6C TC JD | 8D 5C | 2D 2C QH | KS"),
    ("three-misses", "4S 4H 4C | 4D 5D QD | AS 7S 8S | QD KD | JC 9C"),
    ("declared", "2H 3H 4H | 5C 6C 7C QD | 5D 5C 5H | 2D 2C 2H"),
)

ROUND_PRESETS: dict[str, RoundPreset] = {
    preset.key: preset
    for preset in (
        RoundPreset(
            key="s0-six",
            rulebook="rummy-21",
            turned="PJ",
            seats=(
                _lost(2, value="KS KS"),
                _lost(50, value="AS 2S KS"),
                ("first-drop", {}),
                ("first-drop", {}),
                ("declared", {"value": "AS"}),
                ("middle-drop", {"value": "AS"}),
            ),
            printed=(-52, 120, -30, -30, 72, -70),
            slips=("X1",),
        ),
        RoundPreset(
            key="s4-six",
            rulebook="adgaming-13",
            turned="QD",
            seats=tuple((ending, {"cards": hand}) for ending, hand in _S4_HANDS),
            check_pack=False,
            printed=(-45, -68, -23, -20, -40, None),
            slips=("X2", "X3", "X5"),
        ),
        RoundPreset(
            key="s4-best",
            rulebook="adgaming-13",
            turned="QD",
            seats=tuple((ending, {"cards": hand.replace(" |", "")}) for ending, hand in _S4_HANDS),
            check_pack=False,
            printed=(-45, -68, -23, -20, -40, None),
            slips=("X2", "X3", "X5"),
        ),
        RoundPreset(
            key="s0-prize",
            rulebook="rummy-21",
            rate="2",
            seats=(_WON, _lost(20), _lost(30), _lost(40)),
            printed=(90, -20, -30, -40),
        ),
        RoundPreset(
            key="s0-values",
            rulebook="rummy-21",
            turned="8H",
            seats=(_WON, _lost(10, value="9H 9H"), _lost(10, value="9H 7H"), ("first-drop", {})),
        ),
        RoundPreset(
            key="s0-more-values",
            rulebook="rummy-21",
            turned="8H",
            seats=(_WON, _lost(10, value="9H 9H 7H"), _lost(10, value="8H 8H 7H 7H"), ("first-drop", {})),
        ),
        RoundPreset(
            key="s0-cap",
            rulebook="rummy-21",
            turned="8H",
            seats=(("declared", {"value": "7H 8H 9H"}), _lost(110)),
            printed=(200, -200),
        ),
        RoundPreset(
            key="s0-wrong",
            rulebook="rummy-21",
            turned="8H",
            seats=(_WON, ("wrong-declaration", {"value": "9H 9H"}), _lost(10)),
        ),
        RoundPreset(
            key="s1-deal-show",
            rulebook="gorummy-13",
            seats=(
                _WON,
                *(("lost-before-first-move", {"cards": str(points)}) for points in (30, 80, 2, 4, 5)),
            ),
            printed=(61, -15, -40, -2, -2, -2),
        ),
        RoundPreset(
            key="marriage",
            is_sourced=False,
            rulebook="marriage-21",
            turned="8D",
            seats=(
                ("declared", {"value": "7D 8D 9D"}),
                ("lost", {"seen": "yes", "value": "9D"}),
                ("lost", {"seen": "yes", "laid": "5C"}),
                ("lost", {"seen": "no"}),
            ),
        ),
        RoundPreset(
            key="vazhushal",
            is_sourced=False,
            rulebook="vazhushal-13",
            turned="7S",
            end=RoundEnd.STOCK,
            seats=(("playing", {"cards": "61"}), ("playing", {"cards": "74"}), ("playing", {"cards": "-20"})),
        ),
        RoundPreset(
            key="pool",
            is_sourced=False,
            rulebook="adgaming-13",
            options=("pool-101", "rejoin"),
            rate="100",
            seats=(_lost(35), _lost(12), _WON, _lost(40)),
            before=(
                (("declared", None), ("lost", 40), ("lost", 25), ("first-drop", None)),
                (("lost", 30), ("declared", None), ("middle-drop", None), ("lost", 45)),
            ),
        ),
    )
}

FIRST = ROUND_PRESETS["s0-six"]
