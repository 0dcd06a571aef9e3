"""A settled round: one line a player, the entries the lines are the sums of, and tables of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING

from ..game.cards import Card, Hand
from ..game.display import Result
from ..game.messages import Items, find_surface, quote
from ..game.records import Reason
from ..game.rules import Measure, Rulebook, RuleError
from .endings import Ending
from .judge import Figure, Judged
from .payments import Entry, sum_pairs
from .seats import Seat

if TYPE_CHECKING:
    import pandas


# what JSON has of a player's line
_FIGURES = ("name", "ending", "figure", "points", "score", "bonus", "won", "received", "given", "net_before", "capped",
            "net", "money")  # fmt: skip


class RoundEnd(StrEnum):
    """How a round ended for all."""

    WON = "won"  # by a declaration, or because one player was left
    STOCK = "stock"  # no card was left to draw
    REDEAL = "redeal"  # a dealt hand called for a new deal
    WRONG_DECLARATION = "wrong-declaration"  # by a house rule nobody plays on after one


@dataclass(frozen=True)
class Row:
    """One player's line of the ledger; every figure is a sum of entries.

    Attributes:
        name: the player.
        ending: how the round ended for the player.
        figure: where the points come from.
        points: what is lost by points; 0 for the winner.
        won: points won (the winner) or lost (below 0) by the count of the cards, the price of an ending,
            a win by dublees or a game point.
        received: what opponents give for the player's value cards.
        given: what the player gives for theirs.
        net_before: won + received − given.
        capped: what the net loss cap lets the player off (above 0) or takes from them (below 0).
        net: what is won or lost in the end.
        money: the net at the rate of a point, each payment at the payer's own where they have one; None without a rate.
        bonus: what each opponent owes the player for value cards, before anybody dropped; None where there are none.
        score: the score where melds are worth points and it counted.
        received_from: what each opponent gives for the player's value cards.
        given_to: what the player gives each opponent for theirs.
    """

    name: str
    ending: Ending
    figure: Figure
    points: int
    won: int
    received: int
    given: int
    net_before: int
    capped: int
    net: int
    money: Decimal | None
    bonus: int | None
    score: int | None
    received_from: Mapping[str, int]
    given_to: Mapping[str, int]


@dataclass(frozen=True, repr=False)
class Round(Result):
    """A settled round.

    Attributes:
        rulebook: the rules.
        turned: the card turned up, None if none or not known.
        end: how the round ended.
        void: whether nothing was paid because the game did not count.
        judged: each seat and what it comes to, in the order given.
        rows: one line a player, in the order given.
        entries: every payment, the net loss cap last.
        winners: who won; several only where they share the best score, none in a void game.
        point_value: money for a point, None if none was named.
        notes: what else is to be said.
    """

    rulebook: Rulebook
    turned: Card | None
    end: RoundEnd
    void: bool
    judged: tuple[Judged, ...]
    rows: tuple[Row, ...]
    entries: tuple[Entry, ...]
    winners: tuple[str, ...]
    point_value: Decimal | None
    notes: tuple[Reason, ...]

    def __getitem__(self, name: str) -> Row:
        """One player's line; capital and small letters are the same unless two names differ in them alone.

        Raises:
            RuleError: nobody here has that name.
        """
        alike = [row for row in self.rows if row.name.casefold() == name.casefold()]
        for row in alike:
            if row.name == name or len(alike) == 1:
                return row
        raise RuleError("bad-name:absent", name=quote(name), names=Items(self.names))

    @property
    def names(self) -> tuple[str, ...]:
        """The players in the order given."""
        return tuple(row.name for row in self.rows)

    @property
    def zero_sum(self) -> bool:
        """Whether what one player gets another pays: not in pools, nor where games are counted."""
        return is_zero_sum(self.rulebook)

    @property
    def rates(self) -> dict[str, Decimal]:
        """Money for each point that a player pays, of those who have a rate."""
        return find_rates([judged.seat for judged in self.judged], self.point_value)

    @property
    def pays(self) -> tuple[tuple[int, ...], ...]:
        """Who pays whom in all: ``pays[i][j]`` is what player i gives player j, before their sums are set off."""
        sums, names = sum_pairs(self.entries), self.names
        return tuple(tuple(sums[payer, payee] for payee in names) for payer in names)

    @property
    def transfers(self) -> tuple[tuple[str, str, int], ...]:
        """What changes hands once each two players have set off their sums: (payer, payee, points)."""
        return tuple(set_off(self.entries, self.names))

    def explain(self) -> tuple[str, ...]:
        """The whole ledger in words: the notes, then each entry, its source in brackets."""
        tell_note = find_surface("note")
        return (*(tell_note(note, self.rulebook) for note in self.notes), *map(str, self.entries))

    def to_frame(self) -> pandas.DataFrame:
        """A table with one row a player, indexed by name; ``won``, ``capped``, ``net`` and ``money`` sum to zero
        in zero-sum games, and what is received is what is given. Where melds are worth points there is a ``score``.
        """
        import pandas as pd

        columns = ("ending", "points", "won", "received", "given", "net_before", "capped", "net")
        rows = []
        for row in self.rows:
            values = {name: getattr(row, name) for name in columns}
            money = {} if row.money is None else {"money": float(row.money)}
            score = {"score": row.score} if self.rulebook.scoring.measure is Measure.MELDED_MINUS_LOOSE else {}
            rows.append({"player": row.name, **values, "ending": row.ending.value, **score, **money})
        return pd.DataFrame(rows).set_index("player")

    def entries_to_frame(self) -> pandas.DataFrame:
        """A table with one row an entry and one column a player; in zero-sum games each row sums to zero."""
        import pandas as pd

        rows = [{**dict.fromkeys(self.names, 0), **entry.changes} for entry in self.entries]
        index = pd.Index([entry.sentence for entry in self.entries], name="entry", dtype=object)
        return pd.DataFrame(rows, index=index, columns=list(self.names), dtype="int64")

    def to_dict(self) -> dict[str, object]:
        """The settled round as plain JSON values."""
        return {
            "rulebook": self.rulebook.key,
            "options": list(self.rulebook.options),
            "turned": write_value(self.turned),
            "end": write_value(self.end),
            "void": self.void,
            "zero_sum": self.zero_sum,
            "winners": list(self.winners),
            "point_value": as_number(self.point_value),
            "players": [
                {name: write_value(getattr(row, name)) for name in _FIGURES}
                | ({} if stake is None else {"point_value": as_number(stake)})
                for row, stake in zip(self.rows, [judged.seat.point_value for judged in self.judged], strict=True)
            ],
            "entries": [entry.to_dict() for entry in self.entries],
            "pays": [list(row) for row in self.pays],
            "notes": [note.code for note in self.notes],
        }

    def __repr__(self) -> str:
        nets = ", ".join(f"{row.name} {row.net:+d}" for row in self.rows)
        return f"Round({self.rulebook.key!r}: {'void' if self.void else nets})"


def set_off(entries: Sequence[Entry], names: Sequence[str]) -> Iterator[tuple[str, str, int]]:
    """What changes hands by some entries once each two players have set off their sums: (payer, payee, points)."""
    sums = sum_pairs(entries)
    for payer in names:
        for payee in names:
            if sums[payer, payee] > sums[payee, payer]:
                yield payer, payee, sums[payer, payee] - sums[payee, payer]


def as_number(value: Decimal | None) -> int | float | None:
    """Money as a JSON number, whole where it is whole."""
    if value is None:
        return None
    return int(value) if value == value.to_integral_value() else float(value)


def write_value(value: object) -> object:
    """What a seat or a line of the ledger holds as JSON has it: cards as text, money as a number."""
    if isinstance(value, Decimal):
        return as_number(value)
    if isinstance(value, tuple):
        return list(map(write_value, value))
    return str(value) if isinstance(value, str | Card | Hand) else value


def find_rates(seats: Sequence[Seat], rate: Decimal | None) -> dict[str, Decimal]:
    """Money for each point that a player pays: their own, or that of the table; of who has neither, nothing."""
    rates = {seat.name: rate if seat.point_value is None else seat.point_value for seat in seats}
    return {name: rate for name, rate in rates.items() if rate is not None}


def is_zero_sum(rulebook: Rulebook) -> bool:
    """Whether players pay each other and nobody gets a game point, so that all nets sum to zero."""
    return rulebook.settlement.winner_takes and rulebook.settlement.game_point is None


_BONUS, _CAP = "bonus", "net-loss-cap"


def sum_up(judged: Judged, entries: Sequence[Entry], rates: Mapping[str, Decimal]) -> Row:
    """A player's line: nothing but sums of entries."""
    sums: Counter[str] = Counter()
    received: Counter[str] = Counter()
    given: Counter[str] = Counter()
    money = Decimal(0)
    for entry in entries:
        sign = (entry.payee == judged.name) - (entry.payer == judged.name)
        other = entry.payer if sign > 0 else entry.payee
        money += sign * entry.amount * rates.get(entry.payer or "", 0)
        sums[entry.code if entry.code in (_BONUS, _CAP) else "won"] += sign * entry.amount
        if sign and entry.code == _BONUS and other is not None:
            (received if sign > 0 else given)[other] += entry.amount
    before = sums["won"] + sums[_BONUS]
    net = before + sums[_CAP]
    return Row(
        name=judged.name,
        ending=judged.ending,
        figure=judged.figure,
        points=judged.points,
        won=sums["won"],
        received=received.total(),
        given=given.total(),
        net_before=before,
        capped=sums[_CAP],
        net=net,
        money=money if rates else None,
        bonus=judged.bonus,
        score=judged.score,
        received_from=dict(received),
        given_to=dict(given),
    )
