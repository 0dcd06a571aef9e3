"""A settled round and a series to look at: self-contained HTML for notebooks, and plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from decimal import Decimal
from html import escape

from ._judging import Figure
from ._ledger import Round, Row, as_number
from ._seats import LABELS
from .display import frame
from .explain import explain
from .phrases import cite, count_of, join_words, show_card, with_minus
from .series import Series, Standing

_FIGURES = {Figure.LAID: "as laid", Figure.BEST: "at best", Figure.STATED: "stated"}


def signed(number: int | Decimal | None) -> str:
    """A number as ledgers show it: with its sign, a true minus, and a dash for none."""
    if number is None:
        return "–"
    value = as_number(number) if isinstance(number, Decimal) else number
    return with_minus(f"{value:+}") if value else "0"


def about_round(settled: Round) -> str:
    """One line about the table: the game, the players, the turned card, the rate."""
    book = settled.rulebook
    turned = "none turned" if settled.turned is None else f"turned {show_card(settled.turned)}"
    rate = [] if settled.point_value is None else [f"{as_number(settled.point_value)} a point"]
    return " · ".join([f"{len(settled.rows)} players", turned, *book.options, *rate])


def _columns(settled: Round) -> list[tuple[str, list[str]]]:
    """The ledger's columns with their texts; those without a figure are left out."""
    rows = settled.rows
    columns = [
        ("Player", [row.name for row in rows]),
        ("Ending", [_ending(row) for row in rows]),
        ("Won", [signed(row.won) for row in rows]),
    ]
    if any(row.score is not None for row in rows):
        columns.insert(2, ("Score", [signed(row.score) for row in rows]))
    if any(row.received or row.given for row in rows):
        columns.append(("Received", [signed(row.received) for row in rows]))
        columns.append(("Given", [signed(-row.given) for row in rows]))
    if any(row.capped for row in rows):
        columns.append(("Cap", [signed(row.capped) for row in rows]))
    columns.append(("Net", [signed(row.net) for row in rows]))
    if settled.point_value is not None:
        columns.append(("Money", [signed(row.money) for row in rows]))
    return columns


def _ending(row: Row) -> str:
    figure = _FIGURES.get(row.figure)
    return f"{LABELS[row.ending]}, {figure}" if figure else LABELS[row.ending]


def _standing_columns(series: Series) -> list[tuple[str, list[str]]]:
    standings = series.standings
    columns = [
        ("Place", [str(one.place) for one in standings]),
        ("Player", [one.name for one in standings]),
        ("Total", [with_minus(one.total) for one in standings]),
    ]
    if series.point_value is not None or series.entry_fee is not None:
        columns.append(("Money", [signed(one.money) for one in standings]))
    if series.out or any(one.entered > 1 for one in standings):
        columns.append(("", [_out(one) for one in standings]))
    for at, settled in enumerate(series.rounds):
        change = {row.name: row.net for row in settled.rows}
        for entry in series.carried[at]:
            change[entry.payer] = change.get(entry.payer, 0) - entry.amount
            change[entry.payee] += entry.amount
        columns.append(
            (f"Round {at + 1}", [signed(change[one.name]) if one.name in change else "–" for one in standings])
        )
    return columns


def _out(one: Standing) -> str:
    told = [] if one.out_in is None else [f"out in round {one.out_in}"]
    if one.entered > 1:
        told.append("came back" if one.entered == 2 else f"came back {one.entered - 1} times")
    return ", ".join(told)


def tell_beside(series: Series) -> list[str]:
    """What a series pays beside its rounds, a sentence each: fouls carried over, and a shared prize."""
    told = [f"Round {at}: {entry}" for at, paid in enumerate(series.carried, 1) for entry in paid]
    if series.shared:
        prize, drops = f"{as_number(series.prize)}", series.drops_left
        source = cite(series.rulebook, "settlement.split_by_drops")
        for name, share in series.shares.items():
            more = drops[name] - min(drops.values())
            extra = f", {as_number(series.entry_fee * more)} of it for {count_of(more, 'drop')} more" if more else ""
            told.append(f"{name} gets {as_number(share)} of the prize of {prize}{extra}. [{source}]")
    return told


def tell_series(series: Series) -> str:
    """One line about a series: how many rounds, who leads or has won."""
    played = count_of(len(series.rounds), "round")
    if not series.rounds:
        return "no round played"
    if series.shared:
        return f"{played}; {join_words(series.winners)} have shared the prize of {as_number(series.prize)}"
    if series.winner is not None:
        prize = "" if series.prize is None else f", and the prize of {as_number(series.prize)}"
        return f"{played}; {series.winner} has won{prize}"
    verb = "leads" if len(series.leaders) == 1 else "lead together"
    return f"{played}; {join_words(series.leaders)} {verb}"


# ---- HTML ------------------------------------------------------------------------------------------------
_WORDS = ("Player", "Ending", "")


def _table(columns: Sequence[tuple[str, list[str]]]) -> str:
    heads = "".join(
        f"<th scope='col' class='{'' if name in _WORDS else 'n'}'>{escape(name)}</th>" for name, _ in columns
    )
    rows = []
    for at in range(len(columns[0][1])):
        cells = []
        for name, texts in columns:
            tag = "th scope='row'" if name == "Player" else f"td class='{'mute' if name in _WORDS else 'n'}'"
            cells.append(f"<{tag}>{escape(texts[at])}</{tag.split()[0]}>")
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _list(sentences: Iterable[str]) -> str:
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    return f"<ul>{items}</ul>" if items else ""


def round_html(settled: Round) -> str:
    """The ledger of a round as a table, its notes before it, each entry after it."""
    title = (
        f"<strong>{escape(settled.rulebook.title)}</strong> <span class='mute'>{escape(about_round(settled))}</span>"
    )
    notes = [explain(note, settled.rulebook) for note in settled.notes]
    return frame([title, _list(notes), _table(_columns(settled)), _list(map(str, settled.entries))])


def series_html(series: Series) -> str:
    """The standings of a series as a table with one column a round."""
    book = series.rulebook
    about = " · ".join([*book.options, tell_series(series)])
    title = f"<strong>{escape(book.title)}</strong> <span class='mute'>{escape(about)}</span>"
    lost = [f"{series.lost[0].upper()}{series.lost[1:]}."] if series.lost else []
    table = [_table(_standing_columns(series))] if series.rounds else []
    return frame([title, _list(lost), *table, _list(tell_beside(series))])


# ---- text ------------------------------------------------------------------------------------------------
def draw_round(settled: Round, width: int = 100) -> str:
    """A settled round as text: the table, the ledger, and every entry."""
    book = settled.rulebook
    lines = [f"{book.title} ({book.key}) · {about_round(settled)}"]
    lines += [_wrap(f"Note: {explain(note, book)}", width, "      ") for note in settled.notes]
    lines += ["", *_draw_table(_columns(settled)), ""]
    lines += [_wrap(f"  - {entry}", width, "    ") for entry in settled.entries]
    return "\n".join(lines).rstrip()


def draw_series(series: Series, width: int = 100) -> str:
    """A series as text: who leads, and the standings."""
    book = series.rulebook
    head = " · ".join([f"{book.title} ({book.key})", *book.options, tell_series(series)])
    lines = [_wrap(head, width, "  ")]
    if series.rounds:
        lines += ["", *_draw_table(_standing_columns(series))]
    beside = [_wrap(f"  - {told}", width, "    ") for told in tell_beside(series)]
    return "\n".join([*lines, *([""] if beside else []), *beside])


def _draw_table(columns: Sequence[tuple[str, list[str]]]) -> list[str]:
    lines = []
    widths = [max(map(len, [name, *texts])) for name, texts in columns]
    for cells in zip(*([name, *texts] for name, texts in columns), strict=True):
        parts = [
            cell.ljust(wide) if name in _WORDS else cell.rjust(wide)
            for cell, wide, (name, _) in zip(cells, widths, columns, strict=True)
        ]
        lines.append("  ".join(parts).rstrip())
    return lines


def _wrap(text: str, width: int, indent: str) -> str:
    return textwrap.fill(text, width, subsequent_indent=indent, break_long_words=False)
