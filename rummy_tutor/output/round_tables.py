"""A settled round and a series as tables, for notebooks and for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from ..game.messages import Items, key_of, tell_later, tell_later_if
from ..rounds.judge import Figure
from ..rounds.ledger import Round, Row, as_number
from ..rounds.series import Series, Standing
from ..wording.explain import explain
from ..wording.phrases import Cited, cite, list_options
from ..wording.speech import in_words, tell, with_minus
from .blocks import Block, Gap, Notes, Points, Table, Title, write_html
from .figures import tell_turned

_TOLD = (Figure.LAID, Figure.BEST, Figure.STATED)  # figures of which the table says where they come from
_TEXTS = ("player", "ending", "note")  # columns of words, which stand on the left


class Column(NamedTuple):
    """A column of a table: its key, its heading, and one text a row."""

    key: str
    heading: str
    cells: list[str]


def signed(number: int | Decimal | None) -> str:
    """A number as ledgers show it: with its sign, a true minus, and a dash for none."""
    if number is None:
        return "–"
    value = as_number(number) if isinstance(number, Decimal) else number
    return with_minus(f"{value:+}") if value else "0"


# ---- what the tables hold --------------------------------------------------------------------------------
def about_round(settled: Round) -> str:
    """One line about the table: the players, the turned card, the options, the rate of a point."""
    rate = [] if settled.point_value is None else [tell("ledger.rate", rate=as_number(settled.point_value))]
    own = [(judged.name, judged.seat.point_value) for judged in settled.judged if judged.seat.point_value is not None]
    rate += [tell("ledger.own-rate", name=name, rate=as_number(stake)) for name, stake in own]
    players = tell("table.players", n=len(settled.rows))
    return " · ".join([players, tell_turned(settled.turned), *list_options(settled.rulebook), *rate])


def _column(key: str, cells: Iterable[str]) -> Column:
    return Column(key, tell(key_of("ledger-column.", key)), list(cells))


def list_ledger(settled: Round) -> list[Column]:
    """The columns of a round; those without a figure are left out."""
    rows = settled.rows
    is_paid = any(row.received or row.given for row in rows)
    figures: dict[str, Sequence[int | Decimal | None]] = {
        "score": [row.score for row in rows] if any(row.score is not None for row in rows) else [],
        "won": [row.won for row in rows],
        "received": [row.received for row in rows] if is_paid else [],
        "given": [-row.given for row in rows] if is_paid else [],
        "capped": [row.capped for row in rows] if any(row.capped for row in rows) else [],
        "net": [row.net for row in rows],
        "money": [row.money for row in rows] if settled.rates else [],
    }
    named = [_column("player", (row.name for row in rows)), _column("ending", map(_tell_ending, rows))]
    return [*named, *(_column(key, map(signed, numbers)) for key, numbers in figures.items() if numbers)]


def _tell_ending(row: Row) -> str:
    ending = tell_later(key_of("ending.", row.ending))
    return tell(key_of("ledger-figure.", row.figure), ending=ending) if row.figure in _TOLD else in_words(ending)


def list_standings(series: Series) -> list[Column]:
    """The columns of a series: who stands where, and what each round changed."""
    standings = series.standings
    columns = [
        _column("place", (str(standing.place) for standing in standings)),
        _column("player", (standing.name for standing in standings)),
        _column("total", (with_minus(standing.total) for standing in standings)),
    ]
    if any(standing.money is not None for standing in standings):
        columns.append(_column("money", (signed(standing.money) for standing in standings)))
    if series.out or any(standing.entered > 1 for standing in standings):
        columns.append(Column("note", "", [in_words(_note(standing)) for standing in standings]))
    for at, settled in enumerate(series.rounds):
        change = {row.name: row.net for row in settled.rows}
        for entry in series.carried[at]:
            change |= {name: change.get(name, 0) + amount for name, amount in entry.changes.items()}
        cells = [signed(change[standing.name]) if standing.name in change else "–" for standing in standings]
        columns.append(Column("round", tell("ledger-column.round", round=at + 1), cells))
    return columns


def _note(standing: Standing) -> Items:
    """That a player went out of a pool or came back into it."""
    went = tell_later_if("series.out", standing.out_in is not None, round=standing.out_in)
    return Items((*went, *tell_later_if("series.back", standing.entered > 1, n=standing.entered - 1)), "comma")


def tell_beside(series: Series) -> list[str]:
    """What a series pays beside its rounds, a sentence each: fouls carried over, and a shared prize."""
    sentences = [
        tell("series.carried", round=at, entry=str(entry))
        for at, paid in enumerate(series.carried, 1)
        for entry in paid
    ]
    shares, fee, drops = series.shares, series.entry_fee, series.drops_left
    if not series.shared or shares is None or fee is None:
        return sentences
    values: dict[str, object] = {"prize": as_number(series.prize)}
    source = cite(series.rulebook, "settlement.split_by_drops")
    for name, share in shares.items():
        more = drops[name] - min(drops.values())
        values |= {"name": name, "share": as_number(share), "n": more, "extra": as_number(fee * Decimal(more))}
        sentences.append(Cited(tell("series.share:drops" if more else "series.share", **values), source))
    return sentences


def tell_series(series: Series) -> str:
    """One line about a series: how many rounds, who leads or has won."""
    if not series.rounds:
        return tell("series.none")
    values = {"rounds": tell_later("series.rounds", n=len(series.rounds)), "prize": as_number(series.prize)}
    if series.shared:
        return tell("series.shared", names=Items(series.winners), **values)
    if series.winner is not None:
        return tell("series.won" if series.prize is None else "series.won:prize", name=series.winner, **values)
    return tell("series.leads", n=len(series.leaders), names=Items(series.leaders), **values)


# ---- as displays -----------------------------------------------------------------------------------------
def describe_round(settled: Round) -> list[Block]:
    """The ledger of a round as a table, its notes before it, each entry after it."""
    notes = [explain(note, settled.rulebook) for note in settled.notes]
    title = Title(in_words(settled.rulebook), settled.rulebook.key, about_round(settled))
    return [title, Notes(notes), Gap(), _table(list_ledger(settled)), Gap(), Points(settled.entries)]


def series_html(series: Series) -> str:
    """A series as a display."""
    title, *blocks = describe_series(series)
    return write_html([title, Points(series.damage), *blocks])


def describe_series(series: Series) -> list[Block]:
    """Who leads, the standings of a series as a table with one column a round, and what is paid beside the rounds."""
    book = series.rulebook
    title = Title(in_words(book), book.key, " · ".join([*list_options(book), tell_series(series)]))
    table: list[Block] = [Gap(), _table(list_standings(series))] if series.rounds else []
    return [title, *table, Gap(), Points(tell_beside(series))]


def _table(columns: Sequence[Column]) -> Table:
    keys, names, texts = zip(*columns, strict=True)
    left = {at for at, key in enumerate(keys) if key in _TEXTS}
    return Table(names, [*zip(*texts, strict=True)], left, keys.index("player"), indent="")
