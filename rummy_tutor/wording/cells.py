"""Columns of a terminal: how many cells a text takes, which for many scripts is not how many characters it has."""

from __future__ import annotations

from unicodedata import category, east_asian_width


def count_cells(text: str) -> int:
    """How many cells of a terminal a text takes: marks over and under letters take none, wide letters two.

    Example:
        >>> [count_cells(text) for text in ("set", "सेट", "七")]
        [3, 2, 2]
    """
    return sum(
        0 if category(letter) in ("Mn", "Me", "Cf") else 1 + (east_asian_width(letter) in ("W", "F")) for letter in text
    )


def pad(text: str, cells: int, *, right: bool = False) -> str:
    """A text filled up with spaces to a number of cells; to the right it stands at their end."""
    spaces = " " * (cells - count_cells(text))
    return spaces + text if right else text + spaces
