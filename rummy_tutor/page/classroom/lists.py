"""Lists for a class in a file, in a link and in the browser: written and read, every fault told in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from ...game.messages import TutorError, is_readable
from ...game.rules import RuleError
from ...rounds.documents import load_json
from ..asking import fits
from ..packed import PackedError, pack, unpack
from .entries import ClassList, read_entry

FORMAT, VERSION = "rummy-tutor-list", 1
KEPT = "rummy-tutor-lists"  # the format of all lists of a browser
MOST_ENTRIES = 200
MOST_LISTS = 60
MAX_TITLE = 80  # characters
MAX_CODE = 3000  # characters of a link; what is longer goes into a file
MAX_FILE = 1_000_000  # characters
_MAX_PLAIN = 200_000  # bytes of a list that comes in a link


class ListError(TutorError):
    """A file or link that holds no list."""


def write_list(written: ClassList) -> dict[str, object]:
    """A list as the values of a file."""
    return {"format": FORMAT, "version": VERSION, **written.to_data()}


def read_list(values: object) -> ClassList:
    """The list that ``write_list`` wrote.

    Raises:
        ListError: ``bad-list``: it is something else, of a later version, or an entry of it makes no sense.
    """
    if not isinstance(values, Mapping) or values.get("format") != FORMAT:
        raise ListError("bad-list:foreign")
    ListError.refuse("bad-list:version", values.get("version") != VERSION)
    return _read_body(values)


class WrittenList(TypedDict):
    """A list as it is written."""

    title: str
    entries: list[object]


class WrittenLists(TypedDict):
    """All lists of a browser as they are written."""

    format: Literal["rummy-tutor-lists"]
    lists: list[dict[str, object]]


def _read_body(values: Any) -> ClassList:
    ListError.refuse("bad-list:damaged", not fits(WrittenList)(values))
    ListError.refuse("bad-list:long", len(values["entries"]) > MOST_ENTRIES, n=MOST_ENTRIES)
    checked = []
    for at, entry in enumerate(values["entries"], 1):
        try:
            checked.append(read_entry(entry))
        except TutorError:
            raise ListError("bad-list:entry", n=at) from None
    return ClassList(clean_title(values["title"]), tuple(checked))


def clean_title(title: str) -> str:
    """A title as one line that can be read."""
    return clean_line(title, MAX_TITLE)


def clean_line(text: str, most: int) -> str:
    """What somebody has written as one line that can be read, cut to a number of letters."""
    readable = "".join(letter if is_readable(letter) else " " for letter in text)
    line = " ".join(readable.split())[:most].strip()
    return line if any(letter.isprintable() for letter in line) else ""


def read_file(text: object) -> ClassList:
    """The list of a file.

    Raises:
        ListError: ``bad-list``: the file holds none.
    """
    try:
        values = load_json(text.removeprefix("\ufeff")) if isinstance(text, str) and len(text) <= MAX_FILE else None
    except RuleError:
        raise ListError("bad-list:foreign") from None
    return read_list(values)


def write_code(written: ClassList) -> str:
    """A list as a link says it; nothing if it is too long for one."""
    return pack([written.title, [dict(entry) for entry in written.entries]], MAX_CODE, _MAX_PLAIN)


def read_code(code: str) -> ClassList:
    """The list of a link.

    Raises:
        ListError: ``bad-list``: it is damaged.
    """
    try:
        values = unpack(code, _MAX_PLAIN)
    except PackedError:
        raise ListError("bad-list:link") from None
    ListError.refuse("bad-list:link", not isinstance(values, list) or len(values) != 2)
    return _read_body(dict(zip(("title", "entries"), values, strict=True)))


# ---- all lists of a browser ----------------------------------------------------------------------------------
def write_kept(lists: Sequence[ClassList]) -> dict[str, object]:
    """All lists as the browser keeps them."""
    return {"format": KEPT, "version": VERSION, "lists": [kept.to_data() for kept in lists]}


def read_kept(values: Any) -> tuple[ClassList, ...]:
    """The lists that a browser kept.

    Raises:
        ListError: ``bad-list``: they are damaged.
    """
    is_kept = isinstance(values, Mapping) and values.get("format") == KEPT
    ListError.refuse("bad-list:version", is_kept and values.get("version") != VERSION)
    ListError.refuse("bad-list:damaged", not fits(WrittenLists)(values))
    return tuple(map(_read_body, values["lists"][:MOST_LISTS]))
