"""Several rounds at one table: running totals, who leads, who is out, and a file that keeps them.

A series is one of a rulebook's matches (a pool, best of two or three), or a sitting of any number of rounds.

The file is one JSON document with one round a line::

    {"series": 1, "rulebook": "adgaming-13", "options": ["pool-101"], "count": 2, "rounds": [
    {"players": [{"name": "Asha", "ending": "declared"}, {"name": "Bela", "ending": "lost", "points": 35}]},
    {"players": [{"name": "Asha", "ending": "lost", "points": 10}, {"name": "Bela", "ending": "declared"}]}
    ]}

``rulebook``, ``options``, ``point_value`` and ``entry_fee`` (what each player of a match pays to take part) hold
for all rounds; a round has the other keys of a round's document. With the option ``rejoin`` a player who is out
of a pool comes back by being among the players of a later round. ``count`` is how many rounds were kept, and
``shared`` is true if the last players have shared the prize (``split-by-drops``). Of a file that breaks off
anywhere after its first line every complete round is read, and ``Series.lost`` says what is missing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ..game.cards import Card, CardError
from ..game.display import Result
from ..game.messages import Items, Message, key_of, quote, tell_later
from ..game.rules import Pool, Rulebook, RuleError, refuse
from ..rulebooks.find import Given, find_rulebook
from .documents import (
    Types,
    check_keys,
    check_types,
    parse_json,
    place_of_round,
    read_game,
    read_table,
    write_game,
    write_table,
)
from .files import list_written, read_whole, recover, write_whole
from .ledger import Round, RoundEnd, as_number, is_zero_sum
from .payments import Entry
from .seats import Seat, refuse_alike
from .settlement import as_fee, as_rate, settle
from .standings import Standing, Tally, count_drops, find_out, rank, share_by_drops

if TYPE_CHECKING:
    import pandas

VERSION = 1
_KEYS = ("series", "rulebook", "options", "point_value", "entry_fee", "count", "shared", "rounds")
_TYPES: dict[str, Types] = {"rounds": list, "count": int, "shared": bool, "entry_fee": (int, float)}
_CHIPS = 80  # chips to begin with for each round of a match of two or three: the most that a round can cost
_REJOIN_MOST = {Pool.POOL_101: 79, Pool.POOL_201: 174}  # nobody comes back once one still in has more (R48)


@dataclass(frozen=True, repr=False)
class Series(Result):
    """A match or a sitting; it does not change, each round played gives a new one.

    Attributes:
        rulebook: the rules of every round.
        point_value: money for a point, None if none was named.
        entry_fee: what each player pays to take part in a match; the winner gets all of it. None if none was named.
        shared_after: the number of rounds after which the last players shared the prize, None if they did not.
        rounds: the rounds played.
        damage: what could not be read of the file it comes from, as messages; ``lost`` tells them.
        leavers_stay: whether who leaves the table plays on, as in a file that is older than R63 and shows it.

    Example:
        >>> match = Series.new("adgaming-13", ["pool-101"])
        >>> for points in (80, 40):
        ...     match = match.play([{"name": "Asha", "ending": "declared"},
        ...                         {"name": "Bela", "ending": "lost", "points": points}])
        >>> match.totals, match.out, match.winner
        ({'Asha': 0, 'Bela': 120}, ('Bela',), 'Asha')
    """

    rulebook: Rulebook
    point_value: Decimal | None = None
    entry_fee: Decimal | None = field(default=None, kw_only=True)
    shared_after: int | None = field(default=None, kw_only=True)
    rounds: tuple[Round, ...] = ()
    damage: tuple[Message, ...] = ()
    leavers_stay: bool = field(default=False, kw_only=True)

    # ---- beginning --------------------------------------------------------------------------------------
    @classmethod
    def new(
        cls,
        rulebook: Given,
        options: Sequence[str] = (),
        point_value: int | float | str | Decimal | None = None,
        *,
        entry_fee: int | float | str | Decimal | None = None,
    ) -> Series:
        """A match or sitting in which nothing has been played.

        Args:
            rulebook: a key such as ``"adgaming-13"``, or a rulebook of your own, its file or its data.
            options: house options, among them the match.
            point_value: money for a point.
            entry_fee: what each player of a match pays to take part; the winner gets all of it.

        Raises:
            RuleError: an option, rate or fee makes no sense; ``bad-entry-fee``, ``no-match`` or ``two-stakes`` for a
                fee.

        Example:
            >>> match = Series.new("adgaming-13", ["pool-101"], entry_fee=100)
            >>> for _ in range(2):
            ...     match = match.play([{"name": "Asha", "ending": "declared"},
            ...                         {"name": "Bela", "ending": "lost", "points": 80}])
            >>> match.prize, [(standing.name, standing.money) for standing in match.standings]
            (Decimal('200'), [('Asha', Decimal('100')), ('Bela', Decimal('-100'))])
        """
        book = find_rulebook(rulebook, options)
        return Series(book, as_rate(point_value, book), entry_fee=as_fee(entry_fee, book, point_value))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Series:
        """Read a series' file, as far as it is whole.

        Raises:
            OSError: there is no such file, or it cannot be read.
            RuleError: it is no series, its first line is cut, or a round in it is impossible.
            CardError: a card in it cannot be read.
        """
        refuse("bad-file:path", not isinstance(path, str | os.PathLike), found=type(path).__name__)
        return loads_series(read_whole(path))

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

        Args:
            players, turned, end, check_pack: as for ``settle``.

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
        refuse("bad-type:settled", not isinstance(settled, Round), found=type(settled).__name__)
        refuse("other-game", settled.rulebook != self.rulebook or settled.point_value != self.point_value)
        refuse("series-over:shared" if self.shared else "series-over", self.over, names=Items(self.winners))
        refuse_alike("name-twice:series", (*self.names, *settled.names))
        wanted = self.expected
        back = [name for name in settled.names if name in self.out and name not in self.left]
        if self.rulebook.settlement.rejoin and wanted is not None and back:
            self._check_rejoin(back[0])
            wanted = (*wanted, *back)
        if wanted is not None and self.joining_score is not None:
            wanted = (*wanted, *[name for name in settled.names if name not in self.names])
        if wanted is not None and set(settled.names) != set(wanted):
            values = {"wanted": Items(wanted), "names": Items(settled.names)}
            raise RuleError("wrong-players", **values).within(place_of_round(len(self.rounds) + 1))
        longer = replace(self, rounds=(*self.rounds, settled), shared_after=None)
        vars(longer)["_tally"] = self._add_up(self._tally, settled)  # known: the rounds need not be added up again
        return longer

    def share(self) -> Series:
        """The match ended by its last players sharing the prize by the drops they have left (``split-by-drops``).

        Raises:
            RuleError: they cannot; the message says why.

        Example:
            >>> match = Series.new("adgaming-13", ["pool-101", "split-by-drops"], entry_fee=100)
            >>> for _ in range(2):
            ...     match = match.play([{"name": name, "ending": "lost", "points": points} if points else
            ...         {"name": name, "ending": "declared"} for name, points in (("A", 0), ("B", 15), ("C", 55))])
            >>> match.drops_left, match.share().shares  # of 300, 200 for two drops more, and 50 each
            ({'A': 5, 'B': 3}, {'A': Decimal('250.00'), 'B': Decimal('50.00')})
        """
        why = "over" if self.over else self._why_not_share()
        refuse(key_of("no-share:", why), why, fee=as_number(self.entry_fee))
        return replace(self, shared_after=len(self.rounds))

    def _why_not_share(self) -> str:
        """Why the last players cannot share the prize, as the variant of an error; empty if they can."""
        last, fee = len(self.inside), self.entry_fee
        if not self.rulebook.settlement.split_by_drops or self._limit is None:
            return "option"
        if not self.rulebook.penalties.first_drop:
            return "drops"
        if fee is None:
            return "fee"
        if last not in (2, 3) or last >= len(self.rounds[0].names if self.rounds else ()):
            return "players"
        return "rest" if self._shares is None else ""

    @property
    def drops_left(self) -> dict[str, int]:
        """How many first drops each player still in can afford; empty where no pool is played."""
        return count_drops(
            {name: self.totals[name] for name in self.inside}, self._limit, self.rulebook.penalties.first_drop
        )

    @property
    def shares(self) -> dict[str, Decimal] | None:
        """What each of the last players gets if they share the prize now, or has got; None where they cannot."""
        return None if self._why_not_share() else self._shares

    @property
    def shared(self) -> bool:
        """Whether the last players have shared the prize, which ends the match."""
        return self.shared_after == len(self.rounds) and not self._why_not_share()

    @property
    def _shares(self) -> dict[str, Decimal] | None:
        prize, fee = self.prize, self.entry_fee
        if prize is None or fee is None:
            return None
        return share_by_drops({name: self.totals[name] for name in self.drops_left}, self.drops_left, prize, fee)

    def _check_rejoin(self, name: str) -> None:
        score = self.rejoin_score
        assert score is not None  # somebody is out
        most = self._rejoin_most
        refuse("no-rejoin", score > most + 1, name=name, n=score - 1, most=most)

    @property
    def _rejoin_most(self) -> int:
        """The most that a player still in may have when another comes back (R48)."""
        pool = self.rulebook.settlement.pool
        assert isinstance(pool, Pool)  # of other matches a rulebook with ``rejoin`` is refused
        return _REJOIN_MOST[pool]

    @property
    def rejoin_score(self) -> int | None:
        """What a player who is out has on the score after coming back now; None where nobody can ever."""
        return self._above_all if self.rulebook.settlement.rejoin else None

    @property
    def joining_score(self) -> int | None:
        """What a player who joins a pool that is under way has on the score; None where nobody can join any more."""
        score, limit = self._above_all, self._limit
        joins = self.rulebook.settlement.joining is not None
        return score if joins and score is not None and limit is not None and score < limit else None

    @property
    def _above_all(self) -> int | None:
        """A point more than anybody has who is still in a pool; None where none is under way."""
        if self._limit is None or not self.rounds:
            return None
        return 1 + max(self.totals[name] for name in self.inside)

    @property
    def may_rejoin(self) -> tuple[str, ...]:
        """Who is out and may come back for the next round, by the option ``rejoin`` of a pool."""
        score = self.rejoin_score
        if score is None or self.over or score > self._rejoin_most + 1:
            return ()
        return tuple(name for name in self.out if name not in self.left)

    @property
    def expected(self) -> tuple[str, ...] | None:
        """Who has to play the next round, beside those who ``may_rejoin``; None if anybody may."""
        pool = self.rulebook.settlement.pool
        if pool is None or not self.rounds:
            return None
        return self.inside if pool.rounds is None or len(self.rounds) < pool.rounds else self.leaders

    # ---- standing ----------------------------------------------------------------------------------------
    @cached_property
    def _tally(self) -> Tally:
        tally = Tally()
        for settled in self.rounds:
            tally = self._add_up(tally, settled)
        return tally

    def _add_up(self, tally: Tally, settled: Round) -> Tally:
        return tally.add(settled, self._limit, self.rulebook.settlement.joining is not None)

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who has played, in order of appearance."""
        return self._tally.names

    @property
    def running(self) -> tuple[dict[str, int], ...]:
        """The totals after each round; in a pool points on the score, elsewhere the sum of nets."""
        return self._tally.running

    @property
    def entered(self) -> dict[str, int]:
        """How often each player paid the entry fee: once, and again at each return into a pool."""
        return {name: 1 + times for name, times in self._tally.came_back.items()}

    @property
    def carried(self) -> tuple[tuple[Entry, ...], ...]:
        """What was paid in each round for fouls in the one before."""
        return self._tally.carried

    @property
    def owing(self) -> tuple[str, ...]:
        """Who has made a foul in the last round and owes the winner of the next one for it."""
        return tuple(name for name, _ in self._tally.owing)

    @property
    def prize(self) -> Decimal | None:
        """What all have paid to take part, None without an entry fee."""
        return None if self.entry_fee is None else self.entry_fee * sum(self.entered.values())

    @property
    def chips(self) -> dict[str, int] | None:
        """Each player's chips in a match of a fixed number of rounds, begun with 80 chips a round; None elsewhere."""
        pool = self.rulebook.settlement.pool
        if pool is None or pool.rounds is None:
            return None
        return {name: _CHIPS * pool.rounds + total for name, total in self.totals.items()}

    @property
    def _limit(self) -> int | None:
        """The score at which a player of a pool is out; None where the total is the sum of nets."""
        pool = self.rulebook.settlement.pool
        return None if pool is None else pool.limit

    @property
    def totals(self) -> dict[str, int]:
        """The totals now."""
        return dict(self.running[-1]) if self.rounds else {}

    @property
    def left(self) -> tuple[str, ...]:
        """Who has left the table and with it the match; the total stays. Nobody in a sitting, which has no end."""
        return tuple(self._tally.left) if self._loses_leavers else ()

    @property
    def _loses_leavers(self) -> bool:
        return self.rulebook.settlement.pool is not None and not self.leavers_stay

    @property
    def inside(self) -> tuple[str, ...]:
        """Who is still in, in order of appearance."""
        out = self.out
        return tuple(name for name in self.names if name not in out)

    @property
    def out(self) -> tuple[str, ...]:
        """Who has reached the limit of a pool or left the match, first out first."""
        return tuple(self._went)

    @property
    def _went(self) -> dict[str, int]:
        return find_out(self._tally, self._limit, self._loses_leavers)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Everybody by place: in a pool those who are in first, fewest points leading; elsewhere most points."""
        went = self._went
        names = sorted(self.names, key=lambda name: went.get(name, len(self.rounds) + 1))
        standings = [
            Standing(0, name, self.totals[name], self._money_of(name), went.get(name), self.entered[name])
            for name in names
        ]
        return rank(standings, fewest=self._limit is not None, shared=self.shared)

    def _money_of(self, name: str) -> Decimal | None:
        if self.entry_fee is None:
            return self._tally.money.get(name, None if self.point_value is None else Decimal(0))
        won = Decimal(0)
        if self.shared:
            won = (self.shares or {}).get(name, won)
        elif self.winner == name:
            won = self.prize or won
        return won - self.entry_fee * self.entered[name]

    @property
    def leaders(self) -> tuple[str, ...]:
        """Who leads; several where totals are equal."""
        playing = {name: self.totals[name] for name in self.inside}
        if not playing:
            return ()
        best = max(playing.values()) if self._limit is None else min(playing.values())
        return tuple(name for name, total in playing.items() if total == best)

    @property
    def over(self) -> bool:
        """Whether the match is decided; a sitting never is."""
        pool = self.rulebook.settlement.pool
        if pool is None or not self.rounds:
            return False
        if self.shared or len(self.inside) <= 1:
            return True
        return pool.rounds is not None and len(self.rounds) >= pool.rounds and len(self.leaders) == 1

    @property
    def winner(self) -> str | None:
        """Who has won the match, None while it lasts or if its prize was shared."""
        return self.leaders[0] if self.over and not self.shared else None

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won the match or a share of its prize; nobody while it lasts."""
        if self.shared:
            return self.inside
        return () if self.winner is None else (self.winner,)

    @property
    def lost(self) -> str:
        """What could not be read of the file it comes from, in words; empty if nothing."""
        return " ".join(map(str, self.damage))

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
            "entry_fee": as_number(self.entry_fee),
            "prize": as_number(self.prize),
            "zero_sum": is_zero_sum(self.rulebook),
            "standings": [standing.to_dict() for standing in self.standings],
            "chips": self.chips,
            "leaders": list(self.leaders),
            "over": self.over,
            "winner": self.winner,
            "shared": self.shared,
            "shares": None if self.shares is None else {name: as_number(share) for name, share in self.shares.items()},
            "owing": list(self.owing),
            "carried": [[entry.to_dict() for entry in paid] for paid in self.carried],
            "lost": self.lost,
            "running": list(self.running),
            "rounds": [settled.to_dict() for settled in self.rounds],
        }

    def __repr__(self) -> str:
        totals = ", ".join(f"{name} {total}" for name, total in self.totals.items())
        return f"Series({self.rulebook.key!r}, rounds={len(self.rounds)}: {totals})"

    # ---- keeping -----------------------------------------------------------------------------------------
    def dumps(self) -> str:
        """The series as the text of its file.

        Raises:
            RuleError: its rulebook has the key of another one.
        """
        head = {"series": VERSION, **write_game(self.rulebook, self.point_value)}
        if self.entry_fee is not None:
            head["entry_fee"] = as_number(self.entry_fee)
        head["count"] = len(self.rounds)
        if self.shared:
            head["shared"] = True
        rounds = ",\n".join(json.dumps(write_table(settled)) for settled in self.rounds)
        return f'{json.dumps(head)[:-1]}, "rounds": [\n{rounds}\n]}}\n'

    def save(self, path: str | os.PathLike[str], *, replaces: bool = False) -> None:
        """Write the file; until it is complete the old one stays.

        Args:
            path: the file.
            replaces: whether what the file holds may be lost: rounds that are not in this series.

        Raises:
            RuleError: ``other-rounds``: the file holds rounds that are not in this series, because somebody else has
                saved it meanwhile, or it is another one; the file is as it was.
            OSError: it cannot be written; the old file is as it was.
        """
        text = self.dumps()
        if not replaces and Path(path).is_file():
            there, own = (list_written(written) for written in (read_whole(path), text))
            refuse("other-rounds", there != own[: len(there)], file=quote(str(path), 100))
        write_whole(path, text)


def loads_series(text: str) -> Series:
    """Read a series from the text of its file; see ``Series.load``."""
    try:
        return read_series(parse_json(text))
    except RuleError as error:
        if error.code != "bad-json":
            raise
    return read_series(*recover(text))


def read_series(values: Mapping[str, object], damage: tuple[Message, ...] = ()) -> Series:
    """The series of a document, every round settled anew.

    Raises:
        RuleError: a key or type is wrong, or a round is impossible; the message names it.
        CardError: a card cannot be read.
    """
    refuse("missing-key:null-rounds", isinstance(values, Mapping) and values.get("rounds", ()) is None)
    values = check_keys(values, _KEYS, "series")
    version = values.get("series", VERSION)
    known = version == VERSION and isinstance(version, int) and not isinstance(version, bool)
    refuse("bad-version", not known, found=quote(version), version=VERSION)
    rulebook, rate = read_game(values)
    refuse("missing-key:rounds", "rounds" not in values)
    check_types(values, _TYPES)
    rounds = values["rounds"]
    count = values.get("count", len(rounds))
    refuse("bad-count", count < len(rounds), n=len(rounds), count=count)
    if not damage and count > len(rounds):
        damage = (tell_later("file.short", n=len(rounds), count=count),)
    series = replace(Series.new(rulebook, (), rate, entry_fee=values.get("entry_fee")), damage=damage)
    for at, item in enumerate(rounds, 1):
        place = place_of_round(at)
        try:
            settled = read_table(item, rulebook, rate)
            if not series.leavers_stay and not {*series.left}.isdisjoint(settled.names):
                series = replace(series, leavers_stay=True)
            series = series.add(settled)
        except (RuleError, CardError) as error:
            raise (error if error.places[:1] == (place,) else error.within(place)) from None
    if not values.get("shared"):
        return series
    whole = not damage or ("count" in values and len(rounds) == count)
    return series.share() if whole else replace(series, damage=(*damage, tell_later("file.share-lost")))
