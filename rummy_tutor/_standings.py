"""Totals over several rounds: what each player has after each, who is out, who came back, and who stands where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from ._ledger import Round


@dataclass(frozen=True)
class Standing:
    """Where a player stands after some rounds.

    Attributes:
        place: 1 for who leads; equal totals share a place.
        name: the player.
        total: the sum of his nets, or in a pool the points on his score.
        money: the total at the rate of a point, or the prize less the entry fees he paid; None without either.
        out_in: the round in which he went out, None while he is in.
        entered: how often he paid the entry fee: once, and again each time he came back.
    """

    place: int
    name: str
    total: int
    money: Decimal | None
    out_in: int | None
    entered: int = 1


def add_up(
    rounds: Sequence[Round], names: Sequence[str], limit: int | None
) -> tuple[tuple[dict[str, int], ...], dict[str, int]]:
    """The totals after each round, and how often each player came back.

    Args:
        rounds: the rounds played.
        names: everybody who has played.
        limit: the score at which a player of a pool is out, None where nets are summed. Who is out and plays
            again has come back, with one point more than the highest score of those still in.
    """
    totals, came_back, after = dict.fromkeys(names, 0), dict.fromkeys(names, 0), []
    for settled in rounds:
        back = [name for name in settled.names if limit is not None and totals[name] >= limit]
        highest = max((totals[name] for name in settled.names if name not in back), default=0)
        for name in back:
            totals[name] = highest + 1
            came_back[name] += 1
        for row in settled.rows:
            totals[row.name] += row.net if limit is None else row.points
        after.append(dict(totals))
    return tuple(after), came_back


def find_out(rounds: Sequence[Round], totals: Mapping[str, int], limit: int | None) -> dict[str, int]:
    """Who has reached the limit, and in which round, first out first; who is out plays no more, so it is his last."""
    over = [name for name, total in totals.items() if limit is not None and total >= limit]
    went = {name: max(at for at, settled in enumerate(rounds, 1) if name in settled.names) for name in over}
    return dict(sorted(went.items(), key=lambda item: item[1]))


def rank(standings: Sequence[Standing], *, fewest: bool) -> tuple[Standing, ...]:
    """Players by place: those still in first, by total; then who went out later, those of one round together.

    Args:
        standings: the players, places not filled in.
        fewest: whether the fewest points lead.
    """
    sign = 1 if fewest else -1

    def key(one: Standing) -> tuple[int, int]:
        return (0, sign * one.total) if one.out_in is None else (1, -one.out_in)

    ordered = sorted(standings, key=key)
    keys = [key(one) for one in ordered]
    return tuple(replace(one, place=keys.index(key(one)) + 1) for one in ordered)
