"""The fonts the page brings, so that it looks the same whatever fonts a machine has.

Noto Sans with all its weights draws the text, and nine signs of Noto Sans Symbols 2 the suits and marks typed in it.
The signs were cut out of the package's file with fonttools::

    pyftsubset noto-sans-symbols-2-symbols-400-normal.woff2 --flavor=woff2 --no-hinting --layout-features='' \\
        --name-IDs=0,1,2,13,14 --output-file=noto-sans-symbols-2-signs.woff2 \\
        --unicodes=2660,2663,2665,2666,2713,25B4,25BE,25C6,2759

Letters of other scripts, in the weights that the page has, are fetched where a page draws some of them; in notebooks
the machine's own fonts draw them. Each was cut in the same way::

    fonttools varLib.instancer noto-sans-devanagari-devanagari-wght-normal.woff2 wght=400:700 -o letters.ttf
    pyftsubset letters.ttf --flavor=woff2 --no-hinting --name-IDs=0,1,2,13,14 \\
        --output-file=noto-sans-devanagari-letters.woff2 --unicodes=0900-097F,200C,200D,25CC
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Collection
from functools import cache
from pathlib import Path

from ...page.feed import Font

# file -> the characters it has and is asked for, as the unicode-range of CSS
_FACES = {
    "noto-sans-latin-wght-normal.woff2": "U+0020-007E, U+00A0-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, "
    "U+02DC, U+2013-2014, U+2018-201A, U+201C-201E, U+2022, U+2026, U+2032-2033, U+2039-203A, U+2044, U+20AC, U+2122, "
    "U+2212",
    "noto-sans-symbols-2-signs.woff2": "U+2660, U+2663, U+2665-2666, U+2713, U+25B4, U+25BE, U+25C6, U+2759",
}
# joiners belong to the script of the letters beside them: a browser looks for both in one font
SCRIPTS = {
    "noto-sans-devanagari-letters.woff2": "U+0900-097F, U+200C-200D, U+25CC",
    "noto-sans-tamil-letters.woff2": "U+0B80-0BFF",
    "noto-sans-telugu-letters.woff2": "U+0C00-0C7F",
    "noto-sans-kannada-letters.woff2": "U+0C80-0CFF",
}


FOLDER = Path(__file__).parent


def list_faces() -> list[tuple[str, str]]:
    """Each font file's name and the characters that it draws, as CSS names them."""
    return [*_FACES.items(), *SCRIPTS.items()]


def list_scripts(text: str) -> list[str]:
    """The font files, beside those for Latin text, that draw some letter of a text.

    Example:
        >>> list_scripts("हिन्दी (Hindi)")
        ['noto-sans-devanagari-letters.woff2']
    """
    names = []
    for name, characters in SCRIPTS.items():
        first, last = (int(end, 16) for end in characters.split(",")[0].removeprefix("U+").split("-"))
        if any(first <= ord(letter) <= last for letter in text):
            names.append(name)
    return names


def style_faces(address: Callable[[str], str], names: Collection[str] = ()) -> str:
    """A style sheet that names the fonts, or some of them, each at the address of its file."""
    return "".join(
        f'@font-face{{font-family:"Rummy Tutor";font-weight:100 900;unicode-range:{characters};'
        f'src:url({address(name)}) format("woff2")}}'
        for name, characters in list_faces()
        if not names or name in names
    )


def embed_letters(page: str) -> str:
    """An HTML page with the letters of other scripts that it is written in; one in Latin letters stays as it is.

    Example:
        >>> embed_letters("<head></head><p>Sets</p>")
        '<head></head><p>Sets</p>'
    """
    scripts = list_scripts(page)
    if not scripts:
        return page
    faces = style_faces(lambda name: f"data:font/woff2;base64,{_encode(name)}", scripts)
    return page.replace("</head>", f"<style>{faces}</style></head>", 1)


def _encode(name: str) -> str:
    return base64.b64encode((FOLDER / name).read_bytes()).decode("ascii")


@cache
def read_fonts() -> list[Font]:
    """Each font file for Latin text as ``data`` (base64) and ``range``, the characters that it draws."""
    return [{"data": _encode(name), "range": characters} for name, characters in _FACES.items()]
