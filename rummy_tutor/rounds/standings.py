"""Totals over several rounds: what each player has after each, who is out, who came back, and who stands where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from decimal import ROUND_FLOOR, Decimal

from .endings import Ending
from .ledger import Round, write_value
from .payments import Entry, write_carried

_HUNDREDTH = Decimal("0.01")


@dataclass(frozen=True)
class Standing:
    """Where a player stands after some rounds.

    Attributes:
        place: 1 for who leads; equal totals share a place.
        name: the player.
        total: the sum of the nets, or in a pool the points on the score.
        money: the total at the rate of a point, or the prize less the entry fees paid; None without either.
        out_in: the round in which the player went out, None while still in.
        entered: how often the player paid the entry fee: once, and again at each return.
    """

    place: int
    name: str
    total: int
    money: Decimal | None
    out_in: int | None
    entered: int = 1

    def to_dict(self) -> dict[str, object]:
        """The line as plain JSON values."""
        return {field.name: write_value(getattr(self, field.name)) for field in fields(self)}


@dataclass(frozen=True)
class Tally:
    """What some rounds have come to; each further round gives a new one, and no round is gone through again.

    Attributes:
        names: everybody who has played, in order of appearance.
        running: the totals of all of them after each round.
        came_back: how often each player of a pool came back.
        last: the number of the last round that each player played.
        carried: what was paid in each round for fouls in the one before.
        owing: who owes for a foul after the last round, and how they ended it.
        left: who has left the table, and in which round.
        money: what each player has won or lost at the rates of the rounds; empty without any.
    """

    names: tuple[str, ...] = ()
    running: tuple[dict[str, int], ...] = ()
    came_back: Mapping[str, int] = field(default_factory=dict)
    last: Mapping[str, int] = field(default_factory=dict)
    carried: tuple[tuple[Entry, ...], ...] = ()
    owing: tuple[tuple[str, Ending], ...] = ()
    left: Mapping[str, int] = field(default_factory=dict)
    money: Mapping[str, Decimal] = field(default_factory=dict)

    def add(self, settled: Round, limit: int | None, joins: bool = False) -> Tally:
        """The tally with one more round.

        Args:
            settled: the round.
            limit: the score at which a player of a pool is out, None where nets are summed. Who is out and plays
                again has come back, with one point more than the highest score of those still in.
            joins: whether who plays for the first time later than the others begins with as much.
        """
        names = tuple(dict.fromkeys((*self.names, *settled.names)))
        running, new = self.running, dict.fromkeys(names[len(self.names) :], 0)
        if new:
            running = tuple([{**before, **new} for before in running])
        totals, came_back = {**(running[-1] if running else {}), **new}, {**self.came_back, **new}
        back = [name for name in settled.names if limit is not None and totals[name] >= limit]
        highest = max((totals[name] for name in settled.names if name not in back), default=0)
        for name in back:
            came_back[name] += 1
        late = new if joins and running else {}
        totals |= dict.fromkeys((*back, *late), highest + 1)
        for row in settled.rows:
            totals[row.name] += row.net if limit is None else row.points
        paid, owing = self._carry(settled)
        for entry in paid:
            for name, amount in entry.changes.items():
                totals[name] += amount
        running = (*running, totals)
        last = {**self.last, **dict.fromkeys(settled.names, len(running))}
        left = {**self.left, **{row.name: len(running) for row in settled.rows if row.ending is Ending.LEFT_TABLE}}
        money = self._add_money(settled, paid)
        return Tally(names, running, came_back, last, (*self.carried, paid), owing, left, money)

    def _add_money(self, settled: Round, paid: Sequence[Entry]) -> dict[str, Decimal]:
        """What each player has in money after a round; who owes for a foul pays at their own rate."""
        money, rates = dict(self.money), settled.rates
        for row in settled.rows:
            if row.money is not None:
                money[row.name] = money.get(row.name, Decimal(0)) + row.money
        for entry in paid:
            rate = rates.get(entry.payer or "", settled.point_value)
            if rate is not None:
                money |= {name: money.get(name, Decimal(0)) + n * rate for name, n in entry.changes.items()}
        return money

    def _carry(self, settled: Round) -> tuple[tuple[Entry, ...], tuple[tuple[str, Ending], ...]]:
        """What is paid in a round for fouls before it, and who owes for one after it.

        A winner who made the foul owes nobody. Where a round has no winner the debt waits for the next one.
        """
        due, owing = [], self.owing
        if settled.winners:
            winner = settled.winners[0]
            due = [write_carried(name, winner, ending, settled.rulebook) for name, ending in owing if name != winner]
            owing = ()
        fouls = [(row.name, row.ending) for row in settled.rows if row.ending.terms.next_round and not settled.void]
        return tuple(due), (*owing, *fouls)


def count_drops(totals: Mapping[str, int], limit: int | None, drop: int | None) -> dict[str, int]:
    """How many first drops each of a pool's players can afford; empty without a pool or where a drop costs nothing.

    Args:
        totals: the score of each player still in.
        limit: the score at which a player is out, None where no pool is played.
        drop: what a first drop costs, None where nobody may drop.
    """
    if limit is None or not drop:
        return {}
    return {name: (limit - 1 - total) // drop for name, total in totals.items()}


def share_by_drops(
    totals: Mapping[str, int], drops: Mapping[str, int], prize: Decimal, fee: Decimal
) -> dict[str, Decimal] | None:
    """What each of a pool's last players gets of its prize by the drops they have left; None where too little is left.

    Args:
        totals: the score of each of them.
        drops: how many first drops each of them can still afford.
        prize: what there is to share.
        fee: the entry fee, which a drop is worth.
    """
    least = min(drops.values())
    shares = {name: fee * (left - least) for name, left in drops.items()}
    rest = prize - sum(shares.values())
    if rest < fee:
        return None
    exponent = fee.as_tuple().exponent
    assert isinstance(exponent, int)  # a fee is finite
    unit = min(_HUNDREDTH, Decimal(1).scaleb(exponent))
    each = (rest / len(totals)).quantize(unit, ROUND_FLOOR)
    over = int((rest - each * len(totals)) / unit)
    for at, name in enumerate(sorted(totals, key=totals.__getitem__)):
        shares[name] += each + (unit if at < over else 0)
    return shares


def find_out(tally: Tally, limit: int | None, leavers: bool) -> dict[str, int]:
    """Who is out, and since which round, first out first; who is out plays no more, so it is their last.

    Args:
        tally: the totals.
        limit: the score at which a player is out, None if there is none.
        leavers: whether who has left the table is out too.
    """
    totals = tally.running[-1] if tally.running else {}
    went = {name: tally.last[name] for name, total in totals.items() if limit is not None and total >= limit}
    went |= tally.left if leavers else {}
    return dict(sorted(went.items(), key=lambda item: item[1]))


def rank(standings: Sequence[Standing], *, fewest: bool, shared: bool = False) -> tuple[Standing, ...]:
    """Players by place: those still in first, by total; then who went out later, those of one round together.

    Args:
        standings: the players, places not filled in.
        fewest: whether the fewest points lead.
        shared: whether those still in share the first place.
    """
    sign = 1 if fewest else -1

    def key(standing: Standing) -> tuple[int, int]:
        if standing.out_in is not None:
            return 1, -standing.out_in
        return 0, 0 if shared else sign * standing.total

    ordered = sorted(standings, key=key)
    keys = [key(standing) for standing in ordered]
    return tuple(replace(standing, place=keys.index(key(standing)) + 1) for standing in ordered)
