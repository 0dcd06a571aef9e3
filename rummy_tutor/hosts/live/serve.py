"""``rummy-tutor class``: a class on the teacher's machine, for the phones and computers of one network."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path

from tornado.netutil import bind_sockets

from ...game.messages import Items, quote
from ...output.logs import start_log
from ...wording.speech import tell
from ..announce import ServeError, open_page
from .addresses import EVERYWHERE, list_addresses, list_hosts
from .classroom import Classroom
from .records import load, save
from .room import SEATS, Room
from .server import Live, keep_ticking

DEFAULT_PORT = 8877
_TRIED = 50  # ports, where none was asked for
_TICK, _SAVE = 0.25, 3.0  # seconds


def serve_class(
    port: int | None = None,
    *,
    bind: str = EVERYWHERE[0],
    with_code: bool = True,
    resume: Path | None = None,
    seats: int = SEATS,
    open_browser: bool = True,
) -> None:
    """Hold a class until interrupted or told to end: its phones are told so, and it is kept if that is wanted.

    Args:
        port: the port to use; None takes the first free one from 8877 on.
        bind: the address to listen on.
        with_code: whether a QR code is shown.
        resume: a file in which the class is kept, and from which it goes on after a restart.
        seats: how many students there is room for, where the file holds no class yet.
        open_browser: whether to open the teacher's page.

    Raises:
        ServeError: the port is taken.
        ClassError: the file holds no class.
    """
    start_log()
    room = load(resume) if resume is not None and resume.exists() else Room(seats)
    before = sum(one.before is not None for one in room.items)
    if before:
        print(tell("class.asked-before", n=before), file=sys.stderr)
    with suppress(asyncio.CancelledError):
        asyncio.run(_serve(room, port, bind, with_code, resume, open_browser))


async def _serve(
    room: Room, port: int | None, bind: str, with_code: bool, resume: Path | None, open_browser: bool
) -> None:
    serving = asyncio.current_task()
    assert serving is not None  # this is one
    with suppress(NotImplementedError, RuntimeError):  # Windows has no such signal; threads get none
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, serving.cancel)
    sockets = _listen(port, bind)
    at = sockets[0].getsockname()[1]
    reachable = [f"http://{address}:{at}/" for address in list_addresses(bind)]
    live = Live(Classroom(room, time.time, reachable, with_code=with_code), list_hosts(bind))
    server = live.make_server()
    server.add_sockets(sockets)
    own = bind if bind not in EVERYWHERE else "127.0.0.1"
    teacher = f"http://{own}:{at}/teacher#{room.secret}"
    _say(room, bind, reachable, teacher)
    if open_browser:
        open_page(teacher)
    keep = (lambda: save(room, resume)) if resume is not None else None
    try:
        await keep_ticking(live, _TICK, keep, _SAVE)
    finally:
        server.stop()
        live.end()
        if keep is not None:
            keep()


def _listen(port: int | None, bind: str) -> list:
    for one in [port] if port else range(DEFAULT_PORT, DEFAULT_PORT + _TRIED):
        try:
            return bind_sockets(one, bind or None)
        except OSError as error:
            if isinstance(error, socket.gaierror) or error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                raise ServeError("bad-address", found=quote(bind)) from None
    raise ServeError("port-taken", port=port or DEFAULT_PORT)


def _say(room: Room, bind: str, reachable: list[str], teacher: str) -> None:
    """Say where students and teacher find the class."""
    if reachable:
        students = tell("class.students-at", addresses=Items(tuple(reachable), "or"), code=room.code)
    elif bind in EVERYWHERE:
        students = tell("class.no-network", code=room.code)
    else:
        students = tell("class.this-computer", address=bind, code=room.code)
    print(f"{students}\n{tell('class.teacher-at', url=teacher)}", file=sys.stderr, flush=True)
