"""The design system holds: raw values stand in one sheet, its colours can be told apart, and the sheets stay small."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

FRONT = Path(__file__).parents[2] / "rummy_tutor" / "front"
TOKENS = FRONT / "shared" / "tokens.css"
SHEETS = sorted(FRONT.rglob("*.css"))
MOST_DECLARATIONS = 2349  # of all sheets together

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_DECLARATION = re.compile(r"(?<=[{;])\s*(--[\w-]+|[a-z-]+)\s*:\s*([^;{}]+);")
_COLOUR = re.compile(
    r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|light-dark|color-mix)\(|(?<![\w-])(?:white|black|red|gold)(?![\w-])", re.I
)
_TIME = re.compile(r"(?<![\w-])[\d.]+m?s\b")
_TOKEN = (
    r"(?:-?0|auto|inherit|var\(--rt-[\w-]+(?:, [^()]+)?\)|(?:calc|max|min)\((?:[^()]|\([^()]*\))*\bvar\(.*\)|env\(.*\))"
)
_RADIUS = re.compile(rf"(?:50%|{_TOKEN})(?: (?:50%|{_TOKEN}))*")
_SPACE = re.compile(rf"{_TOKEN}(?: {_TOKEN})*")
_LETTERS = re.compile(r"inherit|var\(--rt-t[1-7]\)|calc\(var\(--rt-cw\) .*\)")
_SPACED = re.compile(
    r"(?:row-|column-)?gap|padding(?:-(?:inline|block|top|right|bottom|left|inline-start|inline-end))?"
)


class Declaration(NamedTuple):
    """One declaration of a sheet."""

    name: str
    value: str


def read_declarations(sheet: Path) -> Iterator[Declaration]:
    """The declarations of a sheet, without comments and addresses."""
    text = _COMMENT.sub("", sheet.read_text(encoding="utf-8"))
    text = re.sub(r'url\("[^"]*"\)', "url()", text)
    for name, value in _DECLARATION.findall(text):
        yield Declaration(name, " ".join(value.split()))


def find_raw(declaration: Declaration) -> str | None:
    """What of a declaration should be a token; None if nothing."""
    name, value = declaration
    if _COLOUR.search(value):
        return "colour"
    if _TIME.search(value):
        return "time"
    if (name == "font" and value != "inherit") or (name == "font-size" and not _LETTERS.fullmatch(value)):
        return "font size"
    if name.endswith("radius") and not _RADIUS.fullmatch(value):
        return "radius"
    if _SPACED.fullmatch(name) and not _SPACE.fullmatch(value):
        return "space"
    return None


@pytest.mark.parametrize("sheet", [one for one in SHEETS if one != TOKENS], ids=lambda sheet: sheet.name)
def test_raw_values_stand_with_the_tokens_alone(sheet: Path) -> None:
    """Colours, sizes of letters, radii, gaps, paddings and times are named in every other sheet."""
    raw = [(kind, *one) for one in read_declarations(sheet) if (kind := find_raw(one))]
    assert raw == []


@pytest.mark.parametrize(
    ("declaration", "kind"),
    [
        ("color: #fff", "colour"),
        ("background: linear-gradient(rgb(0 0 0 / 0.2), var(--rt-felt))", "colour"),
        ("transition: translate 120ms", "time"),
        ("font-size: 14px", "font size"),
        ("font-size: 0.9em", "font size"),
        ("border-radius: 8px", "radius"),
        ("border-radius: 0 0 calc(var(--rt-cw) * 0.1) 50%", None),
        ("gap: 6px var(--rt-s2)", "space"),
        ("padding: 0 var(--rt-s4) max(var(--rt-s1), env(safe-area-inset-bottom))", None),
        ("transition: translate var(--rt-d-tap) var(--rt-out)", None),
        ("margin: 0 auto", None),
    ],
)
def test_a_raw_value_is_found(declaration: str, kind: str | None) -> None:
    """The search tells what is raw from what names a token."""
    assert find_raw(Declaration(*declaration.split(": "))) == kind


def test_the_sheets_stay_small() -> None:
    """All hosts together have so many declarations at most: what is said twice belongs in a shared sheet."""
    counts = {sheet.name: sum(1 for _ in read_declarations(sheet)) for sheet in SHEETS}
    assert sum(counts.values()) <= MOST_DECLARATIONS, counts


def test_every_named_value_is_there() -> None:
    """A name that no sheet and no script sets would draw nothing, and nobody would be told."""
    texts = [path.read_text(encoding="utf-8") for path in (*SHEETS, *FRONT.rglob("*.js"))]
    # asked for with what holds in their place, or set for a card and its place
    asked = {name for text in texts for name in re.findall(r"var\((--rt-[\w-]+)\)", text)}
    given = {name for text in texts for name in re.findall(r"(--rt-[\w-]+)[\"'`]?\s*[:,]", text)}
    assert asked - given == set()


# ---- contrast ----------------------------------------------------------------------------------------------------

_PAIRS_OF_TEXT = [
    ("ink", "page panel sunk good-soft bad-soft why-soft"),
    ("quiet", "page panel sunk"),
    ("link", "page panel sunk"),
    ("good", "page panel good-soft"),
    ("bad", "page panel bad-soft"),
    ("why", "panel why-soft"),
    ("sun-ink", "sun sun-hi sun-soft"),
    ("felt-ink", "felt felt-deep felt-edge"),
    ("felt-quiet", "felt felt-deep felt-edge"),
    ("sun-soft", "felt felt-deep"),
    ("f-bad-soft", "felt felt-deep f-bad-ink"),
    ("c-S", "c-face"),
    ("c-H", "c-face"),
    ("c-D", "c-face"),
    ("c-C", "c-face"),
    ("c-joker", "c-face"),
    ("c-black", "c-line"),
    *((f"k-{kind}-ink", f"k-{kind}") for kind in ("pure", "impure", "set", "tunnela", "dublee", "none")),
]
_PAIRS_OF_SIGNS = [
    ("sun-edge", "panel"),
    ("sun", "felt felt-deep felt-edge"),
    ("good-fill", "panel"),
    ("bad-fill", "panel"),
    ("f-good", "felt felt-deep"),
    ("f-bad", "felt felt-deep"),
    *((f"k-{kind}-line", "felt felt-deep") for kind in ("pure", "impure", "set", "tunnela", "dublee")),
]


def read_palette(*, dark: bool, four: bool = False, wall: bool = False) -> dict[str, tuple[float, ...]]:
    """The colours of the tokens by name, as red, green and blue from 0 to 1."""
    text = _COMMENT.sub("", TOKENS.read_text(encoding="utf-8"))
    blocks = re.findall(r"([^{}]+)\{([^{}]*)\}", text)
    values: dict[str, str] = {}
    for selector, body in blocks:
        if (".rt-four" in selector and not four) or ('"wall"' in selector and not wall):
            continue
        for name, value in re.findall(r"--rt-([\w-]+):\s*([^;]+);", body):
            values[name] = value.strip()
    return {name: colour for name, value in values.items() if (colour := _read_colour(value, values, dark=dark))}


def _read_colour(value: str, values: dict[str, str], *, dark: bool) -> tuple[float, ...] | None:
    if pair := re.fullmatch(r"light-dark\((#\w+), (#\w+)\)", value):
        value = pair[2 if dark else 1]
    if other := re.fullmatch(r"var\(--rt-([\w-]+)\)", value):
        return _read_colour(values[other[1]], values, dark=dark)
    if not re.fullmatch(r"#[0-9a-f]{6}", value):
        return None
    return tuple(int(value[at : at + 2], 16) / 255 for at in (1, 3, 5))


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """The contrast of two colours as WCAG 2 counts it: 21 for black on white.

    Example:
        >>> contrast((0, 0, 0), (1, 1, 1))
        21.0
    """
    lights = sorted(map(_luminance, (one, other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _luminance(colour: tuple[float, ...]) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("four", [False, True], ids=["two", "four"])
@pytest.mark.parametrize("wall", [False, True], ids=["page", "wall"])
def test_what_stands_on_what_can_be_read(dark: bool, four: bool, wall: bool) -> None:
    """Letters have a contrast of 4.5 at least on every ground they stand on, signs and lines of 3 (WCAG AA)."""
    palette = read_palette(dark=dark, four=four, wall=wall)
    weak = [
        (name, ground, round(found, 2))
        for pairs, least in ((_PAIRS_OF_TEXT, 4.5), (_PAIRS_OF_SIGNS, 3.0))
        for name, grounds in pairs
        for ground in grounds.split()
        if (found := contrast(palette[name], palette[ground])) < least
    ]
    assert weak == []
