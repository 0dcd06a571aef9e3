"""The Tornado server: the pages, one WebSocket a visitor, and what strangers may not do."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal, NotRequired, Protocol, TypedDict
from urllib.parse import urlsplit

from tornado.httpserver import HTTPServer
from tornado.web import Application, HTTPError, RequestHandler
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from ...game.messages import TutorError
from ...wording.catalogue import ENGLISH, name_languages
from ...wording.speech import current_language, is_language, speaking, tell
from ..requests import refuse_without_host
from .classroom import Classroom, Desk, StudentGreeting, do_asked, refuse
from .items import ClassError
from .limits import Bucket, Buckets, Gate
from .outbox import Outbox
from .pages import Files
from .visit import Visit

_LOG = logging.getLogger(__name__)
MOST_BYTES = 1 << 16  # of a message; a student's may be far shorter
_STUDENT_CHARACTERS = 8000
_RATE, _BURST = 15, 60  # messages of one socket: a second, and at once
_PATIENCE = 300  # messages over the rate before a socket is closed
_GUESSES, _GUESS_BURST = 0.5, 40  # wrong codes of one address: a second, and at once
_HELLO_IN, _READ_IN = 8.0, 30.0  # seconds to say who one is; to read what one is sent
_MORE_SOCKETS = 50  # than seats: of one address that have not said who they are, since a school may share one
_VISITS, _KEPT = 40, 600.0  # visitors of the whole page; seconds that one who has gone may come back
LANGUAGE_COOKIE = "rummy-tutor-language"  # in which a browser keeps the language of a class's pages
_TAB = 40  # characters of what a tab calls itself
_TOO_MANY, _REFUSED, _ELSEWHERE, _ENDED = 4008, 4003, 4009, 1001  # codes of closing
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
# modules in blobs: panels whose code comes late
_POLICY = (
    "default-src 'none'; script-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self' data:; connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Guest(Protocol):
    """Somebody behind a socket who has said who they are."""

    outbox: Outbox

    @property
    def language(self) -> str:
        """The code of the language in which they are told what is refused."""

    @property
    def receive(self) -> Callable[[Mapping[str, Any]], Awaitable[None] | None]:
        """Does what their browser asks, at once or later."""

    def leave(self) -> None:
        """Their browser has gone."""


class StudentGuest:
    """A student's browser."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.outbox = desk, desk.join()
        self.receive = desk.receive

    @property
    def language(self) -> str:
        """The language of the student."""
        return self.desk.language

    def leave(self) -> None:
        """The place stays, for when they come back."""
        self.desk.leave(self.outbox)
        self.desk.classroom.tell_teachers()


class TeacherGuest:
    """A browser of the teacher: their own page, or the wall's."""

    def __init__(self, classroom: Classroom, language: str | None) -> None:
        self._classroom, self.outbox = classroom, classroom.enter(language)
        self.language = classroom.find_language(language)

    def receive(self, message: Mapping[str, Any]) -> Awaitable[None]:
        """Do what the teacher asks."""
        return self._classroom.direct(message, self.outbox)

    def leave(self) -> None:
        """Send nothing more."""
        del self._classroom.teachers[self.outbox]


class VisitGuest:
    """A visitor of the whole page; their session is kept for a while after their browser has gone.

    Attributes:
        left: when their browser went; None while it is there.
    """

    def __init__(self) -> None:
        self.outbox = Outbox()
        self.left: float | None = None
        self.visit = Visit(self.outbox.put)
        self.receive = self.visit.receive

    @property
    def language(self) -> str:
        """The language chosen on the page."""
        return self.visit.session.language or current_language()

    def leave(self) -> None:
        """Work no further, and keep the session."""
        self.left = time.monotonic()
        self.visit.stop()


class Live:
    """What the handlers share: the class, the files, and the limits.

    Args:
        classroom: the class.
        hosts: names under which the server answers, see ``list_hosts``.
    """

    def __init__(self, classroom: Classroom, hosts: frozenset[str]) -> None:
        self.classroom = classroom
        self.hosts = hosts
        self.files = Files()
        self.gate = Gate(classroom.room.seats + _MORE_SOCKETS)
        self.guesses = Buckets(_GUESSES, _GUESS_BURST, time.monotonic)
        self.sockets: set[Socket] = set()
        self.visits: dict[str, VisitGuest] = {}  # by what their tabs are called

    def check_teacher(self, token: str | None) -> None:
        """Let nobody pass but who has the teacher's secret.

        Raises:
            ClassError: ``not-the-teacher``.
        """
        if not secrets.compare_digest((token or "").encode(), self.classroom.room.secret.encode()):
            raise ClassError("not-the-teacher")

    def find_visit(self, tab: str) -> VisitGuest:
        """The visitor of a browser's tab, who may come back to what they left.

        Raises:
            ClassError: ``too-many``: there is no room for another one.
        """
        if tab not in self.visits and len(self.visits) >= _VISITS:
            gone = [(guest.left, key) for key, guest in self.visits.items() if guest.left is not None]
            if not gone:
                raise ClassError("too-many")
            del self.visits[min(gone)[1]]  # who has been gone longest makes room
        guest = self.visits.setdefault(tab, VisitGuest())
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
        return HTTPServer(application, max_header_size=1 << 14, max_body_size=1 << 10, idle_connection_timeout=60)

    def knows(self, host: str) -> bool:
        """Whether a name in an address bar is ours."""
        return urlsplit(f"//{host}").hostname in self.hosts


# ---- who comes in ------------------------------------------------------------------------------------------
class TeacherGreeting(TypedDict):
    """The teacher's page or the wall, by the secret of its address, None where it has none, and its language."""

    role: Literal["teacher"]
    token: str | None
    language: NotRequired[str]


class VisitGreeting(TypedDict):
    """The whole page in a tab, by the same secret and by what the tab calls itself."""

    role: Literal["tutor"]
    token: str | None
    visit: str


def _greet_student(live: Live, address: str, greeting: StudentGreeting) -> StudentGuest:
    if greeting.get("token") not in live.classroom.room.students and not live.guesses.has(address):
        raise ClassError("too-many")
    try:
        return StudentGuest(live.classroom.join(greeting))
    except ClassError as error:
        if error.code == "wrong-code":
            live.guesses.take(address)
        raise


def _greet_teacher(live: Live, address: str, greeting: TeacherGreeting) -> TeacherGuest:
    live.check_teacher(greeting["token"])
    return TeacherGuest(live.classroom, greeting.get("language"))


def _greet_visitor(live: Live, address: str, greeting: VisitGreeting) -> VisitGuest:
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
        told = self.request.headers.get("Accept-Language", "").split(",")
        codes = (one.split(";")[0].strip().split("-")[0] for one in told)  # browsers name them in their order
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
        try:
            values = self.read(message)
            if self.guest is None:
                wanted = values.get("language")
                self.language = self.live.classroom.find_language(wanted if isinstance(wanted, str) else None)
                self.begin(do_asked(GREETINGS, "role", values, self.live, self.address))
            else:
                done = self.guest.receive(values)
                if done is not None:  # the next message of this browser waits until then
                    await done
        except TutorError as error:
            self.refuse(error)
        except Exception:  # the class goes on
            _LOG.exception("a message of a class failed")
            self.refuse(ClassError("failed"))

    def refuse(self, error: TutorError) -> None:
        """Tell this browser, in its language, what could not be done."""
        with speaking(self.language if self.guest is None else self.guest.language):
            self.say(refuse(error))

    def read(self, message: str | bytes) -> Mapping[str, Any]:
        """A message as values.

        Raises:
            ClassError: it is too long, or no object of JSON.
        """
        longest = MOST_BYTES if isinstance(self.guest, TeacherGuest | VisitGuest) else _STUDENT_CHARACTERS
        if len(message) > longest:
            raise ClassError("bad-message:long")
        try:
            values = json.loads(message)
        except (ValueError, RecursionError):
            raise ClassError("bad-message") from None
        if not isinstance(values, dict):
            raise ClassError("bad-message")
        return values

    def begin(self, guest: Guest) -> None:
        """Somebody has said who they are: send them everything."""
        self.leave_gate()
        for other in self.live.sockets:
            if other.guest is guest:  # an older tab of the same visit, which is told so
                other.close(_ELSEWHERE, "elsewhere")
        self.guest = guest
        guest.outbox.attach(self.write_message)

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
        if self.guest is None:
            if now - self.opened > _HELLO_IN * (1 if self.waits else 0):
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
        self.leave_gate()
        if self.guest is not None and self.guest.outbox.writes_to(self.write_message):
            self.guest.outbox.detach()
            self.guest.leave()
        self.guest = None


async def keep_ticking(live: Live, seconds: float, save: Callable[[], None] | None, every: float) -> None:
    """Look at the time again and again until the class is over, and write it down where that is asked for.

    A class that cannot be written down goes on: the teacher is told, and it is tried again.

    Args:
        live: the server.
        seconds: the pause between two looks.
        save: writes the class down.
        every: the seconds between two writings.
    """
    written, at, failed = -1, 0.0, False
    while not live.classroom.over:
        live.tick()
        version = live.classroom.room.version
        if save is not None and version != written and time.monotonic() - at >= every:
            at = time.monotonic()
            try:
                save()
            except ClassError as error:
                if not failed:
                    live.classroom.tell_fault(error)
                failed = True
            else:
                if failed:
                    live.classroom.tell_fault(None)
                written, failed = version, False
        await asyncio.sleep(seconds)
