"""The sources, the numbered rulings where they are silent or contradict themselves, and their own slips.

``Rulebook.sources`` and every explanation cite these by their numbers. R1 to R29 settle how the five
published pages are read; R30 and up are readings this product had to choose to give every hand one answer.
What they say stands in the catalogue of sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from ..game.messages import key_of, tell_later

if TYPE_CHECKING:
    from ..game.rules import Rulebook


class Citations(Mapping[str, str]):
    """What can be cited, by its number: the text is looked up when it is asked for, in the language of that moment."""

    def __init__(self, codes: Iterable[str]) -> None:
        self.codes = tuple(codes)

    def __getitem__(self, code: str) -> str:
        if code not in self.codes:
            raise KeyError(code)
        return str(tell_later(key_of("citation.", code)))

    def __iter__(self) -> Iterator[str]:
        return iter(self.codes)

    def __len__(self) -> int:
        return len(self.codes)


SOURCES = Citations(f"S{number}" for number in range(5))
RULINGS = Citations(f"R{number}" for number in range(1, 67))
# each slip and the source that makes it
SLIPS_OF = {"X1": "S0", "X2": "S4", "X3": "S4", "X4": "S4", "X5": "S4", "X6": "S4"}
SLIPS = Citations(SLIPS_OF)

_CODES = re.compile(r"[SR]\d+(, [SR]\d+)*")
_CODE = re.compile(r"\b[SRX]\d+\b")


def find_citations(text: str) -> tuple[str, ...]:
    """The numbers of sources, rulings and slips named in a text, each once.

    Example:
        >>> find_citations("S0, R8 and S0")
        ('S0', 'R8')
    """
    return tuple(dict.fromkeys(_CODE.findall(text)))


def look_up(code: str) -> str:
    """What a source, ruling or slip says.

    Raises:
        KeyError: there is no such number.

    Example:
        >>> look_up("S1")
        "GoRummy's page on points rummy"
    """
    return next((table for table in (SOURCES, RULINGS) if code in table), SLIPS)[code]


@lru_cache(maxsize=4096)
def find_sources(rulebook: Rulebook, paths: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The numbers cited for fields, each once and in order, and what else is said of their source."""
    return read_sources(text for text in (rulebook.source_of(path) for path in paths) if text)


def read_sources(texts: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The numbers that sources of rulebooks' fields hold, each once and in order, and those that are no numbers."""
    said = list(texts)
    plain = [text for text in said if not _CODES.fullmatch(text)]
    codes = dict.fromkeys(code for text in said if text not in plain for code in find_citations(text))
    return tuple(sorted(codes, key=by_number)), tuple(dict.fromkeys(plain))


def by_number(code: str) -> tuple[bool, int]:
    """Sources before rulings, each by number."""
    return code[0] != "S", int(code[1:])
