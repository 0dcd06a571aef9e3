"""Where classes keep themselves: a folder of the user's, each class in a file for 30 days."""

from __future__ import annotations

import os
import secrets
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ..items import ClassError
from .journal import Lock, read_class

DAYS = 30  # that a class is kept
_DAY = 86_400.0  # seconds
_NAMES = "class-*.json"


class Open(NamedTuple):
    """A class that was not ended.

    Attributes:
        path: its file.
        began: when it was begun, as the local time tells it.
        students: how many students it has.
        answers: how many answers.
    """

    path: Path
    began: time.struct_time
    students: int
    answers: int


def find_folder() -> Path:
    """The folder of this user for what programs keep, and in it that of classes."""
    home = Path.home()
    where = {"win32": ("LOCALAPPDATA", home / "AppData" / "Local"), "darwin": ("", home / "Library")}
    variable, usual = where.get(sys.platform, ("XDG_STATE_HOME", home / ".local" / "state"))
    return Path(os.environ.get(variable) or usual) / "rummy-tutor" / "classes"


def name_new() -> Path:
    """A file for a class that begins, in a folder that is there and open to this user alone.

    Raises:
        OSError: the folder cannot be made.
    """
    folder = find_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / f"class-{time.strftime('%Y-%m-%d-%H%M%S')}-{secrets.token_hex(2)}.json"


def forget_old(now: float) -> None:
    """Take away the classes that nobody has held for 30 days.

    Args:
        now: the time, in seconds since 1970.
    """
    for path in list(find_folder().glob(_NAMES)):
        with suppress(OSError, ClassError):
            if now - path.stat().st_mtime <= DAYS * _DAY:
                continue
            lock = Lock(path)
            for beside in path.parent.glob(f"{path.name}*"):
                if not beside.name.endswith(".lock"):
                    beside.unlink()
            lock.release()


def find_open() -> Open | None:
    """The class held last, where it was not ended and nobody holds it."""
    kept = [(path.stat().st_mtime, path) for path in find_folder().glob(_NAMES)]
    for _, path in sorted(kept, reverse=True):
        with suppress(ClassError):
            lock = Lock(path)
            try:
                room = read_class(path)
            finally:
                lock.release()
            if not room.ended and (room.students or room.items):
                began = room.items[0].asked if room.items else path.stat().st_mtime
                answers = sum(len(item.answers) for item in room.items)
                return Open(path, time.localtime(began), len(room.students), answers)
    return None
