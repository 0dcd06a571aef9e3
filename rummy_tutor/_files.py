"""A series' file as text: written whole or not at all, and read as far as it is whole.

The file is written beside the old one and then put in its place, so that a crash leaves one or the other whole.
Since the game stands first and each round is an object of its own, a file that breaks off anywhere after its first
line still gives every round that is complete. A second file as a backup would do the same only for the rounds
before the last one, and could be copied apart from the first.
"""

from __future__ import annotations

import errno
import json
import os
import re
import tempfile
from pathlib import Path

from .phrases import count_of
from .rounds import load_json, parse_json
from .rules import RuleError

_ROUNDS = re.compile(r'"rounds"\s*:\s*\[')
_BETWEEN = re.compile(r"[\s,]*")
# what a text that was cut may end with where it can no longer be read: part of a string, escape or word, a bracket
_UNFINISHED = re.compile(r'\s*(?:"(?:[^"\\\n]|\\.)*\\?|[a-zA-Z0-9]+|-|\]\s*)?')


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Write a file of ASCII text; until it is complete the old one stays.

    Raises:
        OSError: it cannot be written; the old file is as it was.
    """
    target = Path(path)
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "no such folder", str(target.parent))
    handle, beside = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(beside).chmod(target.stat().st_mode & 0o777 if target.exists() else 0o644)
        Path(beside).replace(target)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def decode(data: bytes) -> str:
    """The text of a file in UTF-8, without a letter that was cut in two at its end.

    Raises:
        RuleError: it is no UTF-8.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data":
            return data[: error.start].decode("utf-8-sig")
        raise RuleError(f"byte {error.start + 1} is no UTF-8", "bad-utf8") from None


def looks_like_series(text: str) -> bool:
    """Whether a text, possibly cut, is meant to be a series."""
    found = _ROUNDS.search(text)
    return found is not None or re.match(r'\s*\{\s*"series"\s*:', text) is not None


def recover(text: str) -> tuple[dict[str, object], str]:
    """The game and all rounds of a file up to where it breaks off or is damaged, and what is missing.

    Raises:
        RuleError: it breaks off or is damaged before its first round, or a round that is whole is no clear JSON.
    """
    reader, start = json.JSONDecoder(), _BETWEEN.match(text).end()
    try:
        _, end = reader.raw_decode(text, start)
    except (ValueError, RecursionError):
        pass
    else:
        return parse_json(text[:end]), "what follows after the series' end is no part of it and was left out"
    found = _ROUNDS.search(text)
    if found is None:
        raise RuleError("the file breaks off before its first round: nothing can be read from it", "series-cut")
    values = parse_json(text[: found.end()] + "]}")
    rounds, at = [], found.end()
    while True:
        at = _BETWEEN.match(text, at).end()
        try:
            _, end = reader.raw_decode(text, at)
        except json.JSONDecodeError as error:
            is_cut = _UNFINISHED.fullmatch(text, error.pos) is not None
            break
        except (ValueError, RecursionError):
            is_cut = False
            break
        rounds.append(load_json(text[at:end]))
        at = end
    values["rounds"] = rounds
    count = values.get("count")
    kept = count_of(len(rounds), "round")
    if isinstance(count, int) and count <= len(rounds):
        why = "the file breaks off after its last round" if is_cut else "the file is damaged beside its rounds"
        return values, f"{why}: all of its {kept} could be read"
    line = text.count("\n", 0, at) + 1  # where the round begins that cannot be read
    why = "the file breaks off" if is_cut else f"the file is damaged in the round that begins in line {line}"
    if isinstance(count, int):
        return values, f"{why}: {kept} of {count} could be read, the rest is lost"
    return values, f"{why}: {kept} could be read, and whether there were more is not known"
