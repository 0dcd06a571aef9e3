"""What a display is made of, block by block: written as plain text for a terminal, and as HTML for a notebook."""

from __future__ import annotations

import textwrap
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..wording.describe import count_cells, pad
from ..wording.speech import tell
from .html import draw_line, draw_table, draw_title, frame, list_items


class Block(Protocol):
    """A part of a display."""

    def as_text(self, width: int) -> list[str]:
        """Its lines, each of at most ``width`` characters."""

    def as_html(self) -> str:
        """The same as HTML."""


def write_text(blocks: Iterable[Block], width: int = 100) -> str:
    """A display as plain text."""
    return "\n".join(line for block in blocks for line in block.as_text(width)).rstrip()


def write_html(blocks: Iterable[Block]) -> str:
    """A display as self-contained HTML."""
    return frame(block.as_html() for block in blocks)


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """The lines of a text; those after the first are indented."""
    return textwrap.wrap(text, width, subsequent_indent=indent, break_long_words=False)


def set_columns(rows: Sequence[Sequence[str]], right: Container[int], indent: str = "") -> list[str]:
    """Rows of text set in columns; those named are set to the right."""
    widths = [max(count_cells(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [pad(cell, wide, right=at in right) for at, (cell, wide) in enumerate(zip(row, widths, strict=True))]
        lines.append((indent + "  ".join(cells)).rstrip())
    return lines


class Gap:
    """An empty line, which HTML does without."""

    def as_text(self, width: int) -> list[str]:
        """The line."""
        return [""]

    def as_html(self) -> str:
        """Nothing."""
        return ""


@dataclass(frozen=True)
class Title:
    """What is shown, and in one line what it is about; text has the key of the game as well."""

    name: str
    key: str
    about: str

    def as_text(self, width: int) -> list[str]:
        """Both in one line, or as many as it takes."""
        return wrap(f"{self.name} ({self.key}) · {self.about}", width, "  ")

    def as_html(self) -> str:
        """The name in strong type."""
        return draw_title(self.name, self.about)


@dataclass(frozen=True)
class Line:
    """A sentence, or a few; ``look`` is a class of the style sheet."""

    text: str
    look: str = ""

    def as_text(self, width: int) -> list[str]:
        """Its lines."""
        return wrap(self.text, width)

    def as_html(self) -> str:
        """A paragraph."""
        return draw_line(self.text, self.look)


@dataclass(frozen=True)
class Points:
    """Sentences, each for itself."""

    sentences: Iterable[object]

    def as_text(self, width: int) -> list[str]:
        """Each after a dash."""
        return [line for sentence in self.sentences for line in wrap(f"  - {sentence}", width, "    ")]

    def as_html(self) -> str:
        """A list."""
        return list_items(map(str, self.sentences))


class Lines(Points):
    """Sentences that a terminal shows as lines without a dash."""

    def as_text(self, width: int) -> list[str]:
        """Their lines."""
        return [line for sentence in self.sentences for line in wrap(str(sentence), width)]


class Notes(Points):
    """Sentences that are to be read before a verdict or a ledger."""

    def as_text(self, width: int) -> list[str]:
        """Each called a note."""
        notes = (tell("verdict.note", note=note) for note in self.sentences)
        return [line for note in notes for line in wrap(note, width, "      ")]


@dataclass(frozen=True)
class Table:
    """Rows under the names of their columns; nothing without rows.

    Attributes:
        names: what the columns are called.
        rows: the cells of each row.
        left: the columns that are set to the left; the others hold figures.
        head: the column that names a row.
        indent: what stands before each line of text.
    """

    names: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: Container[int]
    head: int = 0
    indent: str = "  "

    def as_text(self, width: int) -> list[str]:
        """The cells set in columns."""
        right = {at for at in range(len(self.names)) if at not in self.left}
        return set_columns([self.names, *self.rows], right, self.indent) if self.rows else []

    def as_html(self) -> str:
        """A table."""
        return draw_table(self.names, self.rows, self.left, self.head)
