"""``rummy-tutor class``: a class on the teacher's machine, for the phones and computers of one network."""

from __future__ import annotations

import asyncio
import errno
import gc
import signal
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tornado.netutil import bind_sockets

from ....game.messages import Items, quote
from ....output.logs import start_log
from ....wording.speech import tell
from ...announce import ServeError, open_page
from ..book import read_book
from ..classroom import Classroom
from ..items import ClassError
from ..keeping import folder
from ..keeping.journal import Journal
from ..room import SEATS, Room
from .addresses import EVERYWHERE, list_addresses, list_hosts
from .limits import raise_connections
from .server import Live, count_seats, keep_ticking

DEFAULT_PORT = 8877
_TRIED = 50  # ports, where none was asked for
_TICK = 0.25  # seconds


def serve_class(
    port: int | None = None,
    *,
    bind: str = EVERYWHERE[0],
    with_code: bool = True,
    resume: Path | None = None,
    keep: bool = False,
    seats: int = SEATS,
    book: Path | None = None,
    open_browser: bool = True,
) -> None:
    """Hold a class until interrupted or told to end: its phones are told so, and it is kept if that is wanted.

    Args:
        port: the port to use; None takes the first free one from 8877 on.
        bind: the address to listen on.
        with_code: whether a QR code is shown.
        resume: a file in which the class is kept, and from which it goes on after a restart.
        keep: whether a class for which no file is named is kept in the user's folder, and one of there may go on.
        seats: how many students there is room for, where the file holds no class yet.
        book: the class book, a file into which the results of a class are written at a press.
        open_browser: whether to open the teacher's page.

    Raises:
        ServeError: the port is taken.
        ClassError: the file holds no class, another process has it, or it cannot be written.
    """
    start_log()
    if book is not None:
        read_book(book)  # what is no class book is refused before anybody comes
    journal = Journal(resume, lambda: Room(seats)) if resume is not None else _keep(seats) if keep else None
    room = Room(seats) if journal is None else journal.room
    connections = raise_connections()
    if room.seats > count_seats(connections):
        room.seats = max(len(room.students), count_seats(connections))
        print(tell("class.fewer-seats", n=room.seats), file=sys.stderr)
    before = sum(item.before is not None for item in room.items)
    if before:
        print(tell("class.asked-before", n=before), file=sys.stderr)
    try:
        with suppress(asyncio.CancelledError, KeyboardInterrupt):  # told to end, or Ctrl-C as its page says
            asyncio.run(_serve(room, journal, _Place(port, bind, with_code, open_browser, connections, book)))
    finally:
        if journal is not None:
            journal.deletes |= resume is None and not (room.students or room.items or room.plan.items)
            journal.close()


def _keep(seats: int) -> Journal | None:
    """A file of the user's folder in which the class keeps itself; None where nothing can be written there."""
    try:
        folder.forget_old(time.time())
        path = _choose_class() or folder.name_new()
        journal = Journal(path, lambda: Room(seats))
    except (OSError, ClassError) as error:
        print(error if isinstance(error, ClassError) else tell("class.not-kept", why=str(error)), file=sys.stderr)
        return None
    print(tell("class.kept-in", file=str(path), n=folder.DAYS), file=sys.stderr)
    return journal


def _choose_class() -> Path | None:
    """The class that was not ended, if it is to go on: that is asked where there is somebody at a terminal."""
    kept = folder.find_open()
    if kept is None:
        return None
    began = time.strftime("%Y-%m-%d %H:%M", kept.began)
    line = tell("class.was-kept", began=began, n=kept.students, answers=kept.answers)
    if not sys.stdin.isatty() or not sys.stderr.isatty():
        print(f"{line}\n{tell('class.go-on-with', file=str(kept.path))}", file=sys.stderr)
        return None
    print(line, file=sys.stderr)
    while True:
        print(tell("class.go-on"), end=" ", file=sys.stderr, flush=True)
        given = sys.stdin.readline()
        if given.strip() in ("", "1"):
            return kept.path if given else None
        if given.strip() == "2":
            return None


class _Place(NamedTuple):
    """Where a class is served: what ``serve_class`` takes, and how many connections the system allows."""

    port: int | None
    bind: str
    with_code: bool
    open_browser: bool
    connections: int
    book: Path | None


async def _serve(room: Room, journal: Journal | None, place: _Place) -> None:
    bind = place.bind
    serving = asyncio.current_task()
    assert serving is not None  # this is one
    with suppress(NotImplementedError, RuntimeError):  # Windows has no such signal; threads get none
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, serving.cancel)
    sockets = _listen(place.port, bind)
    at = sockets[0].getsockname()[1]
    reachable = [f"http://{address}:{at}/" for address in list_addresses(bind)]
    classroom = Classroom(room, time.time, reachable, with_code=place.with_code, journal=journal, book=place.book)
    live = Live(classroom, list_hosts(bind), place.connections)
    server = live.make_server()
    server.add_sockets(sockets)
    own = bind if bind not in EVERYWHERE else "127.0.0.1"
    page = f"http://{own}:{at}/teacher"
    _say(room, bind, reachable, f"{page}#{room.secret}")
    if place.open_browser:
        open_page(f"{page}#{live.make_ticket()}")
    gc.collect()
    gc.freeze()  # what is loaded stays: looking through all of it would hold up a question on its way to the class
    try:
        await keep_ticking(live, _TICK)
    finally:
        server.stop()
        live.end()
        classroom.close()


def _listen(port: int | None, bind: str) -> list:
    for tried in [port] if port else range(DEFAULT_PORT, DEFAULT_PORT + _TRIED):
        try:
            return bind_sockets(tried, bind or None)
        except OSError as error:
            if isinstance(error, socket.gaierror) or error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                raise ServeError("bad-address", found=quote(bind)) from None
    raise ServeError("port-taken", port=str(port or DEFAULT_PORT))


def _say(room: Room, bind: str, reachable: list[str], teacher: str) -> None:
    """Say where students and teacher find the class."""
    if reachable:
        students = tell("class.students-at", addresses=Items(tuple(reachable), "or"), code=room.code)
    elif bind in EVERYWHERE:
        students = tell("class.no-network", code=room.code)
    else:
        students = tell("class.this-computer", address=bind, code=room.code)
    print(f"{students}\n{tell('class.teacher-at', url=teacher)}", file=sys.stderr, flush=True)
