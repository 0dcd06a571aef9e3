"""Several rounds at one table: running totals, who leads, who is out, and a file that keeps them.

A series is one of a rulebook's matches (a pool, best of two or three), or a sitting of any number of rounds.

The file is one JSON document with one round a line::

    {"series": 1, "rulebook": "adgaming-13", "options": ["pool-101"], "count": 2, "rounds": [
    {"players": [{"name": "Asha", "ending": "declared"}, {"name": "Bela", "ending": "lost", "points": 35}]},
    {"players": [{"name": "Asha", "ending": "lost", "points": 10}, {"name": "Bela", "ending": "declared"}]}
    ]}

``rulebook``, ``options`` and ``point_value`` hold for all rounds; a round has the other keys of a round's
document. ``count`` is how many rounds were kept. It is written beside the old file and then put in its
place, so that a crash leaves one or the other whole. Since the game stands first and each round is an
object of its own, a file that breaks off anywhere after its first line still gives every round that is
complete: those are read, and ``Series.lost`` says what is missing. A second file as a backup would do the
same only for the rounds before the last one, and could be copied apart from the first.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ._ledger import Round, RoundEnd, as_number, is_zero_sum
from ._seats import Seat
from .cards import Card, CardError
from .phrases import count_of, join_words
from .rounds import check_keys, check_type, parse_json, read_game, read_table, write_game, write_table
from .rulebooks import get_rulebook
from .rules import Rulebook, RuleError
from .settlement import as_rate, settle

if TYPE_CHECKING:
    import pandas

VERSION = 1
_KEYS = ("series", "rulebook", "options", "point_value", "count", "rounds")
_ROUNDS = re.compile(r'"rounds"\s*:\s*\[')
_BETWEEN = re.compile(r"[\s,]*")


@dataclass(frozen=True)
class Standing:
    """Where a player stands after some rounds.

    Attributes:
        place: 1 for who leads; equal totals share a place.
        name: the player.
        total: the sum of his nets, or in a pool the points on his score.
        money: the total at the rate of a point, None without one.
        out_in: the round in which he went out, None while he is in.
    """

    place: int
    name: str
    total: int
    money: Decimal | None
    out_in: int | None


@dataclass(frozen=True, repr=False)
class Series:
    """A match or a sitting; it does not change, each round played gives a new one.

    Attributes:
        rulebook: the rules of every round.
        point_value: money for a point, None if none was named.
        rounds: the rounds played.
        lost: what could not be read of the file it comes from; empty if nothing.

    Example:
        >>> match = new_series("adgaming-13", ["pool-101"])
        >>> for points in (80, 40):
        ...     match = match.play([{"name": "Asha", "ending": "declared"},
        ...                         {"name": "Bela", "ending": "lost", "points": points}])
        >>> match.totals, match.out, match.winner
        ({'Asha': 0, 'Bela': 120}, ('Bela',), 'Asha')
    """

    rulebook: Rulebook
    point_value: Decimal | None = None
    rounds: tuple[Round, ...] = ()
    lost: str = ""

    # ---- playing -----------------------------------------------------------------------------------------
    def play(
        self,
        players: Iterable[Seat | Mapping[str, object]],
        *,
        turned: Card | str | None = None,
        end: RoundEnd | str = RoundEnd.WON,
        check_pack: bool = True,
    ) -> Series:
        """The series with one more round, settled under its rulebook.

        Raises:
            RuleError: the round is impossible, the match is over, or the wrong players take part.
            CardError: a card cannot be read.
        """
        settled = settle(
            self.rulebook, players, turned=turned, point_value=self.point_value, end=end, check_pack=check_pack
        )
        return self.add(settled)

    def add(self, settled: Round) -> Series:
        """The series with a round that was settled under the same rulebook and rate.

        Raises:
            RuleError: another rulebook or rate, a match that is over, or the wrong players.
        """
        if settled.rulebook != self.rulebook or settled.point_value != self.point_value:
            raise RuleError("this round has another rulebook or rate than the series", "other-game")
        if self.over:
            raise RuleError(f"the match is over: {self.winner} has won it", "series-over")
        wanted = self.expected
        if wanted is not None and set(settled.names) != set(wanted):
            raise RuleError(
                f"round {len(self.rounds) + 1} is for {join_words(wanted)}, not for {join_words(settled.names)}",
                "wrong-players",
            )
        return replace(self, rounds=(*self.rounds, settled))

    @property
    def expected(self) -> tuple[str, ...] | None:
        """Who has to play the next round; None if anybody may."""
        pool = self.rulebook.settlement.pool
        if pool is None or not self.rounds:
            return None
        if pool.limit is not None:
            return tuple(name for name in self.names if name not in self.out)
        return self.rounds[0].names if len(self.rounds) < pool.rounds else self.leaders

    # ---- standing ----------------------------------------------------------------------------------------
    @cached_property
    def names(self) -> tuple[str, ...]:
        """Everybody who has played, in order of appearance."""
        return tuple(dict.fromkeys(name for settled in self.rounds for name in settled.names))

    @cached_property
    def running(self) -> tuple[dict[str, int], ...]:
        """The totals after each round; in a pool points on the score, elsewhere the sum of nets."""
        totals, after = dict.fromkeys(self.names, 0), []
        for settled in self.rounds:
            for row in settled.rows:
                totals[row.name] += row.points if self._counts_against else row.net
            after.append(dict(totals))
        return tuple(after)

    @property
    def _counts_against(self) -> bool:
        """Whether the total is points on a score, of which the fewest are best."""
        pool = self.rulebook.settlement.pool
        return pool is not None and pool.limit is not None

    @property
    def totals(self) -> dict[str, int]:
        """The totals now."""
        return dict(self.running[-1]) if self.rounds else {}

    @property
    def out(self) -> tuple[str, ...]:
        """Who has reached the limit of a pool, first out first."""
        return tuple(standing.name for standing in self._left() if standing.out_in is not None)

    def _left(self) -> list[Standing]:
        """Everybody, by when he went out; places are not filled in."""
        limit = self.rulebook.settlement.pool.limit if self._counts_against else None
        found = []
        for name, total in self.totals.items():
            went = None
            if limit is not None and total >= limit:
                went = next(at for at, totals in enumerate(self.running, 1) if totals[name] >= limit)
            money = None if self.point_value is None else total * self.point_value
            found.append(Standing(0, name, total, money, went))
        return sorted(found, key=lambda one: one.out_in or len(self.rounds) + 1)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Everybody by place: in a pool those who are in first, fewest points leading; elsewhere most points."""
        sign = 1 if self._counts_against else -1

        def rank(one: Standing) -> tuple[int, int]:
            return (0, sign * one.total) if one.out_in is None else (len(self.rounds) + 1 - one.out_in, 0)

        ordered = sorted(self._left(), key=rank)
        ranks = [rank(one) for one in ordered]
        return tuple(replace(one, place=ranks.index(rank(one)) + 1) for one in ordered)

    @property
    def leaders(self) -> tuple[str, ...]:
        """Who leads; several where totals are equal."""
        return tuple(standing.name for standing in self.standings if standing.place == 1)

    @property
    def over(self) -> bool:
        """Whether the match is decided; a sitting never is."""
        pool = self.rulebook.settlement.pool
        if pool is None or not self.rounds:
            return False
        if pool.limit is not None:
            return len(self.names) - len(self.out) <= 1
        return len(self.rounds) >= pool.rounds and len(self.leaders) == 1

    @property
    def winner(self) -> str | None:
        """Who has won the match, None while it lasts."""
        return self.leaders[0] if self.over else None

    # ---- showing -----------------------------------------------------------------------------------------
    def to_frame(self) -> pandas.DataFrame:
        """A table with one row a round and one column a player: the totals after it."""
        import pandas as pd

        index = pd.RangeIndex(1, len(self.rounds) + 1, name="round")
        return pd.DataFrame(list(self.running), index=index, columns=list(self.names), dtype="int64")

    def to_dict(self) -> dict[str, object]:
        """The series as plain JSON values: standings, and every round settled."""
        return {
            "rulebook": self.rulebook.key,
            "options": list(self.rulebook.options),
            "point_value": as_number(self.point_value),
            "zero_sum": is_zero_sum(self.rulebook),
            "standings": [
                {
                    "place": one.place,
                    "name": one.name,
                    "total": one.total,
                    "money": as_number(one.money),
                    "out_in": one.out_in,
                }
                for one in self.standings
            ],
            "leaders": list(self.leaders),
            "over": self.over,
            "winner": self.winner,
            "lost": self.lost,
            "running": list(self.running),
            "rounds": [settled.to_dict() for settled in self.rounds],
        }

    def __repr__(self) -> str:
        totals = ", ".join(f"{name} {total}" for name, total in self.totals.items())
        return f"Series({self.rulebook.key!r}, {count_of(len(self.rounds), 'round')}: {totals})"

    def _repr_html_(self) -> str:
        from .round_view import series_html

        return series_html(self)

    # ---- keeping -----------------------------------------------------------------------------------------
    def dumps(self) -> str:
        """The series as the text of its file.

        Raises:
            RuleError: its rulebook is one of one's own.
        """
        head = {"series": VERSION, **write_game(self.rulebook, self.point_value), "count": len(self.rounds)}
        rounds = ",\n".join(json.dumps(write_table(settled)) for settled in self.rounds)
        return f'{json.dumps(head)[:-1]}, "rounds": [\n{rounds}\n]}}\n'

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file; until it is complete the old one stays.

        Raises:
            OSError: it cannot be written; the old file is as it was.
        """
        target = Path(path)
        text = self.dumps()
        handle, beside = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(beside).chmod(target.stat().st_mode & 0o777 if target.exists() else 0o644)
            Path(beside).replace(target)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise


def new_series(
    rulebook: Rulebook | str, options: Sequence[str] = (), point_value: int | float | str | Decimal | None = None
) -> Series:
    """A match or sitting in which nothing has been played."""
    book = get_rulebook(rulebook, options)
    return Series(book, as_rate(point_value, book))


def load_series(path: str | os.PathLike[str]) -> Series:
    """Read a series' file, as far as it is whole.

    Raises:
        OSError: there is no such file, or it cannot be read.
        RuleError: it is no series, its first line is cut, or a round in it is impossible.
        CardError: a card in it cannot be read.
    """
    return loads_series(decode(Path(path).read_bytes()))


def decode(data: bytes) -> str:
    """The text of a file in UTF-8, without a letter that was cut in two at its end.

    Raises:
        RuleError: it is no UTF-8.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data":
            return data[: error.start].decode("utf-8-sig")
        raise RuleError(f"byte {error.start + 1} is no UTF-8", "bad-utf8") from None


def loads_series(text: str) -> Series:
    """Read a series from the text of its file; see ``load_series``."""
    try:
        values, lost = parse_json(text), ""
    except RuleError as error:
        if error.code != "bad-json":
            raise
        values, lost = _recover(text)
    return read_series(values, lost)


def looks_like_series(text: str) -> bool:
    """Whether a text, possibly cut, is meant to be a series."""
    found = _ROUNDS.search(text)
    return found is not None or re.match(r'\s*\{\s*"series"\s*:', text) is not None


def _recover(text: str) -> tuple[dict[str, object], str]:
    """The game and all complete rounds of a file that breaks off, and what is missing."""
    found = _ROUNDS.search(text)
    if found is None:
        raise RuleError("the file breaks off before its first round: nothing can be read from it", "series-cut")
    values = parse_json(text[: found.end()] + "]}")
    reader, rounds, at = json.JSONDecoder(), [], found.end()
    while True:
        at = _BETWEEN.match(text, at).end()
        try:
            item, at = reader.raw_decode(text, at)
        except (ValueError, RecursionError):
            break
        rounds.append(item)
    values["rounds"] = rounds
    count = values.get("count")
    kept = count_of(len(rounds), "round")
    if isinstance(count, int) and count > len(rounds):
        return values, f"the file breaks off: {kept} of {count} could be read, the rest is lost"
    if isinstance(count, int):
        return values, f"the file breaks off after its last round: all of its {kept} could be read"
    return values, f"the file breaks off: {kept} could be read, and whether there were more is not known"


def read_series(values: Mapping[str, object], lost: str = "") -> Series:
    """The series of a document, every round settled anew.

    Raises:
        RuleError: a key or type is wrong, or a round is impossible; the message names it.
        CardError: a card cannot be read.
    """
    values = check_keys(values, _KEYS, "a series")
    if values.get("series", VERSION) != VERSION or isinstance(values.get("series"), bool):
        raise RuleError(f"a series of version {values['series']!r}: this program reads {VERSION}", "bad-version")
    rulebook, rate = read_game(values)
    rounds = values.get("rounds", [])
    check_type(rounds, list, "rounds", "a list")
    count = values.get("count", len(rounds))
    check_type(count, int, "count", "a whole number")
    if not lost and count > len(rounds):
        lost = f"the file holds {count_of(len(rounds), 'round')} of {count}, the rest is lost"
    series = replace(new_series(rulebook, (), rate), lost=lost)
    for at, item in enumerate(rounds, 1):
        try:
            check_type(item, dict, "it", "an object")
            series = series.add(read_table(item, rulebook, rate))
        except (RuleError, CardError) as error:
            raise type(error)(f"round {at}: {error}", error.code) from None
    return series
