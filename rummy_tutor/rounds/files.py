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
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..game.messages import Message, name_system_error, tell_later
from ..game.rules import RuleError
from .documents import load_json, parse_json

_ROUNDS = re.compile(r'"rounds"\s*:\s*\[')
_BETWEEN = re.compile(r"[\s,]*")
# what a text that was cut may end with where it can no longer be read: part of a string, escape or word, a bracket
_UNFINISHED = re.compile(r'\s*(?:"(?:[^"\\\n]|\\.)*\\?|[a-zA-Z0-9]+|-|\]\s*)?')


@contextmanager
def telling_causes(path: str | os.PathLike[str]) -> Iterator[None]:
    """Say why a file cannot be read or written in the sentence of its cause, and not in the system's words.

    Raises:
        OSError: of the same kind and number as the system's.
    """
    try:
        yield
    except OSError as error:
        raise type(error)(error.errno, str(name_system_error(error)), str(error.filename or path)) from None
    except ValueError as error:  # a name with a null in it
        raise FileNotFoundError(errno.ENOENT, str(name_system_error(error)), str(path)) from None


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Write a file of ASCII text; until it is complete the old one stays.

    Raises:
        OSError: it cannot be written; the old file is as it was.
    """
    target = Path(path)
    with telling_causes(target):
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, None, str(target))
        if not target.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, None, str(target.parent))
        write_apart(target, text.encode("ascii"), target.stat().st_mode & 0o777 if target.exists() else 0o644)


def write_apart(path: Path, data: bytes, mode: int) -> None:
    """Write a file in one step: until it is complete the old one stays, and no link is followed.

    Args:
        path: the file.
        data: what it is to hold.
        mode: who may read it.

    Raises:
        OSError: it cannot be written; the old file is as it was.
    """
    handle, name = tempfile.mkstemp(prefix=f"{path.name}.", suffix=".part", dir=path.parent)
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(mode)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def read_whole(path: str | os.PathLike[str]) -> str:
    """The text of a file; why it cannot be read is told in the sentence of its cause.

    Raises:
        OSError: there is no such file, or it cannot be read.
        RuleError: it is no UTF-8.
    """
    with telling_causes(path):
        data = Path(path).read_bytes()
    return decode(data)


def list_written(text: str) -> list[object]:
    """The rounds of a series' file as they are written there; none of one that is damaged or something else."""
    try:
        return list(parse_json(text)["rounds"])
    except (RuleError, LookupError, TypeError):
        return []


def decode(data: bytes) -> str:
    """The text of a file in UTF-8, without a letter that was cut in two at its end.

    Raises:
        RuleError: it is no UTF-8.
    """
    try:
        return getincrementaldecoder("utf-8-sig")().decode(data)
    except UnicodeDecodeError as error:
        raise RuleError("bad-utf8:document", at=error.start + 1) from None


def looks_like_series(text: str) -> bool:
    """Whether a text, possibly cut, is meant to be a series."""
    match = _ROUNDS.search(text)
    return match is not None or re.match(r'\s*\{\s*"series"\s*:', text) is not None


def _skip(text: str, at: int) -> int:
    """The place after what may stand between two values."""
    match = _BETWEEN.match(text, at)
    return at if match is None else match.end()


def recover(text: str) -> tuple[dict[str, object], tuple[Message, ...]]:
    """The game and all rounds of a file up to where it breaks off or is damaged, and what is missing.

    Raises:
        RuleError: it breaks off or is damaged before its first round, or a round that is whole is no clear JSON.
    """
    reader, start = json.JSONDecoder(), _skip(text, 0)
    try:
        _, end = reader.raw_decode(text, start)
    except (ValueError, RecursionError):
        pass
    else:
        return parse_json(text[:end]), (tell_later("file.more"),)
    match = _ROUNDS.search(text)
    if match is None:
        raise RuleError("series-cut" if text.strip() else "series-cut:empty")
    values = parse_json(text[: match.end()] + "]}")
    rounds, at = [], match.end()
    while True:
        at = _skip(text, at)
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
    return values, _tell_damage(len(rounds), values.get("count"), is_cut, text.count("\n", 0, at) + 1)


def _tell_damage(kept: int, count: object, is_cut: bool, line: int) -> tuple[Message, ...]:
    """What is missing of a file, and why.

    Args:
        kept: how many rounds could be read.
        count: how many the file says it holds, if it says so.
        is_cut: whether the file breaks off; else it is damaged.
        line: where the round begins that cannot be read.
    """
    if isinstance(count, int) and count <= kept:
        return (tell_later("file.cut-after" if is_cut else "file.damaged-beside", n=kept),)
    why = tell_later("file.cut") if is_cut else tell_later("file.damaged", line=line)
    if isinstance(count, int):
        return why, tell_later("file.kept", n=kept, count=count)
    return why, tell_later("file.kept-unknown", n=kept)
