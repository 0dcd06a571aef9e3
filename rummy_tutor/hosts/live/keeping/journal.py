"""The file of a class while it is held: what changes is added to a journal beside it before it is said to be kept."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import sys
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from ....game.messages import TutorError, quote
from ....rounds.files import write_apart
from ..items import ClassError
from ..room import Key, Room
from .records import OWNER_ALONE, load, read_secret, save, telling_faults, write_part

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_AGAIN = 1.0  # seconds until what could not be written is tried again
_LONG = 8_000_000  # bytes from which on what was replaced is taken out of a journal
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)  # Windows has no such flag
_FREE = 1 << 30  # the byte that is locked, beyond any content
_FIRST: Key = ("of",)  # the key of a journal's first line


class Lock:
    """Holds a file for one process; the lock ends with it, however it ends.

    Args:
        path: the file that is held.

    Raises:
        ClassError: ``class-in-use``: another process holds it; ``not-kept:file``: there is no writing there.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(path.name + ".lock")
        while True:
            with telling_faults(path):
                self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | _NO_LINK, 0o600)
            try:
                if sys.platform == "win32":
                    os.lseek(self._file, _FREE, os.SEEK_SET)
                    msvcrt.locking(self._file, msvcrt.LK_NBLCK, 1)
                else:
                    fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(self._file)
                raise ClassError("class-in-use", file=quote(str(path), 100)) from None
            with suppress(OSError):
                if os.path.samestat(os.fstat(self._file), self._path.stat()):
                    return
            os.close(self._file)  # who held it has taken the file away meanwhile

    def release(self) -> None:
        """Hold it no more."""
        if sys.platform == "win32":  # an open file cannot be taken away there
            os.close(self._file)
            self._path.unlink(missing_ok=True)
        else:
            self._path.unlink(missing_ok=True)
            os.close(self._file)


def _beside(path: Path) -> Path:
    return path.with_name(path.name + ".journal")


def _write_first(secret: str) -> bytes:
    """The first line of a journal, which names the class that its changes are of."""
    return _write_line(_FIRST, hashlib.sha256(secret.encode()).hexdigest()[:16])


def read_class(path: Path) -> Room:
    """The class of a file with what the journal beside it adds.

    Raises:
        ClassError: ``bad-class``: one of them is something else, or they do not belong together.
    """
    beside = _beside(path)
    if not beside.exists():
        return load(path)
    try:
        raw = beside.read_bytes()
        whole = raw[: raw.rfind(b"\n") + 1]  # a last line that was cut short was never called kept
        entries = [_read_line(line) for line in whole.splitlines()]
    except (OSError, ValueError, RecursionError):
        raise ClassError("bad-class", file=quote(str(beside), 100)) from None
    if path.exists() and entries and entries[0] == _read_line(_write_first(read_secret(path))):
        return load(path, entries[1:])
    raise ClassError("bad-class:part", file=quote(str(beside), 100), of=quote(path.name))


class Journal:
    """A class and its file: each change is on disk before it is called kept.

    A change is one line at the end of a second file, written and forced to disk beside the class; while that lasts,
    further changes wait and go together. A start writes the whole class anew and begins an empty journal.

    Args:
        path: the file of the class; it is read if there is one.
        make: makes a class where there is none yet.

    Attributes:
        path: the file.
        room: the class.
        deletes: whether nothing of the class is to be left when it ends.
        on_kept: is told which changes are on disk now.
        on_fault: is told why nothing can be written, and None once it can again.

    Raises:
        ClassError: ``class-in-use``: another process has it; ``bad-class``: the file holds none, or a part of one;
            ``not-kept``: there is no writing there, or a link stands there.
    """

    def __init__(self, path: Path, make: Callable[[], Room]) -> None:
        self.path = path
        self.deletes = False
        self.on_kept: Callable[[Collection[Key]], None] = lambda keys: None
        self.on_fault: Callable[[TutorError | None], None] = lambda error: None
        self._beside = _beside(path)
        self._due: dict[Key, None] = {}
        self._under_way: Collection[Key] = ()
        self._task: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, "journal")
        self._shorten_at = _LONG
        ClassError.refuse("not-kept:link", path.is_symlink(), file=quote(str(path), 100))
        self._lock = Lock(path)
        try:
            self.room = read_class(path) if path.exists() or self._beside.exists() else make()
            self.room.switch("ended", on=False)
            save(self.room, path)
            with telling_faults(self._beside):
                self._begin(_write_first(self.room.secret))
                _settle_folder(path.parent)
        except BaseException:
            self._lock.release()
            raise
        self.room.note = self._note

    # ---- writing -------------------------------------------------------------------------------
    def _begin(self, data: bytes) -> None:
        """Begin the journal anew in one step.

        Raises:
            OSError: it cannot be written.
        """
        write_apart(self._beside, data, OWNER_ALONE)
        self._file = os.open(self._beside, os.O_WRONLY | os.O_APPEND | _NO_LINK)
        self._size = len(data)

    def _append(self, data: bytes) -> None:
        """Add lines and force them to disk; of lines that could not all be written none is left.

        Raises:
            OSError: they cannot be written.
        """
        try:
            write_all(self._file, data)
            os.fsync(self._file)
        except OSError:
            os.ftruncate(self._file, self._size)
            raise
        self._size += len(data)
        if self._size > self._shorten_at:
            self._shorten()

    def _shorten(self) -> None:
        """Leave only the last of the lines about the same thing."""
        last: dict[str, bytes] = {}
        for line in self._beside.read_bytes().splitlines(keepends=True):
            key = repr(_read_line(line)[0])
            last.pop(key, None)
            last[key] = line
        before = self._file
        self._begin(b"".join(last.values()))
        os.close(before)
        self._shorten_at = max(_LONG, 2 * self._size)

    def _note(self, key: Key) -> None:
        """Write a change as soon as what is being written is on disk."""
        self._due[key] = None
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        failed = False
        await asyncio.sleep(0)  # what the class is sent goes first
        while self._due:
            self._under_way, self._due = list(self._due), {}
            data = b"".join(_write_line(key, write_part(self.room, key)) for key in self._under_way)
            try:
                await asyncio.get_running_loop().run_in_executor(self._thread, self._append, data)
            except OSError as error:
                self._due = dict.fromkeys([*self._under_way, *self._due])
                if not failed:
                    why = error.strerror or str(error)
                    self.on_fault(ClassError("not-kept", file=quote(str(self.path), 100), why=why))
                failed = True
                await asyncio.sleep(_AGAIN)
                continue
            if failed:
                self.on_fault(None)
            failed, kept, self._under_way = False, self._under_way, ()
            self.on_kept([key for key in kept if key not in self._due])
        self._task = None

    def is_kept(self, key: Key) -> bool:
        """Whether something is on disk as it is now."""
        return key not in self._due and key not in self._under_way

    def close(self) -> None:
        """Write the whole class and end; or leave nothing of it, if that is asked for.

        Raises:
            ClassError: ``not-kept:file``: it cannot be written; what was kept stays in the file and its journal.
        """
        self.room.note = lambda key: None
        if self._task is not None:
            self._task.cancel()
        self._thread.shutdown()
        os.close(self._file)
        try:
            if self.deletes:
                self.path.unlink(missing_ok=True)
            else:
                save(self.room, self.path)
            self._beside.unlink(missing_ok=True)
        finally:
            self._lock.release()


def write_all(file: int, data: bytes) -> None:
    """Write to an open file.

    Raises:
        OSError: it cannot be written, or only a part of it.
    """
    while data:
        data = data[os.write(file, data) :]


def _write_line(key: Collection[str | int], part: object) -> bytes:
    return json.dumps([[*key], part], separators=(",", ":")).encode() + b"\n"


def _read_line(line: bytes) -> tuple[Key, Any]:
    """What a line says has changed, and how it is now.

    Raises:
        ValueError: it is no such line.
    """
    key, part = json.loads(line)
    if not isinstance(key, list):
        raise ValueError
    return tuple(key), part


def _settle_folder(folder: Path) -> None:
    """Force the names in a folder to disk, where the system can do that."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
