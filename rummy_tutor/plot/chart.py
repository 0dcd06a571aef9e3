"""A chart of horizontal bars as SVG that stands by itself, with title and description inside and the data beside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import pandas

_WIDTH, _LABEL, _AFTER = 640, 190, 110  # pixels: the chart, the names at its left at least, what a bar's end says
_LETTER = 7  # pixels that a letter of a name takes at most on average
_ROW, _BAR, _TOP = 24, 16, 34
_INK, _PAPER = "#1c1d20", "#ffffff"
STRONG, LIGHT = "#0072b2", "#f4c272"
# from light to dark, so that the order is seen without colours; the first of them bear dark text
SHADES = ("#f7e8c6", "#f4c272", "#dd9a4a", "#b06f3c", "#84503a", "#5c3a36", "#3b2a2e", "#241c22")
_DARK_TEXT = 3


class Part(NamedTuple):
    """A piece of a bar.

    Attributes:
        value: how long it is, not negative.
        look: its colour.
        text: what stands in it, where there is room.
    """

    value: float
    look: str = STRONG
    text: str = ""


class Bar(NamedTuple):
    """One row: its name, its pieces one after the other, what is said at its end, and the range of its value."""

    name: str
    parts: Sequence[Part]
    note: str = ""
    between: tuple[float, float] | None = None


@dataclass(frozen=True, repr=False)
class Chart:
    """A chart; a notebook shows it, ``save`` writes it, and ``data`` has its figures for other libraries.

    Attributes:
        title: what it shows.
        description: the same for who does not see it, with its figures.
        bars: its rows.
        rows: the figures as records.
        legend: what each colour means; empty where there is only one.
    """

    title: str
    description: str
    bars: tuple[Bar, ...]
    rows: tuple[Mapping[str, Any], ...]
    legend: tuple[tuple[str, str], ...] = ()

    @property
    def data(self) -> pandas.DataFrame:
        """The figures as a table, one row a figure."""
        import pandas as pd

        return pd.DataFrame(list(self.rows))

    @property
    def svg(self) -> str:
        """The chart as the text of an SVG file."""
        top = _TOP + (22 if self.legend else 0)
        height = top + _ROW * len(self.bars) + 10
        most = max((max(_length(bar), *(bar.between or (0, 0))) for bar in self.bars), default=0) or 1
        left = max([_LABEL, *(_LETTER * len(bar.name) + 16 for bar in self.bars)])
        scale = (_WIDTH - left - _AFTER) / most
        drawn = "".join(_draw_bar(bar, left, top + _ROW * at, scale) for at, bar in enumerate(self.bars))
        x, legend = 12, ""
        for look, name in self.legend:
            legend += f'<rect x="{x}" y="32" width="12" height="12" fill="{look}" stroke="{_INK}" stroke-width=".5"/>'
            legend += f'<text x="{x + 17}" y="42">{escape(name)}</text>'
            x += 30 + 7 * len(name)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {_WIDTH} {height}" '
            f'width="{_WIDTH}" height="{height}" font-family="system-ui,sans-serif" font-size="13" fill="{_INK}">'
            f"<title>{escape(self.title)}</title><desc>{escape(self.description)}</desc>"
            f'<rect width="100%" height="100%" fill="{_PAPER}"/>'
            f'<text x="12" y="22" font-weight="600" font-size="15">{escape(self.title)}</text>{legend}{drawn}</svg>'
        )

    def save(self, path: str | PathLike[str]) -> None:
        """Write the SVG file; it is SVG whatever the name ends in.

        Raises:
            OSError: it cannot be written.
        """
        Path(path).write_text(self.svg, encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"Chart({self.title!r}, {len(self.bars)} bars)"


def _length(bar: Bar) -> float:
    return sum(part.value for part in bar.parts)


def _draw_bar(bar: Bar, left: int, y: int, scale: float) -> str:
    middle = y + _BAR // 2 + 5
    svg, x = f'<text x="{left - 8}" y="{middle}" text-anchor="end">{escape(bar.name)}</text>', float(left)
    for part in bar.parts:
        wide = part.value * scale
        if wide:
            box = f'x="{x:.1f}" y="{y}" width="{wide:.1f}" height="{_BAR}"'
            svg += f'<rect {box} fill="{part.look}" stroke="{_PAPER}"/>'
        if part.text and wide > 8 * len(part.text):
            ink = _INK if part.look in (LIGHT, *SHADES[:_DARK_TEXT]) else _PAPER
            place = f'x="{x + wide / 2:.1f}" y="{middle}" text-anchor="middle"'
            svg += f'<text {place} fill="{ink}">{escape(part.text)}</text>'
        x += wide
    if bar.between is not None:
        low, high = (left + value * scale for value in bar.between)
        y_middle = y + _BAR / 2
        svg += f'<path d="M{low:.1f} {y_middle}H{high:.1f}m0 -4v8M{low:.1f} {y_middle - 4}v8" stroke="{_INK}"/>'
        x = max(x, high)
    return svg + (f'<text x="{x + 6:.1f}" y="{middle}">{escape(bar.note)}</text>' if bar.note else "")
