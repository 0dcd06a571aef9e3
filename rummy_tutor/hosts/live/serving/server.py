"""The Tornado server: the pages, one WebSocket a visitor, and what strangers may not do."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Literal, NotRequired, TypedDict
from urllib.parse import urlsplit

from tornado.httpserver import HTTPServer
from tornado.iostream import IOStream
from tornado.web import Application, HTTPError, RequestHandler
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from ....game.messages import TutorError
from ....wording.catalogue import ENGLISH, name_languages
from ....wording.speech import current_language, is_language, speaking, tell
from ...requests import refuse_without_host
from ..classroom import Classroom, refuse
from ..desk import Desk, StudentGreeting, do_asked
from ..items import ClassError
from ..outbox import Outbox
from ..teaching import direct
from ..visit import Visit
from .limits import Bucket, Buckets, Connections, Gate
from .pages import Files

_LOG = logging.getLogger(__name__)
MOST_BYTES = 1 << 16  # of a message; a student's may be far shorter
_STUDENT_CHARACTERS = 8000
_RATE, _BURST = 15, 60  # messages of one socket: a second, and at once
_PATIENCE = 300  # messages over the rate before a socket is closed
_GUESSES, _GUESS_BURST = 0.5, 40  # wrong codes of one address: a second, and at once
_SEATS, _SEATS_BURST = 0.2, 12  # new students of one address: a second, and at once, before the teacher is asked
_HELLO_IN, _READ_IN = 8.0, 30.0  # seconds to say who one is; to read what one is sent
_MORE_SOCKETS = 50  # than seats: of one address that have not said who they are, since a school may share one
_HEADERS_IN = 5.0  # seconds for the head of a request, and for the next one over the same connection
_EACH, _MORE = 8, 100  # connections of one address: for each seat, a page opens six at first; and beside them
_SOCKETS = 4  # of one student, who may have the page open so often
_PER_SEAT = 3  # connections that a seat is to have room for, as not all load their page at once
_VISITS, _KEPT = 40, 600.0  # visitors of the whole page; seconds that one who has gone may come back
_TICKET = 120.0  # seconds in which a browser that was started has to come
LANGUAGE_COOKIE = "rummy-tutor-language"  # in which a browser keeps the language of a class's pages
_TAB = 40  # characters of what a tab calls itself
_TOO_MANY, _REFUSED, _ELSEWHERE, _TAKEN_AWAY, _ENDED = 4008, 4003, 4009, 4010, 1001  # codes of closing
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
# modules in blobs: panels whose code comes late
_POLICY = (
    "default-src 'none'; script-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self' data:; connect-src 'self' ws://{host}; frame-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'"
)


@dataclass(eq=False)
class Guest:
    """Somebody behind a socket who has said who they are.

    Attributes:
        outbox: what their browser is sent.
        receive: does what their browser asks, at once or later.
        leave: is told that their browser has gone.
        tell_language: the code of the language in which they are told what is refused.
        desk: a student's place; None of anybody else.
        left: when the browser of a visitor went, whose session is kept for a while; None while it is there.
    """

    outbox: Outbox
    receive: Callable[[Mapping[str, Any]], Awaitable[None] | None]
    leave: Callable[[], object]
    tell_language: Callable[[], str]
    desk: Desk | None = None
    left: float | None = None


def _seat(desk: Desk) -> Guest:
    """A student's browser, one of few that they may have; the place stays when it goes."""
    outbox = desk.join()

    def leave() -> None:
        desk.leave(outbox)
        desk.classroom.tell_teachers()

    return Guest(outbox, desk.receive, leave, lambda: desk.language, desk)


def _visit() -> Guest:
    """A visitor of the whole page."""
    outbox = Outbox()
    visit = Visit(outbox.put)

    def leave() -> None:
        guest.left = time.monotonic()
        visit.stop()

    guest = Guest(outbox, visit.receive, leave, lambda: visit.session.language or current_language())
    return guest


class LimitedServer(HTTPServer):
    """A server that hangs up on who has too many connections, before it reads anything.

    Attributes:
        connections: counts them.
    """

    connections: Connections

    def handle_stream(self, stream: IOStream, address: tuple) -> None:
        """Take a connection if there is room for it."""
        if self.connections.enter(str(address[0]), stream):
            super().handle_stream(stream, address)
        else:
            stream.close()


def count_seats(connections: int) -> int:
    """The number of students whose connections fit."""
    return max(1, connections // _PER_SEAT)


class Live:
    """What the handlers share: the class, the files, and the limits.

    Args:
        classroom: the class.
        hosts: names under which the server answers, see ``list_hosts``.
        connections: how many connections the system allows.
    """

    def __init__(self, classroom: Classroom, hosts: frozenset[str], connections: int = 1 << 16) -> None:
        self.connections = connections
        self.classroom = classroom
        self.hosts = hosts
        self.files = Files()
        self.gate = Gate(classroom.room.seats + _MORE_SOCKETS)
        self.guesses = Buckets(_GUESSES, _GUESS_BURST, time.monotonic)
        self.seats = Buckets(_SEATS, _SEATS_BURST, time.monotonic)
        self.trusted: set[str] = set()  # addresses from which a whole class may come at once
        self.asking: dict[Socket, Mapping[str, Any]] = {}  # who asks to come in, and what they said
        classroom.count_waiting, classroom.admit = lambda: len(self.asking), self.admit
        self.sockets: set[Socket] = set()
        self._ticket: str | None = None
        self._ticket_until = 0.0
        self.visits: dict[str, Guest] = {}  # by what their tabs are called

    def check_teacher(self, token: str | None) -> None:
        """Let nobody pass but who has the teacher's secret.

        Raises:
            ClassError: ``not-the-teacher``.
        """
        ClassError.refuse(
            "not-the-teacher", not secrets.compare_digest((token or "").encode(), self.classroom.room.secret.encode())
        )

    def admit(self) -> None:
        """Let in who asks for it, and from now on whoever comes from the same addresses."""
        asking, self.asking = self.asking, {}
        self.trusted.update(socket.address for socket in asking)
        for socket, values in asking.items():  # others are heard in between
            asyncio.get_running_loop().call_soon(socket.admit, values)

    def make_ticket(self) -> str:
        """What lets the teacher in once and soon: it stands where others of this computer can read it."""
        self._ticket, self._ticket_until = secrets.token_urlsafe(16), time.monotonic() + _TICKET
        return self._ticket

    def take_ticket(self, token: str | None) -> bool:
        """Whether something is the ticket, which is used up then."""
        taken = token == self._ticket is not None and time.monotonic() < self._ticket_until
        if taken:
            self._ticket = None
        return taken

    def find_visit(self, tab: str) -> Guest:
        """The visitor of a browser's tab, who may come back to what they left.

        Raises:
            ClassError: ``too-many``: there is no room for another one.
        """
        if tab not in self.visits and len(self.visits) >= _VISITS:
            gone = [(guest.left, key) for key, guest in self.visits.items() if guest.left is not None]
            ClassError.refuse("too-many", not gone)
            del self.visits[min(gone)[1]]  # who has been gone longest makes room
        guest = self.visits.get(tab) or self.visits.setdefault(tab, _visit())
        guest.left = None
        return guest

    def tick(self) -> None:
        """Look at the time, and close sockets that say or read nothing."""
        self.classroom.tick()
        now = time.monotonic()
        for socket in list(self.sockets):
            socket.look(now)
        for tab, guest in list(self.visits.items()):
            if guest.left is not None and now - guest.left > _KEPT:
                del self.visits[tab]

    def end(self) -> None:
        """Tell every browser that the class has ended."""
        for socket in list(self.sockets):
            socket.close(_ENDED, "ended")

    def make_server(self) -> HTTPServer:
        """The server, which does not listen yet."""
        routes = [(r"/socket", Socket, {"live": self}), (r".*", PageHandler, {"live": self})]
        application = Application(
            routes,
            websocket_max_message_size=MOST_BYTES,
            websocket_ping_interval=20,
            websocket_ping_timeout=15,
            log_function=lambda handler: None,
        )
        refuse_without_host(application)
        server = LimitedServer(
            application, max_header_size=1 << 14, max_body_size=1 << 10, idle_connection_timeout=_HEADERS_IN
        )
        of_one = min(self.connections * 3 // 4, _EACH * self.classroom.room.seats + _MORE)
        server.connections = Connections(self.connections, of_one)
        return server

    def knows(self, host: str) -> bool:
        """Whether a name in an address bar is ours."""
        return urlsplit(f"//{host}").hostname in self.hosts


# ---- who comes in ------------------------------------------------------------------------------------------
class TeacherGreeting(TypedDict):
    """The teacher's page or the wall, by the secret of its address or a ticket, None where it has none, and its
    language."""

    role: Literal["teacher"]
    token: str | None
    language: NotRequired[str]


class VisitGreeting(TypedDict):
    """The whole page in a tab, by the same secret and by what the tab calls itself."""

    role: Literal["tutor"]
    token: str | None
    visit: str


def _greet_student(live: Live, address: str, greeting: StudentGreeting) -> Guest:
    classroom = live.classroom
    comes_back = classroom.find_token(greeting) is not None
    if not comes_back and classroom.room.is_code(greeting.get("code")) and address not in live.trusted:
        ClassError.refuse("at-the-door", not live.seats.take(address))
    try:
        return _seat(live.classroom.join(greeting))
    except ClassError as error:
        if error.code == "wrong-code" and not greeting.get("code"):
            raise ClassError("wrong-code:none") from None  # a browser that came back to a class that is another one
        if error.code == "wrong-code" and not live.guesses.take(address):
            raise ClassError("too-many") from None
        raise


def _greet_teacher(live: Live, address: str, greeting: TeacherGreeting) -> Guest:
    with_ticket = live.take_ticket(greeting["token"])
    if not with_ticket:
        live.check_teacher(greeting["token"])
    classroom, language = live.classroom, live.classroom.find_language(greeting.get("language"))
    outbox = classroom.enter(language)
    guest = Guest(
        outbox,
        lambda message: direct(classroom, message, outbox),
        lambda: classroom.teachers.pop(outbox),
        lambda: language,
    )
    if with_ticket:
        guest.outbox.put({"secret": live.classroom.room.secret})
    return guest


def _greet_visitor(live: Live, address: str, greeting: VisitGreeting) -> Guest:
    live.check_teacher(greeting["token"])
    return live.find_visit(greeting["visit"][:_TAB])


GREETINGS: Mapping[str, Callable[[Live, str, Any], Guest]] = {
    "student": _greet_student,
    "teacher": _greet_teacher,
    "tutor": _greet_visitor,
}


# ---- pages and sockets -------------------------------------------------------------------------------------
class PageHandler(RequestHandler):
    """The files, and one clear line for everything else."""

    def initialize(self, live: Live) -> None:
        """Take what the handlers share."""
        self.live = live

    def set_default_headers(self) -> None:
        """What every answer says."""
        for name, value in _HEADERS.items():
            self.set_header(name, value)
        self.clear_header("Server")

    def get(self) -> None:
        """A file.

        Raises:
            HTTPError: there is none of that name, or the host is not ours.
        """
        if not self.live.knows(self.request.host):
            raise HTTPError(403)
        served = self.live.files.find(self.request.path, self.find_language())
        if served is None:
            raise HTTPError(404)
        self.set_header("Content-Type", served.kind)
        self.set_header("Cache-Control", "public, max-age=31536000, immutable" if served.lasting else "no-cache")
        self.set_header("Content-Security-Policy", _POLICY.format(host=self.request.host))
        self.set_header("Vary", "Accept-Encoding, Accept-Language, Cookie")
        if served.packed is not None and "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            self.finish(served.packed)
        else:
            self.finish(served.data)

    head = get

    def find_language(self) -> str:
        """The language of a page: of its address, as in ``?lang=hi``, or the one that its browser has chosen before.

        Without either it is that of the class, or where that is English the browser's own.
        """
        for wanted in (self.get_query_argument("lang", ""), self.get_cookie(LANGUAGE_COOKIE, "")):
            if wanted and is_language(wanted):
                return wanted
        if self.live.classroom.language != ENGLISH:
            return self.live.classroom.language
        accepted = self.request.headers.get("Accept-Language", "").split(",")
        codes = (word.split(";")[0].strip().split("-")[0] for word in accepted)  # browsers name them in their order
        return next((code for code in codes if code in name_languages()), ENGLISH)

    def write_error(self, status_code: int, **given: Any) -> None:
        """One line of text."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(tell("class.no-page") + "\n")


class Socket(WebSocketHandler):
    """The socket of one browser."""

    def initialize(self, live: Live) -> None:
        """Take what the handlers share."""
        self.live = live
        self.guest: Guest | None = None
        self.language = live.classroom.language
        self.address = self.request.remote_ip or ""
        self.opened = time.monotonic()
        self.bucket = Bucket(_RATE, _BURST, time.monotonic)
        self.over = 0
        self.waits = False

    def check_origin(self, origin: str) -> bool:
        """Only pages of this server, under a name that is ours."""
        return urlsplit(origin).netloc.lower() == self.request.host.lower() and self.live.knows(self.request.host)

    def prepare(self) -> None:
        """Refuse what does not come from one of our pages, also where it does not say from where.

        Raises:
            HTTPError: it does not.
        """
        if "Origin" not in self.request.headers or not self.live.knows(self.request.host):
            raise HTTPError(403)

    def open(self, *args: str, **kwargs: str) -> None:
        """Count the socket until it says who it is."""
        self.live.sockets.add(self)
        self.waits = self.live.gate.enter(self.address)
        if not self.waits:
            self.close(_TOO_MANY, "too many")

    async def on_message(self, message: str | bytes) -> None:
        """Take a message: the first says who it is."""
        if not self.bucket.take():
            self.over += 1
            if self.over == 1:
                self.refuse(ClassError("too-fast"))
            elif self.over > _PATIENCE:
                self.close(_TOO_MANY, "too fast")
            return
        with self.answering():
            values = self.read(message)
            if self.guest is None:
                self.greet(values)
                return
            done = self.guest.receive(values)
            if done is not None:  # the next message of this browser waits until then
                await done

    def greet(self, values: Mapping[str, Any]) -> None:
        """Let in who says who they are, or have them wait until the teacher lets them in."""
        wanted = values.get("language")
        self.language = self.live.classroom.find_language(wanted if isinstance(wanted, str) else None)
        try:
            self.begin(do_asked(GREETINGS, "role", values, self.live, self.address))
        except ClassError as error:
            if error.code == "at-the-door":
                self.live.asking[self] = values
                self.live.classroom.tell_teachers()
            raise

    def admit(self, values: Mapping[str, Any]) -> None:
        """Let in who has asked for it."""
        with self.answering():
            if self.guest is None:  # else they have come in by themselves meanwhile
                self.greet(values)

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Tell the browser why something that it asks cannot be done."""
        try:
            yield
        except TutorError as error:
            self.refuse(error)
        except Exception:  # the class goes on
            _LOG.exception("a message of a class failed")
            self.refuse(ClassError("failed"))

    def refuse(self, error: TutorError) -> None:
        """Tell this browser, in its language, what could not be done."""
        with speaking(self.language if self.guest is None else self.guest.tell_language()):
            self.say(refuse(error))

    def read(self, message: str | bytes) -> Mapping[str, Any]:
        """A message as values.

        Raises:
            ClassError: it is too long, or no object of JSON.
        """
        longest = _STUDENT_CHARACTERS if self.guest is None or self.guest.desk is not None else MOST_BYTES
        ClassError.refuse("bad-message:long", len(message) > longest)
        with suppress(ValueError, RecursionError):
            values = json.loads(message)
            if isinstance(values, dict):
                return values
        raise ClassError("bad-message")

    def begin(self, guest: Guest) -> None:
        """Somebody has said who they are: send them everything."""
        self.leave_gate()
        self.live.asking.pop(self, None)
        for other in self.live.sockets:
            if other.guest is guest:  # an older tab of the same visit, which is told so
                other.close(_ELSEWHERE, "elsewhere")
        if guest.desk is not None:
            self.make_room(guest.desk)
        self.guest = guest
        guest.outbox.attach(self.write_message)

    def make_room(self, desk: Desk) -> None:
        """Close the oldest sockets of a student, so that there is room for one more."""
        sockets = [socket for socket in self.live.sockets if socket.guest is not None and socket.guest.desk is desk]
        for oldest in sorted(sockets, key=lambda socket: socket.opened, reverse=True)[_SOCKETS - 1 :]:
            oldest.leave()
            oldest.close(_ELSEWHERE, "elsewhere")

    def say(self, values: Mapping[str, Any]) -> None:
        """Tell this browser alone, at once; who is told too often before it is known who they are goes."""
        try:
            written = self.write_message(json.dumps(values))
        except WebSocketClosedError:
            return
        written.add_done_callback(lambda done: done.cancelled() or done.exception())  # one who has gone hears nothing
        if self.guest is None and not self.bucket.take():
            self.close(_REFUSED, "refused")

    def look(self, now: float) -> None:
        """Close the socket of a browser that does not say who it is, or does not read."""
        if self.guest is not None and self.guest.desk is not None and self.guest.desk.gone:
            self.close(_TAKEN_AWAY, "taken away")
        elif self in self.live.asking:
            return
        elif self.guest is None:
            if not self.waits or now - self.opened > _HELLO_IN:
                self.close(_REFUSED, "refused")
        elif self.guest.outbox.since is not None and now - self.guest.outbox.since > _READ_IN:
            stream = None if self.ws_connection is None else self.ws_connection.stream
            if stream is not None:
                stream.close()  # it would not read a parting word

    def leave_gate(self) -> None:
        """Count the socket no longer among those that have not said who they are."""
        if self.waits:
            self.waits = False
            self.live.gate.leave(self.address)

    def on_close(self) -> None:
        """The browser has gone."""
        self.live.sockets.discard(self)
        if self.live.asking.pop(self, None) is not None:
            self.live.classroom.tell_teachers()
        self.leave_gate()
        self.leave()

    def leave(self) -> None:
        """It takes no more part."""
        if self.guest is not None and self.guest.outbox.writes_to(self.write_message):
            self.guest.outbox.detach()
            self.guest.leave()
        self.guest = None


async def keep_ticking(live: Live, seconds: float) -> None:
    """Look at the time again and again until the class is over.

    Args:
        live: the server.
        seconds: the pause between two looks.
    """
    while not live.classroom.over:
        live.tick()
        await asyncio.sleep(seconds)
