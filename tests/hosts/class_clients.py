"""A class served in this process, and browsers of students and teachers that are only their sockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tornado.httpclient import HTTPRequest
from tornado.netutil import bind_sockets
from tornado.websocket import WebSocketClientConnection, websocket_connect

from rummy_tutor.hosts.live.classroom import Classroom
from rummy_tutor.hosts.live.keeping.journal import Journal
from rummy_tutor.hosts.live.room import Room
from rummy_tutor.hosts.live.serving.addresses import list_hosts
from rummy_tutor.hosts.live.serving.server import Live, keep_ticking
from tests.patience import PATIENCE

LOCAL = "127.0.0.1"


class Client:
    """A browser's side of one socket: the values it has been sent, by name."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.values: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.socket: WebSocketClientConnection | None = None
        self._news = asyncio.Event()

    async def connect(self, greeting: object = None, **headers: str) -> Client:
        """Open the socket and say who this is."""
        request = HTTPRequest(
            self.url.replace("http", "ws", 1) + "socket",
            headers={"Origin": self.url.rstrip("/"), **headers},
            connect_timeout=PATIENCE,
        )
        self.socket = await websocket_connect(request, on_message_callback=self._take)
        if greeting is not None:
            self.send(greeting)
        return self

    def _take(self, message: str | bytes | None) -> None:
        if message is None:
            self.socket = None
        else:
            values = json.loads(message)
            self.log.append(values)
            self.values.update(values)
        self._news.set()

    def send(self, message: object) -> None:
        """Send a message: text as it is, anything else as JSON."""
        assert self.socket is not None
        written = self.socket.write_message(message if isinstance(message, str | bytes) else json.dumps(message))
        written.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def until(self, condition: Callable[[dict[str, Any]], Any]) -> None:
        """Until the values fulfil a condition."""

        async def wait() -> None:
            while not condition(self.values):
                self._news.clear()
                await self._news.wait()

        await asyncio.wait_for(wait(), PATIENCE)

    async def until_closed(self) -> None:
        """Until the server has closed the socket."""
        await asyncio.wait_for(self._wait_closed(), PATIENCE)

    async def _wait_closed(self) -> None:
        while self.socket is not None:
            self._news.clear()
            await self._news.wait()

    def close(self) -> None:
        """Close the socket."""
        if self.socket is not None:
            self.socket.close()


class Served:
    """A class that is served.

    Attributes:
        live: the server.
        url: its address.
    """

    def __init__(self, live: Live, url: str) -> None:
        self.live, self.url = live, url

    @property
    def room(self) -> Room:
        """The class."""
        return self.live.classroom.room

    async def student(self, token: str = "") -> Client:
        """A student who has come in."""
        client = await Client(self.url).connect({"role": "student", "code": self.room.code, "token": token})
        await client.until(lambda values: "own" in values)
        return client

    async def teacher(self) -> Client:
        """The teacher."""
        client = await Client(self.url).connect({"role": "teacher", "token": self.room.secret})
        await client.until(lambda values: "desk" in values)
        return client


@asynccontextmanager
async def serve(room: Room | None = None, path: Path | None = None, *, trusts: bool = True) -> AsyncIterator[Served]:
    """Serve a class on a port of its own, on this machine alone; kept in a file, where there is one.

    Args:
        room: the class; a new one if not given.
        path: its file.
        trusts: whether any number of students may come at once from this machine.
    """
    clock = asyncio.get_running_loop().time
    journal = None if path is None else Journal(path, lambda: room or Room())
    held = room or Room() if journal is None else journal.room
    live = Live(Classroom(held, clock, journal=journal), list_hosts(LOCAL))
    if trusts:
        live.trusted.add(LOCAL)
    server = live.make_server()
    sockets = bind_sockets(0, LOCAL)
    server.add_sockets(sockets)
    ticking = asyncio.ensure_future(keep_ticking(live, 0.05))
    try:
        yield Served(live, f"http://{LOCAL}:{sockets[0].getsockname()[1]}/")
    finally:
        ticking.cancel()
        server.stop()
        await server.close_all_connections()
        live.classroom.close()
        if journal is not None:
            journal.close()
