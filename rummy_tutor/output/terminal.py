"""Verdicts, comparisons and advice as plain text for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Container, Iterable, Sequence
from typing import Any

from ..game.cards import PRINTED_JOKER, Card
from ..game.messages import Items, key_of
from ..game.records import Reason
from ..study.analysis import Analysis
from ..study.compare import Comparison
from ..wording.describe import count_cells, pad
from ..wording.speech import knows, tell
from .figures import (
    tell_short,
    tell_turned,
)


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """The lines of a text; those after the first are indented."""
    return textwrap.wrap(text, width, subsequent_indent=indent, break_long_words=False)


def list_points(sentences: Iterable[object], width: int) -> list[str]:
    """The lines of some sentences, each after a dash."""
    return [line for sentence in sentences for line in wrap(f"  - {sentence}", width, "    ")]


def set_columns(rows: Sequence[Sequence[str]], right: Container[int], indent: str = "") -> list[str]:
    """Rows of text set in columns; those named are set to the right."""
    widths = [max(count_cells(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [pad(cell, wide, right=at in right) for at, (cell, wide) in enumerate(zip(row, widths, strict=True))]
        lines.append((indent + "  ".join(cells)).rstrip())
    return lines


def draw_comparison(comparison: Comparison, width: int = 100) -> str:
    """The verdicts of all rulebooks as a table of text."""
    laid = comparison.hand.groups is not None
    columns = ("rulebook", "players", *(["laid"] if laid else []), "best", "bonus", "remarks")
    rows = [[tell(key_of("column.", name)) for name in columns]]
    for result in comparison:
        remarks = "; ".join(_remarks(result)) or "–"
        bonus = "–" if result.bonus is None else str(result.bonus)
        figures = [tell_short(result.arranged)] if result.arranged is not None else []
        rows.append([result.rulebook.key, str(result.players), *figures, tell_short(result.solved), bonus, remarks])
    lines = [tell("comparison.head", n=len(comparison.hand.cards), turned=tell_turned(comparison.turned)), ""]
    starts = set_columns([row[:-1] for row in rows], ())
    wide = max(map(count_cells, starts)) + 2
    for start, row in zip(starts, rows, strict=True):
        lines += wrap(pad(start, wide) + row[-1], max(width, wide + 24), " " * wide)
    return "\n".join(lines)


def _remarks(result: Analysis) -> list[str]:
    """The notes of a verdict in a few words each."""
    return [
        tell(key, joker=PRINTED_JOKER, **_read_details(note))
        for note in result.notes
        if knows(key := key_of("remark.", note.code))
    ]


def _read_details(note: Reason) -> dict[str, Any]:
    """What a note says, cards and options as they are told of."""
    values: dict[str, Any] = dict(note.details)
    if "card" in values:
        values["card"] = Card.parse(str(values["card"]))
    if "options" in values:
        values["options"] = Items(tuple(values["options"]), "comma")
    return values
