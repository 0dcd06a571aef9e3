"""Text on standard output: in plain letters where it knows no suits, red cards in red where it has colours."""

from __future__ import annotations

import os
import re
import shutil
import sys
from typing import TextIO

_RED_CARD = re.compile("(?:10|[A2-9TJQK])[♥♦]")
_PLAIN = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "−": "-", "–": "-", "×": "x", "·": "-", "’": "'"})


def print_text(text: str) -> None:
    """Print text on standard output."""
    text = make_plain(text, sys.stdout)
    if _has_colours():
        text = _RED_CARD.sub("\x1b[31m\\g<0>\x1b[39m", text)
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def make_plain(text: str, stream: TextIO) -> str:
    """Text as a stream can show it: in plain letters where its encoding knows no suits."""
    try:
        text.encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return text.translate(_PLAIN).encode("ascii", "replace").decode("ascii")
    return text


def _has_colours() -> bool:
    """Whether red cards are written in red: in a terminal that has colours, unless ``NO_COLOR`` is set to anything."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and sys.stdout.isatty()


def find_width() -> int:
    """How many characters of a line are used: those of the terminal, within reason."""
    return max(60, min(110, shutil.get_terminal_size((100, 24)).columns))
